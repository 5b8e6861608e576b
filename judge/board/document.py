"""A board as people type it: the JSON document that HTTP takes (D11, D12).

These structs are wider than those of `judge.board.state`: names may stand for objects, counts for
cards nobody knows, and what can be derived may be left out. Every canonical board is also such a
document. `judge.board.expanding` turns a document into a board; `judge.board.schema` publishes it.

A field that is `UNSET` was left out. Where leaving it out and writing its default mean the same,
the strict struct is used as it is.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from judge.board.state import (
    UNKNOWN,
    AdditionalTurns,
    CombatResult,
    CombatStep,
    Designation,
    Effect,
    FinalizedCard,
    ItemKind,
    NextTask,
    OpenedBy,
    Overlay,
    Paid,
    Phase,
    PoolUnit,
    Removed,
    ReplacedBattlefield,
    Result,
    ScoredBy,
    Source,
)


class DocumentPart(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What every part of a typed board has in common."""


class CardDocument(DocumentPart, kw_only=True):
    """A card in a zone that is not the board. A plain name does for a card without more to say."""

    #: generated when left out
    id: str | UnsetType = UNSET
    #: its name, or `unknown`
    card: str = UNKNOWN
    generation: int = 1
    #: players other than the zone's own who may look at its face
    known_to: list[str] = []


class DeckDocument(DocumentPart, kw_only=True):
    """A deck of which more is known than its size or its cards."""

    #: the known top, in order, the top card first
    top: list[str | CardDocument] = []
    #: known cards of unknown order: counts by name, or a list of names
    middle: dict[str, int] | list[str] = {}
    #: how many cards of unknown face lie between top and bottom; null: nobody knows
    count: int | UnsetType | None = UNSET
    #: the known bottom; a list within it is a group of unknown order, the last lies lowest
    bottom: list[str | CardDocument | list[str | CardDocument]] = []


class PoolDocument(DocumentPart, kw_only=True):
    """A Rune Pool without restrictions, in short (165-167)."""

    energy: int = 0
    #: amounts by domain, or `any`
    power: dict[str, int] = {}


class ObjectDocument(DocumentPart, kw_only=True):
    """A permanent, a rune, a legend or a token. A plain name does for one without more to say."""

    #: generated when left out
    id: str | UnsetType = UNSET
    card: str
    #: the controller, when left out
    owner: str | UnsetType = UNSET
    #: the player whose Base it is in; at a battlefield its owner, else the battlefield's controller
    controller: str | UnsetType = UNSET
    generation: int = 1
    #: what its card says, when left out
    token: bool | UnsetType = UNSET
    exhausted: bool | UnsetType = UNSET
    stunned: bool = False
    #: true, or how many times
    empowered: int | bool = 0
    buffs: int = 0
    counters: dict[str, int] = {}
    #: by the player who marked it; a number is marked by the only opponent of its controller
    damage: int | dict[str, int] = {}
    #: what is attached to it, at the same place and under the same controller
    attached: list[str | ObjectDocument] = []
    attached_to: str | None = None
    designation: Designation | None = None
    chosen: dict[str, str] = {}
    linked: dict[str, list[str]] = {}
    copied: dict[str, Any] = {}
    since: int | None = None
    text_since: dict[str, int] = {}


class FacedownDocument(DocumentPart, kw_only=True):
    """A card in a Facedown Zone."""

    #: generated when left out
    id: str | UnsetType = UNSET
    #: the battlefield's controller, when left out
    controller: str | UnsetType = UNSET
    #: the controller, when left out
    owner: str | UnsetType = UNSET
    #: its name, or `unknown`
    card: str = UNKNOWN
    generation: int = 1
    #: number of the turn in which it was hidden; 0, an earlier one, when left out
    since: int | UnsetType = UNSET
    cause: Literal["hidden", "effect"] = "hidden"
    #: players other than its controller who may look at its face
    known_to: list[str] = []


class BattlefieldDocument(DocumentPart, kw_only=True):
    """A battlefield with what is there."""

    #: made from the name of its card, when left out
    id: str | UnsetType = UNSET
    card: str
    #: derived where it can be, when left out
    owner: str | UnsetType = UNSET
    contributor: str | None = None
    controller: str | None = None
    token: bool | UnsetType = UNSET
    #: in a showdown there: the attacker or the player with Focus, when left out
    contested_by: str | None = None
    scored: dict[str, ScoredBy] | UnsetType = UNSET
    #: every object located here
    units: list[str | ObjectDocument] = []
    facedown: list[str | FacedownDocument] = []
    #: what a battlefield token stands in for, oldest first
    replaced: list[str | ReplacedBattlefield] = []
    staged: list[Literal["showdown", "combat"]] | UnsetType = UNSET


