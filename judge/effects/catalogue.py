"""The card definitions a ruling may use, by name, collector number or alias.

The catalogue of a run is the one that `rulesdb` ships, with the definitions that a board carries
inline under `cards` laid over it.
"""

from __future__ import annotations

import difflib
import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

import msgspec

from judge.board.state import UNKNOWN
from judge.effects.keywordtexts import spelled_out
from judge.effects.linting import decode_definition
from judge.effects.notation import (
    Cannot,
    CardDefinition,
    Damage,
    Enters,
    May,
    Replacement,
    Static,
    Triggered,
)

#: changes that do not make an object another one and are looked for as something happens
INTERCEDING = (Cannot, Damage, Enters, May)

#: what a rune is taken to be whose face the board does not give: it has Energy, its domain is
#: unknown
UNKNOWN_RUNE = CardDefinition(name="Unknown Rune", types=["Rune"])


#: the token without abilities that stands in for the battlefield of a removed player (652.2.a)
BARE_BATTLEFIELD = CardDefinition(name="Bare Battlefield", types=["Battlefield"], token=True)


class UnknownCard(LookupError):
    """No card by that name. `nearest` are names that look like it."""

    def __init__(self, name: str, nearest: list[str]) -> None:
        hint = f"; did you mean {' or '.join(nearest)}?" if nearest else ""
        super().__init__(f"no card named {name!r}{hint}")
        self.name = name
        self.nearest = nearest


class AmbiguousCard(LookupError):
    """A short name that fits several cards, listed in `names`."""

    def __init__(self, name: str, names: list[str]) -> None:
        # many names have a comma of their own
        super().__init__(f"{name!r} fits several cards: {'; '.join(names)}")
        self.name = name
        self.names = names


