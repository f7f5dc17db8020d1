package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

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
