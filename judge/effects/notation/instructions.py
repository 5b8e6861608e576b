"""The game actions of the notation, and the other instructions that contain no others (412-444).

Those that contain instructions, changes or abilities stand in `judge.effects.notation.doing`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.effects.notation.terms import AbilitySelector, Cost, Moment, Objects, Selector, Value
from judge.effects.notation.words import Keyword, Name, Node, PowerSymbol, Until, Where, Who, Zone


class Instruction(Node, tag_field="do", kw_only=True):
    """One game action with its complement (135.2.b.5).

    - `label`: how later instructions call what it did and what it did it to
    - `after`: the label of the instruction that it is linked to (359.3.e.14): it is ignored when
      that one was
    - `who`: the player who performs it; `may`: that player can decline as it is executed
      (383.3.a.3)
    """

    label: Name | None = None
    after: Name | None = None
    who: Who = "you"
    may: bool = False


class Deal(Instruction, tag="deal", kw_only=True):
    """Deal damage (417): `amount` to each; with `split`, between them. `source`: what deals it,
    where that is not the text itself; `bonus`: Bonus Damage of this instruction alone (712).
    """

    amount: Value
    to: Objects
    split: bool = False
    source: Objects | None = None
    bonus: Value = 0


class Heal(Instruction, tag="heal", kw_only=True):
    """418. `amount` absent: all of it."""

    what: Objects
    amount: Value | None = None


class Kill(Instruction, tag="kill", kw_only=True):
    """428."""

    what: Objects


class Banish(Instruction, tag="banish", kw_only=True):
    """427."""

    what: Objects


class ReturnToHand(Instruction, tag="return_to_hand", kw_only=True):
    """To its owner's hand (056.2)."""

    what: Objects


class Recycle(Instruction, tag="recycle", kw_only=True):
    """416."""

    what: Objects


class Put(Instruction, tag="put", kw_only=True):
    """Put cards into a zone, of a deck at its top or bottom; `any_order`: its player arranges. Into
    the Champion Zone only if it is empty (108.3.c.1).
    """

    what: Objects
    to: Zone
    position: Literal["top", "bottom"] | None = None
    any_order: bool = False


class Draw(Instruction, tag="draw", kw_only=True):
    """413. `what`: a card among those that were looked at or revealed, instead of the top one."""

    amount: Value = 1
    what: Objects | None = None


class Discard(Instruction, tag="discard", kw_only=True):
    """422. `what` restricts which cards."""

    amount: Value = 1
    what: Objects | None = None


class Reveal(Instruction, tag="reveal", kw_only=True):
    """424. `until`: one after another until such a card comes."""

    what: Objects
    until: Selector | None = None


class Look(Instruction, tag="look", kw_only=True):
    """Look at cards of a hidden zone (106), or at what is facedown. `until`: whoever does it may
    look at these for that time, whichever they are.
    """

    what: Objects
    until: Until | None = None


class Predict(Instruction, tag="predict", kw_only=True):
    """436."""

    amount: Value = 1


class Channel(Instruction, tag="channel", kw_only=True):
    """430."""

    amount: Value = 1
    exhausted: bool = False


class Add(Instruction, tag="add", kw_only=True):
    """429. `only_for`: what the resources can be spent to play, with `abilities_too` to use the
    abilities of such as well; `only_during`: when; `times`: so many of them ("that much [A]").
    """

    energy: Value = 0
    power: list[PowerSymbol] = []
    times: Value = 1
    only_for: Selector | None = None
    abilities_too: bool = False
    only_during: Literal["showdown"] | None = None


class Move(Instruction, tag="move", kw_only=True):
    """Move (446): to the destination chosen (355.4), which may have to be one of such battlefields
    (449.1), to its base, to where the source is, to the location that a name means (`at`), or to
    another one.
    """

    what: Objects
    to: Where = "destination"
    at: Name | None = None
    destination: Selector | None = None


class SwapPlaces(Instruction, tag="swap_places", kw_only=True):
    """Two units move, each to where the other was."""

    what: Name
    other: Name


