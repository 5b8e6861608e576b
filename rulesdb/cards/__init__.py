r"""The card catalogue as compiled data.

Two functions, and no YAML at run time: the people's form of the cards, and how it is compiled,
is told in the README beside this file.

    >>> catalogue_bytes()[:3]
    b'[\n{'
    >>> len(catalogue_digest())
    16
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

__all__ = ["CATALOGUE_NAME", "catalogue_bytes", "catalogue_digest"]

#: The compiled file in this package.
CATALOGUE_NAME = "catalogue.json"


@cache
def catalogue_bytes() -> bytes:
    """The compiled catalogue: a JSON array with one card a line, read once.

    Raises `FileNotFoundError` when the package was installed without its data.
    """
    return files(__name__).joinpath(CATALOGUE_NAME).read_bytes()


@cache
def catalogue_digest() -> str:
    """What identifies the catalogue: the first 16 hex digits of the SHA-256 of its bytes.

    Raises `FileNotFoundError` as `catalogue_bytes` does.
    """
    return hashlib.sha256(catalogue_bytes()).hexdigest()[:16]
