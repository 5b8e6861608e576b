"""Values in words: what stands after "equal to", and what a number is printed as."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.english import (
    MIGHT,
    joined,
    keyword_word,
    owned,
    plural,
    signed,
    spaced,
)
from judge.cardtext.scene import Scene, amount, condition
from judge.cardtext.selectors import meant, phrase, player
from judge.effects import notation as n


@amount.register
def _count(node: n.Count, scene: Scene) -> str:
    times = "" if node.each == 1 else f"{node.each} times "
    return f"{times}the number of {phrase(node.of, scene, 'several')}"


@amount.register
def _might(node: n.MightOf, scene: Scene) -> str:
    if isinstance(node.of, n.Selector) and node.of.the is None:
        return f"the total Might of {phrase(node.of, scene, 'several')}"
    return owned(meant(node.of, scene), "Might")


@amount.register
def _cost(node: n.CostOf, scene: Scene) -> str:
    return f"{meant(node.of, scene).possessive} {node.part.capitalize()} cost"


@amount.register
def _might_bonus(node: n.MightBonusOf, scene: Scene) -> str:
    return f"{meant(node.of, scene).possessive} Might bonus"


@amount.register
def _keyword_value(node: n.KeywordValue, scene: Scene) -> str:
    return f"{meant(node.of, scene).possessive} {keyword_word(node.keyword)}"


@amount.register
def _damage(node: n.DamageOn, scene: Scene) -> str:
    return f"the damage on {meant(node.of, scene).object}"


@amount.register
def _points(node: n.PointsOf, scene: Scene) -> str:
    return f"{player(node.of, scene).possessive} points"


@amount.register
def _experience(node: n.ExperienceOf, scene: Scene) -> str:
    return f"{player(node.of, scene).possessive} XP"


_THAT_MUCH = {
    "amount": "that much",
    "excess": "that much excess damage",
    "energy": "that much Energy",
    "power": "that much Power",
    "objects": "that many",
}


@amount.register
def _that_much(node: n.ThatMuch, scene: Scene) -> str:
    return _THAT_MUCH[node.what]


@amount.register
def _tally(node: n.Tally, scene: Scene) -> str:
    happened = condition(n.Happened(moment=node.of, during=node.during), scene)
    return f"the number of times {happened}"


@amount.register
def _extreme(node: n.Extreme, scene: Scene) -> str:
    what = "Might" if node.what == "might" else "Energy cost"
    which = "lowest" if node.lowest else "highest"
    return f"the {which} {what} among {_controlled(node.of, scene)}"


def _controlled(selector: n.Selector, scene: Scene) -> str:
    """ "Units you control"."""
    if selector.side != "yours" or selector.zone != "board":
        return phrase(selector, scene, "several")
    several = phrase(replace(selector, side="any"), scene, "several")
    return f"{several} {scene.you.subject} control"


@amount.register
def _distinct(node: n.Distinct, scene: Scene) -> str:
    if node.among:
        listed = joined(node.among)
        return (
            f"the number of the following tags among {phrase(node.of, scene, 'several')} — {listed}"
        )
    return f"the number of different {node.what} among {phrase(node.of, scene, 'several')}"


@amount.register
def _chosen(node: n.ChosenNumber, scene: Scene) -> str:
    return "that much"


@amount.register
def _sum(node: n.Sum, scene: Scene) -> str:
    first, *rest = node.of
    text = amount(first, scene)
    for value in rest:
        if isinstance(value, n.Times) and value.by < 0:
            lessened = value.of if value.by == -1 else n.Times(of=value.of, by=-value.by)
            text += f" minus {amount(lessened, scene)}"
        elif isinstance(value, int) and value < 0:
            text += f" minus {-value}"
        else:
            text += f" plus {amount(value, scene)}"
    return text


@amount.register
def _times(node: n.Times, scene: Scene) -> str:
    text = amount(node.of, scene)
    word = {1: "", 2: "double ", 3: "triple "}.get(abs(node.by), f"{abs(node.by)} times ")
    return f"{'minus ' if node.by < 0 else ''}{word}{text}"


@amount.register
def _bounded(node: n.Bounded, scene: Scene) -> str:
    text = amount(node.of, scene)
    least = "" if node.least is None else f"to a minimum of {amount(node.least, scene)}"
    most = "" if node.most is None else f"to a maximum of {amount(node.most, scene)}"
    return ", ".join(part for part in (text, least, most) if part)


def for_each(value: n.Value, scene: Scene) -> tuple[int, str] | None:
    """Of a value that is so much for each thing: how much, and for each of what."""
    factor = 1
    if isinstance(value, n.Times) and isinstance(value.of, n.Count | n.Distinct | n.Tally):
        factor, value = value.by, value.of
    if isinstance(value, n.Count):
        return factor * value.each, f"for each {_singular(value.of, scene)}"
    if isinstance(value, n.Distinct):
        several = phrase(value.of, scene, "several")
        if value.among:
            return factor, f"for each of the following tags among {several} — {joined(value.among)}"
        return factor, f"for each different {value.what[:-1]} among {several}"
    if isinstance(value, n.Tally) and value.of.event == "play" and value.of.by == "you":
        played = value.of.what
        what = "card" if not isinstance(played, n.Selector) else phrase(played, scene, "bare")
        return factor, f"for each {what} you've played this {value.during}"
    if isinstance(value, n.Tally) and value.of.event == "gain_points" and value.what == "amount":
        by = "" if value.of.reason is None else f" from {value.of.reason}ing"
        return factor, f"for each point you scored{by} this {value.during}"
    if isinstance(value, n.Tally):
        happened = condition(n.Happened(moment=value.of, during=value.during), scene)
        return factor, f"for each time {happened}"
    return None


def _singular(selector: n.Selector, scene: Scene) -> str:
    """ "For each friendly unit", "for each other unit you control", "for each of your units"."""
    if selector.the is not None and isinstance(scene.labels.get(selector.the), n.Reveal):
        any_card = replace(selector, the=None)
        return f"{phrase(any_card, scene, 'one').partition(' ')[2]} revealed this way"
    if selector.side == "yours" and selector.zone == "board" and selector.kind != "equipment":
        return f"of {phrase(selector, scene, 'several')}"
    text = phrase(selector, scene, "one")
    if text.startswith("another "):
        return "other " + text.removeprefix("another ")
    return text.partition(" ")[2]


def might_phrase(value: n.Value, scene: Scene) -> str:
    """ "+2 [M]", "+1 [M] for each Poro", "+[M] equal to its Might"."""
    if isinstance(value, int):
        return f"{signed(value)} {MIGHT}"
    counted = for_each(value, scene)
    if counted is not None:
        each, of_what = counted
        return f"{signed(each)} {MIGHT} {of_what}"
    if isinstance(value, n.Times) and value.by == -1:
        return f"-{MIGHT} equal to {amount(value.of, scene)}"
    return f"+{MIGHT} equal to {amount(value, scene)}"


def so_many(value: n.Value, noun: str, scene: Scene) -> str:
    """ "1 rune", "2 runes", "1 rune for each Poro"; without a noun, "1" or "2"."""
    if isinstance(value, int):
        return spaced(str(value), noun if value == 1 or not noun else plural(noun))
    counted = for_each(value, scene)
    if counted is not None:
        return spaced(so_many(counted[0], noun, scene), counted[1])
    text = amount(value, scene)
    if text.startswith("that "):
        return spaced("that many" if noun not in ("", "XP") else text, plural(noun) if noun else "")
    return spaced(plural(noun) if noun else "", "equal to", text)


def so_many_cards(value: n.Value, scene: Scene) -> str:
    """ "2", "1 for each Poro", "cards equal to its Might"."""
    text = so_many(value, "", scene)
    return f"cards {text}" if text.startswith("equal to") else text
