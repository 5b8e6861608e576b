"""What the rule book holds, and how it hangs together."""

import subprocess
import sys
from collections import Counter

import pytest

from rulesdb import (
    EDITIONS,
    NEWEST,
    Edition,
    EditionNotHeld,
    MalformedReference,
    UnknownEdition,
    UnknownRule,
    all_rules,
    children,
    editions,
    exists,
    leaf,
    natural_order,
    parse_reference,
    path,
    rule,
)
from rulesdb.numbering import is_rule_number

# How many rules, headings and official examples each edition has.
SIZES = {
    "core-1.0": (1364, 169, 97),
    "core-1.1": (1616, 188, 107),
    "core-1.2": (1795, 200, 93),
    "core-1.3": (2088, 218, 125),
    "core-1.4": (2381, 235, 260),
}

CHAPTERS = {
    "core-1.0": ("000", "100", "500", "700"),
    "core-1.1": ("000", "100", "300", "700"),
    "core-1.2": ("000", "100", "300", "700"),
    "core-1.3": ("000", "100", "300", "700", "800"),
    "core-1.4": ("000", "100", "300", "700", "800"),
}

# References to rules that the official document does not have.
DANGLING_REFERENCES = {("core-1.3", "427.1", "107.5")}

# Headings that stand before what they announce, not above it. In 1.1 the rules on arithmetic are
# numbered as if each heading ended a group.
LEAVES_THAT_ARE_HEADINGS = {
    ("core-1.1", "352.5"),
    ("core-1.1", "450.3.c.1"),
    ("core-1.1", "450.3.e.2"),
    ("core-1.2", "352.5"),
    ("core-1.3", "355.6"),
    ("core-1.4", "355.6"),
}

# Where the transcription of an edition leaves a number out of the middle of a number.
NUMBERS_WITH_A_GAP = {
    ("core-1.1", "450.3.d.1"),
    ("core-1.1", "450.3.e.1"),
    ("core-1.1", "450.3.e.2"),
    ("core-1.1", "450.3.f.0.a"),
    ("core-1.1", "450.3.g.1"),
    ("core-1.2", "721.1"),
}

in_each_edition = pytest.mark.parametrize("edition", list(EDITIONS))


def numbers_of_path(number: str, edition: str = NEWEST) -> list[str]:
    return [step.number for step in path(number, edition)]


@in_each_edition
def test_an_edition_has_every_rule_once(edition: str) -> None:
    found = all_rules(edition)
    assert SIZES[edition] == (
        len({each.number for each in found}),
        sum(each.kind == "heading" for each in found),
        sum(each.examples for each in found),
    )
    assert len(found) == SIZES[edition][0]


@in_each_edition
def test_every_number_has_the_shape_of_a_rule_number(edition: str) -> None:
    assert [each.number for each in all_rules(edition) if not is_rule_number(each.number)] == []


@in_each_edition
def test_the_document_is_in_natural_order(edition: str) -> None:
    numbers = [found.number for found in all_rules(edition)]
    assert numbers == sorted(numbers, key=natural_order)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("170.9", "170.10"),
        ("099", "100"),
        ("465", "465.1"),
        ("465.2", "465.2.a"),
        ("465.2.c.3", "465.2.d"),
        ("465.2.d", "465.3"),
    ],
)
def test_natural_order_puts_rules_as_the_document_does(earlier: str, later: str) -> None:
    assert natural_order(earlier) < natural_order(later)


@in_each_edition
def test_every_rule_hangs_under_one_chapter(edition: str) -> None:
    chapters = tuple(found.number for found in all_rules(edition) if found.parent is None)
    assert chapters == CHAPTERS[edition]
    for found in all_rules(edition):
        steps = numbers_of_path(found.number, edition)
        assert steps[0] in chapters
        assert steps[-1] == found.number
        assert len(steps) == len(set(steps))


@in_each_edition
def test_a_rule_stands_after_what_it_hangs_under(edition: str) -> None:
    for found in all_rules(edition):
        if found.parent is not None:
            assert natural_order(found.parent) < natural_order(found.number)


def test_a_dotted_number_hangs_under_what_it_was_cut_from() -> None:
    assert {
        (edition, found.number)
        for edition in EDITIONS
        for found in all_rules(edition)
        if "." in found.number and found.parent != found.number.rpartition(".")[0]
    } == NUMBERS_WITH_A_GAP


@in_each_edition
def test_a_three_digit_number_hangs_under_a_heading_of_three_digits(edition: str) -> None:
    for found in all_rules(edition):
        if found.parent is not None and "." not in found.number:
            assert "." not in found.parent
            assert rule(found.parent, edition).kind == "heading"


