"""The official document, where the reference folder lies beside the repository."""

from pathlib import Path

import pytest

from rulesdb.build import OfficialDocument, read_source
from rulesdb.build_concordance import name_of

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
def official_sources() -> list[Path]:
    """The files of the official documents of all editions, the oldest first; skips if absent."""
    found = sorted(REFERENCE.glob("core-rules-v*.json"))
    if not found:
        pytest.skip("the official documents are not on this machine")
    return found


@pytest.fixture(scope="session")
def rulings() -> Path:
    """The file of the official rulings; skips the test where it is absent."""
    found = REFERENCE.parent / "rulings" / "official-faq-rulings.jsonl"
    if not found.exists():
        pytest.skip("the official rulings are not on this machine")
    return found


@pytest.fixture(scope="session")
def official(official_source: Path) -> OfficialDocument:
    """The official document of the newest edition."""
    return read_source(official_source)


@pytest.fixture(scope="session")
def official_documents(official_sources: list[Path]) -> dict[str, OfficialDocument]:
    """The official documents of all editions, by edition."""
    documents = [read_source(source) for source in official_sources]
    return {name_of(document): document for document in documents}
