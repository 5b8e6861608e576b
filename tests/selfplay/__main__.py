"""Play many games and report: `python -m tests.selfplay --games 200 [--http URL] [--deck
vanilla]`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from functools import partial

from tests.selfplay.decks import modelled_setup, random_setup, vanilla_setup
from tests.selfplay.driver import play_game
from tests.selfplay.judges import OverApplication, OverService
from tests.selfplay.properties import check_step


def main() -> int:
    """Play the games; exit 1 at the first that breaks a property."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--deck", choices=["vanilla", "modelled", "random"], default="vanilla")
    parser.add_argument("--http", help="address of a running service; without it, in this process")
    given = parser.parse_args()
    if given.http:
        judge: OverApplication = OverService(given.http)
    else:
        from api.app import create_app

        judge = OverApplication(create_app({"TESTING": True}))
    fixed = vanilla_setup if given.deck == "vanilla" else modelled_setup
    verbs: Counter[str] = Counter()
    winners: Counter[str] = Counter()
    cited: set[str] = set()
    steps = questions = 0
    began = time.monotonic()
    for seed in range(given.first_seed, given.first_seed + given.games):
        try:
            setup = random_setup(seed) if given.deck == "random" else fixed()
            game = play_game(judge, setup, seed, check=partial(check_step, judge))
        except AssertionError as error:
            print(f"game {seed} broke a property: {error}", file=sys.stderr)
            return 1
        steps += game.steps
        questions += game.questions
        verbs.update(game.verbs)
        cited |= game.cited
        winners.update(game.board["result"]["winners"])
        if sys.stderr.isatty():
            print(f"\r{seed - given.first_seed + 1} of {given.games}", end="", file=sys.stderr)
    print(
        f"{given.games} games, {steps} actions, {questions} questions, {len(cited)} rules cited, "
        f"won by {dict(winners)}, actions {dict(verbs)}, {time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
