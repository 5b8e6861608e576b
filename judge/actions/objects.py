"""Actions on objects: exhaust, ready, stun, deal, heal, kill, banish, move, recall and the like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from judge.actions.attaching import attached_to, come_off, in_order_of_detaching, joined
from judge.actions.contesting import apply_contested, become_present
from judge.actions.door import Attempt, door_of, let
from judge.actions.legends import removable
from judge.board import events as ev
from judge.board.applying_objects import hanging
from judge.board.state import UNKNOWN, Card, Effect, GameObject
from judge.board.table import base_of, reference
from judge.effects.unmodelled import refuse_replaced_deaths
from judge.effects.zones import find_held, held_keywords
from judge.keywords import KEYWORDS
from judge.layers.characteristics import characteristics, is_unit, most, of
from judge.layers.seen import look
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run, keeps_citations


def exhaust(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Exhaust what is not exhausted yet; the references that changed (414)."""
    if not run.stands("719.4"):  # neither does it change what it is attached to, nor that it
        refs = joined(run, refs)
    changed = [
        ref
        for ref in refs
        if (thing := run.table.find(ref)) is not None
        and not (thing.exhausted and run.in_force("414.1.b", "414.1.c"))
    ]
    for ref in changed:
        assume_ready(run, ref)
    changed = let(run, "exhaust", changed, by=by)
    if changed:
        run.in_force("414.1")
        run.emit(ev.Exhausted(refs=changed), by=by)
    return changed


#: what is said where a step rests on it
TAKEN_AS_READY = "{ref} is taken to be ready, since the board does not say otherwise."


def assume_ready(run: Run, ref: str) -> None:
    """What may be done with an object rests on its being ready, which the board may leave out."""
    path = f"objects.{ref.partition('@')[0]}.exhausted"
    run.assume_default(path, False, TAKEN_AS_READY.format(ref=ref))


def ready(
    run: Run, refs: list[str], *, by: str | None = None, other: str | None = None
) -> list[str]:
    """Ready what is exhausted; the references that changed (415). `other`: the spell or ability
    that does it.
    """
    changed = [
        ref
        for ref in refs
        if (thing := run.table.find(ref)) is not None
        and (thing.exhausted or not run.in_force("415.1.b", "415.1.c"))
    ]
    if other is not None and run.in_force("415.1.c"):
        for ref in refs:
            if ref not in changed and run.table.find(ref) is not None:
                assume_ready(run, ref)
    changed = let(run, "ready", changed, by=by, other=other)
    if changed:
        run.in_force("415.1")
        run.emit(ev.Readied(refs=changed), by=by)
    return changed


def _units(run: Run, refs: list[str], rule: str, done: str) -> list[str]:
    """Those of the objects to which a rule lets something be done to units only; of others it is
    said that nothing is done to them.
    """
    found = []
    for ref in refs:
        thing = run.table.find(ref)
        lies = "" if thing is None else run.table.places[thing.id]
        unit = thing is None or (
            of(run.table, run.catalogue, thing).is_unit and not lies.startswith("legend:")
        )
        if unit or not run.in_force(rule):
            found.append(ref)
        else:
            run.note(f"{run.thing(ref)} is no unit and is not {done}.")
    return found


def _with_a_location(run: Run, refs: list[str], rule: str) -> list[str]:
    """Those of the objects that can change their location: legends stay where they are."""
    found = []
    for ref in refs:
        thing = run.table.find(ref)
        in_legend_zone = thing is not None and run.table.places[thing.id].startswith("legend:")
        if in_legend_zone and run.in_force(rule):
            run.note(f"{run.thing(ref)} is a legend and stays in the Legend Zone.")
        else:
            found.append(ref)
    return found


