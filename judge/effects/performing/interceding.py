"""Instructions that begin an effect on what is going to happen: prevent, skip, a delayed
replacement, a prohibition (390.3, 437, 443).
"""

from __future__ import annotations

from typing import Any

import msgspec

from judge.board import events as ev
from judge.board.state import Effect
from judge.effects import notation as n
from judge.effects.execution import Execution, legal_targets, meant, number_of_text, who_is_meant
from judge.effects.performing.abilities import delay_trigger
from judge.effects.performing.assigning import assign
from judge.effects.performing.keywordsof import give_keywords_of
from judge.effects.performing.plays_to_come import give_to_plays
from judge.effects.performing.registry import performs
from judge.effects.performing.until import lasts, source_of
from judge.effects.supporting_cards import gives_to_cards
from judge.effects.supporting_gives import NEXT, is_of_buffs, is_of_what_comes
from judge.effects.unread import refused
from judge.effects.whereabouts import places_meant
from judge.ruling.ruling import Refusal
from judge.ruling.run import Refused
from judge.ruling.waiving import EDITS, NO_EFFECT


@performs(n.Prevent)
def _prevent(execution: Execution, instruction: n.Prevent) -> bool:
    """The Prevent Value is tracked on each unit by itself (437.2)."""
    run = execution.run
    if instruction.by is not None and isinstance(instruction.to, n.Selector):
        return _prevent_from(execution, instruction, instruction.to, instruction.by)
    refs = meant(execution, instruction.to)
    value: Any = "all"
    if instruction.amount is not None:
        value = number_of_text(execution, instruction.amount)
    if not refs or value is None:
        return False
    if value != "all" and value <= 0 and run.in_force("437.3.a"):
        run.note("The Prevent Value is not above 0, so that nothing is tracked.")
        execution.name_result(instruction.label, refs)
        return True
    for ref in refs:
        if not run.in_force("437.1.b.1.a" if value != "all" else "437.1.b.1.b", "437.7"):
            continue
        until = lasts(execution, instruction.until)
        _begin(execution, "replacement", until=until, affects=[ref], prevent=value)
    execution.name_result(instruction.label, refs)
    return True


def _prevent_from(
    execution: Execution, instruction: n.Prevent, to: n.Selector, by: n.Selector
) -> bool:
    """Nothing happens in place of all damage with such a source, whatever it is dealt to (437.1.b,
    437.7): a source is what deals it, and not what says that something else does (417.6.b).
    """
    moment = n.Moment(event="take_damage", what=to, other=by)
    bound = _bound(execution, moment)
    if bound is None or not execution.run.in_force("437.1.b", "437.7"):
        return False
    _begin(
        execution,
        "replacement",
        until=instruction.until,
        abilities=[msgspec.to_builtins(n.Replacement(instead_of=moment))],
        bound=bound,
    )
    return True


@performs(n.Skip)
def _skip(execution: Execution, instruction: n.Skip) -> bool:
    """Skipping replaces the next such event with nothing (443.1, 443.4)."""
    run = execution.run
    bound = _bound(execution, instruction.moment)
    if bound is None or not run.in_force("443.1", "443.4"):
        return False
    ability = n.Replacement(instead_of=instruction.moment)
    _begin(
        execution,
        "replacement",
        until=lasts(execution, instruction.until),
        abilities=[msgspec.to_builtins(ability)],
        uses=1,
        bound=bound,
    )
    return True


@performs(n.Delay)
def _delay(execution: Execution, instruction: n.Delay) -> bool:
    """A delayed replacement lasts for its time, whatever becomes of its source (390.3, 392)."""
    run = execution.run
    if isinstance(instruction.ability, n.Triggered):
        return delay_trigger(execution, instruction)
    bound = _bound(execution, instruction.ability)
    if bound is None or not run.in_force("390.3"):
        return False
    _begin(
        execution,
        "replacement",
        until=lasts(execution, instruction.until),
        abilities=[msgspec.to_builtins(instruction.ability)],
        uses=1 if instruction.once else None,
        bound=bound,
    )
    return True


@performs(n.Give)
def _give(execution: Execution, instruction: n.Give) -> bool:
    """Things get a prohibition for a duration (390.4), or an amount of Might; cards what they have
    as they are played.
    """
    run = execution.run
    first = instruction.changes[0]
    if isinstance(first, n.GrantKeywords):
        return give_keywords_of(execution, instruction, first.of)
    if gives_to_cards(instruction):
        return give_to_plays(execution, instruction)
    if instruction.next is not None:
        return _give_next(execution, instruction)
    if is_of_buffs(instruction):
        more = instruction.changes[0]
        assert isinstance(more, n.RuleChange)
        if not run.in_force("390.4"):
            return False
        value = {"buff_value": n.fixed(more.amount)}
        _begin(execution, "passive", until=instruction.until, amounts=value)
        return True
    if isinstance(instruction.to, n.Selector) and is_of_what_comes(instruction):
        return _give_to_what_comes(execution, instruction, instruction.to)
    if isinstance(instruction.changes[0], n.LoseAbilities | n.SetMight | n.Trait):
        return assign(execution, instruction)
    if any(isinstance(change, n.Enters) for change in instruction.changes):
        return _enter_there(execution, instruction)
    refs = meant(execution, instruction.to)
    if not refs or not run.in_force("390.4"):
        return False
    for ref in refs:
        if run.table.find(ref) is None:
            raise refused(
                "clause",
                f"{execution.name} gives a prohibition to {run.thing(ref)}, which is no object on "
                "the board.",
                f"{execution.name}: give",
                "390.4",
            )
    ability: n.AnyAbility = n.Static(changes=instruction.changes)
    if isinstance(first, n.GrantAbility):
        ability = first.ability
    _begin(
        execution,
        "grant",
        until=lasts(execution, instruction.until),
        affects=refs,
        abilities=[msgspec.to_builtins(ability)],
    )
    execution.name_result(instruction.label, refs)
    return True


