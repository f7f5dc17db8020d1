package human

import (
	"fmt"
	"math/bits"
	"strings"
)

// deathBlossoms looks at a cell, the stem, and for each of its candidates at an almost locked set, a petal, in which all holders of that
// candidate see the stem. Whichever candidate the stem takes, its petal lacks it and has all its other candidates. Petals may overlap.
//
// A stem of two candidates would be the pivot of an XY-wing of almost locked sets.
func (p *Position) deathBlossoms(yield func(*Step) bool) bool {
	a := p.almostLocked()
	for stem := p.open.next(0); stem >= 0; stem = p.open.next(stem + 1) {
		if n := bits.OnesCount64(p.cand[stem]); n > 2 && n <= largestStem && a.blossoms(p, stem, yield) {
			return true
		}
	}
	return false
}

func explainBlossom(s *Step) string {
	var petals []string
	for i := 1; i < len(s.Parts); i += 2 {
		petals = append(petals, fmt.Sprintf("%s and %s lacks it", numbers(s.Parts[i]), s.withValues(s.Parts[i+1])))
	}
	return fmt.Sprintf("%s is %s: what lacks it has %s", s.names(s.Parts[0]), strings.Join(petals, ", or "), s.struck())
}

// largestStem is the number of candidates a stem may have: the search tries all choices of one petal for each.
const largestStem = 5

// A blossom is the memory of the search for petals.
type blossom struct {
	stem    int
	values  []int     // candidates of the stem
	petals  [][]int   // for each, the sets that may be its petal
	chosen  []int     // the petals chosen so far
	victims []cellSet // by number of petals chosen: the cells that see all holders of the common candidate in them
}

// blossoms finds the flowers on a stem.
func (a *almostSets) blossoms(p *Position, stem int, yield func(*Step) bool) bool {
	b := &a.blossom
	b.stem, b.values, b.chosen = stem, b.values[:0], b.chosen[:0]
	for len(b.petals) < largestStem {
		b.petals = append(b.petals, nil)
	}
	for len(b.victims) <= largestStem {
		b.victims = append(b.victims, p.newSet())
	}
	for rest := p.cand[stem]; rest != 0; rest &= rest - 1 {
		x, k := bits.TrailingZeros64(rest), len(b.values)
		b.values, b.petals[k] = append(b.values, x), b.petals[k][:0]
		for i := range a.sets {
			if s := &a.sets[i]; s.strikes>>x&1 != 0 && s.reach(x).has(stem) {
				b.petals[k] = append(b.petals[k], i)
			}
		}
		if len(b.petals[k]) == 0 {
			return false
		}
	}
	for z := range p.values {
		if p.cand[stem]>>z&1 == 0 {
			copy(b.victims[0], p.with(z))
			if a.grow(p, z, yield) {
				return true
			}
		}
	}
	return false
}

// grow chooses the petals that are missing, all with z.
func (a *almostSets) grow(p *Position, z int, yield func(*Step) bool) bool {
	b := &a.blossom
	k := len(b.chosen)
	if k == len(b.values) {
		return a.pick(p, z, yield)
	}
	for _, i := range b.petals[k] {
		s := &a.sets[i]
		if s.strikes>>z&1 == 0 || !b.victims[k].meets(s.reach(z)) {
			continue
		}
		b.victims[k+1].and(b.victims[k], s.reach(z))
		b.chosen = append(b.chosen, i)
		stopped := a.grow(p, z, yield)
		b.chosen = b.chosen[:k]
		if stopped {
			return true
		}
	}
	return false
}

// pick yields the blossom that was chosen, unless it was found for a smaller z already.
func (a *almostSets) pick(p *Position, z int, yield func(*Step) bool) bool {
	b, s := &a.blossom, p.begin()
	n := len(b.values)
	shared := ^p.cand[b.stem]
	for _, i := range b.chosen {
		shared &= a.sets[i].strikes
	}
	for ; shared != 0; shared &= shared - 1 {
		x := bits.TrailingZeros64(shared)
		all := b.victims[n]
		copy(all, p.with(x))
		for _, i := range b.chosen {
			all.and(all, a.sets[i].reach(x))
		}
		if x < z && !all.empty() {
			return false
		}
		s.strikeAll(p, all, x)
	}
	s.part("stem").cell(b.stem).valuesOf(p.Board, p.cand[b.stem])
	for k, x := range b.values {
		s.part("candidate").value(p.Board, x)
		s.almost("petal", &a.sets[b.chosen[k]])
	}
	return !yield(s)
}
