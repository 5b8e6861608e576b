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
from judge.effects.clauses import clauses_of, effect_clause
from judge.effects.heard import defaults, is_heard
from judge.effects.keywordtexts import (
    KEYWORDS_OF_TEXTS,
    MEANING,
    abilities_given,
    is_granted,
    left_unsaid,
)
from judge.effects.supporting_copies import (
    asks_excess,
    asks_option,
    copies_text,
    picks_option,
)
from judge.effects.supporting_costs import (
    abilities_out_of_place,
    asks_objects,
    is_repeat,
    repeat_of_own_abilities,
)
from judge.effects.supporting_labels import (
    THIS_IN_TRASH,
    done_to_itself,
    is_to_be_chosen,
    moved_in_place_of,
    moved_to_no_chosen_place,
)
from judge.effects.supporting_moments import CARDS_PLAYED, POINTS_FROM_HOLDING, SPENT
from judge.effects.supporting_reveals import looks_first
from judge.effects.supporting_selectors import UNCONTROLLED, special_place

#: The nodes that are read, each with the fields that may say something.
_FIELDS: Mapping[type, frozenset[str]] = {
    node: frozenset(fields.split())
    for node, fields in {
        # terms
        n.Selector: "kind side of owned_by other unlike where might_at_most might_at_least "
        "might_below energy_at_most energy_at_least power_at_most power_at_least state not_state "
        "tag keyword not_tag without_keyword type not_type supertype domain named attached_to min "
        "max any_number the at not_at zone top together total_might_at_most total_energy_at_most "
        "rank by choosing choosing_no_other holds or_else if_paid",
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
        n.Compare: "value at_least at_most below above",
        n.Done: "what",
        n.TurnIs: "of phase",
        n.Happened: "moment at_least during",
        n.InCombat: "what showdown",
        n.NearVictory: "points of",
        n.AllOf: "of",
        n.AnyOf: "of",
        n.Not: "that",
        n.Cost: "energy power exhaust exhaust_me kill recycle discard banish return_to_hand "
        "spend_buff any_amount",
        n.Moment: "event what by other where origin destination from_facedown nth batch phase "
        "whose first_of_game amount_at_least with_cost reason during provided",
        n.ThatMuch: "of",
        n.Tally: "of what",
        n.AbilitySelector: "source event",
        # instructions
        n.Deal: "amount to source split who",
        n.Heal: "what amount who",
        n.Kill: "what who",
        n.Banish: "what who",
        n.ReturnToHand: "what who",
        n.Draw: "amount what who",
        n.Discard: "amount what who",
        n.Channel: "amount exhausted who",
        n.Add: "energy power times",
        n.Move: "what to at destination who",
        n.Recall: "what who",
        n.Ready: "what who",
        n.Exhaust: "what who",
        n.Stun: "what who",
        n.Buff: "what who",
        n.GiveMight: "amount to minimum maximum until",
        n.GiveKeyword: "keyword to value until",
        n.Counter: "what to",
        n.Score: "amount who",
        n.If: "condition then otherwise",
        n.DoThis: "ability times",
        n.DoFollowing: "of choose by",
        n.Following: "name ability type domain",
        n.Activate: "abilities repeat",
        # choices, costs and plays (349-359)
        n.Recycle: "what who",
        n.Look: "what until who",
        n.Reveal: "what until who",
        n.Predict: "amount who",
        n.Burn: "amount who",
        n.Put: "what to position any_order who",
        n.Hide: "what at free who",
        n.Mode: "name chooses does",
        n.Modes: "of min max once",
        n.Choose: "from_ who",
        n.Pay: "cost then otherwise who",
        n.EachPlayer: "does starting opponents_only others_only with_you picked did follower",
        n.Play: "what ignoring cost reduced_by to at or_to exhausted ready then_banish "
        "then_recycle who",
        n.AdditionalCost: "cost label mandatory provided",
        n.CostPaid: "cost",
        n.PlayedFrom: "what zone",
        n.ChosenNumber: "slot",
        n.CostChange: "of energy power power_less times minimum either ignore alternative "
        "additional applied beyond to may nth",
        # game actions (413-444), tokens, attachment
        n.Attach: "what to who",
        n.Detach: "what who",
        n.Empower: "what who",
        n.Disempower: "what who",
        n.SpendBuff: "what amount who",
        n.GainExperience: "amount who",
        n.SpendExperience: "amount who",
        n.LosePoints: "amount who",
        n.Win: "who",
        n.Lose: "who",
        n.PlayToken: "token amount ready exhausted to at different_places keywords who",
        n.Create: "token unless_there who",
        n.Replace: "what by back",
        n.Procedure: "name what",
        n.ForEach: "of times does",
        n.DoubleMight: "to until",
        n.SwapMight: "what other until",
        n.SwapPlaces: "what other who",
        n.GainControl: "what until who new_choices",
        n.ChooseAnew: "what who",
        # changes and abilities
        n.Might: "amount minimum maximum",
        n.GrantKeyword: "keyword value cost cost_of_itself if_lacking to_bearer",
        n.Triggered: "when may cost times_each_turn deathknell legion level empowered zone "
        "chooses does",
        n.Activated: "cost timing only_if times_each_turn legion level empowered chooses does",
        n.Static: "affects changes while_ empowered",
        n.KeywordAbility: "keyword cost empowered",
    }.items()
}

