package metaheur

// weights count the contradictions that were met in each cell and each house, from 1. Cells whose own weight and whose houses' weights add
// up to more are filled earlier, so that a search meets the contradictions it knows of near its root.
//
// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic Search by Weighting Constraints, ECAI 2004, pp. 146-150,
// whose quotient of domain size and weight (dom/wdeg) they serve. There a constraint has a weight while two of its variables are open; here
// always, which costs nothing to keep up; and contradictions of single cells count, too.
type weights struct {
	weight     []uint32 // by cell, then by house
	cellWeight []uint32 // by cell: its own and those of its houses
	houses     [][]int  // the cells of the houses
}

func newWeights(n *network) *weights {
	w := &weights{make([]uint32, len(n.memberships)+len(n.houses)), make([]uint32, len(n.memberships)), n.houses}
	for i := range w.weight {
		w.weight[i] = 1
	}
	for c, seats := range n.memberships {
		w.cellWeight[c] = 1 + uint32(len(seats))
	}
	return w
}

// addFailure adds a contradiction that was met in a cell or a house: see partial.culprit.
func (w *weights) addFailure(culprit int) {
	w.weight[culprit]++
	if culprit < len(w.cellWeight) {
		w.cellWeight[culprit]++
		return
	}
	for _, c := range w.houses[culprit-len(w.cellWeight)] {
		w.cellWeight[c]++
	}
}
