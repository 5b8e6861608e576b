"""Benchmarks: how long a ruling takes, in units of U, beside the budgets of `docs/design.md`."""