FIELDS: Mapping[type, frozenset[str]] = {
    node: _FIELDS.get(node, frozenset()) | frozenset(supporting.FIELDS.get(node, "").split())
    for node in {**_FIELDS, **supporting.FIELDS}
}

#: Fields of every instruction that are read.
_OF_INSTRUCTIONS = frozenset({"label", "after", "may"})

#: How long effects last that instructions begin.
_BEGUN_FOR = frozenset(
    {"turn", "combat", "end_of_turn", "your_next_turn", "while_attached", "unlimited"}
)
#: Players of whom there may be several, each of whom would decide about a "may".
_SEVERAL = frozenset({"each", "each_other", "opponents", "allies"})

#: What a selector may ask of the state of something.
_STATES = frozenset(
    [
        "exhausted",
        "ready",
        "stunned",
        "attacking",
        "defending",
        "in_combat",
        "damaged",
        "buffed",
        "mighty",
        "equipped",
        "attached",
        "alone",
        "one_on_one",
        "token",
        "empowered",
        "chosen_champion",
        "open",
        "controlled",
        "contested",
        "conquered",
    ]
)

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
        [
            *("board", "hand", "trash", "banishment", "champion_zone", "main_deck"),
            "banished_with_me",
        ]
    ),
    (n.CostChange, "of"): frozenset(
        ["play", "activate", "equip", "additional", "move", "hide", "repeat"]
    ),
    (n.CostChange, "to"): frozenset(["anywhere", "here"]),
    (n.Modes, "once"): frozenset(["item", "turn"]),
    (n.Play, "to"): frozenset(["anywhere", "battlefield", "base", "your_base", "here", "there"]),
    (n.Play, "or_to"): frozenset(["here"]),
    (n.Selector, "where"): frozenset(
        ["anywhere", "battlefield", "base", "your_base", "here", "there", "elsewhere"]
    ),
    (n.Selector, "state"): _STATES,
    (n.Selector, "not_state"): _STATES - {"chosen_champion"},
    (n.PlayToken, "to"): frozenset(
        ["anywhere", "battlefield", "base", "your_base", "here", "there"]
    ),
    (n.Move, "to"): frozenset(
        [
            *("destination", "battlefield", "elsewhere", "beside_its_own", "base_at_one_end"),
            *("base", "your_base", "here", "there"),
        ]
    ),
    (n.Put, "to"): frozenset(["hand", "trash", "banishment", "main_deck", "champion_zone"]),
    (n.Counter, "to"): frozenset(["trash", "hand", "banishment"]),
    (n.DoubleMight, "until"): _BEGUN_FOR,
    (n.SwapMight, "until"): _BEGUN_FOR,
    (n.GainControl, "until"): _BEGUN_FOR | {"until_i_leave"},
    (n.Triggered, "zone"): frozenset(["board", "trash", "banishment", "champion_zone"]),
    (n.GiveMight, "until"): _BEGUN_FOR,
    (n.GiveKeyword, "until"): _BEGUN_FOR,
    **supporting.WORDS,
}

#: The named procedures that there are.
_PROCEDURES = frozenset({"weaponmaster"})


