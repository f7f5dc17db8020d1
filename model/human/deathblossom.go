package human

import (
	"fmt"
	"math/bits"
	"strings"
)

// deathBlossoms finds a cell and one almost locked set for each candidate of the cell. The cell is called the stem and
// the sets petals. The stem sees all cells of a petal that have its candidate. So if the stem has this value, the petal
// lacks it and has all its other candidates. Petals may overlap.
//
// A stem with two candidates would be the pivot of an ALS-XY-wing.
func (p *Position) deathBlossoms(yield func(*Step) bool) bool {
	a := p.alsIndex()
	for stem := range p.unfilled.All {
		if n := bits.OnesCount64(p.cand[stem]); n > 2 && n <= maxStemCandidates && a.findBlossoms(p, stem, yield) {
			return true
		}
	}
	return false
}

func explainBlossom(s *Step) string {
	var petals []string
	for i := 1; i < len(s.Parts); i += 2 {
		petals = append(petals, fmt.Sprintf("%s and %s lacks it", s.valueList(s.Parts[i]), s.withValues(s.Parts[i+1])))
	}
	return fmt.Sprintf("%s is %s, so one of these sets has %s", s.cellList(s.Parts[0]), strings.Join(petals, ", or "),
		s.eliminatedValues())
}

// maxStemCandidates bounds the candidates of a stem. The search tries all combinations of petals, so its time is
// exponential in the number of candidates.
const maxStemCandidates = 5

// A blossom is the memory of the search for petals.
type blossom struct {
	stem         int
	values       []int     // candidates of the stem
	petals       [][]int   // by candidate of the stem: the sets that can be its petal
	chosen       []int     // the petals chosen so far, as indices of sets
	eliminations []cellSet // by number of chosen petals: the cells that lose z, the candidate common to the petals
}

// findBlossoms yields the death blossoms with this stem.
func (a *alsIndex) findBlossoms(p *Position, stem int, yield func(*Step) bool) bool {
	b := &a.blossom
	b.stem, b.values, b.chosen = stem, b.values[:0], b.chosen[:0]
	for len(b.petals) < maxStemCandidates {
		b.petals = append(b.petals, nil)
	}
	for len(b.eliminations) <= maxStemCandidates {
		b.eliminations = append(b.eliminations, p.newSet())
	}
	for x := range members(p.cand[stem]) {
		k := len(b.values)
		b.values, b.petals[k] = append(b.values, x), b.petals[k][:0]
		for i := range a.sets {
			if s := &a.sets[i]; s.eliminable>>x&1 != 0 && s.commonPeers(x).Has(stem) {
				b.petals[k] = append(b.petals[k], i)
			}
		}
		if len(b.petals[k]) == 0 {
			return false
		}
	}
	for z := range p.values {
		if p.cand[stem]>>z&1 == 0 {
			copy(b.eliminations[0], p.cellsWith(z))
			if a.choosePetals(p, z, yield) {
				return true
			}
		}
	}
	return false
}

// choosePetals chooses the remaining petals among the sets that have the candidate z.
func (a *alsIndex) choosePetals(p *Position, z int, yield func(*Step) bool) bool {
	b := &a.blossom
	k := len(b.chosen)
	if k == len(b.values) {
		return a.emitBlossom(p, z, yield)
	}
	for _, i := range b.petals[k] {
		s := &a.sets[i]
		if s.eliminable>>z&1 == 0 || !b.eliminations[k].Intersects(s.commonPeers(z)) {
			continue
		}
		b.eliminations[k+1].SetIntersection(b.eliminations[k], s.commonPeers(z))
		b.chosen = append(b.chosen, i)
		stopped := a.choosePetals(p, z, yield)
		b.chosen = b.chosen[:k]
		if stopped {
			return true
		}
	}
	return false
}

// emitBlossom yields the chosen blossom with all its eliminations, unless it was found for a smaller z.
func (a *alsIndex) emitBlossom(p *Position, z int, yield func(*Step) bool) bool {
	b, s := &a.blossom, p.newStep()
	n := len(b.values)
	shared := ^p.cand[b.stem]
	for _, i := range b.chosen {
		shared &= a.sets[i].eliminable
	}
	for x := range members(shared) {
		all := b.eliminations[n]
		copy(all, p.cellsWith(x))
		for _, i := range b.chosen {
			all.SetIntersection(all, a.sets[i].commonPeers(x))
		}
		if x < z && !all.IsEmpty() {
			return false
		}
		s.eliminateFrom(p, all, x)
	}
	s.addPart("stem").addCells(b.stem).addValues(p.Board, p.cand[b.stem])
	for k, x := range b.values {
		s.addPart("candidate").addValue(p.Board, x)
		s.addALS("petal", &a.sets[b.chosen[k]])
	}
	return !yield(s)
}
