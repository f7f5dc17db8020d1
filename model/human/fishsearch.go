package human

import (
	"math/bits"
	"slices"
)

// A fishSearch looks for fish by what they strike. Suppose that a candidate, the target, is true: then the candidates that see it are false,
// fins included, and a fish of k houses that strikes the target leaves k base houses to be filled from the k-1 cover houses that do not
// contain it, which is impossible. So for each target, of which few are worth a try, the search chooses k-1 houses and checks whether they
// cover k others. This finds the fish of all styles, with and without fins, and never fish whose fins see nothing in common.
type fishSearch struct {
	*Position

	size  int
	style style
	fins  fins
	x     int // the value

	unseen []uint64 // by house: the candidates that do not see the target, as bits, in the order of cells
	bases  []int    // houses of the family that have such
	covers []int    // houses of the family that have two or more

	base, cover []int // the houses chosen
	choices     int   // choices of cover houses that have been looked at for the value
	found       []fish

	baseSet, doubleBase, coverSet, doubleCover, fin, eliminations cellSet // see emit
}

// maxChoices bounds the search for fish of one value and kind, which ends without further results when it is reached: a safeguard for large
// grids. In 9x9 positions of 17-clue puzzles where singles are of no use, fish of six houses stay below it.
const maxChoices = 1 << 18

// A fish is its houses, its fins and what it strikes.
type fish struct {
	base, cover       []int // in the order of the family, and increasing
	fins              fins
	fin, eliminations cellSet
}

// newFishSearch prepares the position's search for fish of a size and kind.
func (p *Position) newFishSearch(size int, st style, fi fins) *fishSearch {
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
	for c := targets.next(0); c >= 0; c = targets.next(c + 1) {
		if !q.setTarget(c) {
			continue
		}
		for i := range q.houseFamilies[q.style] {
			w := &q.houseFamilies[q.style][i]
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

// target supposes that x is at c. It returns false if more than 64 candidates remain, more than in any 9x9 grid; the search then skips
// the target.
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

// chooseCovers chooses houses of the cover, from number from on.
func (q *fishSearch) chooseCovers(w *houseFamily, target, from int, covered uint64, yield func(*Step) bool) bool {
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

// fill chooses houses of the base that have no candidate in common and none outside the cover.
func (q *fishSearch) chooseBases(w *houseFamily, target, from int, covered, taken uint64, yield func(*Step) bool) bool {
	if len(q.base) == q.size {
		return q.isMinimal() && q.completeCover(w, target, yield)
	}
	for i := from; i < len(q.bases); i++ {
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

// tight reports whether every house of the cover meets two of the base. If one does not, there is a smaller fish without it.
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

// close completes the cover by a house of the target, one that the base meets if there is any. Without one the fish is still sound, but all
// base candidates that the target sees are fins.
func (q *fishSearch) completeCover(w *houseFamily, target int, yield func(*Step) bool) bool {
	q.union(q.base, q.baseSet, q.doubleBase)
	met := false
	for _, s := range q.memberships[target] {
		met = met || w.covered[s.house] && q.baseSet.intersects(q.houses[s.house].set)
	}
	for _, s := range q.memberships[target] {
		if !w.covered[s.house] || met && !q.baseSet.intersects(q.houses[s.house].set) {
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

// emit yields the fish of the chosen houses, if it is of the kind that is sought and was not found before. baseSet holds the candidates of
// the base, doubleBase those in two base houses, coverSet those of the cover, and doubleCover those in two cover houses. Fins are the
// base candidates outside the cover or in doubleBase. x is struck from the cells that see all fins and are in the cover but not in the base,
// or in doubleCover. For if no fin is true, the base houses have a candidate each within the cover, no two in the same cover house.
func (q *fishSearch) emit(yield func(*Step) bool) bool {
	q.union(q.cover, q.coverSet, q.doubleCover)
	for i := range q.baseSet {
		q.fin[i] = q.baseSet[i]&^q.coverSet[i] | q.doubleBase[i]
		q.eliminations[i] = q.coverSet[i]&^q.baseSet[i] | q.doubleCover[i]&q.baseSet[i]
	}
	if q.fin.isEmpty() != (q.fins == finless) || q.styleOf(q.base, q.cover) != q.style {
		return false
	}
	for c := q.eliminations.next(0); c >= 0; c = q.eliminations.next(c + 1) {
		if !q.fin.subsetOf(q.peers[c]) {
			q.eliminations.remove(c)
		}
	}
	if q.eliminations.isEmpty() {
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

// union sets all to the candidates x of the houses, and twice to those that are in two.
func (q *fishSearch) union(houses []int, all, doubleBase cellSet) {
	clear(all)
	clear(doubleBase)
	with := q.cellsWith(q.x)
	for _, h := range houses {
		for i, d := range q.houses[h].set {
			d &= with[i]
			doubleBase[i] |= all[i] & d
			all[i] |= d
		}
	}
}

// kind returns what fins the fish has.
func (q *fishSearch) finKind() fins {
	if q.fin.isEmpty() {
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

// describe adds a fish to the step.
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

// siamese yields pairs of finned fish of the same base whose covers, and what they strike, differ. A pair is sashimi if both are.
func (q *fishSearch) siamese(yield func(*Step) bool) bool {
	if q.fins == finless {
		return false
	}
	for i := range q.found {
		for j := range q.found[:i] {
			f, g := &q.found[j], &q.found[i]
			if min(f.fins, g.fins) != q.fins || !slices.Equal(f.base, g.base) || f.eliminations.subsetOf(g.eliminations) || g.eliminations.subsetOf(f.eliminations) {
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
