package analyze

import (
	"nonet/backends/methods"
	"nonet/model"
)

// A Measure is what counts as effort.
type Measure string

const (
	// Automatic is the counter of the method: moves of a stochastic one, else what the run on the puzzle as it is tells first of nodes,
	// conflicts, decisions and iterations; seconds if it tells none of them.
	Automatic Measure = ""

	Nodes     Measure = "nodes"
	Conflicts Measure = "conflicts"
	Decisions Measure = "decisions"
	Moves     Measure = "moves" // of local search; iterations of the simplex method
	Seconds   Measure = "seconds"
)

// Measures returns all but Automatic.
func Measures() []Measure { return []Measure{Nodes, Conflicts, Decisions, Moves, Seconds} }

// of returns the effort of a run.
func (m Measure) of(s model.Stats) float64 {
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

// telling returns the measure that says most about a method, which tells this about a run.
func telling(kind methods.Kind, s model.Stats) Measure {
	if kind == methods.Stochastic {
		return Moves
	}
	for _, m := range []Measure{Nodes, Conflicts, Decisions, Moves} {
		if m.of(s) > 0 {
			return m
		}
	}
	return Seconds
}
