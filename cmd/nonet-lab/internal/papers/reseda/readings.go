package reseda

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"

	"gonum.org/v1/gonum/floats"
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
	var pairs []ratePair
	for _, a := range attempts[4] {
		pairs = append(pairs, ratePair{a.claim(w, 4, "success").Value, papers.RateOf(a.records(w))})
	}
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

// readings makes the tables of what the paper leaves open.
func readings(w *papers.Writer) {
	t := w.Table("readings", "|puzzle", "|reading", "runs", "published", "ours", "|would match", "rounds of a success",
		"p against the first")
	for _, puzzle := range []string{"medium", "hard"} {
		c := w.Claim("table 2, both, α = 0.7: success")
		if puzzle == "hard" {
			c = w.Claim("shots that solve the hard puzzle")
		}
		all := w.Grid("res-readings").Set("reseda-" + puzzle)
		for _, x := range []struct{ reading, method string }{
			{"as above: cells in order of their highest probability, before renormalising", single},
			{"R11: in order of their highest renormalised probability", single + byOrder},
			{"R4: a cell without a value left takes one that the block lacks", single + ":stuck=untaken"},
			{"selection: the best of each of ten groups", single + ":selection=cheapest-of-group"},
			{"β = 0.8", "reseda:beta=0.8:attempts=1:zones=0"}, {"β = 0.95", "reseda:beta=0.95:attempts=1:zones=0"}} {
			r := all.Method(x.method)
			var p any = "-"
			if x.method != single {
				p = papers.Holm(papers.Fisher(all.Method(single), r), puzzle)
			}
			t.Row(puzzle, x.reading, r.Ran(), c.Value, papers.PlainRate(papers.RateOf(r)),
				c.WouldMatch(papers.RateOf(r)), r.Succeeded().Mean(rounds), p)
		}
		w.Number(puzzle+" before", papers.RateOf(all.Method(single)))
		w.Number(puzzle+" after", papers.RateOf(all.Method(single+byOrder)))
	}
	t = w.Table("readings-beta", "α", "β", "runs", "success, published", "success, ours", "|would match",
		"rounds, published", "rounds, ours", "|would match")
	for _, alpha := range []float64{0.9, 0.7, 0.5} {
		s := shot{1, "pre-computation", alpha}
		for _, beta := range []float64{0.6, 0.8, 0.95} {
			grid := "res-readings-beta"
			if beta == 0.6 {
				grid = "res-1"
			}
			r := w.Grid(grid).Method(s.method(beta))
			success, round := s.claim(w, "success"), s.claim(w, "rounds")
			taken := papers.Mean(r.Succeeded().Values(rounds))
			t.Row(alpha, beta, r.Ran(), success.Value, papers.PlainRate(papers.RateOf(r)),
				success.WouldMatch(papers.RateOf(r)), round.Value, taken, round.WouldMatch(taken))
			w.Number(fmt.Sprintf("pre-computation, α = %v, β = %v", alpha, beta), papers.RateOf(r))
		}
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

// beaten makes the table of today's methods.
func beaten(w *papers.Writer) {
	t := w.Table("beaten", "|puzzles", "|method", "runs", "success", "moves, mean", "moves, most", "time, mean",
		"time, most", "time per success", "published ETS divided by ours")
	fiendish, escargot := attempts[4][12], attempts[5][2]
	for _, x := range []struct {
		puzzles, beaten string
		was             attempt
		ets             float64
	}{{"fiendish", "res-beaten-fiendish", fiendish,
		fiendish.claim(w, 4, "time").Value / fiendish.claim(w, 4, "success").Value},
		{"AI Escargot", "res-beaten-escargot", escargot, escargot.claim(w, 5, "time").Value * 1000 / 9}} {
		var costs []float64
		for _, method := range []string{zones27, "singles+eda", "singles+guided"} {
			grid := x.beaten
			if method == zones27 {
				grid = x.was.grid
			}
			r := w.Grid(grid).Set(x.was.set).Method(method).Ran()
			wall, cost := r.Values(papers.Wall), papers.CostOfSuccess(r, papers.Wall)
			costs = append(costs, cost.Value)
			t.Row(x.puzzles, papers.Code(method), r, papers.PlainRate(papers.RateOf(r)), r.Mean(papers.Moves),
				papers.Most(r.Values(papers.Moves)), report.Seconds(r.Mean(papers.Wall)),
				report.Seconds(papers.Most(wall)), report.MeasuredSeconds(cost), x.ets/cost.Value)
			w.Number(x.puzzles+" solved by "+method, papers.RateOf(r).String())
		}
		w.Number(x.puzzles+" cheaper", costs[0]/costs[1])
	}
	w.Number("solved by naked singles", floats.Sum(w.Grid("res-singles").Ran().Values(papers.Value("closed"))))
}

// rounds returns the number of rounds of a run; a solution may end the last round early.
func rounds(r *campaign.Record) float64 { return math.Ceil(papers.Moves(r) / gridsOfRound) }
