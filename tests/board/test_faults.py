"""Documents that cannot be read: every fault is named, with its path, at once."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import limits
from judge.board.canonical import encode_board
from judge.board.document import BoardDocument
from judge.board.faults import (
    MALFORMED_CODES,
    MEANINGLESS_CODES,
    BoardError,
    MalformedBoard,
    MeaninglessBoard,
    show_path,
)
from judge.board.meaning import meaning_faults, proven_sound
from judge.board.reading import read_board
from judge.board.shapes import shape_faults
from judge.board.state import Board
from tests.board.cards import CATALOGUE
from tests.board.strategies import boards, documents

TWO = "turn: {player: A}\norder: [A, B]\n"


def faults(data: Any, kind: type[BoardError]) -> list[tuple[str, str]]:
    """Path and code of each fault."""
    with pytest.raises(BoardError) as caught:
        read_board(data, CATALOGUE)
    assert type(caught.value) is kind, caught.value
    assert all(fault.message for fault in caught.value.faults)
    return [(fault.path, fault.code) for fault in caught.value.faults]


MALFORMED = [
    ("[]", "$", "wrong_type"),
    ("{}", "$", "missing_key"),
    ("turn: {}", "$.turn", "missing_key"),
    ("turn: {player: 3}", "$.turn.player", "wrong_type"),
    (f"{TWO}hands: 3", "$.hands", "unknown_key"),
    (f"{TWO}players: {{A: {{hnad: 3}}}}", "$.players.A.hnad", "unknown_key"),
    (f"{TWO}players: {{A: {{hand: [[]]}}}}", "$.players.A.hand[0]", "wrong_type"),
    (f"{TWO}players: {{A: {{hand: true}}}}", "$.players.A.hand", "wrong_type"),
    (f"{TWO}players: {{A: {{base: null}}}}", "$.players.A.base", "wrong_type"),
    (f"{TWO}players: {{A: {{base: [{{id: a1}}]}}}}", "$.players.A.base[0]", "missing_key"),
    ("turn: {player: A, phase: combat}", "$.turn.phase", "wrong_value"),
    (f"{TWO}resources: plenty", "$.resources", "wrong_value"),
    (f"{TWO}cards: {{Odd Card: {{}}}}\nstable: 1", "$.stable", "wrong_type"),
]


@pytest.mark.parametrize(("text", "path", "code"), MALFORMED)
def test_a_document_of_another_shape_is_malformed(text: str, path: str, code: str) -> None:
    assert faults(yaml.safe_load(text), MalformedBoard) == [(path, code)]
    assert faults(json.dumps(yaml.safe_load(text)), MalformedBoard) == [(path, code)]


def test_all_departures_from_the_shape_are_named_at_once() -> None:
    text = "turn: {number: one}\nplayers: {A: {hand: {}, pionts: 1}}\nchain: {items: [{}]}"
    assert faults(yaml.safe_load(text), MalformedBoard) == [
        ("$.chain.items[0]", "missing_key"),
        ("$.players.A.hand", "wrong_type"),
        ("$.players.A.pionts", "unknown_key"),
        ("$.turn", "missing_key"),
        ("$.turn.number", "wrong_type"),
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "syntax"),
        ("", "syntax"),
        ('{"turn": {"player": NaN}}', "syntax"),
        ('{"turn": {"player": "A", "player": "B"}}', "key_twice"),
        ("[" * 5000 + "]" * 5000, "limit"),
        ('{"turn": {"player": "A"}, "cards": {"x": ' + '{"a":' * 50 + "1" + "}" * 52, "limit"),
        (b"\xff\xfe", "syntax"),
        (" " * (limits.REQUEST_BYTES + 1), "limit"),
    ],
)
def test_text_that_is_no_json_document(text: str | bytes, code: str) -> None:
    assert [fault[1] for fault in faults(text, MalformedBoard)] == [code]


def test_a_document_with_very_many_faults_lists_the_first_of_them() -> None:
    shape = {"turn": {"player": "A"}, **{f"k{n}": 1 for n in range(1000)}}
    meaning = {
        "turn": {"player": "A"},
        "order": ["A", "B"],
        "players": {"A": {"hand": [{"card": f"Nothing {n}"} for n in range(1000)]}},
    }
    for document, kind in ((shape, MalformedBoard), (meaning, MeaninglessBoard)):
        found = faults(document, kind)
        assert len(found) == limits.FAULTS + 1
        assert found[-1] == ("$", "limit")


FIELD = "battlefields: [{id: west, card: Old Mill, owner: A, controller: A}]\n"
UNITS = (
    "players: {A: {base: [{id: a1, card: Ember Fox}]}, B: {base: [{id: b1, card: Tin Crown}]}}\n"
)


def of_a(text: str) -> str:
    """A board with these keys of player A."""
    return f"{TWO}players: {{A: {{{text}}}}}"


def in_base(text: str) -> str:
    """A board with one such object in the Base of A."""
    return of_a(f"base: [{{{text}}}]")


def place(text: str) -> str:
    """A board with one such battlefield."""
    return f"{TWO}battlefields: [{{{text}}}]"


def item(text: str) -> str:
    """A board with one such item on the chain, and two objects beside."""
    return f"{TWO}{UNITS}chain: {{items: [{{{text}}}]}}"


MEANINGLESS = [
    # players
    ("turn: {player: A}", "$.players", "order_needed"),
    ("turn: {player: A}\nplayers: {B: {}, C: {}, A: {}}", "$.order", "order_needed"),
    ("turn: {player: C}\norder: [A, B]", "$.turn.player", "unknown_player"),
    (f"{TWO}window: {{priority: Cy}}", "$.window.priority", "unknown_player"),
    (f"{TWO}window: {{focus: Cy}}", "$.window.focus", "unknown_player"),
    (f"{TWO}window: {{passed: [Cy]}}", "$.window.passed[0]", "unknown_player"),
    (f"{TWO}players: {{C: {{}}}}", "$.players.C", "unknown_player"),
    (f"{TWO}removed: [{{player: C, how: lost}}]", "$.removed[0].player", "unknown_player"),
    (f"{TWO}result: {{winners: [C]}}", "$.result.winners[0]", "unknown_player"),
    (in_base("card: Ember Fox, owner: C"), "$.players.A.base[0].owner", "unknown_player"),
    (of_a("runes: [{card: Fury Rune, owner: C}]"), "$.players.A.runes[0].owner", "unknown_player"),
    (
        of_a("hand: [{card: Spark, known_to: [C]}]"),
        "$.players.A.hand[0].known_to[0]",
        "unknown_player",
    ),
    (
        place("card: Old Mill, owner: A, scored: {C: hold}"),
        "$.battlefields[0].scored.C",
        "unknown_player",
    ),
    (
        f"{TWO}this_turn: {{players: {{C: {{drawn: 1}}}}}}",
        "$.this_turn.players.C",
        "unknown_player",
    ),
    ("turn: {player: A}\norder: [A, B, A]", "$.order", "order_wrong"),
    (f"{TWO}teams: [[A]]", "$.teams", "order_wrong"),
    ("turn: {player: public}\norder: [public, B]", "$.players.public", "id_form"),
    ("turn: {player: A/B}\norder: [A/B, B]", "$.players['A/B']", "id_form"),
    (f"{TWO}mode: solo", "$.mode", "mode_unknown"),
    (f"{TWO}mode: ffa3", "$.mode", "mode_players"),
    # envelope
    (f"{TWO}stable: false", "$.stable", "unstable"),
    (f"{TWO}schema: 9", "$.schema", "schema_version"),
    ("turn: {player: A, begun: {A: 4}}\norder: [A, B]", "$.turn.begun", "begun_needed"),
    (
        "turn: {player: A, number: 10001, begun: {A: 1, B: 0}}\norder: [A, B]",
        "$.turn.number",
        "limit",
    ),
    (of_a("points: 10001"), "$.players.A.points", "limit"),
    (
        f"{TWO}showdown: {{at: west, kind: combat}}\n"
        + FIELD.replace("controller: A", "contested_by: A"),
        "$.showdown.kind",
        "combat_needed",
    ),
    (of_a("pool: {energy: 10001}"), "$.players.A.pool[0].amount", "limit"),
    (
        f"{TWO}effects: [{{controller: A, keywords: {{Deflect: 10001}}}}]",
        "$.effects[0].keywords.Deflect",
        "limit",
    ),
    (
        f"{TWO}effects: [{{controller: A, might: -10001}}]",
        "$.effects[0].might",
        "limit",
    ),
    (
        "turn: {player: A}\norder: [A, B, C]\nremoved: [{player: B, how: lost}]\n"
        "players: {B: {base: [Ember Fox]}}",
        "$.players.B.base[0]",
        "thing_of_removed_player",
    ),
    (
        "turn: {player: A}\norder: [A, B, C]\nremoved: [{player: B, how: lost}]\n"
        "chain: {items: [{card: Spark, controller: B}, {card: Spark, controller: A}]}",
        "$.chain.items[0]",
        "thing_of_removed_player",
    ),
    (in_base("card: Ember Fox, damage: {B: 10001}"), "$.players.A.base[0].damage.B", "limit"),
    (
        f"{TWO}chain: {{items: [{{card: Ember Fox, kind: spell, controller: A}}]}}",
        "$.chain.items[0].kind",
        "kind_of_card",
    ),
    (
        f"{TWO}chain: {{items: [{{card: Spark, kind: permanent, controller: A}}]}}",
        "$.chain.items[0].kind",
        "kind_of_card",
    ),
    (f"{TWO}cards: {{Crane: {{types: [Unit], mihgt: 1}}}}", "$.cards.Crane.mihgt", "definition"),
    (
        f"{TWO}effects: [{{controller: A, until: fnord}}]",
        "$.effects[0].until",
        "duration_unknown",
    ),
    (f"{TWO}cards: {{Crane: {{name: Heron, types: [Unit]}}}}", "$.cards.Crane", "definition"),
    # names
    (of_a("hand: [Ember Fxo]"), "$.players.A.hand[0]", "unknown_card"),
    (of_a("hand: [Nima]"), "$.players.A.hand[0]", "ambiguous_card"),
    (of_a("hand: [Spark, Nima, Starlit]"), "$.players.A.hand[1]", "quote_name"),
    (of_a("deck: [Oru, Patient]"), "$.players.A.deck[0]", "quote_name"),
    (of_a("base: [Nima, Moonlit]"), "$.players.A.base[0]", "quote_name"),
    (
        in_base("card: Oru, attached: [Nima, Moonlit]"),
        "$.players.A.base[0].attached[0]",
        "quote_name",
    ),
    (of_a("deck: {middle: {Sprak: 2}}"), "$.players.A.deck.middle.Sprak", "unknown_card"),
    (of_a("base: [unknown]"), "$.players.A.base[0]", "face_needed"),
    (of_a("legend: Nobody"), "$.players.A.legend", "unknown_card"),
    (place("card: unknown, owner: A"), "$.battlefields[0].card", "face_needed"),
    (item("card: unknown, controller: A"), "$.chain.items[0].card", "face_needed"),
    # ids
    (
        of_a("hand: [{id: x, card: Spark}], trash: [{id: x, card: Spark}]"),
        "$.players.A.trash[0].id",
        "id_twice",
    ),
    (
        f"{TWO}players: {{A: {{base: [{{id: west, card: Stone Ox}}]}}}}\n{FIELD}",
        "$.battlefields[0].id",
        "id_twice",
    ),
    (of_a("hand: [{id: a@2, card: Spark}]"), "$.players.A.hand[0].id", "id_form"),
    (of_a("hand: [{id: B, card: Spark}]"), "$.players.A.hand[0].id", "id_form"),
    (place("id: base, card: Old Mill, owner: A"), "$.battlefields[0].id", "id_form"),
    # numbers
    (of_a("points: -1"), "$.players.A.points", "negative"),
    (of_a("xp: -1"), "$.players.A.xp", "negative"),
    (of_a("hand: -1"), "$.players.A.hand", "negative"),
    (of_a("deck: {count: -1}"), "$.players.A.main_deck.count", "negative"),
    (in_base("card: Stone Ox, buffs: -1"), "$.players.A.base[0].buffs", "negative"),
    (in_base("card: Stone Ox, damage: {B: -1}"), "$.players.A.base[0].damage.B", "negative"),
    (in_base("card: Stone Ox, generation: 0"), "$.players.A.base[0].generation", "negative"),
    ("turn: {player: A, number: 0}\norder: [A, B]", "$.turn.number", "negative"),
    (f"{TWO}victory_score: 0", "$.victory_score", "negative"),
    (
        f"{TWO}this_turn: {{players: {{A: {{drawn: -1}}}}}}",
        "$.this_turn.players.A.drawn",
        "negative",
    ),
    (of_a("pool: {power: {Fire: 1}}"), "$.players.A.pool", "domain_unknown"),
    # objects
    (
        place("card: Old Mill, owner: A, units: [Ember Fox]"),
        "$.battlefields[0].units[0]",
        "controller_needed",
    ),
    (
        place("card: Old Mill, owner: A, facedown: [unknown]"),
        "$.battlefields[0].facedown[0]",
        "controller_needed",
    ),
    (place("card: Old Mill"), "$.battlefields[0].owner", "owner_needed"),
    (
        in_base("card: Tin Crown, damage: {B: 1}"),
        "$.players.A.base[0].damage",
        "damage_on_non_unit",
    ),
    (
        in_base("card: Tin Crown") + "\neffects: [{controller: A, keywords: {tank: 1}}]\n",
        "$.effects[0].keywords",
        "unknown_word",
    ),
    (
        "turn: {player: A}\norder: [A, B, C]\nwindow: {priority: B, focus: B}\n"
        "showdown: {at: west}\nremoved: [{player: B, how: lost}]\n"
        + FIELD.replace("controller: A", "contested_by: A"),
        "$.window.focus",
        "removed_player_acts",
    ),
    (
        "turn: {player: A}\norder: [A, B, C]\nwindow: {priority: B}\n"
        "removed: [{player: B, how: lost}]",
        "$.window.priority",
        "removed_player_acts",
    ),
    (f"{TWO}removed: [{{player: A, how: conceded}}]", "$.removed", "game_is_over"),
    (
        f"{TWO}removed: [{{player: A, how: conceded}}, {{player: B, how: lost}}]",
        "$.removed",
        "game_is_over",
    ),
    (
        in_base("card: Wisp, token: false"),
        "$.players.A.base[0].token",
        "token_called_card",
    ),
    (
        "turn: {player: A}\norder: [A, B, C]\nplayers: {A: {base: [{card: Stone Ox, damage: 1}]}}",
        "$.players.A.base[0].damage",
        "damage_needs_player",
    ),
    (
        in_base("card: Tin Crown, attached_to: zz"),
        "$.players.A.base[0].attached_to",
        "refers_to_nothing",
    ),
    (
        in_base("id: t, card: Tin Crown, attached_to: t"),
        "$.players.A.base[0].attached_to",
        "attached_in_circle",
    ),
    (
        of_a("legend: {card: The Lamplighter, attached: [Tin Crown]}"),
        "$.players.A.legend.attached",
        "attached_to_legend",
    ),
    (of_a("deck: 1, main_deck: 1"), "$.players.A.deck", "given_twice"),
    (
        f"{TWO}{UNITS}effects: [{{controller: A, affects: [zz]}}]",
        "$.effects[0].affects[0]",
        "refers_to_nothing",
    ),
    (
        f"{TWO}{UNITS}this_turn: {{objects: {{zz: {{moves: 1}}}}}}",
        "$.this_turn.objects.zz",
        "refers_to_nothing",
    ),
    (
        f"{TWO}{UNITS}this_turn: {{uses: {{zz/0: {{times: 1}}}}}}",
        "$.this_turn.uses['zz/0']",
        "refers_to_nothing",
    ),
    # showdown and combat
    (f"{TWO}showdown: {{}}", "$.showdown", "battlefield_needed"),
    (f"{TWO}combat: {{attacker: A, defender: B}}", "$.combat", "battlefield_needed"),
    (f"{TWO}showdown: {{at: north}}\nwindow: {{focus: A}}", "$.showdown.at", "unknown_battlefield"),
    (f"{TWO}{FIELD}showdown: {{at: west}}", "$.battlefields[0].contested_by", "contested_needed"),
    (f"{TWO}{FIELD}combat: {{at: west, attacker: A, defender: A}}", "$.combat", "attacks_itself"),
    (
        f"{TWO}{FIELD}combat: {{at: west, attacker: A, defender: B, step: resolution}}",
        "$.combat",
        "next_task_needed",
    ),
    (
        "turn: {player: A, occupied: {north: [B]}}\norder: [A, B]",
        "$.turn.occupied.north",
        "unknown_battlefield",
    ),
    (
        f"{TWO}{FIELD.rstrip()}\nturn: {{player: A, occupied: {{west: [Zed]}}}}",
        "$.turn.occupied.west[0]",
        "unknown_player",
    ),
    # chain
    (item("controller: A"), "$.chain.items[0]", "card_needed"),
    (item("ability: zz@1/0, controller: A, of: Oru, source: null"), None, None),
    (item("ability: zz@1/9, controller: A, of: Oru"), "$.chain.items[0]", "kind_needed"),
    (
        item("card: Spark, controller: A, targets: [zz]"),
        "$.chain.items[0].chose[0].targets.target",
        "refers_to_nothing",
    ),
    (
        item("card: Twin Spark, controller: A, targets: [a1]"),
        "$.chain.items[0].targets",
        "slot_needed",
    ),
    (
        item("card: Quiet Word, controller: A, targets: [a1]"),
        "$.chain.items[0].targets",
        "slot_needed",
    ),
    (
        item("card: Spark, controller: A, targets: {foe: a1}"),
        "$.chain.items[0].targets.foe",
        "slot_needed",
    ),
    (
        item("card: Spark, controller: A, targets: [a1], chose: []"),
        "$.chain.items[0].targets",
        "chosen_twice",
    ),
    (
        item("card: Riddle, controller: A, chose: [{to: north}]"),
        "$.chain.items[0].chose[0].to",
        "unknown_battlefield",
    ),
    # limits
    (of_a("hand: 5000"), "$", "limit"),
]


@pytest.mark.parametrize(("text", "path", "code"), MEANINGLESS)
def test_a_document_that_means_nothing(text: str, path: str | None, code: str | None) -> None:
    if path is None:
        read_board(yaml.safe_load(text), CATALOGUE)
        return
    assert (path, code) in faults(yaml.safe_load(text), MeaninglessBoard)


def test_two_places_for_one_combat() -> None:
    text = f"""{TWO}
