"""One of several things in words: modes (355.3), and what one player or another says (355.17)."""

from __future__ import annotations

from judge.cardtext.doing import of_one_thing, paragraph, sentences
from judge.cardtext.english import Noun, agreeing, capitalised, joined, number_word
from judge.cardtext.scene import Clause, Scene, clause
from judge.cardtext.selectors import player
from judge.effects import notation as n


@clause.register
def _modes(node: n.Modes, scene: Scene) -> Clause:
    this_turn = "that hasn't been chosen" if scene.triggered else "you've not chosen"
    once = {None: "", "item": " you haven't already chosen", "turn": f" {this_turn} this turn"}
    if node.min == node.max:
        how_many = number_word(node.max)
    else:
        how_many = (
            f"up to {number_word(node.max)}"
            if node.min == 0
            else f"{number_word(node.min)} or more"
        )
    modes = [_mode(each, scene) for each in node.of]
    return Clause("", f"choose {how_many}{once[node.once]} —\n" + "\n".join(modes))


def _mode(mode: n.Mode, scene: Scene) -> str:
    before = [name for name in scene.said if name not in mode.chooses]
    return "• " + capitalised(paragraph(mode.chooses, mode.does, scene.within(said=before)))


@clause.register
def _either(node: n.Either, scene: Scene) -> Clause:
    """ "Draw 1 or channel 1 rune exhausted"; of one thing, "ready or exhaust a legend"; as another
    player says, "draw 1 unless an opponent has you draw 2".
    """
    ends = [mode.does[0] for mode in node.of if len(mode.does) == 1]
    if len(ends) == len(node.of) == 2 and all(isinstance(each, n.Put) for each in ends):
        placed = _on_either_end(ends, node.who, scene)
        if placed is not None:
            return placed
    if node.who != "you" and len(node.of) == 2:
        usual = sentences(node.of[0].does, scene)
        decider = player(node.who, scene)
        other = sentences(node.of[1].does, scene)
        has = agreeing("have", decider.person)
        return Clause("", f"{usual} unless {decider.subject} {has} {scene.you.object} {other}")
    if of_one_thing(node):
        *others, last = (mode.does[0] for mode in node.of)
        verbs = [clause(each, scene.within(said=list(scene.said))).verb for each in others]
        said = clause(last, scene)
        return Clause(joined([*verbs, said.verb], "or"), said.rest, said.subject)
    texts = [sentences(mode.does, scene.within(said=list(scene.said))) for mode in node.of]
    return Clause("", joined(texts, "or"))


def _on_either_end(ends: list[n.AnyInstruction], who: str, scene: Scene) -> Clause | None:
    """A card is put on one end of a deck or the other, as its player likes."""
    doer = player(who, scene)
    inner = scene if who == "you" else scene.within(you=Noun("they", "them", "their"))
    top, bottom = (clause(each, inner.within(said=list(scene.said))) for each in ends)
    both = top.rest.replace("on the top of", "on the top or bottom of", 1)
    if "on the bottom of" not in bottom.rest or both == top.rest:
        return None
    if who == "you":
        return Clause(top.verb, both)
    return Clause("", f"{doer.subject} {agreeing(top.verb, doer.person)} {both}")
