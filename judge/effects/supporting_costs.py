"""What of changed costs the engine executes (356), beside `judge.effects.support`."""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n
from judge.effects.keywordtexts import is_flow, spelled_out
from judge.effects.texts import names_in

#: what of a selector is read where it means cards that are played
_READ = "kind side tag keyword type not_type supertype domain named energy_at_least energy_at_most"


def asks_objects(cost: n.Cost) -> bool:
    """Whether a cost is more than Energy and Power."""
    return cost != n.Cost(energy=cost.energy, power=cost.power, any_amount=cost.any_amount)


def asks_origin(node: object) -> bool:
    """Whether a text asks from where its card was played, or whether something else was."""
    if isinstance(node, list):
        return any(map(asks_origin, node))
    if not isinstance(node, n.Node):
        return False
    return isinstance(node, n.PlayedFrom) or any(
        asks_origin(getattr(node, field)) for field in node.__struct_fields__
    )


def special_origin(node: n.Node) -> Iterator[str]:
    """From where a card was played is known of what is on the chain; of a permanent nothing keeps
    it. How often a cost of any amount is paid is asked within instructions alone (204.3.b).
    """
    for field in ("cost", "alternative", "applied", "additional"):
        cost = getattr(node, field, None)
        if isinstance(cost, n.Cost) and cost.any_amount and not isinstance(node, n.Pay):
            yield "cost: any_amount"
    of_permanents = isinstance(node, n.Triggered | n.Activated | n.Replacement)
    if of_permanents and asks_origin(node):
        yield "if: played_from"
    if isinstance(node, n.PlayedFrom) and node.what not in ("me", "this"):
        yield "if: played_from, what"


def is_repeat(ability: n.AnyAbility) -> bool:
    """Whether an ability is an instance of Repeat with a cost that is read (820)."""
    return (
        isinstance(ability, n.KeywordAbility)
        and ability.cost is not None
        and ability == n.KeywordAbility(keyword="Repeat", cost=ability.cost)
        and not ability.cost.any_amount
    )


def _waits_in_trash(ability: n.AnyAbility) -> bool:
    """Whether an ability triggers in the trash, where every card is the same (385.1)."""
    return isinstance(ability, n.Triggered) and ability.zone == "trash"


def ignores_deflect(ability: n.AnyAbility) -> bool:
    """Whether a spell says that Deflect is ignored while its costs are paid (766)."""
    return ability == n.Static(changes=[n.RuleChange(what="ignores_keyword", keyword="Deflect")])


def special_grant(change: n.GrantKeyword) -> Iterator[str]:
    """Which keywords are granted; with a price Repeat alone (820.1.c)."""
    # Quick-Draw: see `judge.effects.supporting_cards`
    if change.keyword not in n.KEYWORDS_MODELLED | {"Weaponmaster", "Quick-Draw"}:
        yield f"keyword: {change.keyword}"
    if change.if_lacking and not isinstance(change.value, int):
        yield "change: keyword, if_lacking"
    priced = change.cost is not None or change.cost_of_itself
    repeat = change.keyword == "Repeat"
    if priced != repeat or (change.cost is not None and change.cost.any_amount):
        yield f"keyword: {change.keyword}, cost"


def repeat_of_own_abilities(node: object) -> n.GrantKeyword | None:
    """The Repeat that an object gives its own abilities (820.1.a); None for anything else."""
    own = n.Selector(kind="ability", abilities=n.AbilitySelector(source="me"))
    if not isinstance(node, n.Static) or node != n.Static(affects=own, changes=node.changes):
        return None
    given = node.changes[0] if len(node.changes) == 1 else None
    if not isinstance(given, n.GrantKeyword) or given.cost is None:
        return None
    plain = n.GrantKeyword(keyword="Repeat", cost=given.cost)
    return given if given == plain and not given.cost.any_amount else None


def only_costs(ability: n.AnyAbility) -> bool:
    """Whether an ability changes nothing but costs, which the layers do not read."""
    return (
        isinstance(ability, n.Static)
        and bool(ability.changes)
        and all(isinstance(change, n.CostChange) for change in ability.changes)
    )


def abilities_out_of_place(definition: n.CardDefinition) -> Iterator[str]:
    """A spell has no abilities but those that say what it costs, Repeat and Flow among them, and
    what triggers while it is in the trash; of other cards none has Repeat or Flow here (820.1.a,
    829.1.a).
    """
    flows = sum(map(is_flow, definition.abilities))
    # of activated abilities Repeat is not executed
    activated = [
        each for each in definition.abilities if isinstance(spelled_out(each), n.Activated)
    ]
    if activated and any(map(repeat_of_own_abilities, definition.abilities)):
        yield "keyword: Repeat of an activated ability"
    if definition.is_spell:
        said = [each for each in definition.abilities if not is_flow(each)]
        if not all(
            only_costs(each) or is_repeat(each) or ignores_deflect(each) or _waits_in_trash(each)
            for each in said
        ):
            yield "ability of a spell"
        return
    if any(map(ignores_deflect, definition.abilities)):
        yield "change: rule, keyword"  # of a permanent it would say whose costs are meant
    if any(map(is_repeat, definition.abilities)):
        yield "keyword: Repeat, of a permanent"
    if flows:
        yield "keyword: Flow, of a permanent"


def _of_plays(node: n.Static) -> bool:
    """Whether it is about the cost of plays alone, and adds none that is chosen before."""
    return all(
        isinstance(change, n.CostChange) and change.of == "play" and change.additional is None
        for change in node.changes
    )


def special_costs(node: n.Static) -> Iterator[str]:
    """Costs are changed for the card itself, or for cards told by their print and player."""
    moves = any(isinstance(change, n.CostChange) and change.of == "move" for change in node.changes)
    if isinstance(node.affects, n.Selector):
        read = {field: getattr(node.affects, field) for field in _READ.split()}
        if node.affects.not_state == ["token"]:
            read["not_state"] = ["token"]  # no card is one
        if node.affects.choosing == "me" and node.affects.kind == "spell" and _of_plays(node):
            read["choosing"] = "me"
        if node.affects != n.Selector(**read):
            yield "kind: static, affects"
    elif node.affects != "me":
        yield "kind: static, affects"
    if node.zone != "board":
        yield "kind: static, zone"
    for change in node.changes:
        assert isinstance(change, n.CostChange)
        of_play = change.of in ("play", "additional", "repeat")
        # what is chosen is known of the card's own Equip ability
        if "it" in names_in(change) and (change.of != "equip" or node.affects != "me"):
            yield "change: cost, of what is chosen"
        # which of two reductions is taken is asked of nobody as an ability is activated
        if change.of in ("activate", "equip") and change.either:
            yield "change: cost"
        # what pays by an ability of its own goes by its printed cost (429.3)
        dearer = bool(change.power) or not isinstance(change.energy, int) or change.energy > 0
        if change.of in ("activate", "equip") and node.affects != "me" and dearer:
            yield "change: cost, of other abilities"
        of_itself = node.affects == "me" and of_play
        if change.alternative is not None and not (of_itself or change.of == "hide"):
            yield "change: cost"
        if change.may and change.additional is None:
            yield "change: cost, may"
        if change.additional is not None and not of_play:
            yield "change: cost"
        if (change.applied is not None) != moves or (change.beyond and not moves):
            yield "change: cost"
