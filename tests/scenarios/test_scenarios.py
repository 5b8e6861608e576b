"""Every scenario, against the engine in this process and against the service over HTTP."""

from __future__ import annotations

import pytest

from api.app import create_app
from api.scenarios import (
    Judge,
    Kept,
    Outcome,
    discover,
    in_process,
    over_test_client,
    run_scenario,
)

KEPT, FAULTS = discover()
STANDING = [one for one in KEPT if one.scenario.overturned_by is None]


@pytest.fixture(scope="session")
def engine() -> Judge:
    return in_process()


@pytest.fixture(scope="session")
def service() -> Judge:
    return over_test_client(create_app().test_client())


def test_every_scenario_file_is_one() -> None:
    assert [str(fault) for fault in FAULTS] == []
    assert STANDING, "there are no scenarios"


@pytest.mark.parametrize("one", STANDING, ids=lambda one: one.scenario.id)
def test_it_comes_out_so_in_process(one: Kept, engine: Judge) -> None:
    _must_pass(one, run_scenario(one.scenario, engine))


@pytest.mark.parametrize("one", STANDING, ids=lambda one: one.scenario.id)
def test_it_comes_out_so_over_http(one: Kept, service: Judge) -> None:
    _must_pass(one, run_scenario(one.scenario, service))


def _must_pass(one: Kept, outcome: Outcome) -> None:
    if not outcome.passed:
        pytest.fail(f"{one.place}\n{outcome.report()}", pytrace=False)
