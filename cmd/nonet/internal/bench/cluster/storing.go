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

const (
	// lastWords is how long a worker that ends tries to store its records, and a collector to publish its runs.
	lastWords = 5 * time.Second
	// storeAgain is the time between two attempts at storing records.
	storeAgain = 500 * time.Millisecond
)

// storeEvery is how long records of a batch may wait for the others.
var storeEvery = batchTime

// store stores records of a batch, and tries again until the server has confirmed them. It reports false if ctx ends before, the connection has
// become useless, or the campaign is withdrawn.
func (w *workerState) store(ctx context.Context, l *lease, records []campaign.Record) bool {
	for {
		if len(records) > 0 {
			records = w.confirm(ctx, l, records)
		}
		if len(records) == 0 {
			return true
		}
		w.markStale()
		w.rouse()
		if pause(ctx, storeAgain) != nil || w.conn.fault() != nil || context.Cause(l.source.assignment.ctx) == errWithdrawn {
			return false
		}
	}
}

// confirm stores records. It returns those that are to be stored again.
func (w *workerState) confirm(ctx context.Context, l *lease, records []campaign.Record) (again []campaign.Record) {
	a := l.source.assignment
	environment, err := w.introduce(ctx, a)
	if err != nil {
		return records
	}
	messages := make([]*nats.Msg, len(records))
	for i, r := range records {
		if messages[i], err = recordMessage(a.id, r, environment, a.most); err != nil {
			panic(err) // a record holds nothing that cannot be written
		}
	}
	for i, err := range w.conn.publish(ctx, messages) {
		if err != nil {
			w.unstored(ctx, a, err)
			again = append(again, records[i])
			continue
		}
		w.mu.Lock()
		w.done++
		l.left--
		if o := records[i].Outcome; o == campaign.Failed || o == campaign.Crashed {
			w.failed++
		}
		w.mu.Unlock()
	}
	return again
}

// introduce stores the environment of this worker with a campaign, unless it is there. It returns the id of its message.
func (w *workerState) introduce(ctx context.Context, a *assignment) (id string, err error) {
	w.mu.Lock()
	id, environment := a.environment, w.environment
	environment.Solvers = maps.Clone(environment.Solvers)
	w.mu.Unlock()
	if id != "" {
		return id, nil
	}
	m, id, err := environmentMessage(a.id, environment)
	if err != nil {
		return "", err
	}
	if err := w.conn.publish(ctx, []*nats.Msg{m})[0]; err != nil {
		w.unstored(ctx, a, err)
		return "", err
	}
	w.mu.Lock()
	a.environment = id
	w.mu.Unlock()
	return id, nil
}

// unstored reports, once, why the server does not take records. That it does not answer is reported elsewhere.
func (w *workerState) unstored(ctx context.Context, a *assignment, err error) {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return
	}
	w.mu.Lock()
	known := a.refusal == api.Description
	a.refusal = api.Description
	w.mu.Unlock()
	if !known {
		w.say(w.conn.explain(ctx, "records of "+a.id+" cannot be stored", err).Error() + "; trying again")
	}
}
