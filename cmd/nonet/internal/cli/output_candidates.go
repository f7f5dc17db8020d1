package cli

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/model"
	"nonet/model/sudoku"
)

// appendText appends a grid of candidates and what was asked for besides.
func (w *candidatesWorker) appendText(b []byte, a *candidatesAnswer) []byte {
	if a.item.err != nil || a.Candidates == nil {
		return b
	}
	s := a.puzzle.Shape
	if !w.alone {
		b = append(appendClues(b, a.puzzle), '\n')
	}
	if !a.Solvable() {
		if !a.Complete {
			return fmt.Appendf(b, "unknown: %s\n", plainly(a.err))
		}
		why := a.puzzle.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		return fmt.Appendf(b, "none: %s\n", why)
	}
	b = appendPencilled(b, s, "", func(c sudoku.Cell) string {
		if v := a.puzzle.Clues[c]; v != 0 {
			return strconv.Itoa(v)
		}
		return candidateList(s.N(), a.Values[c])
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
			b = fmt.Appendf(b, "equal in all solutions: %s\n", strings.Join(cellNames(s, class), " = "))
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
		b = fmt.Appendf(b, "%s ", a.puzzle.Shape.Name(sudoku.Cell(c)))
		for i, v := range values {
			b = fmt.Appendf(b, " %d:%s%s", v, bound, a.counts.Of[c][i])
		}
		b = append(b, '\n')
	}
	return b
}

// cellNames returns the names of the cells of a grid that variables stand for.
func cellNames(s sudoku.Shape, vars []model.Var) []string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = s.Name(sudoku.Cell(v))
	}
	return names
}

func (w *candidatesWorker) appendJSON(b []byte, a *candidatesAnswer) []byte {
	b = appendPuzzle(b, a.item)
	if a.Candidates == nil {
		return append(appendString(append(b, `,"candidates":null`...), "error", plainly(a.err)), "}\n"...)
	}
	b = appendString(b, "method", w.method.Name)
	s := a.puzzle.Shape
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
	b = appendString(b, "status", status.String())
	b = strconv.AppendBool(append(b, `,"complete":`...), a.Complete)
	b = appendGrid(b, "backbone", s, filled)
	b = appendLists(b, "candidates", len(a.Values), func(b []byte, c int) []byte {
		return appendList(b, len(a.Values[c]), func(b []byte, i int) []byte { return strconv.AppendInt(b, int64(a.Values[c][i]), 10) })
	})
	b = appendCells(append(b, `,"forced":`...), s, forced)
	if n := a.counts; n != nil {
		b = appendLists(b, "counts", len(n.Of), func(b []byte, c int) []byte {
			return appendList(b, len(n.Of[c]), func(b []byte, i int) []byte { return append(n.Of[c][i].Append(append(b, '"'), 10), '"') })
		})
		b = appendString(b, "total", n.Total.String())
		b = strconv.AppendBool(append(b, `,"exact":`...), n.Exact)
	}
	if r := a.relations; r != nil {
		b = appendLists(b, "equal", len(r.Equal), func(b []byte, i int) []byte { return appendCells(b, s, r.Equal[i]) })
		b = appendLists(b, "different", len(r.Different), func(b []byte, i int) []byte { return appendCells(b, s, r.Different[i][:]) })
	}
	b = append(b, `,"solutions":`...)
	if a.Solutions >= 0 {
		b = strconv.AppendInt(b, int64(a.Solutions), 10)
	} else {
		b = append(b, "null"...)
	}
	b = strconv.AppendInt(append(b, `,"questions":`...), int64(a.Questions), 10)
	b = strconv.AppendInt(append(b, `,"refuted":`...), int64(a.Refuted), 10)
	b = appendSeconds(append(b, `,"seconds":`...), a.elapsed)
	if a.err != nil {
		b = appendString(b, "error", plainly(a.err))
	}
	return append(b, "}\n"...)
}

// appendPuzzle begins an object with what is known of a puzzle before anything is asked: index, puzzle, size, name if it has one, and of a
// variant box and rules.
func appendPuzzle(b []byte, it *item) []byte {
	b = append(b, `{"index":`...)
	b = strconv.AppendInt(b, int64(it.index), 10)
	if it.err != nil {
		return append(b, `,"puzzle":null`...)
	}
	b = appendGrid(b, "puzzle", it.puzzle.Shape, it.puzzle.Clues)
	b = append(b, `,"size":`...)
	b = strconv.AppendInt(b, int64(it.puzzle.Shape.N()), 10)
	if it.puzzle.Name != "" {
		b = appendString(b, "name", it.puzzle.Name)
	}
	return appendRules(b, it.puzzle)
}

// appendLists appends a field with a list of n things.
func appendLists(b []byte, key string, n int, appendOne func(b []byte, i int) []byte) []byte {
	return appendList(append(append(append(b, `,"`...), key...), `":`...), n, appendOne)
}

// appendList appends a list of n things.
func appendList(b []byte, n int, appendOne func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendOne(b, i)
	}
	return append(b, ']')
}

// appendCells appends a list of the names of cells.
func appendCells(b []byte, s sudoku.Shape, cells []model.Var) []byte {
	return appendList(b, len(cells), func(b []byte, i int) []byte {
		return append(append(append(b, '"'), s.Name(sudoku.Cell(cells[i]))...), '"')
	})
}
