"""Continuous changes in words: sentences about the things that they change."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.costs import for_each_paid, resources, to_pay, with_keyword
from judge.cardtext.english import (
    MIGHT,
    Noun,
    agreeing,
    joined,
    keyword_word,
    owned,
    spaced,
    symbols,
    with_article,
)
from judge.cardtext.moments import each_such
from judge.cardtext.scene import Scene, ability, amount, change, condition
from judge.cardtext.selectors import abilities_meant, meant, phrase, player
from judge.cardtext.values import for_each, might_phrase
from judge.cardtext.words import where
from judge.effects import notation as n


def _has(noun: Noun, what: str) -> str:
    return f"{noun.subject} {agreeing('have', noun.person)} {what}"


@change.register
def _might(node: n.Might, noun: Noun, scene: Scene) -> str:
    limit = ""
    if node.minimum is not None:
        limit = f", to a minimum of {node.minimum} {MIGHT}"
    if node.maximum is not None:
        limit += f", to a maximum of {node.maximum} {MIGHT}"
    return _has(noun, might_phrase(node.amount, scene) + limit)


@change.register
def _set_might(node: n.SetMight, noun: Noun, scene: Scene) -> str:
    least = "at least " if node.at_least else ""
    return f"{owned(noun, 'Might')} is {least}{amount(node.amount, scene)}"


@change.register
def _keyword(node: n.GrantKeyword, noun: Noun, scene: Scene) -> str:
    if node.to_bearer and isinstance(node.value, int):
        given = keyword_word(node.keyword, node.value)
        return f"{noun.subject} {agreeing('give', noun.person)} {given}"
    if node.cost_of_itself:
        return _has(noun, f"{keyword_word(node.keyword)} equal to its cost")
    if node.cost is not None:
        return _has(noun, keyword_word(node.keyword) + with_keyword(node.cost, scene))
    if isinstance(node.value, int):
        lacking = ""
        if node.if_lacking:
            they = noun.subject if noun.person == "first" else "they" if noun.many else "it"
            lacking = f" if {they} didn't already"
        return _has(noun, keyword_word(node.keyword, node.value) + lacking)
    return _has(noun, f"{keyword_word(node.keyword)} equal to {amount(node.value, scene)}")


@change.register
def _keywords_of(node: n.GrantKeywords, noun: Noun, scene: Scene) -> str:
    return _has(noun, f"{meant(node.of, scene).possessive} keywords")


@change.register
def _ability(node: n.GrantAbility, noun: Noun, scene: Scene) -> str:
    return _has(noun, f'"{ability(node.ability, Scene(voice="I"))}"')


@change.register
def _abilities_of(node: n.GrantAbilities, noun: Noun, scene: Scene) -> str:
    return _has(noun, f"all {abilities_meant(node.abilities, scene).removeprefix('the ')}")


@change.register
def _lose(node: n.LoseAbilities, noun: Noun, scene: Scene) -> str:
    lost = "all abilities" if node.keyword is None else keyword_word(node.keyword)
    return f"{noun.subject} {agreeing('lose', noun.person)} {lost}"


@change.register
def _trait(node: n.Trait, noun: Noun, scene: Scene) -> str:
    words = [*node.domains, *node.tags, *(each.lower() for each in node.types)]
    verb = {"first": "am", "plural": "are"}.get(noun.person, "is")
    instead = ""
    if node.instead:
        kinds = {"types": node.types, "tags": node.tags, "domains": node.domains}
        others = joined(kind for kind, given in kinds.items() if given)
        instead = f" and {agreeing('lose', noun.person)} all other {others}"
    what = joined(words)
    return f"{noun.subject} {verb} {what if noun.many else with_article(what)}{instead}"


@change.register
def _control(node: n.Control, noun: Noun, scene: Scene) -> str:
    by = player(node.by, scene)
    return f"{by.subject} {agreeing('control', by.person)} {noun.object}"


@change.register
def _copy_text(node: n.CopyText, noun: Noun, scene: Scene) -> str:
    return _has(noun, f"the text of {meant(node.of, scene).object} as effect text")


@change.register
def _enters(node: n.Enters, noun: Noun, scene: Scene) -> str:
    how = "" if node.ready is None else "ready" if node.ready else "exhausted"
    place = "" if node.at is None else where(node.at, many=False)
    if node.to is not None:
        place = "there"
    return spaced(noun.subject, agreeing("enter", noun.person), how, place)


_COSTS = {
    "hide": "to hide",
    "activate": "to activate",
    "repeat": "to repeat",
    "move": "to move",
    "choose": "to choose",
    "equip": "to equip",
}
_IGNORED = {
    "energy": "the Energy cost",
    "power": "the Power cost",
    "base": "the base cost",
    "all": "any and all costs",
}


#: as many as the cost was paid with
_PAID = n.Count(of=n.Selector(the="paid"))


@change.register
def _cost(node: n.CostChange, noun: Noun, scene: Scene) -> str:
    to = _COSTS.get(node.of, "")
    to_do = f"{to or 'to play'} {noun.object}"
    costs = f"{noun.subject} {agreeing('cost', noun.person)}"
    if node.of == "additional":
        costs = "optional additional costs you pay cost"
    if node.ignore == "all" and node.of == "hide":
        return f"you can hide {noun.object.removeprefix('your ')} ignoring costs"
    if node == n.CostChange(ignore="base") and noun.subject == "this":
        return "ignore this spell's cost"
    if node.ignore is not None:
        return f"you may ignore {_IGNORED[node.ignore]} {to_do}"
    if node.alternative is not None and node.of == "hide":
        paid = to_pay(node.alternative, scene)
        return f"you may {paid} to hide a card with [Hidden] instead of [A]"
    if (
        node.alternative is not None
        and noun == scene.me
        and to_pay(node.alternative, scene) == f"pay {resources(node.alternative, scene)}"
    ):
        return f"you may play {noun.object} for {resources(node.alternative, scene)}"
    if node.alternative is not None:
        return f"you may {to_pay(node.alternative, scene)} instead of the cost {to_do}"
    if node.applied is not None:
        payer = "opponents" if noun.subject.startswith("enemy ") else "players"
        paid = f"{payer} must {to_pay(node.applied, scene)}"
        place = f" {_TO[node.to]}" if node.to != "anywhere" else ""
        if node.beyond == 1 and node.of == "move":
            things = noun.subject.removeprefix("enemy ")
            one = things.removesuffix("s")
            each = f"for each {one} beyond the first to move multiple {things}"
            return f"{paid} {each}{place} at the same time"
        return f"{paid} {to_do}{place}"
    if node.additional is not None:
        return f"players may {to_pay(node.additional, scene)} as an additional cost {to_do}"
    if node.of == "equip" and node == n.CostChange(of="equip", energy=_of_the_chosen()):
        chosen = f"the unit {scene.you.subject} choose"
        return f"this ability's Energy cost is reduced by the Might of {chosen}"
    if (by := _reduced_by(node)) is not None and noun.subject == "this":
        return f"this spell's Energy cost is reduced by {amount(by, scene)}"
    if node.times == _PAID and (often := for_each_paid(scene.cost, scene)):
        less = symbols(0, node.power_less)
        return f"reduce {noun.possessive} cost by {less} {often}"
    if node.of == "repeat" and noun.subject.endswith("spells and abilities"):
        costs = f"{noun.subject.replace('spells and abilities', '[Repeat] costs')} cost"
        to = ""
    if node.nth is not None:
        place = _ORDINALS.get(node.nth, f"{node.nth}th")
        which = noun.subject.removesuffix("s") if noun.many else noun.subject
        costs = f"the {place} {which} played each turn costs"
    text = spaced(costs, _difference(node, scene), to)
    if node.minimum is not None:
        text += f", to a minimum of [{node.minimum}]"
    return text


def _of_the_chosen() -> n.Value:
    """That much less as the Might of what an Equip ability chooses."""
    return n.Times(of=n.MightOf(of="it"), by=-1)


def _reduced_by(node: n.CostChange) -> n.Value | None:
    """By how much the Energy of a play goes down, where that is no number for each of something."""
    energy = node.energy
    plain = node == n.CostChange(energy=energy)
    if plain and isinstance(energy, n.Times) and energy.by == -1:
        return None if isinstance(energy.of, n.Count | n.Distinct | n.Tally) else energy.of
    return None


def _difference(node: n.CostChange, scene: Scene) -> str:
    """ "[2] less", "[1] less for each card in your trash"."""
    word, each = "less", ""
    energy = node.energy
    if isinstance(node.times, n.CostOf) and node.times.part == "power":
        of = node.times.of
        if energy == n.Times(of=n.CostOf(of=of), by=-1):
            by = symbols(0, node.power_less)
            return (
                f"{symbols(1)} less for each Energy it costs and {by} less for each Power it costs"
            )
    if isinstance(energy, int):
        shown = symbols(abs(energy))
        word = "more" if energy > 0 or (not energy and node.power) else "less"
    else:
        positive: n.Value = energy
        if isinstance(energy, n.Times) and energy.by < 0:
            positive = energy.of if energy.by == -1 else n.Times(of=energy.of, by=-energy.by)
        else:
            word = "more"
        counted = for_each(positive, scene)
        if counted is None:
            return f"Energy {word} equal to {amount(positive, scene)}"
        shown, each = symbols(counted[0]), counted[1]
        if counted[0] < 0:
            shown, word = symbols(-counted[0]), "less"
    often = "" if isinstance(node.times, int) else (for_each(node.times, scene) or (1, ""))[1]
    if often and often != each:
        each += f" and {symbols(0, node.power_less)} less {often}"
    power = symbols(0, node.power or node.power_less)
    both = f"{shown} or {power}" if node.either else shown + power
    return spaced(both, word, each)


@change.register
def _cannot(node: n.Cannot, noun: Noun, scene: Scene) -> str:
    match node.moment:
        case n.Moment(event="play", what="me", provided=n.Not(that=n.Is(what="there", a=place))):
            return f"play {scene.me.object} only to {phrase(place, scene, 'one')}"
    text = each_such(node.moment, noun, scene)
    if node.only is not None:
        text += f", except {meant(node.only, scene).object.removeprefix('all ')}"
    return spaced(text, _before_a_turn(node.moment))


def _before_a_turn(moment: n.Moment) -> str:
    """That it is forbidden to a player who has not begun so many turns."""
    match moment.provided:
        case n.Not(that=n.Happened(moment=begun, during="game", at_least=int(number))):
            first = n.Moment(event="begin_phase", phase="awaken", whose="that_player")
            if begun == first and number in _ORDINALS:
                return f"until their {_ORDINALS[number]} turn"
    return ""


_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}


_TO = {
    "battlefield": "to a battlefield",
    "base": "to base",
    "your_base": "to your base",
    "here": "here",
    "there": "there",
    "elsewhere": "to another location",
    "anywhere": "anywhere",
    "destination": "",
}


@change.register
def _may(node: n.May, noun: Noun, scene: Scene) -> str:
    verb = node.event
    if node.ambush:
        return _ambush(node, noun, scene)
    place = [_TO[word] for word in node.where]
    if node.at is not None:
        several = noun.many and node.at.holds is None
        place.append(f"to {phrase(node.at, scene, 'several' if several else 'one')}")
    zone = "" if node.zone is None else f"from your {node.zone.replace('_', ' ')}"
    timing = "" if node.timing in (None, "normal") else f"as a [{str(node.timing).capitalize()}]"
    tail = spaced(timing, zone, joined(place, "or"))
    if node.only:
        return f"{verb} {noun.object} only {tail}"
    provided = ""
    if node.provided is not None:
        provided = f" if {condition(node.provided, scene)}"
    if noun.person == "first" or noun.subject == "this":
        if verb == "move":
            return f"{noun.subject} can move {tail}{provided}"
        return f"you may {verb} {noun.object} {tail}{provided}"
    past = {"play": "be played", "move": "move"}.get(verb, verb)
    return f"{noun.subject} may {past} {tail}{provided}"


def _ambush(node: n.May, noun: Noun, scene: Scene) -> str:
    """Ambush as a verb (822.1.d): also to where what was paid with is."""
    if node.at == n.Selector(kind="battlefield", at="paid"):
        there = f"even if {scene.you.subject} don't have other units there"
        return f"{scene.you.subject} may [Ambush] {noun.object} to its battlefield, {there}"
    return _ambush_elsewhere(node, noun, scene)


def _ambush_elsewhere(node: n.May, noun: Noun, scene: Scene) -> str:
    """Ambush as a verb: where else, or when only (822.1.d)."""
    if node.only:
        timing = str(node.timing).capitalize()
        return f"{noun.subject} can only [Ambush] at any time they could play cards with [{timing}]"
    place = "" if node.at is None else f"to {phrase(replace(node.at, holds=None), scene, 'one')}"
    held = None if node.at is None else node.at.holds
    if held is not None:
        place += f" where there are {phrase(held, scene, 'several')}, even if you don't have units"
        place += " there"
    return spaced(noun.subject, "can [Ambush]", place)


@change.register
def _damage(node: n.Damage, noun: Noun, scene: Scene) -> str:
    by = "" if node.by is None else f" from {phrase(node.by, scene, 'several')}"
    to = "" if node.to is None else f" to {phrase(node.to, scene, 'several')}"
    if node.none:
        verb = "take" if node.taken else "deal"
        not_so = "doesn't" if noun.person == "third" else "don't"
        return f"{noun.subject} {not_so} {verb} damage{by}{to}"
    verb = agreeing("take" if node.taken else "deal", noun.person)
    if node.double:
        return f"{noun.subject} {verb} double damage{by}{to}"
    return f"{noun.subject} {verb} {amount(node.bonus, scene)} Bonus Damage{by}{to}"


def _tied(scene: Scene) -> str:
    """What is done where one's own combat is tied and attackers would go (466.1.a.2, 740.3.a)."""
    you, done = scene.you, "recall"
    tie = f"if a combat where {you.subject} {agreeing('be', you.person)} the attacker ends in a tie"
    would = f"that would {done} any of {you.possessive} units"
    return f"{tie} {would}, {done} all units at that battlefield instead"


