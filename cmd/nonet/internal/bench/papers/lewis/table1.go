package lewis

import (
	"fmt"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

// A row is a row of Table 1: what was published, and the puzzles that stand for his.
type row struct {
	source, grade string
	order         int
	instances     int
	set           string
	from, to      int  // indices of the instances in the set, if to > 0
	own           bool // they are his: the list of puzzles with 17 clues
	given, filled float64
	rates         [2]float64 // of success: annealing, hybrid
	times         [2]string  // mean and standard deviation in seconds
	known         [2]string  // why a rate is expected to miss
	knownFilled   string
}

const (
	knownEasier = "Our diabolical puzzles are easier for annealing than his were"
	knownRows   = "0.30 is what hidden singles in rows only give; the procedure as he states it fills more"
	knownMore   = "His propagation filled less, so his hybrid had more to do"
	knownOrder4 = "Unexplained: the puzzles are not his, and no reading of what he leaves open mends it"
)

var rows = []row{
	{"Los Angeles Times (Mepham)", "gentle", 3, 10, "lewis-gentle", 0, 0, false, 0.34, 0.94,
		[2]float64{0.99, 1}, [2]string{"0.67 ± 0.1", "0.05 ± 0.1"}, [2]string{}, ""},
	{"Los Angeles Times (Mepham)", "tough", 3, 10, "lewis-tough", 0, 0, false, 0.36, 0.59,
		[2]float64{0.95, 1}, [2]string{"0.76 ± 0.3", "0.22 ± 0.2"}, [2]string{}, ""},
	{"Los Angeles Times (Mepham)", "diabolical", 3, 10, "lewis-diabolical", 0, 0, false, 0.34, 0.48,
		[2]float64{0.82, 0.99}, [2]string{"0.80 ± 0.3", "0.49 ± 0.2"}, [2]string{knownEasier, ""}, ""},
	{"Royle, 17 clues", "n/a", 3, 1000, "", 0, 0, true, 0.21, 0.30,
		[2]float64{0.01, 0.16}, [2]string{"1.41 ± 0.2", "0.64 ± 0.5"}, [2]string{"", knownMore}, knownRows},
	{"menneske.no (Hanssen)", "easy", 4, 10, "lewis-order4-102", 0, 10, false, 0.40, 0.47,
		[2]float64{0.04, 0.24}, [2]string{"14.3 ± 7.5", "25.8 ± 10.3"}, [2]string{"", knownOrder4}, ""},
	{"menneske.no (Hanssen)", "hard", 4, 10, "lewis-order4-102", 10, 20, false, 0.40, 0.48,
		[2]float64{0.10, 0.28}, [2]string{"20.3 ± 9.4", "16.4 ± 8.6"}, [2]string{"", knownOrder4}, ""},
	{"menneske.no (Hanssen)", "superhard", 4, 10, "lewis-order4-125", 0, 0, false, 0.49, 0.74,
		[2]float64{0.91, 1}, [2]string{"8.64 ± 6.6", "2.18 ± 2.5"}, [2]string{}, ""},
	{"menneske.no (Hanssen)", "easy", 5, 10, "lewis-order5-287", 0, 0, false, 0.46, 0.51,
		[2]float64{0.01, 0.04}, [2]string{"165.9 ± 0.0", "234.1 ± 23.2"}, [2]string{}, ""},
	{"menneske.no (Hanssen)", "hard", 5, 10, "lewis-order5-281", 0, 0, false, 0.45, 0.49,
		[2]float64{0, 0}, [2]string{"n/a", "n/a"}, [2]string{}, ""},
}

// of returns the records about the puzzles of the row.
func (row *row) of(r papers.Records) papers.Records {
	if row.own {
		return seventeen(r)
	}
	r = r.Set(row.set)
	if row.to == 0 {
		return r
	}
	return r.Where(func(x *campaign.Record) bool { return row.from <= x.Index && x.Index < row.to })
}

// name tells rows apart.
func (row *row) name() []report.Cell {
	name := fmt.Sprintf("order %d, %s", row.order, row.source)
	if !row.own {
		name += ", " + row.grade
	}
	return []report.Cell{report.Words(name)}
}

// slack is the tolerance of the proportion filled: more where other puzzles stand for his.
func (row *row) slack() float64 {
	if row.own {
		return 0.05
	}
	return 0.10
}

// table1 is Table 1.
type table1 struct {
	closures, runs, clock papers.Records
	scale                 campaign.Scale
	d                     *papers.Data
}

func newTable1(d *papers.Data) *table1 {
	grids := func(names ...string) papers.Records { return d.Records.Grid(names...).Ran() }
	return &table1{
		closures: grids("lew-3-closures").Succeeded(),
		runs:     grids("lew-3-order3", "lew-3-clues17", "lew-3-order4", "lew-3-order5"),
		clock:    grids("lew-3-clock-order3", "lew-3-clock-clues17", "lew-3-clock-order4"),
		scale:    d.Scale, d: d,
	}
}

func (t *table1) lead() string {
	matched, n := 0, 0
	var misses []string
	for i := range rows {
		row := &rows[i]
		for j, m := range []string{annealing, hybrid} {
			ours := papers.RateOf(row.of(t.runs).Method(m))
			if ours.Runs == 0 {
				continue
			}
			n++
			if v, _ := report.Judge(row.published(j), ours.Ours()); v == report.Matched {
				matched++
				continue
			}
			name := map[string]string{annealing: "annealing", hybrid: "the hybrid"}[m]
			misses = append(misses, fmt.Sprintf("%s, order %d, %s (published %.2f, ours %.3f)", name, row.order, row.puzzles(), row.rates[j], ours.Value()))
		}
	}
	if n == 0 {
		return ""
	}
	s := fmt.Sprintf("Puzzles with one solution (Table 1): %d of %d rates of success match.", matched, n)
	if len(misses) > 0 {
		s += " These do not: " + strings.Join(misses, "; ") + "."
	}
	return s
}

// puzzles names the puzzles in a sentence.
func (row *row) puzzles() string {
	if row.own {
		return "17 clues"
	}
	return row.grade
}

// published returns the published rate of a method, 0 for annealing and 1 for the hybrid. Lewis has ten runs of each puzzle.
func (row *row) published(method int) report.Published {
	return report.Published{Value: row.rates[method], Rule: report.Rate{Runs: 10 * row.instances}, Known: row.known[method]}
}

func (t *table1) section() report.Section {
	s := report.Section{Title: "Table 1: puzzles with one solution"}
	s.Blocks = append(s.Blocks, report.Text(t.protocol()), t.inputs(), t.parts(), t.success(), t.weaker(), t.times())
	return s
}

// protocol says what was run.
func (t *table1) protocol() string {
	s := "Lewis has ten runs of each puzzle within 2, 40 and 450 seconds of a machine that evaluates some 1.2 million moves a second. The rates below are " +
		"under limits on moves."
	for _, order := range []int{3, 4, 5} {
		if limits := t.d.Limits(fmt.Sprintf("lew-3-order%d", order)); limits.Moves > 0 {
			s += fmt.Sprintf(" Order %d: %s.", order, report.Short(float64(limits.Moves)))
		}
	}
	if reduced(t.scale) {
		s += " At this scale there are fewer puzzles and runs, and order 5 has a tenth of its moves."
	}
	return s
}

// inputs compares the proportions of cells given and filled.
func (t *table1) inputs() *report.Table {
	table := &report.Table{
		Name: "table-1-inputs", Title: "Table 1: cells given, and filled by propagation",
		Columns: papers.Columns("|puzzles", "instances, his", "ours", "given: published", "ours", "|verdict", "filled: published", "ours", "|verdict"),
		Notes:   []string{"Given matches within 0.01; filled within 0.05 for the same puzzles, 0.10 where generated ones stand for his."},
	}
	for i := range rows {
		row := &rows[i]
		r := row.of(t.closures)
		given, filled := papers.NotRun, papers.NotRun
		if len(r) > 0 {
			given, filled = share(r, papers.Clues), share(r, papers.Value("full"))
		}
		cells := append(row.name(), report.Count(row.instances), report.Count(len(r)))
		cells = append(cells, report.Compared(report.Published{Value: row.given, Rule: report.Within{Tolerance: 0.01}}, given)...)
		cells = append(cells, report.Compared(
			report.Published{Value: row.filled, Rule: report.Within{Tolerance: row.slack()}, Known: row.knownFilled}, filled)...)
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// share returns the mean over instances of a number of cells divided by all.
func share(r papers.Records, number func(*campaign.Record) float64) report.Ours {
	return report.Ours{Value: stats.Mean(r.Values(func(x *campaign.Record) float64 { return number(x) / x.Values["cells"] }))}
}

// parts shows what each part of the procedure fills.
func (t *table1) parts() *report.Table {
	table := &report.Table{
		Name: "table-1-parts", Title: "Cells filled by each part of the procedure", Columns: papers.Columns("|puzzles", "published"),
		Notes: []string{"Each column adds to the one before. The published 0.30 of the puzzles with 17 clues is what naked singles and hidden singles in rows fill."},
	}
	for _, v := range variants {
		table.Columns = append(table.Columns, report.Column{Title: v.title})
	}
	table.Columns = append(table.Columns, report.Column{Title: "solved by the last"})
	for i := range rows {
		row := &rows[i]
		r := row.of(t.closures)
		cells := append(row.name(), papers.Textf("%.2f", row.filled))
		for _, v := range variants {
			cells = append(cells, report.Measured(share(r, papers.Value(v.value))))
		}
		done := papers.Rate{Runs: len(r)}
		for j := range r {
			if r[j].Values["full"] == r[j].Values["cells"] {
				done.Successes++
			}
		}
		table.Rows = append(table.Rows, append(cells, done.Cell()))
	}
	return table
}

// success compares the rates.
func (t *table1) success() *report.Table {
	table := &report.Table{
		Name: "table-1-success", Title: "Table 1: rate of success",
		Columns: papers.Columns("|puzzles", "runs, his", "ours of each", "annealing: published", "ours", "|verdict", "hybrid: published", "ours", "|verdict"),
		Notes: []string{"Two rates match if they differ by no more than 0.05, or two standard errors of the difference: rows of few runs show little. " +
			"Any two rates up to 0.05 match."},
	}
	if len(t.clock) > 0 {
		table.Columns = append(table.Columns, papers.Columns("in his seconds: annealing", "hybrid")...)
		table.Notes = append(table.Notes, "In his seconds: with his limit on time instead of moves, on this machine.")
	}
	for i := range rows {
		row := &rows[i]
		rates := [2]papers.Rate{papers.RateOf(row.of(t.runs).Method(annealing)), papers.RateOf(row.of(t.runs).Method(hybrid))}
		runs := fmt.Sprint(rates[0].Runs)
		if rates[0].Runs != rates[1].Runs {
			runs = fmt.Sprintf("%d, %d", rates[0].Runs, rates[1].Runs)
		}
		cells := append(row.name(), report.Count(10*row.instances), report.Words(runs))
		for j := range rates {
			cells = append(cells, report.Compared(row.published(j), rates[j].Ours())...)
		}
		if len(t.clock) > 0 {
			for _, m := range []string{annealing, hybrid} {
				cells = append(cells, papers.RateOf(row.of(t.clock).Method(m)).Cell())
			}
		}
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// weaker shows the hybrid with 17 clues behind each part of the propagation.
func (t *table1) weaker() *report.Table {
	table := &report.Table{
		Name: "table-1-parts17", Title: "17 clues: annealing behind each part of the procedure",
		Columns: papers.Columns("|propagation", "filled", "runs", "success", "moves per success"),
		Notes:   []string{"The paper has 0.30 of the cells filled and 0.16 of the runs successful."},
	}
	closures := seventeen(t.closures)
	r := append(seventeen(t.d.Records.Grid("lew-3-parts17").Ran()), seventeen(t.runs)...)
	add := func(title, method string, filled report.Ours) {
		x := r.Method(method)
		table.Rows = append(table.Rows, []report.Cell{report.Words(title), report.Measured(filled), report.Count(len(x)), papers.RateOf(x).Cell(), amount(perSuccess(x))})
	}
	add("none", annealing, share(closures, papers.Clues))
	for _, v := range variants {
		add(v.title, v.preprocessor+"+anneal", share(closures, papers.Value(v.value)))
	}
	if o := papers.RateOf(r.Method("lewis-rows+anneal")).Ours(); o.Runs > 0 {
		verdict, reason := report.Judge(report.Published{Value: 0.16, Rule: report.Rate{Runs: 10_000}}, o)
		with := "would not match either"
		if verdict == report.Matched {
			with = "would match"
		}
		table.Notes = append(table.Notes, fmt.Sprintf("With hidden singles in rows only, which fill what he published, the rate of success is %s and %s (%s).",
			report.Short(o.Value), with, reason))
	}
	return table
}

// times shows the times of the runs that succeeded.
func (t *table1) times() *report.Table {
	table := &report.Table{
		Name: "table-1-times", Title: "Table 1: mean time of the runs that succeeded",
		Columns: papers.Columns("|puzzles", "annealing: published (s)", "ours", "hybrid: published (s)", "ours", "|verdict",
			"moves per success, annealing", "hybrid", "annealing / hybrid"),
		Notes: []string{"Published: mean and standard deviation on a 3.2 GHz machine of 2007. Times depend on the machine and are not compared. Moves per success are all moves, " +
			"of failed runs too, divided by the number of successes."},
	}
	for i := range rows {
		row := &rows[i]
		a, h := row.of(t.runs).Method(annealing), row.of(t.runs).Method(hybrid)
		cells := append(row.name(), papers.Textf("%s", row.times[0]), t.time(a), papers.Textf("%s", row.times[1]), t.time(h))
		verdict := report.Cell{Verdict: report.NotComparable, Title: "depends on the machine"}
		if len(a)+len(h) == 0 {
			verdict = notRun("")
		}
		x, y := perSuccess(a), perSuccess(h)
		table.Rows = append(table.Rows, append(cells, verdict, amount(x), amount(y), quotient(x, y)))
	}
	return table
}

// time is a cell with the mean time of success and its standard deviation.
func (t *table1) time(r papers.Records) report.Cell {
	if len(r) == 0 {
		return report.Words("–")
	}
	x := r.Succeeded().Values(papers.Busy)
	if len(x) == 0 {
		return report.Words("no success")
	}
	cell := report.Seconds(stats.Mean(x))
	if len(x) > 1 {
		cell.Text += " ± " + report.Duration(stats.StdDev(x))
	}
	return cell
}

// quotient is a cell with x/y, where both are finite.
func quotient(x, y float64) report.Cell {
	if !finite(x) || !finite(y) || y == 0 {
		return report.Words("–")
	}
	return report.Number(x / y)
}

// finite reports whether x is a number.
func finite(x float64) bool { return x-x == 0 }
