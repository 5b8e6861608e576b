"""What texts do beside plain game actions, and the abilities in which it stands.

An instruction may give a change, a change may grant an ability, an ability consists of
instructions; so these stand together.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.effects.notation.instructions import (
    Instruction,
    PlainInstruction,
)
from judge.effects.notation.terms import (
    AbilitySelector,
    Condition,
    Cost,
    Event,
    Moment,
    Objects,
    Selector,
    Value,
)
from judge.effects.notation.words import (
    CardType,
    Domain,
    Keyword,
    Name,
    Node,
    PowerSymbol,
    Timing,
    Until,
    Where,
    Who,
    Zone,
)

# --- instructions that contain others -------------------------------------------------------------


class Give(Instruction, tag="give", kw_only=True):
    """Any other continuous change for a duration (390.4). `next`: only to so many of what comes."""

    changes: list[Change]
    to: Objects
    until: Until = "turn"
    next: int | None = None


class Mode(Node, kw_only=True):
    """One of the modes of a text (355.3), with the choices that it asks."""

    name: Name
    chooses: dict[Name, Selector] = {}
    does: list[AnyInstruction]


class Modes(Instruction, tag="modes", kw_only=True):
    """Choose from `min` to `max` modes as the item is finalized; `once`: not the same again in
    this item, or in this turn by this object.
    """

    of: list[Mode]
    min: int = 1
    max: int = 1
    once: Literal["item", "turn"] | None = None


class Either(Instruction, tag="either", kw_only=True):
    """ "This or that": one of these, as its player says while the text is executed (355.17)."""

    of: list[Mode]


class If(Instruction, tag="if", kw_only=True):
    """One list of instructions or the other, as where a branch replaces what the text would do
    otherwise (158.2).
    """

    condition: Condition
    then: list[AnyInstruction]
    otherwise: list[AnyInstruction] = []


class Pay(Instruction, tag="pay", kw_only=True):
    """`who` may pay while the text is executed; then one list, otherwise the other ("unless")."""

    cost: Cost
    then: list[AnyInstruction] = []
    otherwise: list[AnyInstruction] = []


class ForEach(Instruction, tag="for_each", kw_only=True):
    """The instructions for each thing, named `each` in them, or so many times."""

    of: Objects | None = None
    times: Value | None = None
    does: list[AnyInstruction]


class EachPlayer(Instruction, tag="each_player", kw_only=True):
    """Each player in turn order, beginning with the turn player, or with the next (`starting`),
    follows the instructions as "you". `others_only`: but the controller of the text; `with_you`:
    that one beside the opponents. `picked`, `did`: those who picked the option, or did what that
    label of an earlier one says. `follower`: the controller of the text follows the instructions
    for each of them, or both do.
    """

    does: list[AnyInstruction]
    starting: Literal["turn_player", "you", "next"] = "turn_player"
    opponents_only: bool = False
    others_only: bool = False
    with_you: bool = False
    picked: str | None = None
    did: Name | None = None
    follower: Literal["each", "you", "both"] = "each"


class DoThis(Instruction, tag="do_this", kw_only=True):
    """A reflexive trigger (387): a new pending item, `times` over. `when`: the event it waits for,
    within what this item has done.
    """

    ability: Triggered
    times: Value = 1


class Following(Node, kw_only=True):
    """One of several reflexive triggers, and for what type or domain it is (387.1.b)."""

    name: Name
    ability: Triggered
    type: CardType | None = None
    domain: Domain | None = None


class DoFollowing(Instruction, tag="do_following", kw_only=True):
    """Reflexive triggers of which some go on the chain (387.1.b): all of them, as many as their
    player picks (`choose`), or those for what `by` is.
    """

    of: list[Following]
    choose: int | None = None
    by: Name | None = None


class Delay(Instruction, tag="delay", kw_only=True):
    """A delayed ability (390), from now on for a duration; `once`: only the next time."""

    ability: Triggered | Replacement
    until: Until = "turn"
    once: bool = False


class Procedure(Instruction, tag="procedure", kw_only=True):
    """A named procedure of the engine, for what nothing else says; they are counted."""

    name: Name
    what: Objects | None = None


# --- continuous changes ---------------------------------------------------------------------------


class ChangeNode(Node, tag_field="change", kw_only=True):
    """A continuous change of things, rules or costs, for as long as what it stands in applies."""


class Might(ChangeNode, tag="might", kw_only=True):
    """+N or -N Might (477.3)."""

    amount: Value
    minimum: int | None = None
    maximum: int | None = None


class SetMight(ChangeNode, tag="set_might", kw_only=True):
    """Might is so much (477.1.a); `at_least`: raised to that much, and not lowered (477.3.b)."""

    amount: Value
    at_least: bool = False


class GrantKeyword(ChangeNode, tag="keyword", kw_only=True):
    """A keyword with its value, and its cost where it has one. `if_lacking`: only to what has it
    from nothing else. `to_bearer`: not what is meant has it, but what each of these is attached to.
    """

    keyword: Keyword
    value: Value = 1
    cost: Cost | None = None
    cost_of_itself: bool = False
    if_lacking: bool = False
    to_bearer: bool = False


class GrantKeywords(ChangeNode, tag="keywords_of", kw_only=True):
    """All keywords of another thing."""

    of: Objects


class GrantAbility(ChangeNode, tag="ability", kw_only=True):
    """An ability, whose `me` is the thing that has it."""

    ability: AnyAbility


class GrantAbilities(ChangeNode, tag="abilities_of", kw_only=True):
    """The abilities that a selector means."""

    abilities: AbilitySelector


class LoseAbilities(ChangeNode, tag="lose_abilities", kw_only=True):
    """Abilities are gone (477.2.a, 801.3.b): all of them, or one keyword."""

    keyword: Keyword | None = None


class Trait(ChangeNode, tag="trait", kw_only=True):
    """Types, tags, domains or names beside its own, or instead of them (477.1)."""

    types: list[CardType] = []
    tags: list[str] = []
    domains: list[Domain] = []
    instead: bool = False


class Control(ChangeNode, tag="control", kw_only=True):
    """Who controls it (190)."""

    by: Who = "you"


class CopyText(ChangeNode, tag="copy_text", kw_only=True):
    """The text of a thing is copied into this one's effect text."""

    of: Objects


