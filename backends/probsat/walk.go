package probsat

import "math/rand/v2"

// A walk is a valuation that changes by one variable at a time, with what is needed to choose the variable.
//
// The counters follow the caching scheme of WalkSAT with the sums of Balint's solvers: of a clause with one true literal, the sum (xor) of
// its true variables names the one whose flip would break it.
type walk struct {
	*instance
	random rand.PCG
	holds  []uint8 // by literal: 1 if it is true
	breaks []int32 // by variable: clauses in which it has the only true literal, which a flip would make false

	// By clause of three and more; those of two need none, since the other literal tells all.
	trues []int32 // its true literals
	sum   []lit   // the xor of their variables

	broken []int32 // the false clauses
	place  []int32 // by clause: where it is in broken, if it is false
}

func newWalk(p *instance, seed, stream uint64) *walk {
	vars, n := len(p.back), p.clauses.len()
	w := &walk{instance: p, holds: make([]uint8, 2*vars), breaks: make([]int32, vars), trues: make([]int32, n), sum: make([]lit, n),
		broken: make([]int32, 0, n), place: make([]int32, n)}
	w.random.Seed(seed, stream)
	return w
}

// start draws a random valuation.
func (w *walk) start() {
	for x := 0; x < len(w.holds); x += 2 {
		bit := uint8(w.random.Uint64() >> 63)
		w.holds[x], w.holds[x+1] = bit, 1-bit
	}
	clear(w.breaks)
	w.broken = w.broken[:0]
	for i := range w.trues {
		w.trues[i], w.sum[i] = 0, 0
		for _, l := range w.clauses.at(int32(i)) {
			if w.holds[l] == 1 {
				w.trues[i]++
				w.sum[i] ^= l >> 1
			}
		}
		switch w.trues[i] {
		case 0:
			w.fail(int32(i))
		case 1:
			w.breaks[w.sum[i]]++
		}
	}
}

// flip makes l, which is false, true. It takes time proportional to the number of clauses with its variable.
func (w *walk) flip(l lit) {
	v := l >> 1
	w.holds[l], w.holds[l.not()] = 1, 0
	only := int32(0)
	for _, p := range w.partners.at(int32(l)) {
		if w.holds[p.other] == 1 {
			w.breaks[p.other>>1]--
		} else {
			w.mend(p.clause)
			only++
		}
	}
	for _, i := range w.longer.at(int32(l)) {
		switch w.trues[i] {
		case 0:
			w.mend(i)
			only++
		case 1:
			w.breaks[w.sum[i]]--
		}
		w.trues[i]++
		w.sum[i] ^= v
	}
	w.breaks[v] = only
	for _, p := range w.partners.at(int32(l.not())) {
		if w.holds[p.other] == 1 {
			w.breaks[p.other>>1]++
		} else {
			w.fail(p.clause)
		}
	}
	for _, i := range w.longer.at(int32(l.not())) {
		w.trues[i]--
		w.sum[i] ^= v
		switch w.trues[i] {
		case 0:
			w.fail(i)
		case 1:
			w.breaks[w.sum[i]]++
		}
	}
}

// fail adds a clause to the false ones.
func (w *walk) fail(i int32) {
	w.place[i] = int32(len(w.broken))
	w.broken = append(w.broken, i)
}

// mend takes a clause from the false ones.
func (w *walk) mend(i int32) {
	end := len(w.broken) - 1
	last := w.broken[end]
	w.broken[w.place[i]], w.place[last] = last, w.place[i]
	w.broken = w.broken[:end]
}
