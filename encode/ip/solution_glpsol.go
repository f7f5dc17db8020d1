package ip

import (
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// readReport reads what glpsol writes with -o. The line "Problem:" was read. After a head with "Rows:", "Columns:" and "Status:" come a
// table of the rows and one of the columns. A line of the latter is number, name, an asterisk if the column is an integer (or two letters
// in the report of a relaxation), value, bounds; after a name of more than 12 characters the rest goes to a line of its own.
func readReport(l *scan.Lines) Solution {
	l.Format = "glpsol"
	s := Solution{Format: "glpsol"}
	columns, found := -1, false
	inTable, ended := false, false
	for l.Next() && !ended {
		f := strings.Fields(l.Text)
		switch {
		case strings.HasPrefix(l.Text, "Columns:") && len(f) > 1:
			n, ok := digits(f[1])
			if !ok {
				l.Failf("expected the number of columns, found %q", scan.Clip(f[1]))
			}
			columns = n
		case strings.HasPrefix(l.Text, "Status:"):
			s.Note = strings.Join(f[1:], " ")
			switch s.Note {
			case "INTEGER OPTIMAL", "OPTIMAL":
				s, found = s.found(true), true
			case "INTEGER NON-OPTIMAL", "FEASIBLE":
				s, found = s.found(false), true
			case "INTEGER EMPTY", "INFEASIBLE (FINAL)":
				s.Status = model.Unsatisfiable
			case "INTEGER UNDEFINED", "UNDEFINED", "UNBOUNDED", "INFEASIBLE (INTERMEDIATE)":
			default:
				l.Failf("unknown status %q", scan.Clip(s.Note))
			}
		case strings.Contains(l.Text, "No. Column name"):
			inTable = true
		case l.Text == "End of output":
			ended = true
		case inTable && len(f) == 0:
			inTable = false
		case inTable && !strings.HasPrefix(l.Text, "---"):
			v := reportValue(l, f)
			if v.Number != len(s.Values)+1 {
				l.Failf("expected column %d, found %d", len(s.Values)+1, v.Number)
			}
			s.Values = append(s.Values, v)
		}
	}
	scan.Fail(l.Err())
	switch {
	case s.Note == "":
		l.Failf("the report ends before its status")
	case !ended:
		l.Failf("the report ends before %q", "End of output")
	case found && len(s.Values) != columns:
		l.Failf("the report has %d columns, its head says %d", len(s.Values), columns)
	}
	if !found {
		s.Values = nil
	}
	return s
}

// reportValue reads a line of the table, and the next one if the name is long.
func reportValue(l *scan.Lines, f []string) Value {
	v := Value{Line: l.Number}
	n, ok := digits(f[0])
	if !ok || len(f) < 2 {
		l.Failf("expected a number and the name of a column, found %q", scan.Clip(l.Text))
	}
	v.Number, v.Name = n, strings.Clone(f[1])
	f = f[2:]
	if len(f) == 0 {
		if !l.Next() {
			l.Failf("the report ends after the name %s", scan.Clip(v.Name))
		}
		f = strings.Fields(l.Text)
	}
	if len(f) > 0 && (f[0] == "*" || f[0] == "B" || f[0] == "NL" || f[0] == "NU" || f[0] == "NF" || f[0] == "NS") {
		f = f[1:]
	}
	if len(f) == 0 {
		l.Failf("no value after the name %s", scan.Clip(v.Name))
	}
	v.Value = parseValue(l, f[0])
	return v
}

// readRaw reads what glpsol writes with -w. The line that begins with s was read; it tells the kind of solution, the numbers of rows and
// columns, and letters for the status. Then come a line "i ROW ..." for each row, a line "j COLUMN ..." for each column, and "e o f".
func readRaw(l *scan.Lines) Solution {
	l.Format = "glpsol-raw"
	s := Solution{Format: "glpsol-raw"}
	f := strings.Fields(l.Text)
	kind := f[1]
	columns, ok := 0, false
	if len(f) >= 5 {
		columns, ok = digits(f[3])
	}
	if !ok {
		l.Failf("expected the numbers of rows and columns and a status, found %q", scan.Clip(l.Text))
	}
	status := f[4]
	s.Note = strings.Join(f[1:], " ")
	switch {
	case status == "o", kind == "bas" && status == "f" && len(f) > 5 && f[5] == "f":
		s = s.found(true)
	case status == "f":
		s = s.found(false)
	case status == "n":
		s.Status = model.Unsatisfiable
	case status != "u" && status != "i":
		l.Failf("unknown status %q", scan.Clip(status))
	}
	at := map[string]int{"mip": 2, "bas": 3, "ipt": 2}[kind] // which field of a line j is the value
	for l.Next() {
		f := strings.Fields(l.Text)
		switch {
		case len(f) == 0 || f[0] == "c" || f[0] == "i":
		case f[0] == "j":
			if len(f) <= at {
				l.Failf("expected the number and value of a column, found %q", scan.Clip(l.Text))
			}
			n, err := strconv.Atoi(f[1])
			if err != nil || n != len(s.Values)+1 {
				l.Failf("expected column %d, found %q", len(s.Values)+1, scan.Clip(f[1]))
			}
			x := parseValue(l, f[at])
			s.Values = append(s.Values, Value{Number: n, Value: x, Line: l.Number})
		case f[0] == "e":
			if len(s.Values) != columns {
				l.Failf("the answer has %d columns, its head says %d", len(s.Values), columns)
			}
			if s.Status != model.Satisfiable {
				s.Values = nil
			}
			return s
		default:
			l.Failf("expected a line that begins with c, i, j or e, found %q", scan.Clip(l.Text))
		}
	}
	scan.Fail(l.Err())
	l.Failf("the answer ends before %q", "e o f")
	return s
}
