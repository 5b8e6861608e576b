"""Terms of the notation: what is meant, how much, whether, and for what price.

Selectors, values, conditions, costs and moments refer to one another, so they stand together.
"""

from __future__ import annotations

from typing import Literal

from judge.effects.notation.words import (
    CardType,
    Domain,
    Keyword,
    Kind,
    Name,
    Node,
    Phase,
    PowerSymbol,
    Rank,
    Side,
    State,
    Together,
    Where,
    Who,
    Zone,
)

# --- values ---------------------------------------------------------------------------------------


class ValueNode(Node, tag_field="value"):
    """A number that the board or the course of play gives."""


class Count(ValueNode, tag="count", kw_only=True):
    """How many things a selector means, times `each`."""

    of: Selector
    each: int = 1


class MightOf(ValueNode, tag="might", kw_only=True):
    """The Might of a thing; of several, their sum."""

    of: Objects


class CostOf(ValueNode, tag="cost", kw_only=True):
    """The printed cost of a card (206): its Energy, or how many symbols of Power."""

    of: Objects
    part: Literal["energy", "power"] = "energy"


class MightBonusOf(ValueNode, tag="might_bonus", kw_only=True):
    """The Might Bonus of an Equipment (137.3)."""

    of: Objects


class KeywordValue(ValueNode, tag="keyword_value", kw_only=True):
    """The value of a keyword of a thing (801.3.a)."""

    keyword: Keyword
    of: Objects


class DamageOn(ValueNode, tag="damage", kw_only=True):
    """The damage marked on a thing (142.2)."""

    of: Objects


class PointsOf(ValueNode, tag="points", kw_only=True):
    """The points of a player (193)."""

    of: Who = "you"


class ExperienceOf(ValueNode, tag="xp", kw_only=True):
    """The XP of a player."""

    of: Who = "you"


class ThatMuch(ValueNode, tag="that_much", kw_only=True):
    """The number of the condition's event, or of what the instruction `of` did: damage dealt,
    cards discarded, excess assigned, resources spent.
    """

    of: Name | None = None
    what: Literal["amount", "excess", "energy", "power", "objects"] = "amount"


class Tally(ValueNode, tag="tally", kw_only=True):
    """How often something happened before, or how much of it: the facts of the turn or the game.
    `energy`, `power`: of `pay`, how much was spent.
    """

    of: Moment
    during: Literal["turn", "game", "item"] = "turn"
    what: Literal["times", "amount", "modes", "energy", "power"] = "times"


class Extreme(ValueNode, tag="extreme", kw_only=True):
    """The highest or lowest of something among what a selector means."""

    of: Selector
    what: Literal["might", "energy"] = "might"
    lowest: bool = False


class Distinct(ValueNode, tag="distinct", kw_only=True):
    """How many different tags (of those listed, if any), names or domains there are among
    things.
    """

    what: Literal["tags", "names", "domains"]
    of: Selector
    among: list[str] = []


class ChosenNumber(ValueNode, tag="chosen", kw_only=True):
    """A number that a player chose: the amount of a cost, the number of a slot."""

    slot: Name


class Sum(ValueNode, tag="sum", kw_only=True):
    """The sum of values; a difference has a negative `times` in it."""

    of: list[Value]


class Times(ValueNode, tag="times", kw_only=True):
    """A value taken `by` times; `by: 2` is double, `by: -1` its negative."""

    of: Value
    by: int


class Bounded(ValueNode, tag="bounded", kw_only=True):
    """A value that is not less than `least` and not more than `most`."""

    of: Value
    least: Value | None = None
    most: Value | None = None


Value = (
    int
    | Count
    | MightOf
    | CostOf
    | MightBonusOf
    | KeywordValue
    | DamageOn
    | PointsOf
    | ExperienceOf
    | ThatMuch
    | Tally
    | Extreme
    | Distinct
    | ChosenNumber
    | Sum
    | Times
    | Bounded
)


# --- selectors ------------------------------------------------------------------------------------


