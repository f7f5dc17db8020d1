//go:build clp

package clp

// #cgo pkg-config: clp
// #include <coin/ClpConfig.h>
// #include <coin/Clp_C_Interface.h>
// void nonet_use_dantzig(void *model);
import "C"

import (
	"math"
	"slices"
	"sync"
	"unsafe"
)

// Each function of CLP that is called here needs a line in stubs_linux_amd64.S.

// coin is a relaxation on CLP's C interface. It changes bounds in place, so that the last basis and its
// factorization carry over: after a branching the dual simplex takes some fifteen iterations instead of some hundred.
//
// Settings: no scaling, since all coefficients are small integers; default tolerances (1e-7), since every result is
// verified anyway; default perturbation. Scaling and other perturbations brought no gain; primal simplex and CLP's
// presolve were slower. From a starting basis and without an objective, Dantzig's rule chooses the row that leaves the
// basis: on the hardest Sudokus it takes a quarter fewer iterations than the steepest edge, and each is cheaper. On
// whole programs with an objective it takes half as many again, and on large programs up to three times as many.
type coin struct {
	lp     *linear
	hasRay bool // the last verdict was infeasible: multipliers come from a ray

	// mu serializes interrupt with load and close, which write model. Other methods run in the goroutine of the search
	// and need no lock.
	mu    sync.Mutex
	model unsafe.Pointer // *Clp_Simplex, void in the header; nil if not loaded or closed
}

// maxDantzigColumns is the number of columns above which the steepest edge chooses the leaving row. On random instances
// of orders 4 and 5 that leave 1,900 to 2,700 columns, it takes 1.3 to 2.3 times the time of Dantzig's rule; on three
// of 3,400 to 4,500 columns 0.4 times or the same.
const maxDantzigColumns = 3000

func openCoin() (relaxation, error) { return &coin{}, loadLibrary() }

// load creates a new handle. Reusing one handle for many programs would save some 0.05 ms, but earlier solves influence
// later pivots, so node counts would not be reproducible.
func (c *coin) load(lp *linear) {
	c.lp = lp
	c.mu.Lock()
	defer c.mu.Unlock()
	c.model = C.Clp_newModel()
	C.Clp_setMaximumIterations(c.model, C.int(lp.iterationLimit()))
	C.Clp_setLogLevel(c.model, 0)
	C.Clp_scaling(c.model, 0)

	columns := len(lp.column)
	zeros, ones := make([]float64, columns), make([]float64, columns)
	for k := range ones {
		ones[k] = 1
	}
	cost := lp.cost
	if cost == nil {
		cost = zeros // every basis is dual feasible, so the dual simplex can always start from the last one
	}
	C.Clp_loadProblem(c.model, C.int(columns), C.int(lp.rows), ints(lp.start), ints(lp.index), doubles(lp.value),
		doubles(zeros), doubles(ones), doubles(cost), doubles(lp.lower), doubles(lp.upper))
	if lp.basis != nil && lp.cost == nil && columns <= maxDantzigColumns {
		C.nonet_use_dantzig(c.model)
	}
	if lp.basis != nil {
		C.Clp_copyinStatus(c.model, (*C.uchar)(unsafe.SliceData(padded(lp.basis))))
	}
}

func (c *coin) bounds() (lower, upper []float64) {
	n := len(c.lp.column)
	return vector(C.Clp_columnLower(c.model), n), vector(C.Clp_columnUpper(c.model), n)
}

func (c *coin) solve() (verdict, int) {
	C.Clp_dual(c.model, 0)
	used := int(C.Clp_numberIterations(c.model))
	status := C.Clp_status(c.model)
	c.hasRay = status == 1
	switch status {
	case 0:
		return optimal, used
	case 1:
		return infeasible, used
	default: // 2 unbounded (impossible), 3 iteration limit or interrupted, 4 numerical trouble
		return failed, used
	}
}

// interrupt sets the iteration limit, which CLP reads in each iteration, to zero while CLP runs. CLP's own program does
// the same in its signal handler.
func (c *coin) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model != nil {
		C.Clp_setMaximumIterations(c.model, 0)
	}
}

func (c *coin) point() []float64 {
	return vector(C.Clp_primalColumnSolution(c.model), len(c.lp.column))
}

func (c *coin) multipliers() []float64 {
	if !c.hasRay {
		return vector(C.Clp_dualRowSolution(c.model), c.lp.rows)
	}
	ray := C.Clp_infeasibilityRay(c.model)
	if ray == nil {
		return nil
	}
	defer C.Clp_freeRay(c.model, ray)
	return slices.Clone(vector(ray, c.lp.rows))
}

func (c *coin) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.model != nil {
		C.Clp_deleteModel(c.model)
		c.model = nil
	}
}

// iterationLimit is the number of simplex iterations after which a solve is abandoned, some fifty times the usual
// number.
func (lp *linear) iterationLimit() int { return min(10_000+50*(lp.rows+len(lp.column)), math.MaxInt32) }

// vector returns a view of an array of CLP, valid until the next call that solves or closes.
func vector(p *C.double, n int) []float64 { return unsafe.Slice((*float64)(p), n) }

// ints and doubles return arrays for CLP, which copies them. An empty slice gets one element, because CLP requires
// non-null pointers.
func ints(v []int32) *C.int         { return (*C.int)(unsafe.SliceData(padded(v))) }
func doubles(v []float64) *C.double { return (*C.double)(unsafe.SliceData(padded(v))) }

func padded[T any](v []T) []T {
	if len(v) == 0 {
		return make([]T, 1)
	}
	return v
}

const builtFor = C.CLP_VERSION

// libraryVersion returns the version of the CLP library.
func libraryVersion() (string, error) {
	if err := loadLibrary(); err != nil {
		return "", err
	}
	return C.GoString(C.Clp_Version()), nil
}
