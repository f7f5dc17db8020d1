package notation

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nonet/model/sudoku"
)

// maxPastedRows is the maximum number of rows of a grid in one of the layouts below.
const maxPastedRows = 25

// readLayouts reads the rows of the block as a grid in which spaces or empty fields are blanks. strict is a grid that
// the strict forms find in the first rows; its n is 0 if there is none.
func (r *Reader) readLayouts(p *sudoku.Puzzle, b *pastedBlock, strict rawPuzzle) (done bool, err error) {
	rows, title, end := b.rows()
	if len(rows) == 0 {
		return false, nil
	}
	var all []rawPuzzle
	for _, f := range slices.Concat(fieldReadings(rows), columnReadings(rows, r.boxWidth(len(rows)))) {
		if _, ok := r.shape(f.n); !ok || !f.hasInnerBlank() || f.n < 4 || !r.cellsFit(f.cells, f.n) || !r.hasClue(f) {
			continue
		}
		f.name = title
		all = append(all, f)
	}
	if len(all) > 0 && strict.n >= 4 {
		all = append(all, strict)
	}
	return r.decodeOnly(p, all, end)
}

// openGridError returns the error of rows that have spaces or empty fields for blanks and cannot be read, and the place
// after them. It returns nil if the lines at the beginning of the input are not such rows.
func (r *Reader) openGridError() (bad *ParseError, end cursor) {
	b := r.pastedBlock(false)
	rows, _, end := b.rows()
	if len(rows) < 4 || len(rows) > maxPastedRows || !b.whole {
		return nil, end
	}
	const expected = "a symbol, such as a dot, for each blank, or all cells of a column in one column of the text"
	counts, widths := map[int]int{}, map[int]int{}
	var measured [][2]int
	open := false
	for _, row := range rows {
		line := text(row)
		open = open || strings.Contains(strings.TrimSpace(line), "  ") || hasEmptyField([]byte(line))
		m := [2]int{strings.Count(line, "|") + strings.Count(line, ",") + strings.Count(line, ";"), len(row)}
		counts[m[0]]++
		widths[m[1]]++
		measured = append(measured, m)
	}
	if !open {
		return nil, end
	}
	for i, m := range measured {
		at := int(rows[i][0].line)
		switch {
		case counts[m[0]] == 1 && counts[measured[(i+1)%len(rows)][0]] == len(rows)-1:
			return r.newError(at, 0, fmt.Sprintf("row %d has %d separators, the other rows %d", i+1, m[0],
				measured[(i+1)%len(rows)][0]), "as many fields in each row"), end
		case m[0] > 0 && widths[m[1]] == 1 && widths[measured[(i+1)%len(rows)][1]] == len(rows)-1:
			return r.newError(at, 0, fmt.Sprintf("row %d has %d characters, the other rows %d", i+1, m[1],
				measured[(i+1)%len(rows)][1]), expected), end
		}
	}
	return r.newError(r.line, 0, fmt.Sprintf("the cells of %d rows, some of which have spaces or empty fields for "+
		"blanks, are not those of a grid", len(rows)), expected), end
}

// hasInnerBlank reports whether a blank is between two symbols of a row. Otherwise the rows may be those of a smaller
// grid.
func (f rawPuzzle) hasInnerBlank() bool {
	for row := range slices.Chunk(f.cells, f.n) {
		blanks, after := false, false
		for _, c := range row {
			if isBlank(c.sym) {
				blanks = after
			} else if after = true; blanks {
				return true
			}
		}
	}
	return false
}

// boxWidth returns the width of a box in a grid of n rows, or 0 if the grid has no usual boxes.
func (r *Reader) boxWidth(n int) int {
	s, _ := r.shape(n)
	return s.Width
}

// rows returns the rows of the block without the lines that separate bands, the line of text above them if there is
// one, and the place after the last row or the lower border. It returns no rows if text stands between them, or if more
// than one line of text stands above them.
func (b *pastedBlock) rows() (rows [][]cell, title string, end cursor) {
	ended := false
	for i, line := range b.lines {
		switch {
		case len(line) == 0:
		case isBorder(line):
			if !ended {
				end = b.ends[i]
			}
		case isProse(line):
			if title != "" {
				return nil, "", end
			}
			if ended = len(rows) > 0; !ended {
				title = strings.TrimSpace(text(line))
			}
		case ended:
			return nil, "", end
		default:
			rows = append(rows, line)
			end = b.ends[i]
		}
	}
	return rows, title, end
}

