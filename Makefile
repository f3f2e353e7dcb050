# `make run` and `make test` need Python 3.11, 3.12 or 3.13 and make; all else they set up.
# All paths are relative, so that a checkout may lie in a folder with spaces in its name.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: run test stress bench lint lock clean help
.DELETE_ON_ERROR:

# A name on the path is no proof: a pyenv shim may exist and fail, and Debian's Python
# comes without ensurepip. So each is asked to do what is needed of it.
SUITABLE := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for name in python3.13 python3.12 python3.11 python3; do \
	"$$name" -c '$(SUITABLE)' >/dev/null 2>&1 && { command -v "$$name"; break; }; done)
NO_PYTHON := PrefStudio needs Python 3.11, 3.12 or 3.13 with its venv module: \
	on Debian or Ubuntu `sudo apt-get install -y python3 python3-venv`, elsewhere from python.org, \
	or name one with `make PYTHON=/path/to/python3.12`.
CHECK_PYTHON = "$(PYTHON)" -c '$(SUITABLE)' >/dev/null 2>&1 || { echo '$(NO_PYTHON)' >&2; exit 1; }

PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-input
# One more than there are processors: tests of the window wait for it now and then.
WORKERS = $(shell .venv/bin/python -c 'import os; print((os.cpu_count() or 1) + 1)')
# Where it is set, every start and every process of the tests would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE
OFFSCREEN := QT_QPA_PLATFORM=offscreen OPENBLAS_NUM_THREADS=1

# The stamps are void when the interpreter vanished or the checkout was moved or copied.
IS_OURS := import os, prefstudio; assert os.path.samefile(os.path.dirname(prefstudio.__file__), "prefstudio")
ifneq ($(shell .venv/bin/python -Ic '$(IS_OURS)' 2>/dev/null && echo yes),yes)
.PHONY: .venv/packages.stamp
endif

run: .venv/project.stamp ## open PrefStudio; ARGS="info FILE" runs a command instead
	@.venv/bin/python .ci/system_libraries.py window
	@.venv/bin/python -m prefstudio $(ARGS)

test: .venv/project.stamp ## the quick suite, without a display; ARGS="-k store" narrows it
	@.venv/bin/python .ci/system_libraries.py offscreen
	@$(OFFSCREEN) .venv/bin/python -m pytest -m "not slow" -n $(WORKERS) --dist loadfile $(ARGS)

stress: .venv/project.stamp ## the slow tests, an hour of random clicks among them; MINUTES=5 shortens it
	@.venv/bin/python .ci/system_libraries.py offscreen
	@$(OFFSCREEN) PREFSTUDIO_STRESS_MINUTES=$(or $(MINUTES),60) PREFSTUDIO_STRESS_SEED=$(or $(SEED),1) \
		.venv/bin/python -m pytest -m slow -o faulthandler_timeout=1800 $(ARGS)

ifeq ($(PEERS),1)
bench: .venv-peers/stamp
	@$(OFFSCREEN) .venv-peers/bin/python -m tests.benchmarks --peers $(ARGS)
else ifeq ($(EXPERIMENTS),1)
bench: .venv/project.stamp
	@$(OFFSCREEN) .venv/bin/python -m tests.benchmarks.experiments $(ARGS)
else
bench: .venv/project.stamp ## times; PEERS=1 adds BoTorch and choix, EXPERIMENTS=1 asks simulated people
	@.venv/bin/python .ci/system_libraries.py offscreen
	@$(OFFSCREEN) .venv/bin/python -m tests.benchmarks $(ARGS)
endif

lint: .venv/project.stamp ## ruff and mypy
	@.venv/bin/python -m ruff check .
	@.venv/bin/python -m ruff format --check .
	@.venv/bin/python -m mypy

# uv takes a package index from the environment (UV_DEFAULT_INDEX, UV_INDEX); none is written down.
lock: .venv-lock/stamp ## choose all versions anew and write requirements.lock
	@UV_CUSTOM_COMPILE_COMMAND="make lock" .venv-lock/bin/uv pip compile --quiet --upgrade \
		--universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
		--extra dev pyproject.toml -o requirements.lock

clean: ## remove the environments and what the tools left behind
	@rm -rf .venv .venv-peers .venv-lock .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	@find prefstudio tests -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.venv/packages.stamp: requirements.lock
	@$(CHECK_PYTHON)
	@echo 'Setting up .venv, once ...'
	@"$(PYTHON)" -m venv --clear .venv
	@.venv/bin/python $(PIP_INSTALL) --require-hashes -r requirements.lock
	@touch $@

.venv/project.stamp: .venv/packages.stamp pyproject.toml
	@.venv/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

# The programs to compare with have large dependencies of their own, so they live apart.
PEERS_TORCH := torch==2.13.0
PEERS_OTHERS := botorch==0.18.1 gpytorch==1.15.2 choix==0.4.1 \
	numpy==2.4.6 scipy==1.17.1 networkx==3.6.1 hatchling==1.33.0

.venv-peers/stamp: Makefile
	@$(CHECK_PYTHON)
	@echo 'Setting up .venv-peers, once; this fetches some hundred megabytes ...'
	@"$(PYTHON)" -m venv .venv-peers
	@.venv-peers/bin/python $(PIP_INSTALL) $(PEERS_TORCH)
	@.venv-peers/bin/python $(PIP_INSTALL) $(PEERS_TORCH) $(PEERS_OTHERS)
	@.venv-peers/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

.venv-lock/stamp:
	@$(CHECK_PYTHON)
	@"$(PYTHON)" -m venv --clear .venv-lock
	@.venv-lock/bin/python $(PIP_INSTALL) 'uv>=0.9,<1'
	@touch $@
