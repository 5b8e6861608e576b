"""What a reading holds before it is known what its words refer to: "it", "that unit", "the rest".

These stand in the fields of notation nodes until `binding` has gone through the text in its order
and put the names of slots and labels there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judge.effects import notation

#: the nodes of the notation as the grammar makes them, with what is below in their fields
unfinished: Any = notation


@dataclass(frozen=True)
class Chosen:
    """ "A unit", "up to two units": something that is chosen here."""

    selector: Any
    among: bool = False
    #: of several things that the text has named
    some: bool = False


@dataclass(frozen=True)
class Back:
    """ "It", "them", "that unit": what the text has named before. `kind`: with that noun."""

    many: bool = False
    kind: str | None = None
    side: str | None = None
    verb: str | None = None


@dataclass(frozen=True)
class Rest:
    """ "The rest", of what was looked at or revealed."""


@dataclass(frozen=True)
class Itself:
    """ "This": the card that says it, a spell or what an effect text stands on."""


@dataclass(frozen=True)
class Mine:
    """ "Me from your trash": the card itself, in a zone other than the board."""

    zone: str


@dataclass(frozen=True)
class Same:
    """What the instruction before was done to."""


@dataclass(frozen=True)
class Whose:
    """ "Its controller", "their owners"."""

    role: str
    of: Any


@dataclass(frozen=True)
class They:
    """ "They" as a player who was named before."""


# --- sentences that are no instruction by themselves ----------------------------------------------


@dataclass(frozen=True)
class ChooseFirst:
    """A sentence that only chooses: it makes slots that later sentences speak of. `who` chooses
    them; `from_`: among what, where nothing of it is said later.
    """

    things: list[Any]
    who: Any = "you"
    from_: Any = None


@dataclass(frozen=True)
class Early:
    """ "Give +[M] equal to its Might to another unit": the amount is said before the thing."""

    node: Any


@dataclass(frozen=True)
class EachOther:
    """Two units strike one another, each with its own Might; `we`: I and the other one."""

    we: bool = False


@dataclass(frozen=True)
class Instead:
    """ "If it's stunned, return it instead": in the place of what was said before."""

    condition: Any
    then: list[Any]


@dataclass(frozen=True)
class Otherwise:
    """ "Otherwise, draw 1": what is done where the condition before does not hold."""

    does: list[Any]


@dataclass(frozen=True)
class Pick:
    """ "Draw 1": drawing, or of what was looked at, if the text speaks of the rest of it."""

    amount: int


@dataclass(frozen=True)
class Linked:
    """Actions in one sentence: "you may reveal it and draw it"."""

    does: list[Any]
    may: bool = False
    who: Any = None


@dataclass(frozen=True)
class Reflexive:
    """ "Do this:" and all that follows."""

    ability: Any


@dataclass(frozen=True)
class Lacking:
    """ "If you can't", "if you couldn't channel 2 runes this way"."""

    fully: bool


@dataclass(frozen=True)
class Fully:
    """ "If you could do all of that"."""


@dataclass(frozen=True)
class Did:
    """ "If you do": the instruction before was followed."""
