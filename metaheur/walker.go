package metaheur

import "math"

// A walker makes a random walk of swaps: the inner loop of annealing and tempering.
type walker struct {
	*permutations
	*neighborhood
	rng *rng

	accept []uint64 // accept[offset+d]: threshold for 32 random bits to accept a change d of the cost
	offset int

	lowestCost int  // lowest cost since the caller last set it
	improved   bool // an accepted swap has lowered the cost since the caller last cleared it
}

// movesPerCheck is the number of swaps evaluated between checks of the context. It takes a few milliseconds.
const movesPerCheck = 1 << 16

// newWalker returns a walker at a random assignment.
func newWalker(r *run, n *neighborhood) *walker {
	s := newPermutations(r.problem)
	s.shuffle(r.Rand)
	w := &walker{permutations: s, neighborhood: n, rng: r.newRNG(), lowestCost: s.cost}
	w.offset = 2 * (2 + len(s.otherLines) + 1) // each family changes the cost by at most 2, and so do the domains
	w.accept = make([]uint64, 2*w.offset+1)
	return w
}

// setTemperature computes the thresholds for temperature t. A swap that raises the cost by d is accepted with
// probability exp(-d/t), and any other swap always.
//
// Source: N. Metropolis et al., Equation of State Calculations by Fast Computing Machines, J. Chemical Physics 21(6),
// 1953, pp. 1087-1092.
func (w *walker) setTemperature(t float64) {
	for i := range w.accept {
		w.accept[i] = threshold32(math.Exp(-float64(max(0, i-w.offset)) / t))
	}
}

// walk evaluates n swaps, or fewer if it reaches cost 0, and returns how many it evaluated.
func (w *walker) walk(n int64) int64 {
	for i := range n {
		a, b := w.draw(w.rng)
		d := w.delta(a, b)
		if w.rng.Uint64()>>32 >= w.accept[w.offset+d] {
			continue
		}
		w.swap(a, b, d)
		if d < 0 {
			w.improved = true
			w.lowestCost = min(w.lowestCost, w.cost)
			if w.cost == 0 {
				return i + 1
			}
		}
	}
	return n
}

// runWalker makes w evaluate n swaps. It ends early with a solution, which it returns, or with the run.
func (r *run) runWalker(w *walker, n int64) []uint8 {
	if found := r.solutionOf(w); found != nil {
		return found
	}
	for n > 0 && r.running() {
		made := w.walk(r.remaining(min(n, movesPerCheck)))
		n -= made
		found := r.solutionOf(w)
		if r.addMoves(made, w.lowestCost); found != nil {
			return found
		}
	}
	return nil
}

// solutionOf returns the assignment of w if it is a solution, and otherwise nil.
func (r *run) solutionOf(w *walker) []uint8 {
	if w.cost > 0 {
		return nil
	}
	found := w.solution()
	if found == nil { // From now on domains count, so the cost has risen.
		w.lowestCost = w.cost
	}
	return found
}
