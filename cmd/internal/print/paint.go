package print

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/picture"
	"nonet/model/sudoku"
)

// PaintGrid paints the cells of a grid of values or pencil marks. The words of the text, without lines between boxes,
// are the cells in reading order.
func PaintGrid(text []byte, paint func(c sudoku.Cell, word string) string) []byte {
	var b []byte
	cell := sudoku.Cell(0)
	for line := range bytes.Lines(text) {
		if len(bytes.Trim(line, "-+ \n")) == 0 {
			b = append(b, line...)
			continue
		}
		for len(line) > 0 {
			blank := len(line) - len(bytes.TrimLeft(line, " |\n"))
			b, line = append(b, line[:blank]...), line[blank:]
			end := bytes.IndexAny(line, " |\n")
			if end < 0 {
				end = len(line)
			}
			if end > 0 {
				b = append(b, paint(cell, string(line[:end]))...)
				cell++
			}
			line = line[end:]
		}
	}
	return b
}

// clueOrFound paints clues, and values that were found.
func clueOrFound(p sudoku.Puzzle) func(sudoku.Cell, string) string {
	return func(c sudoku.Cell, word string) string {
		if p.Clues[c] != 0 {
			return term.Bold.Paint(word)
		}
		return term.Cyan.Paint(word)
	}
}

// roleColors are the colours of marked candidates.
var roleColors = map[picture.Role]term.Color{
	picture.Pattern: term.Blue, picture.On: term.Blue, picture.Second: term.Yellow, picture.Off: term.Yellow,
	picture.Third: term.Green, picture.Fin: term.Green, picture.Placed: term.Green, picture.Eliminated: term.Struck,
}

// positionPainter returns a function that paints pencil marks: clues, values, and the marked candidates. A range of
// candidates, as 7-12, is painted as the first marked one of them.
func positionPainter(p sudoku.Puzzle, m picture.Marks) func(c sudoku.Cell, word string) string {
	roles := map[sudoku.Cell]map[int]picture.Role{}
	for _, k := range m.Digits {
		if roles[k.Cell] == nil {
			roles[k.Cell] = map[int]picture.Role{}
		}
		if old := roles[k.Cell][k.Value]; old != picture.Eliminated && old != picture.Placed {
			roles[k.Cell][k.Value] = k.Role
		}
	}
	found := clueOrFound(p)
	return func(c sudoku.Cell, word string) string {
		if p.Clues[c] != 0 || int(c) < len(m.Values) && m.Values[c] != 0 {
			return found(c, word)
		}
		if roles[c] == nil {
			return word
		}
		if n := p.Shape.N(); n <= 9 && p.Alphabet.Width(n) == 1 {
			return paintDigits(word, p.Alphabet, roles[c])
		}
		pieces := strings.Split(word, ",")
		for i, piece := range pieces {
			pieces[i] = paintRange(piece, p.Alphabet, roles[c])
		}
		return strings.Join(pieces, ",")
	}
}

// paintDigits paints the marked digits of a word.
func paintDigits(word string, a *sudoku.Alphabet, roles map[int]picture.Role) string {
	var b strings.Builder
	for _, r := range word {
		b.WriteString(roleColors[roles[a.Value(string(r))]].Paint(string(r)))
	}
	return b.String()
}

// paintRange paints a number or a range, which may be in brackets, if one of its values is marked.
func paintRange(word string, a *sudoku.Alphabet, roles map[int]picture.Role) string {
	first, last, isRange := strings.Cut(strings.Trim(word, "()"), "-")
	from := a.Value(first)
	to := from
	if isRange {
		to = a.Value(last)
	}
	for v := from; v <= to; v++ {
		if role := roles[v]; role != "" {
			return roleColors[role].Paint(word)
		}
	}
	return word
}

// appendPosition appends a grid with pencil marks: the value of a filled cell, the candidates of a blank one, in
// brackets if there is only one. Each line begins with indent, and columns are aligned. width and paint are as for
// AppendMarks.
func appendPosition(b []byte, puzzle sudoku.Puzzle, p *human.Position, indent string, width int,
	paint func(c sudoku.Cell, word string) string) []byte {
	return AppendMarks(b, puzzle.Shape, indent, width, func(c sudoku.Cell) string {
		if v, filled := p.Value(model.Var(c)); filled {
			return puzzle.Alphabet.Symbol(v)
		}
		return notation.CandidateList(puzzle.Alphabet, puzzle.Shape.N(), p.Candidates(model.Var(c)))
	}, paint)
}

// AppendMarks appends a grid with the word of mark in each cell, painted by paint unless it is nil. If the grid is
// wider than width, it appends a list of the cells of each row instead; a width of 0 is no limit.
func AppendMarks(b []byte, s sudoku.Shape, indent string, width int, mark func(sudoku.Cell) string,
	paint func(c sudoku.Cell, word string) string) []byte {
	grid := notation.AppendPencilmarks(nil, s, indent, mark)
	widest := 0
	for line := range bytes.Lines(grid) {
		widest = max(widest, utf8.RuneCount(line)-1)
	}
	switch {
	case width > 0 && widest > width:
		return appendMarkList(b, s, indent, width, mark, paint)
	case paint != nil:
		grid = PaintGrid(grid, paint)
	}
	return append(b, grid...)
}

// appendMarkList appends the rows of a grid as lists: r1  c1 3,6,12  c2 8. Lines continue below the first cell.
func appendMarkList(b []byte, s sudoku.Shape, indent string, width int, mark func(sudoku.Cell) string,
	paint func(c sudoku.Cell, word string) string) []byte {
	rows, columns := s.Size()
	head := len(indent) + len(strconv.Itoa(rows)) + 1
	for row := range rows {
		b = fmt.Appendf(b, "%-*s", head, fmt.Sprintf("%sr%d", indent, row+1))
		used := head
		for column := range columns {
			c := s.Cell(row, column)
			name, word := fmt.Sprintf("c%d ", column+1), mark(c)
			size := 2 + len(name) + utf8.RuneCountInString(word)
			if used+size > width && used > head {
				b = append(append(b, '\n'), strings.Repeat(" ", head)...)
				used = head
			}
			if used += size; paint != nil {
				word = paint(c, word)
			}
			b = append(append(append(b, "  "...), name...), word...)
		}
		b = append(b, '\n')
	}
	return b
}
