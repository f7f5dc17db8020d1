package berggren

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/model"
)

// hard17 is a puzzle with 17 clues that backtracking proves unique in some thousand nodes.
const (
	hard17    = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
	wholeList = 49151 // puzzles in the list of the thesis
)

func TestTiming(t *testing.T) {
	for _, method := range []string{"rules", "backtrack"} {
		r := paperstest.Execute(t, timingTask, paperstest.Puzzle(t, hard17), method, 0, 0)
		if r.Outcome != campaign.Solved || r.Stats.Effort.Nodes == 0 {
			t.Fatalf("%s: %s %s, %d nodes", method, r.Outcome, r.Detail, r.Stats.Effort.Nodes)
		}
		v := r.Values
		if v["timings"] < 2 || method == "rules" && v["timings"] < 5 || v["timings"] > 100 {
			t.Errorf("%s: %v timings", method, v["timings"])
		}
		if !(0 < v["shortest"] && v["shortest"] <= v["mean"] && v["low"] <= v["mean"] && v["mean"] <= v["high"]) {
			t.Errorf("%s: %v", method, v)
		}
		for name, x := range v {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Errorf("%s: %s is %v", method, name, x)
			}
		}
	}
}

// Timing the first solution measures the proof as well. The search for the first solution does no more than the proof.
func TestFirst(t *testing.T) {
	p := paperstest.Puzzle(t, hard17)
	first := paperstest.Execute(t, firstTask, p, "rules", 0, 0)
	proof := paperstest.Execute(t, timingTask, p, "rules", 0, 0)
	if first.Outcome != campaign.Solved || first.Values["mean"] <= 0 || first.Values["proof"] <= 0 {
		t.Fatalf("%s %s: %v", first.Outcome, first.Detail, first.Values)
	}
	if a, b := first.Stats.Effort, proof.Stats.Effort; a.Nodes > b.Nodes || a.Propagations > b.Propagations {
		t.Errorf("%d nodes and %d steps to the first solution, %d and %d to the proof", a.Nodes, a.Propagations,
			b.Nodes, b.Propagations)
	}
	if r := paperstest.Execute(t, firstTask, paperstest.Puzzle(t, strings.Repeat(".", 81)), "rules", 0,
		0); r.Outcome != campaign.Multiple {
		t.Errorf("the empty grid: %s %s", r.Outcome, r.Detail)
	}
}

