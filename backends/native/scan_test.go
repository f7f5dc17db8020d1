package native

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/backends/internal/tournament"
	"nonet/model"
)

// orders are options that choose the next variable in different ways.
var orders = []Options{
	{}, {Order: Fewest}, {Order: Weighted}, {Order: Lexicographic}, {Order: Weighted, Restarts: Never},
}

// TestOrderByTree enumerates random models with a tree in place of the scan.
func TestOrderByTree(t *testing.T) {
	for seed := range uint64(backendtest.Rounds(200, 1500)) {
		r := rand.New(rand.NewPCG(seed, 31))
		m := randomModel(r, 1+r.IntN(5))
		want := backendtest.Enumerate(m)
		x, err := newGeneral(t.Context(), m, orders[seed%uint64(len(orders))])
		if err != nil {
			t.Fatal(err)
		}
		s := x.(*general)
		if s.engine != nil {
			s.tree, s.engine.changed = new(tournament.Tree), &s.changed
		}
		for range 2 {
			var got []model.Assignment
			s.start(nil)
			complete, err := enumerate(t.Context(), s, func() bool {
				a := make(model.Assignment, len(m.Vars))
				if err := s.solution(a); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				got = append(got, a)
				return true
			})
			slices.SortFunc(got, slices.Compare)
			if !complete || err != nil || !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("seed %d: %d solutions, want %d, error %v", seed, len(got), len(want), err)
			}
		}
	}
}

// The tree chooses the first of the variables with the fewest values, or values per weight, or of all.
func TestChoiceByTree(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 32))
		m := randomModel(r, r.IntN(3))
		x, err := newGeneral(t.Context(), m, orders[seed%uint64(len(orders))])
		if err != nil {
			t.Fatal(err)
		}
		s, steps := x.(*general), math.MaxInt
		if s.engine == nil {
			continue
		}
		s.tree, s.engine.changed = new(tournament.Tree), &s.changed
		if s.start(nil); s.engine.fixpoint(&steps) != stable {
			continue
		}
		s.restart.restarts = int64(r.IntN(2))
		want, least := int32(-1), math.Inf(1)
		for _, v := range s.order {
			s.restart.weights[v] = int32(1 + r.IntN(5))
			key := float64(s.engine.size(v))
			switch {
			case key == 1:
				continue
			case s.options.Order == Lexicographic:
				key = 0
			case s.weighted():
				key /= float64(s.restart.weights[v])
			}
			if key < least {
				want, least = v, key
			}
		}
		if v := s.chooseFromTree(); v != want {
			t.Fatalf("seed %d, %+v: variable %d, want %d", seed, s.options, v, want)
		}
	}
}

// TestSparseModel counts the variables that branching looks at: a path of the tree for each change.
func TestSparseModel(t *testing.T) {
	const n = 4 * maxScan
	r := rand.New(rand.NewPCG(1, 1))
	m := &model.Model{Vars: slices.Repeat(vars(model.Interval(1, 4)), n)}
	for range 2 * n {
		if a, b := model.Var(r.IntN(n)), model.Var(r.IntN(n)); a != b {
			m.Constraints = append(m.Constraints, model.NotEqual{A: a, B: b})
		}
	}
	for _, o := range orders {
		x, err := newGeneral(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		s := x.(*general)
		s.start(nil)
		for e := outOfSteps; e != found; {
			e, _ = s.next(checkInterval)
		}
		if most := 2 * s.effort().Propagations * int64(bits.Len(n)); s.tree.Work > most+2*n {
			t.Errorf("%+v: read %d nodes, want at most %d", o, s.tree.Work, most)
		}
	}
}
