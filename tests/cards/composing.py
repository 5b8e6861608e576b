"""Cards that nobody has made: notation put together at random, printed, and read again.

    python -m tests.cards.composing [--cards 2000] [--seed 6] [-v]

The parts are those of the catalogue - conditions of triggers, costs, instructions, changes - in
other company, with other numbers, keywords, kinds, sides, places and times. Of each card that means
something and can be printed, `read(print(card)) == card` is asked: what is not read is what the
reader could not read of a card that it has never seen, and what is read otherwise is a wrong
reading. The rate is given for the whole and for each node.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from judge.cardtext import NotPrintable, print_card, print_effect_text
from judge.cardtext.reading import Read
from judge.effects import notation as n
from judge.effects.linting import HARMLESS, findings
from tests.cards.reading import known, read_again
from tests.cards.same import same

#: names that a text takes from the condition, the cost or the loop in which it stands
_FROM_OUTSIDE = {"it", "other", "paid", "each", "there", "that_player", "chosen", "additional"}


class Parts(NamedTuple):
    """What the cards of the catalogue are made of."""

    whens: list[Any]
    texts: list[tuple[dict[str, n.Selector], list[Any]]]
    spells: list[tuple[dict[str, n.Selector], list[Any]]]
    costs: list[n.Cost]
    prices: list[n.Cost]
    conditions: list[Any]
    statics: list[tuple[Any, list[Any]]]
    replacements: list[n.Replacement]
    additional: list[n.AdditionalCost]


def nodes(value: Any) -> Iterator[Any]:
    """All nodes of a piece of notation."""
    if isinstance(value, msgspec.Struct):
        yield value
        for field in value.__struct_fields__:
            yield from nodes(getattr(value, field))
    elif isinstance(value, dict):
        for each in value.values():
            yield from nodes(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from nodes(each)


def words(value: Any) -> set[str]:
    """All words of a piece of notation, names among them."""
    found: set[str] = set()
    if isinstance(value, str):
        found.update([value, value.rpartition(" ")[2]])
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            found |= words(getattr(value, field))
    elif isinstance(value, dict):
        for key, each in value.items():
            found |= {key} | words(each)
    elif isinstance(value, list | tuple):
        for each in value:
            found |= words(each)
    return found


def closed(value: Any) -> bool:
    """Whether it speaks of nothing that is named elsewhere."""
    return not _FROM_OUTSIDE & words(value)


def parts(cards: list[n.CardDefinition]) -> Parts:
    """The parts of some cards, each once."""
    found = Parts([], [], [], [], [], [], [], [], [])
    for card in cards:
        names = set(card.chooses) | {str(each.label) for each in nodes(card) if _labelled(each)}
        if card.does and closed(card.does):
            found.spells.append((card.chooses, card.does))
        found.additional.extend(card.additional_costs)
        for each in nodes([*card.abilities, *card.effect_text, *card.does]):
            if isinstance(each, n.Triggered):
                names |= set(each.chooses)
                found.whens.extend(m for m in each.moments if closed(m) and not names & words(m))
                if closed((each.chooses, each.does)):
                    found.texts.append((each.chooses, each.does))
                if each.cost is not None:
                    found.prices.append(each.cost)
            elif isinstance(each, n.Activated):
                found.costs.append(each.cost)
                if closed((each.chooses, each.does)):
                    found.texts.append((each.chooses, each.does))
            elif isinstance(each, n.Static) and each.zone == "board":
                found.statics.append((each.affects, each.changes))
            elif isinstance(each, n.Replacement) and each.zone == "board":
                found.replacements.append(each)
            elif isinstance(each, n.ConditionNode) and not (names & words(each)) and closed(each):
                found.conditions.append(each)
    return found


def _labelled(node: Any) -> bool:
    return isinstance(node, n.Instruction) and node.label is not None


# --- other words in the same places ---------------------------------------------------------------

_ALIKE: tuple[tuple[str, ...], ...] = (
    ("friendly", "enemy", "yours"),
    ("here", "battlefield", "base"),
    ("turn", "your_next_turn"),
    ("unit", "gear", "equipment"),
    ("exhausted", "ready", "stunned", "damaged", "buffed", "mighty", "equipped"),
    ("attack", "defend", "conquer", "hold", "win_combat", "move"),
    ("kill", "stun", "ready", "exhaust", "buff", "discard", "recycle", "banish", "return_to_hand"),
    ("hand", "trash"),
    ("Fury", "Calm", "Mind", "Body", "Chaos", "Order"),
    ("Tank", "Ganking", "Backline", "Temporary"),
    ("Assault", "Shield", "Deflect"),
    ("Poro", "Bird", "Cat", "Dog", "Dragon", "Yordle", "Mech", "Pirate"),
    ("opponent", "opponents", "you"),
)
_SAME_PLACE = {word: group for group in _ALIKE for word in group}


def varied(value: Any, random: Random, much: float) -> Any:
    """The same with some numbers and words changed for others of the same class."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return random.choice([1, 2, 3, 4, 5]) if value > 0 and random.random() < much else value
    if isinstance(value, str):
        group = _SAME_PLACE.get(value)
        return random.choice(group) if group and random.random() < much else value
    if isinstance(value, list):
        return [varied(each, random, much) for each in value]
    if isinstance(value, dict):  # of what is chosen, how many as well
        more = [_with_axis(each, random, much, _NUMBERS) for each in value.values()]
        return dict(zip(value, (varied(each, random, much) for each in more), strict=True))
    if isinstance(value, n.Selector):
        value = _with_axis(value, random, much, _AXES)
    if isinstance(value, msgspec.Struct):
        found = {}
        for field in value.__struct_fields__:
            each = getattr(value, field)
            seldom = field in ("together", "event", "side", "kind") and random.random() < 0.5
            fixed = field in _FIXED or (field == "by" and isinstance(value, n.Selector))
            found[field] = each if fixed or seldom else varied(each, random, much)
        return replace(value, **found)
    return value