def fold_name(name: str) -> str:
    """A name without case, punctuation and accents, for comparing what people type."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain.lower() if c.isalnum())


class Catalogue:
    """Definitions by name. `digest` identifies the content, `base` is the catalogue without inline
    cards, and `underlying` its digest. `read`: the printed text of each card whose definition was
    read from a text that nobody has checked, by name (D7).
    """

    __slots__ = (
        "_below",
        "_by_name",
        "_called",
        "_folded",
        "_own",
        "_triggered",
        "_where",
        "base",
        "digest",
        "kept",
        "key",
        "read",
        "underlying",
        "unit_names",
    )

    def __init__(self, definitions: Iterable[CardDefinition], digest: str) -> None:
        self._by_name: dict[str, CardDefinition] = {
            own.name: own for own in (UNKNOWN_RUNE, BARE_BATTLEFIELD)
        }
        self._by_name.update((d.name, d) for d in definitions)
        #: the names of the cards that are printed as units: asked more often than a call is worth
        self.unit_names = frozenset(name for name, card in self._by_name.items() if card.is_unit)
        self._folded: dict[str, list[str]] | None = None
        self._triggered: dict[str, tuple[tuple[str, Triggered], ...]] = {}
        self._where: dict[str, frozenset[str]] = {}
        #: what objects are by their definitions alone, on whatever board
        self.kept: dict[Any, Any] = {}
        #: the catalogue over which definitions are laid, and those
        self._below: Catalogue | None = None
        self._own: dict[str, CardDefinition] = {}
        #: by other names, such as those of another language, what cards they are of
        self._called: Mapping[str, Sequence[str]] = {}
        self.digest = digest
        #: what tells it from others that know the same cards by other names
        self.key = digest
        self.underlying = digest
        self.base: Catalogue = self
        self.read: Mapping[str, str] = {}

    def __len__(self) -> int:
        return len(self._by_name)

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def has_all(self, names: AbstractSet[str]) -> bool:
        """Whether there is a definition of each name."""
        return names <= self._by_name.keys()

    def __getitem__(self, name: str) -> CardDefinition:
        """The definition of a canonical name. Raises `UnknownCard`."""
        try:
            return self._by_name[name]
        except KeyError:
            raise UnknownCard(name, self.nearest(name)) from None

    def get(self, name: str) -> CardDefinition | None:
        return self._by_name.get(name)

    def where(self, what: str, holds: Callable[[CardDefinition], bool]) -> frozenset[str]:
        """The names of the cards of which something holds, found once; `what` names it."""
        found = self._where.get(what)
        if found is None:
            definitions = self._by_name if self._below is None else self._own
            found = frozenset(name for name, card in definitions.items() if holds(card))
            if self._below is not None:
                found |= self._below.where(what, holds) - self._own.keys()
            self._where[what] = found
        return found

    @property
    def unmodelled(self) -> frozenset[str]:
        """The names of the cards whose text is not modelled."""
        return self.where("unmodelled", lambda card: card.text == "unmodelled")

    @property
    def interceding(self) -> frozenset[str]:
        """The names of the cards whose text forbids, permits or replaces something."""
        found = self._where.get("interceding")
        return self.where("interceding", intercedes) if found is None else found

    def triggering(self, event: str) -> frozenset[str]:
        """The names of the cards that print a triggered ability about the event."""
        return self.where(
            f"triggering on {event}",
            lambda card: any(
                moment.event == event
                for ability in card.abilities
                if isinstance(ability, Triggered)
                for moment in ability.moments
            ),
        )

    def triggered(self, name: str) -> tuple[tuple[str, Triggered], ...]:
        """The triggered abilities that a card prints, each with its key. Raises `UnknownCard`."""
        found = self._triggered.get(name)
        if found is None:
            found = self._triggered[name] = tuple(
                (str(place), ability)
                for place, ability in enumerate(self[name].abilities)
                if isinstance(ability, Triggered)
            )
        return found

    def names(self) -> list[str]:
        return list(self._by_name)

    def other_names(self) -> Mapping[str, Sequence[str]]:
        """Names in other languages, without case and punctuation, and the cards of each."""
        return self._called

    def resolve(self, text: str) -> str:
        """The canonical name of what a person typed: name, short name, alias, collector number or
        name in another language.

        Raises `UnknownCard` with the nearest names, or `AmbiguousCard` with those that fit.
        """
        if text == UNKNOWN:
            return text
        if text in self._by_name:
            others = self._called.get(fold_name(text), ()) if self._called else ()
            if any(other != text for other in others):
                raise AmbiguousCard(text, sorted({text, *others}))
            return text
        if self._folded is None:
            self._folded = self._fold_all()
        names = self._folded.get(fold_name(text), [])
        if len(names) == 1:
            return names[0]
        if names:
            raise AmbiguousCard(text, sorted(names))
        raise UnknownCard(text, self.nearest(text))

    def _fold_all(self) -> dict[str, list[str]]:
        exact: dict[str, list[str]] = {}
        short: dict[str, list[str]] = {}
        for d in self._by_name.values():
            keys = {fold_name(d.name), *(fold_name(alias) for alias in d.aliases)}
            if d.set and d.number is not None:
                keys |= {fold_name(f"{d.set}{d.number}"), fold_name(f"{d.set}{d.number:03}")}
            for key in keys:
                exact.setdefault(key, []).append(d.name)
            if "," in d.name:
                short.setdefault(fold_name(d.name.split(",")[0]), []).append(d.name)
        for key, called in self._called.items():
            own = exact.setdefault(key, [])
            own += [name for name in called if name not in own]
        for key, names in short.items():
            exact.setdefault(key, names)
        return exact

    def nearest(self, text: str, count: int = 3) -> list[str]:
        """Names that look like the text."""
        folded = {key: names[0] for key, names in self._called.items()}
        folded |= {fold_name(name): name for name in self._by_name}
        close = difflib.get_close_matches(fold_name(text), folded, n=count, cutoff=0.6)
        return [folded[key] for key in close]

    def with_inline(self, cards: Mapping[str, Any]) -> Catalogue:
        """This catalogue with the definitions of a board laid over it. The last few are kept: the
        boards of one game carry the same cards.

        Raises `msgspec.ValidationError` when a definition is not valid notation.
        """
        if not cards:
            return self
        kept = self.kept_inline(cards)
        if kept is None:
            own = [decode_definition({"name": n, **data}) for n, data in sorted(cards.items())]
            kept = self.with_definitions(own)
            if len(_INLINE) >= _KEPT:
                _INLINE.clear()
            _INLINE[self.key, _content(cards)] = kept
        return kept

    def kept_inline(self, cards: Mapping[str, Any]) -> Catalogue | None:
        """The same, if it is known since the last few."""
        return _INLINE.get((self.key, _content(cards)))

    def with_definitions(self, own: list[CardDefinition]) -> Catalogue:
        """This catalogue with definitions laid over it; itself where there are none."""
        if not own:
            return self
        written = msgspec.json.encode(own, order="deterministic")
        digest = hashlib.sha256(self.digest.encode() + written).hexdigest()[:16]
        laid_over = Catalogue((), digest)
        replaced = {d.name for d in own}
        laid_over.underlying, laid_over.base = self.underlying, self.base
        laid_over.read = {n: text for n, text in self.read.items() if n not in replaced}
        laid_over._called = self._called
        laid_over.key = f"{digest} {self.key}"
        # a copy of the dict is far quicker than going through eight hundred definitions again
        laid_over._by_name = {**self._by_name, **{d.name: d for d in own}}
        laid_over._below, laid_over._own = self, {d.name: d for d in own}
        others = self.unit_names - laid_over._own.keys()
        laid_over.unit_names = others | {d.name for d in own if d.is_unit}
        return laid_over

    def extended(
        self,
        own: Sequence[CardDefinition],
        read: Mapping[str, str] | None = None,
        called: Mapping[str, Sequence[str]] | None = None,
    ) -> Catalogue:
        """A catalogue of its own: this one with cards of the user's laid over it.

        `read`: what those of them print that were read from a text, by name; `called`: names in
        other languages, with the cards that go by each, in the place of those known. Itself where
        there is nothing of all that.
        """
        if not own and not called and not read:
            return self
        wider = self.with_definitions(list(own))
        folded: dict[str, list[str]] = {}
        for name, cards in (called or {}).items():
            known = folded.setdefault(fold_name(name), [])
            known += [card for card in cards if card in wider and card not in known]
        if wider is self:
            wider = Catalogue((), self.digest)
            wider._by_name, wider._below, wider.read = self._by_name, self, self.read
        wider.base, wider.underlying = wider, wider.digest
        wider.read = {**wider.read, **(read or {})}
        wider._called = self._called if called is None else folded
        others = msgspec.json.encode([sorted(wider.read), sorted(wider._called.items())])
        wider.key = f"{wider.digest} {hashlib.sha256(others).hexdigest()}"
        return wider


#: catalogues with the definitions of boards laid over them, by the key of the catalogue below and
#: those definitions
_INLINE: dict[tuple[str, bytes], Catalogue] = {}
_KEPT = 64


def _content(cards: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(cards, order="deterministic")


def intercedes(definition: CardDefinition) -> bool:
    """Whether one of a card's abilities, or of its effect text, stands between an action and its
    event.
    """
    for ability in map(spelled_out, (*definition.abilities, *definition.effect_text)):
        if isinstance(ability, Replacement):
            return True
        if isinstance(ability, Static) and any(isinstance(c, INTERCEDING) for c in ability.changes):
            return True
    return False


_DECODER = msgspec.json.Decoder(list[CardDefinition])


@cache
def standard_catalogue() -> Catalogue:
    """The catalogue that `rulesdb` ships, decoded once."""
    from rulesdb.cards import catalogue_bytes, catalogue_digest

    return Catalogue(_DECODER.decode(catalogue_bytes()), catalogue_digest())
