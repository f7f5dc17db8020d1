package human

import (
	"math/bits"
	"slices"
)

// A fishSearch looks for finned and boxed fish by their eliminations. It assumes that a candidate, the target, is true.
// Then the candidates that see the target are false, including all fins. If a fish of size k eliminates the target, one
// of its cover houses contains the target. The k base houses must then have their candidates in the other k-1 cover
// houses, which is impossible. So for each target, the search chooses k-1 cover houses and checks whether they cover k
// base houses. Few targets are possible: see notInAnyTemplate. The search finds fish of all styles, with and without
// fins. It finds only fish that eliminate something.
type fishSearch struct {
	*Position

	size  int
	style style
	fins  finKind
	x     int // the value

	unseen []uint64 // by house: the candidates that do not see the target; bit i is the i-th of them, in order of cells
	bases  []int    // base houses with such candidates
	covers []int    // cover houses with at least two such candidates

	base, cover []int // the chosen houses
	choices     int   // choices of cover houses tried for the value
	found       []fish

	baseSet, doubleBase, coverSet, doubleCover, fin, eliminations cellSet // see emit
}

// maxChoices bounds the search for fish of one value, size and style: at this many choices of cover houses it ends. It
// is a safeguard for large grids. The search for fish of six houses does not reach it in 9x9 positions of 17-clue
// puzzles in which no single applies.
const maxChoices = 1 << 18

// A fish is one fish that has been found.
type fish struct {
	base, cover       []int // base in family order, cover sorted
	fins              finKind
	fin, eliminations cellSet
}

// newFishSearch returns the fish search of p, set up for a size, style and kind of fins.
func (p *Position) newFishSearch(size int, st style, fi finKind) *fishSearch {
	q := p.fishSearch
	if q == nil {
		q = &fishSearch{Position: p, unseen: make([]uint64, len(p.houses))}
		for _, s := range []*cellSet{&q.baseSet, &q.doubleBase, &q.coverSet, &q.doubleCover, &q.fin, &q.eliminations} {
			*s = p.newSet()
		}
		p.fishSearch = q
	}
	q.size, q.style, q.fins = size, st, fi
	return q
}

// find yields the fish of value x.
func (q *fishSearch) find(yield func(*Step) bool) bool {
	q.found, q.choices = q.found[:0], 0
	targets := q.notInAnyTemplate(q.x)
	for c := range targets.All {
		if !q.setTarget(c) {
			continue
		}
		for i := range q.fishHouses[q.style] {
			w := &q.fishHouses[q.style][i]
			q.bases, q.covers = q.bases[:0], q.covers[:0]
			for _, h := range w.bases {
				if q.unseen[h] != 0 {
					q.bases = append(q.bases, h)
				}
			}
			for _, h := range w.covers {
				if d := q.unseen[h]; d&(d-1) != 0 {
					q.covers = append(q.covers, h)
				}
			}
			if len(q.bases) < q.size {
				continue
			}
			q.cover = q.cover[:0]
			if q.chooseCovers(w, c, 0, 0, yield) {
				return true
			}
		}
	}
	return q.siamese(yield)
}

// setTarget assumes that x is at c, and computes unseen. It returns false if no candidate is left, or more than 64,
// which does not happen in 9x9 grids; the search then skips the target.
func (q *fishSearch) setTarget(c int) bool {
	clear(q.unseen)
	with, peers := q.cellsWith(q.x), q.peers[c]
	n := 0
	for w, set := range with {
		set &^= peers[w]
		for ; set != 0; set &= set - 1 {
			u := w<<6 | bits.TrailingZeros64(set)
			if u == c {
				continue
			}
			if n == 64 {
				return false
			}
			for _, s := range q.memberships[u] {
				q.unseen[s.house] |= 1 << n
			}
			n++
		}
	}
	return n > 0
}

// chooseCovers chooses the remaining cover houses, from index from on.
func (q *fishSearch) chooseCovers(w *fishHouses, target, from int, covered uint64, yield func(*Step) bool) bool {
	more := q.size - 1 - len(q.cover)
	if more == 0 {
		q.choices++
		q.base = q.base[:0]
		return q.chooseBases(w, target, 0, covered, 0, yield)
	}
	for i := from; i <= len(q.covers)-more && q.choices < maxChoices; i++ {
		h := q.covers[i]
		q.cover = append(q.cover, h)
		stopped := q.chooseCovers(w, target, i+1, covered|q.unseen[h], yield)
		q.cover = q.cover[:len(q.cover)-1]
		if stopped {
			return true
		}
	}
	return false
}

// chooseBases chooses base houses that have no candidate in common and none outside the cover.
func (q *fishSearch) chooseBases(w *fishHouses, target, from int, covered, taken uint64, yield func(*Step) bool) bool {
	if len(q.base) == q.size {
		return q.isMinimal() && q.completeCover(w, target, yield)
	}
	for i := from; i < len(q.bases); i++ {
		q.poll()
		h := q.bases[i]
		if d := q.unseen[h]; d&^covered != 0 || d&taken != 0 || slices.Contains(q.cover, h) {
			continue
		}
		q.base = append(q.base, h)
		stopped := q.chooseBases(w, target, i+1, covered, taken|q.unseen[h], yield)
		q.base = q.base[:len(q.base)-1]
		if stopped {
			return true
		}
	}
	return false
}

