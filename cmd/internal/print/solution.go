package print

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nonet/cmd/internal/input"
	"nonet/cmd/internal/term"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/problem"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/notation"
)

// fewNames is the number of variables 0 or 1 up to which a solution lists all of them.
const fewNames = 20

// AppendText appends a solution for people: a grid, or for a model file the form of its format, the list of the
// variables that are 1 if there are many of 0 and 1, or names and values. A width of 0 means 80.
func AppendText(b []byte, it *input.Item, x []int, width int) []byte {
	switch p := it.File; {
	case p == nil:
		return notation.AppendGrid(b, it.Puzzle.Alphabet, it.Puzzle.Shape, x)
	case p.AppendSolution != nil:
		return p.AppendSolution(b, x)
	default:
		return append(b, valueColumns(p, x, width)...)
	}
}

// valueColumns returns the shown values of a solution in columns.
func valueColumns(p *problem.Problem, x model.Assignment, width int) string {
	width = cmp.Or(width, 80)
	shown := p.ShownVars()
	bits := len(shown) > fewNames && p.Mixed == nil
	for _, v := range shown {
		d := p.Model.Vars[v].Domain
		bits = bits && d.Min() >= 0 && d.Max() <= 1
	}
	if !bits {
		words := slice.Map(shown, func(v model.Var) string { return p.Model.NameOf(v) + " = " + p.Value(x, v) })
		return columns(words, width)
	}
	var ones []string
	for _, v := range shown {
		if x[v] == 1 {
			ones = append(ones, p.Model.NameOf(v))
		}
	}
	rest := int64(len(shown) - len(ones))
	return columns(ones, width) + "\n" + term.Plural(len(ones), "variable is 1, ", "variables are 1, ") +
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

// named calls f with the name and the value of each shown variable, and of each derived value, in a solution.
func named(p *problem.Problem, x model.Assignment, f func(name, value string)) {
	for _, v := range p.ShownVars() {
		f(p.Model.NameOf(v), p.Value(x, v))
	}
	for _, d := range p.Derived {
		f(d.Name, d.Text(x))
	}
}

// AppendLine appends a solution as one line: a grid in line form, or name=value for each shown variable and each
// derived value of a model file.
func AppendLine(b []byte, it *input.Item, x []int) []byte {
	if it.File == nil {
		return notation.AppendLine(b, it.Puzzle.Alphabet, x)
	}
	space := ""
	named(it.File, x, func(name, value string) {
		b = fmt.Appendf(b, "%s%s=%s", space, name, value)
		space = " "
	})
	return b
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
	named(p, x, func(name, value string) {
		if len(b) > 1 {
			b = append(b, ',')
		}
		text, _ := json.Marshal(name) // a string has no error
		b = append(append(append(b, text...), ':'), value...)
	})
	v := Values(append(b, '}'))
	return &v
}

// OwnForms are the further values of --output for solutions of model files of one format: as Knuth's programs print an
// exact cover, and as the DIMACS challenge prints a colouring.
var OwnForms = []string{"dlx", "col"}

// CheckForm returns an error if a value of --output is one of OwnForms and the problem is not of its format.
func CheckForm(form string, p *problem.Problem) error {
	switch {
	case form == "dlx" && p.Cover == nil:
		return errors.New("--output dlx: expected an exact cover problem in Knuth's format")
	case form == "dimacs" && p.Mixed != nil:
		return errors.New("--output dimacs: expected integer columns")
	case form == "col" && p.Graph == nil:
		return errors.New("--output col: expected a graph in DIMACS format")
	}
	return nil
}

// An Own prints solutions in one of OwnForms, and their number if it is known.
type Own struct{ Form string }

func (Own) Solution(b []byte, a *Answer, x []int, n int64) []byte {
	if g := a.File.Graph; g != nil {
		colours := slice.Make(g.Vertices, func(v int) int32 { return int32(x[v] - 1) })
		return coloring.AppendColoring(b, g, colours)
	}
	var chosen cover.Solution
	for k := range a.File.Cover.Options {
		if x[k] == 1 {
			chosen = append(chosen, k)
		}
	}
	return cover.AppendSolution(b, a.File.Cover, int(n), chosen)
}

func (p Own) Answer(b []byte, a *Answer) []byte {
	if a.Item.ReadErr != nil || a.HasFailed() {
		return b
	}
	if a.Solution != nil && !a.All {
		b = p.Solution(b, a, a.Solution, 1)
	}
	total := term.Plural(a.Result.Solutions, "solution", "solutions")
	switch {
	case a.Err != nil:
		return fmt.Appendf(b, "%s %s\n", map[string]string{"dlx": "|", "col": "c"}[p.Form], a.Err)
	case !a.Result.Complete:
		return b
	case p.Form == "dlx":
		return fmt.Appendf(b, "Altogether %s.\n", total)
	case a.Status() == model.Unsatisfiable:
		return append(b, "s UNSATISFIABLE\n"...)
	}
	return fmt.Appendf(b, "c %s\n", total)
}
