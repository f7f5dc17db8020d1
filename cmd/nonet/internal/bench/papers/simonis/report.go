package simonis

import (
	_ "embed"
	"fmt"
	"slices"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml
var spec string

// Experiment measures how many puzzles propagation solves without search, by level.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "simonis",
		Summary: "how many puzzles propagation solves without search, by how strong it is",
		Source:  "H. Simonis, Sudoku as a Constraint Problem, CP Workshop on Modelling and Reformulating Constraint Satisfaction Problems, 2005",
		Spec:    spec,
		Tasks:   []campaign.Task{propagation, shaving, units},
		Report:  document,
	}
}

const (
	wholeList = 49151
	thousand  = 1000
)

// published are shares of puzzles with 17 clues that are solved without search. Those of all are known of a list of 49,158, to a tenth of a per cent; those of the first thousand
// exactly.
var published = []struct {
	level, source string
	first         bool // of the first thousand of the list
	share         float64
	known         string
}{
	{"values", "unit propagation on the minimal formula", true, 0, ""},
	{"hidden", "unit propagation on the extended formula", true, 0.483, ""},
	{"hidden", "tdoku's table of solvers: no guess with singles", false, 0.446, ""},
	{"locked-rows", "tdoku's table: and locked candidates of rows", false, 0.705, "the table does not tell what else the solver of that row sees"},
	{"locked", "tdoku's table: and locked candidates of columns", false, 0.760, ""},
}

// tenth is how far shares of all puzzles may be apart: they are published to a tenth of a per cent, and the lists differ by seven puzzles.
const tenth = 0.001

func document(d *papers.Data) (*report.Document, error) {
	doc := &report.Document{Name: "simonis", Title: "What propagation solves without search", Source: Experiment().Source, Facts: papers.Facts(d)}
	doc.Lead = []string{"Simonis asked how many Sudoku puzzles a constraint solver solves without any search, depending on how far it propagates: from taking the values of " +
		"filled cells from others to domain consistency of each all-different, constraints between these, and shaving, which tries every value. His puzzles are not " +
		"public; the question is put here to lists that are."}
	list := d.Records.Grid("propagation")
	switch n := len(list.Ran()); {
	case n == 0:
		doc.Lead = append(doc.Lead, "The puzzles with 17 clues were not run.")
	case d.Records.StandsIn():
		doc.Lead = append(doc.Lead, "The list of puzzles with 17 clues was not found: the few of the set `clues-17` stand in for it. `NONET_DATA` names the folder with `sudoku17.txt.gz`.")
	case n < wholeList:
		doc.Lead = append(doc.Lead, fmt.Sprintf("Of the %s puzzles with 17 clues this report has %s, evenly spread over the list.", report.Short(wholeList), report.Short(float64(n))))
	}
	if len(list.Ran()) > 0 {
		hidden, locked, domain, both := rateOf(list, "hidden"), rateOf(list, "locked"), rateOf(list, "domain"), rateOf(list, "domain+locked")
		worth := "."
		if locked.Value() > domain.Value() {
			worth = ": what passes between two constraints is worth more than all there is to see in one."
		}
		doc.Lead = append(doc.Lead, fmt.Sprintf("Of the puzzles with 17 clues, naked singles alone solve %s, with hidden singles %s, with locked candidates %s. Domain consistency of each "+
			"row, column and box, which sees subsets of every size, solves %s, and %s together with locked candidates%s", percent(rateOf(list, "values")), percent(hidden), percent(locked), percent(domain), percent(both), worth))
	}
	if s := d.Records.Grid("shaving").Set("sample17").Ran(); len(s) > 0 {
		doc.Lead = append(doc.Lead, fmt.Sprintf("With shaving, hidden singles solve %s of %s of them, and the strongest level %s.", percent(rateOf(s, "hidden+shaving")),
			report.Short(float64(len(s))), percent(rateOf(s, "domain+locked+shaving"))))
	}
	doc.Sections = append(doc.Sections, anchors(d), levelSection(d), setSection(d), unitSection(d), notes())
	return doc, nil
}

// solvedBy returns whether a record says that a level solved its puzzle.
func solvedBy(level string) func(*campaign.Record) bool {
	return func(r *campaign.Record) bool { return r.Values[level] == 1 }
}

