package print

import (
	"cmp"
	"strconv"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/term"
	"nonet/model"
	"nonet/model/notation"
	"nonet/model/sudoku"
)

// A crossedObject is a count by a second method in JSON.
type crossedObject struct {
	Method  string   `json:"method"`
	Count   string   `json:"count"`
	Exact   bool     `json:"exact"`
	Agrees  bool     `json:"agrees"`
	Seconds *Seconds `json:"seconds"`
}

func crossed(c *ask.CrossCheck) *crossedObject {
	return &crossedObject{c.Method, c.Count.String(), c.Exact, c.Agrees, SecondsOf(c.Elapsed)}
}

// Verified is a verification in JSON.
type Verified struct {
	By      ask.VerifiedBy `json:"by"`
	Method  string         `json:"method,omitempty"`
	Steps   *int           `json:"steps,omitempty"` // of a proof
	Reason  string         `json:"reason,omitempty"`
	Seconds *Seconds       `json:"seconds"`
}

// VerifiedBy returns a verification for JSON; nil for nil.
func VerifiedBy(v *ask.Verification) *Verified {
	if v == nil {
		return nil
	}
	out := &Verified{By: v.By, Method: v.Method, Reason: v.Reason, Seconds: SecondsOf(v.Elapsed)}
	if v.By == ask.ByProof {
		out.Steps = &v.Steps
	}
	return out
}

// AppendVerification appends the field verified, unless v is nil.
func AppendVerification(b []byte, v *ask.Verification) []byte {
	if v == nil {
		return b
	}
	return term.AppendJSON(append(b, `,"verified":`...), VerifiedBy(v))
}

// A JSON prints one JSON object per puzzle and line. It writes the JSON by hand, so that a million objects cost little
// and a million solutions of one puzzle are never held in memory.
type JSON struct{ How Rating }

func (JSON) Header() string     { return "" }
func (JSON) SinglePuzzle() bool { return false }

func (p JSON) Solution(b []byte, a *Answer, g sudoku.Grid, n int64) []byte {
	if n == 1 {
		b = p.begin(b, a)
		b = append(b, `,"status":"sat"`...)
		b = AppendGrid(b, "solution", a.Puzzle.Alphabet, a.Solution, a.SolutionDigits)
		b = append(b, `,"solutions":["`...)
	} else {
		b = append(b, `,"`...)
	}
	return append(notation.AppendLine(b, a.Puzzle.Alphabet, g), '"')
}

func (p JSON) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil {
		return Unreadable(b, "json", a.Item)
	}
	if a.All && a.Result.Solutions > 0 {
		b = append(b, ']')
	} else {
		b = p.begin(b, a)
		b = term.AppendString(b, "status", a.status())
		b = AppendGrid(b, "solution", a.Puzzle.Alphabet, a.Solution, a.SolutionDigits)
		if a.All {
			b = append(b, `,"solutions":[]`...)
		}
	}
	switch {
	case a.All:
		b = append(b, `,"complete":`...)
		b = strconv.AppendBool(b, a.Result.Complete)
	case a.Kind == ask.Unique:
		b = term.AppendString(b, "verdict", a.verdict())
		b = AppendGrid(b, "other", a.Puzzle.Alphabet, a.Other, nil)
		if r := a.Redundant; r != nil {
			b = strconv.AppendBool(append(b, `,"minimal":`...), len(r.Names) == 0)
			b = term.AppendJSON(append(b, `,"redundant":`...), r.Names)
		}
		if a.Verdict == model.None {
			b = term.AppendString(b, "reason", cmp.Or(a.sentence(), a.notAsked()))
		}
		if a.Rates {
			b = appendRating(b, a, p.How)
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
		if a.Cross != nil {
			b = term.AppendJSON(append(b, `,"cross_check":`...), crossed(a.Cross))
		}
	}
	return append(AppendCost(b, a), "}\n"...)
}

// begin appends the fields known before the search.
func (JSON) begin(b []byte, a *Answer) []byte {
	return term.AppendString(AppendHead(b, a.Item, a.ClueDigits), "method", a.Method)
}

// AppendCost appends the fields seconds, model, stats and, as they apply, verified, answered_by, removed, pieces, seed
// and error.
func AppendCost(b []byte, a *Answer) []byte {
	b = AppendVerification(b, a.Verified)
	if by := a.AnsweredBy(); by != model.Nobody {
		b = term.AppendString(b, "answered_by", string(by))
	}
	if preprocessor, _ := methods.CutPreprocessor(a.Method); preprocessor != "" {
		b = strconv.AppendInt(append(b, `,"removed":`...), int64(a.Result.Stats.Removed), 10)
	}
	preprocess, encode, solve := a.Phases()
	b = append(b, `,"seconds":{"preprocess":`...)
	b = term.AppendSeconds(b, preprocess)
	b = append(b, `,"encode":`...)
	b = term.AppendSeconds(b, encode)
	b = append(b, `,"solve":`...)
	b = term.AppendSeconds(b, solve)
	if a.First > 0 {
		b = append(b, `,"first":`...)
		b = term.AppendSeconds(b, a.First)
	}
	b = append(b, `,"total":`...)
	b = append(term.AppendSeconds(b, a.total()), '}')
	size, effort := SizeCounters(a.Result.Stats.Size), efforts(a.Result.Stats)
	b = appendCounters(b, "model", size[:])
	b = appendCounters(b, "stats", effort[:])
	if p := a.Pieces; p != nil {
		b = strconv.AppendInt(append(b, `,"pieces":{"total":`...), int64(p.Total), 10)
		b = strconv.AppendInt(append(b, `,"answered":`...), int64(p.Answered), 10)
		b = term.AppendJSON(append(b, `,"seconds":`...), Seconds{p.Work.Seconds(), p.Longest.Seconds()})
		b = append(b, '}')
	}
	if a.RunOptions != nil {
		b = append(b, `,"seed":`...)
		b = strconv.AppendUint(b, a.RunOptions.Seed, 10)
	}
	if a.Err != nil {
		b = term.AppendString(b, "error", a.Err.Error())
	}
	return b
}

// appendCounters appends an object with the counters that are not 0.
func appendCounters(b []byte, key string, counters []counter) []byte {
	b = append(append(append(b, `,"`...), key...), `":{`...)
	first := true
	for _, c := range counters {
		if c.Value == 0 {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(append(append(b, '"'), c.Name...), `":`...)
		b = strconv.AppendInt(b, c.Value, 10)
	}
	return append(b, '}')
}

// AppendGrid appends a field with a grid in line form, or null. The grid of a classic puzzle may be given as digits.
func AppendGrid(b []byte, key string, a *sudoku.Alphabet, g sudoku.Grid, digits *[81]uint8) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	switch {
	case digits != nil:
		return append(notation.AppendClassic(append(b, '"'), digits), '"')
	case g == nil:
		return append(b, "null"...)
	}
	return append(notation.AppendLine(append(b, '"'), a, g), '"')
}
