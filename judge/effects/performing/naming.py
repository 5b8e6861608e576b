"""Naming a card, a type or a tag while a text is executed, or as a permanent enters (759-763)."""

from __future__ import annotations

from msgspec import structs
from msgspec.structs import replace

from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.naming import named
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performer_of
from judge.ruling.questions import Question
from judge.ruling.run import IllegalAnswer

#: what a name of each kind has to be
_RULES = {"card": ["761", "762"], "tag": ["763"], "type": ["760"]}


@performs(n.NameCard)
def _name(execution: Execution, instruction: n.NameCard) -> bool:
    run, attempt = execution.run, execution.replaced
    player = performer_of(execution, instruction)
    if player is None:
        return False
    answer = run.ask(
        Question(
            form="name",
            to=player,
            prompt=f"{player} names a {instruction.what} for {execution.name}.",
            slot="name",
            rules=_RULES[instruction.what],
        )
    )
    meant = named(run, instruction.what, str(answer))
    if isinstance(meant, list) and meant:
        raise IllegalAnswer(meant)
    found = str(answer) if isinstance(meant, list) else meant
    run.note(f"{player} names {found} for {execution.name}.", by=player)
    execution.context = replace(execution.context, named=found)
    if attempt is not None and attempt.thing is not None:
        # 369.3: the permanent that enters keeps it
        chosen = {**attempt.thing.chosen, "named": found}
        attempt.thing = structs.replace(attempt.thing, chosen=chosen)
    return True
