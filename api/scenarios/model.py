"""What a scenario file says: the typed form of its YAML.

A scenario is one ruling kept as data: a board, what is done on it step by step, and what must come
of each step. `docs` of the format are the docstrings here; editors get them through
`scenarios/scenario.schema.json`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from judge.ruling.actions import Action, Do, Then
from judge.ruling.questions import Form
from judge.ruling.ruling import Basis, RefusalReason, Verdict
from judge.ruling.waiving import Waiver

SourceKind = Literal["example", "official_faq", "tournament", "community", "reasoned"]
OneWord = Literal["pass", "end_turn", "concede"]
StepKind = Literal["action", "answer", "passes", "legal", "check", "view", "decks"]

#: The steps that look at something, do nothing and ask nothing.
LOOKS: frozenset[StepKind] = frozenset({"legal", "check", "view", "decks"})

#: A rule number. Without a letter or a dot it reads as a number in YAML, and is text all the same.
RuleNumber = str | int
Identity = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
NotEmpty = Annotated[str, Meta(min_length=1)]


class ScenarioPart(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What every part of a scenario has in common."""


class Source(ScenarioPart, kw_only=True):
    """Who says so. `locator`: for an example its id (`359.3.e.14.a#1`), else a link or a place."""

    kind: SourceKind
    locator: RuleNumber | None = None
    date: str | None = None

    def __post_init__(self) -> None:
        self.locator = None if self.locator is None else str(self.locator)


class OverturnedBy(ScenarioPart, kw_only=True):
    """A later official document rules otherwise; the scenario is kept and no longer run."""

    overturned_by: str


class ExpectedQuestion(ScenarioPart, kw_only=True):
    """The question that must be asked. `options` and `targets`: exactly these ids, in any order."""

    form: Form | UnsetType = UNSET
    to: str | UnsetType = UNSET
    slot: str | UnsetType = UNSET
    options: list[str] | UnsetType = UNSET
    targets: list[str] | UnsetType = UNSET
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    amount: int | UnsetType = UNSET


class ExpectedRefusal(ScenarioPart, kw_only=True):
    """Why the action cannot be judged."""

    reason: RefusalReason | UnsetType = UNSET
    about: str | UnsetType = UNSET
    #: exactly what may be said to go on
    waive: list[str] | UnsetType = UNSET
    #: of a loop: exactly the players who maintain it
    maintained_by: list[str] | UnsetType = UNSET


class Expected(ScenarioPart, kw_only=True):
    """What must come of a step. What is left out is not looked at, save the verdict.

    The verdict that is left out follows from the rest: `question` with a `question` or a following
    answer, `not_adjudicable` with a `refusal`, `illegal` with `problems`, else `legal`.
    """

    verdict: Verdict | UnsetType = UNSET
    basis: Basis | UnsetType = UNSET
    #: exactly these codes, in any order
    problems: list[str] | UnsetType = UNSET
    #: rules that the ruling must cite, among others; and rules that it must not
    cites: list[RuleNumber] | UnsetType = UNSET
    not_cites: list[RuleNumber] | UnsetType = UNSET
    #: parts of events, which must come in this order, others between them
    events: list[dict[str, Any]] | UnsetType = UNSET
    #: types of events that must not happen
    no_events: list[str] | UnsetType = UNSET
    question: ExpectedQuestion | UnsetType = UNSET
    #: a part of the resulting board
    board: dict[str, Any] | UnsetType = UNSET
    #: exactly these paths, and exactly these codes, in any order
    assumptions: list[str] | UnsetType = UNSET
    caveats: list[str] | UnsetType = UNSET
    refusal: ExpectedRefusal | UnsetType = UNSET
    #: by open point, for exactly those that the ruling rests on: whether another reading gives
    #: another verdict or outcome
    readings: dict[str, bool] | UnsetType = UNSET
    #: exactly the assumptions, by path, without which something else would come
    sensitive: list[str] | UnsetType = UNSET
    #: the winner, the winners, or null for a game that goes on
    winner: str | list[str] | UnsetType | None = UNSET
    #: by reference of the object, on the resulting board
    might: dict[str, int] | UnsetType = UNSET
    keywords: dict[str, dict[str, int | bool]] | UnsetType = UNSET
    mighty: dict[str, bool] | UnsetType = UNSET
    #: of a `legal` step: actions that must be, and must not be, among those offered
    offers: list[Do | OneWord] | UnsetType = UNSET
    not_offers: list[Do | OneWord] | UnsetType = UNSET
    #: of a `check` step: exactly these codes, in any order
    warnings: list[str] | UnsetType = UNSET
    #: of a `view` step, by id on the board itself: whether the viewer sees the face of the card
    sees: dict[str, bool] | UnsetType = UNSET
    #: of a `decks` step: exactly these codes, in any order
    faults: list[str] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.cites is not UNSET:
            self.cites = [str(number) for number in self.cites]
        if self.not_cites is not UNSET:
            self.not_cites = [str(number) for number in self.not_cites]

    def given(self) -> list[str]:
        """The names of the fields that are given."""
        return [name for name in self.__struct_fields__ if getattr(self, name) is not UNSET]


