"""The program `arbiter`: its commands, each of which lives in a module of its own."""

from __future__ import annotations

import io
import sys

import click

import judge
from api.cli.card_import import import_cards, list_cards, remove_cards
from api.cli.card_ledger import cards_ledger
from api.cli.card_reading import read_cards
from api.cli.cards import cards
from api.cli.explaining import explain
from api.cli.judging import adjudicate, check, legal
from api.cli.output import Program
from api.cli.overlays import overlays
from api.cli.rulebook import rules
from api.cli.rules_diff import diff
from api.cli.rules_graph import graph
from api.cli.rules_import import import_rules
from api.cli.rules_ledger import rules_ledger
from api.cli.rules_lint import lint
from api.cli.rules_search import search
from api.cli.scenarios import scenarios
from api.cli.service import bench, serve

_EPILOG = "Every command has --help and --json. A file named - is standard input."


@click.group(
    cls=Program,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(judge.__version__, "--version", prog_name="arbiter")
def main() -> None:
    """A rules judge for the card game Riftbound.

    A board and what a player wants to do go in; a ruling comes out, in which each step names the
    core rules that made it so. A ruling is not an official one: at an event the head judge decides.
    """
    for stream in (sys.stdout, sys.stderr):
        # names have accents that not every terminal can show
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


for _command in (
    adjudicate,
    legal,
    explain,
    check,
    rules,
    cards,
    overlays,
    scenarios,
    serve,
    bench,
):
    main.add_command(_command)
for _command in (search, graph, lint, rules_ledger, diff, import_rules):
    rules.add_command(_command)
for _command in (read_cards, cards_ledger, import_cards, list_cards, remove_cards):
    cards.add_command(_command)
