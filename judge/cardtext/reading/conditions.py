"""What stands after "if" and "while"."""

from __future__ import annotations

from typing import Any

from judge.cardtext.reading.meaning import Back, Did, Fully, Itself, Lacking
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule

Fields = dict[str, Any]


def _exists(of: Any, side: Fields, **numbers: Any) -> Any:
    """Things that somebody has. A hand or a trash is of its player already."""
    if of is None:
        return None
    if of.of == "chosen" and of.zone in ("hand", "trash"):  # "an opponent has ... in their hand"
        who = {"of": "opponent"} if side == {"side": "enemy"} else side
        fields = {key: getattr(of, key) for key in of.__struct_fields__}
        return n.Exists(of=n.Selector(**{**fields, **who}), **numbers) if "of" in who else None
    if "of" in side and of.zone in ("hand", "trash"):
        return None
    if of.side != "any" or of.of is not None:
        return n.Exists(of=of, **numbers) if not side else None
    if of.zone in ("hand", "trash") and side == {"side": "yours"}:
        side = {}
    fields = {key: getattr(of, key) for key in of.__struct_fields__}
    return n.Exists(of=n.Selector(**{**fields, **side}), **numbers)


G.words(
    "having",
    {
        "you (control | have)": {"side": "yours"},
        "an opponent (controls | has)": {"side": "enemy"},
        "opponents (control | have)": {"of": "opponents"},
        "there is": {},
    },
)
G.words(
    "lacking",
    {
        "you don't (control | have)": {"side": "yours"},
        "an opponent doesn't (control | have)": {"side": "enemy"},
        "there is no": {},
    },
)
rule("having", "{p:player} (controls | has | control | have)")(
    lambda p: None if p == "opponents" else {"of": p}
)
rule("condition", "{h:having} {s:one}")(lambda h, s: _exists(s, h))
rule("condition", "{h:having} {k:plus} {s:several}")(lambda h, k, s: _exists(s, h, at_least=k))
rule("condition", "{h:having} exactly {k:int} {s:several}")(
    lambda h, k, s: _exists(s, h, at_least=k, at_most=k)
)
rule("condition", "{h:having} {k:int} or fewer {s:several}")(
    lambda h, k, s: _exists(s, h, at_least=0, at_most=k)
)
rule("condition", "{h:lacking} {s:one}", "{h:lacking} {s:bare}")(
    lambda h, s: (found := _exists(s, h)) and n.Not(that=found)
)
rule("condition", "{h:lacking} {k:plus} {s:several}")(
    lambda h, k, s: (found := _exists(s, h, at_least=k)) and n.Not(that=found)
)
rule("condition", "{s:one} is alone {p:aloneat}")(
    lambda s, p: (
        n.Exists(of=n.Selector(**_fields(s), state=["alone"], **p))
        if s is not None and not s.state and s.where == "anywhere"
        else None
    )
)
G.words("aloneat", {"here": {"where": "here"}, "there": {"at": "there"}})
rule("condition", "i'm attacking with another unit")(
    lambda: n.AllOf(
        of=[
            n.Is(what="me", a=n.Selector(state=["attacking"])),
            n.Exists(of=n.Selector(kind="unit", side="yours", other=True, state=["attacking"])),
        ]
    )
)


def _fields(selector: Any) -> Fields:
    """The restrictions of a selector, save the state and the place."""
    return {
        key: getattr(selector, key)
        for key in selector.__struct_fields__
        if key not in ("state", "where", "at")
    }


# --- what a thing is ------------------------------------------------------------------------------

