"""Events of showdowns and combats: a part of `judge.board.events`."""

from __future__ import annotations

from typing import ClassVar, Literal

from judge.board.event import Event
from judge.board.state import Combat, NextTask


class ShowdownBegan(Event, tag="showdown_began", kw_only=True):
    """A showdown begins (344-345)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str
    kind: Literal["non_combat", "combat"]


class ShowdownBecameCombat(Event, tag="showdown_became_combat", kw_only=True):
    """The ongoing non-combat showdown becomes a combat showdown (323.14)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str


class ShowdownClosed(Event, tag="showdown_closed", kw_only=True):
    """All players passed Focus in sequence (348)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str


class CombatBegan(Event, tag="combat_began", kw_only=True):
    """A combat opens (460, 464)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    combat: Combat


class CombatAdvanced(Event, tag="combat_advanced", kw_only=True):
    """The combat goes to another step or next task (465, 466)."""

    changes_objects: ClassVar[bool] = False
    step: Literal["showdown", "damage", "resolution"]
    next_task: NextTask | None = None


class CombatNoted(Event, tag="combat_noted", kw_only=True):
    """What later steps need: recalled units, excess damage, the result, units that won (466.3)."""

    changes_objects: ClassVar[bool] = False
    recalled: bool | None = None
    excess: dict[str, int] = {}
    result: dict[str, Literal["won", "lost", "none"]] = {}
    winners: list[str] = []


class CombatEnded(Event, tag="combat_ended", kw_only=True):
    """466.7."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str