def _ignoring(keyword: str) -> str:
    """Deflect is ignored as a cost is paid, the others as damage is assigned (765)."""
    if keyword == "Deflect":
        return f"ignore {keyword_word(keyword)} while paying this spell's costs"
    return f"you ignore {keyword_word(keyword)} while assigning combat damage here"


@change.register
def _rule(node: n.RuleChange, noun: Noun, scene: Scene) -> str:
    number = amount(node.amount, scene)
    effects = f"{keyword_word(node.keyword) if node.keyword else node.event or 'all'} effects"
    effects = f"{noun.possessive} {effects.replace('_', ' ')}"
    if node.of is not None and node.what in n.OF_TRIGGERS:
        doing = {"conquer": "conquering", "hold": "holding"}.get(node.event or "")
        here = node.of == n.Selector(kind="battlefield", where="here")
        there = "here" if doing else "at my battlefield"
        there = there if here else f"at {meant(node.of, scene).object}"
        effects += f" for {doing} {there}" if doing else f" {there}"
    often = "an additional time" if number == "1" else f"{number} additional times"
    how_many = "any number of" if number == "0" else number
    times = "double" if number == "2" else f"{number} times"
    not_so = "doesn't" if noun.person == "third" else "don't"
    must = f"{noun.subject} must be assigned combat damage"
    there = "here" if noun == scene.me else f"at {noun.object}"
    of = "facedown cards" if node.of is None else meant(node.of, scene).object
    return {
        "victory_score": f"increase the points needed to win the game by {number}",
        "extra_triggers": f"{effects} trigger {often}",
        "no_triggers": f"{effects} don't trigger",
        "trigger_alias": f"{noun.possessive} hold effects are also conquer effects, and vice versa",
        "buff_limit": f"{noun.subject} can have {how_many} buffs",
        "empower_limit": f"{noun.subject} can be empowered {how_many} times",
        "buff_value": f"buffs give an additional +{number} {MIGHT} to {noun.object}",
        "might_bonus_factor": f"each Equipment attached to {noun.object} gives {times} its base "
        "Might bonus",
        "no_combat_damage": f"{noun.subject} {not_so} deal combat damage",
        "lethal_damage": f"any amount of your damage is enough to kill {noun.object}",
        "facedown_capacity": f"you may hide an additional card {there}",
        "look_at_facedown": f"you can look at {of}",
        "add_amplified": f"{noun.subject} [Add] an additional [{number}]",
        "assigned_first": f"{must} first",
        "assigned_last": f"{must} last",
        "token_plays": "you play an additional copy of each token that you play",
        "repeat_play_effect": f"{noun.possessive} play effects repeat",
        "tied_result": _tied(scene),
        "move_from_anywhere": "units can move here from anywhere",
        "damage_cannot_be_prevented": "your damage can't be prevented",
        "ignores_keyword": _ignoring(node.keyword or ""),
    }[node.what]
