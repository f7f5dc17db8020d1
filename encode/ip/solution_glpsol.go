package ip

import (
	"strconv"
	"strings"

	"nonet/model"
)

// readReport reads what glpsol writes with -o. The line "Problem:" was read. After a head with "Rows:", "Columns:" and "Status:" come a
// table of the rows and one of the columns. A line of the latter is number, name, an asterisk if the column is an integer (or two letters
// in the report of a relaxation), value, bounds; after a name of more than 12 characters the rest goes to a line of its own.
func readReport(l *lines) (Solution, error) {
	l.format = "glpsol"
	s := Solution{Format: "glpsol"}
	columns, found := -1, false
	inTable, ended := false, false
	for l.next() && !ended {
		f := strings.Fields(l.text)
		switch {
		case strings.HasPrefix(l.text, "Columns:") && len(f) > 1:
			n, ok := digits(f[1])
			if !ok {
				return s, l.errorf("expected the number of columns, found %q", clip(f[1]))
			}
			columns = n
		case strings.HasPrefix(l.text, "Status:"):
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
				return s, l.errorf("unknown status %q", clip(s.Note))
			}
		case strings.Contains(l.text, "No. Column name"):
			inTable = true
		case l.text == "End of output":
			ended = true
		case inTable && len(f) == 0:
			inTable = false
		case inTable && !strings.HasPrefix(l.text, "---"):
			v, err := reportValue(l, f)
			if err != nil {
				return s, err
			}
			if v.Number != len(s.Values)+1 {
				return s, l.errorf("expected column %d, found %d", len(s.Values)+1, v.Number)
			}
			s.Values = append(s.Values, v)
		}
	}
	switch {
	case l.err != nil:
	case s.Note == "":
		return s, l.errorf("the report ends before its status")
	case !ended:
		return s, l.errorf("the report ends before %q", "End of output")
	case found && len(s.Values) != columns:
		return s, l.errorf("the report has %d columns, its head says %d", len(s.Values), columns)
	}
	if !found {
		s.Values = nil
	}
	return s, nil
}

// reportValue reads a line of the table, and the next one if the name is long.
func reportValue(l *lines, f []string) (Value, error) {
	v := Value{Line: l.number}
	n, ok := digits(f[0])
	if !ok || len(f) < 2 {
		return v, l.errorf("expected a number and the name of a column, found %q", clip(l.text))
	}
	v.Number, v.Name = n, strings.Clone(f[1])
	f = f[2:]
	if len(f) == 0 {
		if !l.next() {
			return v, l.errorf("the report ends after the name %s", clip(v.Name))
		}
		f = strings.Fields(l.text)
	}
	if len(f) > 0 && (f[0] == "*" || f[0] == "B" || f[0] == "NL" || f[0] == "NU" || f[0] == "NF" || f[0] == "NS") {
		f = f[1:]
	}
	if len(f) == 0 {
		return v, l.errorf("no value after the name %s", clip(v.Name))
	}
	var err error
	v.Value, err = l.parseValue(f[0])
	return v, err
}

// readRaw reads what glpsol writes with -w. The line that begins with s was read; it tells the kind of solution, the numbers of rows and
// columns, and letters for the status. Then come a line "i ROW ..." for each row, a line "j COLUMN ..." for each column, and "e o f".
func readRaw(l *lines) (Solution, error) {
	l.format = "glpsol-raw"
	s := Solution{Format: "glpsol-raw"}
	f := strings.Fields(l.text)
	kind := f[1]
	columns, ok := 0, false
	if len(f) >= 5 {
		columns, ok = digits(f[3])
	}
	if !ok {
		return s, l.errorf("expected the numbers of rows and columns and a status, found %q", clip(l.text))
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
		return s, l.errorf("unknown status %q", clip(status))
	}
	at := map[string]int{"mip": 2, "bas": 3, "ipt": 2}[kind] // which field of a line j is the value
	for l.next() {
		f := strings.Fields(l.text)
		switch {
		case len(f) == 0 || f[0] == "c" || f[0] == "i":
		case f[0] == "j":
			if len(f) <= at {
				return s, l.errorf("expected the number and value of a column, found %q", clip(l.text))
			}
			n, err := strconv.Atoi(f[1])
			if err != nil || n != len(s.Values)+1 {
				return s, l.errorf("expected column %d, found %q", len(s.Values)+1, clip(f[1]))
			}
			x, err := l.parseValue(f[at])
			if err != nil {
				return s, err
			}
			s.Values = append(s.Values, Value{Number: n, Value: x, Line: l.number})
		case f[0] == "e":
			if len(s.Values) != columns {
				return s, l.errorf("the answer has %d columns, its head says %d", len(s.Values), columns)
			}
			if s.Status != model.Satisfiable {
				s.Values = nil
			}
			return s, nil
		default:
			return s, l.errorf("expected a line that begins with c, i, j or e, found %q", clip(l.text))
		}
	}
	if l.err != nil {
		return s, l.err
	}
	return s, l.errorf("the answer ends before %q", "e o f")
}
