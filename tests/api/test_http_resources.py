"""Rules, editions, cards, and the service itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from api.app import create_app


@pytest.mark.parametrize("reference", ["465.2.c.3", "core-1.4:465.2.c.3", "1.4:465.2.c.3"])
def test_a_rule_is_found_with_and_without_its_edition(client: FlaskClient, reference: str) -> None:
    reply = client.get(f"/v1/rules/{reference}")
    assert reply.status_code == 200
    rule = msgspec.json.decode(reply.data)
    assert rule["edition"] == "core-1.4"
    assert rule["number"] == "465.2.c.3"
    assert rule["kind"] == "rule"
    assert rule["class"] == "plays"
    assert rule["parent"] == "465.2.c"
    assert rule["path"][0]["number"] == "300"
    assert rule["path"][-1]["number"] == rule["parent"]
    assert rule["gist"]


def test_a_heading_lists_what_hangs_under_it(client: FlaskClient) -> None:
    rule = msgspec.json.decode(client.get("/v1/rules/465").data)
    assert rule["kind"] == "heading"
    assert rule["title"]
    assert [below["number"] for below in rule["children"]][:2] == ["465.1", "465.2"]


@pytest.mark.parametrize(
    ("reference", "status", "kind"),
    [
        ("465.9", 404, "unknown-rule"),
        ("core-1.4:465.9", 404, "unknown-rule"),
        ("core-9.9:465", 404, "unknown-edition"),
        ("core-1.0:465", 404, "unknown-rule"),
        ("the rule about combat", 400, "malformed-request"),
        ("465.", 200, None),
    ],
)
def test_what_is_no_rule_is_told_apart(
    client: FlaskClient, reference: str, status: int, kind: str | None
) -> None:
    reply = client.get(f"/v1/rules/{reference}")
    assert reply.status_code == status
    if kind is not None:
        document = msgspec.json.decode(reply.data)
        assert document["type"] == f"urn:arbiter:problem:{kind}"
        assert [error["path"] for error in document["errors"]] == ["reference"]


def test_a_wrong_rule_number_leads_to_the_nearest(client: FlaskClient) -> None:
    document = msgspec.json.decode(client.get("/v1/rules/465.9").data)
    assert document["nearest"] == ["465.3"]


def test_one_edition_is_played(client: FlaskClient) -> None:
    editions = msgspec.json.decode(client.get("/v1/editions").data)
    assert [edition["name"] for edition in editions if edition["played"]] == ["core-1.4"]
    assert len(editions) == 5


@pytest.mark.parametrize("name", ["Stalwart Poro", "stalwart  PORO", "OGN-052", "OGN 52"])
def test_a_card_is_found_by_what_people_call_it(client: FlaskClient, name: str) -> None:
    reply = client.get(f"/v1/cards/{name}")
    assert reply.status_code == 200
    assert msgspec.json.decode(reply.data)["name"] == "Stalwart Poro"


@pytest.mark.parametrize(
    ("name", "kind"), [("Stalwart Pono", "unknown-card"), ("Jinx", "ambiguous-card")]
)
def test_a_card_that_is_not_found_lists_what_looks_like_it(
    client: FlaskClient, name: str, kind: str
) -> None:
    reply = client.get(f"/v1/cards/{name}")
    assert reply.status_code == 404
    document = msgspec.json.decode(reply.data)
    assert document["type"] == f"urn:arbiter:problem:{kind}"
    assert document["nearest"]


def test_the_service_says_that_it_is_well(client: FlaskClient) -> None:
    for path in ("/healthz", "/readyz"):
        reply = client.get(path)
        assert reply.status_code == 200
        assert msgspec.json.decode(reply.data) == {"status": "ok"}


def test_a_service_without_its_data_is_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise FileNotFoundError("catalogue.json")

    monkeypatch.setattr("api.routes.service.warm_up", missing)
    reply = client.get("/readyz")
    assert reply.status_code == 503
    assert msgspec.json.decode(reply.data)["type"] == "urn:arbiter:problem:not-ready"
    assert client.get("/healthz").status_code == 200


def test_replies_are_counted_by_route_and_each_application_counts_its_own() -> None:
    client = create_app().test_client()
    client.get("/v1/rules/465")
    client.get("/v1/rules/466")
    client.get("/nowhere")
    samples = {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(client.get("/metrics").get_data(as_text=True))
        for sample in family.samples
    }
    route = "/v1/rules/<string:reference>"
    labels = (("method", "GET"), ("route", route), ("status", "200"))
    assert samples["arbiter_requests_total", labels] == 2
    nowhere = (("method", "none"), ("route", "none"), ("status", "404"))
    assert samples["arbiter_requests_total", nowhere] == 1
    assert samples["arbiter_request_seconds_count", (("route", route),)] == 2
    assert "arbiter_requests_total{" not in create_app().test_client().get("/metrics").get_data(
        as_text=True
    )


def test_the_documentation_needs_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/docs").get_data(as_text=True)
    assert "http://" not in page
    assert "https://" not in page
    assert "<script>" not in page
    for asset in (
        "/docs/assets/swagger-ui-bundle.js",
        "/docs/assets/swagger-ui.css",
        "/docs/assets/favicon-32x32.png",
        "/static/docs.js",
    ):
        assert asset in page
        with client.get(asset) as reply:
            assert reply.status_code == 200


def test_nothing_else_of_the_packages_is_served(client: FlaskClient) -> None:
    for path in ("/docs/assets/swagger-ui.js", "/docs/assets/../VERSION", "/static/../app.py"):
        assert client.get(path).status_code == 404


def test_styles_and_scripts_load_nothing_from_elsewhere() -> None:
    folder = Path(__file__).resolve().parents[2] / "api" / "static"
    for file in folder.iterdir():
        if file.suffix in {".css", ".js"}:
            text = file.read_text()
            assert "//" not in text.replace("// ", "")
            assert "@import" not in text


def test_a_card_says_what_stands_behind_its_entry(client: FlaskClient) -> None:
    seeker = msgspec.json.decode(client.get("/v1/cards/Void Seeker").data)
    assert seeker["standing"]["status"] == "verified"
    assert seeker["standing"]["scenarios"]
    token = msgspec.json.decode(client.get("/v1/cards/Sand Soldier").data)
    assert "standing" not in token  # a token of rule 187 without a card of its own


def test_the_coverage_counts_cards_words_and_rules(client: FlaskClient) -> None:
    reply = client.get("/v1/coverage")
    assert reply.status_code == 200
    found = msgspec.json.decode(reply.data)
    cards = found["cards"]
    assert cards["total"] == sum(each["total"] for each in cards["sets"].values())
    few = found["vocabulary"]["few_scenarios"]
    assert found["vocabulary"]["words"] == found["vocabulary"]["shown"] + len(few)
    unexercised = msgspec.json.decode(client.get("/v1/rules/unexercised").data)
    rules = found["rules"]
    assert rules["plays"] - rules["exercised"] == len(unexercised["rules"])
    missing = [each["cards"] for each in found["missing"]]
    assert sum(missing) >= cards["unsupported"]
