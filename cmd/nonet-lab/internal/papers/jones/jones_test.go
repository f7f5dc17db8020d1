package jones

import (
	"slices"
	"testing"

	"nonet/backends/backendtest"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"
	"nonet/cmd/nonet-lab/internal/papers/paperstest"
	"nonet/cmd/nonet-lab/internal/report"
)

const (
	escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
	medium   = ".24..7...6..........368.415431..5...5......3279.....6.2.971.8...4..93...31...475."
)

// A climb reports its first state and the iterations of its last start.
func TestClimbTask(t *testing.T) {
	p := paperstest.Puzzle(t, medium)
	restarted := false
	for replicate := range 20 {
		r := paperstest.Execute(t, climbTask, p, "hillclimb", replicate, 20000)
		if r.Outcome != campaign.Solved {
			t.Fatalf("replicate %d: %s %s", replicate, r.Outcome, r.Detail)
		}
		all, last := float64(r.Stats.Effort.Iterations), r.Values[lastStart]
		if last > all || last < 0 || (r.Stats.Effort.Restarts == 0) != (last == all) {
			t.Errorf("replicate %d: %v iterations of the last start, %v of %d restarts", replicate, last, all,
				r.Stats.Effort.Restarts)
		}
		restarted = restarted || r.Stats.Effort.Restarts > 0
		if f := r.Values[initialF1]; f <= 81 || f > 162 {
			t.Errorf("replicate %d: f₁ = %v", replicate, f)
		}
		if r.Values[initialTime] <= 0 || r.Values[initialClash] < 0 {
			t.Errorf("replicate %d: %v", replicate, r.Values)
		}
		once := paperstest.Execute(t, firstStartTask, p, "hillclimb", replicate, 0)
		if (once.Outcome == campaign.Solved) != (r.Stats.Effort.Restarts == 0) {
			t.Errorf("replicate %d: %s without restart, with them it had %d", replicate, once.Outcome,
				r.Stats.Effort.Restarts)
		}
		if once.Outcome == campaign.Solved && once.Stats.Effort.Iterations != r.Stats.Effort.Iterations ||
			once.Stats.Effort.Restarts != 0 {
			t.Errorf("replicate %d: %+v without restart, %+v with them", replicate, once.Stats.Effort, r.Stats.Effort)
		}
	}
	if !restarted {
		t.Error("no climb had a restart: nothing was tested")
	}
	if r := paperstest.Execute(t, climbTask, paperstest.Puzzle(t, escargot), "hillclimb", 0,
		50); r.Outcome != campaign.MoveLimit {
		t.Errorf("50 iterations: %s %s", r.Outcome, r.Detail)
	}
	for _, method := range []string{"anneal", "no such"} {
		if r := paperstest.Execute(t, climbTask, p, method, 0, 50); r.Outcome != campaign.Failed || r.Detail == "" {
			t.Errorf("%s: %s %q", method, r.Outcome, r.Detail)
		}
	}
}

const (
	greedy  = "hillclimb:initial=greedy"
	swapped = "hillclimb"
)

// The sets of the levels, easiest first.
var sets = []string{"jones-easy", "jones-medium", "jones-hard", "jones-hardest"}

// made returns synthetic records of one method on n puzzles of a level; record i has iterations(i).
func made(grid, set, method string, n, clues int, iterations func(i int) int64, restarts int64) (all papers.Records) {
	for i := range n {
		r := &campaign.Record{Grid: grid, Set: set, Index: i, Method: method, Clues: clues, Outcome: campaign.Solved,
			Values: map[string]float64{lastStart: 3}}
		r.Stats.Effort.Iterations, r.Stats.Effort.Restarts = iterations(i), restarts
		all = append(all, r)
	}
	return all
}

// Records with the published trends match; records with the reverse trends are misses.
func TestReport(t *testing.T) {
	var as, against papers.Records
	for level, set := range sets {
		clues := []int{31, 26, 23, 20}[level]
		as = append(as, made("jon-1", set, "hillclimb", 25, clues, func(i int) int64 { return int64(1000*level + i) },
			int64(level))...)
		against = append(against, made("jon-1", set, "hillclimb", 25, clues,
			func(i int) int64 { return int64(5000 - 1000*level + i) }, int64(4-level))...)
	}
	for _, c := range []struct {
		records papers.Records
		want    report.Verdict
	}{{as, report.Matched}, {against, report.Missed}} {
		doc := paperstest.Document(t, Experiment(), campaign.Smoke, c.records)
		trends := paperstest.Table(t, doc, "figure-5-trends")
		for _, v := range paperstest.Verdicts(t, trends) {
			if v != c.want {
				t.Errorf("a trend is %s, want %s", v, c.want)
			}
		}
		for _, v := range paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-5-means"), "hardest",
			"puzzles solved") {
			if v != report.Matched {
				t.Errorf("all solved is %s", v)
			}
		}
		for _, v := range paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-5-means"), "easy", "iterations") {
			if v != report.Missed {
				t.Errorf("iterations far from the published number are %s", v)
			}
		}
		for _, v := range paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-4-means")) {
			if v != report.NotRun {
				t.Errorf("Fig. 4 is %s without records", v)
			}
		}
	}
}

// Fewer clashes after swapping match Fig. 4, more clashes are a miss.
func TestStarts(t *testing.T) {
	for _, c := range []struct {
		swapped float64
		want    report.Verdict
	}{{20, report.Matched}, {50, report.Missed}} {
		var r papers.Records
		for _, m := range []string{greedy, swapped} {
			all := made("jon-2", "jones-easy", m, 25, 31, func(i int) int64 { return 70 }, 0)
			for i := range all {
				all[i].Values = map[string]float64{initialF1: 120, initialClash: 40 + float64(i%3)}
				if m == swapped {
					all[i].Values[initialClash] = c.swapped
				}
			}
			r = append(r, all...)
		}
		doc := paperstest.Document(t, Experiment(), campaign.Smoke, r)
		if v := paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-4-changes"), "clashes"); v[0] != c.want {
			t.Errorf("%v clashes after swapping: %s, want %s", c.swapped, v[0], c.want)
		}
		if v := paperstest.Verdicts(t, paperstest.Table(t, doc, "figure-4-means"),
			"iterations"); v[0] != report.Matched || v[1] != report.Matched {
			t.Errorf("70 iterations: %v", v)
		}
	}
}

// Without records the report says that nothing was run.
func TestReportOfNothing(t *testing.T) {
	if tally := paperstest.Nothing(t, Experiment()).Tally(); tally.Of(report.NotRun) == 0 {
		t.Errorf("verdicts %v", tally)
	}
}

// The smallest scale runs from the campaign to the report, and every published number has a verdict.
func TestSmoke(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	if v := paperstest.Verdicts(t, paperstest.Table(t, paperstest.Smoke(t, Experiment()),
		"figure-5-means")); slices.Contains(v, report.NotRun) {
		t.Error(v)
	}
}
