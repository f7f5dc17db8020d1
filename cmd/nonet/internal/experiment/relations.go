package experiment

import (
	"fmt"
	"math"

	"nonet/cmd/nonet/internal/campaign"
	"nonet/cmd/nonet/internal/report"
	"nonet/cmd/nonet/internal/stats"
)

// A relation is a claim that one of two things is greater, or that they do not differ, and what the records say about it.
type relation struct {
	claim    string
	measured string
	p        float64 // two-sided
	holds    bool    // the greater one is the one of the claim
	equal    bool    // the claim is that there is no difference
	missing  bool    // nothing was measured
	known    string  // why a miss was to be expected
}

// expected returns the relation with a reason why it was to be expected not to hold.
func (r relation) expected(reason string) relation {
	r.known = reason
	return r
}

// relationLevel is the level below which a difference counts, after Holm's correction within a table.
const relationLevel = 0.05

// relationTable shows relations with their verdicts: one holds if the order is the claimed one and not chance, or if a difference that is claimed
// to be none may be chance.
func relationTable(name, title, test string, relations []relation) *report.Table {
	t := &report.Table{
		Name: name, Title: title,
		Columns: []report.Column{{Title: "claim", Text: true}, {Title: "ours", Text: true}, {Title: "p"}, {Title: "verdict", Text: true}},
		Notes: []string{
			test + ", two-sided, corrected after Holm within the table. A claim is matched if the order holds with p < 0.05, or if p is no less where no " +
				"difference is claimed.",
		},
	}
	p := adjusted(relations)
	for _, r := range relations {
		if r.missing {
			t.Rows = append(t.Rows, []report.Cell{{Text: r.claim}, {}, {}, verdictCell(report.NotRun, "")})
			continue
		}
		t.Rows = append(t.Rows, []report.Cell{{Text: r.claim}, {Text: r.measured}, pCell(p[0]), r.judge(p[0])})
		p = p[1:]
	}
	return t
}

// adjusted are the p of the relations that are not missing, corrected after Holm.
func adjusted(relations []relation) (p []float64) {
	for _, r := range relations {
		if !r.missing {
			p = append(p, r.p)
		}
	}
	return stats.Holm(p)
}

// heldOf counts the relations that hold.
func heldOf(relations []relation) (n int) {
	p := adjusted(relations)
	for _, r := range relations {
		if r.missing {
			continue
		}
		if r.judge(p[0]).Verdict == report.Matched {
			n++
		}
		p = p[1:]
	}
	return n
}

func (r relation) judge(p float64) report.Cell {
	reason := "the order holds, but may be chance"
	switch {
	case r.equal && p >= relationLevel, !r.equal && r.holds && p < relationLevel:
		return verdictCell(report.Matched, "")
	case r.equal:
		reason = "they differ"
	case !r.holds:
		reason = "the order does not hold"
	}
	if r.known != "" {
		reason += ". " + r.known
	}
	return verdictCell(report.Missed, reason)
}

func verdictCell(v report.Verdict, reason string) report.Cell {
	return report.Cell{Verdict: v, Title: reason}
}

// moreSuccess compares the successes of two methods on the same instances and replicates.
func moreSuccess(claim string, r Records, more, fewer string) relation {
	x, y := Pairs(r.Ran(), more, fewer, succeeded)
	onlyX, onlyY, sumX, sumY := 0, 0, 0.0, 0.0
	for i := range x {
		sumX, sumY = sumX+x[i], sumY+y[i]
		switch {
		case x[i] > y[i]:
			onlyX++
		case x[i] < y[i]:
			onlyY++
		}
	}
	return relation{
		claim: claim, missing: len(x) == 0, p: stats.McNemar(onlyX, onlyY), holds: sumX > sumY,
		measured: fmt.Sprintf("%.0f and %.0f of %d; %d and %d solved by one alone", sumX, sumY, len(x), onlyX, onlyY),
	}
}

// moreOf compares a number of two methods on the same instances and replicates by the sign test.
func moreOf(claim string, r Records, more, less string, value func(*campaign.Record) float64) relation {
	x, y := Pairs(r.Ran(), more, less, value)
	s := stats.Sign(x, y)
	return relation{
		claim: claim, missing: len(x) == 0, p: s.P, holds: s.Positive > s.Negative,
		measured: fmt.Sprintf("means %s and %s; more in %d of %d pairs, less in %d", report.Short(stats.Mean(x)), report.Short(stats.Mean(y)), s.Positive, len(x), s.Negative),
	}
}

func succeeded(r *campaign.Record) float64 {
	if r.Outcome.Success() {
		return 1
	}
	return 0
}

// successRate is the success rate of runs, with Wilson's interval; the value is NaN if there are none.
func successRate(r Records) report.Ours {
	ran, won := r.Ran(), r.Ran().Succeeded()
	i := stats.Wilson(len(won), len(ran))
	return report.Ours{Value: float64(len(won)) / float64(len(ran)), Lo: i.Lo, Hi: i.Hi, Runs: len(ran)}
}

// sampleMean is the mean of values with a bootstrap interval.
func sampleMean(values []float64) report.Ours {
	i := stats.BootstrapMean(values, 1)
	o := report.Ours{Value: stats.Mean(values), Lo: i.Lo, Hi: i.Hi, Runs: len(values)}
	if math.IsNaN(o.Lo) || math.IsNaN(o.Hi) {
		o.Lo, o.Hi = 0, 0
	}
	return o
}

// costOfSuccess is the time of all runs, or another cost, divided by the number of successes.
func costOfSuccess(r Records, cost func(*campaign.Record) float64) report.Ours {
	ran := r.Ran()
	times, success := ran.Values(cost), ran.Successes()
	o := report.Ours{Value: stats.ETS(times, success), Runs: len(ran)}
	if i := stats.ETSInterval(times, success, 1); !math.IsNaN(i.Lo) {
		o.Lo, o.Hi = i.Lo, i.Hi
	}
	return o
}

// beside are the three cells of a published number, ours, and the verdict.
func beside(value float64, rule report.Rule, known string, o report.Ours) []report.Cell {
	return report.Compared(report.Published{Value: value, Rule: rule, Known: known}, o)
}

// besideSeconds is beside for times, which depend on the machine.
func besideSeconds(value float64, o report.Ours) []report.Cell {
	return report.ComparedSeconds(report.Published{Value: value, Rule: report.Machine{}}, o)
}

// wouldMatch says whether ours would match a published number. For numbers that are shown, but are not the reproduction itself, so that they do not
// count as matches or misses.
func wouldMatch(value float64, rule report.Rule, o report.Ours) report.Cell {
	switch v, reason := report.Judge(report.Published{Value: value, Rule: rule}, o); v {
	case report.Matched:
		return report.Cell{Text: "yes", Title: reason}
	case report.Missed:
		return report.Cell{Text: "no", Title: reason}
	}
	return verdictCell(report.NotRun, "")
}