func text(line []cell) string {
	var b strings.Builder
	for _, c := range line {
		b.WriteRune(c.sym)
	}
	return b.String()
}

// isBorder reports whether the line separates rows: it has no cells, but three equal horizontal strokes in a row, the
// :- of a table of Markdown, or a part of a drawn box.
func isBorder(line []cell) bool {
	run, before, border := 0, rune(0), false
	for _, c := range line {
		if c.sym >= 0x2500 && c.sym <= 0x257f {
			border = true
			continue
		}
		if !strings.ContainsRune(" \t-=~+|:.,'*!^/\\", c.sym) {
			return false
		}
		if run++; c.sym != before {
			run = 1
		}
		border = border || run >= 3 && strings.ContainsRune("-=~", c.sym) || c.sym == '-' && before == ':'
		before = c.sym
	}
	return border
}

// isProse reports whether the line has a word of two letters, or a character that is neither a cell nor decoration.
func isProse(line []cell) bool {
	letters := 0
	for _, c := range line {
		if !unicode.IsLetter(c.sym) {
			letters = 0
		} else if letters++; letters > 1 {
			return true
		}
		if !isCellSymbol(c.sym) && !isDecoration(c.sym) && !strings.ContainsRune(";()", c.sym) {
			return true
		}
	}
	return false
}

// fieldReadings reads rows of fields between bars, tabs, commas or semicolons; an empty field is a blank.
func fieldReadings(rows [][]cell) (all []rawPuzzle) {
	for _, separator := range []struct {
		sym  rune
		name string
	}{{'|', "bars"}, {'\t', "tabs"}, {',', "commas"}, {';', "semicolons"}} {
		table, ok := splitFields(rows, separator.sym)
		if !ok {
			continue
		}
		margin := 2 // empty fields at the ends of the rows may be no cells
		if separator.sym == '|' {
			table, margin = withoutOuterBars(rows, table), 1
		}
		if len(table) == 1 {
			if n := intSqrt(len(table[0])); n*n == len(table[0]) {
				table = slices.Collect(slices.Chunk(table[0], max(n, 1)))
			}
		}
		for _, t := range squareParts(table, margin) {
			f := rawPuzzle{n: len(t), how: "the fields between " + separator.name + " are its cells"}
			for _, row := range t {
				f.cells = append(f.cells, row...)
			}
			all = append(all, f)
		}
	}
	return all
}

// splitFields splits each row at a separator. It returns false if the rows have different numbers of fields or a field
// has more than one symbol. Tabs at the end of a row may be missing, because programs remove white space there.
func splitFields(rows [][]cell, separator rune) (table [][]cell, ok bool) {
	width := 0
	for _, row := range rows {
		var fields []cell
		field := cell{sym: ' '}
		for _, c := range row {
			switch {
			case c.sym == separator:
				fields = append(fields, field)
				field = cell{sym: ' '}
			case unicode.IsSpace(c.sym):
			case field.sym != ' ' || !isCellSymbol(c.sym) && !isBlank(c.sym):
				return nil, false
			default:
				field = c
			}
			if field.sym == ' ' {
				field.line, field.column = c.line, c.column
			}
		}
		table = append(table, append(fields, field))
		width = max(width, len(fields)+1)
	}
	for i, row := range table {
		if len(row) < width && (separator != '\t' || !hasOpenBlanks(rows)) || width < 4 {
			return nil, false
		}
		table[i] = append(row, slices.Repeat([]cell{{sym: ' '}}, width-len(row))...)
	}
	return table, true
}

// withoutOuterBars returns the table without the fields before the first bar of each row if all rows begin with a bar,
// and likewise at their ends.
func withoutOuterBars(rows, table [][]cell) [][]cell {
	first, last := true, true
	for _, row := range rows {
		begin := slices.IndexFunc(row, func(c cell) bool { return c.sym != ' ' })
		first = first && begin >= 0 && row[begin].sym == '|'
		last = last && row[len(row)-1].sym == '|'
	}
	inner := slices.Clone(table)
	for i := range inner {
		if first {
			inner[i] = inner[i][1:]
		}
		if last {
			inner[i] = inner[i][:max(0, len(inner[i])-1)]
		}
	}
	return inner
}

