package print

import (
	"fmt"
	"strconv"

	"nonet/backends/ask"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A DIMACS prints answers in the output format of the SAT Competition. Variable cell*N + value is true if the cell has
// the value, with cells counted row by row from 0: the numbering of an exported formula without preprocessing.
type DIMACS struct{}

func (DIMACS) Header() string     { return "" }
func (DIMACS) SinglePuzzle() bool { return false }

func (p DIMACS) Solution(b []byte, a *Answer, g sudoku.Grid, n int64) []byte {
	if n == 1 {
		b = p.begin(b, a)
		b = append(b, "s SATISFIABLE\n"...)
	}
	return appendValues(b, a.Puzzle.Shape, g)
}

func (p DIMACS) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		return fmt.Appendf(b, "c puzzle %d\nc error %s\ns UNKNOWN\n", a.Index,
			printable.Line(term.WithoutPackage(a.Item.ReadErr)))
	}
	if !a.All || a.Result.Solutions == 0 {
		b = p.begin(b, a)
		switch a.Status() {
		case model.Satisfiable:
			b = append(b, "s SATISFIABLE\n"...)
		case model.Unsatisfiable:
			b = append(b, "s UNSATISFIABLE\n"...)
		default:
			b = append(b, "s UNKNOWN\n"...)
		}
		for _, g := range []sudoku.Grid{a.Solution, a.Other} {
			if g != nil {
				b = appendValues(b, a.Puzzle.Shape, g)
			}
		}
	}
	switch a.Kind {
	case ask.Unique:
		b = fmt.Appendf(b, "c verdict %v\n", a.Verdict)
	case ask.Count:
		b = fmt.Appendf(b, "c count %v exact %v\n", a.Count, a.Result.Complete)
	}
	if by := a.AnsweredBy(); by != model.Nobody {
		b = fmt.Appendf(b, "c answered_by %s\n", by)
	}
	if a.Err != nil {
		b = fmt.Appendf(b, "c error %s\n", printable.Line(term.WithoutPackage(a.Err)))
	}
	return b
}

func (DIMACS) begin(b []byte, a *Answer) []byte {
	b = fmt.Appendf(b, "c puzzle %d %s\n", a.Index, notation.Line(a.Puzzle.Alphabet, a.Puzzle.Clues))
	for _, text := range RuleTexts(a.Puzzle) {
		b = fmt.Appendf(b, "c rule %s\n", text)
	}
	return fmt.Appendf(b, "c method %s\n", a.Method)
}

// appendValues appends g as lines of literals, each at most 78 characters long, the last ending with 0.
func appendValues(b []byte, s sudoku.Shape, g sudoku.Grid) []byte {
	n := s.N()
	start := len(b)
	b = append(b, 'v')
	literal := func(l int) {
		if width := len(b) - start; width > 70 {
			b = append(b, "\nv"...)
			start = len(b) - 1
		}
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(l), 10)
	}
	for c, value := range g {
		for v := 1; v <= n; v++ {
			if l := c*n + v; v == value {
				literal(l)
			} else {
				literal(-l)
			}
		}
	}
	literal(0)
	return append(b, '\n')
}
