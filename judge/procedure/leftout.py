"""What the board leaves out, and an action is illegal for.

Where a step goes on from a default, the step itself lists it. An action that is refused takes no
step: which facts could have made it legal, or added a reason, stands here by the reasons given.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.actions.objects import assume_ready
from judge.board.state import UNKNOWN, Card, GameObject
from judge.board.table import reference
from judge.procedure.activating import activated_abilities
from judge.procedure.finding import assume_not_meant, find_object
from judge.ruling.actions import Do, Payment
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: reasons that nothing of the kind lies open on the board; in whose Base it might is not known
_NOT_FOUND = frozenset({"no_such_object", "no_legal_target", "target_not_there"})

_TAKEN = {
    "base": "Base is taken as empty",
    "runes": "Base is taken to hold no runes",
    "hand": "hand is taken as empty",
    "trash": "trash is taken as empty",
    "banished": "banishment is taken as empty",
}


def assume_left_out(run: Run, player: str, do: Do, problems: list[Problem]) -> None:
    """List the defaults on which the reasons of an illegal action rest."""
    codes = {problem.code for problem in problems}
    for thing in _exhausting(run, player, do):
        if not thing.exhausted:
            assume_ready(run, reference(thing))
    named = {do.play, do.hide, *_in_slots(do)}
    for card in _own_cards(run, player):
        if card.card == UNKNOWN and named & {card.id, reference(card)}:
            words = f"The face of {card.id} is not given; it is taken to add no reason."
            hidden = card in run.table.player(player).hand
            audience = player if hidden else "all"
            run.assume(f"cards.{card.id}.card", UNKNOWN, words, audience=audience)
    if "no_priority" in codes:
        holder = run.board.window.priority
        sentence = f"{holder or 'Nobody'} is taken to have Priority."
        run.assume_default("window.priority", holder, sentence)
    if "no_focus" in codes:
        holder = run.board.window.focus
        sentence = f"{holder or 'Nobody'} is taken to have Focus."
        run.assume_default("window.focus", holder, sentence)
    if "hidden_this_turn" in codes:
        number = run.board.turn.number
        run.assume_default("turn.number", number, f"This is taken to be turn {number}.")
    if codes & _NOT_FOUND:
        for name in run.board.players:
            _assume_empty(run, name, "base", "runes")
    if "no_such_card" in codes:
        _assume_empty(run, player, "trash", "banished")
    if codes & {"no_such_card", "card_elsewhere", "target_not_there", "no_legal_target"}:
        assume_not_meant(run, player)


def _exhausting(run: Run, player: str, do: Do) -> Iterator[GameObject]:
    """What the action would have exhausted: the units that move, the source of an ability."""
    named = do.move if isinstance(do.move, list) else [do.move]
    for text in named:
        thing = find_object(run, player, text) if text is not None else None
        if isinstance(thing, GameObject):
            yield thing
    if isinstance(do.pay, Payment):
        for ref in do.pay.exhaust:
            if (rune := run.table.find(ref)) is not None:
                yield rune
    source = find_object(run, player, do.activate) if do.activate is not None else None
    if isinstance(source, GameObject):
        ability = activated_abilities(run, source).get(do.ability or 0)
        if ability is not None and ability.cost.exhausts_me:
            yield source


def _in_slots(do: Do) -> Iterator[str]:
    """What fills the slots for targets and for what is spent."""
    for slot in (do.targets, do.spend):
        parts = slot.values() if isinstance(slot, dict) else [slot]
        for part in parts:
            if part is not None:
                yield from [part] if isinstance(part, str) else part


def _own_cards(run: Run, player: str) -> Iterator[Card]:
    held = run.table.player(player)
    yield from (*held.hand, *held.trash, *held.banished)


def _assume_empty(run: Run, player: str, *keys: str) -> None:
    for key in keys:
        run.assume_default(f"players.{player}.{key}", [], f"{player}'s {_TAKEN[key]}.")
