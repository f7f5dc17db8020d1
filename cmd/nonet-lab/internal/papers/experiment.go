package papers

import (
	"context"
	"embed"
	"errors"

	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/model"
	"nonet/model/sudoku"
)

// An Experiment is a campaign and the files of its report.
type Experiment struct {
	Name    string
	Summary string          // one line
	Source  string          // the paper; "" for a study of the project
	Spec    string          // the campaign, in TOML
	Tasks   []campaign.Task // tasks that only this experiment has
	// Claims and Text are the contents of claims.toml and report.md.tmpl.tmpl. Report makes the tables and figures that
	// the text shows. If it is nil, the report is [General].
	Claims, Text string
	Report       func(w *Writer)
	data         any // of Text, for General
}

// From returns the experiment with the texts of its files: spec.toml, claims.toml and report.md.tmpl.
func (e Experiment) From(files embed.FS) Experiment {
	for name, text := range map[string]*string{"spec.toml": &e.Spec, claimsFile: &e.Claims, textFile: &e.Text} {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the experiment does not embed the file
		}
		*text = string(content)
	}
	return e
}

// TaskOf returns a task that calls do and records its error.
func TaskOf(name, summary string, do func(context.Context, *campaign.Run, *campaign.Record) error) campaign.Task {
	return campaign.Task{Name: name, Summary: summary,
		Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
			if err := do(ctx, run, record); err != nil {
				record.SetError(ctx, err)
			}
		}}
}

// SolutionOf returns a solution of a puzzle, or an error if there is none.
func SolutionOf(ctx context.Context, p sudoku.Puzzle) (model.Assignment, error) {
	solution, _, err := model.First(ctx, native.Solver{}, p.Model())
	if err == nil && solution == nil {
		err = errors.New("the puzzle has no solution")
	}
	return solution, err
}

// Data are the records of an experiment.
type Data struct {
	Spec         *campaign.Spec
	Scale        campaign.Scale
	Planned      int // runs of the whole campaign at this scale; 0 if unknown
	Records      Records
	Wholes       []*campaign.Combined // combined results of instances that were split into pieces; nil if unknown
	Environments []campaign.Environment
	Provenance   *Provenance // nil if unknown: the records are of an earlier version
}

// Limits returns the limits of the runs of a grid, at the scale of d.
func (d *Data) Limits(grid string) campaign.Limits {
	if d.Spec == nil {
		return campaign.Limits{}
	}
	return d.Spec.GridLimits(grid, d.Scale)
}

// TimeLimit returns the time limit of a run of a grid in seconds; 0 means none.
func (d *Data) TimeLimit(grid string) float64 { return d.Limits(grid).Time.Seconds() }
