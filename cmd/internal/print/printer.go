package print

import (
	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/model"
)

// A Printer formats answers. It has no state and may be used by many goroutines.
type Printer interface {
	// Solution appends the n-th solution (from 1) of a puzzle or model whose solutions are all asked for. a.Solution is
	// the first; the result in a is not known yet.
	Solution(b []byte, a *Answer, x []int, n int64) []byte
	// Answer appends the answer, or the rest of it after all solutions have been printed.
	Answer(b []byte, a *Answer) []byte
}

// A Requirement lists the fields of answers that a printer reads, so that the fast path skips the rest.
type Requirement struct {
	Clock bool // the time
	Grids bool // the puzzle and its solutions as grids; without it, digits suffice for a puzzle with one solution
}

// RequirementOf returns the requirement of p.
func RequirementOf(p Printer) Requirement {
	switch p := p.(type) {
	case Line, List:
		return Requirement{}
	case JSON:
		return Requirement{Clock: true}
	case CSV:
		return Requirement{Clock: true, Grids: p.Rates}
	}
	return Requirement{Clock: true, Grids: true}
}

// A Line prints one line for each puzzle: its solution, its count, or a comment that says why there is none. If all
// solutions are asked for, it prints a line for each.
type Line struct {
	Note bool // also print answers that are not solutions
}

func (Line) Solution(b []byte, a *Answer, x []int, _ int64) []byte {
	return append(AppendLine(b, a.Item, x), '\n')
}

func (p Line) Answer(b []byte, a *Answer) []byte {
	switch {
	case a.Item.ReadErr != nil:
		if p.Note {
			return List{}.Answer(b, a)
		}
		return input.Unreadable(b, "line", a.Item)
	case a.All:
		if p.Note && a.Code() != term.Good {
			return List{}.Answer(b, a)
		}
		if a.Result.Solutions > 0 || p.Note {
			return b
		}
	case a.Kind == ask.Count && a.Count != nil && !a.HasFailed():
		return append(a.appendBound(b), '\n')
	case a.Kind == ask.Solve && a.solved(), a.Verdict == model.One:
		return append(a.appendSolution(b), '\n')
	}
	return a.appendInstead(b)
}

// Outputs are the values of --output where answers to puzzles are printed.
var Outputs = []string{"text", "line", "json", "csv", "dimacs"}
