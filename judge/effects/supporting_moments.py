"""What prohibitions and replacement effects ask of a moment before it happens: with what it is done
(411.5, 428.5), to what, and of some events nothing else.
"""

from __future__ import annotations

from judge.effects import notation as n

#: done by the spell or the ability that is resolving, under the names of the door
BY_ITEMS: frozenset[n.Event] = frozenset(
    [
        *("die", "deal", "move", "recall", "ready", "exhaust", "stun", "buff", "heal", "banish"),
        *("return_to_hand", "empower", "counter"),
    ]
)
#: the same under the names that texts have for them
_SAID: frozenset[n.Event] = BY_ITEMS | {"kill", "take_damage", "choose"}
_ITEMS = frozenset({"spell", "ability", "spell_or_ability"})

#: "for each card you have played this turn", a token being none
CARDS_PLAYED = n.Tally(of=n.Moment(event="play", by="you"))
#: how many points a player has scored by holding, this turn
POINTS_FROM_HOLDING = n.Tally(
    of=n.Moment(event="gain_points", by="you", reason="hold"), what="amount"
)

#: how much of either a player has spent this turn
ENERGY_SPENT = n.Tally(of=n.Moment(event="pay", by="you"), what="energy")
POWER_SPENT = n.Tally(of=n.Moment(event="pay", by="you"), what="power")
SPENT = (ENERGY_SPENT, POWER_SPENT)


def is_dear_spell(moment: n.Moment) -> bool:
    """Whether a player has spent so much Energy to play a spell."""
    least, what = moment.amount_at_least, n.Selector(kind="spell")
    plain = n.Moment(event="play", by="you", what=what, amount_at_least=least)
    return isinstance(least, int) and moment == plain


def is_told(moment: n.Moment) -> bool:
    """Whether the second object of what would happen is known before it happens: the spell or the
    ability that does it, or what a card would be attached to.
    """
    other = moment.other
    if other is None or moment.event == "attach":
        return True
    return moment.event in _SAID and isinstance(other, n.Selector) and other.kind in _ITEMS


def is_about_others(change: n.Change, affects: n.Objects | None) -> bool:
    """Whether a prohibition says for itself what it is about, so that what its ability affects says
    nothing, or something else; None for what an instruction gives it to, which is its `me`.
    """
    if not isinstance(change, n.Cannot) or affects == "me":
        return False
    own = change.moment.what == (affects if affects is not None else "me")
    return not own and not is_about_the_affected(change.moment)


def is_about_the_affected(moment: n.Moment) -> bool:
    """Whether what is forbidden is so of what the ability affects: it says neither who nor what."""
    return moment.what is None and moment.by is None and moment.event in n.OF_OBJECTS


def is_own_showing(moment: n.Moment) -> bool:
    """Whether it is what a card says of its own being looked at or revealed."""
    own = n.Moment(event=moment.event, what="me", by=moment.by)
    return moment == own and moment.event in ("look", "reveal") and moment.by in (None, "you")


def shows_facedown(moment: n.Moment) -> bool:
    """Whether it is that cards which lie facedown are revealed, by whose they are and where."""
    what = moment.what
    if not isinstance(what, n.Selector) or moment != n.Moment(event="reveal", what=what):
        return False
    return what == n.Selector(kind="facedown_card", side=what.side, where=what.where)


def is_taking(moment: n.Moment) -> bool:
    """Whether a player gains control of a battlefield, of which nothing else is asked."""
    what = moment.what
    plain = n.Moment(event="gain_control", what=what, by=moment.by)
    one = what == "me" or (isinstance(what, n.Selector) and what.kind == "battlefield")
    return moment == plain and one


def is_token_play(moment: n.Moment) -> bool:
    """Whether it is the play of a token, of which nothing is asked that its print does not say: of
    plays none but those of tokens are replaced.
    """
    what = moment.what
    placed = n.Moment(event="play", what=what, by=moment.by, provided=moment.provided)
    plain = moment == placed and isinstance(what, n.Selector) and what.where == "anywhere"
    return plain and isinstance(what, n.Selector) and "token" in what.state
