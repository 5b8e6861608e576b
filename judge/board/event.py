"""What every event has in common (D14), and the zones between which events move things."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec


class Event(
    msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"
):
    """What every event has in common: its `type`, which is the tag."""

    #: whether what is read off objects (Might, keywords, runes) may be another afterwards
    changes_objects: ClassVar[bool] = True
    #: whether it may be another text that some object has, or another place or player
    changes_texts: ClassVar[bool] = True
    #: whether the layers may come to something else (477) though no text asks for the state of
    #: anything; what changes texts does in any case
    changes_layers: ClassVar[bool] = True


ZoneName = Literal[
    "hand",
    "trash",
    "banishment",
    "champion",
    "main_deck",
    "rune_deck",
    "chain",
    "board",
    "facedown",
]
