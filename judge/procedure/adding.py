"""Which Add abilities of a player's objects can give what is paid, in the middle of a payment
(429.3, 444.2.c).

An ability is used here as it would be if it was activated: its text is active, its condition holds,
nothing forbids it, and what it costs can be done (203.3). Those that ask for more than what they
are done to themselves are not used of themselves; their player can use them before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from judge.abilities.active import LEGION, why_inactive
from judge.abilities.affording import can_be_paid_with, may_use_ability
from judge.abilities.counting import performed
from judge.board.state import GameObject
from judge.board.table import reference
from judge.effects.activetexts import Text
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.notation import Activated, Add, CardDefinition, Cost, Pay, fixed
from judge.effects.texts import adds
from judge.effects.unread import refused
from judge.layers.granting import granted
from judge.layers.lost import texts_of
from judge.procedure.payments import GEAR, Shortfall, Source, may_pay, restriction_of
from judge.procedure.spending import choose_spending, parts_of
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: what an ability may do to its own source to be used in a payment
_OWN: Final = ("exhaust", "kill", "recycle")


def add_sources(run: Run, player: str, use: str | None = None) -> list[Source]:
    """The Add abilities of objects that a payment may use, as sources (429.3): those whose own cost
    can be paid (203.3).

    Those that yield one Power have its domain; those that yield Energy have none. `use`: what is
    paid for. Kept while nothing on the board changes.
    """
    key = ("add sources", player)
    found: list[Source] | None = run.table.memo.get(key)
    if found is None:
        found = run.table.memo[key] = [
            _source(thing, text, ability)
            for thing, text, ability in _usable(run, player)
            if _is_plain(ability)
        ]
    # one of each object
    able = [each for each in found if may_pay(run.table, each.only_for, use)]
    return list({each.ref: each for each in reversed(able)}.values())[::-1]


def gear_alone(run: Run, player: str, definition: CardDefinition) -> bool:
    """Whether a player has resources that may be spent on gear and its activated abilities alone,
    where something else of a gear is to be paid (OP-190).
    """
    if not definition.is_gear:
        return False
    held = any(unit.restriction == GEAR for unit in run.table.player(player).pool)
    return held or any(each.only_for == GEAR for each in add_sources(run, player, GEAR))


def asking_more(run: Run, player: str, short: Shortfall) -> list[str]:
    """The objects with an Add ability that could give what is missing and is not used of itself,
    since it asks for more than to be used.
    """
    found = []
    for thing, _, ability in _usable(run, player):
        if _is_plain(ability) or any(isinstance(each, Pay) for each in ability.does):
            continue
        given = [each for each in ability.does if isinstance(each, Add)]
        energy = bool(short.energy_missing) and any(each.energy != 0 for each in given)
        power = bool(short.power_missing) and any(each.power for each in given)
        if (energy or power) and _can_be_paid(run, player, thing, ability):
            found.append(reference(thing))
    return list(dict.fromkeys(found))


def refuse_asking_more(run: Run, player: str, thing: str, refs: list[str]) -> None:
    """Raises `Refused` where a payment depends on such abilities."""
    if refs:
        raise refused(
            "clause",
            f"Whether {player} can pay for {thing} depends on an Add ability of "
            f"{run.things(refs)}, which asks for more than to be used. Activate it first.",
            f"objects.{refs[0].partition('@')[0]}",
            "429.3",
        )


def _usable(run: Run, player: str) -> Iterator[tuple[GameObject, Text, Activated]]:
    """The Add reactions that the player may use now, whatever they cost beside their source."""
    for thing in sorted(run.table.objects.values(), key=lambda thing: thing.id):
        if thing.controller != player or not may_use_ability(run, player, reference(thing)):
            continue
        definition = run.catalogue[thing.name]
        if definition.is_rune and not definition.abilities:
            continue
        own = texts_of(run.table, run.catalogue, thing)
        for text in (*own, *granted(run.table, run.catalogue, thing)):
            ability = text.ability
            if (
                isinstance(ability, Activated)
                and ability.timing == "reaction"
                and adds(ability.does)
                and _is_active(run, player, thing, text, ability)
            ):
                yield thing, text, ability


def _is_active(run: Run, player: str, thing: GameObject, text: Text, ability: Activated) -> bool:
    """Whether an ability is active and could be used once more, as far as its own source goes."""
    ref, cost = reference(thing), ability.cost
    if cost.exhausts_me and thing.exhausted and run.stands("414.4"):
        return False
    if not all(
        can_be_paid_with(run, player, verb, ref) for verb in _OWN if getattr(cost, verb) == "me"
    ):
        return False
    inactive = why_inactive(run, ability, ref, player)
    if inactive is not None and run.stands(inactive[0], "727.1.b"):
        if inactive[0] == LEGION:
            run.assume_untold("players", player, "finalized")
        return False
    most = ability.times_each_turn
    if most is not None and performed(run, f"{ref}/{text.key}") >= most and run.stands("377.2.b"):
        return False
    context = Context(player, source=ref, here=run.table.places[thing.id])
    return ability.only_if is None or holds(run, context, ability.only_if)


def _is_plain(ability: Activated) -> bool:
    """Whether it does nothing but add what is written, and costs nothing but what is done to its
    own source.
    """
    own = {verb: "me" for verb in _OWN if getattr(ability.cost, verb) == "me"}
    return (
        ability.cost == Cost(**own)  # type: ignore[arg-type]
        and not ability.chooses
        and len({restriction_of(each) for each in ability.does if isinstance(each, Add)}) == 1
        and all(
            isinstance(each, Add)
            and replace(each, abilities_too=False)
            == Add(
                energy=each.energy,
                power=each.power,
                only_for=each.only_for,
                only_during=each.only_during,
            )
            and isinstance(each.energy, int)
            and "own" not in each.power
            for each in ability.does
        )
    )


def _source(thing: GameObject, text: Text, ability: Activated) -> Source:
    given = [each for each in ability.does if isinstance(each, Add)]
    power: list[str] = [domain for each in given for domain in each.power]
    energy = sum(fixed(each.energy) for each in given)
    destroys = ability.cost.removes_me
    return Source(
        reference(thing),
        "ability",
        power[0] if power and not energy else "",
        4 if destroys else 1,
        ability,
        destroys=destroys,
        yields_several=len(power) > 1 or bool(power and energy),
        key=f"{reference(thing)}/{text.key}",
        only_for=restriction_of(given[0]),
    )


def _can_be_paid(run: Run, player: str, thing: GameObject, ability: Activated) -> bool:
    """Whether the parts of its cost that are no resources could be paid."""

    def first(choice: Any) -> Any:
        return choice.options[: choice.min]

    found: list[Problem] = []
    context = Context(player, source=reference(thing), here=run.table.places[thing.id])
    parts = parts_of(run, context, ability.cost)
    choose_spending(run, first, player, thing.name, parts, context, {}, found)
    return not found


__all__ = ["add_sources", "asking_more", "refuse_asking_more"]
