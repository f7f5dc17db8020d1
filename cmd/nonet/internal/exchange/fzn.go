package exchange

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nonet/backends"
	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/ip"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/flatzinc"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Lines of MiniZinc's protocol.
const (
	fznSolution      = "----------\n"
	fznComplete      = "==========\n"
	fznUnsatisfiable = "=====UNSATISFIABLE=====\n"
	fznUnknown       = "=====UNKNOWN=====\n"
)

const maxMilliseconds = 1 << 40 // 34 years, which fit a Duration

// fznFlags are the flags of MiniZinc's protocol.
type fznFlags struct {
	all, intermediate, statistics, verbose, ignoreUnknown bool

	n            int
	seed         int64
	milliseconds int64
	parallel     int
}

func fznCommand(e *term.Env) *cobra.Command {
	var q fznFlags
	var i installation
	c := &cobra.Command{
		Use:   "fzn [flags] FILE.fzn",
		Short: "Solve FlatZinc, as the MiniZinc driver asks for it",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if i.install || i.uninstall {
				return i.run(c.Context(), e)
			}
			return solveFlatZinc(c.Context(), e, q, args)
		},
	}
	f := c.Flags()
	f.BoolVarP(&q.all, "all", "a", false, "print all solutions, or each improvement of the objective")
	f.IntVarP(&q.n, "n", "n", 1, "number of solutions after which to stop, 0 for no limit; not with an objective")
	f.BoolVarP(&q.intermediate, "intermediate", "i", false, "print each improvement of the objective")
	f.BoolVarP(&q.statistics, "statistics", "s", false, "print statistics as lines %%%mzn-stat")
	f.Int64VarP(&q.seed, "random-seed", "r", 0, "seed of stochastic methods")
	f.Int64VarP(&q.milliseconds, "milliseconds", "t", 0, "time limit in milliseconds (default: none)")
	f.IntVarP(&q.parallel, "parallel", "p", 1, "number of workers, for methods that use several")
	f.BoolP("free-search", "f", false, "permit any order of search, as nonet does in any case")
	f.BoolVarP(&q.verbose, "verbose", "v", false, "print remarks on standard error")
	f.BoolVar(&q.ignoreUnknown, "ignore-unknown", false, "warn of unknown flags after this one, and go on")
	f.StringVarP(&e.Flags.Method, "method", "m", methods.Default, input.MethodHelp)
	input.CompleteMethodFlag(c, "method")
	i.addFlags(c)
	term.AddCheck(c, func() error {
		if q.n < 0 {
			return fmt.Errorf("-n %d: expected 0 or more", q.n)
		}
		return nil
	})
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		message := c.Parent().FlagErrorFunc()(c, err)
		var unknown *pflag.NotExistError
		if !q.ignoreUnknown || !errors.As(err, &unknown) {
			return message
		}
		return ignoreFlag(e, c, unknown, message)
	})
	return c
}

// ignoreFlag declares a flag that is not known, of a newer MiniZinc, and runs the command again.
func ignoreFlag(e *term.Env, c *cobra.Command, unknown *pflag.NotExistError, message error) error {
	e.Warn("%v; ignored", message)
	name, letter := unknown.GetSpecifiedName(), ""
	if unknown.GetSpecifiedShortnames() != "" {
		name, letter = "ignored-"+name, name
	}
	c.Flags().BoolP(name, letter, false, "")
	return c.Root().ExecuteContext(c.Context())
}

func solveFlatZinc(ctx context.Context, e *term.Env, q fznFlags, args []string) error {
	start := time.Now()
	method, err := input.ParseReduced("--method", e.Flags.Method)
	if err != nil {
		return err
	}
	name, in, err := e.OpenOne(args, "FlatZinc file")
	if err != nil {
		return err
	}
	defer in.Close()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if q.milliseconds != 0 { // negative if MiniZinc has used up the time
		limited, cancel = context.WithDeadline(ctx, start.Add(time.Duration(min(q.milliseconds, maxMilliseconds))*
			time.Millisecond))
	}
	defer cancel()
	p, err := flatzinc.Read(limited, problem.Text(e.Within(limited, in)), false)
	if limited.Err() != nil {
		p, err = &flatzinc.Problem{Model: &model.Model{}}, nil
	}
	if err != nil {
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, err))
	}
	for _, note := range p.Notes {
		e.Warn("%s: %s", name, note)
	}
	if q.verbose {
		m := p.Model
		e.Note("%% %s: %s, %d of them auxiliary, %s; method %s", name,
			term.Plural(len(m.Vars), "variable", "variables"), len(m.Vars)-m.Shown(),
			term.Plural(len(m.Constraints), "constraint", "constraints"), method.Name)
		if !p.Determined {
			e.Note("%% The output does not determine all variables; solutions with the same output are printed once.")
		}
	}
	method.RunOptions = methods.RunOptions{Seed: uint64(q.seed), Jobs: max(q.parallel, 1)}
	run := fznRun{fznFlags: q, Env: e, problem: p, read: time.Since(start)}
	solver := method.SolverOf(problem.FromFlatZinc(p))
	err = ask.WithTimeout(limited, 0, func(ctx context.Context) error { return run.solve(ctx, solver) })
	switch {
	case run.writing != nil:
		return e.WriteError(run.writing)
	case err == nil, errors.Is(err, ask.ErrTimeLimit), errors.Is(err, ask.ErrInterrupted):
		return run.finish()
	}
	return input.MethodError(method.Name, err)
}

