package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

// A contest is what methods took for the same instances: times[m][i] is the median over the replicates of what methods[m] took for instances[i],
// in seconds; infinite if it mostly failed, NaN if it was not run on it.
type contest struct {
	methods   []string // in ascending order
	instances []Instance
	times     [][]float64
	limit     float64 // on the time of a run, in seconds; 0: none
}

// newContest makes a contest of records, from which those of missing solvers are left out.
func newContest(r Records, value func(*campaign.Record) float64, limit float64) *contest {
	c := &contest{limit: limit}
	r = r.Ran()
	places := map[Instance]int{}
	for i := range r {
		places[instanceOf(&r[i])] = 0
	}
	for p := range places {
		c.instances = append(c.instances, p)
	}
	slices.SortFunc(c.instances, func(a, b Instance) int { return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Index, b.Index)) })
	for i, p := range c.instances {
		places[p] = i
	}
	for _, m := range GroupBy(r, Method) {
		values := make([][]float64, len(c.instances))
		for i := range m.Records {
			x := &m.Records[i]
			t := math.Inf(1)
			if x.Outcome.Success() {
				t = value(x)
			}
			at := places[instanceOf(x)]
			values[at] = append(values[at], t)
		}
		times := make([]float64, len(values))
		for i, v := range values {
			times[i] = medianOrEndless(v)
		}
		c.methods = append(c.methods, m.Key)
		c.times = append(c.times, times)
	}
	return c
}

// of returns the times of a method, nil if it is not there.
func (c *contest) of(method string) []float64 {
	if i, ok := slices.BinarySearch(c.methods, method); ok {
		return c.times[i]
	}
	return nil
}

// solved counts the instances that a method was run on, and those that it solved.
func (c *contest) solved(times []float64) (solved, run int) {
	for _, t := range times {
		if !math.IsNaN(t) {
			run++
			if !math.IsInf(t, 0) {
				solved++
			}
		}
	}
	return solved, run
}

// par is the mean time, in which what was not solved counts as factor times the limit; NaN if there are such and there is no limit.
func (c *contest) par(times []float64, factor float64) float64 {
	var ran []float64
	var done []bool
	for _, t := range times {
		switch {
		case math.IsNaN(t):
			continue
		case math.IsInf(t, 0) && c.limit <= 0:
			return math.NaN()
		}
		ran, done = append(ran, t), append(done, !math.IsInf(t, 0))
	}
	return stats.PAR(ran, done, c.limit, factor)
}

// penalised returns times with twice the limit in the place of infinite ones, so that they can be compared, and their logarithms taken.
func (c *contest) penalised(times []float64) []float64 {
	out := slices.Clone(times)
	for i, t := range out {
		if math.IsInf(t, 0) {
			out[i] = 2 * c.limit
			if c.limit <= 0 {
				out[i] = math.NaN()
			}
		}
		out[i] = max(out[i], 1e-7) // the clock has no finer steps
	}
	return out
}

// ratio is the geometric mean of what x took relative to y, over the instances that both were run on, and in how many pairs.
func (c *contest) ratio(x, y []float64) (mean float64, pairs int) {
	lx, ly := c.logs(x, y)
	if len(lx) == 0 {
		return math.NaN(), 0
	}
	return math.Exp(stats.Mean(lx) - stats.Mean(ly)), len(lx)
}

// logs returns the logarithms of penalised times of instances that both were run on.
func (c *contest) logs(x, y []float64) (lx, ly []float64) {
	x, y = c.penalised(x), c.penalised(y)
	for i := range min(len(x), len(y)) {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
		}
	}
	return lx, ly
}

// wins counts for each method the instances that it solved first; those that tie share it.
func (c *contest) wins() []float64 {
	wins := make([]float64, len(c.methods))
	for i := range c.instances {
		best, ties := math.Inf(1), 0.0
		for m := range c.methods {
			switch t := c.times[m][i]; {
			case t < best:
				best, ties = t, 1
			case t == best:
				ties++
			}
		}
		for m := range c.methods {
			if !math.IsInf(best, 0) && c.times[m][i] == best {
				wins[m] += 1 / ties
			}
		}
	}
	return wins
}

