"""What the extraction reads out of an official card text, and keeps: keywords and kinds of clause.

Nothing here keeps a sentence: a text goes in, names of keywords, names of kinds and a digest come
out.
"""

from __future__ import annotations

import hashlib
import re

import msgspec

#: Every keyword of the rules (805-829).
KEYWORDS = frozenset(
    {
        "Accelerate",
        "Action",
        "Ambush",
        "Assault",
        "Backline",
        "Deathknell",
        "Deflect",
        "Empower",
        "Empowered",
        "Equip",
        "Flow",
        "Ganking",
        "Hidden",
        "Hunt",
        "Legion",
        "Level",
        "Quick-Draw",
        "Reaction",
        "Repeat",
        "Shield",
        "Tank",
        "Temporary",
        "Unique",
        "Vision",
        "Weaponmaster",
    }
)

#: Those the engine plays from the keyword alone. The notation of `judge` has the same set; a test
#: holds the two together, since this package imports nothing of the project.
KEYWORDS_MODELLED = frozenset(
    {
        "Accelerate",
        "Action",
        "Ambush",
        "Assault",
        "Backline",
        "Deflect",
        "Ganking",
        "Hidden",
        "Hunt",
        "Reaction",
        "Repeat",
        "Shield",
        "Tank",
        "Temporary",
        "Unique",
        "Vision",
    }
)

#: Those that are short for text, or make text depend on something, which the notation says: the
#: keyword alone says nothing. The engine plays them where the text is there.
KEYWORDS_OF_TEXTS = frozenset(
    {
        "Deathknell",
        "Empower",
        "Empowered",
        "Equip",
        "Flow",
        "Legion",
        "Level",
        "Quick-Draw",
        "Weaponmaster",
    }
)

#: The longest string, in words, that the catalogue may hold beside names.
MOST_WORDS = 4

# Keywords that are a whole ability or cost together with the rest of their line.
_TAKES_THE_LINE = frozenset(
    {"Deathknell", "Empower", "Empowered", "Equip", "Flow", "Legion", "Level", "Repeat"}
)

# On an ability, these two are followed by the separator: a permission of the ability, not of the
# card (806.1.d, 813).
_OF_AN_ABILITY = re.compile(r"\[(?:Action|Reaction)\]\s*\[>\]")

_REMINDER = re.compile(r"\s*\([^()]*\)")
_KEYWORD = re.compile(r"\[([A-Z][A-Za-z-]*)(?: ([0-9]+))?\]")
_KEYWORD_WITHOUT_BRACKETS = re.compile(r"([A-Z][A-Za-z-]*)(?: ([0-9]+))?")
_ACTIVATED = re.compile(r"^(?:\[(?:Action|Reaction)\]\s*\[>\])|^[^.\"•]*:\s")

# The first that fits a line without a trigger names its kind.
_KINDS = (
    (re.compile(r"additional cost"), "additional cost"),
    (re.compile(r"\bwould\b[^,]*\bdie\b"), "death replacement"),
    (re.compile(r"^As (?:you|I|this)\b"), "play replacement"),
    (re.compile(r"\bwould\b"), "replacement"),
    (re.compile(r"\benters? (?:ready|exhausted)\b"), "enters ready"),
    (re.compile(r"\bcosts?\b|\breduce\b", re.IGNORECASE), "cost change"),
    (re.compile(r"\b[Pp]lay(?:ed)? (?:me )?(?:only )?to\b|\bplay me from\b"), "play location"),
    (re.compile(r"\bBonus Damage\b"), "Bonus Damage"),
)

