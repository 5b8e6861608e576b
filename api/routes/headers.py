"""What every reply says about itself, and what browsers may do with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask

from api.handlers.service import Identity, identity

#: Nothing but data: a browser that opens a reply by itself loads and runs nothing.
_NOTHING = "default-src 'none'; frame-ancestors 'none'"

#: The page: its own style sheet and script, forms that come back here, no inline anything.
PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

#: A picture has its style sheet inside, and loads nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

#: Swagger UI writes style attributes and holds its icons as data.
DOCS_POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

_SECURITY = {
    "Content-Security-Policy": _NOTHING,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def register_headers(app: Flask) -> None:
    """Let every reply carry what it was made with, and the security headers."""
    reply = app.wsgi_app

    def with_headers(environ: Any, start_response: Callable[..., Any]) -> Iterable[bytes]:
        # as the reply leaves: in the headers of a response each would be checked and copied twice
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            given = {name.lower() for name, _ in headers}
            missing = [each for low, each in _headers(identity()) if low not in given]
            return start_response(status, [*headers, *missing], *error)

        return reply(environ, start)

    app.wsgi_app = with_headers  # type: ignore[method-assign]


@lru_cache(maxsize=4)
def _headers(of: Identity) -> tuple[tuple[str, tuple[str, str]], ...]:
    """Each of them, behind its name in small letters."""
    every = (*of.headers.items(), *_SECURITY.items())
    return tuple((name.lower(), (name, value)) for name, value in every)
