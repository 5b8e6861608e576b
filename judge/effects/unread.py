"""Facts that a board states and that nothing here reads: never passed over in silence (D2, D13).

`judge.board.uses` says of every field of a board whether the engine reads it. What it does not read
is refused by name where what it says is reached (`watch_facts`, `check_choices`), and is a caveat
of every other ruling on that board (`unread_facts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judge.board import events as ev
from judge.board.state import Board, ChainItem, Choices, Effect, GameObject
from judge.board.table import make_reference, reference
from judge.effects.activetexts import bearing
from judge.effects.granted import (
    assigns_might,
    given_changes,
    granted_triggers,
    interceding_abilities,
    more_of_buffs,
    passive_texts,
)
from judge.effects.kept import delayed_ability
from judge.effects.notation import Modes, Selector
from judge.effects.supporting import appended
from judge.effects.supporting_copies import names, picks_option
from judge.keywords import KEYWORDS
from judge.ruling.ruling import Refusal, RefusalReason
from judge.ruling.run import Refused, Run
from judge.ruling.waiving import EDITS, NO_EFFECT
from rulesdb.overlays import held_overlays

#: what the engine itself freezes when a condition is met (359.3.f.3); all else stands there unread
_FROZEN = frozenset(
    {
        *("died", "died_at", "from", "hidden_at", "location", "paid", "played", "to"),
        # what conditions freeze, and the notation of reflexive and delayed abilities
        *("ability", "amounts", "controllers", "here", "names", "seen", "there"),
    }
)
#: costs by name that the engine knows: who paid them, and how often, changes what is executed
_COSTS = frozenset({"accelerate", "alternative", "repeat"})


#: the caveats of `caution_unread`
UNREAD_CODES = frozenset({"unmodelled_fact", "other_catalogue", "overlay_not_held"})


def refused(reason: RefusalReason, sentence: str, about: str, *rules: str) -> Refused:
    """A refusal about a fact of the board, by its path."""
    return Refused(Refusal(reason=reason, sentence=sentence, about=about, rules=list(rules)))


# --- lasting effects ----------------------------------------------------------------------------


def gives_control(effect: Effect) -> bool:
    """Whether an effect is one that gives control of an object, with all that the engine needs to
    give it back (190, `judge.actions.controlling`).
    """
    return (
        effect.kind == "control"
        and effect.affects is not None
        and len(effect.affects) == 1
        and set(effect.bound) == {"base"}
    )


def gives_copy(effect: Effect) -> bool:
    """Whether an effect makes one object a copy of a card for a time, with what the engine needs to
    end it (477.1.b, `judge.actions.copying`).
    """
    return (
        effect.kind == "copy"
        and effect.affects is not None
        and len(effect.affects) == 1
        and set(effect.bound) in ({"base", "card"}, {"text"})
    )


def copies_more(run: Run, thing: GameObject) -> bool:
    """Whether an object has copied something else than all the copyable traits of one card, or as
    effect text what is executed there.
    """
    if not thing.copied:
        return False
    text = thing.text_copied
    more = set(thing.copied) - {"card", "text"}
    return bool(more) or (text is not None and not can_be_appended(run, text))


def _bears_more(run: Run, thing: GameObject) -> bool:
    """The same of the object and of what is attached to it."""
    return any(copies_more(run, each) for each in (thing, *bearing(run.table, thing)))


def can_be_appended(run: Run, card: str) -> bool:
    """Whether all that a card says is executed where it is appended to another object (719.1)."""
    definition = run.catalogue[card]
    return definition.text == "modelled" and not any(
        True for ability in definition.abilities for _ in appended(ability)
    )


def says_more(effect: Effect) -> str | None:
    """What an effect says beyond Might and keywords of named objects, in words; None: nothing.

    Preventing and changes of kind control, prohibition and replacement are watched elsewhere.
    """
    if effect.uses == 0 or delayed_ability(effect) is not None or gives_control(effect):
        return None
    if gives_copy(effect):
        return None
    if effect.kind in ("trigger", "copy"):
        return f"a lasting effect ({effect.kind})"
    if effect.abilities and interceding_abilities(effect) is not None:
        return None
    if given_changes(effect) is not None or granted_triggers(effect) is not None:
        return None
    if passive_texts(effect) is not None:
        return None
    if effect.abilities:
        return "granted abilities"
    if effect.uses is not None and effect.prevent is None:
        return "an effect for a number of uses"
    if effect.amounts and not (assigns_might(effect) or more_of_buffs(effect)):
        return f"amounts ({', '.join(sorted(effect.amounts))})"
    if effect.bound:
        return f"bound referents ({', '.join(sorted(effect.bound))})"
    if set(effect.keywords) - set(KEYWORDS):
        return f"keywords ({', '.join(sorted(set(effect.keywords) - set(KEYWORDS)))})"
    if effect.until == "next_time":
        return "an effect that lasts until the next time"
    return None


def _without_objects(effect: Effect) -> bool:
    """Whether it changes what units are without naming them: an open set, or nobody at all."""
    if effect.kind == "trigger":
        return False  # what is not modelled of it is refused as such
    if effect.kind != "grant" and interceding_abilities(effect) is not None:
        return False
    if passive_texts(effect) is not None:
        return False  # they mean cards, and no unit
    changes = effect.might or effect.keywords or effect.abilities or assigns_might(effect)
    return bool(changes) and effect.affects is None and effect.uses != 0


def check_item(run: Run, item: ChainItem) -> None:
    """Raises `Refused` where an effect is bound to an item that is to resolve (391)."""
    ref = make_reference(item.id, item.generation)
    for effect in run.board.effects:
        if effect.uses != 0 and ref in (effect.affects or []):
            raise refused(
                "clause",
                f"{effect.id} changes {item.id} on the chain; effects on items are not modelled.",
                f"effects.{effect.id}",
                "391",
            )


# --- choices of chain items ---------------------------------------------------------------------


def executions(run: Run, item: ChainItem, name: str) -> list[Choices]:
    """The choices of each execution of an item's instructions, in order (820.1.d.1, 820.2).

    Raises `Refused` where the board pays Repeat another number of times than it gives choices.
    """
    chosen = item.chose or [Choices()]
    paid = item.paid.costs if item.paid is not None else {}
    path = f"chain.items.{item.id}.chose"
    if "repeat" in paid and len(chosen) != paid["repeat"] + 1:
        raise refused(
            "missing_fact",
            f"Repeat was paid {paid['repeat']} times for {name}, and the board gives the choices "
            f"of {len(chosen)} executions.",
            path,
            "820.2",
        )
    if len(chosen) > 1 and "repeat" not in paid:
        run.assume(
            path,
            len(chosen),
            f"{name} is executed {len(chosen)} times, as often as the board gives choices: "
            "Repeat is taken to have been paid.",
        )
    return chosen


def check_choices(
    item: ChainItem,
    number: int,
    name: str,
    chooses: dict[str, Selector],
    *,
    moves: bool,
    may: bool = False,
    modes: Modes | None = None,
) -> None:
    """Raises `Refused` where the choices of an execution are not those that the text asks for.

    `moves`: it moves something to a destination. `may`: it is a trigger with a leading "may".
    """
    chosen = item.chose[number] if item.chose else Choices()
    path = f"chain.items.{item.id}.chose.{number}"
    for slot, selector in chooses.items():
        given = chosen.targets.get(slot, [])
        least, most = _bounds(selector)
        if least > 0 and not given:
            raise refused(
                "missing_fact",
                f"The board does not say what {name} chose as {slot}.",
                f"chain.items.{item.id}.targets.{slot}",
                "355.8",
            )
        if len(given) < least or (most is not None and len(given) > most):
            raise refused(
                "missing_fact",
                f"The board says that {name} chose {len(given)} as {slot}; its text asks for "
                f"{least} to {'any number' if most is None else most}.",
                f"{path}.targets.{slot}",
                "355.13",
            )
    if modes is not None:
        _check_modes(chosen, modes, name, path)
    stated = {
        "targets": sorted({each for each, refs in chosen.targets.items() if refs} - set(chooses)),
        "modes": chosen.modes if modes is None else [],
        "groups": sorted(chosen.groups),
        "names": chosen.names,
        "x": [] if chosen.x is None else ["X"],
        "to": [chosen.to] if chosen.to is not None and not moves else [],
        "destinations": sorted(chosen.destinations) if not moves else [],
        "may": [] if chosen.may is None or (chosen.may and may) else ["may"],
    }
    for field, found in stated.items():
        if found:
            words = ", ".join(str(each) for each in found)
            raise refused(
                "clause",
                f"The board says that {name} chose {words} ({field}), which its text as modelled "
                "does not ask for.",
                f"{path}.{field}",
                "402.1.a" if field == "may" else "355",
            )


def _check_modes(chosen: Choices, modes: Modes, name: str, path: str) -> None:
    """Raises `Refused` where the board does not say which modes of a text were chosen (355.3)."""
    known = [mode.name for mode in modes.of]
    strange = [mode for mode in chosen.modes if mode not in known]
    if strange or not modes.min <= len(chosen.modes) <= modes.max:
        raise refused(
            "missing_fact",
            f"The board says that {name} has the modes {', '.join(chosen.modes) or 'none'}; its "
            f"text asks for {modes.min} to {modes.max} of {', '.join(known)}.",
            f"{path}.modes",
            "355.3",
        )


def _bounds(selector: Selector) -> tuple[int, int | None]:
    """How many a slot takes, as far as its text says it without looking at the board."""
    if selector.any_number:
        return 0, None
    least, most = selector.min, selector.max
    return least if isinstance(least, int) else 0, most if isinstance(most, int) else None


# --- what is reached ----------------------------------------------------------------------------


def has_unread(run: Run) -> bool:
    """Whether the board states something that `watch_facts` would stop at."""
    copies = [thing for thing in run.table.objects.values() if thing.copied]
    return any(copies_more(run, thing) for thing in copies) or any(
        says_more(effect) or _without_objects(effect) for effect in run.board.effects
    )


def watch_facts(run: Run, event: ev.Event) -> None:
    """Raises `Refused` where something happens to an object of which the board says what is not
    modelled.

    A listener to events, for runs on boards where `has_unread`.
    """
    named = list(_named(event))
    if not named:
        return
    for ref in named:
        thing = run.table.find(ref)
        if thing is not None and _bears_more(run, thing):
            _refuse_copied(run, thing)
    for effect in run.board.effects:
        more = says_more(effect)
        if more is not None and set(named) & set(effect.affects or []):
            _refuse_more(run, effect, more)
        if _without_objects(effect) and isinstance(event, ev.Designated | ev.DamageDealt):
            _refuse_unnamed(run, effect)


def refuse_uncounted(run: Run, refs: Iterable[str]) -> None:
    """Raises `Refused` where the board says something of damaged units, or of units that it does
    not name, that is not modelled and may decide whether they die (323.5).
    """
    damaged = set(refs)
    for ref in damaged:
        thing = run.table.find(ref)
        if thing is not None and _bears_more(run, thing):
            _refuse_copied(run, thing)
    for effect in run.board.effects if damaged else []:
        more = says_more(effect)
        if more is not None and effect.might and damaged & set(effect.affects or []):
            _refuse_more(run, effect, more)
        if effect.might and _without_objects(effect):
            _refuse_unnamed(run, effect)


def _refuse_copied(run: Run, thing: GameObject) -> None:
    """Raises `Refused`, unless the request waives what the object has copied."""
    about = f"objects.{thing.id}.copied"
    if not run.waive(about):
        sentence = f"{thing.id} has copied traits, which are not modelled."
        raise _waivable(sentence, about, ["477.1.b"])


def _waivable(sentence: str, about: str, rules: list[str]) -> Refused:
    return Refused(
        Refusal(
            reason="clause", sentence=sentence, about=about, rules=rules, waive=[NO_EFFECT, EDITS]
        )
    )


def _refuse_more(run: Run, effect: Effect, more: str) -> None:
    """Raises `Refused`, unless the request waives what the effect says beyond the modelled."""
    about = f"effects.{effect.id}"
    if run.waive(about):
        return
    sentence = f"The board gives {effect.id}: {more}, which is not modelled."
    rules = ["390" if effect.kind == "trigger" else "376"]
    raise Refused(
        Refusal(
            reason="clause", sentence=sentence, about=about, rules=rules, waive=[NO_EFFECT, EDITS]
        )
    )


def _refuse_unnamed(run: Run, effect: Effect) -> None:
    """Raises `Refused` for an effect whose objects are not told; what it says of an open set may be
    waived.
    """
    if effect.open is None:
        raise refused(
            "missing_fact",
            f"{effect.id} does not name the objects it changes.",
            f"effects.{effect.id}.affects",
            "477",
        )
    about = f"effects.{effect.id}.open"
    if not run.waive(about):
        sentence = f"{effect.id} changes an open set of objects, which is not modelled."
        raise _waivable(sentence, about, ["477"])


def _named(event: ev.Event) -> Iterable[str]:
    """References of the objects to which something happens that their traits may decide."""
    match event:
        case ev.Moved() | ev.Buffed():
            return event.refs
        case ev.Designated():
            return event.refs if event.designation is not None else []
        case ev.DamageDealt() | ev.ObjectLeft():
            return [event.ref]
        case ev.ItemFinalized():
            chosen = [refs for each in event.item.chose for refs in each.targets.values()]
            return [ref for refs in chosen for ref in refs]
    return []


# --- what is not --------------------------------------------------------------------------------


def caution_unread(run: Run, board: Board) -> bool:
    """Add a caveat for each fact of the board that nothing reads, and where it was made with other
    cards or asks for a document that is not held; whether there is one.
    """
    before = len(run.caveats)
    for words, ids in sorted(unread_facts(run, board).items()):
        run.caution(
            "unmodelled_fact",
            f"The board gives {words} ({', '.join(sorted(ids))}), which is not modelled; "
            "this ruling holds if it does not come into play.",
            sorted(ids),
        )
    picking, names = run.catalogue.interceding, run.table.names()
    for thing in run.table.objects.values():
        if names[thing.id] in picking and not thing.chosen and _options(run, thing):
            run.caution(
                "unmodelled_fact",
                f"The board does not say what was picked as {run.thing(reference(thing))} entered; "
                "this ruling holds if it does not come into play.",
                [thing.id],
            )
    cards = run.catalogue
    if board.catalogue not in (None, cards.digest, cards.underlying):
        run.caution(
            "other_catalogue",
            f"The board names the catalogue {board.catalogue}; this ruling was made with "
            f"{cards.digest}, in which a card may say something else.",
        )
    held = {overlay.id: overlay for overlay in held_overlays()}
    for wanted in board.overlays:
        found = held.get(wanted.id)
        if found is None or wanted.date not in (None, found.date.isoformat()):
            which = wanted.id if wanted.date is None else f"{wanted.id} of {wanted.date}"
            run.caution(
                "overlay_not_held",
                f"The board asks for {which}, which is not held; the ruling was made without it.",
            )
    return len(run.caveats) > before


def unread_facts(run: Run, board: Board) -> dict[str, list[str]]:
    """Facts of the board that nothing reads, in words, each with the ids that state it."""
    found: dict[str, list[str]] = {}

    def note(words: str, identity: str) -> None:
        found.setdefault(words, []).append(identity)

    for effect in board.effects:
        if effect.uses == 0:
            continue
        more = says_more(effect)
        if more is not None:
            note(more, effect.id)
        elif _is_read(effect) or gives_control(effect) or gives_copy(effect):
            continue
        elif effect.kind not in ("passive", "grant", "look"):
            note(f"a lasting effect ({effect.kind})", effect.id)
        elif _without_objects(effect):
            note("a lasting effect on objects that it does not name", effect.id)
    for thing in run.table.objects.values():
        if thing.copied or thing.counters or thing.chosen or thing.linked:
            for words in _of_object(run, thing):
                note(words, thing.id)
    for name, player in board.players.items():
        if any(
            unit.restriction not in (None, "spells", "gear", "showdowns") for unit in player.pool
        ):
            note("a restriction on resources", name)
    for facedown, _ in run.table.facedown():
        if facedown.cause == "effect":
            note("that an effect put it facedown", facedown.id)
    for item in board.chain.items if board.chain is not None else []:
        for words in _of_item(run, item):
            note(words, item.id)
    return found


def _is_read(effect: Effect) -> bool:
    """Whether all that an effect says is executed, of those that are no change of traits."""
    if effect.prevent is not None or effect.kind == "linked":
        return True
    if passive_texts(effect) is not None or granted_triggers(effect) is not None:
        return True
    return interceding_abilities(effect) is not None or delayed_ability(effect) is not None


def _of_object(run: Run, thing: GameObject) -> Iterator[str]:
    if copies_more(run, thing):
        yield "copied traits"
    if any(thing.counters.values()):
        yield "counters"
    if thing.chosen and not set(thing.chosen.values()) <= set(_options(run, thing)):
        yield "choices made as it was played"
    if thing.linked:
        yield "linked cards"


def _options(run: Run, thing: GameObject) -> list[str]:
    """The options of which a permanent says that one is picked as it enters."""
    if thing.name not in run.catalogue.interceding:
        return []
    abilities = run.catalogue[thing.name].abilities
    picks = filter(picks_option, abilities)
    named = (
        [thing.chosen["named"]] if "named" in thing.chosen and any(map(names, abilities)) else []
    )
    return [*named, *(option for each in picks for option in each.does[0].options)]  # type: ignore[union-attr]


def _of_item(run: Run, item: ChainItem) -> Iterator[str]:
    if item.follows:
        yield "what words of its text follow"
    if item.active:
        yield "dependent texts that were active"
    if item.alternative_cost not in (None, "alternative"):
        yield "an alternative cost"
    if set(item.about) - _FROZEN:
        yield "facts frozen by its condition"
    if item.paid is None:
        return
    if any("object" not in kept for kept in item.paid.looked_back.values()):
        yield "objects spent as its cost"
    card = run.catalogue[item.card] if item.card is not None else None
    known = _COSTS | {cost.label for cost in card.additional_costs} if card else _COSTS
    # those that other texts put on it are numbered
    others = ("imposed", "allowed")
    costs = {label for label in item.paid.costs if label.partition("_")[0] not in others}
    if costs - known:
        yield "additional costs"


__all__ = [
    "UNREAD_CODES",
    "caution_unread",
    "check_choices",
    "check_item",
    "executions",
    "has_unread",
    "refuse_uncounted",
    "refused",
    "unread_facts",
    "watch_facts",
]
