"""Keywords that are short for a triggered ability (816, 817, 821, 823).

An ability of that kind has the keyword's name as the key of its item on the chain, with its value
where that says how much it does: `Hunt_2`.
"""

from __future__ import annotations

from functools import cache

from judge.effects.notation import (
    Event,
    GainExperience,
    Kill,
    Moment,
    Predict,
    Procedure,
    Selector,
    Triggered,
)

#: by keyword: what it is short for; 816.1.b, 816.1.c, 817.1.b, 823.1.c.1
TRIGGERED: dict[str, Triggered] = {
    "Temporary": Triggered(
        when=Moment(event="begin_phase", phase="beginning", whose="you"), does=[Kill(what="me")]
    ),
    "Vision": Triggered(when=Moment(event="play", what="me"), does=[Predict()]),
    # of a unit to which it is given; the printed one is among the texts of its card
    "Weaponmaster": Triggered(
        when=Moment(event="play", what="me"),
        may=True,
        chooses={"equipment": Selector(kind="equipment", side="yours")},
        does=[Procedure(name="weaponmaster", what="equipment")],
    ),
    "Hunt": Triggered(
        when=[Moment(event="conquer", what="me"), Moment(event="hold", what="me")],
        does=[GainExperience()],
    ),
}

#: by event: which of them trigger on it
BY_EVENT: dict[Event, tuple[str, ...]] = {
    event: tuple(
        keyword
        for keyword, ability in TRIGGERED.items()
        if any(moment.event == event for moment in ability.moments)
    )
    for event in {moment.event for ability in TRIGGERED.values() for moment in ability.moments}
}

#: the rules that say what each is short for
MEANINGS: dict[str, tuple[str, ...]] = {
    "Temporary": ("816.1.b", "816.1.c"),
    "Vision": ("817.1.b", "817.1.c"),
    "Hunt": ("823.1.b", "823.1.c.1"),
    "Weaponmaster": ("821.1.c",),
}
#: those that trigger on what their own object does, and on nothing else
OWN = frozenset({"Vision", "Hunt", "Weaponmaster"})


def instances(keyword: str, value: int, disabled: frozenset[str] = frozenset()) -> list[str]:
    """The keys of the abilities that an object has from a keyword with that value.

    Temporary triggers once however often it is there (816.2.a), each instance of Vision by itself
    (817.2), as of Weaponmaster (821.1.c.7), and Hunt once with its whole value (823.1.c.3, 823.2).
    """
    if value < 1:
        return []
    # 817.2.a: each with a decision of its own
    if keyword == "Vision" and not {"817.2", "817.2.a"} & disabled:
        return [keyword] * value
    if keyword == "Weaponmaster" and "821.1.c.7" not in disabled:
        return [keyword] * value
    if keyword == "Temporary" and "816.2" in disabled:
        return [keyword] * value
    if keyword == "Hunt" and "823.1.c.3" not in disabled:
        return [f"{keyword}_{value}"]
    return [keyword]


def keyword_ability(key: str) -> Triggered | None:
    """The ability of that key, None where it is not one from a keyword."""
    name, _, value = key.partition("_")
    ability = TRIGGERED.get(name)
    if ability is None or not value:
        return ability
    return _with_value(name, int(value)) if value.isdecimal() else None


@cache
def _with_value(name: str, value: int) -> Triggered:
    return Triggered(when=TRIGGERED[name].when, does=[GainExperience(amount=value)])
