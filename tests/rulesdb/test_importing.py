"""Reading copies of the rules: layouts, edition, state of each wording; hostile files.

The rules in here are invented. The copies of the official document are asked where they lie beside
the repository.
"""

from __future__ import annotations

import json
import os
import textwrap
import zlib
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from rulesdb.errors import UnreadableDocument, UnrecognisedDocument
from rulesdb.heldfile import HeldEdition, HeldRule
from rulesdb.importing import Report, content_of, import_document, limits
from rulesdb.importing.build import main as build
from rulesdb.importing.checking import Checked, check
from rulesdb.importing.known import BARE_HASHES_FILE, Known
from rulesdb.importing.markdown import without_marks
from rulesdb.importing.passages import bare
from rulesdb.importing.reading import Document, read_document
from rulesdb.wording import wording_hash
from rulesdb.wordings import ignored

SHARED = Path(__file__).resolve().parents[3] / "shared"


class Invented(NamedTuple):
    """A rule of a bakery, with what may follow it."""

    number: str
    text: str
    after: tuple[str, ...] = ()


BAKERY = (
    Invented("100", "Baking"),
    Invented(
        "101",
        "A baker has one oven, and as many trays as the oven takes.",
        ("See rule 102.2. Trays for more information.",),
    ),
    Invented("101.1", 'An oven that holds twelve loaves is "full" - or "hot" when it burns.'),
    Invented(
        "101.1.a",
        "Nothing more is put into a full oven.",
        ("Example: Ada has twelve loaves in it. Bo waits.", "Example: Bo has none."),
    ),
    Invented("102", "1. Take the flour."),
    Invented("102.1", "1a. Sieve it, unless a sieve-less recipe says so (as rule 102.2 does)."),
    Invented("102.2", "2. Add water and knead while the dough sticks to the table or to the bowl."),
)


def known_of(rules: Iterable[Invented], edition: str = "core-1.4", **bare_hashes: str) -> Known:
    """What is known if these rules are an edition."""
    held = HeldEdition(
        edition, tuple(HeldRule(rule.number, hash=wording_hash(rule.text)) for rule in rules)
    )
    return Known([held], {edition: {n.replace("_", "."): h for n, h in bare_hashes.items()}})


def numbered_lines(rules: Iterable[Invented]) -> str:
    """As a text of the document has it: long rules broken into lines."""
    lines = ["The Rules of Baking", "Last Updated: 2026-01-01"]
    for rule in rules:
        lines += textwrap.wrap(f"{rule.number}. {rule.text}", 40, break_on_hyphens=False)
        for passage in rule.after:
            lines += textwrap.wrap(passage, 40)
    return "\n".join(lines)


def run_together(rules: Iterable[Invented]) -> str:
    """Number and text without a blank, and an enumerator run into its text."""
    blocks = ["Learn Baking"]
    for rule in rules:
        text = rule.text.replace("1. T", "1.T").replace("1a. S", "1a.S").replace("2. A", "2.A")
        blocks += [f"{rule.number}.{text}", *rule.after]
    return "\n\n".join(blocks)


def nested_list(rules: Iterable[Invented]) -> str:
    """Enumerator and number in a line, the text in the next, and where it stood before."""
    lines: list[str] = []
    for place, rule in enumerate(rules, 1):
        if "." in rule.number:
            lines += [f"  {place}. {rule.number}.", f"    {rule.text}"]
        else:
            lines += [f"{rule.number}.", "", rule.text]
        lines += [f"    {passage}" for passage in rule.after]
        lines.append("    new" if place % 2 else "    was 187.3")
    return "\n".join(lines)


def number_above(rules: Iterable[Invented]) -> str:
    """The number in a line of its own; a title runs into it; blanks where links stood."""
    lines: list[str] = []
    for rule in rules:
        if rule.text == "Baking":
            lines.append(f"{rule.number}{rule.text}")
        else:
            lines += [rule.number, rule.text.replace("Nothing more", "Nothing more ")]
            lines[-1] = lines[-1].replace(",", " ,").replace("oven.", "oven .")
        lines += rule.after
    return "\n".join(lines)


