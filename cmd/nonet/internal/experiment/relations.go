package experiment

import (
	"fmt"

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
