"""Setting up a game: battlefields, turn order, first hands and mulligans (110-118, 485-489)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
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
from judge.modes.decks import deck_faults
from judge.modes.leaving import IN_A_SETUP, Leaving
from judge.modes.matches import counts_draws, match_faults, presentable, why_not
from judge.modes.modes import MODES, Mode
from judge.procedure.turn import enter
from judge.ruling.answers import Answers, Conceded
from judge.ruling.legal import DeckList, MatchRecord, PlayedGame, Setup
from judge.ruling.questions import CHANCE, Option, Question
from judge.ruling.ruling import Problem, Refusal, Ruling
from judge.ruling.run import Asked, IllegalAnswer, Refused, Run

OPENING_HAND = 4
MULLIGAN_LIMIT = 2
#: a card of whatever type
_ANY: tuple[str, ...] = ()


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
    board = _laid_out(setup, lists, disabled)
    leaving = Leaving(IN_A_SETUP)
    run, answerer = new_run(board, answers, cards, None, disabled=disabled)
    question: Question | None = None
    refusal: Refusal | None = None
    problems: list[Problem] = []
    while True:
        try:
            leaving.begin()
            _SettingUp(run, answerer, setup, lists, leaving).all_steps()
            proceed(run)
        except Conceded as conceded:
            gone = answerer
            run, answerer = new_run(board, answers, cards, None, disabled=disabled)
            leaving.leave(conceded.player, gone, answerer)
            continue
        except Asked as asked:
            question = asked.question
        except Refused as refused:
            refusal = refused.refusal
        except IllegalAnswer as wrong:
            problems = wrong.problems
        except GameEnded:
            pass
        return finish(
            board, run, answerer, cards, problems=problems, question=question, refusal=refusal
        )


def before_setup(setup: Setup, *, catalogue: Catalogue | None = None) -> Board:
    """The board from which the events of a setup begin: decks, legends and champions are there, and
    nothing has happened. It is no board to be judged on. Raises `MeaninglessBoard`.
    """
    cards = (catalogue or standard_catalogue()).with_inline(setup.cards)
    return _laid_out(setup, _checked(setup, cards), frozenset())


def _laid_out(setup: Setup, lists: dict[str, DeckList], disabled: frozenset[str]) -> Board:
    order = setup.order or sorted(setup.decks)
    return Board(
        mode=setup.mode,
        order=order,
        teams=setup.teams,
        cards=setup.cards,
        turn=Turn(player=order[0], number=0, phase="ending.expiration"),
        players={name: _player(name, lists[name], disabled) for name in order},
    )


def fault(path: str, code: str, message: str) -> Fault:
    """A fault of a deck list at a path."""
    return Fault(path=path, code=code, message=message)


def _checked(
    setup: Setup, cards: Catalogue, disabled: frozenset[str] = frozenset()
) -> dict[str, DeckList]:
    """The deck lists with canonical names. Raises `MeaninglessBoard` with every fault."""
    faults: list[Fault] = []
    mode = MODES.get(setup.mode)
    if mode is None:
        words = ", ".join(sorted(MODES))
        faults.append(
            fault("mode", "mode_unknown", f"there is no mode {setup.mode!r}; there are {words}")
        )
    else:
        faults.extend(_formation(setup, mode, disabled))
        faults.extend(match_faults(setup, mode, disabled))
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
    not_legal = frozenset(_resolved(setup.not_legal, cards, faults))
    lists: dict[str, DeckList] = {}
    for name, deck in setup.decks.items():
        path = f"decks.{name}"

        def named(text: str, where: str, types: tuple[str, ...], path: str = path) -> str:
            if not text:
                return text  # it is missing, which is a fault of its own
            try:
                found = cards.resolve(text)
            except (UnknownCard, AmbiguousCard) as unknown:
                faults.append(fault(f"{path}.{where}", "unknown_card", str(unknown)))
                return text
            if types and not set(types) & set(cards[found].types):
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
            irrespective=[
                named(each, f"irrespective.{i}", _ANY) for i, each in enumerate(deck.irrespective)
            ],
        )
        if mode is not None:
            faults.extend(deck_faults(path, lists[name], mode, cards, disabled, not_legal))
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
        elif chosen is not None and mode is not None:
            faults.extend(_selected(setup, mode, name, cards, lists[name], disabled))
    faults.extend(_shared_in_teams(setup, lists, disabled))
    if faults:
        raise MeaninglessBoard(faults)
    return lists


def _resolved(names: list[str], cards: Catalogue, faults: list[Fault]) -> list[str]:
    """The names that a Format does not allow, as the catalogue has them."""
    found = []
    for number, text in enumerate(names):
        try:
            found.append(cards.resolve(text))
        except (UnknownCard, AmbiguousCard) as unknown:
            faults.append(fault(f"not_legal.{number}", "unknown_card", str(unknown)))
    return found


def _formation(setup: Setup, mode: Mode, disabled: frozenset[str]) -> Iterator[Fault]:
    """How many players there are, alone or in teams (483.1, 483.2)."""
    if len(setup.decks) != mode.players and mode.rules.players not in disabled:
        message = f"{setup.mode} is played by {mode.players} ({mode.rules.players})"
        yield fault("decks", "wrong_number_of_players", message)
    if mode.rules.formation in disabled:
        return
    members = sorted(name for team in setup.teams for name in team)
    if mode.teams and (
        members != sorted(setup.decks) or {len(team) for team in setup.teams} != {2}
    ):
        message = f"each player has one teammate ({mode.rules.formation})"
        yield fault("teams", "wrong_teams", message)
    elif setup.teams and not mode.teams:
        message = f"there are no teams in a {mode.name} ({mode.rules.formation})"
        yield fault("teams", "wrong_teams", message)


def _selected(
    setup: Setup,
    mode: Mode,
    player: str,
    cards: Catalogue,
    deck: DeckList,
    disabled: frozenset[str],
) -> Iterator[Fault]:
    """Why a battlefield that the setup selects cannot be used, though it is the player's."""
    name = cards.resolve(setup.battlefields[player])
    rule = why_not(_record(setup, cards), player, name, deck.battlefields, disabled)
    if rule is not None:
        message = f"{name} is not to be selected again ({rule})"
        yield fault(f"battlefields.{player}", "battlefield_used", message)
    removed = mode.rules.removed
    if removed is not None and setup.first_player == player and removed not in disabled:
        message = f"the battlefields of {player}, who goes first, are not used ({removed})"
        yield fault(f"battlefields.{player}", "battlefield_of_first_player", message)


