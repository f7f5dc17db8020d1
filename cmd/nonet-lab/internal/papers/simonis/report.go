package simonis

import (
	"cmp"
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
		first         int    // of the first puzzles of the list; 0 for all
		words         string // for them
		set           string // another set than the list
	}{
		{level: "values", source: "unit propagation on the minimal formula", first: 1000, words: "the first 1,000"},
		{level: "hidden", source: "unit propagation on the extended formula", first: 1000, words: "the first 1,000"},
		{level: "hidden", source: "tdoku's table of solvers: no guess with singles"},
		{level: "locked-rows", source: "tdoku's table: and locked candidates of rows"},
		{level: "locked", source: "tdoku's table: and locked candidates of columns"},
		{level: "values", source: "Lynce and Ouaknine 2006: unit propagation, minimal", first: 24260,
			words: "the first 24,260"},
		{level: "hidden", source: "Lynce and Ouaknine 2006: unit propagation, extended", first: 24260,
			words: "the first 24,260"},
		{level: "hidden+shaving", source: "Lynce and Ouaknine 2006: failed literals, extended", first: 24260,
			words: "the first 24,260"},
		{level: "integral", source: "Zhang et al. 2011: easy", set: "thein-easy"},
		{level: "integral", source: "Zhang et al. 2011: medium", set: "thein-medium"},
		{level: "integral", source: "Zhang et al. 2011: hard", set: "thein-hard"},
		{level: "integral", source: "Zhang et al. 2011: evil", set: "thein-evil"},
		{level: "integral", source: "Zhang et al. 2011: 17 clues"},
		{level: "proof", source: "Tang, Wu and Zhu: 17 clues"},
	}
	// guessers lists programs of tdoku's table and what propagates as they do here.
	guessers = papers.List("norvig", "rules:lewis", "kudoku", "dlx", "minisat_augmented", "cdcl:triad",
		"tdoku", "native")
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
)

// gridOf returns the grid that measures a level.
func gridOf(level string) string {
	switch {
	case strings.HasSuffix(level, "+shaving"):
		return "shaving"
	case level == "integral", level == "proof":
		return "relaxation"
	}
	return "propagation"
}

// guesses returns the guesses of a run: decisions, or nodes after the root. Exact cover counts forced steps as none.
func guesses(r *campaign.Record) float64 { return max(papers.Decisions(r), papers.Nodes(r)-1) }

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	list := w.Grid("propagation").Ran()
	known := w.Table("simonis-anchors", "|level", "|puzzles", "|known from", "published", "ours", "|verdict")
	for _, a := range anchors {
		r, words, claim := w.Grid(gridOf(a.level)).Set(cmp.Or(a.set, "clues17")).Ran(), "all", w.Claim(a.source)
		var ours any = papers.Share(r.Succeeded(), papers.Value(a.level))
		switch {
		case a.set != "":
			words = a.set
		case a.first > 0:
			r = r.Where(func(x *campaign.Record) bool { return x.Index < a.first })
			words = a.words
			ours = papers.Share(r.Succeeded(), papers.Value(a.level))
			if len(r) < a.first {
				ours = "not all of them were run at this scale"
			}
		case len(r) < wholeList:
			claim = claim.By(report.Rate{Runs: wholeList})
		}
		if a.set == "" && list.StandsIn() {
			ours = "the list was not found"
		}
		known.Row(a.level, words, a.source, claim.Compare(ours))
	}
	w.Compared("published", false, known.Comparisons())

	shaved := w.Grid("shaving").Set("clues17").Succeeded()
	t := w.Table("simonis-levels", "|level", "|what it sees", "puzzles", "solved", "candidates left, mean",
		"time, median")
	var names []string
	solved := papers.Series{Name: "17 clues"}
	for _, l := range slices.Concat(levels, shavings) {
		r := list.Succeeded()
		if gridOf(l.name) == "shaving" {
			r = shaved
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
	w.Number("shaved", len(shaved))

	t = w.Table("simonis-relaxation", "|set", "puzzles", "proves uniqueness", "finds an integral point",
		"gap, cells, median", "at most", "processor time, median")
	for _, set := range []string{"thein-easy", "thein-medium", "thein-hard", "thein-evil", "clues17"} {
		if r := w.Grid("relaxation").Set(set).Succeeded(); len(r) > 0 {
			gap := r.Values(papers.Value("gap"))
			t.Row(set, r, papers.Share(r, papers.Value("proof")), papers.Share(r, papers.Value("integral")),
				papers.Middle(gap), papers.Most(gap), papers.MedianCell(papers.Time, r))
		}
	}
	relaxed := w.Grid("relaxation").Set("clues17").Succeeded()
	w.Number("relaxation", report.Short(100*papers.Share(relaxed, papers.Value("proof")).Value())+" %")

	t = w.Table("simonis-guesses", "|program", "|its like here", "puzzles", "no guess, published", "no guess, ours",
		"|no guess, verdict", "guesses, published", "guesses, ours", "|guesses, verdict")
	for _, g := range guessers {
		r := w.Grid("guesses").Method(g.Name).Succeeded()
		none := papers.Share(r, func(x *campaign.Record) float64 { return papers.OneIf(guesses(x) == 0) })
		most, mean, ours := w.Claim(g.Key+", no guess"), w.Claim(g.Key+", guesses"), papers.Mean(r.Values(guesses))
		judged := mean.Compare(ours)
		if 0 < len(r) && len(r) < wholeList { // the mean depends on few puzzles with many guesses
			most = most.By(report.Rate{Runs: wholeList})
			judged = []report.Cell{report.Number(mean.Value), report.Measured(ours), {}}
		}
		t.Row(g.Key, papers.Code(g.Name), r, most.Compare(none), judged)
	}
}

// Experiment measures how many puzzles each level of propagation solves without search.
func Experiment() papers.Experiment {
	return papers.New("simonis", write, propagation, shaving, relaxed)
}
