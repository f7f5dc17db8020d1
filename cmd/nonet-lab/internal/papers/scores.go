package papers

import (
	"cmp"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// A Contest holds the times of several methods on the same instances: Times[m][i] is the median over replicates of the
// time of Methods[m] on Instances[i], in seconds. It is +Inf if most replicates failed, and NaN if no run reached the
// solver: there was none, or the preprocessor decided the instance.
type Contest struct {
	Methods   []string // in ascending order
	Instances []Instance
	Times     [][]float64
	Before    []int   // Before[m] is the number of instances that the preprocessor of Methods[m] decided
	Limit     float64 // time limit of a run in seconds; 0 means none

	decided []bool // by instance: a method that has times on other instances decided it before its solver
}

// NewContest returns the contest of records. Records of solvers that are not installed are left out.
func NewContest(r Records, value Quantity, limit float64) *Contest {
	r = r.Ran()
	c := &Contest{Limit: limit}
	c.Instances, _ = byInstance(r, value, InstanceOf)
	c.decided = make([]bool, len(c.Instances))
	for _, m := range GroupBy(r, Method) {
		reached, values := byInstance(m.Records.Reached(), OrNever(value), InstanceOf)
		before, _ := byInstance(m.Records.DecidedBefore(), value, InstanceOf)
		times, decided, next := make([]float64, len(c.Instances)), 0, 0
		for i, at := range c.Instances {
			times[i] = math.NaN()
			if next < len(reached) && reached[next] == at {
				times[i] = MedianWithInf(values[next])
				next++
			} else if _, is := slices.BinarySearchFunc(before, at, Instance.compare); is {
				decided++
				c.decided[i] = c.decided[i] || len(reached) > 0
			}
		}
		c.Methods, c.Times, c.Before = append(c.Methods, m.Key), append(c.Times, times), append(c.Before, decided)
	}
	return c
}

// Of returns the times of a method, or nil if the contest does not have it.
func (c *Contest) Of(method string) []float64 {
	if i, ok := slices.BinarySearch(c.Methods, method); ok {
		return c.Times[i]
	}
	return nil
}

// Solved returns the number of instances on which a method reached its solver, and the number of these that it solved.
func (c *Contest) Solved(times []float64) (solved, run int) {
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

// par returns the mean time, where an unsolved instance counts as factor times the limit. It is NaN if an instance is
// unsolved and there is no limit.
func (c *Contest) par(times []float64, factor float64) float64 {
	limit := c.Limit
	if limit <= 0 {
		limit = math.Inf(1)
	}
	var ran []float64
	var done []bool
	for _, t := range times {
		switch {
		case math.IsNaN(t):
			continue
		case math.IsInf(t, 0) && c.Limit <= 0:
			return math.NaN()
		}
		ran, done = append(ran, t), append(done, !math.IsInf(t, 0))
	}
	return stats.PAR(ran, done, limit, factor)
}

// leastTime stands for times that the clock measured as 0, so that logarithms exist: it has no finer steps.
const leastTime = 1e-7

// Penalised returns times with infinite values replaced by twice the limit, so that logarithms exist.
func (c *Contest) Penalised(times []float64) []float64 {
	out := slices.Clone(times)
	for i, t := range out {
		if math.IsInf(t, 0) {
			out[i] = 2 * c.Limit
			if c.Limit <= 0 {
				out[i] = math.NaN()
			}
		}
		out[i] = max(out[i], leastTime)
	}
	return out
}

// Ratio returns the geometric mean of x/y over the instances on which both methods reached their solvers, and the
// number of these.
func (c *Contest) Ratio(x, y []float64) (mean float64, pairs int) {
	lx, ly := c.Logs(x, y)
	if len(lx) == 0 {
		return math.NaN(), 0
	}
	return math.Exp(stats.Mean(lx) - stats.Mean(ly)), len(lx)
}

// Logs returns the logarithms of the penalised times of the instances on which both methods reached their solvers.
func (c *Contest) Logs(x, y []float64) (lx, ly []float64) {
	x, y = c.Penalised(x), c.Penalised(y)
	for i := range min(len(x), len(y)) {
		if !math.IsNaN(x[i]) && !math.IsNaN(y[i]) {
			lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
		}
	}
	return lx, ly
}

// wins counts for each method the instances that it solved first, of the instances that no method with times decided
// before its solver. Methods with equal times share an instance. It is NaN for a method without times.
func (c *Contest) wins() []float64 {
	wins := make([]float64, len(c.Methods))
	for m := range wins {
		if _, run := c.Solved(c.Times[m]); run == 0 {
			wins[m] = math.NaN()
		}
	}
	for i := range c.Instances {
		if c.decided[i] {
			continue
		}
		best, ties := math.Inf(1), 0.0
		for m := range c.Methods {
			switch t := c.Times[m][i]; {
			case t < best:
				best, ties = t, 1
			case t == best:
				ties++
			}
		}
		for m := range c.Methods {
			if !math.IsInf(best, 0) && c.Times[m][i] == best {
				wins[m] += 1 / ties
			}
		}
	}
	return wins
}

// Ranking returns the indices of the methods, the best first. It orders them by the mean logarithm of their penalised
// times, then by the share of instances that they solved. Without a limit there is no penalty. The methods that solved
// all instances on which they ran then come first, and the share alone orders the others. Methods without times come
// last.
//
// Methods may have times on different instances. So Ranking subtracts from each logarithm the mean over the methods
// that have a time on the instance.
func (c *Contest) Ranking() []int {
	order, key := make([]int, len(c.Methods)), make([]float64, len(c.Methods))
	logs := make([][]float64, len(c.Methods))
	for m, times := range c.Times {
		order[m], logs[m] = m, c.Penalised(times)
		for i, t := range logs[m] {
			logs[m][i] = math.Log(t)
		}
	}
	for i := range c.Instances {
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
		if solved, run := c.Solved(c.Times[m]); run == 0 || c.Limit <= 0 && solved < run {
			key[m] = math.Inf(1)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		sa, ra := c.Solved(c.Times[a])
		sb, rb := c.Solved(c.Times[b])
		return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(float64(sb)/float64(rb), float64(sa)/float64(ra)))
	})
	return order
}

// A Standing is the result of one method in a contest. Run are the instances that reached its solver; Solved are the
// solved instances among these; Before are the instances that the preprocessor decided. Times are by instance:
// infinite where most replicates failed, NaN where no run reached the solver.
type Standing struct {
	Method              string
	Records             Records
	Run, Solved, Before int
	Times               []float64
	PAR2, PAR10         float64 // mean times, where an unsolved instance counts as 2 or 10 times the limit
	Wins                float64 // instances that it solved first, see wins
	// Ratio is the geometric mean of the penalised times relative to the first method's, on the instances on which both
	// reached their solvers. P is of Wilcoxon's test on the logarithms of these times, after Holm; NaN for the first.
	Ratio, P float64
}

func (s Standing) ratio() float64 { return s.Ratio }

// Fastest returns the least ratio of a contest.
func Fastest[S interface{ ratio() float64 }](contest []S) float64 {
	return Least(Each(contest, S.ratio))
}

// Standings returns the results of all methods on the same instances, in the order of the ranking.
func Standings(limit float64, r Records) []Standing {
	c := NewContest(r, Time, limit)
	order, wins := c.Ranking(), c.wins()
	all, ps := make([]Standing, len(order)), make([]float64, len(order))
	for i, m := range order {
		times, best := c.Times[m], c.Times[order[0]]
		solved, run := c.Solved(times)
		ratio, pairs := c.Ratio(times, best)
		all[i] = Standing{Method: c.Methods[m], Records: r.Method(c.Methods[m]), Run: run, Solved: solved,
			Before: c.Before[m], Times: times,
			PAR2: c.par(times, 2), PAR10: c.par(times, 10), Wins: wins[m], Ratio: ratio}
		ps[i] = math.NaN()
		if i > 0 && pairs > 0 {
			ps[i] = stats.Wilcoxon(c.Logs(times, best)).P
		}
	}
	for i, p := range stats.Holm(ps) {
		all[i].P = p
	}
	return all
}

// byMethod returns the standings of some methods, nil for all, by name: so a method has the same colour in all figures.
func byMethod(contest []Standing, methods []string) []Standing {
	contest = slice.Filter(contest,
		func(s Standing) bool { return methods == nil || slices.Contains(methods, s.Method) })
	slices.SortFunc(contest, func(a, b Standing) int { return cmp.Compare(a.Method, b.Method) })
	return contest
}
