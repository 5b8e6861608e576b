"""A text that the engine does not execute stops a ruling as soon as what it is about comes about.

For every event of the notation a card waits for it, replaces it or forbids it, as far as that is
executed, and once more with something that is not: then the ruling in which the event happens has
to be refused by the name of the clause. The same for every change of a static ability.
"""

from __future__ import annotations

import copy
from typing import Any, get_args

import msgspec
import pytest

import judge
from judge.effects import notation as n
from judge.effects.linting import decode_definition
from judge.ruling.actions import Action
from judge.ruling.ruling import Ruling

CARDS: dict[str, Any] = {
    "Field": {"types": ["Battlefield"]},
    "Scout": {"types": ["Unit"], "might": 2, "energy": 0},
    "Ox": {"types": ["Unit"], "might": 4, "energy": 0},
    "Lurker": {"types": ["Unit"], "might": 1, "energy": 0, "keywords": {"Hidden": 1}},
    "Toy": {"types": ["Gear"], "energy": 0},
    "Dear Toy": {"types": ["Gear"], "energy": 1},
    "Harp": {
        "types": ["Gear"],
        "energy": 0,
        "abilities": [{"kind": "activated", "cost": {}, "does": [{"do": "draw"}]}],
    },
    "Lamp": {
        "types": ["Gear"],
        "energy": 0,
        "abilities": [{"kind": "activated", "cost": {}, "does": [{"do": "add", "energy": 1}]}],
    },
    "Blade": {
        "types": ["Gear"],
        "tags": ["Equipment"],
        "energy": 0,
        "abilities": [{"kind": "keyword", "keyword": "Equip", "cost": {"energy": 0}}],
    },
    "Song": {"types": ["Spell"], "energy": 0, "does": [{"do": "draw"}]},
    "No": {
        "types": ["Spell"],
        "energy": 0,
        "keywords": {"Reaction": 1},
        "chooses": {"it_": {"kind": "spell"}},
        "does": [{"do": "counter", "what": "it_"}],
    },
}
#: what a spell of Ada's does so that the event happens; `t` is what it chooses
DOES: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "recall": ([{"do": "recall", "what": "t"}], {"kind": "unit", "where": "battlefield"}),
    "leave": ([{"do": "kill", "what": "t"}], {"kind": "unit"}),
    "die": ([{"do": "kill", "what": "t"}], {"kind": "unit"}),
    "kill": ([{"do": "kill", "what": "t"}], {"kind": "unit"}),
    "banish": ([{"do": "banish", "what": "t"}], {"kind": "unit"}),
    "return_to_hand": ([{"do": "return_to_hand", "what": "t"}], {"kind": "unit"}),
    "choose": ([{"do": "buff", "what": "t"}], {"kind": "unit"}),
    "deal": ([{"do": "deal", "amount": 1, "to": "t"}], {"kind": "unit"}),
    "take_damage": ([{"do": "deal", "amount": 1, "to": "t"}], {"kind": "unit"}),
    "stun": ([{"do": "stun", "what": "t"}], {"kind": "unit"}),
    "ready": ([{"do": "ready", "what": {"kind": "unit", "state": ["exhausted"]}}], {}),
    "exhaust": ([{"do": "exhaust", "what": {"kind": "unit", "state": ["ready"]}}], {}),
    "buff": ([{"do": "buff", "what": "t"}], {"kind": "unit", "not_state": ["buffed"]}),
    "spend_buff": ([{"do": "spend_buff", "what": {"kind": "unit", "state": ["buffed"]}}], {}),
    "heal": ([{"do": "heal", "what": {"kind": "unit", "state": ["damaged"]}}], {}),
    "become_mighty": ([{"do": "give_might", "amount": 4, "to": "t"}], {"kind": "unit"}),
    "draw": ([{"do": "draw"}], {}),
    "discard": ([{"do": "discard", "amount": 1}], {}),
    "reveal": ([{"do": "reveal", "what": {"kind": "card", "zone": "main_deck", "top": 1}}], {}),
    "look": ([{"do": "look", "what": {"kind": "card", "zone": "main_deck", "top": 1}}], {}),
    "recycle": ([{"do": "recycle", "what": {"kind": "card", "zone": "trash"}}], {}),
    "channel": ([{"do": "channel"}], {}),
    "gain_xp": ([{"do": "gain_xp", "amount": 1}], {}),
    "spend_xp": ([{"do": "spend_xp", "amount": 1}], {}),
    "predict": ([{"do": "predict"}], {}),
    "detach": ([{"do": "detach", "what": {"kind": "gear", "state": ["attached"]}}], {}),
    "empower": ([{"do": "empower", "what": "t"}], {"kind": "unit"}),
    "burn": ([{"do": "burn"}], {}),
    "lose_points": ([{"do": "lose_points", "amount": 1}], {}),
    "gain_points": ([{"do": "score", "amount": 1}], {}),
    "gain_control": (
        [{"do": "gain_control", "what": "t", "until": "turn"}],
        {"kind": "unit", "side": "enemy"},
    ),
}
ATTACK: list[Any] = [{"move": ["a1"], "to": "east"}]
ACTIONS: dict[str, list[Any]] = {
    "play": [{"play": "toy", "to": "base:Ada"}],
    "play_ability": [{"activate": "harp"}],
    **dict.fromkeys(
        ("attack", "defend", "win_combat", "lose_combat", "conquer", "score", "begin_showdown"),
        ATTACK,
    ),
    **dict.fromkeys(("begin_combat", "end_combat", "move"), ATTACK),
    "hold": ["end_turn"],
    "begin_phase": ["end_turn"],
    "end_turn": ["end_turn"],
    "enter": [{"play": "toy", "to": "base:Ada"}],
    "add": [{"activate": "lamp"}],
    "pay": [{"play": "dear", "to": "base:Ada"}],
    "hide": [{"hide": "lurk", "to": "north"}],
    "attach": [{"activate": "blade", "targets": ["a1"]}],
    "counter": [{"play": "song"}, {"play": "no", "targets": ["song"]}],
}
EVENTS = get_args(n.Event)