class Selector(Node, kw_only=True):
    """Things that may be chosen, that are meant all together, or that are compared with.

    What it is asked of depends on where it stands. In `chooses` and `choose` somebody chooses from
    `min` to `max` of what fits; in an instruction it means all that fit; in a condition or a moment
    it says which things count. Axes that are not given do not restrict. Numbers are inclusive.

    - `the`: nothing but what this name means, if it fits the rest
    - `follow`: find it in the zone that it went to (394, 390.5.c)
    - `other`: not the source; `unlike`: none of what these names mean
    - `of`: whom it belongs to, where that is another player than `side` could say
    - `where`: a location on the board; `at`: the location that a name means, or of what it means
    - `zone`: that of who follows the text, unless `side` or `of` says whose; `top` first cards of
      it, from its top; `not_zone`: of what is played, from anywhere else
    - `tag`, `keyword`, `type`, `named`: one of them is enough; of `not_tag` it has none
    - `named_as`: it has the name, the type or the tag that was named (760)
    - `attached_to`, `holds`, `beside`: to what it is attached; a battlefield or a unit with such a
      thing there; together with such a thing at its location
    - `choosing`: of spells and abilities, one that targets such a thing; `choosing_no_other`: and
      nothing else that fits this
    - `together`, `total_might_at_most`, `total_energy_at_most`: bind what is chosen as a group
    - `rank`: of those that fit, the highest or lowest
    - `any_number`: no upper bound
    - `by`: who chooses
    - `or_else`: what fits this instead may be chosen, too; there `if_paid`: if the additional cost
      of that label was paid
    """

    kind: Kind = "object"
    the: Name | None = None
    follow: bool = False
    side: Side = "any"
    of: Who | None = None
    owned_by: Who | None = None
    other: bool = False
    unlike: list[Name] = []
    where: Where = "anywhere"
    at: Name | None = None
    not_at: Name | None = None
    zone: Zone = "board"
    not_zone: Zone | None = None
    top: Value | None = None
    might_at_most: Value | None = None
    might_at_least: Value | None = None
    might_below: Value | None = None
    energy_at_most: Value | None = None
    energy_at_least: Value | None = None
    power_at_most: Value | None = None
    power_at_least: Value | None = None
    state: list[State] = []
    not_state: list[State] = []
    tag: list[str] = []
    not_tag: list[str] = []
    keyword: list[Keyword] = []
    without_keyword: list[Keyword] = []
    type: list[CardType] = []
    not_type: list[CardType] = []
    supertype: Literal["Champion", "Signature", "Token", "Basic"] | None = None
    domain: list[Domain] = []
    named: list[str] = []
    named_as: Literal["card", "type", "tag"] | None = None
    attached_to: Objects | None = None
    holds: Selector | None = None
    beside: Selector | None = None
    abilities: AbilitySelector | None = None
    choosing: Objects | None = None
    choosing_no_other: Selector | None = None
    min: Value = 1
    max: Value = 1
    any_number: bool = False
    together: list[Together] = []
    total_might_at_most: Value | None = None
    total_energy_at_most: Value | None = None
    rank: Rank | None = None
    by: Who = "you"
    or_else: Selector | None = None
    if_paid: Name | None = None


class AbilitySelector(Node, kw_only=True):
    """Abilities of things, for texts that speak of abilities: `source` has them.

    `event`: that trigger on it; `activated`: with such a cost; `keyword`: that are short for it.
    """

    source: Objects | None = None
    event: Event | None = None
    activated: bool = False
    cost_has: Literal["exhaust"] | None = None
    keyword: Keyword | None = None


#: What is meant: a name, several names, or all that a selector fits.
Objects = Name | list[Name] | Selector


# --- moments --------------------------------------------------------------------------------------

Event = Literal[
    "play",
    "play_ability",
    "attack",
    "defend",
    "win_combat",
    "lose_combat",
    "conquer",
    "hold",
    "score",
    "gain_points",
    "move",
    "recall",
    "enter",
    "leave",
    "die",
    "kill",
    "banish",
    "return_to_hand",
    "choose",
    "deal",
    "take_damage",
    "stun",
    "ready",
    "exhaust",
    "buff",
    "spend_buff",
    "heal",
    "become_mighty",
    "draw",
    "discard",
    "reveal",
    "look",
    "recycle",
    "channel",
    "add",
    "pay",
    "gain_xp",
    "spend_xp",
    "predict",
    "hide",
    "attach",
    "detach",
    "empower",
    "burn",
    "lose_points",
    "counter",
    "gain_control",
    "begin_showdown",
    "begin_combat",
    "end_combat",
    "begin_phase",
    "end_turn",
]

