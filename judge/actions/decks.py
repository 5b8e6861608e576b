"""Actions on decks and hands: draw, discard, recycle, channel, burn out (413, 416, 422,
430, 431).
"""

from __future__ import annotations

from typing import Literal

from judge.actions.attaching import come_off, in_order_of_detaching
from judge.actions.door import Attempt, door_of, through
from judge.actions.faces import assume_no_text
from judge.actions.legends import removable
from judge.actions.points import GameEnded, assume_points, gain_points, win, winning_with
from judge.board import events as ev
from judge.board.state import UNKNOWN, Card, GameObject
from judge.board.table import base_of, reference
from judge.effects.catalogue import UNKNOWN_RUNE
from judge.effects.goals import goal
from judge.layers.characteristics import of
from judge.layers.seen import look
from judge.ruling.questions import CHANCE, Option, Question
from judge.ruling.run import Run

DeckName = Literal["main_deck", "rune_deck"]
Position = Literal["top", "middle", "bottom", "count"]


def next_card(run: Run, player: str, deck_name: DeckName) -> tuple[Card, Position] | None:
    """The card that comes off the deck next, and where in the deck's description it stands.

    Asks chance for the face when the board knows which cards lie there but not in which order, and
    gives an unknown card when it knows only their number (D2). None when the deck is empty.
    """
    held = run.table.player(player)
    deck = held.main_deck if deck_name == "main_deck" else held.rune_deck
    if deck.top:
        return deck.top[0], "top"
    return card_below(run, player, deck_name)


def card_below(run: Run, player: str, deck_name: DeckName) -> tuple[Card, Position] | None:
    """The card of a deck that lies next below those that are known on top of it, in the same way;
    None when there is none.
    """
    held = run.table.player(player)
    deck = held.main_deck if deck_name == "main_deck" else held.rune_deck
    if deck.middle or deck.count or deck.count is None:
        identity = run.table.mint(f"{player}.{'d' if deck_name == 'main_deck' else 'r'}")
        faces = dict(sorted(deck.middle.items()))
        if deck.count is None and not faces:
            _assume_of(
                run,
                player,
                deck_name,
                f"The board does not say what is in {player}'s {_words(deck_name)}; "
                "it is taken to hold "
                "enough cards.",
            )
            return Card(id=identity), "count"
        if deck.count:
            faces[UNKNOWN] = deck.count
        elif deck.count is None:
            _assume_of(
                run,
                player,
                deck_name,
                f"{player}'s {_words(deck_name)} is taken to hold, between its known top and "
                "bottom, only the cards that the board names.",
            )
        face = _draw_face(run, player, deck_name, faces)
        return Card(id=identity, card=face), "count" if face == UNKNOWN else "middle"
    if deck.bottom:
        group = sorted(deck.bottom[0], key=lambda card: card.id)
        if len(group) == 1:
            return group[0], "bottom"
        faces = {}
        for card in group:
            faces[card.card] = faces.get(card.card, 0) + 1
        face = _draw_face(run, player, deck_name, faces)
        return next(card for card in group if card.card == face), "bottom"
    return None


def _assume_of(run: Run, player: str, deck_name: DeckName, sentence: str) -> None:
    """Record what is taken of a deck of which the board leaves out all, or only the number."""
    path = f"players.{player}.{deck_name}"
    run.assume(path, None, sentence)
    run.assume_default(f"{path}.count", None, sentence)


def _words(deck_name: DeckName) -> str:
    return "Main Deck" if deck_name == "main_deck" else "Rune Deck"


def _draw_face(run: Run, player: str, deck_name: DeckName, faces: dict[str, int]) -> str:
    if len(faces) == 1:
        return next(iter(faces))
    answer = run.ask(
        Question(
            form="chance",
            to=CHANCE,
            prompt=f"Which card is on top of {player}'s {_words(deck_name)}?",
            rules=["108.4.d"] if deck_name == "main_deck" else ["108.5.d"],
            options=[Option(id=name, count=count) for name, count in sorted(faces.items())],
            # what is left in a deck is known to the owner alone, who knows the list
            audience=player,
        )
    )
    assert isinstance(answer, str)
    return answer


