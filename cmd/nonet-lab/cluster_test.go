//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"nonet/backends/backendtest"
	"nonet/cmd/internal/programtest"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// These tests take about 20 s each, most of it waiting: for leases of 2 s to expire, for processes, and for the solvers
// that sleep. The random one (NONET_LONG) takes minutes.

// A laboratory is a campaign on a server with its collector and workers.
type laboratory struct {
	t       *testing.T
	dir     string
	file    string
	server  *clustertest.Server
	url     string
	conn    *cluster.Conn
	watcher *cluster.Watcher
	runs    int
	nc      *nats.Conn // a further connection, to inspect the server

	mu    sync.Mutex
	again map[string]int // redeliveries of runs, by sequence number in the stream
}

// The gates of a lab: slow runs wait until slowGate is open, and one run, the last, until lastGate is open.
const (
	slowGate = "slow"
	lastGate = "last"
)

// newLab writes a campaign and starts a server. The slow runs sleep, so that the processor is free for everything else.
func newLab(t *testing.T, repeats int) *laboratory {
	t.Helper()
	l := &laboratory{t: t, dir: t.TempDir(), again: map[string]int{}}
	// The limit is so high that no run reaches it, even on a busy machine.
	spec := strings.Replace(killed, "time = \"5s\"", "time = \"10m\"", 1)
	for _, grid := range []struct {
		gate, set string
		repeats   int
	}{{slowGate, "s", repeats}, {lastGate, "one", 1}} {
		program := filepath.Join(l.dir, grid.gate+".sh")
		script := fmt.Sprintf("#!/bin/sh\nwhile [ ! -e %s ]; do sleep 0.1; done\nsleep 0.3\necho s UNKNOWN\n",
			l.gate(grid.gate))
		if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		spec += fmt.Sprintf("[[grid]]\nname = %q\ninstances = [%q]\nmethods = [\"dimacs=%s\"]\nrepeats = %d\n",
			grid.gate, grid.set, program, grid.repeats)
	}
	l.runs = runsOf(t, spec)
	l.file = filepath.Join(l.dir, "lab.toml")
	if err := os.WriteFile(l.file, []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	l.server = clustertest.Start(t, nil)
	l.url = l.server.URL()
	var err error
	if l.conn, err = cluster.Connect(t.Context(), cluster.Options{URL: l.url, Name: "test"}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.conn.Close)
	if l.watcher, err = l.conn.Watch(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.watcher.Close)
	if l.nc, err = nats.Connect(l.url, nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.nc.Close)
	// The subjects of heartbeats and acks contain the delivery count and the sequence number of the run:
	// $JS.ACK.STREAM.CONSUMER.DELIVERED.SEQUENCE...
	if _, err := l.nc.Subscribe("$JS.ACK.>", func(m *nats.Msg) {
		if token := strings.Split(m.Subject, "."); len(token) > 5 {
			delivered, _ := strconv.Atoi(token[4])
			l.mu.Lock()
			l.again[token[5]] = max(l.again[token[5]], delivered-1)
			l.mu.Unlock()
		}
	}); err != nil {
		t.Fatal(err)
	}
	return l
}

func (l *laboratory) gate(name string) string { return filepath.Join(l.dir, name+".open") }

// open opens gates.
func (l *laboratory) open(names ...string) {
	l.t.Helper()
	for _, name := range names {
		if err := os.WriteFile(l.gate(name), nil, 0o666); err != nil {
			l.t.Fatal(err)
		}
	}
}

// givenAgain returns the number of redeliveries.
func (l *laboratory) givenAgain() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, times := range l.again {
		n += times
	}
	return n
}

func (l *laboratory) worker() *programtest.Session {
	return programtest.Start(l.t, "nonet-lab", nil, "worker", "--nats", l.url, "--programs", "any", "--jobs", "4",
		"--progress", "never")
}

// newcomer starts a worker and waits until the server has it. A worker that starts without a server exits.
func (l *laboratory) newcomer() *programtest.Session {
	w := l.worker()
	l.until("a worker finds the server", func() bool {
		return slices.ContainsFunc(l.watcher.Workers(),
			func(s cluster.Status) bool { return s.PID == w.Cmd.Process.Pid })
	})
	return w
}

