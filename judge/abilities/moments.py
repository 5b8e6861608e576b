"""What happens, as conditions of triggered abilities see it, and which ability a moment meets
(370.1.a, 383).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from judge.abilities.active import LEGION, LEVEL
from judge.abilities.aliasing import ALIASED, also_listening
from judge.abilities.attributing import objects_of, spell_behind
from judge.abilities.listening import Listener, abilities_of, keywords, listener_of, listeners
from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.conditions import holds
from judge.effects.context import Context
from judge.effects.meaning import ITEM_KINDS, evaluate, fits, why_not_item
from judge.effects.meantplayers import is_done_by, players
from judge.effects.speaking import is_to_nobody, names_chooser
from judge.effects.traits import failed_print
from judge.effects.unread import refused
from judge.keywords.triggered import BY_EVENT
from judge.layers.seen import Seen
from judge.ruling.run import Run

#: events of which a player's doing and each object's are told apart: what a condition says without
#: an object is only about the player (383.4.c.2)
OF_PLAYERS_AND_OBJECTS = frozenset(
    {"conquer", "hold", "score", "attack", "defend", "win_combat", "lose_combat"}
)
_ZONES = frozenset(get_args(n.Zone))


class Occurrence(msgspec.Struct, frozen=True):
    """Something that happened, in the words of the notation.

    `what`: the object or the item it happened to; `by`: the player who did it; `where`: its
    location. `rules`: under which a trigger on it is put on the chain; `about`: what is frozen for
    the ability (359.3.f.3). `card`: a card in a zone that is not the board, by its name.
    """

    event: n.Event
    rules: tuple[str, ...]
    what: str | None = None
    by: str | None = None
    where: str | None = None
    phase: str | None = None
    about: dict[str, Any] = {}
    #: of what has left the board, what it was (359.3.e.13)
    seen: Seen | None = None
    #: where it is an item of the chain, or a card and whose
    item: ChainItem | None = None
    card: tuple[str, str] | None = None
    #: the second object: what chose, what killed, what dealt the damage
    other: str | None = None
    other_item: ChainItem | None = None
    #: the units whose combat damage it was (417.6.c, 428.5.c.2)
    units: tuple[str, ...] = ()
    amount: int | None = None
    #: the Energy that was spent to play it; None where the board does not say
    spent: int | None = None
    origin: str | None = None
    destination: str | None = None
    from_facedown: bool = False
    #: labels of the additional costs that were paid
    costs: frozenset[str] = frozenset()
    #: it was done to gain a point that was not gained after all (383.4.c.2.c)
    reason: str | None = None
    #: of a conquest, that nobody controlled the battlefield before
    uncontrolled: bool = False
    #: conditions are looked at by this object only, as of that which has left (808.1.d)
    only_by: tuple[str, str, str] | None = None
    #: the delayed abilities that waited as it happened (390)
    effects: tuple[Listener, ...] = ()

    @property
    def that_player(self) -> str | None:
        """Who "that player" is in a text that waited for it: whose hand a thing was returned to,
        else who did it.
        """
        if self.event == "return_to_hand" and self.seen is not None:
            return self.seen.thing.owner
        return self.by


def hearing(
    run: Run, occurrence: Occurrence, departed: Iterable[Listener] = ()
) -> Iterator[tuple[Listener, str, int]]:
    """The abilities whose condition an occurrence meets, each with its controller and the number of
    the moment that it is. `departed`: those of what left at the same moment (383.2.c.2).
    """
    own = occurrence.only_by is not None
    if occurrence.only_by is not None:
        ref, card, controller = occurrence.only_by
        where = occurrence.where or ""
        # 477.2.a: what it had lost does not look back
        lost = occurrence.seen.lost if occurrence.seen is not None else ()
        own_texts = abilities_of(run, ref, card, controller, where)
        listening = [each for each in own_texts if each.key not in lost]
        # 719.1: what was appended to it was its own as well
        listening += [
            listener_of(
                run, ref, text.card, controller, where, text.key, text.ability, this=text.this
            )
            for text in (occurrence.seen.appended if occurrence.seen is not None else ())
            if isinstance(text.ability, n.Triggered)
        ]
    else:
        listening = [*listeners(run, occurrence.event)]
        if occurrence.event in BY_EVENT:
            listening += keywords(run, occurrence.event, occurrence.what)
        if occurrence.event in ALIASED:
            listening += also_listening(run, occurrence.event, occurrence.what)
        # what happened to itself it sees, as what its own abilities look back at
        listening += [each for each in departed if each.ref != occurrence.what]
        listening += occurrence.effects
    for listener in listening:
        who = _controller(run, listener, occurrence)
        if who is None:
            continue
        for number, moment in enumerate(listener.ability.moments):
            if own and moment.what not in ("me", "this"):
                continue
            if moment.event == occurrence.event and meets(run, occurrence, moment, listener, who):
                heard_now = _may_hear(run, listener) and _is_in_time(run, listener, occurrence)
                if heard_now and _anyone_is_responsible(run, listener, occurrence):
                    yield listener, who, number
                break


def _controller(run: Run, listener: Listener, occurrence: Occurrence) -> str | None:
    """Who controls an ability, were its condition met now; None where nobody would."""
    if _belongs_to_chooser(run, listener, occurrence) and run.stands("190.6.c"):
        return occurrence.that_player
    if listener.controller is not None:
        return listener.controller
    return run.board.turn.player


def _anyone_is_responsible(run: Run, listener: Listener, occurrence: Occurrence) -> bool:
    """Whether somebody adds what triggered to the chain: the ability of a battlefield belongs to
    whoever it says is to choose (190.6.c), to the battlefield's controller (190.6.a), or to the
    Turn Player while there is none (190.6.b).
    """
    if listener.bound or listener.ref not in run.table.battlefields:
        return True
    if _belongs_to_chooser(run, listener, occurrence) and run.in_force("190.6.c"):
        return True
    return run.in_force("190.6.a" if listener.controller is not None else "190.6.b")


def _belongs_to_chooser(run: Run, listener: Listener, occurrence: Occurrence) -> bool:
    """Whether a battlefield's text says that the player of its condition chooses (190.6.c)."""
    if (
        occurrence.that_player is None
        or listener.bound
        or listener.ref not in run.table.battlefields
    ):
        return False
    return names_chooser(listener.ability)


