"""A board in a few sentences."""

from __future__ import annotations

from collections.abc import Iterable

import judge
from api.describe import BoardLine, board_text
from api.notation_yaml import load

TEXT = """
turn: {player: A, number: 7}
showdown: {at: west}
window: {focus: A, priority: B}
chain:
  items: [{card: Discipline, controller: A, targets: [a1]}]
players:
  A: {points: 3, hand: 2, deck: 20, runes: [Calm Rune, {card: Calm Rune, exhausted: true}], xp: 2}
  B: {hand: [unknown], deck: 3, base: [{id: b1, card: Petty Officer, buffs: 1, exhausted: true}]}
battlefields:
  - {id: west, card: Windswept Hillock, owner: A, contested_by: A,
     units: [{id: a1, card: Daring Poro, controller: A, damage: {B: 1}}]}
  - {id: east, card: Navori Fighting Pit, owner: B}
"""


def flat(lines: Iterable[BoardLine]) -> list[str]:
    return [text for line in lines for text in (line.sentence, *flat(line.below))]


def test_a_board_is_said_as_it_lies() -> None:
    lines = flat(board_text(judge.read_board(load(TEXT)).board))
    assert lines[0] == (
        "Turn 7, of A, in the Main Phase; a showdown is going on at Windswept Hillock (west); "
        "A has Focus; B has Priority."
    )
    assert lines[1:3] == ["On the chain, the newest first:", "Discipline (A.discipline), of A"]
    assert "At Windswept Hillock (west): nobody controls it, A contests it." in lines
    # printed Might 2, and the damage does not lower it (142)
    assert "Daring Poro (a1) of A, Might 2, damage 1" in lines
    # printed Might 5 and 1 for the buff (702)
    assert "Petty Officer (b1), Might 6, exhausted, buffed" in lines
    (a,) = [line for line in lines if line.startswith("A: ")]
    assert a == (
        "A: 3 of 8 points, 2 in hand, 20 in the Main Deck, an unknown number in the Rune Deck, "
        "0 in the trash, runes: 1 ready, 1 exhausted, 2 XP."
    )


def test_the_end_of_a_game_is_said() -> None:
    board = judge.read_board(load(TEXT.partition("showdown:")[0] + "order: [A, B]")).board
    ruling = judge.adjudicate(board, judge.Action(by="A", do="concede"))
    assert ruling.board is not None
    assert flat(board_text(ruling.board))[0] == "The game is over; B won."
