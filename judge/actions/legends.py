"""What leaves the Legend Zone, and for where (107.4.d)."""

from __future__ import annotations

from judge.board import events as ev
from judge.ruling.run import Run


def removable(run: Run, refs: list[str], target: ev.ZoneName) -> list[str]:
    """Those of the objects that can go to the zone: the Champion Legend stays where it is
    (107.4.d), and other legends go nowhere but to Banishment (107.4.d.2).
    """
    found = []
    for ref in refs:
        rule = stays(run, ref, target)
        if rule is None or not run.in_force(rule):
            found.append(ref)
        elif rule == "107.4.d":
            run.note(f"{run.thing(ref)} is a Champion Legend and stays in the Legend Zone.")
        else:
            run.note(f"{run.thing(ref)} is a legend and cannot be in the {target}.")
    return found


def stays(run: Run, ref: str, target: ev.ZoneName) -> str | None:
    """The rule by which an object cannot leave the Legend Zone for a zone; None where it can."""
    thing = run.table.find(ref)
    place = "" if thing is None else run.table.places[thing.id]
    if not place.startswith("legend:"):
        return None
    champion = thing is run.table.player(place.removeprefix("legend:")).legend
    # 107.4.d.1: what an effect has added is no Champion Legend
    if champion or not run.stands("107.4.d.1"):
        return "107.4.d" if run.stands("107.4.d") else None
    return "107.4.d.2" if target != "banishment" and run.stands("107.4.d.2") else None
