"""The text of a saved web page: one line for each block, without scripts and styles."""

from __future__ import annotations

import re
from html import unescape

from rulesdb.errors import UnreadableDocument

_IS_PAGE = re.compile(
    rb"\s*(?:<!--.{0,2000}?-->\s*|<\?xml[^>]{0,200}>\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
)

#: tags that stay within a line
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "var",
        "wbr",
    ]
)
#: tags whose content is not to be seen
_SILENT = frozenset(("script", "style", "noscript", "template", "svg", "title"))

_TAG = re.compile(r"/?([A-Za-z][A-Za-z0-9]{0,31})|[!?]")


def is_page(content: bytes) -> bool:
    """Whether the bytes are those of a web page."""
    return _IS_PAGE.match(content[:8192].removeprefix(b"\xef\xbb\xbf")) is not None


def text_of_page(page: str, name: str) -> str:
    """The visible text of a page, a line for each block.

    It is scanned once, from the front: a page with a million unclosed comments must not take
    longer than another. Raises `UnreadableDocument`, naming `name`.
    """
    lower = page.lower() if len(page.lower()) == len(page) else page
    parts: list[str] = []
    place = 0
    while (opening := page.find("<", place)) >= 0:
        parts.append(_blanks(page[place:opening]))
        tag = _TAG.match(page, opening + 1)
        if tag is None:
            parts.append("<")
            place = opening + 1
            continue
        if page.startswith("<!--", opening):
            place = _after(page, "-->", opening + 4)
            continue
        place = _after(page, ">", opening)
        kind = (tag[1] or "").lower()
        if kind in _SILENT and page[opening + 1] != "/":
            place = _after(page, ">", _after(lower, f"</{kind}", place))
        if kind not in _INLINE:
            parts.append("\n")
    parts.append(_blanks(page[place:]))
    try:
        return unescape("".join(parts))
    except ValueError as error:  # a number too long to be one
        raise UnreadableDocument(name, "it has a character reference that is none") from error


def _after(page: str, wanted: str, place: int) -> int:
    """Where the next `wanted` is over; the end of the page if there is none."""
    found = page.find(wanted, place)
    return len(page) if found < 0 else found + len(wanted)


def _blanks(text: str) -> str:
    """A line break in the source of a page is a blank."""
    return text.replace("\r", " ").replace("\n", " ")