#: what is done to objects: a prohibition of it that says neither who nor what is about that which
#: the ability affects, "I can't be readied"
OF_OBJECTS: frozenset[Event] = frozenset(
    [
        "die",
        "kill",
        "deal",
        "take_damage",
        "move",
        "recall",
        "enter",
        "ready",
        "exhaust",
        "stun",
        "buff",
        "heal",
        "banish",
        "return_to_hand",
        "choose",
        "become_mighty",
        "empower",
        "attach",
        "detach",
    ]
)


class Moment(Node, kw_only=True):
    """An event that a text waits for, replaces, forbids or counts (370.1.a, 383.1).

    - `what`: the object that does it or to which it happens; absent where only a player matters
    - `by`: the player who does it; `other`: the second object (what chose, killed, dealt; the
      battlefield conquered, as it was before)
    - `where`: the location of it; `origin`: where it came from, `destination`: where it went
    - `nth`: only that one of the turn, by the player or object (383.1.b)
    - `batch`: once for all that happen together ("one or more"), not once for each
    - `phase`, `whose`, `first_of_game`: of `begin_phase` and `end_turn`
    - `amount_at_least`: the number of it, of `play` the Energy that was spent for it; `with_cost`:
      the additional cost that was paid
    - `during`: within that; `attack`: of a player who is the attacker of the combat
    - `reason`: of `gain_points`, by what they are gained (194.1)
    - `provided`: what must hold as well, adjacent to the condition (383.2.a.1)
    """

    event: Event
    what: Objects | None = None
    by: Who | None = None
    other: Objects | None = None
    where: Where = "anywhere"
    origin: Where | Zone | None = None
    destination: Where | Zone | None = None
    from_facedown: bool = False
    nth: int | None = None
    batch: bool = False
    phase: Phase | None = None
    whose: Who | None = None
    first_of_game: bool = False
    amount_at_least: Value | None = None
    with_cost: Name | None = None
    reason: Literal["conquer", "hold"] | None = None
    during: Literal["turn", "combat", "showdown", "attack"] | None = None
    provided: Condition | None = None


# --- conditions -----------------------------------------------------------------------------------


class ConditionNode(Node, tag_field="if"):
    """Something that is true or is not."""


class Exists(ConditionNode, tag="exists", kw_only=True):
    """There are from `at_least` to `at_most` such things."""

    of: Selector
    at_least: Value = 1
    at_most: Value | None = None


class Is(ConditionNode, tag="is", kw_only=True):
    """What a name means fits the selector; of something that left, by what it was (359.3.e.13)."""

    what: Objects
    a: Selector


class Compare(ConditionNode, tag="compare", kw_only=True):
    """A value against another."""

    value: Value
    at_least: Value | None = None
    at_most: Value | None = None
    below: Value | None = None
    above: Value | None = None


class Happened(ConditionNode, tag="happened", kw_only=True):
    """It happened before, at least so often."""

    moment: Moment
    during: Literal["turn", "game", "item"] = "turn"
    at_least: int = 1


class Done(ConditionNode, tag="done", kw_only=True):
    """The labelled instruction was followed ("if you do"); `fully`: to its whole number."""

    what: Name
    fully: bool = False


class CostPaid(ConditionNode, tag="cost_paid", kw_only=True):
    """The additional cost of that label was paid."""

    cost: Name


class OptionChosen(ConditionNode, tag="option_chosen", kw_only=True):
    """Somebody chose the option of that name."""

    option: str
    by: Who | None = None


class TurnIs(ConditionNode, tag="turn", kw_only=True):
    """Whose turn it is, and in what phase."""

    of: Who = "you"
    phase: Phase | None = None


class InCombat(ConditionNode, tag="in_combat", kw_only=True):
    """A thing is in a combat, or in a showdown of either kind."""

    what: Objects = "me"
    showdown: bool = False


