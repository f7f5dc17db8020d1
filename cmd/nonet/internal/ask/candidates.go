package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/cmd/nonet/internal/inquiry"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"

	"github.com/spf13/cobra"
)

func candidatesCommand(e *term.Env) *cobra.Command {
	var o inquiry.CandidatesOptions
	c := &cobra.Command{
		Use:   "candidates [PUZZLES | MODELS]",
		Short: "Print the values that each cell has in some solution",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := input.Open(c, e, args)
			if err != nil {
				return err
			}
			return input.ForEachAsked(c, e, s, "puzzle", "puzzles", func(w *input.Worker) input.Handler {
				return (&candidatesWorker{w, o}).handle
			})
		},
	}
	input.ForEachFlags(e, c, "text", "line", "json")
	input.ModelFlags(e, c)
	e.ColorFlag(c)
	input.MethodFlag(e, c)
	f := c.Flags()
	f.BoolVar(&o.Counts, "counts", false, "print the number of solutions in which each candidate appears")
	f.BoolVar(&o.Equal, "equal", false, "list the cells that are equal, or different, in all solutions")
	term.LimitFlag(c, &o.Limit, "limit on the solutions counted (default: none); implies --counts")
	return c
}

type candidatesWorker struct {
	*input.Worker
	inquiry.CandidatesOptions
}

func (w *candidatesWorker) handle(ctx context.Context, it *input.Item, b []byte) ([]byte, error) {
	a := inquiry.FindCandidates(ctx, w.Method, w.Asker, it, w.CandidatesOptions)
	if a.Err == nil && !a.Solvable() {
		w.Raise(term.Negative)
	}
	switch w.Flags.Output {
	case "json":
		return term.AppendJSONLine(b, a.Object(w.Method.Name)), a.Err
	case "line":
		switch {
		case a.Err != nil:
			return print.InsteadOf(b, a.Err), a.Err
		case !a.Solvable():
			return input.Instead(b, model.None.String(), it.Contradiction()), nil
		case it.Model:
			forced := func(r inquiry.Row) string { return fmt.Sprintf("%s=%d", r.Name, r.Values[0]) }
			return append(b, strings.Join(slice.Map(a.Forced(), forced), " ")+"\n"...), nil
		}
		return print.AppendReadable(b, it.Puzzle, a.Filled(), "")
	}
	return append(b, w.text(a)...), a.Err
}

// candidatesSentence returns the numbers of solutions, candidates and forced cells, and the cost.
func candidatesSentence(a *inquiry.Candidates, method string) string {
	if !a.Complete {
		return fmt.Sprintf("unfinished: %s (%s, %s)",
			term.Plural(a.Undecided, "value is in doubt", "values are in doubt"), method, term.Duration(a.Elapsed))
	}
	rows := a.Rows()
	values := slice.Sum(rows, func(r inquiry.Row) int { return len(r.Values) })
	one, many := "blank cell", "blank cells"
	if a.Item.Model {
		one, many = "variable", "variables"
	}
	solutions := "several solutions"
	if a.Solutions >= 0 {
		solutions = term.Plural(a.Solutions, "solution", "solutions")
	} else if a.Counts != nil {
		solutions = term.CountOfSolutions(a.Counts.Total, a.Counts.Exact)
	}
	return fmt.Sprintf("%s: %s for %s, %d of them forced (%s, %s, %s)", solutions,
		term.Plural(values, "candidate", "candidates"),
		term.Plural(len(rows), one, many), len(a.Forced()), method, term.Duration(a.Elapsed),
		term.Plural(a.Queries, "question", "questions"))
}

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
		table := term.Table{Head: []string{"VARIABLE", "VALUES"}}
		for _, r := range a.Rows() {
			table.Add(r.Name, strings.Join(valuesOf(a, r), " "))
		}
		b.WriteString(table.String())
	default:
		b.Write(w.grid(a))
	}
	grid := b.String()
	b.Reset()
	fmt.Fprintf(&b, "\n%s\n", candidatesSentence(a, w.Method.Name))
	if a.Counts != nil && a.File == nil { // a line with the counts of each cell that is not forced
		for _, r := range a.Rows() {
			if len(r.Values) > 1 {
				fmt.Fprintf(&b, "%s  %s\n", r.Name, strings.Join(valuesOf(a, r), " "))
			}
		}
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
			case a.Values[c].Size() == 1:
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
		return notation.CandidateList(a.Puzzle.Alphabet, s.N(), slices.Collect(a.Values[c].All))
	}, paint)
}

// valuesOf returns the candidates of a row, with the number of solutions for each if they were counted.
func valuesOf(a *inquiry.Candidates, r inquiry.Row) []string {
	var words []string
	for i, value := range r.Values {
		word := a.Puzzle.Alphabet.Symbol(value)
		if r.Counts != nil {
			if word += ":"; !a.Counts.Exact {
				word += ">="
			}
			word += r.Counts[i].String()
		}
		words = append(words, word)
	}
	return words
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
