package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nonet/cmd/nonet/internal/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// collectAtOnce is how many records are asked for at a time.
const collectAtOnce = 1000

// collect passes on what has come into the log, and waits so long for something to come.
func (c *collector) collect(ctx context.Context, wait time.Duration) error {
	if c.log == nil {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		log, err := c.records.CreateConsumer(asking, jetstream.ConsumerConfig{
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: c.seen + 1, AckPolicy: jetstream.AckNonePolicy,
			InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
		})
		cancel()
		if err != nil {
			return c.retry(ctx, "reading the records", err)
		}
		c.log = log
	}
	var batch jetstream.MessageBatch
	var err error
	if wait > 0 {
		batch, err = c.log.Fetch(collectAtOnce, jetstream.FetchMaxWait(wait))
	} else {
		batch, err = c.log.FetchNoWait(collectAtOnce)
	}
	if err != nil {
		c.log = nil
		return c.retry(ctx, "reading the records", err)
	}
	for {
		select {
		case m, open := <-batch.Messages():
			if !open {
				if err := batch.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
					c.log = nil // it is made anew, after what was read
					return c.retry(ctx, "reading the records", err)
				}
				return nil
			}
			if err := c.take(ctx, m); err != nil || len(c.due) == 0 {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take passes on a message of the log, if it is the first record of a run that is due.
func (c *collector) take(ctx context.Context, m jetstream.Msg) error {
	meta, err := m.Metadata()
	if err != nil || meta.Sequence.Stream <= c.seen {
		return nil // it was read before the connection was lost
	}
	c.seen = meta.Sequence.Stream
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
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unknown is the environment of records that name one which is not in the log.
var unknown = campaign.Environment{Version: "unknown"}
