package deduce

import (
	"math/bits"
	"slices"
)

// An angler looks for fish by what they strike. Suppose that a candidate, the bait, is true: then what sees it is false, fins included,
// and a fish of k houses that strikes the bait leaves k houses of the base to be filled from the k-1 houses of the cover that do not
// contain it, which cannot be. So for each bait, of which few are worth a try, the angler chooses k-1 houses and looks whether they cover
// k others. This finds the fish of all styles, with and without fins, and never those whose fins see nothing in common.
type angler struct {
	*Position
	outcasts outcasts

	size  int
	style style
	fins  fins
	x     int // the value

	left   []uint64 // by house: the candidates that do not see the bait, as bits, in the order of cells
	bases  []int    // houses of the water that have such
	covers []int    // houses of the water that have two or more

	base, cover []int // the houses chosen
	casts       int   // choices of cover houses that have been looked at for the value
	caught      []catch

	sea, twice, net, meshes, fin, prey cellSet // see land
}

// maxCasts bounds the search for fish of one value and kind, which ends without further results when it is reached: a safeguard for large
// grids. In 9x9 positions of 17-clue puzzles where singles are of no use, fish of six houses stay below it.
const maxCasts = 1 << 18

// A catch is a fish.
type catch struct {
	base, cover []int // in the order of the water, and increasing
	fins        fins
	fin, prey   cellSet
}

// newAngler prepares the position's angler for fish of a size and kind.
func (p *Position) newAngler(size int, st style, fi fins) *angler {
	a := p.angler
	if a == nil {
		a = &angler{Position: p, outcasts: p.newOutcasts(), left: make([]uint64, len(p.houses))}
		for _, s := range []*cellSet{&a.sea, &a.twice, &a.net, &a.meshes, &a.fin, &a.prey} {
			*s = p.newSet()
		}
		p.angler = a
	}
	a.size, a.style, a.fins = size, st, fi
	return a
}

// fish yields the fish of value x.
func (a *angler) fish(yield func(*Step) bool) bool {
	a.caught, a.casts = a.caught[:0], 0
	baits := a.outcasts.of(a.Position, a.x)
	for c := baits.next(0); c >= 0; c = baits.next(c + 1) {
		if !a.bait(c) {
			continue
		}
		for i := range a.waters[a.style] {
			w := &a.waters[a.style][i]
			a.bases, a.covers = a.bases[:0], a.covers[:0]
			for _, h := range w.bases {
				if a.left[h] != 0 {
					a.bases = append(a.bases, h)
				}
			}
			for _, h := range w.covers {
				if d := a.left[h]; d&(d-1) != 0 {
					a.covers = append(a.covers, h)
				}
			}
			if len(a.bases) < a.size {
				continue
			}
			a.cover = a.cover[:0]
			if a.cast(w, c, 0, 0, yield) {
				return true
			}
		}
	}
	return a.siamese(yield)
}

// bait supposes that x is at c. It returns false if more than 64 candidates remain, which is more than there are in 9x9 grids: such a
// bait is passed over.
func (a *angler) bait(c int) bool {
	clear(a.left)
	with, peers := a.with(a.x), a.sees[c]
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
			for _, s := range a.seats[u] {
				a.left[s.house] |= 1 << n
			}
			n++
		}
	}
	return n > 0
}

// cast chooses houses of the cover, from number from on.
func (a *angler) cast(w *water, bait, from int, covered uint64, yield func(*Step) bool) bool {
	more := a.size - 1 - len(a.cover)
	if more == 0 {
		a.casts++
		a.base = a.base[:0]
		return a.fill(w, bait, 0, covered, 0, yield)
	}
	for i := from; i <= len(a.covers)-more && a.casts < maxCasts; i++ {
		h := a.covers[i]
		a.cover = append(a.cover, h)
		stopped := a.cast(w, bait, i+1, covered|a.left[h], yield)
		a.cover = a.cover[:len(a.cover)-1]
		if stopped {
			return true
		}
	}
	return false
}

// fill chooses houses of the base that have no candidate in common and none outside the cover.
func (a *angler) fill(w *water, bait, from int, covered, taken uint64, yield func(*Step) bool) bool {
	if len(a.base) == a.size {
		return a.tight() && a.close(w, bait, yield)
	}
	for i := from; i < len(a.bases); i++ {
		h := a.bases[i]
		if d := a.left[h]; d&^covered != 0 || d&taken != 0 || slices.Contains(a.cover, h) {
			continue
		}
		a.base = append(a.base, h)
		stopped := a.fill(w, bait, i+1, covered, taken|a.left[h], yield)
		a.base = a.base[:len(a.base)-1]
		if stopped {
			return true
		}
	}
	return false
}

