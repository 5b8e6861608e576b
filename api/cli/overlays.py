"""`overlays`: the later official documents that rulings rest on, and those that are not held."""

from __future__ import annotations

import click
import msgspec
from rich.console import Console
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json
from rulesdb.overlays import KnownDocument, Overlay, held_overlays, not_held

_AUTHORITIES = {
    "official_faq": "official FAQ",
    "official_errata": "official errata",
    "official_notes": "official notes",
    "event": "addendum of an event",
}


class ListedOverlay(msgspec.Struct, kw_only=True):
    """A held overlay, and what it is to the edition that is played."""

    overlay: Overlay
    in_force: bool
    outranks_edition: bool


class ListedOverlays(msgspec.Struct, kw_only=True):
    """What `overlays --json` prints."""

    held: list[ListedOverlay]
    not_held: list[KnownDocument]


@click.command(short_help="List the later official documents, held and not held.")
@json_option
def overlays(as_json: bool) -> None:
    """List the official FAQs and errata beside the core rules: what each still changes.

    One that is newer than the edition comes before it; an older one holds where the edition is
    silent. What the edition or the corrected card texts have taken up is counted only; --json
    lists it. Documents that are known and not held are named by every ruling.

    Exit codes: 0.
    """
    listed = ListedOverlays(
        held=[
            ListedOverlay(
                overlay=overlay,
                in_force=overlay.is_in_force,
                outranks_edition=overlay.outranks_edition,
            )
            for overlay in held_overlays()
        ],
        not_held=list(not_held()),
    )
    if as_json:
        print_json(listed)
    else:
        _print(console(), listed)


def _print(out: Console, listed: ListedOverlays) -> None:
    for entry in listed.held:
        overlay = entry.overlay
        rank = "comes before" if entry.outranks_edition else "holds where silent"
        out.print(heading(f"{overlay.label}"))
        state = f"{rank}: {overlay.edition}" if entry.in_force else "nothing left in force"
        out.print(
            indented(Text(f"{overlay.id}, {_AUTHORITIES[overlay.authority]}, {state}", "dim"), 2)
        )
        for number, gist in overlay.changes.rules.items():
            out.print(indented(Text(f"{number} {gist}"), 2))
        for name, gist in overlay.changes.cards.items():
            out.print(indented(Text(f"{name}: {gist}"), 2))
        for point, reading in overlay.settles.items():
            out.print(indented(Text(f"settles {point}: {reading}"), 2))
        for scenario in overlay.overturns:
            out.print(indented(Text(f"overturns {scenario}"), 2))
        counts = (
            (len(overlay.absorbed), "taken up by the edition or the corrected cards"),
            (len(overlay.overridden), "overridden by the edition"),
        )
        said = ", ".join(f"{count} {what}" for count, what in counts if count)
        if said:
            out.print(indented(Text(f"items: {said}", style="dim"), 2))
    out.print(heading("Known, and not held"))
    for document in listed.not_held:
        out.print(indented(Text(document.label, style="yellow"), 2))
        about = f"{document.id}, {_AUTHORITIES[document.authority]}; {document.source}"
        out.print(indented(Text(about, style="dim"), 2))
