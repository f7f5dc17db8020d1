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
	"nonet/model"
)

// A Solution is what a solver said about a program: whether there is a solution, and the values of the columns.
type Solution struct {
	Format  string       // the form of the answer: one of SolutionFormats
	Status  model.Status // Satisfiable if there are values and all of them are whole; Unsatisfiable if the solver says it proved that
	Optimal bool         // the solver says that no solution is better
	Note    string       // the status in the solver's words
	Sparse  bool         // columns that are 0 may be missing
	Values  []Value      // in the order of the answer; nil unless they are of a solution, be it of the relaxation
}

// A Value is the value of a column. Name is "" where the answer goes by number alone; Number counts columns from 1 and is 0 where the
// answer goes by name alone.
type Value struct {
	Name   string
	Number int
	Value  float64
	Line   int // where the answer says so
}

// SolutionFormats names the forms of answers that ReadSolution recognizes:
//
//   - glpsol: the report that glpsol writes with -o
//   - glpsol-raw: the numbers that glpsol writes with -w
//   - coin: the solution file of CBC and CLP
//   - highs: the solution file of HiGHS
//   - scip: the solution file of SCIP
//   - opb: the lines that begin with s, v, o and c of pseudo-Boolean solvers
//   - log: what glpsol, cbc and clp print while they run, if it says that there is no solution; if cbc or clp printed one, it is coin
func SolutionFormats() []string {
	return []string{"glpsol", "glpsol-raw", "coin", "highs", "scip", "opb", "log"}
}

// tolerance is how far from a whole number a value may be. GLPK takes 1e-5 for whole, CBC and SCIP 1e-6.
const tolerance = 1e-5

// ReadSolution reads the answer of a solver. It recognizes the form by its first lines; see SolutionFormats. A value that is not whole
// makes the status Unknown: the answer is then about the relaxation. Errors are of type *encode.ParseError, for an answer of no known form and
// for one that breaks off.
func ReadSolution(r io.Reader) (s Solution, err error) {
	defer scan.Catch(&err)
	a := answer{Lines: scan.NewLines(r, "solution")}
	a.read()
	scan.Fail(a.Err())
	if a.s.Status != model.Satisfiable {
		a.s.Values = nil
	}
	if slices.ContainsFunc(a.s.Values, Value.isFractional) {
		a.s.Status, a.s.Optimal = model.Unknown, false
	}
	return a.s, nil
}

// An answer is a solution that is being read. Its methods end the reading by scan.Fail. The values that some programs print although there is
// no solution are dropped in the end.
type answer struct {
	*scan.Lines
	s Solution
}

// read recognizes the form of the answer and reads it.
func (a *answer) read() {
	remarks := false // lines that begin with c, as GLPK and pseudo-Boolean solvers write them
	for a.nextLine() {
		text := strings.TrimSpace(a.Text)
		switch {
		case text == "":
		case text == "c" || strings.HasPrefix(text, "c "):
			remarks = true
		case strings.HasPrefix(text, "Problem:"):
			a.readReport()
			return
		case strings.HasPrefix(text, "s mip ") || strings.HasPrefix(text, "s bas ") || strings.HasPrefix(text, "s ipt "):
			a.readRaw()
			return
		case text == "Model status":
			a.readHiGHS()
			return
		case strings.HasPrefix(text, "solution status:") || text == "no solution available":
			a.readSCIP()
			return
		case isOPBLine(text):
			a.readOPB()
			return
		case isLog(text):
			a.readLog()
			return
		case isCoinHead(text):
			a.readCoin(text)
			return
		default:
			a.Failf("%q begins no known form of answer; known are those of %s", scan.Clip(text), strings.Join(SolutionFormats(), ", "))
		}
	}
	if remarks {
		a.Failf("only comments, and no status or values after them")
	}
	a.Failf("the answer is empty")
}

// setFormat notes which form the answer has.
func (a *answer) setFormat(name string) { a.Format, a.s.Format = name, name }

// nextLine moves to the next line and reports whether there is one.
func (a *answer) nextLine() bool {
	ok := a.Next()
	scan.Fail(a.Err())
	return ok
}

// An outcome is what a status of a program means.
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

