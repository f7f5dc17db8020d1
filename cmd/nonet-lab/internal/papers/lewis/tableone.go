package lewis

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
)

// secondsOf returns the claim about the mean time of the successes of a row of Table 1. It is printed with its standard
// deviation; NaN where there was no success.
func secondsOf(w *papers.Writer, row, method string) papers.Claim {
	c := w.Claim("table 1, " + row + ": " + method + " time")
	mean, _, _ := strings.Cut(c.Words, " ")
	x, err := strconv.ParseFloat(mean, 64)
	if c.Value = x; err != nil {
		c.Value = math.NaN()
	}
	return c
}

// tableOne makes the tables and the figure of Table 1.
func tableOne(w *papers.Writer) {
	inputs := w.Table("table-1-inputs", "|puzzles", "instances, his", "ours", "given: published", "ours", "|verdict",
		"filled: published", "ours", "|verdict")
	success := w.Table("table-1-success", "|puzzles", "runs, his", "ours of each", "annealing: published", "ours",
		"|verdict", "hybrid: published", "ours", "|verdict")
	times := w.Table("table-1-times", "|puzzles", "annealing: published (s)", "moves of a success, ours", "|verdict",
		"hybrid: published (s)", "moves of a success, ours", "|verdict", "moves per success, annealing", "hybrid",
		"annealing / hybrid")
	short := w.Table("table-1-short", "|puzzles", "runs of each", "annealing: published", "ours", "|would match",
		"hybrid: published", "ours", "|would match")
	var everywhere []pairedRates
	for _, x := range table1 {
		row := fmt.Sprintf("order %d, %s", x.order, x.brief)
		claim := func(what string) papers.Claim { return w.Claim("table 1, " + row + ": " + what) }
		closed := puzzlesOf(x.set, x.low, x.high, w.Grid("lew-3-closures").Succeeded())
		inputs.Row(x.puzzles, x.instances, closed, claim("given").Compare(closed.Mean(given)),
			claim("filled").Compare(closed.Mean(filled)))

		r := puzzlesOf(x.set, x.low, x.high, w.Grid(tableGrids...).Ran())
		a, h := upTo(budgets[x.order], r.Method(annealing)), upTo(budgets[x.order], r.Method(hybrid))
		runs := fmt.Sprint(len(a))
		if len(a) != len(h) {
			runs = fmt.Sprintf("%d, %d", len(a), len(h))
		}
		success.Row(x.puzzles, 10*x.instances, runs, claim("annealing").Compare(papers.RateOf(a)),
			claim("hybrid").Compare(papers.RateOf(h)))
		w.Number("annealing, "+row, papers.RateOf(a))
		w.Number("hybrid, "+row, papers.RateOf(h))
		everywhere = append(everywhere, pairedRates{x.puzzles, papers.RateOf(a), papers.RateOf(h)})

		took := func(method string, r papers.Records) []any {
			c, won := secondsOf(w, row, method), r.Succeeded().Values(papers.Moves)
			var verdict any
			if c.Value > 0 && len(won) >= 5 {
				verdict = c.Verdict(papers.Mean(won))
			}
			return []any{c.Words, stats.Mean(won), verdict}
		}
		aMoves, hMoves := papers.ETS(a, papers.Moves), papers.ETS(h, papers.Moves)
		times.Row(x.puzzles, took("annealing", a), took("hybrid", h), amount(aMoves), amount(hMoves),
			quotient(aMoves, hMoves))

		limit := 20_000_000.0
		if x.order == 3 {
			limit = 1_000_000
		}
		brief := puzzlesOf(x.set, x.low, x.high,
			w.Grid("lew-6-table-order3", "lew-6-table-clues17", "lew-6-table-order4").Ran())
		if len(brief) == 0 {
			continue
		}
		u := papers.RateOf(upTo(limit, brief.Method(shortAnnealing)))
		v := papers.RateOf(upTo(limit, brief.Method(shortHybrid)))
		m := claim("annealing").By(report.Rate{Runs: rateRuns(x.set)}).WouldMatch(u)
		n := claim("hybrid").By(report.Rate{Runs: rateRuns(x.set)}).WouldMatch(v)
		short.Row(x.puzzles, brief.Method(shortHybrid), claim("annealing").Value, u, m, claim("hybrid").Value, v, n)
		for _, match := range []report.Cell{m, n} {
			w.Add("short rates", true)
			w.Add("short rates that would match", match.Text == "yes")
		}
	}
	said := w.Table("table-1-statements", "|statement", "|ours", "|verdict")
	said.Row("the hybrid's rate of success is equal or higher on every set", neverLower(everywhere))
	w.Compared("published", false, inputs.Comparisons(), success.Comparisons())
}

// rateRuns is the number of runs of a published rate of Table 1.
func rateRuns(set string) int {
	if set == "seventeen" {
		return 10000
	}
	return 100
}