def board(text: dict[str, Any], event: str | None = None, **holder: Any) -> dict[str, Any]:
    """Everything that may happen can happen to somebody; the text is on a gear of Bo's."""
    cards = copy.deepcopy(CARDS)
    cards["Bell"] = {"types": ["Gear"], "energy": 0, **text}
    names = ("toy", "dear", "lurk", "song", "no", "spell")
    hand = [
        {"id": name, "card": card}
        for name, card in zip(
            names, ("Toy", "Dear Toy", "Lurker", "Song", "No", "Verse"), strict=True
        )
    ]
    does, target = DOES.get(event or "", ([{"do": "draw"}], {}))
    cards["Verse"] = {"types": ["Spell"], "energy": 0, "does": does}
    if target:
        cards["Verse"]["chooses"] = {"t": target}
    deck = {"top": [{"id": "top", "card": "Song"}], "count": 20}
    return {
        "turn": {"player": "Ada", "number": 7},
        "players": {
            "Ada": {
                "points": 3,
                "xp": 4,
                "hand": hand,
                "main_deck": deck,
                "rune_deck": 6,
                "trash": [{"id": "old", "card": "Song"}],
                "runes": 6,
                "base": [
                    {"id": "a1", "card": "Ox", "exhausted": False},
                    {
                        "id": "a2",
                        "card": "Scout",
                        "buffs": 1,
                        "damage": 1,
                        "attached": [{"id": "worn", "card": "Blade"}],
                    },
                    {"id": "a3", "card": "Scout", "exhausted": True},
                    *({"id": each.lower(), "card": each} for each in ("Harp", "Lamp", "Blade")),
                ],
            },
            "Bo": {
                "points": 3,
                "hand": 0,
                "main_deck": {"top": ["Song"], "count": 20},
                "rune_deck": 6,
                "base": [{"id": "bell", "card": "Bell", **holder}],
            },
        },
        "battlefields": [
            {"id": "north", "card": "Field", "owner": "Ada", "controller": "Ada",
             "units": [{"id": "a4", "card": "Scout", "controller": "Ada"}]},
            {"id": "east", "card": "Field", "owner": "Bo", "controller": "Bo",
             "units": [{"id": "b1", "card": "Scout", "controller": "Bo"}]},
            {"id": "south", "card": "Field", "owner": "Bo", "controller": "Bo",
             "units": [{"id": "b2", "card": "Scout", "controller": "Bo"}]},
        ],
        "cards": cards,
    }  # fmt: skip


def answer(question: judge.Question) -> Any:
    """The fewest or first of what is offered; targets by their slots."""
    match question.form:
        case "yes_no":
            return True
        case "choose_one" | "chance":
            return question.options[0].id
        case "choose_some":
            return [each.id for each in question.options[: max(1, question.min or 0)]]
        case "order":
            return [each.id for each in question.options]
        case "assign_damage":
            return {question.targets[0].id: question.amount}
    raise AssertionError(question.form)


