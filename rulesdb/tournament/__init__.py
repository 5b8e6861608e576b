"""The tournament rules as data: structure, gists in our own words, infractions.

Of the official document it holds numbers, titles, references and hashes, and no sentence.

    >>> from rulesdb.tournament import infraction, tournament_rule
    >>> tournament_rule("505").title
    'Loops'
    >>> infraction("mispayment for cost").penalty
    'Warning'
"""

from rulesdb.tournament.gistfiles import TournamentClass
from rulesdb.tournament.heldfile import CORE_EDITION, DOCUMENT, PENALTIES, Penalty
from rulesdb.tournament.infractions import Change, Infraction, UnknownInfraction
from rulesdb.tournament.rules import (
    TournamentRule,
    infraction,
    infractions,
    is_tournament_rule,
    tournament_children,
    tournament_path,
    tournament_rule,
    tournament_rules,
)

__all__ = [
    "CORE_EDITION",
    "DOCUMENT",
    "PENALTIES",
    "Change",
    "Infraction",
    "Penalty",
    "TournamentClass",
    "TournamentRule",
    "UnknownInfraction",
    "infraction",
    "infractions",
    "is_tournament_rule",
    "tournament_children",
    "tournament_path",
    "tournament_rule",
    "tournament_rules",
]
