package cluster

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/cluster/clustertest"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A hostile is a client that publishes what no collector does. It creates the streams of a campaign with the build of
// this program.
type hostile struct {
	t    *testing.T
	conn *Conn
	id   string
	runs jetstream.Stream
}

func newHostile(t *testing.T, s *clustertest.Server) *hostile {
	t.Helper()
	h := &hostile{t: t, conn: connect(t, s, "hostile"), id: "evil-0123456789ab"}
	meta := map[string]string{metaProtocol: Protocol, metaBuild: buildName(), metaLabel: "evil", metaRuns: "1"}
	var err error
	if _, err = h.conn.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: recordsPrefix + h.id,
		Subjects: []string{recordSubjects(h.id), environmentSubject(h.id)}, Metadata: meta}); err != nil {
		t.Fatal(err)
	}
	h.runs, err = h.conn.js.CreateStream(t.Context(), jetstream.StreamConfig{Name: runsPrefix + h.id,
		Subjects: []string{runSubjects(h.id)}, Retention: jetstream.WorkQueuePolicy, Metadata: meta})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// require creates the consumer of a requirement.
func (h *hostile) require(n requirement) {
	h.t.Helper()
	if _, err := h.runs.CreateConsumer(h.t.Context(), jetstream.ConsumerConfig{Durable: n.token(),
		FilterSubject: requirementSubjects(h.id, n.token()), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: 30 * time.Second, Metadata: n.metadata()}); err != nil {
		h.t.Fatal(err)
	}
}

// publish publishes one run with the given method, as a run or as a warmup run, to the consumer of a requirement.
func (h *hostile) publish(n requirement, method string, change func(*batch)) {
	h.t.Helper()
	run := *probes(h.t, 1, "").Stages[0].Runs[0]
	run.Task, run.Method = "solve", method
	b := batch{Runs: []*campaign.Run{&run}}
	if change != nil {
		change(&b)
	}
	data, err := json.Marshal(b)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.conn.js.Publish(h.t.Context(), "nonet."+h.id+".run."+n.token()+".0-0-0", data); err != nil {
		h.t.Fatal(err)
	}
	if err := h.conn.announce(announcement{}); err != nil {
		h.t.Fatal(err)
	}
}

// outcomes returns the number of records on the server, by outcome.
func (h *hostile) outcomes() map[campaign.Outcome]int {
	state, err := h.conn.State(h.t.Context(), h.id)
	if err != nil {
		return nil
	}
	return state.Outcomes
}

// trap returns a method that writes a file when its program is started, and the name of the file.
func trap(t *testing.T) (method, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "started")
	return "dimacs=/bin/sh -c 'echo >" + file + "'", file
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// A run with a program, published as a run that needs nothing, is not executed.
func TestHostileRun(t *testing.T) {
	noLeftovers(t)
	for _, c := range []struct {
		name   string
		change func(*batch)
	}{
		{"run", nil},
		{"warmup", func(b *batch) {
			innocent := *b.Runs[0]
			innocent.Method = "native"
			b.Warmup, b.Runs = b.Runs, []*campaign.Run{&innocent}
		}},
		{"isolated", func(b *batch) { b.Runs[0].Limits.Isolate = true }},
		{"second", func(b *batch) {
			innocent := *b.Runs[0]
			innocent.Method = "native"
			b.Runs = append([]*campaign.Run{&innocent}, b.Runs...)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := clustertest.Start(t, nil)
			method, file := trap(t)
			h := newHostile(t, s)
			h.require(requirement{})
			said := &notices{t: t}
			start(t, &Worker{Conn: connect(t, s, "worker"), Jobs: 1, Notice: said.add})
			h.publish(requirement{}, method, c.change)
			until(t, "the notice", func() bool {
				return said.contain("rejecting a message: a run that needs dimacs=/bin/sh -c 'echo >") &&
					said.contain("came as one that needs this build of nonet")
			})
			if exists(file) || len(h.outcomes()) > 0 {
				t.Errorf("the run was executed: outcomes %v", h.outcomes())
			}
		})
	}
}

