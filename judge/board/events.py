"""The closed list of events: everything that can happen to a board (D14).

An event is plain data. `judge.board.applying.apply` is the only code that writes to a board, and it
does so from an event alone, so that folding a ruling's events over its board gives the resulting
board. A new kind of change is a new struct here and a new `apply` case there, nothing else.

Which events make a Cleanup outstanding (319) stands in `judge.board.occasions`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from judge.board.event import Event as Event
from judge.board.event import ZoneName as ZoneName
from judge.board.events_of_actions import (
    Attached as Attached,
)
from judge.board.events_of_actions import (
    BuffSpent as BuffSpent,
)
from judge.board.events_of_actions import (
    CardSeen as CardSeen,
)
from judge.board.events_of_actions import (
    CardsLooked as CardsLooked,
)
from judge.board.events_of_actions import (
    CardsRevealed as CardsRevealed,
)
from judge.board.events_of_actions import (
    Detached as Detached,
)
from judge.board.events_of_actions import (
    Disempowered as Disempowered,
)
from judge.board.events_of_actions import (
    Empowered as Empowered,
)
from judge.board.events_of_actions import (
    ExperienceGained as ExperienceGained,
)
from judge.board.events_of_actions import (
    ExperienceSpent as ExperienceSpent,
)
from judge.board.events_of_actions import (
    ObjectControlChanged as ObjectControlChanged,
)
from judge.board.events_of_actions import (
    PointsLost as PointsLost,
)
from judge.board.events_of_actions import (
    TextBecameActive as TextBecameActive,
)
from judge.board.events_of_chain import ItemChanged as ItemChanged
from judge.board.events_of_chain import ItemChosenAnew as ItemChosenAnew
from judge.board.events_of_chain import ItemControlChanged as ItemControlChanged
from judge.board.events_of_combat import CombatAdvanced as CombatAdvanced
from judge.board.events_of_combat import CombatBegan as CombatBegan
from judge.board.events_of_combat import CombatEnded as CombatEnded
from judge.board.events_of_combat import CombatNoted as CombatNoted
from judge.board.events_of_combat import ShowdownBecameCombat as ShowdownBecameCombat
from judge.board.events_of_combat import ShowdownBegan as ShowdownBegan
from judge.board.events_of_combat import ShowdownClosed as ShowdownClosed
from judge.board.events_of_effects import AbilityUsed as AbilityUsed
from judge.board.events_of_effects import AnyEffectEvent as AnyEffectEvent
from judge.board.events_of_effects import CopyChanged as CopyChanged
from judge.board.events_of_effects import EffectBegan as EffectBegan
from judge.board.events_of_effects import EffectEnded as EffectEnded
from judge.board.events_of_effects import EffectUsed as EffectUsed
from judge.board.events_of_game import AlliesNoted as AlliesNoted
from judge.board.events_of_game import BattlefieldPlaced as BattlefieldPlaced
from judge.board.events_of_game import BattlefieldReplaced as BattlefieldReplaced
from judge.board.events_of_game import CardsRemoved as CardsRemoved
from judge.board.events_of_game import GameBegan as GameBegan
from judge.board.events_of_game import GameWon as GameWon
from judge.board.events_of_game import PlayerRemoved as PlayerRemoved
from judge.board.events_of_game import TurnQueued as TurnQueued
from judge.board.state import (
    Card,
    ChainItem,
    Designation,
    FacedownCard,
    FinalizedCard,
    GameObject,
    OpenedBy,
    Phase,
    PoolUnit,
    ScoredBy,
)

# --- turn -------------------------------------------------------------------------------------


class TurnBegan(Event, tag="turn_began", kw_only=True):
    """Another turn begins: `player` is Turn Player (304, 306, 317.3). Facts of the turn
    start anew.
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    player: str
    number: int
    additional: bool = False


class PhaseBegan(Event, tag="phase_began", kw_only=True):
    """The turn enters a phase or step (315-317, 319.2)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    phase: Phase


class ItemsProcessedSet(Event, tag="items_processed_set", kw_only=True):
    """Whether an item underwent FEPR in this run of the Expiration Step (317.2.f)."""

    changes_objects: ClassVar[bool] = False
    value: bool


# --- window -----------------------------------------------------------------------------------


class PriorityGained(Event, tag="priority_gained", kw_only=True):
    """`player` has Priority, or nobody (312). `fresh` empties the passes in sequence (339.1)."""

    changes_objects: ClassVar[bool] = False
    player: str | None = None
    fresh: bool = False


class PriorityPassed(Event, tag="priority_passed", kw_only=True):
    """A pass on the chain (338.1.b)."""

    changes_objects: ClassVar[bool] = False
    player: str


class FocusGained(Event, tag="focus_gained", kw_only=True):
    """`player` has Focus, or nobody (313). `fresh` empties the passes of Focus in sequence
    (347.2).
    """

    changes_objects: ClassVar[bool] = False
    player: str | None = None
    fresh: bool = False


class FocusPassed(Event, tag="focus_passed", kw_only=True):
    """A pass in an open showdown (347.2)."""

    changes_objects: ClassVar[bool] = False
    player: str


# --- chain ------------------------------------------------------------------------------------


class ItemAdded(Event, tag="item_added", kw_only=True):
    """A pending item joins the chain, which exists from now on at the latest (329, 354, 401.1)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    item: ChainItem
    opened_by: OpenedBy


