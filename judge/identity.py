"""What is worked out of a part of a definition, kept by the identity of that part.

Parts of definitions never change, and the same part is asked again and again; as structs they have
no hash. Boards bring cards of their own, so that what is kept is dropped when it is too much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")
#: how many parts are remembered at most
MOST = 10_000


class ByIdentity(Generic[KeyT, ValueT]):
    """A function of one argument that remembers what it gave for the very same object."""

    __slots__ = ("_kept", "_work")

    def __init__(self, work: Callable[[KeyT], ValueT]) -> None:
        self._work = work
        # the object is kept as well: its identity must not come to be another's
        self._kept: dict[int, tuple[KeyT, ValueT]] = {}

    def __call__(self, part: KeyT) -> ValueT:
        kept = self._kept.get(id(part))
        if kept is None or kept[0] is not part:
            if len(self._kept) >= MOST:
                self._kept.clear()
            kept = self._kept[id(part)] = (part, self._work(part))
        return kept[1]
