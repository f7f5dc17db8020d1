package metaheur

// A repairer turns assignments that are wrong somewhere into partial ones: it frees some cells, keeps the values of the others as far as
// propagation lets it, and searches for the rest.
type repairer struct {
	*treeSearch
	root int    // what propagation makes of the problem
	free []bool // by cell: whether it is freed; for the caller to set
}

// newRepairer prepares the repairs of a run. If propagation finds that there is no solution, it says so in the run.
func newRepairer(r *run) *repairer {
	d := newTreeSearch(r)
	return &repairer{d, d.mark(), make([]bool, len(d.value))}
}

// repair keeps the values of the cells that are not free, in random order, and searches until it has met a number of contradictions. It
// returns the solution that it finds, or nil; then r.fullest is how far it came.
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

// keepValue fills c with x unless propagation objects.
func (r *repairer) keepValue(c, x int) {
	if r.value[c] >= 0 || r.candidates[c]>>x&1 == 0 {
		return
	}
	if before := r.mark(); !r.assign(c, x) {
		r.undo(before)
	}
}