// squareParts returns the squares that the table can be: the table itself, or without a header, and with margin 2
// without the empty fields at the ends of all rows.
func squareParts(table [][]cell, margin int) (all [][][]cell) {
	width := len(table[0])
	for left := range margin {
		for right := range margin {
			for top := range 2 {
				n := len(table) - top
				if n < 4 || n > maxPastedRows || width-left-right != n {
					continue
				}
				fits := top == 0 || isHeader(table[0][left:width-right])
				var part [][]cell
				for _, row := range table[top:] {
					fits = fits && (left == 0 || row[0].sym == ' ') && (right == 0 || row[width-1].sym == ' ')
					part = append(part, row[left:width-right])
				}
				if fits {
					all = append(all, part)
				}
			}
		}
	}
	return all
}

// isHeader reports whether the fields are titles of columns: all empty, or consecutive digits or letters.
func isHeader(fields []cell) bool {
	step := rune(1)
	if fields[0].sym == ' ' {
		step = 0
	}
	for i, c := range fields {
		if c.sym != fields[0].sym+step*rune(i) {
			return false
		}
	}
	return strings.ContainsRune(" 01Aa", fields[0].sym)
}

// columnReadings reads rows of aligned symbols, with spaces for blanks: columns of cells have equal distances, within
// the boxes that bars or wider gaps separate. boxWidth is the usual width of a box.
func columnReadings(rows [][]cell, boxWidth int) (all []rawPuzzle) {
	n := len(rows)
	if n < 4 || n > maxPastedRows || boxWidth == 0 || !hasOpenBlanks(rows) {
		return nil
	}
	groups, ok := splitGroups(rows)
	if !ok || n%len(groups) != 0 {
		return nil
	}
	perGroup := n / len(groups)
	if len(groups) == 1 {
		return openReadings(groups[0], n, boxWidth)
	}
	for pitch := 1; pitch <= 4; pitch++ {
		readings := []rawPuzzle{{n: n, cells: make([]cell, n*n), how: distanceWords(pitch)}}
		for g, group := range groups {
			var next []rawPuzzle
			for _, f := range readings {
				for _, first := range centered(len(group[0]), perGroup, pitch) {
					if h, ok := f.withGroup(group, first, pitch, g*perGroup, perGroup); ok {
						next = append(next, h)
					}
				}
			}
			if readings = next; len(readings) > 64 {
				return nil
			}
		}
		all = append(all, readings...)
	}
	return all
}

func distanceWords(pitch int) string {
	switch pitch {
	case 1:
		return "each character is a cell"
	case 2:
		return "every second character is a cell"
	}
	return fmt.Sprintf("every %dth character is a cell", pitch)
}

// centered returns the possible places of the first of count cells, at a distance of pitch, in a group of a width: the
// margins at both ends differ by one at most.
func centered(width, count, pitch int) (first []int) {
	margins := width - 1 - (count-1)*pitch
	if margins < 0 || count == 1 && pitch > 1 {
		return nil
	}
	for left := margins / 2; left <= (margins+1)/2; left++ {
		first = append(first, left)
	}
	return first
}

// withGroup returns f with the cells of a group: cell i of a row is at first + i*pitch. It returns false if a symbol is
// elsewhere.
func (f rawPuzzle) withGroup(group [][]cell, first, pitch, column, count int) (rawPuzzle, bool) {
	f.cells = slices.Clone(f.cells)
	for row, line := range group {
		symbols := 0
		for i := range count {
			c := line[first+i*pitch]
			if c.sym != ' ' {
				symbols++
			}
			f.cells[row*f.n+column+i] = c
		}
		for _, c := range line {
			if c.sym != ' ' {
				symbols--
			}
		}
		if symbols != 0 {
			return f, false
		}
	}
	return f, true
}

