"""Targets that are bound together: what has to hold of a group as a whole (355.11)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.effects.context import Context
from judge.effects.meaning import evaluate
from judge.effects.notation import Selector
from judge.layers.characteristics import of
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

TOGETHER_WORDS = {
    "same_place": "all at the same location",
    "one_per_place": "at most one at each location",
    "same_controller": "all controlled by the same player",
    "different_names": "all of different names",
}


def group_problems(
    run: Run, selector: Selector, context: Context, refs: Sequence[str], thing: str
) -> list[Problem]:
    """Every reason why the group as a whole is not what the text asks for."""
    found = [run.table.find(ref) for ref in refs]
    things = [each for each in found if each is not None]
    places = [run.table.places[each.id] for each in things]
    problems = []
    for bond in selector.together:
        match bond:
            case "same_place":
                fits = len(set(places)) <= 1
            case "one_per_place":
                fits = len(set(places)) == len(places)
            case "same_controller":
                fits = len({each.controller for each in things}) <= 1
            case _:
                fits = len({each.name for each in things}) == len(things)
        if not fits:
            problems.append(_wrong(thing, refs, TOGETHER_WORDS[bond]))
    for most, words, numbers in (
        (
            selector.total_might_at_most,
            "Might",
            [of(run.table, run.catalogue, each).might for each in things],
        ),
        (
            selector.total_energy_at_most,
            "Energy cost",
            [run.catalogue[each.name].energy or 0 for each in things],
        ),
    ):
        if most is None:
            continue
        limit = evaluate(run, context, most)
        if limit is None or sum(numbers) > limit:
            words = f"of a total {words} of {limit} or less (it is {sum(numbers)})"
            problems.append(_wrong(thing, refs, words))
    return problems


def _wrong(thing: str, refs: Sequence[str], wanted: str) -> Problem:
    named = ", ".join(refs)
    return problem("group_wrong", thing=thing, target=named, wanted=wanted, objects=list(refs))


def group_words(selector: Selector) -> list[str]:
    """What has to hold of the group, for a question."""
    words = [TOGETHER_WORDS[bond] for bond in selector.together]
    if selector.total_might_at_most is not None:
        words.append(f"their total Might is at most {_amount(selector.total_might_at_most)}")
    if selector.total_energy_at_most is not None:
        words.append(f"their total Energy cost is at most {_amount(selector.total_energy_at_most)}")
    return words


def _amount(value: object) -> str:
    return str(value) if isinstance(value, int) else "as the text says"
