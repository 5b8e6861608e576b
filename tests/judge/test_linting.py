"""Definitions of cards that have the shape of the notation and still say nothing."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from judge.effects import linting
from judge.effects.linting import (
    HARMLESS,
    MeaninglessDefinition,
    decode_definition,
    findings,
    lint,
)
from judge.effects.notation import CardDefinition
from rulesdb.cards import catalogue_bytes

DRAW = {"do": "draw"}
UNIT: dict[str, Any] = {"name": "Heron", "types": ["Unit"], "might": 2}
SPELL: dict[str, Any] = {"name": "Gust of Reeds", "types": ["Spell"], "does": [DRAW]}
CHOOSES = {"bird": {"kind": "unit"}}


def deal(**changes: Any) -> dict[str, Any]:
    return {"do": "deal", "amount": 1, "to": "bird", **changes}


def spell(*does: dict[str, Any], **chooses: Any) -> dict[str, Any]:
    return {**SPELL, "chooses": {**CHOOSES, **chooses}, "does": list(does)}


def unit(ability: dict[str, Any]) -> dict[str, Any]:
    return {**UNIT, "abilities": [ability]}


def cannot(moment: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "static", "changes": [{"change": "cannot", "moment": moment}]}


def gear(ability: dict[str, Any]) -> dict[str, Any]:
    return {"name": "Cog", "types": ["Gear"], "abilities": [ability]}


@pytest.mark.parametrize(
    ("data", "path", "says"),
    [
        ({**UNIT, "types": []}, ("types",), "has a type"),
        ({**UNIT, "types": ["Unit", "Bird"]}, ("types", 1), '"Bird" is none of'),
        ({**UNIT, "supertype": "Grand"}, ("supertype",), '"Grand" is none of'),
        ({**UNIT, "domains": ["Sea"]}, ("domains", 0), '"Sea" is none of'),
        ({**UNIT, "power": ["Sea"]}, ("power", 0), '"Sea" is none of'),
        ({**UNIT, "energy": -1}, ("energy",), "-1 is less than 0"),
        ({**UNIT, "might": -1}, ("might",), "-1 is less than 0"),
        ({"name": "Heron", "types": ["Unit"]}, ("might",), "a unit has Might"),
        ({**UNIT, "keywords": {"Flight": 1}}, ("keywords", "Flight"), '"Flight" is none of'),
        ({**UNIT, "keywords": {"Tank": 0}}, ("keywords", "Tank"), "0 is less than 1"),
        ({**UNIT, "does": [DRAW]}, ("does",), "is of spells"),
        ({**UNIT, "chooses": CHOOSES}, ("chooses",), "is of spells"),
        ({**SPELL, "does": []}, ("does",), "says what it does"),
        (
            {**UNIT, "abilities": [{"kind": "static", "changes": []}]},
            ("abilities", 0),
            "changes nothing",
        ),
        (
            unit({"kind": "replacement", "instead_of": [], "cost": {"energy": 1}, "does": [DRAW]}),
            ("abilities", 0, "instead_of"),
            "replaces nothing",
        ),
        (
            unit({"kind": "triggered", "when": [], "does": [DRAW]}),
            ("abilities", 0, "when"),
            "waits for nothing",
        ),
        (
            spell({"do": "delay", "ability": {"kind": "triggered", "when": [], "does": [DRAW]}}),
            ("does", 0, "ability", "when"),
            "waits for nothing",
        ),
        (
            unit(cannot({"event": "attach", "other": "me"})),
            ("abilities", 0, "changes", 0, "moment", "other"),
            "is about 'me' itself",
        ),
        (spell(deal(to="fish")), ("does", 0, "to"), "no slot is called 'fish'"),
        (
            spell(deal(amount={"value": "might", "of": "fish"})),
            ("does", 0, "amount", "of"),
            "no slot is called 'fish'",
        ),
        (spell(deal(amount=-1)), ("does", 0, "amount"), "-1 is less than 0"),
        (spell(deal(after="later")), ("does", 0, "after"), "no slot is called 'later'"),
        (spell({**DRAW, "who": "owner of fish"}), ("does", 0, "who"), "no slot is called 'fish'"),
        (
            spell({"do": "give_keyword", "keyword": "Flight", "to": "bird"}),
            ("does", 0, "keyword"),
            '"Flight" is none of',
        ),
        (
            spell(deal(), bird={"kind": "unit", "min": 2}),
            ("chooses", "bird"),
            "min 2 and max 1",
        ),
        (spell(deal(to={"kind": "unit", "max": 0})), ("does", 0, "to"), "min 1 and max 0"),
        (
            unit({"kind": "static", "changes": [{"change": "keyword", "keyword": "Flight"}]}),
            ("abilities", 0, "changes", 0, "keyword"),
            '"Flight" is none of',
        ),
        (
            unit({"kind": "triggered", "when": "attack", "does": []}),
            ("abilities", 0, "does"),
            "says what it does",
        ),
        (
            unit({"kind": "activated", "cost": {"discard": -1}, "does": [DRAW]}),
            ("abilities", 0, "cost", "discard"),
            "-1 is less than 0",
        ),
    ],
)
def test_a_definition_that_says_nothing_is_refused(
    data: dict[str, Any], path: tuple[str | int, ...], says: str
) -> None:
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition(data)
    ((at, _, message),) = caught.value.findings
    assert at == path
    assert says in message


# --- one case for each code -----------------------------------------------------------------------

#: a definition, the code that it has to be found for, and the same definition put right
CODES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("unknown_key", {**UNIT, "mihgt": 2}, UNIT),
    ("missing_key", spell({"do": "deal", "to": "bird"}), spell(deal())),
    ("wrong_shape", {**UNIT, "might": "two"}, UNIT),
    ("unknown_word", {**UNIT, "domains": ["Sea"]}, {**UNIT, "domains": ["Fury"]}),
    ("unknown_word", spell(deal(), bird={"kind": "bird"}), spell(deal())),
    ("unknown_word", spell({"do": "sing"}, deal()), spell(deal())),
    ("bad_number", spell(deal(amount=-1)), spell(deal(amount=1))),
    ("undefined_reference", spell(deal(to="fish"), deal()), spell(deal())),
    (
        "undefined_reference",
        spell({"do": "draw", "amount": {"value": "might", "of": "it"}}, deal()),
        spell({"do": "draw", "amount": {"value": "might", "of": "bird"}}, deal()),
    ),
    (
        "undefined_reference",
        spell({"do": "if", "condition": {"if": "cost_paid", "cost": "toll"}, "then": [deal()]}),
        {
            **spell(
                {"do": "if", "condition": {"if": "cost_paid", "cost": "toll"}, "then": [deal()]}
            ),
            "additional_costs": [{"label": "toll", "cost": {"energy": 1}}],
        },
    ),
    (
        "undefined_reference",
        spell(deal(), {"do": "ready", "what": "each"}),
        spell(
            deal(),
            {
                "do": "for_each",
                "of": {"kind": "unit"},
                "does": [{"do": "ready", "what": "each"}],
            },
        ),
    ),
    (
        "reserved_name",
        {**SPELL, "chooses": {"it": {"kind": "unit"}}, "does": [deal(to="it")]},
        spell(deal()),
    ),
    ("reserved_name", spell(deal(label="paid")), spell(deal(label="dealt"))),
    (
        "wrong_object",
        spell(deal(), bird={"kind": "legend"}),
        spell(deal(), bird={"kind": "unit"}),
    ),
    ("unused_choice", spell(deal(), fish={"kind": "unit"}), spell(deal())),
    (
        "not_executed",
        spell(deal(), {"do": "arrange", "what": {"kind": "card", "zone": "hand"}}),
        spell(deal()),
    ),
    (
        "impossible_trigger",
        unit({"kind": "triggered", "when": {"event": "begin_phase"}, "does": [DRAW]}),
        unit(
            {
                "kind": "triggered",
                "when": {"event": "begin_phase", "phase": "main", "whose": "you"},
                "does": [DRAW],
            }
        ),
    ),
    (
        "impossible_trigger",
        unit(
            {
                "kind": "triggered",
                "when": {"event": "attack", "what": {"kind": "legend"}},
                "does": [DRAW],
            }
        ),
        unit(
            {
                "kind": "triggered",
                "when": {"event": "attack", "what": {"kind": "gear"}},
                "does": [DRAW],
            }
        ),
    ),
    (
        "impossible_trigger",
        unit(
            {
                "kind": "triggered",
                "when": {"event": "move", "what": {"kind": "spell"}},
                "does": [DRAW],
            }
        ),
        unit(
            {
                "kind": "triggered",
                "when": {"event": "move", "what": {"kind": "gear"}},
                "does": [DRAW],
            }
        ),
    ),
    (
        "unlikely_trigger",
        gear({"kind": "triggered", "when": "conquer", "does": [DRAW]}),
        gear({"kind": "triggered", "when": "move", "does": [DRAW]}),
    ),
    (
        "says_nothing",
        unit({"kind": "triggered", "when": "attack", "does": []}),
        unit({"kind": "triggered", "when": "attack", "does": [DRAW]}),
    ),
]


@pytest.mark.parametrize(("code", "wrong", "right"), CODES)
def test_each_code_is_found_and_goes_away(
    code: str, wrong: dict[str, Any], right: dict[str, Any]
) -> None:
    assert {finding.code for finding in lint(wrong)} == {code}
    assert lint(right) == []


def test_there_is_a_case_for_each_code() -> None:
    table = re.findall(r"^\| (`.*?) \|", linting.__doc__ or "", re.MULTILINE)
    documented = {code for row in table for code in re.findall(r"`(\w+)`", row)}
    assert {code for code, _, _ in CODES} == documented


def test_what_is_harmless_is_no_reason_to_refuse() -> None:
    for code, wrong, _ in CODES:
        if code in HARMLESS:
            decode_definition(wrong)
        else:
            with pytest.raises(msgspec.ValidationError):
                decode_definition(wrong)


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition({**UNIT, "energy": -1, "domains": ["Sea"], "keywords": {"Flight": 0}})
    paths = [each.path for each in caught.value.findings]
    assert paths == [("domains", 0), ("energy",), ("keywords", "Flight"), ("keywords", "Flight")]


def test_wrong_shapes_are_said_all_at_once_and_beside_what_means_nothing() -> None:
    data = {
        **UNIT,
        "domans": ["Fury"],
        "energy": -1,
        "abilities": [
            {"kind": "activatd", "does": [DRAW]},
            {
                "kind": "triggered",
                "when": "attack",
                "chooses": {"prey": {"kind": "unit"}},
                "does": [{"do": "daal", "to": "prey"}, deal(amount=-2, to="prey"), {"do": "ready"}],
            },
            {"kind": "triggered", "when": "atack", "does": [DRAW]},
        ],
    }
    assert [(each.path, each.code) for each in lint(data)] == [
        (("abilities", 0, "kind"), "unknown_word"),
        (("abilities", 1, "does", 0, "do"), "unknown_word"),
        (("abilities", 1, "does", 1, "amount"), "bad_number"),
        (("abilities", 1, "does", 2), "missing_key"),
        (("abilities", 2, "when"), "unknown_word"),
        (("domans",), "unknown_key"),
        (("energy",), "bad_number"),
    ]


@pytest.mark.parametrize(
    ("data", "path", "meant"),
    [
        ({**UNIT, "types": ["Unitt"]}, ("types", 0), "did you mean Unit?"),
        ({**UNIT, "keywords": {"Tanc": 1}}, ("keywords", "Tanc"), "did you mean Tank?"),
        ({**UNIT, "mihgt": 1}, ("mihgt",), "did you mean `might`?"),
        (spell({"do": "dael", "amount": 1}), ("does", 0, "do"), "did you mean deal"),
        (spell(deal(to="brid")), ("does", 0, "to"), "did you mean bird?"),
        (spell({**DRAW, "who": "opponnent"}), ("does", 0, "who"), "did you mean opponent"),
        (spell(deal(to="Bird")), ("does", 0, "to"), "write small letters"),
    ],
)
def test_a_word_that_is_not_listed_is_answered_with_the_nearest(
    data: dict[str, Any], path: tuple[str | int, ...], meant: str
) -> None:
    (found,) = (each for each in lint(data) if each.code != "unused_choice")
    assert found.path == path
    assert meant in found.message


def test_what_is_not_executed_is_said_where_it_stands() -> None:
    data = {
        **SPELL,
        "keywords": {"Weaponmaster": 1},
        "does": [
            DRAW,
            {
                "do": "if",
                "condition": {"if": "exists", "of": {"kind": "unit"}},
                "then": [DRAW, {"do": "arrange", "what": {"kind": "card", "zone": "hand"}}],
            },
        ],
    }
    found = {each.path: each for each in lint(data)}
    assert found["does", 1, "then", 1].code == "not_executed"
    assert "do: arrange" in found["does", 1, "then", 1].message
    assert decode_definition(data).text == "unmodelled"


def test_all_that_the_engine_leaves_out_is_said() -> None:
    """A definition is judged as it stands, or there is a finding that says what is not."""
    for wrong, right in ((code[1], code[2]) for code in CODES if code[0] == "not_executed"):
        assert decode_definition(wrong).text == "unmodelled"
        assert decode_definition(right).text == "modelled"
    for name, data in raw_catalogue().items():
        said = {each.code for each in lint(data)}
        changed = decode_definition(data).text != data.get("text", "modelled")
        assert ("not_executed" in said) == changed, name


def raw_catalogue() -> dict[str, dict[str, Any]]:
    return {card["name"]: card for card in msgspec.json.decode(catalogue_bytes())}


def test_a_keyword_that_is_not_modelled_is_a_clause() -> None:
    definition = decode_definition({**UNIT, "keywords": {"Tank": 1, "Deathknell": 1}})
    assert (definition.text, definition.clauses) == ("unmodelled", ["Deathknell"])
    assert decode_definition({**UNIT, "keywords": {"Tank": 1}}).text == "modelled"


def test_the_catalogue_says_something_throughout() -> None:
    for definition in msgspec.json.decode(catalogue_bytes(), type=list[CardDefinition]):
        assert list(findings(definition)) == [], definition.name


@pytest.mark.parametrize(
    ("do", "kind"),
    [
        ("deal", "gear"),
        ("stun", "legend"),
        ("buff", "rune"),
        ("kill", "legend"),
        ("move", "battlefield"),
        ("return_to_hand", "rune"),
        ("counter", "unit"),
    ],
)
def test_a_game_action_is_done_to_what_it_can_be_done_to(do: str, kind: str) -> None:
    field = {"deal": "to"}.get(do, "what")
    instruction = {"do": do, field: "goal", **({"amount": 1} if do == "deal" else {})}
    data = {**SPELL, "chooses": {"goal": {"kind": kind}}, "does": [instruction]}
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition(data)
    assert [(each.path, each.code) for each in caught.value.findings] == [
        (("does", 0, field), "wrong_object")
    ]


@pytest.mark.parametrize("zone", ["trash", "hand", "banishment"])
@pytest.mark.parametrize("slot", [True, False])
def test_what_is_done_to_objects_on_the_board_is_done_to_no_card_elsewhere(
    zone: str, slot: bool
) -> None:
    goal = {"kind": "unit", "zone": zone}
    data = {
        **SPELL,
        **({"chooses": {"goal": goal}} if slot else {}),
        "does": [{"do": "kill", "what": "goal" if slot else goal}],
    }
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition(data)
    assert [(each.path, each.code) for each in caught.value.findings] == [
        (("does", 0, "what"), "wrong_object")
    ]


@pytest.mark.parametrize(
    ("types", "ability", "path"),
    [
        (["Legend"], {"cost": {"kill": "me"}, "does": [DRAW]}, ("cost", "kill")),
        (["Legend"], {"cost": {"energy": 1}, "does": [{"do": "kill", "what": "me"}]}, None),
        (["Battlefield"], {"cost": {"exhaust": "me"}, "does": [DRAW]}, ("cost", "exhaust")),
    ],
)
def test_a_legend_and_a_battlefield_are_no_permanents(
    types: list[str], ability: dict[str, Any], path: tuple[str, ...] | None
) -> None:
    data = {"name": "Odd", "types": types, "abilities": [{"kind": "activated", **ability}]}
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition(data)
    assert [(each.path, each.code) for each in caught.value.findings] == [
        (("abilities", 0, *(path or ("does", 0, "what"))), "wrong_object")
    ]


def test_numbers_are_bounded() -> None:
    for data in (
        {**UNIT, "keywords": {"Deflect": 1_000_000}},
        {**UNIT, "energy": 1_000_000},
        spell(deal(amount=1_000_000)),
        spell({"do": "add", "energy": -1}),
    ):
        with pytest.raises(MeaninglessDefinition):
            decode_definition(data)


@pytest.mark.parametrize(
    ("do", "field", "kind"),
    [("deal", "to", "gear"), ("counter", "what", "unit"), ("give_might", "to", "player")],
)
def test_a_name_in_a_list_is_looked_at_as_a_name_alone_is(do: str, field: str, kind: str) -> None:
    amount = {} if do == "counter" else {"amount": 1}
    instruction = {"do": do, field: ["bird", "goal"], **amount}
    fitting = "spell" if do == "counter" else "unit"
    chooses = {"bird": {"kind": fitting}, "goal": {"kind": kind}}
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition({**SPELL, "chooses": chooses, "does": [instruction]})
    assert [(each.path, each.code) for each in caught.value.findings] == [
        (("does", 0, field, 1), "wrong_object")
    ]


@pytest.mark.parametrize(
    ("data", "path", "code"),
    [
        (
            {**SPELL, "does": [{"do": "for_each", "does": [{"do": "draw"}]}]},
            ("does", 0),
            "says_nothing",
        ),
        (
            {**SPELL, "does": [{"do": "give", "to": {"kind": "unit"}, "changes": []}]},
            ("does", 0, "changes"),
            "says_nothing",
        ),
        ({**SPELL, "does": [{"do": "modes", "of": []}]}, ("does", 0, "of"), "says_nothing"),
        ({**SPELL, "does": [{"do": "either", "of": []}]}, ("does", 0, "of"), "says_nothing"),
        ({**SPELL, "does": [{"do": "do_following", "of": []}]}, ("does", 0, "of"), "says_nothing"),
        (
            {**SPELL, "does": [deal(to={"kind": "unit", "where": "here"})]},
            ("does", 0, "to", "where"),
            "says_nothing",
        ),
        (
            {**SPELL, "does": [deal(to=["that_player"])]},
            ("does", 0, "to", 0),
            "wrong_object",
        ),
    ],
)
def test_what_no_text_could_do_is_named(
    data: dict[str, Any], path: tuple[str | int, ...], code: str
) -> None:
    with pytest.raises(MeaninglessDefinition) as caught:
        decode_definition(data)
    assert (path, code) in [(each.path, each.code) for each in caught.value.findings]


def killing(**what: Any) -> dict[str, Any]:
    return {**SPELL, "does": [{"do": "kill", "what": {"kind": "permanent", **what}}]}


def giving(**trait: Any) -> dict[str, Any]:
    return unit({"kind": "static", "changes": [{"change": "trait", **trait}]})


@pytest.mark.parametrize(
    ("data", "path", "meant"),
    [
        ({**UNIT, "tags": ["[Equipment]"]}, ("tags", 0), "Equipment"),
        ({**UNIT, "tags": ["Dragon", " Poro"]}, ("tags", 1), "Poro"),
        ({**UNIT, "tags": ["miss fortune"]}, ("tags", 0), "Miss Fortune"),
        ({**UNIT, "tags": ["Heron "]}, ("tags", 0), "Heron"),
        ({**UNIT, "tags": ["River  Bird"]}, ("tags", 0), "River Bird"),
        ({**UNIT, "tags": ["<River>"]}, ("tags", 0), "River"),
        ({**UNIT, "name": " Heron"}, ("name",), "Heron"),
        ({**UNIT, "types": ["unit"]}, ("types", 0), "Unit"),
        ({**UNIT, "types": ["Unit "]}, ("types", 0), "Unit"),
        ({**UNIT, "supertype": "champion"}, ("supertype",), "Champion"),
        ({**UNIT, "domains": ["fury"]}, ("domains", 0), "Fury"),
        ({**UNIT, "power": ["Fury "]}, ("power", 0), "Fury"),
        ({**UNIT, "keywords": {"assault": 1}}, ("keywords", "assault"), "Assault"),
        ({**UNIT, "keywords": {"Assault ": 1}}, ("keywords", "Assault "), "Assault"),
        (killing(tag=["poro"]), ("does", 0, "what", "tag", 0), "Poro"),
        (killing(not_tag=["[Poro]"]), ("does", 0, "what", "not_tag", 0), "Poro"),
        (killing(keyword=["tank"]), ("does", 0, "what", "keyword", 0), "Tank"),
        (killing(without_keyword=["Tankk"]), ("does", 0, "what", "without_keyword", 0), "Tank"),
        (killing(type=["unit"]), ("does", 0, "what", "type", 0), "Unit"),
        (killing(domain=["fury"]), ("does", 0, "what", "domain", 0), "Fury"),
        (killing(named=["Heron "]), ("does", 0, "what", "named", 0), "Heron"),
        (giving(tags=["[Poro]"]), ("abilities", 0, "changes", 0, "tags", 0), "Poro"),
        (giving(types=["gear"]), ("abilities", 0, "changes", 0, "types", 0), "Gear"),
        (giving(domains=["mind"]), ("abilities", 0, "changes", 0, "domains", 0), "Mind"),
        (
            {**SPELL, "does": [{"do": "play_token", "token": "Recruit", "keywords": ["tank"]}]},
            ("does", 0, "keywords", 0),
            "Tank",
        ),
        (
            {**SPELL, "does": [{"do": "play_token", "token": "Recruit "}]},
            ("does", 0, "token"),
            "Recruit",
        ),
    ],
)
def test_another_spelling_is_refused_with_what_is_meant(
    data: dict[str, Any], path: tuple[str | int, ...], meant: str
) -> None:
    (found,) = [one for one in lint(data) if one.code not in HARMLESS]
    assert (found.path, found.code) == (path, "unknown_word")
    assert f"did you mean {meant}?" in found.message
    with pytest.raises(msgspec.ValidationError):
        decode_definition(data)


@pytest.mark.parametrize("tag", ["Poro", "Heron", "Kai'Sa", "Dr. Mundo", "River Bird", "Ö-Boot"])
def test_a_tag_may_be_one_that_no_card_has_yet(tag: str) -> None:
    assert not [one for one in lint({**UNIT, "tags": [tag]}) if one.code not in HARMLESS]


NAME = {"do": "name", "what": "type"}
KILL = {"do": "kill", "what": {"kind": "permanent", "named_as": "type"}}


def triggered(when: Any, *does: dict[str, Any], **more: Any) -> dict[str, Any]:
    return unit({"kind": "triggered", "when": when, "does": list(does), **more})


def activated(cost: dict[str, Any], *does: dict[str, Any]) -> dict[str, Any]:
    return unit({"kind": "activated", "cost": cost, "does": list(does)})


THAT_PLAYER = {"do": "draw", "who": "that_player"}
CHOSEN = {"do": "draw", "who": "chosen"}
THERE = {"do": "kill", "what": {"kind": "unit", "where": "there"}}
THAT_MANY = {"do": "draw", "amount": {"value": "that_much"}}
PAID = {"do": "draw", "amount": {"value": "might", "of": "paid"}}
OTHER = {"do": "kill", "what": "other"}
THIS = {"do": "counter", "what": "this"}
DIES = {"event": "die", "what": {"kind": "unit"}}


@pytest.mark.parametrize(
    ("wrong", "path", "right"),
    [
        (
            {**SPELL, "does": [THAT_PLAYER]},
            ("does", 0, "who"),
            triggered({"event": "end_turn", "whose": "each"}, THAT_PLAYER),
        ),
        (
            triggered({"event": "end_combat"}, THAT_PLAYER),
            ("abilities", 0, "does", 0, "who"),
            triggered({"event": "draw", "by": "opponent"}, THAT_PLAYER),
        ),
        (
            {**SPELL, "does": [CHOSEN]},
            ("does", 0, "who"),
            {**SPELL, "chooses": {"one": {"kind": "player"}}, "does": [CHOSEN]},
        ),
        (
            {**SPELL, "does": [THERE]},
            ("does", 0, "what", "where"),
            triggered(DIES, THERE),
        ),
        (
            triggered({"event": "draw", "by": "you"}, THERE),
            ("abilities", 0, "does", 0, "what", "where"),
            triggered("conquer", THERE),
        ),
        (
            {**SPELL, "does": [THAT_MANY]},
            ("does", 0, "amount"),
            triggered("take_damage", THAT_MANY),
        ),
        (
            triggered(DIES, THAT_MANY),
            ("abilities", 0, "does", 0, "amount"),
            triggered({**DIES, "batch": True}, THAT_MANY),
        ),
        (
            activated({"energy": 1}, PAID),
            ("abilities", 0, "does", 0, "amount", "of"),
            activated({"discard": 1}, PAID),
        ),
        (
            triggered("play", OTHER),
            ("abilities", 0, "does", 0, "what"),
            triggered("take_damage", OTHER),
        ),
        (
            triggered({"event": "gain_xp", "by": "you"}, {"do": "kill", "what": "it"}),
            ("abilities", 0, "does", 0, "what"),
            triggered(DIES, {"do": "banish", "what": "it"}),
        ),
        (
            unit({"kind": "replacement", "instead_of": DIES, "does": [THIS]}),
            ("abilities", 0, "does", 0, "what"),
            activated({"energy": 1}, THIS),
        ),
        (
            {
                **SPELL,
                "does": [
                    {
                        "do": "for_each",
                        "times": 2,
                        "does": [{"do": "discard", "label": "gone"}],
                    },
                    {**DRAW, "after": "gone"},
                ],
            },
            ("does", 1, "after"),
            {
                **SPELL,
                "does": [
                    {"do": "each_player", "does": [{"do": "discard", "label": "gone"}]},
                    {**DRAW, "after": "gone"},
                ],
            },
        ),
    ],
)
def test_a_name_means_something_only_beside_what_it_refers_to(
    wrong: dict[str, Any], path: tuple[str | int, ...], right: dict[str, Any]
) -> None:
    (found,) = [one for one in lint(wrong) if one.code not in HARMLESS]
    assert (found.path, found.code) == (path, "undefined_reference")
    assert [one for one in lint(right) if one.code not in HARMLESS] == []


def test_what_is_done_to_an_ability_itself_as_to_an_object_is_not_executed() -> None:
    gear = {"name": "Reed Bell", "types": ["Gear"]}
    cost, kill = {"exhaust": "me"}, {"do": "kill", "what": "this"}
    ability = {"kind": "activated", "cost": cost, "does": [kill]}
    assert [one.code for one in lint({**gear, "abilities": [ability]})] == ["not_executed"]
    attached = {**gear, "tags": ["Equipment"], "effect_text": [ability]}
    assert [one for one in lint(attached) if one.code not in HARMLESS] == []


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({**SPELL, "does": [KILL]}, ("does", 0, "what", "named_as")),
        ({**SPELL, "does": [KILL, NAME]}, ("does", 0, "what", "named_as")),
        ({**SPELL, "does": [{**NAME, "what": "tag"}, KILL]}, ("does", 1, "what", "named_as")),
        (
            {
                **SPELL,
                "chooses": {"one": {"kind": "unit", "named_as": "type"}},
                "does": [NAME, {"do": "kill", "what": "one"}],
            },
            ("chooses", "one", "named_as"),
        ),
        (
            unit({"kind": "activated", "cost": {"energy": 1}, "does": [KILL]}),
            ("abilities", 0, "does", 0, "what", "named_as"),
        ),
    ],
)
def test_what_asks_for_a_name_comes_after_the_naming(
    data: dict[str, Any], path: tuple[str | int, ...]
) -> None:
    (found,) = [one for one in lint(data) if one.code not in HARMLESS]
    assert (found.path, found.code) == (path, "undefined_reference")
    assert "`do: name` comes first" in found.message


def test_what_was_named_as_a_card_entered_is_known_to_all_its_texts() -> None:
    enters = {"event": "play", "what": "me", "by": "you"}
    naming = {"kind": "replacement", "instead_of": enters, "as_well": True, "does": [NAME]}
    card = {
        **UNIT,
        "abilities": [naming, {"kind": "activated", "cost": {"energy": 1}, "does": [KILL]}],
    }
    assert not lint(card)
    assert not lint({**SPELL, "does": [NAME, KILL]})


def test_a_misspelt_event_is_said_where_nothing_else_is_replaced() -> None:
    replacement = {"kind": "replacement", "cost": {"energy": 1}, "does": [DRAW]}
    data = unit({**replacement, "instead_of": [{"event": "dies", "what": "me"}]})
    found = [(one.path, one.code) for one in lint(data)]
    assert found == [(("abilities", 0, "instead_of", 0, "event"), "unknown_word")]


@pytest.mark.parametrize(
    "moment",
    [
        {"event": "kill", "what": {"kind": "unit"}, "other": {"kind": "unit"}},
        {"event": "draw", "other": {"kind": "spell"}},
        {"event": "enter", "what": {"kind": "unit"}, "other": {"kind": "spell"}},
        {"event": "ready", "what": {"kind": "unit"}, "other": "me"},
        {"event": "become_mighty", "what": {"kind": "unit"}, "other": {"kind": "ability"}},
    ],
)
def test_with_what_it_is_done_is_asked_only_where_it_is_told(moment: dict[str, Any]) -> None:
    for ability in (
        cannot(moment),
        {"kind": "replacement", "instead_of": moment, "does": [DRAW]},
    ):
        assert "not_executed" in {one.code for one in lint(unit(ability))}


def test_a_prohibition_of_other_things_than_its_ability_affects_is_not_executed() -> None:
    ability = {**cannot({"event": "ready", "what": {"kind": "unit"}}), "affects": {"kind": "gear"}}
    assert "cannot, affects" in " ".join(one.message for one in lint(unit(ability)))
    ability["affects"] = {"kind": "unit"}
    assert not lint(unit(ability))


@pytest.mark.parametrize(
    ("moment", "executed"),
    [
        ({"event": "move"}, True),
        ({"event": "move", "what": "me"}, True),
        ({"event": "move", "what": {"kind": "unit"}}, False),
        ({"event": "stun", "by": "opponents"}, False),
    ],
)
def test_a_prohibition_that_is_given_is_of_what_it_is_given_to(
    moment: dict[str, Any], executed: bool
) -> None:
    given = {"do": "give", "to": "bird", "changes": [{"change": "cannot", "moment": moment}]}
    assert (not lint(spell(given))) == executed


def test_a_gear_that_cannot_become_mighty_is_told_of() -> None:
    found = [one.code for one in lint(gear(cannot({"event": "become_mighty"})))]
    assert found == ["unlikely_trigger"]
    assert not lint(unit(cannot({"event": "become_mighty"})))
