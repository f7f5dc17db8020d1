package cluster

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A lease is a batch that a worker has taken and not yet acknowledged. Heartbeats keep it from others.
type lease struct {
	source  *source
	msg     jetstream.Msg
	batch   *batch
	tries   uint64    // deliveries, this one included
	renewed time.Time // the last heartbeat; guarded by workerState.mu, as is what follows
	expired bool      // the whole process stood still for longer than the server waits: others have the batch
	left    int       // runs whose records are not stored
}

// maxDeliveries is how often a batch may be delivered before it is treated as a poison message: its runs are executed in child processes, so that
// the run which kills workers ends with a record.
const maxDeliveries = 5

// accept takes a message, or leaves it to others.
func (w *workerState) accept(s *source, m jetstream.Msg) *lease {
	b, err := readBatch(m.Data())
	if err != nil {
		w.say("a message cannot be read, it is left to others: " + err.Error())
		_ = m.NakWithDelay(time.Minute)
		return nil
	}
	l := &lease{source: s, msg: m, batch: b, tries: 1, renewed: time.Now(), left: len(b.Runs)}
	if meta, err := m.Metadata(); err == nil {
		l.tries = meta.NumDelivered
	}
	w.mu.Lock()
	w.leases[l] = true
	w.mu.Unlock()
	return l
}

// release ends a lease.
func (w *workerState) release(l *lease) {
	w.mu.Lock()
	delete(w.leases, l)
	w.mu.Unlock()
}

// nack has a batch delivered to another worker.
func (w *workerState) nack(l *lease) {
	w.release(l)
	_ = l.msg.Nak() // if that is lost, the batch is delivered again for want of a heartbeat
	if context.Cause(l.source.assignment.ctx) != errWithdrawn {
		w.mu.Lock()
		w.status.Back += int64(l.left)
		w.mu.Unlock()
	}
}

// execute executes the runs of a batch, stores their records until storing ends, and acknowledges the batch.
func (w *workerState) execute(storing context.Context, l *lease) {
	ctx := l.source.assignment.ctx
	w.warmUp(ctx, l)
	var records []campaign.Record
	stored := time.Now()
	for i, run := range l.batch.Runs {
		if l.tries > maxDeliveries && len(w.Executor.Child) > 0 {
			isolated := *run
			isolated.Limits.Isolate = true
			run = &isolated
		}
		record := w.Executor.Execute(ctx, run)
		if w.expire(l) { // the time of the run is not its own, and another worker has the batch
			w.store(storing, l, records)
			w.release(l)
			return
		}
		stopped := ctx.Err() != nil
		if !stopped {
			records = append(records, record)
		}
		if stopped || i == len(l.batch.Runs)-1 || time.Since(stored) > storeEvery {
			if !w.store(storing, l, records) || stopped {
				w.nack(l)
				return
			}
			records, stored = nil, time.Now()
		}
	}
	w.release(l)
	_ = l.msg.Ack() // if that is lost, the batch is executed again, and its second records do not count
}

// warmUp executes the runs that warm up the method of a batch, once in each worker.
func (w *workerState) warmUp(ctx context.Context, l *lease) {
	for _, run := range l.batch.Warmup {
		w.mu.Lock()
		once := l.source.assignment.warm[run.Key]
		if once == nil {
			once = new(sync.Once)
			l.source.assignment.warm[run.Key] = once
		}
		w.mu.Unlock()
		once.Do(func() {
			if ctx.Err() == nil {
				w.Executor.Execute(ctx, run)
			}
		})
	}
}

// expire reports whether a lease has ended since no heartbeat was sent in time: the machine was suspended, say.
func (w *workerState) expire(l *lease) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.expired = l.expired || time.Since(l.renewed) > l.source.ackWait
	return l.expired
}

// heartbeat renews all leases, three times within the time that the server waits for.
func (w *workerState) heartbeat(ctx context.Context) {
	for pause(ctx, 100*time.Millisecond) == nil {
		w.mu.Lock()
		var due []*lease
		for l := range w.leases {
			since := time.Since(l.renewed)
			l.expired = l.expired || since > l.source.ackWait
			if since > l.source.ackWait/3 {
				l.renewed = time.Now()
				due = append(due, l)
			}
		}
		w.mu.Unlock()
		for _, l := range due {
			_ = l.msg.InProgress() // it may have been acknowledged just now
		}
	}
}

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
		if pause(ctx, storeAgain) != nil || w.Conn.fault() != nil || context.Cause(l.source.assignment.ctx) == errWithdrawn {
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
	for i, err := range w.Conn.publish(ctx, messages) {
		if err != nil {
			w.unstored(ctx, a, err)
			again = append(again, records[i])
			continue
		}
		w.mu.Lock()
		w.status.Done++
		l.left--
		if o := records[i].Outcome; o == campaign.Failed || o == campaign.Crashed {
			w.status.Failed++
		}
		w.mu.Unlock()
	}
	return again
}

// introduce stores the environment of this worker with a campaign, unless it is there. It returns the id of its message.
func (w *workerState) introduce(ctx context.Context, a *assignment) (id string, err error) {
	w.mu.Lock()
	id, environment := a.environment, w.status.Environment
	environment.Solvers = maps.Clone(environment.Solvers)
	w.mu.Unlock()
	if id != "" {
		return id, nil
	}
	m, id, err := environmentMessage(a.id, environment)
	if err != nil {
		return "", err
	}
	if err := w.Conn.publish(ctx, []*nats.Msg{m})[0]; err != nil {
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
		w.say(w.Conn.explain(ctx, "records of "+a.id+" cannot be stored", err).Error() + "; trying again")
	}
}
