package modelfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/backends/ask"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/print"
	"nonet/cmd/nonet/internal/term"
	"nonet/encode/problem"
	"nonet/model"
)

// An answer is the answer of solve, unique or count about a file.
type answer struct {
	ask.Answer
	*File
	method string
	choice methods.Choice // of the method
	values []Values       // solve --all with JSON
	pieces *print.Pieces  // of a model that was split; otherwise nil

	verified *ask.Verification // with --verify; otherwise nil
}

// hasFailed reports whether the file could not be read or the method failed.
func (a *answer) hasFailed() bool {
	return a.File.Err != nil || a.Answer.Err != nil && !ask.Undecided(a.Answer.Err)
}

// optimizes reports whether the model has an objective.
func (a *answer) optimizes() bool { return a.Problem != nil && a.Problem.Model.Objective != nil }

// code returns the exit code.
func (a *answer) code() term.ExitCode {
	switch {
	case a.File.Err != nil:
		return term.BadInput
	case a.hasFailed():
		return term.Failed
	case a.Answer.Err != nil, a.verified != nil && a.verified.By == ask.Unverified:
		return term.Undecided
	case a.Kind == ask.Unique && a.Verdict != model.One, a.Status() == model.Unsatisfiable:
		return term.Negative
	}
	return term.Good
}

// competition returns the exit code for --exit-status sat, before the conversion.
func (a *answer) competition() term.ExitCode {
	if c := a.code(); c == term.BadInput || c == term.Failed {
		return c
	}
	switch a.Status() {
	case model.Satisfiable:
		return term.Good
	case model.Unsatisfiable:
		return term.Negative
	}
	return term.Undecided
}

// word returns the answer in one word or number.
func (a *answer) word() string {
	switch {
	case a.hasFailed():
		return "failed"
	case a.Kind == ask.Unique:
		return a.Verdict.String()
	case a.Kind == ask.Count && a.Count == nil:
		return "unknown"
	case a.Kind == ask.Count:
		return term.CountOfSolutions(a.Count, a.Result.Complete)
	case a.Status() == model.Unsatisfiable:
		return model.None.String()
	case a.Status() == model.Unknown:
		return "unknown"
	case a.Optimal:
		return fmt.Sprintf("optimal: %d", a.Value)
	case a.optimizes():
		return fmt.Sprintf("best known: %d", a.Value)
	}
	return "solved"
}

// sentence explains the answer, or is empty.
func (a *answer) sentence() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if err := a.Answer.Err; err != nil && ask.Undecided(err) {
		if a.Kind == ask.Solve && a.optimizes() && a.Solution != nil {
			add("not proved optimal")
		}
		add("%s", term.WithoutPackage(err))
	}
	switch {
	case a.hasFailed():
		return ""
	case a.Status() == model.Unsatisfiable:
		add("a complete search found no solution")
	case a.Kind == ask.Unique && a.Other != nil:
		add("%s", a.differences())
	case a.Kind == ask.Unique && a.Verdict == model.One && !a.optimizes():
		add("this is the only solution")
	case a.Kind == ask.Unique && a.Verdict == model.One:
		add("this is the only optimal solution, of value %d", a.Value)
	}
	if a.Kind != ask.Solve && a.Optimal && a.Verdict != model.One {
		add("counted are the optimal solutions, of value %d", a.Value)
	}
	if a.Problem.Hides() && a.Kind != ask.Solve && a.Status() == model.Satisfiable {
		shown := len(a.Problem.ShownVars())
		hidden := int64(a.Problem.Model.Shown() - shown)
		text := "solutions differ in " + term.Plural(int64(shown), "shown variable", "shown variables")
		switch a.Determined {
		case ask.Yes:
			text += ", which determine the other " + term.Thousands(hidden)
		case ask.No:
			text += ", which leave the other " + term.Thousands(hidden) + " a choice"
		}
		add("%s", text)
	}
	if v := a.verified; v != nil && v.By != ask.BySolutions {
		add("%s", v)
	}
	return strings.Join(parts, "; ")
}

// differences names shown variables in which two solutions differ.
func (a *answer) differences() string {
	var names []string
	n := int64(0)
	for _, v := range a.Problem.ShownVars() {
		if a.Solution[v] != a.Other[v] {
			if n++; n <= 4 {
				names = append(names, a.Problem.Model.NameOf(v))
			}
		}
	}
	if n > 4 {
		names = append(names, "...")
	}
	return fmt.Sprintf("two solutions differ in %s: %s", term.Plural(n, "variable", "variables"),
		strings.Join(names, " "))
}

