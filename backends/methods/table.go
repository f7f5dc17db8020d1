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
	"nonet/metaheur/option"
	"nonet/model"
	"nonet/model/human"
)

// A backend is an entry of the table.
type backend struct {
	name       string
	kind       Kind
	summary    string
	source     string
	install    string                                // "" if it is always there
	preprocess string                                // the preprocessor that is recommended; "" for none
	variants   []variant                             // ways of searching with a name of their own
	tuning     *tuning                               // what its settings are; nil if it has none
	version    func(context.Context) (string, error) // nil if it is built in

	// One of the two makes the solver. A backend with an engine works on CNF, and what follows the colon is an encoding of package cnf.
	engine func(parts) clauseEngine
	solver func(parts) model.Solver
}

// parts is what a method puts together.
type parts struct {
	pre     backends.Preprocessor
	variant string
	run     RunOptions
	options any // that the settings say
}

type clauseEngine = backends.Engine[*cnf.Formula, cnf.Valuation]

// A variant is a way of searching that a backend offers besides its usual one.
type variant struct {
	name, summary, source string
	slow                  bool // see Method.Slow
	bare                  bool // no preprocessor is recommended
}

// variant returns the variant of a name, or nil if there is none.
func (b *backend) variant(name string) *variant {
	for i := range b.variants {
		if b.variants[i].name == name {
			return &b.variants[i]
		}
	}
	return nil
}

// recommended returns the preprocessor recommended for an encoding or variant.
func (b *backend) recommended(encoding string) string {
	if v := b.variant(encoding); b.preprocess == "" || v != nil && v.bare {
		return "none"
	}
	return b.preprocess
}

// build returns the canonical name of an encoding or variant, and what makes the solver.
func (b *backend) build(pre backends.Preprocessor, encoding string) (string, solverFunc, error) {
	if b.engine != nil {
		e, err := cnf.Parse(encoding)
		if err != nil {
			return "", nil, err
		}
		return e.Name(), func(c RunOptions, options any) model.Solver {
			return backends.Bind(pre, e, b.engine(parts{run: c, options: options}))
		}, nil
	}
	switch {
	case encoding == "" || b.variant(encoding) != nil:
		return encoding, func(c RunOptions, options any) model.Solver { return b.solver(parts{pre, encoding, c, options}) }, nil
	case len(b.variants) == 0:
		return "", nil, fmt.Errorf("no encoding or variant %q: it has none", encoding)
	}
	return "", nil, fmt.Errorf("unknown variant %q", encoding)
}

