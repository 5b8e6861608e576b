"""Cards in zones that are not the board, as selectors ask for them (355.9.a, 355.10.a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

import msgspec

from judge.board.state import UNKNOWN, Card, ChainItem, GameObject
from judge.board.table import Table, reference, split_reference
from judge.effects.notation import CardDefinition, Objects, Selector
from judge.layers.cards import keywords_of
from judge.layers.characteristics import Characteristics
from judge.layers.reading import is_mighty
from judge.layers.seen import Seen
from judge.ruling.ruling import Refusal
from judge.ruling.run import Refused, Run

#: zones whose cards a selector may mean, by its word for them
ZONES = frozenset({"hand", "trash", "banishment", "champion_zone", "main_deck"})
#: what a selector can ask of a card that only its face tells, beside lists of words
_OF_A_FACE = (
    "might_at_most",
    "might_at_least",
    "might_below",
    "energy_at_most",
    "energy_at_least",
    "power_at_most",
    "supertype",
)
#: those of them that everybody sees, so that what lies there is a target (355.10.a.1)
PUBLIC = frozenset({"trash", "champion_zone", "banishment"})


class Held(NamedTuple):
    """A card that is not on the board, whose it is and in which zone it lies."""

    card: Card
    owner: str
    zone: str

    @property
    def ref(self) -> str:
        return reference(self.card)


def held_by(table: Table, player: str, zone: str, top: int | None = None) -> list[Held]:
    """The cards of a player's zone; of a deck only its known top cards."""
    return [Held(card, player, zone) for card in _cards_of(table, player, zone, top or 0)]


def _cards_of(table: Table, player: str, zone: str, top: int | None = None) -> list[Card]:
    mine = table.player(player)
    match zone:
        case "hand":
            # 108.7.f: what lies there can be affected, where a text says so
            return mine.hand if "108.7.f" not in table.disabled else []
        case "trash":
            return mine.trash
        case "banishment":
            return mine.banished
        case "champion_zone":
            return [mine.champion] if mine.champion is not None else []
        case "main_deck":
            return mine.main_deck.top[:top]
    return []


#: zones that are not the board, whose cards have ids
_HELD = ("hand", "trash", "banishment", "champion_zone", "main_deck")


def everything_held(table: Table) -> Iterator[Held]:
    """Every card of a zone that is not the board, with its id."""
    for player in table.board.players:
        for zone in _HELD:
            for card in _cards_of(table, player, zone):
                yield Held(card, player, zone)


def names_held(table: Table) -> dict[str, str]:
    """The names of those cards by reference, save of what lies in hands."""
    zones = [zone for zone in _HELD if zone != "hand"]
    return {
        reference(card): card.card
        for player in table.board.players
        for zone in zones
        for card in _cards_of(table, player, zone)
    }


def find_held(table: Table, ref: str) -> Held | None:
    """The card that a reference means, if it lies in such a zone and is still that card (124)."""
    identity, generation = split_reference(ref)
    for player in table.board.players:
        for zone in _HELD:
            for card in _cards_of(table, player, zone):
                if card.id == identity and card.generation == generation:
                    return Held(card, player, zone)
    return None


def is_card_kind(run: Run, definition: CardDefinition, kind: str) -> bool:
    """Whether a card is of the kind that a selector names, wherever it lies: it has its types in
    all zones (141.2.b, 148.2.b), and "card" means one of the Main Deck (052).
    """
    match kind:
        case "unit":
            return definition.is_unit and run.stands("141.2.b")
        case "gear":
            return definition.is_gear and run.stands("148.2.b")
        case "equipment":
            return definition.is_gear and "Equipment" in definition.tags
        case "permanent":
            return definition.is_permanent
        case "rune":
            return definition.is_rune
        case "spell" | "spell_or_ability":
            return definition.is_spell
        case "card":
            return definition.is_permanent or definition.is_spell or not run.stands("052")
    return kind == "object"


