package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A State says how far a campaign on a server is.
type State struct {
	ID                 string
	Label              string
	Build              string // of the program that began it
	Begun              time.Time
	Runs               int // of the whole campaign
	Needs              []Depth
	Bytes              uint64                   // that its streams take on the server
	Outcomes           map[campaign.Outcome]int // records by outcome; a run that was executed twice counts twice
	IncompatibleReason string                   // why this program leaves it alone; or ""
}

// A Depth is the backlog of one need: how many runs are on the server. The server counts batches: the total is exact, and its parts are in proportion
// to the batches.
type Depth struct {
	Need      string // as in the names on the server
	Waiting   int    // that no worker has
	Executing int    // that some worker holds
	Again     int    // of those, how many were delivered before
	Workers   int    // that were heard of and take such runs; filled by Watcher.State

	need requirement
}

// What names the need for people.
func (d Depth) What() string {
	var what []string
	if d.need.Backend != "" {
		what = append(what, d.need.Backend)
	}
	if d.need.Memory {
		what = append(what, "limits on memory")
	}
	if len(what) == 0 {
		return "this build of nonet"
	}
	return strings.Join(what, " and ")
}

// Done returns how many runs have a record on the server, as far as that can be counted: of those that were executed twice, some may count so
// until the last run is gone from the work queue.
func (s *State) Done() int { return max(0, min(s.Recorded(), s.Runs-s.Left())) }

// Recorded returns the number of records.
func (s *State) Recorded() int {
	n := 0
	for _, count := range s.Outcomes {
		n += count
	}
	return n
}

// Left returns the number of runs in the work queue.
func (s *State) Left() int {
	n := 0
	for _, d := range s.Needs {
		n += d.Waiting + d.Executing
	}
	return n
}

// Campaigns returns the campaigns on the server, the latest first, without their needs and records.
func (c *Conn) Campaigns(ctx context.Context) ([]State, error) {
	return c.list(ctx, allRuns, runsPrefix)
}

// Orphans returns the campaigns of which there is anything on the server: also those whose runs are gone, but whose records are there, since
// it was interrupted to remove them.
func (c *Conn) Orphans(ctx context.Context) ([]State, error) {
	return c.list(ctx, allRecords, recordsPrefix)
}

// list returns the campaigns that have a stream with such subjects and such a name.
func (c *Conn) list(ctx context.Context, subjects, prefix string) ([]State, error) {
	asking, cancel := c.asking(ctx, requestTime)
	defer cancel()
	var all []State
	list := c.js.ListStreams(asking, jetstream.WithStreamListSubject(subjects))
	for info := range list.Info() {
		if id, ours := strings.CutPrefix(info.Config.Name, prefix); ours {
			all = append(all, stateOf(id, info))
		}
	}
	if err := list.Err(); err != nil {
		return nil, c.explain(ctx, "listing the campaigns", err)
	}
	slices.SortFunc(all, func(a, b State) int { return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(a.ID, b.ID)) })
	return all, nil
}

func stateOf(id string, info *jetstream.StreamInfo) State {
	meta := info.Config.Metadata
	runs, _ := strconv.Atoi(meta[metaRuns]) // 0 where a stranger has made it
	return State{
		ID: id, Label: meta[metaLabel], Build: meta[metaBuild], Begun: info.Created, Runs: runs, Bytes: info.State.Bytes,
		IncompatibleReason: foreign(meta, false), Outcomes: map[campaign.Outcome]int{},
	}
}

// State returns how far a campaign is. An error that wraps ErrGone says that it is not on the server.
func (c *Conn) State(ctx context.Context, id string) (*State, error) {
	asking, cancel := c.asking(ctx, requestTime)
	defer cancel()
	runs, err := c.js.Stream(asking, runsPrefix+id)
	if err != nil {
		return nil, c.explain(ctx, "asking for the campaign "+id, err)
	}
	state := stateOf(id, runs.CachedInfo())
	info, err := runs.Info(asking, jetstream.WithSubjectFilter(runSubjects(id)))
	if err != nil {
		return nil, c.explain(ctx, "listing the runs", err)
	}
	left := map[string]int{} // runs in the work queue, by need
	for subject := range info.State.Subjects {
		if b, ok := parseSpan(tokenOf(subject)); ok {
			left[strings.Split(subject, ".")[3]] += b.size()
		}
	}
	consumers := runs.ListConsumers(asking)
	for info := range consumers.Info() {
		d := Depth{Need: info.Name, Waiting: left[info.Name], need: requirementFrom(info.Config.Metadata)}
		if batches := int(info.NumPending) + info.NumAckPending; batches > 0 { // of each batch it is known only that some worker has it
			d.Executing = (d.Waiting*info.NumAckPending + batches - 1) / batches
			d.Again = (d.Waiting*info.NumRedelivered + batches - 1) / batches
			d.Waiting -= d.Executing
		}
		state.Needs = append(state.Needs, d)
	}
	if err := consumers.Err(); err != nil {
		return nil, c.explain(ctx, "asking for the campaign "+id, err)
	}
	slices.SortFunc(state.Needs, func(a, b Depth) int { return cmp.Compare(a.Need, b.Need) })
	records, err := c.js.Stream(asking, recordsPrefix+id)
	if err == nil {
		info, err = records.Info(asking, jetstream.WithSubjectFilter(recordSubjects(id)))
	}
	if err != nil {
		return nil, c.explain(ctx, "asking for the records of "+id, err)
	}
	state.Bytes += info.State.Bytes
	for subject, n := range info.State.Subjects {
		state.Outcomes[campaign.Outcome(tokenOf(subject))] += int(n)
	}
	return &state, nil
}

