"""Rules that left the class `plays` are listed with their reasons."""

import pytest

from rulesdb import DamagedData, all_rules
from rulesdb.reclassified import disagreements, read_reclassified, reclassified

# How many rules had the class `plays` when the book was first gone through.
FIRST_PLAYS = 1298


def test_the_list_and_the_gists_agree() -> None:
    assert disagreements() == []


def test_no_rule_leaves_plays_without_a_line() -> None:
    left = [entry for entry in reclassified().values() if entry.was == "plays"]
    came = [entry for entry in reclassified().values() if entry.now == "plays"]
    plays = [rule for rule in all_rules() if rule.rule_class == "plays"]
    assert len(plays) == FIRST_PLAYS - len(left) + len(came)


def test_a_reason_is_a_sentence() -> None:
    for entry in reclassified().values():
        assert len(entry.reason.split()) >= 5, entry.number
        assert entry.reason.endswith("."), entry.number


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["465\tplays\tdefines"], "four fields"),
        (["465\tplays\tdefines\t "], "four fields"),
        (["465\tplays\tdefines\tIt names.", "465\tplays\ttable\tIt tells."], "twice"),
    ],
)
def test_a_damaged_list_is_refused(lines: list[str], reason: str) -> None:
    with pytest.raises(DamagedData, match=reason):
        read_reclassified(lines)


def test_a_line_is_read_into_its_fields() -> None:
    found = read_reclassified(["# a remark", "", "465.2\tplays\trestates:465,466\tIt says it."])
    assert found["465.2"].now == "restates:465,466"
    assert (found["465.2"].was, found["465.2"].reason) == ("plays", "It says it.")
