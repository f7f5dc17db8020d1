package native

import (
	"cmp"
	"math"
	"slices"

	"nonet/backends/internal/tournament"
	"nonet/internal/slice"
	"nonet/model"
)

// degrees returns the number of constraints that mention each variable, not counting givens.
func degrees(m *model.Model) []int {
	degree := make([]int, len(m.Vars))
	for _, c := range m.Constraints {
		if _, ok := c.(model.Given); ok {
			continue
		}
		for _, v := range c.Scope() {
			degree[v]++
		}
	}
	return degree
}

// byWeight returns the indices of weight, by decreasing weight; ties by increasing index.
func byWeight(weight []int) []int32 {
	order := slice.Indices[int32](len(weight))
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(weight[b], weight[a]) })
	return order
}

// maxScan is the largest number of variables of which each branching looks at all. A scan is faster for few: a tree
// takes some steps for each change. Where two values are left, the scan takes the first variable that it finds, and the
// tree the one in the most constraints.
const maxScan = 4096

// choose returns the variable to branch on, by Options.Order, or -1 if all variables are fixed.
func (s *general) choose() int32 {
	switch {
	case s.tree != nil:
		return s.chooseFromTree()
	case s.options.Order == Lexicographic:
		return s.chooseFirst()
	case s.weighted():
		return s.chooseByWeight()
	}
	best, fewest := int32(-1), math.MaxInt
	for i := 0; i < s.unfixed; i++ {
		v := s.openVars[i]
		n := s.engine.size(v)
		switch {
		case n == 1:
			i = s.dropFixed(i)
		case n == 2:
			return v // without the tie-break, so that the scan can stop
		case n < fewest || n == fewest && s.position[v] < s.position[best]:
			best, fewest = v, n
		}
	}
	return best
}

// weighted reports whether the next variable depends on weights.
func (s *general) weighted() bool {
	return s.options.Order == Weighted || s.options.Order == FewestThenWeighted && s.restart.restarts > 0
}

func (s *general) bumpWeights(vars []int32) {
	s.restart.bumpWeights(vars)
	for _, v := range vars {
		if s.tree != nil {
			s.tree.Touch(s.position[v])
		}
	}
}

// resetTree makes the tree look at all variables, of which none has lost values on the path.
func (s *general) resetTree() {
	if s.tree != nil {
		s.tree.Reset(len(s.order))
		s.changed, s.touched = s.changed[:0], 0
	}
}

// touchSince restores the tree after the choice has been undone.
func (s *general) touchSince(c choice) {
	if s.tree != nil {
		for _, v := range s.changed[c.changed:] {
			s.tree.Touch(s.position[v])
		}
		s.changed, s.touched = s.changed[:c.changed], int(c.changed)
	}
}

func (s *general) chooseFromTree() int32 {
	for ; s.touched < len(s.changed); s.touched++ {
		s.tree.Touch(s.position[s.changed[s.touched]])
	}
	weighted := s.weighted()
	best := s.tree.Best(func(position int32) uint64 {
		v := s.order[position]
		switch n := s.engine.size(v); {
		case n == 1:
			return tournament.None
		case s.options.Order == Lexicographic:
			return 0
		case weighted:
			return math.Float64bits(float64(n) / float64(s.restart.weights[v])) // in the order of the ratios
		default:
			return uint64(n)
		}
	})
	if best < 0 {
		return -1
	}
	return s.order[best]
}

// dropFixed removes openVars[i], which is fixed, from the scanned part. It returns the index after which the scan
// continues.
func (s *general) dropFixed(i int) int {
	s.unfixed--
	s.openVars[i], s.openVars[s.unfixed] = s.openVars[s.unfixed], s.openVars[i]
	return i - 1
}

func (s *general) chooseFirst() int32 {
	for _, v := range s.order {
		if !s.engine.fixed(v) {
			return v
		}
	}
	return -1
}

// chooseByWeight returns a variable with the smallest ratio of values left to weight, or -1 if all are fixed.
func (s *general) chooseByWeight() int32 {
	best, fewest, heaviest := int32(-1), 1, 0
	for i := 0; i < s.unfixed; i++ {
		v := s.openVars[i]
		n, weight := s.engine.size(v), int(s.restart.weights[v])
		if n == 1 {
			i = s.dropFixed(i)
			continue
		}
		if d := n*heaviest - fewest*weight; best < 0 || d < 0 || d == 0 && s.position[v] < s.position[best] {
			best, fewest, heaviest = v, n, weight
		}
	}
	return best
}