// The metadata of a consumer start no program.
func TestHostileRequirement(t *testing.T) {
	noLeftovers(t)
	s := clustertest.Start(t, nil)
	file := filepath.Join(t.TempDir(), "started")
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho >"+file+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	h := newHostile(t, s)
	need := requirement{Backend: "dimacs=" + program}
	h.require(need)
	h.publish(need, "dimacs="+program, nil)
	said := &notices{t: t}
	stop := start(t, &Worker{Conn: connect(t, s, "worker"), Jobs: 1, Notice: said.add})
	until(t, "the notice", func() bool { return said.contain("this worker does not start " + program[:9]) })
	stop()
	if exists(file) {
		t.Fatal("the program was started")
	}

	// A worker whose user has listed the program does start it: the test above can fail.
	start(t, &Worker{Conn: connect(t, s, "trusting"), Jobs: 1, Programs: Programs{Names: []string{program}}})
	until(t, "the program", func() bool { return exists(file) })
}

// A message that is malformed, or whose key no record can have, is removed after some deliveries.
func TestHostileMessages(t *testing.T) {
	noLeftovers(t)
	rejectDelay = time.Millisecond
	t.Cleanup(func() { rejectDelay = time.Minute })
	for _, c := range []struct {
		name, notice string
		change       func(*batch)
	}{
		{"no run", "message without a run", func(b *batch) { b.Runs = nil }},
		{"long key", "a run with a key of 500000 bytes", func(b *batch) {
			b.Runs[0].Key = strings.Repeat("k", 500000)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := clustertest.Start(t, nil)
			h := newHostile(t, s)
			h.require(requirement{})
			said := &notices{t: t}
			start(t, &Worker{Conn: connect(t, s, "worker"), Jobs: 1, Notice: said.add})
			h.publish(requirement{}, "native", c.change)
			until(t, "the removal", func() bool {
				return said.contain(fmt.Sprintf("removing a message that was rejected %d times: %s", maxDeliveries+1,
					c.notice))
			})
			until(t, "an empty queue", func() bool {
				info, err := h.runs.Info(t.Context())
				return err == nil && info.State.Msgs == 0
			})
		})
	}
}

// The executor of a worker starts no program that is not listed, even if a task does.
func TestExecutorAllows(t *testing.T) {
	method, file := trap(t)
	run := *probes(t, 1, "").Stages[0].Runs[0]
	run.Task, run.Method = "solve", method
	x := campaign.Executor{Allow: Programs{}.Allow}
	if r := x.Execute(t.Context(), &run); r.Outcome != campaign.Unavailable || exists(file) ||
		!strings.Contains(r.Detail, "this worker does not start /bin/sh: nonet-lab worker --programs") {
		t.Errorf("got outcome %s, %s; program started: %v", r.Outcome, r.Detail, exists(file))
	}
	x.Allow = Programs{Any: true}.Allow
	if x.Execute(t.Context(), &run); !exists(file) {
		t.Error("the program was not started: the test cannot fail")
	}
}

