"""The command line, as a person or a program uses it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import judge
from api.cli import main
from api.scenarios.schema import schema_text
from tests.cli.requests import BOARD, MOVE, NOT_ENOUGH, OPEN, Invoke

REPOSITORY = Path(__file__).resolve().parents[2]

# --- adjudicate -----------------------------------------------------------------------------------


def test_a_legal_action_ends_with_0_and_says_what_happened(arbiter: Invoke, board: str) -> None:
    result = arbiter("adjudicate", board, "--action", MOVE)
    assert result.exit_code == 0
    first, *rest = result.stdout.splitlines()
    assert first == "Legal."
    assert any("Rower (a1) moves from A's base to Quiet Shore (shore)." in line for line in rest)
    assert any(line.strip(" │├└─").startswith("144.2 ") for line in rest)
    assert "\x1b" not in result.stdout
    after = result.stdout.partition("The board afterwards")[2]
    assert "At Quiet Shore (shore): nobody controls it, A contests it." in after
    assert "Rower (a1) of A, Might 3, exhausted" in after


def test_an_illegal_action_ends_with_1_and_says_why(arbiter: Invoke, board: str) -> None:
    result = arbiter("adjudicate", board, "--action", NOT_ENOUGH)
    assert result.exit_code == 1
    assert result.stdout.startswith("Illegal: ")
    assert "[not_enough_energy]" in result.stdout
    assert "357.1 " in result.stdout


def test_a_question_ends_with_3_and_an_answer_settles_it(arbiter: Invoke, board: str) -> None:
    asked = arbiter("adjudicate", board, "--action", OPEN)
    assert asked.exit_code == 3
    assert "b1: Rower" in asked.stdout
    answered = arbiter("adjudicate", board, "--action", OPEN, "--answers", "[b1]")
    assert answered.exit_code == 0
    assert "choosing Rower (b1)" in answered.stdout


def test_what_cannot_be_judged_ends_with_4(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "old.yaml"
    file.write_text(f"edition: core-1.3\n{BOARD}")
    result = arbiter("adjudicate", str(file), "--action", MOVE)
    assert result.exit_code == 4
    assert result.stdout.startswith("This can't be judged: ")
    assert "this edition of the rules is not played" in result.stdout


def test_what_a_refusal_was_about_can_be_waived(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "bell.yaml"
    file.write_text(
        BOARD.replace(
            "might: 3, energy: 1}",
            "might: 3, energy: 1, text: unmodelled, clauses: [move trigger]}",
        )
    )
    refused = arbiter("adjudicate", str(file), "--action", MOVE)
    assert refused.exit_code == 4
    assert 'Take "Rower: move trigger" to have no effect: --waive' in refused.stdout
    judged = arbiter("adjudicate", str(file), "--action", MOVE, "--waive", "Rower: move trigger")
    assert judged.exit_code == 0
    assert "This rests on what the caller said should be passed over." in judged.stdout


def test_a_waiver_may_say_what_came_of_it_and_what_matters_is_told(
    arbiter: Invoke, tmp_path: Path
) -> None:
    file = tmp_path / "board.yaml"
    unmodelled = "might: 3, energy: 1, text: unmodelled, clauses: [move trigger]}"
    file.write_text(BOARD.replace("might: 3, energy: 1}", unmodelled), encoding="utf-8")
    edits = "Rower: move trigger={edits: [{set: A, points: 2}]}"
    judged = arbiter("adjudicate", str(file), "--action", MOVE, "--waive", edits, "--sensitivity")
    assert judged.exit_code == 0
    assert "Were it otherwise" in judged.stdout
    wrong = arbiter("adjudicate", str(file), "--action", MOVE, "--waive", "Rower={edits: 3}")
    assert wrong.exit_code == 2
    unread = arbiter("adjudicate", str(file), "--action", MOVE, "--reading", "OP-1")
    assert unread.exit_code == 2
    unknown = arbiter("adjudicate", str(file), "--action", MOVE, "--reading", "OP-1=z")
    assert unknown.exit_code == 2
    assert "no reading" in unknown.stderr


def test_passes_follow_the_action(arbiter: Invoke, board: str) -> None:
    chosen = "{by: A, do: {play: s1, targets: [b1]}}"
    result = arbiter("adjudicate", board, "--action", chosen, "--then", "resolve-chain", "--json")
    ruling = json.loads(result.stdout)
    assert ruling["verdict"] == "legal"
    assert "chain" not in ruling["board"]


def test_a_file_may_hold_the_whole_request(arbiter: Invoke, tmp_path: Path) -> None:
    indented = BOARD.replace("\n", "\n  ")
    file = tmp_path / "request.yaml"
    file.write_text(f"action: {OPEN}\nanswers: [b2]\nthen: resolve-chain\nboard:\n  {indented}\n")
    result = arbiter("adjudicate", str(file))
    assert result.exit_code == 0
    assert "deals 2 damage to Rower (b2)" in result.stdout


def test_a_ruling_as_json_is_the_ruling_of_the_engine(arbiter: Invoke, board: str) -> None:
    from api.notation_yaml import load

    result = arbiter("adjudicate", board, "--action", MOVE, "--json")
    action = judge.Action(by="A", do=judge.Do(move="a1", to="shore"))
    ruling = judge.adjudicate(judge.read_board(load(BOARD)).board, action)
    assert json.loads(result.stdout) == json.loads(judge.encode(ruling))


def test_standard_input_may_hold_the_board_or_the_action(arbiter: Invoke, board: str) -> None:
    from_board = arbiter("adjudicate", "-", "--action", MOVE, given=BOARD)
    from_action = arbiter("adjudicate", board, "--action", "-", given=MOVE)
    assert (from_board.exit_code, from_action.exit_code) == (0, 0)
    assert from_board.stdout == from_action.stdout
    both = arbiter("adjudicate", "-", "--action", "-", given=BOARD)
    assert both.exit_code == 2


def test_json_may_have_tabs(arbiter: Invoke, tmp_path: Path) -> None:
    from api.notation_yaml import load

    file = tmp_path / "board.json"
    file.write_text(json.dumps(load(BOARD), indent="\t"))
    assert arbiter("adjudicate", str(file), "--action", MOVE).exit_code == 0


def test_a_viewer_does_not_see_the_hand_of_another(arbiter: Invoke, board: str) -> None:
    seen = arbiter("adjudicate", board, "--action", MOVE, "--viewer", "B", "--json").stdout
    everything = arbiter("adjudicate", board, "--action", MOVE, "--json").stdout
    hand = [
        card.get("card", "unknown") for card in json.loads(seen)["board"]["players"]["A"]["hand"]
    ]
    assert hand == ["unknown", "unknown"]
    assert "Spark" in json.dumps(json.loads(everything)["board"]["players"]["A"]["hand"])


@pytest.mark.parametrize(
    ("text", "arguments", "complaint"),
    [
        ("turn: {player: A", ["--action", MOVE], "board.yaml:2:1: "),
        ("a: 1\na: 2", ["--action", MOVE], "board.yaml:2:1: the key 'a' stands twice"),
        ("[]", ["--action", MOVE], "a board is a mapping"),
        (BOARD.replace("number: 3", "number: x"), ["--action", MOVE], "board.yaml:2:"),
        (
            BOARD.replace("card: Rower}]}\n  B", "card: Rowre}]}\n  B"),
            ["--action", MOVE],
            "yaml:9:",
        ),
        (BOARD, [], "no action"),
        (BOARD, ["--action", "{by: A}"], "--action"),
        (BOARD, ["--action", "{by: A, do: {}}"], "exactly one of"),
        (BOARD, ["--action", "{by: C, do: pass}"], "C"),
        (
            BOARD,
            ["--action", "{by: A, do: {mvoe: a1}}"],
            "--action:1:14: $.do.mvoe: no such key; there are: ability, ",
        ),
        (BOARD, ["--action", "{do: pass}"], "--action:1:1: `by` is needed"),
        (BOARD, ["--action", "{by: A, do: dance}"], '"dance" is none of: concede, end_turn, pass'),
        (
            BOARD,
            ["--action", "nowhere.yaml"],
            "there is no file 'nowhere.yaml'; write it out, such as",
        ),
        (BOARD, ["--action", OPEN, "--answers", "{a: 1}"], "--answers"),
        (BOARD, ["--action", OPEN, "--answers", "b1"], "write it out, such as [b1]"),
        (BOARD, ["--action", "move a1"], "such as '{by: A, do: {play: "),
        (
            BOARD,
            ["--action", "{by: A, move: a1}"],
            "$.move: no such key here; it belongs under `do`",
        ),
        (BOARD, ["--action", OPEN, "--answers", "[[b1, b2]]"], "answer 1: "),
        (BOARD, ["--action", MOVE, "--viewer", "C"], "There is no viewer 'C'"),
        (BOARD, ["--action", MOVE, "--then", "never"], "--then"),
        ("board: {}\nactoin: x", ["--action", MOVE], "board.yaml:2:1: $.actoin: no such key"),
        ("board: {}\nthen: never", ["--action", MOVE], "board.yaml:2:1: $.then: "),
        ("id: x\nsteps: []\nboard: {}", [], "this is a scenario"),
    ],
)
def test_faulty_input_ends_with_2_and_a_precise_complaint(
    arbiter: Invoke, board: str, text: str, arguments: Sequence[str], complaint: str
) -> None:
    Path(board).write_text(text)
    result = arbiter("adjudicate", board, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_every_fault_of_a_board_is_named(arbiter: Invoke, board: str) -> None:
    Path(board).write_text(BOARD.replace("hand: 2", "hnad: 2").replace("player: A", "plaier: A"))
    result = arbiter("check", board)
    assert result.exit_code == 2
    assert "board.yaml:2:8: $.turn.plaier: " in result.stderr
    assert "board.yaml:10:7: $.players.B.hnad: " in result.stderr


def test_input_that_is_no_text_or_too_large_is_refused(arbiter: Invoke) -> None:
    binary = arbiter("check", "-", given=b"turn: \xff\xfe")
    assert (binary.exit_code, "UTF-8" in binary.stderr) == (2, True)
    large = arbiter("check", "-", given=b"#" * 1_000_001)
    assert (large.exit_code, "REQUEST_BYTES" in large.stderr) == (2, True)
    deep = arbiter("check", "-", given=b'{"a":' * 100_000)
    assert deep.exit_code == 2
    twice = arbiter("check", "-", given=b'{"turn": 1, "turn": 2}')
    assert (twice.exit_code, "stands twice" in twice.stderr) == (2, True)


# --- legal, check, rules --------------------------------------------------------------------------


def test_legal_actions_are_listed_with_what_fills_them(arbiter: Invoke, board: str) -> None:
    result = arbiter("legal", board)
    assert result.exit_code == 0
    assert result.stdout.startswith("A may:")
    assert "end the turn" in result.stdout
    assert "targets.unit" in result.stdout
    # with what an action is written with: the ids of what may fill it, and the rest of it
    assert "Rower (b1)" in result.stdout
    assert "{play: s1}" in result.stdout
    patterns = json.loads(arbiter("legal", board, "A", "--json").stdout)["patterns"]
    assert {"play": "s1"} in [pattern["do"] for pattern in patterns]


def test_what_a_unit_is_is_explained(arbiter: Invoke, board: str) -> None:
    result = arbiter("explain", board, "b1")
    assert (result.exit_code, "Rower" in result.stdout) == (0, True)
    assert "(143.2)" in result.stdout
    found = json.loads(arbiter("explain", board, "b1", "--about", "might", "--json").stdout)
    assert {step["about"] for step in found["steps"]} == {"might"}
    nobody = arbiter("explain", board, "zz")
    assert (nobody.exit_code, "no object" in nobody.stderr) == (2, True)
    assert arbiter("explain", board).exit_code == 2


def test_what_is_not_legal_now_is_listed_when_asked_for(arbiter: Invoke, board: str) -> None:
    assert "Not now:" not in arbiter("legal", board).stdout
    result = arbiter("legal", board, "--excluded")
    assert "Not now:" in result.stdout
    assert "Rower costs 1 Energy" in result.stdout
    nothing = arbiter("legal", board, "B", "--excluded").stdout
    assert "Not now: nothing." in nothing
    assert "Not now" not in arbiter("legal", board, "B").stdout


def test_a_player_nobody_knows_is_refused(arbiter: Invoke, board: str) -> None:
    result = arbiter("legal", board, "C")
    assert (result.exit_code, "'C'" in result.stderr) == (2, True)


def test_a_check_says_what_is_unusual(arbiter: Invoke, board: str) -> None:
    fine = arbiter("check", board)
    assert (fine.exit_code, fine.stdout.splitlines()[0]) == (
        0,
        "Nothing speaks against this board.",
    )
    Path(board).write_text(BOARD.replace("  - {id: bridge, card: Old Bridge, owner: B}\n", ""))
    odd = arbiter("check", board)
    assert (odd.exit_code, "[battlefield_count]" in odd.stdout) == (0, True)
    found = json.loads(arbiter("check", board, "--json").stdout)
    assert [warning["code"] for warning in found["warnings"]] == ["battlefield_count"]


def test_a_rule_is_shown_between_what_is_above_and_below(arbiter: Invoke) -> None:
    result = arbiter("rules", "show", "465.2.c")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.stdout.splitlines()]
    assert lines[0] == "300 Playing the Game"
    assert lines.index("465.2.c") > lines.index("465 Step 2: The Combat Damage Step")
    assert any(line.startswith("465.2.c.10 ") for line in lines)
    shown = json.loads(arbiter("rules", "show", "1.4:709", "--json").stdout)
    assert (shown["edition"], shown["rule"]["number"]) == ("core-1.4", "709")
    assert shown["rule"]["examples"] == 2


@pytest.mark.parametrize("number", ["465.2.z", "9.9:465", "nonsense", ""])
def test_a_rule_that_is_none_is_refused(arbiter: Invoke, number: str) -> None:
    result = arbiter("rules", "show", number)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")


# --- scenarios ------------------------------------------------------------------------------------

SCENARIO = """\
id: a-move
title: A unit moves
source: {kind: reasoned}
status: agreed
rules: [144.2]
board:
  %s
