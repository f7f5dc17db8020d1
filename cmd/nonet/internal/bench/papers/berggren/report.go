package berggren

import (
	_ "embed"
	"fmt"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
)

//go:embed spec.toml
var spec string

// Experiment reproduces what Berggren and Nilsson measured, and what they meant to: the copy of the thesis at hand is a draft, which has numbers
// of the rules only. What the final version concludes is known from its abstract.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "berggren",
		Summary: "backtracking, rules and a Boltzmann machine on the puzzles with 17 clues",
		Source:  "P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, bachelor's thesis, KTH Stockholm, 2012",
		Spec:    spec,
		Tasks:   []campaign.Task{timingTask, backtrackingTask},
		Report:  document,
	}
}

// What is published: the rules on 49,151 puzzles, Fig. 4.1 and the text around it. Times are in seconds.
var published = struct {
	mean, sd, longest, solved, unstable, variation, longestToMean report.Published
}{
	mean:      report.Published{Value: 0.02, Rule: report.Machine{}},
	sd:        report.Published{Value: 0.02, Rule: report.Machine{}},
	longest:   report.Published{Value: 1.36, Rule: report.Machine{}},
	solved:    report.Published{Value: 1, Rule: report.Between{Lo: 1, Hi: 1}},
	unstable:  report.Published{Value: 0, Rule: report.Between{Lo: 0, Hi: 0}},
	variation: report.Published{Value: 1, Rule: report.Between{Lo: 0.5, Hi: 3}},
	longestToMean: report.Published{Value: 68, Rule: report.Ratio{Lo: 0.67, Hi: 1.5},
		Known: "the longest of so many times is one puzzle's, so it says more about the program than about the rules"},
}

// straight is how well a line must fit the logarithm of the survival beyond the median for the tail to count as exponential.
const straight = 0.95

// wholeList is the number of puzzles in the thesis's list.
const wholeList = 49151

// standIns is a bound on the puzzles of the set that stands in for the list: samples of the list reach further.
const standIns = 100

// document makes the report.
func document(d *papers.Data) (*report.Document, error) {
	doc := &report.Document{
		Name: "berggren", Title: "A study of Sudoku solving algorithms, repeated", Source: Experiment().Source, Facts: papers.Facts(d),
	}
	doc.Lead = append(doc.Lead, "The thesis measured three ways of solving Sudokus: backtracking in the cell with the fewest candidates, the rules "+
		"of people with a guess where they end, and a Boltzmann machine. It asked how their times are distributed, and whether what is hard "+
		"for one is hard for the others.")
	list := d.Records.Grid("times", "rules")
	last, n := 0, len(papers.GroupBy(list, func(r *campaign.Record) int { return r.Index }))
	for i := range list {
		last = max(last, list[i].Index)
	}
	switch {
	case n == 0:
		doc.Lead = append(doc.Lead, "The puzzles with 17 clues were not run.")
	case last < standIns:
		doc.Lead = append(doc.Lead, fmt.Sprintf("The thesis's list of %s puzzles with 17 clues was not found, so %d of the program's own stand in: "+
			"what is said of distributions is not about the same puzzles. `NONET_DATA` names the folder with `sudoku17.txt.gz`.", report.Short(wholeList), n))
	case n < wholeList:
		doc.Lead = append(doc.Lead, fmt.Sprintf("Of the thesis's %s puzzles with 17 clues this report has %s, evenly spread over the list.", report.Short(wholeList), report.Short(float64(n))))
	}
	for _, part := range []func(*papers.Data) (report.Section, []string){
		timesSection, differencesSection, independenceSection, machineSection, ordersSection, beatenSection,
	} {
		section, lead := part(d)
		if len(section.Blocks) > 0 {
			doc.Sections = append(doc.Sections, section)
		}
		doc.Lead = append(doc.Lead, lead...)
	}
	doc.Sections = append(doc.Sections, report.Section{Title: "How the thesis was read", Blocks: readings})
	return doc, nil
}

var readings = []report.Block{
	report.Text("The thesis at hand is a draft. What it leaves open or states wrongly was settled as follows; nothing was chosen by its result."),
	report.Text("The abstract speaks of four algorithms; there are three. The network has boxes of 3 by 3 cells, not \"9x9 subgrids\"."),
	report.Text("A step of the Boltzmann machine sets the units one after the other in random order. The text, \"all probabilities are evaluated and " +
		"states assigned\", may also mean all at once: that is `update=synchronous` among what is left open."),
	report.Text("Rate of cooling, last temperature and number of sweeps are not given: the temperature falls by a hundredth with each sweep, from 100 to " +
		"0.1, and the machine starts anew up to a hundred times. The threshold is not given either; it is -5."),
	report.Text("The histogram is said to peak at about 0.17 seconds, which its mean of 0.02 and its cut at 0.2 exclude: 0.017 must be meant."),
	report.Text("What is called Wilcoxon's sign test, \"using the binomial theorem\", is the sign test. Both it and Wilcoxon's signed-rank test are reported."),
	report.Text("That a puzzle is among the worst tenth of two independent algorithms has probability m²/N², m being N/10 rounded up; the overlap is tested " +
		"exactly, as hypergeometric."),
	report.Text("A measurement counts as stable if the bootstrap interval of 95 % of its mean is at most 0.05 s wide. A second, relative rule asks for 5 % of " +
		"the mean. Runs under a millisecond are timed until both hold, five to a hundred times, the first of all, which is not counted, apart; " +
		"longer ones by the first rule alone, at least five times, and twice from ten milliseconds on."),
	report.Text("Backtracking and rules are timed until they have proved that there is no second solution. Making the model is not in the time, " +
		"and timings of a puzzle follow one another, so that programs and data are at hand: a single run takes longer. On Linux they are the processor time of the " +
		"thread, so that other programs on the machine do not count."),
}

// askedOf returns the records of timings by a method, each puzzle once.
func askedOf(d *papers.Data, method string) papers.Records {
	seen := map[int]bool{}
	return d.Records.Grid("times", "rules").Method(method).Where(func(r *campaign.Record) bool {
		first := !seen[r.Index]
		seen[r.Index] = true
		return first && r.Outcome != campaign.Missing
	})
}

// timedOf returns those of askedOf that have times.
func timedOf(d *papers.Data, method string) papers.Records {
	return askedOf(d, method).Where(func(r *campaign.Record) bool { return r.Values["timings"] > 0 })
}

var meanTime = papers.Value("mean")

// numberRow and secondsRow are rows of a table under columns: what, the published number, ours, and whether they agree.
func numberRow(what string, p report.Published, o report.Ours) []report.Cell {
	return append([]report.Cell{report.Words(what)}, report.Compared(p, o)...)
}

func secondsRow(what string, p report.Published, o report.Ours) []report.Cell {
	return append([]report.Cell{report.Words(what)}, report.ComparedSeconds(p, o)...)
}

// claimRow is a row about a statement instead of a number. If it does not hold, why may say what is known of the reason.
func claimRow(what, published, ours string, holds bool, why string) []report.Cell {
	v := report.Cell{Verdict: report.Matched}
	if !holds {
		v = report.Cell{Verdict: report.Missed, Title: why}
	}
	return []report.Cell{report.Words(what), report.Words(published), report.Words(ours), v}
}

var columns = append([]report.Column{{Title: "what", Text: true}}, report.ComparedColumns("")...)

// shareOf is the proportion of values that f accepts.
func shareOf(values []float64, f func(float64) bool) float64 {
	n := 0
	for _, v := range values {
		if f(v) {
			n++
		}
	}
	return float64(n) / float64(len(values))
}
