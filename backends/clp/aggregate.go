package clp

import (
	"math"
	"math/bits"
	"slices"
)

// An aggregation is a relaxation without an objective that solves a smaller program in place of its own. It solves
// equations for one column each, the pivot, and substitutes the pivots in all other rows. A row that defined a pivot
// then bounds the rest of its columns, so that the pivot stays within its own bounds:
//
//	pivot + rest = right-hand side becomes right-hand side - upper <= rest <= right-hand side - lower
//
// The slack basis of the smaller program is the basis of the pivots in the program, with as good a start. The programs
// of the hardest Sudokus keep a third of their columns and no more nonzeros than before, and the dual simplex takes a
// third of the iterations.
type aggregation struct {
	inner relaxation // of the smaller program
	outer *linear
	small *linear // the smaller program: its column k is column[k] of outer

	origin []int32   // by row of small: row of outer
	pivot  []int32   // by row of small: the column of outer that it defines, or -1
	right  []float64 // by row of small with a pivot: right-hand side
	steps  []rowStep // what made the rows of outer those of small

	lower, upper, x, y []float64 // as in the methods of relaxation
}

// A rowStep is a step of the elimination: subtract a multiple of one row from another. If both are the same, the row is
// multiplied by -1.
type rowStep struct{ from, to, factor int32 }

const (
	// maxCoefficient is the largest coefficient in rows that are solved for a pivot, and the largest of a pivot in
	// other rows: the elimination is exact, and the coefficients stay small.
	maxCoefficient = 8

	// maxElimination limits the size of the matrix that the elimination works on.
	maxElimination = 1 << 23
)

// newAggregation returns an aggregation over inner, or nil if lp has an objective, has large coefficients or is large.
func newAggregation(inner relaxation, lp *linear) *aggregation {
	if lp.cost != nil || lp.rows*(lp.rows+len(lp.column)) > maxElimination {
		return nil
	}
	for _, v := range lp.value {
		if math.Abs(v) > maxCoefficient {
			return nil
		}
	}
	return &aggregation{inner: inner}
}

func (a *aggregation) load(lp *linear) {
	a.outer = lp
	n := len(lp.column)
	a.lower, a.upper, a.x, a.y = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, lp.rows)
	e := newElimination(lp)
	e.run()
	a.steps = e.steps

	a.small = &linear{start: []int32{0}}
	place := make([]int32, lp.rows) // row of small
	isPivot := make([]bool, n)
	for i, q := range e.pivot {
		if q < 0 && e.inRow[i] == 0 && e.lower[i] <= 0 && e.upper[i] >= 0 {
			continue // a sum of other rows
		}
		if q >= 0 {
			isPivot[q] = true
		}
		place[i] = int32(a.small.rows)
		a.small.rows++
		a.origin = append(a.origin, int32(i))
		a.pivot = append(a.pivot, q)
		a.right = append(a.right, e.lower[i])
		a.small.lower = append(a.small.lower, e.lower[i])
		a.small.upper = append(a.small.upper, e.upper[i])
	}
	for k := range int32(n) {
		if isPivot[k] {
			continue
		}
		a.small.column = append(a.small.column, k)
		for i := range ones(e.column(k)) {
			a.small.index = append(a.small.index, place[i])
			a.small.value = append(a.small.value, float64(*e.at(i, k)))
		}
		a.small.start = append(a.small.start, int32(len(a.small.index)))
	}
	a.inner.load(a.small)
}

func (a *aggregation) bounds() (lower, upper []float64) { return a.lower, a.upper }

func (a *aggregation) solve() (verdict, int) {
	lower, upper := a.inner.bounds()
	for n, k := range a.small.column {
		lower[n], upper[n] = a.lower[k], a.upper[k]
	}
	for i, q := range a.pivot {
		if q >= 0 {
			a.small.lower[i], a.small.upper[i] = a.right[i]-a.upper[q], a.right[i]-a.lower[q]
		}
	}
	return a.inner.solve()
}

func (a *aggregation) interrupt() { a.inner.interrupt() }
func (a *aggregation) close()     { a.inner.close() }

func (a *aggregation) point() []float64 {
	for i, q := range a.pivot {
		if q >= 0 {
			a.x[q] = a.right[i]
		}
	}
	for n, x := range a.inner.point() {
		a.x[a.small.column[n]] = x
		for e := a.small.start[n]; e < a.small.start[n+1]; e++ {
			if q := a.pivot[a.small.index[e]]; q >= 0 {
				a.x[q] -= a.small.value[e] * x
			}
		}
	}
	return a.x
}

// multipliers returns the multipliers of the rows of outer whose sum is the sum of the rows of small with theirs.
func (a *aggregation) multipliers() []float64 {
	inner := a.inner.multipliers()
	if inner == nil {
		return nil
	}
	clear(a.y)
	for i, y := range inner {
		a.y[a.origin[i]] = y
	}
	for _, s := range slices.Backward(a.steps) {
		if s.from == s.to {
			a.y[s.to] = -a.y[s.to]
		} else {
			a.y[s.from] -= float64(s.factor) * a.y[s.to]
		}
	}
	return a.y
}

