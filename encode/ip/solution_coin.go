package ip

import (
	"slices"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// isCoinHead reports whether a line can be the first of a solution file of CBC or CLP: "Optimal - objective value 0", "Infeasible -
// objective value 0", "Stopped on time (no integer solution - continuous used) - objective value 0", and so on.
func isCoinHead(text string) bool {
	return strings.Contains(text, "objective value") || strings.Contains(text, " - objective") ||
		slices.Contains([]string{"optimal", "infeasible", "unbounded"}, strings.ToLower(text)) // older versions of CLP
}

// coinStatus has the beginnings of the statuses of CBC and CLP, in lower case.
var coinStatus = []struct {
	prefix string
	outcome
}{
	{"optimal", optimal}, {"stopped", feasible}, {"infeasible", infeasible}, {"integer infeasible", infeasible},
	{"primal infeasible", infeasible}, {"unbounded", unknown}, {"status unknown", unknown}, {"unknown", unknown},
}

// readCoin reads the solution file of CBC or CLP. Its first line, the head, was read. Each other line is index (from 0), name, value and
// reduced cost; two asterisks before them mark a value outside its bounds. Columns that are 0 may be missing. With "printingOptions all" a list
// of the rows comes first, whose indices begin at 0 as well; it is dropped.
func (a *answer) readCoin(head string) {
	a.setFormat("coin")
	a.s.Sparse = true
	a.s.Note, _, _ = strings.Cut(head, " - objective")
	lower := strings.ToLower(a.s.Note)
	known := false
	for _, status := range coinStatus {
		if known = strings.HasPrefix(lower, status.prefix); known {
			a.setOutcome(status.outcome)
			break
		}
	}
	switch {
	case !known:
		a.Failf("unknown status %q", scan.Clip(a.s.Note))
	case strings.HasPrefix(lower, "stopped") && strings.Contains(lower, "no integer solution"):
		a.setOutcome(unknown)
	}
	last := -1
	for a.nextLine() {
		f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(a.Text), "** "))
		if len(f) == 0 || len(f) > 2 && f[0] == "Objective" && f[1] == "value" {
			continue
		}
		if f[0] == "Total" && len(a.s.Values) > 0 { // "Total time (CPU seconds)": on the console the log goes on
			break
		}
		index, ok := digits(f[0])
		if !ok || len(f) < 3 || len(f) > 4 {
			a.Failf("expected index, name, value and reduced cost, found %q", scan.Clip(a.Text))
		}
		if index <= last {
			if index != 0 && len(a.s.Values) > 0 && a.s.Values[0].Number != 1 {
				a.Failf("index %d comes after index %d", index, last)
			}
			a.s.Values = a.s.Values[:0] // those were the rows
		}
		last = index
		a.addValue(f[1], index+1, f[2])
	}
}

// isCoinValue reports whether a line is index, name, value and reduced cost.
func isCoinValue(text string) bool {
	f := strings.Fields(strings.TrimPrefix(text, "**"))
	if len(f) != 4 {
		return false
	}
	_, ok := digits(f[0])
	return ok
}

// isLog reports whether a line is the greeting of glpsol, cbc or clp, which begins what they print while they run.
func isLog(text string) bool {
	return hasPrefix(text, "GLPSOL", "Welcome to the CBC", "Coin LP version")
}

// readLog looks for the sentence that no solution exists. glpsol's log says so also where its files say "undefined". If cbc or clp was
// told to write the solution to the console, it stands in the log: a head, and columns right below it.
func (a *answer) readLog() {
	a.setFormat("log")
	head := "" // the line before, if it can be the head of a solution
	last := "" // the last such line: clp may call a relaxation infeasible and then solve it after all
	for a.nextLine() {
		text := strings.TrimSpace(a.Text)
		if head != "" && isCoinValue(text) {
			a.Unread()
			a.s = Solution{}
			a.readCoin(head)
			return
		}
		head = ""
		switch {
		case strings.Contains(text, " - objective value"):
			head, last = text, text
		case hasPrefix(text, "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION", "Problem is infeasible",
			"Result - Problem proven infeasible", "Result - Linear relaxation infeasible"):
			a.s.Status, a.s.Note = model.Unsatisfiable, text
		}
	}
	if hasPrefix(last, "Infeasible - ", "Integer infeasible - ", "Primal infeasible - ") {
		a.s.Status, a.s.Note = model.Unsatisfiable, last
	}
	if a.s.Status != model.Unsatisfiable {
		a.Failf("this is what the solver printed while it ran, and it does not say that there is no solution; " +
			"the values are in the file it wrote (glpsol -o FILE, cbc ... solution FILE)")
	}
}

// hasPrefix reports whether a text begins with one of the prefixes.
func hasPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}
