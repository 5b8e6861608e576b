"""What a ruling does with its answers and with boards that do not lie quite still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge import Action, Do, adjudicate, encode, legal_actions, read_board, view_ruling
from judge.board.applying import apply, copy_event
from judge.board.canonical import encode_board
from judge.board.table import Table
from judge.ruling.ruling import LEFT_OUT, Step

#: two combats await a Cleanup that has not happened: the Turn Player will be asked for an order
UNSETTLED: dict[str, Any] = {
    "turn": {"player": "A", "number": 3},
    "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
    "players": {"A": {"hand": 0, "deck": 9}, "B": {"hand": 0, "deck": 9}},
    "battlefields": [
        {
            "id": place,
            "card": "Field",
            "owner": "A",
            "controller": "B",
            "contested_by": "A",
            "units": [
                {"id": f"{place}1", "card": "Plain", "controller": "A"},
                {"id": f"{place}2", "card": "Plain", "controller": "B"},
            ],
        }
        for place in ("west", "east")
    ],
}


def test_the_look_for_an_outstanding_cleanup_takes_no_answer() -> None:
    board = read_board(UNSETTLED).board
    ruling = adjudicate(board, Action(by="A", do=Do(end_turn=True)), ["east"])
    assert "cleanup_outstanding" in {caveat.code for caveat in ruling.caveats}
    assert ruling.answers_used == 1
    assert ruling.board is not None
    assert ruling.board.combat is not None
    assert ruling.board.combat.at == "east"


def test_settling_first_asks_before_the_action() -> None:
    board = read_board(UNSETTLED).board
    ruling = adjudicate(board, Action(by="A", do=Do(end_turn=True)), ["west"], settle=True)
    assert {problem.code for problem in ruling.problems} == {"turn_not_open"}


def test_a_spent_answer_is_counted_and_a_spare_one_is_not() -> None:
    board = read_board({**UNSETTLED, "battlefields": UNSETTLED["battlefields"][:1]}).board
    ruling = adjudicate(board, Action(by="A", do="concede"), [True, False])
    assert ruling.verdict == "legal"
    assert ruling.answers_used == 0


def test_a_board_made_with_other_cards_is_judged_with_a_caveat() -> None:
    end = Action(by="A", do=Do(end_turn=True))
    plain = {**UNSETTLED, "battlefields": []}
    stamp = adjudicate(read_board(plain).board, end).stamp
    assert stamp is not None
    for digest, codes in ((stamp.catalogue, set()), ("0" * 16, {"other_catalogue"})):
        ruling = adjudicate(read_board({**plain, "catalogue": digest}).board, end)
        assert {caveat.code for caveat in ruling.caveats} == codes
        assert ruling.basis == "assumed"  # the hand and the runes are not given


def test_a_board_that_asks_for_a_document_that_is_not_held() -> None:
    pass_ = Action(by="A", do=Do(pass_=True))
    board = {**UNSETTLED, "battlefields": [], "complete": True}
    known = {"id": "origins-faq-2025-10-16", "date": "2025-10-16"}
    for overlay, caveats in ((known, 0), ("house-rules", 1), ({**known, "date": "2020-01-01"}, 1)):
        ruling = adjudicate(read_board({**board, "overlays": [overlay]}).board, pass_)
        assert [caveat.code for caveat in ruling.caveats] == ["overlay_not_held"] * caveats
        assert ruling.basis == ("assumed" if caveats else "rules")


def test_any_answer_may_be_a_concession_with_the_id_of_the_question_too() -> None:
    board = read_board(UNSETTLED).board
    action = Action(by="A", do=Do(end_turn=True))
    asked = adjudicate(board, action).question
    assert asked is not None
    for answer in ({"concede": "B"}, {"id": asked.id, "value": {"concede": "B"}}):
        ruling = adjudicate(board, action, [answer])
        assert ruling.board is not None
        assert ruling.board.result is not None
        assert ruling.board.result.winners == ["A"]


def test_amounts_of_things_with_odd_names_are_amounts() -> None:
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 3},
        "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
        "showdown": {"at": "west", "kind": "combat"},
        "combat": {"attacker": "A", "defender": "B"},
        "window": {"priority": "B", "focus": "B", "focus_passed": ["A"]},
        "players": {"A": {"hand": 0, "deck": 9}, "B": {"hand": 0, "deck": 9}},
        "battlefields": [
            {
                "id": "west",
                "card": "Field",
                "owner": "A",
                "controller": "B",
                "contested_by": "A",
                "units": [
                    {"id": "a1", "card": "Plain", "controller": "A"},
                    {"id": "id", "card": "Plain", "controller": "B"},
                    {"id": "value", "card": "Plain", "controller": "B"},
                ],
            },
            {"id": "east", "card": "Field", "owner": "B"},
        ],
    }
    board = read_board(document).board
    passing = Action(by="B", do="pass")
    asked = adjudicate(board, passing).question
    assert asked is not None
    assert (asked.form, asked.to) == ("assign_damage", "A")
    # lethal damage to one of them first (465.2.c.3)
    ruling = adjudicate(board, passing, [{"id": 2, "value": 0}])
    assert ruling.verdict == "legal"
    assert ruling.board is not None
    (west,) = [place for place in ruling.board.battlefields if place.id == "west"]
    assert [unit.id for unit in west.units] == ["value"]


def test_what_is_left_in_a_rune_deck_is_known_to_its_owner_alone() -> None:
    def seen(viewer: str, runes: list[str]) -> bytes:
        document = {
            "turn": {"player": "A", "number": 3},
            "players": {
                "A": {"hand": 0, "deck": 9},
                "B": {"hand": 0, "deck": 9, "rune_deck": {"middle": runes}},
            },
        }
        board = read_board(document).board
        return encode(view_ruling(adjudicate(board, Action(by="A", do="end_turn")), viewer))

    one = ["Fury Rune", "Fury Rune", "Calm Rune"]
    other = ["Mind Rune", "Body Rune", "Mind Rune"]
    assert seen("A", one) == seen("A", other)
    assert seen("public", one) == seen("public", other)
    assert seen("B", one) != seen("B", other)
    assert b"Calm Rune" in seen("B", one)


def assumed(action: Action, **changes: Any) -> set[str]:
    """The paths that the ruling on a bare board lists as assumed."""
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 3},
        "order": ["A", "B"],
        "cards": {
            "Field": {"types": ["Battlefield"]},
            "Plain": {"types": ["Unit"], "might": 2, "energy": 2},
        },
        "battlefields": [
            {"id": "west", "card": "Field", "owner": "A"},
            {"id": "east", "card": "Field", "owner": "B"},
        ],
        **changes,
    }
    ruling = adjudicate(read_board(document).board, action, then="to-next-decision")
    return {assumption.path for assumption in ruling.assumptions} - {LEFT_OUT}


def test_a_hand_that_was_left_out_is_assumed_where_a_card_is_missed() -> None:
    playing = Action(by="A", do=Do(play="Plain", to="base:A"))
    assert "players.A.hand" in assumed(playing)
    assert "players.A.hand" not in assumed(playing, players={"A": {"hand": []}, "B": {}})


def test_runes_that_were_left_out_are_assumed_where_a_cost_is_not_paid() -> None:
    playing = Action(by="A", do=Do(play="p1", to="base:A"))
    hand = {"hand": [{"id": "p1", "card": "Plain"}]}
    assert "players.A.base" in assumed(playing, players={"A": hand, "B": {}})
    given = {**hand, "runes": [], "pool": [], "base": []}
    assert assumed(playing, players={"A": given, "B": {}}) == set()


def test_who_scored_this_turn_is_assumed_where_a_conquest_depends_on_it() -> None:
    moving = Action(by="A", do=Do(move="a1", to="west"))
    players = {
        "A": {"hand": [], "points": 7, "runes": [], "base": [{"id": "a1", "card": "Plain"}]},
        "B": {"hand": [], "points": 0, "runes": []},
    }
    # the Final Point needs every battlefield (471.1.b.1)
    left_out = {"battlefields.west.scored", "battlefields.east.scored"}
    assert left_out <= assumed(moving, players=players)
    told = [
        {"id": "west", "card": "Field", "owner": "A", "scored": {}},
        {"id": "east", "card": "Field", "owner": "B", "scored": {}},
    ]
    assert not left_out & assumed(moving, players=players, battlefields=told)


def test_an_illegal_action_after_settling_leaves_the_settled_board() -> None:
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 3},
        "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
        "players": {
            "A": {"hand": [], "base": [{"id": "a1", "card": "Plain", "damage": {"B": 2}}]},
            "B": {"hand": []},
        },
        "battlefields": [
            {"id": "west", "card": "Field", "owner": "A"},
            {"id": "east", "card": "Field", "owner": "B"},
        ],
    }
    board = read_board(document).board
    ruling = adjudicate(board, Action(by="B", do="end_turn"), settle=True)
    assert ruling.verdict == "illegal"
    # 323.5: the Cleanup that was asked for has happened, and the events say so
    assert ruling.board is not None
    assert ruling.board.players["A"].base == []
    assert [card.id for card in ruling.board.players["A"].trash] == ["a1"]
    table = Table(read_board(document).board)
    for event in events_of(ruling.trace):
        apply(table, event)
    assert encode_board(table.board) == encode_board(ruling.board)


def events_of(steps: list[Step]) -> Iterator[Any]:
    for step in steps:
        if step.event is not None:
            yield copy_event(step.event)
        yield from events_of(step.children)


def test_turns_begun_of_one_player_are_counted_back_where_only_the_other_has_them() -> None:
    document = {**UNSETTLED, "turn": {"player": "A", "number": 7, "begun": {"A": 4}}}
    board = read_board({**document, "battlefields": []}).board
    assert board.turn.begun == {"A": 4, "B": 3}
    ruling = adjudicate(board, Action(by="A", do="end_turn"))
    assert "turn.begun.B" in {assumption.path for assumption in ruling.assumptions}


def test_what_allies_held_is_assumed_where_a_point_of_a_team_depends_on_it() -> None:
    turn = {"player": "A", "number": 5}
    document: dict[str, Any] = {
        "turn": turn,
        "mode": "2v2",
        "teams": [["A", "C"], ["B", "D"]],
        "order": ["A", "B", "C", "D"],
        "cards": {"Field": {"types": ["Battlefield"]}, "Plain": {"types": ["Unit"], "might": 2}},
        "players": {
            name: {"hand": [], "points": 10 if name in "AC" else 0, "runes": []} for name in "ABCD"
        },
        "battlefields": [
            {"id": place, "card": "Field", "owner": owner, "scored": {}}
            for place, owner in (("west", "B"), ("mid", "C"), ("east", "D"))
        ],
    }
    document["players"]["A"]["base"] = [{"id": "a1", "card": "Plain"}]
    moving = Action(by="A", do=Do(move="a1", to="west"))

    def assumed_paths(**more: Any) -> set[str]:
        board = read_board({**document, "turn": {**turn, **more}}).board
        ruling = adjudicate(board, moving, then="to-next-decision")
        assert ruling.verdict == "legal"
        return {assumption.path for assumption in ruling.assumptions}

    left_out = {"turn.teammate_controlled", "turn.occupied"}
    assert left_out <= assumed_paths()  # 469.1.a, 489.8.g.1
    assert not left_out & assumed_paths(teammate_controlled=[], occupied={})


def test_an_ability_is_counted_among_all_that_the_card_prints() -> None:
    harp = {
        "types": ["Gear"],
        "abilities": [
            {
                "kind": "triggered",
                "when": {"event": "play", "by": "you", "what": {"kind": "spell"}},
                "does": [{"do": "draw"}],
            },
            {"kind": "activated", "cost": {"exhaust": "me"}, "does": [{"do": "draw"}]},
        ],
    }
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 3},
        "cards": {"Harp": harp, "Field": {"types": ["Battlefield"]}},
        "players": {
            "A": {
                "hand": [],
                "deck": 9,
                "base": [{"id": "g1", "card": "Harp", "exhausted": False}],
            },
            "B": {"hand": []},
        },
        "battlefields": [
            {"id": "west", "card": "Field", "owner": "A"},
            {"id": "east", "card": "Field", "owner": "B"},
        ],
    }
    board = read_board(document).board
    (offered,) = [p.do for p in legal_actions(board).patterns if p.do.activate is not None]
    assert offered.ability == 1
    for do in (offered, Do(activate="g1")):
        ruling = adjudicate(board, Action(by="A", do=do))
        assert ruling.board is not None
        assert ruling.board.chain is not None
        assert ruling.board.chain.items[0].ability == "g1/1"
    first = adjudicate(board, Action(by="A", do=Do(activate="g1", ability=0)))
    assert [problem.code for problem in first.problems] == ["no_such_ability"]


def test_a_card_from_a_facedown_zone_was_played_from_hidden() -> None:
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 3},
        "chain": {
            "items": [{"card": "Hidden Blade", "controller": "A", "origin": "facedown:west"}]
        },
        "players": {"A": {}, "B": {}},
        "battlefields": [{"id": "west", "card": "Zaun Warrens", "owner": "A"}],
    }
    chain = read_board(document).board.chain
    assert chain is not None
    assert chain.items[0].permission == "hidden"


def test_an_invited_teammate_is_not_called_illegal() -> None:
    """316.5.b.1: who has Priority in the open turn of a teammate has been invited by them."""
    document: dict[str, Any] = {
        "turn": {"player": "A", "number": 5},
        "window": {"priority": "C"},
        "mode": "2v2",
        "resources": "enough",
        "teams": [["A", "C"], ["B", "D"]],
        "order": ["A", "B", "C", "D"],
        "cards": {
            "Field": {"types": ["Battlefield"]},
            "Song": {"types": ["Spell"], "energy": 0, "does": [{"do": "draw"}]},
        },
        "players": {
            name: {"hand": [{"id": f"song{name}", "card": "Song"}], "deck": 9} for name in "ABCD"
        },
        "battlefields": [
            {"id": place, "card": "Field", "owner": owner}
            for place, owner in (("west", "B"), ("mid", "C"), ("east", "D"))
        ],
    }
    board = read_board(document).board
    ruling = adjudicate(board, Action(by="C", do=Do(play="songC")))
    assert ruling.verdict == "legal"
    assert any(pattern.do.play == "songC" for pattern in legal_actions(board, "C").patterns)
    opponent = read_board({**document, "window": {"priority": "B"}}).board
    assert adjudicate(opponent, Action(by="B", do=Do(play="songB"))).verdict == "illegal"