class ItemFinalized(Event, tag="item_finalized", kw_only=True):
    """The pending item `id` becomes finalized, with what was chosen and paid (352.2, 359.1, 406).

    `fact` is what Legion and the like will ask about this card later in the turn (812.1.c), `uses`
    the key of an ability that counts its uses (371, 383.3.e), `chose_enemy` counts enemies chosen.
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    item: ChainItem
    fact: FinalizedCard | None = None
    uses: str | None = None
    chose_enemy: dict[str, int] = {}


class CardPlayed(Event, tag="card_played", kw_only=True):
    """The act of playing a card or token has been completed by its resolution (350.1, 419.4.a)."""

    changes_objects: ClassVar[bool] = False
    player: str
    id: str
    card: str
    types: list[str] = []


class ItemRemoved(Event, tag="item_removed", kw_only=True):
    """The item leaves the chain; the chain is gone when it was the last (330, 319.5).

    For a card item, a `CardMoved` or `ObjectEntered` of the same moment says where the card went.
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    id: str
    why: Literal["resolved", "countered", "declined", "no_options", "unpaid", "returned", "removed"]


# --- zones ------------------------------------------------------------------------------------


class CardMoved(Event, tag="card_moved", kw_only=True):
    """A card goes from one zone that is not the board to another (124, 128).

    `verb` is the game action: draw, discard, recycle, burn, play, mulligan, reveal, trash, banish.
    `card` is the card as it is in its new zone (new generation where rule 124 makes it a new
    object).
    `from_position` and `to_position` say where in a deck: top, bottom, the middle of known faces,
    or
    the `count` of unknown ones; `bottom_same` joins the unordered group that `bottom` began
    (416.5).
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    verb: str
    player: str
    card: Card
    source: ZoneName
    target: ZoneName
    from_position: Literal["top", "middle", "bottom", "count"] | None = None
    to_position: Literal["top", "middle", "bottom", "bottom_same"] | None = None


class DeckShuffled(Event, tag="deck_shuffled", kw_only=True):
    """All of a deck's order is lost: top and bottom merge into the unordered middle (114,
    431.2.b).
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    player: str
    deck: Literal["main_deck", "rune_deck"]


class FaceSeen(Event, tag="face_seen", kw_only=True):
    """The face of an unknown card becomes known: an answer of chance, or its player shows it."""

    id: str
    card: str


class ObjectEntered(Event, tag="object_entered", kw_only=True):
    """An object comes onto the board at `at` (a battlefield id, or `base:<player>`) (319.6, 359.2).

    `verb`: play, channel, create, return. Its card has left its former zone by a `CardMoved` or
    `ItemRemoved` of the same moment.
    """

    verb: str
    object: GameObject
    at: str


class ObjectLeft(Event, tag="object_left", kw_only=True):
    """An object leaves the board for a zone of its owner, where it is a new object (124, 428.2).

    `verb`: kill, banish, return, recycle. Tokens cease to exist (186.1): `card` is None.
    """

    verb: str
    ref: str
    #: the name of its card or token
    name: str
    owner: str
    controller: str
    #: the location it left
    at: str
    #: it was attached, so that its printed text was inactive (135.4)
    attached: bool = False
    unit: bool = False
    #: references of what was attached to it
    bore: list[str] = []
    target: ZoneName
    card: Card | None = None
    to_position: Literal["top", "bottom", "bottom_same"] | None = None


class CardHidden(Event, tag="card_hidden", kw_only=True):
    """A card is put facedown at a battlefield (421, 811)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str
    card: FacedownCard
    source: ZoneName


class FacedownLeft(Event, tag="facedown_left", kw_only=True):
    """A facedown card leaves its zone: revealed by its owner (421.4), played or put into
    the trash.
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str
    id: str
    owner: str
    target: ZoneName
    card: Card | None = None


# --- objects ----------------------------------------------------------------------------------


class Exhausted(Event, tag="exhausted", kw_only=True):
    """414."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    refs: list[str]


class Readied(Event, tag="readied", kw_only=True):
    """415."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    refs: list[str]


class Stunned(Event, tag="stunned", kw_only=True):
    """423."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    refs: list[str]


class StunEnded(Event, tag="stun_ended", kw_only=True):
    """423.1.a.2."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    refs: list[str]


class Moved(Event, tag="moved", kw_only=True):
    """Units change location by a Move (420, 445-453). `origins` by reference."""

    refs: list[str]
    to: str
    origins: dict[str, str] = {}


class Recalled(Event, tag="recalled", kw_only=True):
    """Objects go to their controller's Base, which is not a Move (454-458)."""

    refs: list[str]
    to: str


