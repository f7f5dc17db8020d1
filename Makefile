# make run    set up, build, solve AI Escargot in every formulation, verify its uniqueness, write its DIMACS and LP files to out/
# make test   set up, then the tests of nonet and the library, with and without assembly; make test-outside those with
#             CLP, browsers and external solvers, make test-lab those of nonet-lab
# Other targets are for development; "make help" lists the most used.

GO      ?= go
OUT     ?= out
ESCARGOT = 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..

# What is built for users. nonet serve speaks plain HTTP, where browsers use no HTTP/2: without it, nonet is 0.36 MB
# smaller. Without CLP, nothing needs the C library but the names of hosts, which Go can look up itself, as in releases:
# so a start takes 2.5 ms instead of 3.5.
build_tags = nethttpomithttp2,netgo,osusergo

# CLP is used if a program can be built with it.
have_clp = scripts/have-clp
tags     = $$($(have_clp) && echo '-tags clp')

# Compilers and linkers write no tables for debuggers. From an empty cache, model/human and backends/ask take 56 s of
# processor time instead of 61, and the link of a test 1.8 s instead of 2.6.
export GOFLAGS := $(GOFLAGS) -gcflags=all=-dwarf=false -ldflags=-w

.PHONY: help run test test-outside test-lab setup build site test-go test-purego race flaky lint deadcode check check-all fuzz fuzz-long cross release reproduce soak limits mutate bench measure benchmarks pictures experiments \
	paper reports golden clean

help:
	@sed -n 's/^# //p' Makefile | head -3
	@echo "make build  bin/nonet and bin/nonet-lab, with CLP where it is installed"
	@echo "make site  the page without a server: files for any host, into out/site"
	@echo "make check  formatting, go.mod, vet, staticcheck, dead code and the tests: before every merge"
	@echo "make check-all  make check with the long tests, the race detector and a minute of fuzzing for each parser"
	@echo "make flaky  the tests that depend on time and processes, COUNT times (50) while four busy processes run; none may fail"
	@echo "make soak  random puzzles through all methods, with cancellations and kills, for SOAK (1h)"
	@echo "make limits  whether time limits and Ctrl-C hold, for all methods and commands on large grids, into docs/dev/limits.md"
	@echo "make mutate  whether the tests of proof, model, encoders and solvers notice SAMPLE (60) changes of each, drawn by SEED"
	@echo "make release  an archive for each platform, with licences, list of modules and checksums, into out/release"
	@echo "make reproduce  whether two builds in different folders and caches give the same archives"
	@echo "make bench  all benchmarks, ten runs each, into out/bench.txt"
	@echo "make measure  the benchmarks behind BENCHMARKS.md, stored in docs/dev/measurements; make benchmarks writes the page"
	@echo "make pictures  the pictures of the README, from real output (needs Chromium)"
	@echo "make experiments  each experiment at the scale of two minutes, into out/experiments; SCALE=smoke takes ten seconds, SCALE=full hours"
	@echo "make reports  (make paper) the pages and CSV files of the reports, from their records, into reports/"
	@echo "make golden  rewrite the golden files, to be reviewed with git diff"

setup:
	@scripts/setup

build:
	$(GO) build -ldflags "-s -w" -o bin/ -tags $(build_tags)$$($(have_clp) && echo ,clp) ./cmd/nonet ./cmd/nonet-lab

# The page of nonet serve, answered by nonet in the browser: docs/site.md.
site:
	$(GO) run ./cmd/nonet/site $(OUT)/site

run: setup build
	@mkdir -p $(OUT)
	@echo
	@echo "AI Escargot, by every method:"
	bin/nonet compare --html $(OUT)/escargot.html '$(ESCARGOT)' > $(OUT)/escargot.txt; code=$$?; cat $(OUT)/escargot.txt; exit $$code
	@echo
	@echo "Does it have exactly one solution?"
	bin/nonet unique '$(ESCARGOT)'
	@echo
	@echo "As DIMACS and LP files, for other solvers:"
	bin/nonet export -o $(OUT)/escargot.cnf '$(ESCARGOT)'
	bin/nonet export -o $(OUT)/escargot.lp '$(ESCARGOT)'
	@ls -l $(OUT)

test: setup test-go test-purego

# make test runs as many packages and parallel tests at a time as there are processors. The timeout is for a busy
# machine. make lint runs go vet.
#
# Compilers and linkers use one processor each, since two packages are built at a time; -cpu gives all to the tests. From
# an empty cache, builds of model/human and backends/ask took 58 and 61 s of processor time so, 69 and 73 s without
# GOMAXPROCS=1, and 75 and 87 s with four packages at a time. With GOGC=400 the garbage collectors run less often: the
# tests of six packages took 43 and 48 s with it, 59 and 62 s without.
processors = $$(getconf _NPROCESSORS_ONLN)
thrifty = GOMAXPROCS=1 GOGC=400
test_go = $(thrifty) $(GO) test -vet=off -timeout 30m -p $(at_once) -parallel $(at_once) -cpu $(processors)
at_once = $(processors)

