"""The board as the engine holds it: strict, complete, every object with an id.

These structs are also the canonical JSON form of a board: encoding a `Board` gives the document
that `judge.board.reading` accepts back unchanged. What a person may type (shorthands, names instead
of objects, facts left out) is the wider `judge.board.document`, which reading turns into this.

Arrays that carry order: `order`, `chain.items`, `effects`, `deck.top`, `deck.bottom`,
`turn.additional.queue`, `battlefield.replaced`. Every other array is a set; writing sorts it.
A reference to an object is its id (`a1`), or `a1@2` for its second generation (rule 124).
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

SCHEMA_VERSION = 1

Phase = Literal[
    "awaken",
    "beginning.beginning",
    "beginning.scoring",
    "channel",
    "draw",
    "main",
    "ending.ending",
    "ending.expiration",
]
PHASES: tuple[Phase, ...] = (
    "awaken",
    "beginning.beginning",
    "beginning.scoring",
    "channel",
    "draw",
    "main",
    "ending.ending",
    "ending.expiration",
)
Designation = Literal["attacker", "defender"]
Domain = Literal["Fury", "Calm", "Mind", "Body", "Chaos", "Order"]
DOMAINS: tuple[Domain, ...] = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")
ScoredBy = Literal["hold", "conquer"]
OpenedBy = Literal["play", "activate", "trigger", "add"]
ItemKind = Literal["spell", "permanent", "activated", "triggered", "reflexive", "delayed"]
NextTask = Literal["determine_result", "establish_control", "end"]
CombatStep = Literal["showdown", "damage", "resolution"]
CombatResult = Literal["won", "lost", "none"]

#: The face of a card that the board does not give.
UNKNOWN = "unknown"


class Part(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What every part of a board document has in common."""


class Overlay(Part, kw_only=True):
    """A later official document that outranks the edition."""

    id: str
    date: str | None = None


class Removed(Part, kw_only=True):
    """A player removed from the game, still in the turn order (195.1, 651-652)."""

    player: str
    how: Literal["conceded", "lost"]


class Result(Part, kw_only=True):
    """How the game ended (193-196). A board with a result is legal though nobody may act."""

    winners: list[str] = []
    cause: Literal["points", "effect", "last_player", "burn_out"] = "points"


class AdditionalTurns(Part, kw_only=True):
    """Additional turns (734-738): whether this is one, those queued in order of insertion."""

    now: bool = False
    queue: list[str] = []
    resume_after: str | None = None


class Turn(Part, kw_only=True):
    """Whose turn it is, which, and where in it (301-317)."""

    player: str
    number: int = 1
    begun: dict[str, int] = {}
    phase: Phase = "main"
    additional: AdditionalTurns = msgspec.field(default_factory=AdditionalTurns)
    #: 317.2.f: an item underwent FEPR since the Expiration Step began; None before it
    items_processed: bool | None = None
    #: battlefields a teammate controlled at the scoring step (469.1.a, 489.8.b)
    teammate_controlled: list[str] = []
    #: who had units at a battlefield then, where there are teams (489.8.g.1)
    occupied: dict[str, list[str]] = {}


class Window(Part, kw_only=True):
    """Who has Priority and Focus, and who has passed them in sequence (311-313, 339, 347)."""

    priority: str | None = None
    passed: list[str] = []
    focus: str | None = None
    focus_passed: list[str] = []


class Showdown(Part, kw_only=True):
    """The ongoing showdown; left out once it has closed (341-348)."""

    at: str
    kind: Literal["non_combat", "combat"] = "non_combat"


class Combat(Part, kw_only=True):
    """The combat in progress (459-466). `next_task` names the task that is still to be done."""

    at: str
    attacker: str
    defender: str
    step: CombatStep = "showdown"
    next_task: NextTask | None = None
    #: a unit was recalled in step 3d of the Combat Cleanup (466.3.d); None before that Cleanup
    recalled: bool | None = None
    #: damage assigned beyond what was lethal for every unit, per assigning player
    excess: dict[str, int] = {}
    #: references of units that have had the designation in this combat (383.4.e.2.a, 383.4.f.2.a)
    had_attacker: list[str] = []
    had_defender: list[str] = []
    players_had: list[str] = []
    result: dict[str, CombatResult] = {}
    ordinal: int = 1


