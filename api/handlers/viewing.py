"""Who looks at a reply (D12)."""

from __future__ import annotations

from collections.abc import Collection

from api.handlers.errors import UnknownPlayer, UnknownViewer

#: Who sees everything.
JUDGE = "judge"
#: Who sees what everybody may see.
PUBLIC = "public"


def check_viewer(viewer: str, players: Collection[str]) -> None:
    """Raises `UnknownViewer` when nobody of that name can look at the board of these players."""
    if viewer not in {JUDGE, PUBLIC} and viewer not in players:
        raise UnknownViewer(viewer, sorted(players))


def check_player(player: str | None, players: Collection[str], path: str = "$.player") -> None:
    """Raises `UnknownPlayer` when a player is named whom the board does not have."""
    if player is not None and player not in players:
        raise UnknownPlayer(player, sorted(players), path)
