package cluster

import (
	"context"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A stored record is one that is on its way to the server.
type stored struct {
	hold   *hold
	record campaign.Record
}

// A confirmation is waited for.
type confirmation struct {
	stored
	msg    *nats.Msg
	future jetstream.PubAckFuture // nil if the message is still to be sent
}

const (
	// lastWords is how long a worker that ends tries to store what it has finished.
	lastWords = 5 * time.Second
	// storeAgain is the time between two attempts at storing a record.
	storeAgain = 500 * time.Millisecond
)

// store stores records, many at a time, until there are no more.
func (c *crewman) store(stop <-chan struct{}) {
	confirmations := make(chan confirmation, asyncPending)
	var confirming sync.WaitGroup
	confirming.Go(func() {
		for waiting := range confirmations {
			c.confirm(waiting, stop)
		}
	})
	for s := range c.storing {
		j := s.hold.source.job
		if !c.introduce(j, stop) {
			c.release(s.hold)
			continue
		}
		m, err := recordMessage(j.id, s.record, j.place, j.most)
		if err != nil { // the record holds nothing that cannot be written
			c.say(err.Error())
			c.release(s.hold)
			continue
		}
		future, err := c.conn.js.PublishMsgAsync(m, jetstream.WithStallWait(requestTime))
		if err != nil {
			future = nil
		}
		confirmations <- confirmation{s, m, future}
	}
	close(confirmations)
	confirming.Wait()
}

// introduce stores the environment of this worker with a campaign, unless it is there.
func (c *crewman) introduce(j *job, stop <-chan struct{}) bool {
	if j.place != "" {
		return true
	}
	c.mu.Lock()
	m, place, err := environmentMessage(j.id, c.environment)
	c.mu.Unlock()
	if err != nil {
		return false // it holds nothing that cannot be written
	}
	for !c.given(j, stop) {
		ctx, cancel := context.WithTimeout(context.Background(), requestTime)
		_, err := c.conn.js.PublishMsg(ctx, m)
		cancel()
		if err == nil {
			j.place = place
			return true
		}
		c.suspect()
		pause(storeAgain, stop)
	}
	return false
}

// confirm waits until a record is stored, storing it again where that fails, and then acknowledges its run.
func (c *crewman) confirm(w confirmation, stop <-chan struct{}) {
	defer c.release(w.hold)
	defer c.rouse()
	j := w.hold.source.job
	for {
		if w.future != nil {
			select {
			case <-w.future.Ok():
				_ = w.hold.msg.Ack() // if that is lost, the run is executed again, and its second record is not counted
				c.mu.Lock()
				c.done++
				if w.record.Outcome == campaign.Failed || w.record.Outcome == campaign.Crashed {
					c.failed++
				}
				c.mu.Unlock()
				return
			case <-w.future.Err():
			}
		}
		if c.given(j, stop) {
			return
		}
		c.suspect()
		c.rouse()
		pause(storeAgain, stop)
		var err error
		if w.future, err = c.conn.js.PublishMsgAsync(w.msg, jetstream.WithStallWait(requestTime)); err != nil {
			w.future = nil
		}
	}
}

// given reports whether it is given up to store records of a campaign: it was withdrawn, or the worker ends and has tried for long enough.
func (c *crewman) given(j *job, stop <-chan struct{}) bool {
	if context.Cause(j.ctx) == errWithdrawn {
		return true
	}
	select {
	case <-stop:
	default:
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended.IsZero() {
		c.ended = time.Now()
	}
	return time.Since(c.ended) > lastWords
}

// pause waits for d; when the worker ends it waits a fifth of that.
func pause(d time.Duration, stop <-chan struct{}) {
	select {
	case <-time.After(d):
	case <-stop:
		time.Sleep(d / 5)
	}
}

// A rate is how many records were stored lately.
type rate struct {
	times  []time.Time
	counts []int64
}

// at returns the records a second over the last ten seconds, given how many there were up to now.
func (r *rate) at(now time.Time, count int64) float64 {
	r.times, r.counts = append(r.times, now), append(r.counts, count)
	for len(r.times) > 2 && now.Sub(r.times[1]) >= 10*time.Second {
		r.times, r.counts = r.times[1:], r.counts[1:]
	}
	span := now.Sub(r.times[0]).Seconds()
	if span < 0.5 {
		return 0
	}
	return float64(count-r.counts[0]) / span
}