def is_chosen_champion(run: Run, held: Held, definition: CardDefinition) -> bool:
    """Whether a card is the Chosen Champion of its owner: any Champion unit of that very name, and
    none of another name that has the same short one (103.2.a.3, 132.4).

    Raises `Refused` where the board does not say whom the player has chosen.
    """
    if not definition.is_unit or definition.supertype != "Champion":
        return False
    chosen = run.table.player(held.owner).chosen_champion
    if chosen is None:
        raise Refused(
            Refusal(
                reason="missing_fact",
                sentence=f"The board does not say who the Chosen Champion of {held.owner} is.",
                about=f"players.{held.owner}.chosen_champion",
                rules=["103.2.a.3"],
            )
        )
    if not run.in_force("132.4"):
        return _short(chosen) == _short(definition.name)
    return definition.name == chosen and run.in_force("103.2.a.3")


def _short(name: str) -> str:
    return name.partition(",")[0]


def face_known(run: Run, held: Held) -> bool:
    """Whether the board says which card it is."""
    return held.card.card != UNKNOWN and held.card.card in run.catalogue


def read_face(run: Run, held: Held) -> bool:
    """Whether a number is read of a card whose face the board gives (128.2).

    Raises `Refused` where the board does not say which card it is.
    """
    if face_known(run, held):
        return True
    raise Refused(
        Refusal(
            reason="missing_fact",
            sentence=f"A number is taken from {held.card.id}, whose face the board does not give.",
            about=f"cards.{held.card.id}.card",
            rules=["359.3.e.12.a"],
        )
    )


def asks_face(selector: Selector) -> bool:
    """Whether a selector asks for more than that something is a card."""
    whole = msgspec.structs.replace(selector, **dict.fromkeys(_OF_A_FACE))
    listed = (selector.type, selector.not_type, selector.domain, selector.named, selector.tag)
    plain = selector.kind in ("card", "object") and whole == selector
    return not plain or any((*listed, selector.keyword, selector.named_as))


def is_top_of_deck(what: Objects) -> TypeGuard[Selector]:
    """Whether it means the first cards of a deck, whatever they are."""
    return (
        isinstance(what, Selector)
        and what.zone == "main_deck"
        and what.top is not None
        and what.the is None
        and not asks_face(what)
    )


def lies_hidden(table: Table, selector: Selector, refs: list[str]) -> bool:
    """Whether what somebody chooses from lies where not everybody sees it (355.10.a)."""
    if selector.the is None or off_board(selector):
        return off_board(selector) and selector.zone not in PUBLIC
    held = [find_held(table, ref) for ref in refs]
    return any(each is not None and each.zone not in PUBLIC for each in held)


def off_board(selector: Selector) -> bool:
    """Whether a selector means cards of a zone that is not the board."""
    return selector.zone in ZONES


def held_keywords(run: Run, held: Held) -> dict[str, int]:
    """The keywords of such a card, those that it is given where it lies among them (801.3.a)."""
    return dict(keywords_of(run, held.card.card, held.ref, held.owner, held.zone))


def is_mighty_by_print(run: Run, definition: CardDefinition) -> bool:
    """Whether a unit in such a zone is Mighty: by its printed Might, whatever it had on the board
    (711).
    """
    mighty = definition.is_unit and is_mighty(run.table, definition.might)
    return mighty and run.in_force("711")


def of_item(run: Run, item: ChainItem) -> Seen:
    """The card of an item on the chain, in the shape of what was seen on the board."""
    assert item.card is not None
    card = Card(id=item.id, card=item.card, generation=item.generation)
    seen = of_card(run, Held(card, item.owner or item.controller, "chain"))
    thing = msgspec.structs.replace(seen.thing, controller=item.controller)
    return msgspec.structs.replace(seen, thing=thing)


def of_card(run: Run, held: Held) -> Seen:
    """A card that is not on the board, in the shape of what was seen there."""
    definition = run.catalogue[held.card.card]
    thing = GameObject(
        id=held.card.id,
        card=held.card.card,
        owner=held.owner,
        controller=held.owner,
        generation=held.card.generation,
    )
    now = Characteristics(
        definition=definition,
        controller=held.owner,
        types=definition.types,
        tags=definition.tags,
        keywords=held_keywords(run, held),
        might_value=definition.might,
        is_mighty=is_mighty_by_print(run, definition),
    )
    return Seen(thing, now, f"{held.zone}:{held.owner}", False, False)