class Recall(Instruction, tag="recall", kw_only=True):
    """455."""

    what: Objects


class Ready(Instruction, tag="ready", kw_only=True):
    """415."""

    what: Objects


class Exhaust(Instruction, tag="exhaust", kw_only=True):
    """414."""

    what: Objects


class Stun(Instruction, tag="stun", kw_only=True):
    """423."""

    what: Objects


class Buff(Instruction, tag="buff", kw_only=True):
    """426."""

    what: Objects


class SpendBuff(Instruction, tag="spend_buff", kw_only=True):
    """702.2: as many as there are, or `amount`."""

    what: Objects
    amount: Value | None = None


class GiveMight(Instruction, tag="give_might", kw_only=True):
    """+N or -N Might for a duration; `minimum` limits a decrease, `maximum` an increase
    (477.3.b).
    """

    amount: Value
    to: Objects
    minimum: int | None = None
    maximum: int | None = None
    until: Until = "turn"


class GiveKeyword(Instruction, tag="give_keyword", kw_only=True):
    """Grant a keyword, with its value where it has one (801.3.a)."""

    keyword: Keyword
    to: Objects
    value: Value = 1
    until: Until = "turn"


class GainControl(Instruction, tag="gain_control", kw_only=True):
    """190. `until` absent: for good; `of_item`: of a spell or an ability, with new choices
    (750).
    """

    what: Objects
    until: Until = "unlimited"
    new_choices: bool = False


class LoseControl(Instruction, tag="lose_control", kw_only=True):
    """What gave `who` control of it is over; it goes back to who had it before (190)."""

    what: Objects


class BecomeCopy(Instruction, tag="become_copy", kw_only=True):
    """477.1.b: `what` becomes a copy of `of`."""

    what: Objects
    of: Objects
    until: Until = "unlimited"


class Attach(Instruction, tag="attach", kw_only=True):
    """434."""

    what: Objects
    to: Objects


class Detach(Instruction, tag="detach", kw_only=True):
    """435."""

    what: Objects


class Counter(Instruction, tag="counter", kw_only=True):
    """425. `to`: where a card goes instead of its owner's trash."""

    what: Objects
    to: Zone = "trash"


class Play(Instruction, tag="play", kw_only=True):
    """Play cards as part of an effect (419, 354.3).

    `ignoring`: its Energy cost, its base cost, or any and all costs (356.4); `cost`: what is paid
    instead; `to`, `at`: where it has to be played, `or_to`: where it may be, beside where it could.
    """

    what: Objects
    ignoring: Literal["energy", "base", "all"] | None = None
    cost: Cost | None = None
    reduced_by: Cost | None = None
    to: Where = "anywhere"
    at: Name | None = None
    or_to: Where | None = None
    exhausted: bool = False
    ready: bool = False
    then_banish: bool = False
    then_recycle: bool = False


class PlayToken(Instruction, tag="play_token", kw_only=True):
    """Play a token of rule 187 by its name (186), as often as `amount` says. The name `it` is that
    of the token whose play is replaced (375).
    """

    token: str
    amount: Value = 1
    ready: bool = False
    exhausted: bool = False
    to: Where = "anywhere"
    at: Name | None = None
    different_places: bool = False
    might: Value | None = None
    keywords: list[Keyword] = []
    copy_of: Objects | None = None


class Create(Instruction, tag="create", kw_only=True):
    """439: a token that is not played, such as a battlefield."""

    token: str
    unless_there: bool = False


class Replace(Instruction, tag="replace", kw_only=True):
    """438: the object becomes another card, and may come back."""

    what: Objects
    by: str | None = None
    back: bool = False


class Hide(Instruction, tag="hide", kw_only=True):
    """421, without its cost where the text says so."""

    what: Objects
    at: Name | None = None
    free: bool = False


class Score(Instruction, tag="score", kw_only=True):
    """Gain points (194.1.c), or score a battlefield (`at`)."""

    amount: Value = 1
    at: Name | None = None