// text returns the answer for people.
func (a *answer) text(width int) string {
	var b strings.Builder
	for _, x := range [][]int{a.Solution, a.Other} {
		if x != nil && !a.All && a.Kind != ask.Count {
			b.WriteString(SolutionText(a.Problem, x, width))
			b.WriteByte('\n')
		}
	}
	line := a.word()
	if s := a.sentence(); s != "" {
		line += ": " + s
	}
	preprocess, encode, solve := a.Phases()
	cost := a.way() + ", " + term.Duration(preprocess+encode+solve)
	if a.pieces != nil {
		cost = a.way() + ", " + a.pieces.String()
	}
	if effort := print.Effort(a.Result.Stats.Effort); effort != "" {
		cost += ", " + effort
	}
	fmt.Fprintf(&b, "%s (%s)\n", line, cost)
	return term.FoldLines(b.String(), width)
}

// way names the method, with what it chose and why.
func (a *answer) way() string {
	if a.choice.Why == "" {
		return a.method
	}
	return fmt.Sprintf("%s: %v for %s", a.method, a.choice, a.choice.Why)
}

// fewNames is the number of variables 0 or 1 up to which a solution lists all of them.
const fewNames = 20

// SolutionText returns a solution for people: in the form of the format, as the list of the variables that are 1 if
// there are many of 0 and 1, or as names and values.
func SolutionText(p *problem.Problem, x model.Assignment, width int) string {
	if p.AppendSolution != nil {
		return string(p.AppendSolution(nil, x))
	}
	if width == 0 {
		width = 80
	}
	shown := p.ShownVars()
	bits := len(shown) > fewNames
	for _, v := range shown {
		d := p.Model.Vars[v].Domain
		bits = bits && d[0] >= 0 && d[len(d)-1] <= 1
	}
	if !bits {
		words := make([]string, len(shown))
		for i, v := range shown {
			words[i] = p.Model.NameOf(v) + " = " + strconv.Itoa(x[v])
		}
		return columns(words, width)
	}
	var ones []string
	for _, v := range shown {
		if x[v] == 1 {
			ones = append(ones, p.Model.NameOf(v))
		}
	}
	rest := int64(len(shown) - len(ones))
	return columns(ones, width) + "\n" + term.Plural(int64(len(ones)), "variable is 1, ", "variables are 1, ") +
		term.Thousands(rest) + " 0\n"
}

// columns returns words in columns that fill lines of the given width, row by row.
func columns(words []string, width int) string {
	widest := 0
	for _, w := range words {
		widest = max(widest, utf8.RuneCountInString(w))
	}
	perLine := max(1, (width+2)/(widest+2))
	var b strings.Builder
	b.Grow(len(words) * (widest + 2))
	for i, w := range words {
		b.WriteString(w)
		if (i+1)%perLine == 0 || i+1 == len(words) {
			b.WriteByte('\n')
		} else {
			b.WriteString(strings.Repeat(" ", widest+2-utf8.RuneCountInString(w)))
		}
	}
	return b.String()
}

// SolutionLine returns a solution as one line: name=value for each shown variable and each derived value.
func SolutionLine(p *problem.Problem, x model.Assignment) string {
	var b strings.Builder
	for i, v := range p.ShownVars() {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", p.Model.NameOf(v), x[v])
	}
	for _, d := range p.Derived {
		fmt.Fprintf(&b, " %s=%d", d.Name, d.Value(x))
	}
	return strings.TrimPrefix(b.String(), " ") + "\n"
}

// line returns the answer as one line.
func (a *answer) line() string {
	switch {
	case a.File.Err != nil:
		return string(print.Instead(nil, "error", a.File.Err.Error()))
	case a.All && a.Result.Solutions > 0: // printed already
		return ""
	case a.Kind == ask.Count && a.Count != nil && !a.hasFailed():
		bound := ""
		if !a.Result.Complete {
			bound = ">="
		}
		return bound + a.Count.String() + "\n"
	case a.Kind == ask.Solve && a.Solution != nil, a.Verdict == model.One:
		return SolutionLine(a.Problem, a.Solution)
	}
	why := a.sentence()
	if a.hasFailed() {
		why = term.WithoutPackage(a.Answer.Err)
	}
	return string(print.Instead(nil, a.word(), why))
}

// Values is a solution in JSON: an object with the value of each shown variable, in their order.
type Values []byte

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) { return v, nil }

