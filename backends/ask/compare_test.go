package ask_test

import (
	"slices"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// Solutions are facts; that no further solution exists is a claim. The facts decide which methods are right.
func TestJudge(t *testing.T) {
	g, h := digits("1234341221434321"), digits("1234341241232341")
	type answer struct {
		verdict model.Verdict
		grids   []sudoku.Grid
	}
	none, one, two, unknown := answer{model.None, nil}, answer{model.One, []sudoku.Grid{g}},
		answer{model.Multiple, []sudoku.Grid{g, h}}, answer{model.Undecided, nil}
	for _, test := range []struct {
		name     string
		answers  []answer
		truth    model.Verdict
		disagree []int
	}{
		{"all say unique", []answer{one, one}, model.One, nil},
		{"all say none", []answer{none, none}, model.None, nil},
		{"one says none, a solution refutes it", []answer{none, one}, model.One, []int{0}},
		{"one says unique, two solutions refute it", []answer{one, two}, model.Multiple, []int{0}},
		{"both say unique, with different solutions", []answer{one, {model.One, []sudoku.Grid{h}}},
			model.Multiple, []int{0, 1}},
		{"a method without an answer does not disagree", []answer{unknown, one}, model.One, nil},
		{"a solution by one that was stopped refutes none", []answer{none, {model.Undecided, []sudoku.Grid{g}}},
			model.Undecided, []int{0}},
		{"no method answers", []answer{unknown, unknown}, model.Undecided, nil},
		{"the other solution first", []answer{two, {model.Multiple, []sudoku.Grid{h, g}}}, model.Multiple, nil},
	} {
		var trials []ask.Trial
		for i, s := range test.answers {
			a := &ask.Answer{Question: ask.Question{Kind: ask.Unique}, Verdict: s.verdict}
			if len(s.grids) > 0 {
				a.Solution = s.grids[0]
			}
			if len(s.grids) > 1 {
				a.Other = s.grids[1]
			}
			m := methods.Method{Name: string(rune('a' + i))}
			trials = append(trials, ask.Trial{Method: methods.Availability{Method: m}, Answer: a})
		}
		trials = append(trials, ask.Trial{}) // an unavailable method
		truth, _ := ask.Judge(trials)
		var disagree []int
		for i, tr := range trials {
			if tr.Disagrees {
				disagree = append(disagree, i)
				if tr.Refuted == "" {
					t.Errorf("%s: nothing refutes method %d", test.name, i)
				}
			}
		}
		if truth != test.truth || !slices.Equal(disagree, test.disagree) {
			t.Errorf("%s: truth %v, disagreeing %v; want %v, %v", test.name, truth, disagree, test.truth, test.disagree)
		}
	}
}

func TestMedianAndSpreadOfRuns(t *testing.T) {
	tr := ask.Trial{}
	for _, total := range []time.Duration{10, 20, 30, 40, 100} {
		tr.Runs = append(tr.Runs, ask.Run{Total: total})
	}
	if got := tr.Median().Total; got != 30 {
		t.Errorf("median %d, want 30", got)
	}
	if got, ok := tr.Spread(); !ok || got < 0.33 || got > 0.34 { // (40-20)/2 of 30
		t.Errorf("spread %v, %v; want a third", got, ok)
	}
	tr.Runs = append(tr.Runs[:2:2], ask.Run{Total: 5, Stopped: true}) // took 5 or more
	if got := tr.Median().Total; got != 20 {
		t.Errorf("with a stopped run: median %d, want 20", got)
	}
	if _, ok := tr.Spread(); ok {
		t.Error("two completed runs have a spread")
	}
}

// The runs of a method share its time limit, so that repetitions do not multiply it.
func TestRunsShareTheTimeLimit(t *testing.T) {
	slow, err := methods.Parse("backtrack:row-major")
	if err != nil {
		t.Fatal(err)
	}
	quick, err := methods.Parse("native")
	if err != nil {
		t.Fatal(err)
	}
	o := ask.TryOptions{Repeat: 1_000_000, Timeout: 300 * time.Millisecond}
	start := time.Now()
	tr := ask.Try(t.Context(), problem.Of(escargot), methods.Availability{Method: quick}, o)
	if tr.TimedOut() || tr.Answer.Verdict != model.One || len(tr.Runs) < 2 || len(tr.Runs) == o.Repeat {
		t.Errorf("%v after %d runs, error %v", tr.Answer.Verdict, len(tr.Runs), tr.Answer.Err)
	}
	if tr.Median().Stopped {
		t.Error("the median run was stopped")
	}
	o.Timeout = time.Nanosecond
	tr = ask.Try(t.Context(), problem.Of(escargot), methods.Availability{Method: slow}, o)
	if !tr.TimedOut() || len(tr.Runs) != 1 {
		t.Errorf("%d runs, error %v; want one that reaches the limit", len(tr.Runs), tr.Answer.Err)
	}
	if elapsed := time.Since(start); elapsed > time.Minute {
		t.Errorf("took %v", elapsed)
	}
}
