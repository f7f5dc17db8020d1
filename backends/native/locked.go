package native

import "math/bits"

// locked propagates what two AllDifferent constraints say together beyond what each says alone. If one of them has as many values as
// variables, it takes them all; a value that it can take only among the variables of both then leaves the rest of the other. If it has
// fewer, it fails.
type locked struct {
	both, a, b []int32 // the variables of both constraints, of the first alone, of the second alone

	inBoth, inOne []uint64 // scratch: sets of ranks as gather has them
}

func newLocked(e *engine, both, a, b []int32) *locked {
	n := e.setWords()
	return &locked{both, a, b, make([]uint64, n), make([]uint64, n)}
}

func (p *locked) propagate(e *engine) bool {
	for {
		removed := e.removed
		clear(p.inBoth)
		for _, v := range p.both {
			e.gather(p.inBoth, v)
		}
		if !p.apply(e, p.a, p.b) || !p.apply(e, p.b, p.a) {
			return false
		}
		if e.removed == removed {
			return true
		}
	}
}

// apply applies the rule where the first constraint takes all values: from are its variables alone, to those of the other.
func (p *locked) apply(e *engine, from, to []int32) bool {
	clear(p.inOne)
	for _, v := range from {
		e.gather(p.inOne, v)
	}
	values := 0
	only := uint64(0)
	for i, w := range p.inBoth {
		values += bits.OnesCount64(w | p.inOne[i])
		only |= w &^ p.inOne[i]
	}
	switch spare := values - len(from) - len(p.both); {
	case spare < 0:
		return false
	case spare > 0 || only == 0:
		return true
	}
	for i, w := range p.inBoth {
		p.inOne[i] = w &^ p.inOne[i]
	}
	for _, v := range to {
		if !e.subtract(v, p.inOne) {
			return false
		}
	}
	return true
}

// postLocked posts locked for each pair of constraints that share at least two variables, since for fewer it says nothing that Hidden does
// not. The constraints are lists of variables, each of them once.
func (e *engine) postLocked(constraints [][]int32) {
	in := make([][]int, len(e.domains)) // by variable: its constraints, increasing
	for i, vars := range constraints {
		for _, v := range vars {
			in[v] = append(in[v], i)
		}
	}
	shared := make([]int, len(constraints)) // with the constraint at hand
	isIn := make([]bool, len(e.domains))
	for i, vars := range constraints {
		clear(shared)
		for _, v := range vars {
			isIn[v] = true
			for _, j := range in[v] {
				shared[j]++
			}
		}
		for j := range i {
			if shared[j] < 2 {
				continue
			}
			isInOther := map[int32]bool{}
			var both, a, b []int32
			for _, v := range constraints[j] {
				isInOther[v] = true
				if isIn[v] {
					both = append(both, v)
				} else {
					b = append(b, v)
				}
			}
			for _, v := range vars {
				if !isInOther[v] {
					a = append(a, v)
				}
			}
			if len(a)+len(b) == 0 {
				continue
			}
			all := append(append(append([]int32(nil), both...), a...), b...)
			e.onAnyChange(newLocked(e, both, a, b), all, false)
		}
		for _, v := range vars {
			isIn[v] = false
		}
	}
}
