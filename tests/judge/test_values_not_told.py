"""A number that cannot be told is no number (359.3.e.12), and a source is what is still there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from judge.abilities import moments
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.performing import on_objects, on_players, statuses
from judge.effects.performing.until import source_of


def nothing(*_: object) -> None:
    return None


def reached(*_: object, **__: object) -> Any:
    pytest.fail("it was done with a number that cannot be told")


def execution(source: str | None = "u1", kind: str = "triggered") -> Any:
    return SimpleNamespace(
        run=SimpleNamespace(in_force=lambda *_: True),
        context=Context("A", source=source),
        item=SimpleNamespace(id="t1", kind=kind),
    )


def test_an_unknown_number_of_buffs_is_not_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statuses, "amount_of", nothing)
    monkeypatch.setattr(statuses, "performer_of", lambda *_: "A")
    monkeypatch.setattr(statuses.statuses, "spend_buffs", reached)
    instruction = n.SpendBuff(what="me", amount=n.MightOf(of="it"))
    assert not statuses._spend_buff(execution(), instruction)


def test_an_unknown_value_gives_no_keyword_and_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_objects, "amount_of", nothing)
    monkeypatch.setattr(on_objects, "meant", lambda *_: ["u1"])
    monkeypatch.setattr(on_objects.objects, "give_keyword", reached)
    keyword = n.GiveKeyword(keyword="Assault", to="me", value=n.MightOf(of="it"))
    assert not on_objects._give_keyword(execution(), keyword)
    monkeypatch.setattr(on_players, "amount_of", nothing)
    monkeypatch.setattr(on_players, "who_is_meant", lambda *_: ["A"])
    monkeypatch.setattr(on_players, "gain_points", reached)
    assert not on_players._score(execution(), n.Score(amount=n.MightOf(of="it")))


def test_no_event_is_as_much_as_an_unknown_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "evaluate", nothing)
    moment = n.Moment(event="gain_xp", amount_at_least=n.MightOf(of="it"))
    occurrence = moments.Occurrence("gain_xp", ("383.2.c",), by="A", amount=3)
    run: Any = SimpleNamespace(board=SimpleNamespace())
    listener: Any = SimpleNamespace(context=Context, ability=n.Triggered(when=moment, does=[]))
    assert not moments.meets(run, occurrence, moment, listener, "A")


@pytest.mark.parametrize(
    ("source", "kind", "expected"),
    [("u1", "triggered", "u1"), (None, "triggered", None), (None, "spell", "t1")],
)
def test_the_source_of_an_effect_outlasts_the_item(
    source: str | None, kind: str, expected: str | None
) -> None:
    assert source_of(execution(source, kind)) == expected