class PlayerDocument(DocumentPart, kw_only=True):
    """A player and the zones that are theirs."""

    points: int | UnsetType = UNSET
    xp: int | UnsetType = UNSET
    pool: PoolDocument | list[PoolUnit] | UnsetType = UNSET
    #: the Champion Legend
    legend: str | ObjectDocument | UnsetType | None = UNSET
    #: legends added by effects
    legends: list[str | ObjectDocument] = []
    #: the card in the Champion Zone; null: the zone is empty
    champion: str | CardDocument | UnsetType | None = UNSET
    #: the card in the Champion Zone, when left out
    chosen_champion: str | UnsetType | None = UNSET
    #: cards, or how many
    hand: int | list[str | CardDocument] | UnsetType = UNSET
    trash: int | list[str | CardDocument] | UnsetType = UNSET
    banished: int | list[str | CardDocument] | UnsetType = UNSET
    #: how many cards, or their names in no order, or what is known of top and bottom
    main_deck: int | list[str] | DeckDocument | UnsetType = UNSET
    #: the same as `main_deck`
    deck: int | list[str] | DeckDocument | UnsetType = UNSET
    rune_deck: int | list[str] | DeckDocument | UnsetType = UNSET
    #: runes in the Base: names, or how many of unknown face
    runes: int | list[str | ObjectDocument] | UnsetType = UNSET
    #: permanents in the Base; runes may stand here too
    base: list[str | ObjectDocument] | UnsetType = UNSET


class TurnDocument(DocumentPart, kw_only=True):
    """Whose turn it is, which, and where in it."""

    player: str
    #: 1 when left out
    number: int | UnsetType = UNSET
    #: turns begun per player; counted back from `number` along the turn order, when left out
    begun: dict[str, int] | UnsetType = UNSET
    #: main when left out
    phase: Phase | UnsetType = UNSET
    additional: AdditionalTurns | UnsetType = UNSET
    #: none did, when left out
    items_processed: bool | None = None
    teammate_controlled: list[str] | UnsetType = UNSET
    #: players by battlefield
    occupied: dict[str, list[str]] | UnsetType = UNSET


class WindowDocument(DocumentPart, kw_only=True):
    """Who has Priority and Focus, and who has passed them in sequence; null: nobody."""

    priority: str | UnsetType | None = UNSET
    passed: list[str] | UnsetType = UNSET
    focus: str | UnsetType | None = UNSET
    focus_passed: list[str] | UnsetType = UNSET


class ShowdownDocument(DocumentPart, kw_only=True):
    """The ongoing showdown."""

    #: where the combat is, when left out
    at: str | UnsetType = UNSET
    #: combat if a combat is given, when left out
    kind: Literal["non_combat", "combat"] | UnsetType = UNSET


class CombatDocument(DocumentPart, kw_only=True):
    """The combat in progress."""

    #: where the showdown is, when left out
    at: str | UnsetType = UNSET
    attacker: str
    defender: str
    step: CombatStep = "showdown"
    next_task: NextTask | None = None
    #: none was, when left out
    recalled: bool | None = None
    excess: dict[str, int] = {}
    #: the units that have the designation now, when left out
    had_attacker: list[str] | UnsetType = UNSET
    had_defender: list[str] | UnsetType = UNSET
    players_had: list[str] | UnsetType = UNSET
    result: dict[str, CombatResult] = {}
    ordinal: int | UnsetType = UNSET


class ChoicesDocument(DocumentPart, kw_only=True):
    """What was chosen for one execution of a chain item."""

    #: by slot, one reference or several
    targets: dict[str, str | list[str]] = {}
    modes: list[str] = []
    to: str | None = None
    destinations: dict[str, str] = {}
    groups: dict[str, list[str]] = {}
    x: int | None = None
    may: bool | None = None
    names: list[str] = []