class Enters(ChangeNode, tag="enters", kw_only=True):
    """How it enters the board (369.3). `to`: at the location that a name means, or of what it
    means; `where`: only if it is played there.
    """

    ready: bool | None = None
    at: Where | None = None
    to: Name | None = None
    where: Where = "anywhere"


class CostChange(ChangeNode, tag="cost", kw_only=True):
    """What is paid for it changes (356.4).

    - `of`: to play it, to hide it, to activate, to repeat, to move, to choose it; `additional`: its
      optional additional costs alone (356.4.c)
    - `energy`, `power`: less when negative; `power_less`: that many symbols less, `times` over
    - `minimum`: of Energy, below which it does not go; `either`: one of the two, as its player says
    - `ignore`: a part of the cost is not paid
    - `alternative`: may be paid instead of the base cost; `applied`: has to be paid as well (204.4)
    - `beyond`: of an applied cost, so many at the same time are free; `to`: only for a move there
    - `additional`: has to be paid beside the base cost, or with `may` as its player decides (356.2)
    - `nth`: only of that one of those that its side plays in a turn
    """

    of: Literal["play", "hide", "activate", "repeat", "move", "choose", "equip", "additional"] = (
        "play"
    )
    energy: Value = 0
    power: list[PowerSymbol] = []
    power_less: list[PowerSymbol] = []
    times: Value = 1
    minimum: int | None = None
    either: bool = False
    ignore: Literal["energy", "power", "base", "all"] | None = None
    alternative: Cost | None = None
    applied: Cost | None = None
    beyond: int = 0
    to: Where = "anywhere"
    additional: Cost | None = None
    may: bool = False
    nth: int | None = None


class Cannot(ChangeNode, tag="cannot", kw_only=True):
    """A prohibition (002, 055): the moment does not come about. `only`: but these can.

    What is done to objects is forbidden of what `what` of the moment means. Where that says neither
    who nor what, it is forbidden of what the ability affects: "I can't be readied".
    """

    moment: Moment
    only: Objects | None = None


class May(ChangeNode, tag="may", kw_only=True):
    """A permission beside those of the rules: to play or move it at another time, from another
    zone, to another location; `ambush`: with the permissions of that keyword (822.1.d).
    """

    event: Event = "play"
    timing: Timing | None = None
    zone: Zone | None = None
    where: list[Where] = []
    at: Selector | None = None
    only: bool = False
    ambush: bool = False
    provided: Condition | None = None


class Damage(ChangeNode, tag="damage", kw_only=True):
    """Damage that it deals, or with `taken` that it is dealt: more, double, or none (712, 437)."""

    bonus: Value = 0
    double: bool = False
    none: bool = False
    taken: bool = False
    by: Selector | None = None
    to: Selector | None = None


