"""docs/notation.md shows every node of the notation, and each example is what it says it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.notation_yaml import load
from judge.cardtext import print_card, print_effect_text
from judge.effects import notation as n
from judge.effects.linting import lint
from judge.effects.notation import CardDefinition
from judge.effects.support import FIELDS, unsupported
from tests.docs.notation_table import FILE, called, executed, nodes, with_table

TEXT = FILE.read_text("utf-8")

#: a heading, its block of YAML, and the English beside it
EXAMPLE = re.compile(r"^### `([^`]+)`\n.*?```yaml\n(.*?)```\n\n((?:> [^\n]*\n)+)", re.M | re.S)


def examples() -> Iterator[tuple[str, str, dict[str, Any], str]]:
    """The heading, the name, the data and the English of each example."""
    for heading, block, quoted in EXAMPLE.findall(TEXT):
        english = "\n".join(line.removeprefix("> ").rstrip() for line in quoted.splitlines())
        for name, data in load(block).items():
            yield heading, name, {"name": name, **data}, english


EXAMPLES = list(examples())
#: the heading of the example of a card as a whole
CARD = "Card"


def all_nodes(node: Any) -> Iterator[type]:
    """The types of a node and of all that stands in it."""
    if isinstance(node, n.Node):
        yield type(node)
        for field in node.__struct_fields__:
            yield from all_nodes(getattr(node, field))
    elif isinstance(node, list):
        for each in node:
            yield from all_nodes(each)
    elif isinstance(node, dict):
        for each in node.values():
            yield from all_nodes(each)


def test_every_block_is_an_example() -> None:
    assert len(EXAMPLES) == TEXT.count("```yaml\n") == len({name for _, name, _, _ in EXAMPLES})


@pytest.mark.parametrize(
    ("heading", "name", "data", "english"), EXAMPLES, ids=[each[0] for each in EXAMPLES]
)
def test_an_example_says_something_and_prints_to_its_english(
    heading: str, name: str, data: dict[str, Any], english: str
) -> None:
    assert [each for each in lint(data) if each.code != "not_executed"] == []
    definition = msgspec.convert(data, CardDefinition)
    printed = print_card(definition)
    if definition.effect_text:
        printed += f"\nAttached: {print_effect_text(definition)}"
    assert printed == english
    assert heading == CARD or heading in {
        called(node) for node in all_nodes(definition) if node in nodes()
    }


def test_every_node_has_an_example_under_its_own_heading() -> None:
    headings = {heading for heading, _, _, _ in EXAMPLES}
    assert headings == {CARD, *(called(node) for node in nodes())}


def test_the_table_of_a_card_has_each_of_its_fields() -> None:
    table = TEXT.partition("## A card's own fields")[2].partition("### ")[0]
    named = re.findall(r"^\| (`.*?`) \|", table, re.M)
    fields = [field for cell in named for field in re.findall("`([^`]+)`", cell)]
    assert fields == list(CardDefinition.__struct_fields__)


def test_the_table_says_what_the_engine_executes() -> None:
    assert with_table(TEXT) == TEXT, "run: python -m tests.docs.notation_table"
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*) \|$", TEXT.partition("<!-- table -->")[2], re.M))
    for node in nodes():
        assert rows[called(node)] == executed(node)
        assert (rows[called(node)] == "not yet") == (node not in FIELDS)


def test_an_example_of_a_node_that_is_not_executed_is_refused_by_name() -> None:
    """The table can be believed: such a card is not judged as if it were modelled."""
    for heading, name, data, _ in EXAMPLES:
        definition = msgspec.convert(data, CardDefinition)
        missing = [node for node in all_nodes(definition) if node in nodes() and node not in FIELDS]
        if missing:
            assert unsupported(definition), (heading, name)
