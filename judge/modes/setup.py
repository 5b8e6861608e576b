"""Setting up a game: battlefields, turn order, first hands and mulligans (110-118, 485-486)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from judge.actions.decks import draw
from judge.actions.points import GameEnded
from judge.adjudicate import new_run
from judge.board import events as ev
from judge.board.faults import Fault, MeaninglessBoard
from judge.board.meaning import is_player_name
from judge.board.state import Battlefield, Board, Card, Deck, GameObject, Player, Turn
from judge.effects.catalogue import AmbiguousCard, Catalogue, UnknownCard, standard_catalogue
from judge.finishing import finish
from judge.flow import proceed
from judge.modes.conceding import concede
from judge.modes.decks import deck_faults
from judge.modes.modes import MODES, SETUP_MODES
from judge.procedure.turn import enter
from judge.ruling.answers import Conceded
from judge.ruling.legal import DeckList, Setup
from judge.ruling.questions import CHANCE, Option, Question
from judge.ruling.ruling import Problem, Refusal, Ruling
from judge.ruling.run import Asked, IllegalAnswer, Refused, Run

OPENING_HAND = 4
MULLIGAN_LIMIT = 2
#: the rule of each mode under which battlefields are selected
_SELECTION = {"duel": "485.5", "match": "486.5", "ffa3": "487.5"}


def new_board(
    setup: Setup,
    answers: Sequence[Any] | Callable[[Question], Any] = (),
    *,
    catalogue: Catalogue | None = None,
    disabled: frozenset[str] = frozenset(),
) -> Ruling:
    """The board of a new game, in the first player's Main Phase, or the question on the way there.

    `disabled`: rules that are switched off, to see who notices. Raises `MeaninglessBoard` with
    every fault of the deck lists.
    """
    cards = (catalogue or standard_catalogue()).with_inline(setup.cards)
    lists = _checked(setup, cards, disabled)
    order = setup.order or sorted(setup.decks)
    board = Board(
        mode=setup.mode,
        order=order,
        cards=setup.cards,
        turn=Turn(player=order[0], number=0, phase="ending.expiration"),
        players={name: _player(name, lists[name], disabled) for name in order},
    )
    run, answerer = new_run(board, answers, cards, None, disabled=disabled)
    question: Question | None = None
    refusal: Refusal | None = None
    problems: list[Problem] = []
    try:
        _set_up(run, setup, lists)
        proceed(run)
    except Asked as asked:
        question = asked.question
    except Refused as refused:
        refusal = refused.refusal
    except IllegalAnswer as wrong:
        problems = wrong.problems
    except GameEnded:
        pass
    except Conceded as conceded:
        used = answerer.used
        run, answerer = new_run(board, answers, cards, None, disabled=disabled)
        answerer.used = used
        problems, refusal = _left(run, conceded.player)
    return finish(
        board, run, answerer, cards, problems=problems, question=question, refusal=refusal
    )


def _left(run: Run, player: str) -> tuple[list[Problem], Refusal | None]:
    """What follows when a player leaves while the game is set up."""
    try:
        problems = concede(run, player)
        if run.board.result is None and not problems:
            run.refuse(
                Refusal(
                    reason="clause",
                    sentence="Setting up a game that a player has left goes beyond what is "
                    "modelled.",
                    about="removal during setup",
                    rules=["652"],
                )
            )
    except Refused as refused:
        return [], refused.refusal
    return problems, None


def fault(path: str, code: str, message: str) -> Fault:
    """A fault of a deck list at a path."""
    return Fault(path=path, code=code, message=message)


def _checked(
    setup: Setup, cards: Catalogue, disabled: frozenset[str] = frozenset()
) -> dict[str, DeckList]:
    """The deck lists with canonical names. Raises `MeaninglessBoard` with every fault."""
    faults: list[Fault] = []
    if setup.mode not in SETUP_MODES:
        words = ", ".join(sorted(SETUP_MODES))
        faults.append(
            fault("mode", "mode_not_set_up", f"{setup.mode!r} cannot be set up; {words} can")
        )
    elif len(setup.decks) != MODES[setup.mode].players:
        faults.append(
            fault(
                "decks",
                "wrong_number_of_players",
                f"{setup.mode} is played by {MODES[setup.mode].players}",
            )
        )
    if setup.order and sorted(setup.order) != sorted(setup.decks):
        faults.append(
            fault("order", "unknown_player", "the order must name each player with a deck once")
        )
    if setup.first_player is not None and setup.first_player not in setup.decks:
        faults.append(
            fault("first_player", "unknown_player", f"{setup.first_player!r} has no deck")
        )
    for name in setup.decks:
        if not is_player_name(name):
            faults.append(fault(f"decks.{name}", "id_form", f"a player cannot be called {name!r}"))
    for name in setup.battlefields:
        if name not in setup.decks:
            faults.append(fault(f"battlefields.{name}", "unknown_player", f"{name!r} has no deck"))
    lists: dict[str, DeckList] = {}
    for name, deck in setup.decks.items():
        path = f"decks.{name}"

        def named(text: str, where: str, types: tuple[str, ...], path: str = path) -> str:
            try:
                found = cards.resolve(text)
            except (UnknownCard, AmbiguousCard) as unknown:
                faults.append(fault(f"{path}.{where}", "unknown_card", str(unknown)))
                return text
            if not set(types) & set(cards[found].types):
                words = " or ".join(types).lower()
                faults.append(fault(f"{path}.{where}", "wrong_card_type", f"{found} is no {words}"))
            return found

        def counted(
            counts: dict[str, int], where: str, types: tuple[str, ...], path: str = path
        ) -> dict[str, int]:
            for text, count in counts.items():
                if count < 1:
                    faults.append(
                        fault(f"{path}.{where}.{text}", "not_positive", "a count must be 1 or more")
                    )
            found: Counter[str] = Counter()
            for text, count in counts.items():
                # a card may be spelled in several ways; its copies are counted together
                found[named(text, f"{where}.{text}", types)] += count
            return dict(found)

        lists[name] = DeckList(
            legend=named(deck.legend, "legend", ("Legend",)),
            champion=named(deck.champion, "champion", ("Unit",)),
            main=counted(deck.main, "main", ("Unit", "Gear", "Spell")),
            runes=counted(deck.runes, "runes", ("Rune",)),
            battlefields=[
                named(b, f"battlefields.{i}", ("Battlefield",))
                for i, b in enumerate(deck.battlefields)
            ],
        )
        if setup.mode in SETUP_MODES:
            faults.extend(deck_faults(path, lists[name], MODES[setup.mode], cards, disabled))
        if lists[name].main.get(lists[name].champion, 0) < 1:
            faults.append(
                fault(
                    f"{path}.champion",
                    "champion_not_in_deck",
                    f"{lists[name].champion} is not in the Main Deck (103.2.a)",
                )
            )
        chosen = setup.battlefields.get(name)
        if (
            chosen is not None
            and named(chosen, "battlefields", ("Battlefield",)) not in lists[name].battlefields
        ):
            faults.append(
                fault(
                    f"battlefields.{name}",
                    "unknown_battlefield",
                    f"{chosen} is none of {name}'s battlefields",
                )
            )
    if faults:
        raise MeaninglessBoard(faults)
    return lists


def _player(name: str, deck: DeckList, disabled: frozenset[str]) -> Player:
    """A player with their zones filled: legend, Chosen Champion, both decks shuffled (111-114)."""
    main = dict(deck.main)
    champion = legend = None
    if "103.1.a" not in disabled and "111" not in disabled:
        legend = GameObject(id=f"{name}.legend", card=deck.legend, owner=name, controller=name)
    if "103.2.a.1" not in disabled and "112" not in disabled:
        champion = Card(id=f"{name}.champion", card=deck.champion)
        main[deck.champion] -= 1
    return Player(
        legend=legend,
        champion=champion,
        chosen_champion=deck.champion,
        main_deck=Deck(middle={card: count for card, count in sorted(main.items()) if count}),
        rune_deck=Deck(middle=dict(sorted(deck.runes.items()))),
    )


def _set_up(run: Run, setup: Setup, lists: dict[str, DeckList]) -> None:
    with run.step("110", text="Setup"):
        run.note(
            "Each player's Champion Legend and Chosen Champion go to their zones.", "111", "112"
        )
        _place_battlefields(run, setup, lists)
        run.in_force("114", "114.1", "114.2")
        run.note("Each player's decks are shuffled.")
        first = _first_player(run, setup)
        for player in run.table.turn_order(first):
            if run.in_force("116"):
                draw(run, player, OPENING_HAND)
        for player in run.table.turn_order(first):
            if run.in_force("117"):
                _mulligan(run, player)
        # 118, 115.1.b.1: the First Player is the Turn Player first
        beginning = first if run.in_force("118", "115.1.b.1") else run.table.next_player(first)
        run.emit(ev.GameBegan(first_player=first))
        run.emit(ev.TurnBegan(player=beginning, number=1), "118", by=beginning)
        enter(run, "awaken")


def _place_battlefields(run: Run, setup: Setup, lists: dict[str, DeckList]) -> None:
    """One battlefield of each player: by chance in a duel, chosen in a match (485.5, 486.5)."""
    mode = MODES[run.board.mode]
    chosen: dict[str, str] = {}
    for player in run.board.order:
        names = sorted(set(lists[player].battlefields))
        given = setup.battlefields.get(player)
        if given is not None:
            chosen[player] = run.catalogue.resolve(given)
        elif len(names) == 1:
            chosen[player] = names[0]
        else:
            by_chance = mode.battlefield_choice == "random"
            chosen[player] = str(
                run.ask(
                    Question(
                        form="chance" if by_chance else "choose_one",
                        to=CHANCE if by_chance else player,
                        prompt=f"Which of {player}'s battlefields is used?",
                        rules=[_SELECTION[mode.name]],
                        options=[Option(id=name, count=1 if by_chance else None) for name in names],
                        # a match presents them simultaneously: nobody sees the other's choice
                        # before
                        audience="all" if by_chance else player,
                    )
                )
            )
    for player in run.board.order:
        if not run.in_force("113", "113.1", _SELECTION[mode.name]):
            continue
        run.emit(
            ev.BattlefieldPlaced(
                battlefield=Battlefield(
                    id=f"{player}.battlefield",
                    card=chosen[player],
                    owner=player,
                    contributor=player,
                )
            ),
            "113.1",
        )


def _first_player(run: Run, setup: Setup) -> str:
    if setup.first_player is not None:
        return setup.first_player
    if not run.in_force("115", "115.1.a"):
        return run.board.order[0]
    return str(
        run.ask(
            Question(
                form="chance",
                to=CHANCE,
                prompt="Who takes the first turn?",
                rules=["115"],
                options=[Option(id=name, count=1) for name in run.board.order],
            )
        )
    )


def _mulligan(run: Run, player: str) -> None:
    """Up to two cards are set aside, as many drawn, and those set aside recycled (117)."""
    hand = sorted(run.table.player(player).hand, key=lambda card: card.id)
    most = MULLIGAN_LIMIT if run.stands("117.1") else len(hand)
    with run.step("117", text=f"{player}'s mulligan", by=player):
        aside = list(
            run.ask(
                Question(
                    form="choose_some",
                    to=player,
                    prompt=f"Which cards does {player} set aside?",
                    rules=["117.1"],
                    options=[Option(id=card.id, text=card.card) for card in hand],
                    min=0,
                    max=min(most, len(hand)),
                    audience=player,
                )
            )
        )
        if not aside:
            run.in_force("117.1")
            run.note(f"{player} keeps all cards.")
            return
        if run.in_force("117.1", "117.2"):
            draw(run, player, len(aside))
        for number, identity in enumerate(aside):
            card = next(card for card in run.table.player(player).hand if card.id == identity)
            if not run.in_force("117.3", "416.1.a"):
                continue
            run.emit(
                ev.CardMoved(
                    verb="recycle",
                    player=player,
                    card=Card(id=card.id, card=card.card, generation=card.generation + 1),
                    source="hand",
                    target="main_deck",
                    to_position="bottom" if number == 0 else "bottom_same",
                ),
                by=player,
            )
