"""The notation in which cards say what they do: a first, small vocabulary.

A card names its choices as slots (`chooses`) and its instructions in order (`does`). An instruction
refers to a slot by name; its `do` is the game action (412-444). A card whose text this vocabulary
cannot say has `text: unmodelled`; the engine then says so by name instead of skipping it (D2, D13).
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Node(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What all nodes of the notation have in common."""


Kind = Literal[
    "unit",
    "gear",
    "permanent",
    "rune",
    "legend",
    "battlefield",
    "spell",
    "ability",
    "spell_or_ability",
]
Side = Literal["any", "friendly", "enemy"]


class Selector(Node, kw_only=True):
    """Objects that may be chosen, or that are meant all together.

    `place`: battlefield (at any battlefield), base, here (where the source is), or anywhere on the
    board. `other`: not the source. Numbers are inclusive. `min`/`max` count what is chosen.
    """

    kind: Kind
    side: Side = "any"
    place: Literal["anywhere", "battlefield", "base", "here"] = "anywhere"
    other: bool = False
    might_at_most: int | None = None
    might_at_least: int | None = None
    energy_at_most: int | None = None
    power_at_most: int | None = None
    state: Literal["exhausted", "ready", "stunned", "attacking", "defending", "damaged"] | None = (
        None
    )
    tag: str | None = None
    min: int = 1
    max: int = 1


#: who an instruction is about: you (the controller), or a player read off a slot
Who = str  # "you", "opponent", "each", "controller of <slot>", "owner of <slot>"


class Instruction(Node, tag_field="do"):
    """One game action with its complement (135.2.b.5).

    `after`: index of an earlier instruction this one is linked to (359.3.e.14): it is ignored when
    that one was. `optional`: its player may decline as it is executed.
    """


class Deal(Instruction, tag="deal", kw_only=True):
    """Deal damage to each object of a slot, or to all that a selector means (417)."""

    amount: int | str  # a number, or "might of <slot>"
    to: str | Selector
    after: int | None = None


class Kill(Instruction, tag="kill", kw_only=True):
    """428."""

    what: str | Selector
    after: int | None = None


class Banish(Instruction, tag="banish", kw_only=True):
    """427."""

    what: str | Selector
    after: int | None = None


class Draw(Instruction, tag="draw", kw_only=True):
    """413."""

    amount: int = 1
    who: Who = "you"
    after: int | None = None


class Discard(Instruction, tag="discard", kw_only=True):
    """422."""

    amount: int = 1
    who: Who = "you"
    after: int | None = None


class GiveMight(Instruction, tag="give_might", kw_only=True):
    """+N or -N Might for a duration; `minimum` limits a decrease and is snapshotted (477.3.b)."""

    amount: int
    to: str | Selector
    minimum: int | None = None
    until: Literal["turn", "combat"] = "turn"
    after: int | None = None


class GiveKeyword(Instruction, tag="give_keyword", kw_only=True):
    """Grant a keyword, with its value where it has one (801.3.a)."""

    keyword: str
    to: str | Selector
    value: int = 1
    until: Literal["turn", "combat", "unlimited"] = "turn"
    after: int | None = None


class Stun(Instruction, tag="stun", kw_only=True):
    """423."""

    what: str | Selector
    after: int | None = None


class Move(Instruction, tag="move", kw_only=True):
    """Move the objects of a slot: to the destination chosen (355.4), or to their base (449)."""

    what: str
    to: Literal["destination", "base", "here"] = "destination"
    after: int | None = None


class Recall(Instruction, tag="recall", kw_only=True):
    """455."""

    what: str | Selector
    after: int | None = None


class ReturnToHand(Instruction, tag="return_to_hand", kw_only=True):
    """To its owner's hand (056.2)."""

    what: str | Selector
    after: int | None = None


class Ready(Instruction, tag="ready", kw_only=True):
    """415."""

    what: str | Selector
    after: int | None = None


class Exhaust(Instruction, tag="exhaust", kw_only=True):
    """414."""

    what: str | Selector
    after: int | None = None


class Buff(Instruction, tag="buff", kw_only=True):
    """426."""

    what: str | Selector
    after: int | None = None


