"""Whether a definition says something: references that lead somewhere, words that exist (D7).

What the types of `judge.effects.notation` cannot say. A definition that fails here would be skipped
in part or end in a fault of ours, so it is refused where it comes in. Each finding has a code:

| code | what |
|---|---|
| `unknown_key`, `missing_key`, `wrong_shape` | it departs from the shape of the notation |
| `unknown_word` | a word that is none of a closed list |
| `bad_number` | a number out of bounds |
| `undefined_reference` | a name that is no slot, no earlier label and no name of all texts |
| `reserved_name` | a slot or a label that is called like one of those |
| `wrong_object` | an instruction that cannot be done to what it is done to |
| `unused_choice` | a slot that nothing refers to; said, but no reason to refuse |
| `impossible_trigger` | a condition that no event can meet |
| `unlikely_trigger` | a condition that only another text makes possible; said, but no reason to \
refuse |
| `says_nothing` | a part without content, or in a place where it has no meaning |
| `not_executed` | a keyword or a node that the engine does not follow yet; said, but no reason to \
refuse |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from judge.board.faults import show_path
from judge.board.shapes import none_of
from judge.board.state import DOMAINS
from judge.effects import notation as n
from judge.effects.linting_names import (
    Scope,
    undefined,
    undefined_number,
    undefined_place,
    undefined_player,
)
from judge.effects.linting_prohibitions import odd_prohibitions
from judge.effects.linting_shapes import Rest, departures_of, rest_of
from judge.effects.linting_words import asked_without_naming, odd_amounts, odd_tags, odd_words
from judge.effects.notexecuted import not_executed
from judge.effects.support import without_unsupported
from judge.effects.supporting_costs import only_costs
from judge.effects.supporting_labels import moves_to_chosen
from judge.limits import NUMBER
from rulesdb.cards.cardtext import KEYWORDS

TYPES: frozenset[str] = frozenset({"Unit", "Gear", "Spell", "Rune", "Battlefield", "Legend"})
SUPERTYPES: frozenset[str] = frozenset({"Champion", "Signature", "Token", "Basic"})

_UNITS = frozenset({"unit", "object"})
_PERMANENTS = frozenset({"unit", "gear", "equipment", "permanent", "object"})
_CARDS = _PERMANENTS | {"card", "spell", "facedown_card", "rune"}
#: what each game action is done to, by the kinds of a selector (412-458)
_DONE_TO: dict[type, frozenset[str]] = {
    n.Deal: _UNITS,
    n.GiveMight: _UNITS,
    n.Stun: _UNITS,
    n.Move: _PERMANENTS,
    n.Buff: _UNITS,
    n.Heal: _UNITS,
    n.DoubleMight: _UNITS,
    n.Recall: _PERMANENTS,
    n.Kill: _PERMANENTS,
    n.Banish: _CARDS,
    n.ReturnToHand: _CARDS - {"rune"},
    n.Recycle: _CARDS,
    n.GiveKeyword: _PERMANENTS | {"card", "spell"},
    n.Ready: _PERMANENTS | {"rune", "legend"},
    n.Exhaust: _PERMANENTS | {"rune", "legend"},
    n.Attach: frozenset({"equipment", "gear", "unit", "object"}),
    n.Counter: frozenset({"spell", "ability", "spell_or_ability"}),
}
#: rules that say outright what an action is never done to
_NEVER: dict[tuple[str, str], str] = {
    ("banish", "battlefield"): "170.2.b",
    ("recycle", "battlefield"): "170.2.b",
    ("return_to_hand", "battlefield"): "170.2.b",
    ("kill", "battlefield"): "170.3",
    ("kill", "legend"): "174.3",
    ("move", "battlefield"): "170.4",
    ("move", "legend"): "174.4",
}
#: the same for what a cost asks (203)
_PAID_WITH: dict[str, frozenset[str]] = {
    "exhaust": _DONE_TO[n.Exhaust],
    "kill": _DONE_TO[n.Kill],
    "banish": _DONE_TO[n.Banish],
    "return_to_hand": _DONE_TO[n.ReturnToHand],
    "recycle": _DONE_TO[n.Recycle],
}
#: what is done only to what is on the board
_ON_THE_BOARD = (
    n.Attach,
    n.Buff,
    n.Deal,
    n.DoubleMight,
    n.Exhaust,
    n.GiveMight,
    n.Heal,
    n.Kill,
    n.Move,
    n.Ready,
    n.Recall,
    n.Stun,
)
#: what `me` is in a text of a card of one of these types alone
_KINDS: dict[str, n.Kind] = {"Legend": "legend", "Battlefield": "battlefield", "Gear": "gear"}
_OF_ONE_KIND = [[each] for each in _KINDS]
#: events that only a unit can be the object of; any permanent moves (446.1)
_OF_UNITS: frozenset[n.Event] = frozenset(
    {"attack", "defend", "win_combat", "lose_combat", "become_mighty", "take_damage"}
)
#: what is no unit by its kind and can be one besides (178), if a text says so
_UNITS_TOO = _UNITS | {"permanent", "gear", "equipment", "rune"}
#: what may be brought from a space on the board to another: permanents, and what is made a unit
_MOVED = _PERMANENTS | {"rune"}
_OF_PHASES = frozenset({"begin_phase", "end_turn"})


class Finding(NamedTuple):
    """Something that is wrong with a definition: where, which kind, and in words."""

    path: tuple[str | int, ...]
    code: str
    message: str


#: findings that are said and no reason to refuse a definition
HARMLESS = frozenset({"unused_choice", "unlikely_trigger", "not_executed"})


class MeaninglessDefinition(msgspec.ValidationError):
    """A definition that has the shape of the notation and says nothing. `findings` has it all."""

    def __init__(self, found: list[Finding]) -> None:
        self.findings = found
        super().__init__("; ".join(f"{show_path(each.path)}: {each.message}" for each in found))


def decode_definition(data: Any) -> n.CardDefinition:
    """A definition from plain data, as the engine can judge it.

    Raises `msgspec.ValidationError` at the first departure from the notation's shape, and
    `MeaninglessDefinition`, which is one too, with all that means nothing.

    A keyword or a node that the engine does not execute yet makes the text unmodelled, with what it
    is as clause (`judge.effects.support`).
    """
    definition = msgspec.convert(data, n.CardDefinition)
    found = [finding for finding in findings(definition) if finding.code not in HARMLESS]
    if found:
        raise MeaninglessDefinition(found)
    return without_unsupported(definition)


def lint(data: Any) -> list[Finding]:
    """Everything that is wrong with the data of a definition, its shape included, and what of it
    the engine does not execute; empty if nothing is.
    """
    shape = departures_of(data)
    if not shape:
        definition = msgspec.convert(data, n.CardDefinition)
        return [*findings(definition), *_not_executed(definition)]
    found = [Finding(*departure) for departure in shape]
    rest = rest_of(data, shape)
    if rest is not None:
        found += [
            one._replace(path=rest.place(one.path))
            for one in (*findings(rest.definition), *_not_executed(rest.definition))
            if _stands(one, rest)
        ]
    return sorted(found, key=lambda one: [str(step).zfill(4) for step in one.path])


#: what a part that was taken out might have given a meaning
_OF_THE_WHOLE = frozenset({"unused_choice", "undefined_reference"})


def _stands(finding: Finding, rest: Rest) -> bool:
    """Whether a finding about the rest of a definition is one about the whole of it."""
    if finding.code in _OF_THE_WHOLE or (rest.typeless and finding.code == "says_nothing"):
        return False
    place = rest.place(finding.path)
    return not any(gone[: len(place)] == place for gone in rest.removed)


def _not_executed(definition: n.CardDefinition) -> Iterator[Finding]:
    for path, what in not_executed(definition):
        if path[:1] == ("keywords",) and path[1] not in KEYWORDS:
            continue  # there is no such keyword
        yield Finding(path, "not_executed", f"the engine does not follow this yet: {what}")


def findings(definition: n.CardDefinition) -> Iterator[Finding]:
    """Everything about a definition that means nothing."""
    yield from _corners(definition)
    yield from _keywords(definition.keywords, ("keywords",))
    for at, message in asked_without_naming(definition):
        yield Finding(at, "undefined_reference", message)
    card = Scope(frozenset(), {cost.label for cost in definition.additional_costs})
    for index, additional in enumerate(definition.additional_costs):
        yield from _nodes(additional, ("additional_costs", index), card)
    card.after_paying(*(additional.cost for additional in definition.additional_costs))
    if definition.is_spell:
        if definition.text == "modelled" and not definition.does:
            yield Finding(("does",), "says_nothing", "a spell says what it does")
        scope = card.within("this")
        scope.here = False
        yield from _text(definition.chooses, definition.does, (), scope)
    elif definition.chooses or definition.does:
        key = "does" if definition.does else "chooses"
        yield Finding((key,), "says_nothing", "is of spells; here it belongs to an ability")
    if definition.types in _OF_ONE_KIND:
        card.me = n.Selector(kind=_KINDS[definition.types[0]])
    for index, ability in enumerate(definition.abilities):
        outer = card
        if definition.is_spell and only_costs(ability):
            outer = card.within(*definition.chooses)  # what it chooses may change what it costs
        yield from _ability(ability, ("abilities", index), outer=outer)
    card.me = None
    for index, ability in enumerate(definition.effect_text):
        yield from _ability(ability, ("effect_text", index), outer=card, attached=True)


def _corners(definition: n.CardDefinition) -> Iterator[Finding]:
    if not definition.types:
        message = f"a card has a type: {', '.join(sorted(TYPES))}"
        yield Finding(("types",), "says_nothing", message)
    yield from _known(definition.types, TYPES, ("types",))
    if definition.supertype not in (None, *SUPERTYPES):
        message = none_of(definition.supertype, SUPERTYPES)
        yield Finding(("supertype",), "unknown_word", message)
    yield from _known(definition.domains, DOMAINS, ("domains",))
    plain = " ".join(definition.name.split())
    if plain != definition.name:
        message = f'"{definition.name}" has spaces that no name has; did you mean {plain}?'
        yield Finding(("name",), "unknown_word", message)
    for at, message in odd_tags(definition.tags, ("tags",)):
        yield Finding(at, "unknown_word", message)
    yield from _known(definition.power, (*DOMAINS, "any", "own"), ("power",))
    for key in ("energy", "might"):
        amount = getattr(definition, key)
        if amount is not None and not 0 <= amount <= NUMBER:
            yield Finding((key,), "bad_number", _not_within(amount))
    if definition.is_unit and definition.might is None:
        yield Finding(("might",), "says_nothing", "a unit has Might")


def _not_within(amount: int) -> str:
    if amount < 0:
        return f"{amount} is less than 0"
    return f"{amount} is more than {NUMBER} (limit NUMBER)"


def _known(
    words: Iterable[str], known: Iterable[str], path: tuple[str | int, ...]
) -> Iterator[Finding]:
    known = list(known)
    listed = not isinstance(words, Mapping)
    for index, word in enumerate(words):
        if word not in known:
            at = (*path, index if listed else word)
            yield Finding(at, "unknown_word", none_of(word, known))


def _keywords(keywords: dict[str, int], path: tuple[str | int, ...]) -> Iterator[Finding]:
    yield from _known(keywords, KEYWORDS, path)
    for keyword, value in keywords.items():
        if value < 1:
            yield Finding((*path, keyword), "bad_number", f"{value} is less than 1")
        elif value > NUMBER:
            yield Finding((*path, keyword), "bad_number", _not_within(value))


# --- names ----------------------------------------------------------------------------------------


@cache
def _roles(node: type) -> dict[str, str]:
    """For each field of a node, what text in it is: `name`, `who`, `where`, or nothing."""
    roles = {}
    for field, hint in get_type_hints(node, include_extras=True).items():
        found = _patterns(hint)
        if n.Name in found:
            roles[field] = "name"
        elif n.Who in found:
            roles[field] = "who"
        elif n.Where in found:
            roles[field] = "where"
    return roles


def _patterns(hint: Any) -> list[Any]:
    if hint in (n.Name, n.Who, n.Where):
        return [hint]
    return [found for each in get_args(hint) for found in _patterns(each)]


#: what is said of a word that means nothing where it stands, by what it is
_UNDEFINED = {"name": undefined, "who": undefined_player, "where": undefined_place}


def _listed(value: Any, at: tuple[str | int, ...]) -> list[tuple[str, tuple[str | int, ...]]]:
    """The words of a field, with where each stands."""
    if isinstance(value, list):
        return [(each, (*at, i)) for i, each in enumerate(value) if isinstance(each, str)]
    return [(value, at)] if isinstance(value, str) else []


#: fields that give a name instead of referring to one
_NAMING = frozenset({"label", "chooses", "name"})


def _nodes(node: n.Node, path: tuple[str | int, ...], scope: Scope) -> Iterator[Finding]:
    """Everything wrong with a node and what is in it, save lists of instructions."""
    roles = _roles(type(node))
    if isinstance(node, n.Choose) and node.label is not None and node.label in node.from_.unlike:
        scope = scope.within(node.label)  # what the players before have chosen for it
    for field in node.__struct_fields__:
        value, at = getattr(node, field), (*path, field.rstrip("_"))
        if field in _NAMING or isinstance(value, int | None):
            continue
        if isinstance(node, n.Procedure) and field == "name":
            continue
        if isinstance(node, n.ChosenNumber) and value in scope.costs:
            continue
        role = roles.get(field)
        asked = isinstance(node, n.Moment) and field == "with_cost"
        if isinstance(node, n.CostPaid) or asked or field == "if_paid":
            if isinstance(value, str) and value not in scope.costs:
                message = f"no additional cost is called {value!r}"
                yield Finding(at, "undefined_reference", message)
            continue
        if isinstance(node, n.ThatMuch):
            continue
        for word, place in _listed(value, at):
            for there, message in _UNDEFINED[role](word, scope, place) if role else ():
                yield Finding(there, "undefined_reference", message)
        # what is asked beside an event may speak of that event (383.2.a.1)
        if isinstance(node, n.Moment) and field == "provided":
            yield from _parts(value, at, scope.after(node))
        else:
            yield from _parts(value, at, scope)
    if isinstance(node, n.Cost):
        for field, fitting in _PAID_WITH.items():
            on_board = field in ("exhaust", "kill")
            for meant, at in scope.all_meant(getattr(node, field), (*path, field)):
                yield from _fits(meant, field, fitting, at, on_board=on_board)
    if isinstance(node, n.ThatMuch):
        for at, message in undefined_number(node, scope, path):
            yield Finding(at, "undefined_reference", message)
    if isinstance(node, n.Selector) and node.where == "here" and not scope.here:
        message = "a spell is at no place that `here` could mean"
        yield Finding((*path, "where"), "says_nothing", message)
    if isinstance(node, n.Triggered) and scope.me is not None and scope.me.kind == "gear":
        for moment in node.moments:
            if moment.what == "me" and moment.event in _OF_UNITS | {"conquer", "hold"}:
                verb = moment.event.replace("_", " ")
                message = f"a gear does not {verb} unless a text makes it a unit"
                yield Finding((*path, "when"), "unlikely_trigger", message)
    yield from _of_node(node, path)


def _parts(value: Any, path: tuple[str | int, ...], scope: Scope) -> Iterator[Finding]:
    """The nodes in a value of a node; abilities and lists of instructions have their own scope."""
    if isinstance(value, n.GrantAbility):
        # its `me` is what the ability is given to
        scope = scope.within()
        scope.me = None
    if isinstance(value, n.AnyAbility):
        yield from _ability(value, path, outer=scope)
    elif isinstance(value, n.Mode):
        yield from _text(value.chooses, value.does, path, scope.within())
    elif isinstance(value, n.Node):
        yield from _nodes(value, path, scope)
    elif isinstance(value, list):
        if value and all(isinstance(each, n.Instruction) for each in value):
            yield from _instructions(value, path, scope)
        else:
            for index, each in enumerate(value):
                yield from _parts(each, (*path, index), scope)


def _of_node(node: n.Node, path: tuple[str | int, ...]) -> Iterator[Finding]:
    for at, message in odd_words(node, path):
        yield Finding(at, "unknown_word", message)
    match node:
        case n.Selector():
            least, most = node.min, node.max
            fixed = isinstance(least, int) and isinstance(most, int) and not node.any_number
            if fixed and (not 0 <= least <= most or most < 1):  # type: ignore[operator]
                message = f"min {least} and max {most} fit no number of choices"
                yield Finding(path, "bad_number", message)
        case n.Cost():
            for key in ("energy", "discard"):
                amount = getattr(node, key)
                if isinstance(amount, int) and amount < 0:
                    yield Finding((*path, key), "bad_number", f"{amount} is less than 0")
        case n.Delay() | n.GrantAbility() if isinstance(node.ability, n.Triggered):
            if not node.ability.moments:
                yield Finding((*path, "ability", "when"), "says_nothing", "it waits for nothing")
        case n.ForEach() if node.of is None and node.times is None:
            yield Finding(path, "says_nothing", "`of` or `times` says for what, or how often")
        case n.Give() if not node.changes:
            yield Finding((*path, "changes"), "says_nothing", "it gives nothing")
        case n.Modes() | n.Either() | n.DoFollowing() if not node.of:
            yield Finding((*path, "of"), "says_nothing", "there is nothing to pick")
        case n.Moment():
            yield from _moment(node, path)
        case n.Instruction():
            for at, message in odd_amounts(node, path):
                yield Finding(at, "bad_number", message)


def _moment(moment: n.Moment, path: tuple[str | int, ...]) -> Iterator[Finding]:
    def impossible(field: str, message: str) -> Finding:
        return Finding((*path, field), "impossible_trigger", message)

    if moment.event in _OF_PHASES:
        if moment.what is not None:
            yield impossible("what", f"{moment.event} has no object")
        if moment.event == "begin_phase" and moment.phase is None:
            yield impossible("phase", "begin_phase says which phase")
    elif moment.event == "die" and (moment.phase, moment.whose) == ("beginning", "you"):
        pass  # "during your Beginning Phase", of what is counted
    elif moment.phase is not None or moment.whose is not None or moment.first_of_game:
        field = "phase" if moment.phase is not None else "whose"
        yield impossible(field, f"{moment.event} is no moment of a phase or a turn")
    kind = moment.what.kind if isinstance(moment.what, n.Selector) else "unit"
    if moment.event in _OF_UNITS and kind not in _UNITS_TOO:
        yield impossible("what", f"only a unit can {moment.event.replace('_', ' ')}")
    if moment.event == "move" and kind not in _MOVED:
        rule = _NEVER.get(("move", kind))
        message = "only a permanent can move" + (f" ({rule})" if rule is not None else "")
        yield impossible("what", message)
    if moment.nth is not None and moment.nth < 1:
        yield impossible("nth", f"{moment.nth} is less than 1")


# --- texts ----------------------------------------------------------------------------------------


def _ability(
    ability: n.AnyAbility,
    path: tuple[str | int, ...],
    *,
    outer: Scope,
    attached: bool = False,
) -> Iterator[Finding]:
    scope = outer.under(ability, attached=attached)
    cost = getattr(ability, "cost", None)
    if cost is not None:
        scope.after_paying(cost)
    # what an effect makes at once waits for nothing (386); everything else does
    if isinstance(ability, n.Replacement) and not ability.moments:
        yield Finding((*path, "instead_of"), "says_nothing", "it replaces nothing")
    of_the_card = path[0] in ("abilities", "effect_text") and len(path) == 2
    if isinstance(ability, n.Triggered) and not ability.moments and of_the_card:
        yield Finding((*path, "when"), "says_nothing", "it waits for nothing")
    if isinstance(ability, n.Static):
        if not ability.changes:
            yield Finding(path, "says_nothing", "it changes nothing")
        for index, change in enumerate(ability.changes):
            if isinstance(change, n.Cannot):
                at = (*path, "changes", index, "moment")
                of_gear = scope.me is not None and scope.me.kind == "gear"
                never = _OF_UNITS if of_gear else frozenset[n.Event]()
                for each in odd_prohibitions(change.moment, ability.affects, at, never):
                    yield Finding(*each)
    elif isinstance(ability, n.Triggered | n.Activated):
        if not ability.does:
            yield Finding((*path, "does"), "says_nothing", "an ability says what it does")
        scope = _with_slots(scope, ability.chooses)
    yield from _nodes(ability, path, scope)
    if isinstance(ability, n.Triggered | n.Activated):
        yield from _slots(ability.chooses, path, scope)


def _text(
    chooses: dict[str, n.Selector],
    does: list[n.AnyInstruction],
    path: tuple[str | int, ...],
    scope: Scope,
) -> Iterator[Finding]:
    """The slots and instructions of a spell or of a mode."""
    inner = _with_slots(scope, chooses)
    yield from _instructions(does, (*path, "does"), inner)
    yield from _slots(chooses, path, inner)


def _with_slots(scope: Scope, chooses: dict[str, n.Selector]) -> Scope:
    inner = scope.within(*chooses)
    inner.slots.update(chooses)
    return inner


def _slots(
    chooses: dict[str, n.Selector], path: tuple[str | int, ...], scope: Scope
) -> Iterator[Finding]:
    """The slots themselves, once what refers to them has been read."""
    for slot, selector in chooses.items():
        at = (*path, "chooses", slot)
        if slot in n.REFERENTS:
            yield Finding(at, "reserved_name", f"{slot!r} already means something")
        yield from _nodes(selector, at, scope)
    for slot in chooses:
        if slot not in scope.used:
            message = f"nothing refers to {slot!r}"
            yield Finding((*path, "chooses", slot), "unused_choice", message)


def _instructions(
    does: list[n.AnyInstruction], path: tuple[str | int, ...], scope: Scope
) -> Iterator[Finding]:
    if moves_to_chosen(does):
        scope.names.add("destination")
    for index, instruction in enumerate(does):
        at = (*path, index)
        if isinstance(instruction, n.Pay):
            # how often it was paid is a number of its own instructions
            scope.after_paying(instruction.cost)
            if instruction.label is not None:
                scope.names.add(instruction.label)
        inner = scope.within("each") if isinstance(instruction, n.ForEach) else scope
        yield from _nodes(instruction, at, inner)
        yield from _done_to(instruction, at, scope)
        if isinstance(instruction, n.Move):
            scope.names.add("origin")
        if instruction.label is not None:
            if instruction.label in n.REFERENTS:
                message = f"{instruction.label!r} already means something"
                yield Finding((*at, "label"), "reserved_name", message)
            scope.names.add(instruction.label)


def _done_to(
    instruction: n.AnyInstruction, at: tuple[str | int, ...], scope: Scope
) -> Iterator[Finding]:
    fitting = _DONE_TO.get(type(instruction))
    field = "to" if isinstance(instruction, n.Deal | n.GiveMight | n.GiveKeyword) else "what"
    tag = str(type(instruction).__struct_config__.tag)
    on_board = isinstance(instruction, _ON_THE_BOARD)
    for meant, place in scope.all_meant(getattr(instruction, field, None), (*at, field)):
        yield from _fits(meant, tag, fitting, place, on_board=on_board)


def _is_unit_too(selector: n.Selector, fitting: frozenset[str]) -> bool:
    """Whether what is done to units is done to what a selector says to be one besides (178.3)."""
    return "unit" in fitting and selector.kind in _UNITS_TOO and "Unit" in selector.type


def _fits(
    selector: n.Selector | None,
    verb: str,
    fitting: frozenset[str] | None,
    at: tuple[str | int, ...],
    *,
    on_board: bool,
) -> Iterator[Finding]:
    """Whether something can be done to what is meant, as far as its kind and zone say it."""
    if selector is None:
        return
    if on_board and selector.zone != "board":
        message = f"`{verb}` is done to what is on the board, not in: {selector.zone}"
        yield Finding(at, "wrong_object", message)
    elif (
        fitting is not None and selector.kind not in fitting and not _is_unit_too(selector, fitting)
    ):
        message = f"`{verb}` is done to: {', '.join(sorted(fitting))}; not to: {selector.kind}"
        rule = _NEVER.get((verb, selector.kind))
        message += f" ({rule})" if rule is not None else ""
        yield Finding(at, "wrong_object", message)