// collect starts the collector: how is "run" or "resume".
func (l *laboratory) collect(how, database string) *programtest.Session {
	return programtest.Start(l.t, "nonet-lab", nil, "campaign", how, l.file, "--db", database, "--nats", l.url,
		"--ack-wait", "2s", "--keep", "--progress", "never")
}

// state returns the state of the campaign, or nil while the server does not answer.
func (l *laboratory) state() *cluster.State {
	all, err := l.conn.Campaigns(l.t.Context())
	if err != nil || len(all) != 1 {
		return nil
	}
	state, err := l.watcher.State(l.t.Context(), all[0].ID)
	if err != nil {
		return nil
	}
	return state
}

// until waits for a condition.
func (l *laboratory) until(what string, happened func() bool) {
	l.t.Helper()
	for begin := time.Now(); time.Since(begin) < programtest.Patience; time.Sleep(50 * time.Millisecond) {
		if happened() {
			return
		}
	}
	l.t.Fatalf("timeout: waiting until %s; the campaign: %+v; workers: %d", what, l.state(), len(l.watcher.Workers()))
}

// middle checks that the campaign is still running, and that the server answers.
func (l *laboratory) middle(what string) {
	l.t.Helper()
	l.until("the server answers", func() bool {
		state := l.state()
		if state != nil && state.Done() >= l.runs {
			l.t.Errorf("the campaign was over before %s", what)
		}
		return state != nil
	})
}

// recorded returns the number of records in a database; 0 if another process has not created it yet.
func recorded(database string) int {
	store, err := campaign.Read(context.Background(), database)
	if err != nil {
		return 0
	}
	defer store.Close()
	done, _ := store.WallTimes(context.Background())
	return len(done)
}

// storedRecords returns the records of a database by key.
func storedRecords(t *testing.T, database string) map[string]campaign.Record {
	t.Helper()
	store, err := campaign.Read(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	all := map[string]campaign.Record{}
	for r, err := range store.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := all[r.Key]; twice {
			t.Errorf("two records of %s", r.Key)
		}
		all[r.Key] = r
	}
	return all
}

// log returns the first record of each run in the record stream of the server, and the number of further records.
func (l *laboratory) log() (first map[string]campaign.Record, more int) {
	l.t.Helper()
	js, err := jetstream.New(l.nc)
	if err != nil {
		l.t.Fatal(err)
	}
	stream, err := js.Stream(l.t.Context(), "nonet-records-"+l.state().ID)
	if err != nil {
		l.t.Fatal(err)
	}
	first = map[string]campaign.Record{}
	for i := uint64(1); i <= stream.CachedInfo().State.LastSeq; i++ {
		m, err := stream.GetMsg(l.t.Context(), i)
		if err != nil {
			l.t.Fatal(err)
		}
		if !strings.Contains(m.Subject, ".record.") {
			continue
		}
		var r campaign.Record
		if err := json.Unmarshal(m.Data, &r); err != nil {
			l.t.Fatal(err)
		}
		if _, there := first[r.Key]; there {
			more++
		} else {
			first[r.Key] = r
		}
	}
	return first, more
}

// essence returns the fields of a record that do not depend on the worker.
func essence(r campaign.Record) string {
	r.Wall, r.CPU, r.Environment, r.Started = 0, 0, 0, time.Time{}
	r.Stats.Preprocess, r.Stats.Encode, r.Stats.Solve = 0, 0, 0
	return strings.ReplaceAll(fmt.Sprintf("%+v", r), "map[]", "{}")
}

// same compares the collected records with those of a campaign without a server, and with the record stream.
func (l *laboratory) same(collected, whole string) {
	l.t.Helper()
	want, got := storedRecords(l.t, whole), storedRecords(l.t, collected)
	first, more := l.log()
	l.t.Logf("%d records, %d more of runs that were executed twice; runs were given out again %d times", len(first),
		more, l.givenAgain())
	if len(want) != l.runs || len(got) != l.runs || len(first) != l.runs {
		l.t.Errorf("%d records without a server, %d collected, %d runs in the log: expected %d", len(want), len(got),
			len(first), l.runs)
	}
	for key, w := range want {
		g, f := got[key], first[key]
		if a, b := essence(g), essence(w); a != b {
			l.t.Errorf("%s\n   got %s\n  want %s", key, a, b)
		}
		if !f.Started.Equal(g.Started) || f.Wall != g.Wall {
			l.t.Errorf("%s: got the record of %v, want %v, the first in the stream", key, g.Started,
				f.Started)
		}
	}
}

