package methods

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

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
	"nonet/encode"
	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/human"
)

// A backend is an entry of the table.
type backend struct {
	name       string
	kind       Kind
	summary    string
	source     string
	install    string                                // how to install it; "" if it is built in
	preprocess string                                // the preprocessor that ParseReduced adds; "" for none
	compared   []string                              // encodings and variants that Compared lists; "" is the default
	variants   []variant                             // named alternatives to the default search
	tuning     *tuning                               // its settings; nil if it has none
	version    func(context.Context) (string, error) // nil if built in

	// Exactly one of the two is set. A backend with an engine works on CNF, and an encoding of package cnf follows the
	// colon of a name.
	engine func(parts) clauseEngine
	solver func(parts) model.Solver

	linear *process.Program // a program for linear programs; nil for others
}

// parts holds what a method assembles into a solver.
type parts struct {
	pre     backends.Preprocessor
	variant string
	run     RunOptions
	options any // parsed settings
	file    *problem.Problem
}

// clauses returns the encoder of clauses. If e is the default, that is the clauses of the file if there are any, or
// cnf.Order if that takes fewer variables.
func (p parts) clauses(e cnf.Encoder) encode.Encoder[*cnf.Formula, cnf.Valuation] {
	if p.file == nil || e.Name() != (cnf.Encoder{}).Name() {
		return e
	}
	if p.file.AllBits() {
		e.Preset = cnf.Order
	}
	return p.file.ClauseEncoder(e)
}

// itself is backend.compared of a backend with a default worth comparing and no other encoding.
var itself = []string{""}

type clauseEngine = backends.Engine[*cnf.Formula, cnf.Valuation]

// A variant is an alternative to the default search of a backend. Except human, each belongs to an experiment: it
// repeats what a paper describes, and is slower than the default.
type variant struct {
	name, summary, source string
	slow                  bool // see Method.Slow
	bare                  bool // ParseReduced adds no preprocessor
}

// variant returns the variant with the given name, or nil.
func (b *backend) variant(name string) *variant {
	for i := range b.variants {
		if b.variants[i].name == name {
			return &b.variants[i]
		}
	}
	return nil
}

// recommended returns the name of the preprocessor recommended for an encoding or variant, or "none".
func (b *backend) recommended(encoding string) string {
	if v := b.variant(encoding); b.preprocess == "" || v != nil && v.bare {
		return "none"
	}
	return b.preprocess
}

// build returns the canonical name of an encoding or variant, and the constructor of the solver.
func (b *backend) build(pre backends.Preprocessor, encoding string) (string, solverFunc, error) {
	if b.engine != nil {
		e, err := cnf.Parse(encoding)
		if err != nil {
			return "", nil, err
		}
		return e.Name(), func(c RunOptions, options any, file *problem.Problem) model.Solver {
			p := parts{pre: pre, run: c, options: options, file: file}
			return backends.Bind(pre, p.clauses(e), b.engine(p))
		}, nil
	}
	switch {
	case encoding == "" || b.variant(encoding) != nil:
		return encoding, func(c RunOptions, options any, file *problem.Problem) model.Solver {
			return b.solver(parts{pre, encoding, c, options, file})
		}, nil
	case len(b.variants) == 0:
		return "", nil, fmt.Errorf("%s has no encodings or variants, got %q", b.name, encoding)
	}
	return "", nil, fmt.Errorf("unknown variant %q", encoding)
}

// encodings lists the presets or variants that may follow the colon.
func (b *backend) encodings() []string {
	if b.engine == nil {
		return slice.Map(b.variants, func(v variant) string { return v.name })
	}
	return slice.Map(cnf.Presets(), cnf.Preset.String)
}

