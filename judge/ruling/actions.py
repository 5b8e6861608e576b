"""What a player proposes to do (the input beside the board)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Payment(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A written payment: which runes to exhaust for Energy and which to recycle for Power.

    The same rune may stand in both. `use` names gear and units whose Add ability is used. What all
    of them yield joins the Rune Pool; the cost is then paid from the pool. Runes are recycled in
    the order in which they are written.
    """

    exhaust: list[str] = []
    recycle: list[str] = []
    use: list[str] = []


class Do(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One discretionary action: exactly one of the verbs, and what fills its slots.

    A slot that is left open becomes a question of the ruling.

    Verbs: `play` (a card by id or name, 419), `hide` (811.1.b), `activate` (an object by id, 376),
    `move` (one unit or several, 144), `pass` (338.1.b, 347.2), `end_turn` (316.9), `concede` (650).
    """

    play: str | None = None
    hide: str | None = None
    activate: str | None = None
    move: str | list[str] | None = None
    pass_: bool = msgspec.field(default=False, name="pass")
    end_turn: bool = False
    concede: bool = False
    #: a location: where a unit enters, the destination of a move, the battlefield to hide at
    #: by slot where several Moves are performed: {friend: base, foe: west}
    to: str | dict[str, str] | None = None
    #: targets of the only slot, or by slot name
    targets: list[str] | dict[str, str | list[str]] | None = None
    #: optional additional costs by name: {accelerate: true}
    additional: dict[str, bool] | None = None
    #: objects or cards spent as non-standard cost, such as the cards to discard
    spend: list[str] | None = None
    #: index of the ability for `activate`, as in the trace: 0 is the first
    ability: int | None = None
    #: where the card is played or hidden from, when its name alone is ambiguous
    source: Literal["hand", "champion", "facedown"] | None = msgspec.field(
        default=None, name="from"
    )
    #: auto (default): the engine picks the runes; ask: a question; or written out
    pay: Literal["auto", "ask"] | Payment = "auto"


VERBS: tuple[str, ...] = ("play", "hide", "activate", "move", "pass", "end_turn", "concede")


class Action(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Who does what. `do` may be one word: pass, end_turn, concede."""

    by: str
    do: Do | Literal["pass", "end_turn", "concede"]


Then = Literal["nothing", "resolve-chain", "to-next-decision"]

#: One answer: a bare value in the shape of the question's form, or {id, value} which must match it.
Answer = Any
