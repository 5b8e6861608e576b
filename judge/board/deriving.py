"""What a board leaves out and the rest of it implies (D12, "A board, as a person would type it").

Each derivation either follows from the rules and the facts given, or is a guess; a guess becomes
an assumption with a sentence. What can be neither derived nor guessed is a fault: nothing is made
up in silence. All of it works on the `Draft` that `judge.board.expanding` leaves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from judge.board.checking_places import cleared
from judge.board.document import PlayerDocument
from judge.board.draft import Draft, Thing
from judge.board.expanding import note_left_out
from judge.board.expanding_chain import complete_chain
from judge.board.faults import Path
from judge.board.meaning import gives_types, meaning_faults
from judge.board.references import named_players
from judge.board.state import (
    UNKNOWN,
    Battlefield,
    Board,
    Card,
    ChainItem,
    Deck,
    Effect,
    FacedownCard,
    GameObject,
    Player,
    Showdown,
)
from judge.board.table import Table, reference
from judge.layers.characteristics import is_unit
from judge.modes.modes import MODES


def derive(draft: Draft) -> None:
    """Complete the board of a draft, noting defaults, assumptions and faults on the way."""
    derive_players(draft)
    derive_mode(draft)
    derive_turns(draft)
    derive_damage(draft)
    derive_ids(draft)
    derive_owners(draft)
    complete_chain(draft)
    derive_combat(draft)
    derive_contested(draft)
    derive_staged(draft)
    derive_window(draft)
    note_defaults(draft)


# --- players, mode, turns -----------------------------------------------------------------------


def derive_players(draft: Draft) -> None:
    """Every name used becomes a player, unless `order` or two `players` close the circle (115)."""
    board = draft.board
    if not board.order:
        if len(board.players) >= 2:
            names = set(board.players)
        else:
            # an empty name is a fact that is still missing, with a derivation or a fault of its own
            names = {name for name, _ in named_players(board) if name}
        if len(names) == 2:
            board.order = sorted(names)
            draft.assume("order", board.order, "The turn order is that of the names.")
        elif len(names) < 2:
            draft.fault(
                ("players",),
                "order_needed",
                f"only {', '.join(sorted(names))} is named; a game has at least two players",
            )
            board.order = sorted(names)
        else:
            draft.fault(
                ("order",),
                "order_needed",
                f"`order` says in which order {', '.join(sorted(names))} take turns",
            )
            board.order = sorted(names)
    for name in board.order:
        if name not in board.players:
            board.players[name] = Player(main_deck=Deck(count=None), rune_deck=Deck(count=None))
            note_left_out(draft, name, PlayerDocument())
    for team in board.teams:  # 489.8.d: a team has one number of points
        known = {
            board.players[name].points
            for name in team
            if name in board.players and f"players.{name}.points" not in draft.defaulted
        }
        if len(known) == 1:
            (points,) = known
            for name in team:
                if f"players.{name}.points" in draft.defaulted:
                    board.players[name].points = points
                    draft.defaulted.discard(f"players.{name}.points")


def derive_mode(draft: Draft) -> None:
    """The mode of play, from the number of players where it was left out (483.1, 485-489)."""
    board = draft.board
    if board.mode:
        return
    board.mode = "duel"
    for mode in MODES.values():
        # the first mode that fits: a duel before a match, which differ only in setup
        if mode.players == len(board.order) and mode.teams == bool(board.teams):
            board.mode = mode.name
            break
    draft.defaulted.add("mode")


def derive_turns(draft: Draft) -> None:
    """Who went first and how often each player's turn has begun, counting back from this turn.

    Additional turns would change both; whoever had some says `begun`.
    """
    board, document = draft.board, draft.document
    turn, order = board.turn, board.order
    if document.turn.number is UNSET and document.turn.begun is UNSET:
        draft.defaulted.add("turn.number")
    if document.turn.phase is UNSET:
        draft.defaulted.add("turn.phase")
    if turn.phase == "ending.expiration" and turn.items_processed is None:
        if board.chain is not None:
            turn.items_processed = True  # what lies on the chain was finalized in this step
        else:
            draft.defaulted.add("turn.items_processed")
    if board.teams:
        for key in ("teammate_controlled", "occupied"):
            if getattr(document.turn, key) is UNSET:
                draft.defaulted.add(f"turn.{key}")
    if turn.player not in order or turn.number < 1:
        return
    position = order.index(turn.player)
    if document.first_player is UNSET:
        board.first_player = order[(position - turn.number + 1) % len(order)]
        draft.defaulted.add("first_player")
    missing = [name for name in order if name not in turn.begun]
    if missing and document.turn.begun is not UNSET and document.turn.number is UNSET:
        message = f"the turns begun of {', '.join(missing)} are missing, or the number of the turn"
        draft.fault(("turn", "begun"), "begun_needed", message)
    for back in range(len(order)):
        name = order[(position - back) % len(order)]
        if name in missing:
            turn.begun[name] = (turn.number - back + len(order) - 1) // len(order)
    if document.turn.begun is UNSET:
        draft.defaulted.add("turn.begun")
    else:
        for name in missing:
            draft.assume(
                f"turn.begun.{name}",
                turn.begun[name],
                f"{name} has begun {turn.begun[name]} turns, counted back from this one.",
            )


# --- owners and damage --------------------------------------------------------------------------


def derive_owners(draft: Draft) -> None:
    """Owners of battlefields that do not say (127.1, 170.1)."""
    board = draft.board
    # from what was typed alone, so that the order of the battlefields does not matter
    named = {battlefield.owner for battlefield in board.battlefields if battlefield.owner}
    for battlefield in board.battlefields:
        if battlefield.owner:
            continue
        left = [name for name in board.order if name not in named]
        if len(board.order) == len(board.battlefields) == 2 and len(left) == 1:
            owner, why = left[0], "the other battlefield is the other player's"
        elif battlefield.controller is not None:
            owner, why = battlefield.controller, "its controller"
        else:
            path = (*draft.typed[id(battlefield)], "owner")
            draft.fault(path, "owner_needed", f"who owns {battlefield.card}?")
            continue
        battlefield.owner = owner
        path_of_fact = f"battlefields.{battlefield.id}.owner"
        draft.assume(path_of_fact, owner, f"{battlefield.card} is owned by {owner}: {why}.")


def derive_damage(draft: Draft) -> None:
    """Damage given as a number was marked by the only opponent of its controller (142.3)."""
    board = draft.board
    for thing, amount in draft.unmarked_damage:
        team = next((team for team in board.teams if thing.controller in team), [thing.controller])
        opponents = [name for name in board.order if name not in team]
        if len(opponents) != 1:
            path = (*draft.typed[id(thing)], "damage")
            draft.fault(path, "damage_needs_player", f"who marked it? damage: {{player: {amount}}}")
            continue
        thing.damage = {opponents[0]: amount}


# --- ids ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """A name as part of an id: lower case, hyphens between words, no apostrophes, no accents."""
    plain = unicodedata.normalize("NFKD", name.lower()).replace("'", "").replace("\u2019", "")
    letters = "".join(c if c.isalnum() else " " for c in plain if not unicodedata.combining(c))
    return "-".join(letters.split()) or "card"


def derive_ids(draft: Draft) -> None:
    """Give an id to everything that has none, whatever the order in which sets were typed.

    `<player>.<card>`, with -2, -3 for repeats. Things that share a name are numbered by zone and
    then by content, so that only things alike in every respect could change places.
    """
    board = draft.board
    used = {identity for identity in Table(board).ids() if identity}
    battlefields = [pair for pair in draft.without_id if isinstance(pair[0], Battlefield)]
    parents = {id(child): parent for child, parent in draft.attachments}
    children: dict[int, list[GameObject]] = {}
    for child, parent in draft.attachments:
        children.setdefault(id(parent), []).append(child)

    left_out = {id(thing) for thing in [*draft.maybe_ready, *draft.hidden_some_time]}
    left_out |= {id(thing) for thing, _ in draft.unmarked_damage}

    def content(thing: Thing) -> bytes:
        encoded = _CONTENT.encode(thing)
        if isinstance(thing, GameObject):
            attached = sorted(content(child) for child in children.get(id(thing), []))
            encoded = b"".join([encoded, *attached])
        # what was left out stands in `defaulted`, so it is part of what tells two things apart
        return encoded + (b"?" if id(thing) in left_out else b"")

    def whole(thing: Thing) -> tuple[bytes, ...]:
        parent = parents.get(id(thing))
        return (content(thing),) if parent is None else (*whole(parent), content(thing))

    _number(battlefields, used, _prefix, content)
    places = {("battlefields", index): b.id for index, b in enumerate(board.battlefields)}
    # by privacy: who sees fewer cards must not learn from a number that there are others
    public: list[tuple[Thing, Path]] = []
    private: list[tuple[Thing, Path]] = []
    secret: list[tuple[Thing, Path]] = []
    for thing, place in draft.without_id:
        if isinstance(thing, Battlefield):
            continue
        at = places.get(place[:2])
        if at is not None:
            place = ("battlefields", at, *place[2:])
        if "hand" in place or "facedown" in place:
            private.append((thing, place))
        elif isinstance(thing, Card) and place[2] in ("deck", "main_deck", "rune_deck"):
            secret.append((thing, place))
        else:
            public.append((thing, place))
    for things in (public, private, secret):
        _number(things, used, _prefix, whole)
    for child, parent in draft.attachments:
        child.attached_to = parent.id


_CONTENT = msgspec.json.Encoder(order="deterministic")


def _prefix(thing: Thing, place: Path) -> str:
    """What an id begins with, before it is numbered. Unknown cards are called by their zone."""
    if isinstance(thing, Battlefield):
        return slug(thing.card)
    if isinstance(thing, Effect):
        return "e"
    if isinstance(thing, ChainItem):
        return f"{thing.controller}.{slug(thing.card)}" if thing.card is not None else "c"
    if isinstance(thing, Card):
        zone = {"deck": "main_deck"}.get(str(place[2]), str(place[2]))
        name = slug(zone if thing.card == UNKNOWN else thing.card)
        return f"{place[1]}.{name}"
    name = "facedown" if thing.card == UNKNOWN else slug(thing.card)
    return f"{thing.controller}.{name}"


def _number(
    things: list[tuple[Thing, Path]],
    used: set[str],
    prefix: Callable[[Thing, Path], str],
    content: Callable[[Thing], Any],
) -> None:
    by_stem: dict[str, list[tuple[Thing, Path]]] = {}
    for thing, place in things:
        by_stem.setdefault(prefix(thing, place), []).append((thing, place))

    def key(pair: tuple[Thing, Path]) -> Any:
        thing, place = pair
        # positions in ordered arrays compare as numbers, names of zones as text
        return [(isinstance(p, str), p) for p in place], content(thing)

    # all are sorted before the first is numbered, since ids are part of content
    for alike in by_stem.values():
        if len(alike) > 1:
            alike.sort(key=key)
    for stem in sorted(by_stem):
        _number_alike(stem, [thing for thing, _ in by_stem[stem]], used)


def _number_alike(stem: str, things: list[Thing], used: set[str]) -> None:
    """Number things whose ids begin alike, in the order given."""
    number = 1
    for thing in things:
        bare = stem in ("c", "e")
        nameless = bare or (isinstance(thing, Card | FacedownCard) and thing.card == UNKNOWN)
        while True:
            if bare:
                candidate = f"{stem}{number}"
            elif number == 1 and not nameless:
                candidate = stem
            else:
                candidate = f"{stem}-{number}"
            number += 1
            if candidate not in used:
                break
        used.add(candidate)
        thing.id = candidate


# --- combat and showdown ------------------------------------------------------------------------


def derive_combat(draft: Draft) -> None:
    """Designations, who has had them, and the showdown that a combat opens with (464)."""
    board, document = draft.board, draft.document
    combat = board.combat
    if combat is None or document.combat is None:
        return
    if combat.step == "showdown" and board.showdown is None and combat.at:
        board.showdown = Showdown(at=combat.at, kind="combat")
        draft.assume("showdown", combat.at, "The combat is in its showdown, which is still open.")
    for battlefield in board.battlefields:
        if battlefield.id == combat.at:
            for thing in battlefield.units:
                _designate(draft, thing)
            for designation, had, given in (
                ("attacker", combat.had_attacker, document.combat.had_attacker),
                ("defender", combat.had_defender, document.combat.had_defender),
            ):
                if given is UNSET:
                    units = [t for t in battlefield.units if t.designation == designation]
                    had.extend(sorted(reference(unit) for unit in units))
                    draft.defaulted.add(f"combat.had_{designation}")
    if combat.next_task == "determine_result" and combat.recalled is None:
        draft.defaulted.add("combat.recalled")
    if document.combat.players_had is UNSET:
        combat.players_had = sorted({combat.attacker, combat.defender})
    if not combat.ordinal:
        combat.ordinal = max(1, board.this_turn.combats)
    board.this_turn.combats = max(board.this_turn.combats, combat.ordinal)


def _designate(draft: Draft, thing: GameObject) -> None:
    """The designation of a unit's controller (323.2.a); gear and runes get none."""
    combat = draft.board.combat
    assert combat is not None
    if thing.designation is not None or not _is_unit(draft, thing):
        return
    if thing.controller == combat.attacker:
        thing.designation = "attacker"
    elif thing.controller == combat.defender:
        thing.designation = "defender"


