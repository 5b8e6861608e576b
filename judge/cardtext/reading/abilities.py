"""Lines of a card: abilities, additional costs, and the paragraphs of a spell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule
from judge.effects import notation


@dataclass(frozen=True)
class Paragraph:
    """What a spell does, of one line."""

    does: list[Any]


Items = list[Any]

# --- what an ability depends on -------------------------------------------------------------------

rule("dependence", "legion >")(lambda: {"legion": True})
rule("dependence", "level {k:int} >")(lambda k: {"level": k})
rule("ability", "{d:dependence} {a:ability}")(lambda d, a: _dependent(a, d))


def _dependent(made: Any, on: dict[str, Any]) -> Any:
    return replace(made, **on) if isinstance(made, n.Ability) else None


# --- triggered ------------------------------------------------------------------------------------


def _provided(moments: list[Any], condition: Any) -> list[Any]:
    return [replace(moment, provided=condition) for moment in moments]


rule("triggered", "{t:trigger} , if {c:conditions} , {p:paragraph}")(
    lambda t, c, p: n.Triggered(when=_provided(t, c), does=p)
)
# where a champion goes back only to an empty zone, which the normaliser says first
rule("triggered", "{t:trigger} , if it is empty , {p:paragraph}")(
    lambda t, p: n.Triggered(when=t, does=p)
)
rule("triggered", "{t:trigger} , {p:paragraph}")(lambda t, p: n.Triggered(when=t, does=p))
rule("ability", "{a:triggered}")(lambda a: a)
rule("ability", "once each turn , {a:triggered}")(lambda a: replace(a, times_each_turn=1))
rule("ability", "up to {k:int} times each turn , {a:triggered}")(
    lambda a, k: replace(a, times_each_turn=k)
)
rule("ability", "deathknell > if {c:conditions} , {p:paragraph}")(
    lambda c, p: n.Triggered(
        when=[n.Moment(event="die", what="me", provided=c)], deathknell=True, does=p
    )
)

rule("ability", "deathknell > {p:paragraph}")(
    lambda p: n.Triggered(when="die", deathknell=True, does=p)
)

# --- activated ------------------------------------------------------------------------------------

rule("ability", "{t:timing} > {a:activated}")(lambda t, a: replace(a, timing=t))
rule("ability", "{t:timing} > {d:dependence} {a:activated}")(
    lambda t, d, a: replace(a, timing=t, **d)
)
rule("ability", "{a:activated}")(lambda a: a)
G.words("timing", {"action": "action", "reaction": "reaction"})
rule("activated", "{c:coloncost} : {p:paragraph}")(lambda c, p: n.Activated(cost=c, does=p))
rule("activated", "{c:coloncost} : {p:paragraph} {u:uses}")(
    lambda c, p, u: n.Activated(**{"cost": c, **u}, does=p)
)
rule(
    "activated",
    "{c:coloncost} : {p:paragraph} this ability costs {k:int} less {o:foreach} . {u:uses}",
)(lambda c, p, k, o, u: n.Activated(cost=_lessened(c, o, k), does=p, **u))
rule("activated", "{c:coloncost} : {p:paragraph} this ability costs {k:int} less {o:foreach} .")(
    lambda c, p, k, o: n.Activated(cost=_lessened(c, o, k), does=p)
)
rule("foreach", "for each {c:counted}")(lambda c: c)
rule("uses", "{one:use}")(lambda one: one)
rule("uses", "{a:use} {b:use}")(lambda a, b: {**a, **b} if not set(a) & set(b) else None)
rule("use", "use only (while | if) {c:conditions} .")(lambda c: {"only_if": c})
rule("use", "use only once per turn .")(lambda: {"times_each_turn": 1})
rule("use", "use only {k:int} times per turn .")(lambda k: {"times_each_turn": k})


def _lessened(cost: Any, counted: Any, by: int) -> Any:
    """A cost of so much Energy less for each of something."""
    if not isinstance(counted, n.Count) or not isinstance(cost.energy, int):
        return None
    return replace(cost, energy=n.Sum(of=[cost.energy, replace(counted, each=-by)]))


# --- static ---------------------------------------------------------------------------------------

rule("ability", "{s:static} [.]")(lambda s: s)
rule("static", "{s:stated}")(lambda s: n.Static(**s))
rule("static", "(if | while) {c:conditions} , {s:stated}")(
    lambda c, s: None if "while_" in s else n.Static(**s, while_=c)
)
rule("static", "{s:stated} (if | while) {c:conditions}")(
    lambda c, s: None if "while_" in s else n.Static(**s, while_=c)
)
rule("ability", "level {k:int} > {s:static} instead .")(
    lambda k, s: replace(s, level=k, instead=True)
)
rule("ability", "use my abilities only while {c:conditions} .")(
    lambda c: n.Static(
        changes=[n.Cannot(moment=n.Moment(event="play_ability", what="me"))], while_=n.Not(that=c)
    )
)
rule("static", "while {f:one} {a:standing} alone , it {c:changes}")(
    lambda f, a, c: n.Static(affects=replace(f, state=[*f.state, a, "alone"]), changes=c)
)
G.words("standing", {"attacks": "attacking", "defends": "defending"})

# --- replacements ---------------------------------------------------------------------------------


def _replacing(moments: Any, **fields: Any) -> Any:
    return n.Replacement(instead_of=moments, **fields)


rule("instead", "{a:acts} instead")(lambda a: {"does": a})
rule("instead", "you may {a:acts} instead")(lambda a: {"does": a, "may": True})
rule("instead", "you may {c:cost} to {a:acts} instead")(
    lambda c, a: {"does": a, "may": True, "cost": c}
)
rule("instead", "{a:acts} instead . {p:sentencelist}")(lambda a, p: {"does": [*a, *p]})
rule("ability", "{r:replacing}")(lambda r: r)
rule("ability", "if {m:damaged} , prevent it instead .")(lambda m: _replacing(m))
rule("replacing", "if {m:would} , {i:instead} .")(lambda m, i: _replacing(m, **i))
rule("replacing", "if {m:would} , if {c:conditions} , {i:instead} .")(
    lambda m, c, i: _replacing(replace(m, provided=c), **i)
)
rule("ability", "once each turn , {r:replacing}")(lambda r: replace(r, times_each_turn=1))
rule("ability", "up to {k:int} times each turn , {r:replacing}")(
    lambda r, k: replace(r, times_each_turn=k)
)
rule(
    "replacing",
    "if {m:would} while {c:conditions} , you may play that token and an additional copy of it "
    "instead .",
)(
    lambda m, c: _replacing(
        replace(m, provided=c), as_well=True, may=True, does=[n.PlayToken(token="it")]
    )
)
rule("ability", "as you play (me | this) , {p:paragraph}")(
    lambda p: _replacing(n.Moment(event="play", what="me", by="you"), as_well=True, does=p)
)
rule("ability", "as this is attached to {s:one} , {p:paragraph}")(
    lambda s, p: _replacing(n.Moment(event="attach", what="this", other=s), as_well=True, does=p)
)
rule("ability", "as i'm revealed from your deck , {p:paragraph}")(
    lambda p: _replacing(
        n.Moment(event="reveal", what="me"), zone="main_deck", as_well=True, does=p
    )
)
rule("shown", "look at or reveal")(lambda: ("look", "reveal"))
rule("ability", "as you {events:shown} me from the top of your deck , {p:paragraph}")(
    lambda events, p: _replacing(
        [n.Moment(event=each, what="me", by="you") for each in events],
        zone="main_deck",
        as_well=True,
        does=p,
    )
)

# --- keywords with a cost, or given by an effect text ---------------------------------------------

rule("keywordline", "{k:keyword} {c:keywordcost}")(
    lambda k, c: [n.KeywordAbility(keyword=k, cost=c)]
)
rule("keywordline", "{k:keyword} equal to its cost")(
    lambda k: [n.KeywordAbility(keyword=k, cost_of_itself=True)]
)
rule("keywordline", "repeat — {p:prices}")(
    lambda p: [n.KeywordAbility(keyword="Repeat", cost=each) for each in p]
)
rule("prices", "{r:resources} / {more:prices}")(lambda r, more: [n.Cost(**r), *more])
rule("prices", "{r:resources} / {last:resources}")(lambda r, last: [n.Cost(**r), n.Cost(**last)])

# --- additional costs -----------------------------------------------------------------------------

_PAID = "as an additional cost to play (me | this)"
rule("additional", f"you may {{p:payments}} {_PAID}")(lambda p: n.AdditionalCost(cost=n.Cost(**p)))
# a list of costs that the normaliser has put in order
rule(
    "additional",
    "you may {a:payment} as an additional cost and {b:payments} to play (me | this)",
)(lambda a, b: n.AdditionalCost(cost=n.Cost(**a, **b)) if not set(a) & set(b) else None)
rule("additional", f"if {{c:conditions}} , you may {{p:payments}} {_PAID}")(
    lambda p, c: n.AdditionalCost(cost=n.Cost(**p), provided=c)
)
rule("additional", f"{_PAID} , {{p:payments}}")(
    lambda p: n.AdditionalCost(cost=n.Cost(**p), mandatory=True)
)

# --- lines ----------------------------------------------------------------------------------------

rule("line", "{a:additional} .")(lambda a: [a])
rule("line", "{a:additional} . {more:line}")(lambda a, more: [a, *more])
rule("line", "{k:keywordline}")(lambda k: k)
rule("line", "{a:ability}")(lambda a: [a])
rule("line", "{s:static} . {more:line}")(lambda s, more: [s, *more])
rule("line", "{s:static} . {t:static} .")(lambda s, t: [s, t])
rule("line", "{p:paragraph}")(lambda p: [Paragraph(p)])
# 824.1.c: of a spell, whose instructions depend on it, and in the place of others before them
rule("line", "level {k:int} > {p:paragraph}")(
    lambda k, p: [Paragraph([n.If(condition=_level(k), then=p)])]
)
rule("line", "level {k:int} > {a:acts} instead .")(lambda k, a: [Now(a, _level(k))])
rule("line", "{p:sentencelist} . level {k:int} > {a:acts} instead .")(
    lambda p, k, a: [Paragraph(p), Now(a, _level(k))]
)
rule("line", "{p:sentencelist} . level {k:int} > {s:sentencelist} .")(
    lambda p, k, s: [Paragraph([*p, n.If(condition=_level(k), then=s)])]
)
rule("line", "legion > {a:acts} now instead .")(lambda a: [Now(a)])
rule("line", "{p:sentencelist} . legion > {a:acts} now instead .")(
    lambda p, a: [Paragraph(p), Now(a)]
)


def _level(least: int) -> Any:
    return n.Compare(value=n.ExperienceOf(), at_least=least)


@dataclass(frozen=True)
class Now:
    """What a line with Legion or a Level does in place of the paragraph before (812, 824)."""

    does: list[Any]
    condition: Any = notation.LEGION
