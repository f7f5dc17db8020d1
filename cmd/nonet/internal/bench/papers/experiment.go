package papers

import (
	"context"
	"embed"

	"nonet/cmd/nonet/internal/bench/campaign"
)

// An Experiment is a campaign and what to make of its records.
type Experiment struct {
	Name    string
	Summary string          // one line
	Source  string          // the paper; "" for the project's own
	Spec    string          // the campaign, in TOML
	Tasks   []campaign.Task // those of its own
	// Claims and Text are the files claims.toml and report.md.tmpl, of which the report is made; Own are their words for this experiment alone. Without a
	// Text the report is [General].
	Claims, Text string
	Own          func(d *Data) Vocabulary
}

// From returns the experiment with the texts of its files: spec.toml, claims.toml and report.md.tmpl.
func (e Experiment) From(files embed.FS) Experiment {
	for name, text := range map[string]*string{"spec.toml": &e.Spec, claimsFile: &e.Claims, textFile: &e.Text} {
		content, err := files.ReadFile(name)
		if err != nil {
			panic(err) // the experiment embeds other files
		}
		*text = string(content)
	}
	return e
}

// TaskOf returns a task of a function that returns an error if it cannot measure.
func TaskOf(name, summary string, do func(context.Context, *campaign.Run, *campaign.Record) error) campaign.Task {
	return campaign.Task{Name: name, Summary: summary, Do: func(ctx context.Context, run *campaign.Run, record *campaign.Record) {
		if err := do(ctx, run, record); err != nil {
			record.SetError(ctx, err)
		}
	}}
}

// Data are the records of an experiment.
type Data struct {
	Spec         *campaign.Spec
	Scale        campaign.Scale
	Planned      int // runs of the whole campaign at this scale; 0 if that is not known
	Records      Records
	Wholes       []*campaign.Combined // the instances that are split into cubes; the records are of their pieces. nil if that is not known
	Environments []campaign.Environment
}

// Limits are those of the runs of a grid at the scale of the data.
func (d *Data) Limits(grid string) campaign.Limits {
	if d.Spec == nil {
		return campaign.Limits{}
	}
	return d.Spec.GridLimits(grid, d.Scale)
}

// TimeLimit is the limit on the time of a run of a grid, in seconds; 0 if there is none.
func (d *Data) TimeLimit(grid string) float64 { return d.Limits(grid).Time.Seconds() }
