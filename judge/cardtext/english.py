"""The little English grammar that card texts need: articles, plurals, verbs, lists, symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

#: nouns whose plural is the singular, in the way of the game's own texts
_UNCHANGED = ("gear", "Equipment", "XP", "Gold")

_THIRD_PERSON = {"have": "has", "do": "does", "be": "is"}

_PAST = {
    "become": "became",
    "choose": "chose",
    "deal": "dealt",
    "draw": "drew",
    "hide": "hid",
    "hold": "held",
    "leave": "left",
    "lose": "lost",
    "pay": "paid",
    "spend": "spent",
    "take": "took",
    "win": "won",
    "begin": "began",
    "be": "was",
}
_PARTICIPLES = {
    **_PAST,
    "become": "become",
    "choose": "chosen",
    "stun": "stunned",
    "draw": "drawn",
    "hide": "hidden",
    "take": "taken",
    "begin": "begun",
    "be": "been",
}

Person = Literal["first", "second", "third", "plural"]


@dataclass(frozen=True)
class Noun:
    """What something is called as the subject, the object and the owner of something."""

    subject: str
    object: str
    possessive: str
    person: Person = "third"

    @property
    def many(self) -> bool:
        """Whether it stands for several things."""
        return self.person == "plural"


def named(text: str, *, many: bool = False) -> Noun:
    """A noun that has the same form as subject and as object."""
    end = "'" if many and text.endswith("s") else "'s"
    return Noun(text, text, text + end, "plural" if many else "third")


ME = Noun("I", "me", "my", "first")
THIS = Noun("this", "this", "this card's")
IT = Noun("it", "it", "its")
THEM = Noun("they", "them", "their", "plural")
YOU = Noun("you", "you", "your", "second")


def owned(noun: Noun, what: str) -> str:
    """ "My Might", "a friendly unit's Might", "the Might of units here"."""
    placed = any(
        word in f"{noun.object} " for word in (" at ", " in ", " with ", " here ", " you ")
    )
    return f"the {what} of {noun.object}" if placed else f"{noun.possessive} {what}"


def number_word(number: int) -> str:
    """A number of things in words, a large one in digits."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def with_article(phrase: str) -> str:
    """The phrase with "a" or "an"."""
    bare = phrase.lstrip("[").lower()
    vowel = bare.startswith(tuple("aeiou")) and not bare.startswith(("uni", "one"))
    return f"an {phrase}" if vowel else f"a {phrase}"


def plural(noun: str) -> str:
    """The plural of a noun that may have a name or a word before it."""
    if noun.endswith(_UNCHANGED):
        return noun
    if noun.endswith("Mech"):
        return noun + "s"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def joined(phrases: Iterable[str], word: str = "and") -> str:
    """A list in words, with a comma before the last of three."""
    found = [phrase for phrase in phrases if phrase]
    if len(found) <= 2:
        return f" {word} ".join(found)
    return f"{', '.join(found[:-1])}, {word} {found[-1]}"


def spaced(*phrases: str) -> str:
    """The phrases that are not empty, with a space between them."""
    return " ".join(phrase for phrase in phrases if phrase)


def capitalised(sentence: str) -> str:
    """The sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def uncapitalised(sentence: str) -> str:
    """The sentence as it stands after a comma; "I" keeps its capital."""
    alone = sentence.partition(" ")[0].partition("'")[0]
    return sentence if alone == "I" else sentence[:1].lower() + sentence[1:]


def agreeing(verb: str, person: Person) -> str:
    """A verb phrase in the present tense, as its subject asks."""
    head, space, rest = verb.partition(" ")
    if person != "third" or head.startswith("["):
        return ("am" if person == "first" else "are") + space + rest if head == "be" else verb
    if head in _THIRD_PERSON:
        head = _THIRD_PERSON[head]
    elif head.endswith("y") and head[-2] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "es" if head.endswith(("s", "x", "ch", "sh", "o")) else "s"
    return head + space + rest


def past(verb: str, person: Person = "third") -> str:
    """A verb phrase in the past tense."""
    head, space, rest = verb.partition(" ")
    if head == "be" and person in ("second", "plural"):
        return "were" + space + rest
    return _PAST.get(head, _regular_past(head)) + space + rest


def participle(verb: str) -> str:
    """A verb phrase as it stands after "have"."""
    head, space, rest = verb.partition(" ")
    return _PARTICIPLES.get(head, _regular_past(head)) + space + rest


def _regular_past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


def being(noun: Noun, predicate: str, *, negated: bool = False) -> str:
    """ "I'm ready", "it isn't ready", "the unit is ready"."""
    short = {"I": "I'm", "you": "you're", "it": "it's", "they": "they're"}.get(noun.subject)
    if short is not None:
        return f"{short} not {predicate}" if negated else f"{short} {predicate}"
    verb = "are" if noun.many else "is"
    return (
        f"{noun.subject} {verb}n't {predicate}" if negated else f"{noun.subject} {verb} {predicate}"
    )


# --- symbols --------------------------------------------------------------------------------------

_POWER = {"any": "[A]", "own": "[C]"}
MIGHT = "[M]"


def symbols(energy: int, power: Sequence[str] = ()) -> str:
    """Resources as they are printed: "[2][Fury]"."""
    return (f"[{energy}]" if energy else "") + "".join(
        _POWER.get(symbol, f"[{symbol}]") for symbol in power
    )


def signed(amount: int) -> str:
    """ "+2" or "-2"."""
    return f"+{amount}" if amount >= 0 else str(amount)


def keyword_word(keyword: str, value: int = 1) -> str:
    """A keyword in its brackets, with a value above one."""
    return f"[{keyword} {value}]" if value > 1 else f"[{keyword}]"
