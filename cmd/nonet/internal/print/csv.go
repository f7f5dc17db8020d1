package print

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/cmd/nonet/internal/term"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A CSV prints a header and one row per puzzle, or per solution where all are asked for. A field that does not apply is
// empty.
type CSV struct {
	Kind                    ask.Kind
	Rates, Minimal, Crosses bool // the optional columns
}

func (p CSV) Header() string {
	columns := "solution"
	switch {
	case p.Rates:
		columns = "verdict,level,score,er,ep,ed,lower_bound,class,hardest,steps,guesses"
	case p.Kind == ask.Unique:
		columns = "verdict,solution,other"
		if p.Minimal {
			columns += ",minimal,redundant"
		}
	case p.Kind == ask.Count:
		columns = "count,exact"
		if p.Crosses {
			columns += ",cross_method,cross_count,agrees"
		}
	}
	return "index,puzzle,size,method,status," + columns + ",seconds,error\n"
}

func (CSV) SinglePuzzle() bool { return false }

func (p CSV) Solution(b []byte, a *Answer, g sudoku.Grid, _ int64) []byte {
	b = p.begin(b, a)
	b = append(b, "sat,"...)
	b = AppendGridField(b, a.Puzzle.Shape, g)
	return append(b, ",,\n"...)
}

func (p CSV) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		b = p.begin(b, a)
		b = append(b, strings.Repeat(",", strings.Count(p.Header(), ",")-4)...)
		return append(term.AppendField(b, term.WithoutPackage(a.Item.ReadErr)), '\n')
	}
	if a.All && a.Result.Solutions > 0 && a.Err == nil {
		return b // every solution has a row
	}
	b = p.begin(b, a)
	b = append(append(b, a.Status().String()...), ',')
	grid := func(g sudoku.Grid) {
		if g != nil {
			b = AppendGridField(b, a.Puzzle.Shape, g)
		}
		b = append(b, ',')
	}
	switch {
	case p.Rates:
		b = appendRatingFields(append(b, a.Verdict.String()...), a)
	case p.Kind == ask.Unique:
		b = append(append(b, a.Verdict.String()...), ',')
		grid(a.Solution)
		grid(a.Other)
		if r := a.Redundant; r != nil {
			b = strconv.AppendBool(b, len(r.Cells) == 0)
			b = append(append(append(b, ','), strings.Join(CellNames(a.Puzzle.Shape, r.Cells), " ")...), ',')
		} else if p.Minimal {
			b = append(b, ",,"...)
		}
	case p.Kind == ask.Count:
		if a.Count != nil {
			b = a.appendCount(b)
		}
		b = append(b, ',')
		b = append(strconv.AppendBool(b, a.Result.Complete), ',')
		if c := a.Cross; c != nil {
			b = fmt.Appendf(b, "%s,%s,%t,", c.Method, c.Count, c.Agrees)
		} else if p.Crosses {
			b = append(b, ",,,"...)
		}
	case a.All:
		grid(nil)
	default:
		grid(a.Solution)
	}
	b = append(term.AppendSeconds(b, a.total()), ',')
	if a.Err != nil {
		b = term.AppendField(b, term.WithoutPackage(a.Err))
	}
	return append(b, '\n')
}

// begin appends the first four fields.
func (p CSV) begin(b []byte, a *Answer) []byte {
	b = append(strconv.AppendInt(b, int64(a.Index), 10), ',')
	if a.Item.ReadErr != nil {
		return append(b, ",,,"...)
	}
	b = append(AppendGridField(b, a.Puzzle.Shape, a.Puzzle.Clues), ',')
	b = append(strconv.AppendInt(b, int64(a.Puzzle.Shape.N()), 10), ',')
	return append(term.AppendField(b, a.Method), ',')
}

// total returns the time of all phases.
func (a *Answer) total() time.Duration {
	preprocess, encode, solve := a.Phases()
	return preprocess + encode + solve
}

// AppendGridField appends a grid in line form, which has commas if the grid has more than 61 rows.
func AppendGridField(b []byte, s sudoku.Shape, g sudoku.Grid) []byte {
	if s.N() > 61 {
		return term.AppendField(b, notation.Line(g))
	}
	return notation.AppendLine(b, g)
}
