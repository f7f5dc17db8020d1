package about

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/clp"
	"nonet/backends/methods"
	"nonet/backends/native"
	"nonet/backends/process"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/parallel"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func doctorCommand(e *term.Env) *cobra.Command {
	var limit time.Duration
	c := &cobra.Command{
		Use:   "doctor [BACKEND...]",
		Short: "Find and test every backend",
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return methods.Backends(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			return checkBackends(c.Context(), e, limit, args)
		},
	}
	e.OutputFlag(c, "text", "json")
	term.TimeoutFlag(c, &limit, 20*time.Second, "time limit for each line of the test")
	return c
}

// A backendReport is the report of doctor about a backend.
type backendReport struct {
	Name      string       `json:"name"`
	Kind      string       `json:"kind"`
	Available bool         `json:"available"`
	LookedFor []string     `json:"looked,omitempty"`
	Path      string       `json:"path,omitempty"`
	Version   string       `json:"version,omitempty"`
	Classic   string       `json:"classic,omitempty"` // instructions for classic 9x9 grids
	Install   string       `json:"install,omitempty"`
	Tests     []testResult `json:"tests,omitempty"`
}

// A testResult is the result of one question of the self-test.
type testResult struct {
	Asked   string         `json:"asked"`
	OK      bool           `json:"ok"`
	Seconds *print.Seconds `json:"seconds"`
	Error   string         `json:"error,omitempty"`
	elapsed time.Duration
}

func checkBackends(ctx context.Context, e *term.Env, limit time.Duration, names []string) error {
	if len(names) == 0 {
		names = methods.Backends()
	}
	backends := make([]methods.Method, len(names))
	for i, name := range names {
		var err error
		if backends[i], err = input.ParseMethod("backend", name); err != nil {
			return err
		}
	}
	all := make([]backendReport, len(backends))
	parallel.Each(context.WithoutCancel(ctx), 4, len(all), func(_ context.Context, _, i int) (stop bool) {
		all[i] = checkBackend(ctx, backends[i], limit)
		return false
	})
	found := 0
	var objects []any
	var text strings.Builder
	for _, c := range all {
		if c.Available {
			found++
		}
		for _, t := range c.Tests {
			if !t.OK {
				e.Raise(term.Failed)
			}
		}
		objects = append(objects, c)
		text.WriteString(c.String())
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(objects...)
	}
	return e.PrintText(fmt.Sprintf("%s\n%d of %s available.\n", text.String(), found,
		term.Plural(len(all), "backend", "backends")))
}

// checkBackend looks for a backend and tests it.
func checkBackend(ctx context.Context, m methods.Method, limit time.Duration) backendReport {
	c := backendReport{Name: m.Name, Kind: string(m.Kind)}
	if p, ok := process.ByName(m.Backend); ok {
		c.LookedFor = []string{"$" + p.Env(), p.Command + " in $PATH"}
		if strings.ContainsRune(p.Command, filepath.Separator) {
			c.LookedFor[1] = p.Command
		}
		c.Path, _ = p.Find() // Version reports a missing program below
	} else if strings.HasPrefix(m.Backend, "clp") {
		c.LookedFor = clp.LookedFor
	} else {
		c.LookedFor = []string{"linked into nonet"}
	}
	asked, cancel := context.WithTimeout(ctx, limit)
	version, err := m.Version(asked)
	cancel()
	if input.IsMissing(err) {
		c.Install = methods.Availability{Method: m, Err: err}.Remedy()
		return c
	}
	c.Available, c.Version = true, version
	if m.Backend == "native" {
		c.Classic = native.Instructions()
	}
	if err != nil {
		c.Tests = append(c.Tests, testResult{Asked: "its version", Error: err.Error()})
	}
	r := ask.New(m, limit)
	tests, stochastic := selfTest, m.Kind == methods.Stochastic
	if stochastic {
		tests = stochasticTest
	}
	for _, test := range tests {
		start := time.Now()
		a := r.Ask(ctx, ask.Question{Kind: ask.Unique}, problem.Of(test.puzzle()))
		t := testResult{Asked: test.asked, elapsed: time.Since(start)}
		switch {
		case a.Err != nil && !(stochastic && a.Solution != nil && errors.Is(a.Err, ask.ErrIncomplete)):
			t.Error = a.Err.Error()
		case a.Err == nil && a.Verdict != test.verdict:
			t.Error = fmt.Sprintf("it says %v, the truth is %v", a.Verdict, test.verdict)
		case test.solution != "" && notation.Line(nil, a.Solution) != test.solution:
			t.Error = "its solution is not the only solution"
		}
		t.OK, t.Seconds = t.Error == "", print.SecondsOf(t.elapsed)
		c.Tests = append(c.Tests, t)
	}
	return c
}

// A testPuzzle is a question of the self-test.
type testPuzzle struct {
	asked    string
	shape    sudoku.Shape
	line     string
	verdict  model.Verdict
	solution string
}

// selfTest tests complete backends.
var selfTest = []testPuzzle{
	// Neither singles nor locked candidates decide the 9x9 puzzles, so the backend must search; the slowest takes about
	// 20 milliseconds.
	{"one solution", sudoku.Order(3),
		".......13.4.....8.2...6....6.9...4.....8........3......3.1..5......4.7.6.........", model.One,
		"867459213945231687213768954689517432324896175571324869436172598158943726792685341"},
	{"several", sudoku.Order(2), "1...............", model.Multiple, ""},
	{"none", sudoku.Order(3), ".......13.4.....8.2...6....6.9..24.....8........3......3.1..5......4.7.6.........",
		model.None, ""},
}

// stochasticTest tests stochastic methods, which need to find one solution only.
var stochasticTest = []testPuzzle{
	{"one solution", sudoku.Order(3),
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", model.One,
		"534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
	{"several", sudoku.Order(2), "1...............", model.Multiple, ""},
	{"none", sudoku.Order(2), "11..............", model.None, ""},
}

func (t testPuzzle) puzzle() sudoku.Puzzle {
	p, err := input.ParseLine(t.line, "", t.shape)
	if err != nil {
		panic("about: " + err.Error())
	}
	return p
}

// String returns the report as a paragraph.
func (c backendReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", c.Name, c.Kind)
	line := func(label, text string) { fmt.Fprintf(&b, "  %-14s%s\n", label, text) }
	line("looked for", strings.Join(c.LookedFor, ", then "))
	if !c.Available {
		line("MISSING", c.Install)
		return b.String()
	}
	if c.Path != "" {
		line("found", c.Path)
	}
	line("version", c.Version)
	if c.Classic != "" {
		line("9x9 grids", c.Classic)
	}
	for _, t := range c.Tests {
		if t.OK {
			line(t.Asked, "ok, "+term.Duration(t.elapsed))
		} else {
			line(t.Asked, "FAILED: "+t.Error)
		}
	}
	return b.String()
}
