"""Step 2 of playing: what the action fills, targets and destinations (355)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judge.actions.destinations import effect_destinations, overcrowded, place_names
from judge.board.table import base_of
from judge.effects.notation import Move, Selector
from judge.effects.selectors import Chooser, candidates, describe, why_not
from judge.procedure.planning import Choice, Decider
from judge.ruling.actions import Do
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def presets_of(do: Do, player: str, slots: list[str]) -> dict[str, Any]:
    """The slots that an action fills, by slot name; `slots` are the target slots of what
    is played.
    """
    presets: dict[str, Any] = {}
    if isinstance(do.to, dict):
        for slot, place in do.to.items():
            presets[f"to.{slot}"] = base_of(player) if place == "base" else place
    elif do.to is not None:
        presets["to"] = base_of(player) if do.to == "base" else do.to
    for name, value in (do.additional or {}).items():
        presets[f"additional.{name}"] = value
    targets = do.targets
    if isinstance(targets, dict):
        for slot, refs in targets.items():
            presets[f"targets.{slot}"] = refs
    elif targets is not None:
        if len(slots) <= 1:
            presets[f"targets.{slots[0] if slots else 'target'}"] = targets
        else:
            for slot, ref in zip(slots, targets, strict=False):
                presets[f"targets.{slot}"] = [ref]
            if len(targets) > len(slots):
                presets[f"targets.{slots[-1]}"] = targets[len(slots) - 1 :]
    if do.spend is not None:
        presets["spend"] = do.spend
    return presets


def misplaced_presets(
    presets: dict[str, Any],
    thing: str,
    *,
    slots: Iterable[str],
    additional: Iterable[str] = (),
    has_location: bool,
    destinations: Iterable[str] = (),
    base_only: bool = False,
    spends: bool = False,
) -> list[Problem]:
    """Slots that the action fills although what is played does not have them (355-357).

    `base_only`: it is gear, whose location is its controller's base wherever it says otherwise.
    """
    found = []
    for name, value in presets.items():
        kind, _, rest = name.partition(".")
        if kind == "additional" and rest not in additional and value:
            found.append(problem("no_such_additional_cost", thing=thing, name=rest))
        elif kind == "targets" and rest not in slots:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "spend" and not spends:
            found.append(
                problem(
                    "wrong_spend",
                    target=", ".join(value),
                    thing=thing,
                    wanted="it has no such cost",
                )
            )
        elif kind == "to" and base_only and not str(value).startswith("base:"):
            found.append(problem("gear_to_base_only", thing=thing))
        elif kind == "to" and rest and rest not in destinations:
            found.append(problem("no_such_slot", thing=thing, slot=rest))
        elif kind == "to" and not base_only and not has_location:
            found.append(problem("spell_has_no_location", thing=thing))
    return found


def affects_by_criteria(does: list[Any]) -> bool:
    """Whether an instruction means all objects of a kind instead of chosen ones (355.5.a)."""
    return any(
        isinstance(getattr(instruction, field, None), Selector)
        for instruction in does
        for field in ("to", "what")
    )


def has_destination(does: list[Any]) -> bool:
    """Whether the instructions move something to a destination that is chosen (355.4)."""
    return bool(moving_slots(does))


def choose_targets(
    run: Run,
    decide: Decider,
    thing: str,
    chooses: dict[str, Selector],
    chooser: Chooser,
    found: list[Problem],
    *,
    spent: str | None = None,
) -> dict[str, list[str]]:
    """Choose the targets of every slot (355.5-355.13); what is wrong with them goes to `found`."""
    targets: dict[str, list[str]] = {}
    for slot, selector in chooses.items():
        # 811.1.d.2: unless the text makes it impossible to choose there
        reader = (
            chooser
            if selector.place != "base"
            else Chooser(chooser.controller, chooser.source, chooser.here, chooser.item)
        )
        options = candidates(run, selector, reader)
        # 355.16: not what the cost takes away, unless there is no other choice
        if spent in options and len(options) > selector.min and "355.16" not in run.disabled:
            options.remove(spent)
        name = f"targets.{slot}"
        if len(options) < selector.min:
            found.append(problem("no_legal_target", thing=thing, slot=describe(selector)))
        many = selector.max > 1 or selector.min == 0

        def explain(
            value: Any, selector: Selector = selector, reader: Chooser = reader
        ) -> list[Problem]:
            if value == spent:
                return [problem("target_is_spent", target=value, thing=thing, objects=[value])]
            return why_not(run, selector, reader, str(value))

        value = decide(
            Choice(
                name=name,
                form="choose_some" if many else "choose_one",
                prompt=f"{thing} chooses {describe(selector)}"
                + (f" ({slot})." if len(chooses) > 1 else "."),
                rules=["355.5", "355.7"] if not many else ["355.5", "355.13"],
                options=options,
                explain=explain,
                min=selector.min,
                max=min(selector.max, max(len(options), selector.min)),
                texts=_names(run, options),
                thing=thing,
                slot=slot,
            )
        )
        if value is not None:
            targets[slot] = list(value) if isinstance(value, list) else [value]
    return targets


def _names(run: Run, refs: list[str]) -> dict[str, str]:
    names = {}
    for ref in refs:
        thing = run.table.find(ref)
        if thing is not None:
            names[ref] = thing.card
    for item in run.table.items():
        if item.id in refs:
            names[item.id] = item.card or item.of or item.kind
    return names


def moving_slots(does: list[Any]) -> list[str]:
    """The slots whose targets are moved to a destination that is chosen, one for each Move
    (355.4).
    """
    return [i.what for i in does if isinstance(i, Move) and i.to == "destination"]


def choose_destinations(
    run: Run,
    decide: Decider,
    thing: str,
    does: list[Any],
    targets: dict[str, list[str]],
    found: list[Problem],
) -> dict[str, str]:
    """Choose a destination for each Move that will be performed (355.4); by reference of what
    moves.

    The slot of the action is `to`, or `to.<slot>` where there are several Moves.
    """
    slots = moving_slots(does)
    chosen: dict[str, str] = {}
    for slot in slots:
        moved = targets.get(slot, [])
        options: list[str] | None = None
        for ref in moved:
            unit = run.table.find(ref)
            if unit is not None:
                places = effect_destinations(run, unit)
                options = places if options is None else [p for p in options if p in places]
        if options is None:
            continue
        if not options:
            found.append(problem("no_destination", thing=thing))
            continue
        words = ", ".join(moved)

        def explain(place: Any, words: str = words, moved: list[str] = moved) -> list[Problem]:
            return [problem("invalid_destination", place=place, target=words, objects=moved)]

        value = decide(
            Choice(
                name="to" if len(slots) == 1 else f"to.{slot}",
                form="choose_one",
                prompt=f"Where does {words} move?",
                rules=["355.4", "355.4.a"],
                options=options,
                explain=explain,
                texts=place_names(run),
            )
        )
        if value is not None:
            chosen.update(dict.fromkeys(moved, str(value)))
    found.extend(overcrowded(run, chosen))
    return chosen
