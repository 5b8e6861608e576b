"""Events of lasting effects and of uses of abilities: a part of `judge.board.events`."""

from __future__ import annotations

from typing import ClassVar, Literal

from judge.board.event import Event
from judge.board.state import Effect


class EffectBegan(Event, tag="effect_began", kw_only=True):
    """A lasting effect begins to apply."""

    # what it says of objects the layers read of the effect itself
    changes_texts: ClassVar[bool] = False

    effect: Effect


class EffectEnded(Event, tag="effect_ended", kw_only=True):
    """A lasting effect expires or is used up."""

    # what it says of objects the layers read of the effect itself
    changes_texts: ClassVar[bool] = False

    id: str


class EffectUsed(Event, tag="effect_used", kw_only=True):
    """A use of a lasting effect is gone, or a part of what it prevents: this is left (437.3).

    `bound`, `until`: of an effect that waited for the next of something, what it means from now on
    and how long it lasts (391).
    """

    changes_texts: ClassVar[bool] = False

    id: str
    prevent: int | Literal["all"] | None = None
    uses: int | None = None
    bound: dict[str, list[str]] | None = None
    until: str | None = None


class CopyChanged(Event, tag="copy_changed", kw_only=True):
    """What an object has taken over by copying is this from now on (477.1.b): `card`, all copyable
    traits of that card; `text`, its text as effect text. Empty: it is itself again.
    """

    ref: str
    copied: dict[str, str]


class AbilityUsed(Event, tag="ability_used", kw_only=True):
    """An ability instance was triggered, activated or applied (371, 383.3.e)."""

    # no object is another, but an ability may have no use left
    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False
    key: str
    player: str


AnyEffectEvent = EffectBegan | EffectEnded | EffectUsed | CopyChanged | AbilityUsed
