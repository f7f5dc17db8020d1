package native

import "math/bits"

// locked propagates two AllDifferent constraints that share variables. If one of them has as many values as variables,
// it uses all of them; a value that it can place only among the shared variables is then removed from the other
// variables of the second constraint. If it has fewer values than variables, it fails.
type locked struct {
	shared, onlyA, onlyB []int32 // variables of both constraints, of the first only, of the second only

	inShared, inOne []uint64 // scratch: sets of ranks in the layout of addDomainTo
}

func newLocked(e *engine, shared, onlyA, onlyB []int32) *locked {
	n := e.setWords()
	return &locked{shared, onlyA, onlyB, make([]uint64, n), make([]uint64, n)}
}

func (p *locked) propagate(e *engine) bool {
	removed := e.removed
	clear(p.inShared)
	for _, v := range p.shared {
		e.addDomainTo(p.inShared, v)
	}
	ok := p.apply(e, p.onlyA, p.onlyB) && p.apply(e, p.onlyB, p.onlyA)
	e.again = e.removed != removed
	return ok
}

// apply applies the rule to a constraint with the variables shared and from; it removes values from the variables to,
// which belong to the other constraint only.
func (p *locked) apply(e *engine, from, to []int32) bool {
	clear(p.inOne)
	for _, v := range from {
		e.addDomainTo(p.inOne, v)
	}
	values := 0
	confined := uint64(0)
	for i, w := range p.inShared {
		values += bits.OnesCount64(w | p.inOne[i])
		confined |= w &^ p.inOne[i]
	}
	switch spare := values - len(from) - len(p.shared); {
	case spare < 0:
		return false
	case spare > 0 || confined == 0:
		return true
	}
	for i, w := range p.inShared {
		p.inOne[i] = w &^ p.inOne[i]
	}
	for _, v := range to {
		if !e.subtract(v, p.inOne) {
			return false
		}
	}
	return true
}

// postLocked posts locked for each pair of constraints that share at least two variables; with fewer shared variables
// it removes nothing beyond level Hidden. Each constraint is a list of different variables.
func (e *engine) postLocked(constraints [][]int32) {
	constraintsOf := make([][]int, len(e.domains)) // by variable: its constraints, increasing
	for i, vars := range constraints {
		for _, v := range vars {
			constraintsOf[v] = append(constraintsOf[v], i)
		}
	}
	sharedCount := make([]int, len(constraints)) // number of variables shared with the current constraint
	isIn := make([]bool, len(e.domains))
	for i, vars := range constraints {
		clear(sharedCount)
		for _, v := range vars {
			isIn[v] = true
			for _, j := range constraintsOf[v] {
				sharedCount[j]++
			}
		}
		for j := range i {
			if sharedCount[j] < 2 {
				continue
			}
			isInOther := map[int32]bool{}
			var shared, onlyA, onlyB []int32
			for _, v := range constraints[j] {
				isInOther[v] = true
				if isIn[v] {
					shared = append(shared, v)
				} else {
					onlyB = append(onlyB, v)
				}
			}
			for _, v := range vars {
				if !isInOther[v] {
					onlyA = append(onlyA, v)
				}
			}
			if len(onlyA)+len(onlyB) == 0 {
				continue
			}
			all := append(append(append([]int32(nil), shared...), onlyA...), onlyB...)
			e.addOnChange(newLocked(e, shared, onlyA, onlyB), all, false)
		}
		for _, v := range vars {
			isIn[v] = false
		}
	}
}
