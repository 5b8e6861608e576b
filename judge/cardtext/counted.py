"""How many things a selector means, and the noun for them."""

from __future__ import annotations

from judge.cardtext.english import joined, number_word, plural, spaced, with_article
from judge.cardtext.words import KINDS
from judge.effects import notation as n


def takes_many(selector: n.Selector) -> bool:
    return selector.any_number or selector.max != 1 or selector.min not in (0, 1)


def quantity(selector: n.Selector, before: list[str], noun: str, after: str) -> str:
    """A choice of things, with how many of them."""
    other = "other" if selector.other else ""
    if not takes_many(selector):
        if selector.min == 0:
            return spaced("up to one", other, *before, noun, after)
        if selector.other:
            return spaced("another", *before, noun, after)
        return with_article(spaced(*before, noun, after))
    whose = "of your" if "your" in before else ""
    before = [word for word in before if word != "your"]
    if selector.any_number:
        how_many = "any number" if whose else "any number of"
    else:
        least, most = counted(selector.min), counted(selector.max)
        if selector.min == 0:
            how_many = f"up to {most}"
        else:
            how_many = most if least == most else f"{least} to {most}"
    return spaced(how_many, whose, other, *before, noun, after)


def counted(value: n.Value) -> str:
    return number_word(value) if isinstance(value, int) else "that many"


def noun_of(selector: n.Selector, *, many: bool) -> str:
    """The noun itself, with what kind of it is meant."""
    words = [f"non-{each.lower()}" for each in selector.not_type]
    words += [f"non-{each}" for each in selector.not_tag]
    words += selector.domain
    if selector.supertype is not None:
        words.append(
            selector.supertype.lower() if selector.supertype == "Token" else selector.supertype
        )
    if "token" in selector.state:
        words.append("token")
    if "facedown" in selector.state and selector.kind != "facedown_card":
        words.append("facedown")
    tags = [plural(tag) for tag in selector.tag] if many else selector.tag
    if selector.kind == "object" and selector.supertype == "Token":
        return "tokens" if many else "token"
    if selector == n.Selector(other=selector.other, state=selector.state):
        return "something"
    if selector.kind == "object" and selector.tag:
        return spaced(*words, joined(tags, "and" if many else "or"))
    if selector.kind == "object" and selector.named:
        names = [plural(name) for name in selector.named] if many else selector.named
        return spaced(*words, joined(names, "and" if many else "or"))
    if selector.tag:
        words.append(joined(selector.tag, "and" if many else "or"))
    words += selector.named
    if selector.kind == "player":
        return "opponent" if selector.side == "enemy" else "player"
    if selector.kind == "card" and selector.type:
        nouns = [each.lower() for each in selector.type]
    elif selector.kind in ("permanent", "spell_or_ability"):
        nouns = KINDS[selector.kind].split(" or ")
    else:
        nouns = [KINDS[selector.kind]]
    return spaced(*words, joined(map(plural, nouns)) if many else joined(nouns, "or"))


def chosen_by_each(node: n.EachPlayer, label: str) -> n.Selector:
    """What each of several players has chosen under a label, by its kind."""
    chosen = [
        each.from_ for each in node.does if isinstance(each, n.Choose) and each.label == label
    ]
    return n.Selector(kind=chosen[0].kind if chosen else "card")
