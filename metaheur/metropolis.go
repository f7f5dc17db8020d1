package metaheur

import "math"

// A walker walks from assignment to assignment by swaps: the inner loop of annealing and tempering.
type walker struct {
	*permutations
	*neighbourhood
	dice *dice

	accept []uint64 // accept[zero+delta]: the threshold below which 32 random bits accept a change of the cost
	zero   int

	lowest int  // least cost since the caller set it
	fell   bool // some accepted swap lowered the cost since the caller cleared it
}

// piece is how many swaps are evaluated between looks at the context: a few milliseconds' worth.
const piece = 1 << 16

// newWalker returns a walker at a random assignment.
func newWalker(r *run, n *neighbourhood) *walker {
	s := newPermutations(r.problem)
	s.shuffle(r.Rand)
	w := &walker{permutations: s, neighbourhood: n, dice: r.newDice(), lowest: s.cost}
	w.zero = 2 * (2 + len(s.others) + 1) // each family changes by at most 2, and so do the domains
	w.accept = make([]uint64, 2*w.zero+1)
	return w
}

// heat sets the temperature. A swap that raises the cost by d is accepted with probability exp(-d/t), and any other always.
//
// Source: N. Metropolis et al., Equation of State Calculations by Fast Computing Machines, J. Chemical Physics 21(6), 1953, pp. 1087-1092.
func (w *walker) heat(t float64) {
	for i := range w.accept {
		w.accept[i] = chance(math.Exp(-float64(max(0, i-w.zero)) / t))
	}
}

// walk evaluates n swaps, or fewer if it comes to cost 0, and returns how many.
func (w *walker) walk(n int64) int64 {
	for i := range n {
		a, b := w.draw(w.dice)
		d := w.delta(a, b)
		if w.dice.roll()>>32 >= w.accept[w.zero+d] {
			continue
		}
		w.swap(a, b, d)
		if d < 0 {
			w.fell = true
			w.lowest = min(w.lowest, w.cost)
			if w.cost == 0 {
				return i + 1
			}
		}
	}
	return n
}

// walk lets w evaluate n swaps. It ends early with a solution, which it returns, or with the run.
func (r *run) walk(w *walker, n int64) []uint8 {
	if found := r.check(w); found != nil {
		return found
	}
	for n > 0 && r.goesOn() {
		made := w.walk(r.left(min(n, piece)))
		n -= made
		found := r.check(w)
		if r.on(made, w.lowest); found != nil {
			return found
		}
	}
	return nil
}

// check returns the assignment if it is a solution.
func (r *run) check(w *walker) []uint8 {
	if w.cost > 0 {
		return nil
	}
	found := w.solution()
	if found == nil { // it costs more now
		w.lowest = w.cost
	}
	return found
}

// only returns the assignment, the only one that there is, if it is a solution.
func (r *run) only(w *walker) []uint8 {
	found := r.check(w)
	r.saw(w.cost)
	return found
}
