package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"runtime"
	"sync"
	"time"

	"nonet/backends/methods"
	"nonet/cmd/nonet-lab/internal/campaign"

	"github.com/nats-io/nats.go"
)

// A Worker pulls batches of runs from a server and executes them.
type Worker struct {
	Conn     *Conn
	Executor campaign.Executor // the worker sets its field Unavailable
	Jobs     int               // maximum number of concurrent runs, except for runs with Alone; 0 means all cores
	AnyBuild bool              // accept campaigns that another build of the program started
	Programs Programs          // the programs that campaigns may name; the zero value means none
	// Idle is the time without work after which the worker ends; 0 means never.
	Idle     time.Duration
	Notice   func(string) // called with messages for the user; may be nil
	Progress func(Status) // called every two seconds and at the end, from one goroutine at a time; may be nil
}

// Run pulls and executes batches until ctx ends. It then nacks unfinished batches and returns nil, within a second, or
// within shutdownTimeout if the server does not answer. It also returns nil after the time Idle without work. When Run
// returns, no goroutine and no child process is left.
func (w *Worker) Run(ctx context.Context) error {
	s := &workerState{
		Worker: *w, backends: map[string]bool{}, campaigns: map[string]*assignment{}, leases: map[*lease]bool{},
		wake: make(chan struct{}, 1), stale: true,
		status: Status{ID: rand.Text(), PID: os.Getpid(), Build: buildName(), Started: time.Now(),
			Refused: map[string]string{}},
	}
	if s.Jobs <= 0 {
		s.Jobs = runtime.GOMAXPROCS(0)
	}
	s.status.Jobs = s.Jobs
	s.status.Host, _ = os.Hostname() // for display; may be empty
	s.status.Environment, s.Executor.Unavailable = campaign.DetectEnvironment(ctx, methods.Backends())
	if ctx.Err() != nil {
		return nil
	}
	for backend := range s.status.Environment.Solvers {
		s.backends[backend] = true
	}
	s.Executor.Allow = s.Programs.Allow
	return s.run(ctx)
}

// A workerState is the state of a running worker.
type workerState struct {
	Worker

	wake       chan struct{} // wakes the dispatcher: a batch has ended, or something was announced
	lastSource int           // of the dispatcher: index of the source that it pulled from last

	mu        sync.Mutex
	campaigns map[string]*assignment // by ID
	backends  map[string]bool        // whether a backend is available, for those checked so far
	leases    map[*lease]bool
	status    Status // Running counts batches; publishStatus sets Waiting and Rate
	alone     bool   // a batch with Alone is being executed
	stale     bool   // the campaigns must be refreshed
	rate      rate
}

func (w *workerState) run(ctx context.Context) error {
	subscription, err := w.Conn.nc.Subscribe(announcements, func(*nats.Msg) {
		w.markStale()
		w.publishStatus()
		w.wakeUp()
	})
	if err != nil {
		return w.Conn.explain(ctx, "subscribing to announcements", err)
	}
	defer subscription.Unsubscribe()
	w.Conn.onReconnect(w.wakeUp)

	// Executing ends with ctx. Heartbeats and status continue until the last batch is nacked or stored, or
	// shutdownTimeout.
	background, stopBackground := context.WithCancel(context.WithoutCancel(ctx))
	defer stopBackground()
	storing, stopStoring := context.WithCancel(background)
	defer stopStoring()
	var executing, others sync.WaitGroup
	others.Go(func() { w.heartbeat(background) })
	others.Go(func() {
		for sleep(background, statusInterval) == nil {
			w.report()
		}
	})

	err = w.dispatch(ctx, func(l *lease) {
		executing.Go(func() {
			defer w.batchDone()
			w.execute(storing, l)
		})
	})
	w.mu.Lock()
	for _, a := range w.campaigns {
		a.cancel(errStopped)
	}
	w.mu.Unlock()
	late := time.AfterFunc(shutdownTimeout, stopStoring)
	defer late.Stop()
	executing.Wait()
	stopBackground()
	others.Wait()
	w.mu.Lock()
	w.status.Leaving = true
	w.mu.Unlock()
	w.report()
	if w.Conn.nc.IsConnected() {
		_ = w.Conn.nc.FlushTimeout(requestTimeout) // so that nacked batches are redelivered at once
	}
	return err
}

