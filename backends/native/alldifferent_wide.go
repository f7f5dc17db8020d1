package native

import "math/bits"

// wideDifferent applies the rules of allDifferent to variables with any domains, rank by rank.
type wideDifferent struct {
	vars    []int32 // the settled variables first, as in allDifferent
	settled int32

	once, twice []uint64 // scratch: sets of ranks that at least one variable, or at least two, can take
}

func newWideDifferent(e *engine, vars []int32) *wideDifferent {
	n := e.setWords()
	return &wideDifferent{
		vars: vars, settled: int32(e.reserve(1)),
		once: make([]uint64, n), twice: make([]uint64, n),
	}
}

// propagate runs again after a hidden single, and after it has tried to remove maxRemovals values.
func (p *wideDifferent) propagate(e *engine) bool {
	before := int(e.words[p.settled])
	settled, ok := p.eliminate(e, before)
	if !ok {
		return false
	}
	if settled != before {
		e.set(p.settled, uint64(settled))
	}
	if !e.again {
		e.again, ok = p.hiddenSingles(e, settled)
	}
	return ok
}

// maxRemovals is the number of values that a run tries to remove before it sets again.
const maxRemovals = 1 << 14

func (p *wideDifferent) eliminate(e *engine, settled int) (int, bool) {
	left := maxRemovals
	for i := settled; i < len(p.vars); i++ {
		v := p.vars[i]
		if !e.fixed(v) {
			continue
		}
		p.vars[i], p.vars[settled] = p.vars[settled], v
		settled++
		rank := e.min(v)
		for _, x := range p.vars[settled:] {
			if !e.remove(x, rank) {
				return settled, false
			}
		}
		i = settled - 1 // the removals may have fixed a variable before i
		if left -= len(p.vars) - settled; left < 0 {
			e.again = true
			break
		}
	}
	return settled, true
}

func (p *wideDifferent) hiddenSingles(e *engine, settled int) (found, ok bool) {
	clear(p.once)
	clear(p.twice)
	for _, v := range p.vars[settled:] {
		word, shift := e.domains[v].base>>6, e.domains[v].base&63
		for i, w := range e.bitsOf(v) {
			p.addRanks(int(word)+i, w<<shift)
			p.addRanks(int(word)+i+1, w>>(64-shift))
		}
	}
	values := 0
	for _, w := range p.once {
		values += bits.OnesCount64(w)
	}
	switch spare := values - (len(p.vars) - settled); {
	case spare < 0:
		return false, false
	case spare > 0:
		return false, true
	}
	for i, w := range p.once {
		for single := w &^ p.twice[i]; single != 0; single &= single - 1 {
			rank := i<<6 + bits.TrailingZeros64(single)
			for _, v := range p.vars[settled:] {
				if e.contains(v, rank) {
					if !e.fixed(v) {
						found = true
					}
					if !e.assign(v, rank) {
						return found, false
					}
					break
				}
			}
		}
	}
	return found, true
}

func (p *wideDifferent) addRanks(i int, w uint64) {
	p.twice[i] |= p.once[i] & w
	p.once[i] |= w
}
