"""The picture of a neighbourhood: that it can be read.

Widths are measured here by a table of their own: DejaVu Sans in thousandths of the font size,
regular and bold, among the widest of the faces that browsers fall back to.
"""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

import pytest

from rulesdb import Rule, all_rules
from rulesdb.graph import (
    EDGE_KINDS,
    MOST_NODES,
    Cite,
    Edge,
    Node,
    RuleGraph,
    build_graph,
    neighbourhood,
    neighbourhood_svg,
    rule_node,
)
from rulesdb.graph.lettering import text_width, wrapped
from rulesdb.tournament import DOCUMENT

if TYPE_CHECKING:
    from collections.abc import Iterator


SEEDED = random.Random(14).sample([one.number for one in all_rules()], 60)
# Those with the most below them, the most references to them, the longest numbers and no gist.
HARD = ["412", "804", "349", "359.3.e", "359.3.e.14.a", "000", "300", "829"]

_SVG = "{http://www.w3.org/2000/svg}"
_CHARACTERS = [*map(chr, range(32, 127)), "\u2026", "\u203a"]
# fmt: off
_REGULAR = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637,
    637, 637, 637, 637, 637, 637, 637, 337, 337, 838, 838, 838, 531, 1000, 685, 687, 699, 771, 632,
    576, 775, 752, 295, 295, 656, 558, 863, 749, 788, 604, 788, 695, 635, 611, 732, 685, 989, 686,
    611, 686, 391, 337, 391, 838, 500, 500, 613, 635, 550, 635, 616, 353, 635, 634, 278, 278, 580,
    278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
    1000, 400,
]
_BOLD = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581, 1000, 774, 763, 734, 831, 684,
    684, 821, 837, 373, 373, 775, 638, 996, 837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771,
    725, 726, 458, 366, 458, 838, 500, 500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666,
    343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
    1000, 413,
]
# fmt: on
_WIDTHS = {
    False: dict(zip(_CHARACTERS, _REGULAR, strict=True)),
    True: dict(zip(_CHARACTERS, _BOLD, strict=True)),
}


