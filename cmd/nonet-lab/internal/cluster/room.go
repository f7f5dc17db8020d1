package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

var (
	// roomInterval is the time between two attempts to make room on a full server: workers try to store their records
	// again in between.
	roomInterval = 4 * storeRetryDelay
	// fullTimeout is how long a full server may accept no record before the collector ends.
	fullTimeout = 40 * time.Second
)

// queueGrowth is by how many bytes queueLimit grows in an iteration of the main loop, unless the server is full.
const queueGrowth = 16 << 10

// isFull reports whether the server rejected a message because its storage, or the account's, is full.
func isFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == insufficientResources || api.ErrorCode == accountFull)
}

// raiseLimit is what users can do about full storage.
const raiseLimit = "raise max_file in the jetstream block of the server's configuration, or of the account"

// watchRoom makes room on a server that stores no more messages: rejected is whether it has just rejected runs, and the
// workers report rejected records. It returns an error that wraps ErrFull if no record arrives for fullTimeout.
func (c *collector) watchRoom(ctx context.Context, rejected bool) error {
	for _, w := range c.watcher.Workers() {
		rejected = rejected || slices.Contains(w.NoRoom, c.id)
	}
	if !rejected {
		c.fullSince = time.Time{}
		c.queueLimit += queueGrowth
		return nil
	}
	if c.fullSince.IsZero() || len(c.pending) < c.fullPending {
		c.fullSince, c.fullPending = time.Now(), len(c.pending)
	}
	if time.Since(c.lastRoom) > roomInterval {
		if err := c.makeRoom(ctx); err != nil {
			return err
		}
		c.lastRoom = time.Now() // after the requests, which may take a while
	}
	if time.Since(c.fullSince) > fullTimeout {
		return &Error{c.conn.server, fmt.Sprintf("the storage is full, and nothing is left that could be held back; "+
			"%d runs have no record yet: %s, then use nonet-lab campaign resume", len(c.pending), raiseLimit), ErrFull}
	}
	return nil
}

// makeRoom removes half of the waiting batches from the work queue, so that the server can store the records of the
// others. An acknowledged batch frees its room: then publish queues the removed runs again, up to queueLimit.
func (c *collector) makeRoom(ctx context.Context) error {
	c.noticeOnce("no room", "the storage of the server is full: the collector holds back runs to make room for "+
		"records; "+raiseLimit)
	info, err := c.info(ctx, "listing the runs", c.runs, jetstream.WithSubjectFilter(runSubjects(c.id)))
	if err != nil {
		return err
	}
	c.queueLimit = int64(info.State.Bytes) / 2
	queued := map[string][]string{} // subjects by requirement
	spans := map[string]span{}
	for subject := range info.State.Subjects {
		if b, ok := parseSpan(lastToken(subject)); ok && b.series < len(c.series) {
			name := c.series[b.series].requirement.token()
			queued[name] = append(queued[name], subject)
			spans[subject] = b
		}
	}
	var waiting, executing []string // subjects
	for name, subjects := range queued {
		request, cancel := c.conn.requestContext(ctx, requestTimeout)
		consumer, err := c.runs.Consumer(request, name)
		cancel()
		if err != nil {
			return c.retry(ctx, "reading the state of the runs", err)
		}
		// Workers receive the first runs of each series first.
		slices.SortFunc(subjects, func(a, b string) int {
			return cmp.Or(cmp.Compare(spans[b].first, spans[a].first), cmp.Compare(spans[b].series, spans[a].series))
		})
		n := min(int(consumer.CachedInfo().NumPending), len(subjects))
		waiting, executing = append(waiting, subjects[:n]...), append(executing, subjects[n:]...)
	}
	if len(waiting) == 0 {
		waiting = executing // the last resort: these batches may be executed twice
	}
	for _, subject := range waiting[:(len(waiting)+1)/2] {
		request, cancel := c.conn.requestContext(ctx, requestTimeout)
		err := c.runs.Purge(request, jetstream.WithPurgeSubject(subject))
		cancel()
		if err != nil {
			return c.retry(ctx, "removing waiting runs", err)
		}
	}
	c.limited, c.epoch = true, rand.Text()
	return c.findUnpublished(ctx)
}

// room returns how many bytes may be added to the work queue. It is no limit until the server was full once.
func (c *collector) room(ctx context.Context) (int, error) {
	if !c.limited {
		return chunkBytes, nil
	}
	info, err := c.info(ctx, "reading the state of the runs", c.runs)
	switch {
	case err != nil:
		return 0, err
	case info.State.Msgs == 0:
		return 1, nil // one batch
	}
	return int(min(chunkBytes, c.queueLimit-int64(info.State.Bytes))), nil
}
