"""From an action to the next decision: HOT FEPR, showdowns, combat and phases (332-340, 347, 335).

Nothing here decides anything about a rule of its own; it calls the procedures in the order that the
rules give and stops where somebody has Priority.
"""

from __future__ import annotations

from judge.abilities import triggers
from judge.board import events as ev
from judge.board.state import ChainItem
from judge.combat.combat import close_showdown, continue_combat, is_unfinished
from judge.effects.chainitems import remove_item
from judge.limits import CHAIN_ITEMS
from judge.procedure.cleanup import cleanup, may_join_the_chain
from judge.procedure.finalizing import finalize_trigger, pending_items
from judge.procedure.inviting import decline
from judge.procedure.resolving import (
    adds_resources,
    resolve,
    resolve_newest,
    resolve_permanent,
)
from judge.procedure.timing import give_focus, give_priority, is_invited, priority, standing
from judge.procedure.tokens import finalize_token, is_pending_token
from judge.procedure.turn import advance, enter
from judge.ruling.problems import problem
from judge.ruling.ruling import Problem, Refusal
from judge.ruling.run import Run, keeps_citations


def proceed(run: Run) -> None:
    """Handle everything that is outstanding until a player has Priority or the game is over."""
    while run.board.result is None:
        if run.chain_closed is not None and run.board.chain is None and not _waits(run):
            # 340.2 belongs to resolving; the Cleanup that follows may begin a showdown of its own
            _chain_is_empty(run)
        elif run.cleanup_due and _tasks_come_first(run):
            _one_cleanup(run)
        elif run.triggered and may_join_the_chain(run):
            triggers.place(run)
        elif run.board.chain is not None and run.table.items():
            if _chain_step(run):
                return
        elif (
            run.board.showdown is not None
            and _those_left_have_passed_focus(run)
            and run.in_force("652.5.b.2")
        ):
            close_showdown(run)
        elif run.board.showdown is not None and not run.stands("342"):
            close_showdown(run)  # it would be no window in which anybody could do anything
        elif run.board.showdown is not None:
            _give_focus_holder_priority(run)
            return
        elif is_unfinished(run):
            continue_combat(run)
        elif not run.board.turn.phase.startswith("ending") and _turn_player_is_gone(run):
            enter(run, "ending.ending")
        elif run.board.turn.phase == "main":
            _give_turn_player_priority(run)
            return
        else:
            advance(run)


def _waits(run: Run) -> bool:
    """Whether Focus passes only after the Cleanup that may turn the showdown into a combat, which
    matters where the attacker gains Focus in it (OP-2, OP-1).
    """
    if not run.cleanup_due or run.board.showdown is None or run.readings.get("OP-1") != "b":
        return False
    if run.board.showdown.kind == "combat":
        return False
    return run.rely_on("OP-2") == "b"


def _tasks_come_first(run: Run) -> bool:
    """Whether a Cleanup that is outstanding is performed before anything goes on (333).

    Before the chain goes on too: tasks come before FEPR, and what joined the chain in the course
    of them stays pending until they are complete (334, 334.1), as long as one Cleanup follows
    another (320). What FEPR itself makes outstanding comes between two of its steps (334.2.a).
    """
    if run.readings.get("OP-46") == "b" and _permanent_enters(run):
        return run.rely_on("OP-46") == "a"
    pending = pending_items(run)
    if pending:
        of_a_card = pending[0].kind in ("spell", "permanent")
        # 354.4: nor does the process of playing a card go on before they are finished
        return run.stands("333", "334.1", "320") and (not of_a_card or run.stands("354.4"))
    if run.board.chain is not None:
        return run.stands("333", "334", "334.2.a")
    return run.stands("333")


def interrupt_resolution(run: Run, event: ev.Event) -> None:
    """A Cleanup as soon as an event makes one outstanding, in the middle of what is resolving: what
    321 rules out. Attached as a listener only where that rule is switched off.
    """
    if not run.resolving:
        return
    run.resolving = False
    while run.cleanup_due and run.board.result is None:
        cleanup(run)
    run.resolving = True


def _one_cleanup(run: Run) -> None:
    """One Cleanup; says so where it does something before a finalized permanent enters (OP-46)."""
    entering, before = _permanent_enters(run), run.events
    cleanup(run)
    if entering and run.events > before:
        run.rely_on("OP-46")