def quotations(rules: Iterable[Invented]) -> str:
    """Paragraphs without numbers, but for one inside another's paragraph."""
    paragraphs = ["What bakers say"]
    for rule in rules:
        paragraph = " ".join((rule.text, *rule.after))
        if rule.number == "101.1.a":
            paragraphs[-1] += f" {rule.number}. {paragraph}"
        else:
            paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def web_page(rules: Iterable[Invented]) -> str:
    """As a browser saves it."""
    items = (
        f"<li><span>{rule.number}.</span> {rule.text}"
        + "".join(f"<p>{passage}</p>" for passage in rule.after)
        for rule in rules
    )
    head = "<title>Rules</title><style>p { color: red }</style><!-- 101. No rule. -->"
    return (
        f"<!doctype html>\n<html><head>{head}</head><body><ul>{''.join(items)}</ul></body></html>"
    )


LAYOUTS = {
    "numbered lines": numbered_lines,
    "number and text run together": run_together,
    "nested list": nested_list,
    "number above": number_above,
    "quotations": quotations,
}


def read(text: str | bytes) -> Document:
    return read_document(text.encode() if isinstance(text, str) else text, "copy")


def states(checked: Checked) -> dict[str, str]:
    return {number: rule.state for number, rule in checked.rules.items()}


ALL_MATCH = {rule.number: "matches" for rule in BAKERY}


# --- layouts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_layout_gives_every_rule_without_what_follows_it(layout: str) -> None:
    document = read(LAYOUTS[layout](BAKERY))
    assert document.layout == layout
    checked = check(document, known_of(BAKERY))
    assert states(checked) == ALL_MATCH
    assert (checked.unknown, checked.repeated) == ((), ())
    wordings = {number: rule.wording for number, rule in checked.rules.items()}
    assert wordings == {rule.number: rule.text for rule in BAKERY}


def test_json_is_read_as_a_list_of_rules() -> None:
    listed = [{"id": rule.number, "text": rule.text, "see": [], "more": {}} for rule in BAKERY]
    document = read(json.dumps({"meta": {"edition": "x"}, "rules": listed}))
    assert document.format == "JSON"
    assert states(check(document, known_of(BAKERY))) == {rule.number: "matches" for rule in BAKERY}


def test_a_saved_web_page_is_read_like_a_text() -> None:
    document = read(web_page(BAKERY))
    assert document.format == "web page"
    assert states(check(document, known_of(BAKERY))) == ALL_MATCH


@pytest.mark.parametrize(
    "marked",
    [
        "- **{number}.** {text}",
        "* **{number}**. {text}",
        "+ {number}. {text}",
        "### {number} {text}",
        "> __{number}.__ {text}",
        "**{number}. {text}**",
        "- `{number}` {text}",
        "{escaped}\\. {text}",
    ],
)
def test_the_marks_of_markdown_are_taken_away(marked: str) -> None:
    lines = [
        marked.format(number=rule.number, escaped=rule.number.replace(".", "\\."), text=rule.text)
        for rule in BAKERY
    ]
    checked = check(read("\n\n".join(lines)), known_of(BAKERY))
    assert states(checked) == ALL_MATCH
    assert checked.rules["101"].wording == BAKERY[1].text


def test_emphasis_inside_a_rule_is_undone() -> None:
    copy = "- **101.** A *baker* has **one oven**, and as many trays as _the oven_ takes."
    checked = check(read(copy), known_of(BAKERY))
    assert states(checked) == {"101": "matches"}
    assert checked.rules["101"].wording == BAKERY[1].text


def test_a_line_that_only_mentions_a_number_stays() -> None:
    for line in ("- see 101.1", "* 12 loaves", "**bold** 101.", "101.1. - a dash", "**101. open"):
        assert without_marks(line) == line


def many(first: int) -> list[Invented]:
    """Enough rules for a layout to be told by."""
    return [
        Invented(f"{first + place}", f"Loaf number {first + place} is sold on its own day.")
        for place in range(12)
    ]


@pytest.mark.parametrize(
    ("first", "second"), [*permutations([each for each in LAYOUTS if each != "quotations"], 2)]
)
def test_copies_of_different_layouts_may_stand_in_one_file(first: str, second: str) -> None:
    rules = [*many(200), *many(300)]
    document = read(f"{LAYOUTS[first](rules[:12])}\n{LAYOUTS[second](rules[12:])}")
    assert document.layout == f"{first}, then {second}"
    assert states(check(document, known_of(rules))) == {rule.number: "matches" for rule in rules}