class ItemDocument(DocumentPart, kw_only=True):
    """A card or an ability on the chain."""

    #: generated when left out
    id: str | UnsetType = UNSET
    #: what the card or the ability is, when left out
    kind: ItemKind | UnsetType = UNSET
    controller: str
    #: who played it, where control of it has gone to another player since
    played_by: str | None = None
    #: for cards: who played it, when left out
    owner: str | UnsetType | None = UNSET
    card: str | None = None
    generation: int = 1
    #: `<object id>/<index>`
    ability: str | None = None
    #: the card that bears the ability; the card of that object, when left out
    of: str | UnsetType | None = UNSET
    #: a reference does for a source that still is that object
    source: str | Source | UnsetType | None = UNSET
    about: dict[str, Any] = {}
    #: what its only execution targets: references, or references by slot
    targets: list[str] | dict[str, str | list[str]] | UnsetType = UNSET
    chose: list[ChoicesDocument] | UnsetType = UNSET
    paid: Paid | None = None
    origin: str | None = None
    #: hidden, when left out, for a card that came from a Facedown Zone; else normal
    permission: Literal["normal", "hidden", "flow", "effect"] | UnsetType = UNSET
    alternative_cost: str | None = None
    follows: dict[str, str] = {}
    leaves_to: Literal["banishment", "main_deck"] | None = None
    active: list[str] = []
    pending: bool = False


class ChainDocument(DocumentPart, kw_only=True):
    """The chain, oldest item first."""

    #: from the kind of the oldest item, when left out
    opened_by: OpenedBy | UnsetType = UNSET
    items: list[ItemDocument] = []


class EffectDocument(Effect, kw_only=True):
    """A lasting effect."""

    #: generated when left out
    id: str = ""
    #: what the card costs when left out
    energy: int | UnsetType = UNSET


class FinalizedDocument(FinalizedCard, kw_only=True):
    """A card or token finalized this turn; types and tags come from its card when left out."""

    #: generated when left out
    id: str = ""


class PlayerFactsDocument(DocumentPart, kw_only=True):
    """What happened to one player this turn; left out: nothing."""

    #: in order, oldest first
    finalized: list[str | FinalizedDocument] | UnsetType = UNSET
    #: cards played (resolved), by card type
    played: dict[str, int] | UnsetType = UNSET
    energy_spent: int | UnsetType = UNSET
    power_spent: int | UnsetType = UNSET
    drawn: int | UnsetType = UNSET
    discarded: int | UnsetType = UNSET
    xp_gained: int = 0
    #: units that died under this player's control; and how many in whose Beginning Phase
    died: int | UnsetType = UNSET
    died_in_beginning_of: dict[str, int] | UnsetType = UNSET
    chose_enemy: dict[str, int] | UnsetType = UNSET
    points_from_holding: int | UnsetType = UNSET


class ObjectFactsDocument(DocumentPart, kw_only=True):
    """What one object did this turn; left out: nothing."""

    moves: int | UnsetType = UNSET
    conquests: int | UnsetType = UNSET
    combats_won: int | UnsetType = UNSET
    attached: list[str] | UnsetType = UNSET


class UseFactsDocument(DocumentPart, kw_only=True):
    """How often an ability was used this turn, and the modes chosen; left out: never, and none."""

    times: int | UnsetType = UNSET
    by: dict[str, int] | UnsetType = UNSET
    modes: list[str] | UnsetType = UNSET


class TurnFactsDocument(DocumentPart, kw_only=True):
    """Facts about this turn; left out: nothing happened."""

    players: dict[str, PlayerFactsDocument] | UnsetType = UNSET
    objects: dict[str, ObjectFactsDocument] | UnsetType = UNSET
    uses: dict[str, UseFactsDocument] | UnsetType = UNSET
    spell_damage: dict[str, int] = {}
    combats: int = 0


class BoardDocument(DocumentPart, kw_only=True):
    """A board as people type it. Only `turn` must be there."""

    schema: int | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    overlays: list[str | Overlay] = []
    catalogue: str | None = None
    #: from the number of players, when left out
    mode: str | UnsetType = UNSET
    victory_score: int | None = None
    teams: list[list[str]] = []
    #: turn order; the names in order of the alphabet for two players, when left out
    order: list[str] | UnsetType = UNSET
    first_player: str | UnsetType | None = UNSET
    removed: list[Removed] = []
    result: Result | None = None
    turn: TurnDocument
    window: WindowDocument = msgspec.field(default_factory=WindowDocument)
    showdown: ShowdownDocument | None = None
    combat: CombatDocument | None = None
    chain: ChainDocument | None = None
    #: every name used on the board becomes a player; one without an entry has what is left out
    players: dict[str, PlayerDocument] = {}
    battlefields: list[BattlefieldDocument] = []
    #: in order of timestamp, oldest first
    effects: list[EffectDocument] = []
    this_turn: TurnFactsDocument | UnsetType = UNSET
    resources: Literal["counted", "enough"] = "counted"
    #: the board lists all that lies on the table and every mark; what it leaves out is not there
    complete: bool = False
    #: cards defined on the board itself, by name, in effect notation
    cards: dict[str, dict[str, Any]] = {}
    defaulted: list[str] = []
    stable: bool = True
