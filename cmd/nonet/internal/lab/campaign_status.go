package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/term"

	"github.com/spf13/cobra"
)

// recordCounts are how many runs of a campaign came to which end.
type recordCounts struct {
	done, failed int
	rows         []*recordCount       // in the order of the spec
	wholes       []*campaign.Combined // the instances that are split
}

type recordCount struct {
	Grid     string                   `json:"grid"`
	Method   string                   `json:"method"`
	Total    int                      `json:"runs"`
	Done     int                      `json:"done"`
	Outcomes map[campaign.Outcome]int `json:"outcomes"`
	Median   float64                  `json:"median_seconds"` // of those that were successful
	walls    []time.Duration
}

var outcomes = []campaign.Outcome{campaign.Solved, campaign.NoneLeft, campaign.Multiple, campaign.Counted, campaign.Measured, campaign.Unsolved,
	campaign.TimeOut, campaign.MoveOut, campaign.MemoryOut, campaign.Crashed, campaign.Failed, campaign.Missing}

func countRecords(ctx context.Context, store *campaign.Store, plan *campaign.Plan) (*recordCounts, error) {
	all := &recordCounts{}
	byName := map[[2]string]*recordCount{}
	row := func(grid, method string) *recordCount {
		r := byName[[2]string{grid, method}]
		if r == nil {
			r = &recordCount{Grid: grid, Method: method, Outcomes: map[campaign.Outcome]int{}}
			byName[[2]string{grid, method}] = r
		}
		return r
	}
	planned := map[string]bool{}
	for _, s := range plan.Stages {
		for _, r := range s.Runs {
			row(r.Grid, r.Method).Total++
			planned[r.Key] = true
		}
	}
	for _, g := range plan.Spec.Grids {
		methods := g.Methods
		if reduced := g.Scale[string(plan.Scale)].Methods; len(reduced) > 0 {
			methods = reduced
		}
		for _, m := range methods {
			if r := byName[[2]string{g.Name, m}]; r != nil {
				all.rows = append(all.rows, r)
			}
		}
	}
	for record, err := range store.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if !planned[record.Key] {
			continue // of a cube that another version of nonet has made
		}
		r := row(record.Grid, record.Method)
		r.Done++
		r.Outcomes[record.Outcome]++
		all.done++
		switch {
		case record.Outcome.Success():
			r.walls = append(r.walls, record.Wall)
		case record.Outcome == campaign.Failed, record.Outcome == campaign.Crashed:
			all.failed++
		}
	}
	for _, r := range all.rows {
		if len(r.walls) > 0 {
			r.Median = term.Median(r.walls).Seconds()
		}
	}
	var err error
	all.wholes, err = plan.Combine(ctx, store.Records(ctx))
	return all, err
}

// String returns the table of runs and, if instances are split, that of these.
func (c *recordCounts) String() string {
	text := c.table().String()
	if len(c.wholes) > 0 {
		text += "\n" + wholesTable(c.wholes).String()
	}
	return text
}

func (c *recordCounts) table() *term.Table {
	t := &term.Table{Head: []string{"grid", "method", "runs"}, Right: []bool{false, false, true}}
	var shown []campaign.Outcome
	for _, o := range outcomes {
		for _, r := range c.rows {
			if r.Outcomes[o] > 0 {
				shown = append(shown, o)
				t.Head, t.Right = append(t.Head, string(o)), append(t.Right, true)
				break
			}
		}
	}
	t.Head, t.Right = append(t.Head, "median"), append(t.Right, true)
	for _, r := range c.rows {
		runs := term.Thousands(int64(r.Total))
		if r.Done < r.Total {
			runs = fmt.Sprintf("%s of %s", term.Thousands(int64(r.Done)), runs)
		}
		cells := []string{r.Grid, r.Method, runs}
		for _, o := range shown {
			cell := ""
			if n := r.Outcomes[o]; n > 0 {
				cell = term.Thousands(int64(n))
			}
			cells = append(cells, cell)
		}
		median := ""
		if len(r.walls) > 0 {
			median = term.Duration(time.Duration(r.Median * 1e9))
		}
		t.Add(append(cells, median)...)
	}
	return t
}

func (e *lab) campaignStatus() *cobra.Command {
	var o campaignOptions
	c := &cobra.Command{
		Use:   "status FILE",
		Short: "Say how far a campaign has come",
		Args:  cobra.ExactArgs(1), ValidArgsFunction: completeFiles("toml", "sqlite"),
		RunE: func(c *cobra.Command, args []string) error { return e.statusOf(c.Context(), args[0], &o) },
	}
	c.Flags().StringVar(&o.database, "db", "", "the database (default: beside the campaign)")
	e.OutputFlag(c, "text", "json")
	return c
}

// readStore opens the database that an argument means.
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

func (e *lab) statusOf(ctx context.Context, file string, o *campaignOptions) error {
	store, err := e.readStore(ctx, file, o)
	if err != nil {
		return err
	}
	defer store.Close()
	plan, err := store.Plan(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	counts, err := countRecords(ctx, store, plan)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	total := plan.Runs()
	if counts.done < total {
		e.Raise(term.Undecided)
	}
	if e.Flags.Output == "json" {
		line, err := json.Marshal(struct {
			Name  string         `json:"name"`
			Scale campaign.Scale `json:"scale"`
			Seed  uint64         `json:"seed"`
			Begun time.Time      `json:"begun"`
			Runs  int            `json:"runs"`
			Done  int            `json:"done"`
			Rows  []*recordCount `json:"rows"`
			Split []wholeStatus  `json:"split,omitempty"`
		}{store.Spec.Label(), store.Scale, store.Seed, store.Created.UTC(), total, counts.done, counts.rows, wholesStatus(counts.wholes)})
		if err != nil {
			return term.Fail(term.Failed, err)
		}
		return e.Print(string(line) + "\n")
	}
	return e.Print(fmt.Sprintf("%s (%s, seed %d): %s of %s recorded\n", store.Spec.Label(), store.Scale, store.Seed, term.Thousands(int64(counts.done)),
		term.Plural(int64(total), "run", "runs")) + counts.String())
}
