package metaheur

// weights count the contradictions that were met in each cell and each house, from 1. Cells whose own weight and whose houses' weights add
// up to more are filled earlier, so that a search meets the contradictions it knows of near its root.
//
// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic Search by Weighting Constraints, ECAI 2004, pp. 146-150,
// whose quotient of domain size and weight (dom/wdeg) they serve. There a constraint has a weight while two of its variables are open; here
// always, which costs nothing to keep up; and contradictions of single cells count, too.
type weights struct {
	of     []uint32 // by cell, then by house
	sum    []uint32 // by cell: its own and those of its houses
	scopes [][]int  // the cells of the houses
}

func newWeights(n *network) *weights {
	w := &weights{make([]uint32, len(n.seats)+len(n.houses)), make([]uint32, len(n.seats)), n.houses}
	for i := range w.of {
		w.of[i] = 1
	}
	for c, seats := range n.seats {
		w.sum[c] = 1 + uint32(len(seats))
	}
	return w
}

// blame adds a contradiction that was met in a cell or a house: see partial.culprit.
func (w *weights) blame(culprit int) {
	w.of[culprit]++
	if culprit < len(w.sum) {
		w.sum[culprit]++
		return
	}
	for _, c := range w.scopes[culprit-len(w.sum)] {
		w.sum[c]++
	}
}
