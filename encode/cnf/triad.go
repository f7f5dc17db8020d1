package cnf

import (
	"encoding/binary"
	"slices"

	"nonet/encode"
	"nonet/model"
)

// segments are the sets of variables that two permutations share, and the partitions of the permutations into such
// sets.
type segments struct {
	sets [][]model.Var
	cuts [][]cut // by AllDifferent: its partitions; none if it is not a permutation
}

// A cut is a partition of the scope of an AllDifferent. An element is the index of a segment, or ^v for the single
// variable v.
type cut []int

// triad encodes the model by segments. On the empty grid of order n with N = n² values it has N² + 4N² "exactly one"
// constraints over values and segments, and 2nN² that define as many auxiliary variables: in all N²(1+K) +
// 2nN²(1+C(n+1,2)) + 4N²(1+C(n,2)) clauses pairwise, where K = N(N-1)/2 and C(k,2) = k(k-1)/2.
func (b *builder) triad() {
	if b.structure.segments == nil {
		b.structure.segments = b.findSegments()
	}
	s := b.structure.segments
	for v := range b.freeVars() {
		b.exactlyOneValue(v)
	}
	triads := b.defineTriads(s.sets)
	var parts []Lit
	for i := range b.alldiffs {
		cuts := s.cuts[i]
		if len(cuts) == 0 {
			b.eachValueOnce(i)
			continue
		}
		for _, g := range b.groupsOf(i) {
			for _, c := range cuts {
				parts = parts[:0]
				for _, part := range c {
					l := falseLit
					if part < 0 {
						l = b.valueLit(model.Var(^part), b.valueIndex.Value(int(g.rank)))
					} else {
						l = triads[part].lit(g.rank)
					}
					if l != falseLit {
						parts = append(parts, l)
					}
				}
				b.valueExactlyOnce(i, g.rank, parts)
			}
		}
	}
}

// A triadSet holds the triads of a segment: for each rank that some variable of the segment may take, a literal that is
// true if one takes it.
type triadSet struct {
	groups []group
	lits   []Lit
}

// lit returns the triad of a rank, or falseLit if no variable of the segment may take it.
func (t triadSet) lit(rank int32) Lit {
	for i, g := range t.groups {
		if g.rank == rank {
			return t.lits[i]
		}
	}
	return falseLit
}

// defineTriads adds an auxiliary variable, the triad, for each segment and value, and states that exactly one of these
// is true: a variable of the segment has the value, or the triad is false. If only one variable may have the value, its
// literal serves as the triad.
func (b *builder) defineTriads(sets [][]model.Var) []triadSet {
	triads := make([]triadSet, len(sets))
	eliminated := len(b.eliminated)
	from := len(b.groups)
	for i, s := range sets {
		a := alldiff{scope: s}
		b.groupByValue(&a)
		triads[i].groups = b.groups[a.from:a.to:a.to]
	}
	b.eliminated = b.eliminated[:eliminated] // the permutations have eliminated the same atoms
	lits := make([]Lit, 0, len(b.groups)-from)
	var members []Lit
	for i := range triads {
		t := &triads[i]
		start := len(lits)
		for _, g := range t.groups {
			if g.to-g.from == 1 {
				lits = append(lits, b.lits[g.from])
				continue
			}
			source := func() encode.Source {
				s := encode.InSegment.OfVariable(encode.None).WithValue(b.valueIndex.Value(int(g.rank)))
				s.Segment = sets[i]
				return s
			}
			if b.recorder != nil {
				b.setSource(source())
			}
			l := b.f.NewVar()
			if b.recorder != nil {
				b.recordMeaning(l, meaning{oneOf: slices.Clone(b.members(g))})
			}
			lits = append(lits, l)
			members = append(append(members[:0], b.members(g)...), -l)
			b.addExactlyOne(members, source)
		}
		t.lits = lits[start:]
	}
	return triads
}

// findSegments intersects the permutations with each other and finds the partitions of each into segments.
func (b *builder) findSegments() *segments {
	s := &segments{cuts: make([][]cut, len(b.alldiffs))}
	holders := b.alldiffsByVar(func(a *alldiff) bool { return a.permutation })
	numbers := map[string]int{} // the index of each segment, by its set of variables
	for i := range b.alldiffs {
		if !b.alldiffs[i].permutation {
			continue
		}
		shared := b.intersections(i, holders)
		for _, parts := range findCuts(b.alldiffs[i].scope, shared) {
			var c cut
			for _, part := range parts {
				if len(part) == 1 {
					c = append(c, ^int(part[0]))
					continue
				}
				set := slices.Sorted(slices.Values(part))
				var key []byte
				for _, v := range set {
					key = binary.AppendUvarint(key, uint64(v))
				}
				number, found := numbers[string(key)]
				if !found {
					number = len(s.sets)
					numbers[string(key)] = number
					s.sets = append(s.sets, set)
				}
				c = append(c, number)
			}
			s.cuts[i] = append(s.cuts[i], c)
		}
	}
	return s
}

// alldiffsByVar returns, for each variable of the model, the AllDifferents that contain it and satisfy the condition.
func (b *builder) alldiffsByVar(condition func(*alldiff) bool) [][]int {
	holders := make([][]int, len(b.fixed))
	for i := range b.alldiffs {
		if a := &b.alldiffs[i]; condition(a) {
			for _, v := range a.scope {
				holders[v] = append(holders[v], i)
			}
		}
	}
	return holders
}

// intersections returns the distinct proper subsets of permutation i that it shares with other permutations, the
// largest first.
func (b *builder) intersections(i int, holders [][]int) [][]model.Var {
	scope := b.alldiffs[i].scope
	common := map[int][]model.Var{} // by permutation, in the order of scope
	var others []int
	for _, v := range scope {
		for _, j := range holders[v] {
			if j == i {
				continue
			}
			if common[j] == nil {
				others = append(others, j)
			}
			common[j] = append(common[j], v)
		}
	}
	slices.Sort(others)
	var sets [][]model.Var
	for _, j := range others {
		set := common[j]
		known := slices.ContainsFunc(sets, func(s []model.Var) bool { return slices.Equal(s, set) })
		if !known && len(set) < len(scope) {
			sets = append(sets, set)
		}
	}
	slices.SortStableFunc(sets, func(s, t []model.Var) int { return len(t) - len(s) })
	return sets
}

// findCuts finds partitions of scope into the given sets, which are sorted by decreasing size. The search is greedy:
// each set of at least two variables that no partition uses yet starts a new one, to which every later set is added
// that is disjoint from it so far; if the result covers the scope, it is a cut. On a Sudoku grid this finds the three
// boxes of a row, and both the rows and the columns of a box.
func findCuts(scope []model.Var, sets [][]model.Var) [][][]model.Var {
	var all [][][]model.Var
	used := make([]bool, len(sets))
	for start, first := range sets {
		if used[start] || len(first) < 2 {
			continue
		}
		parts, numbers := [][]model.Var{first}, []int{start}
		covered := slices.Clone(first)
		for k, set := range sets {
			if !slices.ContainsFunc(set, func(v model.Var) bool { return slices.Contains(covered, v) }) {
				parts, numbers = append(parts, set), append(numbers, k)
				covered = append(covered, set...)
			}
		}
		if len(covered) == len(scope) {
			all = append(all, parts)
			for _, k := range numbers {
				used[k] = true
			}
		}
	}
	return all
}
