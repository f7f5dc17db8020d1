package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/internal/slice"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A State describes the progress of a campaign on a server.
type State struct {
	ID                 string
	Label              string
	Build              string // of the program that started it
	Created            time.Time
	Runs               int // of the whole campaign
	Backlogs           []Backlog
	Bytes              uint64                   // size of its streams on the server
	Outcomes           map[campaign.Outcome]int // number of records by outcome; runs executed twice count twice
	IncompatibleReason string                   // why this program refuses the campaign, or ""
}

// A Backlog counts the runs in the work queue that have one requirement. The server counts batches: the total number of
// runs is exact, and its parts are estimated in proportion to the batches.
type Backlog struct {
	Name        string // of the consumer
	Waiting     int    // runs that no worker holds
	Executing   int    // runs in flight: a worker holds a lease
	Redelivered int    // of those, runs that were delivered before
	Workers     int    // known workers that meet the requirement; set by Watcher.State

	requirement requirement
}

// Description describes the requirement for users.
func (d Backlog) Description() string {
	var what []string
	if d.requirement.Backend != "" {
		what = append(what, shortLine(d.requirement.Backend, maxName))
	}
	if d.requirement.Memory {
		what = append(what, "memory limits")
	}
	text := cmp.Or(strings.Join(what, " and "), "this build of nonet")
	if d.requirement.Alone {
		text += " (runs alone)"
	}
	return text
}

// Done returns the number of runs with a record on the server. Records of runs executed twice may be counted twice
// until the work queue is empty.
func (s *State) Done() int { return max(0, min(s.Recorded(), s.Runs-s.Remaining())) }

// Recorded returns the number of records.
func (s *State) Recorded() int {
	n := 0
	for _, count := range s.Outcomes {
		n += count
	}
	return n
}

// Remaining returns the number of runs in the work queue.
func (s *State) Remaining() int {
	return slice.Sum(s.Backlogs, func(d Backlog) int { return d.Waiting + d.Executing })
}

// Campaigns returns the campaigns on the server, the latest first, without backlogs and records.
func (c *Conn) Campaigns(ctx context.Context) ([]State, error) {
	return c.listCampaigns(ctx, allRuns, runsPrefix)
}

// Orphans returns all campaigns with data on the server, including those whose removal was interrupted: their stream of
// runs is deleted, but the records remain.
func (c *Conn) Orphans(ctx context.Context) ([]State, error) {
	return c.listCampaigns(ctx, allRecords, recordsPrefix)
}

