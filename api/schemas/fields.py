"""The fields of an envelope that marshmallow does not know."""

from __future__ import annotations

from typing import Any

import marshmallow
import msgspec
from marshmallow import fields

import judge
from api.handlers.usercards import in_use
from api.schemas.components import document_schema
from judge.board.document import BoardDocument
from judge.board.faults import Fault, MalformedBoard, MeaninglessBoard, show_path
from judge.board.reading import Reading
from judge.board.shapes import needed, shape_faults
from judge.ruling.waiving import NO_EFFECT, Waived, Waiver


class Document(fields.Field[Any]):
    """A part of the request whose type is a msgspec struct, `kind`, decoded by msgspec at once.

    msgspec stops at the first fault. A refused document is therefore walked once more along the
    same type, which finds them all.
    """

    def __init__(self, kind: type[msgspec.Struct], **options: Any) -> None:
        super().__init__(**options)
        self.kind = kind

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> Any:
        try:
            return msgspec.convert(value, self.kind)
        except msgspec.ValidationError as first:
            faults = list(shape_faults(value, self.kind))
            raise refusal(faults or [Fault("$", "wrong_value", str(first))]) from first


class BoardField(Document):
    """The board as people type it, read at once: a route is handed a `Reading`.

    A board that means nothing loads as its `MeaninglessBoard`, which the envelope raises once
    everything else has been found to be well formed.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(BoardDocument, **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **options: Any
    ) -> Reading | MeaninglessBoard:
        if not isinstance(value, dict):
            raise refusal([Fault("$", "wrong_type", needed("an object", value))])
        try:
            return judge.read_board(value, in_use())
        except MeaninglessBoard as error:
            return error
        except MalformedBoard as error:
            raise refusal(list(error.faults)) from error


class Seed(fields.Field[str]):
    """What chance questions are answered from: a text or an integer."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise refusal([Fault("$", "wrong_type", needed("text or a whole number", value))])
        return str(value)


class Flag(fields.Boolean):
    """true or false, and nothing that stands for them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise refusal([Fault("$", "wrong_type", needed("true or false", value))])
        return value


class Readings(fields.Dict):
    """A text for each text; a fault stands at its key, where marshmallow adds a step of its own."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **options: Any
    ) -> dict[str, str]:
        if not isinstance(value, dict):
            raise refusal([Fault("$", "wrong_type", needed("an object", value))])
        faults = [
            Fault(show_path((key,)), "wrong_type", needed("text", reading))
            for key, reading in value.items()
            if not isinstance(reading, str)
        ]
        if faults:
            raise refusal(faults)
        return value


class Waivers(fields.Field[Any]):
    """A waiver for each text that a refusal may be about."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Any, **options: Any
    ) -> dict[str, Waiver]:
        try:
            return msgspec.convert(value, dict[str, Waiver])
        except msgspec.ValidationError as first:
            faults = shape_faults(value, dict[str, Waiver])
            raise refusal(faults or [Fault("$", "wrong_value", str(first))]) from first


def refusal(faults: list[Fault]) -> marshmallow.ValidationError:
    """The error by which a field says what is wrong and where; `api.errors` unpacks it."""
    return marshmallow.ValidationError(faults)


def field_schema(self: Any, field: fields.Field[Any], **options: Any) -> dict[str, Any]:
    """What the OpenAPI document says of these fields, for apispec's marshmallow converter."""
    if isinstance(field, Document):
        schema = document_schema(field.kind)
        return {"anyOf": [schema, {"type": "null"}]} if field.allow_none else schema
    if isinstance(field, Waivers):
        ways = [{"type": "string", "const": NO_EFFECT}, document_schema(Waived)]
        return {"type": "object", "additionalProperties": {"anyOf": ways}}
    if isinstance(field, Seed):
        return {
            "type": ["string", "integer", "null"] if field.allow_none else ["string", "integer"]
        }
    return {}
