package clp

// A relaxation solves one linear program again and again under changing bounds of its columns. A search opens its own and closes it on
// every way out.
//
// Nothing that a relaxation says is believed: see certificate.go.
type relaxation interface {
	// load takes a linear program over, once. It does not modify it.
	load(lp *linear)

	// bounds returns the bounds of the columns, to be set before each solve.
	bounds() (lower, upper []float64)

	// solve returns a verdict and the number of iterations it took, or 0 where the library does not tell.
	solve() (verdict, int)

	// interrupt makes solve, running or still to come, return failed soon. It may be called at any time by any goroutine.
	interrupt()

	// point returns the values of the columns after optimal.
	point() []float64

	// multipliers returns one number per row: after optimal the dual solution; after infeasible, numbers with which the rows add up
	// to a contradiction within the bounds of the columns. The sign of the latter is open. nil means that there are none to be had.
	multipliers() []float64

	close()
}

type verdict int

const (
	optimal verdict = iota
	infeasible
	failed // interrupted, out of iterations, or in numerical trouble
)