rule("being", "(i'm | i am | i was)")(lambda: "me")
rule("being", "(it is | it was)")(Back)
rule("being", "they're", "they are")(lambda: Back(many=True))
rule("being", "this is")(Itself)
rule("being", "that {noun:noun} (is | was)")(lambda noun: Back(kind=noun["kind"]))
rule("condition", "{w:being} {p:predicate}")(lambda w, p: _each(w, p, n.AnyOf))
rule("condition", "{w:being} not {p:predicate}")(lambda w, p: n.Not(that=_each(w, p, n.AnyOf)))
rule("condition", "{w:referent} is not {p:predicate}")(
    lambda w, p: n.Not(that=_each(w, p, n.AnyOf))
)
rule("condition", "{w:referent} has {k:keyword}", "i have {k:keyword}")(
    lambda k, w="me": n.Is(what=w, a=n.Selector(keyword=[k]))
)
rule("condition", "{w:referent} has {v:number} m or less")(
    lambda v, w: n.Is(what=w, a=n.Selector(might_at_most=v))
)
rule("condition", "{w:referent} has {v:plus} m")(
    lambda v, w: n.Is(what=w, a=n.Selector(might_at_least=v))
)
rule("condition", "i have {v:number} m or less")(
    lambda v: n.Is(what="me", a=n.Selector(might_at_most=v))
)
rule("condition", "i have {v:plus} m")(lambda v: n.Is(what="me", a=n.Selector(might_at_least=v)))
rule("condition", "(it | {w:referent}) has less might than me")(
    lambda w=None: n.Is(
        what=Back() if w is None else w, a=n.Selector(might_below=n.MightOf(of="me"))
    )
)
rule("condition", "you control this battlefield", "you control (me | this)")(
    lambda: n.Is(what="me", a=n.Selector(side="yours"))
)
rule("condition", "{w:being} the only unit you control there")(lambda w: _the_only_one(w))
rule("condition", "you control it")(lambda: n.Is(what=Back(), a=n.Selector(side="yours")))
rule("condition", "i died alone")(lambda: n.Is(what="me", a=n.Selector(state=["alone"])))
rule("condition", "i didn't die alone")(
    lambda: n.Not(that=n.Is(what="me", a=n.Selector(state=["alone"])))
)
G.words(
    "quality",
    {
        **{
            word: {"state": [word]}
            for word in (
                "exhausted", "ready", "stunned", "attacking", "defending", "damaged", "buffed",
                "mighty", "equipped", "attached", "alone", "empowered", "one_on_one",
            )
        },
        "at a battlefield": {"where": "battlefield"},
        "in a base": {"where": "base"},
        "in your base": {"where": "your_base"},
        "here": {"where": "here"},
    },
)  # fmt: skip
rule("predicate", "{q:quality}")(lambda q: [n.Selector(**q)])
rule("predicate", "{a:quality} or {b:quality}")(lambda a, b: [n.Selector(**a), n.Selector(**b)])
rule("predicate", "{a:quality} or {b:quality} alone")(
    lambda a, b: [n.Selector(state=[*each["state"], "alone"]) for each in (a, b) if "state" in each]
)
rule("predicate", "{a:quality} {b:quality}")(
    lambda a, b: [n.Selector(**a, **b)] if "state" in a and "where" in b else None
)
rule("predicate", "{a:quality} alone")(
    lambda a: [n.Selector(state=[*a["state"], "alone"])] if "state" in a else None
)
rule("predicate", "{s:one}")(lambda s: [s])


def _the_only_one(what: Any) -> Any:
    """That it is its player's only unit where it is."""
    others = n.Selector(kind="unit", side="yours", at=what, unlike=[what])
    mine = n.Is(what=what, a=n.Selector(side="yours"))
    return n.AllOf(of=[mine, n.Not(that=n.Exists(of=others))])


def _each(what: Any, predicates: Any, several: Any) -> Any:
    found: Any = [n.Is(what=what, a=each) for each in predicates]
    return found[0] if len(found) == 1 else several(of=found)


# --- what happened, what was paid -----------------------------------------------------------------