// Several solutions are the outcome Multiple; an unknown method is Failed; a cancelled context is a Timeout.
func TestTimingOutcomes(t *testing.T) {
	if r := paperstest.Execute(t, timingTask, paperstest.Puzzle(t, strings.Repeat(".", 81)), "rules", 0,
		0); r.Outcome != campaign.Multiple {
		t.Errorf("empty grid: %s %s", r.Outcome, r.Detail)
	}
	if r := paperstest.Execute(t, timingTask, paperstest.Puzzle(t, hard17), "no such method", 0,
		0); r.Outcome != campaign.Failed || r.Detail == "" {
		t.Errorf("unknown method: %s %q", r.Outcome, r.Detail)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	var r campaign.Record
	timingTask.Do(over, &campaign.Run{Instance: instances.Instance{Puzzle: paperstest.Puzzle(t, hard17)},
		Method: "rules"}, &r)
	if r.Outcome != campaign.Timeout {
		t.Errorf("cancelled: %s %s", r.Outcome, r.Detail)
	}
}

// records returns synthetic records: n puzzles with 17 clues with exponential times, where the times of backtracking
// are proportional to the times of the rules if together, and independent of them otherwise; and a Boltzmann machine
// that solves more of the puzzles with more clues.
func records(n int, together bool) papers.Records {
	random := rand.New(rand.NewPCG(1, 0))
	var all papers.Records
	for i := range n {
		rules := random.ExpFloat64() * 20e-6
		backtrack := random.ExpFloat64() * 0.05
		if together {
			backtrack = rules * 1000
		}
		for _, x := range []struct {
			method string
			mean   float64
		}{{"rules", rules}, {"backtrack", backtrack}, {"rules", rules}} {
			grid := "times"
			if len(all)%3 == 2 {
				grid = "first"
			}
			all = append(all, &campaign.Record{
				Grid: grid, Set: "clues17", Index: i, Method: x.method, Clues: 17, Outcome: campaign.Solved,
				Stats: model.Stats{Effort: model.Effort{Nodes: 1 + int64(x.mean*1e6), Decisions: int64(i % 4 / 3),
					Propagations: 60 + int64(x.mean*1e6)}},
				Values: map[string]float64{"mean": x.mean, "proof": x.mean, "timings": 5, "stable": 1,
					"stable-relative": 1},
			})
		}
	}
	for _, clues := range []int{26, 36, 46} {
		for i := range 60 {
			for _, grid := range []struct{ name, method string }{
				{"machine", "boltzmann"}, {"easier", "rules"}, {"easier", "backtrack"},
			} {
				r := &campaign.Record{
					Grid: grid.name, Set: "easier", Index: clues*100 + i, Method: grid.method, Clues: clues,
					Outcome: campaign.Solved,
					Wall:    time.Duration(1+i) * time.Microsecond,
					Stats:   model.Stats{Effort: model.Effort{Iterations: 1000}},
				}
				if grid.name == "easier" {
					r.Values = map[string]float64{"mean": float64(1+i) * 1e-9, "timings": 5}
				}
				if strings.HasPrefix(grid.method, "boltzmann") && i >= clues {
					r.Outcome = campaign.Unsolved
				}
				all = append(all, r)
			}
		}
	}
	return all
}

func TestReport(t *testing.T) {
	for _, together := range []bool{true, false} {
		doc := paperstest.Document(t, Experiment(), campaign.Full, records(2000, together))
		for first, want := range map[string]report.Verdict{
			"mean time": report.Matched, "standard deviation / mean": report.Matched, "longest / mean": report.Missed,
		} {
			if row := paperstest.Row(t, doc, "table-rules", first); row[4].Verdict != want {
				t.Errorf("%s: %s, want %s", first, row[4].Verdict, want)
			}
		}
		for _, first := range []string{"all puzzles solved", "all measurements stable",
			"times up to ten times the mean: exponential decay"} {
			if row := paperstest.Row(t, doc, "table-said", first); row[3].Verdict != report.Matched {
				t.Errorf("%s: %s", first, row[3].Verdict)
			}
		}
		row := paperstest.Row(t, doc, "table-correlated", "the worst tenth of backtracking and of the rules")
		if together != (row[3].Verdict == report.Matched) {
			t.Errorf("together %v: correlation %s: %s", together, row[3].Verdict, row[2].Text)
		}
		if row := paperstest.Row(t, doc, "table-independence", "time"); together && row[4].Number != 200 ||
			row[3].Number != 200 {
			t.Errorf("together %v: %v of %v in both", together, row[4].Number, row[3].Number)
		}
		for _, first := range []string{"success with more clues", "puzzles solved with 46 clues"} {
			if row := paperstest.Row(t, doc, "table-machine-must", first); row[3].Verdict != report.Matched {
				t.Errorf("%s: %s, %s", first, row[3].Verdict, row[2].Text)
			}
		}
		if row := paperstest.Row(t, doc, "table-differences", "26 clues"); row[5].Number != 0 && row[4].Number != 0 {
			t.Errorf("backtrack and rules take the same time with 26 clues: %v, %v", row[4].Number, row[5].Number)
		}
	}
}

// The report is complete for any subset of the records, and names what is missing.
func TestReportOfLittle(t *testing.T) {
	all := records(30, false)
	for name, r := range map[string]papers.Records{
		"nothing": nil, "one": all[:1], "rules only": all.Method("rules"), "machine only": all.Method("boltzmann"),
		"few": all[:6],
		"failures": func() papers.Records {
			var some papers.Records
			for _, r := range all {
				failed := *r
				failed.Outcome, failed.Values = campaign.Timeout, nil
				some = append(some, &failed)
			}
			return some
		}(),
		"missing": func() papers.Records {
			var some papers.Records
			for _, r := range all {
				missing := *r
				missing.Outcome, missing.Values = campaign.Unavailable, nil
				some = append(some, &missing)
			}
			return some
		}(),
	} {
		if doc := paperstest.Document(t, Experiment(), campaign.Full, r); len(doc.Lead) == 0 {
			t.Errorf("%s: there is no lead", name)
		}
	}
}

// The report on the whole list takes less than a minute.
func TestReportOfAll(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	begin := time.Now()
	doc := paperstest.Document(t, Experiment(), campaign.Full, records(wholeList, false))
	if d := time.Since(begin); d > time.Minute {
		t.Errorf("the report took %s", d)
	} else {
		t.Log(d)
	}
	row := paperstest.Row(t, doc, "table-independence", "time")
	if got := fmt.Sprint(row[2].Number, " ", row[3].Number, " ", row[5].Text); got != "49151 4916 491.69 ± 19.96" {
		t.Errorf("puzzles, extreme ones, expectation: %s", got)
	}
}

// The experiment runs at its smallest scale, with the list of puzzles or with its fallback.
func TestSmoke(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	doc := paperstest.Smoke(t, Experiment())
	if row := paperstest.Row(t, doc, "table-said", "all puzzles solved"); row[3].Verdict != report.Matched {
		t.Errorf("all puzzles solved: %s, %s", row[2].Text, row[3].Verdict)
	}
	if x := paperstest.Tables(doc)["table-machine"]; x == nil || len(x.Rows) == 0 {
		t.Error("no table-machine")
	}
}
