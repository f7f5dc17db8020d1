package lewis

import (
	"fmt"
	"math"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

const (
	annealing      = "anneal"
	hybrid         = "lewis+anneal"
	shortAnnealing = "anneal:length=blocks-squared"
	shortHybrid    = "lewis+anneal:length=blocks-squared"
)

// budgets are his seconds at his speed, in moves, by order.
var budgets = map[int]float64{3: 2_400_000, 4: 48_000_000, 5: 540_000_000}

// A curve is one of Figure 3: the three of the paper, order 4 from random grids, and all with shorter chains. The
// figure at the head of the report has the curves with shown: at order 3 every rate is near 1.
type curve struct {
	name, title       string
	order             int
	grid              string
	budget            float64
	shown             bool
	annealing, hybrid string

	points []dipPoint
}

var (
	curves = []curve{
		{"figure-3-order3", "order 3", 3, "lew-2-order3", 2_400_000, false, annealing, hybrid, nil},
		{"figure-3-order4", "order 4", 4, "lew-2-order4", 48_000_000, true, annealing, hybrid, nil},
		{"figure-3-order5", "order 5", 5, "lew-2-order5", 540_000_000, true, annealing, hybrid, nil},
		{"figure-3-order4-random", "order 4, random grids", 4, "lew-2-any-order4", 48_000_000, true,
			annealing, hybrid, nil},
		{"figure-3-order3-short", "order 3, shorter chains", 3, "lew-6-order3", 1_000_000, false,
			shortAnnealing, shortHybrid, nil},
		{"figure-3-order4-short", "order 4, shorter chains", 4, "lew-6-order4", 20_000_000, true,
			shortAnnealing, shortHybrid, nil},
		{"figure-3-order5-short", "order 5, shorter chains", 5, "lew-6-order5", 225_000_000, true,
			shortAnnealing, shortHybrid, nil},
		{"figure-3-order4-random-short", "order 4, random grids, shorter chains", 4, "lew-6-any-order4",
			20_000_000, true, shortAnnealing, shortHybrid, nil},
	}
	// table1 is the rows of Table 1, and the puzzles that stand for his: those of a set whose indices lie between low
	// and high. Lewis has ten runs of each puzzle.
	table1 = []struct {
		order                int
		brief, puzzles, set  string
		instances, low, high int
	}{
		{3, "gentle", "order 3, Los Angeles Times (Mepham), gentle", "lewis-gentle", 10, 0, math.MaxInt},
		{3, "tough", "order 3, Los Angeles Times (Mepham), tough", "lewis-tough", 10, 0, math.MaxInt},
		{3, "diabolical", "order 3, Los Angeles Times (Mepham), diabolical", "lewis-diabolical", 10, 0, math.MaxInt},
		{3, "17 clues", "order 3, Royle, 17 clues", "seventeen", 1000, 0, math.MaxInt},
		{4, "easy", "order 4, menneske.no (Hanssen), easy", "lewis-order4-102", 10, 0, 9},
		{4, "hard", "order 4, menneske.no (Hanssen), hard", "lewis-order4-102", 10, 10, 19},
		{4, "superhard", "order 4, menneske.no (Hanssen), superhard", "lewis-order4-125", 10, 0, math.MaxInt},
		{5, "easy", "order 5, menneske.no (Hanssen), easy", "lewis-order5-287", 10, 0, math.MaxInt},
		{5, "hard", "order 5, menneske.no (Hanssen), hard", "lewis-order5-281", 10, 0, math.MaxInt},
	}
	tableGrids       = []string{"lew-3-order3", "lew-3-clues17", "lew-3-order4", "lew-3-order5"}
	givens           = figure.Axis{Label: "proportion of givens p", Min: 0, Max: 1}
	proportionFilled = figure.Axis{Label: "cells filled", Min: 0, Max: 1}
)

func setOf(order int) string { return fmt.Sprintf("random-%d", order) }

func filled(r *campaign.Record) float64 { return r.Values["full"] / r.Values["cells"] }
func given(r *campaign.Record) float64  { return papers.Clues(r) / r.Values["cells"] }
func whole(r *campaign.Record) float64  { return papers.OneIf(r.Values["full"] == r.Values["cells"]) }

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	figure2(w)
	all := make([]curve, 0, len(curves))
	for _, c := range curves {
		ran := w.Grid(c.grid).Ran()
		for _, g := range papers.GroupBy(ran, proportion) {
			a, h := upTo(c.budget, g.Records.Method(c.annealing)), upTo(c.budget, g.Records.Method(c.hybrid))
			if len(a) > 0 && len(h) > 0 { // an unfinished campaign may have one method only
				c.points = append(c.points, dipPoint{g.Key, a, h, papers.RateOf(a), papers.RateOf(h)})
			}
		}
		all = append(all, c)
		w.Number(c.title+": values of p", len(c.points))
		w.Number(c.title+": instances", len(papers.GroupBy(ran, papers.Index)))
		w.Number(c.title+": runs", len(ran))
		w.Number(c.title+": budget", c.budget)
	}
	figure3(w, all)
	statements(w, all)
	compared(w, all)
	tableOne(w)
	dug(w)
	behind(w)
	public(w)
}

