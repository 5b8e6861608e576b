"""Texts that are not modelled: where they are reached, the ruling stops and says so (D13).

Of such a text the catalogue keeps the kinds of its clauses. A clause of a kind that this event
reaches is to be judged now, which cannot be done: the run is refused with the card and the clause.
What may matter without being reached (static abilities, conditions of other kinds) is a caveat of
the ruling (`judge.adjudicate`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.board import events as ev
from judge.board.state import GameObject
from judge.board.table import reference, split_reference
from judge.effects.notation import CardDefinition
from judge.ruling.ruling import Refusal
from judge.ruling.run import Refused, Run

#: what triggers on the card itself, by the condition as the notation writes it
_REACHED_BY: dict[str, frozenset[str]] = {
    "attack": frozenset({"attack trigger"}),
    "defend": frozenset({"defend trigger"}),
    "conquer": frozenset({"conquer trigger", "Hunt"}),
    "conquer_here": frozenset({"conquer trigger"}),
    "hold": frozenset({"hold trigger", "Hunt"}),
    "hold_here": frozenset({"hold trigger"}),
    "move": frozenset({"move trigger"}),
    "die": frozenset({"death trigger", "Deathknell"}),
    "start_of_your_beginning": frozenset({"beginning trigger", "Temporary"}),
    "start_of_your_main": frozenset({"main trigger"}),
    "end_of_your_turn": frozenset({"ending trigger"}),
    "play_spell": frozenset({"your spell trigger", "your card trigger"}),
}
_CARD_TYPES = {"Unit": "your unit trigger", "Gear": "your gear trigger"}
_DONE = ("attack", "defend", "conquer", "hold", "score", "move", "death", "combat")
_DONE_BY_A_BEARER = ("attack", "defend", "conquer", "hold", "move", "arrival", "combat", "ending")
#: every kind of clause that is noticed when it is reached
WATCHED: frozenset[str] = frozenset().union(
    *_REACHED_BY.values(),
    _CARD_TYPES.values(),
    (f"{side} {what} trigger" for side in ("your", "friendly", "enemy", "any") for what in _DONE),
    (f"effect {what} trigger" for what in _DONE_BY_A_BEARER),
    {"arrival trigger", "combat trigger", "score trigger", "death replacement"},
    {"turn trigger", "first beginning trigger"},
)


def unmodelled(definition: CardDefinition, clause: str | None = None) -> Refused:
    """The refusal of a card whose text is not modelled, by name (D2, D13)."""
    named = clause or ", ".join(definition.clauses) or "its text"
    return Refused(
        Refusal(
            reason="clause",
            sentence=f"The text of {definition.name} is not modelled ({named}).",
            about=f"{definition.name}: {named}",
            rules=["002"],
        )
    )


def refuse_clause(definition: CardDefinition) -> None:
    """Raises `Refused`: the card's text is not modelled."""
    raise unmodelled(definition)


def reach(run: Run, card: str, when: str) -> None:
    """Raises `Refused` where the card has a clause that is not modelled and triggers on `when`."""
    definition = run.catalogue[card]
    if definition.text == "unmodelled":
        _stop(definition, _REACHED_BY.get(when, frozenset()))


def _stop(definition: CardDefinition, kinds: Iterable[str]) -> None:
    for clause in definition.clauses:
        if clause in kinds:
            raise unmodelled(definition, clause)


def watch(run: Run, event: ev.Event) -> None:
    """Raises `Refused` where a clause waits for what happened to others, or is on an Equipment.

    A listener to events, for runs on boards with unmodelled texts (`has_unmodelled`).
    """
    match event:
        case ev.Scored():
            _scored(run, event)
        case ev.Designated(designation="attacker" | "defender"):
            what = "attack" if event.designation == "attacker" else "defend"
            _done_by(run, what, (thing.controller for thing in _things(run, event.refs)))
            _equipped(run, event.refs, what)
        case ev.Moved():
            _done_by(run, "move", (thing.controller for thing in _things(run, event.refs)))
            _equipped(run, event.refs, "move")
            if event.to in run.table.battlefields:
                _equipped(run, event.refs, "arrival")
                for arrived in _things(run, event.refs):
                    _stop_card(run, arrived.card, {"arrival trigger"})
        case ev.ObjectLeft(verb="kill", attached=False, unit=True):
            _done_by(run, "death", [event.controller])
        case ev.CombatNoted():
            _won(run, event)
        case ev.CardPlayed():
            kinds = {"your card trigger", *(_CARD_TYPES.get(kind, "") for kind in event.types)}
            for thing, card in _texts(run):
                if thing is not None and thing.controller == event.player and thing.id != event.id:
                    _stop_card(run, card, kinds)
        case ev.PhaseBegan(phase="beginning.beginning"):
            kinds = {"turn trigger"}
            if run.board.turn.begun.get(run.board.turn.player) == 1:
                kinds.add("first beginning trigger")
            for _, card in _texts(run):
                _stop_card(run, card, kinds)
        case ev.PhaseBegan(phase="ending.ending"):
            for thing, card in _texts(run):
                if thing is not None and thing.controller == run.board.turn.player:
                    _stop_card(run, card, {"effect ending trigger"})


