package print

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A CSV prints a header and one row per puzzle, or per solution where all are asked for. A field that does not apply is
// empty.
type CSV struct {
	Kind                              ask.Kind
	Rates, Minimal, Crosses, Verifies bool // the optional columns
}

func (p CSV) Header() string {
	return csvHead + "size,method,status," + p.columns() + ",answered_by,removed,seconds,error,box,rules\n"
}

// columns returns the names of the columns that depend on the question.
func (p CSV) columns() string {
	columns := "solution"
	switch {
	case p.Rates:
		columns = "verdict," + RatingColumns
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
	if p.Verifies {
		columns += ",verified"
	}
	return columns
}

// csvPlace and csvHead name the first columns of every table with a row for each puzzle.
const (
	csvPlace = "index,file,line,name,"
	csvHead  = csvPlace + "puzzle,"
)

// appendPlace appends the columns before the puzzle.
func appendPlace(b []byte, it *input.Item) []byte {
	b = append(strconv.AppendInt(b, int64(it.Index), 10), ',')
	b = append(term.AppendField(b, it.Place.File), ',')
	if it.Place.Line > 0 {
		b = strconv.AppendInt(b, int64(it.Place.Line), 10)
	}
	b = append(b, ',')
	if it.ReadErr == nil {
		b = term.AppendField(b, it.Puzzle.Name)
	}
	return append(b, ',')
}

// CSVPlace returns the columns index, file, line and name.
func CSVPlace(it *input.Item) []string {
	row := []string{strconv.Itoa(it.Index), it.Place.File, "", it.Puzzle.Name}
	if it.Place.Line > 0 {
		row[2] = strconv.Itoa(it.Place.Line)
	}
	return row
}

// CSVUnreadable appends the row of a puzzle that could not be read, in a table whose header has the columns puzzle,
// status, error and perhaps verdict: its text is in the place of the puzzle.
func CSVUnreadable(b []byte, header string, it *input.Item) []byte {
	values := map[string]string{"puzzle": it.Text, "status": statusError, "verdict": statusError,
		"error": it.ReadErr.Error()}
	b = appendPlace(b, it)
	columns := strings.TrimSuffix(strings.TrimPrefix(header, csvPlace), "\n")
	for i, name := range strings.Split(columns, ",") {
		if i > 0 {
			b = append(b, ',')
		}
		b = term.AppendField(b, values[name])
	}
	return append(b, '\n')
}

func (CSV) SinglePuzzle() bool { return false }

func (p CSV) Solution(b []byte, a *Answer, g sudoku.Grid, _ int64) []byte {
	b = p.begin(b, a)
	b = append(b, "sat,"...)
	b = AppendGridField(b, a.Puzzle.Alphabet, g)
	if p.Verifies {
		b = append(b, ',')
	}
	return a.endVariant(append(b, ",,,,"...))
}

func (p CSV) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		return CSVUnreadable(b, p.Header(), a.Item)
	}
	if a.All && a.Result.Solutions > 0 && a.Err == nil {
		return b // every solution has a row
	}
	b = p.begin(b, a)
	b = append(append(b, a.status()...), ',')
	grid := func(g sudoku.Grid) {
		if g != nil {
			b = AppendGridField(b, a.Puzzle.Alphabet, g)
		}
		b = append(b, ',')
	}
	first := func() {
		if a.SolutionDigits != nil {
			b = append(notation.AppendClassic(b, a.SolutionDigits), ',')
		} else {
			grid(a.Solution)
		}
	}
	switch {
	case p.Rates:
		b = appendRatingFields(append(b, a.verdict()...), a)
	case p.Kind == ask.Unique:
		b = append(append(b, a.verdict()...), ',')
		first()
		grid(a.Other)
		if r := a.Redundant; r != nil {
			b = strconv.AppendBool(b, len(r.Names) == 0)
			b = append(append(append(b, ','), strings.Join(r.Names, " ")...), ',')
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
		first()
	}
	if p.Verifies {
		if a.Verified != nil {
			b = append(b, a.Verified.By...)
		}
		b = append(b, ',')
	}
	b = append(append(b, a.AnsweredBy()...), ',')
	if preprocessor, _ := methods.CutPreprocessor(a.Method); preprocessor != "" {
		b = strconv.AppendInt(b, int64(a.Result.Stats.Removed), 10)
	}
	b = append(term.AppendSeconds(append(b, ','), a.total()), ',')
	if a.Err != nil {
		b = term.AppendField(b, a.Err.Error())
	}
	return a.endVariant(b)
}

// endVariant appends the columns box and rules, which are empty for a classic puzzle, and ends the row.
func (a *Answer) endVariant(b []byte) []byte {
	if a.ClueDigits != nil {
		return append(b, ",,\n"...)
	}
	v := VariantOf(a.Puzzle)
	b = term.AppendField(append(b, ','), v.Box)
	b = term.AppendField(append(b, ','), strings.Join(v.Rules, "; "))
	return append(b, '\n')
}

// begin appends the first four fields.
func (p CSV) begin(b []byte, a *Answer) []byte {
	b = appendPlace(b, a.Item)
	if a.ClueDigits != nil {
		b = notation.AppendClassic(b, a.ClueDigits)
	} else {
		b = AppendGridField(b, a.Puzzle.Alphabet, a.Puzzle.Clues)
	}
	b = append(strconv.AppendInt(append(b, ','), int64(a.size()), 10), ',')
	return append(term.AppendField(b, a.Method), ',')
}

// total returns the time of all phases.
func (a *Answer) total() time.Duration {
	if a.Total > 0 {
		return a.Total
	}
	preprocess, encode, solve := a.Phases()
	return preprocess + encode + solve
}

// AppendGridField appends a grid in line form, which may have commas.
func AppendGridField(b []byte, a *sudoku.Alphabet, g sudoku.Grid) []byte {
	return term.AppendField(b, notation.Line(a, g))
}
