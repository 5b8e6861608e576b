"""The game actions, each by its verb."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judge.cardtext.reading.meaning import (
    Back,
    ChooseFirst,
    Chosen,
    EachOther,
    Early,
    Mine,
    Pick,
    Same,
)
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule, selector
from judge.cardtext.words import TOKENS

#: in the words of normalised texts
G.words(
    "until",
    {
        "this turn": "turn",
        "this combat": "combat",
        "until end of turn": "end_of_turn",
        "until your next turn": "your_next_turn",
        "while this is attached": "while_attached",
        "until i leave the board": "until_i_leave",
    },
)


def one(node: Any) -> list[Any]:
    """An action is a list of instructions, mostly of one."""
    return [node]


# --- damage ---------------------------------------------------------------------------------------

rule("action", "~deal {k:int} to {w:dealtto}")(lambda k, w: one(n.Deal(amount=k, to=w)))
rule("action", "~deal {k:int} to {w:dealtto} for each {c:counted}")(
    lambda k, w, c: one(n.Deal(amount=_times(c, k), to=w))
)
rule("action", "~deal {k:int} to {w:dealtto} , with {b:int} bonus damage")(
    lambda k, w, b: one(n.Deal(amount=k, to=w, bonus=b))
)
rule("action", "~deal {k:int} damage split among [any number of] {f:phrases}")(
    lambda k, f: one(n.Deal(amount=k, split=True, to=Chosen(selector({**f, "any_number": True}))))
)
rule("action", "~deal damage equal to {v:value} to {w:dealtto}")(
    lambda v, w: one(n.Deal(amount=v, to=w))
)
rule("action", "~deal damage equal to {v:value} split among [any number of] {f:phrases}")(
    lambda v, f: one(n.Deal(amount=v, split=True, to=Chosen(selector({**f, "any_number": True}))))
)
rule("action", "~deal that much [damage] to {w:dealtto}")(
    lambda w: one(n.Deal(amount=n.ThatMuch(), to=w))
)
rule("dealtto", "{w:things}", "each of {w:things}")(lambda w: w)
rule("dealt", "deals", "deal")(lambda: True)
rule("subjectdeals", "{w:referent} {dealt} damage equal to {v:value} to {to:dealtto}")(
    lambda w, v, to: one(n.Deal(amount=v, to=to, source=w))
)
rule(
    "subjectdeals",
    "{w:thing} {dealt} damage equal to {v:value} split among [any number of] {f:phrases}",
)(
    lambda w, v, f: one(
        n.Deal(
            amount=v,
            to=Chosen(selector({**f, "any_number": True})),
            source=w,
            split=True,
        )
    )
)
rule("subjectdeals", "{w:thing} {dealt} damage equal to {v:value} to {to:dealtto}")(
    lambda w, v, to: one(n.Deal(amount=v, to=to, source=w))
)
rule("subjectdeals", "they deal damage equal to their mights to each other")(
    lambda: one(EachOther())
)
rule("subjectdeals", "we deal damage equal to our mights to each other")(
    lambda: one(EachOther(we=True))
)
rule("action", "~heal {w:things}")(lambda w: one(n.Heal(what=w)))
rule("action", "~heal {k:number} from {w:things}")(lambda w, k: one(n.Heal(what=w, amount=k)))
rule("action", "~prevent all damage that would be dealt to {w:things} {u:until}")(
    lambda w, u: one(n.Prevent(to=w, until=u))
)
rule("action", "~prevent all damage that would be dealt {u:until} by {s:several}")(
    lambda s, u: one(n.Prevent(to=n.Selector(), by=s, until=u))
)
rule("action", "~prevent all damage that would be dealt to {w:things} {u:until} by {s:several}")(
    lambda w, s, u: one(n.Prevent(to=w, by=s, until=u))
)
rule("action", "~prevent all damage that would be dealt to {w:things} {u:until} each time")(
    lambda w, u: one(n.Prevent(to=w, until=u, each_time=True))
)
rule("action", "~prevent the next {k:int} damage that would be dealt to {w:things} {u:until}")(
    lambda w, u, k: one(n.Prevent(to=w, until=u, amount=k))
)
rule("action", "~prevent it")(lambda: [])
rule("action", "~double all damage that would be dealt to {w:things} {u:until}")(
    lambda w, u: one(n.Give(changes=[n.Damage(double=True, taken=True)], to=w, until=u))
)


def _times(counted: Any, by: int) -> Any:
    return n.Count(of=counted.of, each=by) if isinstance(counted, n.Count) else counted


# --- to things ------------------------------------------------------------------------------------

for _verb, _kind in {
    "kill": n.Kill,
    "banish": n.Banish,
    "recycle": n.Recycle,
    "look at": n.Look,
    "recall": n.Recall,
    "ready": n.Ready,
    "exhaust": n.Exhaust,
    "stun": n.Stun,
    "buff": n.Buff,
    "empower": n.Empower,
    "disempower": n.Disempower,
    "detach": n.Detach,
}.items():
    _pattern = " ".join(["~" + _verb.split()[0], *_verb.split()[1:]])
    rule("action", f"{_pattern} {{w:things}}")(lambda w, kind=_kind: one(kind(what=w)))
_RETURNED = "(its | their | my) (owner 's | owners ') (hand | hands)"
rule("action", f"~return {{w:things}} to {_RETURNED}")(lambda w: one(n.ReturnToHand(what=w)))
rule("action", "~return {w:things} to your hand")(lambda w: one(n.ReturnToHand(what=w)))
rule("action", "~return {w:me} from your trash to your hand")(
    lambda w: one(n.ReturnToHand(what=Mine("trash")))
)
rule("action", "~return {w:things} to your champion zone [if it is empty]")(
    lambda w: one(n.Put(what=w, to="champion_zone"))
)
rule("action", "~put {w:things} into {o:whose} {z:zone}")(lambda w, o, z: one(n.Put(what=w, to=z)))
rule("action", "~put {w:things} on the {p:position} of {o:whose} {z:zone}")(
    lambda w, p, o, z: one(n.Put(what=w, to=z, position=p))
)
rule("action", "~put {w:things} on the {p:position} of {o:whose} {z:zone} in any order")(
    lambda w, p, o, z: one(n.Put(what=w, to=z, position=p, any_order=True))
)
rule("action", "~put {w:things} on the top or bottom of {o:whose} {z:zone}")(
    lambda w, o, z: one(
        n.Either(
            of=[
                n.Mode(name=end, does=[n.Put(what=w, to=z, position=end)])
                for end in ("top", "bottom")
            ]
        )
    )
)
rule("action", "~put {w:things} on the top or bottom of {o:whose} {z:zone} in any order")(
    lambda w, o, z: one(n.SplitCards(what=w))
)
G.words("position", {"top": "top", "bottom": "bottom"})
rule("action", "~reveal {w:things}")(lambda w: one(n.Reveal(what=w)))
rule("action", "~reveal your hand")(
    lambda: one(n.Reveal(what=n.Selector(kind="card", zone="hand")))
)
rule("action", "~reveal {o:whose} hand")(
    lambda o: one(n.Reveal(what=n.Selector(kind="card", zone="hand", of=o))) if o != "you" else None
)
rule("action", "~reveal cards from the top of {o:whose} {z:zone} until you reveal {s:one}")(
    lambda o, z, s: one(n.Reveal(what=n.Selector(kind="card", zone=z), until=s))
)
rule("action", "~detach {w:chosen} from {t:referent}")(
    lambda w, t: one(n.Detach(what=Chosen(replace(w, attached_to=t), among=True)))
)
rule("action", "~detach that equipment from {t:referent}")(
    lambda t: one(n.Detach(what=n.Selector(the=Back(kind="equipment"), attached_to=t)))
)
rule("action", "~attach {w:things} to {t:things}")(
    lambda w, t: one(n.Attach(what=w, to=t)) if not isinstance(w, list) else None
)
rule(
    "action",
    "~counter {w:things} . return it to its owner 's hand instead of putting it in their trash",
)(lambda w: one(n.Counter(what=w, to="hand")))
rule("action", "~counter {w:things} . banish it instead of putting it in its owner 's trash")(
    lambda w: one(n.Counter(what=w, to="banishment"))
)
rule("action", "~counter {w:things}")(lambda w: one(n.Counter(what=w)))
rule("action", "~gain control of {w:things}")(lambda w: one(n.GainControl(what=w)))
rule("action", "~gain control of {w:things} {u:until}")(
    lambda w, u: one(n.GainControl(what=w, until=u))
)
rule("action", "~lose control of {w:things}")(lambda w: one(n.LoseControl(what=w)))
rule("action", "~spend {w:owner} buff")(lambda w: one(n.SpendBuff(what=w)))
rule("action", "~spend {w:owner} buffs")(lambda w: one(n.SpendBuff(what=w, amount=None)))
rule("action", "~spend all buffs of {s:several}")(lambda s: one(n.SpendBuff(what=s, amount=None)))
rule("action", "~spend {k:number} xp")(lambda k: one(n.SpendExperience(amount=k)))
rule("action", "~skip the next time {m:moment} {u:until}")(
    lambda m, u: one(n.Skip(moment=m, until=u))
)

# --- movement -------------------------------------------------------------------------------------

rule("action", "~move {w:things} {p:towards}")(lambda w, p: one(n.Move(what=w, **p)))
rule("action", "~move {w:things} to a single location", "~move {w:things}")(
    lambda w: one(n.Move(what=w))
)
G.words(
    "towards",
    {
        "to base": {"to": "base"},
        "in your base": {"to": "your_base"},
        "here": {"to": "here"},
        "there": {"to": "there"},
        "to a battlefield": {"to": "battlefield"},
        "to a different battlefield": {"to": "battlefield"},
        "to another location": {"to": "elsewhere"},
        "to or from its base": {"to": "base_at_one_end"},
        "to or from their base": {"to": "base_at_one_end"},
        "to a location where there is a unit with the same controller": {"to": "beside_its_own"},
        "to this battlefield": {"to": "there"},
    },
)
rule("towards", "to that battlefield", "to that location")(lambda: {"to": "there"})
rule("towards", "to {w:owner} (battlefield | location)")(lambda w: {"at": w})
rule("towards", "to {s:chosen}")(lambda s: {"at": Chosen(s)} if s.kind == "battlefield" else None)
rule("action", "~move me to {w:owner} location and it to my original location")(
    lambda w: one(n.SwapPlaces(what="me", other=w))
)
rule("action", "~swap the might of {w:things} {u:until}")(
    lambda w, u: one(n.SwapMight(what=w, other=w, until=u))
)

# --- Might, keywords, copies ----------------------------------------------------------------------

rule("action", "~double {w:owner} might {u:until}", "~double the might of {w:things} {u:until}")(
    lambda w, u: one(n.DoubleMight(to=w, until=u))
)
rule("gift", "{v:might}")(lambda v: [("might", v)])
rule("gift", "{v:valued}")(lambda v: [("keyword", v)])
rule("gifts", "{g:gift}")(lambda g: g)
rule("gifts", "{a:gift} and {b:gift}")(lambda a, b: [*a, *b])
rule("gifts", "{a:gift} , {b:giftlist}")(lambda a, b: [*a, *b])
rule("giftlist", "{a:gift} , {b:giftlist}")(lambda a, b: [*a, *b])
rule("giftlist", "{a:gift} , and {b:gift}", "and {b:gift}")(lambda b, a=(): [*a, *b])
rule("limit", ", to a minimum of {k:int} m")(lambda k: {"minimum": k})
rule("limit", ", to a maximum of {k:int} m")(lambda k: {"maximum": k})
rule("limit", "")(dict)
rule("given", "{w:things} [each] {g:gifts} {u:until} {x:limit}")(
    lambda w, g, x, u="unlimited": _given(w, g, u, x)
)
rule("given", "{w:things} [each] {g:gifts}")(lambda w, g: _given(w, g, "unlimited", {}))
rule("given", "{w:things} {k:signed} m {u:until} for each {c:counted}")(
    lambda w, k, u, c: _given(w, [("might", _scaled(c, k))], u, {})
)
rule("given", "+ m equal to {v:value} to {w:things} {u:until}")(
    lambda v, w, u: one(Early(n.GiveMight(amount=v, to=w, until=u)))
)
rule("action", "~give {g:given}")(lambda g: g)
rule("action", "~give {a:given} and {b:given}")(lambda a, b: [*a, *b])


def _scaled(counted: Any, k: int) -> Any:
    if isinstance(counted, n.Count):
        return n.Count(of=counted.of, each=k)
    return counted if k == 1 else n.Times(of=counted, by=k)


def _given(to: Any, gifts: list[Any], until: str, limit: dict[str, Any]) -> list[Any] | None:
    """What is given to the same things; they are named once."""
    if isinstance(to, list):
        return None
    found: list[Any] = []
    for kind, value in gifts:
        if kind == "might":
            found.append(n.GiveMight(amount=value, to=to, until=until, **limit))
        else:
            found.append(n.GiveKeyword(to=to, until=until, **value))
        to = Same()
    if limit and not any(kind == "might" for kind, _ in gifts):
        return None
    return found


rule("subjectacts", "{w:things} (becomes a copy | become copies) of {o:things}")(
    lambda w, o: one(n.BecomeCopy(what=w, of=o))
)
rule("subjectacts", "{w:things} (becomes a copy | become copies) of {o:things} {u:until}")(
    lambda w, o, u: one(n.BecomeCopy(what=w, of=o, until=u))
)
rule("action", "~replace this with the battlefield it replaced")(
    lambda: one(n.Replace(what="me", back=True))
)
rule("action", "~replace that battlefield with a {t:tokenname} battlefield token")(
    lambda t: one(n.Replace(what="there", by=t))
)
rule(
    "action",
    "copy that unit 's text to this equipment 's effect text for as long as this is attached to it",
)(lambda: one(n.Give(changes=[n.CopyText(of="other")], to="this", until="while_attached")))
rule("action", "~hide {w:things}")(lambda w: one(n.Hide(what=w)))
rule("action", "~hide {w:things} , ignoring its cost")(lambda w: one(n.Hide(what=w, free=True)))
rule("action", "~make new choices for {w:things}")(lambda w: one(n.ChooseAnew(what=w)))

# --- playing --------------------------------------------------------------------------------------

G.words(
    "ignoring",
    {
        "its energy cost": "energy",
        "their energy costs": "energy",
        "its cost": "base",
        "their costs": "base",
        "any and all costs": "all",
    },
)
rule("playing", "{p:playto} {more:playing}")(lambda p, more: {**p, **more})
rule("playing", "")(dict)
rule("playto", "here")(lambda: {"to": "here"})
rule("playto", "there")(lambda: {"to": "there"})
rule("playto", "ready")(lambda: {"ready": True})
rule("playto", "exhausted")(lambda: {"exhausted": True})
rule("playto", "in your base")(lambda: {"to": "your_base"})
rule("playto", "to base")(lambda: {"to": "base"})
rule("playto", "to a battlefield")(lambda: {"to": "battlefield"})
rule("playto", "to {s:chosen}")(lambda s: {"at": Chosen(s)} if s.kind == "battlefield" else None)
rule("playto", ", ignoring {i:ignoring}", "ignoring {i:ignoring}")(lambda i: {"ignoring": i})
rule("playto", ", reducing its cost by {v:value}")(lambda v: {"reduced_by": n.Cost(energy=v)})
rule("playto", ", reducing its cost by {r:resources}")(lambda r: {"reduced_by": n.Cost(**r)})
rule("playto", "for {r:resources}")(lambda r: {"cost": n.Cost(**r)})
rule("action", "~play {w:things} {p:playing}")(lambda w, p: one(n.Play(what=w, **p)))
rule("action", "~play me from your trash {p:playing}")(
    lambda p: one(n.Play(what=Mine("trash"), **p))
)
rule("action", "~play an additional copy of it")(lambda: one(n.PlayToken(token="it")))

_TOKEN_NAMES = {name.lower(): name for name in TOKENS}
G.words("tokenname", {**_TOKEN_NAMES, "baron pit": "Baron Pit", "brush": "Brush"})
_TOKEN = "[{r:readied}] [{k:int} m] {t:tokenname} (unit | gear)"
rule("readied", "ready")(lambda: True)
rule("tokens", f"(a | an) {_TOKEN} token {{p:tokentail}}")(
    lambda t, p, k=None, r=False: _token(t, 1, k, r, p)
)
rule("tokens", f"{{many:int}} {_TOKEN} tokens {{p:tokentail}}")(
    lambda many, t, p, k=None, r=False: _token(t, many, k, r, p)
)
rule("tokens", f"that many {_TOKEN} tokens {{p:tokentail}}")(
    lambda t, p, k=None, r=False: _token(t, n.ThatMuch(what="objects"), k, r, p)
)
rule("tokens", f"(a | an) {_TOKEN} token {{p:tokentail}} for each {{c:counted}}")(
    lambda t, p, c, k=None, r=False: _token(t, c, k, r, p)
)
rule("tokentail", "{one:tokenpart} {more:tokentail}")(lambda one, more: {**one, **more})
rule("tokentail", "")(dict)
rule("tokenpart", "with {k:keywordlist}")(lambda k: {"keywords": k})
rule("tokenpart", "exhausted")(lambda: {"exhausted": True})
rule("tokenpart", "here")(lambda: {"to": "here"})
rule("tokenpart", "there")(lambda: {"to": "there"})
rule("tokenpart", "in your base")(lambda: {"to": "your_base"})
rule("tokenpart", "to a battlefield")(lambda: {"to": "battlefield"})
rule("tokenpart", "to different locations")(lambda: {"different_places": True})
rule("tokenpart", "as a copy of {w:things}")(lambda w: {"copy_of": w})
rule("keywordlist", "{k:keyword}")(lambda k: [k])
rule("keywordlist", "{a:keyword} and {b:keyword}")(lambda a, b: [a, b])
rule("action", "~play {t:tokens}")(lambda t: one(t))


def _token(name: str, amount: Any, might: int | None, ready: bool, tail: dict[str, Any]) -> Any:
    usual = TOKENS.get(name, (None, ""))[0]
    shown = {} if might is None or might == usual else {"might": might}
    return n.PlayToken(token=name, amount=amount, ready=ready, **shown, **tail)


rule("action", "add the {t:tokenname} battlefield token to the board if it is not there already")(
    lambda t: one(n.Create(token=t, unless_there=True))
)

# --- by players -----------------------------------------------------------------------------------

rule("action", "~draw {k:howmany}")(
    lambda k: one(Pick(k) if isinstance(k, int) else n.Draw(amount=k))
)
rule("action", "~draw cards equal to {v:value}")(lambda v: one(n.Draw(amount=v)))
rule("action", "~discard cards equal to {v:value}")(lambda v: one(n.Discard(amount=v)))
rule("action", "~burn cards equal to {v:value}")(lambda v: one(n.Burn(amount=v)))
rule("action", "~channel runes equal to {v:value} [{x:exhausted}]")(
    lambda v, x=False: one(n.Channel(amount=v, exhausted=x))
)
rule("action", "~score points equal to {v:value}")(lambda v: one(n.Score(amount=v)))
rule("action", "~lose points equal to {v:value}")(lambda v: one(n.LosePoints(amount=v)))
rule("action", "~lose {k:int} (point | points) for each {c:counted}")(
    lambda k, c: one(n.LosePoints(amount=_scaled(c, k)))
)
rule("action", "~draw {w:referent}")(lambda w: one(n.Draw(what=w)))
rule("action", "~draw {w:things}")(
    lambda w: one(n.Draw(what=w)) if isinstance(w, Chosen) and w.among else None
)
rule("action", "~discard {k:howmany}")(lambda k: one(n.Discard(amount=k)))
rule("action", "~discard (your | their) hand")(
    lambda: one(n.Discard(what=n.Selector(kind="card", zone="hand")))
)
rule("action", "~discard that card")(
    lambda: one(n.Discard(what=n.Selector(kind="card", the=Back(kind="card"))))
)
rule("action", "~predict")(lambda: one(n.Predict()))
rule("action", "~predict {k:howmany}")(lambda k: one(n.Predict(amount=k)))
rule("action", "~channel {k:int} (rune | runes)")(lambda k: one(n.Channel(amount=k)))
rule("action", "~channel {k:int} (rune | runes) exhausted")(
    lambda k: one(n.Channel(amount=k, exhausted=True))
)
rule("action", "~channel {k:int} (rune | runes) [{x:exhausted}] for each {c:counted}")(
    lambda k, c, x=False: one(n.Channel(amount=_scaled(c, k), exhausted=x))
)
rule("exhausted", "exhausted")(lambda: True)
rule("action", "add {r:resources}")(lambda r: one(n.Add(**r)))
rule("action", "add {v:value} energy", "add energy equal to {v:value}")(
    lambda v: one(n.Add(energy=v))
)
rule("action", "add {r:resources} . use only to play gear or use gear abilities")(
    lambda r: one(n.Add(**r, only_for=n.Selector(kind="gear"), abilities_too=True))
)
rule("action", "add {r:resources} . use only to play {s:several}")(
    lambda r, s: one(n.Add(**r, only_for=s))
)
rule("action", "add that much energy")(lambda: one(n.Add(energy=1, times=n.ThatMuch())))
rule("action", "add that much {p:symbols}")(lambda p: one(n.Add(power=p, times=n.ThatMuch())))
rule("action", "~score {k:int} (point | points)")(lambda k: one(n.Score(amount=k)))
rule("action", "~score {k:int} (point | points) for each {c:counted}")(
    lambda k, c: one(n.Score(amount=_scaled(c, k)))
)
rule("action", "~gain {k:int} xp")(lambda k: one(n.GainExperience(amount=k)))
rule("action", "~gain {k:int} xp for each {c:counted}")(
    lambda k, c: one(n.GainExperience(amount=_scaled(c, k)))
)
rule("action", "~gain xp equal to {v:value}")(lambda v: one(n.GainExperience(amount=v)))
rule("action", "~lose {k:int} (point | points)")(lambda k: one(n.LosePoints(amount=k)))
rule("action", "~burn {k:howmany}")(lambda k: one(n.Burn(amount=k)))
rule("action", "you win the game")(lambda: one(n.Win()))
rule("action", "~lose the game")(lambda: one(n.Lose()))
rule("action", "~win the game")(lambda: one(n.Win()))
rule("action", "~take a turn after this 1")(lambda: one(n.TakeTurn()))
rule("action", "~name a {w:nameable}")(lambda w: one(n.NameCard(what=w)))
G.words("nameable", {"card": "card", "type": "type", "tag": "tag"})
rule("action", "~activate the {e:ownverb} effects of {s:all}")(
    lambda e, s: one(n.Activate(abilities=n.AbilitySelector(source=s, event=e)))
)

# --- choosing -------------------------------------------------------------------------------------

rule("action", "~choose {a:things} and {b:things}")(
    lambda a, b: one(ChooseFirst([a, b])) if _new(a) and _new(b) else None
)
rule("action", "~choose {w:things}")(
    lambda w: one(ChooseFirst([w])) if isinstance(w, Chosen) else None
)
rule("action", "~choose 2 {f:phrases}")(lambda f: one(ChooseFirst([_both(f)])))


def _new(thing: Any) -> bool:
    return isinstance(thing, Chosen)


def _both(fields: dict[str, Any]) -> Any:
    """Two of the same kind, of which something is said of each."""
    found = selector(fields)
    return found and (Chosen(found), Chosen(replace(found, other=True)))
