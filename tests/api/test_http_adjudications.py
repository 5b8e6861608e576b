"""Rulings over HTTP: what the routes add to the engine."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import rulesdb

ROOT = Path(__file__).resolve().parents[2]

Request = dict[str, Any]


def ruling(client: FlaskClient, request: Mapping[str, Any], path: str = "adjudications") -> Any:
    reply = client.post(f"/v1/{path}", json=request)
    assert reply.status_code == 200, reply.get_data(as_text=True)
    assert reply.content_type == "application/json"
    return reply.json


def test_the_printed_line_gives_a_whole_combat(client: FlaskClient, combat: Request) -> None:
    given = ruling(client, combat)
    assert given["verdict"] == "legal"
    assert given.get("basis", "rules") == "rules"
    assert given["answers_used"] == len(combat["answers"])
    west = next(field for field in given["board"]["battlefields"] if field["id"] == "west")
    assert west["controller"] == "A"
    cited = {citation["rule"] for citation in given["citations"]}
    leaves = {number for number in cited if "464" <= number[:3] <= "466" and rulesdb.leaf(number)}
    assert len(leaves) >= 10


def test_the_same_request_always_gets_the_same_bytes(client: FlaskClient, combat: Request) -> None:
    first = client.post("/v1/adjudications", json=combat)
    assert first.data == client.post("/v1/adjudications", json=combat).data


def test_a_resulting_board_is_a_board_to_go_on_from(client: FlaskClient, combat: Request) -> None:
    board = ruling(client, combat)["board"]
    again = ruling(client, {"board": board, "action": {"by": "A", "do": "end_turn"}})
    assert again["verdict"] == "legal"
    assert again["board"]["turn"]["player"] == "B"


def test_an_illegal_action_is_a_ruling(client: FlaskClient, board: Request) -> None:
    action = {"by": "B", "do": {"move": ["a1"], "to": "west"}}
    given = ruling(client, {"board": board, "action": action})
    assert given["verdict"] == "illegal"
    assert len(given["problems"]) > 1


def test_answers_one_at_a_time_end_where_all_at_once_do(
    client: FlaskClient, combat: Request
) -> None:
    whole = client.post("/v1/adjudications", json=combat).data
    answers = combat.pop("answers")
    for used in range(len(answers)):
        given = ruling(client, {**combat, "answers": answers[:used]})
        assert given["verdict"] == "question"
        assert given["question"]["form"] == "assign_damage"
        assert given["board"]["stable"] is False
    assert client.post("/v1/adjudications", json={**combat, "answers": answers}).data == whole


def test_an_answer_may_name_its_question(client: FlaskClient, combat: Request) -> None:
    answers = combat.pop("answers")
    asked = ruling(client, combat)["question"]["id"]
    named = {"id": asked, "value": answers[0]}
    assert ruling(client, {**combat, "answers": [named]})["question"]["to"] == "B"


def test_an_answer_to_another_question_conflicts_and_the_question_is_told(
    client: FlaskClient, combat: Request
) -> None:
    answers = combat.pop("answers")
    named = {"id": "0123456789abcdef", "value": answers[0]}
    reply = client.post("/v1/adjudications", json={**combat, "answers": [named]})
    assert reply.status_code == 409
    assert reply.content_type == "application/problem+json"
    document = reply.get_json(force=True)
    assert document["type"] == "urn:arbiter:problem:answer-to-another-question"
    assert document["question"] == ruling(client, combat)["question"]
    assert document["errors"][0]["path"] == "$.answers[0]"


@pytest.mark.parametrize("answer", [None, 7, "guardian", ["guardian"], True])
def test_an_answer_of_another_shape_is_refused_and_the_question_is_told(
    client: FlaskClient, combat: Request, answer: Any
) -> None:
    combat["answers"] = [answer]
    for seed in ({}, {"seed": 1}):
        reply = client.post("/v1/adjudications", json={**combat, **seed})
        assert reply.status_code == 422
        document = reply.get_json(force=True)
        assert document["type"] == "urn:arbiter:problem:malformed-answer"
        assert document["question"]["form"] == "assign_damage"
        assert document["errors"][0]["path"] == "$.answers[0]"


def test_a_stable_false_board_is_refused(client: FlaskClient, combat: Request) -> None:
    del combat["answers"]
    working = ruling(client, combat)["board"]
    reply = client.post("/v1/adjudications", json={"board": working})
    assert reply.status_code == 422


@pytest.mark.parametrize("do", [{}, {"to": "west"}, {"pass": True, "end_turn": True}])
def test_an_action_has_one_verb(client: FlaskClient, board: Request, do: Request) -> None:
    reply = client.post("/v1/adjudications", json={"board": board, "action": {"by": "A", "do": do}})
    assert reply.status_code == 400
    assert reply.get_json(force=True)["errors"][0]["path"] == "$.action.do"


def test_nobody_else_acts(client: FlaskClient, board: Request) -> None:
    action = {"by": "Z", "do": "pass"}
    reply = client.post("/v1/adjudications", json={"board": board, "action": action})
    assert reply.status_code == 422
    assert reply.get_json(force=True)["errors"][0]["path"] == "$.action.by"


def test_another_edition_reads_and_is_not_played(client: FlaskClient, board: Request) -> None:
    board["edition"] = "core-1.3"
    given = ruling(client, {"board": board, "action": {"by": "A", "do": "end_turn"}})
    assert given["verdict"] == "not_adjudicable"
    assert given["refusal"]["reason"] == "edition_not_played"


def test_a_strict_request_refuses_what_could_not_have_come_about(
    client: FlaskClient, board: Request
) -> None:
    del board["battlefields"][1]
    action = {"by": "A", "do": "end_turn"}
    for path, request in (
        ("adjudications", {"board": board, "action": action}),
        ("legal-actions", {"board": board}),
    ):
        assert client.post(f"/v1/{path}", json=request).status_code == 200
        reply = client.post(f"/v1/{path}", json={**request, "strict": True})
        assert reply.status_code == 422
        document = reply.get_json(force=True)
        assert document["type"] == "urn:arbiter:problem:impossible-board"
        assert [error["code"] for error in document["errors"]] == ["battlefield_count"]


@pytest.mark.parametrize("trace", ["full", "events", "citations", "none"])
def test_the_trace_is_as_long_as_wanted(client: FlaskClient, combat: Request, trace: str) -> None:
    given = ruling(client, {**combat, "trace": trace})
    steps = given.get("trace", [])
    assert bool(steps) == (trace in {"full", "events"})
    assert any("children" in step for step in steps) == (trace == "full")
    assert ("citations" in given) == (trace != "none")


def test_passes_alone_need_no_action(client: FlaskClient, board: Request) -> None:
    for request in ({"board": board}, {"board": board, "action": None}):
        passes = {**request, "then": "to-next-decision"}
        assert ruling(client, passes)["verdict"] == "legal"
        nothing = client.post("/v1/adjudications", json=request)
        assert nothing.status_code == 400
        assert b"nothing to judge" in nothing.data


# --- who looks --------------------------------------------------------------------------------


@pytest.fixture
def secrets(board: Request) -> Request:
    """A board on which each player holds what the other may not see."""
    board["players"]["A"]["hand"] = ["Void Seeker"]
    board["players"]["B"]["hand"] = ["Hidden Blade"]
    return board


@pytest.mark.parametrize(
    ("viewer", "seen"),
    [
        ("judge", {"Void Seeker", "Hidden Blade"}),
        ("A", {"Void Seeker"}),
        ("B", {"Hidden Blade"}),
        ("public", set()),
    ],
)
def test_a_reply_shows_what_its_viewer_may_see(
    client: FlaskClient, secrets: Request, viewer: str, seen: set[str]
) -> None:
    move = {"by": "A", "do": {"move": ["a1"], "to": "west"}}
    for path, request in (
        ("adjudications", {"board": secrets, "action": move}),
        ("legal-actions", {"board": secrets, "excluded": True}),
        ("explanations", {"board": secrets, "object": "a1"}),
        ("boards/check", {"board": secrets}),
        ("boards/view", {"board": secrets}),
    ):
        reply = client.post(f"/v1/{path}", json={**request, "viewer": viewer})
        assert reply.status_code == 200
        text = reply.get_data(as_text=True)
        hidden = {"Void Seeker", "Hidden Blade"} - seen
        assert not [name for name in hidden if name in text], path
        if path == "boards/view":
            assert all(name in text for name in seen)


def test_what_a_viewer_may_not_see_changes_nothing_for_them(
    client: FlaskClient, secrets: Request
) -> None:
    other = copy.deepcopy(secrets)
    other["players"]["B"]["hand"] = ["Stalwart Poro"]
    for path in ("adjudications", "legal-actions", "boards/check", "boards/view"):
        replies = {
            client.post(f"/v1/{path}", json={"board": board, "viewer": "A"}).data
            for board in (secrets, other)
        }
        assert len(replies) == 1, path


# --- dice -------------------------------------------------------------------------------------


@pytest.fixture
def known_deck(board: Request) -> Request:
    """A request that draws from a deck of which the names are known and not the order."""
    board["resources"] = "enough"
    board["players"]["A"]["hand"] = ["Void Seeker"]
    board["players"]["A"]["deck"] = ["Daring Poro", "Mega-Mech", "Stalwart Poro", "Gust", "Cleave"]
    board["battlefields"][0]["units"] = [{"id": "b2", "card": "Mega-Mech", "controller": "B"}]
    return {
        "board": board,
        "action": {"by": "A", "do": {"play": "Void Seeker", "targets": ["b2"]}},
        "then": "resolve-chain",
    }


def test_chance_is_asked_without_a_seed_and_answered_with_one(
    client: FlaskClient, known_deck: Request
) -> None:
    asked = ruling(client, known_deck)
    assert asked["verdict"] == "question"
    assert asked["question"]["to"] == "chance"
    rolled = ruling(client, {**known_deck, "seed": "table 7"})
    assert rolled["verdict"] == "legal"
    assert rolled == ruling(client, {**known_deck, "seed": "table 7"})
    drawn = {
        ruling(client, {**known_deck, "seed": seed})["board"]["players"]["A"]["hand"][0]["card"]
        for seed in range(40)
    }
    assert len(drawn) == 5


def legal_deck() -> dict[str, Any]:
    """A deck of the example of a new game, with a legend whose text is modelled."""
    example = json.loads(
        (ROOT / "docs" / "examples" / "new-board.json").read_text(encoding="utf-8")
    )
    deck: dict[str, Any] = example["setup"]["decks"]["B"]
    return deck


def test_a_game_set_up_by_a_seed_leaves_the_mulligans_to_the_players(client: FlaskClient) -> None:
    deck = legal_deck()
    request = {"setup": {"decks": {"A": deck, "B": deck}}, "seed": "table 7"}
    asked = ruling(client, request, "boards/new")
    assert asked["verdict"] == "question"
    assert asked["question"]["form"] == "choose_some"
    given = ruling(client, {**request, "answers": [[], []]}, "boards/new")
    assert given["verdict"] == "legal"
    wrong = client.post("/v1/boards/new", json={**request, "answers": [[], "all"]})
    assert wrong.status_code == 422
    assert wrong.get_json(force=True)["errors"][0]["path"] == "$.answers[1]"


def test_every_fault_of_a_setup_is_named(client: FlaskClient) -> None:
    deck = {
        "legend": "Nobody at All",
        "champion": "Jinx, Demolitionist",
        "main": {"Void Seeker": 0},
        "runes": {},
        "battlefields": [],
    }
    reply = client.post("/v1/boards/new", json={"setup": {"decks": {"A": deck}}})
    assert reply.status_code == 422
    document = reply.get_json(force=True)
    assert document["type"] == "urn:arbiter:problem:meaningless-setup"
    assert len(document["errors"]) > 3
    assert all(error["path"].startswith("$.setup.") for error in document["errors"])


def test_a_setup_with_cards_that_are_no_notation_is_refused(client: FlaskClient) -> None:
    for definition, path in (
        (7, ""),
        ({"types": "Unit"}, ".types"),
        ({"types": ["Unit"], "might": 1, "may": "fly"}, ".may"),
        ({"types": ["Unit"], "might": 1, "domains": ["Sea"]}, ".domains[0]"),
    ):
        setup = {"decks": {}, "cards": {"Odd One": definition}}
        reply = client.post("/v1/boards/new", json={"setup": setup})
        assert reply.status_code == 422
        (error,) = reply.get_json(force=True)["errors"]
        assert error["path"] == f"$.setup.cards['Odd One']{path}"
        assert error["code"] == "definition"


def test_hands_drawn_from_like_decks_by_one_seed_differ(client: FlaskClient) -> None:
    deck = legal_deck()
    alike = 0
    for seed in range(20):
        request = {"setup": {"decks": {"A": deck, "B": deck}}, "seed": seed, "answers": [[], []]}
        players = ruling(client, request, "boards/new")["board"]["players"]
        hands = [[card["card"] for card in players[name]["hand"]][:4] for name in "AB"]
        alike += hands[0] == hands[1]
    assert alike <= 2


BELL: Request = {
    "board": {
        "turn": {"player": "A", "number": 7},
        "cards": {
            "Night Bell": {
                "types": ["Unit"],
                "might": 2,
                "text": "unmodelled",
                "clauses": ["move trigger"],
            },
            "Field": {"types": ["Battlefield"]},
        },
        "players": {"A": {"hand": 0, "base": [{"id": "a1", "card": "Night Bell"}]}, "B": {}},
        "battlefields": [
            {"id": "west", "card": "Field", "owner": "A"},
            {"id": "east", "card": "Field", "owner": "B"},
        ],
    },
    "action": {"by": "A", "do": {"move": ["a1"], "to": "west"}},
}


def test_what_a_refusal_was_about_can_be_waived(client: FlaskClient) -> None:
    refused = ruling(client, BELL)
    assert refused["verdict"] == "not_adjudicable"
    about = refused["refusal"]["about"]
    assert refused["refusal"]["waive"] == ["no_effect", "notation", "edits"]
    judged = ruling(client, {**BELL, "waivers": {about: "no_effect"}})
    assert (judged["verdict"], judged["basis"]) == ("legal", "waived")
    wrong = client.post("/v1/adjudications", json={**BELL, "waivers": {about: "skip"}})
    assert wrong.status_code == 400
    assert wrong.get_json(force=True)["errors"][0]["path"].startswith("$.waivers")


def test_a_waiver_may_give_a_text_in_notation_or_edit_the_result(client: FlaskClient) -> None:
    about = ruling(client, BELL)["refusal"]["about"]
    points = {"edits": [{"set": "A", "points": 3}]}
    judged = ruling(client, {**BELL, "waivers": {about: points}})
    assert (judged["verdict"], judged["basis"]) == ("legal", "waived")
    assert judged["board"]["players"]["A"]["points"] == 3
    draw = {"kind": "triggered", "when": "move", "does": [{"do": "draw"}]}
    notation = {"notation": {"abilities": [draw]}}
    judged = ruling(client, {**BELL, "waivers": {about: notation}})
    assert (judged["verdict"], judged["basis"]) == ("legal", "waived")
    assert len(judged["board"]["chain"]["items"]) == 1
    wrong = {"notation": {"abilities": [{"kind": "triggered"}], "might": 3}}
    refused = client.post("/v1/adjudications", json={**BELL, "waivers": {about: wrong}})
    assert refused.status_code == 400
    assert [fault["path"] for fault in refused.get_json(force=True)["errors"]] == [
        f"$.waivers['{about}'].notation.might"
    ]


@pytest.mark.parametrize(
    ("edit", "key", "code"),
    [
        ({"set": "ghost", "damage": 1}, "set", "no_such_object"),
        ({"move": "ghost", "to": "west"}, "move", "no_such_object"),
        ({"move": "a1", "to": "moon"}, "to", "impossible_place"),
        ({"remove": "a1", "to": "moon"}, "to", "impossible_place"),
    ],
)
def test_an_edit_of_what_is_not_there_is_refused_with_its_path(
    client: FlaskClient, edit: Request, key: str, code: str
) -> None:
    about = ruling(client, BELL)["refusal"]["about"]
    reply = client.post("/v1/adjudications", json={**BELL, "waivers": {about: {"edits": [edit]}}})
    assert reply.status_code == 400
    (fault,) = reply.get_json(force=True)["errors"]
    assert fault["path"] == f"$.waivers['{about}'].edits[0].{key}"
    assert fault["code"] == code


def test_a_board_that_comes_again_over_requests_is_a_loop(client: FlaskClient) -> None:
    about = ruling(client, BELL)["refusal"]["about"]
    first = ruling(client, {**BELL, "waivers": {about: "no_effect"}, "earlier": []})
    assert first["position"]["did"] == "A moves a1 to west"
    assert first["position"]["decided_by"] == ["A"]
    # as if the board that comes of it had been there before
    second = {**BELL, "board": first["board"], "action": {"by": "A", "do": "pass"}}
    come = ruling(client, {**second, "earlier": [first["position"]]})
    again = [{**come["position"], "position": _after(client, come)}]
    looped = ruling(client, {**second, "earlier": again})
    assert looped["refusal"]["reason"] == "loop"
    wrong = client.post("/v1/adjudications", json={**BELL, "earlier": [{"position": 3}]})
    assert wrong.get_json(force=True)["errors"][0]["path"] == "$.earlier[0].position"


def _after(client: FlaskClient, come: Any) -> str:
    """The position of the board that a ruling left."""
    does = {"board": come["board"], "action": {"by": "B", "do": "pass"}, "earlier": []}
    return str(ruling(client, does)["position"]["position"])


def test_sensitivity_says_which_assumption_would_matter(client: FlaskClient) -> None:
    about = ruling(client, BELL)["refusal"]["about"]
    judged = ruling(client, {**BELL, "waivers": {about: "no_effect"}, "sensitivity": True})
    turned = {each["path"]: each for each in judged["sensitivity"]}
    assert turned["objects.a1.exhausted"]["differs"] is True
    assert "sensitivity" not in ruling(client, {**BELL, "waivers": {about: "no_effect"}})


HIDDEN_HAND: Request = {
    "board": {
        "turn": {"player": "A", "number": 7},
        "resources": "enough",
        "cards": {
            "Drop": {"types": ["Spell"], "energy": 0, "does": [{"do": "discard", "amount": 1}]},
            "Field": {"types": ["Battlefield"]},
        },
        "players": {
            "A": {
                "hand": [
                    {"id": "s1", "card": "Drop"},
                    {"id": "s2", "card": "Void Seeker"},
                    {"id": "s3", "card": "Hidden Blade"},
                ]
            },
            "B": {"hand": 0},
        },
        "battlefields": [
            {"id": "west", "card": "Field", "owner": "A"},
            {"id": "east", "card": "Field", "owner": "B"},
        ],
    },
    "action": {"by": "A", "do": {"play": "s1"}},
    "then": "resolve-chain",
}


@pytest.mark.parametrize("answer", [["zzz"], 7, {"id": "x", "value": ["s2"]}])
@pytest.mark.parametrize("seed", [None, "table 7"])
def test_a_wrong_answer_shows_nobody_a_private_question(
    client: FlaskClient, answer: Any, seed: str | None
) -> None:
    body = {**HIDDEN_HAND, "answers": [answer], "seed": seed}
    to_a = client.post("/v1/adjudications", json={**body, "viewer": "A"})
    to_b = client.post("/v1/adjudications", json={**body, "viewer": "B"})
    assert to_a.status_code == to_b.status_code
    assert to_a.status_code in (409, 422)
    assert b"Void Seeker" in to_a.data
    for private in (b"Void Seeker", b"Hidden Blade", b"s2", b"s3"):
        assert private not in to_b.data


def test_what_is_strictly_impossible_is_told_as_far_as_it_can_be_seen(client: FlaskClient) -> None:
    board = {
        **HIDDEN_HAND["board"],
        "players": {"A": {"hand": ["Void Seeker"] * 6}, "B": {"hand": 0}},
    }
    body = {"board": board, "action": {"by": "A", "do": "end_turn"}, "strict": True}
    to_a = client.post("/v1/adjudications", json={**body, "viewer": "A"})
    assert (to_a.status_code, b"Void Seeker" in to_a.data) == (422, True)
    to_b = client.post("/v1/adjudications", json={**body, "viewer": "B"})
    assert b"Void Seeker" not in to_b.data


def test_passing_on_tells_nobody_what_is_in_another_hand(client: FlaskClient) -> None:
    def seen(hand: list[str]) -> bytes:
        board = {
            **HIDDEN_HAND["board"],
            "players": {
                "A": {"hand": [{"id": "s1", "card": "Drop"}, {"id": "s2", "card": "Gust"}]},
                "B": {"hand": hand},
            },
        }
        body = {**HIDDEN_HAND, "board": board, "then": "to-next-decision", "viewer": "A"}
        return client.post("/v1/adjudications", json=body).data

    # one of them could be played in reply, the other could not
    assert seen(["Discipline"]) == seen(["Vengeance"])


def test_answers_beside_a_seed_that_nothing_asks_for_are_told(client: FlaskClient) -> None:
    body = {"board": HIDDEN_HAND["board"], "action": {"by": "A", "do": "concede"}}
    judged = ruling(client, {**body, "answers": ["x"], "seed": "table 7"})
    assert [caveat["code"] for caveat in judged["caveats"]] == ["answers_unused"]


NEW_BOARD: Request = json.loads(
    (Path(__file__).parents[2] / "docs" / "examples" / "new-board.json").read_text("utf-8")
)


def test_spellings_of_one_card_are_counted_together(client: FlaskClient) -> None:
    setup = copy.deepcopy(NEW_BOARD)
    for deck in setup["setup"]["decks"].values():
        name = next(iter(deck["runes"]))
        deck["runes"][name.lower()] = deck["runes"][name]
    reply = client.post("/v1/boards/new", json=setup)
    assert reply.status_code == 422
    assert "wrong_number_of_runes" in {e["code"] for e in reply.get_json(force=True)["errors"]}


@pytest.mark.parametrize("name", ["judge", "A@1", "a/b", ""])
def test_a_player_is_not_called_what_means_something_else(client: FlaskClient, name: str) -> None:
    setup = copy.deepcopy(NEW_BOARD)
    decks = setup["setup"]["decks"]
    decks[name] = decks.pop("A")
    reply = client.post("/v1/boards/new", json=setup)
    assert reply.status_code == 422
    assert "id_form" in {e["code"] for e in reply.get_json(force=True)["errors"]}


def test_a_board_that_could_not_have_come_about_is_judged_with_its_reasons(
    client: FlaskClient,
) -> None:
    board = {
        **HIDDEN_HAND["board"],
        "players": {"A": {"hand": [], "runes": ["Fury Rune"] * 13}, "B": {"hand": 0}},
    }
    judged = ruling(client, {"board": board, "action": {"by": "A", "do": "end_turn"}})
    assert judged["verdict"] == "legal"
    assert "too_many_runes" in {warning["code"] for warning in judged["warnings"]}
    # six copies in a hand are seen by its player alone
    board["players"] = {"A": {"hand": ["Void Seeker"] * 6}, "B": {"hand": 0}}
    for viewer, seen in (("A", True), ("B", False)):
        body = {"board": board, "action": {"by": "A", "do": "end_turn"}, "viewer": viewer}
        codes = {warning["code"] for warning in ruling(client, body).get("warnings", [])}
        assert ("too_many_copies" in codes) is seen
