package thein

import (
	"embed"
	"fmt"
	"math"
	"text/template"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/encode/ip"
	"nonet/model/sudoku"
)

//go:embed spec.toml claims.toml report.md.tmpl
var files embed.FS

// Experiment reproduces the tables and figures of the thesis, and repeats its comparison with today's solvers.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name: "thein",
		Summary: "integer programming against constraint programming: where the time of the thesis's programs goes, " +
			"Tables 4.1-4.6, Figures 4.1-4.3, critical cells, and today's solvers",
		Source: "M. Thein, An In Depth Analysis of Sudoku with Focus in Integer and Constraint Programming, M.S. " +
			"thesis, " +
			"Pennsylvania State University, 2014",
		Tasks: []campaign.Task{criticalTask, appendixTask, programsTask},
		Own:   vocabulary,
	}.From(files)
}

func vocabulary(d *papers.Data) papers.Vocabulary {
	puzzles := reveals(d)
	return papers.Vocabulary{
		Quantities: map[string]papers.Quantity{
			// The time of a method today: of the program ip, which spends its time on loading, only the solving.
			"time": func(r *campaign.Record) float64 {
				if r.Method == "ip" {
					return papers.Solve(r)
				}
				return papers.CPU(r)
			},
			// All phases of the program ip, if it loaded only the entries that are not zero.
			"lean": func(r *campaign.Record) float64 {
				return r.Values["total"] - r.Values["load dense"] + r.Values["load sparse"]
			},
		},
		Functions: template.FuncMap{
			"n": cell, "ms": func(seconds float64) report.Cell { return cell(1e3 * seconds) }, "factor": factor,
			"boot": func(x []float64) report.Ours {
				i := stats.BootstrapMean(x, d.Spec.Seed)
				return report.Ours{Value: stats.Mean(x), Lo: i.Lo, Hi: i.Hi}
			},
			"typical": typicalTimes, "shared": shared, "solved": solved, "gain": gain, "winners": winners,
			"spread": spread,
			"pair":   pair, "finitePairs": finitePairs, "duel": duel,
			"ratio":     ratioOf,
			"meanRatio": func(times papers.Points) report.Ours { return meanRatio(times, d.Spec.Seed) },
			"slower":    func(times papers.Points) []report.Cell { return slower(times, d.Spec.Seed) },
			"flatness": func(q papers.Quantity, r papers.Records) report.Ours {
				return flatness(q, r, d.Spec.Seed)
			},
			"low": func(o report.Ours) float64 { return o.Lo }, "high": func(o report.Ours) float64 { return o.Hi },
			"neighbors":    neighbors,
			"matrix":       matrix,
			"revealed":     func() []map[string]any { return revealedRows(puzzles) },
			"revealing":    func(what string) *report.Picture { return revealing(puzzles, what, d.Spec.Seed) },
			"criticalMaps": func() []map[string]any { return criticalRows(d) },
			"criticalMap":  func() (*report.Picture, error) { return criticalMap(d) },
		},
	}
}

// matrix returns the numbers of rows, columns and entries that are not zero of the 0-1 program of an empty grid.
func matrix() (map[string]float64, error) {
	p, err := emptyProgram()
	if err != nil {
		return nil, err
	}
	entries := 0
	for _, row := range p.Rows {
		entries += len(row.Entries)
	}
	return map[string]float64{"rows": float64(len(p.Rows)), "columns": float64(len(p.Columns)),
		"entries": float64(entries)}, nil
}

func emptyProgram() (*ip.Program, error) {
	p, err := ip.Encoder{}.Encode(sudoku.Order(3).Model())
	return p.Formula, err
}

// neighbors returns the largest number of columns of the 0-1 program of an empty grid that share a row with one column,
// itself included.
func neighbors() (int, error) {
	p, err := emptyProgram()
	if err != nil {
		return 0, err
	}
	near := make([]map[int]bool, len(p.Columns))
	for j := range near {
		near[j] = map[int]bool{}
	}
	for _, row := range p.Rows {
		for _, x := range row.Entries {
			for _, y := range row.Entries {
				near[x.Column][y.Column] = true
			}
		}
	}
	most := 0
	for _, columns := range near {
		most = max(most, len(columns))
	}
	return most, nil
}

// cell returns a cell with a number with four significant digits; a dash if it is not finite.
func cell(x float64) report.Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return report.Words("–")
	}
	return report.Cell{Text: digits(x), Number: x, IsNumber: true}
}

func digits(x float64) string {
	switch a := math.Abs(x); {
	case a == math.Trunc(a) && a < 1e15, a >= 1000:
		return fmt.Sprintf("%.0f", x)
	case a >= 100:
		return fmt.Sprintf("%.1f", x)
	case a >= 10:
		return fmt.Sprintf("%.2f", x)
	case a >= 1:
		return fmt.Sprintf("%.3f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// factor formats a factor with two or three digits.
func factor(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}
