package proof

import (
	"context"
	"maps"
	"slices"
)

// A formula numbers the variables of clauses and passes the clauses on.
type formula struct {
	pass     func(clause []int)
	vars     int     // variables so far
	values   [][]int // by variable of the puzzle: its domain, increasing
	literals [][]int // by variable of the puzzle: literals[x][i] states that x has the value values[x][i]
	least    [][]int // of a model, by variable: least[x][i], for i > 0, states that x is at least values[x][i]
	clause   []int   // scratch
	clauses  int     // so far
	last     []int   // by index of a literal: the number of the last clause with it, from 1; may be too short

	// sum receives that one literal is true (=) or at most one (<=); if it is nil, there are clauses of pairs.
	sum func(literals []int, relation string)

	// define receives a node of a decision diagram before its clauses, if it is not nil.
	define func(a *atMost, i int, n sumWithin, isLiteral bool)

	// about says what the clauses that follow state: the clue of cell about-1, the rule of a puzzle or the constraint
	// of a model with the index -about-1, or, if it is 0, something else.
	about int
}

// stateCells adds one variable for each value of each cell, and then of each auxiliary variable.
func (f *formula) stateCells(c *Claim) *formula {
	f.values = c.domains()
	size := 0
	for _, values := range f.values {
		size += len(values)
	}
	all := f.fresh(size)
	f.literals = make([][]int, len(f.values))
	for x, values := range f.values {
		f.literals[x], all = all[:len(values):len(values)], all[len(values):]
	}
	return f
}

// fresh returns n new variables.
func (f *formula) fresh(n int) []int {
	all := make([]int, n)
	for i := range all {
		f.vars++
		all[i] = f.vars
	}
	return all
}

// literal returns the literal of a value, or 0 if the value is not in the domain.
func (f *formula) literal(x, v int) int {
	if i, found := slices.BinarySearch(f.values[x], v); found {
		return f.literals[x][i]
	}
	return 0
}

// add passes a clause without literals that are 0, and with others once, since some checkers count repeated ones.
func (f *formula) add(literals ...int) {
	f.clause = f.clause[:0]
	f.clauses++
	for _, l := range literals {
		i := index(literal(l))
		if more := i + 1 - len(f.last); more > 0 {
			f.last = append(f.last, make([]int, more)...)
		}
		if l != 0 && f.last[i] < f.clauses {
			f.last[i] = f.clauses
			f.clause = append(f.clause, l)
		}
	}
	f.pass(f.clause)
}

func (f *formula) exactlyOne(literals []int) {
	if f.sum != nil && f.least == nil {
		f.sum(literals, "=")
		return
	}
	f.add(literals...)
	f.atMostOne(literals)
}

// atMostOne adds a clause for each two literals; for more than six literals of a model, a sequential counter.
func (f *formula) atMostOne(literals []int) {
	if f.least != nil && len(literals) > 6 {
		some := f.fresh(len(literals) - 1) // some[i]: one of literals[:i+1] is true
		for i, s := range some {
			f.add(-literals[i], s)
			f.add(-s, -literals[i+1])
			if i > 0 {
				f.add(-some[i-1], s)
			}
		}
		return
	}
	if f.sum != nil && len(literals) > 2 {
		f.sum(literals, "<=")
		return
	}
	for i, a := range literals {
		for _, b := range literals[i+1:] {
			f.add(-a, -b)
		}
	}
}

// state adds a clause for each two variables and value. If there are as many values as variables, each value occurs,
// by the pigeonhole principle; if there are fewer, there is no solution. Neither has short proofs by resolution.
func (c AllDifferent) state(f *formula) {
	places := map[int][]int{} // by value
	for _, x := range c {
		for i, v := range f.values[x] {
			places[v] = append(places[v], f.literals[x][i])
		}
	}
	if len(places) < len(c) {
		f.add()
		return
	}
	for _, v := range slices.Sorted(maps.Keys(places)) {
		if len(places) == len(c) {
			f.add(places[v]...)
		}
		f.atMostOne(places[v])
	}
}

// state adds a clause for each value of B.
func (c NotEqual) state(f *formula) {
	for i, v := range f.values[c.B] {
		if l := f.literal(c.A, v+c.Offset); l != 0 {
			f.add(-l, -f.literals[c.B][i])
		}
	}
}

