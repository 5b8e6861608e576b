"""What would be otherwise if effects of which a board does not say since when they apply had begun
in another order (480, OP-37).
"""

from __future__ import annotations

from judge.effects import notation as n
from judge.layers.entries import Entry, indexed
from judge.layers.standings import layered
from judge.layers.worked import Worked, losses
from judge.ruling.run import Run


def caution_undated(run: Run) -> None:
    """Say of each object what it would be the other way round; nothing is picked in silence."""
    index = indexed(run.table, run.catalogue)
    loses = index.loses
    # the places in time of those of which the order can matter; what has no timestamp is taken to
    # have begun before what has one, and may as well have begun after it
    places = [place for place, entry in enumerate(index.entries) if _matters(entry, loses)]
    those = [index.entries[place] for place in places]
    undated = [entry for entry in those if _is_undated(entry)]
    if not undated or len(those) < 2:
        return
    dated = [entry for entry in those if not _is_undated(entry)]
    other = list(index.entries)
    for place, entry in zip(places, [*dated, *reversed(undated)], strict=True):
        other[place] = entry
    taken = layered(run.table, run.catalogue, index.entries)
    turned = layered(run.table, run.catalogue, other)
    found = [
        f"{run.thing(work.ref)} {_said(work, turned[identity])}"
        for identity, work in sorted(taken.items())
        if _result(work) != _result(turned[identity])
    ]
    if found:
        for entry in undated:
            if entry.source is not None and entry.source.thing is not None:
                thing = entry.source.thing
                words = (
                    f"{run.thing(thing)} is taken to be there since before what has a timestamp."
                )
                run.assume(f"objects.{thing.partition('@')[0]}.since", 0, words)
        run.rests_on(
            "OP-37",
            "a",
            "The board does not say which effect began to apply first: " + ", ".join(found) + ".",
        )


def _matters(entry: Entry, loses: bool) -> bool:
    """Whether the place in time of an entry can matter: it says what something is."""
    change = entry.change
    says = isinstance(change, n.SetMight) and not change.at_least
    # of two that are limited the later one may have nothing left to change
    says = says or (
        isinstance(change, n.Might) and (change.minimum, change.maximum) != (None, None)
    )
    # what is given on a condition can be kept from being there by what was given before
    says = says or (isinstance(change, n.Trait) and (change.instead or bool(entry.there)))
    # what is granted before a loss is lost, and what is granted after it is not
    return says or (loses and isinstance(change, n.LoseAbilities | n.GrantKeyword))


def _is_undated(entry: Entry) -> bool:
    """Whether an entry of a permanent has no timestamp."""
    return entry.stamp.since == 0 and entry.stamp.kind == 1


def _result(work: Worked) -> tuple[object, ...]:
    now = work.definition
    lost = frozenset(entry.key for entry in losses(work))
    return (work.might, work.keywords, lost, now.types, now.tags, now.domains, now.name)


def _said(work: Worked, other: Worked) -> str:
    if work.might != other.might:
        return f"has {work.might} Might here, and {other.might} the other way round"
    return "would have other traits or keywords the other way round"


__all__ = ["caution_undated"]
