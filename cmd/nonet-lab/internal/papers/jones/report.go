package jones

import (
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// The methods: the paper's, and its first state without swaps.
const (
	climber    = "hillclimb"
	greedyOnly = "hillclimb:initial=greedy"
)

// A part is the puzzles of a row of Figure 5 or 6.
type part struct {
	name, figure string
	of           func(papers.Records) papers.Records
}

func levelOf(name string) part {
	return part{name, "5", func(r papers.Records) papers.Records { return r.Set("jones-" + name) }}
}

func givensOf(name string, low, high float64) part {
	return part{name, "6", func(r papers.Records) papers.Records { return r.Between(papers.Clues, low, high) }}
}

var (
	levels = []part{levelOf("easy"), levelOf("medium"), levelOf("hard"), levelOf("hardest")}
	bands  = []part{givensOf("16-23 givens", 16, 23), givensOf("24-30 givens", 24, 30),
		givensOf("30-36 givens", 30, 36), givensOf("37+ givens", 37, 81)}
	fillings = []struct{ name, method string }{{"greedy", greedyOnly}, {"greedy and swaps", climber}}
	weights  = papers.List(
		climber, "1, −1", "hillclimb:w1=1:w2=0", "1, 0", "hillclimb:w1=2:w2=-1", "2, −1",
		"hillclimb:w1=1:w2=-0.5", "1, −0.5", "hillclimb:w1=1:w2=-2", "1, −2",
		"hillclimb:w1=1:w2=-5", "1, −5", "hillclimb:w1=0:w2=-1", "0, −1",
	)
	plateaus = []struct{ expansions, method string }{{"10", climber}, {"30", "hillclimb:level=30"},
		{"50", "hillclimb:level=50"}, {"60", "hillclimb:level=60"}, {"100", "hillclimb:level=100"},
		{"300", "hillclimb:level=300"}}

	lastStartOf, initialF1Of = papers.Value(lastStart), papers.Value(initialF1)
	clashesOf, fillTimeOf    = papers.Value(initialClash), papers.Value(initialTime)
)

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	one := w.Grid("jon-1").Ran()
	five := means(w, "figure-5-means", "|level", levels, one)
	six := means(w, "figure-6-means", "|givens", bands, one)
	trends(w, one)
	climbs(w, one)
	four := firstState(w)
	statements(w, one)
	figure2(w)
	plateausByLevel(w)
	w.Compared("published", true, five.Comparisons(), six.Comparisons(), four.Comparisons())
	w.Number("climbs", len(one))
	w.Number("climbs solved", len(one.Succeeded()))
	w.Number("climbs rate", papers.RateOf(one))
	w.Number("puzzles", len(papers.Puzzles(one, papers.Success)))
	w.Number("puzzles ever solved", len(papers.Above(0, papers.Puzzles(one, papers.Success))))
}

// means makes the table of Figure 5 or 6.
func means(w *papers.Writer, name, first string, parts []part, one papers.Records) *papers.Table {
	t := w.Table(name, first, "|quantity", "puzzles", "published", "ours", "|verdict", "ours divided by published",
		"median")
	var ours, theirs []float64
	for _, p := range parts {
		r := p.of(one)
		row := func(quantity string, cells any, o report.Ours, published float64, median any) {
			t.Row(p.name, quantity, len(papers.Puzzles(r, papers.Clues)), cells, o.Value/published, median)
		}
		if p.figure == "5" {
			c, x := w.Claim(p.name+" givens"), papers.Puzzles(r, papers.Clues)
			o := report.Ours{Value: stats.Mean(x)}
			row("givens", c.Compare(o), o, c.Value, stats.Median(x))
		}
		solved := w.Claim("puzzles solved")
		rate := papers.PuzzleRate(r)
		row("puzzles solved", solved.Compare(rate), rate.Ours(), solved.Value, "")
		iterations, all := w.Claim(p.name+" iterations"), papers.PerPuzzle(r, papers.Moves)
		row("iterations", iterations.Compare(all), all, iterations.Value, r.Median(papers.Moves))
		last := papers.PerPuzzle(r, lastStartOf)
		row("iterations, last start", []any{iterations.Value, last, iterations.WouldMatch(last)}, last,
			iterations.Value, r.Median(lastStartOf))
		restarts, o := w.Claim(p.name+" restarts"), papers.PerPuzzle(r, papers.Restarts)
		row("restarts", restarts.Compare(o), o, restarts.Value, r.Median(papers.Restarts))
		time, o := w.Claim(p.name+" milliseconds"), papers.PerPuzzle(r, papers.Time)
		time.Value /= 1000
		row("time", time.CompareSeconds(o), o, time.Value, report.Seconds(r.Median(papers.Time)))
		ours = append(ours, perStart(r))
		theirs = append(theirs, iterations.Value/(1+restarts.Value))
	}
	if parts[0].figure == "5" {
		w.Number("least per start, ours", papers.Least(ours))
		w.Number("most per start, ours", papers.Most(ours))
		w.Number("least per start, published", papers.Least(theirs))
		w.Number("most per start, published", papers.Most(theirs))
	}
	return t
}

