"""Legal actions as patterns with slots, and the setup of a game (D2, D8)."""

from __future__ import annotations

from typing import Any, Literal

from judge.ruling.actions import Do
from judge.ruling.questions import Form, Option
from judge.ruling.ruling import Assumption, BoardWarning, Caveat, Problem, RulingPart, Step


class Slot(RulingPart, kw_only=True):
    """Something that a pattern leaves open. `name` is the field of `do` that fills it.

    `targets.<slot>`, `to`, `move`, `additional.<name>`, `spend`. A pattern may be posted with the
    slot
    filled, or as it is: then the slot is asked as a question.
    """

    name: str
    form: Form
    options: list[Option] = []
    min: int | None = None
    max: int | None = None
    #: conditions over the chosen group, in words, where the options alone do not say it
    such_that: list[str] = []


class Pattern(RulingPart, kw_only=True):
    """One legal action, or several that differ only in what fills the slots."""

    by: str
    do: Do
    text: str
    slots: list[Slot] = []
    rules: list[str] = []
    feasibility: Literal["unproved"] | None = None


class Excluded(RulingPart, kw_only=True):
    """Something that might be expected among the legal actions, and why it is not there."""

    do: Do
    text: str
    problems: list[Problem] = []


class LegalActions(RulingPart, kw_only=True):
    """What one player may do now. `incomplete` says what the board hides (unknown cards in
    hand).
    """

    player: str
    patterns: list[Pattern] = []
    excluded: list[Excluded] = []
    incomplete: list[str] = []


class DeckList(RulingPart, kw_only=True):
    """What a player brings (103). Counts by card name."""

    legend: str
    champion: str
    main: dict[str, int]
    runes: dict[str, int]
    battlefields: list[str]


class Setup(RulingPart, kw_only=True):
    """A game to set up (110-118). `decks` by player; `order` defaults to the order of the names.

    `first_player` left out is asked of chance (115). `battlefields` left out: in a duel chance
    picks
    one of each player's three (485.5), in a match the player does (486.5).
    """

    mode: str = "duel"
    decks: dict[str, DeckList]
    order: list[str] = []
    first_player: str | None = None
    battlefields: dict[str, str] = {}
    cards: dict[str, Any] = {}


class BoardCheck(RulingPart, kw_only=True):
    """What `judge.check_board` finds: warnings, what was taken by default, what a Cleanup would
    change.
    """

    warnings: list[BoardWarning] = []
    assumptions: list[Assumption] = []
    caveats: list[Caveat] = []
    #: what the Cleanup that the board still awaits would do: its events, and a choice it would ask
    cleanup_would: list[Step] = []
    #: the canonical board
    board: Any = None
