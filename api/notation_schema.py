"""The JSON Schema of card notation, for editors (`arbiter cards schema --write`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from judge.effects.notation import CardDefinition
from rulesdb.cards.sources import DIGEST_FIELD, FOLDER

SCHEMA_FILE = FOLDER / "notation.schema.json"

_TITLE = "Card notation of Arbiter"


def notation_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a file of card notation: definitions by the name of the card.

    That is the form of a board's `cards`, and of `rulesdb/cards/SET/DOMAIN.yaml`, where an entry
    has the digest of the wording that its notation was written from, too.
    """
    _, definitions = msgspec.json.schema_components([CardDefinition], ref_template="#/$defs/{name}")
    card = definitions["CardDefinition"]
    # the name is the key of the entry
    card["properties"].pop("name")
    card["properties"][DIGEST_FIELD] = {"type": "string", "pattern": "^[0-9a-f]{8}$"}
    card["anyOf"] = [{"required": ["types"]}, {"required": [DIGEST_FIELD]}]
    card.pop("required")
    definitions = _with_families(definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": _TITLE,
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/CardDefinition"},
        "$defs": definitions,
    }


#: what the alternatives of a family of nodes are called, by the key that tells them apart
_FAMILIES = {
    "value": "Value",
    "if": "Condition",
    "do": "Instruction",
    "change": "Change",
    "kind": "Ability",
}


def _with_families(definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions with each family of nodes said once, not wherever one may stand."""
    families: dict[str, Any] = {}

    def shared(part: Any) -> Any:
        if isinstance(part, list):
            return [shared(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "discriminator" in part:
            name = _FAMILIES[part["discriminator"]["propertyName"]]
            known = families.setdefault(name, part)
            if len(part["anyOf"]) > len(known["anyOf"]):
                families[name] = part
            if len(part["anyOf"]) == len(families[name]["anyOf"]):
                return {"$ref": f"#/$defs/{name}"}
        return {key: shared(each) for key, each in part.items()}

    shared(definitions)  # to know the largest of each
    found: dict[str, Any] = shared(definitions)
    return found | families


def schema_text() -> str:
    """The schema as it is written to `SCHEMA_FILE`."""
    encoded = msgspec.json.encode(notation_schema(), order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def is_current(file: Path) -> bool:
    """Whether the written schema is the one that the code gives."""
    return file.is_file() and file.read_text() == schema_text()
