package proof

import (
	"bufio"
	"io"
	"strconv"
)

// ReadFRAT returns the steps of a textual FRAT file, as cryptominisat5 writes it: the added and the deleted clauses.
// Lines of other kinds (original and final clauses, new numbers of clauses) are skipped, and so are the numbers of
// clauses and the hints after them: the checker knows the formula, and derives each clause without hints.
//
// Source: S. Baek, M. Carneiro, M. Heule, A Flexible Proof Format for SAT Solver-Elaborator Communication, TACAS 2021.
func ReadFRAT(r io.Reader) Steps {
	return &textFRAT{textDRAT{lines: lines{in: bufio.NewReaderSize(r, 1<<16)}}}
}

type textFRAT struct{ textDRAT }

func (f *textFRAT) Step() (Step, error) {
	for {
		if err := f.next(); err != nil {
			return Step{}, err
		}
		kind, from, to := f.word(0)
		switch string(kind) {
		case "a", "d":
			return f.step(string(kind) == "d", to)
		case "o", "f", "r", "t":
		default:
			return Step{}, f.errorAt(from, "expected a step a, d, o, f, r or t, found %q", excerpt(kind))
		}
	}
}

// step parses the current line from the number of the clause on.
func (f *textFRAT) step(deletes bool, at int) (Step, error) {
	s := Step{Delete: deletes, Line: f.number}
	w, from, to := f.word(at)
	if n, err := strconv.Atoi(string(w)); err != nil || n < 1 {
		return s, f.errorAt(from, "expected the number of the clause, found %q", excerpt(w))
	}
	var err error
	f.clause, _, err = f.numbers(to, f.clause[:0], MaxVariable)
	s.Clause = f.clause
	return s, err
}
