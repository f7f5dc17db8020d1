package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/spf13/cobra"
)

// printTally prints a title, the table of runs and, if instances are split, a table of these.
func (e *lab) printTally(title string, t *campaign.Tally) error {
	runs, split, width := tallyTable(t), combinedTable(t.Combined), e.Width()
	runs.Group(width)
	removed := runs.Fit(width, "median")
	text := title + runs.String() + term.NotShown(removed, width, "json")
	if len(t.Combined) > 0 {
		split.Group(width)
		text += "\n" + split.String()
	}
	return e.Print(text)
}

func tallyTable(counts *campaign.Tally) *term.Table {
	t := &term.Table{Head: []string{"grid", "method", "runs"}, Right: []bool{false, false, true}}
	var shown []campaign.Outcome
	for _, o := range campaign.Outcomes() {
		if slices.ContainsFunc(counts.Rows, func(r *campaign.TallyRow) bool { return r.Outcomes[o] > 0 }) {
			shown = append(shown, o)
			t.Head, t.Right = append(t.Head, string(o)), append(t.Right, true)
		}
	}
	before := slices.ContainsFunc(counts.Rows, func(r *campaign.TallyRow) bool { return r.Before > 0 })
	if before {
		t.Head, t.Right = append(t.Head, "decided before solver"), append(t.Right, true)
	}
	t.Head, t.Right = append(t.Head, "median"), append(t.Right, true)
	for _, r := range counts.Rows {
		runs := term.Thousands(r.Runs)
		if r.Done < r.Runs {
			runs = fmt.Sprintf("%s of %s", term.Thousands(r.Done), runs)
		}
		cells := []string{r.Grid, r.Method, runs}
		for _, o := range shown {
			cell := ""
			if n := r.Outcomes[o]; n > 0 {
				cell = term.Thousands(n)
			}
			cells = append(cells, cell)
		}
		if before {
			cells = append(cells, fmt.Sprintf("%s of %s", term.Thousands(r.Before), term.Thousands(r.Done)))
		}
		median := ""
		if r.Median > 0 {
			median = term.Duration(time.Duration(r.Median * 1e9))
		}
		t.Add(append(cells, median)...)
	}
	return t
}

func (e *lab) campaignStatus() *cobra.Command {
	var o campaignOptions
	c := campaignFile("status FILE", "Show the progress of a campaign", &o,
		func(c *cobra.Command, file string) error { return e.printStatus(c.Context(), file, &o) })
	e.OutputFlag(c, "text", "json")
	return c
}

// readStore opens the database that an argument refers to.
func (e *lab) readStore(ctx context.Context, file string, o *campaignOptions) (*campaign.Store, error) {
	path, _, err := campaignDatabase(file, o)
	if err != nil {
		return nil, err
	}
	store, err := campaign.Read(ctx, path)
	if err != nil {
		return nil, e.campaignError(ctx, err)
	}
	return store, nil
}

// readPlan opens the database that an argument refers to, and reads its plan.
func (e *lab) readPlan(ctx context.Context, file string, o *campaignOptions) (*campaign.Store, *campaign.Plan, error) {
	store, err := e.readStore(ctx, file, o)
	if err != nil {
		return nil, nil, err
	}
	plan, err := store.Plan(ctx)
	if err != nil {
		store.Close()
		return nil, nil, e.campaignError(ctx, err)
	}
	return store, plan, nil
}

// A statusObject is the JSON form of the status of a campaign.
type statusObject struct {
	Name  string               `json:"name"`
	Scale campaign.Scale       `json:"scale"`
	Seed  uint64               `json:"seed"`
	Begun time.Time            `json:"begun"`
	Runs  int                  `json:"runs"`
	Done  int                  `json:"done"`
	Rows  []*campaign.TallyRow `json:"rows"`
	Split []combinedObject     `json:"split,omitempty"`
}

func (e *lab) printStatus(ctx context.Context, file string, o *campaignOptions) error {
	store, err := e.readStore(ctx, file, o)
	if err != nil {
		return err
	}
	defer store.Close()
	t, total, err := store.Tally(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	if t.Done < total {
		e.Raise(term.Undecided)
	}
	if e.Flags.Output == "json" {
		return e.PrintJSON(statusObject{store.Spec.Label(), store.Scale, store.Seed, store.Created.UTC(), total, t.Done,
			t.Rows, combinedObjects(t.Combined)})
	}
	title := fmt.Sprintf("%s (%s, seed %d): %s of %s recorded\n", store.Spec.Label(), store.Scale, store.Seed,
		term.Thousands(t.Done), term.Plural(total, "run", "runs"))
	return e.printTally(title, t)
}
