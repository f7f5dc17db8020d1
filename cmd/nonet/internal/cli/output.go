package cli

import (
	"fmt"
	"strings"

	"nonet/backends/ask"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A printer turns answers into text. It is used by many goroutines and keeps nothing.
type printer interface {
	// header returns what stands before all answers.
	header() string
	// solution appends the n-th solution (from 1) of a puzzle of which all were asked for. a.solution is the first; the rest of a is
	// not known yet.
	solution(b []byte, a *answer, g sudoku.Grid, n int64) []byte
	// answer appends the answer, or what is still to be said after all solutions have been printed.
	answer(b []byte, a *answer) []byte
	// alone reports whether the printer is made for one puzzle and needs no summary behind it.
	alone() bool
}

// A need says what a printer wants to know of every answer. In a list of millions it matters to make nothing else.
type need struct {
	clock bool // how long it took
	grids bool // the puzzle and its solutions as grids, even if there is one solution: digits do not suffice
}

func needs(p printer) need {
	switch p.(type) {
	case linePrinter, listPrinter:
		return need{}
	}
	return need{clock: true, grids: true}
}

// outputs are the values of --output where answers to puzzles are printed.
var outputs = []string{"text", "line", "json", "csv", "dimacs"}

// printerFor returns the printer that --output asks for.
func (e *env) printerFor(q asking, s *source) (printer, error) {
	switch e.flags.output {
	case "text":
		if q.rates {
			return ratePrinter{q.rating, e.typed(s) || len(s.peek(2)) == 1}, nil
		}
		if q.All {
			return linePrinter{note: true}, nil
		}
		if e.typed(s) || len(s.peek(2)) == 1 {
			return gridPrinter{}, nil
		}
		return listPrinter{}, nil
	case "line":
		return linePrinter{}, nil
	case "json":
		return jsonPrinter{q.rating}, nil
	case "csv":
		return csvPrinter{q}, nil
	case "dimacs":
		return dimacsPrinter{}, nil
	}
	return nil, badOutput(e.flags.output, outputs)
}

func badOutput(name string, known []string) error {
	return fmt.Errorf("--output %s: expected %s", name, oneOf(known))
}

func oneOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// appendLine appends g in line form.
func appendLine(b []byte, _ sudoku.Shape, g sudoku.Grid) []byte { return notation.AppendLine(b, g) }

func lineOf(s sudoku.Shape, g sudoku.Grid) string { return string(appendLine(nil, s, g)) }

// A linePrinter prints one solution per line, or for the command count one number per line.
type linePrinter struct {
	note bool // what is not a solution is noted as well
}

func (linePrinter) header() string { return "" }
func (linePrinter) alone() bool    { return false }

func (linePrinter) solution(b []byte, a *answer, g sudoku.Grid, _ int64) []byte {
	return append(appendLine(b, a.puzzle.Shape, g), '\n')
}

func (p linePrinter) answer(b []byte, a *answer) []byte {
	switch {
	case a.item.err != nil:
		return b
	case a.All:
		if p.note && a.code() != good {
			return listPrinter{}.answer(b, a)
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
		b = append(appendLine(b, a.puzzle.Shape, a.Other), '\n')
	}
	return b
}
