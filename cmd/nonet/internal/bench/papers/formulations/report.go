package formulations

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/sizes"
	"nonet/cmd/nonet/internal/bench/report"
)

//go:embed spec.toml
var spec string

// Experiment sets the Experiment of the one model, and their solvers, side by side.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "formulations",
		Summary: "every formulation and solver on puzzles of all levels and of orders 2 to 6: times, sizes, effort, growth",
		Spec:    spec,
		Tasks:   []campaign.Task{sizes.Task},
		Report:  document,
	}
}

func document(d *papers.Data) (*report.Document, error) {
	f := &data{Data: d, levels: d.Records.Grid("levels"), orders: d.Records.Grid("orders")}
	f.contest = papers.NewContest(f.levels, papers.Wall, d.TimeLimit("levels"))
	f.pre, f.easy, f.hard = f.preprocessing(), papers.Growths(d.Records.Grid("growth"), papers.Wall), papers.Growths(f.orders.Where(func(r *campaign.Record) bool { return r.Order > 2 }), papers.Wall)
	doc := &report.Document{Name: "formulations", Title: "One model, its formulations and their solvers", Facts: papers.Facts(d)}
	doc.Lead = []string{"A Sudoku is stated once as a model, and solved as clauses, as a 0-1 program, as pseudo-Boolean constraints, by constraint " +
		"propagation and by rules. Which of these is fast, how does that change with the difficulty and the order of the puzzle, and what is the time " +
		"spent on? Each run proves that the puzzle has exactly one solution."}
	for _, p := range []string{f.winners(), f.difficulty(), f.preprocessed(), f.starts(), f.reach()} {
		if p != "" {
			doc.Lead = append(doc.Lead, p)
		}
	}
	doc.Sections = []report.Section{f.levelSection(), f.phaseSection(), f.preprocessingSection(), f.orderSection(), f.sizeSection(), f.notes()}
	doc.Sections = slices.DeleteFunc(doc.Sections, func(s report.Section) bool { return len(s.Blocks) == 0 })
	return doc, nil
}

// data are the records, with what is asked of them again and again.
type data struct {
	*papers.Data
	levels, orders papers.Records
	contest        *papers.Contest // of levels
	pre            []effect
	easy, hard     []papers.Growth // with the order: of puzzles that need little search, and of ones that need more
}

// puzzleSets are the sets of order 3, easiest first, as far as a person is concerned.
var puzzleSets = []struct{ set, name string }{
	{"thein-easy", "easy"}, {"thein-medium", "medium"}, {"thein-hard", "hard"}, {"thein-evil", "evil"}, {"seventeen", "17 clues"},
	{"clues-17", "17 clues (stand-in)"}, {"hardest", "hardest"},
}

// kindOf is the formalism of a method: one of package methods, but that plain search without propagation is told apart from constraint propagation.
func kindOf(method string) string {
	m, err := methods.Parse(method)
	switch {
	case err != nil:
		return "other"
	case m.Backend == "backtrack":
		return "backtracking"
	}
	return string(m.Kind)
}

// best returns of each kind the method that ranks first, the kinds in that order.
func (f *data) best() (chosen []string) {
	seen := map[string]bool{}
	for _, m := range f.contest.Ranking() {
		if k := kindOf(f.contest.Methods[m]); !seen[k] {
			seen[k] = true
			chosen = append(chosen, f.contest.Methods[m])
		}
	}
	return chosen
}

// winners says which method is fastest at order 3, and what the best of each formalism takes.
func (f *data) winners() string {
	order := f.contest.Ranking()
	if len(order) < 2 {
		return ""
	}
	first := f.contest.Methods[order[0]]
	median := func(m string) float64 { return papers.MedianOrEndless(f.contest.Of(m)) }
	var parts []string
	for _, m := range f.best() {
		if m == first {
			continue
		}
		ratio, _ := f.contest.Ratio(f.contest.Of(m), f.contest.Of(first))
		parts = append(parts, fmt.Sprintf("%s: `%s` (%s, %s times)", kindOf(m), m, report.Duration(median(m)), report.Short(ratio)))
	}
	last := f.contest.Methods[order[len(order)-1]]
	ratio, _ := f.contest.Ratio(f.contest.Of(last), f.contest.Of(first))
	all := 0
	for i := range f.contest.Methods {
		if solved, run := f.contest.Solved(f.contest.Times[i]); solved == run {
			all++
		}
	}
	return fmt.Sprintf("On %d puzzles of order 3, from easy to the hardest known by name, %d of %d methods prove every one unique within %s. `%s` is fastest over all, "+
		"with a median of %s. The best of the other formalisms, with the median time and the geometric mean of what they take relative to it: %s. "+
		"The slowest is `%s`, with %s times.", len(f.contest.Instances), all, len(order), report.Duration(f.contest.Limit), first, report.Duration(median(first)),
		strings.Join(parts, "; "), last, report.Short(ratio))
}

// difficulty says what the level of the puzzles does to the best of each formalism.
func (f *data) difficulty() string {
	var names []string
	var easiest, hardest string
	present := map[string]bool{}
	for i := range f.levels {
		present[f.levels[i].Set] = true
	}
	for _, s := range puzzleSets {
		if !present[s.set] {
			continue
		}
		if easiest == "" {
			easiest = s.set
		}
		hardest = s.set
	}
	if easiest == hardest {
		return ""
	}
	type change struct {
		method string
		factor float64
	}
	var changes []change
	for i, m := range f.contest.Methods {
		var from, to []float64
		for k, at := range f.contest.Instances {
			switch at.Set {
			case easiest:
				from = append(from, f.contest.Times[i][k])
			case hardest:
				to = append(to, f.contest.Times[i][k])
			}
		}
		factor := papers.MedianOrEndless(to) / papers.MedianOrEndless(from)
		if !math.IsNaN(factor) {
			changes = append(changes, change{m, factor})
		}
	}
	if len(changes) == 0 {
		return ""
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.factor, b.factor) })
	for _, m := range f.best() {
		for _, c := range changes {
			if c.method == m {
				names = append(names, fmt.Sprintf("`%s` %s", m, factor(c.factor)))
			}
		}
	}
	return fmt.Sprintf("From the easiest set to the hardest the median time grows least with `%s` (%s) and most with `%s` (%s); of the best of each formalism: %s.",
		changes[0].method, factor(changes[0].factor), changes[len(changes)-1].method, factor(changes[len(changes)-1].factor),
		strings.Join(names, ", "))
}

func factor(x float64) string {
	if math.IsInf(x, 0) {
		return "beyond the limit"
	}
	return "× " + report.Short(x)
}

// notes say what is to be kept in mind.
func (f *data) notes() report.Section {
	s := report.Section{Title: "Notes"}
	add := func(text string) { s.Blocks = append(s.Blocks, report.Text(text)) }
	add("Times are on the clock from the clues on: making the model, preprocessing, encoding, loading, searching, proving that there is no second solution, " +
		"checking the first, and starting programs. One run at a time; solvers have one thread but for what they start of themselves.")
	add("Methods are as they come: no solver was given other settings than those it has. A formalism is judged here by the best of the solvers at hand, and " +
		"another solver might change the order. `backtrack` and `clp` are the project's own searches; they show the formalism, not its state of the art.")
	add("Left out are methods that may take hours for a puzzle that others solve at once, and those that search by chance, which prove nothing.")
	if names := f.Records.NotInstalled(); len(names) > 0 {
		add(fmt.Sprintf("Not run, because the solver is not installed: %s.", papers.Listed(names, len(names))))
	}
	if f.Records.StandsIn() {
		add("The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand in for it.")
	}
	return s
}