def _may_hear(run: Run, listener: Listener) -> bool:
    """Whether an ability whose condition is met triggers where it is and as it is."""
    if listener.needs and not run.in_force(*listener.needs):
        return False
    if listener.muted is None:
        return True
    rule, words = listener.muted
    dependent = ["727.1.c.1"] if rule in (LEGION, LEVEL) else []
    if not run.in_force(rule, *dependent):
        return True
    if rule == LEGION and listener.controller is not None:
        run.assume_untold("players", listener.controller, "finalized")
    run.note(f"An ability of {run.thing(listener.ref)} {words}.")
    return False


def _is_in_time(run: Run, listener: Listener, occurrence: Occurrence) -> bool:
    """Whether dependent text triggers on what fulfils the condition of its own keyword: it does,
    since it is there as that is fulfilled (725.4).
    """
    fulfilled = False
    if listener.ability.empowered and occurrence.event == "empower":
        fulfilled = occurrence.what == listener.ref
    level = listener.ability.level
    if level is not None and occurrence.event == "gain_xp" and occurrence.by is not None:
        fulfilled = run.table.player(occurrence.by).xp - (occurrence.amount or 0) < level
    return not fulfilled or run.in_force("725.4")


def meets(
    run: Run, occurrence: Occurrence, moment: n.Moment, listener: Listener, controller: str
) -> bool:
    """Whether what happened is what the moment says (383.2.c)."""
    context = listener.context(controller)
    if context.unowned and _belongs_to_chooser(run, listener, occurrence):
        context = replace(context, unowned=False)
    if moment.what is None:
        if occurrence.event in OF_PLAYERS_AND_OBJECTS and occurrence.what is not None:
            return False
        # "when you play a card": a token is played, and is no card
        if moment.event == "play" and _is_token(run, occurrence) and run.in_force("350.2", "185"):
            return False
    elif not _is_what(run, moment.what, _of_the_doer(moment, context, occurrence), occurrence):
        return False
    if moment.event in ("begin_phase", "end_turn"):
        if moment.phase is not None and moment.phase != occurrence.phase:
            return False
        whose = moment.whose
        if whose is not None and run.board.turn.player not in players(run, context, whose):
            return False
        if moment.first_of_game and run.board.turn.begun.get(run.board.turn.player) != 1:
            return False
    if moment.event == "die" and moment.phase is not None and not _in_beginning_of(run, context):
        return False
    # 411.4: "you" do what you are responsible for
    if moment.by is not None and not (
        is_done_by(run, moment.by, context, occurrence.event, occurrence.by)
        and run.in_force("411.4")
    ):
        return False
    if not (
        _there(run, moment.where, context, occurrence.where)
        and _came(run, moment.origin, context, occurrence.origin)
        and _came(run, moment.destination, context, occurrence.destination)
    ):
        return False
    if moment.other is not None and not _is_other(run, moment.other, context, occurrence):
        return False
    if moment.by is not None and moment.other is not None and occurrence.other_item is not None:
        # 411.6: done "with" a spell or an ability, which must be that player's as well
        theirs = occurrence.other_item.controller in players(run, context, moment.by)
        if not theirs and run.in_force("411.6"):
            return False
    if moment.from_facedown and not occurrence.from_facedown:
        return False
    if moment.with_cost is not None and moment.with_cost not in occurrence.costs:
        return False
    if moment.during == "combat" and run.board.combat is None:
        return False
    if moment.during == "attack" and not _after_attacking(run, occurrence.by):
        return False
    if moment.during == "showdown" and run.board.showdown is None:
        return False
    if moment.amount_at_least is not None:
        least = evaluate(run, context, moment.amount_at_least)
        if moment.event == "play":
            return _is_spent(run, occurrence, least or 0) and provided(
                run, moment, knowing(context, occurrence), occurrence.event
            )
        if least is None or (occurrence.amount or 0) < least:
            return False
    return provided(run, moment, knowing(context, occurrence), occurrence.event)


