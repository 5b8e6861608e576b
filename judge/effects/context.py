"""On whose behalf a text is read, and what its names mean (359.3.f)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from judge.layers.seen import Seen


class Context(msgspec.Struct, frozen=True):
    """The controller of a text, its source, where "here" is, and what its other names mean.

    `names` has the objects that a name means as pairs (name, references), `amounts` the numbers of
    labelled instructions and of the condition; both are tuples, so that a context can be a key.
    """

    controller: str
    source: str | None = None
    here: str | None = None
    #: the item on the chain that chooses, which cannot choose itself (355.9.c)
    item: str | None = None
    #: a card played from facedown chooses only at this battlefield (811.1.d.2)
    hidden_at: str | None = None
    #: the zone from which its card is or was played, where that is known (354)
    origin: str | None = None
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    amounts: tuple[tuple[str, int], ...] = ()
    #: the location of the condition's event
    there: str | None = None
    #: labels of the instructions that were followed (359.3.e.14)
    done: frozenset[str] = frozenset()
    #: of those, to their whole number
    full: frozenset[str] = frozenset()
    #: of those that were followed, whose game action was replaced or prevented, so that nobody did
    #: it (359.3.e.14.b)
    averted: frozenset[str] = frozenset()
    #: labels of what was revealed, which is so as long as this text is executed (424.1.a.3)
    revealed: frozenset[str] = frozenset()
    #: labels of the additional costs that were paid for the item
    paid_costs: frozenset[str] = frozenset()
    #: what the objects of the condition were as it was met (359.3.f.3), by reference; and those
    #: that this text itself moved to another zone, as it did (359.3.e.13)
    frozen: tuple[tuple[str, Seen], ...] = ()
    #: who controlled the items of the condition as it was met, by their ids (359.3.f.3)
    controllers: tuple[tuple[str, str], ...] = ()
    #: the text of a battlefield that nobody controls, which speaks to no one (190.6.d)
    unowned: bool = False
    #: of a triggered ability or of its condition, which may ask otherwise what was played (419.4)
    triggered: bool = False
    #: the card, type or tag that this text has had named (760)
    named: str | None = None
    #: the player of whose zones and numbers an instruction speaks that somebody else follows than
    #: the controller of the text: "their trash"
    follower: str | None = None

    @property
    def owner_of_zones(self) -> str:
        """Whose zones are meant where a text does not say whose."""
        return self.controller if self.follower is None else self.follower

    def refs(self, name: str) -> list[str]:
        """The references that a name means; `me` is the source. Empty for what means nothing."""
        if name == "me":
            return [self.source] if self.source is not None else []
        if name in ("here", "there"):
            place = self.here if name == "here" else self.there
            return [] if place is None else [place]
        if name == "this" and self.item is not None and not self._is_of_effect_text:
            return [self.item]
        return [ref for own, refs in self.names if own == name for ref in refs]

    @property
    def _is_of_effect_text(self) -> bool:
        """Whether "this" is the attached card that appends the text (136.2.d)."""
        return any(own == "this" for own, _ in self.names)

    def seen(self, ref: str) -> Seen | None:
        """What an object of the condition was; None for what is read as it is now."""
        return next((seen for own, seen in self.frozen if own == ref), None)

    def amount(self, label: str) -> int | None:
        """The number that goes by a label; None where there is none."""
        return next((number for own, number in self.amounts if own == label), None)

    def anywhere(self) -> Context:
        """The same, not bound to the battlefield from which its card was played."""
        if self.hidden_at is None:
            return self
        return replace(self, hidden_at=None)

    def with_condition(
        self,
        amounts: tuple[tuple[str, int], ...],
        there: str | None,
        frozen: tuple[tuple[str, Seen], ...],
    ) -> Context:
        """The same, with what a condition froze beside names."""
        return replace(
            self,
            amounts=(*self.amounts, *amounts),
            there=there,
            frozen=(*self.frozen, *frozen),
        )

    def knowing(self, name: str, refs: list[str]) -> Context:
        """The same, with a name that means these."""
        others = tuple(pair for pair in self.names if pair[0] != name)
        return replace(self, names=(*others, (name, tuple(refs))))
