package modelfile

import (
	"context"
	"fmt"
	"io"
	"strings"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/model"

	"github.com/spf13/cobra"
)

// A Request is a question about each file of a command line.
type Request struct {
	Options
	Question ask.Question
	Verify   bool // see ask.Verifier

	// Certify, if not nil, receives the certificate of each answer, nil for an answer that has none.
	Certify func(index int, certificate []byte)

	// Wrap, if not nil, returns the solver that answers in place of the method's, such as one that splits the model.
	Wrap func(model.Solver) model.Solver

	// Pieces, if not nil, returns a description of the search of the latest file in pieces, or nil.
	Pieces func() *print.Pieces
}

// Ask answers a request about the files that the arguments name, and prints the answers. Improving solutions are
// reported on standard error with --verbose.
func Ask(c *cobra.Command, e *term.Env, r Request, args []string) error {
	if e.Flags.Output == "csv" {
		return errNoCSV
	}
	verbose := c.Flags().Lookup("verbose").Changed
	ctx := c.Context()
	var verifier ask.Verifier
	return ReadAll(e, r.Options, args, func(f *File) error {
		q := r.Question
		a := answerOf(f, ask.Answer{Question: q})
		if f.Err != nil {
			return a.print(e, len(args) > 1)
		}
		if r.Wrap != nil && f.Problem.Cover != nil {
			f.Problem.Cover = nil // a piece is no exact cover
		}
		m, err := Method(c, e.Flags.Method)
		if err != nil {
			return err
		}
		m.RunOptions.Seed, m.RunOptions.Moves, m.RunOptions.Jobs = e.Flags.Seed, e.Flags.Moves, e.Flags.Jobs
		a.Method, a.Choice = m.Name, m.Choice(f.Problem)
		if m.Kind == methods.Stochastic {
			a.RunOptions = &m.RunOptions
		}
		var writing error
		ctx, stop := context.WithCancel(ctx) // when standard output is closed
		defer stop()
		if q.All {
			q.Each = func(x []int, n int64) {
				if text := a.each(e, x, n); writing == nil && text != "" {
					if _, writing = io.WriteString(e.Out, text); writing != nil {
						stop()
					}
				}
			}
		}
		if verbose {
			q.Improved = func(value int) { e.Note("%s: %d", f.Name, value) }
		}
		k := ask.New(m, e.Flags.Timeout)
		k.Wrap = r.Wrap
		a.Answer.Answer = k.Ask(ctx, q, f.Problem)
		a.First = a.Answer.Answer.First
		if r.Verify {
			a.Verified, a.Err = verifier.Verify(ctx, m, &a.Answer.Answer, f.Problem, e.Flags.Timeout)
		}
		if r.Pieces != nil {
			a.Pieces = r.Pieces()
		}
		switch {
		case writing != nil:
			return e.WriteError(writing)
		case input.IsMissing(a.Err):
			return input.MethodError(m.Name, a.Err)
		}
		if r.Certify != nil && a.Err == nil {
			r.Certify(f.Index, a.certificate(ctx, e))
		}
		return a.print(e, len(args) > 1)
	})
}

// certificate returns the certificate of an answer, or nil if it has none. A certificate that cannot be made is an
// error of the answer, unless the time limit, which is for the certificate alone, ends it.
func (a *answer) certificate(ctx context.Context, e *term.Env) (text []byte) {
	err := ask.WithTimeout(ctx, e.Flags.Timeout, func(ctx context.Context) (err error) {
		text, err = ask.ProblemCertificate(ctx, a.file.Problem, &a.Answer.Answer)
		return err
	})
	switch {
	case err == nil:
	case ask.Undecided(err):
		e.Raise(term.Undecided)
		e.Warn("%s: no certificate: %s", a.file.Name, err)
	default:
		a.Err = fmt.Errorf("no certificate: %w", err)
	}
	return text
}

// each returns what is printed for the n-th of all solutions.
func (a *answer) each(e *term.Env, x model.Assignment, n int64) string {
	switch e.Flags.Output {
	case "json":
		a.values = append(a.values, *ValuesOf(a.file.Problem, x))
		return ""
	case "dimacs":
		return a.valueLine(x)
	case "text":
		if a.file.Problem.AppendSolution != nil {
			return fmt.Sprintf("%d:\n%s", n, a.file.Problem.AppendSolution(nil, x))
		}
	}
	return SolutionLine(a.file.Problem, x)
}

