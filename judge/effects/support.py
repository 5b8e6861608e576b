"""What of the notation the engine executes: nothing else is ever skipped in silence (D2, D13).

The vocabulary was made for all cards; the engine reads as much of it as its rules have been written
down. Here stands which node, which of its fields and which of their words it reads. A definition
that has another one is judged as a text that is not modelled, by the name of what is missing, and
what the engine could not execute of it is taken out.

A new node is entered here with the code that executes it; `tests/judge/test_support.py` holds that
each entry is a field of the notation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from judge.effects import notation as n
from judge.effects import supporting
from judge.effects.supporting_costs import asks_objects, only_costs

#: The nodes that are read, each with the fields that may say something.
_FIELDS: Mapping[type, frozenset[str]] = {
    node: frozenset(fields.split())
    for node, fields in {
        # terms
        n.Selector: "kind side of owned_by other unlike where might_at_most might_at_least "
        "might_below energy_at_most energy_at_least power_at_most state not_state tag keyword "
        "without_keyword type not_type supertype domain named attached_to min max any_number the "
        "at not_at zone top together total_might_at_most total_energy_at_most rank by",
        n.Count: "of each",
        n.MightOf: "of",
        n.CostOf: "of part",
        n.MightBonusOf: "of",
        n.KeywordValue: "keyword of",
        n.DamageOn: "of",
        n.PointsOf: "of",
        n.ExperienceOf: "of",
        n.Extreme: "of what lowest",
        n.Sum: "of",
        n.Times: "of by",
        n.Bounded: "of least most",
        n.Exists: "of at_least at_most",
        n.Is: "what a",
        n.Compare: "value at_least at_most below",
        n.Done: "what",
        n.TurnIs: "of phase",
        n.InCombat: "what showdown",
        n.NearVictory: "points of",
        n.AllOf: "of",
        n.AnyOf: "of",
        n.Not: "that",
        n.Cost: "energy power exhaust kill recycle discard banish return_to_hand any_amount",
        n.Moment: "event what by where phase whose",
        # instructions
        n.Deal: "amount to split",
        n.Heal: "what",
        n.Kill: "what",
        n.Banish: "what",
        n.ReturnToHand: "what",
        n.Draw: "amount who",
        n.Discard: "amount who",
        n.Channel: "amount exhausted",
        n.Add: "energy power",
        n.Move: "what to",
        n.Recall: "what",
        n.Ready: "what",
        n.Exhaust: "what",
        n.Stun: "what",
        n.Buff: "what",
        n.GiveMight: "amount to minimum until",
        n.GiveKeyword: "keyword to value until",
        n.Counter: "what",
        n.Score: "amount who",
        n.If: "condition then otherwise",
        # choices, costs and plays (349-359)
        n.Recycle: "what",
        n.Mode: "name chooses does",
        n.Modes: "of min max",
        n.Choose: "from_ who",
        n.Pay: "cost then otherwise who",
        n.EachPlayer: "does starting opponents_only",
        n.Play: "what ignoring cost reduced_by to at exhausted ready then_banish then_recycle who",
        n.AdditionalCost: "cost label mandatory provided",
        n.CostPaid: "cost",
        n.ChosenNumber: "slot",
        n.CostChange: "of energy power power_less minimum either ignore alternative additional "
        "applied beyond to",
        # changes and abilities
        n.Might: "amount",
        n.GrantKeyword: "keyword value",
        n.Triggered: "when may chooses does",
        n.Activated: "cost timing only_if chooses does",
        n.Static: "affects changes while_",
    }.items()
}

FIELDS: Mapping[type, frozenset[str]] = {
    node: _FIELDS.get(node, frozenset()) | frozenset(supporting.FIELDS.get(node, "").split())
    for node in {**_FIELDS, **supporting.FIELDS}
}

#: Fields of every instruction that are read.
_OF_INSTRUCTIONS = frozenset({"label", "after"})

#: Of some fields only these words are read.
WORDS: Mapping[tuple[type, str], frozenset[str]] = {
    (n.Selector, "kind"): frozenset(
        [
            "unit",
            "gear",
            "equipment",
            "permanent",
            "rune",
            "legend",
            "battlefield",
            "spell",
            "ability",
            "spell_or_ability",
            "card",
            "object",
            "facedown_card",
            "player",
        ]
    ),
    (n.Selector, "zone"): frozenset(
        ["board", "hand", "trash", "banishment", "champion_zone", "main_deck"]
    ),
    (n.CostChange, "of"): frozenset(["play", "activate", "additional", "move"]),
    (n.CostChange, "to"): frozenset(["anywhere", "here"]),
    (n.Play, "to"): frozenset(["anywhere", "battlefield", "base", "your_base", "here", "there"]),
    (n.Selector, "where"): frozenset(["anywhere", "battlefield", "base", "your_base", "here"]),
    (n.Selector, "state"): frozenset(
        [
            "exhausted",
            "ready",
            "stunned",
            "attacking",
            "defending",
            "damaged",
            "buffed",
            "mighty",
            "equipped",
            "attached",
            "alone",
            "token",
        ]
    ),
    (n.Move, "to"): frozenset(["destination", "base", "here"]),
    (n.GiveMight, "until"): frozenset({"turn", "combat"}),
    (n.GiveKeyword, "until"): frozenset({"turn", "combat", "unlimited"}),
    **supporting.WORDS,
}

#: Events of one moment that are listened to, by what they may be about: the source itself, a
#: player's doing, or a moment of the turn.
_BY_ME = frozenset(["play", "attack", "defend", "conquer", "hold", "move", "die", "become_mighty"])
_BY_YOU_HERE = frozenset({"conquer", "hold"})
_YOUR_PHASES = frozenset({"beginning", "main"})


def unsupported(definition: n.CardDefinition) -> list[str]:
    """What the engine does not execute of a definition, in words such as `do: reveal`."""
    found: list[str] = []
    found += _in_list("does", definition.does)
    found += [word for selector in definition.chooses.values() for word in _in(selector)]
    for ability in definition.abilities:
        found += _in(ability)
    if definition.effect_text:
        found.append("effect text")
    found += _in_list("additional_costs", definition.additional_costs)
    if definition.is_spell and not all(map(only_costs, definition.abilities)):
        found.append("ability of a spell")
    return list(dict.fromkeys(found))


def missing_in(ability: n.AnyAbility) -> list[str]:
    """What the engine does not execute of one ability."""
    return list(_in(ability))


def without_unsupported(definition: n.CardDefinition) -> n.CardDefinition:
    """The definition as the engine can judge it: what it does not execute is a clause of a text
    that is not modelled. Abilities keep their places, since their keys count them.
    """
    strange = sorted(set(definition.keywords) - n.KEYWORDS_MODELLED - set(definition.clauses))
    missing = unsupported(definition)
    if not strange and not missing:
        return definition
    clauses = [*definition.clauses, *strange]
    if definition.is_spell and missing:
        clauses.append(f"spell text: {', '.join(missing)}")
        return msgspec.structs.replace(
            definition,
            text="unmodelled",
            clauses=clauses,
            does=[],
            chooses={},
            abilities=[],
            additional_costs=[],
        )
    abilities: list[n.AnyAbility] = []
    for ability in definition.abilities:
        lacking = list(_in(ability))
        abilities.append(n.Static(changes=[]) if lacking else ability)
        if lacking:
            clauses.append(clause_of(ability))
    if definition.effect_text:
        clauses += ["effect text", *(f"effect {clause_of(a)}" for a in definition.effect_text)]
    kept = [cost for cost in definition.additional_costs if not list(_in(cost))]
    if len(kept) < len(definition.additional_costs):
        clauses.append("additional cost")
    return msgspec.structs.replace(
        definition,
        text="unmodelled",
        clauses=list(dict.fromkeys(clauses)),
        abilities=abilities,
        effect_text=[],
        additional_costs=kept,
    )


_CLAUSES_OF_EVENTS = {
    "play": "play",
    "attack": "attack",
    "defend": "defend",
    "conquer": "conquer",
    "hold": "hold",
    "move": "move",
    "die": "death",
    "leave": "leave",
    "discard": "discard",
    "win_combat": "combat",
    "score": "score",
}


def clause_of(ability: n.AnyAbility) -> str:
    """The kind of clause that an ability is, as `rulesdb.cards.cardtext` names them."""
    match ability:
        case n.Activated():
            return "activated ability"
        case n.Replacement():
            return "death replacement" if ability.instead_of.event == "die" else "replacement"
        case n.KeywordAbility():
            return ability.keyword
        case n.Static():
            return "static ability"
    if ability.legion:
        return "Legion"
    if ability.level is not None:
        return "Level"
    if ability.deathknell:
        return "Deathknell"
    kinds = set()
    for moment in ability.moments:
        word = _CLAUSES_OF_EVENTS.get(moment.event)
        if word is None or moment.what != "me":
            return "trigger"
        kinds.add(f"{word} trigger")
    return kinds.pop() if len(kinds) == 1 else "trigger"


# --- going through --------------------------------------------------------------------------------


def _in(node: n.Node) -> Iterator[str]:
    """What is not executed in a node and in all that stands in it."""
    tag = node.__struct_config__.tag
    name = f"{node.__struct_config__.tag_field}: {tag}" if tag else type(node).__name__.lower()
    read = FIELDS.get(type(node))
    if read is None:
        yield name
        return
    if isinstance(node, n.Instruction):
        read |= _OF_INSTRUCTIONS
    for field, default in _defaults(node):
        value = getattr(node, field)
        if value == default:
            continue
        if (type(node), field) in supporting.SPECIAL:
            continue  # see `judge.effects.supporting`
        if field not in read:
            yield f"{name}, {field.rstrip('_')}"
            continue
        allowed = WORDS.get((type(node), field))
        words = value if isinstance(value, list) else [value]
        if allowed is not None and any(isinstance(w, str) and w not in allowed for w in words):
            yield f"{name}, {field}: {value}"
        if isinstance(value, dict):
            yield from _in_list(field, list(value.values()))
        else:
            yield from _in_list(field, words)
    yield from _special(node)


def _defaults(node: n.Node) -> Iterator[tuple[str, Any]]:
    for info in msgspec.structs.fields(node):
        default = info.default
        if info.default_factory is not msgspec.NODEFAULT:
            default = info.default_factory()
        yield info.name, default


def _in_list(field: str, values: list[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, n.Node):
            yield from _in(value)


def _special(node: n.Node) -> Iterator[str]:
    """What depends on more than a field and its words."""
    yield from supporting.special(node, _in)
    match node:
        case n.Triggered():
            for moment in node.moments:
                if not _heard(moment):
                    yield f"when: {moment.event}"
        case n.GiveKeyword() | n.GrantKeyword() if node.keyword not in n.KEYWORDS_MODELLED:
            yield f"keyword: {node.keyword}"
        case n.Cost():
            if node.any_amount and asks_objects(node):
                yield "cost: any_amount"
        case n.Play():
            for cost in (node.cost, node.reduced_by):
                if cost is not None and asks_objects(cost):
                    yield "do: play, cost"
        case n.Modes():
            names = [slot for mode in node.of for slot in mode.chooses]
            if len(set(names)) < len(names):
                yield "do: modes, chooses"
        case n.CostChange():
            for cost in (node.alternative, node.applied):
                if cost is not None and asks_objects(cost):
                    yield "change: cost"
        case n.Add():
            if not isinstance(node.energy, int):
                yield "do: add, energy"


def _heard(moment: n.Moment) -> bool:
    """Whether `judge.abilities.triggers` notices such a moment."""
    if moment == n.Moment(event=moment.event, what="me"):
        return moment.event in _BY_ME
    if moment == n.Moment(event=moment.event, by="you", where="here"):
        return moment.event in _BY_YOU_HERE
    if moment == n.Moment(event="begin_phase", phase=moment.phase, whose="you"):
        return moment.phase in _YOUR_PHASES
    return moment in (
        n.Moment(event="end_turn", whose="you"),
        n.Moment(event="play", by="you", what=n.Selector(kind="spell")),
    )
