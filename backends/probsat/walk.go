package probsat

import (
	"context"
	"math/rand/v2"
)

// A walk is a valuation that changes by one variable at a time, with the counters that the choosers need.
//
// The counters follow the caching scheme of WalkSAT with the XOR sums of Balint's solvers: for a clause with one true
// literal, the XOR of its true variables is the variable whose flip would break it.
type walk struct {
	*instance
	random rand.PCG
	isTrue []uint8 // by literal: 1 if it is true
	breaks []int32 // by variable: clauses that its flip would make false

	// By clause of three and more literals. A binary clause needs no counters: the other literal determines them.
	numTrue []int32 // true literals
	trueXor []lit   // XOR of their variables

	falseClauses []int32
	falseIndex   []int32 // by clause: its index in falseClauses, if it is false
}

func newWalk(p *instance, seed, stream uint64) *walk {
	vars, n := len(p.origVar), p.clauses.Len()
	w := &walk{instance: p, isTrue: make([]uint8, 2*vars), breaks: make([]int32, vars), numTrue: make([]int32, n),
		trueXor: make([]lit, n), falseClauses: make([]int32, 0, n), falseIndex: make([]int32, n)}
	w.random.Seed(seed, stream)
	return w
}

// randomize draws a random valuation and recomputes the counters. It returns false if ctx ends before; then w must be
// discarded.
func (w *walk) randomize(ctx context.Context) bool {
	for x := 0; x < len(w.isTrue); x += 2 {
		bit := uint8(w.random.Uint64() >> 63)
		w.isTrue[x], w.isTrue[x+1] = bit, 1-bit
	}
	clear(w.breaks)
	w.falseClauses = w.falseClauses[:0]
	for i := range w.numTrue {
		if ended(ctx, i) {
			return false
		}
		w.numTrue[i], w.trueXor[i] = 0, 0
		for _, l := range w.clauses.Get(int32(i)) {
			if w.isTrue[l] == 1 {
				w.numTrue[i]++
				w.trueXor[i] ^= l >> 1
			}
		}
		switch w.numTrue[i] {
		case 0:
			w.addFalse(int32(i))
		case 1:
			w.breaks[w.trueXor[i]]++
		}
	}
	return true
}

// flip makes the false literal l true. It takes time linear in the number of clauses with its variable.
func (w *walk) flip(l lit) {
	v := l >> 1
	w.isTrue[l], w.isTrue[l.not()] = 1, 0
	newBreaks := int32(0)
	for _, p := range w.partners.Get(int32(l)) {
		if w.isTrue[p.other] == 1 {
			w.breaks[p.other>>1]--
		} else {
			w.removeFalse(p.clause)
			newBreaks++
		}
	}
	for _, i := range w.longer.Get(int32(l)) {
		switch w.numTrue[i] {
		case 0:
			w.removeFalse(i)
			newBreaks++
		case 1:
			w.breaks[w.trueXor[i]]--
		}
		w.numTrue[i]++
		w.trueXor[i] ^= v
	}
	w.breaks[v] = newBreaks
	for _, p := range w.partners.Get(int32(l.not())) {
		if w.isTrue[p.other] == 1 {
			w.breaks[p.other>>1]++
		} else {
			w.addFalse(p.clause)
		}
	}
	for _, i := range w.longer.Get(int32(l.not())) {
		w.numTrue[i]--
		w.trueXor[i] ^= v
		switch w.numTrue[i] {
		case 0:
			w.addFalse(i)
		case 1:
			w.breaks[w.trueXor[i]]++
		}
	}
}

// addFalse adds a clause to the false clauses.
func (w *walk) addFalse(i int32) {
	w.falseIndex[i] = int32(len(w.falseClauses))
	w.falseClauses = append(w.falseClauses, i)
}

// removeFalse removes a clause from the false clauses.
func (w *walk) removeFalse(i int32) {
	end := len(w.falseClauses) - 1
	last := w.falseClauses[end]
	w.falseClauses[w.falseIndex[i]], w.falseIndex[last] = last, w.falseIndex[i]
	w.falseClauses = w.falseClauses[:end]
}
