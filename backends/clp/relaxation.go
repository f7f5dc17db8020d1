package clp

// A relaxation solves one linear program repeatedly under changing bounds of its columns and rows. A search opens its
// own relaxation and closes it on every path.
//
// The search verifies all results of a relaxation: see certificate.go.
type relaxation interface {
	// load sets the linear program. It is called once, and does not modify lp.
	load(lp *linear)

	// bounds returns the bounds of the columns, for the caller to set before each solve.
	bounds() (lower, upper []float64)

	// solve returns a verdict and the number of simplex iterations.
	solve() (verdict, int)

	// interrupt makes the current and every later solve return failed soon. It may be called at any time by any
	// goroutine.
	interrupt()

	// point returns the values of the columns after the verdict optimal.
	point() []float64

	// multipliers returns one number per row: after optimal the dual solution; after infeasible a ray, with which the
	// rows add up to a contradiction within the bounds of the columns, of either sign. nil means that none is
	// available.
	multipliers() []float64

	close()
}

type verdict int

const (
	optimal verdict = iota
	infeasible
	failed // interrupted, out of iterations, or in numerical trouble
)
