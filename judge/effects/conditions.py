"""Whether a condition holds, on the board as it is now."""

from __future__ import annotations

from msgspec.structs import replace

from judge.actions.decks import victory_score
from judge.actions.turns import times_begun
from judge.board.table import reference, split_reference
from judge.effects import notation as n
from judge.effects.assumed import number_of
from judge.effects.context import Context
from judge.effects.meaning import candidates, evaluate, fits, objects_meant
from judge.effects.meantplayers import players
from judge.effects.speaking import is_to_nobody
from judge.effects.supporting_selectors import said
from judge.effects.tallies import number_finalized, number_played
from judge.effects.unread import refused
from judge.effects.zones import find_held
from judge.ruling.run import Run

#: what can be asked of a card by its print, wherever it lies
_OF_ANY_CARD = frozenset(["tag", "type", "not_type", "supertype", "domain", "named"])


def holds(run: Run, context: Context, condition: n.Condition) -> bool:
    """Whether it is true. What it is about and is not there makes it false."""
    match condition:
        case n.Exists():
            # 355.10.d: what is told by what it is is no target, to which 811.1.d.2 would apply
            reader = context.anywhere() if run.stands("355.10.d") else context
            number = len(candidates(run, condition.of, reader))
            return _within(run, context, number, condition.at_least, condition.at_most)
        case n.Is():
            refs = objects_meant(run, context, condition.what)
            a = condition.a
            if all(find_held(run.table, ref) for ref in refs) and said(a) <= _OF_ANY_CARD:
                a = replace(a, kind="card")  # "if it's a Poro", of a card wherever it lies
            return bool(refs) and all(fits(run, a, context, ref, context.seen(ref)) for ref in refs)
        case n.Compare():
            value = evaluate(run, context, condition.value)
            if value is None:
                return False
            below = None if condition.below is None else evaluate(run, context, condition.below)
            if condition.below is not None and (below is None or value >= below):
                return False
            above = None if condition.above is None else evaluate(run, context, condition.above)
            if condition.above is not None and (above is None or value <= above):
                return False
            return _within(run, context, value, condition.at_least, condition.at_most)
        case n.Done():
            # 359.3.e.14.b: it speaks of the game action itself, which has not been performed
            averted = condition.what in context.averted and run.in_force("359.3.e.14.b")
            followed = context.full if condition.fully else context.done
            return condition.what in followed and not averted
        case n.CostPaid():
            return condition.cost in context.paid_costs
        case n.TurnIs():
            return _is_turn(run, context, condition)
        case n.InCombat():
            return _in_combat(run, context, condition)
        case n.Happened():
            if condition == n.LEGION:
                return _another_was_finalized(run, context)
            if condition.moment.event == "conquer":
                return _conquered(run, context) >= condition.at_least
            if condition.moment.event in ("play", "discard", "gain_xp"):
                return _done_this_turn(run, context, condition.moment) >= condition.at_least
            if condition.moment.event == "choose":
                return _chose_enemies(run, context) >= condition.at_least
            if condition.moment.event == "begin_phase":
                least = condition.at_least
                return _begun(run, context, condition.moment, least) >= least
            if condition.moment.event == "move":
                return _moved(run, context) >= condition.at_least
            return _died(run, context, condition.moment) >= condition.at_least
        case n.NearVictory():
            goal = victory_score(run)
            mine = [number_of(run, p, "points") for p in players(run, context, condition.of)]
            return any(goal - points <= condition.points for points in mine)
        case n.PlayedFrom():
            return _played_from(run, context, condition)
        case n.AllOf():
            return all(holds(run, context, each) for each in condition.of)
        case n.AnyOf():
            return any(holds(run, context, each) for each in condition.of)
        case n.Not():
            return not holds(run, context, condition.that)
    raise NotImplementedError(f"no truth for {condition!r}")  # judge.effects.support lists them


def _played_from(run: Run, context: Context, condition: n.PlayedFrom) -> bool:
    """Whether the card whose text this is was played from the zone (354).

    Raises `Refused` where the board does not say from where.
    """
    if context.origin is None:
        raise refused(
            "missing_fact",
            f"The board does not say from which zone {context.item} was played.",
            f"chain.items.{context.item}.origin",
            "354",
        )
    zone = {"champion": "champion_zone"}.get(context.origin, context.origin)
    return zone == condition.zone


def _within(
    run: Run, context: Context, number: int, least: n.Value | None, most: n.Value | None
) -> bool:
    if least is not None:
        bound = evaluate(run, context, least)
        if bound is None or number < bound:
            return False
    if most is not None:
        bound = evaluate(run, context, most)
        if bound is None or number > bound:
            return False
    return True


