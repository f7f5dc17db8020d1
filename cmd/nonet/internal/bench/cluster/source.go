package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// A job is a campaign that a worker takes part in.
type job struct {
	id      string
	began   time.Time
	ctx     context.Context // ends when the worker does, or the campaign is withdrawn
	end     context.CancelCauseFunc
	most    int                   // bytes of a message
	sources []*source             // guarded by crewman.mu, as all that follows
	warm    map[string]*sync.Once // runs that warm up, by key
	place   string                // the id of the message of this worker's environment, while that is stored
	refusal string                // the last that was said about records which the server refuses
}

// A source is a consumer from which a worker pulls the runs of one campaign and need.
type source struct {
	job      *job
	need     need
	consumer jetstream.Consumer
	ackWait  time.Duration
	pace     float64 // seconds that runs take: the longest lately, since one may be much longer than most; 0 if none has ended
}

// Runs shorter than short are taken in batches that last for about batch.
const (
	short = 50 * time.Millisecond
	batch = 100 * time.Millisecond
)

// ahead is how many runs a worker with so many jobs takes beyond those that it executes.
func (s *source) ahead(jobs int) int {
	if s.pace == 0 || s.pace > short.Seconds() {
		return 0
	}
	return int(min(mostHeld, float64(jobs)*batch.Seconds()/s.pace))
}

// lookUp brings the campaigns up to date with the server.
func (c *crewman) lookUp(ctx context.Context) error {
	asking, cancel := c.conn.asking(ctx, requestTime)
	defer cancel()
	there := map[string]*jetstream.StreamInfo{}
	list := c.conn.js.ListStreams(asking, jetstream.WithStreamListSubject(allRuns))
	for info := range list.Info() {
		there[info.Config.Name] = info
	}
	if err := list.Err(); err != nil {
		return c.conn.explain(ctx, "listing the campaigns", err)
	}
	c.mu.Lock()
	for id, j := range c.campaigns {
		if info := there[runsPrefix+id]; info == nil || !info.Created.Equal(j.began) {
			j.end(errWithdrawn)
			delete(c.campaigns, id)
		}
	}
	for id := range c.refused {
		if there[runsPrefix+id] == nil {
			delete(c.refused, id)
		}
	}
	c.mu.Unlock()
	for name, info := range there {
		if err := c.join(asking, name, info); err != nil {
			return err
		}
	}
	return nil
}

// join has the worker take part in the campaign with that stream of runs, as far as it can.
func (c *crewman) join(ctx context.Context, name string, info *jetstream.StreamInfo) error {
	id := name[min(len(runsPrefix), len(name)):]
	if why := foreign(info.Config.Metadata, c.AnyBuild); why != "" {
		c.mu.Lock()
		_, known := c.refused[id]
		c.refused[id] = why
		c.mu.Unlock()
		if !known {
			c.say(fmt.Sprintf("the campaign %s is left to others: %s", id, why))
		}
		return nil
	}
	stream, err := c.conn.js.Stream(ctx, name)
	if err != nil {
		return c.conn.explain(ctx, "asking for the campaign "+id, err)
	}
	c.mu.Lock()
	j := c.campaigns[id]
	if j == nil {
		j = &job{id: id, began: info.Created, warm: map[string]*sync.Once{}, most: int(c.conn.nc.MaxPayload())}
		if m := int(info.Config.MaxMsgSize); m > 0 {
			j.most = min(j.most, m)
		}
		j.ctx, j.end = context.WithCancelCause(context.Background())
		c.campaigns[id] = j
	}
	c.mu.Unlock()
	known := map[string]*source{}
	for _, s := range j.sources {
		known[s.need.token()] = s
	}
	consumers := stream.ListConsumers(ctx)
	for at := range consumers.Info() {
		n := needFrom(at.Config.Metadata)
		if s := known[n.token()]; s != nil {
			c.mu.Lock()
			s.ackWait = at.Config.AckWait // a collector that goes on may have changed it
			c.mu.Unlock()
			continue
		}
		if !c.meets(ctx, n) {
			continue
		}
		consumer, err := stream.Consumer(ctx, at.Name)
		if err != nil {
			return c.conn.explain(ctx, "asking for the consumer "+at.Name, err)
		}
		c.mu.Lock()
		j.sources = append(j.sources, &source{job: j, need: n, consumer: consumer, ackWait: at.Config.AckWait})
		c.mu.Unlock()
	}
	return c.conn.explain(ctx, "asking for the consumers of "+id, consumers.Err())
}

// meets reports whether this worker has what the need says.
func (c *crewman) meets(ctx context.Context, n need) bool {
	if n.memory && !campaign.LimitsMemory {
		return false
	}
	if n.backend == "" {
		return true
	}
	has, known := c.has[n.backend]
	if !known { // a program that the campaign names
		if m, err := methods.Parse(n.backend); err == nil {
			version, err := m.Version(ctx)
			if has = err == nil || !errors.Is(err, backends.ErrUnavailable); has {
				c.mu.Lock()
				c.environment.Solvers[n.backend] = version
				c.mu.Unlock()
			}
		}
		c.has[n.backend] = has
	}
	return has
}

// round pulls from the sources in turn. It reports whether anything came, and whether there is nobody to execute more.
func (c *crewman) round(ctx context.Context, turn int) (took, full bool) {
	c.mu.Lock()
	var sources []*source
	for _, j := range c.campaigns {
		sources = append(sources, j.sources...)
	}
	c.mu.Unlock()
	for i := range sources {
		s := sources[(turn+i)%len(sources)]
		n := c.room(s)
		if n <= 0 {
			full = true
			continue
		}
		if c.pull(ctx, s, n) {
			took = true
		}
	}
	return took, full && !took
}

// room returns how many runs may be taken from a source.
func (c *crewman) room(s *source) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	active := c.running + c.waiting
	for h := range c.held {
		if h.source.need.alone && h.active {
			return 0 // what is to be alone is executed first
		}
	}
	if s.need.alone {
		if active > 0 {
			return 0
		}
		return 1 + s.ahead(1)
	}
	most := c.jobs + s.ahead(c.jobs)
	if n := most - active; c.running < c.jobs && c.waiting == 0 || n >= most/2 {
		return n
	}
	return 0
}

// pull takes up to n runs from a source.
func (c *crewman) pull(ctx context.Context, s *source, n int) (took bool) {
	fetched, err := s.consumer.FetchNoWait(n)
	if err != nil {
		c.suspect()
		return false
	}
	for m := range fetched.Messages() {
		took = true
		c.accept(s, m)
	}
	if err := fetched.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
		c.suspect()
	}
	return took
}

// suspect has the campaigns looked up again: one may be gone.
func (c *crewman) suspect() {
	c.mu.Lock()
	c.stale = true
	c.mu.Unlock()
}
