"""`rules ledger`: which rules the scenarios exercise, found by switching each off in turn."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from api.cli.output import (
    FAILED,
    WholeNumber,
    complain,
    console,
    heading,
    indented,
    json_option,
    print_json,
    refuse,
    refuse_error,
)
from api.scenarios.batch import run_all
from api.scenarios.ledger import (
    LEDGER_FILE,
    Ledger,
    LedgerFault,
    Tried,
    ledger,
    listed_rules,
    read_ledger,
    reason_against,
    renewed,
    rules_of,
    rules_to_try,
    try_all,
    written_ledger,
)
from api.scenarios.loading import SCENARIOS, discover
from api.scenarios.model import Scenario
from api.scenarios.sites import Site, cited_sites
from rulesdb import Rule, RulesdbError, rule
from rulesdb.exceptions import exceptions

_RANGE = re.compile(r"([0-9]{3})(?:-([0-9]{3}))?")


@click.command("ledger", short_help="Say which rules the scenarios exercise.")
@click.argument("numbers", nargs=-1, metavar="[RULE]...")
@click.option(
    "--sections",
    metavar="RANGES",
    help="Only the rules of these three-digit numbers: 300-458, or 323,459-489.",
)
@click.option("--sample", type=WholeNumber(1, 10_000), help="Only so many of the rules, by chance.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=WholeNumber(0, 999_999_999),
    help="What that chance depends on.",
)
@click.option(
    "--jobs", default=1, show_default=True, type=WholeNumber(1, 256), help="How many at a time."
)
@click.option("--write", is_flag=True, help=f"Bring {LEDGER_FILE.name} up to date for these rules.")
@click.option("-v", "--verbose", is_flag=True, help="List every rule that is not exercised.")
@json_option
@click.pass_context
def rules_ledger(
    context: click.Context,
    numbers: tuple[str, ...],
    sections: str | None,
    sample: int | None,
    seed: int,
    jobs: int,
    write: bool,
    verbose: bool,
    as_json: bool,
) -> None:
    """Say which rules the scenarios exercise: removal decides.

    Each rule that the engine cites is switched off in turn, and the scenarios that list it are run.
    It is exercised if one of them comes to another verdict, board or question; a missing citation,
    an error and a limit do not count. Name rules to see which scenarios turn, and how. A rule that
    no scenario can show by itself stands in rulesdb/exceptions.tsv with its reason.

    With --json the totals, the sections, and of each rule that plays and is not exercised the
    reason; with -v, or for named rules, all that was measured as well.

    Exit codes: 0, 1 where the list of exercised rules holds something that is no longer so or a
    scenario does not pass with every rule in force, 2 where there is no such rule.
    """
    if not SCENARIOS.is_dir():
        refuse([f"{SCENARIOS}: no such folder; the scenarios come with the repository"])
    ranges = [] if sections is None else _ranges(sections)
    sites = cited_sites()
    asked = _asked(numbers, ranges, sites)
    if sample is not None and sample < len(asked):
        chosen = random.Random(seed).sample(range(len(asked)), sample)
        asked = [asked[at] for at in sorted(chosen)]
    held = _held()
    named = [one.number for one in asked]
    passing, failing = _passing(named, jobs)
    tried = _try_with_progress(named, passing, jobs)
    if write:
        # what nothing cites any more cannot be exercised either
        held = {number: scenario for number, scenario in held.items() if number in sites}
        LEDGER_FILE.write_text(written_ledger(renewed(held, tried)), encoding="utf-8")
        held = read_ledger(LEDGER_FILE)
    # of rules that were named or drawn by chance only those are counted
    counted = None if numbers or sample is not None else rules_of(ranges)
    found = ledger(asked, sites, tried, held=held, failing=failing, counted=counted)
    if as_json:
        print_json(found if numbers or verbose else _in_short(found))
    else:
        complain(f"{identity} does not pass with every rule in force" for identity in failing)
        complain(found.stale)
        if numbers:
            _print_rules(console(), tried, sites)
        else:
            _print_ledger(console(), found, verbose)
    context.exit(FAILED if found.stale or failing else 0)


def _in_short(found: Ledger) -> dict[str, Any]:
    """The counts, and why the rest is not exercised; with what does not hold, if anything."""
    wrong = {"stale": found.stale, "failing": found.failing}
    return {
        "edition": found.edition,
        "totals": found.totals,
        "sections": found.sections,
        "not_exercised": [{"rule": one.rule, "reason": one.reason} for one in found.not_exercised],
        **{name: entries for name, entries in wrong.items() if entries},
    }


def _ranges(text: str) -> list[tuple[int, int]]:
    """`323,459-489` as pairs of numbers, both inclusive."""
    found = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            refuse([f"{part!r} is no range of sections such as 300-458 or 323"], at="--sections")
        found.append((int(match[1]), int(match[2] or match[1])))
    return found


def _asked(
    numbers: Sequence[str], ranges: Sequence[tuple[int, int]], sites: dict[str, list[Site]]
) -> list[Rule]:
    if not numbers:
        return rules_to_try(ranges, sites)
    if ranges:
        refuse(["name rules or sections, not both"], at="--sections")
    try:
        return [rule(number) for number in dict.fromkeys(numbers)]
    except RulesdbError as error:
        refuse_error(error, at="RULE")


def _held() -> dict[str, str]:
    try:
        return read_ledger(LEDGER_FILE) if LEDGER_FILE.is_file() else {}
    except (LedgerFault, OSError) as error:
        refuse([str(error)])


def _passing(numbers: Sequence[str], jobs: int) -> tuple[list[Scenario], list[str]]:
    """Of the scenarios that list one of the rules those that pass as they are, and the names of
    those that do not.
    """
    kept, faults = discover()
    complain(str(fault) for fault in faults)
    kept = [one for one in kept if not listed_rules(one.scenario).isdisjoint(numbers)]
    ran = {one.scenario.id: outcome for one, outcome in run_all(kept, jobs=jobs)}
    passing = [one.scenario for one in kept if ran[one.scenario.id].passed]
    failing = [one.scenario.id for one in kept if ran[one.scenario.id].status == "failed"]
    return passing, failing


def _try_with_progress(
    numbers: Sequence[str], scenarios: Sequence[Scenario], jobs: int
) -> list[Tried]:
    """What came of each rule, in the order of the book, with a bar on a terminal meanwhile."""
    tried: dict[str, Tried] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    out = console(error=True)
    with Progress(*columns, console=out, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("rules", total=len(numbers))
        for one in try_all(numbers, scenarios, jobs=jobs):
            tried[one.rule] = one
            bar.advance(task)
    return [tried[number] for number in numbers]


# --- for people -----------------------------------------------------------------------------------


def _print_rules(out: Console, tried: Sequence[Tried], sites: dict[str, list[Site]]) -> None:
    """Each rule that was named: where it is cited, and which scenarios turn without it."""
    for one in tried:
        of_rule = sites.get(one.rule, [])
        reason: str | None = reason_against(of_rule, one)
        if reason is not None and one.rule in exceptions():
            reason = f"{reason}; {exceptions()[one.rule]}"
        style = "bold green" if reason is None else "bold yellow"
        out.print(heading(f"{one.rule}: {reason or 'exercised'}", style))
        for site in of_rule:
            out.print(indented(Text(f"{site} {site.kind}", style="dim"), 2))
        for run in one.runs:
            failure = run.failure or "it passes without the rule"
            out.print(indented(Text(f"{run.scenario} [{run.how}] {failure}"), 2))


def _print_ledger(out: Console, found: Ledger, verbose: bool) -> None:
    if verbose:
        for one in found.not_exercised:
            out.print(Text(f"{one.rule}: {one.reason}"))
            for site in one.sites:
                out.print(indented(Text(site, style="dim"), 2))
    out.print(_sections(found))
    reasons = Counter(one.measured for one in found.not_exercised)
    for reason, count in reasons.most_common():
        out.print(Text(f"{count:>5,} {reason}"))
    out.print(_modules(found))
    totals = found.totals
    line = f"{totals.exercised:,} of {totals.plays:,} rules that play are exercised"
    out.print(heading(f"{line}; the code cites {totals.cited:,} of them."))
    others = f"{totals.restates:,} restate others, {totals.table:,} are about the table"
    line = f"{totals.embodied:,} of {totals.defines:,} rules that define a term are embodied"
    out.print(f"{line}; {others}, {totals.heading:,} are headings.")


def _sections(found: Ledger) -> Table:
    table = Table("section", "", box=None, pad_edge=False, header_style="bold")
    for name in ("play", "cited", "exercised", "define", "embodied"):
        table.add_column(name, justify="right")
    for row in found.sections:
        counts = (row.plays, row.cited, row.exercised, row.defines, row.embodied)
        table.add_row(row.section, Text(row.title or ""), *(str(count or "") for count in counts))
    return table


def _modules(found: Ledger) -> Table:
    table = Table("module", box=None, pad_edge=False, header_style="bold")
    for name in ("conditions", "bare", "rules that wait for a condition"):
        table.add_column(name, justify="right")
    for row in found.modules:
        counts = (row.conditions, row.bare, row.waiting)
        table.add_row(Text(row.module), *(str(count or "") for count in counts))
    return table
