package simonis

import (
	"embed"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment measures how many puzzles each level of propagation solves without search.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "simonis",
		Summary: "how many puzzles propagation solves without search, by how strong it is",
		Source: "H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint " +
			"Satisfaction Problems, 2005",
		Tasks:  []campaign.Task{propagation, shaving, relaxed, units},
		Report: write,
	}.From(files)
}