func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		list, method string
		allowed      bool
	}{
		{"", "native", true},
		{"", "singles+cadical", true},
		{"", "dimacs=cadical", false},
		{"", "none+dimacs=cadical -q:minimal", false},
		{"kissat", "dimacs=kissat --sat", true},
		{"kissat,roundingsat", "opb=roundingsat", true},
		{"kissat", "dimacs=./kissat", false},
		{"kissat", "dimacs=/tmp/kissat", false},
		{"/opt/kissat", "dimacs=/opt/kissat", true},
		{"/opt/kissat", "dimacs=kissat", false},
		{"kissat", "dimacs='kissat' --sat", true},
		{"kissat", `dimacs="kissat --sat"`, false},
		{"any", "lp=/bin/sh -c id", true},
	} {
		p, err := ParsePrograms(c.list)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Allow(c.method); (err == nil) != c.allowed {
			t.Errorf("--programs %q, %s: error %v, want allowed %v", c.list, c.method, err, c.allowed)
		}
	}
	for _, bad := range []string{",", "a,", "any,kissat", " "} {
		if p, err := ParsePrograms(bad); err == nil {
			t.Errorf("ParsePrograms(%q) = %v, want an error", bad, p)
		}
	}
	for _, m := range methods.Known() {
		if err := (Programs{}).Allow(m.Name); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// What a worker says of itself is safe on a terminal, and does not accumulate.
func TestHostileStatus(t *testing.T) {
	w := &Watcher{workers: map[string]Status{}}
	publish := func(s string) { w.handleStatus(&nats.Msg{Data: []byte(s)}) }
	publish(`{"ID":"a","Host":"\u001b]0;pwned\u0007\u001b[2J\r\nfake line","Rate":1e300,"Jobs":-1,"Done":-5,
		"Build":"b\nc","Refused":{"evil":"no\nWORKER fake"}}`)
	all := w.Workers()
	if len(all) != 1 {
		t.Fatalf("got %d workers, want 1", len(all))
	}
	s := all[0]
	if s.Host != `\u001b]0;pwned\u0007\u001b[2J\r\nfake line` || s.Build != `b\nc` ||
		s.Refused["evil"] != `no\nWORKER fake` || s.Rate != 0 || s.Jobs != 0 || s.Done != 0 {
		t.Errorf("got %+v", s)
	}
	if got := shortLine("ab\xffcd", 4); got != `ab\xffc...` {
		t.Errorf("shortLine: got %q", got)
	}
	for i := range 3 * maxWorkers / 2 {
		publish(fmt.Sprintf(`{"ID":"w%d"}`, i))
	}
	if n := len(w.workers); n > maxWorkers {
		t.Errorf("%d workers are kept, want at most %d", n, maxWorkers)
	}
	for id, s := range w.workers { // time passes
		s.lastSeen = s.lastSeen.Add(-2 * workerTimeout)
		w.workers[id] = s
	}
	w.pruned = w.pruned.Add(-2 * workerTimeout)
	publish(`{"ID":"late"}`)
	if n := len(w.workers); n != 1 || len(w.Workers()) != 1 {
		t.Errorf("%d workers are kept, want the one with a recent status", n)
	}
}

// Announcements, which every client may publish, do not make a worker look up the campaigns each time.
func TestManyAnnouncements(t *testing.T) {
	noLeftovers(t)
	old := minRefreshInterval
	minRefreshInterval = time.Hour
	t.Cleanup(func() { minRefreshInterval = old })
	s := clustertest.Start(t, nil)
	other := connect(t, s, "other")
	var lookups, statuses atomic.Int64
	for subject, n := range map[string]*atomic.Int64{"$JS.API.STREAM.LIST": &lookups, allStatus: &statuses} {
		if _, err := other.nc.Subscribe(subject, func(*nats.Msg) { n.Add(1) }); err != nil {
			t.Fatal(err)
		}
	}
	if err := other.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	start(t, &Worker{Conn: connect(t, s, "worker"), Jobs: 1})
	for range 20 {
		before := statuses.Load()
		until(t, "a status", func() bool { return other.announce(announcement{}) == nil && statuses.Load() > before })
	}
	until(t, "the first look-up", func() bool { return lookups.Load() > 0 })
	if n := lookups.Load(); n != 1 {
		t.Errorf("%d look-ups, want 1", n)
	}
}

func TestExposed(t *testing.T) {
	for address, want := range map[string]bool{"127.0.0.1:4222": true, "[::1]:4222": true, "10.0.0.7:4222": false,
		"[fe80::1]:4222": false, "": false, "unix": false} {
		if got := isLoopback(address); got != want {
			t.Errorf("isLoopback(%q) = %v, want %v", address, got, want)
		}
	}
	if conn := connect(t, clustertest.Start(t, nil), "local"); conn.Exposed() {
		t.Error("a server on the loopback interface is exposed")
	}
}
