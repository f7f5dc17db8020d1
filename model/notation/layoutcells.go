package notation

import (
	"fmt"
	"slices"
	"strings"

	"nonet/model/notation/internal/place"
	"nonet/model/sudoku"
)

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
