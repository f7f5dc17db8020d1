package human

import (
	"math/bits"
	"slices"
	"strings"

	"nonet/internal/slice"
)

// An almostLockedSet is k cells of one house that together have k+1 candidates. If it lacks one of them, it has all the
// others.
//
// Two almost locked sets have a restricted common candidate x if every cell with x in one sees every cell with x in the
// other. Then at most one of the sets has x. The set that lacks x has all its candidates except x. The sets may
// overlap, but not in a cell with x. The houses need not be full: the argument uses only that the cells of a house have
// different values.
//
// Source: bennys, A simple move - Almost Locked Sets, Sudoku Players' Forum 2005. Its ALS-XZ rule uses such pairs of
// sets.
type almostLockedSet struct {
	house      int
	places     uint64 // in the house
	values     uint64
	eliminable uint64 // the values x with common peers

	words int      // length of a cellSet
	sets  []uint64 // its cells, then for each of its values the holders and the common peers
}

func (a *almostLockedSet) cells() cellSet { return a.sets[:a.words] }

// holders returns the cells of the set that have candidate x, one of its values.
func (a *almostLockedSet) holders(x int) cellSet { return a.cellSetAt(x, 0) }

// commonPeers returns the cells that have candidate x and see all holders of x. If one of them has the value x, the set
// lacks x.
func (a *almostLockedSet) commonPeers(x int) cellSet { return a.cellSetAt(x, 1) }

// cellSetAt returns the holders (which = 0) or the common peers (which = 1) of x.
func (a *almostLockedSet) cellSetAt(x, which int) cellSet {
	at := (1 + 2*bits.OnesCount64(a.values&(1<<x-1)) + which) * a.words
	return a.sets[at : at+a.words]
}

// Limits of the sets that are collected, smallest first: up to 8 cells, which is every set in a 9x9 grid, and at most
// 1000 sets. A hard 9x9 puzzle has a few hundred when no subset applies. On larger boards the number of sets has no
// practical bound, and comparing them takes time quadratic in it.
const (
	maxALSSize  = 8
	maxALSCount = 1000
)

// An alsIndex holds the almost locked sets of a position, sorted by number of cells, and their restricted commons. All
// rules about almost locked sets share it. It is valid until a candidate is removed.
type alsIndex struct {
	cand   []uint64 // of the position that was indexed
	blank  []uint64 // by house: the places of its blank cells
	sets   []almostLockedSet
	memory []uint64             // of the cellSets of sets
	common [][]restrictedCommon // by set, complete among the first len(common) sets; see commonsUpTo

	// By value: the indices and, one after another, the common peers of the first len(common) sets where the value is
	// eliminable. shared is scratch space, by set.
	linkable      [][]int32
	linkablePeers [][]uint64
	shared        []uint64

	search  alsChainSearch
	blossom blossom
}

// A restrictedCommon is a link from one set to another, by their restricted common candidates.
type restrictedCommon struct {
	to     int    // index of the other set
	values uint64 // the restricted common candidates
}

