package ip

import (
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// readHiGHS reads the solution file of HiGHS in its raw style. The line "Model status" was read; the status follows. The section
// "# Primal solution values" says Feasible, Infeasible or None, and in the former cases "# Columns N" precedes N lines of name and
// value.
func readHiGHS(l *scan.Lines) Solution {
	l.Format = "highs"
	s := Solution{Format: "highs"}
	if !l.Next() {
		l.Failf("the file ends before the status")
	}
	s.Note = strings.TrimSpace(l.Text)
	feasible, section := false, false
	columns := -1
	for l.Next() {
		text := strings.TrimSpace(l.Text)
		f := strings.Fields(text)
		switch {
		case text == "# Primal solution values":
			section = true
			if !l.Next() {
				l.Failf("the file ends within the primal solution")
			}
			feasible = strings.TrimSpace(l.Text) == "Feasible"
		case strings.HasPrefix(text, "# Dual"), strings.HasPrefix(text, "# Basis"):
			section = false
		case section && len(f) == 3 && f[0] == "#" && f[1] == "Columns":
			n, ok := digits(f[2])
			if !ok {
				l.Failf("expected the number of columns, found %q", scan.Clip(f[2]))
			}
			for columns = n; len(s.Values) < n; {
				if !l.Next() {
					l.Failf("the file ends after %d of %d columns", len(s.Values), n)
				}
				f := strings.Fields(l.Text)
				if len(f) != 2 {
					l.Failf("expected the name and value of a column, found %q", scan.Clip(l.Text))
				}
				x := parseValue(l, f[1])
				s.Values = append(s.Values, Value{Name: strings.Clone(f[0]), Number: len(s.Values) + 1, Value: x, Line: l.Number})
			}
		}
	}
	switch {
	case s.Note == "Infeasible":
		s.Status = model.Unsatisfiable
	case feasible && columns < 0:
		l.Failf("the file ends before the columns")
	case feasible:
		s = s.found(s.Note == "Optimal")
	case s.Note == "Optimal":
		l.Failf("the status is Optimal, and the file has no feasible values")
	}
	if s.Status != model.Satisfiable {
		s.Values = nil
	}
	return s
}

// readSCIP reads the solution file of SCIP. Its first line, "solution status: ...", was read. Then come "objective value: ..." and a line
// for each column that is not 0 with name, value and objective coefficient; or "no solution available".
func readSCIP(l *scan.Lines) Solution {
	l.Format = "scip"
	s := Solution{Format: "scip", Sparse: true}
	s.Note = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l.Text), "solution status:"))
	found := false
	for l.Next() {
		text := strings.TrimSpace(l.Text)
		f := strings.Fields(text)
		switch {
		case text == "" || text == "no solution available" || text == "@":
		case strings.HasPrefix(text, "objective value:"):
			found = true
		case !found:
			l.Failf("expected the objective value, found %q", scan.Clip(text))
		case len(f) < 2:
			l.Failf("expected the name and value of a column, found %q", scan.Clip(text))
		default:
			x := parseValue(l, f[1])
			s.Values = append(s.Values, Value{Name: strings.Clone(f[0]), Value: x, Line: l.Number})
		}
	}
	switch {
	case found:
		s = s.found(s.Note == "optimal solution found")
	case s.Note == "infeasible":
		s.Status = model.Unsatisfiable
	case s.Note == "optimal solution found":
		l.Failf("the status is %q, and the file has no values", s.Note)
	}
	return s
}

func isOPBLine(text string) bool {
	return text == "v" || strings.HasPrefix(text, "v ") || strings.HasPrefix(text, "s ") || strings.HasPrefix(text, "o ")
}

// readOPBAnswer reads the lines of a pseudo-Boolean solver: "s" and the status, "v" and literals such as x1 and -x2 on any number of
// lines, "o" and an objective value. A solver that prints several solutions, each better than the one before, ends with the last;
// clasp puts a comment before each.
func readOPBAnswer(l *scan.Lines) Solution {
	l.Format = "opb"
	s := Solution{Format: "opb"}
	values := false
	at := make(map[int]int) // index in s.Values by number
	for l.Next() {
		f := strings.Fields(l.Text)
		if len(f) == 0 || f[0][0] == 'c' {
			continue
		}
		switch f[0] {
		case "o":
		case "s":
			if s.Note != "" {
				l.Failf("a second status")
			}
			s.Note = strings.Join(f[1:], " ")
			switch s.Note {
			case "SATISFIABLE":
				s = s.found(false)
			case "OPTIMUM FOUND":
				s = s.found(true)
			case "UNSATISFIABLE":
				s.Status = model.Unsatisfiable
			case "UNKNOWN", "UNSUPPORTED":
			default:
				l.Failf("unknown status %q", scan.Clip(s.Note))
			}
		case "v":
			values = true
			for _, word := range f[1:] {
				name, negative := strings.CutPrefix(word, "-")
				j, ok := opbVariable(name)
				if !ok {
					l.Failf("expected literals such as x1 and -x2, found %q", scan.Clip(word))
				}
				v := Value{Number: j + 1, Value: 1, Line: l.Number}
				if negative {
					v.Value = 0
				}
				if k, again := at[j]; again {
					s.Values[k] = v
				} else {
					at[j] = len(s.Values)
					s.Values = append(s.Values, v)
				}
			}
		default:
			l.Failf("expected a line that begins with s, v, o or c, found %q", scan.Clip(l.Text))
		}
	}
	scan.Fail(l.Err())
	switch {
	case s.Note == "" && !values:
		l.Failf("neither a status nor values")
	case s.Note == "":
		s = s.found(false)
		s.Note = "values without a status"
	case s.Status == model.Satisfiable && !values:
		l.Failf("the status is %s, and there are no values", s.Note)
	}
	if s.Status != model.Satisfiable {
		s.Values = nil
	}
	return s
}
