package papers

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"nonet/backends/native"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/model"
	"nonet/model/sudoku"
)

// An Experiment is a campaign and the files of its report.
type Experiment struct {
	Name    string          `toml:"name"`
	Summary string          `toml:"summary"` // one line
	Source  string          `toml:"source"`  // the paper; "" for a study of the project
	Spec    string          `toml:"-"`       // the campaign, in TOML
	Tasks   []campaign.Task `toml:"-"`       // tasks that only this experiment has
	// Claims and Text are the contents of claims.toml and report.md.tmpl. Report makes the tables and figures that
	// the text shows. If it is nil, the report is [General].
	Claims, Text string          `toml:"-"`
	Report       func(w *Writer) `toml:"-"`
	data         any             // of Text, for General
}

// files has the three files of each experiment, in the folder of its package.
//
//go:embed */spec.toml */claims.toml */report.md.tmpl
var files embed.FS

// New returns the experiment with the files of a folder.
func New(folder string, report func(*Writer), tasks ...campaign.Task) Experiment {
	e := Experiment{Report: report, Tasks: tasks}
	for name, text := range map[string]*string{"spec.toml": &e.Spec, claimsFile: &e.Claims, textFile: &e.Text} {
		content, err := files.ReadFile(folder + "/" + name)
		if err != nil {
			panic(err) // there is no such folder, or it lacks the file
		}
		*text = string(content)
	}
	head, _, _ := strings.Cut(e.Claims, "\n[[claims]]") // the rest is long, and needed for the report only
	claims := claimsOf{Experiment: &e}
	if err := toml.Unmarshal([]byte(head), &claims); err != nil {
		panic(err) // a test reads all files
	}
	return e
}

// TaskOf returns a task that calls do and records its error. The outcome of a run without an error is Measured, unless
// do sets another.
func TaskOf(name string, do func(context.Context, *campaign.Run, *campaign.Record) error) campaign.Task {
	return campaign.Task{Name: name,
		Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
			record.Values = map[string]float64{}
			if err := do(ctx, run, record); err != nil {
				record.SetError(ctx, err)
				return
			}
			record.Outcome = cmp.Or(record.Outcome, campaign.Measured)
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