// ValuesOf returns a solution, or nil, which is null in JSON.
func ValuesOf(p *problem.Problem, x model.Assignment) *Values {
	if x == nil {
		return nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i, v := range p.ShownVars() {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(p.Model.NameOf(v)) // a string has no error
		b.Write(name)
		fmt.Fprintf(&b, ":%d", x[v])
	}
	for _, d := range p.Derived {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(d.Name)
		b.Write(name)
		fmt.Fprintf(&b, ":%d", d.Value(x))
	}
	b.WriteByte('}')
	v := Values(b.Bytes())
	return &v
}

// Head begins the JSON objects about a model file.
type Head struct {
	Index  int    `json:"index"`
	File   string `json:"file"`
	Format string `json:"format,omitempty"`
	Name   string `json:"name,omitempty"`
}

// HeadOf returns the head of a file.
func HeadOf(f *File) Head {
	h := Head{Index: f.Index, File: f.Name}
	if f.Problem != nil {
		h.Format, h.Name = f.Problem.Format, f.Problem.Model.Name
	}
	return h
}

// An object is an answer in JSON.
type object struct {
	Head
	Method     string          `json:"method,omitempty"`
	Chosen     []string        `json:"chosen,omitempty"`
	Why        string          `json:"why,omitempty"`
	Status     string          `json:"status"`
	Verdict    string          `json:"verdict,omitempty"`
	Values     *Values         `json:"assignment"`
	Other      *Values         `json:"other_assignment,omitempty"`
	All        []Values        `json:"all_assignments,omitempty"`
	Complete   *bool           `json:"complete,omitempty"`
	Objective  *int            `json:"objective,omitempty"`
	Optimal    *bool           `json:"optimal,omitempty"`
	Count      string          `json:"count,omitempty"`
	Exact      *bool           `json:"exact,omitempty"`
	Shown      int             `json:"shown_variables,omitempty"`
	Determined *bool           `json:"determined,omitempty"`
	Seconds    *phaseSeconds   `json:"seconds,omitempty"`
	Model      map[string]int  `json:"model,omitempty"`
	Stats      map[string]int  `json:"stats,omitempty"`
	Pieces     *pieces         `json:"pieces,omitempty"`
	Verified   *print.Verified `json:"verified,omitempty"`
	Error      string          `json:"error,omitempty"`
}

type pieces struct {
	Total    int           `json:"total"`
	Answered int           `json:"answered"`
	Seconds  print.Seconds `json:"seconds"`
}

type phaseSeconds struct {
	Preprocess float64 `json:"preprocess"`
	Encode     float64 `json:"encode"`
	Solve      float64 `json:"solve"`
	First      float64 `json:"first,omitempty"`
	Total      float64 `json:"total"`
}

// json returns the answer as an object in a line.
func (a *answer) json() []byte { return term.AppendJSONLine(nil, a.object()) }

func (a *answer) object() object {
	o := object{Head: HeadOf(a.File), Method: a.method, Status: a.Status().String()}
	if a.File.Err != nil {
		o.Status, o.Error = "error", a.File.Err.Error()
		return o
	}
	if a.hasFailed() && a.Status() == model.Unknown {
		o.Status = "error"
	}
	if o.Why = a.choice.Why; o.Why != "" {
		o.Chosen = a.choice.Names()
	}
	o.Values, o.Other = ValuesOf(a.Problem, a.Solution), ValuesOf(a.Problem, a.Other)
	switch {
	case a.All:
		o.All, o.Complete = a.values, &a.Result.Complete
	case a.Kind == ask.Unique:
		if o.Verdict = a.Verdict.String(); a.hasFailed() && a.Verdict == model.Undecided {
			o.Verdict = "error"
		}
	case a.Kind == ask.Count:
		if a.Count == nil {
			a.Count = new(big.Int)
		}
		o.Count, o.Exact = a.Count.String(), &a.Result.Complete
	}
	if a.optimizes() && a.Status() == model.Satisfiable {
		o.Objective, o.Optimal = &a.Value, &a.Optimal
	}
	if a.Problem.Hides() {
		o.Shown = len(a.Problem.ShownVars())
		if a.Determined != ask.UnknownYet {
			yes := a.Determined == ask.Yes
			o.Determined = &yes
		}
	}
	preprocess, encode, solve := a.Phases()
	o.Seconds = &phaseSeconds{preprocess.Seconds(), encode.Seconds(), solve.Seconds(), a.First.Seconds(),
		a.Wall.Seconds()}
	o.Model, o.Stats = print.SizeOf(a.Result.Stats.Size), print.EffortOf(a.Result.Stats)
	if p := a.pieces; p != nil {
		o.Pieces = &pieces{p.Total, p.Answered, print.Seconds{Total: p.Work.Seconds(), Longest: p.Longest.Seconds()}}
	}
	o.Verified = print.VerifiedBy(a.verified)
	if a.Answer.Err != nil {
		o.Error = term.WithoutPackage(a.Answer.Err)
	}
	return o
}

// AppendAnswer appends the JSON object of nonet solve about a file, in a line.
func AppendAnswer(b []byte, f *File, method string, a ask.Answer) []byte {
	return append(b, (&answer{Answer: a, File: f, method: method}).json()...)
}
