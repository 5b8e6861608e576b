"""The marks that Markdown sets around a rule's number.

    - **103.1.** A deck has forty cards.
    ### 103 Decks
    > 103\\.2. It may have more.

They are taken away where a line begins with a number behind them; what stands inside the text of a
rule is undone by `rulesdb.importing.repairs`.
"""

from __future__ import annotations

import re

from rulesdb.importing.passages import NUMBER

_LINE = re.compile(
    r"(?P<list>(?:(?:[-*+\u2022]|#{1,6}|>) )*)"
    r"(?P<mark>\*\*\*|\*\*|__|[*_`]|)"
    rf"(?P<number>{NUMBER})(?P<stop>\.?)"
    r"(?P<rest>.*)"
)
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!>])")


def without_marks(line: str) -> str:
    """The line as a text has it: number, full stop, blank, and what follows.

    >>> without_marks("- **103.1.** A deck has forty cards.")
    '103.1. A deck has forty cards.'

    A line that has no such marks is given back as it is.
    """
    plain = _ESCAPED.sub(r"\1", line)
    match = _LINE.fullmatch(plain)
    if match is None or not (match["list"] or match["mark"] or plain != line):
        return line
    rest, mark = match["rest"], match["mark"]
    if mark:
        closing = rest.find(mark)
        if closing < 0:
            return line
        rest = rest[:closing] + rest[closing + len(mark) :]
    rest = rest.removeprefix(".") if not match["stop"] else rest
    rest = rest.strip()
    return f"{match['number']}. {rest}" if rest else f"{match['number']}."
