package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/internal/slice"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Limits of one call of publish: the maximum number of batches, its minimum when the stream is full, and the total
// size.
const (
	maxChunk   = 5000
	minChunk   = 50
	chunkBytes = 16 << 20
)

// checkSizes returns an error if a run exceeds the message size, before anything is published.
func (c *collector) checkSizes() error {
	for _, s := range c.series {
		warmup, err := json.Marshal(s.warmup)
		if err != nil {
			return err
		}
		s.overhead = len(warmup)
		for _, run := range s.runs {
			if !c.isPending(run) {
				continue
			}
			data, err := json.Marshal(run)
			if err != nil {
				return fmt.Errorf("run %s: %w", run.Key, err)
			}
			if len(run.Key) > maxKey {
				return &Error{c.conn.server,
					fmt.Sprintf("a run has a key of %d bytes, expected at most %d: shorten the name of its instance",
						len(run.Key), maxKey), ErrTooLarge}
			}
			if n := len(data) + s.overhead + headerRoom; n > c.maxMessage {
				return &Error{c.conn.server,
					fmt.Sprintf("the run %s needs a message of %d bytes, the limit is %d: see max_payload of the "+
						"server, and --max-message", run.Key, n, c.maxMessage), ErrTooLarge}
			}
		}
	}
	return nil
}

// findUnpublished finds the runs that must be published: the runs that are neither in the work queue nor in the log. It
// reads the work queue before the log, so that a run executed in between is found in the log.
func (c *collector) findUnpublished(ctx context.Context) error {
	queue, err := c.info(ctx, "listing the runs", c.runs, jetstream.WithSubjectFilter(runSubjects(c.id)))
	if err != nil {
		return err
	}
	for len(c.pending) > 0 && !c.caughtUp(ctx) {
		if err := c.collect(ctx, 0); err != nil {
			return err
		}
	}
	queued := map[*campaign.Run]bool{}
	for subject := range queue.State.Subjects {
		if b, ok := parseSpan(lastToken(subject)); ok && b.series < len(c.series) &&
			b.last < len(c.series[b.series].runs) {
			for _, run := range c.series[b.series].runs[b.first : b.last+1] {
				queued[run] = true
			}
		}
	}
	c.chunkSize = maxChunk
	for _, s := range c.series {
		s.unpublished = slice.Positions[int](s.runs, func(run *campaign.Run) bool {
			return c.isPending(run) && !queued[run]
		})
	}
	return nil
}

// info returns the state of a stream.
func (c *collector) info(ctx context.Context, about string, s jetstream.Stream,
	options ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	for {
		request, cancel := c.conn.requestContext(ctx, 6*requestTimeout) // a list of subjects may be long
		info, err := s.Info(request, options...)
		cancel()
		if err == nil {
			return info, nil
		}
		if err := c.retry(ctx, about, err); err != nil {
			return nil, err
		}
	}
}

// publish publishes batches of unpublished runs, one of each series in turn, up to the allowances of the series. If all
// is true it ignores the allowances. It reports whether the stream on the server is full, and whether the server has
// rejected batches since its storage is full.
func (c *collector) publish(ctx context.Context, all bool) (full, rejected bool, err error) {
	room, err := c.room(ctx)
	if err != nil || room <= 0 {
		return true, false, err
	}
	var spans []span
	var messages []*nats.Msg
	jobs, bytes := c.queue.Jobs(), 0
	for more := true; more; {
		more = false
		for _, s := range c.series {
			if len(spans) == c.chunkSize || bytes >= room {
				more = false
				break
			}
			size := s.batchSize(jobs)
			if !all {
				size = min(size, s.allowance(time.Now(), c.workersSince))
			}
			if size <= 0 || len(s.unpublished) == 0 {
				continue
			}
			most := min(maxBatchBytes, c.maxMessage-headerRoom)
			if c.limited {
				most = min(most, int(c.queueLimit/minChunk)) // many small batches: records free their room soon
			}
			b, data, err := s.nextBatch(size, most, c.isPending)
			if err != nil {
				return false, false, err
			}
			if data == nil {
				continue
			}
			more = true
			bytes += len(data)
			spans, messages = append(spans, b), append(messages, runMessage(c.id, s.requirement, b, c.epoch, data))
		}
	}
	if len(messages) == 0 {
		return false, false, nil
	}
	var last error
	for i, err := range c.conn.publish(ctx, messages) {
		s := c.series[spans[i].series]
		switch {
		case err == nil, alreadyQueued(err):
			if s.begun.IsZero() {
				s.begun = time.Now()
			}
			continue
		case strings.Contains(err.Error(), "maximum bytes"):
			full = true
		case isFull(err):
			full, rejected = true, true
		default:
			last = err
		}
		s.requeue(spans[i])
	}
	switch {
	case last != nil:
		return false, false, c.retry(ctx, "publishing runs", last)
	case full:
		c.chunkSize = max(minChunk, c.chunkSize/2)
	default:
		c.chunkSize = min(maxChunk, 2*c.chunkSize)
	}
	return full, rejected, c.conn.announce(announcement{})
}

// alreadyQueued reports whether a batch was rejected because it is in the work queue.
func alreadyQueued(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == subjectTaken && strings.Contains(api.Description, "per subject")
}
