package print

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/backends/ask"
	"nonet/cmd/internal/input"
	"nonet/cmd/internal/printable"
	"nonet/cmd/internal/term"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/problem"
	"nonet/model"
	"nonet/model/sudoku"
)

// Models prints the answers about model files in a form of Outputs.
type Models struct {
	Form    string
	Width   int  // of lines of text; 0 means no limit
	Several bool // there are several files: text has their names as headings
	CSV     CSV  // the optional columns
}

// SinglePuzzle is true, since a summary of files says nothing.
func (Models) SinglePuzzle() bool { return true }

// Header returns the names of the columns of CSV.
func (p Models) Header() string {
	if p.Form != "csv" {
		return ""
	}
	return "index,file,format,name,shown_variables,method,status," + p.CSV.columns() +
		",objective,optimal,answered_by,removed,seconds,error\n"
}

// Solution appends a solution, or keeps it in a for the object of JSON.
func (p Models) Solution(b []byte, a *Answer, g sudoku.Grid, n int64) []byte {
	x := model.Assignment(g)
	switch p.Form {
	case "json":
		a.values = append(a.values, *ValuesOf(a.File, x))
		return b
	case "dimacs":
		return append(b, valueLine(a.File, x)...)
	case "dlx", "col":
		return appendOwnForm(b, a.File, x, n)
	case "csv":
		row := p.csvRow(a, "sat", SolutionLine(a.File, x))
		return append(b, row...)
	case "text":
		if a.File.AppendSolution != nil {
			return a.File.AppendSolution(fmt.Appendf(b, "%d:\n", n), x)
		}
	}
	return append(b, SolutionLine(a.File, x)+"\n"...)
}

// Answer appends the answer.
func (p Models) Answer(b []byte, a *Answer) []byte {
	switch p.Form {
	case "json":
		return append(b, a.modelJSON()...)
	case "line":
		return append(b, a.modelLine()...)
	case "dimacs":
		return append(b, a.modelDIMACS()...)
	case "dlx", "col":
		return p.appendOwn(b, a)
	case "csv":
		if a.All && a.Result.Solutions > 0 && a.Err == nil {
			return b // every solution has a row
		}
		return append(b, p.csvRow(a, a.status(), "")...)
	}
	if a.ReadErr != nil {
		return b
	}
	if text := a.modelText(p.Width); !p.Several {
		return append(b, text...)
	} else {
		return append(b, printable.Line(a.Place.File)+":\n"+text+"\n"...)
	}
}

// CheckForm returns an error if a value of --output is one of OwnForms and the problem is not of its format.
func CheckForm(form string, p *problem.Problem) error {
	switch {
	case form == "dlx" && p.Cover == nil:
		return errors.New("--output dlx: expected an exact cover problem in Knuth's format")
	case form == "col" && p.Graph == nil:
		return errors.New("--output col: expected a graph in DIMACS format")
	}
	return nil
}

// appendOwn appends a solution in the form of OwnForms, and the number of solutions if it is known.
func (p Models) appendOwn(b []byte, a *Answer) []byte {
	if a.ReadErr != nil || a.HasFailed() {
		return b
	}
	if a.Solution != nil && !a.All {
		b = appendOwnForm(b, a.File, a.Solution, 1)
	}
	total := term.Plural(int64(a.Result.Solutions), "solution", "solutions")
	switch {
	case a.Err != nil:
		return fmt.Appendf(b, "%s %s\n", map[string]string{"dlx": "|", "col": "c"}[p.Form], a.Err)
	case !a.Result.Complete:
		return b
	case p.Form == "dlx":
		return fmt.Appendf(b, "Altogether %s.\n", total)
	case a.Result.Solutions == 0:
		return append(b, "s UNSATISFIABLE\n"...)
	}
	return fmt.Appendf(b, "c %s\n", total)
}

// appendOwnForm appends solution number n of an exact cover or a graph.
func appendOwnForm(b []byte, p *problem.Problem, x model.Assignment, n int64) []byte {
	if p.Graph != nil {
		colours := make(coloring.Coloring, p.Graph.Vertices)
		for v := range colours {
			colours[v] = int32(x[v] - 1)
		}
		return coloring.AppendColoring(b, p.Graph, colours)
	}
	var chosen cover.Solution
	for k := range p.Cover.Options {
		if x[k] == 1 {
			chosen = append(chosen, k)
		}
	}
	return cover.AppendSolution(b, p.Cover, int(n), chosen)
}

