package papers

import (
	"cmp"
	"math"
	"slices"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/cmd/nonet-lab/internal/stats"
)

// Records are the records of runs, a slice that does not change. Methods that select return the same records in the
// same order.
type Records []*campaign.Record

// Where returns the records that f accepts.
func (r Records) Where(f func(*campaign.Record) bool) Records {
	not := func(x *campaign.Record) bool { return !f(x) }
	i := slices.IndexFunc(r, not)
	if i < 0 {
		return slices.Clip(r)
	}
	return slices.DeleteFunc(slices.Clone(r), not)
}

// Grid returns the records of one of the grids.
func (r Records) Grid(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Grid) })
}

// Set returns the records of the instances of one of the sets.
func (r Records) Set(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Set) })
}

// Method returns the records of one of the methods.
func (r Records) Method(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Method) })
}

// Ran returns the records of runs whose solver is installed.
func (r Records) Ran() Records {
	return r.Where(func(x *campaign.Record) bool { return x.Outcome != campaign.Unavailable })
}

// Reached returns the records of runs that the preprocessor did not decide before the solver.
func (r Records) Reached() Records {
	return r.Where(func(x *campaign.Record) bool { return !x.DecidedBefore() })
}

// DecidedBefore returns the records of runs that the preprocessor decided: their solver did not run.
func (r Records) DecidedBefore() Records { return r.Where((*campaign.Record).DecidedBefore) }

// Succeeded returns the records of successful runs.
func (r Records) Succeeded() Records {
	return r.Where(func(x *campaign.Record) bool { return x.Outcome.Success() })
}

// Values returns f of each record, in order.
func (r Records) Values(f Quantity) []float64 { return Each(r, f) }

// Successes reports for each record, in order, whether the run was successful.
func (r Records) Successes() []bool {
	return Each(r, func(x *campaign.Record) bool { return x.Outcome.Success() })
}

// A Group holds the records with the same key.
type Group[K any] struct {
	Key     K
	Records Records
}

// GroupBy groups records by key. Groups are in ascending order of their keys; the records of a group keep their order.
func GroupBy[K cmp.Ordered](r Records, key func(*campaign.Record) K) []Group[K] {
	places := map[K]int{}
	var groups []Group[K]
	for _, x := range r {
		k := key(x)
		g, known := places[k]
		if !known {
			g = len(groups)
			places[k], groups = g, append(groups, Group[K]{Key: k})
		}
		groups[g].Records = append(groups[g].Records, x)
	}
	slices.SortFunc(groups, func(a, b Group[K]) int { return cmp.Compare(a.Key, b.Key) })
	return groups
}

// Keys returns the keys of groups.
func Keys[K any](groups []Group[K]) []K { return Each(groups, func(g Group[K]) K { return g.Key }) }

// A Quantity is a function that returns a number of a record.
type Quantity func(*campaign.Record) float64

// Between returns the records whose quantity lies between two numbers, both included.
func (r Records) Between(q Quantity, lo, hi float64) Records {
	return r.Where(func(x *campaign.Record) bool { v := q(x); return lo <= v && v <= hi })
}

// Median returns the median of a quantity.
func (r Records) Median(q Quantity) float64 { return stats.Median(r.Values(q)) }

// Mean returns the mean of a quantity.
func (r Records) Mean(q Quantity) float64 { return stats.Mean(r.Values(q)) }

// Keys of groups, and values.

func Method(r *campaign.Record) string { return r.Method }
func Set(r *campaign.Record) string    { return r.Set }
func Order(r *campaign.Record) int     { return r.Order }
func Index(r *campaign.Record) int     { return r.Index }

// Wall returns the wall time of the run in seconds.
func Wall(r *campaign.Record) float64 { return r.Wall.Seconds() }

// CPU returns the processor time of the run in seconds, NaN if it was not measured.
func CPU(r *campaign.Record) float64 {
	if r.CPU == 0 {
		return math.NaN()
	}
	return r.CPU.Seconds()
}

// Time returns the processor time of the run in seconds, programs that it started included. Where that was not
// measured, because the run had company, it returns the wall time.
func Time(r *campaign.Record) float64 {
	if r.CPU > 0 {
		return r.CPU.Seconds()
	}
	return Wall(r)
}

// Solve is the time of the search alone in seconds.
func Solve(r *campaign.Record) float64 { return r.Stats.Solve.Seconds() }

// Nodes is the number of nodes of the search tree, or of assignments tried.
func Nodes(r *campaign.Record) float64 { return float64(r.Stats.Effort.Nodes) }

// Moves is the number of moves of a local search.
func Moves(r *campaign.Record) float64 { return float64(r.Stats.Effort.Iterations) }

// Restarts is the number of restarts.
func Restarts(r *campaign.Record) float64 { return float64(r.Stats.Effort.Restarts) }

// The following are counters of the solver, sizes of the formula, and times of phases in seconds.

func Conflicts(r *campaign.Record) float64  { return float64(r.Stats.Effort.Conflicts) }
func Decisions(r *campaign.Record) float64  { return float64(r.Stats.Effort.Decisions) }
func Programs(r *campaign.Record) float64   { return float64(r.Stats.Effort.LPs) }
func Variables(r *campaign.Record) float64  { return float64(r.Stats.Size.Variables) }
func Encode(r *campaign.Record) float64     { return r.Stats.Encode.Seconds() }
func Preprocess(r *campaign.Record) float64 { return r.Stats.Preprocess.Seconds() }

