"""Every event in one plain sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from api.describe.names import ZONES, Names, are, joined, sentence
from judge.board import events as ev
from judge.board.state import ChainItem, Effect, PoolUnit
from judge.procedure.turn import PHASE_NAMES

EventT = TypeVar("EventT", bound=ev.Event)

_DESCRIBERS: dict[type[ev.Event], Callable[[Any, Names], str]] = {}
_NO_NAMES = Names()


def describe_event(event: ev.Event, names: Names | None = None) -> str:
    """An event in one plain sentence. Total over `judge.board.events.EVENT_TYPES`."""
    return sentence(_DESCRIBERS[type(event)](event, names or _NO_NAMES))


def describes(
    kind: type[EventT],
) -> Callable[[Callable[[EventT, Names], str]], Callable[[EventT, Names], str]]:
    """The function that puts events of one type into words, without the full stop."""

    def register(function: Callable[[EventT, Names], str]) -> Callable[[EventT, Names], str]:
        _DESCRIBERS[kind] = function
        return function

    return register


# --- turn -----------------------------------------------------------------------------------------


@describes(ev.TurnBegan)
def _turn_began(event: ev.TurnBegan, names: Names) -> str:
    turn = "an additional turn" if event.additional else "the turn"
    return f"turn {event.number} begins, {turn} of {event.player}"


@describes(ev.PhaseBegan)
def _phase_began(event: ev.PhaseBegan, names: Names) -> str:
    return f"{PHASE_NAMES[event.phase]} begins"


@describes(ev.ItemsProcessedSet)
def _items_processed_set(event: ev.ItemsProcessedSet, names: Names) -> str:
    if event.value:
        return "something was put on the chain, so the Expiration Step will be gone through again"
    return "nothing has been put on the chain yet in this run of the Expiration Step"


# --- window ---------------------------------------------------------------------------------------


@describes(ev.PriorityGained)
def _priority_gained(event: ev.PriorityGained, names: Names) -> str:
    return f"{event.player or 'nobody'} has Priority"


@describes(ev.PriorityPassed)
def _priority_passed(event: ev.PriorityPassed, names: Names) -> str:
    return f"{event.player} passes Priority"


@describes(ev.FocusGained)
def _focus_gained(event: ev.FocusGained, names: Names) -> str:
    return f"{event.player or 'nobody'} has Focus"


@describes(ev.FocusPassed)
def _focus_passed(event: ev.FocusPassed, names: Names) -> str:
    return f"{event.player} passes Focus"


# --- chain ----------------------------------------------------------------------------------------


@describes(ev.ItemAdded)
def _item_added(event: ev.ItemAdded, names: Names) -> str:
    item = event.item
    match item.kind:
        case "spell" | "permanent":
            return f"{item.controller} puts {names.item(item)} on the chain"
        case "activated":
            return f"{item.controller} activates {names.item(item)}, which goes on the chain"
        case _:
            owner = f", controlled by {item.controller}"
            return f"{names.item(item)} triggers and goes on the chain{owner}"


@describes(ev.ItemFinalized)
def _item_finalized(event: ev.ItemFinalized, names: Names) -> str:
    return f"{names.item(event.item)} is finalized{_chosen(event.item, names)}{_paid(event.item)}"


def _chosen(item: ChainItem, names: Names) -> str:
    chosen = [
        names.thing(ref) for run in item.chose for refs in run.targets.values() for ref in refs
    ]
    places = [names.place(run.to) for run in item.chose if run.to]
    parts = [f", choosing {joined(chosen)}"] if chosen else []
    parts += [f", to {joined(places)}"] if places else []
    return "".join(parts)


def _paid(item: ChainItem) -> str:
    if item.paid is None:
        return ""
    parts = [f"{item.paid.energy} Energy"] if item.paid.energy else []
    parts += [f"{item.paid.power} Power"] if item.paid.power else []
    parts += [name for name, count in item.paid.costs.items() if count]
    return f", paid with {joined(parts)}" if parts else ""


@describes(ev.CardPlayed)
def _card_played(event: ev.CardPlayed, names: Names) -> str:
    return f"{event.player} has played {event.card} ({event.id})"


@describes(ev.ItemRemoved)
def _item_removed(event: ev.ItemRemoved, names: Names) -> str:
    item = names.thing(event.id)
    match event.why:
        case "resolved":
            return f"{item} has resolved and leaves the chain"
        case "countered":
            return f"{item} is countered and leaves the chain"
        case "declined":
            return f"{item} is declined and leaves the chain"
        case "no_options":
            return f"{item} leaves the chain, since there is nothing to choose for it"
        case "unpaid":
            return f"{item} leaves the chain, since its cost is not paid"
        case "returned":
            return f"{item} leaves the chain and goes back to where it came from"
        case "removed":
            return f"{item} is removed from the chain"


@describes(ev.ItemChanged)
def _item_changed(event: ev.ItemChanged, names: Names) -> str:
    item = event.item
    if item.source is not None and item.source.gone:
        return f"the source of {names.item(item)} is gone, and it stays on the chain"
    return f"{names.item(item)} on the chain is brought up to date"


@describes(ev.ItemControlChanged)
def _item_control_changed(event: ev.ItemControlChanged, names: Names) -> str:
    return f"{event.player} takes control of {names.thing(event.id)} on the chain"


@describes(ev.ItemChosenAnew)
def _item_chosen_anew(event: ev.ItemChosenAnew, names: Names) -> str:
    chosen = [names.thing(ref) for ref in event.chosen]
    now = f", and {joined(chosen)} is chosen by it now" if chosen else ""
    return f"new choices are made for {names.thing(event.id)}{now}"


# --- zones ----------------------------------------------------------------------------------------


@describes(ev.CardMoved)
def _card_moved(event: ev.CardMoved, names: Names) -> str:
    card = names.card(event.card)
    player = event.player
    source, target = zone_of(event.source, player), zone_of(event.target, player)
    match event.verb:
        case "draw":
            return f"{player} draws {card}"
        case "discard":
            return f"{player} discards {card}"
        case "recycle":
            return f"{player} recycles {card} from {source} to the bottom of {target}"
        case "burn":
            return f"{player} burns {card}, which goes from {source} to {target}"
        case "play":
            return f"{player} plays {card} from {source}"
        case "reveal":
            return f"{player} reveals {card} from {source}"
        case "banish":
            return f"{card} is banished from {source}"
        case "mulligan":
            return f"{player} sets {card} aside in the mulligan, from {source} to {target}"
        case _:
            return f"{card} goes from {source} to {target}"


def zone_of(zone: ev.ZoneName, player: str) -> str:
    """A player's zone, or the one that all have in common."""
    named = ZONES[zone]
    return named if named.startswith("the ") else f"{player}'s {named}"


