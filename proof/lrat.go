package proof

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
)

// CheckLRAT verifies with an LRAT proof, as text, that a formula has no solution. formula passes each of its clauses,
// which have the numbers 1, 2, ..., to add. It returns the same as [CheckFormula]. It shares only the reader of lines
// with the checker of DRAT, and does not search for unit clauses: each lemma names the clauses that derive it.
//
// A line is a lemma, "number literals 0 hints 0", or deletes clauses, "number d numbers 0". A hint is the number of a
// clause that is unit, and in the end of one that is false, if the literals of the lemma are false. RAT lemmas, which
// have negative hints, are rejected: neither nonet nor CaDiCaL writes any.
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
		number, lemma, hints, err := readLRAT(&in)
		if err != nil {
			return sum, err
		}
		if lemma == nil {
			for _, id := range hints {
				delete(c.clauses, id)
				sum.Deleted++
			}
			continue
		}
		sum.Lemmas++
		sum.Literals += len(lemma)
		reason := ""
		if number <= last {
			reason = "the number of the lemma is not greater than those before it"
		} else if !refuted {
			reason = c.reject(lemma, hints)
		}
		if reason != "" {
			return sum, &RejectedError{Step: sum.Lemmas, Line: in.number, Reason: reason}
		}
		last, refuted = number, refuted || len(lemma) == 0
		c.clauses[number] = lemma
	}
}

// readLRAT parses the current line. The lemma of a deletion is nil, and its hints are the deleted clauses.
func readLRAT(in *lines) (number int, lemma, hints []int, err error) {
	w, from, to := in.word(0)
	if number, err = strconv.Atoi(string(w)); err != nil || number < 0 {
		return 0, nil, nil, in.errorAt(from, "expected the number of a clause, found %q", excerpt(w))
	}
	if w, _, end := in.word(to); string(w) == "d" {
		to = end
	} else if lemma, to, err = in.numbers(to, []int{}, MaxVariable); err != nil {
		return 0, nil, nil, err
	}
	if hints, to, err = in.numbers(to, nil, math.MaxInt32); err == nil {
		err = in.end(to)
	}
	return number, lemma, hints, err
}

// An lratChecker holds the clauses of an LRAT proof by number, and the literals that are true.
type lratChecker struct {
	clauses map[int][]int
	value   map[int]bool
}

// reject returns why a lemma does not follow, or "".
func (c *lratChecker) reject(lemma, hints []int) string {
	clear(c.value)
	for _, l := range lemma {
		c.value[-l] = true
	}
	for _, id := range hints {
		clause, found := c.clauses[id]
		if !found {
			return fmt.Sprintf("the hint %d names no clause", id)
		}
		unit := 0
		for _, l := range clause {
			switch {
			case c.value[-l] || l == unit:
			case unit != 0:
				return fmt.Sprintf("the hint %d is not a unit clause", id)
			default:
				unit = l
			}
		}
		if unit == 0 {
			return ""
		}
		c.value[unit] = true
	}
	return "the hints derive no conflict"
}
