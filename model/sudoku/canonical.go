package sudoku

import (
	"context"
	"math/big"
)

// A Form is the canonical form of a puzzle or a grid, with a symmetry that maps the puzzle to it.
type Form struct {
	Puzzle        Puzzle   // the least image, with the name of the puzzle; its rules in a fixed order
	Symmetry      Symmetry // maps the puzzle to the form
	Automorphisms *big.Int // the number of symmetries that map the puzzle to itself, at least 1
}

// Canonical returns the canonical form of p: among all images of p under the symmetries that keep its shape, the least
// when compared cell by cell, row by row from the top left, with a blank before 1 before 2 and so on. Two puzzles have
// the same form exactly if some symmetry maps one to the other. A complete grid is a puzzle without blanks. Clues may
// be inconsistent. A Latin square (boxes of one row or column) has further symmetries, which this package ignores: its
// transposition is a symmetry of the rules but changes the shape.
//
// The search reads the form row by row and delays decisions: columns that no cell read so far distinguishes stay an
// unordered class, and a value gets the next free name when it is first read. The search branches only if the next cell
// depends on the choice, prunes images greater than the best so far, and after finding the best image again skips the
// branches that an automorphism maps to earlier ones. Puzzles and random grids up to order 5 take well below a second
// (BenchmarkCanonical). Regular grids are harder: the root solutions of orders 3 to 5 take less than a second, but
// those of order 6 and more, or large cyclic Latin squares, may not finish before ctx ends.
//
// Further rules are kept. For a variant, or a grid that is not usual, the symmetries are the eight of the square (four
// if boxes or the grid are not square), as far as the kinds of rules can state the image, each with the relabelings of
// values that keep all rules: all, or v to N+1-v, or none. Of equal clues, the form with the lesser rules is taken.
//
// The error is the error of p.Validate or of ctx.
//
// Source: the least image in this order is the "minlex" form of the Sudoku community. Skipping by automorphisms is due
// to B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981, pp. 45-87.
func Canonical(ctx context.Context, p Puzzle) (Form, error) {
	if err := p.Validate(); err != nil {
		return Form{}, err
	}
	if !p.Classic() {
		return canonicalVariant(ctx, p)
	}
	s := newLeastSearch(ctx, p)
	if err := s.search(); err != nil {
		return Form{}, err
	}
	form := Form{Symmetry: s.symmetry(), Automorphisms: s.automorphisms()}
	form.Puzzle = Puzzle{Shape: p.Shape, Clues: make(Grid, len(p.Clues)), Name: p.Name}
	for i, v := range s.best {
		form.Puzzle.Clues[i] = int(v)
	}
	return form, nil
}
