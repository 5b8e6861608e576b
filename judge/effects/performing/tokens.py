"""Instructions that bring tokens into the game (185-187, 438, 439)."""

from __future__ import annotations

from judge.actions import tokens
from judge.board import events as ev
from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.execution import Execution, amount_of, meant
from judge.effects.performing.diverted import away_from_combat
from judge.effects.performing.registry import performs
from judge.effects.performing.responsible import performers_of
from judge.effects.performing.token_plays import (
    inherited,
    name_of_token,
    played_instead,
    still_played,
)
from judge.effects.unread import refused


@performs(n.PlayToken)
def _play_token(execution: Execution, instruction: n.PlayToken) -> bool:
    """Put each token on the chain as a pending item; it is finalized once what is resolving is
    done (354.3).
    """
    run = execution.run
    definition = tokens.token_named(run, name_of_token(execution, instruction.token))
    amount = amount_of(execution, instruction.amount) or 0
    played: list[str] = []
    items: list[ChainItem] = []
    if not run.in_force("350.2", "185.2.a", "419.3"):
        return False
    for player in performers_of(execution, instruction):
        group = run.table.mint("g") if instruction.different_places else None
        for _ in range(amount):
            if not run.in_force("439.2.c"):
                tokens.create(run, player, definition, owner=player, effect_of=player)
                continue
            said = inherited(execution, _stipulations(execution, instruction, player, group))
            items.append(
                ChainItem(
                    id=run.table.mint("t"),
                    kind="permanent",
                    controller=_controller(execution, player),
                    owner=_owner(execution, player),
                    card=definition.name,
                    permission="effect",
                    about={"token": said},
                    pending=True,
                )
            )
    items, instead = still_played(run, items)
    for item in items:
        run.emit(ev.ItemAdded(item=item, opened_by="play"), "186", by=item.controller)
        played.append(f"{item.id}@2")
    played += instead
    played_instead(execution, played)
    execution.name_result(instruction.label, played, len(played))
    return bool(played)


def _controller(execution: Execution, player: str) -> str:
    """182: who controls the effect, or the player it names as the one who plays the token."""
    controller = execution.context.controller
    return player if player == controller or execution.run.in_force("182") else controller


def _owner(execution: Execution, player: str) -> str:
    """183: who controls the effect, whoever plays the token."""
    controller = execution.context.controller
    if player != controller and execution.run.in_force("183"):
        return controller if execution.run.rely_on("OP-85") == "a" else player
    return player


def _stipulations(
    execution: Execution, instruction: n.PlayToken, player: str, group: str | None
) -> dict[str, object]:
    """What the effect says of how the token enters (184)."""
    context = execution.context
    places: list[str] | None = None
    match instruction.to:
        case "here":
            places = [context.here] if context.here is not None else []
        case "there":
            places = [context.there] if context.there is not None else []
        case "base" | "your_base":
            places = ["base"]
        case "battlefield":
            places = [battlefield.id for battlefield in execution.run.board.battlefields]
    if instruction.at is not None:
        refs = meant(execution, instruction.at)
        table = execution.run.table
        at = [ref if ref in table.battlefields else table.place_of(ref) for ref in refs]
        places = [place for place in at if place is not None]
    definition = tokens.token_named(execution.run, name_of_token(execution, instruction.token))
    found: dict[str, object] = {}
    if places is not None:
        if definition.is_unit:
            places = away_from_combat(execution, player, places)
        found["places"] = places
    if context.hidden_at is not None:
        found["hidden_at"] = context.hidden_at
    if instruction.ready or instruction.exhausted:
        found["exhausted"] = instruction.exhausted
    # what the token has by its own rule is told and not granted once more (187)
    granted = [word for word in instruction.keywords if word not in definition.keywords]
    if granted:
        found["keywords"] = granted
        found["origin"] = execution.name
    if group is not None:
        found["group"] = group
    return found


@performs(n.Create)
def _create(execution: Execution, instruction: n.Create) -> bool:
    run = execution.run
    definition = tokens.token_named(run, instruction.token)
    if instruction.unless_there and _is_there(execution, definition.name):
        run.note(f"There is a {definition.name} already; nothing is created.", "439.3")
        return False
    made = []
    for player in performers_of(execution, instruction):
        creator = execution.context.controller
        # 439.4: who creates it owns it
        owner = player if run.in_force("439.4") else creator
        ref = tokens.create(run, player, definition, owner=owner, effect_of=creator)
        made += [ref] if ref is not None else []
    execution.name_result(instruction.label, made, len(made))
    return bool(made)


def _is_there(execution: Execution, name: str) -> bool:
    table = execution.run.table
    return any(b.card == name for b in execution.run.board.battlefields) or any(
        thing.name == name for thing in table.objects.values()
    )


@performs(n.Replace)
def _replace(execution: Execution, instruction: n.Replace) -> bool:
    run = execution.run
    by = execution.context.controller
    done = []
    for ref in meant(execution, instruction.what):
        if ref not in run.table.battlefields:
            raise refused(
                "clause",
                f"{execution.name} replaces {run.thing(ref)}, which is no battlefield.",
                f"{execution.name}: replace",
                "438.1",
            )
        elif instruction.back:
            done += [ref] if tokens.swap_back(run, ref, by=by) else []
        else:
            definition = tokens.token_named(run, instruction.by or "")
            gone = run.table.battlefields[ref].token
            tokens.replace_battlefield(run, ref, definition, by=by)
            # 438.6.a: a token that has ceased to exist was replaced all the same
            if not gone or run.in_force("438.6.a"):
                done.append(ref)
    execution.name_result(instruction.label, done, len(done))
    return bool(done)
