"""The Standard Move: one action for several units (144, 448)."""

from __future__ import annotations

from judge.abilities.affording import why_not_performed
from judge.abilities.forbidding import is_forbidding, why_forbidden
from judge.actions.destinations import location_named, nearest_location, why_not_standard_move
from judge.actions.door import Attempt
from judge.actions.objects import assume_ready, exhaust, move
from judge.board.state import GameObject
from judge.board.table import base_of, reference
from judge.layers.characteristics import has_several_types, is_unit, of
from judge.procedure.costs import find_payment, pay_for
from judge.procedure.finding import find_object
from judge.procedure.payment import Price
from judge.procedure.timing import in_closed_state, in_showdown_state, may_use, priority, standing
from judge.procedure.totals import applied_move_price
from judge.ruling.actions import Do
from judge.ruling.problems import problem, resting_on
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import Run


def move_timing(run: Run, player: str) -> list[Problem]:
    """Every reason why the player can make no Standard Move now (144.1)."""
    found = priority(run, player)
    if in_closed_state(run) and run.stands("144.1.b"):
        found.append(problem("move_in_closed_state"))
    if in_showdown_state(run) and run.stands("144.1.c"):
        found.append(problem("move_in_showdown"))
    ours = run.board.turn.player == player and run.board.turn.phase == "main"
    if not ours and run.stands("144.1.a"):
        found.append(problem("move_outside_main_phase"))
    return found


def unit_problems(run: Run, player: str, thing: GameObject) -> list[Problem]:
    """Every reason why the object can make no Standard Move, wherever it would go (144.2,
    191.3.a).
    """
    found = []
    # 107.4.b: the Legend Zone is no location from which anything could move
    in_legend_zone = run.table.places[thing.id].startswith("legend:") and run.stands("107.4.b")
    can_move = is_unit(run.table, run.catalogue, thing) and not in_legend_zone
    can_move = can_move and run.stands("144")
    if can_move and has_several_types(run.table, run.catalogue, thing):
        # what its other types could not do, it still can as a unit
        can_move = run.in_force("178.2", "178.2.a")
    if not can_move:
        found.append(problem("not_a_unit", thing=thing.id, objects=[thing.id]))
    elif thing.attached_to is not None and run.stands("718.5.c"):
        bearer = thing.attached_to
        found.append(problem("attached", thing=thing.id, wanted=bearer, objects=[thing.id, bearer]))
    if not may_use(run, player, thing.controller, "489.8.c.2") and run.stands("191.3.a"):
        rules = ["191.3.a"]
        if thing.controller in run.table.team_of(player):
            rules.append("489.8.c.2")
        found.append(
            problem(
                "unit_not_controlled",
                player=player,
                thing=thing.id,
                objects=[thing.id],
                rules=rules,
            )
        )
    # 810.1.c.3: Ganking gives another way to move, and no further move
    again = _has_ganking(run, thing) and not run.stands("810.1.c.3")
    if thing.exhausted and can_move and not again and run.stands("414.4"):
        found.append(problem("unit_exhausted", thing=thing.id, objects=[thing.id]))
    elif can_move and run.stands("144.2"):
        found += why_not_performed(run, player, "exhaust", [reference(thing)], "144.2")
    return found


def _has_ganking(run: Run, thing: GameObject) -> bool:
    return of(run.table, run.catalogue, thing).has("Ganking")


def movable(run: Run, player: str, to: str) -> list[str]:
    """The units whose Standard Move may take them to `to`, by id."""
    return sorted(
        reference(thing)
        for thing in run.table.objects.values()
        if thing.controller == player
        and not unit_problems(run, player, thing)
        and not why_not_move(run, thing, to)
    )


def why_not_move(run: Run, thing: GameObject, to: str) -> list[Problem]:
    """Every reason why the unit's Standard Move cannot take it to `to`: rules, then texts (054)."""
    found = why_not_standard_move(run, thing, to)
    if is_forbidding(run, "move"):
        attempt = Attempt("move", reference(thing), by=thing.controller, to=to)
        found += why_forbidden(run, [attempt])
    return found


