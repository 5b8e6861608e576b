"""The open points that this release's procedures can meet, as switches (D10).

`docs/open-points.md` has the whole list with the reasons; the numbers are its. A point stands here
once code branches on it, with every reading that the code can take. `default` is the one taken.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """A point the rule book leaves open: the question, the rules, the readings by letter."""

    id: str
    rules: tuple[str, ...]
    question: str
    readings: dict[str, str]
    default: str


OPEN_POINTS: dict[str, OpenPoint] = {
    point.id: point
    for point in (
        OpenPoint(
            "OP-1",
            ("464.2.d", "464.2.c.1.b"),
            "Who has Focus when an ongoing showdown becomes a combat?",
            {
                "a": "whoever has it keeps it (464.2.c.1.b).",
                "b": "the attacker gains it (464.2.d).",
            },
            "a",
        ),
        OpenPoint(
            "OP-3",
            ("348.2.a", "190.3.b", "323.11"),
            "Is Contested cleared when a non-combat showdown closes and the controller alone has "
            "units?",
            {
                "a": "yes, control is re-established (190.3.b).",
                "b": "only in the Cleanup, when the contester has no units there (323.11).",
            },
            "a",
        ),
        OpenPoint(
            "OP-10",
            ("811.1.b", "410.1.a", "347"),
            "May a card be hidden in a Showdown Open State of one's own turn?",
            {
                "a": "no, a discretionary action needs a Neutral Open State (410.1.a, 347).",
                "b": "yes, the state is open and it is one's own turn (811.1.b).",
            },
            "a",
        ),
        OpenPoint(
            "OP-11",
            ("372", "373", "373.1"),
            "Who orders the replacement effects of different players that meet one batch of "
            "events?",
            {
                "a": "event by event, whoever controls the object acted on; turn order only sorts "
                "what happens at different events (372).",
                "b": "turn order throughout, each player with all of their own effects (373.1).",
            },
            "a",
        ),
        OpenPoint(
            "OP-22",
            ("431.3.b", "431.3.c"),
            "From which burn out in a sequence does a point win at once?",
            {
                "a": "from the second on: what comes after the first one processed (431.3.c).",
                "b": "from the first: it is part of the sequence.",
            },
            "a",
        ),
        OpenPoint(
            "OP-43",
            ("465.2.c.10", "437.5.a", "437.5.b"),
            "What is lethal for a unit whose next damage will all be prevented?",
            {
                "a": "its Might, as ever: it is not exempt (465.2.c.10).",
                "b": "no amount (437.5.b).",
            },
            "a",
        ),
        OpenPoint(
            "OP-170",
            ("413.1", "413.3", "370.1"),
            "How often is what replaces drawing applied to an instruction to draw several cards?",
            {
                "a": 'once: the game action is "draw X" (413.3).',
                "b": "for each card: drawing a card takes a single one (413.1).",
            },
            "a",
        ),
    )
}
