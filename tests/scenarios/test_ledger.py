"""What counts as exercising a rule, tried with judges who are wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.notation_yaml import load_document
from api.scenarios import Declined, Scenario, in_process, run_scenario
from api.scenarios.judges import InProcess
from api.scenarios.ledger import (
    How,
    LedgerFault,
    Reason,
    Tried,
    Turned,
    WithoutRules,
    how_it_turned,
    ledger,
    read_ledger,
    reason_against,
    renewed,
    rules_of,
    stale_entries,
    try_all,
    within,
    written_ledger,
)
from api.scenarios.sites import Site, cited_sites, is_switch, sites_of
from judge.ruling.problems import problem
from judge.ruling.ruling import Refusal, Ruling
from rulesdb import all_rules, rule

SCENARIO = """
id: invented
title: Two units move, one after the other
source: {kind: reasoned}
status: agreed
rules: [144.2]
board:
  turn: {player: Ana, number: 5}
  players: {Ana: {base: [a1, a2]}, Bo: {}}
  battlefields: [{id: west, card: Field, owner: Ana}, {id: east, card: Field, owner: Bo}]
  cards: {Field: {types: [Battlefield]}, Rower: {types: [Unit], might: 2}}
steps:
  - by: Ana
    do: {move: a1, to: west}
    expect: {cites: [144.2], events: [{type: moved, refs: [a1]}], board: {at: {a1: west}}}
  - {by: Ana, do: pass}
  - {by: Bo, do: pass, expect: {board: {at: {a1: west}}}}
