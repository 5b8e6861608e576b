"""Costs in words: before a colon, after "may", and as additional costs."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.english import capitalised, joined, participle, plural, symbols
from judge.cardtext.scene import Scene, amount
from judge.cardtext.selectors import meant, phrase
from judge.effects import notation as n


def resources(cost: n.Cost, scene: Scene) -> str:
    """Energy and Power as symbols."""
    if (lessened := less_for_each(cost)) is not None:
        return symbols(lessened[0], cost.power)
    if not isinstance(cost.energy, int):
        return f"Energy equal to {amount(cost.energy, scene)}{symbols(0, cost.power)}"
    free = not cost.power and cost == n.Cost(energy=0)
    return "[0]" if free else symbols(cost.energy, cost.power)


def less_for_each(cost: n.Cost) -> tuple[int, n.Count] | None:
    """Of Energy that is so much less for each of something: how much, and of what."""
    match cost.energy:
        case n.Sum(of=[int() as whole, n.Count(each=each) as count]) if each < 0:
            return whole, count
    return None


def _done_to(what: n.Objects, scene: Scene) -> str:
    if isinstance(what, n.Selector) and what.the is None:
        return _chosen(what, scene)
    return meant(what, scene).object


def _chosen(what: n.Selector, scene: Scene) -> str:
    """What is chosen to pay with; of cards that only a zone tells, the number is enough."""
    plain = n.Selector(kind="card", zone=what.zone, of=what.of, min=what.min, max=what.max)
    if what == plain and what.zone == "trash" and what.min == what.max:
        return f"{amount(what.min, scene)} from {scene.you.possessive} trash"
    return phrase(what, scene, "chosen", motion=True)


def actions(cost: n.Cost, scene: Scene) -> list[str]:
    """What is done to pay a cost, beside paying resources and exhausting the source."""
    found: list[str] = []
    for field in ("recycle", "discard", "kill", "banish", "exhaust", "spend_buff"):
        what = getattr(cost, field)
        if what is None or what == 0 or (field == "exhaust" and what == "me"):
            continue
        if field == "discard":
            done_to = str(what) if isinstance(what, int) else _chosen(what, scene)
            found.append(f"discard {done_to}")
        elif field == "spend_buff":
            found.append(f"spend {_buff(what, scene)}")
        else:
            found.append(f"{field} {_done_to(what, scene)}")
    if cost.return_to_hand is not None:
        found.append(returned(cost.return_to_hand, scene))
    if cost.spend_xp != 0:
        found.append(f"spend {amount(cost.spend_xp, scene)} XP")
    return found


def _buff(what: n.Objects, scene: Scene) -> str:
    if isinstance(what, n.Selector) and what.the is None:
        plain = n.Selector(kind="unit", side="friendly", state=["buffed"])
        if what == plain:
            return "a buff"
        if what == replace(plain, any_number=True):
            return "any number of buffs"
        return f"a buff of {_done_to(what, scene)}"
    return f"{meant(what, scene).possessive} buff"


OWNERS_HAND = "its owner's hand"
OWNERS_HANDS = "their owners' hands"


def returned(what: n.Objects, scene: Scene) -> str:
    """ "Return me to my owner's hand"."""
    if isinstance(what, n.Selector) and what.the is None:
        many = what.any_number or what.max != 1
        text = phrase(what, scene, "chosen", motion=True)
        if what.zone != "board":
            return f"return {text} to {scene.you.possessive} hand"
        return f"return {text} to {OWNERS_HANDS if many else OWNERS_HAND}"
    noun = meant(what, scene)
    return f"return {noun.object} to {noun.possessive} owner's hand"


def before_colon(cost: n.Cost, scene: Scene) -> str:
    """ "[1], [E]" as the cost of an activated ability."""
    parts = [capitalised(each) for each in actions(cost, scene)]
    paid = resources(cost, scene) if cost.energy != 0 or cost.power else ""
    shown = [*parts, paid, "[E]" if cost.exhausts_me else ""]
    text = ", ".join(part for part in shown if part)
    return text or "[0]"


def to_pay(cost: n.Cost, scene: Scene) -> str:
    """ "pay [1] and exhaust me", after "you may"."""
    paid = ""
    if cost.any_amount:
        plain = n.Cost(energy=1, any_amount=True)
        paid = f"pay any amount of {'Energy' if cost == plain else resources(cost, scene)}"
    elif cost.energy != 0 or cost.power or cost == n.Cost():
        paid = f"pay {resources(cost, scene)}"
    exhausting = f"exhaust {scene.me.object}" if cost.exhausts_me else ""
    return joined([paid, *actions(cost, scene), exhausting])


def with_keyword(cost: n.Cost, scene: Scene) -> str:
    """A cost behind a keyword: " [1][Fury]", or " — [Chaos], Recycle 2 from your trash"."""
    parts = actions(cost, scene)
    if not parts and not cost.exhausts_me:
        return f" {resources(cost, scene)}"
    paid = resources(cost, scene) if cost.energy != 0 or cost.power else ""
    shown = [paid, *(capitalised(each) for each in parts), "[E]" if cost.exhausts_me else ""]
    return " — " + ", ".join(part for part in shown if part)


def any_number_of(cost: n.Cost) -> str | None:
    """The verb of a cost that is paid with as many things as its player likes."""
    for field in ("kill", "banish", "recycle", "exhaust", "return_to_hand", "spend_buff"):
        what = getattr(cost, field)
        if isinstance(what, n.Selector) and what.any_number:
            return field
    return None


def for_each_paid(cost: n.Cost | None, scene: Scene) -> str:
    """ "For each killed this way", of a cost that was paid with any number of things."""
    verb = None if cost is None else any_number_of(cost)
    if verb is None:
        return ""
    if verb == "spend_buff":
        return f"for each buff {scene.you.subject} spend"
    return f"for each {participle(verb.partition('_')[0])} this way"


def additional(node: n.AdditionalCost, scene: Scene, condition_text: str) -> str:
    """An additional cost as a paragraph."""
    played = scene.me.object
    text = to_pay(node.cost, scene)
    if any_number_of(node.cost) is not None:
        return f"{condition_text}as you play {played}, you may {text} as an additional cost."
    if node.cost.any_amount and not text.startswith("pay any"):
        text = text.replace("a buff", f"any number of {plural('buff')}")
    if node.mandatory:
        return f"{condition_text}as an additional cost to play {played}, {text}."
    return f"{condition_text}you may {text} as an additional cost to play {played}."
