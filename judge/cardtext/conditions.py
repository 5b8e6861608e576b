"""Conditions in words: what stands after "if" and "while"."""

from __future__ import annotations

from msgspec.structs import replace

from judge.cardtext.english import (
    THEM,
    Noun,
    agreeing,
    being,
    capitalised,
    joined,
    number_word,
    spaced,
    with_article,
)
from judge.cardtext.moments import happening, phase
from judge.cardtext.scene import NotPrintable, Scene, amount, clause, condition
from judge.cardtext.selectors import meant, phrase, player
from judge.cardtext.words import where
from judge.effects import notation as n


@condition.register
def _exists(node: n.Exists, scene: Scene, negated: bool = False) -> str:
    of, count = node.of, node.at_least
    owner, bare = _owner(of, scene)
    plain = (count, node.at_most, negated) == (1, None, False) and owner is None
    if plain and (alone := _alone_there(of, scene)) is not None:
        return alone
    if of.of not in (None, "you"):
        scene = scene.within(whose=of.of)
        bare = replace(bare, of=of.of) if of.zone in ("hand", "trash") else bare
    exactly = node.at_most is not None and node.at_most == node.at_least
    if node.at_most is not None and not exactly and node.at_least != 0:
        raise NotPrintable(f"from {node.at_least} to {node.at_most} things")
    at_most_only = node.at_most is not None and not exactly
    if exactly and node.at_most != 0:
        what = f"exactly {amount(count, scene)} {phrase(bare, scene, 'several')}"
    elif at_most_only:
        most = (
            number_word(node.at_most)
            if isinstance(node.at_most, int)
            else amount(node.at_most or 0, scene)
        )
        what = f"{most} or fewer {phrase(bare, scene, 'several')}"
    elif node.at_most == 0 or (negated and count == 1):
        negated = not negated if node.at_most == 0 else True
        if owner is None:
            return _there(f"no {phrase(bare, scene, 'bare')}", False)
        what = phrase(bare, scene, "one")
    elif count == 1:
        what = phrase(bare, scene, "one")
    else:
        shown = number_word(count) if isinstance(count, int) else amount(count, scene)
        what = f"{shown} or more {phrase(bare, scene, 'several')}"
    if owner is None:
        many = not isinstance(count, int) or count > 1 or at_most_only
        return _there(what, negated, many=many)
    placed = bare.zone in ("hand", "trash") or bare.where in (
        "here",
        "there",
        "base",
        "your_base",
    )
    verb = "have" if placed or bare.kind == "rune" else "control"
    if negated:
        return f"{owner.subject} {'doesn' if owner.person == 'third' else 'don'}'t {verb} {what}"
    return f"{owner.subject} {agreeing(verb, owner.person)} {what}"


def _there(what: str, negated: bool, *, many: bool = False) -> str:
    return f"there {'are' if many else 'is'}{'n' + chr(39) + 't' if negated else ''} {what}"


def _alone_there(of: n.Selector, scene: Scene) -> str | None:
    """ "An enemy unit is alone here"."""
    if of.state != ["alone"] or of.at is not None:
        return None
    what = phrase(replace(of, state=[], where="anywhere"), scene, "one")
    return spaced(what, "is alone", where(of.where, many=False))


def _owner(of: n.Selector, scene: Scene) -> tuple[Noun | None, n.Selector]:
    """Who has the things, and the things without that word."""
    bare = n.Selector(
        **{**{f: getattr(of, f) for f in of.__struct_fields__}, "side": "any", "of": None}
    )
    if of.of is not None:
        return player(of.of, scene), bare
    if of.side == "yours" or of.zone in ("hand", "trash"):
        return scene.you, bare
    if of.side == "enemy" and of.where != "here" and of.at is None:
        return player("opponent", scene), bare
    return None, of


def predicate(a: n.Selector, scene: Scene) -> tuple[str, bool]:
    """What a thing is or has, and whether it has it."""
    if a.kind != "object" or a.tag or a.type or a.side != "any":
        return with_article_once(phrase(a, scene, "one")), False
    rest = replace(a, state=[], not_state=[], where="anywhere", at=None)
    if (a.state or a.where != "anywhere" or a.at is not None) and (
        rest != n.Selector() or a.not_state
    ):
        raise NotPrintable(f"one thing and another of an object: {a}")
    states = [{"mighty": "[Mighty]"}.get(word, word) for word in a.state]
    place = where(a.where, many=False)
    if a.at is not None:
        place = phrase(n.Selector(at=a.at), scene, "bare").removeprefix("object ")
    if states or place:
        return spaced(" ".join(states), place), False
    if a.not_state:
        return f"not {joined(a.not_state, 'or')}", False
    return phrase(a, scene, "bare").removeprefix("object ").removeprefix("with "), True


def with_article_once(text: str) -> str:
    """The phrase, which has its article already."""
    return text if text.startswith(("a ", "an ", "another ")) else with_article(text)


