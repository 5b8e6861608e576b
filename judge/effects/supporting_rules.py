"""What is executed of changes of the numbers and switches of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n

#: changes of the rules of which the number may be another than one
_COUNTED_RULES = frozenset(
    [
        "buff_limit",
        "buff_value",
        "empower_limit",
        "might_bonus_factor",
        "victory_score",
        "extra_triggers",
    ]
)


def special_rule(node: n.RuleChange) -> Iterator[str]:
    """What is not executed of such a change beyond its words."""
    ignored = node.what == "ignores_keyword"
    triggers = node.what in n.OF_TRIGGERS  # see `is_of_triggers`
    if not triggers and (node.event is not None or node.of is not None):
        yield "change: rule, event"
    if triggers:
        pass
    elif (node.keyword is not None) != ignored or (
        ignored and node.keyword not in ("Backline", "Deflect", "Tank")
    ):
        yield "change: rule, keyword"
    if not isinstance(node.amount, int) or (node.amount != 1 and node.what not in _COUNTED_RULES):
        yield "change: rule, amount"


def is_unconditional(change: n.Change) -> bool:
    """Whether a change of the rules is asked without asking for a condition."""
    return isinstance(change, n.RuleChange) and change.what in (
        "might_bonus_factor",
        "victory_score",
        "trigger_alias",
    )


def is_about_triggers(change: n.Change) -> bool:
    """Whether it says how often abilities trigger."""
    return isinstance(change, n.RuleChange) and change.what in n.OF_TRIGGERS


def is_of_its_controller(change: n.Change) -> bool:
    """Whether a change of the rules is about the controller of the text or its place, and about
    no object.
    """
    of_objects = ("lethal_damage", "no_combat_damage")
    return isinstance(change, n.RuleChange) and change.what not in of_objects