// setStatus takes note of the status, which is one of the known ones.
func (a *answer) setStatus(words string, known map[string]outcome) {
	o, ok := known[words]
	if !ok {
		a.Failf("unknown status %q", scan.Clip(words))
	}
	a.s.Note = words
	a.setOutcome(o)
}

// parseCount reads a number that is not negative.
func (a *answer) parseCount(word, what string) int {
	n, ok := digits(word)
	if !ok {
		a.Failf("expected %s, found %q", what, scan.Clip(word))
	}
	return n
}

// addValue appends the value of a column, which stands on the current line.
func (a *answer) addValue(name string, number int, word string) {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		a.Failf("expected a number, found %q", scan.Clip(word))
	}
	a.s.Values = append(a.s.Values, Value{Name: strings.Clone(name), Number: number, Value: x, Line: a.Number})
}

// isNear reports whether a value is n, but for the tolerance; not-a-number is near nothing.
func (v Value) isNear(n float64) bool { return math.Abs(v.Value-n) <= tolerance }

// isFractional reports whether a value is not whole.
func (v Value) isFractional() bool { return !v.isNear(math.Round(v.Value)) }

// PointByName returns the values of columns 1 to n as 0 or 1. names are the names of the first len(names) of them in the file that the solver
// read (Program.ColumnNames); columns without one go by number, and names that are not among them are then ignored. It is an error if
// there are no values, a value is not 0 or 1, a name or number is unknown, two values contradict each other, or a column has none
// although the answer would mention it.
func (s Solution) PointByName(names []string, n int) (Point, error) {
	if s.Status != model.Satisfiable {
		return nil, s.noPointError()
	}
	index := make(map[string]int, len(names))
	for j, name := range names {
		index[name] = j
	}
	x, known := make(Point, n), make([]bool, n)
	for _, v := range s.Values {
		if v.Name == constantName {
			continue
		}
		j, ok := index[v.Name]
		if !ok {
			j, ok = s.columnIndex(v)
		}
		if !ok || j >= n {
			if v.Name == "" && j == n { // the column named constant, by its number
				continue
			}
			if _, row := parseFixedName('R', v.Name); row || v.Name != "" && len(names) < n {
				continue
			}
			return nil, s.errorf(v, "unknown column %s", v)
		}
		one := v.Value > 0.5
		switch {
		case !v.isNear(0) && !v.isNear(1):
			return nil, s.errorf(v, "column %s has the value %v, which is neither 0 nor 1", v, v.Value)
		case known[j] && x[j] != one:
			return nil, s.errorf(v, "column %s has two values", v)
		}
		x[j], known[j] = one, true
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
				return nil, fmt.Errorf("ip: %s answer: no value for column %s (%d of %d): does it belong to another program, or is it cut off?",
					s.Format, name, j+1, n)
			}
		}
	}
	return x, nil
}

// columnIndex returns the index that a value itself tells: its number if it has no name, or a name of the form x1 or C0000001.
func (s Solution) columnIndex(v Value) (int, bool) {
	if v.Name == "" {
		return v.Number - 1, v.Number > 0
	}
	if j, ok := opbVariable(v.Name); ok {
		return j, true
	}
	j, ok := parseFixedName('C', v.Name)
	return j, ok && j >= 0
}

// Point returns the values as a point of p, however p was written. It does not check that the point is feasible; p.Check does. Errors
// are those of PointByName. The names of rows are ignored: CBC may list them too.
func (s Solution) Point(p *Program) (Point, error) {
	ignored := make(map[string]bool, len(p.Rows))
	for i := range p.Rows {
		ignored[p.RowName(i)] = true
	}
	names := p.ColumnNames(LP)
	for _, name := range names {
		delete(ignored, name)
	}
	s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(v Value) bool { return ignored[v.Name] })
	return s.PointByName(names, len(p.Columns))
}

// noPointError says why there is no point.
func (s Solution) noPointError() error {
	if s.Status == model.Unsatisfiable {
		return fmt.Errorf("ip: %s answer: there is no solution (%s)", s.Format, s.Note)
	}
	if k := slices.IndexFunc(s.Values, Value.isFractional); k >= 0 {
		v := s.Values[k]
		return s.errorf(v, "column %s has the value %v: this is a solution of the relaxation (%s)", v, v.Value, s.Note)
	}
	return fmt.Errorf("ip: %s answer: no solution was found, and none excluded (%s)", s.Format, s.Note)
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
