package papers

import (
	"cmp"
	"maps"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/instances"
)

// Records are runs and what came of them. The methods that select return a new slice in the same order.
type Records []campaign.Record

// Where returns the records that f accepts.
func (r Records) Where(f func(*campaign.Record) bool) Records {
	var chosen Records
	for i := range r {
		if f(&r[i]) {
			chosen = append(chosen, r[i])
		}
	}
	return chosen
}

// Grid returns the records of one of the grids.
func (r Records) Grid(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Grid) })
}

// Set returns the records about instances of one of the sets.
func (r Records) Set(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Set) })
}

// Method returns the records of one of the methods.
func (r Records) Method(names ...string) Records {
	return r.Where(func(x *campaign.Record) bool { return slices.Contains(names, x.Method) })
}

// Ran returns the records of runs that took place: those of solvers that are not installed are left out.
func (r Records) Ran() Records {
	return r.Where(func(x *campaign.Record) bool { return x.Outcome != campaign.Unavailable })
}

// Succeeded returns the records of runs that did what their task asks for.
func (r Records) Succeeded() Records {
	return r.Where(func(x *campaign.Record) bool { return x.Outcome.Success() })
}

// Values returns what f says of each record, in order.
func (r Records) Values(f Quantity) []float64 {
	v := make([]float64, len(r))
	for i := range r {
		v[i] = f(&r[i])
	}
	return v
}

// Successes says of each record whether the run did what its task asks for, in order.
func (r Records) Successes() []bool {
	v := make([]bool, len(r))
	for i := range r {
		v[i] = r[i].Outcome.Success()
	}
	return v
}

// A Group is the records that have a key in common.
type Group[K any] struct {
	Key     K
	Records Records
}

// GroupBy sorts records into groups by key. Groups are in ascending order of their keys; records keep theirs.
func GroupBy[K cmp.Ordered](r Records, key func(*campaign.Record) K) []Group[K] {
	places := map[K]int{}
	var groups []Group[K]
	for i := range r {
		k := key(&r[i])
		g, ok := places[k]
		if !ok {
			g = len(groups)
			places[k] = g
			groups = append(groups, Group[K]{Key: k})
		}
		groups[g].Records = append(groups[g].Records, r[i])
	}
	slices.SortFunc(groups, func(a, b Group[K]) int { return cmp.Compare(a.Key, b.Key) })
	return groups
}

// Keys of groups, and values.

func Method(r *campaign.Record) string { return r.Method }
func Set(r *campaign.Record) string    { return r.Set }
func Order(r *campaign.Record) int     { return r.Order }

// Wall is the time of the whole run in seconds, on the clock.
func Wall(r *campaign.Record) float64 { return r.Wall.Seconds() }

// Busy is the time of all phases together in seconds: preprocessing, encoding and solving.
func Busy(r *campaign.Record) float64 {
	return (r.Stats.Preprocess + r.Stats.Encode + r.Stats.Solve).Seconds()
}

// Solve is the time of the search alone in seconds.
func Solve(r *campaign.Record) float64 { return r.Stats.Solve.Seconds() }

// Nodes is the number of nodes of the search tree, or of assignments tried.
func Nodes(r *campaign.Record) float64 { return float64(r.Stats.Effort.Nodes) }

// Moves is the number of moves of a local search.
func Moves(r *campaign.Record) float64 { return float64(r.Stats.Effort.Iterations) }

// Restarts is the number of restarts.
func Restarts(r *campaign.Record) float64 { return float64(r.Stats.Effort.Restarts) }

// Clues is the number of givens of the puzzle.
func Clues(r *campaign.Record) float64 { return float64(r.Clues) }

// Value returns the function that takes from a record what its task measured under a name; 0 where it did not.
func Value(name string) Quantity {
	return func(r *campaign.Record) float64 { return r.Values[name] }
}

// An Instance names a puzzle of a set, for pairing what two methods did with it.
type Instance struct {
	Set       string
	Index     int
	Replicate int
}

func instanceOf(r *campaign.Record) Instance { return Instance{Set: r.Set, Index: r.Index} }

// byInstance returns the values of records by a key, and the keys in ascending order.
func byInstance(r Records, value Quantity, key func(*campaign.Record) Instance) ([]Instance, map[Instance][]float64) {
	values := map[Instance][]float64{}
	for i := range r {
		k := key(&r[i])
		values[k] = append(values[k], value(&r[i]))
	}
	return slices.SortedFunc(maps.Keys(values), func(a, b Instance) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Replicate, b.Replicate))
	}), values
}

// PerInstance returns for each instance of the records, in order of set and index, what combine makes of its values: means
// or medians over replicates, for tests that ask for independent observations.
func PerInstance(r Records, value Quantity, combine func([]float64) float64) []float64 {
	instances, values := byInstance(r, value, instanceOf)
	combined := make([]float64, len(instances))
	for i, at := range instances {
		combined[i] = combine(values[at])
	}
	return combined
}

// Pairs returns the values of the runs of two methods on the same instances and replicates: x[i] and y[i] are about the same
// one. Where a method has several records of it, the last counts; what only one of them has is left out.
func Pairs(r Records, methodX, methodY string, value Quantity) (x, y []float64) {
	replicate := func(r *campaign.Record) Instance { return Instance{r.Set, r.Index, r.Replicate} }
	return pairs(r, methodX, methodY, value, replicate, func(v []float64) float64 { return v[len(v)-1] })
}

// PairInstances is Pairs over instances: combine makes one value of those of the replicates.
func PairInstances(r Records, methodX, methodY string, value Quantity, combine func([]float64) float64) (x, y []float64) {
	return pairs(r, methodX, methodY, value, instanceOf, combine)
}

func pairs(r Records, methodX, methodY string, value Quantity, key func(*campaign.Record) Instance,
	combine func([]float64) float64) (x, y []float64) {
	instances, first := byInstance(r.Method(methodX), value, key)
	_, second := byInstance(r.Method(methodY), value, key)
	for _, at := range instances {
		if v, both := second[at]; both {
			x, y = append(x, combine(first[at])), append(y, combine(v))
		}
	}
	return x, y
}

// StandsIn reports whether another set stands in for the list of puzzles with 17 clues, which was not found.
func (r Records) StandsIn() bool {
	return slices.ContainsFunc(r, func(x campaign.Record) bool { return x.Tags[instances.StandIn] != "" })
}

// NotInstalled lists the methods whose solver was not there, in ascending order.
func (r Records) NotInstalled() []string {
	var names []string
	for i := range r {
		if r[i].Outcome == campaign.Unavailable {
			names = append(names, r[i].Method)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
