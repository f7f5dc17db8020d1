package minimal

import (
	"context"

	"nonet/model"
	"nonet/model/hitting"
)

// A Minimum is a puzzle with the fewest givens of another, as far as it is known.
type Minimum struct {
	Givens     []model.Given // the fewest that leave one solution if Exact, and otherwise the fewest that were found
	LowerBound int           // a lower bound on the number of givens; len(Givens) if Exact
	Exact      bool
	Sets       int // unavoidable sets of givens that show it
}

// Minimum returns the fewest of the givens that leave one solution. The time grows exponentially with the number of givens that are not needed,
// each alone: to find the fewest clues of a complete grid is out of reach. If ctx ends it, what is known comes back together with ctx.Err().
//
// A set of givens is unavoidable if there is another solution without it. Some of these sets are known, and the smallest set of givens
// that hits them all is a lower bound. If it leaves one solution, it is the minimum. Otherwise another solution shows further sets that
// are not hit.
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
	m := Minimum{LowerBound: l.LowerBound, Exact: l.Exact, Sets: len(l.Sets)}
	for _, i := range l.Elements {
		m.Givens = append(m.Givens, givens[i])
	}
	if m.Exact {
		m.LowerBound = len(m.Givens)
	}
	return m, err
}