// alsIndex returns the index of p, which it rebuilds if candidates have changed.
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
	a.blank = a.blank[:0]
	for h := range p.houses {
		a.blank = append(a.blank, 0)
		for i, c := range p.houses[h].cells {
			if p.cand[c] != 0 {
				a.blank[h] |= 1 << i
			}
		}
	}
	for k := 1; k <= maxALSSize; k++ {
		for h, blank := range a.blank {
			if bits.OnesCount64(blank) >= k {
				a.collect(p, h, k, blank, 0, 0)
			}
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
	if a.linkable == nil {
		a.linkable, a.linkablePeers = make([][]int32, len(p.values)), make([][]uint64, len(p.values))
	}
	for x := range a.linkable {
		a.linkable[x], a.linkablePeers[x] = a.linkable[x][:0], a.linkablePeers[x][:0]
	}
	a.shared = slices.Grow(a.shared[:0], len(a.sets))
	return a
}

// collect adds the almost locked sets of house h that consist of the chosen places and missing of the places in rest.
// values are the candidates at the chosen places.
func (a *alsIndex) collect(p *Position, h, missing int, rest, chosen, values uint64) {
	cells, most := p.houses[h].cells, bits.OnesCount64(chosen)+missing+1
	for left := bits.OnesCount64(rest); left >= missing && len(a.sets) < maxALSCount; left-- {
		at := bits.TrailingZeros64(rest)
		rest &= rest - 1
		places, all := chosen|1<<at, values|p.cand[cells[at]]
		switch n := bits.OnesCount64(all); {
		case n > most:
		case missing > 1:
			a.collect(p, h, missing-1, rest, places, all)
		case n == most && !p.inEarlierHouse(h, places):
			a.sets = append(a.sets, almostLockedSet{house: h, places: places, values: all})
		}
	}
}

// inEarlierHouse reports whether a house before h also contains the cells at these places of house h.
func (b *Board) inEarlierHouse(h int, places uint64) bool {
	cells := b.houses[h].cells
	for _, s := range b.memberships[cells[bits.TrailingZeros64(places)]] {
		inside := s.house < h
		for rest := places; inside && rest != 0; rest &= rest - 1 {
			inside = b.houses[s.house].set.Has(cells[bits.TrailingZeros64(rest)])
		}
		if inside {
			return true
		}
	}
	return false
}

// compile fills the cellSets, which must be empty.
func (a *almostLockedSet) compile(p *Position) {
	for c := range p.cellsAt(a.house, a.places) {
		a.cells().Add(c)
	}
	a.eliminable = 0
	for x := range members(a.values) {
		a.holders(x).SetIntersection(a.cells(), p.cellsWith(x))
		p.setCommonPeers(a.commonPeers(x), a.holders(x), x)
		if !a.commonPeers(x).IsEmpty() {
			a.eliminable |= 1 << x
		}
	}
}

// setCommonPeers sets dst to the cells that have candidate x and see all cells of set.
func (p *Position) setCommonPeers(dst, set cellSet, x int) {
	copy(dst, p.cellsWith(x))
	for c := range set.All {
		dst.SetIntersection(dst, p.peers[c])
	}
}

// restrictedCommons returns, by set, its restricted commons with other sets, sorted by index. The first call computes
// them.
func (a *alsIndex) restrictedCommons() [][]restrictedCommon {
	a.commonsUpTo(len(a.sets))
	return a.common
}

// commonsUpTo computes the restricted commons among the first n sets. The rule ALS-XZ often finds a step among the
// small sets, so it computes them set by set.
func (a *alsIndex) commonsUpTo(n int) {
	for i := len(a.common); i < n; i++ {
		if i < cap(a.common) {
			a.common = a.common[:i+1]
			a.common[i] = a.common[i][:0]
		} else {
			a.common = append(a.common, nil)
		}
		s := &a.sets[i]
		shared := a.shared[:i]
		clear(shared)
		for x := range members(s.eliminable) {
			holders, peers := s.holders(x), a.linkablePeers[x]
			for k, j := range a.linkable[x] {
				if holders.SubsetOf(peers[k*s.words : (k+1)*s.words]) {
					shared[j] |= 1 << x
				}
			}
			a.linkable[x] = append(a.linkable[x], int32(i))
			a.linkablePeers[x] = append(peers, s.commonPeers(x)...)
		}
		for j, values := range shared {
			if values != 0 {
				a.common[i] = append(a.common[i], restrictedCommon{j, values})
				a.common[j] = append(a.common[j], restrictedCommon{i, values})
			}
		}
	}
}

// eliminateSeenFromBoth eliminates values. The caller has shown that a or b has each of them. A cell loses a value if
// it sees all holders of the value in both sets. a and b may be the same set.
func (s *Step) eliminateSeenFromBoth(p *Position, a, b *almostLockedSet, values uint64) {
	for x := range members(values & a.eliminable & b.eliminable) {
		s.eliminateInBoth(p, x, a.commonPeers(x), b.commonPeers(x))
	}
}

// addALS adds a part for an almost locked set.
func (s *Step) addALS(role string, a *almostLockedSet) {
	s.addPart(role).addCellSet(a.cells()).addValues(s.board, a.values).setHouse(s.board, a.house)
}

// withValues returns a part as "r1c1 and r1c2 {1,2,3}".
func (s *Step) withValues(t Part) string {
	return s.cellList(t) + " {" + strings.Join(s.valueNames(t), ",") + "}"
}

// eliminatedValues returns the values that the step eliminates as "1 and 2".
func (s *Step) eliminatedValues() string {
	values := slice.Map(s.Eliminations, func(k Candidate) int { return k.Value })
	return s.valueList(Part{Values: slice.Unique(values)})
}
