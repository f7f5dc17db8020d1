package proof

import (
	"slices"
)

// A checker holds a set of clauses and the assignment that unit propagation derives from them. Unit propagation is its
// only inference rule.
//
// The first two literals of each clause of length three or more are its watches. Invariant: a watch is false only if
// the other watch is true, so propagation visits a clause only when one of its watches becomes false.
type checker struct {
	binary  [][]binaryClause // by index(literal): its binary clauses
	clauses [][]literal      // the longer clauses; nil if deleted
	numbers []int32          // of the longer clauses
	watches [][]int32        // by index(literal): the clauses in which it is a watch
	value   []int8           // by variable: 1 true, -1 false, 0 unassigned
	cause   []cause          // by variable: what it follows from
	trail   []literal        // true literals in the order of assignment
	qhead   int              // trail[:qhead] has been propagated
	refuted bool             // the empty clause follows
	byHash  map[uint64][]int // indices of clauses by hash; nil until the first deletion
	store   []literal        // the current block of memory for literals of clauses
	kept    kept

	number   int32    // of the clause added last, from 1: the formula, then the lemmas
	conflict conflict // the last one
	trace    *trace   // nil unless the proof is trimmed
}

// A binaryClause is the other literal of a binary clause, and its number.
type binaryClause struct {
	other  literal
	number int32
}

// A cause is the clause that implies a literal: a binary one with its other literal, or, if other is 0, the longer one
// with this index. Assumptions have the number 0.
type cause struct {
	number int32
	other  literal
	long   int32
}

// A conflict is a cause whose clause is false, with the first literal if it is binary.
type conflict struct {
	cause
	first literal
}

// kept is what keep has recorded.
type kept struct {
	binary                 []int // lengths of checker.binary
	clauses, trail, values int   // lengths
	number                 int32
	store                  []literal
	broken                 bool // a binary clause or a kept clause was deleted
}

// A literal is a variable, from 1, or its negation as a negative number.
type literal int32

// noClause is the index of a cause that has no literals but the one that it implies.
const noClause = -1

func newChecker(vars int) *checker {
	return &checker{binary: make([][]binaryClause, 2*vars+2), watches: make([][]int32, 2*vars+2),
		value: make([]int8, vars+1), cause: make([]cause, vars+1)}
}

// keep records the clauses and the assignment, for restore.
func (c *checker) keep() {
	c.kept = kept{clauses: len(c.clauses), trail: len(c.trail), values: len(c.value), store: c.store,
		number: c.number}
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
	c.value, c.cause, c.number = c.value[:k.values], c.cause[:k.values], k.number
	c.binary, c.watches = c.binary[:2*k.values], c.watches[:2*k.values]
	for l, list := range c.binary {
		c.binary[l] = list[:k.binary[l]]
	}
	for l, list := range c.watches {
		c.watches[l] = slices.DeleteFunc(list, func(id int32) bool { return int(id) >= k.clauses })
	}
	c.clauses, c.numbers, c.store = c.clauses[:k.clauses], c.numbers[:k.clauses], k.store
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
		c.value, c.cause = append(c.value, 0), append(c.cause, cause{})
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
func (c *checker) assign(l literal, by cause) {
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
				c.assign(b.other, cause{number: b.number, other: falsified})
			case -1:
				c.conflict = conflict{cause{number: b.number, other: b.other}, falsified}
				return false
			}
		}
		list := c.watches[index(falsified)]
		kept := list[:0]
		for i, id := range list {
			clause := c.clauses[id]
			if len(clause) == 0 {
				continue // deleted
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
			by := cause{number: c.numbers[id], long: id}
			if c.valueOf(other) < 0 {
				c.conflict = conflict{cause: by}
				c.watches[index(falsified)] = append(kept, list[i+1:]...)
				return false
			}
			c.assign(other, by)
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
	c.number++
	slices.Sort(clause)
	clause = slices.Compact(clause)
	for _, l := range clause {
		if l > 0 && slices.Contains(clause, -l) {
			return // a tautology
		}
	}
	if len(clause) > 2 {
		clause = c.copyClause(clause)
	}
	open := 0 // clause[:open] are not false
	for i, l := range clause {
		if c.valueOf(l) >= 0 {
			clause[open], clause[i] = clause[i], clause[open]
			open++
		}
	}
	by := cause{number: c.number, long: int32(len(c.clauses))}
	switch len(clause) {
	case 0, 1:
		by.long = noClause
	case 2:
		by.other = clause[1]
		for i, l := range clause {
			c.binary[index(l)] = append(c.binary[index(l)], binaryClause{clause[1-i], c.number})
		}
	default:
		c.addLong(clause)
	}
	switch {
	case open == 0:
		c.refuted = true
		c.conflict = conflict{cause: by}
		if len(clause) > 0 {
			c.conflict.first = clause[0]
		}
	case open == 1 && c.valueOf(clause[0]) == 0:
		c.assign(clause[0], by)
		c.refuted = !c.propagate()
	}
}

// addLong adds a clause of three literals or more.
func (c *checker) addLong(clause []literal) {
	id := len(c.clauses)
	c.clauses, c.numbers = append(c.clauses, clause), append(c.numbers, c.number)
	for _, l := range clause[:2] {
		c.watches[index(l)] = append(c.watches[index(l)], int32(id))
	}
	if c.byHash != nil {
		h := hash(clause)
		c.byHash[h] = append(c.byHash[h], id)
	}
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
	for _, l := range c.trail[:root] {
		// The root-level unit clause -pivot resolves with clause to clause without pivot. This resolvent is not RUP,
		// since clause is not.
		if l == -pivot {
			return false
		}
	}
	assumed := len(c.trail)
	for _, b := range c.binary[index(-pivot)] {
		if !c.isRUP([]literal{b.other}) {
			return false
		}
		c.backtrack(assumed)
	}
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
			c.assign(-l, cause{})
		}
	}
	return !c.propagate()
}

// deleteClause deletes one copy of a clause of two literals or more; unit clauses are kept on the trail only. It does
// nothing if the clause does not exist. Root-level literals stay assigned even if the clause was their reason: each
// could have been added as a unit clause before.
func (c *checker) deleteClause(clause []literal) {
	clause = slices.Clone(clause)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	if len(clause) == 2 {
		for i, l := range clause {
			is := func(b binaryClause) bool { return b.other == clause[1-i] }
			if k := slices.IndexFunc(c.binary[index(l)], is); k >= 0 {
				c.binary[index(l)] = slices.Delete(c.binary[index(l)], k, k+1)
				c.kept.broken = true
			}
		}
		return
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
	for i, id := range ids {
		other := slices.Sorted(slices.Values(c.clauses[id]))
		if slices.Equal(clause, other) {
			c.clauses[id] = nil
			c.kept.broken = c.kept.broken || id < c.kept.clauses
			c.byHash[h] = slices.Delete(ids, i, i+1)
			return
		}
	}
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
