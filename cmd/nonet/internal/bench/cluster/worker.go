package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"runtime"
	"sync"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet/internal/bench/campaign"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// A Worker takes batches of runs from a server and executes them.
type Worker struct {
	Conn     *Conn
	Executor campaign.Executor // its Missing is filled by the worker
	Jobs     int               // runs at the same time, but for those that are alone; 0 means all cores
	AnyBuild bool              // takes runs of campaigns that another build of the program has begun
	// Idle ends the worker when it had nothing to do for so long; 0 means never.
	Idle     time.Duration
	Notice   func(string) // called with what the user should know; may be nil
	Progress func(Status) // called every two seconds and at the end, from one goroutine at a time; may be nil
}

// Run takes batches and executes them until ctx ends; then it nacks those that it has not finished, and returns nil: within a
// second, or lastWords if the server does not answer. It also returns nil when there was nothing to do for the time Idle. No goroutine and no
// process is left.
func (w *Worker) Run(ctx context.Context) error {
	s := &workerState{
		Worker: *w, has: map[string]bool{}, campaigns: map[string]*assignment{}, leases: map[*lease]bool{}, wake: make(chan struct{}, 1), stale: true,
		status: Status{ID: nuid.Next(), PID: os.Getpid(), Build: buildName(), Began: time.Now(), Refused: map[string]string{}},
	}
	if s.Jobs <= 0 {
		s.Jobs = runtime.GOMAXPROCS(0)
	}
	s.status.Jobs = s.Jobs
	s.status.Host, _ = os.Hostname() // a name for people; it may be empty
	if s.status.Environment, s.Executor.Missing = campaign.DetectEnvironment(ctx, methods.Backends()); ctx.Err() != nil {
		return nil
	}
	for backend := range s.status.Environment.Solvers {
		s.has[backend] = true
	}
	return s.run(ctx)
}

// A workerState is a worker at work.
type workerState struct {
	Worker

	wake chan struct{} // something has changed: a batch has ended, or something was announced
	turn int           // of the dispatcher: the source that it pulled from last

	mu        sync.Mutex
	campaigns map[string]*assignment // by id
	has       map[string]bool        // backends that were looked for, and whether they are there
	leases    map[*lease]bool
	status    Status // its Waiting and Rate are filled when it is reported. Its Running are the batches being executed
	alone     bool   // one of them has runs that are to be alone
	stale     bool   // the campaigns are to be looked up again
	rate      rate
}

func (w *workerState) run(ctx context.Context) error {
	told, err := w.Conn.nc.Subscribe(announcements, func(*nats.Msg) {
		w.markStale()
		w.tell()
		w.rouse()
	})
	if err != nil {
		return w.Conn.explain(ctx, "listening to announcements", err)
	}
	defer told.Unsubscribe()
	w.Conn.onRestored(w.rouse)

	// The work ends with ctx. The chores go on until the last batch is nacked or stored, or it takes too long to store it.
	chores, rest := context.WithCancel(context.WithoutCancel(ctx))
	defer rest()
	storing, giveUp := context.WithCancel(chores)
	defer giveUp()
	var executing, others sync.WaitGroup
	others.Go(func() { w.heartbeat(chores) })
	others.Go(func() { w.report(chores) })

	err = w.dispatch(ctx, func(l *lease) {
		executing.Go(func() {
			defer w.ended()
			w.execute(storing, l)
		})
	})
	w.mu.Lock()
	for _, j := range w.campaigns {
		j.end(errStopped)
	}
	w.mu.Unlock()
	late := time.AfterFunc(lastWords, giveUp)
	defer late.Stop()
	executing.Wait()
	rest()
	others.Wait()
	w.mu.Lock()
	w.status.Leaving = true
	w.mu.Unlock()
	s := w.tell()
	if w.Progress != nil {
		w.Progress(s)
	}
	if w.Conn.nc.IsConnected() {
		_ = w.Conn.nc.FlushTimeout(requestTime) // what was nacked is there for others
	}
	return err
}

var (
	errStopped   = errors.New("the worker ends")
	errWithdrawn = errors.New("the campaign was withdrawn")
)

// Between two pulls when there was nothing, and until the campaigns are looked up again although nothing was announced.
const (
	leastPause  = 20 * time.Millisecond
	mostPause   = time.Second
	lookUpEvery = 15 * time.Second
)

// dispatch pulls a batch whenever there is a job for it. It takes none ahead: a batch lasts for about a second, and a long run that waits here
// could be executed elsewhere.
func (w *workerState) dispatch(ctx context.Context, start func(*lease)) error {
	pause := leastPause
	var lookedUp time.Time
	busy := time.Now() // when a batch was last held
	for ctx.Err() == nil {
		w.mu.Lock()
		stale := w.stale || time.Since(lookedUp) > lookUpEvery
		w.stale = false
		w.mu.Unlock()
		if stale {
			if err := w.lookUp(ctx); err == nil {
				lookedUp = time.Now()
			} else if errors.Is(err, ErrDenied) || errors.Is(err, ErrNoJetStream) && lookedUp.IsZero() {
				return err // later it may be that the server has just started
			} else {
				w.markStale()
			}
		}
		if fault := w.Conn.fault(); fault != nil {
			return fault
		}
		w.mu.Lock()
		full := w.alone || w.status.Running == w.Jobs
		held := len(w.leases) > 0
		w.mu.Unlock()
		if held {
			busy = time.Now()
		} else if w.Idle > 0 && time.Since(busy) > w.Idle {
			return nil
		}
		if full {
			pause = mostPause // the end of a batch wakes us
		} else if l := w.pull(); l != nil {
			pause, busy = leastPause, time.Now()
			w.mu.Lock()
			w.status.Running++
			w.alone = l.source.need.Alone
			w.mu.Unlock()
			start(l)
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
			pause = leastPause
		case <-time.After(pause):
			pause = min(2*pause, mostPause)
		}
	}
	return nil
}

// ended counts a batch that is not executed any more.
func (w *workerState) ended() {
	w.mu.Lock()
	w.status.Running--
	w.alone = false // there is no other batch if this one was to be alone
	w.mu.Unlock()
	w.rouse()
}

// rouse ends the pause of the dispatcher.
func (w *workerState) rouse() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// report tells the status.
func (w *workerState) report(ctx context.Context) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s := w.tell()
			if w.Progress != nil {
				w.Progress(s)
			}
		}
	}
}

// tell publishes the status.
func (w *workerState) tell() Status {
	w.mu.Lock()
	s := w.status
	for l := range w.leases {
		s.Waiting += l.left
	}
	s.Waiting = max(0, s.Waiting-s.Running)
	s.Refused, s.Environment.Solvers = maps.Clone(s.Refused), maps.Clone(s.Environment.Solvers)
	s.Rate = w.rate.at(time.Now(), s.Done)
	w.mu.Unlock()
	if data, err := json.Marshal(s); err == nil {
		_ = w.Conn.nc.Publish(statusSubject(s.ID), data) // the next one comes soon
	}
	return s
}

func (w *workerState) say(text string) {
	if w.Notice != nil {
		w.Notice(text)
	}
}
