"""Overlays: their files, what holds them together with the rest, and what rulings say of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

import judge
from api.cli import main
from api.handlers.service import identity
from judge.effects.catalogue import standard_catalogue
from judge.ruling.openpoints import OPEN_POINTS
from judge.ruling.ruling import Stamp
from rulesdb import NEWEST, exists
from rulesdb.errors import DamagedData
from rulesdb.overlays import (
    OVERLAY_FOLDER,
    Overlay,
    held_overlays,
    in_force,
    not_held,
    read_overlay,
)

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED = REPOSITORY.parent / "shared"

OVERLAYS = pytest.mark.parametrize("overlay", held_overlays(), ids=lambda overlay: overlay.id)


def file_of(**fields: Any) -> bytes:
    """A file of an overlay, as far as it has to have anything, with these fields."""
    least = {
        "id": "house-2026-09-01",
        "title": "House rules",
        "date": "2026-09-01",
        "authority": "event",
        "source": "a sheet at the door",
        "edition": NEWEST,
    }
    return json.dumps({**least, **fields}).encode()


# --- the files ----------------------------------------------------------------------------------


def test_an_overlay_is_in_force_if_it_changes_anything() -> None:
    silent = read_overlay(file_of(absorbed=[{"about": "moves", "by": ["144"]}]), "file")
    assert not silent.is_in_force
    for fields in (
        {"changes": {"rules": {"108.7": "seven cards at most"}}},
        {"changes": {"cards": {"The Boss": "asks for nothing"}}},
        {"settles": {"OP-3": "b"}},
        {"overturns": ["a-scenario"]},
    ):
        assert read_overlay(file_of(**fields), "file").is_in_force


def test_an_overlay_comes_before_an_older_edition_only() -> None:
    assert read_overlay(file_of(date="2026-07-17"), "file").outranks_edition
    assert not read_overlay(file_of(date="2026-07-16"), "file").outranks_edition


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "truncated"),
        (b"\xff{", "JSON"),
        (file_of(date="lately"), r"ISO8601|RFC3339|date"),
        (file_of(authority="my uncle"), "my uncle"),
        (file_of(settled={"OP-3": "b"}), "settled"),
        (file_of(absorbed=[{"about": "moves"}]), "nothing is said to have absorbed 'moves'"),
        (file_of(changes={"rules": ["108.7"]}), r"changes\.rules"),
    ],
)
def test_a_file_of_another_form_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(DamagedData, match=complaint) as refused:
        read_overlay(content, "house.json")
    assert refused.value.place == "house.json"


def test_the_files_are_called_after_what_they_hold() -> None:
    names = {file.stem for file in OVERLAY_FOLDER.glob("*.json")} - {"not-held"}
    assert {overlay.id for overlay in held_overlays()} == names
    for document in (*held_overlays(), *not_held()):
        assert document.id.endswith(document.date.isoformat())


# --- what they name -----------------------------------------------------------------------------


@OVERLAYS
def test_every_rule_and_card_that_an_overlay_names_exists(overlay: Overlay) -> None:
    numbers = {
        *overlay.changes.rules,
        *(number for item in overlay.absorbed for number in item.by),
        *(number for item in overlay.overridden for number in item.by),
    }
    cards = {*overlay.changes.cards, *(card for item in overlay.absorbed for card in item.cards)}
    assert numbers or cards
    assert [number for number in numbers if not exists(number, overlay.edition)] == []
    catalogue = standard_catalogue()
    assert [card for card in cards if card not in catalogue] == []


def settled_points() -> dict[str, tuple[str, str]]:
    """Each entry under "Settled" in the docs: the reading, and the sentence that says by what."""
    text = (REPOSITORY / "docs" / "open-points.md").read_text(encoding="utf-8")
    settled = text.partition("\n## Settled\n")[2]
    entries = re.findall(
        r"^### (OP-\d+):.*?^- \*\*Settled\*\*: ([a-z]), (.*?)^- \*\*In", settled, re.M | re.S
    )
    return {point: (reading, " ".join(by.split())) for point, reading, by in entries}


def test_what_overlays_settle_is_what_the_docs_call_settled() -> None:
    in_docs = settled_points()
    assert in_docs
    given = [
        (point, reading, overlay)
        for overlay in held_overlays()
        for point, reading in overlay.settles.items()
    ]
    assert {point for point, _, _ in given} == set(in_docs)
    for point, reading, overlay in given:
        documented, by = in_docs[point]
        assert reading == documented, point
        assert overlay.date.isoformat() in by, point
    for point, (_, by) in in_docs.items():
        dates = {overlay.date.isoformat() for each, _, overlay in given if each == point}
        assert set(re.findall(r"\d{4}-\d\d-\d\d", by)) == dates, point


def test_a_switch_that_an_overlay_settles_stands_that_way() -> None:
    settled = {point: r for overlay in in_force() for point, r in overlay.settles.items()}
    departing = {
        point: reading
        for point, reading in settled.items()
        if point in OPEN_POINTS and OPEN_POINTS[point].default != reading
    }
    assert departing == {}


@OVERLAYS
def test_an_open_point_that_an_overlay_does_not_settle_is_open(overlay: Overlay) -> None:
    text = (REPOSITORY / "docs" / "open-points.md").read_text(encoding="utf-8")
    still_open = text.partition("\n## Open\n")[2].partition("\n## Settled\n")[0]
    points = {item.point for item in overlay.overridden if item.point}
    assert {point for point in points if f"### {point}:" not in still_open} == set()
    assert points.isdisjoint(overlay.settles)


def test_overturned_scenarios_and_overlays_name_each_other() -> None:
    by_scenario = {}
    for file in (REPOSITORY / "scenarios").rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        overturned = re.search(r"^status: *\{ *overturned_by: *(\S+?) *\}", text, re.M)
        if overturned:
            identity_of = re.search(r"^id: *(\S+)", text, re.M)
            assert identity_of is not None
            by_scenario[identity_of[1]] = overturned[1]
    by_overlay = {s: overlay.id for overlay in held_overlays() for s in overlay.overturns}
    assert by_overlay == by_scenario


def test_no_text_in_them_is_a_sentence_of_an_official_document() -> None:
    sources = sorted(SHARED.glob("faq/*.md")) + sorted(SHARED.glob("rules/*.txt"))
    if not sources:
        pytest.skip("the official documents are not on this machine")
    run = 8
    official: set[tuple[str, ...]] = set()
    for source in sources:
        words = re.findall(r"[a-z0-9']+", source.read_text(encoding="utf-8").lower())
        official |= {tuple(words[place : place + run]) for place in range(len(words) - run)}
    ours = [
        text
        for overlay in held_overlays()
        for text in (
            *overlay.changes.rules.values(),
            *overlay.changes.cards.values(),
            *(item.about for item in overlay.absorbed),
            *(item.about for item in overlay.overridden),
        )
    ]
    assert len(ours) > 100
    for text in ours:
        words = re.findall(r"[a-z0-9']+", text.lower())
        runs = {tuple(words[place : place + run]) for place in range(len(words) - run + 1)}
        assert runs.isdisjoint(official), text


@pytest.mark.parametrize(
    ("document", "overlay_id"),
    [
        ("riftbound-origins-card-errata.md", "origins-errata-2025-10-28"),
        ("riftbound-spiritforged-errata.md", "spiritforged-errata-2026-01-14"),
        ("unleashed-errata-updates.md", "unleashed-errata-2026-04-03"),
    ],
)
def test_every_corrected_card_was_looked_at(document: str, overlay_id: str) -> None:
    source = SHARED / "faq" / document
    if not source.exists():
        pytest.skip("the official documents are not on this machine")
    before_each = source.read_text(encoding="utf-8").split("\n#### [NEW TEXT]\n")[:-1]
    names = {part.strip().splitlines()[-1].strip("# ") for part in before_each}
    catalogue = standard_catalogue()
    # two legends are in the catalogue by their title
    corrected = {
        name if name in catalogue else re.split(r",\s*", name)[place]
        for name in names
        for place in [0 if name.startswith("Dark Child") else -1]
    }
    (overlay,) = (each for each in held_overlays() if each.id == overlay_id)
    seen = {card for item in overlay.absorbed for card in item.cards}
    assert seen | set(overlay.changes.cards) == corrected


# --- what rulings say ---------------------------------------------------------------------------


def stamp_on(**board: Any) -> Stamp:
    """The stamp of a ruling on a small board."""
    document = {
        "turn": {"player": "A", "number": 3},
        "players": {name: {"base": [], "hand": [], "deck": 20} for name in "AB"},
        "battlefields": [
            {"id": "west", "card": "Amateur Recital", "owner": "A"},
            {"id": "east", "card": "Amateur Recital", "owner": "B"},
        ],
        **board,
    }
    action = msgspec.convert({"by": "A", "do": "end_turn"}, judge.Action)
    ruling = judge.adjudicate(judge.read_board(document).board, action)
    assert ruling.stamp is not None
    return ruling.stamp


def test_a_ruling_names_the_overlays_in_force_and_those_not_held() -> None:
    stamp = stamp_on()
    assert stamp.overlays == [overlay.id for overlay in in_force()]
    assert stamp.overlays_not_held == ["Vendetta FAQ (2026-08-14)"]
    assert tuple(stamp.overlays) == identity().overlays
    absorbed = {overlay.id for overlay in held_overlays()} - set(stamp.overlays)
    assert "unleashed-errata-2026-04-03" in absorbed


def test_an_overlay_that_a_board_asks_for_is_never_passed_off_as_applied() -> None:
    wanted = ["house-2026-09-01", "unleashed-errata-2026-04-03", "vendetta-faq-2026-08-14"]
    stamp = stamp_on(overlays=wanted)
    assert "unleashed-errata-2026-04-03" in stamp.overlays
    assert "house-2026-09-01" not in stamp.overlays
    assert stamp.overlays_not_held == ["Vendetta FAQ (2026-08-14)", "house-2026-09-01"]


def test_an_edition_without_overlays_has_none_in_its_stamp() -> None:
    stamp = stamp_on(edition="core-1.3")
    assert stamp.edition == "core-1.3"
    assert stamp.overlays == []


# --- the command --------------------------------------------------------------------------------


def test_the_command_lists_held_and_not_held() -> None:
    result = CliRunner().invoke(main, ["overlays"])
    assert result.exit_code == 0
    for overlay in held_overlays():
        assert overlay.label in result.stdout
    assert "settles OP-57: a" in result.stdout
    held, _, missing = result.stdout.partition("Known, and not held")
    assert "Vendetta FAQ (2026-08-14)" in missing
    assert "Vendetta FAQ" not in held


def test_the_command_gives_programs_everything() -> None:
    result = CliRunner().invoke(main, ["overlays", "--json"])
    assert result.exit_code == 0
    listed = json.loads(result.stdout)
    assert [entry["overlay"]["id"] for entry in listed["held"]] == [
        overlay.id for overlay in held_overlays()
    ]
    in_force_ids = {entry["overlay"]["id"] for entry in listed["held"] if entry["in_force"]}
    assert in_force_ids == {overlay.id for overlay in in_force()}
    before = {entry["overlay"]["id"] for entry in listed["held"] if entry["outranks_edition"]}
    assert before == {"vendetta-errata-2026-07-23"}
    assert [document["date"] for document in listed["not_held"]] == ["2026-08-14"]
