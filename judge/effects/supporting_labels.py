"""What a text may do with what its own instructions speak of: with what is only being played
(354.3), with itself, and with what moves where it has been chosen to go (355.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.effects import notation as n

#: what is done to a thing that is on the chain still: the play itself may say that it has these as
#: it enters (184.3), and what waits for it or asks about it does so later
_OF_PLAYS = (n.GiveMight, n.GiveKeyword, n.DoThis, n.Delay)


#: the spell whose text it is, once it has resolved: "you may play this from your trash"
THIS_IN_TRASH = n.Selector(kind="card", the="this", follow=True, zone="trash")


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


#: what a spell may do to itself on the chain; into a deck or another zone of cards it is put
_OF_ITSELF = (n.Banish, n.ReturnToHand, n.Recycle, n.Counter)
_ZONES_OF_ITSELF = ("hand", "trash", "banishment", "main_deck")
_DONE_TO = ("what", "to", "other", "of")
_PAID = ("exhaust", "kill", "banish", "recycle", "return_to_hand", "spend_buff")


def done_to_itself(does: Iterable[n.AnyInstruction], *, of_spell: bool) -> Iterator[str]:
    """Instructions on the very item that is executed: a spell can leave the chain (359.3.e.15), and
    is no object to which anything else could be done; an ability has no card to go anywhere, and
    one that a spell makes is another item.
    """
    for instruction in _all(does):
        moves = isinstance(instruction, _OF_ITSELF)
        if isinstance(instruction, n.Put):
            moves = instruction.to in _ZONES_OF_ITSELF
        if isinstance(instruction, n.DoThis | n.Delay) and isinstance(
            instruction.ability, n.Triggered
        ):
            yield from done_to_itself(instruction.ability.does, of_spell=False)
        paid = instruction.cost if isinstance(instruction, n.Pay) else None
        for node, field in [(instruction, each) for each in _DONE_TO] + [(paid, c) for c in _PAID]:
            named = getattr(node, field, None)
            names = named if isinstance(named, list) else [named]
            possible = moves and (of_spell or isinstance(instruction, n.Counter))
            if "this" in names and not possible:
                yield f"do: {instruction.__struct_config__.tag}, of this"
            if "me" in names and of_spell:
                yield f"do: {instruction.__struct_config__.tag}, of me"


def named_again(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    """Naming something twice in one text, which keeps what was named last alone (760)."""
    if sum(isinstance(each, n.NameCard) for each in _all(does)) > 1:
        yield "do: name, twice"


#: the words for a destination that is chosen
_CHOSEN_PLACES = frozenset(
    {"destination", "battlefield", "elsewhere", "beside_its_own", "base_at_one_end"}
)
#: what is known of an item as it is finalized, beside its targets
_KNOWN = frozenset(n.REFERENTS) - {"each"}


def moved_to_no_chosen_place(
    chooses: Mapping[str, n.Selector], does: Sequence[n.AnyInstruction]
) -> Iterator[str]:
    """Moves whose destination would have to be chosen as the item is finalized (355.4), and is not:
    of what only an instruction will name, of one within another, whose Moves are not told before,
    and of several things by one name or one thing by several Moves.
    """
    lists = [does, *(mode.does for each in does if isinstance(each, n.Modes) for mode in each.of)]
    modes = [mode for each in does if isinstance(each, n.Modes) for mode in each.of]
    slots = {*chooses, *_KNOWN, *(slot for mode in modes for slot in mode.chooses)}
    asked = [moves_to_chosen(own) for own in lists]
    names = [[str(each.what) for each in own] for own in asked]
    within = sum(map(is_to_be_chosen, _all(does))) > sum(map(len, asked))
    unknown = any(name not in slots for own in names for name in own)
    if within or unknown or any(len(set(own)) < len(own) for own in names):
        yield "do: move, destination"


def moved_in_place_of(does: Iterable[n.AnyInstruction]) -> Iterator[str]:
    """Moves to a chosen destination that are made instead of something: nobody chooses (355.4)."""
    if any(map(is_to_be_chosen, _all(does))):
        yield "do: move, destination"


def is_to_be_chosen(instruction: n.AnyInstruction) -> bool:
    """Whether it is a Move to a destination that is chosen (355.4)."""
    return (
        isinstance(instruction, n.Move)
        and instruction.to in _CHOSEN_PLACES
        and instruction.at is None
    )


def moves_to_chosen(does: Iterable[n.AnyInstruction]) -> list[n.Move]:
    """The Moves of a text to destinations that are chosen as it is finalized (355.4). Of those that
    depend on a condition these say what the destination has to be, so that it is a zone that the
    text mentions and a target, whether they will be performed or not (355.9.a, 355.10).
    """
    found: list[n.Move] = []
    for instruction in does:
        if isinstance(instruction, n.Move) and is_to_be_chosen(instruction):
            found.append(instruction)
        if isinstance(instruction, n.If):
            within = moves_to_chosen([*instruction.then, *instruction.otherwise])
            found += [each for each in within if each.destination is not None]
    return found


def _all(does: Iterable[n.AnyInstruction]) -> Iterator[n.AnyInstruction]:
    """The instructions that are executed one after another, those within others too."""
    for instruction in does:
        yield instruction
        for field in ("then", "otherwise", "does"):
            yield from _all(getattr(instruction, field, []))
        if isinstance(instruction, n.Modes | n.Either):
            for mode in instruction.of:
                yield from _all(mode.does)


__all__ = [
    "done_to_itself",
    "done_to_what_is_played",
    "is_to_be_chosen",
    "moved_in_place_of",
    "moved_to_no_chosen_place",
    "named_again",
]
