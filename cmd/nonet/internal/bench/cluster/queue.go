package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"
	"nonet/cmd/nonet/internal/build"

	"github.com/nats-io/nats.go/jetstream"
)

// A Queue has the runs of a campaign executed by workers: it is the collector's side. It serves one campaign.
type Queue struct {
	Conn     *Conn
	Executor campaign.Executor // which tasks there are; it executes nothing
	// AckWait is how long a worker may give no sign of life before its runs are given to others; 0 means 30 seconds.
	AckWait    time.Duration
	Replicas   int            // copies of the streams in a cluster of servers; 0 means 1
	MaxBytes   campaign.Bytes // limit on the size of each stream; 0 means none. Servers of others may demand one
	MaxMessage campaign.Bytes // limit on the size of a message; 0 means that of the server
	AnyBuild   bool           // go on with a campaign that another build of the program has begun
	Keep       bool           // leave the campaign on the server when all records are in the store
	Notice     func(string)   // called with what the user should know: that no worker has come, say. It may be nil

	watch atomic.Pointer[Watcher] // while it executes
}

var (
	_ campaign.Queue   = (*Queue)(nil)
	_ campaign.Cleaner = (*Queue)(nil)
)

// defaultAckWait is long beside a pause of the network, and short beside a campaign.
const defaultAckWait = 30 * time.Second

// Check implements campaign.Queue. What a worker may not be able to do is not known here.
func (q *Queue) Check(plan *campaign.Plan) error { return q.Executor.Check(plan) }

// Jobs implements campaign.Queue: the runs that all workers that were heard of execute at the same time.
func (q *Queue) Jobs() int {
	jobs := 0
	if watch := q.watch.Load(); watch != nil {
		for _, w := range watch.Workers() {
			jobs += w.Jobs
		}
	}
	return max(1, jobs)
}

// Execute implements campaign.Queue. The runs of all stages are published at once, in their order: a run that is to be alone has its worker to
// itself, wherever that is. The records stay on the server until Clean is called, or Conn.Remove.
func (q *Queue) Execute(ctx context.Context, plan *campaign.Plan, done func(key string) bool, results chan<- campaign.Result) error {
	c, err := q.open(ctx, plan, done)
	if err != nil {
		return err
	}
	if c.watch, err = q.Conn.Watch(); err != nil {
		return err
	}
	defer c.watch.Close()
	q.watch.Store(c.watch)
	defer c.close()
	c.results = results
	if err := c.checkSizes(); err != nil {
		if c.runs.CachedInfo().State.LastSeq == 0 { // it was begun just now
			err = errors.Join(err, q.Conn.Remove(ctx, c.id))
		}
		return err
	}
	return c.run(ctx)
}

// Clean implements campaign.Cleaner: it takes the campaign from the server. Where that fails it is told in a notice, since no record is missing.
func (q *Queue) Clean(ctx context.Context, plan *campaign.Plan) {
	if q.Keep {
		return
	}
	id := Identify(plan)
	err := q.Conn.Remove(ctx, id)
	if err == nil {
		err = q.Conn.announce(announcement{Finished: id})
	}
	if err != nil && q.Notice != nil {
		q.Notice(fmt.Sprintf("all records are here, but the campaign %s is still on the server: %v", id, err))
	}
}

// Remove takes a campaign from the server, with all that it has there. Workers end its runs. That it is not there is no error.
func (c *Conn) Remove(ctx context.Context, id string) error {
	for _, name := range []string{runsPrefix + id, recordsPrefix + id} {
		asking, cancel := c.asking(ctx, requestTime)
		err := c.js.DeleteStream(asking, name)
		cancel()
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return c.explain(ctx, "deleting the stream "+name, err)
		}
	}
	return c.announce(announcement{})
}

