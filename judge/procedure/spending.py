"""Non-standard costs: what is killed, discarded, exhausted and the like to pay for something
(201-205, 357.2), and with what of it.

What is spent is no target (355.10.c): nothing that protects from being chosen protects from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from judge.abilities.affording import (
    EVENTS,
    can_be_paid_with,
    is_forbidden,
    prohibitions,
    why_not_performed,
)
from judge.abilities.forbidding import is_forbidding, rules_of
from judge.actions import objects
from judge.actions.cards import recycle
from judge.actions.decks import discard
from judge.actions.experience import spend_experience
from judge.actions.faces import assume_no_text
from judge.actions.statuses import spend_buffs
from judge.effects.amounts import countable
from judge.effects.assumed import assume_no_payment, number_of
from judge.effects.context import Context
from judge.effects.meaning import bounds, candidates, evaluate
from judge.effects.notation import Cost, Selector
from judge.effects.performing.compelled import refuse_several_buffs
from judge.effects.performing.on_cards import move_held
from judge.effects.unread import refused
from judge.effects.zones import find_held, of_card
from judge.layers.seen import STAYS, picture, see
from judge.procedure.planning import Choice, Decider, Live, is_settled
from judge.ruling.problems import problem
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import IllegalAnswer, Run

#: what is done to pay, in the order in which it is paid where nobody says otherwise, each with the
#: rule of that action
VERBS: dict[str, str] = {
    "exhaust": "414.5",
    "spend_buff": "702.2.b",
    "spend_xp": "730.2",
    "kill": "428.2",
    "banish": "427.2",
    "return_to_hand": "056.2",
    "discard": "422.3",
    "recycle": "416.3",
}
#: those after which it is no longer where it was, so that nothing else can be done with it
REMOVING = frozenset({"kill", "banish", "return_to_hand", "discard", "recycle"})


class Part(msgspec.Struct, frozen=True):
    """One thing to do as a cost: the verb, to what, and how many."""

    verb: str
    #: None: to the source itself, or to what a name means, which is in `fixed`
    what: Selector | None = None
    fixed: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    #: of XP
    amount: int = 0

    @property
    def chosen(self) -> bool:
        """Whether somebody has to say what."""
        return self.what is not None

    def words(self) -> str:
        """The cost in a few words."""
        verb = self.verb.replace("_", " ")
        if self.verb == "spend_xp":
            return f"spend {self.amount} XP"
        if self.what is None:
            return f"{verb} {', '.join(self.fixed) or 'it'}"
        number = str(self.least) if self.least == self.most else f"{self.least} or more"
        return f"{verb} {number}" + (" from the trash" if self.what.zone == "trash" else "")


@dataclass(slots=True)
class Spending:
    """The parts of a cost with what is spent for each."""

    parts: list[tuple[Part, list[str]]] = field(default_factory=list)
    #: something else happened in place of an action that was to pay (203.2, 357.2.a)
    averted: bool = False

    @property
    def refs(self) -> list[str]:
        return [ref for _, refs in self.parts for ref in refs]

    @property
    def removed(self) -> frozenset[str]:
        """References of what is gone afterwards."""
        return frozenset(r for part, refs in self.parts if part.verb in REMOVING for r in refs)

    @property
    def exhausted(self) -> frozenset[str]:
        """Ids of what is exhausted for it, so that it gives nothing else."""
        return frozenset(
            ref.partition("@")[0]
            for part, refs in self.parts
            if part.verb == "exhaust"
            for ref in refs
        )


def parts_of(run: Run, context: Context, cost: Cost) -> list[Part]:
    """The non-standard parts of a cost, as far as they are to be paid (356.7)."""
    # a search asks again and again; the cost is kept beside its parts, as selectors are
    key = ("parts", id(cost), context)
    kept: tuple[Cost, list[Part]] | None = run.table.memo.get(key)
    if kept is None:
        kept = run.table.memo[key] = (cost, list(_parts(run, context, cost)))
    return kept[1]


def _parts(run: Run, context: Context, cost: Cost) -> Iterator[Part]:
    if not run.stands("356.7"):
        return
    for verb in VERBS:
        what: Any = getattr(cost, verb)
        if verb == "spend_xp":
            amount = countable(run, evaluate(run, context, what) or 0)
            if amount:
                yield Part(verb, amount=amount)
            continue
        if what is None or what == 0:
            continue
        if verb == "discard" and isinstance(what, int):
            what = Selector(kind="card", min=what, max=what)
        if isinstance(what, Selector):
            if verb == "discard":
                what = msgspec.structs.replace(what, zone="hand", of="you")
            elif what.zone == "trash" and what.of is None and what.side == "any":
                what = msgspec.structs.replace(what, of="you")
            least, most = bounds(run, context, what)
            yield Part(verb, what=what, least=least, most=most)
        else:
            names = [what] if isinstance(what, str) else what
            fixed = tuple(ref for name in names for ref in context.refs(name))
            yield Part(verb, fixed=fixed, least=1)


def options_of(
    run: Run, player: str, part: Part, context: Context, gone: Collection[str] = frozenset()
) -> list[str]:
    """What may be spent for a part: what its selector means, as far as that can be done to it.
    `gone`: what other parts may take away first, with what it forbids.
    """
    if part.what is None:
        for ref in part.fixed if part.verb == "exhaust" else ():
            thing = run.table.find(ref)
            if thing is not None and not thing.exhausted:
                objects.assume_ready(run, ref)  # 414.4: that it can be paid rests on it
        return list(part.fixed)
    # 355.10.c: what a cost speaks of is no target, wherever targets would have to be
    reader = context.anywhere() if run.stands("355.10.c") else context
    if part.what.kind == "object" and part.verb == "spend_buff" and not run.stands("745.1.b"):
        return []  # as if it had to be said from what counters may be removed
    meant = candidates(run, part.what, reader)
    return [ref for ref in meant if _can(run, player, part.verb, ref, gone)]


def _can(run: Run, player: str, verb: str, ref: str, gone: Collection[str] = frozenset()) -> bool:
    """Whether the action could be performed with it, without which it pays nothing (203.3)."""
    if not can_be_paid_with(run, player, verb, ref, gone):
        return False
    thing = run.table.find(ref)
    if thing is None:
        return verb in ("discard", "recycle", "banish") and find_held(run.table, ref) is not None
    if verb == "exhaust":
        return not (thing.exhausted and run.stands("414.4"))
    if verb == "spend_buff":
        # 702.2.b.1-2: only where there is one, and only from units of one's own
        holder = thing.controller if run.stands("749") else thing.owner
        return thing.buffs > 0 and holder == player
    return True


def sure_to_be_spent(
    run: Run, player: str, parts: Iterable[Part], context: Context
) -> frozenset[str]:
    """What a cost takes away whatever is chosen, so that it should not be a target (355.16)."""
    sure: set[str] = set()
    for part in parts:
        options = options_of(run, player, part, context)
        if part.verb in REMOVING and (part.what is None or len(options) <= part.least):
            sure.update(options)
    return frozenset(sure)


def choose_spending(
    run: Run,
    decide: Decider,
    player: str,
    thing: str,
    parts: list[Part],
    context: Context,
    targets: dict[str, list[str]],
    found: list[Problem],
) -> Spending:
    """Choose what is spent for each part (357.2); what is wrong goes to `found`.

    The slot is `spend`, or `spend.<verb>` where several parts ask for a choice.
    """
    spending = Spending()
    several = sum(part.chosen for part in parts) > 1
    presets = decide.presets if isinstance(decide, Live) else {}
    if several and "spend" in presets and isinstance(decide, Live):
        verbs = ", ".join(part.verb for part in parts if part.chosen)
        wanted = f"the cost has several parts; say what is for each: {verbs}"
        refs = ", ".join(presets["spend"])
        decide.problems.append(problem("wrong_spend", target=refs, thing=thing, wanted=wanted))
        decide.taken.add("spend")
    kept = {
        ref
        for slot, refs in targets.items()
        if is_settled(decide, f"targets.{slot}")
        for ref in refs
    }
    leaving = _may_leave(run, player, parts, context)
    bespoken = {
        r for part in parts if part.verb in REMOVING and not part.chosen for r in part.fixed
    }
    for part in parts:
        words = part.words()
        if part.verb == "spend_xp":
            if number_of(run, player, "xp") < part.amount and run.stands("203.3"):
                found.append(_not_payable(run, player, thing, part))
            spending.parts.append((part, []))
            continue
        options = options_of(run, player, part, context, leaving)
        if part.verb == "spend_buff" and part.most is None:
            refuse_several_buffs(run, thing, options)
        if part.what is None:
            # what a name means must be there, and be such that it can be done to it
            possible = bool(options) and all(
                _can(run, player, part.verb, ref, leaving) for ref in options
            )
            # what is taken away for one part is not there to be taken away for another
            possible = possible and not set(options) & _used_up(run, spending, part)
            told = part.verb == "exhaust" and any(p.code == "source_exhausted" for p in found)
            if not possible and not told and run.stands(*_impossible(part)):
                found.append(_not_payable(run, player, thing, part, options))
            spending.parts.append((part, options))
            continue
        assume_no_payment(run, player, part.what)
        used = _used_up(run, spending, part)
        if part.verb in REMOVING and run.stands("357.2"):
            used.update(bespoken)
        options = [ref for ref in options if ref not in used]
        # 416.3, 422.3: it must be possible, as far as the action of the cost says so itself
        if len(options) < part.least and not run.stands(*_impossible(part)):
            continue
        meant = candidates(run, part.what, context)
        if len(options) < part.least:
            found.append(_not_payable(run, player, thing, part, meant))
            continue
        # 357.3: not what is chosen, unless there is no other way
        free = [ref for ref in options if ref not in kept]
        avoided: list[str] = []
        if part.verb in REMOVING and len(free) >= part.least and "357.3" not in run.disabled:
            avoided = [ref for ref in options if ref in kept]
            options = free

        def explain(
            value: object,
            words: str = words,
            avoided: list[str] = avoided,
            meant: list[str] = meant,
            verb: str = part.verb,
        ) -> list[Problem]:
            if value in avoided:
                text = str(value)
                return [problem("spent_is_chosen", target=text, thing=thing, objects=[text])]
            if value in meant and (why := why_not_performed(run, player, verb, [str(value)])):
                return why
            return [problem("wrong_spend", target=str(value), thing=thing, wanted=words)]

        # an action may name the verb where there is but one
        named = several or f"spend.{part.verb}" in presets
        value = decide(
            Choice(
                name=f"spend.{part.verb}" if named else "spend",
                form="choose_some",
                prompt=f"{player} pays the cost of {thing}: {words}.",
                rules=["357.2", VERBS[part.verb]],
                options=options,
                explain=explain,
                min=part.least,
                max=len(options) if part.most is None else part.most,
                texts=_texts(run, options),
                audience=player if part.what.zone == "hand" or part.verb == "discard" else "all",
                thing=thing,
                slot="spend",
            )
        )
        if value is not None:
            spending.parts.append((part, list(value)))
    for part, spent in spending.parts if leaving else []:
        # what would have to be taken away first is not, as it was chosen
        kept_from = [r for r in spent if is_forbidden(run, player, part.verb, r, spending.removed)]
        if kept_from:
            found.append(_not_payable(run, player, thing, part, kept_from))
    return spending


def _may_leave(run: Run, player: str, parts: list[Part], context: Context) -> frozenset[str]:
    """What one part of several may take away before another is paid, in whatever order its player
    pays them (357.2).
    """
    if len(parts) < 2 or not any(
        is_forbidding(run, EVENTS[part.verb]) for part in parts if part.verb in EVENTS
    ):
        return frozenset()
    removing = [part for part in parts if part.verb in REMOVING]
    return frozenset(ref for part in removing for ref in options_of(run, player, part, context))


def _not_payable(
    run: Run, player: str, thing: str, part: Part, meant: Iterable[str] = ()
) -> Problem:
    """The reason that a part of a cost cannot be paid, with the rule of its own action, and what
    forbids it with the things that are meant.
    """
    rules, wanted = ["357.2", *_impossible(part)], part.words()
    found = [each for ref in meant for each in prohibitions(run, player, part.verb, ref)]
    if found:
        # of cards in a hand nothing is told here but that they cannot be spent
        cards = sorted({passive.card for passive in found})
        wanted += f", which {' and '.join(cards)} forbids"
        rules += [rule for passive in found for rule in rules_of(passive)]
    return problem(
        "cost_not_payable",
        player=player,
        thing=thing,
        wanted=wanted,
        rules=list(dict.fromkeys(rules)),
        objects=sorted({passive.ref for passive in found if passive.ref is not None}),
    )


def _used_up(run: Run, spending: Spending, part: Part) -> set[str]:
    """What cannot be spent once more: a unit may be exhausted for one part and killed for another,
    in that order (357.2), but not taken away twice.
    """
    if not run.stands("357.2"):
        return set(spending.refs)
    removing = part.verb in REMOVING
    return {
        ref for own, refs in spending.parts if removing and own.verb in REMOVING for ref in refs
    }


def _impossible(part: Part) -> list[str]:
    """The rules by which what cannot be done pays for nothing."""
    actions = {
        "recycle": "416.3",
        "discard": "422.3",
        "spend_buff": "702.2.b.1",
        "exhaust": "414.4",
    }
    own = (actions | {"spend_xp": "730.2"}).get(part.verb)
    return ["203.3"] if own is None else ["203.3", own]


def _texts(run: Run, refs: Iterable[str]) -> dict[str, str]:
    texts = {}
    for ref in refs:
        thing, held = run.table.find(ref), find_held(run.table, ref)
        if thing is not None:
            texts[ref] = thing.card
        elif held is not None:
            texts[ref] = held.card.card
    return texts


def pay_spending(
    run: Run,
    player: str,
    spending: Spending,
    *,
    ask_order: bool = False,
    undone: bool = False,
) -> dict[str, dict[str, Any]]:
    """Do what the cost asks; what it was done to, as it was before (357.2, 359.3.e.13). What stays
    on the board all the same is marked: a text does not look back at it.

    `undone`: the whole action is, where it cannot be done after all (358.5).
    """
    seen: dict[str, dict[str, Any]] = {}
    parts = spending.parts
    if _overlap(parts):
        # what is taken away for one part can only be exhausted for another before
        parts = sorted(parts, key=lambda pair: pair[0].verb in REMOVING)
    ordered = ask_order and len(parts) > 1 and not _overlap(parts)
    if ordered:
        parts = _ordered(run, player, parts)
    waiting = list(parts)
    while waiting:
        # in the order that its player has said, if any
        among = waiting[:1] if ordered else waiting
        part, refs = waiting.pop(_first_that_can_be_paid(run, player, among, undone=undone))
        if not run.in_force("203.1", "357.2"):
            continue
        run.in_force(VERBS[part.verb])
        for ref in refs:
            picture_of = _picture(run, ref)
            if picture_of is not None:
                seen[ref] = picture_of
            else:
                assume_no_text(run, ref.partition("@")[0], "being spent", audience=player)
        _pay_part(run, player, part, refs)
        for ref in refs:
            if ref in seen and run.table.find(ref) is not None:
                seen[ref][STAYS] = True
        if part.verb == "kill" and any(run.table.find(ref) is not None for ref in refs):
            spending.averted = True
    return seen


def _first_that_can_be_paid(
    run: Run, player: str, parts: list[tuple[Part, list[str]]], *, undone: bool
) -> int:
    """Which part is paid next: the first whose action is not forbidden now, as one may be until
    another has been paid.

    Raises `IllegalAnswer` where there is none: not all was paid, and the action is undone (358.2,
    358.5). Raises `Refused` where there is no action to undo.
    """
    for number, (part, refs) in enumerate(parts):
        if not any(is_forbidden(run, player, part.verb, ref) for ref in refs):
            return number
    if not run.stands("358.2"):
        return 0
    part, refs = parts[0]
    if not undone:
        words = f"{player} has paid a part of a cost, and cannot {part.words()} any more."
        raise refused("clause", words, "costs paid in part", "358.2")
    wrong: list[Problem] = []
    wrong.append(_not_payable(run, player, "this", part, refs))
    if wrong:
        wrong[0].rules.insert(0, "358.2")
        raise IllegalAnswer(wrong)
    return 0


def _overlap(parts: list[tuple[Part, list[str]]]) -> bool:
    """Whether something is spent for more than one part."""
    refs = [ref for _, own in parts for ref in own]
    return len(set(refs)) < len(refs)


def _ordered(
    run: Run, player: str, parts: list[tuple[Part, list[str]]]
) -> list[tuple[Part, list[str]]]:
    """357.2: in any order, as the player says."""
    by_verb = {part.verb: (part, refs) for part, refs in parts}
    answer = run.ask(
        Question(
            form="order",
            to=player,
            prompt=f"In which order does {player} pay these costs?",
            slot="pay",
            rules=["357.2"],
            options=[Option(id=verb, text=part.words()) for verb, (part, _) in by_verb.items()],
        )
    )
    return [by_verb[verb] for verb in answer]


def _picture(run: Run, ref: str) -> dict[str, Any] | None:
    """What is spent as it is now: an object, or a card of a zone that is not the board."""
    found = see(run, ref)
    if found is None:
        held = find_held(run.table, ref)
        if held is None or held.card.card not in run.catalogue:
            return None
        found = of_card(run, held)
    return picture(found)


def _pay_part(run: Run, player: str, part: Part, refs: list[str]) -> None:
    on_board = [ref for ref in refs if run.table.find(ref) is not None]
    held = [found for ref in refs if (found := find_held(run.table, ref)) is not None]
    match part.verb:
        case "exhaust":
            objects.exhaust(run, refs, by=player)
        case "kill":
            objects.kill(run, refs, by=player)
        case "banish":
            objects.banish(run, on_board, by=player)
            for each in held:
                move_held(run, each, "banish", "banishment", by=player)
        case "return_to_hand":
            objects.return_to_hand(run, on_board, by=player)
        case "discard":
            discard(run, player, len(held), chosen=[each.card.id for each in held])
        case "recycle":
            recycle(run, refs, by=player)
        case "spend_buff":
            spend_buffs(run, refs, 1, by=player)
        case "spend_xp":
            spend_experience(run, player, part.amount)