def judged(tree: dict[str, Any], event: str) -> Ruling:
    """The last ruling when the event is made to happen and everybody passes."""
    found: Ruling | None = None
    state = judge.read_board(tree).board
    actions = ACTIONS.get(event) or [{"play": "spell"}]
    for do in actions:
        found = _do(state, "Ada", do)
        if found.verdict != "legal" or found.board is None:
            return found
        state = found.board
    assert found is not None
    for _ in range(20):
        if state.chain is None and state.showdown is None:
            break
        player = state.window.priority or state.window.focus
        assert player is not None
        found = _do(state, player, "pass")
        if found.verdict != "legal" or found.board is None:
            break
        state = found.board
    return found


def _do(state: judge.Board, player: str, do: Any) -> Ruling:
    action = msgspec.convert({"by": player, "do": do}, Action)
    return judge.adjudicate(state, action, answer)


def text_of(form: str, event: str, *, executed: bool) -> dict[str, Any]:
    """A card that waits for the event, replaces or forbids it; not executed, where that is asked:
    it does what there is not, or forbids only the first of the turn.
    """
    none_such = {"do": "procedure", "name": "none_such"}
    does = [{"do": "gain_xp", "amount": 1} if executed else none_such]
    moment: dict[str, Any] = {"event": event}
    if event == "begin_phase":
        moment["phase"] = "channel"
    if form == "trigger":
        ability: dict[str, Any] = {"kind": "triggered", "when": moment, "does": does}
    elif form == "replacement":
        ability = {"kind": "replacement", "instead_of": moment, "does": does}
    else:
        moment["by"] = "each"
        if not executed:
            moment["nth"] = 1
        ability = {"kind": "static", "changes": [{"change": "cannot", "moment": moment}]}
    return {"abilities": [ability]}


def test_what_is_to_happen_happens() -> None:
    for event in EVENTS:
        found = judged(board({}, event), event)
        assert found.verdict == "legal", (event, found.sentence)


@pytest.mark.parametrize("form", ["trigger", "replacement", "cannot"])
@pytest.mark.parametrize("event", EVENTS)
def test_what_is_not_executed_of_an_event_stops_where_it_happens(event: str, form: str) -> None:
    for executed in (True, False):
        text = text_of(form, event, executed=executed)
        definition = decode_definition({"name": "Bell", "types": ["Gear"], **text})
        found = judged(board(text, event), event)
        if definition.text == "modelled":
            assert executed
            continue
        assert found.verdict == "not_adjudicable", (event, form, definition.clauses, found.sentence)
        assert found.refusal is not None
        assert found.refusal.about in [f"Bell: {each}" for each in definition.clauses]


@pytest.mark.parametrize(("event", "do"), [("play", {"play": "toy", "to": "base:Ada"}),
                                           ("play_ability", {"activate": "harp"})])  # fmt: skip
def test_what_may_be_forbidden_to_play_is_not_on_the_chain(event: str, do: Any) -> None:
    text = text_of("cannot", event, executed=False)
    found = _do(judge.read_board(board(text, event)).board, "Ada", do)
    assert found.verdict == "not_adjudicable", found.sentence


# --- static abilities -----------------------------------------------------------------------------

