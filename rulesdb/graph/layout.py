"""Where the boxes of a drawn neighbourhood stand.

Each distance from the centre has a column of its own, the centre leftmost. The nodes are hung into
a tree, every node under the one in the column before through which it was reached; a subtree takes
a stretch of the height for itself, and a node stands in the middle of the stretch of its subtree.
So boxes cannot overlap and the lines of the tree cannot cross.

How much a box says depends on how many share its column: the centre everything, a short column the
number and two lines of gist, a longer one two lines beside the number, a long one a single line.
"""

from __future__ import annotations

from typing import NamedTuple

from rulesdb.graph.lettering import BOLD, text_width, wrapped
from rulesdb.graph.nodes import EDGE_KINDS, Node, is_rule
from rulesdb.graph.questions import Neighbourhood
from rulesdb.numbering import natural_order

MARGIN = 24.0
RIGHT_MARGIN = 56.0
GAP = 76.0
PADDING = 9.0
ROW_GAP = 8.0
NUMBER_SIZE = 13.0
TEXT_SIZE = 12.0
LINE_HEIGHT = 16.0
_ROW_HEIGHT = 27.0

# The widths of the columns by their number; of more columns each has the least width.
_COLUMN_WIDTHS = {1: (620.0,), 2: (420.0, 620.0), 3: (250.0, 340.0, 430.0)}
_LEAST_WIDTH = 240.0
_MOST_TALL_BOXES = 8
_MOST_BOXES_OF_TWO_LINES = 24
_LINES_IN_THE_CENTRE = 12
# The centre of a tall drawing stands where one begins to read.
_LOWEST_CENTRE = 260.0
_SHORTEST_TEXT = 60.0
_BECAME = {
    "same": "unchanged as",
    "moved": "moved to",
    "reworded": "reworded as",
    "split": "split into",
    "merged": "merged into",
}


class Label(NamedTuple):
    """One line of text; `x` is where it begins, `y` its baseline."""

    x: float
    y: float
    text: str
    size: float
    role: str

    @property
    def bold(self) -> bool:
        """Whether it is set in bold, and so wider."""
        return self.role == "number"


class Box(NamedTuple):
    """A node in its place, with the lines of text inside it."""

    node: Node
    x: float
    y: float
    width: float
    height: float
    labels: tuple[Label, ...]


class Layout(NamedTuple):
    """Boxes by node in the order of the drawing, where the columns begin, and the size."""

    boxes: dict[Node, Box]
    columns: tuple[float, ...]
    width: float
    height: float


class _Column(NamedTuple):
    """One distance from the centre: its place, how many share it, and how wide numbers get."""

    x: float
    width: float
    members: int
    number_width: float


def laid_out(hood: Neighbourhood, top: float) -> Layout:
    """The boxes of a neighbourhood, below `top`; `height` is that of the lowest edge."""
    below = _tree(hood)
    columns = _columns(hood)
    boxes: dict[Node, Box] = {}

    def standing(node: Node, start: float) -> float:
        """Place a node and what hangs under it from `start` on; returns where that ends."""
        box = _box(hood, node, columns[hood.distances[node]])
        boxes[node] = box  # holds its turn in the order of the drawing; the place follows
        end = start
        for under in below[node]:
            end = standing(under, end)
        last = max(end, start + box.height + ROW_GAP)
        for under in _all_under(node, below):  # stands in the middle beside a taller box
            boxes[under] = _moved(boxes[under], (last - end) / 2)
        boxes[node] = _moved(box, (start + last - ROW_GAP - box.height) / 2)
        return last

    end = standing(hood.centre, top) - ROW_GAP
    centre = boxes[hood.centre]
    boxes[hood.centre] = _moved(centre, min(0.0, top + _LOWEST_CENTRE - centre.y))
    right = columns[-1].x + columns[-1].width + RIGHT_MARGIN
    return Layout(boxes, tuple(column.x for column in columns), right, end)


def _columns(hood: Neighbourhood) -> list[_Column]:
    members: dict[int, list[Node]] = {}
    for node, distance in hood.distances.items():
        members.setdefault(distance, []).append(node)
    widths = _COLUMN_WIDTHS.get(len(members), (_LEAST_WIDTH,) * len(members))
    columns: list[_Column] = []
    x = MARGIN
    for distance, width in enumerate(widths):
        number_width = max(
            (
                text_width(shown_number(node, hood.centre), NUMBER_SIZE, bold=True)
                for node in members[distance]
                if is_rule(node)
            ),
            default=0.0,
        )
        columns.append(_Column(x, width, len(members[distance]), number_width))
        x += width + GAP
    return columns


