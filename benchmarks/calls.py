"""`python -m benchmarks.calls [--rounds N]`: what a ruling takes, whatever else the machine does.

Function calls are counted, which come out the same each time. Processor time is that of this
process, in turn with that of U, as the lower quartile of the rounds: on a busy machine it still
moves by some percent, and the calls do not.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

from benchmarks.__main__ import ACTION, REFERENCE, REQUESTS
from judge import adjudicate, encode, legal_actions, read_board

#: how often each is done for one figure
_TIMES = 4


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, those of Python and built in ones."""
    counted = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    # the last is the call that ends the counting
    return counted - 1


def processor_time(work: Callable[[], object]) -> float:
    """The seconds of processor time that it takes once."""
    began = time.process_time()
    for _ in range(_TIMES):
        work()
    return (time.process_time() - began) / _TIMES


def _round_trip(board: bytes, action: bytes, answers: list[Any]) -> bytes:
    return encode(adjudicate(read_board(board).board, ACTION.decode(action), answers))


def stages(entry: dict[str, Any]) -> dict[str, Callable[[], object]]:
    """What is measured of a request: the ruling, all legal actions, and JSON in to JSON out."""
    request = entry["request"]
    board_bytes = json.dumps(request["board"]).encode()
    action_bytes = json.dumps(request["action"]).encode()
    answers = request.get("answers", [])
    board, action = read_board(board_bytes).board, ACTION.decode(action_bytes)
    return {
        "adjudicate": partial(adjudicate, board, action, answers),
        "legal actions": partial(legal_actions, board),
        "round trip": partial(_round_trip, board_bytes, action_bytes, answers),
    }


def main() -> None:
    """Count, measure, and print a row for each kind of action."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often everything is measured")
    rounds = parser.parse_args().rounds
    works = {entry["kind"]: stages(entry) for entry in REQUESTS}
    for work in (work for of_kind in works.values() for work in of_kind.values()):
        work()  # what is kept for good is there
    shares: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for kind, of_kind in works.items():
            unit = processor_time(lambda: json.dumps(json.loads(REFERENCE)))
            for stage, work in of_kind.items():
                shares.setdefault((kind, stage), []).append(processor_time(work) / unit)
    names = list(next(iter(works.values())))
    print(f"{'calls, and U':20}" + "".join(f"{name:>22}" for name in names))
    every: dict[str, list[int]] = {name: [] for name in names}
    for kind, of_kind in works.items():
        row = ""
        for stage, work in of_kind.items():
            every[stage].append(calls(work))
            quartile = sorted(shares[kind, stage])[rounds // 4]
            row += f"{every[stage][-1]:>14}{quartile:>8.2f}"
        print(f"{kind:20}{row}")
    print(f"{'mean':20}" + "".join(f"{statistics.mean(every[n]):>14.0f}{'':8}" for n in names))


if __name__ == "__main__":
    main()
