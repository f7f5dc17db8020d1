package notation

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"nonet/internal/slice"
	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

// readLayouts reads the rows of the block as a grid in which spaces or empty fields are blanks. strict is a grid that
// the strict forms find in the first rows; its n is 0 if there is none. The block is accepted only if all layouts that
// fit give the same grid.
func (r *Reader) readLayouts(p *sudoku.Puzzle, b *block, strict rawPuzzle) (done bool, err error) {
	if len(b.rows) == 0 {
		return false, nil
	}
	box, _ := r.shape(len(b.rows))
	rows := make([][]cell, len(b.rows))
	for i, l := range b.rows {
		rows[i] = l.chars
		r.in.looked += int64(len(l.chars))
	}
	var all []rawPuzzle
	for _, f := range append(fieldReadings(rows), alignedReadings(rows, box.Width)...) {
		if _, ok := r.shape(f.n); !ok || !f.hasInnerBlank() || f.n < 4 || !r.cellsFit(f.cells, f.n) || !r.hasClue(f) {
			continue
		}
		f.name = b.title
		all = append(all, f)
	}
	if len(all) > 0 && strict.n >= 4 {
		all = append(all, strict)
	}
	return r.decodeOnly(p, all, r.after(b.last))
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

func (r *Reader) hasClue(f rawPuzzle) bool {
	return slices.ContainsFunc(f.cells, func(c cell) bool { return !isBlank(c.sym) && c.sym != '0' })
}

// decodeOnly decodes the reading if all readings are the same grid, and consumes the input up to end. Otherwise the
// error names a cell that differs. It returns done = false if there is no reading.
func (r *Reader) decodeOnly(p *sudoku.Puzzle, all []rawPuzzle, end cursor) (done bool, err error) {
	if len(all) == 0 {
		return false, nil
	}
	r.in.consume(end)
	for _, other := range all[1:] {
		if text, differ := all[0].difference(other); differ {
			return true, r.newError(r.line, 0, "the grid can be read in two ways: "+text,
				"a grid with a symbol, such as a dot, for each blank")
		}
	}
	return true, r.decodeRaw(p, all[0])
}

// difference describes the first difference of two readings.
func (f rawPuzzle) difference(g rawPuzzle) (text string, differ bool) {
	if f.n != g.n {
		return fmt.Sprintf("%dx%d if %s, %dx%d if %s", f.n, f.n, f.how, g.n, g.n, g.how), true
	}
	words := func(c rune) string {
		if isBlank(c) {
			return "blank"
		}
		return string(c)
	}
	for i := range f.cells {
		if a, b := f.cells[i].sym, g.cells[i].sym; a != b {
			return fmt.Sprintf("r%dc%d is %s if %s, %s if %s", i/f.n+1, i%f.n+1, words(a), f.how, words(b), g.how), true
		}
	}
	return "", false
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
			margin = 1
			first, last := outerBars(rows)
			for i, row := range table {
				table[i] = row[first:max(first, len(row)-last)]
			}
		}
		if len(table) == 1 {
			if n := intSqrt(len(table[0])); n*n == len(table[0]) {
				table = slices.Collect(slices.Chunk(table[0], max(n, 1)))
			}
		}
		for _, t := range squareParts(table, margin) {
			all = append(all, rawPuzzle{n: len(t), cells: slices.Concat(t...),
				how: "the fields between " + separator.name + " are its cells"})
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

// outerBars returns 1 for first if all rows begin with a bar after white space, and 1 for last if all rows end with a
// bar. Outside such bars there are no cells.
func outerBars(rows [][]cell) (first, last int) {
	first, last = 1, 1
	for _, row := range rows {
		begin := slices.IndexFunc(row, func(c cell) bool { return c.sym != ' ' })
		if begin < 0 || row[begin].sym != '|' {
			first = 0
		}
		if begin < 0 || row[len(row)-1].sym != '|' {
			last = 0
		}
	}
	return first, last
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

// A span is columns of the text between two bars that stand in the same columns in all rows. It may begin before the
// first character of the rows, and end after the last.
type span struct {
	from, to int
	used     []int // the columns in which some row has a symbol
}

// alignedReadings reads rows of aligned symbols, with spaces for blanks: columns of cells have equal distances, within
// the boxes that bars or wider gaps separate. boxWidth is the usual width of a box.
func alignedReadings(rows [][]cell, boxWidth int) (all []rawPuzzle) {
	n := len(rows)
	if n < 4 || n > maxPastedRows || boxWidth == 0 || !hasOpenBlanks(rows) {
		return nil
	}
	rows, spans, ok := splitSpans(rows)
	if !ok || n%len(spans) != 0 {
		return nil
	}
	for pitch := 1; pitch <= 4; pitch++ {
		if len(spans) == 1 {
			all = append(all, openReadings(rows, spans[0], boxWidth, pitch)...)
			continue
		}
		// The first place that fits in each span; then in each span the second that fits.
		columns := make([]int, 0, n)
		var others [][]int
		for _, s := range spans {
			places := s.placesOf(n/len(spans), pitch)
			if len(places) == 0 {
				columns = nil
				break
			}
			if len(places) > 1 && len(s.used) > 0 {
				others = append(others, append(slices.Clone(columns), places[1]...))
			}
			columns = append(columns, places[0]...)
		}
		if columns == nil {
			continue
		}
		all = append(all, readingAt(rows, columns, distanceWords(pitch)))
		for _, begin := range others {
			all = append(all, readingAt(rows, append(begin, columns[len(begin):]...), distanceWords(pitch)))
		}
	}
	return all
}

func distanceWords(pitch int) string {
	return []string{"each", "every second", "every third", "every fourth"}[pitch-1] + " character is a cell"
}

// readingAt returns the grid whose cells are in these columns of the text.
func readingAt(rows [][]cell, columns []int, how string) rawPuzzle {
	f := rawPuzzle{n: len(rows), cells: make([]cell, 0, len(rows)*len(columns)), how: how}
	for _, row := range rows {
		for _, x := range columns {
			c := cell{sym: ' '}
			if x >= 0 && x < len(row) {
				c = row[x]
			}
			f.cells = append(f.cells, c)
		}
	}
	return f
}

// splitSpans returns the rows without their outer bars, and the spans between the other bars. It returns false if the
// bars are not aligned.
func splitSpans(all [][]cell) (rows [][]cell, spans []*span, ok bool) {
	first, last := outerBars(all)
	width := 0
	for _, row := range all {
		if first > 0 {
			row = row[1+slices.IndexFunc(row, func(c cell) bool { return c.sym == '|' }):]
		}
		row = row[:max(0, len(row)-last)]
		rows = append(rows, row)
		width = max(width, len(row))
	}
	spans = []*span{{}}
	for x, c := range rows[0] {
		if c.sym == '|' {
			spans[len(spans)-1].to = x
			spans = append(spans, &span{from: x + 1})
		}
	}
	final := spans[len(spans)-1]
	if final.to = width; last == 0 && len(spans) > 1 {
		before := spans[len(spans)-2]
		final.to = max(width, final.from+before.to-before.from)
	}
	used := make([]bool, width)
	for _, row := range rows {
		bar := 0
		for x, c := range row {
			switch c.sym {
			case '\t', ',', ';':
				return nil, nil, false
			case '|':
				if bar == len(spans)-1 || spans[bar].to != x {
					return nil, nil, false
				}
				bar++
			case ' ':
			default:
				used[x] = true
			}
		}
		if bar < len(spans)-1 || last > 0 && len(row) < width {
			return nil, nil, false
		}
	}
	for _, s := range spans {
		for x := s.from; x < min(s.to, width); x++ {
			if used[x] {
				s.used = append(s.used, x)
			}
		}
	}
	// The indent of rows without a bar before them may be longer or shorter than the space after a bar.
	if s := spans[0]; first == 0 && len(spans) > 1 {
		from := s.to - (spans[1].to - spans[1].from)
		if len(s.used) == 0 || s.used[0] >= from {
			s.from = from
		}
	}
	return rows, spans, true
}

// placesOf returns the columns that count cells at a distance of pitch may have in the span: the margins at both ends
// differ by one at most, and all symbols are cells.
func (s *span) placesOf(count, pitch int) (all [][]int) {
	margins := s.to - s.from - 1 - (count-1)*pitch
	if margins < 0 || count == 1 && pitch > 1 {
		return nil
	}
	for left := margins / 2; left <= (margins+1)/2; left++ {
		columns := slice.Make(count, func(i int) int { return s.from + left + i*pitch })
		if s.within(columns) {
			all = append(all, columns)
		}
	}
	return all
}

// within reports whether all symbols of the span are in these columns, which increase.
func (s *span) within(columns []int) bool {
	i := 0
	for _, x := range s.used {
		for i < len(columns) && columns[i] < x {
			i++
		}
		if i == len(columns) || columns[i] != x {
			return false
		}
	}
	return true
}

// openReadings reads rows without bars: cell i of a row is at first + i*pitch + i/boxWidth*gap.
func openReadings(rows [][]cell, s *span, boxWidth, pitch int) (all []rawPuzzle) {
	indent := s.used[0] // hasOpenBlanks has found symbols
	firsts := []int{indent}
	if indent > 0 {
		firsts = []int{0, indent}
	}
	for gap := range 4 {
		for _, first := range firsts {
			columns := slice.Make(len(rows), func(i int) int { return first + i*pitch + i/boxWidth*gap })
			if !s.within(columns) {
				continue
			}
			how := distanceWords(pitch)
			if gap > 0 {
				how += fmt.Sprintf(", %d more between boxes", gap)
			}
			if first < indent {
				how += ", from the beginning of the line"
			}
			all = append(all, readingAt(rows, columns, how))
		}
	}
	return all
}

// openGridError returns the error of rows that have spaces or empty fields for blanks and cannot be read. It returns
// nil if the block does not have such rows.
func (r *Reader) openGridError(b *block) *ParseError {
	rows := b.rows
	if len(rows) < 4 || len(rows) > maxPastedRows || !b.whole ||
		!slices.ContainsFunc(rows, func(l *textLine) bool { return l.gaps }) {
		return nil
	}
	const expected = "a symbol, such as a dot, for each blank, or all cells of a column in one column of the text"
	separators := make([]int, len(rows))
	widths := make([]int, len(rows))
	for i, l := range rows {
		widths[i], separators[i] = len(l.chars), int(l.of['|']+l.of[',']+l.of[';'])
	}
	if i := oddOne(separators); i >= 0 {
		return r.newError(rows[i].line, 0, fmt.Sprintf("row %d has %d separators, the other rows %d", i+1,
			separators[i], separators[(i+1)%len(rows)]), "as many fields in each row")
	}
	if i := oddOne(widths); i >= 0 && separators[i] > 0 {
		return r.newError(rows[i].line, 0, fmt.Sprintf("row %d has %d characters, the other rows %d", i+1, widths[i],
			widths[(i+1)%len(rows)]), expected)
	}
	return r.newError(r.line, 0, fmt.Sprintf("the cells of %d rows, some of which have spaces or empty fields for "+
		"blanks, are not those of a grid", len(rows)), expected)
}

// oddOne returns the index of the only number that differs from all others, which are equal, or -1.
func oddOne(all []int) int {
	usual := all[0]
	if all[0] != all[1] {
		usual = all[2]
	}
	odd := func(v int) bool { return v != usual }
	i := slices.IndexFunc(all, odd)
	if i < 0 || slices.ContainsFunc(all[i+1:], odd) {
		return -1
	}
	return i
}

// readCells reads the cells of a grid that is not usual, row by row, with the extra cells after them: symbols of the
// alphabet, with commas between them if they have different lengths, and dots for blanks. Line writes them so.
func (r *Reader) readCells(p *sudoku.Puzzle, text string, line, column int) error {
	s := r.opt.Shape
	p.Shape, p.Alphabet = s, s.Usual()
	if a := written()[r.alphabet][0]; a != nil && len(a.Symbols) >= s.N() && (r.alphabet != mixed || s.Offset != 0) {
		p.Alphabet = &sudoku.Alphabet{Name: a.Name, Symbols: a.Symbols[:s.N()]}
	}
	symbols := strings.Split(digitsFrom1+capitals+small, "")[:s.N()]
	if p.Alphabet != nil {
		symbols = p.Alphabet.Symbols
	}
	var cells []string
	if width := max(1, p.Alphabet.Width(s.N())); strings.Contains(text, ",") {
		cells = strings.Split(text, ",")
	} else {
		for cell := range slices.Chunk([]rune(text), width) {
			cells = append(cells, string(cell))
		}
	}
	if len(cells) != s.Cells() {
		return r.newError(line, column, fmt.Sprintf("found %d cells", len(cells)),
			fmt.Sprintf("%d for %s", s.Cells(), s))
	}
	p.Clues = p.Clues[:0]
	for i, cell := range cells {
		v := 1 + slices.Index(symbols, strings.TrimSpace(cell))
		if v == 0 && strings.Trim(cell, ".") != "" && cell != "0" {
			return r.newError(line, column, fmt.Sprintf("cell %d is %q", i+1, place.Shorten(cell)),
				"one of "+joinSymbols(symbols)+", or a dot")
		}
		p.Clues = append(p.Clues, v)
	}
	return nil
}
