"""Rulings and events in words."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from api.describe import Names, describe_event, ruling_text
from judge.board import events as ev
from judge.board.state import (
    Battlefield,
    Board,
    Card,
    ChainItem,
    Choices,
    Combat,
    Effect,
    FacedownCard,
    GameObject,
    Paid,
    Player,
    PoolUnit,
    Result,
    Source,
    Turn,
)
from judge.ruling.questions import DamageTarget, Option, Question
from judge.ruling.ruling import (
    Assumption,
    Caveat,
    Citation,
    Problem,
    Refusal,
    Ruling,
    Stamp,
    Step,
)


def poro(**facts: Any) -> GameObject:
    base: dict[str, Any] = {"id": "b1", "card": "Stalwart Poro", "owner": "B", "controller": "B"}
    return GameObject(**{**base, **facts})


BOARD = Board(
    order=["A", "B"],
    turn=Turn(player="A"),
    players={
        "A": Player(
            hand=[Card(id="h1", card="Void Seeker"), Card(id="h2")],
            legend=GameObject(id="l1", card="Loose Cannon", owner="A", controller="A"),
        ),
        "B": Player(),
    },
    battlefields=[Battlefield(id="west", card="Void Gate", owner="B", units=[poro()])],
    effects=[Effect(id="e1", controller="A", origin="Stupefy")],
)
NAMES = Names(BOARD)
SPELL = ChainItem(id="s1", controller="A", card="Void Seeker")
ABILITY = ChainItem(id="c1", controller="B", kind="triggered", of="Stalwart Poro", ability="b1/0")
FINALIZED = ChainItem(
    id="s1",
    controller="A",
    card="Void Seeker",
    chose=[Choices(targets={"unit": ["b1"]}, to="base:A")],
    paid=Paid(energy=3, power=1, costs={"accelerate": 1}),
)
COMBAT = Combat(at="west", attacker="A", defender="B")

SENTENCES = [
    (ev.TurnBegan(player="B", number=8), "Turn 8 begins, the turn of B."),
    (
        ev.TurnBegan(player="B", number=8, additional=True),
        "Turn 8 begins, an additional turn of B.",
    ),
    (ev.PhaseBegan(phase="draw"), "The Draw Phase begins."),
    (
        ev.PhaseBegan(phase="beginning.scoring"),
        "The Scoring Step of the Beginning Phase begins.",
    ),
    (
        ev.ItemsProcessedSet(value=True),
        "Something was put on the chain, so the Expiration Step will be gone through again.",
    ),
    (
        ev.ItemsProcessedSet(value=False),
        "Nothing has been put on the chain yet in this run of the Expiration Step.",
    ),
    (ev.PriorityGained(player="A"), "A has Priority."),
    (ev.PriorityGained(), "Nobody has Priority."),
    (ev.PriorityPassed(player="A"), "A passes Priority."),
    (ev.FocusGained(player="B", fresh=True), "B has Focus."),
    (ev.FocusPassed(player="B"), "B passes Focus."),
    (ev.ItemAdded(item=SPELL, opened_by="play"), "A puts Void Seeker (s1) on the chain."),
    (
        ev.ItemAdded(item=ABILITY, opened_by="trigger"),
        "The ability of Stalwart Poro (c1) triggers and goes on the chain, controlled by B.",
    ),
    (
        ev.ItemFinalized(item=FINALIZED),
        "Void Seeker (s1) is finalized, choosing Stalwart Poro (b1), to A's base, "
        "paid with 3 Energy, 1 Power and accelerate.",
    ),
    (ev.ItemFinalized(item=SPELL), "Void Seeker (s1) is finalized."),
    (ev.CardPlayed(player="A", id="s1", card="Void Seeker"), "A has played Void Seeker (s1)."),
    (ev.ItemRemoved(id="s1", why="countered"), "s1 is countered and leaves the chain."),
    (
        ev.ItemRemoved(id="h1", why="resolved"),
        "Void Seeker (h1) has resolved and leaves the chain.",
    ),
    (
        ev.ItemChanged(item=ChainItem(id="c1", controller="B", of="Poro", source=Source(ref="b1"))),
        "The ability of Poro (c1) on the chain is brought up to date.",
    ),
    (
        ev.ItemChanged(
            item=ChainItem(id="c1", controller="B", of="Poro", source=Source(ref="b1", gone=True))
        ),
        "The source of the ability of Poro (c1) is gone, and it stays on the chain.",
    ),
    (ev.ItemControlChanged(id="s1", player="A"), "A takes control of s1 on the chain."),
    (
        ev.ItemChosenAnew(id="s1", choices=[], chosen=["b1"]),
        "new choices are made for s1, and Stalwart Poro (b1) is chosen by it now.",
    ),
    (ev.ItemChosenAnew(id="s1", choices=[]), "new choices are made for s1."),
    (
        ev.CardMoved(
            verb="draw", player="B", card=Card(id="d1"), source="main_deck", target="hand"
        ),
        "B draws a card (d1).",
    ),
    (
        ev.CardMoved(
            verb="discard",
            player="A",
            card=Card(id="h1", card="Void Seeker", generation=2),
            source="hand",
            target="trash",
        ),
        "A discards Void Seeker (h1@2).",
    ),
    (
        ev.CardMoved(verb="other", player="A", card=Card(id="h1"), source="chain", target="trash"),
        "Void Seeker (h1) goes from the chain to A's trash.",
    ),
    (ev.DeckShuffled(player="A", deck="rune_deck"), "A shuffles the Rune Deck."),
    (ev.FaceSeen(id="h2", card="Hidden Blade"), "The card h2 is Hidden Blade."),
    (
        ev.ObjectEntered(verb="play", object=poro(exhausted=True), at="base:B"),
        "Stalwart Poro (b1) enters the board at B's base, exhausted.",
    ),
    (
        ev.ObjectEntered(verb="channel", object=poro(card="Fury Rune"), at="base:B"),
        "B channels Fury Rune (b1) to B's base.",
    ),
    (
        ev.ObjectLeft(
            verb="kill",
            ref="b1",
            name="Stalwart Poro",
            at="west",
            owner="B",
            controller="B",
            target="trash",
            card=Card(id="b1"),
        ),
        "Stalwart Poro (b1) is killed and goes to B's trash.",
    ),
    (
        ev.ObjectLeft(
            verb="kill",
            ref="b1",
            name="Stalwart Poro",
            at="west",
            owner="B",
            controller="B",
            target="trash",
        ),
        "Stalwart Poro (b1) is killed and ceases to exist, being a token.",
    ),
    (
        ev.ObjectLeft(
            verb="return",
            ref="b1",
            name="Stalwart Poro",
            at="west",
            owner="B",
            controller="A",
            target="hand",
            card=Card(id="b1"),
        ),
        "Stalwart Poro (b1) leaves the board and goes to B's hand.",
    ),
    (
        ev.CardHidden(
            at="west", card=FacedownCard(id="h2", controller="A", owner="A"), source="hand"
        ),
        "A hides a card (h2) from A's hand at Void Gate (west).",
    ),
    (
        ev.FacedownLeft(
            at="west", id="f1", owner="A", target="trash", card=Card(id="f1", card="Hidden Blade")
        ),
        "Hidden Blade (f1), facedown at Void Gate (west), is turned up and goes to A's trash.",
    ),
    (ev.Exhausted(refs=["b1"]), "Stalwart Poro (b1) is exhausted."),
    (ev.Readied(refs=["b1", "l1"]), "Stalwart Poro (b1) and Loose Cannon (l1) are readied."),
    (ev.Stunned(refs=["x", "y", "z"]), "x, y and z are stunned."),
    (ev.StunEnded(refs=["b1"]), "Stalwart Poro (b1) is no longer stunned."),
    (
        ev.Moved(refs=["b1"], to="base:B", origins={"b1": "west"}),
        "Stalwart Poro (b1) moves from Void Gate (west) to B's base.",
    ),
    (
        ev.Moved(refs=["x", "y"], to="west", origins={"x": "base:A", "y": "east"}),
        "x from A's base and y from east move to Void Gate (west).",
    ),
    (ev.Recalled(refs=["b1"], to="base:B"), "Stalwart Poro (b1) is recalled to B's base."),
    (
        ev.DamageDealt(ref="b1", amount=4, by="A", source="h1"),
        "Void Seeker (h1), controlled by A, deals 4 damage to Stalwart Poro (b1).",
    ),
    (ev.DamageDealt(ref="b1", amount=2, by="A"), "A deals 2 damage to Stalwart Poro (b1)."),
    (ev.Healed(refs=["b1"]), "Stalwart Poro (b1) is healed: the damage on it is cleared."),
    (ev.Buffed(refs=["b1"]), "Stalwart Poro (b1) is buffed."),
    (ev.Designated(refs=["b1"], designation="defender"), "Stalwart Poro (b1) becomes a defender."),
    (ev.Designated(refs=["x", "y"], designation="attacker"), "x and y become attackers."),
    (ev.Designated(refs=["b1"]), "Stalwart Poro (b1) is no longer attacking or defending."),
    (ev.BecameMighty(ref="b1"), "Stalwart Poro (b1) becomes Mighty."),
    (ev.Contested(at="west", by="A"), "A contests Void Gate (west)."),
    (ev.Contested(at="west"), "Void Gate (west) is no longer contested."),
    (ev.ControlChanged(at="west", player="A"), "A takes control of Void Gate (west)."),
    (ev.ControlChanged(at="west"), "Nobody controls Void Gate (west) any more."),
    (
        ev.Staged(at="west", staged=["showdown", "combat"]),
        "A showdown and a combat are staged at Void Gate (west).",
    ),
    (ev.Staged(at="west"), "Nothing is staged at Void Gate (west) any more."),
    (ev.ShowdownBegan(at="west", kind="combat"), "A combat showdown begins at Void Gate (west)."),
    (
        ev.ShowdownBecameCombat(at="west"),
        "The showdown at Void Gate (west) becomes a combat showdown.",
    ),
    (ev.ShowdownClosed(at="west"), "The showdown at Void Gate (west) closes."),
    (
        ev.CombatBegan(combat=COMBAT),
        "A combat begins at Void Gate (west): A attacks and B defends.",
    ),
    (ev.CombatAdvanced(step="damage"), "The combat is in its Combat Damage Step."),
    (
        ev.CombatAdvanced(step="resolution", next_task="determine_result"),
        "The combat is in its Resolution Step, where its result is determined next.",
    ),
    (
        ev.CombatNoted(recalled=True, excess={"A": 2}, result={"A": "won", "B": "lost"}),
        "A unit was recalled in this combat's Cleanup; A has assigned 2 damage beyond what was "
        "lethal; A wins the combat; B loses the combat.",
    ),
    (ev.CombatEnded(at="west"), "The combat at Void Gate (west) ends."),
    (ev.Scored(player="A", at="west", how="hold"), "A scores by holding Void Gate (west)."),
    (ev.PointsGained(player="A", reason="conquer"), "A gains 1 point for conquering."),
    (ev.PointsGained(player="A", amount=2), "A gains 2 points from an effect."),
    (
        ev.ResourcesAdded(
            player="A",
            units=[
                PoolUnit(kind="energy", amount=2),
                PoolUnit(kind="power", domain="Fury", restriction="spells"),
            ],
        ),
        "A adds 2 Energy and 1 Fury Power (only for spells) to the Rune Pool.",
    ),
    (
        ev.ResourcesPaid(player="A", units=[PoolUnit(kind="power", domain="any")]),
        "A pays 1 Power of any domain.",
    ),
    (
        ev.ResourcesPaid(player="A", units=[PoolUnit(kind="energy", amount=2)], assumed=True),
        "A pays 2 Energy, which are taken to be enough.",
    ),
    (ev.PoolEmptied(player="A"), "What is left in A's Rune Pool is lost."),
    (
        ev.EffectBegan(
            effect=Effect(
                id="e2",
                controller="A",
                origin="Stupefy",
                affects=["b1"],
                might=-1,
                keywords={"Tank": 1, "Assault": 2},
            )
        ),
        "An effect of Stupefy applies to Stalwart Poro (b1), this turn: -1 Might, Tank and "
        "Assault 2.",
    ),
    (ev.EffectEnded(id="e1"), "The effect of Stupefy (e1) ends."),
    (
        ev.EffectUsed(id="e1", prevent=2),
        "The effect of Stupefy (e1) is used; what is left of it: 2 damage to prevent.",
    ),
    (
        ev.CopyChanged(ref="b1", copied={"card": "Void Gate"}),
        "Stalwart Poro (b1) is a copy of Void Gate.",
    ),
    (
        ev.CopyChanged(ref="b1", copied={"text": "Void Gate"}),
        "Stalwart Poro (b1) has the text of Void Gate.",
    ),
    (
        ev.CopyChanged(ref="b1", copied={}),
        "Stalwart Poro (b1) is a copy of nothing any more.",
    ),
    (
        ev.AbilityUsed(key="b1/0", player="B"),
        "An ability of Stalwart Poro (b1) is used by B (b1/0).",
    ),
    (
        ev.BattlefieldPlaced(battlefield=Battlefield(id="east", card="Void Gate", owner="A")),
        "A places Void Gate (east).",
    ),
    (
        ev.BattlefieldReplaced(at="west", card="Brush"),
        "The battlefield west becomes Brush.",
    ),
    (ev.GameBegan(first_player="A"), "The game begins, and A takes the first turn."),
    (
        ev.TurnQueued(player="B", resume_after="A"),
        "B will take an additional turn after this one.",
    ),
    (
        ev.AlliesNoted(controlled=["west"]),
        "A teammate's battlefields cannot be scored this turn: Void Gate (west).",
    ),
    (
        ev.AlliesNoted(occupied={"west": ["A", "B"]}),
        "A and B have units at Void Gate (west) in the Scoring Step.",
    ),
    (
        ev.TextBecameActive(ref="a1", text="level 3", since=4),
        "The text of a1 behind level 3 becomes active.",
    ),
    (ev.CardsRemoved(player="B"), "All cards that B owns leave the game."),
    (ev.PlayerRemoved(player="B", how="conceded"), "B concedes and is removed from the game."),
    (
        ev.GameWon(result=Result(winners=["A"])),
        "A wins the game, with the points that are needed.",
    ),
    (
        ev.GameWon(result=Result(winners=["A", "C"], cause="last_player")),
        "A and C win the game, as nobody else is left.",
    ),
    (ev.GameWon(result=Result()), "The game ends, and nobody wins."),
    (
        ev.Attached(ref="g1", to="b1", at="west"),
        "g1 is attached to Stalwart Poro (b1), at Void Gate (west).",
    ),
    (ev.Detached(ref="g1", was="b1"), "g1 is detached from Stalwart Poro (b1)."),
    (ev.Empowered(refs=["b1"]), "Stalwart Poro (b1) is Empowered."),
    (ev.Disempowered(refs=["b1"]), "Stalwart Poro (b1) is Empowered no longer."),
    (ev.BuffSpent(ref="b1"), "A buff on Stalwart Poro (b1) is spent."),
    (ev.BuffSpent(ref="b1", amount=2), "2 buffs on Stalwart Poro (b1) are spent."),
    (ev.ObjectControlChanged(ref="b1", player="A"), "A takes control of Stalwart Poro (b1)."),
    (ev.ExperienceGained(player="A", amount=2), "A gains 2 XP."),
    (ev.ExperienceSpent(player="A", amount=2), "A spends 2 XP."),
    (ev.PointsLost(player="A", amount=1), "A loses a point."),
    (ev.PointsLost(player="A", amount=2), "A loses 2 points."),
    (
        ev.CardSeen(
            player="A", deck="main_deck", card=Card(id="d1", card="Poro"), from_position="middle"
        ),
        "The next card of A's Main Deck is Poro (d1).",
    ),
    (
        ev.CardsLooked(by="A", player="B", zone="main_deck", refs=["d1", "d2"]),
        "A looks at 2 cards of B's Main Deck.",
    ),
    (
        ev.CardsRevealed(player="A", zone="hand", cards=[Card(id="h1", card="Poro")]),
        "A reveals Poro (h1) from A's hand.",
    ),
    (
        ev.Healed(refs=["b1"], amount=2),
        "Stalwart Poro (b1) is healed: up to 2 damage on it is cleared.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_one_plain_sentence(event: ev.Event, sentence: str) -> None:
    assert describe_event(event, NAMES) == sentence


def test_every_type_of_event_can_be_said() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(ev.EVENT_TYPES)


def test_every_way_off_the_chain_is_said_in_its_own_words() -> None:
    ways = get_args(get_type_hints(ev.ItemRemoved)["why"])
    said = {describe_event(ev.ItemRemoved(id="s1", why=way)) for way in ways}
    assert len(said) == len(ways) > 1


# --- names ----------------------------------------------------------------------------------------


def test_without_a_board_things_are_called_by_their_ids() -> None:
    assert describe_event(ev.Exhausted(refs=["b1"])) == "b1 is exhausted."
    assert describe_event(ev.Contested(at="west", by="A")) == "A contests west."


def test_a_reference_to_a_later_generation_keeps_its_number() -> None:
    assert NAMES.thing("b1@2") == "Stalwart Poro (b1@2)"


def test_what_a_trace_brings_onto_the_board_has_a_name() -> None:
    entered = ev.ObjectEntered(verb="create", object=poro(id="t1", card="Recruit"), at="west")
    names = Names(trace=[Step(rules=["439"], children=[Step(rules=["439"], event=entered)])])
    assert names.thing("t1") == "Recruit (t1)"


# --- rulings --------------------------------------------------------------------------------------


def test_an_illegal_action_is_read_out_with_every_reason_and_remedy() -> None:
    problems = [
        Problem(
            code="unit_exhausted",
            kind="not_now",
            rules=["144.2", "414.4"],
            sentence="b1 is exhausted.",
            remedy="Ready it first.",
        ),
        Problem(code="needs_ganking", kind="not_now", rules=["810.1.b"], sentence="It stays."),
    ]
    ruling = Ruling(
        basis="rules",
        verdict="illegal",
        sentence="Illegal, for 2 reasons: b1 is exhausted.",
        problems=problems,
        board=BOARD,
    )
    assert ruling_text(ruling).lines() == [
        "Illegal, for 2 reasons: b1 is exhausted.",
        "  - b1 is exhausted. (144.2, 414.4)",
        "    Ready it first.",
        "  - It stays. (810.1.b)",
    ]


def test_a_single_reason_is_not_said_twice() -> None:
    problem = Problem(code="game_over", kind="never", rules=["196"], sentence="The game is over.")
    ruling = Ruling(
        basis="rules",
        verdict="illegal",
        sentence="Illegal: The game is over.",
        problems=[problem],
        board=BOARD,
    )
    assert ruling_text(ruling).lines() == ["Illegal: The game is over.", "  [game_over] (196)"]


def test_a_legal_ruling_is_read_out_step_by_step() -> None:
    ruling = Ruling(
        verdict="legal",
        basis="assumed",
        sentence="Legal.",
        board=BOARD,
        trace=[
            Step(
                rules=["465"],
                children=[
                    Step(rules=["417.1.b"], event=ev.DamageDealt(ref="b1", amount=2, by="A")),
                    Step(rules=["418"], text="heal", children=[Step(text="nothing is left of it")]),
                ],
            )
        ],
        citations=[Citation(edition="core-1.4", rule="417.1.b", gist="Damage is marked.")],
        assumptions=[Assumption(path="turn.begun", sentence="A has begun 4 turns.")],
        caveats=[Caveat(code="text", sentence="Careful.")],
        stamp=Stamp(engine="1.0", edition="core-1.4", overlays_not_held=["faq-1"], catalogue="abc"),
    )
    text = ruling_text(ruling)
    assert text.lines() == [
        "Legal.",
        "This rests on what is assumed or noted below.",
        "What happened:",
        "  Step 2: The Combat Damage Step. (465)",
        "    A deals 2 damage to Stalwart Poro (b1). (417.1.b)",
        "    Heal. (418)",
        "      Nothing is left of it.",
        "Assumed:",
        "  - A has begun 4 turns.",
        "Note:",
        "  - Careful.",
        "Arbiter 1.0, core-1.4, catalogue abc, without faq-1, which is not held",
    ]
    (damage, _) = text.steps[0].steps
    assert str(damage.rules[0]) == "417.1.b Damage is marked."


def test_a_step_is_not_repeated_under_itself() -> None:
    passed = Step(rules=["338.1.b"], event=ev.PriorityPassed(player="A"))
    other = Step(rules=["339"], event=ev.PriorityPassed(player="A"))
    outer = Step(rules=["338.1.b"], text="A passes Priority.", children=[passed, other])
    (text,) = ruling_text(Ruling(basis="rules", verdict="legal", trace=[outer])).steps
    assert [[rule.number for rule in child.rules] for child in text.steps] == [["339"]]


def test_a_question_is_read_out_with_what_may_be_answered() -> None:
    question = Question(
        form="choose_some",
        to="B",
        prompt="Which cards go back?",
        rules=["117"],
        options=[Option(id="h1"), Option(id="west"), Option(id="x", text="the other", count=2)],
        min=0,
        max=2,
        such_that=["no two of one name"],
    )
    lines = ruling_text(
        Ruling(basis="rules", verdict="question", question=question, board=BOARD)
    ).lines()
    assert lines == [
        "A choice is needed.",
        "B chooses: Which cards go back? (117)",
        "  - h1: Void Seeker",
        "  - west: Void Gate",
        "  - x: the other (x2)",
        "  No two of one name.",
        "  Answer with a list of these. At most 2.",
    ]


def test_a_question_of_damage_says_what_is_lethal() -> None:
    question = Question(
        form="assign_damage",
        to="A",
        prompt="Where does it go?",
        amount=5,
        targets=[DamageTarget(id="b1", lethal=3, first=True), DamageTarget(id="b2", lethal=1)],
    )
    sentence = "Legal so far; A is asked: Where does it go?"
    ruling = Ruling(
        basis="rules", verdict="question", sentence=sentence, question=question, board=BOARD
    )
    assert ruling_text(ruling).lines() == [
        "Legal so far; A is asked: Where does it go?",
        "  - Stalwart Poro (b1): 3 is lethal, must be assigned to first",
        "  - b2: 1 is lethal",
        "  Answer with the damage for each unit, adding up to the whole. The whole is 5.",
    ]


def test_a_refusal_says_why_and_how_to_go_on() -> None:
    refusal = Refusal(
        reason="clause",
        sentence="The text of Stalwart Poro is not modelled.",
        about="Stalwart Poro",
        rules=["135.2"],
        waive=["no_effect"],
    )
    ruling = Ruling(
        basis="rules", verdict="not_adjudicable", sentence=refusal.sentence, refusal=refusal
    )
    assert ruling_text(ruling).lines() == [
        "This can't be judged: The text of Stalwart Poro is not modelled.",
        "  Why: something that a card says is not modelled (Stalwart Poro). (135.2)",
        '  To go on: Take "Stalwart Poro" to have no effect: --waive on the command line, '
        "no_effect under `waivers` in a request.",
    ]


def test_a_step_and_its_event_that_says_the_same_are_one_line_with_all_rules() -> None:
    closed = Step(rules=["347.2.a"], event=ev.ShowdownClosed(at="west"))
    focus = Step(rules=["347.2.a"], event=ev.FocusGained())
    words = "The showdown at Void Gate (west) closes"
    outer = Step(rules=["348"], text=words, children=[closed, focus])
    ruling = Ruling(basis="rules", verdict="legal", board=BOARD, trace=[outer])
    (text,) = ruling_text(ruling).steps
    assert text.sentence == f"{words}."
    assert [rule.number for rule in text.rules] == ["348", "347.2.a"]
    assert [child.sentence for child in text.steps] == ["Nobody has Focus."]


def test_an_event_that_goes_on_gives_its_sentence_to_the_step() -> None:
    entered = Step(
        rules=["191.3"],
        event=ev.ObjectEntered(verb="play", object=poro(exhausted=True), at="base:B"),
    )
    words = "Stalwart Poro (b1) enters the board at B's base"
    (text,) = ruling_text(
        Ruling(
            basis="rules",
            verdict="legal",
            trace=[Step(rules=["359.2"], text=words, children=[entered])],
        )
    ).steps
    assert text.sentence == f"{words}, exhausted."
    assert [rule.number for rule in text.rules] == ["359.2", "191.3"]
    assert text.steps == []