def standard_move(run: Run, player: str, do: Do) -> list[Problem]:
    """Move units as the action says; the problems when that is illegal, with the board
    untouched.
    """
    assert do.move is not None
    found = standing(run, player)
    if found:
        return found
    found = move_timing(run, player)
    named = [do.move] if isinstance(do.move, str) else list(do.move)
    things: list[GameObject] = []
    for number, text in enumerate(named):
        if location_named(run, text) in run.table.locations():
            found.append(problem("not_a_unit", thing=text, objects=[text]))
            continue
        thing = find_object(run, player, text, things)
        if isinstance(thing, list):
            found += thing
            continue
        if thing in things:
            found.append(problem("moved_twice", target=text, objects=[thing.id]))
            continue
        del number
        things.append(thing)
        found += unit_problems(run, player, thing)
    if any(thing.attached_to in [other.id for other in things] for thing in things):
        run.rests_on("OP-176", "a", "What is attached makes no Standard Move of its own.")
    to = location_named(run, do.to) if isinstance(do.to, str) else None
    if to == "base":
        to = base_of(player)
    if to is None:
        if found or (named and not things):
            return found
        to = _choose_destination(run, player, things)
        if to is None:
            for place in run.table.locations():
                for thing in things:
                    found += [p for p in why_not_move(run, thing, place) if p not in found]
            return found or [problem("nothing_to_move")]
    elif to not in run.table.locations():
        found.append(problem("no_such_location", thing=to, meant=nearest_location(run, to)))
    else:
        for thing in things:
            if is_unit(run.table, run.catalogue, thing):
                found += why_not_move(run, thing, to)
    if not named and not found:
        things = _choose_units(run, player, to)
        if not things:
            found.append(problem("nothing_to_move", rules=["144.3", "144.4"]))
    price = Price() if found or to is None else applied_move_price(run, player, things, to)
    payment = None
    if price != Price() and run.stands("204.4.c"):
        short: list[Problem] = []
        payment = find_payment(run, player, "the move", price, short)
        found += resting_on(short, "204.4.c")
    if found:
        return found
    refs = [reference(thing) for thing in things]
    origins = {run.table.places[thing.id] for thing in things}
    words = f"{player} moves {run.things(refs)} to {run.place(to)}"
    with run.step("144", text=words, by=player):
        run.in_force("144.1.a", "420.3")
        refs = _together(run, refs)
        if price != Price() and run.in_force("204.4", "204.4.b"):
            pay_for(run, player, "the move", price, payment)
        if run.in_force("144.2", "414.3.a"):
            # 144.3.c: of several units the cost is paid at the same time
            all_pay = len(refs) < 2 or run.in_force("144.3.c")
            exhaust(run, refs if all_pay else refs[:1], by=player)
        # 446.3.c: at once, without an item on the chain that anybody could answer
        if _is_way(run, origins, to, things) and run.in_force("446.3.c"):
            move(run, refs, to, by=player)
        run.in_force("453")
    return []


def _together(run: Run, refs: list[str]) -> list[str]:
    """The units that move at the same time: several may, to one destination (144.3, 144.3.a), from
    one origin or from several (144.3.b).
    """
    if len(refs) > 1 and not run.in_force("144.3", "144.3.a"):
        return refs[:1]
    first = run.table.place_of(refs[0]) if refs else None
    others = [ref for ref in refs if run.table.place_of(ref) != first]
    if others and not run.in_force("144.3.b"):
        return [ref for ref in refs if ref not in others]
    return refs


def _is_way(run: Run, origins: set[str], to: str, things: list[GameObject]) -> bool:
    """Whether units move that way: home from a battlefield (144.4.b), from their base to a
    battlefield (144.4.a), or with Ganking between battlefields (144.4.c.1, 810.1.b).
    """
    plain = to.startswith("base:") or not origins & set(run.table.battlefields)
    with_ganking = plain and any(_has_ganking(run, thing) for thing in things)
    if with_ganking and not run.in_force("810.1.c.1"):  # it takes none of these ways away
        return False
    if to.startswith("base:"):
        return run.in_force("144.4.b")
    # what has other types beside may become located there because it is a unit
    several = any(has_several_types(run.table, run.catalogue, thing) for thing in things)
    if several and not run.in_force("178.2.a.1"):
        return False
    if any(origin.startswith("base:") for origin in origins) and not run.in_force("144.4.a"):
        return False
    if any(origin in run.table.battlefields for origin in origins):
        return run.in_force("144.4.c.1", "810.1.b")
    return True


def most_movable(run: Run, player: str, refs: list[str], to: str) -> int:
    """How many of the units may move there at the same time, with what applied costs ask for it
    (204.4.c).
    """
    things = [thing for ref in refs if (thing := run.table.find(ref)) is not None]
    for number in range(len(things), 1, -1):
        price = applied_move_price(run, player, things[:number], to)
        short: list[Problem] = []
        if price == Price():
            return number
        find_payment(run, player, "the move", price, short)
        if not short:
            return number
    return min(1, len(things))


def _choose_destination(run: Run, player: str, things: list[GameObject]) -> str | None:
    if things:
        places = [
            place
            for place in run.table.locations()
            if not any(why_not_move(run, thing, place) for thing in things)
        ]
    else:
        places = [place for place in run.table.locations() if movable(run, player, place)]
        for place in places:  # that there is anything to ask rests on their being ready
            for ref in movable(run, player, place):
                assume_ready(run, ref)
    if len(places) < 2:
        return places[0] if places else None
    answer = run.ask(
        Question(
            form="choose_one",
            to=player,
            prompt="Where do the units move?",
            slot="to",
            rules=["144.3", "144.4"],
            options=[Option(id=place) for place in places],
        )
    )
    return str(answer)


def _choose_units(run: Run, player: str, to: str) -> list[GameObject]:
    options = movable(run, player, to)
    if len(options) < 2:
        chosen = options
    else:
        chosen = list(
            run.ask(
                Question(
                    form="choose_some",
                    to=player,
                    prompt=f"Which units move to {to}?",
                    slot="move",
                    rules=["144.3"],
                    options=[
                        Option(id=ref, text=run.table.objects[ref.partition("@")[0]].card)
                        for ref in options
                    ],
                    min=1,
                    max=len(options),
                )
            )
        )
    return [thing for ref in chosen if (thing := run.table.find(ref)) is not None]