UNIT: dict[str, Any] = {"kind": "unit"}
DEAL: list[Any] = [{"do": "deal", "amount": 1, "to": "t"}]
DEAL_MIGHT: list[Any] = [{"do": "deal", "amount": {"value": "might", "of": "t"}, "to": "t"}]
KILL_ALL: list[Any] = [{"do": "kill", "what": {"kind": "unit", "might_at_most": 1}}]
SPELL: list[Any] = [{"play": "spell", "targets": ["a1"]}]
#: what is read: the actions of Ada, and what her spell does to what it chooses
STUN: list[Any] = [{"do": "stun", "what": "t"}]
READS: dict[str, tuple[list[Any], list[Any], dict[str, Any]]] = {
    "might in a fight": (ATTACK, [], {}),
    "might of what is hurt": (SPELL, DEAL, UNIT),
    "might as a number": (SPELL, DEAL_MIGHT, UNIT),
    "might of what is chosen": (
        SPELL,
        STUN,
        {**UNIT, "might_at_least": 1},
    ),
    "might of what cannot be chosen": (
        SPELL,
        STUN,
        {**UNIT, "might_at_least": 5},
    ),
    "might of all": ([{"play": "spell"}], KILL_ALL, {}),
    "a move": ([{"move": ["a1"], "to": "north"}], [], {}),
    "a move between battlefields": ([{"move": ["a4"], "to": "south"}], [], {}),
    "a choice": (SPELL, STUN, UNIT),
    "a kind that is chosen": (SPELL, STUN, {**UNIT, "tag": ["Mech"]}),
    "a play": ([{"play": "toy", "to": "base:Ada"}], [], {}),
    "a unit that enters": ([{"play": "lurk", "to": "base:Ada"}], [], {}),
    "a play where none may be": ([{"play": "lurk", "to": "south"}], [], {}),
    "a hidden card": ([{"hide": "lurk", "to": "north"}], [], {}),
    "a card that cannot be hidden": ([{"hide": "toy", "to": "north"}], [], {}),
    "a conquest": (ATTACK, [], {}),
    "the end of the turn": (["end_turn"], [], {}),
    "an ability": ([{"activate": "harp"}], [], {}),
    "an ability that there is not": ([{"activate": "a1"}], [], {}),
    "an Add": ([{"activate": "lamp"}], [], {}),
    "a buff": (SPELL, [{"do": "buff", "what": "t"}], UNIT),
    "an Empower": (SPELL, [{"do": "empower", "what": "t"}], UNIT),
    "a look": ([{"play": "spell"}], DOES["look"][0], {}),
}
#: whose doing it is, by whose text, where Ada does it or it happens to what is hers
SIDES: dict[str, tuple[dict[str, Any], str]] = {
    "you": ({"by": "you"}, "Ada"),
    "opponent": ({"by": "opponent"}, "Bo"),
    "friendly": ({"what": {"kind": "unit", "side": "friendly"}}, "Ada"),
    "enemy": ({"what": {"kind": "unit", "side": "enemy"}}, "Bo"),
}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("form", ["trigger", "replacement", "cannot"])
@pytest.mark.parametrize(
    "event", ["move", "attack", "conquer", "stun", "draw", "die", "gain_xp", "choose", "recall"]
)
def test_whose_doing_it_is_decides(event: str, form: str, side: str) -> None:
    more, mine = SIDES[side]
    if "what" in more and event in ("draw", "gain_xp"):
        pytest.skip("it happens to no object")
    for holder in ("Ada", "Bo"):
        text = text_of(form, event, executed=False)
        ability = text["abilities"][0]
        moment = ability.get("when") or ability.get("instead_of") or ability["changes"][0]["moment"]
        moment.pop("by", None)
        moment.update(more)
        tree = board(text, event)
        if holder == "Ada":
            tree["players"]["Ada"]["base"] += tree["players"]["Bo"].pop("base")
        reached = judged(tree, event).verdict == "not_adjudicable"
        # a stun by Ada of what is hers concerns both who did it and whose it is
        assert reached is (holder == mine), (holder, more)


ONES: dict[str, Any] = {"affects": {"kind": "unit"}}
CHANGES: list[tuple[dict[str, Any], list[str]]] = [
    ({"change": "might", "amount": 1}, [each for each in READS if each.startswith("might")]),
    ({"change": "set_might", "amount": 5}, [each for each in READS if each.startswith("might")]),
    *(
        ({"change": "keyword", "keyword": keyword}, ["might in a fight"])
        for keyword in ("Assault", "Shield", "Tank", "Backline")
    ),
    ({"change": "keyword", "keyword": "Ganking"}, ["a move between battlefields"]),
    ({"change": "keyword", "keyword": "Deflect"}, ["a choice"]),
    ({"change": "keyword", "keyword": "Hidden"}, ["a card that cannot be hidden"]),
    ({"change": "keyword", "keyword": "Hunt"}, ["a conquest"]),
    ({"change": "keyword", "keyword": "Temporary"}, ["a move"]),
    ({"change": "keyword", "keyword": "Accelerate"}, ["a unit that enters"]),
    *(
        (change, ["a move", "a choice", "might in a fight", "a kind that is chosen"])
        for change in (
            {"change": "keywords_of", "of": "me"},
            {"change": "lose_abilities"},
            {"change": "trait", "tags": ["Mech"]},
            {"change": "control"},
            {"change": "copy_text", "of": "me"},
        )
    ),
    (
        {
            "change": "ability",
            "ability": {"kind": "activated", "cost": {"exhaust": "me"}, "does": [{"do": "draw"}]},
        },
        ["an ability that there is not"],
    ),
    ({"change": "enters", "ready": True}, ["a unit that enters"]),
    ({"change": "cost", "energy": 1}, ["a play"]),
    ({"change": "may", "where": ["battlefield"]}, ["a play where none may be"]),
    ({"change": "damage", "bonus": 1}, ["might of what is hurt"]),
    ({"change": "rule", "what": "victory_score"}, ["a conquest"]),
    ({"change": "rule", "what": "might_bonus_factor", "amount": 2}, ["might in a fight"]),
    ({"change": "rule", "what": "lethal_damage"}, ["might of what is hurt"]),
    ({"change": "rule", "what": "buff_limit", "amount": 2}, ["a buff"]),
    ({"change": "rule", "what": "empower_limit", "amount": 2}, ["an Empower"]),
    ({"change": "rule", "what": "buff_value", "amount": 2}, ["might in a fight"]),
    ({"change": "rule", "what": "facedown_capacity", "amount": 2}, ["a hidden card"]),
    ({"change": "rule", "what": "look_at_facedown"}, ["a look"]),
    ({"change": "rule", "what": "add_amplified"}, ["an Add"]),
    ({"change": "rule", "what": "assigned_first"}, ["might in a fight"]),
    ({"change": "rule", "what": "assigned_last"}, ["might in a fight"]),
    ({"change": "rule", "what": "move_from_anywhere"}, ["a move between battlefields"]),
    ({"change": "rule", "what": "damage_cannot_be_prevented"}, ["might of what is hurt"]),
    ({"change": "rule", "what": "ignores_keyword", "keyword": "Tank"}, ["might in a fight"]),
    ({"change": "rule", "what": "ignores_keyword", "keyword": "Deflect"}, ["a choice"]),
    ({"change": "rule", "what": "tied_result"}, ["might in a fight"]),
]