def test_a_few_odd_lines_are_no_other_layout() -> None:
    rules = many(200)
    lines = numbered_lines(rules).splitlines()
    lines[9:9] = ["201.1", "201.2"]
    assert read("\n".join(lines)).layout == "numbered lines"


def test_a_number_and_an_enumerator_that_run_together_are_told_apart() -> None:
    rules = (
        Invented("323.4", "3a. Loaves that burn are taken out."),
        Invented("315.1.b", "1. Cool them."),
    )
    document = read("323.4.3a.Loaves that burn are taken out.\n\n315.1.b.1. Cool them.\n")
    assert states(check(document, known_of(rules))) == {"323.4": "matches", "315.1.b": "matches"}


def test_a_line_inside_a_rule_may_begin_with_the_number_of_another() -> None:
    rules = (
        *BAKERY,
        Invented("103", "No loaf is sold before the step of rule 102.2. Then all are."),
    )
    copy = (
        numbered_lines(BAKERY)
        + "\n103. No loaf is sold before the step of rule\n102.2. Then all are.\n"
    )
    checked = check(read(copy), known_of(rules))
    assert states(checked) == {**ALL_MATCH, "103": "matches"}
    assert checked.repeated == ()


@pytest.mark.parametrize(
    "scraped",
    [
        "Bread , when it is a non- wheat loaf (as here ), is “ flat .”",
        "* Bread, when it is a non-wheat loaf (as here), is “flat.”",
        "Bread, when it is a non -wheat loaf ( as here), is “flat .”",
    ],
)
def test_what_scraping_does_to_a_text_is_undone(scraped: str) -> None:
    rule = Invented("104", "Bread, when it is a non-wheat loaf (as here), is “flat.”")
    checked = check(read(f"104. {scraped}\n"), known_of([rule]))
    assert states(checked) == {"104": "matches"}
    assert checked.rules["104"].wording == rule.text


def test_examples_that_the_copy_leaves_out_are_noticed() -> None:
    text = "Dough rests. See rule 102. Kneading for more information. Example: Ada sleeps."
    known = known_of([Invented("105", text), *BAKERY], **{"105": wording_hash(bare(text))})
    lacking = check(read("105. Dough rests.\n100. Baking\n"), known)
    assert states(lacking) == {"105": "without_examples", "100": "matches"}
    whole = check(read(f"105. {text}\n"), known)
    assert states(whole) == {"105": "matches"}
    assert whole.rules["105"].wording == text


def test_pages_lose_their_numbers_and_running_titles() -> None:
    lines = numbered_lines(BAKERY).splitlines()
    pages = [lines[place : place + 4] for place in range(0, len(lines), 4)]
    copy = "\f".join(
        "\n".join(["Rules of Baking 1.4", *page, str(count)]) for count, page in enumerate(pages, 1)
    )
    assert states(check(read(copy), known_of(BAKERY))) == ALL_MATCH


# --- what is found ------------------------------------------------------------------------------


def test_the_state_of_each_rule_is_told() -> None:
    copy = (
        "100. Baking\n101. A baker has two ovens.\n101.1. Nonsense.\n102. 1. Take the flour.\n"
        "102.1. A first try.\n102.1. 1a. Sieve it, unless a sieve-less recipe says so "
        "(as rule 102.2 does).\n777. Of cakes.\n"
    )
    checked = check(read(f"Preface\n{copy}"), known_of(BAKERY))
    assert states(checked) == {
        "100": "matches",
        "101": "differs",
        "101.1": "differs",
        "102": "matches",
        "102.1": "matches",
    }
    assert checked.unknown == ("777",)
    assert checked.repeated == ("102.1",)
    assert checked.unplaced == 1


def test_the_edition_is_the_one_that_the_copy_agrees_with_best() -> None:
    older = [rule._replace(text=rule.text.replace("oven", "stove")) for rule in BAKERY]
    known = Known(
        [
            HeldEdition(name, tuple(HeldRule(r.number, hash=wording_hash(r.text)) for r in rules))
            for name, rules in (("core-1.0", older), ("core-1.1", BAKERY))
        ],
        {},
    )
    assert check(read(numbered_lines(BAKERY)), known).edition == "core-1.1"
    assert check(read(numbered_lines(older)), known).edition == "core-1.0"
    # what both say is taken for the newer
    assert check(read("102. 1. Take the flour.\n"), known).edition == "core-1.1"
    forced = check(read(numbered_lines(BAKERY)), known, "core-1.0")
    assert states(forced)["101"] == "differs"
    assert states(forced)["102"] == "matches"


