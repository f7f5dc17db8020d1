package native

import (
	"context"
	"math"
	"math/big"
	"slices"
	"time"

	"nonet/model"
)

// CountSolutions implements model.Counter, by enumeration without building or checking assignments. Two things are multiplied rather than
// enumerated, so the number may be of any size: variables that no constraint mentions, and the ways to rename the values of a model that
// does not tell them apart (see reduce). An objective is ignored: all solutions count.
func (s Solver) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	var r model.Result
	if err := ctx.Err(); err != nil {
		return new(big.Int), r, err
	}
	begin := time.Now()
	if err := m.Validate(); err != nil {
		return new(big.Int), r, err
	}
	reduced, factor := reduce(m)
	search, err := s.open(reduced)
	if err != nil {
		return new(big.Int), r, err
	}
	if err := search.start(nil); err != nil {
		return new(big.Int), r, err
	}
	compiled := time.Now()
	enough := int64(math.MaxInt64)
	if limit > 0 {
		// The least number of solutions of reduced that makes limit: the quotient, rounded up.
		quotient, rest := new(big.Int).QuoRem(big.NewInt(limit), factor, new(big.Int))
		enough = quotient.Int64() + int64(rest.Sign())
	}
	n := int64(0)
	r.Complete, err = drive(ctx, search, func() bool {
		n++
		return n < enough
	})
	r.Stats = model.Stats{Encode: compiled.Sub(begin), Solve: time.Since(compiled), Size: size(m), Effort: search.effort()}
	return factor.Mul(factor, big.NewInt(n)), r, err
}

// reduce returns a model without objective and a positive number such that m has so many times as many solutions. m must be valid.
//
// A variable that no constraint mentions keeps one value; the others are counted by the factor. If then all variables have the same n
// values and all constraints are AllDifferent or NotEqual without offset, any renaming of the values makes a solution of a solution. So
// the first k variables of the largest AllDifferent get the first k values, and the factor counts the n(n-1)...(n-k+1) ways to choose
// others.
func reduce(m *model.Model) (*model.Model, *big.Int) {
	mentioned := make([]bool, len(m.Vars))
	alike := true // the constraints do not tell values apart
	var clique []model.Var
	for _, c := range m.Constraints {
		for _, v := range c.Scope() {
			mentioned[v] = true
		}
		switch c := c.(type) {
		case model.AllDifferent:
			if len(c.Vars) > len(clique) {
				clique = c.Vars
			}
		case model.NotEqual:
			alike = alike && c.Offset == 0
		default:
			alike = false
		}
	}
	reduced := &model.Model{Name: m.Name, Vars: slices.Clone(m.Vars), Constraints: m.Constraints}
	factor := big.NewInt(1)
	times := func(n int) { factor.Mul(factor, big.NewInt(int64(n))) }
	var common model.Domain
	for v := range reduced.Vars {
		d := &reduced.Vars[v].Domain
		switch {
		case !mentioned[v] && len(*d) > 1:
			times(len(*d))
			*d = (*d)[:1]
		case mentioned[v] && common == nil:
			common = *d
		case mentioned[v]:
			alike = alike && slices.Equal(*d, common)
		}
	}
	if !alike || len(clique) > len(common) {
		return reduced, factor
	}
	for i, v := range clique {
		times(len(common) - i)
		reduced.Constraints = append(reduced.Constraints[:len(reduced.Constraints):len(reduced.Constraints)], model.Given{Var: v, Value: common[i]})
	}
	return reduced, factor
}
