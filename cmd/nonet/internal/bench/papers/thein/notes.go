package thein

import (
	"fmt"

	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// notes say how what the thesis leaves open was read, and what the machine at hand lacks.
func (t *data) notes() report.Section {
	s := report.Section{Title: "Readings, substitutes, known misses"}
	for _, note := range []string{
		"Puzzles: the thesis took ten of each level from a site that is not available. Ours are generated, with one solution, 180° " +
			"symmetric, with clues and rules needed as re-creations of the site describe " +
			"its levels. Numbers that depend on single puzzles need not agree.",
		"T1: the sum of a line is N(N+1)/2 with N the side, 45 here. T2, T3: the program is binary, with one equation for each cell, " +
			"row, column and box; the cell equations, not the objective, " +
			"see to it that every cell is filled: the objective is the same at every feasible point.",
		"T4 to T7: the heuristic is measured in four readings. `h-printed` is the program of appendix C: boxes after the second are " +
			"searched for the digit 1 only, and the last cell is not counted; " +
			"the two headers that the print has lost are taken to be complete. Tables 4.3 to 4.6 use it.",
		"T8: that a constraint program should not need any search is wrong in general: compare the nodes above.",
		"The domain slip, range(1, 82) for nine values, is reproduced in `backtrack:cp-thesis`; `backtrack:cp-clean` has domains of 1 " +
			"to 9. The sums alone make the answers right.",
		"T11: all times of tables begin with the clues and include stating the model and building the solver's own; those of the search " +
			"alone are listed apart.",
		"He called GLPK as a library. We start glpsol and cbc as programs: their start is measured with a puzzle of which all cells are " +
			"given, and taken off where it says so. glpsol also " +
			"reduces the program before it solves the relaxation, which his call of the library need not have done; `clp:plain` does not.",
		"The answers to how much slower or faster depend on the language: his search was interpreted, GLPK was compiled, and both are " +
			"compiled here. So the ratios between the two kinds are printed with a " +
			"verdict and expected to miss; the ratios within one kind are not.",
	} {
		s.Blocks = append(s.Blocks, report.Text(note))
	}
	if note := t.objective(); note != "" {
		s.Blocks = append(s.Blocks, report.Text(note))
	}
	if names := t.Records.NotInstalled(); len(names) > 0 {
		s.Blocks = append(s.Blocks, report.Text("Not run, because it is not installed here: "+papers.Listed(names, len(names))+"."))
	}
	if t.substituted() {
		s.Blocks = append(s.Blocks, report.Text("The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand "+
			"in for it."))
	}
	return s
}

// objective says what the constant objective of the thesis costs our branch and bound.
func (t *data) objective() string {
	r := t.Records.Grid("tables", "today-levels", "today").Ran().Succeeded()
	x, y := papers.PairInstances(r, ownIPMethod, "clp:plain-zero", papers.Solve, stats.Median)
	if len(x) == 0 {
		return ""
	}
	ratio, p := stats.Median(quotients(x, y)), stats.Wilcoxon(logsOf(x), logsOf(y)).P
	words := "no difference is shown"
	if p < 0.05 {
		words = fmt.Sprintf("the difference is more than chance (p = %.2g)", p)
	}
	return fmt.Sprintf("The constant objective: `clp:plain` maximizes the sum of all columns, as the thesis does, and `clp:plain-zero` "+
		"is the same program with a zero objective. Over %d puzzles its search takes %s "+
		"times as long (median), and %s. With a zero objective every basis is dual feasible, so that the dual simplex has only to "+
		"become feasible.", len(x), factor(ratio), words)
}

// substituted reports whether another set was taken for the list of puzzles with 17 clues.
func (t *data) substituted() bool { return len(t.Records.Set("clues-17")) > 0 }
