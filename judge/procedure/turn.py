"""The turn: its phases and steps, each with its task, and the end of it (301-306, 314-317)."""

from __future__ import annotations

from math import inf
from typing import Any

from judge.actions.decks import channel, draw
from judge.actions.door import Attempt, through
from judge.actions.objects import heal, ready
from judge.actions.turns import times_begun
from judge.board import events as ev
from judge.board.state import Phase
from judge.board.table import reference
from judge.combat.scoring import hold_all
from judge.effects.lasting import expire
from judge.modes.modes import MODES
from judge.procedure.cleanup import special_cleanup
from judge.ruling.ruling import Refusal
from judge.ruling.run import Run

_NEXT: dict[Phase, Phase] = {
    "awaken": "beginning.beginning",
    "beginning.beginning": "beginning.scoring",
    "beginning.scoring": "channel",
    "channel": "draw",
    "draw": "main",
    "ending.ending": "ending.expiration",
}
#: the rule whose phase or step begins
_BEGINS: dict[Phase, str] = {
    "awaken": "315.1",
    "beginning.beginning": "315.2.a.1",
    "beginning.scoring": "315.2.b.1",
    "channel": "315.3.a",
    "draw": "315.4.a",
    "main": "316.1",
    "ending.ending": "317.1.a",
    "ending.expiration": "317.2.a",
}
#: where the turn goes on where a phase is skipped (443.2)
_SKIPPED: dict[Phase, Phase] = {
    "awaken": "beginning.beginning",
    "beginning.beginning": "channel",
    "channel": "draw",
    "draw": "main",
    "main": "ending.ending",
}
#: what each is called in a sentence
PHASE_NAMES: dict[Phase, str] = {
    "awaken": "the Awaken Phase",
    "beginning.beginning": "the Beginning Step of the Beginning Phase",
    "beginning.scoring": "the Scoring Step of the Beginning Phase",
    "channel": "the Channel Phase",
    "draw": "the Draw Phase",
    "main": "the Main Phase",
    "ending.ending": "the Ending Step of the Ending Phase",
    "ending.expiration": "the Expiration Step of the Ending Phase",
}


def advance(run: Run) -> None:
    """Nothing is left to do in a phase or step that is not the Main Phase: go on to the
    next (335).
    """
    phase = run.board.turn.phase
    if phase == "ending.expiration":
        run.assume_default(
            "turn.items_processed", False, "No item is taken to have been finalized in this step."
        )
        if run.board.turn.items_processed and run.in_force("317.2.e", "317.2.f"):
            run.emit(ev.ItemsProcessedSet(value=False))
            enter(run, "ending.expiration")
        else:
            next_turn(run)
        return
    enter(run, _following(run, phase))


def _following(run: Run, phase: Phase) -> Phase:
    """The phase or step that comes next: their order is fixed (303). Without it there would be
    only the Main Phase, whose actions have none (316.5).
    """
    following = _NEXT[phase] if run.in_force("303") else "main"
    if following == "main" and not run.in_force("316.1"):
        return "ending.ending"
    return following


def enter(run: Run, phase: Phase) -> None:
    """Begin a phase or step and perform its task."""
    player = run.board.turn.player
    if phase in _SKIPPED and is_skipped(run, player, phase):
        enter(run, _SKIPPED[phase])
        return
    with run.step(_BEGINS[phase], text=f"{PHASE_NAMES[phase]} begins", by=player):
        if run.board.window.priority is not None:
            run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")
        run.emit(ev.PhaseBegan(phase=phase))
        match phase:
            case "awaken" if run.in_force("315.1.a"):
                _awaken(run, player)
            case "beginning.beginning":
                expire(run, f"next_beginning:{player}")
            case "beginning.scoring" if run.in_force("315.2.b.1"):
                hold_all(run, player)
            case "channel" if run.in_force("315.3.a"):
                _channel(run, player)
            case "draw" if run.in_force("315.4.a"):
                _draw(run, player)
            case "main" if run.in_force("316.2"):
                # in this order: what is made at the start of the phase is not lost
                _empty_pools(run, "316.3")
                expire(run, f"next_main:{player}")
            case "ending.ending":
                expire(run, "end_of_turn")
            case "ending.expiration" if run.in_force("317.2.a"):
                special_cleanup(run, _expire, heading="317.2.a")
            case _:
                pass


def is_skipped(run: Run, player: str, phase: Phase) -> bool:
    """Whether an effect replaces the phase with nothing, so that it does not take place (443)."""
    word: Any = phase.partition(".")[0]
    attempt = Attempt("begin_phase", by=player, phase=word)
    # 443.1.a: procedures of the turn can be skipped as events can
    skipped = run.stands("443.1.a") and not through(run, [attempt])
    lasting = [effect for effect in run.board.effects if effect.until == f"next_{word}:{player}"]
    if skipped and lasting and run.rely_on("OP-76") == "b":
        expire(run, f"next_{word}:{player}")
    return skipped


def _awaken(run: Run, player: str) -> None:
    """The Turn Player readies what they control (315.1.b, 415.3.a)."""
    asleep = sorted(
        reference(thing)
        for thing in run.table.objects.values()
        if thing.controller == player and thing.exhausted
    )
    if asleep and run.in_force("315.1.b"):
        ready(run, asleep, by=player)


