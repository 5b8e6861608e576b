"""Numbers on a board: none less than it can be, none so large that counting on would fail (D12)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.board.faults import Path
from judge.board.state import Board, GameObject
from judge.limits import NUMBER

#: what a fault is before its path is written out
Finding = tuple[Path, str, str]


def number_findings(board: Board, objects: list[tuple[GameObject, Path]]) -> Iterator[Finding]:
    """Amounts that cannot be less than 0, or than 1 where there is a first, nor over NUMBER.

    Nearly all are as they can be, which is seen without a path for each.
    """
    # somebody may have conceded before the first turn (650)
    first = 1 if board.result is None else 0
    if not first <= board.turn.number <= NUMBER:
        yield from _off(("turn", "number"), board.turn.number, first, "the first turn is turn 1")
    if board.victory_score is not None:
        message = "a Victory Score is a positive number (483.3.a)"
        if not 1 <= board.victory_score <= NUMBER:
            yield from _off(("victory_score",), board.victory_score, 1, message)
    for name, amount in board.turn.begun.items():
        if not 0 <= amount <= NUMBER:
            yield from _off(("turn", "begun", name), amount)
    for name, player in board.players.items():
        path: Path = ("players", name)
        message = "nobody has less than 0 points (194.4)"
        if not 0 <= player.points <= NUMBER:
            yield from _off((*path, "points"), player.points, 0, message)
        if not 0 <= player.xp <= NUMBER:
            yield from _off((*path, "xp"), player.xp)
        for index, unit in enumerate(player.pool):
            if not 0 <= unit.amount <= NUMBER:
                yield from _off((*path, "pool", index, "amount"), unit.amount)
        for key, deck in (("main_deck", player.main_deck), ("rune_deck", player.rune_deck)):
            if deck.count is not None and not 0 <= deck.count <= NUMBER:
                yield from _off((*path, key, "count"), deck.count)
            for text, amount in deck.middle.items():
                if not 0 <= amount <= NUMBER:
                    yield from _off((*path, key, "middle", text), amount)
    for thing, path in objects:
        if not 0 <= thing.buffs <= NUMBER:
            yield from _off((*path, "buffs"), thing.buffs)
        if not 0 <= thing.empowered <= NUMBER:
            yield from _off((*path, "empowered"), thing.empowered)
        for by, amount in thing.damage.items():
            if not 0 <= amount <= NUMBER:
                yield from _off((*path, "damage", by), amount)
        for kind, amount in thing.counters.items():
            if not 0 <= amount <= NUMBER:
                yield from _off((*path, "counters", kind), amount)
    if board.combat is not None:
        for name, amount in board.combat.excess.items():
            if not 0 <= amount <= NUMBER:
                yield from _off(("combat", "excess", name), amount)
    for index, effect in enumerate(board.effects):
        if abs(effect.might) > NUMBER:
            message = f"{effect.might} is beyond {NUMBER} (limit NUMBER)"
            yield ("effects", index, "might"), "limit", message
        for keyword, amount in effect.keywords.items():
            if not 0 <= amount <= NUMBER:
                yield from _off(("effects", index, "keywords", keyword), amount)
    yield from _in_facts(board)


def _off(path: Path, amount: int, least: int = 0, message: str | None = None) -> Iterator[Finding]:
    if amount < least:
        yield path, "negative", message or f"{amount} is less than {least}"
    elif amount > NUMBER:
        yield path, "limit", f"{amount} is more than {NUMBER} (limit NUMBER)"


def _in_facts(board: Board) -> Iterator[Finding]:
    for key, table in (
        ("players", board.this_turn.players),
        ("objects", board.this_turn.objects),
        ("uses", board.this_turn.uses),
    ):
        for name, fact in table.items():
            for field in fact.__struct_fields__:
                value = getattr(fact, field)
                if not value:
                    continue
                amounts = value.values() if isinstance(value, dict) else [value]
                for amount in amounts:
                    if isinstance(amount, int) and not 0 <= amount <= NUMBER:
                        yield from _off(("this_turn", key, name, field), amount)
                        break
