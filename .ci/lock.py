"""Write requirements.lock: every distribution that the project needs, with versions and hashes.

``python .ci/lock.py`` keeps the versions that the lock holds where they still fit;
``python .ci/lock.py --upgrade`` takes the newest. The resolver lives in a temporary
environment and is not part of the project.

The lock has two parts: what runs and builds the project, then what only its development needs.
A container image installs the first part alone.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
RESOLVER = "uv==0.13.8"

HEADER = """\
# Everything that running, building and developing the project needs, with versions and hashes.
# Written by `make lock` from pyproject.toml; not edited by hand.
# Resolved for Python 3.11 and newer and for all platforms at once.
"""
RUNTIME = "# --- running and building ---"
DEVELOPMENT = "# --- development ---"


def entries(text: str) -> dict[str, str]:
    """Split a lock into its entries, by the name of the distribution."""
    found: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        start = re.match(r"([A-Za-z0-9._-]+)==", line)
        if start:
            name = start.group(1)
            found[name] = ""
        if name and line.strip() and not line.startswith("#"):
            found[name] += line + "\n"
    return found


def main(arguments: list[str]) -> None:
    """Resolve twice, once with and once without the development extra, and write the lock."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    backend: list[str] = project["build-system"]["requires"]
    runtime: list[str] = project["project"]["dependencies"]

    with tempfile.TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        venv.create(scratch / "venv", with_pip=True)
        scripts = scratch / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        subprocess.run(
            [
                *(scripts / "python", "-m", "pip", "install"),
                *("--quiet", "--disable-pip-version-check", RESOLVER),
            ],
            check=True,
        )

        def resolve(*more: str | Path) -> str:
            return subprocess.run(
                [
                    scripts / "uv",
                    *("pip", "compile", "--quiet", "--system-certs", "--no-header", "--universal"),
                    *("--fork-strategy", "fewest", "--python-version", "3.11"),
                    *more,
                ],
                cwd=ROOT,
                check=True,
                stdout=subprocess.PIPE,
                text=True,
            ).stdout

        whole = scratch / "requirements.lock"
        if LOCK.exists():
            whole.write_bytes(LOCK.read_bytes())
        resolve("--generate-hashes", "--extra=dev", "-o", whole, *arguments, "pyproject.toml")

        first = scratch / "first.in"
        first.write_text("\n".join([*runtime, *backend]) + "\n", encoding="utf-8")
        needed = entries(resolve("--no-annotate", "--constraints", whole, first))
        locked = entries(whole.read_text(encoding="utf-8"))

    lines = [HEADER, RUNTIME]
    lines += [entry.rstrip() for name, entry in locked.items() if name in needed]
    lines += ["", DEVELOPMENT]
    lines += [entry.rstrip() for name, entry in locked.items() if name not in needed]
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
