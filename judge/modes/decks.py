"""What a deck must be to be played with: numbers, names and domains (103, 485.4.a and its like)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.board.faults import Fault
from judge.effects.catalogue import Catalogue
from judge.effects.notation import CardDefinition
from judge.modes.modes import BATTLEFIELDS, Mode
from judge.ruling.legal import DeckList

#: 103.2, 103.2.b, 103.2.d.1, 103.3.a
MAIN_DECK, COPIES, SIGNATURES, RUNE_DECK = 40, 3, 3, 12


class _Found(NamedTuple):
    """What is wrong with a deck, and the rule that says so, and those that it rests on."""

    path: str
    code: str
    message: str
    forbidden_by: str
    with_: tuple[str, ...] = ()


def deck_faults(
    path: str,
    deck: DeckList,
    mode: Mode,
    cards: Catalogue,
    disabled: frozenset[str] = frozenset(),
    not_legal: frozenset[str] = frozenset(),
) -> Iterator[Fault]:
    """Every reason why the rules refuse the deck. Names that no card has are passed over.

    `not_legal`: names of cards that the Format being played does not allow. `disabled`: rules that
    are switched off, to see who notices.
    """
    found = [*_parts(path, deck), *_numbers(path, deck, mode, cards, disabled)]
    found += _not_legal(path, deck, not_legal)
    legend = cards.get(deck.legend)
    if legend is not None:
        found += _identity(path, deck, legend, cards, disabled)
        found += _champion(path, deck, legend, cards)
        found += _signatures(path, deck, legend, cards)
    for each in found:
        if disabled.isdisjoint({each.forbidden_by, *each.with_}):
            message = f"{each.message} ({each.forbidden_by})"
            yield Fault(path=each.path, code=each.code, message=message)


def _parts(path: str, deck: DeckList) -> Iterator[_Found]:
    """103: a Champion Legend, a Main Deck and a Rune Deck; the battlefields are counted."""
    if not deck.legend:
        yield _Found(f"{path}.legend", "no_legend", "a deck has one Champion Legend", "103.1")
    for name, cards in (("main", deck.main), ("runes", deck.runes)):
        if not cards:
            called = "Main Deck" if name == "main" else "Rune Deck"
            yield _Found(f"{path}.{name}", "part_missing", f"there is no {called}", "103")


def _not_legal(path: str, deck: DeckList, not_legal: frozenset[str]) -> Iterator[_Found]:
    """103.2.e: what the Format being played allows is for whoever asks to say."""
    for name in sorted(not_legal & set(deck.main)):
        message = f"{name} is not legal in the Format being played"
        yield _Found(f"{path}.main.{name}", "not_legal_in_format", message, "103.2.e")


def _copies(deck: DeckList, disabled: frozenset[str]) -> dict[str, int]:
    """How many copies of each name there are: cards with one short name have several names (132.4,
    103.2.b.2), and the Chosen Champion is one of the copies (103.2.b.1).
    """
    found: dict[str, int] = {}
    for name, count in deck.main.items():
        if "132.4" in disabled or "103.2.b.2" in disabled:
            name = name.partition(",")[0]
        found[name] = found.get(name, 0) + count
    if "103.2.b.1" in disabled:
        found[deck.champion] = found.get(deck.champion, 1) - 1
    return found


def _numbers(
    path: str, deck: DeckList, mode: Mode, cards: Catalogue, disabled: frozenset[str]
) -> Iterator[_Found]:
    size = sum(deck.main.values())
    if size < MAIN_DECK:
        yield _Found(
            f"{path}.main",
            "main_deck_too_small",
            f"{size} cards; a Main Deck has at least {MAIN_DECK}",
            "103.2",
        )
    for name, count in _copies(deck, disabled).items():
        definition = cards.get(name)
        unique = definition is not None and definition.has("Unique")
        most, rule = (1, "825.3.a") if unique else (COPIES, "103.2.b")
        if unique and definition is not None and definition.supertype == "Signature":
            rule = "825.3.b"
        if count > most:
            yield _Found(
                f"{path}.main.{name}",
                "too_many_copies",
                f"{count} copies of {name}; {most} is the most",
                rule,
            )
    runes = sum(deck.runes.values())
    if runes != RUNE_DECK:
        yield _Found(
            f"{path}.runes",
            "wrong_number_of_runes",
            f"{runes} runes; a Rune Deck has {RUNE_DECK}",
            "103.3.a",
        )
    if len(deck.battlefields) != BATTLEFIELDS:
        yield _Found(
            f"{path}.battlefields",
            "wrong_number_of_battlefields",
            f"{len(deck.battlefields)} battlefields; for a {mode.name} each player provides "
            f"{BATTLEFIELDS}",
            mode.rules.provided,
        )
    for number, name in enumerate(deck.battlefields):
        if name in deck.battlefields[:number]:
            yield _Found(
                f"{path}.battlefields.{number}",
                "battlefield_twice",
                f"{name} stands there twice; no two battlefields of a deck have one name",
                "103.4.c",
            )
    for name, where in _everything(deck):
        definition = cards.get(name)
        if definition is not None and definition.token:
            yield _Found(f"{path}.{where}", "token_in_deck", f"{name} is a token, no card", "185")


def _everything(deck: DeckList) -> Iterator[tuple[str, str]]:
    """Every card of the deck by name, the legend aside, with its place."""
    for name in deck.main:
        yield name, f"main.{name}"
    for name in deck.runes:
        yield name, f"runes.{name}"
    for number, name in enumerate(deck.battlefields):
        yield name, f"battlefields.{number}"


def _identity(
    path: str,
    deck: DeckList,
    legend: CardDefinition,
    cards: Catalogue,
    disabled: frozenset[str],
) -> Iterator[_Found]:
    """103.1.b: all domains of a card are among those of the legend."""
    for name, where in _everything(deck):
        if name in deck.irrespective and "103.1.b.5" not in disabled:
            continue
        definition = cards.get(name)
        outside = sorted(set(definition.domains) - set(legend.domains)) if definition else []
        if definition is None or not outside:
            continue
        rule = "103.1.b.3" if len(definition.domains) == 1 else "103.1.b.4"
        rule = "103.3.a.1" if definition.is_rune else rule
        rule = "103.4.b" if "Battlefield" in definition.types else rule
        own = " and ".join(legend.domains) or "no domain"
        yield _Found(
            f"{path}.{where}",
            "outside_domain_identity",
            f"{name} is of {' and '.join(outside)}; the legend is of {own}",
            rule,
            ("103.1.b.1",),
        )


def _champion(
    path: str, deck: DeckList, legend: CardDefinition, cards: Catalogue
) -> Iterator[_Found]:
    """103.2.a.2: a champion unit with a tag of the legend."""
    champion = cards.get(deck.champion)
    if champion is None or not champion.is_unit:
        return
    if champion.supertype != "Champion":
        rule = "103.2.d.3" if champion.supertype == "Signature" else "103.2.a.2"
        yield _Found(
            f"{path}.champion",
            "not_a_champion",
            f"{champion.name} is no champion unit",
            rule,
        )
    if not set(champion.tags) & set(legend.tags):
        yield _Found(
            f"{path}.champion",
            "champion_of_another_legend",
            f"{champion.name} has no tag of {legend.name}",
            "103.2.a.2",
        )


def _signatures(
    path: str, deck: DeckList, legend: CardDefinition, cards: Catalogue
) -> Iterator[_Found]:
    total = 0
    for name, count in deck.main.items():
        definition = cards.get(name)
        if definition is None or definition.supertype != "Signature":
            continue
        total += count
        if not set(definition.tags) & set(legend.tags):
            yield _Found(
                f"{path}.main.{name}",
                "signature_of_another_legend",
                f"{name} has no tag of {legend.name}",
                "103.2.d.2",
                ("103.2.d",),
            )
    if total > SIGNATURES:
        yield _Found(
            f"{path}.main",
            "too_many_signatures",
            f"{total} Signature cards; {SIGNATURES} is the most",
            "103.2.d.1",
            ("103.2.d",),
        )
