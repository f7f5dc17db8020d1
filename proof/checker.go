package proof

import "slices"

// A checker holds a set of clauses and the assignment that unit propagation derives from them. Unit propagation is its
// only inference rule.
//
// The first two literals of each clause of length three or more are its watches. Invariant: a watch is false only if
// the other watch is true, so propagation visits a clause only when one of its watches becomes false.
type checker struct {
	binary  [][]watch        // by index(literal): its binary clauses
	clauses [][]literal      // by number: the formula, from 1, then the lemmas; nil if deleted or a tautology
	watches [][]watch        // by index(literal): the clauses of three or more literals in which it is a watch
	value   []int8           // by variable: 1 true, -1 false, 0 unassigned
	cause   []int32          // by variable: the clause that implies it, 0 for an assumption
	trail   []literal        // true literals in the order of assignment
	qhead   int              // trail[:qhead] has been propagated
	refuted bool             // the empty clause follows
	byHash  map[uint64][]int // indices of clauses by hash; nil until the first deletion
	store   []literal        // the current block of memory for literals of clauses
	kept    kept             // what keep has recorded

	conflict int32  // the clause that was false last
	trace    *trace // nil unless the proof is trimmed
}

// A watch is a clause, and another literal of it: while that is true, the clause is not inspected.
type watch struct {
	number int32
	other  literal
}

type kept struct {
	binary                 []int // lengths of checker.binary
	clauses, trail, values int   // lengths
	store                  []literal
	broken                 bool // a kept clause was deleted
}

// A literal is a variable, from 1, or its negation as a negative number.
type literal int32

func newChecker(vars int) *checker {
	return &checker{binary: make([][]watch, 2*vars+2), watches: make([][]watch, 2*vars+2),
		clauses: make([][]literal, 1), value: make([]int8, vars+1), cause: make([]int32, vars+1)}
}

// keep records the clauses and the assignment, for restore.
func (c *checker) keep() {
	c.kept = kept{clauses: len(c.clauses), trail: len(c.trail), values: len(c.value), store: c.store}
	for _, list := range c.binary {
		c.kept.binary = append(c.kept.binary, len(list))
	}
}

// restore removes the clauses and literals added since the call of keep. It returns false if it cannot, since one of
// the clauses recorded then may have been deleted; the checker must then be discarded.
func (c *checker) restore() bool {
	k := &c.kept
	if k.broken {
		return false
	}
	c.backtrack(k.trail)
	c.value, c.cause = c.value[:k.values], c.cause[:k.values]
	c.binary, c.watches = c.binary[:2*k.values], c.watches[:2*k.values]
	for l, list := range c.binary {
		c.binary[l] = list[:k.binary[l]]
	}
	c.clauses, c.store = c.clauses[:k.clauses], k.store
	for l, list := range c.watches {
		c.watches[l] = list[:0]
	}
	for id, clause := range c.clauses { // the same watches as before: they have an effect on what Trim leaves out
		if len(clause) > 2 {
			slices.Sort(clause)
			c.watch(int32(id), clause)
		}
	}
	c.byHash, c.refuted = nil, false
	return true
}

// index returns the index of l in tables by literal.
func index(l literal) int {
	if l < 0 {
		return int(-l)<<1 | 1
	}
	return int(l) << 1
}

// grow extends the tables to vars variables: a proof may introduce variables that the formula does not mention.
func (c *checker) grow(vars int) {
	for len(c.value) <= vars {
		c.value, c.cause = append(c.value, 0), append(c.cause, 0)
		c.binary = append(c.binary, nil, nil)
		c.watches = append(c.watches, nil, nil)
	}
}

// valueOf returns 1 if l is true, -1 if it is false and 0 if it is unassigned.
func (c *checker) valueOf(l literal) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

// assign makes l true, which must be unassigned, and pushes it on the trail.
func (c *checker) assign(l literal, by int32) {
	c.cause[max(l, -l)] = by
	if l < 0 {
		c.value[-l] = -1
	} else {
		c.value[l] = 1
	}
	c.trail = append(c.trail, l)
}

// propagate runs unit propagation to fixpoint and returns false at a conflict.
func (c *checker) propagate() bool {
	for ; c.qhead < len(c.trail); c.qhead++ {
		falsified := -c.trail[c.qhead]
		for _, b := range c.binary[index(falsified)] {
			switch c.valueOf(b.other) {
			case 0:
				c.assign(b.other, b.number)
			case -1:
				c.conflict = b.number
				return false
			}
		}
		list := c.watches[index(falsified)]
		kept := list[:0]
		for i, w := range list {
			if c.valueOf(w.other) > 0 {
				kept = append(kept, w)
				continue
			}
			id := w.number
			clause := c.clauses[id]
			if len(clause) == 0 {
				continue // deleted
			}
			if clause[0] == falsified {
				clause[0], clause[1] = clause[1], clause[0]
			}
			other := clause[0]
			w.other = other
			if c.valueOf(other) > 0 {
				kept = append(kept, w)
				continue
			}
			if k := slices.IndexFunc(clause[2:], func(l literal) bool { return c.valueOf(l) >= 0 }); k >= 0 {
				clause[1], clause[k+2] = clause[k+2], clause[1]
				c.watches[index(clause[1])] = append(c.watches[index(clause[1])], w)
				continue
			}
			kept = append(kept, w)
			if c.valueOf(other) < 0 {
				c.conflict = id
				c.watches[index(falsified)] = append(kept, list[i+1:]...)
				return false
			}
			c.assign(other, id)
		}
		c.watches[index(falsified)] = kept
	}
	return true
}

