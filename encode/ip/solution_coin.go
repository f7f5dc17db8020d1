package ip

import (
	"slices"
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// isCoinHead reports whether a line can be the first line of a solution file of CBC or CLP: "Optimal - objective value
// 0", "Infeasible - objective value 0", "Stopped on time (no integer solution - continuous used) - objective value 0",
// and so on.
func isCoinHead(text string) bool {
	return strings.Contains(text, "objective value") || strings.Contains(text, " - objective") ||
		slices.Contains([]string{"optimal", "infeasible", "unbounded"}, strings.ToLower(text)) // older versions of CLP
}

// coinStatus lists the statuses of CBC and CLP.
var coinStatus = []coinPrefix{
	{"optimal", optimal}, {"stopped", feasible}, {"infeasible", infeasible}, {"integer infeasible", infeasible},
	{"primal infeasible", infeasible}, {"unbounded", unknown}, {"status unknown", unknown}, {"unknown", unknown},
}

// isCoinStatus reports whether a line has the form "Optimal - objective value 0" with a known status.
func isCoinStatus(text string) bool {
	words, _, found := strings.Cut(strings.ToLower(text), " - objective value")
	isPrefix := func(s coinPrefix) bool { return strings.HasPrefix(words, s.prefix) }
	return found && slices.ContainsFunc(coinStatus, isPrefix)
}

// A coinPrefix is a prefix of a status, in lower case, and its meaning.
type coinPrefix struct {
	prefix string
	outcome
}

// readCoin reads the solution file of CBC or CLP after its first line, head. Each line has an index (from 0), a name, a
// value and a reduced cost; a prefix ** marks a value outside its bounds. Columns that are 0 may be missing. With
// "printingOptions all", the rows come first, also with indices from 0; readCoin drops them.
func (a *answer) readCoin(head string) {
	a.setFormat("coin")
	a.s.Sparse = true
	var objective string
	a.s.Note, objective, _ = strings.Cut(head, " - objective")
	a.setObjective(objective)
	lower := strings.ToLower(a.s.Note)
	k := slices.IndexFunc(coinStatus, func(s coinPrefix) bool { return strings.HasPrefix(lower, s.prefix) })
	if k < 0 {
		a.Failf("unknown status %q", scan.Clip(a.s.Note))
	}
	if a.setOutcome(coinStatus[k].outcome); strings.Contains(lower, "no integer solution") {
		a.setOutcome(unknown)
	}
	last := -1
	for a.nextLine() {
		f := strings.Fields(strings.TrimPrefix(strings.TrimSpace(a.Text), "** "))
		if len(f) == 0 {
			continue
		}
		if len(f) > 2 && f[0] == "Objective" && f[1] == "value" {
			a.setObjective(f[2])
			continue
		}
		if f[0] == "Total" && len(a.s.Values) > 0 { // "Total time (CPU seconds)": console output continues with the log
			break
		}
		index, ok := digits(f[0])
		if !ok || len(f) < 3 || len(f) > 4 {
			a.Failf("expected index, name, value and reduced cost, found %q", scan.Clip(a.Text))
		}
		if index <= last {
			if index != 0 && a.s.Values[0].Number != 1 {
				a.Failf("expected an index greater than %d, found %d", last, index)
			}
			a.s.Values = a.s.Values[:0] // the lines so far were the rows
		}
		last = index
		a.addValue(f[1], index+1, f[2])
	}
}

// isCoinValue reports whether a line has an index, a name, a value and a reduced cost.
func isCoinValue(text string) bool {
	f := strings.Fields(strings.TrimPrefix(text, "**"))
	if len(f) != 4 {
		return false
	}
	_, ok := digits(f[0])
	return ok
}

// readLog searches console output for a line that reports infeasibility. glpsol's log has it even if its solution files
// have the status "undefined". If cbc, clp or glpsol wrote the solution to the console, the log contains it, and
// readLog reads it: of cbc and clp, a head and the columns on the next lines.
func (a *answer) readLog() {
	a.setFormat("log")
	head := "" // the previous line, if it can be the head of a solution
	last := "" // the last such line: clp may report a relaxation as infeasible and then solve it
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
		case hasPrefix(text, "Problem:", "s mip ", "s bas ", "s ipt "):
			a.s = Solution{}
			a.readerOf(text)()
			return
		case strings.Contains(text, " - objective value"):
			head, last = text, text
		case hasPrefix(text, "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION",
			"LP HAS NO PRIMAL FEASIBLE SOLUTION",
			"Problem is infeasible", "Result - Problem proven infeasible", "Result - Linear relaxation infeasible"):
			a.s.Status, a.s.Note = model.Unsatisfiable, text
		}
	}
	if hasPrefix(last, "Infeasible - ", "Integer infeasible - ", "Primal infeasible - ") {
		a.s.Status, a.s.Note = model.Unsatisfiable, last
	}
	if a.s.Status != model.Unsatisfiable {
		a.Failf("this is the solver's log, which has no solution and does not report infeasibility: " +
			"expected the solution file (glpsol -o FILE, cbc ... solution FILE)")
	}
}

// hasPrefix reports whether a text begins with one of the prefixes.
func hasPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}
