package ipsatcp

import (
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
)

// At its smallest scale the experiment answers everything, but judges nothing on so few puzzles.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	tally := doc.Tally()
	if n := tally.Of(report.Matched) + tally.Of(report.Missed); n > 0 {
		t.Errorf("%d verdicts on one puzzle a level", n)
	}
	for _, name := range []string{"times", "proofs", "counts", "none"} {
		if rows := paperstest.Table(t, doc, name).Rows; len(rows) < 2 {
			t.Errorf("%s: %d rows", name, len(rows))
		}
	}
}

// Without records the report has no verdicts.
func TestNothingRun(t *testing.T) { paperstest.Nothing(t, Experiment()) }

// Statements are judged by the ratio of means over at least ten puzzles; counts that differ are counted; what the
// heuristic decides is in no time.
func TestVerdicts(t *testing.T) {
	var all papers.Records
	add := func(grid, set, method string, i int, seconds float64) *campaign.Record {
		r := &campaign.Record{Grid: grid, Set: set, Method: method, Index: i, Outcome: campaign.Solved}
		r.CPU, r.AnsweredBy = time.Duration(seconds*float64(time.Second)), model.BySolver
		all = append(all, r)
		return r
	}
	for i := range 12 {
		add("solution", "easy", "glpsol", i, 0.02+0.001*float64(i))
		add("solution", "easy", thesis, i, 0.001)
		add("solution", "evil", "glpsol", i, 0.02)
		add("solution", "evil", thesis, i, 0.01)
		if r := add("solution", "easy", "singles+glpsol", i, 0.01); i < 5 {
			r.AnsweredBy = model.ByPreprocessor
		}
		for _, method := range []string{"gini", "native"} {
			r := add("count", "easy-less", method, i, 0.001)
			if r.Outcome, r.Count = campaign.Counted, "7"; method == "native" && i == 3 {
				r.Count = "8"
			}
		}
	}
	doc := paperstest.Document(t, Experiment(), campaign.Full, all)
	verdicts := paperstest.Table(t, doc, "statements").Rows
	for i, want := range []report.Verdict{report.Matched, report.TooFew, report.TooFew, report.Missed, report.TooFew,
		report.TooFew} {
		if row := verdicts[i]; row[len(row)-1].Verdict != want {
			t.Errorf("%s: %+v, want %v", row[0].Text, row[len(row)-1], want)
		}
	}
	if row := paperstest.Table(t, doc, "before-solution").Rows[0]; row[2].Text != "5 of 12" || row[3].Number != 7 ||
		row[6].Text != "it pays" {
		t.Errorf("singles before glpsol: %+v", row)
	}
	for _, row := range paperstest.Table(t, doc, "counts").Rows {
		if want := map[string]float64{"gini": 0, "native": 1}[row[1].Text]; row[6].Number != want {
			t.Errorf("%s: %v counts differ, want %v", row[1].Text, row[6].Number, want)
		}
	}
}
