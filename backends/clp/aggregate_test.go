package clp

import (
	"math"
	"math/rand/v2"
	"testing"

	"nonet/backends/backendtest"
	"nonet/model/sudoku"
)

// recorder is a relaxation with a given point and given multipliers.
type recorder struct {
	liar
	x, y []float64
}

func (r *recorder) point() []float64       { return r.x }
func (r *recorder) multipliers() []float64 { return r.y }

// Points of the smaller program are points of the program, and the same multipliers give the same sum of rows.
func TestAggregation(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	var programs []*linear
	for range 500 {
		p := randomProgram(random)
		if m, err := compile(p, nil); err == nil {
			s := newState(m)
			if s.propagate() {
				programs = append(programs, s.linearize(nil, false))
			}
		}
	}
	for _, hard := range backendtest.Hardest {
		_, lp := relaxed(t, sudokuProgram(backendtest.Puzzle(sudoku.Order(3), hard.Puzzle)))
		programs = append(programs, lp)
	}
	pivots, points := 0, 0
	for n, lp := range programs {
		inner := &recorder{liar: liar{random: random}}
		a := newAggregation(inner, lp)
		if a == nil {
			t.Fatalf("program %d: no aggregation", n)
		}
		a.load(lp)
		inner.x, inner.y = make([]float64, len(a.small.column)), make([]float64, a.small.rows)
		for k := range inner.x {
			inner.x[k] = float64(random.IntN(2))
		}
		for i := range inner.y {
			inner.y[i] = float64(random.IntN(7) - 3)
		}
		lower, upper := a.bounds()
		for k := range lower {
			lower[k], upper[k] = float64(random.IntN(4)/3), float64(1+random.IntN(2))
		}
		a.solve()

		x := a.point()
		met := func(lp *linear, x []float64) bool {
			for i, v := range lp.activity(x) {
				if v < lp.lower[i] || v > lp.upper[i] {
					return false
				}
			}
			return true
		}
		outside := false
		for k, v := range x {
			outside = outside || v < lower[k] || v > upper[k]
		}
		atPivot := make([]float64, len(lp.column))
		insideSmall := true
		for i, q := range a.pivot {
			if q >= 0 {
				atPivot[q] = inner.y[i]
				pivots++
			}
		}
		for k, v := range inner.x {
			k := a.small.column[k]
			insideSmall = insideSmall && v >= lower[k] && v <= upper[k]
		}
		got, want := insideSmall && met(a.small, inner.x), !outside && met(lp, x)
		if want {
			points++
		}
		if got != want {
			t.Errorf("program %d: small program met: %v, program met: %v", n, got, want)
		}

		// The sum has the multiplier of its row at a pivot, and the sum of the smaller program elsewhere.
		sum := atPivot
		for k, v := range a.small.sum(inner.y) {
			sum[a.small.column[k]] = v
		}
		for k, v := range lp.sum(a.multipliers()) {
			if v != sum[k] {
				t.Errorf("program %d: sum of the rows at column %d is %v, want %v", n, k, v, sum[k])
			}
		}
		if n >= len(programs)-len(backendtest.Hardest) && len(a.small.index) > len(lp.index)*5/4 {
			t.Errorf("program %d: %d nonzeros, %d before", n, len(a.small.index), len(lp.index))
		}
	}
	if pivots < 1000 || points < 50 {
		t.Errorf("only %d pivots and %d points", pivots, points)
	}
}

// activity returns the activities of the rows.
func (lp *linear) activity(x []float64) []float64 {
	v := make([]float64, lp.rows)
	for k := range lp.column {
		for e := lp.start[k]; e < lp.start[k+1]; e++ {
			v[lp.index[e]] += lp.value[e] * x[k]
		}
	}
	return v
}

// sum returns the sum of the rows with multipliers y.
func (lp *linear) sum(y []float64) []float64 {
	v := make([]float64, len(lp.column))
	for k := range lp.column {
		for e := lp.start[k]; e < lp.start[k+1]; e++ {
			v[k] += lp.value[e] * y[lp.index[e]]
		}
	}
	return v
}

func TestNoAggregation(t *testing.T) {
	small := func() *linear {
		return &linear{rows: 1, column: []int32{0}, start: []int32{0, 1}, index: []int32{0}, value: []float64{1},
			lower: []float64{1}, upper: []float64{1}}
	}
	if newAggregation(&liar{}, small()) == nil {
		t.Error("none of the smallest program")
	}
	objective, large, many := small(), small(), small()
	objective.cost = []float64{1}
	large.value[0] = maxCoefficient + 1
	many.rows = 1 << 12
	for name, lp := range map[string]*linear{"objective": objective, "large coefficient": large, "many rows": many} {
		if newAggregation(&liar{}, lp) != nil {
			t.Errorf("%s: an aggregation", name)
		}
	}
}

// Without a pivot with a small coefficient, a row stays as it is.
func TestAggregationSkipsLargeCoefficients(t *testing.T) {
	lp := &linear{rows: 2, column: []int32{0, 1}, start: []int32{0, 2, 4}, index: []int32{0, 1, 0, 1},
		value: []float64{2, 3, 2, 5}, lower: []float64{2, math.Inf(-1)}, upper: []float64{2, 5}}
	a := newAggregation(&liar{}, lp)
	a.load(lp)
	if a.small.rows != 2 || len(a.small.column) != 2 || len(a.steps) != 0 {
		t.Errorf("%+v", a.small)
	}
}
