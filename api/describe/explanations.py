"""Why an object is what it is, in plain sentences: its characteristics, and the layers to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from api.describe.rulings import CitedRule
from judge.ruling.explanation import ExplainedStep, Explanation
from rulesdb import rule

_LAYERS = {0: "before", 1: "traits", 2: "abilities", 3: "arithmetic"}


@dataclass(frozen=True, slots=True)
class LayerText:
    """One layer, or what is before them, and what is done there: sentences with their rules."""

    where: str
    steps: list[tuple[str, list[CitedRule]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ExplanationText:
    """An explanation, laid out for reading."""

    heading: str
    #: each characteristic with its value in words
    traits: dict[str, str]
    layers: list[LayerText]
    caveats: list[str]


def explanation_text(found: Explanation) -> ExplanationText:
    """An explanation in sentences."""
    layers: list[LayerText] = []
    for step in found.steps:
        where = layer_of(step)
        if not layers or layers[-1].where != where:
            layers.append(LayerText(where))
        layers[-1].steps.append((step.sentence, [_cited(number) for number in step.rules]))
    return ExplanationText(
        heading=f"{found.name} ({found.object}), controlled by {found.controller}",
        traits=values_of(found),
        layers=layers,
        caveats=[caveat.sentence for caveat in found.caveats],
    )


def _cited(number: str) -> CitedRule:
    entry = rule(number)
    return CitedRule(number=number, gist=entry.gist or entry.title or "")


def layer_of(step: ExplainedStep) -> str:
    """In which layer, and which time through them, something is done."""
    if step.layer == 0:
        return "Before any layer"
    again = f", gone through for the {step.sequence}. time" if step.sequence > 1 else ""
    return f"Layer {step.layer}, {_LAYERS[step.layer]}{again}"


def values_of(found: Explanation) -> dict[str, str]:
    """What an object is, by characteristic; what it has not is left out, and said where it is not
    certain.
    """
    keywords = [f"{word} {n}" if n != 1 else word for word, n in found.keywords.items()]
    values = {
        "might": "" if found.might is None else str(found.might),
        "keywords": ", ".join(keywords),
        "types": ", ".join(found.types),
        "tags": ", ".join(found.tags),
        "domains": ", ".join(found.domains),
    }
    if found.energy is not None or found.power:
        values["cost"] = f"{found.energy or 0} Energy, Power {' '.join(found.power) or 'none'}"
    unsure: set[str] = set(found.uncertain)
    return {
        what: f"{value} (not certain: see below)" if what in unsure else value
        for what, value in values.items()
        if value
    }


__all__ = ["ExplanationText", "LayerText", "explanation_text", "layer_of", "values_of"]
