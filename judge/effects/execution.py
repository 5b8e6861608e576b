"""One execution of the instructions of an item, and what instructions speak of (359.3.d-f).

Each target is checked as the instruction that concerns it is carried out; what is no longer legal
is left alone (359.3.e). What performs an instruction is in `judge.effects.performing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from judge.abilities.forbidding import attempted_choice, why_forbidden
from judge.actions.cards import uncover
from judge.actions.door import Attempt
from judge.board.state import ChainItem
from judge.board.table import one_on, reference
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.groups import group_problems, group_words
from judge.effects.itemchoices import is_there
from judge.effects.meaning import (
    ITEM_KINDS,
    candidates,
    evaluate,
    owners_meant,
    players,
    why_not,
)
from judge.effects.texts import binds, names_in
from judge.effects.zones import everything_held, face_known, find_held, is_top_of_deck, of_card
from judge.layers.seen import Seen, see
from judge.ruling.questions import Option, Question
from judge.ruling.run import IllegalAnswer, Run


@dataclass(slots=True)
class Execution:
    """One execution of an item's instructions."""

    run: Run
    item: ChainItem
    name: str
    chooses: dict[str, n.Selector]
    context: Context
    targets: dict[str, list[str]]
    #: where what it moves goes: for all of it, or by reference
    destination: str | None
    destinations: dict[str, str]
    add: Callable[[Run, str, n.Add], None]
    #: the rule under which its instructions are followed, where it is no item on the chain
    rule: str | None = None
    #: whether any instruction could be followed, if only in part (055.1)
    followed: bool = False
    #: what left the board by this item's own instruction, as it was before
    looked_back: dict[str, Seen] = field(default_factory=dict)
    #: the modes that were chosen (355.3)
    modes: list[str] = field(default_factory=list)
    #: of slots that are bound as a group, what of them is still affected (355.11.b)
    kept: dict[str, list[str]] = field(default_factory=dict)
    #: where its own instructions have put cards of zones that are not the board, by reference
    put: dict[str, str] = field(default_factory=dict)
    #: the event that its instructions replace (370.1.b)
    replaced: Attempt | None = None
    #: the card in the trash that its source has become, of what triggers on its own death
    body: str | None = None
    #: the one of several players who follows an instruction now
    acting: str | None = None

    def mark_done(self, label: str | None) -> None:
        """Remember that the instruction of this label was followed (359.3.e.14)."""
        if label is not None:
            self.context = replace(self.context, done=self.context.done | {label})

    def mark_averted(self, label: str | None) -> None:
        """Remember that something else happened in place of what the instruction says."""
        if label is not None:
            self.context = replace(self.context, averted=self.context.averted | {label})

    def name_result(
        self, label: str | None, refs: Iterable[str] = (), amount: int | None = None
    ) -> None:
        """Keep what the instruction of this label affected, and how much, for those that speak of
        it later (394).
        """
        if label is None:
            return
        self.context = self.context.knowing(label, [self.where_it_went(ref) for ref in refs])
        if amount is not None:
            others = tuple(pair for pair in self.context.amounts if pair[0] != label)
            self.context = replace(self.context, amounts=(*others, (label, amount)))

    def where_it_went(self, ref: str) -> str:
        """What refers to a thing where this text itself has put it: what speaks of what an
        instruction affected means it there (394.1, 390.5.c.1), and looks back at what it was
        (359.3.e.13).
        """
        if ref in self.put:
            return self.put[ref]
        if ref not in self.looked_back or self.run.table.find(ref) is not None:
            return ref
        gone = one_on(ref)
        if find_held(self.run.table, gone) is None:
            return ref
        self.looked_back[gone] = self.looked_back[ref]
        return gone


