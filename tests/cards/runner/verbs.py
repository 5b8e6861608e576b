"""The game actions that a printed text names, and the events by which they show (410-444).

The text is that which the printer gives, which a test of its own holds to be the official one. What
stands in a condition ("When I move,") has to happen in some ruling on the card; what the text tells
somebody to do has to happen there because of the text: the same request with the card blank has
fewer such events. What is forbidden does not have to happen.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from judge.cardtext import print_card, print_effect_text
from judge.effects.notation import CardDefinition
from judge.ruling.ruling import Step

_THING = (
    r"(?: (?:me|it|this|that|them|those|these|a|an|another|one|two|three|four|all|each|any|up|your|"
    r"his|its|their|friendly|enemy|units?|gear|runes?|legends?|other|both|the|\d)\b)"
)
#: by name: how a game action is printed, and the kinds of event of which one must come
VERBS: dict[str, tuple[str, tuple[str, ...]]] = {
    "draw": (r"\bdraws? ", ("card_moved:draw",)),
    "deal": (r"\bdeals? (?!combat|\d+ bonus|bonus)", ("damage_dealt",)),
    "kill": (rf"\bkills?{_THING}", ("object_left:kill",)),
    "ready": (rf"(?<!enters )(?<!enter )\bready{_THING}", ("readied",)),
    "exhaust": (rf"\bexhaust{_THING}", ("exhausted",)),
    "stun": (rf"\bstuns?{_THING}", ("stunned",)),
    "buff": (rf"(?<!spend )(?<!a )\bbuff{_THING}", ("buffed",)),
    "move": (rf"\bmoves?{_THING}", ("moved",)),
    "recall": (rf"\brecall{_THING}", ("recalled",)),
    "discard": (r"\bdiscards? ", ("card_moved:discard",)),
    "recycle": (r"\brecycles? ", ("card_moved:recycle", "object_left:recycle")),
    "channel": (r"\bchannels? ", ("object_entered:channel",)),
    "counter": (rf"\bcounters?{_THING}", ("item_removed:countered",)),
    "banish": (rf"\bbanish{_THING}", ("card_moved:banish", "object_left:banish")),
    "return": (r"\breturn .*\bhand", ("object_left:return", "card_moved:return")),
    "gain XP": (r"\bgains? \d+ xp", ("experience_gained",)),
    "spend XP": (r"\bspend \d+ xp", ("experience_spent",)),
    "spend buffs": (r"\bspend (?:a|any|my|its|one|two|\d)\b.*\bbuffs?", ("buff_spent",)),
    "heal": (rf"\bheal{_THING}", ("healed",)),
    "attach": (rf"\battach{_THING}", ("attached",)),
    "detach": (rf"\bdetach{_THING}", ("detached",)),
    "reveal": (r"\breveals? ", ("cards_revealed", "face_seen", "card_seen")),
    "look": (r"\blook at ", ("cards_looked", "card_seen", "effect_began")),
    "play a token": (r"\bplay [^.,]*\btokens?\b", ("object_entered:play", "object_entered:create")),
    "burn": (r"\bburn \d", ("card_moved:burn",)),
    "score": (r"\b(?:score|gain) (?:a|1|\d) points?\b", ("points_gained",)),
    "give Might": (r"\bgives? [^.]*[+-]\d \[m\]", ("effect_began",)),
    "add": (r"\[add\]", ("resources_added",)),
    "control": (r"\bgain control ", ("object_control_changed", "item_control_changed")),
}

_CONDITION = re.compile(
    r"\b(?:when|while|if|unless|the first time|the next time|at the (?:start|end)|each time|as)\b"
    r"[^,.]*[,.]?"
)
#: words that say something else in a condition
_NO_CONDITION = frozenset({"control", "ready"})
_FORBIDDEN = re.compile(
    r"\b(?:can't|cannot|don't|doesn't|can only|only)\b[^.]*|\binstead of\b[^.]*"
)


def named_verbs(card: CardDefinition) -> tuple[set[str], set[str]]:
    """The game actions that the text tells somebody to do, and those that its conditions name."""
    text = f"{print_card(card)}\n{print_effect_text(card)}".lower()
    text = _FORBIDDEN.sub("", text)
    told = _CONDITION.sub("", text)
    waited = " ".join(_CONDITION.findall(text))
    done = {name for name, (form, _) in VERBS.items() if re.search(form, told)}
    heard = {
        name for name in VERBS if name not in _NO_CONDITION and re.search(rf"\b{name}s?\b", waited)
    }
    return done, heard - done


def kind_of(event: Any) -> str:
    """The kind of an event: its type, with its verb where it has one."""
    tag = str(type(event).__struct_config__.tag)
    verb = getattr(event, "verb", None) or getattr(event, "why", None)
    return f"{tag}:{verb}" if verb else tag


def kinds_in(steps: Iterable[Step]) -> Counter[str]:
    """How many events of each kind there are in a trace."""
    return Counter(kind_of(event) for event in _events(steps))


def _events(steps: Iterable[Step]) -> Iterator[Any]:
    for step in steps:
        if step.event is not None:
            yield step.event
        yield from _events(step.children)


def missing(verbs: set[str], kinds: set[str]) -> set[str]:
    """The game actions of which no event is among these kinds."""
    return {name for name in verbs if not {*VERBS[name][1]} & kinds}
