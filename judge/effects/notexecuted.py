"""Where in a definition stands what the engine does not execute yet, for whoever writes one."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from judge.effects import notation as n
from judge.effects.keywordtexts import KEYWORDS_OF_TEXTS, left_unsaid
from judge.effects.support import missing_in, unsupported


def not_executed(definition: n.CardDefinition) -> list[tuple[tuple[str | int, ...], str]]:
    """What the engine does not execute of a definition, each with its innermost place."""
    known = n.KEYWORDS_MODELLED | KEYWORDS_OF_TEXTS
    unsaid = {*definition.keywords} - known | {*left_unsaid(definition)}
    found: list[tuple[tuple[str | int, ...], str]] = [
        (("keywords", keyword), f"keyword: {keyword}")
        for keyword in sorted(unsaid - {*definition.clauses})
    ]
    missing = unsupported(definition)
    for field in ("does", "chooses", "abilities", "effect_text", "additional_costs"):
        for path, node in _nodes_at(getattr(definition, field), (field,)):
            found += _placed(node, path, missing)
    said = {what for _, what in found}
    return [*found, *(((), what) for what in missing if what not in said)]


def _placed(
    node: n.Node, path: tuple[str | int, ...], missing: Container[str]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    own = [what for what in missing_in(node) if what in missing]
    if not own:
        return
    for field in node.__struct_fields__:
        at = (*path, field.rstrip("_"))
        for there, below in _nodes_at(getattr(node, field), at):
            for place, what in _placed(below, there, own):
                yield place, what
                own = [each for each in own if each != what]
    yield from ((path, what) for what in dict.fromkeys(own))


def _nodes_at(
    value: Any, path: tuple[str | int, ...]
) -> Iterator[tuple[tuple[str | int, ...], n.Node]]:
    if isinstance(value, n.Node):
        yield path, value
    elif isinstance(value, list | dict):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for step, below in entries:
            yield from _nodes_at(below, (*path, step))