@condition.register
def _is(node: n.Is, scene: Scene, negated: bool = False) -> str:
    if isinstance(node.what, str) and node.what in scene.slots and node.what not in scene.said:
        dont = "don't " if negated else ""
        return f"{scene.you.subject} {dont}choose {phrase(node.a, scene, 'one')}"
    noun = meant(node.what, scene)
    mine = n.Selector(kind="battlefield", side="yours")
    if node.a == n.Selector(side="yours") or (node.what == "me" and node.a == mine):
        dont = "don't " if negated else ""
        controlled = noun.object if noun.person == "first" else noun.subject
        return f"{scene.you.subject} {dont}control {controlled}"
    text, has = predicate(node.a, scene)
    if has:
        gone = any(
            isinstance(each, n.Kill | n.Banish) and each.what == node.what
            for each in scene.labels.values()
        )
        verb = "had" if gone else agreeing("have", noun.person)
        if negated:
            return f"{noun.subject} {'doesn' if noun.person == 'third' else 'don'}'t have {text}"
        return f"{noun.subject} {verb} {text}"
    return being(noun, text, negated=negated)


@condition.register
def _compare(node: n.Compare, scene: Scene, negated: bool = False) -> str:
    if isinstance(node.value, n.ExperienceOf) and isinstance(node.at_least, int):
        owner = player(node.value.of, scene)
        have = "don't have" if negated else agreeing("have", owner.person)
        return f"{owner.subject} {have} {node.at_least}+ XP"
    if isinstance(node.value, n.ThatMuch) and node.value.what == "excess":
        assigned = "didn't assign" if negated else "assigned"
        return f"you {assigned} {amount(node.at_least or 0, scene)} or more excess damage"
    if isinstance(node.value, n.Tally) and node.value.what in ("energy", "power"):
        least = n.fixed(node.at_least or 0)
        spent = f"[{least}]" if node.value.what == "energy" else "[A]" * least
        have = "haven't spent" if negated else "have spent"
        return f"{scene.you.subject} {have} at least {spent} this turn"
    if isinstance(node.value, n.Distinct) and node.at_least == len(node.value.among) > 0:
        things = phrase(node.value.of, scene, "several")
        listed = joined(node.value.among)
        have = "don't have" if negated else "have"
        return f"{things} {have} all of the following tags among them — {listed}"
    total = node.value.of if isinstance(node.value, n.MightOf) else None
    if isinstance(total, n.Selector) and total.the is None and node.at_least is not None:
        have = "don't have" if negated else "have"
        several = phrase(total, scene, "several")
        return f"{several} {have} total Might {amount(node.at_least, scene)} or more"
    value = amount(node.value, scene)
    verb = "are" if value.endswith("points") else "is"
    verb += "n't" if negated else ""
    if node.below is not None:
        return f"{value} {verb} less than {amount(node.below, scene)}"
    if node.above is not None:
        return f"{value} {verb} greater than {amount(node.above, scene)}"
    if node.at_least is not None and node.at_most is not None:
        return (
            f"{value} {verb} from {amount(node.at_least, scene)} to {amount(node.at_most, scene)}"
        )
    if node.at_least is not None:
        return f"{value} {verb} {amount(node.at_least, scene)} or more"
    return f"{value} {verb} {amount(node.at_most or 0, scene)} or less"


@condition.register
def _happened(node: n.Happened, scene: Scene, negated: bool = False) -> str:
    during = {"turn": "this turn", "game": "this game", "item": ""}[node.during]
    spent = node.moment.amount_at_least
    if node.moment.event == "play" and spent is not None:
        have = "haven't" if negated else "'ve" if scene.you.person == "second" else " have"
        who = scene.you.subject + (f" {have}" if negated else have)
        what = happening(replace(node.moment, amount_at_least=None), scene).rest
        return f"{who} spent [{amount(spent, scene)}] or more to play {what} {during}".strip()
    often = {1: "", 2: "twice", 3: "three times"}.get(node.at_least, f"{node.at_least} times")
    if node.moment == n.CHOSE_ENEMIES:
        assert isinstance(node.moment.what, n.Selector)
        things = phrase(node.moment.what, scene, "several").replace(" and ", " and/or ")
        told = spaced("chosen", things, often, during, "with spells or unit abilities")
        return f"{scene.you.subject} {'haven' + chr(39) + 't' if negated else 'have'} {told}"
    text = happening(node.moment, scene).happened(negated=negated)
    if node.moment.event == "die" and node.moment.phase == "beginning":
        text += " during your Beginning Phase"
    return spaced(text, often, during)


@condition.register
def _done(node: n.Done, scene: Scene, negated: bool = False) -> str:
    instruction = scene.labels.get(node.what)
    doer = player(instruction.who, scene) if instruction is not None else scene.you
    if doer.person == "third":
        doer = THEM
    if node.fully and instruction is not None and negated:
        said = clause(instruction, scene)
        return (
            f"{doer.subject} couldn't {said.verb} {said.rest.removesuffix(' exhausted')} this way"
        )
    if node.fully:
        return f"{doer.subject} {'couldn' + chr(39) + 't' if negated else 'could'} do all of that"
    if negated and instruction is not None and not instruction.may:
        return f"{doer.subject} can't"
    return f"{doer.subject} {'don' + chr(39) + 't' if negated else 'do'}"


