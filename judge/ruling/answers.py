"""Answers: their shape by form, their ids, and where they come from (D1, D2)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from judge.board.faults import as_json
from judge.ruling.questions import Question
from judge.ruling.run import Asked, MalformedAnswer


class Conceded(Exception):
    """A player answered by conceding, which is allowed at any time (650)."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.player = player


def question_id(seed: bytes, question: Question, public_answers: list[Any]) -> str:
    """The id of a question: a hash over what everybody may see (D12).

    `seed` is the digest of the public view of board and action. The prompt is left out, since it
    may
    name a card that only its player may see.
    """
    public = msgspec.json.encode(
        [question.form, question.to, question.slot, question.rules, public_answers], order="sorted"
    )
    return hashlib.sha256(seed + public).hexdigest()[:16]


class Answers:
    """Gives the answers of a list, or of a function, one by one, each checked against its question.

    `seed` is called once, when an id is first needed. `used` counts the answers taken; `taken` has
    them without the ids of their questions, and `asked` to whom those were. `standing` has those of
    them that were not undone by somebody conceding (OP-18).
    """

    def __init__(
        self,
        answers: Sequence[Any] | Callable[[Question], Any],
        seed: Callable[[], bytes],
        players: Sequence[str],
    ) -> None:
        self._answers = answers
        self._make_seed = seed
        self._seed: bytes | None = None
        self._players = players
        self._public: list[Any] = []
        self._again: list[Any] = []
        self.used = 0
        self.taken: list[Any] = []
        self.asked: list[str] = []
        self.standing: list[Any] = []

    def __call__(self, question: Question) -> Any:
        """The answer to a question. Raises `Asked`, `MalformedAnswer` or `Conceded`."""
        repeated = bool(self._again)
        if repeated:
            raw = self._again.pop(0)
        elif callable(self._answers):
            question.id = self.id_of(question)
            raw = self._answers(question)
            if raw is None:
                raise Asked(question)
        elif self.used < len(self._answers):
            raw = self._answers[self.used]
        else:
            question.id = self.id_of(question)
            raise Asked(question)
        value = raw
        # amounts by id are numbers, so that an object may be called `id`, `value` or `concede`
        named = isinstance(raw, dict) and set(raw) == {"id", "value"} and isinstance(raw["id"], str)
        given = raw["value"] if named else raw
        if isinstance(given, dict) and set(given) == {"concede"} and not _number(given["concede"]):
            player = given["concede"]
            if player not in self._players:
                raise MalformedAnswer(
                    self.used,
                    self._named(question),
                    f"there is no player {as_json(player)} to concede",
                )
            self.used += 1
            self.taken.append(given)
            self.asked.append(player)
            raise Conceded(player)
        if named:
            if raw["id"] != self.id_of(question):
                raise MalformedAnswer(
                    self.used,
                    self._named(question),
                    f"answer {self.used} names question {as_json(raw['id'])}, "
                    f"but {as_json(self.id_of(question))} is asked",
                    conflict=True,
                )
            value = raw["value"]
        value = fit(
            question, value, lambda why: MalformedAnswer(self.used, self._named(question), why)
        )
        if not repeated:
            self.used += 1
            self.taken.append(value)
            self.asked.append(question.to)
        self.standing.append(value)
        if question.audience == "all":
            self._public.append(value)
        return value

    def take_again(self, before: Answers, standing: int) -> None:
        """Take the first of the standing answers of another run again, then go on after all that
        it took.
        """
        self._again = before.standing[:standing]
        self.used, self.taken, self.asked = before.used, [*before.taken], [*before.asked]

    def told_of(self, player: str) -> None:
        """Everybody knows that a player has left, so that the same question is another from now
        on.
        """
        self._public.append({"concede": player})

    def _named(self, question: Question) -> Question:
        question.id = self.id_of(question)
        return question

    def id_of(self, question: Question) -> str:
        if self._seed is None:
            self._seed = self._make_seed()
        return question_id(self._seed, question, self._public)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def fit(question: Question, value: Any, fault: Callable[[str], Exception]) -> Any:
    """The answer in the shape of the question's form; raises `fault(why)` when it does not fit."""
    ids = [option.id for option in question.options]

    def one(item: Any) -> str:
        text = str(item) if isinstance(item, (str, int)) and not isinstance(item, bool) else None
        if text in ids:
            assert text is not None
            return text
        # a plain id means the object as it is now, whatever its generation
        current = [known for known in ids if text is not None and known.partition("@")[0] == text]
        if len(current) == 1:
            return current[0]
        raise fault(f"{as_json(item)} is not one of the options {', '.join(ids)}")

    match question.form:
        case "yes_no":
            if not isinstance(value, bool):
                raise fault(f"the answer must be true or false, not {as_json(value)}")
            return value
        case "choose_one" | "chance":
            return one(value)
        case "choose_some" | "order":
            if not isinstance(value, list):
                raise fault(f"the answer must be a list of options, not {as_json(value)}")
            chosen = [one(item) for item in value]
            if len(set(chosen)) < len(chosen):
                raise fault("an option stands twice in the answer")
            low = question.min if question.form == "choose_some" else len(ids)
            high = question.max if question.form == "choose_some" else len(ids)
            assert low is not None
            assert high is not None
            if not low <= len(chosen) <= high:
                raise fault(f"the answer has {len(chosen)} options; {low} to {high} are asked for")
            return chosen
        case "assign_damage" | "split":
            if not isinstance(value, dict):
                raise fault("the answer must be an object of amounts by id")
            known = [target.id for target in question.targets] or ids
            amounts = {}
            for key, amount in value.items():
                now = [k for k in known if k == key or k.partition("@")[0] == key]
                amounts[now[0] if len(now) == 1 else key] = amount
            return amounts
        case "pay":
            if not isinstance(value, dict) or not set(value) <= {"exhaust", "recycle", "use"}:
                raise fault("the answer must be an object with exhaust, recycle and use")
            for refs in value.values():
                if not isinstance(refs, list) or not all(isinstance(ref, str) for ref in refs):
                    raise fault("exhaust, recycle and use must be lists of ids")
            return value
        case "name":
            if not isinstance(value, str):
                raise fault("the answer must be a text")
            return value
    raise fault(f"no such form {question.form}")
