package reseda

import (
	"fmt"
	"math"
	"strings"

	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/cmd/nonet-lab/internal/stats"
	"nonet/internal/slice"
)

// The methods: a single attempt without restarts, and with 3, 9 and 27 zones.
const (
	single  = "reseda:attempts=1:zones=0"
	zones3  = "reseda:attempts=1:zones=3"
	zones9  = "reseda:attempts=1:zones=9"
	zones27 = "reseda:attempts=1"
)

// A shot is a row of Table 1 or 2: single shots with an update that keeps α of the old probabilities.
type shot struct {
	table    int
	sampling string
	alpha    float64
}

// method returns the method of a shot with β, or without it if it is 0.6.
func (s shot) method(beta float64) string {
	name := "reseda"
	if s.alpha != 0.7 {
		name += fmt.Sprintf(":alpha=%v", s.alpha)
	}
	if beta != 0.6 {
		name += fmt.Sprintf(":beta=%v", beta)
	}
	name += ":attempts=1:zones=0"
	if s.sampling != "both" {
		name += ":sampling=" + s.sampling
	}
	return name
}

// claim returns what the paper says of a shot: success or rounds.
func (s shot) claim(w *papers.Writer, what string) papers.Claim {
	return w.Claim(fmt.Sprintf("table %d, %s, α = %v: %s", s.table, s.sampling, s.alpha, what))
}

// shotsOf returns the rows of Table 1 or 2.
func shotsOf(table int) (all []shot) {
	samplings, alphas := []string{"permutations", "pre-computation", "both"}, []float64{0.99, 0.9, 0.7, 0.5}
	if table == 2 {
		samplings, alphas = samplings[2:], append(alphas, 0.3, 0.1)
	}
	for _, sampling := range samplings {
		for _, alpha := range alphas {
			all = append(all, shot{table, sampling, alpha})
		}
	}
	return all
}

// An attempt is a row of Table 3, 4 or 5.
type attempt struct {
	first, restarts, method, grid, set string
}

var (
	zones    = papers.List(zones27, "27 zones", zones9, "9 zones", zones3, "3 zones")
	classes  = []string{"very easy", "easy", "medium", "hard", "fiendish"}
	attempts = map[int][]attempt{
		3: {{"hard", "no restart", single, "res-3", "reseda-hard"}, {"hard", "3 zones", zones3, "res-3", "reseda-hard"},
			{"hard", "9 zones", zones9, "res-3", "reseda-hard"}, {"hard", "27 zones", zones27, "res-3", "reseda-hard"}},
		4: table4(),
		5: {{"AI Escargot", "3 zones", zones3, "res-5", "escargot"}, {"AI Escargot", "9 zones", zones9, "res-5",
			"escargot"},
			{"AI Escargot", "27 zones", zones27, "res-5", "escargot"},
			{"with the right block", "27 zones", zones27, "res-5-block", "escargot"}},
	}
	// clues of the hard puzzle, and regions of which the text says that they are always right.
	clues = []string{".1.7.89..", "38.......", "..9..56..", ".9..7....", ".31....2.", "...45..8.", ".5..6249.",
		"673.49.51", ".4......3"}
	regions = []struct{ region, cells string }{
		{"the three bottom blocks", strings.Repeat(".", 54) + strings.Repeat("x", 27)},
		{"columns two and four", strings.Repeat(".x.x.....", 9)},
	}
)

func setOf(class string) string { return "kennett-" + strings.ReplaceAll(class, " ", "-") }

func table4() (all []attempt) {
	for _, class := range classes {
		for _, z := range zones {
			all = append(all, attempt{class, z.Name, z.Key, "res-4", setOf(class)})
		}
	}
	return all
}

func (a attempt) claim(w *papers.Writer, table int, what string) papers.Claim {
	return w.Claim(fmt.Sprintf("table %d, %s, %s: %s", table, a.first, a.restarts, what))
}

func (a attempt) records(w *papers.Writer) papers.Records {
	return w.Grid(a.grid).Set(a.set).Method(a.method)
}

// write makes the tables and figures of the report.
func write(w *papers.Writer) {
	var compared [][]report.Comparison
	for _, table := range []int{1, 2} {
		compared = append(compared, singleShots(w, table).Comparisons("success, verdict"))
		closeToOneShots(w, table)
	}
	text(w)
	for _, table := range []int{3, 4, 5} {
		compared = append(compared, restarts(w, table).Comparisons("success, verdict"))
	}
	w.Compared("published", false, compared...)
	grades(w)
	order3(w)
	order4(w)
	shift(w)
	block(w)
	annealing(w)
}

