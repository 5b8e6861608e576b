"""What nobody can be compelled to: to act on cards that others do not see, by what they are
(128.6).
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.board.state import UNKNOWN
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.meaning import held_meant
from judge.effects.supporting_selectors import said
from judge.effects.unread import refused
from judge.effects.zones import asks_face, find_held, off_board
from judge.ruling.questions import Question
from judge.ruling.run import Run

#: what says how many cards, whose and from where, and nothing of what they are
_NO_QUALITIES = frozenset(
    [
        "kind",
        "side",
        "of",
        "owned_by",
        "zone",
        "min",
        "max",
        "any_number",
        "by",
        "together",
        "the",
        "top",
        "unlike",
    ]
)


def may_ignore(run: Run, selector: n.Selector, context: Context) -> bool:
    """Whether a player may choose none, though there is one: where the text asks for a type or a
    quality of card, and the cards lie in a hand, or in a deck of which they have only been looked
    at; what is revealed is for all to see (424.1.a).
    """
    if selector.the is not None and selector.the in context.revealed:
        return False
    own = selector.side == "yours" or (selector.side == "any" and selector.of is None)
    private = selector.zone == "hand" and selector.the is None and own
    looked_at = selector.zone == "main_deck" and selector.the is not None
    return (private or looked_at) and asks_quality(selector) and run.in_force("128.6")


def asks_quality(selector: n.Selector) -> bool:
    """Whether a text says of a card what it has to be, and not only how many and from where."""
    qualities = said(selector) - _NO_QUALITIES
    return bool(qualities) or selector.kind not in ("card", "object")


def follows(run: Run, player: str, name: str, words: str) -> bool:
    """Whether a player follows an instruction to which nobody can be compelled (128.6.a)."""
    answer = run.ask(
        Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} follow this instruction of {name}, which asks for what cards "
            f"are that others do not see: {words}?",
            slot="may",
            rules=["128.6.a"],
        )
    )
    if not answer:
        run.note(f"{player} ignores this: {words}.", "128.6.a", by=player)
    return bool(answer)


def refuse_unknown(
    run: Run, selector: n.Selector, context: Context, options: list[str], name: str
) -> None:
    """Raises `Refused` where a card whose face the board leaves out might be one to choose."""
    if not asks_face(selector):
        return
    if off_board(selector):
        meant = held_meant(run, selector, context)
    else:
        named = [] if selector.the is None else context.refs(selector.the)
        meant = [held for ref in named if (held := find_held(run.table, ref)) is not None]
    for held in meant:
        if held.card.card == UNKNOWN and held.ref not in options:
            raise refused(
                "missing_fact",
                f"What can be chosen for {name} depends on cards of {held.owner} whose faces the "
                "board does not give.",
                f"players.{held.owner}.{held.zone}",
                "128.6",
            )


def refuse_several_buffs(run: Run, thing: str, refs: Iterable[str]) -> None:
    """Raises `Refused` where as many buffs as a player likes are spent and a unit has several: of
    one unit no answer could say how many (702.2.b).
    """
    for ref in refs:
        holder = run.table.find(ref)
        if holder is not None and holder.buffs > 1:
            words = f"{ref} has {holder.buffs} buffs, of which any number may be spent."
            raise refused("clause", words, f"{thing}: several buffs of one unit", "702.2.b")