def derive_contested(draft: Draft) -> None:
    """Who applied Contested to the battlefield of the ongoing showdown or combat (190.3.b, 345)."""
    board = draft.board
    ongoing = board.combat or board.showdown
    if ongoing is None:
        return
    for battlefield in board.battlefields:
        if battlefield.id != ongoing.at or battlefield.contested_by is not None:
            continue
        present = {t.controller for t in battlefield.units if _is_unit(draft, t)}
        if cleared(board.combat, present):
            continue
        if board.combat is not None:
            by, why = board.combat.attacker, "attacks there"
        elif board.window.focus is not None:
            by, why = board.window.focus, "has Focus"
        elif len(present) == 1 and battlefield.controller not in present:
            (by,) = present
            why = "has the only units there"
        else:
            draft.fault(
                (*draft.typed[id(battlefield)], "contested_by"),
                "contested_needed",
                "who applied Contested to the battlefield of the showdown?",
            )
            continue
        battlefield.contested_by = by
        draft.assume(
            f"battlefields.{battlefield.id}.contested_by",
            by,
            f"{battlefield.id} is contested by {by}, who {why}.",
        )


def _is_unit(draft: Draft, thing: GameObject) -> bool:
    """Whether it is a unit, by print or by what texts in play make of it (177, 477.1)."""
    if draft.units is None:
        draft.units = set(_units(draft))
    return thing.id in draft.units


