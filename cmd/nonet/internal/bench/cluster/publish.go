package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"nonet/cmd/nonet/internal/bench/campaign"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How many batches are published between two looks at the log: at most, and at least where the server has little room for them. And how many bytes
// they may have together.
const (
	mostChunk  = 5000
	leastChunk = 50
	chunkBytes = 16 << 20
)

// checkSizes returns an error if the message of some run is too large for the server, before anything is published.
func (c *collector) checkSizes() error {
	for _, s := range c.series {
		warmup, err := json.Marshal(s.warmup)
		if err != nil {
			return fmt.Errorf("cluster: %w", err)
		}
		s.overhead = len(warmup)
		for _, run := range s.runs {
			if !c.isDue(run) {
				continue
			}
			data, err := json.Marshal(run)
			if err != nil {
				return fmt.Errorf("cluster: run %s: %w", run.Key, err)
			}
			if n := len(data) + s.overhead + headerRoom; n > c.most {
				return &Error{c.conn.server, fmt.Sprintf("the run %s needs a message of %d bytes, the limit is %d: see max_payload of the server, and "+
					"--max-message", run.Key, n, c.most), ErrTooLarge}
			}
		}
	}
	return nil
}

// look finds the runs that are to be published: those that are neither on the server nor in the log. What is in the work queue is asked first
// and the log is read afterwards: a run that was executed in between is in both.
func (c *collector) look(ctx context.Context) error {
	queue, err := c.info(ctx, "listing the runs", c.runs, jetstream.WithSubjectFilter(runSubjects(c.id)))
	if err != nil {
		return err
	}
	for len(c.due) > 0 && !c.caughtUp(ctx) {
		if err := c.collect(ctx, 0); err != nil {
			return err
		}
	}
	queued := map[*campaign.Run]bool{}
	for subject := range queue.State.Subjects {
		if b, ok := parseSpan(tokenOf(subject)); ok && b.series < len(c.series) && b.last < len(c.series[b.series].runs) {
			for _, run := range c.series[b.series].runs[b.first : b.last+1] {
				queued[run] = true
			}
		}
	}
	c.chunk = mostChunk
	for _, s := range c.series {
		s.missing = nil
		for k, run := range s.runs {
			if c.isDue(run) && !queued[run] {
				s.missing = append(s.missing, k)
			}
		}
	}
	return nil
}

// info returns what the server says about a stream.
func (c *collector) info(ctx context.Context, about string, s jetstream.Stream, options ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	for {
		asking, cancel := c.conn.asking(ctx, 6*requestTime) // a list of subjects is long
		info, err := s.Info(asking, options...)
		cancel()
		if err == nil {
			return info, nil
		}
		if err := c.retry(ctx, about, err); err != nil {
			return nil, err
		}
	}
}

// publish publishes batches of the runs that are missing, one of each series in turn, as far as their allowances go or, if all is to be published,
// as far as the server has room. It reports whether the server has no more.
func (c *collector) publish(ctx context.Context, all bool) (full bool, err error) {
	var spans []span
	var messages []*nats.Msg
	jobs, bytes := c.queue.Jobs(), 0
	for more := true; more; {
		more = false
		for _, s := range c.series {
			if len(spans) == c.chunk || bytes > chunkBytes {
				more = false
				break
			}
			size := s.batchSize(jobs)
			if !all {
				size = min(size, s.allowance(time.Now(), c.workersSince))
			}
			if size <= 0 || len(s.missing) == 0 {
				continue
			}
			b, data, err := s.next(size, min(mostBytes, c.most-headerRoom), c.isDue)
			if err != nil {
				return false, err
			}
			if data == nil {
				continue
			}
			more = true
			bytes += len(data)
			spans, messages = append(spans, b), append(messages, runMessage(c.id, s.need, b, data))
		}
	}
	if len(messages) == 0 {
		return false, nil
	}
	var last error
	for i, err := range c.conn.publish(ctx, messages) {
		s := c.series[spans[i].series]
		switch {
		case err == nil, there(err):
			if s.begun.IsZero() {
				s.begun = time.Now()
			}
			continue
		case strings.Contains(err.Error(), "maximum bytes"):
			full = true
		default:
			last = err
		}
		s.putBack(spans[i])
	}
	switch {
	case last != nil:
		return false, c.retry(ctx, "publishing runs", last)
	case full:
		c.chunk = max(leastChunk, c.chunk/2)
	default:
		c.chunk = min(mostChunk, 2*c.chunk)
	}
	return full, c.conn.announce(announcement{})
}

// there reports whether a batch was refused since it is in the work queue already.
func there(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == subjectIsTaken && strings.Contains(api.Description, "per subject")
}
