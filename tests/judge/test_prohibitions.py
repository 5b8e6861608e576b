"""What a prohibition says in print is what it forbids: for each event, with and without who and
what.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import judge
from judge.abilities.forbidding import forbidding
from judge.abilities.passive import same_event
from judge.actions.door import Attempt
from judge.adjudicate import new_run
from judge.cardtext import print_ability
from judge.effects import notation as n
from judge.effects.catalogue import standard_catalogue
from judge.effects.linting import HARMLESS, findings
from judge.effects.support import unsupported
from judge.effects.supporting import FORBIDDEN
from judge.ruling.run import Run

FRIENDLY: dict[str, Any] = {"kind": "unit", "side": "friendly"}
WHO = [None, "you", "opponents"]
#: of cards and items that are on no board, and of phases
ELSEWHERE = {"begin_phase", "counter", "discard", "hide", "play", "play_ability"}


def prohibition(event: str, what: Any, by: str | None) -> dict[str, Any]:
    moment = {"event": event, "what": what, "by": by}
    moment = {key: value for key, value in moment.items() if value is not None}
    return {"kind": "static", "changes": [{"change": "cannot", "moment": moment}]}


def run_with(ability: dict[str, Any]) -> Run | None:
    """A run with a unit of Ada's that has the ability; None where it is not executed."""
    cards = {"Warden": {"types": ["Unit"], "might": 2, "abilities": [ability]}}
    definition = n.CardDefinition(
        name="Warden", types=["Unit"], might=2, abilities=[_ability(ability)]
    )
    if [one for one in findings(definition) if one.code not in HARMLESS]:
        return None
    if unsupported(definition):
        return None
    document = {
        "turn": {"player": "Ada"},
        "players": {
            "Ada": {"base": [{"id": "me", "card": "Warden"}, {"id": "ours", "card": "Ox"}]},
            "Bo": {"base": [{"id": "theirs", "card": "Ox"}]},
        },
        "cards": {**cards, "Ox": {"types": ["Unit"], "might": 4}},
    }
    reading = judge.read_board(document)
    catalogue = standard_catalogue().with_inline(reading.board.cards)
    return new_run(reading.board, [], catalogue, None)[0]


def _ability(data: dict[str, Any]) -> n.Static:
    change = data["changes"][0]["moment"]
    what = change.get("what")
    moment = n.Moment(
        event=change["event"],
        what=n.Selector(**what) if isinstance(what, dict) else what,
        by=change.get("by"),
    )
    return n.Static(changes=[n.Cannot(moment=moment)])


#: whom and what the words of a prohibition mean
DOERS = {"You": {"Ada"}, "Opponents": {"Bo"}, "Players": {"Ada", "Bo"}}
THINGS = {"I": {"me"}, "me": {"me"}, "friendly units": {"me", "ours"}}


def said(text: str, what: str | None, by: str) -> bool:
    """Whether the printed words forbid it."""
    subject, _, rest = text.removesuffix(".").partition(" can't ")
    assert rest, text
    if subject not in DOERS:
        return what in THINGS[subject if subject == "I" else subject.lower()]
    if by not in DOERS[subject]:
        return False
    meant = [
        things for words, things in THINGS.items() if f" {words}" in f" {rest}" and words != "I"
    ]
    return all(what in things for things in meant)


@pytest.mark.parametrize(
    ("event", "what", "by"),
    list(
        product(sorted(FORBIDDEN - ELSEWHERE), [None, "me", FRIENDLY], [None, "you", "opponents"])
    ),
)
def test_a_prohibition_forbids_what_it_says(event: n.Event, what: Any, by: str | None) -> None:
    ability = prohibition(event, what, by)
    run = run_with(ability)
    if run is None:
        return
    text = print_ability(_ability(ability))
    for thing, player in product(["me", "ours", "theirs"], ["Ada", "Bo"]):
        done_to = thing if event in n.OF_OBJECTS else None
        attempt = Attempt(same_event(event), done_to, by=player)
        forbidden = forbidding(run, attempt) is not None
        assert forbidden is said(text, done_to, player), (text, done_to, player)


@pytest.mark.parametrize(
    ("event", "what", "by", "text"),
    [
        ("kill", None, None, "I can't be killed."),
        ("banish", None, None, "I can't be banished."),
        ("kill", None, "opponents", "Opponents can't kill permanents."),
        ("banish", None, "you", "You can't banish anything."),
        ("draw", None, None, "Players can't draw cards."),
        ("deal", "me", "opponents", "Opponents can't deal damage to me."),
        ("move", FRIENDLY, "opponents", "Opponents can't move friendly units."),
        ("stun", "me", None, "I can't be stunned."),
    ],
)
def test_who_and_what_are_said(event: str, what: Any, by: str | None, text: str) -> None:
    assert print_ability(_ability(prohibition(event, what, by))) == text


@pytest.mark.parametrize(
    ("event", "what", "by"),
    [("die", "me", "you"), ("become_mighty", "me", "opponents"), ("draw", "me", None)],
)
def test_what_no_event_could_be_is_not_executed(event: str, what: Any, by: str | None) -> None:
    assert run_with(prohibition(event, what, by)) is None


def test_each_event_that_can_be_forbidden_has_words() -> None:
    for event in FORBIDDEN:
        phase = "draw" if event == "begin_phase" else None
        moment = n.Moment(event=event, phase=phase)
        assert "can't" in print_ability(n.Static(changes=[n.Cannot(moment=moment)]))
