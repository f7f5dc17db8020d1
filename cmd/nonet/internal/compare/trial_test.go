package compare

import (
	"errors"
	"slices"
	"testing"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/input"
	"nonet/cmd/nonet/internal/print"
	"nonet/model"
	"nonet/model/sudoku"
)

// Solutions are facts; that nothing more exists is a claim. Who is right follows from the facts.
func TestJudge(t *testing.T) {
	g, h := lineGrid("1234341221434321"), lineGrid("1234341241232341")
	type said struct {
		verdict model.Verdict
		grids   []sudoku.Grid
	}
	none, one, two, unknown := said{model.None, nil}, said{model.One, []sudoku.Grid{g}}, said{model.Multiple, []sudoku.Grid{g, h}}, said{model.Undecided, nil}
	for _, test := range []struct {
		name     string
		says     []said
		truth    model.Verdict
		disagree []int
	}{
		{"all say unique", []said{one, one}, model.One, nil},
		{"all say none", []said{none, none}, model.None, nil},
		{"one says none, a solution refutes it", []said{none, one}, model.One, []int{0}},
		{"one says unique, two solutions refute it", []said{one, two}, model.Multiple, []int{0}},
		{"both say unique, with different solutions", []said{one, {model.One, []sudoku.Grid{h}}}, model.Multiple, []int{0, 1}},
		{"who does not answer does not disagree", []said{unknown, one}, model.One, nil},
		{"a solution by one that was stopped refutes none", []said{none, {model.Undecided, []sudoku.Grid{g}}}, model.Undecided, []int{0}},
		{"nobody answers", []said{unknown, unknown}, model.Undecided, nil},
		{"the other solution first", []said{two, {model.Multiple, []sudoku.Grid{h, g}}}, model.Multiple, nil},
	} {
		r := &round{Item: &input.Item{}}
		for i, s := range test.says {
			a := &print.Answer{Answer: ask.Answer{Question: ask.Question{Kind: ask.Unique}, Verdict: s.verdict}}
			if len(s.grids) > 0 {
				a.Solution = s.grids[0]
			}
			if len(s.grids) > 1 {
				a.Other = s.grids[1]
			}
			r.trials = append(r.trials, trialOf{method: methods.Availability{Method: methods.Method{Name: string(rune('a' + i))}}, answer: a})
		}
		r.trials = append(r.trials, trialOf{}) // one that is missing
		r.judge()
		var disagree []int
		for i, tr := range r.trials {
			if tr.disagrees {
				disagree = append(disagree, i)
				if tr.refuted == "" {
					t.Errorf("%s: nothing refutes method %d", test.name, i)
				}
			}
		}
		if r.truth != test.truth || !slices.Equal(disagree, test.disagree) {
			t.Errorf("%s: truth %v, disagreeing %v; want %v, %v", test.name, r.truth, disagree, test.truth, test.disagree)
		}
	}
}

func TestMedianAndSpreadOfRuns(t *testing.T) {
	tr := trialOf{}
	for _, total := range []time.Duration{10, 20, 30, 40, 100} {
		tr.runs = append(tr.runs, run{total: total})
	}
	if got := tr.median().total; got != 30 {
		t.Errorf("median %d, want 30", got)
	}
	if got := tr.spread(); got < 0.33 || got > 0.34 { // (40-20)/2 of 30
		t.Errorf("spread %v, want a third", got)
	}
	tr.runs = tr.runs[:2]
	if tr.spread() != 0 {
		t.Error("two runs have a spread")
	}
}

func TestChooseMethods(t *testing.T) {
	for _, test := range []struct {
		names []string
		want  []string
	}{
		{[]string{"gini", "native", "gini"}, []string{"gini", "native"}},
		{[]string{"gini", "gophersat-pb", "gophersat"}, []string{"gini", "gophersat", "gophersat-pb"}},
		{[]string{"gini:m*"}, []string{"gini:minimal"}},
		{[]string{"gini:extended/b*"}, []string{"gini:extended/bimander-sqrt", "gini:extended/bitwise"}},
		{[]string{"none+gini:minimal/product"}, []string{"none+gini:minimal/product"}},
	} {
		chosen, err := chooseMethods(test.names)
		var names []string
		for _, m := range chosen {
			names = append(names, m.Name)
		}
		if err != nil || !slices.Equal(names, test.want) {
			t.Errorf("%v: %v, error %v; want %v", test.names, names, err, test.want)
		}
	}
	for _, bad := range [][]string{{"[gini"}, {"nobody"}, {"x*"}} {
		if _, err := chooseMethods(bad); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
	all, err := chooseMethods(nil)
	if err != nil || len(all) < 20 {
		t.Errorf("by default %d methods, error %v", len(all), err)
	}
}

func TestTroubleOfATrial(t *testing.T) {
	missingOne := trialOf{method: methods.Availability{Err: errors.New("methods: not there")}}
	if got := missingOne.trouble(); got != "not there" {
		t.Errorf("missing: %q", got)
	}
	if got := (&trialOf{}).trouble(); got != "interrupted" {
		t.Errorf("not tried: %q", got)
	}
}

// lineGrid reads a grid of up to nine rows.
func lineGrid(line string) sudoku.Grid {
	g := make(sudoku.Grid, len(line))
	for i := range line {
		g[i] = int(line[i] - '0')
	}
	return g
}
