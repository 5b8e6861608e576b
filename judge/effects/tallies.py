"""How often something has happened before, where a text counts it: the facts of the turn say it
(419.4.b).
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.actions.door import Door
from judge.board.state import FinalizedCard
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.speaking import is_to_nobody
from judge.effects.supporting_moments import CARDS_PLAYED, ENERGY_SPENT, POINTS_FROM_HOLDING, SPENT
from judge.effects.unread import refused
from judge.layers.characteristics import Characteristics
from judge.ruling.run import Run


def tallied(run: Run, context: Context, value: n.Tally) -> int:
    """How many cards the controller of the text has played this turn, a token being none (185), or
    how many points they have scored by holding (194.1.b).
    """
    if value == POINTS_FROM_HOLDING:
        run.assume_untold("players", context.controller, "points_from_holding")
        return run.table.facts(context.controller).points_from_holding
    if value in SPENT:
        run.assume_untold("players", context.controller, f"{value.what}_spent")
        facts = run.table.facts(context.controller)
        return facts.energy_spent if value == ENERGY_SPENT else facts.power_spent
    assert value == CARDS_PLAYED  # judge.effects.support lists no other
    if is_to_nobody(run, context):
        return 0
    return number_played(run, context)


def number_played(run: Run, context: Context, kind: str | None = None) -> int:
    """How many cards who follows the text has played this turn, or units, gears or spells: those
    that were finalized, whatever became of them, unless it is a triggered ability that asks
    (419.4.b). A token that was played is no card, but a unit or a gear (350.2).

    Raises `Refused` where the board does not say of what type something was that was finalized.
    """
    run.assume_untold("players", context.controller, "finalized")
    facts = run.table.facts(context.controller)
    resolved = facts.played.get(kind.capitalize(), 0) if kind is not None else 0
    if kind is None:
        resolved = sum(facts.played.values()) - sum(card.token for card in facts.finalized)
    if not _by_finalized(run, context):
        run.assume_untold("players", context.controller, "played")
        return resolved
    # what has resolved was finalized before, also where a board tells only that
    told = f"this_turn.players.{context.controller}.finalized" not in run.board.defaulted
    if not told:
        run.assume_untold("players", context.controller, "played")
    least = 0 if told else resolved
    if kind is None:
        return max(least, sum(not card.token for card in facts.finalized))
    untold = [card.id for card in facts.finalized if not card.types]
    if untold:
        raise refused(
            "missing_fact",
            f"The board does not say of which type {untold[0]} is, which {context.controller} "
            "finalized this turn.",
            f"this_turn.players.{context.controller}.finalized",
            "419.4.b",
        )
    return max(least, sum(kind.capitalize() in card.types for card in facts.finalized))


def number_finalized(
    run: Run,
    players: Iterable[str],
    kind: str,
    *,
    cards: bool = False,
    spent: int | None = None,
    at: str | None = None,
) -> int:
    """How many units, gears, Equipments or spells these players have finalized this turn: `cards`:
    no tokens; `spent`: for which so much Energy was spent; `at`: which were played there.

    Raises `Refused` where the board does not say of what type one was or where it was played.
    """
    number = 0
    for player in players:
        run.assume_untold("players", player, "finalized")
        for index, card in enumerate(run.table.facts(player).finalized):
            path = f"this_turn.players.{player}.finalized.{index}"
            if not card.types:
                words = f"The board does not say of which type {card.id} is, which was finalized."
                raise refused("missing_fact", words, f"{path}.types", "419.4.b")
            if not _is_of_kind(card, kind) or (cards and card.token):
                continue
            if spent is not None:
                run.assume_untold("players", player, f"finalized.{index}.energy")
            if at is not None and card.at is None:
                words = f"The board does not say where {card.id} was played."
                raise refused("missing_fact", words, f"{path}.at", "355.2")
            number += (spent is None or card.energy >= spent) and at in (None, card.at)
    return number


def _is_of_kind(card: FinalizedCard, kind: str) -> bool:
    if kind == "equipment":
        return "Gear" in card.types and "Equipment" in card.tags
    return kind.capitalize() in card.types


def _by_finalized(run: Run, context: Context) -> bool:
    """Whether a text that asks what was played means what was finalized, and not what resolved."""
    if context.triggered and run.rely_on("OP-184") == "a":
        return False
    return run.in_force("419.4.b")


def chosen_number(run: Run, context: Context, name: str) -> int | None:
    """How often a price of any amount was paid, or how many fill a slot and are legal still."""
    amount = context.amount(name)
    if amount is not None or all(own != name for own, _ in context.names):
        return amount
    item = next((each for each in run.table.items() if each.id == context.item), None)
    if run.rely_on("OP-153") == "b" and item is not None:
        return max((len(chosen.targets.get(name, [])) for chosen in item.chose), default=0)
    return len(context.refs(name))


def excess_assigned(run: Run, context: Context) -> int:
    """How much excess damage the player has assigned in the combat that is going on (465.2.c.4)."""
    combat = run.board.combat
    door: Door | None = run.door
    uncounted = None if door is None else door.uncounted.get(context.controller)
    if combat is not None and uncounted is not None:
        run.refuse(uncounted)
    return 0 if combat is None else combat.excess.get(context.controller, 0)


def different(value: n.Distinct, things: Iterable[Characteristics]) -> int:
    """How many tags, names or domains there are among things, of those that are listed."""
    found: set[str] = set()
    for now in things:
        own = {"tags": now.tags, "names": [now.definition.name], "domains": now.definition.domains}
        found.update(own[value.what])
    return len(found & set(value.among) if value.among else found)


__all__ = [
    "CARDS_PLAYED",
    "POINTS_FROM_HOLDING",
    "chosen_number",
    "different",
    "excess_assigned",
    "number_finalized",
    "number_played",
    "tallied",
]
