"""The rule book and the cards as data.

`rulesdb` imports nothing else of the project. It holds the numbers, the structure, the
cross-references and the hashes of the official rules, and gists in our own words; it holds no
sentence of the official text.

    >>> from rulesdb import rule, path
    >>> rule("465").title
    'Step 2: The Combat Damage Step'
    >>> [step.number for step in path("465.2.c.3")]
    ['300', '459', '463', '465', '465.2', '465.2.c', '465.2.c.3']
"""

from rulesdb.editions import EDITIONS, NEWEST, Edition, edition
from rulesdb.errors import (
    DamagedData,
    EditionNotHeld,
    MalformedReference,
    RulesdbError,
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

__all__ = [
    "EDITIONS",
    "NEWEST",
    "DamagedData",
    "Edition",
    "EditionNotHeld",
    "MalformedReference",
    "Rule",
    "RulesdbError",
    "UnknownEdition",
    "UnknownRule",
    "all_rules",
    "children",
    "edition",
    "exists",
    "leaf",
    "natural_order",
    "parse_reference",
    "path",
    "rule",
]