steps:
  - {by: A, do: {move: a1, to: shore}, expect: {board: {at: {a1: %s}}, cites: [144.2]}}
reasoning: none
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Callable[[str], str]:
    """A file with a scenario in which a unit is expected at some place."""

    def write(place: str) -> str:
        file = tmp_path / f"{place}.yaml"
        text = SCENARIO % (BOARD.replace("\n", "\n  "), place)
        file.write_text(text.replace("a-move", f"a-move-to-{place}"))
        return str(file)

    return write


def test_scenarios_that_pass_end_with_0(arbiter: Invoke, scenario: Callable[[str], str]) -> None:
    result = arbiter("scenarios", "run", scenario("shore"))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "1 passed.")


def test_scenarios_that_fail_end_with_1_and_their_reasons(
    arbiter: Invoke, scenario: Callable[[str], str], tmp_path: Path
) -> None:
    report = tmp_path / "reports" / "junit.xml"
    paths = [scenario("shore"), scenario("bridge")]
    result = arbiter("scenarios", "run", *paths, "--junit", str(report))
    assert result.exit_code == 1
    assert "step 1: board.at.a1: expected it at bridge; it is at shore" in result.stdout
    assert result.stdout.splitlines()[-1] == "1 of 2 failed."
    (suite,) = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "board.at.a1" in (failure.text or "")


