"""Who follows an instruction, one player after another, each with what is their own (355.10.e)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution
from judge.effects.performing.responsible import performers_of
from judge.effects.zones import ZONES

#: instructions that contain others, in which "you" stays who it is
_OTHERS_WITHIN = (n.If, n.Pay, n.ForEach, n.EachPlayer, n.Modes, n.Either, n.DoThis, n.Delay)
#: instructions that several players follow of themselves
_BY_SEVERAL = (
    n.Draw,
    n.Discard,
    n.Choose,
    n.Channel,
    n.Predict,
    n.Burn,
    n.Score,
    n.GainExperience,
    n.SpendExperience,
    n.LosePoints,
    n.PlayToken,
    n.Create,
    n.Win,
    n.Lose,
)
#: words that may mean several players
_SEVERAL = frozenset({"each", "each_other", "opponent", "opponents", "allies", "chosen"})


def follow(
    execution: Execution, instruction: n.AnyInstruction, perform: Callable[[], bool]
) -> bool:
    """Let those follow an instruction who are to: each player of several for themselves, and with
    "their" hand, trash and points where it speaks of such.
    """
    doers = _doers(execution, instruction)
    if doers is None:
        return perform()
    outside = execution.context.follower
    followed = performed = False
    refs: list[str] = []
    numbers: list[int] = []
    for doer in doers:
        execution.acting = doer
        execution.context = replace(execution.context, follower=doer)
        execution.mark_performed(instruction.label)
        done = perform()
        performed |= done and instruction.label not in execution.context.averted
        followed |= done
        refs += execution.context.refs(instruction.label or "")
        numbers += _number(execution.context, instruction.label)
    if performed:
        # 359.3.e.14.b: of one of them it was replaced, and another has done it
        execution.mark_performed(instruction.label)
    execution.acting = None
    execution.context = replace(execution.context, follower=outside)
    if len(doers) > 1:
        execution.name_result(instruction.label, refs, sum(numbers) if numbers else None)
    return followed


def _number(context: Context, label: str | None) -> list[int]:
    found = None if label is None else context.amount(label)
    return [] if found is None else [found]


def _doers(execution: Execution, instruction: n.AnyInstruction) -> list[str] | None:
    """The players who follow it one after another; None where its performer knows who does."""
    if instruction.who == "you" or isinstance(instruction, _OTHERS_WITHIN):
        return None
    alone = instruction.who not in _SEVERAL or isinstance(instruction, _BY_SEVERAL)
    if alone and not _speaks_of_ones_own(instruction):
        return None
    return performers_of(execution, instruction) or None


def _speaks_of_ones_own(node: object) -> bool:
    """Whether a term speaks of a zone or a number of whoever follows it."""
    if isinstance(node, list):
        return any(_speaks_of_ones_own(each) for each in node)
    if isinstance(node, n.PointsOf | n.ExperienceOf) and node.of == "you":
        return True
    if isinstance(node, n.Selector) and node.zone in ZONES and node.the is None:
        whose = node.of or node.owned_by
        if whose == "you" or (whose is None and node.side != "enemy"):
            return True
    if not isinstance(node, n.Node):
        return False
    return any(_speaks_of_ones_own(getattr(node, key)) for key in node.__struct_fields__)