def test_what_is_no_copy_of_an_edition_is_refused() -> None:
    with pytest.raises(UnrecognisedDocument, match="no rule of a known edition"):
        check(read("101. Cakes have candles.\n"), known_of(BAKERY))
    mostly_foreign = "100. Baking\n" + "".join(f"{n}. Of cake {n}.\n" for n in range(200, 210))
    with pytest.raises(UnrecognisedDocument, match="of its 11 numbers only 1"):
        check(read(mostly_foreign), known_of(BAKERY))
    assert states(check(read(mostly_foreign), known_of(BAKERY), "core-1.4")) == {"100": "matches"}
    with pytest.raises(UnrecognisedDocument, match=r"no rule in it has a wording of core-1\.4"):
        check(read("101. Cakes have candles.\n"), known_of(BAKERY), "core-1.4")


# --- PDF ----------------------------------------------------------------------------------------


def pdf(pages: Sequence[bytes], stream_filter: bytes = b"/FlateDecode") -> bytes:
    """A PDF with these content streams, as small as a PDF can be."""
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    kids = b" ".join(b"%d 0 R" % (5 + 2 * place) for place in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids),
        font,
    ]
    for content in pages:
        objects.append(
            b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream"
            % (len(content), stream_filter, content)
        )
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    out = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    entries = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, entries)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    return out + table + end


def page_of(lines: Iterable[str]) -> bytes:
    """A compressed content stream that shows lines of text."""
    shown = (
        line.encode("cp1252").replace(b"\\", rb"\\").replace(b"(", rb"\(").replace(b")", rb"\)")
        for line in lines
    )
    body = b"".join(b"(%s) Tj T*\n" % line for line in shown)
    return zlib.compress(b"BT /F1 10 Tf 12 TL 40 780 Td\n" + body + b"ET")


def deflated(unit: bytes, times: int) -> bytes:
    """So many times the same megabyte, compressed."""
    packer = zlib.compressobj(9)
    megabyte = unit * (1_000_000 // len(unit))
    return b"".join(packer.compress(megabyte) for _ in range(times)) + packer.flush()


def test_a_pdf_gives_its_rules_across_its_pages() -> None:
    lines = numbered_lines(BAKERY).splitlines()
    pages = [
        page_of(["Rules of Baking", *lines[place : place + 4], f"Page {place // 4 + 1}"])
        for place in range(0, len(lines), 4)
    ]
    document = read(pdf(pages))
    assert (document.format, document.encoding) == ("PDF", None)
    assert states(check(document, known_of(BAKERY))) == ALL_MATCH


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(lambda: pdf([deflated(b"0", 200)]), "PDF_STREAM_BYTES", id="bomb"),
        pytest.param(
            lambda: pdf([zlib.compress(deflated(b"0", 200), 9)], b"[/FlateDecode /FlateDecode]"),
            "PDF_STREAM_BYTES",
            id="bomb in a bomb",
        ),
        pytest.param(lambda: pdf([page_of([])]), "no text", id="pictures"),
        pytest.param(lambda: pdf([page_of(["100. Baking"])])[:300], "damaged", id="cut off"),
        pytest.param(lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40, "damaged", id="garbage"),
    ],
)
def test_a_hostile_pdf_is_refused(content: Callable[[], bytes], complaint: str) -> None:
    with pytest.raises(UnreadableDocument, match=complaint):
        read(content())


