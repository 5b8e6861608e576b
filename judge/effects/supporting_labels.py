"""What a text may do with what its own instruction is only playing (354.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.effects import notation as n

#: what is done to a thing that is on the chain still: the play itself may say that it has these as
#: it enters (184.3), and what waits for it or asks about it does so later
_OF_PLAYS = (n.GiveMight, n.GiveKeyword, n.DoThis, n.Delay)


def done_to_what_is_played(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    """Instructions on a card or token that an instruction before only puts on the chain, to be
    finalized when the whole text has been executed (354.3): nothing can be done to it yet.
    """
    played: set[str] = set()
    for instruction in _all(does):
        tag = instruction.__struct_config__.tag
        for field in ("what", "to", "other", "source"):
            named = getattr(instruction, field, None)
            names = named if isinstance(named, list) else [named]
            if isinstance(instruction, _OF_PLAYS):
                continue
            if any(isinstance(name, str) and name in played for name in names):
                yield f"do: {tag}, of what is being played"
        if isinstance(instruction, n.Play | n.PlayToken) and instruction.label is not None:
            played.add(instruction.label)


def named_again(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    """Naming something twice in one text, which keeps what was named last alone (760)."""
    if sum(isinstance(each, n.NameCard) for each in _all(does)) > 1:
        yield "do: name, twice"


def _all(does: Iterable[n.AnyInstruction]) -> Iterator[n.AnyInstruction]:
    """The instructions that are executed one after another, those within others too."""
    for instruction in does:
        yield instruction
        for field in ("then", "otherwise", "does"):
            yield from _all(getattr(instruction, field, []))
        if isinstance(instruction, n.Modes | n.Either):
            for mode in instruction.of:
                yield from _all(mode.does)


__all__ = ["done_to_what_is_played", "named_again"]
