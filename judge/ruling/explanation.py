"""Why an object is what it is: its characteristics, with every step of the layers to them."""

from __future__ import annotations

from typing import Literal

from judge.ruling.ruling import Caveat, RulingPart

#: what can be asked about an object
About = Literal["might", "keywords", "types", "tags", "domains", "cost", "name", "controller"]


class ExplainedStep(RulingPart, kw_only=True):
    """One application, withdrawal or reordering.

    - `layer`: 0 for what it is before any is applied; `sequence`: which time the layers are gone
      through
    - `amount`, `now`: what is added to its Might, and what that makes it
    """

    about: About
    deed: Literal["is", "applied", "withdrawn", "reordered"]
    sentence: str
    rules: list[str]
    layer: int = 0
    sequence: int = 1
    amount: int | None = None
    now: int | None = None


class Explanation(RulingPart, kw_only=True):
    """What an object is right now, and why.

    `uncertain`: of what that is so only if texts that are not modelled, which the caveats name, do
    not change it.
    `might` is None for what has none, and may be less than 0; effects and damage take it as 0 then.
    """

    object: str
    card: str
    name: str
    controller: str
    types: list[str] = []
    supertype: str | None = None
    tags: list[str] = []
    domains: list[str] = []
    energy: int | None = None
    power: list[str] = []
    keywords: dict[str, int] = {}
    might: int | None = None
    mighty: bool = False
    steps: list[ExplainedStep] = []
    uncertain: list[About] = []
    caveats: list[Caveat] = []


__all__ = ["About", "ExplainedStep", "Explanation"]
