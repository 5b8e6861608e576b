"""What things and players are called: selectors, places, names that refer back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from judge.cardtext.english import plural
from judge.cardtext.reading.combining import Found, Grammar, Text
from judge.cardtext.reading.meaning import Back, Chosen, Itself, Rest, They, Whose
from judge.cardtext.reading.meaning import unfinished as n
from judge.effects.tags import LISTED_TAGS
from rulesdb.cards.cardtext import KEYWORDS

G = Grammar()
rule, terminal = G.rule, G.terminal


# --- words ----------------------------------------------------------------------------------------


@terminal("int", str.isdigit)
def _int(text: Text, at: int) -> Iterator[Found]:
    if text.word(at).isdigit():
        yield int(text.word(at)), at + 1


@terminal("signed", lambda word: word[:1] in ("+", "-"))
def _signed(text: Text, at: int) -> Iterator[Found]:
    if re.fullmatch(r"[+-]\d+", text.word(at)):
        yield int(text.word(at)), at + 1


@terminal("plus", lambda word: word.endswith("+"))
def _plus(text: Text, at: int) -> Iterator[Found]:
    """ "3+", which is at least three."""
    if re.fullmatch(r"\d+\+", text.word(at)):
        yield int(text.word(at)[:-1]), at + 1


_KEYWORD = {word.lower(): word for word in KEYWORDS}


@terminal("keyword", _KEYWORD.__contains__)
def _keyword(text: Text, at: int) -> Iterator[Found]:
    if text.word(at) in _KEYWORD:
        yield _KEYWORD[text.word(at)], at + 1


_TAG_WORDS = {
    form: tag for tag in LISTED_TAGS - {"Equipment"} for form in (tag.lower(), plural(tag).lower())
}


_FIRST_WORDS = frozenset(form.split()[0] for form in _TAG_WORDS)


@terminal("tag", _FIRST_WORDS.__contains__)
def _tag(text: Text, at: int) -> Iterator[Found]:
    for many in (2, 1):
        words = " ".join(text.words[at : at + many])
        tag = _TAG_WORDS.get(words)
        if tag is not None:
            yield tag, at + many
            return


@terminal("non", lambda word: word.startswith("non-"))
def _non(text: Text, at: int) -> Iterator[Found]:
    """ "Non-token", "non-unit", "non-Recruit"."""
    word = text.word(at)
    if not word.startswith("non-"):
        return
    what = word.removeprefix("non-")
    if what == "token":
        yield {"not_state": ["token"]}, at + 1
    elif what in ("unit", "gear", "spell"):
        yield {"not_type": [what.capitalize()]}, at + 1
    elif what in _TAG_WORDS:
        yield {"not_tag": [_TAG_WORDS[what]]}, at + 1


DOMAINS = {word.lower(): word for word in ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")}
G.words("domain", DOMAINS)
G.words("symbol", {**DOMAINS, "a": "any", "c": "own"})


# --- players --------------------------------------------------------------------------------------

#: a player as a subject with a verb in the third person
G.words(
    "player",
    {
        "an opponent": "opponent",
        "opponents": "opponents",
        "your teammate": "teammate",
        "you or an ally": "allies",
        "that player": "that_player",
        "each opponent": "opponents",
        "each other player": "each_other",
        "the turn player": "turn_player",
        "the attacker": "attacker",
        "the defender": "defender",
    },
)
rule("player", "they")(They)
rule("player", "(its | their) controller", "(its | their) controllers")(
    lambda: Whose("controller", Back())
)
rule("player", "(its | their) owner", "(its | their) owners")(lambda: Whose("owner", Back()))
#: whose something is
G.words(
    "whose",
    {
        "your": "you",
        "an opponent 's": "opponent",
        "opponents '": "opponents",
        "each player 's": "each",
        "a player 's": "each",
        "that player 's": "that_player",
        "your teammate 's": "teammate",
    },
)
rule("whose", "their")(They)


def plural_of(words: str) -> str:
    """The plural as normalised texts write it."""
    return plural("Equipment" if words == "equipment" else words).lower()


# --- the words of a noun phrase, each as the fields of a selector ---------------------------------

Fields = dict[str, Any]


def merged(one: Fields | None, more: Fields | None) -> Fields | None:
    """Both together; nothing where they contradict each other."""
    if one is None or more is None:
        return None
    found = dict(one)
    for key, value in more.items():
        if key not in found:
            found[key] = value
        elif isinstance(value, list):
            found[key] = [*found[key], *(each for each in value if each not in found[key])]
        elif found[key] != value:
            return None
    return found


STATES = (
    "exhausted",
    "ready",
    "stunned",
    "attacking",
    "defending",
    "damaged",
    "buffed",
    "mighty",
    "equipped",
    "attached",
    "empowered",
    "open",
    "contested",
)

G.words(
    "adjective",
    {
        "friendly": {"side": "friendly"},
        "enemy": {"side": "enemy"},
        "detached": {"not_state": ["attached"]},
        "occupied": {"holds": n.Selector(kind="unit")},
        "token": {"supertype": "Token"},
        "champion": {"supertype": "Champion"},
        "signature": {"supertype": "Signature"},
        "basic": {"supertype": "Basic"},
        **{word: {"state": [word]} for word in STATES},
    },
)
rule("adjective", "{f:non}")(lambda f: f)
rule("adjective", "{d:domain}")(lambda d: {"domain": [d]})
rule("adjective", "{t:tags}")(lambda t: {"tag": t})
rule("adjective", "other")(lambda: {"other": True})
rule("tags", "{t:tag}")(lambda t: [t])
rule("tags", "{a:tag} or {b:tag}", "{a:tag} and {b:tag}")(lambda a, b: [a, b])
rule("tags", "{a:tag} , {rest:taglist}")(lambda a, rest: [a, *rest])
rule("taglist", "{a:tag} , {rest:taglist}")(lambda a, rest: [a, *rest])
rule("taglist", "{a:tag} , (or | and) {b:tag}")(lambda a, b: [a, b])
rule("taglist", "(or | and) {b:tag}")(lambda b: [b])
rule("adjectives", "{one:adjective} {more:adjectives}")(merged)
rule("adjectives", "")(dict)

_NOUNS = {
    "unit": {"kind": "unit"},
    "gear": {"kind": "gear"},
    "equipment": {"kind": "equipment"},
    "unit or gear": {"kind": "permanent"},
    "rune": {"kind": "rune"},
    "legend": {"kind": "legend"},
    "battlefield": {"kind": "battlefield"},
    "spell": {"kind": "spell"},
    "ability": {"kind": "ability"},
    "spell or ability": {"kind": "spell_or_ability"},
    "card": {"kind": "card"},
    "facedown card": {"kind": "facedown_card"},
    "object": {"kind": "object"},
    "token": {"kind": "object", "supertype": "Token"},
}
G.words("noun", _NOUNS)
G.words("noun", {"player": {"kind": "player"}, "opponent": {"kind": "player", "side": "enemy"}})
G.words(
    "nouns",
    {
        " and ".join(plural_of(each) for each in words.split(" or ")): fields
        for words, fields in _NOUNS.items()
    },
)
G.words(
    "nouns",
    {
        "players": {"kind": "player"},
        "spell and unit cards": {"kind": "card", "type": ["Spell", "Unit"]},
    },
)
for _type in ("unit", "gear", "spell"):
    G.words(
        "noun",
        {f"{_type} card": {"kind": "card", "type": [_type.capitalize()]}},
    )
    G.words("nouns", {f"{_type} cards": {"kind": "card", "type": [_type.capitalize()]}})
rule("noun", "{t:tags}")(lambda t: {"kind": "object", "tag": t})
rule("nouns", "{t:tags}")(lambda t: {"kind": "object", "tag": t})

# behind the noun
G.words(
    "tail",
    {
        "here": {"where": "here"},
        "there": {"where": "there"},
        "at a battlefield": {"where": "battlefield"},
        "at battlefields": {"where": "battlefield", "apart": True},
        "at the same battlefield": {"where": "battlefield", "together": ["same_place"]},
        "at the same location": {"together": ["same_place"]},
        "with the same controller": {"together": ["same_controller"]},
        "with different names": {"together": ["different_names"]},
        "in a base": {"where": "base"},
        "in bases": {"where": "base"},
        "in your base": {"where": "your_base"},
        "at another location": {"where": "elsewhere"},
        "at my battlefield": {"where": "battlefield", "at": "here"},
        "you control": {"side": "yours"},
        "you or allies control": {"side": "friendly"},
        "they control": {"side": "yours", "by": "that_player"},
        "an opponent controls": {"side": "enemy"},
        "with the highest might": {"rank": "highest_might"},
        "with the lowest might": {"rank": "lowest_might"},
        "with the highest energy cost": {"rank": "highest_energy"},
        "with the lowest energy cost": {"rank": "lowest_energy"},
        "at a different location": {"where": "elsewhere"},
        "with the named tag": {"named_as": "tag"},
        "with the named name": {"named_as": "card"},
        "with the named type": {"named_as": "type"},
        "that is alone": {"state": ["alone"]},
        "that is 1 on 1": {"state": ["one_on_one"]},
        **{f"that is {word}": {"state": [word]} for word in STATES},
        **{f"that is not {word}": {"not_state": [word]} for word in STATES},
        "that was uncontrolled": {"not_state": ["controlled"]},
        "banished with (me | this)": {"zone": "banished_with_me"},
        "in combat": {"state": ["in_combat"]},
        "where you have units": {"holds": n.Selector(kind="unit", side="yours")},
        "you're attacking": {"holds": n.Selector(kind="unit", side="yours", state=["attacking"])},
    },
)
rule("tail", "with {v:number} m or less")(lambda v: {"might_at_most": v})
rule("tail", "with {v:plus} m", "with {v:number} m or more")(lambda v: {"might_at_least": v})
rule("tail", "with less might than {w:referent}")(lambda w: {"might_below": n.MightOf(of=w)})
rule("tail", "with less might than {v:value}")(lambda v: {"might_below": v})
rule("tail", "that costs no more energy and no more power than {w:referent}")(
    lambda w: {
        "energy_at_most": n.CostOf(of=w),
        "power_at_most": n.CostOf(of=w, part="power"),
    }
)
rule("tail", "other than {w:referent}")(lambda w: {"unlike": [w]})
rule("tail", "at the same location as {s:one}")(lambda s: {"beside": s})
rule("tail", "with energy cost less than {v:value}")(
    lambda v: {"energy_at_most": n.Sum(of=[v, -1])}
)
rule("tail", "with energy cost no more than {v:number}")(lambda v: {"energy_at_most": v})
rule("tail", "with power cost no more than {p:symbols}")(lambda p: {"power_at_most": len(p)})
rule("tail", "with power cost {p:symbols} or more")(lambda p: {"power_at_least": len(p)})
rule("tail", "with cost no more than {v:int} and no more than {p:symbols}")(
    lambda v, p: {"energy_at_most": v, "power_at_most": len(p)}
)
rule("tail", "that costs {v:plus}")(lambda v: {"energy_at_least": v})
rule("tail", "that has might up to {k:int} more than the {v:paid} unit")(
    lambda k, v: {"might_at_most": n.Sum(of=[n.MightOf(of=Back(verb=v)), k])}
)
rule("tail", "with total might {v:number} or less")(lambda v: {"total_might_at_most": v})
rule("tail", "and a total might of {v:number} or less")(lambda v: {"total_might_at_most": v})
rule("tail", "with total energy cost {v:number} or less")(lambda v: {"total_energy_at_most": v})
rule("tail", "with {k:keywords}")(lambda k: {"keyword": k})
rule("tail", "without {k:keywords}")(lambda k: {"without_keyword": k})
rule("tail", "at its location")(lambda: {"at": Back()})
rule("tail", "at its destination")(lambda: {"at": Back(verb="move")})
rule("tail", "attached to {w:referent}")(lambda w: {"attached_to": w})
rule("tail", "that (chooses | choose) {w:referent}")(lambda w: {"choosing": w})
rule("tail", "that (chooses | choose) {s:one}")(lambda s: {"choosing": s})
rule("tail", "and no other {s:bare}")(lambda s: {"choosing_no_other": s})
rule("tail", "that has {s:one}", "with {s:one} there")(lambda s: {"holds": s})
rule("tail", "(in | from) {w:whose} {z:zone}")(
    lambda w, z: {"zone": z} if w == "you" else {"zone": z, "of": _chosen(w)}
)
rule("tail", "(in | from) {z:zones}")(lambda z: {"zone": z, "of": "each"})
rule("tail", "(in | from) {w:whose} {z:zones}")(lambda w, z: {"zone": z, "of": w})
rule("tail", "at a different location than {w:referent}")(lambda w: {"not_at": w})
_ZONES = {
    "hand": "hand",
    "trash": "trash",
    "main deck": "main_deck",
    "rune deck": "rune_deck",
    "banishment": "banishment",
    "champion zone": "champion_zone",
    "facedown zone": "facedown_zone",
}
G.words("zone", dict(_ZONES))
G.words("zones", {plural(words): zone for words, zone in _ZONES.items()})
rule("keywords", "{k:keyword}")(lambda k: [k])
rule("keywords", "{a:keyword} or {b:keyword}")(lambda a, b: [a, b])
rule("symbols", "{s:symbol} {rest:symbols}")(lambda s, rest: [s, *rest])
rule("symbols", "{s:symbol}")(lambda s: [s])
G.words(
    "paid",
    {
        "killed": "kill",
        "banished": "banish",
        "recycled": "recycle",
        "returned": "return_to_hand",
        "exhausted": "exhaust",
        "discarded": "discard",
    },
)
rule("tails", "{one:tail} {more:tails}")(merged)
rule("tails", "")(dict)


def _chosen(who: Any) -> Any:
    return "chosen" if isinstance(who, They) else who


_CARD_TYPES = {
    "unit": ["Unit"],
    "gear": ["Gear"],
    "spell": ["Spell"],
    "permanent": ["Unit", "Gear"],
}
_OFF_BOARD = ("hand", "trash", "banished_with_me", "main_deck", "banishment")


def selector(fields: Fields | None, **more: Any) -> Any:
    """A selector of these fields. Things off the board are cards of their types."""
    found = merged(fields, more)
    if found is None:
        return None
    found.pop("apart", None)
    if "total_might_at_most" in found:  # of units in different places there is no total
        found.setdefault("together", ["same_place"])
    champion = "chosen_champion" in found.get("state", [])
    if found.get("zone") in _OFF_BOARD and found.get("kind") in _CARD_TYPES and not champion:
        found = {**found, "type": _CARD_TYPES[found["kind"]], "kind": "card"}
    if found.get("kind") == "player" and set(found) - {"kind", "side", "min", "max", "other"}:
        return None
    return n.Selector(**found)


def _phrase(a: Fields, noun: Fields, t: Fields) -> Fields | None:
    return merged(merged(a, noun), t)


rule("phrase", "{a:adjectives} {noun:noun} {t:tails}")(_phrase)
rule("phrases", "{a:adjectives} {noun:nouns} {t:tails}")(_phrase)
rule("phrases", "your {a:adjectives} {noun:nouns} {t:tails}")(
    lambda a, noun, t: merged(_phrase(a, noun, t), {"side": "yours"})
)
rule("phrase", "occupied battlefield if an enemy unit is alone there")(
    lambda: {
        "kind": "battlefield",
        "holds": n.Selector(kind="unit", side="enemy", state=["alone"]),
    }
)
rule("thingalone", "something [{e:elsewhere}] {t:tails}")(
    lambda t, e=False: merged({"other": True} if e else {}, t)
)
rule("elsewhere", "else")(lambda: True)
rule("one", "{f:thingalone}")(lambda f: selector(f))

# --- manners: one of them, all of them, so many of them -------------------------------------------

rule("one", "(a | an) {f:phrase}")(lambda f: selector(f))
rule("one", "another {f:phrase}")(lambda f: selector(f, other=True))
rule("bare", "{f:phrase}")(lambda f: selector(f))
rule("several", "{f:phrases}")(lambda f: selector(f))
rule("all", "all {f:phrases}", "{f:phrases}")(lambda f: selector(f))
rule("all", "your legend")(lambda: n.Selector(kind="legend", side="yours"))
rule("quantity", "(a | an) {f:phrase}")(lambda f: f)
rule("quantity", "{f:thingalone}")(lambda f: f)
rule("quantity", "another {f:phrase}", "a different {f:phrase}")(
    lambda f: merged(f, {"other": True})
)
rule("quantity", "up to 1 {f:phrase}")(lambda f: merged(f, {"min": 0}))
rule("quantity", "up to 1 {f:phrase} at each location")(
    lambda f: merged(f, {"any_number": True, "together": ["one_per_place"]})
)
rule("quantity", "up to {k:int} {f:phrases}", "up to {k:int} of {f:phrases}")(
    lambda k, f: merged(f, {"min": 0, "max": k}) if k > 1 else None
)
rule("quantity", "any number of {f:phrases}")(
    lambda f: merged(f, {"any_number": True, **_in_one_place(f)})
)
rule("quantity", "{k:int} {f:phrases}", "{k:int} of {f:phrases}")(
    lambda k, f: merged(f, {"min": k, "max": k}) if k > 1 else None
)
rule("quantity", "1 of {f:phrases}")(lambda f: f)
rule("quantity", "{k:int} to {most:int} {f:phrases}")(
    lambda k, most, f: merged(f, {"min": k, "max": most}) if most > k else None
)
rule("quantity", "{k:int} (in | from) {w:whose} {z:zone}")(
    lambda k, w, z: (
        {"kind": "card", "zone": z, **({"min": k, "max": k} if k > 1 else {})}
        if w == "you"
        else None
    )
)
rule("quantity", "your chosen champion {t:tails}")(
    lambda t: merged({"kind": "unit", "side": "yours", "state": ["chosen_champion"]}, t)
)
rule("chosen", "{f:quantity}")(lambda f: selector(f))
rule("chosen", "{f:quantity} or {s:one}")(
    lambda f, s: selector(f, or_else=s) if "side" not in f or f["side"] != "yours" else None
)


def _in_one_place(fields: Fields | None) -> Fields:
    """Units "at a battlefield" are at one and the same, those "at battlefields" need not be."""
    fields = fields or {}
    alike = fields.get("where") == "battlefield" and not fields.get("apart")
    return {"together": ["same_place"]} if alike else {}


# --- what refers to something ---------------------------------------------------------------------

rule("me", "me", "i")(lambda: "me")
rule("me", "this", "this (battlefield | equipment | gear | unit | spell)")(Itself)
rule("referent", "{m:me}")(lambda m: m)
rule("referent", "it")(Back)
rule("referent", "them", "they")(lambda: Back(many=True))
rule("referent", "the rest")(Rest)
rule("referent", "the {v:paid} {noun:noun}")(lambda v, noun: Back(verb=v))
rule("referent", "that {s:side} {noun:noun}")(lambda s, noun: Back(kind=noun["kind"], side=s))
rule("referent", "that {noun:noun}")(lambda noun: Back(kind=noun["kind"]))
rule("referent", "those {s:side} {noun:nouns}")(
    lambda s, noun: Back(many=True, kind=noun["kind"], side=s)
)
rule("referent", "those {noun:nouns}")(lambda noun: Back(many=True, kind=noun["kind"]))
G.words("side", {"friendly": "friendly", "enemy": "enemy"})
#: whose property it is
rule("owner", "my")(lambda: "me")
rule("owner", "its")(Back)
rule("owner", "their")(lambda: Back(many=True))
rule("owner", "that {noun:noun} 's")(lambda noun: Back(kind=noun["kind"]))
rule("owner", "those {noun:nouns} '")(lambda noun: Back(many=True, kind=noun["kind"]))
rule("owner", "that {s:side} {noun:noun} 's")(lambda s, noun: Back(kind=noun["kind"], side=s))
rule("owner", "the {v:paid} {noun:noun} 's")(lambda v, noun: Back(verb=v))
rule("owner", "this {noun:noun} 's")(lambda noun: Itself())
rule("owner", "{f:quantity} ('s | ')")(lambda f: Chosen(selector(f)) if selector(f) else None)
rule("owner", "all {f:phrases} '", "{f:phrases} '")(lambda f: selector(f))

# --- the object of a game action ------------------------------------------------------------------

rule("things", "{w:referent}")(lambda w: w)
rule("things", "{s:chosen}")(lambda s: Chosen(s))
rule("things", "all {a:adjectives} {noun:nouns} at a battlefield {t:tails}")(
    lambda a, noun, t: selector(_phrase(a, noun, t), at=Chosen(n.Selector(kind="battlefield")))
)
rule("things", "{s:all}")(lambda s: s)
rule("things", "{a:thing} and {b:thing}")(lambda a, b: [a, b])
rule("thing", "{w:referent}")(lambda w: w)
rule("thing", "{s:chosen}")(lambda s: Chosen(s))
rule("things", "{s:chosen} from among them", "{s:chosen} of them")(lambda s: Chosen(s, among=True))
rule("things", "(a | an) {f:phrase} from among them {t:tails}")(
    lambda f, t: Chosen(selector(merged(f, t)), among=True)
)
rule("things", "{k:int} of them", "all of them")(
    lambda k=None: (
        Chosen(n.Selector(the=Back(many=True), min=k, max=k), some=True)
        if k is not None
        else Back(many=True)
    )
)
rule("things", "1 or both of them")(lambda: Chosen(n.Selector(kind="card", max=2), among=True))
rule("things", "up to {k:int} of them")(
    lambda k: Chosen(n.Selector(the=Back(many=True), min=0, max=k), some=True)
)
rule("things", "{k:int}")(
    lambda k: Chosen(
        selector({"kind": "card", **({"min": k, "max": k} if k > 1 else {})}), among=True
    )
)
rule("things", "the top {noun:deckcard} of {w:whose} {z:zone}")(
    lambda noun, w, z: n.Selector(kind=noun, zone=z, top=1, **_of(w))
)
rule("things", "the top {k:int} {noun:deckcards} of {w:whose} {z:zone}")(
    lambda k, noun, w, z: n.Selector(kind=noun, zone=z, top=k, **_of(w))
)
G.words("deckcard", {"card": "card", "rune": "rune"})
G.words("deckcards", {"cards": "card", "runes": "rune"})


def _of(who: Any) -> Fields:
    return {} if who == "you" else {"of": _chosen(who)}
