"""What is executed of passive abilities that are given to what is to come: the next spell or unit,
units that enter this turn, what opponents play (390.4, 391).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from judge.effects import notation as n

#: by what name an effect means the next spell or unit that its controller plays (391)
NEXT: Mapping[str, str] = {"spell": "next_spell", "unit": "next_unit"}


def is_of_what_comes(node: n.Give) -> bool:
    """Whether it is about what enters from now on, or about what opponents can play: about no
    object that is there already.
    """
    to = node.to
    if not isinstance(to, n.Selector) or node.next is not None:
        return False
    if to == n.Selector(kind="player"):
        return bool(node.changes) and all(map(is_of_named_players, node.changes))
    if to == n.Selector(kind="player", side="enemy"):
        return all(
            isinstance(each, n.Cannot)
            and each == n.Cannot(moment=each.moment)
            and each.moment == n.Moment(event="play", what=each.moment.what)
            for each in node.changes
        )
    return all(
        isinstance(each, n.Enters) and each == n.Enters(ready=each.ready) for each in node.changes
    )


#: what a text may forbid players whom it names: what they do from now on, to anything or to a thing
_OF_NAMED_PLAYERS = frozenset({"play", "move"})


def is_of_named_players(change: n.Change) -> bool:
    """Whether it forbids something to players whom the text names ("its controller can't play
    spells"), who are known as the text is executed and are meant from then on.
    """
    if not isinstance(change, n.Cannot):
        return False
    by, what, event = change.moment.by, change.moment.what, change.moment.event
    named = by in ("that_player", "chosen") or (by is not None and " of " in by)
    plain = n.Cannot(moment=n.Moment(event=event, by=by, what=what))
    told = event == "play" if not isinstance(what, str) else event != "play"
    return named and told and change == plain and event in _OF_NAMED_PLAYERS


def is_of_buffs(node: n.Give) -> bool:
    """Whether it says how much Might more each buff gives to friendly units for a time (703)."""
    match node.changes:
        case [n.RuleChange(amount=int() as more) as change] if more > 0:
            friendly = node.to == n.Selector(kind="unit", side="friendly")
            return friendly and change == n.RuleChange(what="buff_value", amount=more)
    return False


def given_to_the_next(node: n.Give) -> Iterator[str]:
    """What is given to the next spell or unit that the controller of the text plays this turn."""
    to = node.to
    if (
        not isinstance(to, n.Selector)
        or to != n.Selector(kind=to.kind, side="yours")
        or node.next != 1
        or node.until != "turn"
        or to.kind not in NEXT
        or not is_of_the_next(n.Static(affects=NEXT[to.kind], changes=node.changes))
    ):
        yield "do: give, next"


def is_of_the_next(node: n.Static) -> bool:
    """Whether it is what a text gives to the next spell or unit (391), which a board keeps under a
    name: Bonus Damage, a way of entering, another Energy cost.
    """
    plain = node == n.Static(affects=node.affects, changes=node.changes)
    if node.affects not in NEXT.values() or not plain:
        return False
    return all(_is_given(each, spell=node.affects == NEXT["spell"]) for each in node.changes)


def _is_given(change: n.Change, *, spell: bool) -> bool:
    match change:
        case n.Damage(bonus=int()):
            return spell and change == n.Damage(bonus=change.bonus, to=change.to)
        case n.Enters():
            return not spell and change == n.Enters(ready=change.ready)
        case n.CostChange(energy=int()):
            return change == n.CostChange(energy=change.energy)
    return False


__all__ = ["NEXT", "given_to_the_next", "is_of_buffs", "is_of_the_next", "is_of_what_comes"]
