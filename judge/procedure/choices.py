"""Step 2 of playing: what the action fills, targets and destinations (355)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from judge.actions.destinations import effect_destinations
from judge.board.table import base_of
from judge.effects.notation import Move, Selector
from judge.effects.selectors import Chooser, candidates, describe, why_not
from judge.procedure.planning import Choice, Decider
from judge.ruling.actions import Do
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def presets_of(do: Do, player: str, slots: list[str]) -> dict[str, Any]:
    """The slots that an action fills, by slot name; `slots` are the target slots of what is played."""
    presets: dict[str, Any] = {}
    if do.to is not None:
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
    return any(
        isinstance(instruction, Move) and instruction.to == "destination" for instruction in does
    )


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
                prompt=f"{thing} chooses {describe(selector)}.",
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


def choose_destination(
    run: Run,
    decide: Decider,
    thing: str,
    does: list[Any],
    targets: dict[str, list[str]],
    found: list[Problem],
) -> str | None:
    """Choose where the units go that the instructions move (355.4)."""
    slots = [i.what for i in does if isinstance(i, Move) and i.to == "destination"]
    moved = [ref for slot in slots for ref in targets.get(slot, [])]
    if not moved:
        return None
    options: list[str] | None = None
    for ref in moved:
        unit = run.table.find(ref)
        if unit is None:
            continue
        places = effect_destinations(run, unit)
        options = places if options is None else [place for place in options if place in places]
    options = options or []
    if not options:
        found.append(problem("no_destination", thing=thing))
        return None
    value = decide(
        Choice(
            name="to",
            form="choose_one",
            prompt=f"Where does {', '.join(moved)} move?",
            rules=["355.4", "355.4.a"],
            options=options,
            explain=lambda place: [
                problem("invalid_destination", place=place, target=", ".join(moved), objects=moved)
            ],
        )
    )
    return None if value is None else str(value)