class DamageDealt(Event, tag="damage_dealt", kw_only=True):
    """`amount` damage is marked on `ref` by `by` (142.3, 417).

    `spell`: the spell that deals it, on the first of the units it deals damage to at once.
    """

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    ref: str
    amount: int
    by: str
    source: str | None = None
    #: the object whose ability the source is, which deals it as well (417.6.b.2.a)
    bearer: str | None = None
    #: in combat, the units whose Might it is (417.6.c)
    units: list[str] = []
    spell: str | None = None


class Healed(Event, tag="healed", kw_only=True):
    """Damage is cleared from the units: all of it, or `amount` from each (418)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    refs: list[str]
    amount: int | None = None


class Buffed(Event, tag="buffed", kw_only=True):
    """A buff counter is placed on each (426, 702)."""

    changes_texts: ClassVar[bool] = False

    refs: list[str]


class Designated(Event, tag="designated", kw_only=True):
    """Units gain (or lose, None) the Attacker or Defender designation (323.2, 464.2.c.3,
    466.7.a).
    """

    changes_texts: ClassVar[bool] = False

    refs: list[str]
    designation: Designation | None = None


class BecameMighty(Event, tag="became_mighty", kw_only=True):
    """The unit's Might went from less than 5 to 5 or more (709)."""

    changes_objects: ClassVar[bool] = False
    ref: str


# --- battlefields -----------------------------------------------------------------------------


class Contested(Event, tag="contested", kw_only=True):
    """Contested is applied to a battlefield by `by`, or cleared (None) (190.3, 323.11)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    at: str
    by: str | None = None


class ControlChanged(Event, tag="control_changed", kw_only=True):
    """Control of a battlefield is established by `player`, or lost (None) (190)."""

    at: str
    player: str | None = None


class Staged(Event, tag="staged", kw_only=True):
    """What is staged at a battlefield (323.8-323.10, 461, 466.3.d.1)."""

    changes_objects: ClassVar[bool] = False
    at: str
    staged: list[Literal["showdown", "combat"]] = []


# --- points, resources, effects -----------------------------------------------------------------


class Scored(Event, tag="scored", kw_only=True):
    """A player scores a battlefield with `units` there (468-471), `uncontrolled` until then."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    player: str
    at: str
    how: ScoredBy
    units: list[str] = []
    uncontrolled: bool = False


class PointsGained(Event, tag="points_gained", kw_only=True):
    """A player gains points (194.1); `reason`: conquer, hold, burn_out, effect."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    player: str
    amount: int = 1
    reason: str = "effect"


class ResourcesAdded(Event, tag="resources_added", kw_only=True):
    """Energy or Power joins a Rune Pool (429)."""

    changes_objects: ClassVar[bool] = False
    player: str
    units: list[PoolUnit]


class ResourcesPaid(Event, tag="resources_paid", kw_only=True):
    """Energy or Power leaves a Rune Pool as payment (357.1, 444); not if `assumed` (enough)."""

    changes_texts: ClassVar[bool] = False
    changes_layers: ClassVar[bool] = False

    player: str
    units: list[PoolUnit]
    assumed: bool = False


class PoolEmptied(Event, tag="pool_emptied", kw_only=True):
    """Unspent Energy and Power are lost (167, 316.3, 317.2.d)."""

    changes_objects: ClassVar[bool] = False
    player: str


AnyEvent = (
    TurnBegan
    | TurnQueued
    | PhaseBegan
    | ItemsProcessedSet
    | PriorityGained
    | PriorityPassed
    | FocusGained
    | FocusPassed
    | ItemAdded
    | ItemFinalized
    | CardPlayed
    | ItemRemoved
    | ItemChanged
    | ItemControlChanged
    | ItemChosenAnew
    | CardMoved
    | DeckShuffled
    | FaceSeen
    | ObjectEntered
    | ObjectLeft
    | CardHidden
    | FacedownLeft
    | Exhausted
    | Readied
    | Stunned
    | StunEnded
    | Moved
    | Recalled
    | DamageDealt
    | Healed
    | Buffed
    | Designated
    | BecameMighty
    | Contested
    | ControlChanged
    | Staged
    | ShowdownBegan
    | ShowdownBecameCombat
    | ShowdownClosed
    | CombatBegan
    | CombatAdvanced
    | CombatNoted
    | CombatEnded
    | Scored
    | PointsGained
    | ResourcesAdded
    | ResourcesPaid
    | PoolEmptied
    | AnyEffectEvent
    | BattlefieldReplaced
    | AlliesNoted
    | CardsRemoved
    | BattlefieldPlaced
    | GameBegan
    | PlayerRemoved
    | GameWon
    | Attached
    | Detached
    | Empowered
    | TextBecameActive
    | Disempowered
    | BuffSpent
    | ObjectControlChanged
    | ExperienceGained
    | ExperienceSpent
    | PointsLost
    | CardSeen
    | CardsLooked
    | CardsRevealed
)

__all__ = [
    name
    for name, value in list(globals().items())
    if isinstance(value, type) and issubclass(value, Event)
]

EVENT_TYPES: tuple[type[Event], ...] = AnyEvent.__args__
