package metaheur

// A repairer repairs wrong assignments: it frees some cells, keeps the values of the others as far as propagation
// allows, and searches for the rest.
type repairer struct {
	*treeSearch
	root int    // mark of the propagated problem
	free []bool // by cell: whether to free it; set by the caller
}

// newRepairer returns a repairer for a run. If propagation finds that there is no solution, it sets r.refuted.
func newRepairer(r *run) *repairer {
	d := newTreeSearch(r)
	return &repairer{d, d.mark(), make([]bool, len(d.value))}
}

// repair keeps the values of the cells that are not free, in random order, and searches until it has met the given
// number of contradictions. It returns a solution, or nil; then r.fullest is the fullest grid reached.
func (r *repairer) repair(value []uint8, contradictions int) []uint8 {
	r.undo(r.root)
	for _, c := range r.run.Perm(len(value)) {
		if !r.free[c] {
			r.keepValue(c, int(value[c]))
		}
	}
	if r.search(contradictions) != solved {
		return nil
	}
	return r.solution()
}

// keepValue fills c with x, unless that leads to a contradiction.
func (r *repairer) keepValue(c, x int) {
	if r.value[c] >= 0 || r.candidates[c]>>x&1 == 0 {
		return
	}
	if before := r.mark(); !r.assign(c, x) {
		r.undo(before)
	}
}