// Three workers, of which one is killed and one suspended until its runs are redelivered; a restart of the server; a
// collector that is killed, interrupted, and started again elsewhere with an empty database: the records are those of
// an undisturbed campaign.
func TestClusterLosesNothing(t *testing.T) {
	t.Parallel()
	l := newLab(t, 8)
	whole := filepath.Join(l.dir, "whole.sqlite")
	local := programtest.Start(t, "nonet-lab", nil, "campaign", "run", l.file, "--db", whole, "--quiet", "--jobs", "16")
	workers := []*programtest.Session{l.worker(), l.worker(), l.worker()}
	part := filepath.Join(l.dir, "lab.sqlite")
	collector := l.collect("run", part)
	l.until("each worker has its hands full, and the collector has records", func() bool {
		full := 0
		for _, w := range l.watcher.Workers() {
			if w.Running == 4 {
				full++
			}
		}
		return full == 3 && recorded(part) > 0
	})

	workers[1].Cmd.Process.Signal(syscall.SIGSTOP)
	workers[0].Cmd.Process.Kill()
	_ = workers[0].Cmd.Wait()
	before := l.givenAgain() // redeliveries after an expired lease
	l.open(slowGate)
	l.until("runs are given out again", func() bool { return l.givenAgain() > before })

	l.middle("the server was restarted")
	l.server.Stop()
	time.Sleep(300 * time.Millisecond)
	l.server.Start()

	l.middle("the collector was killed")
	collector.Cmd.Process.Kill()
	_ = collector.Cmd.Wait()
	before = recorded(part)
	collector = l.collect("resume", part)
	workers[1].Cmd.Process.Signal(syscall.SIGCONT)
	l.until("the collector goes on", func() bool { n := recorded(part); return n > before || n == l.runs-1 })

	l.middle("the collector was stopped")
	collector.Cmd.Process.Signal(os.Interrupt)
	collector.End(t, 3)
	want := "; workers continue; to collect their records, use nonet-lab campaign resume " + part + " --nats " + l.url +
		"\n"
	if text := collector.Err.String(); !strings.Contains(text, want) ||
		!strings.Contains(text, "the campaign is already on the server: ") {
		t.Errorf("standard error: %s", text)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.sqlite")
	l.middle("it was collected elsewhere")
	l.open(lastGate)
	l.collect("run", elsewhere).End(t, 0)
	l.collect("resume", part).End(t, 0)
	for _, w := range workers[1:] {
		w.Cmd.Process.Signal(syscall.SIGTERM)
		w.End(t, 0)
		if !strings.Contains(w.Err.String(), " runs in ") {
			t.Errorf("standard error of a worker: %s", &w.Err)
		}
	}
	local.End(t, 0)
	l.same(part, whole)
	l.same(elsewhere, whole)

	withdraw := exec.Command("nonet-lab", "campaign", "withdraw", l.file, "--db", part, "--nats", l.url)
	out, err := withdraw.CombinedOutput()
	if all, listing := l.conn.Campaigns(t.Context()); err != nil || listing != nil || len(all) > 0 {
		t.Errorf("%s, %v; left on the server: %v, %v", out, err, all, listing)
	}
}

// Random failures of workers, collector and server, repeated.
func TestClusterLosesNothingAtRandom(t *testing.T) {
	backendtest.SkipUnlessLong(t)
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("NONET_SEED"); text != "" {
		fmt.Sscan(text, &seed)
	}
	t.Logf("NONET_SEED=%d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	l := newLab(t, 300)
	l.open(slowGate, lastGate)
	whole := filepath.Join(l.dir, "whole.sqlite")
	alone := programtest.Start(t, "nonet-lab", nil, "campaign", "run", l.file, "--db", whole, "--quiet", "--jobs", "24")
	alone.End(t, 0)
	workers := []*programtest.Session{l.newcomer(), l.newcomer(), l.newcomer()}
	part := filepath.Join(l.dir, "lab.sqlite")
	collector := l.collect("run", part)
	events := map[string]int{}
	for recorded(part) < l.runs {
		i := r.IntN(len(workers))
		switch event := r.IntN(6); event {
		case 0, 1:
			events["worker killed"]++
			workers[i].Cmd.Process.Kill()
			_ = workers[i].Cmd.Wait()
			workers[i] = l.newcomer()
		case 2:
			events["worker stopped for a while"]++
			workers[i].Cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(time.Duration(r.IntN(4000)) * time.Millisecond)
			workers[i].Cmd.Process.Signal(syscall.SIGCONT)
		case 3:
			events["worker ended"]++
			workers[i].Cmd.Process.Signal(syscall.SIGTERM)
			workers[i].End(t, 0)
			workers[i] = l.newcomer()
		case 4:
			events["server restarted"]++
			l.server.Stop()
			time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
			l.server.Start()
		case 5:
			events["collector killed"]++
			collector.Cmd.Process.Kill()
			_ = collector.Cmd.Wait()
			how := "resume"
			if _, err := os.Stat(part); err != nil {
				how = "run" // there is no database yet
			}
			collector = l.collect(how, part)
		}
		time.Sleep(time.Duration(r.IntN(3000)) * time.Millisecond)
	}
	if _ = collector.Cmd.Wait(); collector.Cmd.ProcessState.ExitCode() == 4 { // started while the server was down
		collector = l.collect("resume", part)
		_ = collector.Cmd.Wait()
	}
	if code := collector.Cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit code %d: %s", code, &collector.Err)
	}
	for _, w := range workers {
		w.Cmd.Process.Signal(syscall.SIGTERM)
		w.End(t, 0)
	}
	var counts []string
	for event, n := range events {
		counts = append(counts, fmt.Sprintf("%s %d times", event, n))
	}
	slices.Sort(counts)
	t.Log(strings.Join(counts, ", "))
	l.same(part, whole)
}

// A worker or collector of another build takes no part without --any-build, and reports the reason.
func TestClusterOfTwoBuilds(t *testing.T) {
	t.Parallel()
	ours, err := exec.LookPath("nonet-lab")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(ours)
	if err != nil {
		t.Fatal(err)
	}
	// Bytes appended to the executable change its identity, but not its behaviour.
	other := filepath.Join(t.TempDir(), "nonet-lab")
	if err := os.WriteFile(other, append(program, "another build"...), 0o755); err != nil {
		t.Fatal(err)
	}
	l := newLab(t, 1)
	l.open(slowGate, lastGate)
	worker := exec.Command(other, "worker", "--nats", l.url)
	var stderr bytes.Buffer
	worker.Stderr = &stderr
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer worker.Process.Kill()
	part := filepath.Join(l.dir, "lab.sqlite")
	collector := l.collect("run", part)
	l.until("the other build refuses", func() bool {
		state := l.state()
		return state != nil && len(l.watcher.Workers()) == 1 && l.watcher.Workers()[0].Refused[state.ID] != ""
	})
	out, err := exec.Command("nonet-lab", "campaign", "watch", "--nats", l.url, "--once").Output()
	if !strings.Contains(string(out), " refuses "+l.state().ID+": ") {
		t.Errorf("watch: %v, %s", err, out)
	}
	refused := exec.Command(other, "campaign", "run", l.file, "--nats", l.url, "--db",
		filepath.Join(t.TempDir(), "other.sqlite"))
	text, _ := refused.CombinedOutput()
	if code := refused.ProcessState.ExitCode(); code != 4 ||
		!strings.Contains(string(text), "(--any-build mixes them)") {
		t.Errorf("exit code %d, %s", code, text)
	}
	worker.Process.Signal(syscall.SIGTERM)
	if err := worker.Wait(); err != nil ||
		!strings.Contains(stderr.String(), "whose records may differ (--any-build mixes them)") ||
		!strings.Contains(stderr.String(), "\n0 runs in ") {
		t.Errorf("%v, %s", err, &stderr)
	}
	willing := exec.Command(other, "worker", "--nats", l.url, "--programs", "any", "--any-build", "--quiet")
	if err := willing.Start(); err != nil {
		t.Fatal(err)
	}
	defer willing.Process.Kill()
	collector.End(t, 0)
	willing.Process.Signal(os.Interrupt)
	if err := willing.Wait(); err != nil {
		t.Error(err)
	}
}