def legal_targets(execution: Execution, slot: str) -> list[str]:
    """The targets of a slot that are still legal; says which are not (359.3.e.2-9)."""
    run = execution.run
    chosen = execution.targets.get(slot, [])
    selector = execution.chooses[slot]
    context = _before(execution, slot)
    legal = []
    for ref in chosen:
        if not _is_there(run, selector, ref):
            if run.in_force("359.3.e.2", "359.3.e.4"):
                run.note(
                    f"{run.thing(ref)} has changed zones "
                    "and is no longer the object that was chosen."
                )
                continue
            ref = _as_it_is_now(run, ref)
        elif (
            why_not(run, selector, context, ref)
            or why_forbidden(run, [attempted_choice(context, ref)])
        ) and run.in_force("359.3.e.2", "359.3.e.5"):
            run.note(f"{run.thing(ref)} no longer meets what {execution.name} asks of its target.")
            continue
        legal.append(ref)
    if chosen and not legal and not run.in_force("359.3.e.7"):
        legal = chosen
    elif 0 < len(legal) < len(chosen) and not run.in_force("359.3.e.8"):
        legal = []
    legal = [ref for ref in legal if _is_there(run, None, ref)]
    if not binds(selector):
        return legal
    return _bound_subset(execution, slot, selector, context, legal)


def _as_it_is_now(run: Run, ref: str) -> str:
    """The object that bears the id of one that has changed zones."""
    thing = run.table.objects.get(ref.partition("@")[0])
    return ref if thing is None else reference(thing)


def know_chosen_players(execution: Execution) -> None:
    """Let `chosen` mean the players who were chosen as the item was finalized (355.5)."""
    slots = [slot for slot, own in execution.chooses.items() if own.kind == "player"]
    chosen = [name for slot in slots for name in execution.targets.get(slot, [])]
    if chosen:
        execution.context = execution.context.knowing("chosen", chosen)


def nothing_legal(execution: Execution) -> bool:
    """Whether the item has targets and none of them is legal any more (359.3.e.1)."""
    run = execution.run
    chosen = [
        not _is_there(run, execution.chooses[slot], ref)
        or bool(why_not(run, execution.chooses[slot], _before(execution, slot), ref))
        for slot, refs in execution.targets.items()
        if slot in execution.chooses
        for ref in refs
    ]
    return bool(chosen) and all(chosen)


def _before(execution: Execution, slot: str) -> Context:
    """The context in which a slot was chosen: it knows the slots of which it speaks."""
    context = execution.context
    names = names_in(execution.chooses[slot])
    for earlier in execution.chooses:
        if earlier in names and earlier != slot:
            context = context.knowing(earlier, execution.targets.get(earlier, []))
    return context


def _is_there(run: Run, selector: n.Selector | None, ref: str) -> bool:
    """Whether what was chosen is still that object, card, item, player or place (124)."""
    if selector is not None and selector.kind in (*ITEM_KINDS, "battlefield", "player"):
        return True
    return is_there(run, ref)


def _bound_subset(
    execution: Execution, slot: str, selector: n.Selector, context: Context, legal: list[str]
) -> list[str]:
    """Of targets that are bound as a group and together are it no longer, those that the
    controller of the item keeps (355.11.b).
    """
    run = execution.run
    if slot in execution.kept:
        return [ref for ref in legal if ref in execution.kept[slot]]
    kept = legal
    wrong = group_problems(run, selector, context, legal, execution.name)
    if wrong and run.in_force("355.11.b"):
        run.note(wrong[0].sentence)
        # a part of a group that fits is one that fits itself, so what does not fit alone is in none
        fitting = [ref for ref in legal if not group_problems(run, selector, context, [ref], "")]
        if not fitting:
            execution.kept[slot] = []
            return []
        run.rests_on(
            "OP-71",
            "a",
            "Of a group that no longer fits any part that does may be kept, even none.",
        )
        kept = list(
            run.ask(
                Question(
                    form="choose_some",
                    to=execution.item.controller,
                    prompt=f"Which of its targets does {execution.name} still affect?",
                    slot=f"targets.{slot}",
                    rules=["355.11.b"],
                    options=[Option(id=ref, text=run.thing(ref)) for ref in fitting],
                    min=0,
                    max=len(fitting),
                    such_that=group_words(selector),
                )
            )
        )
        if again := group_problems(run, selector, context, kept, execution.name):
            raise IllegalAnswer(again)
    execution.kept[slot] = kept
    return kept