// tight reports whether every house of the cover meets two of the base. If one does not, there is a smaller fish without it.
func (a *angler) tight() bool {
	for _, g := range a.cover {
		meets := 0
		for _, h := range a.base {
			if a.left[g]&a.left[h] != 0 {
				meets++
			}
		}
		if meets < 2 {
			return false
		}
	}
	return true
}

// close completes the cover by a house of the bait, one that the base meets if there is any: without, all candidates of the base that the
// bait sees are fins, which is as sound, but less of a fish.
func (a *angler) close(w *water, bait int, yield func(*Step) bool) bool {
	a.union(a.base, a.sea, a.twice)
	met := false
	for _, s := range a.seats[bait] {
		met = met || w.covered[s.house] && a.sea.meets(a.houses[s.house].set)
	}
	for _, s := range a.seats[bait] {
		if !w.covered[s.house] || met && !a.sea.meets(a.houses[s.house].set) {
			continue
		}
		a.cover = append(a.cover, s.house)
		stopped := a.land(yield)
		a.cover = a.cover[:len(a.cover)-1]
		if stopped {
			return true
		}
	}
	return false
}

// land yields the fish of the chosen houses, if it is of the kind that is sought and has not been caught before. With the candidates of
// the base in sea, those in two base houses in twice, those of the cover in net, and those in two cover houses in meshes: fins are the
// candidates of the base outside the net or in twice, and x is struck from what sees all fins and is in the net but not in the sea, or in
// two meshes. For if no fin is true, the base houses have a candidate each within the net, no two in the same cover house.
func (a *angler) land(yield func(*Step) bool) bool {
	a.union(a.cover, a.net, a.meshes)
	for i := range a.sea {
		a.fin[i] = a.sea[i]&^a.net[i] | a.twice[i]
		a.prey[i] = a.net[i]&^a.sea[i] | a.meshes[i]&a.sea[i]
	}
	if a.fin.empty() != (a.fins == finless) || a.styleOf(a.base, a.cover) != a.style {
		return false
	}
	for c := a.prey.next(0); c >= 0; c = a.prey.next(c + 1) {
		if !a.fin.within(a.sees[c]) {
			a.prey.remove(c)
		}
	}
	if a.prey.empty() {
		return false
	}
	cover := slices.Clone(a.cover)
	slices.Sort(cover)
	for i := range a.caught {
		if slices.Equal(a.caught[i].base, a.base) && slices.Equal(a.caught[i].cover, cover) {
			return false
		}
	}
	f := catch{slices.Clone(a.base), cover, a.kind(), slices.Clone(a.fin), slices.Clone(a.prey)}
	a.caught = append(a.caught, f)
	if f.fins != a.fins {
		return false
	}
	s := a.begin()
	a.describe(s, &f)
	return !yield(s)
}

// union sets all to the candidates x of the houses, and twice to those that are in two.
func (a *angler) union(houses []int, all, twice cellSet) {
	clear(all)
	clear(twice)
	with := a.with(a.x)
	for _, h := range houses {
		for i, d := range a.houses[h].set {
			d &= with[i]
			twice[i] |= all[i] & d
			all[i] |= d
		}
	}
}

// kind returns what fins the fish has.
func (a *angler) kind() fins {
	if a.fin.empty() {
		return finless
	}
	for _, h := range a.base {
		n := 0
		for i, d := range a.houses[h].set {
			n += bits.OnesCount64(d & a.sea[i] & a.net[i])
		}
		if n < 2 && a.style == basic {
			return sashimi
		}
	}
	return finned
}

// describe adds a fish to the step.
func (a *angler) describe(s *Step, f *catch) {
	with := a.with(a.x)
	if len(s.Parts) == 0 {
		for _, h := range f.base {
			t := s.part("base")
			for _, c := range a.houses[h].cells {
				if with.has(c) {
					t.cell(c)
				}
			}
			t.value(a.Board, a.x)
			t.in(a.Board, h)
		}
	}
	for _, h := range f.cover {
		s.part("cover").in(a.Board, h)
	}
	if f.fins != finless {
		s.part("fin").cellsOf(f.fin)
	}
	s.strikeAll(a.Position, f.prey, a.x)
}

// siamese yields pairs of finned fish of the same base whose covers, and what they strike, differ. A pair is sashimi if both are.
func (a *angler) siamese(yield func(*Step) bool) bool {
	if a.fins == finless {
		return false
	}
	for i := range a.caught {
		for j := range a.caught[:i] {
			f, g := &a.caught[j], &a.caught[i]
			if min(f.fins, g.fins) != a.fins || !slices.Equal(f.base, g.base) || f.prey.within(g.prey) || g.prey.within(f.prey) {
				continue
			}
			s := a.begin()
			a.describe(s, f)
			a.describe(s, g)
			if !yield(s) {
				return true
			}
		}
	}
	return false
}