@describes(ev.DeckShuffled)
def _deck_shuffled(event: ev.DeckShuffled, names: Names) -> str:
    return f"{event.player} shuffles the {ZONES[event.deck]}"


@describes(ev.FaceSeen)
def _face_seen(event: ev.FaceSeen, names: Names) -> str:
    return f"the card {event.id} is {event.card}"


@describes(ev.ObjectEntered)
def _object_entered(event: ev.ObjectEntered, names: Names) -> str:
    thing, place = names.object(event.object), names.place(event.at)
    how = ", exhausted" if event.object.exhausted else ""
    match event.verb:
        case "channel":
            return f"{event.object.controller} channels {thing} to {place}{how}"
        case "create":
            return f"{event.object.controller} creates {thing} at {place}{how}"
        case "return":
            return f"{thing} returns to the board at {place}{how}"
        case _:
            return f"{thing} enters the board at {place}{how}"


@describes(ev.ObjectLeft)
def _object_left(event: ev.ObjectLeft, names: Names) -> str:
    thing = names.thing(event.ref)
    to = "ceases to exist, being a token" if event.card is None else None
    zone = zone_of(event.target, event.owner)
    match event.verb:
        case "kill":
            return f"{thing} is killed and {to or f'goes to {zone}'}"
        case "banish":
            return f"{thing} is banished{f' and {to}' if to else ''}"
        case "recycle":
            return f"{thing} is recycled and {to or f'goes to the bottom of {zone}'}"
        case _:
            return f"{thing} leaves the board and {to or f'goes to {zone}'}"


@describes(ev.CardHidden)
def _card_hidden(event: ev.CardHidden, names: Names) -> str:
    source = zone_of(event.source, event.card.controller)
    card, place = names.card(event.card), names.place(event.at)
    return f"{event.card.controller} hides {card} from {source} at {place}"


