package formulations

import (
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/sizes"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Experiment compares the formulations of the model, and their solvers.
func Experiment() papers.Experiment {
	return papers.New("formulations", write, sizes.Task, rootTask, hardnessTask)
}

// kindOf returns the formalism of a method: its kind in package methods, except that plain backtracking without
// propagation is a formalism of its own, and so is the 0-1 program with propagation and probing, which decides most
// puzzles without a linear program.
func kindOf(method string) string {
	m, err := methods.Parse(method)
	switch {
	case err != nil:
		return "other"
	case m.Backend == "backtrack":
		return "backtracking"
	case method == "clp":
		return "0-1 with probing"
	}
	return string(m.Kind)
}

// start returns the median time to start the program of a method, 0 for a method without a program; NaN if it was not
// measured. A proof of uniqueness starts the program twice.
func start(d *papers.Data, method string) float64 {
	m, err := methods.Parse(method)
	if err != nil || m.Install == "" || strings.HasPrefix(m.Backend, "clp") {
		return 0 // linked in
	}
	return stats.Median(d.Records.Grid("start").Succeeded().Method(m.Backend).Values(papers.Time))
}