def unsupported(definition: n.CardDefinition) -> list[str]:
    """What the engine does not execute of a definition, in words such as `do: reveal`."""
    found: list[str] = []
    if any(isinstance(each, n.Modes) and each.once == "turn" for each in definition.does):
        found.append("do: modes, once")  # a spell is another object each time
    found += _in_list("does", definition.does)
    found += _in_list("chooses", list(definition.chooses.values()))
    found += supporting.given_to_cards(definition.chooses, definition.does)
    found += done_to_itself(definition.does, of_spell=True)
    found += moved_to_no_chosen_place(definition.chooses, definition.does)
    for ability in definition.abilities:
        if isinstance(ability, n.Activated | n.Triggered):
            found += done_to_itself(ability.does, of_spell=False)
    for ability in definition.abilities:
        found += [*_in(ability), *supporting.chosen_by_others(definition, ability)]
        found += _gives_abilities(ability)
    for ability in definition.effect_text:
        found += [*_in(ability), *supporting.appended(ability), *_gives_abilities(ability)]
    found += _in_list("additional_costs", definition.additional_costs)
    found += abilities_out_of_place(definition)
    return list(dict.fromkeys(found))


def _gives_abilities(ability: n.AnyAbility) -> Iterator[str]:
    """Triggered abilities that an ability gives to things: what is on the chain from them is found
    in the text of a spell alone (`judge.effects.keywordtexts`).
    """
    if abilities_given(getattr(ability, "does", [])):
        yield "do: give, ability"


def missing_in(node: n.Node) -> list[str]:
    """What the engine does not execute of one ability, or of any other node."""
    return list(_in(node))


def without_unsupported(definition: n.CardDefinition) -> n.CardDefinition:
    """The definition as the engine can judge it: what it does not execute is a clause of a text
    that is not modelled. Abilities keep their places, since their keys count them.
    """
    known = n.KEYWORDS_MODELLED | KEYWORDS_OF_TEXTS
    unsaid = set(definition.keywords) - known | set(left_unsaid(definition))
    strange = sorted(unsaid - set(definition.clauses))
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
        lacking = [
            *_in(ability),
            *(["Repeat"] if is_repeat(ability) else []),
            *supporting.chosen_by_others(definition, ability),
            *_gives_abilities(ability),
        ]
        abilities.append(n.Static(changes=[]) if lacking else ability)
        if lacking:
            clauses += clauses_of(ability)
    effect_text: list[n.AnyAbility] = []
    for ability in definition.effect_text:
        lacking = [*_in(ability), *supporting.appended(ability), *_gives_abilities(ability)]
        effect_text.append(n.Static(changes=[]) if lacking else ability)
        if lacking:
            clauses += ["effect text", *map(effect_clause, clauses_of(ability))]
    kept = [cost for cost in definition.additional_costs if not list(_in(cost))]
    if len(kept) < len(definition.additional_costs):
        clauses.append("additional cost")
    return msgspec.structs.replace(
        definition,
        text="unmodelled",
        clauses=list(dict.fromkeys(clauses)),
        abilities=abilities,
        effect_text=effect_text,
        additional_costs=kept,
    )


# --- going through --------------------------------------------------------------------------------


def _in(node: n.Node) -> Iterator[str]:
    """What is not executed in a node and in all that stands in it."""
    if picks_option(node) or copies_text(node) or looks_first(node):
        return
    if node == n.CHOSE_ENEMIES or asks_option(node):
        return
    if isinstance(node, n.GrantAbilities):  # see `judge.effects.supporting_layers`
        return
    given = repeat_of_own_abilities(node)
    if given is not None and given.cost is not None:
        yield from _in(given.cost)
        return
    tag = node.__struct_config__.tag
    name = f"{node.__struct_config__.tag_field}: {tag}" if tag else type(node).__name__.lower()
    read = FIELDS.get(type(node))
    if read is None:
        yield name
        return
    if isinstance(node, n.Instruction):
        read |= _OF_INSTRUCTIONS
    for field, default in defaults(node):
        value = getattr(node, field)
        if value == default:
            continue
        if isinstance(node, n.Count | n.Exists) and isinstance(value, n.Selector):
            plain = n.Selector(kind=value.kind, zone="banished_with_me")
            if value == plain and value.kind in ("card", "unit", "gear", "spell"):
                continue  # these are counted, and nothing else is done with them
        if isinstance(node, n.Moment) and field == "provided" and asks_excess(value):
            continue  # only as the condition is met the combat is there of which it is asked
        if isinstance(node, n.Play) and field == "what" and value == THIS_IN_TRASH:
            continue  # see `judge.procedure.limited`
        if isinstance(node, n.Look) and field == "what" and node.until is not None:
            continue  # see `judge.effects.supporting`
        if isinstance(node, n.Moment) and (
            field in ("origin", "destination") or value == UNCONTROLLED
        ):
            continue  # see `_heard`
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
            yield from _in_list(field, words, cost=isinstance(node, n.Cost))
    yield from _special(node)


