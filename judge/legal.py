"""What a player may do: patterns with slots, found by the same plans that judge an action (D8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.board.state import UNKNOWN, Board
from judge.board.table import Table, reference
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.unmodelled import bearing_on_actions
from judge.procedure.activating import (
    activated_abilities,
    describe_ability,
    is_add,
    plan_activation,
)
from judge.procedure.finding import CardAt, keywords_at, playable_zones
from judge.procedure.hidecosts import hide_prices, payable_prices
from judge.procedure.hiding import hide_timing, why_not_hide_at
from judge.procedure.inviting import invite_timing, teammates
from judge.procedure.moving import most_movable, movable, move_timing
from judge.procedure.planning import (
    Budget,
    Choice,
    Decider,
    Incomplete,
    PlanFunction,
    dearest,
    open_choices,
    payable_together,
)
from judge.procedure.playing import plan_play, play_problems, text_decides
from judge.procedure.timing import in_neutral_open_state, is_invited, priority, standing
from judge.ruling.actions import Do
from judge.ruling.legal import Excluded, LegalActions, Pattern, Slot
from judge.ruling.questions import Option, Question
from judge.ruling.ruling import Problem
from judge.ruling.run import Asked, Refused, Run
from rulesdb.uncollected import uncollected


@uncollected()
def legal_actions(
    board: Board,
    player: str | None = None,
    *,
    catalogue: Catalogue | None = None,
    excluded: bool = False,
    readings: Mapping[str, str] | None = None,
    disabled: frozenset[str] = frozenset(),
) -> LegalActions:
    """Every action the player may take now; by default the player who has Priority.

    `readings` of open points, and the rules that are `disabled` to see who notices, are those that
    `judge.adjudicate` is to take too. Raises `ValueError` for a player who is not on the board.
    """
    cards = (catalogue or standard_catalogue()).with_inline(board.cards)
    who = player or board.window.priority or board.turn.player
    if who not in board.players:
        raise ValueError(f"there is no player {who!r} on this board")
    result = LegalActions(player=who)
    run = _quiet_run(board, cards, readings, disabled)
    if standing(run, who):
        return result
    result.patterns.append(Pattern(by=who, do=Do(concede=True), text="concede", rules=["650"]))
    if priority(run, who):
        if excluded:
            _explain(run, who, result)
        return result
    _window_patterns(run, who, result)
    _moves(run, who, result)
    for card in _distinct(playable_zones(run, who)):
        _play_pattern(run, who, card, result, excluded=excluded)
        _hide_pattern(run, who, card, result)
    _activations(run, who, result, excluded=excluded)
    result.incomplete += bearing_on_actions(run, who)
    return result


def can_only_pass(
    board: Board,
    player: str,
    catalogue: Catalogue,
    readings: Mapping[str, str] | None = None,
    disabled: frozenset[str] = frozenset(),
) -> bool:
    """Whether the player can do nothing but pass or concede, and nothing hides from that answer.

    Adding resources alone is nothing: there is nothing to spend them on.
    """
    found = legal_actions(board, player, catalogue=catalogue, readings=readings, disabled=disabled)
    if found.incomplete:
        return False
    return all(
        pattern.do.pass_
        or pattern.do.concede
        or (pattern.do.activate is not None and _only_adds(pattern))
        for pattern in found.patterns
    )


def _only_adds(pattern: Pattern) -> bool:
    return "429.2" in pattern.rules


def _quiet_run(
    board: Board,
    cards: Catalogue,
    readings: Mapping[str, str] | None,
    disabled: frozenset[str],
) -> Run:
    """A run whose board nobody changes: plans only read."""

    def nobody(question: Question) -> None:
        raise Asked(question)

    table = Table(board, disabled)
    return Run(table, cards, nobody, readings=readings, disabled=disabled)


def _window_patterns(run: Run, player: str, result: LegalActions) -> None:
    board = run.board
    if is_invited(run, player):
        result.patterns.append(
            Pattern(by=player, do=Do(pass_=True), text="play nothing", rules=["316.5.b.1"])
        )
    if run.stands("316.5.b.1") and not invite_timing(run, player):
        result.patterns += [
            Pattern(by=player, do=Do(invite=mate), text=f"invite {mate}", rules=["316.5.b.1"])
            for mate in teammates(run, player)
        ]
    if board.chain is not None:
        result.patterns.append(
            Pattern(by=player, do=Do(pass_=True), text="pass Priority", rules=["338.1.b"])
        )
    elif board.showdown is not None:
        result.patterns.append(
            Pattern(by=player, do=Do(pass_=True), text="pass Focus", rules=["347.2"])
        )
    if in_neutral_open_state(run) and board.turn.player == player and board.turn.phase == "main":
        result.patterns.append(
            Pattern(by=player, do=Do(end_turn=True), text="end the turn", rules=["316.9"])
        )


def _moves(run: Run, player: str, result: LegalActions) -> None:
    if move_timing(run, player):
        return
    for place in run.table.locations():
        units = movable(run, player, place)
        if not units:
            continue
        result.patterns.append(
            Pattern(
                by=player,
                do=Do(move=[], to=place),
                text=f"move units to {place}",
                slots=[
                    Slot(
                        name="move",
                        form="choose_some",
                        options=[
                            Option(id=ref, text=run.table.objects[ref.partition("@")[0]].card)
                            for ref in units
                        ],
                        min=1,
                        max=most_movable(run, player, units, place),
                    )
                ],
                rules=["144"],
            )
        )


def _distinct(cards: list[CardAt]) -> list[CardAt]:
    """One card of each face and zone: copies in one zone are interchangeable."""
    seen: dict[tuple[str, str, str | None, int | None], CardAt] = {}
    for card in sorted(cards, key=lambda card: card.id):
        seen.setdefault((card.face, card.zone, card.battlefield, card.since), card)
    return list(seen.values())


def _play_pattern(
    run: Run, player: str, card: CardAt, result: LegalActions, *, excluded: bool
) -> None:
    if card.face == UNKNOWN:
        result.incomplete.append(f"the face of {card.id} ({card.zone}) is not known")
        return
    definition = run.catalogue[card.face]
    do = Do(play=card.id)
    text = f"play {definition.name}" + (
        f" from facedown at {card.battlefield}" if card.battlefield else ""
    )
    if definition.matters_when_it_is_played and text_decides(
        run, definition, play_problems(run, player, card, definition)
    ):
        result.incomplete.append(f"the text of {definition.name} is not modelled")
        return

    def planner(decide: Decider) -> object:
        return plan_play(run, player, card, decide)

    _add_pattern(
        result, planner, Pattern(by=player, do=do, text=text, rules=["419"]), excluded=excluded
    )


def _add_pattern(
    result: LegalActions, planner: PlanFunction, pattern: Pattern, *, excluded: bool
) -> None:
    budget = Budget()
    try:
        choices = open_choices(planner, budget)
    except Refused as refused:
        result.incomplete.append(refused.refusal.sentence)
        return
    if choices is None:
        if excluded:
            result.excluded.append(
                Excluded(do=pattern.do, text=pattern.text, problems=_problems_of(planner))
            )
        return
    pattern.slots = [_slot(choice) for choice in _independent(planner, choices)]
    if budget.spent:
        pattern.feasibility = "unproved"
    result.patterns.append(pattern)


def _independent(planner: PlanFunction, choices: list[Choice]) -> list[Choice]:
    """The choices that a pattern may list: up to the first whose options depend on an earlier one.

    What follows is asked as a question once the earlier slots are filled. So is what cannot be
    paid for together with what is listed.
    """
    listed: list[Choice] = []
    paid_for: dict[str, Any] = {}
    for choice in choices:
        if (len(choice.options) > 1 or choice.form == "choose_some") and any(
            _rests_on(choice, earlier) for earlier in listed
        ):
            break
        if choice.form != "choose_some" and len(choice.options) < 2:
            continue
        dear = dearest(choice)
        if dear is not None:
            together = {**paid_for, choice.name: dear}
            if paid_for and not payable_together(planner, together):
                break
            paid_for = together
        listed.append(choice)
    return listed


def _rests_on(choice: Choice, earlier: Choice) -> bool:
    """Whether what may be chosen depends on an earlier choice."""
    if earlier.name == "modes" or earlier.name in choice.depends:
        return True
    # what moves decides where to (355.4), and what is chosen is not spent (357.3)
    return earlier.name.startswith("targets.") and (
        choice.name == "to" or choice.name.startswith("spend")
    )


def _slot(choice: Choice) -> Slot:
    options = (
        []
        if choice.form == "yes_no"
        else [
            Option(id=str(option), text=choice.texts.get(str(option))) for option in choice.options
        ]
    )
    group = choice.form == "choose_some"
    return Slot(
        name=choice.name,
        form=choice.form,
        options=options,
        min=choice.min if group else None,
        max=choice.max if group else None,
        such_that=list(choice.bonds),
    )


def _problems_of(planner: PlanFunction) -> list[Problem]:
    """Why nothing completes: the problems of the plan that takes the first option of each
    choice.
    """

    def first(choice: Choice) -> object:
        if choice.form == "choose_some":
            return choice.options[: choice.min]
        return choice.options[0] if choice.options else None

    try:
        planner(first)
    except Incomplete as incomplete:
        return incomplete.problems
    except Refused:  # said under `incomplete`
        pass
    return []


def _hide_pattern(run: Run, player: str, card: CardAt, result: LegalActions) -> None:
    if card.face == UNKNOWN or card.zone in ("facedown", "trash") or hide_timing(run, player):
        return
    if "Hidden" not in keywords_at(run, player, card, played=False):
        return
    places = [b.id for b in run.board.battlefields if not why_not_hide_at(run, player, b.id)]
    if not places:
        return
    if not payable_prices(run, player, hide_prices(run, player, card)):
        return
    slots = [Slot(name="to", form="choose_one", options=[Option(id=place) for place in places])]
    result.patterns.append(
        Pattern(
            by=player,
            do=Do(hide=card.id),
            text=f"hide {card.face}",
            slots=slots if len(places) > 1 else [],
            rules=["421", "811"],
        )
    )


def _activations(run: Run, player: str, result: LegalActions, *, excluded: bool) -> None:
    for thing in sorted(run.table.objects.values(), key=lambda thing: thing.id):
        if thing.controller != player:
            continue
        definition = run.catalogue[thing.name]
        if definition.may_have_activated_ability:
            result.incomplete.append(f"the text of {definition.name} ({thing.id}) is not modelled")
        if definition.text == "unmodelled":
            continue
        for index, ability in activated_abilities(run, thing).items():
            if definition.is_rune and not definition.domains and index == 1:
                result.incomplete.append(f"which rune {thing.id} is is not known")
                continue

            def planner(decide: Decider, thing=thing, index=index) -> object:  # type: ignore[no-untyped-def]
                return plan_activation(run, player, thing, index, decide)

            pattern = Pattern(
                by=player,
                do=Do(activate=reference(thing), ability=index),
                text=f"{definition.name} ({thing.id}): {describe_ability(ability, definition)}",
                rules=["429.2"] if is_add(ability) else ["376"],
            )
            _add_pattern(result, planner, pattern, excluded=excluded)


def _explain(run: Run, player: str, result: LegalActions) -> None:
    """Without Priority nothing is offered; say why for each card in hand."""
    for card in _distinct(playable_zones(run, player)):
        if card.face == UNKNOWN:
            continue
        definition = run.catalogue[card.face]
        result.excluded.append(
            Excluded(
                do=Do(play=card.id),
                text=f"play {definition.name}",
                problems=play_problems(run, player, card, definition),
            )
        )


__all__ = ["can_only_pass", "legal_actions"]
