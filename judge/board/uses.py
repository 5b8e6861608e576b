"""What becomes of each field of a board: read, refused where it is reached, a caveat, or recorded.

A board may state more than the engine can judge by (D2). So that nothing is passed over in silence
every field of `judge.board.state` stands in `USES`, and a test fails for one that stands nowhere:

    read      the engine judges by it, or reading a board checks it
    refused   where what it says is reached the ruling says by name that it cannot be judged
    caveat    the ruling says that the board gives it and that nothing reads it
    recorded  only texts ask for it, none of which is modelled so far; a text that does ask is
              refused by its own name
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from judge.board import state as s

Use = Literal["read", "refused", "caveat", "recorded"]


def _uses(
    *, read: str = "", refused: str = "", caveat: str = "", recorded: str = ""
) -> dict[str, Use]:
    table: dict[str, Use] = {}
    groups: tuple[tuple[Use, str], ...] = (
        ("read", read),
        ("refused", refused),
        ("caveat", caveat),
        ("recorded", recorded),
    )
    for use, names in groups:
        table.update(dict.fromkeys(names.split(), use))
    return table


USES: Final[dict[type[msgspec.Struct], dict[str, Use]]] = {
    s.Overlay: _uses(read="id date"),
    s.Removed: _uses(read="player", recorded="how"),
    s.Result: _uses(recorded="winners cause"),
    s.AdditionalTurns: _uses(read="now queue resume_after"),
    s.Turn: _uses(
        read="player number begun phase additional items_processed teammate_controlled occupied"
    ),
    s.Window: _uses(read="priority passed focus focus_passed"),
    s.Showdown: _uses(read="at kind"),
    s.Combat: _uses(
        read="at attacker defender step next_task recalled had_attacker had_defender ordinal "
        "excess",
        recorded="players_had result",
    ),
    s.Source: _uses(read="ref gone"),
    s.Choices: _uses(read="targets to destinations may modes", refused="groups x names"),
    s.Paid: _uses(read="costs looked_back", recorded="energy power"),
    s.ChainItem: _uses(
        read="id kind controller played_by owner card generation ability of source about chose "
        "paid origin permission leaves_to",
        refused="pending",
        caveat="alternative_cost follows active",
    ),
    s.Chain: _uses(read="opened_by items"),
    # of restrictions, all but those of `judge.procedure.payments.RESTRICTIONS`
    s.PoolUnit: _uses(read="kind amount domain", refused="restriction"),
    s.Card: _uses(read="id card generation known_to"),
    s.Deck: _uses(read="top middle count bottom"),
    s.GameObject: _uses(
        read="id card owner controller generation token exhausted stunned buffs damage attached_to "
        "designation empowered since text_since",
        # of what is copied, all but the traits of one card, `judge.effects.unread`
        refused="copied",
        # of choices, all but the options of `judge.effects.supporting_copies.picks_option` and what
        # was named
        caveat="counters chosen linked",
    ),
    s.FacedownCard: _uses(
        read="id controller owner card generation since known_to", refused="cause"
    ),
    s.ReplacedBattlefield: _uses(read="card token"),
    s.Battlefield: _uses(
        read="id card owner contributor controller token contested_by scored units facedown staged "
        "replaced",
    ),
    s.Player: _uses(
        read="points xp pool legend legends champion chosen_champion hand trash banished main_deck "
        "rune_deck base",
    ),
    s.Effect: _uses(
        read="id controller affects might keywords until kind prevent source origin since",
        # of abilities, uses and bound names, those that `judge.effects.granted` and
        # `judge.effects.kept` cannot read
        refused="open abilities uses amounts bound",
        recorded="ability",
    ),
    s.FinalizedCard: _uses(read="id types tags token energy at", recorded="card"),
    s.PlayerFacts: _uses(
        read="finalized played drawn discarded died xp_gained died_in_beginning_of "
        "points_from_holding energy_spent power_spent chose_enemy",
        recorded="",
    ),
    s.ObjectFacts: _uses(read="moves conquests combats_won", recorded="attached"),
    s.UseFacts: _uses(read="times by modes"),
    s.TurnFacts: _uses(read="combats players objects uses", recorded="spell_damage"),
    s.Board: _uses(
        read="schema edition overlays catalogue mode victory_score teams order first_player "
        "removed result turn window showdown combat chain players battlefields effects this_turn "
        "resources complete cards defaulted stable"
    ),
}