// ranking returns the indices of the methods, the least mean of the logarithms of penalised times first; those that solved more first where there
// is no limit to penalise by. The logarithms are taken less their mean over the methods that were run on the instance, so that methods can be
// ranked before all of them were run on all instances.
func (c *contest) ranking() []int {
	order, key := make([]int, len(c.methods)), make([]float64, len(c.methods))
	logs := make([][]float64, len(c.methods))
	for m, times := range c.times {
		order[m], logs[m] = m, c.penalised(times)
		for i, t := range logs[m] {
			logs[m][i] = math.Log(t)
		}
	}
	for i := range c.instances {
		sum, n := 0.0, 0.0
		for m := range logs {
			if l := logs[m][i]; !math.IsNaN(l) {
				sum, n = sum+l, n+1
			}
		}
		for m := range logs {
			logs[m][i] -= sum / n
		}
	}
	for m := range logs {
		key[m] = stats.Mean(slices.DeleteFunc(logs[m], math.IsNaN))
		if solved, run := c.solved(c.times[m]); c.limit <= 0 && solved < run {
			key[m] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		sa, ra := c.solved(c.times[a])
		sb, rb := c.solved(c.times[b])
		return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(float64(sb)/float64(rb), float64(sa)/float64(ra)))
	})
	return order
}

// most is how many curves a figure can have that still tells them apart.
const most = 10

// ScoreTable ranks methods that were run on the same instances. It is nil if there is nothing to compare.
func ScoreTable(name string, r Records, limit float64) *report.Table {
	c := newContest(r, Wall, limit)
	if len(c.methods) < 2 || len(c.instances) < 2 {
		return nil
	}
	t := &report.Table{
		Name: slug(name) + "-scores", Title: "Scores",
		Columns: []report.Column{{Title: "method", Text: true}, {Title: "instances solved"}, {Title: "of"}, {Title: "PAR2"}, {Title: "PAR10"}, {Title: "fastest on"},
			{Title: "times the best method"}},
		Notes: []string{"Of each instance the median over replicates counts. PAR2 and PAR10 are mean times in which an instance that was not solved counts as " +
			"twice or ten times the limit; the last column is the geometric mean over instances of the time relative to that of the first method, with twice the " +
			"limit where there was no solution."},
	}
	if limit > 0 {
		t.Notes = append(t.Notes, "The limit is "+report.Duration(limit)+".")
	} else {
		t.Notes = append(t.Notes, "There is no limit on time: methods that failed have no PAR.")
	}
	wins, order := c.wins(), c.ranking()
	for _, m := range order {
		solved, run := c.solved(c.times[m])
		ratio, _ := c.ratio(c.times[m], c.times[order[0]])
		t.Rows = append(t.Rows, []report.Cell{
			report.Words(c.methods[m]), report.Count(solved), report.Count(run), report.Seconds(c.par(c.times[m], 2)), report.Seconds(c.par(c.times[m], 10)),
			report.Number(wins[m]), report.Number(ratio),
		})
	}
	return t
}

// ProfileOf is the performance profile of methods that were run on the same instances, of the best if there are many. It is nil if there is too
// little to show.
func ProfileOf(name string, r Records, limit float64) *report.Picture {
	c := newContest(r, Wall, limit)
	if len(c.methods) < 2 || len(c.instances) < 5 {
		return nil
	}
	order := c.ranking()
	caption := "How many of the instances each method solves within so many times what the best of them took for each. On the left: how often it is the best."
	if len(order) > most {
		caption += fmt.Sprintf(" The %d best of %d methods.", most, len(order))
		order = order[:most]
	}
	var times [][]float64
	for _, m := range order {
		times = append(times, c.times[m])
	}
	p := stats.PerformanceProfile(times)
	chart := &figure.Lines{X: figure.Axis{Label: "times the best", Log: true}, Y: figure.Axis{Label: "share of instances", Min: 0, Max: 1}}
	for i, m := range order {
		curve := figure.Curve{Name: c.methods[m]}
		for k, ratio := range p.Ratios {
			if math.IsInf(ratio, 0) {
				continue
			}
			if k > 0 { // a step
				curve.X, curve.Y = append(curve.X, ratio), append(curve.Y, p.Solved[i][k-1])
			}
			curve.X, curve.Y = append(curve.X, ratio), append(curve.Y, p.Solved[i][k])
		}
		chart.Curves = append(chart.Curves, curve)
	}
	return &report.Picture{Figure: figure.Figure{Name: slug(name) + "-profile", Title: "Performance profile", Caption: caption, Chart: chart}}
}
