"""The editions of the core rules."""

import pytest

from rulesdb import EDITIONS, NEWEST, UnknownEdition, edition
from rulesdb.heldfile import data_file


def test_five_editions_are_known_in_order_of_date() -> None:
    assert list(EDITIONS) == [f"core-1.{minor}" for minor in range(5)]
    dates = [known.published for known in EDITIONS.values()]
    assert dates == sorted(dates)


def test_the_newest_edition_is_the_last_and_is_held() -> None:
    assert list(EDITIONS)[-1] == NEWEST
    assert EDITIONS[NEWEST].held


@pytest.mark.parametrize("name", list(EDITIONS))
def test_an_edition_is_held_if_its_data_file_is_here(name: str) -> None:
    assert data_file(name).is_file() is EDITIONS[name].held


def test_only_the_oldest_edition_was_taken_from_a_scan() -> None:
    assert {name: known.quality for name, known in EDITIONS.items() if known.quality != "text"} == {
        "core-1.0": "ocr"
    }


def test_an_edition_is_found_by_name_and_by_version() -> None:
    assert edition("1.4") is edition("core-1.4")
    assert edition("core-1.4").version == "1.4"


@pytest.mark.parametrize("name", ["", "core-1", "1.9", "Core-1.4", "vendetta"])
def test_an_unknown_edition_lists_the_known(name: str) -> None:
    with pytest.raises(UnknownEdition, match=r"core-1\.0, .*core-1\.4"):
        edition(name)
