"""Which names mean something at a place of a text, by what stands around it (359.3.f).

A name that means nothing where it stands would be followed as an instruction that cannot be: in
silence. So it is found here, from what a condition, a cost, a choice or a loop gives its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from judge.effects import notation as n
from judge.effects.supporting_copies import asks_excess

Path = tuple[str | int, ...]
#: where a name stands, and what is said of it
Word = tuple[Path, str]

#: names that only such a text has
_WHERE_MEANT = {
    "it": "a condition about an object",
    "other": "a condition with a second object",
    "that_player": "a condition about a player",
    "there": "a condition of an event that has a place",
    "destination": "a Move whose destination is chosen",
    "origin": "an earlier Move",
    "arrival": "a condition about a move",
    "paid": "a cost that is paid with objects",
    "each": "a loop",
    "chosen": "a slot that chooses a player",
    "this": "a spell or an ability on the chain, or the text of an attached card",
}
_NUMBER = "the number of a condition"

#: events that happen to no object
_NO_OBJECT = frozenset(
    [
        *("gain_points", "lose_points", "gain_xp", "spend_xp", "look", "predict"),
        *("begin_showdown", "begin_combat", "end_combat", "begin_phase", "end_turn"),
    ]
)
#: events that no player does or has
_NOBODYS = frozenset(["begin_showdown", "begin_combat", "end_combat"])
#: events that are at no location
_NOWHERE = frozenset(
    [
        *("draw", "discard", "burn", "reveal", "look", "predict", "counter"),
        *("gain_points", "lose_points", "gain_xp", "spend_xp", "begin_phase", "end_turn"),
    ]
)
#: events with a second object: what chose, killed or dealt, what a card is attached to
_WITH_ANOTHER = frozenset(
    [
        *("choose", "deal", "take_damage", "kill", "die", "leave", "banish", "return_to_hand"),
        *("recycle", "attach", "detach", "play_ability"),
    ]
)
#: events with a number of their own
_NUMBERED = frozenset(
    [
        *("deal", "take_damage", "draw", "discard", "channel", "burn", "recycle", "reveal"),
        *("look", "predict", "spend_buff"),
        *("gain_points", "lose_points", "gain_xp", "spend_xp"),
    ]
)


class Scope:
    """The names that mean something at a place, and the slots that were referred to."""

    def __init__(self, names: frozenset[str], costs: Iterable[str] = ()) -> None:
        self.names = set(names) | {"me"}
        self.costs = set(costs)
        self.slots: dict[str, n.Selector] = {}
        #: whether the text has a place that "here" means
        self.here = True
        #: whether its condition has a number
        self.numbered = False
        #: whether something was paid, of which it can be asked how often
        self.paid = False
        #: what `me` is, where that is no unit
        self.me: n.Selector | None = None
        self.used: set[str] = set()

    def meant(self, meant: Any) -> n.Selector | None:
        """What a field of objects means, where its kind is known."""
        if meant == "that_player":
            return n.Selector(kind="player")
        if isinstance(meant, str):
            meant = self.me if meant == "me" else self.slots.get(meant)
        return meant if isinstance(meant, n.Selector) else None

    def all_meant(self, meant: Any, at: Path) -> list[tuple[n.Selector | None, Path]]:
        """The same of each name of a list, with where it stands."""
        if isinstance(meant, list):
            return [(self.meant(each), (*at, index)) for index, each in enumerate(meant)]
        return [(self.meant(meant), at)]

    def within(self, *names: str) -> Scope:
        """The scope of a part that has these names as well; what it uses counts here too."""
        inner = Scope(frozenset(self.names | set(names)), self.costs)
        inner.slots = dict(self.slots)
        inner.me, inner.here = self.me, self.here
        inner.numbered, inner.paid = self.numbered, self.paid
        inner.used = self.used
        return inner

    def after_paying(self, *costs: n.Cost) -> None:
        """What was paid is known from here on."""
        self.paid = self.paid or bool(costs)
        if any(map(_is_paid_with_objects, costs)):
            self.names.add("paid")

    def under(self, ability: n.AnyAbility, *, attached: bool) -> Scope:
        """The scope of the text of an ability, with what its condition gives it."""
        inner = self.within()
        inner.here = True
        if attached or isinstance(ability, n.Triggered | n.Activated):
            inner.names.add("this")
        if isinstance(ability, n.Replacement) and any(
            moment.event in ("attach", "detach") for moment in ability.moments
        ):
            inner.names.add("this")  # the card that is attached or detached
        if isinstance(ability, n.Static) and any(
            isinstance(change, n.Cannot) for change in ability.changes
        ):
            inner.names.add("this")  # the card itself, in what its text forbids
        if isinstance(ability, n.Static) and any(
            isinstance(change, n.CostChange) and change.of == "equip" for change in ability.changes
        ):
            inner.names.add("it")  # the unit that the Equip ability chooses
        if isinstance(ability, n.Triggered | n.Replacement):
            inner = inner.after(*ability.moments)
        return inner

    def after(self, *moments: n.Moment) -> Scope:
        """The scope of what speaks of one of these events."""
        inner = self.within(*(name for moment in moments for name in _given_by(moment)))
        for moment in moments:
            inner.numbered |= moment.batch or moment.event in _NUMBERED
            inner.numbered |= asks_excess(moment.provided)
        return inner


def _given_by(moment: n.Moment) -> set[str]:
    """The names that a condition gives its text."""
    event = moment.event
    return {
        name
        for name, given in (
            ("it", event not in _NO_OBJECT),
            ("other", event in _WITH_ANOTHER),
            ("that_player", event not in _NOBODYS),
            ("there", event not in _NOWHERE),
            ("arrival", event == "move"),
        )
        if given
    }


def _is_paid_with_objects(cost: n.Cost) -> bool:
    fields = ("exhaust", "kill", "banish", "recycle", "return_to_hand", "discard", "spend_buff")
    return any(getattr(cost, field) not in (None, 0) for field in fields)


def undefined(name: str, scope: Scope, path: Path) -> Iterator[Word]:
    """What is said of a name that means nothing here."""
    scope.used.add(name)
    if name in scope.names or name == "here":
        return
    if name in _WHERE_MEANT:
        message = f"{name!r} means something only with {_WHERE_MEANT[name]}"
    else:
        slots = sorted(scope.slots)
        there = f"there are: {', '.join(slots)}" if slots else "there is none"
        meant = get_close_matches(name, sorted({*scope.names, *n.PLACES}), 1)
        guess = f"; did you mean {meant[0]}?" if meant else ""
        message = f"no slot is called {name!r}; {there}{guess}"
    yield path, message


def undefined_player(who: str, scope: Scope, path: Path) -> Iterator[Word]:
    """The same of a word for players."""
    if who == "chosen":
        own = {slot for slot, each in scope.slots.items() if each.kind == "player"}
        scope.used |= own
        if not own:
            yield from undefined(who, scope, path)
    elif who == "that_player":
        yield from undefined(who, scope, path)
    elif " of " in who:
        yield from undefined(who.partition(" of ")[2], scope, path)


def undefined_place(where: str, scope: Scope, path: Path) -> Iterator[Word]:
    """The same of a word for places."""
    if where == "there":
        yield from undefined(where, scope, path)


def undefined_number(node: n.ThatMuch, scope: Scope, path: Path) -> Iterator[Word]:
    """What is said of "that much" where no number is meant."""
    if node.of == "paid" and scope.paid:
        return
    if node.of is not None:
        yield from undefined(node.of, scope, (*path, "of"))
    elif node.what != "excess" and not scope.numbered:
        yield path, f"'that_much' means something only with {_NUMBER}, or `of` a label"


__all__ = ["Scope", "undefined", "undefined_number", "undefined_place", "undefined_player"]
