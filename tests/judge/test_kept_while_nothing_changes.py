"""What a table keeps while nothing changes is what it would find anew, after each event."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from api.scenarios import discover, in_process, run_scenario
from judge.board import events as ev
from judge.board.applying import apply, copy_part
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue
from judge.layers.characteristics import of
from judge.layers.lost import kept_sources, texts_of
from judge.layers.standings import is_untouched
from judge.ruling import run as ruling_run

SEED = 30
SHARE = 0.03


def seen(table: Table, catalogue: Catalogue) -> dict[str, object]:
    """What is kept about objects, in a form that compares by content."""
    found: dict[str, object] = {"places": sorted((t.id, place) for t, place in table.everything())}
    for thing in table.objects.values():
        now = of(table, catalogue, thing)
        found[reference(thing)] = (
            sorted(now.types),
            sorted(now.tags),
            now.keywords,
            now.might_value,
            now.controller,
            now.is_mighty,
            is_untouched(table, catalogue, thing),
            [(text.card, text.key) for text in texts_of(table, catalogue, thing)],
        )
    found["statics"] = [
        (own.card, own.place, own.controller, own.thing, own.this)
        for own in kept_sources(table, catalogue)
    ]
    return found


def compared(catalogue: Catalogue, wrong: list[str]) -> Callable[[Table, ev.Event], None]:
    def and_compare(table: Table, event: ev.Event) -> None:
        seen(table, catalogue)
        apply(table, event)
        kept, anew = seen(table, catalogue), seen(Table(copy_part(table.board)), catalogue)
        if kept != anew:
            differing = [key for key in anew if kept.get(key) != anew[key]]
            wrong.append(f"{type(event).__name__}: {differing}")

    return and_compare


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The events of every run from here on after which something kept is not what it would be."""
    found: list[str] = []
    emit = ruling_run.Run.emit

    def watched(run: ruling_run.Run, event: ev.AnyEvent, *numbers: str, **more: Any) -> None:
        monkeypatch.setattr(ruling_run, "apply", compared(run.catalogue, found))
        emit(run, event, *numbers, **more)

    monkeypatch.setattr(ruling_run.Run, "emit", watched)
    return found


def test_what_is_kept_is_what_would_be_found_anew(wrong: list[str]) -> None:
    chance = random.Random(SEED)
    for kept in discover()[0]:
        picked = chance.random() < SHARE or "lose_abilities" in kept.file.read_text()
        if kept.scenario.overturned_by is None and picked:
            run_scenario(kept.scenario, in_process())
    assert wrong == []


def test_the_comparison_finds_an_event_that_changes_more_than_it_says(
    wrong: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ev.Buffed, "changes_layers", False)
    for kept in discover()[0]:
        if kept.file.parent.name == "426-buff":
            run_scenario(kept.scenario, in_process())
    assert any(each.startswith("Buffed") for each in wrong)
