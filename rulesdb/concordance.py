"""What became of the rules from one edition to the next.

The folder `concordance` has one tab-separated file for each pair of neighbouring editions, one link
a line; a dash stands for nothing:

    old number <TAB> new number <TAB> how <TAB> source <TAB> alike

- `how`: `same` (number and wording), `moved` (same wording, other number), `reworded` (under the
  same or another number), `split` (one rule became several, one line each), `merged` (several
  became one), `gone` (no new number), `new` (no old number). Examples and pointers to other rules
  are no part of a wording here.
- `source`: `mark` (an official page says where the rule stood before), `wording` (see
  `rulesdb.matching`), `eye` (settled by reading both).
- `alike`: of two wordings, the per cent that both have in common, rare words counting more. 100 is
  the same wording; at 99 nothing differs but punctuation, the numbers of other rules, or an
  enumerator; below, words differ.

First come the old rules in the order of their document, then those that are new. Nothing is read
before the first question, and then only the files that it needs. Editions that are not neighbours
are joined by way of those between them. An edition is linked with itself by wording.

`called-new.tsv` has the rules of the newest edition that the official page of marks calls new,
though a rule of the edition before became them; there the links do not follow the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

import msgspec

from rulesdb.editions import EDITIONS, NEWEST, held_edition
from rulesdb.errors import DamagedData
from rulesdb.numbering import is_rule_number, natural_order
from rulesdb.rules import all_rules, rule

__all__ = ["How", "Link", "Source", "Step", "Today", "called_new", "history", "links", "today"]

How = Literal["same", "moved", "reworded", "split", "merged", "gone", "new"]
Source = Literal["mark", "wording", "eye"]

CONCORDANCE_FOLDER = Path(__file__).with_name("concordance")

CALLED_NEW_FILE = CONCORDANCE_FOLDER / "called-new.tsv"

NOTHING = "-"

SAME_WORDING = 100

_HOWS = frozenset(get_args(How))
_SOURCES = frozenset(get_args(Source))
_CERTAINTY: tuple[Source, ...] = ("wording", "eye", "mark")


class Link(msgspec.Struct, frozen=True, gc=False):
    """What became of one rule; `old` is None for a new rule, `new` for one that is gone.

    `alike` is None where there is only one wording. Over several editions it is the lowest on the
    way, and `source` the least certain (`wording`, then `eye`, then `mark`).
    """

    old: str | None
    new: str | None
    how: How
    source: Source
    alike: int | None


class Step(NamedTuple):
    """A rule in one edition, and how it came there from the edition before.

    `number` is None, and `how` is `gone`, in the first edition that has the rule no more. `how` is
    None in the oldest edition, before which nothing is known.
    """

    edition: str
    number: str | None
    how: How | None


class Today(NamedTuple):
    """The numbers under which the newest edition has a rule, none if it is gone."""

    numbers: tuple[str, ...]
    how: How


def links(old: str, new: str) -> tuple[Link, ...]:
    """The links from every rule of `old` to `new`, and the rules that only `new` has.

    Any two editions, also the newer one first: then `gone` and `new`, `split` and `merged` change
    places. Raises `UnknownEdition`, `EditionNotHeld`, `DamagedData`.
    """
    return _links(held_edition(old).name, held_edition(new).name)


def today(edition: str, number: str) -> Today:
    """Under which numbers the newest edition has this rule, and what happened on the way.

        >>> today("core-1.3", "466.2")
        Today(numbers=('471.2',), how='moved')

    Raises `UnknownRule`, `UnknownEdition`, `EditionNotHeld`, `DamagedData`.
    """
    name = held_edition(edition).name
    found = _by_old(name, NEWEST)[rule(number, name).number]
    hows = [link.how for link in found]
    return Today(
        tuple(link.new for link in found if link.new is not None),
        "merged" if "merged" in hows else hows[0],
    )


def history(number: str, edition: str = NEWEST) -> tuple[Step, ...]:
    """The rule in each edition, from the oldest that has it to the newest or to where it is gone.

    Where a rule was merged or split there are several steps for an edition: all that it came from,
    and all that came of it.

        >>> [(step.edition, step.number, step.how) for step in history("471.2")][-2:]
        [('core-1.3', '466.2', 'moved'), ('core-1.4', '471.2', 'moved')]

    Raises `UnknownRule`, `UnknownEdition`, `EditionNotHeld`, `DamagedData`.
    """
    names = _held()
    here = names.index(held_edition(edition).name)
    asked = rule(number, names[here]).number
    return (*_before(asked, names[: here + 1]), *_after(asked, names[here:]))


def called_new() -> dict[str, str]:
    """By number, the rules of the newest edition that an official page calls new and that are not:
    with the rule of the edition before which each of them was. Raises `DamagedData`.
    """
    return _called_new(CALLED_NEW_FILE)


def concordance_file(old: str, new: str) -> Path:
    """Where the file of two neighbouring editions lies, or would lie, inside this package."""
    return CONCORDANCE_FOLDER / f"{EDITIONS[old].version}-{EDITIONS[new].version}.tsv"


def read_links(lines: Iterable[str], place: str) -> tuple[Link, ...]:
    """The links in the lines of a file. Raises `DamagedData`, naming `place` and the line."""
    found: list[Link] = []
    # Thousands of lines have one of a few hundred endings: each is taken apart once.
    known: dict[str, Link] = {}
    for position, line in enumerate(lines, start=1):
        old, _, behind = line.partition("\t")
        new, _, ending = behind.partition("\t")
        like = known.get(ending)
        if (
            like is None
            or (old != NOTHING if like.old is None else not _is_number(old))
            or (new != NOTHING if like.new is None else not _is_number(new))
        ):
            link = known[ending] = _read_link(line, f"{place}:{position}")
        else:
            link = Link(like.old and old, like.new and new, like.how, like.source, like.alike)
        found.append(link)
    return tuple(found)


def written(found: Iterable[Link]) -> str:
    """The content of a file: always the same text for the same links."""
    lines = (msgspec.structs.astuple(link) for link in found)
    return "".join(
        "\t".join(NOTHING if field is None else str(field) for field in line) + "\n"
        for line in lines
    )


def named(found: Iterable[Link]) -> tuple[Link, ...]:
    """The links in the order of a file, each with the `how` that follows from all of them."""
    found = sorted(found, key=_place)
    olds = Counter(link.old for link in found)
    news = Counter(link.new for link in found)

    def how(link: Link) -> How:
        if link.old is None:
            return "new"
        if link.new is None:
            return "gone"
        if news[link.new] > 1:
            return "merged"
        if olds[link.old] > 1:
            return "split"
        if link.alike != SAME_WORDING:
            return "reworded"
        return "same" if link.old == link.new else "moved"

    return tuple(Link(link.old, link.new, how(link), link.source, link.alike) for link in found)


# The same numbers are put into order for many pairs of editions.
_order = cache(natural_order)


def _place(link: Link) -> tuple[bool, tuple[int, ...], tuple[int, ...]]:
    return (link.old is None, _order(link.old or "000"), _order(link.new or "000"))


# The same numbers stand in several files.
_is_number = cache(is_rule_number)


def _read_link(line: str, place: str) -> Link:
    fields = line.rstrip("\r\n").split("\t")
    if len(fields) != 5:
        raise DamagedData(place, f"needs five fields between tabs, has {len(fields)}")
    old, new, how, source, alike = (None if field == NOTHING else field for field in fields)
    for number in (old, new):
        if number is not None and not is_rule_number(number):
            raise DamagedData(place, f"{number!r} is not a rule number")
    if how not in _HOWS or source not in _SOURCES:
        raise DamagedData(place, f"{how!r} from {source!r} is not a kind of change")
    if (old is None) is not (how == "new") or (new is None) is not (how == "gone"):
        raise DamagedData(place, f"{how!r} does not go with {fields[0]} and {fields[1]}")
    is_alone = old is None or new is None
    if is_alone is not (alike is None) or not (alike or "0").isdecimal():
        raise DamagedData(place, f"{fields[4]!r} is no per cent of two wordings")
    return Link(
        old, new, cast(How, how), cast(Source, source), None if alike is None else int(alike)
    )


@cache
def _called_new(file: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for position, line in enumerate(_content_of(file).splitlines(), start=1):
        if line.startswith("#"):
            continue
        number, _, before = line.partition("\t")
        if not is_rule_number(number) or not is_rule_number(before) or number in found:
            raise DamagedData(f"{file.name}:{position}", "needs two numbers, the first only once")
        found[number] = before
    return found


def _content_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DamagedData(file.name, "the concordance cannot be read") from error


def _held() -> list[str]:
    return [edition.name for edition in EDITIONS.values() if edition.held]


@cache
def _links(old: str, new: str) -> tuple[Link, ...]:
    names = _held()
    first, last = names.index(old), names.index(new)
    if first > last:
        forth = _links(new, old)
        return named(Link(each.new, each.old, each.how, each.source, each.alike) for each in forth)
    if first == last:
        numbers = [each.number for each in all_rules(old)]
        return tuple(Link(number, number, "same", "wording", SAME_WORDING) for number in numbers)
    if last - first > 1:
        return _joined(_links(old, names[last - 1]), _links(names[last - 1], new))
    file = concordance_file(old, new)
    return read_links(_content_of(file).splitlines(), file.name)


def _joined(first: Sequence[Link], second: Sequence[Link]) -> tuple[Link, ...]:
    """The links through the edition in which `first` ends and `second` begins."""
    onwards = _grouped((link.old, link) for link in second)
    found: dict[tuple[str | None, str | None], Link] = {}
    for one in first:
        for two in onwards.get(one.new or "", ()):
            if one.old is None or two.new is None:
                continue
            alike = min(one.alike or 0, two.alike or 0)
            source = min(one.source, two.source, key=_CERTAINTY.index)
            known = found.get((one.old, two.new))
            if known is None or (known.alike or 0) < alike:
                found[one.old, two.new] = Link(one.old, two.new, "reworded", source, alike)
    kept = {link.old for link in found.values()} | {None}
    known_since = {link.new for link in found.values()} | {None}
    gone = {link.old for link in first} - kept
    new = {link.new for link in second} - known_since
    return named(
        [
            *found.values(),
            *(Link(number, None, "gone", "wording", None) for number in gone),
            *(Link(None, number, "new", "wording", None) for number in new),
        ]
    )


def _grouped(found: Iterable[tuple[str | None, Link]]) -> dict[str, list[Link]]:
    groups: dict[str, list[Link]] = {}
    for number, link in found:
        if number is not None:
            groups.setdefault(number, []).append(link)
    return groups


@cache
def _by_old(old: str, new: str) -> dict[str, list[Link]]:
    return _grouped((link.old, link) for link in _links(old, new))


@cache
def _by_new(old: str, new: str) -> dict[str, list[Link]]:
    return _grouped((link.new, link) for link in _links(old, new))


def _before(number: str, names: list[str]) -> list[Step]:
    """The steps up to `number`, which belongs to the last of the editions."""
    steps: list[Step] = []
    numbers = [number]
    for old, new in reversed([*pairwise(names)]):
        came = {each: _by_new(old, new)[each] for each in numbers}
        steps[:0] = [Step(new, each, came[each][0].how) for each in numbers]
        numbers = _in_order(link.old for each in came.values() for link in each)
    return [*(Step(names[0], each, None) for each in numbers), *steps]


def _after(number: str, names: list[str]) -> list[Step]:
    """The steps after `number`, which belongs to the first of the editions."""
    steps: list[Step] = []
    numbers = [number]
    for old, new in pairwise(names):
        went = [link for each in numbers for link in _by_old(old, new)[each]]
        numbers = _in_order(link.new for link in went)
        hows = {link.new: link.how for link in went}
        steps += [Step(new, each, hows[each]) for each in numbers]
        if not numbers:
            return [*steps, Step(new, None, "gone")]
    return steps


def _in_order(numbers: Iterable[str | None]) -> list[str]:
    return sorted({number for number in numbers if number is not None}, key=natural_order)
