"""A card in words: its keywords, its additional costs, its instructions and its abilities."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge.cardtext import (
    abilities,
    byplayers,
    changes,
    conditions,
    eachplayer,
    either,
    instructions,
    later,
    placing,
    undoing,
    values,
)
from judge.cardtext.costs import additional, with_keyword
from judge.cardtext.doing import paragraph, told
from judge.cardtext.english import capitalised, keyword_word, named
from judge.cardtext.scene import Scene, Voice, ability, amount, change, condition
from judge.cardtext.selectors import phrase
from judge.effects import notation as n

#: the modules whose functions the families of nodes dispatch to
REGISTERED = (
    abilities,
    byplayers,
    changes,
    conditions,
    eachplayer,
    either,
    instructions,
    later,
    placing,
    undoing,
    values,
)


def voice_of(definition: n.CardDefinition) -> Voice:
    """In which person the card speaks: units and legends in the first."""
    if definition.is_unit or "Legend" in definition.types:
        return "I"
    return "here" if "Battlefield" in definition.types else "this"


def _keywords(definition: n.CardDefinition) -> Iterable[str]:
    """The keyword lines. One with a cost of its own stands among the abilities instead; one that
    is short for a condition of other text stands before that.
    """
    told_elsewhere = {
        each.keyword for each in definition.abilities if isinstance(each, n.KeywordAbility)
    }
    if any(isinstance(each, n.Triggered) and each.deathknell for each in definition.abilities):
        told_elsewhere.add("Deathknell")
    dependent = any(isinstance(e, n.If) and e.condition == n.LEGION for e in definition.does)
    if dependent or any(each.legion for each in definition.abilities):
        told_elsewhere.add("Legion")
    branches = [each.condition for each in definition.does if isinstance(each, n.If)]
    branched = any(n.level_asked(each) is not None for each in branches)
    if branched or any(each.level is not None for each in definition.abilities):
        told_elsewhere.add("Level")
    for keyword, value in definition.keywords.items():
        if keyword not in told_elsewhere:
            yield keyword_word(keyword, value)


def print_card(definition: n.CardDefinition) -> str:
    """The text of a card as the game would print it, without reminders; its effect text apart.

    Raises `NotPrintable` where a piece of it has no printed form.
    """
    voice = voice_of(definition)
    lines = list(_keywords(definition))
    for cost in definition.additional_costs:
        scene = Scene(voice=voice)
        lead = "" if cost.provided is None else f"if {condition(cost.provided, scene)}, "
        lines.append(capitalised(additional(cost, scene, lead)))
    statics = [
        each
        for each in definition.abilities
        if isinstance(each, n.Static | n.KeywordAbility)
        and not (definition.is_spell and each.level is not None)
    ]
    if definition.is_spell:
        repeats = [
            each.cost
            for each in statics
            if isinstance(each, n.KeywordAbility) and each.keyword == "Repeat" and each.cost
        ]
        several = len(repeats) > 1
        if several:  # its instances stand in one line
            prices = [with_keyword(each, Scene(voice=voice)).strip() for each in repeats]
            lines.append(f"[Repeat] — {' / '.join(prices)}")
        lines += [
            ability(each, Scene(voice=voice, slots=definition.chooses))
            for each in statics
            if not (several and isinstance(each, n.KeywordAbility) and each.keyword == "Repeat")
        ]
        if definition.does:
            # what was paid with is what the one additional cost says
            costs = [each.cost for each in definition.additional_costs if each.mandatory]
            scene = Scene(voice=voice, cost=costs[0] if len(costs) == 1 else None)
            lines.append(capitalised(paragraph(definition.chooses, definition.does, scene)))
        lines += [
            ability(each, Scene(voice=voice))
            for each in definition.abilities
            if each not in statics
        ]
    else:
        # what was paid with is what the one additional cost says
        costs = [each.cost for each in definition.additional_costs]
        paid = costs[0] if len(costs) == 1 else None
        rest = list(definition.abilities)
        while rest:
            own = paid if isinstance(rest[0], n.Static) else None
            lines.append(ability(rest[0], Scene(voice=voice, cost=own)))
            if rest[1:] and isinstance(rest[0], n.KeywordAbility) and _is_of_equip(rest[1]):
                lines[-1] += "."
            told = _tags_gained(rest)
            if told:
                lines[-1] += f" {capitalised(Scene(voice=voice).me.subject)} gain that tag."
            rest = rest[1 + told :]
    return "\n".join(lines)


def _is_of_equip(ability: n.AnyAbility) -> bool:
    """Whether it says what the Equip ability before it costs."""
    return isinstance(ability, n.Static) and any(
        isinstance(change, n.CostChange) and change.of == "equip" for change in ability.changes
    )


def _tags_gained(abilities: Sequence[n.AnyAbility]) -> int:
    """How many abilities after the first say that a permanent has the tag that was picked for it,
    one for each of the options.
    """
    match abilities[0]:
        case n.Replacement(does=[n.ChooseOption(options=options)]):
            gained = [
                n.Static(changes=[n.Trait(tags=[option])], while_=n.OptionChosen(option=option))
                for option in options
            ]
            if list(abilities[1 : len(options) + 1]) == gained:
                return len(options)
    return 0


def print_effect_text(definition: n.CardDefinition) -> str:
    """What an Equipment gives to its unit, which speaks of itself (716, 724)."""
    return "\n".join(ability(each, Scene(voice="I")) for each in definition.effect_text)


def print_ability(node: n.AnyAbility, voice: Voice = "I") -> str:
    """One ability as a paragraph."""
    return ability(node, Scene(voice=voice))


def print_instruction(
    node: n.AnyInstruction, chooses: dict[str, n.Selector] | None = None, voice: Voice = "this"
) -> str:
    """One instruction as a sentence without its full stop."""
    return capitalised(told([node], Scene(voice=voice, slots=dict(chooses or {}))))


def print_change(node: n.Change, voice: Voice = "I") -> str:
    """One continuous change, of the source itself."""
    scene = Scene(voice=voice)
    return change(node, scene.me, scene)


def print_condition(node: n.Condition, voice: Voice = "I") -> str:
    """A condition as it stands after "if"."""
    return condition(node, Scene(voice=voice))


def print_value(value: n.Value, voice: Voice = "I") -> str:
    """A value as it stands after "equal to"."""
    return amount(value, Scene(voice=voice))


def print_selector(selector: n.Selector, voice: Voice = "I") -> str:
    """What somebody chooses with a selector."""
    return named(phrase(selector, Scene(voice=voice), "chosen", motion=True)).object