// rateOf is the share of records whose value of a name is 1.
func rateOf(r papers.Records, name string) papers.Rate {
	ran := r.Succeeded().Where(func(x *campaign.Record) bool { _, ok := x.Values[name]; return ok })
	return papers.Rate{Successes: len(ran.Where(solvedBy(name))), Runs: len(ran)}
}

func percent(r papers.Rate) string {
	if r.Runs == 0 {
		return "none that was run"
	}
	return fmt.Sprintf("%.1f %%", 100*r.Value())
}

// anchors compares shares with published ones.
func anchors(d *papers.Data) report.Section {
	list := d.Records.Grid("propagation").Ran()
	t := &report.Table{
		Name: "simonis-anchors", Title: "Shares of puzzles with 17 clues solved without search, known and ours",
		Columns: append([]report.Column{{Title: "level", Text: true}, {Title: "puzzles", Text: true}, {Title: "known from", Text: true}}, report.ComparedColumns("")...),
		Notes: []string{"Shares of all puzzles are known to a tenth of a per cent, of a list with seven puzzles more: over the whole list ours may differ by that much, over a part of it " +
			"by what chance allows as well. Those of the first thousand puzzles have to agree exactly."},
	}
	for _, p := range published {
		of, rule, records := "all", report.Rule(report.Within{Tolerance: tenth}), list
		if p.first {
			of, rule = "the first 1,000", report.Within{Tolerance: 1e-9}
			records = list.Where(func(r *campaign.Record) bool { return r.Index < thousand })
		}
		ours := rateOf(records, p.level).Ours()
		switch {
		case list.StandsIn():
			ours = report.Ours{Missing: "the list was not found"}
		case p.first && len(records) < thousand:
			ours = report.Ours{Missing: "not all of them were run at this scale"}
		case !p.first && len(records) < wholeList:
			rule = report.Rate{Runs: wholeList}
		}
		t.Rows = append(t.Rows, append([]report.Cell{report.Words(p.level), report.Words(of), report.Words(p.source)},
			report.Compared(report.Published{Value: p.share, Rule: rule, Known: p.known}, ours)...))
	}
	return report.Section{Title: "What is known", Blocks: []report.Block{t}}
}

