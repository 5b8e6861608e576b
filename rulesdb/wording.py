"""Official wording, as a hash only.

The package keeps no sentence of the official rules. It keeps sixteen hexadecimal digits for each
rule, by which the project can tell that a rule which it cites has changed, and by which a user's
own copy of the official document can be recognised.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

# What the various publications of one and the same text differ in, and what means nothing.
_PLAIN_QUOTES = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201b": "'",
        "\u2032": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u201f": '"',
        "\u2033": '"',
    }
)
_ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_WHITESPACE = re.compile(r"\s+")


def normalised(wording: str) -> str:
    """`wording` without what differs between publications of the same text.

    In this order: typographic quotes become plain; NFKC; zero-width characters go; each run of
    whitespace becomes one space; the ends are stripped; lower case. Quotes come first because
    NFKC would take a prime or a double prime apart.
    """
    plain = unicodedata.normalize("NFKC", wording.translate(_PLAIN_QUOTES))
    return _WHITESPACE.sub(" ", _ZERO_WIDTH.sub("", plain)).strip().lower()


def wording_hash(wording: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the normalised wording in UTF-8."""
    return hashlib.sha256(normalised(wording).encode()).hexdigest()[:16]
