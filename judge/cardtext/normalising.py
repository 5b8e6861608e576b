"""What two texts have to agree in: the words, not how they are set.

The same for every card, and for printed and official texts alike:

1. Reminders in parentheses are left out (135.2.d).
2. Brackets around keywords and symbols and capitals are typography. So is the sign between a
   permission, a dependency or a Deathknell and its text: older sets have a dash where newer ones
   have an arrow, and older ones put the permission behind the cost.
3. A line that says only keywords is one line for each of them, and these lines come first.
4. The parts of a cost before a colon stand in one order.
5. Numbers of things are digits; "or more" is a plus sign.
6. Instructions in a row are the same with a full stop, with "then" and with "and", since each is
   followed in its turn (359.3.e); but a sentence with a condition or a permission keeps its "and",
   which says how far that reaches.
7. A condition may stand before or behind what it is of, save in a trigger, where that decides what
   it is part of (383.2.a.1).
8. `WORDS` lists words for the same words, `SAME` turns of phrase that say the same. Each is one
   that any card may have; what one card alone says otherwise is no entry of them, but is printed as
   it is said or named in `rulesdb/cards/signed.tsv`.
"""

from __future__ import annotations

import re

from rulesdb.cards.cardtext import KEYWORDS, without_reminders

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

#: the words with which an instruction begins
_VERBS = (
    "attach|banish|buff|channel|counter|deal|detach|discard|double|draw|exhaust|gain|give|heal|kill|"
    "look|move|play|predict|put|ready|recall|recycle|return|reveal|score|spend|stun|add|activate"
)
_COSTS = "pay|exhaust|discard|spend|kill|recycle"
_BOUND = re.compile(
    r"\b(?:if|may|unless|while|until|otherwise|as you|instead|have|has)\b|^for each\b"
)

#: words for the same words: contractions, tenses, and what other sets write otherwise
WORDS: dict[str, str] = {
    "isn't": "is not",
    "it's": "it is",
    "that's": "that is",
    "there's": "there is",
    "there are": "there is",
    "i've": "i have",
    "you've": "you have",
    "they've": "they have",
    "has died": "died",
    "if it was": "if it is",
    "i get": "i have",
    "it gets": "it has",
    "take control": "gain control",
    "can be played to": "may be played to",
    "without paying its energy cost": "ignoring its energy cost",
    "excess damage to enemy units": "excess damage",
    "from hand": "from your hand",
    "a different location": "another location",
    "in a turn": "each turn",
    "at start of": "at the start of",
    "unattach": "detach",
    "from hidden": "from face down",
    "places it": "puts it",
    "their owners recycle them": "their owner recycles them",
    "paid my additional cost": "paid the additional cost",
    "unit anywhere": "unit",
    # how a card calls itself
    "exhaust this to": "exhaust me to",
    "each give": "give",
    "at end of turn": "at the end of this turn",
    "use this ability only": "use only",
    "then do this": "do this",
    "must kill 1 of their": "kills 1 of their",
    "give all": "give",
    # nobody is "you" in the text of a battlefield that nobody controls (190.6.d)
    "while you control this battlefield, when you": "when you",
}

