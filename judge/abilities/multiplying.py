"""How often an ability triggers on what met its condition: once, save where a text in play says
that it does so an additional time, or not at all (364.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.abilities.listening import Listener
from judge.abilities.moments import Occurrence
from judge.effects import notation as n
from judge.layers.lost import kept_rules
from judge.layers.reading import is_awake
from judge.layers.standings import view_of
from judge.ruling.run import Run


def times(
    run: Run,
    listener: Listener,
    controller: str,
    occurrence: Occurrence,
    together: Iterable[Occurrence],
) -> int:
    """How often it triggers; `together`: all that happened at this moment."""
    if listener.bound or "364.1" in run.disabled:
        return 1
    said = [
        change
        for change in _in_play(run, listener, controller, occurrence)
        if _is_about(change, listener, occurrence)
    ]
    # 808.1.d.2: a Deathknell triggers before what dies at that moment has gone
    if listener.ability.deathknell and run.stands("808.1.d.2"):
        said += [
            change
            for change in _of_departed(run, controller, together)
            if _is_about(change, listener, occurrence)
        ]
    if not said or not run.in_force("364.1"):
        return 1
    if any(change.what == "no_triggers" for change in said):
        return 0
    return 1 + sum(n.fixed(change.amount) for change in said)


def _in_play(
    run: Run, listener: Listener, controller: str, occurrence: Occurrence
) -> Iterator[n.RuleChange]:
    """The changes that texts make of triggers of this player, there."""
    for source in kept_rules(run.table, run.catalogue):
        if source.controller != controller:
            continue
        for change in source.ability.changes:
            if not isinstance(change, n.RuleChange) or change.what not in n.OF_TRIGGERS:
                continue
            if not is_awake(view_of(run.table, run.catalogue, source), source.ability):
                continue
            # "here": where a battlefield is conquered or held, or where what has the keyword is
            place = listener.place if change.keyword is not None else occurrence.where
            there = source.place in run.table.battlefields and place == source.place
            if change.of is None or there:
                yield change


def _of_departed(
    run: Run, controller: str, together: Iterable[Occurrence]
) -> Iterator[n.RuleChange]:
    """The same of what has left the board at this moment, as it was."""
    for occurrence in together:
        seen = occurrence.seen
        if occurrence.event != "leave" or occurrence.only_by is None or seen is None:
            continue
        if occurrence.only_by[2] != controller or seen.thing.attached_to is not None:
            continue
        written = enumerate(run.catalogue[seen.thing.name].abilities)
        texts = [ability for key, ability in written if str(key) not in seen.lost]
        for ability in (*texts, *(text.ability for text in seen.appended)):
            if not isinstance(ability, n.Static) or ability.level is not None or ability.legion:
                continue
            for change in ability.changes:
                if isinstance(change, n.RuleChange) and change.what in n.OF_TRIGGERS:
                    yield change


def _is_about(change: n.RuleChange, listener: Listener, occurrence: Occurrence) -> bool:
    if change.keyword == "Deathknell":
        return listener.ability.deathknell
    if change.keyword is not None:
        return listener.key.partition("_")[0] == change.keyword
    return occurrence.event == change.event


__all__ = ["times"]