// perStart returns the iterations for each start.
func perStart(r papers.Records) float64 { return r.Mean(papers.Moves) / (1 + r.Mean(papers.Restarts)) }

// trends judges what the paper says about Figures 5 and 6.
func trends(w *papers.Writer, one papers.Records) {
	rank, clues := papers.Puzzles(one, level), papers.Puzzles(one, papers.Clues)
	moves, restarts := papers.Puzzles(one, papers.Moves), papers.Puzzles(one, papers.Restarts)
	t := w.Table("figure-5-trends", "|claim", "|ours", "p", "|verdict")
	t.Row("iterations rise from easy to hardest", papers.Rises(rank, moves).Cells())
	t.Row("iterations fall with the number of givens", papers.Falls(clues, moves).Cells())
	t.Row("restarts rise from easy to hardest", papers.Rises(rank, restarts).Cells())
	t.Row("restarts fall with the number of givens", papers.Falls(clues, restarts).Cells())
	w.Figure("figure-6", papers.Scatter(figure.Axis{Label: "givens"}, figure.Axis{Label: "iterations, mean", Log: true},
		figure.Cloud{Name: "puzzles", X: clues, Y: moves}))
}

// climbs draws Figure 5.
func climbs(w *papers.Writer, one papers.Records) {
	mean := func(name string, of papers.Quantity) papers.Series {
		return papers.Over(name, levels, func(p part) any { return papers.PerPuzzle(p.of(one), of) })
	}
	published := papers.Over("published", levels, func(p part) any { return w.Claim(p.name + " iterations").Value })
	published.Reference = true
	w.Figure("figure-5", papers.Dots(figure.Axis{Label: "iterations, mean", Log: true},
		papers.Each(levels, func(p part) string { return p.name }), mean("ours", papers.Moves),
		mean("ours, last start", lastStartOf), published))
}

// firstState makes the tables and the figure of Figure 4.
func firstState(w *papers.Writer) *papers.Table {
	t := w.Table("figure-4-means", "|quantity", "|filling", "runs", "published", "ours", "|verdict")
	two, names := w.Grid("jon-2"), []string{fillings[0].name, fillings[1].name}
	clashes, f1 := papers.Series{}, papers.Series{}
	for _, q := range []struct {
		name string
		of   papers.Quantity
	}{{"time to fill", fillTimeOf}, {"iterations", papers.Moves}, {"f₁", initialF1Of}, {"clashes", clashesOf}} {
		for _, f := range fillings {
			r := two.Method(f.method).Ran()
			compare := w.Claim(f.name + " " + q.name).Compare
			switch q.name {
			case "time to fill":
				compare = w.Claim(f.name + " " + q.name).CompareSeconds
			case "iterations": // of climbs without restart
				r = two.Method(f.method).Succeeded().Between(papers.Restarts, 0, 0)
				w.Number(f.name+" iterations over climbs", r.Mean(papers.Moves))
			case "clashes":
				clashes.Values = append(clashes.Values, papers.Quartiles(r.Values(q.of)))
			case "f₁":
				f1.Values = append(f1.Values, papers.Quartiles(r.Values(q.of)))
			}
			t.Row(q.name, f.name, len(r), compare(papers.PerPuzzle(r, q.of)))
		}
	}
	if w.Figure("figure-4", nil); len(two.Ran()) > 0 {
		w.Panels("figure-4",
			papers.Panel{Heading: "clashes with givens",
				Chart: papers.Dots(figure.Axis{Label: "clashes"}, names, clashes)},
			papers.Panel{Heading: "f₁", Chart: papers.Dots(figure.Axis{Label: "f₁"}, names, f1)})
	}
	before, after := two.Method(greedyOnly).Ran(), two.Method(climber).Ran()
	changes := w.Table("figure-4-changes", "|quantity", "published (%)", "ours (%)", "|claim", "p (Wilcoxon, Holm)",
		"|verdict")
	for _, c := range []struct {
		quantity, claim string
		of              papers.Quantity
	}{{"clashes", "lower", clashesOf}, {"f₁", "higher", initialF1Of}, {"iterations", "not higher", papers.Moves}} {
		published := 100 * (w.Claim("greedy and swaps "+c.quantity).Value/w.Claim("greedy "+c.quantity).Value - 1)
		changes.Row(c.quantity, published, change(c.claim, papers.Puzzles(before, c.of), papers.Puzzles(after, c.of)))
	}
	w.Number("missing digits, greedy", 162-before.Mean(initialF1Of))
	w.Number("missing digits, swaps", 162-after.Mean(initialF1Of))
	return t
}

