package human

import (
	"fmt"
	"math/bits"
)

// sueDeCoq looks at two houses that cross: at some cells of the crossing, some of the rest of the one house and some of the rest of the
// other. A value can be taken once by these cells, or twice if it is a candidate in both rests. If that makes no more values than there
// are cells, each is taken as often as it can be, and goes from the other cells of the houses that see all those that may take it.
//
// Where no value is in both rests, this is the pattern that Sue De Coq described, with candidates in the rests that the crossing lacks.
// Rests that are locked by themselves are left out, being naked subsets.
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
	text := fmt.Sprintf("%s in %s and %s, %s in %s and %s in %s are %d cells, which can take only %s", s.withValues(middle), one.House,
		two.House, s.withValues(one), one.House, s.withValues(two), two.House, n, valueList(all))
	if len(twice.Values) > 0 {
		text += fmt.Sprintf(", and %s twice", valueList(twice))
	}
	return text
}

// The largest patterns that are looked for: cells of the crossing, where a row and a box of a 9x9 grid have 3, and of each rest.
const (
	largestMiddle = 3
	largestRest   = 4
)

// A sector is some blank cells of a house.
type sector struct {
	places, values uint64
	gain           int // of a rest: its cells minus the values it has that the crossing has not
}

// sectors is the memory of the search: cells of the crossing, of the one rest and of the other.
type sectors struct {
	middle, one, two []sector
	both, seen       cellSet // the cells of both houses; room for some of them
}

// disjointSubsets finds the instances where house h crosses another.
func (p *Position) disjointSubsets(h int, o intersection, yield func(*Step) bool) bool {
	q := &p.sectors
	if q.both == nil {
		q.both, q.seen = p.newSet(), p.newSet()
	}
	copy(q.both, p.houses[h].set)
	q.both.addAll(p.houses[o.other].set)
	q.middle = p.sectorsOf(q.middle[:0], sectorFilter{h, o.here, ^uint64(0), largestMiddle, 1}, 0, 0, 0)
	for _, m := range q.middle {
		size := bits.OnesCount64(m.places)
		need := bits.OnesCount64(m.values) - size // what the rests have to gain
		least := max(1, need-largestRest)         // what each rest has to gain
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
				if s.eliminateDisjoint(p, m.values|one.values|two.values, one.values&two.values); s.useful() && !yield(s) {
					return true
				}
			}
		}
	}
	return false
}

// wanted says which sectors of a house are wanted: those of places within a set, most at most, that gain at least least over the values
// of middle.
type sectorFilter struct {
	house          int
	within, middle uint64
	most, least    int
}

// sectorsOf appends the sectors that are wanted and consist of the places chosen, which have these values, and others from the place at
// on. It leaves out naked subsets.
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

// strikeDisjoint adds parts for the values of the pattern and those that are taken twice, and strikes them.
func (s *Step) eliminateDisjoint(p *Position, values, twice uint64) {
	sectors := s.Parts[:3]
	s.addPart("values").addValues(p.Board, values)
	s.addPart("twice").addValues(p.Board, twice)
	for ; values != 0; values &= values - 1 {
		if x := bits.TrailingZeros64(values); twice>>x&1 == 0 {
			s.eliminateJoint(p, x, sectors)
		} else {
			s.eliminateJoint(p, x, sectors[1:2])
			s.eliminateJoint(p, x, sectors[2:3])
		}
	}
}

// strikeJoint strikes x from the cells of both houses that see all cells of the parts that have it.
func (s *Step) eliminateJoint(p *Position, x int, parts []Part) {
	set := p.sectors.seen
	set.setIntersection(p.sectors.both, p.cellsWith(x))
	for _, t := range parts {
		for _, c := range t.Cells {
			if p.hasCandidate(int(c), x) {
				set.setIntersection(set, p.peers[c])
			}
		}
	}
	s.eliminateFrom(p, set, x)
}