// figure2 makes the tables and figures of the propagation.
func figure2(w *papers.Writer) {
	closures := w.Grid("lew-1").Succeeded()
	anchors := w.Table("figure-2-anchors", "|statement", "published", "ours", "|verdict")
	t := w.Table("figure-2-reference", "|instances", "how many", "filled: reference", "ours", "|verdict",
		"solved: reference", "ours", "|verdict")
	var cells, outright []papers.Series
	all := papers.GroupBy(closures.Set(setOf(3), setOf(4), setOf(5)), proportion)
	at := papers.Keys(all)
	var away []float64
	for i, order := range []int{3, 4, 5} {
		r := closures.Set(setOf(order))
		points := papers.GroupBy(r, proportion)
		name := fmt.Sprintf("order %d", order)
		low, longest := math.NaN(), math.NaN()
		for _, g := range points {
			if g.Key <= 0.2 {
				low = papers.Most([]float64{low, g.Records.Mean(filled) - g.Records.Mean(given)})
			}
			longest = papers.Most([]float64{longest, g.Records.Mean(papers.Preprocess)})
			if g.Key == 0.5 {
				w.Number("filled at half, "+name, fmt.Sprintf("%.2f", g.Records.Mean(filled)))
				w.Number("solved at half, "+name, fmt.Sprintf("%.2f", papers.Share(g.Records, whole).Value()))
			}
		}
		marks := func(value func(papers.Records) any) papers.Series {
			s := papers.Over(name, all, func(g papers.Group[float64]) any {
				if some := g.Records.Set(setOf(order)); len(some) > 0 {
					return value(some)
				}
				return nil
			})
			s.Points = true
			return s
		}
		cells = append(cells, marks(func(r papers.Records) any { return bounded(r.Values(filled)) }))
		outright = append(outright, marks(func(r papers.Records) any { return papers.Share(r, whole) }))
		said := func(id string, ours any) { anchors.Row(name+": "+id, w.Claim(id).Compare(ours)) }
		said("nothing is filled for p up to about 0.2: greatest mean proportion filled beyond the givens", round(4,
			low))
		if full := r.Between(proportion, 0.75, 0.75); len(full) > 0 {
			o := bounded(full.Values(filled))
			o.Value = round(3, o.Value)
			said("nearly complete at p = 0.75: mean proportion filled", o)
		}
		said("less than 0.03 s of CPU for a trial: longest mean time over p (s)", longest)
		for _, p := range []float64{0.10, 0.20, 0.25, 0.30, 0.35, 0.40, 0.45, 0.50, 0.55, 0.60, 0.65, 0.70, 0.75,
			0.80} {
			some := r.Between(proportion, p, p)
			x := some.Values(filled)
			reference := w.Claim(fmt.Sprintf("filled at p = %.2f", p)).At(i)
			t.Row(fmt.Sprintf("order %d, p = %.2f", order, p), some, reference.Because(few(x)).Compare(bounded(x)),
				w.Claim(fmt.Sprintf("solved at p = %.2f", p)).At(i).Compare(papers.Share(some, whole)))
			if len(x) > 0 {
				away = append(away, math.Abs(stats.Mean(x)-reference.Value))
			}
		}
	}
	w.Panels("figure-2",
		papers.Panel{Heading: "proportion of cells",
			Chart: papers.Lines(givens, proportionFilled, at, cells...)},
		papers.Panel{Heading: "proportion of puzzles",
			Chart: papers.Lines(givens, figure.Axis{Label: "puzzles solved outright", Min: 0, Max: 1}, at,
				outright...)})
	w.Number("furthest from the reference", fmt.Sprintf("%.3f", papers.Most(away)))
	w.Number("points of the reference", len(away))
}

