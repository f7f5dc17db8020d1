package metaheur

import (
	"math"
	"testing"

	"nonet/model"
	"nonet/model/sudoku"
)

func TestGibbs(t *testing.T) {
	conformance(t, 5e6, func(o Options) model.Solver { return Gibbs{Options: o} })
}

func TestOneReplica(t *testing.T) {
	g := Gibbs{Options: Options{Moves: 1e7}, Replicas: 1, Hottest: 0.3}
	if _, r, err := model.First(t.Context(), g, lewis(sudoku.Order(3), 0.6, 3)); err != nil || r.Solutions != 1 {
		t.Errorf("got %+v, error %v; want a solution", r, err)
	}
}

// TestGibbsWalk checks that a walk keeps counters and cost correct, givens fixed and values in their domains.
func TestGibbsWalk(t *testing.T) {
	for _, m := range samples(t) {
		r := newRun(t, m.model, 1)
		n := newNetwork(r.problem)
		free := n.freeCells()
		if len(free) == 0 {
			continue
		}
		s := newGibbsSampler(n, free, r.newRNG())
		s.setTemperature(0.5)
		if made := s.walk(1000); s.cost > 0 && made != 1000 {
			t.Errorf("%s: walk returns %d moves, want 1000", m.name, made)
		}
		cost := 0
		for c, x := range s.value {
			if s.domain[c]>>x&1 == 0 || s.fixed[c] >= 0 && s.fixed[c] != int(x) {
				t.Errorf("%s: cell %d has value %d", m.name, c, x)
			}
			equal := 0
			for _, q := range s.peers[c] {
				if s.value[q] == x {
					equal++
				}
			}
			cost += equal
			if got := int(s.count[c*len(s.values)+int(x)]); got != equal {
				t.Errorf("%s: counter of peers of cell %d with its value is %d, want %d", m.name, c, got, equal)
			}
		}
		if s.cost != cost/2 {
			t.Errorf("%s: cost %d, want %d", m.name, s.cost, cost/2)
		}
	}
}

// TestGibbsDistribution checks that r1c1 of a 4x4 grid, with all other cells fixed, takes its values with the
// probabilities of the Gibbs distribution.
func TestGibbsDistribution(t *testing.T) {
	m := sudoku.Order(2).Model()
	for c := range model.Var(16) {
		if c > 0 {
			m.Vars[c].Domain = model.Values(1 + int(c)%4)
		}
	}
	p, err := newProblem(m)
	if err != nil {
		t.Fatal(err)
	}
	p.infeasible = false // the fixed cells conflict, which does not affect the sampler
	n := newNetwork(p)
	free := []freeCell{{cell: 0, values: []uint8{0, 1, 2, 3}}}
	s := newGibbsSampler(n, free, &rng{1})
	const temperature, draws = 1.5, 100000
	s.setTemperature(temperature)
	var seen [4]float64
	for range draws {
		s.walk(1)
		seen[s.value[0]]++
	}
	total := 0.0
	for x := range 4 {
		total += math.Exp(-float64(s.count[x]) / temperature)
	}
	for x := range 4 {
		got, want := seen[x]/draws, math.Exp(-float64(s.count[x])/temperature)/total
		if math.Abs(got-want) > 0.008 { // five standard deviations
			t.Errorf("value %d with frequency %v, want %v", x, got, want)
		}
	}
}
