"""When a Cleanup becomes an Outstanding Task: which rule names the moment of an event (319).

An event that is not listed here makes none outstanding: cards that go from one hidden zone to
another, points and resources are no moments that 319 names.
"""

from __future__ import annotations

from judge.board import events as ev

#: the transition to or from an Open or a Closed State, which depends on the chain before
STATE_CHANGED = "319.1"

OCCASIONS: dict[type[ev.Event], str] = {
    **dict.fromkeys(
        (
            ev.PhaseBegan,
            # showdowns and combats are phases too (316.6, 316.8.a.1, 316.8.b.1)
            ev.ShowdownBegan,
            ev.ShowdownBecameCombat,
            ev.ShowdownClosed,
            ev.CombatBegan,
            ev.CombatEnded,
        ),
        "319.2",
    ),
    ev.ItemAdded: "319.3",
    ev.ItemFinalized: "319.4",
    ev.ItemRemoved: "319.5",
    **dict.fromkeys(
        (
            ev.ObjectEntered,
            ev.ObjectLeft,
            ev.CardHidden,
            ev.FacedownLeft,
            ev.CardsRemoved,
            ev.PlayerRemoved,
        ),
        "319.6",
    ),
    # what counts as a status: 124.2, with the layers that apply; Contested is one as well (190.3.a)
    **dict.fromkeys(
        (
            ev.Exhausted,
            ev.Readied,
            ev.Stunned,
            ev.StunEnded,
            ev.Recalled,
            ev.DamageDealt,
            ev.Healed,
            ev.Buffed,
            ev.Designated,
            ev.Contested,
            ev.ControlChanged,
            ev.EffectBegan,
            ev.EffectEnded,
            ev.CopyChanged,
            ev.Attached,
            ev.Detached,
            ev.Empowered,
            ev.Disempowered,
            ev.BuffSpent,
            ev.ObjectControlChanged,
            ev.BattlefieldReplaced,
        ),
        "319.7",
    ),
    ev.Moved: "319.8",
}
