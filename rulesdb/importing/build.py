"""Make `bare-hashes.json` from the official documents.

    python -m rulesdb.importing.build --source core-rules-v1.0.json ... core-rules-v1.4.json
    python -m rulesdb.importing.build --source ... --check    # does it still say the same?

The sources are those of `rulesdb.build`. For each rule whose wording there has examples or
pointers in it, the hash of the rule without them (`rulesdb.importing.passages.bare`) is kept.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from rulesdb.build import OfficialDocument, read_source
from rulesdb.editions import edition
from rulesdb.errors import RulesdbError
from rulesdb.importing.known import BARE_HASHES_FILE, BareHashes
from rulesdb.importing.passages import bare
from rulesdb.wording import wording_hash


def bare_hashes(documents: Iterable[OfficialDocument]) -> BareHashes:
    """What the data file holds of these editions. Raises `UnknownEdition`."""
    found: BareHashes = {}
    for document in documents:
        name = edition(document.meta.edition.partition(" ")[0]).name
        found[name] = {
            rule.id: wording_hash(bare(rule.text))
            for rule in document.rules
            if bare(rule.text) != rule.text
        }
    return dict(sorted(found.items()))


def encoded(hashes: BareHashes) -> bytes:
    """The content of the data file, one rule a line."""
    editions = (
        msgspec.json.encode(name)
        + b":{\n"
        + b",\n".join(
            msgspec.json.encode(number) + b":" + msgspec.json.encode(bare_hash)
            for number, bare_hash in rules.items()
        )
        + b"\n}"
        for name, rules in hashes.items()
    )
    return b"{" + b",\n".join(editions) + b"}\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 if the file was written or is in step, 1 if it is stale, 2 on error."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesdb.importing.build",
        description="Make the hashes of rules without their examples.",
    )
    parser.add_argument(
        "--source", type=Path, nargs="+", required=True, help="the official documents, JSON"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; say whether the data is in step"
    )
    options = parser.parse_args(arguments)
    try:
        fresh = encoded(bare_hashes(read_source(source) for source in options.source))
        if not options.check:
            BARE_HASHES_FILE.write_bytes(fresh)
        elif BARE_HASHES_FILE.read_bytes() != fresh:
            print(f"{BARE_HASHES_FILE.name} is stale")
            return 1
    except (OSError, RulesdbError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{BARE_HASHES_FILE.name}: {fresh.count(b':')} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