// A fznRun is one run of a solver on a FlatZinc file.
type fznRun struct {
	fznFlags
	*term.Env
	problem *flatzinc.Problem
	read    time.Duration // the time to read the file

	printed int
	best    []byte            // the last solution, if it has not been printed
	seen    map[[16]byte]bool // hashes of outputs, if several solutions may have the same
	result  model.Result
	value   int // of the objective in the last solution
	writing error
}

// solve runs the solver and prints solutions. A panic of the solver becomes an error.
func (f *fznRun) solve(ctx context.Context, solver model.Solver) (err error) {
	defer recovered(&err)
	optimize := f.problem.Model.Objective != nil
	limit := f.n
	if f.all || optimize {
		limit = 0
	}
	if limit != 1 && !optimize && !f.problem.Determined {
		f.seen = map[[16]byte]bool{}
	}
	f.result, err = solver.Solve(ctx, f.problem.Model, func(a model.Assignment) bool {
		text := f.problem.AppendSolution(nil, a)
		if f.seen != nil {
			hash := sha256.Sum256(text)
			key := [16]byte(hash[:])
			if f.seen[key] {
				return true
			}
			f.seen[key] = true
		}
		if optimize {
			f.value = f.problem.Model.Objective.Value(a)
		}
		text = append(text, fznSolution...)
		if optimize && !f.all && !f.intermediate {
			f.best = text
			return true
		}
		f.print(text)
		return f.writing == nil && (limit == 0 || f.printed < limit)
	})
	return err
}

// recovered stores the error of a panic. A function defers it.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = backends.Recovered(cause)
	}
}

func (f *fznRun) print(text []byte) {
	_, f.writing = f.Out.Write(text)
	f.printed++
}

// finish prints the best solution, the status and the statistics.
func (f *fznRun) finish() error {
	if f.best != nil {
		f.print(f.best)
	}
	var text strings.Builder
	switch {
	case f.result.Complete && f.printed == 0:
		text.WriteString(fznUnsatisfiable)
	case f.result.Complete:
		text.WriteString(fznComplete)
	case f.printed == 0:
		text.WriteString(fznUnknown)
	}
	if f.statistics {
		f.writeStatistics(&text)
	}
	return f.Print(text.String())
}

// writeStatistics writes statistics under the names of MiniZinc; times are in seconds.
func (f *fznRun) writeStatistics(w io.Writer) {
	m, stats := f.problem.Model, f.result.Stats
	bools := slice.Count(m.Vars, func(v model.Variable) bool { return v.Domain.Equal(model.Values(0, 1)) })
	stat := func(name string, value any) { fmt.Fprintf(w, "%%%%%%mzn-stat: %s=%v\n", name, value) }
	stat("initTime", (f.read + stats.Preprocess + stats.Encode).Seconds())
	stat("solveTime", stats.Solve.Seconds())
	stat("solutions", f.printed)
	stat("variables", len(m.Vars))
	stat("intVariables", len(m.Vars)-bools)
	stat("boolVariables", bools)
	stat("propagators", len(m.Constraints))
	for _, s := range []struct {
		name  string
		value int64
	}{
		{"nodes", stats.Effort.Nodes + stats.Effort.Decisions},
		{"failures", stats.Effort.Failures + stats.Effort.Conflicts},
		{"restarts", stats.Effort.Restarts},
		{"propagations", stats.Effort.Propagations},
		{"clauses", int64(stats.Size.Clauses)},
		{"rows", int64(stats.Size.Rows)},
		{"nonzeros", int64(stats.Size.Nonzeros)},
	} {
		if s.value > 0 {
			stat(s.name, s.value)
		}
	}
	if f.problem.Model.Objective != nil && f.printed > 0 {
		value := ip.Quotient(f.value, f.problem.Scale)
		if stat("objective", value); f.result.Complete {
			stat("objectiveBound", value)
		}
	}
	io.WriteString(w, "%%%mzn-stat-end\n")
}
