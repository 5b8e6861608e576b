"""Edits of the result that a waiver gives in the place of a text that is not modelled (D13).

They happen once nothing else is to be done, as events through the one door, and what triggers on
them and the Cleanup follow. Nothing forbids or replaces them: they are what the caller says came
of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from judge.actions.objects import banish, kill, move, put, recall, return_to_hand
from judge.board import events as ev
from judge.board.state import GameObject
from judge.board.table import base_of, reference
from judge.ruling.actions import MalformedAction, malformed
from judge.ruling.run import Run
from judge.ruling.waiving import Edit, Waived

_LEAVE: dict[str, Callable[[Run, list[str]], object]] = {
    "trash": kill,
    "banishment": banish,
    "hand": return_to_hand,
    "main_deck": lambda run, refs: put(run, refs, "main_deck", "bottom"),
}


def edit_result(run: Run) -> bool:
    """Make the edits that the waivers of the run give which it rests on; whether there were any.

    Those for an item that waits on the chain are kept for the ruling in which it resolves. Raises
    `MalformedAction` for an edit of what is not there, with every fault at its path.
    """
    made = False
    for about in sorted(run.waived):
        waiver = run.waivers[about]
        if not isinstance(waiver, Waived) or waiver.edits is None:
            continue
        if _waits(run, about):
            run.caution(
                "edits_wait", f"{about}: it is on the chain; the edits are for when it resolves."
            )
            continue
        for place, edit in enumerate(waiver.edits):
            _Edit(run, about, place, edit).make()
            made = True
    return made


def _waits(run: Run, about: str) -> bool:
    name = about.partition(": ")[0]
    return any(name in (item.card, item.of) for item in run.table.items())


class _Edit:
    """One edit of the board that a run has come to."""

    def __init__(self, run: Run, about: str, place: int, edit: Edit) -> None:
        self.run = run
        self.edit = edit
        self.about = about
        self.path = ("waivers", about, "edits", place)

    def make(self) -> None:
        """Raises `MalformedAction`."""
        run, edit = self.run, self.edit
        named = edit.set or edit.move or edit.remove or ""
        if edit.set in run.board.players:
            with self._said(f"{named} is edited"):
                self._set_player(named)
            return
        thing = self._thing(named)
        with self._said(f"{run.thing(reference(thing))} is edited"):
            if edit.set is not None:
                self._set_object(thing)
            elif edit.move is not None:
                self._move(thing)
            else:
                self._remove(thing)

    @contextmanager
    def _said(self, text: str) -> Iterator[None]:
        """A step of the trace in which nothing forbids or replaces what happens."""
        run = self.run
        door, run.door = run.door, None
        try:
            with run.step("002", text=f"{text}, as the request says of {self.about}"):
                yield
        finally:
            run.door = door

    def _fault(self, key: str, code: str, message: str) -> MalformedAction:
        return MalformedAction([malformed((*self.path, key), code, message)])

    def _verb(self) -> str:
        return next(verb for verb in ("set", "move", "remove") if getattr(self.edit, verb))

    def _thing(self, named: str) -> GameObject:
        table = self.run.table
        found = table.find(named) or table.objects.get(named)
        if found is None:
            near = get_close_matches(named, table.objects, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            who = " and no player" if self.edit.set is not None else ""
            message = f"there is no object{who} {named!r} on the resulting board{hint}"
            raise self._fault(self._verb(), "no_such_object", message)
        return found

    def _set_player(self, name: str) -> None:
        for key in ("exhausted", "stunned", "damage", "buffs"):
            if getattr(self.edit, key) is not None:
                raise self._fault(key, "wrong_value", f"a player has no `{key}`")
        held = self.run.table.player(name)
        self._count(self.edit.points, held.points, name, ev.PointsGained, ev.PointsLost)
        self._count(self.edit.xp, held.xp, name, ev.ExperienceGained, ev.ExperienceSpent)

    def _count(
        self,
        wanted: int | None,
        held: int,
        name: str,
        gained: Callable[..., ev.AnyEvent],
        lost: Callable[..., ev.AnyEvent],
    ) -> None:
        if wanted is not None and wanted != held:
            kind = gained if wanted > held else lost
            self.run.emit(kind(player=name, amount=abs(wanted - held)))

    def _set_object(self, thing: GameObject) -> None:
        run, edit, ref = self.run, self.edit, reference(thing)
        for key in ("points", "xp"):
            if getattr(edit, key) is not None:
                raise self._fault(key, "wrong_value", f"an object has no `{key}`")
        unit = run.catalogue[thing.name].is_unit
        for key in ("stunned", "damage", "buffs"):
            if getattr(edit, key) is not None and not unit:
                raise self._fault(key, "wrong_value", f"{ref} is no unit and has no `{key}`")
        if edit.exhausted is not None and edit.exhausted != thing.exhausted:
            run.emit(ev.Exhausted(refs=[ref]) if edit.exhausted else ev.Readied(refs=[ref]))
        if edit.stunned is not None and edit.stunned != thing.stunned:
            run.emit(ev.Stunned(refs=[ref]) if edit.stunned else ev.StunEnded(refs=[ref]))
        for _ in range((edit.buffs or 0) - thing.buffs if edit.buffs is not None else 0):
            run.emit(ev.Buffed(refs=[ref]))
        if edit.buffs is not None and edit.buffs < thing.buffs:
            run.emit(ev.BuffSpent(ref=ref, amount=thing.buffs - edit.buffs))
        marked = sum(thing.damage.values())
        if edit.damage is not None and edit.damage > marked:
            by = run.board.turn.player
            run.emit(ev.DamageDealt(ref=ref, amount=edit.damage - marked, by=by))
        if edit.damage is not None and edit.damage < marked:
            run.emit(ev.Healed(refs=[ref], amount=marked - edit.damage))

    def _move(self, thing: GameObject) -> None:
        run, ref = self.run, reference(thing)
        home = base_of(thing.controller)
        to = home if self.edit.to == "base" else self.edit.to or ""
        if to not in run.table.battlefields and to != home:
            places = ", ".join([*run.table.battlefields, "base"])
            message = f"{ref} cannot be at {self.edit.to!r}; it can be at {places}"
            raise self._fault("to", "impossible_place", message)
        definition = run.catalogue[thing.name]
        if not definition.is_permanent or thing.attached_to is not None:
            message = f"{ref} is not a unit or gear by itself, which alone change their location"
            raise self._fault("move", "impossible_place", message)
        if run.table.places[thing.id] == to:
            return
        if definition.is_unit:
            move(run, [ref], to)
        elif to == home:
            recall(run, [ref])
        else:
            message = f"{ref} is gear, which goes nowhere but to its controller's Base"
            raise self._fault("to", "impossible_place", message)

    def _remove(self, thing: GameObject) -> None:
        run, ref = self.run, reference(thing)
        leave = _LEAVE.get(self.edit.to or "")
        if leave is None:
            message = f"it leaves for {', '.join(_LEAVE)}, not for {self.edit.to!r}"
            raise self._fault("to", "impossible_place", message)
        leave(run, [ref])
        if run.table.find(ref) is not None:
            raise self._fault("remove", "impossible_place", f"{ref} stays where it is")
