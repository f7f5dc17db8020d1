package tally

import (
	"cmp"
	"slices"
)

// A clue is a digit, counted from 0, in a cell of a box.
type clue struct{ row, column, digit int }

// A Plan is a sum prepared for one grid with clues.
type Plan struct {
	*shape
	boxes [][]*box // [stack][band], the stacks in the order of the loops
	// By stack: the types that agree with the clues and whose free columns are in increasing order. Their
	// partitions are indices in box.partitions.
	localTypes [][]stackType
	orders     int64 // number of ways to order the free columns of all stacks
	passes     []pass
	clueCounts []int // by band: number of clues
}

// New prepares the sum for a grid with boxes of height × width cells. clues holds the digits of the cells, row by row,
// from 1, and 0 for blank cells. New returns nil if grids of this size are not supported. It takes up to some tenths of
// a second for a grid without clues.
func New(height, width int, clues []uint8) *Plan {
	var best layout
	for _, transposed := range []bool{false, true} {
		l := layout{height: height, width: width, clues: clues}
		if transposed {
			l = l.transpose()
		}
		if shapes[[2]int{l.height, l.width}] == nil {
			continue
		}
		l.chooseTypes()
		if best.shape == nil || l.cost() < best.cost() {
			best = l
		}
	}
	if best.shape == nil {
		return nil
	}
	return best.newPlan()
}

// A layout is an orientation of a grid: original or transposed.
type layout struct {
	height, width int
	clues         []uint8 // by cell, row by row
	*shape
	types [][]stackType // by stack: the types that agree with the clues
	order []int         // order of the stacks in the loops
}

func (l layout) transpose() layout {
	n := l.height * l.width
	t := layout{height: l.width, width: l.height, clues: make([]uint8, n*n)}
	for c, digit := range l.clues {
		t.clues[c%n*n+c/n] = digit
	}
	return t
}

// cluesOf returns the clues of a box.
func (l *layout) cluesOf(stack, band int) []clue {
	var all []clue
	for row := range l.height {
		for column := range l.width {
			cell := (band*l.height+row)*l.n + stack*l.width + column
			if d := l.clues[cell]; d != 0 {
				all = append(all, clue{row, column, int(d) - 1})
			}
		}
	}
	return all
}

// chooseTypes finds the types that agree with the clues, and the order of the stacks. The stack with the fewest types
// comes first, since matrices are computed for each of its types.
func (l *layout) chooseTypes() {
	l.shape = shapes[[2]int{l.height, l.width}]()
	stacks := l.height
	l.types = make([][]stackType, stacks)
	for stack := range l.types {
		var allowed [maxWidth][]bool
		for band := range l.width {
			allowed[band] = l.allowedPartitions(stack, band)
		}
		free := l.freeColumns(stack)
		for _, t := range l.shape.allTypes {
			ok := inOrder(&l.partitions[t[0]], free)
			for band := range l.width {
				ok = ok && allowed[band][t[band]]
			}
			if ok {
				l.types[stack] = append(l.types[stack], t)
			}
		}
		l.order = append(l.order, stack)
	}
	slices.SortStableFunc(l.order, func(a, b int) int { return cmp.Compare(len(l.types[a]), len(l.types[b])) })
}

// allowedPartitions reports, for each partition, whether it has the clues of a box in their columns.
func (l *layout) allowedPartitions(stack, band int) []bool {
	clues := l.cluesOf(stack, band)
	allowed := make([]bool, len(l.partitions))
	for i, p := range l.partitions {
		allowed[i] = !slices.ContainsFunc(clues, func(c clue) bool { return p[c.column]>>c.digit&1 == 0 })
	}
	return allowed
}

// freeColumns reports which columns of a stack have no clues.
func (l *layout) freeColumns(stack int) []bool {
	free := slices.Repeat([]bool{true}, l.width)
	for band := range l.width {
		for _, c := range l.cluesOf(stack, band) {
			free[c.column] = false
		}
	}
	return free
}

// inOrder reports whether the sets of the free columns increase.
func inOrder(p *partition, free []bool) bool {
	last := uint16(0)
	for c, set := range p[:len(free)] {
		if free[c] {
			if set < last {
				return false
			}
			last = set
		}
	}
	return true
}

// cost returns the number of products without exchange of digits, to compare layouts.
func (l *layout) cost() float64 {
	cost := 1.0
	for _, t := range l.types {
		cost *= float64(len(t))
	}
	return cost
}

// newPlan builds the plan: the boxes with their fillings, the passes, and the types with indices in these boxes.
func (l *layout) newPlan() *Plan {
	p := &Plan{shape: l.shape, orders: 1, passes: l.passes(), clueCounts: make([]int, l.width)}
	for _, stack := range l.order {
		types := make([]stackType, len(l.types[stack]))
		boxes := make([]*box, l.width)
		for band := range boxes {
			clues := l.cluesOf(stack, band)
			p.clueCounts[band] += len(clues)
			boxes[band] = l.newBox(l.types[stack], band, clues)
			for k, t := range l.types[stack] {
				types[k][band] = boxes[band].localIndex[t[band]]
			}
		}
		p.boxes = append(p.boxes, boxes)
		p.localTypes = append(p.localTypes, types)
		n := int64(0)
		for _, free := range l.freeColumns(stack) {
			if free {
				n++
				p.orders *= n
			}
		}
	}
	return p
}
