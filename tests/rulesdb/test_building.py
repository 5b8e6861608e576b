"""Making the data file from the official document."""

import json
from pathlib import Path

import pytest

from rulesdb import EDITIONS, DamagedData, UnknownEdition, heldfile
from rulesdb.build import (
    OfficialDocument,
    OfficialMeta,
    OfficialRule,
    built,
    differences,
    main,
    read_source,
    references,
)
from rulesdb.heldfile import HeldEdition, HeldRule, decoded, encoded
from rulesdb.outline import looks_like_title, places, without_enumerator

# A small invented document with every kind of line.
INVENTED = [
    ("100", "Chapter"),
    ("101", "Section"),
    ("102", "Tokens are round and made of wood."),
    ("102.1", "They float."),
    ("103", "Closed Section"),
    ("103.1", "This belongs to it."),
    ("104", "This belongs to the open section before."),
    ("105", "Another Section"),
    ("106", "1. Whatever floats is counted."),
    ("200", "Second Chapter"),
    ("201", "Nothing governs this but the chapter."),
]


@pytest.mark.parametrize("name", list(EDITIONS))
def test_what_is_held_is_what_the_official_document_gives(
    name: str, official_documents: dict[str, OfficialDocument]
) -> None:
    fresh = built(official_documents[name])
    assert differences(heldfile.load(name), fresh) == []
    assert heldfile.data_file(name).read_bytes() == encoded(fresh)


@pytest.mark.parametrize("name", list(EDITIONS))
def test_the_title_of_a_heading_is_what_the_document_says(
    name: str, official_documents: dict[str, OfficialDocument]
) -> None:
    """Number, case, stops and quotation marks aside; 143 of edition 1.1 is a title and a rule in
    one line.
    """
    wording = {rule.id: rule.text for rule in official_documents[name].rules}
    differing = [
        held.number
        for held in heldfile.load(name).rules
        if held.title
        and held.title.casefold()
        != without_enumerator(wording[held.number]).casefold().strip('".: ')
    ]
    assert differing == (["143"] if name == "core-1.1" else [])


def test_the_check_tells_stale_from_in_step(
    official_source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--source", str(official_source), "--check"]) == 0
    assert "2381 rules, in step" in capsys.readouterr().out
    document = json.loads(official_source.read_bytes())
    document["rules"][40]["text"] = "Something else entirely."
    document["rules"][41]["id"] = "999"
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document), encoding="utf-8")
    assert main(["--source", str(changed), "--check"]) == 1
    assert "999: not held" in capsys.readouterr().out


def test_a_source_that_cannot_be_read_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"rules": []}', encoding="utf-8")
    assert main(["--source", str(tmp_path / "absent.json")]) == 2
    assert main(["--source", str(broken)]) == 2
    assert "meta" in capsys.readouterr().err
    with pytest.raises(DamagedData, match="broken"):
        read_source(broken)


def test_a_source_of_an_unknown_edition_is_refused() -> None:
    with pytest.raises(UnknownEdition):
        built(OfficialDocument(OfficialMeta("9.9 (Nowhere)"), ()))


def test_a_number_twice_in_the_source_is_refused() -> None:
    twice = (OfficialRule("300", "Title"), OfficialRule("300", "Title"))
    with pytest.raises(DamagedData, match="twice"):
        built(OfficialDocument(OfficialMeta("1.4 (Vendetta)"), twice))


def test_structure_is_read_off_the_headings() -> None:
    found = places("an edition without exceptions", INVENTED)
    assert {number: place.parent for number, place in found.items()} == {
        "100": None,
        "101": "100",
        "102": "101",
        "102.1": "102",
        "103": "101",
        "103.1": "103",
        "104": "101",
        "105": "100",
        "106": "105",
        "200": None,
        "201": "200",
    }
    assert [number for number, place in found.items() if place.title] == [
        "100",
        "101",
        "103",
        "105",
        "200",
    ]


