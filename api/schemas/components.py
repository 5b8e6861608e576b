"""The schemas of the bulk document, made from the structs of `judge`.

msgspec writes them; one pass makes of them what generators of clients and readers of the OpenAPI
document want: a union with a discriminator is a `oneOf` with a name of its own, what a request may
leave out has no default that a generator would turn into a required field, and an enumeration of
one value is a constant. Fields are described by the `#:` comments of the structs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from api.handlers.card_texts import ReadList
from api.handlers.cardlists import GivenCard
from api.handlers.cards import CardEntry, FoundCards
from api.handlers.coverage import Coverage
from api.schemas.problems import ProblemDocument
from judge.board.document import BoardDocument
from judge.board.schema import field_comments
from judge.ruling.actions import Action
from judge.ruling.explanation import Explanation
from judge.ruling.legal import BoardCheck, LegalActions, Setup
from judge.ruling.ruling import Ruling
from judge.ruling.waiving import Waived

#: What a client may send; what these reach has no defaults in the schema.
REQUEST_TYPES: tuple[type[msgspec.Struct], ...] = (BoardDocument, Action, Setup, Waived, GivenCard)
#: What the service sends.
REPLY_TYPES: tuple[type[msgspec.Struct], ...] = (
    Ruling,
    LegalActions,
    Explanation,
    BoardCheck,
    CardEntry,
    Coverage,
    FoundCards,
    ReadList,
    ProblemDocument,
)

_PREFIX = "#/components/schemas/"
_TEMPLATE = _PREFIX + "{name}"

#: Unions that stand in a field get a component of their own: (struct, field) -> name.
_UNION_NAMES = {
    ("Step", "event"): "Event",
    ("CardEntry", "does"): "Instruction",
    ("CardEntry", "abilities"): "Ability",
    ("Delay", "ability"): "DelayedAbility",
    ("Static", "changes"): "Change",
    ("Deal", "amount"): "Value",
    ("If", "condition"): "Condition",
}
#: Names that Python made us choose.
_RENAMED = {"BoardWarning": "Warning"}


def document_schema(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The `$ref` of a struct's component."""
    name = kind.__name__
    return {"$ref": _PREFIX + _RENAMED.get(name, name)}


@cache
def components() -> Mapping[str, dict[str, Any]]:
    """Every component made from the structs, by name, cleaned up."""
    _, request = msgspec.json.schema_components(REQUEST_TYPES, ref_template=_TEMPLATE)
    _, every = msgspec.json.schema_components(
        (*REQUEST_TYPES, *REPLY_TYPES), ref_template=_TEMPLATE
    )
    named: dict[str, dict[str, Any]] = {}
    structs = {struct.__name__: struct for struct in _structs()}
    for name, schema in every.items():
        cleaned = clean(schema, drop_defaults=name in request)
        _describe_fields(cleaned, structs[name])
        named[_RENAMED.get(name, name)] = cleaned
    _name_unions(named)
    return dict(sorted(named.items()))


def _structs() -> set[type[msgspec.Struct]]:
    """Every struct that stands in a request or a reply."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = [*msgspec.inspect.multi_type_info((*REQUEST_TYPES, *REPLY_TYPES))]
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, msgspec.inspect.StructType):
            if shape.cls in found:
                continue
            found.add(shape.cls)
            waiting += [field.type for field in shape.fields]
        elif isinstance(shape, msgspec.inspect.UnionType):
            waiting += shape.types
        elif isinstance(shape, msgspec.inspect.DictType):
            waiting.append(shape.value_type)
        elif isinstance(shape, msgspec.inspect.CollectionType):
            waiting.append(shape.item_type)
    return found


def _describe_fields(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Put the comments above the fields of a struct into its schema."""
    comments = field_comments(struct)
    for field in msgspec.structs.fields(struct):
        if field.name in comments:
            part = schema["properties"][field.encode_name]
            part.setdefault("description", plain(comments[field.name]))


# --- the clean-up pass ------------------------------------------------------------------------


def clean(schema: Any, *, drop_defaults: bool) -> Any:
    """A copy of a schema without what generators stumble over."""
    if isinstance(schema, list):
        return [clean(part, drop_defaults=drop_defaults) for part in schema]
    if not isinstance(schema, dict):
        return schema
    cleaned: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            # below stand names of fields, which may be called like keywords
            cleaned[key] = {
                name: clean(part, drop_defaults=drop_defaults) for name, part in value.items()
            }
        elif key == "default":
            if not drop_defaults:
                cleaned[key] = value
        elif key == "enum" and len(value) == 1:
            cleaned["const"] = value[0]
        elif key == "$ref":
            cleaned[key] = _PREFIX + _RENAMED.get(_target(value), _target(value))
        elif key == "description":
            cleaned[key] = plain(value)
        elif key == "title":
            cleaned[key] = _RENAMED.get(value, value)
        else:
            cleaned[key] = clean(value, drop_defaults=drop_defaults)
    if cleaned.get("required") == []:
        del cleaned["required"]
    if "type" not in cleaned and all(
        isinstance(value, str) for value in cleaned.get("enum", [cleaned.get("const")])
    ):
        cleaned["type"] = "string"
    if "discriminator" in cleaned and "anyOf" in cleaned:
        cleaned["oneOf"] = cleaned.pop("anyOf")
        cleaned["discriminator"]["mapping"] = {
            tag: _PREFIX + _RENAMED.get(_target(place), _target(place))
            for tag, place in schema["discriminator"]["mapping"].items()
        }
    return cleaned


def _name_unions(named: dict[str, dict[str, Any]]) -> None:
    """Move the unions that `_UNION_NAMES` names into components, wherever they stand."""
    unions: dict[str, dict[str, Any]] = {}
    for (struct, field), name in _UNION_NAMES.items():
        part = named[_RENAMED.get(struct, struct)]["properties"]
        ((_, _, union),) = _unions(part[field], part, field)
        unions[name] = {"title": name, **union}
    for schema in [*named.values(), *unions.values()]:
        for holder, key, union in list(_unions(schema.get("properties"), schema, "properties")):
            known = _known_union(union, unions)
            if known is not None:
                holder[key] = {"$ref": _PREFIX + known}
    named.update(unions)


def _unions(part: Any, holder: Any, key: Any) -> Iterator[tuple[Any, Any, dict[str, Any]]]:
    """Each union with a discriminator in a schema, with the place that holds it."""
    if isinstance(part, dict):
        if "discriminator" in part:
            yield holder, key, part
            return
        for name, below in list(part.items()):
            yield from _unions(below, part, name)
    elif isinstance(part, list):
        for index, below in enumerate(part):
            yield from _unions(below, part, index)


def _known_union(union: dict[str, Any], named: Mapping[str, dict[str, Any]]) -> str | None:
    """The name of a union that has one already."""
    for name, known in named.items():
        if known["oneOf"] == union["oneOf"]:
            return name
    return None


def _target(reference_text: str) -> str:
    return reference_text.rpartition("/")[2]


def plain(text: str) -> str:
    """A docstring as one paragraph after another, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))
