package print

import (
	"cmp"
	"encoding/json"
	"math/big"
	"strconv"
	"time"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/ip"
	"nonet/model"
	"nonet/model/notation"
)

// A crossedObject is a count by a second method in JSON.
type crossedObject struct {
	Method  string   `json:"method"`
	Count   string   `json:"count"`
	Exact   bool     `json:"exact"`
	Agrees  bool     `json:"agrees"`
	Seconds *Seconds `json:"seconds"`
}

// A verifiedObject is a verification in JSON.
type verifiedObject struct {
	By      ask.VerifiedBy `json:"by"`
	Method  string         `json:"method,omitempty"`
	Steps   *int           `json:"steps,omitempty"` // of a proof
	Reason  string         `json:"reason,omitempty"`
	Seconds *Seconds       `json:"seconds"`
}

// An AnswerObject is an answer in JSON. Its two parts are printed apart where solutions stand between them: see JSON.
type AnswerObject struct {
	opening
	closing
}

// An opening is what is known of an answer when the first solution is found. A puzzle has a solution, a model file an
// assignment; both are null if there is none.
type opening struct {
	Head
	Method     string   `json:"method,omitempty"`
	Chosen     []string `json:"chosen,omitempty"`
	Why        string   `json:"why,omitempty"`
	Status     string   `json:"status"`
	Solution   any      `json:"solution,omitzero"`
	Assignment any      `json:"assignment,omitzero"`
}

// A closing is the rest of an answer.
type closing struct {
	Solutions       []string        `json:"solutions,omitzero"` // none
	Complete        *bool           `json:"complete,omitempty"`
	Verdict         string          `json:"verdict,omitempty"`
	Other           any             `json:"other,omitzero"`
	OtherAssignment *Values         `json:"other_assignment,omitempty"`
	Objective       json.Number     `json:"objective,omitempty"`
	Tolerance       float64         `json:"tolerance,omitempty"`
	Optimal         *bool           `json:"optimal,omitempty"`
	Minimal         *bool           `json:"minimal,omitempty"`
	Redundant       []string        `json:"redundant,omitzero"`
	RedundantRules  []string        `json:"redundant_rules,omitzero"`
	Reason          string          `json:"reason,omitempty"`
	Rating          any             `json:"rating,omitzero"` // null if there is none
	Steps           []any           `json:"steps,omitzero"`
	Count           string          `json:"count,omitempty"`
	Exact           *bool           `json:"exact,omitempty"`
	Cross           *crossedObject  `json:"cross_check,omitempty"`
	Shown           int             `json:"shown_variables,omitempty"`
	Determined      *bool           `json:"determined,omitempty"`
	Verified        *verifiedObject `json:"verified,omitempty"`
	AnsweredBy      string          `json:"answered_by,omitempty"`
	Removed         *int            `json:"removed,omitempty"`
	Seconds         phases          `json:"seconds"`
	Model           counters        `json:"model"`
	Stats           counters        `json:"stats"`
	Pieces          *piecesObject   `json:"pieces,omitempty"`
	Seed            *uint64         `json:"seed,omitempty"`
	Error           string          `json:"error,omitempty"`
}

// phases are the times of an answer in JSON.
type phases struct {
	Preprocess seconds `json:"preprocess"`
	Encode     seconds `json:"encode"`
	Solve      seconds `json:"solve"`
	First      seconds `json:"first,omitzero"`
	Total      seconds `json:"total"`
}

// seconds is a time in seconds, to the nanosecond.
type seconds time.Duration

// MarshalJSON implements json.Marshaler.
func (s seconds) MarshalJSON() ([]byte, error) { return term.AppendSeconds(nil, time.Duration(s)), nil }

type piecesObject struct {
	Total    int     `json:"total"`
	Answered int     `json:"answered"`
	Seconds  Seconds `json:"seconds"`
}

// openingOf returns the first part of the object about a.
func openingOf(a *Answer) opening {
	o := opening{Head: HeadOf(a.Item), Method: a.Method, Why: a.Choice.Why, Status: a.status()}
	if o.Why != "" {
		o.Chosen = a.Choice.Names()
	}
	if a.File != nil {
		o.Assignment = ValuesOf(a.File, a.Solution)
	} else {
		o.Solution = GridText(a.Puzzle.Alphabet, a.Solution)
	}
	return o
}

// closingOf returns the second part of the object about a.
func closingOf(a *Answer, q Rating) closing {
	var o closing
	switch {
	case a.All:
		o.Complete = &a.Result.Complete
	case a.Kind == ask.Unique:
		if o.Verdict = a.verdict(); a.File != nil {
			o.OtherAssignment = ValuesOf(a.File, a.Other)
			break
		}
		o.Other = GridText(a.Puzzle.Alphabet, a.Other)
		if a.Verdict == model.None {
			o.Reason = cmp.Or(a.sentence(), a.notAsked())
		}
		if a.Rates {
			o.Rating, o.Steps = a.ratingObject(q)
		}
	case a.Kind == ask.Count:
		o.Count, o.Exact = cmp.Or(a.Count, new(big.Int)).String(), &a.Result.Complete
	}
	if a.optimizes() && a.Status() == model.Satisfiable {
		o.Objective, o.Optimal = json.Number(a.value()), &a.Optimal
	}
	if a.File != nil && a.File.Point != nil {
		o.Tolerance = ip.Tolerance
	}
	if r := a.Redundant; r != nil {
		o.Minimal, o.Redundant, o.RedundantRules = new(len(r.Names) == 0), r.Names, r.Texts
	}
	if c := a.Cross; c != nil {
		o.Cross = &crossedObject{c.Method, c.Count.String(), c.Exact, c.Agrees, SecondsOf(c.Elapsed)}
	}
	if a.File != nil && a.File.Hides() {
		o.Shown = len(a.File.ShownVars())
		if a.Determined != ask.UnknownYet {
			o.Determined = new(a.Determined == ask.Yes)
		}
	}
	a.addCost(&o)
	return o
}

