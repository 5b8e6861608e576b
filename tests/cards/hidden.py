"""Hides a set from the catalogue, imports its texts, and runs the scenarios that use it.

    python -m tests.cards.hidden [--set UNL] [--jobs 2] [--json] [--sample N --seed S]

Each ruling has to be the one that is given with the catalogue, or a refusal that names a clause of
a card of the set; any other is a defect. It needs the official list of cards beside the project.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any, NamedTuple

import msgspec

import judge
from api.handlers.cardlists import listed
from api.handlers.usercards import for_the_engine, made_of
from api.scenarios import Kept, discover, run_scenario
from api.scenarios.judges import InProcess, Position, Traits
from judge.effects.catalogue import Catalogue, fold_name, standard_catalogue
from judge.effects.notation import REFERENTS, CardDefinition
from judge.ruling.legal import LegalActions
from judge.ruling.ruling import Ruling
from rulesdb.cards.sources import SETS
from tests.cards.reading import LIST

#: what is asked of a judge that answers
_ASKED = ("adjudicate", "new", "legal", "check", "view", "deck_faults", "traits")


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that came out otherwise with the set hidden. `cards`: those of the set that the
    scenario names; `at`: which of the questions put to the judge, from 0.
    """

    scenario: str
    cards: list[str]
    at: int
    what: str


class Result(msgspec.Struct, kw_only=True):
    """What came of hiding a set. `same`: scenarios with all rulings the same; `refused`: those in
    which one is refused for a clause of the set, and all before it are the same; `told_otherwise`:
    those with the same verdict, problems, question and board, and another trace or other citations.
    """

    set: str
    cards: int
    read_whole: int
    same: int = 0
    refused: int = 0
    differences: list[Difference] = []
    told_otherwise: list[Difference] = []
    refused_for: dict[str, int] = {}


@cache
def texts() -> dict[str, dict[str, Any]]:
    """The official list by name of card; empty where it is absent."""
    if not LIST.is_file():
        return {}
    return {card["name"]: card for card in json.loads(LIST.read_text("utf-8"))["cards"]}


@cache
def hidden(which: str) -> tuple[Catalogue, frozenset[str], int]:
    """The catalogue with a set as its texts are imported, the names of the set, and how many of
    them were read whole.
    """
    standard = standard_catalogue()
    names = frozenset(name for name in standard.names() if standard[name].set == which)
    entries = [texts()[name] for name in sorted(names) if name in texts()]
    read, own = {}, []
    for text in listed(entries):
        made = made_of(text)
        own.append(for_the_engine(named_like(made.definition, standard[text.name])))
        if made.printed is not None:
            read[text.name] = made.printed
    assert {card.name for card in own} == names, "the list lacks cards of the set"
    return standard.extended(own, read), names, len(read)


# --- names that a text gives itself ---------------------------------------------------------------


def named_like(read: CardDefinition, known: CardDefinition) -> CardDefinition:
    """A card that was read with the names of the other's slots, labels and modes, where there are
    as many: an answer and a question have these names, and no ruling depends on them.
    """
    one, other = msgspec.to_builtins(read), msgspec.to_builtins(known)
    for part in ("abilities", "effect_text"):
        if len(one.get(part, [])) == len(other.get(part, [])):
            one[part] = [
                _renamed(each, like)
                for each, like in zip(one.get(part, []), other.get(part, []), strict=True)
            ]
    text = {key: one.get(key) for key in ("chooses", "does")}
    one |= _renamed(text, {key: other.get(key) for key in ("chooses", "does")})
    return msgspec.convert({k: v for k, v in one.items() if v is not None}, CardDefinition)


def _renamed(text: Any, like: Any) -> Any:
    own, wanted = list(_declared(text)), list(_declared(like))
    if len(own) != len(wanted):
        return text
    names = {
        name: new
        for (kind, name), (of, new) in zip(own, wanted, strict=True)
        if kind == of and name not in REFERENTS and new not in REFERENTS
    }
    return _with_names(text, names)


def _declared(value: Any) -> Iterator[tuple[str, str]]:
    """The names that a text gives itself, in order: of slots, of labels, of modes."""
    if isinstance(value, list):
        for each in value:
            yield from _declared(each)
    elif isinstance(value, dict):
        yield from (("slot", name) for name in value.get("chooses") or {})
        if "do" in value and value.get("label"):
            yield "label", value["label"]
        if "name" in value and ("does" in value or "ability" in value):
            yield "mode", value["name"]
        for each in value.values():
            yield from _declared(each)


