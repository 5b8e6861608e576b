"""Removal decides: which rules of the book the scenarios exercise (D4).

Each rule that the engine cites is switched off in turn, and the scenarios that list it are run. It
is exercised if one of them comes to another outcome: another verdict, with other reasons, another
board, other events on the way, another question. That a citation is missing then goes without
saying and counts for nothing, and neither does a run that ends in an error or at a limit.

`scenarios/ledger.tsv` keeps, for each exercised rule, a scenario that turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

import msgspec

from api.scenarios.judges import AS_EVER, InProcess, Position, Wishes
from api.scenarios.loading import SCENARIOS
from api.scenarios.model import Scenario
from api.scenarios.running import Failure, Outcome, run_scenario
from api.scenarios.sites import Site, is_switch
from judge.ruling.actions import Action, Then
from judge.ruling.ruling import Ruling
from rulesdb import NEWEST, Rule, all_rules, exists, natural_order, path
from rulesdb.embodied import is_embodied
from rulesdb.exceptions import exceptions

LEDGER_FILE = SCENARIOS / "ledger.tsv"

_COLUMNS = ["rule", "scenario"]

#: What a failure is about when the game, or what may be done in it, comes out otherwise.
_OUTCOME = frozenset(
    {
        "verdict",
        "problems",
        "question",
        "answer",
        "answers",
        "refusal",
        "events",
        "no_events",
        "board",
        "setup",
        "winner",
        "might",
        "keywords",
        "mighty",
        "offers",
        "not_offers",
        "warnings",
        "sees",
        "faults",
    }
)
_CITATION = frozenset({"cites", "not_cites"})

#: outcome: it comes out otherwise; error: the run ends in an error or at a limit; citation: only a
#: citation is missing; same: nothing that counts has changed.
How = Literal["outcome", "error", "citation", "same"]

Reason = Literal[
    "not cited by code",
    "the statement that cites it does not depend on it",
    "no scenario lists it",
    "no scenario turns",
    "turns only by an engine error",
    "only a citation is missing",
]


class LedgerFault(ValueError):
    """The list of exercised rules cannot be read."""


# --- one rule -------------------------------------------------------------------------------------


class Turned(msgspec.Struct, frozen=True):
    """What became of a scenario without the rule; `failure` is the one that decides."""

    scenario: str
    how: How
    failure: str


class Tried(msgspec.Struct, frozen=True):
    """What became of the scenarios that list a rule when it was switched off."""

    rule: str
    runs: list[Turned]

    def turned(self) -> list[Turned]:
        """Those that come out otherwise."""
        return [run for run in self.runs if run.how == "outcome"]


class LimitReached(Exception):
    """A run without a rule went on until it met a limit."""


class WithoutRules(InProcess):
    """The engine without some rules; a run that meets a limit is an error here, not a ruling."""

    def adjudicate(
        self,
        position: Position,
        action: Action | None,
        answers: Sequence[Any],
        then: Then,
        wishes: Wishes = AS_EVER,
    ) -> Ruling:
        return _within_limits(super().adjudicate(position, action, answers, then, wishes))

    def new(self, setup: Mapping[str, Any], answers: Sequence[Any]) -> Ruling:
        return _within_limits(super().new(setup, answers))


def _within_limits(ruling: Ruling) -> Ruling:
    if ruling.refusal is not None and ruling.refusal.reason == "limit":
        raise LimitReached(ruling.refusal.sentence)
    return ruling


def how_it_turned(outcome: Outcome) -> Turned:
    """What the failures of a scenario without a rule say about that rule.

    The first one that shows another outcome decides. A run ends with its first error, so that no
    failure is a consequence of one.
    """
    kinds = [(_kind(failure), failure) for failure in outcome.failures]
    for how in ("outcome", "error", "citation"):
        found = next((failure for kind, failure in kinds if kind == how), None)
        if found is not None:
            return Turned(outcome.scenario.id, how, str(found))
    return Turned(outcome.scenario.id, "same", "")


def _kind(failure: Failure) -> How:
    subject = failure.path.partition(".")[0]
    if failure.broken:
        return "error"
    if subject in _OUTCOME:
        return "outcome"
    return "citation" if subject in _CITATION else "same"


def try_without(number: str, scenarios: Iterable[Scenario]) -> Tried:
    """Run scenarios with a rule switched off."""
    judge = WithoutRules(frozenset([number]))
    return Tried(number, [how_it_turned(run_scenario(one, judge)) for one in scenarios])


def reason_against(sites: Sequence[Site], tried: Tried) -> Reason | None:
    """Why a rule does not count as exercised; None if it does."""
    hows = {run.how for run in tried.runs}
    if "outcome" in hows:
        return None
    if not sites:
        return "not cited by code"
    if not is_switch(sites):
        return "the statement that cites it does not depend on it"
    if not hows:
        return "no scenario lists it"
    if "error" in hows:
        return "turns only by an engine error"
    return "only a citation is missing" if "citation" in hows else "no scenario turns"


# --- many rules -----------------------------------------------------------------------------------


def listed_rules(scenario: Scenario) -> set[str]:
    """The rules that a scenario is about, or expects to be cited."""
    expected = (step.expected.cites or [] for step in scenario.steps)
    return {str(number) for numbers in (scenario.rules, *expected) for number in numbers}


def scenarios_by_rule(scenarios: Iterable[Scenario]) -> dict[str, list[Scenario]]:
    """The scenarios that list each rule, those first that are about it."""
    found: dict[str, list[Scenario]] = {}
    for scenario in scenarios:
        for number in listed_rules(scenario):
            found.setdefault(number, []).append(scenario)
    for number, those in found.items():
        those.sort(key=lambda scenario: number not in scenario.rules)
    return found


def try_all(
    numbers: Sequence[str], scenarios: Iterable[Scenario], *, jobs: int = 1
) -> Iterator[Tried]:
    """Switch off each rule in turn, in one process or in several, and give what came of it.

    `scenarios` are those that pass as they are.
    """
    listing = scenarios_by_rule(scenarios)
    work = [(number, listing.get(number, [])) for number in numbers]
    if jobs <= 1 or len(work) <= 1:
        yield from (try_without(number, those) for number, those in work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        running = [executor.submit(try_without, number, those) for number, those in work]
        for future in as_completed(running):
            yield future.result()


# --- the ledger -----------------------------------------------------------------------------------


class Totals(msgspec.Struct, kw_only=True):
    """How many rules change what is legal or what happens, how many of them the code cites and the
    scenarios exercise; how many define a term, and of how many of those something of the engine
    carries it (`rulesdb.embodied`); and the rules of the other classes.
    """

    plays: int
    cited: int
    exercised: int
    defines: int
    embodied: int
    restates: int
    table: int
    heading: int


class SectionTotals(Totals, kw_only=True):
    """The same for a section of the rule book."""

    section: str
    title: str | None


class NotExercised(msgspec.Struct, frozen=True):
    """A rule that plays and is not exercised, why (as `rulesdb.exceptions` has it, or as it was
    measured), what was measured, and where the code cites it.
    """

    rule: str
    reason: str
    measured: Reason
    sites: list[str]


class Exercised(msgspec.Struct, frozen=True):
    """A rule that is exercised, of whatever class, and every scenario that turns without it."""

    rule: str
    turned: list[Turned]


class ModuleSites(msgspec.Struct, kw_only=True):
    """How a file of the engine cites rules: sites that are conditions, bare ones, and how many
    rules that play are cited by a bare site there and are a condition nowhere.
    """

    module: str
    conditions: int
    bare: int
    waiting: int


class Ledger(msgspec.Struct, kw_only=True):
    """What the scenarios exercise of the rules that were asked about.

    `stale`: entries of `scenarios/ledger.tsv` and of `rulesdb/exceptions.tsv` that no longer hold,
    each with its reason. `failing`:
    scenarios that do not pass with every rule in force, and were left out.
    """

    edition: str
    totals: Totals
    sections: list[SectionTotals]
    not_exercised: list[NotExercised]
    exercised: list[Exercised]
    modules: list[ModuleSites]
    stale: list[str]
    failing: list[str]


def within(number: str, ranges: Iterable[tuple[int, int]]) -> bool:
    """Whether a rule lies in one of the ranges of three-digit numbers."""
    chapter = int(number[:3])
    return any(first <= chapter <= last for first, last in ranges)


def ledger(
    rules: Sequence[Rule],
    sites: Mapping[str, Sequence[Site]],
    tried: Iterable[Tried],
    *,
    held: Mapping[str, str] | None = None,
    failing: Sequence[str] = (),
    counted: Sequence[Rule] | None = None,
) -> Ledger:
    """The ledger of these rules; `held` is what the list of exercised rules says.

    `counted`: what is counted by class, where that is more than the rules that were tried.
    """
    by_rule = {one.rule: one for one in tried}
    reasons = {
        rule.number: reason_against(sites.get(rule.number, ()), by_rule[rule.number])
        for rule in rules
    }
    playing = [rule for rule in rules if rule.rule_class == "plays"]
    counted = rules if counted is None else counted
    sections: dict[str, list[Rule]] = {}
    for rule in counted:
        sections.setdefault(_section(rule).number, []).append(rule)
    return Ledger(
        edition=NEWEST,
        totals=Totals(**_counted(counted, sites, reasons)),
        sections=[
            SectionTotals(
                section=number, title=_section(those[0]).title, **_counted(those, sites, reasons)
            )
            for number, those in sections.items()
        ],
        not_exercised=[
            NotExercised(
                rule.number,
                exceptions().get(rule.number, reason),
                reason,
                [f"{site} {site.kind}" for site in sites.get(rule.number, ())],
            )
            for rule in playing
            if (reason := reasons[rule.number]) is not None
        ],
        exercised=[
            Exercised(rule.number, by_rule[rule.number].turned())
            for rule in rules
            if reasons[rule.number] is None
        ],
        modules=_modules(playing, sites),
        stale=[*stale_entries(held or {}, by_rule), *needless_exceptions(exceptions(), by_rule)],
        failing=list(failing),
    )


def _shown(site: Site) -> str:
    return f"{site} {site.kind}"


def _section(rule: Rule) -> Rule:
    """The section that a rule stands in: the heading below that of its chapter."""
    return path(rule.number)[:2][-1]


def _counted(
    rules: Sequence[Rule],
    sites: Mapping[str, Sequence[Site]],
    reasons: Mapping[str, Reason | None],
) -> dict[str, int]:
    classes = Counter(rule.rule_class for rule in rules)
    playing = [rule.number for rule in rules if rule.rule_class == "plays"]
    defining = [rule.number for rule in rules if rule.rule_class == "defines"]
    return {
        "plays": len(playing),
        "cited": sum(number in sites for number in playing),
        "exercised": sum(number in reasons and reasons[number] is None for number in playing),
        "defines": len(defining),
        "embodied": sum(is_embodied(number) for number in defining),
        "restates": classes["restates"],
        "table": classes["table"],
        "heading": classes["heading"],
    }


def _modules(rules: Sequence[Rule], sites: Mapping[str, Sequence[Site]]) -> list[ModuleSites]:
    counts: dict[str, Counter[str]] = {}
    for rule in rules:
        of_rule = sites.get(rule.number, ())
        for site in of_rule:
            counts.setdefault(site.file, Counter())[site.kind] += 1
        if not is_switch(of_rule):
            for file in {site.file for site in of_rule if site.kind == "bare"}:
                counts[file]["waiting"] += 1
    return [
        ModuleSites(
            module=file,
            conditions=found["condition"],
            bare=found["bare"],
            waiting=found["waiting"],
        )
        for file, found in sorted(counts.items())
        if found["condition"] or found["bare"]
    ]


# --- the list of exercised rules ------------------------------------------------------------------


def read_ledger(file: Path = LEDGER_FILE) -> dict[str, str]:
    """A scenario that turns, by the rule that it turns without. Raises `LedgerFault`, `OSError`."""
    first, *lines = file.read_text(encoding="utf-8").splitlines() or [""]
    if first.split("\t") != _COLUMNS:
        raise LedgerFault(f"{file.name}:1: the columns are {' and '.join(_COLUMNS)}")
    held: dict[str, str] = {}
    for at, line in enumerate(lines, start=2):
        number, tab, scenario = line.partition("\t")
        if not tab or not scenario or "\t" in scenario or not exists(number):
            raise LedgerFault(f"{file.name}:{at}: a rule of {NEWEST}, a tab and a scenario")
        if number in held:
            raise LedgerFault(f"{file.name}:{at}: {number} stands there twice")
        held[number] = scenario
    return held


def written_ledger(held: Mapping[str, str]) -> str:
    """The content of the list: always the same text for the same entries."""
    lines = (f"{number}\t{held[number]}" for number in sorted(held, key=natural_order))
    return "\n".join(["\t".join(_COLUMNS), *lines, ""])


def renewed(held: Mapping[str, str], tried: Iterable[Tried]) -> dict[str, str]:
    """The list after these rules were tried; a scenario that still turns stays where it stands."""
    found = dict(held)
    for one in tried:
        turned = [run.scenario for run in one.turned()]
        if not turned:
            found.pop(one.rule, None)
        elif found.get(one.rule) not in turned:
            found[one.rule] = turned[0]
    return found


def stale_entries(held: Mapping[str, str], tried: Mapping[str, Tried]) -> Iterator[str]:
    """Entries of the list that do not hold for the rules that were tried, each with its reason."""
    for number, scenario in held.items():
        if number not in tried:
            continue
        runs = {run.scenario: run for run in tried[number].runs}
        if scenario not in runs:
            yield f"{number}: {scenario} does not list it, does not pass, or is not there"
        elif runs[scenario].how != "outcome":
            failure = runs[scenario].failure or "it passes without the rule"
            yield f"{number}: {scenario} does not turn ({failure})"


def needless_exceptions(entries: Mapping[str, str], tried: Mapping[str, Tried]) -> Iterator[str]:
    """Exceptions among the rules that were tried without which a scenario turns all the same."""
    for number in entries:
        turned = tried[number].turned() if number in tried else []
        if turned:
            yield f"{number}: is an exception, and {turned[0].scenario} turns without it"


def rules_of(ranges: Sequence[tuple[int, int]]) -> list[Rule]:
    """All rules in these ranges; all of the book without any."""
    return [rule for rule in all_rules() if not ranges or within(rule.number, ranges)]


def rules_to_try(ranges: Sequence[tuple[int, int]], sites: Mapping[str, Any]) -> list[Rule]:
    """The rules that play, and those that the code cites, in these ranges; all without any."""
    return [rule for rule in rules_of(ranges) if rule.rule_class == "plays" or rule.number in sites]
