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
	"nonet/model"
	"nonet/model/notation"
)

// A CSV prints a header and one row per puzzle or model file, or per solution where all are asked for. A field that
// does not apply is empty.
type CSV struct {
	Kind                              ask.Kind
	Models                            bool // about model files
	Rates, Minimal, Crosses, Verifies bool // the optional columns
}

// csvPlace names the first columns of every table with a row for each puzzle.
const csvPlace = "index,file,line,name,"

func (p CSV) Header() string {
	columns := "solution"
	switch {
	case p.Rates:
		columns = "verdict," + RatingColumns
	case p.Kind == ask.Unique:
		columns = "verdict,solution,other"
		if p.Minimal {
			columns += ",minimal,redundant,redundant_rules"
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
	if p.Models {
		return "index,file,format,name,shown_variables,method,status," + columns +
			",objective,optimal,answered_by,removed,seconds,error\n"
	}
	return csvPlace + "puzzle,size,method,status," + columns + ",answered_by,removed,seconds,error,box,rules\n"
}

// CSVPlace returns the columns index, file, line and name.
func CSVPlace(it *input.Item) []string {
	row := []string{strconv.Itoa(it.Index), it.Place.File, "", it.Puzzle.Name}
	if it.Place.Line > 0 {
		row[2] = strconv.Itoa(it.Place.Line)
	}
	if it.File != nil {
		row[3] = it.File.Model.Name
	}
	return row
}

// CSVUnreadable appends the row of a puzzle or model file that could not be read, in a table whose header has the
// columns status, error and, where there are any, puzzle and verdict: its text stands for the puzzle.
func CSVUnreadable(b []byte, header string, it *input.Item) []byte {
	row := CSVPlace(it)
	values := map[string]string{"index": row[0], "file": row[1], "line": row[2], "puzzle": it.Text,
		"status": statusError, "verdict": statusError, "error": it.ReadErr.Error()}
	row = strings.Split(strings.TrimSuffix(header, "\n"), ",")
	for i, name := range row {
		row[i] = values[name]
	}
	return append(b, term.CSVRow(row)...)
}

func (p CSV) Solution(b []byte, a *Answer, x []int, _ int64) []byte {
	b = p.begin(b, a, "sat")
	b = term.AppendField(b, string(AppendLine(nil, a.Item, x)))
	if p.Verifies {
		b = append(b, ',')
	}
	if a.File != nil {
		return append(b, ",,,,,,\n"...)
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
	b = p.begin(b, a, a.status())
	solution := func(x []int) {
		if x != nil {
			b = term.AppendField(b, string(AppendLine(nil, a.Item, x)))
		}
		b = append(b, ',')
	}
	first := func() {
		if a.SolutionDigits != nil {
			b = append(notation.AppendClassic(b, a.SolutionDigits), ',')
		} else {
			solution(a.Solution)
		}
	}
	switch {
	case p.Rates:
		rated := a.Rated
		if a.Err != nil {
			rated = nil
		}
		b = fmt.Appendf(b, "%s,%s,", a.verdict(), strings.Join(rated.CSV(), ","))
	case p.Kind == ask.Unique:
		b = append(append(b, a.verdict()...), ',')
		first()
		solution(a.Other)
		if r := a.Redundant; r != nil {
			b = append(strconv.AppendBool(b, len(r.Names) == 0), ',')
			b = append(term.AppendField(b, r.list()), ',')
			b = append(term.AppendField(b, strings.Join(r.Texts, "; ")), ',')
		} else if p.Minimal {
			b = append(b, ",,,"...)
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
	case a.All && a.File == nil:
		solution(nil)
	default:
		first()
	}
	if p.Verifies {
		if a.Verified != nil {
			b = append(b, a.Verified.By...)
		}
		b = append(b, ',')
	}
	switch {
	case a.optimizes() && a.Status() == model.Satisfiable:
		b = fmt.Appendf(b, "%s,%t,", a.value(), a.Optimal)
	case a.File != nil:
		b = append(b, ",,"...)
	}
	b = append(append(b, a.AnsweredBy()...), ',')
	if preprocessor, _ := methods.CutPreprocessor(a.Method); preprocessor != "" {
		b = strconv.AppendInt(b, int64(a.Result.Stats.Removed), 10)
	}
	b = append(term.AppendSeconds(append(b, ','), a.total()), ',')
	if a.Err != nil {
		b = term.AppendField(b, a.Err.Error())
	}
	if a.File != nil {
		return append(b, '\n')
	}
	return a.endVariant(b)
}

// endVariant appends the columns box and rules, which are empty for a classic puzzle, and ends the row.
func (a *Answer) endVariant(b []byte) []byte {
	if a.ClueDigits != nil {
		return append(b, ",,\n"...)
	}
	box, rules := VariantOf(a.Puzzle)
	b = term.AppendField(append(b, ','), box)
	b = term.AppendField(append(b, ','), strings.Join(rules, "; "))
	return append(b, '\n')
}

// begin appends the fields up to the status.
func (p CSV) begin(b []byte, a *Answer, status string) []byte {
	b = append(strconv.AppendInt(b, int64(a.Index), 10), ',')
	b = append(term.AppendField(b, a.Place.File), ',')
	if f := a.File; f != nil {
		b = append(append(b, f.Format...), ',')
		b = append(term.AppendField(b, f.Model.Name), ',')
		b = strconv.AppendInt(b, int64(len(f.ShownVars())), 10)
	} else {
		if a.Place.Line > 0 {
			b = strconv.AppendInt(b, int64(a.Place.Line), 10)
		}
		b = append(term.AppendField(append(b, ','), a.Puzzle.Name), ',')
		if a.ClueDigits != nil {
			b = notation.AppendClassic(b, a.ClueDigits)
		} else {
			b = term.AppendField(b, notation.Line(a.Puzzle.Alphabet, a.Puzzle.Clues))
		}
		b = strconv.AppendInt(append(b, ','), int64(a.size()), 10)
	}
	b = append(term.AppendField(append(b, ','), a.Method), ',')
	return append(append(b, status...), ',')
}

// total returns the time of all phases.
func (a *Answer) total() time.Duration {
	if a.Total > 0 {
		return a.Total
	}
	preprocess, encode, solve := a.Phases()
	return preprocess + encode + solve
}
