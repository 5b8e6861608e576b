"""The published schema of a board, and that the guide says everything that a board can say."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from judge.board import checking, document, faults, state
from judge.board.canonical import encode_board
from judge.board.reading import read_board
from judge.board.schema import board_schema, field_comments
from judge.modes.modes import MODES

GUIDE = (Path(__file__).parents[2] / "docs" / "board.md").read_text(encoding="utf-8")

#: the two examples at its beginning, which are the indented blocks that begin with a turn
EXAMPLES = [
    textwrap.dedent(block)
    for block in re.findall(r"(?:^    .*\n)+", GUIDE, re.MULTILINE)
    if block.startswith("    turn:")
]

STRICT = [
    kind
    for kind in vars(state).values()
    if isinstance(kind, type) and issubclass(kind, state.Part) and kind is not state.Part
]
TYPED = [
    kind
    for kind in vars(document).values()
    if isinstance(kind, type) and issubclass(kind, document.DocumentPart)
]


def test_the_schema_has_every_part_and_resolves_within_itself() -> None:
    schema = board_schema()
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert schema["$ref"] == "#/$defs/BoardDocument"

    def references(tree: Any) -> list[str]:
        if isinstance(tree, dict):
            own = [tree["$ref"]] if isinstance(tree.get("$ref"), str) else []
            return own + [ref for value in tree.values() for ref in references(value)]
        return [r for v in tree for r in references(v)] if isinstance(tree, list) else []

    for reference in references(schema):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]


def test_fields_are_described_by_their_comments() -> None:
    schema = board_schema()
    hand = schema["$defs"]["PlayerDocument"]["properties"]["hand"]
    assert hand["description"] == "cards, or how many"
    assert schema["$defs"]["ObjectDocument"]["additionalProperties"] is False
    assert field_comments(document.EffectDocument)["until"].startswith("turn, combat")


@pytest.mark.parametrize("kind", [*STRICT, *TYPED], ids=lambda kind: kind.__name__)
def test_the_guide_mentions_every_field(kind: type[msgspec.Struct]) -> None:
    missing = [field for field in kind.__struct_fields__ if f"`{field}`" not in GUIDE]
    assert missing == []


def test_a_document_can_say_all_that_a_board_can() -> None:
    """Every strict field has its place in a typed document: as itself, or in its wider form."""
    wider = {
        "Board": document.BoardDocument,
        "Turn": document.TurnDocument,
        "Window": document.WindowDocument,
        "Showdown": document.ShowdownDocument,
        "Combat": document.CombatDocument,
        "Chain": document.ChainDocument,
        "ChainItem": document.ItemDocument,
        "Choices": document.ChoicesDocument,
        "Player": document.PlayerDocument,
        "Deck": document.DeckDocument,
        "Card": document.CardDocument,
        "GameObject": document.ObjectDocument,
        "Battlefield": document.BattlefieldDocument,
        "FacedownCard": document.FacedownDocument,
        "Effect": document.EffectDocument,
        "FinalizedCard": document.FinalizedDocument,
        "PlayerFacts": document.PlayerFactsDocument,
        "TurnFacts": document.TurnFactsDocument,
    }
    for name, kind in wider.items():
        strict = getattr(state, name).__struct_fields__
        assert set(strict) <= set(kind.__struct_fields__), name


@pytest.mark.parametrize("example", EXAMPLES, ids=["main phase", "combat"])
def test_the_examples_of_the_guide_are_read(example: str) -> None:
    board = read_board(yaml.safe_load(example)).board
    assert board.order == ["Ana", "Bo"]
    assert read_board(encode_board(board)).board == board


def test_the_guide_names_every_warning() -> None:
    folder = Path(checking.__file__).parent
    sources = [(folder / name).read_text() for name in ("checking.py", "checking_places.py")]
    codes = {code for text in sources for code in re.findall(r'warn\(\s*"(\w+)"', text)}
    assert len(codes) > 40
    assert sorted(code for code in codes if f"`{code}`" not in GUIDE) == []


def test_the_guide_names_every_fault_mode_and_phase() -> None:
    for code in [*faults.MALFORMED_CODES, *faults.MEANINGLESS_CODES, *MODES, *state.PHASES]:
        assert f"`{code}`" in GUIDE, code
