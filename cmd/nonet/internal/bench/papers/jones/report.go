package jones

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/figure"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/report"
	"nonet/cmd/nonet/internal/bench/stats"
)

//go:embed spec.toml
var spec string

// Experiment reproduces the figures of Jones, Roach and Perkins.
func Experiment() papers.Experiment {
	return papers.Experiment{
		Name:    "jones",
		Summary: "steepest-ascent hill climbing: Figures 2, 4, 5 and 6 of Jones, Roach and Perkins 2007",
		Source: "S. K. Jones, P. A. Roach, S. Perkins, Construction of Heuristics for a Search-Based Approach to Solving Sudoku, Research and " +
			"Development in Intelligent Systems XXIV, 2007, pp. 37-49",
		Spec:   spec,
		Tasks:  []campaign.Task{climbTask, firstStartTask},
		Report: document,
	}
}

// A row is a row of Fig. 5 or 6: means.
type row struct {
	name                         string
	set                          string // of Fig. 5
	low, high                    int    // of Fig. 6: clues, both ends included
	givens                       float64
	iterations, restarts, millis float64
}

var publishedLevels = []row{
	{name: "easy", set: "jones-easy", givens: 31.12, iterations: 233.96, restarts: 0.12, millis: 1443996.56},
	{name: "medium", set: "jones-medium", givens: 25.84, iterations: 392.08, restarts: 1.08, millis: 1256019.20},
	{name: "hard", set: "jones-hard", givens: 23.44, iterations: 724.60, restarts: 2.80, millis: 3110608.32},
	{name: "hardest", set: "jones-hardest", givens: 20.33, iterations: 3587.58, restarts: 3.39, millis: 34921304.31},
}

var publishedBands = []row{
	{name: "16-23", low: 16, high: 23, iterations: 1571.652, restarts: 3.086957, millis: 12419636},
	{name: "24-30", low: 24, high: 30, iterations: 548.3182, restarts: 1.386364, millis: 2357723},
	{name: "30-36", low: 30, high: 36, iterations: 64.56522, restarts: 0.130435, millis: 46220.17},
	{name: "37+", low: 37, high: 81, iterations: 1, restarts: 1.333333, millis: 10.33333},
}

// Fig. 4: greedy filling alone, and with swaps afterwards.
const (
	greedy  = "hillclimb:initial=greedy"
	swapped = "hillclimb"
)

// The pairs of weights of Fig. 2. The paper chooses the first.
var weights = []struct{ name, method string }{
	{"1, −1", "hillclimb"},
	{"1, 0", "hillclimb:w1=1:w2=0"},
	{"2, −1", "hillclimb:w1=2:w2=-1"},
	{"1, −0.5", "hillclimb:w1=1:w2=-0.5"},
	{"1, −2", "hillclimb:w1=1:w2=-2"},
	{"1, −5", "hillclimb:w1=1:w2=-5"},
	{"0, −1", "hillclimb:w1=0:w2=-1"},
}

func document(d *papers.Data) (*report.Document, error) {
	e := Experiment()
	r := papers.Records(d.Records)
	return &report.Document{
		Name: e.Name, Title: d.Spec.Title, Source: e.Source, Facts: papers.Facts(d), Lead: leadOf(r),
		Sections: []report.Section{
			levels(r.Grid("jon-1")), bands(r.Grid("jon-1")), starts(r.Grid("jon-2")), coefficients(r),
			readings(r.Grid("jon-readings")), beaten(r.Grid("jon-beaten")), notes(),
		},
	}, nil
}