def _units(draft: Draft) -> Iterator[str]:
    board, table = draft.board, Table(draft.board)
    printed = all(
        (definition := draft.definition(name)) is not None and not gives_types(definition)
        for name in {
            *(t.card for t in table.objects.values()),
            *(b.card for b in board.battlefields),
        }
    )
    # what means nothing is not worked out; its faults are found later
    by_layers = (not printed or bool(board.effects)) and not (
        draft.faults or meaning_faults(board, draft.catalogue, draft.typed)
    )
    for thing in table.objects.values():
        definition = draft.definition(thing.card)
        if by_layers:
            yield from [thing.id] * is_unit(table, draft.catalogue, thing)
        elif definition is not None and definition.is_unit:
            yield thing.id


def derive_staged(draft: Draft) -> None:
    """What is staged at contested battlefields, as the last Cleanup left it (323.8-323.10)."""
    board = draft.board
    ongoing = board.combat or board.showdown
    for battlefield, document in zip(board.battlefields, draft.document.battlefields, strict=True):
        by = battlefield.contested_by
        if by is None or document.staged is not UNSET:
            continue
        if ongoing is not None and ongoing.at == battlefield.id:
            continue
        present = {t.controller for t in battlefield.units if _is_unit(draft, t)}
        if by in present:
            battlefield.staged.append("showdown")
        if len(present) > 1:
            battlefield.staged.append("combat")
        if battlefield.staged:
            draft.defaulted.add(f"battlefields.{battlefield.id}.staged")


