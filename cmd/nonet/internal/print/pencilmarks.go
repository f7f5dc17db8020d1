package print

import (
	"strconv"

	"nonet/model"
	"nonet/model/human"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// appendPosition appends a grid with pencil marks: the value of a filled cell, the candidates of a blank one, in
// brackets if there is only one. Each line begins with indent, and columns are aligned.
func appendPosition(b []byte, s sudoku.Shape, p *human.Position, indent string) []byte {
	return notation.AppendPencilmarks(b, s, indent, func(c sudoku.Cell) string {
		if v, filled := p.Value(model.Var(c)); filled {
			return strconv.Itoa(v)
		}
		return notation.CandidateList(s.N(), p.Candidates(model.Var(c)))
	})
}
