package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/internal/parse"
	"nonet/model/notation/internal/marks"
	"nonet/model/sudoku"
)

// A grid of pencil marks is a position: each cell has a value or its candidates. nonet, HoDoKu, Simple Sudoku and
// SudokuWiki print such grids. A value in brackets is a single candidate, as nonet writes it; u before a value, as
// SudoCue writes it, means that a person has placed it. Without such marks a digit is a clue unless a blank cell of its
// row, column or box has it as a candidate. The candidates become rules of the kind candidates.

// readCandidates reads a grid of pencil marks, and nothing else.
func (r *Reader) readCandidates(p *sudoku.Puzzle) error {
	if r.readCube(p) {
		return nil
	}
	if done, err := r.readMarks(p, r.block(false)); done {
		return err
	}
	return r.readPlain(p, asGrid|asNumbers) // maybe no cell has more than one candidate
}

func isBetweenMarks(c rune) bool { return unicode.IsSpace(c) || c == '|' || c == '│' || c == '║' }

// beginsMarks reports whether the line is a row of pencil marks in which some cell has several candidates.
func beginsMarks(line []byte) bool {
	if !bytes.ContainsAny(line, " \t|│║\u00a0") {
		return false
	}
	words := strings.FieldsFunc(string(line), isBetweenMarks)
	several := false
	for _, word := range words {
		m, ok := parseMark(word, len(words))
		if !ok {
			return false
		}
		several = several || word[0] == '(' || len(m.Candidates) > 1
	}
	return several && len(words) > 1
}

// beginsCandidates reports whether the line is the first of as many rows of pencil marks as it has cells. A single row
// may look like the regions of a jigsaw.
func (r *Reader) beginsCandidates(line []byte) bool {
	if len(line) > maxPastedWidth || !beginsMarks(line) {
		return false
	}
	b := r.block(false)
	return len(b.rows) > 0 && b.rows[0] == b.lines[0] && len(b.rows) == b.rows[0].words
}

// readMarks reads the block as a grid of pencil marks. It returns done = false if no cell has more than one candidate.
func (r *Reader) readMarks(p *sudoku.Puzzle, b *block) (done bool, err error) {
	n := len(b.rows)
	if n == 1 {
		n = intSqrt(b.rows[0].words)
	}
	shape, ok := r.shape(n)
	if n < 1 || !ok {
		return false, nil
	}
	var all []marks.Mark
	several := 0
	for _, l := range b.rows {
		r.in.looked += int64(len(l.chars))
		for _, word := range strings.FieldsFunc(text(l.chars), isBetweenMarks) {
			m, ok := parseMark(word, n)
			if !ok {
				return false, nil
			}
			if word[0] == '(' || len(m.Candidates) > 1 {
				several++
			}
			all = append(all, m)
		}
	}
	wrong := slices.IndexFunc(b.rows, func(l *textLine) bool { return l.words != n })
	if several == 0 || len(b.rows) > 1 && wrong >= 0 && several < n || len(b.rows) == 1 && len(all) != n*n {
		return false, nil
	}
	r.in.consume(r.after(b.last))
	if len(b.rows) > 1 && wrong >= 0 {
		return true, r.newError(b.rows[wrong].line, 0, fmt.Sprintf("row %d of the pencil marks has %d cells", wrong+1,
			b.rows[wrong].words), strconv.Itoa(n))
	}
	if c := slices.IndexFunc(all, func(m marks.Mark) bool {
		return m.Value == 0 && m.Candidates != nil && len(m.Candidates) == 0
	}); c >= 0 {
		return true, r.newError(r.line, 0, shape.Name(sudoku.Cell(c))+" has no candidate", "one candidate or more")
	}
	marks.Demote(shape, all)
	*p = marks.Puzzle(shape, all)
	p.Name = b.title
	return true, nil
}