# --- priority and focus -------------------------------------------------------------------------


def derive_window(draft: Draft) -> None:
    """Who has Focus and who has Priority, where the document does not say (312, 313, 337-346)."""
    board, document = draft.board, draft.document
    if board.result is not None:
        return
    if document.window.focus is UNSET and board.showdown is not None:
        contester = next(
            (b.contested_by for b in board.battlefields if b.id == board.showdown.at), None
        )
        focus = _after_passes(board, contester, board.window.focus_passed)
        board.window.focus = focus
        if focus is not None:
            sentence = f"{focus} has Focus, counted from who contests the battlefield."
            draft.assume("window.focus", focus, sentence)
    if document.window.focus_passed is UNSET and board.showdown is not None:
        draft.defaulted.add("window.focus_passed")
    if document.window.priority is not UNSET:
        if board.chain is not None and document.window.passed is UNSET:
            _derive_passes(draft, board.chain.items[-1].controller)
        return
    if board.chain is not None:
        newest = board.chain.items[-1].controller
        priority = _after_passes(board, newest, board.window.passed)
        why = "the newest item is theirs"
        if board.window.passed:
            why = "they are the next who has not passed"
    elif board.showdown is not None:
        priority, why = board.window.focus, "they have Focus"
    elif board.combat is None and board.turn.phase == "main":
        priority, why = _after_passes(board, board.turn.player, []), "it is their Main Phase"
    else:
        return  # 335: nobody has Priority; the next step or phase begins
    board.window.priority = priority
    if priority is not None:
        draft.assume("window.priority", priority, f"{priority} has Priority: {why}.")


