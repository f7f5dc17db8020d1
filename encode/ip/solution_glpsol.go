package ip

import (
	"slices"
	"strconv"
	"strings"

	"nonet/encode/internal/scan"
)

// reportStatus maps the statuses of a report to outcomes.
var reportStatus = map[string]outcome{
	"INTEGER OPTIMAL": optimal, "INTEGER NON-OPTIMAL": feasible,
	"INTEGER EMPTY": infeasible, "INTEGER UNDEFINED": unknown,
	"OPTIMAL": optimal, "FEASIBLE": feasible, "INFEASIBLE (FINAL)": infeasible,
	"INFEASIBLE (INTERMEDIATE)": unknown, "UNDEFINED": unknown, "UNBOUNDED": unknown,
}

// readReport reads the report that glpsol writes with -o, after its first line "Problem:". The head has "Rows:",
// "Columns:" and "Status:". A table of the rows follows, then a table of the columns. A line of the latter has a
// number, a name, an asterisk for an integer column (or the basis status, such as NL, in the report of a relaxation), a
// value and bounds. After a name of more than 12 characters, the rest is on the next line.
func (a *answer) readReport() {
	a.setFormat("glpsol")
	columns, inTable, ended := -1, false, false
	for !ended && a.nextLine() {
		f := strings.Fields(a.Text)
		switch {
		case strings.HasPrefix(a.Text, "Columns:") && len(f) > 1:
			columns = a.parseColumns(f[1])
		case strings.HasPrefix(a.Text, "Status:"):
			a.setStatus(strings.Join(f[1:], " "), reportStatus)
		case strings.HasPrefix(a.Text, "Objective:"):
			a.setObjective(a.Text)
		case strings.Contains(a.Text, "No. Column name"):
			inTable = true
		case a.Text == "End of output":
			ended = true
		case inTable && len(f) == 0:
			inTable = false
		case inTable && !strings.HasPrefix(a.Text, "---"):
			a.reportValue(f)
		}
	}
	switch {
	case a.s.Note == "":
		a.Failf("the report ends before its status")
	case !ended:
		a.Failf("the report ends before %q", "End of output")
	case a.s.Status == optimal.status && len(a.s.Values) != columns:
		a.Failf("expected %d columns as in the head of the report, found %d", columns, len(a.s.Values))
	}
}

// reportValue reads a line of the table of columns, whose fields are f, and the next line if the name is long.
func (a *answer) reportValue(f []string) {
	number, ok := digits(f[0])
	if !ok || len(f) < 2 {
		a.Failf("expected a number and the name of a column, found %q", scan.Clip(a.Text))
	}
	name := strings.Clone(f[1])
	if f = f[2:]; len(f) == 0 {
		if !a.nextLine() {
			a.Failf("the report ends after the name %s: expected a value", scan.Clip(name))
		}
		f = strings.Fields(a.Text)
	}
	if len(f) > 0 && slices.Contains([]string{"*", "B", "NL", "NU", "NF", "NS"}, f[0]) {
		f = f[1:]
	}
	if len(f) == 0 {
		a.Failf("no value after the name %s", scan.Clip(name))
	}
	if want := len(a.s.Values) + 1; number != want {
		a.Failf("expected column %d, found %d", want, number)
	}
	a.addValue(name, number, f[0])
}

// readRaw reads the solution file that glpsol writes with -w. The current line begins with s and has the kind of
// solution, the numbers of rows and columns, and letters for the status. A line "i ROW ..." for each row follows, then
// a line "j COLUMN ..." for each column, then "e o f".
func (a *answer) readRaw() {
	a.setFormat("glpsol-raw")
	f := strings.Fields(a.Text)
	columns, ok := 0, false
	if len(f) >= 5 {
		columns, ok = digits(f[3])
	}
	if !ok {
		a.Failf("expected the numbers of rows and columns and a status, found %q", scan.Clip(a.Text))
	}
	kind, status := f[1], f[4]
	if kind == "bas" && status == "f" && len(f) > 5 && f[5] == "f" { // primal and dual feasible
		status = "o"
	}
	a.setStatus(status, map[string]outcome{"o": optimal, "f": feasible, "n": infeasible, "u": unknown, "i": unknown})
	a.s.Note = strings.Join(f[1:], " ")
	if len(f) > 5 {
		a.setObjective(f[len(f)-1])
	}
	valueField := map[string]int{"mip": 2, "bas": 3, "ipt": 2}[kind] // index of the value among the fields of a line j
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch {
		case len(f) == 0 || f[0] == "c" || f[0] == "i":
		case f[0] == "j":
			if len(f) <= valueField {
				a.Failf("expected the number and value of a column, found %q", scan.Clip(a.Text))
			}
			want := len(a.s.Values) + 1
			if f[1] != strconv.Itoa(want) {
				a.Failf("expected column %d, found %q", want, scan.Clip(f[1]))
			}
			a.addValue("", want, f[valueField])
		case f[0] == "e":
			if len(a.s.Values) != columns {
				a.Failf("expected %d columns as in the head of the answer, found %d", columns, len(a.s.Values))
			}
			return
		default:
			a.Failf("expected a line that begins with c, i, j or e, found %q", scan.Clip(a.Text))
		}
	}
	a.Failf("the answer ends before %q", "e o f")
}
