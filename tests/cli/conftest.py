"""The program, and a board in a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from tests.cli.requests import BOARD, Invoke


@pytest.fixture
def board(tmp_path: Path) -> str:
    file = tmp_path / "board.yaml"
    file.write_text(BOARD)
    return str(file)


@pytest.fixture
def arbiter() -> Invoke:
    """Run the program with arguments, and standard input where it is given."""

    def invoke(*arguments: str, given: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, arguments, input=given, prog_name="arbiter")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke
