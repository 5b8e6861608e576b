"""The examples: real requests, and the real replies to them.

The requests are the files of `docs/examples`, one for each example; `python -m api.spec` sends them
through the application and keeps them with their replies in `examples.json` beside this module,
where the OpenAPI document and the page take them from. Stale means red, as for openapi.yaml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

import msgspec

from judge.limits import REQUEST_BYTES

#: The compiled file in this package.
COMPILED = "examples.json"


@dataclass(frozen=True, slots=True)
class Example:
    """One example: the operation it shows, and what it shows in a few words.

    `path` is the address that is asked. `has_body`: the request is the file `<name>.json`.
    """

    name: str
    operation: str
    path: str
    title: str
    has_body: bool = True


class HeldExample(msgspec.Struct, frozen=True, omit_defaults=True):
    """An example with its request (None where the address says it all) and the reply to it.

    `operation` is None for the example of a refusal, whose reply is a problem document.
    """

    name: str
    title: str
    reply: Any
    operation: str | None = None
    request: Any = None


_ADJUDICATIONS = "/v1/adjudications"

EXAMPLES: Sequence[Example] = (
    Example("combat", "adjudicate", _ADJUDICATIONS, "A whole combat"),
    Example("illegal-move", "adjudicate", _ADJUDICATIONS, "A move that is not allowed"),
    Example("spell-with-target", "adjudicate", _ADJUDICATIONS, "A spell is played and resolves"),
    Example("open-question", "adjudicate", _ADJUDICATIONS, "A spell whose target is still open"),
    Example("legal-actions", "legalActions", "/v1/legal-actions", "What the turn player may do"),
    Example("explanation", "explain", "/v1/explanations", "Why a unit has the Might it has"),
    Example("check-board", "checkBoard", "/v1/boards/check", "A board in short form"),
    Example("view-board", "viewBoard", "/v1/boards/view", "The board as an opponent sees it"),
    Example("new-board", "newBoard", "/v1/boards/new", "A duel is set up, with dice from a seed"),
    Example("rule", "rule", "/v1/rules/core-1.4:465.2.c.3", "One rule", has_body=False),
    Example("old-rule", "rule", "/v1/rules/core-1.3:466.2", "One of an older edition", False),
    Example(
        "infraction",
        "rule",
        "/v1/rules/tournament-2026-07-16:702.6",
        "An infraction of the tournament rules",
        False,
    ),
    Example("search", "searchRules", "/v1/rules?q=tap%20to%20attack&limit=3", "A search", False),
    Example(
        "graph", "ruleGraph", "/v1/rules/815.1.b/graph?radius=1", "What is next to a rule", False
    ),
    Example(
        "referenced-by",
        "ruleLinks",
        "/v1/rules/815.1.c.1/links?ask=referenced-by&limit=5",
        "What points to a rule",
        False,
    ),
    Example(
        "way", "ruleWay", "/v1/rules/465.2.c.3/way?to=1.3:815.1.c.1", "A way in two steps", False
    ),
    Example(
        "editions-diff",
        "editionsDiff",
        "/v1/editions/diff?from=1.3&to=1.4&how=gone",
        "What is no longer there",
        False,
    ),
    Example("editions", "editions", "/v1/editions", "All known editions", has_body=False),
    Example("card", "card", "/v1/cards/Stalwart%20Poro", "A unit with Shield", has_body=False),
    Example("search-cards", "searchCards", "/v1/cards?q=poro&limit=2", "Two of the Poros", False),
    Example("read-cards", "readCards", "/v1/cards/read", "A text that is read, one that is not"),
    Example("health", "health", "/healthz", "It does", has_body=False),
    Example("readiness", "readiness", "/readyz", "It can", has_body=False),
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that is refused: with which status, and why, in a few words."""

    name: str
    status: HTTPStatus
    title: str
    path: str
    body: bytes | None = None
    content_type: str = "application/json"


_DUEL = b'"turn": {"player": "A"}, "players": {"A": {"hand": [%s]}, "B": {}}'

REFUSALS_SHOWN: Sequence[Refusal] = (
    Refusal(
        "malformed-request",
        HTTPStatus.BAD_REQUEST,
        "Two places do not fit the schema",
        _ADJUDICATIONS,
        b'{"board": {"turn": {"player": "A", "phase": "lunch"}}, "action": {"do": "pass"}}',
    ),
    Refusal("unknown-rule", HTTPStatus.NOT_FOUND, "A number too high", "/v1/rules/999"),
    Refusal(
        "answer-to-another-question",
        HTTPStatus.CONFLICT,
        "The board has changed since the question",
        _ADJUDICATIONS,
        b'{"board": {"resources": "enough", %s, "battlefields": [{"id": "west", '
        b'"card": "Windswept Hillock", "owner": "A", "controller": "B", '
        b'"units": ["Stalwart Poro", "Playful Phantom"]}]}, '
        b'"action": {"by": "A", "do": {"play": "Void Seeker"}}, '
        b'"answers": [{"id": "0123456789abcdef", "value": "B.stalwart-poro"}]}'
        % (_DUEL % b'"Void Seeker"'),
    ),
    Refusal(
        "body-too-large",
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "More than the limit",
        _ADJUDICATIONS,
        b" " * (REQUEST_BYTES + 1),
    ),
    Refusal(
        "not-json",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "YAML is for people",
        _ADJUDICATIONS,
        b"board: {}",
        "application/yaml",
    ),
    Refusal(
        "meaningless-board",
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "A card that does not exist",
        "/v1/boards/check",
        b'{"board": {%s}}' % (_DUEL % b'"Void Seker"'),
    ),
)


@cache
def held() -> Mapping[str, HeldExample]:
    """The compiled examples by name, in the order of `EXAMPLES`, and then those of refusals.

    Raises `FileNotFoundError` when the package was installed without its data.
    """
    data = files(__package__).joinpath(COMPILED).read_bytes()
    return {one.name: one for one in msgspec.json.decode(data, type=list[HeldExample])}


def compiled(examples: Sequence[HeldExample]) -> bytes:
    """The content of the compiled file."""
    return msgspec.json.format(msgspec.json.encode(examples), indent=1) + b"\n"
