//go:build clp

package clp

import (
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/sudoku"
)

func init() {
	guides = append(guides, []struct {
		name string
		open func() (relaxation, error)
	}{{"coin", openCoin}, {"lanl", openLanl}}...)
}

// CLP's claims of infeasibility are proved each time: if one is not, the search is still right, but the multipliers are not what we
// take them for.
func TestEveryInfeasibleRelaxationIsProved(t *testing.T) {
	var programs []*ip.Program
	for i := range 1000 {
		programs = append(programs, randomProgram(rand.New(rand.NewPCG(uint64(i), 3))))
	}
	for _, p := range backendtest.Hardest[:2] {
		programs = append(programs, sudokuProgram(backendtest.Puzzle(sudoku.Order(3), p.Puzzle)))
	}
	for _, g := range guides {
		if g.name != "coin" && g.name != "lanl" {
			continue
		}
		claims := 0
		for name, d := range designs(t) {
			d.open = func() (relaxation, error) {
				r, err := g.open()
				return countingClaims{r, &claims}, err
			}
			for i, p := range programs {
				if d.everything && i >= 1000 {
					break // minutes, with a load per relaxation
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
		if claims < 100 {
			t.Errorf("%s: only %d relaxations were infeasible", g.name, claims)
		}
	}
}

// countingClaims counts how often a relaxation says infeasible.
type countingClaims struct {
	relaxation
	claims *int
}

func (c countingClaims) solve(iterations int) (verdict, int) {
	v, n := c.relaxation.solve(iterations)
	if v == infeasible {
		*c.claims++
	}
	return v, n
}

// A relaxation that is interrupted every few iterations goes on where it stopped.
func TestSolveInBursts(t *testing.T) {
	for _, d := range designs(t) {
		interruptions := 0
		d.open = func() (relaxation, error) { return inBursts{&coin{}, &interruptions}, nil }
		for _, p := range backendtest.Hardest[:2] {
			puzzle := backendtest.Puzzle(sudoku.Order(3), p.Puzzle)
			var found []string
			r, err := d.solve(t.Context(), eliminated(sudokuProgram(puzzle)), func(x ip.Point) bool {
				found = append(found, "")
				return true
			})
			if err != nil || !r.Complete || len(found) != 1 {
				t.Errorf("%s: %+v, error %v", p.Name, r, err)
			}
		}
		if interruptions < 10 {
			t.Errorf("%d interruptions", interruptions)
		}
	}
}

type inBursts struct {
	*coin
	interruptions *int
}

func (b inBursts) solve(int) (verdict, int) {
	v, n := b.coin.solve(7)
	if v == interrupted {
		*b.interruptions++
	}
	return v, n
}

// Handles are fresh, so what was solved before does not show.
func TestEffortIsReproducible(t *testing.T) {
	for _, v := range Variants() {
		var first model.Effort
		for i, name := range []int{0, 3, 0} {
			p := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[name].Puzzle))
			r, err := Engine{v}.Solve(t.Context(), p, func(ip.Point) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			switch i {
			case 0:
				first = r.Stats.Effort
			case 2:
				if r.Stats.Effort != first {
					t.Errorf("variant %q: %+v, then %+v", v, first, r.Stats.Effort)
				}
			}
			if r.Stats.Effort.LPs == 0 || r.Stats.Effort.Nodes == 0 || (r.Stats.Effort.Iterations > 0) != (v != Lanl) {
				t.Errorf("variant %q: %+v", v, r.Stats.Effort)
			}
		}
	}
}

// What the comment on Probe says.
func TestProbeNeedsNoRelaxationFor17Clues(t *testing.T) {
	for i, line := range puzzles(t, "sudoku17.txt.gz", 300) {
		r, err := Engine{Probe}.Solve(t.Context(), sudokuProgram(backendtest.Puzzle(sudoku.Order(3), line)), func(ip.Point) bool { return true })
		if err != nil || r.Solutions != 1 || !r.Complete || r.Stats.Effort.LPs != 0 {
			t.Errorf("puzzle %d: %+v, error %v", i, r, err)
		}
	}
}
