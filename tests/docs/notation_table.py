"""The table of docs/notation.md that says what the engine executes.

python -m tests.docs.notation_table
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec

from judge.effects import notation as n
from judge.effects.support import FIELDS, WORDS

FILE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"

BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"

#: fields of every instruction and every ability: named where they are executed, not where they lack
_COMMON = {"who", "may", "legion", "level", "zone"}
_OF_INSTRUCTIONS = {"label", "after"}

TERMS: tuple[type[n.Node], ...] = (
    n.Selector,
    n.AbilitySelector,
    n.Moment,
    n.Cost,
    n.AdditionalCost,
    n.Mode,
)


def nodes() -> list[type[n.Node]]:
    """Every node of the vocabulary, in the order of the document."""
    members = [*get_args(n.AnyAbility), *TERMS, *get_args(n.Value), *get_args(n.Condition)]
    members += [*get_args(n.AnyInstruction), *get_args(n.Change)]
    return [each for each in members if each is not int]


def called(node: type[n.Node]) -> str:
    """What the document calls a node: its tag with the key before it, or its name."""
    config = node.__struct_config__
    return f"{config.tag_field}: {config.tag}" if config.tag else node.__name__


def executed(node: type[n.Node]) -> str:
    """Whether the engine executes a node, and what of it it does not."""
    read = FIELDS.get(node)
    if read is None:
        return "not yet"
    fields = [field for field in msgspec.structs.fields(node) if field.name not in _OF_INSTRUCTIONS]
    common = _COMMON if issubclass(node, n.Instruction | n.Ability) else set()
    missing = [f"`{each.encode_name}`" for each in fields if each.name not in read | common]
    more = [f"`{each.encode_name}`" for each in fields if each.name in read & common]
    limited = [f"`{name}`" for kind, name in WORDS if kind is node]
    parts = [f"with {', '.join(more)}"] if more else []
    if missing:
        parts.append(f"without {', '.join(missing)}")
    if limited:
        parts.append(f"not with every word of {', '.join(limited)}")
    return "yes" if not parts else f"yes, {'; '.join(parts)}"


def lines() -> Iterator[str]:
    """The table, line by line."""
    yield "| node | executed |"
    yield "|---|---|"
    for node in nodes():
        yield f"| `{called(node)}` | {executed(node)} |"


def with_table(text: str) -> str:
    """The document with the table as the code gives it."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return before + BEGIN + "\n".join(lines()) + "\n" + END + after


if __name__ == "__main__":
    FILE.write_text(with_table(FILE.read_text("utf-8")), "utf-8")