// optimizes reports whether the model has an objective.
func (a *Answer) optimizes() bool { return a.File != nil && a.File.Model.Objective != nil }

// modelWord returns the answer in one word or number.
func (a *Answer) modelWord() string {
	switch {
	case a.HasFailed(), a.Kind != ask.Solve, a.Status() == model.Unknown:
		return a.verdictWord()
	case a.Status() == model.Unsatisfiable:
		return model.None.String()
	case a.Optimal:
		return fmt.Sprintf("optimal: %d", a.Value)
	case a.optimizes():
		return fmt.Sprintf("best known: %d", a.Value)
	}
	return "solved"
}

// modelSentence explains the answer, or is empty.
func (a *Answer) modelSentence() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if err := a.Err; err != nil && ask.Undecided(err) {
		if a.Kind == ask.Solve && a.optimizes() && a.Solution != nil {
			add("not proved optimal")
		}
		add("%s", err.Error())
	}
	switch {
	case a.HasFailed():
		return ""
	case a.Status() == model.Unsatisfiable:
		add("a complete search found no solution")
	case a.Kind == ask.Unique && a.Other != nil:
		add("%s", a.modelDifferences())
	case a.Kind == ask.Unique && a.Verdict == model.One && !a.optimizes():
		add("this is the only solution")
	case a.Kind == ask.Unique && a.Verdict == model.One:
		add("this is the only optimal solution, of value %d", a.Value)
	}
	if a.Kind != ask.Solve && a.Optimal && a.Verdict != model.One {
		add("counted are the optimal solutions, of value %d", a.Value)
	}
	if a.File.Hides() && a.Kind != ask.Solve && a.Status() == model.Satisfiable {
		shown := len(a.File.ShownVars())
		hidden := int64(a.File.Model.Shown() - shown)
		text := "solutions differ in " + term.Plural(int64(shown), "shown variable", "shown variables")
		switch a.Determined {
		case ask.Yes:
			text += ", which determine the other " + term.Thousands(hidden)
		case ask.No:
			text += ", which leave the other " + term.Thousands(hidden) + " a choice"
		}
		add("%s", text)
	}
	if a.Redundant != nil {
		add("%s", a.Redundant.sentence())
	}
	if a.Cross != nil {
		add("%s", crossCheckText(a.Cross))
	}
	if text := a.verified(); text != "" {
		add("%s", text)
	}
	return strings.Join(parts, "; ")
}

// modelDifferences names shown variables in which two solutions differ.
func (a *Answer) modelDifferences() string {
	var names []string
	for _, v := range a.File.ShownVars() {
		if a.Solution[v] != a.Other[v] {
			names = append(names, a.File.Model.NameOf(v))
		}
	}
	return differences(names, "variable", "variables")
}

// modelText returns the answer for people.
func (a *Answer) modelText(width int) string {
	var b strings.Builder
	for _, x := range [][]int{a.Solution, a.Other} {
		if x != nil && !a.All && a.Kind != ask.Count {
			b.WriteString(SolutionText(a.File, x, width))
			b.WriteByte('\n')
		}
	}
	line := a.modelWord()
	if s := a.modelSentence(); s != "" {
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
		return Columns(words, width)
	}
	var ones []string
	for _, v := range shown {
		if x[v] == 1 {
			ones = append(ones, p.Model.NameOf(v))
		}
	}
	rest := int64(len(shown) - len(ones))
	return Columns(ones, width) + "\n" + term.Plural(int64(len(ones)), "variable is 1, ", "variables are 1, ") +
		term.Thousands(rest) + " 0\n"
}

