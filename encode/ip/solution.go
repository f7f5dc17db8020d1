package ip

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/encode"
	"nonet/encode/internal/scan"
	"nonet/internal/parse"
	"nonet/internal/slice"
	"nonet/model"
)

// A Solution is a solver's answer about a program: its status and the values of the columns.
type Solution struct {
	Format string // format of the answer: one of SolutionFormats

	// Status is Satisfiable if there are values and all are integral, and Unsatisfiable if the solver reports
	// infeasibility.
	Status model.Status

	Optimal bool   // whether the solver reports that the solution is optimal
	Note    string // the status in the solver's words
	Sparse  bool   // whether columns that are 0 may be missing

	Objective *float64 // the value of the objective that the answer states; nil if it states none

	// Values is a solution of the program or of its relaxation, in the order of the answer. It is nil if there is none.
	Values []Value
}

// A Value is the value of a column. Name is "" if the answer has column numbers only. Number counts columns from 1, and
// is 0 if the answer has names only.
type Value struct {
	Name   string
	Number int
	Value  float64
	Line   int // line of the answer, from 1
}

// SolutionFormats returns the names of the answer formats that ReadSolution recognizes:
//
//   - glpsol: the report that glpsol writes with -o
//   - glpsol-raw: the solution file that glpsol writes with -w
//   - coin: the solution file of CBC and CLP
//   - highs: the solution file of HiGHS
//   - scip: the solution file of SCIP, or the end of its console output
//   - gurobi: the solution file of Gurobi (.sol)
//   - opb: the lines that begin with s, v, o and c of pseudo-Boolean solvers
//   - log: the console output of glpsol, cbc and clp, if it reports that there is no solution; with a solution in it,
//     the format is coin. ReadOutput also accepts the console output of SCIP, and of Gurobi if there is no
//     solution or a limit has ended the search without one.
func SolutionFormats() []string {
	return []string{"glpsol", "glpsol-raw", "coin", "highs", "scip", "gurobi", "opb", "log"}
}

// tolerance is the integrality tolerance. The defaults are 1e-5 in GLPK and 1e-6 in CBC and SCIP.
const tolerance = 1e-5

// ReadSolution reads the answer of a solver. It recognizes the format by the first lines; see SolutionFormats. If a
// value is fractional, the status is Unknown, since the answer is a solution of the relaxation. An answer of unknown
// format or with a missing end is an *encode.ParseError.
func ReadSolution(r io.Reader) (s Solution, err error) {
	return readAnswer(r, false)
}

// ReadOutput is ReadSolution for the console output of any solver: it skips lines before the answer that belong to no
// format, and lines between s, v and o lines.
func ReadOutput(r io.Reader) (s Solution, err error) {
	return readAnswer(r, true)
}

// readAnswer reads the answer to its end and drops what is no answer.
func readAnswer(r io.Reader, console bool) (s Solution, err error) {
	defer parse.Catch(&err)
	a := answer{Lines: scan.NewLines(r, "solution"), console: console}
	a.read()
	parse.Raise(a.Err())
	if a.s.Status != model.Satisfiable {
		a.s.Values = nil
	} else if a.s.Sparse && a.s.Objective == nil { // without a column, it would be 0
		a.Failf("the answer ends before the value of the objective")
	}
	if slices.ContainsFunc(a.s.Values, Value.isFractional) {
		a.s.Status = model.Unknown
	}
	return a.s, nil
}

// An answer holds a Solution while it is read. Its methods report errors by parse.Raise. ReadSolution drops the
// values that some programs print although there is no solution.
type answer struct {
	*scan.Lines
	s       Solution
	console bool // other lines may stand before the answer and between s, v and o lines
}

// read recognizes the format of the answer and reads it.
func (a *answer) read() {
	comments := false // whether there were comments, lines that begin with c, of GLPK or a pseudo-Boolean solver
	stopped := ""     // a report that a limit has ended the search; an answer may follow
	for a.nextLine() {
		text := strings.TrimSpace(a.Text)
		read := a.readerOf(text)
		switch {
		case text == "":
		case text == "c" || strings.HasPrefix(text, "c "):
			comments = true
		case read != nil:
			read()
			return
		case !a.console:
			a.Failf("unknown format of answer, which begins with %q: expected one of %s",
				scan.Clip(text), strings.Join(SolutionFormats(), ", "))
		case slices.Contains(gurobiLimits, text):
			stopped = text
		}
	}
	if stopped != "" {
		a.setFormat("log")
		a.s.Note = stopped
		return
	}
	if a.console {
		a.Failf("no answer in the output: expected a status or values in one of the formats %s",
			strings.Join(SolutionFormats(), ", "))
	}
	if comments {
		a.Failf("expected a status or values after the comments")
	}
	a.Failf("the answer is empty")
}

