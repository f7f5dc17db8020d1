package cli

import (
	"fmt"
	"strconv"

	"nonet/model/sudoku"
	"nonet/proof"
)

func (c *certified) shape() sudoku.Shape {
	return sudoku.Shape{Height: c.claim.Height, Width: c.claim.Width}
}

func (c *certified) text(sum proof.Summary, err error) []byte {
	claim := "has no solution"
	if c.claim.Solution != nil {
		claim = "has exactly one solution, " + lineOf(c.shape(), c.claim.Solution)
	}
	puzzle := lineOf(c.shape(), c.claim.Puzzle)
	if err != nil {
		return fmt.Appendf(nil, "rejected: %s\n          that %s %s\n", err, puzzle, claim)
	}
	return fmt.Appendf(nil, "proved: %s %s (%s from %s)\n", puzzle, claim, plural(int64(sum.Lemmas), "lemma", "lemmas"), plural(int64(sum.Clauses), "clause", "clauses"))
}

func (c *certified) json(sum proof.Summary, err error) []byte {
	b := append([]byte(`{"index":`), strconv.Itoa(c.index)...)
	b = appendString(b, "file", c.file)
	b = append(append(b, `,"line":`...), strconv.Itoa(c.line)...)
	if c.err != nil {
		b = append(b, `,"accepted":false`...)
		return append(appendString(b, "error", plainly(err)), "}\n"...)
	}
	b = appendGrid(b, "puzzle", c.shape(), c.claim.Puzzle)
	b = appendGrid(b, "solution", c.shape(), c.claim.Solution)
	claim := "unique"
	if c.claim.Solution == nil {
		claim = "none"
	}
	b = appendString(b, "claim", claim)
	b = fmt.Appendf(b, `,"accepted":%v,"clauses":%d,"lemmas":%d,"literals":%d,"given_up":%d`, err == nil, sum.Clauses, sum.Lemmas, sum.Literals, sum.GivenUp)
	if err != nil {
		b = appendString(b, "error", plainly(err))
	}
	return append(b, "}\n"...)
}
