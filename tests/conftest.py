"""No test finds what the person at this machine has imported."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulesdb.wordings import HOME_VARIABLE


@pytest.fixture(scope="session", autouse=True)
def empty_data_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's data directory is an empty one for as long as the tests run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(tmp_path_factory.mktemp("arbiter-home")))
        yield
