package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// publishChunk is how many runs are published between two looks at the log.
const publishChunk = 5000

// checkSizes returns an error if the message of some run is too large for the server, before anything is published.
func (c *collector) checkSizes() error {
	for _, key := range c.order {
		m, err := c.message(key)
		if err != nil {
			return err
		}
		if n := len(m.Data) + headerRoom; n > c.most {
			return &Error{c.conn.server, fmt.Sprintf("the run %s needs a message of %d bytes, the limit is %d: see max_payload of the server, and "+
				"--max-message", key, n, c.most), ErrTooLarge}
		}
	}
	return nil
}

// topUp publishes the runs that are neither on the server nor in the log. What is in the work queue is listed first and the log is read
// afterwards: a run that was executed in between is in both.
func (c *collector) topUp(ctx context.Context) error {
	queued, err := c.queued(ctx)
	if err != nil {
		return err
	}
	last, err := c.lastRecord(ctx)
	if err != nil {
		return err
	}
	for c.seen < last && len(c.due) > 0 {
		if err := c.collect(ctx, time.Second); err != nil {
			return err
		}
	}
	var missing []string
	rest := c.order[:0]
	for _, key := range c.order {
		if c.due[key] == nil {
			continue
		}
		rest = append(rest, key)
		if !queued[keyToken(key)] {
			missing = append(missing, key)
		}
	}
	c.order, c.left = rest, 0
	for len(missing) > 0 && c.left == 0 {
		chunk := missing[:min(publishChunk, len(missing))]
		missing = missing[len(chunk):]
		if c.left, err = c.publish(ctx, chunk); err != nil {
			return err
		}
		if err := c.conn.announce(announcement{}); err != nil {
			return err
		}
		if err := c.collect(ctx, 0); err != nil {
			return err
		}
	}
	c.left += len(missing)
	return nil
}

// queued returns the hashes of the keys of the runs in the work queue.
func (c *collector) queued(ctx context.Context) (map[string]bool, error) {
	for {
		asking, cancel := context.WithTimeout(ctx, 10*requestTime)
		info, err := c.runs.Info(asking, jetstream.WithSubjectFilter(runSubjects(c.id)))
		cancel()
		if err == nil {
			queued := make(map[string]bool, len(info.State.Subjects))
			for subject := range info.State.Subjects {
				queued[tokenOf(subject)] = true
			}
			return queued, nil
		}
		if err := c.retry(ctx, "listing the runs", err); err != nil {
			return nil, err
		}
	}
}

// lastRecord returns the sequence number of the last message in the log.
func (c *collector) lastRecord(ctx context.Context) (uint64, error) {
	for {
		asking, cancel := context.WithTimeout(ctx, requestTime)
		info, err := c.records.Info(asking)
		cancel()
		if err == nil {
			return info.State.LastSeq, nil
		}
		if err := c.retry(ctx, "asking for the records", err); err != nil {
			return 0, err
		}
	}
}

// publish publishes runs, in their order. It returns the number of those that the server has no room for.
func (c *collector) publish(ctx context.Context, keys []string) (left int, err error) {
	for len(keys) > 0 {
		futures := make([]jetstream.PubAckFuture, 0, len(keys))
		for _, key := range keys {
			m, err := c.message(key)
			if err != nil {
				return 0, err
			}
			future, err := c.conn.js.PublishMsgAsync(m, jetstream.WithStallWait(requestTime))
			if err != nil {
				break // the connection is lost, or slow
			}
			futures = append(futures, future)
		}
		var again []string
		var last error
		left = 0
		for i, future := range futures {
			select {
			case <-future.Ok():
			case err := <-future.Err():
				var api *jetstream.APIError
				switch described := errors.As(err, &api); {
				case described && api.ErrorCode == subjectIsTaken && strings.Contains(api.Description, "per subject"):
					// it is there already
				case described && strings.Contains(api.Description, "maximum bytes"):
					left++
				default:
					again, last = append(again, keys[i]), err
				}
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		}
		if left > 0 {
			return left + len(again) + len(keys) - len(futures), nil
		}
		keys = append(again, keys[len(futures):]...)
		if len(keys) > 0 {
			if err := c.retry(ctx, "publishing runs", last); err != nil {
				return 0, err
			}
		}
	}
	return 0, nil
}

// message returns the message of a run that is due.
func (c *collector) message(key string) (*nats.Msg, error) {
	d := c.due[key]
	o := order{d.run, d.warmup}
	return o.message(c.id, needOf(&c.queue.Executor, d.run))
}
