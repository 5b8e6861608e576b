"""The front of the import: from the bytes of a file to its passages, whatever its layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from rulesdb.errors import UnreadableDocument
from rulesdb.importing import limits
from rulesdb.importing.decoding import decoded
from rulesdb.importing.jsondocument import is_json, passages_of_json
from rulesdb.importing.layouts import (
    nested_list,
    number_above,
    numbered_lines,
    quotations,
    run_together,
)
from rulesdb.importing.markdown import without_marks
from rulesdb.importing.markup import is_page, text_of_page
from rulesdb.importing.pages import without_running_titles
from rulesdb.importing.passages import Passage
from rulesdb.importing.pdf import is_pdf, pdf_pages
from rulesdb.importing.stretches import stretches

Format = Literal["text", "web page", "PDF", "JSON"]
Layout = Literal[
    "numbered lines", "number and text run together", "nested list", "number above", "quotations"
]

_LAYOUTS: dict[Layout, tuple[Callable[[str], bool], Callable[[Sequence[str]], list[Passage]]]] = {
    # where as many lines have the one shape as the other: this one reads both
    "number and text run together": (run_together.shape, run_together.passages),
    "numbered lines": (numbered_lines.shape, numbered_lines.passages),
    "nested list": (nested_list.shape, nested_list.passages),
    "number above": (number_above.shape, number_above.passages),
}


_OTHERWISE: Layout = "quotations"


class Document(NamedTuple):
    """A file as it was read: `passages` in its order.

    `layout` is the one that it has, or those that its parts have, in their order.
    """

    name: str
    format: Format
    encoding: str | None
    layout: str
    passages: tuple[Passage, ...]


def read_document(content: bytes, name: str) -> Document:
    """Read a copy of the rules, or of a part of them. `name` is what messages call the file.

    Raises `UnreadableDocument`: it is no text, web page, PDF or JSON of rules, or goes past a
    limit of `rulesdb.importing.limits`.
    """
    if len(content) > limits.FILE_BYTES:
        raise UnreadableDocument(
            name, f"the file is larger than the limit FILE_BYTES ({limits.FILE_BYTES:,})"
        )
    encoding: str | None = None
    file_format: Format
    if is_pdf(content):
        file_format, pages = "PDF", pdf_pages(content, name)
    else:
        text, encoding = decoded(content, name)
        if len(text) > limits.TEXT_CHARACTERS:
            raise UnreadableDocument(
                name,
                f"{len(text):,} characters are more than the limit TEXT_CHARACTERS "
                f"({limits.TEXT_CHARACTERS:,})",
            )
        if is_json(text):
            return Document(name, "JSON", encoding, "list", passages_of_json(text, name))
        file_format = "web page" if is_page(content) else "text"
        if file_format == "web page":
            text = text_of_page(text, name)
        # a form feed parts the pages of a text that was a PDF
        pages = [page.splitlines() for page in text.split("\f")]
    lines = without_running_titles([_tidy(page, name) for page in pages])
    if len(lines) > limits.LINES:
        raise UnreadableDocument(
            name, f"{len(lines):,} lines are more than the limit LINES ({limits.LINES:,})"
        )
    parts = stretches(lines, {layout: shape for layout, (shape, _) in _LAYOUTS.items()}, _OTHERWISE)
    passages = [
        passage
        for part in parts
        for passage in _passages(part.layout, lines[part.start : part.end])
    ]
    if len(passages) > limits.RULES:
        raise UnreadableDocument(
            name, f"{len(passages):,} rules are more than the limit RULES ({limits.RULES:,})"
        )
    layouts = ", then ".join(part.layout for part in parts) or _OTHERWISE
    return Document(name, file_format, encoding, layouts, tuple(passages))


def _passages(layout: Layout, lines: Sequence[str]) -> list[Passage]:
    return quotations.passages(lines) if layout == _OTHERWISE else _LAYOUTS[layout][1](lines)


def _tidy(page: Sequence[str], name: str) -> list[str]:
    """The lines of a page without empty ones, each run of blanks made one, without the marks that
    Markdown sets around numbers.
    """
    tidied: list[str] = []
    for place, line in enumerate(page, 1):
        if len(line) > limits.LINE_CHARACTERS:
            raise UnreadableDocument(
                name,
                f"line {place} has {len(line):,} characters, more than the limit "
                f"LINE_CHARACTERS ({limits.LINE_CHARACTERS:,})",
            )
        words = line.split()
        if words:
            tidied.append(without_marks(" ".join(words)))
    return tidied