// encodings lists what may follow the colon.
func (b *backend) encodings() []string {
	var names []string
	if b.engine == nil {
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

// suggestions lists what a message about a wrong word after the colon should offer. Package cnf lists its names itself.
func (b *backend) suggestions() []string {
	if b.engine != nil {
		return nil
	}
	return b.encodings()
}

// table lists the backends, those of one kind together. Singles are recommended nearly everywhere: they cost a few microseconds,
// answer half of all puzzles with 17 clues outright, and what is left is a tenth of the formula.
var table = slices.Concat(
	[]backend{
		{name: "native", kind: Propagation, summary: "nonet's own propagation and search", tuning: newTuning(native.Options{}),
			solver: func(p parts) model.Solver { // its settings are those of the engine for any model, which they insist on
				return backends.WithPreprocessor(p.pre, native.Solver{Options: p.options.(native.Options), Jobs: p.run.Jobs})
			}},
		{name: "backtrack", kind: Propagation, summary: "plain backtracking, a cell with the fewest candidates next", source: "Berggren & Nilsson 2012",
			variants: []variant{
				{name: "row-major", summary: "plain backtracking, row by row", source: "Berggren & Nilsson 2012", slow: true},
				{name: "random", summary: "plain backtracking, in a random order, always the same", source: "Berggren & Nilsson 2012", slow: true},
				{name: "nearly-complete", summary: "plain backtracking, nearly complete houses first", source: "Berggren & Nilsson 2012", slow: true},
				{name: "cp-clean", summary: "forward checking as python-constraint does it", source: "Thein 2014"},
				{name: "cp-thesis", summary: "the same as stated in the thesis: sums of houses, and domains from 1 to the square of the size", source: "Thein 2014", slow: true},
			},
			solver: func(p parts) model.Solver { return backends.WithPreprocessor(p.pre, backtrackSolver(p.variant)) }},
		{name: "dlx", kind: ExactCover, summary: "exact cover by dancing cells, the item with the fewest options next", source: "Knuth, TAOCP 7.2.2.1", preprocess: "singles",
			solver: func(p parts) model.Solver { return backends.Bind(p.pre, cover.Encoder{}, dlx.Engine{}) }},
		{name: "dsatur", kind: Coloring, summary: "graph colouring, the vertex that sees the most colours next, with the known cliques", source: "Brélaz 1979; Lewis 2021",
			variants: []variant{{name: "plain", summary: "as dsatur, without the cliques", source: "Brélaz 1979"}},
			solver: func(p parts) model.Solver {
				return backends.Bind(p.pre, coloring.Encoder{}, dsatur.Engine{IgnoreCliques: p.variant == "plain"})
			}},
		{name: "rules", kind: Logic, summary: "singles, subsets and fish, and a guess where they do not apply", source: "Berggren & Nilsson 2012",
			variants: []variant{
				{name: "lewis", summary: "singles, and a guess where they do not apply", source: "Lewis 2007"},
				{name: "human", summary: "all rules a person may use, and a guess where they do not apply", source: "nonet", slow: true},
			},
			solver: func(p parts) model.Solver {
				ladder, _ := human.LadderByName(p.variant)
				return backends.WithPreprocessor(p.pre, rules.Solver{Ladder: ladder})
			}},
		{name: "gini", kind: SAT, summary: "gini, CDCL in Go", source: "github.com/go-air/gini", preprocess: "singles", version: moduleVersion("github.com/go-air/gini"),
			engine: func(parts) clauseEngine { return gini.Engine{} }},
		{name: "cdcl", kind: SAT, summary: "nonet's own CDCL solver, which counts its work and writes proofs", source: "Eén and Sörensson 2003", preprocess: "singles",
			engine: func(parts) clauseEngine { return cdcl.Engine{} }},
		{name: "gophersat", kind: SAT, summary: "gophersat, CDCL in Go", source: "github.com/crillab/gophersat", preprocess: "singles", version: moduleVersion("github.com/crillab/gophersat"),
			engine: func(parts) clauseEngine { return gophersat.SAT{} }},
	},
	programs(process.DIMACS),
	[]backend{
		{name: "clp", kind: ZeroOne, summary: "branch and bound of nonet's own over the relaxation by COIN CLP", source: "Bartlett et al. 2008",
			variants: []variant{
				{name: "plain", summary: "as in the thesis: the whole program, no presolve, branching on the most fractional column", source: "Thein 2014", bare: true},
				{name: "plain-zero", summary: "as plain, without the constant objective of the thesis", source: "nonet", bare: true},
				{name: "probe", summary: "as clp, trying columns before each relaxation instead of after it", source: "nonet"},
			},
			preprocess: "singles", install: clpInstall, version: clpVersion, solver: clpSolver},
		{name: "clp-lanl", kind: ZeroOne, summary: "as clp, through the package lanl/clp alone", source: "github.com/lanl/clp",
			preprocess: "singles", install: clpInstall, version: clpVersion,
			solver: func(p parts) model.Solver { return backends.Bind(p.pre, ip.Encoder{}, clp.Engine{Variant: clp.Lanl}) }},
	},
	programs(process.FreeMPS),
	[]backend{
		{name: "gophersat-pb", kind: Pseudo, summary: "gophersat on pseudo-Boolean constraints", source: "github.com/crillab/gophersat",
			preprocess: "singles", version: moduleVersion("github.com/crillab/gophersat"),
			solver: func(p parts) model.Solver { return backends.Bind(p.pre, ip.Encoder{}, gophersat.PB{}) }},
	},
	programs(process.OPB),
	programs(process.MiniZinc, process.FlatZinc, process.SMTLIB),
	stochastic(),
)

func backtrackSolver(variant string) model.Solver {
	switch variant {
	case "cp-clean":
		return backtrack.ForwardChecking{}
	case "cp-thesis":
		return backtrack.ForwardChecking{Thesis: true}
	}
	return backtrack.Solver{Order: backtrack.Order(variant)}
}

const clpInstall = "apt install coinor-libclp-dev zlib1g-dev pkg-config g++, then build with -tags clp"

func clpVersion(context.Context) (string, error) { return clp.Version() }

// clpSolver returns CLP. The variant plain is the program as the thesis states it, and plain-zero the same with a zero objective, to see what
// the constant one costs.
func clpSolver(p parts) model.Solver {
	e, engine := ip.Encoder{}, clp.Engine{Variant: clp.Variant(p.variant)}
	switch p.variant {
	case "plain":
		e.Objective = ip.ConstantObjective
	case "plain-zero": // the objective is the encoder's
		engine.Variant = clp.Plain
	}
	return backends.Bind(p.pre, e, engine)
}

// programs describes the known programs that read one of the formats.
func programs(formats ...process.Format) (all []backend) {
	for _, p := range process.Programs() {
		if slices.Contains(formats, p.Input) {
			all = append(all, program(p))
		}
	}
	return all
}

// kinds are the formalisms of what programs read.
var kinds = map[process.Format]Kind{
	process.DIMACS: SAT, process.FreeMPS: ZeroOne, process.OPB: Pseudo,
	process.MiniZinc: Propagation, process.FlatZinc: Propagation, process.SMTLIB: SMT,
}

// program describes an external program.
func program(p process.Program) backend {
	b := backend{
		name: p.Name, kind: kinds[p.Input], summary: p.Summary, source: p.Source, install: p.Install(), preprocess: "singles", version: p.Version,
	}
	switch p.Input {
	case process.DIMACS:
		b.engine = func(parts) clauseEngine { return process.SAT{Program: p} }
	case process.FreeMPS, process.OPB:
		b.solver = func(q parts) model.Solver { return backends.Bind(q.pre, ip.Encoder{}, process.ZeroOne{Program: p}) }
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

// modelSolver returns a program that reads the model itself as a solver.
func modelSolver(pre backends.Preprocessor, p process.Program) model.Solver {
	engine, _ := p.ModelEngine()
	return backends.Bind(pre, text.Encoder{}, engine)
}

// miniZinc has the settings of the MiniZinc driver.
type miniZinc struct {
	// Solver is an id or a tag.
	Solver solverName `default:"gecode" help:"what MiniZinc calls the solver; it must be able to print all solutions"`
}

// Defaults implements tunable.
func (m miniZinc) Defaults() miniZinc { return option.Defaults(m) }

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

// dimacsMethod returns the method of "dimacs=PROGRAM[:ENCODING]": any program that reads DIMACS. What follows the last colon is an
// encoding unless it holds a blank or a slash before which there is no preset, as in a path.
func dimacsMethod(name, pre, rest string) (Method, error) {
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
	b := program(p)
	return b.method(name, pre, encoding, nil)
}

// moduleVersion returns a function that tells the version of a Go module that is linked in.
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
