"""The table of docs/notation.md that says what the engine executes.

python -m tests.docs.notation_table
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from judge.effects import notation as n
from judge.effects.support import FIELDS, WORDS, missing_in

FILE = Path(__file__).resolve().parents[2] / "docs" / "notation.md"

BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
BEGIN_EVENTS, END_EVENTS = "<!-- events -->\n", "<!-- end of events -->\n"

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


#: forms in which an event may be waited for, replaced or forbidden, plainest first, in words
_FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {}),
    ("of the card itself", {"what": "me"}),
    ("by a player", {"by": "you"}),
    ("of a unit", {"what": n.Selector(kind="unit")}),
    ("of a card", {"what": n.Selector(kind="card")}),
    ("of a battlefield", {"what": n.Selector(kind="battlefield")}),
    ("of a token", {"what": n.Selector(kind="unit", state=["token"])}),
)


def _abilities(kind: str, event: n.Event) -> Iterator[tuple[str, n.AnyAbility]]:
    phase: n.Phase | None = "beginning" if event == "begin_phase" else None
    for words, more in _FORMS:
        moment = n.Moment(event=event, phase=phase, **more)
        if kind == "trigger":
            yield words, n.Triggered(when=moment, does=[n.Draw()])
        elif kind == "cannot":
            yield words, n.Static(changes=[n.Cannot(moment=moment)])
        else:
            yield words, n.Replacement(instead_of=moment, does=[n.Draw()])
            as_well = n.Replacement(instead_of=moment, as_well=True, does=[n.Draw()])
            yield f"{words} as it happens too".strip(), as_well


def executed_of(kind: str, event: n.Event) -> str:
    """Whether what waits for an event, replaces it (`replacement`) or forbids it (`cannot`) is
    executed: in all plain forms, or in which.
    """
    known = [words for words, each in _abilities(kind, event) if not missing_in(each)]
    if not known:
        return "no"
    return "yes" if "" in known else f"only {known[0]}"


def lines_of_events() -> Iterator[str]:
    """The table of events, line by line."""
    yield "| event | waited for | replaced | forbidden |"
    yield "|---|---|---|---|"
    for event in get_args(n.Event):
        found = (executed_of(kind, event) for kind in ("trigger", "replacement", "cannot"))
        yield f"| `{event}` | {' | '.join(found)} |"


def with_table(text: str) -> str:
    """The document with the table as the code gives it."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    text = before + BEGIN + "\n".join(lines()) + "\n" + END + after
    before, _, rest = text.partition(BEGIN_EVENTS)
    after = rest.partition(END_EVENTS)[2]
    return before + BEGIN_EVENTS + "\n".join(lines_of_events()) + "\n" + END_EVENTS + after


if __name__ == "__main__":
    FILE.write_text(with_table(FILE.read_text("utf-8")), "utf-8")
