"""The kinds of clauses of a text that is not modelled, as `rulesdb.cards.cardtext` names them.

A kind says what it is about, so that it is known what reaches it (`judge.effects.unmodelled`): an
event with what the clause does about it (`your conquer trigger`, `gain_xp replacement`, `any
channel prohibition`), or what a static ability is about (`combat rule of itself`). Before it may
stand under which Level it is active, and in which zone: `Level 6 combat rule`, `trash your conquer
trigger`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from judge.effects import notation as n
from judge.effects.keywordtexts import MEANING

_CLAUSES_OF_EVENTS = {
    "play": "play",
    "attack": "attack",
    "defend": "defend",
    "conquer": "conquer",
    "hold": "hold",
    "move": "move",
    "die": "death",
    "leave": "leave",
    "discard": "discard",
    "win_combat": "combat",
    "score": "score",
}
#: what a granted keyword is about
TOPICS_OF_KEYWORDS = {
    **dict.fromkeys(("Assault", "Shield", "Tank", "Backline"), "combat"),
    "Ganking": "move",
    "Deflect": "choice",
    "Hidden": "hide",
    "Hunt": "score",
    "Deathknell": "death",
}
#: what a change of the rules is about
_TOPICS_OF_RULES = {
    **dict.fromkeys(("might_bonus_factor", "lethal_damage", "buff_value"), "combat"),
    "no_combat_damage": "combat",
    **dict.fromkeys(("assigned_first", "assigned_last", "ignores_keyword"), "combat"),
    **dict.fromkeys(("damage_cannot_be_prevented", "tied_result"), "combat"),
    **dict.fromkeys(("extra_triggers", "no_triggers", "repeat_play_effect"), "trigger"),
    "trigger_alias": "trigger",
    "victory_score": "score",
    "buff_limit": "buff",
    "empower_limit": "empower",
    "facedown_capacity": "hide",
    "look_at_facedown": "look",
    "add_amplified": "add",
    "token_plays": "entry",
    "move_from_anywhere": "move",
}
_TOPICS_OF_CHANGES: dict[type, str] = {
    n.Might: "combat",
    n.SetMight: "combat",
    n.Damage: "combat",
    n.Enters: "entry",
    n.May: "play",
}
#: topics that are of the player whose text it is, where nothing else is said
OF_ITS_CONTROLLER = frozenset({"play", "entry", "add", "hide", "hold", "conquer", "trigger"})
#: which opponents, which friends
_SIDES = {"friendly": "friendly", "yours": "friendly", "enemy": "enemy"}
#: events that are forbidden to what a static ability affects, where nobody is named who does them
_OF_WHAT_IS_AFFECTED = frozenset(
    [
        *("die", "kill", "deal", "take_damage", "move", "recall", "enter", "leave", "ready"),
        *("exhaust", "stun", "buff", "spend_buff", "heal", "banish", "return_to_hand", "choose"),
        *("become_mighty", "attack", "defend", "play", "hide", "attach", "detach", "empower"),
    ]
)
_BY = {"you": "your", "opponent": "enemy", "opponents": "enemy", "each_other": "enemy"}


class Kind(NamedTuple):
    """A kind of clause, taken apart.

    `level`: active only with so much XP; `zone`: where its card is, if not on the board; `effect`:
    of what is attached; `whose`: `your`, `friendly`, `enemy`, `any`, or nothing for the card
    itself; `what`: only of units, gear, spells or Repeat, of what is about plays, their costs and
    Adding; `form`: trigger, replacement, prohibition or rule; `scope`: `of itself` or `here`.
    """

    level: int
    zone: str
    effect: bool
    whose: str
    what: str
    word: str
    form: str
    scope: str


_KIND = re.compile(
    r"(?:Level (?P<level>\d+) )?(?:(?P<zone>hand|trash|banishment|main_deck|champion_zone) )?"
    r"(?P<effect>effect )?(?:(?P<whose>your|friendly|enemy|any) )?"
    r"(?:(?P<what>unit|gear|spell|repeat) )?(?P<word>\w+) "
    r"(?P<form>trigger|replacement|prohibition|rule|change)(?: (?P<scope>of itself|here))?"
)
_LEVEL = re.compile(r"Level \d+ ")


@cache
def kind_of(clause: str) -> Kind | None:
    """What a kind of clause says; None for one that names no event and no topic."""
    found = _KIND.fullmatch(clause)
    if found is None:
        return None
    return Kind(
        level=int(found["level"] or 0),
        zone=found["zone"] or "board",
        effect=found["effect"] is not None,
        whose=found["whose"] or "",
        what=found["what"] or "",
        word=found["word"],
        form=found["form"],
        scope=found["scope"] or "",
    )


def clauses_of(ability: n.AnyAbility) -> list[str]:
    """The kinds of clause that an ability is."""
    found = list(dict.fromkeys(_clauses(ability)))
    if ability.level is not None:
        found = [f"Level {ability.level} {each}" for each in found]
    return found


def effect_clause(clause: str) -> str:
    """What the same kind is called as a part of effect text."""
    found = _LEVEL.match(clause)
    before = found[0] if found is not None else ""
    return f"{before}effect {clause.removeprefix(before).removesuffix(' of itself')}"


def _clauses(ability: n.AnyAbility) -> Iterator[str]:
    zone = "" if ability.zone in ("board", "any") else f"{ability.zone} "
    match ability:
        case n.Activated():
            yield "activated ability"
        case n.KeywordAbility():
            yield ability.keyword
        case n.Replacement():
            yield from (f"{zone}{each}" for each in _replaced(ability))
        case n.Static():
            yield from (f"{zone}{each}" for each in _static(ability, ability.changes))
        case n.Triggered():
            yield from _triggered(ability, zone)


def _triggered(ability: n.Triggered, zone: str) -> Iterator[str]:
    if ability.deathknell:
        yield "Deathknell"
        return
    for moment in ability.moments:
        yield f"{zone}{_of_moment(moment)} trigger{_here(moment)}"


def _replaced(ability: n.Replacement) -> Iterator[str]:
    for moment in ability.moments:
        named = _of_moment(moment).removeprefix("your ").removeprefix("friendly ")
        if moment.event in ("die", "kill") and named in ("death", "kill"):
            yield "death replacement"
        else:
            yield f"{_of_moment(moment)} replacement{_here(moment)}"


def _of_moment(moment: n.Moment) -> str:
    """What happens, and whose doing it is: nothing before it for that of the card itself."""
    word = _CLAUSES_OF_EVENTS.get(moment.event, moment.event)
    if moment.event == "begin_phase" and moment.phase is not None:
        word = f"{moment.phase}_phase"
    if moment.what == "me" or (moment.what is None and moment.other == "me"):
        return word
    whose = "any"
    if isinstance(moment.what, n.Selector):
        whose = _SIDES.get(moment.what.side, whose)
    whose = _BY.get(moment.by or moment.whose or "", whose)
    if moment.event == "play":
        kind = moment.what.kind if isinstance(moment.what, n.Selector) else "card"
        word = kind if kind in ("unit", "gear", "spell") else "card"
    return f"{'your' if whose == 'friendly' and moment.event == 'play' else whose} {word}"


def _here(moment: n.Moment) -> str:
    return " here" if moment.where == "here" and moment.what != "me" else ""


def _static(ability: n.Static, changes: Iterable[n.Change]) -> Iterator[str]:
    """What a static ability is about, and whether that is the card itself, or here."""
    meant = ability.affects
    scope = ""
    if meant == "me":
        scope = " of itself"
    elif isinstance(meant, n.Selector) and meant.where == "here":
        scope = " here"
    side = meant.side if isinstance(meant, n.Selector) else "yours"
    whose = "" if side in ("yours", "friendly") or scope == " here" else "any "
    for change in changes:
        match change:
            case n.Cannot():
                yield _prohibition(change.moment, meant)
            case n.CostChange():
                yield f"cost change{' of itself' if meant == 'me' else ''}"
            case n.GrantKeyword():
                topic = TOPICS_OF_KEYWORDS.get(change.keyword, "play")
                if change.keyword == "Temporary" or change.keyword in MEANING:
                    topic = "ability"
                yield f"{whose if topic in OF_ITS_CONTROLLER else ''}{topic} rule{scope}"
            case n.RuleChange():
                topic = _TOPICS_OF_RULES[change.what]
                if change.keyword == "Deflect":
                    topic = "choice"
                elsewhere = scope == " of itself" and change.what != "lethal_damage"
                yield f"{topic} rule{'' if elsewhere else scope}"
            case _:
                topic = _TOPICS_OF_CHANGES.get(type(change), "ability")
                yield f"{whose if topic in OF_ITS_CONTROLLER else ''}{topic} rule{scope}"


def _prohibition(moment: n.Moment, affects: n.Objects) -> str:
    told = (moment.what, moment.by, moment.other) != (None, None, None)
    if not told and moment.event in _OF_WHAT_IS_AFFECTED:
        moment = msgspec.structs.replace(moment, what=affects)
    return f"{_of_moment(moment)} prohibition{_here(moment)}"


__all__ = [
    "OF_ITS_CONTROLLER",
    "TOPICS_OF_KEYWORDS",
    "Kind",
    "clauses_of",
    "effect_clause",
    "kind_of",
]
