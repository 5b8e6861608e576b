"""Naming a card, a type or a tag (759-763): what a player's words mean, and which may be named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from judge.effects.catalogue import BARE_BATTLEFIELD, UNKNOWN_RUNE, Catalogue, fold_name
from judge.effects.context import Context
from judge.effects.notation import CardDefinition, Selector
from judge.effects.tags import LISTED_TAGS
from judge.effects.unread import refused
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

TYPES = ("Unit", "Gear", "Spell", "Rune", "Battlefield", "Legend")
#: words by which people call a domain (134.2)
_COLOURS = {
    "red": "Fury",
    "green": "Calm",
    "blue": "Mind",
    "orange": "Body",
    "purple": "Chaos",
    "yellow": "Order",
}
_DOMAINS = {domain.lower(): domain for domain in _COLOURS.values()} | _COLOURS
_NUMBERS = re.compile(r"\[?(\d+)\]?[ -]*(energy|might|power|\[m\])")
#: what stands for a card of which no more is known
_STAND_INS = (UNKNOWN_RUNE.name, BARE_BATTLEFIELD.name)
#: words of a description that tell nothing
_WORDS = "the a an one with that is has costs cost costing card of and"
_FILLERS = frozenset(_WORDS.split())

Test = Callable[[CardDefinition], bool]


def named(run: Run, what: str, text: str) -> str | list[Problem]:
    """What the words of a player name: a card's name, a tag or a type; the reasons why not, if they
    name nothing that may be named.
    """
    match what:
        case "tag":
            return _tag(run, text)
        case "type":
            found = next((each for each in TYPES if each.lower() == text.strip().lower()), None)
            return found or [problem("names_no_type", thing=text)]
    return _card(run, text)


def _tag(run: Run, text: str) -> str | list[Problem]:
    """A tag that exists: one that the rules list (763.1), or that a card or token has (763)."""
    catalogue = run.catalogue
    known = {fold_name(tag): tag for name in catalogue.names() for tag in catalogue[name].tags}
    if run.stands("763.1"):
        known.update((fold_name(tag), tag) for tag in LISTED_TAGS)
    found = known.get(fold_name(text))
    if fold_name(text) in ("miss", "fortune"):
        run.rests_on("OP-175", "a", "Miss Fortune is one tag, and not two.")
    if found is None and run.in_force("763"):
        return [problem("names_no_tag", thing=text)]
    return found or text


def _card(run: Run, text: str) -> str | list[Problem]:
    catalogue = run.catalogue
    found: list[str] = []
    if run.stands("761.1"):
        found = [name for name in catalogue.names() if fold_name(name) == fold_name(text)]
    if found:
        run.in_force("761.1")
    elif run.in_force("761.2"):
        found = described(catalogue, text)
    if not found and run.stands("762"):
        return [problem("names_no_card", thing=text)]
    if len(found) > 1:
        words = ", ".join(sorted(found)[:8])
        return [problem("names_several", thing=text, wanted=words)]
    name = found[0] if found else text
    definition = catalogue.get(name)
    if definition is not None and definition.token and run.in_force("762.2"):
        return [problem("names_a_token", thing=name)]
    if definition is not None and definition.banned and run.in_force("762"):
        return [problem("names_a_banned_card", thing=name)]
    return name


def is_called(
    run: Run,
    selector: Selector,
    context: Context,
    definition: CardDefinition,
    types: Iterable[str],
) -> bool:
    """Whether something has the name, the type or the tag that was named, where a selector asks for
    that: by the text itself, or as its source was played.
    """
    if selector.named_as is None:
        return True
    wanted = context.named if context.named is not None else _named_for(run, context)
    match selector.named_as:
        case "tag":
            return wanted in definition.tags
        case "type":
            return wanted in list(types)
    return wanted == definition.name


def _named_for(run: Run, context: Context) -> str | None:
    """What was named as the source of a text was played, which it keeps."""
    thing = run.table.find(context.source) if context.source is not None else None
    if thing is None:
        return None  # what is not there any more tells nothing (359.3.e.12)
    if "named" not in thing.chosen:
        raise refused(
            "missing_fact",
            f"The board does not say what was named as {thing.name} was played.",
            f"objects.{thing.id}.chosen.named",
            "760",
        )
    return thing.chosen.get("named")


def described(catalogue: Catalogue, text: str) -> list[str]:
    """The cards that a combination of traits and parts of a name fits (761.2)."""
    tests = list(_tests(text))
    if not tests:
        return []
    cards = (catalogue[name] for name in catalogue.names())
    return [
        card.name
        for card in cards
        if not (card.token or card.name in _STAND_INS) and all(test(card) for test in tests)
    ]


def _tests(text: str) -> Iterator[Test]:
    """What each part of a description asks of a card."""
    rest = text.lower()
    for number, unit in _NUMBERS.findall(rest):
        yield _has_number(int(number), unit)
    for word in _NUMBERS.sub(" ", rest).split():
        word = word.strip('.,;:!?"')
        if word and word not in _FILLERS:
            yield _has_word(word)


def _has_number(number: int, unit: str) -> Test:
    match unit:
        case "energy":
            return lambda card: card.energy == number
        case "power":
            return lambda card: len(card.power) == number
    return lambda card: card.might == number


def _has_word(word: str) -> Test:
    """A domain or its colour, a type or supertype, or a word of the name; a word can be more than
    one of these.
    """
    folded = fold_name(word)

    def test(card: CardDefinition) -> bool:
        kinds = {*map(str.lower, card.types), (card.supertype or "").lower()}
        words = {fold_name(part) for part in card.name.split()}
        return _DOMAINS.get(word) in card.domains or word in kinds or folded in words

    return test
