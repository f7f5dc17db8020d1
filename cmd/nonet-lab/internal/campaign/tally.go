package campaign

import (
	"context"
	"slices"
	"time"
)

// Outcomes returns all outcomes, successful ones first.
func Outcomes() []Outcome {
	return []Outcome{Solved, Unsat, Multiple, Counted, Measured, Unsolved, Timeout, MoveLimit, MemOut, Crashed, Failed,
		Unavailable}
}

// A Tally counts the records of a campaign.
type Tally struct {
	Done     int // runs of the plan with a record
	Failed   int // of these, runs that failed or crashed
	Rows     []*TallyRow
	Combined []*Combined // the split instances
}

// A TallyRow counts the records of one method on one grid.
type TallyRow struct {
	Grid     string          `json:"grid"`
	Method   string          `json:"method"`
	Runs     int             `json:"runs"`
	Done     int             `json:"done"`
	Outcomes map[Outcome]int `json:"outcomes"`
	Before   int             `json:"decided_before"` // runs that the preprocessor decided before the solver
	Median   float64         `json:"median_seconds"` // of the other successful runs; zero if there are none
	walls    []time.Duration
}

// Tally counts the records of a store by grid and method, in the order of the spec.
func (p *Plan) Tally(ctx context.Context, store *Store) (*Tally, error) {
	t := &Tally{}
	rows, planned := map[[2]string]*TallyRow{}, map[string]*TallyRow{} // by grid and method; by the key of a run
	for r := range p.All() {
		name := [2]string{r.Grid, r.Method}
		if rows[name] == nil {
			rows[name] = &TallyRow{Grid: r.Grid, Method: r.Method, Outcomes: map[Outcome]int{}}
		}
		rows[name].Runs++
		planned[r.Key] = rows[name]
	}
	for _, g := range p.Spec.Grids {
		g, _, _ = g.atScale(p.Scale, p.Spec.Limits)
		for _, m := range g.Methods {
			if r := rows[[2]string{g.Name, m}]; r != nil {
				t.Rows = append(t.Rows, r)
			}
		}
	}
	for record, err := range store.Records(ctx) {
		if err != nil {
			return nil, err
		}
		r := planned[record.Key]
		if r == nil {
			continue // a piece of a split by another version of nonet
		}
		r.Done++
		r.Outcomes[record.Outcome]++
		t.Done++
		switch {
		case record.DecidedBefore():
			r.Before++
		case record.Outcome.Success():
			r.walls = append(r.walls, record.Wall)
		case record.Outcome == Failed, record.Outcome == Crashed:
			t.Failed++
		}
	}
	for _, r := range t.Rows {
		if n := len(r.walls); n > 0 {
			slices.Sort(r.walls)
			r.Median = (r.walls[(n-1)/2] + r.walls[n/2]).Seconds() / 2
		}
	}
	var err error
	t.Combined, err = p.Combine(ctx, store.Records(ctx))
	return t, err
}

// A Part summarizes the runs of one grid of a plan.
type Part struct {
	Grid          string
	Runs          int
	Methods, Sets []string      // in the order of their first runs
	Alone         bool          // no other run at the same time
	Limit         time.Duration // sum of the time limits of the runs
	Bounded       bool          // every run has a time limit
}

// Parts returns the parts of the plan in the order of the spec. A grid that the scale skips has no runs.
func (p *Plan) Parts() []*Part {
	var all []*Part
	byGrid := map[string]*Part{}
	for _, g := range p.Spec.Grids {
		byGrid[g.Name] = &Part{Grid: g.Name, Bounded: true, Alone: g.Alone}
		all = append(all, byGrid[g.Name])
	}
	for r := range p.All() {
		part := byGrid[r.Grid]
		part.Runs++
		part.Limit += r.Limits.Time.Duration
		part.Bounded = part.Bounded && r.Limits.Time.Duration > 0
		if !slices.Contains(part.Sets, r.Instance.Set) {
			part.Sets = append(part.Sets, r.Instance.Set)
		}
		if !slices.Contains(part.Methods, r.Method) {
			part.Methods = append(part.Methods, r.Method)
		}
	}
	return all
}