def _in_list(field: str, values: list[Any], *, cost: bool = False) -> Iterator[str]:
    for value in values:
        if isinstance(value, n.Selector):
            yield from special_place(field, value, cost=cost)
        if isinstance(value, n.Node):
            yield from _in(value)


def _special(node: n.Node) -> Iterator[str]:
    """What depends on more than a field and its words."""
    if isinstance(node, n.Instruction) and node.may and node.who in _SEVERAL:
        yield f"do: {node.__struct_config__.tag}, may"
    if not isinstance(node, n.Activated) and any(
        isinstance(cost := getattr(node, field), n.Cost) and cost.exhaust_me
        for field in node.__struct_fields__
    ):
        yield "cost: exhaust_me"
    yield from supporting.special(node, _in)
    if isinstance(node, n.Triggered | n.Activated | n.Mode):
        yield from supporting.given_to_cards(node.chooses, node.does)
    if isinstance(node, n.Triggered | n.Activated):
        yield from moved_to_no_chosen_place(node.chooses, node.does)
    match node:
        case n.Replacement():
            yield from moved_in_place_of(node.does)
        case n.Triggered():
            for moment in node.moments:
                if not is_heard(moment):
                    yield f"when: {moment.event}"
        case n.Delay() | n.DoThis() if isinstance(node.ability, n.Triggered):
            yield from _special_made(node.ability, str(node.__struct_config__.tag))
        case n.DoFollowing():
            for each in node.of:
                yield from _special_made(each.ability, "do_following")
        case n.Activate():
            if node.abilities.source is None or node.abilities.event is None:
                yield "do: activate"
            if node.repeat and node.abilities.source != "me":
                yield "do: activate, repeat"
        # Repeat has a price, which nothing says here (820.1.c)
        case n.GiveKeyword() if node.keyword not in n.KEYWORDS_MODELLED - {"Repeat"}:
            yield f"keyword: {node.keyword}"
        # 444: each of several is asked by `each_player`
        case n.Pay() if node.who in _SEVERAL:
            yield "do: pay, who"
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
        case n.Move(what=n.Selector(), at=None) if is_to_be_chosen(node):
            yield "do: move, what"
        case n.Discard(what=str() | list()):
            yield "do: discard, what"
        case n.Procedure():
            if node.name not in _PROCEDURES:
                yield f"procedure: {node.name}"
        case n.KeywordAbility():
            known = node.cost is not None and node.keyword in MEANING
            if not (known or is_granted(node) or is_repeat(node)):
                yield f"keyword: {node.keyword}"
        case n.Tally():
            if node not in (CARDS_PLAYED, POINTS_FROM_HOLDING, *SPENT):
                yield "value: tally"
        case n.Add():
            if not isinstance(node.energy, int):
                yield "do: add, energy"
            # what is told only as it resolves pays for nothing before (429.3)
            if node.times != 1 and not isinstance(node.times, n.ChosenNumber):
                yield "do: add, times"


def _special_made(ability: n.Triggered, tag: str) -> Iterator[str]:
    """What no ability can say that an effect makes: it has no card that counts or holds it."""
    counts = ability.times_each_turn is not None or any(m.nth for m in ability.moments)
    counts |= any(isinstance(each, n.Modes) and each.once is not None for each in ability.does)
    dependent = ability.legion or ability.level is not None or ability.zone != "board"
    if counts or dependent:
        yield f"do: {tag}, ability"
