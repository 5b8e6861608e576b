"""Make the data file of the tournament rules from the official document.

    python -m rulesdb.tournament.build --source FILE            # write it anew
    python -m rulesdb.tournament.build --source FILE --check    # does it still say the same?

The source has the form that `rulesdb.build` reads, with a date in place of an edition. Nothing of
its wording goes further than this module, except the titles of headings and the labels of rules.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulesdb.build import OfficialDocument, OfficialRule, departures, read_source
from rulesdb.errors import DamagedData, RulesdbError
from rulesdb.tournament import heldfile
from rulesdb.tournament.heldfile import CORE_EDITION, HeldDocument, HeldEntry
from rulesdb.tournament.outline import places
from rulesdb.tournament.references import references
from rulesdb.wording import wording_hash


def wording(rule: OfficialRule) -> str:
    """What a rule says: its text, or its example where it is nothing else."""
    return rule.text or " ".join(rule.examples)


def built(document: OfficialDocument) -> HeldDocument:
    """What the package holds of `document`. Raises `DamagedData`."""
    name = f"tournament-{document.meta.edition}"
    if name != heldfile.DOCUMENT:
        raise DamagedData(name, f"the package is made for {heldfile.DOCUMENT}")
    wordings = [(rule.id, wording(rule)) for rule in document.rules]
    numbers = [number for number, _ in wordings]
    place_of = places(wordings)
    if len(place_of) != len(numbers):
        raise DamagedData(name, "the source has a rule number twice")
    return HeldDocument(
        name,
        CORE_EDITION,
        tuple(
            HeldEntry(
                number=number,
                **place_of[number]._asdict(),
                **references(number, said, numbers)._asdict(),
                hash=wording_hash(said),
            )
            for number, said in wordings
        ),
    )


def differences(held: HeldDocument, fresh: HeldDocument) -> list[str]:
    """One line for each rule in which what is held departs from what the source gives."""
    lines = departures(
        {entry.number: entry for entry in held.entries},
        {entry.number: entry for entry in fresh.entries},
    )
    if not lines and held != fresh:
        lines.append("the same rules in another order, or for another edition")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 if the file was written or is in step, 1 if it is stale, 2 on error."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesdb.tournament.build",
        description="Make the data of the tournament rules.",
    )
    parser.add_argument("--source", type=Path, required=True, help="the official document, JSON")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say whether the data is in step"
    )
    options = parser.parse_args(arguments)
    try:
        fresh = built(read_source(options.source))
        if options.check:
            return _check(fresh)
        target = heldfile.data_file(fresh.document)
        target.write_bytes(heldfile.encoded(fresh))
    except (OSError, RulesdbError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{target.name}: {len(fresh.entries)} rules written")
    return 0


def _check(fresh: HeldDocument) -> int:
    lines = differences(heldfile.load(fresh.document), fresh)
    for line in lines:
        print(line)
    verdict = f"{len(lines)} rules differ" if lines else f"{len(fresh.entries)} rules, in step"
    print(f"{heldfile.data_file(fresh.document).name}: {verdict}")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
