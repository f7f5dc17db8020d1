package metaheur

// An ending completes near misses.
type ending struct {
	*completer
	root      *partial // what propagation makes of the problem
	now, next *partial
	free      []bool // by cell
	loosened  float64
	fails     int
}

// newEnding prepares the completions of a run. If propagation finds that there is no solution, it says so in the run.
func (t Tempering) newEnding(r *run) *ending {
	n := newNetwork(r.problem)
	root, ok := n.start()
	if !ok {
		r.refuted = true
		return nil
	}
	return &ending{
		completer: newCompleter(r, n), root: root, now: n.newPartial(), next: n.newPartial(), free: make([]bool, len(n.domain)),
		loosened: t.Loosened, fails: t.Failures,
	}
}

// try keeps the values of s that are not in the way, as far as propagation lets it, and searches for the others.
func (e *ending) try(s *permutations) []uint8 {
	s.inTheWay(e.free)
	e.now.copyFrom(e.root)
	for c, x := range s.value {
		if !e.free[c] && e.Float64() >= e.loosened {
			e.keep(c, int(x))
		}
	}
	found := e.complete(e.now, e.fails)
	if found == nil {
		return nil
	}
	return found.grid()
}

// keep fills c with x unless propagation objects.
func (e *ending) keep(c, x int) {
	if e.now.value[c] >= 0 || e.now.domain[c]>>x&1 == 0 {
		return
	}
	e.next.copyFrom(e.now)
	if e.next.assign(c, x) {
		e.now, e.next = e.next, e.now
	}
}

// inTheWay sets free for the cells of lines that repeat a value.
func (s *permutations) inTheWay(free []bool) {
	clear(free)
	for i, cells := range s.lines {
		for _, c := range cells {
			if s.count[s.lineAt(i)+line(s.value[c])] > 1 {
				for _, c := range cells {
					free[c] = true
				}
				break
			}
		}
	}
}

// grid returns the values of a partial that is complete.
func (s *partial) grid() []uint8 {
	value := make([]uint8, len(s.value))
	for c, x := range s.value {
		value[c] = uint8(x)
	}
	return value
}
