"""How the service is served. `make serve` and the container image add only the address."""

from __future__ import annotations

import os
from typing import Any

wsgi_app = "api.app:create_app()"
workers = 2
worker_class = "api.gunicorn_worker.ProblemWorker"
# The longest that gunicorn takes. Not less: the longest question of a search (LONGEST_QUESTION)
# has up to 6,000 bytes in an address.
limit_request_line = 8190
threads = 4
timeout = 30
graceful_timeout = 10
keepalive = 5
control_socket_disable = True


def post_worker_init(worker: Any) -> None:
    """Say, once the last of the first workers has loaded the application, how to ask it."""
    example = os.environ.get("ARBITER_EXAMPLE")
    if not example or worker.age != worker.cfg.workers:
        return
    host, port = worker.sockets[0].getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    print(
        f"\nArbiter is ready on http://{address}. Ask for a ruling from another terminal,"
        " in this folder:\n\n"
        f"curl -s http://{address}/v1/adjudications"
        f" -H 'Content-Type: application/json' --data @{example}\n",
        flush=True,
    )
