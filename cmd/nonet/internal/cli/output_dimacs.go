package cli

import (
	"fmt"
	"strconv"

	"nonet/backends/ask"
	"nonet/model"
	"nonet/model/sudoku"
)

// A dimacsPrinter prints what a solver of the SAT Competition prints. Variable cell*N + value says that a cell has a value, with cells
// counted row by row from 0: the numbering of an exported formula without preprocessing.
type dimacsPrinter struct{}

func (dimacsPrinter) header() string { return "" }
func (dimacsPrinter) alone() bool    { return false }

func (p dimacsPrinter) solution(b []byte, a *answer, g sudoku.Grid, n int64) []byte {
	if n == 1 {
		b = p.begin(b, a)
		b = append(b, "s SATISFIABLE\n"...)
	}
	return appendValues(b, a.puzzle.Shape, g)
}

func (p dimacsPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		return fmt.Appendf(b, "c puzzle %d\nc error %s\ns UNKNOWN\n", a.index, plainly(a.item.err))
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
				b = appendValues(b, a.puzzle.Shape, g)
			}
		}
	}
	switch a.Kind {
	case ask.Unique:
		b = fmt.Appendf(b, "c verdict %v\n", a.Verdict)
	case ask.Count:
		b = fmt.Appendf(b, "c count %v exact %v\n", a.Count, a.Result.Complete)
	}
	if a.Err != nil {
		b = fmt.Appendf(b, "c error %s\n", plainly(a.Err))
	}
	return b
}

func (dimacsPrinter) begin(b []byte, a *answer) []byte {
	b = fmt.Appendf(b, "c puzzle %d %s\n", a.index, lineOf(a.puzzle.Shape, a.puzzle.Clues))
	for _, text := range ruleTexts(a.puzzle) {
		b = fmt.Appendf(b, "c rule %s\n", text)
	}
	return fmt.Appendf(b, "c method %s\n", a.method)
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
