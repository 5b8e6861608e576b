"""A neighbourhood as an SVG picture that a person can read."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from rulesdb.graph.layout import (
    MARGIN,
    TEXT_SIZE,
    Box,
    Label,
    Layout,
    laid_out,
    shown_number,
)
from rulesdb.graph.lettering import text_width, wrapped
from rulesdb.graph.nodes import BOOK_KINDS, EDGE_KINDS, RULE_KINDS, EdgeKind, Reference
from rulesdb.graph.questions import (
    Neighbourhood,
    neighbourhood,
    path_to_section,
    referenced_by,
)

if TYPE_CHECKING:
    from rulesdb.graph.nodes import Node
    from rulesdb.graph.rulegraph import RuleGraph

MOST_NODES = 40

_LEGEND = {
    "parent": "is part of",
    "see": "points to",
    "restates": "repeats",
    "was": "stood before at",
    "cites": "cites",
}
# Where an edge of each kind meets a box, from its middle.
_PORTS = {"parent": 0.0, "see": -6.0, "restates": 6.0, "was": -9.0, "cites": 9.0}
_HEAD_HEIGHT = 142.0
_FOOT_HEIGHT = 24.0
_WIDEST_BULGE = 56.0
_SAMPLE = 40.0
_CAPTIONS = ("The rule itself", "One step away", "Two steps away", "Three steps away")
_SOURCES = {"code": "code file", "doc": "document", "problem": "problem code"}
_UNSAFE = re.compile(r"[^0-9A-Za-z]+")

# Presentation by class, so that the second half can turn the colours round for dark screens.
_STYLE = """
.rg text{font-family:system-ui,sans-serif;fill:#1c2128}
.rg .ground{fill:#ffffff}
.rg .box{fill:#f6f8fa;stroke:#c9d1d9}
.rg .heading{fill:#e7edf4;stroke:#aab6c3}
.rg .source{fill:#eaf6ec;stroke:#a3cfab}
.rg .centre{fill:#fff5d6;stroke:#b98900;stroke-width:2}
.rg .number{font-weight:700}
.rg .muted,.rg .gist{fill:#444c56}
.rg .edge{fill:none;stroke-width:1.5}
.rg .parent{stroke:#8b949e}.rg .parent-tip{fill:#8b949e}
.rg .see{stroke:#0a58ca;stroke-width:2}.rg .see-tip{fill:#0a58ca}
.rg .restates{stroke:#8431c4;stroke-dasharray:7 4}.rg .restates-tip{fill:#8431c4}
.rg .was{stroke:#b4540a;stroke-dasharray:2 4}.rg .was-tip{fill:#b4540a}
.rg .cites{stroke:#1a7f37;stroke-dasharray:9 3 2 3}.rg .cites-tip{fill:#1a7f37}
@media (prefers-color-scheme:dark){
.rg text{fill:#e6edf3}
.rg .ground{fill:#0d1117}
.rg .box{fill:#161b22;stroke:#3d444d}
.rg .heading{fill:#222c38;stroke:#56616d}
.rg .source{fill:#12261a;stroke:#2f6f3f}
.rg .centre{fill:#332a0b;stroke:#d6a514}
.rg .muted,.rg .gist{fill:#b3bcc6}
.rg .parent{stroke:#7d8590}.rg .parent-tip{fill:#7d8590}
.rg .see{stroke:#6cb0ff}.rg .see-tip{fill:#6cb0ff}
.rg .restates{stroke:#c99cff}.rg .restates-tip{fill:#c99cff}
.rg .was{stroke:#f0964a}.rg .was-tip{fill:#f0964a}
.rg .cites{stroke:#5fc974}.rg .cites-tip{fill:#5fc974}
}
"""


def neighbourhood_svg(
    graph: RuleGraph,
    reference: Reference,
    *,
    radius: int = 2,
    limit: int = MOST_NODES,
    kinds: Collection[EdgeKind] = BOOK_KINDS,
) -> str:
    """What lies around a rule as the text of an SVG document of its own.

    Columns by distance from the rule, at most `limit` nodes and never more than `MOST_NODES`, and
    a legend of the kinds of edges that occur. It names no font, reads in light and in dark, has a
    title and a description for those who cannot see it, and shows a whole gist under the pointer.
    Raises what `neighbourhood` raises.
    """
    hood = neighbourhood(graph, reference, radius, min(limit, MOST_NODES), kinds=kinds)
    layout = laid_out(hood, _HEAD_HEIGHT)
    width, height = _figure(layout.width), _figure(layout.height + _FOOT_HEIGHT)
    name = f"rg-{_UNSAFE.sub('-', str(hood.centre))}"
    occurring = {edge.kind for edge in hood.graph.edges()}
    shown = [kind for kind in EDGE_KINDS if kind in occurring]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rg" role="img" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" style="max-width:100%;height:auto" '
        f'aria-labelledby="{name}-title {name}-desc">',
        f'<title id="{name}-title">{escape(_title(hood))}</title>',
        f'<desc id="{name}-desc">{escape(_description(hood))}</desc>',
        f"<style>{_STYLE}</style>",
        "<defs>",
        *(_tip(name, kind) for kind in shown),
        "</defs>",
        '<rect class="ground" width="100%" height="100%"/>',
        *(_text(label) for label in _head(graph, hood, layout)),
        *_edges(hood, layout, name),
        *(line for box in layout.boxes.values() for line in _drawn(hood, box)),
        *_legend(shown, name),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def escape(text: str) -> str:
    """Text as the content of an element. (That of `xml.sax` loads all of `urllib` for it.)"""
    return html.escape(text, quote=False)


def _title(hood: Neighbourhood) -> str:
    farthest = max(hood.distances.values())
    if not farthest:
        return hood.centre.number
    steps = "1 step" if farthest == 1 else f"{farthest} steps"
    return f"{hood.centre.number} and what lies within {steps} of it"


def _description(hood: Neighbourhood) -> str:
    """The picture in words: what stands at which distance."""
    parts = [f"Rules of {hood.centre.edition or hood.centre.document}, by distance."]
    for distance in range(1, max(hood.distances.values()) + 1):
        numbers = [
            shown_number(node, hood.centre)
            for node, found in hood.distances.items()
            if found == distance
        ]
        parts.append(f"{_caption(distance)}: {', '.join(numbers)}.")
    if hood.left_out:
        parts.append(f"{hood.left_out} more are not shown.")
    return " ".join(parts)


def _caption(distance: int) -> str:
    if distance < len(_CAPTIONS):
        return _CAPTIONS[distance]
    return f"{distance} steps away"


def _head(graph: RuleGraph, hood: Neighbourhood, layout: Layout) -> Iterator[Label]:
    """The title, where the rule stands, who cites it, and a caption over each column."""
    room = layout.width - 2 * MARGIN
    yield Label(MARGIN, 34.0, _title(hood), 18.0, "number")
    way = [hood.centre.edition or hood.centre.document]
    for node in reversed(path_to_section(graph, hood.centre)):
        way.append(" ".join(filter(None, (node.number, graph.attributes(node).title))))
    remarks = []
    if cited := _cited_by(graph, hood.centre):
        remarks.append(f"Cited by {cited}.")
    if hood.left_out:
        count = len(hood.distances)
        remarks.append(f"Of {count + hood.left_out} within reach the nearest {count} are shown.")
    lines = wrapped(" \u203a ".join(way), room, 13.0, 1) + wrapped(" ".join(remarks), room, 13.0, 1)
    for place, line in enumerate(lines):
        yield Label(MARGIN, 57.0 + 19.0 * place, line, 13.0, "muted")
    for distance, column in enumerate(layout.columns):
        yield Label(column, _HEAD_HEIGHT - 10.0, _caption(distance), TEXT_SIZE, "muted")


def _cited_by(graph: RuleGraph, node: Node) -> str:
    """Such as `3 scenarios, 1 document`, by kind of source; empty if nothing cites the rule."""
    counts = Counter(
        link.node.document for link in referenced_by(graph, node) if link.kind == "cites"
    )
    return ", ".join(
        f"{count} {_SOURCES.get(kind, kind)}{'s' if count > 1 else ''}"
        for kind, count in sorted(counts.items())
    )


def _edges(hood: Neighbourhood, layout: Layout, name: str) -> Iterator[str]:
    for tail, head, kind, *_ in hood.graph.edges():
        path = _curve(layout.boxes[tail], layout.boxes[head], _PORTS[kind])
        yield f'<path class="edge {kind}" d="{path}" marker-end="url(#{name}-{kind})"/>'


def _curve(start: Box, end: Box, port: float) -> str:
    """From the side of one box to the side of the other that faces it; within a column round the
    right-hand side, the wider the farther. `port` keeps the kinds apart where they meet a box.
    """
    first = start.y + start.height / 2 + port
    second = end.y + end.height / 2 + port
    if start.x == end.x:
        side = start.x + start.width
        bulge = min(24.0 + abs(second - first) / 12, _WIDEST_BULGE)
        corners = (side, first, side + bulge, first, side + bulge, second, side, second)
    else:
        rightwards = start.x < end.x
        begin = start.x + start.width if rightwards else start.x
        reach = end.x if rightwards else end.x + end.width
        middle = (begin + reach) / 2
        corners = (begin, first, middle, first, middle, second, reach, second)
    return "M{} {}C{} {} {} {} {} {}".format(*map(_figure, corners))


def _tip(name: str, kind: EdgeKind) -> str:
    return (
        f'<marker id="{name}-{kind}" viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="9" '
        'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
        f'<path class="{kind}-tip" d="M0 1L10 5L0 9z"/></marker>'
    )


def _drawn(hood: Neighbourhood, box: Box) -> Iterator[str]:
    known = hood.graph.attributes(box.node)
    if box.node == hood.centre:
        look = "centre"
    elif known.kind in RULE_KINDS:
        look = "heading" if known.kind == "heading" else "rule"
    else:
        look = "source"
    whole = ": ".join(filter(None, (str(box.node), known.title, known.gist)))
    yield "<g>"
    yield f"<title>{escape(whole)}</title>"
    yield (
        f'<rect class="box {look}" x="{_figure(box.x)}" y="{_figure(box.y)}" '
        f'width="{_figure(box.width)}" height="{_figure(box.height)}" rx="6"/>'
    )
    yield from map(_text, box.labels)
    yield "</g>"


def _legend(kinds: list[EdgeKind], name: str) -> Iterator[str]:
    x, y = MARGIN, _HEAD_HEIGHT - 38.0
    for kind in kinds:
        yield (
            f'<path class="edge {kind}" d="M{_figure(x)} {_figure(y - 4)}h{_figure(_SAMPLE)}" '
            f'marker-end="url(#{name}-{kind})"/>'
        )
        yield _text(Label(x + _SAMPLE + 8.0, y, _LEGEND[kind], TEXT_SIZE, "muted"))
        x += _SAMPLE + 8.0 + text_width(_LEGEND[kind], TEXT_SIZE) + 24.0


def _text(label: Label) -> str:
    return (
        f'<text class="{label.role}" x="{_figure(label.x)}" y="{_figure(label.y)}" '
        f'font-size="{_figure(label.size)}">{escape(label.text)}</text>'
    )


def _figure(value: float) -> str:
    """At most one decimal, and none that says nothing."""
    return f"{value:.1f}".removesuffix(".0")
