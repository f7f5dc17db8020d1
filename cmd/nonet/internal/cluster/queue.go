package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"nonet/cmd/nonet/internal/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Queue has the runs of a campaign executed by workers: it is the collector's side. It serves one campaign.
type Queue struct {
	Conn     *Conn
	Executor campaign.Executor // which tasks there are; it executes nothing
	// AckWait is how long a worker may give no sign of life before its runs are given to others; 0 means 30 seconds.
	AckWait    time.Duration
	Replicas   int            // copies of the streams in a cluster of servers; 0 means 1
	MaxBytes   campaign.Bytes // limit on the size of each stream; 0 means none. Servers of others may demand one
	MaxMessage campaign.Bytes // limit on the size of a message; 0 means that of the server
	AnyBuild   bool           // go on with a campaign that another build of the program has begun
	Keep       bool           // leave the campaign on the server when all records are in the store
	Notice     func(string)   // called with what the user should know: that no worker has come, say. It may be nil

	crew atomic.Pointer[crew] // while it executes
	id   string
}

var (
	_ campaign.Queue     = (*Queue)(nil)
	_ campaign.Forgetter = (*Queue)(nil)
)

// defaultAckWait is long beside a pause of the network, and short beside a campaign.
const defaultAckWait = 30 * time.Second

// Check implements campaign.Queue. What a worker may not be able to do is not known here.
func (q *Queue) Check(plan *campaign.Plan) error { return q.Executor.Check(plan) }

// Jobs implements campaign.Queue: the runs that all workers that were heard of execute at the same time.
func (q *Queue) Jobs() int {
	jobs := 0
	if crew := q.crew.Load(); crew != nil {
		for _, w := range crew.alive() {
			jobs += w.Jobs
		}
	}
	return max(1, jobs)
}

// Execute implements campaign.Queue. The runs of all stages are published at once, in their order: a run that is to be alone has its worker to
// itself, wherever that is. The records stay on the server until Forget or Remove is called.
func (q *Queue) Execute(ctx context.Context, plan *campaign.Plan, done func(key string) bool, results chan<- campaign.Result) error {
	c, err := q.open(ctx, plan)
	if err != nil {
		return err
	}
	if c.crew, err = q.Conn.gather(); err != nil {
		return err
	}
	defer c.crew.close()
	q.crew.Store(c.crew)
	defer c.close()
	c.results = results
	for i := range plan.Stages {
		stage := &plan.Stages[i]
		for _, run := range stage.Runs {
			if !done(run.Key) {
				c.add(run, stage.Warmup)
			}
		}
	}
	if err := c.checkSizes(); err != nil {
		if c.runs.CachedInfo().State.LastSeq == 0 { // it was begun just now
			err = errors.Join(err, q.Conn.Remove(ctx, c.id))
		}
		return err
	}
	return c.run(ctx)
}

// Forget implements campaign.Forgetter: it takes the campaign from the server. Where that fails it is told in a notice, since no record is missing.
func (q *Queue) Forget(ctx context.Context, plan *campaign.Plan) {
	if q.Keep {
		return
	}
	id := Identify(plan)
	err := q.Conn.Remove(ctx, id)
	if err == nil {
		err = q.Conn.announce(announcement{Finished: id})
	}
	if err != nil && q.Notice != nil {
		q.Notice(fmt.Sprintf("all records are here, but the campaign %s is still on the server: %v", id, err))
	}
}

// Remove takes the campaign from the server. That it is not there is no error.
func (q *Queue) Remove(ctx context.Context, plan *campaign.Plan) error {
	return q.Conn.Remove(ctx, Identify(plan))
}

// Remove takes a campaign from the server, with all that it has there. Workers end its runs.
func (c *Conn) Remove(ctx context.Context, id string) error {
	for _, name := range []string{runsPrefix + id, recordsPrefix + id} {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		err := c.js.DeleteStream(asking, name)
		cancel()
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return c.explain(ctx, "deleting the stream "+name, err)
		}
	}
	return c.announce(announcement{})
}

