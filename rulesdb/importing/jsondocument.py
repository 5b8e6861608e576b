"""Reading JSON: the official document as a list of rules, each with its number and its text.

    {"rules": [{"id": "101", "text": "..."}, ...]}

Whatever else is in it (what the document is, examples, pointers) is passed over.
"""

from __future__ import annotations

import re

import msgspec

from rulesdb.errors import UnreadableDocument
from rulesdb.importing import limits
from rulesdb.importing.decoding import CONTROL
from rulesdb.importing.passages import Passage
from rulesdb.numbering import is_rule_number

_OPENING = re.compile(r"\s*(?:\{|\[\s*\{)")


class _Rule(msgspec.Struct, frozen=True):
    id: str
    text: str


class _Rules(msgspec.Struct, frozen=True):
    rules: tuple[_Rule, ...]


def is_json(text: str) -> bool:
    """Whether a text is meant as JSON: no other copy of the rules begins with a brace."""
    return _OPENING.match(text) is not None


def passages_of_json(text: str, name: str) -> tuple[Passage, ...]:
    """The rules in it as passages. Raises `UnreadableDocument`: it is not of the form above, or
    goes past a limit.
    """
    try:
        rules = msgspec.json.decode(text, type=_Rules).rules
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableDocument(
            name,
            'is JSON, but not {"rules": [{"id": "101", "text": "..."}, ...]}: '
            f"{error}; give a text, a saved web page or a PDF otherwise",
        ) from error
    if len(rules) > limits.RULES:
        raise UnreadableDocument(
            name, f"{len(rules):,} rules are more than the limit RULES ({limits.RULES:,})"
        )
    for place, rule in enumerate(rules, start=1):
        if not is_rule_number(rule.id):
            raise UnreadableDocument(
                name, f"rule {place} in its list has the id {rule.id[:40]!r}, which is no number"
            )
        # an escape hides it from whoever looked at the text of the file
        if control := CONTROL.search(rule.text):
            raise UnreadableDocument(
                name,
                f"rule {place} in its list has the control character {ord(control[0]):#04x}",
            )
    return tuple(_passage(rule) for rule in rules)


def _passage(rule: _Rule) -> Passage:
    first, *lines = rule.text[: limits.RULE_CHARACTERS].splitlines() or [""]
    return Passage(((rule.id, first),), f"{rule.id}. {first}", tuple(lines))
