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
    """What a player brings (103). Counts by card name.

    `irrespective`: names of cards that a Game Effect lets the player add whatever their Domains
    (103.1.b.5); no text that is modelled does, so it is for whoever asks to say.
    """

    legend: str = ""
    champion: str = ""
    main: dict[str, int] = {}
    runes: dict[str, int] = {}
    battlefields: list[str] = []
    irrespective: list[str] = []


class PlayedGame(RulingPart, kw_only=True):
    """A game of a match that is over: the battlefield of each player, and who won it, if anybody
    did.
    """

    battlefields: dict[str, str] = {}
    winner: str | None = None


class MatchRecord(RulingPart, kw_only=True):
    """A match so far, beside the board of the game that is played now (486.5, 486.6)."""

    best_of: int = 3
    games: list[PlayedGame] = []


class Setup(RulingPart, kw_only=True):
    """A game to set up (110-118). `decks` by player.

    `order`: how the players sit, clockwise (115.1.b); it defaults to the order of their names.
    `teams` of a mode that has them (489.2). `first_player` left out is asked of chance (115).
    `battlefields` left out: in most modes chance picks one of each player's three (485.5), in a
    match the player does (486.5). `match`: the games of it that were played before.
    `not_legal`: names of cards that the Format being played does not allow (103.2.e).
    """

    mode: str = "duel"
    decks: dict[str, DeckList]
    order: list[str] = []
    teams: list[list[str]] = []
    first_player: str | None = None
    battlefields: dict[str, str] = {}
    match: MatchRecord | None = None
    not_legal: list[str] = []
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
