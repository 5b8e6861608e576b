"""The players that a word of the notation means (740.3, 190.6.d)."""

from __future__ import annotations

from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.itemchoices import item_of, player_of
from judge.effects.speaking import is_to_nobody
from judge.ruling.run import Run

#: players who are who they are seen from the controller of a text
_SEEN_FROM_YOU = frozenset({"you", "opponent", "opponents", "teammate", "allies", "each_other"})


def players(run: Run, context: Context, who: n.Who) -> list[str]:
    """The players that are meant, in turn order; empty where a name gives nobody."""
    controller = context.controller
    order = run.table.turn_order(run.board.turn.player)
    mates = run.table.team_of(controller)
    if who in _SEEN_FROM_YOU and is_to_nobody(run, context):
        return order if who == "each_other" else []
    match who:
        case "you":
            return [context.owner_of_zones]
        case "each":
            return order
        case "opponent" | "opponents":
            chosen = context.refs(who) if who == "opponent" else []
            return chosen or run.table.opponents(controller)
        case "teammate":
            return [name for name in order if name in mates and name != controller]
        case "allies":
            return [name for name in order if name in mates]
        case "each_other":
            return [name for name in order if name != controller]
        case "turn_player":
            return [run.board.turn.player]
        case "attacker" | "defender":
            combat = run.board.combat
            return [] if combat is None else [getattr(combat, who)]
        case "that_player" | "chosen":
            return context.refs(who)
    relation, _, name = who.partition(" of ")
    things = [
        thing if (seen := context.seen(reference(thing))) is None else seen.thing
        for ref in context.refs(name)
        if (thing := run.table.find(ref)) is not None
    ]
    if not things:
        pictures = [context.seen(ref) for ref in context.refs(name)]
        things = [seen.thing for seen in pictures if seen is not None]
    found = [getattr(thing, relation) for thing in things]
    # a spell or an ability on the chain has a controller as well
    kept = dict(context.controllers) if relation == "controller" else {}
    for ref in context.refs(name):
        item = item_of(run, ref)
        if ref in kept or item is not None:
            found.append(kept[ref] if item is None or ref in kept else player_of(item, relation))
    return list(dict.fromkeys(found))


def is_done_by(run: Run, who: n.Who, context: Context, event: str, by: str | None) -> bool:
    """Whether one of the players that are meant does it; points are gained and lost by a team
    (489.8.d.3).
    """
    meant = players(run, context, who)
    if event in ("gain_points", "lose_points") and by is not None:
        team = run.table.team_of(by)
        if len(team) > 1 and run.in_force("489.8.d.3"):
            return not set(team).isdisjoint(meant)
    return by in meant
