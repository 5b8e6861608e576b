"""Rulings and events in plain sentences, for a terminal or a page: meant to be read aloud.

>>> from judge.board.events import Exhausted
>>> describe_event(Exhausted(refs=["a1", "a2"]))
'a1 and a2 are exhausted.'
"""

from api.describe import actions
from api.describe.boards import BoardLine, board_text
from api.describe.events import describe_event
from api.describe.names import Names
from api.describe.rulings import (
    CitedRule,
    ProblemText,
    QuestionText,
    RefusalText,
    RulingText,
    StepText,
    ruling_text,
)

__all__ = [
    "BoardLine",
    "CitedRule",
    "Names",
    "ProblemText",
    "QuestionText",
    "RefusalText",
    "RulingText",
    "StepText",
    "actions",
    "board_text",
    "describe_event",
    "ruling_text",
]
