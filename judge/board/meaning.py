"""Whether a strict board means anything: ids, players, cards and numbers that fit each other (D12).

What is checked here holds for a board however it came, typed or canonical. What a person left out
and nothing implies is found earlier, by `judge.board.expanding` and `judge.board.deriving`; what
could merely not have come about is found later, by `judge.board.checking`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from operator import attrgetter, itemgetter
from typing import Any

from judge.board.durations import duration
from judge.board.faults import Fault, Path, show_path
from judge.board.meaning_numbers import Finding, number_findings
from judge.board.meaning_words import word_findings
from judge.board.references import named_beside_zones, named_players
from judge.board.state import (
    SCHEMA_VERSION,
    UNKNOWN,
    Board,
    Card,
    GameObject,
    Player,
)
from judge.board.table import split_reference
from judge.effects.catalogue import AmbiguousCard, Catalogue, UnknownCard
from judge.effects.notation import CardDefinition, Static, Trait
from judge.limits import CHAIN_ITEMS, NUMBER, OBJECTS
from judge.modes.modes import MODES

#: names that mean somebody else where a player could stand: viewers, askers, audiences
RESERVED_NAMES = frozenset({"all", "chance", "judge", "nobody", "public"})
_FORBIDDEN_IN_IDS = frozenset("@/:")


def is_player_name(name: str) -> bool:
    """Whether a player can be called that: not empty, not reserved, none of @ / :."""
    return bool(name) and name not in RESERVED_NAMES and _FORBIDDEN_IN_IDS.isdisjoint(name)


def meaning_faults(
    board: Board,
    catalogue: Catalogue,
    typed: dict[int, Path] | None = None,
    *,
    complete: bool = False,
    thorough: bool = False,
) -> list[Fault]:
    """All that makes a board mean nothing; an empty list for a board that can be judged.

    `typed` maps the identity of parts to the place where a person typed them, so that faults name
    that place. `complete`: the board is canonical, where a reference may outlive what it names
    (a token that ceased to exist, 186.1); on a typed board a plain id that names nothing is a slip.
    `thorough`: do without the short cut for sound boards.
    """
    if complete and not thorough and proven_sound(board, catalogue):
        return []
    return [
        Fault(path=show_path(_as_typed(board, path, typed)), code=code, message=message)
        for path, code, message in _findings(board, catalogue, complete)
    ]


def proven_sound(board: Board, catalogue: Catalogue) -> bool:
    """Whether it can be shown quickly, without naming places, that a canonical board has no fault.

    False proves nothing. Most boards that are read come from a ruling and are sound, so the things
    that are many, cards and objects, are checked in sets; what is few is checked as it always is.
    """
    known = set(board.order)
    if len(known) != len(board.order) or known != board.players.keys():
        return False
    few = (
        _item_kinds(board, catalogue),
        _envelope(board),
        _order(board),
        _left(board),
        number_findings(board, []),
        word_findings(board, []),
        _places(board),
        _durations(board),
    )
    if any(True for findings in few for _ in findings):
        return False
    if not known.issuperset(map(itemgetter(0), named_beside_zones(board))):
        return False
    cards: list[Card] = []
    objects: list[GameObject] = []
    things: list[Any] = [*board.battlefields, *board.effects]
    named = [name for name in _public_names(board) if name is not None]
    owners: list[str | None] = []
    for player in board.players.values():
        objects += player.base
        objects += player.legends
        if player.legend is not None:
            objects.append(player.legend)
        if player.champion is not None:
            cards.append(player.champion)
        for zone, _ in _zones(player, ()):
            cards += zone
        named += player.main_deck.middle
        named += player.rune_deck.middle
    for battlefield in board.battlefields:
        objects += battlefield.units
        things += battlefield.facedown
        owners += [battlefield.owner, battlefield.controller, battlefield.contested_by]
        owners += [battlefield.contributor, *battlefield.scored]
        for card in battlefield.facedown:
            owners += [card.owner, card.controller, *card.known_to]
            if card.card != UNKNOWN:
                named.append(card.card)
    if board.chain is not None:
        things += board.chain.items
    if any(getattr(thing, "generation", 1) < 1 for thing in things):
        return False
    ids = [thing.id for thing in things]
    ids += map(_ID, cards)
    ids += map(_ID, objects)
    faces = set(map(_CARD, cards)) - {UNKNOWN}
    faces.update(named, map(_CARD, objects))
    owners += map(_OWNER, objects)
    owners += map(_CONTROLLER, objects)
    for held in cards:
        if held.known_to:
            owners += held.known_to
    amounts: list[int] = []
    damaged: set[str] = set()
    chosen = [(thing, ()) for thing in objects if thing.chosen]
    if chosen and any(True for _ in word_findings(board, chosen)):
        return False
    for thing in objects:
        if thing.damage:
            owners += thing.damage
            amounts += thing.damage.values()
            damaged.add(thing.card)
        if thing.attached_to is not None and not _hangs_well(thing.attached_to, objects):
            return False
        if not 0 <= thing.buffs <= NUMBER or not 0 <= thing.empowered <= NUMBER or thing.counters:
            return False
    cards_there = {thing.card for thing in objects if not thing.token}
    cards_there.update(place.card for place in board.battlefields if not place.token)
    if not catalogue.where("tokens", attrgetter("token")).isdisjoint(cards_there):
        return False
    first = min(map(_GENERATION, [*cards, *objects]), default=1)
    if min(amounts, default=0) < 0 or max(amounts, default=0) > NUMBER or first < 1:
        return False
    for name in damaged:
        definition = catalogue.get(name)
        if definition is None or not definition.is_unit:
            return False
    once, joined = set(ids), "".join(ids)
    return (
        len(once) == len(ids) <= OBJECTS
        and once.isdisjoint(known | {"", "base"})
        and not any(forbidden in joined for forbidden in _FORBIDDEN_IN_IDS)
        and (known | {None}).issuperset(owners)
        and catalogue.has_all(faces)
    )


_ID = attrgetter("id")
_CARD = attrgetter("card")
_OWNER = attrgetter("owner")
_CONTROLLER = attrgetter("controller")
_GENERATION = attrgetter("generation")


def _hangs_well(parent: str, objects: list[GameObject]) -> bool:
    """Whether that object is there, and not itself attached to something."""
    return any(other.id == parent and other.attached_to is None for other in objects)


def _public_names(board: Board) -> Iterator[str | None]:
    for player in board.players.values():
        yield player.chosen_champion
    for battlefield in board.battlefields:
        yield battlefield.card
    if board.chain is not None:
        for item in board.chain.items:
            yield item.card
            yield item.of


def _as_typed(board: Board, path: Path, typed: dict[int, Path] | None) -> Path:
    """The path in the document for a path in the board: its deepest part that was typed there."""
    if not typed:
        return path
    found = path
    part: Any = board
    for depth, step in enumerate(path, 1):
        try:
            indexable: Any = isinstance(part, dict | list)
            part = part[step] if indexable else getattr(part, str(step))
        except (AttributeError, IndexError, KeyError):
            break
        if id(part) in typed:
            found = (*typed[id(part)], *path[depth:])
    return found


def _findings(board: Board, catalogue: Catalogue, complete: bool) -> Iterator[Finding]:
    yield from _envelope(board)
    yield from _players(board)
    cards = list(_cards(board))
    objects = list(_objects(board))
    if len(cards) + len(objects) > OBJECTS:
        yield (), "limit", f"more than {OBJECTS} objects and cards (limit OBJECTS)"
    ids: dict[str, Path] = {}
    yield from _ids(board, cards, objects, ids)
    yield from _names(board, catalogue, cards, objects, complete)
    yield from number_findings(board, objects)
    yield from word_findings(board, objects)
    yield from _places(board)
    yield from _durations(board)
    yield from _attachments(board, objects)
    if not complete:
        yield from _references(board, ids)
    yield from _damage(board, catalogue, objects)
    yield from _tokens(board, catalogue, objects)
    yield from _item_kinds(board, catalogue)


# --- envelope and players -----------------------------------------------------------------------


def _envelope(board: Board) -> Iterator[Finding]:
    if not board.stable:
        yield (
            ("stable",),
            "unstable",
            "this is the working board of a question; send the board before it, with the answers",
        )
    if board.schema != SCHEMA_VERSION:
        yield (
            ("schema",),
            "schema_version",
            f"written in version {board.schema} of the schema; this release reads {SCHEMA_VERSION}",
        )
    mode = MODES.get(board.mode)
    if mode is None:
        yield ("mode",), "mode_unknown", f"there are: {', '.join(MODES)}"
    elif len(board.order) != mode.players and len(board.order) > 1:
        yield (
            ("mode",),
            "mode_players",
            f"{board.mode} is for {mode.players} players, and here are {len(board.order)}",
        )


def _players(board: Board) -> Iterator[Finding]:
    yield from _order(board)
    yield from _left(board)
    known = frozenset(board.order)
    for name, path in named_players(board):
        # who owns or controls a thing may have been left out, which is a fault of its own
        if name not in known and (name or path[0] not in ("players", "battlefields", "effects")):
            players = ", ".join(board.order)
            yield path, "unknown_player", f"no player is called {name!r}; here play {players}"


def _order(board: Board) -> Iterator[Finding]:
    if len(set(board.order)) != len(board.order):
        yield ("order",), "order_wrong", "a player stands in the turn order twice"
    for name in board.order:
        if name not in board.players:
            yield ("players",), "order_wrong", f"{name} stands in the turn order and has no entry"
        if not is_player_name(name):
            yield ("players", name), "id_form", f"a player cannot be called {name!r}"
    if board.teams:
        members = [name for team in board.teams for name in team]
        if sorted(members) != sorted(board.order):
            yield ("teams",), "order_wrong", "each player belongs to one team"
    if board.combat is not None and board.combat.attacker == board.combat.defender:
        yield ("combat",), "attacks_itself", f"{board.combat.attacker} is attacker and defender"


def _left(board: Board) -> Iterator[Finding]:
    """Who has left the game does nothing in it (651.3), and with one side left it is over."""
    if not board.removed or board.result is not None:
        return
    out = {removed.player for removed in board.removed}
    for key in ("priority", "focus"):
        name = getattr(board.window, key)
        if name in out:
            message = f"{name} has left the game and cannot have {key.capitalize()} (651.3)"
            yield ("window", key), "removed_player_acts", message
    for name, player in board.players.items():
        for index, thing in enumerate(player.base):
            if out & {thing.controller, thing.owner}:
                yield ("players", name, "base", index), *_of_removed(thing.id)
    for number, place in enumerate(board.battlefields):
        for index, thing in enumerate(place.units):
            if out & {thing.controller, thing.owner}:
                yield ("battlefields", number, "units", index), *_of_removed(thing.id)
    for index, item in enumerate(board.chain.items if board.chain is not None else []):
        if item.controller in out:
            yield ("chain", "items", index), *_of_removed(item.id)
    staying = [name for name in board.order if name not in out]
    teams = board.teams or [[name] for name in board.order]
    if sum(any(name in team for name in staying) for team in teams) < 2:
        who = f"only {' and '.join(staying)} is left" if staying else "nobody is left"
        yield ("removed",), "game_is_over", f"{who}, so the game is over: give its `result` (651.1)"


def _of_removed(identity: str) -> tuple[str, str]:
    message = f"{identity} is of a player who has left the game with all of it (652.1, 652.4)"
    return "thing_of_removed_player", message


# --- ids, names, numbers ------------------------------------------------------------------------


def _zones(player: Player, path: Path) -> Iterator[tuple[list[Card], Path]]:
    yield player.hand, (*path, "hand")
    yield player.trash, (*path, "trash")
    yield player.banished, (*path, "banished")
    for key, deck in (("main_deck", player.main_deck), ("rune_deck", player.rune_deck)):
        yield deck.top, (*path, key, "top")
        for index, group in enumerate(deck.bottom):
            yield group, (*path, key, "bottom", index)


def _cards(board: Board) -> Iterator[tuple[Card, Path]]:
    for name, player in board.players.items():
        path = ("players", name)
        if player.champion is not None:
            yield player.champion, (*path, "champion")
        for zone, zone_path in _zones(player, path):
            for index, card in enumerate(zone):
                yield card, (*zone_path, index)


def _objects(board: Board) -> Iterator[tuple[GameObject, Path]]:
    for name, player in board.players.items():
        path = ("players", name)
        if player.legend is not None:
            yield player.legend, (*path, "legend")
        for index, thing in enumerate(player.legends):
            yield thing, (*path, "legends", index)
        for index, thing in enumerate(player.base):
            yield thing, (*path, "base", index)
    for number, battlefield in enumerate(board.battlefields):
        for index, thing in enumerate(battlefield.units):
            yield thing, ("battlefields", number, "units", index)


def _ids(
    board: Board,
    cards: list[tuple[Card, Path]],
    objects: list[tuple[GameObject, Path]],
    ids: dict[str, Path],
) -> Iterator[Finding]:
    """Fill `ids` with every id and its place; each must be well formed and stand once."""
    things: list[tuple[Any, Path]] = [*cards, *objects]
    for number, battlefield in enumerate(board.battlefields):
        things.append((battlefield, ("battlefields", number)))
        for index, card in enumerate(battlefield.facedown):
            things.append((card, ("battlefields", number, "facedown", index)))
    if board.chain is not None:
        for index, item in enumerate(board.chain.items):
            things.append((item, ("chain", "items", index)))
    for index, effect in enumerate(board.effects):
        things.append((effect, ("effects", index)))
    for thing, path in things:
        identity = thing.id
        if identity in ids:
            first = show_path(ids[identity])
            yield (*path, "id"), "id_twice", f"{identity!r} stands at {first} too"
        else:
            ids[identity] = path
        if not identity or not _FORBIDDEN_IN_IDS.isdisjoint(identity):
            yield (*path, "id"), "id_form", f"{identity!r} is empty or holds one of @ / :"
        if identity in board.players or identity == "base":
            yield (*path, "id"), "id_form", f"{identity!r} means a player or a Base"
        if getattr(thing, "generation", 1) < 1:
            yield (*path, "generation"), "negative", "the first generation is 1 (124)"


def _names(
    board: Board,
    catalogue: Catalogue,
    cards: list[tuple[Card, Path]],
    objects: list[tuple[GameObject, Path]],
    complete: bool,
) -> Iterator[Finding]:
    """Names of cards on a canonical board; those of a typed one were resolved as they were read."""
    if not complete:
        return
    for card, path in cards:
        if card.card not in catalogue and card.card != UNKNOWN:
            yield _unknown(catalogue, card.card, (*path, "card"))
    for thing, path in objects:
        if thing.card not in catalogue:
            yield _unknown(catalogue, thing.card, (*path, "card"))
        if thing.name not in catalogue:
            yield _unknown(catalogue, thing.name, (*path, "copied", "card"))
        if thing.text_copied is not None and thing.text_copied not in catalogue:
            yield _unknown(catalogue, thing.text_copied, (*path, "copied", "text"))
    for name, player in board.players.items():
        for key, deck in (("main_deck", player.main_deck), ("rune_deck", player.rune_deck)):
            for text in deck.middle:
                if text not in catalogue:
                    yield _unknown(catalogue, text, ("players", name, key, "middle", text))
        if player.chosen_champion is not None and player.chosen_champion not in catalogue:
            path = ("players", name, "chosen_champion")
            yield _unknown(catalogue, player.chosen_champion, path)
    for number, battlefield in enumerate(board.battlefields):
        place: Path = ("battlefields", number)
        if battlefield.card not in catalogue:
            yield _unknown(catalogue, battlefield.card, (*place, "card"))
        for index, hidden in enumerate(battlefield.facedown):
            if hidden.card not in catalogue and hidden.card != UNKNOWN:
                yield _unknown(catalogue, hidden.card, (*place, "facedown", index, "card"))
    if board.chain is not None:
        for index, item in enumerate(board.chain.items):
            for key, text_or_none in (("card", item.card), ("of", item.of)):
                if text_or_none is not None and text_or_none not in catalogue:
                    yield _unknown(catalogue, text_or_none, ("chain", "items", index, key))


def _unknown(catalogue: Catalogue, name: str, path: Path) -> Finding:
    """The fault of a name that is not canonical. `resolve_names` came first, so it fits no card."""
    if name == UNKNOWN:
        return path, "face_needed", "this card lies open: its name is needed"
    try:
        catalogue.resolve(name)
    except UnknownCard as error:
        return path, "unknown_card", str(error)
    except AmbiguousCard as error:
        return path, "ambiguous_card", str(error)
    return path, "unknown_card", f"write it out: {catalogue.resolve(name)}"


# --- places and references ----------------------------------------------------------------------


def _places(board: Board) -> Iterator[Finding]:
    battlefields = {battlefield.id for battlefield in board.battlefields}
    showdown, combat = board.showdown, board.combat
    for key, part in (("showdown", showdown), ("combat", combat)):
        if part is not None and part.at not in battlefields and part.at:
            yield (key, "at"), "unknown_battlefield", f"no battlefield has the id {part.at!r}"
    if showdown is not None and showdown.kind == "combat" and combat is None:
        message = "a combat showdown is part of a combat (464): give `combat`"
        yield ("showdown", "kind"), "combat_needed", message
    if showdown is not None and combat is not None and showdown.at != combat.at:
        yield (
            ("combat", "at"),
            "two_places",
            f"the showdown is at {showdown.at}, the combat at {combat.at}",
        )
    for index, at in enumerate(board.turn.teammate_controlled):
        if at not in battlefields:
            message = f"no battlefield has the id {at!r}"
            yield ("turn", "teammate_controlled", index), "unknown_battlefield", message
    for at in board.turn.occupied:
        if at not in battlefields:
            yield (
                ("turn", "occupied", at),
                "unknown_battlefield",
                f"no battlefield has the id {at!r}",
            )
    if board.chain is None:
        return
    if len(board.chain.items) > CHAIN_ITEMS:
        yield ("chain", "items"), "limit", f"more than {CHAIN_ITEMS} items (limit CHAIN_ITEMS)"
    bases = {f"base:{name}" for name in board.order}
    for index, item in enumerate(board.chain.items):
        for number, choice in enumerate(item.chose):
            for to in [choice.to] if choice.to is not None else []:
                if to not in battlefields and to not in bases:
                    path: Path = ("chain", "items", index, "chose", number, "to")
                    yield path, "unknown_battlefield", f"{to!r} is neither a battlefield nor a base"


def _durations(board: Board) -> Iterator[Finding]:
    """How long each lasting effect lasts, in the words of `judge.board.durations`."""
    for index, effect in enumerate(board.effects):
        path: Path = ("effects", index, "until")
        try:
            lasts = duration(effect.until)
        except ValueError as error:
            yield path, "duration_unknown", str(error)
            continue
        if lasts.player is not None and lasts.player not in board.order:
            players = ", ".join(board.order)
            message = f"no player is called {lasts.player!r}; here play {players}"
            yield path, "unknown_player", message


def _attachments(board: Board, objects: list[tuple[GameObject, Path]]) -> Iterator[Finding]:
    attached = [(thing, path) for thing, path in objects if thing.attached_to is not None]
    if not attached:
        return
    parents = {thing.id: thing.attached_to for thing, _ in objects}
    for thing, path in attached:
        parent = thing.attached_to
        assert parent is not None
        if parent not in parents:
            yield (*path, "attached_to"), "refers_to_nothing", f"no object has the id {parent!r}"
            continue
        seen = {thing.id}
        above: str | None = parent
        while above is not None and above not in seen:
            seen.add(above)
            above = parents.get(above)
        if above is not None:
            yield (*path, "attached_to"), "attached_in_circle", f"{thing.id} hangs on itself"


def _references(board: Board, ids: dict[str, Path]) -> Iterator[Finding]:
    """References of a typed board. One with a generation, such as `a1@1`, may name what is gone."""
    check: Callable[[str], bool] = lambda ref: "@" in ref or ref in ids  # noqa: E731
    if board.chain is not None:
        for index, item in enumerate(board.chain.items):
            path: Path = ("chain", "items", index)
            if item.source is not None and not item.source.gone and not check(item.source.ref):
                yield (*path, "source"), *_nothing(item.source.ref)
            for number, choice in enumerate(item.chose):
                for slot, refs in choice.targets.items():
                    for ref in refs:
                        if not check(ref) and ref not in board.players:
                            yield (*path, "chose", number, "targets", slot), *_nothing(ref)
    for index, effect in enumerate(board.effects):
        for number, ref in enumerate(effect.affects or []):
            if not check(ref):
                yield ("effects", index, "affects", number), *_nothing(ref)
        with contextlib.suppress(ValueError):
            hangs_on = duration(effect.until).ref
            if hangs_on is not None and not check(hangs_on):
                yield ("effects", index, "until"), *_nothing(hangs_on)
        if effect.source is not None and not check(effect.source):
            yield ("effects", index, "source"), *_nothing(effect.source)
    for ref in board.this_turn.objects:
        if not check(ref):
            yield ("this_turn", "objects", ref), *_nothing(ref)
    for key in board.this_turn.uses:
        if not check(key.partition("/")[0]):
            yield ("this_turn", "uses", key), *_nothing(key.partition("/")[0])


def _nothing(ref: str) -> tuple[str, str]:
    identity, _ = split_reference(ref) if "@" in ref else (ref, 1)
    return (
        "refers_to_nothing",
        f"nothing here has the id {identity!r}; write {identity}@1 for what is gone",
    )


def gives_types(definition: CardDefinition) -> bool:
    """Whether a text of the card, as long as it is in play, gives types to something (477.1)."""
    return any(
        isinstance(ability, Static) and any(isinstance(each, Trait) for each in ability.changes)
        for ability in (*definition.abilities, *definition.effect_text)
    )


def _damage(
    board: Board, catalogue: Catalogue, objects: list[tuple[GameObject, Path]]
) -> Iterator[Finding]:
    """Only units mark damage (142). What an effect, a text or a copy touches may have become
    one.
    """
    names = {thing.card for thing, _ in objects} | {place.card for place in board.battlefields}
    for thing, path in objects:
        if not thing.damage or not any(thing.damage.values()) or thing.copied:
            continue
        definition = catalogue.get(thing.card)
        if definition is None or definition.is_unit:
            continue
        if any(thing.id in (effect.affects or [thing.id]) for effect in board.effects):
            continue
        if any(each is not None and gives_types(each) for each in map(catalogue.get, names)):
            continue
        yield (*path, "damage"), "damage_on_non_unit", f"{thing.card} is not a unit"


def _tokens(
    board: Board, catalogue: Catalogue, objects: list[tuple[GameObject, Path]]
) -> Iterator[Finding]:
    """What is printed as a token is one wherever it lies (185-187); nothing can say otherwise."""
    places: list[tuple[Any, Path]] = [
        (place, ("battlefields", number)) for number, place in enumerate(board.battlefields)
    ]
    for thing, path in [*objects, *places]:
        definition = catalogue.get(thing.card)
        if definition is not None and definition.token and not thing.token:
            yield (*path, "token"), "token_called_card", f"{thing.card} is a token (187)"


def _item_kinds(board: Board, catalogue: Catalogue) -> Iterator[Finding]:
    """A card on the chain is there as what it is: a spell, or a permanent that was played (337)."""
    for index, item in enumerate(board.chain.items if board.chain is not None else []):
        definition = catalogue.get(item.card) if item.card is not None else None
        if definition is None:
            continue
        if item.kind == "spell" and not definition.is_spell:
            wrong = "is no spell"
        elif item.kind == "permanent" and not definition.is_permanent:
            wrong = "is no unit and no gear"
        else:
            continue
        yield ("chain", "items", index, "kind"), "kind_of_card", f"{item.card} {wrong}"
