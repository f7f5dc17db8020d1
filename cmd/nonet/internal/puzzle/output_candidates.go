package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// text returns the grid of candidates as text, followed by the counts and relations if they were asked for.
func (w *candidatesWorker) text(a *candidatesAnswer) string {
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
			fmt.Fprintf(&b, "unknown: %s\n", term.WithoutPackage(a.err))
			return b.String()
		}
		why := a.Puzzle.Contradiction()
		if why == "" {
			why = "a complete search found no solution"
		}
		fmt.Fprintf(&b, "none: %s\n", why)
		return b.String()
	}
	b.Write(notation.AppendPencilmarks(nil, s, "", func(c sudoku.Cell) string {
		if v := a.Puzzle.Clues[c]; v != 0 {
			return strconv.Itoa(v)
		}
		return notation.CandidateList(s.N(), a.Values[c])
	}))
	grid := b.String()
	b.Reset()
	fmt.Fprintf(&b, "\n%s\n", a.sentence(w.Method.Name))
	if a.counts != nil {
		a.writeCounts(&b)
	}
	if r := a.relations; r != nil {
		if len(r.Equal) == 0 && len(r.Different) == 0 {
			b.WriteString("no further cells are equal, or different, in all solutions\n")
		}
		for _, class := range r.Equal {
			fmt.Fprintf(&b, "equal in all solutions: %s\n", strings.Join(print.CellNames(s, class), " = "))
		}
		for _, p := range r.Different {
			fmt.Fprintf(&b, "different in all solutions: %s\n", strings.Join(print.CellNames(s, p[:]), " and "))
		}
	}
	if !w.Alone {
		b.WriteByte('\n')
	}
	return grid + term.FoldLines(b.String(), w.Width())
}

// writeCounts writes a line for each cell that is not forced: the number of solutions for each of its values.
func (a *candidatesAnswer) writeCounts(b *strings.Builder) {
	bound := ""
	if !a.counts.Exact {
		bound = ">="
	}
	for c, values := range a.Values {
		if len(values) < 2 {
			continue
		}
		b.WriteString(a.Puzzle.Shape.Name(sudoku.Cell(c)) + " ")
		for i, v := range values {
			fmt.Fprintf(b, " %d:%s%s", v, bound, a.counts.ByValue[c][i])
		}
		b.WriteByte('\n')
	}
}

// A candidatesObject is the answer in JSON.
type candidatesObject struct {
	print.Head
	Method     string     `json:"method"`
	Status     string     `json:"status"`
	Complete   bool       `json:"complete"`
	Backbone   *string    `json:"backbone"`
	Candidates [][]int    `json:"candidates"` // null if none were found
	Forced     []string   `json:"forced"`
	Count      *string    `json:"count"` // null if it is not known
	Exact      *bool      `json:"exact,omitempty"`
	Counts     [][]string `json:"counts,omitzero"`
	Equal      [][]string `json:"equal,omitzero"`
	Different  [][]string `json:"different,omitzero"`
	Stats      struct {
		Questions int `json:"questions"`
		Refuted   int `json:"refuted"`
	} `json:"stats"`
	print.Tail
}

func (w *candidatesWorker) appendJSON(b []byte, a *candidatesAnswer) []byte {
	o := candidatesObject{Head: print.HeadOf(a.Item), Method: w.Method.Name, Status: model.Unknown.String(),
		Forced: []string{}, Tail: print.TailOf(a.elapsed, a.err)}
	if a.Candidates == nil {
		o.Status = print.StatusOf(a.err)
		return term.AppendJSONLine(b, o)
	}
	s := a.Puzzle.Shape
	o.Complete, o.Candidates, o.Stats.Questions, o.Stats.Refuted = a.Complete, [][]int{}, a.Queries, a.Refuted
	switch {
	case a.Solvable():
		o.Status = model.Satisfiable.String()
	case a.Complete:
		o.Status = model.Unsatisfiable.String()
	}
	if a.Solvable() && a.Complete {
		o.Backbone, o.Forced = print.GridText(a.filled()), print.CellNames(s, a.forced())
	}
	for _, values := range a.Values {
		o.Candidates = append(o.Candidates, append([]int{}, values...))
	}
	if n := a.counts; n != nil {
		total := n.Total.String()
		o.Counts, o.Count, o.Exact = [][]string{}, &total, &n.Exact
		for _, numbers := range n.ByValue {
			texts := []string{}
			for _, number := range numbers {
				texts = append(texts, number.String())
			}
			o.Counts = append(o.Counts, texts)
		}
	}
	if r := a.relations; r != nil {
		o.Equal, o.Different = [][]string{}, [][]string{}
		for _, class := range r.Equal {
			o.Equal = append(o.Equal, print.CellNames(s, class))
		}
		for _, p := range r.Different {
			o.Different = append(o.Different, print.CellNames(s, p[:]))
		}
	}
	if o.Count == nil && a.Solutions >= 0 {
		total, exact := strconv.Itoa(a.Solutions), true
		o.Count, o.Exact = &total, &exact
	}
	return term.AppendJSONLine(b, o)
}
