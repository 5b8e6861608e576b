"""Everything `rulesdb` raises."""

# The names say what is wrong, without a suffix that repeats the base class.

from __future__ import annotations

from collections.abc import Sequence


class RulesdbError(Exception):
    """The root of all errors of this package."""


class UnknownEdition(RulesdbError, LookupError):
    """The name is not the name of an edition of the core rules."""

    def __init__(self, edition: str, known: tuple[str, ...]) -> None:
        self.edition = edition
        self.known = known
        super().__init__(f"no edition is called {edition!r}; known are {', '.join(known)}")


class EditionNotHeld(RulesdbError, LookupError):
    """The edition exists, but its rules are not in this release."""

    def __init__(self, edition: str, held: tuple[str, ...]) -> None:
        self.edition = edition
        self.held = held
        super().__init__(f"{edition} is known but not held as data; held: {', '.join(held)}")


class UnknownRule(RulesdbError, LookupError):
    """The edition has no rule of this number; `nearest` is the closest number that it has, None
    if the text is like no number.
    """

    def __init__(self, number: str, edition: str, nearest: str | None) -> None:
        self.number = number
        self.edition = edition
        self.nearest = nearest
        hint = f"; the nearest is {nearest}" if nearest else ""
        super().__init__(f"{edition} has no rule {number or 'without a number'}{hint}")


class UnknownCase(RulesdbError, LookupError):
    """The rule holds no case of this id in its text; `known` are the ids of those that it holds."""

    def __init__(self, case: str, known: tuple[str, ...]) -> None:
        self.case = case
        self.known = known
        number = case.partition("#")[0]
        held = f"its cases are {', '.join(known)}" if known else "it has none in its text"
        super().__init__(f"{number} has no case {case}; {held}")


class MalformedReference(RulesdbError, ValueError):
    """The text does not have the shape of a rule number or of `edition:number`."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        super().__init__(
            f"{reference!r} is not a reference to a rule; "
            "write a number such as 465.2.c or an edition and a number such as core-1.4:465.2.c"
        )


class DamagedData(RulesdbError):
    """A data file of this package is not what the code expects; `place` says where."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")


class UnreadableDocument(RulesdbError, ValueError):
    """A file given for import can't be read, or goes past a limit; `place` names the file."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")


class UnrecognisedDocument(UnreadableDocument):
    """A file given for import can be read, but is no copy of an edition that is known."""


class NoDataDirectory(RulesdbError):
    """Nothing says where the user's own data lies: there is no home directory."""

    def __init__(self, variable: str) -> None:
        self.variable = variable
        super().__init__(f"no home directory is known; set {variable} to a directory for the data")


class DamagedStore(RulesdbError):
    """A file in the user's own data directory is not what it should be; `place` is its path."""

    def __init__(self, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{place}: {reason}")


class MalformedOverlay(RulesdbError, ValueError):
    """A file given as an overlay is none; `faults` are all of its faults, `place` names it."""

    def __init__(self, place: str, faults: Sequence[str]) -> None:
        self.place = place
        self.faults = tuple(faults)
        super().__init__(f"{place}: {'; '.join(faults)}")


class UnknownOverlay(RulesdbError, LookupError):
    """No overlay of this id was loaded; `loaded` are those that were."""

    def __init__(self, identity: str, loaded: tuple[str, ...], *, is_held: bool) -> None:
        self.identity = identity
        self.loaded = loaded
        if is_held:
            said = f"{identity} belongs to this release and can't be removed"
        else:
            said = f"no overlay called {identity!r} was loaded; {', '.join(loaded) or 'none'} was"
        super().__init__(said)
