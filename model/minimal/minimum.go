package minimal

import (
	"context"

	"nonet/model"
	"nonet/model/hitting"
)

// A Minimum is a puzzle with the fewest givens of another, as far as it is known.
type Minimum struct {
	Givens  []model.Given // the fewest that leave one solution if Exact, and otherwise the fewest that were found
	AtLeast int           // so many givens are needed; len(Givens) if Exact
	Exact   bool
	Sets    int // unavoidable sets of givens that show it
}

// Minimum returns the fewest of the givens that leave one solution. The time grows exponentially with the number of givens that are not needed, each
// alone: to find the fewest clues of a complete grid is out of reach. If ctx ends it, what is known comes back together with ctx.Err().
//
// A set of givens is unavoidable if there is another solution without it. Some of these sets are known, and the smallest set of givens
// that hits them all is a lower bound. If it leaves one solution, it is the minimum. Otherwise another solution shows further sets that
// are not hit.
func (p *Prober) Minimum(ctx context.Context, givens []model.Given) (Minimum, error) {
	m := Minimum{}
	var err error
	if m.Givens, err = p.Minimize(ctx, givens, nil); err != nil {
		return m, err
	}
	var sets []hitting.Set
	for {
		r, err := hitting.Minimum(ctx, len(givens), sets, 0)
		m.AtLeast, m.Sets = max(m.AtLeast, r.AtLeast), len(sets)
		if m.AtLeast == len(m.Givens) {
			m.Exact = true
			return m, nil
		}
		if err != nil {
			return m, err
		}
		chosen := hitting.NewSet(len(givens), r.Hit...)
		known := len(sets)
		// Sets that are disjoint from each other bound more than sets that are much alike: each that is found is hit at once.
		for {
			set, err := p.missed(ctx, givens, chosen)
			if err != nil {
				return m, err
			}
			if set == nil {
				break
			}
			sets = append(sets, set)
			chosen.Unite(set)
		}
		if left := subset(nil, givens, chosen); len(sets) == known || len(left) < len(m.Givens) {
			m.Givens = left
		}
		if len(sets) == known { // the hitting set leaves one solution
			m.Exact = true
			return m, nil
		}
	}
}

// missed returns a minimal unavoidable set of givens of which none is chosen, or nil if the chosen ones leave one solution.
func (p *Prober) missed(ctx context.Context, givens []model.Given, chosen hitting.Set) (hitting.Set, error) {
	set, err := p.other(ctx, givens, chosen)
	if set == nil || err != nil {
		return nil, err
	}
	// What lies outside the set may be given, too: the other solution agrees with it. Then each member is given, if still another solution is
	// left, which differs in fewer.
	given := hitting.NewSet(len(givens))
	for i := range givens {
		if !set.Has(i) {
			given.Add(i)
		}
	}
	for _, i := range set.Elements() {
		if !set.Has(i) {
			continue
		}
		given.Add(i)
		smaller, err := p.other(ctx, givens, given)
		if err != nil {
			return nil, err
		}
		if smaller == nil {
			given.Remove(i)
			continue
		}
		for j := range givens {
			if !smaller.Has(j) {
				given.Add(j)
			}
		}
		set = smaller
	}
	return set, nil
}

// other returns the set of givens from which a solution under the chosen ones differs, or nil if there is only that which agrees with all.
func (p *Prober) other(ctx context.Context, givens []model.Given, chosen hitting.Set) (hitting.Set, error) {
	p.less = subset(p.less[:0], givens, chosen)
	var set hitting.Set
	r, err := p.search.SolveGiven(ctx, p.less, func(a model.Assignment) bool {
		for i, g := range givens {
			if a[g.Var] != g.Value {
				if set == nil {
					set = hitting.NewSet(len(givens))
				}
				set.Add(i)
			}
		}
		return set == nil
	})
	if err == nil && set == nil && !r.Complete {
		err = ErrIncomplete
	}
	return set, err
}

// subset appends the chosen givens to dst.
func subset(dst, givens []model.Given, chosen hitting.Set) []model.Given {
	for _, i := range chosen.Elements() {
		dst = append(dst, givens[i])
	}
	return dst
}
