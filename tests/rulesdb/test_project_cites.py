"""What problem codes and cards cite, which only the caller of `rulesdb` knows."""

from __future__ import annotations

import typing
from pathlib import Path

import msgspec
import pytest

from api.app import create_app
from api.handlers.rule_cites import (
    ACTION_SECTIONS,
    ACTIVATED,
    NO_ACTIONS,
    PASSIVE,
    REPLACEMENT,
    TRIGGERED,
    card_cites,
    keyword_sections,
    problem_cites,
    project_cites,
)
from judge.effects.catalogue import standard_catalogue
from judge.effects.notation import AnyInstruction
from judge.ruling.problems import PROBLEM_KINDS
from rulesdb import exists, rule
from rulesdb.graph import SOURCE_KINDS
from rulesdb.graph.nodes import parsed


def cited_by(card: str) -> set[str]:
    return {cite.number for cite in card_cites() if cite.source == card}


def test_every_word_of_the_notation_has_its_section_or_is_known_to_have_none() -> None:
    words = {kind.__struct_config__.tag for kind in typing.get_args(AnyInstruction)}
    assert words == ACTION_SECTIONS.keys() | NO_ACTIONS
    for word, number in ACTION_SECTIONS.items():
        assert (rule(number).title or "").casefold().removesuffix("s").replace(" ", "_") == word
    for number, title in (
        (PASSIVE, "Passive Abilities"),
        (REPLACEMENT, "Replacement Effects"),
        (ACTIVATED, "Activated Abilities"),
        (TRIGGERED, "Triggered Abilities"),
    ):
        assert rule(number).title == title


def test_a_keyword_is_the_section_that_is_called_so() -> None:
    sections = keyword_sections()
    assert (sections["Accelerate"], sections["Flow"]) == ("805", "829")
    catalogue = standard_catalogue()
    keywords = {word for name in catalogue.names() for word in catalogue[name].keywords}
    assert keywords <= sections.keys()


def test_a_card_cites_its_keywords_actions_and_kinds_of_abilities() -> None:
    # Assault 2 (807), a triggered ability (382) that discards (422)
    assert cited_by("Chemtech Enforcer") == {"807", "382", "422"}
    # Action (806), and gives Assault (807)
    assert cited_by("Cleave") == {"806", "807"}
    # not modelled: nothing is known but that it has a triggered ability
    assert cited_by("Card Sharp") == {"382"}


def test_a_problem_cites_the_rules_of_its_code() -> None:
    cites = list(problem_cites())
    assert {cite.source for cite in cites} == PROBLEM_KINDS.keys()
    assert [cite.number for cite in cites if cite.source == "no_priority"] == ["312.1", "312.1.b"]


def rules_in(value: object) -> set[str]:
    """The numbers under every key `rules` of a ruling."""
    if isinstance(value, list):
        return {number for part in value for number in rules_in(part)}
    if not isinstance(value, dict):
        return set()
    own = value.get("rules")
    named = {one for one in own if isinstance(one, str)} if isinstance(own, list) else set()
    return named | {number for part in value.values() for number in rules_in(part)}


@pytest.mark.parametrize(
    "example", ["combat", "spell-with-target", "illegal-move", "open-question", "new-board"]
)
def test_the_rules_in_the_trace_of_an_example_are_cited_by_code_or_cards(
    repository: Path, example: str
) -> None:
    request = (repository / "docs" / "examples" / f"{example}.json").read_bytes()
    address = "/v1/boards/new" if example == "new-board" else "/v1/adjudications"
    reply = (
        create_app({"TESTING": True})
        .test_client()
        .post(address, data=request, content_type="application/json")
    )
    traced = rules_in(msgspec.json.decode(reply.data))
    assert traced
    known = {cite.number for cite in project_cites() if cite.kind in ("code", "card")}
    assert traced - known == set()


def test_every_kind_of_source_cites_rules_that_exist() -> None:
    cites = project_cites()
    assert {cite.kind for cite in cites} == set(SOURCE_KINDS)
    nodes = {parsed(cite.number) for cite in cites}
    assert [
        node for node in nodes if node.document == "core" and not exists(node.number, node.edition)
    ] == []