@describes(ev.FacedownLeft)
def _facedown_left(event: ev.FacedownLeft, names: Names) -> str:
    card = names.card(event.card) if event.card else names.thing(event.id)
    place = names.place(event.at)
    if event.target == "board":
        return f"{card} is turned up at {place} and becomes an object there"
    to = zone_of(event.target, event.owner)
    return f"{card}, facedown at {place}, is turned up and goes to {to}"


# --- objects --------------------------------------------------------------------------------------


@describes(ev.Exhausted)
def _exhausted(event: ev.Exhausted, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} exhausted"


@describes(ev.Readied)
def _readied(event: ev.Readied, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} readied"


@describes(ev.Stunned)
def _stunned(event: ev.Stunned, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} stunned"


@describes(ev.StunEnded)
def _stun_ended(event: ev.StunEnded, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} no longer stunned"


@describes(ev.Moved)
def _moved(event: ev.Moved, names: Names) -> str:
    verb = "moves" if len(event.refs) == 1 else "move"
    origins = list(dict.fromkeys(event.origins.get(ref) for ref in event.refs))
    if len(origins) == 1:
        start = f" from {names.place(origins[0])}" if origins[0] else ""
        return f"{names.things(event.refs)} {verb}{start} to {names.place(event.to)}"
    each = [_with_origin(ref, event.origins.get(ref), names) for ref in event.refs]
    return f"{joined(each)} {verb} to {names.place(event.to)}"


def _with_origin(ref: str, origin: str | None, names: Names) -> str:
    return f"{names.thing(ref)} from {names.place(origin)}" if origin else names.thing(ref)


@describes(ev.Recalled)
def _recalled(event: ev.Recalled, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} recalled to {names.place(event.to)}"


@describes(ev.DamageDealt)
def _damage_dealt(event: ev.DamageDealt, names: Names) -> str:
    source = f"{names.thing(event.source)}, controlled by {event.by}," if event.source else event.by
    return f"{source} deals {event.amount} damage to {names.thing(event.ref)}"


@describes(ev.Healed)
def _healed(event: ev.Healed, names: Names) -> str:
    which = "it" if len(event.refs) == 1 else "them"
    are_healed = f"{names.things(event.refs)} {are(event.refs)} healed"
    if event.amount is not None:
        return f"{are_healed}: up to {event.amount} damage on {which} is cleared"
    return f"{are_healed}: the damage on {which} is cleared"


@describes(ev.Buffed)
def _buffed(event: ev.Buffed, names: Names) -> str:
    return f"{names.things(event.refs)} {are(event.refs)} buffed"


@describes(ev.Designated)
def _designated(event: ev.Designated, names: Names) -> str:
    things, alone = names.things(event.refs), len(event.refs) == 1
    match event.designation:
        case "attacker":
            return f"{things} {'becomes an attacker' if alone else 'become attackers'}"
        case "defender":
            return f"{things} {'becomes a defender' if alone else 'become defenders'}"
        case None:
            return f"{things} {are(event.refs)} no longer attacking or defending"


@describes(ev.BecameMighty)
def _became_mighty(event: ev.BecameMighty, names: Names) -> str:
    return f"{names.thing(event.ref)} becomes Mighty"


# --- battlefields ---------------------------------------------------------------------------------


@describes(ev.Contested)
def _contested(event: ev.Contested, names: Names) -> str:
    if event.by is None:
        return f"{names.place(event.at)} is no longer contested"
    return f"{event.by} contests {names.place(event.at)}"


@describes(ev.ControlChanged)
def _control_changed(event: ev.ControlChanged, names: Names) -> str:
    if event.player is None:
        return f"nobody controls {names.place(event.at)} any more"
    return f"{event.player} takes control of {names.place(event.at)}"


@describes(ev.Staged)
def _staged(event: ev.Staged, names: Names) -> str:
    if not event.staged:
        return f"nothing is staged at {names.place(event.at)} any more"
    return f"a {' and a '.join(event.staged)} {are(event.staged)} staged at {names.place(event.at)}"


_SHOWDOWNS = {"non_combat": "showdown", "combat": "combat showdown"}


@describes(ev.ShowdownBegan)
def _showdown_began(event: ev.ShowdownBegan, names: Names) -> str:
    return f"a {_SHOWDOWNS[event.kind]} begins at {names.place(event.at)}"


