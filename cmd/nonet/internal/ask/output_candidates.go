package ask

import (
	"cmp"
	"fmt"
	"strings"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// text returns the grid of candidates, or the table of the shown variables of a model, as text, followed by the counts
// and relations if they were asked for.
func (w *candidatesWorker) text(a *inquiry.Candidates) string {
	if a.Candidates == nil {
		return ""
	}
	var b strings.Builder
	if !w.Alone {
		b.WriteString(print.Heading(a.Item))
	}
	switch {
	case !a.Solvable() && !a.Complete:
		fmt.Fprintf(&b, "unknown: %v\n", a.Err)
		return b.String()
	case !a.Solvable():
		fmt.Fprintf(&b, "none: %s\n", cmp.Or(a.Contradiction(), "a complete search found no solution"))
		return b.String()
	case a.File != nil:
		b.WriteString(domainTable(a))
	default:
		b.Write(w.grid(a))
	}
	grid := b.String()
	b.Reset()
	fmt.Fprintf(&b, "\n%s\n", candidatesSentence(a, w.Method.Name))
	if a.Counts != nil && a.File == nil {
		writeCounts(&b, a)
	}
	if a.Relations != nil {
		writeRelations(&b, a)
	}
	if !w.Alone {
		b.WriteByte('\n')
	}
	return grid + term.FoldLines(b.String(), w.Width())
}

// grid returns the grid of candidates.
func (w *candidatesWorker) grid(a *inquiry.Candidates) []byte {
	var paint func(sudoku.Cell, string) string
	if w.Colors() {
		paint = func(c sudoku.Cell, word string) string {
			switch {
			case a.Puzzle.Clues[c] != 0:
				return term.Bold.Paint(word)
			case len(a.Values[c]) == 1:
				return term.Cyan.Paint(word)
			}
			return word
		}
	}
	s := a.Puzzle.Shape
	return print.AppendMarks(nil, s, "", w.Width(), func(c sudoku.Cell) string {
		if v := a.Puzzle.Clues[c]; v != 0 {
			return a.Puzzle.Alphabet.Symbol(v)
		}
		return notation.CandidateList(a.Puzzle.Alphabet, s.N(), a.Values[c])
	}, paint)
}

// domainTable returns a line for each shown variable of a model.
func domainTable(a *inquiry.Candidates) string {
	table := term.Table{Head: []string{"VARIABLE", "VALUES"}, Right: []bool{false, false}}
	for _, v := range a.Open() {
		table.Add(printable.Line(a.File.Model.NameOf(v)), strings.Join(valuesOf(a, v), " "))
	}
	return table.String()
}

// valuesOf returns the candidates of a variable, with the number of solutions for each if they were counted.
func valuesOf(a *inquiry.Candidates, v model.Var) []string {
	var words []string
	for i, value := range a.Values[v] {
		word := a.Puzzle.Alphabet.Symbol(value)
		if n := a.Counts; n != nil {
			if word += ":"; !n.Exact {
				word += ">="
			}
			word += n.ByValue[v][i].String()
		}
		words = append(words, word)
	}
	return words
}

// writeCounts writes a line for each cell that is not forced: the number of solutions for each of its values.
func writeCounts(b *strings.Builder, a *inquiry.Candidates) {
	p := a.Problem()
	for _, v := range a.Open() {
		if len(a.Values[v]) > 1 {
			fmt.Fprintf(b, "%s  %s\n", p.NameOf(v), strings.Join(valuesOf(a, v), " "))
		}
	}
}

// writeRelations writes which cells or variables are equal, or different, in all solutions.
func writeRelations(b *strings.Builder, a *inquiry.Candidates) {
	p, r, what := a.Problem(), a.Relations, "cells"
	if a.File != nil {
		what = "variables"
	}
	if len(r.Equal) == 0 && len(r.Different) == 0 {
		fmt.Fprintf(b, "no further %s are equal, or different, in all solutions\n", what)
	}
	for _, class := range r.Equal {
		fmt.Fprintf(b, "equal in all solutions: %s\n", strings.Join(p.NamesOf(class), " = "))
	}
	for _, pair := range r.Different {
		fmt.Fprintf(b, "different in all solutions: %s\n", strings.Join(p.NamesOf(pair[:]), " and "))
	}
}
