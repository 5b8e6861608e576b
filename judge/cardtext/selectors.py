"""What things are called: selectors, names, places and players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec.structs import replace

from judge.cardtext.counted import chosen_by_each, counted, noun_of, quantity, takes_many
from judge.cardtext.english import (
    IT,
    THEM,
    THIS,
    YOU,
    Noun,
    agreeing,
    joined,
    keyword_word,
    named,
    plural,
    spaced,
    with_article,
)
from judge.cardtext.holding import holding, occupied
from judge.cardtext.scene import Scene, amount, pronoun
from judge.cardtext.words import APART, KINDS, RANKS, TOGETHER, ZONES, where
from judge.effects import notation as n

#: `chosen`: so many of them; `all`: every one; `some`: as the kind of thing that a condition or a
#: count speaks of
Manner = Literal["chosen", "all", "one", "bare", "several"]

_STATES = {"mighty": "[Mighty]"}


# --- players --------------------------------------------------------------------------------------

_PLAYERS = {
    "opponent": named("an opponent"),
    "opponents": named("opponents", many=True),
    "teammate": named("your teammate"),
    "allies": named("you or an ally", many=True),
    "each": named("each player"),
    "each_other": named("each other player"),
    "turn_player": named("the turn player"),
    "attacker": named("the attacker"),
    "defender": named("the defender"),
}


def player(who: str, scene: Scene) -> Noun:
    """What a player is called."""
    if who == "you":
        return scene.you
    if who == "chosen" or (who == "that_player" and who in scene.said):
        return THEM
    if who == "that_player":
        scene.said.append(who)
        return named("that player")
    role, of, name = who.partition(" of ")
    if of:
        return named(f"{meant(name, scene).possessive} {role}")
    return _PLAYERS[who]


# --- places ---------------------------------------------------------------------------------------


def _is_moved(name: str, scene: Scene) -> bool:
    """Whether a name means what the text has moved."""
    return isinstance(scene.labels.get(name), n.Move)


def _left_a_battlefield(scene: Scene) -> bool:
    """Whether what the text has moved was at a battlefield before."""
    moved = [each.what for each in scene.labels.values() if isinstance(each, n.Move)]
    slots = [scene.slots.get(what) for what in moved if isinstance(what, str)]
    return any(slot is not None and slot.where == "battlefield" for slot in slots)


def at_place(name: str, scene: Scene) -> str:
    """At the location that a name means, or of what it means."""
    if name in ("here", "there"):
        return name
    if name == "destination" and name in scene.said:
        return "there"
    if name == "origin":
        return f"at {'that battlefield' if _left_a_battlefield(scene) else 'its original location'}"
    if name == "destination":
        return "at its destination"
    if scene.slots.get(name, n.Selector()).kind == "battlefield":
        return "there" if name in scene.said else f"at {meant(name, scene).object}"
    if name == scene.latest and scene.slots.get(name, n.Selector()).where == "battlefield":
        return "there"
    if name == scene.latest and not takes_many(scene.slots.get(name, n.Selector())):
        return "at its location"
    if _is_moved(name, scene):
        return "at its destination"
    if name == "me":
        return "at my location" if scene.voice == "I" else "here"
    held = scene.slots.get(name, n.Selector()).where == "battlefield"
    return f"at {meant(name, scene).possessive} {'battlefield' if held else 'location'}"


def zone_of(selector: n.Selector, scene: Scene) -> str:
    """The zone that a selector names, with whose it is."""
    if selector.zone == "banished_with_me":
        return f"banished with {scene.me.object}"
    whose = selector.of or selector.owned_by
    if whose is None and selector.side == "enemy":
        whose = "opponent"
    if whose == "each":
        return plural(ZONES[selector.zone])
    if whose not in (None, "you") and whose == scene.whose:
        return f"their {ZONES[selector.zone]}"
    owner = player(whose or "you", scene)
    many = owner.many and whose != "chosen" and owner.subject != "they"
    word = ZONES[selector.zone]
    return f"{owner.possessive} {plural(word) if many else word}"


# --- selectors ------------------------------------------------------------------------------------


def phrase(selector: n.Selector, scene: Scene, manner: Manner, *, motion: bool = False) -> str:
    """What a selector means. `motion`: something is taken from there ("from your trash")."""
    many = manner in ("all", "several") or (manner == "chosen" and takes_many(selector))
    if selector.the is not None:
        return meant(selector.the, scene).object
    if selector.top is not None:
        return _top_cards(selector, scene)
    if selector.kind == "ability" and selector.abilities is not None:
        return _ability_of(selector.abilities, scene)
    one = (selector.min, selector.max) == (1, 1)
    if selector.kind == "legend" and selector.side == "yours" and one and manner != "one":
        return f"{scene.you.possessive} legend"
    if manner == "chosen" and one_at_each(selector):
        before, noun, after = _words(selector, scene, many=False, motion=motion)
        return spaced("up to one", *before, noun, after)
    if selector.kind == "unit" and selector.side == "yours" and _is_champion(selector):
        others = [word for word in selector.state if word != "chosen_champion"]
        plain = phrase(replace(selector, state=others), scene, manner, motion=motion)
        return plain.replace("a unit", "your Chosen Champion", 1)
    before, noun, after = _words(selector, scene, many=many, motion=motion)
    if any(_is_known(name, scene) for name in selector.unlike):
        selector = replace(selector, other=True)
    if noun == "something" and not many and selector.min:
        states = " and ".join(before)
        return spaced("something", "else" * selector.other, states and f"that's {states}", after)
    if manner == "chosen":
        return quantity(selector, before, noun, after)
    yours = [word for word in before if word == "your"]
    before = [word for word in before if word != "your"]
    other = "other" if selector.other else ""
    if manner == "bare":
        return spaced(*yours, other, *before, noun, after)
    if manner == "one":
        if selector.other:
            return spaced("another", *before, noun, after)
        return with_article(spaced(*before, noun, after))
    every = "all" if manner == "all" and not yours else ""
    return spaced(every, *yours, other, *before, noun, after)


def _is_known(name: str, scene: Scene) -> bool:
    """Whether a text has spoken of it so that "another" is enough: what was chosen, what has moved,
    and what the condition of a trigger is about.
    """
    return name in scene.slots or _is_moved(name, scene) or (name == "it" and scene.triggered)


def one_at_each(selector: n.Selector) -> bool:
    """Whether one thing at each place may be chosen, which a text says apart."""
    return selector.any_number and "one_per_place" in selector.together


def _is_champion(selector: n.Selector) -> bool:
    return "chosen_champion" in selector.state


def _top_cards(selector: n.Selector, scene: Scene) -> str:
    """ "The top 3 cards of your Main Deck"."""
    deck = zone_of(selector, scene)
    noun = "rune" if selector.zone == "rune_deck" else "card"
    if selector.top == 1:
        return f"the top {noun} of {deck}"
    shown = amount(selector.top, scene) if selector.top is not None else ""
    return f"the top {shown} {plural(noun)} of {deck}"


def _words(
    selector: n.Selector, scene: Scene, *, many: bool, motion: bool
) -> tuple[list[str], str, str]:
    """The words before the noun, the noun, and the words after it."""
    before: list[str] = []
    after: list[str] = []
    if "attached" in selector.not_state:
        before.append("detached")
    before += [word for word in selector.state if word not in APART]
    zoned = selector.zone not in ("board", "any", "chain")
    before += [*(["different"] if "paid" in selector.unlike else []), *occupied(selector)]
    if selector.kind == "battlefield" and selector.side == "friendly":
        after.append(f"{scene.you.subject} or allies control")
    elif selector.side in ("friendly", "enemy") and not (selector.kind == "player" or zoned):
        before.append(selector.side)
    before += [f"non-{word}" for word in selector.not_state if word == "token"]
    if selector.side == "yours" and not zoned:
        if many:
            before.insert(0, "your")
        else:
            after.append(f"{scene.you.subject} control")
    if selector.side == "not_yours":
        after.append("you don't control")
    if selector.of is not None and not zoned:
        owner = player(selector.of, scene)
        after.append(f"{owner.subject} {'control' if owner.many or owner == YOU else 'controls'}")
    if selector.owned_by is not None and not zoned:
        owner = player(selector.owned_by, scene)
        after.append(f"{owner.subject} {agreeing('own', owner.person)}")
    if "mighty" in selector.state:
        before.append(_STATES["mighty"])
    noun = noun_of(selector, many=many)
    if selector.zone == "any" and selector.not_zone is None and many:
        after.append("everywhere")
    if selector.not_zone is not None:
        after.append(f"played from anywhere other than a player's {ZONES[selector.not_zone]}")
    if "alone" in selector.state and selector.at is not None:
        after.append("alone")
    places = [*_places(selector, scene, many=many, motion=motion)]
    conditions = [*_conditions(selector, scene, many=many)]
    if selector.at == "here" and selector.where == "battlefield" and selector.keyword:
        places, conditions = conditions, places  # "with [Tank] at my battlefield"
    after += [*places, *conditions]
    if _zone_last(selector):
        after.append(f"{'from' if motion else 'in'} {zone_of(selector, scene)}")
    told = selector.where == "battlefield"
    after += [TOGETHER[w] for w in selector.together if not (told and w == "same_place")]
    if selector.total_might_at_most is not None:
        total = f"{amount(selector.total_might_at_most, scene)} or less"
        alike = "same_controller" in selector.together  # which is said before it
        after.append(f"and a total Might of {total}" if alike else f"with total Might {total}")
    if selector.rank is not None:
        after.append(RANKS[selector.rank])
    return before, noun, spaced(*after)


def _places(selector: n.Selector, scene: Scene, *, many: bool, motion: bool) -> Iterable[str]:
    together = selector.where == "battlefield" and "same_place" in selector.together
    # "here" of what may be in a base, where it means nowhere: a battlefield, and this one
    mine = selector.where == "battlefield" and selector.at == "here"
    if together and not selector.any_number:
        yield "at the same battlefield"
    elif mine:
        yield "at my battlefield" if scene.voice == "I" else "here"
    else:
        yield where(selector.where, many=many and not together)
    if selector.at is not None and not mine:
        yield at_place(selector.at, scene)
    if selector.not_at is not None:
        yield f"at a different location than {meant(selector.not_at, scene).object}"
    if selector.zone == "banished_with_me":
        yield zone_of(selector, scene)
    elif selector.zone not in ("board", "any", "chain") and not _zone_last(selector):
        yield f"{'from' if motion else 'in'} {zone_of(selector, scene)}"
    if selector.attached_to is not None:
        yield f"attached to {meant(selector.attached_to, scene).object}"
    if selector.beside is not None:
        yield f"at the same location as {phrase(selector.beside, scene, 'one')}"
    yield holding(selector, lambda held: phrase(held, scene, "one"))


def _zone_last(selector: n.Selector) -> bool:
    """Whether the zone stands behind a cost of both kinds, or a keyword."""
    both = selector.energy_at_most is not None and selector.power_at_most is not None
    return (
        (both and _as_dear_as(selector) is None) or bool(selector.keyword)
    ) and selector.zone in ("trash", "hand")


def _as_dear_as(selector: n.Selector) -> n.Objects | None:
    """The thing than which it costs no more, of neither kind."""
    energy, power = selector.energy_at_most, selector.power_at_most
    if isinstance(energy, n.CostOf) and isinstance(power, n.CostOf) and energy.of == power.of:
        return energy.of if (energy.part, power.part) == ("energy", "power") else None
    return None


def _conditions(selector: n.Selector, scene: Scene, *, many: bool = False) -> Iterable[str]:
    """What a thing has to have, after its noun."""
    alike = _as_dear_as(selector)
    if alike is not None:
        yield f"that costs no more Energy and no more Power than {meant(alike, scene).object}"
        selector = replace(selector, energy_at_most=None, power_at_most=None)
    if selector.might_at_most is not None:
        yield f"with {amount(selector.might_at_most, scene)} [M] or less"
    if selector.might_at_least is not None:
        yield f"with {amount(selector.might_at_least, scene)} [M] or more"
    if selector.might_below is not None:
        yield f"with less Might than {_owner_of_might(selector.might_below, scene)}"
    match selector.energy_at_most:
        case n.Sum(of=[below, -1]) if not isinstance(below, int):
            yield f"with Energy cost less than {amount(below, scene)}"
            selector = replace(selector, energy_at_most=None)
    if selector.energy_at_most is not None:
        most = f"no more than {_energy(selector.energy_at_most, scene)}"
        if isinstance(selector.power_at_most, int):
            yield f"with cost {most} and no more than {'[A]' * selector.power_at_most}"
        else:
            yield f"with Energy cost {most}"
    elif isinstance(selector.power_at_most, int):
        yield f"with Power cost no more than {'[A]' * selector.power_at_most}"
    if isinstance(selector.power_at_least, int):
        yield f"with Power cost {'[A]' * selector.power_at_least} or more"
    if selector.energy_at_least is not None:
        yield f"that costs {_energy(selector.energy_at_least, scene)} or more"
    if selector.named_as is not None:
        yield f"with the named {'name' if selector.named_as == 'card' else selector.named_as}"
    if selector.keyword:
        yield f"with {joined(map(keyword_word, selector.keyword), 'or')}"
    if selector.without_keyword:
        yield f"without {joined(map(keyword_word, selector.without_keyword), 'or')}"
    if "alone" in selector.state and selector.at is None:
        yield "that's alone"
    if "one_on_one" in selector.state:
        yield "that's one on one"
    if "controlled" in selector.state:
        yield "that's controlled"
    if "conquered" in selector.state:
        yield f"{scene.you.subject} conquered this turn"
    if "in_combat" in selector.state:
        yield "in combat"
    for word in selector.not_state:
        if word not in ("token", "attached"):
            yield f"that isn't {_STATES.get(word, word)}"
    for name in selector.unlike:
        if name != "paid" and not _is_known(name, scene):
            yield f"other than {meant(name, scene).object}"
    if selector.choosing is not None:
        yield f"that {'choose' if many else 'chooses'} {_chosen_by_it(selector.choosing, scene)}"
    if selector.choosing_no_other is not None:
        yield f"and no other {phrase(selector.choosing_no_other, scene, 'bare')}"
    if selector.total_energy_at_most is not None:
        yield f"with total Energy cost {_energy(selector.total_energy_at_most, scene)} or less"
    if selector.abilities is not None:
        yield f"that has {abilities_meant(selector.abilities, scene)}"


def _chosen_by_it(chosen: n.Objects, scene: Scene) -> str:
    """What a spell or an ability chooses: "it" of what was named before."""
    if isinstance(chosen, n.Selector):
        return phrase(chosen, scene, "one")
    if isinstance(chosen, str) and chosen in scene.slots and chosen in scene.said:
        return pronoun(takes_many(scene.slots[chosen])).object
    return meant(chosen, scene).object


def _energy(value: n.Value, scene: Scene) -> str:
    return f"[{value}]" if isinstance(value, int) else amount(value, scene)


def _owner_of_might(value: n.Value, scene: Scene) -> str:
    if isinstance(value, n.MightOf):
        return meant(value.of, scene).object
    return amount(value, scene)


def _ability_of(selector: n.AbilitySelector, scene: Scene) -> str:
    """ "An activated ability of a gear"."""
    kind = "an activated ability" if selector.activated else "an ability"
    if selector.source is None:
        return kind
    if isinstance(selector.source, n.Selector):
        return f"{kind} of {phrase(selector.source, scene, 'one')}"
    return f"{kind} of {meant(selector.source, scene).object}"


def abilities_meant(selector: n.AbilitySelector, scene: Scene) -> str:
    """Abilities that a text speaks of."""
    if selector.keyword is not None:
        kind = f"{keyword_word(selector.keyword)} effects"
    elif selector.event is not None:
        kind = f"{selector.event.replace('_', ' ')} effects"
    elif selector.activated:
        kind = "[E] abilities" if selector.cost_has == "exhaust" else "activated abilities"
    else:
        kind = "abilities"
    if selector.source is None:
        return f"your {kind}"
    if isinstance(selector.source, n.Selector) and selector.source.or_else is not None:
        first, others = replace(selector.source, or_else=None), selector.source.or_else
        rest = phrase(others, scene, "several").removeprefix(f"{first.side} ").split(" and ")
        return f"the {kind} of all {joined([phrase(first, scene, 'several'), *rest])}"
    whose = meant(selector.source, scene)
    if isinstance(selector.source, str):
        return f"{whose.possessive} {kind}"
    return f"the {kind} of {whose.object.removeprefix('all ')}"


# --- names ----------------------------------------------------------------------------------------


def meant(objects: n.Objects, scene: Scene) -> Noun:
    """What a name, several names or a selector means."""
    if isinstance(objects, n.Selector):
        if objects.the is not None and objects.unlike:
            return named("the rest", many=True)
        if objects.the is not None and is_last_shown(objects, scene):
            return IT
        if objects.the is not None:
            return meant(objects.the, scene)
        if objects.top is not None:
            return named(phrase(objects, scene, "all"), many=objects.top != 1)
        return named(phrase(objects, scene, "all"), many=True)
    if isinstance(objects, list):
        text = together(objects, scene)
        return Noun(text, text, f"{text}'s", "plural")
    return _by_name(objects, scene)


def is_last_shown(selector: n.Selector, scene: Scene) -> bool:
    """Whether it is the card with which a row of reveals has ended."""
    shown = scene.labels.get(selector.the or "")
    until = shown.until if isinstance(shown, n.Reveal) else None
    return until is not None and until == replace(selector, the=None, zone=until.zone)


def together(names: list[str], scene: Scene) -> str:
    """Things in a row: "two spells", "a gear and a rune at the same battlefield"."""
    new = all(name in scene.slots and name not in scene.said for name in names)
    if len(names) != 2 or not new:
        return joined(meant(name, scene).object for name in names)
    first, second = (scene.slots[name] for name in names)
    place = ""
    if second.of == f"controller of {names[0]}":
        place = "with the same controller"
        second = replace(second, of=None)
    if second.at == names[0] and first.kind == "battlefield":
        for name in names:
            scene.say(name)
        pair = [phrase(e, scene, "chosen", motion=True) for e in (first, replace(second, at=None))]
        return f"{joined(pair)} there"
    if second.at == names[0]:
        place = f"at the same {'battlefield' if first.where == 'battlefield' else 'location'}"
        first, second = (replace(each, where="anywhere", at=None) for each in (first, second))
    for name in names:
        scene.say(name)
    if replace(second, unlike=[]) == first and (second.unlike or place):
        both = phrase(replace(first, min=2, max=2), scene, "chosen", motion=True)
        return spaced(both, place)
    texts = [phrase(each, scene, "chosen", motion=True) for each in (first, second)]
    return spaced(joined(texts), place)


def _by_name(name: str, scene: Scene) -> Noun:
    if name == "me":
        return scene.me
    if name == "this":
        return THIS
    if name == "it":
        return scene.it
    if name == "each":
        return IT
    if name == "other":
        return named("that unit")
    if name == "paid":
        return _paid(scene)
    if name in scene.slots:
        return _slot(name, scene)
    return _label(name, scene)


def _slot(name: str, scene: Scene) -> Noun:
    """What was chosen: at first in full, then by a pronoun or as "that unit"."""
    selector = scene.slots[name]
    many = takes_many(selector)
    if name not in scene.said and selector.the in scene.labels and many:
        scene.say(name)  # of several that the text has made
        return named(f"{quantity(selector, [], '', '').removesuffix(' of')} of them", many=True)
    if name not in scene.said:
        text = phrase(selector, scene, "chosen", motion=True)  # which may speak of the one before
        if selector.or_else is not None and selector.or_else.if_paid is None:
            text = either_of(selector, selector.or_else, scene)
        scene.say(name)
        return named(text, many=many)
    if scene.latest == name:
        return pronoun(many)
    scene.say(name)
    alike = [s for other, s in scene.slots.items() if other != name and s.kind == selector.kind]
    side = f"{selector.side} " if alike and selector.side in ("friendly", "enemy") else ""
    noun = side + noun_of(n.Selector(kind=selector.kind), many=many)
    return named(f"{'those' if many else 'that'} {noun}", many=many)


def either_of(one: n.Selector, other: n.Selector, scene: Scene) -> str:
    """ "A unit here or a gear"; of one side several kinds in a row: "another friendly gear, unit,
    or facedown card".
    """
    if one.kind == "permanent" and other == n.Selector(kind=other.kind, side=one.side):
        words = phrase(replace(one, kind="card"), scene, "chosen").removesuffix("card")
        kinds = [*KINDS["permanent"].split(" or ")[::-1], KINDS[other.kind]]
        return words + joined(kinds, "or")
    text = phrase(one, scene, "chosen", motion=True)
    return f"{text} or {phrase(other, scene, 'chosen', motion=True)}"


def _label(name: str, scene: Scene) -> Noun:
    """What an earlier instruction affected."""
    instruction = scene.labels.get(name)
    of_their_own = isinstance(instruction, n.Choose) and instruction.label is not None
    if (
        isinstance(instruction, n.Choose)
        and of_their_own
        and (scene.you.person == "third" or scene.you == THEM)
        and name not in scene.said
    ):
        scene.say(name)
        own = replace(instruction.from_, of=None)
        if scene.you == THEM:
            return named(phrase(replace(own, side="yours"), scene, "chosen"))
        here = " here" if own.where == "here" else ""
        return named(f"one of {scene.you.possessive} {noun_of(own, many=True)}{here}")
    if isinstance(instruction, n.Choose) and instruction.label is None and name not in scene.said:
        scene.say(name)
        chosen = instruction.from_
        if chosen.the is not None and chosen.kind == "card" and chosen.zone == "board":
            return named(f"{counted(chosen.max)} of them", many=chosen.max != 1)
        if chosen == n.Selector(kind="rune", side="yours"):
            return named(f"one of {scene.you.possessive} runes")
        if chosen == n.Selector(kind="card", zone="trash", min=chosen.min, max=chosen.min):
            return named(f"{amount(chosen.min, scene)} from {zone_of(chosen, scene)}", many=True)
        return named(phrase(chosen, scene, "chosen", motion=True))
    if isinstance(instruction, n.Choose) and instruction.from_.the and name not in scene.said:
        scene.say(name)
        return named(_from_among(instruction.from_, scene))
    if isinstance(instruction, n.Choose):
        return pronoun(takes_many(instruction.from_))
    if isinstance(instruction, n.EachPlayer):
        return named(f"those {noun_of(chosen_by_each(instruction, name), many=True)}", many=True)
    what = getattr(instruction, "what", None) or getattr(instruction, "to", None)
    if isinstance(instruction, n.PlayToken):
        return pronoun(instruction.amount != 1)
    many = isinstance(what, n.Selector) and what.top != 1 and what.the is None
    if isinstance(what, str) and what in scene.slots:
        many = takes_many(scene.slots[what])
        if scene.said and not scene.latest and not many:
            scene.say(name)
            return named(f"that {noun_of(n.Selector(kind=scene.slots[what].kind), many=False)}")
    return pronoun(many)


def _from_among(selector: n.Selector, scene: Scene) -> str:
    """ "A unit from among them"; of any cards, the number is enough."""
    bare = replace(selector, the=None)
    if bare == n.Selector(kind="card", min=selector.min, max=selector.max):
        if (selector.min, selector.max) == (1, 2):
            return "one or both of them"
        return amount(selector.max, scene)
    match bare.might_at_most:
        case n.Sum(of=[n.MightOf(of=str() as other), int() as more]) if other in scene.labels:
            bare = replace(bare, might_at_most=None)
            than = f"the {_PAID_WORDS.get(_verb(scene.labels[other]), 'same')} unit"
            text = phrase(bare, scene, "chosen")
            return f"{text} from among them that has Might up to {more} more than {than}"
    return f"{phrase(bare, scene, 'chosen')} from among them"


def _verb(instruction: n.Instruction) -> str:
    return str(instruction.__struct_config__.tag)


_PAID_WORDS = {
    "kill": "killed", "banish": "banished", "recycle": "recycled", "exhaust": "exhausted",
    "return_to_hand": "returned", "discard": "discarded",
}  # fmt: skip


def _paid(scene: Scene) -> Noun:
    """What a cost was paid with."""
    for field in _PAID_WORDS:
        what = getattr(scene.cost, field, None)
        if isinstance(what, n.Selector):
            many = takes_many(what)
            noun = noun_of(n.Selector(kind=what.kind, type=what.type), many=many)
            return named(f"the {_PAID_WORDS[field]} {noun}", many=many)
        if what:
            return named(f"the {_PAID_WORDS[field]} card")
    return named("what was paid with")
