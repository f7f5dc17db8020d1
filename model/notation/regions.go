package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// regionLabels returns the region labels of a row of the grid: words separated by blanks, or the characters of a single
// word.
func regionLabels(row string) []string {
	row, _, _ = strings.Cut(row, "#")
	words := strings.Fields(row)
	if len(words) == 1 {
		return strings.Split(words[0], "")
	}
	return words
}

// inlineRegions parses regions in the line of the keyword, with a slash between rows.
func inlineRegions(rule *sudoku.Rule, text string, column int, s sudoku.Shape, fail failFunc) {
	var labels []string
	rows, columns := s.Size()
	for i, row := range strings.Split(text, "/") {
		found := regionLabels(row)
		if len(found) != columns || i >= rows {
			fail(column, fmt.Sprintf("row %d of the regions has %d cells", i+1, len(found)),
				fmt.Sprintf("%d rows of %d, with / between them", rows, columns))
		}
		labels = append(labels, found...)
		column += len(row) + 1
	}
	setRegions(rule, labels, s, fail)
}

// setRegions sets the cells of a rule regions: one region after the other, in the order in which their labels first
// appear. In a grid that is not usual, regions may have any size, and a dot is a cell of no region.
func setRegions(rule *sudoku.Rule, labels []string, s sudoku.Shape, fail failFunc) {
	rows, columns := s.Size()
	if len(labels) != rows*columns {
		fail(0, fmt.Sprintf("the regions have %d rows", len(labels)/columns), strconv.Itoa(rows))
	}
	var order []string
	cells := map[string][]sudoku.Cell{}
	for c, label := range labels {
		if label == "." && !s.IsUsual() {
			continue
		}
		if cells[label] == nil {
			order = append(order, label)
		}
		cells[label] = append(cells[label], sudoku.Cell(c))
	}
	for _, label := range order {
		if size := len(cells[label]); s.IsUsual() && size != rows {
			fail(0, fmt.Sprintf("region %s has %d cells", place.Shorten(label), size), strconv.Itoa(rows))
		}
		if s.IsUsual() {
			rule.Cells = append(rule.Cells, cells[label]...)
		} else {
			rule.Groups = append(rule.Groups, cells[label])
		}
	}
}

// readRegions reads the rows of regions below the keyword. If the shape is not known, the first row determines it.
func (r *Reader) readRegions(rule *sudoku.Rule, s sudoku.Shape) {
	var labels []string
	rows, n := s.Size()
	for row := 0; row == 0 || row < rows; {
		line, at := r.rowBelow("the regions end", row)
		if column, found := notText(line); column > 0 {
			r.fail(at, column, "found "+found, "text")
		}
		found := regionLabels(string(line))
		switch {
		case len(found) == 0:
			continue
		case n == 0 && len(found) <= sudoku.MaxN:
			n = len(found)
			rows, s = n, sudoku.Shape{Height: 1, Width: n}
		case n == 0:
			r.fail(at, 0, fmt.Sprintf("the row has %d cells", len(found)),
				fmt.Sprintf("at most %d", sudoku.MaxN))
		case len(found) != n:
			r.fail(at, 0, fmt.Sprintf("row %d of the regions has %d cells", row+1, len(found)),
				strconv.Itoa(n))
		}
		labels = append(labels, found...)
		row++
	}
	setRegions(rule, labels, s, func(_ int, msg, expected string) { r.fail(r.in.line-1, 0, msg, expected) })
}

// appendRegions appends the regions, numbered in the order in which they first appear. It writes before in front of
// each row, and between in front of each row but the first.
func appendRegions(dst []byte, s sudoku.Shape, rule sudoku.Rule, before, between string) []byte {
	_, n := s.Size()
	regionOf := slices.Repeat([]int{-1}, s.GridCells())
	for i, c := range rule.Cells {
		regionOf[c] = i / n
	}
	for i, group := range rule.Groups {
		for _, c := range group {
			regionOf[c] = i
		}
	}
	var order []int
	digits := len(strconv.Itoa(max(n, len(rule.Groups))))
	for c, region := range regionOf {
		if c%n > 0 {
			dst = append(dst, ' ')
		} else if c > 0 {
			dst = append(dst, between...)
		}
		if c%n == 0 {
			dst = append(dst, before...)
		}
		i := slices.Index(order, region)
		if i < 0 && region >= 0 {
			i = len(order)
			order = append(order, region)
		}
		dst = appendPadded(dst, nil, i+1, digits, ".")
	}
	return dst
}
