"""How much: numbers, what stands after "equal to", and "for each"."""

from __future__ import annotations

from typing import Any

from judge.cardtext.reading.meaning import Back
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule, selector

rule("number", "{k:int}")(lambda k: k)
rule("number", "{v:value}")(lambda v: v)

# what stands after "equal to"
rule("value", "{w:owner} might")(lambda w: n.MightOf(of=w))
rule("value", "the might of {w:things}")(lambda w: n.MightOf(of=w))
rule("value", "the number of times {m:happened} this turn")(lambda m: n.Tally(of=m))
rule("value", "the number of different {d:distinct} among {s:several}")(
    lambda s, d: n.Distinct(what=d, of=s)
)
rule("value", "{k:int} times {v:value}")(lambda k, v: times(v, k))
rule("value", "the total might of {s:all}")(lambda s: n.MightOf(of=s))
rule("value", "{w:owner} energy cost")(lambda w: n.CostOf(of=w))
rule("value", "{w:owner} power cost")(lambda w: n.CostOf(of=w, part="power"))
rule("value", "{w:owner} might bonus")(lambda w: n.MightBonusOf(of=w))
rule("value", "{w:owner} {k:keyword}")(lambda w, k: n.KeywordValue(keyword=k, of=w))
rule("value", "the damage on {w:referent}")(lambda w: n.DamageOn(of=w))
rule("value", "{w:whose} points")(lambda w: n.PointsOf(of=w))
rule("value", "{w:whose} xp")(lambda w: n.ExperienceOf(of=w))
rule("value", "the number of {s:several}")(lambda s: n.Count(of=s))
rule("value", "the highest might among {s:several}")(lambda s: n.Extreme(of=s))
rule("value", "the lowest might among {s:several}")(lambda s: n.Extreme(of=s, lowest=True))
rule("value", "the highest energy cost among {s:several}")(lambda s: n.Extreme(of=s, what="energy"))
rule("value", "triple {v:value}")(lambda v: n.Times(of=v, by=3))
rule("value", "double {v:value}")(lambda v: n.Times(of=v, by=2))
rule("value", "{v:value1} minus {k:int}")(lambda v, k: n.Sum(of=[v, -k]))
rule("value", "{v:value1} plus {k:int}")(lambda v, k: n.Sum(of=[v, k]))
rule("value", "that (much | many)")(n.ThatMuch)
rule("bounded", "{v:value1} , to a minimum of {k:number}")(lambda v, k: n.Bounded(of=v, least=k))
rule("bounded", "{v:value1} , to a maximum of {k:number}")(lambda v, k: n.Bounded(of=v, most=k))
rule("value1", "{w:whose} points")(lambda w: n.PointsOf(of=w))
rule("value1", "{w:owner} might")(lambda w: n.MightOf(of=w))
rule("value1", "{w:owner} energy cost")(lambda w: n.CostOf(of=w))

# "for each": what is counted
rule("counted", "{f:phrase}")(lambda f: _count(f))
rule("counted", "of {s:several}")(lambda s: n.Count(of=s))
rule("counted", "{f:phrase} revealed this way")(lambda f: _count(f, the=Back(verb="reveal")))
rule("counted", "of the following tags among {s:several} — {t:tags}")(
    lambda s, t: n.Distinct(what="tags", of=s, among=t)
)
rule("counted", "different {d:different} among {s:several}")(lambda s, d: n.Distinct(what=d, of=s))
rule("value", "the number of the following tags among {s:several} — {t:tags}")(
    lambda s, t: n.Distinct(what="tags", of=s, among=t)
)
rule("counted", "point you scored this turn")(
    lambda: n.Tally(of=n.Moment(event="gain_points", by="you"), what="amount")
)
rule("counted", "point you scored from {r:reason} this turn")(
    lambda r: n.Tally(of=n.Moment(event="gain_points", by="you", reason=r), what="amount")
)
G.words("reason", {"holding": "hold", "conquering": "conquer"})
G.words("different", {"tag": "tags", "name": "names", "domain": "domains"})
G.words("distinct", {"tags": "tags", "names": "names", "domains": "domains"})
rule("counted", "time {m:happened} this turn")(lambda m: n.Tally(of=m))
rule("counted", "card you have played this turn")(
    lambda: n.Tally(of=n.Moment(event="play", by="you"))
)
rule("counted", "{s:bare} you have played this turn")(
    lambda s: n.Tally(of=n.Moment(event="play", by="you", what=s))
)


def _count(fields: dict[str, Any], **more: Any) -> Any:
    found = selector(fields, **more)
    return None if found is None else n.Count(of=found)


def times(counted: Any, by: int) -> Any:
    """So much for each."""
    if isinstance(counted, n.Count):
        return n.Count(of=counted.of, each=by)
    return counted if by == 1 else n.Times(of=counted, by=by)


#: how many cards, runes, points and the like
rule("howmany", "{k:int}")(lambda k: k)
rule("howmany", "{k:int} for each {c:counted}")(lambda k, c: times(c, k))
rule("howmany", "that (many | much)")(n.ThatMuch)
rule("howmany", "equal to {v:value}")(lambda v: v)

#: Might given or had
rule("might", "{k:signed} m")(lambda k: k)
rule("might", "{k:signed} m for each {c:counted}")(lambda k, c: times(c, k))
rule("might", "+ m equal to {v:value}", "+ m equal to {v:bounded}")(lambda v: v)
rule("might", "- m equal to {v:value}")(lambda v: n.Times(of=v, by=-1))

#: a keyword with its value
rule("valued", "{k:keyword}")(lambda k: {"keyword": k})
rule("valued", "{k:keyword} {v:int}")(lambda k, v: {"keyword": k, "value": v})
rule("valued", "{k:keyword} equal to {v:value}")(lambda k, v: {"keyword": k, "value": v})
