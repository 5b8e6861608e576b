"""A line of a card, from its words to notation: read, bound, and printed back to be sure."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.cardtext.reading.binding import Binder
from judge.cardtext.reading.referring import Unbound
from judge.cardtext.reading.tracing import bare, without_may
from judge.effects import notation as n


def bound_ability(made: Any, *, attached: bool, spell: bool, leading: bool = True) -> Any:
    """An ability with its names. `leading`: a permission at the beginning of a trigger is for all
    of it, not for its first sentence. Raises `Unbound`.
    """
    itself = "this" if attached else "me"
    binder = Binder(itself=itself, spell=spell)
    if isinstance(made, n.KeywordAbility):
        return made
    if isinstance(made, n.Static):
        return _static(made, binder)
    if isinstance(made, n.Triggered):
        return without_may(_triggered(made, binder, leading))
    if isinstance(made, n.Activated):
        return without_may(_activated(made, binder))
    if isinstance(made, n.Replacement):
        return without_may(_replacement(made, binder))
    raise Unbound(f"{made}")


def _static(made: n.Static, binder: Binder) -> n.Static:
    out: list[Any] = []
    condition = None if made.while_ is None else binder.condition(made.while_, out)
    affects = binder.put(made.affects, out)
    changes = []
    for each in made.changes:
        if isinstance(each, n.GrantAbility):
            inner = bound_ability(each.ability, attached=False, spell=False)
            changes.append(n.GrantAbility(ability=inner))
        else:
            changes.append(binder.put(each, out))
    if out or binder.slots:
        raise Unbound("a choice in a static ability")
    return replace(made, affects=affects, changes=changes, while_=condition)


def _object_of(moments: list[n.Moment]) -> bool:
    """Whether "it" is the object of the condition."""
    return any(m.what not in (None, "me", "this") for m in moments)


def _triggered(made: n.Triggered, binder: Binder, leading: bool) -> n.Triggered:
    out: list[Any] = []
    moments = made.when
    if isinstance(moments, list):
        moments = binder.put([replace(m, provided=None) for m in moments], out)
        if _object_of(moments):
            binder.it = "it"
        binder.player = any(
            m.by == "each" or m.whose == "each" or m.event == "return_to_hand" for m in moments
        )
        provided = [m.provided for m in made.moments]
        moments = [
            m if p is None else replace(m, provided=binder.condition(p, out))
            for m, p in zip(moments, provided, strict=True)
        ]
        moments = bare(moments)
    does = binder.some(made.does) if made.does else []
    fields = _leading(does, binder) if leading else {"does": does}
    if binder.zone is not None:
        fields["zone"] = binder.zone
    return replace(made, when=moments, chooses=binder.slots, **fields)


def _leading(does: list[Any], binder: Binder) -> dict[str, Any]:
    """A permission and a cost at the beginning, which are the trigger's own (383.3)."""
    if not does:
        return {"does": does}
    first = does[0]
    priced = isinstance(first, n.Pay) and first.who == "you" and not first.otherwise
    priced = priced and bool(first.then or (first is binder.priced and does[1:]))
    if priced and first.label is None and (first.may or not first.cost.any_amount):
        return {"may": first.may, "cost": first.cost, "does": [*first.then, *does[1:]]}
    if (
        first.may
        and not isinstance(first, n.Either | n.Pay)
        and first.who in ("you", "that_player")
    ):
        first.may = False
        for each in does:  # the permission is for all of it
            if each.after == first.label and any(each is hung for hung in binder.hung):
                each.after = None
        if first.who == "that_player":
            first.who = "you"
        return {"may": True, "does": does}
    return {"does": does}


def _activated(made: n.Activated, binder: Binder) -> n.Activated:
    out: list[Any] = []
    cost = binder.put(made.cost, out)
    only_if = None if made.only_if is None else binder.condition(made.only_if, out)
    does = binder.some(made.does) if made.does else []
    return replace(made, cost=cost, only_if=only_if, chooses=binder.slots, does=does)


def _replacement(made: n.Replacement, binder: Binder) -> n.Replacement:
    out: list[Any] = []
    moment = made.instead_of
    if isinstance(moment, n.Moment):
        moment = binder.put(replace(moment, provided=None), out)
        assert isinstance(moment, n.Moment)
        if _object_of([moment]):
            binder.it = "it"
        if isinstance(made.instead_of, n.Moment) and made.instead_of.provided is not None:
            provided = binder.condition(made.instead_of.provided, out)
            moment = replace(moment, provided=provided)
    cost = binder.put(made.cost, out)
    does = binder.some(made.does) if made.does else []
    fields = _leading(does, binder) if made.as_well else {"does": does}
    may = fields.pop("may", made.may)
    if binder.slots:
        raise Unbound("a choice in a replacement")
    cost = fields.pop("cost", cost)
    return replace(made, instead_of=moment, cost=cost, may=may, **fields)