// parseMark reads the cell of a grid of n rows: 5 for a value, (5) for a single candidate, u5 for a value that was
// placed, 137, or 1,3,7-12 above nine rows, for candidates, a dot for no marks, and x for no candidate.
func parseMark(word string, n int) (m marks.Mark, ok bool) {
	switch word {
	case ".", "_", "*":
		return m, true
	case "x":
		return marks.Mark{Candidates: []int{}}, true
	}
	if inner, found := strings.CutPrefix(word, "("); found {
		inner, found = strings.CutSuffix(inner, ")")
		v, ok := parseValue(inner, n)
		return marks.Mark{Candidates: []int{v}}, found && ok
	}
	if placed, found := strings.CutPrefix(word, "u"); found {
		v, ok := parseValue(placed, n)
		return marks.Mark{Value: v}, ok
	}
	if v, ok := parseValue(word, n); ok {
		return marks.Mark{Value: v, Given: true}, true
	}
	separator := ","
	if n <= 9 {
		separator = "" // each character is a part
	}
	for part := range strings.SplitSeq(word, separator) {
		from, to, isRange := strings.Cut(part, "-")
		first, ok := parseValue(from, n)
		last := first
		if isRange && ok {
			last, ok = parseValue(to, n)
		}
		if !ok || last < first {
			return m, false
		}
		for v := first; v <= last; v++ {
			m.Candidates = append(m.Candidates, v)
		}
	}
	slices.Sort(m.Candidates)
	return m, len(slices.Compact(slices.Clone(m.Candidates))) == len(m.Candidates)
}

// parseValue returns the value that digits state.
func parseValue(word string, n int) (v int, ok bool) {
	if !isDigits(word) || len(word) > 3 {
		return 0, false
	}
	v, err := strconv.Atoi(word)
	return v, err == nil && v >= 1 && v <= n
}

var bracketed = parse.Pattern(`\([0-9]+\)`)

// hasBracketed reports whether a single number in brackets occurs in the text, so that it is a grid of pencil marks.
func hasBracketed(text []byte) bool {
	return bytes.IndexByte(text, '(') >= 0 && bracketed().Match(text)
}

// readCube reads a line of n symbols for each of the n*n cells, where symbol v is v if v is a candidate and otherwise a
// blank. The line is taken for a larger grid instead if that grid has no equal clues in a column.
func (r *Reader) readCube(p *sudoku.Puzzle) bool {
	c := r.in.pos()
	line, err := r.in.next(&c)
	if err != nil || len(line) < 64 || len(line) > 1024 {
		return false
	}
	line = bytes.TrimSpace(line)
	n := map[int]int{64: 4, 216: 6, 512: 8, 729: 9}[len(line)]
	shape, ok := r.shape(n)
	if n == 0 || !ok {
		return false
	}
	all := make([]marks.Mark, n*n)
	width := intSqrt(len(line))
	square, equal := width*width == len(line), false
	for i, b := range line {
		cell := &all[i/n]
		switch {
		case b == '0'+byte(i%n+1):
			cell.Candidates = append(cell.Candidates, i%n+1)
			for j := i - width; square && j >= 0; j -= width {
				equal = equal || line[j] == b
			}
		case b != '.' && b != '0':
			return false
		}
	}
	if square && !equal || slices.ContainsFunc(all, func(m marks.Mark) bool { return m.Candidates == nil }) {
		return false
	}
	for i, m := range all {
		if len(m.Candidates) == 1 {
			all[i] = marks.Mark{Value: m.Candidates[0], Given: true}
		}
	}
	marks.Demote(shape, all)
	r.in.consume(c)
	*p = marks.Puzzle(shape, all)
	return true
}

// appendCandidates appends a grid of pencil marks.
func appendCandidates(dst []byte, p sudoku.Puzzle) []byte {
	all, _ := marks.Of(p)
	return AppendPencilmarks(dst, p.Shape, "", func(c sudoku.Cell) string {
		m := all[c]
		switch {
		case m.Given:
			return strconv.Itoa(m.Value)
		case m.Value != 0:
			return CandidateList(nil, p.Shape.N(), []int{m.Value})
		case len(m.Candidates) == 0 && p.Classic():
			return "."
		}
		return CandidateList(nil, p.Shape.N(), m.Candidates)
	})
}
