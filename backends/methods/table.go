package methods

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"nonet/backends"
	"nonet/backends/backtrack"
	"nonet/backends/cdcl"
	"nonet/backends/clp"
	"nonet/backends/dlx"
	"nonet/backends/dsatur"
	"nonet/backends/gini"
	"nonet/backends/gophersat"
	"nonet/backends/native"
	"nonet/backends/process"
	"nonet/backends/rules"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/model"
	"nonet/model/deduce"
)

// A backend is an entry of the table.
type backend struct {
	name     string
	kind     Kind
	summary  string
	source   string
	install  string    // "" if it is always there
	standard string    // encoding or variant if none is named
	variants []variant // ways of searching with a name of their own
	tuning   *tuning   // what its settings are; nil if it has none
	clauses  bool      // it works on CNF, and what follows the colon is an encoding of package cnf

	// preprocess returns the preprocessor recommended for an encoding or variant.
	preprocess func(encoding string) string
	// build returns the canonical encoding and the solver.
	build   func(pre backends.Preprocessor, encoding string) (string, maker, error)
	version func(context.Context) (string, error)
}

// A variant is a way of searching that a backend offers besides its usual one.
type variant struct {
	name, summary, source string
	slow                  bool // see Method.Slow
}

// encodings lists what may follow the colon.
func (b *backend) encodings() []string {
	var names []string
	if !b.clauses {
		for _, v := range b.variants {
			names = append(names, v.name)
		}
		return names
	}
	for _, p := range cnf.Presets() {
		names = append(names, p.String())
	}
	return names
}

// expected lists what a message about a wrong word after the colon should offer. Package cnf lists its names itself.
func (b *backend) expected() []string {
	if b.clauses {
		return nil
	}
	return b.encodings()
}

// table lists the backends, those of one kind together. Singles are recommended nearly everywhere: they cost a few microseconds,
// answer half of all puzzles with 17 clues outright, and what is left is a tenth of the formula.
var table = func() []backend {
	t := []backend{
		ownSearch(),
		onModel("backtrack", Propagation, "plain backtracking, a cell with the fewest candidates next", "Berggren & Nilsson 2012", []variant{
			{"row-major", "plain backtracking, row by row", "Berggren & Nilsson 2012", true},
			{"random", "plain backtracking, in a random order, always the same", "Berggren & Nilsson 2012", true},
			{"nearly-complete", "plain backtracking, nearly complete houses first", "Berggren & Nilsson 2012", true},
			{"cp-clean", "forward checking as python-constraint does it", "Thein 2014", false},
			{"cp-thesis", "the same as stated in the thesis: sums of houses, and domains from 1 to the square of the size", "Thein 2014", true},
		}, backtracking),
		bound("dlx", ExactCover, "exact cover by dancing cells, the item with the fewest options next", "Knuth, TAOCP 7.2.2.1", "singles", nil,
			func(pre backends.Preprocessor, _ string) model.Solver {
				return backends.Bind(pre, cover.Encoder{}, dlx.Engine{})
			}),
		bound("dsatur", Colouring, "graph colouring, the vertex that sees the most colours next, with the known cliques", "Brélaz 1979; Lewis 2021", "none",
			[]variant{{"plain", "as dsatur, without the cliques", "Brélaz 1979", false}},
			func(pre backends.Preprocessor, variant string) model.Solver {
				return backends.Bind(pre, coloring.Encoder{}, dsatur.Engine{Plain: variant == "plain"})
			}),
		onModel("rules", Logic, "singles, subsets and fish, and a guess where they do not apply", "Berggren & Nilsson 2012", []variant{
			{"lewis", "singles, and a guess where they do not apply", "Lewis 2007", false},
			{"human", "all rules a person may use, and a guess where they do not apply", "nonet", true},
		}, climbing),
		overCNF("gini", "gini, CDCL in Go", "github.com/go-air/gini", "", gini.Engine{}, module("github.com/go-air/gini")),
		overCNF("cdcl", "nonet's own CDCL solver, which counts its work and writes proofs", "Eén and Sörensson 2003", "", cdcl.Engine{}, builtIn),
		overCNF("gophersat", "gophersat, CDCL in Go", "github.com/crillab/gophersat", "", gophersat.SAT{}, module("github.com/crillab/gophersat")),
	}
	for _, p := range process.Programs() {
		if p.Input == process.DIMACS {
			t = append(t, overCNF(p.Name, p.Summary, p.Source, p.Install(), process.SAT{Program: p}, p.Version))
		}
	}
	t = append(t,
		overProgram("clp", "branch and bound of nonet's own over the relaxation by COIN CLP", "Bartlett et al. 2008", clpInstall,
			[]variant{
				{"plain", "as in the thesis: the whole program, no presolve, branching on the most fractional column", "Thein 2014", false},
				{"plain-zero", "as plain, without the constant objective of the thesis", "nonet", false},
				{"probe", "as clp, trying columns before each relaxation instead of after it", "nonet", false},
			}, clpEngine, clpVersion),
		overProgram("clp-lanl", "as clp, through the package lanl/clp alone", "github.com/lanl/clp", clpInstall, nil,
			func(string) programEngine { return clp.Engine{Variant: clp.Lanl} }, clpVersion),
	)
	for _, p := range process.Programs() {
		if p.Input == process.FreeMPS {
			t = append(t, overProgram(p.Name, p.Summary, p.Source, p.Install(), nil,
				func(string) programEngine { return process.ZeroOne{Program: p} }, p.Version))
		}
	}
	t = append(t, overProgram("gophersat-pb", "gophersat on pseudo-Boolean constraints", "github.com/crillab/gophersat", "", nil,
		func(string) programEngine { return gophersat.PB{} }, module("github.com/crillab/gophersat")))
	for _, p := range process.Programs() {
		if p.Input == process.OPB {
			t = append(t, overProgram(p.Name, p.Summary, p.Source, p.Install(), nil,
				func(string) programEngine { return process.ZeroOne{Program: p} }, p.Version))
		}
	}
	for _, p := range process.Programs() {
		if _, ok := p.OnModel(); ok {
			t = append(t, toldModel(p))
		}
	}
	return append(t, stochastic()...)
}()

