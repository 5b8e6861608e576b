"""What the service counts, for Prometheus. Each application has a registry of its own."""

from __future__ import annotations

import time

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram
from prometheus_client import generate_latest as written

#: Seconds: from a rule looked up to a ruling at the limits of `judge`.
_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "arbiter_requests",
            "Requests, by route, method and status.",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "arbiter_request_seconds",
            "How long a reply took, by route.",
            ("route",),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self.rulings = Counter(
            "arbiter_rulings", "Rulings, by verdict.", ("verdict",), registry=self.registry
        )

    def count(self, response: Response) -> Response:
        """Count a reply. Routes leave the verdict of a ruling in `flask.g.verdict`."""
        # the rule, not the address: a series for each address ever asked would never end
        rule = request.url_rule
        route, method = ("none", "none") if rule is None else (rule.rule, request.method)
        self.requests.labels(route, method, response.status_code).inc()
        began = g.get("began")
        if began is not None:
            self.seconds.labels(route).observe(time.perf_counter() - began)
        verdict = g.get("verdict")
        if verdict is not None:
            self.rulings.labels(verdict).inc()
        return response

    def reply(self) -> Response:
        """The counters in the text format of Prometheus."""
        return Response(written(self.registry), content_type=CONTENT_TYPE_LATEST)


def register_metrics(app: Flask) -> None:
    """Count every reply of the application. The counters are in `app.extensions["metrics"]`."""
    metrics = Metrics()
    app.extensions["metrics"] = metrics

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    app.after_request(metrics.count)
