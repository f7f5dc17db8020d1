package ip

import (
	"fmt"
	"io"
	"math"
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
	l := scan.NewLines(r, "solution")
	s = readSolution(l)
	scan.Fail(l.Err())
	for _, v := range s.Values {
		if math.Abs(v.Value-math.Round(v.Value)) > tolerance && s.Status == model.Satisfiable {
			s.Status, s.Optimal = model.Unknown, false
		}
	}
	if s.Status == model.Unsatisfiable {
		s.Values = nil
	}
	return s, nil
}

// readSolution and what it calls end the reading by scan.Fail.
func readSolution(l *scan.Lines) Solution {
	remarks := false // lines that begin with c, as GLPK and pseudo-Boolean solvers write them
	for l.Next() {
		text := strings.TrimSpace(l.Text)
		switch {
		case text == "":
		case text == "c" || strings.HasPrefix(text, "c "):
			remarks = true
		case strings.HasPrefix(text, "Problem:"):
			return readReport(l)
		case strings.HasPrefix(text, "s mip ") || strings.HasPrefix(text, "s bas ") || strings.HasPrefix(text, "s ipt "):
			return readRaw(l)
		case text == "Model status":
			return readHiGHS(l)
		case strings.HasPrefix(text, "solution status:") || text == "no solution available":
			return readSCIP(l)
		case isOPBLine(text):
			l.Back()
			return readOPBAnswer(l)
		case isLog(text):
			return readLog(l)
		case isCoinHead(text):
			return readCoin(l)
		default:
			l.Failf("%q begins no known form of answer; known are those of %s", scan.Clip(text), strings.Join(SolutionFormats(), ", "))
		}
	}
	scan.Fail(l.Err())
	if remarks {
		l.Failf("only comments, and no status or values after them")
	}
	l.Failf("the answer is empty")
	return Solution{}
}

// found completes an answer whose values are of a solution.
func (s Solution) found(optimal bool) Solution {
	s.Status, s.Optimal = model.Satisfiable, optimal
	return s
}

// parseValue reads a value of a column.
func parseValue(l *scan.Lines, s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		l.Failf("expected a number, found %q", scan.Clip(s))
	}
	return x
}

// Truth returns the values of columns 1 to n as 0 or 1. names are the names of the first len(names) of them in the file that the solver
// read (Program.ColumnNames); columns without one go by number, and names that are not among them are then ignored. It is an error if
// there are no values, a value is not 0 or 1, a name or number is unknown, two values contradict each other, or a column has none
// although the answer would mention it.
func (s Solution) Truth(names []string, n int) (Point, error) {
	if s.Status != model.Satisfiable {
		return nil, s.none()
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
			j, ok = s.column(v)
		}
		if !ok || j >= n {
			if v.Name == "" && j == n { // the column named constant, by its number
				continue
			}
			if v.Name != "" && len(names) < n || isFixedRow(v.Name) {
				continue
			}
			return nil, s.errorf(v, "unknown column %s", v)
		}
		one := v.Value > 0.5
		switch {
		case !(math.Abs(v.Value-1) <= tolerance) && !(math.Abs(v.Value) <= tolerance): // so that not-a-number is neither
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

// column returns the index that a value itself tells: its number if it has no name, or a name of the form x1 or C0000001.
func (s Solution) column(v Value) (int, bool) {
	if v.Name == "" {
		return v.Number - 1, v.Number > 0
	}
	if j, ok := opbVariable(v.Name); ok {
		return j, true
	}
	if len(v.Name) == 8 && v.Name[0] == 'C' {
		n, ok := digits(v.Name[1:])
		return n - 1, ok && n > 0
	}
	return 0, false
}

// isFixedRow reports whether a name is one of a row of fixed MPS.
func isFixedRow(name string) bool {
	if len(name) != 8 || name[0] != 'R' {
		return false
	}
	_, ok := digits(name[1:])
	return ok
}

// Point returns the values as a point of p, however p was written. It does not check that the point is feasible; p.Check does. Errors
// are those of Truth. The names of rows are ignored: CBC may list them too.
func (s Solution) Point(p *Program) (Point, error) {
	rows := make(map[string]bool, len(p.Rows))
	columns := make(map[string]bool, len(p.Columns))
	for i := range p.Rows {
		rows[p.RowName(i)] = true
	}
	names := p.ColumnNames(LP)
	for _, name := range names {
		columns[name] = true
	}
	only := s
	only.Values = make([]Value, 0, len(s.Values))
	for _, v := range s.Values {
		if !rows[v.Name] || columns[v.Name] {
			only.Values = append(only.Values, v)
		}
	}
	return only.Truth(names, len(p.Columns))
}

// none says why there is no point.
func (s Solution) none() error {
	if s.Status == model.Unsatisfiable {
		return fmt.Errorf("ip: %s answer: there is no solution (%s)", s.Format, s.Note)
	}
	for _, v := range s.Values {
		if math.Abs(v.Value-math.Round(v.Value)) > tolerance {
			return s.errorf(v, "column %s has the value %v: this is a solution of the relaxation (%s)", v, v.Value, s.Note)
		}
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
