package sudoku

// readPlain reads the blanks of the class that ends before position end; and if there are none, its cells, all of which have values that
// were not met before. What is read stays a class. It reports false if nothing more is to be read.
func (s *least) readPlain(a *arrangement, end int) bool {
	cells, start := s.line(a), a.position
	behind := start // what is read
	for p := start; p < end; p++ {
		if cells[a.at[p]] == 0 {
			a.swap(p, behind)
			behind++
		}
	}
	if behind > start {
		a.cutClass(start, behind)
		for range behind - start {
			if !s.write(a, 0) {
				return false
			}
		}
		return true
	}
	for p := start; p < end; p++ {
		if !s.meet(a, a.at[p]) {
			return false
		}
	}
	return true
}

// meet reads a value that was not met before, in column line.
func (s *least) meet(a *arrangement, line uint8) bool {
	v := s.line(a)[line]
	a.metRow[v], a.metLine[v] = uint8(a.row), line
	a.met++
	return s.write(a, uint8(a.met))
}

// name returns the least name that the value in column line can have when line comes first in its class, where the next cell is.
func (s *least) name(a *arrangement, line uint8) uint8 {
	v := s.line(a)[line]
	switch {
	case v == 0:
		return 0
	case a.metRow[v] == undecided:
		return uint8(a.met + 1)
	}
	column := a.metLine[v]
	p := a.foremost(column, s.shape.Width)
	if column != line && int(a.start[a.place[column]]) == a.position {
		p++ // line is before it
	}
	return s.best[int(a.metRow[v])*s.n+p]
}

// settle decides that column line comes first in its class, where the next cell is, and that its value has the least name that it can
// have, and reads the cell.
func (s *least) settle(a *arrangement, line uint8) bool {
	name := s.name(a, line)
	if s.tooGreat(a, name) {
		return false
	}
	a.bringForward(line, s.shape.Width)
	switch v := s.line(a)[line]; {
	case v == 0:
	case a.metRow[v] == undecided:
		return s.meet(a, line)
	default:
		a.bringForward(a.metLine[v], s.shape.Width)
	}
	return s.write(a, name)
}

// chooseColumn chooses, at node d, a column of the class at the next cell, which ends before position end and has no blanks. If only
// one column gives the least value, it reads that cell and reports true; otherwise it does all that is to do, or finds that
// nothing more is to be read, and reports false.
func (s *least) chooseColumn(d, end int) bool {
	a := &s.nodes[d]
	var ties [MaxN]uint8
	n, least := 0, uint8(undecided)
	for p := a.position; p < end; p++ {
		switch name := s.name(a, a.at[p]); {
		case name < least:
			least, n = name, 1
			ties[0] = a.at[p]
		case name == least:
			ties[n] = a.at[p]
			n++
		}
	}
	if s.tooGreat(a, least) {
		return false
	}
	if n == 1 {
		return s.settle(a, ties[0])
	}
	for _, line := range ties[:n] {
		next := &s.nodes[d+1]
		next.copyFrom(a)
		if s.settle(next, line) && !s.descend(d, line, 1, s.read) {
			break
		}
	}
	return false
}

// chooseStack chooses, at node d, what comes first of a group of stacks. If there are stacks that must come first and that nothing tells
// apart, it reads these, or if it is a single one that must, it puts it there; and reports true. Otherwise it does all that is to do, or
// finds that nothing more is to be read, and reports false.
func (s *least) chooseStack(d int) bool {
	a, width := &s.nodes[d], s.shape.Width
	first := a.position / width
	var slots [MaxN]uint8
	n := 0
	for slot := first; slot < int(a.behind[first]); slot++ {
		slots[n] = uint8(slot)
		n++
	}
	n, plain := s.foremostStacks(a, slots[:n])
	if plain || n == 1 {
		for i, slot := range slots[:n] {
			a.swapStacks(first+i, int(slot), width)
		}
		a.cutGroup(first, first+n)
		for plain && a.position < (first+n)*width {
			if !s.readPlain(a, int(a.end[a.position])) {
				return false
			}
		}
		return true
	}
	for _, slot := range slots[:n] {
		next := &s.nodes[d+1]
		next.copyFrom(a)
		next.swapStacks(first, int(slot), width)
		next.cutGroup(first, first+1)
		if !s.descend(d, slot, 1, s.read) {
			break
		}
	}
	return false
}

// foremostStacks moves to the front of slots, which hold the stacks of a group, the n of those that may come first. They are plain if they
// have nothing but blanks and values that were not met before, and look alike.
func (s *least) foremostStacks(a *arrangement, slots []uint8) (n int, plain bool) {
	cells, width := s.line(a), s.shape.Width
	start := int(slots[0]) * width
	for offset := 0; offset < width; {
		end := int(a.end[start+offset]) - start
		most, anyNamed := 0, false
		kept := 0
		keep := func(slot uint8) { slots[kept] = slot; kept++ }
		for _, slot := range slots {
			blanks, named := 0, false
			for p := int(slot)*width + offset; p < int(slot)*width+end; p++ {
				v := cells[a.at[p]]
				if v == 0 {
					blanks++
				} else if a.metRow[v] != undecided {
					named = true
				}
			}
			// More blanks come first, and after the blanks a value that was met before.
			switch {
			case blanks > most || blanks == most && named && !anyNamed:
				most, anyNamed, kept = blanks, named, 0
				keep(slot)
			case blanks == most && named == anyNamed:
				keep(slot)
			}
		}
		slots = slots[:kept]
		if anyNamed || most < end-offset && s.clashes[a.transposed][a.rows[a.row]] {
			return kept, false
		}
		offset = end
	}
	return len(slots), true
}