def draw(run: Run, player: str, amount: int) -> int:
    """Draw `amount`: as many as there are, burn out, then the rest (413); how many were drawn."""
    burnt_out = 0
    if amount == 0:  # no event, so that nothing is replaced
        return 0
    left = drawn = _not_replaced(run, player, amount)
    while left > 0:
        found = next_card(run, player, "main_deck")
        if found is None:
            # 413.4.b, 431.1.a: no card to take
            # 431.5: what could not be drawn is replaced by burning out and drawing the rest
            if not run.in_force("413.4", "413.4.b"):
                return drawn - left
            if not run.in_force("431.1", "431.1.a", "431.5"):
                return drawn - left
            # 431.3: the deck may still be empty after a burn out, which causes another
            if burnt_out and not run.in_force("431.3", "431.3.a"):
                return drawn - left
            burn_out(run, player, in_sequence=burnt_out)
            burnt_out += 1
            if not run.in_force("413.4.c", "431.2.d"):
                return drawn - left
            continue
        if _is_too_few(run, player, left) and not run.in_force("413.4.a", "431.2.a"):
            burn_out(run, player, in_sequence=burnt_out)
            burnt_out += 1
        card, position = found
        if not run.in_force("413.1.a"):
            return drawn - left  # nothing says which card it would be
        run.emit(
            ev.CardMoved(
                verb="draw",
                player=player,
                card=card,
                source="main_deck",
                target="hand",
                from_position=position,
            ),
            by=player,
        )
        left -= 1
    return drawn


def _not_replaced(run: Run, player: str, amount: int) -> int:
    """How many of the cards to be drawn are still drawn: "draw 2" is one event, or one for each
    card (OP-170).
    """
    door = door_of(run, "draw")
    if door is None:
        return amount
    before = door.applied
    single = amount > 1 and run.readings.get("OP-170") == "b"
    sizes = [1] * amount if single else [amount]
    attempts = [Attempt("draw", by=player, amount=size) for size in sizes]
    left = sum(attempt.amount for attempt in door.through(run, attempts))
    if amount > 1 and door.applied > before:
        run.rely_on("OP-170")
    return left


def _is_too_few(run: Run, player: str, amount: int, deck_name: DeckName = "main_deck") -> bool:
    """Whether the deck is known to hold fewer cards than that."""
    held = run.table.player(player)
    deck = held.main_deck if deck_name == "main_deck" else held.rune_deck
    if deck.count is None:
        return False
    between = deck.count + sum(deck.middle.values()) + sum(map(len, deck.bottom))
    return len(deck.top) + between < amount


def burn_out(run: Run, player: str, in_sequence: int) -> None:
    """Burn out (431.2). `in_sequence` counts the burn outs before it in the same instruction.

    Raises `GameEnded` when a point after the first burn out in sequence wins (431.3.c.1).
    """
    with run.step("431.2", text=f"{player} burns out", by=player):
        if run.in_force("431.2.b"):
            run.assume_default(
                f"players.{player}.trash", [], f"{player}'s trash is taken as empty."
            )
            with run.together():
                for card in sorted(run.table.player(player).trash, key=lambda card: card.id):
                    run.in_force("431.2.b")
                    run.emit(
                        ev.CardMoved(
                            verb="recycle",
                            player=player,
                            card=card,
                            source="trash",
                            target="main_deck",
                            to_position="bottom",
                        ),
                        by=player,
                    )
            run.emit(ev.DeckShuffled(player=player, deck="main_deck"), "431.2.b")
        opponents = run.table.opponents(player)
        if run.in_force("431.2.c"):
            chosen = opponents[0]
            if len(opponents) > 1:
                answer = run.ask(
                    Question(
                        form="choose_one",
                        to=player,
                        prompt=f"{player} burned out and chooses the opponent who gains 1 point.",
                        rules=["431.2.c"],
                        options=[Option(id=name) for name in opponents],
                    )
                )
                assert isinstance(answer, str)
                chosen = answer
            # 431.3.b: after the first in sequence nothing replaces or prevents the point
            certain = in_sequence > 0 and run.in_force("431.3.b")
            gain_points(run, chosen, 1, reason="burn_out", certain=certain)
            ahead = run.table.player(chosen).points
            rivals = [run.table.player(name).points for name in run.table.opponents(chosen)]
            for name in run.table.opponents(chosen) if ahead >= victory_score(run) else ():
                assume_points(run, name)
            enough = ahead >= victory_score(run) and all(ahead > points for points in rivals)
            first = 0 if enough and in_sequence < 1 and run.rely_on("OP-22") == "b" else 1
            if enough and in_sequence >= first and run.in_force("431.3.c", "431.3.c.1"):
                win(run, winning_with(run, chosen), "burn_out")
                raise GameEnded


