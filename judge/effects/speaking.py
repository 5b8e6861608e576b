"""Who "you" is in a text: its controller, or nobody (190.6.d).

An ability of a battlefield that nobody controls is put on the chain by the Turn Player, who makes
its choices and stands in as its controller (190.6.b); but it speaks to no one, and nothing is
friendly or enemy to it (OP-17).
"""

from __future__ import annotations

from judge.board.state import Battlefield, ChainItem
from judge.effects import notation as n
from judge.effects.context import Context
from judge.ruling.run import Run

#: what "each player", a branch or a choice is, and not a deed of somebody: what stands in them is
#: looked at by itself, and choices are made by whoever stands in as the controller (190.6.b)
_NO_DEED = (
    n.If,
    n.ForEach,
    n.EachPlayer,
    n.Modes,
    n.Either,
    n.DoThis,
    n.Delay,
    n.Choose,
    n.ChooseOption,
)
#: what is done to the player who does it, as in "draw 1"
_DONE_TO_ONESELF = (
    n.Draw,
    n.Discard,
    n.Channel,
    n.Score,
    n.Add,
    n.PlayToken,
    n.Predict,
    n.Burn,
    n.GainExperience,
    n.SpendExperience,
    n.LosePoints,
    n.Win,
    n.Lose,
    n.Pay,
)


def is_to_nobody(run: Run, context: Context) -> bool:
    """Whether "you" in a text means no one (190.6.d)."""
    if not context.unowned or not run.in_force("190.6.d"):
        return False
    return run.rely_on("OP-17") == "a"


def of_battlefield(run: Run, battlefield: Battlefield) -> Context:
    """On whose behalf a passive ability of a battlefield is read (190.6.a, 190.6.b)."""
    return Context(
        battlefield.controller or run.board.turn.player,
        source=battlefield.id,
        here=battlefield.id,
        unowned=battlefield.controller is None,
    )


def is_ignored(run: Run, context: Context, instruction: n.Instruction) -> bool:
    """Whether an instruction is one to "you", spoken or implied, and there is nobody (190.6.d)."""
    if instruction.who != "you" or isinstance(instruction, _NO_DEED):
        return False
    if not is_to_nobody(run, context):
        return False
    return isinstance(instruction, _DONE_TO_ONESELF) or run.rely_on("OP-126") == "a"


def names_chooser(ability: n.Triggered) -> bool:
    """Whether a battlefield's text says that the player of its condition chooses (190.6.c)."""
    if any(choice.by == "that_player" for choice in ability.chooses.values()):
        return True
    if ability.may and ability.does and ability.does[0].who == "that_player":
        return True  # "they may", of the whole ability
    return any(
        each.who == "that_player" and (each.may or isinstance(each, n.Pay)) for each in ability.does
    )


def has_nobody(run: Run, item: ChainItem, ability: n.Triggered) -> bool:
    """Whether an item is the ability of a battlefield that nobody controls (190.6.b), nor is it
    that of the player who is to choose (190.6.c).
    """
    battlefield = run.table.battlefields.get(item.source.ref) if item.source is not None else None
    if battlefield is None or battlefield.controller is not None:
        return False
    return not (names_chooser(ability) and run.stands("190.6.c"))
