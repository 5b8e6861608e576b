"""A ruling as a person reads it: the verdict first, then what happened and why.

`ruling_text` gives the parts, for a page or a terminal to lay out; `RulingText.lines` is the plain
layout.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

import msgspec

from api.describe.events import describe_event
from api.describe.names import Names, sentence
from judge.board.state import Board
from judge.ruling.questions import CHANCE, Form, Question
from judge.ruling.ruling import Basis, Problem, Refusal, Ruling, Step, Verdict
from rulesdb import NEWEST, RulesdbError, rule

VERDICT_WORDS: dict[Verdict, str] = {
    "legal": "Legal",
    "illegal": "Illegal",
    "question": "A choice is needed",
    "not_adjudicable": "This can't be judged",
}
_BASIS_SENTENCES: dict[Basis, str] = {
    "rules": "",
    "assumed": "This rests on what is assumed or noted below.",
    "reading": "This rests on one reading of a point that the rule book leaves open.",
    "waived": "This rests on what the caller said should be passed over.",
}
_ANSWER_SHAPES: dict[Form, str] = {
    "choose_one": "Answer with one of these.",
    "yes_no": "Answer true or false.",
    "choose_some": "Answer with a list of these.",
    "order": "Answer with all of these, in an order.",
    "split": "Answer with an amount for each, adding up to the whole.",
    "assign_damage": "Answer with the damage for each unit, adding up to the whole.",
    "pay": "Answer with the runes to exhaust and the runes to recycle.",
    "name": "Answer with a name.",
    "chance": "Answer with what turned up.",
}


class TextPart(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What every part of a ruling's text has in common."""


class CitedRule(TextPart, kw_only=True):
    """A rule number, and what the rule says in our own words and, if held, in the official."""

    number: str
    gist: str = ""
    wording: str = ""

    def __str__(self) -> str:
        return f"{self.number} {self.gist}".rstrip()


class StepText(TextPart, kw_only=True):
    """One step of the trace: what happened, the rules that made it so, and what it led to."""

    sentence: str
    rules: list[CitedRule] = []
    steps: list[StepText] = []


class ProblemText(TextPart, kw_only=True):
    """One reason why the action is illegal, and what would make it legal."""

    sentence: str
    code: str
    remedy: str = ""
    rules: list[CitedRule] = []


class QuestionText(TextPart, kw_only=True):
    """What is asked, of whom, and what an answer looks like."""

    sentence: str
    prompt: str
    answer: str
    options: list[str] = []
    conditions: list[str] = []
    rules: list[CitedRule] = []


class RefusalText(TextPart, kw_only=True):
    """Why it cannot be judged, and what to say to go on."""

    sentence: str
    reason: str
    about: str = ""
    ways_on: list[str] = []
    rules: list[CitedRule] = []


class RulingText(TextPart, kw_only=True):
    """A ruling in sentences. `verdict` is the one to say first."""

    verdict: str
    basis: str = ""
    problems: list[ProblemText] = []
    question: QuestionText | None = None
    refusal: RefusalText | None = None
    steps: list[StepText] = []
    assumptions: list[str] = []
    caveats: list[str] = []
    #: what other readings of open points would give, and other facts than were assumed
    readings: list[str] = []
    sensitivity: list[str] = []
    #: why the board could not have come about
    warnings: list[str] = []
    stamp: str = ""

    def has_said(self, words: str) -> bool:
        """Whether the verdict says it already, so that it need not be said again."""
        return words in self.verdict

    def lines(self) -> list[str]:
        """The text laid out with indents, one line a sentence."""
        return list(_layout(self))


def ruling_text(ruling: Ruling, before: Board | None = None) -> RulingText:
    """A ruling in sentences. `before`: the board that was judged, for the names of what is gone."""
    names = Names(before, ruling.board, trace=ruling.trace)
    rules = _Rules(ruling)
    return RulingText(
        verdict=_verdict(ruling),
        basis=_BASIS_SENTENCES[ruling.basis],
        problems=[_problem(problem, rules) for problem in ruling.problems],
        question=_question(ruling.question, names, rules) if ruling.question else None,
        refusal=_refusal(ruling.refusal, rules) if ruling.refusal else None,
        steps=[_step(step, names, rules) for step in ruling.trace],
        assumptions=[sentence(assumption.sentence) for assumption in ruling.assumptions],
        caveats=[sentence(caveat.sentence) for caveat in ruling.caveats],
        readings=[
            sentence(f"{each.point}: {other.sentence}")
            for each in ruling.readings
            for other in each.others
        ],
        sensitivity=[
            sentence(
                turned.sentence
                if turned.differs is not None
                else f"{turned.path}: {turned.sentence}"
            )
            for turned in ruling.sensitivity
        ],
        warnings=[
            f"{sentence(warning.sentence)} ({', '.join(warning.rules)})"
            for warning in ruling.warnings
        ],
        stamp=_stamp(ruling),
    )


