"""The kinds of clauses of a text that is not modelled, as `rulesdb.cards.cardtext` names them."""

from __future__ import annotations

from judge.effects import notation as n

_CLAUSES_OF_EVENTS = {
    "play": "play",
    "attack": "attack",
    "defend": "defend",
    "conquer": "conquer",
    "hold": "hold",
    "move": "move",
    "die": "death",
    "leave": "leave",
    "discard": "discard",
    "win_combat": "combat",
    "score": "score",
}


def clause_of(ability: n.AnyAbility) -> str:
    """The kind of clause that an ability is, as `rulesdb.cards.cardtext` names them."""
    match ability:
        case n.Activated():
            return "activated ability"
        case n.Replacement():
            return "death replacement" if ability.moments[0].event == "die" else "replacement"
        case n.KeywordAbility():
            return ability.keyword
        case n.Static():
            return "static ability"
    if ability.legion:
        return "Legion"
    if ability.level is not None:
        return "Level"
    if ability.deathknell:
        return "Deathknell"
    kinds = set()
    for moment in ability.moments:
        word = _CLAUSES_OF_EVENTS.get(moment.event)
        if word is None or moment.what != "me":
            return "trigger"
        kinds.add(f"{word} trigger")
    return kinds.pop() if len(kinds) == 1 else "trigger"