@pytest.mark.parametrize(
    ("limit", "value"),
    [("PDF_PAGES", 2), ("PDF_SECONDS", 0), ("TEXT_CHARACTERS", 20), ("PDF_MEMORY_BYTES", 2**24)],
)
def test_a_pdf_past_a_limit_is_refused(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = pdf([page_of([f"{number}. Of cake number {number}."]) for number in range(100, 103)])
    assert len(read(content).passages) == 3
    monkeypatch.setattr(limits, limit, value)
    with pytest.raises(UnreadableDocument, match=limit):
        read(content)


# --- other files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"\xef\xbb\xbf \n\n", "empty", id="blank"),
        pytest.param(bytes(range(256)), "null bytes", id="binary"),
        pytest.param(b"100. Baking\x1b[2J\n", "control character 0x1b", id="control characters"),
        pytest.param("100. Baking".encode("utf-16-le"), "UTF-16", id="UTF-16 without its mark"),
        pytest.param(b"\xff\xfe1\x00\x00", "begins as UTF-16 but is not", id="half of UTF-16"),
        pytest.param(b"100. Baking \x81\x8d", "save it as UTF-8", id="no encoding at all"),
        pytest.param(b"PK\x03\x04" + bytes(40), "archive", id="office document"),
        pytest.param(b"100. " + b"a" * 20_001, "LINE_CHARACTERS", id="huge line"),
        pytest.param(b"100. a\n" * 300_000, "LINES", id="many lines"),
        pytest.param(b"100. a\n" * 30_000, "RULES", id="many rules"),
        pytest.param(b"100. a\n" * 600_000, "TEXT_CHARACTERS", id="long text"),
        pytest.param(b"a" * (limits.FILE_BYTES + 1), "FILE_BYTES", id="large file"),
        pytest.param(b'{"rules": [{"id": "101"}]}', "is JSON, but not", id="JSON without texts"),
        pytest.param(
            b'{"rules": [{"id": "1.' + b"1." * 9_000 + b'", "text": "a"}]}',
            "no number",
            id="JSON with a huge number",
        ),
        pytest.param(
            rb'{"rules": [{"id": "101", "text": "a\u001b[2J"}]}',
            "control character 0x1b",
            id="JSON with hidden control characters",
        ),
        pytest.param(b'[{"id": "101", "text": "a"}]', "is JSON, but not", id="JSON list"),
        pytest.param(b'{"a": ' + b"[" * 100_000, "is JSON, but not", id="JSON nested deeply"),
        pytest.param(
            b'{"rules": [' + b'{"id":"100","text":""},' * 20_001 + b'{"id":"100","text":""}]}',
            "RULES",
            id="JSON of many rules",
        ),
        pytest.param(b"<html>&#" + b"9" * 9999 + b";", "character reference", id="reference"),
    ],
)
def test_a_hostile_file_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(UnreadableDocument, match=complaint) as refused:
        read(content)
    assert str(refused.value).startswith("copy: ")


@pytest.mark.parametrize("opening", ["<!--", "<a ", "<script>", "<", "&lt;"])
def test_a_page_full_of_what_is_never_closed_is_read_once(opening: str) -> None:
    document = read(f"<html><p>100. Baking</p>{opening * 3_000}")
    assert document.passages[0].first == "100. Baking"


def test_comparing_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesdb.importing.checking.COMPARED_CHARACTERS", 500)
    with pytest.raises(UnreadableDocument, match="COMPARED_CHARACTERS"):
        check(read("101. " + "See rule 1 " * 500), known_of(BAKERY))


def test_a_rule_that_never_ends_is_cut() -> None:
    endless = Invented("101", "A baker bakes.")
    copy = "101. A baker bakes.\n" + f"{'On and on. Example: it goes. ' * 400}\n" * 15
    assert states(check(read(copy), known_of([endless]))) == {"101": "matches"}


@pytest.mark.parametrize(
    ("codec", "name"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "windows-1252")],
)
def test_usual_encodings_are_read_and_named(codec: str, name: str) -> None:
    rules = (Invented("101", "A crème brûlée is “no bread”."),)
    document = read("101. A crème brûlée is “no bread”.\n".encode(codec))
    assert document.encoding == name
    assert states(check(document, known_of(rules))) == {"101": "matches"}


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="directory"):
        content_of(tmp_path, "here")
    with pytest.raises(UnreadableDocument, match="no such file"):
        content_of(tmp_path / "absent", "absent")
    large = tmp_path / "large"
    with large.open("wb") as out:
        out.truncate(100 * 1024 * 1024)
    with pytest.raises(UnreadableDocument, match="FILE_BYTES"):
        content_of(large, "large")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UnreadableDocument, match="not a regular file"):
        content_of(pipe, "pipe")
    with pytest.raises(UnreadableDocument, match="not a regular file"):
        content_of(Path(os.devnull), "null")


