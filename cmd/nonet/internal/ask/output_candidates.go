package ask

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/internal/print"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/model"
	"nonet/model/backbone"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// text returns the grid of candidates as text, followed by the counts and relations if they were asked for.
func (w *candidatesWorker) text(a *inquiry.Candidates) string {
	if a.Candidates == nil {
		return ""
	}
	s := a.Puzzle.Shape
	var b strings.Builder
	if !w.Alone {
		fmt.Fprintf(&b, "%s\n", print.AppendClues(nil, a.Puzzle))
	}
	if !a.Solvable() {
		if !a.Complete {
			fmt.Fprintf(&b, "unknown: %v\n", a.Err)
			return b.String()
		}
		why := a.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		fmt.Fprintf(&b, "none: %s\n", why)
		return b.String()
	}
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
	b.Write(print.AppendMarks(nil, s, "", w.Width(), func(c sudoku.Cell) string {
		if v := a.Puzzle.Clues[c]; v != 0 {
			return a.Puzzle.Alphabet.Symbol(v)
		}
		return notation.CandidateList(a.Puzzle.Alphabet, s.N(), a.Values[c])
	}, paint))
	grid := b.String()
	b.Reset()
	fmt.Fprintf(&b, "\n%s\n", candidatesSentence(a, w.Method.Name))
	if a.Counts != nil {
		writeCounts(&b, a)
	}
	writeRelations(&b, a.Relations, "cells", func(v model.Var) string { return s.Name(sudoku.Cell(v)) })
	if !w.Alone {
		b.WriteByte('\n')
	}
	return grid + term.FoldLines(b.String(), w.Width())
}

// writeCounts writes a line for each cell that is not forced: the number of solutions for each of its values.
func writeCounts(b *strings.Builder, a *inquiry.Candidates) {
	bound := ""
	if !a.Counts.Exact {
		bound = ">="
	}
	for c, values := range a.Values {
		if len(values) < 2 {
			continue
		}
		b.WriteString(a.Puzzle.Shape.Name(sudoku.Cell(c)) + " ")
		for i, v := range values {
			fmt.Fprintf(b, " %s:%s%s", a.Puzzle.Alphabet.Symbol(v), bound, a.Counts.ByValue[c][i])
		}
		b.WriteByte('\n')
	}
}

// writeRelations writes which cells or variables are equal, or different, in all solutions. r may be nil.
func writeRelations(b *strings.Builder, r *backbone.Relations, what string, name func(model.Var) string) {
	if r == nil {
		return
	}
	if len(r.Equal) == 0 && len(r.Different) == 0 {
		fmt.Fprintf(b, "no further %s are equal, or different, in all solutions\n", what)
	}
	join := func(vars []model.Var, word string) string {
		var names []string
		for _, v := range vars {
			names = append(names, name(v))
		}
		return strings.Join(names, word)
	}
	for _, class := range r.Equal {
		fmt.Fprintf(b, "equal in all solutions: %s\n", join(class, " = "))
	}
	for _, p := range r.Different {
		fmt.Fprintf(b, "different in all solutions: %s\n", join(p[:], " and "))
	}
}

// modelText returns the candidates of the shown variables of a model as text: a line for each variable.
func (w *candidatesWorker) modelText(a *inquiry.Candidates) string {
	if a.Candidates == nil {
		return ""
	}
	var b strings.Builder
	if !w.Alone {
		b.WriteString(printable.Line(a.Place.File) + ":\n")
	}
	switch {
	case !a.Solvable() && !a.Complete:
		fmt.Fprintf(&b, "unknown: %s\n", a.Err.Error())
		return b.String()
	case !a.Solvable():
		b.WriteString("none: a complete search found no solution\n")
		return b.String()
	}
	bound := ""
	if a.Counts != nil && !a.Counts.Exact {
		bound = ">="
	}
	table := term.Table{Head: []string{"VARIABLE", "VALUES"}, Right: []bool{false, false}}
	for _, v := range a.File.ShownVars() {
		var words []string
		for i, value := range a.Values[v] {
			words = append(words, strconv.Itoa(value))
			if a.Counts != nil {
				words[i] += ":" + bound + a.Counts.ByValue[v][i].String()
			}
		}
		table.Add(printable.Line(a.File.Model.NameOf(v)), strings.Join(words, " "))
	}
	fmt.Fprintf(&b, "%s\n%s\n", table.String(), candidatesSentence(a, w.Method.Name))
	writeRelations(&b, a.Relations, "variables", a.File.Model.NameOf)
	if !w.Alone {
		b.WriteByte('\n')
	}
	return term.FoldLines(b.String(), w.Width())
}
