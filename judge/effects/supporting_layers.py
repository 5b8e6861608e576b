"""How much of passive abilities the layers read (364, 477), beside `judge.effects.supporting`."""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n
from judge.effects.supporting_moments import SPENT, is_dear_spell

PLACES = frozenset(["anywhere", "battlefield", "base", "your_base", "here", "elsewhere"])
#: the one thing of the past that the layers read, of effect text (136.2.d)
WAS_ATTACHED = n.Happened(moment=n.Moment(event="attach", what="this", other="me"))
#: what a player has done this turn that the layers read
OWN_DEEDS = (n.Moment(event="discard", by="you"), n.Moment(event="gain_xp", by="you"))
#: what the layers read of an object: what it is so far, where it is, and its states
_READ = frozenset(
    (
        *(
            "kind",
            "side",
            "of",
            "other",
            "where",
            "at",
            "state",
            "not_state",
            "attached_to",
            "zone",
        ),
        *("tag", "type", "not_type", "supertype", "domain", "named"),
        *("energy_at_most", "energy_at_least", "power_at_most"),
        *("not_tag", "keyword", "without_keyword", "might_at_most", "might_at_least"),
        "might_below",
    )
)
_KINDS = frozenset(["unit", "gear", "equipment", "permanent", "rune", "legend", "object"])
#: keywords that can be lost alone: what they do is asked of the object that has them, or of the one
#: text that they are
LOST_ALONE = frozenset(
    [
        "Assault",
        "Backline",
        "Deathknell",
        "Deflect",
        "Ganking",
        "Hunt",
        "Shield",
        "Tank",
        "Temporary",
        "Vision",
    ]
)
#: what can be said to lose abilities: runes have theirs without a text (164.2)
_LOSING = frozenset(["unit", "gear", "equipment", "permanent", "legend"])
_STATES = frozenset(
    [
        "exhausted",
        "ready",
        "stunned",
        "attacking",
        "defending",
        "damaged",
        "buffed",
        "equipped",
        "attached",
        "alone",
        "token",
        "mighty",
    ]
)


def of_layers(node: n.Static) -> Iterator[str]:
    """The layers read less of a selector and of a condition than instructions do."""
    if is_of_facedown_zones(node):
        pass  # which are told by where they are (`judge.layers.occupancy`)
    elif is_of_triggers(node):
        pass  # of a player's triggers (`judge.abilities.multiplying`)
    elif isinstance(node.affects, n.Selector):
        if list(_selector_of_layers(node.affects)) or node.affects.zone != "board":
            yield "kind: static, affects"
    elif node.affects != "me":
        yield "kind: static, affects"
    for change in node.changes:
        if isinstance(change, n.GrantKeyword) and change.keyword == "Quick-Draw":
            yield "keyword: Quick-Draw"
        if isinstance(change, n.GrantAbilities) and not _can_be_lent(change, node):
            yield "change: abilities_of"
        if isinstance(change, n.GrantKeywords):
            yield "change: keywords_of"  # what a thing has now is not what it has from then on
        if isinstance(change, n.GrantKeyword) and change.keyword == "Repeat":
            yield "keyword: Repeat, of objects"  # it is of spells and abilities (820.1.a)
        if isinstance(change, n.GrantKeyword) and change.to_bearer:
            cards = node.affects
            if not isinstance(cards, n.Selector) or cards.kind not in ("equipment", "gear"):
                yield "change: keyword, to_bearer"
        if isinstance(change, n.RuleChange) and change.what == "buff_value":
            yield "change: rule, what: buff_value"  # which instructions give for a time
        if isinstance(change, n.GrantAbility) and not _can_be_granted(change.ability, node):
            yield "change: ability"
        if isinstance(change, n.LoseAbilities) and not can_lose(node.affects):
            yield "change: lose_abilities, of what"
        number = getattr(change, "value", 1)
        if isinstance(change, n.Might | n.SetMight):
            number = change.amount
        if isinstance(change, n.Might | n.GrantKeyword) and _value_of_layers(number):
            continue
        if not isinstance(number, int):
            yield f"change: {type(change).__struct_config__.tag}"
    if node.zone != "board":
        yield "kind: static, zone"
    if node.while_ is not None and not condition_of_layers(node.while_):
        yield "kind: static, while"


def is_of_facedown_zones(node: n.Static) -> bool:
    """Whether an ability says of battlefields how many cards lie facedown there, and nothing else
    (107.3.b.1).
    """
    affects = node.affects
    return (
        isinstance(affects, n.Selector)
        and affects == n.Selector(kind="battlefield", where=affects.where)
        and affects.where in ("anywhere", "here", "elsewhere")
        and all(
            isinstance(change, n.RuleChange) and change.what == "facedown_capacity"
            for change in node.changes
        )
    )


