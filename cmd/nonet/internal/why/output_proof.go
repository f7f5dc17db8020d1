package why

import (
	"fmt"
	"strconv"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/sudoku"
	"nonet/proof"
)

func (c *certified) shape() sudoku.Shape {
	return sudoku.Shape{Height: c.claim.Height, Width: c.claim.Width}
}

func (c *certified) text(sum proof.Summary, err error) []byte {
	claim := "has no solution"
	if c.claim.Solution != nil {
		claim = "has exactly one solution, " + print.LineOf(c.shape(), c.claim.Solution)
	}
	puzzle := print.LineOf(c.shape(), c.claim.Puzzle)
	if err != nil {
		return fmt.Appendf(nil, "rejected: %s\n          that %s %s\n", err, puzzle, claim)
	}
	return fmt.Appendf(nil, "proved: %s %s (%s from %s)\n", puzzle, claim, term.Plural(int64(sum.Lemmas), "lemma", "lemmas"), term.Plural(int64(sum.Clauses), "clause", "clauses"))
}

func (c *certified) json(sum proof.Summary, err error) []byte {
	b := append([]byte(`{"index":`), strconv.Itoa(c.index)...)
	b = term.AppendString(b, "file", c.file)
	b = append(append(b, `,"line":`...), strconv.Itoa(c.line)...)
	if c.err != nil {
		b = append(b, `,"accepted":false`...)
		return append(term.AppendString(b, "error", term.Plain(err)), "}\n"...)
	}
	b = print.AppendGrid(b, "puzzle", c.shape(), c.claim.Puzzle)
	b = print.AppendGrid(b, "solution", c.shape(), c.claim.Solution)
	claim := "unique"
	if c.claim.Solution == nil {
		claim = "none"
	}
	b = term.AppendString(b, "claim", claim)
	b = fmt.Appendf(b, `,"accepted":%v,"clauses":%d,"lemmas":%d,"literals":%d,"given_up":%d`, err == nil, sum.Clauses, sum.Lemmas, sum.Literals, sum.GivenUp)
	if err != nil {
		b = term.AppendString(b, "error", term.Plain(err))
	}
	return append(b, "}\n"...)
}