rule("condition", "{m:happened} this turn")(lambda m: n.Happened(moment=m))
rule("condition", "you have {c:choseenemies} {k:often} this turn with {w:withunits}")(
    lambda c, k, w: n.Happened(moment=n.CHOSE_ENEMIES, at_least=k)
)
rule("choseenemies", "chosen enemy units and/or gear")(lambda: True)
rule("withunits", "spells or unit abilities")(lambda: True)
rule("condition", "{m:happened} {k:often} this turn")(lambda m, k: n.Happened(moment=m, at_least=k))
rule("condition", "{m:happened} during your beginning phase this turn")(
    lambda m: n.Happened(
        moment=n.Moment(event=m.event, what=m.what, phase="beginning", whose="you")
    )
)
rule("condition", "{m:nothappened} this turn")(lambda m: n.Not(that=n.Happened(moment=m)))
rule("condition", "you paid the additional cost")(lambda: n.CostPaid(cost="additional"))
rule("condition", "you didn't pay the additional cost")(
    lambda: n.Not(that=n.CostPaid(cost="additional"))
)
G.words("often", {"twice": 2})
rule("often", "{k:int} times")(lambda k: k if k > 2 else None)
rule("condition", "you played (me | this) from {w:whose} {z:zone}")(
    lambda w, z: n.PlayedFrom(zone=z)
)
rule("condition", "you played (me | this) from face down")(lambda: n.PlayedFrom(zone="facedown"))
rule("condition", "you didn't play (me | this) from {w:whose} {z:zone}")(
    lambda w, z: n.Not(that=n.PlayedFrom(zone=z))
)

# --- numbers, the turn, the score -----------------------------------------------------------------

rule("condition", "you have {k:plus} xp")(lambda k: n.Compare(value=n.ExperienceOf(), at_least=k))
rule("condition", "an opponent has {k:plus} xp")(
    lambda k: n.Compare(value=n.ExperienceOf(of="opponent"), at_least=k)
)
rule("condition", "{p:player} (has | have) {k:plus} xp")(
    lambda p, k: n.Compare(value=n.ExperienceOf(of=p), at_least=k) if p != "opponent" else None
)
rule("condition", "you assigned {k:plus} excess damage")(
    lambda k: n.Compare(value=n.ThatMuch(what="excess"), at_least=k)
)
rule("condition", "{s:all} have total might {k:plus}")(
    lambda s, k: n.Compare(value=n.MightOf(of=s), at_least=k)
)
rule("condition", "{v:value} (is | are) {k:plus}")(lambda v, k: n.Compare(value=v, at_least=k))
rule("condition", "{v:value} (is | are) {k:number} or less")(
    lambda v, k: n.Compare(value=v, at_most=k)
)
rule("condition", "{v:value} (is | are) less than {k:number}")(
    lambda v, k: n.Compare(value=v, below=k)
)
rule("condition", "{w:whose} score is within {k:int} points of the victory score")(
    lambda w, k: n.NearVictory(points=k, of=w)
)
rule("condition", "{w:whose} score is not within {k:int} points of the victory score")(
    lambda w, k: n.Not(that=n.NearVictory(points=k, of=w))
)
rule("condition", "it is {w:whose} turn")(lambda w: n.TurnIs(of=w))
rule("condition", "it is not {w:whose} turn")(lambda w: n.Not(that=n.TurnIs(of=w)))
rule("condition", "it is {w:whose} {p:phase}")(lambda w, p: n.TurnIs(of=w, phase=p))
rule("condition", "i'm in a showdown")(lambda: n.InCombat(showdown=True))
rule("condition", "i'm in combat")(n.InCombat)
rule("condition", "you do", "they do")(Did)
rule("condition", "you can't", "they can't")(lambda: Lacking(fully=False))
rule("condition", "you don't", "they don't")(lambda: Lacking(fully=False))
rule(
    "condition",
    "(you | they) couldn't {verb} {int} [{nouns}] this way",
)(lambda: Lacking(fully=True))
rule("verb", "channel", "draw", "discard", "recycle")(lambda: True)
rule("condition", "(you | they) could do all of that")(lambda: Fully())
rule("condition", "{v:value} (is | are) from {a:number} to {b:number}")(
    lambda v, a, b: n.Compare(value=v, at_least=a, at_most=b)
)
rule("conditions", "{c:condition}")(lambda c: c)
rule("conditions", "{a:condition} and {b:condition}")(lambda a, b: n.AllOf(of=[a, b]))
rule("conditions", "{a:condition} or {b:condition}")(lambda a, b: n.AnyOf(of=[a, b]))
rule("conditions", "{a:condition} , {b:condition} , and {c:condition}")(
    lambda a, b, c: n.AllOf(of=[a, b, c])
)
rule("conditions", "{a:condition} , {b:condition} , or {c:condition}")(
    lambda a, b, c: n.AnyOf(of=[a, b, c])
)
