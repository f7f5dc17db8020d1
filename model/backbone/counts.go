package backbone

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"nonet/model"
	"nonet/model/query"
)

// Counts say in how many solutions each candidate appears.
type Counts struct {
	Total   *big.Int     // of all solutions, or of those that were looked at
	ByValue [][]*big.Int // Of[v][i]: in which v has the value Candidates.Values[v][i]
	Exact   bool         // these are all solutions; otherwise each number is a lower bound
}

// Count counts in how many solutions under the givens each candidate of c appears. c must be what Find returned for them.
//
// Enumeration counts all candidates at once. If limit is positive, it ends after so many solutions. Otherwise, if the solver is a model.Counter
// and there are more solutions than f.Enough, it counts those of each candidate; the numbers of the candidates of each variable must then make
// the same total, or the error is a *model.WrongAnswerError. If ctx ends it, what enumeration found comes back together with ctx.Err().
func (f *Finder) Count(ctx context.Context, givens []model.Given, c *Candidates, limit int64) (*Counts, error) {
	tally := make([][]int64, len(f.base.Vars)) // by place in the domain
	for v, variable := range f.base.Vars {
		tally[v] = make([]int64, len(variable.Domain))
	}
	counter, canCount := f.solver.(model.Counter)
	limitSolutions := limit
	if canCount = canCount && limit <= 0; canCount {
		if limitSolutions = f.EnumerationLimit; limitSolutions == 0 {
			limitSolutions = 10_000_000
		}
	}
	total := int64(0)
	complete, err := f.oracle.Each(ctx, givens, func(a model.Assignment) bool {
		total++
		for v, x := range a {
			tally[v][indexOf(f.base.Vars[v].Domain, x)]++
		}
		return limitSolutions <= 0 || total < limitSolutions
	})
	n := &Counts{Total: big.NewInt(total), ByValue: make([][]*big.Int, len(tally)), Exact: complete}
	for v, values := range c.Values {
		n.ByValue[v] = make([]*big.Int, len(values))
		for i, x := range values {
			n.ByValue[v][i] = big.NewInt(max(1, tally[v][indexOf(f.base.Vars[v].Domain, x)])) // Find has seen one
		}
	}
	if err != nil || complete || !canCount {
		return n, err
	}
	exact, err := f.countEach(ctx, counter, givens, c)
	if err != nil {
		return n, err
	}
	return exact, nil
}

// countEach has s count the solutions with each candidate, and compares the sums.
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
		for _, x := range values {
			n := total
			if len(values) > 1 {
				if n, err = count(model.Given{Var: model.Var(v), Value: x}); err != nil {
					return nil, err
				}
			}
			all.ByValue[v] = append(all.ByValue[v], n)
			sum.Add(sum, n)
		}
		if sum.Cmp(total) != 0 {
			name := f.base.NameOf(model.Var(v))
			return nil, &model.WrongAnswerError{Reason: fmt.Errorf("there are %v solutions, and %v with all values of %s together", total, sum, name)}
		}
	}
	return all, nil
}
