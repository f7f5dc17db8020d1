package experiment

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/figure"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

//go:embed specs/jones.toml
var jonesSpec string

// jones reproduces the figures of Jones, Roach and Perkins.
func jones() Experiment {
	return Experiment{
		Name:    "jones",
		Summary: "steepest-ascent hill climbing: Figures 2, 4, 5 and 6 of Jones, Roach and Perkins 2007",
		Source: "S. K. Jones, P. A. Roach, S. Perkins, Construction of Heuristics for a Search-Based Approach to Solving Sudoku, Research and " +
			"Development in Intelligent Systems XXIV, 2007, pp. 37-49",
		Spec:   jonesSpec,
		Tasks:  []campaign.Task{climbTask, firstStartTask},
		Report: reportJones,
	}
}

// A jonesRow is a row of Fig. 5 or 6: means.
type jonesRow struct {
	name                         string
	set                          string // of Fig. 5
	low, high                    int    // of Fig. 6: clues, both ends included
	givens                       float64
	iterations, restarts, millis float64
}

var jonesFigure5 = []jonesRow{
	{name: "easy", set: "jones-easy", givens: 31.12, iterations: 233.96, restarts: 0.12, millis: 1443996.56},
	{name: "medium", set: "jones-medium", givens: 25.84, iterations: 392.08, restarts: 1.08, millis: 1256019.20},
	{name: "hard", set: "jones-hard", givens: 23.44, iterations: 724.60, restarts: 2.80, millis: 3110608.32},
	{name: "hardest", set: "jones-hardest", givens: 20.33, iterations: 3587.58, restarts: 3.39, millis: 34921304.31},
}

var jonesFigure6 = []jonesRow{
	{name: "16-23", low: 16, high: 23, iterations: 1571.652, restarts: 3.086957, millis: 12419636},
	{name: "24-30", low: 24, high: 30, iterations: 548.3182, restarts: 1.386364, millis: 2357723},
	{name: "30-36", low: 30, high: 36, iterations: 64.56522, restarts: 0.130435, millis: 46220.17},
	{name: "37+", low: 37, high: 81, iterations: 1, restarts: 1.333333, millis: 10.33333},
}

// Fig. 4: greedy filling alone, and with swaps afterwards.
const (
	jonesGreedy  = "hillclimb:initial=greedy"
	jonesSwapped = "hillclimb"
)

// The pairs of weights of Fig. 2. The paper chooses the first.
var jonesWeights = []struct{ name, method string }{
	{"1, −1", "hillclimb"},
	{"1, 0", "hillclimb:w1=1:w2=0"},
	{"2, −1", "hillclimb:w1=2:w2=-1"},
	{"1, −0.5", "hillclimb:w1=1:w2=-0.5"},
	{"1, −2", "hillclimb:w1=1:w2=-2"},
	{"1, −5", "hillclimb:w1=1:w2=-5"},
	{"0, −1", "hillclimb:w1=0:w2=-1"},
}

func reportJones(d *Data) (*report.Document, error) {
	e := jones()
	r := Records(d.Records)
	return &report.Document{
		Name: e.Name, Title: d.Spec.Title, Source: e.Source, Facts: Facts(d), Lead: jonesLead(r),
		Sections: []report.Section{
			jonesLevels(r.Grid("jon-1")), jonesBands(r.Grid("jon-1")), jonesStarts(r.Grid("jon-2")), jonesCoefficients(r),
			jonesReadings(r.Grid("jon-readings")), jonesBeaten(r.Grid("jon-beaten")), jonesNotes(),
		},
	}, nil
}

