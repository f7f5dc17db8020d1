package sudoku

// undecided marks a value that has not been met yet, in arrangement.metRow.
const undecided = 255

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
	met        int // different values so far

	memory     []uint8 // of all that follows, so that it is copied at once
	rows       []uint8 // rows[i] is the line that is row i, for i <= row
	used       []uint8 // used[line] = 1 if it is among the rows
	at, place  []uint8 // at[position] is the line that is column position, and place its inverse
	start, end []uint8 // start[position] of its class, and end[start] behind it
	first      []uint8 // first[slot] of its group
	behind     []uint8 // behind[first] the group
	metRow     []uint8 // metRow[v] is the row in which v was met first, or undecided
	metLine    []uint8 // and metLine[v] the line that is the column
}

// arrangementSize returns the length of arrangement.memory for grids of n rows with stacks stacks.
func arrangementSize(n, stacks int) int { return 8*n + 2 + 2*stacks }

// open sets a up on memory: nothing is decided yet.
func (a *arrangement) open(memory []uint8, s Shape) {
	n, stacks := s.N(), s.Height
	a.memory = memory
	cut := func(length int) []uint8 {
		part := memory[:length:length]
		memory = memory[length:]
		return part
	}
	a.rows, a.used = cut(n), cut(n)
	a.at, a.place, a.start, a.end = cut(n), cut(n), cut(n), cut(n)
	a.first, a.behind = cut(stacks), cut(stacks)
	a.metRow, a.metLine = cut(n+1), cut(n+1)
	for i := range n {
		a.at[i], a.place[i] = uint8(i), uint8(i)
		a.start[i] = uint8(i / s.Width * s.Width)
		a.end[i] = uint8(i/s.Width*s.Width + s.Width)
		a.metRow[i+1] = undecided
	}
	a.behind[0] = uint8(stacks)
}

// copyFrom makes a the same as b. Both are on memories of the same shape.
func (a *arrangement) copyFrom(b *arrangement) {
	a.transposed, a.row, a.position, a.met = b.transposed, b.row, b.position, b.met
	copy(a.memory, b.memory)
}

// swap exchanges the columns at two positions.
func (a *arrangement) swap(p, q int) {
	x, y := a.at[p], a.at[q]
	a.at[p], a.at[q] = y, x
	a.place[x], a.place[y] = uint8(q), uint8(p)
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
	end := a.end[start]
	if p == int(end) {
		return
	}
	a.end[start] = uint8(p)
	a.end[p] = end
	for i := p; i < int(end); i++ {
		a.start[i] = uint8(p)
	}
}

// cutGroup ends the group that begins at first before slot, where another begins.
func (a *arrangement) cutGroup(first, slot int) {
	behind := a.behind[first]
	if slot == int(behind) {
		return
	}
	a.behind[first] = uint8(slot)
	a.behind[slot] = behind
	for i := slot; i < int(behind); i++ {
		a.first[i] = uint8(slot)
	}
}

// bringForward decides that a line is the first column of its class, in the first stack of its group.
func (a *arrangement) bringForward(line uint8, width int) {
	slot := int(a.place[line]) / width
	if first := int(a.first[slot]); int(a.behind[first]) > first+1 {
		a.swapStacks(first, slot, width)
		a.cutGroup(first, first+1)
	}
	p := int(a.place[line])
	if start := int(a.start[p]); int(a.end[start]) > start+1 {
		a.swap(start, p)
		a.cutClass(start, start+1)
	}
}

// foremost returns the first position that the column line may still have.
func (a *arrangement) foremost(line uint8, width int) int {
	p := int(a.place[line])
	slot := p / width
	return int(a.start[p]) - (slot-int(a.first[slot]))*width
}
