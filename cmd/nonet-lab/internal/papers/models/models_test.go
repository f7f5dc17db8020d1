package models

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/figure"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
)

// The experiment runs at its smallest scale, and every known answer is matched.
func TestSmoke(t *testing.T) {
	doc := paperstest.Smoke(t, Experiment())
	if n := doc.Tally().Of(report.Missed); n > 0 {
		t.Errorf("%d misses: %+v", n, doc.Misses())
	}
	if n := doc.Tally().Of(report.Matched); n < 3 {
		t.Errorf("%d answers are matched, want at least 3", n)
	}
}

// Without records the report has no verdicts.
func TestNothingRun(t *testing.T) {
	if doc := paperstest.Nothing(t, Experiment()); len(doc.Lead) != 1 {
		t.Errorf("lead %q", doc.Lead)
	}
}

// The report names the method that answers the most sizes, and draws the largest size of each method.
func TestWinners(t *testing.T) {
	var r papers.Records
	add := func(set, method string, size int, seconds float64, outcome campaign.Outcome) {
		x := &campaign.Record{Grid: "formulations", Set: set, Index: size, Method: method, Outcome: outcome,
			Tags: map[string]string{"size": strconv.Itoa(size)}, CPU: time.Duration(seconds * 1e9)}
		r = append(r, x)
	}
	for i, size := range []int{8, 16, 32} {
		add("queens", "native", size, 0.1*float64(i+1), campaign.Solved)
		add("queens", "gini", size, 0.001, []campaign.Outcome{campaign.Solved, campaign.Solved, campaign.Timeout}[i])
		add("queens", "cbc", size, 30, []campaign.Outcome{campaign.Solved, campaign.Timeout, campaign.Timeout}[i])
		add("queens", "dsatur", size, 0, campaign.Unavailable)
	}
	for _, size := range []int{14, 24} {
		add("knapsack", "native", size, 30, campaign.Timeout)
		add("knapsack", "gini", size, 30, campaign.Timeout)
		add("knapsack", "cbc", size, 0.2, campaign.Solved)
	}
	doc := paperstest.Document(t, Experiment(), campaign.Full, r)
	for model, best := range map[string]string{"queens": "native", "knapsack": "cbc"} {
		if row := paperstest.Row(t, doc, "winners", model); row[2].Text != best {
			t.Errorf("%s: the best method is %s, want %s", model, row[2].Text, best)
		}
	}
	if doc.Figure == nil {
		t.Fatal("no figure")
	}
	h := doc.Figure.Chart.(*figure.HeatMap)
	labels := map[string]string{}
	for i, method := range h.Rows {
		labels[method] = strings.Join(h.Labels[i], " ")
	}
	for method, want := range map[string]string{"native": "32 –", "gini": "16 –", "cbc": "8 24"} {
		if labels[method] != want {
			t.Errorf("%s: sizes %q, want %q (columns %v)", method, labels[method], want, h.Columns)
		}
	}
	if _, there := labels["dsatur"]; there {
		t.Error("a method that cannot state the model is drawn")
	}
}
