"""`/docs`: Swagger UI over the OpenAPI document.

Its files come from the pinned package flask-swagger-ui and are served from here, so that the page
needs no network. The template is our own: the package's holds an inline script, which the content
security policy forbids.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from flask import Blueprint, Response, make_response, render_template, send_from_directory

from api.routes.headers import DOCS_POLICY
from api.routes.replies import without_slash

blueprint = Blueprint("docs", __name__, url_prefix="/docs")

#: The files of Swagger UI that the template uses; nothing else of the package is served.
_ASSETS = frozenset(
    {"swagger-ui-bundle.js", "swagger-ui.css", "favicon-16x16.png", "favicon-32x32.png"}
)


@blueprint.get("")
def get_docs() -> Response:
    """The page on which requests can be tried."""
    response = make_response(render_template("docs.html"))
    response.headers["Content-Security-Policy"] = DOCS_POLICY
    return response


blueprint.add_url_rule("/", view_func=without_slash)


@blueprint.get("/assets/<any({}):name>".format(",".join(f'"{name}"' for name in sorted(_ASSETS))))
def get_asset(name: str) -> Response:
    """One of the files of Swagger UI."""
    with as_file(files("flask_swagger_ui") / "dist") as folder:
        return send_from_directory(folder, name, max_age=86_400)
