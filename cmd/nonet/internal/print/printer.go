package print

import (
	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A Printer turns answers into text. It is used by many goroutines and keeps nothing.
type Printer interface {
	// Header returns what stands before all answers.
	Header() string
	// Solution appends the n-th solution (from 1) of a puzzle of which all were asked for. a.solution is the first; the rest of a is
	// not known yet.
	Solution(b []byte, a *Answer, g sudoku.Grid, n int64) []byte
	// Answer appends the answer, or what is still to be said after all solutions have been printed.
	Answer(b []byte, a *Answer) []byte
	// Alone reports whether the printer is made for one puzzle and needs no summary behind it.
	SinglePuzzle() bool
}

// A Requirement says what a printer wants to know of every answer. In a list of millions it matters to make nothing else.
type Requirement struct {
	Clock bool // how long it took
	Grids bool // the puzzle and its solutions as grids, even if there is one solution: digits do not suffice
}

func RequirementOf(p Printer) Requirement {
	switch p.(type) {
	case Line, List:
		return Requirement{}
	}
	return Requirement{Clock: true, Grids: true}
}

// A Line prints one solution per line, or for the command count one number per line.
type Line struct {
	Note bool // what is not a solution is noted as well
}

func (Line) Header() string     { return "" }
func (Line) SinglePuzzle() bool { return false }

func (Line) Solution(b []byte, a *Answer, g sudoku.Grid, _ int64) []byte {
	return append(notation.AppendLine(b, g), '\n')
}

func (p Line) Answer(b []byte, a *Answer) []byte {
	switch {
	case a.Item.ReadErr != nil:
		return b
	case a.All:
		if p.Note && a.Code() != term.Good {
			return List{}.Answer(b, a)
		}
		return b
	case a.Kind == ask.Count:
		if a.Count != nil {
			b = append(a.appendCount(b), '\n')
		}
		return b
	}
	if a.solved() {
		b = append(a.appendSolution(b), '\n')
	}
	if a.Other != nil {
		b = append(notation.AppendLine(b, a.Other), '\n')
	}
	return b
}

// Outputs are the values of --output where answers to puzzles are printed.
var Outputs = []string{"text", "line", "json", "csv", "dimacs"}
