package human

import (
	"fmt"
	"math/bits"
)

// sueDeCoq finds, in two houses that intersect, some cells of the intersection, some cells of the rest of one house and
// some cells of the rest of the other. These cells can take each value once, or twice if it is a candidate in both
// rests. If that gives no more values than cells, each value is taken as often as possible. It is eliminated from the
// other cells of the houses that see all cells that may take it.
//
// If no value is in both rests, this is the pattern that Sue De Coq described, extended by candidates of the rests that
// the intersection lacks. Rests that are naked subsets by themselves are skipped.
func (p *Position) sueDeCoq(yield func(*Step) bool) bool {
	for h := range p.houses {
		for _, o := range p.intersections[h] {
			if o.other < h && p.disjointSubsets(h, o, yield) {
				return true
			}
		}
	}
	return false
}

func explainSectors(s *Step) string {
	middle, one, two, all, twice := s.Parts[0], s.Parts[1], s.Parts[2], s.Parts[3], s.Parts[4]
	n := len(middle.Cells) + len(one.Cells) + len(two.Cells)
	text := fmt.Sprintf("%s in %s and %s, %s in %s and %s in %s are %d cells, which can take only %s",
		s.withValues(middle), one.House,
		two.House, s.withValues(one), one.House, s.withValues(two), two.House, n, s.valueList(all))
	if len(twice.Values) > 0 {
		text += fmt.Sprintf(", and %s twice", s.valueList(twice))
	}
	return text
}

// Limits of the pattern: cells of the intersection (a row and a box of a 9x9 grid share 3) and of each rest.
const (
	largestMiddle = 3
	largestRest   = 4
)

// A sector is some blank cells of a house.
type sector struct {
	places, values uint64
	gain           int // of a rest: its number of cells minus its number of values that the intersection lacks
}

// sectors is the memory of the search: sectors of the intersection and of the two rests.
type sectors struct {
	middle, one, two []sector
	both, seen       cellSet // the cells of both houses; scratch
}

// disjointSubsets yields the patterns where house h intersects another house.
func (p *Position) disjointSubsets(h int, o intersection, yield func(*Step) bool) bool {
	q := &p.sectors
	if q.both == nil {
		q.both, q.seen = p.newSet(), p.newSet()
	}
	copy(q.both, p.houses[h].set)
	q.both.AddAll(p.houses[o.other].set)
	q.middle = p.sectorsOf(q.middle[:0], sectorFilter{h, o.here, ^uint64(0), largestMiddle, 1}, 0, 0, 0)
	for _, m := range q.middle {
		size := bits.OnesCount64(m.places)
		need := bits.OnesCount64(m.values) - size // gain needed from both rests
		least := max(1, need-largestRest)         // gain needed from each rest
		if size < 2 || need < 2 || least > largestRest {
			continue
		}
		q.one = p.sectorsOf(q.one[:0], sectorFilter{h, ^o.here, m.values, largestRest, least}, 0, 0, 0)
		q.two = p.sectorsOf(q.two[:0], sectorFilter{o.other, ^o.there, m.values, largestRest, least}, 0, 0, 0)
		for _, one := range q.one {
			for _, two := range q.two {
				if one.gain+two.gain != need+bits.OnesCount64(one.values&two.values&m.values) {
					continue
				}
				s := p.newStep()
				s.addHousePart("crossing", h, m.places, m.values)
				s.addHousePart("rest", h, one.places, one.values)
				s.addHousePart("rest", o.other, two.places, two.values)
				s.eliminateDisjoint(p, m.values|one.values|two.values, one.values&two.values)
				if s.useful() && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// A sectorFilter selects sectors of a house: at most most places, all within a set, with a gain of at least least over
// the values middle of the intersection.
type sectorFilter struct {
	house          int
	within, middle uint64
	most, least    int
}

// sectorsOf appends the sectors that pass the filter and consist of the chosen places, which have these values, and
// further places from place at on. It skips naked subsets.
func (p *Position) sectorsOf(dst []sector, w sectorFilter, at int, chosen, values uint64) []sector {
	cells := p.houses[w.house].cells
	for ; at < len(cells); at++ {
		if w.within>>at&1 == 0 || p.cand[cells[at]] == 0 {
			continue
		}
		s := sector{places: chosen | 1<<at, values: values | p.cand[cells[at]]}
		size, more := bits.OnesCount64(s.places), bits.OnesCount64(s.values&^w.middle)
		if s.gain = size - more; s.gain >= w.least && bits.OnesCount64(s.values) > size {
			dst = append(dst, s)
		}
		if size < w.most && w.most-more >= w.least {
			dst = p.sectorsOf(dst, w, at+1, s.places, s.values)
		}
	}
	return dst
}

// eliminateDisjoint adds parts for the values of the pattern and for the values taken twice, and eliminates them.
func (s *Step) eliminateDisjoint(p *Position, values, twice uint64) {
	sectors := s.Parts[:3]
	s.addPart("values").addValues(p.Board, values)
	s.addPart("twice").addValues(p.Board, twice)
	for x := range members(values) {
		if twice>>x&1 == 0 {
			s.eliminateJoint(p, x, sectors)
		} else {
			s.eliminateJoint(p, x, sectors[1:2])
			s.eliminateJoint(p, x, sectors[2:3])
		}
	}
}

// eliminateJoint eliminates x from the cells of both houses that see all cells of the parts with candidate x.
func (s *Step) eliminateJoint(p *Position, x int, parts []Part) {
	set := p.sectors.seen
	set.SetIntersection(p.sectors.both, p.cellsWith(x))
	for _, t := range parts {
		for _, c := range t.Cells {
			if p.hasCandidate(int(c), x) {
				set.SetIntersection(set, p.peers[c])
			}
		}
	}
	s.eliminateFrom(p, set, x)
}
