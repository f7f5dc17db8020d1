package gophersat

import (
	"errors"
	"fmt"

	"github.com/crillab/gophersat/solver"

	"nonet/encode/ip"
	"nonet/model/bounds"
)

// maxAtLeast is the largest right-hand side that the library supports.
const maxAtLeast = 1 << 30

// maxSquares bounds the sum of the squares of the lengths of rows that are neither clauses nor at-most-ones. The
// library looks at the whole row for each literal that it implies, some 4 s in all at this bound, and cannot be
// interrupted before the first conflict.
const maxSquares = 1 << 30

// constraints returns the bounds and rows of p as pseudo-Boolean constraints, with variable j+1 for column j. A fixed
// column occurs in its bound only. ok is false if some bound or row cannot be satisfied.
func constraints(p *ip.Program) (list []solver.PBConstr, ok bool, err error) {
	if !p.ZeroOne() {
		return nil, false, errors.New("the program has columns other than 0 and 1")
	}
	for j, c := range p.Columns {
		switch {
		case c.Upper < 1 && c.Lower > 0:
			return nil, false, nil
		case c.Upper < 1:
			list = append(list, solver.PBConstr{Lits: []int{-(j + 1)}, Weights: []int{1}, AtLeast: 1})
		case c.Lower > 0:
			list = append(list, solver.PBConstr{Lits: []int{j + 1}, Weights: []int{1}, AtLeast: 1})
		}
	}
	for i := range p.Rows {
		if list, ok, err = appendRow(list, p, i); err != nil || !ok {
			return nil, false, err
		}
	}
	squares := 0
	for _, c := range list {
		if c.AtLeast > 1 && c.WeightSum()-c.AtLeast > 1 {
			squares += len(c.Lits) * len(c.Lits)
		}
	}
	if squares > maxSquares {
		return nil, false, fmt.Errorf("sums of too many terms: the squares of their lengths are %d in all, at most %d "+
			"are supported", squares, maxSquares)
	}
	return list, true, nil
}

// appendRow appends row i of p, as up to two constraints.
func appendRow(list []solver.PBConstr, p *ip.Program, i int) ([]solver.PBConstr, bool, error) {
	r := &p.Rows[i]
	for _, side := range []struct {
		sign, bound int
		none        bool
	}{
		{1, r.Lower, r.Lower == -ip.Infinity},
		{-1, -r.Upper, r.Upper == ip.Infinity},
	} {
		if side.none {
			continue
		}
		c := atLeast(p.Columns, r.Entries, side.sign, side.bound)
		if c.AtLeast <= 0 {
			continue // always true
		}
		if c.WeightSum() < c.AtLeast {
			return nil, false, nil
		}
		if c.AtLeast > maxAtLeast {
			return nil, false, fmt.Errorf("row %s: right-hand side too large: the library supports up to %d",
				p.RowName(i), maxAtLeast)
		}
		list = append(list, c)
	}
	return list, true, nil
}

// atLeast returns sign times the sum of the entries >= bound, over literals with positive weights. A column with a
// negative coefficient is replaced by one minus its negation, and a fixed column by its value. Weights above the
// right-hand side are lowered to it, and all weights are divided by their greatest common divisor.
func atLeast(columns []ip.Column, entries []ip.Entry, sign, bound int) solver.PBConstr {
	c := solver.PBConstr{Lits: make([]int, 0, len(entries)), Weights: make([]int, 0, len(entries)), AtLeast: bound}
	for _, e := range entries {
		lit, weight := e.Column+1, sign*e.Coef
		switch column := columns[e.Column]; {
		case column.Upper < 1 || weight == 0:
			continue
		case column.Lower > 0:
			c.AtLeast -= weight
			continue
		case weight < 0:
			lit, weight = -lit, -weight
			c.AtLeast += weight
		}
		c.Lits = append(c.Lits, lit)
		c.Weights = append(c.Weights, weight)
	}
	if c.AtLeast <= 0 {
		return c
	}
	divisor := 0
	for i, w := range c.Weights {
		c.Weights[i] = min(w, c.AtLeast)
		divisor = bounds.GCD(divisor, c.Weights[i])
	}
	if divisor > 1 {
		for i := range c.Weights {
			c.Weights[i] /= divisor
		}
		c.AtLeast = (c.AtLeast + divisor - 1) / divisor
	}
	return c
}
