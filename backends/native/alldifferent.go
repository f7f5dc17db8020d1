package native

import "math/bits"

// allDifferent propagates AllDifferent over variables whose domains are one word each with the same base, as those of Sudoku are. It
// enforces three rules until none of them applies:
//
//   - elimination: the value of a fixed variable leaves the others;
//   - pigeons: as many values must be left as there are variables that are not fixed;
//   - hidden singles: if exactly as many are left, each is taken, so a value that only one variable can take is its value.
//
// or, at level Values, only the first. On one house of a Sudoku these are the naked and the hidden singles. Stronger levels have
// propagators of their own, which run in the second queue: boundsDifferent and matching.
type allDifferent struct {
	vars          []wordVar // the settled ones first: fixed, and their values taken from the others
	settled       int32     // word of the trail: their number. The order of the others is not restored, nor need it be
	eliminateOnly bool      // elimination and nothing else
}

// wordVar is a variable with a domain of one word, and that word.
type wordVar struct{ v, word int32 }

func (p *allDifferent) propagate(e *engine) bool {
	settled := int(e.words[p.settled])
	for {
		var ok bool
		if settled, ok = p.eliminate(e, settled); !ok {
			return false
		}
		if p.eliminateOnly {
			break
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

// eliminate settles the fixed variables and takes their values from the others, until no further one becomes fixed. The first settled
// ones are so already. It returns their new number.
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

// hiddenSingles applies the other two rules to the variables that are not settled, and reports whether it fixed some.
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
		if w&(w-1) != 0 { // two values that only x can take
			return false, false
		}
		if w != 0 && !e.narrow(x.v, 0, w) {
			return false, false
		}
	}
	return true, true
}
