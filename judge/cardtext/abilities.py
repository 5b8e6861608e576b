"""Abilities in words: paragraphs with their condition, their cost or what they last for."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.costs import before_colon, less_for_each, resources, to_pay, with_keyword
from judge.cardtext.doing import paragraph, sentences
from judge.cardtext.english import (
    IT,
    THEM,
    Noun,
    agreeing,
    capitalised,
    joined,
    keyword_word,
    named,
    participle,
    uncapitalised,
)
from judge.cardtext.moments import happening, when
from judge.cardtext.scene import NotPrintable, Scene, ability, amount, change, condition
from judge.cardtext.selectors import meant, phrase, player
from judge.cardtext.values import for_each
from judge.effects import notation as n
from judge.effects.supporting_reveals import looks_first


def _dependent(node: n.Ability) -> str:
    """The keyword under whose condition the text is active (721)."""
    level = "" if node.level is None else f"[Level {node.level}][>] "
    return ("[Legion][>] " if node.legion else "") + level


@ability.register
def _triggered(node: n.Triggered, scene: Scene) -> str:
    batch = any(moment.batch for moment in node.moments)
    inner = scene.within(
        slots={**scene.slots, **node.chooses},
        labels=dict(scene.labels),
        said=list(scene.said),
        cost=node.cost,
        zone=node.zone,
        triggered=True,
        it=THEM if batch else scene.it,
        bound=node.may or any(moment.provided is not None for moment in node.moments),
        apart=not (node.deathknell or node.may or node.cost),
    )
    lead = "[Deathknell][>] " if node.deathknell else f"{capitalised(when(node.moments, inner))}, "
    if any(choice.by == "that_player" for choice in node.chooses.values()):
        inner = inner.within(you=THEM)  # the player of the condition (190.6.c)
    text = paragraph(node.chooses, node.does, inner)
    if node.cost is not None:
        paid = to_pay(node.cost, inner)
        text = f"you may {paid} to {text}" if node.may else f"{paid} to {text}"
    elif node.may and node.does == [n.Move(what="me", at="arrival")]:
        text = f"{inner.me.subject} may be moved with it."
    elif node.may:
        text = f"{inner.you.subject} may {text}"
    if node.times_each_turn == 1:
        lead = f"Once each turn, {uncapitalised(lead)}"
    elif node.times_each_turn is not None:
        lead = f"Up to {node.times_each_turn} times each turn, {uncapitalised(lead)}"
    if node.deathknell:
        provided = node.moments[0].provided
        text = capitalised(text if provided is None else f"if {_was(provided, inner)}, {text}")
    return _dependent(node) + lead + text


def _was(provided: n.Condition, scene: Scene) -> str:
    """What has to have been so as it died."""
    alone = n.Is(what="me", a=n.Selector(state=["alone"]))
    if provided == alone:
        return f"{scene.me.subject} died alone"
    if provided == n.Not(that=alone):
        return f"{scene.me.subject} didn't die alone"
    return condition(provided, scene).replace("I'm ", "I was ")


@ability.register
def _activated(node: n.Activated, scene: Scene) -> str:
    inner = scene.within(cost=node.cost, labels=dict(scene.labels), said=list(scene.said))
    timing = "" if node.timing == "normal" else f"[{node.timing.capitalize()}][>] "
    cost = before_colon(node.cost, inner)
    text = capitalised(paragraph(node.chooses, node.does, inner))
    if (lessened := less_for_each(node.cost)) is not None:
        count = replace(lessened[1], each=-lessened[1].each)
        less = for_each(count, inner)
        if less is not None:
            text += f" This ability costs [{less[0]}] less {less[1]}."
    if node.only_if is not None:
        word = "while" if isinstance(node.only_if, n.Is | n.InCombat) else "if"
        use = "Use this ability only" if word == "while" else "Use only"
        text += f" {use} {word} {condition(node.only_if, scene)}."
    if node.times_each_turn == 1:
        text += " Use only once per turn."
    elif node.times_each_turn is not None:
        text += f" Use only {node.times_each_turn} times per turn."
    return f"{_dependent(node)}{timing}{cost}: {text}"


#: conditions of which a static ability says "if": of something that does not go on
_OF_A_POINT = (n.Happened, n.CostPaid, n.PlayedFrom, n.Compare, n.NearVictory)


@ability.register
def _static(node: n.Static, scene: Scene) -> str:
    inner = scene.within(labels=dict(scene.labels), said=list(scene.said))
    lead = ""
    unused = n.Cannot(moment=n.Moment(event="play_ability", what="me"))
    if node.changes == [unused] and isinstance(node.while_, n.Not) and node.affects == "me":
        used = condition(node.while_.that, inner)
        return f"{_dependent(node)}Use {scene.me.possessive} abilities only while {used}."
    if node.while_ is not None:
        itself = node.affects in ("me", "this")
        kinds = n.Enters | n.CostChange
        entering = itself and any(isinstance(each, kinds) for each in node.changes)
        word = "If" if entering or isinstance(node.while_, _OF_A_POINT) else "While"
        lead = f"{word} {condition(node.while_, inner)}, "
    placed = [isinstance(each, n.Enters) and each.where != "anywhere" for each in node.changes]
    if any(placed) and (len(placed) > 1 or node.while_ is not None):
        raise NotPrintable("how something enters at a place, and more than that")
    match node.changes:
        case [n.Enters(where="battlefield" | "base" as place)]:
            lead = f"If you play {inner.me.object} to {'' if place == 'base' else 'a '}{place}, "
    noun = affected(node.affects, inner)
    if isinstance(node.affects, n.Selector) and "alone" in node.affects.state:
        if node.while_ is not None:
            raise NotPrintable("two conditions of one static ability")
        lead, noun = _while_alone(node.affects, inner), IT
    if (cheaper := _cheaper_from_elsewhere(node, inner)) is not None:
        return _dependent(node) + cheaper
    text = _played_for(node, inner) or _together(
        [change(each, noun, inner) for each in node.changes], noun
    )
    text = capitalised(lead + (uncapitalised(text) if lead else text))
    text += " instead" if node.instead else ""
    return _dependent(node) + (text if text.endswith('."') else f"{text}.")


def _played_for(node: n.Static, scene: Scene) -> str:
    """ "You may play me from your hand for [2][Calm]", of a permission with its own price."""
    match node.changes:
        case [n.May(zone=str()) as may, n.CostChange(alternative=n.Cost() as price)]:
            return f"{change(may, scene.me, scene)} for {resources(price, scene)}"
    return ""


def _cheaper_from_elsewhere(node: n.Static, scene: Scene) -> str | None:
    """A cost change of what is played from another zone than the hand, in one breath."""
    match node.changes, node.while_:
        case [n.CostChange() as given], n.Not(that=n.PlayedFrom(zone="hand")) if (
            node.affects == "me"
        ):
            costs = change(given, scene.me, scene)
            return f"{capitalised(costs)} to play from anywhere other than your hand."
    return None


def _while_alone(selector: n.Selector, scene: Scene) -> str:
    """ "While a friendly unit defends alone, "."""
    states = {"attacking": "attacks", "defending": "defends"}
    doing = [states[word] for word in selector.state if word in states]
    rest = [word for word in selector.state if word not in (*states, "alone")]
    one = phrase(replace(selector, state=rest), scene, "one")
    return f"While {one} {joined(doing, 'or')} alone, "


def affected(objects: n.Objects, scene: Scene) -> Noun:
    """What a static ability changes, as a subject."""
    if isinstance(objects, n.Selector) and objects.kind == "player":
        return scene.you if objects.side == "yours" else named("opponents", many=True)
    if isinstance(objects, n.Selector) and objects.the is None:
        return named(phrase(objects, scene, "several"), many=True)
    return meant(objects, scene)


def _together(texts: list[str], noun: Noun) -> str:
    """Several changes of the same things in one sentence."""
    have = f"{noun.subject} have "
    has = f"{noun.subject} has "
    lead = next((each for each in (have, has) if texts[0].startswith(each)), None)
    own, rest = [], []
    for text in texts:
        if lead is not None and text.startswith(lead):
            own.append(text.removeprefix(lead))
        else:
            rest.append(text.removeprefix(f"{noun.subject} "))
    first = [f"{lead}{joined(own)}"] if lead is not None else []
    if not first and rest:
        first, rest = [texts[0]], rest[1:]
    return joined([*first, *rest])


@ability.register
def _replacement(node: n.Replacement, scene: Scene) -> str:
    inner = scene.within(
        labels=dict(scene.labels), said=list(scene.said), cost=node.cost, bound=True
    )
    if looks_first(node):
        whose = inner.you.subject
        return (
            f"If {whose} would reveal cards from a deck, look at the top card first. "
            f"{capitalised(whose)} may recycle it. Then reveal those cards."
        )
    first_moment = node.moments[0]
    taken = happening(first_moment, inner)
    if _doubles(node):
        return _dependent(node) + _doubled(node, taken.would(), inner)
    would = taken.would().replace("in combat", "during combat")
    lead = f"As {taken.now()}, " if node.as_well else f"If {would}, "
    if node.zone == "main_deck":
        lead = f"As {_shown(node, inner)}, "
    provided = first_moment.provided
    if provided is not None:
        lead += f"if {condition(provided, inner)}, "
    apart = _done_elsewhere(node)
    text = sentences(node.does[:1] if apart else node.does, inner)
    if node.cost is not None:
        paid = to_pay(node.cost, inner)
        decides = player(node.by, inner).subject
        text = f"{decides} may {paid} to {text}" if node.may else f"{paid} to {text}"
    elif node.may:
        text = f"you may {text}"
    first, stop, others = text.partition(". ")
    text = first if node.as_well else f"{first} instead"
    if not node.does and not node.as_well:
        text = "it doesn't"
        if first_moment.event == "take_damage":  # 437: what does not happen to damage is called so
            text, lead = "prevent it", lead.replace("take damage", "be dealt damage")
    if node.times_each_turn == 1:
        lead = f"Once each turn, {uncapitalised(lead)}"
    elif node.times_each_turn is not None:
        lead = f"Up to {node.times_each_turn} times each turn, {uncapitalised(lead)}"
    if apart:
        inner = inner.within(it=named("that unit"))
        first = sentences(node.does[1:2], inner)
        rest = [first, *(sentences([each], inner.within(it=IT)) for each in node.does[2:])]
        others, stop = capitalised(joined(rest)), ". "
    return f"{_dependent(node)}{lead}{text}{stop}{others}."


def _doubles(node: n.Replacement) -> bool:
    """Whether a token is played, and a copy of it as well (375)."""
    return node.may and node.as_well and node.does == [n.PlayToken(token="it")]


def _doubled(node: n.Replacement, would: str, scene: Scene) -> str:
    """A token that is played with a copy of it, once each turn or whenever it would be."""
    provided = node.moments[0].provided
    while_ = "" if provided is None else f" while {condition(provided, scene)}"
    often = {1: "Once each turn, if", None: "If"}.get(node.times_each_turn, "if")
    if node.times_each_turn not in (1, None):
        often = f"Up to {node.times_each_turn} times each turn, if"
    return f"{often} {would}{while_}, you may play that token and an additional copy of it instead."


def _shown(node: n.Replacement, scene: Scene) -> str:
    """How a card is shown where it lies in the deck: "you look at me in your deck"."""
    verbs = {"look": "look at", "reveal": "reveal"}
    doing = joined((verbs.get(each.event, each.event) for each in node.moments), "or")
    me, whose = scene.me, scene.you.possessive
    if all(each.by == "you" for each in node.moments):
        return f"{scene.you.subject} {doing} {me.object} from the top of {whose} deck"
    done = joined((participle(each) for each in doing.split(" or ")), "or")
    subject = "I'm" if me.subject == "I" else f"{me.subject} {agreeing('be', me.person)}"
    return f"{subject} {done} from {whose} deck"


def _done_elsewhere(node: n.Replacement) -> bool:
    """Whether what is done instead is done to something else, and more follows."""
    rest = node.does[1:]
    return (
        bool(rest)
        and not (node.may or node.as_well)
        and getattr(node.does[0], "what", None) in ("me", "this")
        and {getattr(each, "what", None) for each in rest}
        == {"it" if getattr(node.does[0], "what", None) == "me" else "me"}
    )


@ability.register
def _keyword(node: n.KeywordAbility, scene: Scene) -> str:
    word = keyword_word(node.keyword)
    if node.cost_of_itself:
        return f"{_dependent(node)}{word} equal to its cost"
    if node.cost is not None:
        return f"{_dependent(node)}{word}{with_keyword(node.cost, scene)}"
    if isinstance(node.amount, int):
        return _dependent(node) + keyword_word(node.keyword, node.amount)
    if node.amount is not None:
        return f"{_dependent(node)}I have {word} equal to {amount(node.amount, scene)}."
    return _dependent(node) + word
