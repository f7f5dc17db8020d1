package minimal

import (
	"context"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
)

// A Minimum is the smallest set of givens that Prober.Minimum found, and a lower bound.
type Minimum struct {
	Givens     []model.Given // the fewest givens found that leave one solution; the minimum if Exact
	LowerBound int           // a lower bound on the number of givens; len(Givens) if Exact
	Exact      bool
}

// Minimum returns the fewest of the givens that leave one solution. The time grows exponentially with the number of
// redundant givens; a minimum for a complete 9x9 grid is out of reach. If ctx ends, Minimum returns the smallest set
// and bound so far and ctx.Err().
//
// A set of givens is unavoidable if some other solution agrees with all givens outside it. A minimum hitting set of the
// unavoidable sets found so far is a lower bound. If it leaves one solution, it is the minimum. Otherwise another
// solution yields an unavoidable set that is not hit.
func (p *Prober) Minimum(ctx context.Context, givens []model.Given) (Minimum, error) {
	start, err := p.Minimize(ctx, givens, nil)
	if err != nil {
		return Minimum{Givens: start}, err
	}
	var members []int
	for i, g := range givens {
		if k := len(members); k < len(start) && start[k] == g {
			members = append(members, i)
		}
	}
	l, err := hitting.Implicit(ctx, len(givens), members, 0, nil, func(chosen hitting.Set) (hitting.Set, error) {
		return p.oracle.UnavoidableSet(ctx, nil, givens, chosen)
	})
	m := Minimum{LowerBound: l.LowerBound, Exact: l.Exact,
		Givens: slice.Map(l.Elements, func(i int) model.Given { return givens[i] })}
	if m.Exact {
		m.LowerBound = len(m.Givens)
	}
	return m, err
}
