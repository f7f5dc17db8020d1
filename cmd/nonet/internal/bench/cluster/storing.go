package cluster

import (
	"context"
	"errors"
	"maps"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A stored record is one that is on its way to the server.
type stored struct {
	hold   *hold
	record campaign.Record
}

const (
	// lastWords is how long a worker that ends tries to store what it has finished.
	lastWords = 5 * time.Second
	// storeAgain is the time between two attempts at storing a record.
	storeAgain = 500 * time.Millisecond
)

// store stores records until there are no more to come. When ctx ends, or the connection has become useless, it gives their runs back. Those that
// have gathered while the last ones were on their way go together. A run is acknowledged when the server has confirmed its record.
func (c *crewman) store(ctx context.Context) {
	var waiting []stored
	for open := true; open || len(waiting) > 0; {
		if open {
			waiting, open = c.gathered(waiting)
		}
		if waiting = c.confirm(ctx, waiting); len(waiting) == 0 {
			continue
		}
		c.suspect()
		c.rouse()
		if pause(ctx, storeAgain) != nil || c.conn.fault() != nil {
			for _, s := range waiting {
				c.giveBack(s.hold)
			}
			waiting = nil
		}
	}
}

// gathered adds the records that have come to those that wait. If none waits it waits for one. It reports whether there may be more.
func (c *crewman) gathered(waiting []stored) ([]stored, bool) {
	if len(waiting) == 0 {
		s, open := <-c.storing
		if !open {
			return nil, false
		}
		waiting = append(waiting, s)
	}
	for len(waiting) < asyncPending {
		select {
		case s, open := <-c.storing:
			if !open {
				return waiting, false
			}
			waiting = append(waiting, s)
		default:
			return waiting, true
		}
	}
	return waiting, true
}

// confirm stores records and acknowledges their runs. It returns those that are to be stored again.
func (c *crewman) confirm(ctx context.Context, records []stored) (again []stored) {
	var messages []*nats.Msg
	var sent []stored
	for _, s := range records {
		j := s.hold.source.job
		if context.Cause(j.ctx) == errWithdrawn {
			c.drop(s.hold)
			continue
		}
		place, err := c.introduce(ctx, j)
		if err != nil {
			again = append(again, s)
			continue
		}
		m, err := recordMessage(j.id, s.record, place, j.most)
		if err != nil { // the record holds nothing that cannot be written
			c.say(err.Error())
			c.release(s.hold)
			continue
		}
		messages, sent = append(messages, m), append(sent, s)
	}
	for i, err := range c.conn.publish(ctx, messages) {
		s := sent[i]
		if err != nil {
			c.unstored(ctx, s.hold.source.job, err)
			again = append(again, s)
			continue
		}
		_ = s.hold.msg.Ack() // if that is lost, the run is executed again, and its second record is not counted
		c.mu.Lock()
		delete(c.held, s.hold)
		c.done++
		if s.record.Outcome == campaign.Failed || s.record.Outcome == campaign.Crashed {
			c.failed++
		}
		c.mu.Unlock()
	}
	return again
}

// introduce stores the environment of this worker with a campaign, unless it is there. It returns the id of its message.
func (c *crewman) introduce(ctx context.Context, j *job) (place string, err error) {
	c.mu.Lock()
	place, here := j.place, c.environment
	here.Solvers = maps.Clone(here.Solvers)
	c.mu.Unlock()
	if place != "" {
		return place, nil
	}
	m, place, err := environmentMessage(j.id, here)
	if err != nil {
		return "", err
	}
	if err := c.conn.publish(ctx, []*nats.Msg{m})[0]; err != nil {
		c.unstored(ctx, j, err)
		return "", err
	}
	c.mu.Lock()
	j.place = place
	c.mu.Unlock()
	return place, nil
}

// unstored tells, once, why the server does not take records. That it is not there is told elsewhere.
func (c *crewman) unstored(ctx context.Context, j *job, err error) {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return
	}
	c.mu.Lock()
	told := j.refusal == api.Description
	j.refusal = api.Description
	c.mu.Unlock()
	if !told {
		c.say(c.conn.explain(ctx, "records of "+j.id+" cannot be stored", err).Error() + "; trying again")
	}
}
