"""What a player proposes to do (the input beside the board)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from judge.board.faults import Fault, Path, show_path


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
    `move` (one unit or several, 144), `pass` (338.1.b, 347.2; by who was invited, 316.5.b.1),
    `invite` (a teammate, 316.5.b.1), `end_turn` (316.9), `concede` (650).
    """

    play: str | None = None
    hide: str | None = None
    activate: str | None = None
    move: str | list[str] | None = None
    pass_: bool = msgspec.field(default=False, name="pass")
    invite: str | None = None
    end_turn: bool = False
    concede: bool = False
    #: a location: where a unit enters, the destination of a move, the battlefield to hide at
    #: by slot where several Moves are performed: {friend: base, foe: west}
    to: str | dict[str, str] | None = None
    #: targets of the only slot, or by slot name
    targets: list[str] | dict[str, str | list[str]] | None = None
    #: optional additional costs by name: {accelerate: true}; `repeat`, `repeat_2` for each instance
    #: of Repeat, whose choices are slots such as `repeat.goal` (820); `allowed` for what another
    #: text allows (356.2.b.1)
    additional: dict[str, bool] | None = None
    #: objects or cards spent as non-standard cost, such as the cards to discard; by what is done to
    #: them where there are several such costs: {kill: [a1], discard: [h2]}
    spend: list[str] | dict[str, list[str]] | None = None
    #: names of the modes chosen (355.3); one alone may stand without a list
    modes: str | list[str] | None = None
    #: of `activate`: the place of the ability among all that the card prints, 0 for the first, as
    #: in the keys of abilities on a board and in a trace
    ability: int | None = None
    #: where the card is played or hidden from, when its name alone is ambiguous
    source: Literal["hand", "champion", "facedown"] | None = msgspec.field(
        default=None, name="from"
    )
    #: auto (default): the engine picks the runes; ask: a question; or written out
    pay: Literal["auto", "ask"] | Payment = "auto"


#: The verbs, and the slots that each of them takes.
SLOTS: dict[str, tuple[str, ...]] = {
    "play": ("to", "targets", "additional", "spend", "modes", "from", "pay"),
    "hide": ("to", "from", "pay"),
    "activate": ("ability", "to", "targets", "additional", "spend", "modes", "pay"),
    "move": ("to",),
    "pass": (),
    "invite": (),
    "end_turn": (),
    "concede": (),
}
VERBS: tuple[str, ...] = tuple(SLOTS)
#: The verbs whose `to` may be written by slot, since they may perform several Moves (355.4).
_TO_BY_SLOT = ("play", "activate")


class Action(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Who does what. `do` may be one word: pass, end_turn, concede."""

    by: str
    do: Do | Literal["pass", "end_turn", "concede"]


Then = Literal["nothing", "resolve-chain", "to-next-decision"]

#: One answer: a bare value in the shape of the question's form, or {id, value} which must match it.
Answer = Any


class MalformedAction(ValueError):
    """What is asked has no meaning, whatever the board: `faults` has every reason.

    Their paths lead from the request, which holds the action under `$.action`.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))


def malformed(path: Path, code: str, message: str) -> Fault:
    """A fault of a request, at a path from its root."""
    return Fault(path=show_path(path), code=code, message=message)


def verbs_of(do: Do) -> list[str]:
    """The verbs that an action names; one that means something has exactly one."""
    return [
        verb
        for verb in VERBS
        if getattr(do, "pass_" if verb == "pass" else verb) not in (None, False)
    ]


def action_faults(action: Action) -> list[Fault]:
    """Every reason why an action means nothing: not exactly one verb, or slots that its verb does
    not have. What an action says is never passed over.
    """
    if isinstance(action.do, str):
        return []
    do = action.do
    verbs = verbs_of(do)
    if len(verbs) != 1:
        message = (
            f"an action has exactly one of {', '.join(VERBS)}; "
            f"this one has {', '.join(verbs) or 'none'}"
        )
        return [malformed(("action", "do"), "wrong_value", message)]
    (verb,) = verbs
    takes = SLOTS[verb]
    meant = getattr(do, "pass_" if verb == "pass" else verb)
    several = enumerate(meant) if isinstance(meant, list) else ()
    faults = [
        malformed(("action", "do", verb, *place), "wrong_value", "an empty text names nothing")
        for place, name in [((), meant), *(((index,), name) for index, name in several)]
        if name == ""
    ]
    faults += [
        malformed(
            ("action", "do", slot),
            "wrong_value",
            f"`{verb}` has no `{slot}`; it takes {_listed(takes) or 'nothing beside'}",
        )
        for slot in _filled(do)
        if slot not in takes
    ]
    if isinstance(do.to, dict) and "to" in takes and verb not in _TO_BY_SLOT:
        message = f"the `to` of `{verb}` is one location, not one by slot"
        faults.append(malformed(("action", "do", "to"), "wrong_type", message))
    return faults


def _filled(do: Do) -> list[str]:
    """The slots that an action fills, by the keys they are written with."""
    values = {
        "to": do.to,
        "targets": do.targets,
        "additional": do.additional,
        "spend": do.spend,
        "modes": do.modes,
        "ability": do.ability,
        "from": do.source,
        "pay": None if do.pay == "auto" else do.pay,
    }
    return [slot for slot, value in values.items() if value is not None]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def as_do(action: Action) -> Do:
    """What an action does, which may be written as one word."""
    if isinstance(action.do, str):
        return Do(
            pass_=action.do == "pass",
            end_turn=action.do == "end_turn",
            concede=action.do == "concede",
        )
    return action.do


def named(do: Do) -> list[str]:
    """The objects that an action names: what moves or is used, and what is chosen."""
    moving = do.move if isinstance(do.move, list) else [do.move]
    chosen = list(do.targets.values()) if isinstance(do.targets, dict) else [do.targets or []]
    targets = [ref for refs in chosen for ref in ([refs] if isinstance(refs, str) else refs)]
    return [ref for ref in (*moving, do.activate, *targets) if ref is not None]
