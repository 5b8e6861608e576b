"""Prohibitions: what a text says that cannot be done (054, 055).

They are asked in two places: where a player tries to do something, which is then illegal with the
reason `forbidden`; and where an effect or a procedure would do it, which is then ignored, while the
rest of it is done (055).
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.abilities.passive import Passive, applies, index, is_about, is_meant, known, printed
from judge.actions.door import Attempt
from judge.board.state import ChainItem
from judge.effects import notation as n
from judge.effects.context import Context
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem
from judge.ruling.run import Run

#: events in words, for the sentence of a problem
WORDS: dict[str, str] = {
    "play": "be played",
    "move": "move",
    "ready": "become ready",
    "choose": "be chosen",
    "play_ability": "have its ability used",
    "hide": "be hidden",
    "reveal": "be revealed",
    "deal": "be dealt damage",
    "die": "die",
    "draw": "draw",
    "discard": "discard",
    "gain_points": "gain points",
    "score": "score",
    "counter": "be countered",
    "gain_xp": "gain XP",
    "channel": "channel runes",
    "burn": "burn cards",
    "lose_points": "lose points",
    "empower": "be Empowered",
    "attach": "be attached",
    "detach": "be detached",
}


def forbidding(run: Run, attempt: Attempt) -> Passive | None:
    """The text that forbids what is attempted; None where it may happen (054.1)."""
    return next(all_forbidding(run, attempt), None)


def all_forbidding(run: Run, attempt: Attempt) -> Iterator[Passive]:
    """Every text that forbids what is attempted (054.1)."""
    if not run.stands("002", "054", "054.1"):
        return
    found = index(run)
    for passive in (*found.forbidding.get(attempt.event, ()), *_of_itself(run, attempt)):
        change = passive.change
        assert isinstance(change, n.Cannot)
        if not is_about(run, passive, change.moment, attempt) or not applies(run, passive):
            continue
        # 054.2: "only" forbids everything but what it names
        only = change.only if run.stands("054.2") else None
        if only is not None and is_meant(run, only, known(run, passive, attempt), attempt):
            continue
        yield passive
    if attempt.event == "deal":
        for passive in found.damaging:
            if _takes_none(run, passive, attempt) and applies(run, passive):
                yield passive


def _takes_none(run: Run, passive: Passive, attempt: Attempt) -> bool:
    """Whether a text says that the unit takes no damage."""
    change, ability = passive.change, passive.ability
    assert isinstance(change, n.Damage)
    assert isinstance(ability, n.Static)
    if not (change.none and change.taken):
        return False
    context = known(run, passive, attempt)
    dealer = Attempt(attempt.event, what=attempt.other)
    from_it = change.by is None or is_meant(run, change.by, context, dealer)
    return from_it and is_meant(run, ability.affects, context, attempt)


def is_forbidding(run: Run, event: n.Event, card: str | None = None) -> bool:
    """Whether any text in play forbids something of this kind, or perhaps that of the card that is
    played.
    """
    return event in index(run).forbidding or card in run.catalogue.interceding


def _of_itself(run: Run, attempt: Attempt) -> Iterator[Passive]:
    """What a card says of its own play, which applies wherever it can be played from (366.1)."""
    thing = attempt.thing
    if attempt.event != "play" or thing is None or thing.card not in run.catalogue.interceding:
        return
    for own in printed(run, attempt.what or "", thing.card, thing.controller, None):
        change = own.change
        if not isinstance(change, n.Cannot) or not run.stands("366.1"):
            continue
        if (change.moment.event, change.moment.what) == ("play", "me"):
            yield own


def rules_of(passive: Passive) -> list[str]:
    """The rules by which a prohibition stands."""
    found = ["054.1"]
    if isinstance(passive.change, n.Cannot) and passive.change.only is not None:
        found.append("054.2")
    if passive.zone != "board":
        found.append("366.1")
    if passive.dormant is not None:
        found.append(passive.dormant)
    return found


def why_forbidden(run: Run, attempts: list[Attempt]) -> list[Problem]:
    """The reasons why a player may not do what is attempted."""
    found: list[Problem] = []
    events = index(run).events
    for attempt in attempts:
        if attempt.event not in events and not is_forbidding(
            run, attempt.event, attempt.thing.card if attempt.thing is not None else None
        ):
            continue
        choosing = attempt.event == "choose"
        if choosing and not run.stands("355.9.b", "757.1", "758"):
            continue
        passive = forbidding(run, attempt)
        if passive is None:
            continue
        thing = attempt.what if attempt.what is not None else attempt.by
        reason = problem(
            "forbidden",
            thing=run.thing(thing) if attempt.what is not None and thing is not None else thing,
            verb=WORDS.get(attempt.event, attempt.event.replace("_", " ")),
            text=passive.card,
            objects=[each for each in (attempt.what, passive.ref) if each is not None],
        )
        reason.rules = list(
            dict.fromkeys([*rules_of(passive), *(["758"] if choosing else []), "002"])
        )
        found.append(reason)
    return found


def attempted_choice(context: Context, ref: str, item: ChainItem | None = None) -> Attempt:
    """That a spell or an ability chooses a thing, as texts may forbid it (355.9.b, 757.1). `item`:
    what chooses, where it is not on the chain yet.
    """
    return Attempt("choose", ref, by=context.controller, other=context.item, dealer=item)


def permitted(run: Run, attempts: list[Attempt]) -> list[Attempt]:
    """What of it is not forbidden; the rest is ignored, with a note (055)."""
    left = []
    for attempt in attempts:
        passive = forbidding(run, attempt) if attempt.event in index(run).events else None
        # 358.3.a: what instructs to do it could be played all the same; it is skipped now
        skipped = ("055", "358.3.a") if run.resolving else ("055",)
        if passive is None or not run.in_force(*skipped):
            left.append(attempt)
            continue
        thing = attempt.what or attempt.by or "it"
        verb = WORDS.get(attempt.event, attempt.event.replace("_", " "))
        words = f"{run.thing(thing)} cannot {verb}, as {passive.card} says; that is ignored."
        run.note(words, *rules_of(passive))
    return left
