"""The modes that a text lets be chosen: another one than the ability has had this turn, or than the
same item has for another execution.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from judge.abilities.counting import modes_chosen
from judge.effects.notation import AnyInstruction
from judge.effects.texts import modes_of
from judge.procedure.planning import Choice, Decider
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def modes_left(
    run: Run,
    decide: Decider,
    does: Sequence[AnyInstruction],
    key: str | None,
    player: str,
    found: list[Problem],
) -> Decider:
    """A decider for the choice among modes of an ability that goes by `key`, without those that
    its text leaves out; where too few are left that goes to `found`.
    """
    modes = modes_of(does)
    if modes is None or modes.once != "turn" or key is None:
        return decide
    return _without(decide, modes_chosen(run, key, player), found)


def modes_left_of_item(
    decide: Decider, does: Sequence[AnyInstruction], had: Collection[str], found: list[Problem]
) -> Decider:
    """A decider for the choice among modes of an item, without those that it has for its other
    executions where its text asks for another each time.
    """
    modes = modes_of(does)
    return decide if modes is None or modes.once != "item" else _without(decide, had, found)


def _without(decide: Decider, had: Collection[str], found: list[Problem]) -> Decider:
    def ask(choice: Choice) -> Any:
        explain = choice.explain

        def why_not(value: Any) -> list[Problem]:
            if value in had:
                return [problem("mode_chosen_before", thing=choice.thing, name=value)]
            return explain(value)

        choice.options = [option for option in choice.options if option not in had]
        choice.explain = why_not
        choice.max = max(min(choice.max, len(choice.options)), choice.min)
        if len(choice.options) < choice.min:
            found.append(problem("no_mode_left", thing=choice.thing))
        return decide(choice)

    return ask


__all__ = ["modes_left", "modes_left_of_item"]
