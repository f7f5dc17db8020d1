package hitting

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"slices"
)

// A Result is what is known of the smallest hitting sets.
type Result struct {
	Elements   []int // a smallest one in increasing order if Exact, and otherwise the smallest that was found
	LowerBound int   // every hitting set has as many elements or more; len(Hit) if Exact
	Exact      bool
	Nodes      int64 // of the search
}

// Minimum returns a smallest set that hits all of sets, which are sets of elements 0..n-1. If budget is positive, it stops after so many
// nodes of its search; the result then says how far it came. So it does when ctx ends, and returns ctx.Err(), too. An empty set cannot be
// hit: that is a mistake of the caller, and a panic.
//
// It looks for a hitting set of k elements, first with k the number of sets that are pairwise disjoint, then with one more each time. The
// search takes a set that is not hit yet, with the fewest elements that may be taken, and takes each of these in turn; the ones before
// are then not to be taken, so that no hitting set is looked at twice. It turns back where more sets that are disjoint in what may be taken
// are left than elements.
func Minimum(ctx context.Context, n int, sets []Set, budget int64) (Result, error) {
	if slices.ContainsFunc(sets, func(s Set) bool { return s.Len() == 0 }) {
		panic("hitting: an empty set cannot be hit")
	}
	s := &search{ctx: ctx, budget: budget, sets: InclusionMinimal(sets), taken: NewSet(n), excluded: NewSet(n), packed: NewSet(n)}
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
	excluded Set // elements that are not to be taken
	packed   Set // scratch
	nodes    int64
	budget   int64
	stopped  bool
}

// hitAll takes at most k elements more so that all sets are hit, or reports that this cannot be done and takes none.
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

// Disjoint returns the indices of sets that are pairwise disjoint, increasing. Their number is a lower bound on every hitting set. Sets are
// taken greedily, first those that meet the fewest others.
func Disjoint(n int, sets []Set) []int {
	order := make([]int, len(sets))
	meets := make([]int, len(sets))
	for i := range sets {
		order[i] = i
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
			packed.UnionWith(sets[i])
			chosen = append(chosen, i)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// greedy returns a hitting set: again and again the element that hits most of the sets that are left, without those that turn out not to
// be needed.
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

// InclusionMinimal returns the sets that contain no other of them, each once, by size and otherwise in the order in which they come. A set that hits
// these hits all.
func InclusionMinimal(sets []Set) []Set {
	order := slices.Clone(sets)
	slices.SortStableFunc(order, func(s, t Set) int { return cmp.Compare(s.Len(), t.Len()) })
	var kept []Set
	for _, s := range order {
		if !slices.ContainsFunc(kept, func(t Set) bool { return t.SubsetOf(s) }) {
			kept = append(kept, s)
		}
	}
	return kept
}
