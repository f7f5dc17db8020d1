package sudoku

// readPlain reads the blanks of the class that ends before position end or, if there are none, its cells, all of which
// have new values. The cells that it reads stay a class. It returns false if reading must stop.
func (s *leastSearch) readPlain(a *arrangement, end int) bool {
	cells, start := s.currentLine(a), a.position
	behind := start // the end of the cells to read
	for p := start; p < end; p++ {
		if cells[a.lineAt[p]] == 0 {
			a.swap(p, behind)
			behind++
		}
	}
	if behind > start {
		a.cutClass(start, behind)
		for range behind - start {
			if !s.writeCell(a, 0) {
				return false
			}
		}
		return true
	}
	for p := start; p < end; p++ {
		if !s.readNew(a, a.lineAt[p]) {
			return false
		}
	}
	return true
}

// readNew reads a new value in column line.
func (s *leastSearch) readNew(a *arrangement, line uint8) bool {
	v := s.currentLine(a)[line]
	a.seenRow[v], a.seenLine[v] = uint8(a.row), line
	a.valuesSeen++
	return s.writeCell(a, uint8(a.valuesSeen))
}

// leastName returns the least name that the value in column line can have if line becomes the first column of its
// class, which is at the next cell.
func (s *leastSearch) leastName(a *arrangement, line uint8) uint8 {
	v := s.currentLine(a)[line]
	switch {
	case v == 0:
		return 0
	case a.seenRow[v] == unseen:
		return uint8(a.valuesSeen + 1)
	}
	column := a.seenLine[v]
	p := a.firstPosition(column, s.shape.Width)
	if column != line && int(a.classStart[a.positionOf[column]]) == a.position {
		p++ // line is before it
	}
	return s.best[int(a.seenRow[v])*s.n+p]
}

// placeAndRead makes column line the first of its class, which is at the next cell, gives its value the least possible
// name, and reads the cell. It returns false if reading must stop.
func (s *leastSearch) placeAndRead(a *arrangement, line uint8) bool {
	name := s.leastName(a, line)
	if s.exceedsBest(a, name) {
		return false
	}
	a.placeFirst(line, s.shape.Width)
	switch v := s.currentLine(a)[line]; {
	case v == 0:
	case a.seenRow[v] == unseen:
		return s.readNew(a, line)
	default:
		a.placeFirst(a.seenLine[v], s.shape.Width)
	}
	return s.writeCell(a, name)
}

// chooseColumn chooses, at node d, a column of the class at the next cell, which ends before position end and has no
// blanks. If only one column gives the least value, it reads that cell and returns true. Otherwise it tries all such
// columns, or finds that reading must stop, and returns false.
func (s *leastSearch) chooseColumn(d, end int) bool {
	a := &s.nodes[d]
	var ties [MaxN]uint8
	n, least := 0, uint8(unseen)
	for p := a.position; p < end; p++ {
		switch name := s.leastName(a, a.lineAt[p]); {
		case name < least:
			least, n = name, 1
			ties[0] = a.lineAt[p]
		case name == least:
			ties[n] = a.lineAt[p]
			n++
		}
	}
	if s.exceedsBest(a, least) {
		return false
	}
	if n == 1 {
		return s.placeAndRead(a, ties[0])
	}
	for _, line := range ties[:n] {
		next := &s.nodes[d+1]
		next.copyFrom(a)
		if s.placeAndRead(next, line) && !s.descend(d, line, 1, s.readRow) {
			break
		}
	}
	return false
}

// chooseStack chooses, at node d, the first stacks of a group. If the stacks that must come first are
// indistinguishable, it reads them; if only one must come first, it places it; in both cases it returns true. Otherwise
// it tries all choices, or finds that reading must stop, and returns false.
func (s *leastSearch) chooseStack(d int) bool {
	a, width := &s.nodes[d], s.shape.Width
	first := a.position / width
	var slots [MaxN]uint8
	n := 0
	for slot := first; slot < int(a.groupEnd[first]); slot++ {
		slots[n] = uint8(slot)
		n++
	}
	n, plain := s.leastStacks(a, slots[:n])
	if plain || n == 1 {
		for i, slot := range slots[:n] {
			a.swapStacks(first+i, int(slot), width)
		}
		a.cutGroup(first, first+n)
		for plain && a.position < (first+n)*width {
			if !s.readPlain(a, int(a.classEnd[a.position])) {
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
		if !s.descend(d, slot, 1, s.readRow) {
			break
		}
	}
	return false
}

// leastStacks moves the n stacks that may come first to the front of slots, which holds the stacks of a group. plain
// reports that these stacks contain only blanks and new values, and are indistinguishable.
func (s *leastSearch) leastStacks(a *arrangement, slots []uint8) (n int, plain bool) {
	cells, width := s.currentLine(a), s.shape.Width
	start := int(slots[0]) * width
	for offset := 0; offset < width; {
		end := int(a.classEnd[start+offset]) - start
		most, anyNamed := 0, false
		kept := 0
		keep := func(slot uint8) { slots[kept] = slot; kept++ }
		for _, slot := range slots {
			blanks, named := 0, false
			for p := int(slot)*width + offset; p < int(slot)*width+end; p++ {
				v := cells[a.lineAt[p]]
				if v == 0 {
					blanks++
				} else if a.seenRow[v] != unseen {
					named = true
				}
			}
			// More blanks come first; after the blanks, a value with a name comes before a new value.
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
