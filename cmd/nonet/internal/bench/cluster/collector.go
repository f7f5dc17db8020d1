package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// A collector publishes runs and takes records.
type collector struct {
	queue   *Queue
	conn    *Conn
	watch   *Watcher
	id      string
	most    int // bytes of a message
	runs    jetstream.Stream
	records jetstream.Stream
	results chan<- campaign.Result

	series []*series
	due    map[string]*due // runs whose records have not come, by key
	chunk  int             // how many batches are published at a time

	environments map[string]*campaign.Environment
	log          jetstream.Consumer // of the records; nil if it must be made
	seen         uint64             // the sequence number of the last message read from the log
	delivered    uint64             // messages that this consumer of the log has delivered
	said         map[string]bool    // notices
	noticed      time.Time          // when it was last looked for what to say
	workersSince time.Time          // when the first worker was there; zero if none was
}

type due struct {
	run    *campaign.Run
	series *series
}

// add makes the series of the plan. Those of its runs are due that are not done.
func (c *collector) add(plan *campaign.Plan, done func(key string) bool) {
	type name struct{ grid, method string }
	all := map[name]*series{}
	for run := range plan.All() {
		s := all[name{run.Grid, run.Method}]
		if s == nil {
			s = &series{number: len(c.series), need: requirementOf(run, &c.queue.Executor)}
			all[name{run.Grid, run.Method}] = s
			c.series = append(c.series, s)
		}
		s.runs = append(s.runs, run)
		if !done(run.Key) {
			s.due++
			c.due[run.Key] = &due{run, s}
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

// isDue reports whether the record of a run has not come.
func (c *collector) isDue(run *campaign.Run) bool { return c.due[run.Key] != nil }

var (
	// quiet is how long no record may come until it is looked whether some run has got lost.
	quiet = 15 * time.Second
	// fetchWait is how long records are waited for until the collector looks at something else.
	fetchWait = 2 * time.Second
	// rampWait is that time while runs are held back until more is known about their runtime.
	rampWait = 50 * time.Millisecond
)

// run publishes and collects until nothing is due. When ctx ends, it publishes the runs that it has held back, for the workers.
func (c *collector) run(ctx context.Context) error {
	err := c.loop(ctx)
	if ctx.Err() == nil || c.conn.fault() != nil || !c.conn.nc.IsConnected() {
		return err
	}
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
	defer cancel()
	for full := false; !full && leaving.Err() == nil && c.missing() > 0; {
		var failed error
		if full, failed = c.publish(leaving, true); failed != nil {
			break // the next collector publishes the rest
		}
	}
	return err
}

// missing returns how many runs are to be published.
func (c *collector) missing() int {
	n := 0
	for _, s := range c.series {
		n += len(s.missing)
	}
	return n
}

// loop is run, without the end.
func (c *collector) loop(ctx context.Context) error {
	if err := c.look(ctx); err != nil {
		return err
	}
	begun := time.Now()
	for last := begun; len(c.due) > 0; {
		if time.Since(last) > quiet {
			if err := c.look(ctx); err != nil {
				return err
			}
			last = time.Now()
		}
		if c.workersSince.IsZero() && len(c.watch.Workers()) > 0 {
			c.workersSince = time.Now()
		}
		before := len(c.due)
		full, err := c.publish(ctx, false)
		if err != nil {
			return err
		}
		wait := fetchWait
		switch {
		case full:
			wait /= 4
		case c.missing() > 0 && !c.workersSince.IsZero():
			wait = rampWait
		}
		if err := c.collect(ctx, wait); err != nil {
			return err
		}
		if len(c.due) < before {
			last = time.Now()
		}
		c.notice(ctx, time.Since(begun))
	}
	return nil
}

// close ends what reads the log.
func (c *collector) close() {
	if c.log == nil || !c.conn.nc.IsConnected() {
		return
	}
	ctx, cancel := c.conn.asking(context.Background(), requestTime)
	defer cancel()
	_ = c.records.DeleteConsumer(ctx, c.log.CachedInfo().Name) // the server deletes it soon in any case
}

// retry says what to do about an error: nil is to try again, after a pause.
func (c *collector) retry(ctx context.Context, about string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if fault := c.conn.fault(); fault != nil {
		return fault
	}
	if c.gone(ctx) {
		return &Error{c.conn.server, fmt.Sprintf("the campaign %s is not there any more: it was withdrawn, or somebody else has all its records; "+
			"when it is resumed, what is left is published again", c.id), ErrGone}
	}
	var api *jetstream.APIError
	if errors.As(err, &api) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		if api.Code < 500 {
			return c.conn.explain(ctx, about, err)
		}
		c.say(about, fmt.Sprintf("%s: the server says %q; trying again", about, api.Description))
	}
	return pause(ctx, 500*time.Millisecond)
}

// gone reports whether a stream of the campaign is not there any more. While the server does not answer it is taken to be there.
func (c *collector) gone(ctx context.Context) bool {
	for _, s := range []jetstream.Stream{c.records, c.runs} {
		asking, cancel := c.conn.asking(ctx, requestTime)
		_, err := s.Info(asking)
		cancel()
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return true
		}
	}
	return false
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// collectAtOnce is how many records are asked for at a time.
const collectAtOnce = 1000

// collect passes on what has come into the log, and waits so long for more to come.
func (c *collector) collect(ctx context.Context, wait time.Duration) error {
	if fault := c.conn.fault(); fault != nil {
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
		fetched, err = c.log.Fetch(collectAtOnce, jetstream.FetchContext(fetching))
	} else {
		fetched, err = c.log.FetchNoWait(collectAtOnce)
	}
	if err == nil {
		err = c.takeAll(ctx, fetched)
		cancel()
		for range fetched.Messages() { // until the goroutine that fetches has ended
			c.log = nil
		}
	}
	cancel()
	if err != nil {
		c.log = nil // it is made anew, after what was read
		return c.retry(ctx, "reading the records", err)
	}
	return ctx.Err()
}

// openLog has the log read from where it was left.
func (c *collector) openLog(ctx context.Context) error {
	asking, cancel := c.conn.asking(ctx, requestTime)
	defer cancel()
	log, err := c.records.CreateConsumer(asking, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: c.seen + 1, AckPolicy: jetstream.AckNonePolicy,
		InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
	})
	if err == nil {
		c.log, c.delivered = log, 0
	}
	return err
}

// caughtUp reports whether all that is in the log was read.
func (c *collector) caughtUp(ctx context.Context) bool {
	if c.log == nil {
		return false
	}
	asking, cancel := c.conn.asking(ctx, requestTime)
	defer cancel()
	info, err := c.log.Info(asking)
	if err != nil {
		return false
	}
	if info.Delivered.Consumer != c.delivered { // sent when we had just ceased to wait: the server takes them for read
		c.log = nil
		return false
	}
	return info.NumPending == 0
}

// takeAll takes what was fetched, until nothing is due.
func (c *collector) takeAll(ctx context.Context, fetched jetstream.MessageBatch) error {
	for m := range fetched.Messages() {
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if c.delivered++; meta.Sequence.Consumer != c.delivered {
			return errGap
		}
		c.seen = meta.Sequence.Stream
		if err := c.take(ctx, m); err != nil || len(c.due) == 0 {
			return err
		}
	}
	if err := fetched.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// errGap says that the server has sent messages which did not arrive: it does not send them again unless it is asked to.
var errGap = errors.New("some messages have got lost")

// take passes on a message of the log, if it is the first record of a run that is due.
func (c *collector) take(ctx context.Context, m jetstream.Msg) error {
	id := m.Headers().Get(jetstream.MsgIDHeader)
	if m.Subject() == environmentSubject(c.id) {
		var e campaign.Environment
		if json.Unmarshal(m.Data(), &e) == nil && c.environments[id] == nil {
			c.environments[id] = &e
		}
		return nil
	}
	d := c.due[id]
	if d == nil {
		return nil
	}
	var r campaign.Record
	if err := json.Unmarshal(m.Data(), &r); err != nil || r.Key != d.run.Key || r.Seed != d.run.Seed {
		return nil // no record of this run: it stays due, and is published again
	}
	from := c.environments[m.Headers().Get(headerEnvironment)]
	if from == nil {
		from = &unknown
	}
	select {
	case c.results <- campaign.Result{Record: r, Environment: from}:
		delete(c.due, id)
		d.series.due--
		d.series.measured++
		d.series.total += r.Wall
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unknown is the environment of records that name one which is not in the log.
var unknown = campaign.Environment{Version: "unknown"}

// When it is first looked for what keeps the campaign from going on, and how often.
var (
	noticeFirst = 3 * time.Second
	noticeEvery = 5 * time.Second
)

// notice tells what keeps the campaign from going on.
func (c *collector) notice(ctx context.Context, elapsed time.Duration) {
	if c.queue.Notice == nil || elapsed < noticeFirst || time.Since(c.noticed) < noticeEvery {
		return
	}
	c.noticed = time.Now()
	asking, cancel := c.conn.asking(ctx, requestTime)
	defer cancel()
	if info, err := c.records.Info(asking); err == nil && info.Config.MaxBytes > 0 && int64(info.State.Bytes) > info.Config.MaxBytes/20*19 {
		c.say("full", fmt.Sprintf("the records take %d bytes of %d on the server: resume with a larger --max-bytes", info.State.Bytes,
			info.Config.MaxBytes))
	}
	workers := c.watch.Workers()
	if len(workers) == 0 {
		missing := "no worker has come yet"
		if !c.workersSince.IsZero() {
			missing = "no worker is left"
		}
		c.say("nobody", fmt.Sprintf("%s: nonet worker --nats %s, on any machine", missing, c.conn.server))
		return
	}
	delete(c.said, "nobody")
	for _, w := range workers {
		if why, refused := w.Refused[c.id]; refused {
			c.say(w.ID, fmt.Sprintf("the worker %s leaves the campaign alone: %s", w.Name(), why))
		}
	}
	state, err := c.watch.State(ctx, c.id)
	if err != nil {
		return // the next request reports it
	}
	for _, d := range state.Needs {
		if n := d.Waiting + d.Executing; n > 0 && d.Workers == 0 {
			c.say(d.Need, fmt.Sprintf("%d runs wait for a worker that has %s; or stop with Ctrl-C: nonet campaign resume, without --nats, executes "+
				"them on this machine, or records what is missing", n, d.What()))
		}
	}
}

// say tells the user something, once.
func (c *collector) say(key, text string) {
	if c.queue.Notice != nil && !c.said[key] {
		c.said[key] = true
		c.queue.Notice(text)
	}
}
