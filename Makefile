# Verbs only; `make` alone lists them. CI calls the same ones.
PYTHON ?= python3
BIN := .venv/bin
SEEDS ?= 200
TABLES ?= 200
MINUTES ?= 3
LADDERS ?= $(wildcard docs/ladder/*.json)
PAGE := src/archipel/web/index.html
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --silent

.DEFAULT_GOAL := help
.PHONY: help setup play test check types debug golden reference catalogue bench ladders soak clean web

help:  ## list the verbs
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: .venv/.ready $(PAGE)  ## make .venv with everything in it

.venv/.ready: pyproject.toml hatch_build.py $(wildcard src/archipel/locale/*/LC_MESSAGES/archipel.po)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Archipel needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@test -d .venv || { echo "Making .venv …"; $(PYTHON) -m venv .venv; }
	@echo "Installing Archipel and what it needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

web: .venv/.ready $(PAGE)  ## build the page

web/node_modules/.ready: web/package-lock.json | .venv/.ready
	@echo "Fetching what the page is built with …"
	@$(NPM) --loglevel=error ci && touch node_modules/.ready

$(PAGE): web/node_modules/.ready web/index.html web/vite.config.ts $(shell find web/src web/public src/archipel/locale -name '*.po' -o -path 'web/*' -type f)
	@echo "Building the page …"
	@$(NPM) run build -- --logLevel warn

play: setup  ## open the game in your browser
	@$(BIN)/archipel serve --open

test: check  ## set everything up and run every test
	$(NPM) test
	$(BIN)/archipel compile
	$(BIN)/pytest -n 2 --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games tests/batch tests/bots/*/

check: setup  ## style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run style
	$(NPM) run types

debug: setup  ## the tests interpreted, stopping in the debugger
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -x --pdb tests

golden: setup  ## rewrite the golden playthroughs; a diff is a change of rules
	$(BIN)/python -m tests.golden

reference: setup  ## write docs/games again: what learners are shown and can do
	$(BIN)/python docs/games/generate.py

catalogue: setup  ## gather the sentences from the source into the catalogues
	$(BIN)/pybabel -q extract --keywords=N_ --keywords=text --keywords=plural:1,2 --no-location --omit-header --sort-output -o src/archipel/locale/archipel.pot src
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap -D archipel -i src/archipel/locale/archipel.pot -d src/archipel/locale
	-$(BIN)/python web/messages.py

bench: setup  ## measure the speed, beside others in the same run, and what the server bears
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m bench

ladders: setup  ## play the ladders of docs/ladder again (LADDERS=docs/ladder/tresor-4.json; all take hours)
	@for kept in $(LADDERS); do \
		command=$$($(BIN)/python -c 'import json, sys; print(json.load(open(sys.argv[1]))["command"])' $$kept) && \
		echo "$$command" && eval "$(BIN)/$$command --keep docs/ladder" || exit; \
	done

soak: setup  ## the laws over many more matches (SEEDS=200 of each kind), then a server that is killed (TABLES=200, MINUTES=3)
	$(BIN)/python -m tests.soak $(SEEDS)
	$(BIN)/python -m tests.server.soak $(TABLES) $(MINUTES)

clean:  ## remove .venv and what tools left behind
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache web/node_modules src/archipel/web
