"""Game actions of players, and those on no object, in words."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.english import joined, spaced, symbols
from judge.cardtext.instructions import done_to
from judge.cardtext.moments import happening
from judge.cardtext.scene import Clause, Scene, amount, clause
from judge.cardtext.selectors import abilities_meant, at_place, meant, phrase, player
from judge.cardtext.values import so_many, so_many_cards
from judge.cardtext.words import DURATIONS
from judge.effects import notation as n


@clause.register
def _draw(node: n.Draw, scene: Scene) -> Clause:
    if node.what is not None:
        return Clause("draw", done_to(node.what, scene))
    return Clause("draw", so_many_cards(node.amount, scene))


@clause.register
def _discard(node: n.Discard, scene: Scene) -> Clause:
    if isinstance(node.what, n.Selector):
        if node.what == n.Selector(kind="card", zone="hand"):
            owner = scene.you.possessive if node.who == "you" else "their"
            return Clause("discard", f"{owner} hand")
        if isinstance(scene.labels.get(node.what.the or ""), n.Choose):
            return Clause("discard", "that card")
        return Clause("discard", phrase(node.what, scene, "chosen"))
    if node.what is not None:
        return Clause("discard", meant(node.what, scene).object)
    return Clause("discard", so_many_cards(node.amount, scene))


@clause.register
def _predict(node: n.Predict, scene: Scene) -> Clause:
    return Clause("predict", "" if node.amount == 1 else so_many(node.amount, "", scene))


@clause.register
def _channel(node: n.Channel, scene: Scene) -> Clause:
    text = so_many(node.amount, "rune", scene)
    head, each, tail = text.partition(" for each ")
    return Clause("channel", spaced(head, "exhausted" if node.exhausted else "") + each + tail)


@clause.register
def _add(node: n.Add, scene: Scene) -> Clause:
    if isinstance(node.energy, int):
        text = symbols(node.energy, node.power)
    else:
        text = f"{amount(node.energy, scene)}{symbols(0, node.power)}"
        text = f"Energy equal to {text}" if not text.startswith("that") else text
    if node.times != 1:
        one = "Energy" if (node.energy, node.power) == (1, []) else text
        text = f"{amount(node.times, scene)} {one}"
    if node.only_during is not None:
        kind = "Power" if node.power and node.energy == 0 else "Energy"
        text += f". Spend this {kind} only during {node.only_during}s"
    if node.only_for is not None:
        things = phrase(node.only_for, scene, "several")
        text += f". Use only to play {things}"
        text += f" or use {things} abilities" if node.abilities_too else ""
    return Clause("[Add]", text)


@clause.register
def _score(node: n.Score, scene: Scene) -> Clause:
    if node.at is not None:
        place = at_place(node.at, scene)
        return Clause("score", place if place in ("here", "there") else place.removeprefix("at "))
    return Clause("score", so_many(node.amount, "point", scene))


@clause.register
def _lose_points(node: n.LosePoints, scene: Scene) -> Clause:
    return Clause("lose", so_many(node.amount, "point", scene))


@clause.register
def _gain_experience(node: n.GainExperience, scene: Scene) -> Clause:
    return Clause("gain", so_many(node.amount, "XP", scene))


@clause.register
def _spend_experience(node: n.SpendExperience, scene: Scene) -> Clause:
    return Clause("spend", so_many(node.amount, "XP", scene))


@clause.register
def _burn(node: n.Burn, scene: Scene) -> Clause:
    return Clause("burn", so_many_cards(node.amount, scene))


@clause.register
def _skip(node: n.Skip, scene: Scene) -> Clause:
    taken = happening(node.moment, scene)
    return Clause("skip", f"the next time {taken.now()} {DURATIONS[node.until]}".strip())


@clause.register
def _win(node: n.Win | n.Lose, scene: Scene) -> Clause:
    verb = "win" if isinstance(node, n.Win) else "lose"
    return Clause(verb, "the game", subject=player(node.who, scene))


@clause.register
def _take_turn(node: n.TakeTurn, scene: Scene) -> Clause:
    return Clause("take", "a turn after this one")


@clause.register
def _name(node: n.NameCard, scene: Scene) -> Clause:
    return Clause("name", f"a {node.what}")


@clause.register
def _choose(node: n.Choose, scene: Scene) -> Clause:
    selector = node.from_
    if selector.the is not None and selector.zone == "hand":
        whose = "chosen" if selector.of == "opponent" else selector.of  # who was named before
        selector = replace(selector, the=None, of=whose)
        scene.say(node.label or "")
    anew = node.label is not None and node.label in selector.unlike
    if anew:
        others = [name for name in selector.unlike if name != node.label]
        selector = replace(selector, unlike=others)
    text = phrase(selector, scene, "chosen", motion=True)
    if selector.of == "chosen" and node.from_.of == "opponent":
        text = text.replace("from their hand", "from it")  # which was spoken of just before
    if anew:
        own = "this spell" if scene.voice == "this" else "this ability"
        text += f" that hasn't been chosen for {own}"
    subject = None if node.from_.by == "you" else player(node.from_.by, scene)
    return Clause("choose", text, subject)


@clause.register
def _choose_option(node: n.ChooseOption, scene: Scene) -> Clause:
    return Clause("choose", joined(node.options, "or"))


@clause.register
def _activate(node: n.Activate, scene: Scene) -> Clause:
    if node.repeat and node.abilities.source == "me":
        kind = "gear" if scene.voice == "this" else "unit"
        return Clause("repeat", f"this {kind}'s {node.abilities.event} effect")
    return Clause("activate", abilities_meant(node.abilities, scene))


@clause.register
def _procedure(node: n.Procedure, scene: Scene) -> Clause:
    words = node.name.replace("_", " ")
    return Clause("", words if node.what is None else f"{words} {done_to(node.what, scene)}")
