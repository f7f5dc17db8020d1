package sudoku

// undecided marks a value that has not been met yet, in arrangement.metRow.
const unseen = 255

// An arrangement is a set of symmetries, described by what they have in common: which lines are the first rows of the image, and an
// ordered partition of the other lines into columns. Positions are columns of the image, slots are its stacks. Slots form groups and the
// positions of a slot form classes, both contiguous; the stacks of a group may still stand in any order, and so may the columns of a
// class. All that has been read is the same for all these orders. The slots of a group are cut into classes alike.
//
// A value is named after its order of first appearance. So what a value v is called is known when the position of the column is in which
// it was met first, and otherwise only as much as the class and the group of that column tell.
type arrangement struct {
	transposed int // 1 if rows of the image are columns of the puzzle
	row        int // being read, from 0
	position   int // of the next cell in it
	valuesSeen int // different values so far

	memory               []uint8 // of all that follows, so that it is copied at once
	rows                 []uint8 // rows[i] is the line that is row i, for i <= row
	used                 []uint8 // used[line] = 1 if it is among the rows
	lineAt, positionOf   []uint8 // at[position] is the line that is column position, and place its inverse
	classStart, classEnd []uint8 // start[position] of its class, and end[start] behind it
	groupStart           []uint8 // first[slot] of its group
	groupEnd             []uint8 // behind[first] the group
	seenRow              []uint8 // metRow[v] is the row in which v was met first, or undecided
	seenLine             []uint8 // and metLine[v] the line that is the column
}

// arrangementSize returns the length of arrangement.memory for grids of n rows with stacks stacks.
func arrangementSize(n, stacks int) int { return 8*n + 2 + 2*stacks }

// open sets a up on memory: nothing is decided yet.
func (a *arrangement) init(memory []uint8, s Shape) {
	n, stacks := s.N(), s.Height
	a.memory = memory
	cut := func(length int) []uint8 {
		part := memory[:length:length]
		memory = memory[length:]
		return part
	}
	a.rows, a.used = cut(n), cut(n)
	a.lineAt, a.positionOf, a.classStart, a.classEnd = cut(n), cut(n), cut(n), cut(n)
	a.groupStart, a.groupEnd = cut(stacks), cut(stacks)
	a.seenRow, a.seenLine = cut(n+1), cut(n+1)
	for i := range n {
		a.lineAt[i], a.positionOf[i] = uint8(i), uint8(i)
		a.classStart[i] = uint8(i / s.Width * s.Width)
		a.classEnd[i] = uint8(i/s.Width*s.Width + s.Width)
		a.seenRow[i+1] = unseen
	}
	a.groupEnd[0] = uint8(stacks)
}

// copyFrom makes a the same as b. Both are on memories of the same shape.
func (a *arrangement) copyFrom(b *arrangement) {
	a.transposed, a.row, a.position, a.valuesSeen = b.transposed, b.row, b.position, b.valuesSeen
	copy(a.memory, b.memory)
}

// swap exchanges the columns at two positions.
func (a *arrangement) swap(p, q int) {
	x, y := a.lineAt[p], a.lineAt[q]
	a.lineAt[p], a.lineAt[q] = y, x
	a.positionOf[x], a.positionOf[y] = uint8(q), uint8(p)
}

// swapStacks exchanges two stacks of one group.
func (a *arrangement) swapStacks(slot, other, width int) {
	if slot != other {
		for k := range width {
			a.swap(slot*width+k, other*width+k)
		}
	}
}

// cutClass ends the class that begins at start before position p, where another begins.
func (a *arrangement) cutClass(start, p int) {
	end := a.classEnd[start]
	if p == int(end) {
		return
	}
	a.classEnd[start] = uint8(p)
	a.classEnd[p] = end
	for i := p; i < int(end); i++ {
		a.classStart[i] = uint8(p)
	}
}

// cutGroup ends the group that begins at first before slot, where another begins.
func (a *arrangement) cutGroup(first, slot int) {
	behind := a.groupEnd[first]
	if slot == int(behind) {
		return
	}
	a.groupEnd[first] = uint8(slot)
	a.groupEnd[slot] = behind
	for i := slot; i < int(behind); i++ {
		a.groupStart[i] = uint8(slot)
	}
}

// bringForward decides that a line is the first column of its class, in the first stack of its group.
func (a *arrangement) placeFirst(line uint8, width int) {
	slot := int(a.positionOf[line]) / width
	if first := int(a.groupStart[slot]); int(a.groupEnd[first]) > first+1 {
		a.swapStacks(first, slot, width)
		a.cutGroup(first, first+1)
	}
	p := int(a.positionOf[line])
	if start := int(a.classStart[p]); int(a.classEnd[start]) > start+1 {
		a.swap(start, p)
		a.cutClass(start, start+1)
	}
}

// foremost returns the first position that the column line may still have.
func (a *arrangement) firstPosition(line uint8, width int) int {
	p := int(a.positionOf[line])
	slot := p / width
	return int(a.classStart[p]) - (slot-int(a.groupStart[slot]))*width
}
