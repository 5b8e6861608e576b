"""The engine of Arbiter: pure functions of their arguments; no clock, no randomness, no I/O.

    board = read_board({...}).board
    ruling = adjudicate(board, Action(by="A", do=Do(move=["a1"], to="west")))

`read_board` turns what a person typed into a board, `adjudicate` judges an action on it,
`legal_actions` lists what may be done, `explain` says why an object is what it is, `new_board` sets
up a game.
"""

from judge.version import __version__  # isort: skip

from judge.adjudicate import adjudicate
from judge.board.canonical import encode_board
from judge.board.faults import BoardError, Fault, MalformedBoard, MeaninglessBoard
from judge.board.reading import Reading, read_board
from judge.board.state import Board
from judge.board.views import view_board
from judge.explaining import explain
from judge.legal import legal_actions
from judge.modes.matches import record_game
from judge.modes.setup import new_board
from judge.review import check_board, encode, view_ruling
from judge.ruling.actions import Action, Do, MalformedAction, Payment
from judge.ruling.explanation import Explanation
from judge.ruling.legal import DeckList, LegalActions, MatchRecord, PlayedGame, Setup
from judge.ruling.questions import Question
from judge.ruling.ruling import Problem, Ruling
from judge.ruling.run import MalformedAnswer

__all__ = [
    "Action",
    "Board",
    "BoardError",
    "DeckList",
    "Do",
    "Explanation",
    "Fault",
    "LegalActions",
    "MalformedAction",
    "MalformedAnswer",
    "MalformedBoard",
    "MatchRecord",
    "MeaninglessBoard",
    "Payment",
    "PlayedGame",
    "Problem",
    "Question",
    "Reading",
    "Ruling",
    "Setup",
    "__version__",
    "adjudicate",
    "check_board",
    "encode",
    "encode_board",
    "explain",
    "legal_actions",
    "new_board",
    "read_board",
    "record_game",
    "view_board",
    "view_ruling",
]
