package human

import "slices"

// Fish live between two directions of lines, such as the rows and the columns of a grid. In general, a direction is a family of houses
// without common cells, and two families make lines and crossing lines if no line shares more than one cell with a crossing one.

// A family is houses of one kind, at most 64, no two of which share a cell.
type family struct {
	houses []int
	line   []int8 // by cell: which of the houses it is in, or -1
}

// A weave is a family of lines to start from, and a family that crosses it.
type fishLines struct {
	base, cover *family
	role        []lineRole // by house
	aligned     bool       // lines take every value, and the i-th cell of each is in the i-th crossing line, and the other way round
}

// A side says what a house is in a weave: one of the lines, one of the crossing lines, or neither, as boxes are.
type lineRole int8

const (
	isNeither lineRole = iota
	isBase
	isCover
)

// newFamilies deals the houses out, in order, each to the first family that has room for it.
func (b *Board) newFamilies() []*family {
	var all []*family
next:
	for h, u := range b.houses {
		for _, f := range all {
			if len(f.houses) < 64 && b.houses[f.houses[0]].kind == u.kind && f.add(h, u.cells) {
				continue next
			}
		}
		f := &family{line: make([]int8, len(b.peers))}
		for c := range f.line {
			f.line[c] = -1
		}
		f.add(h, u.cells)
		all = append(all, f)
	}
	return all
}

// add adds a house and reports whether it shares no cell with those that are there.
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

// newWeaves returns the pairs of families that cross.
func (b *Board) newFishLines() []fishLines {
	var all []fishLines
	families := b.newFamilies()
	for _, f := range families {
		for _, g := range families {
			if f == g || len(f.houses) < 2 || len(g.houses) < 2 || !b.cross(f, g) {
				continue
			}
			w := fishLines{base: f, cover: g, role: make([]lineRole, len(b.houses)), aligned: b.isAligned(f, g) && b.isAligned(g, f)}
			w.aligned = w.aligned && !slices.ContainsFunc(f.houses, func(h int) bool { return !b.houses[h].full })
			for _, h := range f.houses {
				w.role[h] = isBase
			}
			for _, h := range g.houses {
				w.role[h] = isCover
			}
			all = append(all, w)
		}
	}
	return all
}

// cross reports whether each line of f shares at most one cell with each line of g, and some share one.
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

// aligned reports whether the i-th cell of each line of f is in the i-th line of g.
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

// crossed returns the crossing lines at the places of line h, and whether there is one at each.
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
