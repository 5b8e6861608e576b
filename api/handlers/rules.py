"""Looking rules and editions up (`GET /v1/rules/...`, `GET /v1/editions`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rulesdb
from api.handlers.wording import stored_wording
from rulesdb import Edition, Rule
from rulesdb.wordings import StoredWording


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """A rule where it stands: the headings above it, and what hangs under it."""

    edition: str
    rule: Rule
    #: from the chapter down to the parent
    path: Sequence[Rule]
    children: Sequence[Rule]
    #: the rules that it points to and that exist
    see: Sequence[Rule]
    #: from the user's own copy of the official document; None without one
    wording: StoredWording | None = None


def look_up(reference: str) -> RuleEntry:
    """The entry of `465.2.c.3`, or of `core-1.4:465.2.c.3`.

    Raises `rulesdb.MalformedReference`, `UnknownEdition`, `EditionNotHeld` and `UnknownRule`.
    """
    edition, number = rulesdb.parse_reference(reference)
    found = rulesdb.rule(number, edition)
    return RuleEntry(
        edition=edition,
        rule=found,
        path=rulesdb.path(number, edition)[:-1],
        children=rulesdb.children(number, edition),
        see=[rulesdb.rule(other, edition) for other in found.see if rulesdb.exists(other, edition)],
        wording=stored_wording(number, edition),
    )


def editions() -> tuple[Edition, ...]:
    """Every known edition, oldest first."""
    return tuple(rulesdb.EDITIONS.values())
