"""A fact that a board leaves out, as a request gives it in the place of a refusal (D13)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from judge.board.canonical import canonical
from judge.board.faults import BoardError, Path
from judge.board.places import named_places, place_of
from judge.board.reading import read_board
from judge.board.state import Board
from judge.effects.catalogue import Catalogue
from judge.ruling.actions import MalformedAction, malformed
from judge.ruling.ruling import Refusal
from judge.ruling.waiving import EDITS, FACT


def ways_on(board: Board, refusal: Refusal) -> Refusal:
    """The refusal with what may be said in its place, where no site of the engine has said it: a
    fact that is missing, and what came of an action that is not carried out.
    """
    if refusal.waive or refusal.reason not in ("missing_fact", "limit"):
        return refusal
    about = refusal.about
    told = refusal.reason == "missing_fact" and about is not None
    known = told and _place(msgspec.to_builtins(canonical(board)), about or "") is not None
    return msgspec.structs.replace(refusal, waive=[*([FACT] if known else []), EDITS])


def with_fact(board: Board, about: str, fact: Any, catalogue: Catalogue) -> Board:
    """The board with the fact that it left out.

    Raises `MalformedAction` where the fact does not fit, with every fault at its path.
    """
    tree = msgspec.to_builtins(canonical(board))
    path = _place(tree, about)
    assert path is not None
    _put(tree, path, fact)
    tree["defaulted"] = [
        each
        for each in tree.get("defaulted", [])
        if each != about and not each.startswith(f"{about}.")
    ]
    try:
        return read_board(tree, catalogue).board
    except BoardError as error:
        faults = [
            malformed(("waivers", about, FACT), fault.code, f"{fault.path}: {fault.message}")
            for fault in error.faults
        ]
        raise MalformedAction(faults) from error


def _place(tree: Any, about: str) -> Path | None:
    # what an item chose stands under its executions, of which nearly every item has one
    found = place_of(about, dict(named_places(tree)), tree)
    if found is not None and len(found) > 3 and found[:2] == ("chain", "items"):
        item, rest = found[:3], found[3:]
        if rest[0] in ("targets", "destinations", "modes"):
            return (*item, "chose", 0, *rest)
        if rest[0] == "chose" and len(rest) > 1:
            return (*item, "chose", int(rest[1]), *rest[2:])
    return found


def _put(tree: Any, path: Path, fact: Any) -> None:
    """Write the fact at its place; mappings and lists around it are made."""
    for step, following in pairwise(path):
        empty: Any = [] if isinstance(following, int) else {}
        if isinstance(tree, list) and isinstance(step, int):
            tree += [{} for _ in range(step + 1 - len(tree))]
            tree = tree[step]
        else:
            tree = tree.setdefault(step, empty)
    if isinstance(tree, list):
        tree += [{} for _ in range(int(path[-1]) + 1 - len(tree))]
    tree[path[-1]] = fact


__all__ = ["ways_on", "with_fact"]