def victory_score(run: Run) -> int:
    """The points a player must reach to win: of the board, else of its mode, and what texts add
    (194.3, 483.3).
    """
    return goal(run.board, run.catalogue, run.disabled)


def channel(run: Run, player: str, amount: int, *, exhausted: bool = False) -> int:
    """Channel up to `amount` runes from the Rune Deck, which is one action and so one moment for
    what waits for it; the number channeled (430).
    """
    attempt = Attempt("channel", by=player, amount=amount, said={"exhausted": exhausted})
    channeled = 0
    for each in through(run, [attempt] if amount > 0 else []):
        with run.together():
            channeled += _channel(run, player, each.amount, exhausted=exhausted)
    return channeled


def _channel(run: Run, player: str, amount: int, *, exhausted: bool) -> int:
    channeled = 0
    if _is_too_few(run, player, amount, "rune_deck") and not run.in_force("430.3"):
        return 0
    for _ in range(amount):
        found = next_card(run, player, "rune_deck")
        if found is None:
            run.note(
                f"{player}'s Rune Deck is empty; as many as possible were channeled.",
                "430.3",
                by=player,
            )
            break
        card, position = found
        if not run.in_force("430.1"):
            break
        run.emit(
            ev.CardMoved(
                verb="channel",
                player=player,
                card=card,
                source="rune_deck",
                target="board",
                from_position=position,
            ),
            by=player,
        )
        # 430.2: the effect may say how they enter; 430.2.a: by default they are ready
        enters_exhausted = run.in_force("430.2") if exhausted else not run.in_force("430.2.a")
        face = UNKNOWN_RUNE.name if card.card == UNKNOWN else card.card
        run.emit(
            ev.ObjectEntered(
                verb="channel",
                object=GameObject(
                    id=card.id,
                    card=face,
                    owner=player,
                    controller=player,
                    generation=card.generation + (1 if position in ("top", "bottom") else 0),
                    exhausted=enters_exhausted,
                ),
                at=base_of(player),
            ),
            by=player,
        )
        channeled += 1
    return channeled


def discard(
    run: Run,
    player: str,
    amount: int,
    *,
    chosen: list[str] | None = None,
    among: list[str] | None = None,
) -> int:
    """Discard `amount` cards of the player's choice; the number discarded (422).

    `chosen` are the card ids when they were chosen before, as a cost; `among` those that may be
    chosen, where not all may.
    """
    hand = sorted(run.table.player(player).hand, key=lambda card: card.id)
    if (chosen is None and amount == 0) or not run.in_force("422.2.a"):
        return 0
    if among is not None:
        hand = [card for card in hand if card.id in among]
    if chosen is None:
        if len(hand) <= amount or not run.in_force("422.1.a"):
            if len(hand) < amount:
                if not run.in_force("422.4", "359.3.e.11"):
                    return 0
                if not hand:
                    run.note(
                        f"{player} has no card to discard; the instruction is ignored.", by=player
                    )
            if f"players.{player}.hand" in run.board.defaulted:
                run.assume(
                    f"players.{player}.hand", 0, f"{player}'s hand is not given; taken as empty."
                )
            chosen = [card.id for card in hand[:amount]]
        else:
            answer = run.ask(
                Question(
                    form="choose_some",
                    to=player,
                    prompt=f"{player} discards {amount}.",
                    rules=["422.1.a"],
                    options=[Option(id=card.id, text=card.card) for card in hand],
                    min=amount,
                    max=amount,
                    audience=player,
                )
            )
            chosen = list(answer)
    discarded = [card for identity in chosen for card in hand if card.id == identity]
    discarded = _let_discard(run, player, discarded)
    for card in discarded:
        if not run.in_force("422.1"):
            continue
        run.emit(
            ev.CardMoved(
                verb="discard",
                player=player,
                card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                source="hand",
                target="trash",
            ),
            by=player,
        )
        if card.card == UNKNOWN:
            assume_no_text(run, card.id, "being discarded")
    return len(discarded)


