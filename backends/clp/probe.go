package clp

// A prober finds columns that cannot be 1 by probing: fix, propagate, undo.
type prober struct {
	*state
	probes int64

	// implied[j] is the number of fixings that x_j = 1 implied when it was last probed, itself included. It is valid if
	// stamp[j] == round. With that stamp, zero means that x_j = 1 followed from a successful probe of another column.
	implied []int32
	stamp   []int32
	round   int32
}

func newProber(s *state) *prober {
	return &prober{state: s, implied: make([]int32, s.columns), stamp: make([]int32, s.columns)}
}

// probe returns the number of fixings that l implies, itself included, or 0 if l leads to a violation. It restores the
// state.
func (p *prober) probe(l lit) int32 {
	p.probes++
	n := len(p.trail)
	p.fix(l)
	implied := int32(0)
	if p.propagate() {
		implied = int32(len(p.trail) - n)
	}
	p.undo(n)
	return implied
}

// fixpoint probes every free column at 1 and fixes failing columns at 0, until no more fail. It returns false if the
// state is refuted. If halt returns true, it stops between two probes and returns true.
//
// If a probe of one column fixes another at 1, the other cannot fail while no further column gets fixed. So it is not
// probed, which saves a third of the probes.
func (p *prober) fixpoint(halt func() bool) bool {
	p.round++
	columns := int32(p.columns)
	for j, rest := int32(0), columns; rest > 0; j, rest = j+1, rest-1 {
		if j == columns {
			j = 0
		}
		if p.value[j] != free || p.stamp[j] == p.round {
			continue
		}
		if halt() {
			return true
		}
		p.probes++
		n := len(p.trail)
		p.fix(litOf(j, 1))
		if p.propagate() {
			for _, l := range p.trail[n:] {
				if l.value() == 1 && p.stamp[l.column()] != p.round {
					p.stamp[l.column()], p.implied[l.column()] = p.round, 0
				}
			}
			p.stamp[j], p.implied[j] = p.round, int32(len(p.trail)-n)
			p.undo(n)
			continue
		}
		p.undo(n)
		p.fix(litOf(j, 0))
		if !p.propagate() {
			return false
		}
		p.round++
		rest = columns + 1
	}
	return true
}

// impliedByOne returns the number of fixings that x_j = 1 implies, as probe does, or the number recorded by the last
// fixpoint.
func (p *prober) impliedByOne(j int32) int32 {
	if p.stamp[j] != p.round || p.implied[j] == 0 {
		p.stamp[j], p.implied[j] = p.round, p.probe(litOf(j, 1))
	}
	return p.implied[j]
}
