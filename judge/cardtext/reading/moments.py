"""What happens: triggers, what would happen, what has happened."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.cardtext.english import agreeing, participle, past
from judge.cardtext.moments import _EVENTS, _PHASES
from judge.cardtext.reading.meaning import Back, Itself
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, merged, rule

#: how a thing does what it does itself, and what players do
OWN = {
    event: " ".join(filter(None, [said.verb, said.complement]))
    .lower()
    .replace("[mighty]", "mighty")
    for event, said in _EVENTS.items()
    if said.own and event not in ("begin_showdown", "begin_combat", "end_combat")
}
DONE = {
    event: said
    for event, said in _EVENTS.items()
    if not said.own and event not in ("deal", "gain_points", "pay", "add", "predict")
}


def _by_tense(verb: str) -> dict[str, tuple[str, str, str]]:
    """The verb of the first or second person and of the third, and of a passive, by tense."""
    done = participle(verb)
    return {
        "moment": (verb, agreeing(verb, "third"), f"(is | are) {done}"),
        "would": (f"would {verb}", f"would {verb}", f"would be {done}"),
        "happened": (f"have {done}", f"({past(verb)} | have {done} | has {done})", f"was {done}"),
        "nothappened": (f"haven't {done}", past(verb), f"was {done}"),
        "cannot": (f"can't {verb}", f"can't {verb}", f"can't be {done}"),
        "only": (f"can only {verb}", f"can only {verb}", f"can only be {done}"),
    }


# --- circumstances --------------------------------------------------------------------------------

G.words(
    "circumstance",
    {
        "here": {"where": "here"},
        "there": {"where": "there"},
        "at a battlefield": {"where": "battlefield"},
        "in a base": {"where": "base"},
        "in your base": {"where": "your_base"},
        "a battlefield you control": {"where": "your_battlefield"},
        "after an attack": {"during": "attack"},
        "from face down": {"from_facedown": True},
        "during a showdown": {"during": "showdown"},
        "during combat": {"during": "combat"},
        "in combat": {"during": "combat"},
        "1 on 1": {"provided": n.Is(what="me", a=n.Selector(state=["one_on_one"]))},
        "alone": {"provided": n.Is(what="me", a=n.Selector(state=["alone"]))},
        "on an opponent 's turn": {"provided": n.TurnIs(of="opponent")},
        "on opponents ' turn": {"provided": n.TurnIs(of="opponents")},
        "on your turn": {"provided": n.TurnIs(of="you")},
        "paying its additional cost": {"with_cost": "additional"},
        "a battlefield that was uncontrolled": {
            "other": n.Selector(kind="battlefield", not_state=["controlled"])
        },
    },
)
_ENDPOINTS = {
    "a battlefield": "battlefield",
    "base": "base",
    "your base": "your_base",
    "here": "here",
    "there": "there",
    "another location": "elsewhere",
    "a location": "anywhere",
    "the board": "board",
}
G.words("circumstance", {f"from {words}": {"origin": place} for words, place in _ENDPOINTS.items()})
G.words(
    "circumstance", {f"to {words}": {"destination": place} for words, place in _ENDPOINTS.items()}
)
rule("circumstance", "from your {z:zone}")(lambda z: {"origin": z})
rule("circumstance", "with {s:one}")(lambda s: {"other": s})
rule("circumstance", "to {w:me}")(lambda w: {"other": w})
rule("circumstance", "to your {z:zone}")(lambda z: {"destination": z})
rule("circumstance", ", if you spent {k:plus}")(lambda k: {"amount_at_least": k})
rule("circumstance", "to {s:one}")(lambda s: {"other": s})
rule("circumstance", "by {s:several}", "by {s:one}")(lambda s: {"other": s})
rule("circumstances", "{one:circumstance} {more:circumstances}")(merged)
rule("circumstances", "")(dict)

# --- who does it, and to what ---------------------------------------------------------------------

rule("actor", "{p:player}")(lambda p: p)
rule("actor", "a player")(lambda: "each")
rule("acted", "{w:me}")(lambda w: {"what": w})
rule("acted", "{s:one}")(lambda s: {"what": s})
rule("acted", "1+ {s:several}")(lambda s: {"what": s, "batch": True})
rule("acted", "all {s:several}")(lambda s: {"what": s})
rule("forbidden", "{a:acted}")(lambda a: a)
rule("forbidden", "{s:several}")(lambda s: {"what": s})
rule("doer", "{w:me}")(lambda w: {"what": w})
rule("doer", "{s:one}")(lambda s: {"what": s})
rule("doer", "it")(lambda: {"what": Back()})
rule("doer", "that {noun:noun}")(lambda noun: {"what": Back(kind=noun["kind"])})
rule("doer", "that {s:side} {noun:noun}")(lambda s, noun: {"what": Back(kind=noun["kind"], side=s)})
rule("doers", "they")(lambda: {"what": Back(many=True)})
rule("doers", "1+ {s:several}")(lambda s: {"what": s, "batch": True})
rule("doers", "{s:several}")(lambda s: {"what": s})


def _moment(event: str, *parts: dict[str, Any]) -> Any:
    found: dict[str, Any] | None = {"event": event}
    for part in parts:
        found = merged(found, part)
    if found is not None and event == "play":
        found = _played(found)
    if found is not None and event == "move" and "what" not in found:
        found["batch"] = True  # a player moves once, with as many units as they like
    return None if found is None else n.Moment(**found)


def _played(found: dict[str, Any]) -> dict[str, Any]:
    """That I am played is done by my player; where something is played is of the moment."""
    what = found.get("what")
    if what in ("me", Itself()):
        return {"what": "me"} | {
            key: value for key, value in found.items() if key not in ("by", "what")
        }
    if isinstance(what, n.Selector) and what.where == "here" and "where" not in found:
        return {**found, "what": replace(what, where="anywhere"), "where": "here"}
    return found


def _own(event: str, doing: dict[str, Any], c: dict[str, Any]) -> Any:
    what = doing.get("what")
    alone = n.Is(what="me", a=n.Selector(state=["alone"]))
    if isinstance(what, n.Selector) and c.get("provided") == alone:  # it is alone, not I
        what = replace(what, state=[*what.state, "alone"])
        return _moment(event, {**doing, "what": what}, {k: c[k] for k in c if k != "provided"})
    return _moment(event, doing, c)


for _event, _verb in OWN.items():
    for _tense, (_plain, _third, _) in _by_tense(_verb).items():
        rule(_tense, f"i {_plain} {{c:circumstances}}")(
            lambda c, e=_event: _moment(e, {"what": "me"}, c)
        )
        rule(_tense, f"you {_plain} {{c:circumstances}}")(
            lambda c, e=_event: _moment(e, {"by": "you"}, c)
        )
        rule(_tense, f"{{p:actor}} ({_third} | {_plain}) {{c:circumstances}}")(
            lambda p, c, e=_event: _moment(e, {"by": p}, c)
        )
        rule(_tense, f"{{d:doer}} {_third} {{c:circumstances}}")(
            lambda d, c, e=_event: _own(e, d, c)
        )
        if _tense == "nothappened":
            rule(_tense, f"no {{s:bare}} {_third} {{c:circumstances}}")(
                lambda s, c, e=_event: _own(e, {"what": s}, c)
            )
            continue
        rule(_tense, f"{{d:doers}} ({_plain} | {_third}) {{c:circumstances}}")(
            lambda d, c, e=_event: _own(e, d, c)
        )
for _tense, (_plain, _third, _) in _by_tense("move").items():
    for _who, _form in (("you", _plain), ("{p:actor}", f"({_third} | {_plain})")):
        rule(_tense, f"{_who} {_form} {{a:acted}} {{c:circumstances}}")(
            lambda a, c, p="you": _moment("move", {"by": p}, a, c)
        )
rule("happened", "i died {c:circumstances}")(lambda c: _moment("die", {"what": "me"}, c))
for _event, _said in DONE.items():
    _verb = _said.verb.lower()
    _any = _said.complement.lower()
    _after = _said.after.replace("'s", " 's")
    for _tense, (_plain, _third, _passive) in _by_tense(_verb).items():
        for _who, _form in (("you", _plain), ("{p:actor}", f"({_third} | {_plain})")):
            if _any and _any.partition(" ")[2] not in (
                "unit",
                "card",
                "spell",
                "rune",
                "equipment",
            ):
                rule(_tense, f"{_who} {_form} {_any} {_after} {{c:circumstances}}")(
                    lambda c, p="you", e=_event: _moment(e, {"by": p}, c)
                )
            elif _any == "a card":
                rule(_tense, f"{_who} {_form} a card {{c:circumstances}}")(
                    lambda c, p="you", e=_event: _moment(e, {"by": p}, c)
                )
                rule(_tense, f"{_who} {_form} 1+ cards {{c:circumstances}}")(
                    lambda c, p="you", e=_event: _moment(e, {"by": p, "batch": True}, c)
                )
            _what = "forbidden" if _tense in ("cannot", "only") else "acted"
            rule(_tense, f"{_who} {_form} {{a:{_what}}} {_after} {{c:circumstances}}")(
                lambda a, c, p="you", e=_event: _moment(e, {"by": p}, a, c)
            )
        if _tense == "moment":
            _done = participle(_verb)
            rule(_tense, f"(i'm {_done} | this is {_done}) {_after} {{c:circumstances}}")(
                lambda c, e=_event: _moment(e, {"what": "me"}, c)
            )
        if _tense == "nothappened":
            rule(_tense, f"no {{s:bare}} {_passive} {_after} {{c:circumstances}}")(
                lambda s, c, e=_event: _moment(e, {"what": s}, c)
            )
            continue
        rule(_tense, f"{{d:doer}} {_passive} {_after} {{c:circumstances}}")(
            lambda d, c, e=_event: _moment(e, d, c)
        )
        rule(_tense, f"{{d:doers}} {_passive} {_after} {{c:circumstances}}")(
            lambda d, c, e=_event: _moment(e, d, c)
        )
rule("moment", "you play me {c:circumstances}", "you play this {c:circumstances}")(
    lambda c: _moment("play", {"what": "me"}, c)
)
rule("moment", "you use an activated ability of {s:one}")(
    lambda s: n.Moment(event="play_ability", by="you", what=s)
)
rule("moment", "{p:actor} (uses | use) an activated ability of {s:one}")(
    lambda s, p: n.Moment(event="play_ability", by=p, what=s)
)
for _event in ("begin_showdown", "begin_combat", "end_combat"):
    _verb, _, _what = _event.partition("_")
    for _tense, (_plain, _third, _) in _by_tense(_verb).items():
        rule(_tense, f"(a {_what} {_third} | no {_what} {_third}) {{c:circumstances}}")(
            lambda c, e=_event: _moment(e, c)
        )
for _event, _words in {"gain_points": "gain points", "add": "add resources", "pay": "pay a cost",
                       "predict": "predict", "deal": "deal damage"}.items():  # fmt: skip
    for _tense, (_plain, _third, _) in _by_tense(_words).items():
        rule(_tense, f"you {_plain} {{c:circumstances}}")(
            lambda c, e=_event: _moment(e, {"by": "you"}, c)
        )
        rule(_tense, f"{{p:actor}} ({_third} | {_plain}) {{c:circumstances}}")(
            lambda p, c, e=_event: _moment(e, {"by": p}, c)
        )
for _tense, _form in {
    "moment": "(is | are) dealt damage",
    "would": "would be dealt damage",
    "happened": "(was | were) dealt damage",
    "cannot": "can't be dealt damage",
}.items():
    rule(
        _tense,
        f"{{d:doer}} {_form} {{c:circumstances}}",
        f"{{d:doers}} {_form} {{c:circumstances}}",
    )(lambda d, c: _moment("deal", d, c))
for _reason, _words in {"conquer": "conquering", "hold": "holding"}.items():
    for _tense, (_plain, _third, _) in _by_tense("gain").items():
        _of = f"a point from {_words} {{c:circumstances}}"
        rule(_tense, f"you {_plain} {_of}")(
            lambda c, r=_reason: _moment("gain_points", {"by": "you", "reason": r}, c)
        )
        rule(_tense, f"{{p:actor}} ({_third} | {_plain}) {_of}")(
            lambda p, c, r=_reason: _moment("gain_points", {"by": p, "reason": r}, c)
        )
rule("happened", "this was attached to me")(
    lambda: n.Moment(event="attach", what="this", other="me")
)
rule("damaged", "{d:doer} would be dealt damage")(
    lambda d: n.Moment(event="take_damage", what=d["what"])
)
rule("cannot", "opponents can't gain points")(lambda: n.Moment(event="gain_points", by="opponents"))

# --- the condition of a trigger -------------------------------------------------------------------

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
G.words("ordinal", _ORDINALS)
G.words("phase", {words.lower(): phase for phase, words in _PHASES.items()})


def _nth(moment: Any, k: int) -> Any:
    return replace(moment, nth=k)


rule("trigger", "when {m:moment}")(lambda m: [m])
rule("trigger", "when {a:moment} or {b:trigger}")(lambda a, b: [a, *b])
rule("trigger", "when {a:moment} or {v:ownverb} {c:circumstances}")(
    lambda a, v, c: [_with(a, c), _with(replace(a, event=v), c)] if a.event in OWN else None
)
rule("trigger", "when {d:doer} {a:ownverb3} or {b:ownverb3} {c:circumstances}")(
    lambda d, a, b, c: [_own(a, d, c), _own(b, d, c)]
)
G.words("undergone", {"played": "play", "discarded": "discard", "killed": "die"})
rule("trigger", "when this is {a:undergone} or {b:undergone}")(
    lambda a, b: [n.Moment(event=each, what="me") for each in (a, b)]
)
rule("trigger", "when this is {a:undergone} , {b:undergone} , or {c:undergone}")(
    lambda a, b, c: [n.Moment(event=each, what="me") for each in (a, b, c)]
)
rule("trigger", "when you {a:doneverb} or {b:doneverb} {o:acted}")(
    lambda a, b, o: [_moment(a, {"by": "you"}, o), _moment(b, {"by": "you"}, o)]
)
rule("trigger", "when you {v:doneverb} (me | this) or {b:acted}")(
    lambda v, b: [_moment(v, {"what": "me"}), _moment(v, {"by": "you"}, b)]
)
rule("trigger", "the {k:ordinal} time {m:moment} each turn")(lambda m, k: [_nth(m, k)])
rule("trigger", "when you {v:doneverb} your {k:ordinal} card each turn")(
    lambda v, k: [n.Moment(event=v, by="you", nth=k)]
)
rule("trigger", "when {p:actor} {v:doneverb3} their {k:ordinal} card each turn")(
    lambda p, v, k: [n.Moment(event=v, by=p, nth=k)]
)
rule("trigger", "when opponents {v:doneverb} their {k:ordinal} card each turn")(
    lambda v, k: [n.Moment(event=v, by="opponents", nth=k)]
)
rule("trigger", "at the end of {w:whose} turn")(lambda w: [n.Moment(event="end_turn", whose=w)])
rule("trigger", "at the start of {w:whose} {p:phase}")(
    lambda w, p: [n.Moment(event="begin_phase", phase=p, whose=w)]
)
rule("trigger", "at the start of {w:whose} first {p:phase}")(
    lambda w, p: [n.Moment(event="begin_phase", phase=p, whose=w, first_of_game=True)]
)
G.words("ownverb", {verb: event for event, verb in OWN.items()})
G.words("ownverb3", {agreeing(verb, "third"): event for event, verb in OWN.items()})
G.words("doneverb3", {agreeing(said.verb.lower(), "third"): event for event, said in DONE.items()})
G.words("doneverb", {said.verb.lower(): event for event, said in DONE.items()})


def _with(moment: Any, circumstances: dict[str, Any]) -> Any:
    return replace(moment, **circumstances)
