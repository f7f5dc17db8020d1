package metaheur

import (
	"context"

	"nonet/metaheur/enum"
	"nonet/metaheur/option"
	"nonet/model"
	"nonet/model/luby"
)

// Guided is a depth-first search that restarts often and remembers three things: which cells and houses it failed in, which it then takes
// up early; the values of the fullest grid it came to, which it prefers; and that it must try longer. Each choice is followed by
// all naked and hidden singles. Ties are broken at random, and so are a few of the values.
//
// It is a randomised search with restarts rather than a metaheuristic: it backtracks, and it is complete, as the longest restart
// grows without bound. So it may say that there is no solution.
//
// A move is a node: a value chosen for a cell. Trace is called after each restart, with the blank cells of its fullest grid as the cost.
//
// Sources: M. Luby, A. Sinclair, D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, Information Processing Letters 47, 1993, pp. 173-180,
// for the restarts; Boussemart et al. 2004 for the cells (see weights); for the values the remembered phases of satisfiability solvers, as
// in K. Pipatsrisawat, A. Darwiche, A Lightweight Component Caching Scheme for Satisfiability Solvers, SAT 2007, LNCS 4501,
// pp. 294-299, here those of the fullest grid only.
type Guided struct {
	Options

	Keep   float64 `zero:"0.98" most:"1" help:"probability of the remembered value; negative: never"` // if it is left
	Unit   int     `default:"50" help:"contradictions that the shortest restart may meet"`            // The others may meet Luby's multiples
	Forget int     `zero:"64" help:"restarts after which any grid counts as the fullest; negative: never"`

	Cells  CellOrder `help:"which blank cell is next"`
	Memory Memory    `help:"which grid is remembered"`
}

// Memory is which grid Guided takes the values from.
type Memory = enum.Option[memoryNames]
type memoryNames struct{}

func (memoryNames) Names() []string { return []string{"fullest", "latest"} }

const (
	FullestGrid Memory = iota // the fullest grid so far, the later of two equals; cells it leaves blank keep what they had
	LatestGrid                // the fullest one of the last restart
)

// Defaults returns g with the default in the place of every option that is zero or out of range.
func (g Guided) Defaults() Guided { return option.Defaults(g) }

// Solve implements model.Solver: see Options.solve.
func (g Guided) Solve(ctx context.Context, m *model.Model, yield func(model.Assignment) bool) (model.Result, error) {
	return g.solve(ctx, m, yield, g.Defaults().search)
}

func (g Guided) search(r *run) []uint8 {
	d := newTreeSearch(r)
	if r.refuted {
		return nil
	}
	d.countMoves, d.cellOrder, d.keepThreshold = true, g.Cells, threshold32(max(0, min(g.Keep, 1)))
	root, record := d.mark(), d.blank
	for restart := 1; r.running(); restart++ {
		switch d.search(g.Unit * int(luby.Term(int64(restart)))) {
		case solved:
			return d.solution()
		case exhausted:
			r.refuted = true
			return nil
		}
		d.undo(root)
		if d.fewestBlank <= record || g.Memory == LatestGrid {
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