class Source(Part, kw_only=True):
    """The object an ability on the chain comes from, and whether it still is that object."""

    ref: str
    gone: bool = False


class Choices(Part, kw_only=True):
    """What was chosen for one execution of a chain item (355)."""

    #: references by slot name
    targets: dict[str, list[str]] = {}
    modes: list[str] = []
    #: location where a unit enters, or the destination of a move
    to: str | None = None
    #: destinations by reference, where what moves or enters goes to several (355.4)
    destinations: dict[str, str] = {}
    #: references by name of a group that was chosen without being targeted
    groups: dict[str, list[str]] = {}
    x: int | None = None
    may: bool | None = None
    names: list[str] = []


class Paid(Part, kw_only=True):
    """What was spent to finalize an item: resources, and additional costs by name and count."""

    energy: int = 0
    power: int = 0
    costs: dict[str, int] = {}
    #: snapshots of the objects spent as cost (359.3.e.13)
    looked_back: dict[str, dict[str, Any]] = {}


class ChainItem(Part, kw_only=True):
    """A card or an ability on the chain (327-340), oldest first."""

    id: str
    kind: ItemKind = "spell"
    controller: str
    #: who played it, where control of it has gone to another player since
    played_by: str | None = None
    owner: str | None = None
    #: for cards: the card, with its id and generation while it is on the chain
    card: str | None = None
    generation: int = 1
    #: for abilities: "<object id>/<index>" of the printed ability, or a key of a granted one
    ability: str | None = None
    #: for abilities: the name of the card that bears it
    of: str | None = None
    source: Source | None = None
    #: facts frozen when the condition was met (359.3.f.3), snapshots of the dead (808.1.d.3)
    about: dict[str, Any] = {}
    chose: list[Choices] = []
    paid: Paid | None = None
    #: the zone it was played from: hand, champion, trash, facedown:<battlefield>
    origin: str | None = None
    permission: Literal["normal", "hidden", "flow", "effect"] = "normal"
    #: name of the cost paid in place of the base cost (356.1.a)
    alternative_cost: str | None = None
    #: what a word of the text ("me", "it") follows across a zone change: its reference now
    follows: dict[str, str] = {}
    leaves_to: Literal["banishment", "main_deck"] | None = None
    #: dependent texts (Legion, Level) that were active when it became pending (727.1.c.3.a)
    active: list[str] = []
    #: in-run only: a stable board never holds a pending item (D1)
    pending: bool = False


class Chain(Part, kw_only=True):
    """The chain, and what opened it; both last until it is empty (340.2.a, 346.1)."""

    opened_by: OpenedBy = "play"
    items: list[ChainItem] = []


class PoolUnit(Part, kw_only=True):
    """Energy or Power in a Rune Pool (165-167)."""

    kind: Literal["energy", "power"]
    amount: int = 1
    #: for power: its domain, or "any"
    domain: str | None = None
    restriction: str | None = None


class Card(Part, kw_only=True):
    """A card in a zone that is not the board. Once a board has been read it is never written to,
    but exchanged for another: a board and a copy of it share their cards.
    """

    id: str
    card: str = UNKNOWN
    generation: int = 1
    #: players other than the zone's own who may look at its face
    known_to: list[str] = []


def _no_cards() -> int | None:
    """A default that msgspec does not leave out in writing."""
    return 0


class Deck(Part, kw_only=True):
    """A deck: known top in order, known bottom in order (groups are unordered), the rest between.

    Between top and bottom lie the cards whose order nobody knows: `middle` counts those whose faces
    are known, by name, and `count` those whose faces are not given. `count` None means that the
    board does not say how many cards there are. Cards in the middle have no ids: nobody can follow
    an instance that was shuffled (D12).
    """

    top: list[Card] = []
    middle: dict[str, int] = {}
    #: always written, so that a deck left out (of unknown size) differs from one that is empty
    count: int | None = msgspec.field(default_factory=_no_cards)
    bottom: list[list[Card]] = []


