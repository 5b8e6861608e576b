"""Rules that play and that no scenario can show by itself."""

from __future__ import annotations

import pytest

from api.scenarios.ledger import LEDGER_FILE, Tried, Turned, needless_exceptions, read_ledger
from api.scenarios.sites import cited_sites
from rulesdb import DamagedData, rule
from rulesdb.exceptions import AT_MOST, exception_faults, exceptions, read_exceptions
from rulesdb.rules import all_rules


def test_the_exceptions_are_rules_that_play_and_few() -> None:
    assert list(exception_faults()) == []


def test_a_reason_is_a_sentence() -> None:
    for number, reason in exceptions().items():
        assert len(reason.split()) >= 8, number
        assert reason.endswith("."), number


def test_no_exception_is_exercised() -> None:
    assert not set(exceptions()) & set(read_ledger(LEDGER_FILE))


def test_every_exception_is_cited_by_the_engine() -> None:
    assert set(exceptions()) <= set(cited_sites())


def test_what_turns_is_no_exception() -> None:
    tried = {
        "319.1": Tried("319.1", [Turned("a", "citation", "because")]),
        "323.5": Tried("323.5", [Turned("a", "same", ""), Turned("b", "outcome", "because")]),
    }
    entries = dict.fromkeys(("319.1", "323.5", "323.6"), "because")
    assert list(needless_exceptions(entries, tried)) == [
        "323.5: is an exception, and b turns without it"
    ]


def test_what_is_wrong_is_said_by_rule() -> None:
    assert rule("319").rule_class != "plays"
    assert dict(exception_faults({"319": "x", "999": "x"})) == {
        "319": f"is of class {rule('319').rule_class}, so that nothing has to exercise it",
        "999": "is no rule of the newest edition",
    }
    plays = [each.number for each in all_rules() if each.rule_class == "plays"]
    allowed = len(plays) * AT_MOST // 100
    assert list(exception_faults(dict.fromkeys(plays[:allowed], "x"))) == []
    assert [number for number, _ in exception_faults(dict.fromkeys(plays[: allowed + 1], "x"))] == [
        plays[allowed]
    ]


@pytest.mark.parametrize("lines", [["319.1"], ["319.1\t "], ["319.1\ta", "319.1\tb"], ["1\ta\tb"]])
def test_a_line_of_another_form_is_refused(lines: list[str]) -> None:
    with pytest.raises(DamagedData):
        read_exceptions(lines)


def test_a_line_is_read() -> None:
    assert read_exceptions(["# a remark", "", "319.1\twhy"]) == {"319.1": "why"}