// statements judges statements of the text.
func statements(w *papers.Writer, one papers.Records) {
	t := w.Table("statements", "|statement", "published", "ours", "|verdict")
	first := w.Grid("jon-2").Method(climber).Ran()
	if len(w.Grid("jon-1", "jon-2").Ran()) > 0 {
		const most = 162 // f₁ of a solution
		at := papers.Share(first, func(r *campaign.Record) float64 { return papers.OneIf(initialF1Of(r) == most) })
		some := papers.Stated(first, at.Successes > 0, "the statement does not hold")
		if some.Verdict == report.Missed {
			some.Cause = "No first state of ours is a solution; the greatest f₁ of one is far from 162. The easiest " +
				"puzzles of the paper are not known"
		}
		t.Row("the improved filling alone solves a small number of the easiest puzzles", "some", at.Ours(), some)
		ever := papers.PuzzleRate(one)
		t.Row("all puzzles are solved with restarts", "100 of 100", ever.Ours(),
			papers.Stated(one, ever.Successes == ever.Runs, "the statement does not hold"))
	}
	w.Number("first states", len(first))
	w.Number("greatest f₁", papers.Most(first.Values(initialF1Of)))
}

// figure2 makes the tables and the figure of Figure 2.
func figure2(w *papers.Writer) {
	three, restarted := w.Grid("jon-3"), w.Grid("jon-3-restarts")
	t := w.Table("figure-2-weights", "|w₁, w₂", "runs", "solved without restart", "iterations of those", "median",
		"p against (1, −1)", "solved with restarts", "iterations of those")
	names := papers.Names(weights)
	rates, means := papers.Series{Name: "without restart"}, papers.Series{Name: "mean of those solved"}
	var most float64
	for _, x := range weights {
		once, again := three.Method(x.Key).Ran(), restarted.Method(x.Key).Ran()
		rate, mean := papers.RateOf(once), papers.Mean(once.Succeeded().Values(papers.Moves))
		rates.Values, means.Values = append(rates.Values, rate), append(means.Values, mean)
		var p any
		if x.Key != climber {
			p = papers.Holm(papers.MoreSuccess(three, climber, x.Key).P)
		}
		t.Row(x.Name, once, papers.PlainRate(rate), mean, once.Succeeded().Median(papers.Moves), p,
			papers.PlainRate(papers.RateOf(again)), papers.Mean(again.Succeeded().Values(papers.Moves)))
		if rate.Value() > most {
			most = rate.Value()
		}
	}
	var many []pair // the pairs that solve at least half as many as the pair that solves most
	for i, name := range names {
		if rate := rates.Values[i].(papers.Rate).Value(); rate >= most/2 {
			many = append(many, pair{name, means.Values[i].(report.Ours).Value})
		}
	}
	if len(three) == 0 {
		many = nil
	}
	w.Table("figure-2-choice", "|claim", "|ours", "|verdict").Row(
		"(1, −1) takes the fewest iterations of all pairs that solve many puzzles", chosen("1, −1", many))
	w.Panels("figure-2", papers.Panel{Heading: "solved",
		Chart: papers.Dots(figure.Axis{Label: "solved without restart"}, names, rates)},
		papers.Panel{Heading: "iterations", Chart: papers.Dots(figure.Axis{Label: "iterations, mean"}, names, means)})
}

// plateausByLevel makes the table of the length of a plateau.
func plateausByLevel(w *papers.Writer) {
	all := w.Grid("jon-readings", "jon-readings-more")
	t := w.Table("readings-plateau", "|level", "|expansions that make a plateau", "runs", "solved", "iterations, mean",
		"restarts, mean", "iterations for each start")
	totals := make([]float64, len(plateaus)) // distance of the starts from the published ones
	for _, p := range levels {
		iterations, restarts := w.Claim(p.name+" iterations").Value, w.Claim(p.name+" restarts").Value
		t.Row(p.name, "published", 25, 1, iterations, restarts, iterations/(1+restarts))
		for i, x := range plateaus {
			r := p.of(all).Method(x.method).Ran()
			starts := papers.Mean(r.Values(papers.Restarts))
			t.Row(p.name, x.expansions, r, papers.PlainRate(papers.RateOf(r)), papers.Mean(r.Values(papers.Moves)),
				starts, perStart(r))
			totals[i] += math.Abs(math.Log((1 + starts.Value) / (1 + restarts)))
		}
	}
	if i := slices.Index(totals, papers.Least(totals)); i >= 0 {
		w.Number("closest plateau", plateaus[i].expansions)
	}
}

// level returns a number that increases with the level of the set of a puzzle, from easy to hardest.
func level(r *campaign.Record) float64 {
	return float64(strings.Index("easy,medium,hard,hardest", strings.TrimPrefix(r.Set, "jones-")))
}
