package ip

import (
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// readHiGHS reads the solution file of HiGHS in its raw style, after its first line "Model status". The next line is
// the status. The section "# Primal solution values" begins with Feasible, Infeasible or None; unless it is None, "#
// Columns N" and N lines of name and value follow.
func (a *answer) readHiGHS() {
	a.setFormat("highs")
	if !a.nextLine() {
		a.Failf("the file ends before the status")
	}
	a.s.Note = strings.TrimSpace(a.Text)
	solved, section, columns := false, false, -1
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch text := strings.TrimSpace(a.Text); {
		case text == "# Primal solution values":
			section = true
			if !a.nextLine() {
				a.Failf("the file ends within the primal solution")
			}
			solved = strings.TrimSpace(a.Text) == "Feasible"
		case hasPrefix(text, "# Dual", "# Basis"):
			section = false
		case section && len(f) == 2 && f[0] == "Objective":
			a.setObjective(f[1])
		case section && len(f) == 3 && f[0] == "#" && f[1] == "Columns":
			for columns = a.parseColumns(f[2]); len(a.s.Values) < columns; {
				if !a.nextLine() {
					a.Failf("the file ends after %d of %d columns", len(a.s.Values), columns)
				}
				f := strings.Fields(a.Text)
				if len(f) != 2 {
					a.Failf("expected the name and value of a column, found %q", scan.Clip(a.Text))
				}
				a.addValue(f[0], len(a.s.Values)+1, f[1])
			}
		}
	}
	switch {
	case a.s.Note == "Infeasible":
		a.setOutcome(infeasible)
	case solved && columns < 0:
		a.Failf("the file ends before the columns")
	case solved:
		a.setOutcome(outcome{model.Satisfiable, a.s.Note == "Optimal"})
	case a.s.Note == "Optimal":
		a.Failf("the status is Optimal, but the file has no feasible values")
	}
}

// readSCIP reads the solution file of SCIP. The current line is "solution status: ...". Then follow "objective value:
// ..." and, for each column that is not 0, a line with name, value and objective coefficient; or "no solution
// available".
func (a *answer) readSCIP() {
	a.setFormat("scip")
	a.s.Sparse = true
	a.s.Note = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(a.Text), "solution status:"))
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch text := strings.TrimSpace(a.Text); {
		case text == "" || text == "no solution available" || text == "@":
		case strings.HasPrefix(text, "objective value:"):
			a.setObjective(text)
		case a.s.Objective == nil:
			a.Failf("expected the objective value, found %q", scan.Clip(text))
		case len(f) < 2:
			a.Failf("expected the name and value of a column, found %q", scan.Clip(text))
		default:
			a.addValue(f[0], 0, f[1])
		}
	}
	switch {
	case a.s.Objective != nil:
		a.setOutcome(outcome{model.Satisfiable, a.s.Note == "optimal solution found"})
	case a.s.Note == "infeasible":
		a.setOutcome(infeasible)
	case a.s.Note == "optimal solution found":
		a.Failf("the status is %q, but the file has no values", a.s.Note)
	}
}

// readSCIPConsole reads the console output of SCIP from the line "SCIP Status : problem is solved [...]" on. If there
// is a solution, "primal solution (original space):" and "objective value: ..." follow, then a line with name, value
// and "(obj:...)" for each column that is not 0. "[infeasible] (objective limit reached)" reports only that no solution
// is better than a limit.
func (a *answer) readSCIPConsole(status string) {
	a.setFormat("scip")
	a.s.Sparse = true
	_, a.s.Note, _ = strings.Cut(status, ":")
	a.s.Note = strings.TrimSpace(a.s.Note)
	inSolution, solved := false, false
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch text := strings.TrimSpace(a.Text); {
		case strings.HasPrefix(text, "primal solution"):
			inSolution = true
		case text == "no solution available":
			inSolution = false
		case inSolution && strings.HasPrefix(text, "objective value:"):
			a.setObjective(text)
			solved = true
		case solved && len(f) == 3 && strings.HasPrefix(f[2], "(obj:"):
			a.addValue(f[0], 0, f[1])
		case solved:
			inSolution, solved = false, false // the statistics follow
			a.setOutcome(feasible)
		}
	}
	switch {
	case solved || a.s.Status == model.Satisfiable:
		a.setOutcome(outcome{model.Satisfiable, strings.Contains(a.s.Note, "[optimal solution found]")})
	case strings.HasSuffix(a.s.Note, "[infeasible]"):
		a.setOutcome(infeasible)
	case strings.Contains(a.s.Note, "[optimal solution found]"):
		a.Failf("the status is %q, but the output has no values", a.s.Note)
	}
}

