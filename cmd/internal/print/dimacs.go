package print

import (
	"fmt"
	"iter"
	"strconv"

	"nonet/backends/ask"
	"nonet/cmd/internal/printable"
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
			printable.Line(a.Item.ReadErr.Error()))
	}
	if !a.All || a.Result.Solutions == 0 {
		b = p.begin(b, a)
		b = append(b, statusLine(a.Status())...)
		for _, g := range []sudoku.Grid{a.Solution, a.Other} {
			if g != nil {
				b = appendValues(b, a.Puzzle.Shape, g)
			}
		}
	}
	return a.endDIMACS(b)
}

// statusLine returns the line of a status.
func statusLine(s model.Status) string {
	switch s {
	case model.Satisfiable:
		return "s SATISFIABLE\n"
	case model.Unsatisfiable:
		return "s UNSATISFIABLE\n"
	}
	return "s UNKNOWN\n"
}

// endDIMACS appends the comments after the values.
func (a *Answer) endDIMACS(b []byte) []byte {
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
		b = fmt.Appendf(b, "c error %s\n", printable.Line(a.Err.Error()))
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

// appendValues appends g as lines of literals, the last ending with 0.
func appendValues(b []byte, s sudoku.Shape, g sudoku.Grid) []byte {
	n := s.N()
	return AppendValueLines(b, func(yield func(string) bool) {
		for c, value := range g {
			for v := 1; v <= n; v++ {
				l := c*n + v
				if v != value {
					l = -l
				}
				if !yield(strconv.Itoa(l)) {
					return
				}
			}
		}
		yield("0")
	})
}

// AppendValueLines appends words in lines that begin with v and have at most 78 characters.
func AppendValueLines(b []byte, words iter.Seq[string]) []byte {
	start := len(b)
	b = append(b, 'v')
	for w := range words {
		if len(b)-start+1+len(w) > 78 && len(b)-start > 1 {
			b = append(b, "\nv"...)
			start = len(b) - 1
		}
		b = append(append(b, ' '), w...)
	}
	return append(b, '\n')
}