def test_several_jobs_come_to_the_same_outcomes(
    arbiter: Invoke, scenario: Callable[[str], str]
) -> None:
    paths = [scenario("shore"), scenario("bridge")]

    def statuses(*options: str) -> list[tuple[str, str]]:
        report = json.loads(arbiter("scenarios", "run", *paths, "--json", *options).stdout)
        return [(one["id"], one["status"]) for one in report["scenarios"]]

    assert statuses("--jobs", "2") == statuses() == [
        ("a-move-to-shore", "passed"),
        ("a-move-to-bridge", "failed"),
    ]  # fmt: skip


def test_scenarios_are_picked_by_what_they_are_about(
    arbiter: Invoke, scenario: Callable[[str], str]
) -> None:
    paths = [scenario("shore"), scenario("bridge")]
    picked = json.loads(arbiter("scenarios", "run", *paths, "-k", "SHORE", "--json").stdout)
    assert (picked["total"], picked["passed"]) == (1, 1)
    by_rule = json.loads(arbiter("scenarios", "run", *paths, "-k", "144.2", "--json").stdout)
    assert by_rule["total"] == 2


def test_no_scenario_to_run_is_no_success(
    arbiter: Invoke, scenario: Callable[[str], str], tmp_path: Path
) -> None:
    assert arbiter("scenarios", "run", scenario("shore"), "-k", "nowhere").exit_code == 2
    (tmp_path / "empty").mkdir()
    assert arbiter("scenarios", "run", str(tmp_path / "empty")).exit_code == 2
    assert arbiter("scenarios", "run", str(tmp_path / "missing")).exit_code == 2


