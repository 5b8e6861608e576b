"""Places that raise problems: each is held by a scenario that turns red when it is removed.

A place is where the engine makes a reason why an action is illegal (`problem(...)`), a refusal
(`refused(...)`, `unmodelled(...)`, `Refusal(...)`), or turns an answer away (`IllegalAnswer(...)`).
A function that does nothing but make one is none; the places are where it is called. Every module
of `judge/` is rewritten as it is imported, so that each place can be switched off alone: what is
appended, listed, raised or refused there then is not, as if its condition never held. The
scenarios that come by a place are run without it, those first that expect its code; it is held if
one of them comes to another verdict, code, board or question, and not by an error.

The faults of a document (a board, a request, decks, the shape of an answer) are no places: tests
hold them.
"""
