package proof

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
)

// CheckLRAT verifies with an LRAT proof, as text, that a formula has no solution. formula passes each of its clauses to
// add. The clauses have the numbers 1, 2, ... The result is that of [CheckFormula]. It shares no code with the checker
// of DRAT, and does not search for unit clauses: each lemma names the clauses that derive it.
//
// A line is a lemma, "number literals 0 hints 0", or deletes clauses, "number d numbers 0". A hint is the number of a
// clause that is unit, or false in the end, if the literals of the lemma are false. If no hint is false, the lemma must
// have the RAT property on its first literal: after those hints, a negative hint names a clause with the negation of that
// literal, and the hints after it show that the resolvent follows; every such clause must be named.
//
// Source: L. Cruz-Filipe et al., Efficient Certified RAT Verification, CADE 2017.
func CheckLRAT(ctx context.Context, formula func(add func(clause []int)), r io.Reader) (sum Summary, err error) {
	c := &lratChecker{clauses: map[int][]int{}, value: map[int]bool{}}
	formula(func(clause []int) {
		sum.Clauses++
		c.clauses[sum.Clauses] = slices.Clone(clause)
	})
	in := lines{in: bufio.NewReaderSize(r, 1<<16)}
	for refuted, last := false, sum.Clauses; ; {
		err := cmp.Or(ctx.Err(), in.next())
		switch {
		case errors.Is(err, io.EOF) && refuted:
			return sum, nil
		case errors.Is(err, io.EOF):
			return sum, &RejectedError{Reason: "the proof ends before the empty clause"}
		case err != nil:
			return sum, err
		}
		s, err := readLRAT(&in)
		if err != nil {
			return sum, err
		}
		if s.deletes {
			for _, id := range s.hints {
				delete(c.clauses, id)
				sum.Deleted++
			}
			continue
		}
		sum.Lemmas++
		sum.Literals += len(s.lemma)
		reason := ""
		if s.number <= last {
			reason = "the number of the lemma is not greater than those before it"
		} else if !refuted {
			reason = c.reject(s.lemma, s.hints)
		}
		if reason != "" {
			return sum, &RejectedError{Step: sum.Lemmas, Line: in.number, Reason: reason}
		}
		last, refuted = s.number, refuted || len(s.lemma) == 0
		c.clauses[s.number] = s.lemma
	}
}

// An lratStep is a line of an LRAT proof.
type lratStep struct {
	number       int
	deletes      bool
	lemma, hints []int // the hints of a deletion are the numbers of the deleted clauses
}

// readLRAT parses the current line.
func readLRAT(in *lines) (s lratStep, err error) {
	w, from, to := in.word(0)
	if s.number, err = strconv.Atoi(string(w)); err != nil || s.number < 0 {
		return s, in.errorAt(from, "expected the number of a clause, found %q", excerpt(w))
	}
	list := &s.lemma
	if w, _, end := in.word(to); string(w) == "d" {
		s.deletes, to, list = true, end, &s.hints
	}
	for {
		w, from, to = in.word(to)
		x, err := strconv.Atoi(string(w))
		switch {
		case err != nil:
			return s, in.errorAt(from, "expected a number, or 0 at the end, found %q", excerpt(w))
		case x != 0:
			*list = append(*list, x)
		case list == &s.lemma:
			list = &s.hints
		default:
			if rest, at, _ := in.word(to); len(rest) > 0 {
				return s, in.errorAt(at, "expected the end of the line after 0, found %q", excerpt(rest))
			}
			return s, nil
		}
	}
}

// An lratChecker holds the clauses of an LRAT proof by number, and the literals assumed and derived.
type lratChecker struct {
	clauses map[int][]int
	value   map[int]bool // true literals
	trail   []int
}

// assign makes a literal true, and returns false if it is false.
func (c *lratChecker) assign(l int) bool {
	if !c.value[l] {
		c.value[l] = true
		c.trail = append(c.trail, l)
	}
	return !c.value[-l]
}

// backtrack removes all but n true literals.
func (c *lratChecker) backtrack(n int) {
	for _, l := range c.trail[n:] {
		delete(c.value, l)
	}
	c.trail = c.trail[:n]
}

// reject returns why a lemma does not follow, or "".
func (c *lratChecker) reject(lemma, hints []int) string {
	defer c.backtrack(0)
	for _, l := range lemma {
		if !c.assign(-l) {
			return "" // a tautology
		}
	}
	first := slices.IndexFunc(hints, func(id int) bool { return id < 0 })
	if first < 0 {
		first = len(hints)
	}
	switch conflict, reason := c.propagate(hints[:first]); {
	case reason != "" || conflict:
		return reason
	case len(lemma) == 0:
		return "the hints derive no conflict"
	}
	assumed, resolved := len(c.trail), map[int]bool{}
	for hints = hints[first:]; len(hints) > 0; {
		with, ok := c.clauses[-hints[0]]
		if !ok {
			return "a hint names clause " + strconv.Itoa(-hints[0]) + ", which does not exist"
		}
		resolved[-hints[0]] = true
		end := slices.IndexFunc(hints[1:], func(id int) bool { return id < 0 }) + 1
		if end == 0 {
			end = len(hints)
		}
		blocked := false
		for _, l := range with {
			blocked = blocked || l != -lemma[0] && !c.assign(-l)
		}
		if !blocked {
			if conflict, reason := c.propagate(hints[1:end]); reason != "" || !conflict {
				return cmp.Or(reason, "the hints of a resolvent derive no conflict")
			}
		}
		c.backtrack(assumed)
		hints = hints[end:]
	}
	for id, clause := range c.clauses {
		if !resolved[id] && slices.Contains(clause, -lemma[0]) {
			return "the hints derive no conflict, and name no resolvent with clause " + strconv.Itoa(id)
		}
	}
	return ""
}

// propagate assigns the literal that each hint implies, and reports whether a hint is false.
func (c *lratChecker) propagate(hints []int) (conflict bool, reason string) {
	for _, id := range hints {
		clause, ok := c.clauses[id]
		if !ok {
			return false, "a hint names clause " + strconv.Itoa(id) + ", which does not exist"
		}
		unit := 0
		for _, l := range clause {
			switch {
			case c.value[-l] || l == unit:
			case unit != 0:
				return false, "the hint " + strconv.Itoa(id) + " is not a unit clause"
			default:
				unit = l
			}
		}
		if unit == 0 {
			return true, ""
		}
		c.assign(unit)
	}
	return false, ""
}