@describes(ev.ShowdownBecameCombat)
def _showdown_became_combat(event: ev.ShowdownBecameCombat, names: Names) -> str:
    return f"the showdown at {names.place(event.at)} becomes a combat showdown"


@describes(ev.ShowdownClosed)
def _showdown_closed(event: ev.ShowdownClosed, names: Names) -> str:
    return f"the showdown at {names.place(event.at)} closes"


@describes(ev.CombatBegan)
def _combat_began(event: ev.CombatBegan, names: Names) -> str:
    combat = event.combat
    sides = f"{combat.attacker} attacks and {combat.defender} defends"
    return f"a combat begins at {names.place(combat.at)}: {sides}"


_COMBAT_STEPS = {
    "showdown": "Combat Showdown Step",
    "damage": "Combat Damage Step",
    "resolution": "Resolution Step",
}
_NEXT_TASKS = {
    "determine_result": "its result is determined next",
    "establish_control": "control of the battlefield is established next",
    "end": "the combat ends next",
}


@describes(ev.CombatAdvanced)
def _combat_advanced(event: ev.CombatAdvanced, names: Names) -> str:
    then = f", where {_NEXT_TASKS[event.next_task]}" if event.next_task else ""
    return f"the combat is in its {_COMBAT_STEPS[event.step]}{then}"


_RESULTS = {
    "won": "{player} wins the combat",
    "lost": "{player} loses the combat",
    "none": "the combat has no result for {player}",
}


@describes(ev.CombatNoted)
def _combat_noted(event: ev.CombatNoted, names: Names) -> str:
    parts = []
    if event.recalled is not None:
        parts.append(
            f"{'a' if event.recalled else 'no'} unit was recalled in this combat's Cleanup"
        )
    for player, amount in event.excess.items():
        parts.append(f"{player} has assigned {amount} damage beyond what was lethal")
    for player, result in event.result.items():
        parts.append(_RESULTS[result].format(player=player))
    return "; ".join(parts) or "nothing more is noted about the combat"


@describes(ev.CombatEnded)
def _combat_ended(event: ev.CombatEnded, names: Names) -> str:
    return f"the combat at {names.place(event.at)} ends"


# --- points, resources, effects -------------------------------------------------------------------

_SCORED = {"hold": "holding", "conquer": "conquering"}


@describes(ev.Scored)
def _scored(event: ev.Scored, names: Names) -> str:
    return f"{event.player} scores by {_SCORED[event.how]} {names.place(event.at)}"


_REASONS = {
    "conquer": " for conquering",
    "hold": " for holding",
    "burn_out": " since another player burned out",
    "effect": " from an effect",
}


@describes(ev.PointsGained)
def _points_gained(event: ev.PointsGained, names: Names) -> str:
    points = "1 point" if event.amount == 1 else f"{event.amount} points"
    return f"{event.player} gains {points}{_REASONS.get(event.reason, '')}"


def _resources(units: Sequence[PoolUnit]) -> str:
    parts = []
    for unit in units:
        what = "Energy"
        if unit.kind == "power":
            what = (
                f"{unit.domain} Power"
                if unit.domain not in (None, "any")
                else "Power of any domain"
            )
        only = f" (only for {unit.restriction})" if unit.restriction else ""
        parts.append(f"{unit.amount} {what}{only}")
    return joined(parts) or "nothing"


@describes(ev.ResourcesAdded)
def _resources_added(event: ev.ResourcesAdded, names: Names) -> str:
    return f"{event.player} adds {_resources(event.units)} to the Rune Pool"


@describes(ev.ResourcesPaid)
def _resources_paid(event: ev.ResourcesPaid, names: Names) -> str:
    enough = ", which are taken to be enough" if event.assumed else ""
    return f"{event.player} pays {_resources(event.units)}{enough}"


@describes(ev.PoolEmptied)
def _pool_emptied(event: ev.PoolEmptied, names: Names) -> str:
    return f"what is left in {event.player}'s Rune Pool is lost"


_UNTIL = {"turn": "this turn", "combat": "this combat", "unlimited": "without end"}


@describes(ev.EffectBegan)
def _effect_began(event: ev.EffectBegan, names: Names) -> str:
    effect = event.effect
    origin = f"an effect of {effect.origin}" if effect.origin else "an effect"
    whom = f" to {names.things(effect.affects)}" if effect.affects else ""
    until = _UNTIL.get(effect.until, f"until {effect.until}")
    return f"{origin} applies{whom}, {until}: {_what_it_does(effect)}"


