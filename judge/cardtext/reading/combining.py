"""Productions over words, with all their readings remembered at each place of a text.

A production is a pattern of words and of other rules, and a function that makes a piece of notation
of what the rules found: `"deal {amount:amount} to {to:things}"`. In a pattern

- a bare word stands for itself
- `{name:rule}` is a rule, whose reading the function gets by that name; `{rule}` is read and left
- `~draw` is a verb in either person, "draw" and "draws"
- `[...]` may be left out, and `(... | ...)` is one or the other

Each rule is read once at each place (packrat); all its readings are kept, in the order of its
productions, so that a later word can decide between them. The words of a text are those of its
normalised form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from judge.cardtext.english import agreeing

#: so many readings of a rule are kept from one place to another: the first, which are the likelier
READINGS = 12
#: what a rule found: the reading and the place behind it
Found = tuple[Any, int]
Bound = tuple[tuple[str, Any], ...]

#: symbols of resources that stand together, with or without a number
_GLUED = re.compile(r"(\d*)((?:a|c|e|fury|calm|mind|body|chaos|order)+)")
_SYMBOL = re.compile(r"fury|calm|mind|body|chaos|order|a|c|e")
_WORD = re.compile(r"[^\s.,:;\"•>—/]+|[.,:;\"•>—/]")


def words_of(line: str) -> list[str]:
    """The words and signs of a normalised line, each by itself."""
    found: list[str] = []
    for word in _WORD.findall(line.replace("+m ", "+ m ").replace("-m ", "- m ")):
        glued = _GLUED.fullmatch(word)
        if glued and (glued[1] or len(_SYMBOL.findall(word)) > 1):
            found += [glued[1]] * bool(glued[1]) + _SYMBOL.findall(glued[2])
        elif word.endswith("'s") and len(word) > 2:
            found += [word[:-2], "'s"]
        elif word.endswith("s'"):
            found += [word[:-1], "'"]
        else:
            found.append(word)
    return found


@dataclass
class Text:
    """The words of a line, what has been read in it, and how far anything went."""

    words: list[str]
    seen: dict[tuple[str, int], list[Found]] = field(default_factory=dict)
    furthest: int = 0
    expected: set[str] = field(default_factory=set)

    def word(self, at: int) -> str:
        """The word at a place; no word at all behind the last."""
        return self.words[at] if at < len(self.words) else ""

    def missed(self, at: int, what: str) -> None:
        """Note what was looked for at a place and is not there."""
        if at > self.furthest:
            self.furthest = at
            self.expected = set()
        if at == self.furthest:
            self.expected.add(what)


Element = Callable[[Text, int, Bound], Iterator[tuple[int, Bound]]]
Terminal = Callable[[Text, int], Iterator[Found]]


@dataclass
class Production:
    """One way to read a rule. `begins`: of each element, the words and rules with which it can
    begin; among them "" where it can be left out.
    """

    elements: list[Element]
    make: Callable[..., Any]
    begins: list[frozenset[str]]


class Grammar:
    """Rules by name."""

    def __init__(self) -> None:
        self.rules: dict[str, list[Production]] = {}
        self.terminals: dict[str, Terminal] = {}
        self._starts: dict[str, Callable[[str], bool]] = {}
        self._indexed: dict[str, dict[str, list[Production]]] = {}
        self._empty: dict[str, bool] = {}
        self._sought_by: dict[str, frozenset[str]] = {}

    def terminal(self, name: str, starts: Callable[[str], bool]) -> Callable[[Terminal], Terminal]:
        """Register a rule that looks at the words itself; `starts`: whether at a word at all."""

        def register(function: Terminal) -> Terminal:
            self.terminals[name] = function
            self._starts[name] = starts
            return function

        return register

    def rule(self, name: str, *patterns: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register productions of a rule that are made into the same."""

        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            for pattern in patterns:
                self.add(name, pattern, function)
            return function

        return register

    def add(self, name: str, pattern: str, make: Callable[..., Any]) -> None:
        """Register one production."""
        elements, begins = _compiled(self, pattern)
        self.rules.setdefault(name, []).append(Production(elements, make, begins))

    def words(self, name: str, table: dict[str, Any]) -> None:
        """Register a rule that reads one of several words as what stands for it."""
        for pattern, value in table.items():
            self.add(name, pattern, lambda value=value: value)

    def read(self, name: str, text: Text, at: int) -> list[Found]:
        """All readings of a rule at a place."""
        key = (name, at)
        known = text.seen.get(key)
        if known is not None:
            return known
        text.seen[key] = []  # a rule that begins with itself reads nothing there
        found: list[Found] = []
        alike: dict[int, int] = {}
        terminal = self.terminals.get(name)
        if terminal is not None:
            found += terminal(text, at)
        for production in self._beginning(name, text.word(at)):
            for end, bound in _sequence(production.elements, 0, text, at, ()):
                if alike.get(end, 0) >= READINGS:
                    continue
                value = production.make(**dict(bound))
                if value is not None:
                    found.append((value, end))
                    alike[end] = alike.get(end, 0) + 1
        if not found and at >= text.furthest:
            text.missed(at, name)
            text.expected |= self._sought(name)
        text.seen[key] = found
        return found

    def _beginning(self, name: str, word: str) -> list[Production]:
        """The productions of a rule that can begin with a word."""
        index = self._indexed.setdefault(name, {})
        known = index.get(word)
        if known is None:
            index[word] = []  # a rule that begins with itself adds nothing
            rules = self.rules.get(name, [])
            known = [each for each in rules if self._can_begin(each, word)]
            index[word] = known
        return known

    def _can_begin(self, production: Production, word: str) -> bool:
        """Whether a production can begin with a word, or reads nothing at all."""
        for symbols in production.begins:
            if word in symbols:
                return True
            for symbol in symbols:
                if symbol.startswith("{") and self._rule_can_begin(symbol[1:], word):
                    return True
            if not any(self._can_be_empty(symbol) for symbol in symbols):
                return False
        return True

    def _sought(self, name: str) -> frozenset[str]:
        """The rules with which a rule can begin, for those who ask what was looked for."""
        known = self._sought_by.get(name)
        if known is None:
            self._sought_by[name] = frozenset()
            first = [each.begins[0] for each in self.rules.get(name, []) if each.begins]
            rules = {symbol[1:] for symbols in first for symbol in symbols if symbol[:1] == "{"}
            known = frozenset(rules).union(*map(self._sought, rules))
            self._sought_by[name] = known
        return known

    def _rule_can_begin(self, name: str, word: str) -> bool:
        starts = self._starts.get(name)
        return bool((starts is not None and starts(word)) or self._beginning(name, word))

    def _can_be_empty(self, symbol: str) -> bool:
        """Whether an element may read nothing."""
        if not symbol.startswith("{"):
            return not symbol
        name = symbol[1:]
        known = self._empty.get(name)
        if known is None:
            self._empty[name] = False
            known = any(
                all(any(map(self._can_be_empty, symbols)) for symbols in each.begins)
                for each in self.rules.get(name, [])
            )
            self._empty[name] = known
        return known


