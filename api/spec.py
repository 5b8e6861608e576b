"""The OpenAPI document: built from the application, written to a file, compared with it.

    python -m api.spec openapi.yaml            write it, and the examples that it shows
    python -m api.spec --check openapi.yaml    say whether both are up to date

The examples are computed: each request of `docs/examples` is sent through the application, and the
reply stands in the document as it came.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import yaml
from flask import Flask
from flask.testing import FlaskClient

from api.handlers.service import IDENTITY_HEADERS
from api.schemas.components import clean, components, document_schema, plain
from api.schemas.describe import REFUSALS
from api.schemas.examples import (
    COMPILED,
    EXAMPLES,
    REFUSALS_SHOWN,
    HeldExample,
    Refusal,
    compiled,
    held,
)
from api.schemas.problems import PROBLEM_JSON, ProblemDocument
from rulesdb.wordings import ignored

#: What flask-smorest brings for errors and pages of its own kind.
_UNUSED = frozenset({"Error", "PaginationMetadata"})

#: The examples' requests, beside the package in the repository.
FOLDER = Path(__file__).resolve().parent.parent / "docs" / "examples"


def openapi_document(app: Flask, examples: Iterable[HeldExample] | None = None) -> dict[str, Any]:
    """The OpenAPI document of an application, as plain data.

    `examples` are those that it shows; left out: the ones that the package holds.
    """
    built: dict[str, Any] = deepcopy(app.extensions["openapi"].spec.to_dict())
    info = built["info"]
    schemas = dict(components())
    for name, schema in built["components"]["schemas"].items():
        if name not in _UNUSED:
            _say_defaults(schema)
            schemas[name] = clean(schema, drop_defaults=True)
    document = {
        "openapi": built["openapi"],
        "info": {
            "title": info["title"],
            "version": info["version"],
            "description": plain(info["description"]),
            "license": info["license"],
        },
        "tags": built["tags"],
        "paths": {
            path: {
                method: _completed(operation, methods.get("parameters", []))
                for method, operation in methods.items()
                if method != "parameters"
            }
            for path, methods in built["paths"].items()
        },
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "responses": _refusals(),
            "headers": {
                name: {"description": description, "schema": {"type": "string"}}
                for name, description in IDENTITY_HEADERS.items()
            },
        },
    }
    operations = {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for operation in methods.values()
    }
    for example in held().values() if examples is None else examples:
        if example.operation is not None:
            _show(operations[example.operation], example)
        else:
            name, _ = REFUSALS[example.reply["status"]]
            refusal = document["components"]["responses"][name]
            _add_example(refusal["content"][PROBLEM_JSON], example, example.reply)
    return document


def as_yaml(document: dict[str, Any]) -> str:
    """The document in YAML, in the order in which it was built."""
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)
    return text


class _Dumper(yaml.SafeDumper):
    """Without anchors: two places that hold the same stay two places."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Paragraphs as a block, everything else as it comes."""
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    )


_Dumper.add_representer(str, _text)


def _header_references() -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in IDENTITY_HEADERS}


def _refusals() -> dict[str, Any]:
    """The replies to refused requests, by the name under which operations refer to them."""
    return {
        name: {
            "description": description,
            "headers": _header_references(),
            "content": {PROBLEM_JSON: {"schema": document_schema(ProblemDocument)}},
        }
        for name, description in REFUSALS.values()
    }


def _completed(operation: Mapping[str, Any], parameters: Sequence[Any]) -> dict[str, Any]:
    """An operation in reading order, with what every reply has, without the catch-all reply.

    `parameters` are those of its path.
    """
    responses = {
        str(status): response
        for status, response in operation["responses"].items()
        if status != "default"
    }
    for response in responses.values():
        if "$ref" not in response:
            response["headers"] = _header_references()
    completed = {
        "operationId": operation["operationId"],
        "tags": operation["tags"],
        "summary": operation["summary"],
        "description": plain(operation.get("description", operation["summary"] + ".")),
    }
    every = [*parameters, *operation.get("parameters", [])]
    if every:
        completed["parameters"] = every
    if "requestBody" in operation:
        completed["requestBody"] = operation["requestBody"]
    return {**completed, "responses": dict(sorted(responses.items()))}


def _say_defaults(envelope: Mapping[str, Any]) -> None:
    """Say defaults in words: generators make a field with a default a required one."""
    for part in envelope["properties"].values():
        default = part.pop("default", None)
        if isinstance(default, str):
            part["description"] += f" Left out: `{default}`."


def _show(operation: dict[str, Any], example: HeldExample) -> None:
    """Let an operation show an example."""
    if example.request is not None:
        content = operation["requestBody"]["content"]["application/json"]
        _add_example(content, example, example.request)
    _add_example(
        operation["responses"]["200"]["content"]["application/json"], example, example.reply
    )


def _add_example(content: dict[str, Any], example: HeldExample, value: Any) -> None:
    content.setdefault("examples", {})[example.name] = {"summary": example.title, "value": value}


# --- the examples -----------------------------------------------------------------------------


@ignored()
def compute_examples(app: Flask, folder: Path = FOLDER) -> list[HeldExample]:
    """Send each example through the application, and keep what comes back.

    Official wording that somebody imported stays out of it.

    Raises `ValueError` when one is refused: an example shows what works.
    """
    client = app.test_client()
    examples = []
    for example in EXAMPLES:
        request = None
        if example.has_body:
            request = msgspec.json.decode((folder / f"{example.name}.json").read_bytes())
            reply = client.post(example.path, json=request)
        else:
            reply = client.get(example.path)
        if reply.status_code != 200:
            raise ValueError(
                f"the example {example.name} is refused: {reply.get_data(as_text=True)}"
            )
        examples.append(
            HeldExample(
                name=example.name,
                operation=example.operation,
                title=example.title,
                request=request,
                reply=msgspec.json.decode(reply.data),
            )
        )
    return examples + [_compute_refusal(client, refusal) for refusal in REFUSALS_SHOWN]


def _compute_refusal(client: FlaskClient, refusal: Refusal) -> HeldExample:
    if refusal.body is None:
        reply = client.get(refusal.path)
    else:
        reply = client.post(refusal.path, data=refusal.body, content_type=refusal.content_type)
    if reply.status_code != refusal.status:
        raise ValueError(f"the refusal {refusal.name} is none: {reply.get_data(as_text=True)}")
    return HeldExample(
        name=refusal.name, title=refusal.title, reply=msgspec.json.decode(reply.data)
    )


# --- the command ------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the document. Returns the exit status."""
    from api.app import create_app

    parser = argparse.ArgumentParser(prog="python -m api.spec", description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help="the OpenAPI document, openapi.yaml")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--check", action="store_true", help="compare, and write nothing")
    kind.add_argument("--write", action="store_true", help="write (what happens without --check)")
    options = parser.parse_args(arguments)

    app = create_app()
    examples = compute_examples(app)
    files = {
        Path(__file__).parent / "schemas" / COMPILED: compiled(examples),
        options.file: as_yaml(openapi_document(app, examples)).encode(),
    }
    stale = [
        file for file, content in files.items() if not file.exists() or file.read_bytes() != content
    ]
    for file in stale:
        if options.check:
            print(f"{file} is not up to date; run: make openapi", file=sys.stderr)
        else:
            file.write_bytes(files[file])
            print(f"wrote {file}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
