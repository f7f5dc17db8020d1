package explain_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/explain"
	"nonet/model/sudoku"
)

// TestConflictsOfGroups checks that a conflict has all constraints of a group or none, and that it needs each group.
func TestConflictsOfGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for found, large := 0, 0; found < 300 || large < 50; {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		m.Objective = nil
		m.Constraints = slices.DeleteFunc(m.Constraints, func(c model.Constraint) bool {
			_, given := c.(model.Given)
			return given
		})
		e := newExplainer(t, m)
		e.Smallest = found%2 == 0
		for i := 0; i < len(m.Constraints); {
			group := []int{i}
			for i++; i < len(m.Constraints) && r.IntN(2) == 0; i++ {
				group = append(group, i)
			}
			if len(group) > 1 {
				e.Groups = append(e.Groups, group)
			}
		}
		c, err := e.Conflict(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			continue
		}
		found++
		for _, group := range e.Groups {
			in := 0
			for _, i := range group {
				if slices.Contains(c.Rules, i) {
					in++
				}
			}
			if in > 0 {
				large++
			}
			if in > 0 && in < len(group) {
				t.Fatalf("%+v: conflict %v has a part of the group %v", m, c.Rules, group)
			}
		}
		if err := e.Verify(t.Context(), verifier, c); err != nil || !c.Minimal {
			t.Fatalf("%+v, groups %v: conflict %+v: %v", m, e.Groups, c, err)
		}
	}
}

// TestConflictsOfRandomModels compares minimal and smallest conflicts with all subsets of the constraints of small
// models, by trying every assignment.
func TestConflictsOfRandomModels(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	kinds := map[string]int{}
	for found := 0; found < 600; {
		m := backendtest.Random(r, backendtest.Kinds{Linear: true, Table: true, NotEqual: true})
		for range r.IntN(4) {
			v := model.Var(r.IntN(len(m.Vars)))
			if d := m.Vars[v].Domain; d.Size() > 0 {
				m = m.With(model.Given{Var: v, Value: d.At(r.IntN(d.Size()))})
			}
		}
		m.Objective = nil
		e := newExplainer(t, m)
		e.Smallest = found%2 == 0
		c, err := e.Conflict(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		solutions := backendtest.Enumerate(m)
		if (c == nil) != (len(solutions) > 0) {
			t.Fatalf("%+v: conflict %v, %d solutions", m, c, len(solutions))
		}
		if c == nil || len(m.Constraints) > 10 {
			continue
		}
		found++
		members := e.Members(c)
		unsat := func(some []model.Constraint) bool {
			return len(backendtest.Enumerate(&model.Model{Vars: m.Vars, Constraints: some})) == 0
		}
		if !unsat(members) || !c.Minimal {
			t.Fatalf("%+v: conflict %+v has a solution, or Minimal is false", m, c)
		}
		for i, member := range members {
			kinds[fmt.Sprintf("%T", member)]++
			if unsat(slices.Delete(slices.Clone(members), i, i+1)) {
				t.Fatalf("%+v: conflict %+v has no solution without %s either", m, c, m.Describe(member))
			}
		}
		if err := e.Verify(t.Context(), verifier, c); err != nil {
			t.Error(err)
		}
		if e.Smallest {
			if !c.Smallest || c.LowerBound != len(c.Clues) {
				t.Fatalf("%+v: conflict %+v: Smallest is false, or LowerBound is not reached", m, c)
			}
			checkSmallest(t, m, c, unsat)
		}
	}
	for _, kind := range []string{"AllDifferent", "Linear", "Table", "NotEqual", "Given"} {
		if kinds["model."+kind] < 3 {
			t.Errorf("too few conflicts with %s: %v", kind, kinds)
		}
	}
}

// checkSmallest tries all subsets: no conflict may have fewer clues, and none with the clues of c fewer rules.
func checkSmallest(t *testing.T, m *model.Model, c *explain.Conflict, unsat func([]model.Constraint) bool) {
	t.Helper()
	for mask := range uint(1) << len(m.Constraints) {
		var some []model.Constraint
		clues, same, rules := 0, true, 0
		for i, k := range m.Constraints {
			if mask>>i&1 == 0 {
				continue
			}
			some = append(some, k)
			if g, ok := k.(model.Given); ok {
				clues++
				same = same && slices.Contains(c.Clues, g)
			} else {
				rules++
			}
		}
		fewer := clues < len(c.Clues) || same && clues == len(c.Clues) && rules < len(c.Rules)
		if fewer && unsat(some) {
			t.Fatalf("%+v: %d clues and %d rules have no solution, but Conflict reports %+v as smallest",
				m, clues, rules, c)
		}
	}
}

// unsolvable adds to each puzzle one clue that contradicts its solution.
func unsolvable(s sudoku.Shape, lines []string, r *rand.Rand) []sudoku.Puzzle {
	var all []sudoku.Puzzle
	for _, line := range lines {
		p := backendtest.Puzzle(s, line)
		a, _, err := model.First(context.Background(), native.Solver{}, p.Model())
		if err != nil {
			panic(err)
		}
		for {
			c, v := r.IntN(s.Cells()), 1+r.IntN(s.N())
			if p.Clues[c] == 0 && a[c] != v {
				p.Clues[c] = v
				break
			}
		}
		all = append(all, p)
	}
	return all
}

// TestSudokuConflicts finds and derives conflicts of puzzles with one wrong clue, easy and hard ones, and verifies with
// another solver that they are minimal.
func TestSudokuConflicts(t *testing.T) {
	s := sudoku.Order(3)
	n := 20
	if os.Getenv("NONET_LONG") != "" {
		n = 1000
	}
	lines := slices.Concat(backendtest.HardestLines(),
		backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), n),
		backendtest.Spread(backendtest.Lines(t, "top95.txt"), n))
	var times []time.Duration
	derived, notDerived, members := 0, 0, 0
	for _, p := range unsolvable(s, lines, rand.New(rand.NewPCG(1, 2))) {
		start := time.Now()
		e := newExplainer(t, s.Model())
		e.Board = boardOf(sudoku.Puzzle{Shape: s})
		e.Orders = 4
		c, err := e.Conflict(t.Context(), p.Given(nil))
		times = append(times, time.Since(start))
		if err != nil || c == nil || !c.Minimal {
			t.Fatalf("%v: Conflict = %+v, error %v; want a minimal one", p.Clues, c, err)
		}
		members += len(c.Clues) + len(c.Rules)
		if err := e.Verify(t.Context(), verifier, c); err != nil {
			t.Fatalf("%v: Verify: %v", p.Clues, err)
		}
		d, err := e.Derive(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if d == nil {
			notDerived++
			continue
		}
		derived++
		if len(d.Contradiction.Cells) != 1 && !slices.Contains(c.Rules, d.Contradiction.Rule) {
			t.Errorf("%v: the contradiction %+v is not in one of the rules %v", p.Clues, d.Contradiction, c.Rules)
		}
		if len(d.Steps) > 0 == (d.Hardest == nil) {
			t.Errorf("%v: %d steps, but hardest rule %v", p.Clues, len(d.Steps), d.Hardest)
		}
	}
	if derived < 20 || notDerived < 5 {
		t.Errorf("%d conflicts derived and %d not, want at least 20 and 5", derived, notDerived)
	}
	slices.Sort(times)
	t.Logf("puzzles=%d derived=%d members=%d median=%v worst=%v",
		len(times), derived, members, times[len(times)/2], times[len(times)-1])
}