_AXES: tuple[dict[str, Any], ...] = (
    {"side": "friendly"},
    {"side": "enemy"},
    {"side": "yours"},
    {"where": "here"},
    {"where": "battlefield"},
    {"where": "base"},
    {"other": True},
    {"state": ["exhausted"]},
    {"state": ["mighty"]},
    {"state": ["buffed"]},
    {"tag": ["Poro"]},
    {"tag": ["Bird", "Cat"]},
    {"keyword": ["Tank"]},
    {"might_at_most": 3},
    {"might_at_least": 5},
    {"supertype": "Token"},
)
_NUMBERS: tuple[dict[str, Any], ...] = (
    {"min": 0},
    {"min": 2, "max": 2},
    {"min": 0, "max": 3},
    {"any_number": True},
)
#: fields of which another word would not fit what stands beside it
_FIXED = ("label", "after", "min", "max", "who", "of_item", "token", "position", "at_most", "zone")


def _with_axis(selector: Any, random: Random, much: float, axes: tuple[dict[str, Any], ...]) -> Any:
    """A selector with one restriction more, where it has none of that kind."""
    if not isinstance(selector, n.Selector) or random.random() > much / 2:
        return selector
    if selector.the is not None or selector.zone != "board" or selector.kind == "player":
        return selector
    axis = random.choice(axes)
    usual = n.Selector()
    if any(getattr(selector, key) != getattr(usual, key) for key in axis):
        return selector
    return replace(selector, **axis)


# --- cards ----------------------------------------------------------------------------------------


def _unit(ability: Any) -> n.CardDefinition:
    card = n.CardDefinition(name="Otter", types=["Unit"], might=3, abilities=[ability])
    if ability.level is not None:
        card.keywords["Level"] = ability.level
    return card


def composed(found: Parts, random: Random, much: float) -> n.CardDefinition:
    """A card of one ability, or a spell, of parts that come from different cards."""

    def pick(some: list[Any]) -> Any:
        return varied(random.choice(some), random, much)

    def condition() -> Any:
        if random.random() < 0.15:
            kind = random.choice([n.AllOf, n.AnyOf])
            return kind(of=[pick(found.conditions), pick(found.conditions)])
        return pick(found.conditions)

    def text(some: list[Any], alone: bool = False) -> tuple[dict[str, Any], list[Any]]:
        chooses, does = pick(some)
        if random.random() < 0.2 and not any(isinstance(each, n.DoThis) for each in does):
            more, then = pick(found.texts)
            apart = not set(more) & set(chooses) and not _names(does) & _names(then)
            if apart and not (some is found.spells and "me" in words(then)):
                chooses, does = {**chooses, **more}, [*does, *then]
        if random.random() < 0.15 and len(does) == 1 and _plain(does[0]) and not alone:
            asked = condition()
            if not (some is found.spells and "me" in words(asked)):
                does = [n.If(condition=asked, then=does)]
        return chooses, does

    kind = random.random()
    if kind < 0.4:
        moments = [pick(found.whens)]
        if random.random() < 0.15:
            moments = [replace(moments[0], provided=condition())]
        when: Any = moments[0]
        more: dict[str, Any] = {}
        if random.random() < 0.2:
            more = {"cost": pick(found.prices), "may": True}
        elif random.random() < 0.2:
            more = {"may": True}
        chooses, does = text(found.texts, bool(more))
        if random.random() < 0.1:
            more["times_each_turn"] = 1
        if random.random() < 0.08:
            more["level"] = random.choice([3, 6, 11])
        return _unit(n.Triggered(when=when, chooses=chooses, does=does, **more))
    if kind < 0.55:
        chooses, does = text(found.texts)
        more = {}
        if random.random() < 0.2:
            more["timing"] = random.choice(["action", "reaction"])
        if random.random() < 0.15:
            more["only_if"] = condition()
        if random.random() < 0.1:
            more["times_each_turn"] = random.choice([1, 2])
        return _unit(n.Activated(cost=pick(found.costs), chooses=chooses, does=does, **more))
    if kind < 0.75:
        affects, changes = pick(found.statics)
        more_changes = pick(found.statics)[1]
        if random.random() < 0.3 and all(map(_of_its_own, [*changes, *more_changes])):
            changes = [*changes, *more_changes]
        while_ = condition() if random.random() < 0.4 else None
        level = random.choice([3, 6]) if random.random() < 0.1 else None
        return _unit(n.Static(affects=affects, changes=changes, while_=while_, level=level))
    if kind < 0.8:
        return _unit(pick(found.replacements))
    chooses, does = text(found.spells)
    card = n.CardDefinition(name="Brook Song", types=["Spell"], chooses=chooses, does=does)
    if random.random() < 0.1:
        card.additional_costs = [pick(found.additional)]
    return card


