package methods

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/clp"
	"nonet/backends/dsatur"
	"nonet/backends/process"
	"nonet/encode"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
)

// Auto is the name of the method that chooses among the others by the model: see [Choose].
const Auto = "auto"

// A Choice is what auto runs for a model.
type Choice struct {
	Methods []Method // one, or several that race: the first to decide gives the answer
	Why     string   // what they are chosen for: "an objective". It is "" if there was nothing to choose.
}

// Names returns the names of the methods.
func (c Choice) Names() []string {
	return slice.Map(c.Methods, func(m Method) string { return m.Name })
}

// String returns the names of the methods: "clp", or "native and cdcl:order".
func (c Choice) String() string { return strings.Join(c.Names(), " and ") }

// headStart is the time for which the first method of a choice runs alone, and partStart what it gets more for each
// variable and constraint: the first method must read them all, and a second that does so beside it takes its memory
// and processor.
const headStart, partStart = 100 * time.Millisecond, 10 * time.Microsecond

// maxDsatur is the number of vertices up to which dsatur, whose memory grows with their square, is chosen.
const maxDsatur = 1 << 14

// Choose returns what auto runs for m. If m is the model of a file that is a formula, p, it is the solver of such
// formulas; p may be nil. Otherwise native races with a method of another kind, which is good where native is not: for
// linear constraints with an objective that is clp or, if this build has no CLP, an installed solver of linear
// programs; else clauses. The first of the two has a head start. The choice is a function of m, p and whether there is
// CLP; without CLP, and for a linear program without a model, also of what is installed.
func Choose(m *model.Model, p *problem.Problem) Choice {
	choice := func(why string, names ...string) (c Choice) {
		for _, name := range names {
			c.Methods = append(c.Methods, mustParse(name))
		}
		c.Why = why
		return c
	}
	if p != nil && p.Model == m {
		switch {
		case p.Mixed != nil:
			return choice("a linear program with continuous or wide columns",
				cmp.Or(installed("glpsol", "cbc", "mps=highs", "mps=scip", "mps=gurobi_cl"), "glpsol"))
		case p.Clauses != nil:
			return choice("clauses", "gini")
		case p.Cover != nil:
			return choice("an exact cover", "dlx")
		case p.Graph != nil && p.Graph.Vertices <= maxDsatur && p.Graph.Colors <= dsatur.MaxColors:
			return choice("a graph", "dsatur")
		}
	}
	if m.Objective == nil {
		return choice("constraints without an objective", "native", "cdcl:order")
	}
	if isLinear(m) {
		const why = "an objective over linear constraints"
		if hasCLP() {
			return choice(why, "clp", "native")
		}
		if name := installed("cbc", "mps=highs", "mps=scip", "mps=gurobi_cl", "glpsol"); name != "" {
			return choice(why, "native", name)
		}
	}
	return choice("an objective", "native", "cdcl:order")
}

// installed returns the first of these methods whose program is installed, or "".
func installed(names ...string) string {
	for _, name := range names {
		if _, err := mustParse(name).linear.Find(); err == nil {
			return name
		}
	}
	return ""
}

// SolveMixed solves p.Mixed. The error of a method that cannot says which ones can.
func (m Method) SolveMixed(ctx context.Context, p *problem.Problem) (process.MixedAnswer, error) {
	if m.Backend == Auto {
		m = m.Choice(p).Methods[0]
	}
	if m.linear == nil || m.Preprocess != "none" {
		return process.MixedAnswer{}, fmt.Errorf("%w; %s has no such columns: expected the method glpsol, cbc, "+
			"lp=PROGRAM or mps=PROGRAM", p.Why, m.Name)
	}
	return process.ZeroOne{Program: *m.linear}.SolveMixed(ctx, p.Mixed)
}

// isLinear reports whether all constraints are linear.
func isLinear(m *model.Model) bool {
	for _, c := range m.Constraints {
		switch c.(type) {
		case model.Linear, model.Given:
		default:
			return false
		}
	}
	return true
}

func hasCLP() bool {
	_, err := clp.Version()
	return err == nil
}

// Choice returns what auto runs for the model of a file. For a puzzle, and for another method, that is m itself.
func (m Method) Choice(p *problem.Problem) Choice {
	if m.Backend != Auto || p.Puzzle != nil {
		return Choice{Methods: []Method{m}}
	}
	return Choose(p.Model, p)
}

// An auto is the solver that runs what Choose returns.
type auto struct {
	run  RunOptions
	file *problem.Problem
}

var _ model.Counter = auto{}

// solver returns the solver for m.
func (a auto) solver(m *model.Model) model.Solver {
	c := Choose(m, a.file)
	r := race{headStart: headStart + partStart*time.Duration(len(m.Vars)+len(m.Constraints))}
	for _, method := range c.Methods {
		method.RunOptions = a.run
		r.solvers = append(r.solvers, method.SolverOf(a.file))
	}
	if len(r.solvers) == 1 {
		return r.solvers[0]
	}
	return r
}

// Solve implements model.Solver.
func (a auto) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return a.solver(m).Solve(ctx, m, yield)
}

// CountSolutions implements model.Counter.
func (a auto) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	return model.Count(ctx, a.solver(m), m, limit)
}

// cannotTake reports whether an error says that a solver is missing or does not take the model.
func cannotTake(err error) bool {
	var unsupported *encode.UnsupportedError
	return errors.Is(err, backends.ErrUnavailable) || errors.As(err, &unsupported)
}
