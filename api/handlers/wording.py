"""Official wording beside gists, where the user has imported it (`arbiter rules import`)."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache

import msgspec

from judge.ruling.ruling import Ruling
from rulesdb import wordings
from rulesdb.errors import DamagedStore
from rulesdb.wordings import StoredWording

_log = logging.getLogger(__name__)


def with_wording(ruling: Ruling) -> Ruling:
    """The ruling, its citations with the wording of the user's own copy of the rules.

    Without a copy, or with one that can't be read, it is the same ruling: what is right does not
    depend on it.
    """
    if not ruling.citations:
        return ruling
    known = {edition: _known(edition) for edition in {c.edition for c in ruling.citations}}
    if not any(known.values()):
        return ruling
    citations = [
        msgspec.structs.replace(citation, wording=known[citation.edition].get(citation.rule))
        for citation in ruling.citations
    ]
    return msgspec.structs.replace(ruling, citations=citations)


def stored_wording(number: str, edition: str) -> StoredWording | None:
    """The wording of a rule in the user's own copy, None where there is none."""
    try:
        return wordings.stored(edition, number)
    except DamagedStore as error:
        _say_once(str(error))
        return None


def _known(edition: str) -> Mapping[str, str]:
    try:
        return wordings.wordings(edition)
    except DamagedStore as error:
        _say_once(str(error))
        return {}


@cache
def _say_once(complaint: str) -> None:
    _log.warning("no official wording is shown: %s", complaint)
