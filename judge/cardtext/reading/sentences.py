"""Sentences: actions with who does them, whether they may, under what condition, and in a row."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.cardtext.reading.meaning import (
    Back,
    ChooseFirst,
    Instead,
    Linked,
    Otherwise,
    Pick,
    Reflexive,
)
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule

Does = list[Any]

# --- actions of one sentence ----------------------------------------------------------------------

rule("doing", "{a:acts}")(lambda a: a)
rule("acts", "{a:act}")(lambda a: a)
rule("acts", "{a:act} and {b:acts}")(lambda a, b: [*a, *b])
rule("acts", "{a:act} , {b:acts}", "{a:act} , and {b:act}")(lambda a, b: [*a, *b])
rule("act", "{a:action}")(lambda a: a)
rule("act", "{a:subjectdeals}", "{a:subjectacts}")(lambda a: a)
rule("act", "{p:player} {a:action}")(lambda p, a: performed(a, p))
rule("act", "{p:player} {a:action} and {b:action}")(lambda p, a, b: performed([*a, *b], p))
rule("act", "{a:action} at the end of this turn")(
    lambda a: [
        n.Delay(ability=n.Triggered(when=n.Moment(event="end_turn"), does=[Linked(a)]), once=True)
    ]
)
rule("act", "i enter there")(
    lambda: [n.Give(changes=[n.Enters(to=Back(verb="create"))], to="me", until="unlimited")]
)
rule("act", "{g:lasting}")(lambda g: [g])
rule("act", "you control it until i leave the board")(
    lambda: [n.GainControl(what=Back(), until="until_i_leave")]
)


def performed(does: Does, who: Any) -> Does | None:
    """The same, done by another player."""
    found: Does = []
    for each in does:
        if isinstance(each, Pick):
            each = n.Draw(amount=each.amount)
        if isinstance(each, ChooseFirst):
            found.append(replace_who(each, who))
        elif isinstance(each, n.Either):
            modes = [replace(mode, does=performed(mode.does, who)) for mode in each.of]
            found.append(replace(each, who=who, of=modes))
        elif isinstance(each, n.Instruction):
            found.append(replace(each, who=who))
        else:
            return None
    return found


def replace_who(choice: ChooseFirst, who: Any) -> Any:
    """A choice that another player makes."""
    return ChooseFirst(choice.things, who)


# --- permissions, prices, conditions --------------------------------------------------------------

rule("sentence", "{a:acts}")(lambda a: [Linked(a)])
rule("sentence", "you may {a:acts}")(lambda a: [Linked(a, may=True)])
rule("sentence", "{p:player} may {a:acts}")(lambda p, a: [Linked(a, may=True, who=p)])
rule("sentence", "you may {c:cost} to {a:acts}")(
    lambda c, a: [Linked([n.Pay(cost=c, then=[Linked(a)])], may=True)]
)
rule("sentence", "{p:player} may {c:cost} to {a:acts}")(
    lambda p, c, a: [n.Pay(cost=c, then=[Linked(a)], who=p)]
)
rule("sentence", "you may {c:cost} to {a:act} or {b:act}")(
    lambda c, a, b: [Linked([n.Pay(cost=c, then=[either(a, b)])], may=True)]
)
rule("sentence", "you may {c:cost}")(lambda c: [n.Pay(cost=c)])
rule("sentence", "{c:cost} to {a:acts}")(lambda c, a: [n.Pay(cost=c, then=[Linked(a)])])
rule("sentence", "{a:acts} unless {p:player} {c:cost}")(
    lambda a, p, c: [n.Pay(cost=c, otherwise=a, who=p)]
)
rule("sentence", "{a:acts} unless {p:player} (has | have) you {b:acts}")(
    lambda a, p, b: [replace(either(a, b), who=p)]
)
rule("sentence", "this {d:lastingly} , increase {w:owner} might to the might of {o:things}")(
    lambda d, w, o: [
        n.Give(changes=[n.SetMight(amount=n.MightOf(of=o), at_least=True)], to=w, until=d)
    ]
)
G.words("lastingly", {"turn": "turn", "combat": "combat"})
rule("sentence", "if {c:conditions} , {s:sentence}")(lambda c, s: [n.If(condition=c, then=s)])
rule("sentence", "{a:acts} if {c:conditions}")(lambda a, c: [n.If(condition=c, then=[Linked(a)])])
rule("sentence", "if {c:conditions} , {a:acts} instead")(lambda c, a: [Instead(c, [Linked(a)])])
rule("sentence", "otherwise , {s:sentence}")(lambda s: [Otherwise(s)])
rule("sentence", "for each {s:bare} , {d:sentence}")(lambda s, d: [n.ForEach(of=s, does=d)])
rule("sentence", "{a:act} or {b:act}")(lambda a, b: [either(a, b)])
rule("sentence", "you may {a:act} or {b:act}")(lambda a, b: [replace(either(a, b), may=True)])
rule("sentence", "{v:plainverb} or {b:action}")(lambda v, b: _of_the_same(v, b))
rule("sentence", "you may {v:plainverb} or {b:action}")(
    lambda v, b: (made := _of_the_same(v, b)) and [replace(made[0], may=True)]
)
G.words(
    "plainverb",
    {
        "ready": n.Ready,
        "exhaust": n.Exhaust,
        "kill": n.Kill,
        "stun": n.Stun,
        "buff": n.Buff,
    },
)


def _of_the_same(verb: Any, does: Does) -> Does | None:
    """ "Ready or exhaust a legend"."""
    if len(does) != 1 or not hasattr(does[0], "what"):
        return None
    return [either([verb(what=does[0].what)], does)]


def either(a: Does, b: Does) -> Any:
    """This or that."""
    return n.Either(of=[n.Mode(name="first", does=a), n.Mode(name="second", does=b)])


# --- each player ----------------------------------------------------------------------------------

rule("sentence", "each player {a:eachacts}")(lambda a: [n.EachPlayer(does=a)])
rule("sentence", "each opponent {a:eachacts}")(
    lambda a: [n.EachPlayer(does=a, opponents_only=True)]
)
rule("sentence", "starting with {o:starter} , each {w:everyone} {a:eachacts}")(
    lambda o, w, a: [n.EachPlayer(does=a, starting=o, opponents_only=w)]
)
G.words("starter", {"the next player": "next", "you": "you"})
G.words("everyone", {"player": False, "opponent": True})
rule("eachacts", "{a:eachact}")(lambda a: a)
rule("eachacts", "{a:eachact} and {b:eachacts}", "{a:eachact} , {b:eachacts}")(
    lambda a, b: [*a, *b]
)
rule("eachact", "{a:action}")(lambda a: a)
rule("eachact", "may {a:action}")(lambda a: [Linked(a, may=True)])
rule("eachact", "kills 1 of their {noun:nouns}")(lambda noun: _own(noun, n.Kill))
rule("eachact", "recycles 1 of their {noun:nouns}")(lambda noun: _own(noun, n.Recycle))
rule("act", "{p:player} kills 1 of their {noun:nouns} here")(
    lambda p, noun: [
        ChooseFirst([], p, n.Selector(**noun, of=p, where="here")),
        n.Kill(what=Back(verb="choose"), who=p),
    ]
)
rule("act", "{p:player} kills 1 of their {noun:nouns}")(
    lambda p, noun: [
        ChooseFirst([], p, n.Selector(**noun, of=p)),
        n.Kill(what=Back(verb="choose"), who=p),
    ]
)


def _own(noun: dict[str, Any], kind: Any) -> Does:
    return [
        ChooseFirst([], "you", n.Selector(**noun, side="yours")),
        kind(what=Back(verb="choose")),
    ]


# --- later ----------------------------------------------------------------------------------------

rule("sentence", "the next time {m:moment} {u:until} , {a:acts}")(
    lambda m, u, a: [n.Delay(ability=n.Triggered(when=[m], does=[Linked(a)]), once=True, until=u)]
)
rule("sentence", "the next time {m:moment} , {a:acts}")(
    lambda m, a: [
        n.Delay(ability=n.Triggered(when=[m], does=[Linked(a)]), once=True, until="unlimited")
    ]
)
rule("sentence", "when {m:moment} {u:until} , {a:sentence}")(
    lambda m, u, a: [n.Delay(ability=n.Triggered(when=[m], does=a), until=u)]
)
rule("sentence", "the next time {m:would} this turn , {a:acts} instead")(
    lambda m, a: [n.Delay(ability=n.Replacement(instead_of=m, does=a), once=True)]
)
rule("sentence", "the next time {m:damaged} this turn , prevent it")(
    lambda m: [n.Delay(ability=n.Replacement(instead_of=m), once=True)]
)
rule("sentence", "the next time {m:would} this turn , you may {c:cost} to {a:acts} instead")(
    lambda m, c, a: [
        n.Delay(ability=n.Replacement(instead_of=m, may=True, cost=c, does=a), once=True)
    ]
)
rule("sentence", "if {m:would} this turn , {a:acts} instead")(
    lambda m, a: [n.Delay(ability=n.Replacement(instead_of=m, does=a))]
)
rule("sentence", "at the start of your next {p:phase} , {s:sentence}")(
    lambda p, s: [
        n.Delay(
            ability=n.Triggered(when=[n.Moment(event="begin_phase", phase=p, whose="you")], does=s),
            until="unlimited",
            once=True,
        )
    ]
)
rule("sentence", "{a:acts} at the end of this turn")(
    lambda a: [
        n.Delay(ability=n.Triggered(when=n.Moment(event="end_turn"), does=[Linked(a)]), once=True)
    ]
)
rule("sentence", "lose control of {w:referent} . recall it at the end of this turn")(
    lambda w: [
        n.Delay(
            ability=n.Triggered(
                when=n.Moment(event="end_turn"),
                does=[n.LoseControl(what=w), n.Recall(what=Back())],
            ),
            once=True,
        )
    ]
)
#: what follows these words belongs to the ability that they make
rule("sentencelist", "do this : {p:sentencelist}")(
    lambda p: [Reflexive(n.Triggered(when=[], does=p))]
)
rule("sentencelist", "if {c:conditions} , do this : {p:sentencelist}")(
    lambda c, p: [n.If(condition=c, then=[Reflexive(n.Triggered(when=[], does=p))])]
)
rule("sentencelist", "for each unit this kills , do this : {p:sentencelist}")(
    lambda p: [Reflexive(n.Triggered(when=[n.Moment(event="die", what=Back(many=True))], does=p))]
)
rule("sentencelist", "when {m:moment} , do this : {p:sentencelist}")(
    lambda m, p: [Reflexive(n.Triggered(when=[m], does=p))]
)
rule("sentencelist", "if this kills {w:referent} , do this : {p:sentencelist}")(
    lambda w, p: [Reflexive(n.Triggered(when=[n.Moment(event="die", what=w)], does=p))]
)
rule("sentence", "you may make new choices for it")(lambda: [n.ChooseAnew(what=Back())])

# --- modes ----------------------------------------------------------------------------------------

rule("modes", "choose {k:int} {o:once} — {m:modelist}")(
    lambda k, o, m: [n.Modes(of=m, min=k, max=k, once=o or None)]
)
rule("modes", "choose up to {k:int} {o:once} — {m:modelist}")(
    lambda k, o, m: [n.Modes(of=m, min=0, max=k, once=o or None)]
)
rule("modes", "choose 1+ {o:once} — {m:modelist}")(
    lambda o, m: [n.Modes(of=m, min=1, max=len(m), once=o or None)]
)
rule("sentence", "{m:modes}")(lambda m: m)
rule("sentence", "you may {m:modes}")(lambda m: [Linked(m, may=True)])
rule("sentence", "you may {c:cost} to {m:modes}")(
    lambda c, m: [Linked([n.Pay(cost=c, then=m)], may=True)]
)
rule("once", "you haven't already chosen")(lambda: "item")
rule("once", "you have not chosen this turn", "that hasn't been chosen this turn")(lambda: "turn")
rule("once", "")(lambda: "")
rule("modelist", "• {p:sentencelist} . {more:modelist}")(
    lambda p, more: [n.Mode(name="mode", does=p), *more]
)
rule("modelist", "• {p:sentencelist} [.]")(lambda p: [n.Mode(name="mode", does=p)])
rule("sentence", "do [{k:int} of] the following [{b:basedon}] : {f:followings}")(
    lambda f, k=None, b=None: [n.DoFollowing(of=f, by=b, choose=k)]
)
rule("basedon", "based on {w:owner} (type | domain)")(lambda w: w)
rule("following", "• {d:domain} — {p:sentencelist}")(
    lambda d, p: n.Following(name=d.lower(), domain=d, ability=n.Triggered(when=[], does=p))
)
rule("following", "• {p:sentencelist}")(
    lambda p: n.Following(name="one", ability=n.Triggered(when=[], does=p))
)
rule("followings", "{a:following} . {more:followings}")(lambda a, more: [a, *more])
rule("followings", "{a:following} [.]")(lambda a: [a])
rule("following", "• {t:cardtype} — {p:sentencelist}")(
    lambda t, p: n.Following(name=t.lower(), type=t, ability=n.Triggered(when=[], does=p))
)
G.words("cardtype", {"spell": "Spell", "gear": "Gear", "unit": "Unit"})

# --- paragraphs -----------------------------------------------------------------------------------

rule("sentencelist", "{s:sentence} . {more:sentencelist}")(lambda s, more: [*s, *more])
rule("sentencelist", "{s:sentence}")(lambda s: s)
rule("paragraph", "{s:sentencelist} [.]")(lambda s: s)
