"""From a board as people type it to the strict board, as far as the document itself says (D12).

`expand` writes out the shorthands: names become cards and objects, counts become cards of unknown
face, what is attached is laid beside what it is attached to. What takes a look at the whole board
(the turn order, who has Priority, ids) is left to `judge.board.deriving`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from judge.board.document import (
    BattlefieldDocument,
    BoardDocument,
    CardDocument,
    DeckDocument,
    FacedownDocument,
    ObjectDocument,
    PlayerDocument,
    PoolDocument,
    TurnDocument,
)
from judge.board.draft import (
    Draft,
    amount_within_limit,
    card_name,
    given,
    quoting,
    strict,
    with_definitions,
)
from judge.board.expanding_chain import (
    expand_chain,
    expand_effect,
    expand_facts,
    expand_position,
)
from judge.board.faults import Path
from judge.board.state import (
    DOMAINS,
    UNKNOWN,
    AdditionalTurns,
    Battlefield,
    Board,
    Card,
    Deck,
    FacedownCard,
    GameObject,
    Overlay,
    Player,
    PoolUnit,
    ReplacedBattlefield,
    Turn,
    Window,
)
from judge.effects.catalogue import UNKNOWN_RUNE, Catalogue
from judge.limits import OBJECTS


def expand(document: BoardDocument, catalogue: Catalogue) -> Draft:
    """The draft of a document. Raises nothing: what is wrong stands in `Draft.faults`."""
    board = Board(
        schema=given(document.schema, 1),
        edition=given(document.edition, "core-1.4"),
        overlays=[Overlay(id=o) if isinstance(o, str) else o for o in document.overlays],
        catalogue=document.catalogue,
        mode=given(document.mode, "").lower(),
        victory_score=document.victory_score,
        teams=[list(team) for team in document.teams],
        order=list(given(document.order, [])),
        first_player=given(document.first_player, None),
        removed=list(document.removed),
        result=document.result,
        turn=_turn(document.turn),
        window=Window(
            priority=given(document.window.priority, None),
            passed=list(given(document.window.passed, [])),
            focus=given(document.window.focus, None),
            focus_passed=list(given(document.window.focus_passed, [])),
        ),
        resources=document.resources,
        complete=document.complete,
        cards=dict(document.cards),
        stable=document.stable,
    )
    catalogue, faults = with_definitions(catalogue, document.cards)
    draft = Draft(board, document, catalogue, faults, defaulted=set(document.defaulted))
    for name, player in document.players.items():
        board.players[name] = _player(draft, name, player)
    for index, battlefield in enumerate(document.battlefields):
        board.battlefields.append(_battlefield(draft, battlefield, ("battlefields", index)))
    expand_position(draft, document)
    expand_chain(draft, document)
    for index, effect in enumerate(document.effects):
        board.effects.append(expand_effect(draft, effect, index))
    if document.this_turn is UNSET:
        draft.defaulted.add("this_turn")
    else:
        board.this_turn = expand_facts(draft, document.this_turn)
    if draft.size > OBJECTS:
        draft.fault((), "limit", f"more than {OBJECTS} objects and cards (limit OBJECTS)")
    return draft


# --- players and their zones --------------------------------------------------------------------


def _turn(document: TurnDocument) -> Turn:
    begun = dict(given(document.begun, {}))
    return Turn(
        player=document.player,
        # every turn is somebody's, so the turns begun add up to the number of this one
        number=given(document.number, sum(begun.values()) or 1),
        begun=begun,
        phase=given(document.phase, "main"),
        additional=given(document.additional, None) or AdditionalTurns(),
        items_processed=document.items_processed,
        teammate_controlled=list(given(document.teammate_controlled, [])),
        occupied={at: list(who) for at, who in given(document.occupied, {}).items()},
    )


#: keys of a player whose absence a step may branch on
_PLAYER_FACTS = (
    "points", "xp", "pool", "legend", "champion", "hand", "trash", "banished", "rune_deck",
)  # fmt: skip


def note_left_out(draft: Draft, name: str, document: PlayerDocument) -> None:
    """Note which facts of a player were left out; `runes` and `base` are one zone."""
    for key in _PLAYER_FACTS:
        if getattr(document, key) is UNSET:
            draft.defaulted.add(f"players.{name}.{key}")
    if document.main_deck is UNSET and document.deck is UNSET:
        draft.defaulted.add(f"players.{name}.main_deck")
    if document.base is UNSET and document.runes is UNSET:
        draft.defaulted.add(f"players.{name}.base")


def _player(draft: Draft, name: str, document: PlayerDocument) -> Player:
    path: Path = ("players", name)
    note_left_out(draft, name, document)
    if document.main_deck is not UNSET and document.deck is not UNSET:
        draft.fault((*path, "deck"), "given_twice", "`deck` and `main_deck` are the same")
    deck_key = "main_deck" if document.main_deck is not UNSET else "deck"
    player = Player(
        points=given(document.points, 0),
        xp=given(document.xp, 0),
        pool=_pool(draft, given(document.pool, []), (*path, "pool")),
        hand=_cards(draft, given(document.hand, []), (*path, "hand")),
        trash=_cards(draft, given(document.trash, []), (*path, "trash")),
        banished=_cards(draft, given(document.banished, []), (*path, "banished")),
        main_deck=_deck(draft, getattr(document, deck_key), (*path, deck_key)),
        rune_deck=_deck(draft, document.rune_deck, (*path, "rune_deck")),
    )
    if isinstance(document.champion, str | CardDocument):
        (player.champion,) = _cards(draft, [document.champion], (*path, "champion"), open_face=True)
    if isinstance(document.chosen_champion, str):
        chosen = card_name(draft, document.chosen_champion, (*path, "chosen_champion"))
        player.chosen_champion = chosen
    elif document.chosen_champion is UNSET and player.champion is not None:
        player.chosen_champion = player.champion.card
    if isinstance(document.legend, str | ObjectDocument):
        place = (*path, "legend")
        player.legend, *attached = _objects(draft, [document.legend], place, name, single=True)
        if attached:
            message = "a legend has no location (107.4.b), so nothing can be attached to it"
            draft.fault((*place, "attached"), "attached_to_legend", message)
    player.legends = _objects(draft, document.legends, (*path, "legends"), name)
    runes = given(document.runes, [])
    if isinstance(runes, int):
        runes = [UNKNOWN_RUNE.name] * amount_within_limit(draft, runes, (*path, "runes"))
    player.base = _objects(draft, given(document.base, []), (*path, "base"), name)
    player.base += _objects(draft, runes, (*path, "runes"), name, runes=True)
    if document.runes is UNSET and document.base is not UNSET and not _has_rune(draft, player):
        draft.defaulted.add(f"players.{name}.runes")
    return player


def _has_rune(draft: Draft, player: Player) -> bool:
    """Whether a rune stands among the permanents, where the canonical form has them."""
    cards = [thing.card for thing in player.base]
    return any(card in draft.catalogue and draft.catalogue[card].is_rune for card in cards)


def _pool(draft: Draft, document: PoolDocument | list[PoolUnit], path: Path) -> list[PoolUnit]:
    if not isinstance(document, PoolDocument):
        units = list(document)
    else:
        units = [PoolUnit(kind="energy", amount=document.energy)] if document.energy else []
        units += [
            PoolUnit(kind="power", amount=amount, domain=domain)
            for domain, amount in sorted(document.power.items())
        ]
    for unit in units:
        if unit.domain is not None and unit.domain != "any" and unit.domain not in DOMAINS:
            draft.fault(path, "domain_unknown", f"no domain is called {unit.domain!r}")
    return units


def _cards(
    draft: Draft,
    document: int | Sequence[str | CardDocument],
    path: Path,
    *,
    open_face: bool = False,
    ordered: bool = False,
) -> list[Card]:
    """Cards of a zone. An `ordered` zone gives its cards ids by position."""
    if isinstance(document, int):
        document = [UNKNOWN] * amount_within_limit(draft, document, path)
    else:
        draft.size += len(document)
    one_card = path[-1] == "champion"
    unquoted = quoting(draft, document, path)
    cards = []
    for index, entry in enumerate(document):
        place = path if one_card else (*path, index)
        if isinstance(entry, str):
            name = entry
            if index not in unquoted:
                name = card_name(draft, entry, place, open_face=open_face)
            card = Card(id="", card=name)
        else:
            name = card_name(draft, entry.card, (*place, "card"), open_face=open_face)
            card = strict(Card, entry, id=given(entry.id, ""), card=name)
        draft.typed[id(card)] = place
        if not card.id:
            draft.without_id.append((card, (*path, index) if ordered else path))
        cards.append(card)
    return cards


def _deck(draft: Draft, document: Any, path: Path) -> Deck:
    """A deck from a count, a list of names in no order, or what is known of it (108.4, 108.5)."""
    if document is UNSET:
        return Deck(count=None)
    if isinstance(document, int):
        if document < 0:
            draft.fault(path, "negative", f"{document} is less than 0")
        return Deck(count=document)
    if isinstance(document, list):
        middle = _middle(draft, document, path)
        return Deck(count=middle.pop(UNKNOWN, 0), middle=middle)
    assert isinstance(document, DeckDocument)
    middle = _middle(draft, document.middle, (*path, "middle"))
    unknown = middle.pop(UNKNOWN, 0)
    count = document.count
    if count is UNSET:
        # who lists the middle lists all of it; who gives only ends leaves open what lies between
        count = unknown if document.middle else None
        draft.defaulted.add(".".join(map(str, ("players", path[1], _zone(path), "count"))))
    elif count is not None:
        count += unknown
    bottom = []
    for index, entry in enumerate(document.bottom):
        place = (*path, "bottom", index)
        if isinstance(entry, list):
            bottom.append(_cards(draft, entry, place))
        else:
            group = _cards(draft, [entry], place)
            draft.typed[id(group[0])] = place
            bottom.append(group)
    return Deck(
        top=_cards(draft, document.top, (*path, "top"), ordered=True),
        middle=middle,
        count=count if isinstance(count, int) else None,
        bottom=bottom,
    )


def _zone(path: Path) -> str:
    return "rune_deck" if "rune_deck" in path else "main_deck"


def _middle(draft: Draft, document: dict[str, int] | list[str], path: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    if isinstance(document, list):
        unquoted = quoting(draft, document, path)
        # a deck list repeats names, and resolving one is dear
        known = {text: text for text in set(document) if text in draft.catalogue}
        for index, text in enumerate(document):
            if index in unquoted:
                continue
            name = known.get(text) or card_name(draft, text, (*path, index))
            counts[name] = counts.get(name, 0) + 1
        return counts
    for text, amount in document.items():
        if amount < 0:
            draft.fault((*path, text), "negative", f"{amount} is less than 0")
        name = card_name(draft, text, (*path, text))
        if amount > 0:
            counts[name] = counts.get(name, 0) + amount
    return counts


# --- objects ------------------------------------------------------------------------------------


def _objects(
    draft: Draft,
    documents: Sequence[str | ObjectDocument],
    path: Path,
    base_of: str | None,
    at: BattlefieldDocument | None = None,
    *,
    single: bool = False,
    runes: bool = False,
    parent: GameObject | None = None,
) -> list[GameObject]:
    """The objects of a place and, after each, what is attached to it.

    Exactly one of `base_of` (whose Base or Legend Zone it is) and `at` says where they are.
    """
    objects: list[GameObject] = []
    unquoted = quoting(draft, documents, path)
    draft.size += len(documents)
    for index, entry in enumerate(documents):
        place = path if single else (*path, index)
        named = ObjectDocument(card=entry) if isinstance(entry, str) else entry
        name_path = place if isinstance(entry, str) else (*place, "card")
        text = named.card
        if runes and text == UNKNOWN:
            text = UNKNOWN_RUNE.name
        name = text if index in unquoted else card_name(draft, text, name_path, open_face=True)
        thing = _object(draft, named, name, place, base_of, at, parent)
        objects.append(thing)
        if named.attached:
            attached_path = (*place, "attached")
            objects += _objects(draft, named.attached, attached_path, base_of, at, parent=thing)
    return objects


def _object(
    draft: Draft,
    document: ObjectDocument,
    name: str,
    path: Path,
    base_of: str | None,
    at: BattlefieldDocument | None,
    parent: GameObject | None,
) -> GameObject:
    definition = draft.definition(name)
    owner, controller = given(document.owner, ""), given(document.controller, "")
    if not controller:
        if parent is not None:
            controller = owner or parent.controller
        elif base_of is not None:
            controller = base_of
        else:
            controller = owner or (at.controller if at is not None else None) or ""
            if not controller:
                draft.fault(
                    path,
                    "controller_needed",
                    "nobody controls the battlefield, so `controller` is needed",
                )
    thing = strict(
        GameObject,
        document,
        id=given(document.id, ""),
        card=name,
        owner=owner or controller,
        controller=controller,
        token=given(document.token, definition.token if definition is not None else False),
        exhausted=given(document.exhausted, False),
        empowered=int(document.empowered),
        damage=dict(document.damage) if isinstance(document.damage, dict) else {},
    )
    draft.typed[id(thing)] = path
    for key in ("card", "text"):
        if isinstance(thing.copied.get(key), str):
            copied = card_name(draft, thing.copied[key], (*path, "copied", key), open_face=True)
            thing.copied = {**thing.copied, key: copied}
    if isinstance(document.damage, int) and document.damage:
        if document.damage < 0:
            draft.fault((*path, "damage"), "negative", f"{document.damage} is less than 0")
        else:
            draft.unmarked_damage.append((thing, document.damage))
    if document.exhausted is UNSET:
        draft.maybe_ready.append(thing)
    if parent is not None:
        if document.attached_to is not None:
            draft.fault(
                (*path, "attached_to"), "given_twice", "it is listed under `attached` already"
            )
        draft.attachments.append((thing, parent))
    if not thing.id:
        slot = path[:3] if base_of is not None else path[:2]
        draft.without_id.append((thing, slot))
    return thing


def _battlefield(draft: Draft, document: BattlefieldDocument, path: Path) -> Battlefield:
    name = card_name(draft, document.card, (*path, "card"), open_face=True)
    definition = draft.definition(name)
    battlefield = Battlefield(
        id=given(document.id, ""),
        card=name,
        owner=given(document.owner, ""),
        contributor=document.contributor,
        controller=document.controller,
        token=given(document.token, definition.token if definition is not None else False),
        contested_by=document.contested_by,
        scored=dict(given(document.scored, {})),
        units=_objects(draft, document.units, (*path, "units"), None, document),
        replaced=[
            ReplacedBattlefield(card=card_name(draft, entry, (*path, "replaced", index)))
            if isinstance(entry, str)
            else strict(
                ReplacedBattlefield,
                entry,
                card=card_name(draft, entry.card, (*path, "replaced", index, "card")),
            )
            for index, entry in enumerate(document.replaced)
        ],
        staged=list(given(document.staged, [])),
    )
    for index, entry in enumerate(document.facedown):
        battlefield.facedown.append(
            _facedown(draft, entry, (*path, "facedown", index), document.controller)
        )
    draft.typed[id(battlefield)] = path
    if document.scored is UNSET:
        draft.maybe_scored.append(battlefield)
    if not battlefield.id:
        draft.without_id.append((battlefield, ("battlefields",)))
    return battlefield


def _facedown(
    draft: Draft, entry: str | FacedownDocument, path: Path, default: str | None
) -> FacedownCard:
    document = FacedownDocument(card=entry) if isinstance(entry, str) else entry
    draft.size += 1
    controller = given(document.controller, "") or given(document.owner, "") or default or ""
    if not controller:
        draft.fault(
            path, "controller_needed", "nobody controls the battlefield, so `controller` is needed"
        )
    card = strict(
        FacedownCard,
        document,
        id=given(document.id, ""),
        card=card_name(draft, document.card, path if isinstance(entry, str) else (*path, "card")),
        controller=controller,
        owner=given(document.owner, "") or controller,
        since=given(document.since, 0),
    )
    draft.typed[id(card)] = path
    if document.since is UNSET:
        draft.hidden_some_time.append(card)
    if not card.id:
        draft.without_id.append((card, path[:3]))
    return card
