"""Continuous changes: what things have, cost, may and cannot."""

from __future__ import annotations

from typing import Any

from judge.cardtext.reading.meaning import Back
from judge.cardtext.reading.meaning import unfinished as n
from judge.cardtext.reading.nouns import G, rule, selector
from judge.cardtext.reading.values import times

# --- what is changed ------------------------------------------------------------------------------

rule("affected", "i", "me", "my")(lambda: "me")
rule("affected", "this [{noun}]")(lambda: "me")
rule("affected", "it")(Back)
rule("affected", "{s:all}")(lambda s: s)
rule("affected", "opponents")(lambda: n.Selector(kind="player", side="enemy"))

# --- changes of things, as verbs ------------------------------------------------------------------

rule("change", "(have | has | gain | gains) {g:gifts} {x:limit}")(lambda g, x: _had(g, x))
rule("change", "(have | has) {k:keyword} {c:keywordcost}")(
    lambda k, c: [n.GrantKeyword(keyword=k, cost=c)] if k in ("Repeat", "Equip") else None
)
rule("change", "(have | has) {k:keyword} if (i | it | they) didn't already")(
    lambda k: [n.GrantKeyword(keyword=k, if_lacking=True)]
)
rule("change", "(have | has) {k:keyword} equal to its cost")(
    lambda k: [n.GrantKeyword(keyword=k, cost_of_itself=True)]
)
rule("change", '(have | has) " {a:ability} "')(lambda a: [n.GrantAbility(ability=a)])
rule("change", "(enter | enters) ready")(lambda: [n.Enters(ready=True)])
rule("change", "(enter | enters) exhausted")(lambda: [n.Enters(ready=False)])
rule("change", "(lose | loses) all abilities")(lambda: [n.LoseAbilities()])
rule("change", "(lose | loses) {k:keyword}")(lambda k: [n.LoseAbilities(keyword=k)])
rule("change", "(enter | enters) here")(lambda: [n.Enters(at="here")])
rule("change", "(enter | enters) in your base")(lambda: [n.Enters(at="your_base")])
rule("change", "(enter | enters) there")(lambda: [n.Enters(to=Back(verb="create"))])
rule("change", "(cost | costs) {c:difference}")(lambda c: [n.CostChange(**c)])
rule("change", "(cost | costs) {c:difference} {of:costof}")(
    lambda c, of: [n.CostChange(**c, of=of)]
)
rule("change", "(cost | costs) {c:difference} , to a minimum of {k:int}")(
    lambda c, k: [n.CostChange(**c, minimum=k)]
)
G.words("costof", {"to hide": "hide", "to activate": "activate", "to repeat": "repeat",
                   "to move": "move", "to choose": "choose", "to equip": "equip"})  # fmt: skip
