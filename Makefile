# Each target does all its own set-up: a fresh clone needs Python 3.11+, make and git.
# Packages are pinned in constraints.txt; an interrupted install goes on where it stopped.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
RUN    := $(VENV)/.runtime
DEV    := $(VENV)/.dev
TESTS  ?=
JOBS   ?= 2

export DO_NOT_TRACK = 1
export PREFECT_SERVER_ANALYTICS_ENABLED = false

.DEFAULT_GOAL := help
.PHONY: help install demo test lint format bench docs clean

help:            ## What there is to do
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

install: $(RUN)  ## Set up .venv with what the pipeline needs

demo: $(RUN)     ## Index the sample site and ask it the question of the story
	@$(BIN)/millesime demo

test: $(DEV)     ## All tests, doctests included, with branch coverage
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --cov --cov-report=term $(TESTS)

lint: $(DEV)     ## Style, types and architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m cogapp --check -r docs/*.md README.md

format: $(DEV)   ## Mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(DEV)     ## Bring the generated parts of the documentation up to date
	$(BIN)/python -m cogapp -r docs/*.md README.md

bench: $(DEV)    ## The benchmarks; each prints what it measured and on what
	$(BIN)/python -m benchmarks

clean:           ## Remove the environment and the demo's data
	rm -rf $(VENV) .millesime

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Millésime needs Python 3.11 or newer; set PYTHON=python3.x"; exit 1; }
	@echo "Setting up $(VENV) (once; a few minutes) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade pip

$(RUN): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --constraint constraints.txt --editable .
	@touch $@

$(DEV): $(RUN)
	$(BIN)/python -m pip install --constraint constraints.txt --editable '.[dev]'
	@touch $@
