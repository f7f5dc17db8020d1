package human_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"nonet/backends/backendtest"
	"nonet/backends/native"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/sudoku"
)

// TestSoundness applies the ladder of all rules to many puzzles. On a puzzle with one solution every step must agree
// with it. On a puzzle with several, where only sound rules are used, no solution may have an eliminated value. For
// some puzzles the test also tries every rule in some of the positions on the way, even if an easier rule applies.
//
// By default the test uses a sample of each list; with NONET_LONG=1 it uses all of them, more than 100,000 puzzles.
// With -v it logs how far the ladder gets without guesses and how often each rule is the hardest one needed.
func TestSoundness(t *testing.T) {
	for _, list := range []struct {
		name    string
		sample  int
		puzzles func(t *testing.T, n int) []sudoku.Puzzle // n of them, or all if n is 0
	}{
		{"easy50.txt", 3, publicList},
		{"sudoku17.txt.gz", 14, publicList},
		{"top95.txt", 3, publicList},
		{"techniques.jsonl", 6, publicList},
		{"order3-random.txt.gz", 12, publicList},
		{"minimal, dug from random grids", 8, func(t *testing.T, n int) []sudoku.Puzzle {
			if n == 0 {
				n = 55000
			}
			return dug(t, sudoku.Order(3), n)
		}},
		{"minimal, 6x6", 20, func(t *testing.T, n int) []sudoku.Puzzle {
			if n == 0 {
				n = 1000
			}
			return dug(t, sudoku.Shape{Height: 2, Width: 3}, n)
		}},
	} {
		t.Run(list.name, func(t *testing.T) {
			n := list.sample
			if os.Getenv("NONET_LONG") != "" {
				n = 0
			}
			puzzles := list.puzzles(t, n)
			var mu sync.Mutex
			var total climbs
			var wg sync.WaitGroup
			jobs := runtime.GOMAXPROCS(0)
			for j := range jobs {
				wg.Go(func() {
					g := newGuide(t, puzzles[0].Shape)
					for i := j; i < len(puzzles); i += jobs {
						g.every = n > 0 || i/jobs%32 == 0
						g.climb(t, puzzles[i])
					}
					mu.Lock()
					defer mu.Unlock()
					total.add(g.climbs)
				})
			}
			wg.Wait()
			if total.solved == 0 {
				t.Error("no puzzle was solved")
			}
			t.Logf("%s:\n%s", list.name, total)
		})
	}
}

// publicList returns n puzzles spread over a public list, or all if n is 0.
func publicList(t *testing.T, n int) []sudoku.Puzzle {
	lines := backendtest.Lines(t, strings.Split(t.Name(), "/")[1])
	if n > 0 {
		lines = backendtest.Spread(lines, n)
	}
	var puzzles []sudoku.Puzzle
	for _, line := range lines {
		if strings.HasPrefix(line, "{") {
			var q struct{ Givens string }
			if err := json.Unmarshal([]byte(line), &q); err != nil {
				t.Fatal(err)
			}
			line = q.Givens
		}
		if _, after, found := strings.Cut(line, " "); found {
			line = after
		}
		puzzles = append(puzzles, backendtest.Puzzle(sudoku.Order(3), line))
	}
	return puzzles
}

// dug returns n minimal puzzles: it removes clues from random grids in random order as long as the solution stays
// unique.
func dug(t *testing.T, s sudoku.Shape, n int) []sudoku.Puzzle {
	solver, err := native.Solver{}.Prepare(t.Context(), s.Model())
	if err != nil {
		t.Fatal(err)
	}
	several := func(p sudoku.Puzzle) bool {
		n := 0
		if _, err := solver.SolveGiven(context.Background(), p.Given(nil), func(model.Assignment) bool {
			n++
			return n < 2
		}); err != nil {
			t.Fatal(err)
		}
		return n > 1
	}
	r := rand.New(rand.NewPCG(1, 0))
	puzzles := make([]sudoku.Puzzle, n)
	for i := range puzzles {
		p := sudoku.Puzzle{Shape: s}
		if p.Clues, err = sudoku.RandomGrid(context.Background(), s, r); err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Perm(s.Cells()) {
			v := p.Clues[c]
			p.Clues[c] = 0
			if several(p) {
				p.Clues[c] = v
			}
		}
		puzzles[i] = p
	}
	return puzzles
}

// A guide solves puzzles of one shape by the ladder and checks the steps.
type guide struct {
	climbs
	solver model.Prepared
	ladder *human.Ladder
	p      *human.Position
	trial  *human.Position
	every  bool // try every rule on the way
}

func newGuide(t *testing.T, s sudoku.Shape) *guide {
	solver, err := native.Solver{}.Prepare(t.Context(), s.Model())
	if err != nil {
		t.Error(err)
	}
	board := newBoard(t, s.Model())
	return &guide{solver: solver, ladder: human.Standard(), p: board.NewPosition(nil), trial: board.NewPosition(nil)}
}