// An elimination solves equations of a linear program for pivots and substitutes them.
type elimination struct {
	rows, columns int
	coef          []int32  // row by row
	rowSet        []uint64 // by row: bit set of its columns
	columnSet     []uint64 // by column: bit set of its rows
	inRow, inCol  []int32  // numbers of coefficients that are not 0
	lower, upper  []float64
	pivot         []int32 // by row: a column, noPivot or untried
	steps         []rowStep
}

// In place of a pivot:
const (
	noPivot = int32(-1)
	untried = int32(-2) // an equation that may get one
)

func newElimination(lp *linear) *elimination {
	m, n := lp.rows, len(lp.column)
	e := &elimination{rows: m, columns: n, coef: make([]int32, m*n),
		rowSet: make([]uint64, m*((n+63)/64)), columnSet: make([]uint64, n*((m+63)/64)),
		inRow: make([]int32, m), inCol: make([]int32, n),
		lower: slices.Clone(lp.lower), upper: slices.Clone(lp.upper), pivot: make([]int32, m)}
	for k := range int32(n) {
		for t := lp.start[k]; t < lp.start[k+1]; t++ {
			e.add(lp.index[t], k, int32(lp.value[t]))
		}
	}
	for i := range e.pivot {
		e.pivot[i] = noPivot
		if e.lower[i] == e.upper[i] {
			e.pivot[i] = untried
		}
	}
	return e
}

func (e *elimination) at(i, k int32) *int32 { return &e.coef[int(i)*e.columns+int(k)] }

// row and column return the sets of coefficients that are not 0.
func (e *elimination) row(i int32) []uint64 {
	words := (e.columns + 63) / 64
	return e.rowSet[int(i)*words:][:words]
}

func (e *elimination) column(k int32) []uint64 {
	words := (e.rows + 63) / 64
	return e.columnSet[int(k)*words:][:words]
}

// add adds v to a coefficient.
func (e *elimination) add(i, k, v int32) {
	c := e.at(i, k)
	change := int32(0)
	if *c == 0 {
		change++
	}
	*c += v
	if *c == 0 {
		change--
	}
	if change != 0 {
		e.row(i)[k/64] ^= 1 << (k % 64)
		e.column(k)[i/64] ^= 1 << (i % 64)
		e.inRow[i] += change
		e.inCol[k] += change
	}
}

// run solves the equations for pivots, the shortest first, each for the column in the fewest rows: this rule keeps the
// rows short, as Markowitz's does.
func (e *elimination) run() {
	for {
		shortest := noPivot
		for i, q := range e.pivot {
			if q == untried && e.inRow[i] > 0 && (shortest < 0 || e.inRow[i] < e.inRow[shortest]) {
				shortest = int32(i)
			}
		}
		if shortest < 0 {
			break
		}
		e.pivot[shortest] = e.choose(shortest)
		if e.pivot[shortest] >= 0 {
			e.substitute(shortest)
		}
	}
	for i, q := range e.pivot {
		e.pivot[i] = max(q, noPivot)
	}
}

// choose returns the column for which row i is to be solved, or noPivot.
func (e *elimination) choose(i int32) int32 {
	best := noPivot
	for k := range ones(e.row(i)) {
		c := *e.at(i, k)
		if c > maxCoefficient || c < -maxCoefficient {
			return noPivot
		}
		if (c == 1 || c == -1) && (best < 0 || e.inCol[k] < e.inCol[best]) && e.smallColumn(k) {
			best = k
		}
	}
	return best
}

func (e *elimination) smallColumn(k int32) bool {
	for i := range ones(e.column(k)) {
		if c := *e.at(i, k); c > maxCoefficient || c < -maxCoefficient {
			return false
		}
	}
	return true
}

// substitute removes the pivot of row p from all other rows.
func (e *elimination) substitute(p int32) {
	q := e.pivot[p]
	if *e.at(p, q) < 0 {
		e.steps = append(e.steps, rowStep{p, p, -1})
		for k := range ones(e.row(p)) {
			*e.at(p, k) *= -1
		}
		e.lower[p], e.upper[p] = -e.upper[p], -e.lower[p]
	}
	for i := range ones(e.column(q)) {
		if i == p {
			continue
		}
		f := *e.at(i, q)
		e.steps = append(e.steps, rowStep{p, i, f})
		e.lower[i] -= float64(f) * e.lower[p]
		e.upper[i] -= float64(f) * e.lower[p]
		for k := range ones(e.row(p)) {
			e.add(i, k, -f**e.at(p, k))
		}
	}
}

// ones iterates over a bit set. The loop may remove the current element.
func ones(set []uint64) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for w, word := range set {
			for ; word != 0; word &= word - 1 {
				if !yield(int32(w*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
