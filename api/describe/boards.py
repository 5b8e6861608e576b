"""A board in a few lines to read aloud: whose turn it is, who has what, what lies where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from api.describe.names import Names, joined, sentence
from api.handlers.usercards import in_use
from judge.board.draft import with_definitions
from judge.board.state import Battlefield, Board, Deck, GameObject, Player
from judge.board.table import Table, base_of
from judge.effects.catalogue import Catalogue
from judge.layers.characteristics import damage_on, of
from judge.modes.modes import MODES
from judge.procedure.turn import PHASE_NAMES


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One sentence about a board, and what belongs under it."""

    sentence: str
    below: tuple[BoardLine, ...] = ()


def board_text(board: Board, names: Names | None = None) -> tuple[BoardLine, ...]:
    """The lines for a board, one that only a viewer sees included."""
    return tuple(_BoardReader(board, names or Names(board)).lines())


class _BoardReader:
    def __init__(self, board: Board, names: Names) -> None:
        self.board = board
        self.names = names
        self.table = Table(board)
        self.catalogue: Catalogue = with_definitions(in_use(), board.cards)[0]

    def lines(self) -> Iterator[BoardLine]:
        yield BoardLine(sentence(self._moment()))
        items = self.table.items()
        if items:
            below = tuple(
                BoardLine(f"{self.names.item(item)}, of {item.controller}")
                for item in reversed(items)
            )
            yield BoardLine("On the chain, the newest first:", below)
        for battlefield in self.board.battlefields:
            yield BoardLine(self._battlefield(battlefield), self._objects(battlefield.id))
        for name in self.board.order:
            player = self.board.players[name]
            objects = self._objects(base_of(name), runes=False)
            yield BoardLine(self._player(name, player), objects)

    def _moment(self) -> str:
        board = self.board
        if board.result is not None:
            winners = joined(board.result.winners)
            return f"the game is over; {winners} won" if winners else "the game is over"
        turn = board.turn
        parts = [f"turn {turn.number}, of {turn.player}, in {PHASE_NAMES[turn.phase]}"]
        if board.combat is not None:
            combat = board.combat
            at = self.names.place(combat.at)
            parts.append(f"{combat.attacker} attacks {combat.defender} at {at}")
        elif board.showdown is not None:
            parts.append(f"a showdown is going on at {self.names.place(board.showdown.at)}")
        window = board.window
        if window.focus is not None:
            parts.append(f"{window.focus} has Focus")
        if window.priority is not None and (window.priority != window.focus or board.chain):
            parts.append(f"{window.priority} has Priority")
        return "; ".join(parts)

    def _battlefield(self, battlefield: Battlefield) -> str:
        holder = battlefield.controller
        parts = [f"{holder} controls it" if holder else "nobody controls it"]
        if battlefield.contested_by is not None:
            parts.append(f"{battlefield.contested_by} contests it")
        parts += [
            f"{by} {'conquered' if how == 'conquer' else 'held'} it this turn"
            for by, how in sorted(battlefield.scored.items())
        ]
        for card in battlefield.facedown:
            parts.append(f"a card of {card.controller} lies facedown")
        return f"At {self.names.place(battlefield.id)}: {', '.join(parts)}."

    def _player(self, name: str, player: Player) -> str:
        stated = self.board.victory_score
        score = MODES[self.board.mode].victory_score if stated is None else stated
        ready = exhausted = 0
        for thing in player.base:
            if self.catalogue[thing.card].is_rune:
                ready, exhausted = ready + (not thing.exhausted), exhausted + thing.exhausted
        parts = [
            f"{player.points} of {score} points",
            f"{len(player.hand)} in hand",
            f"{_size(player.main_deck)} in the Main Deck",
            f"{_size(player.rune_deck)} in the Rune Deck",
            f"{len(player.trash)} in the trash",
            f"runes: {ready} ready, {exhausted} exhausted",
        ]
        if player.champion is not None:
            parts.append(f"{self.names.card(player.champion)} in the Champion Zone")
        for legend in (player.legend, *player.legends):
            if legend is not None:
                spent = ", exhausted" if legend.exhausted else ""
                parts.append(f"legend {self.names.object(legend)}{spent}")
        if player.xp:
            parts.append(f"{player.xp} XP")
        for unit in player.pool:
            of_domain = f"{unit.domain} " if unit.domain else ""
            parts.append(f"{unit.amount} {of_domain}{unit.kind.capitalize()} in the Rune Pool")
        return f"{name}: {', '.join(parts)}."

    def _objects(self, place: str, *, runes: bool = True) -> tuple[BoardLine, ...]:
        return tuple(
            BoardLine(self._object(thing, place))
            for thing in self.table.at(place)
            if runes or not self.catalogue[thing.card].is_rune
        )

    def _object(self, thing: GameObject, place: str) -> str:
        now = of(self.table, self.catalogue, thing)
        parts = [self.names.object(thing)]
        if base_of(thing.controller) != place:
            parts[0] += f" of {thing.controller}"
        if now.is_unit:
            parts.append(f"Might {now.might}")
        damage = damage_on(thing)
        if damage:
            parts.append(f"damage {damage}")
        if thing.attached_to is not None:
            parts.append(f"attached to {self.names.thing(thing.attached_to)}")
        states = ("exhausted", "stunned", "empowered")
        parts += [state for state in states if getattr(thing, state)]
        if thing.buffs:
            parts.append("buffed" if thing.buffs == 1 else f"{thing.buffs} buffs")
        if thing.designation is not None:
            parts.append(thing.designation)
        if thing.token:
            parts.append("token")
        return ", ".join(parts)


def _size(deck: Deck) -> str:
    if deck.count is None:
        return "an unknown number"
    known = len(deck.top) + sum(map(len, deck.bottom)) + sum(deck.middle.values())
    return str(known + deck.count)