def _let_discard(run: Run, player: str, cards: list[Card]) -> list[Card]:
    """Of the cards that would be discarded, those that are."""
    door = door_of(run, "discard") if cards else None
    if door is None:
        return cards
    attempts = [
        Attempt(
            "discard",
            reference(card),
            by=player,
            thing=GameObject(
                id=card.id,
                card=card.card,
                owner=player,
                controller=player,
                generation=card.generation,
            ),
        )
        for card in cards
    ]
    left = {attempt.what for attempt in door.through(run, attempts)}
    return [card for card in cards if reference(card) in left]


def recycle_object(
    run: Run,
    thing: GameObject,
    *,
    position: Literal["bottom", "bottom_same"] = "bottom",
    by: str | None = None,
) -> bool:
    """Recycle an object on the board to its owner's deck: runes to the Rune Deck (416.1); whether a
    card lies in the Main Deck for it.

    Tokens go where their type goes (185.2.e), and cease to exist there (186.1).
    """
    if not removable(run, [reference(thing)], "main_deck"):
        return False
    now = of(run.table, run.catalogue, thing)
    is_rune = now.is_rune and run.in_force("416.1.b")
    if is_rune and len(now.types) > 1:
        is_rune = run.in_force("178.1.a.2")
    if thing.token and not run.in_force("185.2.e"):
        return False
    look(run, [reference(thing)])
    loose = [reference(other) for other in in_order_of_detaching(run, thing)]
    if not is_rune:
        run.in_force("416.1.a")
    card = None
    if not (thing.token and run.in_force("186.1")):
        face = UNKNOWN if thing.card == UNKNOWN_RUNE.name else thing.card
        card = Card(id=thing.id, card=face, generation=thing.generation + 1)
    run.emit(
        ev.ObjectLeft(
            verb="recycle",
            ref=thing.id if thing.generation == 1 else f"{thing.id}@{thing.generation}",
            name=thing.name,
            owner=thing.owner,
            controller=thing.controller,
            at=run.table.places[thing.id],
            attached=thing.attached_to is not None,
            unit=now.is_unit,
            bore=loose,
            target="rune_deck" if is_rune else "main_deck",
            card=card,
            to_position=position,
        ),
        by=by or thing.controller,
    )
    come_off(run, thing, loose, by=by or thing.controller)
    return card is not None and not is_rune


def recycle_from_trash(run: Run, player: str, cards: list[str]) -> None:
    """Recycle cards from the player's trash to the bottom of the Main Deck, in a random order
    (416.5), which is one action and so one moment for what waits for it.
    """
    with run.together():
        for number, identity in enumerate(sorted(cards)):
            card = next(c for c in run.table.player(player).trash if c.id == identity)
            run.in_force("416.1.a")
            if len(cards) > 1:
                run.in_force("416.5")
            run.emit(
                ev.CardMoved(
                    verb="recycle",
                    player=player,
                    card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                    source="trash",
                    target="main_deck",
                    to_position="bottom" if number == 0 else "bottom_same",
                ),
                by=player,
            )
