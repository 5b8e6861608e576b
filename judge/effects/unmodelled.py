"""Texts that are not modelled: where they are reached, the ruling stops and says so (D13).

Of such a text the catalogue keeps the kinds of its clauses. A clause of a kind that this event
reaches is to be judged now, which cannot be done: the run is refused with the card and the clause.
So is a lasting effect of the board that the engine cannot apply, where something happens to what it
affects. What may matter without being reached (a static ability about other things, a condition of
another kind) is a caveat of the ruling (`judge.adjudicate`).

The kinds, as `rulesdb.cards.cardtext` gives them: `attack trigger` is about the card itself, `your
attack trigger` and its like about what somebody does; `combat rule` is a static ability about
Might and damage, `of itself`, of what is `here`, or of anything; `effect ...` is the text that an
Equipment gives to the unit it is attached to.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from judge.board import events as ev
from judge.board.state import UNKNOWN, Board, Effect, GameObject
from judge.board.table import Table, reference, split_reference
from judge.effects.catalogue import Catalogue
from judge.effects.clauses import Kind, kind_of
from judge.effects.granted import interceding_abilities
from judge.effects.notation import CardDefinition
from judge.effects.unread import gives_control, gives_copy
from judge.layers.characteristics import is_unit
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Refused, Run
from judge.ruling.waiving import EDITS, NO_EFFECT, NOTATION

#: what triggers on the card itself, by the condition as the notation writes it
_REACHED_BY: dict[str, frozenset[str]] = {
    "attack": frozenset({"attack trigger"}),
    "defend": frozenset({"defend trigger"}),
    "conquer": frozenset({"conquer trigger", "Hunt"}),
    "conquer_here": frozenset({"conquer trigger"}),
    "hold": frozenset({"hold trigger", "Hunt"}),
    "hold_here": frozenset({"hold trigger"}),
    "move": frozenset({"move trigger"}),
    "die": frozenset({"death trigger", "leave trigger", "Deathknell"}),
    "start_of_your_beginning": frozenset({"beginning trigger", "Temporary"}),
    "start_of_your_main": frozenset({"main trigger"}),
    "end_of_your_turn": frozenset({"ending trigger"}),
    "play_spell": frozenset({"your spell trigger", "your card trigger"}),
}
_CARD_TYPES = {"Unit": "unit", "Gear": "gear", "Spell": "spell"}
_AT_DEATH_OF_A_BEARER = frozenset(
    {"effect death trigger", "effect Deathknell", "effect death replacement"}
)
_DONE = ("attack", "defend", "conquer", "hold", "score", "move", "death", "combat")
_DONE_BY_A_BEARER = ("attack", "defend", "conquer", "hold", "move", "arrival", "combat", "ending")
_TOPICS = ("combat", "move", "score", "choice", "ready")
_SCOPES = ("", " of itself", " here")
#: reasons against an action, and the kinds of clauses that could take them away
_PERMITTED_BY: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("not_enough_energy", "not_enough_power", "cost_not_payable", "payment_wrong"),
        frozenset({"cost change", "resource ability"}),
    ),
    "needs_ganking": frozenset(
        {*(f"move rule{scope}" for scope in _SCOPES), "effect move rule", "static ability"}
    ),
    "invalid_location": frozenset({*(f"play rule{scope}" for scope in _SCOPES), "play location"}),
    "facedown_zone_full": frozenset({"hide rule here", "hide rule"}),
}
#: the same, by what static abilities are about
_PERMITTED_BY_TOPIC: dict[str, frozenset[str]] = {
    "needs_ganking": frozenset({"move", "ability"}),
    "invalid_location": frozenset({"play", "ability"}),
    "facedown_zone_full": frozenset({"hide"}),
    "not_hidden_card": frozenset({"hide", "ability"}),
    "no_such_ability": frozenset({"activated", "ability"}),
    "no_such_additional_cost": frozenset({"play", "ability"}),
    # an ability that something has by a text may Add resources
    **dict.fromkeys(
        ("not_enough_energy", "not_enough_power", "cost_not_payable", "payment_wrong"),
        frozenset({"activated", "ability"}),
    ),
    "no_legal_target": frozenset({"combat", "ability"}),
    **dict.fromkeys(("needs_reaction", "needs_action"), frozenset({"play", "ability"})),
}
#: what makes another object of any player's
_OF_ANYBODY = frozenset({"combat", "ability"})
#: how kinds of clauses begin that may forbid an action
_FORBIDDING = ("move rule", "play rule", "hide rule", "choice rule", "cost change")
#: every kind of clause that is noticed when it is reached
WATCHED: frozenset[str] = frozenset().union(
    *_REACHED_BY.values(),
    (
        f"{side} {what} trigger"
        for side in ("your", "enemy", "any")
        for what in ("card", *_CARD_TYPES.values())
    ),
    (f"{side} {what} trigger" for side in ("your", "friendly", "enemy", "any") for what in _DONE),
    (f"effect {what} trigger" for what in (*_DONE_BY_A_BEARER, "death")),
    {"effect Deathknell", "effect death replacement", "effect Hunt", "Bonus Damage"},
    {"arrival trigger", "combat trigger", "score trigger", "death replacement"},
    {"turn trigger", "first beginning trigger", "discard trigger", "leave trigger"},
    (f"{topic} rule{scope}" for topic in _TOPICS for scope in _SCOPES),
    (f"effect {topic} rule" for topic in _TOPICS),
    {"play rule here"},
)


def unmodelled(definition: CardDefinition, clause: str | None = None) -> Refused:
    """The refusal of a card whose text is not modelled, by name (D2, D13)."""
    named = clause or _whole(definition)
    # an ability that no text has any more cannot be given one here
    ways = [NO_EFFECT, NOTATION, EDITS] if definition.text == "unmodelled" else []
    return Refused(
        Refusal(
            reason="clause",
            sentence=f"The text of {definition.name} is not modelled ({named}).",
            about=f"{definition.name}: {named}",
            rules=["002"],
            waive=ways,
        )
    )


def _whole(definition: CardDefinition) -> str:
    return ", ".join(definition.clauses) or "its text"


def passed_over(run: Run, definition: CardDefinition) -> bool:
    """Whether the request says that the whole text has no effect."""
    return run.waive(f"{definition.name}: {_whole(definition)}")


def refuse_clause(definition: CardDefinition) -> None:
    """Raises `Refused`: the card's text is not modelled."""
    raise unmodelled(definition)