def _of_the_doer(moment: n.Moment, context: Context, occurrence: Occurrence) -> Context:
    """On whose behalf a condition about any player is read of what they do it to: "when a player
    chooses a friendly unit" is about what is friendly to them (740.1).
    """
    if moment.by != "each" or moment.event != "choose" or occurrence.by is None:
        return context
    return replace(context, controller=occurrence.by, unowned=False)


def _in_beginning_of(run: Run, context: Context) -> bool:
    """Whether it is the Beginning Phase of the controller of the text (315.2)."""
    turn = run.board.turn
    return turn.phase.startswith("beginning") and turn.player == context.controller


def _is_spent(run: Run, occurrence: Occurrence, least: int) -> bool:
    """Whether so much Energy was spent to play a spell: the total that was paid, and not what is
    printed (356, 357).
    """
    item = occurrence.item
    if occurrence.spent is None and item is not None:
        raise refused(
            "missing_fact",
            f"The board does not say what was paid to play {item.id}.",
            f"chain.{item.id}.paid",
            "357",
        )
    return (occurrence.spent or 0) >= least


def _after_attacking(run: Run, player: str | None) -> bool:
    """Whether a player is the attacker of the combat that is going on."""
    combat = run.board.combat
    return combat is not None and combat.attacker == player


def provided(run: Run, moment: n.Moment, context: Context, event: n.Event) -> bool:
    """Whether what stands right after the condition holds: it is part of it (383.2.a.1)."""
    reader = replace(context, triggered=True)
    if moment.provided is None or holds(run, reader, moment.provided):
        return True
    numbers = ["383.2.a.1"]
    if event in ("attack", "defend"):
        # it is looked at as the designation is gained, and not again in this combat
        numbers.append("383.4.e.2.b" if event == "attack" else "383.4.f.2.b")
    return not run.in_force(*numbers)


def knowing(context: Context, occurrence: Occurrence) -> Context:
    """What a condition says of its own event: its objects, its player, its place, its number."""
    frozen = context.frozen
    if occurrence.what is not None:
        context = context.knowing("it", [occurrence.what])
        if occurrence.seen is not None:
            frozen = (*frozen, (occurrence.what, occurrence.seen))
    if occurrence.other is not None:
        context = context.knowing("other", [occurrence.other])
    if occurrence.that_player is not None:
        context = context.knowing("that_player", [occurrence.that_player])
    if occurrence.costs:
        # 383.2.a.1: whether an additional cost of what is played was paid
        context = replace(context, paid_costs=occurrence.costs)
    if occurrence.amount is not None:
        context = replace(context, amounts=(*context.amounts, ("it", occurrence.amount)))
    # 383.2.a.1: an "if" right after the condition may ask what was paid to play what it is about
    paid = context.paid_costs | occurrence.costs
    return replace(context, there=occurrence.where, frozen=frozen, paid_costs=paid)


def number_of(group: list[Occurrence]) -> int:
    """The number of a condition: "that many" of what has no number of its own is as many as there
    were.
    """
    return sum(1 if each.amount is None else each.amount for each in group)


def knowing_all(context: Context, group: list[Occurrence]) -> Context:
    """What a condition of "one or more" says of the events that met it together."""
    for occurrence in group:
        context = knowing(context, occurrence)
    objects = [each.what for each in group if each.what is not None]
    if objects:
        context = context.knowing("it", list(dict.fromkeys(objects)))
    others = tuple(pair for pair in context.amounts if pair[0] != "it")
    return replace(context, amounts=(*others, ("it", number_of(group))))


def _there(run: Run, where: n.Where, context: Context, place: str | None) -> bool:
    match where:
        case "here":
            return place is not None and place == context.here
        case "elsewhere":
            return place is not None and place != context.here
        case "battlefield":
            return place in run.table.battlefields
        case "another_battlefield":
            return place in run.table.battlefields and place != context.here
        case "your_battlefield":
            field = run.table.battlefields.get(place or "")
            return field is not None and field.controller == context.controller
        case "base":
            return place is not None and place.startswith("base:")
        case "your_base":
            return place == f"base:{context.controller}" and not is_to_nobody(run, context)
    return True


