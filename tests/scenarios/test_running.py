"""The runner against a judge that says what it is told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from api.scenarios.judges import Declined, Position, Traits
from api.scenarios.model import Scenario
from api.scenarios.running import Outcome, run_scenario
from judge.board.events import Exhausted, Moved
from judge.board.state import Board, Card, GameObject, Player, Result, Turn
from judge.effects.catalogue import standard_catalogue
from judge.ruling.actions import Action, Do, Then
from judge.ruling.legal import BoardCheck, BoardWarning, LegalActions, Pattern, Slot
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import (
    Assumption,
    Caveat,
    Citation,
    Problem,
    Refusal,
    Ruling,
    Step,
)

Reply = Ruling | LegalActions | BoardCheck | Board | list[str] | Declined


class ScriptedJudge:
    """Gives the replies it was made with, one after another, and keeps what it was asked."""

    name = "scripted"
    catalogue = standard_catalogue()

    def __init__(self, board: Board, replies: Sequence[Reply]) -> None:
        self.board = board
        self.replies = list(replies)
        self.asked: list[tuple[Action | None, list[Any], Then]] = []
        self.boards: list[Board] = []

    def _next(self) -> Any:
        reply = self.replies.pop(0)
        if isinstance(reply, Declined):
            raise reply
        return reply

    def read(self, document: Mapping[str, Any]) -> Position:
        return Position(document, self.board)

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Any = None,
    ) -> Ruling:
        self.asked.append((action, list(answers), then))
        self.boards.append(position.board)
        reply = self._next()
        assert isinstance(reply, Ruling)
        return reply

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        self.asked.append((None, list(answers), "nothing"))
        reply = self._next()
        assert isinstance(reply, Ruling)
        return reply

    def legal(self, position: Position, player: str) -> LegalActions:
        reply = self._next()
        assert isinstance(reply, LegalActions)
        return reply

    def check(self, position: Position) -> BoardCheck:
        reply = self._next()
        assert isinstance(reply, BoardCheck)
        return reply

    def view(self, position: Position, viewer: str) -> Board:
        reply = self._next()
        assert isinstance(reply, Board)
        return reply

    def deck_faults(self, setup: Mapping[str, Any]) -> list[str]:
        reply = self._next()
        assert isinstance(reply, list)
        return reply

    def traits(self, board: Board, ref: str) -> Traits:
        if ref == "a1":
            return Traits(6, {"Assault": 4, "Ganking": 1}, True)
        raise LookupError(ref)


ScenarioMaker = Callable[..., Scenario]


@pytest.fixture
def make_scenario() -> ScenarioMaker:
    """A scenario with the given steps; everything else about it is of no interest."""

    def make(*steps: Mapping[str, Any], **changed: Any) -> Scenario:
        tree = {
            "id": "made-up",
            "title": "Made up",
            "source": {"kind": "reasoned"},
            "status": "agreed",
            "rules": [465],
            "board": {"turn": {"player": "A"}},
            "steps": list(steps),
            "reasoning": "none",
            **changed,
        }
        return msgspec.convert({k: v for k, v in tree.items() if v is not None}, Scenario)

    return make


SEEKER = "Void Seeker"
MOVE = {"by": "A", "do": {"move": "a1", "to": "west"}}


def board(**facts: Any) -> Board:
    unit = GameObject(id="a1", card="Jinx, Rebel", owner="A", controller="A")
    players = {"A": Player(base=[unit]), "B": Player()}
    return Board(order=["A", "B"], turn=Turn(player="A"), players=players, **facts)


def legal(**facts: Any) -> Ruling:
    return Ruling(verdict="legal", **{"board": board(), "basis": "rules", **facts})


def illegal(*codes: str, on: Board | None = None) -> Ruling:
    problems = [Problem(code=c, kind="not_now", rules=["144.2"], sentence="No.") for c in codes]
    return Ruling(basis="rules", verdict="illegal", problems=problems, board=on or board())


def question(**facts: Any) -> Ruling:
    asked: dict[str, Any] = {"form": "choose_one", "to": "A", "prompt": "Which?", **facts}
    working = board(stable=False)
    return Ruling(basis="rules", verdict="question", question=Question(**asked), board=working)


def run(make: ScenarioMaker, steps: Sequence[Mapping[str, Any]], *replies: Reply) -> Outcome:
    judge = ScriptedJudge(board(), replies)
    outcome = run_scenario(make(*steps), judge)
    assert outcome.failures or not judge.replies, "the runner stopped early and said nothing"
    return outcome


def paths(outcome: Outcome) -> list[tuple[int, str]]:
    return [(failure.step, failure.path) for failure in outcome.failures]


# --- verdicts -------------------------------------------------------------------------------------


def test_a_step_that_expects_nothing_expects_a_legal_ruling(make_scenario: ScenarioMaker) -> None:
    assert run(make_scenario, [MOVE], legal()).passed
    outcome = run(make_scenario, [MOVE], illegal("unit_exhausted"))
    assert paths(outcome) == [(1, "verdict")]
    assert "unit_exhausted" in outcome.failures[0].message


@pytest.mark.parametrize(
    ("expect", "reply"),
    [
        ({"problems": ["unit_exhausted"]}, illegal("unit_exhausted", "unit_exhausted")),
        ({"verdict": "illegal"}, illegal("unit_exhausted")),
        ({"question": {"form": "choose_one", "to": "A"}}, question()),
        (
            {"refusal": {"reason": "clause"}},
            Ruling(
                basis="rules",
                verdict="not_adjudicable",
                refusal=Refusal(reason="clause", sentence="No."),
            ),
        ),
    ],
)
def test_the_verdict_follows_from_what_is_expected(
    make_scenario: ScenarioMaker, expect: Mapping[str, Any], reply: Ruling
) -> None:
    assert run(make_scenario, [{**MOVE, "expect": expect}], reply).passed
    assert paths(run(make_scenario, [{**MOVE, "expect": expect}], legal()))[0] == (1, "verdict")


def test_another_verdict_than_expected_ends_the_run(make_scenario: ScenarioMaker) -> None:
    judge = ScriptedJudge(board(), [illegal("unit_exhausted"), legal()])
    outcome = run_scenario(make_scenario(MOVE, MOVE), judge)
    assert paths(outcome) == [(1, "verdict")]
    assert len(judge.replies) == 1


def test_other_mismatches_are_gathered_over_all_steps(make_scenario: ScenarioMaker) -> None:
    step = {**MOVE, "expect": {"basis": "assumed", "winner": "B"}}
    outcome = run(make_scenario, [step, step], legal(), legal())
    assert paths(outcome) == [(1, "basis"), (1, "winner"), (2, "basis"), (2, "winner")]


# --- what the runner insists on -------------------------------------------------------------------


def test_an_illegal_action_must_leave_the_board_as_it_was(make_scenario: ScenarioMaker) -> None:
    changed = board()
    changed.players["A"].points = 1
    steps = [{**MOVE, "expect": {"problems": ["unit_exhausted"]}}]
    outcome = run(make_scenario, steps, illegal("unit_exhausted", on=changed))
    assert paths(outcome) == [(1, "board")]


def test_a_board_that_was_handed_in_must_not_change(make_scenario: ScenarioMaker) -> None:
    class Scribbler(ScriptedJudge):
        def adjudicate(self, position: Any, *rest: Any) -> Ruling:
            position.board.players["A"].points += 1
            return super().adjudicate(position, *rest)

    outcome = run_scenario(make_scenario(MOVE), Scribbler(board(), [legal()]))
    assert [failure.message for failure in outcome.failures] == [
        "the board that was handed in has changed"
    ]


def test_an_illegal_action_needs_a_reason(make_scenario: ScenarioMaker) -> None:
    outcome = run(make_scenario, [{**MOVE, "expect": {"verdict": "illegal"}}], illegal())
    assert paths(outcome) == [(1, "problems")]


def test_an_answer_that_is_not_used_fails(make_scenario: ScenarioMaker) -> None:
    step = {**MOVE, "answers": ["a1", "b1"]}
    assert run(make_scenario, [step], legal(answers_used=2)).passed
    outcome = run(make_scenario, [step], legal(answers_used=1))
    assert paths(outcome) == [(1, "answers")]
    assert "b1" in outcome.failures[0].message


def test_a_question_nobody_expected_fails(make_scenario: ScenarioMaker) -> None:
    outcome = run(make_scenario, [{**MOVE, "expect": {"verdict": "question"}}], question())
    assert paths(outcome) == [(1, "question")]


def test_an_answer_to_no_question_fails(make_scenario: ScenarioMaker) -> None:
    outcome = run(make_scenario, [MOVE, {"answer": "a1"}], legal())
    assert paths(outcome) == [(1, "verdict")]


# --- boards and answers from step to step ---------------------------------------------------------


def test_answers_are_added_to_the_same_action(make_scenario: ScenarioMaker) -> None:
    judge = ScriptedJudge(board(), [question(), question(), legal(answers_used=4)])
    judge.replies[1].answers_used = 1  # type: ignore[union-attr]
    steps = [{**MOVE, "then": "resolve-chain"}, {"answer": ["a1"]}, {"answers": [True, 2, "x"]}]
    outcome = run_scenario(make_scenario(*steps), judge)
    assert outcome.failures == ()
    actions = [action for action, _, _ in judge.asked]
    assert actions[0] is not None
    assert actions == [actions[0]] * 3
    assert [answers for _, answers, _ in judge.asked] == [[], [["a1"]], [["a1"], True, 2, "x"]]
    assert {then for _, _, then in judge.asked} == {"resolve-chain"}


def test_the_board_of_a_legal_step_is_the_board_of_the_next(make_scenario: ScenarioMaker) -> None:
    moved = board()
    moved.players["A"].points = 3
    judge = ScriptedJudge(board(), [legal(board=moved), illegal("game_over", on=moved), legal()])
    steps = [MOVE, {**MOVE, "expect": {"problems": ["game_over"]}}, {"then": "resolve-chain"}]
    assert run_scenario(make_scenario(*steps), judge).passed
    assert [handed.players["A"].points for handed in judge.boards] == [0, 3, 3]
    assert judge.asked[2] == (None, [], "resolve-chain")


def test_a_setup_is_answered_before_the_game_begins(make_scenario: ScenarioMaker) -> None:
    judge = ScriptedJudge(board(), [question(), legal(answers_used=1), legal()])
    scenario = make_scenario({"answer": "A"}, MOVE, board=None, setup={"decks": {}})
    assert run_scenario(scenario, judge).passed
    assert [answers for _, answers, _ in judge.asked] == [[], ["A"], []]


def test_a_setup_that_asks_needs_an_answer_first(make_scenario: ScenarioMaker) -> None:
    scenario = make_scenario(MOVE, board=None, setup={"decks": {}})
    outcome = run_scenario(scenario, ScriptedJudge(board(), [question()]))
    assert paths(outcome) == [(0, "setup")]


def test_input_that_the_judge_declines_fails_with_its_reasons(make_scenario: ScenarioMaker) -> None:
    outcome = run(make_scenario, [MOVE], Declined(["$.board: no", "$.turn: no"]))
    assert len(outcome.failures) == 2
    assert "$.turn: no" in outcome.failures[1].message


def test_a_judge_that_breaks_down_fails_the_scenario_alone(make_scenario: ScenarioMaker) -> None:
    class Broken(ScriptedJudge):
        def adjudicate(self, *rest: Any) -> Ruling:
            raise KeyError("no object b9")

    outcome = run_scenario(make_scenario(MOVE, MOVE), Broken(board(), []))
    (failure,) = outcome.failures
    assert failure.message.startswith(
        "the judge broke down: KeyError: 'no object b9' (test_running"
    )


def test_an_overturned_scenario_is_not_run(make_scenario: ScenarioMaker) -> None:
    outcome = run_scenario(
        make_scenario(MOVE, status={"overturned_by": "faq-1"}), ScriptedJudge(board(), [])
    )
    assert (outcome.status, outcome.passed) == ("overturned", False)


# --- each expectation -----------------------------------------------------------------------------

RICH = legal(
    basis="assumed",
    board=board(result=Result(winners=["A"])),
    trace=[
        Step(
            rules=["144"],
            children=[
                Step(rules=["144.2"], event=Exhausted(refs=["a1"])),
                Step(rules=["420"], event=Moved(refs=["a1", "a2"], to="west")),
            ],
        ),
        Step(rules=["144.2"], event=Exhausted(refs=["a3"])),
    ],
    citations=[Citation(edition="core-1.4", rule="144.2")],
    assumptions=[Assumption(path="turn.begun", sentence="It is.")],
    caveats=[Caveat(code="overlay", sentence="Careful.")],
)


@pytest.mark.parametrize(
    "expect",
    [
        {"basis": "assumed"},
        {"problems": []},
        {"cites": ["144.2"], "not_cites": [709]},
        {"events": [{"type": "exhausted"}, {"type": "moved", "to": "west"}]},
        {
            "events": [
                {"type": "moved", "refs": ["a2", "a1"]},
                {"type": "exhausted", "refs": ["a3"]},
            ]
        },
        {"no_events": ["healed"]},
        {"assumptions": ["turn.begun"], "caveats": ["overlay"]},
        {"winner": "A"},
        {"winner": ["A"]},
        {"board": {"at": {"a1": "base:A"}}},
        {"might": {"a1": 6}, "mighty": {"a1": True}},
        {"keywords": {"a1": {"assault": 4, "Ganking": True, "Tank": False, "Shield": 0}}},
    ],
)
def test_an_expectation_is_met(make_scenario: ScenarioMaker, expect: Mapping[str, Any]) -> None:
    outcome = run(make_scenario, [{**MOVE, "expect": expect}], RICH)
    assert outcome.failures == ()


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"basis": "rules"}, "basis"),
        ({"cites": ["144.2", "144.1.a"]}, "cites"),
        ({"not_cites": ["144.2"]}, "not_cites"),
        ({"events": [{"type": "moved"}, {"type": "exhausted", "refs": ["a1"]}]}, "events.1"),
        ({"events": [{"type": "moved", "refs": ["a1"]}]}, "events.0"),
        ({"events": [{"type": "exhausted"}] * 3}, "events.2"),
        ({"events": [{"type": "healed"}]}, "events.0"),
        ({"no_events": ["exhausted"]}, "no_events"),
        ({"assumptions": []}, "assumptions"),
        ({"assumptions": ["turn.begun", "turn.number"]}, "assumptions"),
        ({"caveats": ["other"]}, "caveats"),
        ({"winner": None}, "winner"),
        ({"board": {"at": {"a1": "west"}}}, "board.at.a1"),
        ({"might": {"a1": 5}}, "might.a1"),
        ({"might": {"zz": 5}}, "might.zz"),
        ({"mighty": {"a1": False}}, "mighty.a1"),
        ({"keywords": {"a1": {"Assault": 3}}}, "keywords.a1.Assault"),
        ({"keywords": {"a1": {"Ganking": False}}}, "keywords.a1.Ganking"),
        ({"keywords": {"a1": {"Tank": True}}}, "keywords.a1.Tank"),
        ({"keywords": {"a1": {}}}, "keywords.a1"),
        ({"question": {"to": "A"}, "verdict": "legal"}, "question"),
        ({"refusal": {"reason": "loop"}, "verdict": "legal"}, "refusal"),
    ],
)
def test_an_expectation_that_is_not_met_is_named(
    make_scenario: ScenarioMaker, expect: Mapping[str, Any], path: str
) -> None:
    assert paths(run(make_scenario, [{**MOVE, "expect": expect}], RICH)) == [(1, path)]


def test_an_illegal_step_expects_exactly_its_problems(make_scenario: ScenarioMaker) -> None:
    reply = illegal("unit_exhausted", "needs_ganking")
    steps = [{**MOVE, "expect": {"problems": ["needs_ganking", "unit_exhausted"]}}]
    assert run(make_scenario, steps, reply).passed
    steps = [{**MOVE, "expect": {"problems": ["unit_exhausted"]}}]
    outcome = run(make_scenario, steps, reply)
    assert [failure.message for failure in outcome.failures] == ["not expected needs_ganking"]


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"form": "choose_some", "to": "A", "min": 1, "max": 2, "options": ["b", "a"]}, None),
        ({"form": "choose_one"}, "question.form"),
        ({"to": "B"}, "question.to"),
        ({"min": 0}, "question.min"),
        ({"max": 1}, "question.max"),
        ({"amount": 3}, "question.amount"),
        ({"slot": "to"}, "question.slot"),
        ({"options": ["a"]}, "question.options"),
        ({"options": ["a", "b", "c"]}, "question.options"),
    ],
)
def test_a_question_is_compared(
    make_scenario: ScenarioMaker, expect: Mapping[str, Any], path: str | None
) -> None:
    options = [Option(id="a"), Option(id="b")]
    reply = question(form="choose_some", options=options, min=1, max=2)
    outcome = run(make_scenario, [{**MOVE, "expect": {"question": expect}}], reply)
    assert paths(outcome) == ([(1, path)] if path else [])


OFFERED = LegalActions(
    player="A",
    patterns=[
        Pattern(by="A", do=Do(pass_=True), text="pass"),
        Pattern(
            by="A",
            do=Do(move=[]),
            text="move",
            slots=[
                Slot(
                    name="move",
                    form="choose_some",
                    options=[Option(id="a1"), Option(id="a2")],
                    min=1,
                    max=2,
                ),
                Slot(
                    name="to", form="choose_one", options=[Option(id="west"), Option(id="base:A")]
                ),
            ],
        ),
        Pattern(
            by="A",
            do=Do(play="h1"),
            text="play",
            slots=[Slot(name="targets.unit", form="choose_some", options=[Option(id="b1")], max=1)],
        ),
        Pattern(by="A", do=Do(activate="r1", ability=0), text="activate"),
    ],
)


YES, OPEN, NO = "is offered", "is left to a later choice", "is not offered"


@pytest.mark.parametrize(
    ("do", "offer"),
    [
        ("pass", YES),
        ("end_turn", NO),
        ({"move": "a1", "to": "west"}, YES),
        ({"move": ["a1", "a2"], "to": "base"}, YES),
        ({"move": "a1"}, YES),
        ({"move": "a3", "to": "west"}, NO),
        ({"move": ["a1", "a2", "a1"], "to": "west"}, NO),
        ({"move": "a1", "to": "east"}, NO),
        ({"play": "h1", "targets": ["b1"]}, YES),
        ({"play": "Void Seeker", "targets": {"unit": "b1"}}, YES),
        ({"play": "h2"}, YES),
        ({"play": "h3"}, NO),
        ({"play": "h1", "targets": ["b2"]}, NO),
        ({"play": "h1", "targets": {"gear": "b1"}}, OPEN),
        ({"play": "h1", "to": "west"}, OPEN),
        ({"play": "h1", "additional": {"accelerate": True}}, OPEN),
        ({"activate": "r1"}, YES),
        ({"activate": "r1", "ability": 1}, NO),
        ({"hide": "h1"}, NO),
    ],
)
@pytest.mark.parametrize("is_accepted", [True, False])
def test_what_is_offered_and_what_is_accepted_must_be_the_same(
    make_scenario: ScenarioMaker, do: Any, offer: str, is_accepted: bool
) -> None:
    hand = [Card(id=f"h{n}", card=card) for n, card in ((1, SEEKER), (2, SEEKER), (3, "Cleave"))]
    judged = legal() if is_accepted else illegal("game_over")

    def passes(name: str) -> bool:
        on = board()
        on.players["A"].hand = hand
        judge = ScriptedJudge(on, [OFFERED, judged])
        scenario = make_scenario({"legal": "A", "expect": {name: [do]}})
        return run_scenario(scenario, judge).passed

    is_consistent = offer == OPEN or (offer == YES) == is_accepted
    assert passes("offers") == (is_consistent and is_accepted)
    assert passes("not_offers") == (is_consistent and not is_accepted)


def test_a_check_expects_exactly_its_warnings(make_scenario: ScenarioMaker) -> None:
    found = BoardCheck(
        warnings=[BoardWarning(code="many_runes", rules=["103.3.a"], sentence="Many.")]
    )
    steps = [{"check": True, "expect": {"warnings": ["many_runes"]}}]
    assert run(make_scenario, steps, found).passed
    steps = [{"check": True, "expect": {"warnings": []}}]
    assert paths(run(make_scenario, steps, found)) == [(1, "warnings")]


def seen_by_b(*faces: tuple[str, str]) -> Board:
    """A board on which A holds these cards, as (id, face)."""
    held = board()
    held.players["A"].hand = [Card(id=identity, card=face) for identity, face in faces]
    return held


@pytest.mark.parametrize(
    ("expect", "path"),
    [
        ({"sees": {"h1": False, "h2": True, "a1": True}}, None),
        ({"sees": {"h1": True}}, "sees.h1"),
        ({"sees": {"h2": False}}, "sees.h2"),
        ({"sees": {"h3": False}}, "sees.h3"),
        ({"board": {"players": {"A": {"hand": [{"card": "unknown"}, SEEKER]}}}}, None),
        ({"board": {"players": {"A": {"hand": [SEEKER, SEEKER]}}}}, "board.players.A.hand"),
    ],
)
def test_a_view_shows_the_faces_that_are_expected(
    make_scenario: ScenarioMaker, expect: Mapping[str, Any], path: str | None
) -> None:
    view = seen_by_b(("A.hand-1", "unknown"), ("h2", SEEKER))
    judge = ScriptedJudge(seen_by_b(("h1", SEEKER), ("h2", SEEKER)), [view])
    outcome = run_scenario(make_scenario({"view": "B", "expect": expect}), judge)
    assert paths(outcome) == ([] if path is None else [(1, path)])


def test_a_hidden_card_may_not_keep_its_id(make_scenario: ScenarioMaker) -> None:
    view = seen_by_b(("h1", "unknown"))
    judge = ScriptedJudge(seen_by_b(("h1", SEEKER)), [view])
    scenario = make_scenario({"view": "B", "expect": {"sees": {"h1": False}}})
    assert paths(run_scenario(scenario, judge)) == [(1, "sees.h1")]


@pytest.mark.parametrize(
    ("wanted", "came", "path"),
    [
        ([], [], None),
        (["too_many_copies"], ["too_many_copies"], None),
        (["too_many_copies"], [], "faults"),
        ([], ["too_many_copies"], "faults"),
    ],
)
def test_decks_have_exactly_the_faults_that_are_expected(
    make_scenario: ScenarioMaker, wanted: list[str], came: list[str], path: str | None
) -> None:
    step = {"decks": True, "expect": {"faults": wanted}}
    scenario = make_scenario(step, board=None, setup={"decks": {}})
    outcome = run_scenario(scenario, ScriptedJudge(board(), [came]))
    assert paths(outcome) == ([] if path is None else [(1, path)])


def test_a_setup_goes_on_after_a_look_at_its_decks(make_scenario: ScenarioMaker) -> None:
    look = {"decks": True, "expect": {"faults": []}}
    judge = ScriptedJudge(board(), [[], question(), legal(answers_used=1)])
    scenario = make_scenario(look, {"answer": "A"}, board=None, setup={"decks": {}})
    assert run_scenario(scenario, judge).passed
    judge = ScriptedJudge(board(), [[], question()])
    scenario = make_scenario(look, MOVE, board=None, setup={"decks": {}})
    assert paths(run_scenario(scenario, judge)) == [(1, "setup")]