def _with_names(value: Any, names: dict[str, str], key: str = "") -> Any:
    if isinstance(value, str):
        whose, of, name = value.rpartition(" of ")
        if of and whose in ("controller", "owner"):
            return f"{whose} of {names.get(name, name)}"
        return value if key in _WORDS else names.get(value, value)
    if isinstance(value, list):
        return [_with_names(each, names, key) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        (names.get(name, name) if key == "chooses" else name): _with_names(each, names, name)
        for name, each in value.items()
    }


#: fields whose words are no names
_WORDS = ("kind", "do", "if", "value", "change", "event", "token", "keyword", "where", "zone")


def used_in(one: Kept, names: frozenset[str]) -> list[str]:
    """The cards of a set that a scenario names."""
    known = _called(names)
    texts_ = set(_strings(msgspec.to_builtins(one.scenario)))
    return sorted({known[each] for each in map(fold_name, texts_) if each in known})


@cache
def _called(names: frozenset[str]) -> dict[str, str]:
    """The cards by all that they may be called, without case and punctuation."""
    standard = standard_catalogue()
    found = {}
    for name in names:
        card = standard[name]
        for text in (name, name.partition(",")[0], f"{card.set}{card.number}", *card.aliases):
            found[fold_name(text)] = name
        if card.number is not None:
            found[fold_name(f"{card.set}{card.number:03}")] = name
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if 0 < len(value) < 60:
            yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _strings(key)
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)


class Told(NamedTuple):
    """What an object is, and what an explanation of it says of texts that are not modelled."""

    traits: Traits
    caveats: list[str]


