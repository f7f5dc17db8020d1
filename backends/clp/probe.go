package clp

// A prober finds columns that cannot be 1 by trying: fix, propagate, take back.
type prober struct {
	*state
	probes int64

	// implied[j] is the number of fixings that followed from x_j = 1 when it was last tried, itself included. It is valid if
	// stamp[j] == round; with that stamp and a zero, x_j = 1 followed from another column's successful try.
	implied []int32
	stamp   []int32
	round   int32
}

func newProber(s *state) *prober {
	return &prober{state: s, implied: make([]int32, s.columns), stamp: make([]int32, s.columns)}
}

// probe returns the number of fixings that follow from l, itself included, or 0 if l leads to a violation. The state is as before.
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

// fixpoint tries every free column at 1 and fixes those that fail at 0, until no more fail. It returns false if the state is refuted.
// It gives up between two tries, with true, when halt says so.
//
// What a successful try fixes at 1 cannot fail while nothing else gets fixed, so it is not tried: a third of the tries are saved so.
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

// impliedByOne returns the number of fixings that follow from x_j = 1, as try does, from the last fixpoint if that tried it.
func (p *prober) impliedByOne(j int32) int32 {
	if p.stamp[j] != p.round || p.implied[j] == 0 {
		p.stamp[j], p.implied[j] = p.round, p.probe(litOf(j, 1))
	}
	return p.implied[j]
}
