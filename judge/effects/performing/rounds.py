"""What labels mean where the same instructions are followed more than once: by a loop, or by each
player (359.3.e.14).

Each round is linked within itself: what was done to one thing, or by one player, says nothing of
the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from judge.effects import notation as n
from judge.effects.context import Context


def labels_of(does: Iterable[n.AnyInstruction]) -> frozenset[str]:
    """The labels that these instructions give, and `paid` where one of them has something paid."""
    return frozenset(_labels(does))


def _labels(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    for instruction in does:
        if instruction.label is not None:
            yield instruction.label
        if isinstance(instruction, n.Pay):
            yield "paid"
        if isinstance(instruction, n.ChooseOption):
            yield from map(picked_name, instruction.options)
        for field in ("then", "otherwise", "does"):
            yield from _labels(getattr(instruction, field, []))
        if isinstance(instruction, n.Modes | n.Either):
            for mode in instruction.of:
                yield from _labels(mode.does)


def picked_name(option: str) -> str:
    """The name under which a context keeps who picked an option; no name of a text."""
    return f"?picked {option}"


def did_name(label: str) -> str:
    """The name under which a context keeps who did what a label says; no name of a text."""
    return f"?did {label}"


def without(context: Context, labels: frozenset[str]) -> Context:
    """The same, with nothing that goes by these labels."""
    return replace(
        context,
        names=tuple(pair for pair in context.names if pair[0] not in labels),
        amounts=tuple(pair for pair in context.amounts if pair[0] not in labels),
        done=context.done - labels,
        full=context.full - labels,
        averted=context.averted - labels,
        revealed=context.revealed - labels,
    )


def as_before(context: Context, before: Context, labels: frozenset[str]) -> Context:
    """The context between two rounds: these labels mean what they did before the first."""
    bare = without(context, labels)
    return replace(
        bare,
        names=(*bare.names, *(pair for pair in before.names if pair[0] in labels)),
        amounts=(*bare.amounts, *(pair for pair in before.amounts if pair[0] in labels)),
        done=bare.done | (before.done & labels),
        full=bare.full | (before.full & labels),
        averted=bare.averted | (before.averted & labels),
        revealed=bare.revealed | (before.revealed & labels),
    )


def joined(begun: Context, rounds: Sequence[Context], labels: frozenset[str]) -> Context:
    """The context after each player had a round that began with `begun`: a label means the things
    of all of them, and their numbers together. Done it was if anybody did it, and in full if nobody
    who did it did less; nobody did it if something else happened for each of them (359.3.e.14.b).
    """
    context = begun
    for label in sorted(labels):
        own = [each for each in rounds if _told(each, label) != _told(begun, label)]
        if own:
            context = without(context, frozenset({label}))
            refs = dict.fromkeys(ref for each in own for ref in each.refs(label))
            context = context.knowing(label, list(refs))
        numbers = [number for each in own if (number := each.amount(label)) is not None]
        if numbers:
            context = replace(context, amounts=(*context.amounts, (label, sum(numbers))))
        only = frozenset({label})
        did = [each for each in rounds if label in each.done]
        if did:
            context = replace(context, done=context.done | only)
        if did and all(label in each.full for each in did):
            context = replace(context, full=context.full | only)
        if did and all(label in each.averted for each in did):
            context = replace(context, averted=context.averted | only)
        if any(label in each.revealed for each in rounds):
            context = replace(context, revealed=context.revealed | only)
    known = set(begun.frozen)
    pictures = [pair for each in rounds for pair in each.frozen if pair not in known]
    return replace(context, frozen=(*context.frozen, *pictures))


def _told(context: Context, label: str) -> tuple[list[str], int | None]:
    """The things and the number that go by a label."""
    return context.refs(label), context.amount(label)


__all__ = ["as_before", "did_name", "joined", "labels_of", "picked_name", "without"]