def refuse_clauses(run: Run, definition: CardDefinition, clauses: Iterable[str]) -> None:
    """Raises `Refused` for the first of the clauses that the request does not waive."""
    for clause in clauses:
        if not run.waive(f"{definition.name}: {clause}"):
            raise unmodelled(definition, clause)


def reach(run: Run, card: str, when: str) -> None:
    """Raises `Refused` where the card has a clause that is not modelled and triggers on `when`."""
    definition = run.catalogue[card]
    if definition.text == "unmodelled":
        _stop(run, definition, _REACHED_BY.get(when, frozenset()))


def _stop(run: Run, definition: CardDefinition, kinds: Iterable[str]) -> None:
    kinds = frozenset(kinds)
    refuse_clauses(run, definition, (clause for clause in definition.clauses if clause in kinds))


def watch(run: Run, event: ev.Event) -> None:
    """Raises `Refused` where a clause waits for what happened to others, or is on an Equipment.

    A listener to events, for runs on boards with unmodelled texts (`has_unmodelled`).
    """
    match event:
        case ev.Scored():
            _scored(run, event)
            reach_rules(run, "score", [], {event.at})
        case ev.Designated(designation="attacker" | "defender"):
            what = "attack" if event.designation == "attacker" else "defend"
            _done_by(run, what, (thing.controller for thing in _things(run, event.refs)))
            _equipped(run, event.refs, what)
        case ev.Moved():
            _done_by(run, "move", (thing.controller for thing in _things(run, event.refs)))
            _equipped(run, event.refs, "move")
            if event.to in run.table.battlefields:
                _equipped(run, event.refs, "arrival")
                for arrived in _things(run, event.refs):
                    _stop_card(run, arrived.name, {"arrival trigger"})
            places = {event.to, *event.origins.values()}
            reach_rules(run, "move", event.refs, places)
        case ev.ObjectLeft(attached=False):
            if event.verb == "kill" and event.unit:
                _done_by(run, "death", [event.controller])
            elif event.verb != "kill":
                _stop_card(run, event.name, {"leave trigger"})
        case ev.CardMoved(verb="discard"):
            if event.card.card != UNKNOWN:
                _stop_card(run, event.card.card, {"discard trigger"})
        case ev.DamageDealt():
            reach_rules(run, "combat", [event.ref])
            if run.resolving:  # 712: by a spell or an ability
                for _, card in _texts(run):
                    _stop_card(run, card, {"Bonus Damage"})
        case ev.Readied():
            reach_rules(run, "ready", event.refs)
        case ev.PointsGained():
            reach_rules(run, "score", [])
        case ev.ItemFinalized():
            chosen = [
                ref for each in event.item.chose for refs in each.targets.values() for ref in refs
            ]
            if chosen:
                reach_rules(run, "choice", chosen)
        case ev.ObjectEntered():
            battlefield = run.table.battlefields.get(event.at)
            if battlefield is not None:
                _stop_card(run, battlefield.card, {"play rule here"})
        case ev.CombatNoted():
            _won(run, event)
        case ev.CardPlayed():
            _played(run, event)
        case ev.PhaseBegan(phase="beginning.beginning"):
            kinds = {"turn trigger"}
            if run.board.turn.begun.get(run.board.turn.player) == 1:
                kinds.add("first beginning trigger")
            for _, card in _texts(run):
                _stop_card(run, card, kinds)
        case ev.PhaseBegan(phase="ending.ending"):
            for thing, card in _texts(run):
                if thing is not None and thing.controller == run.board.turn.player:
                    _stop_card(run, card, {"effect ending trigger"})


