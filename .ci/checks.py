"""Run the project's checks one after another and say how long each took.

``python .ci/checks.py`` runs them all, ``python .ci/checks.py lint types`` runs the named ones.
The first that fails ends the run; the table of times is printed all the same, and pytest's
closing line, if it got that far, comes after the table.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("judge", "api", "rulesdb")
LINTED = (*PACKAGES, "tests", "benchmarks", ".ci")

CLOSING_LINE = re.compile(
    r"(?:=+ )?(?:no tests ran|\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed))\b"
    r".* in [\d.]+s\b.*"
)
COLOUR = re.compile(r"\x1b\[[\d;]*m")


def present(names: tuple[str, ...]) -> list[str]:
    """Return those of the named folders and files that exist."""
    return [name for name in names if (ROOT / name).exists()]


def commands() -> dict[str, list[list[str]]]:
    """Return the commands of each part, by its name, in the order in which they run."""
    python = [sys.executable, "-m"]
    colour = "yes" if sys.stdout.isatty() else "no"
    return {
        "lint": [
            [*python, "ruff", "check", *present(LINTED)],
            [*python, "ruff", "format", "--check", *present(LINTED)],
        ],
        "types": [[*python, "mypy", "--strict", *present(PACKAGES)]],
        "openapi": [[*python, "api.spec", "--check", "openapi.yaml"]],
        "pytest": [[*python, "pytest", "-n", "2", "-q", f"--color={colour}"]],
    }


def run(command: list[str]) -> tuple[int, str]:
    """Run a command, pass its output on, and hold back what looks like pytest's closing line.

    Returns the exit status and the line held back (empty if there was none).
    """
    held = ""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if held:
                print(held, flush=True)
                held = ""
            if CLOSING_LINE.fullmatch(COLOUR.sub("", line.strip())):
                held = line.rstrip("\n")
            else:
                print(line, end="", flush=True)
    return process.returncode, held


def main(names: list[str]) -> int:
    """Run the named parts (all, if none is named) and return the exit status."""
    parts = commands()
    unknown = [name for name in names if name not in parts]
    if unknown:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(parts)}", file=sys.stderr)
        return 2

    rows: list[tuple[str, str, str]] = []
    status = 0
    closing = ""
    for name in names or list(parts):
        if status:
            rows.append((name, "", "not run"))
            continue
        print(f"== {name}", flush=True)
        start = time.monotonic()
        for command in parts[name]:
            status, closing = run(command)
            if status:
                break
        rows.append((name, f"{time.monotonic() - start:.1f} s", "FAILED" if status else "ok"))

    print("\npart          time   result")
    for name, seconds, result in rows:
        print(f"{name:<8} {seconds:>9}   {result}")
    if closing:
        print(f"\n{closing}")
    sys.stdout.flush()
    return min(status, 1) if status >= 0 else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
