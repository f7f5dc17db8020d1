package query

import (
	"context"

	"nonet/model"
	"nonet/model/hitting"
)

// Givens of one solution leave it the only one exactly if they meet the difference to every other solution. Such a difference is an
// unavoidable set.

// Other looks for a solution under the always given values and the chosen ones of givens that differs from some of givens. It returns the
// indices of the givens from which it differs, or nil if there is no such solution.
func (o *Oracle) Other(ctx context.Context, always, givens []model.Given, chosen hitting.Set) (difference hitting.Set, err error) {
	o.givens = append(o.givens[:0], always...)
	for _, i := range chosen.Elements() {
		o.givens = append(o.givens, givens[i])
	}
	_, err = o.Each(ctx, o.givens, func(a model.Assignment) bool {
		for i, g := range givens {
			if a[g.Var] == g.Value {
				continue
			}
			if difference == nil {
				difference = hitting.NewSet(len(givens))
			}
			difference.Add(i)
		}
		return difference == nil
	})
	return difference, err
}

// Unavoidable is Other with a smallest difference in the sense that no other solution differs in a part of it.
func (o *Oracle) Unavoidable(ctx context.Context, always, givens []model.Given, chosen hitting.Set) (hitting.Set, error) {
	set, err := o.Other(ctx, always, givens, chosen)
	if set == nil || err != nil {
		return nil, err
	}
	// All givens outside the set are fixed: the other solution agrees with them. Then each member is fixed, if this leaves another solution,
	// which differs in fewer.
	fixed := hitting.NewSet(len(givens))
	fixOutside := func() {
		for i := range givens {
			if !set.Has(i) {
				fixed.Add(i)
			}
		}
	}
	fixOutside()
	for _, i := range set.Elements() {
		if !set.Has(i) {
			continue
		}
		fixed.Add(i)
		smaller, err := o.Other(ctx, always, givens, fixed)
		switch {
		case err != nil:
			return nil, err
		case smaller == nil:
			fixed.Remove(i)
		default:
			set = smaller
			fixOutside()
		}
	}
	return set, nil
}
