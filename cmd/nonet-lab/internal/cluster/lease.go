package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A lease is a batch that a worker has received and not yet acknowledged. Heartbeats renew it.
type lease struct {
	source     *source
	msg        jetstream.Msg
	batch      *batch
	deliveries uint64 // including this one

	// The following fields are guarded by workerState.mu.
	renewed   time.Time // the last heartbeat
	expired   bool      // the process was suspended for longer than AckWait: the batch was redelivered
	remaining int       // runs whose records are not stored
}

// maxDeliveries is the number of deliveries after which a batch is treated as a poison message: its runs are then
// executed in child processes, so that the run that kills workers gets a record.
const maxDeliveries = 5

// accept decodes a message and adds its lease. It rejects a message that is malformed, or that has a run for which its
// requirement is not enough, and returns nil.
func (w *workerState) accept(s *source, m jetstream.Msg) *lease {
	deliveries := uint64(1)
	if meta, err := m.Metadata(); err == nil {
		deliveries = meta.NumDelivered
	}
	b, err := readBatch(m.Data())
	if err == nil {
		for _, run := range slices.Concat(b.Warmup, b.Runs) {
			err = cmp.Or(err, exceeds(run, &w.Executor, s.requirement))
		}
	}
	if err != nil {
		w.reject(m, deliveries, err)
		return nil
	}
	l := &lease{source: s, msg: m, batch: b, deliveries: deliveries, renewed: time.Now(), remaining: len(b.Runs)}
	w.mu.Lock()
	w.leases[l] = true
	w.mu.Unlock()
	return l
}

// reject nacks a message that cannot be executed: another worker may understand it. After maxDeliveries it removes the
// message from the queue.
func (w *workerState) reject(m jetstream.Msg, deliveries uint64, err error) {
	reason := shortLine(err.Error(), maxReason)
	if deliveries > maxDeliveries {
		w.notice(fmt.Sprintf("removing a message that was rejected %d times: %s", deliveries, reason))
		_ = m.TermWithReason(reason) // best effort: it is delivered again otherwise
		return
	}
	w.notice("rejecting a message: " + reason)
	_ = m.NakWithDelay(rejectDelay)
}

// rejectDelay is the time until a rejected message is delivered again.
var rejectDelay = time.Minute

// release removes a lease.
func (w *workerState) release(l *lease) {
	w.mu.Lock()
	delete(w.leases, l)
	w.mu.Unlock()
}

// nack returns a batch to the queue for redelivery.
func (w *workerState) nack(l *lease) {
	w.release(l)
	_ = l.msg.Nak() // best effort: without heartbeats the batch is redelivered after AckWait
	if context.Cause(l.source.assignment.ctx) != errWithdrawn {
		w.mu.Lock()
		w.status.Nacked += int64(l.remaining)
		w.mu.Unlock()
	}
}

// execute executes the runs of a batch, stores their records until the context storing ends, and acknowledges the
// batch.
func (w *workerState) execute(storing context.Context, l *lease) {
	ctx := l.source.assignment.ctx
	w.warmUp(ctx, l)
	var records []campaign.Record
	stored := time.Now()
	for i, run := range l.batch.Runs {
		if l.deliveries > maxDeliveries && len(w.Executor.Child) > 0 {
			isolated := *run
			isolated.Limits.Isolate = true
			run = &isolated
		}
		record := w.Executor.Execute(ctx, run)
		if w.expire(l) { // the wall time includes a suspension, and the batch was redelivered
			w.store(storing, l, records)
			w.release(l)
			return
		}
		stopped := ctx.Err() != nil
		if !stopped {
			records = append(records, record)
		}
		if stopped || i == len(l.batch.Runs)-1 || time.Since(stored) > storeInterval {
			if !w.store(storing, l, records) || stopped {
				w.nack(l)
				return
			}
			records, stored = nil, time.Now()
		}
	}
	w.release(l)
	_ = l.msg.Ack() // best effort: otherwise the batch is executed again, and the collector ignores its second records
}

