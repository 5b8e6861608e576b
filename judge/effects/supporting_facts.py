"""What of the facts of a turn or a game a text can ask (383.1.b, 419.4.b)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from judge.effects import notation as n


def happened(node: n.Happened) -> Iterator[str]:
    """Nothing is told but the units that died this turn, by whose they are, how often an object
    itself has moved, what a player has finalized, the Energy spent for spells among it, and how
    many turns one has begun.
    """
    if node == n.LEGION:
        return
    moment = node.moment
    if node.during == "turn" and moment == n.CHOSE_ENEMIES:
        return
    what = moment.what
    begun = n.Moment(event="begin_phase", phase="awaken", whose=moment.whose)
    if node.during == "game" and moment.whose is not None and moment == begun:
        return
    did = [n.Moment(event="move", what="me"), n.Moment(event="conquer", what="me")]
    if node.during == "turn" and moment in did:
        return
    own = (n.Moment(event="discard", by="you"), n.Moment(event="gain_xp", by="you"))
    kinds = [n.Selector(kind="unit"), n.Selector(kind="gear"), n.Selector(kind="spell")]
    kinds.append(n.Selector(kind="equipment"))
    played = [n.Moment(event="play", what=kind, by="you") for kind in kinds]
    least = moment.amount_at_least
    if isinstance(least, int):
        played.append(replace(played[2], amount_at_least=least))
    friend = n.Selector(kind="unit", side="friendly")
    early = n.Moment(event="die", what=friend, phase="beginning", whose="you")
    if node.during == "turn" and moment in (*own, *played, early):
        return
    told = isinstance(what, n.Selector) and what == n.Selector(kind="unit", side=what.side)
    if node.during != "turn" or not told or moment != n.Moment(event="die", what=what):
        yield f"if: happened, {moment.event}"
