package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"nonet/backends/cdcl"
	"nonet/encode/cnf"
	"nonet/model"
	"nonet/model/sudoku"
	"nonet/proof"
)

// Certificate returns a certificate, for [proof.Reader], that solution is the only solution of p, or that p has no
// solution if solution is nil. It contains a refutation of the formula of p, with solution excluded. The checker of
// package proof accepts the refutation before Certificate returns. The error is a *sudoku.VariantError if p is a
// variant, and a *model.WrongAnswerError if the claim is wrong.
func Certificate(ctx context.Context, p sudoku.Puzzle, solution sudoku.Grid) ([]byte, error) {
	if err := p.RequireClassic("certificate"); err != nil {
		return nil, err
	}
	claim := &proof.Claim{Height: p.Shape.Height, Width: p.Shape.Width, Puzzle: p.Clues, Solution: solution}
	if n := claim.N(); n > proof.MaxN {
		return nil, fmt.Errorf("certificates support grids of at most %d rows, got %d", proof.MaxN, n)
	}
	e, err := cnf.Encoder{Preset: cnf.Extended}.Encode(p.Model())
	if err != nil {
		return nil, err
	}
	if solution != nil {
		var other []cnf.Lit
		for cell, v := range solution {
			other = append(other, -cnf.Lit(cell*claim.N()+v))
		}
		e.Formula.Add(other...)
	}
	var steps bytes.Buffer
	refuted, _, _, err := cdcl.Refute(ctx, e.Formula, &steps)
	switch {
	case err != nil:
		return nil, err
	case !refuted:
		return nil, &model.WrongAnswerError{Reason: errors.New("cdcl finds another solution")}
	}
	if _, err := proof.Check(ctx, claim, proof.ReadDRAT(bytes.NewReader(steps.Bytes()))); err != nil {
		var rejected *proof.RejectedError
		if errors.As(err, &rejected) {
			err = &model.WrongAnswerError{Reason: fmt.Errorf("the proof is rejected: %w", err)}
		}
		return nil, err
	}
	var text bytes.Buffer
	err = proof.Write(&text, claim, steps.Bytes())
	return text.Bytes(), err
}