// isMinimal reports whether every cover house meets at least two base houses. If one does not, a smaller fish without
// it exists.
func (q *fishSearch) isMinimal() bool {
	for _, g := range q.cover {
		meets := 0
		for _, h := range q.base {
			if q.unseen[g]&q.unseen[h] != 0 {
				meets++
			}
		}
		if meets < 2 {
			return false
		}
	}
	return true
}

// completeCover adds each house of the target to the cover in turn and emits the fish. It prefers houses that share a
// candidate with the base. If none does, the fish is still sound, but all base candidates that the target sees are
// fins.
func (q *fishSearch) completeCover(w *fishHouses, target int, yield func(*Step) bool) bool {
	q.union(q.base, q.baseSet, q.doubleBase)
	met := false
	for _, s := range q.memberships[target] {
		met = met || w.covered[s.house] && q.baseSet.Intersects(q.houses[s.house].set)
	}
	for _, s := range q.memberships[target] {
		if !w.covered[s.house] || met && !q.baseSet.Intersects(q.houses[s.house].set) {
			continue
		}
		q.cover = append(q.cover, s.house)
		stopped := q.emit(yield)
		q.cover = q.cover[:len(q.cover)-1]
		if stopped {
			return true
		}
	}
	return false
}

// emit yields the fish of the chosen houses unless it has another style or kind of fins, or was found before. baseSet
// and coverSet are the candidates in base and cover houses, doubleBase and doubleCover those in two of them. The fins
// are the base candidates in no cover house, or in doubleBase. A candidate that sees all fins is eliminated if it is in
// the cover but not in the base, or in the base and in doubleCover. Proof: if such a candidate is true, all fins are
// false. Then each base house needs a cover house of its own. But the candidate takes a cover house without serving a
// base house, or serves one base house and takes two cover houses. So a cover house is missing.
func (q *fishSearch) emit(yield func(*Step) bool) bool {
	q.union(q.cover, q.coverSet, q.doubleCover)
	for i := range q.baseSet {
		q.fin[i] = q.baseSet[i]&^q.coverSet[i] | q.doubleBase[i]
		q.eliminations[i] = q.coverSet[i]&^q.baseSet[i] | q.doubleCover[i]&q.baseSet[i]
	}
	if q.fin.IsEmpty() != (q.fins == finless) || q.styleOf(q.base, q.cover) != q.style {
		return false
	}
	for c := range q.eliminations.All {
		if !q.fin.SubsetOf(q.peers[c]) {
			q.eliminations.Remove(c)
		}
	}
	if q.eliminations.IsEmpty() {
		return false
	}
	cover := slices.Clone(q.cover)
	slices.Sort(cover)
	for i := range q.found {
		if slices.Equal(q.found[i].base, q.base) && slices.Equal(q.found[i].cover, cover) {
			return false
		}
	}
	f := fish{slices.Clone(q.base), cover, q.finKind(), slices.Clone(q.fin), slices.Clone(q.eliminations)}
	q.found = append(q.found, f)
	if f.fins != q.fins {
		return false
	}
	s := q.newStep()
	q.addFish(s, &f)
	return !yield(s)
}

// union sets all to the candidates x in the houses, and doubled to those in at least two of the houses.
func (q *fishSearch) union(houses []int, all, doubled cellSet) {
	clear(all)
	clear(doubled)
	with := q.cellsWith(q.x)
	for _, h := range houses {
		for i, d := range q.houses[h].set {
			d &= with[i]
			doubled[i] |= all[i] & d
			all[i] |= d
		}
	}
}

func (q *fishSearch) finKind() finKind {
	if q.fin.IsEmpty() {
		return finless
	}
	for _, h := range q.base {
		n := 0
		for i, d := range q.houses[h].set {
			n += bits.OnesCount64(d & q.baseSet[i] & q.coverSet[i])
		}
		if n < 2 && q.style == basic {
			return sashimi
		}
	}
	return finned
}

// addFish adds a fish to the step. The second fish of a siamese pair has the base of the first, so addFish does not
// repeat it.
func (q *fishSearch) addFish(s *Step, f *fish) {
	if len(s.Parts) == 0 {
		for _, h := range f.base {
			s.addHousePart("base", h, q.places(h, q.x), 1<<q.x)
		}
	}
	for _, h := range f.cover {
		s.addPart("cover").setHouse(q.Board, h)
	}
	if f.fins != finless {
		s.addPart("fin").addCellSet(f.fin)
	}
	s.eliminateFrom(q.Position, f.eliminations, q.x)
}

// siamese yields pairs of finned fish with the same base and different covers and eliminations. A pair is sashimi if
// both fish are.
func (q *fishSearch) siamese(yield func(*Step) bool) bool {
	if q.fins == finless {
		return false
	}
	for i := range q.found {
		for j := range q.found[:i] {
			f, g := &q.found[j], &q.found[i]
			if min(f.fins, g.fins) != q.fins || !slices.Equal(f.base, g.base) ||
				f.eliminations.SubsetOf(g.eliminations) || g.eliminations.SubsetOf(f.eliminations) {
				continue
			}
			s := q.newStep()
			q.addFish(s, f)
			q.addFish(s, g)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}