// singleShots makes Table 1 or 2 and its figure.
func singleShots(w *papers.Writer, table int) *papers.Table {
	t := w.Table(fmt.Sprintf("table-%d", table), "|sampling", "|α", "runs", "success, published", "success, ours",
		"|success, verdict", "rounds, published", "rounds, ours", "|rounds, verdict")
	var alphas []float64
	var success, rounded []papers.Series // by sampling: ours, then published
	for _, s := range shotsOf(table) {
		r := w.Grid(fmt.Sprintf("res-%d", table)).Method(s.method(0.6))
		taken := papers.Mean(r.Succeeded().Values(rounds))
		of := s.claim(w, "rounds").Compare(taken)
		if table == 1 {
			of = papers.Same(fmt.Sprintf("rounds %s %v", s.sampling, s.alpha), of)
		}
		t.Row(s.sampling, fmt.Sprintf("α = %v", s.alpha), r.Ran(), s.claim(w, "success").Compare(papers.RateOf(r)), of)
		if k := len(success); k == 0 || success[k-2].Name != s.sampling {
			ours := papers.Series{Name: s.sampling, Points: true, Values: make([]any, len(alphas))}
			published := papers.Series{Name: s.sampling + ", published", Points: true, Reference: true,
				Values: make([]any, len(alphas))}
			success, rounded = append(success, ours, published), append(rounded, ours, published)
		}
		alphas = append(alphas, s.alpha)
		k := len(success) - 2
		success[k].Values = append(success[k].Values, papers.RateOf(r))
		success[k+1].Values = append(success[k+1].Values, s.claim(w, "success").Value)
		rounded[k].Values = append(rounded[k].Values, taken)
		rounded[k+1].Values = append(rounded[k+1].Values, s.claim(w, "rounds").Value)
	}
	w.Panels(fmt.Sprintf("figure-table-%d", table),
		papers.Panel{Heading: "Success", Chart: papers.Lines(figure.Axis{Label: "α"},
			figure.Axis{Label: "success rate", Max: 1}, alphas, success...)},
		papers.Panel{Heading: "Rounds", Chart: papers.Lines(figure.Axis{Label: "α"},
			figure.Axis{Label: "rounds of a success", Log: true}, alphas, rounded...)})
	return t
}

// closeToOneShots makes the table of Table 1 or 2 with β = 0.95 (R2).
func closeToOneShots(w *papers.Writer, table int) {
	t := w.Table(fmt.Sprintf("table-%d-beta", table), "|sampling", "|α", "success, published", "β = 0.6",
		"|would match", "β = 0.95", "|would match", "rounds, published", "β = 0.6", "|would match", "β = 0.95",
		"|would match")
	grid := fmt.Sprintf("res-%d", table)
	if len(w.Grid(grid+"-beta").Ran()) == 0 {
		return
	}
	for _, s := range shotsOf(table) {
		r, close := w.Grid(grid).Method(s.method(0.6)), w.Grid(grid+"-beta").Method(s.method(0.95))
		success, round := s.claim(w, "success"), s.claim(w, "rounds")
		six, one := papers.RateOf(r), papers.RateOf(close)
		taken, closeTaken := papers.Mean(r.Succeeded().Values(rounds)), papers.Mean(close.Succeeded().Values(rounds))
		a, b := success.WouldMatch(six), success.WouldMatch(one)
		t.Row(s.sampling, fmt.Sprintf("α = %v", s.alpha), success.Value, papers.PlainRate(six), a,
			papers.PlainRate(one), b, round.Value, taken, round.WouldMatch(taken), closeTaken,
			round.WouldMatch(closeTaken))
		chosen := table == 1 && s.sampling == "pre-computation" && s.alpha <= 0.9
		w.Add("matches with β = 0.95", b.Text == "yes")
		w.Add("others", !chosen)
		w.Add("others match with β = 0.6", !chosen && a.Text == "yes")
		w.Add("others match with β = 0.95", !chosen && b.Text == "yes")
	}
}

// text makes the table of numbers of the text.
func text(w *papers.Writer) {
	won := w.Grid("res-1").Method(single).Succeeded()
	grids := papers.Mean(won.Values(papers.Moves))
	time := w.Claim("time of these grids")
	t := w.Table("text", "|what", "published", "ours", "|verdict")
	t.Row("grids of a success on the easy puzzle, α = 0.7", papers.Same("rounds both 0.7",
		w.Claim("grids of a success on the easy puzzle, α = 0.7").Compare(grids)))
	t.Row("time of these grids", report.Seconds(time.Value), report.Seconds(won.Mean(papers.Wall)), time.Verdict(grids))
	t.Row("shots that solve the hard puzzle",
		w.Claim("shots that solve the hard puzzle").Compare(papers.RateOf(w.Grid("res-3").Method(single))))
	published := attempts[3][0].claim(w, 3, "time").Value
	w.Number("rounds of the published time", published*9/time.Value)
	w.Number("three full shots", fmt.Sprintf("%.3f", 1-math.Pow(1-w.Claim("shots that solve the hard puzzle").Value,
		3)))
	three := w.Grid("res-3-shots").Method("reseda:attempts=3:zones=0")
	w.Number("three shots measured", papers.RateOf(three))
	w.Number("rounds of three shots", three.Mean(rounds))
	w.Number("rounds of one shot", w.Grid("res-3").Method(single).Mean(rounds))
}