def _verdict(ruling: Ruling) -> str:
    word = VERDICT_WORDS[ruling.verdict]
    if not ruling.sentence:
        return f"{word}."
    if ruling.verdict == "question":
        return sentence(ruling.sentence)
    if ruling.sentence.lower().startswith(word.lower()):
        return sentence(ruling.sentence)
    return f"{word}: {sentence(ruling.sentence)}"


class _Rules:
    """The gists of the rules that a ruling cites: its own, else those of the rule book."""

    def __init__(self, ruling: Ruling) -> None:
        self._gists: Mapping[str, str] = {c.rule: c.gist for c in ruling.citations if c.gist}
        self._wordings: Mapping[str, str] = {
            c.rule: c.wording for c in ruling.citations if c.wording
        }
        self._edition = ruling.stamp.edition if ruling.stamp else NEWEST

    def cited(self, numbers: Sequence[str]) -> list[CitedRule]:
        return [
            CitedRule(
                number=number, gist=self._gist(number), wording=self._wordings.get(number, "")
            )
            for number in numbers
        ]

    def _gist(self, number: str) -> str:
        found = self._gists.get(number)
        if found is not None:
            return found
        try:
            entry = rule(number, self._edition)
        except RulesdbError:
            return ""
        return entry.gist or entry.title or ""


def _step(step: Step, names: Names, rules: _Rules) -> StepText:
    cited = rules.cited(step.rules)
    parts = []
    if step.text:
        # one word alone is the name of a game action, and no id
        parts.append(sentence(step.text.capitalize() if step.text.isalpha() else step.text))
    if step.event is not None:
        parts.append(describe_event(step.event, names))
    if not parts and cited:
        # a step that only groups others is named by the rule that it carries out
        parts.append(sentence(cited[0].gist or f"Rule {cited[0].number}"))
        cited[0] = CitedRule(number=cited[0].number, wording=cited[0].wording)
    said = " ".join(parts) or "Then:"
    return _folded(
        StepText(
            sentence=said,
            rules=cited,
            steps=[_step(child, names, rules) for child in step.children],
        )
    )


def _folded(step: StepText) -> StepText:
    """The step without the one below it that says the same, whose rules join its own.

    What says the same and goes on ("..., exhausted") gives its sentence to the step.
    """
    said = step.sentence.removesuffix(".")
    same = [one for one in step.steps if not one.steps and one.sentence.startswith(said)]
    same = [one for one in same if one.sentence.removeprefix(said)[:1] in {".", ",", " "}]
    numbers = {cited.number for cited in step.rules}
    if len(same) != 1:
        kept = [one for one in step.steps if one not in same or _cites_more(one, numbers)]
        return StepText(sentence=step.sentence, rules=step.rules, steps=kept)
    (event,) = same
    return StepText(
        sentence=event.sentence,
        rules=[*step.rules, *(cited for cited in event.rules if cited.number not in numbers)],
        steps=[one for one in step.steps if one is not event],
    )


def _cites_more(step: StepText, numbers: Set[str]) -> bool:
    return any(cited.number not in numbers for cited in step.rules)


def _problem(problem: Problem, rules: _Rules) -> ProblemText:
    return ProblemText(
        sentence=sentence(problem.sentence),
        code=problem.code,
        remedy=sentence(problem.remedy) if problem.remedy else "",
        rules=rules.cited(problem.rules),
    )


def _question(question: Question, names: Names, rules: _Rules) -> QuestionText:
    asked = "Chance decides" if question.to == CHANCE else f"{question.to} chooses"
    options = [_option(o.id, o.text, o.count, names) for o in question.options]
    options += [
        f"{names.thing(target.id)}: {target.lethal} is lethal"
        + (", must be assigned to first" if target.first else "")
        + (", must be assigned to last" if target.last else "")
        for target in question.targets
    ]
    return QuestionText(
        sentence=f"{asked}: {sentence(question.prompt)}",
        prompt=question.prompt,
        answer=f"{_ANSWER_SHAPES[question.form]}{_numbers(question)}",
        options=options,
        conditions=[sentence(condition) for condition in question.such_that],
        rules=rules.cited(question.rules),
    )


