package ip

import (
	"strings"

	"nonet/encode/internal/scan"
	"nonet/model"
)

// isCoinHead reports whether a line can be the first of a solution file of CBC or CLP: "Optimal - objective value 0", "Infeasible -
// objective value 0", "Stopped on time (no integer solution - continuous used) - objective value 0", and so on.
func isCoinHead(text string) bool {
	if strings.Contains(text, "objective value") || strings.Contains(text, " - objective") {
		return true
	}
	switch strings.ToLower(text) {
	case "optimal", "infeasible", "unbounded": // older versions of CLP
		return true
	}
	return false
}

// readCoin reads the solution file of CBC or CLP. Its first line was read. Each other line is index (from 0), name, value and reduced cost;
// two asterisks before them mark a value outside its bounds. Columns that are 0 may be missing. With "printingOptions all" a list of the
// rows comes first, whose indices begin at 0 as well; it is dropped. The values that CBC writes although there is no solution are dropped,
// too.
func readCoin(l *scan.Lines) Solution { return readCoinBelow(l, strings.TrimSpace(l.Text)) }

func readCoinBelow(l *scan.Lines, head string) Solution {
	l.Format = "coin"
	s := Solution{Format: "coin", Sparse: true, Note: head}
	if i := strings.Index(head, " - objective"); i >= 0 {
		s.Note = head[:i]
	}
	found := false
	switch lower := strings.ToLower(s.Note); {
	case strings.HasPrefix(lower, "optimal"):
		s, found = s.found(true), true
	case strings.HasPrefix(lower, "infeasible"), strings.HasPrefix(lower, "integer infeasible"), strings.HasPrefix(lower, "primal infeasible"):
		s.Status = model.Unsatisfiable
	case strings.HasPrefix(lower, "stopped"):
		if found = !strings.Contains(lower, "no integer solution"); found {
			s = s.found(false)
		}
	case strings.HasPrefix(lower, "unbounded"), strings.HasPrefix(lower, "status unknown"), strings.HasPrefix(lower, "unknown"):
	default:
		l.Failf("unknown status %q", scan.Clip(s.Note))
	}
	last := -1
	for l.Next() {
		f := strings.Fields(l.Text)
		if len(f) > 0 && f[0] == "**" {
			f = f[1:]
		}
		if len(f) == 0 || len(f) > 2 && f[0] == "Objective" && f[1] == "value" {
			continue
		}
		if f[0] == "Total" && len(s.Values) > 0 { // "Total time (CPU seconds)": on the console the log goes on
			break
		}
		index, ok := digits(f[0])
		if !ok || len(f) < 3 || len(f) > 4 {
			l.Failf("expected index, name, value and reduced cost, found %q", scan.Clip(l.Text))
		}
		x := parseValue(l, f[2])
		if index <= last {
			if index != 0 && len(s.Values) > 0 && s.Values[0].Number != 1 {
				l.Failf("index %d comes after index %d", index, last)
			}
			s.Values = s.Values[:0] // those were the rows
		}
		last = index
		s.Values = append(s.Values, Value{Name: strings.Clone(f[1]), Number: index + 1, Value: x, Line: l.Number})
	}
	if !found {
		s.Values = nil
	}
	return s
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
	return strings.HasPrefix(text, "GLPSOL") || strings.HasPrefix(text, "Welcome to the CBC") || strings.HasPrefix(text, "Coin LP version")
}

// readLog looks for the sentence that no solution exists. glpsol's log says so also where its files say "undefined". If cbc or clp was
// told to write the solution to the console, it stands in the log: a head, and columns right below it.
func readLog(l *scan.Lines) Solution {
	l.Format = "log"
	s := Solution{Format: "log"}
	head := "" // the line before, if it can be the head of a solution
	last := "" // the last such line: clp may call a relaxation infeasible and then solve it after all
	for l.Next() {
		text := strings.TrimSpace(l.Text)
		if head != "" && isCoinValue(text) {
			l.Back()
			return readCoinBelow(l, head)
		}
		head = ""
		switch {
		case strings.Contains(text, " - objective value"):
			head, last = text, text
		case text == "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION", text == "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION",
			strings.HasPrefix(text, "Problem is infeasible"), strings.HasPrefix(text, "Result - Problem proven infeasible"),
			strings.HasPrefix(text, "Result - Linear relaxation infeasible"):
			s.Status, s.Note = model.Unsatisfiable, text
		}
	}
	for _, word := range []string{"Infeasible", "Integer infeasible", "Primal infeasible"} {
		if strings.HasPrefix(last, word+" - ") {
			s.Status, s.Note = model.Unsatisfiable, last
		}
	}
	scan.Fail(l.Err())
	if s.Status != model.Unsatisfiable {
		l.Failf("this is what the solver printed while it ran, and it does not say that there is no solution; the values are in the file it wrote (glpsol -o FILE, cbc ... solution FILE)")
	}
	return s
}
