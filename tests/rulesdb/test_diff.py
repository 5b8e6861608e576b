"""What changed between two editions."""

from itertools import combinations

import pytest

from rulesdb import EDITIONS, NEWEST, UnknownEdition, UnknownRule, all_rules
from rulesdb.concordance import links
from rulesdb.diff import changes, changes_of, is_wording_kept


def test_changes_are_counted_by_kind() -> None:
    found = changes("1.3")
    assert (found.old, found.new) == ("core-1.3", NEWEST)
    assert found.counts == {
        "same": 1348,
        "moved": 454,
        "reworded": 242,
        "split": 13,
        "merged": 32,
        "gone": 6,
        "new": 308,
    }


@pytest.mark.parametrize(("old", "new"), [*combinations(EDITIONS, 2), ("core-1.4", "core-1.2")])
def test_counts_and_selections_agree_with_the_links(old: str, new: str) -> None:
    found = changes(old, new)
    assert found.links == links(old, new)
    assert sum(found.counts.values()) == len(found.links)
    for how, count in found.counts.items():
        assert len(found.of(how)) == count
        assert {link.how for link in found.of(how)} <= {how}
    kept = found.of("same", "moved")
    assert len(kept) == found.counts["same"] + found.counts["moved"]


def test_nothing_changed_within_one_edition() -> None:
    # whether a page says so or not
    assert {link.source for link in changes(NEWEST).links} == {"wording"}
    counts = changes(NEWEST).counts
    assert counts["same"] == len(all_rules()) == sum(counts.values())


def test_kinds_are_in_a_fixed_order_with_zeros() -> None:
    counts = changes(NEWEST).counts
    assert list(counts) == ["same", "moved", "reworded", "split", "merged", "gone", "new"]
    assert counts["merged"] == 0


def test_backwards_new_rules_are_gone() -> None:
    assert changes("1.4", "1.3").counts["gone"] == changes("1.3", "1.4").counts["new"]


def test_the_changes_of_one_rule() -> None:
    assert [(link.new, link.how) for link in changes_of("466.2", "1.3")] == [("471.2", "moved")]
    assert [link.new for link in changes_of("431.3.b", "1.3", "1.4")] == [
        "431.3.b",
        "431.3.c",
        "431.3.c.1",
    ]
    assert [(link.new, link.how) for link in changes_of("829", "1.4", "1.0")] == [(None, "gone")]


def test_a_wording_is_kept_under_whatever_number() -> None:
    assert is_wording_kept("331", "1.3")
    assert is_wording_kept("466.2", "1.3")
    assert not is_wording_kept("337.1", "1.3")
    assert not is_wording_kept("431.3.b", "1.3")
    assert not is_wording_kept("528", "1.0")


def test_a_wording_that_is_kept_over_several_editions_is_kept_in_each() -> None:
    for link in changes("1.1", "1.3").of("same", "moved"):
        assert link.old
        assert is_wording_kept(link.old, "1.1", "1.2")


def test_what_is_not_there_is_an_error() -> None:
    with pytest.raises(UnknownRule):
        changes_of("466.99", "1.3")
    with pytest.raises(UnknownEdition):
        changes("0.9")