class LosePoints(Instruction, tag="lose_points", kw_only=True):
    """A player's points go down; never below zero."""

    amount: Value = 1


class GainExperience(Instruction, tag="gain_xp", kw_only=True):
    """730.1."""

    amount: Value = 1


class SpendExperience(Instruction, tag="spend_xp", kw_only=True):
    """730.2."""

    amount: Value = 1


class Burn(Instruction, tag="burn", kw_only=True):
    """440: cards from the top of the Main Deck to the trash."""

    amount: Value = 1


class Empower(Instruction, tag="empower", kw_only=True):
    """441."""

    what: Objects


class Disempower(Instruction, tag="disempower", kw_only=True):
    """442."""

    what: Objects


class DoubleMight(Instruction, tag="double_might", kw_only=True):
    """432: as much Might again as it has now, for a duration."""

    to: Objects
    until: Until = "turn"


class SwapMight(Instruction, tag="swap_might", kw_only=True):
    """433: the Might of two things is reversed, for a duration."""

    what: Name
    other: Name
    until: Until = "turn"


class Skip(Instruction, tag="skip", kw_only=True):
    """443: the next such event, or such part of the turn, is passed over."""

    moment: Moment
    until: Until = "turn"


class Win(Instruction, tag="win", kw_only=True):
    """Win the game (195)."""


class Lose(Instruction, tag="lose", kw_only=True):
    """Lose the game, which removes the player at once (195.1)."""


class TakeTurn(Instruction, tag="take_turn", kw_only=True):
    """An additional turn after this one (734)."""


class NameCard(Instruction, tag="name", kw_only=True):
    """Name a card, a type or a tag (760)."""

    what: Literal["card", "type", "tag"]


class Choose(Instruction, tag="choose", kw_only=True):
    """A choice made while the text is executed, which does not target (355.9.a)."""

    from_: Selector = msgspec.field(name="from")


class ChooseOption(Instruction, tag="choose_option", kw_only=True):
    """`who` picks one of these words; conditions refer to it."""

    options: list[str]


class SplitCards(Instruction, tag="arrange", kw_only=True):
    """Divide cards between the top and the bottom of a deck, in any order."""

    what: Objects


class ChooseAnew(Instruction, tag="choose_anew", kw_only=True):
    """New choices for an item on the chain (750)."""

    what: Objects


class Activate(Instruction, tag="activate", kw_only=True):
    """The abilities trigger as if the named part of their condition was met (383.4.g). `repeat`:
    what they say is done once more as part of this text, with nothing put on the chain.
    """

    abilities: AbilitySelector
    repeat: bool = False


class Prevent(Instruction, tag="prevent", kw_only=True):
    """437: prevent damage that would be dealt to these, all or so much; `by`: all that such spells
    or abilities would deal, also to what fits only later.
    """

    to: Objects
    by: Selector | None = None
    amount: Value | None = None
    until: Until = "turn"
    each_time: bool = False


#: An instruction that contains no other.
PlainInstruction = (
    Deal
    | Heal
    | Kill
    | Banish
    | ReturnToHand
    | Recycle
    | Put
    | Draw
    | Discard
    | Reveal
    | Look
    | Predict
    | Channel
    | Add
    | Move
    | SwapPlaces
    | Recall
    | Ready
    | Exhaust
    | Stun
    | Buff
    | SpendBuff
    | GiveMight
    | GiveKeyword
    | GainControl
    | LoseControl
    | BecomeCopy
    | Attach
    | Detach
    | Counter
    | Play
    | PlayToken
    | Create
    | Replace
    | Hide
    | Score
    | LosePoints
    | GainExperience
    | SpendExperience
    | Burn
    | Empower
    | Disempower
    | DoubleMight
    | SwapMight
    | Skip
    | Win
    | Lose
    | TakeTurn
    | NameCard
    | Choose
    | ChooseOption
    | SplitCards
    | ChooseAnew
    | Activate
    | Prevent
)