rule("change", "(deal | deals) {k:int} bonus damage")(lambda k: [n.Damage(bonus=k)])
rule("change", "(deal | deals) {k:int} bonus damage to {s:all}")(
    lambda k, s: [n.Damage(bonus=k, to=s)]
)
rule("change", "(deal | deals) double damage")(lambda: [n.Damage(double=True)])
rule("change", "(take | takes) double damage")(lambda: [n.Damage(double=True, taken=True)])
rule("change", "(take | takes) {k:int} bonus damage")(lambda k: [n.Damage(bonus=k, taken=True)])
rule("change", "(don't | doesn't) take damage")(lambda: [n.Damage(none=True, taken=True)])
rule("change", "(don't | doesn't) take damage from {s:several}")(
    lambda s: [n.Damage(none=True, taken=True, by=s)]
)
rule("change", "(don't | doesn't) deal damage to {s:several}")(
    lambda s: [n.Damage(none=True, to=s)]
)
rule("change", "(don't | doesn't) deal damage")(lambda: [n.Damage(none=True)])
rule("change", "(don't | doesn't) deal combat damage")(
    lambda: [n.RuleChange(what="no_combat_damage")]
)
rule("change", "must be assigned combat damage first")(
    lambda: [n.RuleChange(what="assigned_first")]
)
rule("change", "must be assigned combat damage last")(lambda: [n.RuleChange(what="assigned_last")])
rule("change", "can have any number of buffs")(lambda: [n.RuleChange(what="buff_limit", amount=0)])
rule("change", "(am | is) (a | an) {t:tag}", "are {t:tag}")(lambda t: [n.Trait(tags=[t])])
rule("change", "(am | is) (a | an) {t:tag} and (lose | loses) all other tags")(
    lambda t: [n.Trait(tags=[t], instead=True)]
)
rule("change", "(have | has) {w:owner} keywords")(lambda w: [n.GrantKeywords(of=w)])
rule("change", "add an additional {k:int}", "adds an additional {k:int}")(
    lambda k: [n.RuleChange(what="add_amplified", amount=k)]
)
rule("change", "can be empowered {k:int} times")(
    lambda k: [n.RuleChange(what="empower_limit", amount=k)]
)
rule("change", "can have {k:int} buffs")(lambda k: [n.RuleChange(what="buff_limit", amount=k)])
rule(
    "change",
    "can ambush to a battlefield where there is {s:several} , even if you don't have units there",
)(lambda s: [n.May(at=n.Selector(kind="battlefield", holds=s), ambush=True)])
rule("changes", "{c:change}")(lambda c: c)
rule("changes", "{a:change} and {b:changes}")(lambda a, b: [*a, *b])
rule("changes", "{a:change} , and {b:change}")(lambda a, b: [*a, *b])


def _had(gifts: list[Any], limit: dict[str, Any]) -> list[Any] | None:
    found: list[Any] = []
    for kind, value in gifts:
        if kind == "might":
            found.append(n.Might(amount=value, **limit))
        else:
            found.append(n.GrantKeyword(**value))
    if limit and not any(kind == "might" for kind, _ in gifts):
        return None
    return found


rule("difference", "{r:resources} less")(lambda r: _less(r))
rule("difference", "{r:resources} more")(
    lambda r: {key: value for key, value in r.items() if value != []}
)
rule("difference", "{k:int} or {p:symbols} less")(
    lambda k, p: {"energy": -k, "power_less": p, "either": True}
)
rule("difference", "{k:int} less for each {c:counted}")(lambda k, c: {"energy": times(c, -k)})
rule("difference", "{k:int} {p:symbols} less for each {c:counted}")(
    lambda k, p, c: {"energy": times(c, -k), "power_less": p, "times": c}
)
rule("difference", "energy less equal to {v:value}")(lambda v: {"energy": n.Times(of=v, by=-1)})
rule("difference", "energy more equal to {v:value}")(lambda v: {"energy": v})
rule("difference", "{k:int} more for each {c:counted}")(lambda k, c: {"energy": times(c, k)})
rule("difference", "1 less for each energy it costs and {p:symbols} less for each power it costs")(
    lambda p: {
        "energy": n.Times(of=n.CostOf(of="paid"), by=-1),
        "power_less": p,
        "times": n.CostOf(of="paid", part="power"),
    }
)


def _less(paid: dict[str, Any]) -> dict[str, Any] | None:
    found: dict[str, Any] = {}
    if "energy" in paid:
        if not isinstance(paid["energy"], int):
            return None
        found["energy"] = -paid["energy"]
    if "power" in paid:
        found["power_less"] = paid["power"]
    return found


# --- whole sentences ------------------------------------------------------------------------------
# Each reads as the fields of a static ability.

