"""Scenarios: rulings kept as data, read, run against a judge and held against what is expected."""

from api.scenarios.judges import (
    Declined,
    Judge,
    Unavailable,
    in_process,
    over_http,
    over_test_client,
)
from api.scenarios.loading import SCENARIOS, Fault, Kept, ScenarioError, discover, load
from api.scenarios.model import Expected, Scenario, Step
from api.scenarios.running import Failure, Outcome, run_scenario
from api.scenarios.schema import scenario_schema

__all__ = [
    "SCENARIOS",
    "Declined",
    "Expected",
    "Failure",
    "Fault",
    "Judge",
    "Kept",
    "Outcome",
    "Scenario",
    "ScenarioError",
    "Step",
    "Unavailable",
    "discover",
    "in_process",
    "load",
    "over_http",
    "over_test_client",
    "run_scenario",
    "scenario_schema",
]