// print prints the answer, after the solutions if all were asked for, and raises the exit code.
func (a *answer) print(e *term.Env, several bool) error {
	if e.Flags.ExitStatus == "sat" {
		e.Raise(a.Competition())
	} else {
		e.Raise(a.Code())
	}
	if a.file.Err == nil && a.HasFailed() {
		e.Warn("%s: %s: %s", a.Method, a.file.Name,
			strings.TrimPrefix(term.WithoutPackage(a.Err), a.Method+": "))
	}
	switch e.Flags.Output {
	case "json":
		return e.Print(string(a.json()))
	case "line":
		return e.Print(a.line())
	case "dimacs":
		return e.Print(a.dimacs())
	}
	if a.file.Err != nil {
		return nil
	}
	text := a.text(e.Width())
	if several {
		text = printable.Line(a.file.Name) + ":\n" + text + "\n"
	}
	return e.Print(text)
}

// dimacs returns the answer in the output format of the SAT and pseudo-Boolean competitions.
func (a *answer) dimacs() string {
	var b strings.Builder
	fmt.Fprintf(&b, "c file %s\n", printable.Line(a.file.Name))
	if a.file.Err != nil {
		fmt.Fprintf(&b, "c error %s\ns UNKNOWN\n", printable.Line(a.file.Err.Error()))
		return b.String()
	}
	fmt.Fprintf(&b, "c method %s\n", a.Way())
	if a.optimizes() && a.Status() == model.Satisfiable {
		fmt.Fprintf(&b, "o %d\n", a.Value)
	}
	switch {
	case a.Optimal:
		b.WriteString("s OPTIMUM FOUND\n")
	case a.Status() == model.Satisfiable:
		b.WriteString("s SATISFIABLE\n")
	case a.Status() == model.Unsatisfiable:
		b.WriteString("s UNSATISFIABLE\n")
	default:
		b.WriteString("s UNKNOWN\n")
	}
	for _, x := range [][]int{a.Solution, a.Other} {
		if x != nil && !a.All {
			b.WriteString(a.valueLine(x))
		}
	}
	switch a.Kind {
	case ask.Unique:
		fmt.Fprintf(&b, "c verdict %v\n", a.Verdict)
	case ask.Count:
		fmt.Fprintf(&b, "c count %v exact %v\n", a.Count, a.Result.Complete)
	}
	if err := a.Err; err != nil {
		fmt.Fprintf(&b, "c error %s\n", term.WithoutPackage(err))
	}
	return b.String()
}

// valueLine returns the values of a solution as v lines: literals, with the numbers of variables in a CNF and otherwise
// with their names, where -x is x = 0. Values of other variables are name=value.
func (a *answer) valueLine(x model.Assignment) string {
	b := newValueLines()
	for v, variable := range a.file.Problem.Model.Vars {
		name := variable.Name
		if a.file.Problem.Clauses != nil {
			name = fmt.Sprint(v + 1)
		}
		d := variable.Domain
		switch {
		case d[0] < 0 || d[len(d)-1] > 1:
			b.add(fmt.Sprintf("%s=%d", name, x[v]))
		case x[v] == 0:
			b.add("-" + name)
		default:
			b.add(name)
		}
	}
	if a.file.Problem.Clauses != nil {
		b.add("0")
	}
	return b.text()
}

// ValueLines collects words in lines that begin with v and have at most 78 characters.
type valueLines struct {
	lines strings.Builder
	width int
}

func newValueLines() *valueLines {
	b := &valueLines{width: 1}
	b.lines.WriteByte('v')
	return b
}

func (b *valueLines) add(word string) {
	if b.width+1+len(word) > 78 && b.width > 1 {
		b.lines.WriteString("\nv")
		b.width = 1
	}
	b.lines.WriteString(" " + word)
	b.width += 1 + len(word)
}

func (b *valueLines) text() string { return b.lines.String() + "\n" }
