package formulations

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/clp"
	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/relaxation"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/deduce"
	"nonet/model/sudoku"
)

func open(t *testing.T, set string) []instances.Instance {
	t.Helper()
	all, err := instances.Open(t.Context(), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func needCLP(t *testing.T) {
	t.Helper()
	if _, err := clp.Version(); errors.Is(err, backends.ErrUnavailable) {
		t.Skip(err)
	}
}

// A relaxation is at least as far from a solution as any other solution. Singles do not narrow it, since a program that
// fixes a column at 1 fixes its neighbours at 0.
func TestGap(t *testing.T) {
	needCLP(t)
	for _, set := range []string{"thein-easy", "thein-evil", "hardest"} {
		for _, x := range open(t, set)[:3] {
			record := campaign.Record{Values: map[string]float64{}}
			if rootTask.Do(t.Context(), &campaign.Run{Instance: x}, &record); record.Outcome != campaign.Measured {
				t.Fatal(record.Detail)
			}
			v := record.Values
			if set == "thein-easy" && v["gap"] > 1e-6 {
				t.Errorf("%s %d: gap %v of a puzzle that singles solve", set, x.Index, v["gap"])
			}
			solution, err := papers.SolutionOf(t.Context(), *x.Puzzle)
			if err != nil {
				t.Fatal(err)
			}
			reduced, err := deduce.Singles.Preprocess(t.Context(), x.Puzzle.Model())
			if err != nil {
				t.Fatal(err)
			}
			_, gap, err := relaxation.Measure(t.Context(), reduced, solution)
			if err != nil || math.Abs(v["gap"]-gap) > 1e-4 {
				t.Errorf("%s %d: gap %v, after singles %v, error %v", set, x.Index, v["gap"], gap, err)
			}
		}
	}
	// Without a clue the hardest puzzles have many solutions.
	p := *open(t, "hardest")[0].Puzzle
	p.Clues = slices.Clone(p.Clues)
	p.Clues[slices.IndexFunc(p.Clues, func(v int) bool { return v != 0 })] = 0
	_, two, _, err := model.Unique(t.Context(), native.Solver{}, p.Model())
	if err != nil || len(two) != 2 {
		t.Fatal(len(two), err)
	}
	e, err := ip.Encoder{}.Encode(t.Context(), p.Model())
	if err != nil {
		t.Fatal(err)
	}
	relaxation.Differ(e, two[0])
	far, err := clp.Relax(t.Context(), e.Formula)
	if err != nil {
		t.Fatal(err)
	}
	different := 0
	for c := range two[0] {
		if two[0][c] != two[1][c] {
			different++
		}
	}
	if far.Value < float64(different)-1e-6 || far.Value > float64(len(two[0])) {
		t.Errorf("gap %v; another solution differs in %d cells", far.Value, different)
	}
}

// Singles solve a puzzle with the values of a backdoor, and with no smaller set of a sample.
func TestBackdoor(t *testing.T) {
	for _, test := range []struct {
		set  string
		size int // of all puzzles of the set; -1: not known
	}{{"thein-easy", 0}, {"thein-medium", 0}, {"thein-evil", -1}} {
		for _, x := range open(t, test.set)[:3] {
			solution, _, err := model.First(t.Context(), native.Solver{}, x.Puzzle.Model())
			if err != nil {
				t.Fatal(err)
			}
			size, blank, err := backdoor(t.Context(), *x.Puzzle, solution)
			if err != nil {
				t.Fatal(err)
			}
			if test.size >= 0 && size != test.size || (blank == 0) != (size == 0) {
				t.Errorf("%s %d: backdoor of %d, %d blank", test.set, x.Index, size, blank)
			}
			if smallest := leastBySearch(t, *x.Puzzle, solution); size != smallest {
				t.Errorf("%s %d: backdoor of %d, the least is %d", test.set, x.Index, size, smallest)
			}
		}
	}
}

// leastBySearch returns the size of the smallest backdoor, up to two cells, by another way than backdoor: with models
// whose domains are reduced, for all pairs of cells.
func leastBySearch(t *testing.T, p sudoku.Puzzle, solution model.Assignment) int {
	solved := func(cells ...int) bool {
		m := p.Model()
		m.Vars = slices.Clone(m.Vars)
		for _, c := range cells {
			m.Vars[c].Domain = model.Values(solution[c])
		}
		small, err := deduce.Singles.Preprocess(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		return len(openCells(small)) == 0
	}
	if solved() {
		return 0
	}
	for c := range p.Clues {
		if solved(c) {
			return 1
		}
	}
	return 2
}

// The efforts of all formulations exist, and a puzzle that needs search is harder for all of them.
func TestHardness(t *testing.T) {
	needCLP(t)
	measure := func(set string) map[string]float64 {
		run := campaign.Run{Instance: open(t, set)[0], Seed: 1}
		record := campaign.Record{Values: map[string]float64{}}
		if err := hardness(t.Context(), &run, &record); err != nil {
			t.Fatal(err)
		}
		return record.Values
	}
	easy, hardest := measure("thein-easy"), measure("escargot")
	for _, f := range efforts {
		if _, ok := easy[f.name]; !ok || hardest[f.name] <= easy[f.name] {
			t.Errorf("%s: %v on an easy puzzle, %v on AI Escargot", f.name, easy[f.name], hardest[f.name])
		}
	}
	for _, name := range []string{"blank", "backdoor", "gap", "fractional", "rating"} {
		if hardest[name] <= easy[name] {
			t.Errorf("%s: %v on an easy puzzle, %v on AI Escargot", name, easy[name], hardest[name])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	run := campaign.Run{Instance: open(t, "escargot")[0]}
	if err := hardness(ctx, &run, &campaign.Record{Values: map[string]float64{}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}