def stun(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Stun the units that are not stunned; the references that changed (423)."""
    if not run.stands("719.4.a"):  # neither does it reach what is attached, nor that it
        refs = joined(run, refs)
    changed = [
        ref
        for ref in _units(run, refs, "423.1", "stunned")
        if (thing := run.table.find(ref)) is not None
        and not (thing.stunned and run.in_force("423.1.a", "423.1.a.1"))
    ]
    changed = let(run, "stun", changed, by=by)
    if changed:
        run.in_force("423.1")
        run.emit(ev.Stunned(refs=changed), by=by)
    return changed


def refuse_prevented(run: Run, ref: str) -> None:
    """Raises `Refused` where the board gives a prevention for an open set of units (437.1.b)."""
    for effect in run.table.applying():
        if effect.prevent is not None and effect.affects is None:
            run.refuse(
                Refusal(
                    reason="missing_fact" if effect.open is None else "clause",
                    sentence=f"The board gives {effect.id}, which prevents damage and does not say "
                    f"to what; whether it is to {ref} cannot be told.",
                    about=f"effects.{effect.id}.{'affects' if effect.open is None else 'open'}",
                    rules=["437.1.b"],
                )
            )


def deal(
    run: Run,
    amounts: dict[str, int],
    *,
    by: str,
    source: str | None = None,
    bearer: str | None = None,
    spell: str | None = None,
    with_bonus: bool = False,
) -> list[str]:
    """Deal damage to each unit at once; only a positive amount is dealt (417.1). The references to
    which some was.

    `spell`: the spell that deals it, which counts as having dealt damage once. `bearer`: the object
    whose ability the source is. `with_bonus`: Bonus Damage is in the amounts already (715.3).
    """
    if len(amounts) > 1 and not run.in_force("417.1.d"):
        amounts = dict(list(amounts.items())[:1])
    units = _units(run, list(amounts), "417.1", "dealt damage")
    amounts = {ref: amounts[ref] for ref in units}
    door = door_of(run, "deal")
    attempts = []
    for ref, amount in amounts.items():
        # 715.4: where no damage is dealt, Bonus Damage does not apply
        if amount < 1 and run.in_force("417.1.e.1", "715.4"):
            run.note(f"No damage is dealt to {run.thing(ref)}.")
            continue
        refuse_prevented(run, ref)
        bonus = door.bonus(run, source, ref) if door is not None and not with_bonus else 0
        if bonus and run.in_force("715.1" if len(amounts) == 1 else "715.2", "714", "713"):
            run.note(f"{bonus} Bonus Damage is dealt to {run.thing(ref)}.")
            amount += bonus
        if amount < 1:
            continue
        attempts.append(Attempt("deal", ref, by=by, other=source, amount=amount, bonus=bonus))
    if door is not None and attempts:
        attempts = door.through(run, attempts)
    with run.together():
        for attempt in attempts:
            assert attempt.what is not None
            if run.in_force("417.1.b"):
                run.emit(
                    ev.DamageDealt(
                        ref=attempt.what,
                        amount=attempt.amount,
                        by=_marked_by(run, attempt.what, by),
                        source=source,
                        bearer=bearer,
                        spell=spell,
                    ),
                    by=by,
                )
                spell = None
    return [attempt.what for attempt in attempts if attempt.what is not None]


def _marked_by(run: Run, ref: str, by: str) -> str:
    """Whose damage it is: that of the player who is responsible for the Deal (142.3.a)."""
    if run.in_force("142.3.a"):
        return by
    thing = run.table.find(ref)
    return by if thing is None else thing.controller


def heal(
    run: Run, refs: list[str], *, amount: int | None = None, by: str | None = None
) -> list[str]:
    """Clear damage from the units that have some, all of it or `amount` from each, at once; the
    references that changed (418).
    """
    hurt = [ref for ref in refs if (thing := run.table.find(ref)) is not None and thing.damage]
    hurt = let(run, "heal", hurt, by=by)
    if not run.in_force("418.2"):
        hurt = hurt[:1]
    if not hurt or amount == 0 or not run.in_force("418.1"):
        return []
    run.emit(ev.Healed(refs=hurt, amount=amount), by=by)
    return hurt


def buff(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Place a buff on each unit that has none; the references that changed (426)."""
    changed = [
        ref
        for ref in _units(run, refs, "426.1", "buffed")
        if (thing := run.table.find(ref)) is not None
        and (_can_be_buffed(run, thing) or not run.in_force("426.1.b.1"))
    ]
    changed = let(run, "buff", changed, by=by)
    if changed and run.in_force("426.1.b"):
        run.emit(ev.Buffed(refs=changed), by=by)
        return changed
    return []


def _can_be_buffed(run: Run, thing: GameObject) -> bool:
    """Whether another buff can be placed on it: on one that has a buff only where a text permits
    that (426.1.b.2).
    """
    if thing.buffs == 0:
        return True
    limit = most(run.table, run.catalogue, thing, "buff_limit")
    return (limit is None or thing.buffs < limit) and run.in_force("426.1.b.2")


def zone_of(run: Run, thing: GameObject) -> str:
    """Whose zone it goes to: its owner's, whoever controlled it on the board (056.2)."""
    if thing.owner == thing.controller or run.in_force("056", "056.1", "056.2"):
        return thing.owner
    return thing.controller


def _leave(
    run: Run,
    thing: GameObject,
    verb: str,
    target: ev.ZoneName,
    *,
    by: str | None,
    position: Literal["top", "bottom"] | None = None,
) -> None:
    # as it was before anything left: what leaves with its Top-Most Card was attached until then
    before = run.seen[reference(thing)].thing if reference(thing) in run.seen else thing
    loose = in_order_of_detaching(run, thing)
    detached = [reference(other) for other in loose]
    card = None
    if not (thing.token and run.in_force("186.1")):
        # 124, 124.1: it is another object, of which nothing is tracked any more
        another = run.in_force("124", "124.1")
        card = Card(id=thing.id, card=thing.card, generation=thing.generation + another)
    run.emit(
        ev.ObjectLeft(
            verb=verb,
            ref=reference(thing),
            name=thing.name,
            owner=zone_of(run, thing),
            controller=thing.controller,
            at=run.table.places[thing.id],
            attached=before.attached_to is not None,
            unit=is_unit(run.table, run.catalogue, thing),
            bore=detached,
            target=target,
            card=card,
            to_position=position,
        ),
        by=by,
    )
    come_off(run, thing, detached, by=by)


def kill(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Put permanents from the board into their owners' trash (428.2); the references that died."""
    refuse_replaced_deaths(run, refs)
    refs = [ref for ref in refs if (thing := run.table.find(ref)) and _is_killable(run, thing)]
    # 370.1.a.2: what results from one game action happens at one moment
    batches = [refs] if run.stands("370.1.a.2") else [[ref] for ref in refs]
    refs = [ref for batch in batches for ref in let(run, "die", batch, by=by)]
    died = []
    look(run, refs)  # 808.1.d.3: all of them, before any has left
    with run.together():
        for ref in refs:
            thing = run.table.find(ref)
            if thing is not None and _is_killed(run, thing) and run.in_force("428.2"):
                _leave(run, thing, "kill", "trash", by=by)
                died.append(ref)
    return died


def _is_killable(run: Run, thing: GameObject) -> bool:
    """Whether it is something that can be killed: legends cannot (174.3), and runes are no
    permanents (133.5.a.1, 428.1).
    """
    types = run.catalogue[thing.name].types
    if "Legend" in types and run.in_force("174.3"):
        run.note(f"{run.thing(reference(thing))} is a legend and cannot be killed.")
        return False
    if types == ["Rune"] and run.in_force("133.5.a.1"):
        run.note(f"{run.thing(reference(thing))} is a rune and no permanent; it is not killed.")
        return False
    return True


def _is_killed(run: Run, thing: GameObject) -> bool:
    """Whether a unit or a gear, or what is both, is killed as that."""
    types = run.catalogue[thing.name].types
    if not {"Unit", "Gear"} & set(types):
        return True
    unit = "Unit" in types and run.in_force("141.1.a.4")
    return unit or ("Gear" in types and run.in_force("148.1.a.4"))


def banish(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Put objects into their owners' Banishment (427.2); those that are there now."""
    refs = removable(run, [ref for ref in refs if run.table.find(ref) is not None], "banishment")
    refs = let(run, "banish", refs, by=by)
    look(run, refs)
    with run.together():
        for ref in refs:
            thing = run.table.find(ref)
            if thing is not None and run.in_force("427.2"):
                # 427.2.a: it is not killed
                verb = "banish" if run.in_force("427.2.a") else "kill"
                _leave(run, thing, verb, "banishment", by=by)
    return refs


def return_to_hand(run: Run, refs: list[str], *, by: str | None = None) -> list[str]:
    """Return permanents to their owners' hands (056.2); those that are there now."""
    refs = removable(run, [ref for ref in refs if run.table.find(ref) is not None], "hand")
    refs = let(run, "return_to_hand", refs, by=by)
    look(run, refs)
    with run.together():
        for ref in refs:
            thing = run.table.find(ref)
            if thing is not None:
                run.in_force("056.2")
                _leave(run, thing, "return", "hand", by=by)
    return refs


def put(
    run: Run, refs: list[str], to: ev.ZoneName, position: str | None, *, by: str | None = None
) -> list[str]:
    """Put objects from the board into a zone of their owners (056.2), of a deck at its top or
    bottom; those that there were. It is no kill, recycle or return.
    """
    refs = removable(run, [ref for ref in refs if run.table.find(ref) is not None], to)
    look(run, refs)
    place: Literal["top", "bottom"] = "top" if position == "top" else "bottom"
    with run.together():
        for ref in reversed(refs) if position == "top" else refs:
            thing = run.table.find(ref)
            if thing is None or not run.in_force("056.2"):
                continue
            target = to
            if to == "main_deck" and of(run.table, run.catalogue, thing).is_rune:
                target = "rune_deck"
            deck = target in ("main_deck", "rune_deck")
            _leave(run, thing, "put", target, by=by, position=place if deck else None)
    return refs


def move(run: Run, refs: list[str], to: str, *, by: str | None = None) -> None:
    """Move units to a location at once, and contest it (420, 446-450).

    The units must be on the board and may have different origins (144.3.b).
    """
    refs = let(run, "move", _with_a_location(run, refs, "174.4"), by=by, to=to)
    if not refs:
        return
    origins = {ref: run.table.places[ref.partition("@")[0]] for ref in refs}
    run.emit(ev.Moved(refs=refs, to=to, origins=origins), by=by)
    for ref in refs:
        # 719.3.a: what is attached to it has come along
        thing = run.table.find(ref)
        carried = [] if thing is None else list(map(reference, attached_to(run, thing)))
        if carried and not run.in_force("719.3.a"):
            run.emit(ev.Moved(refs=carried, to=origins[ref], origins=dict.fromkeys(carried, to)))
    controllers = {thing.controller for ref in refs if (thing := run.table.find(ref)) is not None}
    order = [name for name in run.table.turn_order(run.board.turn.player) if name in controllers]
    battlefield = run.table.battlefields.get(to)
    several = battlefield is not None and len(order) > 1 and battlefield.controller not in order
    if several and run.rely_on("OP-63") == "b" and by is not None:
        order = [_first_there(run, to, order, by)]
    for player in order:
        apply_contested(run, to, player, "450")
    bearers = [thing for ref in refs if (thing := run.table.find(ref)) is not None]
    become_present(run, [thing for bearer in bearers for thing in hanging(run.table, bearer)])


def _first_there(run: Run, place: str, among: list[str], chooser: str) -> str:
    """Which of several players contests, as who controls the effect says (OP-63 read as b)."""
    return str(
        run.ask(
            Question(
                form="choose_one",
                to=chooser,
                prompt=f"Who contests {run.place(place)}?",
                slot="contested",
                rules=["190.3.a.1", "450"],
                options=[Option(id=name) for name in among],
            )
        )
    )


@keeps_citations
def recall(run: Run, refs: list[str], *, by: str | None = None, corrective: bool = False) -> None:
    """Put permanents into their controllers' Bases, which is not a Move (455-458). `corrective`:
    they are where they cannot be, attached or not.
    """
    if not run.in_force("456.3"):
        refs = let(run, "move", refs, by=by)
    refs = [ref for ref in refs if run.table.find(ref) is not None]
    refs = _with_a_location(run, refs, "107.4.d")
    refs = let(run, "recall", refs if corrective else _not_attached(run, refs), by=by)
    homes: dict[str, list[str]] = {}
    for ref in refs:
        thing = run.table.find(ref)
        if (
            thing is not None
            and of(run.table, run.catalogue, thing).is_gear
            and not run.in_force("457")
        ):
            continue
        if thing is not None:
            homes.setdefault(base_of(thing.controller), []).append(ref)
    for home, those in sorted(homes.items()):
        if not run.in_force("456", "456.1"):
            move(run, those, home, by=by)
            continue
        if not run.in_force("456.2"):
            continue
        run.emit(ev.Recalled(refs=those, to=home), by=by)
        if not run.in_force("458"):
            run.emit(ev.Readied(refs=those))
        if not run.in_force("458.1"):
            run.emit(ev.Healed(refs=those))


def _not_attached(run: Run, refs: list[str]) -> list[str]:
    """Those that are recalled: what is attached stays where its Top-Most Card is, with which it
    goes home (719.3, 719.3.a).
    """
    found = []
    for ref in refs:
        thing = run.table.find(ref)
        bearer = None if thing is None else thing.attached_to
        if bearer is None or not run.in_force("719.3"):
            found.append(ref)
            continue
        if any(each.partition("@")[0] == bearer for each in refs):
            continue
        run.note(f"{run.thing(ref)} is attached to {bearer} and is not recalled by itself.")
        run.rests_on("OP-177", "a", "What is attached is not recalled apart from its bearer.")
    return found


def give_might(
    run: Run,
    refs: list[str],
    amount: int,
    *,
    minimum: int | None,
    maximum: int | None = None,
    elsewhere: Mapping[str, int] | None = None,
    until: str,
    controller: str,
    origin: str,
    source: str | None = None,
) -> None:
    """Begin an effect that changes Might; a limit is snapshotted for each unit now (477.3.b).

    `elsewhere`: the Might of those that are not on the board, by reference.
    """
    if minimum is None and maximum is None:
        _begin(
            run,
            Effect(
                id=run.table.mint("e"),
                controller=controller,
                origin=origin,
                source=source,
                affects=refs,
                might=amount,
                until=until,
            ),
        )
        return
    for ref in refs:
        value = (elsewhere or {}).get(ref)
        if value is None:
            value = characteristics(run.table, run.catalogue, ref).might_value or 0
        change = amount
        # a decrease stops at the minimum and never turns into an increase
        if minimum is not None and run.in_force("477.3.b") and value + amount < minimum:
            change = min(0, minimum - value)
        # and an increase at the maximum, which it never turns into a decrease
        if maximum is not None and run.in_force("477.3.b") and value + amount > maximum:
            change = max(0, maximum - value)
        _begin(
            run,
            Effect(
                id=run.table.mint("e"),
                controller=controller,
                origin=origin,
                source=source,
                affects=[ref],
                might=change,
                until=until,
            ),
        )


def give_keyword(
    run: Run,
    refs: list[str],
    keyword: str,
    value: int,
    *,
    until: str,
    controller: str,
    origin: str,
    source: str | None = None,
) -> None:
    """Begin an effect that grants a keyword for a duration (801.3.a)."""
    rule = KEYWORDS[keyword].combining_rule if keyword in KEYWORDS else None
    held = [ref for ref in refs if _has(run, ref, keyword)]
    if held and rule is not None:
        run.in_force(rule)
    if not run.in_force("801.3.a.2" if until != "unlimited" else "801.3.a.3"):
        until = "turn"
    _begin(
        run,
        Effect(
            id=run.table.mint("e"),
            controller=controller,
            origin=origin,
            source=source,
            affects=refs,
            keywords={keyword: value},
            until=until,
        ),
    )


def _has(run: Run, ref: str, keyword: str) -> bool:
    """Whether an object has the keyword, or a card where it is."""
    held = find_held(run.table, ref)
    if held is not None:
        return held.card.card != UNKNOWN and keyword in held_keywords(run, held)
    if run.table.find(ref) is None:
        return False  # a token that is being played
    return characteristics(run.table, run.catalogue, ref).has(keyword)


def _begin(run: Run, effect: Effect) -> None:
    run.emit(ev.EffectBegan(effect=effect), by=effect.controller)
