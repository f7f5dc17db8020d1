package reseda

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
)

// order3 makes the tables of the order of the methods on the hard puzzle.
func order3(w *papers.Writer) {
	r := w.Grid("res-3")
	t := w.Table("table-3-relations", "|claim", "|ours", "p", "|verdict")
	pairs := []struct{ words, more, fewer, known string }{
		{"with 3 zones than without restart", zones3, single, ""},
		{"with 9 zones than with 3", zones9, zones3, "Known: three zones help more than published (R12)"},
		{"with 27 zones than with 9", zones27, zones9, ""},
	}
	for _, p := range pairs {
		t.Row("more success "+p.words, papers.MoreSuccess(r, p.more, p.fewer).Because(p.known).Cells())
	}
	for _, p := range pairs {
		t.Row("more grids "+p.words, papers.MoreOf(r, p.more, p.fewer, papers.Moves).Cells())
	}
	t = w.Table("table-3-ets", "|claim", "|measure", "first", "second", "ratio", "|verdict")
	ran := r.Ran()
	for _, measure := range []string{"grids", "time"} {
		for _, p := range []struct{ claim, cheap, dear string }{
			{"3 zones: less than with 9 zones", zones3, zones9}, {"9 zones: less than with 27 zones", zones9, zones27},
			{"27 zones: less than with no restart", zones27, single}} {
			t.Row(p.claim, measure, cheaper(measure, ran.Method(p.cheap), ran.Method(p.dear)))
		}
	}
	for table, r := range map[int]papers.Records{3: ran.Set("reseda-hard"),
		4: w.Grid("res-4").Set(setOf("fiendish")).Ran()} {
		t := w.Table(fmt.Sprintf("table-%d-ratio", table), "|measure", "published", "ours", "|verdict")
		for _, m := range []struct {
			name string
			of   papers.Quantity
		}{{"grids", papers.Moves}, {"time", papers.Wall}} {
			t.Row(m.name, w.Claim(fmt.Sprintf("ratio of times, table %d", table)).Compare(
				meanRatio(r.Method(zones27).Values(m.of), r.Method(zones3).Values(m.of))))
		}
	}
}

// order4 makes the table of the order of the numbers of zones, class by class.
func order4(w *papers.Writer) {
	t := w.Table("table-4-relations", "|claim", "|ours", "p", "|verdict")
	for _, class := range classes {
		r := w.Grid("res-4").Set(setOf(class))
		for _, p := range []struct{ as, than, more, fewer string }{
			{"with 27 zones as with 9", "with 27 zones than with 9", zones27, zones9},
			{"with 9 zones as with 3", "with 9 zones than with 3", zones9, zones3}} {
			success := papers.MoreSuccess(r, p.more, p.fewer)
			if class == "very easy" {
				t.Row(class+": as much success "+p.as, success.AsMuch().Cells())
				continue
			}
			t.Row(class+": more success "+p.than, success.Cells())
			if class != "easy" {
				t.Row(class+": more grids "+p.than, papers.MoreOf(r, p.more, p.fewer, papers.Moves).Cells())
			}
		}
	}
}

// shift makes the table of Table 4 with one shift of the log-odds for all classes and zones.
func shift(w *papers.Writer) {
	pairs := papers.Each(attempts[4], func(a attempt) ratePair {
		return ratePair{a.claim(w, 4, "success").Value, papers.RateOf(a.records(w))}
	})
	by := commonShift(pairs)
	w.Number("common shift", by)
	t := w.Table("table-4-shift", "|class", "|restarts", "published", "published, shifted", "ours", "|would match")
	for i, a := range attempts[4] {
		c := a.claim(w, 4, "success")
		if c.Value == 1 {
			continue
		}
		published := c.Value
		c.Value = shifted(c.Value, by)
		match := c.WouldMatch(pairs[i].ours)
		t.Row(a.first, a.restarts, published, c.Value, papers.PlainRate(pairs[i].ours), match)
		w.Add("match after the shift", match.Text == "yes")
	}
}

// block makes the table of AI Escargot by trying all permutations of its first block.
func block(w *papers.Writer) {
	right, wrong := w.Grid("res-5-block").Ran(), w.Grid("res-5-wrong").Ran()
	last := attempts[5][3]
	published := 24 * last.claim(w, 5, "time").Value / last.claim(w, 5, "success").Value
	t := w.Table("table-5-block", "|quantity", "published", "ours", "|verdict")
	t.Row("admissible permutations",
		w.Claim("admissible permutations").Compare(papers.Least(right.Values(papers.Value("admissible")))))
	t.Row("success with a wrong block", w.Claim("success with a wrong block").Compare(papers.RateOf(wrong)))
	t.Row("expected time, 24 attempts as long as those with the right block", report.Seconds(published),
		report.MeasuredSeconds(times(24, papers.CostOfSuccess(right, papers.Wall))))
	if len(right) > 0 && len(wrong) > 0 {
		t.Row("expected time, with the wrong blocks measured", "", report.Seconds(
			(right.Mean(papers.Wall)+23*wrong.Mean(papers.Wall))/papers.RateOf(right).Value()))
	}
}

// annealing compares the strategy that the paper recommends with annealing, which it says to be slower.
func annealing(w *papers.Writer) {
	const annealing = "anneal"
	t := w.Table("annealing", "|puzzle", "|method", "runs", "success", "time per success", "divided by annealing's",
		"|faster, as the paper says")
	for _, set := range []string{"reseda-easy", "reseda-medium", "reseda-hard"} {
		grid := w.Grid("res-annealing").Set(set)
		slow := papers.CostOfSuccess(grid.Method(annealing), papers.Time)
		for _, method := range []string{"reseda:zones=3", "reseda", annealing, "lewis+anneal"} {
			r := grid.Method(method).Ran()
			cost := papers.CostOfSuccess(r, papers.Time)
			var verdict any
			if strings.HasPrefix(method, "reseda") && len(r) > 0 {
				verdict = papers.Holds(cost.Hi < slow.Lo, "the intervals of the times do not show it")
			}
			t.Row(set, papers.Code(method), r, papers.PlainRate(papers.RateOf(r)), report.MeasuredSeconds(cost),
				cost.Value/slow.Value, verdict)
		}
	}
}

// rounds returns the number of rounds of a run; a solution may end the last round early.
func rounds(r *campaign.Record) float64 { return math.Ceil(papers.Moves(r) / gridsOfRound) }
