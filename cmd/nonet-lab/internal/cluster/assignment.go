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
	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// An assignment is a campaign that a worker takes part in.
type assignment struct {
	id         string
	created    time.Time
	ctx        context.Context // cancelled when the worker ends or the campaign is withdrawn
	cancel     context.CancelCauseFunc
	maxMessage int // bytes

	// The following fields are guarded by workerState.mu.
	sources     []*source
	warm        map[string]*sync.Once // warmup runs, by key
	environment string                // message ID of the environment of this worker; "" until it is published
	refusal     string                // the last reason why the server rejected records
	noRoom      bool                  // the server rejected the last records because its storage is full
}

// A source is a consumer from which a worker pulls the batches of one campaign and requirement.
type source struct {
	assignment  *assignment
	requirement requirement
	consumer    jetstream.Consumer
	ackWait     time.Duration
}

// refreshCampaigns updates the campaigns of the worker to those on the server.
func (w *workerState) refreshCampaigns(ctx context.Context) error {
	request, cancel := w.Conn.requestContext(ctx, requestTimeout)
	defer cancel()
	there := map[string]*jetstream.StreamInfo{}
	list := w.Conn.js.ListStreams(request, jetstream.WithStreamListSubject(allRuns))
	for info := range list.Info() {
		there[info.Config.Name] = info
	}
	if err := list.Err(); err != nil {
		return w.Conn.explain(ctx, "listing the campaigns", err)
	}
	w.mu.Lock()
	for id, a := range w.campaigns {
		if info := there[runsPrefix+id]; info == nil || !info.Created.Equal(a.created) {
			a.cancel(errWithdrawn)
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
		if err := w.joinCampaign(request, name, info); err != nil {
			return err
		}
	}
	return nil
}

// joinCampaign adds the campaign with the given stream of runs, and a source for each requirement that the worker
// meets. If the campaign is incompatible, it reports the reason instead.
func (w *workerState) joinCampaign(ctx context.Context, name string, info *jetstream.StreamInfo) error {
	id := name[min(len(runsPrefix), len(name)):]
	if reason := shortLine(incompatibleReason(info.Config.Metadata, w.AnyBuild), maxReason); reason != "" {
		w.mu.Lock()
		_, known := w.status.Refused[id]
		w.status.Refused[id] = reason
		w.mu.Unlock()
		if !known {
			w.notice(fmt.Sprintf("refusing the campaign %s: %s", id, reason))
		}
		return nil
	}
	stream, err := w.Conn.js.Stream(ctx, name)
	if err != nil {
		return w.Conn.explain(ctx, "reading the campaign "+id, err)
	}
	w.mu.Lock()
	a := w.campaigns[id]
	if a == nil {
		a = &assignment{id: id, created: info.Created, warm: map[string]*sync.Once{},
			maxMessage: int(w.Conn.nc.MaxPayload())}
		if m := int(info.Config.MaxMsgSize); m > 0 {
			a.maxMessage = min(a.maxMessage, m)
		}
		a.ctx, a.cancel = context.WithCancelCause(context.Background())
		w.campaigns[id] = a
	}
	w.mu.Unlock()
	known := map[string]*source{}
	for _, s := range a.sources {
		known[s.requirement.token()] = s
	}
	consumers := stream.ListConsumers(ctx)
	for info := range consumers.Info() {
		n := requirementFrom(info.Config.Metadata)
		if s := known[n.token()]; s != nil {
			w.mu.Lock()
			s.ackWait = info.Config.AckWait // another collector may have changed it
			w.mu.Unlock()
			continue
		}
		if !w.meets(ctx, n) {
			continue
		}
		consumer, err := stream.Consumer(ctx, info.Name)
		if err != nil {
			return w.Conn.explain(ctx, "reading the consumer "+info.Name, err)
		}
		w.mu.Lock()
		a.sources = append(a.sources,
			&source{assignment: a, requirement: n, consumer: consumer, ackWait: info.Config.AckWait})
		w.mu.Unlock()
	}
	return w.Conn.explain(ctx, "listing the consumers of "+id, consumers.Err())
}

func (w *workerState) meets(ctx context.Context, n requirement) bool {
	if n.Memory && !campaign.LimitsMemory {
		return false
	}
	if n.Backend == "" {
		return true
	}
	available, known := w.backends[n.Backend]
	if !known { // such as a program that the campaign names
		if err := w.Programs.Allow(n.Backend); err != nil {
			w.notice(err.Error())
		} else if m, err := methods.Parse(n.Backend); err == nil {
			version, err := m.Version(ctx)
			if available = err == nil || !errors.Is(err, backends.ErrUnavailable); available {
				w.mu.Lock()
				w.status.Environment.Solvers[n.Backend] = version
				w.mu.Unlock()
			}
		}
		w.backends[n.Backend] = available
	}
	return available
}

// pull fetches one batch from the sources, round robin. It returns nil if there is none.
func (w *workerState) pull() *lease {
	w.mu.Lock()
	var sources []*source
	for _, id := range slices.Sorted(maps.Keys(w.campaigns)) {
		sources = append(sources, w.campaigns[id].sources...)
	}
	w.mu.Unlock()
	for range sources {
		w.lastSource++
		s := sources[w.lastSource%len(sources)]
		w.mu.Lock()
		busy := w.status.Running > 0
		w.mu.Unlock()
		if s.requirement.Alone && busy {
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

// markStale schedules a refresh of the campaigns, since one may have been removed.
func (w *workerState) markStale() {
	w.mu.Lock()
	w.stale = true
	w.mu.Unlock()
}
