"""Why an object is what it is (473-480), from the very steps by which the layers worked it out."""

from __future__ import annotations

from collections.abc import Iterator

from judge.adjudicate import new_run
from judge.board.state import Board, GameObject
from judge.board.table import reference
from judge.cautions import caution_at_first
from judge.effects.catalogue import Catalogue, standard_catalogue
from judge.effects.unmodelled import rules_about, unmodelled_in_play
from judge.effects.unread import caution_unread
from judge.layers.characteristics import Characteristics, of
from judge.layers.telling import told
from judge.layers.worked import Line, keyword_text
from judge.ruling.explanation import About, ExplainedStep, Explanation
from judge.ruling.run import Run


def explain(
    board: Board, ref: str, about: About | None = None, catalogue: Catalogue | None = None
) -> Explanation:
    """The characteristics of an object and how they come about; with `about` of one alone.

    Raises `KeyError` where nothing on the board goes by that name.
    """
    cards = (catalogue or standard_catalogue()).with_inline(board.cards)
    run, _ = new_run(board, (), cards, None)
    thing = run.table.named(ref)
    if thing is None:
        raise KeyError(ref)
    now = of(run.table, cards, thing)
    caution_unread(run, board)
    caution_at_first(run)
    uncertain = _caution_unmodelled(run, thing, about)
    steps = [*_at_first(run, thing, now), *_of_layers(run, thing, now)]
    definition = now.definition
    return Explanation(
        object=reference(thing),
        card=thing.card,
        name=definition.name,
        controller=now.controller,
        types=list(now.types),
        supertype=definition.supertype,
        tags=list(now.tags),
        domains=list(definition.domains),
        energy=definition.energy,
        power=list(definition.power),
        keywords=dict(now.keywords),
        might=now.might_value,
        mighty=now.is_mighty,
        steps=[step for step in steps if about in (None, step.about)],
        uncertain=uncertain,
        caveats=list(run.caveats.values()),
    )


#: what a static ability may change of an object, by what it is about
_TOUCHES: dict[str, tuple[About, ...]] = {
    "combat": ("might", "keywords"),
    "ability": ("might", "keywords", "types", "tags", "domains", "name", "controller"),
    **dict.fromkeys(("move", "choice", "play", "hide", "score", "death"), ("keywords",)),
}
#: kinds of clauses that do not say what they are about
_OF_ANYTHING = frozenset({"text", "static ability", "Legion", "effect text"})


def _caution_unmodelled(run: Run, thing: GameObject, about: About | None) -> list[About]:
    """Add a caveat for each text that is not modelled and may make the object another than is said
    here; of what.
    """
    found: dict[About, None] = {}
    places = {run.table.places[thing.id]}
    named = [
        (definition.name, clause, _TOUCHES.get(kind.word, ()))
        for definition, clause, kind in rules_about(run, {thing.id}, places)
    ]
    for card, _ in unmodelled_in_play(run.catalogue, run.table).items():
        clauses = run.catalogue[card].clauses or ["text"]
        named += [(card, each, _TOUCHES["ability"]) for each in clauses if each in _OF_ANYTHING]
    for card, clause, touched in named:
        if about not in (None, *touched) or not touched:
            continue
        found.update(dict.fromkeys(each for each in touched if about in (None, each)))
        run.caution(
            "unmodelled_text",
            f"The text of {card} is not modelled ({clause}); it may change what "
            f"{run.thing(reference(thing))} is: {', '.join(touched)}.",
            [thing.id],
        )
    return list(found)


def _at_first(run: Run, thing: GameObject, now: Characteristics) -> Iterator[ExplainedStep]:
    """What it is before any effect that lasts is applied: its copyable traits, and its control."""
    first = run.catalogue[thing.name]
    name = run.thing(reference(thing))
    if thing.name != thing.card:
        sentence = f"{name} is a copy of {thing.name} and has its copyable traits."
        rules = ["477.1.b", "477.1.b.1", "477.1.b.1.a"]
        yield ExplainedStep(about="name", deed="applied", sentence=sentence, rules=rules, layer=1)
    else:
        yield _is("name", f"Its name is {first.name}.", "132")
    yield _is("types", f"It is printed as: {' '.join(first.types) or 'no type'}.", "133")
    yield _is("tags", f"Its printed tags: {_listed(first.tags)}.", "133")
    yield _is("domains", f"Its printed domains: {_listed(first.domains)}.", "134")
    cost = f"{first.energy or 0} Energy, Power {_listed(list(first.power))}"
    yield _is("cost", f"Its printed cost: {cost}.", "206")
    for effect in run.table.applying():
        if effect.kind == "control" and reference(thing) in (effect.affects or ()):
            sentence = f"{effect.origin or effect.id} gives {effect.controller} control of it."
            yield ExplainedStep(
                about="controller", deed="applied", sentence=sentence, rules=["477.1.a"], layer=1
            )
    yield _is("controller", f"{now.controller} controls it.", "190")
    printed = [keyword_text(word, value) for word, value in first.keywords.items()]
    yield _is("keywords", f"Its printed keywords: {_listed(printed)}.", "801")


def _is(about: About, sentence: str, rule: str) -> ExplainedStep:
    return ExplainedStep(about=about, deed="is", sentence=sentence, rules=[rule])


def _listed(words: list[str]) -> str:
    return ", ".join(words) or "none"


def _of_layers(run: Run, thing: GameObject, now: Characteristics) -> Iterator[ExplainedStep]:
    might = 0
    for line in told(run.table, run.catalogue, thing):
        might += line.amount
        yield ExplainedStep(
            about=line.of,
            deed=line.deed,
            sentence=_sentence(line, might),
            rules=list(line.rules),
            layer=line.layer,
            sequence=line.sequence,
            amount=line.amount if line.of == "might" and line.deed != "reordered" else None,
            now=might if line.of == "might" and line.deed != "reordered" else None,
        )
    if now.might_value is not None and now.might_value < 0:
        sentence = f"Its Might is {now.might_value}, which counts as 0 for damage and effects."
        yield ExplainedStep(about="might", deed="is", sentence=sentence, rules=["143.2.b"], layer=3)
    if now.is_mighty:
        sentence = f"With {now.might_value} Might it is Mighty."
        yield ExplainedStep(
            about="might", deed="is", sentence=sentence, rules=["708", "710"], layer=3
        )


def _sentence(line: Line, might: int) -> str:
    if line.deed == "reordered":
        return f"{line.text}."
    if line.deed == "is":
        return f"{line.text[:1].upper()}{line.text[1:]} {line.what}."
    if line.deed == "withdrawn":
        return f"{line.text}: {line.what} is withdrawn." if line.what else f"{line.text}."
    if line.of == "might" and line.layer == 1:
        return f"{line.text} makes its Might {line.what}."
    if line.of == "might":
        return f"{line.text}: {line.what} Might, which makes {might}."
    if line.of == "keywords":
        return f"{line.text}: it has {line.what}."
    return f"{line.text}: it gains {line.what}."


__all__ = ["explain"]
