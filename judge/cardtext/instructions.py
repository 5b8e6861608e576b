"""The game actions in words, each as a clause whose verb can be bent."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from judge.cardtext.costs import returned
from judge.cardtext.english import (
    MIGHT,
    YOU,
    Noun,
    joined,
    keyword_word,
    named,
    number_word,
    owned,
    plural,
    spaced,
    symbols,
)
from judge.cardtext.scene import Clause, Scene, amount, clause
from judge.cardtext.selectors import (
    at_place,
    meant,
    phrase,
    player,
    together,
    zone_of,
)
from judge.cardtext.values import might_phrase, so_many
from judge.cardtext.words import DURATIONS, TOKENS
from judge.effects import notation as n
from judge.effects.supporting_labels import THIS_IN_TRASH


def done_to(what: n.Objects, scene: Scene) -> str:
    """The object of a game action; things are taken out of a zone that is named."""
    if isinstance(what, n.Selector) and what.the is None and what.top is None:
        return phrase(what, scene, "all", motion=True)
    return meant(what, scene).object


def given_to(what: n.Objects, scene: Scene) -> str:
    """The object of "give", which takes no "all"."""
    return done_to(what, scene).removeprefix("all ")


# --- damage ---------------------------------------------------------------------------------------


@clause.register
def _deal(node: n.Deal, scene: Scene) -> Clause:
    subject = None
    if node.source is not None and not (node.source == "me" and scene.voice != "I"):
        subject = meant(node.source, scene)
    if isinstance(node.amount, int):
        how_much = f"{node.amount} damage split among" if node.split else f"{node.amount} to"
    else:
        value = amount(node.amount, scene)
        if isinstance(node.amount, n.MightOf) and node.amount.of == node.source and subject:
            value = f"{subject.possessive} Might"
            if node.source in scene.slots:
                value = f"{'their' if subject.many else 'its'} Might"
        known = isinstance(node.amount, n.ThatMuch | n.ChosenNumber)
        if isinstance(node.amount, n.ChosenNumber):
            value += " damage"  # it is that much of something else so far
        how_much = value if known else f"damage equal to {value}"
        counted = so_many(node.amount, "", scene)
        if " for each " in counted:
            head, _, each = counted.partition(" for each ")
            return Clause("deal", f"{head} to {_dealt_to(node, scene)} for each {each}", subject)
        how_much += " split among" if node.split else " to"
    bonus = "" if node.bonus == 0 else f", with {amount(node.bonus, scene)} Bonus Damage"
    return Clause("deal", f"{how_much} {_dealt_to(node, scene)}{bonus}", subject)


def _dealt_to(node: n.Deal, scene: Scene) -> str:
    """Several chosen units are dealt so much each."""
    first = isinstance(node.to, str) and node.to in scene.slots and node.to not in scene.said
    noun = meant(node.to, scene)
    several = isinstance(node.to, str) and first and noun.many and not node.split
    return f"{'each of ' if several else ''}{noun.object}"


@clause.register
def _heal(node: n.Heal, scene: Scene) -> Clause:
    what = done_to(node.what, scene)
    return Clause(
        "heal", what if node.amount is None else f"{amount(node.amount, scene)} from {what}"
    )


@clause.register
def _prevent(node: n.Prevent, scene: Scene) -> Clause:
    if node.amount is None:
        how_much = "all damage"
    else:
        how_much = f"the next {amount(node.amount, scene)} damage"
    until = DURATIONS[node.until]
    each = " each time" if node.each_time else ""
    to = "" if node.to == n.Selector() else f"to {done_to(node.to, scene)}"
    by = "" if node.by is None else f"by {phrase(node.by, scene, 'several')}"
    return Clause("prevent", spaced(f"{how_much} that would be dealt", to, until, by) + each)


# --- to things ------------------------------------------------------------------------------------


def _plain(verb: str, kind: type[n.Instruction]) -> None:
    """Register a game action that is just done to something."""

    @clause.register(kind)
    def _(node: n.Kill, scene: Scene) -> Clause:
        return Clause(verb, done_to(node.what, scene))


for _verb, _kind in {
    "kill": n.Kill,
    "banish": n.Banish,
    "recycle": n.Recycle,
    "recall": n.Recall,
    "ready": n.Ready,
    "exhaust": n.Exhaust,
    "stun": n.Stun,
    "buff": n.Buff,
    "empower": n.Empower,
    "disempower": n.Disempower,
}.items():
    _plain(_verb, _kind)


@clause.register
def _look(node: n.Look, scene: Scene) -> Clause:
    if node.until is None:
        return Clause("look at", done_to(node.what, scene))
    assert isinstance(node.what, n.Selector)
    whose = player(node.what.of or "you", scene)
    cards = "their" if whose.subject == "they" else whose.possessive
    seen = f"look at {cards} {phrase(replace(node.what, of=None), scene, 'bare')}s"
    return Clause("", spaced(f"{scene.you.subject} can {seen}", DURATIONS[node.until]))


@clause.register
def _return(node: n.ReturnToHand, scene: Scene) -> Clause:
    what = node.what
    if from_trash := _from_trash(what, scene):
        return Clause("return", f"{scene.me.object}{from_trash} to your hand")
    if isinstance(what, n.Selector) and what.the is None:
        owners = "their owners' hands" if what.zone == "board" else f"{scene.you.possessive} hand"
        return Clause("return", f"{done_to(what, scene)} to {owners}")
    if isinstance(what, list):
        return Clause("return", f"{meant(what, scene).object} to their owners' hands")
    made = scene.labels.get(what) if isinstance(what, str) else None
    if _is_of_their_hand(made, scene):
        return Clause("return", f"{meant(what, scene).object} to their hand")
    if isinstance(made, n.Choose) and made.label is None and what not in scene.said:
        return Clause("return", f"{meant(what, scene).object} to its owner's hand")
    slot = scene.slots.get(what) if isinstance(what, str) else None
    if slot is not None and (slot.zone == "trash" or slot.max != 1 or slot.any_number):
        noun = meant(what, scene)
        home = "their owners' hands" if slot.zone == "board" else f"{scene.you.possessive} hand"
        return Clause("return", f"{noun.object} to {home}")
    if slot is not None:
        return Clause("return", f"{meant(what, scene).object} to its owner's hand")
    return Clause("return", returned(what, scene).removeprefix("return "))


def _is_of_their_hand(made: n.Instruction | None, scene: Scene) -> bool:
    """Whether what an instruction was done to was chosen in the hand of somebody else."""
    source = getattr(made, "what", None)
    chosen = scene.labels.get(source) if isinstance(source, str) else None
    return isinstance(chosen, n.Choose) and chosen.from_.zone == "hand" and bool(chosen.from_.of)


@clause.register
def _reveal(node: n.Reveal, scene: Scene) -> Clause:
    if node.until is not None:
        what = node.what
        zone = zone_of(what, scene) if isinstance(what, n.Selector) else scene.you.possessive
        until = phrase(node.until, scene, "one")
        return Clause(
            "reveal", f"cards from the top of {zone} until {scene.you.subject} reveal {until}"
        )
    hands = [n.Selector(kind="card", zone="hand", of=who) for who in (None, node.who)]
    if node.what in hands:
        return Clause(
            "reveal", f"{player(node.who, scene).possessive if node.who == 'you' else 'their'} hand"
        )
    return Clause("reveal", done_to(node.what, scene))


@clause.register
def _move(node: n.Move, scene: Scene) -> Clause:
    if isinstance(node.what, n.Selector):  # what is said for the first time is said once
        noun = named(done_to(node.what, scene), many=True)
    else:
        noun = meant(node.what, scene)
    place = scene.there if node.to == "there" else _where_to(node, noun)
    slot = scene.slots.get(node.what) if isinstance(node.what, str) else None
    if node.to == "battlefield" and slot is not None and slot.where in ("here", "battlefield"):
        place = "to a different battlefield"
    if node.destination is not None:
        place = f"to {phrase(node.destination, scene, 'one')}"
        scene.said.insert(0, "destination")
    elif node.to == "destination" and node.at is None and slot is not None and slot.any_number:
        place = "to a single location"
    return Clause("move", spaced(noun.object, place) + _at(node.at, scene))


def _where_to(node: n.Move, noun: Noun) -> str:
    owner = noun.possessive if noun.person == "first" else "their" if noun.many else "its"
    return {
        "destination": "",
        "anywhere": "",
        "base": f"to {owner} base",
        "your_base": "to your base",
        "here": "here",
        "there": "there",
        "battlefield": "to a battlefield",
        "elsewhere": "to another location",
        "base_at_one_end": f"to or from {owner} base",
        "beside_its_own": "to a location where there's a unit with the same controller",
    }[node.to]


def _at(name: str | None, scene: Scene) -> str:
    """ " to that battlefield"."""
    if name is None:
        return ""
    if name == "paid":
        what = getattr(scene.cost, "exhaust", None)
        kind = what.kind if isinstance(what, n.Selector) else "card"
        return (
            f" to the location of the {kind} {scene.you.subject} exhausted to pay for this ability"
        )
    if isinstance(chosen := scene.labels.get(name), n.Choose) and chosen.label is None:
        return f" to {meant(name, scene).object}"
    place = at_place(name, scene)
    return f" {place}" if place in ("here", "there") else f" to {place.removeprefix('at ')}"


@clause.register
def _swap_places(node: n.SwapPlaces, scene: Scene) -> Clause:
    other = node.other if node.what == "me" else node.what
    if "me" in (node.what, node.other):
        first = meant(other, scene)
        return Clause("move", f"me to {first.possessive} location and it to my original location")
    return Clause("move", "each to the other's location")


@clause.register
def _give_might(node: n.GiveMight, scene: Scene) -> Clause:
    return give([node], scene)


@clause.register
def _give_keyword(node: n.GiveKeyword, scene: Scene) -> Clause:
    return give([node], scene)


def give(nodes: Sequence[n.GiveMight | n.GiveKeyword | n.Give], scene: Scene) -> Clause:
    """What is given to the same things for the same time, in one sentence."""
    to = nodes[0].to
    turned = _before_its_object(nodes, scene)
    if turned is not None:
        return turned
    first = isinstance(to, str) and to in scene.slots and to not in scene.said
    noun = meant(to, scene)
    each = " each" if first and noun.many else ""
    given: list[str] = []
    limit = ""
    for node in nodes:
        if isinstance(node, n.Give):
            copied = node.changes[0]
            assert isinstance(copied, n.GrantKeywords)
            given.append(f"{meant(copied.of, scene).possessive} keywords")
            continue
        if isinstance(node, n.GiveKeyword):
            if isinstance(node.value, int):
                given.append(keyword_word(node.keyword, node.value))
            else:
                given.append(f"{keyword_word(node.keyword)} equal to {amount(node.value, scene)}")
            continue
        given.append(might_phrase(node.amount, scene))
        if node.minimum is not None:
            limit = f", to a minimum of {node.minimum} {MIGHT}"
        if node.maximum is not None:
            limit += f", to a maximum of {node.maximum} {MIGHT}"
    until = DURATIONS[nodes[0].until]
    rest = joined(given)
    head, found, tail = rest.partition(" for each ")
    if found and until:
        rest, until = f"{head} {until} for each {tail}", ""
    to_them = noun.object.removeprefix("all ")
    return Clause("give", spaced(f"{to_them}{each}", rest, until) + limit)


def _before_its_object(
    nodes: Sequence[n.GiveMight | n.GiveKeyword | n.Give], scene: Scene
) -> Clause | None:
    """ "Give +[M] equal to its Might to a gear", where that is named only then."""
    node, to = nodes[0], nodes[0].to
    if len(nodes) > 1 or not isinstance(node, n.GiveMight) or not isinstance(to, str):
        return None
    value = node.amount
    of = getattr(value, "of", None)
    if to not in scene.slots or to in scene.said or of not in scene.said:
        return None
    given = might_phrase(value, scene)
    return Clause("give", spaced(f"{given} to {meant(to, scene).object}", DURATIONS[node.until]))


@clause.register
def _double_might(node: n.DoubleMight, scene: Scene) -> Clause:
    return Clause("double", spaced(owned(meant(node.to, scene), "Might"), DURATIONS[node.until]))


@clause.register
def _swap_might(node: n.SwapMight, scene: Scene) -> Clause:
    return Clause(
        "swap",
        spaced(f"the Might of {together([node.what, node.other], scene)}", DURATIONS[node.until]),
    )


@clause.register
def _gain_control(node: n.GainControl, scene: Scene) -> Clause:
    if node.until == "until_i_leave":
        lasting = spaced(done_to(node.what, scene), DURATIONS[node.until])
        return Clause("control", lasting, YOU)
    text = spaced(f"control of {done_to(node.what, scene)}", DURATIONS[node.until])
    if node.new_choices:
        them = "it" if isinstance(node.what, str) else "them"
        text += f". You may make new choices for {them}"
    return Clause("gain", text)


@clause.register
def _become_copy(node: n.BecomeCopy, scene: Scene) -> Clause:
    noun = meant(node.what, scene)
    copies = "copies" if noun.many else "a copy"
    text = _original(node, scene)
    return Clause("become", spaced(f"{copies} of {text}", DURATIONS[node.until]), noun)


def _original(node: n.BecomeCopy, scene: Scene) -> str:
    """What is copied, beside what copies it: "another unit there", "that unit"."""
    if isinstance(node.of, n.Selector):
        return phrase(node.of, scene, "one")
    selector = scene.slots.get(node.of) if isinstance(node.of, str) else None
    if selector is None or not isinstance(node.of, str):
        return meant(node.of, scene).object
    if node.of in scene.said:
        return f"that {selector.kind}"
    if selector.unlike == [node.what]:
        selector = replace(selector, unlike=[], other=True)
    scene.say(node.of)
    return phrase(selector, scene, "chosen")


@clause.register
def _attach(node: n.Attach, scene: Scene) -> Clause:
    slot = scene.slots.get(node.what) if isinstance(node.what, str) else None
    fresh = node.what not in scene.said and node.to in scene.said
    if slot is not None and slot.of == f"controller of {node.to}" and fresh:
        one = phrase(replace(slot, of=None), scene, "chosen")
        return Clause("attach", f"{one} with the same controller to it")
    what = done_to(node.what, scene)
    return Clause("attach", f"{what} to {meant(node.to, scene).object}")


@clause.register
def _replace(node: n.Replace, scene: Scene) -> Clause:
    what = "that battlefield" if node.what == "there" else done_to(node.what, scene)
    battlefield = node.what == "there" or (node.what == "me" and scene.voice == "here")
    what = "this" if battlefield and node.what == "me" else what
    if node.back:
        former = "the battlefield it replaced" if battlefield else "what it replaced"
        return Clause("replace", f"{what} with {former}")
    kind = "battlefield token" if battlefield else "token"
    return Clause("replace", f"{what} with a {node.by} {kind}")


@clause.register
def _hide(node: n.Hide, scene: Scene) -> Clause:
    text = done_to(node.what, scene) + (f" {at_place(node.at, scene)}" if node.at else "")
    return Clause("hide", f"{text}{', ignoring its cost' if node.free else ''}")


@clause.register
def _choose_anew(node: n.ChooseAnew, scene: Scene) -> Clause:
    return Clause("make", f"new choices for {done_to(node.what, scene)}")


# --- playing --------------------------------------------------------------------------------------

_IGNORING = {"energy": "its Energy cost", "base": "its cost", "all": "any and all costs"}


def _from_trash(what: n.Objects, scene: Scene) -> str:
    """ " from your trash", of a source that is there."""
    return " from your trash" if what == "me" and scene.zone == "trash" else ""


@clause.register
def _play(node: n.Play, scene: Scene) -> Clause:
    text = _picked_of_hand(node.what, scene) or done_to(node.what, scene)
    text += _from_trash(node.what, scene)
    if node.what == THIS_IN_TRASH:
        text = f"this from {scene.you.possessive} trash"
    text = spaced(text, "exhausted" if node.exhausted else "", "ready" if node.ready else "")
    place = {"here": "here", "there": "there", "your_base": "to your base", "base": "to base"}
    place["battlefield"] = "to a battlefield"
    conditional = "" if not _of_any_type(node, scene) else place.get(node.to, "")
    text = spaced(text, "" if conditional else place.get(node.to, "")) + _at(node.at, scene)
    if node.cost is not None:
        text += f" for {symbols(_whole(node.cost.energy), node.cost.power) or '[0]'}"
    if node.ignoring is not None:
        ignored = _IGNORING[node.ignoring]
        if isinstance(node.what, n.Selector) and node.what.the is None:
            ignored = ignored.replace("its", "their").replace("cost", "costs")
        elif isinstance(node.what, n.Selector) and text.startswith("those "):
            ignored = ignored.replace("its ", "").replace("cost", "costs")
        text += f", ignoring {ignored.replace('costss', 'costs')}"
    if node.reduced_by is not None:
        cost = node.reduced_by
        less = (
            symbols(cost.energy, cost.power)
            if isinstance(cost.energy, int)
            else amount(cost.energy, scene)
        )
        text += f", reducing its cost by {less}"
    if conditional:
        text += f". If it's a unit, play it {conditional}"
    if node.or_to is not None:
        text += f". If it's a unit, you may play it {place[node.or_to]}"
    if node.then_banish:
        text += ". Then banish it"
    if node.then_recycle:
        text += ". Then recycle it"
    return Clause("play", text)


def _picked_of_hand(what: n.Objects, scene: Scene) -> str:
    """ "That unit", of what was chosen in a hand that was revealed."""
    chosen = scene.labels.get(what) if isinstance(what, str) else None
    if not isinstance(chosen, n.Choose) or chosen.from_.the is None or chosen.from_.zone != "hand":
        return ""
    return f"that {chosen.from_.kind}"


def _of_any_type(node: n.Play, scene: Scene) -> bool:
    """Whether it plays a card from a hand of whatever type, of which only units go somewhere."""
    chosen = scene.labels.get(node.what) if isinstance(node.what, str) else None
    if not isinstance(chosen, n.Choose) or chosen.from_.zone != "hand":
        return False
    return chosen.from_.kind == "card" and not chosen.from_.type and not chosen.from_.tag


def _whole(value: n.Value) -> int:
    return value if isinstance(value, int) else 0


_COPIES = frozenset({"Reflection"})


@clause.register
def _play_token(node: n.PlayToken, scene: Scene) -> Clause:
    if node.token == "it":
        return Clause("play", "an additional copy of it")
    might, kind = TOKENS.get(node.token, (None, "unit"))
    shown = "" if might is None or node.token in _COPIES else f"{might} {MIGHT}"
    if node.might is not None:
        shown = f"{amount(node.might, scene)} {MIGHT}"
    several = node.amount != 1
    noun = f"{node.token} {kind} token"
    words = spaced("ready" if node.ready else "", shown, plural(noun) if several else noun)
    if isinstance(node.amount, int):
        words = f"{number_word(node.amount)} {words}" if several else f"a {words}"
        each = ""
    else:
        counted = so_many(node.amount, "", scene)
        each = " for each " + counted.partition(" for each ")[2]
        words = f"a {words.removesuffix('s')}"
        if " for each " not in counted:
            words, each = (
                f"that many {spaced('ready' if node.ready else '', shown, plural(noun))}",
                "",
            )
    if node.keywords:
        words += f" with {joined(keyword_word(keyword) for keyword in node.keywords)}"
    words = spaced(words, "exhausted" if node.exhausted else "")
    place = {"here": "here", "there": "there", "your_base": "to your base", "base": "to your base"}
    place |= {"battlefield": "to a battlefield", "anywhere": "", "destination": ""}
    words = spaced(words, place.get(node.to, "")) + _at(node.at, scene) + each
    if node.different_places:
        words += " to different locations"
    if node.copy_of is not None:
        words += f" as a copy of {meant(node.copy_of, scene).object}"
    return Clause("play", words)


@clause.register
def _create(node: n.Create, scene: Scene) -> Clause:
    unless = " if it's not there already" if node.unless_there else ""
    return Clause("add", f"the {node.token} battlefield token to the board{unless}")