def refuse_replaced_deaths(run: Run, refs: Iterable[str]) -> None:
    """Raises `Refused` where a text might replace one of the deaths that are to happen (370).

    To be called before units are killed. It counts with texts of the unit's own controller, and
    of the battlefield where it is.
    """
    dying = [thing for thing in _things(run, refs) if is_unit(run.table, run.catalogue, thing)]
    bearers = {unit.id for unit in dying}
    for thing, card in _texts(run):
        kinds = {"death replacement"}
        if thing is not None and thing.attached_to in bearers:
            # 718: what the Equipment gives to its unit; 808.1.d: the unit's own Deathknell
            _stop_card(run, card, _AT_DEATH_OF_A_BEARER)
        if thing is not None and any(thing.controller == unit.controller for unit in dying):
            _stop_card(run, card, kinds)
    for unit in dying:
        battlefield = run.table.battlefields.get(run.table.places[unit.id])
        if battlefield is not None:
            _stop_card(run, battlefield.card, {"death replacement"})


def reach_rules(
    run: Run, topic: str, refs: Iterable[str], places: Iterable[str] | None = None
) -> None:
    """Raises `Refused` where a static ability about the topic reaches these objects, or what
    happens at these places; left out, they are where the objects are.
    """
    identities = {split_reference(ref)[0] for ref in refs}
    if places is None:
        places = {run.table.places[each] for each in identities if each in run.table.places}
    places = set(places)
    for definition, clause, kind in rules_about(run, identities, places):
        if kind.word == topic:
            refuse_clauses(run, definition, [clause])


def rules_about(
    run: Run, identities: Container[str], places: Container[str]
) -> Iterator[tuple[CardDefinition, str, Kind]]:
    """The clauses of static abilities, not modelled, that are active and may be about these objects
    or what is at these places.
    """
    texts = run.catalogue.unmodelled
    for thing, place in run.table.everything():
        if thing.name not in texts:
            continue
        if thing.attached_to is not None:
            scopes = {"effect"} if thing.attached_to in identities else set()
        else:
            scopes = {"", *(["of itself"] if thing.id in identities else [])}
            scopes |= {"here"} if place in places else set()
        yield from _rules(run, thing.name, thing.controller, scopes)
    for battlefield in run.board.battlefields:
        if battlefield.card in texts:
            scopes = {"", "here"} if battlefield.id in places else {""}
            yield from _rules(run, battlefield.card, battlefield.controller, scopes)


def _rules(
    run: Run, card: str, controller: str | None, scopes: Container[str]
) -> Iterator[tuple[CardDefinition, str, Kind]]:
    definition = run.catalogue[card]
    for clause in definition.clauses:
        kind = kind_of(clause)
        if kind is None or (kind.form, kind.zone) != ("rule", "board"):
            continue
        scope = "effect" if kind.effect else kind.scope
        if scope in scopes and has_level(run, kind, controller):
            yield definition, clause, kind


def has_level(run: Run, kind: Kind, controller: str | None) -> bool:
    """Whether there is the XP for a clause that is active only from a Level on (824.1.c)."""
    if not kind.level or controller is None:
        return True
    held = run.table.player(controller).xp
    if held < kind.level:
        words = f"{controller} is taken to have no XP."
        run.assume_default(f"players.{controller}.xp", held, words)
    return held >= kind.level


def refuse_if_permitted(run: Run, player: str, problems: list[Problem]) -> None:
    """Raises `Refused` where texts in play that are not modelled could take every reason away."""
    found = None
    for each in problems:
        if each.code == "target_wrong_property":
            could = _could_alter(run, each.objects)
        else:
            could = _could_permit(run, player, each.code)
        if could is None:
            return
        found = found or could
    if found is not None:
        raise unmodelled(*found)


