"""`rules show`: a rule by its number, in our own words."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json, refuse
from rulesdb import Rule, RulesdbError, children, parse_reference, path, rule
from rulesdb.wordings import StoredWording, stored


class ShownRule(msgspec.Struct, kw_only=True):
    """A rule with the headings above it and the rules directly under it."""

    edition: str
    rule: Rule
    above: list[Rule]
    below: list[Rule]
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

    NUMBER is a number of the newest edition (465.2.c) or names its edition (1.4:465.2.c).

    Exit codes: 0, or 2 where there is no such rule.
    """
    try:
        edition, wanted = parse_reference(number)
        *above, found = path(wanted, edition)
        shown = ShownRule(
            edition=edition,
            rule=found,
            above=above,
            below=list(children(wanted, edition)),
            wording=stored(edition, wanted),
        )
        see = {other: _gist(rule(other, edition)) for other in found.see}
    except RulesdbError as error:
        refuse([str(error)])
    if as_json:
        print_json(shown)
    else:
        _print(console(), shown, see)


def _gist(entry: Rule) -> str:
    return entry.title or entry.gist or "(nobody has put this rule into other words yet)"


def _print(out: Console, shown: ShownRule, see: dict[str, str]) -> None:
    for depth, entry in enumerate(shown.above):
        line = Text(f"{entry.number} {_gist(entry)}", style="dim")
        out.print(indented(line, 2 * depth))
    entry = shown.rule
    indent = 2 * len(shown.above)
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
    for below in shown.below:
        out.print(indented(Text(f"{below.number} {_gist(below)}"), indent + 2))
    if see:
        out.print(heading("See"))
        for number, gist in see.items():
            out.print(indented(Text(f"{number} {gist}"), 2))
    examples = (
        "1 official example" if entry.examples == 1 else f"{entry.examples} official examples"
    )
    facts = [shown.edition, f"class {entry.rule_class}" if entry.rule_class else ""]
    facts += [examples if entry.examples else ""]
    facts += [f"restates {', '.join(entry.restates)}" if entry.restates else ""]
    out.print(Text(", ".join(fact for fact in facts if fact), style="dim"))