class GameObject(Part, kw_only=True):
    """A permanent, a rune, a legend or a token: something on the board (119-187)."""

    id: str
    card: str
    owner: str
    #: who controls it now; what gave control for a duration stands in `effects` (191, 477.1.a),
    #: with the player to whom it goes back as `bound.base`
    controller: str
    generation: int = 1
    token: bool = False
    exhausted: bool = False
    stunned: bool = False
    empowered: int = 0
    buffs: int = 0
    counters: dict[str, int] = {}
    #: damage per player who marked it (142.3)
    damage: dict[str, int] = {}
    attached_to: str | None = None
    designation: Designation | None = None
    #: choices made as it was played
    chosen: dict[str, str] = {}
    linked: dict[str, list[str]] = {}
    #: copyable traits it has taken over (477.1.b): `card`, all those of that card; `text`, the text
    #: of that card, as effect text
    copied: dict[str, Any] = {}
    since: int | None = None
    #: by ability key, only where a text began applying at another time than its object (480.2)
    text_since: dict[str, int] = {}

    @property
    def name(self) -> str:
        """The card whose copyable traits it has, name and text among them: its own, or the one of
        which it is a copy (477.1.b.1.a).
        """
        if not self.copied:
            return self.card
        copied = self.copied.get("card", self.card)
        return copied if isinstance(copied, str) else self.card

    @property
    def text_copied(self) -> str | None:
        """The card whose text was copied into its effect text (477.1.b.2)."""
        if not self.copied:
            return None
        copied = self.copied.get("text")
        return copied if isinstance(copied, str) else None


class FacedownCard(Part, kw_only=True):
    """A card in a Facedown Zone (107.3, 421, 811)."""

    id: str
    controller: str
    owner: str
    card: str = UNKNOWN
    generation: int = 1
    #: number of the turn in which it was hidden
    since: int = 0
    cause: Literal["hidden", "effect"] = "hidden"
    #: players other than its controller who may look at its face
    known_to: list[str] = []


class ReplacedBattlefield(Part, kw_only=True):
    """What a battlefield token stands in for, oldest first (438.5-438.7)."""

    card: str
    token: bool = False


class Battlefield(Part, kw_only=True):
    """A battlefield: location, object and, beside it, its Facedown Zone (107.2, 107.3, 170)."""

    id: str
    card: str
    owner: str
    contributor: str | None = None
    controller: str | None = None
    token: bool = False
    contested_by: str | None = None
    scored: dict[str, ScoredBy] = {}
    #: every object located here: units, and gear attached to them or not yet recalled
    units: list[GameObject] = []
    facedown: list[FacedownCard] = []
    replaced: list[ReplacedBattlefield] = []
    #: derivable (323.8-323.10); kept where a task, not a cleanup, staged it (466.3.d.1)
    staged: list[Literal["showdown", "combat"]] = []


class Player(Part, kw_only=True):
    """A player and the zones that are theirs."""

    points: int = 0
    xp: int = 0
    pool: list[PoolUnit] = []
    legend: GameObject | None = None
    #: legends added by effects, which are not Champion Legends (107.4.d.1)
    legends: list[GameObject] = []
    champion: Card | None = None
    #: the name of the Chosen Champion even when its zone is empty (103.2.a.3)
    chosen_champion: str | None = None
    hand: list[Card] = []
    trash: list[Card] = []
    banished: list[Card] = []
    main_deck: Deck = msgspec.field(default_factory=Deck)
    rune_deck: Deck = msgspec.field(default_factory=Deck)
    #: permanents and runes in this player's Base
    base: list[GameObject] = []


