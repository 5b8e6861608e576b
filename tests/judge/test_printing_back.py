"""Every modelled card prints back to its official text: the audit of the catalogue (D7)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.cardtext import normalised, print_card, print_effect_text
from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes

LIST = Path(__file__).resolve().parents[3] / "shared" / "cards" / "cards.json"


def modelled() -> list[CardDefinition]:
    """The cards whose whole text the catalogue says, by their keywords or in notation."""
    definitions = msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition])
    return [each for each in definitions if each.text == "modelled"]


@pytest.fixture(scope="module")
def official() -> dict[str, Any]:
    """The official cards by name; skips where the list is absent."""
    if not LIST.is_file():
        pytest.skip("the official card list is not part of the project")
    return {card["name"]: card for card in json.loads(LIST.read_text("utf-8"))["cards"]}


@pytest.mark.parametrize("card", modelled(), ids=lambda card: card.name)
def test_a_card_prints_back_to_its_official_text(
    card: CardDefinition, official: dict[str, Any]
) -> None:
    if card.name not in official:
        assert card.token  # tokens of rule 187 that have no card
        return
    entry = official[card.name]
    assert normalised(print_card(card)) == normalised(entry["text"])
    assert normalised(print_effect_text(card)) == normalised(entry["effect_text"] or "")


def test_another_text_is_seen(official: dict[str, Any]) -> None:
    """What the audit is for: a wrong number, a lost word and a lost clause are no typography."""
    text = normalised(official["Void Seeker"]["text"])
    for card in modelled():
        if card.name != "Void Seeker":
            assert normalised(print_card(card)) != text
