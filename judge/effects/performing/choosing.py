"""Choices that a text asks as it is executed, and its modes (355.3, 355.10, 355.14, 355.17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects.describing import describe
from judge.effects.execution import Execution, reading, who_is_meant
from judge.effects.meaning import bounds, candidates
from judge.effects.meantplayers import players
from judge.effects.performing.compelled import (
    may_ignore,
    refuse_several_buffs,
    refuse_unknown,
)
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.effects.performing.rounds import picked_name
from judge.effects.texts import chosen_modes
from judge.effects.zones import (
    everything_held,
    lies_hidden,
)
from judge.ruling.problems import problem
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Run


@performs(n.Modes)
def _modes(execution: Execution, instruction: n.Modes) -> bool:
    """The modes that were chosen as the item was finalized, from top to bottom (355.3)."""
    chosen = chosen_modes([instruction], execution.modes)
    for mode in chosen:
        execute(execution, mode.does)
    return bool(chosen)


@performs(n.Either)
def _either(execution: Execution, instruction: n.Either) -> bool:
    """One of several, which is no bulleted list and so is chosen on resolution (355.17)."""
    run = execution.run
    player = performer_of(execution, instruction)
    if player is None or not run.in_force("355.17"):
        return False
    names = [mode.name for mode in instruction.of]
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt=f"Which of these does {player} do by {execution.name}?",
            slot="either",
            rules=["355.17"],
            options=[Option(id=name) for name in names],
        )
    )
    execute(execution, instruction.of[names.index(str(answer))].does)
    return True


@performs(n.Choose)
def _choose(execution: Execution, instruction: n.Choose) -> bool:
    """A choice on resolution, which targets nothing (355.10, 355.17)."""
    run, selector = execution.run, instruction.from_
    context = reading(execution, selector)
    if not run.in_force("355.17"):
        return False
    others = selector.by != "you" or context.controller != execution.item.controller
    from_among = [] if selector.the is None else context.refs(selector.the)
    hidden = lies_hidden(run.table, selector, from_among)
    rule = "355.10.a" if hidden else "355.10.e" if others else "355.10.f"
    if run.in_force("355.10", rule):
        context = context.anywhere()  # it is no target, so 811.1.d.2 says nothing about it
    elif hidden:
        return False
    recycles = _is_recycled(execution, instruction.label)
    # 416.6: what is recycled is no target, and its player chooses it now
    if recycles and not run.in_force("416.6"):
        return False
    choosers = [
        chooser
        for who in who_is_meant(execution, instruction.who)
        for chooser in ([who] if selector.by == "you" else players(run, context, selector.by))
    ]
    chosen: list[str] = []
    for chooser in choosers:
        options = [ref for ref in candidates(run, selector, context) if ref not in chosen]
        if _is_entered(execution, instruction.label) and run.in_force("811.1.d.3"):
            options = [place for place in options if place == execution.context.hidden_at]
        refuse_unknown(run, selector, context, options, execution.name)
        if selector.any_number and _is_spent(execution, instruction.label):
            refuse_several_buffs(run, execution.name, options)
        least, most = bounds(run, context, selector)
        # 416.4: as many as there are, if there are not enough to recycle
        if recycles and least > len(options) and not run.in_force("416.4"):
            continue
        if options and may_ignore(run, selector, context):
            least = 0
        chosen += _ask(run, chooser, execution.name, selector, options, least, most, hidden=hidden)
    execution.name_result(instruction.label, chosen, len(chosen))
    return bool(chosen)


def _is_recycled(execution: Execution, label: str | None) -> bool:
    """Whether a text asks for the choice to recycle what is chosen, from a zone."""
    name = execution.item.card or execution.item.of
    definition = None if name is None else execution.run.catalogue.get(name)
    return label is not None and definition is not None and _recycles(definition, label)


def _is_spent(execution: Execution, label: str | None) -> bool:
    """Whether a text asks for the choice to spend a buff of each unit that is chosen."""
    name = execution.item.card or execution.item.of
    definition = None if name is None else execution.run.catalogue.get(name)
    return label is not None and definition is not None and _spends(definition, label)


def _spends(node: object, label: str) -> bool:
    """Whether an instruction to spend buffs of what goes by the label stands in a text."""
    if isinstance(node, n.SpendBuff):
        return node.what == label
    return any(_spends(part, label) for part in _parts(node))


def _is_entered(execution: Execution, label: str | None) -> bool:
    """Whether what a card from facedown asks for is where the unit enters that it plays."""
    name = execution.item.card or execution.item.of
    definition = None if name is None else execution.run.catalogue.get(name)
    if execution.context.hidden_at is None or label is None or definition is None:
        return False
    return _enters_at(definition, label)


def _enters_at(node: object, label: str) -> bool:
    """Whether an instruction to play at the place that goes by the label stands in a text."""
    if isinstance(node, n.Play):
        return node.at == label
    return any(_enters_at(part, label) for part in _parts(node))


def _parts(node: object) -> list[object]:
    if isinstance(node, list):
        return node
    if isinstance(node, n.Node):
        return [getattr(node, key) for key in node.__struct_fields__]
    return []


def _recycles(node: object, label: str) -> bool:
    """Whether an instruction to recycle what goes by the label stands in a part of a text."""
    if isinstance(node, n.Recycle):
        return node.what == label
    return any(_recycles(part, label) for part in _parts(node))


def _ask(
    run: Run,
    chooser: str,
    name: str,
    selector: n.Selector,
    options: list[str],
    least: int,
    most: int | None,
    *,
    hidden: bool,
) -> list[str]:
    """What a player chooses; what is there is all there is to choose from (359.3.e.11)."""
    if least > len(options):
        if not run.in_force("359.3.e.11"):
            return []
        least = len(options)
    most = len(options) if most is None else min(most, len(options))
    run.in_force("355.17")
    if most == 0:
        run.note(f"{chooser} has nothing to choose for {name}.")
        return []
    if least == len(options):
        run.note(f"{chooser} chooses {run.things(options)}.", by=chooser)
        return options
    one = least == most == 1
    answer = run.ask(
        Question(
            form="choose_one" if one else "choose_some",
            to=chooser,
            prompt=f"{chooser} chooses {describe(selector)} for {name}.",
            rules=["355.17"],
            options=[Option(id=ref, text=_text(run, ref)) for ref in options],
            min=None if one else least,
            max=None if one else most,
            audience=chooser if hidden else "all",
        )
    )
    chosen = [str(answer)] if one else [str(ref) for ref in answer]
    words = f"{len(chosen)} of them" if hidden else run.things(chosen)
    run.note(f"{chooser} chooses {words if chosen else 'nothing'}.", by=chooser)
    return chosen


def _text(run: Run, ref: str) -> str | None:
    thing = run.table.find(ref)
    if thing is not None:
        return thing.card
    return next((held.card.card for held in everything_held(run.table) if held.ref == ref), None)


@performs(n.ChooseOption)
def _choose_option(execution: Execution, instruction: n.ChooseOption) -> bool:
    """Pick a word as the permanent enters, which keeps it (369.3)."""
    run, attempt = execution.run, execution.replaced
    if attempt is None and execution.item.kind != "permanent":
        return _pick_now(execution, instruction)
    if attempt is None or attempt.thing is None or not run.in_force("369.3"):
        return False
    player = execution.context.controller
    picked = instruction.options[0]
    if len(instruction.options) > 1:
        picked = str(
            run.ask(
                Question(
                    form="choose_one",
                    to=player,
                    prompt=f"What does {player} pick for {execution.name}?",
                    slot="option",
                    rules=["369.3", "370.1.b.1"],
                    options=[Option(id=option) for option in instruction.options],
                )
            )
        )
    run.note(f"{player} picks {picked} for {execution.name}.", by=player)
    chosen = {**attempt.thing.chosen, "option": picked}
    attempt.thing = msgspec.structs.replace(attempt.thing, chosen=chosen)
    return True


def _pick_now(execution: Execution, instruction: n.ChooseOption) -> bool:
    """A player picks a word while the text is executed, which later instructions ask (355.17)."""
    run, player = execution.run, execution.context.controller
    if not run.in_force("355.17"):
        return False
    picked = str(
        run.ask(
            Question(
                form="choose_one",
                to=player,
                prompt=f"What does {player} choose for {execution.name}?",
                slot="option",
                rules=["355.17"],
                options=[Option(id=option) for option in instruction.options],
            )
        )
    )
    run.note(f"{player} chooses {picked} for {execution.name}.", by=player)
    execution.context = execution.context.knowing(picked_name(picked), [player])
    return True


# --- splitting ------------------------------------------------------------------------------------


def split_damage(execution: Execution, refs: list[str], amount: int) -> dict[str, int]:
    """How the damage is divided among the targets that are left, as the controller says now
    (355.14.e).
    """
    run, player, name = execution.run, execution.item.controller, execution.name
    if amount < len(refs) and run.in_force("355.14.h", "355.14.h.1"):
        refs = _dropped(run, player, name, refs, amount)
    if len(refs) < 2:
        return dict.fromkeys(refs, amount)
    if amount == len(refs) and run.in_force("355.14.f", "355.14.g"):
        return dict.fromkeys(refs, 1)
    if not run.in_force("355.14.e"):
        return dict.fromkeys(refs, 1)
    answer = run.ask(
        Question(
            form="split",
            to=player,
            prompt=f"{player} splits {amount} damage of {name}.",
            rules=["355.14.e", "355.14.f", "355.14.g"],
            options=[Option(id=ref, text=run.thing(ref)) for ref in refs],
            amount=amount,
            such_that=["each of them is dealt at least 1"],
            example=dict.fromkeys(refs[1:], 1) | {refs[0]: amount - len(refs) + 1},
        )
    )
    wrong = split_problems(refs, amount, answer, run.disabled)
    if wrong:
        raise IllegalAnswer(wrong)
    run.in_force("355.14.e", "355.14.f", "355.14.g")
    return {str(ref): int(value) for ref, value in answer.items() if value}


def _dropped(run: Run, player: str, name: str, refs: list[str], amount: int) -> list[str]:
    """Which targets remain where there is less damage than targets: as many as there is damage."""
    if amount <= 0:
        return []
    answer = run.ask(
        Question(
            form="choose_some",
            to=player,
            prompt=f"{name} has {amount} damage for {len(refs)} targets. Which of them remain "
            "targets?",
            rules=["355.14.h", "355.14.h.1"],
            options=[Option(id=ref, text=run.thing(ref)) for ref in refs],
            min=amount,
            max=amount,
        )
    )
    return [str(ref) for ref in answer]


def split_problems(
    refs: Sequence[str], amount: int, answer: Any, disabled: frozenset[str] = frozenset()
) -> list[Problem]:
    """Every reason why damage cannot be divided so; empty when it can."""
    found = [
        problem("split_not_a_target", target=ref, objects=[ref])
        for ref in answer
        if ref not in refs and "355.14.a" not in disabled
    ]
    numbers = [value for value in answer.values() if isinstance(value, int)]
    whole = len(numbers) == len(answer) and not any(isinstance(v, bool) for v in answer.values())
    least = 0 if "355.14.f" in disabled or "355.14.g" in disabled else 1
    for ref in refs:
        value = answer.get(ref, 0)
        if not whole or value < least:
            found.append(problem("split_too_little", target=ref, objects=[ref]))
    if whole and sum(numbers) != amount:
        found.append(problem("split_wrong_total", given=sum(numbers), wanted=amount))
    return found