# What a static ability is about; it may be about several things.
_TOPICS = (
    (re.compile(r"\[M\]|\bMight\b|\[(?:Assault|Shield|Tank|Backline)\b|\bdamage\b"), "combat"),
    (re.compile(r"\bmove\b|\[Ganking\b"), "move"),
    (re.compile(r"\bpoints?\b|\bscore\b"), "score"),
    (re.compile(r"\bchosen\b|\[Deflect\b"), "choice"),
    (re.compile(r"\breveal(?:ed)?\b"), "reveal"),
    (re.compile(r"\[add\]", re.I), "add"),
    (re.compile(r"\bhold(?:ing)?\b"), "hold"),
    (re.compile(r"\bconquer(?:ing)?\b"), "conquer"),
    (re.compile(r"\[Deathknell\]"), "death"),
    (re.compile(r"\[Temporary\][^.]*\btrigger\b"), "trigger"),
    (re.compile(r'have "[^"]*:|\ball \[E\] abilities\b'), "activated"),
    (re.compile(r"\bready\b|\breadied\b"), "ready"),
    (
        re.compile(
            r"\bplay(?:ed)?\b|\[(?:Accelerate|Vision|Repeat|Ambush|Weaponmaster|Quick-Draw)\b"
        ),
        "play",
    ),
    (re.compile(r"\bhide\b|\bhave \[Hidden\b"), "hide"),
)
_ABOUT_ITSELF = re.compile(
    r"\bI (?:have|get|can|can't|don't|must)\b|\bplay me\b|^My Might\b|\bgive me\b"
)
_ABOUT_HERE = re.compile(r"\bhere\b|\bat my battlefield\b")

# A cost that is the card's own, and what would have happened.
_COST_OF_ITSELF = re.compile(r"\bmy cost\b|^(?:This|I) costs?\b|\bto play (?:me|this)\b")
_WOULD = re.compile(r"\bwould (recall|reveal|deal|draw|discard|score|move|ready|banish|recycle)\b")
_OF_WHAT = (
    (re.compile(r"\[Repeat\]"), "repeat"),
    (re.compile(r"\bspells?\b"), "spell"),
    (re.compile(r"\bgear\b|\bEquipment\b|\bGold\b"), "gear"),
    (re.compile(r"\bunits?\b"), "unit"),
)
_LATER_CONDITION = re.compile(r"\bwhen ((?:you|an enemy)\b.*)")
# A spell has abilities in the trash only.
_FROM_THE_TRASH = re.compile(r"^When\b.*\bfrom your trash\b")

# The condition of a trigger: up to the comma, or through a list that ends with "or".
_CONDITION = re.compile(r"^(?:When|Whenever|The \w+ time|At)\b[^,]*(?:(?:, \w+)*, or \w+)?")
_PLAYED_ITSELF = re.compile(r"\bplay (?:me|this)\b|\b(?:I'm|this is) played\b")
# What is said to happen; the kind of trigger is called after it.
_HAPPENS = (
    (re.compile(r"\battacks?\b"), "attack"),
    (re.compile(r"\bdefends?\b"), "defend"),
    (re.compile(r"\bconquers?\b"), "conquer"),
    (re.compile(r"\bholds?\b"), "hold"),
    (re.compile(r"\bscores?\b"), "score"),
    (re.compile(r"\bmoves?\b"), "move"),
    (re.compile(r"\bdies?\b|\b(?:is|or) killed\b"), "death"),
    (re.compile(r"\bdiscard(?: me\b|ed\b)"), "discard"),
    (re.compile(r"\bleaves the board\b"), "leave"),
    (re.compile(r"\bwins? a combat\b"), "combat"),
    (re.compile(r"\brecycles?\b"), "recycle"),
    (re.compile(r"\bchooses?\b"), "choose"),
    (re.compile(r"\buse an activated ability\b"), "play_ability"),
)
_OF_ITSELF = re.compile(
    r"\bI\b|\bthis (?:is|leaves)\b|\bdiscard me\b|\byou (?:conquer|hold|score|defend|attack) here\b"
)
_OF_YOU = re.compile(
    r"\byou (?:or an ally )?(?:attack|defend|conquer|hold|score|win|recycle|choose|use)\b"
)
_OF_ANYBODY = re.compile(r"\ba player\b")
_SIDES = (
    (re.compile(r"\bfriendly\b|\byou control\b"), "friendly"),
    (re.compile(r"\benemy\b|\bopponent"), "enemy"),
)
_TO_A_BATTLEFIELD = re.compile(r"\bmove to a battlefield$")
_PLAYED = re.compile(
    r"\b(you play|an opponent plays|a player plays) (?:an?|another|your \w+)\b.*?"
    r"\b(unit|gear|spell|card)\b"
)
_BY_WHOM = {"you play": "your", "an opponent plays": "enemy", "a player plays": "any"}
_TIMES = (
    (re.compile(r"\bstart of your Beginning Phase\b"), "beginning trigger"),
    (re.compile(r"\bstart of your Main Phase\b"), "main trigger"),
    (re.compile(r"\bend of your turn\b"), "ending trigger"),
    (re.compile(r"\bfirst Beginning Phase\b"), "first beginning trigger"),
    (re.compile(r"^At\b"), "turn trigger"),
)


