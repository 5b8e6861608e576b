"""`python -m benchmarks [--json] [--seconds N] [--no-http] [--lenient]`: figures beside budgets.

U is the median time of `json.loads` plus `json.dumps` of a fixed 20 KB document, measured in the
same
run, before and after. Every figure is a multiple of U, since machines differ and so do moments.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import requests

from judge import adjudicate, encode, legal_actions, read_board
from judge.ruling.actions import Action

REQUESTS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("requests.json").read_text("utf-8")
)
#: 20 KB that no change of ours touches
REFERENCE = json.dumps(
    [
        {
            "id": f"a{n}",
            "card": "A Name of Some Length",
            "number": n,
            "flags": [True, False],
            "in": {"k": n},
        }
        for n in range(206)
    ]
)
ACTION = msgspec.json.Decoder(Action)
#: what DESIGN.md allows, in U, by figure
BUDGETS = {
    "round trip median": 2.0,
    "round trip p99": 20.0,
    "in process": 1.0,
    "legal actions": 3.0,
}
#: the same for the median of each kind of action
KIND_BUDGET = 4.0
#: the least share of an echo route that a ruling over HTTP may come to
ECHO_SHARE = 0.5


def timed(work: Callable[[], object], seconds: float) -> list[float]:
    """The times of as many runs of `work` as fit into `seconds`, at least 20."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 20 or time.perf_counter() < end:
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return times


def unit(seconds: float) -> float:
    """U in seconds."""
    return statistics.median(timed(lambda: json.dumps(json.loads(REFERENCE)), seconds))


def figures(times: list[float], u: float) -> dict[str, float]:
    """Median and p99 in U."""
    ordered = sorted(times)
    return {
        "median": round(statistics.median(ordered) / u, 2),
        "p99": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] / u, 2),
    }


def in_process(seconds: float, u: float) -> tuple[dict[str, Any], dict[str, Any]]:
    """Decode, adjudicate, encode and enumerate, over all boards and by kind of action."""
    stages: dict[str, list[float]] = {
        name: [] for name in ("decode", "adjudicate", "encode", "legal actions", "round trip")
    }
    kinds: dict[str, Any] = {}
    for entry in REQUESTS:
        _measure(entry, seconds / len(REQUESTS) / 5, u, stages, kinds)
    return {name: figures(times, u) for name, times in stages.items()}, kinds


def _measure(
    entry: dict[str, Any],
    share: float,
    u: float,
    stages: dict[str, list[float]],
    kinds: dict[str, Any],
) -> None:
    """The times of one request, added to those of its stages and kept by its kind."""
    request = entry["request"]
    board_bytes = json.dumps(request["board"]).encode()
    action_bytes = json.dumps(request["action"]).encode()
    answers = request.get("answers", [])
    board = read_board(board_bytes).board
    action = ACTION.decode(action_bytes)
    ruling = adjudicate(board, action, answers)

    def round_trip() -> bytes:
        return encode(
            adjudicate(read_board(board_bytes).board, ACTION.decode(action_bytes), answers)
        )

    stages["decode"] += timed(lambda: (read_board(board_bytes), ACTION.decode(action_bytes)), share)
    stages["adjudicate"] += timed(lambda: adjudicate(board, action, answers), share)
    stages["encode"] += timed(lambda: encode(ruling), share)
    stages["legal actions"] += timed(lambda: legal_actions(board), share)
    own = timed(round_trip, share)
    stages["round trip"] += own
    kinds[entry["kind"]] = {
        **figures(own, u),
        "board bytes": len(board_bytes),
        "reply bytes": len(encode(ruling)),
    }


