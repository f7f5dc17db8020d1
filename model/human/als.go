package human

import (
	"math/bits"
	"slices"
	"strings"
)

// An almostLocked set is k cells of one house that have k+1 candidates together. If it lacks one of them, it has all the others.
//
// Two such sets have a restricted common candidate x if every cell of the one that has x sees every such cell of the other: x is in one
// of them at most, so that one of them has all its other candidates. The sets may overlap, but not in a cell that has x. Neither needs
// the house to be full: k cells that differ take k values, whatever the house.
//
// Source: bennys, A simple move - Almost Locked Sets, Sudoku Players' Forum 2005; the pairs of sets are those of its ALS-XZ rule.
type almostLockedSet struct {
	house      int
	places     uint64 // in the house
	values     uint64
	eliminable uint64 // the values x whose reach is not empty

	words int      // of a cellSet
	sets  []uint64 // its cells, then for each of its values the holders and the reach
}

func (a *almostLockedSet) cells() cellSet { return a.sets[:a.words] }

// holders returns the cells of the set that have x, one of its values.
func (a *almostLockedSet) holders(x int) cellSet { return a.cellSetAt(x, 0) }

// reach returns the cells that have x and see all its holders: the set has x, or none of them takes x.
func (a *almostLockedSet) commonPeers(x int) cellSet { return a.cellSetAt(x, 1) }

func (a *almostLockedSet) cellSetAt(x, which int) cellSet {
	at := (1 + 2*bits.OnesCount64(a.values&(1<<x-1)) + which) * a.words
	return a.sets[at : at+a.words]
}

// The almost locked sets that are looked for, smallest first: those of up to 8 cells, which is all of them in a 9x9 grid, and no more than
// 1000. A hard 9x9 puzzle has a few hundred when its subsets are used up. On larger boards their number is without practical bound, and
// comparing them takes time proportional to its square.
const (
	maxALSSize  = 8
	maxALSCount = 1000
)

// almostSets are the almost locked sets of a position, those of fewer cells first, and their restricted commons. The rules about them
// share it; it is valid until a candidate goes.
type alsIndex struct {
	cand   []uint64 // of the position whose sets they are
	sets   []almostLockedSet
	memory []uint64             // of their cellSets
	common [][]restrictedCommon // by set: its restricted commons with others; see commons

	search  alsChainSearch
	blossom blossom
}

// An almostCommon says which restricted common candidates a set has with the set to.
type restrictedCommon struct {
	to     int
	values uint64
}

// almostLocked returns the almost locked sets of p.
func (p *Position) alsIndex() *alsIndex {
	if p.alsCache == nil {
		p.alsCache = &alsIndex{}
	}
	a := p.alsCache
	if slices.Equal(a.cand, p.cand) {
		return a
	}
	a.cand = append(a.cand[:0], p.cand...)
	a.sets, a.common = a.sets[:0], a.common[:0]
	for k := 1; k <= maxALSSize; k++ {
		for h := range p.houses {
			a.collect(p, h, 0, k, 0, 0)
		}
	}
	size := 0
	for i := range a.sets {
		size += (1 + 2*bits.OnesCount64(a.sets[i].values)) * p.words
	}
	a.memory = slices.Grow(a.memory[:0], size)[:size]
	clear(a.memory)
	rest := a.memory
	for i := range a.sets {
		s := &a.sets[i]
		n := (1 + 2*bits.OnesCount64(s.values)) * p.words
		s.words, s.sets, rest = p.words, rest[:n:n], rest[n:]
		s.compile(p)
	}
	return a
}

// collect adds the sets of k cells of house h that consist of the places chosen, which have these values, and others from the place at on.
func (a *alsIndex) collect(p *Position, h, at, k int, chosen, values uint64) {
	cells := p.houses[h].cells
	for ; at < len(cells) && len(a.sets) < maxALSCount; at++ {
		places, all := chosen|1<<at, values|p.cand[cells[at]]
		switch n := bits.OnesCount64(all); {
		case p.cand[cells[at]] == 0 || n > k+1:
		case bits.OnesCount64(places) < k:
			a.collect(p, h, at+1, k, places, all)
		case n == k+1 && !p.inEarlierHouse(h, places):
			a.sets = append(a.sets, almostLockedSet{house: h, places: places, values: all})
		}
	}
}