// state adds a clause for each value of two columns: the value implies one of the values beside it in the rows. With
// another number of columns, a definitional variable for each row states that the variables have its values: one of
// the rows holds, it implies its values, and a value implies one of the rows that have it.
func (c Table) state(f *formula) {
	var rows [][]int // by row and column: the literals
	for _, row := range c.Rows {
		literals := make([]int, len(row))
		for column, v := range row {
			literals[column] = f.literal(c.Vars[column], v)
		}
		if !slices.Contains(literals, 0) {
			rows = append(rows, literals)
		}
	}
	var definitions []int
	if len(c.Vars) != 2 {
		definitions = f.fresh(len(rows))
		f.add(definitions...)
	}
	for column, x := range c.Vars {
		with := map[int][]int{} // by literal: the rows that have it
		for k, row := range rows {
			with[row[column]] = append(with[row[column]], k)
		}
		for _, l := range f.literals[x] {
			clause := []int{-l}
			for _, k := range with[l] {
				if definitions == nil {
					clause = append(clause, rows[k][1-column])
					continue
				}
				f.add(-definitions[k], l)
				clause = append(clause, definitions[k])
			}
			f.add(clause...)
		}
	}
}

// maxPartialSums bounds the number of partial sums of one constraint, and with it the memory for a malformed file.
const maxPartialSums = 1 << 16

// bounds returns the least and the greatest value of a term; 0 and 0 if its variable has no value.
func (t Term) bounds(values [][]int) (low, high int) {
	if all := values[t.Var]; len(all) > 0 {
		low, high = t.Coef*all[0], t.Coef*all[len(all)-1]
	}
	return min(low, high), max(low, high)
}

// partialSums returns, increasing, the sums of the first i+1 terms at index i, for all but the last term. It leaves out
// sums from which the further terms cannot reach the bound. It returns false if there are too many, or if ctx ends.
func (c Linear) partialSums(ctx context.Context, values [][]int) (sums [][]int, ok bool) {
	low, high := 0, 0 // of the further terms
	for _, t := range c.Terms {
		l, h := t.bounds(values)
		low, high = low+l, high+h
	}
	below := []int{0}
	for i := range max(0, len(c.Terms)-1) {
		l, h := c.Terms[i].bounds(values)
		low, high = low-l, high-h
		var next []int
		for _, sum := range below {
			if len(next) > 2*maxPartialSums { // many twice, or too many
				slices.Sort(next)
				if next = slices.Compact(next); len(next) > maxPartialSums || ctx.Err() != nil {
					return nil, false
				}
			}
			for _, v := range values[c.Terms[i].Var] {
				if s := sum + c.Terms[i].Coef*v; c.reachable(s, low, high) {
					next = append(next, s)
				}
			}
		}
		slices.Sort(next)
		below = slices.Compact(next)
		if sums = append(sums, below); len(below) > maxPartialSums {
			return nil, false
		}
	}
	return sums, true
}

// state adds a definitional variable for each partial sum, which states that the first terms have this sum; the first
// term needs none, since its values are its sums. Exactly one sum of the first terms is true. A sum and the value of
// the next term imply the sum with this term, and this sum and the value imply the sum without it. For models see
// stateBounds.
func (c Linear) state(f *formula) {
	if f.least != nil {
		c.stateBounds(f)
		return
	}
	if len(c.Terms) == 0 && !c.reachable(0, 0, 0) {
		f.add()
	}
	sums, _ := c.partialSums(context.Background(), f.values)
	before, given := []int{0}, []int{0} // sums of the terms before, and their literals; 0 if there are none
	for i, t := range c.Terms {
		var after, with []int // the same, with this term; empty for the last term
		switch {
		case i == len(c.Terms)-1:
		case i == 0:
			after = sums[i]
			for _, s := range after {
				with = append(with, f.literal(t.Var, s/t.Coef))
			}
		default:
			after, with = sums[i], f.fresh(len(sums[i]))
			f.exactlyOne(with)
		}
		for j, sum := range before {
			for n, v := range f.values[t.Var] {
				s := sum + t.Coef*v
				if k, found := slices.BinarySearch(after, s); found && i > 0 {
					f.add(-given[j], -f.literals[t.Var][n], with[k])
				} else if !found && (i < len(c.Terms)-1 || !c.reachable(s, 0, 0)) {
					f.add(-given[j], -f.literals[t.Var][n])
				}
			}
		}
		for k := 0; i > 0 && k < len(after); k++ {
			for n, v := range f.values[t.Var] {
				sum := 0 // without this term; 0 if there is none
				if j, found := slices.BinarySearch(before, after[k]-t.Coef*v); found {
					sum = given[j]
				}
				f.add(-with[k], -f.literals[t.Var][n], sum)
			}
		}
		before, given = after, with
	}
}
