"""The rule book and the cards as data.

`rulesdb` imports nothing else of the project. It holds the numbers, the structure, the
cross-references and the hashes of the official rules, and gists in our own words; it holds no
sentence of the official text.

    >>> from rulesdb import rule, path
    >>> rule("465").title
    'Step 2: The Combat Damage Step'
    >>> [step.number for step in path("465.2.c.3")]
    ['300', '459', '463', '465', '465.2', '465.2.c', '465.2.c.3']

What goes beyond looking rules up is loaded when it is first used: `history` and `today` of a rule,
`changes` between editions, `inline_cases`, the `tournament_rule` of a number. The search and the
graph are in `rulesdb.search` and `rulesdb.graph`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulesdb.editions import EDITIONS, NEWEST, Edition, edition
from rulesdb.errors import (
    DamagedData,
    EditionNotHeld,
    MalformedReference,
    RulesdbError,
    UnknownCase,
    UnknownEdition,
    UnknownRule,
)
from rulesdb.rules import (
    Rule,
    all_rules,
    children,
    exists,
    leaf,
    natural_order,
    parse_reference,
    path,
    rule,
)

if TYPE_CHECKING:
    from rulesdb.concordance import Link, Step, Today, history, links, today
    from rulesdb.diff import Changes, changes, changes_of, is_wording_kept
    from rulesdb.inlinecases import InlineCase, inline_case, inline_cases
    from rulesdb.tournament import TournamentRule, tournament_rule, tournament_rules

__all__ = [
    "EDITIONS",
    "NEWEST",
    "Changes",
    "DamagedData",
    "Edition",
    "EditionNotHeld",
    "InlineCase",
    "Link",
    "MalformedReference",
    "Rule",
    "RulesdbError",
    "Step",
    "Today",
    "TournamentRule",
    "UnknownCase",
    "UnknownEdition",
    "UnknownRule",
    "all_rules",
    "changes",
    "changes_of",
    "children",
    "edition",
    "exists",
    "history",
    "inline_case",
    "inline_cases",
    "is_wording_kept",
    "leaf",
    "links",
    "natural_order",
    "parse_reference",
    "path",
    "rule",
    "today",
    "tournament_rule",
    "tournament_rules",
]

_LATER = {
    name: module
    for module, names in {
        "concordance": ("Link", "Step", "Today", "history", "links", "today"),
        "diff": ("Changes", "changes", "changes_of", "is_wording_kept"),
        "inlinecases": ("InlineCase", "inline_case", "inline_cases"),
        "tournament": ("TournamentRule", "tournament_rule", "tournament_rules"),
    }.items()
    for name in names
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
