"""`rules show`: a rule by its number, in our own words, and where it stood in other editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import msgspec
from rich.console import Console
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json, refuse_error
from api.handlers.embodiments import (
    Embodiment,
    embodied_by,
    embodied_by_nothing,
    reclassification,
)
from api.handlers.overlays import RuleChange
from api.handlers.rules import HOW_WORDS, RuleEntry, look_up
from rulesdb import (
    InlineCase,
    Link,
    Rule,
    RulesdbError,
    Step,
    Today,
    TournamentRule,
    rule,
    tournament_rule,
)
from rulesdb.concordance import SAME_WORDING
from rulesdb.reclassified import Reclassified
from rulesdb.tournament import Infraction
from rulesdb.wordings import StoredWording


class ShownRule(msgspec.Struct, kw_only=True):
    """A rule with the headings above it and the rules directly under it.

    `today` and `changes`: for a rule of an older edition, where the newest has it. `history`: the
    rule in every edition, the oldest first. `cases` stand inside its text.
    """

    edition: str
    rule: Rule | TournamentRule
    above: Sequence[Rule | TournamentRule]
    below: Sequence[Rule | TournamentRule]
    today: Today | None
    changes: Sequence[Link]
    history: Sequence[Step]
    cases: Sequence[InlineCase]
    #: the infraction that a tournament rule names, or belongs to
    infraction: Infraction | None = None
    #: what later official documents, and those that the user has loaded, say of it
    overlays: Sequence[RuleChange] = ()
    #: for a rule that an official page calls new: the rule of the edition before that it was
    called_new: str | None = None
    #: the one of them that was asked for
    case: InlineCase | None = None
    #: the lines of the engine that embody it, or carry the term that it defines
    embodied: Sequence[Embodiment] = ()
    #: why it is not of the class that it had when the book was first gone through
    reclassified: Reclassified | None = None
    #: from the user's own copy of the official document; None without one
    wording: StoredWording | None = None


@click.group()
def rules() -> None:
    """The rule book: numbers, structure and what each rule says, in our own words."""


@rules.command()
@click.argument("number")
@json_option
def show(number: str, as_json: bool) -> None:
    """Show a rule, the headings above it and the rules under it.

    NUMBER is a number of the newest edition (465.2.c) or names its edition (1.3:466.2), for which
    the number of today is shown, and what changed; tournament-2026-07-16:505 is a tournament rule,
    and 355.10.c#i2 a case that stands inside the text of a rule.

    Exit codes: 0, or 2 where there is no such rule.
    """
    try:
        entry = look_up(number)
    except RulesdbError as error:
        refuse_error(error, at="NUMBER")
    if as_json:
        print_json(_shown(entry))
    else:
        _print(console(), entry)


def _shown(entry: RuleEntry) -> bytes:
    """As JSON, with what becomes of a rule as objects, which tuples would not be."""
    shown = ShownRule(
        edition=entry.edition,
        rule=entry.rule,
        above=entry.path,
        below=entry.children,
        today=entry.today,
        changes=entry.changes,
        history=entry.history,
        cases=entry.cases,
        infraction=entry.infraction,
        called_new=entry.called_new,
        case=entry.case,
        wording=entry.wording,
        embodied=embodied_by(entry.rule, entry.edition),
        reclassified=reclassification(entry.rule, entry.edition),
    )
    data = msgspec.to_builtins(shown)
    data["overlays"] = [change._asdict() for change in entry.overlays]
    data["today"] = entry.today._asdict() if entry.today else None
    data["history"] = [step._asdict() for step in entry.history]
    return msgspec.json.encode(data)


def _gist(entry: Rule | TournamentRule) -> str:
    return entry.title or entry.gist or "(nobody has put this rule into other words yet)"


def _print(out: Console, shown: RuleEntry) -> None:
    for depth, above in enumerate(shown.path):
        line = Text(f"{above.number} {_gist(above)}", style="dim")
        out.print(indented(line, 2 * depth))
    entry = shown.rule
    indent = 2 * len(shown.path)
    out.print(indented(heading(f"{entry.number} {entry.title or ''}".rstrip()), indent))
    if entry.gist or not entry.title:
        out.print(indented(Text(entry.gist or _gist(entry)), indent))
    if shown.wording:
        out.print(indented(Text(f"\u201c{shown.wording.wording}\u201d", style="dim"), indent))
        if shown.wording.state == "differs":
            differs = "This wording differs from the official one that is known."
            out.print(indented(Text(differs, style="yellow"), indent))
    if entry.note:
        out.print(indented(Text(f"Note: {entry.note}", style="yellow"), indent))
    for change in shown.overlays:
        rank = "comes before this rule" if change.outranks else "holds where this rule is silent"
        if not change.applied:
            rank += "; rulings are made without it"
        said = f"Overlay {change.overlay} ({rank}): {change.gist}"
        out.print(indented(Text(said, style="yellow"), indent))
    for below in shown.children:
        out.print(indented(Text(f"{below.number} {_gist(below)}"), indent + 2))
    _print_list(out, "See", [f"{other.number} {_gist(other)}" for other in shown.see])
    _print_list(out, "Core rules", [f"{other.number} {_gist(other)}" for other in shown.core])
    if shown.infraction:
        _print_list(
            out, f"Infraction: {shown.infraction.name}", list(_infraction_lines(shown.infraction))
        )
    if shown.case:
        out.print(heading(f"Case {shown.case.id}", "bold yellow"))
        out.print(indented(Text(shown.case.gist), 2))
        out.print(indented(Text(f"Needs {shown.case.needs}.", style="dim"), 2))
    others = [case for case in shown.cases if case is not shown.case]
    title = "Other cases in its text" if shown.case else "Cases in its text"
    _print_list(out, title, [f"{case.id} {case.gist}" for case in others])
    if shown.today:
        out.print(heading("Today", "bold yellow"))
        for link in shown.changes:
            out.print(indented(Text(today_line(link)), 2))
    _print_list(out, "Embodied by", [str(each) for each in embodied_by(entry, shown.edition)])
    if reason := embodied_by_nothing(entry, shown.edition):
        _print_list(out, "Embodied by nothing", [reason])
    if moved := reclassification(entry, shown.edition):
        _print_list(out, f"Was of class {moved.was}, is {moved.now}", [moved.reason])
    if len(shown.history) > 1:
        _print_list(out, "Editions", [step_line(step) for step in shown.history])
    if shown.called_new:
        page = f"An official page calls it new; by its wording it was {shown.called_new} before."
        out.print(indented(Text(page, style="yellow"), 2))
    out.print(Text(", ".join(_facts(shown)), style="dim"))


def _print_list(out: Console, title: str, lines: list[str]) -> None:
    if lines:
        out.print(heading(title))
        for line in lines:
            out.print(indented(Text(line), 2))


def _facts(shown: RuleEntry) -> list[str]:
    entry = shown.rule
    facts = [shown.edition, f"class {entry.rule_class}" if entry.rule_class else ""]
    if isinstance(entry, Rule):
        examples = (
            "1 official example" if entry.examples == 1 else f"{entry.examples} official examples"
        )
        facts.append(examples if entry.examples else "")
        facts.append(f"restates {', '.join(entry.restates)}" if entry.restates else "")
    else:
        facts.append(f"infraction {entry.infraction}" if entry.infraction else "")
        facts.append(f"penalty {', '.join(entry.penalties)}" if entry.penalties else "")
    return [fact for fact in facts if fact]


def _infraction_lines(found: Infraction) -> Iterator[str]:
    """Penalty, what changes it, and remedy of an infraction."""
    yield f"penalty: {found.penalty or 'by degrees or at discretion'} ({found.number})"
    for change in found.changes:
        yield f"{change.penalty}: {change.number} {_gist(tournament_rule(change.number))}"
    if found.remedies:
        yield f"remedy: {found.remedy} ({', '.join(found.remedies)})"


def today_line(link: Link) -> str:
    """What became of a rule, and what it says today, in a line."""
    if link.new is None:
        return "gone: the newest edition has no such rule"
    how = HOW_WORDS[link.how]
    if link.alike not in (None, SAME_WORDING):
        how = f"{how}, {link.alike}% of the words are the same"
    return f"{link.new} ({how}) {_gist(rule(link.new))}"


def step_line(step: Step) -> str:
    """A rule in one edition, in a line."""
    how = f" ({HOW_WORDS[step.how]})" if step.how else ""
    return f"{step.edition} {step.number or 'gone'}{how if step.number else ''}"
