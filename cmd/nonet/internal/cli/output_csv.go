package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/model/sudoku"
)

// A csvPrinter prints a header and one row per puzzle, or per solution where all are asked for. A field that does not apply is empty.
type csvPrinter struct {
	asking
}

func (p csvPrinter) header() string {
	columns := "solution"
	switch {
	case p.rates:
		columns = "verdict,level,score,er,ep,ed,lower_bound,class,hardest,steps,guesses"
	case p.Kind == ask.Unique:
		columns = "verdict,solution,other"
		if p.minimal {
			columns += ",minimal,redundant"
		}
	case p.Kind == ask.Count:
		columns = "count,exact"
		if p.cross != "" {
			columns += ",cross_method,cross_count,agrees"
		}
	}
	return "index,puzzle,size,method,status," + columns + ",seconds,error\n"
}

func (csvPrinter) alone() bool { return false }

func (p csvPrinter) solution(b []byte, a *answer, g sudoku.Grid, _ int64) []byte {
	b = p.begin(b, a)
	b = append(b, "sat,"...)
	b = appendGridField(b, a.puzzle.Shape, g)
	return append(b, ",,\n"...)
}

func (p csvPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		b = p.begin(b, a)
		b = append(b, strings.Repeat(",", strings.Count(p.header(), ",")-4)...)
		return append(appendField(b, plainly(a.item.err)), '\n')
	}
	if a.All && a.Result.Solutions > 0 && a.Err == nil {
		return b // every solution has a row
	}
	b = p.begin(b, a)
	b = append(append(b, a.Status().String()...), ',')
	grid := func(g sudoku.Grid) {
		if g != nil {
			b = appendGridField(b, a.puzzle.Shape, g)
		}
		b = append(b, ',')
	}
	switch {
	case p.rates:
		b = appendRatingFields(append(b, a.Verdict.String()...), a)
	case p.Kind == ask.Unique:
		b = append(append(b, a.Verdict.String()...), ',')
		grid(a.Solution)
		grid(a.Other)
		if r := a.redundant; r != nil {
			b = strconv.AppendBool(b, len(r.cells) == 0)
			b = append(append(append(b, ','), strings.Join(cellNames(a.puzzle.Shape, r.cells), " ")...), ',')
		} else if p.minimal {
			b = append(b, ",,"...)
		}
	case p.Kind == ask.Count:
		if a.Count != nil {
			b = a.appendCount(b)
		}
		b = append(b, ',')
		b = append(strconv.AppendBool(b, a.Result.Complete), ',')
		if c := a.cross; c != nil {
			b = fmt.Appendf(b, "%s,%s,%t,", c.Method, c.Count, c.Agrees)
		} else if p.cross != "" {
			b = append(b, ",,,"...)
		}
	case a.All:
		grid(nil)
	default:
		grid(a.Solution)
	}
	b = append(appendSeconds(b, a.total()), ',')
	if a.Err != nil {
		b = appendField(b, plainly(a.Err))
	}
	return append(b, '\n')
}

// begin appends the first four fields.
func (p csvPrinter) begin(b []byte, a *answer) []byte {
	b = append(strconv.AppendInt(b, int64(a.index), 10), ',')
	if a.item.err != nil {
		return append(b, ",,,"...)
	}
	b = append(appendGridField(b, a.puzzle.Shape, a.puzzle.Clues), ',')
	b = append(strconv.AppendInt(b, int64(a.puzzle.Shape.N()), 10), ',')
	return append(appendField(b, a.method), ',')
}

// total returns the time of all phases.
func (a *answer) total() time.Duration {
	preprocess, encode, solve := a.Phases()
	return preprocess + encode + solve
}

// appendGridField appends a grid in line form, which has commas if the grid has more than 61 rows.
func appendGridField(b []byte, s sudoku.Shape, g sudoku.Grid) []byte {
	if s.N() > 61 {
		return appendField(b, lineOf(s, g))
	}
	return appendLine(b, s, g)
}

// appendField appends a field, in quotes if it needs them.
func appendField(b []byte, text string) []byte {
	if !strings.ContainsAny(text, "\",\r\n") {
		return append(b, text...)
	}
	return append(append(append(b, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}