class Step(ScenarioPart, kw_only=True):
    """One thing done to the board, and what must come of it.

    - `by` and `do`, with `answers` and `then` if need be: an action
    - `answer`: one more answer to the question of the step before; `answers`: several more
    - `then`: passes, with `answers` if need be
    - `legal`: a player, whose legal actions are asked for
    - `check: true`: the board itself is looked at
    - `view`: a player, or `public`, who looks at the board; `board` is then what they see of it
    - `decks: true`: the first step of a setup, which looks at its deck lists alone
    """

    by: str | UnsetType = UNSET
    do: Do | OneWord | UnsetType = UNSET
    answer: Any = UNSET
    answers: list[Any] | UnsetType = UNSET
    then: Then | UnsetType = UNSET
    #: of what is judged: how open points are read, and what is taken instead of what a refusal
    #: was about; an answer keeps to what it answers, unless it says otherwise
    readings: dict[str, str] | UnsetType = UNSET
    waivers: dict[str, Waiver] | UnsetType = UNSET
    legal: str | UnsetType = UNSET
    check: Literal[True] | UnsetType = UNSET
    view: str | UnsetType = UNSET
    decks: Literal[True] | UnsetType = UNSET
    expect: Expected | UnsetType = UNSET

    @property
    def kind(self) -> StepKind:
        """What the step does, once `api.scenarios.loading` has found that it is exactly one."""
        if self.do is not UNSET:
            return "action"
        if self.legal is not UNSET:
            return "legal"
        if self.check is not UNSET:
            return "check"
        if self.view is not UNSET:
            return "view"
        if self.decks is not UNSET:
            return "decks"
        return "passes" if self.then is not UNSET else "answer"

    @property
    def is_look(self) -> bool:
        """Whether it looks at something and leaves the board alone."""
        return self.kind in LOOKS

    @property
    def action(self) -> Action | None:
        """The action of an action step, None for passes alone."""
        if self.do is UNSET or self.by is UNSET:
            return None
        return Action(by=self.by, do=self.do)

    @property
    def added_answers(self) -> list[Any]:
        """The answers that this step gives."""
        if self.answer is not UNSET:
            return [self.answer]
        return list(self.answers) if isinstance(self.answers, list) else []

    @property
    def expected(self) -> Expected:
        """What is expected; nothing in particular where the step does not say."""
        return Expected() if self.expect is UNSET else self.expect


class Scenario(ScenarioPart, kw_only=True):
    """One ruling kept as data. It has a `board`, or a `setup` from which a game begins."""

    id: Identity
    title: NotEmpty
    edition: str = "core-1.4"
    source: Source
    #: an overturned scenario is kept, and not run
    status: Literal["agreed", "proposed", "disputed"] | OverturnedBy
    #: the rules that it is about
    rules: Annotated[list[RuleNumber], Meta(min_length=1)]
    board: dict[str, Any] | UnsetType = UNSET
    setup: dict[str, Any] | UnsetType = UNSET
    steps: Annotated[list[Step], Meta(min_length=1)]
    #: why it comes out so, in own words with rule numbers, written before the engine was asked
    reasoning: NotEmpty

    def __post_init__(self) -> None:
        self.rules = [str(number) for number in self.rules]

    @property
    def example(self) -> str | None:
        """The id of the official example that it shows."""
        if self.source.kind != "example" or self.source.locator is None:
            return None
        return str(self.source.locator)

    @property
    def overturned_by(self) -> str | None:
        """What overturned it, None while it stands."""
        return self.status.overturned_by if isinstance(self.status, OverturnedBy) else None
