package analyze

import (
	"cmp"

	"nonet/backends/methods"
	"nonet/internal/slice"
	"nonet/model"
)

// A Measure is the quantity taken as effort.
type Measure string

const (
	// Automatic selects the measure by the method: moves for a stochastic method, otherwise the first of nodes,
	// conflicts, decisions and iterations that a run on the original puzzle reports; seconds if it reports none of
	// them.
	Automatic Measure = ""

	Nodes     Measure = "nodes"
	Conflicts Measure = "conflicts"
	Decisions Measure = "decisions"
	Moves     Measure = "moves" // of local search; iterations of the simplex method
	Seconds   Measure = "seconds"
)

// Measures returns all measures except Automatic.
func Measures() []Measure { return []Measure{Nodes, Conflicts, Decisions, Moves, Seconds} }

// effort returns the effort of a run.
func (m Measure) effort(s model.Stats) float64 {
	switch m {
	case Nodes:
		return float64(s.Effort.Nodes)
	case Conflicts:
		return float64(s.Effort.Conflicts)
	case Decisions:
		return float64(s.Effort.Decisions)
	case Moves:
		return float64(s.Effort.Iterations)
	}
	return (s.Preprocess + s.Encode + s.Solve).Seconds()
}

// automatic returns the measure that [Automatic] selects for a method whose run reports the statistics s.
func automatic(kind methods.Kind, s model.Stats) Measure {
	if kind == methods.Stochastic {
		return Moves
	}
	reported, _ := slice.Find(Measures(), func(m Measure) bool { return m.effort(s) > 0 })
	return cmp.Or(reported, Seconds)
}
