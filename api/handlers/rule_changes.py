"""What changed between two editions (`GET /v1/editions/diff`, `arbiter rules diff`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rulesdb
from rulesdb import Link
from rulesdb.concordance import How


def changes_data(old: str, new: str, kinds: Sequence[How] = ()) -> dict[str, Any]:
    """Both full names, how many links there are of each kind, and those of `kinds` (of all).

    Raises `rulesdb.UnknownEdition` and `EditionNotHeld`.
    """
    found = rulesdb.changes(old, new)
    shown = found.of(*kinds) if kinds else found.links
    return {
        "from": found.old,
        "to": found.new,
        "counts": found.counts,
        "links": [link_data(link) for link in shown],
    }


def link_data(link: Link) -> dict[str, Any]:
    """A link as plain data."""
    return {
        "old": link.old,
        "new": link.new,
        "how": link.how,
        "source": link.source,
        "alike": link.alike,
    }
