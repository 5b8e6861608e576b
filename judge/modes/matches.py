"""A match of several games: who has won it, and which battlefields may be presented (486.5, 486.6).

A record of the games played stands beside the board of the game that is played now: no board of a
game says anything of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from judge.board.faults import Fault
from judge.board.state import Battlefield, Board
from judge.modes.modes import MODES, Mode
from judge.ruling.legal import MatchRecord, PlayedGame, Setup

#: 486.6.a: the number of games from which on a battlefield may come back
REUSE_FROM = 4
#: 486.6.a.2: how often a battlefield is presented at most
TWICE = 2


def needed(mode: Mode, record: MatchRecord) -> int:
    """How many games a player must win to win the match."""
    return record.best_of // 2 + 1


def presentable(
    record: MatchRecord | None,
    player: str,
    names: list[str],
    disabled: frozenset[str] = frozenset(),
) -> list[str]:
    """Which of the player's battlefields may be selected for the next game.

    One that was used in a game that somebody won is removed from the match (486.5), not one of a
    game that nobody won (486.5.a). From the fourth game of a best of five on it may come back
    (486.6.a), once the player has presented each (486.6.a.1), and never a third time (486.6.a.2).
    """
    return [name for name in names if why_not(record, player, name, names, disabled) is None]


def why_not(
    record: MatchRecord | None,
    player: str,
    name: str,
    names: list[str],
    disabled: frozenset[str] = frozenset(),
) -> str | None:
    """The rule under which a battlefield may not be selected; None where it may."""
    if record is None or "486.5" in disabled:
        return None
    times = Counter(game.battlefields.get(player) for game in record.games)
    removed = {
        game.battlefields.get(player)
        for game in record.games
        if game.winner is not None or "486.5.a" in disabled
    }
    if name not in removed:
        return None
    if record.best_of < 5 or len(record.games) + 1 < REUSE_FROM or "486.6.a" in disabled:
        return "486.5"
    if not all(times[each] for each in names) and "486.6.a.1" not in disabled:
        return "486.6.a.1"
    return "486.6.a.2" if times[name] >= TWICE and "486.6.a.2" not in disabled else None


def counts_draws(record: MatchRecord) -> bool:
    """Whether it matters that a game that nobody won counts as one of those of the match (OP-188):
    whether a battlefield may come back.
    """
    won = sum(game.winner is not None for game in record.games)
    return record.best_of >= 5 and won + 1 < REUSE_FROM <= len(record.games) + 1


def match_faults(setup: Setup, mode: Mode, disabled: frozenset[str]) -> Iterator[Fault]:
    """What is wrong with the record of a match, and whether it is over."""
    record = setup.match
    if record is None:
        return
    allowed = [n for n in mode.best_of if n < 5 or "486.6.a" not in disabled]
    if record.best_of not in allowed:
        words = " or ".join(str(number) for number in allowed)
        message = f"a {mode.name} is the best of {words}, not of {record.best_of}"
        yield Fault(path="match.best_of", code="wrong_best_of", message=message)
        return
    for number, game in enumerate(record.games):
        path = f"match.games.{number}"
        for name in [*game.battlefields, *([game.winner] if game.winner is not None else [])]:
            if name not in setup.decks:
                message = f"{name!r} has no deck"
                yield Fault(path=path, code="unknown_player", message=message)
    rule = mode.rules.format
    wins = Counter(game.winner for game in record.games if game.winner is not None)
    for player, won in sorted(wins.items()):
        if won >= needed(mode, record) and rule not in disabled:
            message = f"{player} has won {won} of {record.best_of} and with them the match ({rule})"
            yield Fault(path="match", code="match_over", message=message)


def record_game(setup: Setup, board: Board) -> Setup:
    """The setup of the next game of a match: what the game on `board` was is added to its record.

    Players reset everything (486.6): nothing of the board goes over but who won it, and which
    battlefields were used. Who takes the first turn and what is selected is left open.
    """
    winners = board.result.winners if board.result is not None else []
    game = PlayedGame(
        battlefields={b.contributor or b.owner: _contributed(b) for b in board.battlefields},
        winner=winners[0] if winners else None,
    )
    record = setup.match or MatchRecord(best_of=MODES[setup.mode].best_of[0])
    return replace(
        setup,
        first_player=None,
        battlefields={},
        match=replace(record, games=[*record.games, game]),
    )


def _contributed(battlefield: Battlefield) -> str:
    """The card that was placed, whatever has replaced it since (438)."""
    return battlefield.replaced[0].card if battlefield.replaced else battlefield.card


__all__ = ["counts_draws", "match_faults", "presentable", "record_game", "why_not"]