rule("stated", "{w:affected} {c:changes}")(lambda w, c: {"affects": w, "changes": c})
rule("stated", "if you play (me | this) {p:playedto} , i enter {r:entering}")(
    lambda p, r: {"changes": [n.Enters(ready=r, where=p)]}
)
G.words("playedto", {"to a battlefield": "battlefield", "to base": "base"})
G.words("entering", {"ready": True, "exhausted": False})
rule("stated", "this spell 's energy cost is reduced by {v:value}")(
    lambda v: {"changes": [n.CostChange(energy=n.Times(of=v, by=-1))]}
)
rule("stated", "optional additional costs you pay cost {c:difference}")(
    lambda c: {
        "affects": n.Selector(kind="card", side="yours"),
        "changes": [n.CostChange(**c, of="additional")],
    }
)
rule("stated", "ignore this spell 's cost")(lambda: {"changes": [n.CostChange(ignore="base")]})
rule("stated", "you may ignore {p:costpart} to play {w:affected}")(
    lambda p, w: {"affects": w, "changes": [n.CostChange(ignore=p)]}
)
G.words(
    "costpart",
    {
        "the base cost": "base",
        "the energy cost": "energy",
        "the power cost": "power",
        "any and all costs": "all",
    },
)
rule("stated", "you may {p:payments} instead of the cost to play {w:affected}")(
    lambda p, w: {"affects": w, "changes": [n.CostChange(alternative=n.Cost(**p))]}
)
rule("stated", "(players | opponents) must {p:payments} to {of:chargedfor} {w:affected}")(
    lambda p, of, w: {"affects": w, "changes": [n.CostChange(of=of, applied=n.Cost(**p))]}
)
G.words("chargedfor", {"play": "play", "move": "move", "choose": "choose"})
rule("stated", "{w:owner} might is {v:number}", "the might of {w:all} is {v:number}")(
    lambda w, v: {"affects": w, "changes": [n.SetMight(amount=v)]}
)
rule(
    "stated",
    "{w:owner} might is at least {v:number}",
    "the might of {w:all} is at least {v:number}",
)(lambda w, v: {"affects": w, "changes": [n.SetMight(amount=v, at_least=True)]})
rule("stated", "you can hide {s:all} , ignoring costs")(
    lambda s: {
        "affects": n.Selector(kind=s.kind, side="yours"),
        "changes": [n.CostChange(of="hide", ignore="all")],
    }
)
G.words(
    "allowed",
    {
        "to a battlefield": {"where": ["battlefield"]},
        "to base": {"where": ["base"]},
        "in your base": {"where": ["your_base"]},
        "here": {"where": ["here"]},
        "anywhere": {"where": ["anywhere"]},
        "as a reaction": {"timing": "reaction"},
        "as an action": {"timing": "action"},
        "as a action": {"timing": "action"},
    },
)
rule("allowed", "to {s:one}")(
    lambda s: {"at": s} if s.kind == "battlefield" and s != n.Selector(kind="battlefield") else None
)
rule("allowed", "from your {z:zone}")(lambda z: {"zone": z})
rule("stated", "you may play (me | this) {a:allowed}")(lambda a: _allowed(a))
rule("stated", "you may play (me | this) {a:allowed} if {c:conditions}")(
    lambda a, c: _allowed({**a, "provided": c})
)
rule("stated", "play (me | this) only {a:allowed}")(lambda a: _allowed({**a, "only": True}))
rule("stated", "{w:several} may be played {a:allowed}")(lambda w, a: _allowed(a, affects=w))
rule("stated", "i can move {a:allowed}")(lambda a: _allowed({**a, "event": "move"}))
rule("stated", "{w:several} may move {a:allowed}")(
    lambda w, a: _allowed({**a, "event": "move"}, affects=w)
)
rule("stated", "{w:several} may be played to {s:several}")(
    lambda w, s: {"affects": w, "changes": [n.May(at=s)]} if s.kind == "battlefield" else None
)
rule("stated", "you may play (me | this) from your {z:zone} for {r:resources}")(
    lambda z, r: {
        "zone": z,
        "changes": [n.May(zone=z), n.CostChange(alternative=n.Cost(**r))],
    }
)
rule("stated", "{m:cannot}")(lambda m: _forbidden(m))
rule("stated", "{m:cannot} , except {s:all}")(
    lambda m, s: {"changes": [n.Cannot(moment=m, only=s)]}
)
rule("stated", "ignore {k:keyword} while paying this spell 's costs")(
    lambda k: {"changes": [n.RuleChange(what="ignores_keyword", keyword=k)]}
)
rule("stated", "you ignore {k:keyword} while assigning combat damage here")(
    lambda k: {"changes": [n.RuleChange(what="ignores_keyword", keyword=k)]}
)
rule("stated", "buffs give {k:signed} m to {w:affected}")(
    lambda k, w: {"affects": w, "changes": [n.RuleChange(what="buff_value", amount=k)]}
)
rule("stated", "players may {p:payments} as an additional cost to play {w:affected}")(
    lambda p, w: {"affects": w, "changes": [n.CostChange(additional=n.Cost(**p), may=True)]}
)
rule("stated", "you control {s:all}")(lambda s: {"affects": s, "changes": [n.Control()]})
rule("stated", "{m:cannot} until their {k:ordinal} turn")(
    lambda m, k: {"changes": [n.Cannot(moment=_before(m, k))]}
)
rule("stated", "{a:several} can't ready {s:several}")(
    lambda a, s: {"changes": [n.Cannot(moment=n.Moment(event="ready", what=s, other=a))]}
)
rule("stated", "{w:whosehidden} hidden cards can't be revealed here")(
    lambda w: {
        "changes": [
            n.Cannot(
                moment=n.Moment(
                    event="reveal", what=n.Selector(kind="facedown_card", side=w, where="here")
                )
            )
        ]
    }
)
G.words("whosehidden", {"your opponents '": "enemy", "your": "yours", "friendly": "friendly"})
rule("stated", "{p:player} can only play {s:several} to base")(
    lambda p, s: {
        "changes": [
            n.Cannot(moment=n.Moment(event="play", what=s, by=p, destination="battlefield"))
        ]
    }
)
rule("stated", "(i cost | this costs) {c:difference} to play from anywhere other than your hand")(
    lambda c: {
        "changes": [n.CostChange(**c)],
        "while_": n.Not(that=n.PlayedFrom()),
    }
)
rule(
    "stated",
    "opponents must pay {r:resources} for each unit beyond the first to move multiple "
    "units here at the same time",
)(
    lambda r: {
        "affects": n.Selector(kind="unit", side="enemy"),
        "changes": [n.CostChange(of="move", applied=n.Cost(**r), beyond=1, to="here")],
    }
)


