package encodings

import (
	"math"
	"slices"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
)

// The experiment runs at its smallest scale, and every known size is matched.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	if n := doc.Tally().Of(report.Missed); n > 0 {
		t.Errorf("%d misses: %+v", n, doc.Misses())
	}
	if n := doc.Tally().Of(report.Matched); n < 55 {
		t.Errorf("%d sizes are matched, want 55", n)
	}
}

// Without records the report has no verdicts.
func TestNothingRun(t *testing.T) {
	if doc := paperstest.Nothing(t, Experiment()); len(doc.Lead) != 1 {
		t.Errorf("lead %q", doc.Lead)
	}
}

// The report derives the best encodings from synthetic times.
func TestVerdicts(t *testing.T) {
	var r papers.Records
	for i := range 12 {
		base := float64(1 + i%3)
		for method, factor := range map[string]float64{"gini": 1, "gini:triad": 1 + 0.01*float64(i%2*2-1),
			"gini:dual": 50} {
			r = append(r, &campaign.Record{Grid: "gini", Method: method, Set: "hardest", Index: i, Order: 3,
				Outcome: campaign.Solved,
				Wall:    time.Duration(base * factor * 1e6)})
		}
	}
	doc := paperstest.Document(t, Experiment(), campaign.Full, r)
	if row := paperstest.Row(t, doc, "encodings-best", "gini"); row[2].Number != 12 {
		t.Errorf("%v puzzles", row[2].Number)
	} else if best, alike := row[3].Text, row[4].Text; best+alike != "extended/pairwise`triad/pairwise`" &&
		best+alike != "triad/pairwise`extended/pairwise`" {
		t.Errorf("the best %s, as good %s", best, alike)
	}
	if doc.Figure == nil {
		t.Fatal("no figure")
	}
	h := doc.Figure.Chart.(*figure.Panels).Charts[0].(*figure.HeatMap)
	if !slices.Equal(h.Rows, []string{"pairwise"}) || len(h.Columns) != 3 || h.Columns[1] != "dual" ||
		math.Abs(h.Values[0][1]-50) > 1 {
		t.Errorf("%+v", h)
	}
}