// backtrack unassigns all but the first size literals of the trail.
func (c *checker) backtrack(size int) {
	for _, l := range c.trail[size:] {
		c.value[max(l, -l)] = 0
	}
	c.trail = c.trail[:size]
	c.qhead = size
}

// addClause adds a clause without checking it, and propagates if it is unit. It must be called at the root level,
// without assumptions.
func (c *checker) addClause(clause []literal) {
	id := int32(len(c.clauses))
	c.clauses = append(c.clauses, nil)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	for _, l := range clause {
		if l > 0 && slices.Contains(clause, -l) {
			return // a tautology
		}
	}
	clause = c.copyClause(clause)
	c.clauses[id] = clause
	open := c.watch(id, clause)
	if c.byHash != nil {
		h := hash(clause)
		c.byHash[h] = append(c.byHash[h], int(id))
	}
	switch {
	case open == 0:
		c.refuted, c.conflict = true, id
	case open == 1 && c.valueOf(clause[0]) == 0:
		c.assign(clause[0], id)
		c.refuted = !c.propagate()
	}
}

// watch enters a clause in the lists of its watches, or of binary clauses. It returns how many literals are not false,
// which are the first ones then.
func (c *checker) watch(id int32, clause []literal) (open int) {
	for i, l := range clause {
		if c.valueOf(l) >= 0 {
			clause[open], clause[i] = clause[i], clause[open]
			open++
		}
	}
	for i, l := range clause[:min(2, len(clause))] {
		switch {
		case len(clause) == 2:
			c.binary[index(l)] = append(c.binary[index(l)], watch{id, clause[1-i]})
		case len(clause) > 2:
			c.watches[index(l)] = append(c.watches[index(l)], watch{id, clause[1-i]})
		}
	}
	return open
}

// copyClause returns a copy of a clause. Copies are cut from large blocks, to save allocations.
func (c *checker) copyClause(clause []literal) []literal {
	if len(clause) > cap(c.store)-len(c.store) {
		c.store = make([]literal, 0, max(1<<15, len(clause)))
	}
	from := len(c.store)
	c.store = append(c.store, clause...)
	return c.store[from:len(c.store):len(c.store)]
}

// isRUPorRAT reports whether a clause may be added: whether it is RUP, or RAT on its first literal.
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
	if slices.Contains(c.trail[:root], -pivot) {
		return false // it resolves with clause to clause without pivot, which is not RUP, since clause is not
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

// isRUP assumes that all literals of a clause are false, in addition to the current assumptions, and reports whether
// unit propagation derives a conflict. The caller backtracks.
func (c *checker) isRUP(clause []literal) bool {
	for _, l := range clause {
		switch c.valueOf(l) {
		case 1:
			return true
		case 0:
			c.assign(-l, 0)
		}
	}
	return !c.propagate()
}

// deleteClause deletes one copy of a clause of two literals or more, and returns its number, or 0 if there is no copy.
// Unit clauses are kept on the trail only. Root-level literals stay assigned even if the clause was their reason: each
// could have been added as a unit clause before.
func (c *checker) deleteClause(clause []literal) (id int) {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	if len(clause) < 2 {
		return 0
	}
	if c.byHash == nil {
		c.byHash = map[uint64][]int{}
		for id, other := range c.clauses {
			h := hash(other)
			c.byHash[h] = append(c.byHash[h], id)
		}
	}
	h := hash(clause)
	ids := c.byHash[h]
	at := slices.IndexFunc(ids, func(id int) bool {
		return slices.Equal(clause, slices.Sorted(slices.Values(c.clauses[id])))
	})
	if at < 0 {
		return 0
	}
	id = ids[at]
	c.clauses[id] = nil
	for i, l := range clause[:2] {
		c.binary[index(l)] = slices.DeleteFunc(c.binary[index(l)], func(w watch) bool {
			return len(clause) == 2 && w == watch{int32(id), clause[1-i]}
		})
	}
	c.kept.broken = c.kept.broken || id < c.kept.clauses
	c.byHash[h] = slices.Delete(ids, at, at+1)
	return id
}

// hash returns a hash of a clause that is independent of the order of its literals.
func hash(clause []literal) uint64 {
	h := uint64(0)
	for _, l := range clause {
		x := uint64(index(l)) * 0x9E3779B97F4A7C15
		h += x ^ x>>29
	}
	return h
}
