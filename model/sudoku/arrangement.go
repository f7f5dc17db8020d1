package sudoku

// unseen marks a value that has not been read yet, in arrangement.seenRow.
const unseen = 255

// An arrangement is a set of symmetries, given by their common properties: the lines that are the first rows of the
// image, and an ordered partition of the other lines into columns. A position is a column of the image, a slot is one
// of its stacks. Slots form groups and the positions of a slot form classes, both contiguous. The stacks of a group may
// still be in any order, and so may the columns of a class; the cells read so far are the same for all these orders.
// All slots of a group are divided into classes in the same way.
//
// A value is renamed in order of first appearance. So the new name of a value v is known once the position of the
// column is known in which v was first read. Before that, the class and the group of the column bound the name.
type arrangement struct {
	transposed int // 1 if the rows of the image are columns of the puzzle
	row        int // the current row of the image, from 0
	position   int // of the next cell in the row
	valuesSeen int // number of different values read

	memory               []uint8 // the memory of all slices below, so that one copy suffices
	rows                 []uint8 // rows[i] is the line that is row i, for i <= row
	used                 []uint8 // used[line] is 1 if the line is among rows
	lineAt, positionOf   []uint8 // lineAt[position] is the line of a column; positionOf is its inverse
	classStart, classEnd []uint8 // classStart[position], and classEnd[classStart], exclusive
	groupStart           []uint8 // groupStart[slot]
	groupEnd             []uint8 // groupEnd[groupStart], exclusive
	seenRow              []uint8 // seenRow[v] is the row in which v was first read, or unseen
	seenLine             []uint8 // seenLine[v] is the line of the column in which v was first read
}

// arrangementSize returns the length of arrangement.memory for grids of n rows with stacks stacks.
func arrangementSize(n, stacks int) int { return 8*n + 2 + 2*stacks }

// init sets a up on memory with nothing decided.
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

// copyFrom makes a equal to b. Both must have the same shape.
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

// swapStacks exchanges two stacks of a group.
func (a *arrangement) swapStacks(slot, other, width int) {
	if slot != other {
		for k := range width {
			a.swap(slot*width+k, other*width+k)
		}
	}
}

// cutClass splits the class that begins at start before position p.
func (a *arrangement) cutClass(start, p int) { cutRun(a.classStart, a.classEnd, start, p) }

// cutGroup splits the group that begins at first before slot.
func (a *arrangement) cutGroup(first, slot int) { cutRun(a.groupStart, a.groupEnd, first, slot) }

// cutRun splits the run that begins at first before i. starts has the beginning of the run of each element, and ends
// the end of each run, by its beginning.
func cutRun(starts, ends []uint8, first, i int) {
	end := ends[first]
	if i == int(end) {
		return
	}
	ends[first], ends[i] = uint8(i), end
	for ; i < int(end); i++ {
		starts[i] = ends[first]
	}
}

// placeFirst makes a line the first column of its class, in the first stack of its group.
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

// firstPosition returns the first position that the column line may still have.
func (a *arrangement) firstPosition(line uint8, width int) int {
	p := int(a.positionOf[line])
	slot := p / width
	return int(a.classStart[p]) - (slot-int(a.groupStart[slot]))*width
}