def test_a_failing_scenario_shows_what_differs_and_all_of_it_when_asked(
    arbiter: Invoke, scenario: Callable[[str], str]
) -> None:
    file = Path(scenario("shore"))
    wrong = "{players: {A: {hand: []}, B: {hand: [h9]}}}"
    file.write_text(
        file.read_text().replace("{at: {a1: shore}}", wrong).replace("[144.2]}}", "[999]}}")
    )
    file.write_text(file.read_text().replace("cites: [999]", "cites: [465.2.c]"))
    short = arbiter("scenarios", "run", str(file)).stdout
    assert "board.players.A.hand: not expected " in short
    assert "(a list names all that is there)" in short
    assert "cites: 465.2.c is not cited\n" in short
    assert "--verbose shows all that came." in short
    assert '"id"' not in short
    whole = arbiter("scenarios", "run", str(file), "--verbose").stdout
    assert "465.2.c is not cited [cited are " in whole
    assert '[expected [], came [{"id": ' in whole


def test_a_file_that_is_no_scenario_fails_the_run(
    arbiter: Invoke, scenario: Callable[[str], str], tmp_path: Path
) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("id: [")
    result = arbiter("scenarios", "run", scenario("shore"), str(broken))
    assert (result.exit_code, "broken.yaml:2:1: " in result.stderr) == (1, True)


