"""What is wrong, or looks wrong, with the rule book and with the citations of it.

Each check gives coded findings:

| code | found when |
|---|---|
| `dangling_reference` | a rule points to a number that its edition does not have |
| `self_reference` | a rule points to itself |
| `numbering_gap` | a number between two of the same level, or above a rule, is missing |
| `unreferenced` | no other rule points to a rule, and nothing cites it |
| `unknown_citation` | something cites a number that its edition does not have |
| `wording_changed` | a cited rule reads differently from when it was cited |
| `locked_rule_gone` | a cited rule no longer exists under its number |
| `not_locked` | a rule is cited, but not on the list of locked rules |
| `no_longer_cited` | a rule is on that list, but nothing cites it |
| `not_embodied` | a rule defines a term, and `rulesdb.embodied` names nothing that carries it |
| `no_exception` | `rulesdb.exceptions` lists a rule that does not play, or too many |

The list of locked rules (`rulesdb.locked`) says how each cited rule of the newest edition read when
it was cited, as a hash. When a new edition changes the wording under a number, whoever cites it has
to look again, and then gives the new wording their blessing:

    python -m rulesdb.lint --check                   # is every cited rule locked, and unchanged?
    python -m rulesdb.lint --lock                    # lock what is newly cited, drop what is not
    python -m rulesdb.lint --bless 465.2.c 356.4.e   # these were looked at again

`--lock` also writes `cited-by.tsv` (see `rulesdb.graph.cites`), and `--check` compares it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Literal

import msgspec

from rulesdb.editions import NEWEST
from rulesdb.embodied import embodied_faults
from rulesdb.errors import RulesdbError
from rulesdb.exceptions import exception_faults
from rulesdb.graph.cites import CITED_BY_FILE, cites_of_checkout, written_cites
from rulesdb.graph.nodes import parsed
from rulesdb.locked import LOCKED_FILE, read_locked, write_locked
from rulesdb.numbering import natural_order
from rulesdb.rules import Rule, all_rules, exists, rule
from rulesdb.tournament import (
    CORE_EDITION,
    DOCUMENT,
    TournamentRule,
    is_tournament_rule,
    tournament_rules,
)

Code = Literal[
    "dangling_reference",
    "self_reference",
    "numbering_gap",
    "unreferenced",
    "unknown_citation",
    "wording_changed",
    "locked_rule_gone",
    "not_locked",
    "no_longer_cited",
    "not_embodied",
    "no_exception",
]

# Three-digit numbers jump where a new part of the book begins: at a heading, by this much.
_LEAST_JUMP = 10


class Finding(msgspec.Struct, frozen=True, order=True):
    """One thing found: what kind, at which rule, and in a sentence."""

    code: Code
    number: str
    message: str

    def __str__(self) -> str:
        return f"{self.number}: {self.message} [{self.code}]"


def lint(
    edition: str = NEWEST,
    *,
    cites: Iterable[tuple[str, str, str]] | None = None,
    locked: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """Every finding about an edition, or about the tournament rules by the name of their document,
    by check and then in the order of the document.

    `cites` are triples as in `rulesdb.graph.cites`; without them nothing is said about rules that
    nothing refers to. `locked` is what `read_locked` gives, and is compared only if it is given.
    Raises `UnknownEdition`, `EditionNotHeld` and `MalformedReference`.
    """
    found = [*dangling_references(edition), *self_references(edition), *numbering_gaps(edition)]
    if cites is not None:
        cites = tuple(cites)
        found += unknown_citations(cites, edition)
        found += unreferenced(cites, edition)
    if edition == NEWEST:
        found += [Finding("not_embodied", *fault) for fault in embodied_faults()]
        found += [Finding("no_exception", *fault) for fault in exception_faults()]
    if locked is not None:
        found += changed_wordings(locked, edition)
        if cites is not None:
            found += unlocked_citations(cites, locked, edition)
    return tuple(found)


def dangling_references(edition: str = NEWEST) -> Iterator[Finding]:
    """Rules that point to, or repeat, a number that is not there."""
    for pointing in _rules_of(edition):
        for word, document, target in _pointers(pointing, edition):
            if not _exists(target, document):
                yield Finding(
                    "dangling_reference",
                    pointing.number,
                    f"{word} {target}, which {document} does not have",
                )


def self_references(edition: str = NEWEST) -> Iterator[Finding]:
    """Rules that point to, or repeat, themselves."""
    for pointing in _rules_of(edition):
        for word, document, target in _pointers(pointing, edition):
            if (document, target) == (edition, pointing.number):
                yield Finding("self_reference", pointing.number, f"{word} itself")


def numbering_gaps(edition: str = NEWEST) -> Iterator[Finding]:
    """Numbers that are missing between others of the same level, before the first of them, or
    above a rule.

    `a, c` lack `b`, `2, 3` under a rule lack `1`, and `d.1` lacks `d` where the document has rules
    under a number that it does not have. A three-digit number may jump: a heading that follows at
    least ten missing numbers begins a new part of the book.
    """
    levels: dict[str, list[Rule | TournamentRule]] = {}
    missing_above: set[str] = set()
    for counted in _rules_of(edition):
        levels.setdefault(counted.number.rpartition(".")[0], []).append(counted)
        number = counted.number.rpartition(".")[0]
        while number and number not in missing_above and not _exists(number, edition):
            missing_above.add(number)
            yield Finding("numbering_gap", counted.number, f"{number} is missing above it")
            # it has a place among its siblings, so that it isn't missing there again
            there = msgspec.structs.replace(counted, number=number, kind="rule")
            levels.setdefault(number.rpartition(".")[0], []).append(there)
            number = number.rpartition(".")[0]
    for above, rules in levels.items():
        ordered = sorted(rules, key=lambda one: natural_order(one.number))
        places = [natural_order(one.number)[-1] for one in ordered]
        if above:
            places.insert(0, 0)
            ordered.insert(0, ordered[0])
        for (before, after), behind in zip(pairwise(places), ordered[1:], strict=True):
            missing = after - before - 1
            if missing < 1:
                continue
            if not above and behind.kind == "heading" and missing >= _LEAST_JUMP:
                continue
            first, last = (_numbered(behind.number, place) for place in (before + 1, after - 1))
            span = first if first == last else f"{first} to {last}"
            yield Finding("numbering_gap", behind.number, f"{span} is missing before it")


def unreferenced(cites: Iterable[tuple[str, str, str]], edition: str = NEWEST) -> Iterator[Finding]:
    """Rules, not headings, that no other rule points to and nothing cites by their own number."""
    reached = {_named(reference) for _, _, reference in cites}
    reached |= {
        (edition, target)
        for pointing in _rules_of(edition)
        for target in pointing.see
        if target != pointing.number
    }
    for lonely in _rules_of(edition):
        if lonely.kind == "rule" and (edition, lonely.number) not in reached:
            yield Finding(
                "unreferenced", lonely.number, "no rule points to it and nothing cites it"
            )


def unknown_citations(
    cites: Iterable[tuple[str, str, str]], edition: str = NEWEST
) -> Iterator[Finding]:
    """Citations of this edition by a number that it does not have, each source once."""
    for kind, source, reference in dict.fromkeys(cites):
        cited_edition, number = _named(reference)
        if cited_edition == edition and not _exists(number, edition):
            yield Finding("unknown_citation", number, f"cited by {kind} {source}, not in {edition}")


def changed_wordings(locked: Mapping[str, str], edition: str = NEWEST) -> Iterator[Finding]:
    """Locked rules that read differently in this edition, or are not in it any more."""
    for number, hash_when_cited in locked.items():
        if not exists(number, edition):
            yield Finding("locked_rule_gone", number, f"was cited, and is not in {edition}")
        elif rule(number, edition).wording_hash != hash_when_cited:
            yield Finding(
                "wording_changed",
                number,
                f"reads differently in {edition} from when it was cited",
            )


def unlocked_citations(
    cites: Iterable[tuple[str, str, str]],
    locked: Mapping[str, str],
    edition: str = NEWEST,
) -> Iterator[Finding]:
    """Where the list of locked rules and the citations of this edition are out of step."""
    cited = cited_numbers(cites, edition)
    for number in cited:
        if number not in locked:
            yield Finding("not_locked", number, "is cited, but its wording is not locked")
    for number in locked:
        if number not in cited:
            yield Finding("no_longer_cited", number, "is locked, but nothing cites it")


def cited_numbers(cites: Iterable[tuple[str, str, str]], edition: str = NEWEST) -> tuple[str, ...]:
    """The rules of this edition that are cited and exist, in order, each once."""
    references = {_named(reference) for _, _, reference in cites}
    return tuple(
        sorted(
            (
                number
                for cited_edition, number in references
                if cited_edition == edition and exists(number, edition)
            ),
            key=natural_order,
        )
    )


def lock(
    cited: Collection[str], locked: Mapping[str, str], edition: str = NEWEST
) -> dict[str, str]:
    """The list for exactly the `cited` rules: a hash that was locked stays, changed or not; a rule
    that is new to the list gets today's. Raises `UnknownRule` for one that is not in the edition.
    """
    return {
        number: locked.get(number) or rule(number, edition).wording_hash
        for number in sorted(set(cited), key=natural_order)
    }


def bless(
    numbers: Collection[str], locked: Mapping[str, str], edition: str = NEWEST
) -> dict[str, str]:
    """The list with today's hash for `numbers`, which somebody looked at again.

    Raises `UnknownRule` for one that is not in the edition.
    """
    return dict(locked) | {number: rule(number, edition).wording_hash for number in numbers}


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 if the list was written or is in step, 1 if it is not, 2 on error."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesdb.lint", description="Keep the list of locked rules in step."
    )
    parser.add_argument("--root", type=Path, default=Path(), help="the checkout whose files cite")
    parser.add_argument("--file", type=Path, default=LOCKED_FILE, help="the list")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="write nothing; say what is out of step")
    what.add_argument("--lock", action="store_true", help="lock what is cited, and only that")
    what.add_argument("--bless", nargs="+", metavar="NUMBER", help="take over today's wording")
    options = parser.parse_args(arguments)
    try:
        locked = read_locked(options.file) if options.file.exists() else {}
        if options.bless:
            return _written(bless(options.bless, locked), options.file)
        cites = tuple(cites_of_checkout(options.root))
        cited_by = options.file.with_name(CITED_BY_FILE.name)
        if options.lock:
            cited_by.write_text(written_cites(cites), encoding="utf-8")
            return _written(lock(cited_numbers(cites), locked), options.file)
        in_step = cited_by.exists() and cited_by.read_text(encoding="utf-8") == written_cites(cites)
    except (OSError, SyntaxError, UnicodeDecodeError, RulesdbError) as error:
        print(error, file=sys.stderr)
        return 2
    findings = [*changed_wordings(locked), *unlocked_citations(cites, locked)]
    for finding in findings:
        print(finding)
    if not in_step:
        print(f"{cited_by.name}: not in step with what cites rules")
        return 1
    verdict = f"{len(findings)} findings" if findings else f"{len(locked)} rules, in step"
    print(f"{options.file.name}: {verdict}")
    return 1 if findings else 0


def _written(locked: Mapping[str, str], file: Path) -> int:
    write_locked(locked, file)
    print(f"{file.name}: {len(locked)} rules written")
    return 0


def _rules_of(edition: str) -> tuple[Rule | TournamentRule, ...]:
    return tournament_rules() if edition == DOCUMENT else all_rules(edition)


def _exists(number: str, edition: str) -> bool:
    return is_tournament_rule(number) if edition == DOCUMENT else exists(number, edition)


def _pointers(pointing: Rule | TournamentRule, edition: str) -> Iterator[tuple[str, str, str]]:
    """What a rule refers to: how, the edition of the number, and the number."""
    yield from (("points to", edition, target) for target in pointing.see)
    if isinstance(pointing, Rule):
        yield from (("repeats", edition, target) for target in pointing.restates)
    else:
        yield from (("points to", CORE_EDITION, target) for target in pointing.core)


def _named(reference: str) -> tuple[str, str]:
    """The document and the number that a citation names, which may be a tournament rule."""
    node = parsed(reference)
    return node.edition, node.number


def _numbered(sibling: str, place: int) -> str:
    """The number at `place` on the level of `sibling`."""
    above, dot, last = sibling.rpartition(".")
    if not above:
        return f"{place:03}"
    return f"{above}{dot}{place if last.isdecimal() else chr(ord('a') + place - 1)}"


if __name__ == "__main__":
    sys.exit(main())
