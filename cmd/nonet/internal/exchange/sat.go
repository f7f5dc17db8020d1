package exchange

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/cdcl"
	"nonet/backends/methods"
	"nonet/cmd/internal/build"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode/cnf"
	"nonet/encode/problem"
	"nonet/model"

	"github.com/spf13/cobra"
)

// satOptions are the options of sat.
type satOptions struct {
	method           string
	binary, noValues bool
}

// satDefault is the default method of sat, the only one that writes proofs.
const satDefault = "cdcl"

func satCommand(e *term.Env) *cobra.Command {
	var o satOptions
	c := &cobra.Command{
		Use:   "sat [FILE [PROOF]]",
		Short: "Solve a DIMACS CNF as a SAT solver does",
		Args:  cobra.MaximumNArgs(2),
		RunE:  func(c *cobra.Command, args []string) error { return runSAT(c.Context(), e, o, args) },
	}
	f := c.Flags()
	f.StringVarP(&o.method, "method", "m", satDefault, input.MethodHelp)
	f.BoolVar(&o.binary, "binary", false, "write the proof in the binary form of DRAT")
	f.BoolVarP(&o.noValues, "no-values", "n", false, "do not print the solution")
	f.BoolVarP(&e.Flags.Quiet, "quiet", "q", false, "print no comments")
	f.Uint64Var(&e.Flags.Seed, "seed", 0, "seed of methods that draw random numbers")
	term.TimeoutFlag(c, &e.Flags.Timeout, 0, "time limit, such as 500ms or 2m (default: none)")
	input.CompleteMethodFlag(c, "method")
	return c
}

// runSAT solves a formula and prints the answer in the form of the SAT Competition. The exit code of an answer is 10 or
// 20, and 0 if the formula is undecided.
func runSAT(ctx context.Context, e *term.Env, o satOptions, args []string) error {
	m, err := input.ParseMethod("--method", o.method)
	if err != nil {
		return err
	}
	m.RunOptions.Seed = e.Flags.Seed
	switch {
	case len(args) == 2 && m.Name != satDefault:
		return fmt.Errorf("--method %s: it writes no proof; expected %s", m.Name, satDefault)
	case o.binary && len(args) < 2:
		return errors.New("--binary: expected the name of a file for the proof")
	case o.binary && ask.ProofFormatOf(args[1]) == ask.LRAT:
		return errors.New("--binary: expected a DRAT proof, not " + args[1])
	case len(args) == 2:
		if err := term.RefuseOverwriting(args[:1], args[1]); err != nil {
			return err
		}
	}
	name, in, err := e.OpenOne(args, "formula")
	if err != nil {
		return err
	}
	var f *cnf.Formula
	start := time.Now()
	err = input.WhileReading(ctx, e.Flags.Timeout, func(ctx context.Context) (err error) {
		f, err = problem.ReadFormula(e.Within(ctx, in))
		return cmp.Or(ctx.Err(), err)
	})
	in.Close()
	switch {
	case err != nil && ask.Undecided(err):
		e.Raise(term.Undecided)
		e.UseCompetitionCodes()
		return e.Print(fmt.Sprintf("c %s while reading %s\ns UNKNOWN\n", err, printable.Line(name)))
	case err != nil:
		return term.Fail(term.BadInput, fmt.Errorf("%s: %w", name, err))
	}
	out := bufio.NewWriter(e.Out)
	comment := func(format string, args ...any) {
		if !e.Flags.Quiet {
			fmt.Fprintln(out, "c "+printable.Line(fmt.Sprintf(format, args...)))
		}
	}
	comment("nonet %s, method %s", build.Version, m.Name)
	comment("%s: %s, %s, read in %s", name, term.Plural(f.Vars, "variable", "variables"),
		term.Plural(f.Clauses, "clause", "clauses"), term.Duration(time.Since(start)))
	if err := e.WriteError(out.Flush()); err != nil {
		return err
	}
	searched := time.Now()
	var solution cnf.Valuation
	var r model.Result
	err = ask.WithDeadline(ctx, start, e.Flags.Timeout, func(ctx context.Context) (err error) {
		if len(args) == 2 {
			solution, r, err = refute(ctx, f, args[1], o.binary)
		} else {
			solution, r, err = firstValuation(ctx, m, f)
		}
		return err
	})
	if err == nil && solution != nil && !f.Satisfied(solution) {
		err = &model.WrongAnswerError{Reason: errors.New("its values do not satisfy the formula")}
	}
	if err == nil && r.Status() == model.Unknown {
		err = ask.ErrIncomplete
	}
	cost := []string{"search: " + term.Duration(time.Since(searched)), print.Effort(r.Stats.Effort)}
	comment("%s", strings.TrimSuffix(strings.Join(cost, ", "), ", "))
	switch {
	case err != nil:
		if ask.Undecided(err) {
			comment("%s", err)
		}
		fmt.Fprintln(out, "s UNKNOWN")
	case solution == nil:
		if len(args) == 2 {
			comment("the proof is in %s", args[1])
		}
		fmt.Fprintln(out, "s UNSATISFIABLE")
	default:
		fmt.Fprintln(out, "s SATISFIABLE")
		if !o.noValues {
			out.Write(print.AppendValueLines(nil, literals(solution)))
		}
	}
	if written := e.WriteError(out.Flush()); written != nil {
		return written
	}
	var failure *term.Failure
	switch {
	case err == nil && solution == nil:
		e.Raise(term.Negative)
	case err != nil && ask.Undecided(err):
		e.Raise(term.Undecided)
	case errors.As(err, &failure): // of writing the proof
		return err
	case input.IsMissing(err):
		return input.MethodError(m.Name, err)
	case err != nil:
		return term.Fail(term.Failed, err)
	}
	e.UseCompetitionCodes()
	return nil
}

