"""What is executed of what texts give to cards that are not on the board, as they are played and
hidden (390.4, 391, 801.3.a), beside `judge.effects.supporting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from judge.effects import notation as n
from judge.effects.supporting_layers import condition_of_layers, plain_numbers

#: keywords that are read of a card before it is on the board (805-819)
OF_PLAYS = frozenset({"Accelerate", "Action", "Ambush", "Hidden", "Reaction", "Repeat"})
#: zones in which a card can have them
HELD = frozenset({"hand", "trash", "champion_zone"})

#: what is read of a selector that means cards elsewhere (`judge.layers.cards`)
_OF_CARDS_ELSEWHERE = (
    *("kind", "side", "of", "tag", "type", "not_type", "supertype", "domain", "named"),
    *("energy_at_most", "energy_at_least", "power_at_most", "zone", "not_zone"),
)


def is_of_cards(node: n.Static) -> bool:
    """Whether an ability gives keywords of plays to cards that are not on the board, or to spells
    as they are played, and asks nothing of them that is not read.
    """
    what = node.affects
    if not isinstance(what, n.Selector) or node.zone != "board":
        return False
    if what.zone not in (*HELD, "any") and not (what.kind == "spell" and is_to_come(what)):
        return False
    plain = n.Selector(**{field: getattr(what, field) for field in _OF_CARDS_ELSEWHERE})
    numbers = (what.energy_at_most, what.energy_at_least, what.power_at_most)
    if what.not_zone is not None and (what.zone != "any" or what.kind != "unit"):
        return False
    return (
        what == plain
        and plain_numbers(*numbers)
        and what.kind in ("card", "unit", "gear", "equipment", "permanent", "spell")
        and (node.while_ is None or condition_of_layers(node.while_))
        and all(
            isinstance(change, n.GrantKeyword)
            and change.keyword in _given(what)
            and isinstance(change.value, int)
            and not change.if_lacking
            for change in node.changes
        )
    )


def _given(what: n.Selector) -> frozenset[str]:
    """The keywords that can be given to such cards: to what is played from elsewhere than a zone
    that of which its play asks, to Equipment wherever it is Quick-Draw as well (819.1.d).
    """
    if what.not_zone is not None:
        return frozenset({"Accelerate"})
    everywhere = what.zone == "any" and what.kind == "equipment"
    return OF_PLAYS | ({"Quick-Draw"} if everywhere else set())


def gives_to_cards(node: n.Give) -> bool:
    """Whether an instruction gives changes that cards have as they are played (390.4)."""
    return bool(node.changes) and all(
        isinstance(change, n.GrantKeyword | n.CostChange) for change in node.changes
    )


def permits_once(node: n.Static) -> bool:
    """Whether it lets its player leave a part of the cost of a card from their hand unpaid, if they
    want (356.1.b): "you may play a gear from your hand this turn, ignoring its Energy cost".
    """
    what = node.affects
    if not isinstance(what, n.Selector) or (what.zone, what.of) != ("hand", "you"):
        return False
    plain = n.Selector(**{field: getattr(what, field) for field in _OF_CARDS_ELSEWHERE})
    match node.changes:
        case [n.CostChange(ignore="energy" | "power" | "base" as part)]:
            bare = n.CostChange(ignore=part, may=True)
            numbers = (what.energy_at_most, what.energy_at_least, what.power_at_most)
            said = node == n.Static(affects=what, changes=[bare])
            return said and what == plain and plain_numbers(*numbers)
    return False


def is_to_come(selector: n.Selector, changes: Iterable[n.Change] = ()) -> bool:
    """Whether a selector means cards as they will be played or hidden, and not where they lie: of
    permanents where it is about what they cost.
    """
    if selector.zone != "board":
        return False
    of_costs = [isinstance(change, n.CostChange) for change in changes]
    permanents = bool(of_costs) and all(of_costs)
    return selector.kind in ("spell", "card") or (permanents and selector.kind in _PERMANENTS)


_PERMANENTS = frozenset(["unit", "gear", "equipment", "permanent"])


def given_to_plays(node: n.Give) -> Iterator[str]:
    """Spells that are to come are told by what is printed; cards elsewhere are there already."""
    to = node.to
    if node.next == 1 and permits_once(n.Static(affects=to, changes=node.changes)):
        return
    if node.next is not None and not (isinstance(to, n.Selector) and to.kind == "spell"):
        yield "do: give, next"  # what is hidden, or played as a token, is not counted
    if isinstance(to, n.Selector) and is_to_come(to, node.changes):
        plain = n.Selector(**{field: getattr(to, field) for field in _OF_CARDS_ELSEWHERE})
        if to.not_state == ["token"]:
            plain.not_state = ["token"]  # no card is one
        if to != plain or not plain_numbers(
            to.energy_at_most, to.energy_at_least, to.power_at_most
        ):
            yield "do: give, to"
    elif isinstance(to, n.Selector) and to.zone not in HELD:
        yield "do: give, to"
    for change in node.changes:
        if isinstance(change, n.GrantKeyword):
            spells = not (isinstance(to, n.Selector) and is_to_come(to)) or to.kind == "spell"
            told = isinstance(change.value, int) and not change.if_lacking
            if change.keyword not in OF_PLAYS or not told or not spells:
                yield f"do: give, keyword: {change.keyword}"
        elif isinstance(change, n.CostChange):
            rest = msgspec.structs.replace(
                change, energy=0, power=[], power_less=[], minimum=None, either=False, ignore=None
            )
            known = rest in (n.CostChange(), n.CostChange(of="hide"))
            if not known or not isinstance(change.energy, int):
                yield "do: give, cost"
