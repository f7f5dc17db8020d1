package human

import "math/bits"

// A subsetSearch looks for Hall sets: k sets of a list whose union has no more than k elements, so that they use up all
// of these. Cells with their candidates give naked subsets, values with their places in a house give hidden subsets,
// and lines with the crossing lines at the places of a value give fish. The search does not allocate.
//
// Source: P. Hall, On Representatives of Subsets, Journal of the London Mathematical Society 10, 1935. J.-C. Regin, A
// Filtering Algorithm for Constraints of Difference in CSPs, AAAI 1994, finds all of them at once; a person looks for
// small ones.
type subsetSearch struct {
	n      int
	sets   [64]uint64
	owners [64]uint64 // owners[i] is the bit of the cell, value or line that sets[i] belongs to
	size   int        // size of the union
}

func (q *subsetSearch) reset() { q.n = 0 }

// add adds the set of owner i < 64 if it has 2 to most elements. It avoids a branch: the condition is hard to predict,
// and where nothing is found most of the time is spent here.
func (q *subsetSearch) add(i int, set uint64, most int) {
	n := q.n & 63
	q.sets[n], q.owners[n] = set, 1<<(i&63)
	if uint(bits.OnesCount64(set)-2) <= uint(most-2) {
		n++
	}
	q.n = n
}

// forEach passes every choice of k sets whose union has exactly size elements to found, as the set of their owners and
// their union, until found returns false. It reports whether found did.
func (q *subsetSearch) forEach(k, size int, found func(members, union uint64) bool) bool {
	q.size = size
	return q.n >= k && q.choose(0, k, 0, 0, found)
}

// choose chooses k more sets, from index from on.
func (q *subsetSearch) choose(from, k int, members, union uint64, found func(members, union uint64) bool) bool {
	sets := q.sets[:q.n]
	if k == 1 {
		for i := from; i < len(sets); i++ {
			if u := union | sets[i]; bits.OnesCount64(u) == q.size && !found(members|q.owners[i], u) {
				return true
			}
		}
		return false
	}
	for i := from; i <= len(sets)-k; i++ {
		u := union | sets[i]
		if bits.OnesCount64(u) <= q.size && q.choose(i+1, k-1, members|q.owners[i], u, found) {
			return true
		}
	}
	return false
}

// nakedSubsets finds k cells of a house that have only k candidates, and removes these from the other cells of the
// house.
func (p *Position) nakedSubsets(k int, yield func(*Step) bool) bool {
	for h := range p.houses {
		if p.isExhausted(h, nakedExhausted+k) {
			continue
		}
		some := false
		stopped := p.nakedSubsetsIn(h, k, func(places, values uint64) bool {
			if !p.hasElsewhere(h, places, values) {
				return true
			}
			some = true
			s := p.newStep()
			s.addHousePart("cells", h, places, values)
			s.eliminateElsewhere(p, h, places, values)
			return yield(s)
		})
		if stopped {
			return true
		}
		if !some {
			p.setExhausted(h, nakedExhausted+k)
		}
	}
	return false
}

// lockedSubsets finds naked subsets of k cells in the intersection of two houses that eliminate something in both.
// Otherwise the pattern is a naked subset, with or without locked candidates.
func (p *Position) lockedSubsets(k int, yield func(*Step) bool) bool {
	for h := range p.houses {
		stopped := len(p.intersections[h]) > 0 && p.nakedSubsetsIn(h, k, func(places, values uint64) bool {
			return !p.hasElsewhere(h, places, values) || p.lockedSubsetsAt(h, places, values, yield)
		})
		if stopped {
			return true
		}
	}
	return false
}

// lockedSubsetsAt yields the locked subset at these places of house h for each later house that also contains the
// cells. It returns false if yield does.
func (p *Position) lockedSubsetsAt(h int, places, values uint64, yield func(*Step) bool) bool {
	for _, o := range p.intersections[h] {
		if o.other < h || places&^o.here != 0 {
			continue
		}
		there := p.translatePlaces(o.other, h, places)
		if !p.hasElsewhere(o.other, there, values) {
			continue
		}
		s := p.newStep()
		s.addHousePart("cells", h, places, values)
		s.addPart("house").setHouse(p.Board, o.other)
		s.eliminateElsewhere(p, h, places, values)
		s.eliminateElsewhere(p, o.other, there, values)
		if !yield(s) {
			return false
		}
	}
	return true
}

// translatePlaces returns the places in house g of the cells at the given places of house h.
func (b *Board) translatePlaces(g, h int, places uint64) uint64 {
	var there uint64
	for c := range b.cellsAt(h, places) {
		for _, s := range b.memberships[c] {
			if s.house == g {
				there |= 1 << s.place
			}
		}
	}
	return there
}

// nakedSubsetsIn passes each set of k places of house h that have only k candidates to found, with these candidates,
// until found returns false. It reports whether found did.
func (p *Position) nakedSubsetsIn(h, k int, found func(places, values uint64) bool) bool {
	if p.blankCount(h) <= k {
		return false
	}
	q := &p.subsets
	q.reset()
	for at, c := range p.houses[h].cells {
		q.add(at, p.cand[c], k)
	}
	return q.forEach(k, k, found)
}

// hasElsewhere reports whether one of the values is a candidate at another place of house h.
func (p *Position) hasElsewhere(h int, places, values uint64) bool {
	for ; values != 0; values &= values - 1 {
		if p.places(h, bits.TrailingZeros64(values))&^places != 0 {
			return true
		}
	}
	return false
}

// eliminateElsewhere eliminates the values from the other places of house h.
func (s *Step) eliminateElsewhere(p *Position, h int, places, values uint64) {
	for x := range members(values) {
		for c := range p.cellsAt(h, p.places(h, x)&^places) {
			s.eliminate(p, c, x)
		}
	}
}

// hiddenSubsets finds k values that have only k places in a house, and removes the other candidates of these cells.
func (p *Position) hiddenSubsets(k int, yield func(*Step) bool) bool {
	for h := range p.houses {
		if p.houses[h].full && p.hiddenSubsetsIn(h, k, yield) {
			return true
		}
	}
	return false
}

// hiddenSubsetsIn yields the hidden subsets of k values in house h.
func (p *Position) hiddenSubsetsIn(h, k int, yield func(*Step) bool) bool {
	if p.blankCount(h) <= k || p.isExhausted(h, hiddenExhausted+k) {
		return false
	}
	q := &p.subsets
	q.reset()
	some := false
	for x, w := range p.housePlaces[h*len(p.values) : (h+1)*len(p.values)] {
		q.add(x, w, k)
	}
	stopped := q.forEach(k, k, func(values, places uint64) bool {
		var others uint64
		for c := range p.cellsAt(h, places) {
			others |= p.cand[c] &^ values
		}
		if others == 0 {
			return true
		}
		some = true
		s := p.newStep()
		s.addHousePart("cells", h, places, values)
		for c := range p.cellsAt(h, places) {
			s.eliminateValues(p, c, p.cand[c]&^values)
		}
		return yield(s)
	})
	if !some {
		p.setExhausted(h, hiddenExhausted+k)
	}
	return stopped
}