@pytest.mark.parametrize(
    ("change", "read"),
    [(change, read) for change, reads in CHANGES for read in reads],
    ids=lambda each: each if isinstance(each, str) else " ".join(map(str, each.values())),
)
def test_a_change_that_is_not_executed_stops_what_reads_it(
    change: dict[str, Any], read: str
) -> None:
    actions, does, chooses = READS[read]
    # what nothing tells is the condition
    condition = {"if": "happened", "moment": {"event": "pay", "by": "you"}}
    ability = {"kind": "static", "while": condition, "changes": [change], **ONES}
    tree = board({"abilities": [ability]})
    tree["cards"]["Verse"]["does"] = does or [{"do": "draw"}]
    if chooses:
        tree["cards"]["Verse"]["chooses"] = {"t": chooses}
    # Ada has it: what permits is of its controller
    tree["players"]["Ada"]["base"] += tree["players"]["Bo"].pop("base")
    definition = decode_definition({"name": "Bell", **tree["cards"]["Bell"]})
    assert definition.text == "unmodelled"
    plain = copy.deepcopy(tree)
    plain["cards"]["Bell"]["abilities"] = []
    assert _acted(plain, actions).verdict in ("legal", "illegal")
    found = _acted(tree, actions)
    assert found.verdict == "not_adjudicable", (definition.clauses, found.sentence)
    assert found.refusal is not None
    assert found.refusal.about in [f"Bell: {each}" for each in definition.clauses]


def _acted(tree: dict[str, Any], actions: list[Any]) -> Ruling:
    ACTIONS["it"] = actions
    return judged(tree, "it")


@pytest.mark.parametrize("about", [None, "might", "keywords", "tags"])
@pytest.mark.parametrize(
    ("change", "touched"),
    [
        ({"change": "might", "amount": 1}, {"might", "keywords"}),
        ({"change": "set_might", "amount": 1}, {"might", "keywords"}),
        ({"change": "keyword", "keyword": "Ganking"}, {"keywords"}),
        ({"change": "trait", "tags": ["Mech"]}, {"might", "keywords", "tags"}),
    ],
)
def test_an_explanation_is_not_sure_of_what_such_a_text_may_change(
    change: dict[str, Any], touched: set[str], about: Any
) -> None:
    condition = {"if": "happened", "moment": {"event": "pay", "by": "you"}}
    ability = {"kind": "static", "while": condition, "changes": [change], **ONES}
    state = judge.read_board(board({"abilities": [ability]})).board
    found = judge.explain(state, "a1", about)
    if about is None:
        assert touched <= set(found.uncertain)
    else:
        assert set(found.uncertain) == touched & {about}
    assert bool(found.caveats) is bool(found.uncertain)
    assert all("Bell" in each.sentence for each in found.caveats)


def test_an_explanation_is_sure_below_the_level_of_a_text() -> None:
    ability = {
        "kind": "static",
        "level": 6,
        "changes": [{"change": "might", "amount": {"value": "might", "of": "me"}}],
    }
    bell = {"types": ["Unit"], "might": 2, "abilities": [{**ability, **ONES}]}
    for xp, sure in ((5, True), (6, False)):
        tree = board(bell)
        tree["players"]["Bo"]["xp"] = xp
        found = judge.explain(judge.read_board(tree).board, "a1", "might")
        assert (not found.uncertain) is sure
