//go:build clp

package clp

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

func init() {
	guides = append(guides, []struct {
		name string
		open func() (relaxation, error)
	}{{"coin", openCoin}}...)
}

// Every infeasible verdict of CLP is proved by its multipliers. The search is right without the proof, but a missing
// proof would mean that the multipliers are not what the search takes them for.
func TestEveryInfeasibleRelaxationIsProved(t *testing.T) {
	var programs []*ip.Program
	random := backendtest.Rounds(200, 1000)
	for i := range random {
		programs = append(programs, randomProgram(rand.New(rand.NewPCG(uint64(i), 3))))
	}
	for _, p := range backendtest.Hardest[:2] {
		programs = append(programs, sudokuProgram(backendtest.Puzzle(sudoku.Order(3), p.Puzzle)))
	}
	for _, g := range guides {
		if g.name != "coin" {
			continue
		}
		claims := 0
		for name, d := range designs() {
			d.newRelaxation = func() (relaxation, error) {
				r, err := g.open()
				return countingClaims{r, &claims}, err
			}
			for i, p := range programs {
				if d.plain && i >= random {
					break // takes minutes
				}
				s, err := d.search(t.Context(), p, func(ip.Point) bool { return true })
				if err != nil {
					t.Fatal(err)
				}
				if _, err := s.run(); err != nil {
					t.Fatal(err)
				}
				if s.unproved > 0 {
					t.Errorf("%s, %s, program %d: %d not proved", g.name, name, i, s.unproved)
				}
			}
		}
		if claims < random/10 {
			t.Errorf("%s: only %d relaxations were infeasible", g.name, claims)
		}
	}
}

// countingClaims counts infeasible verdicts.
type countingClaims struct {
	relaxation
	claims *int
}

func (c countingClaims) solve() (verdict, int) {
	v, n := c.relaxation.solve()
	if v == infeasible {
		*c.claims++
	}
	return v, n
}

// The relaxation of the empty 25x25 grid takes many seconds. The end of the context interrupts it.
func TestRunningRelaxationIsInterrupted(t *testing.T) {
	p := empty(5)
	for _, e := range []Engine{{}, {Plain: true}} {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		r, err := e.Solve(ctx, p, func(ip.Point) bool { return true })
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || r.Complete || r.Solutions > 0 {
			t.Errorf("%+v: %+v, error %v", e, r, err)
		}
	}
}

// Each search has a new CLP model, so earlier searches do not influence its effort.
func TestEffortIsReproducible(t *testing.T) {
	for _, e := range []Engine{{}, {Plain: true}} {
		var first model.Effort
		for i, name := range []int{0, 3, 0} {
			p := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[name].Puzzle))
			r, err := e.Solve(t.Context(), p, func(ip.Point) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			switch i {
			case 0:
				first = r.Stats.Effort
			case 2:
				if r.Stats.Effort != first {
					t.Errorf("%+v: %+v, then %+v", e, first, r.Stats.Effort)
				}
			}
			if r.Stats.Effort.LPs == 0 || r.Stats.Effort.Nodes == 0 || r.Stats.Effort.Iterations == 0 {
				t.Errorf("%+v: %+v", e, r.Stats.Effort)
			}
		}
	}
}

func TestAll17CluePuzzlesAreUnique(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	all := backendtest.Lines(t, "sudoku17.txt.gz")
	for _, e := range []Engine{{}} {
		direct := 0
		for i, line := range all {
			p := eliminated(sudokuProgram(backendtest.Puzzle(sudoku.Order(3), line)))
			r, err := e.Solve(t.Context(), p, func(ip.Point) bool { return true })
			if err != nil || r.Solutions != 1 || !r.Complete {
				t.Errorf("%+v, puzzle %d: %+v, error %v", e, i, r, err)
			}
			if r.Stats.Effort.LPs == 0 {
				direct++
			}
		}
		t.Logf("%+v: %d of %d without a relaxation, %d MB", e, direct, len(all), resident(t))
	}
}

// The doc comment of Engine: no puzzle with 17 clues needs a relaxation.
func TestNoRelaxationFor17Clues(t *testing.T) {
	for i, line := range backendtest.Spread(backendtest.Lines(t, "sudoku17.txt.gz"), 300) {
		r, err := Engine{}.Solve(t.Context(),
			sudokuProgram(backendtest.Puzzle(sudoku.Order(3), line)), func(ip.Point) bool {
				return true
			})
		if err != nil || r.Solutions != 1 || !r.Complete || r.Stats.Effort.LPs != 0 {
			t.Errorf("puzzle %d: %+v, error %v", i, r, err)
		}
	}
}

// TestRelaxationsAreRare counts the relaxations of the hardest puzzles. None below the root closes a node, so that the
// search solves one at every fourth level only.
func TestRelaxationsAreRare(t *testing.T) {
	for _, e := range []Engine{{}} {
		var sum model.Effort
		for _, line := range backendtest.HardestLines() {
			p := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), line))
			r, err := e.Solve(t.Context(), p, func(ip.Point) bool { return true })
			if err != nil || r.Solutions != 1 || !r.Complete {
				t.Fatalf("%+v, %s: %+v, error %v", e, line, r, err)
			}
			sum.Add(r.Stats.Effort)
		}
		if sum.LPs*4 > sum.Nodes {
			t.Errorf("%+v: %d relaxations for %d nodes, want at most a quarter", e, sum.LPs, sum.Nodes)
		}
	}
}

// On a large program, Dantzig's rule takes three times as many iterations as the steepest edge: 40,000.
func TestPivotRuleOfLargePrograms(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	r, err := Engine{}.Solve(t.Context(), empty(4), func(ip.Point) bool { return false })
	if err != nil || r.Solutions != 1 {
		t.Fatalf("%d solutions, error %v", r.Solutions, err)
	}
	if n := r.Stats.Effort.Iterations; n == 0 || n > 25_000 {
		t.Errorf("%d iterations", n)
	}
}
