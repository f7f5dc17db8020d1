package problem

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/encode/cnf"
	"nonet/encode/coloring"
	"nonet/encode/cover"
	"nonet/encode/internal/scan"
	"nonet/encode/ip"
	"nonet/encode/text"
	"nonet/internal/packed"
	"nonet/internal/slice"
	"nonet/model"
	"nonet/model/build"
	"nonet/model/sudoku"
)

// A Problem is what a question is about: a puzzle, or the content of a model file.
type Problem struct {
	// Puzzle is the puzzle. It is nil for a model file; the fields below are for model files only.
	Puzzle *sudoku.Puzzle
	base   *model.Model // Puzzle.BaseModel, or nil if it is not known

	Format string // name of the format
	Model  *model.Model

	// Spent is how much of the time limit of the next question reading has taken.
	Spent time.Duration

	// Shown are the variables that distinguish solutions and that an answer shows. nil stands for the variables of the
	// model that are not auxiliary. The other variables need not be functions of the shown ones.
	Shown []model.Var

	// Derived are further named values of a solution, which an answer shows after the shown variables: output variables
	// of the file that are no variables of the model, since they are constants or sums of others.
	Derived []Derived

	// Lines has for each constraint the number of its line in the file, or is nil if the lines are not known.
	Lines []int

	// Constraint returns constraint i in the words of the file. nil stands for Model.Describe.
	Constraint func(i int) string

	// AppendSolution appends a solution in the form of the file's format, with line ends. nil stands for a list of
	// names and values.
	AppendSolution func(b []byte, a model.Assignment) []byte

	// Scale, unless it is 0, divides the values of the objective for people: see Value.
	Scale int

	// Mixed is a linear program without an equivalent model. Model then has the names of the columns and whether there
	// is an objective, and nothing to solve. Point are the values of the columns once the program is solved.
	Mixed *ip.Mixed
	Point []float64
	Why   error // Mixed: why there is no model

	// Notes are remarks of the reader that concern the user, one sentence each.
	Notes []string

	// At most one of these is set: the formula of the file. Solutions correspond to solutions of Model; see Formula.
	Clauses *cnf.Formula
	Program *ip.Program
	Cover   *cover.Problem
	Graph   *coloring.Graph

	shared [][]model.Var // by auxiliary variable of a cover: the options of which one is chosen if it is 1
}

// Of returns the problem of a puzzle.
func Of(p sudoku.Puzzle) *Problem { return &Problem{Puzzle: &p} }

// WithBase is Of for a caller that has p.BaseModel, which takes a while for some rules, or nil.
func WithBase(p sudoku.Puzzle, base *model.Model) *Problem { return &Problem{Puzzle: &p, base: base} }

// OfMixed returns the problem of a linear program without an equivalent model.
func OfMixed(e *ip.MixedError, format string) *Problem {
	name, columns := e.Program.Names()
	vars := slice.Map(columns, func(column string) model.Variable { return model.Variable{Name: column} })
	m := &model.Model{Name: name, Vars: vars}
	if e.Program.Optimizes() {
		m.Objective = &model.Objective{}
	}
	return &Problem{Format: format, Model: m, Mixed: e.Program, Why: e}
}

// IsFormula reports whether the file is a formula, which methods for such formulas get unchanged.
func (p *Problem) IsFormula() bool {
	return p.Clauses != nil || p.Program != nil || p.Cover != nil || p.Graph != nil
}

// Value returns the value of a variable in a solution as text.
func (p *Problem) Value(x model.Assignment, v model.Var) string {
	if p.Mixed != nil {
		return floatText(p.Point[v])
	}
	return strconv.Itoa(x[v])
}

// ObjectiveText returns a value of the objective as text. For a Mixed it is the value of Point.
func (p *Problem) ObjectiveText(value int) string {
	if p.Mixed != nil {
		return floatText(p.Mixed.Value(p.Point))
	}
	return ip.Quotient(value, p.Scale)
}

// IsObjective reports whether a solver may state v for a value of the objective: up to the tolerance, to the sign,
// since some formats only minimize, and to Scale, since some have no fractions.
func (p *Problem) IsObjective(v float64, value int) bool {
	near := func(x float64) bool { return math.Abs(math.Abs(v)-x) <= ip.Tolerance*max(1, x) }
	x := math.Abs(float64(value))
	return near(x) || near(x/float64(max(p.Scale, 1)))
}

// floatText returns a number with at most 12 significant digits. Numbers below 1e-12 are 0 with an error of rounding.
func floatText(x float64) string {
	if math.Abs(x) < 1e-12 {
		return "0" // not -0
	}
	return strconv.FormatFloat(x, 'g', 12, 64)
}

// A Derived is a named sum of variables and a constant, divided by a scale unless it is 0.
type Derived struct {
	Name string
	build.Linear
	Scale int
}

// Text returns the value of d under a.
func (d Derived) Text(a model.Assignment) string {
	if d.Scale <= 1 {
		return strconv.Itoa(d.Value(a))
	}
	return strconv.FormatFloat(float64(d.Value(a))/float64(d.Scale), 'f', -1, 64)
}

// Limits of a Problem.
const (
	MaxVariables = 1 << 22 // variables; vertices times colours of a graph
	MaxBytes     = 1 << 30 // of an unpacked file
)

// Options select how a file is read.
type Options struct {
	Format  string // name of the format; "" for the one that the name or the content shows
	Colours int    // of a graph; 0 for the number in the file
	Stated  bool   // each constraint of FlatZinc and XCSP3 is stated, also where it could reduce a domain instead

	// Context ends the reading of FlatZinc and XCSP3 between two constraints, unless it is nil.
	Context context.Context
}

// A Format is a format of model files.
type Format struct {
	Name    string
	Endings []string // ".cnf"
	Summary string

	// detect reports whether the first bytes of a file can be of this format. nil means that the ending is enough.
	detect func(head []byte) bool

	read func(r io.Reader, o Options) (*Problem, error)

	// valid: every model that read returns is valid. Validate takes as long as all the rest for a large formula.
	valid bool
}

// Formats returns all formats.
func Formats() []Format { return slices.Clone(formats) }

// Names returns the names of the formats.
func Names() []string {
	return slice.Map(formats, func(f Format) string { return f.Name })
}

func byName(name string) *Format {
	if i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name }); i >= 0 {
		return &formats[i]
	}
	return nil
}

// HeadSize is the number of bytes at the head of a file that Detect looks at.
const HeadSize = 4096

// Detect returns the name of the format of a file by the ending of its name and, where endings are shared with other
// formats, by the head of its content. head may be compressed. It returns "" if the file is no model file.
func Detect(name string, head []byte) string {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	for _, f := range formats {
		for _, ending := range f.Endings {
			if strings.HasSuffix(name, ending) && (f.detect == nil || f.detect(unpackHead(head))) {
				return f.Name
			}
		}
	}
	return ""
}

// unpackHead unpacks as much as possible of the head of a file, if it is packed.
func unpackHead(head []byte) []byte {
	text, _ := io.ReadAll(io.LimitReader(packed.Reader(bytes.NewReader(head)), HeadSize)) // the head ends early
	return text
}

// Read reads a model file. name is its name, for the format and for messages. Errors about the content name the line,
// the column, the variable or the constraint.
func Read(r io.Reader, name string, o Options) (*Problem, error) {
	in := bufio.NewReaderSize(r, 64<<10)
	if o.Format == "" {
		head, err := in.Peek(HeadSize)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if o.Format = Detect(name, head); o.Format == "" {
			return nil, fmt.Errorf("%s: expected a model file: %s", name, strings.Join(Endings(), " "))
		}
	}
	f := byName(o.Format)
	if f == nil {
		return nil, fmt.Errorf("unknown format %q", o.Format)
	}
	p, err := f.read(Text(in), o)
	if err != nil {
		return nil, err
	}
	p.Format = f.Name
	if err := text.CheckNames(p.Model); err != nil || f.valid {
		return p, err
	}
	return p, p.Model.Validate()
}

// maxUnused is the number of variables in a header that no clause mentions up to which ReadFormula accepts a formula.
const maxUnused = 1 << 22

// ReadFormula reads a DIMACS file, packed or not, without the model that Read builds. A formula may be larger than a
// model, but a header that claims far more variables than the clauses can mention is an error.
func ReadFormula(r io.Reader) (*cnf.Formula, error) {
	f, err := cnf.ReadClauses(r)
	if err == nil && f.Vars > len(f.Body)+maxUnused {
		err = fmt.Errorf("the header has %d variables, and the clauses mention at most %d", f.Vars,
			len(f.Body)-f.Clauses)
	}
	return f, err
}

