"""Make the concordance between neighbouring editions from the official documents.

    python -m rulesdb.build_concordance OLD.json NEW.json ... [--marks PAGE]           # write anew
    python -m rulesdb.build_concordance OLD.json NEW.json ... [--marks PAGE] --check

Each document is matched with the one before it, in the order of the editions. Three sources, the
surest first:

- **Marks.** A page of the newest edition (`--marks`) says below each rule that moved `was 187.3` or
  `moved from 115.1`, and `new` below others. The first two decide. `new` does not: the page calls
  new what it did not recognise, so a rule marked so that has a counterpart by its wording, or was
  settled by eye, keeps it; `concordance/called-new.tsv` lists these.
- **Eye.** `concordance/settled.tsv`: what the wordings do not show.
- **Wording.** All the rest, see `rulesdb.matching`.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from rulesdb.build import OfficialDocument, read_source
from rulesdb.concordance import (
    CONCORDANCE_FOLDER,
    SAME_WORDING,
    Link,
    Source,
    concordance_file,
    named,
    written,
)
from rulesdb.editions import EDITIONS, NEWEST, edition
from rulesdb.errors import DamagedData, RulesdbError
from rulesdb.matching import Match, Passage, matches
from rulesdb.outline import places

SETTLED_FILE = CONCORDANCE_FOLDER / "settled.tsv"

_NUMBER = r"[0-9]{3}(?:\.(?:[0-9]+|[a-z]))*"
_NUMBER_LINE = re.compile(rf"(?:[0-9]+\. )?({_NUMBER})\.")
_MARK_LINE = re.compile(rf"new|(?:was|moved from) ({_NUMBER})")


def passages(document: OfficialDocument) -> list[Passage]:
    """The rules of an official document with their places, ready to be matched.

    Raises `UnknownEdition`.
    """
    place_of = places(name_of(document), [(rule.id, rule.text) for rule in document.rules])
    return [
        Passage(rule.id, place_of[rule.id].parent, place_of[rule.id].title is not None, rule.text)
        for rule in document.rules
    ]


def name_of(document: OfficialDocument) -> str:
    """The name of the edition of a document. Raises `UnknownEdition`."""
    return edition(document.meta.edition.partition(" ")[0]).name


def marks(page: Iterable[str]) -> dict[str, str | None]:
    """The marks on a page: by number, the number before, or None where it says that it is new.

    On the page a number stands on a line of its own, what belongs to it below.
    """
    found: dict[str, str | None] = {}
    number = None
    for line in page:
        line = line.strip()
        if match := _NUMBER_LINE.fullmatch(line):
            number = match[1]
        elif number and (match := _MARK_LINE.fullmatch(line)):
            found[number] = match[1]
    return found


def settled(old: str, new: str) -> list[tuple[str, str]]:
    """The pairs settled by eye between two editions. Raises `DamagedData`."""
    pairs = []
    for position, line in enumerate(SETTLED_FILE.read_text(encoding="utf-8").splitlines(), 1):
        fields = line.split("\t")
        if line.startswith("#"):
            continue
        if len(fields) != 4:
            raise DamagedData(f"{SETTLED_FILE.name}:{position}", "needs four fields between tabs")
        if fields[:2] == [old, new]:
            pairs.append((fields[2], fields[3]))
    return pairs


def built(
    old: OfficialDocument, new: OfficialDocument, marked: Mapping[str, str | None]
) -> tuple[Link, ...]:
    """The links between two documents, `marked` being the marks on a page of the newer.

    Raises `UnknownEdition`, and `DamagedData` if a mark or a settled pair names an unknown rule.
    """
    names = (name_of(old), name_of(new))
    moved = {(before, after) for after, before in marked.items() if before is not None}
    by_eye = settled(*names)
    try:
        found = matches(passages(old), passages(new), [*sorted(moved), *by_eye])
    except KeyError as error:
        raise DamagedData(concordance_file(*names).name, f"there is no rule {error}") from error
    links = [_link(match, moved, by_eye) for match in found]
    kept, known = {link.old for link in links}, {link.new for link in links}
    links += [
        Link(rule.id, None, "gone", "wording", None) for rule in old.rules if rule.id not in kept
    ]
    links += [
        Link(None, rule.id, "new", "mark" if rule.id in marked else "wording", None)
        for rule in new.rules
        if rule.id not in known
    ]
    return named(links)


def _link(
    match: Match, moved: Container[tuple[str, str]], by_eye: Container[tuple[str, str]]
) -> Link:
    pair = (match.old, match.new)
    source: Source = "mark" if pair in moved else "eye" if pair in by_eye else "wording"
    return Link(*pair, "reworded", source, int(SAME_WORDING * match.alikeness))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 if all was written or is in step, 1 if any is stale, 2 on error."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesdb.build_concordance",
        description="Make the concordance between neighbouring editions of the rules.",
    )
    parser.add_argument("sources", type=Path, nargs="+", help="official documents, JSON")
    parser.add_argument("--marks", type=Path, help=f"a page of {NEWEST} that says what moved")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say whether the data is in step"
    )
    options = parser.parse_args(arguments)
    try:
        page = options.marks.read_text(encoding="utf-8").splitlines() if options.marks else []
        documents = sorted(map(read_source, options.sources), key=_by_date)
        in_step = [
            _run(old, new, marks(page) if name_of(new) == NEWEST else {}, check=options.check)
            for old, new in pairwise(documents)
        ]
    except (OSError, UnicodeDecodeError, RulesdbError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if all(in_step) else 1


def _run(
    old: OfficialDocument, new: OfficialDocument, marked: Mapping[str, str | None], *, check: bool
) -> bool:
    """Whether the file of two documents is in step, after it was written unless `check`."""
    file = concordance_file(name_of(old), name_of(new))
    content = written(built(old, new, marked))
    if not check:
        file.write_text(content, encoding="utf-8")
    fresh = content.splitlines()
    held = file.read_text(encoding="utf-8").splitlines()
    differing = sorted(set(fresh) ^ set(held))
    for line in differing:
        print(f"{'-' if line in held else '+'} {line}")
    in_step = fresh == held
    print(f"{file.name}: {f'{len(fresh)} links, in step' if in_step else 'stale'}")
    return in_step


def _by_date(document: OfficialDocument) -> int:
    return list(EDITIONS).index(name_of(document))


if __name__ == "__main__":
    sys.exit(main())