def meant(execution: Execution, what: n.Objects) -> list[str]:
    """The objects an instruction is about: legal targets of a slot, what another name means, or
    all that a selector means.
    """
    if isinstance(what, n.Selector):
        run, context = execution.run, reading(execution, what)
        if not run.in_force("355.5.a"):
            return []
        if run.in_force("355.10.d"):
            # told by criteria and so no target: where targets would have to be binds it not
            context = context.anywhere()
        if is_top_of_deck(what):  # they can be told from the others from now on
            for owner in owners_meant(run, what, context):
                uncover(run, owner, evaluate(run, context, what.top or 0) or 0, seen_by=[])
        return candidates(run, what, context)
    found = []
    for name in [what] if isinstance(what, str) else what:
        if name in execution.chooses:
            found += legal_targets(execution, name)
        elif name == "me" and execution.body is not None:
            found.append(execution.body)
        else:
            found += execution.context.refs(name)
    return list(dict.fromkeys(found))


def reading(execution: Execution, node: object) -> Context:
    """The context in which a term is read: slots that it names mean their legal targets, and what
    this item has moved away as it was before (359.3.e.13, 359.3.f.2).
    """
    context = execution.context
    names = names_in(node)
    for slot in execution.chooses:
        if slot in names:
            gone = [r for r in execution.targets.get(slot, []) if r in execution.looked_back]
            context = context.knowing(slot, [*legal_targets(execution, slot), *gone])
    if execution.looked_back:
        frozen = (*context.frozen, *execution.looked_back.items())
        context = replace(context, frozen=frozen)
    return context


def look_back(execution: Execution, refs: list[str]) -> None:
    """Keep what these are, before an instruction of this item moves them (359.3.e.13)."""
    for ref in refs:
        seen = see(execution.run, ref) or _see_held(execution.run, ref)
        if seen is not None:
            execution.looked_back[ref] = seen


def _see_held(run: Run, ref: str) -> Seen | None:
    """A card that lies elsewhere than on the board; None where its face is not known."""
    held = find_held(run.table, ref)
    return of_card(run, held) if held is not None and face_known(run, held) else None


def forget_what_stayed(execution: Execution) -> None:
    """What is still the object that it was is read as it is now."""
    for ref in list(execution.looked_back):
        table, own = execution.run.table, reference(execution.looked_back[ref].thing)
        if own == ref and (table.find(ref) is not None or find_held(table, ref) is not None):
            del execution.looked_back[ref]


def who_is_meant(execution: Execution, who: str) -> list[str]:
    """The players an instruction is about; empty when a referent gives nothing (359.3.f.2.a)."""
    run = execution.run
    if execution.acting is not None:
        return [execution.acting]
    if " of " not in who:
        return players(run, execution.context, who)
    relation, _, slot = who.partition(" of ")
    moved = [ref in execution.looked_back for ref in execution.context.refs(slot)]
    if slot not in execution.chooses and not any(moved):
        return players(run, execution.context, who)
    found = []
    named = slot not in execution.chooses
    refs = execution.context.refs(slot) if named else execution.targets.get(slot, [])
    for ref in refs:
        seen = execution.looked_back.get(ref)
        thing = run.table.find(ref)
        if seen is not None:
            run.in_force("359.3.e.13")
            found.append(seen.thing.controller if relation == "controller" else seen.thing.owner)
        elif thing is not None:
            run.in_force("359.3.f.2")
            found.append(thing.controller if relation == "controller" else thing.owner)
        elif run.in_force("359.3.f.2.a"):
            run.note(
                f"Who is the {relation} of {run.thing(ref)} can no longer be told; "
                "the instruction is ignored."
            )
        else:
            found += [
                h.owner for h in everything_held(run.table) if h.card.id == ref.partition("@")[0]
            ]
    return found


def amount_of(execution: Execution, amount: n.Value) -> int | None:
    """How much an instruction says; None when what it is taken from is gone (359.3.e.12)."""
    if isinstance(amount, int):
        return amount
    run = execution.run
    found = evaluate(run, reading(execution, amount), amount)
    if found is not None:
        return found if run.in_force("359.3.e.12.a", "359.3.f.2") else None
    if run.in_force("359.3.e.12"):
        return None
    gone = {
        ref: of_card(run, held)
        for refs in execution.targets.values()
        for ref in refs
        for held in everything_held(run.table)
        if held.card.id == ref.partition("@")[0] and face_known(run, held)
    }
    context = replace(execution.context, frozen=tuple(gone.items()))
    for slot, refs in execution.targets.items():
        context = context.knowing(slot, refs)
    return evaluate(run, context, amount)
