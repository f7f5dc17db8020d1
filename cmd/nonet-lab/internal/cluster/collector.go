package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/internal/slice"

	"github.com/nats-io/nats.go/jetstream"
)

// A collector publishes runs and collects their records.
type collector struct {
	queue      *Queue
	conn       *Conn
	watcher    *Watcher
	id         string
	maxMessage int // bytes
	runs       jetstream.Stream
	records    jetstream.Stream
	results    chan<- campaign.Result

	series    []*series
	pending   map[string]*pendingRun // runs without a record, by key
	chunkSize int                    // maximum number of batches per call of publish

	environments map[string]*campaign.Environment // by message ID
	log          jetstream.Consumer               // of the records; nil if it must be created
	epoch        string                           // part of the IDs of batches: makeRoom changes it
	lastSeq      uint64                           // sequence number of the last message read from the log
	delivered    uint64                           // messages that this consumer of the log has delivered

	// The following fields are for a server whose storage is full: see watchRoom.
	limited     bool      // it was full once
	queueLimit  int64     // bytes of the work queue, if limited
	lastRoom    time.Time // of the last call of makeRoom
	fullSince   time.Time // since when the server has stored nothing; zero if it stores messages
	fullPending int       // pending runs then

	noticed      map[string]bool // keys of the notices already given
	lastNotice   time.Time       // time of the last check for stalls
	workersSince time.Time       // when the first worker was seen; zero if none was
}

// A pendingRun is a run without a record.
type pendingRun struct {
	run    *campaign.Run
	series *series
}

// add creates the series of the plan. Runs that are not done are pending.
func (c *collector) add(plan *campaign.Plan, done func(key string) bool) {
	type name struct{ grid, method string }
	all := map[name]*series{}
	for run := range plan.All() {
		s := all[name{run.Grid, run.Method}]
		if s == nil {
			s = &series{number: len(c.series), requirement: requirementOf(run, &c.queue.Executor)}
			all[name{run.Grid, run.Method}] = s
			c.series = append(c.series, s)
		}
		s.runs = append(s.runs, run)
		if !done(run.Key) {
			s.pending++
			c.pending[run.Key] = &pendingRun{run, s}
		}
	}
	for i := range plan.Stages {
		for _, run := range plan.Stages[i].Warmup {
			if s := all[name{run.Grid, run.Method}]; s != nil && !slices.Contains(s.warmup, run) {
				s.warmup = append(s.warmup, run)
			}
		}
	}
}

// isPending reports whether the run has no record yet.
func (c *collector) isPending(run *campaign.Run) bool { return c.pending[run.Key] != nil }

var (
	// stallTimeout is the time without records after which the collector looks for lost runs.
	stallTimeout = 15 * time.Second
	// fetchWait is the timeout for records in one iteration of the main loop.
	fetchWait = 2 * time.Second
	// rampWait replaces fetchWait while runs are held back until their runtime is known.
	rampWait = 50 * time.Millisecond
)

// run publishes and collects until no run is pending. When ctx ends, it first publishes the runs that it has held back,
// so that the workers can continue.
func (c *collector) run(ctx context.Context) error {
	err := c.loop(ctx)
	if ctx.Err() == nil || c.conn.fatalError() != nil || !c.conn.nc.IsConnected() || c.limited {
		return err // on a full server, the next collector publishes the rest
	}
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	for full := false; !full && leaving.Err() == nil && c.unpublished() > 0; {
		var failed error
		if full, _, failed = c.publish(leaving, true); failed != nil {
			break // the next collector publishes the rest
		}
	}
	return err
}

// unpublished returns the number of runs that must be published.
func (c *collector) unpublished() int {
	return slice.Sum(c.series, func(s *series) int { return len(s.unpublished) })
}

