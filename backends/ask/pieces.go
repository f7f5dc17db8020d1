package ask

import (
	"bytes"
	"context"
	"math/big"
	"slices"

	"nonet/backends/cdcl"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/proof"
)

const (
	// MaxListed is the largest number of solutions of a certificate.
	MaxListed = 1_000_000

	// maxTogether is the largest number of solutions in a certificate without pieces, and pieceSize of a piece. The
	// time of a refutation grows with the square of the number; see docs/verify.md.
	maxTogether = 1000
	pieceSize   = 60
)

// inPieces returns a certificate in pieces of the n solutions of a problem.
func (c *Certifier) inPieces(ctx context.Context, p *problem.Problem, n *big.Int) ([]byte, error) {
	all, err := c.solutions(ctx, p, n, MaxListed)
	if err != nil {
		return nil, err
	}
	s, err := state(ctx, p, proof.AllSolutions)
	if err != nil {
		return nil, err
	}
	shown := p.ShownVars()
	var text bytes.Buffer
	var pieces [][]int
	var first []int
	add := func(solutions [][]int, piece *proof.Piece) error {
		claim := s.claim(solutions, piece)
		if err := c.prove(ctx, claim, cdcl.DRAT); err != nil {
			return err
		}
		return proof.Write(&text, claim, c.steps.Bytes())
	}
	// split makes pieces of solutions that agree in the first depth variables.
	var split func(solutions [][]int, depth int) error
	split = func(solutions [][]int, depth int) error {
		if len(solutions) <= pieceSize || depth == len(shown) {
			begin := slice.Make(depth, func(i int) int { return solutions[0][shown[i]] })
			pieces = append(pieces, begin)
			err := add(solutions, &proof.Piece{Begin: begin, First: first})
			if first == nil {
				first = solutions[0]
			}
			return err
		}
		for len(solutions) > 0 {
			v := solutions[0][shown[depth]]
			end := slices.IndexFunc(solutions, func(x []int) bool { return x[shown[depth]] != v })
			if end < 0 {
				end = len(solutions)
			}
			if err := split(solutions[:end], depth+1); err != nil {
				return err
			}
			solutions = solutions[end:]
		}
		return nil
	}
	if err := split(all, 0); err != nil {
		return nil, err
	}
	err = add(nil, &proof.Piece{Pieces: pieces, First: first})
	return text.Bytes(), err
}
