package human

import "slices"

// A fish has base lines of one direction and cover lines of another, such as rows and columns. In general, a direction
// is a family of disjoint houses, and two families cross if no house of one shares more than one cell with a house of
// the other.

// A family is up to 64 houses of one kind, pairwise disjoint.
type family struct {
	houses []int
	line   []int8 // by cell: the index in houses of its house, or -1
}

// A fishLines is a pair of families that cross: base lines and cover lines.
type fishLines struct {
	base, cover *family
	role        []lineRole // by house
	aligned     bool       // base lines are full; the i-th cell of each line is in the i-th line of the other family
}

// A lineRole is the role of a house in a fishLines: base line, cover line, or neither, such as a box.
type lineRole int8

const (
	neitherRole lineRole = iota
	baseRole
	coverRole
)

// maxFamilies bounds the families of a board with many cages that overlap: all pairs of families are tried. A killer
// whose cages do not overlap has about six.
const maxFamilies = 16

// newFamilies partitions the houses, in order: each joins the first family of its kind that is disjoint from it. Beyond
// maxFamilies, houses are in no family.
func (b *Board) newFamilies() []*family {
	var all []*family
next:
	for h, u := range b.houses {
		for _, f := range all {
			if len(f.houses) < 64 && b.houses[f.houses[0]].kind == u.kind && f.add(h, u.cells) {
				continue next
			}
		}
		if len(all) == maxFamilies {
			continue
		}
		f := &family{line: slices.Repeat([]int8{-1}, len(b.peers))}
		f.add(h, u.cells)
		all = append(all, f)
	}
	return all
}

// add adds a house if it is disjoint from the family, and reports whether it did.
func (f *family) add(h int, cells []int) bool {
	for _, c := range cells {
		if f.line[c] >= 0 {
			return false
		}
	}
	for _, c := range cells {
		f.line[c] = int8(len(f.houses))
	}
	f.houses = append(f.houses, h)
	return true
}

// newFishLines returns the pairs of families that cross.
func (b *Board) newFishLines() []fishLines {
	var all []fishLines
	families := b.newFamilies()
	for _, f := range families {
		for _, g := range families {
			if f == g || len(f.houses) < 2 || len(g.houses) < 2 || !b.cross(f, g) {
				continue
			}
			w := fishLines{base: f, cover: g, role: make([]lineRole, len(b.houses))}
			w.aligned = b.isAligned(f, g) && b.isAligned(g, f)
			w.aligned = w.aligned && !slices.ContainsFunc(f.houses, func(h int) bool { return !b.houses[h].full })
			for _, h := range f.houses {
				w.role[h] = baseRole
			}
			for _, h := range g.houses {
				w.role[h] = coverRole
			}
			all = append(all, w)
		}
	}
	return all
}

// cross reports whether each house of f shares at most one cell with each house of g, and some share one.
func (b *Board) cross(f, g *family) bool {
	some := false
	for _, h := range f.houses {
		var met uint64
		for _, c := range b.houses[h].cells {
			if j := g.line[c]; j >= 0 {
				if met>>j&1 != 0 {
					return false
				}
				met |= 1 << j
				some = true
			}
		}
	}
	return some
}

// isAligned reports whether the i-th cell of each house of f is in the i-th house of g.
func (b *Board) isAligned(f, g *family) bool {
	for _, h := range f.houses {
		for at, c := range b.houses[h].cells {
			if int(g.line[c]) != at {
				return false
			}
		}
	}
	return true
}

// coverLines returns the cover lines at the places of base line h, or false if some place is in none.
func (w *fishLines) coverLines(b *Board, h int, places uint64) (uint64, bool) {
	var lines uint64
	for at, c := range b.houses[h].cells {
		if places>>at&1 == 0 {
			continue
		}
		j := w.cover.line[c]
		if j < 0 {
			return 0, false
		}
		lines |= 1 << j
	}
	return lines, true
}
