# Every target sets up what it needs: a bare clone, python3 (>= 3.11) and make are enough.

PYTHON ?= python3
BIN := .venv/bin
TYPED := build/typed/rulesplay
LINKS := $(TYPED)/__init__.py $(TYPED)/engine $(TYPED)/cli
TESTS := $(wildcard tests bench tools)
SHIPPED := pyproject.toml README.md LICENSE tests/wheel.py \
  $(shell find package engine cli rulesets schema -name __pycache__ -prune -o -print 2>/dev/null)

.PHONY: play test check format schema grammar docs playthroughs style types layers wheel bench mutations fuzz clean

play: .venv/play build/compiled
	@$(BIN)/rulesplay rulesets/eight_the_liar.yaml

test: .venv/dev build/compiled
	@$(BIN)/pytest -n 2

check: style types layers wheel

format: .venv/dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

schema: .venv/dev
	@$(BIN)/python tools/schemas.py

grammar: .venv/dev
	@$(BIN)/python tools/grammar.py

docs: .venv/dev
	@$(BIN)/python tools/diagnostics.py

playthroughs: .venv/dev
	@$(BIN)/python tests/playthrough.py

style: .venv/dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: .venv/dev $(LINKS)
	@$(BIN)/mypy $(TYPED) $(TESTS) >build/types.txt || failed=1; \
	sed 's,^$(TYPED)/,,' build/types.txt; exit $${failed:-0}

layers: .venv/dev
	@$(BIN)/pytest -q tests/test_layers.py

wheel: build/wheel-is-whole

bench: .venv/oracles build/compiled
	@$(BIN)/python -m bench

mutations: .venv/dev
	@$(BIN)/python tools/mutations.py

fuzz: .venv/dev
	@$(BIN)/python tools/fuzzing.py

clean:
	@rm -rf .venv build dist rulesplay.egg-info .pytest_cache .hypothesis .mypy_cache .ruff_cache
	@find . -name __pycache__ -prune -exec rm -rf {} +

# One environment, three sizes: to play, to develop, to compare with other engines.
.venv/play: pyproject.toml | .venv/bin/python
	@$(BIN)/pip install --quiet --editable .
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/python
	@$(BIN)/pip install --quiet --editable '.[dev]'
	@touch .venv/play $@

.venv/oracles: pyproject.toml | .venv/bin/python
	@$(BIN)/pip install --quiet --editable '.[dev,oracles]'
	@touch .venv/play .venv/dev $@

.venv/bin/python:
	@echo "setting up .venv (once)…"
	@$(PYTHON) -m venv .venv

# Where Python is told to write no bytecode, it would compile every file at every start.
build/compiled: $(shell find package engine cli -name '*.py' 2>/dev/null) | .venv/bin/python
	@mkdir -p $(@D)
	@$(BIN)/python -m compileall -q package engine cli
	@touch $@

# Type checkers see the packages under their import names through links.
$(TYPED)/__init__.py:
	@mkdir -p $(@D)
	@ln -sfn ../../../package/__init__.py $@

$(TYPED)/%:
	@mkdir -p $(@D)
	@ln -sfn ../../../$* $@

build/wheel-is-whole: $(SHIPPED) | .venv/dev
	@$(BIN)/python tests/wheel.py
	@mkdir -p $(@D)
	@touch $@
