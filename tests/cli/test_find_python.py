"""`make` sets up with a Python that runs, or says in one line what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def found(wanted: str) -> tuple[int, str]:
    command = ["sh", str(ROOT / ".ci" / "find-python"), wanted]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip()


@pytest.mark.parametrize("wanted", ["/bin/true", "/bin/false", "/bin/echo", "/nothing/here"])
def test_what_is_no_python_is_said_to_be_missing_in_one_line(wanted: str) -> None:
    code, line = found(wanted)
    assert code == 1
    assert line.startswith("missing: ")
    assert wanted in line
    assert len(line.splitlines()) == 1


def test_a_python_is_given_by_its_path() -> None:
    code, path = found(sys.executable)
    assert code == 0
    assert Path(path).exists()
