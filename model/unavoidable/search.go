package unavoidable

import (
	"context"
	"slices"

	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/hitting"
)

// A structure is the part of the search state that is shared by all searches for one solution. Values are numbered in
// increasing order.
type structure struct {
	a      model.Assignment
	values int                // number of values
	number []int              // number[v]: the number of a[v]
	domain [][]int            // domain[v]: the numbers of the values of v
	house  [][]int            // house[v]: the AllDifferents that mention v
	holder [][]int32          // holder[h][x]: the variable of AllDifferent h with value x in a, or -1
	value  []int              // value[x]: the value with number x
	given  []bool             // given[v]: v is given and cannot change
	others []model.Constraint // constraints of all other kinds
}

func newStructure(m *model.Model, a model.Assignment) *structure {
	s := &structure{a: a, number: make([]int, len(a)), domain: make([][]int, len(a)),
		house: make([][]int, len(a)), given: make([]bool, len(a))}
	for _, v := range m.Vars {
		s.value = slices.AppendSeq(s.value, v.Domain.All)
	}
	s.value = slice.Unique(s.value)
	s.values = len(s.value)
	number := make(map[int]int)
	for i, x := range s.value {
		number[x] = i
	}
	for v, variable := range m.Vars {
		s.number[v] = number[a[v]]
		for x := range variable.Domain.All {
			s.domain[v] = append(s.domain[v], number[x])
		}
	}
	for _, c := range m.Constraints {
		all, ok := c.(model.AllDifferent)
		if pair, unequal := c.(model.NotEqual); unequal && pair.Offset == 0 {
			all, ok = model.AllDifferent{Vars: []model.Var{pair.A, pair.B}}, true
		}
		if g, given := c.(model.Given); given {
			s.given[g.Var] = true
			continue
		}
		if !ok {
			s.others = append(s.others, c)
			continue
		}
		holder := slices.Repeat([]int32{-1}, s.values)
		for _, v := range all.Vars {
			holder[s.number[v]] = int32(v)
			s.house[v] = append(s.house[v], len(s.holder))
		}
		s.holder = append(s.holder, holder)
	}
	return s
}

// A search looks for solutions that differ from a.
type search struct {
	*structure
	ctx        context.Context
	maxChanges int

	valueNow    []int            // by variable: the number of its value
	changed     []bool           // by variable
	frozen      []bool           // by variable: it keeps its value in a
	forcedBy    []int            // by variable: how often a change took its value in an AllDifferent
	forced      []int32          // the variables that are not changed and have forcedBy > 0, in no order
	forcedIndex []int            // by variable: its index in forced
	taken       [][]bool         // taken[h][x]: a variable of AllDifferent h was changed to x
	changes     []int32          // the changed variables, in the order of the changes
	current     model.Assignment // the current values

	nodes   int64
	stopped bool // ctx has ended
	found   []hitting.Set
}

func newSearch(ctx context.Context, shared *structure, most int) *search {
	n := len(shared.a)
	s := &search{structure: shared, ctx: ctx, maxChanges: most, valueNow: slices.Clone(shared.number),
		changed: make([]bool, n), frozen: make([]bool, n),
		forcedBy: make([]int, n), forcedIndex: make([]int, n), taken: make([][]bool, len(shared.holder)),
		current: slices.Clone(shared.a)}
	for h := range s.taken {
		s.taken[h] = make([]bool, s.values)
	}
	return s
}

// enumerateFrom returns the sets whose least variable is v. A set may occur several times.
func (s *search) enumerateFrom(v int) []hitting.Set {
	for u := range s.frozen {
		s.frozen[u] = u < v || s.given[u]
	}
	s.found = nil
	if !s.frozen[v] {
		s.tryValues(int32(v))
	}
	return s.found
}

// tryValues changes v to each of its other values and continues the search.
func (s *search) tryValues(v int32) {
	for _, x := range s.domain[v] {
		if !s.stopped && s.allowed(v, x) && s.changesNeeded(v, x) <= s.maxChanges {
			s.change(v, x)
			s.extend()
			s.undo()
		}
	}
}

// extend continues the search from the current changes.
func (s *search) extend() {
	if s.nodes++; s.nodes%4096 == 0 && s.ctx.Err() != nil {
		s.stopped = true
		return
	}
	if len(s.forced) > 0 {
		if v := s.chooseForced(); v >= 0 {
			s.tryValues(v)
		}
		return
	}
	for _, c := range s.others {
		if c.Violation(s.current) != 0 {
			s.repair(c)
			return
		}
	}
	set := hitting.NewSet(len(s.a))
	for _, v := range s.changes {
		set.Add(int(v))
	}
	s.found = append(s.found, set)
}

// repair branches on the variable of a violated constraint to change.
func (s *search) repair(c model.Constraint) {
	var tried []model.Var
	for _, v := range c.Scope() {
		if !s.changed[v] && !s.frozen[v] {
			s.tryValues(int32(v))
			s.frozen[v] = true
			tried = append(tried, v)
		}
	}
	for _, v := range tried {
		s.frozen[v] = false
	}
}

// chooseForced returns the forced variable with the fewest values to try, or -1 if one has none.
func (s *search) chooseForced() int32 {
	best, fewest := int32(-1), s.values+1
	for _, v := range s.forced {
		n := 0
		for _, x := range s.domain[v] {
			if s.allowed(v, x) && s.changesNeeded(v, x) <= s.maxChanges {
				n++
			}
		}
		if n == 0 {
			return -1
		}
		if n < fewest {
			best, fewest = v, n
		}
	}
	return best
}

// allowed reports whether v may be changed to x: x is another value, no other variable of a common AllDifferent was
// changed to x, and the variable with value x there is not frozen.
func (s *search) allowed(v int32, x int) bool {
	if x == s.number[v] {
		return false
	}
	for _, h := range s.house[v] {
		if s.taken[h][x] {
			return false
		}
		if w := s.holder[h][x]; w >= 0 && s.frozen[w] {
			return false
		}
	}
	return true
}

// changesNeeded returns a lower bound on the number of changed variables in a solution after v is changed to x, which
// must be allowed.
func (s *search) changesNeeded(v int32, x int) int {
	n := len(s.changes) + len(s.forced) + 1
	if s.forcedBy[v] > 0 {
		n-- // v is one of the forced
	}
	var more [8]int32 // further variables that must change; beyond 8 they are not counted
	k := 0
	for _, h := range s.house[v] {
		w := s.holder[h][x]
		if w >= 0 && !s.changed[w] && s.forcedBy[w] == 0 && k < len(more) && !slices.Contains(more[:k], w) {
			more[k] = w
			k++
		}
	}
	return n + k
}

// change changes v to x.
func (s *search) change(v int32, x int) {
	s.valueNow[v], s.current[v], s.changed[v] = x, s.value[x], true
	s.changes = append(s.changes, v)
	if s.forcedBy[v] > 0 {
		s.release(v)
	}
	for _, h := range s.house[v] {
		s.taken[h][x] = true
		if w := s.holder[h][x]; w >= 0 {
			if s.forcedBy[w]++; s.forcedBy[w] == 1 && !s.changed[w] {
				s.force(w)
			}
		}
	}
}

// undo reverts the last change.
func (s *search) undo() {
	v := s.changes[len(s.changes)-1]
	s.changes = s.changes[:len(s.changes)-1]
	x := s.valueNow[v]
	for _, h := range s.house[v] {
		s.taken[h][x] = false
		if w := s.holder[h][x]; w >= 0 {
			if s.forcedBy[w]--; s.forcedBy[w] == 0 && !s.changed[w] {
				s.release(w)
			}
		}
	}
	s.valueNow[v], s.current[v], s.changed[v] = s.number[v], s.a[v], false
	if s.forcedBy[v] > 0 {
		s.force(v)
	}
}

// force adds v to the forced variables.
func (s *search) force(v int32) {
	s.forcedIndex[v] = len(s.forced)
	s.forced = append(s.forced, v)
}

// release removes v from the forced variables.
func (s *search) release(v int32) {
	last := s.forced[len(s.forced)-1]
	s.forced[s.forcedIndex[v]] = last
	s.forcedIndex[last] = s.forcedIndex[v]
	s.forced = s.forced[:len(s.forced)-1]
}
