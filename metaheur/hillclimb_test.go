package metaheur

import (
	"math"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model"
	"nonet/model/sudoku"
)

func TestHillClimbing(t *testing.T) {
	conformance(t, 2e3, func(o Options) model.Solver { return HillClimbing{Options: o} })
}

// TestHillClimbingReadings solves a puzzle with about 45 clues with all readings of the paper.
func TestHillClimbingReadings(t *testing.T) {
	m := lewis(sudoku.Order(3), 0.5, 1)
	o := Options{Seed: 1, Moves: 2e4}
	for _, h := range []HillClimbing{
		{Options: o, Initial: Greedy},
		{Options: o, Initial: RandomFill},
		{Options: o, Plateau: NoBest},
		{Options: o, Plateau: FirstMaximum},
		{Options: o, Plateau: AnySuccessor},
		{Options: o, Level: 3},
		{Options: o, Tie: FirstTie},
		{Options: o, W1: 1},
		{Options: o, W1: 2, W2: -1},
	} {
		if _, r, err := model.First(t.Context(), h, m); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", h, r, err)
		}
	}
}

func newTestClimb(t *testing.T, m *model.Model, h HillClimbing) *climb {
	h.W1, h.W2 = 1, -1
	return newClimb(newRun(t, m, 1), &h)
}

// f1 computes f₁ of the paper by its definition, on models whose lines are the rows and columns of a Sudoku.
func f1(c *climb) (n int) {
	for _, cells := range c.lines {
		seen := map[uint8]bool{}
		for _, cell := range cells {
			seen[c.value[cell]] = true
		}
		n += len(seen)
	}
	return n
}

// f2 computes f₂ of the paper by its definition.
func f2(c *climb) (n int) {
	for _, cells := range c.lines {
		for _, given := range cells {
			for _, cell := range cells {
				if c.fixed[given] >= 0 && c.fixed[cell] < 0 && c.value[cell] == c.value[given] {
					n++
				}
			}
		}
	}
	return n
}

// TestClimb checks scores by their definition, which successors count, that the queue returns the best state first and
// each state once, and that blocks and givens are intact.
func TestClimb(t *testing.T) {
	for _, m := range samples(t) {
		for _, h := range []HillClimbing{
			{Initial: GreedySwapped}, {Initial: Greedy}, {Initial: RandomFill}, {Plateau: AnySuccessor},
		} {
			c := newTestClimb(t, m.model, h)
			c.fillStart(h.Initial)
			c.restart()
			seen := map[string]bool{}
			for range 10 {
				if !c.popState() || c.cost == 0 {
					break
				}
				if !intact(c.permutations) {
					t.Fatalf("%s: a given has changed, or a block is not a permutation", m.name)
				}
				if seen[string(c.value)] {
					t.Fatalf("%s: a state is expanded twice", m.name)
				}
				seen[string(c.value)] = true
				if got, want := c.score(c.cost, c.clashes), float64(f1(c)-f2(c)); got != want {
					t.Fatalf("%s: score %v, want %v", m.name, got, want)
				}
				want := math.Inf(-1) // highest score of a successor, by trying each
				for _, b := range c.blocks {
					for i, x := range b.free {
						for _, y := range b.free[i+1:] {
							c.value[x], c.value[y] = c.value[y], c.value[x]
							if h.Plateau == AnySuccessor || !seen[string(c.value)] {
								want = max(want, float64(f1(c)-f2(c)))
							}
							c.value[x], c.value[y] = c.value[y], c.value[x]
						}
					}
				}
				here := c.score(c.cost, c.clashes)
				got := c.expand()
				if c.cost == 0 {
					break
				}
				if want > here && got != want || want <= here && got > here {
					t.Fatalf("%s: score of the best successor %v, want %v", m.name, got, want)
				}
			}
		}
	}
}

// TestClimbQueue checks that the queue returns states in the order of their scores, and keeps the best.
func TestClimbQueue(t *testing.T) {
	r := newRun(t, sudoku.Order(1).Model(), 1)
	var q climbQueue
	var want []int
	for i := range int32(3 * mostStates) {
		score := r.IntN(50)
		q.push(successor{from: i, a: int32(score)}, float64(score))
		want = append(want, score)
		if i%1000 == 0 {
			q.prune()
		}
	}
	q.prune()
	slices.Sort(want)
	if q.waiting < mostStates || q.waiting >= 2*mostStates {
		t.Errorf("%d states queued, want %d to %d", q.waiting, mostStates, 2*mostStates-1)
	}
	for i := range mostStates {
		if got := q.pop(r.IntN); int(got.a) != want[len(want)-1-i] {
			t.Fatalf("pop returns score %d, want %d", got.a, want[len(want)-1-i])
		}
	}
	q = climbQueue{}
	for i := range int32(5) {
		q.push(successor{from: i}, 7)
	}
	for i := range int32(5) {
		if got := q.pop(nil); got.from != i {
			t.Errorf("pop returns state %d, want %d", got.from, i)
		}
	}
}

// TestGreedyFilling checks that greedy filling has fewer clashes with givens than random filling, that swapping reduces
// them further on average, and never adds any.
func TestGreedyFilling(t *testing.T) {
	m := backendtest.Puzzle(sudoku.Order(3), escargot).Model()
	c := newTestClimb(t, m, HillClimbing{})
	mean := func(initial Initial) float64 {
		sum := 0
		for range 100 {
			c.fillStart(initial)
			c.recount()
			if !intact(c.permutations) {
				t.Fatal("a given has changed, or a block is not a permutation")
			}
			sum += c.clashes
		}
		return float64(sum) / 100
	}
	random, greedy, swapped := mean(RandomFill), mean(Greedy), mean(GreedySwapped)
	if swapped >= greedy || greedy >= random {
		t.Errorf("mean clashes with givens: random %v, greedy %v, greedy and swapped %v; want decreasing",
			random, greedy, swapped)
	}
	for range 100 {
		c.fillStart(Greedy)
		c.recount()
		before := c.clashes
		for i := range c.blocks {
			c.swapClashing(&c.blocks[i])
		}
		if c.recount(); c.clashes > before {
			t.Errorf("%d clashes with givens after swapping, %d before", c.clashes, before)
		}
	}
}

// TestPlateau checks that each plateau rule ends a start after the right number of expansions, on a model whose states
// all have the same score.
func TestPlateau(t *testing.T) {
	for _, c := range []struct {
		plateau Plateau
		want    int64
	}{{SameScore, 10}, {NoBest, 10}, {FirstMaximum, 1}, {AnySuccessor, 10}} {
		starts := map[int64]int64{} // number of restarts -> expansions
		o := Options{Seed: 1, Moves: 200, Trace: func(e Event) { starts[e.Restarts]++ }}
		h := HillClimbing{Options: o, W2: -1, Plateau: c.plateau}
		m := sudoku.Order(3).Model() // without givens there are no clashes, so all scores are 0
		if _, err := h.Solve(t.Context(), m, func(model.Assignment) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if starts[0] != c.want || starts[1] != c.want {
			t.Errorf("%v: starts of %d and %d expansions, want %d", c.plateau, starts[0], starts[1], c.want)
		}
	}
}
