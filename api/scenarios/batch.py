"""Running many scenarios, in turn or several at a time, and their report in JUnit's XML."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import get_context
from xml.etree import ElementTree

from api.handlers.usercards import in_use
from api.scenarios.judges import Judge, in_process, over_http
from api.scenarios.loading import Kept
from api.scenarios.model import Scenario
from api.scenarios.running import Outcome, run_scenario

_own = threading.local()


def run_all(
    kept: Sequence[Kept], *, address: str | None = None, jobs: int = 1
) -> Iterator[tuple[Kept, Outcome]]:
    """Each scenario with its outcome, as they come; against a service where an address is given.

    With several jobs a scenario runs in a process of its own kind, or, against a service, in a
    thread: there it is the service that works.
    """
    if jobs <= 1 or len(kept) <= 1:
        judge = _judge(address)
        for one in kept:
            yield one, run_scenario(one.scenario, judge)
        return
    executor: Executor
    if address is None:
        executor = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    else:
        executor = ThreadPoolExecutor(jobs)
    with executor:
        running = {executor.submit(_run, one.scenario, address): one for one in kept}
        for future in as_completed(running):
            yield running[future], future.result()


def _judge(address: str | None) -> Judge:
    return in_process(catalogue=in_use()) if address is None else over_http(address)


def _run(scenario: Scenario, address: str | None) -> Outcome:
    """Run one scenario in a worker, which makes its judge once."""
    if not hasattr(_own, "judge"):
        _own.judge = _judge(address)
    return run_scenario(scenario, _own.judge)


def junit(ran: Sequence[tuple[Kept, Outcome]]) -> bytes:
    """The outcomes as JUnit's XML, a suite for each folder."""
    root = ElementTree.Element("testsuites", name="scenarios")
    for folder in sorted({one.file.parent.name for one, _ in ran}):
        of_folder = [(one, outcome) for one, outcome in ran if one.file.parent.name == folder]
        suite = ElementTree.SubElement(root, "testsuite", _counts(folder, of_folder))
        for one, outcome in of_folder:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                name=one.scenario.id,
                classname=f"scenarios.{folder}",
                file=str(one.place.rpartition(":")[0]),
                time=f"{outcome.seconds:.4f}",
            )
            if outcome.status == "failed":
                message = str(outcome.failures[0])
                failure = ElementTree.SubElement(case, "failure", message=_allowed(message))
                failure.text = _allowed(outcome.report())
            elif outcome.status == "overturned":
                message = f"overturned by {outcome.overturned_by}"
                ElementTree.SubElement(case, "skipped", message=_allowed(message))
    ElementTree.indent(root)
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _counts(folder: str, ran: Sequence[tuple[Kept, Outcome]]) -> dict[str, str]:
    statuses = [outcome.status for _, outcome in ran]
    return {
        "name": folder,
        "tests": str(len(ran)),
        "failures": str(statuses.count("failed")),
        "errors": "0",
        "skipped": str(statuses.count("overturned")),
        "time": f"{sum(outcome.seconds for _, outcome in ran):.4f}",
    }


def _allowed(text: str) -> str:
    """A text without the control characters that XML cannot hold."""
    return "".join(c if c in "\n\t" or ord(c) >= 0x20 else "?" for c in text)
