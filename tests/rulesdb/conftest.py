"""The official document, where the reference folder lies beside the repository."""

from pathlib import Path

import pytest

from rulesdb.build import OfficialDocument, read_source

REPOSITORY = Path(__file__).resolve().parents[2]
REFERENCE = REPOSITORY.parent / "shared" / "rules"


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the project."""
    return REPOSITORY


@pytest.fixture(scope="session")
def official_source() -> Path:
    """The file of the official document; skips the test where it is absent."""
    found = sorted(REFERENCE.glob("core-rules-v1.4_*.json"))
    if not found:
        pytest.skip("the official document is not on this machine")
    return found[0]


@pytest.fixture(scope="session")
def official(official_source: Path) -> OfficialDocument:
    """The official document of the newest edition."""
    return read_source(official_source)