// warmUp executes the warmup runs of a batch, once per worker.
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

// expire reports whether a lease has expired because no heartbeat was sent in time: for example, the machine was
// suspended.
func (w *workerState) expire(l *lease) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.expired = l.expired || time.Since(l.renewed) > l.source.ackWait
	return l.expired
}

// heartbeat renews all leases, three times per AckWait.
func (w *workerState) heartbeat(ctx context.Context) {
	for sleep(ctx, 100*time.Millisecond) == nil {
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
			_ = l.msg.InProgress() // fails if it was acknowledged meanwhile
		}
	}
}

const (
	// shutdownTimeout bounds how long a worker that ends tries to store its records, and a collector to publish its
	// runs.
	shutdownTimeout = 5 * time.Second
	// storeRetryDelay is the time between two attempts to store records.
	storeRetryDelay = 500 * time.Millisecond
)

// storeInterval is how long the records of a batch may wait for further ones.
var storeInterval = batchTime

// store publishes records of a batch, and retries until the server has confirmed all. It returns false if ctx ends
// first, the connection has failed permanently, or the campaign is withdrawn.
func (w *workerState) store(ctx context.Context, l *lease, records []campaign.Record) bool {
	for {
		if len(records) > 0 {
			records = w.publishRecords(ctx, l, records)
		}
		if len(records) == 0 {
			return true
		}
		w.markStale()
		w.wakeUp()
		if sleep(ctx, storeRetryDelay) != nil || w.Conn.fatalError() != nil ||
			context.Cause(l.source.assignment.ctx) == errWithdrawn {
			return false
		}
	}
}

// publishRecords publishes records. It returns the records that must be published again.
func (w *workerState) publishRecords(ctx context.Context, l *lease,
	records []campaign.Record) (again []campaign.Record) {
	a := l.source.assignment
	environment, err := w.publishEnvironment(ctx, a)
	if err != nil {
		return records
	}
	messages := make([]*nats.Msg, len(records))
	for i, r := range records {
		if messages[i], err = recordMessage(a.id, r, environment, a.maxMessage); err != nil {
			panic(err) // every record can be marshaled
		}
	}
	for i, err := range w.Conn.publish(ctx, messages) {
		if err != nil {
			w.reportRefusal(ctx, a, err)
			again = append(again, records[i])
			continue
		}
		w.setNoRoom(a, false)
		w.mu.Lock()
		w.status.Done++
		l.remaining--
		if o := records[i].Outcome; o == campaign.Failed || o == campaign.Crashed {
			w.status.Failed++
		}
		w.mu.Unlock()
	}
	return again
}

// publishEnvironment publishes the environment of this worker in the log of a campaign, once. It returns the ID of the
// message.
func (w *workerState) publishEnvironment(ctx context.Context, a *assignment) (id string, err error) {
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
		w.reportRefusal(ctx, a, err)
		return "", err
	}
	w.mu.Lock()
	a.environment = id
	w.mu.Unlock()
	return id, nil
}

// reportRefusal reports, once, why the server rejects records. Connection errors are reported elsewhere.
func (w *workerState) reportRefusal(ctx context.Context, a *assignment, err error) {
	var api *jetstream.APIError
	if !errors.As(err, &api) {
		return
	}
	w.mu.Lock()
	known := a.refusal == api.Description
	a.refusal = api.Description
	w.mu.Unlock()
	w.setNoRoom(a, isFull(err))
	if !known {
		w.notice(w.Conn.explain(ctx, "storing records of "+a.id, err).Error() + "; trying again")
	}
}

// setNoRoom sets whether the server has room for records, and reports a change to the collector at once.
func (w *workerState) setNoRoom(a *assignment, full bool) {
	w.mu.Lock()
	changed := a.noRoom != full
	a.noRoom = full
	w.mu.Unlock()
	if changed {
		w.publishStatus()
	}
}