class RuleChange(ChangeNode, tag="rule", kw_only=True):
    """A number or a switch of the rules is another one, for what it stands with.

    The list is closed; each is a rule hook of its own. Of a limit `amount` 0 means none at all.
    Of triggers `event` or `keyword` says which, and `of` a battlefield, for what happens there or
    for what is there.
    """

    what: Literal[
        "victory_score",
        "extra_triggers",
        "no_triggers",
        "trigger_alias",
        "buff_limit",
        "empower_limit",
        "buff_value",
        "might_bonus_factor",
        "lethal_damage",
        "facedown_capacity",
        "look_at_facedown",
        "add_amplified",
        "assigned_first",
        "assigned_last",
        "token_plays",
        "repeat_play_effect",
        "tied_result",
        "move_from_anywhere",
        "damage_cannot_be_prevented",
        "ignores_keyword",
        "no_combat_damage",
    ]
    amount: Value = 1
    of: Objects | None = None
    event: Event | None = None
    keyword: Keyword | None = None


#: changes of the rules that say how often abilities trigger
OF_TRIGGERS: frozenset[str] = frozenset(["extra_triggers", "no_triggers"])

Change = (
    Might
    | SetMight
    | GrantKeyword
    | GrantKeywords
    | GrantAbility
    | GrantAbilities
    | LoseAbilities
    | Trait
    | Control
    | CopyText
    | Enters
    | CostChange
    | Cannot
    | May
    | Damage
    | RuleChange
)


# --- abilities ------------------------------------------------------------------------------------


class Ability(Node, tag_field="kind", kw_only=True):
    """One ability of a card (360-406).

    `legion`, `level`, `empowered`: dependent text (721, 828), active only under its keyword's
    condition. `zone`: where the source has to be for it; `board` unless the text says otherwise
    (365.1, 385.2).
    """

    legion: bool = False
    level: int | None = None
    empowered: bool = False
    zone: Zone = "board"


class Triggered(Ability, tag="triggered", kw_only=True):
    """When the condition is met, the instructions (382-385).

    - `when`: one moment or several; a bare word is what the source itself does
    - `may`: a leading "you may" (383.3.a); `cost`: a leading cost (383.3.b)
    - `times_each_turn`: it triggers no oftener (383.3.e)
    - `deathknell`: it is the text of that keyword (808)
    """

    when: Event | Moment | list[Moment]
    may: bool = False
    cost: Cost | None = None
    times_each_turn: int | None = None
    deathknell: bool = False
    chooses: dict[Name, Selector] = {}
    does: list[AnyInstruction]

    @property
    def moments(self) -> list[Moment]:
        """The moments it waits for; a bare word is what the source itself does."""
        if isinstance(self.when, list):
            return self.when
        return [Moment(event=self.when, what="me") if isinstance(self.when, str) else self.when]


class Activated(Ability, tag="activated", kw_only=True):
    """Cost, colon, instructions (376-381). An ability with an `add` resolves at once (429.2)."""

    cost: Cost
    timing: Timing = "normal"
    only_if: Condition | None = None
    times_each_turn: int | None = None
    chooses: dict[Name, Selector] = {}
    does: list[AnyInstruction]


class Static(Ability, tag="static", kw_only=True):
    """Continuous changes of what is meant, while the condition holds (363-366).

    - `instead`: behind a Level, in place of what stands before it behind a lower one
    """

    affects: Objects = "me"
    changes: list[Change]
    while_: Condition | None = msgspec.field(name="while", default=None)
    instead: bool = False


class Replacement(Ability, tag="replacement", kw_only=True):
    """What happens instead of a moment, or together with it as it happens (367-375).

    - `instead_of`: the event that would happen, or several; in `does` its object is called `it`
    - `as_well`: the event happens too ("as", 370.1.b.1)
    - `may`, `cost`: whether its controller applies it, or whom `by` says
    - `times_each_turn`: 371
    """

    instead_of: Moment | list[Moment]
    as_well: bool = False
    may: bool = False
    by: Who = "you"
    cost: Cost | None = None
    times_each_turn: int | None = None
    does: list[AnyInstruction] = []

    @property
    def moments(self) -> list[Moment]:
        """The events that it replaces."""
        return self.instead_of if isinstance(self.instead_of, list) else [self.instead_of]


class KeywordAbility(Ability, tag="keyword", kw_only=True):
    """A keyword with a cost or an amount of its own: Equip, Repeat, Quick-Draw, Flow and the like
    (800-829).
    """

    keyword: Keyword
    cost: Cost | None = None
    amount: Value | None = None
    cost_of_itself: bool = False


AnyAbility = Triggered | Activated | Static | Replacement | KeywordAbility

AnyInstruction = (
    PlainInstruction
    | Give
    | Modes
    | Either
    | If
    | Pay
    | ForEach
    | EachPlayer
    | DoThis
    | DoFollowing
    | Delay
    | Procedure
)