// Sizes are the sizes of a formula by name.
var Sizes = map[string]Quantity{
	"variables":   Variables,
	"constraints": func(r *campaign.Record) float64 { return float64(r.Stats.Size.Constraints) },
	"clauses":     func(r *campaign.Record) float64 { return float64(r.Stats.Size.Clauses) },
	"literals":    func(r *campaign.Record) float64 { return float64(r.Stats.Size.Literals) },
	"rows":        func(r *campaign.Record) float64 { return float64(r.Stats.Size.Rows) },
	"nonzeros":    func(r *campaign.Record) float64 { return float64(r.Stats.Size.Nonzeros) },
}

// Entries is the number of literals or nonzeros.
func Entries(r *campaign.Record) float64 {
	return float64(max(r.Stats.Size.Literals, r.Stats.Size.Nonzeros))
}

// Clues is the number of givens of the puzzle.
func Clues(r *campaign.Record) float64 { return float64(r.Clues) }

// Value returns a function that returns the value which the task of a run has measured under a name, or 0.
func Value(name string) Quantity {
	return func(r *campaign.Record) float64 { return r.Values[name] }
}

// An Instance identifies a puzzle of a set, so that the runs of two methods on it can be paired.
type Instance struct {
	Set       string
	Index     int
	Replicate int
}

// Leading returns the first n items of each kind.
func Leading[T any](n int, all []T, kindOf func(T) string) (some []T) {
	seen := map[string]int{}
	for _, x := range all {
		kind := kindOf(x)
		if seen[kind]++; seen[kind] <= n {
			some = append(some, x)
		}
	}
	return some
}

// InstanceOf returns the instance of a record, for all replicates.
func InstanceOf(r *campaign.Record) Instance { return Instance{Set: r.Set, Index: r.Index} }

func (i Instance) compare(j Instance) int {
	if i.Set == j.Set && i.Index != j.Index { // as most are
		return cmp.Compare(i.Index, j.Index)
	}
	return cmp.Or(cmp.Compare(i.Set, j.Set), cmp.Compare(i.Replicate, j.Replicate))
}

// byInstance returns the keys of records in ascending order, and the values of each. Those of one key keep their order.
func byInstance(r Records, value Quantity, key func(*campaign.Record) Instance) (all []Instance, of [][]float64) {
	keys, order, values := make([]Instance, len(r)), make([]int, len(r)), make([]float64, len(r))
	for i := range r {
		keys[i], order[i] = key(r[i]), i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(keys[i].compare(keys[j]), i-j) })
	all, of = make([]Instance, 0, len(r)), make([][]float64, 0, len(r))
	first := 0
	for k, i := range order {
		if values[k] = value(r[i]); k+1 == len(r) || keys[i] != keys[order[k+1]] {
			all, of = append(all, keys[i]), append(of, values[first:k+1:k+1])
			first = k + 1
		}
	}
	return all, of
}

// PerInstance combines the values of each instance into one, such as the mean or median over its replicates, in order
// of set and index. Tests use these values, since they need independent observations.
func PerInstance(r Records, value Quantity, combine func([]float64) float64) []float64 {
	_, values := byInstance(r, value, InstanceOf)
	return Each(values, combine)
}

// Puzzles returns the mean of a quantity for each puzzle.
func Puzzles(r Records, q Quantity) []float64 { return PerInstance(r, q, stats.Mean) }

// Medians returns the median of a quantity for each puzzle.
func Medians(r Records, q Quantity) []float64 { return PerInstance(r, q, stats.Median) }

// Pairs returns the values of two methods on the same instances and replicates: x[i] and y[i] belong to the same
// instance and replicate. Of several records of one method the last counts. A run without a partner is left out.
func Pairs(r Records, methodX, methodY string, value Quantity) (x, y []float64) {
	replicate := func(r *campaign.Record) Instance { return Instance{r.Set, r.Index, r.Replicate} }
	return pairs(r, methodX, methodY, value, replicate, func(v []float64) float64 { return v[len(v)-1] })
}

// PairInstances is Pairs with one pair for each instance: combine reduces the replicates of an instance to one value.
func PairInstances(r Records, methodX, methodY string, value Quantity, combine func([]float64) float64) (x,
	y []float64) {
	return pairs(r, methodX, methodY, value, InstanceOf, combine)
}

func pairs(r Records, methodX, methodY string, value Quantity, key func(*campaign.Record) Instance,
	combine func([]float64) float64) (x, y []float64) {
	first, xs := byInstance(r.Method(methodX), value, key)
	second, ys := byInstance(r.Method(methodY), value, key)
	for i, at := range first {
		if k, both := slices.BinarySearchFunc(second, at, Instance.compare); both {
			x, y = append(x, combine(xs[i])), append(y, combine(ys[k]))
		}
	}
	return x, y
}

// StandsIn reports whether another set replaces the list of puzzles with 17 clues. A set replaces the list if the list
// was not found.
func (r Records) StandsIn() bool {
	return slices.ContainsFunc(r, func(x *campaign.Record) bool { return x.Tags[instances.StandIn] != "" })
}

// NotInstalled returns the methods whose solver was not installed, in ascending order.
func (r Records) NotInstalled() []string {
	return Keys(GroupBy(r.Where(func(x *campaign.Record) bool { return x.Outcome == campaign.Unavailable }), Method))
}
