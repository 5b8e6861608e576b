"""No input makes the service stumble: requests made up from its own description, and real requests
in which something was changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from api.app import create_app
from api.schemas.examples import EXAMPLES, held
from judge.effects.catalogue import standard_catalogue

#: All but positive_data_acceptance: a board may fit the schema and still mean nothing.
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]

FUZZING = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

application = create_app()
description = schemathesis.openapi.from_wsgi(
    "/openapi.json",
    application,
    # one case for each keyword of each schema takes minutes here
    config=SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": False}}}),
)


@description.parametrize()
@settings(FUZZING, max_examples=30)
def test_every_operation_keeps_to_its_description(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


# --- real requests, changed -------------------------------------------------------------------

POSTED = [each for each in EXAMPLES if each.has_body]


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Each mapping and list of a tree with each of its keys or indexes."""
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, below in list(pairs):
        yield tree, key
        if isinstance(below, dict | list):
            yield from places(below)


#: What the requests of the examples hold, to be put where something else belongs.
PARTS: list[Any] = [None, True, -1, 0, 1, 2**53 - 1, "", "unknown", "A", "B", "Z", [], {}, "base"]
for one in POSTED:
    PARTS += [holder[key] for holder, key in places(held()[one.name].request)]
MAPPINGS = [part for part in PARTS if isinstance(part, dict) and part]
NAMES = standard_catalogue().names()


def alike(draw: st.DrawFn, value: Any) -> Any:
    """Something of the kind of a value, so that the request is likely to be well formed still."""
    if isinstance(value, str) and value in NAMES:
        return draw(st.sampled_from(NAMES))
    return draw(st.sampled_from([part for part in PARTS if type(part) is type(value)]))


@st.composite
def changed(draw: st.DrawFn) -> tuple[str, Any]:
    """The request of an example in which one to three things were changed, and where it is sent."""
    chosen = draw(st.sampled_from(POSTED))
    request: Any = copy.deepcopy(held()[chosen.name].request)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(places(request)) or [({}, "")]))
        match draw(
            st.sampled_from(["alike", "alike", "known", "known", "known", "anything", "remove"])
        ):
            case "alike" if holder:
                holder[key] = copy.deepcopy(alike(draw, holder[key]))
            case "known" if isinstance(holder, dict):
                # what stands in another mapping of the same kind
                kin = [each for each in MAPPINGS if each.keys() & holder.keys()] or MAPPINGS
                known, value = draw(st.sampled_from(list(draw(st.sampled_from(kin)).items())))
                holder[known] = copy.deepcopy(value)
            case "known":
                holder.append(copy.deepcopy(alike(draw, holder[key])))
            case "remove" if holder:
                del holder[key]
            case _:
                holder[key] = copy.deepcopy(draw(st.sampled_from(PARTS)))
    return chosen.path, request


@settings(FUZZING, max_examples=400)
@given(changed())
def test_a_changed_request_is_judged_or_refused(sent: tuple[str, Any]) -> None:
    path, request = sent
    reply = application.test_client().post(path, json=request)
    assert reply.status_code in {200, 400, 409, 422}, msgspec.json.encode(request)


@settings(FUZZING, max_examples=200)
@given(
    st.sampled_from([each.path for each in POSTED]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    ),
)
def test_any_json_is_answered(path: str, body: Any) -> None:
    sent = msgspec.json.encode(body)
    reply = application.test_client().post(path, data=sent, content_type="application/json")
    assert reply.status_code == 400


@settings(FUZZING, max_examples=200)
@given(st.sampled_from([each.path for each in POSTED]), st.binary(max_size=60))
def test_any_bytes_are_answered(path: str, body: bytes) -> None:
    reply = application.test_client().post(path, data=body, content_type="application/json")
    assert reply.status_code == 400


@settings(FUZZING, max_examples=200)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            name: st.text(max_size=40)
            for name in (
                "board", "action", "answers", "then", "viewer", "seed", "settle", "reply", "undo",
                "next", "form", "value", "some", "amount:a1",
            )
        },
    )
)  # fmt: skip
def test_any_form_is_answered(form: dict[str, str]) -> None:
    reply = application.test_client().post("/", data=form)
    assert reply.status_code in {200, 400, 409, 422}