// leadOf says in words what the records say.
func leadOf(r papers.Records) (lead []string) {
	say := func(format string, args ...any) { lead = append(lead, fmt.Sprintf(format, args...)) }
	say("Jones, Roach and Perkins climb from a filling that is made greedily, by the best swap within a box, count different values of lines and clashes " +
		"with givens, and begin anew on a plateau. All their 100 puzzles were solved, harder ones in more iterations and restarts. The puzzles are not " +
		"available: ours have as many givens on average and were graded by a person's rules.")
	if one := r.Grid("jon-1").Ran(); len(one) > 0 {
		o := papers.RateOf(one).Ours()
		puzzles := papers.PerInstance(one, papers.Success, slices.Max[[]float64])
		ever := 0
		for _, s := range puzzles {
			if s > 0 {
				ever++
			}
		}
		say("Of %d climbs %d were solved within their limit of iterations (%s [%s, %s]), and %d of %d puzzles at least once.", o.Runs, len(one.Succeeded()),
			report.Short(o.Value), report.Short(o.Lo), report.Short(o.Hi), ever, len(puzzles))
		var starts, published []float64
		shorter := true
		for _, p := range publishedLevels {
			if own := one.Set(p.set); len(own) > 0 {
				ours, theirs := perStart(own), p.iterations/(1+p.restarts)
				starts, published = append(starts, ours), append(published, theirs)
				shorter = shorter && ours < theirs
			}
		}
		then := ""
		if shorter {
			then = ": their plateau ends a start later than the reading of it that is used here"
		}
		if len(starts) > 0 {
			say("Mean iterations divided by mean starts are %s to %s by level (published %s to %s)%s.", report.Short(slices.Min(starts)),
				report.Short(slices.Max(starts)), report.Short(slices.Min(published)), report.Short(slices.Max(published)), then)
		}
		if s := bestPlateau(r.Grid("jon-readings")); s != "" {
			lead = append(lead, s)
		}
		trends, words := trendsOf(one), []string{}
		for _, t := range trends {
			if !t.Missing {
				words = append(words, fmt.Sprintf("%s (%s)", t.Claim, t.Measured))
			}
		}
		held := papers.Held(trends)
		if len(words) > 0 {
			say("Of the %d trends claimed, %d hold: %s.", len(words), held, strings.Join(words, "; "))
		}
	}
	if two := r.Grid("jon-2").Ran(); len(two.Method(greedy)) > 0 && len(two.Method(swapped)) > 0 {
		mean := func(m, value string) float64 { return stats.Mean(two.Method(m).Values(papers.Value(value))) }
		before, after := mean(greedy, initialClash), mean(swapped, initialClash)
		say("Swaps after the greedy filling lower the clashes with givens from %s to %s on average (%s %%; published 59 to 26, −56 %%), and the score f₁ goes from %s to %s.",
			report.Short(before), report.Short(after), report.Short(100*(after/before-1)), report.Short(mean(greedy, initialF1)),
			report.Short(mean(swapped, initialF1)))
	}
	if s := bestPair(r.Grid("jon-3")); s != "" {
		lead = append(lead, s)
	}
	if b := r.Grid("jon-beaten").Ran(); len(b) > 0 {
		var words []string
		for _, m := range []string{"hillclimb", "tempering", "ils", "guided"} {
			if own := b.Method(m); len(own) > 0 {
				words = append(words, fmt.Sprintf("`%s` %d of %d in %s", m, len(own.Succeeded()), len(own), report.Duration(stats.Mean(own.Values(papers.Wall)))))
			}
		}
		say("Solved, with the mean time of a run: %s.", strings.Join(words, ", "))
	}
	return lead
}

// levels is the section of Fig. 5.
func levels(r papers.Records) report.Section {
	section := report.Section{Title: "Figure 5: levels of difficulty"}
	t := meansTable("figure-5-means", "Iterations and restarts by level", "level", publishedLevels, func(p row) papers.Records { return r.Set(p.set) })
	bars := &figure.Bars{Y: figure.Axis{Label: "iterations, mean", Log: true}, Series: make([]figure.BarSeries, 3)}
	for i, name := range []string{"ours", "ours, last start", "published"} {
		bars.Series[i].Name = name
	}
	boxes := &figure.Boxes{Y: figure.Axis{Label: "iterations", Log: true}}
	for _, p := range publishedLevels {
		own := r.Set(p.set).Ran()
		bars.Groups = append(bars.Groups, p.name)
		for i, o := range []report.Ours{perPuzzle(own, papers.Moves), perPuzzle(own, papers.Value(lastStart)), {Value: p.iterations}} {
			s := &bars.Series[i]
			if math.IsNaN(o.Value) {
				o.Lo, o.Hi = math.NaN(), math.NaN()
			}
			if s.Y = append(s.Y, o.Value); i < 2 {
				s.Lo, s.Hi = append(s.Lo, o.Lo), append(s.Hi, o.Hi)
			}
		}
		if len(own) > 0 {
			boxes.Samples = append(boxes.Samples, figure.Sample{Name: p.name, Values: own.Values(papers.Moves)})
		}
	}
	section.Blocks = []report.Block{
		t, papers.RelationTable("figure-5-trends", "Trends", "Kendall's τ over puzzles, each with its means over seeds", trendsOf(r)),
		papers.Picture("figure-5", "Iterations by level", "Means, on a logarithmic scale: all iterations of a climb, those of its last start only, and the published ones.", bars),
	}
	if len(boxes.Samples) > 0 {
		section.Blocks = append(section.Blocks, papers.Picture("figure-5-runs", "Iterations of single climbs", "All climbs of a level; those that reached the limit stand at it.", boxes))
	}
	return section
}