// errNoProof discards the file of a proof.
var errNoProof = errors.New("the formula is not refuted")

// refute looks for a solution and writes the proof that there is none to a file, which does not appear otherwise.
func refute(
	ctx context.Context, f *cnf.Formula, file string, binary bool,
) (v cnf.Valuation, r model.Result, err error) {
	form := cdcl.DRAT
	switch {
	case binary:
		form = cdcl.BinaryDRAT
	case ask.ProofFormatOf(file) == ask.LRAT:
		form = cdcl.LRAT
	}
	var search error
	err = term.WriteFile(file, func(w io.Writer) error {
		var refuted bool
		refuted, v, r.Stats.Effort, search = cdcl.Refute(ctx, f, w, form)
		r.Complete = refuted
		if v != nil {
			r.Solutions = 1
		}
		if search != nil || !refuted {
			return errNoProof
		}
		return nil
	})
	if errors.Is(err, errNoProof) {
		err = search
	}
	return v, r, err
}

// firstValuation returns a solution of f by a method; nil if it finds none.
func firstValuation(
	ctx context.Context, m methods.Method, f *cnf.Formula,
) (v cnf.Valuation, r model.Result, err error) {
	defer recovered(&err)
	if engine, ok := m.ClauseEngine(); ok {
		r, err = engine.Solve(ctx, f, func(x cnf.Valuation) bool {
			v = slices.Clone(x)
			return false
		})
		return v, r, err
	}
	if f.Vars > problem.MaxVariables {
		return nil, r, term.Fail(term.BadInput, fmt.Errorf("%d variables, and %s takes at most %d", f.Vars, m.Name,
			problem.MaxVariables))
	}
	p := problem.FromClauses(f)
	r, err = m.SolverOf(p).Solve(ctx, p.Model, func(a model.Assignment) bool {
		v = make(cnf.Valuation, f.Vars+1)
		for x, value := range a {
			v[x+1] = value == 1
		}
		return false
	})
	return v, r, err
}

// literals yields a solution as literals, and 0 at the end.
func literals(v cnf.Valuation) iter.Seq[string] {
	return func(yield func(string) bool) {
		for x := 1; x < len(v); x++ {
			l := x
			if !v[x] {
				l = -x
			}
			if !yield(strconv.Itoa(l)) {
				return
			}
		}
		yield("0")
	}
}
