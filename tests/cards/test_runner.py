"""What a node is, when a ruling shows it, and what `rulesdb/cards/executed.tsv` says of the cards
(`tests.cards.runner`).
"""

from __future__ import annotations

from typing import Any

import judge
from judge.effects.linting import decode_definition
from judge.effects.notation import CardDefinition
from tests.cards.runner.nodes import is_meaningless, modelled, nodes_of, without
from tests.cards.runner.proving import Attempt, attempt
from tests.cards.runner.requests import Request
from tests.cards.runner.table import line_of, read, stale, written
from tests.cards.runner.verbs import VERBS, named_verbs

#: the least share of nodes that is shown, and the most printed game actions of which no event came:
#: what is left is named in the table, and these follow it as it becomes less
PROVED, UNHEARD = 0.83, 147


def card(**document: Any) -> CardDefinition:
    return decode_definition({"name": "Reed Heron", **document})


HERON = card(
    types=["Unit"],
    might=2,
    energy=2,
    keywords={"Assault": 2},
    abilities=[
        {
            "kind": "triggered",
            "when": {"event": "attack", "what": "me"},
            "may": True,
            "chooses": {"prey": {"kind": "unit", "side": "enemy", "state": ["exhausted"]}},
            "does": [{"do": "deal", "amount": 2, "to": "prey"}, {"do": "draw", "amount": 2}],
        }
    ],
)


def names(of: CardDefinition) -> list[str]:
    return [node.name for node in nodes_of(of)]


def test_the_nodes_of_a_card_are_what_can_be_left_out_of_its_text() -> None:
    assert names(HERON) == [
        "keywords.Assault",
        "keywords.Assault.value",
        "abilities.0",
        "abilities.0.when.what",
        "abilities.0.may",
        "abilities.0.chooses.prey",
        "abilities.0.chooses.prey.kind",
        "abilities.0.chooses.prey.side",
        "abilities.0.chooses.prey.state.0",
        "abilities.0.does.0",
        "abilities.0.does.1",
        "abilities.0.does.1.amount",
    ]


def test_what_says_the_same_when_it_is_left_out_is_no_node() -> None:
    spell = card(
        types=["Spell"],
        chooses={"one": {"kind": "card", "zone": "trash", "side": "yours"}},
        does=[{"do": "recycle", "what": "one", "label": "gone"}],
    )
    assert "chooses.one.side" not in names(spell)
    assert "does.0.label" not in names(spell)


def test_a_keyword_is_the_ability_that_it_has_in_full() -> None:
    spear = card(
        types=["Gear"],
        tags=["Equipment"],
        keywords={"Equip": 1},
        abilities=[{"kind": "keyword", "keyword": "Equip", "cost": {"energy": 1}}],
    )
    assert names(spear) == ["abilities.0", "abilities.0.cost", "abilities.0.cost.energy"]


def test_every_node_can_be_left_out_alone() -> None:
    for node in nodes_of(HERON):
        left = without(HERON, node)
        assert left != HERON
        kept = {other.name for other in nodes_of(left)}
        assert node.name not in kept or node.name in ("abilities.0", "abilities.0.does.0")
        before = [name for name in names(HERON) if not name.startswith(node.name)]
        if node.path[-1] not in (0, 1):  # what stands behind it in a list moves up
            assert set(before) <= kept


def test_a_card_without_what_a_reference_leads_to_is_meaningless() -> None:
    meaningless = [node.name for node in nodes_of(HERON) if is_meaningless(HERON, node)]
    assert meaningless == ["abilities.0.chooses.prey"]


def test_boards_laid_for_a_card_show_all_its_nodes() -> None:
    laid = card(
        types=["Spell"],
        energy=1,
        keywords={"Action": 1},
        chooses={"prey": {"kind": "unit", "side": "enemy", "might_at_most": 3}},
        does=[{"do": "kill", "what": "prey"}, {"do": "draw"}],
    )
    found = attempt(laid, ways=20)
    assert found.unproved == found.unheard == found.faults == []
    assert found.nodes == 7


def test_a_node_on_which_nothing_depends_is_not_taken_for_shown() -> None:
    """Only friendly units are at the base of its player: the side says nothing."""
    idle = card(
        types=["Spell"],
        energy=1,
        chooses={"one": {"kind": "unit", "side": "friendly", "where": "your_base"}},
        does=[{"do": "exhaust", "what": "one"}],
    )
    found = attempt(idle, ways=6)
    assert "chooses.one.side" in found.unproved
    assert "does.0" in found.proved


def test_a_request_that_does_not_touch_the_card_shows_nothing() -> None:
    board = judge.read_board({"turn": {"player": "A", "number": 5}, "players": {"A": {}, "B": {}}})
    search = Attempt(HERON)
    search.try_all(
        Request(
            source="nothing",
            board=board.board,
            action=judge.Action(by="A", do=judge.Do(end_turn=True)),
        )
    )
    assert search.found.proved == {}
    assert search.found.used == 0


def test_the_verbs_of_a_text_are_told_apart_from_those_of_its_conditions() -> None:
    told, waited = named_verbs(
        card(
            types=["Unit"],
            might=2,
            abilities=[
                {
                    "kind": "triggered",
                    "when": {"event": "discard", "by": "you"},
                    "chooses": {"one": {"kind": "unit"}},
                    "does": [{"do": "stun", "what": "one"}],
                }
            ],
        )
    )
    assert (told, waited) == ({"stun"}, {"discard"})


# --- the table ----------------------------------------------------------------------------------


def test_the_table_says_of_every_modelled_card_how_many_nodes_it_has() -> None:
    assert stale(read()) == []


def test_the_table_is_written_as_it_is_read() -> None:
    lines = read()
    assert written(lines.values()) == written(sorted(lines.values()))
    for line in lines.values():
        assert line.proved == line.nodes - len(line.unproved)
        assert line.structure <= line.proved <= line.executed <= line.nodes
        assert {*line.unheard} <= {*VERBS}


def test_a_line_tells_what_has_run_without_being_shown() -> None:
    found = attempt(modelled()["Void Seeker"], ways=0)
    assert found.proved == {}
    # the slot has to be there for what is done to it, and its filters go with it
    assert found.structure == ["chooses.target"]
    assert line_of(found).executed == 3
    # an instruction has to be shown itself
    found.unproved = ["chooses.target.where", "does.1"]
    line = line_of(found)
    assert (line.nodes - line.executed, line.nodes - line.proved) == (1, 2)


def test_a_card_that_changed_makes_the_table_stale() -> None:
    lines = read()
    name, line = next(iter(sorted(lines.items())))
    assert stale({**lines, name: line._replace(nodes=line.nodes + 1)}) == [name]
    less = {key: each for key, each in lines.items() if key != name}
    assert stale(less) == [name]


def test_what_no_ruling_shows_does_not_become_more() -> None:
    lines = list(read().values())
    nodes, proved = sum(line.nodes for line in lines), sum(line.proved for line in lines)
    assert proved >= PROVED * nodes, f"{proved} of {nodes}"
    unheard = sorted((line.card, verb) for line in lines for verb in line.unheard)
    assert len(unheard) <= UNHEARD, unheard


def test_a_share_of_the_cards_is_put_into_use() -> None:
    """Few boards show much of them already; and nothing breaks down there."""
    nodes = shown = 0
    for name in sorted(modelled())[::70]:
        found = attempt(modelled()[name], ways=3)
        assert found.faults == []
        assert found.nodes == read()[name].nodes
        nodes += found.nodes
        shown += len(found.proved)
    assert shown > nodes / 3
