"""Cards: searching them, and reading their texts. Parameters, requests and replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import marshmallow
import msgspec
from marshmallow import fields, post_load, validate

from api.handlers.cardlists import LONGEST_TEXT, READ_CARDS, READ_CHARACTERS, GivenCard
from api.handlers.cards import LONGEST_QUERY, MOST_CARDS
from api.schemas.components import document_schema
from api.schemas.fields import refusal
from api.schemas.rulebook import WholeNumber
from judge.board.faults import Fault, show_path
from judge.board.shapes import shape_faults


class CardSearchParameters(marshmallow.Schema):
    """What is searched for, and which part of what is found is wanted."""

    q = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_QUERY),
        metadata={
            "description": "Words, each of which stands in the name of a card, in another name or "
            "number of it, or is one of its types, domains, tags or keywords. Left out: every card."
        },
    )
    limit = WholeNumber(
        load_default=20,
        validate=validate.Range(1, MOST_CARDS),
        metadata={"description": "How many cards at most. Left out: `20`."},
    )
    offset = WholeNumber(
        load_default=0,
        validate=validate.Range(0, 1_000_000),
        metadata={"description": "How many of them are passed over. Left out: `0`."},
    )


class CardTexts(fields.Field[Any]):
    """Cards with their texts."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **options: Any
    ) -> list[GivenCard]:
        faults: list[Fault] = []
        if isinstance(value, list) and len(value) > READ_CARDS:
            message = f"{len(value)} cards are more than the limit READ_CARDS ({READ_CARDS})"
            raise refusal([Fault("$", "limit", message)])
        try:
            cards = msgspec.convert(value, list[GivenCard])
        except msgspec.ValidationError as first:
            faults = list(shape_faults(value, list[GivenCard]))
            raise refusal(faults or [Fault("$", "wrong_value", str(first))]) from first
        total = 0
        for index, card in enumerate(cards):
            for key, text in (("text", card.text), ("effect_text", card.effect_text)):
                if not isinstance(text, str):
                    continue
                total += len(text)
                if len(text) > LONGEST_TEXT:
                    message = f"{len(text)} characters, more than {LONGEST_TEXT} (LONGEST_TEXT)"
                    faults.append(Fault(show_path((index, key)), "limit", message))
        if total > READ_CHARACTERS:
            message = f"{total} characters of text, more than {READ_CHARACTERS} (READ_CHARACTERS)"
            faults.append(Fault("$", "limit", message))
        if faults:
            raise refusal(faults)
        return cards


class ReadCardsEnvelope(marshmallow.Schema):
    """Cards whose texts are read."""

    cards = CardTexts(
        required=True, metadata={"description": "The cards, each with its text in English."}
    )

    @post_load
    def _typed(self, data: Mapping[str, Any], **options: Any) -> list[GivenCard]:
        cards: list[GivenCard] = data["cards"]
        return cards


def describe_card_texts(self: Any, field: fields.Field[Any], **options: Any) -> dict[str, Any]:
    """What the OpenAPI document says of the field, for apispec's marshmallow converter."""
    if not isinstance(field, CardTexts):
        return {}
    return {"type": "array", "items": document_schema(GivenCard), "maxItems": READ_CARDS}
