"""What each player does, in words."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.doing import in_groups, said_together, stands_alone, told
from judge.cardtext.english import Noun, agreeing, capitalised, joined, spaced
from judge.cardtext.scene import Clause, Scene, clause
from judge.effects import notation as n


@clause.register
def _each_player(node: n.EachPlayer, scene: Scene) -> Clause:
    if node.picked is not None or node.did is not None:
        return _for_those(node, scene)
    who = "each opponent" if node.opponents_only else "each player"
    who = "each other player" if node.others_only else who
    they = Noun(who, "them", "their", "third")
    if node.with_you:
        they = Noun(f"{scene.you.subject} and {who}", "them", "their", "plural")
        who = they.subject
    inner = scene.within(you=they, labels=dict(scene.labels))
    parts = [
        _told_by(group, they, inner) for group in in_groups(_without_own_choices(node.does, inner))
    ]
    for each in node.does:  # what all of them have chosen is spoken of afterwards
        if isinstance(each, n.Choose | n.Banish) and each.label is not None:
            scene.labels[each.label] = node
    starting = {"next": "starting with the next player, ", "you": "starting with you, "}
    lead = starting.get(node.starting, "")
    text = f"{lead}{who} {parts[0]}"
    for place, part in enumerate(parts[1:], 2):
        then = "" if place < len(parts) else "then "  # of several the last
        text += (
            f". {capitalised(part)}" if part.startswith(("if ", "for each ")) else f", {then}{part}"
        )
    return Clause("", text)


def _for_those(node: n.EachPlayer, scene: Scene) -> Clause:
    """ "For each player that chooses Bread, that player draws 1"; of a deed, "for each who did"."""
    those = "opponent" if node.opponents_only else "player"
    lead = f"for each {those} who did" if node.did is not None else ""
    lead = lead or f"for each {those} that chooses {node.picked}"
    you = scene.you.subject
    who = {"each": "that player", "you": you, "both": f"{you} and that player each"}[node.follower]
    they = Noun(who, "them", "their", "third" if node.follower == "each" else "plural")
    inner = scene.within(you=they, labels=dict(scene.labels))
    parts = [_told_by(group, they, inner) for group in in_groups(node.does)]
    return Clause("", f"{lead}, {who} {joined(parts)}")


def _without_own_choices(does: list[n.AnyInstruction], scene: Scene) -> list[n.AnyInstruction]:
    """The instructions without what each player chooses of their own for the next one, which says
    it: "kills one of their gear".
    """
    found: list[n.AnyInstruction] = []
    for node in does:
        before = found[-1] if found else None
        own = isinstance(before, n.Choose) and before.from_.side == "yours" and not before.may
        freely = isinstance(before, n.Choose) and before.from_.zone == "board" and not own
        seen = isinstance(before, n.Choose) and before.from_ == n.Selector(
            kind="card", the=before.from_.the, min=before.from_.min, max=before.from_.max
        )
        freely |= seen and not freely and isinstance(node, n.Banish)
        label = None if before is None or not (own or freely) else before.label
        if label is not None and getattr(node, "what", None) == label:
            chosen = found.pop()
            scene.labels[label] = replace(chosen, label=None) if freely else chosen
            node = replace(node, may=chosen.may) if freely else node
        found.append(node)
    return found


def _told_by(group: list[n.AnyInstruction], they: Noun, scene: Scene) -> str:
    """A clause without its subject, in the third person."""
    if group[0].who != "you" or (stands_alone(group[0]) and not group[0].may):
        return told(group, scene.within(you=Noun("they", "them", "their", "plural")))
    said = said_together(group, scene)
    if group[0].label is not None:
        scene.labels[group[0].label] = group[0]
    if group[0].may:
        return spaced("may", said.verb, said.rest)
    return spaced(agreeing(said.verb, they.person), said.rest)