// splitGroups splits the rows at bars into groups, which have the same width in all rows. It returns false if the bars
// are not aligned.
func splitGroups(rows [][]cell) (groups [][][]cell, ok bool) {
	var split [][][]cell // by row
	leading, trailing := true, true
	for _, row := range rows {
		var parts [][]cell
		from := 0
		for i, c := range row {
			switch c.sym {
			case '\t', ',', ';':
				return nil, false
			case '|':
				parts = append(parts, row[from:i])
				from = i + 1
			}
		}
		parts = append(parts, row[from:])
		leading = leading && len(parts) > 1 && isSpace(parts[0])
		trailing = trailing && len(parts) > 1 && len(parts[len(parts)-1]) == 0
		split = append(split, parts)
	}
	bars := len(split[0])
	for i, parts := range split {
		if len(parts) != bars {
			return nil, false
		}
		if leading {
			split[i] = split[i][1:]
		}
		if trailing {
			split[i] = split[i][:len(split[i])-1]
		}
	}
	for g := range split[0] {
		var group [][]cell
		for _, parts := range split {
			group = append(group, parts[g])
		}
		groups = append(groups, group)
	}
	for g, group := range groups {
		width := 0
		for _, part := range group {
			width = max(width, len(part))
		}
		if last := len(groups) - 1; !trailing && g == last && g > 0 {
			width = max(width, len(groups[g-1][0]))
		}
		for i, part := range group {
			if len(part) < width && (trailing || g < len(groups)-1) {
				return nil, false
			}
			// White space at the end of a line may be lost.
			group[i] = append(slices.Clip(part), slices.Repeat([]cell{{sym: ' '}}, width-len(part))...)
		}
	}
	if !leading && len(groups) > 1 {
		groups[0] = withWidth(groups[0], len(groups[1][0]))
	}
	return groups, len(groups) > 0
}

// withWidth changes the width of the group at the beginning of the lines, whose indent may be longer or shorter than
// the space after a bar.
func withWidth(group [][]cell, width int) [][]cell {
	extra := len(group[0]) - width
	all := slices.Clone(group)
	for i, line := range all {
		if extra > 0 && !isSpace(line[:extra]) {
			return group
		}
		all[i] = append(slices.Repeat([]cell{{sym: ' '}}, max(0, -extra)), line[max(0, extra):]...)
	}
	return all
}

// hasOpenBlanks reports whether the rows have blanks between symbols that are white space only, and no other blanks. A
// row is then likely to lack the white space at its end.
func hasOpenBlanks(rows [][]cell) bool {
	open := false
	for _, row := range rows {
		spaces, after := 0, false // white space after a symbol of the row
		for _, c := range row {
			switch {
			case unicode.IsSpace(c.sym):
				spaces++
			case isCellSymbol(c.sym) && c.sym != '.' && c.sym != '_' && c.sym != '0':
				open = open || after && spaces > 1
				spaces, after = 0, true
			case isCellSymbol(c.sym) || isBlank(c.sym):
				return false
			}
		}
	}
	return open
}

func isSpace(cells []cell) bool {
	return !slices.ContainsFunc(cells, func(c cell) bool { return c.sym != ' ' })
}

// openReadings reads rows without bars: cell i of a row is at first + i*pitch + i/boxWidth*gap.
func openReadings(rows [][]cell, n, boxWidth int) (all []rawPuzzle) {
	indent := len(rows[0])
	for _, line := range rows {
		if i := slices.IndexFunc(line, func(c cell) bool { return c.sym != ' ' }); i >= 0 {
			indent = min(indent, i)
		}
	}
	firsts := []int{indent}
	if indent > 0 {
		firsts = []int{0, indent}
	}
	for pitch := 1; pitch <= 4; pitch++ {
		for gap := range 4 {
			for _, first := range firsts {
				f := rawPuzzle{n: n, how: distanceWords(pitch)}
				if gap > 0 {
					f.how += fmt.Sprintf(", %d more between boxes", gap)
				}
				if first < indent {
					f.how += ", from the beginning of the line"
				}
				fits := true
				for _, line := range rows {
					symbols := 0
					for i := range n {
						c := cell{sym: ' '}
						if at := first + i*pitch + i/boxWidth*gap; at < len(line) {
							c = line[at]
						}
						if c.sym != ' ' {
							symbols++
						}
						f.cells = append(f.cells, c)
					}
					for _, c := range line {
						if c.sym != ' ' {
							symbols--
						}
					}
					fits = fits && symbols == 0
				}
				if fits {
					all = append(all, f)
				}
			}
		}
	}
	return all
}
