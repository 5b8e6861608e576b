"""Showdown, combat, chain, lasting effects and facts of the turn, as people type them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, Struct

from judge.board.document import (
    BoardDocument,
    ChoicesDocument,
    CombatDocument,
    EffectDocument,
    ItemDocument,
    PlayerFactsDocument,
    TurnFactsDocument,
)
from judge.board.draft import Draft, PartT, card_name, given, strict
from judge.board.faults import Path
from judge.board.state import (
    Battlefield,
    Board,
    Card,
    Chain,
    ChainItem,
    Choices,
    Combat,
    Effect,
    FacedownCard,
    FinalizedCard,
    GameObject,
    ItemKind,
    ObjectFacts,
    OpenedBy,
    PlayerFacts,
    Showdown,
    Source,
    TurnFacts,
    UseFacts,
)
from judge.effects.notation import Activated, CardDefinition, Triggered
from judge.limits import CHAIN_ITEMS

# --- showdown and combat ------------------------------------------------------------------------


def expand_position(draft: Draft, document: BoardDocument) -> None:
    """The showdown and the combat, each taking its battlefield from the other (308, 459)."""
    combat, showdown = document.combat, document.showdown
    at = [part.at for part in (showdown, combat) if part is not None and part.at is not UNSET]
    if showdown is not None:
        if not any(at):
            draft.fault(("showdown",), "battlefield_needed", "`at` says where the showdown is")
        if showdown.kind is UNSET:
            draft.defaulted.add("showdown.kind")
        kind = given(showdown.kind, "non_combat" if combat is None else "combat")
        draft.board.showdown = Showdown(at=str(at[0]) if at else "", kind=kind)
    if combat is not None:
        if not any(at):
            draft.fault(("combat",), "battlefield_needed", "`at` says where the combat is")
        draft.board.combat = _combat(draft, combat, str(at[-1]) if at else "")


def _combat(draft: Draft, document: CombatDocument, at: str) -> Combat:
    if document.step == "resolution" and document.next_task is None:
        draft.fault(
            ("combat",),
            "next_task_needed",
            "in the Resolution Step `next_task` says which of 466.3, 466.5 and 466.7 comes next",
        )
    return strict(
        Combat,
        document,
        at=at,
        # only the Resolution Step has tasks of its own (466)
        step=document.step if document.next_task is None else "resolution",
        had_attacker=list(given(document.had_attacker, [])),
        had_defender=list(given(document.had_defender, [])),
        players_had=list(given(document.players_had, [])),
        # 0 stands for left out until `derive_combat` counts the combats of this turn
        ordinal=given(document.ordinal, 0),
    )


# --- chain --------------------------------------------------------------------------------------


def expand_chain(draft: Draft, document: BoardDocument) -> None:
    """The items as they are typed; `complete_chain` follows when everything has its id."""
    if document.chain is None:
        return
    if len(document.chain.items) > CHAIN_ITEMS:
        message = f"more than {CHAIN_ITEMS} items (limit CHAIN_ITEMS)"
        draft.fault(("chain", "items"), "limit", message)
        return
    items = [_item(draft, item, index) for index, item in enumerate(document.chain.items)]
    if items:  # 330: the chain exists only as long as there is something on it
        draft.board.chain = Chain(items=items)


def _item(draft: Draft, document: ItemDocument, index: int) -> ChainItem:
    path: Path = ("chain", "items", index)
    draft.size += 1
    if (document.card is None) == (document.ability is None):
        draft.fault(path, "card_needed", "an item is a `card` or an `ability`, and one of them")
    card = document.card
    if card is not None:
        card = card_name(draft, card, (*path, "card"), open_face=True)
    of = given(document.of, None)
    if of is not None:
        of = card_name(draft, of, (*path, "of"))
    source = given(document.source, None)
    item = strict(
        ChainItem,
        document,
        id=given(document.id, ""),
        kind=given(document.kind, "spell"),
        card=card,
        owner=given(
            document.owner,
            (document.played_by or document.controller) if card is not None else None,
        ),
        of=of,
        source=Source(ref=source) if isinstance(source, str) else source,
        permission=given(
            document.permission,
            "hidden" if (document.origin or "").startswith("facedown:") else "normal",
        ),
        chose=[_choices(choice, document) for choice in given(document.chose, [])],
    )
    draft.typed[id(item)] = path
    if not item.id:
        draft.without_id.append((item, path))
    return item


def _choices(document: ChoicesDocument, item: ItemDocument) -> Choices:
    to = f"base:{item.controller}" if document.to == "base" else document.to
    targets = {slot: _listed(chosen) for slot, chosen in document.targets.items()}
    return strict(Choices, document, to=to, targets=targets)


def _listed(chosen: str | list[str]) -> list[str]:
    return [chosen] if isinstance(chosen, str) else list(chosen)


def complete_chain(draft: Draft) -> None:
    """Fill in where abilities come from, the slots of targets, and what opened the chain."""
    chain, document = draft.board.chain, draft.document.chain
    if chain is None or document is None:
        return
    bearers = {thing.id: thing for thing in _bearers(draft.board)}
    for index, (item, typed) in enumerate(zip(chain.items, document.items, strict=True)):
        path: Path = ("chain", "items", index)
        if item.ability is not None:
            _complete_ability(draft, typed, item, path, bearers)
        elif item.card is not None and typed.kind is UNSET:
            definition = draft.definition(item.card)
            if definition is not None and definition.is_permanent:
                item.kind = "permanent"
        _complete_targets(draft, typed, item, path)
    if document.opened_by is UNSET:
        chain.opened_by = _KIND_OPENS[chain.items[0].kind]
        sentence = f"The chain was opened by its oldest item ({chain.opened_by})."
        draft.assume("chain.opened_by", chain.opened_by, sentence)
    else:
        chain.opened_by = document.opened_by


_KIND_OPENS: dict[ItemKind, OpenedBy] = {
    "spell": "play",
    "permanent": "play",
    "activated": "activate",
    "triggered": "trigger",
    "reflexive": "trigger",
    "delayed": "trigger",
}

Bearer = GameObject | Battlefield | FacedownCard | Card


def _bearers(board: Board) -> Iterator[Bearer]:
    """Everything that an ability on the chain may have come from and still be there."""
    for player in board.players.values():
        yield from player.base
        yield from player.legends
        if player.legend is not None:
            yield player.legend
        for zone in (player.hand, player.trash, player.banished):
            yield from zone
        if player.champion is not None:
            yield player.champion
    for battlefield in board.battlefields:
        yield battlefield
        yield from battlefield.units
        yield from battlefield.facedown


def _complete_ability(
    draft: Draft,
    document: ItemDocument,
    item: ChainItem,
    path: Path,
    bearers: dict[str, Bearer],
) -> None:
    """Kind, bearing card and source of an ability, read off its key (191.4, 359.3.f)."""
    assert item.ability is not None
    ref, _, key = item.ability.partition("/")
    identity, _, generation = ref.partition("@")
    bearer = bearers.get(identity)
    if bearer is not None:
        # a card now in a zone that is not the board is another object, with the same card (124)
        item.of = item.of or bearer.card
    if item.source is None and document.source is UNSET and ref:
        now = getattr(bearer, "generation", 1)
        on_board = isinstance(bearer, GameObject | Battlefield)
        item.source = Source(ref=ref, gone=not on_board or generation not in ("", str(now)))
    if item.of is None:
        draft.fault(path, "card_needed", "`of` says which card bears the ability")
    if document.kind is UNSET:
        ability = _printed_ability(draft, item.of, key)
        if isinstance(ability, Activated):
            item.kind = "activated"
        elif isinstance(ability, Triggered):
            item.kind = "triggered"
        else:
            message = "`kind` is needed: activated, triggered, reflexive or delayed"
            draft.fault(path, "kind_needed", message)


def _printed_ability(draft: Draft, of: str | None, key: str) -> object:
    """The printed ability number `key` of a card; None where there is none."""
    definition = draft.definition(of) if of is not None else None
    if definition is None or not key.isdecimal() or int(key) >= len(definition.abilities):
        return None
    return definition.abilities[int(key)]


def _slots(draft: Draft, item: ChainItem) -> tuple[list[str], bool]:
    """The slots in which an item chooses, and whether that is all that it may choose."""
    if item.ability is not None:
        ability = _printed_ability(draft, item.of, item.ability.partition("/")[2])
        return list(getattr(ability, "chooses", {})), ability is not None
    definition: CardDefinition | None = draft.definition(item.card or "")
    if definition is None:
        return [], False
    return list(definition.chooses), definition.text == "modelled"


def _complete_targets(draft: Draft, document: ItemDocument, item: ChainItem, path: Path) -> None:
    """Turn the `targets` shorthand into the choices of the item's only execution (355)."""
    slots, complete = _slots(draft, item)
    if document.targets is UNSET:
        if document.chose is UNSET and slots:
            draft.defaulted.add(f"chain.{item.id}.targets")
        return
    place = (*path, "targets")
    if document.chose is not UNSET:
        draft.fault(place, "chosen_twice", "`targets` is short for `chose`; give one of them")
        return
    if isinstance(document.targets, dict):
        targets = {slot: _listed(chosen) for slot, chosen in document.targets.items()}
        for slot in targets:
            if complete and slot not in slots:
                names = ", ".join(slots) or "none"
                draft.fault((*place, slot), "slot_needed", f"no such slot; there are: {names}")
    elif len(slots) == 1:
        targets = {slots[0]: list(document.targets)}
    elif not slots and not complete:
        targets = {"target": list(document.targets)}
        draft.assume(
            f"chain.{item.id}.targets",
            targets,
            f"The targets of {item.card or item.of} fill one slot; its text is not modelled.",
        )
    else:
        what = f"chooses in {', '.join(slots)}: write them by slot" if slots else "chooses nothing"
        draft.fault(place, "slot_needed", f"{item.card or item.of} {what}")
        return
    item.chose = [Choices(targets=targets)]


