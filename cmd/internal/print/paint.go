package print

import (
	"bytes"
	"strings"

	"nonet/cmd/internal/term"
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
