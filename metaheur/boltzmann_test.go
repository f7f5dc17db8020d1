package metaheur

import (
	"math"
	"math/bits"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestBoltzmann(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Boltzmann{Options: o} }, "9x9 empty", "diagonals")
}

// TestBoltzmannReadings solves an easy puzzle with other weights, thresholds and coolings, and a small one with
// synchronous sweeps.
func TestBoltzmannReadings(t *testing.T) {
	o := Options{Seed: 1, Moves: 2e7}
	for _, b := range []Boltzmann{
		{Options: o, Threshold: -1},
		{Options: o, Threshold: -9},
		{Options: o, SameValue: -1, SameCell: -2, Threshold: -0.5, Hottest: 10, Coldest: 0.01},
		{Options: o, Cooling: 0.999, Hottest: 20},
	} {
		if _, r, err := model.First(t.Context(), b, lewis(sudoku.Order(3), 0.6, 3)); err != nil || r.Solutions != 1 {
			t.Errorf("%+v: got %+v, error %v; want a solution", b, r, err)
		}
	}
	b := Boltzmann{Options: o, Update: Synchronous}
	if _, r, err := model.First(t.Context(), b, lewis(sudoku.Order(2), 0.6, 1)); err != nil || r.Solutions != 1 {
		t.Errorf("%+v: got %+v, error %v; want a solution", b, r, err)
	}
}

// TestBoltzmannRestarts checks that the search ends after the allowed restarts.
func TestBoltzmannRestarts(t *testing.T) {
	b := Boltzmann{Restarts: 3, Cooling: 0.5}
	r, err := b.Solve(t.Context(), hardModel(), func(model.Assignment) bool { return true })
	if err != nil || r.Status() != model.Unknown || r.Stats.Effort.Restarts != 3 {
		t.Errorf("Solve = %+v, error %v; want unknown after 3 restarts", r, err)
	}
}

func newTestMachine(t *testing.T, m *model.Model, b Boltzmann) *machine {
	b.SameValue, b.SameCell, b.Threshold = -10, -20, -5
	return newMachine(newRun(t, m, 1), &b)
}

// TestSweep checks that full and partial sweeps keep the counters correct and the givens clamped.
func TestSweep(t *testing.T) {
	for _, m := range samples(t) {
		for _, update := range []Update{Asynchronous, Synchronous} {
			u := newTestMachine(t, m.model, Boltzmann{Update: update})
			u.randomize()
			u.setTemperature(10)
			for _, n := range []int{len(u.units), len(u.units) / 2} {
				u.sweep(n)
			}
			for c, x := range u.fixed {
				if x >= 0 && u.active[c] != 1<<x {
					t.Errorf("%s: the given in cell %d is not clamped", m.name, c)
				}
				for x := range u.values {
					n := 0
					for _, q := range u.peers[c] {
						n += int(u.active[q] >> x & 1)
					}
					if got := int(u.activePeers[c][x]); got != n {
						t.Fatalf("%s: counter of peers of cell %d with value %d on is %d, want %d",
							m.name, c, x, got, n)
					}
				}
			}
		}
	}
}

// TestSampleUnit checks that a unit is turned on with the probability of the machine's equation.
func TestSampleUnit(t *testing.T) {
	u := newTestMachine(t, sudoku.Order(3).Model(), Boltzmann{})
	u.setUnit(1, 0, true) // r1c2 has 1 on, in the row and the box of r1c1
	u.setUnit(40, 0, true)
	u.setUnit(0, 1, true)
	const temperature, draws = 20.0, 100000
	u.setTemperature(temperature)
	on := 0
	for range draws {
		if u.sampleUnit(unit{0, 0}) {
			on++
		}
	}
	want := 1 / (1 + math.Exp((10+20-5)/temperature))
	if got := float64(on) / draws; math.Abs(got-want) > 0.007 { // five standard deviations
		t.Errorf("unit on with frequency %v, want %v", got, want)
	}
}

// TestCountWrong checks that the cost is 0 exactly for solutions.
func TestCountWrong(t *testing.T) {
	s := sudoku.Order(3)
	u := newTestMachine(t, s.Model(), Boltzmann{})
	for c, x := range s.Root() {
		u.setUnit(c, uint8(x-1), true)
	}
	if got := u.countWrong(); got != 0 {
		t.Errorf("cost %d of a solution", got)
	}
	x := bits.TrailingZeros64(u.active[0])
	u.setUnit(0, uint8(x), false)
	if got := u.countWrong(); got != 1 {
		t.Errorf("cost %d with a blank cell, want 1", got)
	}
	y := bits.TrailingZeros64(u.active[1])
	u.setUnit(0, uint8(y), true)
	if got := u.countWrong(); got < 2 {
		t.Errorf("cost %d with two equal cells in a row, want at least 2", got)
	}
}