@contextlib.contextmanager
def serving(application: str) -> Iterator[str]:
    """A gunicorn of one worker with four threads on a free port; yields its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gunicorn",
            "--bind",
            f"127.0.0.1:{port}",
            "--worker-class",
            "gthread",
            "--threads",
            "4",
            "--log-level",
            "error",
            "--no-control-socket",
            application,
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", port), timeout=1),
            ):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def over_http(seconds: float, u: float) -> dict[str, Any]:
    """A ruling over HTTP beside an echo of the same bodies."""
    bodies = [json.dumps(entry["request"]).encode() for entry in REQUESTS]
    results: dict[str, Any] = {}
    for name, application, path in (
        ("http", "api.app:create_app()", "/v1/adjudications"),
        ("echo", "benchmarks.echo:app", "/echo"),
    ):
        times: list[float] = []
        with serving(application) as address, requests.Session() as session:
            session.headers["Content-Type"] = "application/json"
            for body in bodies:
                session.post(address + path, data=body).raise_for_status()
                send = partial(session.post, address + path, data=body)
                times += timed(send, seconds / 2 / len(bodies))
        results[name] = figures(times, u)
    results["share of echo"] = round(results["echo"]["median"] / results["http"]["median"], 2)
    return results


def exceeded(
    stages: dict[str, Any], kinds: dict[str, Any], http: dict[str, Any] | None
) -> list[str]:
    """A sentence for each budget that the figures do not meet."""
    measured = {
        "round trip median": stages["round trip"]["median"],
        "round trip p99": stages["round trip"]["p99"],
        "in process": stages["adjudicate"]["median"],
        "legal actions": stages["legal actions"]["median"],
    }
    found = [
        f"{name}: {figure} U, budget {BUDGETS[name]} U"
        for name, figure in measured.items()
        if figure > BUDGETS[name]
    ]
    found += [
        f"{kind}: {figures['median']} U, budget {KIND_BUDGET} U"
        for kind, figures in kinds.items()
        if figures["median"] > KIND_BUDGET
    ]
    if http is not None and http["share of echo"] < ECHO_SHARE:
        found.append(f"share of echo: {http['share of echo']}, budget {ECHO_SHARE}")
    return found


def main() -> int:
    """Measure and print; a budget that is not met is said, and fails the run unless --lenient."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="how long to measure in process"
    )
    parser.add_argument("--no-http", action="store_true", help="leave the HTTP part out")
    parser.add_argument(
        "--lenient", action="store_true", help="end with 0 though a budget is exceeded"
    )
    given = parser.parse_args()
    before = unit(0.5)
    stages, kinds = in_process(given.seconds, before)
    http = None if given.no_http else over_http(given.seconds, before)
    after = unit(0.5)
    report = {
        "U in ms": round(before * 1000, 3),
        "U afterwards in ms": round(after * 1000, 3),
        "reference bytes": len(REFERENCE),
        "stages": stages,
        "kinds": kinds,
        "http": http,
        "budgets": {**BUDGETS, "each kind": KIND_BUDGET, "share of echo": ECHO_SHARE},
        "exceeded": (over := exceeded(stages, kinds, http)),
    }
    code = 1 if over and not given.lenient else 0
    if given.json:
        print(json.dumps(report, indent=2))
        return code
    print(
        f"U = {report['U in ms']} ms ({report['U afterwards in ms']} ms afterwards), "
        f"{len(REFERENCE)} bytes\n"
    )
    print(f"{'':20}{'median':>10}{'p99':>10}   (in U)")
    for name, figure in stages.items():
        print(f"{name:20}{figure['median']:>10}{figure['p99']:>10}")
    print("\nJSON in to JSON out, by kind of action")
    for name, figure in kinds.items():
        sizes = f"{figure['board bytes']} B in, {figure['reply bytes']} B out"
        print(f"{name:20}{figure['median']:>10}{figure['p99']:>10}   {sizes}")
    if http is not None:
        print("\nover HTTP")
        for name in ("http", "echo"):
            print(f"{name:20}{http[name]['median']:>10}{http[name]['p99']:>10}")
        print(f"{'share of echo':20}{http['share of echo']:>10}")
    print("\nover budget" if over else "\nevery budget is met")
    for line in over:
        print(f"  {line}")
    return code


if __name__ == "__main__":
    sys.exit(main())
