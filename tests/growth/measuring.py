"""How much work something is, by counting: lines of Python that run, the same on every machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

from rulesdb.uncollected import uncollected


def work(act: Callable[[], Any]) -> int:
    """How many lines run while `act` does."""
    return sum(lines(act).values())


def lines(act: Callable[[], Any], count: Counter[str] | None = None) -> Counter[str]:
    """The lines that run while `act` does, by file and function."""
    found: Counter[str] = Counter() if count is None else count

    def local(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            code = frame.f_code
            found[f"{code.co_filename}:{code.co_name}:{code.co_firstlineno}"] += 1
        return local

    def begin(frame: FrameType, event: str, _: Any) -> Any:
        return local

    before = sys.gettrace()
    with uncollected():  # when the collector runs, and what hears of it, is not work of `act`
        sys.settrace(begin)
        try:
            act()
        finally:
            sys.settrace(before)
    return found
