package cli

import (
	"encoding/json"
	"strconv"
	"time"

	"nonet/backends/ask"
	"nonet/model"
	"nonet/model/sudoku"
)

// A jsonPrinter prints one JSON object per puzzle and line. It writes by hand, so that a million objects cost little and a million
// solutions of one puzzle are never held.
type jsonPrinter struct{ rating rating }

func (jsonPrinter) header() string { return "" }
func (jsonPrinter) alone() bool    { return false }

func (p jsonPrinter) solution(b []byte, a *answer, g sudoku.Grid, n int64) []byte {
	if n == 1 {
		b = p.begin(b, a)
		b = append(b, `,"status":"sat"`...)
		b = appendGrid(b, "solution", a.puzzle.Shape, a.Solution)
		b = append(b, `,"solutions":["`...)
	} else {
		b = append(b, `,"`...)
	}
	return append(appendLine(b, a.puzzle.Shape, g), '"')
}

func (p jsonPrinter) answer(b []byte, a *answer) []byte {
	if a.item.err != nil {
		b = p.begin(b, a)
		b = append(b, `,"status":"unknown","solution":null`...)
		return append(appendString(b, "error", plainly(a.item.err)), "}\n"...)
	}
	shape := a.puzzle.Shape
	if a.All && a.Result.Solutions > 0 {
		b = append(b, ']')
	} else {
		b = p.begin(b, a)
		b = appendString(b, "status", a.Status().String())
		b = appendGrid(b, "solution", shape, a.Solution)
		if a.All {
			b = append(b, `,"solutions":[]`...)
		}
	}
	switch {
	case a.All:
		b = append(b, `,"complete":`...)
		b = strconv.AppendBool(b, a.Result.Complete)
	case a.Kind == ask.Unique:
		b = appendString(b, "verdict", a.Verdict.String())
		b = appendGrid(b, "other", shape, a.Other)
		if r := a.redundant; r != nil {
			b = strconv.AppendBool(append(b, `,"minimal":`...), len(r.cells) == 0)
			b = appendCells(append(b, `,"redundant":`...), shape, r.cells)
		}
		if a.Verdict == model.None {
			b = appendString(b, "reason", a.sentence())
		}
		if a.rates {
			b = appendRating(b, a, p.rating)
		}
	case a.Kind == ask.Count:
		b = append(b, `,"count":"`...)
		if a.Count != nil {
			b = a.appendCount(b)
		} else {
			b = append(b, '0')
		}
		b = append(b, `","exact":`...)
		b = strconv.AppendBool(b, a.Result.Complete)
		if a.cross != nil {
			b = appendCrossCheck(b, a.cross)
		}
	}
	return append(appendCost(b, a), "}\n"...)
}

// begin appends what is known before the search.
func (jsonPrinter) begin(b []byte, a *answer) []byte {
	b = appendPuzzle(b, a.item)
	if a.item.err != nil {
		return b
	}
	return appendString(b, "method", a.method)
}

// appendCost appends seconds, model, stats and, if something went wrong, error.
func appendCost(b []byte, a *answer) []byte {
	preprocess, encode, solve := a.Phases()
	b = append(b, `,"seconds":{"preprocess":`...)
	b = appendSeconds(b, preprocess)
	b = append(b, `,"encode":`...)
	b = appendSeconds(b, encode)
	b = append(b, `,"solve":`...)
	b = appendSeconds(b, solve)
	b = append(b, '}')
	size, effort := sizes(a.Result.Stats.Size), efforts(a.Result.Stats)
	b = appendCounters(b, "model", size[:])
	b = appendCounters(b, "stats", effort[:])
	if p := a.pieces; p != nil {
		b = strconv.AppendInt(append(b, `,"pieces":{"total":`...), int64(p.total), 10)
		b = strconv.AppendInt(append(b, `,"answered":`...), int64(p.answered), 10)
		b = appendSeconds(append(b, `,"seconds":`...), p.work)
		b = append(appendSeconds(append(b, `,"longest":`...), p.longest), '}')
	}
	if a.chance != nil {
		b = append(b, `,"seed":`...)
		b = strconv.AppendUint(b, a.chance.Seed, 10)
	}
	if a.Err != nil {
		b = appendString(b, "error", plainly(a.Err))
	}
	return b
}

// appendCounters appends an object with the counters that are not 0.
func appendCounters(b []byte, key string, counters []counter) []byte {
	b = append(append(append(b, `,"`...), key...), `":{`...)
	first := true
	for _, c := range counters {
		if c.value == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(append(append(b, '"'), c.name...), `":`...)
		b = strconv.AppendInt(b, c.value, 10)
	}
	return append(b, '}')
}

// appendGrid appends a field with a grid in line form, or null.
func appendGrid(b []byte, key string, s sudoku.Shape, g sudoku.Grid) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	if g == nil {
		return append(b, "null"...)
	}
	return append(appendLine(append(b, '"'), s, g), '"')
}

// appendString appends a field with any text.
func appendString(b []byte, key, value string) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	for i := range len(value) {
		if c := value[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(value) // of a string it cannot fail
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), value...), '"')
}

// appendSeconds appends d in seconds, to the nanosecond.
func appendSeconds(b []byte, d time.Duration) []byte {
	return strconv.AppendFloat(b, d.Seconds(), 'f', -1, 64)
}
