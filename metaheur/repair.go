package metaheur

// A repairer turns assignments that are wrong somewhere into partial ones: it frees some cells, keeps the values of the others as far as
// propagation lets it, and searches for the rest.
type repairer struct {
	*completer
	root      *partial // what propagation makes of the problem
	now, next *partial
	free      []bool // by cell: whether it is freed; for the caller to set
}

// newRepairer prepares the repairs of a run. If propagation finds that there is no solution, it says so in the run.
func newRepairer(r *run) *repairer {
	n := newNetwork(r.problem)
	root, ok := n.start()
	r.refuted = !ok
	return &repairer{newCompleter(r, n), root, n.newPartial(), n.newPartial(), make([]bool, len(n.domain))}
}

// repair keeps the values of the cells that are not free, in random order, and searches until it has met a number of contradictions. It
// returns the solution that it finds, or nil; then r.deepest is how far it came.
func (r *repairer) repair(value []uint8, contradictions int) []uint8 {
	r.now.copyFrom(r.root)
	for _, c := range r.Perm(len(value)) {
		if !r.free[c] {
			r.keep(c, int(value[c]))
		}
	}
	found := r.complete(r.now, contradictions)
	if found == nil {
		return nil
	}
	grid := make([]uint8, len(value))
	for c, x := range found.value {
		grid[c] = uint8(x)
	}
	return grid
}

// keep fills c with x unless propagation objects.
func (r *repairer) keep(c, x int) {
	if r.now.value[c] >= 0 || r.now.domain[c]>>x&1 == 0 {
		return
	}
	r.next.copyFrom(r.now)
	if r.next.assign(c, x) {
		r.now, r.next = r.next, r.now
	}
}
