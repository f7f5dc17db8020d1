package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/cmd/internal/build"
	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/nats-io/nats.go/jetstream"
)

// A Queue executes the runs of a campaign by workers: it is the collector. A Queue serves one campaign.
type Queue struct {
	Conn       *Conn
	Executor   campaign.Executor // defines the tasks; it executes nothing
	AckWait    time.Duration     // time without heartbeats after which runs are redelivered; 0 means 30 seconds
	Replicas   int               // copies of the streams in a cluster of servers; 0 means 1
	MaxBytes   campaign.Bytes    // size limit of each stream; 0 means none, which some accounts do not permit
	MaxMessage campaign.Bytes    // size limit of a message; 0 means the limit of the server
	AnyBuild   bool              // continue a campaign that another build of the program started
	Keep       bool              // leave the campaign on the server when all records are in the store
	Notice     func(string)      // called with messages for the user, such as "no worker has connected yet"; may be nil

	watch atomic.Pointer[Watcher] // set while Execute runs
}

var (
	_ campaign.Queue   = (*Queue)(nil)
	_ campaign.Cleaner = (*Queue)(nil)
)

// defaultAckWait is long compared with network interruptions, and short compared with campaigns.
const defaultAckWait = 30 * time.Second

// Check implements campaign.Queue. It does not know the capabilities of the workers.
func (q *Queue) Check(plan *campaign.Plan) error { return q.Executor.Check(plan) }

// Jobs implements campaign.Queue: the total of Jobs of all known workers.
func (q *Queue) Jobs() int {
	jobs := 0
	if watch := q.watch.Load(); watch != nil {
		for _, w := range watch.Workers() {
			jobs += w.Jobs
		}
	}
	return max(1, jobs)
}

// Execute implements campaign.Queue. Runs of all stages are published in plan order, without waiting for the end of a
// stage. A worker that executes a run with Alone executes nothing else. The records stay on the server until Clean or
// Conn.Remove is called.
func (q *Queue) Execute(ctx context.Context, plan *campaign.Plan, done func(key string) bool,
	results chan<- campaign.Result) error {
	c, err := q.openCampaign(ctx, plan, done)
	if err != nil {
		return err
	}
	if c.watcher, err = q.Conn.Watch(); err != nil {
		return err
	}
	defer c.watcher.Close()
	q.watch.Store(c.watcher)
	defer c.close()
	c.results = results
	if err := c.checkSizes(); err != nil {
		if c.runs.CachedInfo().State.LastSeq == 0 { // this call created it
			err = errors.Join(err, q.Conn.Remove(ctx, c.id))
		}
		return err
	}
	return c.run(ctx)
}

// Clean implements campaign.Cleaner. It removes the campaign from the server. A failure is only a notice, since no
// record is lost.
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
		q.Notice(fmt.Sprintf("all records are in the database, but the campaign %s could not be removed from the "+
			"server: %v", id, err))
	}
}

// Remove deletes all streams of a campaign. Workers stop its runs. Removing a campaign that does not exist is not an
// error.
func (c *Conn) Remove(ctx context.Context, id string) error {
	for _, name := range []string{runsPrefix + id, recordsPrefix + id} {
		request, cancel := c.requestContext(ctx, requestTimeout)
		err := c.js.DeleteStream(request, name)
		cancel()
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return c.explain(ctx, "deleting the stream "+name, err)
		}
	}
	return c.announce(announcement{})
}