def _permanent_enters(run: Run) -> bool:
    """Whether a permanent has been finalized and is about to resolve (337.2)."""
    return any(item.kind == "permanent" and not item.pending for item in run.table.items())


@keeps_citations
def _chain_step(run: Run) -> bool:
    """One step of FEPR while a chain exists; True when a player has Priority (337-340)."""
    items = run.table.items()
    if len(items) > CHAIN_ITEMS:
        run.refuse(
            Refusal(
                reason="limit",
                sentence="The chain exceeds the limit CHAIN_ITEMS.",
                about="CHAIN_ITEMS",
            )
        )
    adding = next((item for item in items if _resolves_at_once(run, item)), None)
    if adding is not None:
        resolve(run, adding)
        return False
    permanents = [item for item in items if item.kind == "permanent" and not item.pending]
    if permanents and run.stands("337.2"):
        resolve_permanent(run, permanents[0])
        return False
    pending = pending_items(run)
    if pending and is_pending_token(pending[0]):
        finalize_token(run, pending[0])
        return False
    if pending and _goes_on_finalizing(run):
        finalize_trigger(run, pending[0 if run.stands("337.1.b") else -1])
        run.award_priority = True
        run.award_rule = "337.4"
        # the rest of the pending items are finalized before anybody has Priority
        rule = "359.3.b" if pending[0].kind == "spell" else "406.3"
        if len(pending) < 2 or run.in_force(rule):
            return False
    everybody = not run.award_priority and _all_passed(run, run.board.window.passed)
    if everybody and run.in_force("652.5.c.2"):
        resolve_newest(run)
        return False
    due = run.award_priority or run.board.window.priority is None
    if due and items[-1].ability is not None and not run.in_force("406.4", "377.3.b.2"):
        resolve_newest(run)
        return False
    if due and run.in_force(run.award_rule, "312.2.c"):
        _award_priority(run, items[-1])
    run.award_priority = False
    run.chain_closed = None
    return True


def _goes_on_finalizing(run: Run) -> bool:
    """Whether the oldest pending item is finalized now (334.2), also after another was finalized
    (337.3) or has resolved while the chain goes on (340.3).
    """
    again = {"337.4": "337.3", "340.4": "340.3"}
    if run.award_priority and not run.stands(again[run.award_rule]):
        return False
    return run.in_force("334.2", "336", "337.1")


def _award_priority(run: Run, newest: ChainItem) -> None:
    """The controller of the newest item gains Priority, and everybody may answer it (338.1.a.7)."""
    player = newest.controller
    if run.award_rule == "337.4" and not run.in_force("337.1.a"):
        player = run.table.next_player(player)
    triggered = newest.kind in ("triggered", "reflexive", "delayed")
    answered = triggered or run.award_rule != "337.4"
    give_priority(run, player, fresh=answered or run.in_force("338.1.a.7"))


def _resolves_at_once(run: Run, item: ChainItem) -> bool:
    """Whether it does not wait on the chain: an ability that Adds (429.2). A spell lingers, so that
    others may play Reactions (359.3, 359.3.c).
    """
    if item.kind == "spell" and not item.pending:
        return not run.stands("359.3", "359.3.c") or adds_resources(run, item)
    return adds_resources(run, item)


def _all_passed(run: Run, passed: list[str]) -> bool:
    """Whether everybody who is left has passed already; so it is only once a player was removed."""
    return bool(run.board.removed) and all(
        name in passed for name in run.table.turn_order(run.board.turn.player)
    )


def _chain_is_empty(run: Run) -> None:
    """The last item has left the chain: the state opens, and in a showdown Focus may pass
    (340.2).
    """
    opened_by, run.chain_closed = run.chain_closed, None
    run.award_priority = False
    if not run.in_force("340.2"):
        return
    window = run.board.window
    if run.board.showdown is not None and window.focus is not None:
        stays = opened_by in ("trigger", "add") and run.in_force("346.1")
        stays = stays and (opened_by == "trigger" or run.in_force("429.2.a"))
        if not stays and run.in_force("340.2.a", "346"):
            give_focus(run, run.table.next_player(window.focus), fresh=True)
            return
        if opened_by == "trigger":
            run.note("The chain was opened by a triggered ability; Focus does not pass.")
    if opened_by == "add" and run.in_force("429.2.a"):
        if window.focus_passed and window.focus is not None and run.rely_on("OP-4") == "b":
            give_focus(run, window.focus, fresh=True)
        run.note("The chain was opened by an Add ability; neither Priority nor Focus passes.")
    elif window.priority is not None:
        run.emit(ev.PriorityGained(player=None, fresh=True), "312.1.b")