// Columns returns words in columns that fill lines of the given width, row by row.
func Columns(words []string, width int) string {
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

// named calls f with the name and the value of each shown variable, and of each derived value, in a solution.
func named(p *problem.Problem, x model.Assignment, f func(name string, value int)) {
	for _, v := range p.ShownVars() {
		f(p.Model.NameOf(v), x[v])
	}
	for _, d := range p.Derived {
		f(d.Name, d.Value(x))
	}
}

// SolutionLine returns a solution as one line: name=value for each shown variable and each derived value.
func SolutionLine(p *problem.Problem, x model.Assignment) string {
	var b strings.Builder
	named(p, x, func(name string, value int) { fmt.Fprintf(&b, " %s=%d", name, value) })
	return strings.TrimPrefix(b.String(), " ")
}

// modelLine returns the answer as one line.
func (a *Answer) modelLine() string {
	switch {
	case a.ReadErr != nil:
		return string(Instead(nil, statusError, a.ReadErr.Error()))
	case a.All && a.Result.Solutions > 0: // printed already
		return ""
	case a.Kind == ask.Count && a.Count != nil && !a.HasFailed():
		return string(append(a.appendBound(nil), '\n'))
	case a.Kind == ask.Solve && a.Solution != nil, a.Verdict == model.One:
		return SolutionLine(a.File, a.Solution) + "\n"
	}
	why := a.modelSentence()
	if a.HasFailed() {
		why = a.Err.Error()
	}
	return string(Instead(nil, a.modelWord(), why))
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
	b := []byte{'{'}
	named(p, x, func(name string, value int) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		text, _ := json.Marshal(name) // a string has no error
		b = strconv.AppendInt(append(append(b, text...), ':'), int64(value), 10)
	})
	v := Values(append(b, '}'))
	return &v
}

// A ModelHead begins the JSON objects about a model file.
type ModelHead struct {
	Index  int    `json:"index"`
	File   string `json:"file"`
	Format string `json:"format,omitempty"`
	Name   string `json:"name,omitempty"`
}

// ModelHeadOf returns the head of a model file.
func ModelHeadOf(it *input.Item) ModelHead {
	h := ModelHead{Index: it.Index, File: it.Place.File}
	if it.File != nil {
		h.Format, h.Name = it.File.Format, it.File.Model.Name
	}
	return h
}

// A modelObject is an answer in JSON.
type modelObject struct {
	ModelHead
	Method     string         `json:"method,omitempty"`
	Chosen     []string       `json:"chosen,omitempty"`
	Why        string         `json:"why,omitempty"`
	Status     string         `json:"status"`
	Verdict    string         `json:"verdict,omitempty"`
	Values     *Values        `json:"assignment"`
	Other      *Values        `json:"other_assignment,omitempty"`
	All        []Values       `json:"all_assignments,omitempty"`
	Complete   *bool          `json:"complete,omitempty"`
	Objective  *int           `json:"objective,omitempty"`
	Optimal    *bool          `json:"optimal,omitempty"`
	Count      string         `json:"count,omitempty"`
	Exact      *bool          `json:"exact,omitempty"`
	Minimal    *bool          `json:"minimal,omitempty"`
	Redundant  []string       `json:"redundant,omitempty"`
	Cross      *crossedObject `json:"cross_check,omitempty"`
	Shown      int            `json:"shown_variables,omitempty"`
	Determined *bool          `json:"determined,omitempty"`
	Error      string         `json:"error,omitempty"` // of a file that cannot be read
}

// modelJSON returns the answer as an object in a line.
func (a *Answer) modelJSON() []byte {
	b := term.AppendJSONLine(nil, a.modelObject())
	if a.ReadErr != nil {
		return b
	}
	return append(AppendCost(b[:len(b)-len("}\n")], a), "}\n"...)
}

func (a *Answer) modelObject() modelObject {
	o := modelObject{ModelHead: ModelHeadOf(a.Item), Method: a.Method, Status: a.status()}
	if a.ReadErr != nil {
		o.Error = a.ReadErr.Error()
		return o
	}
	if o.Why = a.Choice.Why; o.Why != "" {
		o.Chosen = a.Choice.Names()
	}
	o.Values, o.Other = ValuesOf(a.File, a.Solution), ValuesOf(a.File, a.Other)
	switch {
	case a.All:
		o.All, o.Complete = a.values, &a.Result.Complete
	case a.Kind == ask.Unique:
		o.Verdict = a.verdict()
	case a.Kind == ask.Count:
		if a.Count == nil {
			a.Count = new(big.Int)
		}
		o.Count, o.Exact = a.Count.String(), &a.Result.Complete
	}
	if r := a.Redundant; r != nil {
		o.Minimal, o.Redundant = new(len(r.Names) == 0), r.Names
	}
	if a.Cross != nil {
		o.Cross = crossed(a.Cross)
	}
	if a.optimizes() && a.Status() == model.Satisfiable {
		o.Objective, o.Optimal = &a.Value, &a.Optimal
	}
	if a.File.Hides() {
		o.Shown = len(a.File.ShownVars())
		if a.Determined != ask.UnknownYet {
			o.Determined = new(a.Determined == ask.Yes)
		}
	}
	return o
}