def test_a_service_that_cannot_be_reached_fails_the_scenario(
    arbiter: Invoke, scenario: Callable[[str], str]
) -> None:
    nowhere = f"http://127.0.0.1:{free_port()}"
    result = arbiter("scenarios", "run", scenario("shore"), "--http", nowhere)
    assert (result.exit_code, "cannot be reached" in result.stdout) == (1, True)


def test_the_examples_are_counted(arbiter: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    from api.cli import scenarios

    monkeypatch.setattr(scenarios, "discover", lambda: ([], []))
    report = json.loads(arbiter("scenarios", "examples", "--json").stdout)
    assert {key: report[key] for key in ("total", "passing", "not_executable", "missing")} == {
        "total": 260,
        "passing": 0,
        "not_executable": 14,
        "missing": 246,
    }
    assert len(report["examples"]) == 260
    assert set(report["examples"][0]) == {"id", "status", "scenario", "reason"}
    people = arbiter("scenarios", "examples").stdout.splitlines()
    assert people[-1] == "260 examples: 0 passing, 246 missing or failing, 14 not executable."


def test_the_schema_is_printed(arbiter: Invoke) -> None:
    assert arbiter("scenarios", "schema").stdout == schema_text()


# --- the program ----------------------------------------------------------------------------------


def test_the_version_is_that_of_the_engine(arbiter: Invoke) -> None:
    assert arbiter("--version").stdout == f"arbiter, version {judge.__version__}\n"


def commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []

    def collect(group: Any, path: tuple[str, ...]) -> None:
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                collect(command, (*path, name))
            else:
                found.append((*path, name))

    collect(main, ())
    return found


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_command_says_its_exit_codes_and_can_print_json(
    arbiter: Invoke, command: tuple[str, ...]
) -> None:
    text = arbiter(*command, "--help").stdout
    assert "Exit codes: 0" in text
    assert "--json" in text


def test_colours_are_for_terminals_only_and_never_with_no_color(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from api.cli.output import console

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert console().color_system is None
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert console().color_system is not None
    monkeypatch.setenv("NO_COLOR", "1")
    assert console().no_color


def test_benchmarks_are_run_where_there_are_some(
    arbiter: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from api.cli import service

    monkeypatch.setattr(service, "_REPOSITORY", tmp_path)
    assert arbiter("bench").exit_code == 2
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "__main__.py").write_text("import sys\nsys.exit(len(sys.argv))\n")
    assert arbiter("bench", "quick", "--json").exit_code == 3


def test_each_budget_that_is_exceeded_is_said() -> None:
    from benchmarks.__main__ import exceeded

    quick = {"median": 0.1, "p99": 0.2}
    stages = dict.fromkeys(("decode", "adjudicate", "legal actions", "round trip"), quick)
    http = {"http": quick, "echo": quick, "share of echo": 1.0}
    assert exceeded(stages, {"pass": quick}, http) == []
    slow = {"median": 30.0, "p99": 40.0}
    late = exceeded(dict.fromkeys(stages, slow), {"pass": slow}, {**http, "share of echo": 0.1})
    names = ["round trip median", "round trip p99", "in process", "legal actions"]
    assert [line.partition(":")[0] for line in late] == [*names, "pass", "share of echo"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_port_that_is_taken_is_refused(arbiter: Invoke) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = arbiter("serve", "--port", str(taken.getsockname()[1]))
    assert (result.exit_code, "in use" in result.stderr) == (2, True)


@pytest.mark.parametrize("options", [[], ["--dev"]], ids=["gunicorn", "flask"])
def test_the_service_is_served_and_scenarios_run_against_it(
    arbiter: Invoke, scenario: Callable[[str], str], options: list[str]
) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(port), "--json", *options]
    with subprocess.Popen(
        command,
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "{\n"
            _wait_for(f"{address}/healthz")
            result = arbiter("scenarios", "run", scenario("shore"), "--http", address)
            assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "1 passed.")
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait_for(address: str) -> None:
    last = time.monotonic() + 30
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if time.monotonic() > last:
                raise
            time.sleep(0.1)
