package campaign

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const grids = `
name = "grids"
seed = 3
limits = { time = "1s" }
[[set]]
name = "s"
lewis = { orders = [2], p = [0.5], each = 20 }
[[set]]
name = "t"
lewis = { orders = [2], p = [0.6], each = 10 }

[[grid]]
name = "a"
instances = ["s", "t"]
methods = ["native", "gini", "rules"]
repeats = 4
[grid.scale.quick]
take = 5
repeats = 2

[[grid]]
name = "b"
instances = ["s"]
methods = ["native"]

[[grid]]
name = "alone"
instances = ["t"]
methods = ["native", "gini"]
repeats = 2
alone = true
warmup = 2
`

func gridsSpec(t *testing.T) *Spec {
	t.Helper()
	s, err := Parse("grids.toml", grids)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestExpand(t *testing.T) {
	p := plan(t, gridsSpec(t), Full)
	if p.Runs() != 30*3*4+20+10*2*2 {
		t.Errorf("got %d runs, want %d", p.Runs(), 30*3*4+20+10*2*2)
	}
	keys := map[string]bool{}
	for _, stage := range p.Stages {
		for _, r := range stage.Runs {
			if keys[r.Key] {
				t.Errorf("%s: the key occurs twice", r.Key)
			}
			keys[r.Key] = true
			if want := deriveSeed(3, r.Key); r.Seed != want {
				t.Errorf("%s: field Seed: got %d, want %d", r.Key, r.Seed, want)
			}
			if r.Alone != stage.Alone {
				t.Errorf("%s: field Alone: got %v, want %v", r.Key, r.Alone, stage.Alone)
			}
			if r.Limits.Time.Duration != time.Second {
				t.Errorf("%s: field Limits.Time: got %v, want 1s", r.Key, r.Limits.Time)
			}
		}
	}
	if most, bounded := p.Bound(2); !bounded || most < 230*time.Second || most > 240*time.Second {
		t.Errorf("Bound: got %v, %v, want 230s to 240s, true", most, bounded)
	}

	quick := plan(t, gridsSpec(t), Quick)
	if quick.Runs() != 10*3*2+20+10*2*2 {
		t.Errorf("scale quick: got %d runs, want %d", quick.Runs(), 10*3*2+20+10*2*2)
	}
	for _, r := range quick.Stages[1].Runs {
		if r.Grid == "a" && r.Instance.Set == "s" && r.Instance.Index%4 != 0 {
			t.Errorf("five of twenty instances are not evenly spaced: %s", r.Key)
		}
	}
}

// TestExpandOrdersRuns checks the stages of a plan and the order of the runs in them: first one run of each group, runs
// alone in a stage of their own; then the grids.
func TestExpandOrdersRuns(t *testing.T) {
	s := gridsSpec(t)
	p := plan(t, s, Full)
	type stage struct {
		Runs  int
		Alone bool
	}
	var stages []stage
	for _, s := range p.Stages {
		stages = append(stages, stage{len(s.Runs), s.Alone})
	}
	if diff := cmp.Diff([]stage{{2, true}, {30*3*4 + 20, false}, {10*2*2 - 2, true}}, stages); diff != "" {
		t.Fatalf("stages (-want +got):\n%s", diff)
	}
	groups := map[Group]bool{}
	for _, r := range p.Stages[1].Runs[:7] {
		groups[r.Group()] = true
	}
	if len(groups) != 7 {
		t.Errorf("the first runs have %d groups, want 7", len(groups))
	}
	if n := len(p.Stages[0].Warmup); n != 4 {
		t.Errorf("got %d warmup runs, want 4", n)
	}
	// Replicates come in rounds, and within a round methods are interleaved.
	rest := p.Stages[1].Runs[7:]
	rounds := slices.IsSortedFunc(rest, func(a, b *Run) int { return a.Replicate - b.Replicate })
	if !rounds {
		t.Error("runs are not ordered by replicate")
	}
	changes := 0
	for i, r := range rest[1:] {
		if r.Method != rest[i].Method {
			changes++
		}
	}
	if n := len(rest); changes < n/2 || changes > n*4/5 { // expected: two thirds, for three methods at random
		t.Errorf("the method changes %d times in %d runs, want about two thirds", changes, n)
	}
	order := func(p *Plan) string {
		var b strings.Builder
		for _, stage := range p.Stages {
			for _, r := range stage.Runs {
				fmt.Fprintln(&b, r.Key)
			}
		}
		return b.String()
	}
	if order(p) != order(plan(t, s, Full)) {
		t.Error("two expansions have different orders")
	}
	s.Seed++
	if q := plan(t, s, Full); order(p) == order(q) ||
		q.Stages[0].Runs[0].Seed == deriveSeed(3, q.Stages[0].Runs[0].Key) {
		t.Error("order and seeds do not depend on the seed of the campaign")
	}
}

func TestEstimate(t *testing.T) {
	s := gridsSpec(t)
	p := plan(t, s, Full)
	took := map[string]time.Duration{"native": time.Millisecond, "gini": 10 * time.Millisecond,
		"rules": 4 * time.Second}
	e := newEstimator(p, nil)
	if e.remaining(2) >= 0 {
		t.Errorf("got estimate %v without any record, want a negative one", e.remaining(2))
	}
	for _, r := range slices.Concat(p.Stages[0].Runs, p.Stages[1].Runs[:7]) {
		e.record(r.Group(), took[r.Method])
	}
	// Remaining: 118 runs each of native, gini and rules in grid a (rules is capped at its limit of one second), 19
	// runs of native in grid b, and 19 runs each of native and gini alone.
	shared := 118*time.Millisecond + 1180*time.Millisecond + 118*time.Second + 19*time.Millisecond
	alone := 19*time.Millisecond + 190*time.Millisecond
	if got, want := e.remaining(2), shared/2+alone; got.Round(time.Microsecond) != want || e.unknown != 0 {
		t.Errorf("got %v remaining, want %v; %d groups without a record", got, want, e.unknown)
	}
	for _, r := range slices.Concat(p.Stages[1].Runs[7:], p.Stages[2].Runs) {
		e.record(r.Group(), took[r.Method])
	}
	if e.remaining(2) != 0 {
		t.Errorf("got %v remaining at the end, want 0", e.remaining(2))
	}
}