def _shared_in_teams(
    setup: Setup, lists: dict[str, DeckList], disabled: frozenset[str]
) -> Iterator[Fault]:
    """489.8.h, 489.8.i: what teammates may not both use."""
    for team in setup.teams:
        known = [name for name in team if name in lists]
        for number, name in enumerate(known):
            for mate in known[:number]:
                legend = lists[name].legend
                if legend and legend == lists[mate].legend and "489.8.h" not in disabled:
                    message = f"{legend} is the legend of {mate}, a teammate (489.8.h)"
                    yield fault(f"decks.{name}.legend", "legend_of_teammate", message)
                for index, field in enumerate(lists[name].battlefields):
                    if field in lists[mate].battlefields and "489.8.i" not in disabled:
                        message = f"{field} is a battlefield of {mate}, a teammate (489.8.i)"
                        path = f"decks.{name}.battlefields.{index}"
                        yield fault(path, "battlefield_of_teammate", message)


def _record(setup: Setup, cards: Catalogue) -> MatchRecord | None:
    """The record of the match, with the battlefields as the catalogue calls them."""
    if setup.match is None:
        return None

    def called(name: str) -> str:
        try:
            return cards.resolve(name)
        except (UnknownCard, AmbiguousCard):
            return name

    games = [
        PlayedGame(
            battlefields={p: called(name) for p, name in game.battlefields.items()},
            winner=game.winner,
        )
        for game in setup.match.games
    ]
    return MatchRecord(best_of=setup.match.best_of, games=games)


def _heap(cards: dict[str, int], name: str, disabled: frozenset[str]) -> Deck:
    """A deck that was shuffled, so that nobody knows the order (114); else it lies as it is
    listed.
    """
    counts = {card: count for card, count in sorted(cards.items()) if count}
    if "114" not in disabled:
        return Deck(middle=counts)
    listed = [card for card, count in counts.items() for _ in range(count)]
    return Deck(top=[Card(id=f"{name}{n}", card=card) for n, card in enumerate(listed, 1)])


def _player(name: str, deck: DeckList, disabled: frozenset[str]) -> Player:
    """A player with their zones filled: legend, Chosen Champion, both decks shuffled (111-114)."""
    main = dict(deck.main)
    champion = legend = None
    if "103.1.a" not in disabled and "111" not in disabled:
        legend = GameObject(id=f"{name}.legend", card=deck.legend, owner=name, controller=name)
    if "103.2.a.1" not in disabled and "112" not in disabled:
        champion = Card(id=f"{name}.champion", card=deck.champion)
        main[deck.champion] -= 1
    runes = dict(deck.runes)
    if "103.3.b" in disabled:  # else the two decks are kept apart
        main, runes = {**main, **runes}, {}
    return Player(
        legend=legend,
        champion=champion,
        chosen_champion=deck.champion,
        main_deck=_heap(main, f"{name}.m", disabled),
        rune_deck=_heap(runes, f"{name}.r", disabled),
    )


class _SettingUp:
    """The steps of a setup (110-118); before each of them a player may leave."""

    def __init__(
        self,
        run: Run,
        answerer: Answers,
        setup: Setup,
        lists: dict[str, DeckList],
        leaving: Leaving,
    ) -> None:
        self.run = run
        self.setup = setup
        self.lists = lists
        self.mode = MODES[run.board.mode]
        self._answerer = answerer
        self._leaving = leaving
        self._first: str | None = None

    def all_steps(self) -> None:
        run = self.run
        with run.step("110", text="Setup"):
            run.note(
                "Each player's Champion Legend and Chosen Champion go to their zones.", "111", "112"
            )
            if self.mode.rules.removed is not None:
                # whose battlefields are not used has to be known before the others' are placed
                self.begin_step()
                self._first = self.first()
            self._place_battlefields()
            run.in_force("114", "114.1", "114.2")
            run.note("Each player's decks are shuffled.")
            self.begin_step()
            self._first = self.first()
            order = _turn_order(run, self._first)
            for player in order:
                self.begin_step()
                if self.plays(player) and run.in_force("116"):
                    draw(run, player, OPENING_HAND)
            for player in order:
                self.begin_step()
                if self.plays(player) and run.in_force("117"):
                    _mulligan(run, player)
            self.begin_step()
            self._begin_play([player for player in order if self.plays(player)])

    def begin_step(self) -> None:
        self._leaving.moment(self.run, self._answerer)

    def plays(self, player: str) -> bool:
        """Whether the player is still in the game; who has left takes no further part (651.3)."""
        return not self.run.table.has_left(player) or not self.run.stands("651.3")

    def first(self) -> str:
        """Who takes the first turn: where they have left, the next in order (652.5.a.1)."""
        run = self.run
        first = self._first or self.setup.first_player
        if first is None:
            first = _first_by_chance(run)
        if run.table.has_left(first) and run.in_force("652.5.a.1"):
            return run.table.next_player(first)
        return first

    def _begin_play(self, order: list[str]) -> None:
        run, first = self.run, self.first()
        # 118, 115.1.b.1: the First Player is the Turn Player first
        beginning = first if run.in_force("118", "115.1.b.1") else run.table.next_player(first)
        others = order != run.table.turn_order(first)
        run.emit(ev.GameBegan(first_player=first, order=order if others else []))
        run.emit(ev.TurnBegan(player=beginning, number=1), "118", by=beginning)
        enter(run, "awaken")

    def _place_battlefields(self) -> None:
        """One battlefield of each player who provides one: by chance, in a match chosen
        (485.5, 486.5); in games of four the First Player provides none (488.4.b, 489.5.b).
        """
        run, chosen = self.run, dict[str, str]()
        while True:
            self.begin_step()
            providing = self._providing()
            waiting = [player for player in providing if player not in chosen]
            if not waiting:
                break
            chosen[waiting[0]] = self._battlefield_of(waiting[0])
        if run.board.removed:
            words = "Whoever left before the battlefields were placed contributes none."
            run.rests_on("OP-193", "a", words)
        for player in providing:
            if not run.in_force("113", "113.1", self.mode.rules.selection):
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

    def _providing(self) -> list[str]:
        """Who provides a battlefield, as many as are in play (483.4)."""
        run, rules = self.run, self.mode.rules
        providing = [name for name in run.board.order if self.plays(name)]
        if rules.removed is not None and run.in_force(rules.removed):
            first = self.first()
            providing = [player for player in providing if player != first]
        return providing[: self.mode.battlefields if run.in_force(rules.battlefields) else 0]

    def _battlefield_of(self, player: str) -> str:
        """The battlefield of a player that is used."""
        run, mode, given = self.run, self.mode, self.setup.battlefields.get(player)
        names = sorted(set(self.lists[player].battlefields))
        record = _record(self.setup, run.catalogue)
        if record is not None and record.best_of > 1:
            names = presentable(record, player, names, run.disabled)
            run.in_force("486.5", "486.6")
            if counts_draws(record):
                words = "A game that nobody won is taken to be one of the games of the match."
                run.rests_on("OP-188", "a", words)
            if not names:
                run.refuse(
                    Refusal(
                        reason="clause",
                        sentence=f"{player} has no battlefield left that may be presented, of "
                        "which the rules say nothing (OP-188).",
                        about="match.games",
                        rules=["486.5", "486.6.a.2"],
                    )
                )
        if given is not None:
            return run.catalogue.resolve(given)
        if len(names) == 1:
            return names[0]
        by_chance = mode.battlefield_choice == "random"
        return str(
            run.ask(
                Question(
                    form="chance" if by_chance else "choose_one",
                    to=CHANCE if by_chance else player,
                    prompt=f"Which of {player}'s battlefields is used?",
                    rules=[mode.rules.selection],
                    options=[Option(id=name, count=1 if by_chance else None) for name in names],
                    # a match presents them simultaneously: nobody sees the other's choice before
                    audience="all" if by_chance else player,
                )
            )
        )


def _turn_order(run: Run, first: str) -> list[str]:
    """The players in the order of their turns, from the first: as they sit, clockwise (115.1.b),
    and with teams so that these alternate (489.5.c).
    """
    seats = run.table.turn_order(first)
    if not run.in_force("115.1.b"):
        seats = [first, *sorted(seats[1:])]
    if not run.board.teams:
        return seats
    (mate,) = (name for name in run.table.team_of(first) if name != first)
    if seats[2] == mate:
        if run.in_force("489.5.c.2"):  # allies sit across from each other: clockwise as normal
            return seats
        opponent = seats[3]
    else:
        # allies sit beside each other: the turn is passed across the table
        opponent = seats[2] if run.in_force("489.5.c.3") else seats[1 if seats[3] == mate else 3]
    (last,) = (name for name in run.table.team_of(opponent) if name != opponent)
    if run.in_force("489.5.c", "489.5.c.1"):
        return [first, opponent, mate, last]
    return seats


def _first_by_chance(run: Run) -> str:
    order = [name for name in run.board.order if not run.table.has_left(name)]
    if not run.in_force("115", "115.1.a"):
        return order[0]
    return str(
        run.ask(
            Question(
                form="chance",
                to=CHANCE,
                prompt="Who takes the first turn?",
                rules=["115"],
                options=[Option(id=name, count=1) for name in order],
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