// jonesLead says in words what the records say.
func jonesLead(r Records) (lead []string) {
	say := func(format string, args ...any) { lead = append(lead, fmt.Sprintf(format, args...)) }
	say("Jones, Roach and Perkins climb from a filling that is made greedily, by the best swap within a box, count different values of lines and clashes " +
		"with givens, and begin anew on a plateau. All their 100 puzzles were solved, harder ones in more iterations and restarts. The puzzles are not " +
		"available: ours have as many givens on average and were graded by a person's rules.")
	if one := r.Grid("jon-1").Ran(); len(one) > 0 {
		o := rateOf(one).ours()
		puzzles := PerInstance(one, succeeded, slices.Max[[]float64])
		ever := 0
		for _, s := range puzzles {
			if s > 0 {
				ever++
			}
		}
		say("Of %d climbs %d were solved within their limit of iterations (%s [%s, %s]), and %d of %d puzzles at least once.", o.Runs, len(one.Succeeded()),
			report.Short(o.Value), report.Short(o.Lo), report.Short(o.Hi), ever, len(puzzles))
		starts, shorter := []string{}, true
		for _, p := range jonesFigure5 {
			if own := one.Set(p.set); len(own) > 0 {
				ours, theirs := perStart(own), p.iterations/(1+p.restarts)
				starts = append(starts, fmt.Sprintf("%s %s (published %s)", p.name, report.Short(ours), report.Short(theirs)))
				shorter = shorter && ours < theirs
			}
		}
		then := ""
		if shorter {
			then = ": their plateau ends a start later than the reading of it that is used here"
		}
		say("Mean iterations divided by mean starts are %s%s.", strings.Join(starts, ", "), then)
		if s := jonesBestPlateau(r.Grid("jon-readings")); s != "" {
			lead = append(lead, s)
		}
		trends, words := jonesTrends(one), []string{}
		for _, t := range trends {
			if !t.missing {
				words = append(words, fmt.Sprintf("%s (%s)", t.claim, t.measured))
			}
		}
		held := heldOf(trends)
		if len(words) > 0 {
			say("Of the %d trends claimed, %d hold: %s.", len(words), held, strings.Join(words, "; "))
		}
	}
	if two := r.Grid("jon-2").Ran(); len(two.Method(jonesGreedy)) > 0 && len(two.Method(jonesSwapped)) > 0 {
		mean := func(m, value string) float64 { return stats.Mean(two.Method(m).Values(Value(value))) }
		before, after := mean(jonesGreedy, initialClash), mean(jonesSwapped, initialClash)
		say("Swaps after the greedy filling lower the clashes with givens from %s to %s on average (%s %%; published 59 to 26, −56 %%), and the score f₁ goes from %s to %s.",
			report.Short(before), report.Short(after), report.Short(100*(after/before-1)), report.Short(mean(jonesGreedy, initialF1)),
			report.Short(mean(jonesSwapped, initialF1)))
	}
	if s := jonesBestPair(r.Grid("jon-3")); s != "" {
		lead = append(lead, s)
	}
	if b := r.Grid("jon-beaten").Ran(); len(b) > 0 {
		var words []string
		for _, m := range []string{"hillclimb", "tempering", "ils", "guided"} {
			if own := b.Method(m); len(own) > 0 {
				words = append(words, fmt.Sprintf("`%s` %d of %d in %s", m, len(own.Succeeded()), len(own), report.Duration(stats.Mean(own.Values(Wall)))))
			}
		}
		say("Solved, with the mean time of a run: %s.", strings.Join(words, ", "))
	}
	return lead
}

// jonesLevels is the section of Fig. 5.
func jonesLevels(r Records) report.Section {
	section := report.Section{Title: "Figure 5: levels of difficulty"}
	t := jonesTable("figure-5-means", "Iterations and restarts by level", "level", jonesFigure5, func(p jonesRow) Records { return r.Set(p.set) })
	bars := &figure.Bars{Y: figure.Axis{Label: "iterations, mean", Log: true}, Series: make([]figure.BarSeries, 3)}
	for i, name := range []string{"ours", "ours, last start", "published"} {
		bars.Series[i].Name = name
	}
	boxes := &figure.Boxes{Y: figure.Axis{Label: "iterations", Log: true}}
	for _, p := range jonesFigure5 {
		own := r.Set(p.set).Ran()
		bars.Groups = append(bars.Groups, p.name)
		for i, o := range []report.Ours{perPuzzle(own, Moves), perPuzzle(own, Value(lastStart)), {Value: p.iterations}} {
			s := &bars.Series[i]
			if math.IsNaN(o.Value) {
				o.Lo, o.Hi = math.NaN(), math.NaN()
			}
			if s.Y = append(s.Y, o.Value); i < 2 {
				s.Lo, s.Hi = append(s.Lo, o.Lo), append(s.Hi, o.Hi)
			}
		}
		if len(own) > 0 {
			boxes.Samples = append(boxes.Samples, figure.Sample{Name: p.name, Values: own.Values(Moves)})
		}
	}
	section.Blocks = []report.Block{
		t, relationTable("figure-5-trends", "Trends", "Kendall's τ over puzzles, each with its means over seeds", jonesTrends(r)),
		pictureOf("figure-5", "Iterations by level", "Means, on a logarithmic scale: all iterations of a climb, those of its last start only, and the published ones.", bars),
	}
	if len(boxes.Samples) > 0 {
		section.Blocks = append(section.Blocks, pictureOf("figure-5-runs", "Iterations of single climbs", "All climbs of a level; those that reached the limit stand at it.", boxes))
	}
	return section
}

