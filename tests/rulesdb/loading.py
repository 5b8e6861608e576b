"""Measures, in this process, what loading the rule book and its graph costs; prints it as JSON, in
U.

Run as a program in a fresh interpreter, so that nothing is loaded before. U is measured last, as
`benchmarks` defines it.
"""

import itertools
import sys
import time

STAGES: dict[str, float] = {}


def main() -> None:
    began = last = time.process_time()

    def stage(name: str) -> None:
        nonlocal last
        now = time.process_time()
        STAGES[name] = now - last
        last = time.process_time()

    import rulesdb
    import rulesdb.inlinecases
    import rulesdb.locked
    import rulesdb.overlays
    import rulesdb.tournament
    from rulesdb import concordance
    from rulesdb.graph import build_graph
    from rulesdb.graph.cites import held_cites

    stage("modules")
    editions = list(rulesdb.EDITIONS)
    for edition in editions:
        rulesdb.all_rules(edition)
    stage("five editions, with gists")
    rulesdb.tournament.tournament_rules()
    stage("tournament rules")
    rulesdb.inlinecases.inline_cases()
    rulesdb.overlays.in_force()
    rulesdb.overlays.not_held()
    rulesdb.locked.read_locked()
    stage("cases, overlays, locked rules")
    for older, newer in itertools.pairwise(editions):
        concordance.links(older, newer)
    stage("four concordances")
    held_cites()
    stage("what cites rules")
    STAGES["all data"] = time.process_time() - began
    last = time.process_time()
    graph = build_graph(editions=[*editions, rulesdb.tournament.DOCUMENT], cites=held_cites())
    stage("the graph of all of it")
    STAGES["all of it"] = time.process_time() - began
    if "networkx" in sys.modules:
        raise AssertionError("networkx was loaded though nobody asked for a graph of its kind")
    last = time.process_time()
    graph.as_networkx()
    stage("networkx, and the graph as one of its own")

    import json
    import statistics

    from benchmarks.__main__ import REFERENCE

    times = []
    for _ in range(60):
        start = time.process_time()
        json.dumps(json.loads(REFERENCE))
        times.append(time.process_time() - start)
    unit = statistics.median(times)
    json.dump({name: seconds / unit for name, seconds in STAGES.items()}, sys.stdout)


if __name__ == "__main__":
    main()
