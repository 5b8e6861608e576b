"""How long a lasting effect lasts: the closed vocabulary of `effects.until`.

turn                  this turn, to the Expiration Step (317.2.c)
combat                this combat (466.7.c)
end_of_turn           to the Ending Step of this turn (317.1.a)
next_beginning:A      to the start of A's next Beginning Phase (315.2.a.1)
next_main:A           to the start of A's next Main Phase (316.4)
next_turn:A           to the start of A's next turn (390.4)
while_attached:g1     as long as g1 is attached to something (435.1)
while_in:trash:a1     as long as a1 is in that zone (390.5)
next_time             the next time that what it is about happens, which the engine cannot tell
unlimited             as long as what it affects stays where it is (801.3.a.3)
"""

from __future__ import annotations

import msgspec

PLAIN = ("turn", "combat", "end_of_turn", "next_time", "unlimited")
OF_PLAYER = ("next_beginning", "next_main", "next_turn")
#: zones as the events call them
ZONES = (
    "board",
    "chain",
    "hand",
    "trash",
    "banishment",
    "champion",
    "main_deck",
    "rune_deck",
    "facedown",
)
FORMS = (
    *PLAIN,
    *(f"{kind}:<player>" for kind in OF_PLAYER),
    "while_attached:<reference>",
    "while_in:<zone>:<reference>",
)


class Duration(msgspec.Struct, frozen=True):
    """A duration taken apart: its kind, and the player, zone and reference that it names."""

    kind: str
    player: str | None = None
    zone: str | None = None
    ref: str | None = None


def duration(text: str) -> Duration:
    """The duration that a text of the vocabulary means. Raises `ValueError` for any other."""
    kind, _, rest = text.partition(":")
    if text in PLAIN:
        return Duration(text)
    if kind in OF_PLAYER and rest:
        return Duration(kind, player=rest)
    if kind == "while_attached" and rest:
        return Duration(kind, ref=rest)
    if kind == "while_in":
        zone, _, ref = rest.partition(":")
        if ref and zone in ZONES:
            return Duration(kind, zone=zone, ref=ref)
        if ref:
            raise ValueError(f"{zone!r} is no zone; there are: {', '.join(ZONES)}")
    raise ValueError(f"{text!r} is no duration; there are: {', '.join(FORMS)}")