// open finds the streams of the plan's campaign, or makes them, and returns a collector for it.
func (q *Queue) open(ctx context.Context, plan *campaign.Plan) (*collector, error) {
	q.id = Identify(plan)
	needed := needs(&q.Executor, plan)
	meta := map[string]string{metaProtocol: Protocol, metaBuild: buildName(), metaLabel: plan.Spec.Label(), metaRuns: strconv.Itoa(plan.Runs())}
	most := q.Conn.nc.MaxPayload()
	if m := int64(q.MaxMessage); m > 0 {
		if m > most {
			return nil, &Error{q.Conn.server, fmt.Sprintf("--max-message %d: the server takes %d bytes at most", m, most), ErrTooLarge}
		}
		most = m
	}
	common := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Replicas: max(1, q.Replicas), MaxBytes: cmp.Or(int64(q.MaxBytes), -1), MaxMsgSize: int32(most),
		Discard: jetstream.DiscardNew, Metadata: meta,
	}
	records := common
	records.Name, records.Subjects = recordsPrefix+q.id, []string{recordSubjects(q.id), environmentSubject(q.id)}
	records.Description = "records of the nonet campaign " + plan.Spec.Label()
	records.Compression = jetstream.S2Compression
	runs := common
	runs.Name, runs.Subjects = runsPrefix+q.id, []string{runSubjects(q.id)}
	runs.Description = "runs of the nonet campaign " + plan.Spec.Label() + " that are left"
	runs.Retention = jetstream.WorkQueuePolicy
	runs.MaxMsgsPerSubject, runs.DiscardNewPerSubject = 1, true

	c := &collector{queue: q, conn: q.Conn, id: q.id, most: int(most), due: map[string]*due{}, environments: map[string]*campaign.Environment{}}
	var err error
	if c.records, err = q.stream(ctx, records); err != nil { // before the runs: a worker that finds runs can store records
		return nil, err
	}
	if c.runs, err = q.stream(ctx, runs); err != nil {
		return nil, err
	}
	if state := c.runs.CachedInfo().State; state.LastSeq > 0 && q.Notice != nil {
		q.Notice(fmt.Sprintf("the campaign is on the server already: %d runs are waiting or being executed, %d messages with records are there",
			state.Msgs, c.records.CachedInfo().State.Msgs))
	}
	for _, n := range needed {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		_, err := c.runs.CreateOrUpdateConsumer(asking, jetstream.ConsumerConfig{
			Durable: n.token(), FilterSubject: needSubjects(q.id, n.token()), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: cmp.Or(q.AckWait, defaultAckWait), MaxAckPending: -1, MaxWaiting: 8192, Metadata: n.metadata(),
		})
		cancel()
		if err != nil {
			return nil, q.Conn.explain(ctx, "making the consumer "+n.token(), err)
		}
	}
	return c, nil
}

// stream returns the stream of that name. If it is there already it must be of this version of the program.
func (q *Queue) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	asking, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	s, err := q.Conn.js.Stream(asking, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = q.Conn.js.CreateStream(asking, config)
	}
	if err != nil {
		return nil, q.Conn.explain(ctx, "making the stream "+config.Name, err)
	}
	if why := foreign(s.CachedInfo().Config.Metadata, q.AnyBuild); why != "" {
		return nil, &Error{q.Conn.server, fmt.Sprintf("the campaign %s is there already, %s", q.id, why), ErrVersion}
	}
	return s, nil
}

// foreign says why streams with that metadata are not for this program, or "".
func foreign(meta map[string]string, anyBuild bool) string {
	switch protocol, build := meta[metaProtocol], meta[metaBuild]; {
	case protocol != Protocol:
		return fmt.Sprintf("in the protocol %q of another version of nonet, which this one (protocol %q) does not speak", protocol, Protocol)
	case build != buildName() && !anyBuild:
		return fmt.Sprintf("begun by nonet %s; this is %s, whose records might differ (--any-build mixes them)", build, buildName())
	}
	return ""
}

// buildName names this build of the program.
var buildName = func() string {
	version, commit := campaign.Build()
	if commit == "" && version == "(devel)" || strings.HasSuffix(commit, "+changes") {
		commit = strings.TrimSpace(commit + " " + executable()) // nothing else tells two such builds apart
	}
	return strings.TrimSpace(version + " " + commit)
}

// A collector publishes runs and takes records.
type collector struct {
	queue   *Queue
	conn    *Conn
	crew    *crew
	id      string
	most    int // bytes of a message
	runs    jetstream.Stream
	records jetstream.Stream
	results chan<- campaign.Result

	due   map[string]*due // runs whose records have not come, by key
	order []string        // their keys, in the order of the plan
	left  int             // of them, those that the server had no room for

	environments map[string]*campaign.Environment
	log          jetstream.Consumer // of the records; nil if it must be made
	seen         uint64             // the sequence number of the last message read from the log
	said         map[string]bool
	warned       time.Time
}

