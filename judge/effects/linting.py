"""Whether a definition says something: references that lead somewhere, words that exist (D7).

What the types of `judge.effects.notation` cannot say. A definition that fails here would be skipped
in part or end in a fault of ours, so it is refused where it comes in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from judge.board.faults import show_path
from judge.board.state import DOMAINS
from judge.effects import notation as n
from judge.limits import NUMBER
from rulesdb.cards.cardtext import KEYWORDS

TYPES: frozenset[str] = frozenset({"Unit", "Gear", "Spell", "Rune", "Battlefield", "Legend"})
SUPERTYPES: frozenset[str] = frozenset({"Champion", "Signature", "Token", "Basic"})

_UNITS = frozenset({"unit"})
_PERMANENTS = frozenset({"unit", "gear", "permanent"})
#: what each game action is done to, by the kinds of a selector (412-458)
_DONE_TO: dict[type, frozenset[str]] = {
    n.Deal: _UNITS,
    n.GiveMight: _UNITS,
    n.Stun: _UNITS,
    n.Move: _UNITS,
    n.Buff: _UNITS,
    n.Heal: _UNITS,
    n.Recall: _PERMANENTS,
    n.Kill: _PERMANENTS,
    n.Banish: _PERMANENTS,
    n.ReturnToHand: _PERMANENTS,
    n.GiveKeyword: _PERMANENTS,
    n.Ready: _PERMANENTS | {"rune", "legend"},
    n.Exhaust: _PERMANENTS | {"rune", "legend"},
    n.Counter: frozenset({"spell", "ability", "spell_or_ability"}),
}

#: a path within the definition, and what is wrong there
Finding = tuple[tuple[str | int, ...], str]


class MeaninglessDefinition(msgspec.ValidationError):
    """A definition that has the shape of the notation and says nothing. `findings` has it all."""

    def __init__(self, found: list[Finding]) -> None:
        self.findings = found
        super().__init__("; ".join(f"{show_path(path)}: {message}" for path, message in found))


def decode_definition(data: Any) -> n.CardDefinition:
    """A definition from plain data.

    Raises `msgspec.ValidationError` at the first departure from the notation's shape, and
    `MeaninglessDefinition`, which is one too, with all that means nothing.

    A keyword that exists and is not modelled makes the text unmodelled, with the keyword as clause.
    """
    definition = msgspec.convert(data, n.CardDefinition)
    found = list(findings(definition))
    if found:
        raise MeaninglessDefinition(found)
    strange = sorted(set(definition.keywords) - n.KEYWORDS_MODELLED - set(definition.clauses))
    if not strange:
        return definition
    return msgspec.structs.replace(
        definition, text="unmodelled", clauses=[*definition.clauses, *strange]
    )


def findings(definition: n.CardDefinition) -> Iterator[Finding]:
    """Everything about a definition that means nothing."""
    yield from _corners(definition)
    yield from _keywords(definition.keywords, ("keywords",))
    if definition.is_spell:
        if definition.text == "modelled" and not definition.does:
            yield ("does",), "a spell says what it does"
        if definition.abilities and not definition.is_permanent:
            yield ("abilities",), "a spell has instructions (`does`) and no abilities"
        yield from _instructions(definition.chooses, definition.does, ())
    elif definition.chooses or definition.does:
        key = "does" if definition.does else "chooses"
        yield (key,), "is of spells; here it belongs to an ability"
    for index, ability in enumerate(definition.abilities):
        yield from _ability(ability, ("abilities", index))


def _corners(definition: n.CardDefinition) -> Iterator[Finding]:
    if not definition.types:
        yield ("types",), f"a card has a type: {', '.join(sorted(TYPES))}"
    yield from _known(definition.types, TYPES, ("types",))
    if definition.supertype is not None:
        yield from _known([definition.supertype], SUPERTYPES, ("supertype",))
    yield from _known(definition.domains, DOMAINS, ("domains",))
    yield from _known(definition.power, (*DOMAINS, "any", "own"), ("power",))
    for key in ("energy", "might"):
        amount = getattr(definition, key)
        if amount is not None and not 0 <= amount <= NUMBER:
            yield (key,), _not_within(amount)
    if definition.is_unit and definition.might is None:
        yield ("might",), "a unit has Might"


def _not_within(amount: int) -> str:
    if amount < 0:
        return f"{amount} is less than 0"
    return f"{amount} is more than {NUMBER} (limit NUMBER)"


def _known(
    words: Iterable[str], known: Iterable[str], path: tuple[str | int, ...]
) -> Iterator[Finding]:
    known = list(known)
    for word in words:
        if word not in known:
            yield path, f"{word!r} is none of: {', '.join(sorted(known))}"


def _keywords(keywords: dict[str, int], path: tuple[str | int, ...]) -> Iterator[Finding]:
    yield from _known(keywords, KEYWORDS, path)
    for keyword, value in keywords.items():
        if value < 1:
            yield (*path, keyword), f"{value} is less than 1"
        elif value > NUMBER:
            yield (*path, keyword), _not_within(value)


def _ability(ability: n.AnyAbility, path: tuple[str | int, ...]) -> Iterator[Finding]:
    if isinstance(ability, n.Static):
        if not ability.might and not ability.keywords:
            yield path, "it changes nothing"
        yield from _granted(ability.keywords, (*path, "keywords"))
        if isinstance(ability.affects, n.Selector):
            yield from _selector(ability.affects, (*path, "affects"))
        return
    if not ability.does:
        yield (*path, "does"), "an ability says what it does"
    yield from _instructions(ability.chooses, ability.does, path)
    if isinstance(ability, n.Activated):
        cost = ability.cost
        yield from _known(cost.power, (*DOMAINS, "any", "own"), (*path, "cost", "power"))
        for key in ("energy", "discard", "recycle_from_trash"):
            if getattr(cost, key) < 0:
                yield (*path, "cost", key), f"{getattr(cost, key)} is less than 0"


def _granted(keywords: Iterable[str], path: tuple[str | int, ...]) -> Iterator[Finding]:
    yield from _known(keywords, KEYWORDS, path)
    for keyword in keywords:
        if keyword in KEYWORDS and keyword not in n.KEYWORDS_MODELLED:
            yield path, f"{keyword} cannot be granted yet: it is not modelled"


def _selector(selector: n.Selector, path: tuple[str | int, ...]) -> Iterator[Finding]:
    if not 0 <= selector.min <= selector.max or selector.max < 1:
        yield path, f"min {selector.min} and max {selector.max} fit no number of choices"


def _instructions(
    chooses: dict[str, n.Selector], does: list[n.AnyInstruction], path: tuple[str | int, ...]
) -> Iterator[Finding]:
    for slot, selector in chooses.items():
        yield from _selector(selector, (*path, "chooses", slot))
    used = set()
    for index, instruction in enumerate(does):
        at = (*path, "does", index)
        for field in ("to", "what"):
            meant = getattr(instruction, field, None)
            done_to = chooses.get(meant) if isinstance(meant, str) else meant
            fitting = _DONE_TO.get(type(instruction))
            if (
                isinstance(done_to, n.Selector)
                and fitting is not None
                and done_to.kind not in fitting
                and not (field == "to" and isinstance(instruction, n.Move))
            ):
                tag = str(type(instruction).__struct_config__.tag)
                words = ", ".join(sorted(fitting))
                yield (*at, field), f"`{tag}` is done to: {words}; not to: {done_to.kind}"
            if isinstance(meant, n.Selector):
                yield from _selector(meant, (*at, field))
            elif isinstance(meant, str) and not (field == "to" and isinstance(instruction, n.Move)):
                used.add(meant)
                yield from _slot(meant, chooses, (*at, field))
        yield from _player(instruction, chooses, at)
        yield from _amount(instruction, chooses, at)
        if instruction.after is not None and not 0 <= instruction.after < index:
            yield (*at, "after"), f"{instruction.after} is not an instruction before this one"
        if isinstance(instruction, n.GiveKeyword):
            yield from _granted([instruction.keyword], (*at, "keyword"))
        if isinstance(instruction, n.Add) and instruction.energy < 0:
            yield (*at, "energy"), f"{instruction.energy} is less than 0"
        if isinstance(instruction, n.Add):
            yield from _known(instruction.power, (*DOMAINS, "any", "own"), (*at, "power"))


def _slot(
    slot: str, chooses: dict[str, n.Selector], path: tuple[str | int, ...]
) -> Iterator[Finding]:
    if slot not in chooses:
        slots = f"there are: {', '.join(chooses)}" if chooses else "there is none"
        yield path, f"no slot is called {slot!r}; {slots}"


def _player(
    instruction: n.AnyInstruction, chooses: dict[str, n.Selector], at: tuple[str | int, ...]
) -> Iterator[Finding]:
    who = getattr(instruction, "who", "you")
    if who in ("you", "opponent", "each"):
        return
    relation, of, slot = who.partition(" of ")
    if relation not in ("controller", "owner") or not of:
        known = "you, opponent, each, controller of SLOT, owner of SLOT"
        yield (*at, "who"), f"{who!r} is none of: {known}"
    else:
        yield from _slot(slot, chooses, (*at, "who"))


def _amount(
    instruction: n.AnyInstruction, chooses: dict[str, n.Selector], at: tuple[str | int, ...]
) -> Iterator[Finding]:
    amount = getattr(instruction, "amount", None)
    path = (*at, "amount")
    if isinstance(amount, str):
        if amount.startswith("might of "):
            yield from _slot(amount.removeprefix("might of "), chooses, path)
        else:
            yield path, f"{amount!r} is neither a number nor `might of SLOT`"
    elif isinstance(amount, int) and amount < 0 and not isinstance(instruction, n.GiveMight):
        yield path, f"{amount} is less than 0"
    elif isinstance(amount, int) and abs(amount) > NUMBER:
        yield path, f"{amount} is beyond {NUMBER} (limit NUMBER)"