var (
	errStopped   = errors.New("the worker was stopped")
	errWithdrawn = errors.New("the campaign was withdrawn")
)

// The pauses between two pulls without a message, and the interval for refreshing campaigns without an announcement.
const (
	minPause        = 20 * time.Millisecond
	maxPause        = time.Second
	refreshInterval = 15 * time.Second
)

// minRefreshInterval is the least time between two refreshes of the campaigns.
var minRefreshInterval = time.Second

// dispatch pulls a batch whenever a job is free. It prefetches none: a batch takes about a second, and a long run that
// waits here could be executed by another worker.
func (w *workerState) dispatch(ctx context.Context, start func(*lease)) error {
	pause := minPause
	var lookedUp, tried time.Time // the last refresh that succeeded, and the last one
	busy := time.Now()            // when the worker last held a batch
	for ctx.Err() == nil {
		w.mu.Lock()
		// Any client may announce: one second between two refreshes bounds what announcements cost.
		stale := (w.stale || time.Since(lookedUp) > refreshInterval) && time.Since(tried) > minRefreshInterval
		w.stale = w.stale && !stale
		w.mu.Unlock()
		if stale {
			tried = time.Now()
			if err := w.refreshCampaigns(ctx); err == nil {
				lookedUp = time.Now()
			} else if errors.Is(err, ErrDenied) || errors.Is(err, ErrNoJetStream) && lookedUp.IsZero() {
				return err // a later ErrNoJetStream may be a server that is just starting
			} else {
				w.markStale()
			}
		}
		if fault := w.Conn.fatalError(); fault != nil {
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
			pause = maxPause // the end of a batch wakes the dispatcher
		} else if l := w.pull(); l != nil {
			pause, busy = minPause, time.Now()
			w.mu.Lock()
			w.status.Running++
			w.alone = l.source.requirement.Alone
			w.mu.Unlock()
			start(l)
			continue
		}
		select {
		case <-ctx.Done():
		case <-w.wake:
			pause = minPause
		case <-time.After(pause):
			pause = min(2*pause, maxPause)
		}
	}
	return nil
}

// batchDone updates the status after a batch.
func (w *workerState) batchDone() {
	w.mu.Lock()
	w.status.Running--
	w.alone = false // if the batch was alone, there is no other
	w.mu.Unlock()
	w.wakeUp()
}

// wakeUp ends the pause of the dispatcher.
func (w *workerState) wakeUp() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// report publishes the status, and passes it to Progress.
func (w *workerState) report() {
	s := w.publishStatus()
	if w.Progress != nil {
		w.Progress(s)
	}
}

func (w *workerState) publishStatus() Status {
	w.mu.Lock()
	s := w.status
	for l := range w.leases {
		s.Waiting += l.remaining
	}
	s.Waiting = max(0, s.Waiting-s.Running)
	for id, a := range w.campaigns {
		if a.noRoom {
			s.NoRoom = append(s.NoRoom, id)
		}
	}
	s.Refused, s.Environment.Solvers = maps.Clone(s.Refused), maps.Clone(s.Environment.Solvers)
	s.Rate = w.rate.observe(time.Now(), s.Done)
	w.mu.Unlock()
	if data, err := json.Marshal(s); err == nil {
		_ = w.Conn.nc.Publish(statusSubject(s.ID), data) // best effort: the next status follows soon
	}
	return s
}

func (w *workerState) notice(text string) {
	if w.Notice != nil {
		w.Notice(text)
	}
}
