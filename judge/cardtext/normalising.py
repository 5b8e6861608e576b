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
7. `SAME` lists turns of phrase that say the same.
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
_BOUND = re.compile(r"\b(?:if|may|unless|for each|while|until|otherwise|as you|instead)\b")

#: turns of phrase that say the same, as patterns and what stands for all of them
SAME: tuple[tuple[str, str], ...] = (
    # a thing is where it is moved from
    (r"\b(move [^.:]*?) from (a battlefield|here) to\b", r"\1 at \2 to"),
    (r"\bat here\b", "here"),
    (r"\bto (?:its|their|my) base\b", "to base"),
    # whose a thing is and the state that it is in, in either order
    (
        r"\b(friendly|enemy) (buffed|damaged|stunned|exhausted|ready|equipped|attacking|defending)"
        r"(?= units?\b| gear\b| legends?\b)",
        r"\2 \1",
    ),
    # what is put into a base
    (r"\b(?:in|into|at|to) your base\b", "to your base"),
    # where the things are that have something
    (r"\bat a base\b", "in a base"),
    (r"\bto that battlefield\b", "there"),
    (r"\bif you have (\d+\+ units) at that battlefield\b", r"if you control \1 there"),
    (r"\bto each (unit|enemy unit) here\b", r"to all \1s here"),
    (r"\b1 of your other units\b", "another unit you control"),
    (
        r"\bas an additional cost to play (this|me), you may ([^.]*)\. if you do\b",
        r"you may \2 as an additional cost to play \1. if you paid the additional cost",
    ),
    (
        r"\bas you play (this|me), you may ([^.]*) as an additional cost\. if you do\b",
        r"you may \2 as an additional cost to play \1. if you paid the additional cost",
    ),
    (
        r"(\bas an additional cost to play (?:this|me)\. )if you do\b",
        r"\1if you paid the additional cost",
    ),
    (r"\breduce my cost by (\d+)\b", r"i cost \1 less"),
    (r"\bignore this spell's cost\b", "you may ignore the base cost to play this"),
    (r"\bexhaust this to\b", "exhaust me to"),
    (r"\ba different location\b", "another location"),
    (
        r"\banother unit you control at another location than that unit\b",
        "another unit you control at another location",
    ),
    (
        r"\bchoose up to 1 equipment attached to it and attach it to me\b",
        "you may attach 1 of its equipment to me",
    ),
    (
        r"\bchoose a unit\. (double all damage that would be dealt to) it\b",
        r"\1 a unit",
    ),
    (
        r"\bwith the same controller and a total might of (\d+) or less to a single location\b",
        r"with total might \1 or less with the same controller",
    ),
    (
        r"\b(a friendly unit to your base) and a battlefield\. deal that unit's might to "
        r"(all enemy units) there\. move it there\b",
        r"\1. deal damage equal to its might to \2 at a battlefield. move your unit there",
    ),
    (r"\buse my abilities only while\b", "use only while"),
    (r"\bexcess damage to enemy units\b", "excess damage"),
    (r"\bwhen you play me or another (dragon) unit\b", r"when you play me or another \1"),
    (
        r"(\bgive [^.]* this turn), then (?:an additional )?(\+\d \[?m\]? this turn) if it is "
        r"(the only unit you control there)",
        r"\1. if it is \3, give it \2",
    ),
    (
        r"\bchoose a friendly unit and a battlefield\. (move [a-z ]+?) at that battlefield "
        r"(with less might than) the chosen unit\b",
        r"choose a friendly unit. \1 at a battlefield \2 that unit",
    ),
    (r"\battacks (a battlefield you control)\b", r"attacks at \1"),
    # what is done at a point in time, and when that is
    (r"\b(add [^.,]*) (at the start of your next main phase)\b", r"\2, \1"),
    (
        r"\bif there(?:'s| is) an enemy unit here that(?:'s| is) alone\b",
        "if an enemy unit is alone here",
    ),
    (r"\bhere with 1\+ (mighty) units\b", r"here, if you have a \1 unit here"),
    (r"\bunits here with temporary\b", "units with temporary at my battlefield"),
    (r"\b(an? [a-z]+ unit) that is (alone) (attacks or) defends\b", r"\1 \3 is defending \2"),
    (r"\b(an? [a-z]+ unit) that's (alone) (attacks or) defends\b", r"\1 \3 is defending \2"),
    (
        r"^while i'm attacking and you control another attacking unit, (i have [^.]*)\.",
        r"\1 while i'm attacking with another unit.",
    ),
    (r"\bif it(?:'s| is) already\b", "if it is"),
    (r"\b(attack or defend), if i'm one_on_one,", r"\1 1 on 1,"),
    (
        r"\bif i am at a battlefield, (buff all other [a-z ]+) there\b",
        r"if i'm at a battlefield, \1 here",
    ),
    (r"\banother exhausted object\b", "something else that is exhausted"),
    (
        r"\bchoose (an attacking enemy unit)\. if it(?:'s| is) (stunned), "
        r"([^.]*)\. otherwise, stun it\.",
        r"stun \1. if it is \2, \3 instead.",
    ),
    (r"\b(dies|plays a unit) while (i'm [^,]*),", r"\1, if \2,"),
    (r"\bif it was (an? (?:enemy|friendly) unit)\b", r"if it's \1"),
    (r"^if you do, (?=i cost|you may ignore|i enter)", "if you paid the additional cost, "),
    (r"\beach of your equipment\b", "each equipment you control"),
    (r"\bfor each battlefield you or allies control\b", "for each friendly battlefield"),
    (r"^draw 1, then draw 1 for each\b", "draw 1. draw 1 for each"),
    (r"\bwhen i'm played and when i\b", "when you play me or when i"),
    (r"\bchoose (an? [^.]*)\. it gains ([^.]*)\.", r"give \1 \2."),
    (r"\btheir owner recycles them\b", "their owners recycle them"),
    (
        r"\bchoose (a unit)\. give it (\+1 m this turn for each of the following)\b",
        r"give \1 \2",
    ),
    (r", then its owner plays it\b", ". its owner plays it"),
    (r"\bto any battlefield\b", "to a battlefield"),
    (
        r"\bif you didn't play (?:me|this) from your hand, (?:i|this) costs? (\d+) less\b",
        r"i cost \1 less to play from anywhere other than your hand",
    ),
    (r"\bto the same battlefield\b", "there"),
    (r"\bwith energy cost (\d+\+)", r"that costs \1"),
    (r"\brecycle the other\b", "recycle the rest"),
    (r"\bunit anywhere\b", "unit"),
    (r"\brecycle (\d+) cards from\b", r"recycle \1 from"),
    (
        r"\bwith energy cost less than your points ignoring\b",
        "with energy cost no more than your points minus 1, ignoring",
    ),
    # who may, and from where
    (r"\byou or an ally\b", "allies"),
    (r"\bi can be played to\b", "you may play me to"),
    (r"\bfriendly units can be played to\b", "friendly units may be played to"),
    (r"\bfrom hidden\b", "from face down"),
    (
        r"\byour ([\w-]+ units) cost (\d+) more to play this turn\b",
        r"\1 you play this turn cost \2 more",
    ),
    (r"\byour (\w+)s' energy costs are reduced by (\d+)\b", r"your \1 cards cost \2 less"),
    (r"\b(units) have (\+\d m) here\b", r"\1 here have \2"),
    (r"\bto my battlefield\b", "here"),
    # costs of a card
    (r"\b(?:costing|that costs?) no more than\b", "with cost no more than"),
    (r"\bwithout paying its energy cost\b", "ignoring its energy cost"),
    (
        r"\bwith energy cost less than your points ignoring\b",
        "with energy cost no more than your points minus 1, ignoring",
    ),
    # what is played comes from the hand where nothing else is said
    (r"\bplay an equipment with energy\b", "play an equipment from your hand with energy"),
    (
        r"\. reduce its energy cost by the might of the unit you (\w+)\b",
        r", reducing its cost by the \1 unit's might",
    ),
    (
        r"\bwhen i attack while your units have all 4 tags\b",
        "when i attack, if the number of the following tags among your units — bird, cat, dog, "
        "and poro is 4+",
    ),
    (
        r"^(while [^,.]*), ([^.]*) to a minimum of (\d+), and ([^.]*)\.",
        r"\1, \2, to a minimum of \3. \1, \4.",
    ),
    (
        r"\bdeal (\d+) to that unit and (\d+) to each other (enemy) unit there\b",
        r"deal \1 to that unit. deal \2 to all other \3 units there",
    ),
    (r"\bcards in hand and exactly\b", "cards in your hand and you control exactly"),
    (r"\byour next (spell) this turn\b", r"the next \1 you play this turn"),
    (r"\bequal to (?:its )?base cost\b", "equal to its cost"),
    (
        r"(\+\d m this turn), then (?:an additional )?(\+\d m this turn) if it is the only unit "
        r"you control there\b",
        r"\1. if you control it and you control exactly 1 units at its location, give it \2",
    ),
    (r"\bif you revealed (an? [^.]*?), do this\b", r"if it is \1, do this"),
    (r"\bchoose 1 and banish it\b", "banish 1"),
    (r"\bchoose a card from it, and they\b", "choose a card from their hand. they"),
    # nobody is "you" in the text of a battlefield that nobody controls (190.6.d)
    (r"\bwhile you control this battlefield, when you\b", "when you"),
    (r"\bput those you don't back in\b", "put the rest on the top of your main deck in"),
    (r"\bchoose a card from it\b", "choose a card from their hand"),
    (r"\bpaid my additional cost\b", "paid the additional cost"),
    (r"\bmust kill 1 of\b", "kills 1 of"),
    # what somebody takes control of
    (r"\btake control\b", "gain control"),
    (r"\bat start of\b", "at the start of"),
    (r"\ban additional \+", "+"),
    (r"\bmy might is increased by\b", "i have + m equal to"),
    (r"\beach (have|give)\b", r"\1"),
    (r"\byou score (\d+) point", r"score \1 point"),
    (r"\buse (?:this ability |my abilities )?only (while|if)\b", r"use only \1"),
    (r"\bthere are\b", "there is"),
    (r"\bunattached?\b", "detach"),
    (r"\bisn't\b", "is not"),
    (r"\b(it|that|there)'s\b", r"\1 is"),
    (r"\bto (?:here|this battlefield)\b", "here"),
    (r"\bgains (\d+) point", r"scores \1 point"),
    (r"\bwhen any unit\b", "when a unit"),
    (r"\bin a turn\b", "each turn"),
    (r"\bhas died\b", "died"),
    (r"\b(attack|defend)s alone\b", r"is \1ing alone"),
    (r"\bit gets\b", "it has"),
    (r"\bi get\b", "i have"),
    (r"\b(i|you|they)'ve\b", r"\1 have"),
    (r"\bput it in\b", "put it into"),
    (r"\bto each of up to\b", "to up to"),
    (r"\b1 of your (unit|gear)s?\b", r"a \1 you control"),
    (r"\b(?:must|can) be assigned\b", "must be assigned"),
    (r"\bmust kill (1 of their)\b", r"kills \1"),
    (r"\bpay (\d+) xp\b", r"spend \1 xp"),
    (r"\bdeal that much damage\b", "deal that much"),
    (
        r"\bthe energy costs? for (\w+) you play (?:is|are) reduced by (\d+)\b",
        r"your \1 cost \2 less",
    ),
    (r"\+ m equal to the number of cards in\b", "+1 m for each card in"),
    (r"\bchoose (a unit)\. it gains ([^.]+)\.", r"give \1 \2."),
    (r"\bthe next time that unit\b", "the next time it"),
    (r"(?<=\. )([a-z][^.,>]*) (the next time [^.,]*)\.", r"\2, \1."),
    (r", instead ([^.]+)\.", r", \1 instead."),
    (r"\byou must (?=recycle)", ""),
    (r"\bsplit among any number of\b", "split among"),
    (r"\battach this to\b", "attach it to"),
    (r"\bchoose (a [\w-]+(?: card)?) from it\b", r"choose \1 from their hand"),
    (r"\brecycle that card\b", "recycle it"),
    (r"\bdeal (\d+) to that unit for each\b", r"deal \1 to it for each"),
    (
        r"\brevealed this way,? (?:and|then) recycle the revealed cards\b",
        "revealed this way. recycle them",
    ),
    (r"\bfrom hand\b", "from your hand"),
    (r"\bdeal its energy cost as damage to\b", "deal damage equal to its energy cost to"),
    (
        r"\bfor each other battlefield you or allies control\b",
        "for each other friendly battlefield",
    ),
    (r"\.\.(?= |$)", "."),
    (r"\ban (enemy unit) (attacking|defending) here\b", r"an \2 \1 here"),
    (r"\bthen,? do this\b", "do this"),
    (r"\brecycle the remaining cards\b", "recycle the rest"),
    (r"\bplaces it on\b", "puts it on"),
    (r"\bdraw any you didn't banish\b", "draw the rest"),
    (r"\bat end of turn\b", "at the end of this turn"),
    # all of some things, and each of them
    (r"\bgive all\b", "give"),
    (r"\bgive each ((?:other )?(?:friendly |enemy )?unit)\b", r"give \1s"),
    (r"\bto each ((?:other )?(?:friendly |enemy )?unit)\b(?! you)", r"to all \1s"),
    # what is chosen only to be named in the next sentence
    (
        r"\bchoose (an? (?:(?! and )[^.•])*)\. give it\b",
        r"give \1",
    ),
    (r"\bat the end of this turn, ([^.,]*)\.", r"\1 at the end of this turn."),
    (r"\bfor each ((?:[a-z]+ )?unit) you control\b", r"for each of your \1s"),
    (r"\bthis turn, when ([^,.]*),", r"when \1 this turn,"),
    (r"\bdeal damage to ([^.,]*?) equal to ([^.,]*)", r"deal damage equal to \2 to \1"),
    (r"\bdeal (\d+) to ((?:(?! to )[^.,])*) and (\d+) to\b", r"deal \1 to \2. deal \3 to"),
    (r"\bthat costs? (\d+) or less\b", r"with energy cost no more than \1"),
    (r"\bspells your opponents play\b", "enemy spells"),
    (r"\bmight is equal to\b", "might is"),
)


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


