package cluster

import (
	"context"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// A hold is a run that a worker has taken and not yet acknowledged.
type hold struct {
	source *source
	msg    jetstream.Msg
	order  *order
	tries  uint64 // how often it was given out, this time included
	active bool   // it waits, or is executed

	executing bool
	stalled   bool // while it was executed the whole worker stood still
	returned  bool // it was given back before it was begun
}

// accept takes a run.
func (c *crewman) accept(s *source, m jetstream.Msg) {
	o, err := readOrder(m.Data())
	if err != nil {
		c.say("a message cannot be read, it is left to others: " + err.Error())
		_ = m.NakWithDelay(time.Minute)
		return
	}
	h := &hold{source: s, msg: m, order: o, tries: 1, active: true}
	if meta, err := m.Metadata(); err == nil {
		h.tries = meta.NumDelivered
	}
	c.mu.Lock()
	c.held[h] = true
	if c.waiting == 0 {
		c.moved = time.Now() // nobody has waited yet
	}
	c.waiting++
	c.mu.Unlock()
	select {
	case c.queue <- h:
	default: // it is full of runs that were given back, and nobody ends
		c.shedAll()
	}
}

// release forgets a run.
func (c *crewman) release(h *hold) {
	c.mu.Lock()
	delete(c.held, h)
	c.mu.Unlock()
}

// drop forgets a run of a campaign that was withdrawn. If it was begun again meanwhile, the run is there for others.
func (c *crewman) drop(h *hold) {
	_ = h.msg.Nak()
	c.release(h)
}

// giveBack has a run given to another worker.
func (c *crewman) giveBack(h *hold) {
	_ = h.msg.Nak() // if that is lost, it is given to another when no sign of life has come
	c.mu.Lock()
	c.back++
	c.mu.Unlock()
	c.release(h)
}

// killers is how often a run is given out until it is suspected of killing workers.
const killers = 5

// begin has a run pass from those that wait to those that are executed, unless it was given back.
func (c *crewman) begin(h *hold) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h.returned {
		return false
	}
	c.waiting--
	c.running++
	h.executing = true
	c.moved = time.Now()
	return true
}

// execute executes a run, and has its record stored.
func (c *crewman) execute(h *hold) {
	if h.source.need.alone {
		c.alone.Lock()
		defer c.alone.Unlock()
	}
	if !c.begin(h) {
		return
	}
	j := h.source.job
	record, whole := c.perform(j.ctx, h)
	c.mu.Lock()
	c.running--
	c.moved = time.Now()
	h.active, h.executing = false, false
	stalled := h.stalled || time.Since(c.ticked) > h.source.ackWait
	whole = whole && !stalled
	if whole {
		h.source.took(record.Wall)
	}
	c.mu.Unlock()
	switch {
	case whole:
		c.storing <- stored{h, record}
	case context.Cause(j.ctx) == errWithdrawn:
		c.drop(h)
	case stalled: // it was given to others long ago, and its time is not that of the run
		c.release(h)
	default:
		c.giveBack(h)
	}
	c.rouse()
}

// perform executes a run, after those that warm it up. It reports whether the run came to its end.
func (c *crewman) perform(ctx context.Context, h *hold) (record campaign.Record, whole bool) {
	for _, run := range h.order.Warmup {
		c.mu.Lock()
		once := h.source.job.warm[run.Key]
		if once == nil {
			once = new(sync.Once)
			h.source.job.warm[run.Key] = once
		}
		c.mu.Unlock()
		once.Do(func() {
			if ctx.Err() == nil {
				c.executor.Execute(ctx, run)
			}
		})
	}
	if ctx.Err() != nil {
		return record, false
	}
	run := *h.order.Run
	if h.tries > killers && len(c.executor.Child) > 0 {
		run.Limits.Isolate = true
	}
	record = c.executor.Execute(ctx, &run)
	return record, ctx.Err() == nil
}

// took takes note of the time of a run.
func (s *source) took(wall time.Duration) {
	const memory = 0.1 // of a run that is shorter than those before
	s.pace = max(wall.Seconds(), s.pace+memory*(wall.Seconds()-s.pace))
}

// patience is how long runs wait behind others that do not end. Then they are given back: the runs before them were short, and these are not.
const patience = time.Second

// shed gives back the runs that wait, if no other has begun or ended for too long.
func (c *crewman) shed() {
	c.mu.Lock()
	late := c.waiting > 0 && time.Since(c.moved) > patience
	c.mu.Unlock()
	if late {
		c.shedAll()
	}
}

// shedAll gives back the runs that wait. Of their sources no more are taken ahead for some time.
func (c *crewman) shedAll() {
	c.mu.Lock()
	var back []*hold
	for h := range c.held {
		if h.active && !h.executing {
			h.active, h.returned = false, true
			h.source.pace = patience.Seconds()
			back = append(back, h)
		}
	}
	c.waiting -= len(back)
	c.mu.Unlock()
	for _, h := range back {
		c.giveBack(h)
	}
}

// keep gives signs of life for all that is held, and gives back what would wait for too long.
func (c *crewman) keep(ctx context.Context) {
	last := time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.mu.Lock()
		var all []*hold
		every := time.Minute
		stood := time.Since(c.ticked)
		c.ticked = time.Now()
		for h := range c.held {
			if h.executing && stood > h.source.ackWait {
				h.stalled = true
			}
			all = append(all, h)
			every = min(every, h.source.ackWait/3)
		}
		c.mu.Unlock()
		c.shed()
		if time.Since(last) < every {
			continue
		}
		last = time.Now()
		for _, h := range all {
			_ = h.msg.InProgress() // it may have been acknowledged just now
		}
	}
}