// levelSection shows what each level does on the list.
func levelSection(d *papers.Data) report.Section {
	list := d.Records.Grid("propagation").Succeeded()
	shaved := d.Records.Grid("shaving").Set("sample17").Succeeded()
	t := &report.Table{
		Name: "simonis-levels", Title: "Levels of propagation on puzzles with 17 clues",
		Columns: []report.Column{{Title: "level", Text: true}, {Title: "what it sees", Text: true}, {Title: "puzzles"}, {Title: "solved"}, {Title: "candidates left, mean"}, {Title: "time, median"}},
		Notes: []string{"Candidates left are of 729, over all puzzles; a solved puzzle has 81. Times include stating the model, and are of a shared machine. The levels with shaving were run on " +
			"a sample of the list."},
	}
	bars := &figure.Bars{Y: figure.Axis{Label: "share of puzzles solved without search", Min: 0, Max: 1}}
	series := figure.BarSeries{Name: "17 clues"}
	add := func(all []level, records papers.Records) {
		for _, l := range all {
			rate := rateOf(records, l.name)
			row := []report.Cell{report.Words(l.name), report.Words(l.what), report.Count(rate.Runs), rate.Cell()}
			if rate.Runs == 0 {
				row = append(row, report.Words("–"), report.Words("–"))
			} else {
				row = append(row, report.Number(stats.Mean(records.Values(papers.Value(l.name+"-left")))), report.Seconds(stats.Median(records.Values(papers.Value(l.name+"-seconds")))))
				o := rate.Ours()
				bars.Groups = append(bars.Groups, l.name)
				series.Y, series.Lo, series.Hi = append(series.Y, o.Value), append(series.Lo, o.Lo), append(series.Hi, o.Hi)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	add(levels, list)
	add(shavings, shaved)
	s := report.Section{Title: "Levels", Blocks: []report.Block{t}}
	if len(bars.Groups) > 0 {
		bars.Series = []figure.BarSeries{series}
		s.Blocks = append(s.Blocks, papers.Picture("simonis-solved", "Puzzles with 17 clues solved without search",
			"With intervals of 95 %. Each level sees what those above it see, but for bounds, which knows nothing of locked candidates.", bars))
	}
	return s
}

// setNames are the other sets, as a reader knows them.
var setNames = []struct{ set, name string }{
	{"clues22", "22 clues, from puzzles with 17"}, {"clues26", "26 clues, from puzzles with 17"}, {"kennett-easy", "newspaper, easy"}, {"kennett-fiendish", "newspaper, fiendish"},
	{"hardest", "the seven hardest"}, {"lewis-order4-125", "order 4, 125 clues"}, {"lewis-order4-102", "order 4, 102 clues"}, {"lewis-order5-287", "order 5, 287 clues"},
	{"lewis-order5-281", "order 5, 281 clues"},
}

func setSection(d *papers.Data) report.Section {
	t := &report.Table{
		Name: "simonis-sets", Title: "Share of puzzles of other lists solved without search",
		Columns: []report.Column{{Title: "list", Text: true}, {Title: "puzzles"}},
	}
	for _, l := range levels {
		t.Columns = append(t.Columns, report.Column{Title: l.name})
	}
	for _, l := range shavings {
		t.Columns = append(t.Columns, report.Column{Title: l.name})
	}
	for _, s := range setNames {
		plain, shaved := d.Records.Grid("sets").Set(s.set).Succeeded(), d.Records.Grid("shaving").Set(s.set).Succeeded()
		if len(plain)+len(shaved) == 0 {
			continue
		}
		row := []report.Cell{report.Words(s.name), report.Count(max(len(plain), len(shaved)))}
		for _, l := range levels {
			row = append(row, shareCell(rateOf(plain, l.name)))
		}
		for _, l := range shavings {
			row = append(row, shareCell(rateOf(shaved, l.name)))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return report.Section{Title: "Other lists", Blocks: []report.Block{report.Text("None was run.")}}
	}
	return report.Section{Title: "Other lists", Blocks: []report.Block{t}}
}

func shareCell(r papers.Rate) report.Cell {
	if r.Runs == 0 {
		return report.Words("–")
	}
	c := report.Number(r.Value())
	c.Title = r.String()
	return c
}

// unitSection holds unit propagation on formulas to the levels it is known to equal.
func unitSection(d *papers.Data) report.Section {
	r := d.Records.Grid("units").Succeeded()
	t := &report.Table{
		Name: "simonis-units", Title: "Unit propagation on formulas",
		Columns: append([]report.Column{{Title: "formula", Text: true}, {Title: "level it should equal", Text: true}, {Title: "puzzles solved"}}, report.ComparedColumns("equal, cell by cell")...),
		Notes:   []string{"The candidates that unit propagation leaves are compared with those that the level leaves, computed by other code. Puzzles with 17 clues (a sample), the hardest, and of order 4."},
	}
	for _, f := range formulas {
		same := rateOf(r, f.preset.String()+"-same").Ours()
		t.Rows = append(t.Rows, append([]report.Cell{report.Words(f.preset.String()), report.Words(f.equals), rateOf(r, f.preset.String()).Cell()},
			report.Compared(report.Published{Value: 1, Rule: report.Within{}}, same)...))
	}
	return report.Section{Title: "The same in clauses", Blocks: []report.Block{t}}
}

func notes() report.Section {
	var lines []report.Block
	for _, text := range []string{
		"A puzzle is solved without search if propagation leaves one candidate in each cell. Every puzzle here has exactly one solution.",
		"Locked candidates pass between two all-differents that share cells; no strength of a single constraint sees them. The level locked-rows has them between boxes and rows only, which is not " +
			"symmetric: it is there because a published number is.",
		"Shaving tries each candidate, propagates, and strikes it if that fails, until nothing more is struck. It is what a look-ahead of one step can do.",
		"Hall intervals depend on the order of the values, which means nothing in Sudoku: bounds consistency is shown because constraint solvers offer it.",
	} {
		lines = append(lines, report.Text(text))
	}
	return report.Section{Title: "How it was measured", Blocks: slices.Clip(lines)}
}
