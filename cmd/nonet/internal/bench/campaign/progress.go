package campaign

import "time"

// Progress says how far a campaign has come.
type Progress struct {
	Done  int // records, those of earlier sessions included
	Total int
	New   int // records of this session

	Elapsed time.Duration // of this session
	Left    time.Duration // estimated; negative if nothing is known yet
	// Sampled says that every group of the plan has a record, so that Left is worth something: until then it is what is known about the
	// groups that have one, carried over to the others.
	Sampled bool
}

// An estimator foretells how long the rest of a plan takes, from the mean time of the runs of each group.
type estimator struct {
	groups  map[Group]*groupTimes
	unknown int // groups without a record
}

type groupTimes struct {
	alone   bool
	limit   time.Duration
	sum     time.Duration
	n, left int
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
		g.left++
		if wall, ok := done[r.Key]; ok {
			e.done(r.Group(), wall)
		}
	}
	return e
}

// done takes note of a run of a group that has ended.
func (e *estimator) done(group Group, wall time.Duration) {
	g := e.groups[group]
	if g.n == 0 {
		e.unknown--
	}
	g.n++
	g.left--
	g.sum += wall
}

// left returns the time that the rest will take with so many jobs, or -1 if nothing is known. Of a group without a record it takes the mean time
// of its method on the grid, of the grid, or of all runs, whichever is known first.
func (e *estimator) left(jobs int) time.Duration {
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
			alone += mean * float64(g.left)
		} else {
			shared += mean * float64(g.left)
		}
	}
	return time.Duration(alone + shared/float64(max(1, jobs)))
}
