package simonis

import (
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
)

// wholeList is the number of puzzles with 17 clues of the list.
const wholeList = 49151

var (
	anchors = []struct {
		level, source string
		first         bool // of the first thousand puzzles
	}{
		{"values", "unit propagation on the minimal formula", true},
		{"hidden", "unit propagation on the extended formula", true},
		{"hidden", "tdoku's table of solvers: no guess with singles", false},
		{"locked-rows", "tdoku's table: and locked candidates of rows", false},
		{"locked", "tdoku's table: and locked candidates of columns", false},
	}
	// sees says what a level of propagation sees.
	sees = map[string]string{
		"values":                "value elimination: naked singles",
		"hidden":                "naked and hidden singles",
		"locked-rows":           "and locked candidates between boxes and rows",
		"locked":                "and locked candidates between boxes and columns",
		"bounds":                "bounds consistency: singles and Hall intervals",
		"domain":                "domain consistency: singles and subsets of all sizes",
		"domain+locked":         "domain consistency and locked candidates",
		"values+shaving":        "shaving by naked singles",
		"hidden+shaving":        "shaving by naked and hidden singles",
		"domain+locked+shaving": "shaving by domain consistency and locked candidates",
	}
	sets = papers.List(
		"clues22", "22 clues, from puzzles with 17", "clues26", "26 clues, from puzzles with 17",
		"kennett-easy", "newspaper, easy", "kennett-fiendish", "newspaper, fiendish",
		"hardest", "the seven hardest", "lewis-order4-125", "order 4, 125 clues",
		"lewis-order4-102", "order 4, 102 clues", "lewis-order5-287", "order 5, 287 clues",
		"lewis-order5-281", "order 5, 281 clues",
	)
)

// shaves reports whether a level shaves.
func shaves(l level) bool { return strings.HasSuffix(l.name, "+shaving") }

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	list := w.Grid("propagation").Ran()
	known := w.Table("simonis-anchors", "|level", "|puzzles", "|known from", "published", "ours", "|verdict")
	for _, a := range anchors {
		r, words, claim := list, "all", w.Claim(a.source)
		var ours any
		if a.first {
			r, words = list.Where(func(x *campaign.Record) bool { return x.Index < 1000 }), "the first 1,000"
		} else if len(list) < wholeList {
			claim = claim.By(report.Rate{Runs: wholeList})
		}
		ours = papers.Share(r.Succeeded(), papers.Value(a.level))
		if list.StandsIn() {
			ours = "the list was not found"
		} else if a.first && len(r) < 1000 {
			ours = "not all of them were run at this scale"
		}
		known.Row(a.level, words, a.source, claim.Compare(ours))
	}
	w.Compared("published", false, known.Comparisons())

	sample := w.Grid("shaving").Set("sample17").Succeeded()
	t := w.Table("simonis-levels", "|level", "|what it sees", "puzzles", "solved", "candidates left, mean",
		"time, median")
	var names []string
	solved := papers.Series{Name: "17 clues"}
	for _, l := range slices.Concat(levels, shavings) {
		r := list.Succeeded()
		if shaves(l) {
			r = sample
		}
		rate := papers.Share(r, papers.Value(l.name))
		t.Row(l.name, sees[l.name], r, rate, r.Mean(papers.Value(l.name+"-left")),
			report.Seconds(r.Median(papers.Value(l.name+"-seconds"))))
		if len(r) > 0 {
			names, solved.Values = append(names, l.name), append(solved.Values, rate)
		}
		w.Number(l.name, report.Short(100*rate.Value())+" %")
	}
	w.Figure("simonis-solved", papers.Dots(figure.Axis{Label: "share of puzzles solved without search", Min: 0, Max: 1},
		names, solved))
	w.Number("puzzles", len(list.Succeeded()))
	w.Number("sample", len(sample))

	all := slices.Concat(levels, shavings)
	other := w.Table("simonis-sets", "|list", "puzzles", papers.Each(all, func(l level) string { return l.name }))
	for _, s := range sets {
		plain, shaved := w.Grid("sets").Set(s.Key).Succeeded(), w.Grid("shaving").Set(s.Key).Succeeded()
		if len(plain)+len(shaved) == 0 {
			continue
		}
		other.Row(s.Name, max(len(plain), len(shaved)), papers.Each(all, func(l level) any {
			rate := papers.Share(plain, papers.Value(l.name))
			if shaves(l) {
				rate = papers.Share(shaved, papers.Value(l.name))
			}
			c := report.Number(rate.Value())
			c.Title = rate.String()
			return c
		}))
	}

	t = w.Table("simonis-units", "|formula", "|level it should equal", "puzzles solved",
		"equal, cell by cell, expected", "equal, cell by cell, ours", "|equal, cell by cell, verdict")
	made := w.Grid("units").Succeeded()
	for _, f := range formulas {
		name := f.preset.String()
		t.Row(name, f.equals, papers.Share(made, papers.Value(name)),
			w.Claim("equal, cell by cell").Compare(papers.Share(made, papers.Value(name+"-same"))))
	}
}