def _sequence(
    elements: list[Element], index: int, text: Text, at: int, bound: Bound
) -> Iterator[tuple[int, Bound]]:
    if index == len(elements):
        yield at, bound
        return
    for end, more in elements[index](text, at, bound):
        yield from _sequence(elements, index + 1, text, end, more)


# --- patterns -------------------------------------------------------------------------------------

_PIECE = re.compile(r"\{[^}]*\}|\[|\]|\(|\)|\||[^\s\[\](){}|]+")


def _compiled(grammar: Grammar, pattern: str) -> tuple[list[Element], list[frozenset[str]]]:
    elements, begins, rest = _parsed(grammar, _PIECE.findall(pattern))
    if rest:
        raise ValueError(f"unbalanced pattern: {pattern}")
    return elements, begins


def _parsed(
    grammar: Grammar, pieces: list[str]
) -> tuple[list[Element], list[frozenset[str]], list[str]]:
    """The elements up to a closing sign, and with what each can begin."""
    elements: list[Element] = []
    begins: list[frozenset[str]] = []
    while pieces and pieces[0] not in ("]", ")", "|"):
        piece, *pieces = pieces
        if piece == "[":
            inner, first, pieces = _parsed(grammar, pieces)
            pieces = pieces[1:]
            element, symbols = _optional(inner), _first_of(first) | {""}
        elif piece == "(":
            ways: list[list[Element]] = []
            symbols = frozenset()
            while True:
                inner, first, pieces = _parsed(grammar, pieces)
                ways.append(inner)
                symbols |= _first_of(first)
                sign, *pieces = pieces
                if sign == ")":
                    break
            element = _either(ways)
        elif piece.startswith("{"):
            name, _, rule = piece[1:-1].partition(":")
            element = _named(grammar, name if rule else "", rule or name)
            symbols = frozenset([f"{{{rule or name}"])
        elif piece.startswith("~"):
            both = (piece[1:], agreeing(piece[1:], "third"))
            element, symbols = _either([[_literal(each)] for each in both]), frozenset(both)
        else:
            element, symbols = _literal(piece), frozenset([piece])
        elements.append(element)
        begins.append(symbols)
    return elements, begins, pieces


def _first_of(begins: list[frozenset[str]]) -> frozenset[str]:
    """With what a row of elements can begin; of rules it is not known yet whether they are empty,
    so that what follows them counts.
    """
    found: frozenset[str] = frozenset()
    for symbols in begins:
        found |= symbols
        if not any(not each or each.startswith("{") for each in symbols):
            return found - {""}
    return found | {""}


def _literal(word: str) -> Element:
    def element(text: Text, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        if text.word(at) == word:
            yield at + 1, bound
        else:
            text.missed(at, f'"{word}"')

    return element


def _named(grammar: Grammar, name: str, rule: str) -> Element:
    def element(text: Text, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        for value, end in grammar.read(rule, text, at):
            yield end, (*bound, (name, value)) if name else bound

    return element


def _optional(inner: list[Element]) -> Element:
    def element(text: Text, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        yield from _sequence(inner, 0, text, at, bound)
        yield at, bound

    return element


def _either(ways: list[list[Element]]) -> Element:
    def element(text: Text, at: int, bound: Bound) -> Iterator[tuple[int, Bound]]:
        for way in ways:
            yield from _sequence(way, 0, text, at, bound)

    return element
