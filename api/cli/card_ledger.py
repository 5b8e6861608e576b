"""`cards ledger`: what stands behind each entry of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json
from api.handlers.coverage import (
    CardCoverage,
    Counts,
    Listed,
    WordCoverage,
    card_coverage,
    listed,
    missing,
    vocabulary_coverage,
)

_NOT_MEASURED = "not measured"


@click.command(name="ledger")
@click.option("-v", "--verbose", is_flag=True, help="Name every card and node that is counted.")
@json_option
def cards_ledger(verbose: bool, as_json: bool) -> None:
    """Say how many cards are in notation, and what stands behind each.

    A card is verified (it prints back to its text, and a scenario exercises it), audited (it prints
    back), signed (it prints another text, for a reason that was judged by hand) or unsupported.
    What is missing is ranked by how many cards it would unlock; then come the nodes that fewer than
    three cards use, and the words of the notation on which fewer than two scenarios stand.

    With --json the counts; with -v the names behind them as well.

    Exit codes: 0, or 2 where a file of the ledger cannot be read.
    """
    found = card_coverage()
    if as_json:
        if verbose:
            more = {"missing": missing(), "listed": listed(), "vocabulary": vocabulary_coverage()}
            print_json({**msgspec.to_builtins(found), **msgspec.to_builtins(more)})
        else:
            print_json(found)
        return
    out = console()
    _print_counts(out, found)
    _print_missing(out)
    _print_words(out, found, listed())
    if verbose:
        _print_names(out, listed())


def _print_counts(out: Console, found: CardCoverage) -> None:
    table = Table("set", box=None, pad_edge=False, header_style="bold")
    for name in ("cards", "verified", "audited", "signed", "unsupported"):
        table.add_column(name, justify="right")
    for name, counts in [*found.sets.items(), ("all", found)]:
        table.add_row(name, *map(str, _numbers(counts)))
    out.print(table)
    supported = found.total - found.unsupported
    out.print(heading(f"{supported:,} of {found.total:,} cards are in notation."))
    executed = _NOT_MEASURED if found.executed is None else f"{found.executed:,}"
    proved = _NOT_MEASURED if found.deletion_proved is None else f"{found.deletion_proved:.1%}"
    out.print(
        f"texts read whole, as the catalogue has them: {found.read_whole:,}; "
        f"cards executed: {executed}; nodes proved by deletion: {proved}."
    )


def _numbers(counts: Counts) -> tuple[int, ...]:
    return (counts.total, counts.verified, counts.audited, counts.signed, counts.unsupported)


def _print_missing(out: Console) -> None:
    table = Table("what is missing", box=None, pad_edge=False, header_style="bold")
    table.add_column("unlocks", justify="right")
    table.add_column("cards", justify="right")
    for each in missing():
        table.add_row(Text(each.clause), str(each.unlocks), str(each.cards))
    if table.row_count:
        out.print(table)


def _print_words(out: Console, found: CardCoverage, names: Listed) -> None:
    counted = found.registry + found.rare_nodes
    out.print(
        heading(
            f"{counted} named procedures and nodes that fewer than three cards use "
            f"({found.registry} and {found.rare_nodes})."
        )
    )
    _print_list(out, [*names.procedures, *map(_shown, names.rare)])
    words = vocabulary_coverage()
    line = f"{words.shown} of {words.words} words of the notation have two scenarios."
    out.print(heading(line))
    _print_list(out, map(_shown, words.few_scenarios))


def _shown(word: WordCoverage) -> str:
    return f"{word.word} ({word.cards} cards, {len(word.scenarios)} scenarios)"


def _print_list(out: Console, lines: Iterable[str]) -> None:
    for line in lines:
        out.print(indented(Text(line), 2))


def _print_names(out: Console, names: Listed) -> None:
    groups = {
        "audited": names.audited,
        "signed": [f"{name}: {reason}" for name, reason in names.signed.items()],
        "unsupported": [f"{name}: {reason}" for name, reason in names.unsupported.items()],
        "not executed": names.not_executed,
        "not proved": [f"{name}: {paths}" for name, paths in names.unproved.items()],
    }
    for title, lines in groups.items():
        if lines:
            out.print(heading(title))
            _print_list(out, lines)
