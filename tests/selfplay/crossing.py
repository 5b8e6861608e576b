"""Cards that nobody wrote: a modelled text with one part of it replaced by a part of another text.

Single texts are tried by `test_cards_in_play`; what two rules do to each other shows where a part
stands in a text that it was not written for. A crossing is kept if the linter has nothing against
it and the engine claims to execute all of it: then it may not be judged by a fault.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects.linting import MeaninglessDefinition, decode_definition, findings
from judge.effects.notation import CardDefinition
from judge.effects.support import unsupported
from tests.selfplay.decks import modelled_cards

#: what may stand for what: a node is replaced by one of its own family
_FAMILIES: dict[str, tuple[type, ...]] = {
    "instruction": (n.Instruction,),
    "selector": (n.Selector,),
    "condition": (n.Exists, n.Is, n.Compare, n.Done, n.TurnIs, n.Happened, n.InCombat),
    "cost": (n.Cost,),
    "moment": (n.Moment,),
    "value": (n.Count, n.MightOf, n.CostOf, n.Sum, n.Times, n.Bounded, n.Extreme, n.PointsOf),
    "change": (n.Might, n.GrantKeyword, n.CostChange),
    "ability": (n.Triggered, n.Activated, n.Static, n.Replacement),
}

Path = tuple[str | int, ...]


def family(node: Any) -> str | None:
    """The family of a node; None where nothing else may stand for it."""
    for name, kinds in _FAMILIES.items():
        if isinstance(node, kinds):
            return name
    return None


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, n.Node]]:
    """Every node in a definition that has a family, with its path."""
    if isinstance(value, n.Node):
        if family(value) is not None:
            yield path, value
        for field in value.__struct_fields__:
            yield from parts(getattr(value, field), (*path, field))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from parts(each, (*path, place))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from parts(each, (*path, key))


@cache
def pool() -> dict[str, list[n.Node]]:
    """The parts of all modelled texts by family, each once."""
    found: dict[str, dict[bytes, n.Node]] = {}
    for card in modelled_cards():
        for _, node in parts(card):
            name = family(node)
            assert name is not None
            found.setdefault(name, {}).setdefault(msgspec.json.encode(node), node)
    return {name: [nodes[key] for key in sorted(nodes)] for name, nodes in found.items()}


def replaced(value: Any, path: Path, node: n.Node) -> Any:
    """A copy of a definition with the node at `path` replaced."""
    if not path:
        return node
    first, rest = path[0], path[1:]
    if isinstance(value, n.Node):
        assert isinstance(first, str)
        return msgspec.structs.replace(
            value, **{first: replaced(getattr(value, first), rest, node)}
        )
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[first] = replaced(value[first], rest, node)  # type: ignore[index]
    return copy


def _bound(part: tuple[Path, n.Node]) -> bool:
    """Whether choices depend on each other, so that one drawn blindly may be illegal."""
    node = part[1]
    return isinstance(node, n.Selector) and (
        bool(node.together)
        or node.total_might_at_most is not None
        or node.total_energy_at_most is not None
    )


def crossing(rng: random.Random, times: int = 2) -> dict[str, Any] | None:
    """An inline card made of parts of modelled texts; None where what was drawn means nothing."""
    card: CardDefinition = rng.choice(modelled_cards())
    changed = False
    for _ in range(times):
        places = list(parts(card))
        if not places:
            break
        path, node = rng.choice(places)
        name = family(node)
        assert name is not None
        card = replaced(card, path, rng.choice(pool()[name]))
        changed = True
    if not changed:
        return None
    document: dict[str, Any] = msgspec.to_builtins(card)
    for key in ("aliases", "set", "number", "text_digest", "printed_text", "source"):
        document.pop(key, None)
    document["name"] = "Crossed Card"
    try:
        made = decode_definition(document)
    except (MeaninglessDefinition, msgspec.ValidationError):
        return None
    if list(findings(made)) or unsupported(made) or any(map(_bound, parts(made))):
        return None
    document.pop("name")
    return document
