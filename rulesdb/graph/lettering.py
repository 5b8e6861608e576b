"""How wide a text is at most, and where to break it, without asking a font.

The widths are upper bounds over the sans-serif faces that browsers fall back to (Verdana and
DejaVu Sans are the widest of them), in parts of the font size. So a text may come out narrower
than the room kept for it, never wider.
"""

from __future__ import annotations

_NARROW = frozenset(" ijl.,:;'|!")
_SLENDER = frozenset('Jcfrstz()[]/-"I')
_BROAD = frozenset("mwMWOQGD&+<>=~#^")
_BROADEST = frozenset("@%")

# How much wider a text is in bold.
BOLD = 1.15


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """The room that `text` takes in one line at font size `size`, in the unit of `size`."""
    width = sum(map(_character_width, text)) * size
    return width * BOLD if bold else width


def wrapped(text: str, width: float, size: float, most_lines: int) -> list[str]:
    """`text` in at most so many lines of at most `width`; an ellipsis ends what is cut short.

    Breaks between words; a word that is wider than a line is cut.
    """
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most_lines:
        taken = 1
        while taken < len(words) and _fits(" ".join(words[: taken + 1]), width, size):
            taken += 1
        line, words = " ".join(words[:taken]), words[taken:]
        if (words and len(lines) + 1 == most_lines) or not _fits(line, width, size):
            line = _cut(line, width, size)
        lines.append(line)
    return lines


def _cut(line: str, width: float, size: float) -> str:
    while line and not _fits(f"{line}\u2026", width, size):
        line = line.rpartition(" ")[0] or line[:-1]
    return f"{line.rstrip(' ,;:.')}\u2026"


def _fits(line: str, width: float, size: float) -> bool:
    return text_width(line, size) <= width


def _character_width(character: str) -> float:
    if character in _NARROW:
        return 0.41
    if character in _SLENDER:
        return 0.55
    if character in _BROADEST:
        return 1.12
    if character in _BROAD or not character.isascii():
        return 1.0
    return 0.79 if character.isupper() else 0.66
