# Targets explain themselves: `make help`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
ARGS   ?=
PYTEST := -m pytest -n 2 --dist loadfile  # a file's tests stay together: they share servers
# Where Node is there, it is used.
NODE   := $(if $(shell command -v npm),node_modules/.installed)

# The sanitised core is built from a copy of the sources, so that the normal build stays as it is.
SANITIZED  := build/sanitize
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
SOURCES    := setup.py pyproject.toml README.md LICENSE src cext bots server cli tests docs proto

.DEFAULT_GOAL := help
.PHONY: help dev build serve test lint lint-web proto bench sanitize loadtest loadtest-full fuzz fuzz-seeds chaos golden dist clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(VENV)/.serving: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python -m pip install -q --group build
	EMINENCE_CORE_LATER=1 $(BIN)/python -m pip install -q --no-build-isolation -e ".[web]"
	@touch $@

# The compiler of the stubs wants an older protobuf, and then so do the parts of gRPC that serving has brought.
$(VENV)/.installed: $(VENV)/.serving
	$(BIN)/python -m pip install -q --group dev grpcio-health-checking grpcio-reflection grpcio-status
	@$(BIN)/python -m pip check -q
	@touch $@

dev: $(VENV)/.installed ## set up .venv with everything needed to build and test

# A C function that may raise needs the GIL to be asked: Cython only hints at it, so the hint is made an error here.
build: $(VENV)/.serving ## compile the core (incremental)
	@$(BIN)/python setup.py -q build_ext --inplace --parallel 2 > build/build.log 2>&1 || (cat build/build.log; exit 1)
	@! grep -A4 "performance hint" build/build.log

serve: build ## serve on embedded defaults (ARGS="--port 50051")
	$(BIN)/eminence serve $(ARGS)

test: dev build $(NODE) ## run every test (ARGS="tests/games/verraeter -k draft")
	$(BIN)/python $(PYTEST) $(ARGS)

lint: dev build ## ruff, mypy, cython-lint, buf, workflows, the noexcept nogil rule, and lint-web where Node is there
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy -p eminence.cext -p eminence.bots -p eminence.server -p eminence.cli -p eminence.client
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint cext  # it looks for pycodestyle on the path
	$(BIN)/python tests/tools/nogil_rule.py
	cd proto && ../$(BIN)/buf lint
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet --no-progress .github/workflows
	@$(if $(NODE),$(MAKE) --no-print-directory lint-web,echo "no Node: web/ and clients/js are not checked")

node_modules/.installed: package.json package-lock.json clients/js/package.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

lint-web: dev node_modules/.installed ## tsc and ESLint over web/ and clients/js; needs Node
	@$(BIN)/python tests/tools/contract_types.py build/contract.d.ts
	node_modules/.bin/eslint
	node_modules/.bin/tsc
	node_modules/.bin/tsc -p clients/js

PROTOC := $(BIN)/python -m grpc_tools.protoc -I proto --plugin=protoc-gen-mypy=$(BIN)/protoc-gen-mypy \
    --plugin=protoc-gen-mypy_grpc=$(BIN)/protoc-gen-mypy_grpc
STUBS  ?= src
OTHERS ?= .

proto: dev $(NODE) ## regenerate the committed stubs in src/eminence/v1 and, where Node is there, clients/js/gen
	@$(PROTOC) --python_out=$(STUBS) --mypy_out=quiet:$(STUBS) proto/eminence/v1/*.proto
	@$(PROTOC) --grpc_python_out=$(STUBS) --mypy_grpc_out=quiet:$(STUBS) proto/eminence/v1/*_service.proto
	@$(if $(NODE),$(BIN)/buf generate -o $(OTHERS))

bench: build ## speed of the core as ratios (ARGS="--quick")
	$(BIN)/eminence bench $(ARGS)

loadtest: dev build ## load test in two minutes, against a server of its own; fails on its bars (ARGS="--phases half")
	$(BIN)/python loadtest/run.py $(ARGS)

loadtest-full: dev build ## the same at full length, about twenty minutes
	$(BIN)/python loadtest/run.py --full $(ARGS)

golden: dev build ## rewrite golden playthroughs after a wanted rule change (ARGS="verraeter")
	$(BIN)/python tests/tools/playthrough.py $(ARGS)

sanitize: dev ## test the core under the address and undefined-behaviour sanitisers (ARGS="tests/games/verraeter")
	@mkdir -p $(SANITIZED) && cd $(SANITIZED) && rm -rf $(SOURCES)
	@tar -c --exclude='*.so' --exclude=__pycache__ $(SOURCES) | tar -x -C $(SANITIZED)
	cd $(SANITIZED) && EMINENCE_DEBUG=1 CFLAGS="$(SANITIZERS)" LDFLAGS="$(SANITIZERS)" \
	    $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace --parallel 2 > build.log 2>&1 || (cat build.log; exit 1)
	cd $(SANITIZED) && EMINENCE_DEBUG=1 LD_PRELOAD=$$($(CC) -print-file-name=libasan.so) PYTHONPATH=build/tree PYTHONMALLOC=malloc \
	    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	    $(CURDIR)/$(BIN)/python $(PYTEST) -p no:cacheprovider --capture=sys \
	    $(or $(ARGS),tests/core tests/conformance tests/games)  # a sanitiser speaks past sys.stderr

# Compiled by clang, so that the core too tells which of its lines are reached.
FUZZED := build/fuzz
fuzz: dev ## fuzz a target, guided by coverage (ARGS="readers -max_total_time=600", or play)
	@$(BIN)/python -c "import atheris" 2> /dev/null || $(BIN)/python -m pip install -q atheris
	@mkdir -p $(FUZZED) && cd $(FUZZED) && rm -rf $(SOURCES)
	@tar -c --exclude='*.so' --exclude=__pycache__ $(SOURCES) | tar -x -C $(FUZZED)
	cd $(FUZZED) && CC=clang LDSHARED="clang -shared" CFLAGS="-O1 -g -fsanitize=address,fuzzer-no-link" \
	    $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace --parallel 2 > build.log 2>&1 || (tail -20 build.log; exit 1)
	cd $(FUZZED) && LD_PRELOAD=$$($(CURDIR)/$(BIN)/python -c "import atheris; print(atheris.path())")/asan_with_fuzzer.so \
	    PYTHONPATH=build/tree:tests PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	    $(CURDIR)/$(BIN)/python tests/fuzz/guided.py $(or $(ARGS),readers -max_total_time=60)

fuzz-seeds: dev build ## write the seed corpus of the fuzzer anew
	cd tests/fuzz && PYTHONPATH=.. ../../$(BIN)/python seeds.py

chaos: dev build ## two replicas behind nginx while everything goes wrong, about ten minutes (ARGS="--seconds 60")
	PYTHONPATH=tests $(BIN)/python loadtest/chaos.py $(ARGS)

dist: dev ## build the source archive and the wheel into dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .
	@$(BIN)/python -m zipfile -l dist/*.whl | grep '\.so ' > /dev/null || (echo "the wheel holds no compiled core"; exit 1)

clean: ## remove everything that was built
	rm -rf build dist $(VENV) src/*.egg-info
	find cext -name '*.so' -delete
