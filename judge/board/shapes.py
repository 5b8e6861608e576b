"""Every way in which plain data departs from a type (D11); msgspec itself stops at the first.

Boards, requests and definitions of cards are held against their types here, so that each of them is
told of its faults in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any

from msgspec import inspect as shapes

from judge.board.faults import Fault, Path, as_json, show_path, too_many_faults
from judge.limits import FAULTS


def shape_faults(tree: Any, kind: type) -> list[Fault]:
    """Where plain data departs from a type; msgspec itself stops at the first place.

    At most `limits.FAULTS` places, and then one fault more that says so.
    """
    found = [
        Fault(path=show_path(path), code=code, message=message)
        for path, code, message in islice(departures(tree, kind), FAULTS + 1)
    ]
    return [*found[:FAULTS], too_many_faults()] if len(found) > FAULTS else found


#: where, by which code, and in words
Departure = tuple[Path, str, str]


def departures(tree: Any, kind: type) -> Iterator[Departure]:
    """The same, one by one and without a limit."""
    yield from _departures(tree, _shape_of(kind), ())


@cache
def _shape_of(kind: type) -> shapes.Type:
    """What msgspec tells of a type, which it works out anew each time it is asked."""
    return shapes.type_info(kind)


_WORDS: dict[type, str] = {
    shapes.StrType: "text",
    shapes.IntType: "a whole number",
    shapes.FloatType: "a number",
    shapes.BoolType: "true or false",
    shapes.NoneType: "null",
    shapes.ListType: "a list",
    shapes.DictType: "an object",
    shapes.StructType: "an object",
}


def _departures(tree: Any, shape: Any, path: Path) -> Iterator[Departure]:
    if isinstance(shape, shapes.AnyType):
        return
    branches = shape.types if isinstance(shape, shapes.UnionType) else (shape,)
    tagged = {b.tag: b for b in branches if isinstance(b, shapes.StructType) and b.tag is not None}
    if tagged and isinstance(tree, dict):
        yield from _of_a_kind(tree, tagged, path)
        return
    fitting = [branch for branch in branches if _fits(tree, branch)]
    literals = [branch for branch in fitting if isinstance(branch, shapes.LiteralType)]
    if len(fitting) > len(literals) > 0:
        return  # some words are listed, and any text will do
    if len(literals) > 1:
        if not any(tree in branch.values for branch in literals):
            known = [word for branch in literals for word in _words(branch)]
            yield path, "wrong_value", none_of(tree, known)
    elif fitting:
        yield from _inner(tree, fitting[0], path)
    else:
        yield path, "wrong_type", needed(_wanted(branches), tree)


def _of_a_kind(tree: dict[Any, Any], kinds: dict[Any, Any], path: Path) -> Iterator[Departure]:
    """Departures within an object whose kind stands in one of its own keys."""
    key = next(iter(kinds.values())).tag_field
    kind = tree.get(key)
    if kind is None:
        yield path, "missing_key", f"`{key}` is needed"
    elif not isinstance(kind, str) or kind not in kinds:
        yield (*path, key), "wrong_value", none_of(kind, kinds)
    else:
        yield from _inner({k: v for k, v in tree.items() if k != key}, kinds[kind], path)


def _inner(tree: Any, shape: Any, path: Path) -> Iterator[Departure]:
    """Departures within data whose outermost type is right."""
    if isinstance(shape, shapes.LiteralType):
        if tree not in shape.values:
            yield path, "wrong_value", none_of(tree, _words(shape))
    elif isinstance(shape, shapes.StrType):
        if len(tree) < (shape.min_length or 0):
            yield path, "wrong_value", "a text that says something is needed here"
        elif shape.pattern is not None and not re.search(shape.pattern, tree):
            yield path, "wrong_value", _unlike(tree, shape.pattern)
    elif isinstance(shape, shapes.StructType):
        fields = {field.encode_name: field for field in shape.fields}
        for field in shape.fields:
            if field.required and field.encode_name not in tree:
                yield path, "missing_key", f"`{field.encode_name}` is needed"
        for key, value in tree.items():
            if key in fields:
                yield from _departures(value, fields[key].type, (*path, key))
            else:
                deeper = _deeper(str(key), shape)
                yield (*path, str(key)), "unknown_key", no_such_key(str(key), fields, deeper)
    elif isinstance(shape, shapes.DictType):
        for key, value in tree.items():
            if not isinstance(key, str):
                message = f"{key!r} is a key and must be text"
                yield (*path, str(key)), "wrong_type", message
            else:
                yield from _departures(value, shape.value_type, (*path, key))
    elif isinstance(shape, shapes.ListType):
        least, most = shape.min_length or 0, shape.max_length
        if len(tree) < least or (most is not None and len(tree) > most):
            wanted = f"at least {least}" if len(tree) < least else f"at most {most}"
            yield path, "wrong_value", f"{wanted} of these are needed, not {len(tree)}"
        for index, value in enumerate(tree):
            yield from _departures(value, shape.item_type, (*path, index))


#: of a longer list only the words that look like the one given are said
_SAID = 24


def none_of(given: Any, known: Iterable[str]) -> str:
    """What is said of a word that a closed list does not have: the nearest, or the list.

    >>> none_of("unt", ["gear", "unit"])
    '"unt" is none of: gear, unit; did you mean unit?'
    """
    words = sorted(known)
    near = get_close_matches(given, words, 3) if isinstance(given, str) else []
    meant = f"did you mean {' or '.join(near)}?" if near else ""
    if len(words) > _SAID and near:
        return f"{as_json(given)} is not known here; {meant}"
    listed = f"{as_json(given)} is none of: {', '.join(words)}"
    return f"{listed}; {meant}" if near else listed


def _deeper(key: str, shape: shapes.StructType) -> str | None:
    """The part of an object in which a key has its place that stands beside that part."""
    for field in shape.fields:
        branches = field.type.types if isinstance(field.type, shapes.UnionType) else (field.type,)
        structs = [each for each in branches if isinstance(each, shapes.StructType)]
        known = [below.encode_name for each in structs if each.tag is None for below in each.fields]
        if key in known:
            return field.encode_name
    return None


def no_such_key(key: str, known: Iterable[str], deeper: str | None = None) -> str:
    """What is said of a key that a mapping does not have. `deeper`: the part that has it."""
    if deeper is not None:
        return f"no such key here; it belongs under `{deeper}`"
    keys = sorted(known)
    if not keys:
        return "no such key; there is none"
    near = get_close_matches(key, keys, 1)
    guess = f"; did you mean `{near[0]}`?" if near else ""
    return (
        f"no such key{guess}"
        if len(keys) > _SAID and near
        else (f"no such key; there are: {', '.join(keys)}{guess}")
    )


def _unlike(text: str, pattern: str) -> str:
    """What is said of a text that has not the form it needs."""
    words = re.fullmatch(r"\^\((.*)\)\$", pattern)
    if words is None:
        joints = "-" if "-" in pattern.replace("a-z", "").replace("0-9", "") else "_"
        return f"{as_json(text)} is no name: write small letters and digits, with {joints} between"
    # `(controller|owner) of [a-z][a-z0-9_]*` is the one alternative that is no word
    inner = words[1].replace(
        "(controller|owner) of [a-z][a-z0-9_]*", "owner of NAME|controller of NAME"
    )
    return none_of(text, inner.split("|"))


def _fits(tree: Any, shape: Any) -> bool:
    """Whether the outermost type of the data is that of the shape."""
    if isinstance(shape, shapes.AnyType):
        return True
    if isinstance(shape, shapes.LiteralType):
        return type(tree) in {type(value) for value in shape.values}
    if isinstance(shape, shapes.BoolType):
        return isinstance(tree, bool)
    if isinstance(shape, shapes.IntType):
        return isinstance(tree, int) and not isinstance(tree, bool)
    if isinstance(shape, shapes.StrType):
        return isinstance(tree, str)
    if isinstance(shape, shapes.NoneType):
        return tree is None
    if isinstance(shape, shapes.ListType):
        return isinstance(tree, list)
    return isinstance(shape, shapes.DictType | shapes.StructType) and isinstance(tree, dict)


def _words(shape: shapes.LiteralType) -> list[str]:
    return [value if isinstance(value, str) else as_json(value) for value in shape.values]


def needed(wanted: str, given: Any) -> str:
    """What is said of data of another type than is wanted."""
    return f"{wanted} is needed here, not {called(given)}"


def _wanted(branches: Any) -> str:
    words = []
    for branch in branches:
        if isinstance(branch, shapes.LiteralType):
            listed = ", ".join(_words(branch))
            words.append(f"one of {listed}" if len(branch.values) > 1 else listed)
        else:
            words.append(_WORDS.get(type(branch), "another type"))
    return " or ".join(dict.fromkeys(words))


def called(tree: Any) -> str:
    """What plain data is called where another kind of it is needed."""
    if tree is None:
        return "null"
    if isinstance(tree, bool):
        return "true" if tree else "false"
    if isinstance(tree, str):
        return f"the text {as_json(tree)}" if len(tree) < 40 else "a text"
    if isinstance(tree, int | float):
        return f"the number {tree}"
    return "a list" if isinstance(tree, list) else "an object"
