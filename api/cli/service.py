"""`serve` and `bench`: the service over HTTP, and what is measured."""

from __future__ import annotations

import importlib
import importlib.util
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

from api import gunicorn_conf
from api.cli.output import USAGE, WholeNumber, complain, json_option, print_json, refuse

_REPOSITORY = Path(__file__).resolve().parents[2]


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=WholeNumber(1, 65535), help="The port."
)
@click.option("--dev", is_flag=True, help="Flask's own server, which restarts as files change.")
@json_option
def serve(host: str, port: int, dev: bool, as_json: bool) -> None:
    """Serve the HTTP interface until interrupted.

    Exit codes: 0 when it was stopped, 1 when it fails, 2 where the address can't be used.
    """
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    _refuse_unusable(host, port, address)
    if as_json:
        print_json({"address": address})
        sys.stdout.flush()
    if dev or importlib.util.find_spec("fcntl") is None:
        _serve_with_flask(host, port)
    else:
        _serve_with_gunicorn(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")


def _refuse_unusable(host: str, port: int, address: str) -> None:
    """End the program where the address is taken or is none; gunicorn would try it for long."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[
            0
        ]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        refuse([f"{address}: {error.strerror or error}"], at="--port")


def _serve_with_flask(host: str, port: int) -> None:
    complain(["this is Flask's development server, which is not meant for the open network"])
    create_app = importlib.import_module("api.app").create_app
    create_app().run(host=host, port=port, debug=False, use_reloader=False)


def _serve_with_gunicorn(bind: str) -> None:
    # gunicorn carries no annotations
    base: Any = importlib.import_module("gunicorn.app.base").BaseApplication

    class Service(base):  # type: ignore[misc]
        """Gunicorn with this application."""

        def load_config(self) -> None:
            for name, value in {**_configured(), "bind": bind}.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return importlib.import_module("api.app").create_app()

    Service().run()


def _configured() -> dict[str, Any]:
    """The settings of `api.gunicorn_conf`, as gunicorn itself would take them."""
    known = importlib.import_module("gunicorn.config").Config().settings
    scope = vars(gunicorn_conf)
    return {name: value for name, value in scope.items() if name in known and name != "wsgi_app"}


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@json_option
@click.pass_context
def bench(context: click.Context, arguments: tuple[str, ...], as_json: bool) -> None:
    """Measure, and set the figures beside the budgets. ARGUMENTS go to the benchmarks as they are.

    \b
    --lenient       end with 0 though a budget is exceeded; that is only said then
    --seconds N     how long to measure in process
    --no-http       leave the HTTP part out

    Exit codes: 0, 1 where a budget is exceeded, 2 where there are no benchmarks.
    """
    if not (_REPOSITORY / "benchmarks" / "__main__.py").is_file():
        refuse(
            ["there are no benchmarks here; they come with the repository, not with the package"]
        )
    command = [sys.executable, "-m", "benchmarks", *arguments, *(["--json"] if as_json else [])]
    done = subprocess.run(command, cwd=_REPOSITORY, check=False)
    if done.returncode == USAGE:
        refuse([f"the benchmarks do not take {' '.join(arguments)}"], at="ARGUMENTS")
    context.exit(done.returncode)