// A Watcher looks at campaigns and workers.
type Watcher struct {
	conn *Conn
	told []*nats.Subscription

	mu       sync.Mutex
	workers  map[string]Status // those that were heard of, by ID
	finished map[string]bool   // campaigns
}

// Watch begins to listen to workers, and asks them to report their status: they have within a fraction of a second.
func (c *Conn) Watch() (*Watcher, error) {
	w := &Watcher{conn: c, workers: map[string]Status{}, finished: map[string]bool{}}
	for subject, handle := range map[string]nats.MsgHandler{announcements: w.heardAnnouncement, allStatus: w.heardStatus} {
		told, err := c.nc.Subscribe(subject, handle)
		if err != nil {
			w.Close()
			return nil, &Error{c.server, "listening to " + subject + ": " + err.Error(), err}
		}
		w.told = append(w.told, told)
	}
	return w, c.announce(announcement{})
}

func (w *Watcher) heardAnnouncement(m *nats.Msg) {
	var a announcement
	if json.Unmarshal(m.Data, &a) == nil && a.Finished != "" {
		w.mu.Lock()
		w.finished[a.Finished] = true
		w.mu.Unlock()
	}
}

func (w *Watcher) heardStatus(m *nats.Msg) {
	var s Status
	if json.Unmarshal(m.Data, &s) != nil || s.ID == "" {
		return
	}
	s.heard = time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.Leaving {
		delete(w.workers, s.ID)
	} else {
		w.workers[s.ID] = s
	}
}

// Close ends it.
func (w *Watcher) Close() {
	for _, s := range w.told {
		_ = s.Unsubscribe() // it ends with the connection at the latest
	}
}

// Finished reports whether a campaign was taken from the server since all its records are in a store: since the watcher looks.
func (w *Watcher) Finished(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.finished[id]
}

// Workers returns the workers that were heard of lately, ordered by host and process.
func (w *Watcher) Workers() []Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	var alive []Status
	for _, s := range w.workers {
		if time.Since(s.heard) < silence {
			alive = append(alive, s)
		}
	}
	slices.SortFunc(alive, func(a, b Status) int {
		return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.PID, b.PID), cmp.Compare(a.ID, b.ID))
	})
	return alive
}

// State returns how far a campaign is, and how many workers there are for each of its needs. Runs that no worker can have are waiting.
func (w *Watcher) State(ctx context.Context, id string) (*State, error) {
	state, err := w.conn.State(ctx, id)
	if err != nil {
		return nil, err
	}
	workers := w.Workers()
	for i := range state.Needs {
		d := &state.Needs[i]
		for _, worker := range workers {
			if _, refused := worker.Refused[id]; !refused && worker.can(d.need) {
				d.Workers++
			}
		}
		if d.Workers == 0 { // the server counts nacked batches as delivered until a worker pulls
			d.Waiting, d.Executing = d.Waiting+d.Executing, 0
		}
	}
	return state, nil
}

// Recorded returns the keys of the runs whose records are on the server. It reads the headers of the whole log. An error that wraps ErrGone says
// that there is no such campaign.
func (c *Conn) Recorded(ctx context.Context, id string) (map[string]bool, error) {
	asking, cancel := c.asking(ctx, requestTime)
	defer cancel()
	log, err := c.js.Stream(asking, recordsPrefix+id)
	if err != nil {
		return nil, c.explain(ctx, "asking for the records of "+id, err)
	}
	keys := map[string]bool{}
	last := log.CachedInfo().State.LastSeq
	if log.CachedInfo().State.Msgs == 0 {
		return keys, nil
	}
	reader, err := log.OrderedConsumer(asking, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy, HeadersOnly: true})
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

// A Status is what a worker tells of itself, every two seconds and when it is asked.
type Status struct {
	ID          string
	Host        string
	PID         int
	Build       string
	Jobs        int
	Environment campaign.Environment // its hardware, and the solvers it has
	Began       time.Time

	Running int     // runs that are being executed
	Waiting int     // runs of its batches that it has not begun
	Done    int64   // records that it has stored
	Failed  int64   // of them, those of runs that failed or crashed
	Back    int64   // runs that it has nacked, not being able to finish them
	Rate    float64 // records a second, lately
	// Refused are the campaigns on the server that it leaves alone, and why.
	Refused map[string]string `json:",omitempty"`
	Leaving bool              `json:",omitempty"` // the last status: the worker ends

	heard time.Time
}

// Name returns a name for people.
func (s Status) Name() string { return fmt.Sprintf("%s/%d", s.Host, s.PID) }

// can reports whether the worker meets a requirement.
func (s Status) can(n requirement) bool {
	_, has := s.Environment.Solvers[n.Backend]
	return (n.Backend == "" || has) && (!n.Memory || s.Environment.OS == "linux")
}

const (
	statusEvery = 2 * time.Second
	// silence is how long a worker may be silent until it is taken to be gone.
	silence = 3*statusEvery + time.Second
)

// A rate is how many records were stored lately.
type rate struct {
	times  []time.Time
	counts []int64
}

// at returns the records a second over the last ten seconds, given how many there were up to now.
func (r *rate) at(now time.Time, count int64) float64 {
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
