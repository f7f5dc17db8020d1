package gridn

// begin begins a walk, with values of the two walks before it, or with random ones.
func (w *walk) begin() {
	for p := range w.value {
		w.value[p] = -1
	}
	w.parents[0], w.parents[1], w.best = w.parents[1], w.best, w.parents[0]
	w.forgetClashes(w.parents[1])
	if len(w.parents[0]) > 0 {
		w.combine()
	}
	for p, x := range w.value {
		if x < 0 {
			w.value[p] = w.first[p] + int32(w.below(uint32(w.first[p+1]-w.first[p])))
		}
	}
	w.count(w.value)
	clear(w.index)
	w.clashed = w.clashed[:0]
	w.cost, w.moves = 0, 0
	for p, x := range w.value {
		w.cost += int(w.clashes[x])
		w.update(int32(p))
	}
	w.cost /= 2
	clear(w.allowed)
	w.record()
}

// combine takes all places of a value from one parent, in turn the value that has most places in it, until each value
// has been taken once. The places that are left keep -1.
func (w *walk) combine() {
	var places [2][MaxN]int // by parent and value, of the places that have no value yet
	for i, parent := range w.parents {
		for _, x := range parent {
			if x >= 0 {
				places[i][w.values[x]]++
			}
		}
	}
	for turn := range MaxN {
		parent, most := turn%2, 0
		for v, n := range places[parent] {
			if n > places[parent][most] {
				most = v
			}
		}
		for p, x := range w.parents[parent] {
			if x < 0 || w.value[p] >= 0 || int(w.values[x]) != most {
				continue
			}
			w.value[p] = x
			for i, other := range w.parents {
				if y := other[p]; y >= 0 {
					places[i][w.values[y]]--
				}
			}
		}
		places[0][most], places[1][most] = -len(w.value), -len(w.value)
	}
}

// forgetClashes replaces the values that have clashes by -1.
func (w *walk) forgetClashes(values []int32) {
	w.count(values)
	for p, x := range values {
		if w.clashes[x] > 0 {
			values[p] = -1
		}
	}
}

// count makes clashes those of the given values.
func (w *walk) count(values []int32) {
	clear(w.clashes)
	for _, x := range values {
		for _, y := range w.peers.Get(x) {
			w.clashes[y]++
		}
	}
}
