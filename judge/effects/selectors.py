"""What a selector means: which objects it could choose, and why another is none of them (355.9).

A choice is checked twice: when it is made, and again as the instruction is carried out (359.3.e.2).
"""

from __future__ import annotations

from dataclasses import dataclass

from judge.board.state import ChainItem
from judge.board.table import reference
from judge.effects.notation import Selector
from judge.layers.characteristics import Characteristics, of
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


@dataclass(frozen=True, slots=True)
class Chooser:
    """On whose behalf a selector is read: the controller, the source object and where "here" is."""

    controller: str
    source: str | None = None
    here: str | None = None
    #: the item on the chain that chooses, which cannot choose itself (355.9.c)
    item: str | None = None
    #: a card played from facedown chooses only at this battlefield (811.1.d.2)
    hidden_at: str | None = None


_KIND_WORDS = {
    "unit": "unit",
    "gear": "gear",
    "permanent": "permanent",
    "rune": "rune",
    "legend": "legend",
    "battlefield": "battlefield",
    "spell": "spell on the chain",
    "ability": "ability on the chain",
    "spell_or_ability": "spell or ability on the chain",
}
_SIDE_WORDS = {"friendly": "friendly", "enemy": "an enemy"}
_PLACE_WORDS = {"battlefield": "at a battlefield", "base": "in a base", "here": "here"}


def candidates(run: Run, selector: Selector, chooser: Chooser) -> list[str]:
    """References of everything that may be chosen, in the order of their ids."""
    if selector.kind in ("spell", "ability", "spell_or_ability"):
        return [
            item.id for item in run.table.items() if not why_not_item(run, selector, chooser, item)
        ]
    if selector.kind == "battlefield":
        return [b.id for b in run.board.battlefields]
    # a search asks for the same again and again while nothing on the board changes; the selector
    # is kept beside its answer, so that no other can come to have its identity
    key = ("candidates", id(selector), chooser)
    kept: tuple[Selector, list[str]] | None = run.table.memo.get(key)
    if kept is None:
        found = sorted(
            reference(thing)
            for thing in run.table.objects.values()
            if not why_not(run, selector, chooser, reference(thing))
        )
        kept = run.table.memo[key] = (selector, found)
    return list(kept[1])


def why_not(run: Run, selector: Selector, chooser: Chooser, target: str) -> list[Problem]:
    """Every reason why `target` is not a valid choice; empty when it is one (355.9)."""
    if selector.kind in ("spell", "ability", "spell_or_ability"):
        if target == chooser.item:
            return [problem("target_is_itself", target=target, objects=[target])]
        item = next((item for item in run.table.items() if item.id == target), None)
        if item is None:
            return [problem("target_not_there", target=target, objects=[target])]
        return why_not_item(run, selector, chooser, item)
    if selector.kind == "battlefield":
        if target in run.table.battlefields:
            return []
        return [problem("target_wrong_kind", target=target, wanted="battlefield", objects=[target])]
    thing = run.table.find(target)
    if thing is None:
        return [problem("target_not_there", target=target, objects=[target])]
    found: list[Problem] = []
    now = of(run.table, run.catalogue, thing)
    place = run.table.places[thing.id]
    if not _is_kind(now, selector.kind, place):
        found.append(
            problem(
                "target_wrong_kind",
                target=target,
                wanted=_KIND_WORDS[selector.kind],
                objects=[target],
            )
        )
    if selector.side != "any":
        friendly = thing.controller in run.table.team_of(chooser.controller)
        if friendly != (selector.side == "friendly"):
            found.append(
                problem(
                    "target_wrong_side",
                    target=target,
                    wanted=_SIDE_WORDS[selector.side],
                    objects=[target],
                )
            )
    if not _is_place(run, selector, chooser, place):
        found.append(
            problem(
                "target_wrong_place",
                target=target,
                wanted=_PLACE_WORDS[selector.place],
                objects=[target],
            )
        )
    if selector.other and target == chooser.source:
        found.append(
            problem(
                "target_wrong_property",
                target=target,
                wanted="another object than the source",
                objects=[target],
            )
        )
    for wanted in _failed_properties(selector, now, thing_state(thing)):
        found.append(
            problem("target_wrong_property", target=target, wanted=wanted, objects=[target])
        )
    if chooser.hidden_at is not None and place != chooser.hidden_at:
        found.append(
            problem(
                "target_elsewhere_hidden",
                thing="This card",
                place=chooser.hidden_at,
                target=target,
                objects=[target],
            )
        )
    return found


