package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/model/sudoku"
)

// A csvPrinter prints a header and one row per puzzle, or per solution where all are asked for. A field that does not apply is empty.
type csvPrinter struct {
	asking
}

func (p csvPrinter) header() string {
	columns := "solution"
	switch p.question {
	case askUnique:
		columns = "verdict,solution,other"
		if p.minimal {
			columns += ",minimal,redundant"
		}
	case askCount:
		columns = "count,exact"
		if p.cross != "" {
			columns += ",cross_method,cross_count,agrees"
		}
	case askRate:
		columns = "verdict,level,score,er,ep,ed,lower_bound,class,hardest,steps,guesses"
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
	if a.all && a.result.Solutions > 0 && a.err == nil {
		return b // every solution has a row
	}
	b = p.begin(b, a)
	b = append(append(b, a.status().String()...), ',')
	grid := func(g sudoku.Grid) {
		if g != nil {
			b = appendGridField(b, a.puzzle.Shape, g)
		}
		b = append(b, ',')
	}
	switch {
	case p.question == askUnique:
		b = append(append(b, a.verdict.String()...), ',')
		grid(a.solution)
		grid(a.other)
		if r := a.redundant; r != nil {
			b = strconv.AppendBool(b, len(r.cells) == 0)
			b = append(append(append(b, ','), strings.Join(cellNames(a.puzzle.Shape, r.cells), " ")...), ',')
		} else if p.minimal {
			b = append(b, ",,"...)
		}
	case p.question == askRate:
		b = appendRatingFields(append(b, a.verdict.String()...), a)
	case p.question == askCount:
		if a.count != nil {
			b = a.appendCount(b)
		}
		b = append(b, ',')
		b = append(strconv.AppendBool(b, a.result.Complete), ',')
		if c := a.cross; c != nil {
			b = fmt.Appendf(b, "%s,%s,%t,", c.method, c.count, c.agrees)
		} else if p.cross != "" {
			b = append(b, ",,,"...)
		}
	case a.all:
		grid(nil)
	default:
		grid(a.solution)
	}
	b = append(appendSeconds(b, a.total()), ',')
	if a.err != nil {
		b = appendField(b, plainly(a.err))
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
	preprocess, encode, solve := a.phases()
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
