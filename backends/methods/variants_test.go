package methods_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends"
	"nonet/backends/backendtest"
	"nonet/backends/methods"
	"nonet/encode"
	"nonet/model"
	"nonet/model/generate"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// grids returns the grids that agree with the clues and satisfy rows, columns and boxes, by trying values cell by cell,
// or nil if there are more than limit.
func grids(s sudoku.Shape, clues sudoku.Grid, limit int) []sudoku.Grid {
	var all []sudoku.Grid
	g := slices.Clone(clues)
	filled := make([][]sudoku.Cell, len(g)) // by cell: the peers before it and those with a clue
	for c := range sudoku.Cell(len(g)) {
		for d := range sudoku.Cell(len(g)) {
			if (d < c || d > c && clues[d] != 0) &&
				(s.Row(c) == s.Row(d) || s.Column(c) == s.Column(d) || s.Box(c) == s.Box(d)) {
				filled[c] = append(filled[c], d)
			}
		}
	}
	var fill func(c sudoku.Cell)
	fill = func(c sudoku.Cell) {
		if int(c) == len(g) {
			all = append(all, slices.Clone(g))
			return
		}
		for v := 1; v <= s.N() && len(all) <= limit; v++ {
			free := clues[c] == 0 || clues[c] == v
			if free && !slices.ContainsFunc(filled[c], func(d sudoku.Cell) bool { return g[d] == v }) {
				g[c] = v
				fill(c + 1)
			}
		}
		g[c] = clues[c]
	}
	fill(0)
	if len(all) > limit {
		return nil
	}
	return all
}

// countByCheck returns how many of the grids satisfy all rules of p, by the definitions of the rules.
func countByCheck(p sudoku.Puzzle, all []sudoku.Grid) (n int64) {
	c := sudoku.NewChecker(p)
	for _, g := range all {
		if c.Check(p.Clues, g) == nil {
			n++
		}
	}
	return n
}

// counters are methods that count solutions of variants; some refuse some rules, some are not installed.
func counters(t *testing.T) map[string]model.Solver {
	all := map[string]model.Solver{}
	for _, name := range []string{
		"native", "gini", "gini:order", "gini:log", "gini:support/product", "singles+gini", "dlx", "clasp", "clp",
	} {
		m, err := methods.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		if available := methods.Available(t.Context(), []methods.Method{m}); available[0].Err == nil {
			all[name] = m.Solver()
		} else {
			t.Logf("%s: %v", name, available[0].Err)
		}
	}
	return all
}

// checkCounts compares the count of each solver with want, and returns the names of the solvers that counted.
func checkCounts(t *testing.T, solvers map[string]model.Solver, p sudoku.Puzzle, want int64) (counted []string) {
	t.Helper()
	m := p.Model()
	if err := m.Validate(); err != nil {
		t.Errorf("%v\n%s", err, textOf(p))
	}
	for name, s := range solvers {
		n, r, err := model.Count(t.Context(), s, m, 0)
		if refused := new(encode.UnsupportedError); errors.As(err, &refused) {
			continue
		}
		if err != nil && errors.Is(err, backends.ErrUnavailable) {
			t.Fatal(err)
		}
		if err != nil || !r.Complete || n.Int64() != want {
			t.Errorf("%s counts %v, %v, brute force %d\n%s", name, n, err, want, textOf(p))
		}
		counted = append(counted, name)
	}
	return counted
}

func textOf(p sudoku.Puzzle) string {
	text := fmt.Sprintf("nonet 1\nshape %dx%d\n# %s\n", p.Shape.Height, p.Shape.Width, notation.Line(nil, p.Clues))
	for _, r := range p.Rules {
		text += notation.RuleText(p.Shape, r) + "\n"
	}
	return text
}

// TestRuleMixtures counts the solutions of random puzzles with rules of several kinds by every method that can, and by
// brute force with the definitions of the rules. Each kind takes its turn as the first of a mixture.
func TestRuleMixtures(t *testing.T) {
	kinds := sudoku.RuleKinds()
	mixtures := backendtest.Rounds(len(kinds), 10_000)
	// Of this number of mixtures clasp counts one, because starting it takes longer than the others.
	clasps := backendtest.Rounds(12, 50)
	solvers := counters(t)
	inProcess := maps.Clone(solvers)
	delete(inProcess, "clasp")
	shapes := []sudoku.Shape{{Height: 2, Width: 2}, {Height: 2, Width: 3}, {Height: 3, Width: 2},
		{Height: 1, Width: 4}, {Height: 1, Width: 6}}
	tally := map[string]int{}
	solvable, solutions := 0, int64(0)
	for i := range mixtures {
		random := rand.New(rand.NewPCG(6, uint64(i)))
		s := shapes[random.IntN(len(shapes))]
		if kinds[i%len(kinds)].Name == "regions" {
			s = shapes[3+random.IntN(2)]
		}
		clues, all := cluesOf(t, random, s)
		p := sudoku.Puzzle{Shape: s, Clues: clues}
		solution := all[random.IntN(len(all))]
		for k := range 1 + random.IntN(4) {
			kind := kinds[random.IntN(len(kinds))]
			if k == 0 {
				kind = kinds[i%len(kinds)]
			}
			target := solution
			if random.IntN(6) == 0 { // often no solution remains
				target = all[random.IntN(len(all))]
			}
			for range 40 {
				r := generate.DrawRule(random, s, kind, target)
				q := p
				q.Rules = append(slices.Clone(p.Rules), r)
				if q.Validate() == nil && (q.Check(target) == nil || random.IntN(20) == 0) {
					p = q
					break
				}
			}
		}
		want := countByCheck(p, all)
		if solutions += want; want > 0 {
			solvable++
		}
		asked := solvers
		if i%clasps != 0 {
			asked = inProcess
		}
		for _, name := range checkCounts(t, asked, p, want) {
			tally[name]++
		}
		for _, r := range p.Rules {
			tally["rule "+r.Kind]++
		}
		if t.Failed() {
			t.Fatalf("mixture %d", i)
		}
	}
	t.Logf("%d mixtures, %d with solutions, %d solutions; counted by %v", mixtures, solvable, solutions, tally)
	for _, k := range kinds {
		if s := k.ExampleShape(); s.N() == 4 && s.Extra == 0 && tally["rule "+k.Name] == 0 {
			t.Errorf("no mixture has a rule %s", k.Name)
		}
	}
	for name := range solvers {
		if tally[name] < max(1, mixtures/100) {
			t.Errorf("%s counted %d of %d mixtures", name, tally[name], mixtures)
		}
	}
}

// cluesOf returns clues, none if possible, that leave at most 600 grids, and these grids.
func cluesOf(t *testing.T, random *rand.Rand, s sudoku.Shape) (sudoku.Grid, []sudoku.Grid) {
	full, err := sudoku.RandomGrid(t.Context(), s, random)
	if err != nil {
		t.Fatal(err)
	}
	clues := make(sudoku.Grid, s.Cells())
	for i, c := range random.Perm(len(clues)) {
		if s.N() == 4 || i > 8 {
			if all := grids(s, clues, 600); all != nil {
				return clues, all
			}
		}
		clues[c] = full[c]
	}
	return clues, []sudoku.Grid{full}
}
