"""What the engine hears of what a triggered ability waits for (383.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects.supporting_selectors import UNCONTROLLED

#: Events that are listened to, each with what of a moment is read of it beside `by`, `where` of
#: what is done to objects, `provided`, `during` and `batch`.
_HEARD: Mapping[str, frozenset[str]] = {
    event: frozenset(fields.split())
    for event, fields in {
        "play": "what nth from_facedown with_cost destination amount_at_least",
        "play_ability": "what other",
        "attack": "what",
        "defend": "what",
        "conquer": "what nth other",
        "hold": "what",
        "score": "",
        "gain_points": "amount_at_least",
        "move": "what origin destination nth",
        "recall": "what",
        "enter": "what",
        "leave": "what destination",
        "die": "what nth phase whose",
        "kill": "what other",
        "banish": "what",
        "return_to_hand": "what",
        "recycle": "what origin destination",
        "choose": "what other nth",
        "deal": "what other amount_at_least",
        "take_damage": "what other amount_at_least",
        "stun": "what",
        "ready": "what",
        "exhaust": "what",
        "buff": "what",
        "heal": "what",
        "become_mighty": "what",
        "draw": "nth",
        "discard": "what nth",
        "channel": "",
        "hide": "",
        "counter": "what",
        "attach": "what other",
        "detach": "what other",
        "empower": "what",
        "spend_buff": "what amount_at_least",
        "gain_control": "what",
        "gain_xp": "amount_at_least",
        "spend_xp": "amount_at_least",
        "lose_points": "amount_at_least",
        "look": "",
        "predict": "",
        "reveal": "what",
        "burn": "what",
        "win_combat": "what nth",
        "lose_combat": "",
        "begin_showdown": "",
        "begin_combat": "",
        "end_combat": "",
        "begin_phase": "phase whose first_of_game",
        "end_turn": "whose",
    }.items()
}
#: Events that no player does, and events that have no place
_NOBODYS = frozenset(
    [
        *("die", "leave", "enter", "recall", "heal", "become_mighty"),
        *("begin_showdown", "begin_combat", "end_combat"),
    ]
)
_NOWHERE = frozenset(
    ["draw", "discard", "recycle", "gain_points", "counter", "begin_phase", "end_turn"]
)
_ALWAYS_HEARD = frozenset({"event", "by", "where", "batch", "during", "provided"})
#: What an event is asked about
_KINDS_HEARD = frozenset(
    [
        *("unit", "gear", "equipment", "permanent", "rune", "legend", "card", "object"),
        *("spell", "ability", "spell_or_ability"),
    ]
)
#: Phases whose beginning is waited for
_PHASES_HEARD = frozenset({"beginning", "main"})
#: Where something may come from or go to, beside locations
_PLACES_HEARD = frozenset(
    [
        *("your_battlefield", "another_battlefield"),
        *("anywhere", "battlefield", "base", "your_base", "here", "elsewhere", "any", "board"),
        *("hand", "trash", "main_deck", "rune_deck", "banishment", "champion_zone"),
        "facedown_zone",
    ]
)


def defaults(node: n.Node) -> tuple[tuple[str, Any], ...]:
    """The fields of a node with their defaults."""
    return _defaults_of(type(node))


@cache
def _defaults_of(kind: type[n.Node]) -> tuple[tuple[str, Any], ...]:
    found = []
    for info in msgspec.structs.fields(kind):
        default = info.default
        if info.default_factory is not msgspec.NODEFAULT:
            default = info.default_factory()
        found.append((info.name, default))
    return tuple(found)


def is_heard(moment: n.Moment) -> bool:
    """Whether `judge.abilities` notices such a moment."""
    read = _HEARD.get(moment.event)
    if read is None:
        return False
    said = {
        field
        for field, default in defaults(moment)
        if getattr(moment, field) != default and field not in _ALWAYS_HEARD
    }
    if said - read or (moment.phase is not None and moment.phase not in _PHASES_HEARD):
        return False
    in_time = (moment.phase, moment.whose) in ((None, None), ("beginning", "you"))
    if moment.event == "die" and not in_time:
        return False
    places = {moment.where, moment.origin or "anywhere", moment.destination or "anywhere"}
    if not places <= _PLACES_HEARD:
        return False
    conquered = moment.event == "conquer" and moment.other == UNCONTROLLED
    for meant in (moment.what, None if conquered else moment.other):
        if isinstance(meant, n.Selector) and (
            meant.zone != "board" or meant.kind not in _KINDS_HEARD
        ):
            return False
    if moment.by is not None and moment.event in _NOBODYS:
        return False
    if moment.where != "anywhere" and moment.event in _NOWHERE:
        return False
    if moment.other is not None and not conquered and not _read_of_others(moment):
        return False
    # what was spent is told of spells alone
    of_spell = isinstance(moment.what, n.Selector) and moment.what.kind == "spell"
    if moment.event == "play" and moment.amount_at_least is not None and not of_spell:
        return False
    if moment.event == "play_ability" and not (_of_no_rune(moment.what) or _dear(moment.other)):
        return False
    if isinstance(moment.what, n.Selector) and not _read_of_events(moment, moment.what):
        return False
    return moment.nth is None or _counted(moment)


def _of_no_rune(what: n.Objects | None) -> bool:
    """Whether the source of an ability is none of those that are used while a cost is paid."""
    if isinstance(what, n.Selector):
        return what.kind not in ("rune", "object")
    return what == "me"


def _dear(other: n.Objects | None) -> bool:
    """Whether an ability has to cost Energy, which those of runes do not."""
    least = other.energy_at_least if isinstance(other, n.Selector) else None
    return isinstance(least, int) and least > 0


def _read_of_others(moment: n.Moment) -> bool:
    """Whether the second object is one that the engine can tell: a spell or an ability, what
    chooses, or what a card is attached to.
    """
    if moment.event in ("attach", "detach"):
        return moment.other == "me" or isinstance(moment.other, n.Selector)
    if isinstance(moment.other, n.Selector):
        if moment.event == "kill" and moment.other.kind in ("unit", "gear", "equipment"):
            # 411.6: with whose ability it was done
            return moment.other == n.Selector(kind=moment.other.kind, side=moment.other.side)
        return moment.other.kind in ("spell", "ability", "spell_or_ability") and _read_of_items(
            moment.other
        )
    return moment.other == "me" and moment.event in ("choose", "kill")


def _read_of_items(what: n.Selector) -> bool:
    """Whether nothing is asked of an item on the chain that is not read of it."""
    rest = msgspec.structs.replace(
        what, kind="card", side="any", energy_at_most=None, energy_at_least=None,
        power_at_most=None, power_at_least=None, type=[], not_type=[], supertype=None, domain=[],
        named=[],
    )  # fmt: skip
    return rest == n.Selector(kind="card")


def _read_of_events(moment: n.Moment, what: n.Selector) -> bool:
    """Whether a selector can be asked of what the event happened to: a card that went from zone to
    zone is read by its print alone.
    """
    if what.kind in ("spell", "ability", "spell_or_ability") or moment.event == "counter":
        return moment.where == "anywhere" and _read_of_items(what)
    if moment.event == "play" and what.kind == "card":  # which may be a spell as well
        return moment.where == "anywhere" and _read_of_items(what)
    if moment.event not in ("discard", "recycle", "reveal", "burn"):
        return True
    rest = msgspec.structs.replace(
        what, kind="card", side="any", type=[], not_type=[], supertype=None, domain=[], named=[],
        tag=[],
    )  # fmt: skip
    if moment.event == "recycle" and what == n.Selector(kind="rune"):
        return True  # it is told by the deck to which it goes
    return rest == n.Selector(kind="card") and what.kind in ("card", "unit", "gear", "spell")


def _counted(moment: n.Moment) -> bool:
    """Whether the facts of a turn give the number of such moments (383.1.b)."""
    match moment.event:
        case "move" | "conquer" | "win_combat":
            return moment == n.Moment(event=moment.event, what="me", nth=moment.nth)
        case "draw" | "discard":
            return moment == n.Moment(event=moment.event, by=moment.by or "you", nth=moment.nth)
        case "die" if isinstance(moment.what, n.Selector):
            what = n.Selector(kind="unit", side=moment.what.side, other=moment.what.other)
            at = n.Moment(event="die", phase=moment.phase, whose=moment.whose)
            return moment == msgspec.structs.replace(at, what=what, nth=moment.nth)
        case "choose":  # the first by each player, which the uses of the ability itself tell
            with_spell = isinstance(moment.other, n.Selector) and moment.other.kind == "spell"
            return moment.by == "each" and moment.nth == 1 and with_spell
        case "play" if moment.what is None:  # the Nth card, of whatever type
            return moment == n.Moment(event="play", by="you", nth=moment.nth)
        case "play" if isinstance(moment.what, n.Selector):
            kind = moment.what.kind
            placed = n.Selector(kind="unit", not_state=["token"])
            if moment == n.Moment(
                event="play", what=placed, by=moment.by, where="here", nth=moment.nth
            ):
                return moment.by in ("you", "each")
            plain = n.Moment(
                event="play", what=n.Selector(kind=kind), by=moment.by or "you", nth=moment.nth
            )
            return moment == plain and kind in ("unit", "gear", "spell", "card")
    return False
