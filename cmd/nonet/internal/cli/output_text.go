package cli

import (
	"bytes"
	"fmt"

	"nonet/backends/ask"
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
	for _, g := range []sudoku.Grid{a.Solution, a.Other} {
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
	if a.Err != nil && !ask.Undecided(a.Err) {
		return "failed"
	}
	switch a.Kind {
	case ask.Unique:
		if a.rates && a.Err != nil {
			return model.Undecided.String()
		}
		return a.Verdict.String()
	case ask.Count:
		if a.Count == nil {
			return "unknown"
		}
		return solutionsInWords(a.Count, a.Result.Complete)
	}
	switch a.Status() {
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
	case a.Err != nil:
		if ask.Undecided(a.Err) {
			return plainly(a.Err)
		}
		return "" // the message is on standard error
	case a.cross != nil && a.Count.Sign() > 0:
		return crossSentence(a.cross)
	case a.Kind == ask.Count && a.Count.Sign() > 0:
		return ""
	case a.Verdict == model.Multiple:
		return differences(a.puzzle.Shape, a.Solution, a.Other)
	case a.redundant != nil:
		return "this is the only solution; " + a.redundant.sentence(a.puzzle.Shape)
	case a.Verdict == model.One:
		return "this is the only solution"
	case a.Status() == model.Unsatisfiable:
		why := a.puzzle.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		if a.cross != nil {
			why += "; " + crossSentence(a.cross)
		}
		return why
	default:
		return ""
	}
}

// cost says who found it out, how fast, and with what effort.
func (a *answer) cost() string {
	preprocess, encode, solve := a.Phases()
	spent := duration(preprocess + encode + solve)
	if a.pieces != nil {
		spent = a.pieces.String()
	}
	text := a.method
	if spent != "" {
		text += ", " + spent
	}
	if e := effort(a.Result.Stats.Effort); e != "" {
		text += ", " + e
	}
	if cost := a.Result.Stats.Cost; cost > 0 {
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
	if a.Kind == ask.Solve && a.solved() && !a.All {
		return append(a.appendSolution(b), '\n')
	}
	remark := ""
	switch {
	case a.Err != nil && ask.Undecided(a.Err):
		remark = plainly(a.Err)
	case a.Err != nil: // the message is on standard error
	case a.cross != nil:
		remark = crossSentence(a.cross)
	case a.redundant != nil:
		remark = a.redundant.sentence(a.puzzle.Shape)
	case a.Verdict == model.Multiple:
		remark = differences(a.puzzle.Shape, a.Solution, a.Other)
	case a.Status() == model.Unsatisfiable:
		remark = a.puzzle.Contradiction()
	}
	from := len(b)
	if a.Kind == ask.Count && a.Count != nil && (a.Err == nil || ask.Undecided(a.Err)) {
		if !a.Result.Complete {
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