reasoning: invented
"""

Wrong = Callable[[Ruling], Ruling]


def scenario() -> Scenario:
    tree = load_document(SCENARIO).tree
    for index in (0, 1):
        tree["board"]["players"]["Ana"]["base"][index] = {"id": f"a{index + 1}", "card": "Rower"}
    return msgspec.convert(tree, Scenario)


class Mistaken(InProcess):
    """The engine, whose rulings are changed: the first by `first`, the later ones by `later`."""

    def __init__(self, first: Wrong | None = None, later: Wrong | None = None) -> None:
        super().__init__()
        self.changes = [first, later, later]

    def adjudicate(self, *given: Any) -> Ruling:
        change = self.changes.pop(0)
        ruling = super().adjudicate(*given)
        return ruling if change is None else change(ruling)


def another_verdict(ruling: Ruling) -> Ruling:
    return msgspec.structs.replace(
        ruling, verdict="illegal", problems=[problem("not_main_phase", player="Ana")]
    )


def another_board(ruling: Ruling) -> Ruling:
    assert ruling.board is not None
    board = msgspec.convert(msgspec.to_builtins(ruling.board), type(ruling.board))
    for battlefield in board.battlefields:
        board.players["Ana"].base.extend(battlefield.units)
        battlefield.units.clear()
    return msgspec.structs.replace(ruling, board=board)


def no_events(ruling: Ruling) -> Ruling:
    return msgspec.structs.replace(ruling, trace=[])


def no_citation(ruling: Ruling) -> Ruling:
    return msgspec.structs.replace(ruling, citations=[])


def error(ruling: Ruling) -> Ruling:
    raise KeyError("a1")


def not_taken(ruling: Ruling) -> Ruling:
    raise Declined(["an answer of another shape"])


def test_the_invented_scenario_passes() -> None:
    outcome = run_scenario(scenario(), in_process())
    assert outcome.passed, outcome.report()


@pytest.mark.parametrize(
    ("first", "later", "how"),
    [
        (None, None, "same"),
        (another_verdict, None, "outcome"),
        (another_board, None, "outcome"),
        (no_events, None, "outcome"),
        (no_citation, None, "citation"),
        (error, None, "error"),
        (not_taken, None, "error"),
        (no_citation, error, "error"),
        (no_citation, another_verdict, "outcome"),
        (another_board, error, "outcome"),
    ],
)
def test_only_another_outcome_counts(first: Wrong | None, later: Wrong | None, how: How) -> None:
    turned = how_it_turned(run_scenario(scenario(), Mistaken(first, later)))
    assert turned.how == how
    assert bool(turned.failure) is (how != "same")


def test_the_failure_that_decides_is_shown() -> None:
    turned = how_it_turned(run_scenario(scenario(), Mistaken(no_citation, another_verdict)))
    assert turned.failure.startswith("step 2: verdict: expected legal, came illegal")


def test_a_board_that_cannot_be_read_counts_as_an_error() -> None:
    unreadable = msgspec.structs.replace(scenario(), board={"turn": {"player": "Ana"}, "hands": 1})
    assert how_it_turned(run_scenario(unreadable, in_process())).how == "error"


def test_a_run_that_meets_a_limit_counts_as_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Refusal(reason="limit", sentence="The action exceeds the limit X.", about="X")
    refused = Ruling(verdict="not_adjudicable", basis="rules", sentence="X", refusal=limit)
    monkeypatch.setattr(InProcess, "adjudicate", lambda *given: refused)
    plain = how_it_turned(run_scenario(scenario(), in_process()))
    assert plain.how == "outcome"
    assert how_it_turned(run_scenario(scenario(), WithoutRules())).how == "error"


CONDITION = Site("judge/flow.py", 1, "condition")
BARE = Site("judge/flow.py", 2, "bare")
NAMED = Site("judge/flow.py", 3, "named")


@pytest.mark.parametrize(
    ("sites", "hows", "reason"),
    [
        ([CONDITION], ["same", "outcome", "error"], None),
        ([], ["same"], "not cited by code"),
        ([], [], "not cited by code"),
        ([BARE, NAMED], ["citation"], "the statement that cites it does not depend on it"),
        ([NAMED], [], "the statement that cites it does not depend on it"),
        ([CONDITION, BARE], [], "no scenario lists it"),
        ([CONDITION], ["same", "same"], "no scenario turns"),
        ([CONDITION], ["citation", "same"], "only a citation is missing"),
        ([CONDITION], ["citation", "error"], "turns only by an engine error"),
    ],
)
def test_the_reason_against_a_rule(
    sites: list[Site], hows: list[How], reason: Reason | None
) -> None:
    runs = [Turned(f"s{index}", how, "because") for index, how in enumerate(hows)]
    assert reason_against(sites, Tried("323.5", runs)) == reason


def tried(number: str, **runs: How) -> Tried:
    return Tried(number, [Turned(name, how, "because") for name, how in runs.items()])


def test_totals_count_only_rules_that_play() -> None:
    rules = [rule(number) for number in ("323.5", "323.6", "323.7", "340.2.a")]
    assert [one.rule_class for one in rules] == ["plays", "plays", "plays", "restates"]
    sites = {"323.5": [CONDITION], "323.6": [BARE], "340.2.a": [CONDITION]}
    results = [
        tried("323.5", a="outcome", b="same"),
        tried("323.6", a="citation"),
        tried("323.7"),
        tried("340.2.a", c="outcome"),
    ]
    found = ledger(rules, sites, results)
    assert msgspec.to_builtins(found.totals) == {
        **{"plays": 3, "cited": 2, "exercised": 1},
        **{"defines": 0, "embodied": 0, "restates": 1, "table": 0, "heading": 0},
    }
    section, other = found.sections
    assert (other.plays, other.restates) == (0, 1)
    assert (section.section, section.title, section.exercised) == ("318", "Cleanups", 1)
    assert [(one.rule, one.reason) for one in found.not_exercised] == [
        ("323.6", "the statement that cites it does not depend on it"),
        ("323.7", "not cited by code"),
    ]
    assert [one.rule for one in found.exercised] == ["323.5", "340.2.a"]
    (module,) = found.modules
    assert (module.conditions, module.bare, module.waiting) == (1, 1, 1)


def test_every_rule_of_the_book_is_counted_in_one_class() -> None:
    found = ledger([], {}, [], counted=rules_of([]))
    totals = found.totals
    by_class = (totals.plays, totals.defines, totals.restates, totals.table, totals.heading)
    assert sum(by_class) == len(all_rules())
    assert totals.embodied <= totals.defines
    for name in totals.__struct_fields__:
        assert sum(getattr(section, name) for section in found.sections) == getattr(totals, name)


def test_the_sites_of_one_rule_are_those_among_the_sites_of_all() -> None:
    everywhere = cited_sites()
    for number in ("465.2.c.3", "356.4.e", "419.1", "999"):
        assert set(sites_of(number)) <= set(everywhere.get(number, []))
        assert bool(sites_of(number)) == (number in everywhere)


def test_a_scenario_that_turns_no_more_is_stale() -> None:
    held = {"323.5": "a", "323.6": "gone", "323.7": "c", "323.1": "not-tried"}
    results = {
        one.rule: one
        for one in (
            tried("323.5", a="citation", b="outcome"),
            tried("323.6", x="outcome"),
            tried("323.7", b="outcome", c="outcome"),
            tried("323.8", d="outcome"),
            tried("323.9", d="error"),
        )
    }
    stale = list(stale_entries(held, results))
    assert [entry.partition(":")[0] for entry in stale] == ["323.5", "323.6"]
    after = renewed(held, results.values())
    assert after == {
        "323.5": "b",
        "323.6": "x",
        "323.7": "c",
        "323.1": "not-tried",
        "323.8": "d",
    }
    assert not list(stale_entries(after, results))


def test_the_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "ledger.tsv"
    held = {"323.10": "b", "323.5": "a"}
    file.write_text(written_ledger(held))
    assert file.read_text().splitlines() == ["rule\tscenario", "323.5\ta", "323.10\tb"]
    assert read_ledger(file) == held


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("number\tscenario\n", "the columns are"),
        ("", "the columns are"),
        ("rule\tscenario\n323.5\n", ":2: a rule"),
        ("rule\tscenario\n323.99\ta\n", ":2: a rule"),
        ("rule\tscenario\n323.5\ta\n323.5\tb\n", "twice"),
    ],
)
def test_a_list_that_is_damaged_is_refused(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "ledger.tsv"
    file.write_text(text)
    with pytest.raises(LedgerFault, match=words):
        read_ledger(file)


def test_only_scenarios_that_list_a_rule_are_run_without_it() -> None:
    other = msgspec.structs.replace(scenario(), id="other", rules=["323.5"])
    found = {one.rule: one for one in try_all(["144.2", "323.5", "323.6"], [other, scenario()])}
    assert [run.scenario for run in found["144.2"].runs] == ["invented", "other"]
    assert [run.scenario for run in found["323.5"].runs] == ["other"]
    assert found["323.6"].runs == []


def test_ranges_are_of_three_digit_numbers() -> None:
    assert within("323.5", [(300, 323)])
    assert not within("324", [(300, 323), (325, 400)])


def test_sites_tell_conditions_from_statements(tmp_path: Path) -> None:
    engine = tmp_path / "judge"
    engine.mkdir()
    (engine / "flow.py").write_text(
        '''"""In prose, 101.1."""
ENDS = {"turn": "102.1"}


class Mode:
    extra: str


MODE = Mode("103.1")


def first(run, rule="104.1", *more):
    run.in_force("105")
    if run.in_force(ENDS["turn"], rule, *more):
        run.emit("event", "105.1")
    if run.in_force("105.3" if rule == "105.2" else "105.2"):
        return MODE
    ready = run.in_force(MODE.extra)
    return ready and "106" not in run.disabled


def second(run):
    first(run, "104.2", "104.3")
    run.in_force("105")
'''
    )
    found = cited_sites(engine)
    kinds = {number: {site.kind for site in sites} for number, sites in found.items()}
    assert {number for number in found if is_switch(found[number])} == {
        *("102.1", "103.1", "104.1", "104.2", "104.3", "105.2", "105.3", "106")
    }
    assert kinds["105"] == {"bare"}
    assert kinds["105.1"] == {"named"}
    assert "101.1" not in found
    assert found["102.1"] == [
        Site("judge/flow.py", 2, "named"),
        Site("judge/flow.py", 14, "condition"),
    ]