// loop is run without the final publishing.
func (c *collector) loop(ctx context.Context) error {
	if err := c.findUnpublished(ctx); err != nil {
		return err
	}
	begun := time.Now()
	for last := begun; len(c.pending) > 0; {
		if time.Since(last) > stallTimeout {
			if err := c.findUnpublished(ctx); err != nil {
				return err
			}
			last = time.Now()
		}
		if c.workersSince.IsZero() && len(c.watcher.Workers()) > 0 {
			c.workersSince = time.Now()
		}
		before := len(c.pending)
		full, rejected, err := c.publish(ctx, false)
		if err != nil {
			return err
		}
		if err := c.watchRoom(ctx, rejected); err != nil {
			return err
		}
		wait := fetchWait
		switch {
		case full:
			wait /= 4
		case c.unpublished() > 0 && !c.workersSince.IsZero():
			wait = rampWait
		}
		if err := c.collect(ctx, wait); err != nil {
			return err
		}
		if len(c.pending) < before {
			last = time.Now()
		}
		c.noticeStall(ctx, time.Since(begun))
	}
	return nil
}

// close deletes the consumer of the log.
func (c *collector) close() {
	if c.log == nil || !c.conn.nc.IsConnected() {
		return
	}
	ctx, cancel := c.conn.requestContext(context.Background(), requestTimeout)
	defer cancel()
	// Best effort: the server deletes an inactive consumer anyway.
	_ = c.records.DeleteConsumer(ctx, c.log.CachedInfo().Name)
}

// retry classifies an error. It returns nil, after a pause, if the operation should be retried.
func (c *collector) retry(ctx context.Context, about string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if fault := c.conn.fatalError(); fault != nil {
		return fault
	}
	if c.isRemoved(ctx) {
		return &Error{c.conn.server,
			fmt.Sprintf("the campaign %s was removed from the server: it was withdrawn, or another collector has all "+
				"its records; nonet-lab campaign resume publishes the remaining runs again", c.id), ErrGone}
	}
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		if api.Code < 500 {
			return c.conn.explain(ctx, about, err)
		}
		c.noticeOnce(about, fmt.Sprintf("%s: server error %q; trying again", about, api.Description))
	}
	return sleep(ctx, 500*time.Millisecond)
}

// isRemoved reports whether a stream of the campaign was deleted. If the server does not answer, it returns false.
func (c *collector) isRemoved(ctx context.Context) bool {
	for _, s := range []jetstream.Stream{c.records, c.runs} {
		request, cancel := c.conn.requestContext(ctx, requestTimeout)
		_, err := s.Info(request)
		cancel()
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return true
		}
	}
	return false
}

// sleep waits for d, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// fetchSize is the maximum number of records per fetch.
const fetchSize = 1000

// collect handles the new messages of the log, and waits for more until the timeout.
func (c *collector) collect(ctx context.Context, wait time.Duration) error {
	if fault := c.conn.fatalError(); fault != nil {
		return fault
	}
	if c.log == nil {
		if err := c.openLog(ctx); err != nil {
			return c.retry(ctx, "reading the records", err)
		}
	}
	fetching, cancel := context.WithTimeout(ctx, wait)
	var fetched jetstream.MessageBatch
	var err error
	if wait > 0 {
		fetched, err = c.log.Fetch(fetchSize, jetstream.FetchContext(fetching))
	} else {
		fetched, err = c.log.FetchNoWait(fetchSize)
	}
	if err == nil {
		err = c.handleAll(ctx, fetched)
		cancel()
		for range fetched.Messages() { // drain, until the fetching goroutine has ended
			c.log = nil
		}
	}
	cancel()
	if err != nil {
		c.log = nil // create another consumer, which starts after the last message read
		return c.retry(ctx, "reading the records", err)
	}
	return ctx.Err()
}

// openLog creates a consumer of the log that starts after the last message read.
func (c *collector) openLog(ctx context.Context) error {
	request, cancel := c.conn.requestContext(ctx, requestTimeout)
	defer cancel()
	log, err := c.records.CreateConsumer(request, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: c.lastSeq + 1,
		AckPolicy:         jetstream.AckNonePolicy,
		InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
	})
	if err == nil {
		c.log, c.delivered = log, 0
	}
	return err
}

// caughtUp reports whether all messages of the log were read.
func (c *collector) caughtUp(ctx context.Context) bool {
	if c.log == nil {
		return false
	}
	request, cancel := c.conn.requestContext(ctx, requestTimeout)
	defer cancel()
	info, err := c.log.Info(request)
	if err != nil {
		return false
	}
	// If messages arrived after our fetch timed out, the server counts them as delivered.
	if info.Delivered.Consumer != c.delivered {
		c.log = nil
		return false
	}
	return info.NumPending == 0
}

