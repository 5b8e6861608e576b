"""Keywords that are short for an ability, spelled out (819-828).

`spelled_out` gives an ability as the engine executes it; `triggers_of` what a card has from a
keyword alone, by the key under which it stands on the chain.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n
from judge.identity import ByIdentity
from judge.keywords import WITHOUT_NUMBER, presumed

#: keywords of a card that need nothing beside the keyword itself and the abilities here
KEYWORDS_OF_TEXTS: frozenset[str] = frozenset(
    {
        "Deathknell",
        "Empower",
        "Empowered",
        "Equip",
        "Flow",
        "Legion",
        "Level",
        "Quick-Draw",
        "Weaponmaster",
    }
)


def left_unsaid(definition: n.CardDefinition) -> list[str]:
    """The keywords of a card that are short for text (808.1.c), or on which text depends (812.1.b),
    where none of its abilities says that text.
    """
    branches = [each.condition for each in definition.does if isinstance(each, n.If)]
    said = {
        "Deathknell": any(
            isinstance(each, n.Triggered) and each.deathknell for each in definition.abilities
        ),
        "Flow": any(map(is_flow, definition.abilities)),
        "Legion": any(each.legion for each in definition.abilities) or n.LEGION in branches,
        "Level": any(each.level for each in definition.abilities)
        or any(n.level_asked(each) is not None for each in branches),
    }
    return [each for each in definition.keywords if not said.get(each, True)]


#: 819.1.d: when it is played, it is attached to a unit of its controller
QUICK_DRAW = n.Triggered(
    when="play",
    chooses={"unit": n.Selector(kind="unit", side="yours")},
    does=[n.Attach(what="me", to="unit")],
)
#: 821.1.c: what it does is `judge.procedure.weaponmaster`
WEAPONMASTER = n.Triggered(
    when="play",
    may=True,
    chooses={"equipment": n.Selector(kind="equipment", side="yours")},
    does=[n.Procedure(name="weaponmaster", what="equipment")],
)

_WITH_EQUIP = n.Triggered(
    when="play",
    may=True,
    chooses={"equipment": n.Selector(kind="equipment", side="yours", keyword=["Equip"])},
    does=WEAPONMASTER.does,
)


def spelled_out(ability: n.AnyAbility, disabled: frozenset[str] = frozenset()) -> n.AnyAbility:
    """The ability that a keyword with a cost is short for (818.1.c.2, 827.1.c.1, 829.1.b); any
    other as it is. `disabled`: rules that a test has switched off.
    """
    if not isinstance(ability, n.KeywordAbility):
        return ability
    if WITHOUT_NUMBER.get(ability.keyword) in disabled and is_granted(ability):
        return _grant(ability, disabled)
    if ability.cost is None and not is_granted(ability):
        return ability
    return _SPELLED(ability)


def _spell_out(ability: n.KeywordAbility, cost: n.Cost) -> n.AnyAbility:
    match ability.keyword:
        case "Equip":
            return n.Activated(
                cost=cost,
                chooses={"unit": n.Selector(kind="unit", side="yours")},
                does=[n.Attach(what="me", to="unit")],
                legion=ability.legion,
                level=ability.level,
                empowered=ability.empowered,
            )
        case "Empower":
            return n.Activated(
                cost=cost,
                only_if=n.Not(that=n.Is(what="me", a=n.Selector(state=["empowered"]))),
                does=[n.Empower(what="me")],
                legion=ability.legion,
                level=ability.level,
                empowered=ability.empowered,
            )
        case "Flow":
            # 829.1.c.1: its cost is paid in place of the base cost
            return n.Static(
                zone="trash",
                changes=[n.May(zone="trash"), n.CostChange(alternative=cost)],
                legion=ability.legion,
                level=ability.level,
                empowered=ability.empowered,
            )
    return ability


#: keywords that effect text gives to what it is appended to (719.1)
_GRANTED = frozenset({"Assault", "Shield", "Tank", "Backline", "Deflect", "Ganking", "Hunt"})


def is_granted(ability: n.KeywordAbility) -> bool:
    """Whether it is a keyword without a cost, which what has the text then has."""
    plain = n.KeywordAbility(keyword=ability.keyword, amount=ability.amount)
    number = ability.amount is None or isinstance(ability.amount, int)
    return ability.keyword in _GRANTED and number and ability == plain


def _grant(ability: n.KeywordAbility, disabled: frozenset[str] = frozenset()) -> n.Static:
    # a number that is omitted is presumed to be 1
    value = presumed(ability.keyword, disabled) if ability.amount is None else ability.amount
    return n.Static(changes=[n.GrantKeyword(keyword=ability.keyword, value=value)])


def _spelled(ability: n.KeywordAbility) -> n.AnyAbility:
    return _grant(ability) if ability.cost is None else _spell_out(ability, ability.cost)


#: the same keyword on the same card is the same ability
_SPELLED = ByIdentity(_spelled)


def is_flow(ability: n.AnyAbility) -> bool:
    """Whether the ability lets a spell be played from the trash by Flow (829)."""
    return isinstance(ability, n.KeywordAbility) and ability.keyword == "Flow"


#: the rule by which each keyword is short for an ability
MEANING: dict[str, str] = {"Equip": "818.1.c.2", "Empower": "827.1.c.1", "Flow": "829.1.b"}


def triggers_of(
    definition: n.CardDefinition, disabled: frozenset[str] = frozenset()
) -> Iterator[tuple[str, n.Triggered]]:
    """The triggered abilities that a card has from a keyword alone, each with its key; `disabled`
    are rules that a test has switched off.
    """
    if "Quick-Draw" in definition.keywords and "819.1.d" not in disabled:
        yield "quick_draw", QUICK_DRAW
        # 819.2: further instances have no effect
        if "819.2" in disabled:
            for number in range(1, definition.keywords["Quick-Draw"]):
                yield f"quick_draw_{number}", QUICK_DRAW
    instances = definition.keywords.get("Weaponmaster", 0)
    # 821.1.c.7: each instance triggers
    for number in range(min(instances, 1) if "821.1.c.7" in disabled else instances):
        yield (
            f"weaponmaster_{number}",
            # 821.1.c.1: with an Equip ability or without one
            WEAPONMASTER if "821.1.c.1" not in disabled else _WITH_EQUIP,
        )


def ability_at(
    definition: n.CardDefinition, key: str, disabled: frozenset[str] = frozenset()
) -> n.AnyAbility | None:
    """The ability of a card that goes by the key of an item on the chain: its place among those
    that the card prints, `effect_` and its place in the effect text, `granted_` and where the text
    stands that grants it, or that of a keyword.
    """
    if key.isdecimal():
        abilities = definition.abilities
        return spelled_out(abilities[int(key)]) if int(key) < len(abilities) else None
    if key.startswith("copied_"):  # an attached card has copied the text of this one
        return ability_at(definition, key.partition(":")[2], disabled)
    if key.startswith("lent_"):  # another object has it as this card prints it
        return ability_at(definition, key.partition(":")[2])
    if key.startswith("granted_"):  # this card grants it
        place, _, number = key.rpartition(":")[2].partition(".")
        ability = (
            definition.abilities[int(place)] if int(place) < len(definition.abilities) else None
        )
        changes = ability.changes if isinstance(ability, n.Static) else []
        change = changes[int(number)] if int(number) < len(changes) else None
        return change.ability if isinstance(change, n.GrantAbility) else None
    if key.startswith("effect_"):
        place = key.removeprefix("effect_").rpartition("_")[2]
        texts = definition.effect_text
        return spelled_out(texts[int(place)]) if int(place) < len(texts) else None
    if key.startswith("given_"):  # an instruction of this card gives it to others
        given = abilities_given(definition.does)
        which = int(key.rpartition(":")[2])
        return given[which] if which < len(given) else None
    if key == "quick_draw":  # which may have been given to it
        return QUICK_DRAW if "819.1.d" not in disabled else None
    return dict(triggers_of(definition, disabled)).get(key)


def abilities_given(does: object) -> list[n.Triggered]:
    """The triggered abilities that instructions give to things, in their order."""
    if isinstance(does, list):
        return [ability for each in does for ability in abilities_given(each)]
    if isinstance(does, n.Give):
        granted = [each for each in does.changes if isinstance(each, n.GrantAbility)]
        return [each.ability for each in granted if isinstance(each.ability, n.Triggered)]
    if isinstance(does, n.If | n.Pay):
        return abilities_given([*does.then, *does.otherwise])
    return []


def keyword_at(definition: n.CardDefinition, key: str) -> str | None:
    """The keyword that the ability of that key is; None for one that the card spells out."""
    if not key.isdecimal() or int(key) >= len(definition.abilities):
        return None
    ability = definition.abilities[int(key)]
    return ability.keyword if isinstance(ability, n.KeywordAbility) else None


def keyword_of(definition: n.CardDefinition, key: str) -> str | None:
    """The keyword that an ability is, which may be spelled out, by its key among the texts of an
    object; None for an ability that is none.
    """
    if key.startswith("copied_"):
        return keyword_of(definition, key.partition(":")[2])
    written, place = definition.abilities, key
    if key.startswith("effect_"):
        written, place = definition.effect_text, key.rpartition("_")[2]
    if not place.isdecimal() or int(place) >= len(written):
        return {"quick": "Quick-Draw", "weaponmaster": "Weaponmaster"}.get(key.partition("_")[0])
    ability = written[int(place)]
    if isinstance(ability, n.Triggered) and ability.deathknell:
        return "Deathknell"
    return ability.keyword if isinstance(ability, n.KeywordAbility) else None


def equip_costs(definition: n.CardDefinition) -> list[n.Cost]:
    """The costs of the Equip abilities that a card has (818)."""
    return [
        ability.cost
        for ability in definition.abilities
        if isinstance(ability, n.KeywordAbility)
        and ability.keyword == "Equip"
        and ability.cost is not None
    ]
