"""Who cites which rule: what the project's files cite, its problem codes, and its cards.

`rulesdb` knows its own files; the codes of problems (`judge.ruling.problems`) and what the notation
of cards means (`judge.effects.notation`) are known here, and are handed to it as `Cite`s:

- a **problem** cites the rules that its code rests on
- a **card**, by its name, cites the section of each keyword that it has or gives (805-829), of each
  game action in its notation (412-444), and of the kinds of its abilities (363, 367, 376, 382).
  Of a card whose text is not modelled the catalogue knows the keywords and the kinds of its
  clauses; its actions are not known, and so are not cited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from judge.effects.catalogue import standard_catalogue
from judge.effects.notation import (
    Activated,
    AnyAbility,
    AnyInstruction,
    CardDefinition,
    GiveKeyword,
    GrantKeyword,
    KeywordAbility,
    Replacement,
    Static,
    Triggered,
)
from judge.ruling.problems import PROBLEM_KINDS
from rulesdb import children
from rulesdb.graph import Cite, held_cites

#: The section under which each keyword has its own.
KEYWORDS = "804"

#: The section of each game action, by the word of the notation. Those of the notation that are none
#: (Might and keywords given, a return to hand, points) are not here.
ACTION_SECTIONS: Mapping[str, str] = {
    "add": "429",
    "attach": "434",
    "banish": "427",
    "buff": "426",
    "burn": "440",
    "channel": "430",
    "counter": "425",
    "create": "439",
    "deal": "417",
    "detach": "435",
    "discard": "422",
    "disempower": "442",
    "draw": "413",
    "empower": "441",
    "exhaust": "414",
    "heal": "418",
    "hide": "421",
    "kill": "428",
    "move": "420",
    "pay": "444",
    "play": "419",
    "predict": "436",
    "prevent": "437",
    "ready": "415",
    "recall": "454",
    "recycle": "416",
    "replace": "438",
    "reveal": "424",
    "skip": "443",
    "stun": "423",
}

NO_ACTIONS = frozenset(
    {
        "activate",
        "arrange",
        "become_copy",
        "choose",
        "choose_anew",
        "choose_option",
        "delay",
        "do_following",
        "lose",
        "lose_control",
        "do_this",
        "double_might",
        "each_player",
        "either",
        "for_each",
        "gain_control",
        "gain_xp",
        "give",
        "give_keyword",
        "give_might",
        "if",
        "look",
        "lose_points",
        "modes",
        "name",
        "play_token",
        "procedure",
        "put",
        "return_to_hand",
        "score",
        "spend_buff",
        "spend_xp",
        "swap_might",
        "swap_places",
        "take_turn",
        "win",
    }
)

PASSIVE, REPLACEMENT, ACTIVATED, TRIGGERED = "363", "367", "376", "382"

#: By the last word of a clause of text that is not modelled.
_CLAUSE_SECTIONS = {"trigger": TRIGGERED, "replacement": REPLACEMENT}
_CLAUSES = {"activated ability": ACTIVATED, "static ability": PASSIVE}

_ABILITY_SECTIONS: Mapping[type[AnyAbility], str] = {
    Triggered: TRIGGERED,
    Activated: ACTIVATED,
    Static: PASSIVE,
    Replacement: REPLACEMENT,
    KeywordAbility: "800",
}


@cache
def keyword_sections() -> Mapping[str, str]:
    """The section of each keyword, by its name."""
    return {section.title: section.number for section in children(KEYWORDS) if section.title}


@cache
def project_cites() -> tuple[Cite, ...]:
    """Every citation of this release. Raises `rulesdb.DamagedData`."""
    return (*held_cites(), *problem_cites(), *card_cites())


def problem_cites() -> Iterator[Cite]:
    """What the codes of problems rest on."""
    for kind in PROBLEM_KINDS.values():
        for number in kind.rules:
            yield Cite("problem", kind.code, number)


def card_cites() -> Iterator[Cite]:
    """What the cards of the catalogue have to do with, as far as it says."""
    catalogue = standard_catalogue()
    for name in catalogue.names():
        card = catalogue[name]
        for number in dict.fromkeys(_of_card(card)):
            yield Cite("card", name, number)


def _of_card(card: CardDefinition) -> Iterator[str]:
    yield from _of_keywords(card.keywords)
    for clause in card.clauses:
        yield from _of_keywords([clause])
        section = _CLAUSES.get(clause) or _CLAUSE_SECTIONS.get(clause.rpartition(" ")[2])
        if section:
            yield section
    yield from _of_instructions(card.does)
    for ability in card.abilities:
        yield _ABILITY_SECTIONS[type(ability)]
        if isinstance(ability, Static):
            granted = (change for change in ability.changes if isinstance(change, GrantKeyword))
            yield from _of_keywords(change.keyword for change in granted)
        elif isinstance(ability, Triggered | Activated):
            yield from _of_instructions(ability.does)


def _of_instructions(instructions: Iterable[AnyInstruction]) -> Iterator[str]:
    for instruction in instructions:
        word = str(instruction.__struct_config__.tag)
        if word in ACTION_SECTIONS:
            yield ACTION_SECTIONS[word]
        if isinstance(instruction, GiveKeyword):
            yield from _of_keywords([instruction.keyword])


def _of_keywords(keywords: Iterable[str]) -> Iterator[str]:
    sections = keyword_sections()
    return (sections[keyword] for keyword in keywords if keyword in sections)
