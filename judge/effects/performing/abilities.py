"""Instructions that make or activate abilities: "do this", delayed abilities, "activate"
(383.4.g, 386-392).
"""

from __future__ import annotations

from msgspec.structs import replace

from judge.abilities.activation import activate_triggers
from judge.abilities.delayed import delay
from judge.abilities.reflexive import do_this
from judge.board.state import UNKNOWN
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.execution import Execution, amount_of, legal_targets, meant
from judge.effects.performing.executing import execute
from judge.effects.performing.registry import performs
from judge.effects.unread import refused
from judge.effects.zones import find_held
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run


def _known(execution: Execution, ability: n.Triggered | n.Replacement) -> Context:
    """What the ability may speak of: all that this text knows, its legal targets among it."""
    context = execution.context
    for slot in execution.targets:
        if slot in execution.chooses:
            context = context.knowing(slot, legal_targets(execution, slot))
    # what the text has moved away is what it was before (359.3.e.13)
    return replace(context, frozen=(*context.frozen, *execution.looked_back.items()))


@performs(n.DoThis)
def _do_this(execution: Execution, instruction: n.DoThis) -> bool:
    times = amount_of(execution, instruction.times) or 0
    before = len(execution.run.table.items())
    if _second(execution) and not execution.run.in_force("387.1.b"):
        return False
    done = do_this(
        execution.run,
        execution.item,
        execution.name,
        instruction.ability,
        times,
        _known(execution, instruction.ability),
    )
    execution.name_result(instruction.label, amount=len(execution.run.table.items()) - before)
    return done


@performs(n.DoFollowing)
def _do_following(execution: Execution, instruction: n.DoFollowing) -> bool:
    """Reflexive triggers in the order of the text, none of which goes any further yet (388.2)."""
    run = execution.run
    if not run.in_force("387.1.b"):
        return False
    added = 0
    for each in _those(execution, instruction):
        context = _known(execution, each.ability)
        added += do_this(run, execution.item, execution.name, each.ability, 1, context)
    execution.name_result(instruction.label, amount=added)
    return added > 0


def _those(execution: Execution, instruction: n.DoFollowing) -> list[n.Following]:
    """Which of them the effect says: by what a thing is, and as many as its player picks."""
    run, offered = execution.run, list(instruction.of)
    if instruction.by is not None:
        cards = [card for ref in meant(execution, instruction.by) for card in _print(run, ref)]
        types = {name for card in cards for name in card.types}
        domains = {name for card in cards for name in card.domains}
        offered = [each for each in offered if each.type in types or each.domain in domains]
    if instruction.choose is None or instruction.choose >= len(offered):
        return offered
    many = instruction.choose != 1
    answer = run.ask(
        Question(
            form="choose_some" if many else "choose_one",
            to=execution.item.controller,
            prompt=f"Which of the following does {execution.name} do?",
            slot="following",
            rules=["387.1.b", "355.17"],
            options=[Option(id=each.name) for each in offered],
            min=instruction.choose if many else None,
            max=instruction.choose if many else None,
        )
    )
    picked = set(answer) if many else {answer}
    return [each for each in offered if each.name in picked]


def _print(run: Run, ref: str) -> list[n.CardDefinition]:
    """The card that a thing is, on the board or elsewhere; none where it is nowhere any more."""
    thing, held = run.table.find(ref), find_held(run.table, ref)
    if thing is None and held is not None and held.card.card == UNKNOWN:
        raise refused(
            "missing_fact",
            f"What follows depends on {held.card.id}, whose face the board does not give.",
            f"cards.{held.card.id}.card",
            "387.1.b",
        )
    name = thing.card if thing is not None else held.card.card if held is not None else ""
    found = run.catalogue.get(name)
    return [found] if found is not None else []


def _second(execution: Execution) -> bool:
    """Whether this execution has added a reflexive item before: "do the following" (387.1.b)."""
    return any(
        item.kind == "reflexive" and item.pending and item.id != execution.item.id
        for item in execution.run.table.items()
    )


def delay_trigger(execution: Execution, instruction: n.Delay) -> bool:
    """Begin a delayed trigger (390.2), unless its time is over (359.3.e.16)."""
    return delay(
        execution.run,
        execution.item,
        execution.name,
        instruction,
        _known(execution, instruction.ability),
    )


def _repeat(execution: Execution, event: n.Event) -> bool:
    """Follow the instructions of the source's own abilities of that name within this text, which is
    printed and known though the source has left the board (359.3.e.13).

    Raises `Refused` where such an ability asks for choices or a price of its own.
    """
    run, card = execution.run, execution.item.of or execution.name
    followed = False
    for ability in run.catalogue[card].abilities:
        if not isinstance(ability, n.Triggered) or not any(
            moment.event == event and moment.what == "me" for moment in ability.moments
        ):
            continue
        plain = n.Triggered(when=ability.when, does=ability.does)
        if ability != plain or any(moment.provided is not None for moment in ability.moments):
            raise refused(
                "clause",
                f"{card} repeats an effect that has a choice, a price or a condition of its own.",
                f"{card}: activate, repeat",
                "406.5",
            )
        if run.in_force("406.5"):
            execute(execution, ability.does)
            followed = True
    return followed


@performs(n.Activate)
def _activate(execution: Execution, instruction: n.Activate) -> bool:
    source = instruction.abilities.source
    event = instruction.abilities.event
    assert source is not None
    assert event is not None
    if instruction.repeat:
        return _repeat(execution, event)
    refs = meant(execution, source)
    return activate_triggers(execution.run, refs, event)
