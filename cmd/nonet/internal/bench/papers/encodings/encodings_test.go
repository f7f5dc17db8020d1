package encodings

import (
	"math"
	"testing"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/bench/papers"
	"nonet/cmd/nonet/internal/bench/papers/paperstest"
	"nonet/cmd/nonet/internal/bench/report"
)

// The experiment runs at its smallest scale, and every size that is known is met.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	if n := doc.Tally()[report.Missed]; n > 0 {
		t.Errorf("%d misses: %+v", n, doc.Misses())
	}
	if n := doc.Tally()[report.Matched]; n < 55 {
		t.Errorf("%d sizes are matched, want 55", n)
	}
	if len(doc.Lead) < 3 {
		t.Errorf("the lead says little: %q", doc.Lead)
	}
}

// Without records a report comes out that claims nothing.
func TestNothingRun(t *testing.T) {
	if doc := paperstest.Nothing(t, Experiment()); len(doc.Lead) != 1 {
		t.Errorf("lead %q", doc.Lead)
	}
}

// A sequence of times decides what is said of an encoding.
func TestVerdicts(t *testing.T) {
	var r papers.Records
	for i := range 12 {
		base := float64(1 + i%3)
		for method, factor := range map[string]float64{"none+gini": 1, "none+gini:triad": 1 + 0.01*float64(i%2*2-1), "none+gini:dual": 50} {
			r = append(r, campaign.Record{Grid: "gini", Method: method, Set: "hardest", Index: i, Order: 3, Outcome: campaign.Solved,
				Wall: time.Duration(base * factor * 1e6)})
		}
	}
	spec, err := Experiment().Campaign()
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(&papers.Data{Spec: spec, Records: r}, "gini")
	if got := s.asGood(); len(got) != 2 || s.n != 12 || !(s.q < 0.001) {
		t.Errorf("as good: %v, of %d puzzles, Friedman %v", got, s.n, s.q)
	}
	if h := s.heat(); len(h.Rows) != 1 || h.Rows[0] != "pairwise" || len(h.Columns) != 3 || h.Columns[1] != "dual" || math.Abs(h.Values[0][1]-50) > 1 {
		t.Errorf("%+v", h)
	}
}
