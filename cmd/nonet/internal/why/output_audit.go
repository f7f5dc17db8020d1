package why

import (
	"fmt"
	"strconv"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/model"
	"nonet/model/sudoku"
)

// appendAudit appends the result of an audit for people.
func appendAudit(b []byte, m methods.Method, a *audited) []byte {
	s := a.puzzle.Shape
	cost := fmt.Sprintf(" (%s, %s)\n", m.Name, term.Duration(a.elapsed))
	for _, x := range a.wrong {
		b = fmt.Appendf(b, "%s: %s\n", print.ClueName(s, x.Given), x.text)
	}
	for _, set := range a.choices() {
		b = fmt.Appendf(b, "not all of these: %s\n", strings.Join(set, ", "))
	}
	entries := term.Plural(int64(a.entries), "entry", "entries")
	switch {
	case a.verdict == model.None:
		why := a.puzzle.Contradiction()
		if why == "" {
			why = "nonet explain says why"
		}
		return append(b, "the puzzle itself has no solution: "+why+cost...)
	case a.back == nil:
		return append(b, "unknown: "+term.Plain(a.err)+cost...)
	case len(a.wrong) == 0 && a.back.Exact:
		if a.entries == 1 {
			return append(b, "nothing is wrong with the 1 entry"+cost...)
		}
		return append(b, "nothing is wrong with the "+entries+cost...)
	}
	b = fmt.Appendf(b, "%d of %s to be taken back", len(a.wrong), entries)
	if !a.back.Exact {
		b = fmt.Appendf(b, "; at least %d", a.atLeast())
	} else if a.verdict == model.Multiple {
		b = append(b, "; no choice of fewer leaves a solution"...)
	}
	return append(b, cost...)
}

// atLeast returns the number of entries that have to be taken back, as far as it is known.
func (a *audited) atLeast() int { return len(a.wrong) - len(a.back.Back) + a.back.AtLeast }

// choices returns the entries of each conflict that leaves a choice.
func (a *audited) choices() [][]string {
	if a.back == nil {
		return nil
	}
	var all [][]string
	for _, set := range a.back.Conflicts {
		if len(set) < 2 {
			continue
		}
		var names []string
		for _, i := range set {
			names = append(names, print.ClueName(a.puzzle.Shape, a.tried[i]))
		}
		all = append(all, names)
	}
	return all
}

func appendAuditJSON(b []byte, m methods.Method, a *audited) []byte {
	s := a.puzzle.Shape
	b = append(b, `{"size":`...)
	b = strconv.AppendInt(b, int64(s.N()), 10)
	b = print.AppendGrid(b, "puzzle", s, a.puzzle.Clues)
	b = print.AppendGrid(b, "grid", s, a.grid)
	b = term.AppendString(b, "method", m.Name)
	b = term.AppendString(b, "verdict", a.verdict.String())
	b = strconv.AppendInt(append(b, `,"entries":`...), int64(a.entries), 10)
	b = print.AppendLists(b, "wrong", len(a.wrong), func(b []byte, i int) []byte {
		x := a.wrong[i]
		b = fmt.Appendf(b, `{"cell":%q,"value":%d`, s.Name(sudoku.Cell(x.Var)), x.Value)
		return append(term.AppendString(term.AppendString(b, "reason", x.reason), "text", x.text), '}')
	})
	if r := a.back; r != nil {
		b = print.AppendLists(b, "conflicts", len(r.Conflicts), func(b []byte, i int) []byte {
			var cells []model.Var
			for _, k := range r.Conflicts[i] {
				cells = append(cells, a.tried[k].Var)
			}
			return print.AppendCells(b, s, cells)
		})
		b = strconv.AppendInt(append(b, `,"at_least":`...), int64(a.atLeast()), 10)
		b = strconv.AppendBool(append(b, `,"exact":`...), r.Exact)
	}
	b = term.AppendSeconds(append(b, `,"seconds":`...), a.elapsed)
	if a.err != nil {
		b = term.AppendString(b, "error", term.Plain(a.err))
	}
	return append(b, "}\n"...)
}
