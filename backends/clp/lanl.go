//go:build clp

package clp

import (
	"runtime"
	"sync"

	"github.com/lanl/clp"
)

// lanl is a relaxation on github.com/lanl/clp only. The wrapper cannot change bounds or set a basis, so each solve
// loads what the bounds leave of the program into a new Simplex and starts from the slack basis. The wrapper neither
// reports iteration counts nor returns the ray of an infeasible program. So feasibility is decided by phase 1: with one
// more column t and
//
//	minimize t subject to lower <= Ax + td <= upper, 0 <= t <= 1, where d_i is the violation of row i at x = 0
//
// there is always a feasible point (x = 0, t = 1). The program is infeasible exactly if the optimum is positive, and
// the dual solution is then the ray. A program with an objective is solved directly, and by phase 1 only if it is
// infeasible.
//
// The wrapper allocates C memory and frees it by finalizers at the next garbage collection. The collector does not
// account for that memory, so a search that loads many programs calls the collector itself. One Simplex for all solves
// would be worse: it keeps every load, some 23 kB each, until the end.
type lanl struct {
	lp           *linear
	lower, upper []float64
	x, y         []float64
	last         verdict
	loads        int

	mu          sync.Mutex   // guards the fields below, which interrupt uses
	simplex     *clp.Simplex // the current one
	interrupted bool
}

// loadsPerCollection is the number of loads between garbage collections: with 32, a long search stays at 40 MB and even
// gets faster; without, it exceeds 90 MB.
const loadsPerCollection = 32

func openLanl() (relaxation, error) { return &lanl{}, loadLibrary() }

func (l *lanl) load(lp *linear) {
	l.lp = lp
	n := len(lp.column)
	l.lower, l.upper, l.x = make([]float64, n), make([]float64, n), make([]float64, n)
	l.y = make([]float64, lp.rows)
}

func (l *lanl) bounds() (lower, upper []float64) { return l.lower, l.upper }
func (l *lanl) point() []float64                 { return l.x }

func (l *lanl) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.simplex = nil
}

// interrupt sets the iteration limit to zero, as for coin.
func (l *lanl) interrupt() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.interrupted = true
	if l.simplex != nil {
		l.simplex.SetMaxIterations(0)
	}
}

func (l *lanl) solve() (verdict, int) {
	if l.lp.cost == nil {
		l.last = l.solvePhase1()
	} else {
		l.last, _ = l.run(false)
	}
	return l.last, 0
}

func (l *lanl) multipliers() []float64 {
	if l.last == infeasible && l.lp.cost != nil && l.solvePhase1() != infeasible {
		return nil
	}
	return l.y
}

// solvePhase1 decides whether there is a feasible point.
func (l *lanl) solvePhase1() verdict {
	v, t := l.run(true)
	if v == optimal && t > 1e-7 {
		return infeasible
	}
	return v
}

// run solves what the bounds leave: the free columns, and the rows that contain one or are violated already. With
// phase1 it minimizes the further column t and returns its value.
func (l *lanl) run(phase1 bool) (v verdict, t float64) {
	lp := l.lp
	columns, rows, bounds := l.freePart()
	if len(columns) == 0 && !phase1 {
		copy(l.x, l.lower)
		clear(l.y)
		if len(rows) > 0 {
			return infeasible, 0
		}
		return optimal, 0
	}
	place := make([]int, lp.rows)
	for i := range place {
		place[i] = -1
	}
	for n, i := range rows {
		place[i] = n
	}
	matrix := clp.NewPackedMatrix()
	matrix.Reserve(len(columns)+1, len(lp.index)+lp.rows, false) // otherwise each AppendColumn copies the matrix
	matrix.SetDimensions(len(rows), 0)
	box := make([]clp.Bounds, 0, len(columns)+1)
	cost := make([]float64, 0, len(columns)+1)
	var entries []clp.Nonzero
	for _, k := range columns {
		entries = entries[:0]
		for e := lp.start[k]; e < lp.start[k+1]; e++ {
			entries = append(entries, clp.Nonzero{Index: place[lp.index[e]], Value: lp.value[e]})
		}
		matrix.AppendColumn(entries)
		box = append(box, clp.Bounds{Lower: 0, Upper: 1})
		if phase1 {
			cost = append(cost, 0)
		} else {
			cost = append(cost, lp.cost[k])
		}
	}
	if phase1 {
		entries = entries[:0]
		for n, b := range bounds {
			if d := max(b.Lower, min(b.Upper, 0)); d != 0 {
				entries = append(entries, clp.Nonzero{Index: n, Value: d})
			}
		}
		matrix.AppendColumn(entries)
		box = append(box, clp.Bounds{Lower: 0, Upper: 1})
		cost = append(cost, 1)
	}
	if l.loads++; l.loads%loadsPerCollection == 0 {
		runtime.GC()
	}
	simplex := clp.NewSimplex()
	simplex.SetScaling(clp.NoScaling)
	simplex.LoadProblem(matrix, box, cost, bounds, nil)
	simplex.SetMaxIterations(lp.iterationLimit())
	l.mu.Lock()
	l.simplex = simplex
	if l.interrupted {
		simplex.SetMaxIterations(0)
	}
	l.mu.Unlock()
	switch simplex.Dual(clp.NoValuesPass, clp.NoStartFinishOptions) {
	case clp.Optimal:
	case clp.Infeasible:
		return infeasible, 0
	default:
		return failed, 0
	}
	x := simplex.PrimalColumnSolution()
	copy(l.x, l.lower)
	for n, k := range columns {
		l.x[k] = x[n]
	}
	clear(l.y)
	y := simplex.DualRowSolution()
	for n, i := range rows {
		l.y[i] = y[n]
	}
	return optimal, x[len(x)-1] // t, in phase 1
}

// freePart returns the free columns and the rows to load, with row bounds reduced by the fixed columns.
func (l *lanl) freePart() (columns, rows []int, bounds []clp.Bounds) {
	lp := l.lp
	activity := make([]float64, lp.rows) // of the fixed columns
	touched := make([]bool, lp.rows)     // by a free column
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
