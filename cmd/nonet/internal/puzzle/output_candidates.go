package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/sudoku"
)

// appendText appends a grid of candidates and what was asked for besides.
func (w *candidatesWorker) appendText(b []byte, a *candidatesAnswer) []byte {
	if a.Item.ReadErr != nil || a.Candidates == nil {
		return b
	}
	s := a.Puzzle.Shape
	if !w.alone {
		b = append(print.AppendClues(b, a.Puzzle), '\n')
	}
	if !a.Solvable() {
		if !a.Complete {
			return fmt.Appendf(b, "unknown: %s\n", term.Plain(a.err))
		}
		why := a.Puzzle.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		return fmt.Appendf(b, "none: %s\n", why)
	}
	b = print.AppendPencilled(b, s, "", func(c sudoku.Cell) string {
		if v := a.Puzzle.Clues[c]; v != 0 {
			return strconv.Itoa(v)
		}
		return print.CandidateList(s.N(), a.Values[c])
	})
	b = append(append(append(b, '\n'), a.sentence(w.method.Name)...), '\n')
	if a.counts != nil {
		b = appendCandidateCounts(b, a)
	}
	if r := a.relations; r != nil {
		if len(r.Equal) == 0 && len(r.Different) == 0 {
			b = append(b, "no further cells are equal, or different, in all solutions\n"...)
		}
		for _, class := range r.Equal {
			b = fmt.Appendf(b, "equal in all solutions: %s\n", strings.Join(print.CellNames(s, class), " = "))
		}
		for _, p := range r.Different {
			b = fmt.Appendf(b, "different in all solutions: %s and %s\n", s.Name(sudoku.Cell(p[0])), s.Name(sudoku.Cell(p[1])))
		}
	}
	if !w.alone {
		b = append(b, '\n')
	}
	return b
}

// appendCandidateCounts appends a line for each cell that is not forced: in how many solutions it has which value.
func appendCandidateCounts(b []byte, a *candidatesAnswer) []byte {
	bound := ""
	if !a.counts.Exact {
		bound = ">="
	}
	for c, values := range a.Values {
		if len(values) < 2 {
			continue
		}
		b = fmt.Appendf(b, "%s ", a.Puzzle.Shape.Name(sudoku.Cell(c)))
		for i, v := range values {
			b = fmt.Appendf(b, " %d:%s%s", v, bound, a.counts.Of[c][i])
		}
		b = append(b, '\n')
	}
	return b
}

func (w *candidatesWorker) appendJSON(b []byte, a *candidatesAnswer) []byte {
	b = print.AppendPuzzle(b, a.Item)
	if a.Candidates == nil {
		return append(term.AppendString(append(b, `,"candidates":null`...), "error", term.Plain(a.err)), "}\n"...)
	}
	b = term.AppendString(b, "method", w.method.Name)
	s := a.Puzzle.Shape
	status, filled := model.Unknown, sudoku.Grid(nil)
	switch {
	case a.Solvable():
		status = model.Satisfiable
	case a.Complete:
		status = model.Unsatisfiable
	}
	forced := []model.Var{}
	if a.Solvable() && a.Complete {
		filled, forced = a.filled(), a.forced()
	}
	b = term.AppendString(b, "status", status.String())
	b = strconv.AppendBool(append(b, `,"complete":`...), a.Complete)
	b = print.AppendGrid(b, "backbone", s, filled)
	b = print.AppendLists(b, "candidates", len(a.Values), func(b []byte, c int) []byte {
		return print.AppendList(b, len(a.Values[c]), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(a.Values[c][i]), 10) })
	})
	b = print.AppendCells(append(b, `,"forced":`...), s, forced)
	if n := a.counts; n != nil {
		b = print.AppendLists(b, "counts", len(n.Of), func(b []byte, c int) []byte {
			return print.AppendList(b, len(n.Of[c]), func(b []byte, i int) []byte { return append(n.Of[c][i].Append(append(b, '"'), 10), '"') })
		})
		b = term.AppendString(b, "total", n.Total.String())
		b = strconv.AppendBool(append(b, `,"exact":`...), n.Exact)
	}
	if r := a.relations; r != nil {
		b = print.AppendLists(b, "equal", len(r.Equal), func(b []byte, i int) []byte { return print.AppendCells(b, s, r.Equal[i]) })
		b = print.AppendLists(b, "different", len(r.Different), func(b []byte, i int) []byte { return print.AppendCells(b, s, r.Different[i][:]) })
	}
	b = append(b, `,"solutions":`...)
	if a.Solutions >= 0 {
		b = strconv.AppendInt(b, int64(a.Solutions), 10)
	} else {
		b = append(b, "null"...)
	}
	b = strconv.AppendInt(append(b, `,"questions":`...), int64(a.Questions), 10)
	b = strconv.AppendInt(append(b, `,"refuted":`...), int64(a.Refuted), 10)
	b = term.AppendSeconds(append(b, `,"seconds":`...), a.elapsed)
	if a.err != nil {
		b = term.AppendString(b, "error", term.Plain(a.err))
	}
	return append(b, "}\n"...)
}
