"""A text that is not modelled: reached it is refused by name, else it is a caveat (D13)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import judge
from api.notation_yaml import load
from api.scenarios import SCENARIOS
from api.scenarios.model import OneWord
from judge.ruling.actions import Action, Do, Payment
from judge.ruling.ruling import Ruling

BOARD = """
turn: {{player: A, number: 7, begun: {{A: {begun}, B: 3}}}}
order: [A, B]
resources: enough
cards:
  Singer: {{types: [Unit], might: 3, text: unmodelled, clauses: [{clause}]}}
  Song: {{types: [Spell], energy: 0, keywords: {{Action: 1}}, does: [{{do: draw}}]}}
  Bolt:
    types: [Spell]
    energy: 0
    chooses: {{goal: {{kind: unit}}}}
    does: [{{do: deal, amount: 9, to: goal}}]
  Recruiter: {{types: [Unit], might: 1, energy: 0}}
  Captain: {{types: [Unit], might: 3}}
  Lyre: {{types: [Gear], text: unmodelled, clauses: [{clause}]}}
  Stage: {{types: [Battlefield], text: unmodelled, clauses: [{clause}]}}
  Field: {{types: [Battlefield]}}
players:
  A:
    hand: [{{id: song, card: Song}}, {{id: bolt, card: Bolt}}, {{id: recruit, card: Recruiter}}]
    deck: 20
    rune_deck: 8
    base: [{{id: mine, card: {mine}}}, {{id: other, card: Recruiter}}]
  B: {{hand: 1, deck: 20, rune_deck: 8, base: [{{id: theirs, card: {theirs}}}]}}
battlefields:
  - {{id: west, card: {west}, owner: A}}
  - id: east
    card: Field
    owner: B
    controller: B
    units: [{{id: weak, card: Recruiter, controller: B}}]