// jonesTable compares means with those of Fig. 5 or 6.
func jonesTable(name, title, of string, published []jonesRow, records func(jonesRow) Records) *report.Table {
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
		puzzles := PerInstance(own, Clues, stats.Mean)
		row := func(quantity string, cells []report.Cell, value float64, o report.Ours, median report.Cell) {
			ratio := report.Cell{}
			if !math.IsNaN(value) && value > 0 && !math.IsNaN(o.Value) {
				ratio = report.Number(o.Value / value)
			}
			t.Rows = append(t.Rows, slices.Concat([]report.Cell{report.Words(p.name), report.Words(quantity), report.Count(len(puzzles))}, cells, []report.Cell{ratio, median}))
		}
		if p.givens > 0 {
			o := report.Ours{Value: stats.Mean(puzzles), Runs: len(puzzles)}
			row("givens", beside(p.givens, report.Within{Tolerance: 0.5}, "", o), p.givens, o, report.Number(stats.Median(puzzles)))
		}
		solved := rateOf(own).ours()
		row("solved", beside(1, report.Rate{Runs: 25}, "", solved), 1, solved, report.Cell{})
		for _, q := range []struct {
			name      string
			value     func(*campaign.Record) float64
			published float64
		}{{"iterations", Moves, p.iterations}, {"iterations, last start", Value(lastStart), p.iterations}, {"restarts", Restarts, p.restarts}} {
			o := perPuzzle(own, q.value)
			cells := beside(q.published, nil, "", o)
			if cells[2].Verdict == report.NotComparable {
				cells[2].Title = contradicts
			}
			row(q.name, cells, q.published, o, report.Number(stats.Median(own.Values(q.value))))
		}
		o := perPuzzle(own, Wall)
		row("time", besideSeconds(p.millis/1000, o), p.millis/1000, o, report.Seconds(stats.Median(own.Values(Wall))))
	}
	return t
}

// perPuzzle is the mean over puzzles of their means over seeds.
func perPuzzle(r Records, value func(*campaign.Record) float64) report.Ours {
	o := sampleMean(PerInstance(r, value, stats.Mean))
	o.Runs = len(r)
	return o
}

// jonesTrends are the claims that harder puzzles, and those with fewer givens, take more iterations and restarts.
func jonesTrends(r Records) []relation {
	r = r.Ran()
	rank := map[string]float64{}
	for i, p := range jonesFigure5 {
		rank[p.set] = float64(i)
	}
	levels := PerInstance(r, func(x *campaign.Record) float64 { return rank[x.Set] }, stats.Mean)
	givens := PerInstance(r, Clues, stats.Mean)
	var claims []relation
	for _, q := range []struct {
		name  string
		value func(*campaign.Record) float64
	}{{"iterations", Moves}, {"restarts", Restarts}} {
		values := PerInstance(r, q.value, stats.Mean)
		up, down := stats.Kendall(levels, values), stats.Kendall(givens, values)
		claims = append(claims,
			relation{
				claim: q.name + " rise from easy to hardest", measured: "τ = " + report.Short(up.R), p: up.P, holds: up.R > 0, missing: math.IsNaN(up.P),
			},
			relation{
				claim: q.name + " fall with the number of givens", measured: "τ = " + report.Short(down.R), p: down.P, holds: down.R < 0,
				missing: math.IsNaN(down.P),
			})
	}
	return claims
}

// jonesBands is the section of Fig. 6.
func jonesBands(r Records) report.Section {
	t := jonesTable("figure-6-means", "Iterations and restarts by the number of givens", "givens", jonesFigure6, func(p jonesRow) Records {
		return r.Where(func(x *campaign.Record) bool { return p.low <= x.Clues && x.Clues <= p.high })
	})
	t.Notes = append(t.Notes, "Puzzles with 30 givens count in both rows, as the ranges are printed.")
	cloud := figure.Cloud{Name: "puzzles"}
	cloud.X, cloud.Y = PerInstance(r.Ran(), Clues, stats.Mean), PerInstance(r.Ran(), Moves, stats.Mean)
	section := report.Section{Title: "Figure 6: number of givens", Blocks: []report.Block{t}}
	if len(cloud.X) > 0 {
		section.Blocks = append(section.Blocks, pictureOf("figure-6", "Iterations against givens", "Each point is a puzzle, with its mean over seeds.",
			&figure.Scatter{X: figure.Axis{Label: "givens"}, Y: figure.Axis{Label: "iterations, mean", Log: true}, Groups: []figure.Cloud{cloud}}))
	}
	return section
}