# These tests wait for processes and leases.
test-outside test-lab: at_once = $$((2 * $(processors)))

# Tests of more than a second that run programs of others, and the scripts that take long or are about special things:
# make test-outside.
outside = ^TestMiniZinc|^TestForeign|^TestPython|^TestDerive$$|^TestCadical$$|^TestScripts$$/^($(outside_scripts))$$
outside_scripts = languages|external|minizinc|limits|endless|memory|width|variants|generate|stochastic|picture|sheet|verify|$\
	proof_about|models_proof|models_decode|compare_all|compare_calls|count_twice|cubes|explain_encoding|papers

# The manual's console blocks and the examples of help, of nonet-lab too: make test-lab.
manual = ^TestDocuments$$|^TestExamples$$

# Tests build the program. Its packages are compiled before, since two builds at a time do not share their work.
# nonet-lab is tested apart: most people change nonet only, and a third of the time to compile is SQLite, NATS and plots.
# CLP is linked into the tests of its own package only: with it, a test takes twice as long to link.
#
# Property tests of rapid draw the same examples each time here. make check-all and go test draw new ones.
property_tests = $$(grep -rl --include='*_test.go' '"pgregory.net/rapid"' . | xargs -n 1 dirname | sort -u | sed 's|^\.|nonet|')
test-go:
	$(thrifty) $(GO) build -p $(processors) ./cmd/nonet/internal/...
	NONET_WITHOUT_LAB=1 NONET_WITHOUT_PROGRAMS=1 $(test_go) -skip '$(outside)|$(manual)' \
		$$($(GO) list ./... | grep -v '/nonet-lab\|/backends/process\|/scripts' | \
		grep -vxF "$$(printf '%s\n' $(property_tests))")
	NONET_WITHOUT_PROGRAMS=1 $(test_go) -skip '$(outside)' $(property_tests) -rapid.seed=1
	@if $(have_clp); then set -ex; $(test_go) -tags clp ./backends/clp; fi

# The tests with other programs: CLP, the external solvers, and the pages in Chromium, whose driver takes longer to
# compile than nonet. Pages beside programs, at the same time, take 315 s instead of 160.
test-outside: setup
	$(test_go) $(tags) ./backends/process ./backends/methods ./backends/ask
	$(test_go) $(tags) -run '$(outside)' ./cmd/nonet ./encode/ip ./proof
	$(test_go) -tags browser -run 'TestPage|TestOpen|TestBrowser' ./cmd/nonet ./cmd/nonet/internal/serve ./cmd/nonet-lab/internal/report

# The lines of nonet's scripts and the documents that need nonet-lab are tested here.
test-lab: setup
	$(thrifty) $(GO) build -p $(processors) $(tags) ./cmd/nonet/internal/... ./cmd/nonet-lab/internal/...
	$(test_go) $(tags) ./cmd/nonet-lab/... ./scripts/...
	$(test_go) $(tags) -run "$(manual)|TestScripts/^($$(cd cmd/nonet/testdata/script && grep -l '\[!*lab\]' *.txt | \
		sed 's/.txt$$//' | paste -sd '|' -))$$" ./cmd/nonet

# The tests that depend on the instruction set: without AVX-512 or AVX2, the engine of classic grids is another and takes
# other numbers of nodes. The tag is for packages that are quick to compile: libraries for cryptography know it, too. The
# program is tested without a build of its own, with the instructions that the processor has switched off one by one.
purego_scripts = compare|solve|unique|count|answered

test-purego:
	@mkdir -p $(OUT) && rm -f $(OUT)/nonet.test
	$(test_go) -tags purego ./backends/native/internal/grid9 ./model/backbone
	$(test_go) -tags purego -run 'Classic|Tiers|SteadyState|Concurrent|List17|Count9x9|Facts|Conformance' ./backends/native
	@for off in avx512_vbmi:cpu.avx512f=off avx2:cpu.avx512f=off,cpu.avx2=off; do \
		if grep -qs $${off%%:*} /proc/cpuinfo; then set -ex; \
			test -x $(OUT)/nonet.test || $(thrifty) $(GO) test -c -vet=off -o $(OUT)/nonet.test ./cmd/nonet; \
			(cd cmd/nonet && GODEBUG=$${off#*:} NONET_WITHOUT_LAB=1 GOGC=400 $(abspath $(OUT))/nonet.test \
				-test.parallel $(processors) -test.run 'FastPath|TestScripts/^($(purego_scripts))$$'); fi; done

race:
	$(GO) test -race -short ./...

flaky:
	scripts/flaky $(COUNT)

lint:
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) mod tidy -e -diff
	GOGC=400 $(GO) vet -tags browser ./...
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/nonet/site
	GOGC=400 $(GO) tool staticcheck -tags browser ./...
	$(GO) run ./scripts/ratchet
	$(GO) run ./scripts/benchmarks -check
	$(GO) run ./scripts/licenses -check
	@if $(have_clp); then set -ex; $(GO) vet -tags clp ./backends/clp; $(GO) tool staticcheck -tags clp ./backends/clp; fi