def test_a_rule_whose_number_has_no_prefix_hangs_under_the_open_section() -> None:
    found = places("any", [("100", "Chapter"), ("101", "Section"), ("102.1", "They float.")])
    assert found["102.1"].parent == "101"


def test_a_heading_can_open_a_section_although_it_has_rules_of_its_own() -> None:
    # The rules on gear of edition 1.1, whose title and first rule are one.
    wordings = [("100", "Chapter"), ("137", "Boats"), ("143", "Rafts are:"), ("143.1", "Flat.")]
    found = places("core-1.1", [*wordings, ("144", "They are made of wood.")])
    assert {number: place.parent for number, place in found.items()} == {
        "100": None,
        "137": "100",
        "143": "100",
        "143.1": "143",
        "144": "143",
    }
    assert found["143"].title == "Gear"


@pytest.mark.parametrize(
    ("wording", "is_title"),
    [
        ("Small Things", True),
        ("3. Weigh the Things", True),
        ("Step 2: Weigh", True),
        ("Things are small.", False),
        ("The kinds are:", False),
        ("One two three four five six seven eight nine", False),
    ],
)
def test_a_title_is_short_and_not_closed(wording: str, is_title: bool) -> None:
    assert looks_like_title(wording) is is_title


def test_enumerators_of_steps_are_taken_off() -> None:
    assert without_enumerator("12. Weigh") == "Weigh"
    assert without_enumerator("3a. Weigh") == "Weigh"
    assert without_enumerator("12 Weights") == "12 Weights"


def test_references_are_numbers_after_rule_or_see() -> None:
    wording = "See 101.2. Draw 100 of them by rule 102.3.b.1. In rule 104, 300 are many."
    lines = ("See rule 105. Things and rule 106.12. Others for more.", "See rule 105. again")
    assert references(OfficialRule("100", wording, see=lines)) == (
        "101.2",
        "102.3.b.1",
        "104",
        "105",
        "106.12",
    )


def test_examples_inside_the_text_are_counted_where_none_stand_apart() -> None:
    inside = OfficialRule("300", "Things sink. Example: Stones. Example: Anvils. Examples: Ore")
    apart = OfficialRule("301", "Things float.", examples=("Example: Corks.",))

    def counts(*rules: OfficialRule) -> list[int]:
        document = OfficialDocument(OfficialMeta("1.1 (Origins)"), rules)
        return [rule.examples for rule in built(document).rules]

    assert counts(inside) == [2]
    assert counts(inside, apart) == [0, 1]


def test_the_data_file_survives_a_round_trip_with_one_rule_a_line() -> None:
    held = HeldEdition(
        "core-1.4",
        (
            HeldRule("300", hash="0" * 16, title="Chapter"),
            HeldRule("300.1", parent="300", hash="1" * 16, see=("300",), examples=2),
        ),
    )
    content = encoded(held)
    assert decoded(content, "here") == held
    assert content.count(b"\n") == 2 + len(held.rules)


def test_differences_name_the_rules_and_what_differs() -> None:
    held = HeldEdition("core-1.4", (HeldRule("300", hash="a"), HeldRule("301"), HeldRule("302")))
    fresh = HeldEdition("core-1.4", (HeldRule("300", hash="b"), HeldRule("302"), HeldRule("303")))
    assert differences(held, fresh) == [
        "300: hash",
        "303: not held",
        "301: held, but not in the source",
    ]
    turned = HeldEdition("core-1.4", tuple(reversed(held.rules)))
    assert differences(held, turned) == ["the same rules in another order"]
    assert differences(held, held) == []


@pytest.mark.parametrize("content", [b"", b"[]", b'{"edition":"core-1.4","rules":[{}]}', b"\xff"])
def test_damaged_data_is_refused_with_its_place(content: bytes) -> None:
    with pytest.raises(DamagedData, match=r"^core-1\.4\.json: "):
        decoded(content, "core-1.4.json")