def refuse_replaced_deaths(run: Run, refs: Iterable[str]) -> None:
    """Raises `Refused` where a text might replace one of the deaths that are to happen (370).

    To be called before units are killed. It counts with texts of the unit's own controller, and
    of the battlefield where it is.
    """
    dying = [thing for thing in _things(run, refs) if run.catalogue[thing.card].is_unit]
    for thing, card in _texts(run):
        kinds = {"death replacement"}
        if thing is not None and any(thing.controller == unit.controller for unit in dying):
            _stop_card(run, card, kinds)
    for unit in dying:
        battlefield = run.table.battlefields.get(run.table.places[unit.id])
        if battlefield is not None:
            _stop_card(run, battlefield.card, {"death replacement"})


def has_unmodelled(run: Run) -> bool:
    """Whether a text that is not modelled lies on the board, so that `watch` has work."""
    return any(run.catalogue[card].text == "unmodelled" for _, card in _texts(run))


# --- who is reached -------------------------------------------------------------------------------


def _texts(run: Run) -> Iterator[tuple[GameObject | None, str]]:
    """Every object and battlefield with the card whose text it has; None for a battlefield."""
    for thing, _ in run.table.everything():
        yield thing, thing.card
    for battlefield in run.board.battlefields:
        yield None, battlefield.card


def _things(run: Run, refs: Iterable[str]) -> list[GameObject]:
    return [thing for ref in refs if (thing := run.table.find(ref)) is not None]


def _stop_card(run: Run, card: str, kinds: Iterable[str]) -> None:
    definition = run.catalogue[card]
    if definition.text == "unmodelled":
        _stop(definition, kinds)


def _done_by(run: Run, what: str, players: Iterable[str]) -> None:
    """Something was done by units of these players, or happened to them."""
    done = set(players)
    for thing, card in _texts(run):
        kinds = {f"any {what} trigger"}
        if thing is None:  # nobody need control a battlefield: each side may be the other's
            kinds |= {f"friendly {what} trigger", f"enemy {what} trigger"}
        else:
            if thing.controller in done:
                kinds |= {f"your {what} trigger", f"friendly {what} trigger"}
            if done - set(run.table.team_of(thing.controller)):
                kinds.add(f"enemy {what} trigger")
        _stop_card(run, card, kinds)


def _equipped(run: Run, refs: Iterable[str], what: str) -> None:
    """The text that an Equipment gives its unit counts as the unit's (718)."""
    bearers = {split_reference(ref)[0] for ref in refs}
    for thing, card in _texts(run):
        if thing is not None and thing.attached_to in bearers:
            _stop_card(run, card, {f"effect {what} trigger"})


def _scored(run: Run, event: ev.Scored) -> None:
    battlefield = run.table.battlefields[event.at]
    _stop_card(run, battlefield.card, {"score trigger"})
    for what in (event.how, "score"):
        _done_by(run, what, [event.player])
    scorers = [reference(thing) for thing in battlefield.units if thing.controller == event.player]
    _equipped(run, scorers, event.how)


def _won(run: Run, event: ev.CombatNoted) -> None:
    winners = [name for name, result in (event.result or {}).items() if result == "won"]
    combat = run.board.combat
    if not winners or combat is None:
        return
    _done_by(run, "combat", winners)
    units = [t for t in run.table.at(combat.at) if t.controller in winners and t.designation]
    for thing in units:
        _stop_card(run, thing.card, {"combat trigger"})
    _equipped(run, map(reference, units), "combat")
