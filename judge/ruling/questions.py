"""Questions: the nine forms of a choice that the rules ask for on the way (D2)."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

Form = Literal[
    "choose_one",
    "yes_no",
    "choose_some",
    "order",
    "split",
    "assign_damage",
    "pay",
    "name",
    "chance",
]
FORMS: tuple[str, ...] = get_args(Form)

#: The player to whom questions go that no player answers.
CHANCE = "chance"


class Option(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One value that may be answered. `count`: how many of it there are, for chance."""

    id: str
    text: str | None = None
    count: int | None = None
    feasibility: Literal["unproved"] | None = None


class DamageTarget(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One unit to which combat damage may be assigned (465.2.c).

    `lethal`: the least amount that is lethal for it now. `first`: it has Tank, `last`: Backline.
    """

    id: str
    lethal: int
    first: bool = False
    last: bool = False


class Question(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A choice that is asked of a player or of chance.

    Shape of the answer by form:
    choose_one, chance: an option's id · yes_no: true or false · choose_some: a list of option ids,
    `min` to `max` of them · order: all option ids in an order · split and assign_damage: an object
    id -> amount that adds up to `amount` · pay: {exhaust, recycle, use} · name: a text.
    `example` is one answer that is accepted, where the form does not list them.
    """

    id: str = ""
    form: Form
    to: str
    #: what is decided, in one sentence
    prompt: str
    #: the slot of the action that would have answered it: to, targets.<slot>, additional.<name>,
    #: spend
    slot: str | None = None
    rules: list[str] = []
    options: list[Option] = []
    min: int | None = None
    max: int | None = None
    amount: int | None = None
    targets: list[DamageTarget] = []
    such_that: list[str] = []
    example: Any = None
    #: the path of the fact that the board does not give and the answer tells: a face
    missing_fact: str | None = None
    #: who may see it: all, or one player
    audience: str = "all"