func round(digits int, x float64) float64 {
	unit := math.Pow10(digits)
	return math.Round(x*unit) / unit
}

// figure3 makes the figures and the tables of each curve.
func figure3(w *papers.Writer, all []curve) {
	var success, moves []papers.Panel
	rate := figure.Axis{Label: "rate of success", Min: 0, Max: 1}
	for _, c := range all {
		t := w.Table(c.name, "p", "instances", "runs of each method", "annealing", "hybrid",
			"moves per success, annealing", "hybrid")
		var at []float64
		a, h := papers.Series{Name: "annealing", Points: true}, papers.Series{Name: "hybrid", Points: true}
		u, v := a, h
		for _, p := range c.points {
			x, y := papers.ETS(p.a, papers.Moves), papers.ETS(p.h, papers.Moves)
			at, a.Values, h.Values = append(at, p.p), append(a.Values, p.aRate), append(h.Values, p.hRate)
			u.Values, v.Values = append(u.Values, x), append(v.Values, y)
			t.Row(report.Cell{Text: fmt.Sprintf("%.3g", p.p), Number: p.p, IsNumber: true},
				len(papers.GroupBy(p.a, papers.Index)), p.a, p.aRate, p.hRate, amount(x), amount(y))
			if p.p == 0 {
				w.Number(c.title+": moves on the empty grid", x)
			}
		}
		if c.shown {
			success = append(success, papers.Panel{Heading: c.title, Chart: papers.Lines(givens, rate, at, a, h)})
		}
		moves = append(moves, papers.Panel{Heading: c.title,
			Chart: papers.Lines(givens, figure.Axis{Label: "moves per success", Log: true}, at, u, v)})
	}
	w.Panels("figure-3-success", success...)
	w.Panels("figure-3-moves", moves...)
}

// compared makes the table of what the paper says, curve by curve, without verdicts: the shorter chains were chosen by
// their result.
func compared(w *papers.Writer, all []curve) {
	t := w.Table("curves", "|instances and chains", "limit, moves", "annealing, p ≤ 0.2", "lowest between", "at p",
		"p ≥ 0.7", "dip, p", "hybrid there", "values of p that differ", "hybrid higher", "signed ranks, p",
		"instances that differ", "hybrid higher", "signed ranks, p")
	for _, c := range all {
		if len(c.points) == 0 {
			continue
		}
		dip, ranks, each := troughOf(c.points), rankedOf(ratesOf(c.points)), unequalInstances(c.points)
		there := upTo(c.budget, w.Grid(c.grid).Ran().Method(c.hybrid)).Between(proportion, dip.at-0.001, dip.at+0.001)
		t.Row(c.title, c.budget, dip.left, dip.least, fmt.Sprintf("%.3g", dip.at), dip.right, papers.P(dip.p),
			papers.RateOf(there), ranks.differ, ranks.higher, papers.P(ranks.p), each.differ, each.higher,
			papers.P(each.p))
		var a, h papers.Rate
		for _, p := range c.points {
			a, h = a.Plus(p.aRate), h.Plus(p.hRate)
		}
		of := func(r ranked) string { return fmt.Sprintf("%d of %d", r.higher, r.differ) }
		w.Numbers(c.title+": ", map[string]any{"annealing": a.String(), "hybrid": h.String(), "left": dip.left.String(),
			"least": dip.least.String(), "at": fmt.Sprintf("%.3g", dip.at), "right": dip.right.String(),
			"dip": report.Probability(dip.p), "differ": fmt.Sprint(ranks.differ), "higher": fmt.Sprint(ranks.higher),
			"ranks": report.Probability(ranks.p), "instances higher": of(each), "values higher": of(ranks),
			"instances, p": report.Probability(each.p)})
	}
}