@in_each_edition
def test_children_and_parents_agree(edition: str) -> None:
    found = all_rules(edition)
    below = [child for each in found for child in children(each.number, edition)]
    assert Counter(child.number for child in below) == Counter(
        each.number for each in found if each.parent is not None
    )
    for each in found:
        assert all(child.parent == each.number for child in children(each.number, edition))


@pytest.mark.parametrize(
    ("edition", "number", "steps"),
    [
        ("core-1.0", "540.1.a", "500 527 536 540 540.1 540.1.a"),
        ("core-1.0", "144.2", "100 142 144 144.2"),
        ("core-1.0", "630.1", "500 629 630 630.1"),
        ("core-1.1", "144.2", "100 143 144 144.2"),
        ("core-1.1", "352.8.a.4", "300 346 350 352 352.8 352.8.a 352.8.a.4"),
        ("core-1.1", "731.1", "700 720 731 731.1"),
        ("core-1.2", "721.1.a", "700 720 721.1 721.1.a"),
        ("core-1.2", "443.1.d.3", "300 437 441 443 443.1 443.1.d 443.1.d.3"),
        ("core-1.3", "108.2.c", "100 104 105 108 108.2 108.2.c"),
        ("core-1.3", "466.2", "300 462 466 466.2"),
        ("core-1.3", "483.3", "300 476 479 483 483.3"),
    ],
)
def test_the_path_in_an_older_edition_follows_its_headings(
    edition: str, number: str, steps: str
) -> None:
    assert numbers_of_path(number, edition) == steps.split()


@pytest.mark.parametrize(
    ("number", "steps"),
    [
        ("002", "000 001 002"),
        ("056", "000 050 056"),
        ("107.2.b", "100 104 105 107 107.2 107.2.b"),
        ("118", "100 104 110 118"),
        ("141.1.a.4", "100 140 141 141.1 141.1.a 141.1.a.4"),
        ("167", "100 160 165 167"),
        ("192", "100 188 192"),
        ("304", "300 301 304"),
        ("315.2.b", "300 301 314 315 315.2 315.2.b"),
        ("323.1", "300 318 323 323.1"),
        ("340.1", "300 325 332 340 340.1"),
        ("356.4.e", "300 349 353 356 356.4 356.4.e"),
        ("372", "300 360 367 372"),
        ("402.2", "300 360 398 402 402.2"),
        ("411.1", "300 407 411 411.1"),
        ("428.5", "300 407 412 428 428.5"),
        ("453", "300 445 453"),
        ("465.2.c.3", "300 459 463 465 465.2 465.2.c 465.2.c.3"),
        ("480.1", "300 473 480 480.1"),
        ("489.8.a", "300 481 484 489 489.8 489.8.a"),
        ("650", "300 649 650"),
        ("767", "700 764 767"),
        ("802", "800 802"),
        ("809.1.d", "800 804 809 809.1 809.1.d"),
    ],
)
def test_the_path_to_a_rule_follows_the_headings(number: str, steps: str) -> None:
    assert numbers_of_path(number) == steps.split()


@pytest.mark.parametrize(
    ("number", "title"),
    [
        ("054", "Can't beats Can"),
        ("105", "Spaces"),
        ("133.4.a", "Permanents"),
        ("318", "Cleanups"),
        ("355", "Make Relevant Choices"),
        ("401", "Activate or trigger the Ability"),
        ("465", "Step 2: The Combat Damage Step"),
        ("489", "2v2 (Magma Chamber)"),
        ("489.5", "Setup"),
        ("819", "Quick-Draw"),
    ],
)
def test_headings_carry_their_title(number: str, title: str) -> None:
    assert rule(number).kind == "heading"
    assert rule(number).title == title


@pytest.mark.parametrize(
    "number", ["053.1", "103.1", "141", "148.1.b", "319.8", "354", "371", "485.3", "650", "727"]
)
def test_a_short_text_that_states_something_is_a_rule(number: str) -> None:
    assert rule(number).kind == "rule"
    assert rule(number).title is None


def test_every_heading_has_something_under_it() -> None:
    assert {
        (edition, found.number)
        for edition in EDITIONS
        for found in all_rules(edition)
        if found.kind == "heading" and leaf(found.number, edition)
    } == LEAVES_THAT_ARE_HEADINGS


def test_a_leaf_has_nothing_under_it() -> None:
    assert leaf("465.2.c.3") is not bool(children("465.2.c.3"))
    assert not leaf("465.2.c")
    assert not leaf("318")


def test_references_lead_to_rules() -> None:
    assert {
        (edition, found.number, target)
        for edition in EDITIONS
        for found in all_rules(edition)
        for target in found.see
        if not exists(target, edition)
    } == DANGLING_REFERENCES


