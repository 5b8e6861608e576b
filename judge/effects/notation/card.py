"""A card: what is printed in its corners, and what its text does."""

from __future__ import annotations

import re
from typing import Literal

from judge.effects.notation.doing import AnyAbility, AnyInstruction
from judge.effects.notation.terms import AdditionalCost, Selector
from judge.effects.notation.words import Name, Node

#: keywords that the engine knows as such; a card with another one is unmodelled
KEYWORDS_MODELLED: frozenset[str] = frozenset(
    {
        "Accelerate",
        "Action",
        "Ambush",
        "Assault",
        "Backline",
        "Deflect",
        "Ganking",
        "Hidden",
        "Hunt",
        "Reaction",
        "Repeat",
        "Shield",
        "Tank",
        "Temporary",
        "Unique",
        "Vision",
    }
)


#: clauses of unmodelled text under which a card might be played at another time or from elsewhere
_CLAUSES_OF_TIMING = frozenset(
    {
        "text",
        "Ambush",
        "Quick-Draw",
        "Flow",
        "play location",
        "play rule",
        "play rule of itself",
        "static ability",
        "Level",
        "Legion",
    }
)
#: clauses of unmodelled text that might be an activated ability
_CLAUSES_OF_ACTIVATION = frozenset(
    {
        "text",
        "activated ability",
        "resource ability",
        "Equip",
        "effect text",
        "Empower",
        "static ability",
        "Level",
        "Legion",
    }
)
#: clauses that cannot matter while the card itself is played; any other might
_CLAUSES_AFTER_PLAY = frozenset(
    {
        "activated ability",
        "resource ability",
        "Equip",
        "Hunt",
        "Temporary",
        "Deathknell",
        "death replacement",
        "hide rule",
        "hide rule here",
        "Bonus Damage",
        # corners of a card that a list leaves out (judge.cardtext.reading.imported)
        *(f"printed {what}" for what in ("Might", "domains", "tags")),
        *(f"{when} trigger" for when in ("leave", "discard", "arrival", "turn")),
        *(f"{when} trigger" for when in ("beginning", "first beginning", "main", "ending")),
        *(
            f"{whose}{what} trigger"
            for whose in ("", "your ", "friendly ", "enemy ", "any ")
            for what in (
                "attack",
                "defend",
                "conquer",
                "hold",
                "score",
                "move",
                "death",
                "combat",
            )
        ),
        *(
            f"{topic} rule{scope}"
            for topic in ("combat", "move", "score", "choice", "ready")
            for scope in ("", " of itself", " here")
        ),
    }
)
#: the same by their form: what waits for, replaces or forbids something else than its own play,
#: and what is about other things than how something is played and enters
_AFTER_PLAY = re.compile(
    r"(?:Level \d+ )?(?:(?:trash|banishment|main_deck|champion_zone) )?"
    r"(?:(?!play |enter )\w+ (?:trigger|replacement|prohibition)"
    r"|(?:your|friendly|enemy|any) (?!enter )\w+ (?:trigger|replacement|prohibition)(?: here)?"
    r"|(?:(?:your|friendly|enemy|any) )?(?:gear |unit |spell )?(?!play |entry |ability )\w+ rule"
    r"(?: of itself| here)?"
    r"|(?:(?:your|enemy|any) )?(?:gear |unit |spell |repeat )?cost change)"
)
#: kinds of static abilities under which anything might be so
_OF_ANYTHING = re.compile(
    r"(?:Level \d+ )?(?:hand \w.*"
    r"|(?:any )?(?:gear |unit |spell )?(?:play|ability|activated) rule(?: of itself)?)"
)
#: reasons against a play that such a text could take away
TIMING_CODES = frozenset({"needs_reaction", "needs_action", "not_turn_player", "invalid_location"})


class CardDefinition(Node, kw_only=True):
    """A card: what is printed in its corners, and what its text does.

    `power`: the printed Power cost, one entry per symbol: a domain, "any", or "own" for [C].
    `text`: modelled (everything the card says is in this definition, which holds for a card without
    text too) or unmodelled (it says something that is not here; `clauses` names the kinds of it).
    """

    name: str
    types: list[str]
    supertype: str | None = None
    domains: list[str] = []
    energy: int | None = None
    power: list[str] = []
    might: int | None = None
    might_bonus: int | None = None
    tags: list[str] = []
    keywords: dict[str, int] = {}
    token: bool = False
    text: Literal["modelled", "unmodelled"] = "modelled"
    clauses: list[str] = []
    #: of a spell
    chooses: dict[Name, Selector] = {}
    does: list[AnyInstruction] = []
    abilities: list[AnyAbility] = []
    #: of an Equipment, what it gives to the unit it is attached to (716, 724)
    effect_text: list[AnyAbility] = []
    #: mandatory and optional additional costs to play it (356.1)
    additional_costs: list[AdditionalCost] = []
    #: where the card is found
    set: str | None = None
    number: int | None = None
    aliases: list[str] = []
    banned: bool = False
    #: the date of the erratum whose wording this is
    errata: str | None = None

    @property
    def is_unit(self) -> bool:
        return "Unit" in self.types

    @property
    def is_gear(self) -> bool:
        return "Gear" in self.types

    @property
    def is_spell(self) -> bool:
        return "Spell" in self.types

    @property
    def is_rune(self) -> bool:
        return "Rune" in self.types

    @property
    def is_permanent(self) -> bool:
        return self.is_unit or self.is_gear

    @property
    def may_change_when_it_is_played(self) -> bool:
        """Whether text that is not modelled could permit another time or place to play it."""
        return self.text == "unmodelled" and (
            bool(_CLAUSES_OF_TIMING & self._clauses())
            or any(map(_OF_ANYTHING.fullmatch, self.clauses))
        )

    @property
    def matters_when_it_is_played(self) -> bool:
        """Whether text that is not modelled might be reached by playing the card (349-359)."""
        return self.text == "unmodelled" and (not self.is_permanent or bool(self.clauses_at_play))

    @property
    def clauses_at_play(self) -> list[str]:
        """The clauses, of those that are not modelled, that playing the card might reach."""
        return [
            clause
            for clause in self.clauses or ["text"]
            if clause not in _CLAUSES_AFTER_PLAY
            and not clause.startswith("effect ")
            and not _AFTER_PLAY.fullmatch(clause)
        ]

    @property
    def may_have_activated_ability(self) -> bool:
        """Whether text that is not modelled could be an ability that can be activated."""
        return self.text == "unmodelled" and (
            bool(_CLAUSES_OF_ACTIVATION & self._clauses())
            or any(map(_OF_ANYTHING.fullmatch, self.clauses))
        )

    def _clauses(self) -> frozenset[str]:
        return frozenset(self.clauses or ["text"])

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords
