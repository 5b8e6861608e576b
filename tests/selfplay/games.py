"""Random games in this process, every ruling of which is held against the ten properties.

Two forms. `whole`: from setup and mulligans to the end, in a `match` game after game until the
match is over. `middle`: a bounded number of actions from a board that nobody laid
(`tests.selfplay.arbitrary`), some of whose cards nobody wrote. At chosen moments somebody concedes,
in an action or as an answer, and something is tried that was not offered. All follows from the
seed.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

import judge
from judge.board.state import Board
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.modes.matches import needed
from judge.modes.modes import MODES
from judge.modes.setup import before_setup
from judge.ruling.actions import MalformedAction, Then
from judge.ruling.legal import LegalActions, Setup
from judge.ruling.questions import Question
from judge.ruling.ruling import Ruling
from judge.ruling.run import MalformedAnswer
from tests.selfplay.arbitrary import crossed_into, drawn_board, with_champions
from tests.selfplay.driver import answer, choose
from tests.selfplay.invariants import (
    ACCEPTED,
    ENDS,
    MATCH,
    NO_FAULT,
    UNCHANGED,
    BrokenProperty,
    Seen,
    hold_all,
    out_of,
)
from tests.selfplay.setups import setup_for
from tests.selfplay.wild import covered, faces_of, wild_action

#: actions after which a game that goes on counts as one that does not end
LIMIT = 3000
#: how a ruling may go on after the action
THEN: tuple[Then, ...] = ("nothing", "resolve-chain", "to-next-decision")
#: offered actions that are tried where rulings are refused, before the game is given up
TRIES = 8


def plain(value: Any) -> Any:
    """A part of the engine as the data that a caller gets."""
    return json.loads(judge.encode(value))


@dataclass
class Tally:
    """What was met in one game or in many."""

    games: int = 0
    actions: int = 0
    questions: int = 0
    tried: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    cited: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    broken: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count the other in."""
        for name in self.__dataclass_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, name, mine + theirs)


Tell = Callable[[str], None]


def silent(words: str) -> None:
    """Say nothing."""


class Game:
    """One game under way. `concede_at`: the actions at which somebody concedes."""

    def __init__(self, rng: random.Random, tally: Tally, tell: Tell, *, played: bool) -> None:
        self.rng = rng
        self.tally = tally
        self.tell = tell
        self.played = played
        self.cards: Catalogue = standard_catalogue()
        self.asked: list[Question] = []
        self.answers: list[Any] = []
        self.conceding: str | None = None
        self.request: dict[str, Any] = {}

    # --- answers ---------------------------------------------------------------------------

    def decide(self, question: Question) -> Any:
        """An answer at random, kept for judging again."""
        self.asked.append(msgspec.json.decode(judge.encode(question), type=Question))
        if len(self.asked) > 400:
            raise BrokenProperty(ENDS, f"questions do not end: {question.prompt}")
        if self.conceding is not None and self.rng.random() < 0.5:
            given: Any = {"concede": self.conceding}
            self.conceding = None
        else:
            given = answer(plain(question), self.rng)
        self.answers.append(given)
        return given

    def anew(self) -> None:
        self.asked, self.answers = [], []

    # --- rulings ---------------------------------------------------------------------------

    def judged(self, board: Board, action: dict[str, Any], then: Then = "nothing") -> Ruling:
        self.anew()
        self.request = {"board": board, "action": action, "answers": self.answers, "then": then}
        proposed = msgspec.convert(action, judge.Action)
        return judge.adjudicate(board, proposed, self.decide, then=then)

    def hold(
        self,
        before: Board,
        ruling: Ruling,
        again: Callable[[list[Any]], Ruling],
        offered: LegalActions | None = None,
    ) -> None:
        hold_all(
            Seen(
                before=before,
                ruling=ruling,
                catalogue=self.cards,
                rng=self.rng,
                again=again,
                answers=list(self.answers),
                questions=list(self.asked),
                offered=offered,
                played=self.played,
            )
        )
        self.tally.cited.update({each.rule for each in ruling.citations})
        self.tally.questions += len(self.asked)

    def set_up(self, setup: Setup) -> Ruling:
        """The board of a new game, with every mulligan answered."""
        self.anew()
        self.cards = standard_catalogue().with_inline(setup.cards)
        self.request = {"setup": setup, "answers": self.answers}
        ruling = judge.new_board(setup, self.decide)
        if ruling.verdict == "legal":
            self.hold(before_setup(setup), ruling, lambda answers: judge.new_board(setup, answers))
        return ruling

    def settled(self, document: dict[str, Any]) -> Ruling:
        """A drawn board once the Cleanup that it awaits is done."""
        self.anew()
        board = judge.read_board(document).board
        self.cards = standard_catalogue().with_inline(board.cards)
        self.request = {"board": board, "settle": True, "answers": self.answers}
        return judge.adjudicate(board, None, self.decide, settle=True)

    def step(self, board: Board) -> Ruling | None:
        """One action out of what is offered; None where every one that was tried is refused."""
        written = judge.encode_board(board)
        document = json.loads(written)
        offered = judge.legal_actions(board, catalogue=self.cards)
        patterns = plain(offered.patterns)
        if self.rng.random() < 0.15:
            self.try_wild(board, written, patterns, complete=not offered.incomplete)
        if not any("concede" not in pattern["do"] for pattern in patterns):
            raise BrokenProperty(ACCEPTED, "nothing is offered but to concede")
        if any("feasibility" in pattern for pattern in patterns):
            self.tally.refused["feasibility unproved"] += 1
        for _ in range(TRIES):
            action = choose(patterns, self.rng)
            if self.conceding is not None and self.rng.random() < 0.5:
                action = {"by": self.conceding, "do": {"concede": True}}
                self.conceding = None
            then = self.rng.choices(THEN, (8, 1, 1))[0]
            if {"play", "activate", "hide"} & set(action["do"]) and self.rng.random() < 0.1:
                action["do"]["pay"] = "ask"
            ruling = self.judged(board, action, then)
            self.tell(f"{json.dumps(action)} {json.dumps(self.answers)} {ruling.sentence}")
            if ruling.verdict == "legal":
                break
            if ruling.verdict != "not_adjudicable" or ruling.refusal is None:
                raise BrokenProperty(ACCEPTED, f"{action} {self.answers}: {ruling.sentence}")
            refusal = ruling.refusal
            self.tally.refused[f"{refusal.reason}: {refusal.about}"] += 1
        else:
            return None
        if judge.encode_board(board) != written:
            raise BrokenProperty(UNCHANGED, "judging has changed the board that was given")

        def again(answers: list[Any]) -> Ruling:
            read = judge.read_board(document).board
            proposed = msgspec.convert(action, judge.Action)
            return judge.adjudicate(read, proposed, answers, then=then)

        self.hold(board, ruling, again, offered)
        if self.rng.random() < 0.1:
            self.look_around(ruling.board)
        self.tally.actions += 1
        (verb,) = set(action["do"]) & {
            *("play", "move", "hide", "activate", "pass", "invite", "end_turn", "concede")
        }
        self.tally.verbs[verb] += 1
        if verb in ("play", "hide"):
            self.tally.played[faces_of(document).get(action["do"][verb], "unknown")] += 1
        return ruling

    def look_around(self, board: Board | None) -> None:
        """What else can be asked of a board is answered: what an object is, why something is not
        offered.
        """
        assert board is not None
        self.request = {"board": board}
        lying = [*(thing for player in board.players.values() for thing in player.base)]
        lying += [thing for place in board.battlefields for thing in place.units]
        if lying:
            judge.explain(board, self.rng.choice(lying).id)
        if board.result is None:
            who = self.rng.choice(sorted(board.players))
            briefly = judge.legal_actions(board, who)
            at_length = judge.legal_actions(board, who, excluded=True)
            if judge.encode(briefly.patterns) != judge.encode(at_length.patterns):
                raise BrokenProperty(ACCEPTED, "what is offered depends on being asked why not")

    def try_wild(self, board: Board, written: bytes, offered: list[Any], *, complete: bool) -> None:
        """Something that was not offered is refused and changes nothing; what is legal all the same
        has been offered.
        """
        document = json.loads(written)
        action = wild_action(document, self.rng)
        conceding, self.conceding = self.conceding, None
        try:
            ruling = self.judged(board, action)
        except (MalformedAction, MalformedAnswer):
            self.tally.tried["malformed"] += 1
            return
        finally:
            self.conceding = conceding
        self.tally.tried[ruling.verdict] += 1
        if judge.encode_board(board) != written:
            raise BrokenProperty(UNCHANGED, f"trying {action} has changed the board")
        if ruling.verdict == "illegal":
            if judge.encode(ruling.board) != written:
                raise BrokenProperty(UNCHANGED, f"{action} is illegal and changes the board")
            if not all(found.rules and found.sentence for found in ruling.problems):
                raise BrokenProperty(UNCHANGED, f"{action} is refused without a reason")
        elif ruling.verdict == "question":
            raise BrokenProperty(ACCEPTED, f"{action}: a question that was answered")
        elif ruling.verdict == "legal" and complete and not covered(action, document, offered):
            raise BrokenProperty(ACCEPTED, f"{action} is legal and is not offered")

    # --- games -----------------------------------------------------------------------------

    def play_on(self, board: Board, most: int, concede_at: set[int]) -> Board | None:
        """Play until the game is over, or for `most` actions; None where it is given up."""
        for done in range(most):
            if board.result is not None:
                break
            if done in concede_at:
                self.conceding = self.rng.choice(sorted(set(board.players) - out_of(board)))
            if self.conceding in out_of(board):
                self.conceding = None
            ruling = self.step(board)
            if ruling is None:
                return None
            assert ruling.board is not None
            board = ruling.board
        return board