def _came(run: Run, where: n.Where | n.Zone | None, context: Context, place: str | None) -> bool:
    """Whether it came from there, or went there: a location, or a zone by its name."""
    if where is None or where == "any":
        return True
    if where == "board":
        return place == "board" or place in run.table.locations()
    if where in _ZONES:
        return place == where
    return _there(run, where, context, place)  # type: ignore[arg-type]  # zones are done


def _is_what(run: Run, what: n.Objects, context: Context, occurrence: Occurrence) -> bool:
    if occurrence.what is None:
        return False
    if what == "me":
        return occurrence.what == context.source
    if not isinstance(what, n.Selector):
        names = [what] if isinstance(what, str) else what
        return any(occurrence.what in context.refs(name) for name in names)
    if occurrence.event == "recycle" and what == n.Selector(kind="rune"):
        # 416.1.b: whatever its face, it goes to that deck
        return occurrence.destination == "rune_deck"
    if occurrence.item is not None:
        return _is_item(run, what, context, occurrence.item)
    if occurrence.card is not None:
        return _is_card(run, what, context, occurrence)
    if what.kind == "card":  # a card that was played is an object by now
        if _is_token(run, occurrence) and run.in_force("350.2", "185"):
            return False
        what = _of_kind(what, kind="object")
    # what has left is looked back at
    if occurrence.seen is not None and not run.in_force("359.3.e.13"):
        return False
    return fits(run, what, context, occurrence.what, occurrence.seen)


def _is_token(run: Run, occurrence: Occurrence) -> bool:
    """Whether what it happened to is a token, or was as it left the board."""
    seen = occurrence.seen
    thing = run.table.find(occurrence.what or "") if seen is None else seen.thing
    return thing is not None and thing.token


def _is_other(run: Run, what: n.Objects, context: Context, occurrence: Occurrence) -> bool:
    """Whether what did it is what the moment says; of a conquest, the battlefield as it was."""
    if occurrence.event == "conquer":
        return occurrence.uncontrolled  # judge.effects.support lets nothing else be asked
    item = occurrence.other_item
    # 428.5.a: it is killed by what the kill is attributed to
    if occurrence.event == "kill" and not run.in_force("428.5.a"):
        return False
    if what == "me":
        found = {occurrence.other, *occurrence.units, *objects_of(run, item)}
        return context.source is not None and context.source in found
    if not isinstance(what, n.Selector):
        return False
    if any(fits(run, what, context, ref, run.seen.get(ref)) for ref in occurrence.units):
        return True  # 428.5.c.2: the units that are the sources of combat damage
    if item is not None:
        created = spell_behind(run, item, occurrence.event)
        with_ = [ref for ref in objects_of(run, item) if what.kind not in ITEM_KINDS]
        return any(_is_item(run, what, context, each) for each in (item, *created)) or any(
            fits(run, what, context, ref, run.seen.get(ref)) for ref in with_
        )
    return occurrence.other is not None and fits(run, what, context, occurrence.other)


def _is_item(run: Run, what: n.Selector, context: Context, item: ChainItem) -> bool:
    """Whether a spell or an ability is what a text waits for; of a unit's ability it may say so."""
    kind = what.kind
    if kind == "card":
        what = _of_kind(what, kind="spell")
    elif kind not in ("spell", "ability", "spell_or_ability"):
        return False
    return not why_not_item(run, what, context, item)


def _is_card(run: Run, what: n.Selector, context: Context, occurrence: Occurrence) -> bool:
    """Whether a card that went from one zone to another is what a text waits for."""
    assert occurrence.card is not None
    name, owner = occurrence.card
    if name not in run.catalogue:
        return what == n.Selector(kind="card")
    definition = run.catalogue[name]
    kind = what.kind.capitalize()
    if what.kind != "card" and kind not in definition.types:
        return False
    if what.side != "any" and is_to_nobody(run, context):
        return False
    if what.side == "yours" and owner != context.controller:
        return False
    if what.side == "friendly" and owner not in run.table.friends(context.controller):
        return False
    if what.side == "enemy" and owner in run.table.team_of(context.controller):
        return False
    if what.tag and not set(what.tag) & set(definition.tags):
        return False
    return not any(True for _ in failed_print(run, what, definition, definition.types))


def _of_kind(selector: n.Selector, kind: n.Kind) -> n.Selector:
    """The selector with another kind."""
    return msgspec.structs.replace(selector, kind=kind)


__all__ = [
    "Occurrence",
    "hearing",
    "knowing",
    "meets",
    "provided",
]
