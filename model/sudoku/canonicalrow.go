package sudoku

// chooseRow chooses the next row of the image at node d and continues from there. It first searches up to the end of
// this row only: otherwise every line that improves on an earlier line would be followed to the last row. Without this,
// a random grid of order 5 took more than 20 s instead of milliseconds.
func (s *leastSearch) chooseRow(d int) {
	a := &s.nodes[d]
	if a.row == s.n {
		s.visitLeaf(d)
		return
	}
	s.limit, s.reachedLimit = (a.row+1)*s.n, false
	s.chooseBand(d)
	s.limit = 0
	if s.reachedLimit {
		s.chooseBand(d)
	}
}

// chooseBand tries, at node d, the lines that can be the next row: the lines of the current band or, at the beginning
// of a band, of all bands that can be next.
func (s *leastSearch) chooseBand(d int) {
	a := &s.nodes[d]
	height, blank := s.shape.Height, s.blank[a.transposed]
	if a.row%height != 0 {
		s.chooseLine(d, int(a.rows[a.row-1])/height*height, 1)
		return
	}
	// The blank rows of a band come first. So the next band is one with the most blank rows; among blank bands, any.
	most, bands := 0, 0
	for top := 0; top < s.n; top += height {
		if a.used[top] == 0 {
			n := count(blank[top : top+height])
			if n > most {
				most, bands = n, 0
			}
			if n == most {
				bands++
			}
		}
	}
	for top := 0; top < s.n; top += height {
		if a.used[top] == 0 && count(blank[top:top+height]) == most {
			if most == height {
				s.chooseLine(d, top, bands)
				return
			}
			if !s.chooseLine(d, top, 1) {
				return
			}
		}
	}
}

func count(marks []bool) int {
	n := 0
	for _, m := range marks {
		if m {
			n++
		}
	}
	return n
}

// chooseLine tries the lines of the band that begins with top, which is one of bands indistinguishable bands. It
// returns false if the search must leave node d.
func (s *leastSearch) chooseLine(d, top, bands int) bool {
	a := &s.nodes[d]
	blanks, blank := 0, s.blank[a.transposed]
	for line := top; line < top+s.shape.Height; line++ {
		if a.used[line] == 0 && blank[line] {
			blanks++
		}
	}
	for line := top; line < top+s.shape.Height; line++ {
		if a.used[line] != 0 || blanks > 0 && !blank[line] {
			continue
		}
		next := &s.nodes[d+1]
		next.copyFrom(a)
		next.rows[next.row], next.used[line] = uint8(line), 1
		if !s.descend(d, uint8(line), bands*max(1, blanks), s.readRow) {
			return false
		}
		if blanks > 0 {
			break // the other lines are blank, too
		}
	}
	return true
}

// readRow reads the rest of the row of node d and continues with the next row.
func (s *leastSearch) readRow(d int) {
	a := &s.nodes[d]
	width := s.shape.Width
	cells := s.currentLine(a)
	for a.position < s.n {
		slot := a.position / width
		if a.position%width == 0 && int(a.groupEnd[slot]) > slot+1 {
			if !s.chooseStack(d) {
				return
			}
			continue
		}
		start, end := a.position, int(a.classEnd[a.position])
		if end == start+1 {
			if !s.placeAndRead(a, a.lineAt[start]) {
				return
			}
			continue
		}
		blanks, named := 0, 0
		for p := start; p < end; p++ {
			switch v := cells[a.lineAt[p]]; {
			case v == 0:
				blanks++
			case a.seenRow[v] != unseen:
				named++
			}
		}
		switch {
		case blanks > 0 || named == 0 && !s.clashes[a.transposed][a.rows[a.row]]:
			if !s.readPlain(a, end) {
				return
			}
		case !s.chooseColumn(d, end):
			return
		}
	}
	a.row++
	a.position = 0
	s.chooseRow(d)
}

// currentLine returns the cells of the line that a is reading.
func (s *leastSearch) currentLine(a *arrangement) []uint8 {
	i := int(a.rows[a.row]) * s.n
	return s.lines[a.transposed][i : i+s.n]
}
