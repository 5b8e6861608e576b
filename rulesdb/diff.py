"""What changed between two editions, and for one rule.

Built on the concordance; see `rulesdb.concordance` for the kinds of change, and its `history` for a
rule through all editions.

    >>> changes("1.3", "1.4").counts["gone"]
    17
    >>> [(link.new, link.how) for link in changes_of("466.2", "1.3")]
    [('471.2', 'moved')]
"""

from __future__ import annotations

from collections import Counter
from typing import get_args

import msgspec

from rulesdb.concordance import SAME_WORDING, How, Link, links
from rulesdb.editions import NEWEST, held_edition
from rulesdb.rules import rule

__all__ = ["Changes", "changes", "changes_of", "is_wording_kept"]


class Changes(msgspec.Struct, frozen=True):
    """Everything that became of the rules of `old` in `new`, both by their full names.

    `links` has every rule of both editions: first the old ones in the order of their document, then
    those that are new.
    """

    old: str
    new: str
    links: tuple[Link, ...]

    @property
    def counts(self) -> dict[How, int]:
        """How many links there are of each kind, with zeros, in a fixed order of kinds."""
        found = Counter(link.how for link in self.links)
        return {how: found[how] for how in get_args(How)}

    def of(self, *kinds: How) -> tuple[Link, ...]:
        """The links of these kinds."""
        return tuple(link for link in self.links if link.how in kinds)


def changes(old: str, new: str = NEWEST) -> Changes:
    """What changed from `old` to `new`: any two editions, also the newer one first.

    Raises `UnknownEdition`, `EditionNotHeld`, `DamagedData`.
    """
    return Changes(held_edition(old).name, held_edition(new).name, links(old, new))


def changes_of(number: str, old: str, new: str = NEWEST) -> tuple[Link, ...]:
    """What became of one rule of `old` in `new`: several links if it was split.

    Raises `UnknownRule`, `UnknownEdition`, `EditionNotHeld`, `DamagedData`.
    """
    asked = rule(number, old).number
    return tuple(link for link in links(old, new) if link.old == asked)


def is_wording_kept(number: str, old: str, new: str = NEWEST) -> bool:
    """Whether `new` has this rule of `old` in the same words, under whatever number.

    Raises what `changes_of` raises.
    """
    return [link.alike for link in changes_of(number, old, new)] == [SAME_WORDING]
