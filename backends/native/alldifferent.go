package native

import "math/bits"

// allDifferent propagates AllDifferent over variables whose domains have one word each and the same base, as in Sudoku.
// It applies three rules to their fixpoint:
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
	vars    []wordVar
	settled int32 // word of the trail: number of settled variables
}

// A wordVar is a variable whose domain is one word, and the index of that word in the trail.
type wordVar struct{ v, word int32 }

func (p *allDifferent) propagate(e *engine) bool {
	settled := int(e.words[p.settled])
	for {
		var ok bool
		if settled, ok = p.eliminate(e, settled); !ok {
			return false
		}
		if found, ok := p.hiddenSingles(e, settled); !ok {
			return false
		} else if !found {
			break
		}
	}
	if settled != int(e.words[p.settled]) {
		e.set(p.settled, uint64(settled))
	}
	return true
}

// eliminate settles the fixed variables and removes their values from the others, until no other variable becomes
// fixed. The first settled variables are settled before; eliminate returns their new number.
func (p *allDifferent) eliminate(e *engine, settled int) (int, bool) {
	for {
		var taken uint64
		from := settled
		for i := settled; i < len(p.vars); i++ {
			w := e.words[p.vars[i].word]
			if w&(w-1) != 0 {
				continue
			}
			if taken&w != 0 {
				return settled, false
			}
			taken |= w
			p.vars[i], p.vars[settled] = p.vars[settled], p.vars[i]
			settled++
		}
		if settled == from {
			return settled, true
		}
		for _, x := range p.vars[settled:] {
			if e.words[x.word]&taken != 0 && !e.narrow(x.v, 0, ^taken) {
				return settled, false
			}
		}
	}
}

// hiddenSingles applies the other two rules to the variables that are not settled. found reports whether it fixed a
// variable.
func (p *allDifferent) hiddenSingles(e *engine, settled int) (found, ok bool) {
	var once, twice uint64
	for _, x := range p.vars[settled:] {
		w := e.words[x.word]
		twice |= once & w
		once |= w
	}
	switch spare := bits.OnesCount64(once) - (len(p.vars) - settled); {
	case spare < 0:
		return false, false
	case spare > 0:
		return false, true
	}
	single := once &^ twice
	if single == 0 {
		return false, true
	}
	for _, x := range p.vars[settled:] {
		w := e.words[x.word] & single
		if w&(w-1) != 0 { // only x can take these two values
			return false, false
		}
		if w != 0 && !e.narrow(x.v, 0, w) {
			return false, false
		}
	}
	return true, true
}
