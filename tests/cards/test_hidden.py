"""A set that is hidden and imported as text gives the same rulings, or is refused by its clauses.

`python -m tests.cards.hidden` runs every scenario; here it is a sample of those of each set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from api.scenarios import Kept
from judge.effects.notation import AnyInstruction, CardDefinition, Selector
from rulesdb.cards.sources import SETS
from tests.cards import hidden
from tests.cards.hidden import compared, kept_scenarios, measured, named_like, texts, used_in

needs_texts = pytest.mark.skipif(not texts(), reason="the official list of cards is not there")


@needs_texts
@pytest.mark.parametrize("which", SETS)
def test_a_hidden_set_gives_no_other_ruling(which: str) -> None:
    result = measured(which, sample=30, seed=20261130)
    assert result.same + result.refused + len(result.differences) > 10
    assert result.differences == []


@pytest.fixture
def instead(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Kept]]:
    """Puts another definition of a spell into the place of what is imported; the scenarios with
    it.
    """
    catalogue, names, whole = hidden.hidden("OGN")

    def put(**changes: Any) -> list[Kept]:
        card = msgspec.structs.replace(catalogue["Void Seeker"], **changes)
        other = catalogue.extended([card])
        monkeypatch.setattr(hidden, "hidden", lambda which: (other, names, whole))
        kept = [one for one in kept_scenarios() if "Void Seeker" in used_in(one, names)]
        return [one for one in kept if one.scenario.overturned_by is None][:8]

    return put


@needs_texts
def test_a_text_that_does_something_else_is_found_out(
    instead: Callable[..., list[Kept]],
) -> None:
    found = [compared(one, "OGN") for one in instead(does=[])]
    assert any(difference is not None for difference, _ in found)


@needs_texts
def test_a_text_that_is_not_modelled_is_refused_by_name(
    instead: Callable[..., list[Kept]],
) -> None:
    changes = {"does": [], "chooses": {}, "text": "unmodelled", "clauses": ["spell text"]}
    found = [compared(one, "OGN") for one in instead(**changes)]
    assert {about for _, about in found} & {"Void Seeker: spell text"}


def test_names_that_a_text_gives_itself_make_no_difference() -> None:
    read, known = (
        CardDefinition(
            name="Brook Song",
            types=["Spell"],
            chooses={slot: Selector(kind="unit")},
            does=msgspec.convert([{"do": "stun", "what": slot}], list[AnyInstruction]),
        )
        for slot in ("foe", "target")
    )
    assert named_like(read, known) == known
