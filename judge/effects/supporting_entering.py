"""What is executed of game actions that occur as a permanent enters (369.3, 370.1.b.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.effects import notation as n
from judge.effects.texts import names_in

#: names of what enters, in the text that has something done as it does
_ENTERING = frozenset({"me", "it", "this"})
#: what is done to it before it is there: it is told how and where it enters, and keeps what was
#: picked or named
_BEFORE = (n.ChooseOption, n.NameCard)
#: what is done to it once it is there; nothing of these takes it away again
_THERE = (
    *(n.Buff, n.Stun, n.Ready, n.Exhaust, n.Deal, n.Heal, n.Empower),
    *(n.GiveMight, n.GiveKeyword, n.DoubleMight, n.Give, n.Prevent),
)
#: what may ask for a number of it, or a choice by it
_NUMBERS = (n.Draw, n.GainExperience, n.Score, n.Channel, n.Choose)


#: to Ambush to the battlefield of what an additional cost was paid with (822.1.d)
_TO_WHAT_IS_SPENT = n.May(ambush=True, at=n.Selector(kind="battlefield", at="paid"))


def joins_what_is_spent(ability: n.AnyAbility) -> bool:
    """Whether a unit may Ambush to where what was spent to play it is, whoever else is there."""
    return ability == n.Static(changes=[_TO_WHAT_IS_SPENT])


def is_done_there(ability: n.Replacement) -> bool:
    """Whether what is done as something enters is about it as it is on the board."""
    return any(_is_of_it(each) and not _is_before(each) for each in _parts(ability.does))


def as_it_enters(ability: n.Replacement) -> Iterator[str]:
    """What is not executed of that: what takes it away again, and what is done to it partly before
    it is there and partly after.
    """
    for moment in ability.moments:
        if moment.provided is not None and _is_of_it(moment.provided):
            yield "instead_of: enter, provided"
    for each in _parts(ability.does):
        done = _is_before(each) or isinstance(each, (*_THERE, *_NUMBERS))
        if isinstance(each, n.Instruction) and not done and _is_of_it(each):
            yield f"instead_of: enter, do: {each.__struct_config__.tag}"
    if is_done_there(ability) and any(map(_is_before, _parts(ability.does))):
        yield "instead_of: enter, does"


def _parts(does: Sequence[n.AnyInstruction]) -> Iterator[n.Node]:
    """The instructions one by one, and what they depend on."""
    for each in does:
        if isinstance(each, n.If):
            yield each.condition
            yield from _parts([*each.then, *each.otherwise])
        else:
            yield each


def _is_before(part: n.Node) -> bool:
    """Whether an instruction says how or where it enters, or what it keeps."""
    if isinstance(part, n.Give):
        return any(isinstance(change, n.Enters) for change in part.changes)
    return isinstance(part, _BEFORE)


def _is_of_it(part: n.Node) -> bool:
    return bool(names_in(part) & _ENTERING)