// listCampaigns returns the campaigns that have a stream with the given subjects and name prefix.
func (c *Conn) listCampaigns(ctx context.Context, subjects, prefix string) ([]State, error) {
	request, cancel := c.requestContext(ctx, requestTimeout)
	defer cancel()
	var all []State
	list := c.js.ListStreams(request, jetstream.WithStreamListSubject(subjects))
	for info := range list.Info() {
		if id, ours := strings.CutPrefix(info.Config.Name, prefix); ours {
			all = append(all, newState(id, info))
		}
	}
	if err := list.Err(); err != nil {
		return nil, c.explain(ctx, "listing the campaigns", err)
	}
	slices.SortFunc(all, func(a, b State) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	return all, nil
}

func newState(id string, info *jetstream.StreamInfo) State {
	meta := info.Config.Metadata
	runs, _ := strconv.Atoi(meta[metaRuns]) // 0 if another program created it
	return State{
		ID: id, Label: shortLine(meta[metaLabel], maxName), Build: shortLine(meta[metaBuild], maxName),
		Created: info.Created, Runs: runs, Bytes: info.State.Bytes, Outcomes: map[campaign.Outcome]int{},
		IncompatibleReason: shortLine(incompatibleReason(meta, false), maxReason),
	}
}

// State returns the progress of a campaign. If the campaign is not on the server, the error wraps ErrGone.
func (c *Conn) State(ctx context.Context, id string) (*State, error) {
	request, cancel := c.requestContext(ctx, requestTimeout)
	defer cancel()
	runs, err := c.js.Stream(request, runsPrefix+id)
	if err != nil {
		return nil, c.explain(ctx, "reading the campaign "+id, err)
	}
	state := newState(id, runs.CachedInfo())
	info, err := runs.Info(request, jetstream.WithSubjectFilter(runSubjects(id)))
	if err != nil {
		return nil, c.explain(ctx, "listing the runs", err)
	}
	left := map[string]int{} // runs in the work queue, by requirement
	for subject := range info.State.Subjects {
		if b, ok := parseSpan(lastToken(subject)); ok {
			left[strings.Split(subject, ".")[3]] += b.size()
		}
	}
	consumers := runs.ListConsumers(request)
	for info := range consumers.Info() {
		d := Backlog{Name: info.Name, Waiting: left[info.Name], requirement: requirementFrom(info.Config.Metadata)}
		// The server reports the numbers of batches only.
		if batches := int(info.NumPending) + info.NumAckPending; batches > 0 {
			d.Executing = (d.Waiting*info.NumAckPending + batches - 1) / batches
			d.Redelivered = (d.Waiting*info.NumRedelivered + batches - 1) / batches
			d.Waiting -= d.Executing
		}
		state.Backlogs = append(state.Backlogs, d)
	}
	if err := consumers.Err(); err != nil {
		return nil, c.explain(ctx, "reading the campaign "+id, err)
	}
	slices.SortFunc(state.Backlogs, func(a, b Backlog) int { return cmp.Compare(a.Name, b.Name) })
	records, err := c.js.Stream(request, recordsPrefix+id)
	if err == nil {
		info, err = records.Info(request, jetstream.WithSubjectFilter(recordSubjects(id)))
	}
	if err != nil {
		return nil, c.explain(ctx, "reading the records of "+id, err)
	}
	state.Bytes += info.State.Bytes
	for subject, n := range info.State.Subjects {
		state.Outcomes[campaign.Outcome(lastToken(subject))] += int(n)
	}
	return &state, nil
}

// A Watcher monitors campaigns and workers.
type Watcher struct {
	conn          *Conn
	subscriptions []*nats.Subscription

	mu       sync.Mutex
	workers  map[string]Status // known workers, by ID
	pruned   time.Time         // when workers without a recent status were last removed
	finished map[string]bool   // IDs of finished campaigns
}

// Watch subscribes to the status of workers, and requests it. The workers reply within a fraction of a second.
func (c *Conn) Watch() (*Watcher, error) {
	w := &Watcher{conn: c, workers: map[string]Status{}, finished: map[string]bool{}}
	for subject, handle := range map[string]nats.MsgHandler{announcements: w.handleAnnouncement,
		allStatus: w.handleStatus} {
		told, err := c.nc.Subscribe(subject, handle)
		if err != nil {
			w.Close()
			return nil, &Error{c.server, "subscribing to " + subject + ": " + err.Error(), err}
		}
		w.subscriptions = append(w.subscriptions, told)
	}
	return w, c.announce(announcement{})
}

func (w *Watcher) handleAnnouncement(m *nats.Msg) {
	var a announcement
	if json.Unmarshal(m.Data, &a) == nil && a.Finished != "" {
		w.mu.Lock()
		w.finished[a.Finished] = true
		w.mu.Unlock()
	}
}

func (w *Watcher) handleStatus(m *nats.Msg) {
	var s Status
	if json.Unmarshal(m.Data, &s) != nil || s.ID == "" || len(s.ID) > maxName {
		return
	}
	s.sanitize()
	s.lastSeen = time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.Leaving {
		delete(w.workers, s.ID)
		return
	}
	if time.Since(w.pruned) > workerTimeout {
		w.pruned = time.Now()
		maps.DeleteFunc(w.workers, func(_ string, s Status) bool { return time.Since(s.lastSeen) >= workerTimeout })
	}
	if _, known := w.workers[s.ID]; known || len(w.workers) < maxWorkers {
		w.workers[s.ID] = s
	}
}

// maxWorkers is the number of workers at which a Watcher ignores further ones.
const maxWorkers = 20000

// Close ends the subscriptions.
func (w *Watcher) Close() {
	for _, s := range w.subscriptions {
		_ = s.Unsubscribe() // best effort: it ends with the connection
	}
}

// Finished reports whether, since Watch, the campaign was removed from the server because all its records are in a
// store.
func (w *Watcher) Finished(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.finished[id]
}

// Workers returns the active workers, ordered by host and process.
func (w *Watcher) Workers() []Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	isAlive := func(s Status) bool { return time.Since(s.lastSeen) < workerTimeout }
	alive := slice.Filter(slices.Collect(maps.Values(w.workers)), isAlive)
	slices.SortFunc(alive, func(a, b Status) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID), cmp.Compare(a.ID, b.ID))
	})
	return alive
}