class NearVictory(ConditionNode, tag="near_victory", kw_only=True):
    """The points of a player are within `points` of the Victory Score."""

    points: int
    of: Who = "you"


class PlayedFrom(ConditionNode, tag="played_from", kw_only=True):
    """The zone from which the thing was played."""

    what: Objects = "me"
    zone: Zone | Literal["facedown"] = "hand"


class AllOf(ConditionNode, tag="all", kw_only=True):
    """Each of them holds."""

    of: list[Condition]


class AnyOf(ConditionNode, tag="any", kw_only=True):
    """One of them holds."""

    of: list[Condition]


class Not(ConditionNode, tag="not", kw_only=True):
    """It does not hold."""

    that: Condition


Condition = (
    Exists
    | Is
    | Compare
    | Happened
    | Done
    | CostPaid
    | OptionChosen
    | TurnIs
    | InCombat
    | NearVictory
    | PlayedFrom
    | AllOf
    | AnyOf
    | Not
)


#: 812.1.b.1: what Legion is short for, where a spell has it before one of its instructions
LEGION = Happened(moment=Moment(event="play", by="you", what=Selector(kind="card", other=True)))


#: "you've chosen enemy units and/or gear with spells or unit abilities"
CHOSE_ENEMIES = Moment(
    event="choose",
    by="you",
    what=Selector(kind="permanent", side="enemy"),
    other=Selector(
        kind="spell",
        or_else=Selector(kind="ability", abilities=AbilitySelector(source=Selector(kind="unit"))),
    ),
)


def level_asked(condition: Condition) -> int | None:
    """The Level that a condition is, where a spell has it before one of its instructions
    (824.1.c); None for any other.
    """
    if not isinstance(condition, Compare) or not isinstance(condition.at_least, int):
        return None
    least = condition.at_least
    return least if condition == Compare(value=ExperienceOf(), at_least=least) else None


# --- costs ----------------------------------------------------------------------------------------


class Cost(Node, kw_only=True):
    """A cost (201-206): resources, and game actions that are done to pay it.

    What is chosen for it is found under the name `paid`. `recycle`, `discard` and the like take
    `me` or a selector with its numbers. `exhaust_me`: its source as well, beside what `exhaust`
    says. `any_amount`: its player chooses how often it is paid.
    """

    energy: Value = 0
    power: list[PowerSymbol] = []
    exhaust: Objects | None = None
    exhaust_me: bool = False
    kill: Objects | None = None
    banish: Objects | None = None
    recycle: Objects | None = None
    return_to_hand: Objects | None = None
    discard: Selector | int = 0
    spend_buff: Objects | None = None
    spend_xp: Value = 0
    any_amount: bool = False

    @property
    def exhausts_me(self) -> bool:
        """Whether the source is exhausted to pay it (414.5)."""
        return self.exhaust == "me" or self.exhaust_me

    @property
    def kills_me(self) -> bool:
        """Whether the source is killed to pay it (428)."""
        return self.kill == "me"

    @property
    def recycles_me(self) -> bool:
        """Whether the source is recycled to pay it (416)."""
        return self.recycle == "me"

    @property
    def uses_me(self) -> bool:
        """Whether the source itself is spent, so that it pays for nothing else."""
        return self.exhausts_me or self.removes_me

    @property
    def removes_me(self) -> bool:
        """Whether the source leaves the board as it is paid."""
        return self.kills_me or self.recycles_me

    @property
    def discards(self) -> int:
        """How many cards are discarded for it."""
        return self.discard if isinstance(self.discard, int) else fixed(self.discard.min)

    @property
    def recycles_cards(self) -> int:
        """How many cards of the trash are recycled for it."""
        return fixed(self.recycle.min) if isinstance(self.recycle, Selector) else 0


def fixed(value: Value) -> int:
    """A number that does not depend on the board. Raises `TypeError` for one that does."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} depends on the board")
    return value


class AdditionalCost(Node, kw_only=True):
    """An additional cost to play a card (356.1); `label` is how conditions call it."""

    cost: Cost
    label: Name = "additional"
    mandatory: bool = False
    provided: Condition | None = None
