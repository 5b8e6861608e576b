"""One execution of the instructions of an item, and what instructions speak of (359.3.d-f).

Each target is checked as the item begins to resolve, and what is not legal then is left alone
(359.3.e.2, 359.3.e.7-8). What its own instructions do to a target later makes it illegal only where
it changes zones. What performs an instruction is in `judge.effects.performing`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from judge.abilities.forbidding import attempted_choice, why_forbidden
from judge.actions.cards import uncover
from judge.actions.door import Attempt
from judge.board.state import ChainItem
from judge.board.table import one_on, reference
from judge.effects import notation as n
from judge.effects.amounts import countable, usable
from judge.effects.context import Context
from judge.effects.groups import group_problems, group_words
from judge.effects.itemchoices import is_there, item_of, player_of
from judge.effects.meaning import ITEM_KINDS, bounds, candidates, evaluate, owners_meant, why_not
from judge.effects.meantplayers import players
from judge.effects.opponents import OPPONENT, SLOT
from judge.effects.texts import binds, names_in
from judge.effects.zones import (
    everything_held,
    face_known,
    find_held,
    is_top_of_deck,
    of_card,
    of_item,
)
from judge.layers.seen import Seen, see
from judge.ruling.problems import problem
from judge.ruling.questions import Option, Question
from judge.ruling.run import IllegalAnswer, Run, keeps_citations


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
    #: of each slot the targets that were not legal as the item began to resolve
    illegal: dict[str, set[str]] | None = None
    #: the slots whose targets did not fit together any more as it did (355.11.b)
    broken: set[str] = field(default_factory=set)
    #: the slots that one instruction takes as a group, the second at the place of the first
    bonded: list[tuple[str, str]] = field(default_factory=list)
    #: those of them whose targets were at different places as it began to resolve (355.11.b)
    parted: set[tuple[str, str]] = field(default_factory=set)
    #: what left the board by this item's own instruction, as it was before
    looked_back: dict[str, Seen] = field(default_factory=dict)
    #: the items that its own instructions have countered, as they were on the chain (359.3.e.13)
    countered: dict[str, ChainItem] = field(default_factory=dict)
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
    #: slots that are filled as the first instruction speaks of them (355.10.a)
    late: dict[str, n.Selector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _know_players(self)
        places = {*self.destinations.values(), self.destination} - {None}
        if len(places) == 1:
            self.context = self.context.knowing("destination", [str(places.pop())])

    def mark_done(self, label: str | None) -> None:
        """Remember that the instruction of this label was followed (359.3.e.14)."""
        if label is not None:
            self.context = replace(self.context, done=self.context.done | {label})

    def mark_full(self, instruction: n.AnyInstruction) -> None:
        """Remember that an instruction was followed to the number that it names."""
        label, wanted = instruction.label, getattr(instruction, "amount", None)
        done = None if label is None else self.context.amount(label)
        if label is None or wanted is None or done is None:
            return
        number = evaluate(self.run, self.context, wanted)
        if number is not None and done >= number:
            self.context = replace(self.context, full=self.context.full | {label})

    def mark_averted(self, label: str | None) -> None:
        """Remember that something else happened in place of what the instruction says."""
        if label is not None:
            self.context = replace(self.context, averted=self.context.averted | {label})

    def mark_performed(self, label: str | None) -> None:
        """Remember that somebody has done what it says, whatever happened for others in place of
        it.
        """
        if label is not None:
            self.context = replace(self.context, averted=self.context.averted - {label})

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


def check_targets(execution: Execution) -> dict[str, set[str]]:
    """Find out which targets are legal as the item begins to resolve (359.3.e.7, 359.3.e.8)."""
    run = execution.run
    found: dict[str, set[str]] = {}
    whole = {second: first for first, second in execution.bonded}
    for slot, selector in execution.chooses.items():
        context = _before(execution, slot)
        if slot in whole and run.stands("355.11.b"):
            # where the others are is asked of the group as a whole, and not of this one
            where = execution.chooses[whole[slot]].where
            where = where if selector.where == "anywhere" else selector.where
            selector = msgspec.structs.replace(selector, at=None, where=where)
        chosen = execution.targets.get(slot, [])
        named = selector.choosing if isinstance(selector.choosing, str) else None
        if named is not None and found.get(named) and run.in_force("359.3.f.2.a"):
            # "one that chooses it": a target that is illegal is nothing that it could choose
            left = [ref for ref in context.refs(named) if ref not in found[named]]
            context = context.knowing(named, left)
        there = [ref for ref in chosen if _is_there(run, selector, ref)]
        found[slot] = {
            ref
            for ref in there
            if why_not(run, selector, context, ref)
            or (why_forbidden(run, [attempted_choice(context, ref)]) and run.in_force("758.1"))
        }
        left = [ref for ref in there if ref not in found[slot]]
        if binds(selector) and group_problems(run, selector, context, left, execution.name):
            execution.broken.add(slot)
    execution.illegal = found
    for pair in execution.bonded if run.stands("355.11.b") else []:
        if len(_places(execution, _left_of(execution, pair))) > 1:
            execution.parted.add(pair)
    return found


def _left_of(execution: Execution, pair: tuple[str, str]) -> list[str]:
    """The targets of both slots that are legal each by itself."""
    illegal = execution.illegal or {}
    return [
        ref
        for slot in pair
        for ref in execution.targets.get(slot, [])
        if ref not in illegal[slot] and execution.run.table.find(ref) is not None
    ]


def _places(execution: Execution, refs: list[str]) -> set[str | None]:
    return {execution.run.table.place_of(ref) for ref in refs}


def bonds(
    chooses: Mapping[str, n.Selector], does: Iterable[n.AnyInstruction]
) -> list[tuple[str, str]]:
    """The pairs of slots that one instruction names together, where the text asks for the second at
    the place of the first: "a unit of yours and one of theirs at the same battlefield" (355.11).
    """
    lists = [what for each in does if isinstance(what := getattr(each, "what", None), list)]
    return [
        (first, slot)
        for slot, selector in chooses.items()
        if (first := selector.at) is not None
        and first in chooses
        and any({first, slot} <= {str(name) for name in names} for names in lists)
    ]


def _know_players(execution: Execution) -> None:
    """Let `chosen` mean the players who were chosen (355.5), if they are legal targets still:
    others are unaffected (359.3.e.5), and nothing that is executed here makes them legal again.
    """
    slots = [slot for slot, own in execution.chooses.items() if own.kind == "player"]
    if not slots:
        return
    legal = {slot: legal_targets(execution, slot) for slot in slots}
    execution.targets = {**execution.targets, **legal}
    # whom the text means by "an opponent" goes by that name
    by_name = execution.chooses.get(SLOT) is OPPONENT
    known = [name for slot, refs in legal.items() if slot != SLOT or not by_name for name in refs]
    if known or not by_name:
        execution.context = execution.context.knowing("chosen", known)
    if by_name and execution.run.in_force("355.7"):
        execution.context = execution.context.knowing(SLOT, legal[SLOT])


@keeps_citations
def legal_targets(execution: Execution, slot: str) -> list[str]:
    """The targets of a slot that are still legal; says which are not (359.3.e.2-9)."""
    run = execution.run
    chosen = execution.targets.get(slot, [])
    selector = execution.chooses[slot]
    context = _before(execution, slot)
    illegal = (check_targets(execution) if execution.illegal is None else execution.illegal)[slot]
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
        elif ref in illegal and run.in_force("359.3.e.2", "359.3.e.5"):
            run.note(f"{run.thing(ref)} no longer meets what {execution.name} asks of its target.")
            continue
        elif _has_become_illegal(execution, selector, context, ref) and run.rely_on("OP-47") == "a":
            continue
        legal.append(ref)
    if chosen and not legal and not run.in_force("359.3.e.7"):
        legal = chosen
    elif 0 < len(legal) < len(chosen) and not run.in_force("359.3.e.8"):
        legal = []
    legal = [ref for ref in legal if _is_there(run, None, ref)]
    for pair in execution.parted:
        if slot in pair:
            legal = [ref for ref in legal if ref in _kept_of(execution, pair)]
    if not binds(selector):
        return legal
    return _bound_subset(execution, slot, selector, context, legal)


def _has_become_illegal(
    execution: Execution, selector: n.Selector, context: Context, ref: str
) -> bool:
    """Whether a target that was legal as the item began to resolve would not be legal now, by what
    its own instructions have done since.
    """
    run = execution.run
    if execution.illegal is None or not execution.followed or ref in execution.looked_back:
        return False
    return bool(why_not(run, selector, context, ref))


def _as_it_is_now(run: Run, ref: str) -> str:
    """The object that bears the id of one that has changed zones."""
    thing = run.table.objects.get(ref.partition("@")[0])
    return ref if thing is None else reference(thing)


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
    broken = slot in execution.broken
    wrong = group_problems(run, selector, context, legal, execution.name) if broken else []
    if wrong and run.in_force("355.11.b"):
        run.note(wrong[0].sentence)
        # a part of a group that fits is one that fits itself, so what does not fit alone is in none
        fitting = [ref for ref in legal if not group_problems(run, selector, context, [ref], "")]
        if not fitting:
            execution.kept[slot] = []
            return []
        least = 0
        if run.rely_on("OP-71") == "b":
            least = min(bounds(run, context, selector)[0], len(fitting))
        kept = list(
            run.ask(
                Question(
                    form="choose_some",
                    to=execution.item.controller,
                    prompt=f"Which of its targets does {execution.name} still affect?",
                    slot=f"targets.{slot}",
                    rules=["355.11.b"],
                    options=[Option(id=ref, text=run.thing(ref)) for ref in fitting],
                    min=least,
                    max=len(fitting),
                    such_that=group_words(selector),
                )
            )
        )
        if again := group_problems(run, selector, context, kept, execution.name):
            raise IllegalAnswer(again)
    execution.kept[slot] = kept
    return kept


def _most_together(execution: Execution, refs: list[str]) -> int:
    """How many of these are at one place at most."""
    together = [sum(len(_places(execution, [ref, other])) == 1 for other in refs) for ref in refs]
    return max(together, default=0)


def _kept_of(execution: Execution, pair: tuple[str, str]) -> list[str]:
    """Of targets of two slots that are at the same place no longer, those that the controller of
    the item keeps (355.11.b).
    """
    run, key = execution.run, " and ".join(pair)
    if key not in execution.kept:
        words = "all at the same location"
        left = _left_of(execution, pair)
        run.in_force("355.11.b")
        least = 0
        if run.rely_on("OP-71") == "b":
            least = _most_together(execution, left)
        answer = run.ask(
            Question(
                form="choose_some",
                to=execution.item.controller,
                prompt=f"Which of its targets does {execution.name} still affect?",
                slot="targets",
                rules=["355.11.b"],
                options=[Option(id=ref, text=run.thing(ref)) for ref in left],
                min=least,
                max=len(left),
                such_that=[words],
            )
        )
        kept = [str(ref) for ref in answer]
        if len(_places(execution, kept)) > 1:
            raise IllegalAnswer(
                [
                    problem(
                        "group_wrong",
                        thing=execution.name,
                        target=", ".join(kept),
                        wanted=words,
                        objects=kept,
                    )
                ]
            )
        execution.kept[key] = kept
    return execution.kept[key]


def meant(execution: Execution, what: n.Objects) -> list[str]:
    """The objects an instruction is about: legal targets of a slot, what another name means, or
    all that a selector means.
    """
    if isinstance(what, n.Selector):
        run, context = execution.run, reading(execution, what)
        if not run.in_force("355.5.a"):
            return []
        # 811.2: of what is played from facedown, that reaches everywhere
        everywhere = ["811.2"] if context.hidden_at is not None else []
        if run.in_force("355.10.d", *everywhere):
            # told by criteria and so no target: where targets would have to be binds it not
            context = context.anywhere()
        if is_top_of_deck(what):  # they can be told from the others from now on
            for owner in owners_meant(run, what, context):
                top = countable(run, evaluate(run, context, what.top or 0) or 0)
                uncover(run, owner, top, seen_by=[])
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


def things_meant(execution: Execution, what: n.Objects) -> list[str]:
    """Those that are objects on the board: to what a name means and is none, nothing is done that
    is done to objects (359.3.e.6).
    """
    run, found = execution.run, []
    for ref in meant(execution, what):
        if run.table.find(ref) is not None:
            found.append(ref)
        else:
            run.note(f"{run.thing(ref)} is no object on the board; that is ignored.", "359.3.e.6")
    return found


def reading(execution: Execution, node: object) -> Context:
    """The context in which a term is read: slots that it names mean their legal targets, and what
    this item has moved away as it was before (359.3.e.13, 359.3.f.2).
    """
    context = execution.context
    names = names_in(node)
    countered = _countered(execution, names)
    for slot in execution.chooses:
        if slot in names:
            past = {*execution.looked_back, *countered}
            gone = [ref for ref in execution.targets.get(slot, []) if ref in past]
            context = context.knowing(slot, [*legal_targets(execution, slot), *gone])
    if execution.looked_back:
        frozen = (*context.frozen, *execution.looked_back.items())
        context = replace(context, frozen=frozen)
    if countered:
        context = replace(context, frozen=(*context.frozen, *countered.items()))
    return context


def _countered(execution: Execution, names: Container[str]) -> dict[str, Seen]:
    """The cards of the spells that this item has countered, as they were on the chain, where one of
    the names is that of a slot with such a spell.
    """
    run, found = execution.run, dict[str, Seen]()
    for slot, refs in execution.targets.items():
        for ref in refs if slot in names else ():
            item = execution.countered.get(ref)
            if item is not None and item.card is not None and run.in_force("359.3.e.13"):
                found[ref] = of_item(run, item)
    return found


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
    if who == "chosen" and not execution.context.refs(who):
        slots = [slot for slot, each in execution.chooses.items() if each.kind == "player"]
        return [ref for slot in slots for ref in legal_targets(execution, slot)]
    if " of " not in who:
        return players(run, execution.context, who)
    relation, _, slot = who.partition(" of ")
    kept = {*execution.looked_back, *execution.countered}
    moved = [ref in kept for ref in execution.context.refs(slot)]
    if slot not in execution.chooses and not any(moved):
        return players(run, execution.context, who)
    found = []
    named = slot not in execution.chooses
    refs = execution.context.refs(slot) if named else execution.targets.get(slot, [])
    illegal = set() if named else (execution.illegal or check_targets(execution))[slot]
    for ref in refs:
        seen = execution.looked_back.get(ref)
        thing = run.table.find(ref)
        item = item_of(run, ref)
        if ref in execution.countered and run.in_force("359.3.e.13"):
            item = execution.countered[ref]
        if ref in illegal and run.in_force("359.3.f.2.a"):
            run.note(
                f"{run.thing(ref)} is no legal target; nobody is meant by its {relation}, "
                "and the instruction is ignored."
            )
        elif seen is not None:
            run.in_force("359.3.e.13")
            found.append(seen.thing.controller if relation == "controller" else seen.thing.owner)
        elif thing is not None:
            run.in_force("359.3.f.2")
            found.append(thing.controller if relation == "controller" else thing.owner)
        elif item is not None:
            run.in_force("359.3.f.2")
            found.append(player_of(item, relation))
        elif run.in_force("359.3.f.2.a"):
            run.note(
                f"Who is the {relation} of {run.thing(ref)} can no longer be told; "
                "the instruction is ignored."
            )
        else:
            found += [
                h.owner for h in everything_held(run.table) if h.card.id == ref.partition("@")[0]
            ]
    return list(dict.fromkeys(found))


def amount_of(execution: Execution, amount: n.Value) -> int | None:
    """How much of something an instruction does, which is never less than none of it; None when
    what that is taken from is gone (359.3.e.12).
    """
    number = number_of_text(execution, amount)
    return None if number is None else usable(execution.run, number)


def number_of_text(execution: Execution, amount: n.Value) -> int | None:
    """What a text says as a number, which may come out below zero; None when what it is taken from
    is gone (359.3.e.12).
    """
    if isinstance(amount, int):
        return amount
    run = execution.run
    context = reading(execution, amount)
    # 355.10.d: what is counted is told by what it is, and no target to which 811.1.d.2 would apply
    found = evaluate(run, context.anywhere() if run.stands("355.10.d") else context, amount)
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