# The search for dead code takes 108 s of processor time; vet and staticcheck of make lint take 170 each.
deadcode:
	GO="$(GO)" scripts/deadcode

check: lint deadcode test-go test-purego test-outside test-lab

FUZZTIME ?= 60s

fuzz:
	@for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; $(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$package || exit 1; \
		done; \
	done

# Ten minutes for each target: a night.
fuzz-long:
	$(MAKE) fuzz FUZZTIME=10m

# The platforms without CLP that are meant to work. 32 bits are not: see model/word.go.
platforms = linux/amd64 linux/arm64 darwin/arm64 windows/amd64

cross:
	set -e; for platform in $(platforms); do \
		echo $$platform; CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) build -o /dev/null ./cmd/...; done

# An archive for each platform, with the licences of what is in the programs and a list of their modules (SBOM, in the
# CycloneDX format), and the checksums of all. The archives of a commit are the same wherever the same version of Go
# builds them: they have no paths, no owners, and the time of the commit. This needs GNU tar.
sbom = CGO_ENABLED=0 GOFLAGS=-trimpath $(GO) run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0 \
	bin -json -noserial -notimestamp -std -version

release:
	rm -rf $(OUT)/release
	mkdir -p $(OUT)/release
	set -e; time=$$(git log -1 --format=%ct); commit=$$(git rev-parse HEAD); for platform in $(platforms); do \
		name=nonet-$$(echo $$platform | tr / -); folder=$(OUT)/release/$$name; mkdir $$folder; \
		CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} \
			$(GO) build -buildvcs=true -trimpath -tags $(build_tags) -ldflags "-s -w" -o $$folder/ \
			./cmd/nonet ./cmd/nonet-lab; \
		for program in $$folder/*; do \
			$(sbom) $$commit -output $${program%.exe}.cdx.json $$program; done; \
		cp LICENSE README.md CHANGELOG.md $$folder; \
		gunzip -c cmd/nonet/internal/about/licenses.txt.gz >$$folder/THIRD-PARTY-LICENSES.txt; \
		tar -C $(OUT)/release --sort=name --format=ustar --mtime=@$$time --owner=0 --group=0 --numeric-owner \
			--mode=u=rwX,go=rX -cf $$folder.tar $$name; gzip -9n $$folder.tar; rm -r $$folder; done
	cd $(OUT)/release && sha256sum *.tar.gz >SHA256SUMS && cat SHA256SUMS

# Whether two clones of the commit, in folders of other names and with build caches of their own, give the same archives.
# "make reproduce platforms=linux/amd64" is for one platform.
reproduce:
	set -e; top=$$(mktemp -d); trap 'rm -rf '$$top EXIT; for name in one two/deeper; do \
		git clone -q . $$top/$$name; \
		GOCACHE=$$top/cache/$$name $(MAKE) -C $$top/$$name release OUT=$$top/out/$$name; rm -rf $$top/cache; done; \
	cmp $$top/out/one/release/SHA256SUMS $$top/out/two/deeper/release/SHA256SUMS; echo "the archives are the same"

check-all: lint deadcode race fuzz cross
	NONET_LONG=1 $(GO) test -tags browser -timeout 60m ./...
	@if $(have_clp); then NONET_LONG=1 $(GO) test -timeout 60m -tags clp ./...; fi

SOAK ?= 1h

soak: build
	nice $(GO) run $(tags) ./scripts/soak -for $(SOAK) -nonet bin/nonet

# On a machine with nothing else to do: half an hour.
limits: build
	$(GO) run $(tags) ./scripts/limits -nonet bin/nonet -jobs 2 -out docs/dev/limits.md

SAMPLE ?= 60
SEED ?= 1
MUTATE ?= ./proof ./model ./model/deduce ./encode/cnf ./encode/ip ./internal/search ./backends/cdcl ./backends/native ./backends/native/internal/lcg ./backends/native/internal/nogood

mutate:
	nice $(GO) run ./scripts/mutate -sample $(SAMPLE) -seed $(SEED) $(MUTATE)

bench:
	@mkdir -p $(OUT)
	$(GO) test $(tags) -run '^$$' -bench . -benchmem -count 10 -timeout 120m ./... | tee $(OUT)/bench.txt
	$(GO) tool benchstat $(OUT)/bench.txt

measure:
	scripts/measure

benchmarks:
	$(GO) run ./scripts/benchmarks

pictures: build
	scripts/pictures

SCALE ?= quick

experiments: build
	@for name in $$(bin/nonet-lab experiment list --names); do \
		echo; echo "$$name ($(SCALE)):"; \
		bin/nonet-lab experiment run $$name --scale $(SCALE) --out $(OUT)/experiments/$$name || exit 1; \
	done

paper reports: build
	@for name in $$(bin/nonet-lab experiment list --names); do \
		bin/nonet-lab experiment report $$name --from reports/$$name || exit 1; \
	done

golden:
	$(GO) test ./encode/cnf ./encode/ip ./encode/text ./model/notation ./model/human -update
	$(GO) test ./cmd/nonet -run TestDocuments -update

clean:
	rm -rf bin $(OUT) reports/*/*.html reports/*/*.csv
