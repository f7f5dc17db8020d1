package lewis

import (
	_ "embed"
	"math"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml
var spec string

// Experiment reproduces the two figures and the table of the paper, its open readings one by one, and shows stronger methods on the same
// puzzles.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "lewis",
		Summary: "constraint programming before simulated annealing: Figures 2 and 3, Table 1, ablations",
		Source:  source,
		Spec:    spec,
		Tasks:   []campaign.Task{closuresTask},
		Report:  document,
	}
}

const source = "R. Lewis, On the combination of constraint programming and stochastic search: the Sudoku case, Hybrid Metaheuristics 2007, " +
	"LNCS 4771, pp. 96-107"

// The two methods of the paper.
const (
	annealing = "anneal"
	hybrid    = "lewis+anneal"
)

func document(d *papers.Data) (*report.Document, error) {
	doc := &report.Document{Name: "lewis", Title: "Constraint programming and simulated annealing", Source: source, Facts: papers.Facts(d)}
	figure2 := newPropagation(d)
	figure3 := newDip(d)
	table := newTable1(d)
	lead := "Lewis fills the cells of a puzzle that follow from others before he anneals the rest, and asks what that is worth on random puzzles of " +
		"orders 3, 4 and 5 with a proportion p of givens. Rates of success are compared under limits on moves, which do not depend on the machine."
	if reduced(d.Scale) {
		lead += " At this scale there are few runs, and order 5 has a tenth of its moves."
	}
	doc.Lead = append([]string{lead}, papers.Paragraphs(figure2.lead(), figure3.lead(), table.lead())...)
	doc.Sections = []report.Section{figure2.section(), figure3.section(), table.section(), ablations(d), beyond(d), notes(d)}
	return doc, nil
}

// reduced reports whether less is run than the paper has.
func reduced(s campaign.Scale) bool { return s == campaign.Quick || s == campaign.Smoke }

// notes says how what the paper leaves open was read, and what is known about the misses.
func notes(d *papers.Data) report.Section {
	notes := []string{
		"The paper's 91 cells of order 3 are 81, and its rows permuted \"within columns of boxes\" are rows within a band.",
		"Its \"no improvement in the cost for twenty successive temperatures\" is read as: a chain improves if its least cost is below that of the chain " +
			"before. The literal reading, below all costs since the last reheating, is `progress=below-reheat` among the ablations.",
		"The first temperature is the variance of 100 costs along a random walk from the initial state, as printed, and at least 0.1; the standard " +
			"deviation is an ablation. The annealing goes on from the end of the walk.",
		"The first cell of a swap is drawn from all free cells of boxes that have two or more, then its partner from the same box. Boxes with one free cell " +
			"take no part.",
		"Moves stand for his seconds at 1.2 million a second: 2.4 million, 48 million and 540 million at orders 3, 4 and 5. An empty grid of " +
			"order 3 needs about that many before annealing is cold, so runs with few givens may end a moment before they succeed: what misses there " +
			"is the budget. The grids named `clock` have his seconds.",
		"For Table 1 only the puzzles with 17 clues can be had. The others are generated, with as many clues, one solution, and at order 3 about as many " +
			"cells that propagation fills; ten of order 4 with 102 clues stand for his easy ones and ten more for his hard ones.",
		"For puzzles with 17 clues his proportion filled by propagation, 0.30, is what the procedure gives when it looks for hidden singles in rows only. " +
			"As he states it, it fills more than twice that. So his hybrid had more to do than ours, and the two rates of success cannot agree.",
		"Why the hybrid solves so few puzzles of order 4 with 102 clues, where he reports a quarter, is not known: neither the standard deviation as " +
			"first temperature nor another reading of progress mends it. Random instances of as many givens, which may have many solutions, " +
			"it does solve. The puzzles are not his.",
		"His mean times leave out runs that failed. Moves per success, all moves divided by the number of successes, do not.",
		"Runs on one instance are not independent: the Wilson bands, which take them for that, are too narrow where instances differ much. The tests are " +
			"over values of p and over instances.",
	}
	if len(d.Records.Set("seventeen")) == 0 && len(d.Records.Set("clues-17")) > 0 {
		notes = append(notes, "The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand in for its first 1000.")
	}
	s := report.Section{Title: "Readings, budgets and known misses"}
	for _, n := range notes {
		s.Blocks = append(s.Blocks, report.Text(n))
	}
	return s
}

// seventeen returns the records about puzzles with 17 clues: those of the list, or where there are none of the set that stands in for it.
func seventeen(r papers.Records) papers.Records {
	if listed := r.Set("seventeen"); len(listed) > 0 {
		return listed
	}
	return r.Set("clues-17")
}

// notRun is the verdict on what was not run.
func notRun(why string) report.Cell { return report.Cell{Verdict: report.NotRun, Title: why} }

// claim returns the cells of a statement in words: what we found, and the verdict.
func claim(holds bool, why, format string, args ...any) []report.Cell {
	v := report.Missed
	if holds {
		v = report.Matched
	}
	return []report.Cell{papers.Textf(format, args...), {Verdict: v, Title: why}}
}

// perSuccess returns all moves divided by the number of successes: the expected moves until a success, in repeated runs. It is +Inf without
// a success and NaN without runs.
func perSuccess(r papers.Records) float64 {
	r = r.Ran()
	sum := 0.0
	for i := range r {
		sum += papers.Moves(&r[i])
	}
	if len(r) == 0 {
		return math.NaN()
	}
	return sum / float64(papers.RateOf(r).Successes)
}

// meanOf returns the mean of what f says of the runs that succeeded, NaN without any.
func meanOf(r papers.Records, f func(*campaign.Record) float64) float64 {
	return stats.Mean(r.Ran().Succeeded().Values(f))
}

// amount is a cell with a number of moves.
func amount(x float64) report.Cell {
	if math.IsInf(x, 0) {
		return report.Words("no success")
	}
	return report.Number(x)
}