// TestDerivation checks the sentences of derivations with one step. Houses have the names that they have in the whole
// grid.
func TestDerivation(t *testing.T) {
	s := sudoku.Order(3)
	for line, want := range map[string][2]string{
		"....2..4...8.35.......7.6.2.31.4697.2.......6...5.12.3.49...73........1.8....4...": {
			"Hidden single in a line: r9c8 is the only place for 2 in column 8: r9c8=2",
			"{[] 16 6 [] }",
		},
		"...6.2...4...5...1.85.1.62..382.671......8....194.735..26.4.53.9...2...7...8.9...": {
			"Locked pair: r4c5 and r5c5 hold only 3 and 9 in column 5 and box 5: r1c5,r6c5,r7c5,r9c5,r4c4," +
				"r5c4≠3; r1c5,r6c5,r7c5,r9c5,r4c4,r5c4≠9",
			"{[49] 0 0 [] }",
		},
		".2..3..9....9.7...9..2.8..5..48.65..657...2.8..31.29..8..6.5..7...3.9....3..2..5.": {
			"Locked pair: r6c1 and r6c2 hold only 3 and 8 in row 6 and box 4: r6c3,r6c5,r6c8,r6c9,r4c1," +
				"r4c2≠3; r6c3,r6c5,r6c8,r6c9,r4c1,r4c2≠8",
			"{[47] 0 0 [] }",
		},
	} {
		e := newExplainer(t, s.Model())
		e.Board = boardOf(sudoku.Puzzle{Shape: s})
		e.Orders = 10
		c, err := e.Conflict(t.Context(), backendtest.Puzzle(s, line).Given(nil))
		if err != nil || c == nil {
			t.Fatal(c, err)
		}
		d, err := e.Derive(t.Context(), c)
		if err != nil || d == nil {
			t.Fatal(d, err)
		}
		if len(d.Steps) != 1 || d.Steps[0] != want[0] || fmt.Sprint(d.Contradiction) != want[1] || d.Hardest == nil {
			t.Errorf("%s: %+v\nwant %s", line, d, want)
		}
	}
}

// TestDeriveEnds ends the context at every look that Derive takes at it, most of them within the search of a rule.
// Derive must return the error, and must not panic.
func TestDeriveEnds(t *testing.T) {
	s := sudoku.Order(3)
	const line = ".2..3..9....9.7...9..2.8..5..48.65..657...2.8..31.29..8..6.5..7...3.9....3..2..5."
	e := newExplainer(t, s.Model())
	e.Board = boardOf(sudoku.Puzzle{Shape: s})
	c, err := e.Conflict(t.Context(), backendtest.Puzzle(s, line).Given(nil))
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	whole := backendtest.NewCountdown(t, 1<<40)
	want, err := e.Derive(whole, c)
	if err != nil || want == nil {
		t.Fatal(want, err)
	}
	for n := 1; n < whole.Checks; n++ {
		if _, err := e.Derive(backendtest.NewCountdown(t, n), c); err != context.Canceled {
			t.Fatalf("a context that ends at check %d of %d: error %v", n, whole.Checks, err)
		}
	}
}
