"""Passive abilities that stand between an action and its event: what is in play, indexed by event
(363-366).

Sums of Might and keywords are read in the layers; here is what forbids, replaces, prevents, says
how something enters, or alters damage. A board without such texts has an empty index, which is made
from one look at the names of the cards in play.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import structs
from msgspec.structs import replace

from judge.abilities.active import why_inactive
from judge.abilities.attributing import done_with, killer_of
from judge.actions.door import Attempt
from judge.board.state import ChainItem, Effect, GameObject
from judge.board.table import reference
from judge.effects import notation as n
from judge.effects.activetexts import appended
from judge.effects.catalogue import INTERCEDING
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.granted import interceding_abilities
from judge.effects.keywordtexts import MEANING, spelled_out
from judge.effects.meaning import ITEM_KINDS, evaluate, fits, why_not_item
from judge.effects.meantplayers import players
from judge.effects.speaking import is_to_nobody
from judge.effects.supporting_copies import copies_text
from judge.effects.supporting_moments import BY_ITEMS
from judge.effects.traits import failed_print
from judge.effects.unread import refused
from judge.effects.zones import asks_face, find_held, held_keywords
from judge.layers.lost import has_lost, lost_printed
from judge.ruling.run import Run

#: events under one name: to be dealt damage, to be killed
_SAME: dict[n.Event, n.Event] = {"take_damage": "deal", "kill": "die"}
#: the rules by which an attached card's own text is there as it is attached and detached
_OF_ATTACHING: dict[n.Event, str] = {"attach": "725.1", "detach": "725.2"}


class Passive(msgspec.Struct, frozen=True):
    """One such ability in play, and whose it is.

    `key` names this instance of it; `ref` is its source, where that still is what it was, and
    `place` the location of it, or its own id for a battlefield. `effect`: the lasting effect that
    it is.
    """

    key: str
    ref: str | None
    card: str
    controller: str | None
    place: str | None
    ability: n.Replacement | n.Static
    change: n.ChangeNode | None = None
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()
    effect: Effect | None = None
    zone: str = "board"
    #: labels of the additional costs that were paid for what enters with it
    paid: frozenset[str] = frozenset()
    #: of the text of an attached card, which is inactive but for its own attaching and detaching:
    #: the rule by which it is there for that (725.1, 725.2)
    dormant: str | None = None

    @property
    def moment(self) -> n.Moment:
        """What a replacement effect replaces; of one that replaces several each part has one."""
        assert isinstance(self.ability, n.Replacement)
        moment = self.ability.instead_of
        assert isinstance(moment, n.Moment)
        return moment

    @property
    def event(self) -> n.Event:
        """The event of that, as it goes through the door."""
        return same_event(self.moment.event)

    def context(self, controller: str) -> Context:
        """On whose behalf its text is read."""
        names = self.names
        if not names and self.effect is None and self.ref is not None:
            names = (("this", (self.ref,)),)  # in a text of its own it is the object itself
        return Context(
            controller,
            source=self.ref,
            here=self.place,
            names=names,
            unowned=self.controller is None,
            paid_costs=self.paid,
        )

    def of(self, run: Run) -> str:
        """374: it is controlled by whoever controls its source; the Turn Player for a battlefield
        that nobody controls (372.2).
        """
        return self.controller or run.board.turn.player


class Index(msgspec.Struct):
    """What is in play, by the event that it is about."""

    replacing: dict[n.Event, list[Passive]] = {}
    forbidding: dict[n.Event, list[Passive]] = {}
    entering: list[Passive] = []
    damaging: list[Passive] = []
    permitting: list[Passive] = []
    preventing: list[Effect] = []
    events: set[n.Event] = set()

    def add(self, found: Passive) -> None:
        """Enter an ability under what it is about."""
        match found.change:
            case None:
                event = found.event
                self.replacing.setdefault(event, []).append(found)
                self.events.add(event)
            case n.Cannot():
                event = same_event(found.change.moment.event)
                self.forbidding.setdefault(event, []).append(found)
                self.events.add(event)
            case n.Enters():
                self.entering.append(found)
                self.events.add("enter")
            case n.Damage():
                self.damaging.append(found)
                self.events.add("deal")
            case n.May():
                self.permitting.append(found)


def same_event(event: n.Event) -> n.Event:
    """The name under which an event goes through the door."""
    return _SAME.get(event, event)


def index(run: Run) -> Index:
    """What is in play; kept while nothing on the board changes."""
    kept: Index | None = run.table.memo.get("passives")
    if kept is None:
        kept = run.table.memo["passives"] = Index()
        for found in _everything(run):
            kept.add(found)
        kept.preventing = [e for e in run.table.applying() if e.prevent is not None]
        if kept.preventing:
            kept.events.add("deal")
        kept.events.update(_from_the_trash(run))
    return kept


def _from_the_trash(run: Run) -> set[n.Event]:
    """Events about which something on the board would have a say, were it in the trash (370.3);
    kept while no object gets another text.
    """
    found: set[n.Event] | None = run.table.texts.get("from the trash")
    if found is None:
        found = run.table.texts["from the trash"] = set(_of_those_in_the_trash(run))
    return found


def _of_those_in_the_trash(run: Run) -> Iterator[n.Event]:
    interceding = run.catalogue.interceding
    for thing in run.table.objects.values():
        if thing.card in interceding:
            for ability in run.catalogue[thing.card].abilities:
                if isinstance(ability, n.Replacement) and ability.zone == "trash":
                    yield from (same_event(moment.event) for moment in ability.moments)


def _everything(run: Run) -> Iterator[Passive]:
    names = run.catalogue.interceding
    table = run.table
    for battlefield in run.board.battlefields:
        if battlefield.card in names:
            own = battlefield.id
            yield from printed(run, own, battlefield.card, battlefield.controller, own)
    for thing in _interceding(run):
        # 716, 720: printed text of an attached card is inactive
        if thing.name in names and thing.attached_to is None:
            place = table.places[thing.id]
            lost = lost_printed(table, run.catalogue, thing)
            yield from printed(
                run, reference(thing), thing.name, thing.controller, place, lost=lost
            )
        else:
            yield from _appended(run, thing)
            yield from _of_attaching(run, thing)
    for name, player in run.board.players.items():
        champion = [player.champion] if player.champion is not None else []
        zones = (("hand", player.hand), ("trash", player.trash), ("champion_zone", champion))
        for zone, cards in zones:
            for card in cards:
                if card.card in names:
                    # 191.4.a.1: outside the board its owner controls an ability
                    yield from printed(run, reference(card), card.card, name, None, zone)
    for effect in table.applying():
        if effect.abilities:
            yield from _of_effect(run, effect)


def _interceding(run: Run) -> list[GameObject]:
    """The objects whose text, or one copied into it, is of these; kept while no object gets
    another.
    """
    found: list[GameObject] | None = run.table.texts.get("interceding")
    if found is None:
        cards, names = run.catalogue.interceding, run.table.names()
        found = run.table.texts["interceding"] = [
            thing
            for thing in run.table.objects.values()
            if names[thing.id] in cards or (thing.copied and thing.text_copied in cards)
        ]
    return found


def printed(
    run: Run,
    ref: str,
    card: str,
    controller: str | None,
    place: str | None,
    zone: str = "board",
    lost: frozenset[int] = frozenset(),
) -> Iterator[Passive]:
    """What a card prints of these, as far as it is active in the zone (365.1, 366.1), save those in
    the places that are lost (477.2.a).
    """
    definition = run.catalogue[card]
    # they become active as a permanent becomes a Game Object
    if zone == "board" and definition.is_permanent and not run.stands("359.2.a"):
        return
    for number, written in enumerate(definition.abilities):
        if number in lost:
            continue
        ability = spelled_out(written)
        if not isinstance(ability, n.Static | n.Replacement):
            continue
        short = isinstance(written, n.KeywordAbility) and MEANING.get(written.keyword)
        if short and not run.stands(short):
            continue
        if not _active_in(run, ability, zone):
            continue
        if number and not run.stands("362"):
            return
        for found in _parts(ability, f"{ref}/{number}", ref, card, controller, place):
            yield found if zone == "board" else replace(found, zone=zone)


def _appended(run: Run, gear: GameObject) -> Iterator[Passive]:
    """What the effect text of an attached card says of these, which is the text of what it is
    attached to, whoever controls the card (719.1, 718.5.g). In it "this" is the card (136.2.d).
    """
    bearer = run.table.objects.get(gear.attached_to or "")
    if bearer is None or not run.stands("719.1", "434.1.c", "718.5.g"):
        return
    place = run.table.places[bearer.id]
    ref, this = reference(bearer), reference(gear)
    names = (("this", (this if run.stands("136.2.d") else ref,)),)
    for text in appended(run.table, run.catalogue, bearer, gear):
        if has_lost(run.table, run.catalogue, bearer, text):
            continue
        key = f"{ref}/{text.key}"
        yield from _parts(text.ability, key, ref, text.card, bearer.controller, place, names)


def _of_attaching(run: Run, gear: GameObject) -> Iterator[Passive]:
    """What the text of an attached card itself says of its being attached and detached: that text
    exists as it is, although it is inactive else (725.1, 725.2).
    """
    if gear.attached_to is None or gear.name not in run.catalogue.interceding:
        return
    place = run.table.places[gear.id]
    lost = lost_printed(run.table, run.catalogue, gear)
    ref = reference(gear)
    for found in printed(run, ref, gear.name, gear.controller, place, lost=lost):
        change = found.change
        if change is not None and not isinstance(change, n.Cannot):
            continue
        event = found.moment.event if change is None else change.moment.event
        rule = _OF_ATTACHING.get(event)
        if rule is not None and run.stands(rule):
            yield replace(found, dormant=rule)


def _active_in(run: Run, ability: n.Static | n.Replacement, zone: str) -> bool:
    if zone == "board":
        # 365.1: typically only active while on the board
        return ability.zone in ("board", "any")
    if ability.zone == "board":
        return not run.stands("365.1")
    return ability.zone in (zone, "any") and run.stands("366.1")


def _parts(
    ability: n.AnyAbility,
    key: str,
    ref: str | None,
    card: str,
    controller: str | None,
    place: str | None,
    names: tuple[tuple[str, tuple[str, ...]], ...] = (),
    effect: Effect | None = None,
) -> Iterator[Passive]:
    if isinstance(ability, n.Replacement):
        if copies_text(ability):
            return  # see `judge.actions.copying`
        for moment in ability.moments:
            own = structs.replace(ability, instead_of=moment)
            yield Passive(key, ref, card, controller, place, own, None, names, effect)
    elif isinstance(ability, n.Static):
        for number, change in enumerate(ability.changes):
            if isinstance(change, INTERCEDING):
                part = f"{key}.{number}" if number else key
                yield Passive(part, ref, card, controller, place, ability, change, names, effect)


def _of_effect(run: Run, effect: Effect) -> Iterator[Passive]:
    """A delayed ability stands alone, whether or not its source still does (392); a granted one
    belongs to each object that has it.
    """
    names = tuple((name, tuple(refs)) for name, refs in sorted(effect.bound.items()))
    card = effect.origin or effect.id
    for number, ability in enumerate(interceding_abilities(effect) or ()):
        key = f"{effect.id}/{number}"
        if effect.kind == "grant":
            for ref in effect.affects or []:
                thing = run.table.find(ref)
                if thing is not None:
                    place = run.table.places[thing.id]
                    own = f"{ref}/{key}"
                    yield from _parts(ability, own, ref, card, thing.controller, place)
        else:
            source = effect.source
            there = run.table.place_of(source) if source is not None else None
            if source in run.table.battlefields:
                there = source
            by = effect.controller
            yield from _parts(ability, key, source, card, by, there, names, effect)


# --- what they are about --------------------------------------------------------------------------


def is_about(run: Run, passive: Passive, moment: n.Moment, attempt: Attempt) -> bool:
    """Whether what would happen is what the moment says, for whoever has the text."""
    if passive.dormant is not None and attempt.what != passive.ref:
        return False
    context = known(run, passive, attempt)
    # 359.2: a permanent is played as it enters
    played = attempt.event == "enter" and moment.event == "play" and moment.what == "me"
    if same_event(moment.event) != attempt.event and not played:
        return False
    by = attempt.by
    if moment.other is not None and by is None and attempt.event == "die":
        # 428.5.c.1: who is responsible for the damage is for the kill as well
        killer = killer_of(run, attempt)
        by = killer.by if killer is not None else None
    if moment.event == "kill" and by is None and not _forbids_each_kill(run, passive):
        return False  # nobody kills what dies of damage (428.1.a.2)
    if moment.by is not None and by not in players(run, context, moment.by):
        return False
    if moment.phase is not None and moment.phase != attempt.phase:
        return False
    if moment.reason is not None and moment.reason != attempt.reason:
        return False
    if moment.during == "combat" and run.board.combat is None:
        return False
    if moment.whose is not None and run.board.turn.player not in players(
        run, context, moment.whose
    ):
        return False
    if moment.what is not None:
        if not is_meant(run, moment.what, context, attempt):
            return False
    elif (
        # "an opponent can't stun units": who does it is told, and to what is not
        isinstance(passive.ability, n.Static)
        and moment.event in n.OF_OBJECTS
        and moment.by is None
        and not is_meant(run, passive.ability.affects, context, attempt)
    ):
        return False
    if moment.other is not None:
        if not _is_other(run, moment.other, context, attempt):
            return False
        kept = attempt.event == "die" and isinstance(passive.ability, n.Static)
        if kept and killer_of(run, attempt) is not None:
            run.rests_on(
                "OP-200",
                "a",
                "What cannot be killed with that by which it was dealt lethal damage is kept in "
                "the Cleanup right after it, and dies in the next.",
            )
    place = place_of(run, attempt)
    if moment.event == "play" and moment.destination is not None and place is None:
        return False  # where it would go is not said yet
    if not (
        _there(run, moment.where, context, place) and _on_its_way(run, moment, context, attempt)
    ):
        return False
    if moment.amount_at_least is not None:
        least = evaluate(run, context, moment.amount_at_least)
        if least is None or attempt.amount < least:
            return False
    return moment.provided is None or holds(run, context, moment.provided)


def _forbids_each_kill(run: Run, passive: Passive) -> bool:
    """Whether it says "can't be killed", whoever would do it: to die of damage is to be killed as
    well, passively (428.1.a.2).
    """
    change = passive.change
    return isinstance(change, n.Cannot) and change.moment.by is None and run.stands("428.1.a.2")


def applies(run: Run, passive: Passive) -> bool:
    """Whether the condition of a conditional passive ability holds (364.3)."""
    # 727.1.b.2: dependent text applies while its condition is true
    if why_inactive(run, passive.ability, passive.ref or passive.key, passive.of(run)) is not None:
        return False
    condition = passive.ability.while_ if isinstance(passive.ability, n.Static) else None
    if condition is None:
        return True
    held = holds(run, passive.context(passive.of(run)), condition)
    # 364.3.a: "if" and "while" make it conditional
    return held or not run.stands("364.3.a")


def known(run: Run, passive: Passive, attempt: Attempt) -> Context:
    """The context of a text, in which `it` is what the event is about."""
    context = passive.context(passive.of(run))
    if attempt.what is not None:
        context = context.knowing("it", [attempt.what])
    if attempt.other is not None:
        context = context.knowing("other", [attempt.other])
    if attempt.by is not None:
        context = context.knowing("that_player", [attempt.by])
    return replace(context, there=place_of(run, attempt), amounts=(("it", attempt.amount),))


def place_of(run: Run, attempt: Attempt) -> str | None:
    """Where the thing is to which it would happen; of what enters, where it would be."""
    if attempt.thing is not None:
        return attempt.to
    if attempt.what in run.table.battlefields:
        return attempt.what
    return run.table.place_of(attempt.what) if attempt.what is not None else None


def is_meant(run: Run, what: n.Objects, context: Context, attempt: Attempt) -> bool:
    """Whether the thing of an attempt is one of those that a text means."""
    if not isinstance(what, n.Selector):
        names = [what] if isinstance(what, str) else what
        return any(attempt.what in context.refs(name) for name in names)
    if attempt.what is None:
        return False
    if attempt.thing is not None:
        return fits_card(run, what, context, attempt.thing, attempt.to)
    if what.the is not None and attempt.what not in context.refs(what.the):
        return False
    return fits(run, what, context, attempt.what)


def is_item_meant(run: Run, what: n.Objects, context: Context, item: ChainItem) -> bool:
    """Whether a spell or an ability that is not on the chain yet is one that a text means."""
    if not isinstance(what, n.Selector) or what.kind not in ITEM_KINDS or what.the is not None:
        return False
    return not why_not_item(run, what, context, item)


def fits_card(
    run: Run, selector: n.Selector, context: Context, thing: GameObject, place: str | None
) -> bool:
    """Whether a card that is not on the board yet is what a selector means, by what is printed.

    Raises `Refused` where the board does not give the face that would have to be known.
    """
    definition = run.catalogue.get(thing.card)
    if definition is None:
        if asks_face(selector):
            raise refused(
                "missing_fact",
                f"Whether a text means {thing.id} depends on its face, which the board does not "
                "give.",
                f"cards.{thing.id}.card",
                "128.4",
            )
        definition = n.CardDefinition(name=thing.card, types=["Spell"])  # of which nothing is asked
    kinds = {
        "unit": definition.is_unit,
        "gear": definition.is_gear,
        "equipment": definition.is_gear and "Equipment" in definition.tags,
        "permanent": definition.is_permanent,
        "rune": definition.is_rune,
        "spell": definition.is_spell,
        # 052; 185: a token is played, and is no card
        "card": not definition.is_rune and not (thing.token and run.stands("185")),
        "object": True,
    }
    if not kinds.get(selector.kind, False):
        return False
    if selector.other and reference(thing) == context.source:
        return False
    if selector.side != "any" and is_to_nobody(run, context):
        return False  # nothing is friendly or enemy (OP-17)
    mates = run.table.team_of(context.controller)
    match selector.side:
        case "friendly" if thing.controller not in run.table.friends(context.controller):
            return False
        case "enemy" if thing.controller in mates:
            return False
        case "yours" if thing.controller != context.controller:
            return False
    if not _there(run, selector.where, context, place):
        return False
    if selector.tag and not set(selector.tag) & set(definition.tags):
        return False
    if selector.keyword or selector.without_keyword:
        held = find_held(run.table, reference(thing))
        keywords = definition.keywords if held is None else held_keywords(run, held)
        if selector.keyword and not set(selector.keyword) & set(keywords):
            return False
        if set(selector.without_keyword) & set(keywords):
            return False
    if selector.of is not None and thing.controller not in players(run, context, selector.of):
        return False
    if selector.owned_by is not None and thing.owner not in players(
        run, context, selector.owned_by
    ):
        return False
    for least, most, amount in (
        (selector.energy_at_least, selector.energy_at_most, definition.energy or 0),
        (selector.might_at_least, selector.might_at_most, definition.might or 0),
        (None, selector.power_at_most, len(definition.power)),
    ):
        low = None if least is None else evaluate(run, context, least)
        high = None if most is None else evaluate(run, context, most)
        if least is not None and (low is None or amount < low):
            return False
        if most is not None and (high is None or amount > high):
            return False
    if "token" in selector.state and not thing.token:
        return False
    if "token" in selector.not_state and thing.token:
        return False
    return not list(failed_print(run, selector, definition, definition.types))


def _is_other(run: Run, other: n.Objects, context: Context, attempt: Attempt) -> bool:
    if attempt.dealer is not None and isinstance(other, n.Selector):
        return is_item_meant(run, other, context, attempt.dealer)
    if attempt.event in BY_ITEMS and isinstance(other, n.Selector):
        return any(is_item_meant(run, other, context, each) for each in done_with(run, attempt))
    if attempt.other is None:
        return False
    if isinstance(other, n.Selector):
        item = next((item for item in run.table.items() if item.id == attempt.other), None)
        if item is not None and item.played_by is not None and not run.stands("758.2"):
            # as it was before its control changed
            return is_item_meant(
                run, other, context, structs.replace(item, controller=item.played_by)
            )
        return fits(run, other, context, attempt.other)
    names = [other] if isinstance(other, str) else other
    return any(attempt.other in context.refs(name) for name in names)


def _there(run: Run, where: str, context: Context, place: str | None) -> bool:
    match where:
        case "anywhere":
            return True
        case "here":
            return place is not None and place == context.here
        case "elsewhere":
            return place is not None and place != context.here
        case "battlefield":
            return place in run.table.battlefields
        case "base":
            return place is not None and place.startswith("base:")
        case "your_base":
            return place == f"base:{context.controller}" and not is_to_nobody(run, context)
    raise NotImplementedError(where)  # judge.effects.supporting lists them


def _on_its_way(run: Run, moment: n.Moment, context: Context, attempt: Attempt) -> bool:
    """Whether it comes from and goes to where the moment says."""
    to = moment.destination
    if to is not None and not _there(run, to, context, attempt.to):
        return False
    if moment.origin is None:
        return True
    place = run.table.place_of(attempt.what) if attempt.what is not None else None
    return _there(run, moment.origin, context, place)


__all__ = [
    "Index",
    "Passive",
    "applies",
    "fits_card",
    "index",
    "is_about",
    "is_item_meant",
    "is_meant",
    "known",
    "place_of",
    "printed",
    "same_event",
]