type (
	clauseEngine  = backends.Engine[*cnf.Formula, cnf.Valuation]
	programEngine = backends.Engine[*ip.Program, ip.Point]
)

// ownSearch describes the project's own solver. Its settings are those of the engine for any model, which they insist on.
func ownSearch() backend {
	b := onModel("native", Propagation, "nonet's own propagation and search", "", nil, func(string) maker {
		return func(c Chance, options any) model.Solver {
			return native.Solver{Options: options.(native.Options), Jobs: c.Jobs}
		}
	})
	b.tuning = tuned(native.Options{})
	return b
}

// onModel describes a solver that works on the model itself, and its variants.
func onModel(name string, kind Kind, summary, source string, variants []variant, solver func(variant string) maker) backend {
	return backend{
		name: name, kind: kind, summary: summary, source: source, variants: variants, preprocess: always("none"), version: builtIn,
		build: func(pre backends.Preprocessor, name string) (string, maker, error) {
			switch {
			case name == "" || slices.ContainsFunc(variants, func(v variant) bool { return v.name == name }):
				make := solver(name)
				return name, func(c Chance, options any) model.Solver { return backends.Reduced(pre, make(c, options)) }, nil
			case len(variants) == 0:
				return "", nil, fmt.Errorf("no encoding %q: it works on the model itself", name)
			}
			return "", nil, fmt.Errorf("unknown variant %q", name)
		},
	}
}

// bound describes an engine of nonet's own with the one encoding that it works on, and its variants.
func bound(name string, kind Kind, summary, source, preprocess string, variants []variant,
	solver func(pre backends.Preprocessor, variant string) model.Solver) backend {
	return backend{
		name: name, kind: kind, summary: summary, source: source, variants: variants, preprocess: always(preprocess), version: builtIn,
		build: func(pre backends.Preprocessor, name string) (string, maker, error) {
			if name != "" && !slices.ContainsFunc(variants, func(v variant) bool { return v.name == name }) {
				return "", nil, fmt.Errorf("unknown variant %q", name)
			}
			return name, certain(solver(pre, name)), nil
		},
	}
}

func backtracking(variant string) maker {
	switch variant {
	case "cp-clean":
		return certain(backtrack.ForwardChecking{})
	case "cp-thesis":
		return certain(backtrack.ForwardChecking{Thesis: true})
	}
	return certain(backtrack.Solver{Order: backtrack.Order(variant)})
}

func climbing(variant string) maker {
	r, _ := deduce.ByName(variant)
	ladder, _ := r.(*deduce.Ladder)
	return certain(rules.Solver{Ladder: ladder})
}

// overCNF describes a SAT solver.
func overCNF(name, summary, source, install string, engine clauseEngine, version func(context.Context) (string, error)) backend {
	return backend{
		name: name, kind: SAT, summary: summary, source: source, install: install, version: version, clauses: true,
		standard:   cnf.Encoder{}.Name(),
		preprocess: always("singles"),
		build: func(pre backends.Preprocessor, encoding string) (string, maker, error) {
			e, err := cnf.Parse(encoding)
			if err != nil {
				return "", nil, err
			}
			return e.Name(), certain(backends.Bind(pre, e, engine)), nil
		},
	}
}

