"""Play random games and report what they break.

    python -m tests.selfplay --mode ffa4 --seed 17 --games 1 -v
    python -m tests.selfplay --games 500 --jobs 2 --json
    python -m tests.selfplay --form middle --games 2000

Without `--mode` the modes take turns. A game that breaks a property is named with the command that
plays it again, and with `--dump` the request that broke it is kept. `--http URL` plays duels
against a running service instead.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from judge.modes.modes import MODES
from tests.selfplay.decks import modelled_cards, modelled_setup, random_setup, vanilla_setup
from tests.selfplay.driver import play_game
from tests.selfplay.games import Tally, play
from tests.selfplay.judges import OverService
from tests.selfplay.properties import check_step
from tests.selfplay.setups import KINDS

Task = tuple[str, int]


def one(task: Task, *, form: str, deck: str | None, most: int | None, verbose: bool) -> Any:
    """One game in one process, with what it came to."""
    mode, seed = task
    tell = partial(print, flush=True) if verbose else lambda words: None
    return mode, play(mode, seed, form=form, deck=deck, most=most, tell=tell)


def _results(given: argparse.Namespace, tasks: list[Task]) -> Iterator[tuple[str, Tally]]:
    ask = partial(one, form=given.form, deck=given.deck, most=given.actions, verbose=given.verbose)
    if given.jobs < 2:
        yield from map(ask, tasks)
        return
    with multiprocessing.Pool(given.jobs) as pool:
        yield from pool.imap_unordered(ask, tasks, chunksize=2)


def summary(tally: Tally) -> dict[str, Any]:
    """The numbers of a tally as plain data."""
    ended = sum(tally.endings.values())
    return {
        "games": tally.games,
        "actions": tally.actions,
        "questions": tally.questions,
        "tried": dict(tally.tried),
        "verbs": dict(tally.verbs),
        "rules_cited": len(tally.cited),
        "cards_played": len(tally.played.keys() & {card.name for card in modelled_cards()}),
        "endings": {
            name: {"games": count, "share": round(count / ended, 4)}
            for name, count in tally.endings.most_common()
        },
        "refused": dict(tally.refused.most_common()),
        "broken": [
            {key: part for key, part in each.items() if key != "request"} for each in tally.broken
        ],
    }


def _print(modes: dict[str, Tally], seconds: float) -> None:
    total = Tally()
    for tally in modes.values():
        total.add(tally)
    for mode, tally in [*modes.items(), ("all", total)]:
        numbers = summary(tally)
        endings = ", ".join(
            f"{name} {100 * each['share']:.1f} %" for name, each in numbers["endings"].items()
        )
        print(
            f"{mode:<6} {numbers['games']} games, {numbers['actions']} actions, "
            f"{numbers['questions']} questions, {sum(tally.tried.values())} tried unoffered, "
            f"{numbers['rules_cited']} rules cited, {numbers['cards_played']} cards played, "
            f"{len(tally.broken)} broken; {endings}"
        )
    for what, count in total.refused.most_common(12):
        print(f"refused {count} times: {what}")
    print(f"{seconds:.0f} s")


def _broken(report: dict[str, Any], dump: str | None) -> None:
    print(f"BROKEN {report['what'][:600]}\n  again: {report['again']}", file=sys.stderr)
    for frame in report.get("traceback", []):
        print(f"  {frame}", file=sys.stderr)
    if dump is not None:
        folder = Path(dump)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{report['form']}-{report['mode']}-{report['seed']}.json"
        (folder / name).write_text(json.dumps(report, indent=1))


def over_http(given: argparse.Namespace) -> int:
    """Duels against a service; exit 1 at the first that breaks a property."""
    judge = OverService(given.http)
    fixed = modelled_setup if given.deck == "modelled" else vanilla_setup
    for seed in range(given.seed, given.seed + given.games):
        setup = random_setup(seed) if given.deck == "drawn" else fixed()
        try:
            game = play_game(judge, setup, seed, check=partial(check_step, judge))
        except AssertionError as error:
            print(f"game {seed} broke a property: {error}", file=sys.stderr)
            return 1
        print(f"{seed}: {game.steps} actions, {game.questions} questions")
    return 0


def main() -> int:
    """Play the games; exit 1 if one of them broke a property."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mode", choices=sorted(MODES), help="one mode; else all, in turn")
    parser.add_argument("--form", choices=["whole", "middle"], default="whole")
    parser.add_argument("--deck", choices=KINDS, help="one kind of deck; else most of them drawn")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--actions", type=int, help="actions at most")
    parser.add_argument("--seconds", type=float, help="begin no game after this time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    parser.add_argument("--dump", metavar="DIR", help="keep the request that broke a property")
    parser.add_argument("-v", "--verbose", action="store_true", help="each action and its answers")
    parser.add_argument("--http", metavar="URL", help="duels against a running service")
    given = parser.parse_args()
    if given.http:
        return over_http(given)
    modes = [given.mode] if given.mode else list(MODES)
    last = given.seed + -(-given.games // len(modes))
    tasks = [(mode, seed) for seed in range(given.seed, last) for mode in modes][: given.games]
    tallies = {mode: Tally() for mode in modes}
    began = told = time.monotonic()
    broken = 0
    try:
        for number, (mode, tally) in enumerate(_results(given, tasks), 1):
            tallies[mode].add(tally)
            for report in tally.broken:
                broken += 1
                _broken(report, given.dump)
            now = time.monotonic()
            if sys.stderr.isatty() or now - told > 60:
                told = now
                end = "\r" if sys.stderr.isatty() else "\n"
                print(f"{number} of {len(tasks)}, {broken} broken", end=end, file=sys.stderr)
            if given.seconds is not None and now - began > given.seconds:
                break
    except KeyboardInterrupt:
        print("interrupted; what was played so far:", file=sys.stderr)
    seconds = time.monotonic() - began
    if given.json:
        total = Tally()
        for tally in tallies.values():
            total.add(tally)
        found = {"seconds": round(seconds), "all": summary(total)}
        found["modes"] = {mode: summary(tally) for mode, tally in tallies.items()}
        print(json.dumps(found, indent=1))
    else:
        _print(tallies, seconds)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