#: turns of phrase that say the same, as patterns and what stands for all of them
SAME: tuple[tuple[str, str], ...] = (
    # places
    (r"\b(move [^.:]*?) from (a battlefield|here) to\b", r"\1 at \2 to"),
    (r"\b(?:at here|to (?:here|this battlefield|my battlefield))\b", "here"),
    (r"\bto (?:its|their|my) base\b", "to base"),
    (r"\b(?:in|into|at|to) (your|a) base\b", r"in \1 base"),
    (r"\b(?:to (?:that|the same)|at that) battlefield\b", "there"),
    (r"\b(units) have (\+\d m) here\b", r"\1 here have \2"),
    (r"\bput (it|them|1) in your\b", r"put \1 into your"),
    # one of several, each of them, all of them, what is left of them
    (r"\b1 of your other (unit|gear)s\b", r"another \1 you control"),
    (r"\b1 of your (unit|gear)s?\b", r"a \1 you control"),
    (r"\b(to|when) any\b", r"\1 a"),
    (r"\b(units|gear|equipment) you control (have|enter|cost)\b", r"your \1 \2"),
    (r"\bgive each ((?:other )?(?:friendly |enemy )?unit)\b", r"give \1s"),
    (r"\bto each ((?:other )?(?:friendly |enemy )?unit)\b(?! you)", r"to all \1s"),
    (r"\b(recycle|draw) (?:the other|the remaining cards|any you didn't banish)\b", r"\1 the rest"),
    (r"(?<=reveal their hand\. )((?:you may )?choose [^.,]*) from it\b", r"\1 from their hand"),
    (r"\b(recycle \d+) cards from\b", r"\1 from"),
    # whose a thing is and the state that it is in, in either order
    (
        r"\b(friendly|enemy) (buffed|damaged|stunned|exhausted|ready|equipped|attacking|defending)"
        r"(?= units?\b| gear\b| legends?\b)",
        r"\2 \1",
    ),
    # what is chosen only to be named in the next words
    (
        r"\bchoose ((?:an? (?:(?! and )[^.•])*|1))(?:\.| and) "
        r"(give|banish|double all damage that would be dealt to) it\b",
        r"\2 \1",
    ),
    (r"\bchoose (an? [^.]*)\. it gains ([^.]*)\.", r"give \1 \2."),
    # costs
    (
        r"\bas (?:an additional cost to play|you play) (this|me), you may "
        r"([^.]*?)(?: as an additional cost)?\.",
        r"you may \2 as an additional cost to play \1.",
    ),
    (
        r"(\bas an additional cost to play (?:this|me)\. )if you do\b",
        r"\1if you paid the additional cost",
    ),
    (r"\breduce my cost by (\d+)\b", r"i cost \1 less"),
    (r"\b(?:costing|that costs?) no more than\b", "with cost no more than"),
    (r"\bwith energy cost (\d+\+)", r"that costs \1"),
    (r"\bpay (\d+) xp\b", r"spend \1 xp"),
    (r"\b(?:you score|gain)(s?) (\d+) point", r"score\1 \2 point"),
    (r"\ban additional \+", "+"),
    (r"\bto each of up to\b", "to up to"),
    # what is played comes from the hand where nothing else is said
    (r"\bplay (an? (?:(?! (?:if|and|or|to|while) )[^.,])*?) from your hand\b", r"play \1"),
    (r"\bi may be played to\b", "you may play me to"),
    # when something is done, and in what order it is said
    (r"^((?:once each turn, )?when [^,.]*) while ([^,.]*),", r"\1, if \2,"),
    (
        r"(?<=[:,.] )([a-z][^.,>:]*) "
        r"(the next time [^.,]*|at the start of your next [a-z]+ phase)\.",
        r"\2, \1.",
    ),
    (r"\bat the end of this turn, ([^.,]*)\.", r"\1 at the end of this turn."),
    (r"\bdeal (\d+) to ((?:(?! to )[^.,])*) and (\d+) to\b", r"deal \1 to \2. deal \3 to"),
    (r", instead ([^.]+)\.", r", \1 instead."),
    (r"\bis (attack|defend)ing alone\b", r"\1s alone"),
    (r"(?<![,.]) (ignoring|to a (?:minimum|maximum) of)\b", r", \1"),
)

_WORDS = re.compile(rf"(?<![\w'])({'|'.join(map(re.escape, WORDS))})(?!['\w])")
_SAME = tuple((re.compile(pattern), same) for pattern, same in SAME)