def _tree(hood: Neighbourhood) -> dict[Node, list[Node]]:
    """What hangs under each node, in the order of the drawing.

    A node hangs under one in the column before with which it has an edge, `parent` before the
    others, and of equals under the nearest to the centre.
    """
    order = {node: place for place, node in enumerate(hood.distances)}
    ways: dict[Node, list[tuple[int, int, bool, Node]]] = {}
    for edge in hood.graph.edges():
        ends = (edge.tail, edge.head, False), (edge.head, edge.tail, True)
        for node, above, points_here in ends:
            if hood.distances[node] == hood.distances[above] + 1:
                ways.setdefault(node, []).append(
                    (EDGE_KINDS.index(edge.kind), order[above], points_here, above)
                )
    below: dict[Node, list[Node]] = {node: [] for node in hood.distances}
    ranks: dict[Node, tuple[int, ...]] = {}
    for node, found in ways.items():
        kind, _, points_here, above = min(found)
        below[above].append(node)
        # first what a node hangs under, then what it is linked with, last what hangs under it
        is_part = kind == EDGE_KINDS.index("parent") and not points_here
        ranks[node] = (is_part, kind, points_here)
    for nodes in below.values():
        nodes.sort(key=lambda node: (ranks[node], node[:2], _book_order(node)))
    return below


def _book_order(node: Node) -> tuple[int, ...]:
    return natural_order(node.number) if is_rule(node) else ()


def _all_under(node: Node, below: dict[Node, list[Node]]) -> list[Node]:
    found = list(below[node])
    for under in found:
        found += below[under]
    return found


def _moved(box: Box, down: float) -> Box:
    labels = tuple(label._replace(y=label.y + down) for label in box.labels)
    return box._replace(y=box.y + down, labels=labels)


def _box(hood: Neighbourhood, node: Node, column: _Column) -> Box:
    """The box of a node at the top of the drawing, as wide as its column."""
    known = hood.graph.attributes(node)
    text = known.title or known.gist or _what_became_of(hood, node)
    role = "title" if known.title else "gist"
    left, baseline, room = column.x + PADDING, PADDING + 10.0, column.width - 2 * PADDING
    number = shown_number(node, hood.centre)
    beside = 0.0
    if node == hood.centre:
        most_lines = _LINES_IN_THE_CENTRE
    elif column.members <= _MOST_TALL_BOXES:
        most_lines = 2
    else:
        beside = min(column.number_width, room) + 8.0
        most_lines = 2 if column.members <= _MOST_BOXES_OF_TWO_LINES else 1
        if room - beside < _SHORTEST_TEXT:
            most_lines = 0
    if text_width(number, NUMBER_SIZE, bold=True) > room:
        number = wrapped(number, room / BOLD, NUMBER_SIZE, 1)[0]
    lines = wrapped(text, room - beside, TEXT_SIZE, most_lines)
    first = 0 if beside else 1
    labels = [
        Label(left + beside, baseline + LINE_HEIGHT * place, line, TEXT_SIZE, role)
        for place, line in enumerate(lines, first)
    ]
    height = _ROW_HEIGHT + LINE_HEIGHT * max(first + len(lines) - 1, 0)
    number_label = Label(left, baseline, number, NUMBER_SIZE, "number")
    return Box(node, column.x, 0.0, column.width, height, (number_label, *labels))


def _what_became_of(hood: Neighbourhood, node: Node) -> str:
    """Of a rule about which nothing else is known: what the next edition did with it."""
    became: dict[str, list[str]] = {}
    for edge in hood.graph.in_edges(node):
        if edge.how is not None:
            became.setdefault(edge.how, []).append(shown_number(edge.tail, hood.centre))
    return "; ".join(f"{_BECAME[how]} {', '.join(numbers)}" for how, numbers in became.items())


def shown_number(node: Node, centre: Node) -> str:
    """The number of a node, with its edition where that is not the centre's; a source's kind and
    id.
    """
    if is_rule(node) and node.edition == centre.edition:
        return node.number
    return str(node).removeprefix("core-")