class Effect(Part, kw_only=True):
    """A lasting effect, in timestamp order by its place in the list (BOARD.md, I)."""

    id: str
    controller: str
    #: name of the card that made it, for citation
    origin: str | None = None
    #: reference of the source object and key of the ability
    source: str | None = None
    ability: str | None = None
    kind: Literal[
        "passive",
        "replacement",
        "trigger",
        "prohibition",
        "permission",
        "control",
        "copy",
        "grant",
        "linked",
        "look",
    ] = "passive"
    #: references of the objects affected; None: the open set that `open` describes
    affects: list[str] | None = None
    open: dict[str, Any] | None = None
    #: snapshotted change of Might (477.3.b)
    might: int = 0
    keywords: dict[str, int] = {}
    #: abilities granted, in the notation of `judge.effects.notation`
    abilities: list[dict[str, Any]] = []
    prevent: int | Literal["all"] | None = None
    uses: int | None = None
    amounts: dict[str, int] = {}
    bound: dict[str, Any] = {}
    #: turn, combat, next_main:A and the like: how long it lasts, see `judge.board.durations`
    until: str = "turn"
    since: int | None = None


class FinalizedCard(Part, kw_only=True):
    """A card or token that a player has finalized this turn (812.1.c, 419.4.b)."""

    id: str
    card: str
    types: list[str] = []
    tags: list[str] = []
    token: bool = False
    #: the Energy that was spent to play it
    energy: int = 0
    #: where it was played, if it is a permanent; None where nobody says
    at: str | None = None


class PlayerFacts(Part, kw_only=True):
    """What happened to one player this turn (BOARD.md, J)."""

    finalized: list[FinalizedCard] = []
    #: cards played (resolved), by card type
    played: dict[str, int] = {}
    energy_spent: int = 0
    power_spent: int = 0
    drawn: int = 0
    discarded: int = 0
    xp_gained: int = 0
    #: units that died under this player's control; and how many in whose Beginning Phase
    died: int = 0
    died_in_beginning_of: dict[str, int] = {}
    chose_enemy: dict[str, int] = {}
    points_from_holding: int = 0


class ObjectFacts(Part, kw_only=True):
    """What one object did this turn, by reference."""

    moves: int = 0
    conquests: int = 0
    combats_won: int = 0
    attached: list[str] = []


class UseFacts(Part, kw_only=True):
    """How often an ability instance was used this turn, and the modes chosen."""

    times: int = 0
    by: dict[str, int] = {}
    modes: list[str] = []


class TurnFacts(Part, kw_only=True):
    """The closed table of facts about this turn."""

    players: dict[str, PlayerFacts] = {}
    objects: dict[str, ObjectFacts] = {}
    uses: dict[str, UseFacts] = {}
    #: times a spell card has dealt damage
    spell_damage: dict[str, int] = {}
    combats: int = 0


class Board(Part, kw_only=True):
    """A whole board: what lies on the table between two actions."""

    schema: int = SCHEMA_VERSION
    edition: str = "core-1.4"
    overlays: list[Overlay] = []
    catalogue: str | None = None
    mode: str = "duel"
    victory_score: int | None = None
    teams: list[list[str]] = []
    order: list[str] = []
    first_player: str | None = None
    removed: list[Removed] = []
    result: Result | None = None
    turn: Turn
    window: Window = msgspec.field(default_factory=Window)
    showdown: Showdown | None = None
    combat: Combat | None = None
    chain: Chain | None = None
    players: dict[str, Player] = {}
    battlefields: list[Battlefield] = []
    effects: list[Effect] = []
    this_turn: TurnFacts = msgspec.field(default_factory=TurnFacts)
    #: "enough": every resource cost can be paid, as an assumption of the ruling
    resources: Literal["counted", "enough"] = "counted"
    #: who typed the board said that it lists all: what it leaves out is not there (D8)
    complete: bool = False
    #: cards defined on the board itself, by name, in the notation of `judge.effects.notation`
    cards: dict[str, Any] = {}
    #: paths of facts that were left out and stand at their default (see `judge.ruling.run.assume`)
    defaulted: list[str] = []
    #: False on the working board of a question; such a board is refused as input (D1)
    stable: bool = True
