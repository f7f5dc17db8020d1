package formulations

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
)

func (f *data) orderSection() report.Section {
	s := report.Section{Title: "Orders 2 to 6"}
	limit := f.TimeLimit("orders")
	if t := papers.GrowthTable("orders-hard", "Puzzles with one solution, of which singles leave much: median time", f.hard, "s"); t != nil {
		t.Notes = append(t.Notes, "Sets: `lewis-diabolical`; `order4-125` and `order4-102`; `order5-287` and `order5-281`. The limit is "+report.Duration(limit)+
			". A power law is the simplest thing that can be fitted to three orders, not a claim that times follow one. At order 2, in the next table, there "+
			"is nothing to search.")
		s.Blocks = append(s.Blocks, t, orderTable(f.orders.Ran()))
	}
	if t := papers.GrowthTable("orders-easy", "Random grids of which 60 per cent are given: median time, nothing preprocessed", f.easy, "s"); t != nil {
		t.Notes = append(t.Notes, "There may be more than one solution; what is decided is whether there is.")
		s.Blocks = append(s.Blocks, t)
	}
	var titles []string
	var charts []figure.Chart
	for _, panel := range []struct {
		title string
		all   []papers.Growth
	}{{"60 per cent given, not preprocessed", f.easy}, {"one solution, much left to search", f.hard}} {
		if len(papers.Orders(panel.all)) < 2 {
			continue
		}
		titles = append(titles, panel.title)
		charts = append(charts, papers.GrowthLines(f.chosen(panel.all), figure.Axis{Label: "time (s)"}))
	}
	if len(charts) > 0 {
		s.Blocks = append(s.Blocks, &report.Picture{Figure: figure.Figure{
			Name: "orders-growth", Title: "Time against the side of the grid", Chart: &figure.Panels{Titles: titles, Charts: charts},
			Caption: "Median times, of the method of each formalism that comes furthest, and some others; on these axes a power is a straight line. A curve ends where " +
				"half of the puzzles are not solved.",
		}})
	}
	if t := papers.ScoreTable("orders", f.orders.Ran(), limit); t != nil {
		s.Blocks = append(s.Blocks, t)
	}
	return s
}

// chosen are the growths a figure has room for: of each kind the two that come furthest.
func (f *data) chosen(all []papers.Growth) []papers.Growth {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b papers.Growth) int {
		return cmp.Or(cmp.Compare(b.Reach(), a.Reach()), cmp.Compare(a.Last(), b.Last()))
	})
	perKind := map[string]int{}
	var some []papers.Growth
	for _, g := range sorted {
		if k := kindOf(g.Method); perKind[k] < 2 && len(some) < papers.MostCurves {
			perKind[k]++
			some = append(some, g)
		}
	}
	return some
}

// orderTable has the median time on each set of the orders.
func orderTable(r papers.Records) *report.Table {
	t := &report.Table{Name: "orders-sets", Title: "Median time by set", Columns: []report.Column{{Title: "method", Text: true}}}
	var sets []string
	for _, s := range []string{"order2", "lewis-diabolical", "order4-125", "order4-102", "order5-287", "order5-281"} {
		if len(r.Set(s)) > 0 {
			sets = append(sets, s)
			t.Columns = append(t.Columns, report.Column{Title: s})
		}
	}
	for _, m := range papers.GroupBy(r, papers.Method) {
		row := []report.Cell{report.Words(m.Key)}
		for _, s := range sets {
			row = append(row, papers.MedianCell(m.Records.Set(s)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// reach says who solves what at the largest order, and how fast times grow.
func (f *data) reach() string {
	orders := papers.Orders(f.hard)
	if len(orders) < 2 {
		return ""
	}
	top := orders[len(orders)-1]
	var all, none []string
	best, time, puzzles := "", math.Inf(1), 0
	for _, g := range f.hard {
		i := slices.Index(g.Orders, top)
		if i < 0 {
			continue
		}
		puzzles = max(puzzles, g.Run[i])
		switch g.Solved[i] {
		case g.Run[i]:
			all = append(all, g.Method)
			if g.Median[i] < time {
				best, time = g.Method, g.Median[i]
			}
		case 0:
			none = append(none, g.Method)
		}
	}
	text := fmt.Sprintf("Of order %d there are %d puzzles: ", top, puzzles)
	if puzzles == 1 {
		text = fmt.Sprintf("Of order %d there is one puzzle: ", top)
	}
	if len(all) == 0 {
		text += "no method proves all unique within " + report.Duration(f.TimeLimit("orders"))
	} else {
		text += fmt.Sprintf("%d methods prove all unique within %s, `%s` fastest with a median of %s", len(all), report.Duration(f.TimeLimit("orders")), best,
			report.Duration(time))
	}
	if len(none) > 0 {
		text += fmt.Sprintf("; %s solve none", papers.Listed(none, 8))
		if len(none) == 1 {
			text = strings.Replace(text, "solve none", "solves none", 1)
		}
	}
	text += "."
	linked := slices.DeleteFunc(slices.Clone(f.easy), func(g papers.Growth) bool { return f.start(g.Method) != 0 })
	if low, high := exponents(linked); low.Method != "" {
		text += fmt.Sprintf(" Where little is left to search, the times of the solvers that are linked in grow like N^%s (`%s`) to N^%s (`%s`), N being the side of the grid.", report.Short(low.Line.Slope), low.Method,
			report.Short(high.Line.Slope), high.Method)
	}
	return text
}

// exponents are the growths of the least and the greatest exponent.
func exponents(all []papers.Growth) (low, high papers.Growth) {
	for _, g := range all {
		if s := g.Line.Slope; !math.IsNaN(s) {
			if low.Method == "" || s < low.Line.Slope {
				low = g
			}
			if high.Method == "" || s > high.Line.Slope {
				high = g
			}
		}
	}
	return low, high
}