# --- effects and facts --------------------------------------------------------------------------


def expand_effect(draft: Draft, document: EffectDocument, index: int) -> Effect:
    """A lasting effect; its place in the list is its timestamp."""
    path: Path = ("effects", index)
    effect = strict(Effect, document)
    if effect.origin is not None:
        effect.origin = card_name(draft, effect.origin, (*path, "origin"))
    draft.typed[id(effect)] = path
    if not effect.id:
        draft.without_id.append((effect, path))
    return effect


def expand_facts(draft: Draft, document: TurnFactsDocument) -> TurnFacts:
    """Facts about this turn, with the types of finalized cards taken from their definitions."""
    told = TurnFacts(spell_damage=document.spell_damage, combats=document.combats)
    for section in ("players", "objects", "uses"):
        if getattr(document, section) is UNSET:
            draft.defaulted.add(f"this_turn.{section}")
    if document.players is not UNSET:
        for name, entry in document.players.items():
            told.players[name] = _player_facts(draft, name, entry)
        untold = draft.document.players.keys() - document.players.keys()
        draft.defaulted |= {f"this_turn.players.{name}" for name in untold}
    for ref, thing in given(document.objects, {}).items():
        told.objects[ref] = _told(draft, ObjectFacts, thing, f"this_turn.objects.{ref}")
    for key, use in given(document.uses, {}).items():
        told.uses[key] = _told(draft, UseFacts, use, f"this_turn.uses.{key}")
    return told


