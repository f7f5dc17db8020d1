package clp

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/backends/backendtest"
	"nonet/encode/ip"
	"nonet/model/sudoku"
)

// relaxed returns the first relaxation of a search for p, before dropDependentRows.
func relaxed(t *testing.T, p *ip.Program) (*state, *linear) {
	t.Helper()
	m, err := compile(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &search{program: p, prober: newProber(newState(m))}
	if !s.fixBounds() || !s.propagate() {
		t.Fatal("refuted")
	}
	return s.state, s.linearize(nil, false)
}

func empty(order int) *ip.Program {
	shape := sudoku.Order(order)
	return sudokuProgram(sudoku.Puzzle{Shape: shape, Clues: make(sudoku.Grid, shape.Cells())})
}

func TestRanks(t *testing.T) {
	for _, test := range []struct{ order, columns, rows, nonzeros, rank int }{
		// 3N²-3N+1+(n-1)²(N-1)
		{1, 0, 0, 0, 0}, {2, 64, 64, 256, 40}, {3, 729, 324, 2916, 249}, {4, 4096, 1024, 16384, 856},
	} {
		_, lp := relaxed(t, empty(test.order))
		if len(lp.column) != test.columns || lp.rows != test.rows || len(lp.index) != test.nonzeros {
			t.Errorf("order %d: %d columns, %d rows, %d nonzeros", test.order, len(lp.column), lp.rows, len(lp.index))
		}
		lp.dropDependentRows()
		if lp.rows != test.rank {
			t.Errorf("order %d: %d independent rows, want %d", test.order, lp.rows, test.rank)
		}
	}
}

func TestNoEliminationOfHugePrograms(t *testing.T) {
	_, lp := relaxed(t, empty(6))
	lp.dropDependentRows()
	if lp.rows != 4*36*36 || lp.basis != nil {
		t.Errorf("%d rows, basis of %d", lp.rows, len(lp.basis))
	}
}

// The expected sizes after given-elimination are from an independent program. The test checks the helper eliminated.
func TestSizesAfterGivenElimination(t *testing.T) {
	for _, test := range []struct {
		puzzle                  string
		columns, rows, nonzeros int
	}{
		{"000000010400000000020000000000050407008000300001090000300400200050100000000806000", 303, 256, 1212},
		{"100007090030020008009600500005300900010080002600004000300000010040000007007000300", 223, 232, 892},
		{"530070000600195000098000060800060003400803001700020006060000280000419005000080079", 153, 204, 612},
	} {
		size := eliminated(sudokuProgram(backendtest.Puzzle(sudoku.Order(3), test.puzzle))).Size()
		if size.Variables != test.columns || size.Rows != test.rows || size.Nonzeros != test.nonzeros {
			t.Errorf("%s: %+v, want %d, %d, %d", test.puzzle, size, test.columns, test.rows, test.nonzeros)
		}
	}
}

// Propagation leaves the same relaxation for clues as bounds and for clues eliminated beforehand.
func TestLinearizeLeavesOutWhatIsDecided(t *testing.T) {
	for _, p := range backendtest.Hardest {
		full := sudokuProgram(backendtest.Puzzle(sudoku.Order(3), p.Puzzle))
		_, a := relaxed(t, full)
		_, b := relaxed(t, eliminated(full))
		if a.rows != b.rows || len(a.column) != len(b.column) || len(a.index) != len(b.index) ||
			len(a.index) != 4*len(a.column) {
			t.Errorf("%s: %d x %d and %d x %d", p.Name, a.rows, len(a.column), b.rows, len(b.column))
		}
	}
}

// The 0-1 points that the relaxation admits are the solutions of the rows.
func TestLinearizeAgainstTheRows(t *testing.T) {
	for i := range 1000 {
		p := unbounded(randomProgram(rand.New(rand.NewPCG(uint64(i), 9))))
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, everything := range []bool{true, false} {
			s := newState(m)
			if !everything && !s.propagate() {
				continue
			}
			lp := s.linearize(nil, everything)
			x := make(ip.Point, m.columns)
			for b := range 1 << len(x) {
				agrees := true
				for j := range x {
					x[j] = b >> j & 1
					agrees = agrees && (s.value[j] == free || int(s.value[j]) == x[j])
				}
				if !agrees {
					continue
				}
				if got, want := lp.admits(x), p.Check(x) == nil; got != want {
					t.Fatalf("program %d, everything %v: admits %v = %v, want %v\n%+v\n%+v", i,
						everything, x, got, want, p, lp)
				}
			}
		}
	}
}

// admits reports whether x, a point of the matrix, meets the rows.
func (lp *linear) admits(x ip.Point) bool {
	activity := make([]float64, lp.rows)
	for k, j := range lp.column {
		if x[j] == 1 {
			for e := lp.start[k]; e < lp.start[k+1]; e++ {
				activity[lp.index[e]] += lp.value[e]
			}
		}
	}
	for i, a := range activity {
		if a < lp.lower[i] || a > lp.upper[i] {
			return false
		}
	}
	return true
}

// The starting basis has one column per row and is nonsingular.
func TestStartingBasisIsRegular(t *testing.T) {
	programs := []*ip.Program{empty(2), empty(3)}
	for _, p := range backendtest.Hardest[:3] {
		programs = append(programs, sudokuProgram(backendtest.Puzzle(sudoku.Order(3), p.Puzzle)))
	}
	for i := range 300 {
		programs = append(programs, unbounded(randomProgram(rand.New(rand.NewPCG(uint64(i), 10)))))
	}
	pivots := 0
	for i, p := range programs {
		m, err := compile(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &search{program: p, prober: newProber(newState(m))}
		if !s.fixBounds() || !s.propagate() {
			continue
		}
		lp := s.linearize(nil, false)
		lp.dropDependentRows()
		if len(lp.basis) != len(lp.column)+lp.rows {
			t.Fatalf("program %d: %d statuses", i, len(lp.basis))
		}
		var basis [][]int64 // columns of the basis
		for k := range lp.column {
			if lp.basis[k] == basic {
				pivots++
				c := make([]int64, lp.rows)
				for e := lp.start[k]; e < lp.start[k+1]; e++ {
					c[lp.index[e]] = int64(lp.value[e])
				}
				basis = append(basis, c)
			}
		}
		for r := range lp.rows {
			if lp.basis[len(lp.column)+r] == basic {
				c := make([]int64, lp.rows)
				c[r] = 1
				basis = append(basis, c)
			}
		}
		if len(basis) != lp.rows || !regular(basis) {
			t.Errorf("program %d: basis of %d columns for %d rows is not regular", i, len(basis), lp.rows)
		}
	}
	if pivots < 500 {
		t.Errorf("%d pivots in all", pivots)
	}
}

// regular reports whether a square matrix is nonsingular modulo 2^31-1, and so over the rationals.
func regular(a [][]int64) bool {
	const q = 1<<31 - 1
	inverse := func(x int64) int64 {
		return new(big.Int).ModInverse(big.NewInt(x), big.NewInt(q)).Int64()
	}
	for _, row := range a {
		for j := range row {
			row[j] = (row[j]%q + q) % q
		}
	}
	for i := range a {
		for r := i; r < len(a); r++ {
			if a[r][i] != 0 {
				a[i], a[r] = a[r], a[i]
				break
			}
		}
		if a[i][i] == 0 {
			return false
		}
		inv := inverse(a[i][i])
		for r := i + 1; r < len(a); r++ {
			if f := a[r][i] * inv % q; f != 0 {
				for j := i; j < len(a); j++ {
					a[r][j] = (a[r][j] - f*a[i][j]%q + q) % q
				}
			}
		}
	}
	return true
}

// refutes never proves a false statement and never fixes a column that may have the other value, for any multipliers,
// and succeeds with simple multipliers.
func TestRefutesAgainstEnumeration(t *testing.T) {
	proofs, fixings := 0, 0
	for i := range 3000 {
		r := rand.New(rand.NewPCG(uint64(i), 11))
		p := randomProgram(r)
		cost := make([]int64, len(p.Columns))
		for j := range cost {
			cost[j] = int64(r.IntN(11) - 5)
		}
		m, err := compile(p, cost)
		if err != nil {
			t.Fatal(err)
		}
		s := newState(m)
		lp := s.linearize(cost, r.IntN(2) == 0)
		lower, upper := make([]float64, len(lp.column)), make([]float64, len(lp.column))
		for k := range upper {
			upper[k] = 1
			if r.IntN(3) == 0 {
				upper[k] = float64(r.IntN(2))
				lower[k] = upper[k]
			}
		}
		improve := r.IntN(2) == 0
		cutoff := int64(r.IntN(21) - 15)
		y := make([]float64, lp.rows)
		for i := range y {
			switch r.IntN(3) {
			case 0:
				y[i] = float64(r.IntN(5) - 2)
			case 1:
				y[i] = r.NormFloat64()
			}
		}
		fixed := map[int]int{}
		refuted := lp.refutes(y, lower, upper, improve, cutoff, func(k int, value int8) { fixed[k] = int(value) })
		fixings += len(fixed)
		switch {
		case refuted:
			proofs++
		case len(fixed) == 0:
			continue
		}
		x := make(ip.Point, m.columns)
		for b := range 1 << len(x) {
			inside, value := true, int64(0)
			for k, j := range lp.column {
				x[j] = b >> k & 1
				if x[j] == 1 {
					inside = inside && upper[k] == 1
					value += cost[j]
				} else {
					inside = inside && lower[k] == 0
				}
			}
			excluded := refuted
			for k, value := range fixed {
				excluded = excluded || x[lp.column[k]] != value
			}
			if excluded && inside && lp.admits(x) && (!improve || value <= cutoff) {
				t.Fatalf("program %d: %v was excluded with %v, cutoff %v %d\n%+v", i, x, y, improve, cutoff, lp)
			}
		}
	}
	if proofs < 100 || fixings < 100 {
		t.Errorf("only %d proofs and %d fixings", proofs, fixings)
	}
}

func TestRefutesExtremeMultipliers(t *testing.T) {
	// x + y = 1 and x + y = 2 contradict each other by the multipliers 1 and -1, and by any multiple of them.
	lp := &linear{rows: 2, column: []int32{0, 1}, start: []int32{0, 2, 4}, index: []int32{0, 1, 0, 1},
		value: []float64{1, 1, 1, 1},
		lower: []float64{1, 2}, upper: []float64{1, 2}}
	zero, one := []float64{0, 0}, []float64{1, 1}
	nan := infinity - infinity
	for _, test := range []struct {
		y    []float64
		want bool
	}{
		{[]float64{-1, 1}, true}, {[]float64{-1e-9, 1e-9}, true}, {[]float64{-1e200, 1e200}, false},
		{[]float64{-1e15, 1e15}, true},
		{[]float64{1, -1}, false}, {[]float64{0, 0}, false}, {[]float64{nan, 1}, false},
		{[]float64{infinity, 1}, false}, {nil, false},
		{[]float64{-1. / 3, 1. / 3}, true}, {[]float64{-1.0000001, 1}, true},
	} {
		if got := lp.refutes(test.y, zero, one, false, 0, nil); got != test.want {
			t.Errorf("multipliers %v: %v, want %v", test.y, got, test.want)
		}
	}
}

func TestNothingToRelax(t *testing.T) {
	_, lp := relaxed(t, sudokuProgram(backendtest.Puzzle(sudoku.Order(3), backendtest.Hardest[0].Solution)))
	lp.dropDependentRows()
	if lp.rows != 0 || len(lp.column) != 0 || strings.Trim(string(lp.basis), "") != "" {
		t.Errorf("%+v", lp)
	}
}
