package cluster

import (
	"context"
	"errors"
	"fmt"
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
	needs   assessor
	results chan<- campaign.Result

	due     map[string]*due // runs whose records have not come, by key
	order   []string        // their keys, in the order of the plan, and those of some whose records have come meanwhile
	missing []string        // of them, those that are to be published
	chunk   int             // how many of them are published at a time

	environments map[string]*campaign.Environment
	log          jetstream.Consumer // of the records; nil if it must be made
	seen         uint64             // the sequence number of the last message read from the log
	delivered    uint64             // messages that this consumer of the log has delivered
	said         map[string]bool    // notices
	noticed      time.Time          // when it was last looked for what to say
	met          bool               // a worker was there
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

var (
	// quiet is how long no record may come until it is looked whether some run has got lost.
	quiet = 15 * time.Second
	// fetchWait is how long records are waited for until the collector looks at something else.
	fetchWait = 2 * time.Second
)

// run publishes and collects until nothing is due.
func (c *collector) run(ctx context.Context) error {
	if err := c.look(ctx, true); err != nil {
		return err
	}
	begun := time.Now()
	for last := begun; len(c.due) > 0; {
		if time.Since(last) > quiet {
			if err := c.look(ctx, false); err != nil {
				return err
			}
			last = time.Now()
		}
		full, err := c.publish(ctx)
		if err != nil {
			return err
		}
		wait := fetchWait
		switch {
		case full:
			wait /= 4
		case len(c.missing) > 0:
			wait = 0
		}
		before := len(c.due)
		if err := c.collect(ctx, wait); err != nil {
			return err
		}
		if len(c.due) < before || len(c.missing) > 0 {
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
