"""The OpenAPI document: whole, valid, up to date, and true."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from api import spec
from api.schemas.components import components
from api.schemas.describe import REFUSALS
from api.schemas.examples import EXAMPLES, REFUSALS_SHOWN, held

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    return spec.openapi_document(app)


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a tree, what examples hold left out."""
    if isinstance(tree, dict):
        yield tree
        for key, below in tree.items():
            if key != "examples":
                yield from nodes(below)
    elif isinstance(tree, list):
        for below in tree:
            yield from nodes(below)


def validator(document: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({"components": document["components"], **schema})


def test_the_file_and_the_examples_are_up_to_date() -> None:
    assert spec.main(["--check", str(REPOSITORY / "openapi.yaml")]) == 0


def test_a_stale_file_is_told_and_written_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "openapi.yaml"
    assert spec.main(["--check", str(file)]) == 1
    assert "make openapi" in capsys.readouterr().err
    assert spec.main(["--write", str(file)]) == 0
    assert spec.main(["--check", str(file)]) == 0
    assert file.read_bytes() == (REPOSITORY / "openapi.yaml").read_bytes()


def test_what_is_served_is_what_is_written(client: FlaskClient) -> None:
    served = client.get("/openapi.yaml").get_data(as_text=True)
    assert served == (REPOSITORY / "openapi.yaml").read_text()
    assert yaml.safe_load(served) == msgspec.json.decode(client.get("/openapi.json").data)


def test_it_is_an_openapi_document(document: dict[str, Any]) -> None:
    schemathesis = pytest.importorskip("schemathesis.specs.openapi.definitions")
    schemathesis.OPENAPI_31_VALIDATOR.validate(document)


def test_every_schema_is_a_schema(document: dict[str, Any]) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere_and_every_component_is_needed(
    document: dict[str, Any],
) -> None:
    used = {node["$ref"] for node in nodes(document) if isinstance(node.get("$ref"), str)}
    there = {
        f"#/components/{kind}/{name}"
        for kind, parts in document["components"].items()
        for name in parts
    }
    assert used <= there
    assert there <= used


def test_every_route_is_described(app: Flask, document: dict[str, Any]) -> None:
    routes = {
        (rule.rule.replace("<string:", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint.partition(".")[0] not in {"static", "docs", "page"}
    }
    assert routes == {(path, method) for path, method, _ in operations(document)}


def test_every_operation_says_what_it_does(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names)
    tags = {tag["name"] for tag in document["tags"]}
    for path, method, operation in operations(document):
        assert operation["summary"], path
        assert operation["description"], path
        assert set(operation["tags"]) <= tags
        assert all(
            each["description"] for each in operation["responses"].values() if "$ref" not in each
        )
        if method == "post":
            assert {"400", "413", "415", "422"} <= operation["responses"].keys()
            assert operation["requestBody"]["content"]["application/json"]["examples"]


def test_every_field_of_a_request_is_described(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("Envelope"):
            for field, part in schema["properties"].items():
                assert "description" in part or "$ref" in part, f"{name}.{field}"


def test_the_clean_up_pass_left_nothing(document: dict[str, Any]) -> None:
    for node in nodes(document["components"]["schemas"]):
        if "discriminator" in node:
            assert "oneOf" in node
            assert "title" in node
        assert not (isinstance(node.get("enum"), list) and len(node["enum"]) == 1)
    for name in ("BoardDocument", "Action", "Do", "Setup", "AdjudicationEnvelope"):
        fields = document["components"]["schemas"][name]["properties"]
        assert not any("default" in part for part in fields.values()), name
    assert {"Event", "Instruction", "Ability"} <= components().keys()


def test_every_example_is_real(client: FlaskClient) -> None:
    assert [example.name for example in (*EXAMPLES, *REFUSALS_SHOWN)] == list(held())
    for example in EXAMPLES:
        kept = held()[example.name]
        if example.has_body:
            file = REPOSITORY / "docs" / "examples" / f"{example.name}.json"
            assert msgspec.json.decode(file.read_bytes()) == kept.request
            reply = client.post(
                example.path, data=file.read_bytes(), content_type="application/json"
            )
        else:
            reply = client.get(example.path)
        assert reply.status_code == 200
        assert msgspec.json.decode(reply.data) == kept.reply


def test_every_example_of_the_folder_is_shown() -> None:
    files = {file.stem for file in (REPOSITORY / "docs" / "examples").glob("*.json")}
    assert files == {example.name for example in EXAMPLES if example.has_body}


def test_every_example_fits_its_schema(document: dict[str, Any]) -> None:
    for path, _, operation in operations(document):
        contents = [operation["responses"]["200"]["content"].get("application/json", {})]
        if "requestBody" in operation:
            contents.append(operation["requestBody"]["content"]["application/json"])
        for content in contents:
            for name, example in content.get("examples", {}).items():
                errors = list(validator(document, content["schema"]).iter_errors(example["value"]))
                assert not errors, f"{path} {name}: {errors[0].message}"


def test_every_refusal_shows_a_real_one(document: dict[str, Any]) -> None:
    for name, response in document["components"]["responses"].items():
        (content,) = response["content"].values()
        shown = content.get("examples", {})
        assert shown or name == "NotReady", name
        for example in shown.values():
            assert not list(validator(document, content["schema"]).iter_errors(example["value"]))
            assert REFUSALS[example["value"]["status"]][0] == name


def test_the_examples_show_every_verdict_that_is_easy_to_reach() -> None:
    verdicts = {
        example.reply["verdict"] for example in held().values() if "verdict" in example.reply
    }
    assert {"legal", "illegal", "question"} <= verdicts


def test_an_example_that_is_refused_is_no_example(app: Flask, tmp_path: Path) -> None:
    for example in EXAMPLES:
        (tmp_path / f"{example.name}.json").write_text("{}")
    with pytest.raises(ValueError, match="combat is refused"):
        spec.compute_examples(app, tmp_path)
