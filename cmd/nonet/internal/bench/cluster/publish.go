package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// How many runs are published between two looks at the log: at most, and at least where the server has little room for them.
const (
	mostChunk  = 5000
	leastChunk = 50
)

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

// look finds the runs that are to be published: those that are neither on the server nor in the log. What is in the work queue is asked first
// and the log is read afterwards: a run that was executed in between is in both. The first look is thorough; later ones are so if there are
// fewer runs in the work queue than are due.
func (c *collector) look(ctx context.Context, thorough bool) error {
	queue, err := c.info(ctx, "counting the runs", c.runs)
	if err != nil {
		return err
	}
	queued := map[string]uint64{}
	thorough = thorough || queue.State.Msgs < uint64(len(c.due))
	if thorough && queue.State.Msgs > 0 {
		if queue, err = c.info(ctx, "listing the runs", c.runs, jetstream.WithSubjectFilter(runSubjects(c.id))); err != nil {
			return err
		}
		queued = queue.State.Subjects
	}
	for len(c.due) > 0 && !c.caughtUp(ctx) {
		if err := c.collect(ctx, 0); err != nil {
			return err
		}
	}
	if !thorough {
		return nil
	}
	tokens := make(map[string]bool, len(queued))
	for subject := range queued {
		tokens[tokenOf(subject)] = true
	}
	rest := c.order[:0]
	c.missing, c.chunk = nil, mostChunk
	for _, key := range c.order {
		if c.due[key] == nil {
			continue
		}
		rest = append(rest, key)
		if !tokens[keyToken(key)] {
			c.missing = append(c.missing, key)
		}
	}
	c.order = rest
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

// publish publishes some of the runs that are missing, in their order. It reports whether the server has no room for more.
func (c *collector) publish(ctx context.Context) (full bool, err error) {
	var keys []string
	var messages []*nats.Msg
	for len(c.missing) > 0 && len(keys) < c.chunk {
		key := c.missing[0]
		c.missing = c.missing[1:]
		if c.due[key] == nil {
			continue // its record has come
		}
		m, err := c.message(key)
		if err != nil {
			return false, err
		}
		keys, messages = append(keys, key), append(messages, m)
	}
	if len(keys) == 0 {
		return false, nil
	}
	var again []string
	var last error
	for i, err := range c.conn.publish(ctx, messages) {
		switch {
		case err == nil, there(err):
		case strings.Contains(err.Error(), "maximum bytes"):
			full = true
			again = append(again, keys[i])
		default:
			again, last = append(again, keys[i]), err
		}
	}
	c.missing = append(again, c.missing...)
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

// there reports whether a run was refused since it is in the work queue already.
func there(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == subjectIsTaken && strings.Contains(api.Description, "per subject")
}

// message returns the message of a run that is due.
func (c *collector) message(key string) (*nats.Msg, error) {
	d := c.due[key]
	o := order{d.run, d.warmup}
	return o.message(c.id, c.needs.of(d.run))
}