def _allowed(fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A permission; of another zone it is given there."""
    where = {"zone": fields["zone"]} if "zone" in fields and not more else {}
    return {**where, **more, "changes": [n.May(**fields)]}


def _forbidden(moment: Any) -> dict[str, Any]:
    return {"changes": [n.Cannot(moment=moment)]}


def _before(moment: Any, turns: int) -> Any:
    begun = n.Moment(event="begin_phase", phase="awaken", whose="that_player")
    provided = n.Not(that=n.Happened(moment=begun, during="game", at_least=turns))
    fields = {key: getattr(moment, key) for key in moment.__struct_fields__}
    return n.Moment(**{**fields, "by": None, "what": None, "provided": provided})


# numbers and switches of the rules (D7)
for _words, _change in {
    "units can move here from anywhere": n.RuleChange(what="move_from_anywhere"),
    "you may hide an additional card here": n.RuleChange(what="facedown_capacity"),
    "you can look at facedown cards": n.RuleChange(what="look_at_facedown"),
    "your damage can't be prevented": n.RuleChange(what="damage_cannot_be_prevented"),
    "you play an additional copy of each token that you play": n.RuleChange(what="token_plays"),
    "my play effects repeat": n.RuleChange(what="repeat_play_effect"),
    "my hold effects are also conquer effects , and vice versa": n.RuleChange(what="trigger_alias"),
    "each equipment attached to me gives double its base might bonus": n.RuleChange(
        what="might_bonus_factor", amount=2
    ),
}.items():
    rule("stated", _words)(lambda change=_change: {"changes": [change]})
rule("tie", "a combat where you are the attacker ends in a tie")(lambda: True)
rule("stated", "if {t:tie} that would recall any of your units , {r:allrecalled} instead")(
    lambda t, r: {"changes": [n.RuleChange(what="tied_result")]}
)
rule("allrecalled", "recall all units there")(lambda: True)
rule("stated", "increase the points needed to win the game by {k:int}")(
    lambda k: {"changes": [n.RuleChange(what="victory_score", amount=k)]}
)
rule("stated", "any amount of your damage is enough to kill me")(
    lambda: {"changes": [n.RuleChange(what="lethal_damage")]}
)
rule("stated", "any amount of your damage is enough to kill {s:all}")(
    lambda s: {"affects": s, "changes": [n.RuleChange(what="lethal_damage")]}
)
_MINE = n.Selector(kind="player", side="yours")
_HERE = n.Selector(kind="battlefield", where="here")
rule("whoseeffects", "your")(lambda: _MINE)
rule("whoseeffects", "{w:owner}")(lambda w: w)
rule("effects", "{e:ownverb} effects")(lambda e: {"event": e})
rule("effects", "{k:keyword} effects [{h:athere}]")(
    lambda k, h=None: {"keyword": k} | ({} if h is None else {"of": h})
)
rule("effects", "{e:ownverb} effects for {v:gaining} here")(
    lambda e, v: {"event": e, "of": _HERE} if e == v else None
)
G.words("athere", {"at my battlefield": _HERE})
G.words("gaining", {"holding": "hold", "conquering": "conquer"})
G.words(
    "triggering",
    {
        "trigger an additional time": {"what": "extra_triggers"},
        "don't trigger": {"what": "no_triggers"},
    },
)
rule("triggering", "trigger {k:int} additional times")(
    lambda k: {"what": "extra_triggers", "amount": k} if k > 1 else None
)
rule("stated", "{w:whoseeffects} {e:effects} {t:triggering}")(
    lambda w, e, t: {"affects": w, "changes": [n.RuleChange(**e, **t)]}
)

# --- for a duration -------------------------------------------------------------------------------

rule("lasting", "{s:stated} {u:until}")(
    lambda s, u: _lasts(s, u) if set(s) <= {"affects", "changes"} else None
)
#: of what is yet to be played
rule("lasting", "{f:phrases} you play this turn {c:changes}")(
    lambda f, c: _to_come(selector(f, side="yours"), c, None)
)
rule("lasting", "the next {f:phrase} you play this turn {c:changes}")(
    lambda f, c: _to_come(selector(f, side="yours"), c, 1)
)
rule("lasting", "the next {k:int} {f:phrases} you play this turn {c:changes}")(
    lambda f, c, k: _to_come(selector(f, side="yours"), c, k)
)
rule("lasting", "~give the next {f:phrase} you play this turn {k:keyword} equal to its cost")(
    lambda f, k: _to_come(
        selector(f, side="yours"), [n.GrantKeyword(keyword=k, cost_of_itself=True)], 1
    )
)
rule("lasting", "~give the next {f:phrase} you play this turn {v:valued}")(
    lambda f, v: _to_come(selector(f, side="yours"), [n.GrantKeyword(**v)], 1)
)


def _lasts(stated: dict[str, Any], until: str) -> Any:
    to = stated.get("affects", "me")
    changes = stated["changes"]
    match changes:
        case [n.Cannot(moment=n.Moment(by=who))] if not isinstance(who, str | None):
            return None  # of whom it is forbidden is told by a thing
        case [n.Cannot(moment=n.Moment(by=str() as who) as moment) as only]:
            side = {"opponents": "enemy", "you": "yours"}.get(who)
            if side is None or len(changes) > 1:
                return None
            fields = {key: getattr(moment, key) for key in moment.__struct_fields__}
            without = n.Moment(**{**fields, "by": None})
            changes = [n.Cannot(moment=without, only=only.only)]
            to = n.Selector(kind="player", side=side)
        case [n.Cannot(moment=n.Moment(by=None, what=what) as moment) as only] if (
            what not in (None, "me") and moment.event in n.OF_OBJECTS and moment.other is None
        ):
            # forbidden of those things, which are named but once
            fields = {key: getattr(moment, key) for key in moment.__struct_fields__}
            changes = [n.Cannot(moment=n.Moment(**{**fields, "what": None}), only=only.only)]
            to = what
    return n.Give(changes=changes, to=to, until=until)


def _to_come(to: Any, changes: list[Any], number: int | None) -> Any:
    return None if to is None else n.Give(changes=changes, to=to, next=number)
