package ip

import (
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// lpSolveStatus has the lines with which lp_solve reports that it has no solution. Other such lines begin with
// lp_solve.
var lpSolveStatus = map[string]outcome{
	"This problem is infeasible": infeasible, "This problem is unbounded": unknown, "Timeout": unknown,
	"lp_solve stopped by user": unknown, "The B&B routine failed": unknown, "Numerical failure encountered": unknown,
}

// isLPSolveHead reports whether a line can be the first line of the console output of lp_solve. With -v5, a report
// begins with the name of the model.
func isLPSolveHead(text string) bool {
	_, status := lpSolveStatus[text]
	return status || hasPrefix(text, "Value of objective function:", "Model name:", "The model is sub-optimal.")
}

// readLPSolve reads the console output of lp_solve, from the current line on: "Value of objective function: 0", then
// "Actual values of the variables:" and a line with name and value for each column, to an empty line; or a line of
// lpSolveStatus. "The model is sub-optimal" reports that a limit ended the search. With -i lp_solve prints every
// improved solution, of which the last counts.
func (a *answer) readLPSolve() {
	a.setFormat("lp_solve")
	a.Unread()
	stopped, solved, inValues := false, false, false
	for a.nextLine() {
		f := strings.Fields(a.Text)
		text := strings.TrimSpace(a.Text)
		o, final := lpSolveStatus[text]
		switch {
		case final:
			a.s.Note = text
			a.setOutcome(o)
			return
		case strings.HasPrefix(text, "The model is sub-optimal."):
			stopped = true
		case text == "Actual values of the variables:":
			a.s.Values, inValues, solved = nil, true, true
		case len(f) == 0 || text == "Actual values of the constraints:":
			inValues = false
		case inValues && len(f) != 2:
			a.Failf("expected the name and value of a column, found %q", scan.Clip(text))
		case inValues:
			a.addValue(f[0], len(a.s.Values)+1, f[1])
		}
	}
	switch {
	case !solved:
		a.Failf("the output ends before a status or the values of the variables")
	case stopped:
		a.s.Note = "sub-optimal"
		a.setOutcome(feasible)
	default:
		a.s.Note = "optimal"
		a.setOutcome(optimal)
	}
}

// symphonyStatus maps the statuses of SYMPHONY, except those of a run that a limit has ended, to outcomes. It has no
// entry for "Problem Found Infeasible in Preprocessing", which SYMPHONY 5.6.17 prints for some satisfiable programs.
var symphonyStatus = map[string]outcome{
	"Optimal Solution Found": optimal, "Optimal Solution Found in Preprocessing": optimal,
	"Problem Infeasible": infeasible,
}

// readSymphony reads the console output of SYMPHONY after its banner. The status stands in a box of asterisks. If there
// is a solution, it stands below the statistics, or above the status if presolve found it: "Column names and values of
// nonzeros in the solution", a rule, and a line with name and value for each column that is not 0, to an empty line; or
// "All columns are zero in the solution!".
//
// "The problem is infeasible!" does not count: SYMPHONY 5.6.17 adds it to every solution that presolve found.
func (a *answer) readSymphony() {
	a.setFormat("symphony")
	a.s.Sparse = true
	status, known := unknown, false
	solved, inValues := false, false
	for a.nextLine() {
		f := strings.Fields(a.Text)
		text := strings.TrimSpace(a.Text)
		switch boxed := strings.HasPrefix(text, "* ") && strings.HasSuffix(text, "*"); {
		case boxed && a.s.Note == "":
			a.s.Note = strings.TrimSpace(strings.Trim(text, "*"))
			status, known = symphonyStatus[a.s.Note]
		case text == "All columns are zero in the solution!":
			solved = true
		case strings.HasPrefix(text, "Column names and values"):
			a.s.Values, solved, inValues = nil, true, true
		case len(f) == 0:
			inValues = false
		case inValues && len(f) == 2:
			a.addValue(f[0], 0, f[1])
		case inValues && !strings.HasPrefix(text, "+++"):
			a.Failf("expected the name and value of a column, found %q", scan.Clip(text))
		}
	}
	switch {
	case a.s.Note == "":
		a.Failf("the output ends before the status")
	case status == optimal && !solved:
		a.Failf("the status is %q, but there are no values", a.s.Note)
	case known:
		a.setOutcome(status)
	case solved:
		a.setOutcome(feasible)
	}
}

// isToulbar2Head reports whether a line is the first of toulbar2's console output that is no comment.
func isToulbar2Head(text string) bool {
	return strings.HasPrefix(text, "loading pseudo-Boolean optimization ")
}

// readToulbar2 reads the console output of toulbar2 about an OPB file with the option -s=3, after its first line: "New
// solution:" and a line of words such as x1=v0 for each improved solution, then "Optimum:". "No solution in" reports
// that there is none; "No solution found in" reports that a limit ended the search. A column without constraints has no
// value.
func (a *answer) readToulbar2() {
	a.setFormat("toulbar2")
	a.s.Sparse = true
	for a.nextLine() {
		f := strings.Fields(a.Text)
		switch text := strings.TrimSpace(a.Text); {
		case strings.HasPrefix(text, "New solution:"):
			if !a.nextLine() {
				a.Failf("the output ends before the values of the solution")
			}
			a.s.Note = "New solution"
			a.setOutcome(feasible)
			a.s.Values = nil
			for _, word := range strings.Fields(a.Text) {
				name, value, found := strings.Cut(word, "=v")
				j, ok := opbVariable(name)
				if !found || !ok {
					a.Failf("expected values such as x1=v0, found %q: toulbar2 needs the option -s=3", scan.Clip(word))
				}
				a.addValue("", j+1, value)
			}
		case hasPrefix(text, "No solution in ", "No solution found by initial propagation"):
			a.s.Note = "No solution"
			a.setOutcome(infeasible)
		case strings.HasPrefix(text, "No solution found in "), strings.HasPrefix(text, "Time limit expired"):
			a.s.Note = strings.Join(f[:min(len(f), 3)], " ")
		case strings.HasPrefix(text, "Optimum:") && a.s.Status == model.Satisfiable:
			a.s.Note, a.s.Optimal = "Optimum", true
		}
	}
	if a.s.Note == "" {
		a.Failf("the output ends before a solution or a status")
	}
}