def _joints(sentence: str) -> str:
    """A sentence with its instructions joined in one way."""
    sentence = re.sub(rf",? (?:and then|then|and) (?={_VERBS})", " and ", sentence)
    sentence = re.sub(r"^then,? ", "", sentence)
    sentence = re.sub(
        r"^(i enter ready|(?:i cost|this costs) [^.]*? less) if ([^.]*)\.$",
        r"if \2, \1.",
        sentence,
    )
    sentence = re.sub(
        r"^((?:i|this|(?:other )?friendly [^,.]*?|your [^,.]*?) have [^,.\"]*)"
        r" (if|while) ([^,.]*)\.$",
        r"\2 \3, \1.",
        sentence,
    )
    sentence = re.sub(r"^((?:when|at) [^,]*), ([^,.]*) if ([^,.]*)\.$", r"\1, if \3, \2.", sentence)
    sentence = re.sub(_COST_LIST, _sorted_costs, sentence)
    if _BOUND.search(sentence):
        return sentence
    if re.match(rf"(?:{_VERBS})\b", sentence):  # three in a row
        three = rf", (?=(?:{_VERBS})\b[^,.]* and (?:{_VERBS})\b)"
        sentence = re.sub(three, " and ", sentence)
    return re.sub(rf" and (?=(?:{_VERBS})\b)", ". ", sentence)