// handleAll handles the fetched messages until no run is pending.
func (c *collector) handleAll(ctx context.Context, fetched jetstream.MessageBatch) error {
	for m := range fetched.Messages() {
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if c.delivered++; meta.Sequence.Consumer != c.delivered {
			return errGap
		}
		c.lastSeq = meta.Sequence.Stream
		if err := c.handle(ctx, m); err != nil || len(c.pending) == 0 {
			return err
		}
	}
	if err := fetched.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) &&
		!errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// errGap reports that messages were sent but did not arrive. The consumer does not acknowledge, so the server sends
// them again only to another consumer.
var errGap = errors.New("messages were lost")

// handle processes a message of the log. It passes on the first record of each pending run.
func (c *collector) handle(ctx context.Context, m jetstream.Msg) error {
	id := m.Headers().Get(jetstream.MsgIDHeader)
	if m.Subject() == environmentSubject(c.id) {
		var e campaign.Environment
		if json.Unmarshal(m.Data(), &e) == nil && c.environments[id] == nil {
			c.environments[id] = &e
		}
		return nil
	}
	d := c.pending[id]
	if d == nil {
		return nil
	}
	var r campaign.Record
	if err := json.Unmarshal(m.Data(), &r); err != nil || r.Key != d.run.Key || r.Seed != d.run.Seed {
		return nil // not a record of this run: it stays pending and is published again
	}
	from := cmp.Or(c.environments[m.Headers().Get(headerEnvironment)], &unknownEnvironment)
	select {
	case c.results <- campaign.Result{Record: r, Environment: from}:
		delete(c.pending, id)
		d.series.pending--
		d.series.measured++
		d.series.total += r.Wall
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unknownEnvironment is the environment of records whose environment is not in the log.
var unknownEnvironment = campaign.Environment{Version: "unknown"}

// The time of the first check for stalls, and the interval between checks.
var (
	noticeDelay    = 3 * time.Second
	noticeInterval = 5 * time.Second
)

// noticeStall notifies the user of anything that stalls the campaign: a full stream, no worker, refusals, or
// requirements that no worker meets.
func (c *collector) noticeStall(ctx context.Context, elapsed time.Duration) {
	if c.queue.Notice == nil || elapsed < noticeDelay || time.Since(c.lastNotice) < noticeInterval {
		return
	}
	c.lastNotice = time.Now()
	request, cancel := c.conn.requestContext(ctx, requestTimeout)
	defer cancel()
	if info, err := c.records.Info(request); err == nil && info.Config.MaxBytes > 0 &&
		int64(info.State.Bytes) > info.Config.MaxBytes/20*19 {
		c.noticeOnce("full", fmt.Sprintf("the records use %d of %d bytes on the server: resume with a larger "+
			"--max-bytes", info.State.Bytes, info.Config.MaxBytes))
	}
	workers := c.watcher.Workers()
	if len(workers) == 0 {
		problem := "no worker has connected yet"
		if !c.workersSince.IsZero() {
			problem = "no worker is left"
		}
		c.noticeOnce("no worker",
			fmt.Sprintf("%s: start nonet-lab worker --nats %s on any machine", problem, c.conn.server))
		return
	}
	delete(c.noticed, "no worker")
	for _, w := range workers {
		if reason, refused := w.Refused[c.id]; refused {
			c.noticeOnce(w.ID, fmt.Sprintf("the worker %s refuses the campaign: %s", w.Name(), reason))
		}
	}
	state, err := c.watcher.State(ctx, c.id)
	if err != nil {
		return // the main loop reports the error
	}
	for _, d := range state.Backlogs {
		if n := d.Waiting + d.Executing; n > 0 && d.Workers == 0 {
			hint := ""
			if methods.IsCustom(d.requirement.Backend) {
				hint = " and is started with --programs"
			}
			c.noticeOnce(d.Name, fmt.Sprintf("%d runs wait for a worker that has %s%s; alternatively, stop with "+
				"Ctrl-C: nonet-lab campaign resume without --nats executes them on this machine, or records them as "+
				"unavailable", n, d.Description(), hint))
		}
	}
}

// noticeOnce gives a notice to the user, once per key.
func (c *collector) noticeOnce(key, text string) {
	if c.queue.Notice != nil && !c.noticed[key] {
		c.noticed[key] = true
		c.queue.Notice(text)
	}
}
