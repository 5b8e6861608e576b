"""Keys whose absence may change a ruling that does not say so, each with the reason.

An entry that nothing needs is a fault as well: `python -m tests.leftout` names it.
"""

from __future__ import annotations

_LIES_OPEN = "what lies on the table is seen: without it there is another board, not a board unsaid"
_MARKS = "a mark lies on a thing or does not, and nobody types that there is none"
_FACES = "the face is asked for where it is used; else it only is not named, or adds no reason"
_GAME = "which game it is and what is going on in it: without it there is another game"
_EFFECT = "what a lasting effect does, to what: without it there is another effect"

_ITEM = "what was said and paid for an item of the chain is told of it; without it there is another"
_STATE = (
    "of a thing that lies there: the board lists it, and a ruling that is refused or illegal stops"
)

#: keys whose absence the board does not list among its defaults
NOT_LISTED = {
    "battlefields": _LIES_OPEN,
    "battlefields.[].contested_by": "Contested is shown, and nobody contests unless that is said",
    "battlefields.[].controller": "control is shown, and nobody controls unless that is said",
    "battlefields.[].facedown": _LIES_OPEN,
    "battlefields.[].facedown.[].card": _FACES,
    "battlefields.[].units": _LIES_OPEN,
    "battlefields.[].units.[].attached": _LIES_OPEN,
    "battlefields.[].units.[].controller": "units are of who controls the battlefield they are at",
    "battlefields.[].replaced": _LIES_OPEN,
    "battlefields.[].replaced.[].token": _LIES_OPEN,
    "battlefields.[].token": _LIES_OPEN,
    "battlefields.[].units.[].buffs": _MARKS,
    "battlefields.[].units.[].damage": _MARKS,
    "battlefields.[].units.[].empowered": _MARKS,
    "battlefields.[].units.[].stunned": _MARKS,
    "chain": _LIES_OPEN,
    "chain.items": _LIES_OPEN,
    "combat": _GAME,
    "chain.items.[].leaves_to": "what an effect put on an item: without it there is another item",
    "effects": _LIES_OPEN,
    "effects.[].abilities": _EFFECT,
    "effects.[].bound": _EFFECT,
    "effects.[].keywords": _EFFECT,
    "effects.[].might": _EFFECT,
    "effects.[].until": _EFFECT,
    "effects.[].uses": _EFFECT,
    "players.*.base": _LIES_OPEN,
    "players.*.base.[].attached": _LIES_OPEN,
    "players.*.base.[].buffs": _MARKS,
    "players.*.base.[].damage": _MARKS,
    "players.*.base.[].empowered": _MARKS,
    "players.*.base.[].owner": "who controls a thing owns it, unless that is said",
    "players.*.base.[].stunned": _MARKS,
    "players.*.deck.top": "a deck with a number of cards and no known top is another deck",
    "players.*.deck.top.[].card": _FACES,
    "players.*.hand.[].card": _FACES,
    "players.*.rune_deck.top": "a deck with a number of cards and no known top is another deck",
    "players.*.rune_deck.top.[].card": _FACES,
    "players.*.banished.[].card": _FACES,
    "players.*.trash.[].card": _FACES,
    "removed": _GAME,
    "showdown": _GAME,
    "battlefields.[].facedown.[].cause": _ITEM,
    "battlefields.[].facedown.[].controller": "a facedown card is its owner's unless that is said",
    "battlefields.[].units.[].copied": _MARKS,
    "chain.items.[].about": _ITEM,
    "chain.items.[].chose.[].x": _ITEM,
    "chain.items.[].kind": _ITEM,
    "chain.items.[].paid": _ITEM,
    "chain.items.[].paid.costs": _ITEM,
    "chain.items.[].pending": _ITEM,
    "chain.items.[].permission": _ITEM,
    "chain.items.[].played_by": "who controls an item has played it unless that is said",
    "effects.[].affects": _EFFECT,
    "effects.[].kind": _EFFECT,
    "players.*.base.[].attached_to": _LIES_OPEN,
    "players.*.base.[].copied": _MARKS,
    "players.*.pool.[].restriction": "resources are free to be spent unless that is said",
    "players.*.legends": "another game: no effect has added a legend",
    "players.*.main_deck.top": "a deck that is given holds what it says",
    "players.*.pool.energy": "a pool that is given holds what it says",
    "players.*.pool.power": "a pool that is given holds what it says",
    "turn.additional": "no turn is added unless that is said",
    "turn.additional.now": "no turn is added unless that is said",
    "turn.additional.queue": "no turn is added unless that is said",
    "resources": "resources are counted unless the board says that they are enough",
    "teams": _GAME,
    "victory_score": _GAME,
}

#: keys whose absence the board lists, and that some ruling does not
LISTED = {
    "players.*.runes.[].exhausted": _STATE,
    "battlefields.[].contested_by": "who contests is derived; told otherwise, it is another moment",
    "players": _LIES_OPEN,
    "players.*.base": _LIES_OPEN,
    "players.*.hand": "a card that is not in the hand has no ability there to be asked for",
    "players.*.legend": _LIES_OPEN,
    "players.*.runes": _LIES_OPEN,
    "players.*.trash": _LIES_OPEN,
    "result": _GAME,
    "showdown": _GAME,
    "turn.number": "a card is hidden in the turn that it is, whichever number that has",
    "turn.phase": "nearly every action is of the Main Phase: every ruling would say it",
    "window": "who holds Priority is derived; told otherwise, it is another moment",
}
