package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"
	"nonet/cmd/nonet-lab/internal/instances"
	"nonet/model"
	"nonet/model/sudoku"

	"github.com/google/go-cmp/cmp"
)

const small = `
name = "Small one"
seed = 7
[limits]
time = "10s"
[[grid]]
name = "exact"
instances = ["thein-easy", "thein-evil"]
methods = ["native", "gini", "gini:minimal"]
task = "unique"
repeats = 2
[[grid]]
name = "chance"
instances = ["thein-easy"]
methods = ["anneal"]
limits = { moves = 20_000 }
repeats = 3
alone = true
warmup = 1
`

func TestClusterRecordsEqualLocalRecords(t *testing.T) {
	noLeftovers(t)
	plan := planOf(t, small)
	want := records(t, plan, nil)
	s := clustertest.Start(t, nil)
	for i := range 2 {
		start(t, &Worker{Conn: connect(t, s, fmt.Sprint("worker ", i)), Jobs: 2})
	}
	queue := &Queue{Conn: connect(t, s, "collector"), Notice: func(text string) { t.Log(text) }}
	compare(t, records(t, plan, queue), want)
	if all, err := queue.Conn.Campaigns(t.Context()); err != nil || len(all) > 0 {
		t.Errorf("after the campaign: got campaigns %v, error %v, want none", all, err)
	}
}

// While a worker executes a run with Alone, it executes no other run, not even of another campaign.
func TestAloneRunsAreAlone(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	var running, violations, shared atomic.Int64
	met := make(chan struct{}) // closed when two runs overlap: the first without Alone waits for another
	meet := sync.OnceFunc(func() { close(met) })
	p := &probe{during: func(ctx context.Context, run *campaign.Run) {
		now := running.Add(1)
		if now > 1 {
			meet()
		} else if !run.Alone {
			select {
			case <-met:
			case <-ctx.Done():
			}
		}
		time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
		if n := max(now, running.Load()); n > 1 && run.Alone {
			violations.Add(1)
		} else if n > 1 {
			shared.Add(1)
		}
		running.Add(-1)
	}}
	x := p.executor()
	start(t, &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 3})
	alone, others := probes(t, 5, "alone = true"), probes(t, 20, "")
	ctx := within(t, time.Minute)
	first := collect(t, ctx, alone, create(t, alone), &Queue{Conn: connect(t, s, "alone"), Executor: x})
	second := collect(t, ctx, others, create(t, others), &Queue{Conn: connect(t, s, "others"), Executor: x})
	for _, wait := range []func() error{first, second} {
		if err := wait(); err != nil {
			t.Fatal(err)
		}
	}
	if n := violations.Load(); n > 0 {
		t.Errorf("%d runs with Alone overlapped others", n)
	}
	if shared.Load() == 0 {
		t.Error("no other runs overlapped")
	}
}

func TestEachWorkerWarmsUpOnce(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	plan := probes(t, 10, "warmup = 1")
	var warm string
	for _, stage := range plan.Stages {
		for _, run := range stage.Warmup {
			warm = run.Key
		}
	}
	both := make(chan struct{}) // closed when both workers have started a run
	var beginning sync.WaitGroup
	beginning.Add(2)
	go func() { beginning.Wait(); close(both) }()
	var workers [2]probe
	for i := range workers {
		begun := sync.OnceFunc(beginning.Done)
		workers[i].during = func(ctx context.Context, run *campaign.Run) {
			begun()
			select {
			case <-both:
			case <-ctx.Done():
			}
		}
		start(t, &Worker{Conn: connect(t, s, fmt.Sprint("worker ", i)), Executor: workers[i].executor(), Jobs: 2})
	}
	x := workers[0].executor()
	got := records(t, plan, &Queue{Conn: connect(t, s, "collector"), Executor: x})
	if len(got) != plan.Runs() {
		t.Errorf("got %d records, want %d", len(got), plan.Runs())
	}
	// One worker executed it for the record, and each once as warmup.
	if n := workers[0].begun[warm] + workers[1].begun[warm]; n != 3 {
		t.Errorf("%s: got %d executions, want 3", warm, n)
	}
	for i := range workers {
		if workers[i].begun[warm] < 1 {
			t.Errorf("worker %d executed no warmup run", i)
		}
	}
}

