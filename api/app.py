"""The application.

>>> app = create_app()
>>> app.test_client().get("/healthz").json
{'status': 'ok'}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from flask_smorest import Api
from jinja2 import StrictUndefined

from api.errors import register_errors
from api.handlers.service import identity
from api.routes import (
    adjudications,
    boards,
    cards,
    coverage,
    docs,
    explanations,
    legal_actions,
    page,
    rules,
    service,
)
from api.routes.headers import register_headers
from api.routes.metrics import register_metrics
from api.schemas.cards import describe_card_texts
from api.schemas.fields import field_schema
from judge.limits import REQUEST_BYTES

_DESCRIPTION = """\
A stateless rules judge for the card game Riftbound. A board and an action go in; a ruling comes
out: a verdict, the board that results, and a trace in which each step cites the core rules.

Every request carries all that is needed to answer it, so the same request always gets the same
ruling. An illegal action is no error but a ruling that lists every reason. Errors are problem
documents (RFC 9457) that name every place of the request that is at fault. Each reply says in its
headers which engine, edition, overlays and card catalogue it was made with.

A ruling is not an official one. At an event the head judge decides.
"""


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """A new application. `config` is laid over the settings of Flask and flask-smorest."""
    app = Flask("api")
    app.config.from_mapping(
        API_TITLE="Arbiter",
        API_VERSION=identity().engine,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {"description": _DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
        },
        MAX_CONTENT_LENGTH=REQUEST_BYTES,
        # a form of the page is as large as the board in it
        MAX_FORM_MEMORY_SIZE=REQUEST_BYTES,
    )
    app.config.update(config or {})
    # an address has one spelling; another one is an unknown path, and not redirected, except for
    # the slash that people type behind the address of a page
    app.url_map.merge_slashes = False
    app.jinja_env.undefined = StrictUndefined

    register_metrics(app)
    register_headers(app)

    marshmallow = MarshmallowPlugin()
    openapi = Api(app, spec_kwargs={"marshmallow_plugin": marshmallow})
    app.extensions["openapi"] = openapi
    assert marshmallow.converter is not None
    for describe in (field_schema, describe_card_texts):
        marshmallow.converter.add_attribute_function(describe)  # type: ignore[no-untyped-call]
    resources = (
        adjudications,
        legal_actions,
        explanations,
        boards,
        rules,
        cards,
        coverage,
        service,
    )
    for module in resources:
        openapi.register_blueprint(module.blueprint)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(page.blueprint)
    register_errors(app)
    return app