// csvRow returns the row of an answer; solution is one of several solutions, or "".
func (p Models) csvRow(a *Answer, status, solution string) string {
	head := ModelHeadOf(a.Item)
	row := []string{strconv.Itoa(head.Index), head.File, head.Format, head.Name, "", a.Method, status}
	line := func(x []int) string {
		if x == nil {
			return ""
		}
		return SolutionLine(a.File, x)
	}
	own := make([]string, strings.Count(p.CSV.columns(), ",")+1) // solution, verdict, ...
	tail := make([]string, 6)                                    // objective ... error
	if a.ReadErr != nil {
		tail[5] = a.ReadErr.Error()
		return term.CSVRow(row, own, tail)
	}
	row[4] = strconv.Itoa(len(a.File.ShownVars()))
	fields := []string{cmp.Or(solution, line(a.Solution))}
	switch {
	case p.CSV.Kind == ask.Unique:
		fields = []string{a.verdict(), line(a.Solution), line(a.Other)}
		if p.CSV.Minimal {
			fields = append(fields, "", "")
			if r := a.Redundant; r != nil {
				copy(fields[3:], []string{strconv.FormatBool(len(r.Names) == 0), strings.Join(r.Names, "; ")})
			}
		}
	case p.CSV.Kind == ask.Count:
		fields = []string{"", strconv.FormatBool(a.Result.Complete)}
		if a.Count != nil {
			fields[0] = a.Count.String()
		}
		if p.CSV.Crosses {
			fields = append(fields, "", "", "")
			if c := a.Cross; c != nil {
				copy(fields[2:], []string{c.Method, c.Count.String(), strconv.FormatBool(c.Agrees)})
			}
		}
	}
	if a.Verified != nil {
		own[len(own)-1] = string(a.Verified.By)
	}
	copy(own, fields)
	if a.optimizes() && a.Status() == model.Satisfiable && solution == "" {
		tail[0], tail[1] = strconv.Itoa(a.Value), strconv.FormatBool(a.Optimal)
	}
	if solution == "" {
		tail[2], tail[4] = string(a.AnsweredBy()), string(term.AppendSeconds(nil, a.total()))
		if a.Err != nil {
			tail[5] = a.Err.Error()
		}
	}
	return term.CSVRow(row, own, tail)
}

// modelDIMACS returns the answer in the output format of the SAT and pseudo-Boolean competitions.
func (a *Answer) modelDIMACS() string {
	var b strings.Builder
	fmt.Fprintf(&b, "c file %s\n", printable.Line(a.Place.File))
	if a.ReadErr != nil {
		fmt.Fprintf(&b, "c error %s\ns UNKNOWN\n", printable.Line(a.ReadErr.Error()))
		return b.String()
	}
	fmt.Fprintf(&b, "c method %s\n", a.Way())
	if a.optimizes() && a.Status() == model.Satisfiable {
		fmt.Fprintf(&b, "o %d\n", a.Value)
	}
	if a.Optimal {
		b.WriteString("s OPTIMUM FOUND\n")
	} else {
		b.WriteString(statusLine(a.Status()))
	}
	for _, x := range [][]int{a.Solution, a.Other} {
		if x != nil && !a.All {
			b.WriteString(valueLine(a.File, x))
		}
	}
	b.Write(a.endDIMACS(nil))
	return b.String()
}

// valueLine returns the values of a solution as v lines: literals, with the numbers of variables in a CNF and otherwise
// with their names, where -x is x = 0. Values of other variables are name=value.
func valueLine(p *problem.Problem, x model.Assignment) string {
	var words []string
	for v, variable := range p.Model.Vars {
		name := variable.Name
		if p.Clauses != nil {
			name = strconv.Itoa(v + 1)
		}
		d := variable.Domain
		switch {
		case d[0] < 0 || d[len(d)-1] > 1:
			name = fmt.Sprintf("%s=%d", name, x[v])
		case x[v] == 0:
			name = "-" + name
		}
		words = append(words, name)
	}
	if p.Clauses != nil {
		words = append(words, "0")
	}
	return string(AppendValueLines(nil, slices.Values(words)))
}
