"""Actions on cards where they lie: looking, revealing, Predicting, burning, putting, recycling
(106, 416, 424, 436, 440).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from judge.actions.decks import burn_out, card_below, draw, next_card, recycle_object
from judge.actions.door import Attempt, Door, through
from judge.actions.faces import assume_no_text
from judge.board import events as ev
from judge.board.state import UNKNOWN, Card, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.catalogue import UNKNOWN_RUNE
from judge.effects.zones import Held, find_held
from judge.layers.characteristics import of
from judge.ruling.questions import Option, Question
from judge.ruling.run import Run

#: zones by the words of the notation, as events call them
ZONES: dict[str, ev.ZoneName] = {
    "hand": "hand",
    "trash": "trash",
    "banishment": "banishment",
    "champion_zone": "champion",
    "main_deck": "main_deck",
    "rune_deck": "rune_deck",
    "facedown_zone": "facedown",
}


def uncover(run: Run, player: str, amount: int, *, seen_by: Iterable[str]) -> list[str]:
    """Take the top cards of a player's Main Deck for looking at or revealing: as many as there are,
    and nobody burns out for the rest (431.1.c). They stay where they are (424.1.a.2).

    `seen_by`: the players who are shown those of which nothing was known.
    """
    deck = run.table.player(player).main_deck
    while len(deck.top) < amount:
        found = card_below(run, player, "main_deck")
        if found is None:
            run.assume_default(
                f"players.{player}.main_deck", 0, f"{player}'s Main Deck is taken to hold no more."
            )
            if not run.in_force("431.1.c"):
                burn_out(run, player, in_sequence=0)
                continue
            run.note(f"{player} has fewer cards than that in the Main Deck.")
            break
        card, position = found
        shown = Card(
            id=card.id,
            card=card.card,
            generation=card.generation,
            known_to=sorted({*card.known_to, *seen_by}),
        )
        assert position != "top"
        run.emit(ev.CardSeen(player=player, deck="main_deck", card=shown, from_position=position))
    return [reference(card) for card in deck.top[:amount]]


def look(run: Run, refs: list[str], *, by: str, verb: str = "look") -> None:
    """The player looks at cards where they lie."""
    by_zone = _by_zone(run, refs)
    _as_they_are_shown(run, "look", by_zone, by)
    for (owner, zone), those in by_zone.items():
        run.emit(
            ev.CardsLooked(
                by=by,
                player=owner,
                zone=zone,
                refs=[reference(card) for card in those],
                verb="predict" if verb == "predict" else "look",
            ),
            by=by,
        )


def reveal(run: Run, refs: list[str], *, by: str) -> None:
    """Cards are presented to all players and stay in their zones (424.1)."""
    by_zone = _by_zone(run, refs)
    _as_they_are_shown(run, "reveal", by_zone, by)
    for (owner, zone), those in by_zone.items():
        # 424.1.b: all that it does is to let everybody know them
        if run.in_force("424.1", "424.1.a.2", "424.1.b"):
            shown = [Card(id=c.id, card=c.card, generation=c.generation) for c in those]
            run.emit(ev.CardsRevealed(player=owner, zone=zone, cards=shown), by=by)


def _as_they_are_shown(
    run: Run, event: n.Event, by_zone: dict[tuple[str, ev.ZoneName], list[Card]], by: str
) -> None:
    """What cards say of themselves as they are looked at or revealed where they lie (369.1,
    370.1.b.1).
    """
    for card in (card for those in by_zone.values() for card in those if card.card == UNKNOWN):
        if event == "look":
            assume_no_text(run, card.id, "being looked at", audience=by)
        else:
            assume_no_text(run, card.id, "being revealed")
    door: Door | None = run.door
    if door is None:
        return
    attempts = [
        Attempt(
            event,
            reference(card),
            by=by,
            origin=zone,
            thing=GameObject(
                id=card.id,
                card=card.card,
                owner=owner,
                controller=owner,
                generation=card.generation,
            ),
        )
        for (owner, zone), those in by_zone.items()
        for card in those
        if card.card in run.catalogue.interceding
    ]
    if attempts:
        door.through(run, attempts)


def _by_zone(run: Run, refs: list[str]) -> dict[tuple[str, ev.ZoneName], list[Card]]:
    """Those of the cards that lie in a zone which not everybody sees, by owner and zone."""
    found: dict[tuple[str, ev.ZoneName], list[Card]] = {}
    for ref in refs:
        held = find_held(run.table, ref)
        if held is not None and held.zone in ("hand", "main_deck"):
            found.setdefault((held.owner, ZONES[held.zone]), []).append(held.card)
            continue
        for card, _ in run.table.facedown():
            if reference(card) == ref:
                seen = Card(id=card.id, card=card.card, generation=card.generation)
                found.setdefault((card.controller, "facedown"), []).append(seen)
    return found


def predict(run: Run, player: str, amount: int) -> int:
    """Look at the top cards of the Main Deck, recycle any number of them, and put the rest back on
    top in any order (436.1); how many were Predicted.
    """
    if amount < 1 or not run.in_force("436.1"):
        return 0
    refs = uncover(run, player, amount, seen_by=[player])
    if not refs:
        return 0
    look(run, refs, by=player, verb="predict")
    # one of them may have said that it leaves as it is looked at (370.1.b.1)
    refs = [ref for ref in refs if find_held(run.table, ref) is not None]
    if not refs:
        return 0
    recycled = _recycled_of(run, player, refs)
    recycle(run, recycled, by=player)
    kept = [ref for ref in refs if ref not in recycled]
    if len(kept) > 1 and run.in_force("436.1.a"):
        put_on_top(run, player, kept)
    return len(refs)


def _recycled_of(run: Run, player: str, refs: list[str]) -> list[str]:
    """Which of the Predicted cards their player recycles."""
    rules = ["436.1"] if len(refs) == 1 else ["436.1", "436.1.a"]
    options = [Option(id=ref, text=_face(run, ref)) for ref in refs]
    answer = run.ask(
        Question(
            form="choose_some",
            to=player,
            prompt=f"{player} Predicts. Which of these cards does {player} recycle?",
            slot="recycle",
            rules=rules,
            options=options,
            min=0,
            max=len(refs),
            audience=player,
        )
    )
    return [str(ref) for ref in answer]


def put_on_top(run: Run, player: str, refs: list[str]) -> None:
    """Cards of the deck go back on top of it in the order that the player says, first on top."""
    order = in_order(run, player, refs, "On top of the deck, which of these cards comes first?")
    if order == refs:
        return
    for ref in reversed(order):
        held = find_held(run.table, ref)
        if held is not None:
            _emit_move(run, held, "put", "main_deck", "top", by=player, same=True)


def in_order(run: Run, player: str, refs: list[str], prompt: str) -> list[str]:
    """The cards in the order that the player says; one needs no order."""
    if len(refs) < 2:
        return refs
    answer = run.ask(
        Question(
            form="order",
            to=player,
            prompt=prompt,
            slot="order",
            rules=["436.1.a"],
            options=[Option(id=ref, text=_face(run, ref)) for ref in refs],
            audience=player,
        )
    )
    return [str(ref) for ref in answer]


def _face(run: Run, ref: str) -> str | None:
    held = find_held(run.table, ref)
    return None if held is None else held.card.card


def _emit_move(
    run: Run,
    held: Held,
    verb: str,
    target: ev.ZoneName,
    position: str | None = None,
    *,
    by: str,
    same: bool = False,
) -> None:
    """A card goes from its zone to one of its owner. `same`: it stays in its deck, where it is
    still known to whoever has seen it.
    """
    card = held.card
    moved = Card(id=card.id, card=card.card, generation=card.generation + 1)
    if same or (target == "hand" and held.zone == "main_deck"):
        known = [name for name in card.known_to if same or name != held.owner]
        moved = Card(
            id=card.id,
            card=card.card,
            generation=card.generation + (not same),
            known_to=known,
        )
    run.emit(
        ev.CardMoved(
            verb=verb,
            player=held.owner,
            card=moved,
            source=ZONES[held.zone],
            target=target,
            from_position="top" if held.zone == "main_deck" else None,
            to_position=position,  # type: ignore[arg-type]  # one of the words for a deck
        ),
        by=by,
    )


def put(
    run: Run, refs: list[str], to: ev.ZoneName, position: str | None, *, by: str, verb: str = "put"
) -> list[str]:
    """Put cards into a zone of their owners, of a deck at its top or bottom; those that there
    were.
    """
    done = []
    for ref in reversed(refs) if position == "top" else refs:
        held = find_held(run.table, ref)
        if held is None:
            continue
        # what is told to return there does so only if no card is there
        occupant = run.table.player(held.owner).champion if to == "champion" else None
        if occupant is not None and run.in_force("108.3.c.1"):
            run.note(f"The Champion Zone of {held.owner} is not empty.")
            continue
        where = (position or "bottom") if to in ("main_deck", "rune_deck") else None
        _emit_move(run, held, verb, to, where, by=by)
        done.append(ref)
    return done


def draw_these(run: Run, refs: list[str], *, by: str) -> int:
    """Draw cards among those that were looked at or revealed (413.1); how many. What is not there
    is not drawn, and nobody burns out for it (431.1.c.1).
    """
    drawn = 0
    for ref in refs:
        held = find_held(run.table, ref)
        if held is None:
            if not run.in_force("431.1.c.1"):
                drawn += draw(run, by, 1)
            continue
        if run.in_force("413.1"):
            _emit_move(run, held, "draw", "hand", by=by)
            drawn += 1
    return drawn


def burn(run: Run, player: str, amount: int) -> int:
    """Move cards from the top of the Main Deck to the trash: as many as there are, burn out, then
    the rest (440.4, 431.1.b); how many.
    """
    attempts = [Attempt("burn", by=player, amount=amount)] if amount > 0 else []
    amount = sum(attempt.amount for attempt in through(run, attempts))
    burnt = burnt_out = 0
    while burnt < amount and run.in_force("440.3.a"):
        found = next_card(run, player, "main_deck")
        if found is None:
            if not run.in_force("440.4", "431.1.b"):
                break
            burn_out(run, player, in_sequence=burnt_out)
            burnt_out += 1
            continue
        card, position = found
        if not run.in_force("440.1"):
            break
        run.emit(
            ev.CardMoved(
                verb="burn",
                player=player,
                card=card,
                source="main_deck",
                target="trash",
                from_position=position,
            ),
            by=player,
        )
        burnt += 1
    return burnt


def take(run: Run, player: str, amount: int, to: ev.ZoneName, *, verb: str, by: str) -> list[str]:
    """Move cards from the top of the Main Deck to another zone of its player: as many as there are,
    burn out, then the rest (431.1.b); what refers to them there.
    """
    taken: list[str] = []
    burnt_out = 0
    while len(taken) < amount:
        found = next_card(run, player, "main_deck")
        if found is None:
            if not run.in_force("431.1.b"):
                break
            burn_out(run, player, in_sequence=burnt_out)
            burnt_out += 1
            continue
        card, position = found
        own = position in ("top", "bottom")  # one that the board tells from the others
        moved = Card(id=card.id, card=card.card, generation=card.generation + own)
        run.emit(
            ev.CardMoved(
                verb=verb,
                player=player,
                card=moved,
                source="main_deck",
                target=to,
                from_position=position,
            ),
            by=by,
        )
        taken.append(reference(moved))
    return taken


def recycle(run: Run, refs: list[str], *, by: str) -> list[str]:
    """Recycle objects and cards of any zone, each to the bottom of its owner's deck (416.1); those
    that there were.

    Several that go to one Main Deck together lie there in a random order (416.5), runes in the one
    that their owner says (416.5.a).
    """
    runes: dict[str, list[str]] = {}
    others: list[str] = []
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None and of(run.table, run.catalogue, thing).is_rune:
            # 416.1.c: whoever is told to recycle it
            runes.setdefault(thing.owner, []).append(ref)
        elif thing is not None or find_held(run.table, ref) is not None:
            others.append(ref)
    begun: set[str] = set()
    done: list[str] = []
    if not run.in_force("416.2.a"):
        return done
    with run.together():
        for ref in sorted(others):
            thing, held = run.table.find(ref), find_held(run.table, ref)
            owner = thing.owner if thing is not None else held.owner if held else by
            together = owner in begun and run.in_force("416.5")
            position: Literal["bottom", "bottom_same"] = "bottom_same" if together else "bottom"
            lies_there = False
            if thing is not None:
                lies_there = recycle_object(run, thing, position=position, by=by)
            elif held is not None and run.in_force("416.1", "416.1.a", "416.1.c"):
                _emit_move(run, held, "recycle", "main_deck", position, by=by)
                lies_there = True
            if lies_there:  # a token leaves nothing there, beside which the next could lie (186.1)
                begun.add(owner)
            done.append(ref)
        for owner, those in sorted(runes.items()):
            for ref in _ordered_runes(run, owner, those):
                thing = run.table.find(ref)
                if thing is not None:
                    recycle_object(run, thing, by=by)
                    done.append(ref)
    return done


def _ordered_runes(run: Run, owner: str, refs: list[str]) -> list[str]:
    """Runes that go to the Rune Deck together, in the order of their owner's choosing (416.5.a)."""
    faces = {ref: thing.card for ref in refs if (thing := run.table.find(ref)) is not None}
    if len(set(faces.values())) < 2 and UNKNOWN_RUNE.name not in faces.values():
        return refs
    if not run.in_force("416.5.a"):
        return refs
    answer = run.ask(
        Question(
            form="order",
            to=owner,
            prompt=f"In which order do {owner}'s runes go to the bottom of the Rune Deck?",
            slot="order",
            rules=["416.5.a"],
            options=[Option(id=ref, text=face) for ref, face in sorted(faces.items())],
        )
    )
    return [str(ref) for ref in answer]
