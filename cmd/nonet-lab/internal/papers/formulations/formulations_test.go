package formulations

import (
	"strings"
	"testing"

	"nonet/backends/clp"
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
	lead := strings.Join(doc.Lead, " ")
	sentences := []string{"the median processor time to prove"}
	if _, err := clp.Version(); err == nil {
		sentences = append(sentences, "The linear relaxation of the 0-1 program proves")
	}
	for _, s := range sentences {
		if !strings.Contains(lead, s) {
			t.Errorf("the lead does not say %q: %q", s, lead)
		}
	}
}

// Without records the report has no verdicts.
func TestNothingRun(t *testing.T) {
	if doc := paperstest.Nothing(t, Experiment()); len(doc.Lead) != 1 {
		t.Errorf("lead %q", doc.Lead)
	}
}