// addCost sets the fields from verified on.
func (a *Answer) addCost(o *closing) {
	if v := a.Verified; v != nil {
		o.Verified = &verifiedObject{By: v.By, Method: v.Method, Reason: v.Reason, Seconds: SecondsOf(v.Elapsed)}
		if v.By == ask.ByProof {
			o.Verified.Steps = &v.Steps
		}
	}
	if by := a.AnsweredBy(); by != model.Nobody {
		o.AnsweredBy = string(by)
	}
	if preprocessor, _ := methods.CutPreprocessor(a.Method); preprocessor != "" {
		o.Removed = &a.Result.Stats.Removed
	}
	preprocess, encode, solve := a.Phases()
	o.Seconds = phases{seconds(preprocess), seconds(encode), seconds(solve), seconds(a.First), seconds(a.total())}
	size, effort := SizeCounters(a.Result.Stats.Size), efforts(a.Result.Stats)
	o.Model, o.Stats = size[:], effort[:]
	if p := a.Pieces; p != nil {
		o.Pieces = &piecesObject{p.Total, p.Answered, Seconds{p.Work.Seconds(), p.Longest.Seconds()}}
	}
	if a.RunOptions != nil {
		o.Seed = &a.RunOptions.Seed
	}
	if a.Err != nil {
		o.Error = a.Err.Error()
	}
}

// ObjectOf returns the answer for JSON. q is for ratings.
func ObjectOf(a *Answer, q Rating) AnswerObject { return AnswerObject{openingOf(a), closingOf(a, q)} }

// A JSON prints one JSON object per puzzle or model file and line. The solutions that Solution prints stand in the
// middle of the object: a million of them are never held in memory.
type JSON struct{ How Rating }

func (JSON) Solution(b []byte, a *Answer, x []int, n int64) []byte {
	key := `,"solutions":[`
	if a.File != nil {
		key = `,"all_assignments":[`
	}
	if n == 1 {
		b = term.AppendJSON(b, openingOf(a))
		b = append(b[:len(b)-1], key...)
	} else {
		b = append(b, ',')
	}
	if a.File != nil {
		return append(b, *ValuesOf(a.File, x)...)
	}
	return append(notation.AppendLine(append(b, '"'), a.Puzzle.Alphabet, x), '"')
}

func (p JSON) Answer(b []byte, a *Answer) []byte {
	switch {
	case a.Item.ReadErr != nil:
		return input.Unreadable(b, "json", a.Item)
	case a.ClueDigits != nil && a.Err == nil && (a.Count != nil || a.Solution == nil && a.SolutionDigits != nil):
		return appendClassic(b, a)
	}
	if a.All && a.Result.Solutions > 0 {
		b = append(b, ']')
		from := len(b)
		b = term.AppendJSONLine(b, closingOf(a, p.How))
		b[from] = ','
		return b
	}
	o := ObjectOf(a, p.How)
	if a.All && a.File == nil {
		o.Solutions = []string{}
	}
	return term.AppendJSONLine(b, o)
}

// appendClassic appends the object about a classic puzzle of a list that has one solution, or whose solutions are
// counted, by hand: in a list of millions nothing else takes as long.
func appendClassic(b []byte, a *Answer) []byte {
	b = strconv.AppendInt(append(b, `{"index":`...), int64(a.Index), 10)
	if a.Place.File != "" {
		b = term.AppendString(b, "file", a.Place.File)
	}
	if a.Place.Line > 0 {
		b = strconv.AppendInt(append(b, `,"line":`...), int64(a.Place.Line), 10)
	}
	b = notation.AppendClassic(append(b, `,"puzzle":"`...), a.ClueDigits)
	b = term.AppendString(append(b, `","size":9`...), "method", a.Method)
	b = append(append(append(b, `,"status":"`...), a.status()...), `","solution":`...)
	if a.Kind == ask.Count {
		b = append(a.appendCount(append(b, `null,"count":"`...)), `","exact":`...)
		b = strconv.AppendBool(b, a.Result.Complete)
	} else {
		b = append(notation.AppendClassic(append(b, '"'), a.SolutionDigits), '"')
	}
	if a.Kind == ask.Unique {
		b = append(b, `,"verdict":"unique","other":null`...)
	}
	if by := a.AnsweredBy(); by != model.Nobody {
		b = term.AppendString(b, "answered_by", string(by))
	}
	_, _, solve := a.Phases()
	b = term.AppendSeconds(append(b, `,"seconds":{"preprocess":0,"encode":0,"solve":`...), solve)
	b = term.AppendSeconds(append(b, `,"total":`...), a.total())
	size, effort := SizeCounters(a.Result.Stats.Size), efforts(a.Result.Stats)
	b = counters(size[:]).append(append(b, `},"model":`...))
	return append(counters(effort[:]).append(append(b, `,"stats":`...)), "}\n"...)
}

// counters in JSON are an object without counters that are 0.
type counters []counter

// MarshalJSON implements json.Marshaler.
func (all counters) MarshalJSON() ([]byte, error) { return all.append(nil), nil }

func (all counters) append(b []byte) []byte {
	b = append(b, '{')
	comma := ""
	for _, c := range all {
		if c.Value != 0 {
			b = append(append(append(append(b, comma...), '"'), c.Name...), `":`...)
			b = strconv.AppendInt(b, c.Value, 10)
			comma = ","
		}
	}
	return append(b, '}')
}