class Reading(msgspec.Struct, frozen=True):
    """What a text says, without its words.

    `keywords`: those the card has of itself and always, with their value. `clauses`: kinds of what
    else it says, or of keywords that the engine does not play; empty for a card that is modelled
    by its keywords alone.
    """

    keywords: dict[str, int]
    clauses: tuple[str, ...]


def without_reminders(text: str) -> str:
    """The text without what stands in parentheses (135.2.d), line by line, no empty line."""
    lines = (_strip_reminders(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _strip_reminders(line: str) -> str:
    before = ""
    while before != line:
        before, line = line, _REMINDER.sub("", line)
    return line.strip()


def text_digest(text: str, effect_text: str | None) -> str:
    """Eight hex digits that change when the wording does, reminders left out of account."""
    whole = "\n".join(without_reminders(part) for part in (text, effect_text or ""))
    return hashlib.sha256(" ".join(whole.split()).encode()).hexdigest()[:8]


def read(text: str, effect_text: str | None, *, is_spell: bool) -> Reading:
    """The keywords and the clauses of a card text."""
    keywords: dict[str, int] = {}
    clauses: list[str] = []
    for line in without_reminders(text).splitlines():
        found, rest = _leading_keywords(line)
        for name, value in found:
            # Of several levels the lowest is kept; all other keywords add up (807.2, 809, 814).
            if name == "Level":
                keywords.setdefault(name, value)
            else:
                keywords[name] = keywords.get(name, 0) + value
            if name not in KEYWORDS_MODELLED:
                clauses.append(name)
            if name == "Level" and not is_spell:
                clauses += _of_level(line, value)
        if rest:
            clauses += _kinds(rest, is_spell=is_spell)
    if effect_text:
        clauses.append("effect text")
        for line in without_reminders(effect_text).splitlines():
            found, rest = _leading_keywords(line)
            kinds = _kinds(rest, is_spell=False) if rest else []
            kinds += [name for name, _ in found if name not in KEYWORDS_MODELLED]
            clauses += [f"effect {kind}" for kind in kinds if _of_a_moment(kind)]
            about = " ".join(f"[{name}]" for name, _ in found) + line
            topics = [topic for pattern, topic in _TOPICS if pattern.search(about)]
            if found or not any(map(_of_a_moment, kinds)):
                clauses += [f"effect {topic} rule" for topic in topics]
    return Reading(keywords, tuple(dict.fromkeys(clauses)))


def _of_level(line: str, level: int) -> list[str]:
    """The kinds of what a Level makes active, of those that something in play reaches."""
    found = []
    for kind in _kinds(line.partition("[>]")[2].strip(), is_spell=False):
        if kind.endswith((" trigger", " replacement")) or " rule" in kind:
            kind = f"Level {level} {kind}"
            found.append(" ".join(kind.split()[:MOST_WORDS]))
    return found


def _of_a_moment(kind: str) -> bool:
    """Whether a clause of that kind is reached by something that happens."""
    return kind.endswith("trigger") or kind in ("Deathknell", "death replacement", "Hunt")


def _leading_keywords(line: str) -> tuple[list[tuple[str, int]], str]:
    """The keywords a line begins with, and what it says beyond them."""
    bare = _KEYWORD_WITHOUT_BRACKETS.fullmatch(line)
    if bare and bare[1] in KEYWORDS:
        return [(bare[1], int(bare[2] or 1))], ""
    found: list[tuple[str, int]] = []
    rest = line
    while rest and not _OF_AN_ABILITY.match(rest):
        match = _KEYWORD.match(rest)
        if match is None or match[1] not in KEYWORDS:
            break
        found.append((match[1], int(match[2] or 1)))
        rest = rest[match.end() :]
        if match[1] in _TAKES_THE_LINE:
            rest = ""
        rest = rest.removeprefix(",").strip()
    return found, rest


def _kinds(line: str, *, is_spell: bool) -> list[str]:
    if is_spell:
        waiting = _FROM_THE_TRASH.match(line) and _CONDITION.match(line)
        return [f"trash {each}" for each in _triggers(waiting[0])] if waiting else ["spell text"]
    if _ACTIVATED.match(line):
        return ["resource ability" if re.search(r"\[add\]", line, re.I) else "activated ability"]
    condition = _CONDITION.match(line)
    if condition is not None:
        return _triggers(condition[0])
    later = _LATER_CONDITION.search(line)
    if later is not None:
        return _triggers(f"When {later[1]}")
    for pattern, kind in _KINDS:
        if pattern.search(line):
            return [_whole_kind(kind, line)]
    return ["activated ability"] if line.startswith("•") else _rules(line)


def _whole_kind(kind: str, line: str) -> str:
    """Whose it is, and of a replacement effect what it replaces, where that can be told."""
    if kind == "cost change":
        if _COST_OF_ITSELF.search(line):
            return "cost change of itself"
        others = _SIDES[1][0].search(line) is not None
        own = re.search(r"\b(?:[Yy]our|friendly)\b", line) is not None and not others
        return f"{'your ' if own else ''}{_of_what(line)}cost change"
    if kind == "replacement":
        found = _WOULD.search(line)
        whose = "your" if "ou would" in line else "friendly" if "your units" in line else "any"
        return kind if found is None else f"{whose} {found[1]} replacement"
    return kind


def _of_what(line: str) -> str:
    """Of which cards alone it is, with a space after it; nothing where that is not told."""
    found = [what for pattern, what in _OF_WHAT if pattern.search(line)]
    return f"{found[0]} " if len(found) == 1 else ""


def _rules(line: str) -> list[str]:
    """The kinds of a static ability: what it is about, and whether that is the card itself or here.

    `static ability` for one that is about something else.
    """
    if _ABOUT_ITSELF.search(line):
        scope = " of itself"
    else:
        scope = " here" if _ABOUT_HERE.search(line) else ""
    found = [
        f"{_of_what(line) if topic in ('play', 'add') and not scope else ''}{topic} rule{scope}"
        for pattern, topic in _TOPICS
        if pattern.search(line)
    ]
    return found or ["static ability"]


def _triggers(condition: str) -> list[str]:
    """The kinds of a trigger, one for each thing that its condition names; `trigger` for others."""
    found: list[str] = []
    if _PLAYED_ITSELF.search(condition):
        found.append("play trigger")
    elif played := _PLAYED.search(condition):
        return [f"{_BY_WHOM[played[1]]} {played[2]} trigger"]
    for pattern, kind in _TIMES:
        if pattern.search(condition):
            found.append(kind)
            break
    whose = _whose(condition)
    for pattern, what in _HAPPENS:
        if pattern.search(condition):
            what = "arrival" if _TO_A_BATTLEFIELD.search(condition) else what
            found.append(f"{whose} {what} trigger".strip())
    return found or ["trigger"]


def _whose(condition: str) -> str:
    """Whose doing the condition waits for: nothing stands for that of the card itself."""
    if _OF_ITSELF.search(condition):
        return ""
    if _OF_YOU.search(condition):
        return "your"
    if _OF_ANYBODY.search(condition):
        return "any"
    found = [
        (match.start(), side) for pattern, side in _SIDES if (match := pattern.search(condition))
    ]
    return min(found)[1] if found else "any"
