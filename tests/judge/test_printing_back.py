"""Every modelled card prints back to its official text: the audit of the catalogue (D7)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.cardtext import NotPrintable, normalised, print_card, print_effect_text
from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes
from rulesdb.cards.ledger import read_signed

LIST = Path(__file__).resolve().parents[3] / "shared" / "cards" / "cards.json"


#: cards that say the same in other words than the notation prints, and what differs
DIFFERENCES = read_signed()


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


def effect_text(entry: dict[str, Any]) -> str:
    """The official effect text, in which the card's own name says the same as "this" (136.2.d)."""
    return (entry["effect_text"] or "").replace(entry["name"], "this")


@pytest.mark.parametrize("card", modelled(), ids=lambda card: card.name)
def test_a_card_prints_back_to_its_official_text(
    card: CardDefinition, official: dict[str, Any]
) -> None:
    if card.name not in official:
        assert card.token  # tokens of rule 187 that have no card
        return
    entry = official[card.name]
    alike = texts(card) == (normalised(entry["text"]), normalised(effect_text(entry)))
    if card.name in DIFFERENCES:
        assert not alike, f"{card.name} prints back: strike it from signed.tsv"
    else:
        assert texts(card) == (normalised(entry["text"]), normalised(effect_text(entry)))


def test_a_difference_is_named_of_a_card_that_is_modelled() -> None:
    assert set(DIFFERENCES) <= {card.name for card in modelled()}
    assert all(DIFFERENCES.values())


#: words of the notation, and others that say something else in the same place
OTHERS: dict[object, object] = {
    "friendly": "enemy",
    "enemy": "friendly",
    "battlefield": "base",
    "here": "battlefield",
    "reaction": "action",
    True: False,
    "unit": "gear",
    "gear": "unit",
    "conquer": "hold",
    "hold": "conquer",
    "attack": "defend",
}
#: keys of a card that its entry does not say: they come with the structure, or are not printed
SILENT = {
    *("after", "label", "name", "tags", "domains", "energy", "number", "set", "aliases", "token"),
    *("types", "might", "might_bonus", "supertype", "banned", "keywords"),
}


def changed(data: Any, *, top: bool = False) -> Iterator[Any]:
    """Every tree that differs from this one in one number or one word."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in (SILENT if top else ("after", "label", "name")):
                for other in changed(value):
                    yield {**data, key: other}
    elif isinstance(data, list):
        for index, value in enumerate(data):
            for other in changed(value):
                yield [*data[:index], other, *data[index + 1 :]]
    elif isinstance(data, bool | str):
        if data in OTHERS:
            yield OTHERS[data]
    elif isinstance(data, int) and data:
        yield data + 1


def texts(card: CardDefinition) -> tuple[str, str]:
    """What is compared of a card: its text and its effect text."""
    return normalised(print_card(card)), normalised(print_effect_text(card))


@pytest.mark.parametrize("card", modelled(), ids=lambda card: card.name)
def test_a_change_of_one_word_of_an_entry_is_seen(card: CardDefinition) -> None:
    """What the audit is for: a wrong number, side, place or event is no typography."""
    seen = texts(card)
    for data in changed(msgspec.to_builtins(card), top=True):
        try:
            other = msgspec.convert(data, CardDefinition)
        except msgspec.ValidationError:
            continue  # another word than this place can have
        try:
            shown = texts(other)
        except NotPrintable:
            continue  # there is no text that says so
        assert shown != seen, data


def test_another_text_is_seen(official: dict[str, Any]) -> None:
    text = normalised(official["Void Seeker"]["text"])
    for card in modelled():
        if card.name != "Void Seeker":
            assert normalised(print_card(card)) != text
