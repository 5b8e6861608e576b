"""The closed registry of problem codes (D9).

Every reason why an action is illegal has a code here, with the rules it rests on, its sentence and
what would make it legal. `problem(code, ...)` is the only way to make a `Problem`; a test holds
that each code is raised somewhere and that its rules exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from judge.ruling.ruling import Problem


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """What is fixed about a code. `sentence` and `remedy` are templates filled by `problem`."""

    code: str
    kind: Literal["never", "not_now", "ambiguous"]
    rules: tuple[str, ...]
    sentence: str
    remedy: str | None = None


_KINDS: tuple[ProblemKind, ...] = (
    # --- who may act ------------------------------------------------------------------------------
    ProblemKind("game_over", "never", ("196",), "The game is over."),
    ProblemKind("player_removed", "never", ("651.3",), "{player} has been removed from the game."),
    ProblemKind(
        "no_priority",
        "not_now",
        ("312.1", "312.1.b"),
        "{player} does not have Priority.",
        "Wait until {holder} passes Priority.",
    ),
    ProblemKind(
        "no_focus",
        "not_now",
        ("313.1", "335.1"),
        "{player} does not have Focus.",
        "Wait until {holder} passes Focus.",
    ),
    ProblemKind(
        "nothing_to_pass",
        "not_now",
        ("338.1.b", "347.2"),
        "There is no chain and no showdown in which {player} could pass.",
        "End the turn instead.",
    ),
    ProblemKind(
        "not_turn_player",
        "not_now",
        ("316.5.b", "409"),
        "It is not {player}'s turn.",
        "Wait for {player}'s own turn.",
    ),
    ProblemKind(
        "not_teammate",
        "never",
        ("316.5.b.1", "489.8.a"),
        "{thing} is no teammate of {player} who could be invited.",
    ),
    ProblemKind(
        "invited_to_spells",
        "not_now",
        ("316.5.b.1", "489.8.a"),
        "Who is invited in the turn of a teammate may play a spell or activate an ability, and "
        "{thing} is no spell.",
    ),
    ProblemKind(
        "invite_not_open",
        "not_now",
        ("316.5.b", "316.5.b.1"),
        "A teammate is invited in a Neutral Open State, without a chain, a showdown or a combat.",
        "Finish the chain and the showdown first.",
    ),
    # --- when -------------------------------------------------------------------------------------
    ProblemKind(
        "needs_reaction",
        "not_now",
        ("309.1.a", "358.4"),
        "{thing} does not have Reaction, and a chain exists.",
        "Wait until the chain is empty.",
    ),
    ProblemKind(
        "needs_action",
        "not_now",
        ("308.1.a", "358.4"),
        "{thing} has neither Action nor Reaction, and a showdown or combat is in progress.",
        "Wait until the showdown and its combat are over.",
    ),
    ProblemKind(
        "not_main_phase",
        "not_now",
        ("316.5.a", "310.1.a"),
        "This can only be done in {player}'s Main Phase.",
    ),
    ProblemKind(
        "turn_not_open",
        "not_now",
        ("316.9", "305"),
        "The turn cannot be ended while a chain exists or a showdown or combat is in progress.",
        "Finish the chain and the showdown first.",
    ),
    ProblemKind(
        "move_in_closed_state",
        "not_now",
        ("144.1.b",),
        "Units cannot make a Standard Move while a chain exists.",
        "Wait until the chain is empty.",
    ),
    ProblemKind(
        "move_in_showdown",
        "not_now",
        ("144.1.c",),
        "Units cannot make a Standard Move during a showdown or combat.",
        "Wait until the showdown and its combat are over.",
    ),
    ProblemKind(
        "move_outside_main_phase",
        "not_now",
        ("144.1.a",),
        "A Standard Move can only be made in the Main Phase of the unit's controller.",
    ),
    ProblemKind(
        "forbidden",
        "not_now",
        ("002", "054.1"),
        "{thing} cannot {verb}: {text} forbids it.",
    ),
    # --- naming things ----------------------------------------------------------------------------
    ProblemKind("no_such_card", "never", ("419.1.a",), "{player} has no card {thing} to play."),
    ProblemKind("no_such_object", "never", ("120",), "There is no {thing} on this board."),
    ProblemKind(
        "no_such_location", "never", ("198.1",), "{thing} is not a location on this board."
    ),
    ProblemKind(
        "ambiguous_card",
        "ambiguous",
        ("419.1.a",),
        "{thing} could mean {candidates}.",
        "Name the card by its id, or say where it is played from.",
    ),
    ProblemKind(
        "ambiguous_object",
        "ambiguous",
        ("355.5",),
        "{thing} could mean {candidates}.",
        "Name it by its id.",
    ),
    ProblemKind(
        "token_is_no_card",
        "never",
        ("185", "186"),
        "{thing} is a token, and tokens are neither in a hand nor played from one.",
    ),
    # --- playing a card ---------------------------------------------------------------------------
    ProblemKind(
        "wrong_zone",
        "never",
        ("419.1.a",),
        "{thing} is in {zone}, from where it cannot be played.",
        "Cards are played from the hand or the Champion Zone.",
    ),
    ProblemKind(
        "card_elsewhere",
        "not_now",
        ("419.1.a",),
        "{thing} is not in {zone}.",
        "Leave `from` out, or say where it is.",
    ),
    ProblemKind(
        "not_playable_type",
        "never",
        ("133.5.a.1", "170.2.a", "174.2.a"),
        "{thing} is a {type}, which is never played.",
    ),
    ProblemKind(
        "invalid_location",
        "not_now",
        ("355.2.a",),
        "{thing} cannot enter at {place}: it is neither {player}'s base nor a battlefield that "
        "{player} controls.",
        "Choose {player}'s base or a battlefield that {player} controls.",
    ),
    ProblemKind(
        "no_units_to_join",
        "not_now",
        ("822.3",),
        "{thing} cannot be played to {place} by Ambush: what is spent for it leaves {player} no "
        "unit there.",
        "Spend something else, or choose another location.",
    ),
    ProblemKind(
        "combat_of_others",
        "not_now",
        ("462.2",),
        "{thing} cannot be played to {place}, where a combat between other players is staged or in "
        "progress.",
    ),
    ProblemKind(
        "gear_to_base_only",
        "never",
        ("149.2",),
        "{thing} is gear, which is played to its controller's base.",
        "Leave the location out.",
    ),
    ProblemKind(
        "spell_has_no_location",
        "never",
        ("355.2",),
        "{thing} does not enter the board and has no location.",
        "Leave the location out.",
    ),
    ProblemKind(
        "no_such_additional_cost",
        "never",
        ("356.2.b",),
        "{thing} has no additional cost named {name}.",
    ),
    ProblemKind(
        "no_legal_target",
        "not_now",
        ("355.8",),
        "There is nothing that {thing} could choose as {slot}.",
    ),
    ProblemKind("no_such_slot", "never", ("355.5",), "{thing} does not choose {slot}."),
    ProblemKind(
        "chosen_as_it_triggers",
        "not_now",
        ("355.5.b",),
        "{slot} is chosen as an ability of {thing} triggers, not as {thing} is played.",
        "Leave it out, and answer the question as the ability triggers.",
    ),
    ProblemKind(
        "wrong_number_of_targets",
        "never",
        ("355.13", "355.8"),
        "{thing} chooses {wanted} as {slot}; {given} given.",
    ),
    ProblemKind(
        "moved_twice", "never", ("144.3",), "{target} is named twice among the units to move."
    ),
    ProblemKind("target_twice", "never", ("355.7",), "{target} is chosen twice as {slot}."),
    ProblemKind("target_not_there", "never", ("355.9.a",), "{target} is not on the board."),
    ProblemKind("target_wrong_kind", "never", ("355.9.b",), "{target} is not a {wanted}."),
    ProblemKind("target_wrong_side", "not_now", ("355.9.b",), "{target} is not {wanted}."),
    ProblemKind("target_wrong_place", "not_now", ("355.9.b",), "{target} is not {wanted}."),
    ProblemKind("target_wrong_property", "not_now", ("355.9.b",), "{target} is not {wanted}."),
    ProblemKind("target_wrong_zone", "not_now", ("355.9.a",), "{target} is not {wanted}."),
    ProblemKind(
        "group_wrong",
        "not_now",
        ("355.11", "355.11.a"),
        "{thing} cannot choose {target} together: what it chooses has to be {wanted}.",
    ),
    ProblemKind(
        "not_chosen_anew",
        "never",
        ("751.1",),
        "{thing} has to choose something that it was not choosing before.",
    ),
    ProblemKind("target_is_itself", "never", ("355.9.c",), "{target} cannot choose itself."),
    ProblemKind(
        "target_is_spent",
        "not_now",
        ("355.16",),
        "{target} leaves the board as the cost of {thing}, so it cannot be what it chooses.",
        "Choose something else; there is something else to choose.",
    ),
    ProblemKind(
        "spent_is_chosen",
        "not_now",
        ("357.3",),
        "{thing} chooses {target}, so it cannot be spent for it.",
        "Spend something else; there is something else to spend.",
    ),
    ProblemKind(
        "split_not_a_target",
        "never",
        ("355.14.a",),
        "{target} is none of the targets among which the damage is split.",
    ),
    ProblemKind(
        "split_too_little",
        "never",
        ("355.14.f", "355.14.g"),
        "{target} has to be dealt a whole number of damage, at least 1.",
    ),
    ProblemKind(
        "split_wrong_total",
        "never",
        ("355.14.a",),
        "The damage that is split adds up to {given}, not to {wanted}.",
    ),
    ProblemKind("no_such_mode", "never", ("355.3",), "{thing} has no mode {name}; it has {modes}."),
    ProblemKind(
        "mode_chosen_before",
        "not_now",
        ("355.3",),
        "{thing} has had the mode {name} and asks for another.",
    ),
    ProblemKind(
        "no_mode_left",
        "not_now",
        ("355.3",),
        "{thing} has had each of its modes.",
    ),
    ProblemKind(
        "target_elsewhere_hidden",
        "not_now",
        ("811.1.d.2",),
        "{thing} is played from facedown at {place}, and {target} is not there.",
        "Choose among what is at {place}.",
    ),
    ProblemKind(
        "place_elsewhere_hidden",
        "not_now",
        ("811.1.d.1",),
        "{thing} is played from facedown at {place} and must enter there.",
    ),
    ProblemKind(
        "invalid_destination",
        "not_now",
        ("355.4.a", "107.1.c"),
        "{target} cannot be at {place}, which is the base of another player.",
    ),
    ProblemKind(
        "destination_not_allowed",
        "never",
        ("449.1",),
        "{target} is moved to a battlefield, and {place} is none.",
    ),
    ProblemKind(
        "no_destination",
        "not_now",
        ("355.4",),
        "There is no location that what {thing} chooses could move to.",
    ),
    ProblemKind(
        "not_enough_energy",
        "not_now",
        ("357.1", "358.2"),
        "{thing} costs {wanted} Energy; {player} can produce {available}.",
    ),
    ProblemKind(
        "not_enough_power",
        "not_now",
        ("357.1", "358.2"),
        "{thing} costs Power ({wanted}) that {player} cannot produce.",
    ),
    ProblemKind(
        "deflect_not_payable",
        "not_now",
        ("809.1.c", "356.2.a.2"),
        "{amount} Power of this is what Deflect adds for what {thing} chooses.",
        "Choose something without Deflect.",
    ),
    ProblemKind(
        "cost_not_payable",
        "not_now",
        ("357.2", "203.3"),
        "{player} cannot pay a cost of {thing}: {wanted}.",
    ),
    ProblemKind(
        "wrong_spend", "never", ("357.2",), "{target} cannot be spent for {thing}: {wanted}."
    ),
    ProblemKind(
        "payment_wrong",
        "never",
        ("357.1",),
        "The payment written out does not pay for {thing}: {why}.",
    ),
    ProblemKind(
        "payment_not_a_rune", "never", ("164.2",), "{target} is not a rune that {player} controls."
    ),
    ProblemKind(
        "rune_exhausted",
        "not_now",
        ("414.4", "164.2.a"),
        "{target} is exhausted and cannot be exhausted for Energy.",
    ),
    # --- activating -------------------------------------------------------------------------------
    ProblemKind(
        "no_such_ability", "never", ("376", "377.1"), "{thing} has no activated ability{which}."
    ),
    ProblemKind(
        "accelerate_on_the_board",
        "never",
        ("805.2.a",),
        "{thing} is on the board already, and Accelerate is paid for only as a unit is played.",
    ),
    ProblemKind(
        "source_off_board",
        "never",
        ("380",),
        "{thing} is not on the board, and its abilities can only be used there.",
    ),
    ProblemKind("ability_inactive", "not_now", ("727.1.b",), "This ability of {thing} {why}."),
    ProblemKind(
        "ability_used_up",
        "not_now",
        ("377.2.b",),
        "This ability of {thing} has been used {times} times this turn, which is as often as it "
        "may be.",
    ),
    ProblemKind("not_controller", "never", ("191.3.b",), "{player} does not control {thing}."),
    ProblemKind(
        "source_exhausted",
        "not_now",
        ("414.4",),
        "{thing} is exhausted, and exhausting it is the cost.",
    ),
    ProblemKind(
        "condition_not_met",
        "not_now",
        ("377.2.b",),
        "{thing} must be {wanted} to use this ability.",
    ),
    # --- naming -----------------------------------------------------------------------------------
    ProblemKind("names_no_card", "never", ("762",), "No card is {thing}."),
    ProblemKind("names_several", "ambiguous", ("761.2",), "{thing} is more than one: {wanted}."),
    ProblemKind("names_a_token", "never", ("762.2",), "{thing} is a token, and no card."),
    ProblemKind("names_a_banned_card", "never", ("762",), "{thing} is banned in the Format."),
    ProblemKind("names_no_tag", "never", ("763",), "No card and no token has the tag {thing}."),
    ProblemKind("names_no_type", "never", ("760",), "{thing} is no type."),
    # --- moving -----------------------------------------------------------------------------------
    ProblemKind("nothing_to_move", "never", ("144.3",), "No unit is named that should move."),
    ProblemKind(
        "not_a_unit",
        "never",
        ("144", "178.2.a"),
        "{thing} is not a unit; only units have the Standard Move.",
    ),
    ProblemKind(
        "attached",
        "not_now",
        ("718.5.c",),
        "{thing} is attached to {wanted} and cannot be moved separately from it.",
        "Move {wanted}; what is attached to it comes along.",
    ),
    ProblemKind(
        "unit_not_controlled",
        "never",
        ("191.3.a", "489.8.c.2"),
        "{player} does not control {thing}.",
    ),
    ProblemKind(
        "unit_exhausted",
        "not_now",
        ("144.2", "414.4"),
        "{thing} is exhausted, and exhausting it is the cost of the Standard Move.",
        "Ready it first.",
    ),
    ProblemKind("already_there", "not_now", ("447.2", "420.1"), "{thing} is at {place} already."),
    ProblemKind(
        "needs_ganking",
        "not_now",
        ("144.4.c.1", "810.1.b"),
        "{thing} does not have Ganking and cannot move from one battlefield to another.",
        "Move it to its base, or give it Ganking.",
    ),
    ProblemKind("not_its_base", "never", ("144.4.b",), "{place} is not the base of {thing}."),
    ProblemKind(
        "two_others_there",
        "not_now",
        ("449.2",),
        "Units of two other players are at {place} already.",
    ),
    ProblemKind(
        "combat_there",
        "not_now",
        ("447.2.a", "462.1"),
        "A combat between other players is staged or in progress at {place}.",
    ),
    ProblemKind("teammate_there", "not_now", ("447.2.b",), "A teammate's units are at {place}."),
    # --- hiding -----------------------------------------------------------------------------------
    ProblemKind(
        "not_hidden_card", "never", ("811.1.b", "421.2.a"), "{thing} does not have Hidden."
    ),
    ProblemKind(
        "hide_wrong_zone",
        "never",
        ("811.1.b", "421.2.a"),
        "{thing} is neither in {player}'s hand nor in {player}'s Champion Zone.",
    ),
    ProblemKind("hide_not_battlefield", "never", ("421.1",), "{place} is not a battlefield."),
    ProblemKind(
        "hide_not_controlled",
        "not_now",
        ("107.3.c", "811.1.b"),
        "{player} does not control {place}.",
    ),
    ProblemKind(
        "facedown_zone_full",
        "not_now",
        ("107.3.b", "811.1.b"),
        "The Facedown Zone at {place} is occupied.",
    ),
    ProblemKind(
        "hide_not_own_turn",
        "not_now",
        ("811.1.b",),
        "A card can be hidden only on its player's own turn.",
    ),
    ProblemKind(
        "hide_in_closed_state",
        "not_now",
        ("811.1.b", "410.1.a"),
        "A card can be hidden only while no chain exists.",
    ),
    ProblemKind(
        "hide_in_showdown",
        "not_now",
        ("410.1.a", "347"),
        "A card cannot be hidden during a showdown or combat.",
    ),
    ProblemKind(
        "hidden_this_turn",
        "not_now",
        ("811.1.b",),
        "{thing} was hidden this turn and can be played from the next turn on.",
    ),
    ProblemKind(
        "facedown_not_controlled",
        "never",
        ("128.4", "811.1.b"),
        "{player} does not control the facedown card {thing}.",
    ),
    # --- answers ----------------------------------------------------------------------------------
    ProblemKind(
        "assign_wrong_total", "never", ("465.2.c",), "{given} damage is assigned; {wanted} must be."
    ),
    ProblemKind(
        "assign_not_in_combat",
        "never",
        ("465.2.c",),
        "{target} is not a unit to which this damage can be assigned.",
    ),
    ProblemKind(
        "assign_not_positive",
        "never",
        ("417.1.e",),
        "The damage assigned to {target} is not a whole number of 0 or more.",
    ),
    ProblemKind(
        "assign_unit_not_lethal_first",
        "never",
        ("465.2.c.3",),
        "{target} has less than lethal damage assigned while another unit has some too.",
        "Assign {wanted} to it before going on to another unit.",
    ),
    ProblemKind(
        "assign_more_than_lethal",
        "never",
        ("465.2.c.4",),
        "{target} has more than the {wanted} assigned that is lethal while a unit is left without "
        "lethal damage.",
    ),
    ProblemKind(
        "assign_tank_first",
        "never",
        ("465.2.c.6", "815.1.b"),
        "{target} has damage assigned before every unit that comes first has lethal damage.",
    ),
    ProblemKind(
        "assign_backline_last",
        "never",
        ("465.2.c.6", "826.3"),
        "{target} comes last and has damage assigned before the other units have lethal damage.",
    ),
)

PROBLEM_KINDS: dict[str, ProblemKind] = {kind.code: kind for kind in _KINDS}
assert len(PROBLEM_KINDS) == len(_KINDS), "a problem code stands twice"


def resting_on(problems: list[Problem], *rules: str) -> list[Problem]:
    """The same reasons, given for what other rules say than where they mostly arise."""
    for each in problems:
        each.rules = list(rules)
    return problems


def problem(
    code: str,
    *,
    objects: list[str] | None = None,
    audience: str = "all",
    meant: str | None = None,
    rules: list[str] | None = None,
    **words: Any,
) -> Problem:
    """A problem of a registered code, its templates filled with `words`.

    `meant`: what a name that means nothing here may have been meant for. `rules`: those of this
    case, where they are not all those of the code.

    Raises `KeyError` for a code that is not registered or a word that the template lacks.
    """
    kind = PROBLEM_KINDS[code]
    return Problem(
        code=code,
        kind=kind.kind,
        rules=list(kind.rules if rules is None else rules),
        sentence=kind.sentence.format(**words),
        objects=objects or [],
        remedy=f"Perhaps {meant} is meant."
        if meant
        else kind.remedy.format(**words)
        if kind.remedy
        else None,
        audience=audience,
    )
