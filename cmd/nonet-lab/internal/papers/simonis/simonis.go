package simonis

import (
	"embed"
	"text/template"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
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
		Tasks: []campaign.Task{propagation, shaving, units},
		Own: func(*papers.Data) papers.Vocabulary {
			return papers.Vocabulary{Functions: template.FuncMap{
				// part returns the cell of a rate, without its interval.
				"part": func(r papers.Rate) report.Cell {
					c := report.Number(r.Value())
					c.Title = r.String()
					return c
				},
			}}
		},
	}.From(files)
}
