"""Running scenarios with cards that lack a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET

from api.scenarios import Scenario, in_process, run_scenario
from api.scenarios.ledger import WithoutRules, how_it_turned
from api.scenarios.loading import discover
from judge.effects.catalogue import fold_name, standard_catalogue
from judge.effects.notation import CardDefinition
from tests.vocabulary.removing import without
from tests.vocabulary.words import uses


class Shown(msgspec.Struct, frozen=True, order=True):
    """A scenario that turns without a word on a card."""

    scenario: str
    card: str


@cache
def scenarios() -> dict[str, Scenario]:
    """Those that are run, by their ids."""
    kept, _ = discover()
    found = [each.scenario for each in kept if each.scenario.overturned_by is None]
    return {each.id: each for each in found}


def cards_of(scenario: Scenario) -> dict[str, CardDefinition]:
    """The cards that a scenario names, with what they are in it."""
    document: Any = scenario.board if scenario.board is not UNSET else scenario.setup
    own = document.get("cards") or {}
    catalogue = standard_catalogue()
    try:
        catalogue = catalogue.with_inline(own)
    except msgspec.ValidationError:
        return {}
    found = {}
    # a card that is only defined, and that nothing names, is not there
    named = [{**document, "cards": list(own.values())}, msgspec.to_builtins(scenario.steps)]
    for text in dict.fromkeys(_strings(named)):
        name = _resolved(text) if text not in own else text
        definition = None if name is None else catalogue.get(name)
        if definition is not None and definition.text == "modelled":
            found[definition.name] = definition
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _strings([key] if isinstance(key, str) else [])
            yield from _strings(each)


@cache
def _folded() -> dict[str, str]:
    """The names of the catalogue by what people type of them."""
    catalogue, found = standard_catalogue(), dict[str, str]()
    for name in catalogue.names():
        card = catalogue[name]
        for each in (name.split(",")[0], *card.aliases, name):
            found[fold_name(each)] = name
    return found


def _resolved(text: str) -> str | None:
    return _folded().get(fold_name(text)) if len(text) < 60 else None


def turns(scenario: Scenario, changed: CardDefinition) -> bool:
    """Whether a scenario comes to another outcome with a card that says something else."""
    part = "board" if scenario.board is not UNSET else "setup"
    document: Any = getattr(scenario, part)
    data = {key: value for key, value in msgspec.to_builtins(changed).items() if key != "name"}
    cards: Mapping[str, Any] = {**(document.get("cards") or {}), changed.name: data}
    other = msgspec.structs.replace(scenario, **{part: {**document, "cards": cards}})
    outcome = run_scenario(other, WithoutRules(frozenset()))
    return bool(outcome.failures) and how_it_turned(outcome).how == "outcome"


def passes_as_it_is(scenario: Scenario) -> bool:
    """Whether a scenario passes with its cards as they are."""
    return run_scenario(scenario, in_process()).passed


def is_shown(scenario: Scenario, definition: CardDefinition, word: str) -> bool:
    """Whether a scenario turns where a card lacks one of its uses of a word."""
    return any(
        turns(scenario, changed)
        for use in uses(definition)
        if use.word == word
        for changed in without(definition, use)
    )


class Listing:
    """Where each word is used: by which cards of which scenarios, the likeliest first."""

    def __init__(self, kept: Mapping[str, Scenario]) -> None:
        self.cards = {name: cards_of(one) for name, one in kept.items()}
        self.by_word: dict[str, list[Shown]] = {}
        length: dict[Shown, int] = {}
        for name, cards in self.cards.items():
            for card, definition in cards.items():
                found = [use.word for use in uses(definition)]
                length[Shown(name, card)] = len(found)
                for word in dict.fromkeys(found):
                    self.by_word.setdefault(word, []).append(Shown(name, card))

        def likely(shown: Shown) -> tuple[bool, int, int, Shown]:
            """Cards that were made for a scenario, and short ones, show what they are for."""
            scenario = kept[shown.scenario]
            strange = shown.card not in _own(scenario)
            return strange, length[shown], len(scenario.steps), shown

        for those in self.by_word.values():
            those.sort(key=likely)


def _own(scenario: Scenario) -> Sequence[str]:
    document: Any = scenario.board if scenario.board is not UNSET else scenario.setup
    return list(document.get("cards") or {})


def shown_twice(
    word: str, listing: Listing, kept: Mapping[str, Scenario], first: Sequence[Shown], tries: int
) -> list[Shown]:
    """Two scenarios, on two cards, that turn without the word; fewer where there are no more.
    `first` are tried before all others.
    """
    found: list[Shown] = []
    candidates = [*first, *listing.by_word.get(word, [])]
    each: dict[str, int] = {}
    spent = 0
    for shown in candidates:
        if shown.scenario not in kept or shown.card not in listing.cards[shown.scenario]:
            continue
        if any(shown.card == one.card or shown.scenario == one.scenario for one in found):
            continue
        if each.get(shown.card, 0) >= 4 or spent >= tries:
            continue
        each[shown.card] = each.get(shown.card, 0) + 1
        spent += 1
        if is_shown(kept[shown.scenario], listing.cards[shown.scenario][shown.card], word):
            found.append(shown)
            if len(found) == 2:
                break
    return found