def _of_its_own(change: Any) -> bool:
    """Whether a change is said of the thing itself, so that another can be said beside it."""
    kinds = n.Might | n.GrantKeyword | n.LoseAbilities
    entering = isinstance(change, n.Enters) and change.where == "anywhere"
    return isinstance(change, kinds) or entering


def _plain(node: Any) -> bool:
    return isinstance(node, n.PlainInstruction) and not node.may and node.who == "you"


def _names(does: list[Any]) -> set[str]:
    return {str(each.label) for each in nodes(does) if _labelled(each)}


def makes_sense(card: n.CardDefinition) -> bool:
    """Whether a card means something, of the right shape, and can be printed."""
    try:
        card = msgspec.convert(msgspec.to_builtins(card), n.CardDefinition)
        if any(each.code not in HARMLESS for each in findings(card)):
            return False
        if any(each.code == "unused_choice" for each in findings(card)):
            return False
        print_card(card)
        print_effect_text(card)
    except (msgspec.ValidationError, NotPrintable, ValueError, TypeError, KeyError, AttributeError):
        return False
    return True


class Outcome(NamedTuple):
    """A card, and what became of it."""

    card: n.CardDefinition
    read: Read
    verdict: Literal["same", "refused", "otherwise"]


def outcomes(number: int, seed: int, much: float = 0.3) -> Iterator[Outcome]:
    """So many cards that make sense, read again from what they print."""
    random = Random(seed)
    found = parts([*known().values()])
    made = 0
    while made < number:
        card = composed(found, random, much)
        if not makes_sense(card):
            continue
        made += 1
        read = read_again(card)
        if read.definition is None:
            yield Outcome(card, read, "refused")
        else:
            yield Outcome(card, read, "same" if same(read.definition, card) else "otherwise")


def tag_of(node: Any) -> str | None:
    """The word of a node in the notation."""
    config = node.__struct_config__
    return None if config.tag is None else f"{config.tag_field}: {config.tag}"


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description="Read what nobody has written.")
    parser.add_argument("--cards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--much", type=float, default=0.3, help="how much is changed, from 0 to 1")
    parser.add_argument("-v", "--verbose", action="store_true", help="show what is not read")
    options = parser.parse_args()
    verdicts: Counter[str] = Counter()
    of_node: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for outcome in outcomes(options.cards, options.seed, options.much):
        verdicts[outcome.verdict] += 1
        tags = {tag for each in nodes(outcome.card) if (tag := tag_of(each))}
        of_node.update(tags)
        if outcome.verdict == "same":
            good.update(tags)
        elif options.verbose:
            print(f"{outcome.verdict}: {print_card(outcome.card)!r}")
            for refused in outcome.read.refused:
                print(f"    ^ {refused.rest} {refused.expected[:4]}")
    total = sum(verdicts.values())
    for verdict, number in verdicts.most_common():
        print(f"{verdict}: {number} of {total} ({100 * number / total:.1f} %)")
    for tag, number in sorted(of_node.items(), key=lambda item: good[item[0]] / item[1]):
        print(f"  {tag}: {good[tag]} of {number} ({100 * good[tag] / number:.0f} %)")


if __name__ == "__main__":
    main()