def thing_state(thing: object) -> dict[str, bool]:
    """The states a selector may ask for, of a game object."""
    return {
        "exhausted": bool(getattr(thing, "exhausted", False)),
        "ready": not getattr(thing, "exhausted", False),
        "stunned": bool(getattr(thing, "stunned", False)),
        "attacking": getattr(thing, "designation", None) == "attacker",
        "defending": getattr(thing, "designation", None) == "defender",
        "damaged": bool(getattr(thing, "damage", None)),
    }


def _is_kind(now: Characteristics, kind: str, place: str) -> bool:
    on_board = not place.startswith("legend:")
    match kind:
        case "unit":
            return now.is_unit and on_board
        case "gear":
            return now.is_gear and on_board
        case "permanent":
            return (now.is_unit or now.is_gear) and on_board
        case "rune":
            return now.is_rune and on_board
        case "legend":
            return not on_board
    return False


def _is_place(run: Run, selector: Selector, chooser: Chooser, place: str) -> bool:
    match selector.place:
        case "anywhere":
            return True
        case "battlefield":
            return place in run.table.battlefields
        case "base":
            return place.startswith("base:")
        case "here":
            return place == chooser.here


def _failed_properties(
    selector: Selector, now: Characteristics, states: dict[str, bool]
) -> list[str]:
    failed = []
    if selector.might_at_most is not None and now.might > selector.might_at_most:
        failed.append(f"of Might {selector.might_at_most} or less (it has {now.might})")
    if selector.might_at_least is not None and now.might < selector.might_at_least:
        failed.append(f"of Might {selector.might_at_least} or more (it has {now.might})")
    if (
        selector.energy_at_most is not None
        and (now.definition.energy or 0) > selector.energy_at_most
    ):
        failed.append(f"of Energy cost {selector.energy_at_most} or less")
    if selector.power_at_most is not None and len(now.definition.power) > selector.power_at_most:
        failed.append(f"of Power cost {selector.power_at_most} or less")
    if selector.state is not None and not states[selector.state]:
        failed.append(selector.state)
    if selector.tag is not None and selector.tag not in now.tags:
        failed.append(f"a {selector.tag}")
    return failed


def why_not_item(run: Run, selector: Selector, chooser: Chooser, item: ChainItem) -> list[Problem]:
    """Every reason why an item on the chain is not a valid choice."""
    if item.id == chooser.item:
        return [problem("target_is_itself", target=item.id, objects=[item.id])]
    found: list[Problem] = []
    is_spell = item.kind == "spell"
    if (selector.kind == "spell" and not is_spell) or (selector.kind == "ability" and is_spell):
        found.append(
            problem(
                "target_wrong_kind",
                target=item.id,
                wanted=_KIND_WORDS[selector.kind],
                objects=[item.id],
            )
        )
    if selector.side != "any":
        friendly = item.controller in run.table.team_of(chooser.controller)
        if friendly != (selector.side == "friendly"):
            found.append(
                problem(
                    "target_wrong_side",
                    target=item.id,
                    wanted=_SIDE_WORDS[selector.side],
                    objects=[item.id],
                )
            )
    if item.card is not None:
        definition = run.catalogue[item.card]
        # 206: the printed cost counts, whatever was paid
        if (
            selector.energy_at_most is not None
            and (definition.energy or 0) > selector.energy_at_most
        ):
            found.append(
                problem(
                    "target_wrong_property",
                    target=item.id,
                    wanted=f"of Energy cost {selector.energy_at_most} or less",
                    objects=[item.id],
                )
            )
        if selector.power_at_most is not None and len(definition.power) > selector.power_at_most:
            found.append(
                problem(
                    "target_wrong_property",
                    target=item.id,
                    wanted=f"of Power cost {selector.power_at_most} or less",
                    objects=[item.id],
                )
            )
    if chooser.hidden_at is not None:
        found.append(
            problem(
                "target_elsewhere_hidden",
                thing="This card",
                place=chooser.hidden_at,
                target=item.id,
                objects=[item.id],
            )
        )
    return found


def describe(selector: Selector) -> str:
    """A few words for what a selector chooses, for problems and prompts."""
    side = {"friendly": "friendly ", "enemy": "enemy ", "any": ""}[selector.side]
    place = "" if selector.place == "anywhere" else f" {_PLACE_WORDS[selector.place]}"
    noun = f"{side}{_KIND_WORDS[selector.kind]}{place}"
    if selector.min == selector.max == 1:
        return f"one {noun}"
    if selector.min == 0:
        return f"up to {selector.max} of: {noun}"
    return f"{selector.min} to {selector.max} of: {noun}"
