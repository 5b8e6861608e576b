"""Whether the game action that a cost consists of could be performed, without which the cost cannot
be paid (203.3).

Whatever plans a payment asks here, of each thing and before anything is done. What something else
happens in place of can be performed, and has been paid (203.2): replacement effects have no say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from judge.abilities.forbidding import all_forbidding, forbidding, why_forbidden
from judge.abilities.passive import Passive, index
from judge.actions.door import Attempt
from judge.actions.legends import stays
from judge.board import events as ev
from judge.board.state import GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.zones import find_held
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: what is done to pay, by the event that it is at the door
EVENTS: Final[dict[str, n.Event]] = {
    "exhaust": "exhaust",
    "kill": "die",
    "banish": "banish",
    "return_to_hand": "return_to_hand",
    "discard": "discard",
}
#: of these, where what leaves the board goes
_TO: Final[dict[str, ev.ZoneName]] = {
    "kill": "trash",
    "banish": "banishment",
    "return_to_hand": "hand",
    "recycle": "main_deck",
}
#: rules of an action that say themselves that as a cost it has to be possible
_OF_COST: Final[dict[str, tuple[str, ...]]] = {"exhaust": ("414.4",), "discard": ("422.3",)}


def attempted_payment(run: Run, player: str, verb: str, ref: str) -> Attempt | None:
    """What paying with a thing would be at the door; None of what nothing can forbid."""
    event = EVENTS.get(verb)
    if event is None:
        return None
    held = find_held(run.table, ref) if run.table.find(ref) is None else None
    if held is None:
        return Attempt(event, ref, by=player)
    card = GameObject(
        id=held.card.id,
        card=held.card.card,
        owner=held.owner,
        controller=held.owner,
        generation=held.card.generation,
    )
    return Attempt(event, reference(card), by=player, thing=card)


def prohibitions(run: Run, player: str, verb: str, ref: str) -> Iterator[Passive]:
    """The texts that forbid to pay with a thing (054.1)."""
    # each thing that might pay is asked about, and hardly ever does a text forbid that
    if EVENTS.get(verb) in index(run).events:
        attempt = attempted_payment(run, player, verb, ref)
        if attempt is not None:
            yield from all_forbidding(run, attempt)


def is_forbidden(
    run: Run, player: str, verb: str, ref: str, gone: Collection[str] = frozenset()
) -> bool:
    """Whether a text forbids what paying with a thing would be, so that it pays nothing (203.3).
    `gone`: what may have left before that, with the texts on it (357.2).
    """
    if EVENTS.get(verb) not in index(run).events:
        return False
    lifted = set(gone) - {ref} if run.stands("357.2") else set()
    found = (passive.ref not in lifted for passive in prohibitions(run, player, verb, ref))
    return any(found) and run.stands("203.3", *_OF_COST.get(verb, ()))


def can_be_paid_with(
    run: Run, player: str, verb: str, ref: str, gone: Collection[str] = frozenset()
) -> bool:
    """Whether the action could be performed with a thing: no text forbids it, and it can go where
    that would take it (107.4.d).
    """
    target = _TO.get(verb)
    if target is not None and stays(run, ref, target) is not None and run.stands("203.3"):
        return False
    return not is_forbidden(run, player, verb, ref, gone)


def why_not_performed(
    run: Run, player: str, verb: str, refs: Iterable[str], *rules: str
) -> list[Problem]:
    """The prohibitions that keep a cost from being paid with these things. `rules`: under which the
    action is a cost.
    """
    found: list[Problem] = []
    rules = (*rules, *_OF_COST.get(verb, ()))
    for ref in refs if run.stands("203.3", *_OF_COST.get(verb, ())) else ():
        attempt = attempted_payment(run, player, verb, ref)
        for reason in why_forbidden(run, [attempt]) if attempt is not None else ():
            reason.rules = [*reason.rules[:-1], *rules, "203.3", *reason.rules[-1:]]
            found.append(reason)
    return found


def may_use_ability(run: Run, player: str, ref: str) -> bool:
    """Whether no text forbids to use an ability of an object, as a payment would (429.3)."""
    if "play_ability" not in index(run).events:
        return True
    return forbidding(run, Attempt("play_ability", ref, by=player)) is None


__all__ = [
    "EVENTS",
    "attempted_payment",
    "can_be_paid_with",
    "is_forbidden",
    "may_use_ability",
    "prohibitions",
    "why_not_performed",
]
