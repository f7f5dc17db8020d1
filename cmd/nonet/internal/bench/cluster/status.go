package cluster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
)

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
	_, has := s.Environment.Solvers[n.backend]
	return (n.backend == "" || has) && (!n.memory || s.Environment.OS == "linux")
}

const (
	statusEvery = 2 * time.Second
	// silence is how long a worker may be silent until it is taken to be gone.
	silence = 3*statusEvery + time.Second
)

// A crew is the workers that were heard of.
type crew struct {
	subscription *nats.Subscription
	mu           sync.Mutex
	workers      map[string]Status
}

// subscribeStatus listens to workers, and asks them to report their status.
func (c *Conn) subscribeStatus() (*crew, error) {
	w := &crew{workers: map[string]Status{}}
	var err error
	w.subscription, err = c.nc.Subscribe(allStatus, func(m *nats.Msg) {
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
	})
	if err != nil {
		return nil, &Error{c.server, "listening to workers: " + err.Error(), err}
	}
	return w, c.announce(announcement{})
}

func (w *crew) close() { _ = w.subscription.Unsubscribe() }

// alive returns the workers that were heard of lately, ordered by host and process.
func (w *crew) alive() []Status {
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
