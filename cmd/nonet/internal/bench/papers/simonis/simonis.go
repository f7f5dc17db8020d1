package simonis

import (
	_ "embed"
	"text/template"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
)

var (
	//go:embed spec.toml
	spec string
	//go:embed claims.toml
	claims string
	//go:embed report.md.tmpl
	text string
)

// Experiment measures how many puzzles propagation solves without search, by level.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "simonis",
		Summary: "how many puzzles propagation solves without search, by how strong it is",
		Source:  "H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint Satisfaction Problems, 2005",
		Spec:    spec, Claims: claims, Text: text,
		Tasks: []campaign.Task{propagation, shaving, units},
		Own: func(*papers.Data) papers.Vocabulary {
			return papers.Vocabulary{Functions: template.FuncMap{
				// part shows a rate without its interval.
				"part": func(r papers.Rate) report.Cell {
					c := report.Number(r.Value())
					c.Title = r.String()
					return c
				},
			}}
		},
	}
}
