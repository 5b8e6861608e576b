"""The strict YAML: what is text, what is not, and what is refused where."""

from __future__ import annotations

import pytest

from api.notation_yaml import NotationError, Place, load, load_document
from judge.limits import NESTING


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0", 0),
        ("7", 7),
        ("-3", -3),
        ('"7"', "7"),
        ("'true'", "true"),
        ('""', ""),
    ],
)
def test_only_four_kinds_of_plain_value_are_not_text(typed: str, value: object) -> None:
    read = load(f"key: {typed}")["key"]
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    "typed",
    [
        "yes", "no", "on", "off", "True", "FALSE", "Null", "~", "1.5", "1e3", ".inf", "2026-07-16",
        "0x1f", "0o17", "010", "1_000", "+1", "-0", "12:30", "359.3.e.14.a#1",
    ],
)  # fmt: skip
def test_what_other_yaml_would_convert_is_text(typed: str) -> None:
    assert load(f"key: {typed}") == {"key": typed}


def test_an_integer_key_is_text() -> None:
    assert load("{1: a, 465: b}") == {"1": "a", "465": "b"}


def test_blocks_and_flows_are_the_same_tree() -> None:
    blocks = load("players:\n  A:\n    hand:\n    - Void Seeker\n    points: 5\n")
    assert blocks == load("{players: {A: {hand: [Void Seeker], points: 5}}}")


def test_a_block_of_text_is_text() -> None:
    assert load("reasoning: |\n  7\n") == {"reasoning": "7\n"}


def test_an_empty_document_is_nothing() -> None:
    assert load("# only a comment\n") is None


@pytest.mark.parametrize(
    ("typed", "line", "column", "word"),
    [
        ("a: 1\nb: 2\na: 3", 3, 1, "twice"),
        ('1: a\n"1": b', 2, 1, "twice"),
        ("a: &x 1", 1, 4, "anchor"),
        ("a: &x [1]", 1, 4, "anchor"),
        ("a: *x", 1, 4, "alias"),
        ("a: !!str 1", 1, 4, "tag"),
        ("a:\n  b: !t {c: d}", 2, 6, "tag"),
        ("a: ! b", 1, 4, "tag"),
        ("%YAML 1.1\n---\na: 1", 1, 1, "directive"),
        ("true: 1", 1, 1, "key"),
        ("{null: 1}", 1, 2, "key"),
        ("? [a]\n: b", 1, 3, "key"),
        ("{{a: b}: c}", 1, 2, "key"),
        ("a: 1\n<<: {b: 2}", 2, 1, "merge"),
        ("a: 1\n---\nb: 2", 2, 1, "second document"),
        ("a: 1\nb:\t2", 2, 3, "tab"),
        ('a: "x\ty"', 1, 6, "tab"),
        ("a: 1\nb: \x01", 2, 4, "character"),
        ("a: \ud800", 1, 4, "character"),
        ("a: 1234567890123456789", 1, 4, "digits"),
        ("a: [1\nb: 2", 2, 2, ""),
    ],
)
def test_what_surprises_is_refused_with_its_place(
    typed: str, line: int, column: int, word: str
) -> None:
    with pytest.raises(NotationError) as refused:
        load(typed, name="board.yaml")
    assert (refused.value.line, refused.value.column) == (line, column)
    assert word in refused.value.problem
    assert str(refused.value).startswith(f"board.yaml:{line}:{column}: ")


def test_nesting_has_a_limit() -> None:
    deepest = "[" * NESTING + "]" * NESTING
    assert load(deepest) != []
    with pytest.raises(NotationError, match="NESTING"):
        load(f"[{deepest}]")


def test_a_flood_of_brackets_is_refused_early() -> None:
    with pytest.raises(NotationError, match="NESTING"):
        load("[" * 1_000_000)


def test_each_value_has_its_place() -> None:
    document = load_document("a: 1\nb:\n  - c\n  - {d: e}\n")
    assert document.place_of(("b",)) == Place(2, 1)
    assert document.place_of(("b", 1, "d")) == Place(4, 6)
    assert document.place_of(("b", 1, "missing")) == Place(4, 5)
    assert document.place_of(("nowhere",)) == Place(1, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: {b: 1\n", "a `,` is missing here, or the `}`"),
        ("a: [b, c\n", "a `,` is missing here, or the `]`"),
        ("a: b: c\n", "a `:` where no key can stand"),
        ("a: 'b\n", "the text ends within quotation marks"),
        ("a: @b\n", "a character with which nothing can begin"),
        ("a:\n  b: 1\n c: 2\n", "no key of what stands around it"),
        ("a: 1\nb\n", "a key without its `:`"),
    ],
)
def test_what_the_parser_minds_is_said_in_our_words(text: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        load(text)
    assert says in refused.value.problem
