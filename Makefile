# Handvoll. `make` says what there is.
#
#   PYTHON=python3.12   which Python makes .venv (asked only when there is none yet)
#   ARGS="..."          goes on to handvoll (play), pytest (test) or the benchmarks (bench)
#   WORKERS=4           how many processes run the tests; 0 for none but pytest itself

PYTHON ?= python3
ARGS ?=
WORKERS ?= 2
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help play test check format words pictures bench lock upgrade build clean
MAKEFLAGS += --no-print-directory

help: ## say what there is
	@echo 'make ...'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-8s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: ## set up and play
	@scripts/set-up runtime
	@.venv/bin/handvoll $(ARGS)

# Of every program the tests want and the Python packages do not bring: PROGRAMS:PACKAGES.
TEST_PROGRAMS = \
	chromium,chromium-browser:chromium \
	'/usr/lib/postgresql/*/bin/postgres,postgres:postgresql' \
	valkey-server,redis-server:valkey-server,redis-server

test: ## set up and run every test (ARGS="tests/core -x" for some)
	@scripts/set-up dev
	@scripts/system-packages $(TEST_PROGRAMS)
	@.venv/bin/python -m pytest $(if $(filter-out 0,$(WORKERS)),-n $(WORKERS) --dist worksteal) $(ARGS)

check: ## Ruff (lint and format) and mypy
	@scripts/set-up dev
	@failed=; \
	.venv/bin/ruff check || failed=1; \
	.venv/bin/ruff format --check || failed=1; \
	.venv/bin/mypy || failed=1; \
	test -z "$$failed"

format: ## let Ruff put the code in order
	@scripts/set-up dev
	@.venv/bin/ruff check --fix-only --quiet
	@.venv/bin/ruff format

words: ## bring the German catalogues up to date with the code (ARGS="six" for one game's)
	@scripts/set-up dev
	@.venv/bin/python -m handvoll.words.update $(ARGS)

pictures: ## take the README's pictures by playing (ARGS="six" for one game's)
	@scripts/set-up dev
	@scripts/system-packages chromium,chromium-browser:chromium
	@.venv/bin/python scripts/pictures.py $(ARGS)

bench: ## measure, with OpenSpiel beside it
	@scripts/set-up bench
	@set -e; for file in $(filter-out bench/_%,$(wildcard bench/*.py)); do .venv/bin/python $$file $(ARGS); done

# The locks. uv itself is pinned in requirements/lock.txt. Hashes are
# kept like everywhere, and no address of any kind is written.
UV = .cache/lock/bin/uv
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(LOCK_ARGS) pyproject.toml

.PHONY: uv
uv:
	@cmp -s requirements/lock.txt .cache/lock/lock.txt || { \
		echo 'handvoll: installing uv for locking' && \
		$(PYTHON) -m venv --clear .cache/lock && \
		.cache/lock/bin/python -m pip install -qq --require-hashes --no-deps -r requirements/lock.txt && \
		cp requirements/lock.txt .cache/lock/lock.txt; }

lock: uv ## lock the requirements anew, keeping versions that still fit
	@echo 'handvoll: locking'
	@$(COMPILE) --group dev -o requirements/dev.txt
	@$(COMPILE) --group build -c requirements/dev.txt -o requirements/runtime.txt
	@$(COMPILE) --group dev --group bench -c requirements/dev.txt -o requirements/bench.txt
	@$(COMPILE:pyproject.toml=) --group lock -o requirements/lock.txt

upgrade: ## lock the newest versions
	@$(MAKE) lock LOCK_ARGS=--upgrade

build: ## a wheel and a source archive in dist/
	@scripts/set-up runtime
	@.venv/bin/hatchling build

clean: ## remove what the targets above have made
	rm -rf .venv .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist out
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
