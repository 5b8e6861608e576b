"""The Combat Damage Step: both sides assign, and then all of it is dealt (465)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from judge.actions.door import Assignment, Attempt, Door, through
from judge.actions.objects import refuse_prevented
from judge.board import events as ev
from judge.board.state import GameObject
from judge.board.table import reference
from judge.effects.unmodelled import reach_rules, refuse_affected
from judge.keywords import KEYWORDS
from judge.layers.characteristics import (
    Characteristics,
    acting_keywords,
    assigned_by_text,
    damage_on,
    deals_no_combat_damage,
    is_unit,
    killing_with_any,
    lethal_damage,
    of,
)
from judge.layers.ignoring import ignored_in_combat
from judge.procedure.cleanup import cleanup
from judge.ruling.problems import problem
from judge.ruling.questions import DamageTarget, Question
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import IllegalAnswer, Run, keeps_citations


def participants(run: Run, designation: str) -> list[GameObject]:
    """The units with the designation at the battlefield of the combat, by id."""
    combat = run.board.combat
    assert combat is not None
    return sorted(
        (
            thing
            for thing in run.table.at(combat.at)
            if thing.designation == designation and is_unit(run.table, run.catalogue, thing)
        ),
        key=lambda thing: thing.id,
    )


def total_might(run: Run, units: list[GameObject]) -> int:
    """The damage a side assigns: the sum of its Might, stunned units left out (465.2.a-b,
    423.1.b).
    """
    total = 0
    for unit in units:
        if unit.stunned and run.in_force("423.1.b"):
            run.note(f"{unit.card} ({unit.id}) is stunned and adds nothing.")
            continue
        # a text that says so goes before the sum of all of them
        if deals_no_combat_damage(run.table, run.catalogue, unit) and run.in_force("002"):
            run.note(f"{unit.card} ({unit.id}) deals no combat damage and adds nothing.")
            continue
        now = of(run.table, run.catalogue, unit)
        for line in now.why:
            if line.rules[0] in ("807.1.c", "814.1.c"):
                run.in_force(*line.rules)
                _cite_sum(run, now, "Assault" if line.rules[0] == "807.1.c" else "Shield")
        negative = (now.might_value or 0) < 0
        total += now.might if not negative or run.in_force("143.2.b") else now.might_value or 0
    return total


def _cite_sum(run: Run, now: Characteristics, keyword: str) -> None:
    """807.2, 814.2: the values of a keyword that is printed and granted are summed."""
    printed = now.definition.keywords.get(keyword, 0)
    rule = KEYWORDS[keyword].combining_rule
    if rule is not None and 0 < printed < now.keywords[keyword]:
        run.in_force(rule)


@keeps_citations
def damage_step(run: Run) -> None:
    """Step 2, if both sides remain at the battlefield (465)."""
    both = bool(participants(run, "attacker")) and bool(participants(run, "defender"))
    if both and run.in_force("465.1", "465.2"):
        combat_damage(run)
    # what is outstanding is cancelled, and what triggered waits for the Combat Cleanup
    if run.cleanup_due and not run.in_force("465.3"):
        cleanup(run)
    run.cancel_cleanup()


def combat_damage(run: Run) -> None:
    """Both sides assign, attacker first, then all of it is dealt at once (465.2)."""
    combat = run.board.combat
    assert combat is not None
    attackers = participants(run, "attacker")
    defenders = participants(run, "defender")
    refs = [reference(unit) for unit in (*attackers, *defenders)]
    refuse_affected(run, refs)
    reach_rules(run, "combat", refs, {combat.at})
    with run.step("465.2", text="Combat damage"):
        attack = total_might(run, attackers) if run.in_force("465.2.a") else 0
        run.note(f"The attackers' Might sums up to {attack}.")
        defence = total_might(run, defenders) if run.in_force("465.2.b") else 0
        run.note(f"The defenders' Might sums up to {defence}.")
        sides = {
            combat.attacker: (attack, attackers, defenders),
            combat.defender: (defence, defenders, attackers),
        }
        plans = _plans(run, {player: (sides[player][0], sides[player][2]) for player in sides})
        assigned: dict[str, dict[str, int]] = {}
        excess: dict[str, int] = {}
        for player, (amount, own, against) in sides.items():
            if not run.in_force("465.2.c"):
                continue
            assigned[player] = assign(run, player, amount, against, plans)
            if (spare := _excess(run, player, assigned[player], against, plans)) > 0:
                excess[player] = spare
            # nothing is dealt before all of it is assigned
            if not run.in_force("465.2.c.1.a"):
                _deal(run, {player: assigned.pop(player)}, {player: own}, plans, ())
        if excess:
            run.emit(ev.CombatNoted(excess=excess), "465.2.c.4")
        # 417.6.c.1: what is dealt to one side has the units of the other as its source
        dealers = {player: own for player, (_, own, _) in sides.items()}
        if not run.in_force("417.6.c.1"):
            dealers = {player: against for player, (_, _, against) in sides.items()}
        among = [against for amount, _, against in sides.values() if amount and len(against) > 1]
        _deal(run, assigned, dealers, plans, [reference(unit) for units in among for unit in units])


def _deal(
    run: Run,
    assigned: Mapping[str, Mapping[str, int]],
    dealers: Mapping[str, list[GameObject]],
    plans: Mapping[str, Assignment],
    among: Iterable[str],
) -> None:
    """Deal what players have assigned, all of it at one moment (465.2.d, 465.2.c.1.a). `among`: the
    units between which they could choose.
    """
    dealing = []
    more: list[str] = []
    for player, amounts in assigned.items():
        for ref, amount in sorted(amounts.items()):
            plan = plans.get(ref)
            attempt: Attempt | None = Attempt("deal", ref, by=player, amount=amount, assigned=True)
            if plan is not None:
                attempt = plan.deal(amount)
                more += filter(None, [plan.does_more(amount)])
            if attempt is not None and amount > 0:
                dealing.append(attempt)
    lethal = {ref: _lethal_to(run, ref) for ref in among} if more else {}
    wanted, dealing = dealing, through(run, dealing)
    averted = {attempt.what for attempt in wanted if attempt.averted}
    for ref, least in lethal.items():
        if ref not in averted and _lethal_to(run, ref) != least:
            sentence = (
                f"What {more[0]} has done changes how much damage is lethal for {run.thing(ref)}, "
                "after damage has been assigned."
            )
            run.refuse(
                Refusal(
                    reason="clause",
                    sentence=sentence,
                    about=f"{more[0]}: assigned damage",
                    rules=["465.2.c.5"],
                )
            )
    with run.together():
        for attempt in dealing:
            assert attempt.what is not None
            assert attempt.by is not None
            units = [unit for unit in dealers.get(attempt.by, []) if _deals(run, unit)]
            # 417.1.a: what was only assigned so far is dealt now that all of it is assigned
            if run.in_force("465.2.d", "417.1.a"):
                run.emit(
                    ev.DamageDealt(
                        ref=attempt.what,
                        amount=attempt.amount,
                        by=attempt.by,
                        units=sorted(map(reference, units)) if run.in_force("417.6.c") else [],
                    ),
                    by=attempt.by,
                )


def _deals(run: Run, unit: GameObject) -> bool:
    """Whether a unit is a source of the combat damage of its side."""
    if run.table.find(reference(unit)) is None:
        return not unit.stunned
    return not (unit.stunned or deals_no_combat_damage(run.table, run.catalogue, unit))


def _lethal_to(run: Run, ref: str) -> int | None:
    """What is lethal for a unit now, while it is there."""
    unit = run.table.find(ref)
    return None if unit is None else needed(run, unit)


# --- what is lethal -------------------------------------------------------------------------------


def _plans(run: Run, sides: Mapping[str, tuple[int, list[GameObject]]]) -> Mapping[str, Assignment]:
    """What alters the damage that players are to assign to units, by reference (465.2.c.5)."""
    door: Door | None = run.door
    if door is None:
        return {}
    refs = {player: (amount, [*map(reference, units)]) for player, (amount, units) in sides.items()}
    return door.assigned(run, refs)


def _excess(
    run: Run,
    player: str,
    amounts: Mapping[str, int],
    units: list[GameObject],
    plans: Mapping[str, Assignment],
) -> int:
    """How much of what the player has assigned is more than lethal."""
    spare = 0
    for unit in units:
        amount = amounts.get(reference(unit), 0)
        plan = plans.get(reference(unit))
        refusal = None if plan is None else plan.uncounted(amount)
        if refusal is not None and run.door is not None:
            run.door.uncounted[player] = refusal
            continue
        least = to_assign(run, unit, plans)
        spare += amount - (amount if least is None else min(least, amount))
    return spare


def to_assign(run: Run, unit: GameObject, plans: Mapping[str, Assignment]) -> int | None:
    """The least to assign so that it is lethal, what will be prevented or doubled counted; None
    where no amount is (437.5.a, 437.5.b).
    """
    least = needed(run, unit)
    plan = plans.get(reference(unit))
    if plan is None or plan.refusal() is not None:
        return least
    found = plan.lethal(least)
    if found is None:
        return found if run.in_force("437.5.b") else least
    # 465.2.c.4.a: no more than the least that becomes lethal as it is altered
    return found if run.in_force("437.5.a", "465.2.c.4.a") else least


def needed(run: Run, unit: GameObject) -> int:
    """The least damage that is lethal for the unit now, what is marked on it counted (142.4.b)."""
    if unit.stunned and not run.in_force("423.1.c"):
        return 0  # as if what adds nothing to the damage took none to be killed
    least = max(0, lethal_damage(run.table, run.catalogue, unit) - damage_on(unit))
    return min(least, 1) if _any_is_enough(run, unit) else least


def _any_is_enough(run: Run, unit: GameObject) -> bool:
    """Whether any damage of the player who assigns it damage in the combat is lethal (142.4.c)."""
    combat = run.board.combat
    players = killing_with_any(run.table, run.catalogue, unit)
    if combat is None or not players:
        return False
    assigning = {combat.attacker, combat.defender} - {unit.controller}
    return bool(assigning & players) and run.in_force("142.4.c")


# --- assigning ------------------------------------------------------------------------------------


def assign(
    run: Run,
    player: str,
    amount: int,
    units: list[GameObject],
    plans: Mapping[str, Assignment],
) -> dict[str, int]:
    """The player's assignment of `amount` among the units; asked unless there is only one
    (465.2.c).
    """
    # nobody has Priority in this step, and both players assign all the same
    if amount == 0 or not units or not run.stands("312.1.b.1"):
        return {}
    for unit in units:
        refuse_prevented(run, reference(unit))
    everybody = units
    units = _not_exempt(run, player, units)
    if not units:
        return {}
    # 437.5: a prevention does not keep damage from being assigned to its unit
    if any(reference(unit) in plans for unit in units) and not run.in_force("437.5"):
        units = [unit for unit in units if reference(unit) not in plans]
    if len(units) > 1:
        for unit in units:
            _refuse_open(run, plans.get(reference(unit)))
    targets = [
        DamageTarget(
            id=reference(unit),
            # where no amount is lethal, more than there is would be needed
            lethal=amount + 1 if (least := to_assign(run, unit, plans)) is None else least,
            first=_must_be(run, player, unit, "first", "Tank"),
            last=_must_be(run, player, unit, "last", "Backline"),
        )
        for unit in units
    ]
    if len(targets) == 1:
        return {targets[0].id: amount}
    only = only_assignment(targets, amount, run.disabled)
    if only is not None:
        _cite(run, targets)
        words = f"{player} can assign {amount} damage in one way only: {_words(run, only)}."
        run.note(words, by=player)
        return only
    answer = run.ask(
        Question(
            form="assign_damage",
            to=player,
            prompt=f"{player} assigns {amount} combat damage.",
            rules=["465.2.c", "465.2.c.3", "465.2.c.4"],
            targets=targets,
            amount=amount,
            such_that=_conditions(targets),
            example=example(targets, amount),
        )
    )
    problems = assignment_problems(targets, amount, answer, run.disabled)
    if problems:
        _explain(run, problems, targets, everybody)
        raise IllegalAnswer(problems)
    _cite(run, targets)
    run.note(f"{player} assigns {_words(run, answer)}.", by=player)
    return {str(ref): int(value) for ref, value in answer.items() if value}


def _refuse_open(run: Run, plan: Assignment | None) -> None:
    """Raises `Refused` where it cannot be said which amounts are lethal for a unit."""
    refusal = None if plan is None else plan.refusal()
    if refusal is not None:
        run.refuse(refusal)


def _must_be(
    run: Run, player: str, unit: GameObject, what: Literal["first", "last"], keyword: str
) -> bool:
    """Whether a unit has to be assigned damage first, or last: by its keyword, unless the player
    who assigns it ignores that (766), or by a text.
    """
    if "465.2.c.6" in run.disabled:
        return False
    if keyword in acting_keywords(run.table, run.catalogue, unit):
        place = run.table.places[unit.id]
        ignored = ignored_in_combat(run.table, run.catalogue, player, place)
        if keyword not in ignored or not run.in_force("766"):
            return run.stands("815.1.b" if what == "first" else "826.3")
    said = assigned_by_text(run.table, run.catalogue, unit, what)
    return said and run.in_force("465.2.c.2")


def _not_exempt(run: Run, player: str, units: list[GameObject]) -> list[GameObject]:
    """The units that can be dealt damage; the others are ignored in the assignment (465.2.c.10)."""
    door: Door | None = run.door
    if door is None or not door.watches(run, "deal"):
        return units
    left = [
        unit for unit in units if not door.forbids(run, Attempt("deal", reference(unit), by=player))
    ]
    if len(left) == len(units) or not run.in_force("465.2.c.10"):
        return units
    spared = ", ".join(run.thing(reference(unit)) for unit in units if unit not in left)
    run.note(f"{player} assigns nothing to what cannot be dealt damage: {spared}.", by=player)
    return left


def _explain(
    run: Run, problems: list[Problem], targets: list[DamageTarget], units: list[GameObject]
) -> None:
    """Give the rules of what stands behind a problem: a text, where it is no keyword, by which a
    unit comes first or last (465.2.c.2), and the exemption of what is no target (465.2.c.10).
    """
    keywords = {reference(unit): acting_keywords(run.table, run.catalogue, unit) for unit in units}
    by_text = {
        "assign_tank_first": [t.id for t in targets if t.first and "Tank" not in keywords[t.id]],
        "assign_backline_last": [
            t.id for t in targets if t.last and "Backline" not in keywords[t.id]
        ],
    }
    for found in problems:
        if found.code == "assign_tank_first" and len(by_text[found.code]) == sum(
            target.first for target in targets
        ):
            found.rules = ["465.2.c.2" if rule == "815.1.b" else rule for rule in found.rules]
        elif found.code == "assign_backline_last" and found.objects[0] in by_text[found.code]:
            found.rules = ["465.2.c.2" if rule == "826.3" else rule for rule in found.rules]
        elif found.code == "assign_not_in_combat" and found.objects[0] in keywords:
            found.rules.append("465.2.c.10")
            run.rests_on(
                "OP-183",
                "a",
                "A unit that cannot be dealt damage is left out of the assignment altogether.",
            )


def _cite(run: Run, targets: list[DamageTarget]) -> None:
    run.in_force("465.2.c.3", "465.2.c.4")
    if any(target.first or target.last for target in targets):
        run.in_force("465.2.c.6")
    for rules, number in (
        (("815.1.b", "815.1.c.2"), sum(target.first for target in targets)),
        (("826.3", "826.4.b"), sum(target.last for target in targets)),
    ):
        if number:
            run.in_force(*rules[: min(number, 2)])
    both = sum(target.first and target.last for target in targets)
    if both:
        run.in_force("465.2.c.8", *(["465.2.c.9"] if both > 1 else []))
    if sum(target.first for target in targets) > 1 or sum(target.last for target in targets) > 1:
        run.in_force("465.2.c.7")


def _words(run: Run, amounts: Mapping[str, int]) -> str:
    parts = [f"{amount} to {run.thing(ref)}" for ref, amount in sorted(amounts.items()) if amount]
    return ", ".join(parts)


def _conditions(targets: list[DamageTarget]) -> list[str]:
    conditions = [
        "a unit is assigned lethal damage before another is assigned any",
        "no unit is assigned more than lethal while another has less",
    ]
    if any(target.first for target in targets):
        conditions.append("units with Tank, or a text like it, come before the others")
    if any(target.last for target in targets):
        conditions.append("units with Backline, or a text like it, come after the others")
    return conditions


def _rank(target: DamageTarget, both: int) -> int:
    """0 for Tank, 1 for neither, 2 for Backline; `both` for a unit with the two (465.2.c.8)."""
    if target.first and target.last:
        return both
    return 0 if target.first else 2 if target.last else 1


def _rankings(
    targets: list[DamageTarget], given: dict[str, int], disabled: frozenset[str] = frozenset()
) -> list[dict[str, int]]:
    """The ways of ranking the units under which an assignment has the fewest faults.

    A unit with Tank and Backline counts as either (465.2.c.8), each for itself (465.2.c.9). One
    with lethal damage stands best in front, where nothing comes before it, and one without any at
    the back, where it comes before nothing; only for one with a part of it do both have to be
    looked at.
    """

    def ranks(partial: int) -> dict[str, int]:
        return {
            target.id: _rank(
                target,
                2 if not given[target.id] else 0 if given[target.id] >= target.lethal else partial,
            )
            for target in targets
        }

    if "465.2.c.8" in disabled or "465.2.c.9" in disabled:
        alike = (0, 2) if "465.2.c.8" not in disabled else (0,)
        return [{target.id: _rank(target, both) for target in targets} for both in alike]
    front, back = ranks(0), ranks(2)
    return [front] if front == back else [front, back]


def example(targets: list[DamageTarget], amount: int) -> dict[str, int]:
    """One assignment that is allowed: lethal to each in order, what is left over to the last."""
    ranks = {target.id: _rank(target, 0) for target in targets}
    result: dict[str, int] = {}
    left = amount
    order = sorted(targets, key=lambda target: (ranks[target.id], target.lethal, target.id))
    for target in order:
        given = min(left, target.lethal)
        if given:
            result[target.id] = given
        left -= given
    if left:
        result[order[-1].id] = result.get(order[-1].id, 0) + left
    return result


def only_assignment(
    targets: list[DamageTarget], amount: int, disabled: frozenset[str] = frozenset()
) -> dict[str, int] | None:
    """The assignment, when the rules leave only one; None when the player has a choice.

    It is the only one when all units get exactly lethal damage, or when one unit stands alone in
    the highest rank and takes everything. Between units of one rank the player chooses (465.2.c.7).
    """
    if amount == sum(target.lethal for target in targets):
        return {target.id: target.lethal for target in targets if target.lethal}
    if any(target.first and target.last for target in targets):
        return None
    ranks = {target.id: _rank(target, 0) for target in targets}
    result: dict[str, int] = {}
    left = amount
    for rank in (0, 1, 2):
        group = [target for target in targets if ranks[target.id] == rank]
        lethal = sum(target.lethal for target in group)
        if left >= lethal:
            result.update({t.id: t.lethal for t in group if t.lethal})
            left -= lethal
            if left == 0:
                return result
        elif len(group) == 1:
            result[group[0].id] = left
            return result
        elif rank != 1 and "465.2.c.7" in disabled:
            return example(targets, amount)
        else:
            return None
    return None


def assignment_problems(
    targets: list[DamageTarget], amount: int, answer: Any, disabled: frozenset[str] = frozenset()
) -> list[Problem]:
    """Every reason why an assignment breaks 465.2.c; empty when it is allowed."""
    by_id = {target.id: target for target in targets}
    found: list[Problem] = []
    for ref, value in answer.items():
        if ref not in by_id:
            found.append(problem("assign_not_in_combat", target=ref, objects=[ref]))
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or (value < 0 and "417.1.e" not in disabled):
            found.append(problem("assign_not_positive", target=ref, objects=[ref]))
    if found:
        return found
    total = sum(answer.values())
    if total != amount:
        found.append(problem("assign_wrong_total", given=total, wanted=amount))
    given = {target.id: answer.get(target.id, 0) for target in targets}
    reasons = [
        _breaches(targets, given, ranks, disabled) for ranks in _rankings(targets, given, disabled)
    ]
    breaches = min(reasons, key=len)
    if any(target.first and target.last for target in targets):
        for breach in breaches:
            breach.rules = [*breach.rules, "465.2.c.8"]
    return found + breaches


def _breaches(
    targets: list[DamageTarget],
    given: dict[str, int],
    ranks: dict[str, int],
    disabled: frozenset[str],
) -> list[Problem]:
    found: list[Problem] = []
    short = [target for target in targets if given[target.id] < target.lethal]
    partial = [target for target in short if given[target.id] > 0]
    for target in partial if len(partial) > 1 else []:
        if "465.2.c.3" not in disabled:
            found.append(
                problem(
                    "assign_unit_not_lethal_first",
                    target=target.id,
                    wanted=target.lethal,
                    objects=[target.id],
                )
            )
    if short and "465.2.c.4" not in disabled:
        for target in targets:
            if given[target.id] > target.lethal:
                found.append(
                    problem(
                        "assign_more_than_lethal",
                        target=target.id,
                        wanted=target.lethal,
                        objects=[target.id],
                    )
                )
    done = {ranks[target.id] for target in targets if given[target.id] >= target.lethal}
    for target in targets:
        if not given[target.id]:
            continue
        ahead = [other for other in short if ranks[other.id] < ranks[target.id]]
        # 815.1.c.2, 826.4.b: all of them come first, and not just one
        if 0 in done and "815.1.c.2" in disabled:
            ahead = [other for other in ahead if ranks[other.id]]
        if ranks[target.id] == 2 and done & {0, 1} and "826.4.b" in disabled:
            ahead = []
        if not ahead:
            continue
        if any(ranks[other.id] == 0 for other in ahead):
            found.append(problem("assign_tank_first", target=target.id, objects=[target.id]))
        if ranks[target.id] == 2:
            found.append(problem("assign_backline_last", target=target.id, objects=[target.id]))
    return found
