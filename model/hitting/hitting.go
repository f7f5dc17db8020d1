package hitting

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"

	"nonet/internal/slice"
)

// A Result is the smallest hitting set that a search found, and a lower bound on all hitting sets.
type Result struct {
	Elements   []int // the smallest hitting set found, increasing; a minimum one if Exact
	LowerBound int   // every hitting set has at least this many elements; len(Elements) if Exact
	Exact      bool
	Nodes      int64 // nodes of the search tree
}

// Minimum returns a minimum hitting set of sets, whose elements are 0..n-1. If budget is positive, it stops after that
// many nodes and returns the best set and bound so far. If ctx ends, it does the same and returns ctx.Err(), too. It
// panics on an empty set, which cannot be hit.
//
// It looks for a hitting set of k elements, first with k the size of a set of pairwise disjoint sets, then with k
// increased by one each time. A node selects a set that is not hit yet, with the fewest elements that are not excluded,
// and branches on each of these elements. The elements of the earlier branches are excluded in the later ones, so that
// no hitting set is visited twice. A node is pruned if more pairwise disjoint sets remain, after removing the excluded
// elements, than elements may be taken.
func Minimum(ctx context.Context, n int, sets []Set, budget int64) (Result, error) {
	if slices.ContainsFunc(sets, func(s Set) bool { return s.Len() == 0 }) {
		panic("hitting: an empty set cannot be hit")
	}
	s := &search{ctx: ctx, budget: budget, sets: InclusionMinimal(sets), taken: NewSet(n), excluded: NewSet(n),
		packed: NewSet(n)}
	if budget <= 0 {
		s.budget = math.MaxInt64
	}
	var r Result
	r.Elements = greedy(n, s.sets)
	for r.LowerBound = len(Disjoint(n, s.sets)); r.LowerBound < len(r.Elements); r.LowerBound++ {
		found := s.hitAll(r.LowerBound)
		if s.stopped {
			r.Nodes = s.nodes
			return r, ctx.Err()
		}
		if found {
			r.Elements = s.taken.Elements()
			break
		}
	}
	r.LowerBound, r.Exact, r.Nodes = len(r.Elements), true, s.nodes
	return r, nil
}

type search struct {
	ctx      context.Context
	sets     []Set
	taken    Set
	excluded Set // elements that must not be taken in this branch
	packed   Set // scratch of hitAll: the union of the disjoint sets
	nodes    int64
	budget   int64
	stopped  bool
}

// hitAll takes at most k further elements so that all sets are hit. If that is impossible it takes none and returns
// false.
func (s *search) hitAll(k int) bool {
	if s.nodes++; s.nodes >= s.budget || s.nodes%1024 == 1 && s.ctx.Err() != nil {
		s.stopped = true
		return false
	}
	best, fewest := -1, math.MaxInt
	clear(s.packed)
	disjoint := 0
	for i, set := range s.sets {
		if set.Intersects(s.taken) {
			continue
		}
		free, packs := 0, true
		for w, all := range set {
			left := all &^ s.excluded[w]
			free += bits.OnesCount64(left)
			packs = packs && left&s.packed[w] == 0
		}
		if free < fewest {
			best, fewest = i, free
		}
		if packs {
			if disjoint++; disjoint > k {
				return false
			}
			for w, all := range set {
				s.packed[w] |= all &^ s.excluded[w]
			}
		}
	}
	if best < 0 {
		return true
	}
	if fewest == 0 || k == 0 {
		return false
	}
	var tried []int
	found := false
	for _, e := range s.sets[best].Elements() {
		if s.excluded.Has(e) {
			continue
		}
		s.taken.Add(e)
		if found = s.hitAll(k - 1); found {
			break
		}
		s.taken.Remove(e)
		if s.stopped {
			break
		}
		s.excluded.Add(e)
		tried = append(tried, e)
	}
	for _, e := range tried {
		s.excluded.Remove(e)
	}
	return found
}

// Disjoint returns the indices of pairwise disjoint sets, increasing. Their number is a lower bound on the size of
// every hitting set. It chooses greedily, sets that intersect the fewest others first.
func Disjoint(n int, sets []Set) []int {
	order := slice.Indices[int](len(sets))
	meets := make([]int, len(sets))
	for i := range sets {
		for j := range i {
			if sets[i].Intersects(sets[j]) {
				meets[i]++
				meets[j]++
			}
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(meets[i], meets[j]) })
	packed := NewSet(n)
	var chosen []int
	for _, i := range order {
		if !sets[i].Intersects(packed) {
			packed.AddAll(sets[i])
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// greedy returns a hitting set: it repeatedly takes the element that hits the most remaining sets, and in the end
// removes elements that are not needed.
func greedy(n int, sets []Set) []int {
	taken := NewSet(n)
	for {
		hits := make([]int, n)
		best := 0
		for _, s := range sets {
			if s.Intersects(taken) {
				continue
			}
			for _, e := range s.Elements() {
				if hits[e]++; hits[e] > hits[best] {
					best = e
				}
			}
		}
		if n == 0 || hits[best] == 0 {
			break
		}
		taken.Add(best)
	}
	for _, e := range taken.Elements() {
		taken.Remove(e)
		if slices.ContainsFunc(sets, func(s Set) bool { return !s.Intersects(taken) }) {
			taken.Add(e)
		}
	}
	return taken.Elements()
}

// InclusionMinimal returns the sets that contain no other set of the collection, each once, sorted by size and
// otherwise in their order. A set that hits these hits all.
func InclusionMinimal(sets []Set) []Set {
	sorted := slices.Clone(sets)
	slices.SortStableFunc(sorted, func(s, t Set) int { return cmp.Compare(s.Len(), t.Len()) })
	var kept []Set
	for _, s := range sorted {
		if !slices.ContainsFunc(kept, func(t Set) bool { return t.SubsetOf(s) }) {
			kept = append(kept, s)
		}
	}
	return kept
}

// A Set is a bit set of the numbers 0..n-1 for a fixed n. Operations on two sets require the same n.
type Set = slice.Set

// NewSet returns a set for numbers 0..n-1 with the given elements.
func NewSet(n int, elements ...int) Set { return slice.NewSet(n, elements...) }
