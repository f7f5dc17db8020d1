package proof

import (
	"slices"
)

// A checker holds clauses and the literals that follow from them by unit propagation: if all literals of a clause but one are false, that
// one is true. Nothing else is ever concluded.
//
// Each clause of two literals or more is found under two of its literals, its watches, which stand first in it. The rule kept is that a
// watch is not false unless the other one is true; so a clause needs a look only when a watch becomes false.
type checker struct {
	clauses [][]literal
	watches [][]int32        // by literal: the clauses that it watches
	value   []int8           // by variable: 1 true, -1 false, 0 open
	trail   []literal        // what is true, in the order it was found
	qhead   int              // as many of the trail have been propagated
	refuted bool             // the empty clause follows
	byHash  map[uint64][]int // clauses by hash, once one has been given up
	store   []literal        // room for the literals of clauses
}

// A literal is a variable, from 1, or its negation as a negative number.
type literal int32

func newChecker(vars int) *checker {
	return &checker{watches: make([][]int32, 2*vars+2), value: make([]int8, vars+1)}
}

// slot returns the place of l in tables by literal.
func index(l literal) int {
	if l < 0 {
		return int(-l)<<1 | 1
	}
	return int(l) << 1
}

// grow makes room for variables that the formula does not mention, which a proof may introduce.
func (c *checker) grow(vars int) {
	for len(c.value) <= vars {
		c.value = append(c.value, 0)
		c.watches = append(c.watches, nil, nil)
	}
}

// truth returns 1 if l is true, -1 if it is false and 0 if it is open.
func (c *checker) valueOf(l literal) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

func (c *checker) assign(l literal) {
	if l < 0 {
		c.value[-l] = -1
	} else {
		c.value[l] = 1
	}
	c.trail = append(c.trail, l)
}

// propagate draws all conclusions and returns false at a contradiction.
func (c *checker) propagate() bool {
	for ; c.qhead < len(c.trail); c.qhead++ {
		falsified := -c.trail[c.qhead]
		list := c.watches[index(falsified)]
		kept := list[:0]
		for i, id := range list {
			clause := c.clauses[id]
			if len(clause) == 0 {
				continue // given up
			}
			if clause[0] == falsified {
				clause[0], clause[1] = clause[1], clause[0]
			}
			other := clause[0]
			if c.valueOf(other) > 0 {
				kept = append(kept, id)
				continue
			}
			if k := slices.IndexFunc(clause[2:], func(l literal) bool { return c.valueOf(l) >= 0 }); k >= 0 {
				clause[1], clause[k+2] = clause[k+2], clause[1]
				c.watches[index(clause[1])] = append(c.watches[index(clause[1])], id)
				continue
			}
			kept = append(kept, id)
			if c.valueOf(other) < 0 {
				c.watches[index(falsified)] = append(kept, list[i+1:]...)
				return false
			}
			c.assign(other)
		}
		c.watches[index(falsified)] = kept
	}
	return true
}

// undo takes back all but the first conclusions.
func (c *checker) backtrack(first int) {
	for _, l := range c.trail[first:] {
		c.value[max(l, -l)] = 0
	}
	c.trail = c.trail[:first]
	c.qhead = first
}

// add takes up a clause, whatever it says. It must be called with nothing assumed.
func (c *checker) addClause(clause []literal) {
	clause = c.copyClause(clause)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	for _, l := range clause {
		if l > 0 && slices.Contains(clause, -l) {
			return // always true
		}
	}
	open := 0 // so many literals that are not false stand first
	for i, l := range clause {
		if c.valueOf(l) >= 0 {
			clause[open], clause[i] = clause[i], clause[open]
			open++
		}
	}
	switch {
	case open == 0:
		c.refuted = true
		return
	case open == 1 && c.valueOf(clause[0]) == 0:
		c.assign(clause[0])
		c.refuted = !c.propagate()
	}
	if len(clause) < 2 {
		return
	}
	id := len(c.clauses)
	c.clauses = append(c.clauses, clause)
	for _, l := range clause[:2] {
		c.watches[index(l)] = append(c.watches[index(l)], int32(id))
	}
	if c.byHash != nil {
		h := hash(clause)
		c.byHash[h] = append(c.byHash[h], id)
	}
}

// keep returns a copy of a clause. Copies share large pieces of memory.
func (c *checker) copyClause(clause []literal) []literal {
	if len(clause) > cap(c.store)-len(c.store) {
		c.store = make([]literal, 0, max(1<<15, len(clause)))
	}
	from := len(c.store)
	c.store = append(c.store, clause...)
	return c.store[from:len(c.store):len(c.store)]
}

// follows reports whether a clause may be added to a refutation: by RUP, or by RAT on its first literal.
func (c *checker) isRUPorRAT(clause []literal) bool {
	root := len(c.trail)
	defer c.backtrack(root)
	if c.isRUP(clause) {
		return true
	}
	if len(clause) == 0 {
		return false
	}
	pivot := clause[0]
	for _, l := range c.trail[:root] {
		if l == -pivot { // the clause of this literal alone can be resolved with, and leaves the rest of clause, which was refused just now
			return false
		}
	}
	assumed := len(c.trail)
	for _, with := range c.clauses {
		if !slices.Contains(with, -pivot) {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(with), func(l literal) bool { return l == -pivot })
		if !c.isRUP(rest) {
			return false
		}
		c.backtrack(assumed)
	}
	return true
}

// contradicts assumes that all literals of a clause are false, besides what is assumed already, and reports whether that leads to a
// contradiction.
func (c *checker) isRUP(clause []literal) bool {
	for _, l := range clause {
		switch c.valueOf(l) {
		case 1:
			return true
		case 0:
			c.assign(-l)
		}
	}
	return !c.propagate()
}

// drop gives up a clause. One that is not there is nothing to give up. Of the literals that are true with nothing assumed none is taken back:
// each is a clause that was there to be added.
func (c *checker) deleteClause(clause []literal) {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	if c.byHash == nil {
		c.byHash = map[uint64][]int{}
		for id, other := range c.clauses {
			h := hash(other)
			c.byHash[h] = append(c.byHash[h], id)
		}
	}
	h := hash(clause)
	ids := c.byHash[h]
	for i, id := range ids {
		other := slices.Sorted(slices.Values(c.clauses[id]))
		if slices.Equal(clause, other) {
			c.clauses[id] = nil
			c.byHash[h] = slices.Delete(ids, i, i+1)
			return
		}
	}
}

// hash returns a number that does not depend on the order of the literals.
func hash(clause []literal) uint64 {
	h := uint64(0)
	for _, l := range clause {
		x := uint64(index(l)) * 0x9E3779B97F4A7C15
		h += x ^ x>>29
	}
	return h
}