class Recording:
    """A judge that keeps its answers."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._judge = InProcess(catalogue=catalogue)
        self.name = self._judge.name
        self.catalogue = catalogue
        self.answers: list[tuple[str, Any]] = []

    def read(self, document: Any) -> Position:
        return self._judge.read(document)

    def __getattr__(self, name: str) -> Any:
        if name not in _ASKED:
            raise AttributeError(name)
        asked = getattr(self._judge, name)

        def answer(*given: Any, **more: Any) -> Any:
            try:
                found = asked(*given, **more)
            except Exception as error:
                self.answers.append((name, f"{type(error).__name__}: {error}"))
                raise
            if name == "traits":
                # what an object is, and which texts the interface says may make it another
                told = judge.explain(*given, None, self.catalogue)
                self.answers.append((name, Told(found, [c.sentence for c in told.caveats])))
            else:
                self.answers.append((name, found))
            return found

        return answer


def answers(one: Kept, catalogue: Catalogue) -> list[tuple[str, Any]]:
    """What a judge with these cards answers to what the scenario asks."""
    recording = Recording(catalogue)
    run_scenario(one.scenario, recording)
    return recording.answers


def compared(one: Kept, which: str) -> tuple[Difference | None, str | None]:
    """The first ruling of a scenario that comes out otherwise with the set hidden, or the clause
    for which one is refused; neither if all are the same.
    """
    catalogue, names, _ = hidden(which)
    used = used_in(one, names)
    plain, told = answers(one, standard_catalogue()), answers(one, catalogue)
    for at, (before, after) in enumerate(zip(plain, told, strict=False)):
        what = _difference(before[1], after[1])
        if what is None:
            continue
        about = _clause(after[1], catalogue, names)
        if about is not None:
            return None, about
        return Difference(scenario=one.scenario.id, cards=used, at=at, what=what), None
    if len(plain) != len(told):
        what = f"{len(plain)} answers became {len(told)}"
        return Difference(scenario=one.scenario.id, cards=used, at=len(told), what=what), None
    return None, None


def _clause(answer: Any, catalogue: Catalogue, names: frozenset[str]) -> str | None:
    """The clause of the set for which an answer is refused, or says that it is not whole."""
    if isinstance(answer, Ruling):
        refusal = answer.refusal
        about = None if refusal is None else refusal.about
        name = (about or "").partition(": ")[0]
        return about if name in names and catalogue[name].text == "unmodelled" else None
    sentences = answer.incomplete if isinstance(answer, LegalActions) else []
    sentences = answer.caveats if isinstance(answer, Told) else sentences
    for sentence in sentences:
        if "is not modelled" in sentence and any(f" {name} " in sentence for name in names):
            return sentence
    return None


#: how differences begin of rulings that come to the same
_TOLD = ("trace:", "citations:")

#: what a ruling is, apart from what it says of itself
_OF_A_RULING = ("verdict", "problems", "question", "refusal", "board", "trace", "citations")


def _difference(before: Any, after: Any) -> str | None:
    """What differs between two answers; None if nothing does."""
    if type(before) is not type(after):
        return f"{_short(before)} became {_short(after)}"
    if isinstance(before, Ruling):
        for field in _OF_A_RULING:
            one, other = getattr(before, field), getattr(after, field)
            if msgspec.json.encode(one) != msgspec.json.encode(other):
                return f"{field}: {_where(one, other)}"
        return None
    if isinstance(before, LegalActions):
        one, other = msgspec.to_builtins(before), msgspec.to_builtins(after)
        one.pop("incomplete", None), other.pop("incomplete", None)
        return None if one == other else f"legal actions: {_where(one, other)}"
    if isinstance(before, Told) and isinstance(after, Told):
        return None if before.traits == after.traits else _where(before.traits, after.traits)
    if hasattr(before, "warnings"):
        one, other = msgspec.to_builtins(before), msgspec.to_builtins(after)
        for key in ("caveats", "stamp"):
            one.pop(key, None), other.pop(key, None)
        return None if one == other else f"check: {_where(one, other)}"
    one, other = msgspec.to_builtins(before), msgspec.to_builtins(after)
    return None if one == other else _where(one, other)


def _where(one: Any, other: Any, path: str = "") -> str:
    """The first place at which two trees differ, with what stands there."""
    one, other = msgspec.to_builtins(one), msgspec.to_builtins(other)
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if one.get(key) != other.get(key):
                return _where(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list):
        for index, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return _where(a, b, f"{path}[{index}]")
        return f"{path}: {len(one)} entries became {len(other)}"
    return f"{path}: {_short(one)} became {_short(other)}"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(msgspec.to_builtins(value))
    return text if len(text) <= 160 else f"{text[:160]}..."


@cache
def kept_scenarios() -> tuple[Kept, ...]:
    """The scenarios that the project keeps."""
    return tuple(discover()[0])


def scenarios(which: str) -> list[Kept]:
    """The scenarios that use a card of a set."""
    _, names, _ = hidden(which)
    return [
        one
        for one in kept_scenarios()
        if one.scenario.overturned_by is None and used_in(one, names)
    ]


def measured(which: str, *, jobs: int = 1, sample: int | None = None, seed: int = 0) -> Result:
    """What comes of hiding a set, over all scenarios that use it or a sample of them."""
    catalogue, names, whole = hidden(which)
    del catalogue
    chosen = scenarios(which)
    if sample is not None and sample < len(chosen):
        chosen = random.Random(f"{seed} {which}").sample(chosen, sample)
    result = Result(
        set=which, cards=len(names), read_whole=whole, differences=[], told_otherwise=[]
    )
    refused: Counter[str] = Counter()
    for difference, about in _all(chosen, which, jobs):
        if difference is not None:
            told = difference.what.startswith(_TOLD)
            (result.told_otherwise if told else result.differences).append(difference)
        elif about is not None:
            result.refused += 1
            refused[about] += 1
        else:
            result.same += 1
    result.refused_for = dict(refused.most_common())
    return result


def _all(
    chosen: Sequence[Kept], which: str, jobs: int
) -> Iterator[tuple[Difference | None, str | None]]:
    if jobs <= 1:
        yield from (compared(one, which) for one in chosen)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        yield from executor.map(compared, chosen, [which] * len(chosen), chunksize=16)


def main() -> None:
    """Print what comes of it."""
    parser = argparse.ArgumentParser(description="Hide a set and import its texts.")
    parser.add_argument("--set", dest="sets", choices=SETS, action="append")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if not texts():
        parser.exit(2, "the official list of cards is not there\n")
    found = [
        measured(which, jobs=options.jobs, sample=options.sample, seed=options.seed)
        for which in options.sets or SETS
    ]
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return
    for result in found:
        print(
            f"{result.set}: {result.read_whole} of {result.cards} cards read whole; scenarios: "
            f"{result.same} the same, {result.refused} refused by name, "
            f"{len(result.differences)} otherwise, {len(result.told_otherwise)} told otherwise"
        )
        for each in (*result.differences, *result.told_otherwise):
            print(f"  {each.scenario} ({', '.join(each.cards)}), answer {each.at}: {each.what}")


if __name__ == "__main__":
    main()