// readerOf returns the method that reads an answer from a line on, or nil if no answer begins with this line.
func (a *answer) readerOf(text string) func() {
	switch {
	case strings.HasPrefix(text, "Problem:"):
		return a.readReport
	case hasPrefix(text, "s mip ", "s bas ", "s ipt "):
		return a.readRaw
	case text == "Model status":
		return a.readHiGHS
	case strings.HasPrefix(text, "solution status:") || text == "no solution available" && !a.console:
		return a.readSCIP
	case hasPrefix(text, "# Solution file", "# Solution for model", "# Objective value"):
		return a.readGurobi
	case a.console && strings.HasPrefix(text, "SCIP Status"):
		return func() { a.readSCIPConsole(text) }
	case a.console && (text == "Model is infeasible" || text == "Infeasible model"): // of Gurobi
		return func() {
			a.setFormat("log")
			a.s.Note = text
			a.setOutcome(infeasible)
		}
	case (text == "v" || hasPrefix(text, "v ", "s ", "o ")) && (!a.console || isOPBAnswer(text)):
		return a.readOPB
	case hasPrefix(text, "GLPSOL", "Welcome to the CBC", "Coin LP version"):
		return a.readLog
	case isCoinHead(text) && (!a.console || isCoinStatus(text)):
		return func() { a.readCoin(text) }
	}
	return nil
}

// gurobiLimits are the lines of Gurobi's console output that report that a limit has ended the search.
var gurobiLimits = []string{"Time limit reached", "Node limit reached", "Iteration limit reached",
	"Memory limit reached", "Work limit reached", "Solve interrupted"}

func (a *answer) setFormat(name string) { a.Format, a.s.Format = name, name }

// nextLine moves to the next line. It returns false at the end of the answer.
func (a *answer) nextLine() bool {
	ok := a.Next()
	parse.Raise(a.Err())
	return ok
}

// An outcome is the meaning of a solver's status.
type outcome struct {
	status  model.Status
	optimal bool
}

var (
	optimal    = outcome{model.Satisfiable, true}
	feasible   = outcome{model.Satisfiable, false}
	infeasible = outcome{model.Unsatisfiable, false}
	unknown    = outcome{model.Unknown, false}
)

func (a *answer) setOutcome(o outcome) { a.s.Status, a.s.Optimal = o.status, o.optimal }

// setStatus sets the status and the note. It fails if the words are not in known.
func (a *answer) setStatus(words string, known map[string]outcome) {
	o, ok := known[words]
	if !ok {
		a.Failf("unknown status %q", scan.Clip(words))
	}
	a.s.Note = words
	a.setOutcome(o)
}

// setObjective sets the stated value of the objective to the first number in a text, or after the equals sign in it.
func (a *answer) setObjective(text string) {
	for word := range strings.FieldsSeq(text[strings.LastIndexByte(text, '=')+1:]) {
		if x, err := strconv.ParseFloat(word, 64); err == nil {
			a.s.Objective = &x
			return
		}
	}
}

// parseColumns parses the number of columns.
func (a *answer) parseColumns(word string) int {
	n, ok := digits(word)
	if !ok {
		a.Failf("expected the number of columns, found %q", scan.Clip(word))
	}
	return n
}

// addValue parses the value of a column, from the current line, and appends it.
func (a *answer) addValue(name string, number int, word string) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		a.Failf("expected a number, found %q", scan.Clip(word))
	}
	a.s.Values = append(a.s.Values, Value{Name: strings.Clone(name), Number: number, Value: x, Line: a.Number})
}

// isNear reports whether a value is within the tolerance of n. NaN is not.
func (v Value) isNear(n float64) bool { return math.Abs(v.Value-n) <= tolerance }

// isFractional reports whether a value is not within the tolerance of an integer.
func (v Value) isFractional() bool { return !v.isNear(math.Round(v.Value)) }