showdown: {{at: west}}
combat: {{at: east, attacker: A, defender: B}}
battlefields:
  - {{id: west, card: Old Mill, owner: A, contested_by: A}}
  - {{id: east, card: High Ford, owner: B}}
"""
    assert faults(yaml.safe_load(text), MeaninglessBoard) == [("$.combat.at", "two_places")]


def test_too_many_items() -> None:
    items = [{"card": "Quiet Word", "controller": "A"}] * (limits.CHAIN_ITEMS + 1)
    document = {"turn": {"player": "A"}, "order": ["A", "B"], "chain": {"items": items}}
    assert faults(document, MeaninglessBoard) == [("$.chain.items", "limit")]


def test_everything_that_means_nothing_is_named_at_once() -> None:
    text = """
turn: {player: A, number: 0}
players:
  A: {hand: [Nima, Starlit, Sprak], points: -2, base: [{id: x, card: Tin Crown, damage: 1}]}
  B: {trash: [{id: x, card: Spark}], legend: unknown}
window: {priority: C}
"""
    assert faults(yaml.safe_load(text), MeaninglessBoard) == [
        ("$.players.A.base[0].damage", "damage_on_non_unit"),
        ("$.players.A.base[0].id", "id_twice"),
        ("$.players.A.hand[0]", "quote_name"),
        ("$.players.A.hand[2]", "unknown_card"),
        ("$.players.A.points", "negative"),
        ("$.players.B.legend", "face_needed"),
        ("$.turn.number", "negative"),
        ("$.window.priority", "unknown_player"),
    ]


def test_an_unknown_name_says_the_nearest_and_an_ambiguous_one_says_all() -> None:
    with pytest.raises(MeaninglessBoard) as caught:
        read_board(yaml.safe_load(f"{TWO}players: {{A: {{hand: [Embr Fox, Nima]}}}}"), CATALOGUE)
    messages = [fault.message for fault in caught.value.faults]
    assert "Ember Fox" in messages[0]
    assert "Nima, Moonlit" in messages[1]
    assert "Nima, Starlit" in messages[1]


def test_a_fault_says_that_a_name_must_be_quoted() -> None:
    with pytest.raises(MeaninglessBoard, match='write "Nima, Starlit" in quotation marks'):
        read_board(yaml.safe_load(f"{TWO}players: {{A: {{hand: [Nima, Starlit]}}}}"), CATALOGUE)


def test_a_name_in_quotation_marks_and_neighbours_that_join_to_nothing_are_read() -> None:
    typed = yaml.safe_load(f"{TWO}players: {{A: {{hand: ['Nima, Starlit', Oru, Spark]}}}}")
    assert len(read_board(typed, CATALOGUE).board.players["A"].hand) == 3


@pytest.mark.parametrize(
    ("change", "path", "code"),
    [
        ({"stable": False}, "$.stable", "unstable"),
        ({"mode": "solo"}, "$.mode", "mode_unknown"),
        ({"window": {"priority": "Z"}}, "$.window.priority", "unknown_player"),
        ({"cards": {"Crane": 3}}, "$.cards.Crane", "definition"),
    ],
)
def test_canonical_documents_are_checked_for_meaning_too(
    change: dict[str, Any], path: str, code: str
) -> None:
    typed = {"turn": {"player": "A"}, "order": ["A", "B"]}
    document = json.loads(encode_board(read_board(typed, CATALOGUE).board))
    assert (path, code) in faults(json.dumps({**document, **change}), MeaninglessBoard)


def test_a_canonical_document_with_a_name_no_card_has() -> None:
    typed = yaml.safe_load(f"{TWO}players: {{A: {{hand: [Spark], deck: [Spark]}}}}")
    document = json.loads(encode_board(read_board(typed, CATALOGUE).board))
    document["players"]["A"]["hand"][0]["card"] = "Sprak"
    document["players"]["A"]["main_deck"]["middle"] = {"spark": 1}
    assert faults(json.dumps(document), MeaninglessBoard) == [
        ("$.players.A.hand[0].card", "unknown_card"),
        ("$.players.A.main_deck.middle.spark", "unknown_card"),
    ]


def test_a_canonical_document_that_leaves_out_that_a_token_is_one() -> None:
    typed = yaml.safe_load(f"{TWO}players: {{A: {{base: [Wisp]}}}}")
    document = json.loads(encode_board(read_board(typed, CATALOGUE).board))
    del document["players"]["A"]["base"][0]["token"]
    assert faults(json.dumps(document), MeaninglessBoard) == [
        ("$.players.A.base[0].token", "token_called_card")
    ]


def test_paths_are_written_so_that_tools_read_them() -> None:
    assert show_path(("cards", "Nima, Starlit", "might")) == "$.cards['Nima, Starlit'].might"
    assert show_path(("order", 1)) == "$.order[1]"


def test_every_code_is_met_by_a_test() -> None:
    met = {code for *_, code in MALFORMED} | {"syntax", "key_twice", "limit"}
    assert met == set(MALFORMED_CODES)
    met = {code for *_, code in MEANINGLESS if code is not None} | {"two_places"}
    assert met == set(MEANINGLESS_CODES)


# --- properties ---------------------------------------------------------------------------------

often = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(["A", "unknown", "Spark", ""]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["id", "card", "A", "units"]), inner, max_size=2)
    ),
    max_leaves=4,
)


def _spots(tree: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    members = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    return [path, *(spot for key, value in members for spot in _spots(value, (*path, key)))]


@often
@given(documents(), st.data())
def test_a_spoiled_document_is_read_or_refused_with_faults(
    document: Any, data: st.DataObject
) -> None:
    """Nothing else ever comes out, and msgspec and our own walk agree on what has the shape."""
    document = json.loads(json.dumps(document))
    *way, last = data.draw(st.sampled_from([spot for spot in _spots(document) if spot]))
    part = document
    for key in way:
        part = part[key]
    part[last] = data.draw(json_values)
    try:
        msgspec.convert(document, BoardDocument)
        fits = True
    except msgspec.ValidationError:
        fits = False
    assert bool(shape_faults(document, BoardDocument)) != fits
    found = _refusal(document)
    if found is not None:
        assert found.faults
        assert isinstance(found, MeaninglessBoard) == fits
        assert len(set(found.faults)) == len(found.faults)


def _refusal(document: Any) -> BoardError | None:
    try:
        read_board(document, CATALOGUE)
    except BoardError as error:
        return error
    return None


@often
@given(boards(), st.data())
def test_what_is_proven_sound_has_no_fault(board: Board, data: st.DataObject) -> None:
    """The quick proof is only ever a short cut: it accepts nothing that the full check refuses."""
    tree = msgspec.to_builtins(board)
    assert proven_sound(board, CATALOGUE) or not meaning_faults(board, CATALOGUE)
    *way, last = data.draw(st.sampled_from([spot for spot in _spots(tree) if spot]))
    part: Any = tree
    for key in way:
        part = part[key]
    old = part[last]
    if isinstance(old, str):
        part[last] = data.draw(st.sampled_from(["A", "Z", "", "x/1", "base", "unknown"]))
    elif isinstance(old, int) and not isinstance(old, bool):
        part[last] = -1
    try:
        spoiled = msgspec.convert(tree, Board)
    except msgspec.ValidationError:
        return
    if proven_sound(spoiled, CATALOGUE):
        assert meaning_faults(spoiled, CATALOGUE, complete=True, thorough=True) == []


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ({"do": "kill", "what": {"kind": "unit", "named": ["ember fox"]}}, "what.named[0]"),
        ({"do": "play_token", "token": "recruit"}, "token"),
    ],
)
def test_a_name_in_a_text_is_written_as_the_card_is_called(text: dict, path: str) -> None:
    board = {"turn": {"player": "A"}, "order": ["A", "B"]}
    board["cards"] = {"Spell": {"types": ["Spell"], "does": [text]}}
    board["cards"]["Ember Fox"] = {"types": ["Unit"], "might": 1}
    board["cards"]["Recruit"] = {"types": ["Unit"], "might": 1, "token": True}
    for _ in range(2):  # what is kept of a catalogue keeps no fault away
        with pytest.raises(MeaninglessBoard) as refused:
            read_board(board, CATALOGUE)
        (fault,) = refused.value.faults
        assert fault.path == f"$.cards.Spell.does[0].{path}"
        assert "did you mean" in fault.message


@pytest.mark.parametrize(
    ("key", "value", "path", "meant"),
    [
        ("effects", [{"controller": "A", "keywords": {"Tank ": 1}}], "effects[0].keywords", "Tank"),
        (
            "effects",
            [
                {
                    "controller": "A",
                    "abilities": [
                        {"kind": "static", "changes": [{"change": "keyword", "keyword": "tank"}]}
                    ],
                }
            ],
            "effects[0].abilities[0].changes[0].keyword",
            "Tank",
        ),
        (
            "effects",
            [
                {
                    "controller": "A",
                    "abilities": [
                        {"kind": "static", "changes": [{"change": "trait", "tags": ["[Poro]"]}]}
                    ],
                }
            ],
            "effects[0].abilities[0].changes[0].tags[0]",
            "Poro",
        ),
        (
            "this_turn",
            {"players": {"A": {"finalized": [{"id": "x", "card": "Spark", "types": ["spell"]}]}}},
            "this_turn.players.A.finalized[0].types[0]",
            "Spell",
        ),
        (
            "this_turn",
            {"players": {"A": {"played": {"unit": 1}}}},
            "this_turn.players.A.played",
            "Unit",
        ),
        (
            "players",
            {"A": {"base": [{"card": "Ember Fox", "chosen": {"named": "poro "}}]}},
            "players.A.base[0].chosen.named",
            "Poro",
        ),
    ],
)
def test_words_of_a_board_are_spelled_as_they_are_listed(
    key: str, value: Any, path: str, meant: str
) -> None:
    board = {"turn": {"player": "A"}, "order": ["A", "B"], key: value}
    with pytest.raises(MeaninglessBoard) as refused:
        read_board(board, CATALOGUE)
    (fault,) = refused.value.faults
    assert (fault.path, fault.code) == (f"$.{path}", "unknown_word")
    assert f"did you mean {meant}?" in fault.message


@pytest.mark.parametrize("name", [" A  b", "x\ty"])
def test_a_card_on_the_board_with_a_name_that_none_has_is_a_fault(name: str) -> None:
    board = {"turn": {"player": "A"}, "order": ["A", "B"], "cards": {name: {"types": ["Unit"]}}}
    found = faults(board, MeaninglessBoard)
    assert {code for _, code in found} == {"definition"}
