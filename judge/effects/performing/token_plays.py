"""A token play before it happens: what would be played may be replaced, and what takes its place is
modified as it would have been (370.1, 375).
"""

from __future__ import annotations

from typing import Any

from judge.actions.door import through
from judge.actions.tokenplays import attempted_token_play, where_it_would_enter
from judge.board.state import ChainItem
from judge.effects.execution import Execution
from judge.ruling.run import Run


def still_played(run: Run, items: list[ChainItem]) -> tuple[list[ChainItem], list[str]]:
    """Of the tokens that one instruction would play together, those that still are; and the
    references of what is played because of texts that replace such plays.
    """
    attempts = [attempted_token_play(item, where_it_would_enter(run, item)) for item in items]
    left = {attempt.what for attempt in through(run, attempts)}
    instead = [ref for attempt in attempts for ref in attempt.instead]
    kept = [item for item, own in zip(items, attempts, strict=True) if own.what in left]
    return kept, instead


def inherited(execution: Execution, said: dict[str, Any]) -> dict[str, Any]:
    """What is said of a token that is played because of a text that replaces a token play: what its
    own text says, and what the effect says whose token it was (375). What cannot apply to it is
    passed over where it enters.
    """
    replaced = execution.replaced
    if replaced is None or replaced.event != "play" or not replaced.said:
        return said
    if not execution.run.in_force("375"):
        return said
    keywords = [*replaced.said.get("keywords", []), *said.get("keywords", [])]
    found = {**replaced.said, **said}
    if keywords:
        found["keywords"] = list(dict.fromkeys(keywords))
        found.setdefault("origin", execution.name)
    return found


def played_instead(execution: Execution, refs: list[str]) -> None:
    """What refers to the play that is replaced refers to these as well (375)."""
    replaced = execution.replaced
    if not refs or replaced is None or replaced.event != "play":
        return
    if execution.run.in_force("375"):
        replaced.instead += refs


def name_of_token(execution: Execution, token: str) -> str:
    """The token that an instruction plays by its name; `it` is the one whose play is replaced."""
    replaced = execution.replaced
    if token == "it" and replaced is not None and replaced.thing is not None:
        return replaced.thing.card
    return token


__all__ = ["inherited", "name_of_token", "played_instead", "still_played"]
