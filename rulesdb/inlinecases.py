"""The cases that stand inside the text of a rule.

Most official examples are set off from the rule they belong to. Sixteen rules of the newest
edition hold theirs in the running text; each of these cases has an id here, `355.10.c#i2` for the
second one in 355.10.c, so that a scenario can name it as its source.

They are read from `inline-cases.tsv`, one case a line, in the order of the rule book:

    id <TAB> rule <TAB> gist <TAB> needs

`gist` is the case in our own words, `needs` what must be there to show it. Empty lines and lines
that begin with `#` are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from rulesdb.errors import DamagedData, UnknownCase
from rulesdb.gistfiles import LONGEST_GIST
from rulesdb.numbering import is_rule_number

__all__ = ["CASES_FILE", "InlineCase", "inline_case", "inline_cases", "read_case", "read_cases"]

CASES_FILE = Path(__file__).with_name("inline-cases.tsv")

_ID = re.compile(r"(?P<rule>[^#]+)#i(?P<ordinal>[1-9][0-9]*)")


class InlineCase(msgspec.Struct, frozen=True, gc=False):
    """A case inside the text of a rule.

    - `id`: the number of the rule, `#i`, and its place among the cases there, counted from one
    - `rule`: the number of the rule, in the newest edition
    - `gist`: situation and outcome in our own words
    - `needs`: what a board and its cards must offer to show it
    """

    id: str
    rule: str
    gist: str
    needs: str


def inline_cases() -> tuple[InlineCase, ...]:
    """Every case in the order of the rule book. The file is read at the first call, once.

    Raises `DamagedData` if the file is missing or not of the form above.
    """
    return _loaded(CASES_FILE)


def inline_case(case_id: str) -> InlineCase:
    """The case of this id: `355.10.c#i2`. Raises `UnknownCase`, with the cases of its rule."""
    rule = case_id.partition("#")[0]
    cases = {case.id: case for case in inline_cases() if case.rule == rule}
    if case_id not in cases:
        raise UnknownCase(case_id, tuple(cases))
    return cases[case_id]


def read_case(line: str, place: str) -> InlineCase:
    """The case that `line` holds. Raises `DamagedData`, naming `place`."""
    fields = line.split("\t")
    if len(fields) != 4:
        raise DamagedData(place, f"needs four fields between tabs, has {len(fields)}")
    case = InlineCase(*fields)
    match = _ID.fullmatch(case.id)
    if match is None:
        raise DamagedData(place, f"{case.id!r} is not the id of a case, such as 355.10.c#i2")
    if not is_rule_number(case.rule):
        raise DamagedData(place, f"{case.rule!r} is not a rule number")
    if match["rule"] != case.rule:
        raise DamagedData(place, f"{case.id} cannot be a case of {case.rule}")
    for name, text in (("gist", case.gist), ("needs", case.needs)):
        if not text.strip():
            raise DamagedData(place, f"the {name} of {case.id} is empty")
    if len(case.gist) > LONGEST_GIST:
        raise DamagedData(
            place,
            f"the gist of {case.id} has {len(case.gist)} characters, more than {LONGEST_GIST}",
        )
    return case


def read_cases(lines: Iterable[str], file_name: str) -> tuple[InlineCase, ...]:
    """The cases of one file, in its order.

    Raises `DamagedData`: a line is not of the form above, or the cases of a rule are not numbered
    from one upwards, without a gap and without another rule between them.
    """
    cases: list[InlineCase] = []
    counted: dict[str, int] = {}
    for line_number, line in enumerate(lines, start=1):
        line = line.rstrip("\r\n")
        if not line or line.startswith("#"):
            continue
        place = f"{file_name}:{line_number}"
        case = read_case(line, place)
        if case.rule in counted and cases[-1].rule != case.rule:
            raise DamagedData(place, f"the cases of {case.rule} do not stand together")
        counted[case.rule] = counted.get(case.rule, 0) + 1
        expected = f"{case.rule}#i{counted[case.rule]}"
        if case.id != expected:
            raise DamagedData(place, f"{case.id} stands where {expected} is expected")
        cases.append(case)
    return tuple(cases)


@cache
def _loaded(file: Path) -> tuple[InlineCase, ...]:
    try:
        content = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise DamagedData(file.name, "the data file is missing from the package") from error
    except UnicodeDecodeError as error:
        raise DamagedData(file.name, str(error)) from error
    return read_cases(content.splitlines(), file.name)
