"""What rests on a group being fixed as an effect on it begins (355.5.a, 477.3.b, OP-13).

A board keeps which objects a lasting effect is on, and not by what its text told them. The text is
looked up by the name of the card that made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.board.state import Effect
from judge.effects import notation as n
from judge.effects.context import Context
from judge.effects.meaning import candidates
from judge.ruling.questions import Question
from judge.ruling.run import Asked, Run

#: places that are told from where the text was, which a board does not keep
_TOLD_FROM_THE_TEXT = frozenset({"here", "there"})


def caution_fixed(run: Run) -> None:
    """Say where an effect on a group is not on what fits by now, or is on what fits no more."""
    for effect in run.board.effects:
        if effect.affects is None or effect.origin is None or effect.origin not in run.catalogue:
            continue
        groups = [group for group in _groups_of(run, effect.origin) if _is_of(effect, group)]
        if len(groups) != 1:
            continue
        selector = groups[0].to
        assert isinstance(selector, n.Selector)
        if selector.where in _TOLD_FROM_THE_TEXT or selector.the is not None:
            continue
        fit = set(candidates(_quiet(run), selector, Context(effect.controller, effect.source)))
        affected = {ref for ref in effect.affects if run.table.find(ref) is not None}
        differ = sorted(fit ^ affected)
        if differ:
            words = f"Whom {effect.origin} reaches was fixed as it was executed: not otherwise for "
            run.rests_on("OP-13", "a", f"{words}{', '.join(map(run.thing, differ))}.")


def _groups_of(run: Run, card: str) -> list[n.GiveMight | n.GiveKeyword]:
    kept: dict[Any, Any] = run.catalogue.kept
    found: list[n.GiveMight | n.GiveKeyword] | None = kept.get(("groups", card))
    if found is None:
        found = kept["groups", card] = list(_groups(run.catalogue[card]))
    return found


def _groups(node: object) -> Iterator[n.GiveMight | n.GiveKeyword]:
    """The instructions within a text that give something to all that fit."""
    if isinstance(node, n.GiveMight | n.GiveKeyword) and isinstance(node.to, n.Selector):
        yield node
    if isinstance(node, n.Node):
        for key in node.__struct_fields__:
            yield from _groups(getattr(node, key))
    elif isinstance(node, list):
        for each in node:
            yield from _groups(each)


def _is_of(effect: Effect, group: n.GiveMight | n.GiveKeyword) -> bool:
    """Whether the effect can be what the instruction began."""
    if isinstance(group, n.GiveKeyword):
        return group.keyword in effect.keywords
    limited = group.minimum is not None or group.maximum is not None
    return not limited and effect.might != 0 and group.amount in (effect.might, None)


def _quiet(run: Run) -> Run:
    """A run that is only asked: what it would assume is not assumed."""

    def nobody(question: Question) -> None:
        raise Asked(question)

    return Run(run.table, run.catalogue, nobody, readings=run.readings, disabled=run.disabled)


__all__ = ["caution_fixed"]
