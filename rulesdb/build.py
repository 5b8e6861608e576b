"""Make the data file of an edition from the official document.

    python -m rulesdb.build --source core-rules-v1.4.json            # write it anew
    python -m rulesdb.build --source core-rules-v1.4.json --check    # does it still say the same?

The source is a JSON object `{"meta": {"edition": "1.4 (Vendetta)", ...}, "rules": [...]}`, each
rule `{"id", "text", "examples", "see"}`. It is read here only, for the data of an edition and for
the concordance (`rulesdb.build_concordance`), and nothing of its wording goes further, except the
titles of headings. The transcriptions of the oldest editions leave the examples and the pointers to
other rules inside the text, where they count for the hash; examples are counted there as well.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from rulesdb import heldfile
from rulesdb.editions import edition
from rulesdb.errors import DamagedData, RulesdbError
from rulesdb.heldfile import HeldEdition, HeldRule
from rulesdb.outline import places
from rulesdb.wording import wording_hash

_NUMBER = r"[0-9]{3}(?:\.(?:[0-9]+|[a-z])(?![0-9A-Za-z]))*"
# In a sentence a number is a reference only after one of these words ("draw 100" is none).
_MENTION = re.compile(rf"\b(?:[Rr]ules?|[Ss]ee) ({_NUMBER})")
_EXAMPLE = re.compile(r"Example:")


class OfficialRule(msgspec.Struct, frozen=True):
    """One rule of the source."""

    id: str
    text: str
    examples: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


class OfficialMeta(msgspec.Struct, frozen=True):
    """What the source says of itself: `edition` is a version and the name of a set."""

    edition: str


class OfficialDocument(msgspec.Struct, frozen=True):
    """The source as a whole."""

    meta: OfficialMeta
    rules: tuple[OfficialRule, ...]


def read_source(source: Path) -> OfficialDocument:
    """The official document in `source`. Raises `OSError` and `DamagedData`."""
    try:
        return msgspec.json.decode(source.read_bytes(), type=OfficialDocument)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedData(source.name, str(error)) from error


def references(rule: OfficialRule) -> tuple[str, ...]:
    """The numbers of the rules that `rule` points to, in reading order, each once."""
    mentioned = [
        match[1] for passage in (rule.text, *rule.see) for match in _MENTION.finditer(passage)
    ]
    return tuple(dict.fromkeys(mentioned))


def built(document: OfficialDocument) -> HeldEdition:
    """What the package holds of `document`. Raises `UnknownEdition` and `DamagedData`."""
    name = edition(document.meta.edition.partition(" ")[0]).name
    place_of = places(name, [(rule.id, rule.text) for rule in document.rules])
    examples_apart = any(rule.examples for rule in document.rules)
    if len(place_of) != len(document.rules):
        raise DamagedData(name, "the source has a rule number twice")
    return HeldEdition(
        name,
        tuple(
            HeldRule(
                number=rule.id,
                parent=place_of[rule.id].parent,
                title=place_of[rule.id].title,
                see=references(rule),
                examples=len(rule.examples if examples_apart else _EXAMPLE.findall(rule.text)),
                hash=wording_hash(rule.text),
            )
            for rule in document.rules
        ),
    )


def differences(held: HeldEdition, fresh: HeldEdition) -> list[str]:
    """One line for each rule in which what is held departs from what the source gives."""
    lines = departures(
        {rule.number: rule for rule in held.rules}, {rule.number: rule for rule in fresh.rules}
    )
    if not lines and held != fresh:
        lines.append("the same rules in another order")
    return lines


def departures(
    held: Mapping[str, msgspec.Struct], fresh: Mapping[str, msgspec.Struct]
) -> list[str]:
    """One line for each number held in one only, or with other fields; both of the same type."""
    lines: list[str] = []
    for number in dict.fromkeys([*fresh, *held]):
        if number not in held:
            lines.append(f"{number}: not held")
        elif number not in fresh:
            lines.append(f"{number}: held, but not in the source")
        elif held[number] != fresh[number]:
            departing = [
                field
                for field in fresh[number].__struct_fields__
                if getattr(held[number], field) != getattr(fresh[number], field)
            ]
            lines.append(f"{number}: {', '.join(departing)}")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 if the file was written or is in step, 1 if it is stale, 2 on error."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesdb.build", description="Make the data of an edition of the rules."
    )
    parser.add_argument("--source", type=Path, required=True, help="the official document, JSON")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say whether the data is in step"
    )
    options = parser.parse_args(arguments)
    try:
        fresh = built(read_source(options.source))
        if options.check:
            return _check(fresh)
        target = heldfile.data_file(fresh.edition)
        target.write_bytes(heldfile.encoded(fresh))
    except (OSError, RulesdbError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{target.name}: {len(fresh.rules)} rules written")
    return 0


def _check(fresh: HeldEdition) -> int:
    lines = differences(heldfile.load(fresh.edition), fresh)
    for line in lines:
        print(line)
    verdict = f"{len(lines)} rules differ" if lines else f"{len(fresh.rules)} rules, in step"
    print(f"{heldfile.data_file(fresh.edition).name}: {verdict}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
