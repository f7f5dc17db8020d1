package sudoku

import (
	"context"
	"math/big"
)

// A Form is the canonical form of a puzzle or a grid, and how to get there.
type Form struct {
	Puzzle        Puzzle   // the least image; it keeps the name of the puzzle
	Symmetry      Symmetry // takes the puzzle to the form
	Automorphisms *big.Int // the number of symmetries that take the puzzle to itself, at least 1
}

// Canonical returns the canonical form of p: of all images of p under the symmetries that keep its shape ([Shape.Symmetries]), the one
// that comes first when they are compared cell by cell, row by row from the top left, a blank before 1 before 2 and so on. Two puzzles
// have the same form exactly if some symmetry takes one to the other. A complete grid is a puzzle without blanks; clues may clash.
//
// The search reads the form row by row and keeps what is undecided open: columns that nothing read so far tells apart stay an unordered
// class, and values get the next free name when they are first met. It branches only where the next cell depends on the choice, drops
// what is greater than the best form so far, and after meeting the best form again skips what must look the same. Puzzles and random grids
// up to order 5 take well below a second (BenchmarkCanonical). Regular grids are harder: the root solutions of orders 3 to 5 are done in
// less than a second, but those of order 6 and more, or large cyclic Latin squares, may not end before ctx does.
//
// The error is that of p.Validate, of ctx, or a *VariantError: the symmetries do not keep further rules.
//
// Source: the least image in this order is the "minlex" form of the Sudoku community. Skipping by automorphisms is due to B. D. McKay,
// Practical graph isomorphism, Congressus Numerantium 30, 1981, pp. 45-87.
func Canonical(ctx context.Context, p Puzzle) (Form, error) {
	if err := p.Validate(); err != nil {
		return Form{}, err
	}
	if err := p.RequireClassic("canonical form"); err != nil {
		return Form{}, err
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

// Isomorphic returns a symmetry that takes p to q, and reports whether there is one. Puzzles of different shapes are not isomorphic. The
// cost and the errors are those of two canonical forms.
func Isomorphic(ctx context.Context, p, q Puzzle) (Symmetry, bool, error) {
	a, err := Canonical(ctx, p)
	if err != nil {
		return Symmetry{}, false, err
	}
	b, err := Canonical(ctx, q)
	if err != nil || !a.Puzzle.equalTo(b.Puzzle) {
		return Symmetry{}, false, err
	}
	return a.Symmetry.Then(b.Symmetry.Inverse()), true, nil
}