const clpInstall = "apt install coinor-libclp-dev zlib1g-dev pkg-config g++, then build with -tags clp"

// overProgram describes a solver of 0-1 programs and its variants. The variant "plain" is the program as a paper states it, and
// "plain-zero" the same with a zero objective, to see what the constant one costs.
func overProgram(name, summary, source, install string, variants []variant,
	engine func(variant string) programEngine, version func(context.Context) (string, error)) backend {
	kind := ZeroOne
	if strings.HasSuffix(name, "-pb") {
		kind = Pseudo
	}
	return backend{
		name: name, kind: kind, summary: summary, source: source, install: install, variants: variants, version: version,
		preprocess: func(variant string) string {
			if strings.HasPrefix(variant, "plain") {
				return "none"
			}
			return "singles"
		},
		build: func(pre backends.Preprocessor, name string) (string, maker, error) {
			if name != "" && !slices.ContainsFunc(variants, func(v variant) bool { return v.name == name }) {
				return "", nil, fmt.Errorf("unknown variant %q", name)
			}
			e := ip.Encoder{}
			if name == "plain" {
				e.Objective = ip.ConstantObjective
			}
			return name, certain(backends.Bind(pre, e, engine(name))), nil
		},
	}
}

// toldModel describes a program that is told the model itself.
func toldModel(p process.Program) backend {
	kind := Propagation
	if p.Input == process.SMTLIB {
		kind = SMT
	}
	b := backend{
		name: p.Name, kind: kind, summary: p.Summary, source: p.Source, install: p.Install(), version: p.Version, preprocess: always("singles"),
		build: func(pre backends.Preprocessor, name string) (string, maker, error) {
			if name != "" {
				return "", nil, fmt.Errorf("no encoding %q: it is told the model itself", name)
			}
			return "", func(_ Chance, options any) model.Solver {
				program := p
				if o, ok := options.(miniZinc); ok {
					program = process.MiniZincWith(string(o.Solver))
				}
				engine, _ := program.OnModel()
				return backends.Bind(pre, text.Encoder{}, engine)
			}, nil
		},
	}
	if p.Input == process.MiniZinc {
		b.tuning = tuned(miniZinc{})
	}
	return b
}

// miniZinc has the settings of the MiniZinc driver.
type miniZinc struct {
	Solver solverName `help:"what MiniZinc calls the solver; it must be able to print all solutions"` // id or tag
}

// Defaults implements tunable.
func (m miniZinc) Defaults() miniZinc {
	if m.Solver == "" {
		m.Solver = "gecode"
	}
	return m
}

// A solverName is what MiniZinc calls a solver: org.gecode.gecode, or gecode.
type solverName string

func (s solverName) String() string { return string(s) }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *solverName) UnmarshalText(text []byte) error {
	for _, c := range string(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-') {
			return fmt.Errorf("character %q in the name of a solver", c)
		}
	}
	if len(text) == 0 || text[0] == '-' {
		return fmt.Errorf("no solver has the name %q", text)
	}
	*s = solverName(text)
	return nil
}

// anyProgram returns the method of "dimacs=PROGRAM[:ENCODING]": any program that reads DIMACS. What follows the last colon is an
// encoding unless it holds a blank or a slash before which there is no preset, as in a path.
func anyProgram(name, pre, rest string) (Method, error) {
	command, encoding := rest, ""
	if i := strings.LastIndexByte(rest, ':'); i >= 0 {
		if _, err := cnf.Parse(rest[i+1:]); err == nil || !strings.ContainsAny(rest[i+1:], " /.") {
			command, encoding = rest[:i], rest[i+1:]
		}
	}
	p, err := process.Dimacs(command)
	if err != nil {
		return Method{}, &NameError{name, "the program is missing after dimacs=", []string{"dimacs=PROGRAM", "dimacs=PROGRAM:ENCODING"}}
	}
	b := overCNF(p.Name, p.Summary, p.Source, p.Install(), process.SAT{Program: p}, p.Version)
	return b.method(name, pre, encoding, nil)
}

func clpEngine(variant string) programEngine {
	if variant == "plain-zero" { // the objective is the encoder's
		return clp.Engine{Variant: clp.Plain}
	}
	return clp.Engine{Variant: clp.Variant(variant)}
}

func clpVersion(context.Context) (string, error) { return clp.Version() }

func always(name string) func(string) string { return func(string) string { return name } }

func builtIn(context.Context) (string, error) { return "built in", nil }

// module returns a function that tells the version of a Go module that is linked in.
func module(path string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		info, ok := debug.ReadBuildInfo()
		if ok {
			for _, d := range info.Deps {
				if d.Path == path {
					return strings.TrimPrefix(d.Version, "v"), nil
				}
			}
		}
		return "linked in", nil
	}
}