// State returns the progress of a campaign, with the number of workers for each requirement. Runs without such a worker
// count as waiting.
func (w *Watcher) State(ctx context.Context, id string) (*State, error) {
	state, err := w.conn.State(ctx, id)
	if err != nil {
		return nil, err
	}
	workers := w.Workers()
	for i := range state.Backlogs {
		d := &state.Backlogs[i]
		for _, worker := range workers {
			if _, refused := worker.Refused[id]; !refused && worker.meets(d.requirement) {
				d.Workers++
			}
		}
		if d.Workers == 0 { // the server counts nacked batches as in flight until a worker pulls
			d.Waiting, d.Executing = d.Waiting+d.Executing, 0
		}
	}
	return state, nil
}

// Recorded returns the keys of the runs whose records are on the server. It reads the headers of the whole log. If the
// campaign is not on the server, the error wraps ErrGone.
func (c *Conn) Recorded(ctx context.Context, id string) (map[string]bool, error) {
	request, cancel := c.requestContext(ctx, requestTimeout)
	defer cancel()
	log, err := c.js.Stream(request, recordsPrefix+id)
	if err != nil {
		return nil, c.explain(ctx, "reading the records of "+id, err)
	}
	keys := map[string]bool{}
	last := log.CachedInfo().State.LastSeq
	if log.CachedInfo().State.Msgs == 0 {
		return keys, nil
	}
	reader, err := log.OrderedConsumer(request,
		jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy, HeadersOnly: true})
	if err != nil {
		return nil, c.explain(ctx, "reading the records", err)
	}
	messages, err := reader.Messages()
	if err != nil {
		return nil, c.explain(ctx, "reading the records", err)
	}
	defer messages.Stop()
	for read := uint64(0); read < last; {
		m, err := messages.Next(jetstream.NextContext(ctx))
		var meta *jetstream.MsgMetadata
		if err == nil {
			meta, err = m.Metadata()
		}
		if err != nil {
			return nil, c.explain(ctx, "reading the records", err)
		}
		if read = meta.Sequence.Stream; m.Subject() != environmentSubject(id) {
			keys[m.Headers().Get(jetstream.MsgIDHeader)] = true
		}
	}
	return keys, nil
}

// A Status is the state of a worker. Workers publish it every two seconds and on request.
type Status struct {
	ID          string
	Host        string
	PID         int
	Build       string
	Jobs        int
	Environment campaign.Environment // its hardware, and the solvers it has
	Started     time.Time

	Running int     // runs being executed
	Waiting int     // further runs of its batches
	Done    int64   // records stored
	Failed  int64   // of these, records of runs that failed or crashed
	Nacked  int64   // runs that it nacked unfinished
	Rate    float64 // records per second, over the last ten seconds
	// Refused has the campaigns on the server that the worker refuses, and the reasons.
	Refused map[string]string `json:",omitempty"`
	// NoRoom has the IDs of the campaigns whose records the server rejects because its storage is full.
	NoRoom  []string `json:",omitempty"`
	Leaving bool     `json:",omitempty"` // the last status: the worker ends

	lastSeen time.Time
}

// Name returns a name for display.
func (s Status) Name() string { return fmt.Sprintf("%s/%d", s.Host, s.PID) }

// meets reports whether the worker meets a requirement.
func (s Status) meets(n requirement) bool {
	_, installed := s.Environment.Solvers[n.Backend]
	return (n.Backend == "" || installed) && (!n.Memory || s.Environment.OS == "linux")
}

const (
	statusInterval = 2 * time.Second
	// workerTimeout is the time without a status after which a worker is considered gone.
	workerTimeout = 3*statusInterval + time.Second
)

// A rate measures how many records were stored recently.
type rate struct {
	times  []time.Time
	counts []int64
}

// observe adds a total count at a time, and returns the rate per second over the last ten seconds.
func (r *rate) observe(now time.Time, count int64) float64 {
	r.times, r.counts = append(r.times, now), append(r.counts, count)
	for len(r.times) > 2 && now.Sub(r.times[1]) >= 10*time.Second {
		r.times, r.counts = r.times[1:], r.counts[1:]
	}
	span := now.Sub(r.times[0]).Seconds()
	if span < 0.5 {
		return 0
	}
	return float64(count-r.counts[0]) / span
}
