"""What of a selector is read, by what it means and by where it stands (355.9, 355.11).

Of an object on the board every axis is read that `judge.effects.support` lists; of players, items,
battlefields and cards elsewhere only these. How many are chosen, by whom, and what binds them as a
group matters only where somebody chooses.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.effects import notation as n
from judge.identity import ByIdentity

_ITEMS = (
    "side energy_at_most energy_at_least power_at_most power_at_least type not_type supertype "
    "domain named "
    "choosing choosing_no_other"
)
#: what is read of the second of two kinds of which either may be chosen
_EITHER = frozenset(["kind", "side", "where", "tag", "other", "zone", "if_paid"])
_EITHER_KINDS = frozenset(["unit", "gear", "permanent", "equipment"])
#: and of what lies elsewhere: cards that are facedown, and those of the Champion Zone
_OTHER_KINDS = _EITHER_KINDS | {"facedown_card"}
_OTHER_ZONES = frozenset(["board", "champion_zone"])
_PRINT = "tag type not_type supertype domain named"
#: by kind, of what has a reader of its own
_OF_KINDS: dict[str, frozenset[str]] = {
    kind: frozenset(fields.split())
    for kind, fields in {
        "battlefield": "side other where at not_at state not_state holds",
        "player": "side other",
        "facedown_card": "side where",
        "spell": _ITEMS,
        "ability": _ITEMS,
        "spell_or_ability": _ITEMS,
    }.items()
}
#: what only items on the chain, only decks, and only battlefields can be asked
_OF_ITEMS = frozenset({"top", "choosing", "choosing_no_other", "holds"})
#: states that battlefields have, and nothing else (170.11)
PLACE_STATES = frozenset({"open", "controlled", "contested", "conquered"})
_UNSEEN = ("main_deck", "banished_with_me")
#: of cards in a zone that is not the board
_HELD = frozenset(
    f"{_PRINT} side of the top unlike keyword might_at_most might_at_least might_below "
    "energy_at_most energy_at_least power_at_most named_as".split()
)
_BANISHED_WITH_ME = frozenset(_PRINT.split())
#: how many, and by whom
_NUMBERS = frozenset({"min", "max", "any_number", "by"})
_GROUP = frozenset({"together", "total_might_at_most", "total_energy_at_most"})
#: fields of nodes in which somebody chooses
_CHOSEN = frozenset({"chooses", "from_"})
_SPENT = frozenset(
    {"exhaust", "kill", "banish", "recycle", "return_to_hand", "discard", "spend_buff"}
)

#: of a card that is not on the board yet, which is read by its print (`fits_card`)
_ENTERING = frozenset(
    f"kind {_PRINT} side of owned_by other where keyword without_keyword might_at_most "
    "might_at_least energy_at_most energy_at_least power_at_most state not_state".split()
)


#: a battlefield that was conquered and had no controller until then: the second object of that
UNCONTROLLED = n.Selector(kind="battlefield", not_state=["controlled"])


def _said(selector: n.Selector) -> frozenset[str]:
    return frozenset(field for field, plain in _PLAIN if getattr(selector, field) != plain)


_PLAIN = [(field, getattr(n.Selector(), field)) for field in n.Selector.__struct_fields__]
#: the axes of a selector that restrict something
said = ByIdentity(_said)


def special_selector(selector: n.Selector) -> Iterator[str]:
    """What is not read of a selector because of what it means."""
    axes = said(selector) - {"kind", "zone"} - _NUMBERS
    if selector.choosing_no_other is not None and not isinstance(selector.choosing, str):
        yield "selector, choosing_no_other"
    if selector.zone == "banished_with_me":
        read = _BANISHED_WITH_ME
    elif selector.zone != "board":
        read = _HELD if selector.zone == "main_deck" else _HELD - {"top"}
    else:
        read = _OF_KINDS.get(selector.kind, frozenset(axes - _OF_ITEMS))
    if selector.zone in ("trash", "champion_zone") and selector.state == ["chosen_champion"]:
        read |= {"state"}  # 103.2.a.3, of the player whose zone it is
    elif (
        selector.zone not in ("board", "main_deck", "banished_with_me") and selector.kind == "unit"
    ):
        # 711: Mighty by print
        read |= {name for name in ("state", "not_state") if _is_mighty(getattr(selector, name))}
    elif "chosen_champion" in (*selector.state, *selector.not_state):
        yield f"selector of {_meaning(selector)}, state: chosen_champion"
    states = {*selector.state, *selector.not_state}
    of_a_place = selector.kind == "battlefield" and selector.zone == "board"
    if states - PLACE_STATES if of_a_place else states & PLACE_STATES:
        yield f"selector of {_meaning(selector)}, state"
    for field in sorted(axes - read):
        yield f"selector of {_meaning(selector)}, {field}"


def _is_mighty(states: list[n.State]) -> bool:
    return states == ["mighty"]


def _meaning(selector: n.Selector) -> str:
    return selector.kind if selector.zone == "board" else f"{selector.zone} cards"


def special_place(field: str, selector: n.Selector, *, cost: bool = False) -> Iterator[str]:
    """What is not read of a selector because of the field in which it stands."""
    axes = said(selector)
    # what lies in a deck is chosen among what was looked at or revealed (108.4.d)
    if (field == "chooses" or cost) and selector.zone == "main_deck":
        yield f"{field}, zone: {selector.zone}"
    # either of two kinds is read of what is chosen as an item is finalized
    other = selector.or_else
    plain = other is not None and said(other) <= _EITHER and other.kind in _OTHER_KINDS
    plain = plain and other is not None and other.zone in _OTHER_ZONES
    plain = plain and selector.kind in _EITHER_KINDS and field == "chooses"
    if other is not None and not plain:
        yield f"{field.rstrip('_')}, or_else"
    # whose text it is, is told where another player chooses
    if selector.side == "not_yours" and field != "from_":
        yield f"{field.rstrip('_')}, side: not_yours"
    if selector.if_paid is not None and field != "or_else":
        yield f"{field.rstrip('_')}, if_paid"
    if field != "chooses":
        yield from (f"{field.rstrip('_')}, {axis}" for axis in sorted(axes & _GROUP))
    # of the choices of an item only "that player" is read, of a battlefield's (190.6.c)
    if "by" in axes and field != "from_" and (field, selector.by) != ("chooses", "that_player"):
        yield f"{field.rstrip('_')}, by"
    if field not in _CHOSEN and not (cost and field in _SPENT):
        numbers = axes & (_NUMBERS - {"by"})
        yield from (f"{field.rstrip('_')}, {axis}" for axis in sorted(numbers))


def entering_is_read(what: n.Objects | None) -> bool:
    """Whether a selector asks of a card that is not on the board yet only what is read of it."""
    if not isinstance(what, n.Selector):
        return True
    return said(what) <= _ENTERING and {*what.state, *what.not_state} <= {"token"}


def names_only(what: object, known: frozenset[str]) -> bool:
    """Whether an object is meant by a selector without names, or by one of the names given."""
    if what is None or isinstance(what, str):
        return what is None or what in known
    if isinstance(what, n.Selector):
        names = [what.the, what.at, what.not_at, what.attached_to, *what.unlike]
        return all(name is None or name in known for name in names)
    return False
