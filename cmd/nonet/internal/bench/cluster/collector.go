package cluster

import (
	"context"
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
	crew    *crew
	id      string
	most    int // bytes of a message
	runs    jetstream.Stream
	records jetstream.Stream
	needs   requirementCache
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
	for i := range plan.Stages {
		for _, run := range plan.Stages[i].Runs {
			s := all[name{run.Grid, run.Method}]
			if s == nil {
				s = &series{number: len(c.series), need: c.needs.of(run)}
				all[name{run.Grid, run.Method}] = s
				c.series = append(c.series, s)
			}
			s.runs = append(s.runs, run)
			if !done(run.Key) {
				s.due++
				c.due[run.Key] = &due{run, s}
			}
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
		if c.workersSince.IsZero() && len(c.crew.alive()) > 0 {
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