def _told(draft: Draft, kind: type[PartT], document: Struct, path: str, /, **changes: Any) -> PartT:
    """The facts of one player, object or ability, what is left out at its default."""
    fields = {}
    for name in kind.__struct_fields__:
        if (value := getattr(document, name)) is UNSET:
            draft.defaulted.add(f"{path}.{name}")
        elif name not in changes:
            fields[name] = value
    return kind(**fields, **changes)


def _player_facts(draft: Draft, player: str, document: PlayerFactsDocument) -> PlayerFacts:
    finalized: list[FinalizedCard] = []
    entries = given(document.finalized, [])
    used = {entry.id for entry in entries if not isinstance(entry, str)}
    for index, entry in enumerate(entries):
        path: Path = ("this_turn", "players", player, "finalized", index)
        if isinstance(entry, str):
            fact = FinalizedCard(id="", card=card_name(draft, entry, path))
        else:
            name = card_name(draft, entry.card, (*path, "card"))
            energy = given(entry.energy, 0)
            fact = strict(FinalizedCard, entry, card=name, energy=energy)
        definition = draft.definition(fact.card)
        if definition is not None:
            fact.types = fact.types or list(definition.types)
            fact.tags = fact.tags or list(definition.tags)
        if isinstance(entry, str) or entry.energy is UNSET:
            fact.energy = 0 if definition is None else definition.energy or 0
            draft.defaulted.add(".".join(map(str, (*path, "energy"))))
        number = 1
        while not fact.id:
            candidate = f"{player}.finalized-{number}"
            fact.id = "" if candidate in used else candidate
            number += 1
        used.add(fact.id)
        finalized.append(fact)
    facts = f"this_turn.players.{player}"
    return _told(draft, PlayerFacts, document, facts, finalized=finalized)