// restarts makes Table 3, 4 or 5.
func restarts(w *papers.Writer, table int) *papers.Table {
	first := map[int]string{3: "|puzzle", 4: "|class", 5: "|puzzle"}[table]
	t := w.Table(fmt.Sprintf("table-%d", table), first, "|restarts", "runs", "success, published", "success, ours",
		"|success, verdict", "mean time, published", "mean time, ours", "|mean time, verdict", "ETS, published",
		"ETS, ours", "|ETS, verdict", "rounds, mean", "grids, mean", "grids per success",
		"published time divided by our grids (µs)")
	var ours, theirs figure.Cloud
	marks := map[string]*papers.Series{}
	var each []float64
	for _, a := range attempts[table] {
		r := a.records(w)
		ran := r.Ran()
		time, success, rate := a.claim(w, table, "time"), a.claim(w, table, "success"), papers.RateOf(r)
		ets, verdict := time.Value/success.Value, any("")
		if table == 3 {
			c := a.claim(w, table, "ETS")
			ets, verdict = c.Value, c.Verdict(papers.CostOfSuccess(r, papers.Moves))
		} else if a.restarts == "27 zones" && a.first == "AI Escargot" {
			ets = time.Value * 1000 / 9 // 9 of 1000 runs; the rate is printed as 0.009
		}
		taken := papers.Mean(ran.Values(papers.Wall))
		eachGrid := 1e6 * time.Value / ran.Mean(papers.Moves)
		each = append(each, eachGrid)
		t.Row(a.first, a.restarts, ran, success.Compare(rate), report.Seconds(time.Value),
			report.MeasuredSeconds(taken), time.Verdict(papers.Mean(ran.Values(papers.Moves))), report.Seconds(ets),
			report.MeasuredSeconds(papers.CostOfSuccess(r, papers.Wall)), verdict, ran.Mean(rounds),
			ran.Mean(papers.Moves), papers.CostOfSuccess(r, papers.Moves), eachGrid)
		ours.X, ours.Y = append(ours.X, taken.Value), append(ours.Y, rate.Value())
		theirs.X, theirs.Y = append(theirs.X, time.Value), append(theirs.Y, success.Value)
		for name, value := range map[string]any{a.restarts: rate, a.restarts + ", published": success.Value} {
			if marks[name] == nil {
				marks[name] = &papers.Series{Name: name, Reference: strings.HasSuffix(name, ", published")}
			}
			marks[name].Values = append(marks[name].Values, value)
		}
		if table == 4 && success.Value < 1 {
			w.Add("rates below 1", true)
			w.Add("of ours lower", rate.Value()-success.Value <= -0.000001)
		}
	}
	w.Number(fmt.Sprintf("time of a grid, table %d", table), stats.Median(each))
	switch table {
	case 3:
		ours.Name, theirs.Name = "ours", "published"
		if len(w.Grid("res-3").Ran()) == 0 {
			ours = figure.Cloud{}
		}
		w.Figure("figure-table-3", papers.Scatter(figure.Axis{Label: "mean time (s)", Log: true},
			figure.Axis{Label: "success rate", Max: 1}, ours, theirs))
	case 4:
		var all []papers.Series
		for _, suffix := range []string{"", ", published"} {
			for _, z := range zones {
				all = append(all, *marks[z.Name+suffix])
			}
		}
		w.Figure("figure-table-4", papers.Dots(figure.Axis{Label: "success rate", Max: 1}, classes, all...))
	}
	return t
}

// grades makes the tables and the figure of Figure 4.2.
func grades(w *papers.Writer) {
	cells := freeCells(slice.Make(len(clues), func(row int) string {
		return w.Claim(fmt.Sprintf("grades of row %d", row+1)).Words
	}))
	all := w.Grid("res-cells")
	shots := all.Method(single).Ran()
	w.Number("shots", len(shots))
	t := w.Table("figure-4.2", "|published grade", "free cells", "A is most likely by our shots", "B", "-")
	under := w.Table("figure-4.2-regions", "|region", "published", "shots in which all its cells are right",
		"probability of 100 such shots in a row", "|verdict")
	if len(shots) > 0 {
		for _, c := range gradeCounts(shots, cells) {
			t.Row(c.grade, c.published, c.likely[0], c.likely[1], c.likely[2])
		}
		for _, x := range regions {
			share := allRight(shots, x.cells, cells)
			hundred := math.Pow(share, 100)
			under.Row(x.region, "always", share, hundred,
				papers.Holds(hundred >= 0.05, "100 such shots in a row have a probability below 0.05"))
		}
	}
	w.Figure("figure-4.2-board", gradeBoard(shots, cells))
	found := agreement(shots, cells)
	w.Table("figure-4.2-agreement", "shots", "solved", "free cells", "with the most likely grade", "|verdict",
		"expected of 100 shots of ours", "their 5 % quantile").Row(shots, papers.PlainRate(papers.RateOf(shots)),
		found.cells, found.agree,
		papers.Stated(shots, found.agree >= found.low, "fewer cells agree than between shots of our own"),
		found.expected, found.low)
	w.Number("free cells", found.cells)
	w.Number("free cells with the most likely grade", found.agree)
}

// gridsOfRound is the number of grids that a round samples.
const gridsOfRound = 100
