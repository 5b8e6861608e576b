"""Linked abilities: what one did, for the others of its object (393-397)."""

from __future__ import annotations

from judge.abilities.attributing import granting_object
from judge.board import events as ev
from judge.board.state import ChainItem, Effect
from judge.board.table import make_reference, split_reference
from judge.effects.kept import spoken
from judge.ruling.run import Run


def link_banished(run: Run, item: ChainItem, refs: list[str]) -> None:
    """Remember what an ability has banished, where another printed on the same object speaks of
    what was banished with it (395); as long as it stays there.
    """
    if item.source is None or item.of is None:
        return
    said = spoken([*run.catalogue[item.of].abilities])
    # of effect text the card that is attached prints it, and not what it was appended to
    holder = granting_object(run, item) or item.source.ref
    if "banished_with_me" not in said or not run.in_force("395"):
        return
    banished = {split_reference(ref)[0] for ref in refs}
    for player in run.board.players.values():
        for card in player.banished:
            if card.id in banished:
                now = make_reference(card.id, card.generation)
                run.emit(
                    ev.EffectBegan(
                        effect=Effect(
                            id=run.table.mint("e"),
                            controller=item.controller,
                            origin=item.of,
                            source=holder,
                            kind="linked",
                            affects=[now],
                            until=f"while_in:banishment:{now}",
                        )
                    ),
                    by=item.controller,
                )


__all__ = ["link_banished"]
