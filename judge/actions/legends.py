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
        thing = run.table.find(ref)
        place = "" if thing is None else run.table.places[thing.id]
        if not place.startswith("legend:"):
            found.append(ref)
            continue
        champion = thing is run.table.player(place.removeprefix("legend:")).legend
        # 107.4.d.1: what an effect has added is no Champion Legend
        champion = champion or not run.stands("107.4.d.1")
        if champion and run.in_force("107.4.d"):
            run.note(f"{run.thing(ref)} is a Champion Legend and stays in the Legend Zone.")
        elif not champion and target != "banishment" and run.in_force("107.4.d.2"):
            run.note(f"{run.thing(ref)} is a legend and cannot be in the {target}.")
        else:
            found.append(ref)
    return found