// inEarlierHouse reports whether the cells at these places of house h are in a house before h as well.
func (b *Board) inEarlierHouse(h int, places uint64) bool {
	cells := b.houses[h].cells
	for _, s := range b.memberships[cells[bits.TrailingZeros64(places)]] {
		inside := s.house < h
		for rest := places; inside && rest != 0; rest &= rest - 1 {
			inside = b.houses[s.house].set.contains(cells[bits.TrailingZeros64(rest)])
		}
		if inside {
			return true
		}
	}
	return false
}

// compile fills the cellSets, which are empty.
func (a *almostLockedSet) compile(p *Position) {
	for rest := a.places; rest != 0; rest &= rest - 1 {
		a.cells().add(p.houses[a.house].cells[bits.TrailingZeros64(rest)])
	}
	a.eliminable = 0
	for rest := a.values; rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(rest)
		a.holders(x).setIntersection(a.cells(), p.cellsWith(x))
		p.setCommonPeers(a.commonPeers(x), a.holders(x), x)
		if !a.commonPeers(x).isEmpty() {
			a.eliminable |= 1 << x
		}
	}
}

// seeAll sets dst to the cells that have x and see all cells of the set.
func (p *Position) setCommonPeers(dst, set cellSet, x int) {
	copy(dst, p.cellsWith(x))
	for c := set.next(0); c >= 0; c = set.next(c + 1) {
		dst.setIntersection(dst, p.peers[c])
	}
}

// commons returns, for each set, its restricted commons.
func (a *alsIndex) restrictedCommons() [][]restrictedCommon {
	if len(a.common) == len(a.sets) {
		return a.common
	}
	for i := range a.sets {
		if len(a.common) < cap(a.common) {
			a.common = a.common[:i+1]
			a.common[i] = a.common[i][:0]
		} else {
			a.common = append(a.common, nil)
		}
		s := &a.sets[i]
		for j := range a.sets[:i] {
			t := &a.sets[j]
			var values uint64
			for rest := s.eliminable & t.eliminable; rest != 0; rest &= rest - 1 {
				if x := bits.TrailingZeros64(rest); s.holders(x).subsetOf(t.commonPeers(x)) {
					values |= 1 << x
				}
			}
			if values != 0 {
				a.common[i] = append(a.common[i], restrictedCommon{j, values})
				a.common[j] = append(a.common[j], restrictedCommon{i, values})
			}
		}
	}
	return a.common
}

// strikeEither strikes the values from the cells that see all their holders in a and in b, of which at least one has them. The sets may be
// the same.
func (s *Step) eliminateEither(p *Position, a, b *almostLockedSet, values uint64) {
	for values &= a.eliminable & b.eliminable; values != 0; values &= values - 1 {
		x := bits.TrailingZeros64(values)
		s.eliminateInBoth(p, x, a.commonPeers(x), b.commonPeers(x))
	}
}

// almost adds a part for an almost locked set.
func (s *Step) addALS(role string, a *almostLockedSet) {
	s.addPart(role).addCellSet(a.cells()).addValues(s.board, a.values).setHouse(s.board, a.house)
}

// withValues returns a part in words: "r1c1 and r1c2 {1,2,3}".
func (s *Step) withValues(t Part) string {
	return s.cellList(t) + " {" + strings.Join(t.valueNames(), ",") + "}"
}

// struck returns the values that the step strikes, in words: "1 and 2".
func (s *Step) eliminatedValues() string {
	var t Part
	for _, k := range s.Eliminations {
		t.Values = append(t.Values, k.Value)
	}
	slices.Sort(t.Values)
	t.Values = slices.Compact(t.Values)
	return valueList(t)
}