// dug makes the table of the puzzles of order 4 with 102 clues, by the grid that they were dug from.
func dug(w *papers.Writer) {
	claims := []papers.Claim{w.Claim("table 1, order 4, easy: annealing"), w.Claim("table 1, order 4, hard: annealing"),
		w.Claim("table 1, order 4, easy: hybrid"), w.Claim("table 1, order 4, hard: hybrid")}
	t := w.Table("table-1-grids", "|grids", "puzzles", "filled by propagation", "runs of each method", "annealing",
		fmt.Sprintf("|would match %.2f", claims[0].Value), fmt.Sprintf("|%.2f", claims[1].Value), "hybrid",
		fmt.Sprintf("|would match %.2f", claims[2].Value), fmt.Sprintf("|%.2f", claims[3].Value))
	for _, x := range []struct {
		title, set, grid  string
		limit             float64
		annealing, hybrid string
	}{
		{"random grids", "lewis-order4-102", "lew-3-order4", 48_000_000, annealing, hybrid},
		{"shuffles", "lewis-order4-102-shuffled", "lew-3-shuffled-order4", 48_000_000, annealing, hybrid},
		{"random grids, shorter chains", "lewis-order4-102", "lew-6-table-order4", 20_000_000, shortAnnealing,
			shortHybrid},
		{"shuffles, shorter chains", "lewis-order4-102-shuffled", "lew-6-table-order4", 20_000_000, shortAnnealing,
			shortHybrid},
	} {
		r := w.Grid(x.grid).Ran().Set(x.set)
		if len(r) == 0 {
			continue
		}
		a, h := upTo(x.limit, r.Method(x.annealing)), upTo(x.limit, r.Method(x.hybrid))
		closed := w.Grid("lew-3-closures").Succeeded().Set(x.set)
		aRate, hRate := papers.RateOf(a), papers.RateOf(h)
		t.Row(x.title, len(papers.GroupBy(r, papers.Index)), closed.Mean(filled), h, aRate, claims[0].WouldMatch(aRate),
			claims[1].WouldMatch(aRate), hRate, claims[2].WouldMatch(hRate), claims[3].WouldMatch(hRate))
	}
}

// behind makes the table of annealing behind each part of the procedure, on the puzzles with 17 clues.
func behind(w *papers.Writer) {
	runs := slices.Concat(seventeen(w.Grid("lew-3-parts17").Ran()), seventeen(w.Grid(tableGrids...).Ran()))
	closed := seventeen(w.Grid("lew-3-closures").Succeeded())
	t := w.Table("table-1-parts17", "|propagation", "filled", "runs", "success", "moves per success")
	for _, x := range []struct{ title, method, part string }{{"none", annealing, "clues"},
		{"naked singles, and hidden singles in rows", "lewis-rows+anneal", "rows"},
		{"and in columns", "lewis-lines+anneal", "lines"}, {"and in boxes: as the paper says", hybrid, "full"}} {
		r := upTo(budgets[3], runs.Method(x.method))
		t.Row(x.title, stats.Mean(share(x.part, closed)), r, papers.RateOf(r), amount(papers.ETS(r, papers.Moves)))
	}
	rows := papers.RateOf(runs.Method("lewis-rows+anneal"))
	w.Number("success behind rows", rows)
	w.Number("success behind rows, verdict", w.Claim("table 1, order 3, 17 clues: hybrid").Verdict(rows).Title)
}

// public makes the table of the instances of Lloyd and Amos. A run succeeds within five seconds of processor time.
func public(w *papers.Writer) {
	methods := papers.List("ants", "ants", "rules:lewis", "backtracking", annealing, "annealing", hybrid, "hybrid",
		"singles+guided", "guided")
	t := w.Table("public", "order", "% given", "instances", "ants, theirs", "ants, ours", "|verdict",
		"backtracking, theirs", "backtracking, ours", "|verdict", "annealing", "hybrid", "guided")
	failed := map[string]int{}
	percent := func(r *campaign.Record) int {
		return 5 * int(math.Round(20*papers.Clues(r)/math.Pow(float64(r.Order), 4)))
	}
	for _, o := range papers.GroupBy(w.Grid("lew-public").Ran(), papers.Order) {
		for _, g := range papers.GroupBy(o.Records, percent) {
			id := fmt.Sprintf("order %d, %d %%", o.Key, g.Key)
			var rates []any
			for _, m := range methods {
				r := g.Records.Method(m.Key)
				won := r.Succeeded().Between(papers.Time, 0, 5)
				rate := papers.Rate{Successes: len(won), Runs: len(r)}
				if failed[m.Name] += len(r) - len(won); m.Name == "ants" || m.Name == "backtracking" {
					rates = append(rates, w.Claim(id+": "+m.Name).Compare(rate))
				} else {
					rates = append(rates, rate.Value())
				}
			}
			t.Row(o.Key, g.Key, len(papers.GroupBy(g.Records, papers.Index)), rates)
		}
	}
	for name, n := range failed {
		w.Number("public: failures of "+name, n)
	}
}
