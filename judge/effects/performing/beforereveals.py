"""What texts have done before a player reveals cards of a deck (370.1.b, 373.1.a)."""

from __future__ import annotations

from msgspec.structs import replace

from judge.abilities.passive import applies, index
from judge.board.state import ChainItem, Source
from judge.effects import notation as n
from judge.effects.execution import Execution
from judge.effects.performing.executing import execute
from judge.effects.supporting_reveals import looks_first


def look_first(execution: Execution, player: str, owner: str) -> None:
    """Let each such text of the player be followed, about the Main Deck of `owner`. It is done
    before any card is revealed, so that the cards that are may be others.
    """
    run = execution.run
    for passive in index(run).replacing.get("reveal", ()):
        ability = passive.ability
        if not looks_first(ability) or passive.of(run) != player or not applies(run, passive):
            continue
        assert isinstance(ability, n.Replacement)
        looking, recycling = ability.does
        assert isinstance(looking, n.Look)
        top = n.Selector(kind="card", zone="main_deck", top=1, of="that_player")
        if not run.in_force("370.1.b", "373.1.a"):
            continue
        context = passive.context(player).knowing("that_player", [owner])
        execute(
            Execution(
                run=run,
                item=ChainItem(
                    id=passive.ref or passive.key,
                    kind="delayed",
                    controller=player,
                    of=passive.card,
                    source=Source(ref=passive.ref) if passive.ref is not None else None,
                ),
                name=passive.card,
                chooses={},
                context=context,
                targets={},
                destination=None,
                destinations={},
                add=execution.add,
                rule="370.1.b",
            ),
            [replace(looking, what=top), recycling],
        )


__all__ = ["look_first"]
