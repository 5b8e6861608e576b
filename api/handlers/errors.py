"""What handlers raise beside the errors of `judge` and `rulesdb`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.board.faults import Fault
from judge.ruling.ruling import BoardWarning


class RequestError(ValueError):
    """The request is well formed and still can't be answered; `path` is where the fault lies."""

    path: str = "$"


class UnknownViewer(RequestError):
    """`viewer` is neither a player of the board nor `public` nor `judge`."""

    path = "$.viewer"

    def __init__(self, viewer: str, players: Sequence[str]) -> None:
        self.viewer = viewer
        self.known = (*players, "public", "judge")
        super().__init__(f"There is no viewer {viewer!r}; there are {', '.join(self.known)}.")


class UnknownPlayer(RequestError):
    """The board has no player of this name."""

    def __init__(self, player: str, players: Sequence[str], path: str) -> None:
        self.player = player
        self.known = tuple(players)
        self.path = path
        super().__init__(f"The board has no player {player!r}; it has {', '.join(players)}.")


class UnknownObject(RequestError):
    """Nothing on the board goes by this name."""

    path = "$.object"

    def __init__(self, ref: str, objects: Sequence[str]) -> None:
        self.ref = ref
        self.known = tuple(objects)
        there = f"there are {', '.join(objects)}" if objects else "there is none at all"
        super().__init__(f"There is no object {ref!r} on the board; {there}.")


class UnknownFormat(RequestError):
    """No list of banned cards is known of a format of this name."""

    path = "$.format"

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.format = name
        self.known = tuple(known)
        super().__init__(f"No bans are known of a format {name!r}; there are {', '.join(known)}.")


class ImpossibleBoard(RequestError):
    """The board could not have come about, and the request is `strict`."""

    path = "$.board"

    def __init__(self, warnings: Sequence[BoardWarning]) -> None:
        self.warnings = tuple(warnings)
        super().__init__("The board could not have come about, and the request is strict.")


class MeaninglessCards(RequestError):
    """Cards that are given with what no card has. The paths of `faults` lead from the list."""

    path = "$.cards"

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("The cards can't be read like this.")


class MeaninglessSetup(RequestError):
    """The game can't be set up: deck lists that contradict themselves or name what does not exist.

    The paths of `faults` lead from the setup.
    """

    path = "$.setup"

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("The game can't be set up like this.")
