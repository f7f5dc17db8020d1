package notation

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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
func inlineRegions(text string, column int, s sudoku.Shape, fail errorFunc) ([]sudoku.Cell, *ParseError) {
	var labels []string
	for i, row := range strings.Split(text, "/") {
		found := regionLabels(row)
		if len(found) != s.N() || i >= s.N() {
			return nil, fail(column, fmt.Sprintf("row %d of the regions has %d cells", i+1, len(found)),
				fmt.Sprintf("%d rows of %d, with / between them", s.N(), s.N()))
		}
		labels = append(labels, found...)
		column += len(row) + 1
	}
	return regionCells(labels, s.N(), func(msg, expected string) *ParseError { return fail(0, msg, expected) })
}

// regionCells returns the cells of the regions one region after the other, in the order in which their labels first
// appear.
func regionCells(labels []string, n int, fail func(msg, expected string) *ParseError) ([]sudoku.Cell, *ParseError) {
	if len(labels) != n*n {
		return nil, fail(fmt.Sprintf("the regions have %d rows", len(labels)/n), strconv.Itoa(n))
	}
	var order []string
	cells := map[string][]sudoku.Cell{}
	for c, label := range labels {
		if cells[label] == nil {
			order = append(order, label)
		}
		cells[label] = append(cells[label], sudoku.Cell(c))
	}
	var all []sudoku.Cell
	for _, label := range order {
		if size := len(cells[label]); size != n {
			return nil, fail(fmt.Sprintf("region %s has %d cells", shorten([]byte(label)), size), strconv.Itoa(n))
		}
		all = append(all, cells[label]...)
	}
	return all, nil
}

// readRegions reads the rows of regions below the keyword. If n is 0, the first row determines it.
func (r *Reader) readRegions(n int) ([]sudoku.Cell, error) {
	var labels []string
	for row := 0; row == 0 || row < n; {
		c := r.in.pos()
		line, err := r.in.next(&c)
		at := r.in.line
		if err == io.EOF || err == nil && isNonet(line) {
			return nil, r.newError(max(r.line, at-1), 0, fmt.Sprintf("the regions end after %d rows", row),
				"one row per line")
		}
		if err != nil {
			return nil, r.inputError(err)
		}
		r.in.consume(c)
		if column, found := notText(line); column > 0 {
			return nil, r.newError(at, column, "found "+found, "text")
		}
		found := regionLabels(string(line))
		switch {
		case len(found) == 0:
			continue
		case n == 0 && len(found) <= sudoku.MaxN:
			n = len(found)
		case n == 0:
			return nil, r.newError(at, 0, fmt.Sprintf("the row has %d cells", len(found)),
				fmt.Sprintf("at most %d", sudoku.MaxN))
		case len(found) != n:
			return nil, r.newError(at, 0, fmt.Sprintf("row %d of the regions has %d cells", row+1, len(found)),
				strconv.Itoa(n))
		}
		labels = append(labels, found...)
		row++
	}
	cells, bad := regionCells(labels, n,
		func(msg, expected string) *ParseError { return r.newError(r.in.line-1, 0, msg, expected) })
	if bad != nil {
		return nil, bad
	}
	return cells, nil
}

// appendRegions appends the regions, numbered in the order in which they first appear. It writes before in front of
// each row, and between in front of each row but the first.
func appendRegions(dst []byte, s sudoku.Shape, cells []sudoku.Cell, before, between string) []byte {
	n := s.N()
	regionOf := make([]int, len(cells))
	for i, c := range cells {
		regionOf[c] = i / n
	}
	var order []int
	digits := len(strconv.Itoa(n))
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
		if i < 0 {
			i = len(order)
			order = append(order, region)
		}
		dst = appendPadded(dst, nil, i+1, digits, "")
	}
	return dst
}
