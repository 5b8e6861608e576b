"""Rules that play and that no scenario can show by itself, each with the reason.

`exceptions.tsv` has one rule a line:

    319.1 <TAB> why switching it off alone never shows

Such a rule is cited where it belongs, and what it says is done; but no board and no action bring
about a moment in which it decides alone, since another rule always asks for the same, or since what
it rules out cannot be said in the first place. The ledger gives this reason in place of the one
that it has measured. `lint` finds entries for rules that do not play, and the ledger those that are
exercised all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from rulesdb.errors import DamagedData
from rulesdb.rules import all_rules

FILE = Path(__file__).with_name("exceptions.tsv")
#: the part of the rules that play which may be exceptions, in hundredths
AT_MOST = 5


def read_exceptions(lines: Iterable[str], place: str = FILE.name) -> dict[str, str]:
    """The reasons by rule. Raises `DamagedData` with the number of the line."""
    found: dict[str, str] = {}
    for at, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        number, tab, reason = line.rstrip("\r\n").partition("\t")
        if not tab or not number or not reason.strip() or "\t" in reason:
            raise DamagedData(f"{place}:{at}", "a rule, a tab and the reason")
        if number in found:
            raise DamagedData(f"{place}:{at}", f"{number} stands there twice")
        found[number] = reason
    return found


@cache
def exceptions() -> Mapping[str, str]:
    """The reasons of the file, by rule of the newest edition."""
    return read_exceptions(FILE.read_text("utf-8").splitlines())


def exception_faults(entries: Mapping[str, str] | None = None) -> Iterator[tuple[str, str]]:
    """What is wrong with the list, as pairs of a rule and a sentence."""
    entries = exceptions() if entries is None else entries
    classes = {rule.number: rule.rule_class for rule in all_rules()}
    for number in entries:
        if number not in classes:
            yield number, "is no rule of the newest edition"
        elif classes[number] != "plays":
            yield number, f"is of class {classes[number]}, so that nothing has to exercise it"
    plays = list(classes.values()).count("plays")
    if len(entries) * 100 > plays * AT_MOST:
        share = f"{len(entries)} of {plays} rules that play"
        yield list(entries)[-1], f"with it, {share} are more than {AT_MOST} in a hundred"