// openCampaign opens or creates the streams of the campaign of the plan, and returns a collector for it.
func (q *Queue) openCampaign(ctx context.Context, plan *campaign.Plan, done func(key string) bool) (*collector, error) {
	id := Identify(plan)
	maxMessage := q.Conn.nc.MaxPayload()
	if m := int64(q.MaxMessage); m > 0 {
		if m > maxMessage {
			return nil, &Error{q.Conn.server,
				fmt.Sprintf("--max-message %d: the server accepts at most %d bytes", m, maxMessage), ErrTooLarge}
		}
		maxMessage = m
	}
	common := jetstream.StreamConfig{
		Storage: jetstream.FileStorage, Replicas: max(1, q.Replicas), MaxBytes: cmp.Or(int64(q.MaxBytes), -1),
		MaxMsgSize: int32(maxMessage), Discard: jetstream.DiscardNew, Duplicates: dedupWindow,
		Metadata: map[string]string{
			metaProtocol: Protocol, metaBuild: buildName(), metaLabel: plan.Spec.Label(),
			metaRuns: strconv.Itoa(plan.Runs()),
		},
	}
	records := common
	records.Name, records.Subjects = recordsPrefix+id, []string{recordSubjects(id), environmentSubject(id)}
	records.Description = "records of the nonet-lab campaign " + plan.Spec.Label()
	records.Compression = jetstream.S2Compression
	runs := common
	runs.Name, runs.Subjects = runsPrefix+id, []string{runSubjects(id)}
	runs.Description = "remaining runs of the nonet-lab campaign " + plan.Spec.Label()
	runs.Retention = jetstream.WorkQueuePolicy
	runs.MaxMsgsPerSubject, runs.DiscardNewPerSubject = 1, true

	c := &collector{queue: q, conn: q.Conn, id: id, epoch: rand.Text(), pending: map[string]*pendingRun{},
		environments: map[string]*campaign.Environment{}, noticed: map[string]bool{}}
	c.add(plan, done)
	var err error
	// Create the records first, so that a worker with runs can store records.
	if c.records, err = q.openStream(ctx, id, records); err != nil {
		return nil, err
	}
	if c.runs, err = q.openStream(ctx, id, runs); err != nil {
		if c.records.CachedInfo().State.LastSeq == 0 {
			// Best effort: remove the unused stream, and report the first error.
			_ = q.Conn.js.DeleteStream(ctx, records.Name)
		}
		return nil, err
	}
	if state := c.runs.CachedInfo().State; state.LastSeq > 0 && q.Notice != nil {
		q.Notice(fmt.Sprintf("the campaign is already on the server: %d messages with runs are left, %d records "+
			"are there", state.Msgs, c.records.CachedInfo().State.Msgs))
	}
	c.maxMessage = int(min(maxMessage, int64(c.runs.CachedInfo().Config.MaxMsgSize)))
	made := map[string]bool{}
	for _, s := range c.series {
		name := s.requirement.token()
		if made[name] {
			continue
		}
		made[name] = true
		request, cancel := q.Conn.requestContext(ctx, requestTimeout)
		_, err := c.runs.CreateOrUpdateConsumer(request, jetstream.ConsumerConfig{
			Durable: name, FilterSubject: requirementSubjects(id, name), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: cmp.Or(q.AckWait, defaultAckWait), MaxAckPending: -1, MaxWaiting: 8192,
			Metadata: s.requirement.metadata(),
		})
		cancel()
		if err != nil {
			return nil, q.Conn.explain(ctx, "creating the consumer "+name, err)
		}
	}
	return c, nil
}

// dedupWindow is how long the server remembers message IDs. Correctness does not depend on it: run subjects are unique,
// and the collector ignores second records.
var dedupWindow = 2 * time.Minute

// openStream opens or creates a stream, and applies changed limits. An existing stream must be of this version and
// build.
func (q *Queue) openStream(ctx context.Context, id string, config jetstream.StreamConfig) (jetstream.Stream, error) {
	request, cancel := q.Conn.requestContext(ctx, requestTimeout)
	defer cancel()
	s, err := q.Conn.js.Stream(request, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if s, err = q.createStream(request, config); err != nil {
			return nil, q.Conn.explain(ctx, "creating the stream "+config.Name, err)
		}
		if len(s.CachedInfo().Config.Metadata) == 0 {
			_ = q.Conn.js.DeleteStream(request, config.Name) // best effort: it is unusable
			return nil, &Error{q.Conn.server,
				fmt.Sprintf("the server (%s) is too old: expected NATS 2.10 or later",
					q.Conn.nc.ConnectedServerVersion()), nil}
		}
	}
	if err != nil {
		return nil, q.Conn.explain(ctx, "reading the stream "+config.Name, err)
	}
	current := s.CachedInfo().Config
	if reason := incompatibleReason(current.Metadata, q.AnyBuild); reason != "" {
		return nil, &Error{q.Conn.server, fmt.Sprintf("the campaign %s is already on the server: %s", id, reason),
			ErrVersion}
	}
	wanted := current
	wanted.MaxBytes, wanted.Replicas = cmp.Or(int64(q.MaxBytes), current.MaxBytes), cmp.Or(q.Replicas, current.Replicas)
	if wanted.MaxBytes != current.MaxBytes || wanted.Replicas != current.Replicas {
		if s, err = q.Conn.js.UpdateStream(request, wanted); err != nil {
			return nil, q.Conn.explain(ctx, "changing the limits of the stream "+config.Name, err)
		}
	}
	return s, nil
}

// createStream creates a stream. Just after a stream of this name was removed, the server may still be deleting its
// files, and cannot store the new one: then createStream asks again until ctx ends.
func (q *Queue) createStream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	for {
		s, err := q.Conn.js.CreateStream(ctx, config)
		var api *jetstream.APIError
		if !errors.As(err, &api) || !strings.Contains(api.Description, "creating store") {
			return s, err
		}
		if sleep(ctx, 50*time.Millisecond) != nil {
			return nil, err
		}
	}
}

// incompatibleReason returns why this program cannot process a campaign with the given metadata, or "".
func incompatibleReason(meta map[string]string, anyBuild bool) string {
	switch protocol, build := meta[metaProtocol], meta[metaBuild]; {
	case protocol != Protocol:
		return fmt.Sprintf("it has protocol %q of another version of nonet; this version has protocol %q", protocol,
			Protocol)
	case build != buildName() && !anyBuild:
		return fmt.Sprintf("it was started by nonet %s; this is %s, whose records may differ (--any-build mixes them)",
			build, buildName())
	}
	return ""
}

// buildName returns the name of this build of the program.
var buildName = sync.OnceValue(func() string {
	commit := build.Commit()
	if commit == "" || strings.HasSuffix(commit, "+changes") {
		commit = strings.TrimSpace(commit + " " + executableHash()) // nothing else distinguishes two such builds
	}
	return build.Version + " " + commit
})
