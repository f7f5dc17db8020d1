//go:build clp

package clp

import (
	"math"

	"github.com/lanl/clp"
)

// lanl is a relaxation on github.com/lanl/clp alone. The wrapper cannot change bounds or take a basis, so each solve loads what the
// bounds leave of the program into a fresh Simplex and starts from the basis of slacks. It tells no iteration counts.
//
// The wrapper's memory is C's and is freed by finalizers when Go's collector next runs, which the garbage of loading sees to. One
// Simplex for all solves would be worse: it keeps every load, some 23 kB each, to the end.
type lanl struct {
	lp           *linear
	lower, upper []float64
	x, y         []float64
	last         verdict
}

func openLanl() (relaxation, error) { return &lanl{}, nil }

func (l *lanl) load(lp *linear) {
	l.lp = lp
	n := len(lp.column)
	l.lower, l.upper, l.x = make([]float64, n), make([]float64, n), make([]float64, n)
	l.y = make([]float64, lp.rows)
}

func (l *lanl) bounds() (lower, upper []float64) { return l.lower, l.upper }
func (l *lanl) point() []float64                 { return l.x }
func (l *lanl) close()                           {}

// solve cannot go on where it stopped, so running out of iterations is a failure.
func (l *lanl) solve(iterations int) (verdict, int) {
	switch l.run(iterations, false) {
	case clp.Optimal:
		l.last = optimal
	case clp.Infeasible:
		l.last = infeasible
	default:
		l.last = failed
	}
	return l.last, 0
}

// multipliers returns, after infeasible, the dual solution of the elastic program, in which each row may be missed at a price of 1 per
// unit: the wrapper has no call for the ray that CLP found. That program is solved only now, since infeasible relaxations are rare.
func (l *lanl) multipliers() []float64 {
	if l.last == infeasible && l.run(math.MaxInt32, true) != clp.Optimal {
		return nil
	}
	return l.y
}

// run solves what the bounds leave: the columns that are free, and the rows that they occur in or that are already missed. If elastic
// is true, two more columns per row let it be missed, and the cost is that alone.
func (l *lanl) run(iterations int, elastic bool) clp.SimplexStatus {
	columns, rows, bounds := l.open()
	if len(columns) == 0 && len(rows) == 0 {
		copy(l.x, l.lower)
		clear(l.y)
		return clp.Optimal
	}
	lp := l.lp
	place := make([]int, lp.rows)
	for i := range place {
		place[i] = -1
	}
	for n, i := range rows {
		place[i] = n
	}
	matrix := clp.NewPackedMatrix()
	matrix.SetDimensions(len(rows), 0)
	box := make([]clp.Bounds, 0, len(columns))
	cost := make([]float64, 0, len(columns))
	var entries []clp.Nonzero
	for _, k := range columns {
		entries = entries[:0]
		for e := lp.start[k]; e < lp.start[k+1]; e++ {
			entries = append(entries, clp.Nonzero{Index: place[lp.index[e]], Value: lp.value[e]})
		}
		matrix.AppendColumn(entries)
		box = append(box, clp.Bounds{Lower: 0, Upper: 1})
		if lp.cost != nil && !elastic {
			cost = append(cost, lp.cost[k])
		} else {
			cost = append(cost, 0)
		}
	}
	if elastic {
		for n := range rows {
			for _, sign := range [...]float64{1, -1} {
				matrix.AppendColumn([]clp.Nonzero{{Index: n, Value: sign}})
				box = append(box, clp.Bounds{Lower: 0, Upper: infinity})
				cost = append(cost, 1)
			}
		}
	}
	simplex := clp.NewSimplex()
	simplex.SetScaling(clp.NoScaling)
	simplex.SetMaxIterations(iterations)
	simplex.LoadProblem(matrix, box, cost, bounds, nil)
	status := simplex.Dual(clp.NoValuesPass, clp.NoStartFinishOptions)
	if status == clp.Optimal {
		copy(l.x, l.lower)
		x := simplex.PrimalColumnSolution()
		for n, k := range columns {
			l.x[k] = x[n]
		}
		clear(l.y)
		y := simplex.DualRowSolution()
		for n, i := range rows {
			l.y[i] = y[n]
		}
	}
	return status
}

// open returns the columns that are free and the rows to load, with the bounds that the fixed columns leave them.
func (l *lanl) open() (columns, rows []int, bounds []clp.Bounds) {
	lp := l.lp
	activity := make([]float64, lp.rows) // of the fixed columns
	touched := make([]bool, lp.rows)     // by a free one
	for k := range lp.column {
		isFree := l.lower[k] < l.upper[k]
		if isFree {
			columns = append(columns, k)
		}
		for e := lp.start[k]; e < lp.start[k+1]; e++ {
			if isFree {
				touched[lp.index[e]] = true
			} else {
				activity[lp.index[e]] += lp.value[e] * l.lower[k]
			}
		}
	}
	for i, a := range activity {
		if touched[i] || a < lp.lower[i] || a > lp.upper[i] {
			rows = append(rows, i)
			bounds = append(bounds, clp.Bounds{Lower: lp.lower[i] - a, Upper: lp.upper[i] - a})
		}
	}
	return columns, rows, bounds
}
