"""Where the layout of a file changes: several copies in one file, one behind the other.

A line speaks for a layout if it has a shape that only this one has. The stretches are those for
which most lines speak, where a change of layout has to be worth `_CHANGE` such lines, so that a
single odd line makes none. Hardly any line speaks for quotations; they are what a stretch is in
which not one line in `ONE_LINE_IN` has a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

L = TypeVar("L", bound=str)

#: at least one line in so many has the shape of a layout with numbers
ONE_LINE_IN = 20
#: how many lines a change of layout has to be worth
_CHANGE = 5
#: how many lines after the last number of a stretch may still belong to its rule
_OVERLAP = 20


class Stretch(NamedTuple, Generic[L]):
    """Lines of one layout, from `start` up to `end`."""

    layout: L
    start: int
    end: int


def stretches(
    lines: Sequence[str], shapes: Mapping[L, Callable[[str], bool]], otherwise: L
) -> list[Stretch[L]]:
    """The stretches of a file, in order; of equally good layouts the first of `shapes`.

    The lines between the last number of one and the first number of the next may belong to either,
    so that both have them. `otherwise` is the layout without a shape.
    """
    layouts = [*shapes, otherwise]
    spoken = [[shape(line) for shape in shapes.values()] for line in lines]
    chosen = _best(spoken, len(layouts))
    runs: list[list[int]] = []  # layout, start, end
    for place, layout in enumerate(chosen):
        if runs and runs[-1][0] == layout:
            runs[-1][2] = place + 1
        else:
            runs.append([layout, place, place + 1])
    found: list[Stretch[L]] = []
    for at, (layout, start, end) in enumerate(runs):
        if at and layout < len(shapes):
            before, first, _ = runs[at - 1]
            start = 1 + _last(spoken, before, first, start, len(shapes))
        if at + 1 < len(runs) and layout < len(shapes):
            after, begins, until = runs[at + 1]
            end = _first(spoken, after, begins, until, len(shapes))
        found.append(Stretch(layouts[layout], start, end))
    return found


def _best(spoken: Sequence[Sequence[bool]], count: int) -> list[int]:
    """For each line its layout: the sum of what the lines say is greatest (Viterbi)."""
    if not spoken:
        return []
    worth = [0] * count
    came: list[list[int]] = []
    for line in spoken:
        best = max(range(count), key=lambda layout: (worth[layout], -layout))
        changed = worth[best] - _CHANGE * ONE_LINE_IN
        before = [
            layout if not came or worth[layout] >= changed else best for layout in range(count)
        ]
        came.append(before)
        said = [ONE_LINE_IN if speaks else 0 for speaks in line]
        worth = [
            (worth[layout] if before[layout] == layout else changed) + gain
            for layout, gain in enumerate([*said, 1])
        ]
    layout = max(range(count), key=lambda each: (worth[each], -each))
    chosen = []
    for before in reversed(came):
        chosen.append(layout)
        layout = before[layout]
    return chosen[::-1]


def _last(spoken: Sequence[Sequence[bool]], layout: int, start: int, end: int, shapes: int) -> int:
    """The last line of a stretch that speaks for its layout; of quotations simply the last."""
    if layout >= shapes:
        return end - 1
    return next((place for place in range(end - 1, start, -1) if spoken[place][layout]), start)


def _first(spoken: Sequence[Sequence[bool]], layout: int, start: int, end: int, shapes: int) -> int:
    """The first line that speaks for its layout; of quotations one some way into them."""
    if layout >= shapes:
        return min(start + _OVERLAP, end)
    return next((place for place in range(start, end) if spoken[place][layout]), end)