def _derive_passes(draft: Draft, newest: str) -> None:
    """Priority came to its holder from the controller of the newest item, so all between them have
    passed (337.4, 338.1.b.1, 340.4).
    """
    board = draft.board
    holder = board.window.priority
    if newest not in board.order or holder not in board.order or holder == newest:
        return
    at = board.order.index(newest)
    out = {removed.player for removed in board.removed}
    around = [name for name in board.order[at:] + board.order[:at] if name not in out]
    board.window.passed = around[: around.index(holder)]
    draft.assume(
        "window.passed",
        list(board.window.passed),
        f"{', '.join(board.window.passed)} passed before {holder} had Priority: the newest item is "
        f"{newest}'s.",
    )


def _after_passes(board: Board, first: str | None, passed: list[str]) -> str | None:
    """The first player in turn order from `first` who is in the game and has not passed."""
    if first not in board.order:
        return None
    at = board.order.index(first)
    out = {removed.player for removed in board.removed}
    for name in board.order[at:] + board.order[:at]:
        if name not in out and name not in passed:
            return name
    return None


# --- defaults -----------------------------------------------------------------------------------


def note_defaults(draft: Draft) -> None:
    """Paths of what was left out of single things, now that each has its id."""
    note = draft.defaulted.add
    for thing in draft.maybe_ready:
        note(f"objects.{thing.id}.exhausted")
    for battlefield in draft.maybe_scored:
        note(f"battlefields.{battlefield.id}.scored")
    for card in draft.hidden_some_time:
        draft.assume(f"facedown.{card.id}.since", 0, f"{card.id} was hidden before this turn.")
    for thing, _ in draft.unmarked_damage:
        if thing.damage:
            (by,) = thing.damage
            sentence = f"{by} marked the damage on {thing.id}."
            draft.assume(f"objects.{thing.id}.damage.by", dict(thing.damage), sentence)
    draft.board.defaulted = sorted(draft.defaulted)