def _name_ending(board: Board) -> str:
    if board.result is None:
        return "limit of actions"
    return {"points": "victory", "burn_out": "burn out", "last_player": "all others left"}.get(
        board.result.cause, board.result.cause
    )


def play_whole(mode: str, rng: random.Random, setup: Setup, game: Game, most: int) -> None:
    """A game from setup to its end, or all the games of a match."""
    tally = game.tally
    of_match = mode == "match"
    if of_match:
        best_of = rng.choice(MODES[mode].best_of)
        setup = msgspec.structs.replace(setup, match=judge.MatchRecord(best_of=best_of))
    while True:
        leaves = rng.random() < (0.5 if len(setup.decks) > 2 else 0.15)
        concede_at = {rng.randrange(250) for _ in range(2)} if leaves else set()
        ruling = game.set_up(setup)
        if ruling.verdict != "legal" or ruling.board is None:
            about = ruling.refusal.about if ruling.refusal is not None else ruling.sentence
            if ruling.verdict != "not_adjudicable":
                raise BrokenProperty(ACCEPTED, f"a setup: {ruling.sentence}")
            tally.endings[f"not_adjudicable: {about}"] += 1
            return
        game.tell(f"set up, {game.answers}")
        board = game.play_on(ruling.board, most, concede_at)
        tally.games += 1
        if board is None:
            tally.endings["not_adjudicable"] += 1
            return
        tally.endings[_name_ending(board)] += 1
        if board.result is None:
            raise BrokenProperty(ENDS, f"the game goes on after {most} actions")
        if not of_match:
            return
        setup = judge.record_game(setup, board)
        if _match_over(setup):
            return


