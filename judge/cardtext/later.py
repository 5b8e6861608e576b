"""What a text has done later in words: reflexive and delayed abilities (386-395)."""

from __future__ import annotations

from judge.cardtext.doing import sentences
from judge.cardtext.english import capitalised, number_word, spaced, uncapitalised
from judge.cardtext.moments import when
from judge.cardtext.scene import Clause, Scene, ability, amount, clause
from judge.cardtext.selectors import meant
from judge.cardtext.values import for_each
from judge.cardtext.words import DURATIONS
from judge.effects import notation as n


@clause.register
def _do_this(node: n.DoThis, scene: Scene) -> Clause:
    trigger = node.ability
    # 387.2: without a condition it is simply what is done next
    lead = f"{when(trigger.moments, scene)}," if trigger.moments else "then"
    if not trigger.moments and isinstance(scene.labels.get(node.after or ""), n.Play):
        who = scene.labels[node.after or ""].who
        lead = "if you do," if who == "you" else "if they do,"
    match trigger.moments:
        case [n.Moment(event="die", what=str() as name)] if name in scene.slots:
            noun = meant(name, scene)
            lead = f"if this kills {noun.object},"
            if noun.many:
                lead = "then for each unit this kills,"
    inner = scene.within(slots={**scene.slots, **trigger.chooses})
    doing = capitalised(sentences(trigger.does, inner))
    if node.times != 1:
        counted = for_each(node.times, scene)
        lead += f" {counted[1]}," if counted else f" {amount(node.times, scene)} times,"
    if trigger.may:
        doing = f"You may {uncapitalised(doing)}"
    return Clause("", f"{lead} do this: {doing}")


@clause.register
def _do_following(node: n.DoFollowing, scene: Scene) -> Clause:
    count = "" if node.choose is None else f"{number_word(node.choose)} of "
    told = ""
    if node.by is not None:
        told = "type" if any(each.type is not None for each in node.of) else "domain"
        # "it" could be the card that was drawn before
        discarded = isinstance(scene.labels.get(node.by), n.Discard)
        whose = "the discarded card's" if discarded else meant(node.by, scene).possessive
        told = f" based on {whose} {told}"
    lines = []
    for each in node.of:
        trigger = each.ability
        inner = scene.within(slots={**scene.slots, **trigger.chooses}, said=[*scene.said])
        doing = capitalised(sentences(trigger.does, inner))
        if trigger.may:
            doing = f"You may {uncapitalised(doing)}"
        if trigger.moments:
            doing = f"{capitalised(when(trigger.moments, scene))}, {uncapitalised(doing)}"
        case = each.type or (f"[{each.domain}]" if each.domain is not None else "")
        lines.append(f"• {case} — {doing}." if case else f"• {doing}.")
    return Clause("", f"do {count}the following{told}:\n" + "\n".join(lines))


@clause.register
def _delay(node: n.Delay, scene: Scene) -> Clause:
    until = DURATIONS[node.until]
    if node.once and _is_of_the_end(node.ability):
        return Clause("", _at_the_end(node.ability, scene))
    # 359.3.f.3.b: the place that the condition of this text was about
    inner = scene.within(there="to this battlefield") if scene.voice == "I" else scene
    text = ability(node.ability, inner).removesuffix(".")
    lead, comma, rest = text.partition(", ")
    if node.once:
        lead = lead.replace("When ", "The next time ", 1).replace("If ", "The next time ", 1)
    if node.once and node.until == "unlimited":
        lead = lead.replace(" start of your ", " start of your next ", 1)
    if until and "this turn" not in lead:
        lead = spaced(lead, until)
    return Clause("", uncapitalised(f"{lead}{comma}{rest}"))


def _is_of_the_end(made: n.Triggered | n.Replacement) -> bool:
    """Whether it waits for the end of this turn, whoever's that is."""
    return isinstance(made, n.Triggered) and made.moments == [n.Moment(event="end_turn")]


def _at_the_end(made: n.Triggered | n.Replacement, scene: Scene) -> str:
    """ "Buff a unit at the end of this turn"."""
    inner = scene.within(slots={**scene.slots, **getattr(made, "chooses", {})})
    inner.say("")  # by then it is "that unit" again
    return f"{sentences(made.does, inner)} at the end of this turn"