def _could_permit(run: Run, player: str, code: str) -> tuple[CardDefinition, str] | None:
    """A text that may take a reason away, with the clause of it that may."""
    kinds = _PERMITTED_BY.get(code, frozenset())
    topics = _PERMITTED_BY_TOPIC.get(code, frozenset())
    for thing, card in _texts(run):
        definition = run.catalogue[card]
        if definition.text != "unmodelled":
            continue
        own = thing is None or thing.controller == player
        for clause in definition.clauses:
            kind = kind_of(clause)
            rule = kind is not None and kind.form == "rule" and kind.word in topics
            anybody = kind is not None and (kind.whose == "any" or kind.word in _OF_ANYBODY)
            if kind is not None and kind.form == "change" and kind.scope == "":
                rule |= "cost change" in kinds
                anybody |= not kind.whose
            if ((own and clause in kinds) or (rule and (own or anybody))) and not run.waive(
                f"{definition.name}: {clause}"
            ):
                return definition, clause
    return None


def _could_alter(run: Run, refs: list[str]) -> tuple[CardDefinition, str] | None:
    """A text that may make the chosen objects others than they are: of more or less Might, of
    another type.
    """
    for topic in ("combat", "ability"):
        try:
            reach_rules(run, topic, refs)
        except Refused as refused:
            name, _, clause = (refused.refusal.about or "").partition(": ")
            return run.catalogue[name], clause
    return None


def bearing_on_actions(run: Run, player: str) -> list[str]:
    """Sentences about the texts in play, not modelled, that may permit or forbid the player more
    than a list of legal actions shows.
    """
    permitting = frozenset().union(*_PERMITTED_BY.values())
    topics = frozenset().union(*_PERMITTED_BY_TOPIC.values()) - {"combat"}
    found: dict[str, str] = {}
    for thing, card in _texts(run):
        definition = run.catalogue[card]
        if definition.text != "unmodelled":
            continue
        own = thing is None or thing.controller == player
        for clause in definition.clauses:
            kind = kind_of(clause)
            forbids = clause.startswith(_FORBIDDING)
            if kind is not None:
                forbids |= kind.form in ("prohibition", "change")
                forbids |= kind.form == "rule" and kind.word in topics
            if forbids or (own and clause in permitting):
                found.setdefault(
                    card,
                    f"the text of {card} is not modelled ({clause}): what it permits is missing "
                    "here, and what it forbids is not left out",
                )
    return [found[card] for card in sorted(found)]


def has_unmodelled(run: Run) -> bool:
    """Whether a text that is not modelled is in play, or on a card that may come into play, so that
    `watch` has work.
    """
    cards = list(run.table.names().values())
    for battlefield in run.board.battlefields:
        cards += [battlefield.card, *[card.card for card in battlefield.facedown]]
    cards += [item.card or item.of or "" for item in run.table.items()]
    for player in run.board.players.values():
        deck = player.main_deck
        held = [*player.hand, *player.trash, *player.banished, *deck.top]
        held += [card for group in deck.bottom for card in group]
        held += [] if player.champion is None else [player.champion]
        cards += [*[card.card for card in held], *deck.middle]
    return not run.catalogue.unmodelled.isdisjoint(cards)


def unmodelled_in_play(catalogue: Catalogue, *tables: Table) -> dict[str, list[str]]:
    """The cards in play, on one of the boards, whose text is not modelled, with their ids."""
    texts = catalogue.unmodelled
    found: dict[str, set[str]] = {}
    for table in tables:
        for identity, name in table.names().items():
            if name in texts:
                found.setdefault(name, set()).add(identity)
        for battlefield in table.board.battlefields:
            if battlefield.card in texts:
                found.setdefault(battlefield.card, set()).add(battlefield.id)
    return {name: sorted(ids) for name, ids in sorted(found.items())}


# --- lasting effects of the board -----------------------------------------------------------------


#: kinds of lasting effects that change what an object is or may do, and that are not modelled
_KINDS_ON_OBJECTS = frozenset({"control", "copy", "prohibition", "replacement", "trigger"})


def affected(board: Board) -> dict[str, Effect]:
    """By id, the objects that a lasting effect names which the engine cannot apply.

    What an effect of another kind says beyond Might and keywords is watched by
    `judge.effects.unread`.
    """
    return {
        split_reference(ref)[0]: effect
        for effect in board.effects
        if effect.kind in _KINDS_ON_OBJECTS and effect.prevent is None and effect.uses != 0
        if not (gives_control(effect) or gives_copy(effect))
        and interceding_abilities(effect) is None
        for ref in effect.affects or []
    }