// solve returns the number of solutions, up to limit, and the first solution.
func (g *guide) solve(t *testing.T, givens []model.Given, limit int) (n int, first model.Assignment) {
	if _, err := g.solver.SolveGiven(context.Background(), givens, func(a model.Assignment) bool {
		if n++; n == 1 {
			first = slices.Clone(a)
		}
		return n < limit
	}); err != nil {
		t.Error(err)
	}
	return n, first
}

func (g *guide) climb(t *testing.T, puzzle sudoku.Puzzle) {
	givens := puzzle.Given(nil)
	n, solution := g.solve(t, givens, 2)
	g.p.Reset(givens)
	wrong := func(s *human.Step) bool {
		if n > 1 {
			return g.refutes(t, s, givens)
		}
		for _, k := range s.Placements {
			if solution[k.Cell] != k.Value {
				return true
			}
		}
		for _, k := range s.Eliminations {
			if solution[k.Cell] == k.Value {
				return true
			}
		}
		return false
	}
	if n > 1 {
		solution = nil
	}
	steps := 0
	r, err := g.ladder.Rate(g.p, solution, func(s *human.Step) bool {
		if n > 1 && wrong(s) {
			t.Errorf("%v: %s: loses a solution", puzzle.Clues, s)
		}
		if steps++; g.every && steps%32 == 9 {
			g.trial.CopyFrom(g.p) // other searches must not overwrite the current step
			for _, rule := range g.ladder.Rules() {
				if rule.Unique && n > 1 {
					continue
				}
				found := 0
				rule.Find(g.trial, func(s *human.Step) bool {
					if wrong(s) {
						t.Errorf("%v: %s: wrong", puzzle.Clues, s)
					}
					found++
					return found < 20
				})
			}
		}
		return true
	})
	if err != nil {
		t.Errorf("%v: %v", puzzle.Clues, err)
	}
	g.note(r, n)
}

// refutes reports whether some solution with these givens contradicts the step.
func (g *guide) refutes(t *testing.T, s *human.Step, givens []model.Given) bool {
	for _, k := range s.Eliminations {
		if n, _ := g.solve(t, append(slices.Clip(givens), model.Given{Var: k.Cell, Value: k.Value}), 1); n > 0 {
			return true
		}
	}
	for _, k := range s.Placements {
		for _, v := range g.p.Candidates(k.Cell) {
			n, _ := g.solve(t, append(slices.Clip(givens), model.Given{Var: k.Cell, Value: v}), 1)
			if n > 0 && v != k.Value {
				return true
			}
		}
	}
	return false
}

// climbs counts puzzles by outcome.
type climbs struct {
	puzzles, several, none int // total, with several solutions, without a solution
	solved, guesses        int // puzzles solved without a guess, guesses in total
	hardest                map[*human.Rule]int
	levels                 [human.Extreme + 1]int
	steps                  map[*human.Rule]int
}

func (c *climbs) note(r human.Rating, solutions int) {
	if c.hardest == nil {
		c.hardest, c.steps = map[*human.Rule]int{}, map[*human.Rule]int{}
	}
	c.puzzles++
	switch {
	case solutions > 1:
		c.several++
		return
	case solutions == 0:
		c.none++
		return
	case r.Guesses == 0:
		c.solved++
	}
	c.guesses += r.Guesses
	if r.Hardest != nil {
		c.hardest[r.Hardest]++
	}
	c.levels[r.Level]++
	for _, u := range r.Uses {
		c.steps[u.Rule] += u.Steps
	}
}

func (c *climbs) add(d climbs) {
	if c.hardest == nil {
		c.hardest, c.steps = map[*human.Rule]int{}, map[*human.Rule]int{}
	}
	c.puzzles += d.puzzles
	c.several += d.several
	c.none += d.none
	c.solved += d.solved
	c.guesses += d.guesses
	for l, n := range d.levels {
		c.levels[l] += n
	}
	for r, n := range d.hardest {
		c.hardest[r] += n
	}
	for r, n := range d.steps {
		c.steps[r] += n
	}
}

func (c climbs) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d puzzles, %d with several solutions, %d without; %d solved without a guess, %d guesses\n",
		c.puzzles, c.several, c.none, c.solved, c.guesses)
	for _, l := range human.Levels() {
		fmt.Fprintf(&b, "%s %d  ", l, c.levels[l])
	}
	b.WriteString("\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "rule\trating\tsteps\thardest in\n")
	for _, r := range append(human.Rules(), human.Guess) {
		if c.steps[r] > 0 {
			fmt.Fprintf(w, "%s\t%.1f\t%d\t%d\n", r.Name, r.Explainer, c.steps[r], c.hardest[r])
		}
	}
	w.Flush()
	return b.String()
}