def normalised(text: str) -> str:
    """The text as it is compared, line by line."""
    lines = []
    keywords: list[str] = []
    for line in without_reminders(text).splitlines():
        listed = _keywords_alone(line)
        if listed:
            keywords += listed
        else:
            lines.append(_line(line))
    return "\n".join([*sorted(keywords), " ".join(lines)]).strip()


def _keywords_alone(line: str) -> list[str]:
    """The keywords of a line that says nothing else, with their values."""
    parts = [part.strip(" []") for part in line.split(",")]
    if all(part.rstrip(" 0123456789") in KEYWORDS for part in parts):
        return [part.lower() for part in parts]
    return []


def _line(line: str) -> str:
    line = re.sub(
        r"\[(Action|Reaction|Legion|Deathknell|Level \d+)\](?: [—-] |\[>\] ?)", r"\1 > ", line
    )
    line = _permissions_first(line)
    line = re.sub(r"[\[\]]", " ", line).lower().replace(">>", "")
    line = " ".join(re.sub(r"\s+([.,:])", r"\1", line).split())
    line = re.sub(
        r"\b(" + "|".join(_NUMBERS) + r")\b", lambda m: str(_NUMBERS.index(m[1]) + 1), line
    )
    line = re.sub(r"\b(\d+) or (?:more|greater)\b", r"\1+", line)
    line = _WORDS.sub(lambda m: WORDS[m[1]], line).replace("..", ".")
    for pattern, same in _SAME:
        line = pattern.sub(same, line)
    line = _cost_in_order(line)
    return " ".join(_joints(sentence) for sentence in re.split(r"(?<=\.) ", line))


def _permissions_first(line: str) -> str:
    """What permits an ability or makes it dependent, before its cost and in one order."""
    bare = re.sub(r"[\[\]]", "", line)
    words = r"(?:(?:Action|Reaction|Legion|Level \d+)(?: >)?,? )"
    found = re.match(rf"^({words}*)([^.:•\"]*): ({words}*)", bare)
    if found is None:
        return line
    named = re.findall(r"Action|Reaction|Legion|Level \d+", found[1] + found[3])
    return "".join(f"{each} > " for each in sorted(named)) + f"{found[2]}: {bare[found.end() :]}"


def _cost_in_order(line: str) -> str:
    """The parts of the cost of an activated ability, in the order of the alphabet."""
    found = re.match(r"^((?:(?:action|reaction|legion|level \d+) > )*)([^.:•\"]*): ", line)
    if found is None:
        return line
    return f"{found[1]}{', '.join(sorted(found[2].split(', ')))}: {line[found.end() :]}"


#: what somebody may pay while the text is executed
_COST_LIST = re.compile(rf"(?<=you may )([^.]*?)(?= to (?:{_VERBS}|re))")


def _sorted_costs(found: re.Match[str]) -> str:
    parts = re.split(r",? and |, ", found[1])
    if not all(re.match(rf"(?:{_COSTS})\b", part) for part in parts):
        return found[1]
    return " and ".join(sorted(parts))


#: a condition at the end of a sentence, save of a trigger, where that is another than one adjacent
#: to it (383.2.a.1), and of what may be done only so
_CONDITION_LAST = re.compile(
    r"^((?!when |at |the |if |while |as |use |.*\bmay\b)[^,.:>\"•]*?) (if|while) ([^.:]*)\.$"
)


def _joints(sentence: str) -> str:
    """A sentence with its instructions joined in one way."""
    sentence = re.sub(rf",? (?:and then|then|and) (?={_VERBS})", " and ", sentence)
    sentence = re.sub(r", (?:then|and) (?=its owner |they )", ". ", sentence)
    sentence = re.sub(r"^then,? ", "", sentence)
    sentence = re.sub(_CONDITION_LAST, r"\2 \3, \1.", sentence)
    sentence = re.sub(_COST_LIST, _sorted_costs, sentence)
    if _BOUND.search(sentence):
        return sentence
    return re.sub(rf" and (?=(?:{_VERBS})\b)", ". ", sentence)