func TestIdleWorkerEnds(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	const idle = 200 * time.Millisecond
	var cancelled atomic.Bool
	p := &probe{}
	p.during = func(ctx context.Context, _ *campaign.Run) {
		if p.total.Load() == 1 { // longer than Idle
			cancelled.Store(sleep(ctx, 3*idle) != nil)
		}
	}
	x := p.executor()
	plan := probes(t, 1, "")
	store := create(t, plan)
	wait := collect(t, within(t, time.Minute), plan, store, &Queue{Conn: connect(t, s, "collector"), Executor: x})
	until(t, "runs on the server", func() bool {
		state, err := connect(t, s, "watcher").State(t.Context(), Identify(plan))
		return err == nil && state.Remaining() == plan.Runs()
	})
	for p.distinct() < 10 { // on a busy machine a worker may be idle between two runs
		worker := &Worker{Conn: connect(t, s, "worker"), Executor: x, Jobs: 1, Idle: idle}
		if err := worker.Run(within(t, time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if cancelled.Load() {
		t.Error("a worker that executes a run ends as idle")
	}
}

// Runs whose solver no worker has wait for a worker that has it, and the collector reports the requirement.
func TestRunWaitsForWorkerWithSolver(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	hurry(t)
	program := filepath.Join(t.TempDir(), "solver")
	plan := planOf(t, fmt.Sprintf(`
name = "Needs"
[[grid]]
name = "only"
instances = ["thein-easy"]
methods = ["native", "dimacs=%s"]
task = "probe"
`, program))
	var without, with probe
	task := without.task()
	task.NoSolver = false
	x := campaign.Executor{Tasks: []campaign.Task{task}}
	notices := &notices{t: t}
	store := create(t, plan)
	start(t, &Worker{Conn: connect(t, s, "without"), Executor: x, Jobs: 2})
	wait := collect(t, within(t, time.Minute), plan, store,
		&Queue{Conn: connect(t, s, "collector"), Executor: x, Notice: notices.add})
	until(t, "the notice", func() bool {
		return notices.contain("10 runs wait for a worker that has dimacs=" + shortLine(program, maxName-7) +
			" and is started with --programs; alternatively, stop with Ctrl-C: ")
	})
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	task = with.task()
	task.NoSolver = false
	start(t, &Worker{Conn: connect(t, s, "with"), Executor: campaign.Executor{Tasks: []campaign.Task{task}}, Jobs: 2,
		Programs: Programs{Names: []string{program}}})
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if a, b := without.total.Load(), with.total.Load(); a != 10 || b != 10 {
		t.Errorf("got %d and %d executions, want 10 and 10", a, b)
	}
	for _, r := range read(t, store) {
		if r.Outcome != campaign.Solved {
			t.Errorf("%s: got outcome %s, want solved", r.Key, r.Outcome)
		}
	}
	environments, err := store.Environments(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	named := false
	for _, e := range environments {
		_, ok := e.Solvers["dimacs="+program]
		named = named || ok
	}
	if !named {
		t.Errorf("no environment has the version of the program: %+v", environments)
	}
}

// Model files travel with their runs: a worker that has no file gives the records of a local campaign.
func TestClusterRunsModelFiles(t *testing.T) {
	noLeftovers(t)
	folder, err := filepath.Abs("../../../../testdata/models")
	if err != nil {
		t.Fatal(err)
	}
	plan := planOf(t, fmt.Sprintf(`
[[set]]
name = "models"
file = %q
colours = 4
[[grid]]
name = "optimum"
instances = ["models"]
methods = ["native", "gini:order"]
[[grid]]
name = "number"
instances = ["%s/queens8.json", "%[2]s/golomb5.json"]
methods = ["native"]
task = "count"
`, filepath.ToSlash(folder), filepath.ToSlash(folder)))
	s := clustertest.Start(t, nil)
	start(t, &Worker{Conn: connect(t, s, "worker"), Jobs: 2})
	got := records(t, plan, &Queue{Conn: connect(t, s, "collector")})
	want := records(t, plan, campaign.Local{Parallelism: 2})
	compare(t, got, want)
	for key, r := range got {
		if r.Outcome != campaign.Solved && r.Outcome != campaign.Unsat && r.Outcome != campaign.Counted {
			t.Errorf("%s: %s %s", key, r.Outcome, r.Detail)
		}
	}

	// The ID depends on the content of the files, and a model that needs a larger message is refused.
	changed := planOf(t, plan.Spec.Text)
	before := *changed.Stages[0].Runs[0].Instance.Model
	model := &changed.Stages[0].Runs[0].Instance.Model
	if *model, err = instances.NewModelFile(before.File, before.Format, []byte("another text"), 0); err != nil {
		t.Fatal(err)
	}
	if Identify(changed) == Identify(plan) {
		t.Error("a campaign with another content of a file has the same ID")
	}
	err = collect(t, within(t, time.Minute), plan, create(t, plan),
		&Queue{Conn: connect(t, s, "small"), MaxMessage: 5000})()
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "--max-message") {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
}

// The ID of a campaign depends on its runs only.
func TestIdentify(t *testing.T) {
	a := Identify(probes(t, 2, ""))
	variant := probes(t, 2, "")
	p := *variant.Stages[0].Runs[0].Instance.Puzzle
	p.Rules = []sudoku.Rule{{Kind: "linear", Core: model.Linear{Terms: []model.Term{{Coef: 1}}, Bound: 3}}}
	variant.Stages[0].Runs[0].Instance.Puzzle = &p
	for name, plan := range map[string]*campaign.Plan{
		"more repeats": probes(t, 3, ""), "alone": probes(t, 2, "alone = true"),
		"another limit": probes(t, 2, `limits = { time = "3s" }`), "a rule": variant,
	} {
		if b := Identify(plan); a == b {
			t.Errorf("%s: got the same ID %s", name, a)
		}
	}
	if b := Identify(probes(t, 2, "")); a != b {
		t.Errorf("the same campaign has IDs %s and %s", a, b)
	}
	// A batch carries the rule to the worker, and a worker refuses a rule that it does not know.
	data, err := json.Marshal(batch{Runs: variant.Stages[0].Runs[:1]})
	if err != nil {
		t.Fatal(err)
	}
	b, err := readBatch(data)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(p.Rules, b.Runs[0].Instance.Puzzle.Rules); d != "" {
		t.Errorf("rules (-sent +received):\n%s", d)
	}
	if _, err := readBatch(bytes.Replace(data, []byte(`"linear"`), []byte(`"quadratic"`), 1)); err == nil {
		t.Error("a batch with an unknown rule is accepted")
	}
}