# --- the copies that lie beside the repository --------------------------------------------------


def imported(pattern: str) -> Report:
    found = sorted(SHARED.glob(pattern))
    if not found:
        pytest.skip("the official document is not on this machine")
    with ignored():
        return import_document(found[0].read_bytes(), found[0].name, dry_run=True)


@pytest.mark.parametrize(
    ("pattern", "layout", "edition", "matches", "without_examples"),
    [
        ("rules/core-rules-v1.4_*.txt", "numbered lines", "core-1.4", 2381, 0),
        ("rules/core-rules-v1.1_*.txt", "numbered lines", "core-1.1", 1616, 0),
        # 760 rules; 65 of them without their examples, 3 without a pointer that was a link
        ("seeds/000_*.txt", "number above", "core-1.1", 692, 68),
        ("seeds/001_*.txt", "number and text run together", "core-1.4", 454, 0),
        ("seeds/002_*.txt", "quotations", "core-1.4", 39, 0),
        # 587 numbers, and the title of the chapter, which lost its own
        ("seeds/003_*.txt", "nested list", "core-1.4", 588, 0),
        ("seeds/004_*.txt", "number and text run together", "core-1.4", 620, 0),
    ],
)
def test_the_copies_give_all_of_their_rules(
    pattern: str, layout: str, edition: str, matches: int, without_examples: int
) -> None:
    report = imported(pattern)
    assert (report.layout, report.edition) == (layout, edition)
    assert (report.matches, len(report.without_examples)) == (matches, without_examples)
    assert (report.differs, report.unknown, report.repeated) == ((), (), ())
    assert report.read + len(report.missing) == report.total


@pytest.mark.parametrize(
    ("pattern", "edition", "matches"),
    [
        ("rules/core-rules-v1.4_*.json", "core-1.4", 2381),
        ("rules/core-rules-v1.1_*.json", "core-1.1", 1616),
    ],
)
def test_the_document_as_json_gives_all_of_its_rules(
    pattern: str, edition: str, matches: int
) -> None:
    report = imported(pattern)
    assert (report.format, report.edition, report.missing) == ("JSON", edition, ())
    assert report.matches + len(report.without_examples) == matches
    assert (report.differs, report.unknown, report.repeated) == ((), (), ())


def test_three_copies_in_one_file_give_the_rules_of_all() -> None:
    found = [*SHARED.glob("seeds/001_*.txt"), *SHARED.glob("seeds/003_*.txt")]
    found += SHARED.glob("seeds/004_*.txt")
    if len(found) != 3:
        pytest.skip("the official document is not on this machine")
    with ignored():
        report = import_document(
            b"\n".join(file.read_bytes() for file in found), "all", dry_run=True
        )
    # none of them has a rule of another
    assert report.matches == 454 + 588 + 620
    assert (report.differs, report.unknown, report.repeated) == ((), (), ())


def test_the_document_as_a_pdf_gives_all_of_its_rules() -> None:
    found = sorted(SHARED.glob("rules/core-rules-v1.4_*.txt"))
    if not found:
        pytest.skip("the official document is not on this machine")
    # the three characters that the encoding of the font does not have
    text = found[0].read_text(encoding="utf-8").translate({0x200B: None, 0x202F: " ", 0xFEFF: None})
    lines = text.encode("cp1252", errors="replace").decode("cp1252").splitlines()
    pages = [
        page_of(["Riftbound Core Rules", *lines[place : place + 50], str(place // 50 + 1)])
        for place in range(0, len(lines), 50)
    ]
    with ignored():
        report = import_document(pdf(pages), "core-rules.pdf", dry_run=True)
    assert report.matches == 2381
    assert report.differs == ()


def test_the_hashes_without_examples_are_in_step(capsys: pytest.CaptureFixture[str]) -> None:
    sources = sorted(SHARED.glob("rules/core-rules-*.json"))
    if not sources:
        pytest.skip("the official document is not on this machine")
    assert build(["--source", *map(str, sources), "--check"]) == 0
    assert BARE_HASHES_FILE.name in capsys.readouterr().out
    assert build(["--source", *map(str, sources[1:]), "--check"]) == 1
