"""Under `--json` standard output carries a document whatever happens, errors too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.requests import BOARD, MOVE, OPEN, Invoke

UNKNOWN = "{by: A, do: {move: a1, to: shore, targets: [b1]}}"


@pytest.mark.parametrize(
    ("arguments", "path", "code"),
    [
        (["adjudicate", "BOARD", "--action", UNKNOWN], "$.do.targets", "wrong_value"),
        (["adjudicate", "BOARD", "--action", "{by: Z, do: pass}"], "$.by", "unknown_player"),
        (["adjudicate", "BOARD", "--action", "{by: 3, do: pass}"], "$.by", "wrong_type"),
        (["adjudicate", "BOARD", "--action", "{by: 3"], "$", "syntax"),
        (["adjudicate", "BOARD", "--action", MOVE, "--viewer", "Z"], "--viewer", "unknown_viewer"),
        (["adjudicate", "BOARD"], "$.action", "missing_key"),
        (["adjudicate", "BOARD", "--action", OPEN, "--answers", "[3]"], "$[0]", "malformed_answer"),
        (["adjudicate", "BOARD", "--then", "never"], "--then", "usage"),
        (["adjudicate"], "FILE", "usage"),
        (["legal", "nothing-here.yaml"], "$", "unreadable"),
        (["legal", "BOARD", "Z"], "PLAYER", "unknown_player"),
        (["check", "-"], "$", "missing_key"),
        (["check", "BOARD", "--bogus"], "--bogus", "usage"),
        (["rules", "show", "999"], "NUMBER", "unknown_rule"),
        (["rules", "show", "1.9:466"], "NUMBER", "unknown_edition"),
        (["rules", "graph", "999"], "REFERENCE", "unknown_rule"),
        (["rules", "search", "combat", "--edition", "9"], "--edition", "unknown_edition"),
        (["rules", "lint", "--edition", "9"], "--edition", "unknown_edition"),
        (["rules", "diff", "1.3", "9"], "NEW", "unknown_edition"),
        (["rules", "import", "nothing-here.txt"], "FILE", "unreadable_document"),
        (["scenarios", "run", "-k", "no such scenario"], "PATHS", "wrong_value"),
        (["serve", "--host", "999.999.999.999"], "--port", "wrong_value"),
        (["overlays", "again"], "$", "usage"),
        (["no-such-command"], "$", "usage"),
    ],
)
def test_under_json_an_error_is_a_document_too(
    arbiter: Invoke, board: str, arguments: list[str], path: str, code: str
) -> None:
    arguments = [board if argument == "BOARD" else argument for argument in arguments]
    result = arbiter(*arguments, "--json", given="{}")
    assert result.exit_code == 2
    failure = json.loads(result.stdout)["error"]
    assert failure["title"]
    assert (path, code) in [(error["path"], error["code"]) for error in failure["errors"]]
    assert all(error["message"] for error in failure["errors"])
    # the sentence for people stays where it was, and without --json nothing else is said
    assert result.stderr
    plain = arbiter(*arguments, given="{}")
    assert (plain.exit_code, plain.stdout, plain.stderr) == (2, "", result.stderr)


def test_an_error_says_where_in_which_document_it_stands(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "request.yaml"
    board = BOARD.replace("\n", "\n  ").rstrip(" ")
    file.write_text(f"action: {MOVE}\nreadings:\n  OP-3: z\nboard:\n  {board}")
    result = arbiter("adjudicate", str(file), "--json")
    assert json.loads(result.stdout)["error"]["errors"] == [
        {
            "path": "$.readings.OP-3",
            "code": "wrong_value",
            "message": "OP-3 has no reading 'z'; there are a, b",
            "document": str(file),
            "line": 3,
            "column": 3,
        }
    ]
    assert f"{file}:3:3: $.readings.OP-3: " in result.stderr


def test_an_answer_that_does_not_fit_comes_with_its_question(arbiter: Invoke, board: str) -> None:
    result = arbiter("adjudicate", board, "--action", OPEN, "--answers", "[3]", "--json")
    failure = json.loads(result.stdout)["error"]
    assert [option["id"] for option in failure["question"]["options"]] == ["b1", "b2"]


def test_a_graph_that_is_written_to_a_file_is_named(arbiter: Invoke, tmp_path: Path) -> None:
    file = tmp_path / "rule.svg"
    result = arbiter("rules", "graph", "465.2.c", "-o", str(file), "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (0, {"file": str(file)})
    assert file.read_text().startswith("<svg")


def test_a_board_that_awaits_a_cleanup_may_be_settled_without_an_action(
    arbiter: Invoke, tmp_path: Path
) -> None:
    file = tmp_path / "request.yaml"
    board = BOARD.replace("\n", "\n  ").rstrip(" ")
    file.write_text(f"settle: true\nboard:\n  {board}")
    assert arbiter("adjudicate", str(file)).exit_code == 0


def test_a_strict_request_lists_nothing_on_an_impossible_board(
    arbiter: Invoke, tmp_path: Path
) -> None:
    file = tmp_path / "request.yaml"
    board = BOARD.replace("rune_deck: 6", "rune_deck: 14").replace("\n", "\n  ").rstrip(" ")
    file.write_text(f"strict: true\nboard:\n  {board}")
    result = arbiter("legal", str(file), "--json")
    assert result.exit_code == 2
    errors = json.loads(result.stdout)["error"]["errors"]
    assert {error["path"] for error in errors} == {"$.board"}
