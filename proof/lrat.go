package proof

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

// CheckLRAT verifies with an LRAT proof, textual or binary, that a formula has no solution. formula passes each of its
// clauses, which have the numbers 1, 2, ..., to add. It returns the same as [CheckFormula]. It shares only the reader
// of steps with the checker of DRAT, and does not search for unit clauses: each lemma names the clauses that derive it.
//
// A hint is the number of a clause that is unit, and in the end of one that is false, if the literals of the lemma are
// false. If none is false, the lemma must be RAT: for each clause with the negation of the first literal, a negative
// hint begins the hints that derive their resolvent. There may be none if a literal of the clause is true.
//
// Source: L. Cruz-Filipe et al., Efficient Certified RAT Verification, CADE 2017.
func CheckLRAT(ctx context.Context, formula func(add func(clause []int)), r io.Reader) (sum Summary, err error) {
	c := &lratChecker{clauses: map[int][]int{}, value: map[int]bool{}}
	formula(func(clause []int) {
		sum.Clauses++
		c.clauses[sum.Clauses] = slices.Clone(clause)
	})
	in := openProof(r, lrat)
	defer catch(&err)
	for refuted, last := false, sum.Clauses; ; {
		s, err := in.Step()
		if err == nil {
			c.line = s.Line
		}
		switch err = cmp.Or(ctx.Err(), err); {
		case errors.Is(err, io.EOF) && refuted:
			return sum, nil
		case errors.Is(err, io.EOF):
			return sum, &RejectedError{Line: c.line, Reason: "the proof ends before the empty clause"}
		case err != nil:
			return sum, err
		case s.Delete:
			for _, id := range s.Clause {
				if id < 0 {
					return sum, &RejectedError{Line: s.Line, Reason: fmt.Sprintf("%d is no number to delete", id)}
				}
				delete(c.clauses, id)
				sum.Deleted++
			}
			continue
		}
		sum.Lemmas++
		sum.Literals += len(s.Clause)
		if c.step = sum.Lemmas; in.id <= last {
			c.reject("the number of the lemma is not greater than those before it")
		}
		if !refuted {
			c.derive(s.Clause, in.hints)
		}
		last, refuted = in.id, refuted || len(s.Clause) == 0
		c.clauses[in.id] = slices.Clone(s.Clause)
	}
}

// An lratChecker holds the clauses of an LRAT proof by number, and the literals that are true.
type lratChecker struct {
	clauses    map[int][]int
	value      map[int]bool
	trail      []int // the true literals, in the order of assignment
	step, line int   // of the lemma
}

// reject ends the check with the reason why the lemma does not follow.
func (c *lratChecker) reject(format string, args ...any) {
	stop(&RejectedError{c.step, c.line, fmt.Sprintf(format, args...)})
}

// assign makes a literal true.
func (c *lratChecker) assign(l int) {
	if !c.value[l] {
		c.value[l] = true
		c.trail = append(c.trail, l)
	}
}

// backtrack makes all but the first n true literals unassigned.
func (c *lratChecker) backtrack(n int) {
	for _, l := range c.trail[n:] {
		delete(c.value, l)
	}
	c.trail = c.trail[:n]
}

// derive checks that a lemma follows.
func (c *lratChecker) derive(lemma, hints []int) {
	c.backtrack(0)
	for _, l := range lemma {
		c.assign(-l)
	}
	hints, groups := cutHints(hints)
	if c.propagate(hints) {
		return
	}
	if len(lemma) == 0 {
		c.reject("the hints derive no conflict")
	}
	pivot, resolved := lemma[0], map[int]bool{}
	for len(groups) > 0 {
		id := -groups[0]
		hints, groups = cutHints(groups[1:])
		c.resolve(pivot, id, hints)
		resolved[id] = true
	}
	for id, clause := range c.clauses {
		if slices.Contains(clause, -pivot) && !resolved[id] {
			c.reject("the hints derive no conflict, nor a resolvent with each clause that has %d", -pivot)
		}
	}
}

// cutHints returns the hints before the first negative one, and the others.
func cutHints(hints []int) (before, others []int) {
	i := slices.IndexFunc(hints, func(id int) bool { return id < 0 })
	if i < 0 {
		i = len(hints)
	}
	return hints[:i], hints[i:]
}

// resolve checks that the resolvent of the lemma and a clause follows.
func (c *lratChecker) resolve(pivot, id int, hints []int) {
	clause := c.clauses[id]
	if !slices.Contains(clause, -pivot) {
		c.reject("the hint %d names no clause with %d", -id, -pivot)
	}
	defer c.backtrack(len(c.trail))
	for _, l := range clause {
		if l != -pivot && c.value[l] {
			return
		}
		if l != -pivot {
			c.assign(-l)
		}
	}
	if !c.propagate(hints) {
		c.reject("the hints behind %d derive no conflict", -id)
	}
}

// propagate makes the units of the hints true, and returns whether a clause of the hints is false.
func (c *lratChecker) propagate(hints []int) bool {
	for _, id := range hints {
		clause, found := c.clauses[id]
		if !found {
			c.reject("the hint %d names no clause", id)
		}
		unit := 0
		for _, l := range clause {
			switch {
			case c.value[-l] || l == unit:
			case unit != 0:
				c.reject("the hint %d is not a unit clause", id)
			default:
				unit = l
			}
		}
		if unit == 0 {
			return true
		}
		c.assign(unit)
	}
	return false
}
