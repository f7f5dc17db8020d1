package formulations

import (
	"testing"

	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
)

// The experiment runs at its smallest scale, and every known size is matched.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	if n := doc.Tally().Of(report.Missed); n > 0 {
		t.Errorf("%d misses: %+v", n, doc.Misses())
	}
	if n := doc.Tally().Of(report.Matched); n < 40 {
		t.Errorf("%d sizes are matched, want 40", n)
	}
}

// Without records the report has no verdicts.
func TestNothingRun(t *testing.T) {
	if doc := paperstest.Nothing(t, Experiment()); len(doc.Lead) != 1 {
		t.Errorf("lead %q", doc.Lead)
	}
}
