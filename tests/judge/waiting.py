"""Moves cards that the engine executes by now from `waiting/` to `notation/`.

    python -m tests.judge.waiting

Both folders hold entries in the same form, so an entry moves as it stands; compile the catalogue
afterwards (`python -m rulesdb.cards.compile`).
"""

from __future__ import annotations

import re

import msgspec

from judge.effects.keywordtexts import KEYWORDS_OF_TEXTS
from judge.effects.notation import KEYWORDS_MODELLED, CardDefinition
from judge.effects.support import unsupported
from rulesdb.cards import sources

_ENTRY = re.compile(r"^(?=\S)(?!#)", re.M)


def definitions() -> dict[str, CardDefinition]:
    """The waiting cards as they would stand in the catalogue."""
    waiting = sources.waiting()
    found = {}
    for card in sources.structural_cards():
        entry = waiting.get(card["name"])
        if entry is not None:
            data = {key: value for key, value in card.items() if key not in ("text", "clauses")}
            data |= {key: entry[key] for key in sources.NOTATION_FIELDS if key in entry}
            found[card["name"]] = msgspec.convert(data, CardDefinition)
    return found


def executed(definition: CardDefinition) -> bool:
    """Whether the engine executes all that a card says."""
    known = KEYWORDS_MODELLED | KEYWORDS_OF_TEXTS
    return set(definition.keywords) <= known and not unsupported(definition)


def move() -> list[str]:
    """Move what is executed; the names of what was moved."""
    ready = [name for name, definition in definitions().items() if executed(definition)]
    for file in sorted((sources.FOLDER / "waiting").glob("*.yaml")):
        heading, *entries = _ENTRY.split(file.read_text("utf-8"))
        stays, goes = [], []
        for entry in entries:
            name = entry.partition(":\n")[0].strip("'\"").replace("''", "'")
            (goes if name in ready else stays).append(entry)
        if goes:
            target = sources.FOLDER / "notation" / file.name
            target.write_text(target.read_text("utf-8") + "".join(goes), "utf-8")
            file.write_text(heading + "".join(stays), "utf-8")
    return ready


if __name__ == "__main__":
    for moved in move():
        print(moved)
