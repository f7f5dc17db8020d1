package campaign

import "time"

// Progress describes the progress of a campaign.
type Progress struct {
	Done  int // records, including those of earlier sessions
	Total int

	Remaining time.Duration // estimate; negative without any record
	// Sampled reports whether every group of the plan has a record. Until then, Remaining extrapolates from the groups
	// that have one and is unreliable.
	Sampled bool
}

// An estimator estimates the remaining time of a plan from the mean time of each group.
type estimator struct {
	groups  map[Group]*groupTimes
	unknown int // groups without a record
}

type groupTimes struct {
	alone        bool
	limit        time.Duration
	sum          time.Duration // of n runs
	n, remaining int           // runs with and without a record
}

func newEstimator(p *Plan, done map[string]time.Duration) *estimator {
	e := &estimator{groups: map[Group]*groupTimes{}}
	for r := range p.All() {
		g := e.groups[r.Group()]
		if g == nil {
			g = &groupTimes{alone: r.Alone, limit: r.Limits.Time.Duration}
			e.groups[r.Group()] = g
			e.unknown++
		}
		g.remaining++
		if wall, ok := done[r.Key]; ok {
			e.record(r.Group(), wall)
		}
	}
	return e
}

// record adds the time of a completed run of a group.
func (e *estimator) record(group Group, wall time.Duration) {
	g := e.groups[group]
	if g.n == 0 {
		e.unknown--
	}
	g.n++
	g.remaining--
	g.sum += wall
}

// remaining returns the estimated time for the other runs with the given number of jobs, or -1 without any record. For
// a group without a record it uses the mean time of its method on the grid, of the grid, or of all runs, whichever is
// the first with a record.
func (e *estimator) remaining(jobs int) time.Duration {
	type total struct {
		sum time.Duration
		n   int
	}
	totals := map[Group]total{}
	levels := func(g Group) []Group { return []Group{g, {Grid: g.Grid, Method: g.Method}, {Grid: g.Grid}, {}} }
	for group, g := range e.groups {
		for _, level := range levels(group) {
			t := totals[level]
			totals[level] = total{t.sum + g.sum, t.n + g.n}
		}
	}
	if totals[Group{}].n == 0 {
		return -1
	}
	var alone, shared float64
	for group, g := range e.groups {
		known := levels(group)
		for totals[known[0]].n == 0 {
			known = known[1:]
		}
		t := totals[known[0]]
		mean := float64(t.sum) / float64(t.n)
		if g.limit > 0 {
			mean = min(mean, float64(g.limit))
		}
		if g.alone {
			alone += mean * float64(g.remaining)
		} else {
			shared += mean * float64(g.remaining)
		}
	}
	return time.Duration(alone + shared/float64(max(1, jobs)))
}
