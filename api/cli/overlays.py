"""`overlays`: the later official documents that rulings rest on, and those that are not held."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.text import Text

from api.cli.output import console, heading, indented, json_option, print_json, refuse
from api.handlers.overlays import loaded
from rulesdb.errors import MalformedOverlay
from rulesdb.overlays import KnownDocument, Overlay, held_overlays, not_held
from rulesdb.useroverlays import OVERLAY_BYTES, add_overlay, remove_overlay

_AUTHORITIES = {
    "official_faq": "official FAQ",
    "official_errata": "official errata",
    "official_notes": "official notes",
    "event": "addendum of an event",
}


class ListedOverlay(msgspec.Struct, kw_only=True):
    """A held or loaded overlay, and what it is to the edition that is played."""

    overlay: Overlay
    in_force: bool
    outranks_edition: bool


class ListedOverlays(msgspec.Struct, kw_only=True):
    """What `overlays --json` prints. `loaded`: by the user."""

    held: list[ListedOverlay]
    loaded: list[ListedOverlay]
    not_held: list[KnownDocument]


@click.group(
    invoke_without_command=True,
    short_help="List the later documents beside the rules; load and remove your own.",
)
@json_option
@click.pass_context
def overlays(context: click.Context, as_json: bool) -> None:
    """List the official FAQs and errata beside the core rules, and those that you have loaded.

    One that is newer than the edition comes before it; an older one holds where the edition is
    silent. What the edition or the corrected card texts have taken up is counted only; --json
    lists it. Documents that are known and not held are named by every ruling.

    A ruling names the overlays in force, and takes the reading of an open point that one settles,
    where the engine can switch it. What an overlay of your own changes of a rule is shown with the
    rule, and of a card here; no ruling follows it, and a ruling that cites that rule or has that
    card says so in a caveat.

    Exit codes: 0, 2 a file that you have loaded is damaged.
    """
    if context.invoked_subcommand is None:
        _list(as_json)
    elif as_json:
        refuse([f"write --json behind {context.invoked_subcommand}"])


@overlays.command("list")
@json_option
def list_overlays(as_json: bool) -> None:
    """List the overlays, as `arbiter overlays` alone does.

    Exit codes: 0, 2 a file that you have loaded is damaged.
    """
    _list(as_json)


@overlays.command()
@click.argument("file")
@json_option
def add(file: str, as_json: bool) -> None:
    """Load an overlay: check FILE and keep it in your data directory.

    FILE is JSON, - for standard input; docs/overlays.md describes its fields, and has an example.
    Whatever it names has to exist. One of the same id is replaced. ARBITER_HOME names another data
    directory.

    Exit codes: 0, 2 the file is no overlay, with everything that is wrong with it.
    """
    name = "standard input" if file == "-" else file
    try:
        if file == "-":
            content = sys.stdin.buffer.read(OVERLAY_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(OVERLAY_BYTES + 1)
    except OSError as error:
        refuse([f"{name}: {error.strerror or error}"])
    try:
        overlay = add_overlay(content, name)
    except MalformedOverlay as error:
        refuse([f"{error.place}: {fault}" for fault in error.faults])
    except OSError as error:
        refuse([f"nothing was loaded: {error.filename or ''}: {error.strerror or error}"])
    if as_json:
        print_json(_listed(overlay))
    else:
        console().print(Text(f"Loaded {overlay.id}: {overlay.label}."))


@overlays.command()
@click.argument("identity", metavar="ID")
@json_option
def remove(identity: str, as_json: bool) -> None:
    """Remove an overlay that you have loaded.

    Exit codes: 0, 2 no such overlay was loaded.
    """
    try:
        remove_overlay(identity)
    except OSError as error:
        refuse([f"{error.filename or identity}: {error.strerror or error}"])
    if as_json:
        print_json({"removed": identity})
    else:
        console().print(Text(f"Removed {identity}."))


def _listed(overlay: Overlay) -> ListedOverlay:
    return ListedOverlay(
        overlay=overlay,
        in_force=overlay.is_in_force,
        outranks_edition=overlay.outranks_edition,
    )


def _list(as_json: bool) -> None:
    own = loaded()
    ids = {overlay.id for overlay in own}
    listed = ListedOverlays(
        held=[_listed(overlay) for overlay in held_overlays()],
        loaded=[_listed(overlay) for overlay in own],
        not_held=[document for document in not_held() if document.id not in ids],
    )
    if as_json:
        print_json(listed)
    else:
        _print(console(), listed)


def _print(out: Console, listed: ListedOverlays) -> None:
    _print_entries(out, listed.held)
    if listed.loaded:
        out.print(heading("Loaded by you"))
        _print_entries(out, listed.loaded)
    out.print(heading("Known, and not held"))
    for document in listed.not_held:
        out.print(indented(Text(document.label, style="yellow"), 2))
        about = f"{document.id}, {_AUTHORITIES[document.authority]}; {document.source}"
        out.print(indented(Text(about, style="dim"), 2))


def _print_entries(out: Console, entries: list[ListedOverlay]) -> None:
    for entry in entries:
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