@condition.register
def _cost_paid(node: n.CostPaid, scene: Scene, negated: bool = False) -> str:
    which = "the additional cost" if node.cost == "additional" else f"the {node.cost} cost"
    return f"you {'didn' + chr(39) + 't pay' if negated else 'paid'} {which}"


@condition.register
def _option(node: n.OptionChosen, scene: Scene, negated: bool = False) -> str:
    who = player(node.by or "you", scene).subject
    return f"{who} {'didn' + chr(39) + 't choose' if negated else 'chose'} {node.option}"


@condition.register
def _turn(node: n.TurnIs, scene: Scene, negated: bool = False) -> str:
    what = f"{player(node.of, scene).possessive} turn"
    if node.phase is not None:
        what = phase(node.phase, node.of, scene)
    return f"it's {'not ' if negated else ''}{what}"


@condition.register
def _in_combat(node: n.InCombat, scene: Scene, negated: bool = False) -> str:
    place = "in a showdown" if node.showdown else "in combat"
    return being(meant(node.what, scene), place, negated=negated)


@condition.register
def _near_victory(node: n.NearVictory, scene: Scene, negated: bool = False) -> str:
    score = f"{player(node.of, scene).possessive} score"
    verb = "isn't" if negated else "is"
    return f"{score} {verb} within {node.points} points of the Victory Score"


@condition.register
def _played_from(node: n.PlayedFrom, scene: Scene, negated: bool = False) -> str:
    zone = "face down" if node.zone == "facedown" else f"your {node.zone.replace('_', ' ')}"
    verb = "didn't play" if negated else "played"
    return f"you {verb} {meant(node.what, scene).object} from {zone}"


def _of_one_thing(parts: list[n.Condition], scene: Scene, word: str, negated: bool) -> str | None:
    """ "I'm attacking or defending", where all is said of the same."""
    whats = [each.what for each in parts if isinstance(each, n.Is)]
    if len(whats) != len(parts) or any(what != whats[0] for what in whats):
        return None
    said = [predicate(each.a, scene) for each in parts if isinstance(each, n.Is)]
    if any(has for _, has in said):
        return None
    texts = [text for text, _ in said]
    ends = {text.rpartition(" ")[2] for text in texts}
    if len(ends) == 1 and all(" " in text for text in texts):
        end = ends.pop()
        texts = [text.removesuffix(f" {end}") for text in texts]
        return being(meant(whats[0], scene), f"{joined(texts, word)} {end}", negated=negated)
    return being(meant(whats[0], scene), joined(texts, word), negated=negated)


def _is_the_only_one(node: n.AllOf) -> bool:
    """Whether it says of one thing that it is its player's only unit where it is."""
    match node.of:
        case [n.Is(what=str() as what), n.Not()]:
            others = n.Selector(kind="unit", side="yours", at=what, unlike=[what])
            alone = n.Not(that=n.Exists(of=others))
            return node.of == [n.Is(what=what, a=n.Selector(side="yours")), alone]
    return False


def _attacking_with(node: n.AllOf, scene: Scene) -> str | None:
    """ "I'm attacking with another unit"."""
    with_me = n.Selector(kind="unit", side="yours", other=True, state=["attacking"])
    both = [n.Is(what="me", a=n.Selector(state=["attacking"])), n.Exists(of=with_me)]
    return (
        f"{being(scene.me, 'attacking', negated=False)} with another unit"
        if (node.of == both)
        else None
    )


@condition.register
def _all(node: n.AllOf, scene: Scene, negated: bool = False) -> str:
    if not negated and (attacking := _attacking_with(node, scene)) is not None:
        return attacking
    if _is_the_only_one(node) and isinstance(node.of[0], n.Is) and not negated:
        only = f"the only unit {scene.you.subject} control there"
        return being(meant(node.of[0].what, scene), only, negated=False)
    shortened = _of_one_thing(node.of, scene, "or" if negated else "and", negated)
    return shortened or joined(
        (condition(each, scene, negated) for each in node.of), "or" if negated else "and"
    )


@condition.register
def _any(node: n.AnyOf, scene: Scene, negated: bool = False) -> str:
    shortened = _of_one_thing(node.of, scene, "or", negated)
    parts = [each for each in node.of if isinstance(each, n.Is)]
    if len(parts) == len(node.of) == 2 and parts[0].a == parts[1].a and not negated:
        text, has = predicate(parts[0].a, scene)
        return f"at least one of them {'has' if has else 'is'} {text}"
    return shortened or joined(
        (condition(each, scene, negated) for each in node.of), "and" if negated else "or"
    )


@condition.register
def _not(node: n.Not, scene: Scene, negated: bool = False) -> str:
    return condition(node.that, scene, not negated)


def leading(node: n.Condition, scene: Scene, word: str = "If") -> str:
    """ "If you do, "."""
    return f"{capitalised(word)} {condition(node, scene)}, "