class Heal(Instruction, tag="heal", kw_only=True):
    """418."""

    what: str | Selector
    after: int | None = None


class Counter(Instruction, tag="counter", kw_only=True):
    """425."""

    what: str
    after: int | None = None


class Channel(Instruction, tag="channel", kw_only=True):
    """430."""

    amount: int = 1
    exhausted: bool = False
    after: int | None = None


class Add(Instruction, tag="add", kw_only=True):
    """429. `power`: domains, "any" for [A]."""

    energy: int = 0
    power: list[str] = []
    after: int | None = None


class GainPoints(Instruction, tag="gain_points", kw_only=True):
    """194.1.c."""

    amount: int = 1
    who: Who = "you"
    after: int | None = None


AnyInstruction = (
    Deal
    | Kill
    | Banish
    | Draw
    | Discard
    | GiveMight
    | GiveKeyword
    | Stun
    | Move
    | Recall
    | ReturnToHand
    | Ready
    | Exhaust
    | Buff
    | Heal
    | Counter
    | Channel
    | Add
    | GainPoints
)


class Cost(Node, kw_only=True):
    """A cost (201-206). `power`: one entry per Power: a domain, "any" for [A], "own" for [C]."""

    energy: int = 0
    power: list[str] = []
    exhaust_self: bool = False
    kill_self: bool = False
    recycle_self: bool = False
    discard: int = 0
    recycle_from_trash: int = 0


When = Literal[
    "play_me",
    "attack",
    "defend",
    "conquer",
    "hold",
    "conquer_here",
    "hold_here",
    "move",
    "die",
    "becomes_mighty",
    "end_of_your_turn",
    "start_of_your_beginning",
    "start_of_your_main",
    "play_spell",
]


class Ability(Node, tag_field="kind"):
    """One ability of a card (360-406)."""


class Triggered(Ability, tag="triggered", kw_only=True):
    """When the condition is met, the instructions (382-385). `may`: a leading "you may"
    (383.3.a).
    """

    when: When
    chooses: dict[str, Selector] = {}
    does: list[AnyInstruction]
    may: bool = False


class Activated(Ability, tag="activated", kw_only=True):
    """Cost, colon, instructions (376-381). An ability with an `add` resolves at once (429.2)."""

    cost: Cost
    chooses: dict[str, Selector] = {}
    does: list[AnyInstruction]
    timing: Literal["normal", "action", "reaction"] = "normal"
    #: place the source must be at
    only_while: Literal["anywhere", "battlefield", "base"] = "anywhere"


class Static(Ability, tag="static", kw_only=True):
    """A continuous change of what the selector means, while the source is on the board
    (363-366).
    """

    affects: Selector | Literal["self"]
    might: int = 0
    keywords: dict[str, int] = {}
    #: the condition under which it applies
    only_while: Literal["attacking", "defending", "battlefield", "base", "always"] = "always"


AnyAbility = Triggered | Activated | Static

#: keywords that the engine knows as such; a card with another one is unmodelled
KEYWORDS_MODELLED: frozenset[str] = frozenset(
    {
        "Accelerate",
        "Action",
        "Assault",
        "Backline",
        "Deflect",
        "Ganking",
        "Hidden",
        "Reaction",
        "Shield",
        "Tank",
        "Unique",
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
    chooses: dict[str, Selector] = {}
    does: list[AnyInstruction] = []
    abilities: list[AnyAbility] = []
    #: where the card is found
    set: str | None = None
    number: int | None = None
    aliases: list[str] = []
    banned: bool = False

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
        return self.text == "unmodelled" and bool(_CLAUSES_OF_TIMING & self._clauses())

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
            if clause not in _CLAUSES_AFTER_PLAY and not clause.startswith("effect ")
        ]

    @property
    def may_have_activated_ability(self) -> bool:
        """Whether text that is not modelled could be an ability that can be activated."""
        return self.text == "unmodelled" and bool(_CLAUSES_OF_ACTIVATION & self._clauses())

    def _clauses(self) -> frozenset[str]:
        return frozenset(self.clauses or ["text"])

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords
