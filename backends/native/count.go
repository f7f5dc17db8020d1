package native

import (
	"context"
	"math"
	"math/big"
	"slices"
	"time"

	"nonet/model"
)

// enumerationLimit is the number of solutions after which CountSolutions stops enumerating and counts by another
// method. Enumerating fewer takes some milliseconds.
const enumerationLimit = 1 << 16

// CountSolutions implements model.Counter. It enumerates without building or checking assignments, and multiplies by
// the factor that reduce finds.
//
// Without a limit it enumerates at most enumerationLimit solutions. If there are more, it counts by column sets
// (internal/tally), with s.Jobs workers, if m is a grid of 4×4, 6×6, 8×8 or 9×9 cells with only rows, columns, boxes
// and clues; any other model by components, with one worker. So the result depends neither on the number of jobs nor on
// timing. Numbers have arbitrary precision. If ctx ends, the number is a lower bound.
//
// If s selects an engine, or m has more than model.MaxValues values, an engine enumerates all solutions. Effort.Nodes
// counts the nodes of all searches and the products of the sum.
func (s Solver) CountSolutions(ctx context.Context, m *model.Model, limit int64) (*big.Int, model.Result, error) {
	return s.countSolutions(ctx, m, limit, enumerationLimit)
}

// countSolutions is CountSolutions with another number of solutions in place of enumerationLimit.
func (s Solver) countSolutions(
	ctx context.Context, m *model.Model, limit, enumerated int64,
) (number *big.Int, r model.Result, err error) {
	if err := ctx.Err(); err != nil {
		return new(big.Int), r, err
	}
	begin := time.Now()
	if err := m.Validate(); err != nil {
		return new(big.Int), r, err
	}
	if m.Objective != nil {
		return new(big.Int), r, model.ErrObjective
	}
	reduced, factor := reduce(m)
	search, err := s.newSearcher(ctx, reduced)
	if err != nil {
		return new(big.Int), r, err
	}
	search.start(nil)
	compiled := time.Now()
	defer func() {
		r.Stats.Encode, r.Stats.Solve, r.Stats.Size = compiled.Sub(begin), time.Since(compiled), m.Size()
	}()
	target := int64(math.MaxInt64)
	enumerateOnly := limit > 0 || s.Engine != "" || s.Options != (Options{}) || reduced.CheckValues(nil) != nil
	switch {
	case limit > 0:
		// The least number of solutions of reduced that reaches limit: the quotient, rounded up.
		quotient, rest := new(big.Int).QuoRem(big.NewInt(limit), factor, new(big.Int))
		target = quotient.Int64() + int64(rest.Sign())
	case !enumerateOnly:
		target = enumerated
	}
	n := int64(0)
	r.Complete, err = enumerate(ctx, search, func() bool {
		n++
		return n < target
	})
	r.Stats.Effort = search.effort()
	number = new(big.Int).Mul(factor, big.NewInt(n))
	if r.Complete || err != nil || enumerateOnly {
		return number, r, err
	}
	var all *big.Int
	var effort model.Effort
	if plan := planGrid(m); plan != nil {
		all, effort.Nodes, err = plan.Count(ctx, s.Jobs)
	} else {
		all, effort, err = countComponents(ctx, reduced)
		all.Mul(all, factor)
	}
	r.Complete = err == nil
	r.Stats.Effort.Add(effort)
	if r.Complete || all.Cmp(number) > 0 {
		number = all
	}
	return number, r, err
}

// reduce returns a model and a positive factor: m has factor times as many solutions as the returned model. m must be
// valid and have no objective.
//
// A variable that no constraint mentions keeps one value; the factor counts its values. If then all variables have the
// same n values and all constraints are AllDifferent or NotEqual without offset, renaming the values of a solution
// gives a solution. In that case the k variables of the largest AllDifferent are fixed to the first k values, and the
// factor counts the n(n-1)...(n-k+1) possible choices of their values.
func reduce(m *model.Model) (*model.Model, *big.Int) {
	mentioned := make([]bool, len(m.Vars))
	interchangeable := true // no constraint distinguishes values
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
			interchangeable = interchangeable && c.Offset == 0
		default:
			interchangeable = false
		}
	}
	reduced := &model.Model{Name: m.Name, Vars: slices.Clone(m.Vars), Constraints: m.Constraints}
	factor := big.NewInt(1)
	times := func(n int) { factor.Mul(factor, big.NewInt(int64(n))) }
	var common model.Domain
	for v := range reduced.Vars {
		d := &reduced.Vars[v].Domain
		switch {
		case !mentioned[v] && d.Size() > 1:
			times(d.Size())
			*d = model.Values(d.Min())
		case mentioned[v] && common.Size() == 0:
			common = *d
		case mentioned[v]:
			interchangeable = interchangeable && d.Equal(common)
		}
	}
	if !interchangeable || len(clique) > common.Size() {
		return reduced, factor
	}
	reduced.Constraints = slices.Clip(reduced.Constraints) // shared with m
	for i, v := range clique {
		times(common.Size() - i)
		reduced.Constraints = append(reduced.Constraints, model.Given{Var: v, Value: common.At(i)})
	}
	return reduced, factor
}
