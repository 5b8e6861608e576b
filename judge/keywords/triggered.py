"""Keywords that are short for a triggered ability (816).

An ability of that kind has the keyword's name as the key of its item on the chain.
"""

from __future__ import annotations

from judge.effects.notation import Kill, Moment, Triggered

#: by keyword: what it is short for; 816.1.b, 816.1.c
TRIGGERED: dict[str, Triggered] = {
    "Temporary": Triggered(
        when=Moment(event="begin_phase", phase="beginning", whose="you"), does=[Kill(what="me")]
    ),
}

#: the rules that say what each is short for
MEANINGS: dict[str, tuple[str, ...]] = {"Temporary": ("816.1.b", "816.1.c")}
