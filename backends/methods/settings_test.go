package methods

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/internal/option"
	"nonet/metaheur"
	"nonet/model"
	"nonet/model/sudoku"
)

func TestParseSettings(t *testing.T) {
	for _, test := range []struct{ name, canonical string }{
		{"reseda:alpha=0.5:zones=9", "reseda:alpha=0.5:zones=9"},
		{"reseda:zones=9:alpha=0.50", "reseda:alpha=0.5:zones=9"},
		{"reseda:zones=blocks", "reseda:zones=9"},
		{"reseda:zones=27:alpha=0.7", "reseda"},
		{"reseda:attempts=1:zones=0:sampling=pre-computation", "reseda:attempts=1:zones=0:sampling=pre-computation"},
		{"reseda:block-permutations=true", "reseda:block-permutations=true"},
		{"none+reseda:block-permutations=false", "reseda"},
		{"lewis+anneal:temperature=deviation", "lewis+anneal:temperature=deviation"},
		{"anneal:temperature=standard-deviation:cooling=99e-2", "anneal:temperature=deviation"},
		{"lewis-naked+anneal:chain=0", "lewis-naked+anneal"},
		{"hillclimb:w1=0:w2=-1", "hillclimb:w1=0"},
		{"hillclimb:w1=1:w2=0", "hillclimb:w2=0"},
		{"hillclimb:w1=2", "hillclimb:w1=2"},
		{"hillclimb:w1=2:w2=-1", "hillclimb:w1=2"},
		{"hillclimb:initial=greedy:tie=first-found", "hillclimb:initial=greedy:tie=first-found"},
		{"boltzmann:threshold=-1:update=synchronous", "boltzmann:threshold=-1:update=synchronous"},
		{"boltzmann:restarts=-1", "boltzmann:restarts=-1"},
		{"eda:inertia=-1:repairs=-1", "eda:inertia=-1:repairs=-1"},
		{"probsat:base=2.5", "probsat:base=2.5"},
		{"probsat:minimal:try=0:base=2.5", "probsat:minimal:try=0:base=2.5"},
		{"none+walksat:minimal/product:noise=1e-1", "walksat:minimal/product:noise=0.1"},
		{"walksat:extended:try=10000000", "walksat"},
		{"native:order=weighted:restarts=until-solution:all-different=domain",
			"native:all-different=domain:order=weighted"},
		{"native:values=promising", "native"},
	} {
		m, err := Parse(test.name)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		again, err := Parse(m.Name)
		if m.Name != test.canonical || err != nil || again.Name != m.Name || !strings.HasSuffix(m.Name, m.Settings) {
			t.Errorf("%s: name %q, settings %q, then %q, error %v; want %q", test.name, m.Name, m.Settings,
				again.Name, err, test.canonical)
		}
	}
}

func TestParseSettingsErrors(t *testing.T) {
	for name, want := range map[string]string{
		"native:alpha=1":                    `unknown setting "alpha"; expected one of all-different,`,
		"native:order=best":                 `unknown value "best"; expected one of fewest-then-weighted,`,
		"rules:alpha=1":                     "rules takes no settings, got \"alpha=1\"",
		"gini:extended:alpha=1":             "gini takes no settings",
		"reseda:alhpa=1":                    `unknown setting "alhpa"; expected one of samples, elite, alpha, beta,`,
		"reseda:seed=1":                     `unknown setting "seed"; expected one of samples,`,
		"reseda:options=1":                  `unknown setting "options"`,
		"anneal:temperature=mean":           `unknown value "mean"; expected one of variance, deviation`,
		"anneal:cooling=cold":               `setting cooling: "cold" is not a number`,
		"anneal:cooling=NaN":                "not a number",
		"anneal:cooling=-1":                 "setting cooling: -1 is out of range",
		"anneal:cooling=0":                  "setting cooling: 0 selects the default, which is 0.99",
		"anneal:chain=1.5":                  `"1.5" is not an integer`,
		"anneal:chain=-2":                   "-2 is out of range",
		"anneal:chain=99999999999999999":    "out of range",
		"anneal:chain=99999999999999999999": "out of range",
		"anneal:chain=5:chain=5":            `setting chain is set twice`,
		"anneal:chain":                      "has no encodings or variants, got \"chain\"",
		"anneal:chain=5:":                   `unknown setting ""`,
		"anneal:chain=5:extended":           `unknown setting "extended"`,
		"hillclimb:w1=0:w2=0":               "setting w1: 0 selects the default, which is 1",
		"reseda:block-permutations=maybe":   "neither true nor false",
		"reseda:samples=5:elite=10":         "elite: 10 is out of range",
		"tempering:replicas=100000":         "out of range",
		"eda:inertia=0":                     "inertia: 0 selects the default, which is 0.7",
		"walksat:noise=1.5":                 "out of range",
	} {
		_, err := Parse(name)
		var nameError *NameError
		if !errors.As(err, &nameError) || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %v, want a *NameError with %q", name, err, want)
		}
	}
}