// Text returns a reader of a text that fails if the text has a byte 0 or more than MaxBytes.
func Text(r io.Reader) io.Reader { return scan.Text(r, MaxBytes) }

// Endings returns the endings of all formats.
func Endings() []string {
	return slices.Concat(slice.Map(formats, func(f Format) []string { return f.Endings })...)
}

// Base returns the model that the problems over one grid share, which must not be changed, and the givens of p.
func (p *Problem) Base() (*model.Model, []model.Given) {
	if p.Puzzle == nil {
		return p.Model, nil
	}
	givens := p.Puzzle.Given(nil)
	if p.base != nil {
		return p.base, givens
	}
	return p.Puzzle.BaseModel(), givens
}

// Whole returns the model of p, with its givens. It may share parts with Base and must not be changed.
func (p *Problem) Whole() *model.Model {
	if p.Puzzle == nil {
		return p.Model
	}
	base, givens := p.Base()
	m := *base
	m.Name, m.Constraints = p.Puzzle.Name, slices.Clip(m.Constraints)
	for _, g := range givens {
		m.Constraints = append(m.Constraints, g)
	}
	return &m
}

// WithoutObjective returns p, or the same problem without its objective.
func (p *Problem) WithoutObjective() *Problem {
	if p.Puzzle != nil || p.Model.Objective == nil {
		return p
	}
	m := *p.Model
	m.Objective = nil
	return &Problem{Format: p.Format, Model: &m, Shown: p.Shown, Scale: p.Scale}
}

// ShownVars returns the shown variables, of a puzzle its cells. They are never nil.
func (p *Problem) ShownVars() []model.Var {
	if p.Shown != nil {
		return p.Shown
	}
	if p.Puzzle != nil {
		return slice.Indices[model.Var](p.Puzzle.Shape.Cells())
	}
	return slice.Indices[model.Var](p.Model.Shown())
}

// Differing returns the shown variables in which two solutions differ.
func (p *Problem) Differing(x, y []int) []model.Var {
	return slice.Filter(p.ShownVars(), func(v model.Var) bool { return x[v] != y[v] })
}

// NameOf returns the name of a variable; for a puzzle, of its cell.
func (p *Problem) NameOf(v model.Var) string {
	if p.Puzzle != nil {
		return p.Puzzle.Shape.Name(sudoku.Cell(v))
	}
	return p.Model.NameOf(v)
}

// NamesOf returns the names of variables. They are never nil.
func (p *Problem) NamesOf(vars []model.Var) []string {
	return slice.Map(vars, p.NameOf)
}

// Summary returns the format and the size of the model in words.
func (p *Problem) Summary() string {
	m := p.Model
	values := slice.Sum(m.Vars, func(v model.Variable) int { return v.Domain.Size() })
	plural := func(n int, word string) string {
		if n != 1 {
			word += "s"
		}
		return fmt.Sprintf("%d %s", n, word)
	}
	if p.Mixed != nil {
		return p.Format + ", a linear program of " + plural(len(m.Vars), "column")
	}
	text := fmt.Sprintf("%s, %s of %s, %s", p.Format, plural(len(m.Vars), "variable"), plural(values, "value"),
		plural(len(m.Constraints), "constraint"))
	if m.Objective != nil {
		text += ", an objective"
	}
	if p.Hides() {
		text += fmt.Sprintf(", %d variables shown", len(p.Shown))
	}
	return text
}

// Hides reports whether some variables that are not auxiliary are not shown.
func (p *Problem) Hides() bool {
	return p.Puzzle == nil && p.Shown != nil && len(p.Shown) < p.Model.Shown()
}

// Describe returns constraint i in the words of the file, with its line if it is known.
func (p *Problem) Describe(i int) string {
	text := p.DescribeOnly(i)
	if line := p.Line(i); line > 0 {
		text += fmt.Sprintf(" (line %d)", line)
	}
	return text
}

// DescribeOnly is Describe without the line.
func (p *Problem) DescribeOnly(i int) string {
	if p.Constraint != nil {
		return p.Constraint(i)
	}
	return p.Model.Describe(p.Model.Constraints[i])
}

// Line returns the line of constraint i, or 0 if it is not known.
func (p *Problem) Line(i int) int {
	if i < len(p.Lines) {
		return p.Lines[i]
	}
	return 0
}
