"""Executing a list of instructions from top to bottom (158.1, 359.3.d)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.itemchoices import is_there
from judge.effects.performing.following import follow
from judge.effects.performing.outcomes import perform
from judge.effects.performing.possible import is_possible, late_choice
from judge.effects.performing.registry import PERFORMERS
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.until import is_over
from judge.effects.speaking import is_ignored
from judge.effects.texts import names_in
from judge.ruling.questions import Question

#: instructions whose parts are executed one by one
CONTAINERS = (n.If, n.Pay, n.ForEach, n.EachPlayer, n.Modes, n.Either)


def execute(execution: Execution, instructions: Sequence[n.AnyInstruction]) -> None:
    """Execute the instructions in order; one that is linked to an instruction that was ignored is
    ignored too (359.3.e.14.a).
    """
    run = execution.run
    for instruction in instructions:
        words = str(type(instruction).__struct_config__.tag).replace("_", " ")
        rule = execution.rule or ("359.3.d" if execution.item.kind == "spell" else "406.5")
        with run.step(rule, text=words) as step:
            after = instruction.after
            ignored = after is not None and after not in execution.context.done
            if ignored and run.in_force("359.3.e.14", "359.3.e.14.a"):
                run.note(f"The instruction it is linked to was ignored, and so is this: {words}.")
            elif is_ignored(run, execution.context, instruction):
                run.note(f"Nobody controls {execution.name}, so nobody does this: {words}.")
            elif is_over(execution, instruction) and run.in_force("359.3.e.16"):
                run.note(f"The time for which this would last is over already: {words}.")
            elif instruction.may and not _chosen(execution, instruction, words):
                run.note(f"This is declined: {words}.")
            elif not run.stands("410.2.a"):
                run.note(f"Nothing causes the game action to be performed: {words}.")
            elif follow(execution, instruction, partial(_perform, execution, instruction)):
                execution.followed = True
                execution.mark_done(instruction.label)
                execution.mark_full(instruction)
            elif not run.in_force("359.3.e.6"):
                execution.mark_done(instruction.label)
            if not step.children:  # nothing that a text says is passed over in silence
                run.note(_why_nothing(execution, instruction, words))
        if is_stopped(execution):
            run.note(f"{execution.name} has left the chain; nothing more of it is executed.")
            return


def _why_nothing(execution: Execution, instruction: n.AnyInstruction, words: str) -> str:
    """What is said of an instruction of which nothing came."""
    if isinstance(instruction, n.If):
        return "What this depends on is not so."
    if isinstance(instruction, n.DoThis) and instruction.ability.when:
        return "This waits for something that has not happened yet."
    run = execution.run
    for field in ("what", "to"):
        named = getattr(instruction, field, None)
        refs = execution.context.refs(named) if isinstance(named, str) else []
        if refs and all(not is_there(run, ref) for ref in refs):
            return f"{run.things(refs)} cannot be found any more; this is ignored: {words}."
    return f"This changes nothing: {words}."


def _perform(execution: Execution, instruction: n.AnyInstruction) -> bool:
    """Carry an instruction out, with the choices made that it is the first to speak of and that
    are made on resolution (355.10.a, 355.17).
    """
    if execution.late and not isinstance(instruction, CONTAINERS):
        for slot in sorted(execution.late.keys() & names_in(instruction)):
            selector = late_choice(execution.late.pop(slot))
            PERFORMERS[n.Choose](execution, n.Choose(from_=selector, label=slot))
    return perform(execution, instruction)


def _has_left(execution: Execution) -> bool:
    """Whether the item that is executed is on the chain no longer."""
    if execution.rule is not None:
        return False  # it was no item on the chain to begin with
    return all(item.id != execution.item.id for item in execution.run.table.items())


def is_stopped(execution: Execution) -> bool:
    """Whether no more of a text is executed, as its item has left the chain (359.3.e.15)."""
    return _has_left(execution) and execution.run.in_force("359.3.e.15")


def _chosen(execution: Execution, instruction: n.AnyInstruction, words: str) -> bool:
    """Whether who performs an instruction with a "may" in it does so; asked as it is executed
    (383.3.a.3), unless there is nothing that it could be done to.
    """
    if isinstance(instruction, n.ChooseAnew):
        return True  # asked where it is known whether anything could be chosen (753.2)
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None or not is_possible(execution, instruction):
        return False
    if not run.in_force("383.3.a.3"):
        return True
    # what a spell has chosen says nothing about whether it will be done
    if _is_targeted(execution, instruction) and not run.in_force("355.12"):
        return True
    answer = run.ask(
        Question(
            form="yes_no",
            to=player,
            prompt=f"Does {player} follow this instruction of {execution.name}: {words}?",
            slot="may",
            rules=["383.3.a.3"],
        )
    )
    return bool(answer)


def _is_targeted(execution: Execution, instruction: Any) -> bool:
    """Whether a spell's instruction is done to what was chosen as the spell was played."""
    names = (getattr(instruction, field, None) for field in ("what", "to"))
    chosen = any(isinstance(name, str) and name in execution.chooses for name in names)
    return chosen and execution.item.kind == "spell"
