"""Boards with any four cards, and any action: no crash, and no clause skipped in silence.

    python -m tests.cards.sweep --boards 20000 --seed 1 --jobs 2

Four cards of the catalogue, modelled or not, lie somewhere: in hands, in play, facedown, in a
trash, in a deck. Then somebody does something, one of what is offered or anything at all
(`tests.selfplay.wild`), and all pass until the chain is empty. Held are

- the four verdicts: nothing breaks down, and what is offered is not illegal
- that each text of an item that resolved was followed to its end: a step of the trace for each of
  its instructions, with something in it, or a note that the item has left the chain
- that an ability which waits for what its own source does went onto the chain as it happened, with
  all that forbids or replaces it aside
- that a card whose text is not modelled and lies in play is named: in a caveat, or in the refusal
- that the events lead to the board, and that every step cites a rule
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

import judge
from judge.board import events as ev
from judge.board.applying import fold
from judge.board.canonical import canonical
from judge.board.state import Board, ChainItem
from judge.board.table import Table, reference
from judge.effects import notation as n
from judge.effects.catalogue import standard_catalogue
from judge.effects.notation import CardDefinition
from judge.ruling.actions import MalformedAction, Then
from judge.ruling.ruling import Ruling, Step
from tests.cards.runner.playing import chosen
from tests.selfplay.driver import answer
from tests.selfplay.wild import wild_action

FILLING = ("Stalwart Poro", "Legion Rearguard", "Pit Rookie")
RUNES = ("Fury Rune", "Calm Rune", "Mind Rune", "Body Rune", "Chaos Rune", "Order Rune")
THEN: tuple[Then, ...] = ("nothing", "resolve-chain", "to-next-decision")
ACTIONS = 2


class Broken(AssertionError):
    """What must hold and does not."""


@cache
def cards() -> tuple[CardDefinition, ...]:
    """Every card of the official list, in order of the names."""
    known = standard_catalogue()
    found = [known[name] for name in sorted(known.names())]
    return tuple(card for card in found if card.set and not card.token)


# --- boards -------------------------------------------------------------------------------------


def board_with(four: list[CardDefinition], rng: random.Random) -> dict[str, Any]:
    """A small board with these cards somewhere on it."""
    sides = {side: _player(side, rng) for side in "AB"}
    fields: list[dict[str, Any]] = []
    for place, owner in (("west", "A"), ("east", "B")):
        holder = rng.choice(["A", "B", None])
        field: dict[str, Any] = {"id": place, "card": "Navori Fighting Pit", "owner": owner}
        if holder is not None:
            filling = {"id": f"{place}1", "card": rng.choice(FILLING), "controller": holder}
            field |= {"controller": holder, "units": [filling]}
        fields.append(field)
    for number, card in enumerate(four, 1):
        _put(card, f"it{number}", sides, fields, rng)
    return {
        "turn": {"player": rng.choice("AB"), "number": rng.choice([1, 5])},
        "resources": rng.choice(["enough", "counted"]),
        "players": sides,
        "battlefields": fields,
    }


def _player(side: str, rng: random.Random) -> dict[str, Any]:
    low = side.lower()
    return {
        "points": rng.randint(0, 7),
        "xp": rng.choice([0, 3, 8]),
        "hand": [{"id": f"{low}h1", "card": rng.choice(FILLING)}],
        "trash": [{"id": f"{low}t1", "card": rng.choice(FILLING)}],
        "main_deck": {
            "top": [{"id": f"{low}d{each}", "card": rng.choice(FILLING)} for each in range(3)],
            "count": rng.choice([0, 5]),
        },
        "rune_deck": {"top": ["Fury Rune"], "count": 3},
        "runes": [{"id": f"{low}r{each}", "card": rng.choice(RUNES)} for each in range(6)],
        "base": [{"id": f"{low}1", "card": rng.choice(FILLING), "exhausted": rng.random() < 0.3}],
    }


def _put(
    card: CardDefinition,
    name: str,
    sides: dict[str, Any],
    fields: list[dict[str, Any]],
    rng: random.Random,
) -> None:
    side = rng.choice("AB")
    mine = sides[side]
    it: dict[str, Any] = {"id": name, "card": card.name}
    if "Battlefield" in card.types:
        rng.choice(fields)["card"] = card.name
        return
    if "Legend" in card.types:
        mine["legend"] = it
        return
    if "Rune" in card.types:
        mine["base"].append(it)
        return
    held = [field for field in fields if field.get("controller") == side]
    where = ["hand", "hand", "trash", "deck"]
    if card.is_permanent:
        where += ["play"] * 4
    if held:
        where.append("facedown")
    match rng.choice(where):
        case "deck":
            mine["main_deck"]["top"].insert(0, it)
        case "facedown":
            rng.choice(held)["facedown"] = [{**it, "controller": side, "since": 1}]
        case "play":
            it |= {"controller": side}
            if card.is_unit:
                it |= {"exhausted": rng.random() < 0.3, "buffs": rng.choice([0, 0, 1])}
                there = rng.choice([mine["base"], *(field["units"] for field in held)])
                there.append(it)
            elif "Equipment" in card.tags and rng.random() < 0.7:
                del it["controller"]
                mine["base"][0].setdefault("attached", []).append(it)
            else:
                mine["base"].append(it)
        case zone:
            mine[zone].append(it)


# --- what must hold -----------------------------------------------------------------------------


def _flat(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _flat(step.children)


def hold(before: Board, ruling: Ruling, tally: Counter[str]) -> None:
    """Raises `Broken`."""
    every = list(_flat(ruling.trace))
    for step in every:
        if not step.rules:
            raise Broken(f"a step cites nothing: {step.text or step.event}")
    _texts_followed(before, every, tally)
    _triggers(before, every, ruling, tally)
    _unmodelled_named(before, ruling, tally)
    if ruling.verdict == "legal":
        assert ruling.board is not None
        told = [step.event for step in every if step.event is not None]
        plain = msgspec.json.decode(judge.encode(told), type=list[ev.AnyEvent])
        if judge.encode(canonical(fold(before, plain))) != judge.encode(ruling.board):
            raise Broken("the events do not lead to the board")


def _words(instruction: n.AnyInstruction) -> str:
    return str(type(instruction).__struct_config__.tag).replace("_", " ")


def _does_of(item: ChainItem) -> list[n.AnyInstruction] | None:
    """The instructions of an item by what is printed; None where it is another text."""
    known = standard_catalogue()
    if item.kind == "spell" and item.card is not None and item.card in known:
        return known[item.card].does
    place = (item.ability or "").partition("/")[2]
    if item.of is None or item.of not in known or not place.isdigit():
        return None
    card = known[item.of]
    if int(place) >= len(card.abilities):
        return None
    ability = card.abilities[int(place)]
    return ability.does if isinstance(ability, n.Triggered | n.Activated) else None


def _texts_followed(before: Board, every: list[Step], tally: Counter[str]) -> None:
    """Each item that resolved has a step for each instruction of its text, and something in it."""
    items = {} if before.chain is None else {item.id: item for item in before.chain.items}
    for step in every:
        if isinstance(step.event, ev.ItemAdded | ev.ItemFinalized):
            items[step.event.item.id] = step.event.item
        if step.text is None or not step.text.endswith((" resolves", " resolves at once")):
            continue
        below = [
            each.event
            for each in _flat(step.children)
            if isinstance(each.event, ev.ItemRemoved) and each.event.why == "resolved"
        ]
        for removed in below[:1]:
            item = items.get(removed.id)
            does = None if item is None else _does_of(item)
            if not does or item is None:
                continue
            said = [each for each in _flat(step.children) if each.text]
            if any("has left the chain" in (each.text or "") for each in said):
                continue
            tally["texts followed"] += 1
            readings = [does]
            if isinstance(does[0], n.Pay):
                # a leading price was paid as the item was finalized (383.3.b)
                readings.append([*does[0].then, *does[1:]])
            if any(isinstance(each.event, ev.ResourcesAdded) for each in step.children):
                # an Add ability resolves at once, without steps (429.2)
                readings = [[each for each in does if not isinstance(each, n.Add)]]
            left = [_left_unsaid(each, said) for each in readings]
            if all(left):
                raise Broken(f"{item.of or item.card}: nothing is said of {left[0]}")
            for each in said:
                if each.text in map(_words, does) and not each.children:
                    raise Broken(f"{item.of or item.card}: {each.text} comes to nothing")


def _left_unsaid(does: list[n.AnyInstruction], said: list[Step]) -> list[str]:
    """The instructions, in words, for which no step comes in their order."""
    waiting = [_words(each) for each in does]
    for step in said:
        if waiting and step.text == waiting[0]:
            waiting.pop(0)
    return waiting


def _own_trigger(card: CardDefinition, event: str) -> list[str]:
    """The keys of abilities that wait for nothing but that of their own source."""
    return [
        str(place)
        for place, ability in enumerate(card.abilities)
        if isinstance(ability, n.Triggered)
        and ability.when == event
        and not ability.legion
        and ability.level is None
        and not ability.empowered
        and ability.zone == "board"
        and ability.times_each_turn is None
    ]


def _own_moments(every: list[Step]) -> Iterator[tuple[int, str, str]]:
    """What objects did: place in the trace, event, reference."""
    for place, step in enumerate(every):
        event = step.event
        if isinstance(event, ev.ObjectEntered) and event.verb == "play":
            yield place, "play", reference(event.object)
        elif isinstance(event, ev.Moved):
            yield from ((place, "move", ref) for ref in event.refs)
        elif isinstance(event, ev.Designated) and event.designation is not None:
            what = "attack" if event.designation == "attacker" else "defend"
            yield from ((place, what, ref) for ref in event.refs)
        elif isinstance(event, ev.ObjectLeft) and event.verb == "kill":
            yield place, "die", event.ref


def _meddles(card: CardDefinition) -> bool:
    """Whether the card takes abilities away, keeps them from triggering or forbids something."""
    found = json.dumps(msgspec.to_builtins(card))
    words = ("no_triggers", "lose_abilities", "become_copy", "copy_text", "replacement", "cannot")
    return any(f'"{word}"' in found for word in words)


def _triggers(before: Board, every: list[Step], ruling: Ruling, tally: Counter[str]) -> None:
    """What waits for what its own source does is on the chain once that has happened."""
    if ruling.verdict != "legal":
        return
    known = standard_catalogue()
    names = {thing.id: thing.card for thing, _ in Table(before).everything()}
    for step in every:
        if isinstance(step.event, ev.ObjectEntered):
            names[step.event.object.id] = step.event.object.card
        elif isinstance(step.event, ev.ObjectLeft):
            names[step.event.ref.partition("@")[0]] = step.event.name
    if any(name in known and _meddles(known[name]) for name in _everywhere(before)):
        return
    added = Counter(
        (step.event.item.ability or "") for step in every if isinstance(step.event, ev.ItemAdded)
    )
    wanted: Counter[str] = Counter()
    for _, event, ref in _own_moments(every):
        identity = ref.partition("@")[0]
        card = known.get(names.get(identity, ""))
        if card is None:
            continue
        for key in _own_trigger(card, event):
            wanted[f"{ref}/{key}"] += 1
    for ability, often in wanted.items():
        tally["triggers heard"] += 1
        # a later cause can let one trigger oftener, nothing lets it trigger less often
        if added[ability] < often and not _is_noted(every, ability):
            raise Broken(f"{ability} did not trigger")


def _is_noted(every: list[Step], ability: str) -> bool:
    """Whether the trace says why an ability did not trigger."""
    identity = ability.partition("/")[0].partition("@")[0]
    return any(
        step.text is not None and f"({identity})" in step.text and "trigger" in step.text
        for step in every
    )


def _everywhere(board: Board) -> set[str]:
    found = {thing.card for thing, _ in Table(board).everything()}
    found |= {field.card for field in board.battlefields}
    for player in board.players.values():
        found |= {card.card for card in (*player.hand, *player.trash, *player.main_deck.top)}
    for field in board.battlefields:
        found |= {card.card for card in field.facedown}
    return found


def _unmodelled_named(before: Board, ruling: Ruling, tally: Counter[str]) -> None:
    """A ruling on a board with a text in play that is not modelled says so."""
    if ruling.verdict != "legal":
        return
    assert ruling.board is not None
    known = standard_catalogue()
    lying = {thing.card for thing, _ in Table(ruling.board).everything()}
    lying |= {field.card for field in ruling.board.battlefields}
    said = " ".join(caveat.sentence for caveat in ruling.caveats)
    for name in sorted(lying & known.unmodelled):
        tally["unmodelled texts named"] += 1
        if name not in said:
            raise Broken(f"{name} lies in play, is not modelled, and is not named")


# --- playing ------------------------------------------------------------------------------------


#: in how many of the boards one of the cards is of those that are not modelled
_WITH_UNMODELLED = 0.25


def sweep_one(seed: int) -> tuple[Counter[str], str | None]:
    """One board, and some actions on it: what was met, and what broke."""
    tally: Counter[str] = Counter(boards=1)
    rng = random.Random(f"sweep {seed}")
    four = rng.sample(cards(), 4)
    rare = [card for card in cards() if card.text == "unmodelled"]
    if rare and rng.random() < _WITH_UNMODELLED:  # of hundreds a handful, seldom drawn
        four[0] = rng.choice(rare)
    names = [card.name for card in four]
    try:
        _play(four, rng, tally)
    except Exception as error:
        return tally, f"board {seed} {names}: {type(error).__name__}: {str(error)[:500]}"
    return tally, None


def _plain(value: Any) -> Any:
    return json.loads(judge.encode(value))


def _play(four: list[CardDefinition], rng: random.Random, tally: Counter[str]) -> None:
    def decide(question: judge.Question) -> Any:
        return answer(_plain(question), rng)

    laid = judge.read_board(board_with(four, rng)).board
    ruling = judge.adjudicate(laid, None, decide, settle=True)
    tally[f"settled: {ruling.verdict}"] += 1
    hold(laid, ruling, tally)
    for step in range(ACTIONS):
        if ruling.verdict != "legal" or ruling.board is None or ruling.board.result is not None:
            return
        document = _plain(ruling.board)
        board = judge.read_board(document).board
        wild = rng.random() < 0.3
        if wild:
            action = wild_action(document, rng)
        else:
            # what is about one of the four cards, whose ids begin with `it`, is likelier
            action = chosen(_plain(judge.legal_actions(board).patterns), rng, step)
        then = rng.choices(THEN, (2, 3, 1))[0]
        try:
            proposed = msgspec.convert(action, judge.Action)
            ruling = judge.adjudicate(board, proposed, decide, then=then)
        except MalformedAction:
            tally["wild: malformed"] += 1
            continue
        tally[f"{'wild' if wild else 'offered'}: {ruling.verdict}"] += 1
        if ruling.verdict == "illegal":
            if not wild:
                raise Broken(f"{action} was offered: {ruling.sentence}")
            if judge.encode_board(board) != judge.encode(ruling.board):
                raise Broken(f"{action} is illegal and changed the board")
            ruling = judge.adjudicate(board, None, decide, settle=True)
            continue
        hold(board, ruling, tally)


def main() -> int:
    """Exit 1 where something broke."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0, help="that of the first board")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    total: Counter[str] = Counter()
    broken = 0
    seeds = range(given.seed, given.seed + given.boards)
    with multiprocessing.Pool(given.jobs) as pool:
        for tally, fault in pool.imap_unordered(sweep_one, seeds, chunksize=50):
            total.update(tally)
            if fault is not None:
                broken += 1
                print(fault, flush=True)
    for what, often in sorted(total.items()):
        print(f"{often:>8,} {what}")
    print(f"{broken} broken, {time.monotonic() - began:.0f} s")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