def _what_it_does(effect: Effect) -> str:
    parts = [f"{effect.might:+d} Might"] if effect.might else []
    parts += [
        keyword if value == 1 else f"{keyword} {value}"
        for keyword, value in effect.keywords.items()
    ]
    if effect.prevent is not None:
        parts.append(f"{effect.prevent} damage is prevented")
    return joined(parts) or f"a {effect.kind}"


@describes(ev.EffectEnded)
def _effect_ended(event: ev.EffectEnded, names: Names) -> str:
    return f"{names.effect(event.id)} ends"


@describes(ev.EffectUsed)
def _effect_used(event: ev.EffectUsed, names: Names) -> str:
    if event.bound is not None:
        meant = [ref for refs in event.bound.values() for ref in refs]
        return f"{names.effect(event.id)} applies to {names.things(meant)}"
    left = [f"{event.prevent} damage to prevent"] if event.prevent is not None else []
    if event.uses is not None:
        left.append(f"{event.uses} more {'time' if event.uses == 1 else 'times'}")
    return f"{names.effect(event.id)} is used; what is left of it: {joined(left)}"


@describes(ev.CopyChanged)
def _copy_changed(event: ev.CopyChanged, names: Names) -> str:
    card, text = event.copied.get("card"), event.copied.get("text")
    now = f"is a copy of {card}" if card is not None else "is a copy of nothing any more"
    if text is not None:
        now = f"has the text of {text}" if card is None else f"{now} with the text of {text}"
    return f"{names.thing(event.ref)} {now}"


@describes(ev.AbilityUsed)
def _ability_used(event: ev.AbilityUsed, names: Names) -> str:
    identity, _, number = event.key.partition("/")
    which = f" ({event.key})" if number else ""
    return f"an ability of {names.thing(identity)} is used by {event.player}{which}"


# --- the game -------------------------------------------------------------------------------------


@describes(ev.BattlefieldPlaced)
def _battlefield_placed(event: ev.BattlefieldPlaced, names: Names) -> str:
    battlefield = event.battlefield
    return f"{battlefield.owner} places {battlefield.card} ({battlefield.id})"


@describes(ev.BattlefieldReplaced)
def _battlefield_replaced(event: ev.BattlefieldReplaced, names: Names) -> str:
    return f"the battlefield {event.at} becomes {event.card}"


@describes(ev.GameBegan)
def _game_began(event: ev.GameBegan, names: Names) -> str:
    return f"the game begins, and {event.first_player} takes the first turn"


@describes(ev.TurnQueued)
def _turn_queued(event: ev.TurnQueued, names: Names) -> str:
    return f"{event.player} will take an additional turn after this one"


@describes(ev.AlliesNoted)
def _allies_noted(event: ev.AlliesNoted, names: Names) -> str:
    said = []
    if event.controlled:
        where = joined([names.place(place) for place in sorted(event.controlled)])
        said.append(f"a teammate's battlefields cannot be scored this turn: {where}")
    for place, players in sorted(event.occupied.items()):
        verb = "has" if len(players) == 1 else "have"
        said.append(f"{joined(players)} {verb} units at {names.place(place)} in the Scoring Step")
    return "; ".join(said)


@describes(ev.CardsRemoved)
def _cards_removed(event: ev.CardsRemoved, names: Names) -> str:
    return f"all cards that {event.player} owns leave the game"


@describes(ev.PlayerRemoved)
def _player_removed(event: ev.PlayerRemoved, names: Names) -> str:
    how = "concedes" if event.how == "conceded" else "has lost"
    return f"{event.player} {how} and is removed from the game"


_CAUSES = {
    "points": "with the points that are needed",
    "effect": "by an effect",
    "last_player": "as nobody else is left",
    "burn_out": "since an opponent burned out",
}


@describes(ev.GameWon)
def _game_won(event: ev.GameWon, names: Names) -> str:
    winners = event.result.winners
    if not winners:
        return "the game ends, and nobody wins"
    verb = "wins" if len(winners) == 1 else "win"
    return f"{joined(winners)} {verb} the game, {_CAUSES[event.result.cause]}"