def _give_next(execution: Execution, instruction: n.Give) -> bool:
    """The next spell or unit that the controller of the text plays gets it, whichever that will be
    (391).
    """
    assert isinstance(instruction.to, n.Selector)  # judge.effects.support lists no other
    if not execution.run.in_force("390.4"):
        return False
    ability = n.Static(affects=NEXT[instruction.to.kind], changes=instruction.changes)
    _begin(
        execution,
        "passive",
        until=lasts(execution, instruction.until),
        abilities=[msgspec.to_builtins(ability)],
        uses=instruction.next,
    )
    return True


def _give_to_what_comes(execution: Execution, instruction: n.Give, to: n.Selector) -> bool:
    """A passive ability for a time, about what enters or what players do in it (390.4)."""
    if not execution.run.in_force("390.4"):
        return False
    if to == n.Selector(kind="player"):
        return _forbid_players(execution, instruction)
    if to.kind == "player":
        ability = n.Static(changes=[_by_opponents(each) for each in instruction.changes])
    else:
        ability = n.Static(affects=to, changes=instruction.changes)
    _begin(
        execution,
        "passive",
        until=lasts(execution, instruction.until),
        abilities=[msgspec.to_builtins(ability)],
    )
    return True


def _forbid_players(execution: Execution, instruction: n.Give) -> bool:
    """Players whom the text names cannot do something from now on (390.4): who they are, and which
    thing is meant, is known now and does not change.
    """
    begun = False
    for change in instruction.changes:
        assert isinstance(change, n.Cannot)  # judge.effects.support lists no other
        moment = change.moment
        whom = who_is_meant(execution, str(moment.by))
        bound = {"chosen": whom}
        if isinstance(moment.what, str):
            bound["affected"] = meant(execution, moment.what)
            moment = msgspec.structs.replace(moment, what="affected")
        if not all(bound.values()):
            continue
        moment = msgspec.structs.replace(moment, by="chosen")
        ability = n.Static(changes=[n.Cannot(moment=moment)])
        until, text = instruction.until, [msgspec.to_builtins(ability)]
        _begin(execution, "passive", until=until, abilities=text, bound=bound)
        begun = True
    return begun


def _by_opponents(change: n.Change) -> n.Cannot:
    """A prohibition that opponents get, as a text of the player whose opponents they are."""
    assert isinstance(change, n.Cannot)  # judge.effects.support lists no other
    return n.Cannot(moment=msgspec.structs.replace(change.moment, by="opponents"))


def _enter_there(execution: Execution, instruction: n.Give) -> bool:
    """What is entering enters at another place than it would have (369.3)."""
    run, entering = execution.run, execution.replaced
    change = instruction.changes[0]
    assert isinstance(change, n.Enters)  # judge.effects.support lists no other
    assert change.to is not None
    if entering is None or entering.event != "enter":
        about = f"{execution.name}: give"
        if not run.waive(about):
            raise Refused(
                Refusal(
                    reason="clause",
                    sentence=f"{execution.name} says where it enters, and it is not entering.",
                    about=about,
                    rules=["369.3"],
                    waive=[NO_EFFECT, EDITS],
                )
            )
        return False
    places = places_meant(run, execution.context, change.to)
    if len(places) != 1 or not run.in_force("369.3"):
        return False
    entering.redirect(places[0])
    run.note(f"{execution.name} enters at {run.place(places[0])}.")
    return True


def _bound(execution: Execution, node: n.Node) -> dict[str, list[str]] | None:
    """What the names of slots in a delayed text mean from now on (359.3.f); None where one of them
    means nothing any more.
    """
    bound: dict[str, list[str]] = {}
    for name in sorted(_names(node)):
        if name in execution.chooses:
            bound[name] = legal_targets(execution, name)
            if not bound[name]:
                return None
        elif name not in n.REFERENTS and execution.context.refs(name):
            bound[name] = execution.context.refs(name)
    return bound


def _names(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, list):
        return set().union(*map(_names, value)) if value else set()
    if isinstance(value, n.Node):
        return set().union(*(_names(getattr(value, key)) for key in value.__struct_fields__))
    return set()


def _begin(execution: Execution, kind: Any, **what: Any) -> None:
    item = execution.item
    execution.run.emit(
        ev.EffectBegan(
            effect=Effect(
                id=execution.run.table.mint("e"),
                controller=item.controller,
                origin=execution.name,
                source=source_of(execution),
                kind=kind,
                **what,
            )
        ),
        by=item.controller,
    )
