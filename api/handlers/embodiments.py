"""By which lines of the engine a rule holds (`rules show`, `GET /v1/rules/...`, `/rules/...`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from api.scenarios.sites import sites_of
from rulesdb import NEWEST, Rule, TournamentRule
from rulesdb.embodied import embodied, line_of
from rulesdb.reclassified import Reclassified, reclassified

#: how many rules are kept with their lines
_KEPT = 4096


class Embodiment(msgspec.Struct, kw_only=True, omit_defaults=True, frozen=True):
    """A line of the engine by which a rule holds, from the root of the project.

    `how`: condition (what happens depends on the rule), bare or named (it only cites the rule),
    carries (`name` is what has the term that it defines). `of`: the rule that it repeats, where it
    is embodied as that.
    """

    file: str
    line: int
    how: Literal["condition", "bare", "named", "carries"]
    name: str = ""
    of: str = ""

    def __str__(self) -> str:
        called = f" {self.name}" if self.name else ""
        repeated = f", as {self.of}" if self.of else ""
        return f"{self.file}:{self.line}{called} ({self.how}{repeated})"


def embodied_by(rule: Rule | TournamentRule, edition: str) -> Sequence[Embodiment]:
    """The lines of the engine by which a rule of the newest edition holds; none of another one."""
    if edition != NEWEST or not isinstance(rule, Rule):
        return ()
    return _embodied_by(rule.number, tuple(rule.restates))


@lru_cache(maxsize=_KEPT)
def _embodied_by(number: str, restates: tuple[str, ...]) -> Sequence[Embodiment]:
    # what of the engine cites a rule stays as it is while it runs
    found = list(_sites(number, ""))
    carried = embodied().get(number)
    if carried is not None and (line := line_of(carried)) is not None:
        how: Literal["carries"] = "carries"
        found.insert(0, Embodiment(file=carried.file, line=line, how=how, name=carried.name))
    elif carried is not None and carried.file:
        found.insert(0, Embodiment(file=carried.file, line=1, how="carries"))
    for other in restates if not found else ():
        found += _sites(other, other)
    return tuple(found)


def _sites(number: str, of: str) -> Iterator[Embodiment]:
    for site in sites_of(number):
        yield Embodiment(file=site.file, line=site.line, how=site.kind, of=of)


def embodied_by_nothing(rule: Rule | TournamentRule, edition: str) -> str | None:
    """Why nothing of the engine carries the term that a rule defines, where nothing does."""
    carried = embodied().get(rule.number) if edition == NEWEST else None
    return (carried.reason or None) if carried is not None else None


def reclassification(rule: Rule | TournamentRule, edition: str) -> Reclassified | None:
    """What class a rule of the newest edition had, and why it has another one."""
    return reclassified().get(rule.number) if edition == NEWEST else None


__all__ = ["Embodiment", "embodied_by", "embodied_by_nothing", "reclassification"]