def _option(identity: str, text: str | None, count: int | None, names: Names) -> str:
    named = names.thing(identity) if text is None else f"{identity}: {text}"
    if named == identity:
        named = names.place(identity)
    if named != identity and not named.startswith(f"{identity}: "):
        named = f"{identity}: {named.removesuffix(f' ({identity})')}"
    return f"{named} (x{count})" if count is not None else named


def _numbers(question: Question) -> str:
    if question.amount is not None:
        return f" The whole is {question.amount}."
    if question.form != "choose_some" or (question.min is None and question.max is None):
        return ""
    least, most = question.min, question.max
    if least == most:
        return f" Exactly {least}."
    parts = [f"at least {least}"] if least else []
    parts += [f"at most {most}"] if most is not None else []
    return f" {' and '.join(parts).capitalize()}." if parts else ""


_WAYS_ON = {
    "no_effect": 'Take "{}" to have no effect: --waive on the command line, no_effect under '
    "`waivers` in a request.",
    "notation": "Say what it does in effect notation: {{notation: {{...}}}} in the same place.",
    "edits": "Pass it over and say what it did to the result: {{edits: [...]}} in the same place.",
    "fact": 'Say what would stand there: --waive "{}={{fact: ...}}" on the command line, '
    "{{fact: ...}} under `waivers` in a request, or add it to the board.",
    "iterations": 'Say how often it is gone through: --waive "{}={{iterations: 3}}", or '
    "{{iterations: 3}} under `waivers` in a request.",
}
_REASONS = {
    "clause": "something that a card says is not modelled",
    "missing_fact": "the board leaves out a fact that matters",
    "edition_not_played": "this edition of the rules is not played",
    "loop": "this goes on without end",
    "limit": "this exceeds a limit of the program",
}


def _refusal(refusal: Refusal, rules: _Rules) -> RefusalText:
    return RefusalText(
        sentence=sentence(refusal.sentence),
        reason=_REASONS[refusal.reason],
        about=refusal.path or refusal.about or "",
        ways_on=[_WAYS_ON[way].format(refusal.about) for way in refusal.waive],
        rules=rules.cited(refusal.rules),
    )


def _stamp(ruling: Ruling) -> str:
    stamp = ruling.stamp
    if stamp is None:
        return ""
    parts = [f"Arbiter {stamp.engine}", stamp.edition, f"catalogue {stamp.catalogue}"]
    parts += [f"with {', '.join(stamp.overlays)}"] if stamp.overlays else []
    parts += [f"without {overlay}, which is not held" for overlay in stamp.overlays_not_held]
    return ", ".join(parts)


# --- the plain layout ---------------------------------------------------------------------------


def _layout(text: RulingText) -> Iterator[str]:
    yield text.verdict
    if text.basis:
        yield text.basis
    for problem in text.problems:
        said = "" if text.has_said(problem.sentence) and len(text.problems) == 1 else "- "
        said = f"{said}{problem.sentence}" if said else f"[{problem.code}]"
        yield f"  {said}{_numbers_of(problem.rules)}"
        if problem.remedy:
            yield f"    {problem.remedy}"
    if text.refusal is not None:
        yield from _refusal_lines(text.refusal)
    if text.question is not None:
        if not text.has_said(text.question.prompt):
            yield f"{text.question.sentence}{_numbers_of(text.question.rules)}"
        yield from _question_lines(text.question)
    if text.steps:
        yield "What happened:" if text.refusal is None else "What happened up to there:"
        for step in text.steps:
            yield from _step_lines(step, 1)
    for title, sentences in (
        ("Assumed:", text.assumptions),
        ("Note:", text.caveats),
        ("Read otherwise:", text.readings),
        ("Were it otherwise:", text.sensitivity),
        ("This board could not have come about, or is unusual:", text.warnings),
    ):
        if sentences:
            yield title
            yield from (f"  - {one}" for one in sentences)
    if text.stamp:
        yield text.stamp


def _numbers_of(rules: Sequence[CitedRule]) -> str:
    return f" ({', '.join(cited.number for cited in rules)})" if rules else ""


def _step_lines(step: StepText, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{step.sentence}{_numbers_of(step.rules)}"
    for below in step.steps:
        yield from _step_lines(below, depth + 1)


def _question_lines(question: QuestionText) -> Iterator[str]:
    yield from (f"  - {option}" for option in question.options)
    yield from (f"  {condition}" for condition in question.conditions)
    yield f"  {question.answer}"


def _refusal_lines(refusal: RefusalText) -> Iterator[str]:
    about = f" ({refusal.about})" if refusal.about else ""
    yield f"  Why: {refusal.reason}{about}.{_numbers_of(refusal.rules)}"
    yield from (f"  To go on: {way}" for way in refusal.ways_on)
