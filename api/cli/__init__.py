"""The command line: `arbiter`, or `python -m api.cli`."""

from api.cli.program import main

__all__ = ["main"]