// meansTable compares means with those of Fig. 5 or 6.
func meansTable(name, title, of string, published []row, records func(row) papers.Records) *report.Table {
	t := &report.Table{
		Name: name, Title: title,
		Columns: slices.Concat([]report.Column{{Title: of, Text: true}, {Title: "quantity", Text: true}, {Title: "puzzles"}}, report.ComparedColumns(""),
			[]report.Column{{Title: "ours divided by published"}, {Title: "median"}}),
		Notes: []string{
			"Means, with bootstrap intervals over puzzles. Climbs that reach the limit count with it, so that the means are then too small. All published climbs were " +
				"solved; a rate of 25 puzzles matches if the difference is at most 0.05 or two standard errors. The published figures contradict each other (J9): their iterations and restarts " +
				"are printed beside ours and not required to match. \"Iterations, last start\" counts those since the last restart, as the paper may have done (J8).",
		},
	}
	const contradicts = "the published figures contradict each other, and the puzzles are others"
	for _, p := range published {
		own := records(p).Ran()
		puzzles := papers.PerInstance(own, papers.Clues, stats.Mean)
		row := func(quantity string, cells []report.Cell, value float64, o report.Ours, median report.Cell) {
			ratio := report.Cell{}
			if !math.IsNaN(value) && value > 0 && !math.IsNaN(o.Value) {
				ratio = report.Number(o.Value / value)
			}
			t.Rows = append(t.Rows, slices.Concat([]report.Cell{report.Words(p.name), report.Words(quantity), report.Count(len(puzzles))}, cells, []report.Cell{ratio, median}))
		}
		if p.givens > 0 {
			o := report.Ours{Value: stats.Mean(puzzles), Runs: len(puzzles)}
			row("givens", papers.Beside(p.givens, report.Within{Tolerance: 0.5}, "", o), p.givens, o, report.Number(stats.Median(puzzles)))
		}
		solved := papers.RateOf(own).Ours()
		row("solved", papers.Beside(1, report.Rate{Runs: 25}, "", solved), 1, solved, report.Cell{})
		for _, q := range []struct {
			name      string
			value     func(*campaign.Record) float64
			published float64
		}{{"iterations", papers.Moves, p.iterations}, {"iterations, last start", papers.Value(lastStart), p.iterations}, {"restarts", papers.Restarts, p.restarts}} {
			o := perPuzzle(own, q.value)
			cells := papers.Beside(q.published, nil, "", o)
			if cells[2].Verdict == report.NotComparable {
				cells[2].Title = contradicts
			}
			row(q.name, cells, q.published, o, report.Number(stats.Median(own.Values(q.value))))
		}
		o := perPuzzle(own, papers.Wall)
		row("time", papers.BesideSeconds(p.millis/1000, o), p.millis/1000, o, report.Seconds(stats.Median(own.Values(papers.Wall))))
	}
	return t
}

// perPuzzle is the mean over puzzles of their means over seeds.
func perPuzzle(r papers.Records, value func(*campaign.Record) float64) report.Ours {
	o := papers.Mean(papers.PerInstance(r, value, stats.Mean))
	o.Runs = len(r)
	return o
}

// trendsOf are the claims that harder puzzles, and those with fewer givens, take more iterations and restarts.
func trendsOf(r papers.Records) []papers.Relation {
	r = r.Ran()
	rank := map[string]float64{}
	for i, p := range publishedLevels {
		rank[p.set] = float64(i)
	}
	levels := papers.PerInstance(r, func(x *campaign.Record) float64 { return rank[x.Set] }, stats.Mean)
	givens := papers.PerInstance(r, papers.Clues, stats.Mean)
	var claims []papers.Relation
	for _, q := range []struct {
		name  string
		value func(*campaign.Record) float64
	}{{"iterations", papers.Moves}, {"restarts", papers.Restarts}} {
		values := papers.PerInstance(r, q.value, stats.Mean)
		up, down := stats.Kendall(levels, values), stats.Kendall(givens, values)
		claims = append(claims,
			papers.Relation{
				Claim: q.name + " rise from easy to hardest", Measured: "τ = " + report.Short(up.R), P: up.P, Holds: up.R > 0, Missing: math.IsNaN(up.P),
			},
			papers.Relation{
				Claim: q.name + " fall with the number of givens", Measured: "τ = " + report.Short(down.R), P: down.P, Holds: down.R < 0,
				Missing: math.IsNaN(down.P),
			})
	}
	return claims
}

// bands is the section of Fig. 6.
func bands(r papers.Records) report.Section {
	t := meansTable("figure-6-means", "Iterations and restarts by the number of givens", "givens", publishedBands, func(p row) papers.Records {
		return r.Where(func(x *campaign.Record) bool { return p.low <= x.Clues && x.Clues <= p.high })
	})
	t.Notes = append(t.Notes, "Puzzles with 30 givens count in both rows, as the ranges are printed.")
	cloud := figure.Cloud{Name: "puzzles"}
	cloud.X, cloud.Y = papers.PerInstance(r.Ran(), papers.Clues, stats.Mean), papers.PerInstance(r.Ran(), papers.Moves, stats.Mean)
	section := report.Section{Title: "Figure 6: number of givens", Blocks: []report.Block{t}}
	if len(cloud.X) > 0 {
		section.Blocks = append(section.Blocks, papers.Picture("figure-6", "Iterations against givens", "Each point is a puzzle, with its mean over seeds.",
			&figure.Scatter{X: figure.Axis{Label: "givens"}, Y: figure.Axis{Label: "iterations, mean", Log: true}, Groups: []figure.Cloud{cloud}}))
	}
	return section
}