def _can_be_granted(ability: n.AnyAbility, node: n.Static) -> bool:
    """Whether an ability is an activated one that a passive ability grants to what it affects: it
    adds nothing, so that no payment can rest on it, and depends on no keyword of its own.
    """
    what = node.affects
    return (
        isinstance(ability, n.Activated)
        and not (ability.legion or ability.empowered or ability.level is not None)
        and ability.zone == "board"
        and not any(isinstance(each, n.Add | n.Modes) for each in ability.does)
        and isinstance(what, n.Selector)
        and what.kind in ("unit", "gear", "equipment", "legend")
    )


def _can_be_lent(change: n.GrantAbilities, node: n.Static) -> bool:
    """Whether an object has the abilities of others that are activated by exhausting these, of whom
    nothing is asked but what they are and whose.
    """
    whose = change.abilities.source
    plain = n.AbilitySelector(source=whose, activated=True, cost_has="exhaust")
    if not isinstance(whose, n.Selector) or node.affects != "me" or change.abilities != plain:
        return False
    kinds = [whose, *([whose.or_else] if whose.or_else is not None else [])]
    return all(
        each == n.Selector(kind=each.kind, side=each.side, or_else=each.or_else)
        and each.kind in ("legend", "unit", "gear", "permanent")
        for each in kinds
    )


def is_of_triggers(node: n.Static) -> bool:
    """Whether an ability says how often its controller's abilities of a kind trigger: those of an
    event, or of a keyword that is short for one.
    """
    here = n.Selector(kind="battlefield", where="here")
    return (
        node.affects == n.Selector(kind="player", side="yours")
        and node.while_ is None
        and all(
            isinstance(change, n.RuleChange)
            and change.what in n.OF_TRIGGERS
            and change.of in (None, here)
            and (change.event in ("conquer", "hold")) is (change.keyword is None)
            and change.keyword in (None, "Deathknell", "Temporary")
            # where something died it is not asked
            and (change.keyword != "Deathknell" or change.of is None)
            for change in node.changes
        )
    )


def can_lose(what: n.Objects) -> bool:
    """Whether all that is meant can lose abilities; of a name that is asked as it is done."""
    return not isinstance(what, n.Selector) or what.kind in _LOSING


def only_layers(node: n.Static) -> bool:
    """Whether an ability changes nothing but what the layers work out of objects on the board."""
    meant = node.affects
    on_board = meant == "me" or (isinstance(meant, n.Selector) and meant.kind in _KINDS)
    layered = n.Might | n.SetMight | n.GrantKeyword | n.LoseAbilities | n.Trait
    return on_board and all(isinstance(change, layered) for change in node.changes)


def _selector_of_layers(selector: n.Selector) -> Iterator[str]:
    plain = n.Selector()
    in_hand = selector.zone in ("hand", "trash") and selector.kind == "card"
    for field in selector.__struct_fields__:
        value = getattr(selector, field)
        if value == getattr(plain, field):
            continue
        allowed = field in _READ
        match field:
            case "state" | "not_state":
                allowed = set(value) <= _STATES
            case "where":
                allowed = value in PLACES
            case "might_below" if value == n.MightOf(of="me"):
                pass  # that of the source, as far as it has been worked out
            case (
                "energy_at_most"
                | "energy_at_least"
                | "power_at_most"
                | "might_at_most"
                | "might_at_least"
                | "might_below"
            ):
                allowed = isinstance(value, int)
            case "attached_to":
                allowed = value == "me"
            case "at":
                allowed = value == "here"
            case "zone":
                allowed = in_hand
            case "kind":
                allowed = value in _KINDS or in_hand
            case "of":
                allowed = value in _OF
        if not allowed:
            yield field


_OF = frozenset(["you", "opponent", "opponents", "each", "turn_player"])


def condition_of_layers(condition: n.Condition) -> bool:
    """Whether the layers read the condition."""
    match condition:
        case n.Is():
            wanted = condition.a
            return condition.what == "me" and not list(_selector_of_layers(wanted))
        case n.Exists():
            plain = all(
                number is None or isinstance(number, int)
                for number in (condition.at_least, condition.at_most)
            )
            return plain and not list(_selector_of_layers(condition.of))
        case n.Compare():
            plain = plain_numbers(condition.at_least, condition.at_most, condition.below)
            plain = plain and condition.above is None
            return plain and (condition.value in SPENT or _value_of_layers(condition.value))
        case n.TurnIs() | n.NearVictory():
            return True
        case n.OptionChosen():
            return condition.by is None
        case n.InCombat():
            return condition.what == "me"
        case n.Happened():
            told = condition.moment in OWN_DEEDS or is_dear_spell(condition.moment)
            own = condition.during == "turn" and told
            return own or condition == WAS_ATTACHED
        case n.AllOf() | n.AnyOf():
            return all(condition_of_layers(each) for each in condition.of)
        case n.Not():
            return condition_of_layers(condition.that)
    return False


def plain_numbers(*numbers: n.Value | None) -> bool:
    return all(number is None or isinstance(number, int) for number in numbers)


def _value_of_layers(value: n.Value) -> bool:
    match value:
        case n.Count():
            return not list(_selector_of_layers(value.of))
        case n.PointsOf() | n.ExperienceOf():
            return " of " not in value.of
        case n.DamageOn():
            return value.of == "me"
    return False
