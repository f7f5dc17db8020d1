package metaheur

import (
	"context"

	"nonet/internal/option"
	shared "nonet/internal/search"
	"nonet/model"
)

// Guided is a depth-first search with restarts. It learns three things. Cells and houses in which contradictions were
// met get more weight and are branched on earlier. The values of the fullest grid reached are saved and preferred. The
// restarts become longer. After each decision it propagates naked and hidden singles. Ties, and a few of the values,
// are random.
//
// It is a randomised search with restarts rather than a metaheuristic: it backtracks, and since the longest restart
// grows without bound, it is complete. So it can prove that there is no solution.
//
// A move is a node: a value chosen for a cell. Trace is called after each restart, with the number of blank cells of
// its fullest grid as the cost.
//
// Sources: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters
// 47, 1993, pp. 173-180, for the restarts; Boussemart et al. 2004 for the cells (see weights); for the values, the
// saved phases of SAT solvers, as in K. Pipatsrisawat, A. Darwiche, A Lightweight Component Caching Scheme for
// Satisfiability Solvers, SAT 2007, LNCS 4501, pp. 294-299, here the values of the fullest grid only.
type Guided struct {
	Options

	Keep float64 `zero:"0.98" most:"1" help:"probability of the saved value; negative: never"` // if the value remains
	// Unit is the length of the shortest restart; the others are its Luby multiples.
	Unit   int `default:"50" help:"contradictions of the shortest restart"`
	Forget int `zero:"64" help:"restarts between resets of the record; negative: never"`
}

// Solve implements model.Solver: see Options.solve.
func (g Guided) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return g.solve(ctx, m, yield, option.Defaults(g).search)
}

func (g Guided) search(r *run) []uint8 {
	d := newTreeSearch(r)
	if r.refuted {
		return nil
	}
	d.countMoves, d.keepThreshold = true, threshold32(max(0, min(g.Keep, 1)))
	root, record := d.mark(), d.blank
	for restart := 1; r.running(); restart++ {
		switch d.search(g.Unit * int(shared.Luby(int64(restart)))) {
		case solved:
			return d.solution()
		case exhausted:
			r.refuted = true
			return nil
		}
		d.undo(root)
		if d.fewestBlank <= record {
			record = d.fewestBlank
			d.saveValues()
		}
		if g.Forget > 0 && restart%g.Forget == 0 {
			record = len(d.value)
		}
		r.traceEvent(d.fewestBlank, 0)
		r.restarts++
	}
	return nil
}
