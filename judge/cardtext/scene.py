"""Who speaks in a text, and what it has spoken of already, so that "it" comes after "a unit"."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Literal

from judge.cardtext.english import IT, ME, THEM, THIS, YOU, Noun
from judge.effects import notation as n

#: how a text speaks of the object that has it: units and legends in the first person
Voice = Literal["I", "this", "here"]


class NotPrintable(ValueError):
    """A piece of notation that has no printed form."""


@dataclass
class Scene:
    """A place in a text: whose text it is, what is chosen for it, and what was named before.

    `said`: slots that the text has named; the last of them is the one that "it" means there.
    `you`: what the player who follows the instructions is called.
    """

    voice: Voice = "I"
    slots: dict[str, n.Selector] = field(default_factory=dict)
    labels: dict[str, n.Instruction] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    cost: n.Cost | None = None
    #: where the source is, where that is not the board
    zone: n.Zone = "board"
    it: Noun = IT
    #: how it speaks of the place of its condition, as where something goes
    there: str = "there"
    you: Noun = YOU
    #: of a triggered ability, which nobody has chosen to use
    triggered: bool = False
    #: within a condition or a permission, where what follows has to stay in one sentence
    bound: bool = False
    #: the player of whom it is said what they have: "an opponent has a card in their hand"
    whose: str | None = None
    #: of the first instruction of a trigger, which is not adjacent to its condition (383.2.a.1)
    apart: bool = False

    def within(self, **changes: object) -> Scene:
        """The scene of a part; what is named there is named here too."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def me(self) -> Noun:
        """What the text calls its own object."""
        return {
            "I": ME,
            "this": THIS,
            "here": Noun("this battlefield", "here", "this battlefield's"),
        }[self.voice]

    def say(self, name: str) -> None:
        """Note that the text has named it; no name at all where "it" would mean nothing."""
        if name in self.said:
            self.said.remove(name)
        self.said.append(name)

    @property
    def latest(self) -> str:
        """What the text has named last."""
        return self.said[-1] if self.said else ""


def pronoun(many: bool) -> Noun:
    """ "It" or "they"."""
    return THEM if many else IT


# --- one function for each family of nodes; the modules register what each node prints to ---------


@dataclass(frozen=True)
class Clause:
    """A game action in words, before it is known who performs it and whether they have to.

    `verb` is an imperative; without one, `rest` is a whole sentence that cannot be bent.
    """

    verb: str
    rest: str = ""
    subject: Noun | None = None
    may: bool = False


@singledispatch
def clause(node: n.Instruction, scene: Scene) -> Clause:
    """An instruction. Raises `NotPrintable`."""
    raise NotPrintable(f"no printed form: {node!r}")


@singledispatch
def amount(node: n.Value, scene: Scene) -> str:
    """A value as the phrase that stands after "equal to"."""
    return str(node)


@singledispatch
def condition(node: n.Condition, scene: Scene, negated: bool = False) -> str:
    """A condition as the clause that stands after "if" or "while"."""
    raise NotPrintable(f"no printed form: {node!r}")


@singledispatch
def change(node: n.ChangeNode, noun: Noun, scene: Scene) -> str:
    """A continuous change as a sentence about `noun`."""
    raise NotPrintable(f"no printed form: {node!r}")


@singledispatch
def ability(node: n.Ability, scene: Scene) -> str:
    """An ability as a paragraph."""
    raise NotPrintable(f"no printed form: {node!r}")
