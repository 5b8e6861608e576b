"""The JSON Schema of scenario files, for editors (`arbiter scenarios schema --write`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from api.scenarios.loading import SCENARIOS
from api.scenarios.model import Scenario
from judge.board.document import BoardDocument
from judge.ruling.legal import Setup

SCHEMA_FILE = SCENARIOS / "scenario.schema.json"

_TITLE = "Scenarios of Arbiter"


def scenario_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a scenario file: one scenario, or a list of them."""
    kinds = [Scenario, BoardDocument, Setup]
    references, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    scenario, board, setup = references
    # in the struct these are plain mappings, since a judge reads them and names their faults
    properties = definitions["Scenario"]["properties"]
    properties["board"] = board
    properties["setup"] = setup
    definitions["Scenario"]["oneOf"] = [{"required": ["board"]}, {"required": ["setup"]}]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": _TITLE,
        "oneOf": [scenario, {"type": "array", "items": scenario, "minItems": 1}],
        "$defs": definitions,
    }


def schema_text() -> str:
    """The schema as it is written to `SCHEMA_FILE`."""
    encoded = msgspec.json.encode(scenario_schema(), order="sorted")
    return msgspec.json.format(encoded, indent=2).decode() + "\n"


def is_current(file: Path) -> bool:
    """Whether the written schema is the one that the code gives."""
    return file.is_file() and file.read_text() == schema_text()
