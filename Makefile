# Two commands matter: `make serve` and `make test`. `make help` lists the rest.
# The first run sets up .venv; needed for that: Python 3.11 or newer with venv, and make.

PYTHON ?=
PORT ?= 8000
JOBS ?= 2
GAMES ?= 100
# Not taken from the environment, where some shells keep the machine's name under HOST.
HOST = 127.0.0.1

VENV := .venv
RUN := $(VENV)/bin/python
SHELL := /bin/sh

# .venv is made anew when the lock, pyproject.toml or the folder's place changes, when PYTHON
# asks for another Python, or when the Python it was made from is gone; else it is left alone.
KEY := $(shell { echo "$(CURDIR)"; cat requirements.lock pyproject.toml; } | cksum | tr -cd '0-9')
READY := $(VENV)/ready-$(KEY)
STAMP := $(READY)$(if $(PYTHON),-$(subst /,_,$(PYTHON)))
FOUND = $(shell sh .ci/find-python "$(PYTHON)")

.DEFAULT_GOAL := help
.PHONY: help setup serve test bench scenarios ledger leftout places words cards selfplay openapi lint types lock clean

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' Makefile | while IFS="$$(printf '\t')" read -r name what; \
	    do printf 'make %-10s %s\n' "$$name" "$$what"; done
	@echo
	@echo 'make serve PORT=9000 HOST=0.0.0.0    another address'
	@echo 'make test PYTHON=python3.12          another Python (makes .venv anew)'
	@echo 'make ledger RULES="465.2.c.3 323.5"  these rules, and which scenarios turn without them'
	@echo 'make selfplay GAMES=500 MODE=ffa4    so many games of one mode; FORM=middle for short ones'
	@echo 'make ledger SECTIONS=300-458 WRITE=1 a part of the book; scenarios/ledger.tsv is renewed'

ifeq ($(wildcard $(RUN)),)
.PHONY: $(STAMP)
endif
$(STAMP):
	$(eval PYTHON_FOUND := $(FOUND))
	$(if $(filter missing:,$(firstword $(PYTHON_FOUND))),$(error $(PYTHON_FOUND)))
	@echo "Setting up $(VENV) with $$('$(PYTHON_FOUND)' -V); this takes a minute and happens once."
	@'$(PYTHON_FOUND)' -m venv --clear $(VENV)
	@$(RUN) -m pip --version >/dev/null 2>&1 || { echo 'missing: pip (venv made none)' >&2; exit 1; }
	@$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(RUN) -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(RUN) -m pip check --quiet --disable-pip-version-check
	@touch $(READY) $@

setup: $(STAMP) ## set up .venv, if it is not up to date
	@:

serve: $(STAMP) ## start the service on http://127.0.0.1:8000 and print a line to try
	@exec env ARBITER_EXAMPLE=docs/examples/combat.json $(RUN) -m gunicorn --config python:api.gunicorn_conf --bind '$(HOST):$(PORT)'

test: $(STAMP) ## run every check: lint, types, openapi.yaml up to date, tests and scenarios
	@exec $(RUN) .ci/checks.py

lint: $(STAMP) ## run ruff: rules and formatting
	@exec $(RUN) .ci/checks.py lint

types: $(STAMP) ## run mypy, strict
	@exec $(RUN) .ci/checks.py types

scenarios: $(STAMP) ## run the rulings kept as data and print a table
	@exec $(RUN) -m api.cli scenarios run

ledger: $(STAMP) ## switch off each cited rule and say which a scenario notices
	@exec $(RUN) -m api.cli rules ledger --jobs $(JOBS) $(if $(SECTIONS),--sections '$(SECTIONS)') $(if $(WRITE),--write) $(RULES)

leftout: $(STAMP) ## leave each fact of each scenario out and see that no ruling changes in silence
	@exec $(RUN) -m tests.leftout --jobs $(JOBS)

places: $(STAMP) ## switch off each place that raises a problem and say which a scenario notices
	@exec $(RUN) -m tests.places --jobs $(JOBS) $(if $(WRITE),--write)

words: $(STAMP) ## take every word of the notation out of a card and say which a scenario notices
	@exec $(RUN) -m tests.vocabulary --jobs $(JOBS) $(if $(WRITE),--write)

cards: $(STAMP) ## measure the ledger of the cards, where the official list lies beside the project
	@exec $(RUN) -m tests.cards.ledger --jobs $(JOBS) $(if $(WRITE),--write,--check)

selfplay: $(STAMP) ## play random games in all modes and hold every ruling against what must hold
	@exec $(RUN) -m tests.selfplay --jobs $(JOBS) --games $(GAMES) $(if $(MODE),--mode $(MODE)) $(if $(FORM),--form $(FORM)) $(if $(SEED),--seed $(SEED))

bench: $(STAMP) ## measure against the budgets
	@exec $(RUN) -m api.cli bench

openapi: $(STAMP) ## write openapi.yaml anew from api/
	@exec $(RUN) -m api.spec --write openapi.yaml

lock: $(STAMP) ## resolve requirements.lock anew from pyproject.toml (UPGRADE=1: newest versions)
	@exec $(RUN) .ci/lock.py $(if $(UPGRADE),--upgrade)

clean: ## remove .venv, caches and build output
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .schemathesis
	find . -name .git -prune -o -type d -name __pycache__ -exec rm -rf {} +