// A setting reaches the solver, and all other options keep their defaults.
func TestSettingsReachTheSolver(t *testing.T) {
	m := mustParse("reseda:alpha=0.5:zones=9:attempts=3:obtained=cheapest-sample")
	m.RunOptions = RunOptions{Seed: 7, Jobs: 2, Moves: 1000}
	want := option.Defaults(metaheur.RESEDA{})
	want.Options = metaheur.Options{Seed: 7, Jobs: 2, Moves: 1000}
	want.Alpha, want.Zones, want.Attempts, want.Obtained = 0.5, metaheur.Blocks, 3, metaheur.CheapestSample
	if got := fmt.Sprintf("%+v", m.Solver()); !strings.Contains(got, fmt.Sprintf("%+v", want)) {
		t.Errorf("%s\nwant %+v", got, want)
	}
}

// A name without settings leaves the zero value, which selects the defaults of the paper.
func TestDefaultsAreTheZeroValue(t *testing.T) {
	for _, m := range All() {
		if m.Kind == Stochastic && (m.Settings != "" || len(Settings(m.Backend)) == 0) {
			t.Errorf("%s: settings %q of %v", m.Name, m.Settings, Settings(m.Backend))
		}
	}
	if s := Settings("rules"); s != nil {
		t.Errorf("settings of rules: %v", s)
	}
}

// Every setting has a description, and its default and its words parse.
func TestSettingsAreDescribed(t *testing.T) {
	for _, b := range Backends() {
		for _, s := range Settings(b) {
			if s.Summary == "" || (s.Kind == "") == (s.Words == nil) {
				t.Errorf("%s: %+v", b, s)
			}
			if m, err := Parse(b + ":" + s.Key + "=" + s.Default); err != nil || m.Name != b {
				t.Errorf("%s: the default of %+v: %q, error %v", b, s, m.Name, err)
			}
			for _, word := range s.Words {
				if m, err := Parse(b + ":" + s.Key + "=" + word); err != nil || (m.Name == b) != (word == s.Default) {
					t.Errorf("%s: %s of %+v: %q, error %v", b, word, s, m.Name, err)
				}
			}
		}
	}
}

// No setting delays the end of a method by its context, or exhausts the memory.
func TestExtremeSettingsEnd(t *testing.T) {
	hard := backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Puzzle).Model()
	for _, b := range Backends() {
		for _, s := range Settings(b) {
			extremes := map[string][]string{
				"integer": {"1000000000", "65536", "1024", "100", "1", "-1000000000"},
				"number":  {"1e300", "1e9", "1", "1e-9", "1e-300", "-1e-9", "-1e300"},
			}[s.Kind]
			taken := 0
			for _, x := range extremes {
				m, err := Parse("none+" + b + ":" + s.Key + "=" + x)
				if err != nil {
					continue
				}
				taken++
				ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
				if _, _, err := model.First(ctx, m.Solver(), hard); err != nil &&
					!errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s: %v", m.Name, err)
				}
				cancel()
			}
			if taken == 0 && extremes != nil {
				t.Errorf("%s: no value of %s", b, s.Key)
			}
		}
	}
}

// A run that reaches its limit on moves ends without an error.
func TestMoves(t *testing.T) {
	hard := backendtest.Puzzle(sudoku.Order(4), strings.Repeat(".", 256)).Model()
	for _, name := range []string{"anneal", "hillclimb", "boltzmann", "reseda", "probsat:minimal", "walksat:minimal",
		"gibbs", "tempering"} {
		m := mustParse("none+" + name)
		m.RunOptions.Moves = 3
		_, r, err := model.First(t.Context(), m.Solver(), hard)
		if err != nil || r.Status() != model.Unknown || r.Stats.Effort.Iterations < 1 || r.Stats.Effort.Iterations > 3 {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
}
