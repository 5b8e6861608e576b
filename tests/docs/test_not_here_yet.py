"""What the plan lists and is not built is named in docs/design.md, and what is built is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from api.app import create_app
from api.cli import main

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT.parent / "shared" / "DESIGN.md"
NOT_HERE = (ROOT / "docs" / "design.md").read_text("utf-8").partition("## What is not here yet")[2]
NOT_HERE = NOT_HERE.partition("\n## ")[0]

pytestmark = pytest.mark.skipif(not PLAN.is_file(), reason="the plan is not part of the project")


def section(heading: str) -> str:
    return PLAN.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]


def is_named(words: str) -> bool:
    return words in " ".join(NOT_HERE.split())


def planned_addresses() -> Iterator[tuple[str, str]]:
    for line in section("The HTTP surface").splitlines():
        found = re.match(r" {4}(GET|POST) ", line)
        if found:
            for address in re.findall(r"/[^ ]*[^ ,]", line.partition("  ")[2] or line):
                if re.fullmatch(r"/[a-z0-9_/{}:.?=-]+", address):
                    yield found[1], address


def served() -> set[tuple[str, str]]:
    return {
        (method, re.sub(r"<[^>]*>", "{}", rule.rule))
        for rule in create_app().url_map.iter_rules()
        for method in rule.methods or ()
    }


def test_every_planned_address_is_served_or_named_as_missing() -> None:
    planned = set(planned_addresses())
    assert ("POST", "/v1/replays") in planned
    there = served()
    for method, address in planned:
        plain = re.sub(r"\{[^}]*\}(:\{[^}]*\})?", "{}", address.partition("?")[0])
        assert ((method, plain) in there) != is_named(f"`{method} {address}`"), address


def planned_commands() -> Iterator[str]:
    for line in section("The command line").splitlines():
        for words in re.findall(r"arbiter ([a-z|]+(?: [a-z|]+)?)", line):
            group, _, parts = words.partition(" ")
            for part in parts.split("|"):
                yield f"{group} {part}".strip()


def is_command(words: str) -> bool:
    command: click.Command | None = main
    for word in words.split():
        command = command.commands.get(word) if isinstance(command, click.Group) else None
    return command is not None


def test_every_planned_command_is_there_or_named_as_missing() -> None:
    planned = set(planned_commands())
    assert {"explain", "rules ledger", "cards audit", "adjudicate"} <= planned
    for words in planned:
        group, _, part = words.partition(" ")
        named = is_named(f"`arbiter {words}`") or (
            is_named(f"`arbiter {group}` with") and is_named(f"`{part}`")
        )
        assert is_command(words) != named, words