@pytest.mark.parametrize(
    ("number", "targets"),
    [
        ("107.3.d", ("318", "421")),
        ("135.2.c.1", ("800",)),
        ("323.5", ("142.4",)),
        ("357.1.a", ("165", "429")),
        ("377.3.b.1", ("398",)),
        ("403.1.b.1", ("740.2.a",)),
        ("427.1", ("108.6",)),
        ("722.1", ()),
    ],
)
def test_references_are_read_from_the_text_and_its_see_lines(
    number: str, targets: tuple[str, ...]
) -> None:
    assert rule(number).see == targets


@in_each_edition
def test_every_rule_has_a_hash_of_its_wording(edition: str) -> None:
    for found in all_rules(edition):
        assert len(found.wording_hash) == 16
        assert int(found.wording_hash, 16) >= 0


@pytest.mark.parametrize(
    ("number", "nearest"),
    [
        ("465.2.z", "465.2.d"),
        ("318.1", "318"),
        ("170.99", "170.11"),
        ("490", "489"),
        ("999", "829"),
        ("465.2.c.", "465.2.c"),
        ("465.2c", "465"),
        ("hello", None),
        ("", None),
        # these digits are not those that numbers are written in
        ("\uff11\uff16\uff13", None),
        ("163.\u0661", "163"),
    ],
)
def test_an_unknown_rule_names_the_nearest(number: str, nearest: str | None) -> None:
    assert not exists(number)
    with pytest.raises(UnknownRule) as raised:
        rule(number)
    assert raised.value.nearest == nearest
    assert ("nearest" in str(raised.value)) is (nearest is not None)
    assert (nearest or "") in str(raised.value)
    for look_up in (children, leaf, path):
        with pytest.raises(UnknownRule):
            look_up(number)


def test_editions_that_are_not_held_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    announced = Edition("core-1.9", "Atlantis", "2027-01-01", held=False)
    monkeypatch.setattr(editions, "EDITIONS", {**EDITIONS, "core-1.9": announced})
    for look_up in (rule, exists, children, leaf, path):
        with pytest.raises(EditionNotHeld, match=r"core-1\.9 is known but not held"):
            look_up("300", "core-1.9")
        with pytest.raises(UnknownEdition, match=r"core-9\.9"):
            look_up("300", "core-9.9")


def test_an_edition_may_be_named_by_its_version() -> None:
    assert rule("300", "1.4") == rule("300", NEWEST)


@pytest.mark.parametrize(
    ("reference", "parsed"),
    [
        ("core-1.4:465.2.c", ("core-1.4", "465.2.c")),
        ("1.4:465.2.c", ("core-1.4", "465.2.c")),
        ("1.3:466.2", ("core-1.3", "466.2")),
        ("465.2.c", (NEWEST, "465.2.c")),
        (" 465.2.c. ", (NEWEST, "465.2.c")),
        ("001", (NEWEST, "001")),
    ],
)
def test_references_are_parsed(reference: str, parsed: tuple[str, str]) -> None:
    assert parse_reference(reference) == parsed


@pytest.mark.parametrize(
    "reference",
    [
        "",
        "46",
        "4655",
        "465.2c",
        "465..2",
        "core-1.4:",
        "rule 465",
        "\uff14\uff16\uff15",
        "465.\u0662",
    ],
)
def test_what_is_no_reference_is_refused(reference: str) -> None:
    with pytest.raises(MalformedReference):
        parse_reference(reference)


@pytest.mark.parametrize("reference", ["core-9.9:465", ":465", "1.4:1.4:465"])
def test_a_reference_to_no_known_edition_is_refused(reference: str) -> None:
    with pytest.raises(UnknownEdition):
        parse_reference(reference)


def test_nothing_is_read_before_the_first_look_up_and_that_one_is_quick() -> None:
    # In a process of its own, since this one has loaded the book long ago. The bound is ten
    # times what a slow machine needs.
    program = (
        "import time, rulesdb, rulesdb.rules as rules\n"
        "assert rules._loaded.cache_info().currsize == 0\n"
        "start = time.perf_counter()\n"
        "rulesdb.rule('300')\n"
        "assert time.perf_counter() - start < 1.0, time.perf_counter() - start\n"
        "assert rules._loaded.cache_info().currsize == 1\n"
        "import sys\n"
        "assert not {'flask', 'marshmallow', 'networkx', 'yaml'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_exported_later_is_there_and_nothing_is_loaded_for_it_before() -> None:
    import rulesdb

    assert all(getattr(rulesdb, name) is not None for name in rulesdb.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        rulesdb.nonsense  # noqa: B018
    loaded = "import rulesdb, sys; print(*(each for each in sys.modules if 'rulesdb.' in each))"
    run = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True)
    modules = run.stdout.split()
    assert "rulesdb.rules" in modules
    assert not {"rulesdb.concordance", "rulesdb.tournament", "rulesdb.search"} & set(modules)
