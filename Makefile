# Verbs only; `make` alone lists them. CI calls the same ones.
PYTHON ?= python3
BIN := .venv/bin
SEEDS ?= 200
MATCHES ?= 60
TOP ?= 24
TABLES ?= $(foreach n,2 3 4 5 6,costa-ruana:$n) $(foreach n,3 4 5 6,tresor:$n) \
	$(foreach n,3 4,arabana-opodopo:$n arabana-opodopo:$n:gods=yes)

.DEFAULT_GOAL := help
.PHONY: help setup play test check types debug golden catalogue bench ladders soak clean

help:  ## list the verbs
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: .venv/.ready  ## make .venv with everything in it

.venv/.ready: pyproject.toml hatch_build.py $(wildcard src/archipel/locale/*/LC_MESSAGES/*.po)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Archipel needs Python 3.11 or newer: make PYTHON=python3.12 …")'
	@test -d .venv || { echo "Making .venv …"; $(PYTHON) -m venv .venv; }
	@echo "Installing Archipel and what it needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup  ## play in the terminal
	@$(BIN)/archipel play

test: check  ## set everything up and run every test
	$(BIN)/archipel compile
	$(BIN)/pytest -n 2 --dist worksteal
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --dist worksteal tests/core tests/games tests/bots/*/

check: setup  ## style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

debug: setup  ## the tests interpreted, stopping in the debugger
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -x --pdb tests

golden: setup  ## rewrite the golden playthroughs; a diff is a change of rules
	$(BIN)/python -m tests.golden

catalogue: setup  ## gather the sentences from the source into the catalogues
	$(BIN)/pybabel -q extract --keywords=N_ --keywords=text --keywords=plural:1,2 --no-location --omit-header --sort-output -o src/archipel/locale/archipel.pot src
	$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --omit-header -D archipel -i src/archipel/locale/archipel.pot -d src/archipel/locale

bench: setup  ## measure the speed, beside OpenSpiel in the same run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python -m bench

ladders: setup  ## play the ladders of docs/ladder again (MATCHES=60, TOP=24 for the topmost pair; takes hours)
	@for table in $(TABLES); do \
		set -- $$(echo $$table | tr : ' '); \
		ladder="$(BIN)/archipel ladder $$1 --players $$2 $${3:+--option $$3} --top $(TOP) --seed 1 --keep docs/ladder"; \
		$$ladder --matches $(MATCHES) && $$ladder --matches $(TOP) --bots random,greedy,search:2000 || exit; \
	done

soak: setup  ## the laws over many more matches (SEEDS=200 for each game, player count and option)
	$(BIN)/python -m tests.soak $(SEEDS)

clean:  ## remove .venv and what tools left behind
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