// PointByName returns the values of a program with n columns, without the program. names are the names of the first
// len(names) columns in the file that the solver read, a prefix of Program.ColumnNames. The other columns are found by
// number, and unknown names are then ignored.
//
// It is an error if the status is not Satisfiable, a value is no integer or exceeds MaxColumn, a name or number is
// unknown, or a column has two different values. Unless the answer is sparse, it is also an error if a column in names
// (or any column, if names is empty) has no value.
func (s Solution) PointByName(names []string, n int) (Point, error) {
	values, err := s.values(names, n, true)
	if err != nil {
		return nil, err
	}
	return slice.Map(values, func(value float64) int { return int(math.Round(value)) }), nil
}

// values is PointByName, which sets whole, but without it, values may be any numbers.
func (s Solution) values(names []string, n int, whole bool) ([]float64, error) {
	if s.Status != model.Satisfiable {
		return nil, s.noPointError()
	}
	index := make(map[string]int, len(names))
	for j, name := range names {
		index[name] = j
	}
	x, known := make([]float64, n), make([]bool, n)
	for _, v := range s.Values {
		if v.Name == constantName {
			continue
		}
		j, ok := index[v.Name]
		switch {
		case ok:
		case v.Name != "" && 0 < len(names) && len(names) < n: // of an auxiliary column, even if it is x1
			continue
		default:
			j, ok = columnIndex(v)
		}
		if !ok || j >= n {
			if ok && j == n && v.isNear(1) { // the column that pad adds, by its number
				continue
			}
			if _, row := parseFixedName('R', v.Name); row || v.Name != "" && len(names) < n {
				continue
			}
			return nil, s.errorf(v, "unknown column %s", v)
		}
		switch value := math.Round(v.Value); {
		case whole && (!v.isNear(value) || math.Abs(value) > MaxColumn):
			return nil, s.errorf(v, "column %s has the value %v, which is no integer of six digits", v, v.Value)
		case known[j] && !v.isNear(x[j]):
			return nil, s.errorf(v, "column %s has two values", v)
		}
		x[j], known[j] = v.Value, true
	}
	if !s.Sparse {
		for j := range known {
			if !known[j] {
				name := "x" + strconv.Itoa(j+1)
				if j < len(names) {
					name = names[j]
				} else if len(names) > 0 {
					continue
				}
				return nil, fmt.Errorf("%s answer: no value for column %s (%d of %d): "+
					"the answer is incomplete or about another program", s.Format, name, j+1, n)
			}
		}
	}
	return x, nil
}

// columnIndex returns the column index that a value itself has: from its number if it has no name, or from a name such
// as x1 or C0000001.
func columnIndex(v Value) (int, bool) {
	if v.Name == "" {
		return v.Number - 1, v.Number > 0
	}
	if j, ok := opbVariable(v.Name); ok {
		return j, true
	}
	j, ok := parseFixedName('C', v.Name)
	return j, ok && j >= 0
}

// Point returns the values as a point of p, in whatever format p was written. It does not check that the point is
// feasible; p.Check does. Errors are as for PointByName. Names of rows are ignored: CBC may list rows too.
func (s Solution) Point(p *Program) (Point, error) {
	ignored := make(map[string]bool, len(p.Rows))
	for i := range p.Rows {
		ignored[p.RowName(i)] = true
	}
	names := p.ColumnNames(LP)
	for _, name := range names {
		delete(ignored, name)
	}
	s.Values = slice.Filter(s.Values, func(v Value) bool { return !ignored[v.Name] })
	return s.PointByName(names, len(p.Columns))
}

// noPointError reports why an answer without a solution has no point.
func (s Solution) noPointError() error {
	if s.Status == model.Unsatisfiable {
		return fmt.Errorf("%s answer: there is no solution (%s)", s.Format, s.Note)
	}
	if k := slices.IndexFunc(s.Values, Value.isFractional); k >= 0 {
		v := s.Values[k]
		return s.errorf(v, "column %s has the value %v: this is a solution of the relaxation (%s)", v, v.Value, s.Note)
	}
	return fmt.Errorf("%s answer: the solver neither found a solution nor proved that there is none (%s)",
		s.Format, s.Note)
}

func (s Solution) errorf(v Value, format string, args ...any) error {
	return &encode.ParseError{Format: s.Format + " answer", Line: v.Line, Msg: fmt.Sprintf(format, args...)}
}

// String returns the name of the column, or its number.
func (v Value) String() string {
	if v.Name != "" {
		return scan.Clip(v.Name)
	}
	return strconv.Itoa(v.Number)
}