def _begun(run: Run, context: Context, moment: n.Moment, least: int) -> int:
    """How many turns a player has begun: each begins with its Awaken Phase (315.1). `least`: how
    many are asked for.
    """
    assert moment.whose is not None  # judge.effects.support lists no other
    return sum(times_begun(run, name, least) for name in players(run, context, moment.whose))


def _another_was_finalized(run: Run, context: Context) -> bool:
    """Whether who follows the text has finalized another card this turn (812.1.c); a token that
    was played is no card (185).
    """
    run.assume_untold("players", context.controller, "finalized")
    own = {split_reference(ref)[0] for ref in (context.item, context.source) if ref is not None}
    cards = run.table.facts(context.controller).finalized
    others = [card for card in cards if card.id not in own and not card.token]
    return bool(others) and run.in_force("812.1.c")


def _died(run: Run, context: Context, moment: n.Moment) -> int:
    """How many units died this turn, by who controlled them."""
    assert moment.event == "die"  # judge.effects.support lists no other
    assert isinstance(moment.what, n.Selector)
    mine = run.table.team_of(context.controller)
    whose = {
        "friendly": run.table.friends(context.controller),
        "yours": [context.controller],
        "enemy": [name for name in run.board.players if name not in mine],
    }.get(moment.what.side, list(run.board.players))
    if moment.what.side != "any" and is_to_nobody(run, context):
        whose = []
    fact = "died_in_beginning_of" if moment.phase == "beginning" else "died"
    for name in whose:
        run.assume_untold("players", name, fact)
    if moment.phase == "beginning":  # in that of the player whose text it is
        died = (run.table.facts(name).died_in_beginning_of for name in whose)
        return sum(each.get(context.controller, 0) for each in died)
    return sum(run.table.facts(name).died for name in whose)


def _done_this_turn(run: Run, context: Context, moment: n.Moment) -> int:
    """How many cards of a type a player has played this turn, how many discarded, and how much
    experience they have gained.
    """
    if moment.event == "play":
        assert isinstance(moment.what, n.Selector)  # judge.effects.supporting lists no other
        if moment.what.kind == "equipment" or moment.amount_at_least is not None:
            least = moment.amount_at_least
            if context.triggered:  # which asks what resolved, and that is told by type alone
                words = "What was played and resolved this turn is told by its type alone."
                raise refused("clause", words, "if: happened, play", "419.4.b")
            return number_finalized(
                run,
                [] if is_to_nobody(run, context) else [context.controller],
                moment.what.kind,
                spent=None if least is None else evaluate(run, context, least) or 0,
            )
        return number_played(run, context, moment.what.kind)
    facts = run.table.facts(context.controller)
    told = {"discard": "discarded", "gain_xp": "xp_gained"}[moment.event]
    run.assume_untold("players", context.controller, told)
    return facts.discarded if moment.event == "discard" else facts.xp_gained


def _chose_enemies(run: Run, context: Context) -> int:
    """How often a player has chosen an enemy unit or gear this turn with a spell or an ability of a
    unit: each choice of one counts.
    """
    if is_to_nobody(run, context):
        return 0
    run.assume_untold("players", context.controller, "chose_enemy")
    chose = run.table.facts(context.controller).chose_enemy
    number = chose.get("spell", 0) + chose.get("unit_ability", 0)
    if number > 1:
        words = "Each enemy unit or gear that is chosen counts as chosen once."
        run.rests_on("OP-191", "a", words)
    return number


def _moved(run: Run, context: Context) -> int:
    """How often the source has moved this turn."""
    if context.source is None:
        return 0
    run.assume_untold("objects", context.source, "moves")
    return run.table.object_facts(context.source).moves


def _conquered(run: Run, context: Context) -> int:
    """How many battlefields the source has conquered this turn (471.1.b)."""
    if context.source is None:
        return 0
    run.assume_untold("objects", context.source, "conquests")
    return run.table.object_facts(context.source).conquests


def _is_turn(run: Run, context: Context, condition: n.TurnIs) -> bool:
    turn = run.board.turn
    if turn.player not in players(run, context, condition.of):
        return False
    if condition.phase is None:
        return True
    named = "ending" if condition.phase == "end" else condition.phase
    return turn.phase.partition(".")[0] == named


def _in_combat(run: Run, context: Context, condition: n.InCombat) -> bool:
    fight = run.board.showdown if condition.showdown else run.board.combat
    if fight is None:
        return False
    there = {reference(thing) for thing in run.table.at(fight.at)}
    refs = objects_meant(run, context, condition.what)
    if not condition.showdown and run.stands("740.2.c"):
        # 740.2.c: with a combat designation, and not only where the combat is
        things = (run.table.find(ref) for ref in there)
        there = {reference(t) for t in things if t is not None and t.designation is not None}
    return bool(refs) and all(ref in there for ref in refs)
