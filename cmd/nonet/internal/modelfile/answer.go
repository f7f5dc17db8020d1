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
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/print"
	"nonet/cmd/internal/term"
	"nonet/encode/problem"
	"nonet/model"
)

// An answer is the answer of solve, unique or count about a file.
type answer struct {
	print.Answer
	file   *File
	values []Values // solve --all with JSON
}

// answerOf returns an answer about a file.
func answerOf(f *File, a ask.Answer) *answer {
	it := &input.Item{Index: f.Index, Place: input.Place{File: f.Name}, ReadErr: f.Err}
	return &answer{Answer: print.Answer{Answer: a, Item: it}, file: f}
}

// optimizes reports whether the model has an objective.
func (a *answer) optimizes() bool {
	return a.file.Problem != nil && a.file.Problem.Model.Objective != nil
}

// word returns the answer in one word or number.
func (a *answer) word() string {
	switch {
	case a.HasFailed():
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
	if err := a.Err; err != nil && ask.Undecided(err) {
		if a.Kind == ask.Solve && a.optimizes() && a.Solution != nil {
			add("not proved optimal")
		}
		add("%s", term.WithoutPackage(err))
	}
	switch {
	case a.HasFailed():
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
	if a.file.Problem.Hides() && a.Kind != ask.Solve && a.Status() == model.Satisfiable {
		shown := len(a.file.Problem.ShownVars())
		hidden := int64(a.file.Problem.Model.Shown() - shown)
		text := "solutions differ in " + term.Plural(int64(shown), "shown variable", "shown variables")
		switch a.Determined {
		case ask.Yes:
			text += ", which determine the other " + term.Thousands(hidden)
		case ask.No:
			text += ", which leave the other " + term.Thousands(hidden) + " a choice"
		}
		add("%s", text)
	}
	if v := a.Verified; v != nil && v.By != ask.BySolutions {
		add("%s", v)
	}
	return strings.Join(parts, "; ")
}

// differences names shown variables in which two solutions differ.
func (a *answer) differences() string {
	var names []string
	n := int64(0)
	for _, v := range a.file.Problem.ShownVars() {
		if a.Solution[v] != a.Other[v] {
			if n++; n <= 4 {
				names = append(names, a.file.Problem.Model.NameOf(v))
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
			b.WriteString(SolutionText(a.file.Problem, x, width))
			b.WriteByte('\n')
		}
	}
	line := a.word()
	if s := a.sentence(); s != "" {
		line += ": " + s
	}
	fmt.Fprintf(&b, "%s (%s)\n", line, a.CostText())
	return term.FoldLines(b.String(), width)
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
	case a.file.Err != nil:
		return string(print.Instead(nil, "error", a.file.Err.Error()))
	case a.All && a.Result.Solutions > 0: // printed already
		return ""
	case a.Kind == ask.Count && a.Count != nil && !a.HasFailed():
		bound := ""
		if !a.Result.Complete {
			bound = ">="
		}
		return bound + a.Count.String() + "\n"
	case a.Kind == ask.Solve && a.Solution != nil, a.Verdict == model.One:
		return SolutionLine(a.file.Problem, a.Solution)
	}
	why := a.sentence()
	if a.HasFailed() {
		why = term.WithoutPackage(a.Err)
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
	Method     string   `json:"method,omitempty"`
	Chosen     []string `json:"chosen,omitempty"`
	Why        string   `json:"why,omitempty"`
	Status     string   `json:"status"`
	Verdict    string   `json:"verdict,omitempty"`
	Values     *Values  `json:"assignment"`
	Other      *Values  `json:"other_assignment,omitempty"`
	All        []Values `json:"all_assignments,omitempty"`
	Complete   *bool    `json:"complete,omitempty"`
	Objective  *int     `json:"objective,omitempty"`
	Optimal    *bool    `json:"optimal,omitempty"`
	Count      string   `json:"count,omitempty"`
	Exact      *bool    `json:"exact,omitempty"`
	Shown      int      `json:"shown_variables,omitempty"`
	Determined *bool    `json:"determined,omitempty"`
	Error      string   `json:"error,omitempty"` // of a file that cannot be read
}

// json returns the answer as an object in a line.
func (a *answer) json() []byte {
	b := term.AppendJSONLine(nil, a.object())
	if a.file.Err != nil {
		return b
	}
	return append(print.AppendCost(b[:len(b)-len("}\n")], &a.Answer), "}\n"...)
}

func (a *answer) object() object {
	o := object{Head: HeadOf(a.file), Method: a.Method, Status: a.Status().String()}
	if a.file.Err != nil {
		o.Status, o.Error = "error", a.file.Err.Error()
		return o
	}
	if a.HasFailed() && a.Status() == model.Unknown {
		o.Status = "error"
	}
	if o.Why = a.Choice.Why; o.Why != "" {
		o.Chosen = a.Choice.Names()
	}
	o.Values, o.Other = ValuesOf(a.file.Problem, a.Solution), ValuesOf(a.file.Problem, a.Other)
	switch {
	case a.All:
		o.All, o.Complete = a.values, &a.Result.Complete
	case a.Kind == ask.Unique:
		if o.Verdict = a.Verdict.String(); a.HasFailed() && a.Verdict == model.Undecided {
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
	if a.file.Problem.Hides() {
		o.Shown = len(a.file.Problem.ShownVars())
		if a.Determined != ask.UnknownYet {
			yes := a.Determined == ask.Yes
			o.Determined = &yes
		}
	}
	return o
}

// AppendAnswer appends the JSON object of nonet solve about a file, in a line.
func AppendAnswer(b []byte, f *File, method string, of ask.Answer) []byte {
	a := answerOf(f, of)
	a.Method, a.First = method, of.First
	return append(b, a.json()...)
}
