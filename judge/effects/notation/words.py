"""The closed lists of words that the notation uses, and the names that refer to things.

A name refers to what an ability speaks of without choosing it anew (359.3.f). The names are closed,
save those that an ability gives itself: to its slots (`chooses`) and to what an instruction did
(`label`).

| name | what it means | live or frozen | follows a change of zone |
|---|---|---|---|
| `me` | the object whose text this is (359.3.f.1) | live | no, save in the text's own instruction |
| `this` | the spell or ability on the chain itself | live | as its card leaves the chain |
| `this` | in effect text: the attached card that appends it (136.2.d) | live | no |
| a slot | what was chosen as the item was finalized (355.5) | live, checked (359.3.e) | no |
| `it` | the object that the condition was about (359.3.f.3) | frozen | no |
| `other` | the second object of the condition: what chose, what killed | frozen | no |
| a label | what an earlier instruction affected or revealed (394) | frozen | where it put it |
| `paid` | the objects with which a cost was paid (359.3.e.13) | frozen | no |
| `each` | what the `for_each` around it is at, the inner one of two | frozen | no |

Where a text follows a thing to where it would not be followed ("return it", "play me from your
trash"), a selector says so: `{the: me, follow: true}`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Node(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What all nodes of the notation have in common: strict, and silent about defaults."""


#: the name of a thing: one of `REFERENTS`, or a slot or a label of the same ability
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]*$")]

REFERENTS = ("me", "this", "it", "other", "paid", "each")

#: names of places: where the source is (359.3.f.1), where the condition's event happened, where the
#: item's chosen destination is, where the last Move of the text has taken things from, and where
#: the move led of which the condition speaks
PLACES = ("here", "there", "destination", "origin", "arrival")

#: Who is meant, seen from the controller of the text. `opponent`: of several the one whom it
#: chooses as the item is finalized (355.7), `opponents` all of them. `that_player`: the player the
#: condition was about; `chosen`: the opponent or player chosen as the item was finalized; with a
#: name of an object or an item on the chain, its controller or owner.
Who = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(you|opponent|opponents|teammate|allies|each|each_other|that_player|chosen|"
        r"turn_player|attacker|defender|(controller|owner) of [a-z][a-z0-9_]*)$"
    ),
]

Domain = Literal["Fury", "Calm", "Mind", "Body", "Chaos", "Order"]
#: a symbol of Power: a domain, `any` for [A], `own` for [C] (135.2.e.6)
PowerSymbol = Literal["Fury", "Calm", "Mind", "Body", "Chaos", "Order", "any", "own"]

Kind = Literal[
    "unit",
    "gear",
    "equipment",
    "permanent",
    "rune",
    "legend",
    "battlefield",
    "spell",
    "ability",
    "spell_or_ability",
    "card",
    "facedown_card",
    "object",
    "player",
]

#: `yours`: you control it, which leaves a teammate's out (489.8.e); `not_yours`: the controller of
#: the text does not, whoever chooses
Side = Literal["any", "friendly", "enemy", "yours", "not_yours"]

#: where on the board; `elsewhere`: at another location than the source; of moments alone
#: `your_battlefield`: one that you control, `another_battlefield`: one where the source is not; of
#: moves alone `beside_its_own`: where its controller has a unit, `base_at_one_end`: to its base or
#: from there
Where = Literal[
    "anywhere",
    "battlefield",
    "your_battlefield",
    "another_battlefield",
    "base",
    "your_base",
    "here",
    "there",
    "destination",
    "beside_its_own",
    "base_at_one_end",
    "elsewhere",
]

#: `deck`: of either kind; `with_me`: banished by this object's linked ability (394)
Zone = Literal[
    "board",
    "hand",
    "trash",
    "main_deck",
    "rune_deck",
    "deck",
    "banishment",
    "banished_with_me",
    "champion_zone",
    "facedown_zone",
    "chain",
    "any",
]

#: `conquered`: of a battlefield, by the player whose text it is, this turn
State = Literal[
    "exhausted",
    "ready",
    "stunned",
    "attacking",
    "defending",
    "in_combat",
    "damaged",
    "buffed",
    "mighty",
    "equipped",
    "attached",
    "alone",
    "one_on_one",
    "token",
    "facedown",
    "controlled",
    "open",
    "contested",
    "conquered",
    "chosen",
    "chosen_champion",
    "empowered",
]

#: how a choice or a sum may be bound to be alike or different
Together = Literal["same_place", "one_per_place", "same_controller", "different_names"]

Rank = Literal["highest_might", "lowest_might", "highest_energy", "lowest_energy"]

#: `until_i_leave`: as long as the source is on the board
Until = Literal[
    "turn",
    "combat",
    "end_of_turn",
    "your_next_turn",
    "while_attached",
    "until_i_leave",
    "unlimited",
]

Timing = Literal["normal", "action", "reaction"]

Phase = Literal["awaken", "beginning", "channel", "draw", "main", "end"]

CardType = Literal["Unit", "Gear", "Spell", "Rune", "Battlefield", "Legend"]

#: The keywords that other text names; those with a cost of their own are abilities (`keyword`).
Keyword = str
