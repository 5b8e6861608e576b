"""What is executed of passive abilities, replacement effects and prohibitions (363-375, 437, 443).

`judge.effects.support` asks here: which fields of their nodes are read, which events go through the
door, and how much of conditions and selectors the layers read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from judge.effects import notation as n
from judge.effects.supporting_cards import (
    HELD,
    OF_PLAYS,
    given_to_plays,
    gives_to_cards,
    is_of_cards,
)
from judge.effects.supporting_copies import COPIES, assigns_traits, options_not_asked
from judge.effects.supporting_costs import (
    asks_objects,
    only_costs,
    special_costs,
    special_grant,
    special_origin,
)
from judge.effects.supporting_entering import as_it_enters, joins_what_is_spent
from judge.effects.supporting_facts import happened
from judge.effects.supporting_gives import (
    given_to_the_next,
    is_of_buffs,
    is_of_the_next,
    is_of_what_comes,
)
from judge.effects.supporting_labels import done_to_what_is_played, named_again
from judge.effects.supporting_layers import (
    LOST_ALONE,
    PLACES,
    is_of_facedown_zones,
    is_of_triggers,
    of_layers,
    only_layers,
)
from judge.effects.supporting_moments import (
    is_about_others,
    is_own_showing,
    is_taking,
    is_token_play,
    is_told,
    shows_facedown,
)
from judge.effects.supporting_rules import (
    is_about_triggers,
    is_of_its_controller,
    is_unconditional,
    special_rule,
)
from judge.effects.supporting_selectors import (
    entering_is_read,
    names_only,
    special_selector,
)

#: gives what is not executed within a node
Walk = Callable[[n.Node], Iterator[str]]

#: fields of nodes, beside those that `judge.effects.support` lists
FIELDS: Mapping[type, str] = {
    n.Cost: "spend_buff spend_xp",
    n.Selector: "not_tag named_as",
    n.KeywordAbility: "amount",
    n.LoseControl: "what who",
    n.NameCard: "what who",
    n.Either: "of who",
    n.Done: "fully",
    n.Distinct: "what of among",
    n.Deal: "bonus",
    n.Add: "only_for abilities_too only_during",
    n.Static: "zone legion level instead",
    n.Replacement: "instead_of as_well may by cost times_each_turn does zone",
    n.Cannot: "moment only",
    n.Enters: "ready at to where",
    n.May: "event where at zone ambush only timing",
    n.Damage: "bonus double none taken by to",
    n.Prevent: "to by amount until",
    n.Skip: "moment until",
    n.RuleChange: "what amount keyword event of",
    n.Delay: "ability until once",
    **COPIES,
    n.GrantAbilities: "abilities",
    n.GrantKeywords: "of",
    n.LoseAbilities: "keyword",
    n.GrantAbility: "ability",
    n.TakeTurn: "who",
    n.Give: "changes to until next",
}
#: fields that are looked at here and not field by field
SPECIAL: frozenset[tuple[type, str]] = frozenset(
    {
        (n.Add, "only_for"),
        (n.Static, "while_"),
        (n.Static, "affects"),
        (n.Replacement, "instead_of"),
        (n.Cannot, "moment"),
        (n.Skip, "moment"),
        (n.Replacement, "cost"),
    }
)
_LASTING = frozenset({"turn", "combat", "end_of_turn", "your_next_turn", "unlimited"})
WORDS: Mapping[tuple[type, str], frozenset[str]] = {
    (n.Enters, "at"): frozenset({"base", "your_base"}),
    (n.Enters, "where"): frozenset({"anywhere", "battlefield"}),
    (n.Trait, "types"): frozenset({"Unit", "Gear", "Rune"}),
    (n.RuleChange, "what"): frozenset(
        [
            *("lethal_damage", "damage_cannot_be_prevented", "move_from_anywhere"),
            *("assigned_first", "assigned_last", "buff_limit", "empower_limit"),
            *("facedown_capacity", "ignores_keyword"),
            *("tied_result", "buff_value"),
            *("might_bonus_factor", "victory_score", "extra_triggers", "no_triggers"),
            *("no_combat_damage", "trigger_alias"),
        ]
    ),
    (n.May, "event"): frozenset({"play"}),
    (n.May, "zone"): frozenset({"trash"}),
    (n.May, "where"): frozenset({"anywhere", "battlefield", "here", "base", "your_base"}),
    (n.Static, "zone"): frozenset({"board", "hand", "trash", "any"}),
    (n.Replacement, "zone"): frozenset({"board", "hand", "trash", "main_deck", "any"}),
    (n.Prevent, "until"): _LASTING,
    (n.Skip, "until"): _LASTING,
    (n.Delay, "until"): _LASTING,
    (n.BecomeCopy, "until"): _LASTING,
    (n.Give, "until"): _LASTING,
}

#: what can be replaced before it happens
REPLACED: frozenset[n.Event] = frozenset(
    [
        "die",
        "kill",
        "deal",
        "take_damage",
        "draw",
        "discard",
        "gain_points",
        "score",
        "move",
        "recall",
        "ready",
        "exhaust",
        "stun",
        "buff",
        "heal",
        "banish",
        "return_to_hand",
        "become_mighty",
        "begin_phase",
        "pay",
        "counter",
        "gain_xp",
        "channel",
        "burn",
        "lose_points",
        "empower",
        "attach",
        "detach",
    ]
)
#: what is not forbidden or skipped here: whether it could be done is worked out before
_ONLY_REPLACED: frozenset[n.Event] = frozenset(["pay"])
#: what a player may try and a text forbid
_TRIED: frozenset[n.Event] = frozenset(["play", "choose", "play_ability", "hide"])
#: what a text can forbid
FORBIDDEN: frozenset[n.Event] = REPLACED - _ONLY_REPLACED | _TRIED
_MOMENT = frozenset(
    [
        "event",
        "what",
        "by",
        "other",
        "where",
        "origin",
        "destination",
        "phase",
        "whose",
        "amount_at_least",
        "reason",
        "during",
        "provided",
    ]
)
#: names that a granted prohibition knows
_OF_GRANTED = frozenset({"me", "it", "other"})
#: what nothing can be granted to
_NO_OBJECTS = frozenset(
    ["player", "battlefield", "spell", "ability", "spell_or_ability", "facedown_card", "card"]
)
#: events of cards that are not on the board, or not yet
_OF_CARDS = frozenset(["play", "enter", "discard", "hide", "look", "reveal"])
_ITEMS = frozenset({"spell", "ability", "spell_or_ability"})
_INTERCEDING = n.Cannot | n.Damage | n.Enters | n.May


#: what happens as a permanent is played, which is as it enters (369.3)
AS_YOU_PLAY_ME = n.Moment(event="play", what="me", by="you")


def given_to_cards(
    chooses: Mapping[str, n.Selector], does: Iterable[n.AnyInstruction]
) -> Iterator[str]:
    """Keywords are given to objects on the board and items on the chain, and to cards elsewhere
    those that count as they are played or hidden. What is only being played cannot be acted upon.
    """
    does = list(does)
    yield from options_not_asked(does)
    yield from done_to_what_is_played(does)
    yield from named_again(does)
    for each in does:
        if isinstance(each, n.GiveKeyword):
            to = chooses.get(each.to) if isinstance(each.to, str) else each.to
            if isinstance(to, n.Selector) and to.zone != "board":
                if to.zone in HELD and each.keyword in OF_PLAYS:
                    continue
                yield f"do: give_keyword, zone: {to.zone}"


def chosen_by_others(definition: n.CardDefinition, ability: n.AnyAbility) -> Iterator[str]:
    """What only battlefields can say: who chooses, and whose ability it is therefore (190.6.c), and
    how many points win the game.
    """
    chooses = ability.chooses if isinstance(ability, n.Triggered | n.Activated) else {}
    others = any(selector.by == "that_player" for selector in chooses.values())
    if isinstance(ability, n.Static) and "Battlefield" not in definition.types:
        changes = [change for change in ability.changes if isinstance(change, n.RuleChange)]
        # of objects the layers would have to be asked whether they have lost it
        if any(change.what == "victory_score" for change in changes):
            yield "change: rule, what: victory_score"
    if others and "Battlefield" not in definition.types:
        yield "chooses, by"


#: what happens to objects without anybody who does it; what somebody does is to kill
_BY_NOBODY: frozenset[n.Event] = frozenset({"die", "become_mighty", "take_damage"})
#: what happens to a player and to no object
_OF_PLAYERS: frozenset[n.Event] = frozenset(
    {"draw", "gain_points", "gain_xp", "lose_points", "channel", "burn", "score"}
)
#: whom an instruction means that several players may follow
_SEVERAL = frozenset({"opponents", "allies", "each", "each_other"})


def special(node: n.Node, walk: Walk) -> Iterator[str]:
    """What is not executed of one of these nodes beyond its fields and words."""
    yield from special_origin(node)
    match node:
        case n.Selector():
            yield from special_selector(node)
        case n.Happened():
            yield from happened(node)
        case n.Move(destination=n.Selector(kind=kind, the=the)):
            if node.to != "destination" or node.at is not None:
                yield "do: move, destination"
            if kind != "battlefield" or the is not None:
                yield "do: move, destination"
        case n.Look(until=str()):
            cards = node.what
            whose = cards.of if isinstance(cards, n.Selector) else None
            if whose is None or cards != n.Selector(kind="facedown_card", of=whose):
                yield "do: look, until"
        case n.Either():
            # what is chosen as an item is finalized would have to be known of each of them
            named = {mode.name for mode in node.of}
            plain = all(not mode.chooses and mode.does for mode in node.of)
            kinds = n.Move | n.Modes | n.Either
            if node.who in _SEVERAL:
                yield "do: either, who"
            if len(named) < max(2, len(node.of)) or not plain:
                yield "do: either"
            elif any(
                isinstance(each, kinds) or (isinstance(each, n.Deal) and each.split)
                for mode in node.of
                for each in mode.does
            ):
                yield "do: either, of choices as it is finalized"
        case n.NameCard() if node.who in _SEVERAL:
            # of several names no text could say which one it asks for
            yield f"do: name, who: {node.who}"
        case n.GrantKeyword():
            yield from special_grant(node)
        # nowhere but in `picks_option`, in `copies_text` and in what the layers ask
        case n.ChooseOption() | n.OptionChosen() | n.CopyText():
            config = type(node).__struct_config__
            yield f"{config.tag_field}: {config.tag}"
        case n.LoseAbilities() if node.keyword not in (None, *LOST_ALONE):
            yield "change: lose_abilities, keyword"
        case n.Static():
            yield from _static(node, walk)
        case n.Replacement():
            yield from _replacement(node, walk)
        case n.Cannot():
            facedown = shows_facedown(node.moment)
            yield from _moment(node.moment, FORBIDDEN | {"reveal"} if facedown else FORBIDDEN, walk)
            if node.only is not None and not isinstance(node.only, n.Selector):
                yield "change: cannot, only"
            if node.moment.event in _BY_NOBODY and node.moment.by is not None:
                yield "change: cannot, by"
            if node.moment.event in _OF_PLAYERS and node.moment.what is not None:
                yield "change: cannot, what"
        case n.Add():
            # what a resource may be spent on is told of the card that is played alone
            for_gear = node.only_for == n.Selector(kind="gear") and node.abilities_too
            for_spells = node.only_for in (None, n.Selector(kind="spell"))
            if not for_gear and (not for_spells or node.abilities_too):
                yield "do: add, only_for"
            if node.only_for is not None and node.only_during is not None:
                yield "do: add, only_during"
        case n.Enters():
            if node.ready is None and node.at is None and node.to is None:
                yield "change: enters"
            # where it enters is known of what the text itself enters with
            if node.where != "anywhere" and (node.at is not None or node.to is not None):
                yield "change: enters, where"
        case n.Damage():
            if node.none != (node.none and node.taken) or (node.double and not node.taken):
                yield "change: damage"
            if node.bonus != 0 and (node.taken or node.by is not None):
                yield "change: damage, bonus"
            # who of those that fight deals combat damage to whom is not told apart
            if node.by is not None and node.by.kind not in _ITEMS:
                yield "change: damage, by"
            if node.taken and node.to is not None:
                yield "change: damage, to"
        case n.May():
            at = node.at
            if at is not None and (at.kind != "battlefield" or (at.at and not node.ambush)):
                yield "change: may, at"
            yield from _ambush(node)
        case n.RuleChange():
            yield from special_rule(node)
        case n.Prevent(by=n.Selector() as by):
            # it is told by what deals the damage, and how much of it is not counted
            of_items = by == n.Selector(kind=by.kind) and by.kind in _ITEMS
            plain = node.to in (n.Selector(), n.Selector(kind="unit"))
            if not (of_items and plain and node.amount is None):
                yield "do: prevent, by"
        case n.Skip():
            yield from _moment(node.moment, REPLACED - _ONLY_REPLACED, walk)
        case n.Give(changes=[n.GrantKeywords() as copied]):
            on_board = not isinstance(node.to, n.Selector) or node.to.zone == "board"
            if not isinstance(copied.of, str) or not on_board or node.next is not None:
                yield "change: keywords_of"
        case n.Give(changes=[n.GrantAbility(ability=n.Triggered() as gained)]):
            simple = n.Triggered(when=gained.when, may=gained.may, does=gained.does)
            on_board = not isinstance(node.to, n.Selector) or node.to.zone == "board"
            if gained != simple or not on_board or node.next is not None:
                yield "do: give, ability"
        case n.Give() if any(getattr(change, "to_bearer", False) for change in node.changes):
            yield "change: keyword, to_bearer"
        case n.Give() if gives_to_cards(node):
            yield from given_to_plays(node)
        case n.Give() if node.next is not None:
            yield from given_to_the_next(node)
        case n.Give() if is_of_buffs(node):
            pass
        case n.Give() if is_of_what_comes(node):
            if isinstance(node.to, n.Selector) and not (
                node.to.kind == "player" or entering_is_read(node.to)
            ):
                yield "do: give, to"
        case n.Give(to="me", changes=[n.Enters(to=str()) as entering]):
            # "as you play me": asked of what enters, and of nothing else
            if entering != n.Enters(to=entering.to) or node.until != "unlimited":
                yield "do: give, changes"
        case n.Give():
            if not (
                assigns_traits(node.changes)
                or all(isinstance(change, n.Cannot) for change in node.changes)
                or node.changes == [n.Damage(double=True, taken=True)]
            ):
                yield "do: give, changes"
            # what is granted belongs to what has it, and knows none of the names of this text
            for change in node.changes:
                if node.to != "me" and is_about_others(change, None):
                    yield "do: give, of others"
                if isinstance(change, n.Cannot) and not (
                    names_only(change.moment.what, _OF_GRANTED)
                    and names_only(change.moment.other, _OF_GRANTED)
                    and names_only(change.only, _OF_GRANTED)
                ):
                    yield "do: give, names"
            if isinstance(node.to, n.Selector) and (
                node.to.zone != "board" or node.to.kind in _NO_OBJECTS
            ):
                yield "do: give, to"


def _ambush(node: n.May) -> Iterator[str]:
    """To Ambush where it would not go, or at certain times only; nothing else has a time of its own
    or excludes what the rules permit (822.1.d).
    """
    if not node.ambush:
        yield from (f"change: may, {key}" for key in ("only", "timing") if getattr(node, key))
    elif node.only != (node.timing == "action") or (node.only and (node.at or node.where)):
        yield "change: may, ambush"
    elif node.at is not None and node.at.at and not joins_what_is_spent(n.Static(changes=[node])):
        yield "change: may, at"


def _replacement(node: n.Replacement, walk: Walk) -> Iterator[str]:
    if not node.moments:
        yield "kind: replacement, instead_of"
    if node.by != "you":
        # whoever controls what it would happen to, and pays with nothing but resources
        resources = node.cost is not None and not asks_objects(node.cost)
        often = node.as_well or node.times_each_turn is not None or node.zone != "board"
        on_objects = all(isinstance(moment.what, n.Selector) for moment in node.moments)
        if (
            node.by != "controller of it"
            or not node.may
            or not resources
            or often
            or not on_objects
        ):
            yield "kind: replacement, by"
    for moment in node.moments:
        if moment.event == "enter" and not node.as_well:
            yield "instead_of: enter"
        known: frozenset[n.Event] = REPLACED | {"enter"}
        if is_own_showing(moment) and node.as_well:
            known |= {"look", "reveal"}
        elif node.zone == "main_deck":
            yield "kind: replacement, zone"
        if is_taking(moment) and node.as_well:
            known |= {"gain_control"}
        if is_token_play(moment) or (moment == AS_YOU_PLAY_ME and node.as_well):
            known |= {"play"}
        yield from _moment(moment, known, walk)
    if any(moment.event == "enter" or moment == AS_YOU_PLAY_ME for moment in node.moments):
        yield from as_it_enters(node)
    cost = node.cost
    if cost is not None:
        plain = msgspec.structs.replace(cost, energy=0, power=[], exhaust=None, kill=None)
        if any(moment.event == "die" for moment in node.moments) and cost.spend_buff == "it":
            plain = msgspec.structs.replace(plain, spend_buff=None)
        if node.zone == "trash":
            plain = msgspec.structs.replace(plain, banish=None if cost.banish == "me" else "it")
        own = cost.exhaust in (None, "me") and cost.kill in (None, "me")
        if plain != n.Cost() or not own or not isinstance(cost.energy, int):
            yield "kind: replacement, cost"


def _moment(moment: n.Moment, known: Iterable[n.Event], walk: Walk) -> Iterator[str]:
    if moment.event not in known:
        yield f"event: {moment.event}"
    for field in moment.__struct_fields__:
        value = getattr(moment, field)
        if value == getattr(n.Moment(event=moment.event), field):
            continue
        if field not in _MOMENT:
            yield f"moment, {field}"
        elif field in ("where", "origin", "destination") and value not in PLACES:
            yield f"moment, {field}: {value}"
        elif isinstance(value, n.Node):
            yield from walk(value)
        elif isinstance(value, list):
            yield f"moment, {field}"
    if moment.during not in (None, "combat"):
        yield f"moment, during: {moment.during}"
    if not is_told(moment):
        yield "moment, other"
    if moment.reason is not None and moment.event != "gain_points":
        yield "moment, reason"
    if moment.event in _OF_CARDS and not entering_is_read(moment.what):
        yield "moment, what"


# --- static abilities -----------------------------------------------------------------------------


def _is_play_from_trash(node: n.Static) -> bool:
    """Whether a card says of itself that it may be played from the trash for another cost."""
    match node.changes:
        case [n.May(zone="trash") as may, n.CostChange(alternative=n.Cost()) as cost]:
            price = cost.alternative
            plain = may == n.May(zone="trash") and cost == n.CostChange(alternative=price)
            bare = price is not None and not asks_objects(price)
            return plain and bare and node.affects == "me" and node.zone == "trash"
    return False


def _static(node: n.Static, walk: Walk) -> Iterator[str]:
    if _is_play_from_trash(node):
        if node.while_ is not None:
            yield from walk(node.while_)
        return
    if is_of_the_next(node):
        return
    costs: list[n.Change] = [c for c in node.changes if isinstance(c, n.CostChange)]
    rest: list[n.Change] = [c for c in node.changes if not isinstance(c, n.CostChange)]
    # what a card says of its own cost and of how it enters is asked at two times, of one condition
    if costs and rest and node.affects == "me" and all(isinstance(c, n.Enters) for c in rest):
        for part in (costs, rest):
            yield from _static(msgspec.structs.replace(node, changes=part), walk)
        return
    if node.while_ is not None and any(map(is_unconditional, node.changes)):
        yield "kind: static, while"
    if any(is_about_others(change, node.affects) for change in node.changes):
        yield "change: cannot, affects"
    # dependent text is read in the layers, of what a card says of its own cost (366.2), and of how
    # something enters
    own_cost = only_costs(node) and node.affects == "me"
    if node.instead and not (own_cost and node.level is not None):
        yield "kind: static, instead"
    asked = n.Enters | n.Cannot  # of which it is asked by whoever asks for them
    entering = [change for change in node.changes if not isinstance(change, asked)]
    layered = only_layers(msgspec.structs.replace(node, changes=entering))
    if not (own_cost or layered):
        yield from (f"kind: static, {key}" for key in ("legion", "level") if getattr(node, key))
    if any(isinstance(change, n.May) and change.zone is not None for change in node.changes):
        yield "change: may, zone"
    if only_costs(node):
        yield from special_costs(node)
        if node.while_ is not None:
            yield from walk(node.while_)
        if node.empowered:
            yield "kind: static, empowered"
        return
    if any(isinstance(change, n.CostChange) for change in node.changes):
        yield "change: cost"
    if node.empowered and any(map(is_off_layers, node.changes)):
        yield "kind: static, empowered"
    if any(not isinstance(change, _INTERCEDING) for change in node.changes):
        if not is_of_cards(node):
            yield from of_layers(node)
        triggers = is_of_triggers(node)
        elsewhere = node.affects != "me" and not is_of_facedown_zones(node)
        if elsewhere and not triggers and any(map(is_of_its_controller, node.changes)):
            yield "change: rule, affects"
        if not triggers and any(map(is_about_triggers, node.changes)):
            yield "change: rule, what: extra_triggers"
        return
    # what intercedes is read with everything that instructions can ask for
    if isinstance(node.affects, n.Selector):
        yield from walk(node.affects)
    elif node.affects != "me":
        yield "kind: static, affects"
    if node.while_ is not None:
        yield from walk(node.while_)
    for change in node.changes:
        of_cards = isinstance(change, n.Enters | n.May) or (
            isinstance(change, n.Cannot) and change.moment.event in _OF_CARDS
        )
        if of_cards and not entering_is_read(node.affects):
            yield "kind: static, affects"
        if isinstance(change, n.Cannot) and of_cards and not entering_is_read(change.only):
            yield "change: cannot, only"


def appended(ability: n.AnyAbility) -> Iterator[str]:
    """What is not executed of effect text: what is appended to another object changes costs, says
    where something may be played and how something enters nowhere yet (719.1).
    """
    if isinstance(ability, n.Replacement) and ability.zone != "board":
        yield "kind: replacement, in effect text"
    others = n.CostChange | n.Enters | n.May | n.GrantAbility
    if isinstance(ability, n.Static) and any(isinstance(c, others) for c in ability.changes):
        yield "kind: static, in effect text"


def is_off_layers(change: n.Change) -> bool:
    """Whether a change is read elsewhere than in the layers, from the print of what has it."""
    return isinstance(change, n.CostChange | _INTERCEDING)