def refuse_affected(run: Run, refs: Iterable[str]) -> None:
    """Raises `Refused` where one of the objects is affected by what the engine cannot apply."""
    if not run.board.effects:
        return
    under = affected(run.board)
    for ref in refs:
        effect = under.get(split_reference(ref)[0])
        what = f"effects.{effect.id}" if effect is not None else ""
        if effect is not None and not run.waive(what):
            raise Refused(
                Refusal(
                    reason="clause",
                    sentence=f"The board gives {effect.id}, a lasting effect ({effect.kind}) on "
                    f"{ref} that is not modelled.",
                    about=what,
                    rules=["002"],
                    waive=[NO_EFFECT, EDITS],
                )
            )


def watch_effects(run: Run, event: ev.Event) -> None:
    """Raises `Refused` where something happens to an object under such an effect."""
    refs = getattr(event, "refs", None) or [getattr(event, "ref", None)]
    refuse_affected(run, [ref for ref in refs if isinstance(ref, str)])


# --- who is reached -------------------------------------------------------------------------------


def _texts(run: Run) -> Iterator[tuple[GameObject | None, str]]:
    """Every object and battlefield with the card whose text it has; None for a battlefield."""
    for thing, _ in run.table.everything():
        yield thing, thing.name
    for battlefield in run.board.battlefields:
        yield None, battlefield.card


def _things(run: Run, refs: Iterable[str]) -> list[GameObject]:
    return [thing for ref in refs if (thing := run.table.find(ref)) is not None]


def _stop_card(run: Run, card: str, kinds: Iterable[str]) -> None:
    definition = run.catalogue[card]
    if definition.text == "unmodelled":
        _stop(run, definition, kinds)


def _done_by(run: Run, what: str, players: Iterable[str]) -> None:
    """Something was done by units of these players, or happened to them."""
    done = set(players)
    for thing, card in _texts(run):
        kinds = {f"any {what} trigger"}
        if thing is None:  # nobody need control a battlefield: each side may be the other's
            kinds |= {f"friendly {what} trigger", f"enemy {what} trigger"}
        else:
            if thing.controller in done:
                kinds |= {f"your {what} trigger", f"friendly {what} trigger"}
            if done - set(run.table.team_of(thing.controller)):
                kinds.add(f"enemy {what} trigger")
        _stop_card(run, card, kinds)


def _equipped(run: Run, refs: Iterable[str], what: str) -> None:
    """The text that an Equipment gives its unit counts as the unit's (718)."""
    bearers = {split_reference(ref)[0] for ref in refs}
    for thing, card in _texts(run):
        if thing is not None and thing.attached_to in bearers:
            _stop_card(run, card, {f"effect {what} trigger"})


def _scored(run: Run, event: ev.Scored) -> None:
    battlefield = run.table.battlefields[event.at]
    _stop_card(run, battlefield.card, {"score trigger"})
    for what in (event.how, "score"):
        _done_by(run, what, [event.player])
    scorers = [reference(thing) for thing in battlefield.units if thing.controller == event.player]
    _equipped(run, scorers, event.how)
    bearers = {split_reference(ref)[0] for ref in scorers}
    for thing, card in _texts(run):
        if thing is not None and thing.attached_to in bearers:
            _stop_card(run, card, {"effect Hunt"})


def _played(run: Run, event: ev.CardPlayed) -> None:
    played = {"card", *(_CARD_TYPES[kind] for kind in event.types if kind in _CARD_TYPES)}
    for thing, card in _texts(run):
        if thing is not None and thing.id == event.id:
            continue
        whose = {"any"}
        if thing is not None and thing.controller == event.player:
            whose.add("your")
        elif thing is not None and event.player not in run.table.team_of(thing.controller):
            whose.add("enemy")
        _stop_card(run, card, {f"{who} {what} trigger" for who in whose for what in played})


def _won(run: Run, event: ev.CombatNoted) -> None:
    winners = [name for name, result in (event.result or {}).items() if result == "won"]
    combat = run.board.combat
    if not winners or combat is None:
        return
    _done_by(run, "combat", winners)
    units = [t for t in run.table.at(combat.at) if t.controller in winners and t.designation]
    for thing in units:
        _stop_card(run, thing.name, {"combat trigger"})
    _equipped(run, map(reference, units), "combat")
