package cli

import (
	"bytes"
	"fmt"

	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A gridPrinter prints the answer about a single puzzle for people: a grid, and a sentence.
type gridPrinter struct{}

func (gridPrinter) header() string                                              { return "" }
func (gridPrinter) alone() bool                                                 { return true }
func (gridPrinter) solution(b []byte, _ *answer, _ sudoku.Grid, _ int64) []byte { return b }

func (gridPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		return b
	}
	var w bytes.Buffer
	for _, g := range []sudoku.Grid{a.solution, a.other} {
		if g != nil {
			notation.WriteGrid(&w, a.puzzle.Shape, g)
			w.WriteByte('\n')
		}
	}
	w.WriteString(a.word())
	if s := a.sentence(); s != "" {
		w.WriteString(": " + s)
	}
	fmt.Fprintf(&w, " (%s)\n", a.cost())
	return append(b, w.Bytes()...)
}

// word is the answer in a word or a number.
func (a *answer) word() string {
	if a.err != nil && !undecidedBy(a.err) {
		return "failed"
	}
	switch a.question {
	case askRate:
		if a.err != nil {
			return model.Undecided.String()
		}
		return a.verdict.String()
	case askUnique:
		return a.verdict.String()
	case askCount:
		if a.count == nil {
			return "unknown"
		}
		return solutionsInWords(a.count, a.result.Complete)
	}
	switch a.status() {
	case model.Satisfiable:
		return "solved"
	case model.Unsatisfiable:
		return "none"
	default:
		return "unknown"
	}
}

// sentence says what the word means for the puzzle.
func (a *answer) sentence() string {
	switch {
	case a.err != nil:
		if undecidedBy(a.err) {
			return plainly(a.err)
		}
		return "" // the message is on standard error
	case a.cross != nil && a.count.Sign() > 0:
		return a.cross.sentence()
	case a.question == askCount && a.count.Sign() > 0:
		return ""
	case a.verdict == model.Multiple:
		return differences(a.puzzle.Shape, a.solution, a.other)
	case a.redundant != nil:
		return "this is the only solution; " + a.redundant.sentence(a.puzzle.Shape)
	case a.verdict == model.One:
		return "this is the only solution"
	case a.status() == model.Unsatisfiable:
		why := a.puzzle.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		if a.cross != nil {
			why += "; " + a.cross.sentence()
		}
		return why
	default:
		return ""
	}
}

// cost says who found it out, how fast, and with what effort.
func (a *answer) cost() string {
	preprocess, encode, solve := a.phases()
	spent := duration(preprocess + encode + solve)
	if a.pieces != nil {
		spent = a.pieces.String()
	}
	text := a.method
	if spent != "" {
		text += ", " + spent
	}
	if e := effort(a.result.Stats.Effort); e != "" {
		text += ", " + e
	}
	if cost := a.result.Stats.Cost; cost > 0 {
		text += fmt.Sprintf(", best cost %d", cost)
	}
	return text
}

// A listPrinter prints the answers about many puzzles for people, one per line: the verdict, the puzzle, a remark.
type listPrinter struct{}

func (listPrinter) header() string                                              { return "" }
func (listPrinter) alone() bool                                                 { return false }
func (listPrinter) solution(b []byte, _ *answer, _ sudoku.Grid, _ int64) []byte { return b }

func (listPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		return b
	}
	if a.question == askSolve && a.solved() && !a.all {
		return append(a.appendSolution(b), '\n')
	}
	remark := ""
	switch {
	case a.err != nil && undecidedBy(a.err):
		remark = plainly(a.err)
	case a.err != nil: // the message is on standard error
	case a.cross != nil:
		remark = a.cross.sentence()
	case a.redundant != nil:
		remark = a.redundant.sentence(a.puzzle.Shape)
	case a.verdict == model.Multiple:
		remark = differences(a.puzzle.Shape, a.solution, a.other)
	case a.status() == model.Unsatisfiable:
		remark = a.puzzle.Contradiction()
	}
	from := len(b)
	if a.question == askCount && a.count != nil && (a.err == nil || undecidedBy(a.err)) {
		if !a.result.Complete {
			b = append(b, ">="...)
		}
		b = a.appendCount(b) // for programs that take the first word of a line
	} else {
		b = append(b, a.word()...)
	}
	for len(b)-from < len("multiple") {
		b = append(b, ' ')
	}
	b = append(b, ' ', ' ')
	b = a.appendPuzzle(b)
	if remark != "" {
		b = append(append(b, ' ', ' '), remark...)
	}
	return append(b, '\n')
}
