"""What copies of the official document do to its text, and how to undo it.

A web page that was turned into text has blanks where a link or an icon stood ("Hide ."), a PDF
breaks words at hyphens, some layouts run an enumerator into the text behind it. Each repair is
tried on a wording that is not known as it stands; whether it was right shows by the wording being
known then, so that a repair can do no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesdb.importing.limits import REPAIRED_CHARACTERS

_REPAIRS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s+([,.;:?!)\]\u201d\u2019])", r"\1"),  # a blank before a mark that closes
        (r"([(\[\u201c\u2018])\s+", r"\1"),  # and after one that opens
        (r'"\s*([^"]*[^"\s])\s*"', r'"\1"'),  # blanks inside plain quotation marks
        (r"^([0-9]+[a-z]?\.)(?=\S)", r"\1 "),  # an enumerator run into its text
        (r"^(?:[*\u2022]\s*|- +)", ""),  # the mark of a list
        (r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", ""),  # the marks of emphasis
        (r"(?<=\w)- (?=\w)", "-"),  # a compound torn apart
        (r"(?<=\w) -(?=\w)", "-"),
        (r"\s*([\u2013\u2014])\s*", r"\1"),  # a dash with blanks
    )
)


def repaired(wording: str) -> Iterator[str]:
    """Other forms that the wording may have had: all repairs at once, each alone, all but one.

    None where it is longer than the limit REPAIRED_CHARACTERS.
    """
    if len(wording) > REPAIRED_CHARACTERS:
        return
    seen = {wording}
    applicable = [repair for repair in _REPAIRS if repair[0].search(wording)]
    choices = [
        applicable,
        *([repair] for repair in applicable),
        *(applicable[:place] + applicable[place + 1 :] for place in range(len(applicable))),
    ]
    for chosen in choices:
        form = wording
        for pattern, replacement in chosen:
            form = pattern.sub(replacement, form)
        if form not in seen:
            seen.add(form)
            yield form
