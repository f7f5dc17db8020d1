package metaheur

// weights counts the contradictions met in each cell and each house, starting from 1. The search fills cells earlier if
// the weights of the cell and its houses are larger, so that it meets frequent contradictions near its root.
//
// Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, Boosting Systematic Search by Weighting Constraints, ECAI
// 2004, pp. 146-150: the quotient of domain size and weight (dom/wdeg). There a constraint counts only while at least
// two of its variables are unassigned. Here it always counts, which costs nothing to maintain, and contradictions in
// single cells count, too.
type weights struct {
	weight     []uint32 // by cell, then by house
	cellWeight []uint32 // by cell: the sum of its own weight and the weights of its houses
	houses     [][]int  // the cells of each house
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

// addFailure counts a contradiction at a cell or house, numbered as partial.conflictAt.
func (w *weights) addFailure(at int) {
	w.weight[at]++
	if at < len(w.cellWeight) {
		w.cellWeight[at]++
		return
	}
	for _, c := range w.houses[at-len(w.cellWeight)] {
		w.cellWeight[c]++
	}
}
