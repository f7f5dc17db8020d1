package clp

// A prober finds columns that cannot be 1 by probing: fix, propagate, undo.
type prober struct {
	*state
	partition *partition // probes in place of the state; nil if the rows are not of its kinds
	probes    int64

	// implied[j] is the number of fixings that x_j = 1 implied when it was last probed, itself included. It is valid if
	// stamp[j] == round. With that stamp, zero means that x_j = 1 followed from a successful probe of another column.
	implied []int32
	stamp   []int32
	round   int32

	// The last call of fixpoint that returned true left the state with these fixings in total and on the trail. While
	// both are the same, another call would find nothing.
	settledFixings int64
	settledTrail   int
}

func newProber(s *state) *prober {
	return &prober{state: s, implied: make([]int32, s.columns), stamp: make([]int32, s.columns), settledTrail: -1}
}

// probe returns the number of fixings that l implies, itself included, or 0 if l leads to a violation. It restores the
// state. With mark, a successful probe stamps the columns that it fixes at 1.
//
// With a partition, the state must be as fixpoint left it.
func (p *prober) probe(l lit, mark bool) int32 {
	p.probes++
	if p.partition != nil {
		return p.probePartition(l, mark)
	}
	n := len(p.trail)
	p.fix(l)
	implied := int32(0)
	if p.propagate() {
		implied = int32(len(p.trail) - n)
		if mark {
			for _, l := range p.trail[n:] {
				if l.value() == 1 {
					p.markImplied(l.column())
				}
			}
		}
	}
	p.undo(n)
	return implied
}

// markImplied records that x_j = 1 followed from a probe.
func (p *prober) markImplied(j int32) {
	if p.stamp[j] != p.round {
		p.stamp[j], p.implied[j] = p.round, 0
	}
}

// probeOne probes x_j = 1 and records the result if it succeeds.
func (p *prober) probeOne(j int32) bool {
	implied := p.probe(litOf(j, 1), true)
	if implied > 0 {
		p.stamp[j], p.implied[j] = p.round, implied
	}
	return implied > 0
}

// fixpoint probes every free column at 1 and fixes failing columns at 0, until no more fail. It returns false if the
// state is refuted. If halt returns true, it stops between two probes and returns true.
//
// If a probe of one column fixes another at 1, the other cannot fail while no further column gets fixed. So it is not
// probed, which saves a third of the probes.
func (p *prober) fixpoint(halt func() bool) bool {
	if p.settledTrail == len(p.trail) && p.settledFixings == p.fixings {
		return true
	}
	p.round++
	if p.partition != nil {
		p.partition.load(p.state)
	}
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
		if p.probeOne(j) {
			continue
		}
		n := len(p.trail)
		p.fix(litOf(j, 0))
		if !p.propagate() {
			return false
		}
		if p.partition != nil {
			p.partition.follow(p.trail[n:])
		}
		p.round++
		rest = columns + 1
	}
	p.settledFixings, p.settledTrail = p.fixings, len(p.trail)
	return true
}

// impliedByOne returns the number of fixings that x_j = 1 implies, as probe does, or the number recorded by the last
// fixpoint.
func (p *prober) impliedByOne(j int32) int32 {
	if p.stamp[j] != p.round || p.implied[j] == 0 {
		p.stamp[j], p.implied[j] = p.round, p.probe(litOf(j, 1), false)
	}
	return p.implied[j]
}
