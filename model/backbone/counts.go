package backbone

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Counts holds the number of solutions in which each candidate appears.
type Counts struct {
	Total   *big.Int     // number of solutions; if not Exact, of those enumerated
	ByValue [][]*big.Int // ByValue[v][i]: number of solutions in which v has the value Candidates.Values[v][i]
	Exact   bool         // all solutions were counted; otherwise each number is a lower bound
}

// Count counts, for each candidate of c, the solutions under the givens in which it appears. c must be the result of
// Find for the same givens.
//
// Enumeration counts all candidates at once. If limit is positive, enumeration stops after that many solutions.
// Otherwise, if the solver is a model.Counter, enumeration stops after f.EnumerationLimit solutions, and the Counter
// counts the solutions of each candidate instead. The counts of all candidates of a variable must then add up to the
// total, or the error is a *model.WrongAnswerError. If ctx ends, Count returns the numbers enumerated so far and
// ctx.Err().
func (f *Finder) Count(ctx context.Context, givens []model.Given, c *Candidates, limit int64) (*Counts, error) {
	tally := make([][]int64, f.base.Shown()) // tally[v][i]: solutions with the i-th value of the domain of v
	for v, variable := range f.base.Vars[:f.base.Shown()] {
		tally[v] = make([]int64, variable.Domain.Size())
	}
	counter, canCount := f.solver.(model.Counter)
	useCounter := canCount && limit <= 0 && f.Shown == nil
	if useCounter {
		limit = cmp.Or(f.EnumerationLimit, 10_000_000)
	}
	total, isNew := int64(0), f.newSolution()
	complete, err := f.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		if !isNew(a) {
			return true
		}
		total++
		for v, x := range a[:len(tally)] {
			tally[v][indexOf(f.base.Vars[v].Domain, x)]++
		}
		return limit <= 0 || total < limit
	})
	n := &Counts{Total: big.NewInt(total), ByValue: make([][]*big.Int, len(tally)), Exact: complete}
	for v, values := range c.Values {
		n.ByValue[v] = make([]*big.Int, values.Size())
		for i, x := range values.Indexed {
			count := tally[v][indexOf(f.base.Vars[v].Domain, x)]
			n.ByValue[v][i] = big.NewInt(max(1, count)) // Find has seen at least one solution
		}
	}
	if err != nil || complete || !useCounter {
		return n, err
	}
	exact, err := f.countEach(ctx, counter, givens, c)
	if err != nil {
		return n, err
	}
	return exact, nil
}

// countEach counts the solutions of each candidate with s, and checks that the counts of each variable add up to the
// total.
func (f *Finder) countEach(ctx context.Context, s model.Counter, givens []model.Given, c *Candidates) (*Counts, error) {
	count := func(more ...model.Given) (*big.Int, error) {
		n, r, err := model.Count(ctx, s, f.base.WithGivens(slices.Concat(givens, more)), 0)
		if err == nil && !r.Complete {
			err = query.ErrIncomplete
		}
		return n, err
	}
	total, err := count()
	if err != nil {
		return nil, err
	}
	all := &Counts{Total: total, ByValue: make([][]*big.Int, len(c.Values)), Exact: true}
	for v, values := range c.Values {
		sum := new(big.Int)
		for x := range values.All {
			n := total
			if values.Size() > 1 {
				if n, err = count(model.Given{Var: model.Var(v), Value: x}); err != nil {
					return nil, err
				}
			}
			all.ByValue[v] = append(all.ByValue[v], n)
			sum.Add(sum, n)
		}
		if sum.Cmp(total) != 0 {
			name := f.base.NameOf(model.Var(v))
			return nil, &model.WrongAnswerError{
				Reason: fmt.Errorf("the solver counts %v solutions, but %v as the sum over the values of %s",
					total, sum, name)}
		}
	}
	return all, nil
}