// table lists the backends, grouped by kind. Singles are recommended nearly everywhere: they cost a few microseconds,
// solve half of all puzzles with 17 clues, and reduce the formulas of the others to a tenth. A comparison of methods
// would then compare little but singles: only ParseReduced adds them.
var table = sync.OnceValue(func() []backend {
	return slices.Concat(
		[]backend{
			{name: Auto, kind: Portfolio, summary: "by the model: native, cdcl, clp, or two of them in a race",
				solver: func(p parts) model.Solver {
					return backends.WithPreprocessor(p.pre, auto{p.run, p.file})
				}},
			{name: "native", kind: Propagation, summary: "nonet's own propagation and search", compared: itself,
				tuning: newTuning(native.Options{}),
				solver: func(p parts) model.Solver { // settings select the general engine
					return backends.WithPreprocessor(p.pre,
						native.Solver{Options: p.options.(native.Options), Jobs: p.run.Jobs})
				}},
			{name: "backtrack", kind: Propagation,
				summary: "plain backtracking, a cell with the fewest candidates next",
				source:  "Berggren & Nilsson 2012", compared: []string{"", "cp-clean"}, variants: []variant{
					{name: "row-major", summary: "plain backtracking, row by row",
						source: "Berggren & Nilsson 2012", slow: true},
					{name: "random", summary: "plain backtracking, in a fixed random order",
						source: "Berggren & Nilsson 2012", slow: true},
					{name: "nearly-complete", summary: "plain backtracking, nearly complete houses first",
						source: "Berggren & Nilsson 2012", slow: true},
					{name: "cp-clean", summary: "forward checking as python-constraint does it", source: "Thein 2014"},
					{name: "cp-thesis", source: "Thein 2014", slow: true,
						summary: "as cp-clean, with the sums of houses and the domains 1 to N² of the thesis"},
				},
				solver: func(p parts) model.Solver {
					return backends.WithPreprocessor(p.pre, backtrackSolver(p.variant))
				}},
			{name: "dlx", kind: ExactCover,
				summary: "exact cover by dancing cells, the item with the fewest options next",
				source:  "Knuth, TAOCP 7.2.2.1", preprocess: "singles", compared: itself,
				solver: func(p parts) model.Solver {
					return backends.Bind(p.pre, p.file.CoverEncoder(cover.Encoder{}), dlx.Engine{})
				}},
			{name: "dsatur", kind: Coloring,
				summary:  "graph colouring, the vertex with the most neighbouring colours next, with the known cliques",
				source:   "Brélaz 1979; Lewis 2021",
				compared: itself,
				variants: []variant{{name: "plain", summary: "as dsatur, without the cliques", source: "Brélaz 1979"}},
				solver: func(p parts) model.Solver {
					return backends.Bind(p.pre, p.file.ColoringEncoder(coloring.Encoder{}),
						dsatur.Engine{IgnoreCliques: p.variant == "plain"})
				}},
			{name: "rules", kind: Logic, summary: "singles, subsets and fish, and a guess where none applies",
				source: "Berggren & Nilsson 2012", compared: itself, variants: []variant{
					{name: "lewis", summary: "singles, and a guess where none applies", source: "Lewis 2007"},
					{name: "human", summary: "all human rules, and a guess where none applies",
						source: "nonet", slow: true},
				},
				solver: func(p parts) model.Solver {
					ladder, _ := human.LadderByName(p.variant)
					return backends.WithPreprocessor(p.pre, rules.Solver{Ladder: ladder})
				}},
			{name: "gini", kind: SAT, summary: "gini, CDCL in Go", source: "github.com/go-air/gini",
				preprocess: "singles",
				compared:   []string{"minimal", "", "extended/sequential", "triad"},
				version:    moduleVersion("github.com/go-air/gini"),
				engine:     func(parts) clauseEngine { return gini.Engine{} }},
			{name: "cdcl", kind: SAT, summary: "nonet's own CDCL solver, with statistics and DRAT proofs",
				source: "Eén and Sörensson 2003", preprocess: "singles", compared: itself,
				engine: func(parts) clauseEngine { return cdcl.Engine{} }},
			{name: "gophersat", kind: SAT, summary: "gophersat, CDCL in Go", source: "github.com/crillab/gophersat",
				preprocess: "singles", compared: itself, version: moduleVersion("github.com/crillab/gophersat"),
				engine: func(parts) clauseEngine { return gophersat.SAT{} }},
		},
		programs(process.DIMACS),
		[]backend{
			{name: "clp", kind: ZeroOne, summary: "nonet's own branch and bound over COIN CLP relaxations",
				source: "Bartlett et al. 2008", variants: []variant{
					{name: "plain", source: "Thein 2014", bare: true,
						summary: "as in the thesis: whole program, no presolve, " +
							"branching on the most fractional column"},
					{name: "plain-zero", summary: "as plain, without the constant objective of the thesis",
						source: "nonet", bare: true},
				},
				preprocess: "singles", compared: itself, install: clp.Install, version: clpVersion, solver: clpSolver},
		},
		programs(process.FreeMPS),
		[]backend{
			{name: "gophersat-pb", kind: Pseudo, summary: "gophersat on pseudo-Boolean constraints",
				source:     "github.com/crillab/gophersat",
				preprocess: "singles", compared: itself, version: moduleVersion("github.com/crillab/gophersat"),
				solver: func(p parts) model.Solver {
					return backends.Bind(p.pre, p.file.ProgramEncoder(ip.Encoder{}), gophersat.PB{})
				}},
		},
		programs(process.OPB),
		programs(process.MiniZinc, process.FlatZinc, process.SMTLIB, process.ASP),
		stochastic(),
	)
})

func backtrackSolver(variant string) model.Solver {
	switch variant {
	case "cp-clean":
		return backtrack.ForwardChecking{}
	case "cp-thesis":
		return backtrack.ForwardChecking{Thesis: true}
	}
	return backtrack.Solver{Order: backtrack.Order(variant)}
}