"""


def ruling(clause: str, do: Do | str, **changes: Any) -> Ruling:
    """The last ruling when A does that and everybody passes until the state is neutral open."""
    words = {"mine": "Recruiter", "theirs": "Recruiter", "west": "Field", "begun": 4, **changes}
    board = judge.read_board(load(BOARD.format(clause=clause, **words))).board
    found = judge.adjudicate(board, Action(by="A", do=do))  # type: ignore[arg-type]
    while found.verdict == "legal" and found.board is not None:
        board = found.board
        if board.chain is None and board.showdown is None:
            break
        assert board.window.priority is not None
        found = judge.adjudicate(board, Action(by=board.window.priority, do="pass"))
    return found


MOVE_OTHER = Do(move="other", to="west")
MOVE_MINE = Do(move="mine", to="west")
ATTACK = Do(move="mine", to="east")
BOLT_OTHER = Do(play="bolt", targets=["other"])
BOLT_MINE = Do(play="bolt", targets=["mine"])
PLAY_UNIT = Do(play="recruit", to="base:A")

REACHED = [
    ("attack trigger", ATTACK, {"mine": "Singer"}),
    ("your attack trigger", ATTACK, {"mine": "Singer"}),
    ("friendly attack trigger", Do(move="other", to="east"), {"mine": "Singer"}),
    ("enemy attack trigger", ATTACK, {"theirs": "Singer"}),
    ("any attack trigger", ATTACK, {"theirs": "Singer"}),
    ("friendly defend trigger", ATTACK, {"theirs": "Singer"}),
    ("enemy defend trigger", Do(move="other", to="east"), {"mine": "Singer"}),
    ("conquer trigger", MOVE_MINE, {"mine": "Singer"}),
    ("Hunt", MOVE_MINE, {"mine": "Singer"}),
    ("conquer trigger", MOVE_OTHER, {"west": "Stage"}),
    ("your conquer trigger", MOVE_OTHER, {"mine": "Singer"}),
    ("your conquer trigger", MOVE_OTHER, {"mine": "Lyre"}),
    ("score trigger", MOVE_OTHER, {"west": "Stage"}),
    ("enemy score trigger", MOVE_OTHER, {"theirs": "Singer"}),
    ("move trigger", MOVE_MINE, {"mine": "Singer"}),
    ("arrival trigger", MOVE_MINE, {"mine": "Singer"}),
    ("any move trigger", MOVE_OTHER, {"west": "Stage"}),
    ("enemy move trigger", MOVE_OTHER, {"theirs": "Singer"}),
    ("Deathknell", BOLT_MINE, {"mine": "Singer"}),
    ("death trigger", BOLT_MINE, {"mine": "Singer"}),
    ("friendly death trigger", BOLT_OTHER, {"mine": "Singer"}),
    ("enemy death trigger", BOLT_OTHER, {"theirs": "Singer"}),
    ("death replacement", BOLT_OTHER, {"mine": "Lyre"}),
    ("combat trigger", ATTACK, {"mine": "Singer"}),
    ("your combat trigger", ATTACK, {"mine": "Singer"}),
    ("your spell trigger", Do(play="song"), {"mine": "Singer"}),
    ("your card trigger", Do(play="song"), {"mine": "Lyre"}),
    ("your card trigger", PLAY_UNIT, {"mine": "Lyre"}),
    ("your unit trigger", PLAY_UNIT, {"mine": "Lyre"}),
    ("ending trigger", "end_turn", {"mine": "Singer"}),
    ("beginning trigger", "end_turn", {"theirs": "Singer"}),
    ("Temporary", "end_turn", {"theirs": "Singer"}),
    ("main trigger", "end_turn", {"theirs": "Singer"}),
    ("turn trigger", "end_turn", {"west": "Stage"}),
    ("leave trigger", BOLT_MINE, {"mine": "Singer"}),
    ("combat rule", ATTACK, {"theirs": "Singer"}),
    ("combat rule of itself", ATTACK, {"mine": "Singer"}),
    ("combat rule", BOLT_OTHER, {"west": "Stage"}),
    ("combat rule of itself", BOLT_MINE, {"mine": "Singer"}),
    ("combat rule here", BOLT_OTHER, {"mine": "Singer"}),
    ("move rule", MOVE_OTHER, {"theirs": "Singer"}),
    ("move rule of itself", MOVE_MINE, {"mine": "Singer"}),
    ("move rule here", MOVE_OTHER, {"west": "Stage"}),
    ("move rule here", MOVE_OTHER, {"mine": "Singer"}),
    ("score rule", MOVE_OTHER, {"mine": "Singer"}),
    ("choice rule", BOLT_OTHER, {"theirs": "Lyre"}),
    ("choice rule of itself", BOLT_MINE, {"mine": "Singer"}),
    ("choice rule here", BOLT_OTHER, {"mine": "Singer"}),
    ("any spell trigger", Do(play="song"), {"theirs": "Singer"}),
    ("any unit trigger", PLAY_UNIT, {"west": "Stage"}),
    ("enemy unit trigger", PLAY_UNIT, {"theirs": "Singer"}),
    ("Bonus Damage", BOLT_OTHER, {"mine": "Lyre"}),
    ("ready rule", "end_turn", {"theirs": "Lyre, exhausted: true"}),
]


@pytest.mark.parametrize(("clause", "do", "changes"), REACHED)
def test_a_clause_that_is_reached_is_refused_by_name(
    clause: str, do: Do | str, changes: dict[str, str]
) -> None:
    name = next(iter(changes.values())).partition(",")[0]
    found = ruling(clause, do, **changes)
    assert found.verdict == "not_adjudicable", found.sentence
    assert found.refusal is not None
    assert (found.refusal.reason, found.refusal.about) == ("clause", f"{name}: {clause}")
    # the refusal says it; a caveat beside it would say that the ruling holds all the same
    assert not found.caveats
    # the trace up to there, and what had happened by then
    assert found.trace
    assert found.board is not None
    assert not found.board.stable


NOT_REACHED = [
    ("attack trigger", MOVE_MINE, {"mine": "Singer"}),
    ("your attack trigger", ATTACK, {"theirs": "Singer"}),
    ("friendly attack trigger", ATTACK, {"theirs": "Singer"}),
    ("conquer trigger", MOVE_OTHER, {"mine": "Singer"}),
    ("your conquer trigger", MOVE_OTHER, {"theirs": "Singer"}),
    ("enemy score trigger", MOVE_OTHER, {"mine": "Singer"}),
    ("move trigger", MOVE_OTHER, {"mine": "Singer"}),
    ("Deathknell", BOLT_OTHER, {"mine": "Singer"}),
    ("friendly death trigger", BOLT_OTHER, {"theirs": "Singer"}),
    ("death replacement", BOLT_OTHER, {"theirs": "Lyre"}),
    ("your spell trigger", PLAY_UNIT, {"mine": "Singer"}),
    ("your unit trigger", Do(play="song"), {"mine": "Singer"}),
    ("ending trigger", "end_turn", {"theirs": "Singer"}),
    ("beginning trigger", "end_turn", {"mine": "Singer"}),
    ("first beginning trigger", "end_turn", {"west": "Stage"}),
    ("static ability", MOVE_OTHER, {"mine": "Singer"}),
    ("combat rule", MOVE_OTHER, {"mine": "Singer"}),
    ("combat rule of itself", BOLT_OTHER, {"mine": "Singer"}),
    ("combat rule here", BOLT_OTHER, {"west": "Stage"}),
    ("move rule of itself", MOVE_OTHER, {"mine": "Singer"}),
    ("move rule here", Do(move="other", to="east"), {"west": "Stage"}),
    ("choice rule of itself", BOLT_OTHER, {"mine": "Singer"}),
    ("choice rule here", BOLT_OTHER, {"west": "Stage"}),
    ("play rule", PLAY_UNIT, {"theirs": "Singer"}),
    ("trigger", MOVE_OTHER, {"mine": "Singer"}),
]


@pytest.mark.parametrize(("clause", "do", "changes"), NOT_REACHED)
def test_a_clause_that_is_not_reached_is_a_caveat(
    clause: str, do: Do | str, changes: dict[str, str]
) -> None:
    found = ruling(clause, do, **changes)
    assert (found.verdict, found.basis) == ("legal", "assumed")
    assert [caveat.code for caveat in found.caveats] == ["unmodelled_text"]


def test_the_first_beginning_phase_of_a_player() -> None:
    found = ruling("first beginning trigger", "end_turn", west="Stage", begun=4)
    assert found.verdict == "legal"
    board = judge.read_board(
        load(
            BOARD.format(
                clause="first beginning trigger",
                mine="Recruiter",
                theirs="Recruiter",
                west="Stage",
                begun=1,
            ).replace("B: 3", "B: 0")
        )
    ).board
    found = judge.adjudicate(board, Action(by="A", do="end_turn"))
    assert found.verdict == "not_adjudicable"


@pytest.mark.parametrize("what", ["attack", "move", "arrival", "combat"])
def test_the_text_of_an_equipment_counts_for_its_bearer(what: str) -> None:
    clause = f"effect {what} trigger"
    mine = "Captain, attached: [{id: lyre, card: Lyre}]"
    found = ruling(clause, ATTACK, mine=mine)
    assert found.refusal is not None
    assert found.refusal.about == f"Lyre: {clause}"


@pytest.mark.parametrize("what", ["Deathknell", "death replacement", "death trigger"])
def test_the_text_of_an_equipment_counts_when_its_bearer_dies(what: str) -> None:
    mine = "Captain, attached: [{id: lyre, card: Lyre}]"
    found = ruling(f"effect {what}", BOLT_MINE, mine=mine)
    assert found.refusal is not None
    assert found.refusal.about == f"Lyre: effect {what}"
    assert ruling(f"effect {what}", BOLT_OTHER, mine=mine).verdict == "legal"


@pytest.mark.parametrize(
    ("clause", "mine", "theirs", "named"),
    [
        ("cost change", "Lyre", "Recruiter", True),
        ("resource ability", "Lyre", "Recruiter", True),
        ("resource ability", "Recruiter", "Lyre", False),
        ("move rule", "Recruiter", "Lyre", True),
        ("attack trigger", "Singer", "Recruiter", False),
    ],
)
def test_a_list_of_legal_actions_names_the_texts_that_bear_on_it(
    clause: str, mine: str, theirs: str, named: bool
) -> None:
    text = BOARD.format(clause=clause, mine=mine, theirs=theirs, west="Field", begun=4)
    listed = judge.legal_actions(judge.read_board(load(text)).board, "A")
    assert any(clause in sentence for sentence in listed.incomplete) is named


def test_nobody_passes_by_themselves_who_may_have_a_play() -> None:
    text = BOARD.format(
        clause="cost change", mine="Recruiter", theirs="Lyre", west="Field", begun=4
    ).replace("resources: enough", "resources: counted")
    tree = load(text)
    tree["cards"]["Reply"] = {
        "types": ["Spell"],
        "energy": 1,
        "keywords": {"Reaction": 1},
        "does": [{"do": "draw"}],
    }
    tree["players"]["A"]["runes"] = []
    tree["players"]["B"].update(hand=[{"id": "reply", "card": "Reply"}], runes=[])
    found = judge.adjudicate(
        judge.read_board(tree).board, Action(by="A", do=Do(play="song")), then="to-next-decision"
    )
    assert found.board is not None
    assert found.board.chain is not None
    # A has nothing else to do and passes; B's reply might cost nothing
    tree["cards"]["Lyre"] = {"types": ["Gear"]}
    alone = judge.adjudicate(
        judge.read_board(tree).board, Action(by="A", do=Do(play="song")), then="to-next-decision"
    )
    assert alone.board is not None
    assert alone.board.chain is None or alone.board.window.priority != "B"


@pytest.mark.parametrize(
    ("clause", "do", "problems"),
    [
        ("cost change", Do(play="dear", to="base:A"), ["not_enough_energy"]),
        ("resource ability", Do(play="dear", to="base:A"), ["not_enough_energy"]),
        (
            "resource ability",
            Do(play="dear", to="base:A", pay=Payment(use=["mine"])),
            ["not_enough_energy", "payment_wrong"],
        ),
        ("activated rule of itself", Do(play="dear", to="base:A"), ["not_enough_energy"]),
        (
            "unit play rule",
            Do(play="recruit", to="base:A", additional={"accelerate": True}),
            ["no_such_additional_cost"],
        ),
        ("move rule", Do(move="there", to="east"), ["needs_ganking"]),
        ("play location", Do(play="recruit", to="east"), ["invalid_location"]),
    ],
)
def test_what_a_text_might_permit_is_not_called_illegal(
    clause: str, do: Do, problems: list[str]
) -> None:
    def judged(mine: str) -> Ruling:
        text = BOARD.format(
            clause=clause, mine=mine, theirs="Recruiter", west="Field", begun=4
        ).replace("resources: enough", "resources: counted")
        tree = load(text)
        tree["cards"]["Dear One"] = {"types": ["Unit"], "might": 1, "energy": 9}
        tree["players"]["A"]["hand"].append({"id": "dear", "card": "Dear One"})
        there = {"id": "there", "card": "Recruiter", "controller": "A"}
        tree["battlefields"][0].update(controller="A", units=[there])
        return judge.adjudicate(judge.read_board(tree).board, Action(by="A", do=do))

    plain = judged("Recruiter")
    assert (plain.verdict, [p.code for p in plain.problems]) == ("illegal", problems)
    found = judged("Lyre")
    assert found.verdict == "not_adjudicable"
    assert found.refusal is not None
    assert found.refusal.about == f"Lyre: {clause}"


@pytest.mark.parametrize("kind", ["control", "copy", "replacement", "prohibition", "trigger"])
@pytest.mark.parametrize(
    "do", [MOVE_MINE, ATTACK, BOLT_MINE, Do(activate="mine")], ids=["move", "attack", "hurt", "use"]
)
def test_an_effect_of_the_board_that_is_not_modelled_is_refused_on_what_it_affects(
    kind: str, do: Do
) -> None:
    def judged(affects: str) -> Ruling:
        tree = load(
            BOARD.format(clause="x", mine="Captain", theirs="Recruiter", west="Field", begun=4)
        )
        tree["effects"] = [{"id": "e1", "kind": kind, "controller": "B", "affects": [affects]}]
        return judge.adjudicate(
            judge.read_board(tree).board, Action(by="A", do=do), then="resolve-chain"
        )

    found = judged("mine")
    assert found.verdict == "not_adjudicable"
    assert found.refusal is not None
    assert (found.refusal.reason, found.refusal.about) == ("clause", "effects.e1")
    elsewhere = judged("theirs")
    assert elsewhere.verdict != "not_adjudicable"
    assert elsewhere.basis == "assumed"
    assert [caveat.code for caveat in elsewhere.caveats] == ["unmodelled_fact"]


def waived(about: str, do: Do, mine: str = "Singer", clause: str = "attack trigger") -> Ruling:
    text = BOARD.format(clause=clause, mine=mine, theirs="Recruiter", west="Field", begun=4)
    board = judge.read_board(load(text)).board
    return judge.adjudicate(board, Action(by="A", do=do), waivers={about: "no_effect"})


def test_a_refusal_says_what_may_be_passed_over_and_then_goes_on() -> None:
    refused = ruling("attack trigger", ATTACK, mine="Singer").refusal
    assert refused is not None
    assert refused.waive == ["no_effect", "notation", "edits"]
    found = waived(str(refused.about), ATTACK)
    assert (found.verdict, found.basis) == ("legal", "waived")
    assert {caveat.code for caveat in found.caveats} == {"waived"}
    assert found.board is not None
    assert found.board.chain is None  # nothing was put on it


def test_a_waiver_of_something_else_does_not_help() -> None:
    found = waived("Singer: hold trigger", ATTACK)
    assert found.verdict == "not_adjudicable"
    assert "waivers_unused" in {caveat.code for caveat in found.caveats}


def test_a_waiver_that_takes_away_a_permission_leaves_the_action_illegal() -> None:
    text = BOARD.format(
        clause="cost change", mine="Lyre", theirs="Recruiter", west="Field", begun=4
    ).replace("resources: enough", "resources: counted")
    tree = load(text)
    tree["cards"]["Dear One"] = {"types": ["Unit"], "might": 1, "energy": 9}
    tree["players"]["A"]["hand"].append({"id": "dear", "card": "Dear One"})
    found = judge.adjudicate(
        judge.read_board(tree).board,
        Action(by="A", do=Do(play="dear", to="base:A")),
        waivers={"Lyre: cost change": "no_effect"},
    )
    assert (found.verdict, found.basis) == ("illegal", "waived")
    assert [problem.code for problem in found.problems] == ["not_enough_energy"]


def test_a_permanent_is_played_without_a_clause_that_was_waived() -> None:
    text = BOARD.format(
        clause="play trigger", mine="Captain", theirs="Recruiter", west="Field", begun=4
    )
    tree = load(text)
    tree["players"]["A"]["hand"].append({"id": "bard", "card": "Singer"})
    tree["cards"]["Singer"]["energy"] = 0
    board = judge.read_board(tree).board
    action = Action(by="A", do=Do(play="bard", to="base:A"))
    refused = judge.adjudicate(board, action).refusal
    assert refused is not None
    assert refused.about == "Singer: play trigger"
    found = judge.adjudicate(board, action, waivers={"Singer: play trigger": "no_effect"})
    assert (found.verdict, found.basis) == ("legal", "waived")


def test_a_lasting_effect_may_be_waived_too() -> None:
    tree = load(BOARD.format(clause="x", mine="Captain", theirs="Recruiter", west="Field", begun=4))
    tree["effects"] = [{"id": "e1", "kind": "control", "controller": "B", "affects": ["mine"]}]
    board = judge.read_board(tree).board
    found = judge.adjudicate(
        board, Action(by="A", do=MOVE_MINE), waivers={"effects.e1": "no_effect"}
    )
    assert (found.verdict, found.basis) == ("legal", "waived")


def test_nothing_else_than_no_effect_can_be_said() -> None:
    text = BOARD.format(clause="x", mine="Captain", theirs="Recruiter", west="Field", begun=4)
    board = judge.read_board(load(text)).board
    with pytest.raises(judge.MalformedAction, match="no_effect"):
        judge.adjudicate(board, Action(by="A", do=MOVE_MINE), waivers={"x": "ignore"})


@pytest.mark.parametrize(
    "scenario",
    [
        "an-item-that-is-no-triggered-ability",
        "where-it-enters-and-it-is-there-already",
        "a-spell-that-lasts-while-it-is-attached",
    ],
)
def test_what_means_nothing_where_it_is_said_may_be_passed_over(scenario: str) -> None:
    found = next(SCENARIOS.rglob(f"{scenario}.yaml"))
    kept = load(found.read_text("utf-8"))
    step = kept["steps"][0]
    action = Action(by=step["by"], do=msgspec.convert(step["do"], Do | OneWord))
    board = judge.read_board(kept["board"]).board

    def judged(**more: Any) -> Ruling:
        then = step.get("then", "resolve-chain")
        return judge.adjudicate(board, action, then=then, **more)

    refusal = judged().refusal
    assert refusal is not None
    assert refusal.waive == ["no_effect", "edits"]
    passed = judged(waivers={refusal.about: "no_effect"})
    assert (passed.verdict, passed.basis) == ("legal", "waived")


def test_an_equip_that_is_not_modelled_is_reached_by_weaponmaster() -> None:
    """821.1.c: what it costs to attach the chosen Equipment is not known."""
    tree = load(
        BOARD.format(clause="", mine="Recruiter", theirs="Recruiter", west="Field", begun=4)
    )
    tree["cards"] |= {
        "Hat": {
            "types": ["Gear"],
            "tags": ["Equipment"],
            "keywords": {"Equip": 1},
            "text": "unmodelled",
            "clauses": ["Equip"],
        },
        "Smith": {"types": ["Unit"], "might": 1, "energy": 0, "keywords": {"Weaponmaster": 1}},
    }
    tree["players"]["A"]["hand"] = [{"id": "smith", "card": "Smith"}]
    tree["players"]["A"]["base"] = [{"id": "hat", "card": "Hat"}]
    found = judge.adjudicate(
        judge.read_board(tree).board,
        Action(by="A", do=Do(play="smith", to="base:A")),
        [True],
        then="resolve-chain",
    )
    assert found.verdict == "not_adjudicable", found.sentence
    assert found.refusal is not None
    assert found.refusal.about == "Hat: Equip"
