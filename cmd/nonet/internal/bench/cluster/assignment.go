package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"nonet/backends"
	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// An assignment is a campaign that a worker takes part in.
type assignment struct {
	id          string
	began       time.Time
	ctx         context.Context // ends when the worker does, or the campaign is withdrawn
	end         context.CancelCauseFunc
	most        int                   // bytes of a message
	sources     []*source             // guarded by workerState.mu, as all that follows
	warm        map[string]*sync.Once // runs that warm up, by key
	environment string                // the id of the message with this worker's environment, once that is stored
	refusal     string                // why the server last refused records
}

// A source is a consumer from which a worker pulls the batches of one campaign and requirement.
type source struct {
	assignment *assignment
	need       requirement
	consumer   jetstream.Consumer
	ackWait    time.Duration
}

// lookUp brings the campaigns up to date with the server.
func (w *workerState) lookUp(ctx context.Context) error {
	asking, cancel := w.Conn.asking(ctx, requestTime)
	defer cancel()
	there := map[string]*jetstream.StreamInfo{}
	list := w.Conn.js.ListStreams(asking, jetstream.WithStreamListSubject(allRuns))
	for info := range list.Info() {
		there[info.Config.Name] = info
	}
	if err := list.Err(); err != nil {
		return w.Conn.explain(ctx, "listing the campaigns", err)
	}
	w.mu.Lock()
	for id, a := range w.campaigns {
		if info := there[runsPrefix+id]; info == nil || !info.Created.Equal(a.began) {
			a.end(errWithdrawn)
			delete(w.campaigns, id)
		}
	}
	for id := range w.status.Refused {
		if there[runsPrefix+id] == nil {
			delete(w.status.Refused, id)
		}
	}
	w.mu.Unlock()
	for name, info := range there {
		if err := w.join(asking, name, info); err != nil {
			return err
		}
	}
	return nil
}

// join has the worker take part in the campaign with that stream of runs, as far as it can.
func (w *workerState) join(ctx context.Context, name string, info *jetstream.StreamInfo) error {
	id := name[min(len(runsPrefix), len(name)):]
	if why := foreign(info.Config.Metadata, w.AnyBuild); why != "" {
		w.mu.Lock()
		_, known := w.status.Refused[id]
		w.status.Refused[id] = why
		w.mu.Unlock()
		if !known {
			w.say(fmt.Sprintf("the campaign %s is left to others: %s", id, why))
		}
		return nil
	}
	stream, err := w.Conn.js.Stream(ctx, name)
	if err != nil {
		return w.Conn.explain(ctx, "asking for the campaign "+id, err)
	}
	w.mu.Lock()
	a := w.campaigns[id]
	if a == nil {
		a = &assignment{id: id, began: info.Created, warm: map[string]*sync.Once{}, most: int(w.Conn.nc.MaxPayload())}
		if m := int(info.Config.MaxMsgSize); m > 0 {
			a.most = min(a.most, m)
		}
		a.ctx, a.end = context.WithCancelCause(context.Background())
		w.campaigns[id] = a
	}
	w.mu.Unlock()
	known := map[string]*source{}
	for _, s := range a.sources {
		known[s.need.token()] = s
	}
	consumers := stream.ListConsumers(ctx)
	for at := range consumers.Info() {
		n := requirementFrom(at.Config.Metadata)
		if s := known[n.token()]; s != nil {
			w.mu.Lock()
			s.ackWait = at.Config.AckWait // a collector that goes on may have changed it
			w.mu.Unlock()
			continue
		}
		if !w.meets(ctx, n) {
			continue
		}
		consumer, err := stream.Consumer(ctx, at.Name)
		if err != nil {
			return w.Conn.explain(ctx, "asking for the consumer "+at.Name, err)
		}
		w.mu.Lock()
		a.sources = append(a.sources, &source{assignment: a, need: n, consumer: consumer, ackWait: at.Config.AckWait})
		w.mu.Unlock()
	}
	return w.Conn.explain(ctx, "asking for the consumers of "+id, consumers.Err())
}

// meets reports whether this worker has what the need says.
func (w *workerState) meets(ctx context.Context, n requirement) bool {
	if n.Memory && !campaign.LimitsMemory {
		return false
	}
	if n.Backend == "" {
		return true
	}
	has, known := w.has[n.Backend]
	if !known { // a program that the campaign names
		if m, err := methods.Parse(n.Backend); err == nil {
			version, err := m.Version(ctx)
			if has = err == nil || !errors.Is(err, backends.ErrUnavailable); has {
				w.mu.Lock()
				w.status.Environment.Solvers[n.Backend] = version
				w.mu.Unlock()
			}
		}
		w.has[n.Backend] = has
	}
	return has
}

// pull takes one batch from the sources, in turn; nil if there is none.
func (w *workerState) pull() *lease {
	w.mu.Lock()
	var sources []*source
	for _, id := range slices.Sorted(maps.Keys(w.campaigns)) {
		sources = append(sources, w.campaigns[id].sources...)
	}
	w.mu.Unlock()
	for range sources {
		w.turn++
		s := sources[w.turn%len(sources)]
		w.mu.Lock()
		company := w.status.Running > 0
		w.mu.Unlock()
		if s.need.Alone && company {
			continue
		}
		fetched, err := s.consumer.FetchNoWait(1)
		if err != nil {
			w.markStale()
			continue
		}
		var l *lease
		for m := range fetched.Messages() {
			l = w.accept(s, m)
		}
		if err := fetched.Error(); err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
			w.markStale()
		}
		if l != nil {
			return l
		}
	}
	return nil
}

// markStale has the campaigns looked up again: one may be gone.
func (w *workerState) markStale() {
	w.mu.Lock()
	w.stale = true
	w.mu.Unlock()
}