// readGurobi reads the solution file of Gurobi from its first comment on: lines with the name and value of each column,
// and comments that begin with #. Gurobi writes the file only if it has a solution.
func (a *answer) readGurobi() {
	a.setFormat("gurobi")
	a.s.Note = "solution file"
	a.setOutcome(feasible)
	a.Unread()
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch {
		case hasPrefix(a.Text, "# Objective value"):
			a.setObjective(a.Text)
		case len(f) == 0 || f[0][0] == '#':
		case len(f) != 2:
			a.Failf("expected the name and value of a column, found %q", scan.Clip(a.Text))
		default:
			a.addValue(f[0], 0, f[1])
		}
	}
}

// isOPBAnswer reports whether a line has a known status or the value of a variable. Other lines that begin with s, v or
// o may be from a log.
func isOPBAnswer(text string) bool {
	f := strings.Fields(text)
	if f[0] == "v" && len(f) > 1 {
		_, ok := opbVariable(strings.TrimPrefix(f[1], "-"))
		return ok
	}
	_, ok := opbStatus[strings.Join(f[1:], " ")]
	return f[0] == "s" && ok
}

// opbStatus maps the statuses of pseudo-Boolean solvers to outcomes.
var opbStatus = map[string]outcome{
	"SATISFIABLE": feasible, "OPTIMUM FOUND": optimal, "UNSATISFIABLE": infeasible,
	"UNKNOWN": unknown, "UNSUPPORTED": unknown,
}

// readOPB reads the output of a pseudo-Boolean solver, from the current line on: "s" and the status, "v" and literals
// such as x1 and -x2 on any number of lines, "o" and an objective value. If a solver prints several solutions, each
// better than the one before, the values of the last one count. clasp prints a comment before each.
func (a *answer) readOPB() {
	a.setFormat("opb")
	a.Unread()
	values := map[int]Value{} // by number
	var order []int
	printed := false
	for a.nextLine() {
		f := strings.Fields(a.Text)
		if len(f) == 0 || f[0][0] == 'c' {
			continue
		}
		switch f[0] {
		case "o":
			a.setObjective(a.Text)
		case "s":
			if a.s.Note != "" {
				a.Failf("expected one status, found a second")
			}
			a.setStatus(strings.Join(f[1:], " "), opbStatus)
		case "v":
			printed = true
			for _, word := range f[1:] {
				name, negative := strings.CutPrefix(word, "-")
				j, ok := opbVariable(name)
				if !ok {
					a.Failf("expected literals such as x1 and -x2, found %q", scan.Clip(word))
				}
				v := Value{Number: j + 1, Value: 1, Line: a.Number}
				if negative {
					v.Value = 0
				}
				if _, again := values[j]; !again {
					order = append(order, j)
				}
				values[j] = v
			}
		default:
			if !a.console {
				a.Failf("expected a line that begins with s, v, o or c, found %q", scan.Clip(a.Text))
			}
		}
	}
	for _, j := range order {
		a.s.Values = append(a.s.Values, values[j])
	}
	switch {
	case a.s.Note == "" && !printed:
		a.Failf("expected a status or values")
	case a.s.Note == "":
		a.setOutcome(feasible)
		a.s.Note = "values without a status"
	case a.s.Status == model.Satisfiable && !printed:
		a.Failf("the status is %s, but there are no values", a.s.Note)
	}
}
