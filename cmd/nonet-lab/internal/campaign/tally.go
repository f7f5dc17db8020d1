package campaign

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"nonet/cmd/nonet-lab/internal/instances"
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

// tally counts the records of a store by grid and method, in the order of the spec, and combines split instances.
func (p *Plan) tally(ctx context.Context, store *Store) (*Tally, error) {
	t := &Tally{}
	rows, planned := map[[2]string]*TallyRow{}, map[string]*TallyRow{} // by grid and method; by the key of a run
	for _, g := range p.Spec.Grids {
		g, _, ok := g.atScale(p.Scale, p.Spec.Limits)
		for i := 0; ok && i < len(g.Methods); i++ {
			r := &TallyRow{Grid: g.Name, Method: g.Methods[i], Outcomes: map[Outcome]int{}}
			rows[[2]string{r.Grid, r.Method}] = r
			t.Rows = append(t.Rows, r)
		}
	}
	for r := range p.All() {
		planned[r.Key] = rows[[2]string{r.Grid, r.Method}]
		planned[r.Key].Runs++
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

// decidedBefore is the SQL form of Record.DecidedBefore: not 0 where it is true.
const decidedBefore = `instr(stats, '"answered_by":"preprocessor"')`

// tallyIndex is an index from which SQLite answers the queries of Tally, without reading the records.
const tallyIndex = "CREATE INDEX IF NOT EXISTS tally ON records (grid, method, outcome, wall, " + decidedBefore + ")"

// Tally counts the records by grid and method, in the order of the spec. It also returns the number of planned runs. It
// makes the plan only if it must.
func (s *Store) Tally(ctx context.Context) (t *Tally, runs int, err error) {
	if t, runs, err = s.count(ctx); err != nil || t != nil {
		return t, runs, err
	}
	plan, err := s.Plan(ctx)
	if err == nil {
		t, err = plan.tally(ctx, s)
		runs = plan.Runs()
	}
	return t, runs, err
}

// Planned returns the rows of a Tally with their planned runs, and the sum of these. It returns nil and 0 if only the
// plan has them: because instances are split, or sets may share instances.
func (s *Store) Planned(ctx context.Context) (rows []*TallyRow, runs int, err error) {
	sizes, err := queryMap[string, int](ctx, s, "SELECT name, size FROM lists")
	for _, g := range s.Spec.Grids {
		g, take, ok := g.atScale(s.Scale, s.Spec.Limits)
		switch {
		case !ok:
			continue
		case g.Cubes != 0, len(g.Instances) != 1:
			return nil, 0, err
		}
		n := g.Repeats * len(instances.Evenly(sizes[g.Instances[0]], take))
		for _, m := range g.Methods {
			rows = append(rows, &TallyRow{Grid: g.Name, Method: m, Runs: n, Outcomes: map[Outcome]int{}})
			runs += n
		}
	}
	return rows, runs, err
}

// count has SQLite count the records, and does not check their digests. It returns nil if the records are needed, or
// the plan, as Planned does.
func (s *Store) count(ctx context.Context) (t *Tally, runs int, err error) {
	t = &Tally{}
	if t.Rows, runs, err = s.Planned(ctx); err != nil || t.Rows == nil {
		return nil, 0, err
	}
	rows := map[[2]string]*TallyRow{}
	for _, r := range t.Rows {
		rows[[2]string{r.Grid, r.Method}] = r
	}
	err = s.query(ctx, "SELECT grid, method, outcome, count(*), sum("+decidedBefore+" > 0) FROM records "+
		"GROUP BY grid, method, outcome", func(row *sql.Rows) error {
		var name [2]string
		var o Outcome
		var n, before int
		err := row.Scan(&name[0], &name[1], &o, &n, &before)
		if r := rows[name]; r != nil {
			r.Outcomes[o] += n
			r.Done, t.Done, r.Before = r.Done+n, t.Done+n, r.Before+before
			if o == Failed || o == Crashed {
				t.Failed += n
			}
		}
		return err
	})
	for _, r := range t.Rows {
		if err == nil {
			err = s.medianOf(ctx, r)
		}
	}
	return t, runs, err
}

func (s *Store) medianOf(ctx context.Context, r *TallyRow) error {
	n, list := -r.Before, "''"
	for o, count := range r.Outcomes {
		if o.Success() {
			n, list = n+count, list+", '"+string(o)+"'"
		}
	}
	// One or two; none if n is 0.
	middle, err := queryList(ctx, s, "SELECT wall FROM records WHERE grid = ? AND method = ? AND outcome IN ("+list+
		") AND "+decidedBefore+" = 0 ORDER BY wall LIMIT ? OFFSET ?",
		func(wall *time.Duration) []any { return []any{wall} }, r.Grid, r.Method, 2-n%2, (n-1)/2)
	if err == nil && len(middle) > 0 { // in between, another process may have discarded records
		r.Median = (middle[0] + middle[len(middle)-1]).Seconds() / 2
	}
	return err
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