def _match_over(setup: Setup) -> bool:
    """Whether the match is over; what its record may not say breaks a property."""
    record = setup.match
    assert record is not None
    wins = Counter(game.winner for game in record.games if game.winner is not None)
    won = needed(MODES["match"], record)
    over = [name for name, count in wins.items() if count >= won]
    if len(record.games) > 3 * record.best_of or any(wins[name] > won for name in over):
        raise BrokenProperty(MATCH, f"{dict(wins)} games won of {len(record.games)}")
    for player in setup.decks:
        # who concedes before battlefields are selected leaves none to the record
        used = [each for game in record.games if (each := game.battlefields.get(player))]
        again = [name for name, count in Counter(used).items() if count > 1]
        drawn = any(game.winner is None for game in record.games)
        if again and len(used) <= 3 and not drawn:
            raise BrokenProperty(MATCH, f"the battlefields of {player} were {used} (486.5)")
        if max(Counter(used).values(), default=0) > 2 and not drawn:
            raise BrokenProperty(MATCH, f"the battlefields of {player} were {used} (486.6.a.2)")
    try:
        judge.new_board(setup)
    except judge.MeaninglessBoard as over_already:
        if over and "match_over" in {fault.code for fault in over_already.faults}:
            return True
        raise
    if over:
        raise BrokenProperty(MATCH, f"{over[0]} has won the match, and it goes on")
    return False


def play_from_middle(mode: str, rng: random.Random, game: Game, most: int) -> None:
    """Some actions from a board that nobody laid."""
    document = drawn_board(rng, mode)
    with_champions(document, rng)
    if rng.random() < 0.4:
        crossed_into(document, rng, rng.randint(1, 4))
    try:
        ruling = game.settled(document)
    except judge.BoardError:
        # a crossed card may not be what its place asks for
        game.tally.endings["the board means nothing"] += 1
        return
    if ruling.verdict != "legal" or ruling.board is None:
        game.tally.endings["the board could not be settled"] += 1
        return
    concede_at = {rng.randrange(most)} if rng.random() < 0.15 else set()
    start = ruling.board
    if rng.random() < 0.25 and start.result is None:
        # what one player, or anybody who watches, can tell of the game
        start = judge.view_board(start, rng.choice([*start.players, "public"]), game.cards)
    # what is read off the drawn board stands in the document as anything else
    start = judge.read_board(json.loads(judge.encode_board(start))).board
    board = game.play_on(start, most, concede_at)
    game.tally.games += 1
    game.tally.endings["not_adjudicable" if board is None else _name_ending(board)] += 1


def play(
    mode: str,
    seed: int,
    *,
    form: str = "whole",
    deck: str | None = None,
    most: int | None = None,
    tell: Tell = silent,
) -> Tally:
    """One game of a mode, by its seed. What it breaks stands in the tally under `broken`."""
    rng = random.Random(f"{form} {mode} {seed}")
    tally = Tally()
    game = Game(rng, tally, tell, played=form == "whole")
    try:
        if form == "whole":
            setup = msgspec.convert(setup_for(mode, seed, deck), Setup)
            play_whole(mode, rng, setup, game, most or LIMIT)
        else:
            play_from_middle(mode, rng, game, most or 12)
    except BrokenProperty as broken:
        tally.broken.append(_report(mode, seed, form, deck, broken.property, str(broken), game))
    except Exception as error:  # a fault of the engine is a finding, not an end
        words = f"{NO_FAULT}: {type(error).__name__}: {error}"
        report = _report(mode, seed, form, deck, NO_FAULT, words, game)
        report["traceback"] = _frames(error)
        tally.broken.append(report)
    if tally.broken:
        tally.endings["broken"] += 1
    return tally


def _frames(error: BaseException) -> list[str]:
    found, frame = [], error.__traceback__
    while frame is not None:
        found.append(f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}")
        frame = frame.tb_next
    return found[-8:]


def _report(
    mode: str, seed: int, form: str, deck: str | None, name: str, words: str, game: Game
) -> dict[str, Any]:
    command = f"python -m tests.selfplay --mode {mode} --seed {seed} --games 1 -v"
    command += "" if form == "whole" else f" --form {form}"
    command += "" if deck is None else f" --deck {deck}"
    return {
        "property": name,
        "what": words,
        "mode": mode,
        "seed": seed,
        "form": form,
        "again": command,
        "request": plain(game.request),
    }
