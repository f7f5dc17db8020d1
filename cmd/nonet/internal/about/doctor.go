package about

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/backends/process"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func doctorCommand(e *term.Env) *cobra.Command {
	var limit time.Duration
	c := &cobra.Command{
		Use:               "doctor [BACKEND...]",
		Short:             "Look for every backend and test it",
		ValidArgsFunction: cobra.FixedCompletions(methods.Backends(), cobra.ShellCompDirectiveNoFileComp),
		RunE:              func(c *cobra.Command, args []string) error { return examineAll(c.Context(), e, limit, args) },
	}
	e.OutputFlag(c, "text", "json")
	term.TimeoutFlag(c, &limit, 20*time.Second, "time limit for each line of the test")
	return c
}

// A checkup is what doctor found out about a backend.
type checkup struct {
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Available bool     `json:"available"`
	Looked    []string `json:"looked,omitempty"`
	Path      string   `json:"path,omitempty"`
	Version   string   `json:"version,omitempty"`
	Install   string   `json:"install,omitempty"`
	Tests     []trial  `json:"tests,omitempty"`
}

// A trial is a line of the self-test.
type trial struct {
	Asked   string  `json:"asked"`
	OK      bool    `json:"ok"`
	Seconds float64 `json:"seconds"`
	Error   string  `json:"error,omitempty"`
	took    time.Duration
}

func examineAll(ctx context.Context, e *term.Env, limit time.Duration, names []string) error {
	if len(names) == 0 {
		names = methods.Backends()
	}
	patients := make([]methods.Method, len(names))
	for i, name := range names {
		var err error
		if patients[i], err = methods.Parse(name); err != nil {
			return errors.New(term.Plain(err))
		}
	}
	all := make([]checkup, len(patients))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 4)
	for i, m := range patients {
		wg.Go(func() {
			slots <- struct{}{}
			all[i] = examine(ctx, m, limit)
			<-slots
		})
	}
	wg.Wait()
	found := 0
	for _, c := range all {
		if c.Available {
			found++
		}
		for _, t := range c.Tests {
			if !t.OK {
				e.Raise(term.Failed)
			}
		}
		if err := e.Print(c.format(e.Flags.Output)); err != nil {
			return err
		}
	}
	if e.Flags.Output == "text" {
		return e.Print(fmt.Sprintf("\n%d of %s available.\n", found, term.Plural(int64(len(all)), "backend", "backends")))
	}
	return nil
}

// examine looks for a backend and tests it.
func examine(ctx context.Context, m methods.Method, limit time.Duration) checkup {
	c := checkup{Name: m.Name, Kind: string(m.Kind)}
	if p, ok := process.ByName(m.Backend); ok {
		c.Looked = []string{"$" + p.Env(), p.Command + " in $PATH"}
		c.Path, _ = p.Find() // that it is missing is said below
	} else {
		c.Looked = []string{"linked into nonet"}
	}
	asked, cancel := context.WithTimeout(ctx, limit)
	version, err := m.Version(asked)
	cancel()
	if input.Missing(err) {
		c.Install = methods.Availability{Method: m, Err: err}.Remedy()
		return c
	}
	c.Available, c.Version = true, version
	if err != nil {
		c.Tests = append(c.Tests, trial{Asked: "its version", Error: term.Plain(err)})
	}
	r := ask.New(m, limit)
	tests, chance := selfTest, m.Kind == methods.Stochastic
	if chance {
		tests = stochasticTest
	}
	for _, test := range tests {
		start := time.Now()
		a := r.Ask(ctx, ask.Question{Kind: ask.Unique}, sudoku.Puzzle{Shape: test.shape, Clues: digits(test.line)})
		t := trial{Asked: test.asked, took: time.Since(start)}
		switch {
		case a.Err != nil && !(chance && a.Solution != nil && errors.Is(a.Err, ask.ErrIncomplete)):
			t.Error = term.Plain(a.Err)
		case a.Err == nil && a.Verdict != test.verdict:
			t.Error = fmt.Sprintf("it says %v, the truth is %v", a.Verdict, test.verdict)
		case test.solution != "" && notation.Line(a.Solution) != test.solution:
			t.Error = "another solution than the only one"
		}
		t.OK, t.Seconds = t.Error == "", t.took.Seconds()
		c.Tests = append(c.Tests, t)
	}
	return c
}

// A selfTestLine is a puzzle put to a backend.
type selfTestLine struct {
	asked    string
	shape    sudoku.Shape
	line     string
	verdict  model.Verdict
	solution string
}

// selfTest is put to every backend that is complete.
var selfTest = []selfTestLine{
	// Neither singles nor locked candidates decide these, so the backend has to; and the slowest does so in some 20 milliseconds.
	{"one solution", sudoku.Order(3), ".......13.4.....8.2...6....6.9...4.....8........3......3.1..5......4.7.6.........", model.One,
		"867459213945231687213768954689517432324896175571324869436172598158943726792685341"},
	{"several", sudoku.Order(2), "1...............", model.Multiple, ""},
	{"none", sudoku.Order(3), ".......13.4.....8.2...6....6.9..24.....8........3......3.1..5......4.7.6.........", model.None, ""},
}

// stochasticTest is put to stochastic methods, of which a solution is enough.
var stochasticTest = []selfTestLine{
	{"one solution", sudoku.Order(3), "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", model.One,
		"534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
	{"several", sudoku.Order(2), "1...............", model.Multiple, ""},
	{"none", sudoku.Order(2), "11..............", model.None, ""},
}

func digits(line string) sudoku.Grid {
	g := make(sudoku.Grid, len(line))
	for c, b := range []byte(line) {
		if b != '.' {
			g[c] = int(b - '0')
		}
	}
	return g
}

// format writes a checkup as a paragraph or as a JSON object.
func (c checkup) format(output string) string {
	if output == "json" {
		line, _ := json.Marshal(c) // plain strings and numbers: cannot fail
		return string(line) + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n", c.Name, c.Kind)
	line := func(label, text string) { fmt.Fprintf(&b, "  %-14s%s\n", label, text) }
	line("looked for", strings.Join(c.Looked, ", then "))
	if !c.Available {
		line("MISSING", c.Install)
		return b.String()
	}
	if c.Path != "" {
		line("found", c.Path)
	}
	line("version", c.Version)
	for _, t := range c.Tests {
		if t.OK {
			line(t.Asked, "ok, "+term.Duration(t.took))
		} else {
			line(t.Asked, "FAILED: "+t.Error)
		}
	}
	return b.String()
}
