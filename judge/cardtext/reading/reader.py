"""A whole card: its lines one by one, and what they are together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

from judge.cardtext.cards import print_card, print_effect_text, voice_of
from judge.cardtext.costs import additional
from judge.cardtext.doing import paragraph
from judge.cardtext.english import capitalised
from judge.cardtext.normalising import _keywords_alone, _line, normalised
from judge.cardtext.reading.abilities import Now, Paragraph
from judge.cardtext.reading.binding import Binder
from judge.cardtext.reading.combining import Text, words_of
from judge.cardtext.reading.lines import bound_ability
from judge.cardtext.reading.naming import named_as, well_named
from judge.cardtext.reading.nouns import G
from judge.cardtext.reading.referring import Unbound
from judge.cardtext.reading.tracing import without_may
from judge.cardtext.scene import NotPrintable, Scene, Voice, ability, condition
from judge.effects import notation as n
from judge.effects.linting import findings
from rulesdb.cards import cardtext

from judge.cardtext.reading import actions, changes, conditions, costs, moments, sentences, values  # isort: skip

#: the modules whose productions make up the grammar
GRAMMAR = (actions, changes, conditions, costs, moments, sentences, values)

#: a line of more words and signs is refused unread; those of the game have a third of them
_WORDS = 300
#: so many readings of a line are tried at most, before it is refused
_READINGS = 60


class ClauseRead(msgspec.Struct, kw_only=True):
    """A line that was read, in normalised words, and what it is in notation."""

    clause: str
    notation: list[Any]


class Refused(msgspec.Struct, kw_only=True):
    """A line that was not read: up to where it was understood (`at`, in words and signs, counted
    from 0), the rest of it from there, and what could have stood there.
    """

    clause: str
    at: int
    rest: str
    expected: list[str]


class Read(msgspec.Struct, kw_only=True):
    """What a card says, if all of it was read; otherwise what was and what was not."""

    definition: n.CardDefinition | None
    clauses: list[ClauseRead]
    refused: list[Refused]


class _Unread(Exception):
    """A line that is not read."""

    def __init__(self, at: int, expected: list[str]) -> None:
        self.at, self.expected = at, expected
        super().__init__(f"at word {at}: {', '.join(expected)}")


def read(
    text: str,
    *,
    name: str,
    types: Sequence[str],
    might: int | None = None,
    effect_text: str = "",
    corners: Mapping[str, Any] | None = None,
) -> Read:
    """A card text in notation. `corners`: what else is printed on the card, by the fields of
    `CardDefinition`; `effect_text`: what an Equipment gives to its unit.
    """
    keywords = dict(cardtext.read(text, None, is_spell="Spell" in types).keywords)
    definition = n.CardDefinition(
        name=name, types=list(types), might=might, keywords=keywords, **dict(corners or {})
    )
    reading = _Reading(definition)
    for unit in _units(text):
        reading.take(unit)
    reading.effect = True
    for unit in _units(effect_text.replace(name, "this")):
        reading.take(unit)
    reading.finish(text, effect_text.replace(name, "this"))
    return Read(
        definition=None if reading.refused else reading.definition,
        clauses=reading.clauses,
        refused=reading.refused,
    )


def _units(text: str) -> list[str]:
    """The lines of a text, each with the list that belongs to it."""
    found: list[str] = []
    for line in cardtext.without_reminders(text).splitlines():
        if not line.strip():
            continue
        if found and (line.lstrip().startswith("•") or _goes_on(line)):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def _goes_on(line: str) -> bool:
    """Whether a line restricts the ability of the one before it."""
    return line.lstrip().lower().startswith("use only ")


class _Reading:
    """A card as far as it has been read."""

    def __init__(self, definition: n.CardDefinition) -> None:
        self.definition = definition
        self.voice: Voice = voice_of(definition)
        self.effect = False
        self.clauses: list[ClauseRead] = []
        self.refused: list[Refused] = []
        #: of a spell: the lines of its instructions, and what is chosen and said in them
        self.lines: list[str] = []
        self.unit = ""
        self.binder = Binder(itself="this", spell=True)

    # --- lines ------------------------------------------------------------------------------------

    def take(self, unit: str) -> None:
        """Read one line, or refuse it."""
        lines = unit.splitlines()
        plain = " ".join(_line(line) for line in lines)
        if len(lines) == 1 and (listed := _keywords_alone(lines[0])):
            self.keywords(listed, plain)
            return
        try:
            made = self.line(unit, plain)
        except _Unread as error:
            self.refuse(plain, error.at, error.expected)
        else:
            notation = [msgspec.to_builtins(each) for each in self.named(made)]
            self.clauses.append(ClauseRead(clause=plain, notation=notation))

    def named(self, made: list[Any]) -> list[Any]:
        """What a line says, with the names that its slots have as far as it is known."""
        return [well_named(each) for each in named_as(made, self.definition.chooses)]

    def refuse(self, plain: str, at: int, expected: list[str]) -> None:
        """Note a line that was not read."""
        rest = " ".join(words_of(plain)[at:])
        self.refused.append(Refused(clause=plain, at=at, rest=rest, expected=expected))

    def keywords(self, listed: list[str], plain: str) -> None:
        """A line of keywords: those of the card are known; an effect text gives them."""
        made: list[Any] = []
        if self.effect:
            for each in listed:
                word, _, value = each.rpartition(" ") if each[-1].isdigit() else (each, "", "")
                keyword = next(k for k in cardtext.KEYWORDS if k.lower() == word)
                amount = int(value) if value and value != "1" else None
                made.append(n.KeywordAbility(keyword=keyword, amount=amount))
            self.definition.effect_text.extend(made)
        self.clauses.append(
            ClauseRead(clause=plain, notation=[msgspec.to_builtins(each) for each in made])
        )

    def line(self, unit: str, plain: str) -> list[Any]:
        """A line in notation. Raises `_Unread`."""
        self.unit = unit
        words = words_of(plain)
        if len(words) > _WORDS:
            raise _Unread(_WORDS, [f"a line of at most {_WORDS} words and signs"])
        text = Text(words)
        whole = [made for made, end in G.read("line", text, 0) if end == len(words)]
        if not whole:
            raise _Unread(text.furthest, _in_words(text.expected))
        wanted = normalised(unit)
        nearest: tuple[int, str] = (-1, "")
        for made in whole[:_READINGS]:
            for leading in (True, False):
                try:
                    kept = self.tried(made, wanted, leading)
                except (Unbound, NotPrintable, TypeError, KeyError, AttributeError) as error:
                    nearest = max(nearest, (0, f"what {error} means"))
                    break
                if isinstance(kept, list):
                    return kept
                nearest = max(nearest, (kept, "words that say the same when they are printed back"))
        raise _Unread(max(nearest[0], 0), [nearest[1]])

    def tried(self, made: list[Any], wanted: str, leading: bool) -> list[Any] | int:
        """A reading with its names, if it prints back; otherwise how many words agree."""
        # together, so that what the earlier lines did can still get its label
        binder, before = deepcopy((self.binder, list(self.definition.does)))
        kept: list[Any] = []
        does: list[Any] = []
        shown: list[str] = []
        for item in made:
            if isinstance(item, Paragraph):
                if not self.definition.is_spell or self.effect:
                    raise Unbound("a sentence that is no ability")
                does += without_may(binder.some(item.does))
            elif isinstance(item, Now):
                usual = does if does else before
                if not usual:
                    raise Unbound("now instead")
                then = binder.some(item.does)
                does = [
                    *does[:-1],
                    n.If(condition=item.condition, then=then, otherwise=usual[-1:]),
                ]
                before = before[:-1] if usual is before else before
            elif isinstance(item, n.AdditionalCost):
                kept.append(self.costs(item))
                shown.append(self.shown_cost(kept[-1]))
            else:
                bound = bound_ability(
                    item,
                    attached=self.effect,
                    spell=self.definition.is_spell,
                    leading=leading,
                )
                kept.append(bound)
                shown.append(ability(bound, Scene(voice="I" if self.effect else self.voice)))
        whole = wanted
        if does:
            cost = self.paid_with(kept)
            scene = Scene(voice=self.voice, cost=cost)
            printed = capitalised(paragraph(binder.slots, [*before, *does], scene))
            ahead = self.lines
            lines = "\n".join(ahead)
            if shown:  # a cost and what is done stand in one line, but are printed apart
                whole = normalised("\n".join([lines, wanted]).strip())
                printed = " ".join([*shown, printed])
            elif ahead:
                whole = normalised("\n".join([lines, self.unit]).strip())
        else:
            printed = " ".join(shown) if len(shown) < 2 else self.together(kept, shown)
        if (found := normalised(printed)) != whole:
            return _alike(words_of(found), words_of(whole))
        if does:
            self.binder = binder
            self.definition.does = [*before, *does]
            self.definition.chooses = binder.slots
            self.lines.append(self.unit)
        self.keep(kept)
        return [*kept, *does]

    def paid_with(self, kept: list[Any]) -> n.Cost | None:
        """The one mandatory additional cost, of which a spell may speak."""
        costs = [*self.definition.additional_costs, *kept]
        found = [c.cost for c in costs if isinstance(c, n.AdditionalCost) and c.mandatory]
        return found[0] if len(found) == 1 else None

    def together(self, kept: list[Any], shown: list[str]) -> str:
        """Several abilities of one line; instances of a keyword stand in one (820)."""
        if all(isinstance(each, n.KeywordAbility) for each in kept):
            return print_card(n.CardDefinition(name="", types=["Spell"], abilities=kept))
        return " ".join(shown)

    def costs(self, item: n.AdditionalCost) -> n.AdditionalCost:
        """An additional cost; of what is chosen for it nothing else speaks."""
        binder = Binder()
        out: list[Any] = []
        made = binder.put(item, out)
        if out or binder.slots:
            raise Unbound("a choice in a cost")
        assert isinstance(made, n.AdditionalCost)
        return made

    def shown_cost(self, item: n.AdditionalCost) -> str:
        """An additional cost as it is printed."""
        scene = Scene(voice=self.voice)
        lead = "" if item.provided is None else f"if {condition(item.provided, scene)}, "
        return capitalised(additional(item, scene, lead))

    def keep(self, kept: list[Any]) -> None:
        """What a line adds to the card."""
        for each in kept:
            if isinstance(each, n.AdditionalCost):
                self.definition.additional_costs.append(each)
            elif self.effect:
                self.definition.effect_text.append(each)
            else:
                self.definition.abilities.append(each)

    # --- the whole --------------------------------------------------------------------------------

    def legion(self) -> None:
        """Legion is a keyword of the card where its text depends on it, not where what is
        activated does.
        """
        made = self.definition
        depends = any(a.legion and not isinstance(a, n.Activated) for a in made.abilities)
        depends |= any(isinstance(e, n.If) and e.condition == n.LEGION for e in made.does)
        made.keywords.pop("Legion", None)
        if depends:
            made.keywords["Legion"] = 1

    def finish(self, text: str, effect_text: str) -> None:
        """Refuse the whole where its lines together do not print back to the text."""
        if self.refused:
            return
        self.legion()
        self.definition = well_named(self.definition)
        for printed, wanted in (
            (print_card(self.definition), text),
            (print_effect_text(self.definition), effect_text),
        ):
            if (found := normalised(printed)) != (whole := normalised(wanted)):
                at = _alike(words_of(found), words_of(whole))
                self.refuse(whole, at, ["lines that say the same when they are printed together"])
                return
        for finding in findings(self.definition):
            if finding.path == ("might",):
                continue  # of a corner, which a list may leave out
            self.refuse(normalised(text), 0, [f"what means something: {finding.message}"])


#: what the rules of the grammar look for, as far as it can be said in a word
_TITLES = {
    "action": "an action",
    "actor": "a player",
    "player": "a player",
    "phrase": "a thing",
    "phrases": "things",
    "referent": "a thing that was named before",
    "condition": "a condition",
    "moment": "something that happens",
    "trigger": "a trigger",
    "int": "a number",
    "plus": "a number",
    "value": "an amount",
    "resources": "resources",
    "payment": "a cost",
    "keyword": "a keyword",
    "until": "a duration",
    "change": "what things have or are",
    "zone": "a zone",
}


def _in_words(expected: set[str]) -> list[str]:
    """What was looked for, the words of the game first."""
    quoted = sorted(each for each in expected if each.startswith('"'))
    titled = sorted({_TITLES[each] for each in expected if each in _TITLES})
    return [*titled, *quoted]


def _alike(one: list[str], two: list[str]) -> int:
    """How many words agree from the beginning."""
    pairs = zip(one, two, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(two)))