type due struct {
	run    *campaign.Run
	warmup []*campaign.Run
}

// add has a run executed.
func (c *collector) add(run *campaign.Run, warmup []*campaign.Run) {
	d := &due{run: run}
	for _, w := range warmup {
		if w.Grid == run.Grid && w.Method == run.Method {
			d.warmup = append(d.warmup, w)
		}
	}
	c.due[run.Key] = d
	c.order = append(c.order, run.Key)
}

// quiet is how long no record may come until it is looked whether some run has got lost.
const quiet = 15 * time.Second

// run publishes and collects until nothing is due.
func (c *collector) run(ctx context.Context) error {
	begun := time.Now()
	for len(c.due) > 0 {
		if err := c.topUp(ctx); err != nil {
			return err
		}
		wait := quiet
		if c.left > 0 {
			wait = time.Second
		}
		for last := time.Now(); len(c.due) > 0 && time.Since(last) < wait; {
			before := len(c.due)
			if err := c.collect(ctx, time.Second); err != nil {
				return err
			}
			if len(c.due) < before {
				last = time.Now()
			}
			c.notice(ctx, time.Since(begun))
		}
	}
	return nil
}

// close ends what reads the log.
func (c *collector) close() {
	if c.log == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), requestTime)
	defer cancel()
	_ = c.records.DeleteConsumer(ctx, c.log.CachedInfo().Name) // the server deletes it soon in any case
}

// notice tells what keeps the campaign from going on.
func (c *collector) notice(ctx context.Context, elapsed time.Duration) {
	if c.queue.Notice == nil || elapsed < 3*time.Second || time.Since(c.warned) < 5*time.Second {
		return
	}
	c.warned = time.Now()
	say := func(key, text string) {
		if c.said == nil {
			c.said = map[string]bool{}
		}
		if !c.said[key] {
			c.said[key] = true
			c.queue.Notice(text)
		}
	}
	workers := c.crew.alive()
	if len(workers) == 0 {
		say("nobody", fmt.Sprintf("no worker has come yet: nonet worker --nats %s, on any machine", c.conn.server))
		return
	}
	delete(c.said, "nobody")
	for _, w := range workers {
		if why, refused := w.Refused[c.id]; refused {
			say(w.ID, fmt.Sprintf("the worker %s leaves the campaign alone: %s", w.Name(), why))
		}
	}
	state, err := c.conn.State(ctx, c.id)
	if err != nil {
		return // the next request will tell
	}
	state.count(workers)
	for _, d := range state.Needs {
		if d.Waiting+d.Executing > 0 && d.Workers == 0 {
			say(d.Need, fmt.Sprintf("%d runs wait for a worker that has %s", d.Waiting+d.Executing, d.What()))
		}
	}
}

// gone reports whether a stream of the campaign is not there any more. While the server does not answer it is taken to be there.
func (c *collector) gone(ctx context.Context) bool {
	for _, s := range []jetstream.Stream{c.records, c.runs} {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		_, err := s.Info(asking)
		cancel()
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return true
		}
	}
	return false
}

// retry says what to do about an error: nil is to try again, after a pause.
func (c *collector) retry(ctx context.Context, about string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if c.gone(ctx) {
		return &Error{c.conn.server, fmt.Sprintf("the campaign %s is not there any more: it was withdrawn, or somebody else has all its records", c.id), ErrGone}
	}
	var api *jetstream.APIError
	if errors.As(err, &api) && api.Code < 500 && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return c.conn.explain(ctx, about, err)
	}
	if c.conn.nc.IsConnected() && errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) {
		if denied := c.conn.denied(); denied != "" {
			return &Error{c.conn.server, about + ": " + denied, ErrDenied}
		}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(500 * time.Millisecond):
		return nil
	}
}

// outcomes counts the records of a stream by outcome.
func outcomes(subjects map[string]uint64) map[campaign.Outcome]int {
	counts := map[campaign.Outcome]int{}
	for subject, n := range maps.All(subjects) {
		if strings.Contains(subject, ".record.") {
			counts[outcomeOf(subject)] += int(n)
		}
	}
	return counts
}