def first_player(run: Run) -> str:
    """The player who took the first turn (115.1.b.1)."""
    board = run.board
    if board.first_player is not None:
        return board.first_player
    order = board.order
    first = order[(order.index(board.turn.player) - (board.turn.number - 1)) % len(order)]
    run.assume("first_player", first, f"{first} is taken to have had the first turn.")
    return first


def _channel(run: Run, player: str) -> None:
    """The Turn Player channels 2 runes; the last in order one more the first time
    (315.3.b, 485.7).
    """
    mode = MODES[run.board.mode]
    amount = 2 if run.in_force("315.3.b") else 0
    last = times_begun(run, player, 1, 2) == 1 and player == _goes_last(run)
    if last and run.in_force(mode.rules.first_turn):
        amount = 3
    if _runes_left(run, player) < amount and not run.in_force("315.3.b.1"):
        return
    channel(run, player, amount)


def _goes_last(run: Run) -> str | None:
    """The player who goes last in Turn Order; where they have left, it rests on OP-194."""
    order = run.board.order
    if len(order) == 1:
        return None
    last = order[order.index(first_player(run)) - 1]
    if run.table.has_left(last) and run.rely_on("OP-194") == "a":
        return run.table.turn_order(first_player(run))[-1]
    return last


def _runes_left(run: Run, player: str) -> float:
    """How many runes the player's Rune Deck holds; without end where the board does not say."""
    deck = run.table.player(player).rune_deck
    if deck.count is None:
        return inf
    known = len(deck.top) + sum(len(group) for group in deck.bottom)
    return deck.count + sum(deck.middle.values()) + known


def _draw(run: Run, player: str) -> None:
    """The Turn Player draws 1 (315.4.b); in games of more players the first does not the first
    time.
    """
    mode = MODES[run.board.mode]
    first = (
        mode.skips_first_draw
        and times_begun(run, player, 1, 2) == 1
        and player == first_player(run)
    )
    if first and run.in_force(mode.rules.first_turn):
        run.note(f"{player} went first and does not draw in the first Draw Phase.")
        return
    if run.in_force("315.4.b", "413.2.a", "410.2.b"):
        draw(run, player, 1)


def _empty_pools(run: Run, rule: str) -> None:
    for player in run.table.turn_order(run.board.turn.player):
        if run.table.player(player).pool and run.in_force(rule, "167"):
            run.emit(ev.PoolEmptied(player=player), by=player)


def _expire(run: Run) -> None:
    """Steps 3c, 3d and 3e of the Ending Special Cleanup (317.2.b-d)."""
    hurt = sorted(reference(t) for t in run.table.objects.values() if t.damage)
    if hurt and run.in_force("317.2.b"):
        heal(run, hurt)
    with run.together():
        expire(run, "turn", "end_of_turn")
        stunned = sorted(reference(t) for t in run.table.objects.values() if t.stunned)
        if stunned and run.in_force("317.2.c", "423.1.a.2"):
            run.emit(ev.StunEnded(refs=stunned))
    _empty_pools(run, "317.2.d")


def next_turn(run: Run) -> None:
    """The next player in the queue of turns becomes the Turn Player (306, 317.3)."""
    number = run.board.turn.number + 1
    following = _additional(run)
    if following is not None:
        run.emit(ev.TurnBegan(player=following, number=number, additional=True), by=following)
    else:
        following = _next_in_order(run)
        run.emit(ev.TurnBegan(player=following, number=number), by=following)
    expire(run, f"next_turn:{following}")
    enter(run, "awaken")


def _additional(run: Run) -> str | None:
    """Whose additional turn is next; None where none is queued.

    Each was inserted after the turn in which its effect occurred, in the order of the effects
    (738): the last that was inserted of those whose owner is still in the game (735) comes first.
    """
    out = {removed.player for removed in run.board.removed}
    queue = [name for name in run.board.turn.additional.queue if name not in out]
    if not queue or not run.in_force("735"):
        return None
    if queue[0] != queue[-1]:
        run.rests_on("OP-48", "a", "The additional turn that was queued last is taken first.")
    return queue[-1] if len(queue) == 1 or run.in_force("738") else queue[0]


def _next_in_order(run: Run) -> str:
    """The player whose turn is next in the order of turns, a queue that loops (115.1.c) and that
    additional turns do not change (306, 317.3, 737).
    """
    turn = run.board.turn
    after = turn.player
    if turn.additional.resume_after is not None and run.in_force("737"):
        after = turn.additional.resume_after
    elif turn.additional.now and run.stands("737"):
        run.refuse(
            Refusal(
                reason="missing_fact",
                sentence="The board does not say after whom the order of turns goes on.",
                about="turn.additional.resume_after",
                rules=["737"],
            )
        )
    following = run.table.next_player(after) if run.in_force("306", "317.3") else after
    if run.board.order.index(following) <= run.board.order.index(after):
        # the last player in the order has had a turn, and it begins anew
        return following if run.in_force("115.1.c") else after
    return following


def end_turn(run: Run) -> None:
    """The Turn Player ends the Main Phase (316.9)."""
    if run.in_force("305", "316.9", "316.9.a"):
        enter(run, "ending.ending")
