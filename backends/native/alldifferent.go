package native

import "math/bits"

// allDifferent propagates AllDifferent. It applies three rules to their fixpoint:
//
//   - elimination: the value of a fixed variable is removed from the others;
//   - pigeonhole: there must be at least as many values left as variables that are not fixed;
//   - hidden singles: if there are exactly as many, every value is used, so a value that only one variable can take is
//     the value of that variable.
//
// On a house of a Sudoku these are naked and hidden singles. Level Domain adds matching, in the second queue.
type allDifferent struct {
	// The first variables are settled: fixed, and their values removed from the others. Backtracking restores settled
	// but not the order of the other variables, which does not matter.
	vars    []int32
	settled int32 // word of the trail: number of settled variables
	span
}

func newAllDifferent(e *engine, vars []int32) *allDifferent {
	return &allDifferent{vars: vars, settled: int32(e.reserve(1)), span: e.spanOf(vars)}
}

// propagate runs again after a hidden single, and after it has tried to remove maxRemovals values.
func (p *allDifferent) propagate(e *engine) bool {
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

// eliminate settles the fixed variables and removes their values from the others. The first settled variables are
// settled before; eliminate returns their new number.
func (p *allDifferent) eliminate(e *engine, settled int) (int, bool) {
	for left := maxRemovals; left >= 0; {
		from := settled
		for i := settled; i < len(p.vars); i++ {
			if v := p.vars[i]; e.fixed(v) {
				p.vars[i], p.vars[settled] = p.vars[settled], v
				settled++
			}
		}
		if from == settled {
			return settled, true
		}
		for from < settled {
			k, taken := int32(e.min(p.vars[from])>>6), uint64(0)
			for i := from; i < settled; i++ {
				v := p.vars[i]
				w := e.word(v, k)
				if w == 0 {
					continue
				}
				if taken&w != 0 {
					return settled, false
				}
				taken |= w
				p.vars[i], p.vars[from] = p.vars[from], v
				from++
			}
			for _, x := range p.vars[settled:] {
				if e.word(x, k)&taken != 0 && !e.narrow(x, k, ^taken) {
					return settled, false
				}
			}
			left -= len(p.vars) - settled
		}
	}
	e.again = true
	return settled, true
}

// hiddenSingles applies the other two rules to the variables that are not settled. found reports whether it fixed a
// variable.
func (p *allDifferent) hiddenSingles(e *engine, settled int) (found, ok bool) {
	open := p.vars[settled:]
	values, singles := 0, false
	for k := p.low; k < p.high; k++ {
		once, twice := e.countWord(open, k)
		if values += bits.OnesCount64(once); values > len(open) {
			return false, true
		}
		singles = singles || once != twice
	}
	if values < len(open) || !singles {
		return false, values == len(open)
	}
	for k := p.low; k < p.high; k++ {
		once, twice := e.countWord(open, k)
		single := once &^ twice
		if single == 0 {
			continue
		}
		for _, v := range open {
			w := e.word(v, k) & single
			if w == 0 {
				continue
			}
			if w&(w-1) != 0 || !e.assign(v, int(k)<<6+bits.TrailingZeros64(w)) { // only v can take these two values
				return false, false
			}
		}
	}
	return true, true
}

// countWord returns word k of two sets: the ranks that one or more of the variables can take, and two or more.
func (e *engine) countWord(vars []int32, k int32) (once, twice uint64) {
	for _, v := range vars {
		w := e.word(v, k)
		twice |= once & w
		once |= w
	}
	return once, twice
}