func clpVersion(context.Context) (string, error) { return clp.Version() }

// clpSolver returns a solver by CLP. The variant plain solves the program of the thesis; plain-zero solves it with a
// zero objective, to measure the cost of the constant one.
func clpSolver(p parts) model.Solver {
	e := ip.Encoder{}
	if p.variant == "plain" {
		e.Objective = ip.ConstantObjective
	}
	return backends.Bind(p.pre, p.file.ProgramEncoder(e), clp.Engine{Plain: p.variant != ""})
}

// programs returns the entries of the known programs that read one of the formats.
func programs(formats ...process.Format) (all []backend) {
	for _, p := range process.Programs() {
		if slices.Contains(formats, p.Input) {
			all = append(all, program(p))
		}
	}
	return all
}

// kinds maps the input format of a program to its formalism.
var kinds = map[process.Format]Kind{
	process.DIMACS: SAT, process.LP: ZeroOne, process.FreeMPS: ZeroOne, process.OPB: Pseudo,
	process.MiniZinc: Propagation, process.FlatZinc: Propagation, process.SMTLIB: SMT,
	process.ASP: ASP,
}

// program returns the entry of an external program.
func program(p process.Program) backend {
	b := backend{
		name: p.Name, kind: kinds[p.Input], summary: p.Summary, source: p.Source, install: p.Install(),
		preprocess: "singles", version: p.Version,
	}
	if p.Input != process.FlatZinc { // MiniZinc runs the solver of FlatZinc
		b.compared = itself
	}
	switch p.Input {
	case process.DIMACS:
		b.engine = func(parts) clauseEngine { return process.SAT{Program: p} }
	case process.LP, process.FreeMPS, process.OPB:
		b.solver = func(q parts) model.Solver {
			e := ip.Encoder{Integers: p.Input != process.OPB}
			return backends.Bind(q.pre, q.file.ProgramEncoder(e), process.ZeroOne{Program: p})
		}
		if p.Input != process.OPB {
			b.linear = &p
		}
	case process.MiniZinc:
		b.tuning = newTuning(miniZinc{})
		b.solver = func(q parts) model.Solver {
			return modelSolver(q.pre, process.MiniZincWith(string(q.options.(miniZinc).Solver)))
		}
	default:
		b.solver = func(q parts) model.Solver { return modelSolver(q.pre, p) }
	}
	return b
}

// modelSolver returns a solver by a program that reads the model itself.
func modelSolver(pre backends.Preprocessor, p process.Program) model.Solver {
	engine, _ := p.ModelEngine()
	return backends.Bind(pre, backends.Identity{}, engine)
}

// miniZinc has the settings of the MiniZinc driver.
type miniZinc struct {
	// Solver is the id or a tag of a MiniZinc solver.
	Solver solverName `default:"gecode" help:"MiniZinc id or tag of the solver, which must support -a (all solutions)"`
}

// A solverName is the MiniZinc id or tag of a solver: org.gecode.gecode, or gecode.
type solverName string

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *solverName) UnmarshalText(text []byte) error {
	for _, c := range string(text) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-') {
			return fmt.Errorf("invalid character %q in the name of a solver", c)
		}
	}
	if len(text) == 0 || text[0] == '-' {
		return fmt.Errorf("invalid solver name %q", text)
	}
	*s = solverName(text)
	return nil
}

// customBackend returns the backend of "KEY=PROGRAM", for any program that reads the format of the key, and the
// encoding of "dimacs=PROGRAM:ENCODING". The text after the last colon is the encoding if it parses as one, or if it
// cannot be part of a path or an argument: it contains no blank, slash, dot or quote.
func customBackend(name string, c process.Custom, rest string) (_ *backend, encoding string, _ error) {
	command := rest
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && c.Input == process.DIMACS {
		if _, err := cnf.Parse(rest[i+1:]); err == nil || !strings.ContainsAny(rest[i+1:], ` /."'`) {
			command, encoding = rest[:i], rest[i+1:]
		}
	}
	p, err := c.Program(command)
	if err != nil {
		usage := []string{c.Key + "=PROGRAM", c.Key + `="PROGRAM ARGUMENT..."`}
		if c.Input == process.DIMACS {
			usage = append(usage, "dimacs=PROGRAM:ENCODING")
		}
		return nil, "", &NameError{name, err.Error(), usage}
	}
	b := program(p)
	return &b, encoding, nil
}

// moduleVersion returns a version function for a linked Go module.
func moduleVersion(path string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, d := range info.Deps {
				if d.Path == path {
					return strings.TrimPrefix(d.Version, "v"), nil
				}
			}
		}
		return "linked in", nil
	}
}
