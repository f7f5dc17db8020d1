package print

import (
	"fmt"
	"iter"
	"strconv"

	"nonet/backends/ask"
	"nonet/cmd/internal/printable"
	"nonet/model"
	"nonet/model/notation"
)

// A DIMACS prints answers in the output format of the SAT and pseudo-Boolean competitions. Of a puzzle, variable
// cell*N + value is true if the cell has the value, with cells counted row by row from 0: the numbering of an exported
// formula without preprocessing.
type DIMACS struct{}

func (p DIMACS) Solution(b []byte, a *Answer, x []int, n int64) []byte {
	if n == 1 && a.File == nil {
		b = append(p.begin(b, a), "s SATISFIABLE\n"...)
	}
	return AppendValueLines(b, a.words(x))
}

func (p DIMACS) Answer(b []byte, a *Answer) []byte {
	if err := a.Item.ReadErr; err != nil {
		return fmt.Appendf(b, "c %s\nc error %s\ns UNKNOWN\n", a.subject(), printable.Line(err.Error()))
	}
	if a.File != nil || !a.All || a.Result.Solutions == 0 { // the status of a file follows all solutions
		b = p.begin(b, a)
		if a.optimizes() && a.Status() == model.Satisfiable {
			b = fmt.Appendf(b, "o %s\n", a.value())
		}
		switch {
		case a.Optimal:
			b = append(b, "s OPTIMUM FOUND\n"...)
		case a.Status() == model.Satisfiable:
			b = append(b, "s SATISFIABLE\n"...)
		case a.Status() == model.Unsatisfiable:
			b = append(b, "s UNSATISFIABLE\n"...)
		default:
			b = append(b, "s UNKNOWN\n"...)
		}
		for _, x := range [][]int{a.Solution, a.Other} {
			if x != nil && !a.All {
				b = AppendValueLines(b, a.words(x))
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
		b = fmt.Appendf(b, "c error %s\n", printable.Line(a.Err.Error()))
	}
	return b
}

// subject names what the answer is about.
func (a *Answer) subject() string {
	if a.Item.Model {
		return "file " + printable.Line(a.Place.File)
	}
	return fmt.Sprintf("puzzle %d", a.Index)
}

func (DIMACS) begin(b []byte, a *Answer) []byte {
	b = append(append(b, "c "...), a.subject()...)
	if a.File == nil {
		b = notation.AppendLine(append(b, ' '), a.Puzzle.Alphabet, a.Puzzle.Clues)
		for _, text := range RuleTexts(a.Puzzle) {
			b = append(append(b, "\nc rule "...), text...)
		}
	}
	return fmt.Appendf(b, "\nc method %s\n", a.Way())
}

// words yields the values of a solution as literals: of a puzzle and a CNF with numbers, and 0 at the end, and
// otherwise with the names of variables, where -x is x = 0. Values of other variables are name=value.
func (a *Answer) words(x []int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if a.File == nil {
			n := a.Puzzle.Shape.N()
			for k := range len(x) * n {
				l := k + 1
				if x[k/n] != k%n+1 {
					l = -l
				}
				if !yield(strconv.Itoa(l)) {
					return
				}
			}
		} else {
			for v, variable := range a.File.Model.Vars {
				word := variable.Name
				if a.File.Clauses != nil {
					word = strconv.Itoa(v + 1)
				}
				d := variable.Domain
				switch {
				case d.Min() < 0 || d.Max() > 1:
					word = fmt.Sprintf("%s=%d", word, x[v])
				case x[v] == 0:
					word = "-" + word
				}
				if !yield(word) {
					return
				}
			}
		}
		if a.File == nil || a.File.Clauses != nil {
			yield("0")
		}
	}
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
