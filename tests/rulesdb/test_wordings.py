"""The user's own wordings: where they lie, what they say, and where they are shown.

What is imported here are titles of headings, which the package holds anyway: a copy of the
official document that has nothing but its headings.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

import judge
from api.app import create_app
from api.cli import main
from rulesdb import NEWEST, all_rules, wordings
from rulesdb.errors import DamagedStore, NoDataDirectory, UnknownEdition
from rulesdb.wording import wording_hash
from rulesdb.wordings import StoredWording, data_directory

REPOSITORY = Path(__file__).resolve().parents[2]
COMBAT = REPOSITORY / "docs" / "examples" / "combat.json"

TITLES = {
    rule.number: rule.title
    for rule in all_rules()
    if rule.title is not None and wording_hash(rule.title) == rule.wording_hash
}

Invoke = Callable[..., Result]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own, which does not exist yet."""
    directory = tmp_path / "data" / "of arbiter"
    monkeypatch.setenv(wordings.HOME_VARIABLE, str(directory))
    return directory


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the document that has its headings only."""
    file = tmp_path / "headings.txt"
    file.write_text("".join(f"{number}. {title}\n" for number, title in TITLES.items()))
    return file


@pytest.fixture
def arbiter() -> Invoke:
    """Run the program; an error that nobody caught fails the test."""

    def invoke(*arguments: object, given: bytes | None = None) -> Result:
        result = CliRunner().invoke(main, [str(one) for one in arguments], input=given)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


def same(text: str) -> StoredWording:
    return StoredWording(text, "matches")


# --- where it lies ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"ARBITER_HOME": "/own", "XDG_DATA_HOME": "/xdg"}, "/own"),
        ("linux", {"XDG_DATA_HOME": "/xdg"}, "/xdg/arbiter"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ada/.local/share/arbiter"),
        ("linux", {"ARBITER_HOME": ""}, "/home/ada/.local/share/arbiter"),
        ("darwin", {}, "/home/ada/Library/Application Support/Arbiter"),
        ("darwin", {"XDG_DATA_HOME": "/xdg"}, "/xdg/arbiter"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Arbiter"),
        ("win32", {}, "/home/ada/AppData/Local/Arbiter"),
    ],
)
def test_the_data_directory_follows_the_platform(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ARBITER_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert data_directory() == Path(expected)


def test_without_a_home_nothing_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(wordings.HOME_VARIABLE)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)

    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    assert wordings.wording(NEWEST, "100") is None
    with pytest.raises(NoDataDirectory, match="ARBITER_HOME"):
        wordings.add(NEWEST, {"100": same("Baking")})


# --- what is kept -------------------------------------------------------------------------------


def test_without_an_import_there_is_no_wording(home: Path) -> None:
    assert wordings.wording("core-1.4", "100") is None
    assert wordings.stored("1.4", "100") is None
    assert not home.exists()
    with pytest.raises(UnknownEdition):
        wordings.wording("core-9.9", "100")


def test_a_wording_is_kept_for_its_edition(home: Path) -> None:
    assert wordings.add("1.4", {"100": same("Baking"), "101": same("Ovens")}) == 2
    assert wordings.wording("core-1.4", "100") == "Baking"
    assert wordings.wording("1.4", "101") == "Ovens"
    assert wordings.wording("core-1.3", "100") is None
    assert [file.name for file in home.rglob("*") if file.is_file()] == ["core-1.4.json"]


def test_a_wording_never_gives_way_to_a_worse_one(home: Path) -> None:
    rule = "100"
    for wording, kept in (
        (StoredWording("first", "differs"), "first"),
        (StoredWording("second", "differs"), "second"),
        (StoredWording("third", "without_examples"), "third"),
        (StoredWording("fourth", "differs"), "third"),
        (StoredWording("fifth", "matches"), "fifth"),
        (StoredWording("sixth", "without_examples"), "fifth"),
    ):
        wordings.add(NEWEST, {rule: wording})
        held = wordings.stored(NEWEST, rule)
        assert held is not None
        assert held.wording == kept


def test_what_differs_from_the_known_wording_is_no_evidence(home: Path) -> None:
    wordings.add(
        NEWEST,
        {"100": StoredWording("Cakes", "differs"), "101": StoredWording("x", "without_examples")},
    )
    assert wordings.wording(NEWEST, "100") is None
    assert wordings.wording(NEWEST, "101") == "x"
    assert wordings.stored(NEWEST, "100") == StoredWording("Cakes", "differs")


def test_a_store_that_another_program_changed_is_read_anew(home: Path) -> None:
    wordings.add(NEWEST, {"100": same("Baking")})
    assert wordings.wording(NEWEST, "100") == "Baking"
    file = wordings.store_file(NEWEST)
    changed = file.with_name("changed")
    changed.write_bytes(file.read_bytes().replace(b"Baking", b"Frying"))
    os.replace(changed, file)
    assert wordings.wording(NEWEST, "100") == "Frying"


@pytest.mark.parametrize("content", [b"", b"{", b'{"edition":"core-1.3","rules":{}}', b"\xff"])
def test_a_damaged_store_is_named(content: bytes, home: Path) -> None:
    file = wordings.store_file(NEWEST)
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    with pytest.raises(DamagedStore, match=r"core-1\.4\.json"):
        wordings.wording(NEWEST, "100")
    with pytest.raises(DamagedStore):
        wordings.add(NEWEST, {"100": same("Baking")})
    assert file.read_bytes() == content


def test_a_write_that_fails_leaves_the_store_as_it_was(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wordings.add(NEWEST, {"100": same("Baking")})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(OSError, match="No space"):
            wordings.add(NEWEST, {"101": same("Ovens")})
    assert wordings.wording(NEWEST, "100") == "Baking"
    assert wordings.wording(NEWEST, "101") is None
    assert [file.name for file in wordings.store_file(NEWEST).parent.iterdir()] == ["core-1.4.json"]


def test_what_is_published_has_no_imported_wording(home: Path) -> None:
    wordings.add(NEWEST, {"100": same("Baking")})
    with wordings.ignored():
        assert wordings.wording(NEWEST, "100") is None
        assert wordings.add(NEWEST, {"101": same("Ovens")}) == 2
    assert wordings.wording(NEWEST, "100") == "Baking"


# --- the command ----------------------------------------------------------------------------------


def test_importing_says_what_it_found_and_stores_it(
    home: Path, copy: Path, arbiter: Invoke
) -> None:
    result = arbiter("rules", "import", copy, "--json")
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["edition"] == NEWEST
    assert report["read"] == report["matches"] == report["held"] == len(TITLES)
    assert len(report["missing"]) == report["total"] - len(TITLES)
    assert report["stored"] is True
    assert wordings.wording(NEWEST, "465") == TITLES["465"]
    shown = arbiter("rules", "show", "465")
    assert f"\u201c{TITLES['465']}\u201d" in shown.stdout


def test_importing_for_people_names_what_is_missing_and_where_it_lies(
    home: Path, copy: Path, arbiter: Invoke
) -> None:
    result = arbiter("rules", "import", "-", given=copy.read_bytes())
    assert result.exit_code == 0
    assert "standard input: text in UTF-8" in result.stdout
    assert f"known wording: {len(TITLES)}" in result.stdout
    assert "missing: " in result.stdout
    assert str(home) in result.stdout


def test_a_dry_run_stores_nothing(home: Path, copy: Path, arbiter: Invoke) -> None:
    result = arbiter("rules", "import", copy, "--dry-run", "--json")
    report = json.loads(result.stdout)
    assert (report["stored"], report["held"], report["matches"]) == (False, 0, len(TITLES))
    assert not home.exists()


def test_a_rule_that_differs_is_an_exit_code(home: Path, copy: Path, arbiter: Invoke) -> None:
    copy.write_text(copy.read_text().replace(f"465. {TITLES['465']}", "465. Otherwise"))
    result = arbiter("rules", "import", copy, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["differs"] == ["465"]
    assert "differs from the official one" in arbiter("rules", "show", "465").stdout
    assert "differing: 1 (465)" in arbiter("rules", "import", copy).stdout


@pytest.mark.parametrize(
    ("content", "arguments", "complaint"),
    [
        (b"", (), "the file is empty"),
        (bytes(300), (), "null bytes"),
        (b"101. Of cakes.\n", (), "no rule of a known edition"),
        (b"101. Of cakes.\n", ("--edition", "1.9"), "no edition is called '1.9'"),
        (b"101. Of cakes.\n", ("--edition", "1.4"), "has a wording of core-1.4"),
        (b"101. " + b"x" * 30_000, (), "LINE_CHARACTERS"),
        (b"%PDF-1.7\n", (), "damaged"),
        (None, (), "is a directory"),
    ],
)
def test_what_cannot_be_imported_is_said_in_a_line(
    content: bytes | None,
    arguments: tuple[str, ...],
    complaint: str,
    home: Path,
    tmp_path: Path,
    arbiter: Invoke,
) -> None:
    file = tmp_path / "file"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    result = arbiter("rules", "import", file, *arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""
    assert not home.exists()


def test_a_directory_that_cannot_be_written_is_said(
    home: Path, copy: Path, arbiter: Invoke
) -> None:
    home.parent.mkdir()
    home.write_text("a file where the directory would be")
    result = arbiter("rules", "import", copy)
    assert result.exit_code == 2
    assert "nothing was stored" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files there")
def test_the_store_is_its_owners_alone(home: Path) -> None:
    wordings.add(NEWEST, {"100": same("Baking")})
    assert stat.S_IMODE(wordings.store_file(NEWEST).stat().st_mode) == 0o600


# --- beside gists -----------------------------------------------------------------------------


def citations(arbiter: Invoke) -> dict[str, dict[str, Any]]:
    result = arbiter("adjudicate", COMBAT, "--json")
    assert result.exit_code == 0
    return {citation["rule"]: citation for citation in json.loads(result.stdout)["citations"]}


def test_citations_carry_the_wording_beside_the_gist(
    home: Path, copy: Path, arbiter: Invoke
) -> None:
    before = citations(arbiter)
    assert not any("wording" in citation for citation in before.values())
    arbiter("rules", "import", copy)
    after = citations(arbiter)
    cited = [number for number in after if number in TITLES]
    assert cited
    for number in cited:
        assert after[number] == {**before[number], "wording": TITLES[number]}
    assert {n for n, citation in after.items() if "wording" in citation} == set(cited)
    assert f"\u201c{TITLES[cited[0]]}\u201d" in arbiter("adjudicate", COMBAT).stdout


def test_the_engine_itself_knows_no_wording(home: Path) -> None:
    wordings.add(NEWEST, {rule.number: same("official") for rule in all_rules()})
    request = msgspec.json.decode(COMBAT.read_bytes())
    action = msgspec.convert(request["action"], judge.Action)
    ruling = judge.adjudicate(judge.read_board(request["board"]).board, action)
    assert ruling.citations
    assert {citation.wording for citation in ruling.citations} == {None}


def test_the_service_shows_what_was_imported_while_it_runs(home: Path) -> None:
    client = create_app({"TESTING": True}).test_client()
    request = msgspec.json.decode(COMBAT.read_bytes())
    rule = client.get("/v1/rules/465").get_json()
    assert (rule["wording"], rule["wording_state"]) == (None, None)
    wordings.add(NEWEST, {rule.number: same(f"of {rule.number}") for rule in all_rules()})
    rule = client.get("/v1/rules/465").get_json()
    assert (rule["wording"], rule["wording_state"]) == ("of 465", "matches")
    ruling = client.post("/v1/adjudications", json=request).get_json()
    assert ruling["citations"]
    for citation in ruling["citations"]:
        assert citation["wording"] == f"of {citation['rule']}"
    assert "of 465" in client.get("/rules/465").get_data(as_text=True)


def test_a_damaged_store_does_not_stop_the_service(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = wordings.store_file(NEWEST)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"{")
    client = create_app({"TESTING": True}).test_client()
    assert client.get("/v1/rules/465").get_json()["wording"] is None
    request = msgspec.json.decode(COMBAT.read_bytes())
    reply = client.post("/v1/adjudications", json=request)
    assert reply.status_code == 200
    assert str(file) in caplog.text
