package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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
	if d.need.backend != "" {
		what = append(what, d.need.backend)
	}
	if d.need.memory {
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
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, &Error{c.server, "there is no campaign " + id, ErrGone}
	}
	if err != nil {
		return nil, c.explain(ctx, "asking for the campaign", err)
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
		return nil, c.explain(ctx, "asking for the campaign", err)
	}
	slices.SortFunc(state.Needs, func(a, b Depth) int { return cmp.Compare(a.Need, b.Need) })
	records, err := c.js.Stream(asking, recordsPrefix+id)
	if err == nil {
		var info *jetstream.StreamInfo
		if info, err = records.Info(asking, jetstream.WithSubjectFilter(recordSubjects(id))); err == nil {
			state.Bytes += info.State.Bytes
			state.Outcomes = outcomes(info.State.Subjects)
		}
	}
	if err != nil {
		return nil, c.explain(ctx, "asking for the records", err)
	}
	return &state, nil
}

// A Watcher looks at campaigns and workers.
type Watcher struct {
	conn *Conn
	crew *crew
	told *nats.Subscription

	mu       sync.Mutex
	finished map[string]bool
}

// Watch begins to listen to workers. They have told of themselves within a fraction of a second.
func (c *Conn) Watch() (*Watcher, error) {
	w := &Watcher{conn: c, finished: map[string]bool{}}
	var err error
	w.told, err = c.nc.Subscribe(announcements, func(m *nats.Msg) {
		var a announcement
		if json.Unmarshal(m.Data, &a) == nil && a.Finished != "" {
			w.mu.Lock()
			w.finished[a.Finished] = true
			w.mu.Unlock()
		}
	})
	if err != nil {
		return nil, &Error{c.server, "listening to announcements: " + err.Error(), err}
	}
	if w.crew, err = c.subscribeStatus(); err != nil {
		_ = w.told.Unsubscribe()
		return nil, err
	}
	return w, nil
}

// Close ends it.
func (w *Watcher) Close() {
	_ = w.told.Unsubscribe() // it ends with the connection at the latest
	w.crew.close()
}

// Finished reports whether a campaign was taken from the server since all its records are in a store: since the watcher looks.
func (w *Watcher) Finished(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.finished[id]
}

// Workers returns the workers that were heard of lately.
func (w *Watcher) Workers() []Status { return w.crew.alive() }

// State returns how far a campaign is, and how many workers there are for each of its needs. Runs that no worker can have are waiting.
func (w *Watcher) State(ctx context.Context, id string) (*State, error) {
	state, err := w.conn.State(ctx, id)
	if err == nil {
		state.count(w.crew.alive())
	}
	return state, err
}

// count fills in how many workers take runs of each need.
func (s *State) count(workers []Status) {
	for i := range s.Needs {
		for _, w := range workers {
			if _, refused := w.Refused[s.ID]; !refused && w.can(s.Needs[i].need) {
				s.Needs[i].Workers++
			}
		}
		if d := &s.Needs[i]; d.Workers == 0 { // the server counts nacked batches as delivered until a worker pulls
			d.Waiting, d.Executing = d.Waiting+d.Executing, 0
		}
	}
}

// outcomes counts the records of a stream by outcome.
func outcomes(subjects map[string]uint64) map[campaign.Outcome]int {
	counts := map[campaign.Outcome]int{}
	for subject, n := range subjects {
		counts[outcomeOf(subject)] += int(n)
	}
	return counts
}