class Area(NamedTuple):
    """A rectangle of the picture: a label's, or a box's."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Area) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Area) -> bool:
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )


def label_area(text: ElementTree.Element) -> Area:
    """The room of a label: ascenders reach 0.8 of the size above the baseline, tails 0.25 below."""
    x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
    widths = _WIDTHS[text.attrib["class"] == "number"]
    width = sum(widths[character] for character in text.text or "") * size / 1000
    return Area(x, y - 0.8 * size, x + width, y + 0.25 * size)


def box_area(rectangle: ElementTree.Element) -> Area:
    x, y, width, height = (float(rectangle.attrib[name]) for name in ("x", "y", "width", "height"))
    return Area(x, y, x + width, y + height)


def groups(picture: ElementTree.Element) -> Iterator[tuple[Area, list[Area]]]:
    """Each box with the labels inside it."""
    for group in picture.iter(f"{_SVG}g"):
        [rectangle] = group.findall(f"{_SVG}rect")
        yield box_area(rectangle), [label_area(text) for text in group.findall(f"{_SVG}text")]


def assert_legible(svg: str) -> ElementTree.Element:
    picture = ElementTree.fromstring(svg)
    left, top, width, height = map(float, picture.attrib["viewBox"].split())
    page = Area(left, top, left + width, top + height)
    labels = [label_area(text) for text in picture.iter(f"{_SVG}text")]
    for one, other in combinations(labels, 2):
        assert not one.overlaps(other)
    boxes = list(groups(picture))
    assert 1 <= len(boxes) <= MOST_NODES
    for (one, _), (other, _) in combinations(boxes, 2):
        assert not one.overlaps(other)
    inside = set()
    for box, own in boxes:
        assert page.holds(box)
        assert own
        for label in own:
            assert box.holds(label)
            inside.add(label)
    for label in set(labels) - inside:
        assert page.holds(label)
        assert not any(label.overlaps(box) for box, _ in boxes)
    return picture


@pytest.mark.parametrize("number", [*SEEDED, *HARD])
def test_no_two_labels_overlap(graph: RuleGraph, number: str) -> None:
    picture = assert_legible(neighbourhood_svg(graph, number))
    assert float(picture.attrib["width"]) <= 1280


@pytest.mark.parametrize("radius", [1, 3, 4, 6])
@pytest.mark.parametrize("number", SEEDED[:6])
def test_no_two_labels_overlap_at_other_distances(
    graph: RuleGraph, number: str, radius: int
) -> None:
    assert_legible(neighbourhood_svg(graph, number, radius=radius))


@pytest.mark.parametrize("reference", [*SEEDED[6:18], "1.3:466.2", "1.0:577.2", "1.1:349"])
def test_no_two_labels_overlap_with_older_editions(
    every_edition: RuleGraph, reference: str
) -> None:
    assert_legible(neighbourhood_svg(every_edition, reference))


def test_no_two_labels_overlap_with_sources_and_tournament_rules() -> None:
    sources = [("scenario", "a-unit-" + "moved-back-and-forth-" * 4), ("code", "judge/" + "x" * 90)]
    sources += [("problem", f"not_now_{place}") for place in range(9)]
    graph = build_graph(
        editions=("core-1.4", DOCUMENT),
        cites=[Cite(*source, number) for source in sources for number in ("349", "815.1.c.1")],
    )
    pointing = next(
        tail.number
        for tail, head, kind, *_ in graph.edges()
        if kind == "see" and tail.document == "tournament" and head.document == "core"
    )
    for reference in ("349", "815.1.c.1", f"{DOCUMENT}:{pointing}"):
        picture = assert_legible(neighbourhood_svg(graph, reference, kinds=EDGE_KINDS))
        texts = [text.text or "" for text in picture.iter(f"{_SVG}text")]
        assert any("Cited by 1 code file, 9 problem codes" in text for text in texts) == (
            DOCUMENT not in reference
        )


def test_columns_are_distances(graph: RuleGraph) -> None:
    hood = neighbourhood(graph, "383.3")
    picture = ElementTree.fromstring(neighbourhood_svg(graph, "383.3"))
    columns: dict[str, set[float]] = {}
    for group in picture.iter(f"{_SVG}g"):
        [rectangle], number = group.findall(f"{_SVG}rect"), group.findtext(f"{_SVG}text") or ""
        columns.setdefault(number, set()).add(float(rectangle.attrib["x"]))
    assert columns.keys() == {node.number for node in hood.distances}
    place_of = {
        distance: {
            place
            for node, found in hood.distances.items()
            if found == distance
            for place in columns[node.number]
        }
        for distance in (0, 1, 2)
    }
    [[centre], [near], [far]] = place_of.values()
    assert centre < near < far


def boxes_by_number(svg: str) -> dict[str, Area]:
    return {
        group.findtext(f"{_SVG}text") or "": box_area(group.findall(f"{_SVG}rect")[0])
        for group in ElementTree.fromstring(svg).iter(f"{_SVG}g")
    }


def test_a_box_stands_in_the_middle_beside_what_hangs_under_it(graph: RuleGraph) -> None:
    boxes = boxes_by_number(neighbourhood_svg(graph, "465.2.c.3"))
    for number, under in (
        ("815.1.c.1", ["815.1.c"]),
        ("465.2.c", [f"465.2.c.{place}" for place in (1, 2, 4, 5, 6, 7, 8, 9, 10)] + ["465.2"]),
    ):
        top = min(boxes[one].top for one in under)
        bottom = max(boxes[one].bottom for one in under)
        middle = (boxes[number].top + boxes[number].bottom) / 2
        assert middle == pytest.approx((top + bottom) / 2, abs=0.2)


def test_the_centre_of_a_tall_picture_is_seen_without_scrolling(graph: RuleGraph) -> None:
    boxes = boxes_by_number(neighbourhood_svg(graph, "412"))
    assert max(box.bottom for box in boxes.values()) > 1200
    assert boxes["412"].bottom < 600


def test_every_edge_is_drawn_in_the_manner_of_its_kind(cited_graph: RuleGraph) -> None:
    hood = neighbourhood(cited_graph, "465.2.c.3", kinds=EDGE_KINDS)
    picture = ElementTree.fromstring(neighbourhood_svg(cited_graph, "465.2.c.3", kinds=EDGE_KINDS))
    drawn = [
        path.attrib["class"].removeprefix("edge ")
        for path in picture.iter(f"{_SVG}path")
        if path.attrib["class"].startswith("edge ")
    ]
    kinds = [edge.kind for edge in hood.graph.edges()]
    shown = set(kinds)
    assert shown == {"parent", "restates", "cites"}
    assert sorted(drawn) == sorted([*kinds, *shown])  # and one of each in the legend
    style = picture.findtext(f"{_SVG}style") or ""
    looks = {kind: re.findall(rf"\.rg \.{kind}{{([^}}]*)}}", style) for kind in EDGE_KINDS}
    assert all(len(found) == 2 for found in looks.values())  # for light and for dark
    assert len({found[0] for found in looks.values()}) == len(EDGE_KINDS)


def test_ends_of_edges_touch_the_boxes(graph: RuleGraph) -> None:
    picture = ElementTree.fromstring(neighbourhood_svg(graph, "349"))
    boxes = [box for box, _ in groups(picture)]
    sides = {round(side, 1) for box in boxes for side in (box.left, box.right)}
    for path in picture.iter(f"{_SVG}path"):
        if path.attrib["class"].startswith("edge ") and "C" in path.attrib["d"]:
            figures = [float(figure) for figure in re.findall(r"[\d.]+", path.attrib["d"])]
            for x, y in (figures[:2], figures[-2:]):
                assert round(x, 1) in sides
                assert any(
                    x in (round(box.left, 1), round(box.right, 1)) and box.top < y < box.bottom
                    for box in boxes
                )


def test_the_picture_speaks_to_those_who_cannot_see_it(graph: RuleGraph) -> None:
    picture = ElementTree.fromstring(neighbourhood_svg(graph, "465.2.c.3"))
    assert picture.attrib["role"] == "img"
    title, description = picture[0], picture[1]
    assert (title.tag, description.tag) == (f"{_SVG}title", f"{_SVG}desc")
    assert picture.attrib["aria-labelledby"] == f"{title.attrib['id']} {description.attrib['id']}"
    assert title.text == "465.2.c.3 and what lies within 2 steps of it"
    for node in neighbourhood(graph, "465.2.c.3").distances:
        assert node.number in (title.text + (description.text or ""))


def test_the_picture_stands_alone_and_reads_in_the_dark(graph: RuleGraph) -> None:
    svg = neighbourhood_svg(graph, "465.2.c.3")
    assert svg.count("http") == 1  # the name space
    assert "url(" not in svg.replace("url(#", "")
    assert "@import" not in svg
    assert "@font-face" not in svg
    assert "prefers-color-scheme:dark" in svg
    identities = re.findall(r' id="([^"]*)"', svg)
    assert len(identities) == len(set(identities))
    other = re.findall(r' id="([^"]*)"', neighbourhood_svg(graph, "349"))
    assert not set(identities) & set(other)


def test_a_cut_neighbourhood_says_what_is_missing(graph: RuleGraph) -> None:
    hood = neighbourhood(graph, "349", limit=MOST_NODES)
    assert hood.left_out > 0
    svg = neighbourhood_svg(graph, "349", limit=1000)
    assert f"Of {MOST_NODES + hood.left_out} within reach the nearest {MOST_NODES} are" in svg
    assert f"{hood.left_out} more are not shown." in svg
    assert "not shown" not in neighbourhood_svg(graph, "465.2.c.3")


def test_the_picture_is_always_the_same(graph: RuleGraph) -> None:
    assert neighbourhood_svg(graph, "383.3") == neighbourhood_svg(build_graph(), "383.3")


def described(node: Node, gist: str | None) -> Rule:
    return Rule(node.number, None, "rule", None, gist, None, (), "", (), 0, "0" * 16)


def test_text_with_markup_is_escaped_and_a_node_alone_is_drawn() -> None:
    node = rule_node("core-1.4", "300")
    lonely = RuleGraph({node: described(node, 'Less < "more" & > all')})
    picture = assert_legible(neighbourhood_svg(lonely, node))
    assert [text.text for text in picture.iter(f"{_SVG}text")][-1] == 'Less < "more" & > all'
    assert picture.findtext(f"{_SVG}title") == "300"


def test_a_node_that_says_nothing_shows_its_number() -> None:
    one, other = Node("core", "core-1.3", "300"), Node("core", "core-1.3", "300.1")
    silent = RuleGraph(
        {one: described(one, None), other: described(other, None)}, [Edge(other, one, "parent")]
    )
    picture = assert_legible(neighbourhood_svg(silent, other))
    assert {text.text for text in picture.iter(f"{_SVG}text")} >= {"300", "300.1"}


@pytest.mark.parametrize("bold", [False, True])
def test_no_character_is_wider_than_the_room_kept_for_it(bold: bool) -> None:
    for character, width in _WIDTHS[bold].items():
        assert text_width(character, 1000, bold=bold) >= width


@pytest.mark.parametrize("most_lines", [1, 2, 3])
def test_wrapped_lines_fit_and_say_when_they_are_cut(most_lines: int) -> None:
    text = "An Incomprehensibilities-minded unit, however small, waits for its turn; then it moves."
    for width in range(40, 700, 7):
        lines = wrapped(text, width, 12.0, most_lines)
        assert 1 <= len(lines) <= most_lines
        assert all(text_width(line, 12.0) <= width for line in lines)
        assert (" ".join(lines) == text) != any(line.endswith("\u2026") for line in lines)
    assert wrapped("", 100, 12.0, most_lines) == []
    assert wrapped(text, 100, 12.0, 0) == []
