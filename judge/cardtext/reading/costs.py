"""Costs: symbols, and what is done to pay."""

from __future__ import annotations

from typing import Any

from judge.cardtext.reading.meaning import Back
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import rule

Parts = dict[str, Any]


def both(one: Parts, more: Parts) -> Parts | None:
    """The parts of a cost together, each of which stands there once."""
    return None if set(one) & set(more) else {**one, **more}


rule("resources", "{e:int} {p:symbols}")(lambda e, p: {"energy": e, "power": p})
rule("resources", "{e:int}")(lambda e: {"energy": e} if e else {})
rule("resources", "{p:symbols}")(lambda p: {"power": p})
rule("resources", "energy equal to {v:value}")(lambda v: {"energy": v})

_BUFF = n.Selector(kind="unit", side="friendly", state=["buffed"])

rule("payment", "~pay {r:resources}")(lambda r: r)
rule("payment", "~pay any amount of {p:symbols}")(lambda p: {"power": p, "any_amount": True})
rule("payment", "~pay any amount of energy")(lambda: {"energy": 1, "any_amount": True})
rule("payment", "~exhaust {w:paidwith}")(lambda w: {"exhaust": w})
rule("payment", "~kill {w:paidwith}")(lambda w: {"kill": w})
rule("payment", "~banish {w:paidwith}")(lambda w: {"banish": w})
rule("payment", "~recycle {w:paidwith}")(lambda w: {"recycle": w})
rule("payment", "~return {w:paidwith} to {o:handof} hand")(lambda w, o: {"return_to_hand": w})
rule("payment", "~return {w:paidwith} to their owners ' hands")(lambda w: {"return_to_hand": w})
rule("payment", "~discard {k:int}")(lambda k: {"discard": k})
rule("payment", "~discard {s:chosen}")(lambda s: {"discard": s})
rule("payment", "~spend (a | 1) buff")(lambda: {"spend_buff": _BUFF})
rule("payment", "~spend any number of buffs")(lambda: {"spend_buff": _BUFF, "any_amount": True})
rule("payment", "~spend {w:owner} buff")(lambda w: {"spend_buff": w})
rule("payment", "~spend a buff of {w:paidwith}")(lambda w: {"spend_buff": w})
rule("payment", "~spend {k:number} xp")(lambda k: {"spend_xp": k})
rule("handof", "its owner 's", "my owner 's", "their owner 's")(lambda: "owner")
rule("handof", "your")(lambda: "you")
rule("paidwith", "{w:me}")(lambda w: w)
rule("paidwith", "it")(Back)
rule("paidwith", "{s:chosen}")(lambda s: s)
rule("paidwith", "{s:all}")(lambda s: s)

#: after "may": "pay 1 and exhaust me"
rule("payments", "{one:payment}")(lambda one: one)
rule("payments", "{one:payment} and {more:payments}")(both)
rule("payments", "{one:payment} , {more:payments}", "{one:payment} , and {more:payments}")(both)
rule("cost", "{p:payments}")(lambda p: n.Cost(**p))

#: before a colon: "1, e, kill this"
rule("colonpart", "{r:resources}")(lambda r: r)
rule("colonpart", "e")(lambda: {"exhaust": "me"})
rule("colonpart", "{p:payment}")(lambda p: None if "any_amount" in p else p)
rule("colonparts", "{one:colonpart} , {more:colonparts}")(both)
rule("colonparts", "{one:colonpart}")(lambda one: one)
rule("coloncost", "{p:colonparts}")(lambda p: n.Cost(**p))

#: behind a keyword: "equip 1 fury", "repeat — discard 1"
rule("keywordcost", "{r:resources}")(lambda r: n.Cost(**r))
rule("keywordcost", "— {p:colonparts}")(lambda p: n.Cost(**p))