// open finds the streams of the plan's campaign, or makes them, and returns a collector for it.
func (q *Queue) open(ctx context.Context, plan *campaign.Plan, done func(key string) bool) (*collector, error) {
	id := Identify(plan)
	most := q.Conn.nc.MaxPayload()
	if m := int64(q.MaxMessage); m > 0 {
		if m > most {
			return nil, &Error{q.Conn.server, fmt.Sprintf("--max-message %d: the server takes %d bytes at most", m, most), ErrTooLarge}
		}
		most = m
	}
	common := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Replicas: max(1, q.Replicas), MaxBytes: cmp.Or(int64(q.MaxBytes), -1), MaxMsgSize: int32(most),
		Discard: jetstream.DiscardNew, Duplicates: duplicates,
		Metadata: map[string]string{
			metaProtocol: Protocol, metaBuild: buildName(), metaLabel: plan.Spec.Label(), metaRuns: strconv.Itoa(plan.Runs()),
		},
	}
	records := common
	records.Name, records.Subjects = recordsPrefix+id, []string{recordSubjects(id), environmentSubject(id)}
	records.Description = "records of the nonet campaign " + plan.Spec.Label()
	records.Compression = jetstream.S2Compression
	runs := common
	runs.Name, runs.Subjects = runsPrefix+id, []string{runSubjects(id)}
	runs.Description = "runs of the nonet campaign " + plan.Spec.Label() + " that are left"
	runs.Retention = jetstream.WorkQueuePolicy
	runs.MaxMsgsPerSubject, runs.DiscardNewPerSubject = 1, true

	c := &collector{queue: q, conn: q.Conn, id: id, due: map[string]*due{}, environments: map[string]*campaign.Environment{}, said: map[string]bool{}}
	c.add(plan, done)
	var err error
	if c.records, err = q.stream(ctx, id, records); err != nil { // before the runs: a worker that finds runs can store records
		return nil, err
	}
	if c.runs, err = q.stream(ctx, id, runs); err != nil {
		if c.records.CachedInfo().State.LastSeq == 0 {
			_ = q.Conn.js.DeleteStream(ctx, records.Name) // it was made in vain; the error that matters is the first
		}
		return nil, err
	}
	if state := c.runs.CachedInfo().State; state.LastSeq > 0 && q.Notice != nil {
		q.Notice(fmt.Sprintf("the campaign is on the server already: %d runs are waiting or being executed, %d messages with records are there",
			state.Msgs, c.records.CachedInfo().State.Msgs))
	}
	c.most = int(min(most, int64(c.runs.CachedInfo().Config.MaxMsgSize)))
	made := map[string]bool{}
	for _, s := range c.series {
		name := s.need.token()
		if made[name] {
			continue
		}
		made[name] = true
		asking, cancel := q.Conn.asking(ctx, requestTime)
		_, err := c.runs.CreateOrUpdateConsumer(asking, jetstream.ConsumerConfig{
			Durable: name, FilterSubject: needSubjects(id, name), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: cmp.Or(q.AckWait, defaultAckWait), MaxAckPending: -1, MaxWaiting: 8192, Metadata: s.need.metadata(),
		})
		cancel()
		if err != nil {
			return nil, q.Conn.explain(ctx, "making the consumer "+name, err)
		}
	}
	return c, nil
}

// duplicates is how long the server remembers the ids of messages. That each run is there once does not depend on it.
var duplicates = 2 * time.Minute

// stream returns the stream of that name, with the limits that were asked for. If it is there already it must be of this version of the program.
func (q *Queue) stream(ctx context.Context, id string, config jetstream.StreamConfig) (jetstream.Stream, error) {
	asking, cancel := q.Conn.asking(ctx, requestTime)
	defer cancel()
	s, err := q.Conn.js.Stream(asking, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if s, err = q.Conn.js.CreateStream(asking, config); err != nil {
			return nil, q.Conn.explain(ctx, "making the stream "+config.Name, err)
		}
		if len(s.CachedInfo().Config.Metadata) == 0 {
			_ = q.Conn.js.DeleteStream(asking, config.Name) // best effort: nobody can use it
			return nil, &Error{q.Conn.server, fmt.Sprintf("the server (%s) is too old: expected NATS 2.10 or later", q.Conn.nc.ConnectedServerVersion()), nil}
		}
	}
	if err != nil {
		return nil, q.Conn.explain(ctx, "asking for the stream "+config.Name, err)
	}
	there := s.CachedInfo().Config
	if why := foreign(there.Metadata, q.AnyBuild); why != "" {
		return nil, &Error{q.Conn.server, fmt.Sprintf("the campaign %s is there already: %s", id, why), ErrVersion}
	}
	asked := there
	asked.MaxBytes, asked.Replicas = cmp.Or(int64(q.MaxBytes), there.MaxBytes), cmp.Or(q.Replicas, there.Replicas)
	if asked.MaxBytes != there.MaxBytes || asked.Replicas != there.Replicas {
		if s, err = q.Conn.js.UpdateStream(asking, asked); err != nil {
			return nil, q.Conn.explain(ctx, "changing the limits of the stream "+config.Name, err)
		}
	}
	return s, nil
}

// foreign says why a campaign with that metadata is not for this program, or "".
func foreign(meta map[string]string, anyBuild bool) string {
	switch protocol, build := meta[metaProtocol], meta[metaBuild]; {
	case protocol != Protocol:
		return fmt.Sprintf("it is in the protocol %q of another version of nonet, which this one (protocol %q) does not speak", protocol, Protocol)
	case build != buildName() && !anyBuild:
		return fmt.Sprintf("it was begun by nonet %s; this is %s, whose records might differ (--any-build mixes them)", build, buildName())
	}
	return ""
}

// buildName names this build of the program.
var buildName = sync.OnceValue(func() string {
	commit := build.Commit()
	if commit == "" || strings.HasSuffix(commit, "+changes") {
		commit = strings.TrimSpace(commit + " " + executable()) // nothing else distinguishes two such builds
	}
	return build.Version + " " + commit
})
