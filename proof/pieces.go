package proof

import (
	"errors"
	"fmt"
	"slices"
)

// A Piece says which of the claims of a certificate in pieces a claim is. A piece is all solutions that begin with some
// values. The claims are, for each piece in increasing order, that Solutions are all solutions of the piece, and at
// last that each solution is in one of the pieces. So the claims together list all solutions, each once.
type Piece struct {
	// Begin has the values with which the solutions of the piece begin: of the first cells, or of the first variables
	// of Claim.Over. It is nil for the last claim, whose Pieces are Begin of the claims before it.
	Begin  []int
	Pieces [][]int

	// First is the first solution of the first piece. It is nil in the claim about that piece.
	First []int
}

// verifyPiece checks that the solutions of a piece begin with its values, of which there are at most width, and that no
// solution is in two pieces.
func (c *Claim) verifyPiece(width int) error {
	p, n := c.Piece, len(c.Solutions)
	switch {
	case p == nil:
		return nil
	case p.Begin == nil && (n > 0 || p.First == nil):
		return errors.New("the last claim about a problem in pieces has solutions, or no piece is before it")
	case p.Begin != nil && (len(p.Begin) == 0 || len(p.Begin) > width || n == 0):
		return fmt.Errorf("a piece has %d values and %d solutions, expected 1 to %d values, and solutions",
			len(p.Begin), n, width)
	}
	for i, s := range c.Solutions {
		if !begins(c.shown(s), p.Begin) {
			return fmt.Errorf("%s does not begin with the values of its piece", SolutionName(i, n))
		}
	}
	for i := 1; i < len(p.Pieces); i++ {
		if before, piece := p.Pieces[i-1], p.Pieces[i]; slices.Compare(before, piece) > 0 || begins(piece, before) {
			return fmt.Errorf("piece %d is not beyond piece %d: expected pieces in increasing order, without common "+
				"solutions", i+1, i)
		}
	}
	return nil
}

func begins(values, with []int) bool {
	return len(values) >= len(with) && slices.Equal(values[:len(with)], with)
}

// piecesRead is what a Reader keeps of a certificate in pieces.
type piecesRead struct {
	whole  *Claim // what all claims are about: without Solutions and Piece
	pieces [][]int
	first  []int // solution
}

// piece reads the lines about a piece or about the rest, up to the name of the formula.
func (r *Reader) piece() *Claim {
	read, c := r.pieces, *r.pieces.whole
	c.Piece = &Piece{Begin: r.numberLine("piece", "rest"), First: read.first}
	if len(read.pieces) > 0 {
		r.startLine = r.number
	}
	if c.Piece.Begin == nil {
		c.Piece.Pieces, r.pieces = read.pieces, nil
		r.expect("rest")
		return &c
	}
	read.pieces = append(read.pieces, c.Piece.Begin)
	if r.solutions(&c); read.first == nil && len(c.Solutions) > 0 {
		read.first = c.Solutions[0]
	}
	return &c
}

// IsFirst reports whether a claim is the first one of its certificate, or the only one: whether p is nil or the first
// piece.
func (p *Piece) IsFirst() bool { return p == nil || p.Begin != nil && p.First == nil }