def _give_focus_holder_priority(run: Run) -> None:
    window = run.board.window
    focus = window.focus
    # who passed Priority last may be who has Focus now: the passes of the closed chain are over
    due = focus is not None and (window.priority != focus or bool(window.passed))
    if focus is not None and due and run.in_force("335.1", "313.2"):
        give_priority(run, focus, fresh=True)


def _turn_player_is_gone(run: Run) -> bool:
    """Whether the Turn Player was removed, so that the turn ends and the next begins
    (652.5.a.1).
    """
    out = {removed.player for removed in run.board.removed}
    if run.board.turn.player not in out or not run.in_force("652.5.a.1"):
        return False
    words = f"The turn of {run.board.turn.player} goes through its Ending Phase."
    run.rests_on("OP-26", "a", words)
    return True


def _give_turn_player_priority(run: Run) -> None:
    player = run.board.turn.player
    if run.board.window.priority is not None and is_invited(run, run.board.window.priority):
        return
    # 410.1.b: also after one Discretionary Action, for the next
    if run.board.window.priority != player and run.in_force("335", "312.2.a", "410.1.b"):
        give_priority(run, player, fresh=True)


def pass_window(run: Run, player: str) -> list[Problem]:
    """Pass Priority on the chain, or Focus in a showdown (338.1.b, 347.2)."""
    found = standing(run, player)
    if found:
        return found
    found = priority(run, player)
    if not found and is_invited(run, player):
        decline(run, player)
        return []
    on_chain = run.board.chain is not None
    if not (on_chain or run.board.showdown is not None) or not run.stands(
        "338.1.b" if on_chain else "347.2"
    ):
        found.append(problem("nothing_to_pass", player=player))
    if found:
        return found
    if run.board.chain is not None:
        _pass_priority(run, player)
    else:
        _pass_focus(run, player)
    return []


def _pass_priority(run: Run, player: str) -> None:
    with run.step("338.1.b", text=f"{player} passes Priority", by=player):
        run.assume_default(
            "window.passed",
            list(run.board.window.passed),
            "Who passed Priority before is counted from the controller of the newest item.",
        )
        run.emit(ev.PriorityPassed(player=player), by=player)
        everybody = run.table.turn_order(run.board.turn.player)
        if all(name in run.board.window.passed for name in everybody) and run.in_force("339.1"):
            run.note("All players have passed in sequence.")
            resolve_newest(run)
        elif run.in_force("338.1.b.1", "339.2", "312.2.d"):
            following = run.table.next_player(player)
            if run.board.showdown is not None and not run.in_force("313.3"):
                give_focus(run, following)
            give_priority(run, following)


def _those_left_have_passed_focus(run: Run) -> bool:
    if run.board.removed:
        run.assume_default("window.focus_passed", [], _NOBODY_PASSED)
    return _all_passed(run, run.board.window.focus_passed)


#: what is taken where a board does not say who has passed Focus
_NOBODY_PASSED = "Nobody is taken to have passed Focus in sequence before."


def _pass_focus(run: Run, player: str) -> None:
    with run.step("347.2", text=f"{player} passes Focus", by=player):
        run.assume_default("window.focus_passed", [], _NOBODY_PASSED)
        run.emit(ev.FocusPassed(player=player), by=player)
        everybody = run.table.turn_order(run.board.turn.player)
        everybody_passed = all(name in run.board.window.focus_passed for name in everybody)
        if everybody_passed and run.stands("347.2.a", "348"):
            close_showdown(run)
        elif run.in_force("347.2.b"):
            following = run.table.next_player(player)
            give_focus(run, following)
            if run.in_force("313.2"):
                give_priority(run, following, fresh=True)


def drop_pending(run: Run) -> None:
    """Take unfinished items off the chain, so that a game that ended in the middle rests (D1)."""
    for item in pending_items(run):
        run.in_force("196")
        remove_item(run, item, "removed")
