"""What instructions speak of, looked up in those that a text has bound already."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from judge.cardtext.reading.meaning import Chosen, Linked, Rest
from judge.cardtext.reading.referring import Mention, Unbound
from judge.effects import notation as n


def from_the_hand(played: n.Play) -> n.Play:
    """What is played comes from the hand where nothing else is said."""
    what: Any = played.what
    if not isinstance(what, Chosen) or what.among or what.selector.zone != "board":
        return played
    if what.selector.the is not None:
        return played
    if what.selector.where != "anywhere":
        raise Unbound("a card of the hand at a place")
    return replace(played, what=replace_chosen(what, replace(what.selector, zone="hand")))


def replace_chosen(chosen: Chosen, selector: Any) -> Chosen:
    """The same choice among other things."""
    return Chosen(selector, chosen.among, chosen.some)


def replace_mention(mention: Mention, node: n.Instruction) -> Mention:
    """The same thing, as what an instruction was done to."""
    again = Mention(mention.kind, None, mention.many, mention.side, node=node)
    again.picked, again.picked_as = mention.picked, mention.picked_as or mention.name
    return again


def names_number(value: Any) -> bool:
    """Whether it speaks of a number that somebody chose."""
    if isinstance(value, n.ChosenNumber):
        return True
    if isinstance(value, list):
        return any(map(names_number, value))
    if isinstance(value, msgspec.Struct):
        return any(names_number(getattr(value, name)) for name in value.__struct_fields__)
    return False


def names_in(value: Any) -> set[str]:
    """The names in the fields of an instruction that say to what it is done."""
    found: set[str] = set()
    if isinstance(value, n.Delay) and isinstance(value.ability, n.Triggered):
        return found.union(*map(names_in, value.ability.does))
    for name in ("what", "to", "source"):
        each = getattr(value, name, None)
        if isinstance(each, str):
            found.add(each)
    return found


def after_playing(made: Any, out: list[Any]) -> bool:
    """Whether it is done to what has just been played, wherever that is by then."""
    played = isinstance(made, n.Banish | n.Recycle) and out and isinstance(out[-1], n.Play)
    return bool(played) and made.what == out[-1].what


def bare(moments: Any) -> Any:
    """A moment of the source itself is a bare word; one alone stands without a list."""
    if isinstance(moments, list) and len(moments) == 1:
        only = moments[0]
        return only.event if only == n.Moment(event=only.event, what="me") else only
    return moments


def speaks_of_rest(pending: list[Any]) -> bool:
    for each in pending:
        if isinstance(each, Linked) and speaks_of_rest(each.does):
            return True
        if isinstance(getattr(each, "what", None), Rest):
            return True
    return False


def without_may(value: Any) -> Any:
    """Payments without a permission of their own: nobody has to pay (383.3.b)."""
    if isinstance(value, n.Pay):
        value.may = False
    if isinstance(value, list):
        for each in value:
            without_may(each)
    elif isinstance(value, dict):
        for each in value.values():
            without_may(each)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            without_may(getattr(value, name))
    return value
