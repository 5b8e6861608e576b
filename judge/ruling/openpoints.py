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
            "What is lethal for a unit whose next damage will all be prevented or replaced?",
            {
                "a": "its Might, as ever: it is not exempt (465.2.c.10).",
                "b": "no amount (437.5.b).",
            },
            "a",
        ),
        OpenPoint(
            "OP-2",
            ("340.2.a", "346", "323.14"),
            "Does Focus pass before or after the Cleanup that turns the showdown into a combat?",
            {
                "a": "before: passing Focus belongs to the resolving step (340.2.a).",
                "b": "after: passing Focus is the last thing that happens.",
            },
            "a",
        ),
        OpenPoint(
            "OP-4",
            ("346.1", "347.2.a", "429.2.a"),
            "Do passes of Focus survive a chain that a trigger or an Add ability opened?",
            {
                "a": "yes, such a chain changes nothing about Priority and Focus (429.2.a).",
                "b": "no, everybody has to pass once more after an activated Add ability.",
            },
            "a",
        ),
        OpenPoint(
            "OP-6",
            ("383.2.c.2", "808.1.d"),
            'Does "when this leaves the board" see the object itself leave?',
            {
                "a": "yes, however it leaves.",
                "b": "only when it is killed (808.1.d).",
                "c": "never, it is no longer in the zone from which it triggers.",
            },
            "a",
        ),
        OpenPoint(
            "OP-17",
            ("190.6.b", "190.6.d"),
            'Who is "you" in an ability of an uncontrolled battlefield?',
            {
                "a": 'nobody; an instruction to "you" is ignored (190.6.d).',
                "b": "the Turn Player, who is treated as its controller (190.6.b).",
            },
            "a",
        ),
        OpenPoint(
            "OP-30",
            ("812.1.b.1", "812.1.c", "727.1.b"),
            "Does the Legion of an activated ability count the card that it is printed on?",
            {
                "a": "no, a card other than the one with the ability (812.1.c).",
                "b": "yes, an activated ability is not the card.",
            },
            "a",
        ),
        OpenPoint(
            "OP-42",
            ("465.2.c.5", "465.2.d"),
            "How much combat damage is dealt when replacement effects applied to its assignment?",
            {
                "a": "what is left once those effects have been applied (465.2.c.5).",
                "b": "the amount assigned (465.2.d).",
            },
            "a",
        ),
        OpenPoint(
            "OP-44",
            ("466.5", "466.5.a", "466.5.c"),
            "Is establishing control after combat, with all its parts, left out when "
            "something is staged there?",
            {
                "a": "yes, all of it.",
                "b": "no, only control waits; Contested and hidden cards go (466.5.a, 466.5.c).",
            },
            "a",
        ),
        OpenPoint(
            "OP-49",
            ("821.1.c", "821.1.c.3"),
            "Does Weaponmaster take one off an Equip cost in Power of a domain?",
            {
                "a": "yes, one Power less of whatever domain (821.1.c).",
                "b": "no, only Power of any domain is reduced (821.1.c.3).",
            },
            "b",
        ),
        OpenPoint(
            "OP-50",
            ("709", "710"),
            "Does a unit become Mighty by entering the board with 5 Might or more?",
            {
                "a": "no, its Might was never less than 5 (709).",
                "b": "yes, there was no such unit before.",
            },
            "a",
        ),
        OpenPoint(
            "OP-53",
            ("323.11.a", "303.2.a"),
            "Who contests when the contester is gone and units of two other players are there?",
            {
                "a": "the first of them in turn order (303.2.a).",
                "b": "the Turn Player chooses one of them.",
            },
            "a",
        ),
        OpenPoint(
            "OP-63",
            ("190.3.a.1", "450", "303.2.a"),
            "Who applies Contested when units of two players arrive at a battlefield together?",
            {
                "a": "the first of them in turn order (303.2.a).",
                "b": "who controls the effect that moved them chooses.",
            },
            "a",
        ),
        OpenPoint(
            "OP-71",
            ("355.11.b", "355.13"),
            "May the part of a bound group that is kept on resolution be empty?",
            {
                "a": "yes, no targets fulfil every demand on a group (355.11.b).",
                "b": "no, as many as the text asked for, where so many can be kept.",
            },
            "a",
        ),
        OpenPoint(
            "OP-76",
            ("443.2", "443.2.a"),
            "Does an effect that lasts until a phase begins end when that phase is skipped?",
            {
                "a": "no, the phase does not begin.",
                "b": "yes, as if the moment had passed (443.2.a).",
            },
            "a",
        ),
        OpenPoint(
            "OP-81",
            ("387", "387.2", "387.3", "323.5"),
            "Does a reflexive trigger wait for the Cleanup after its item?",
            {
                "a": "yes, where its condition is a death (323.5).",
                "b": "no, the condition is looked at as the instruction is followed (387.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-85",
            ("183", "185.2.a", "439.4"),
            "Who owns a token that an effect has another player play?",
            {
                "a": "who controls the effect (183).",
                "b": "who plays it (185.2.a).",
            },
            "a",
        ),
        OpenPoint(
            "OP-86",
            ("184.2", "355.2.b"),
            'May a token that is played "here" enter where its player does not control the '
            "battlefield?",
            {
                "a": "yes, the effect names the location and so permits it (355.2.b).",
                "b": "no, the effect only restricts the valid locations (184.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-125",
            ("811.1.d.2",),
            "May a card played from facedown choose a spell or an ability on the chain?",
            {
                "a": "yes, what is on the chain is at no battlefield.",
                "b": "no, what is not at that battlefield is no option (811.1.d.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-126",
            ("190.6.b", "190.6.d"),
            "Which instructions of an uncontrolled battlefield are ignored?",
            {
                "a": "all that name no player (190.6.d).",
                "b": "only those done to the player who follows them.",
            },
            "a",
        ),
        OpenPoint(
            "OP-135",
            ("751.1", "820.2.a"),
            "Is a thing that an item chooses in one place new to it in another?",
            {
                "a": "no, what the item was choosing counts as a whole (751.1).",
                "b": "yes, each choice is looked at by itself.",
            },
            "a",
        ),
        OpenPoint(
            "OP-137",
            ("419.1", "350.1"),
            "Who has played a spell of which another player gained control?",
            {
                "a": "who put it on the chain (419.1).",
                "b": "who controls it as it resolves.",
            },
            "a",
        ),
        OpenPoint(
            "OP-184",
            ("419.4.a", "419.4.b", "350.1"),
            "What has been played for a triggered ability that asks, and does not wait for it?",
            {
                "a": "what has resolved: only other abilities go by what was finalized (419.4.b).",
                "b": "what was finalized, as for every text that does not trigger on it.",
            },
            "a",
        ),
        OpenPoint(
            "OP-138",
            ("751.1", "753"),
            'Does an instruction to make new choices, without a "may", have to change anything?',
            {
                "a": "yes, at least one thing that was not being chosen (751.1).",
                "b": "no, none of the choices is a subset of them too (753).",
            },
            "a",
        ),
        OpenPoint(
            "OP-141",
            ("204.4", "204.4.c"),
            "What moves where an applied cost of moving together is not paid for all?",
            {
                "a": "as many units as their player pays for (204.4.c).",
                "b": "none, the move of all of them was to be paid for.",
            },
            "a",
        ),
        OpenPoint(
            "OP-153",
            ("359.3.e.5", "359.3.e.12"),
            "Which choices does a text count when it asks how many it chose?",
            {
                "a": "those that are legal still (359.3.e.5).",
                "b": "all that were chosen.",
            },
            "a",
        ),
        OpenPoint(
            "OP-21",
            ("194.2", "323.1", "472"),
            "Must a player with enough points be ahead of everybody, or of every opponent?",
            {
                "a": "of every opponent (323.1, 472).",
                "b": "of every other player (194.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-24",
            ("447.2.a", "462.1"),
            "May a participant in a combat whose units have all left come back?",
            {
                "a": "yes, whoever takes part may always move there.",
                "b": "no, units of their own must be there as well.",
            },
            "a",
        ),
        OpenPoint(
            "OP-29",
            ("466.5.c", "323.7"),
            "Where do hidden cards go that are removed when control is established after combat?",
            {
                "a": "to their owners' trashes, at once (466.5.c).",
                "b": "nowhere yet; the following Cleanup removes them (323.7).",
            },
            "a",
        ),
        OpenPoint(
            "OP-51",
            ("186.1", "808.1.d"),
            "Does a token's own death trigger?",
            {
                "a": "yes, it goes to the trash before it ceases to exist (186.1).",
                "b": "no, it never comes to lie in the trash.",
            },
            "a",
        ),
        OpenPoint(
            "OP-75",
            ("373.2", "371.2"),
            "May an effect that nobody may leave out be applied to only some of the events "
            "that qualify?",
            {
                "a": "no, to every event that qualifies.",
                "b": "yes, its controller says to which (373.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-161",
            ("204", "356.1.b.1"),
            "Is a price to play a card from the trash paid beside what the card costs?",
            {
                "a": "yes, the card is then played with its own costs.",
                "b": "no, it is all that is paid.",
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
        OpenPoint(
            "OP-19",
            ("740.2.a", "808.1.d.3", "428.1.a.1.b"),
            "Are two units that die together alone?",
            {
                "a": "no, each was noted before either had left, and saw the other (428.1.a.1.b).",
                "b": "yes, neither is there once both are gone.",
            },
            "a",
        ),
        OpenPoint(
            "OP-46",
            ("319.4", "334.2.a", "337.2"),
            "Is there a Cleanup between finalizing a permanent and its entering the board?",
            {
                "a": "yes, what a step makes outstanding comes before the next (334.2.a).",
                "b": "no, the permanent resolves at once (337.2).",
            },
            "a",
        ),
        OpenPoint(
            "OP-47",
            ("359.3.e.2", "359.3.e.7", "359.3.e.8"),
            "Are targets checked as a spell begins to resolve, or as each instruction is carried "
            "out?",
            {
                "a": "as each instruction is carried out, after what the earlier ones did.",
                "b": "as it begins to resolve (359.3.e.7, 359.3.e.8).",
            },
            "b",
        ),
        OpenPoint(
            "OP-194",
            ("115.1.b", "487.7", "488.7", "651.3"),
            "Who channels the extra rune where the player who would have gone last has left?",
            {
                "a": "whoever goes last of those who are left.",
                "b": "nobody.",
            },
            "a",
        ),
    )
}
